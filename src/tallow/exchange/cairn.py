"""The formats of other tools for Cairn: Kettlewright, Foundry, and a line for a chat."""

from msgspec.structs import replace

from tallow.exchange import cairn_foundry, cairn_kettlewright, cairn_line
from tallow.exchange.documents import Format
from tallow.games.cairn.characters.import_check import plainly, settled
from tallow.games.cairn.faces.sheet import row_line
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import Creature

FORMATS: dict[str, Format] = {
    "kettlewright": cairn_kettlewright.FORMAT,
    "foundry": cairn_foundry.FORMAT,
    "line": cairn_line.FORMAT,
}


def compared(creature: Creature) -> Creature:
    """A character in a form to compare: beasts and carts first, because other tools do not keep their order."""
    ordered = sorted(creature.items, key=lambda item: not item.room)
    life = replace(creature.life, notes=creature.life.notes.strip())
    return settled(replace(creature, items=tuple(ordered), life=life))


def said(what: str) -> str:
    """What was lost, with the ids of entries as their names."""
    return "; ".join(row_line(part).name or GAME.words.fact(part) for part in what.split("; "))


__all__ = ["FORMATS", "compared", "plainly", "said"]
