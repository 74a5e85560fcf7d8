"""Finds: things of the game or of an adventure, who takes them, and things given away for good."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.exploring import Goods
from tallow.games.modified_cairn.gear.inventory import mark, person, receive, weighed, with_item, without
from tallow.games.modified_cairn.gear.slots import overloaded
from tallow.games.modified_cairn.gear.things import made
from tallow.games.modified_cairn.gear.wealth import earn
from tallow.games.modified_cairn.goods import (
    Arm,
    Armour,
    Relic,
    Runeskelf,
    Thing,
    armours,
    relics,
    runeskelfs,
    things,
    weapons,
)
from tallow.games.modified_cairn.magic.runes import random_shard
from tallow.games.modified_cairn.state import Creature, Item, Size, State, able, alive
from tallow.mechanics.ids import serial
from tallow.mechanics.suggestions import find_by_name
from tallow.mechanics.two_sides import put
from tallow.play import REFEREE, Play, RuleId, rule

COINS_ID = "coins"
"""The id given for coins, which cannot be told apart."""

RANDOM_RUNESKELF: RuleId = "modified_cairn.item.random_runeskelf"
SCROLL: RuleId = "modified_cairn.item.scroll"


def people(state: State) -> list[Creature]:
    """The living characters and hirelings; beasts and companions go where they go."""
    return [one for one in state.party if alive(one) and person(one)]


def _entry(name: str) -> RuleId:
    listed: tuple[Thing | Arm | Armour | Relic | Runeskelf, ...] = (
        *things().values(), *weapons().values(), *armours().values(), *relics().values(), *runeskelfs().values()
    )  # fmt: skip
    return find_by_name(name, listed, "thing", "Modified Cairn").id


def goods(name: str) -> None:
    """Raise an error if no thing has this name."""
    _entry(name)


@rule("modified_cairn.inventory.overload", "modified_cairn.wealth.coins_no_slots", "modified_cairn.setting.price_coin")
def give(play: Play, state: State, who: str, given: Goods) -> tuple[State, str]:
    """Give a find to this character, or to whoever has slots for it; if nobody has room, it stays."""
    bearers = sorted(people(state), key=lambda one: (one.id != who, not able(one)))
    if given.coins and bearers:
        return put(state, _paid(play, bearers[0], given.coins, state)), COINS_ID
    after, thing = _made(play, state, given)
    for one in bearers:
        laden = receive(one, thing)
        if overloaded(one) or not overloaded(laden):
            play.tell("bestowed", one.name, thing.name, why="modified_cairn.action.pick_up")
            return put(after, weighed(play, one, laden)), thing.id
    return state, ""


def _paid(play: Play, creature: Creature, coins: int, state: State) -> Creature:
    play.tell("coins.found", creature.name, coins, state.settings.price_coin, why="modified_cairn.wealth.coins")
    return replace(creature, wealth=earn(creature.wealth, coins, state.settings))


@rule("modified_cairn.magic.random_runes", "modified_cairn.size.normal", "modified_cairn.wealth.treasure_slots")
def _made(play: Play, state: State, given: Goods) -> tuple[State, Item]:
    """Make a find: a thing of the game, a Runeskelf or scroll with rolled runes, or a treasure with a price."""
    state, id_ = serial(state, "i")
    if given.like:
        ref = _entry(given.like)
        if ref in (RANDOM_RUNESKELF, SCROLL):
            return state, random_shard(play, REFEREE, id_, scroll=ref == SCROLL)
        return state, made(ref, id_, given.name)
    size: Size = "petty" if given.size == 0 else "normal" if given.size == 1 else "bulky"
    return state, Item(id_, given.name, size=size, price=given.worth)


def _borne(state: State, fits: Callable[[Item], bool]) -> list[tuple[Creature, Item]]:
    return [(one, item) for one in people(state) for item in one.items if fits(item)]


def held(state: State, id_: str) -> bool:
    """Whether somebody still has a find; True for coins, which cannot be told apart."""
    return id_ == COINS_ID or bool(_borne(state, lambda item: item.id == id_))


def owned(state: State, name: str) -> str:
    """The id of a thing of this name that somebody has; "" if nobody has one."""
    ref = _entry(name)
    found = _borne(state, lambda item: item.ref == ref or item.name.casefold() == name.casefold())
    return found[0][1].id if found else ""


@rule("modified_cairn.inventory.limited_uses")
def take(play: Play, state: State, id_: str) -> State:
    """Remove one use of a thing, or the thing itself."""
    for one, item in _borne(state, lambda item: item.id == id_):
        left_over = mark(item) if item.bundle or item.uses else None
        play.tell("parted_with", one.name, item.name, why="modified_cairn.action.give_item")
        return put(state, with_item(one, left_over) if left_over else without(one, id_))
    return state


def reward(play: Play, state: State, each: int, xp: int) -> State:
    """Give coins to each living character; the game has no experience points."""
    return put(state, *(_paid(play, one, each, state) for one in people(state) if one.kind == "pc" and each))
