"""Write down what is told in the scenes of a game, look for more of them, or print one whole.

`.venv/bin/python -m scripts.told black_hack` writes tests/games/told/black_hack.txt anew: read the difference before it
is kept. `--find 20` tries all scenes with twenty numbers more, and keeps those in which a branch of combat, harm, gear
or magic is taken that was not taken in the scenes before. `--scene NAME` prints everything that is asked, rolled, told,
changed and offered in one scene.
"""

import argparse
import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tests.games.telling import KEPT, kept, names_of, now_told

ROOT = Path(__file__).parents[1]
FOLDERS = ("combat", "harm", "gear", "magic")
WHOLE = (0, 1)
"""The numbers of which every scene is kept."""


class Branches:
    """The branches of a game's rules that were taken so far: from which instruction to which."""

    def __init__(self, game: str) -> None:
        base = ROOT / "src" / "tallow" / "games" / game
        self.places = tuple([f"{base / folder}/" for folder in FOLDERS])
        self.taken: set[tuple[CodeType, int, int]] = set()

    def _watch(self, frame: FrameType, _event: str, _given: object) -> Any:
        code = frame.f_code
        if not code.co_filename.startswith(self.places):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        before = -1

        def instruction(frame: FrameType, event: str, _given: object) -> Any:
            nonlocal before
            if event == "opcode":
                self.taken.add((code, before, frame.f_lasti))
                before = frame.f_lasti
            return instruction

        return instruction

    def new(self, game: str, name: str) -> int:
        """How many branches are taken in a scene that were not taken before."""
        before = len(self.taken)
        sys.settrace(self._watch)
        try:
            now_told(game, name)
        finally:
            sys.settrace(None)
        return len(self.taken) - before


def found(game: str, numbers: int) -> list[str]:
    """The names of the scenes to keep: those kept now, the first two of each, and more where one has a new branch."""
    names = [*kept(game)] if (KEPT / f"{game}.txt").exists() else []
    names += [name for number in WHOLE for name in names_of(game, number) if name not in names]
    if numbers:
        branches = Branches(game)
        for name in names:
            branches.new(game, name)
        first = 1 + max([int(name.rsplit(" ", 1)[1]) for name in names])
        for number in range(first, first + numbers):
            names += [name for name in names_of(game, number) if branches.new(game, name)]
    return names


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--find", type=int, default=0, metavar="NUMBERS", help="look for more scenes")
    parser.add_argument("--scene", help="print this one whole and write nothing")
    asked = parser.parse_args()
    if asked.scene:
        for step in now_told(asked.game, asked.scene):
            print(step, *step.detail, sep="\n  ")  # noqa: T201
        return
    text = f"What is told in the scenes of tests/games/{asked.game}/scenes.py, by scripts/told.py.\n"
    for name in found(asked.game, asked.find):
        text += "\n".join(["", f"# {name}", *[str(step) for step in now_told(asked.game, name)], ""])
    (KEPT / f"{asked.game}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
