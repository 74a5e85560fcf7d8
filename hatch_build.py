"""A package is built with the scripts and fonts of its pages, or not at all.

They come from npm and are not kept in git, so a build from a fresh checkout would leave them out without a word.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path("src", "tallow", "web")
LICENCES = "LICENSES.txt"
NAMED = re.compile(r"vendor/([\w.-]+)")
FETCH = "Fetch them first: npm ci && sh scripts/vendor.sh"


def missing(root: Path) -> list[str]:
    """Files in `static/vendor` that pages and styles name, and the licences, as far as they are not there."""
    web = root / WEB
    sources = [*sorted((web / "templates").rglob("*.html")), *sorted((web / "static" / "css").glob("*.css"))]
    named = {name for source in sources for name in NAMED.findall(source.read_text("utf-8"))}
    return [name for name in sorted(named | {LICENCES}) if not (web / "static" / "vendor" / name).is_file()]


class VendoredFiles(BuildHookInterface):
    """Looks before each sdist and wheel is built; not for an editable install, which takes files as they come."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  (as hatch calls it)
        """Stop where files are missing."""
        lacks = [] if version == "editable" else missing(Path(self.root))
        if lacks:
            where = (WEB / "static" / "vendor").as_posix()
            raise SystemExit(f"Not built: the pages need {', '.join(lacks)} in {where}. {FETCH}")
