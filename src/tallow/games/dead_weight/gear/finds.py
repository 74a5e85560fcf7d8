"""Finds of a party in a place: who takes them, whether somebody still has them, and spending them."""

from msgspec.structs import replace

from tallow.games.dead_weight.entries.gear import Armour, Shield, Thing, Weapon
from tallow.games.dead_weight.gear.inventory import FOUND, SPOILED, entry, limit, load, stow, thing, without
from tallow.games.dead_weight.gear.trappings import use_up
from tallow.games.dead_weight.gear.treasure import catalogue, give_coins
from tallow.games.dead_weight.state import Adventurer, Item, State, able, alive, put
from tallow.games.exploring import Goods
from tallow.mechanics.ids import serial
from tallow.mechanics.suggestions import find_by_name
from tallow.play import Play, RuleId, rule

COINS_ID = "coins"
"""What is given as the id of coins, which nobody can tell from others."""


def goods(name: str) -> RuleId:
    """The id of the thing of that name; raises `Unknown` with the nearest name."""
    return find_by_name(name, _listed(), "thing", "Dead Weight").id


def _listed() -> list[Weapon | Armour | Shield | Thing]:
    return [of for ref in catalogue() if (of := entry(ref)) is not None]


@rule("dead_weight.action.explore_loot", "dead_weight.inventory.limit", "dead_weight.trappings.slots")
def give(play: Play, state: State, who: str, given: Goods) -> tuple[State, str]:
    """Give something to `who`, or else to anybody who can carry it unencumbered; gives its id, "" if nobody can.

    Coins belong to the whole party until it is out.
    """
    if given.coins:
        return give_coins(play, state, "", given.coins), COINS_ID
    after, item = _made(state, given)
    for one in sorted([one for one in state.party if alive(one)], key=lambda one: (one.id != who, not able(one))):
        laden = stow(one, item)
        if laden is not None and (load(laden) <= limit(laden) or load(laden) == load(one)):
            play.tell("given", one.name, item.name, why="dead_weight.trappings.slots")
            return put(after, laden), _id_in(laden, item)
    return state, ""


def _id_in(one: Adventurer, item: Item) -> str:
    """The id under which somebody has a thing: its own, or that of the stack that it was added to."""
    own = any(had.id == item.id for had in one.items)
    return item.id if own else next(had.id for had in one.items if had.ref == item.ref)


def _made(state: State, given: Goods) -> tuple[State, Item]:
    state, id_ = serial(state, "item")
    if given.like:
        item = replace(thing(goods(given.like), id_), name=given.name)
    else:
        item = Item(id_, given.name, place="back" if given.size else "notes", slots=given.size)
    return state, replace(item, value=given.worth, marks=(FOUND,))


def _borne(state: State) -> list[tuple[Adventurer, Item]]:
    return [(one, item) for one in state.party if alive(one) for item in one.items]


def held(state: State, id_: str) -> bool:
    """Whether somebody still has the thing of this id; always true for coins, which are not told apart."""
    return id_ == COINS_ID or any(item.id == id_ for _, item in _borne(state))


def owned(state: State, name: str) -> str:
    """The id of a usable thing of that name that somebody has, "" for none."""
    ref = goods(name)
    fit = [item.id for _, item in _borne(state) if item.ref == ref and not item.broken and SPOILED not in item.marks]
    return fit[0] if fit else ""


@rule("dead_weight.dice.usage")
def take(play: Play, state: State, id_: str) -> State:
    """Use up one use of a thing, one piece of a stack, or the thing itself."""
    for one, item in _borne(state):
        if item.id == id_:
            if item.usage or item.count > 1:
                return use_up(play, state, one.id, id_)
            play.tell("item.lost", one.name, item.name, why="dead_weight.trappings.slots")
            return put(state, without(one, id_))
    return state


def reward(play: Play, state: State, each: int, xp: int) -> State:
    """Give silver to each living adventurer; `xp` is not used, as lessons stand on the sheets."""
    for one in state.party:
        if each and alive(one):
            state = give_coins(play, state, one.id, each)
    return state
