"""States of a place while an effect upon it lasts: lit, dark as night, silent, without magic, dampened, sheltered."""

from tallow.games.modified_cairn.characters.boons import GOLD_NOSE, POISONED
from tallow.games.modified_cairn.state import Creature, State, has
from tallow.play import rule

LIT, NIGHT, SILENT = "lit", "night", "silent"
MAGICLESS, DAMPENED, SHELTERED = "magicless", "dampened", "sheltered"


@rule("modified_cairn.magic.known")
def in_place(state: State, what: str) -> bool:
    """Whether an effect upon the place puts it into this state."""
    return bool(state.effects) and any(one.state == what and not one.on for one in state.effects)


@rule("modified_cairn.state.deafened", "modified_cairn.magic.known")
def hears(state: State, creature: Creature) -> bool:
    """Whether a creature hears anything: it is not deaf, and the place is not silent."""
    return not has(creature, "deafened") and not in_place(state, SILENT)


MASK = "Plague Doctor's Mask"
"""The thing of a Bonekeeper that filters foul air for whoever wears it."""


@rule("modified_cairn.table.bonekeeper_1", "modified_cairn.table.greenwise_1", "modified_cairn.table.aurifex_1")
def smells(creature: Creature) -> bool:
    """Whether foul air does anything to a creature: it wears no mask against it, and has a nose."""
    masked = any(item.name == MASK and item.place == "body" for item in creature.items)
    return not masked and POISONED not in creature.life.history and GOLD_NOSE not in creature.life.history
