"""Using things: lights, things thrown in a fight, and everything else in a pack."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.checks.usage import use_up
from tallow.games.black_hack.combat.acting import turn_deed
from tallow.games.black_hack.combat.attacks import noticed
from tallow.games.black_hack.combat.ranges import within
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.gear.things import called, find_item, with_thing, without
from tallow.games.black_hack.gear.weapons import fightable
from tallow.games.black_hack.gear.wear import FEATHER, GARLIC, POISON, VENOM, hovers
from tallow.games.black_hack.harm.damage import AFIRE, damage
from tallow.games.black_hack.harm.hindrances import hinder, ongoing
from tallow.games.black_hack.magic import effects
from tallow.games.black_hack.magic.lasting import dropped, lay
from tallow.games.black_hack.monsters.passives import has_trait
from tallow.games.black_hack.monsters.specials import stopped
from tallow.games.black_hack.monsters.spoils import BEETLE
from tallow.games.black_hack.state import (
    Attribute,
    Band,
    Character,
    Creature,
    Item,
    State,
    alive,
    character,
    creature,
    everyone,
    find,
    put,
    with_marks,
)
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, rule

USE: RuleId = "black_hack.action.use_consumable"
LIGHT: RuleId = "black_hack.action.light"
FLINT: RuleId = "black_hack.item.flint_steel"
OIL: RuleId = "black_hack.item.jug_of_oil"
HOLY_WATER: RuleId = "black_hack.item.holy_water"
CALTROPS: RuleId = "black_hack.item.caltrops"
WAX: RuleId = "black_hack.item.wax"
DISGUISE: RuleId = "black_hack.item.disguise"
TOOLKIT: RuleId = "black_hack.item.thieves_toolkit"
INSTRUMENT: RuleId = "black_hack.item.musical_instrument"
ACORN: RuleId = "black_hack.magic_item.acorn_of_stoning"
CHAIN: RuleId = "black_hack.magic_item.chain_of_binding"
FLASK: RuleId = "black_hack.item.flask_wineskin"
SPIKES: RuleId = "black_hack.item.iron_spikes"

LIGHTS: tuple[RuleId, ...] = (
    "black_hack.item.torches",
    "black_hack.item.candles",
    OIL,
    "black_hack.magic_item.black_candle",
)
UNHOLY = ("undead", "daemon")


@rule("black_hack.item.flint_steel", "black_hack.action.light")
def fire(state: State, who: str) -> bool:
    """Whether somebody Close has fire: flint and steel, or a burning light."""
    near = [one for one in state.party if alive(one) and (state.combat is None or within(state, who, one.id, "close"))]
    return any(item.ref == FLINT or item.lit for one in near for item in one.items)


def lights(state: State, who: str) -> tuple[Any, ...]:
    """The options for lighting a light or putting one out."""
    mine = [item for item in character(state, who).items if item.ref in LIGHTS or item.ref == BEETLE]
    lit = [("off", item.id) for item in mine if item.lit]
    dark = [item for item in mine if not item.lit and (item.ref == BEETLE or fire(state, who))]
    return (*[("on", item.id) for item in dark], *lit)


@rule(
    "black_hack.action.light",
    "black_hack.light.sources",
    "black_hack.item.torches",
    "black_hack.item.candles",
    "black_hack.item.jug_of_oil",
    "black_hack.magic_item.black_candle",
)
def light(play: Play, state: State, who: str) -> State:
    """A torch, candle or lamp is lit, or put out."""
    one = character(state, who)
    how, which = play.choose(one.seat, "light", lights(state, who), one.name, why=LIGHT)
    item = find_item(one.items, which)
    play.tell("light.on" if how == "on" else "light.off", one.name, called(item), why=LIGHT)
    return put(state, replace(one, items=with_thing(one.items, replace(item, lit=how == "on"))))


def _no_fire(state: State, who: str) -> Refusal | None:
    return None if lights(state, who) else Refusal("no_fire", (character(state, who).name,), LIGHT)


def _has_light(state: State, who: str) -> bool:
    return any(item.ref in LIGHTS or item.ref == BEETLE for item in character(state, who).items)


def aims(state: State, who: str, ref: RuleId) -> tuple[str, ...]:
    """The ids of foes at whom a thing can be thrown: Close, with light Nearby.

    Holy water is for undead and daemons, a flask of water for those whom water hurts.
    """
    far: Band = "close" if in_the_dark(state, character(state, who)) else "nearby"
    there = [foe for foe in state.foes if fightable(foe) and within(state, who, foe.id, far)]
    return tuple([foe.id for foe in there if _harmed_by(foe, ref)])


@rule("black_hack.item.holy_water", "black_hack.item.flask_wineskin", "black_hack.monster.elemental_fire")
def _harmed_by(foe: Creature, ref: RuleId) -> bool:
    """Whether a thrown thing does anything to a foe."""
    if ref == FLASK:
        return has_trait(foe, "doused")
    return ref != HOLY_WATER or any(tag in UNHOLY for tag in foe.tags)


def throws(state: State, who: str) -> tuple[Any, ...]:
    """What somebody could throw, each with the foe whom it could hit."""
    mine = [item for item in character(state, who).items if item.ref in THROWN]
    return tuple([("throw", item.id, foe) for item in mine for foe in aims(state, who, item.ref)])


@rule("black_hack.attack.ranged_dex", "black_hack.usage.roll", "black_hack.magic_item.chain_of_binding")
def throw_item(play: Play, state: State, who: str) -> State:
    """Something is thrown at a foe as a ranged Attack, by DEX; hit or miss its Usage Die is rolled."""
    one = character(state, who)
    _, which, target = play.choose(one.seat, "throw_item", throws(state, who), one.name, why=USE)
    item, foe = find_item(one.items, which), creature(state, target)
    play.tell("throws", one.name, called(item), foe.name, why=item.ref)
    state, result = attempt(play, state, who, "DEX", item.ref, purpose="attack", against=foe)
    state = noticed(state, who, target)
    if result.success:
        state, undone = stopped(play, state, target)
        state = state if undone else THROWN[item.ref](play, state, who, target, 2 if result.nat == 1 else 1)
    else:
        play.tell("misses", one.name, foe.name, why=item.ref)
    if item.ref in (CHAIN, FLASK):
        one = character(state, who)
        state = put(state, replace(one, items=without(one.items, which)))
        left = (replace(item, place="pack"),) if item.ref == CHAIN else ()
        state = replace(state, ground=(*state.ground, *left))
    else:
        state = use_up(play, state, who, which, item.ref)
    return effects.attacked(play, state, who) if state.effects else state


@rule("black_hack.item.holy_water")
def _scald(play: Play, state: State, who: str, target: str, times: int) -> State:
    """1d6 damage, doubled by a natural 1."""
    amount = sum(play.roll(1, 6, by=character(state, who).seat, why=HOLY_WATER)) * times
    return damage(play, state, target, amount, HOLY_WATER, by=who, kind="holy")[0]


@rule("black_hack.item.flask_wineskin", "black_hack.monster.elemental_fire")
def _douse(play: Play, state: State, who: str, target: str, _: int) -> State:
    """Water deals a creature of fire its Hit Dice in damage."""
    return damage(play, state, target, creature(state, target).hd, FLASK, by=who, kind="water")[0]


@rule("black_hack.item.jug_of_oil")
def _burn(play: Play, state: State, who: str, target: str, _: int) -> State:
    """No damage at once, but Ongoing Damage, which is fire."""
    state = put(state, with_marks(creature(state, target), AFIRE))
    return ongoing(play, state, target, OIL, ends="DEX", by=who)


@rule("black_hack.magic_item.acorn_of_stoning")
def _petrify(play: Play, state: State, who: str, target: str, _: int) -> State:
    """No damage; the target is Paralysed for as long as the thrower's tests succeed."""
    return hinder(play, state, target, "paralysed", ACORN, ends="DEX", by=who)


@rule("black_hack.magic_item.chain_of_binding")
def _bind(play: Play, state: State, who: str, target: str, _: int) -> State:
    """Paralysed for 1d6 Moments, without a test."""
    (moments,) = play.roll(1, 6, by=character(state, who).seat, why=CHAIN)
    return hinder(play, state, target, "paralysed", CHAIN, left=moments)


THROWN: dict[RuleId, Callable[[Play, State, str, str, int], State]] = {
    HOLY_WATER: _scald,
    FLASK: _douse,
    OIL: _burn,
    ACORN: _petrify,
    CHAIN: _bind,
}


def _nothing_to_throw(state: State, who: str) -> Refusal | None:
    return None if throws(state, who) else Refusal("no_target", (character(state, who).name,), USE)


def _can_throw(state: State, who: str) -> bool:
    mine = [item.ref for item in character(state, who).items if item.ref in THROWN]
    return state.combat is not None and any(ref != FLASK or aims(state, who, ref) for ref in mine)


Use = Callable[[Play, State, str, Item], State]


@rule("black_hack.action.use_consumable", "black_hack.usage.roll")
def use_item(play: Play, state: State, who: str) -> State:
    """Something of the pack is used; after that its Usage Die is rolled, if it has one."""
    one = character(state, who)
    which = play.choose(one.seat, "use_item", _usable(state, who), one.name, why=USE)
    item = find_item(one.items, which)
    play.tell("item.used", one.name, called(item), why=item.ref)
    state = USES[item.ref](play, state, who, item)
    return use_up(play, state, who, which, item.ref) if item.usage else state


@rule(
    "black_hack.item.chalk",
    "black_hack.item.ink_quill",
    "black_hack.item.accurate_map",
)
def _plain(_: Play, state: State, who: str, item: Item) -> State:
    """A use that simply works, without a test: a mark, a page, a drawn map."""
    del who, item
    return state


@rule("black_hack.item.iron_spikes")
def _spike(play: Play, state: State, who: str, _: Item) -> State:
    """A spike wedges a door or holds a rope, for as long as nobody pulls it out."""
    one = character(state, who)
    what = play.choose(one.seat, "spike", ("wedge", "rope"), one.name, why=SPIKES)
    play.tell(f"spike.{what}", one.name, why=SPIKES)
    return lay(state, SPIKES, "session", by=who, detail=what)[0]


@rule("black_hack.item.garlic_herbs")
def _garlic(play: Play, state: State, who: str, _: Item) -> State:
    """Garlic about the neck for an Hour: a vampire does not come Close unless it passes Morale."""
    one = character(state, who)
    play.tell("garlic", one.name, why=GARLIC)
    for effect in state.effects:
        if effect.of == GARLIC and who in effect.on:
            state = dropped(state, effect.id)
    return lay(state, GARLIC, "minutes", by=who, on=(who,), left=effects.ROLLS_AN_HOUR)[0]


@rule("black_hack.item.alchemical_ingredients", "black_hack.item.materials_for_alchemy_and_magic")
def _judged(play: Play, state: State, who: str, item: Item) -> State:
    """The GM says what happens."""
    one = character(state, who)
    how = play.choose(REFEREE, "item_judged", ("works", "nothing"), one.name, item.ref, why=item.ref)
    play.tell(f"item.{how}", one.name, item.ref, why=item.ref)
    return state


@rule("black_hack.item.wax")
def _wax(play: Play, state: State, who: str, _: Item) -> State:
    """Seal a letter, or stop a pair of ears: Advantage against song for the session."""
    one = character(state, who)
    if play.choose(one.seat, "wax", ("seal", "ears"), one.name, why=WAX) == "seal":
        return state
    others = [other.id for other in state.party if alive(other) and other.id != who]
    whom = play.choose(one.seat, "wax_whom", (who, *others), one.name, why=WAX)
    return lay(state, WAX, "session", by=who, on=(whom,))[0]


@rule("black_hack.item.poison")
def _coat(play: Play, state: State, who: str, _: Item) -> State:
    """A weapon is coated for one fight."""
    one = character(state, who)
    weapon = find_item(one.items, play.choose(one.seat, "coat", coatable(one), one.name, why=POISON))
    coated = replace(weapon, marks=(*weapon.marks, VENOM))
    return put(state, replace(one, items=with_thing(one.items, coated)))


def coatable(one: Character) -> tuple[str, ...]:
    """The weapons that could be coated, those in hand first."""
    arms = [item for item in one.items if item.mode and VENOM not in item.marks]
    return tuple([item.id for item in sorted(arms, key=lambda item: item.place != "hands")])


@rule("black_hack.item.caltrops")
def _strew(_: Play, state: State, who: str, item: Item) -> State:
    """Strew caltrops over the ground Close to a spot, where they stay for the session."""
    del item
    return lay(state, CALTROPS, "session", by=who)[0]


@rule("black_hack.item.disguise")
def _disguised(play: Play, state: State, who: str, item: Item) -> State:
    """If the GM agrees that it helps here, the next test, of CHA or DEX to pass unrecognised, has Advantage."""
    one = character(state, who)
    if play.choose(REFEREE, "disguise_fits", ("yes", "no"), one.name, why=DISGUISE) == "no":
        play.tell("item.nothing", one.name, item.ref, why=DISGUISE)
        return state
    attribute: Attribute = play.choose(one.seat, "disguise_test", ("CHA", "DEX"), one.name, why=DISGUISE)
    return attempt(play, state, who, attribute, DISGUISE, advantages=(DISGUISE,), about="unrecognised")[0]


@rule("black_hack.item.thieves_toolkit", "black_hack.item.lock")
def _pick(play: Play, state: State, who: str, _: Item) -> State:
    """A lock is opened without its key, or a trap disarmed, by a DEX test: a delicate task."""
    one = character(state, who)
    about = play.choose(one.seat, "fine_work", ("lock", "disarm"), one.name, why=TOOLKIT)
    return attempt(play, state, who, "DEX", TOOLKIT, about=about)[0]


@rule("black_hack.item.musical_instrument")
def _play_on(play: Play, state: State, who: str, _: Item) -> State:
    """A performance by a CHA test, which requires an instrument."""
    return attempt(play, state, who, "CHA", INSTRUMENT, about="performance")[0]


PLAIN: tuple[RuleId, ...] = ("black_hack.item.chalk", "black_hack.item.ink_quill", "black_hack.item.accurate_map")
"""What simply works, and changes nothing that a rule knows of."""

JUDGED: tuple[RuleId, ...] = (
    "black_hack.item.alchemical_ingredients",
    "black_hack.item.materials_for_alchemy_and_magic",
)
"""What only the GM can say the result of."""

USES: dict[RuleId, Use] = {
    **dict.fromkeys(PLAIN, _plain),
    **dict.fromkeys(JUDGED, _judged),
    SPIKES: _spike,
    GARLIC: _garlic,
    WAX: _wax,
    POISON: _coat,
    CALTROPS: _strew,
    DISGUISE: _disguised,
    TOOLKIT: _pick,
    INSTRUMENT: _play_on,
}


def _usable(state: State, who: str) -> tuple[str, ...]:
    one = character(state, who)
    mine = [item for item in one.items if item.ref in USES]
    return tuple([item.id for item in mine if item.ref != POISON or coatable(one)])


def _can_use(state: State, who: str) -> bool:
    return bool(_usable(state, who))


@rule("black_hack.item.caltrops", "black_hack.magic_item.chromatic_feather")
def cross_caltrops(play: Play, state: State, _: str) -> State:
    """The GM says who crosses caltrops, or that they are swept up: a character tests DEX, a foe is Stuck for a Turn."""
    there = tuple([one.id for one in everyone(state) if alive(one)])
    who = play.choose(REFEREE, "cross_caltrops", (*there, "swept"), why=CALTROPS)
    if who == "swept":
        return dropped(state, next(effect.id for effect in state.effects if effect.of == CALTROPS))
    one = find(state, who)
    if isinstance(one, Creature):
        return hinder(play, state, who, "stuck", CALTROPS, left=1)
    if hovers(one):
        play.tell("hovers", one.name, CALTROPS, why=FEATHER)
        return state
    state, result = attempt(play, state, who, "DEX", CALTROPS, about="harm")
    return state if result.success else hinder(play, state, who, "stuck", CALTROPS, ends="STR")


def _strewn(state: State, _: str) -> bool:
    return any(effect.of == CALTROPS for effect in state.effects)


DEEDS: tuple[Deed[State], ...] = (
    turn_deed("throw_item", "action", throw_item, USE, shown=_can_throw, refuse=_nothing_to_throw, group="items"),
    turn_deed("use_item", "action", use_item, USE, shown=_can_use, outside=True, group="items", rank=-1),
    turn_deed("light", "action", light, LIGHT, shown=_has_light, refuse=_no_fire, outside=True, group="items"),
    Deed("cross_caltrops", cross_caltrops, CALTROPS, "referee", shown=_strewn, group="giving", rank=1),
)
