"""What people of Grit and Flesh seldom come to by chance, and how they do."""

from typing import Any

from msgspec.structs import replace

from tallow.games.vanilla.gear.inventory import made
from tallow.games.vanilla.state import Effect
from tests.table.staging import Stage, first

SALVE = "Flask of salve"


def _poisoned(state: Any) -> Any:
    one = state.party[0]
    dying = Effect("e1", "vanilla.monster.giant_rattler_snake", on=(one.id,), mode="dying", ends=state.clock + 5)
    return replace(state, effects=(dying,))


def _mounted(state: Any) -> Any:
    """A unicorn of the foes has another of them beside it."""
    unicorn, other = state.foes
    combat = replace(state.combat, side="foes", due=(unicorn.id, other.id), turn="")
    return replace(state, combat=combat, foes=(replace(unicorn, conditions=()), replace(other, at=unicorn.at)))


def _hurt(state: Any) -> Any:
    party = [replace(one, flesh=1) for one in state.party]
    flask = replace(made("vanilla.item.potion", "flask"), power=SALVE)
    return first(replace(state, party=tuple(party)), items=(flask,))


PLACE = ("place.set_out", "place.spring")

STAGES = {
    "place.spring_what": Stage(PLACE, place=True),
    "deadly_time": Stage(("end_turn",), _poisoned),
    "rider": Stage(("power foe1",), _mounted, foe="Unicorn; Elf"),
    "salve": Stage(("salve",), _hurt),
}
"""By what is asked."""
