"""The burden: how many items somebody carries, how many they can carry, and what they must drop."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.sways import encumbered
from tallow.games.black_hack.gear.things import called, find_item, without
from tallow.games.black_hack.state import Character, Item, State, character, put
from tallow.play import Play, RuleId, rule

LIMIT: RuleId = "black_hack.inventory.limit"
DROP: RuleId = "black_hack.action.drop_item"


@rule("black_hack.inventory.capacity", "black_hack.option.item_keywords")
def load(one: Character) -> int:
    """How many items somebody carries, worn or not."""
    return sum([item.counts for item in one.items])


@rule("black_hack.inventory.limit")
def room(one: Character) -> int:
    """How many more items somebody can carry: no more than twice their STR."""
    return 2 * one.strength - load(one)


@rule("black_hack.inventory.limit")
def overburdened(one: Character) -> bool:
    """Whether somebody carries more than they can, as after a loss of STR."""
    return room(one) < 0


def give(play: Play, state: State, who: str, item: Item) -> State:
    """Give somebody a thing; what they cannot carry lies on the ground."""
    one = character(state, who)
    if item.counts > room(one):
        play.tell("item.too_much", one.name, called(item), why=LIMIT)
        return replace(state, ground=(*state.ground, replace(item, place="pack", lit=False)))
    was = encumbered(one)
    one = replace(one, items=(*one.items, item))
    if encumbered(one) and not was:
        play.tell("encumbered", one.name, why="black_hack.inventory.encumbered")
    return put(state, one)


@rule("black_hack.inventory.limit")
def shed_load(play: Play, state: State, who: str) -> State:
    """Whoever carries more than they can must drop things at once until they can."""
    while overburdened(one := character(state, who)):
        heavy = tuple([item.id for item in reversed(one.items) if item.counts])
        state = dropped(play, state, who, play.choose(one.seat, "drop_item", heavy, one.name, -room(one), why=LIMIT))
    return state


def dropped(play: Play, state: State, who: str, which: str) -> State:
    """Drop a thing, which then lies on the ground."""
    one = character(state, who)
    item = find_item(one.items, which)
    was = encumbered(one)
    one = replace(one, items=without(one.items, which))
    play.tell("item.dropped", one.name, called(item), why=DROP)
    if was and not encumbered(one):
        play.tell("unencumbered", one.name, why="black_hack.inventory.encumbered")
    return replace(put(state, one), ground=(*state.ground, replace(item, place="pack", lit=False)))
