"""goldens.txt has exact odds, a call and its answer on each line: perft for dice.

To add one, write the call and a colon; `python -m tests.odds.goldens` answers every call of the file anew.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from tallow.games import game
from tallow.mechanics import DIALECTS
from tallow.odds import ask, roll_odds

FILE = Path(__file__).with_name("goldens.txt")


def answered(line: str) -> str:
    """A line with its call answered: a roll in a dialect, or a question of Cairn with its settings."""
    call, _, _ = line.partition(": ")
    name, _, text = call.rstrip(":").partition(" ")
    if name in DIALECTS:
        odds = roll_odds(text, name)
        marks = "".join(f"; {mark} {p}" for mark, p in odds.marks.items())
        return f"{name} {text}: {_said(odds.chances)}; mean {odds.mean}{marks}"
    cairn = game("cairn")
    given = dict(part.split("=", 1) for part in (text.split("; ") if name == "duel" else text.split()))
    settings = {key: given.pop(key) for key in cairn.settings.__struct_fields__ if key in given}
    return f"{name} {text}: {_said(ask(cairn, name, given, settings=settings).outcomes)}"


def _said(chances: Mapping[int, Fraction] | Mapping[str, Fraction | float]) -> str:
    return ", ".join(f"{outcome} {p}" for outcome, p in chances.items())


if __name__ == "__main__":
    FILE.write_text("".join(f"{answered(line)}\n" for line in FILE.read_text("utf-8").splitlines()), "utf-8")
