"""What magic makes of a place as long as its effect goes on: lit, dark as night, silent, without magic, sheltered."""

from tallow.games.modified_cairn.state import Creature, State, has
from tallow.play import rule

LIT, NIGHT, SILENT = "lit", "night", "silent"
MAGICLESS, DAMPENED, SHELTERED = "magicless", "dampened", "sheltered"


@rule("modified_cairn.magic.known")
def in_place(state: State, what: str) -> bool:
    """Whether an effect makes the place so."""
    return bool(state.effects) and any(one.state == what and not one.on for one in state.effects)


@rule("modified_cairn.state.deafened", "modified_cairn.magic.known")
def hears(state: State, creature: Creature) -> bool:
    """Whether a creature hears anything: it is not deaf, and the place is not silent."""
    return not has(creature, "deafened") and not in_place(state, SILENT)
