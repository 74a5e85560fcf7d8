"""Coming and going: exits with their risks and traps, the way out, home and back again."""

from collections.abc import Iterable
from typing import TypeVar

from tallow.adventures.conditions import hold
from tallow.adventures.documents.document import Exit, Trap
from tallow.adventures.exploring.together import agreed, at, leader, proposed, spend, still_there
from tallow.adventures.happening import (
    avoided,
    concerned,
    ended,
    enter,
    go_home,
    happen,
    inside,
    met,
    opened,
    placed,
    saved,
    say,
    stake,
    tell,
    tried,
)
from tallow.adventures.standing import DONE, LOST, Explored, Place, Standing, added
from tallow.adventures.ways import open_ways, way_out
from tallow.play import Play, Seat

S = TypeVar("S")

LEVELS = frozenset(("stairs", "ladder", "trapdoor"))
"""Ways that lead to another level."""


def go(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """Through an exit, at the cost of the way, with its risk and its traps."""
    standing = state.place
    ways = open_ways(place, state)
    here = place.rooms[standing.room].name if standing.room in standing.seen else ""
    chosen = play.choose(seat, "place.way", at(ways), here, why=place.why("go"))
    return _through(place, play, state, seat, place.exits[chosen[1:]])


def go_back(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """A room nearer to the way out."""
    exit_ = way_out(place, state)
    return state if exit_ is None else _through(place, play, state, seat, exit_)


def _through(place: Place[S], play: Play, state: Explored[S], seat: Seat, exit_: Exit) -> Explored[S]:
    standing = state.place
    to = place.beyond(exit_, standing.room)
    if not proposed(place, play, state, seat, "go", exit_.turns, place.said(exit_, standing.room)):
        return state
    for group in place.groups_here(standing) if to != standing.came else ():
        if place.band(standing, group.id).temper == "wary":
            tell(play, "bars_way", group.name)
            state = placed(state, done=added(standing.done, _BARRED + group.id))
            return met(place, play, state, group.id)
    who = leader(place, state, seat)
    if place.stands(standing, exit_) == "shut":
        state = opened(place, play, state, exit_.id)
    onward = to != standing.came
    state = trapped(place, play, state, (*((standing.room,) if onward else ()), exit_.id), who)
    state = _risked(place, play, state, exit_, who)
    if not still_there(place, state) or place.chapter.busy(state.game):
        return state
    known = "known" if to in standing.seen else "new"
    level = f"level:{to}"
    if known == "new" and exit_.way in LEVELS and level not in state.place.done:
        state = placed(state, done=added(state.place.done, level))
        state = inside(place, play, state, place.chapter.level)
    tell(play, "goes", place.said(exit_, standing.room))
    if still_there(place, state):
        state, _ = spend(place, play, state, "go", "", known, exit_.turns)
    if not still_there(place, state):
        return state
    state = enter(place, play, state, to)
    return happen(place, play, state, exit_.crossed, leader(place, state, seat))


_BARRED = "barred:"


def bars_way(standing: Standing, group: str) -> bool:
    """Whether a group has stood in the party's way."""
    return _BARRED + group in standing.done


def trapped(place: Place[S], play: Play, state: Explored[S], on: Iterable[str], who: str) -> Explored[S]:
    """Somebody passes the traps on these that nobody has found."""
    for id_ in on:
        for trap in place.traps_on(state.place, id_):
            if trap.id not in state.place.found and place.able(state):
                state = passed(place, play, state, trap, who)
    return state


def passed(place: Place[S], play: Play, state: Explored[S], trap: Trap, who: str) -> Explored[S]:
    """Somebody unwary passes a trap, and may set it off."""
    state, springs = tried(place, play, state, lambda within, game: place.chapter.springs(within, game, who))
    return sprung(place, play, state, trap, who) if springs else state


def sprung(place: Place[S], play: Play, state: Explored[S], trap: Trap, who: str) -> Explored[S]:
    """A trap goes off."""
    say(play, trap.text)
    found = added(state.place.found, trap.id)
    state = placed(state, found=found, done=state.place.done if trap.again else added(state.place.done, trap.id))
    state, avoids = avoided(place, play, state, who, trap.save, "")
    return state if avoids else happen(place, play, state, trap.does, who)


def _risked(place: Place[S], play: Play, state: Explored[S], exit_: Exit, who: str) -> Explored[S]:
    risk = exit_.risk
    key = f"risk:{exit_.id}"
    if risk is None or (risk.once and key in state.place.done):
        return state
    state = placed(state, done=added(state.place.done, key)) if risk.once else state
    for one in concerned(risk.whom, [other.id for other in place.able(state)], who):
        state, passed = saved(place, play, state, one, risk.save, stake(risk.text))
        if not passed:
            state = happen(place, play, state, risk.fails, one)
    return state


def leave(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """Home, from where the place can be left."""
    if not agreed(place, play, state, seat, "leave"):
        return state
    tell(play, "leaves", place.document.adventure.title)
    return go_home(place, play, state)


def set_out(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """From town to the door of the place."""
    about = place.document.adventure
    if not agreed(place, play, state, seat, "set_out"):
        return state
    state = inside(place, play, state, lambda within, game: place.chapter.begin(within, game, about.title))
    if not state.place.seen:
        say(play, about.start)
    state = placed(state, ended="" if state.place.ended == LOST else state.place.ended)
    return enter(place, play, state, about.begins)


def be_done(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """The party is done with the place: the first end that holds for that, or no more than that it is over."""
    if not agreed(place, play, state, seat, "be_done"):
        return state
    for end in place.document.end:
        if end.at == "done" and hold(place, state, end.when):
            return ended(place, play, state, end.id)
    tell(play, "done", place.document.adventure.title)
    return placed(state, ended=DONE)


def ask_around(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """What is said in town."""
    for rumour in place.document.adventure.rumours:
        say(play, rumour)
    return state
