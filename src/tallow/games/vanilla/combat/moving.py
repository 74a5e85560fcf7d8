"""Moving in a fight: moves, standing up, and fleeing."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.checks import sways
from tallow.games.vanilla.combat.acting import cannot_move, go_deed
from tallow.games.vanilla.combat.free_attacks import can_make, leaving, struck_at
from tallow.games.vanilla.combat.rounds import leave
from tallow.games.vanilla.combat.tricks import parted
from tallow.games.vanilla.gear.weapons import REACH
from tallow.games.vanilla.magic import effects
from tallow.games.vanilla.state import State, able, opponents
from tallow.mechanics.conditions import has, shed
from tallow.mechanics.two_sides import find, put, side_of
from tallow.play import REFEREE, Play, RuleId, rule

MOVE: RuleId = "vanilla.action.move"
RUN: RuleId = "vanilla.action.run"
STAND: RuleId = "vanilla.action.stand"
FLEE: RuleId = "vanilla.action.flee"
PROVOKING_WAYS = {
    "to": "to_provoking",
    "on": "on_provoking",
    "back": "back_provoking",
    "behind": "behind_provoking",
}
"""How ways to move are offered that give opponents Free Attacks."""

STEP = 5
"""The feet of one step, in which moves are counted."""


@rule("vanilla.combat.distance", "vanilla.setting.speed_ft", "vanilla.action.move")
def destinations(state: State, who: str) -> dict[Any, int]:
    """Where a move can take a creature, in feet: up to a foe, forward or back, or last behind a foe.

    Of several foes in one place only the first is listed.
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
    for feet in range(STEP, speed + 1, STEP):
        found["on", feet] = one.at + ahead * feet
        found["back", feet] = one.at - ahead * feet
    found |= behind
    if not state.effects:
        return found
    return {where: to for where, to in found.items() if not sways.barred(state, one, to)}


@rule("vanilla.action.move", "vanilla.free.moving", "vanilla.combat.go", "vanilla.magic.no_move")
def move(play: Play, state: State, who: str) -> State:
    """Make a move; opponents whom it leaves may attack first, which may stop it."""
    one = find(state, who)
    where = {_risky(state, who, way, to): to for way, to in destinations(state, who).items()}
    option = play.choose(one.seat, "move_where", tuple(where), one.name, why=MOVE)
    return moved(play, state, who, where[option])


@rule("vanilla.free.moving", "vanilla.free.cannot")
def _risky(state: State, who: str, way: Any, to: int) -> Any:
    """A destination as an option, marked if the way there provokes a Free Attack."""
    one = find(state, who)
    struck = any(can_make(state, find(state, foe), one) for foe in leaving(state, who, to))
    return (PROVOKING_WAYS[way[0]], way[1]) if struck else way


@rule("vanilla.free.moving", "vanilla.free.timing", "vanilla.trick.grapple")
def moved(play: Play, state: State, who: str, to: int) -> State:
    """Move a creature to a place, unless the Free Attacks of opponents whom it leaves stop it."""
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
    """Make a second move, as the action."""
    return move(play, state, who)


def stuck(state: State, who: str) -> Refusal | None:
    """Why a creature cannot move."""
    one = find(state, who)
    if has(one, "prone"):
        return Refusal("prone", (one.name,), "vanilla.trick.trip")
    if code := sways.stays(state, one):
        return Refusal(code, (one.name,), MOVE)
    if state.effects and not destinations(state, who):
        return Refusal("walled_in", (one.name,), MOVE)
    return cannot_move(state, who)


@rule("vanilla.action.stand", "vanilla.trick.trip")
def stand(play: Play, state: State, who: str) -> State:
    """Stand up, which counts as moving."""
    one = find(state, who)
    play.tell("stands", one.name, why=STAND)
    return put(state, replace(shed(one, "prone"), moved=True))


def _prone(state: State, who: str) -> bool:
    return has(find(state, who), "prone")


@rule("vanilla.action.flee", "vanilla.combat.end")
def flee(play: Play, state: State, who: str) -> State:
    """Flee from the fight, if nobody follows; for a character the GM says whether somebody does."""
    one = find(state, who)
    followers = side_of(state, who) == "party" and any(able(foe) for foe in opponents(state, who))
    if followers and play.choose(REFEREE, "pursued", ("no", "yes"), one.name, why=FLEE) == "yes":
        return _chased(play, state, who)
    return leave(play, state, who)


def _chased(play: Play, state: State, who: str) -> State:
    """A fleeing creature is pursued: it moves as far as two moves go, and stays in the fight."""
    one = find(state, who)
    away = -1 if side_of(state, who) == "party" else 1
    play.tell("chased", one.name, why=FLEE)
    return moved(play, state, who, one.at + away * 2 * sways.moves(state, one))


DEEDS: tuple[Deed[State], ...] = (
    go_deed("move", "move", move, MOVE, provokes=False, refuse=stuck, rank=-1),
    go_deed("run", "action", run, RUN, provokes=False, refuse=stuck, rank=-1),
    go_deed("stand", "move", stand, STAND, refuse=cannot_move, shown=_prone),
    go_deed("flee", "both", flee, FLEE, provokes=False, refuse=stuck, rank=1),
)
