"""Make docs/chapters.md: for each game the chapters of its rulebook, and the files that implement them.

Run it from a checkout: `.venv/bin/python scripts/chapters.py`. A test fails while the page is out of date.
"""

from pathlib import Path

from tallow.games import BUILT_IN, game
from tallow.games.rule_index import chapters

PAGE = Path(__file__).parents[1] / "docs" / "chapters.md"

MOST = 3
"""The most files that are listed for a chapter."""

HEAD = """# Chapters

Where the rules are written. For each game: the headings of its source in their order (in lower case what the source has
under no heading, by the middle word of the ids) and the files in its folder that enact them, the one with most of it
first. `tallow rules ID` names the functions of one rule. This page is made by `scripts/chapters.py`.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name in BUILT_IN:
        one = game(name)
        parts.append(f"\n## {one.title}\n\n`src/tallow/games/{name}`\n\n| chapter | files |\n|---|---|\n")
        for head, files in chapters(one.book).items():
            linked = [f"[{file}](../src/tallow/games/{name}/{file})" for file in files[:MOST]]
            parts.append(f"| {head} | {', '.join(linked)}{' …' if len(files) > MOST else ''} |\n")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
