"""What people of Grit and Flesh seldom come to by chance, and how they do."""

from typing import Any

from msgspec.structs import replace

from tallow.games.vanilla.gear.inventory import made
from tallow.games.vanilla.state import Effect, Item
from tests.table.staging import Stage, first, two_asleep

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


def _phantom(state: Any) -> Any:
    """The first of the party has cast an illusion, before two foes who may believe in it."""
    one = state.party[0]
    seen = Effect("e1", "vanilla.spell.phantasmal_force", by=one.id, mode="phantom", at=one.at, until="touched")
    combat = replace(state.combat, side="party", due=(one.id,), turn="")
    near = [replace(foe, at=one.at + 20, conditions=()) for foe in state.foes]
    return replace(state, combat=combat, effects=(seen,), foes=tuple(near))


def _with_a_key(state: Any) -> Any:
    key = Item("key", "Key", "vanilla.table.minor_item", magic=True, power="Key")
    return replace(state, game=first(state.game, items=(key, *state.game.party[0].items)))


PLACE = ("place.set_out", "place.spring")

BEFORE_THE_LOCK = "@room9"
"""The room with the locked way, in the place that tables are set in."""

STAGES = {
    "place.wake_whom": Stage(("place.set_out", "place.wake_group"), two_asleep("Goblin"), place=True),
    "place.spring_what": Stage(PLACE, place=True),
    "deadly_time": Stage(("end_turn",), _poisoned),
    "phantom_whom": Stage(("send_phantom",), _phantom, foe="Orc; Elf"),
    "rider": Stage(("power foe1",), _mounted, foe="Unicorn; Elf"),
    "salve": Stage(("salve",), _hurt),
    "serve": Stage(
        ("place.set_out", "place.lead", "place.light", "place.open"),
        _with_a_key,
        given={"place.agreed": "agree", "place.lead_where": BEFORE_THE_LOCK},
        place=True,
    ),
}
"""By what is asked."""
