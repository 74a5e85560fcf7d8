#!/bin/sh
# Copy what the pages need from node_modules into the package.
set -e
cd "$(dirname "$0")/.."
to=src/tallow/web/static/vendor
rm -rf "$to"
mkdir -p "$to"
cp node_modules/htmx.org/dist/htmx.min.js node_modules/idiomorph/dist/idiomorph-ext.min.js node_modules/htmx-ext-sse/dist/sse.min.js "$to"
for face in alegreya-latin-400-normal alegreya-latin-400-italic alegreya-latin-700-normal; do
    cp "node_modules/@fontsource/alegreya/files/$face.woff2" "$to"
done
for face in alegreya-sans-latin-400-normal alegreya-sans-latin-500-normal alegreya-sans-latin-700-normal; do
    cp "node_modules/@fontsource/alegreya-sans/files/$face.woff2" "$to"
done
cat node_modules/htmx.org/LICENSE node_modules/idiomorph/LICENSE node_modules/htmx-ext-sse/LICENSE \
    node_modules/@fontsource/alegreya/LICENSE node_modules/@fontsource/alegreya-sans/LICENSE > "$to/LICENSES.txt"
touch "$to/ready"
