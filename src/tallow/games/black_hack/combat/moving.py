"""Moving in a fight, and other uses of a Turn: a second Move, leaving, aid to the fallen, breaking free."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.combat.acting import is_character, turn_deed
from tallow.games.black_hack.combat.flight import far_from_all, gone, running
from tallow.games.black_hack.combat.ranges import ORDER, band, bands_from, farther, nearer, set_bands, shift, within
from tallow.games.black_hack.combat.rounds import can_move
from tallow.games.black_hack.gear.wear import hovered
from tallow.games.black_hack.harm.damage import CLINGING
from tallow.games.black_hack.harm.fate import roll_fate
from tallow.games.black_hack.harm.hindrances import shake_off, staunch
from tallow.games.black_hack.magic import effects
from tallow.games.black_hack.state import (
    MARKS,
    Being,
    Creature,
    State,
    alive,
    character,
    everyone,
    find,
    put,
    with_marks,
)
from tallow.games.black_hack.world.traps import on_their_ground
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain, has
from tallow.play import Play, RuleId, rule

MOVE: RuleId = "black_hack.action.move"
EXTRA: RuleId = "black_hack.action.extra_move"
AID: RuleId = "black_hack.action.aid"
FREE: RuleId = "black_hack.action.break_free"
SNEAK: RuleId = "black_hack.action.sneak"
CARRY: RuleId = "black_hack.action.carry_body"
CLOSE, DISTANT = ORDER["close"], ORDER["distant"]


@rule("black_hack.move.one_step", "black_hack.move.nearby")
def heading(state: State, one: Being) -> tuple[tuple[str, str], ...]:
    """The options of a Move: towards anybody not Close (enemies and the nearest first), or away from somebody.

    Enemies who flee come after those who fight on.
    """
    hostile = any(foe.id == one.id for foe in state.foes)
    side, others = (state.foes, state.party + state.allies) if hostile else (state.party + state.allies, state.foes)
    far = bands_from(state, one.id)
    there = [(ORDER[far.get(other.id, "nearby")], other) for other in others if alive(other)]
    there.sort(key=lambda found: (_runs(state, found[1]), found[0]))
    mine = [(ORDER[far.get(other.id, "nearby")], other) for other in side if other.id != one.id and alive(other)]
    mine.sort(key=lambda found: found[0])
    towards = [("towards", other.id) for at, other in (*there, *mine) if at > CLOSE]
    away = [("away", other.id) for at, other in there if at < DISTANT]
    return (*towards, *away)


def _runs(state: State, other: Being) -> bool:
    return isinstance(other, Creature) and running(state, other)


@rule("black_hack.move.one_step", "black_hack.move.nearby_to_close", "black_hack.move.nearby")
def go(play: Play, state: State, who: str, whither: tuple[str, str]) -> State:
    """One band nearer to somebody, or farther."""
    way, whom = whither
    state = bring_along(shift(state, who, whom, nearer if way == "towards" else farther), who)
    names = (find(state, who).name, find(state, whom).name)
    play.tell("moves", *names, band(state, who, whom), why=MOVE)
    if way == "towards" and state.combat is not None and is_character(state, who):
        state = on_their_ground(play, state, who, whom)
    return hovered(play, effects.moved(play, state, who) if state.effects else state, who)


@rule("black_hack.action.move", "black_hack.turn.move_and_action")
def move(play: Play, state: State, who: str) -> State:
    """A Move towards somebody or away."""
    one = character(state, who)
    return go(play, state, who, play.choose(one.seat, "move_whither", heading(state, one), one.name, why=MOVE))


@rule("black_hack.turn.extra_move", "black_hack.action.extra_move")
def extra_move(play: Play, state: State, who: str) -> State:
    """Spend the Action on another Move."""
    return move(play, state, who)


@rule("black_hack.hindrance.stuck", "black_hack.turn.extra_move")
def _no_move(state: State, who: str) -> Refusal | None:
    one = character(state, who)
    if has(one, "rooted"):
        return Refusal("panicked", (one.name,), "black_hack.table.panic")
    if not can_move(one):
        held = next(old.name for old in one.hindrances if old.name in ("stuck", "paralysed"))
        return Refusal("hindered", (one.name, held), f"black_hack.hindrance.{held}")
    if state.combat is not None and state.combat.turn == who and not state.combat.move and burden(state, who):
        return Refusal("carrying", (one.name,), CARRY)
    return None if heading(state, one) else Refusal("nowhere", (one.name,), MOVE)


def _moved(state: State, who: str) -> bool:
    """Whether the Move of this Turn is spent, so that a second one takes the Action."""
    combat = state.combat
    return is_character(state, who) and combat is not None and combat.turn == who and not combat.move


@rule("black_hack.oofa.lost", "black_hack.action.move")
def escape(play: Play, state: State, who: str) -> State:
    """A character who is Distant from all foes leaves the fight, with whoever they carry."""
    play.tell("escapes", find(state, who).name, why=MOVE)
    for body in burden(state, who):
        state = gone(state, body)
    return gone(state, who)


def _can_escape(state: State, who: str) -> bool:
    return is_character(state, who) and far_from_all(state, find(state, who))


def fallen(state: State, who: str) -> tuple[str, ...]:
    """The ids of characters Out of Action who are Close to somebody."""
    down = [one for one in state.party if one.id != who and has(one, "out_of_action")]
    return tuple([one.id for one in down if state.combat is None or band(state, who, one.id) == "close"])


@rule("black_hack.action.aid", "black_hack.oofa.when_roll")
def aid(play: Play, state: State, who: str) -> State:
    """Aid somebody Close who is Out of Action: they roll on the table at once."""
    one = character(state, who)
    whom = play.choose(one.seat, "aid_whom", fallen(state, who), one.name, why=AID)
    play.tell("aids", one.name, find(state, whom).name, why=AID)
    return roll_fate(play, state, whom)


def _no_aid(state: State, who: str) -> Refusal | None:
    return None if fallen(state, who) else Refusal("nobody_close", (character(state, who).name,), AID)


def _somebody_down(state: State, who: str) -> bool:
    return is_character(state, who) and any(has(one, "out_of_action") for one in state.party)


def burden(state: State, who: str) -> tuple[str, ...]:
    """The ids of the bodies that somebody carries."""
    return tuple([one.id for one in state.party if MARKS.mark("carried", who) in one.marks])


def bodies(state: State, who: str) -> tuple[str, ...]:
    """The ids of characters Out of Action or dead, Close to somebody, whom nobody carries yet."""
    lying = [one for one in state.party if has(one, "out_of_action") or has(one, "dead")]
    free = [one for one in lying if not MARKS.any(one.marks, "carried")]
    return tuple([one.id for one in free if band(state, who, one.id) == "close"])


@rule("black_hack.action.carry_body", "black_hack.oofa.lost")
def carry_body(play: Play, state: State, who: str) -> State:
    """Pick up a body, which then moves along."""
    one = character(state, who)
    whom = play.choose(one.seat, "carry_whom", bodies(state, who), one.name, why=CARRY)
    body = character(state, whom)
    play.tell("carries", one.name, body.name, why=CARRY)
    return put(state, with_marks(body, MARKS.mark("carried", who)))


def bring_along(state: State, who: str) -> State:
    """The state in which those carried are where the carrier is."""
    for body in burden(state, who):
        others = [other.id for other in everyone(state) if other.id not in (who, body)]
        state = set_bands(state, body, {other: band(state, who, other) for other in others})
    return state


def _no_body(state: State, who: str) -> Refusal | None:
    return None if bodies(state, who) else Refusal("no_body", (character(state, who).name,), CARRY)


def _somebody_lies(state: State, who: str) -> bool:
    return is_character(state, who) and any(has(one, "out_of_action") or has(one, "dead") for one in state.party)


@rule("black_hack.action.sneak", "black_hack.ability.thief_talent_sneaking")
def sneak(play: Play, state: State, who: str) -> State:
    """A Move past unaware foes: with a successful DEX test they stay unaware, else those Nearby notice."""
    state = move(play, state, who)
    state, result = attempt(play, state, who, "DEX", SNEAK, about="sneaking")
    combat = state.combat
    if result.success:
        return put(state, gain(character(state, who), "hidden"))
    if combat is None:
        return state
    left = tuple([foe for foe in combat.unaware if not within(state, who, foe, "nearby")])
    play.tell("heard", character(state, who).name, why=SNEAK)
    return replace(state, combat=replace(combat, unaware=left))


def _can_sneak(state: State, who: str) -> bool:
    return is_character(state, who) and state.combat is not None and bool(state.combat.unaware)


@rule("black_hack.hindrance.action_cost", "black_hack.action.break_free")
def break_free(play: Play, state: State, who: str) -> State:
    """Spend the Action on the tests that end hindrances which require it."""
    state = shake_off(play, state, who, action=True)
    one = character(state, who)
    return staunch(play, state, who) if one.ongoing and has(one, CLINGING) else state


def held_fast(state: State, who: str) -> bool:
    """Whether somebody is held by what only an Action ends."""
    if not is_character(state, who):
        return False
    one = character(state, who)
    return any(hindrance.action for hindrance in one.hindrances) or (bool(one.ongoing) and has(one, CLINGING))


DEEDS: tuple[Deed[State], ...] = (
    turn_deed("move", "move", move, MOVE, shown=is_character, refuse=_no_move),
    turn_deed("extra_move", "action", extra_move, EXTRA, shown=_moved, refuse=_no_move),
    turn_deed("escape", "move", escape, MOVE, shown=_can_escape, rank=1),
    turn_deed("aid", "action", aid, AID, shown=_somebody_down, refuse=_no_aid, outside=True),
    turn_deed("break_free", "action", break_free, FREE, shown=held_fast, outside=True),
    turn_deed("sneak", "move", sneak, SNEAK, shown=_can_sneak, refuse=_no_move),
    turn_deed("carry_body", "action", carry_body, CARRY, shown=_somebody_lies, refuse=_no_body, rank=1),
)
