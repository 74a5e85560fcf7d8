"""Finds: arms, lights, ordinary gear, scrolls, magic, treasure and coins; and things given away."""

import re
from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.exploring import Goods
from tallow.games.vanilla.characters.experience import AWARD, find_gold, found_here, share
from tallow.games.vanilla.entries import Armour, Weapon, armour, enchantments, potions, spells, weapons
from tallow.games.vanilla.gear.bubbles import BUNDLES, GEAR, LIGHTS, empty_ones, named_gear, packed
from tallow.games.vanilla.gear.inventory import (
    coins_fit,
    fits,
    give_coins,
    made,
    minor,
    potion,
    scroll,
    treasure,
    with_item,
    without,
)
from tallow.games.vanilla.state import Creature, Item, State, able, alive
from tallow.games.vanilla.world.treasure import found_scroll, minor_item
from tallow.mechanics.ids import serial
from tallow.mechanics.suggestions import Unknown, find_by_name, nearest
from tallow.mechanics.two_sides import put
from tallow.play import Play, RuleId, rule

COINS_ID = "coins"
"""The id given for coins, which cannot be told apart."""

RANDOM_SCROLL, RANDOM_ITEM = "Random scroll", "Random magic item"
MARVEL = re.compile(r"(Scroll|Potion|Magic): (.+)")
"""A scroll or potion of a spell, or a minor magic thing."""

TITLE = "Grit and Flesh"
GIVES: RuleId = "vanilla.action.use"


def goods(name: str) -> None:
    """Raise an error if no thing has this name."""
    if name not in GEAR and name not in (RANDOM_SCROLL, RANDOM_ITEM) and _marvel(name) is None:
        _arms(name)


def _arms(name: str) -> Weapon | Armour:
    listed: tuple[Weapon | Armour, ...] = (*weapons().values(), *armour().values())
    return find_by_name(name, listed, "thing", TITLE, also=(*GEAR, RANDOM_SCROLL, RANDOM_ITEM))


def _marvel(name: str) -> Item | None:
    """The scroll, potion or magic thing that a name describes; None if it describes none."""
    found = MARVEL.fullmatch(name)
    if found is None:
        return None
    if found[1] == "Magic":
        if found[2] not in enchantments():
            raise Unknown("thing", found[2], nearest(found[2], enchantments()), TITLE)
        return minor(enchantments()[found[2]])
    known = {ref: spell for ref, spell in spells().items() if found[1] == "Scroll" or ref in potions()}
    spell = find_by_name(found[2], known.values(), "spell", TITLE)
    return scroll(spell.id, spell.name) if found[1] == "Scroll" else potion(spell.id)


def _made(play: Play, state: State, given: Goods) -> tuple[State, Item]:
    state, id_ = serial(state, "i")
    if given.like == RANDOM_SCROLL:
        return state, replace(found_scroll(play), id=id_)
    if given.like == RANDOM_ITEM:
        return state, replace(minor_item(play), id=id_)
    if given.like in LIGHTS:
        return state, replace(made(LIGHTS[given.like], id_), count=BUNDLES.get(given.like, 1))
    if given.like:
        marvel = _marvel(given.like)
        return state, made(_arms(given.like).id, id_) if marvel is None else replace(marvel, id=id_)
    if given.worth:
        return state, found_here(state, treasure(given.name, given.worth, id_, given.size))
    return state, Item(id_, given.name, slots=given.size)


@rule("vanilla.carry.full", "vanilla.carry.coins", "vanilla.carry.gear", "vanilla.xp.gold")
def give(play: Play, state: State, who: str, given: Goods) -> tuple[State, str]:
    """Give a find to this character, or to whoever has slots for it; else it stays where it is."""
    people = sorted([one for one in state.party if _bears(one)], key=lambda one: (one.id != who, not able(one)))
    if given.coins:
        return _coined(play, state, people, given.coins)
    if given.like in GEAR and given.like not in LIGHTS:
        for one in people[:1]:
            play.tell("takes.thing", one.name, given.name, why=GIVES)
            return packed(state, one.id, given.like), given.like
    after, item = _made(play, state, given)
    for one in people:
        if fits(after, one, item):
            play.tell("takes.thing", one.name, item.name, why=GIVES)
            return put(after, with_item(one, item)), item.id
    return state, ""


def _bears(one: Creature) -> bool:
    return alive(one) and one.kind != "enemy"


def _coined(play: Play, state: State, people: list[Creature], coins: int) -> tuple[State, str]:
    """Give coins to one character after another, as far as their slots go; all of the coins, or none."""
    if coins > sum([coins_fit(state, one) for one in people]):
        return state, ""
    state, left = find_gold(state, coins), coins
    for one in people:
        part = min(left, coins_fit(state, one))
        if part:
            play.tell("takes.coins", one.name, part, why="vanilla.carry.coins")
            state, left = put(state, replace(one, coins=one.coins + part)), left - part
    return state, COINS_ID


def _borne(state: State, fit: Callable[[Item], bool]) -> list[tuple[Creature, Item]]:
    return [(one, item) for one in state.party if _bears(one) for item in one.items if fit(item)]


def held(state: State, id_: str) -> bool:
    """Whether somebody still has a find; True for coins, which cannot be told apart.

    Ordinary gear has no ids of its own: it goes by its name.
    """
    return id_ == COINS_ID or bool(_borne(state, lambda item: item.id == id_)) or _carried(state, id_)


def _carried(state: State, gear: str) -> bool:
    return any(gear in one.gear for one in state.party if _bears(one))


def _filler(state: State) -> str:
    """Who has a Gear Bubble to fill; "" for nobody."""
    return next((one.id for one in state.party if able(one) and empty_ones(one) > 0), "")


@rule("vanilla.bubble.fill", "vanilla.bubble.what")
def owned(state: State, name: str) -> str:
    """The id of a thing of this name that somebody has, or could have in a Gear Bubble."""
    ref = LIGHTS.get(name, "")
    found = _borne(state, lambda item: bool(ref and item.ref == ref) or item.name.casefold() == name.casefold())
    if found:
        return found[0][1].id
    return name if _carried(state, name) or (name in GEAR and _filler(state)) else ""


@rule("vanilla.bubble.fill")
def fetched(play: Play, state: State, id_: str) -> State:
    """The state with gear that nobody carries from a Gear Bubble in somebody's pack."""
    filler = "" if held(state, id_) or id_ not in GEAR else _filler(state)
    return named_gear(play, state, filler, id_) if filler else state


@rule("vanilla.carry.gear", "vanilla.bubble.fill")
def take(play: Play, state: State, id_: str) -> State:
    """Remove a piece of gear, one of a bundle, or the thing itself."""
    for one, item in _borne(state, lambda item: item.id == id_):
        play.tell("parts_with", one.name, item.name, why=GIVES)
        left = with_item(one, replace(item, count=item.count - 1)) if item.count > 1 else without(one, id_)
        return put(state, left)
    for one in state.party:
        if _bears(one) and id_ in one.gear:
            play.tell("parts_with", one.name, id_, why=GIVES)
            at = one.gear.index(id_)
            return put(state, replace(one, gear=(*one.gear[:at], *one.gear[at + 1 :])))
    after = fetched(play, state, id_)
    return state if after is state else take(play, after, owned(after, id_))


@rule("vanilla.xp.split", "vanilla.xp.helpers", "vanilla.action.gm_award")
def reward(play: Play, state: State, each: int, xp: int) -> State:
    """Give coins to each living character, without XP because they are earned in a settlement; and XP to be split."""
    for one in state.party if each else ():
        if one.kind == "pc" and alive(one):
            play.tell("takes.coins", one.name, each, why="vanilla.carry.coins")
            state = give_coins(play, state, one.id, each)
    return share(play, state, xp, AWARD)
