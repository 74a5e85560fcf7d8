"""Darkness: a light serves three in marching order; who is left in the dark."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.characters.boons import MADE_EYE
from tallow.games.modified_cairn.magic.places import LIT, NIGHT, in_place
from tallow.games.modified_cairn.state import Creature, Dungeon, State, able, alive, gain, has, shed
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

TORCH: RuleId = "modified_cairn.item.torch"
CANDLE: RuleId = "modified_cairn.item.candle"
LANTERNS: tuple[RuleId, ...] = ("modified_cairn.item.lantern", "modified_cairn.item.bullseye_lantern")
PLACES = {TORCH: ("hands",), CANDLE: ("hands", "body")} | dict.fromkeys(LANTERNS, ("hands", "body"))
"""Where a light can burn."""

SERVES = 3
"""How many creatures one light serves."""

DARK = "in_the_dark"

GLOWING = ("Glowsnail", "Star-Iron Mace")
"""Things that give light by themselves in a hand or on the Body."""

WISP = "Wisp Lantern"
"""The lantern that feeds on pain and fear: in a fight, or beside the wounded, it serves its bearer."""

PROMISE: RuleId = "modified_cairn.relic.parliaments_promise"


@rule("modified_cairn.light.one_per_three", "modified_cairn.light.too_few", "modified_cairn.light.scout")
def in_the_dark(state: State) -> tuple[str, ...]:
    """The ids of those without light: beyond three for each source, farthest from it, and scouts without one.

    A candle serves its bearer alone. Magic can light a place, or make it night for all. Outside of dungeons it is dark
    only where a fight is in a dark place.
    """
    dungeon = (state.dungeon if inside(state) else None) or Dungeon(lit=True)
    here = _marching(state, dungeon)
    if in_place(state, NIGHT):
        return tuple([one.id for one in here if not _sees_in_the_dark(one)])
    if in_place(state, LIT):
        return ()
    if dungeon.lit and not (state.combat is not None and state.combat.dark):
        return ()
    together = [one for one in here if one.id not in dungeon.ahead]
    dark = [one.id for one in here if one.id in dungeon.ahead and not _sources(one) and not _dim(state, one)]
    sources = [_sources(one) for one in together]
    served = SERVES * sum(sources)
    if served >= len(together):
        return tuple([who for who in dark if not _sees_in_the_dark(find(state, who))])
    bearers = [at for at, lights in enumerate(sources) if lights]
    near = sorted(range(len(together)), key=lambda at: (min([abs(at - b) for b in bearers], default=0), at))
    dark += [together[at].id for at in near[served:] if not _dim(state, together[at])]
    return tuple([who for who in dark if not _sees_in_the_dark(find(state, who))])


@rule("modified_cairn.relic.parliaments_promise", "modified_cairn.table.barber_surgeon_1")
def _sees_in_the_dark(creature: Creature) -> bool:
    """Whether a creature needs no light: it wears the relic that sees for it, or has a made eye."""
    if MADE_EYE in creature.life.history:
        return True
    return any(item.ref == PROMISE and item.place == "body" for item in creature.items)


def inside(state: State) -> bool:
    """Whether the party is in the dungeon, possibly in a fight there; `State.dungeon` alone may be a former one."""
    return state.phase == "dungeon" or (state.combat is not None and state.combat.back_to == "dungeon")


@rule("modified_cairn.action.set_marching_order")
def _marching(state: State, dungeon: Dungeon) -> list[Creature]:
    """The creatures that walk with the party, in marching order; ridden or led beasts need no light."""
    place = {who: at for at, who in enumerate(dungeon.order)}
    here = [one for one in state.party if alive(one) and not one.detachment and not has(one, "mount")]
    return sorted(here, key=lambda one: place.get(one.id, len(place)))


def _sources(creature: Creature) -> int:
    lit = [item for item in creature.items if item.lit]
    burning = sum([item.place in PLACES.get(item.ref, ()) and item.ref != CANDLE for item in lit])
    return burning + _glowing(creature)


@rule("modified_cairn.table.fungal_forager_2", "modified_cairn.table.hexenbane_1")
def _glowing(creature: Creature) -> int:
    """How many things that give light by themselves a creature has in hand or on the Body."""
    return sum([item.name in GLOWING and item.place in ("hands", "body") for item in creature.items])


@rule("modified_cairn.table.greenwise_2", "modified_cairn.item.candle")
def _dim(state: State, creature: Creature) -> bool:
    """Whether a creature has light for itself alone: a candle, or a wisp that feeds on pain and fear."""
    if any(item.lit and item.ref == CANDLE for item in creature.items):
        return True
    fed = state.combat is not None or any(has(one, "wounded") for one in state.party)
    return fed and any(item.name == WISP and item.place in ("hands", "body") for item in creature.items)


@rule("modified_cairn.light.too_few", "modified_cairn.weapon.ranged_sight")
def shade(state: State) -> State:
    """The state with exactly those without light `in_the_dark`: their attacks are Impaired, their position bad."""
    dark = in_the_dark(state)
    changed = [
        gain(one, DARK) if one.id in dark else shed(one, DARK)
        for one in state.party
        if (one.id in dark) != has(one, DARK)
    ]
    return put(state, *changed) if changed else state


@rule("modified_cairn.action.set_marching_order", "modified_cairn.light.scout")
def march(play: Play, state: State, who: str) -> State:
    """A player sets their character's place in the marching order, or ahead of the others as a scout."""
    dungeon = state.dungeon
    if dungeon is None:
        return state
    walkers = [one.id for one in _marching(state, dungeon)]
    why = "modified_cairn.action.set_marching_order"
    places: tuple[Any, ...] = (*range(1, len(walkers) + 1), "ahead")
    at: Any = play.choose(find(state, who).seat, "march", places, find(state, who).name, why=why)
    ahead = tuple([one for one in dungeon.ahead if one != who])
    if at == "ahead":
        ahead, at = (*ahead, who), 1
    order = [one for one in walkers if one != who]
    order.insert(at - 1, who)
    play.tell("march", tuple([find(state, one).name for one in order]), why=why)
    return shade(replace(state, dungeon=replace(dungeon, order=tuple(order), ahead=ahead)))


def _walks(state: State, who: str) -> bool:
    declaring = state.phase == "dungeon" and state.dungeon is not None and state.dungeon.step == "declare"
    return declaring and any(one.id == who and able(one) for one in state.party) and len(state.party) > 1


DEEDS: tuple[Deed[State], ...] = (
    Deed("set_marching_order", march, "modified_cairn.action.set_marching_order", shown=_walks, group="dungeon"),
)
