"""What people of Cairn seldom come to by chance, and how they do."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tallow.games.cairn.characters.allies import accompany
from tallow.games.cairn.characters.boon_use import DREAM
from tallow.games.cairn.characters.boons import NIGHTMARE
from tallow.games.cairn.entries import tables
from tallow.games.cairn.gear.things import from_gear, from_ref, scroll
from tallow.mechanics.conditions import gain
from tests.table.staging import Stage, first, two_asleep


def _hit(lost: int, **fields: Any) -> Any:
    """The foes are to act, and the first of the party has so much HP left and no Armor."""

    def ready(state: Any) -> Any:
        state = first(state, hp=lost, items=(), **fields)
        return replace(state, fight=replace(state.fight, side="foes", acting=tuple([foe.id for foe in state.foes])))

    return ready


def _armoured(state: Any) -> Any:
    gambeson, helmet = [from_ref(f"cairn.armour.{one}", one) for one in ("gambeson", "helmet")]
    items = tuple([replace(one, place="worn") for one in (gambeson, helmet)])
    return first(_hit(1)(state), items=items)


def _facing(state: Any) -> Any:
    state = _hit(1)(state)
    return replace(state, fight=replace(state.fight, facing=((state.party[0].id, state.foes[0].id),)))


def _with_traps(state: Any) -> Any:
    caltrops, trap = [from_ref(f"cairn.item.{one}", one) for one in ("caltrops", "trap")]
    return first(state, items=(caltrops, trap))


def _carried_off(state: Any) -> Any:
    return replace(state, party=(gain(state.party[0], "carried_off"), *state.party[1:]))


def _fallen_nightmare(state: Any) -> Any:
    one = state.party[0]
    state = first(state, life=replace(one.life, boons=(NIGHTMARE,)))
    state = accompany(state, one.id, DREAM)
    party = [gain(ally, "dead") if ally.of == DREAM else ally for ally in state.party]
    return replace(state, party=tuple(party))


def _reading(spell: str) -> Callable[[Any], Any]:
    """The first of the party has a scroll of a spell at hand, and foes whose will is weak."""

    def ready(state: Any) -> Any:
        state = first(state, items=(replace(scroll(spell, "scroll"), place="hands"),))
        weak = tuple([replace(foe, willpower=1) for foe in state.foes])
        return replace(state, foes=weak, fight=replace(state.fight, acting=(state.party[0].id,)))

    return ready


def _fishing(state: Any) -> Any:
    rows = tables()["cairn.table.rill_runner_1"].rows
    (twine,) = [thing for row in rows for thing in row.gives if "catch" in thing.does]
    return first(state, items=(from_gear(twine, "twine"),))


PLACE = ("place.set_out", "place.spring")

STAGES = {
    "place.wake_whom": Stage(("place.set_out", "place.wake_group"), two_asleep("Goblin"), place=True),
    "place.spring_what": Stage(PLACE, place=True),
    "catch": Stage(("employ_item",), _fishing),
    "carried_off": Stage(("meet", "part"), _carried_off, given={"encounter_how": "bestiary"}),
    "each: HP": Stage(("attack foe1",), _hit(1, strength=16), foe="Killer Bees"),
    "full_moon": Stage(("use_boon",), _fallen_nightmare),
    "greed_for": Stage(("cast hero1",), _reading("cairn.spell.greed"), foe="Goblin; Wolf"),
    "hates": Stage(("cast hero1",), _reading("cairn.spell.hatred"), foe="Goblin; Wolf"),
    "limb": Stage(("attack foe1",), _hit(1, strength=16), foe="Gorilla"),
    "meet_what": Stage(("employ_item", "employ_item", "meet_effect"), _with_traps),
    "sundered": Stage(("attack foe1",), _hit(10), foe="Owlbear"),
    "steps": Stage(("power foe1",), _facing, foe="Basilisk"),
    "wants": Stage(("cast hero1",), _reading("cairn.spell.greed"), foe="Goblin; Wolf"),
    "which_armour": Stage(("attack foe1",), _armoured, foe="Owlbear"),
}
"""By what is asked, and by the words of effects."""
