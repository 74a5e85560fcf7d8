"""Make docs/rulings.md: for each game, how what its rules ask of a referee is answered where there is none.

Run it from a checkout: `.venv/bin/python scripts/rulings.py`. A test fails while the page is not what this makes.
"""

from pathlib import Path

from tallow.games import BUILT_IN, game

PAGE = Path(__file__).parents[1] / "docs" / "rulings.md"

HEAD = """# Rulings

Without a referee, each question that the rules put to one is answered by a ruling. The log says which, by its name, and
leads to it. There are four kinds: the *document* of the adventure answers (and where it says nothing, the answer is the
one given here); the game's *dice* do; a *default* is stated; or a *player* is asked, where only a person can judge.
What creatures decide for themselves (whom to attack, what to cast) is no ruling: the game's bots decide it.

This page is made by `scripts/rulings.py` from each game's `content/ruling.toml`.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name in BUILT_IN:
        one = game(name)
        if one.rulings is None:
            continue
        parts.append(f"\n## {one.title}\n\n| asked | answered by | answer | reason |\n|---|---|---|---|\n")
        for ruling in one.rulings.of().values():
            rows = "; ".join(f"to {row.upto}: {row.name}" for row in ruling.rows)
            answer = f"{ruling.name} (d{ruling.sides}. {rows})" if rows else ruling.name
            parts.append(f"| `{ruling.asks}` | {ruling.by} | {answer} | {ruling.text} |\n")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
