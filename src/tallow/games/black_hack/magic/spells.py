"""What the spells of Wizards do, besides what they share with prayers."""

from msgspec.structs import replace

from tallow.games.black_hack.characters.levels import drained
from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.checks.temporary import lend
from tallow.games.black_hack.combat.acting import turn_deed
from tallow.games.black_hack.combat.flight import gone
from tallow.games.black_hack.combat.ranges import band, set_band
from tallow.games.black_hack.harm.damage import out_of_action
from tallow.games.black_hack.harm.hindrances import hinder
from tallow.games.black_hack.magic.aiming import Cast
from tallow.games.black_hack.magic.effects import begin, end
from tallow.games.black_hack.magic.lasting import TELEKINESIS, lay, lay_spell, running
from tallow.games.black_hack.magic.resistance import overcomes, untouched, withstands
from tallow.games.black_hack.magic.servants import ELEMENTS
from tallow.games.black_hack.magic.workings import (
    Working,
    caster_of,
    cover,
    fiction,
    mortal,
    roll_dice,
    seat_of,
    unwilling,
)
from tallow.games.black_hack.monsters.reactions import reaction, row_of, told
from tallow.games.black_hack.state import Character, Creature, State, alive, dead, everyone, find, put, score
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import REFEREE, Play, RuleId, rule

CONFUSION: RuleId = "black_hack.spell.confusion"
SLEEP: RuleId = "black_hack.spell.sleep"
KNOCK: RuleId = "black_hack.spell.knock_lock"
STONE: RuleId = "black_hack.spell.flesh_to_stone"
WAKE: RuleId = "black_hack.action.wake"
MOVE_OBJECT: RuleId = "black_hack.action.telekinesis_move"
LOCKED = "lock"
FEEBLE = 4
"""What the INT of the feebleminded is."""


@rule("black_hack.spell.sleep")
def sleep(play: Play, state: State, cast: Cast) -> State:
    """One roll of the caster's Hit Dice: each creature with fewer HP falls asleep, unless it escapes."""
    total = roll_dice(play, state, cast)
    play.tell("magic.total", cast.spell.id, total, why=SLEEP)
    drowsy = tuple([who for who in cast.on if find(state, who).hp < total])
    state, caught = unwilling(play, state, replace(cast, on=drowsy))
    if not caught:
        play.tell("magic.nobody", cast.spell.id, why=SLEEP)
        return state
    state, effect = lay_spell(state, cast.spell, cast.by, caught)
    return begin(play, state, effect)


def _sleepers(state: State, who: str) -> tuple[str, ...]:
    asleep = [one for one in everyone(state) if has(one, "asleep") and alive(one)]
    return tuple([one.id for one in asleep if state.combat is None or band(state, who, one.id) == "close"])


@rule("black_hack.action.wake", "black_hack.spell.sleep")
def wake(play: Play, state: State, who: str) -> State:
    """Somebody Close is shaken awake."""
    one = find(state, who)
    whom = play.choose(one.seat, "wake_whom", _sleepers(state, who), one.name, why=WAKE)
    play.tell("wakes", one.name, find(state, whom).name, why=WAKE)
    return put(state, shed(find(state, whom), "asleep"))


def _nobody_asleep(state: State, who: str) -> Refusal | None:
    return None if _sleepers(state, who) else Refusal("nobody_close", (find(state, who).name,), WAKE)


@rule("black_hack.spell.knock_lock")
def knock(play: Play, state: State, cast: Cast) -> State:
    """A door or lock is opened, or locked until Knock, Dispel Magic or destruction; opening ends a lock of magic."""
    seat, name = seat_of(state, cast), caster_of(state, cast)
    how = play.choose(seat, "knock", ("open", LOCKED), name, why=KNOCK)
    play.tell("knock", name, how, why=KNOCK)
    if how == LOCKED:
        state, _ = lay(state, KNOCK, by=cast.by, detail=LOCKED)
        return state
    locks = tuple([effect.id for effect in state.effects if effect.of == KNOCK])
    if not locks:
        return state
    which = play.choose(seat, "knock_which", ("ordinary", *locks), name, why=KNOCK)
    return state if which == "ordinary" else end(play, state, which, KNOCK)


@rule("black_hack.action.telekinesis_move", "black_hack.spell.telekinesis")
def move_object(play: Play, state: State, who: str) -> State:
    """An object Nearby shifts one band; a character who holds it is asked for a STR test by the GM."""
    one = find(state, who)
    holders = tuple([other.id for other in state.party if other.id != who and alive(other)])
    held = play.choose(REFEREE, "object_held", ("loose", *holders), one.name, why=MOVE_OBJECT)
    if held != "loose":
        state, result = attempt(play, state, held, "STR", MOVE_OBJECT, about="magic")
        if result.success:
            play.tell("object.held", find(state, held).name, why=MOVE_OBJECT)
            return state
    play.tell("object.moves", one.name, why=MOVE_OBJECT)
    return state


def _moves_objects(state: State, who: str) -> bool:
    return bool(running(state, TELEKINESIS, who))


@rule("black_hack.spell.dimension_door")
def door(play: Play, state: State, cast: Cast) -> State:
    """Each target is Distant from everybody else at once."""
    state, caught = unwilling(play, state, cast)
    for who in caught:
        play.tell("magic.door", find(state, who).name, "distant", why=cast.spell.id)
        for other in everyone(state):
            state = set_band(state, who, other.id, "distant")
    return state


@rule("black_hack.spell.teleport")
def teleport(play: Play, state: State, cast: Cast) -> State:
    """One is at once in a place that the caster knows, and out of any fight."""
    state, caught = unwilling(play, state, cast)
    for who in caught:
        play.tell("magic.door", find(state, who).name, "elsewhere", why=cast.spell.id)
        state = gone(state, who) if state.combat is not None else state
    return state


@rule("black_hack.spell.elemental_wall", "black_hack.prayer.blade_barrier", "black_hack.magic.no_duration")
def wall(play: Play, state: State, cast: Cast) -> State:
    """A wall of an element that the caster names, or of blades; `burn` is what it does to whoever comes Close."""
    what = cast.spell.what
    if what == "element":
        what = play.choose(seat_of(state, cast), "element", ELEMENTS, caster_of(state, cast), why=cast.spell.id)
    return cover(play, state, cast, what)


@rule("black_hack.spell.confusion", "black_hack.table.reactions")
def confusion(play: Play, state: State, cast: Cast) -> State:
    """Each makes a Reaction Roll, by which it behaves instead; a character does so for one Turn, as the GM reads it."""
    state, caught = unwilling(play, state, cast)
    for who in caught:
        one = find(state, who)
        found = reaction(play)
        told(play, found)
        play.tell("confused", one.name, row_of(found.row).name, why=cast.spell.id)
        if isinstance(one, Creature):
            state = _behaves(play, state, who, found.row)
    return state


PEACEFUL, WITHDRAWS = 5, 7
WAITS = (6, 9)
"""Rows of the table: up to the first they fight no more, on others they flee, or do nothing yet."""


def _behaves(play: Play, state: State, who: str, row: int) -> State:
    """What a reaction comes to in a fight: out of it, away from it, or no Action in this Moment."""
    combat = state.combat
    if combat is None:
        return state
    if row <= PEACEFUL:
        return gone(state, who)
    if row == WITHDRAWS and who not in combat.fleeing:
        return replace(state, combat=replace(combat, fleeing=(*combat.fleeing, who)))
    return hinder(play, state, who, "distracted", CONFUSION, left=1) if row in WAITS else state


@rule("black_hack.spell.polymorph")
def polymorph(play: Play, state: State, cast: Cast) -> State:
    """One looks like another creature for a Day; nothing but the looks is different."""
    state, caught = unwilling(play, state, cast)
    for who in caught:
        seat = seat_of(state, cast)
        look = play.write(seat, "polymorph", find(state, who).name, why=cast.spell.id).strip()[:60] or "?"
        state, _ = lay_spell(state, cast.spell, cast.by, (who,), detail=look)
        play.tell("polymorphed", find(state, who).name, look, why=cast.spell.id)
        state = put(state, gain(find(state, who), "polymorphed"))
    return state


@rule("black_hack.spell.flesh_to_stone")
def stone(play: Play, state: State, cast: Cast) -> State:
    """Flesh turns to stone, for good, or stone to flesh."""
    for who in cast.on:
        if has(find(state, who), "stone"):
            for effect in state.effects:
                if effect.of == STONE and who in effect.on:
                    state = end(play, state, effect.id, STONE)
            state = put(state, shed(find(state, who), "stone"))
            play.tell("flesh", find(state, who).name, why=STONE)
            continue
        state, caught = unwilling(play, state, replace(cast, on=(who,)))
        if caught:
            state, effect = lay_spell(state, cast.spell, cast.by, caught)
            state = begin(play, state, effect, cast.on)
    return state


@rule("black_hack.spell.feebleminded")
def feeblemind(play: Play, state: State, cast: Cast) -> State:
    """INT is 4 for a while, unless it is less; one without INT can neither cast nor plan."""
    state, caught = unwilling(play, state, cast)
    for who in caught:
        one = find(state, who)
        state, effect = lay_spell(state, cast.spell, cast.by, (who,))
        if isinstance(one, Character):
            less = min(0, FEEBLE - score(one, "INT"))
            state = lend(replace(state, effects=state.effects[:-1]), who, "INT", less, effect)
            effect = state.effects[-1]
        state = begin(play, state, effect, cast.on)
    return state


@rule("black_hack.spell.disintegrate", "black_hack.spell.power_word_kill")
def destroy(play: Play, state: State, cast: Cast) -> State:
    """Who does not escape is dead at once, without a roll, or removed if it was a Monster; some cannot be raised."""
    state, caught = unwilling(play, state, mortal(play, state, cast))
    for who in caught:
        state = slain(play, state, who, cast)
        if cast.spell.what != "dead":
            state = put(state, gain(find(state, who), cast.spell.what))
    return state


def slain(play: Play, state: State, who: str, cast: Cast) -> State:
    """Somebody dies of magic: a Monster is removed, anybody else is dead without a roll."""
    one = find(state, who)
    if isinstance(one, Creature):
        state = out_of_action(play, state, who, by=cast.by)
        one = find(state, who)
        if not has(one, "out_of_action"):
            return state
    play.tell("slain", one.name, why=cast.spell.id)
    return put(state, dead(state, shed(replace(one, hp=0, ongoing=""), "out_of_action", "asleep")))


@rule("black_hack.spell.level_drain")
def drain(play: Play, state: State, cast: Cast) -> State:
    """A character who fails a CON test loses a Level; anybody else does, unless a caster of the party fails a test."""
    for who in cast.on:
        one = find(state, who)
        if isinstance(one, Character):
            state, safe = withstands(play, state, cast.spell, cast.by, who)
            state = state if safe else drained(play, state, who, cast.spell.id)
            continue
        if untouched(one, cast.spell):
            play.tell("magic.proof", one.name, cast.spell.id, why=cast.spell.id)
            continue
        taken = True
        if any(other.id == cast.by for other in state.party):
            state, taken = overcomes(play, state, cast.spell, cast.by, one, cast.spell.id)
        if taken:
            state = _weaker(play, state, one, cast)
    return state


def _weaker(play: Play, state: State, one: Creature, cast: Cast) -> State:
    """A creature loses a Hit Die and its share of HP; with the last it dies."""
    if one.hd <= 1:
        return slain(play, state, one.id, cast)
    hp_max = max(1, one.hp_max - one.hp_max // one.hd)
    play.tell("level.lost_by_foe", one.name, why=cast.spell.id)
    return put(state, replace(one, hd=one.hd - 1, hp_max=hp_max, hp=min(one.hp, hp_max)))


@rule("black_hack.spell.time_stop")
def time_stop(play: Play, state: State, cast: Cast) -> State:
    """Time stops in an area: nobody in it acts or is harmed, and nothing upon them ends or is rolled."""
    caught = tuple([who for who in cast.on if who != cast.by])
    state, effect = lay_spell(state, cast.spell, cast.by, caught)
    return begin(play, state, effect, cast.on)


@rule("black_hack.spell.magic_mouth")
def mouth(play: Play, state: State, cast: Cast) -> State:
    """The caster writes a phrase, kept until it is dispelled; the GM judges when the mouth says it."""
    text = play.write(seat_of(state, cast), "mouth", caster_of(state, cast), why=cast.spell.id).strip()[:200] or "…"
    play.tell("mouth", caster_of(state, cast), text, why=cast.spell.id)
    return lay_spell(state, cast.spell, cast.by, detail=text)[0]


@rule("black_hack.spell.limited_wish")
def wish(play: Play, state: State, cast: Cast) -> State:
    """A wish, in the caster's words; whether it comes true is the GM's to say."""
    text = play.write(seat_of(state, cast), "wish", caster_of(state, cast), why=cast.spell.id).strip()[:200] or "…"
    play.tell("wish", caster_of(state, cast), text, why=cast.spell.id)
    return fiction(play, state, cast)


ARCANE: dict[str, Working] = {
    "sleep": sleep,
    "knock": knock,
    "door": door,
    "teleport": teleport,
    "wall": wall,
    "confusion": confusion,
    "polymorph": polymorph,
    "stone": stone,
    "feeblemind": feeblemind,
    "destroys": destroy,
    "drain": drain,
    "time_stop": time_stop,
    "mouth": mouth,
    "wish": wish,
}
"""The workings of spells, by the code that an entry names."""

DEEDS: tuple[Deed[State], ...] = (
    turn_deed(
        "wake",
        "action",
        wake,
        WAKE,
        shown=lambda state, _: any(has(one, "asleep") for one in everyone(state)),
        refuse=_nobody_asleep,
        outside=True,
        rank=1,
    ),
    turn_deed(
        "telekinesis_move", "action", move_object, MOVE_OBJECT, shown=_moves_objects, outside=True, group="magic"
    ),
)
