"""A sitting at the Pit in a test: lines go in, the lines that were shown come out."""

from collections.abc import Sequence
from typing import Any

from tallow.terminal.loop import Loop
from tallow.terminal.pen import Pen
from tallow.terminal.session import Session
from tests.terminal.pit import GAME, Settings

MAKE = ("", "7", "Hob", "")
"""Enough to make a digger, when dice are rolled for them: brave, lucky, Hob, and a rat below."""


def sit(lines: Sequence[str], *, pen: Pen | None = None, seed: int = 1, **how: Any) -> tuple[str, Session]:
    shown: list[str] = []
    left = list(lines)

    def read(prompt: str) -> str | None:
        if not left:
            return None
        shown.append(f"{prompt}{left[0]}")
        return left.pop(0)

    session = Session(GAME, Settings(), seed, **how)
    Loop(session, pen or Pen(width=80), read, shown.append).run()
    return "\n".join(shown), session
