"""Items: when each can be used, and using it: its effect first, then its usage die, or the piece is used up."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tallow.games.dead_weight.entries.gear import things
from tallow.games.dead_weight.gear.handling import at_ease, nothing_of
from tallow.games.dead_weight.gear.inventory import AWAY, SPOILED, find_item, with_item
from tallow.games.dead_weight.gear.light import in_dark
from tallow.games.dead_weight.gear.trappings import use_up
from tallow.games.dead_weight.gear.uses import FIRST_AID, LIGHTS, Tag, When, is_remedy, use_of
from tallow.games.dead_weight.state import Adventurer, Item, State, able, adventurer, put
from tallow.games.deeds import Deed
from tallow.play import Play, rule

FREELY: When = ("quick",)
IN_TURN: When = ("slow", "scroll")
IN_FIGHT: When = ("quick", "scroll")
IN_CAMP: When = ("quick", "slow", "scroll")
CAMP_ITEMS: When = ("camp",)
AT_LEISURE: When = ("quick", "slow", "scroll", "camp")
"""What can be used when: free while exploring, for a turn of it, in a fight, free in camp, for a camp action, and
between expeditions."""

USE = "dead_weight.trappings.tags"


@rule("dead_weight.trappings.tags", "dead_weight.exploration.free_quick", "dead_weight.action.explore_use_item")
def tags(item: Item) -> tuple[Tag, ...]:
    """The tags that say when a thing can be used; without one it is slow, and a scroll has its own rule."""
    of = things().get(item.ref)
    if of is None:
        return ()
    if "scroll" in of.roles:
        return ("scroll",)
    if item.ref == FIRST_AID:
        return ("camp", "slow")
    known: tuple[Any, ...] = tuple(tag for tag in of.tags if tag != "equipment")
    return known or (() if of.tags else ("slow",))


def usable(state: State, who: str, *when: Tag) -> Iterator[str]:
    """The ids of things that somebody has at hand and can use to some effect now."""
    one = adventurer(state, who)
    for item in one.items:
        if item.broken or SPOILED in item.marks or item.place in AWAY or item.lit:
            continue
        use = use_of(item)
        if use is None or not any(tag in when for tag in tags(item)):
            continue
        if use.upon is None or use.upon(state, one, item, when):
            yield item.id


@rule("dead_weight.trappings.tags", "dead_weight.action.combat_item", "dead_weight.action.combat_give")
def use_item(play: Play, state: State, who: str, *when: Tag) -> State:
    """Use a thing, on whom or what the player chooses; remedies are listed first, before them lights in the dark."""
    one = adventurer(state, who)
    which = play.choose(one.seat, "use_what", choice_of_use(state, who, *when), one.name, why=USE)
    return use(play, state, who, which, *when)


def choice_of_use(state: State, who: str, *when: Tag) -> tuple[str, ...]:
    """The ids of what somebody can use to some effect now: in the dark lights first, then what cures or heals."""
    one = adventurer(state, who)
    first = LIGHTS if in_dark(state, who) else ()

    def rank(id_: str) -> tuple[bool, bool]:
        ref = find_item(one, id_).ref
        return ref not in first, not is_remedy(ref)

    return tuple(sorted(usable(state, who, *when), key=rank))


@rule("dead_weight.trappings.tags", "dead_weight.dice.usage", "dead_weight.scroll.use")
def use(play: Play, state: State, who: str, which: str, *when: Tag) -> State:
    """Apply the effect of a thing, and use it up by one use."""
    one = adventurer(state, who)
    item = find_item(one, which)
    known = use_of(item)
    if known is None:
        return state
    upon = ""
    if known.upon is not None:
        targets = known.upon(state, one, item, when)
        upon = play.choose(one.seat, "use_upon", targets, one.name, item.name, why=item.ref)
    play.tell("item.used", one.name, item.name, why=item.ref)
    state = known.do(play, state, who, item, upon)
    if known.spends and any(old.id == which for old in adventurer(state, who).items):
        state = use_up(play, state, who, which, item.ref)
    return state


@rule(
    "dead_weight.action.explore_use_item", "dead_weight.action.camp_camp_items", "dead_weight.exploration.turn_shared"
)
def all_use(play: Play, state: State, who: str, *when: Tag) -> State:
    """Somebody uses a thing, and everybody else who can may use one too, at the same cost."""
    state = use_item(play, state, who, *when)
    for other in state.party:
        if other.id == who or not able(other):
            continue
        options = tuple(usable(state, other.id, *when))
        if options:
            which = play.choose(other.seat, "use_as_well", ("nothing", *options), other.name, why=USE)
            if which != "nothing":
                state = use(play, state, other.id, which, *when)
    return state


def burning(_: State, one: Adventurer) -> tuple[str, ...]:
    """The ids of somebody's lights that burn."""
    return tuple(item.id for item in one.items if item.lit)


@rule("dead_weight.exploration.free_simple", "dead_weight.light.usage")
def snuff(play: Play, state: State, who: str) -> State:
    """Put out a light, which keeps its die."""
    one = adventurer(state, who)
    why = "dead_weight.exploration.free_simple"
    item = find_item(one, play.choose(one.seat, "snuff_what", burning(state, one), one.name, why=why))
    play.tell("light.snuffed", one.name, item.name, why=why)
    return put(state, with_item(one, replace(item, lit=False)))


def _when(state: State) -> When:
    """The tags of things that are free to use now."""
    return FREELY if state.phase == "exploration" else IN_CAMP if state.phase == "camp" else AT_LEISURE


@rule("dead_weight.exploration.free_quick", "dead_weight.action.camp_use_items", "dead_weight.action.explore_free")
def _use_freely(play: Play, state: State, who: str) -> State:
    """Use a thing that is free now: quick ones while exploring, slow ones too in camp, all between expeditions."""
    return use_item(play, state, who, *_when(state))


def _free_to_use(state: State, one: Adventurer) -> Iterator[str]:
    yield from usable(state, one.id, *_when(state))


def _has_light(state: State, who: str) -> bool:
    return at_ease(state, who) and bool(burning(state, adventurer(state, who)))


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "use_item",
        _use_freely,
        "dead_weight.exploration.free_quick",
        cost="free",
        shown=at_ease,
        refuse=nothing_of("nothing_to_use", _free_to_use, USE),
        group="slots",
    ),
    Deed("snuff", snuff, "dead_weight.exploration.free_simple", cost="free", shown=_has_light, group="slots"),
)
