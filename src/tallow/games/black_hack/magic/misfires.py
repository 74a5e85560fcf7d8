"""Misfires: the side effects of a failed reading of a spell or prayer."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.checks.usage import drop_step
from tallow.games.black_hack.combat.ranges import around, band, farther, set_band
from tallow.games.black_hack.entries import Row, spell, tables
from tallow.games.black_hack.gear.light import SHINING
from tallow.games.black_hack.gear.things import with_thing, without
from tallow.games.black_hack.harm.damage import damage
from tallow.games.black_hack.harm.hindrances import hinder, ongoing
from tallow.games.black_hack.magic.casting import can_work, noted, prepared, work
from tallow.games.black_hack.magic.effects import DRAINED, begin, dim, hold
from tallow.games.black_hack.magic.lasting import SIDE_EFFECTS, lay
from tallow.games.black_hack.monsters.bestiary import BY_HD, enlist, readied, spawn
from tallow.games.black_hack.monsters.encounters import encounter
from tallow.games.black_hack.monsters.reactions import reacts
from tallow.games.black_hack.state import MARKS, State, character, everyone, find, put
from tallow.mechanics.conditions import gain
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, rule

SideEffect: TypeAlias = Callable[[Play, State, str, RuleId], State]
"""What a row of the table does, to a caster who misread this spell."""

MISFIRE: RuleId = "black_hack.magic.misfire"
SURGE = "surge"
TONGUE = "knotted_tongue"


@rule("black_hack.magic.misfire", "black_hack.setting.misfire", "black_hack.action.side_effect")
def misfire(play: Play, state: State, who: str, ref: RuleId) -> State:
    """A failed reading: a roll on the table of side effects, the GM's own ruling, or only the lost Action."""
    one = character(state, who)
    play.tell("misfires", one.name, ref, why=MISFIRE)
    if state.settings.misfire == "none":
        return state
    if state.settings.misfire == "gm":
        text = play.write(REFEREE, "side_effect", one.name, ref, why=MISFIRE).strip()[:200]
        play.tell("side_effect.gm", one.name, text or "…", why=MISFIRE)
        return state
    (face,) = play.roll(1, 20, by=one.seat, why=SIDE_EFFECTS)
    row = tables()[SIDE_EFFECTS].row(face)
    play.tell("side_effect", one.name, face, row.name, row.effect, why=SIDE_EFFECTS)
    at_once = AT_ONCE.get(row.does)
    return at_once(play, state, who, ref) if at_once is not None else lasts(play, state, who, row)


def backlash(play: Play, state: State, who: str, ref: RuleId) -> State:
    """1d4 damage for each level of the spell, which Armour Dice stop."""
    amount = sum(play.roll(spell(ref).level, 4, by=character(state, who).seat, why=SIDE_EFFECTS))
    return damage(play, state, who, amount, SIDE_EFFECTS)[0]


def scorched(play: Play, state: State, who: str, ref: RuleId) -> State:
    """The spell burns out of the book or scroll it was read from; an empty scroll is gone."""
    one = character(state, who)
    item = next(item for item in one.items if ref in item.spells)
    left = tuple([kept for kept in item.spells if kept != ref])
    play.tell("scorched", one.name, ref, item.name, why=SIDE_EFFECTS)
    if not left and not MARKS.any(item.marks, "own_book"):
        return put(state, replace(one, items=without(one.items, item.id)))
    return put(state, replace(one, items=with_thing(one.items, replace(item, spells=left))))


def drained(play: Play, state: State, who: str, ref: RuleId) -> State:
    """Weakened until an Hour of Rest is over."""
    state, effect = lay(state, SIDE_EFFECTS, by=who, on=(who,), detail=DRAINED)
    play.tell("hindered.lasts", find(state, who).name, "weakened", why=SIDE_EFFECTS)
    return hold(state, who, "weakened", effect.id)


def lasts(play: Play, state: State, who: str, row: Row) -> State:
    """A side effect that does nothing at once, but lasts for its time."""
    state, effect = lay(state, SIDE_EFFECTS, row.lasts, die=row.usage_die, by=who, on=(who,), detail=row.does)
    return begin(play, state, effect)


def hole(play: Play, state: State, who: str, ref: RuleId) -> State:
    """One memorised spell or prayer at random is forgotten."""
    one = character(state, who)
    known = one.magic.memorised
    if not known:
        return state
    (face,) = play.roll(1, len(known), by=one.seat, why=SIDE_EFFECTS) if len(known) > 1 else (1,)
    play.tell("forgets", one.name, known[face - 1], why=SIDE_EFFECTS)
    return put(state, replace(one, magic=replace(one.magic, memorised=(*known[: face - 1], *known[face:]))))


def soft_ground(play: Play, state: State, who: str, ref: RuleId) -> State:
    """The caster is Stuck until a STR test succeeds."""
    return hinder(play, state, who, "stuck", SIDE_EFFECTS, ends="STR")


def chorus(play: Play, state: State, who: str, ref: RuleId) -> State:
    """The caster hears voices, and is Distracted until a WIS test succeeds."""
    return hinder(play, state, who, "distracted", SIDE_EFFECTS, ends="WIS")


def witchfire(play: Play, state: State, who: str, ref: RuleId) -> State:
    """Cold flames: Ongoing Damage to the caster until a DEX test succeeds."""
    return ongoing(play, state, who, SIDE_EFFECTS, ends="DEX")


def thin_blood(play: Play, state: State, who: str, ref: RuleId) -> State:
    """Maximum HP fall by the level of the spell until the next session, not below 1."""
    one = character(state, who)
    lost = min(spell(ref).level, one.hp_max - 1)
    life = replace(one.life, bruises=one.life.bruises + lost)
    play.tell("hp_max", one.name, one.hp_max - lost, why=SIDE_EFFECTS)
    return put(state, replace(one, hp_max=one.hp_max - lost, hp=min(one.hp, one.hp_max - lost), life=life))


def stray(play: Play, state: State, who: str, ref: RuleId) -> State:
    """The spell is cast on somebody else Nearby at random, or on a wrong spot that only the GM can name."""
    one = character(state, who)
    there = around(state, who, "nearby", everyone(state))
    if spell(ref).whom not in ("one", "some", "area") or not there:
        return _as_the_gm_says(play, state, who, ref)
    (face,) = play.roll(1, len(there), by=one.seat, why=SIDE_EFFECTS) if len(there) > 1 else (1,)
    return work(play, put(state, noted(one, ref)), who, ref, (there[face - 1],))


def mirror(play: Play, state: State, who: str, ref: RuleId) -> State:
    """The spell is cast on the caster; one that only helps does its opposite, as the GM says."""
    if spell(ref).nature == "help" or not spell(ref).whom:
        return _as_the_gm_says(play, state, who, ref)
    return work(play, put(state, noted(character(state, who), ref)), who, ref, (who,))


def _as_the_gm_says(play: Play, state: State, who: str, ref: RuleId) -> State:
    text = play.write(REFEREE, "goes_astray", character(state, who).name, ref, why=SIDE_EFFECTS).strip()[:200]
    play.tell("side_effect.gm", character(state, who).name, text or "…", why=SIDE_EFFECTS)
    return state


def surge(play: Play, state: State, who: str, ref: RuleId) -> State:
    """The spell is cast after all, and the next casting test has Advantage."""
    state = put(state, gain(noted(character(state, who), ref), SURGE))
    return work(play, state, who, ref) if can_work(state, who, ref) else state


def insight(play: Play, state: State, who: str, ref: RuleId) -> State:
    """The spell may be memorised now; at most Level are held, so that another may have to go."""
    one = character(state, who)
    known = one.magic.memorised
    if ref in known or prepared(state, who, ref).spell.level > one.level:
        return state
    options = ("keep", *known) if len(known) >= one.level else ("add", "no")
    picked = play.choose(one.seat, "insight", options, one.name, ref, why=SIDE_EFFECTS)
    if picked in ("keep", "no"):
        return state
    play.tell("memorises", one.name, (ref,), why=SIDE_EFFECTS)
    left = tuple([old for old in known if old != picked])
    return put(state, replace(one, magic=replace(one.magic, memorised=(*left, ref))))


def beacon(play: Play, state: State, who: str, ref: RuleId) -> State:
    """A hum and a glow carry Faraway: an Encounter Roll at once, with Disadvantage."""
    return encounter(play, state, "disadvantage")


def twin(play: Play, state: State, who: str, ref: RuleId) -> State:
    """A hostile double with the caster's Hit Dice steps out Nearby, and bursts at the first hit."""
    one = character(state, who)
    state, id_ = serial(state, "foe")
    double = replace(spawn(BY_HD, id_, f"{one.name} 2", hd=one.level), hp=1, hp_max=1, group="twin")
    play.tell("twin", one.name, why=SIDE_EFFECTS)
    return enlist(state, double)


def snuffed(play: Play, state: State, who: str, ref: RuleId) -> State:
    """The Usage Die of every light Nearby drops by one step; a Ud4 goes out."""
    for effect in state.effects:
        if effect.of in SHINING:
            state = dim(play, state, effect.id, SIDE_EFFECTS)
    for other in (who, *around(state, who, "nearby", state.party)):
        for item in character(state, other).items:
            if item.lit:
                state = drop_step(play, state, other, item.id, SIDE_EFFECTS)
    return state


def recoil(play: Play, state: State, who: str, ref: RuleId) -> State:
    """Everybody Nearby is thrown one band away and takes 1d4 damage, which a character avoids by a DEX test."""
    for other in around(state, who, "nearby", everyone(state)):
        state = set_band(state, who, other, farther(band(state, who, other)))
        if any(one.id == other for one in state.party):
            state, result = attempt(play, state, other, "DEX", SIDE_EFFECTS, about="magic")
            if result.success:
                continue
        (amount,) = play.roll(1, 4, by=character(state, who).seat, why=SIDE_EFFECTS)
        state, _ = damage(play, state, other, amount, SIDE_EFFECTS)
    return state


@rule("black_hack.table.daemons", "black_hack.daemon.common")
def visitor(play: Play, state: State, who: str, ref: RuleId) -> State:
    """A daemon of 1d4 Hit Dice appears Nearby, free of any Charm, and makes a Reaction Roll."""
    (hd,) = play.roll(1, 4, by=character(state, who).seat, why=SIDE_EFFECTS)
    state, id_ = serial(state, "foe")
    came = readied(play, spawn(tables()["black_hack.table.daemons"].row(hd).effect, id_))
    play.tell("visitor", came.name, hd, why=SIDE_EFFECTS)
    return reacts(play, enlist(state, came), came)


AT_ONCE: dict[str, SideEffect] = {
    "backlash": backlash,
    "scorched": scorched,
    "drained": drained,
    "stray": stray,
    "mirror": mirror,
    "beacon": beacon,
    "hole": hole,
    "soft_ground": soft_ground,
    "chorus": chorus,
    "witchfire": witchfire,
    "twin": twin,
    "snuffed": snuffed,
    "recoil": recoil,
    "thin_blood": thin_blood,
    "visitor": visitor,
    "surge": surge,
    "insight": insight,
}
"""What is done at once, by the code that a row names; all other rows last for their time."""
