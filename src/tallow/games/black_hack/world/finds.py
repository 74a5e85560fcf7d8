"""Finds in a place: listed things or others, coins, Experiences, and spending them."""

import re
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from tallow.games.black_hack.checks.usage import use_up
from tallow.games.black_hack.entries import (
    Piece,
    Spell,
    Thing,
    Weapon,
    Wonder,
    armour,
    prayers,
    spells,
    things,
    weapons,
    wonders,
)
from tallow.games.black_hack.gear.burden import load, room
from tallow.games.black_hack.gear.found import conjured, wonder
from tallow.games.black_hack.gear.things import called, made, without
from tallow.games.black_hack.monsters.spoils import spoils
from tallow.games.black_hack.state import Character, Item, State, able, alive, character, put
from tallow.games.black_hack.world.treasure import fallen, purse
from tallow.games.exploring import Goods
from tallow.mechanics.ids import serial
from tallow.mechanics.suggestions import find_by_name
from tallow.play import REFEREE, Play, RuleId, rule

COINS_ID = "coins"
"""What is given as the id of coins, which nobody can tell from others."""

RANDOM_ITEM = "Random magic item"
WRITTEN = re.compile(r"(Scroll|Spellbook|Prayer Book): (.+)")
"""Something written, with the names of the spells or prayers in it."""

TAKE: RuleId = "black_hack.action.handle_item"
QUEST: RuleId = "black_hack.xp.award_quest"


def goods(name: str) -> None:
    """Raise an error for a name that no thing has."""
    if name != RANDOM_ITEM and not _written(name):
        _entry(name)


def _entry(name: str) -> RuleId:
    listed: tuple[Thing | Weapon | Piece | Wonder, ...] = (
        *things().values(), *weapons().values(), *armour().values(), *wonders().values()
    )  # fmt: skip
    return find_by_name(name, listed, "thing", "The Black Hack", also=(RANDOM_ITEM,)).id


def _written(name: str) -> tuple[RuleId, ...]:
    """The spells or prayers of a book or scroll with this description; none if it is no such thing."""
    found = WRITTEN.fullmatch(name)
    if found is None:
        return ()
    known: Iterable[Spell] = {"Spellbook": spells().values(), "Prayer Book": prayers().values()}.get(
        found[1], (*spells().values(), *prayers().values())
    )
    listed = tuple(known)
    return tuple([find_by_name(part.strip(), listed, "spell", "The Black Hack").id for part in found[2].split(",")])


def _made(play: Play, state: State, given: Goods) -> tuple[State, Item]:
    state, id_ = serial(state, "i")
    if given.like == RANDOM_ITEM:
        return state, wonder(play, REFEREE, id_, state.settings)
    if texts := _written(given.like):
        return state, Item(id_, given.name, spells=texts)
    if given.like:
        ref = _entry(given.like)
        found = (
            conjured(play, ref, REFEREE, id_, state.settings) if ref in wonders() else made(ref, id_, state.settings)
        )
        return state, replace(found, name=given.name)
    return state, Item(id_, given.name, counts=given.size, value=given.worth)


@rule("black_hack.inventory.limit", "black_hack.inventory.encumbered", "black_hack.coin.unit")
def give(play: Play, state: State, who: str, given: Goods) -> tuple[State, str]:
    """Give it to `who`, or to anybody who can carry it, first those not encumbered by it; gives its id, "" for none."""
    people = sorted([one for one in state.party if alive(one)], key=lambda one: (one.id != who, not able(one)))
    if given.coins:
        return (_paid(play, state, people[0].id, given.coins), COINS_ID) if people else (state, "")
    after, item = _made(play, state, given)
    carriers = [one for one in people if item.counts <= room(one)]
    for one in sorted(carriers, key=lambda one: load(one) + item.counts > one.strength)[:1]:
        play.tell("treasure.thing", one.name, called(item), why=TAKE)
        return put(after, replace(one, items=(*one.items, item))), item.id
    return state, ""


def _paid(play: Play, state: State, who: str, coins: int) -> State:
    one = character(state, who)
    play.tell("treasure.coins", one.name, coins, why="black_hack.coin.unit")
    return put(state, replace(one, coins=one.coins + coins))


def _borne(state: State, fits: Callable[[Item], bool]) -> list[tuple[Character, Item]]:
    return [(one, item) for one in state.party if alive(one) for item in one.items if fits(item)]


def held(state: State, id_: str) -> bool:
    """Whether somebody still has the thing of this id; always true for coins, which are not told apart."""
    return id_ == COINS_ID or bool(_borne(state, lambda item: item.id == id_))


def owned(state: State, name: str) -> str:
    """The id of a thing of that name that somebody has, "" for none."""
    ref = "" if _written(name) or name == RANDOM_ITEM else _entry(name)
    found = _borne(state, lambda item: bool(ref and item.ref == ref) or item.name.casefold() == name.casefold())
    return found[0][1].id if found else ""


@rule("black_hack.usage.roll")
def take(play: Play, state: State, id_: str) -> State:
    """Use it once, by its Usage Die, or use up the thing itself."""
    for one, item in _borne(state, lambda item: item.id == id_):
        play.tell("item.given", one.name, called(item), why=TAKE)
        if item.usage:
            return use_up(play, state, one.id, id_)
        return put(state, replace(one, items=without(one.items, id_)))
    return state


@rule("black_hack.treasure.coins")
def loot(play: Play, state: State) -> State:
    """The purses of the fallen go to the first who can take them; their weapons lie on the ground."""
    taker = next((one.id for one in state.party if able(one)), "")
    coins = sum([purse(play, foe) for foe in fallen(state)])
    state = spoils(play, state)
    return _paid(play, state, taker, coins) if taker and coins else state


@rule("black_hack.xp.awarded", "black_hack.xp.abstract")
def experience(play: Play, state: State, why: RuleId) -> State:
    """Give an Experience to all who live."""
    for one in state.party:
        if alive(one):
            play.tell("experience", one.name, why, len(one.life.experiences) + 1, why=why)
            state = put(state, replace(one, life=replace(one.life, experiences=(*one.life.experiences, why))))
    return state


@rule("black_hack.xp.award_quest", "black_hack.coin.unit")
def reward(play: Play, state: State, each: int, xp: int) -> State:
    """Coins and Experiences for each character who lives."""
    for one in state.party if each else ():
        if alive(one):
            state = _paid(play, state, one.id, each)
    for _ in range(xp):
        state = experience(play, state, QUEST)
    return state
