"""Light: torches, which burn for Cycles and can be relit, and lanterns, which burn oil."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.combat.manoeuvre import Manoeuvre
from tallow.games.modified_cairn.gear.inventory import item_of, mark, person, with_item, without
from tallow.games.modified_cairn.gear.slots import fits
from tallow.games.modified_cairn.state import (
    HOUR,
    Creature,
    Declaration,
    Item,
    State,
    able,
)
from tallow.games.modified_cairn.world.darkness import LANTERNS, PLACES, shade
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

OIL: RuleId = "modified_cairn.item.oil_can"

KINDLED = "kindled"
"""A torch that has burned before: to light it again marks a dot."""


def lightable(creature: Creature) -> tuple[str, ...]:
    """The ids of what a creature could light: in place or able to fit in a hand, with a dot or oil left."""
    found = [item for item in creature.items if item.ref in PLACES and not item.lit]
    return tuple(
        [
            item.id
            for item in found
            if (item.place in PLACES[item.ref] or fits(creature, item, "hands"))
            and (oil(creature) is not None if item.ref in LANTERNS else item.dots < item.uses)
        ]
    )


def oil(creature: Creature) -> Item | None:
    """The first oil can that is not empty."""
    return next((item for item in creature.items if item.ref == OIL and item.dots < item.uses), None)


@rule(
    "modified_cairn.action.light_torch",
    "modified_cairn.light.torch_relight",
    "modified_cairn.light.torch_dots",
    "modified_cairn.item.torch",
    "modified_cairn.item.candle",
    "modified_cairn.item.lantern",
    "modified_cairn.item.bullseye_lantern",
)
def kindle(play: Play, creature: Creature, which: str) -> Creature:
    """Light a thing, taking it in hand if need be; relighting a torch marks a dot, which may use it up."""
    thing = item_of(creature, which)
    again = KINDLED in thing.qualities and thing.ref not in LANTERNS
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
    """Put a light out; it keeps the count of Cycles burned."""
    thing = item_of(creature, which)
    play.tell("light.out", creature.name, thing.name, why="modified_cairn.action.douse_torch")
    return with_item(creature, replace(thing, lit=False))


@rule(
    "modified_cairn.light.torch_burn",
    "modified_cairn.light.torch_dots",
    "modified_cairn.inventory.limited_uses",
    "modified_cairn.item.lantern",
    "modified_cairn.item.bullseye_lantern",
    "modified_cairn.item.oil_can",
    "modified_cairn.item.candle",
)
def burn(play: Play, state: State, seconds: int) -> State:
    """Burn all lights for a time: a dot, or a use of oil, for every six Cycles; part hours add up."""
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
        if item.ref in LANTERNS:
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
    """The creature after burning this many uses of oil; without oil the lantern goes out."""
    for _ in range(marks):
        can = oil(creature)
        if can is not None:
            left = mark(can)
            creature = without(creature, can.id) if left is None else with_item(creature, left)
        if oil(creature) is None:
            return douse(play, creature, lantern)
    return creature


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


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "light_torch",
        _light,
        "modified_cairn.action.light_torch",
        shown=lambda state, who: state.combat is None and _has_light(state, who),
        refuse=_nothing_to_light,
        group="dungeon",
        rank=1,
    ),
    Deed(
        "douse_torch",
        _douse,
        "modified_cairn.action.douse_torch",
        cost="none",
        shown=lambda state, who: _has_light(state, who) and bool(_burning(state, who)),
        group="dungeon",
        rank=1,
    ),
)


def _say_light(play: Play, state: State, creature: Creature) -> Declaration:
    why = "modified_cairn.action.light_torch"
    which = play.choose(creature.seat, "light", lightable(creature), creature.name, why=why)
    return Declaration(creature.id, "light", item=which)


@rule("modified_cairn.action.light_torch", "modified_cairn.light.torch_relight")
def _light_in_combat(play: Play, state: State, made: Declaration) -> State:
    """Light something in a fight, as the Action."""
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
