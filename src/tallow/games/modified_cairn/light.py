"""Light: torches by Cycles and relights, lanterns by oil, one source for every three, and who is left in the dark."""

from typing import Any

from msgspec.structs import replace

from tallow.games.game import Deed, Refusal
from tallow.games.modified_cairn.inventory import item_of, mark, person, with_item, without
from tallow.games.modified_cairn.manoeuvre import Manoeuvre
from tallow.games.modified_cairn.slots import fits
from tallow.games.modified_cairn.state import (
    HOUR,
    Creature,
    Declaration,
    Dungeon,
    Item,
    State,
    able,
    alive,
    gain,
    has,
    shed,
)
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

TORCH: RuleId = "modified_cairn.item.torch"
CANDLE: RuleId = "modified_cairn.item.candle"
LANTERN: RuleId = "modified_cairn.item.lantern"
OIL: RuleId = "modified_cairn.item.oil_can"
PLACES = {TORCH: ("hands",), CANDLE: ("hands", "body"), LANTERN: ("hands", "body")}
"""Where a light can burn."""

SERVES = 3
"""How many one source is enough for."""

KINDLED = "kindled"
"""A torch that has burned before: to light it again marks a dot."""

DARK = "in_the_dark"


# ---------------------------------------------------------------- lighting and putting out


def lightable(creature: Creature) -> tuple[str, ...]:
    """What somebody could light now: something in its place or that would fit in a hand, with a dot or oil left."""
    found = [item for item in creature.items if item.ref in PLACES and not item.lit]
    return tuple(
        [
            item.id
            for item in found
            if (item.place in PLACES[item.ref] or fits(creature, item, "hands"))
            and (oil(creature) is not None if item.ref == LANTERN else item.dots < item.uses)
        ]
    )


def oil(creature: Creature) -> Item | None:
    """A can with oil left in it."""
    return next((item for item in creature.items if item.ref == OIL and item.dots < item.uses), None)


@rule(
    "modified_cairn.action.light_torch",
    "modified_cairn.light.torch_relight",
    "modified_cairn.light.torch_dots",
    "modified_cairn.item.torch",
    "modified_cairn.item.candle",
    "modified_cairn.item.lantern",
)
def kindle(play: Play, creature: Creature, which: str) -> Creature:
    """A light is lit, in hand unless it burns where it is; to light a torch again marks a dot, and may be its end."""
    thing = item_of(creature, which)
    again = KINDLED in thing.qualities and thing.ref != LANTERN
    why = "modified_cairn.light.torch_relight" if again else "modified_cairn.action.light_torch"
    place = thing.place if thing.place in PLACES[thing.ref] else "hands"
    qualities = (*thing.qualities, KINDLED) if KINDLED not in thing.qualities else thing.qualities
    thing = replace(thing, lit=True, place=place, dots=thing.dots + again, qualities=qualities)
    if thing.uses and thing.dots >= thing.uses:
        play.tell("light.spent", creature.name, thing.name, why=why)
        return with_item(creature, replace(thing, lit=False))
    play.tell("light.lit", creature.name, thing.name, thing.dots, why=why)
    return with_item(creature, thing)


@rule("modified_cairn.action.douse_torch", "modified_cairn.light.torch_burn")
def douse(play: Play, creature: Creature, which: str) -> Creature:
    """A light is put out; the Cycles that it has burned are kept."""
    thing = item_of(creature, which)
    play.tell("light.out", creature.name, thing.name, why="modified_cairn.action.douse_torch")
    return with_item(creature, replace(thing, lit=False))


# ---------------------------------------------------------------- burning


@rule(
    "modified_cairn.light.torch_burn",
    "modified_cairn.light.torch_dots",
    "modified_cairn.inventory.limited_uses",
    "modified_cairn.item.lantern",
    "modified_cairn.item.oil_can",
    "modified_cairn.item.candle",
)
def burn(play: Play, state: State, seconds: int) -> State:
    """Lights burn for a time: a dot for every six Cycles, part hours added up; a lantern's oil likewise."""
    for one in state.party:
        if any(item.lit for item in one.items):
            state = put(state, _burned(play, one, seconds))
    return shade(state)


def _burned(play: Play, creature: Creature, seconds: int) -> Creature:
    for item in creature.items:
        if not item.lit or item.ref not in PLACES:
            continue
        burned = item.burned + seconds
        marks = burned // HOUR - item.burned // HOUR
        if item.ref == LANTERN:
            creature = _oiled(play, with_item(creature, replace(item, burned=burned)), item.id, marks)
        elif item.dots + marks >= item.uses:
            play.tell("light.spent", creature.name, item.name, why="modified_cairn.light.torch_burn")
            creature = with_item(creature, replace(item, burned=burned, dots=item.uses, lit=False))
        else:
            creature = with_item(creature, replace(item, burned=burned, dots=item.dots + marks))
            if marks:
                play.tell(
                    "light.dots", creature.name, item.name, item.dots + marks, why="modified_cairn.light.torch_burn"
                )
    return creature


def _oiled(play: Play, creature: Creature, lantern: str, marks: int) -> Creature:
    """So many uses of oil are burned; without oil the lantern goes out."""
    for _ in range(marks):
        can = oil(creature)
        if can is not None:
            left = mark(can)
            creature = without(creature, can.id) if left is None else with_item(creature, left)
        if oil(creature) is None:
            return douse(play, creature, lantern)
    return creature


# ---------------------------------------------------------------- who sees


@rule("modified_cairn.light.one_per_three", "modified_cairn.light.too_few", "modified_cairn.light.scout")
def in_the_dark(state: State) -> tuple[str, ...]:
    """Who has no light: all beyond three for each source, farthest in marching order, and scouts without one.

    A candle serves its bearer alone. Outside of dungeons it is dark only where a fight is in a dark place.
    """
    inside = state.phase == "dungeon" or _fighting_in(state)
    dungeon = (state.dungeon if inside else None) or Dungeon(lit=True)
    if dungeon.lit and not (state.combat is not None and state.combat.dark):
        return ()
    here = _marching(state, dungeon)
    together = [one for one in here if one.id not in dungeon.ahead]
    dark = [one.id for one in here if one.id in dungeon.ahead and not _sources(one) and not _dim(one)]
    bearers = [at for at, one in enumerate(together) if _sources(one)]
    served = SERVES * sum([_sources(one) for one in together])
    near = sorted(range(len(together)), key=lambda at: (min([abs(at - b) for b in bearers], default=0), at))
    dark += [together[at].id for at in near[served:] if not _dim(together[at])]
    return tuple(dark)


def _fighting_in(state: State) -> bool:
    return state.combat is not None and state.combat.back_to == "dungeon"


@rule("modified_cairn.action.set_marching_order")
def _marching(state: State, dungeon: Dungeon) -> list[Creature]:
    """Those who walk with the party, in marching order."""
    place = {who: at for at, who in enumerate(dungeon.order)}
    here = [one for one in state.party if alive(one) and not one.detachment]
    return sorted(here, key=lambda one: place.get(one.id, len(place)))


def _sources(creature: Creature) -> int:
    return sum([item.lit and item.place in PLACES.get(item.ref, ()) and item.ref != CANDLE for item in creature.items])


def _dim(creature: Creature) -> bool:
    return any(item.lit and item.ref == CANDLE for item in creature.items)


@rule("modified_cairn.light.too_few", "modified_cairn.weapon.ranged_sight")
def shade(state: State) -> State:
    """Whoever has no light is in the dark: attacks Impaired and a bad position; all others are not."""
    dark = in_the_dark(state)
    changed = [
        gain(one, DARK) if one.id in dark else shed(one, DARK)
        for one in state.party
        if (one.id in dark) != has(one, DARK)
    ]
    return put(state, *changed) if changed else state


@rule("modified_cairn.action.set_marching_order", "modified_cairn.light.scout")
def march(play: Play, state: State, who: str) -> State:
    """Where somebody walks: at which place of the order, or ahead of the others."""
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


# ---------------------------------------------------------------- deeds


def _nothing_to_light(state: State, who: str) -> Refusal | None:
    creature = find(state, who)
    if lightable(creature):
        return None
    return Refusal("nothing_to_light", (creature.name,), "modified_cairn.action.light_torch")


def _light(play: Play, state: State, who: str) -> State:
    creature = find(state, who)
    why = "modified_cairn.action.light_torch"
    which = play.choose(creature.seat, "light", lightable(creature), creature.name, why=why)
    return shade(put(state, kindle(play, creature, which)))


def _burning(state: State, who: str) -> tuple[str, ...]:
    return tuple([item.id for item in find(state, who).items if item.lit])


def _douse(play: Play, state: State, who: str) -> State:
    creature = find(state, who)
    why = "modified_cairn.action.douse_torch"
    which = play.choose(creature.seat, "douse", _burning(state, who), creature.name, why=why)
    return shade(put(state, douse(play, creature, which)))


def _has_light(state: State, who: str) -> bool:
    one = next((one for one in state.party if one.id == who), None)
    return one is not None and person(one) and able(one) and any(item.ref in PLACES for item in one.items)


def _walks(state: State, who: str) -> bool:
    inside = state.phase == "dungeon" and state.dungeon is not None and state.dungeon.step == "declare"
    return inside and any(one.id == who and able(one) for one in state.party) and len(state.party) > 1


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "light_torch",
        _light,
        "modified_cairn.action.light_torch",
        shown=lambda state, who: state.combat is None and _has_light(state, who),
        refuse=_nothing_to_light,
    ),
    Deed(
        "douse_torch",
        _douse,
        "modified_cairn.action.douse_torch",
        cost="none",
        shown=lambda state, who: _has_light(state, who) and bool(_burning(state, who)),
    ),
    Deed("set_marching_order", march, "modified_cairn.action.set_marching_order", shown=_walks),
)


# ---------------------------------------------------------------- in a fight


def _say_light(play: Play, state: State, creature: Creature) -> Declaration:
    why = "modified_cairn.action.light_torch"
    which = play.choose(creature.seat, "light", lightable(creature), creature.name, why=why)
    return Declaration(creature.id, "light", item=which)


@rule("modified_cairn.action.light_torch", "modified_cairn.light.torch_relight")
def _light_in_combat(play: Play, state: State, made: Declaration) -> State:
    """Lighting something in a fight is an Action."""
    creature = find(state, made.who)
    if made.item not in lightable(creature):
        return state
    return shade(put(state, kindle(play, creature, made.item)))


LIGHT = Manoeuvre(
    lambda state, creature: _nothing_to_light(state, creature.id),
    _say_light,
    _light_in_combat,
    "modified_cairn.action.light_torch",
    first=True,
    shown=lambda _, creature: bool(lightable(creature)),
)
