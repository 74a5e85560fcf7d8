"""What a referee does with a place: every part of it is at hand, and everything can be overruled."""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from tallow.adventures.conditions import seen_now
from tallow.adventures.documents import effects as h
from tallow.adventures.documents.document import Hidden
from tallow.adventures.exploring.going import sprung
from tallow.adventures.exploring.together import AT
from tallow.adventures.happening import advanced, ended, enter, go_home, happen, inside, met, placed, say, settle, tell
from tallow.adventures.standing import HOME, Explored, Place, added, set_in
from tallow.games.deeds import Deed
from tallow.play import REFEREE, Play

S = TypeVar("S")

GROUP = "place.referee"
"""The group of the referee's deeds, for faces that put deeds in groups."""

STANDS = ("open", "shut", "stuck", "locked", "barred")
TEMPERS = ("hostile", "wary", "open", "friendly", "asleep", "gone")


def one_of(play: Play, what: str, ids: tuple[str, ...]) -> str:
    """Ask the referee for one part of the document; gives its id."""
    return play.choose(REFEREE, what, tuple([AT + one for one in ids]), why="")[1:]


def lead(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """The party is in another room, at no cost; from town it comes to the place."""
    room = one_of(play, "place.lead_where", tuple(place.rooms))
    if not state.place.room:
        title = place.document.adventure.title
        state = inside(place, play, state, lambda within, game: place.chapter.begin(within, game, title))
    state = enter(place, play, state, room)
    if room not in state.place.seen and place.dark(state):
        tell(play, "in_the_dark")
    return state


def lead_away(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """The party leaves the map, from wherever it is; it can be led back."""
    tell(play, "leaves", place.document.adventure.title)
    return go_home(place, play, state)


def reveal(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """A hidden part of the place is found."""
    hidden = one_of(play, "place.reveal_what", _hidden(place, state))
    return happen(place, play, state, (h.Reveal(hidden),), "")


def _hidden(place: Place[S], state: Explored[S]) -> tuple[str, ...]:
    """The ids of the parts of the place, traps among them, that the party has not found."""
    document = place.document
    parts: tuple[Hidden, ...] = (*document.exit, *document.feature, *document.group, *document.thing)
    found = state.place.found
    hidden = [one.id for one in parts if one.found != "seen" and one.id not in found]
    return (*hidden, *[one for one in place.traps if one not in found])


def set_exit(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """An exit is open, shut, stuck, locked or barred from now on."""
    exit_ = one_of(play, "place.which_exit", tuple(place.exits))
    stands = play.choose(REFEREE, "place.exit_stands", STANDS, AT + exit_, why="")
    return placed(state, stands=set_in(state.place.stands, exit_, stands))


def bring(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """A group comes to where the party is, and is before it unless another is."""
    group = one_of(play, "place.bring_whom", tuple(place.groups))
    return _before(place, play, happen(place, play, state, (h.Bring(group),), ""), group, "comes")


def wake(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """A group that sleeps where the party is wakes, and is before it unless another is."""
    group = one_of(play, "place.wake_whom", _sleepers(place, state))
    band = replace(place.band(state.place, group), temper="wary")
    state = placed(state, found=added(state.place.found, group))
    return _before(place, play, replace(state, place=place.with_band(state.place, band)), group, "wakes")


def _before(place: Place[S], play: Play, state: Explored[S], group: str, code: str) -> Explored[S]:
    """The party has a group before it, unless it is gone or another is there: that is told, and what anybody sees."""
    standing = state.place
    if place.band(standing, group).temper == "gone":
        return state
    tell(play, code, place.groups[group].name)
    say(play, place.groups[group].seen)
    return state if standing.meeting else met(place, play, state, group)


def _sleepers(place: Place[S], state: Explored[S]) -> tuple[str, ...]:
    """The ids of the groups that sleep where the party is."""
    there = place.groups_in(state.place, state.place.room)
    return tuple([one.id for one in there if place.asleep(state.place, one.id)])


def set_temper(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """A group is of another temper."""
    group = one_of(play, "place.temper_of", tuple(place.groups))
    temper = play.choose(REFEREE, "place.temper", TEMPERS, AT + group, why="")
    return replace(state, place=place.with_band(state.place, replace(place.band(state.place, group), temper=temper)))


def give(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """Somebody has a thing of the place that nobody has taken."""
    left = tuple([one for one in place.things if one not in dict(state.place.taken)])
    thing = one_of(play, "place.give_what", left)
    people = tuple([one.id for one in place.people(state)])
    return happen(place, play, state, (h.Give(thing),), play.choose(REFEREE, "place.give_whom", people, why=""))


def spring(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """A trap is sprung by somebody."""
    trap = place.traps[one_of(play, "place.spring_what", tuple(place.traps))]
    people = tuple([one.id for one in place.people(state)])
    return sprung(place, play, state, trap, play.choose(REFEREE, "place.spring_whom", people, why=""))


def move_clock(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """A clock advances by one."""
    return advanced(place, play, state, one_of(play, "place.which_clock", tuple(place.clocks)))


def read_aloud(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """All read what is seen of the room."""
    room = place.rooms[state.place.room]
    play.tell("place.room", room.name, seen_now(place, state, room), why="")
    return placed(state, seen=added(state.place.seen, room.id))


def finish(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """The adventure ends, in one of its ends."""
    return ended(place, play, state, one_of(play, "place.which_end", tuple(place.ends)))


def go_on(_: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """An adventure that has ended goes on after all."""
    tell(play, "goes_on")
    return placed(state, ended="")


def _quiet(place: Place[S], state: Explored[S]) -> bool:
    return not place.chapter.busy(state.game)


def _in_place(place: Place[S], state: Explored[S]) -> bool:
    return state.place.room != HOME and _quiet(place, state)


def _deed(
    place: Place[S],
    name: str,
    do: Callable[[Place[S], Play, Explored[S]], Explored[S]],
    shown: Callable[[Place[S], Explored[S]], bool],
    *,
    follows: bool = True,
) -> Deed[Explored[S]]:
    """A deed of the referee; `follows`: what follows from it in the place is done with it."""

    def done(play: Play, state: Explored[S], _: str) -> Explored[S]:
        state = do(place, play, state)
        return settle(place, play, state) if follows else state

    def visible(state: Explored[S], _: str) -> bool:
        return shown(place, state)

    return Deed(f"place.{name}", done, "", by="referee", shown=visible, group=GROUP)


def controls(place: Place[S]) -> tuple[Deed[Explored[S]], ...]:
    """The referee's deeds; the room's card has them as buttons."""
    return (
        _deed(place, "read_aloud", read_aloud, _in_place, follows=False),
        _deed(place, "lead", lead, lambda at, state: _quiet(at, state) and bool(at.people(state))),
        _deed(place, "lead_away", lead_away, _in_place),
        _deed(place, "reveal", reveal, lambda at, state: _in_place(at, state) and bool(_hidden(at, state))),
        _deed(place, "set_exit", set_exit, lambda at, _: bool(at.exits), follows=False),
        _deed(place, "bring_group", bring, lambda at, state: _in_place(at, state) and bool(at.groups)),
        _deed(place, "wake_group", wake, lambda at, state: _in_place(at, state) and bool(_sleepers(at, state))),
        _deed(place, "set_temper", set_temper, lambda at, state: _in_place(at, state) and bool(at.groups)),
        _deed(
            place, "give", give, lambda at, s: bool(at.people(s)) and len(s.place.taken) < len(at.things), follows=False
        ),
        _deed(place, "spring", spring, lambda at, s: _in_place(at, s) and bool(at.traps) and bool(at.people(s))),
        _deed(place, "move_clock", move_clock, lambda at, state: _in_place(at, state) and bool(at.clocks)),
        _deed(place, "finish", finish, lambda at, state: _quiet(at, state) and not state.place.ended),
        _deed(place, "go_on", go_on, lambda _, state: bool(state.place.ended), follows=False),
    )
