"""Somebody alone in an adventure in a test: lines go in, the lines that were shown come out."""

from collections.abc import Sequence

from tallow.adventures import Document, ready
from tallow.table.seats import DiceFrom
from tallow.terminal.alone import saves
from tallow.terminal.alone.plain import Plain
from tallow.terminal.alone.playing import Playing
from tallow.terminal.pen import Pen

SEED = b"a tallow candle on a slate table"
IN = ("set out",)
"""Enough to be in the first room of an adventure."""


def begun(document: Document | None = None, dice: DiceFrom = "server", language: str = "en") -> Playing:
    """A new game: of the mill, unless another adventure is given."""
    document = document or ready("cairn", "mill")
    return saves.begin(document.adventure.game, document, {}, SEED, "You", dice, None, language)


def explore(lines: Sequence[str], playing: Playing | None = None, pen: Pen | None = None) -> str:
    """What is shown when these lines are typed, one after another."""
    shown: list[str] = []
    left = list(lines)

    def read(prompt: str) -> str | None:
        if not left:
            return None
        shown.append(f"{prompt}{left[0]}")
        return left.pop(0)

    Plain(playing or begun(), pen or Pen(width=80), read, shown.append).run()
    return "\n".join(shown)
