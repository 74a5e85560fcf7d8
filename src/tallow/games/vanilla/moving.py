"""Moving in a fight: a move, a second one, standing up, breaking free, letting go, and flight."""

from typing import Any

from msgspec.structs import replace

from tallow.games.game import Deed, Refusal
from tallow.games.vanilla import effects, sways
from tallow.games.vanilla.arms import REACH
from tallow.games.vanilla.checks import save
from tallow.games.vanilla.combat import leave
from tallow.games.vanilla.content import spells
from tallow.games.vanilla.free_attacks import leaving, provoke, struck_at
from tallow.games.vanilla.goes import cannot_move, go_deed
from tallow.games.vanilla.harm import released
from tallow.games.vanilla.running import leave as leave_effect
from tallow.games.vanilla.running import on
from tallow.games.vanilla.state import Effect, State, able, opponents
from tallow.games.vanilla.tricks import parted
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import REFEREE, Play, RuleId, rule

MOVE: RuleId = "vanilla.action.move"
RUN: RuleId = "vanilla.action.run"
STAND: RuleId = "vanilla.action.stand"
FREE: RuleId = "vanilla.action.break_free"
FLEE: RuleId = "vanilla.action.flee"
STEP = 5
"""Moves are counted in steps of so many feet."""


# ---------------------------------------------------------------- moves


@rule("vanilla.combat.distance", "vanilla.setting.speed_ft", "vanilla.action.move")
def destinations(state: State, who: str) -> dict[Any, int]:
    """Where a move can take somebody, in feet: up to a foe or behind one, as near as the move goes, or so many feet.

    Of several foes in one place the first stands for all.
    """
    one = find(state, who)
    speed = sways.moves(state, one)
    found: dict[Any, int] = {}
    behind: dict[Any, int] = {}
    ahead = 1 if side_of(state, who) == "party" else -1
    for foe in opponents(state, who):
        side = ahead if foe.at == one.at else (1 if foe.at > one.at else -1)
        near = foe.at - side * REACH
        there = near if abs(near - one.at) <= speed else one.at + side * speed
        if abs(foe.at - one.at) > REACH and there not in found.values():
            found["to", foe.id] = there
        beyond = foe.at + side * REACH
        if abs(beyond - one.at) <= speed and beyond not in behind.values():
            behind["behind", foe.id] = beyond
    found |= behind
    for feet in range(STEP, speed + 1, STEP):
        found["on", feet] = one.at + ahead * feet
        found["back", feet] = one.at - ahead * feet
    if not state.effects:
        return found
    return {where: to for where, to in found.items() if not sways.barred(state, one, to)}


@rule("vanilla.action.move", "vanilla.free.moving", "vanilla.combat.go", "vanilla.magic.no_move")
def move(play: Play, state: State, who: str) -> State:
    """A move; those whom it leaves may strike first, and what they do may stop it."""
    one = find(state, who)
    where = destinations(state, who)
    option = play.choose(one.seat, "move_where", tuple(where), one.name, why=MOVE)
    return moved(play, state, who, where[option])


@rule("vanilla.free.moving", "vanilla.free.timing", "vanilla.trick.grapple")
def moved(play: Play, state: State, who: str, to: int) -> State:
    """Somebody goes to a place, unless the Free Attacks of those they leave stop them."""
    if left := leaving(state, who, to):
        state = struck_at(play, state, who, left)
    one = find(state, who)
    if not able(one) or has(one, "held") or has(one, "prone"):
        play.tell("deed.lost", one.name, why="vanilla.free.timing")
        return state
    play.tell("moves", one.name, abs(to - one.at), why=MOVE)
    state = parted(put(state, replace(one, at=to, moved=True)), who)
    return effects.crossed(play, state, who, one.at) if state.effects else state


@rule("vanilla.action.run", "vanilla.combat.distance")
def run(play: Play, state: State, who: str) -> State:
    """A second move, as the action."""
    return move(play, state, who)


def stuck(state: State, who: str) -> Refusal | None:
    """Why somebody cannot move."""
    one = find(state, who)
    if has(one, "prone"):
        return Refusal("prone", (one.name,), "vanilla.trick.trip")
    if code := sways.stays(state, one):
        return Refusal(code, (one.name,), MOVE)
    if state.effects and not destinations(state, who):
        return Refusal("walled_in", (one.name,), MOVE)
    return cannot_move(state, who)


# ---------------------------------------------------------------- on one's feet again


@rule("vanilla.action.stand", "vanilla.trick.trip")
def stand(play: Play, state: State, who: str) -> State:
    """Up again; it counts as moving."""
    one = find(state, who)
    play.tell("stands", one.name, why=STAND)
    return put(state, replace(shed(one, "prone"), moved=True))


def _prone(state: State, who: str) -> bool:
    return has(find(state, who), "prone")


@rule("vanilla.action.break_free", "vanilla.trick.grapple", "vanilla.special.held", "vanilla.free.trigger")
def break_free(play: Play, state: State, who: str) -> State:
    """A Save to be held no more, but by what spells have grown; opponents but the holders may strike first."""
    one = find(state, who)
    holders = tuple([mark.partition(":")[2] for mark in one.marks if mark.startswith("grappled:")])
    if state.combat is not None:
        state = provoke(play, state, who, spared=holders)
        if not able(find(state, who)):
            return state
    if save(play, state, who, "", FREE):
        one = find(state, who)
        for holder in holders:
            one = released(one, holder)
        play.tell("breaks_free", one.name, why=FREE)
        tied = bound(state, who)
        state = put(state, one if tied else shed(one, "held"))
        for effect in on(state, who, "webbed", "engulfed"):
            state = state if effect in tied else leave_effect(play, state, effect, who)
        state = put(state, gain(find(state, who), "held")) if tied else state
    return state


@rule("vanilla.spell.plant_growth", "vanilla.spell.web")
def bound(state: State, who: str) -> tuple[Effect, ...]:
    """The spells that hold somebody and that no Save breaks: thorns must be cut, and webs take their Turns."""
    return tuple([effect for effect in on(state, who, "rooted", "webbed") if effect.of in spells()])


def bound_fast(state: State, who: str) -> Refusal | None:
    """Whoever is held by such spells alone has nothing to break."""
    one = find(state, who)
    tied = bound(state, who) if state.effects else ()
    if not tied or any(mark.startswith("grappled:") for mark in one.marks):
        return None
    if any(effect not in tied for effect in on(state, who, "webbed", "engulfed")):
        return None
    return Refusal("bound", (one.name, tied[0].of), tied[0].of)


def _held(state: State, who: str) -> bool:
    return has(find(state, who), "held")


@rule("vanilla.trick.grapple")
def let_go(play: Play, state: State, who: str) -> State:
    """Whomever somebody holds is let go."""
    for other in everyone(state):
        if f"grappled:{who}" in other.marks:
            play.tell("lets_go", find(state, who).name, other.name, why="vanilla.trick.grapple")
            state = put(state, released(other, who))
    return state


def _holds(state: State, who: str) -> bool:
    return any(f"grappled:{who}" in other.marks for other in everyone(state))


# ---------------------------------------------------------------- flight


@rule("vanilla.action.flee", "vanilla.combat.end")
def flee(play: Play, state: State, who: str) -> State:
    """Out of the fight, if nobody can and will follow; of a character the GM says whether somebody does."""
    one = find(state, who)
    followers = side_of(state, who) == "party" and any(able(foe) for foe in opponents(state, who))
    if followers and play.choose(REFEREE, "pursued", ("no", "yes"), one.name, why=FLEE) == "yes":
        return _chased(play, state, who)
    return leave(play, state, who)


def _chased(play: Play, state: State, who: str) -> State:
    """Somebody runs and is followed: as far as two moves go, still in the fight."""
    one = find(state, who)
    away = -1 if side_of(state, who) == "party" else 1
    play.tell("chased", one.name, why=FLEE)
    return moved(play, state, who, one.at + away * 2 * sways.moves(state, one))


DEEDS: tuple[Deed[State], ...] = (
    go_deed("move", "move", move, MOVE, provokes=False, refuse=stuck),
    go_deed("run", "action", run, RUN, provokes=False, refuse=stuck),
    go_deed("stand", "move", stand, STAND, refuse=cannot_move, shown=_prone),
    go_deed("break_free", "action", break_free, FREE, provokes=False, refuse=bound_fast, shown=_held, outside=True),
    go_deed("let_go", "", let_go, "vanilla.trick.grapple", provokes=False, shown=_holds),
    go_deed("flee", "both", flee, FLEE, provokes=False, refuse=stuck),
)
