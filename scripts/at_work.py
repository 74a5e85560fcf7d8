"""Make docs/at-work.md: what of each game no rule carries out though it says that it does something, and why.

Run it from a checkout: `.venv/bin/python scripts/at_work.py`. A test fails while the page is not what this makes.
"""

from pathlib import Path

from tallow.games import BUILT_IN, game

PAGE = Path(__file__).parents[1] / "docs" / "at-work.md"

HEAD = """# What no rule carries out

A spell, a thing, a trait or a monster's power *acts* if a rule does what it says. What lasts and is for the referee to
judge, such as what somebody looks like or understands, is *in force*: it is kept with its name and its time, stands in
the scene and on the sheet of those under it, and ends by itself, by who made it or by the referee. What is over at
once, or belongs to a thing as long as somebody has it, is *text*: using it is counted, and its words are put to the
referee. `tallow rules --coverage` counts all three.

This page is made by `scripts/at_work.py`, of what each game's record says in `at_work`.
"""

WHY = {
    "in_force": ("in force for a time", "What it changes is for the referee to judge while it lasts."),
    "text": ("text", "Over at once, or a property of the thing: there is nothing to keep and no time to run out."),
}


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name in BUILT_IN:
        played = game(name)
        listed = played.at_work() if played.at_work is not None else ()
        for how, (heading, why) in WHY.items():
            for kind in dict.fromkeys(one.kind for one in listed if one.how == how):
                parts.append(f"\n## {played.title}: {kind} {heading}\n\n{why}\n\n")
                found = [one for one in listed if (one.kind, one.how) == (kind, how)]
                parts += [
                    f"- {one.name} (`{one.of}`): {one.text}" + (f" *{one.why}*\n" if one.why else "\n") for one in found
                ]
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
