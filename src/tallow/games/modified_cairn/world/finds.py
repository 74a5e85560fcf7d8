"""What is found in a place: things of the game or of their own, who takes them, and what is given away for good."""

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
from tallow.games.modified_cairn.state import Creature, Item, Size, State, alive
from tallow.mechanics.ids import serial
from tallow.mechanics.suggestions import find_by_name
from tallow.mechanics.two_sides import put
from tallow.play import REFEREE, Play, RuleId, rule

COINS_ID = "coins"
"""What is given as the id of coins, which nobody can tell from others."""

RANDOM_RUNESKELF: RuleId = "modified_cairn.item.random_runeskelf"
SCROLL: RuleId = "modified_cairn.item.scroll"


def people(state: State) -> list[Creature]:
    """The characters and hirelings who live; beasts and companions go where they go."""
    return [one for one in state.party if alive(one) and person(one)]


def _entry(name: str) -> RuleId:
    listed: tuple[Thing | Arm | Armour | Relic | Runeskelf, ...] = (
        *things().values(), *weapons().values(), *armours().values(), *relics().values(), *runeskelfs().values()
    )  # fmt: skip
    return find_by_name(name, listed, "thing", "Modified Cairn").id


def goods(name: str) -> None:
    """Refuse a name that no thing has."""
    _entry(name)


@rule("modified_cairn.inventory.overload", "modified_cairn.wealth.coins_no_slots", "modified_cairn.setting.price_coin")
def give(play: Play, state: State, who: str, given: Goods) -> tuple[State, str]:
    """It goes to that one, or to whoever has slots for it; what nobody has room for stays."""
    bearers = sorted(people(state), key=lambda one: one.id != who)
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
    """The thing: one of the game's own, a Runeskelf or scroll whose runes are rolled, or something worth its price."""
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
    """Whether somebody still has it; coins are told from no others."""
    return id_ == COINS_ID or bool(_borne(state, lambda item: item.id == id_))


def owned(state: State, name: str) -> str:
    """The id of such a thing that somebody has."""
    ref = _entry(name)
    found = _borne(state, lambda item: item.ref == ref or item.name.casefold() == name.casefold())
    return found[0][1].id if found else ""


@rule("modified_cairn.inventory.limited_uses")
def take(play: Play, state: State, id_: str) -> State:
    """A use of it is gone, or the thing itself."""
    for one, item in _borne(state, lambda item: item.id == id_):
        left_over = mark(item) if item.bundle or item.uses else None
        play.tell("parted_with", one.name, item.name, why="modified_cairn.action.give_item")
        return put(state, with_item(one, left_over) if left_over else without(one, id_))
    return state


def reward(play: Play, state: State, each: int, xp: int) -> State:
    """Coins for each character who lives; there is no other reward than what one has and has become."""
    return put(state, *(_paid(play, one, each, state) for one in people(state) if one.kind == "pc" and each))
