"""Build the site: `make docs`, or `.venv/bin/python -m scripts.docs.build`. It is in build/docs, from index.html on.

The pages come together in build/pages: those of docs, some of the files beside it, and those that are made from the
games and the docstrings. Sphinx builds them. A warning of it, such as a link that leads nowhere, is an error.

`--into` builds in another folder, `--game` has the pages of some games alone, and `--check` writes no site.
"""

import os
import re
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from scripts.docs import games, packages
from sphinx.cmd.build import build_main

from tallow.games import BUILT_IN

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

BESIDE = {
    "README.md": "tour.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "NOTICE.md": "notice.md",
    "examples/wick/README.md": "wick.md",
}
"""Files beside docs that are pages too, and what they are called there."""

_LINK = re.compile(r"(\]\(|src=\"|srcset=\")([^)\"#]+)")


def gather(pages: Path, names: Sequence[str] = BUILT_IN) -> None:
    """Bring all pages together in a folder, with those of these games.

    What has not changed is left as it is, so that Sphinx need not read it again.
    """
    wanted = {name: _relinked(ROOT / file, pages / name) for file, name in BESIDE.items()}
    wanted |= {path.name: _relinked(path, pages / path.name) for path in DOCS.glob("*.md")}
    wanted |= {f"{name}.md": text for name, text in {**games.pages(names), **packages.pages()}.items()}
    wanted["conf.py"] = (DOCS / "conf.py").read_text("utf-8")
    for name, text in wanted.items():
        path = pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
    for path in [*pages.rglob("*.md")]:
        if path.relative_to(pages).as_posix() not in wanted:
            path.unlink()
    for folder in ("images", "static"):
        shutil.copytree(DOCS / folder, pages / folder, dirs_exist_ok=True)


def _relinked(path: Path, to: Path) -> str:
    """A page whose links lead where they led when it stands elsewhere: to another page, or to the file itself."""

    def led(match: re.Match[str]) -> str:
        before, target = match.groups()
        if "://" in target:
            return match.group()
        file = Path(os.path.normpath(path.parent / target))
        if file.relative_to(ROOT).as_posix() in BESIDE:
            return before + BESIDE[file.relative_to(ROOT).as_posix()]
        if file.is_relative_to(DOCS) and file.suffix in {"", ".md", ".png"}:
            return before + file.relative_to(DOCS).as_posix()
        return before + (target if not file.is_file() else Path(os.path.relpath(file, to.parent)).as_posix())

    return _LINK.sub(led, path.read_text("utf-8"))


def build(pages: Path, site: Path, *options: str) -> int:
    """Build a folder of pages with further options of Sphinx; 0 if nothing is wrong with them."""
    strict = ("--fail-on-warning", "--keep-going", "--quiet", "--doctree-dir", str(pages.parent / "doctrees"))
    done = build_main([*strict, *options, str(pages), str(site)])
    shutil.copytree(DOCS / "images", site / "images", dirs_exist_ok=True)  # pictures of the tour are not Sphinx's
    return done


def main() -> int:
    """Gather and build."""
    parser = ArgumentParser(description="Build the site.")
    parser.add_argument("--into", type=Path, default=ROOT / "build", metavar="FOLDER")
    parser.add_argument("--game", choices=BUILT_IN, action="append")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    pages, site = given.into / "pages", given.into / "docs"
    gather(pages, given.game or BUILT_IN)
    done = build(pages, site, "--builder", "dummy") if given.check else build(pages, site, "--jobs", "auto")
    if not done and not given.check:
        print(f"The site is at {site / 'index.html'}.")  # noqa: T201
    return done


if __name__ == "__main__":
    sys.exit(main())
