"""What comes first for a party in a place: what faces offer before all else, one of each kind."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from tallow.adventures.documents.document import Exit
from tallow.adventures.exploring.handling import ALL, looked_at
from tallow.adventures.exploring.talking import greeted, lines
from tallow.adventures.exploring.together import AT
from tallow.adventures.left_to_do import LeftToDo
from tallow.adventures.standing import LOST, Explored, Place
from tallow.adventures.ways import goes_on, open_ways, way_out
from tallow.games.view import Handle
from tallow.play import REFEREE, Option, Seat

S = TypeVar("S")

FEW = 3
"""A party of fewer people is asked whether somebody else comes along."""

AT_ONCE, LONG, NEW = "place.at_once", "place.long", "place.new"
"""What is noted of a deed: no time passes; it takes more than one turn; it leads to where nobody has been."""


def first(place: Place[S], state: Explored[S], seat: Seat, met: Sequence[str] = ()) -> tuple[Handle, ...]:
    """The deeds of exploring that are most likely meant now; empty while a fight goes on.

    `met` names what a referee of the game does with somebody whom the party meets.
    """
    if place.chapter.busy(state.game):
        return ()
    if seat == REFEREE:
        return tuple(_referees(place, state, met))
    if not any(one.seat == seat for one in place.people(state)):
        return (_deed("play_as", seat),)
    if not state.place.room:
        more = ("make_one_more",) if len(place.people(state)) < FEW else ()
        before: tuple[str, ...] = ("set_out", "ask_around", "be_done")
        if state.place.ended:
            before = ("set_out",) if state.place.ended == LOST else ()
        return tuple([_deed(name, seat) for name in (*before, *more)])
    return tuple(_meeting(place, state, seat) if state.place.meeting else _room(place, state, seat))


def _referees(place: Place[S], state: Explored[S], met: Sequence[str]) -> Iterator[Handle]:
    """What a referee most likely does: leads the party in, lets happen what the room holds, leads on, reads aloud."""
    standing = state.place
    if not standing.room:
        yield Handle("place.lead", "", (("place.lead_where", AT + place.document.adventure.begins),))
        return
    hostile = standing.meeting and place.band(standing, standing.meeting).temper not in {"friendly", "open"}
    yield from [Handle(name, "") for name in (met if hostile else ())]
    there = place.groups_in(standing, standing.room)
    yield from [
        Handle("place.bring_group", "", (("place.bring_whom", AT + group.id),))
        for group in there
        if group.id not in standing.done and group.id != standing.meeting and not place.asleep(standing, group.id)
    ][:1]
    beyond = [place.beyond(exit_, standing.room) for exit_ in place.ways(standing)]
    for room in [room for room in beyond if room not in standing.seen][:1]:
        yield Handle("place.lead", "", (("place.lead_where", AT + room),))
    yield from [Handle(name, "") for name in (met if standing.meeting else ())][:1]
    for group in [one for one in there if place.asleep(standing, one.id)][:1]:
        yield Handle("place.wake_group", "", (("place.wake_whom", AT + group.id),))
    for trap in place.traps_on(standing, standing.room)[:1]:
        yield Handle("place.spring", "", (("place.spring_what", AT + trap.id),))
    yield Handle("place.read_aloud", "")


def _deed(name: str, seat: Seat, what: str = "", option: Option = "", notes: tuple[str, ...] = ()) -> Handle:
    return Handle(f"place.{name}", seat, ((what, option),) if what else (), notes=notes)


def _time(place: Place[S], deed: str, turns: int) -> str:
    """What so many turns cost, as a code of the words."""
    if turns > 1:
        return LONG
    return place.chapter.costs.get(deed, "") if turns else AT_ONCE


def _meeting(place: Place[S], state: Explored[S], seat: Seat) -> Iterator[Handle]:
    group = place.groups[state.place.meeting]
    greeting, *said = lines(place, state, group)
    spoken = greeted(state.place, group.id)
    yield from [_deed("speak", seat, "place.say", line) for line in (*said, *(() if spoken else (greeting,)))][:2]
    yield _deed("let_be", seat)
    yield _deed("withdraw", seat)
    yield _deed("attack", seat, "place.attack_whom", AT + group.id)


def _room(place: Place[S], state: Explored[S], seat: Seat) -> Iterator[Handle]:
    left = LeftToDo(place, state)
    if place.dark(state):
        yield _deed("light", seat)
    else:
        yield from _things(place, state, seat, left)
    ways = sorted(left.new_ways(), key=lambda one: one.risk is not None)
    yield from [_going(place, seat, one) for one in ways[:1]]
    for exit_ in left.shut_ways()[:1]:
        yield _deed("open", seat, "place.open_what", AT + exit_.id)
    if place.chapter.weary(state.game):
        yield _deed("rest", seat)
    yield from [_going(place, seat, one) for one in ways[1:2]]
    if not ways and not place.dark(state) and goes_on(place, state):
        yield _going(place, seat, open_ways(place, state)[0], known=True)
    yield _deed("go_back", seat) if way_out(place, state) is not None else _deed("leave", seat)
    yield _deed("own_idea", seat)


def _going(place: Place[S], seat: Seat, exit_: Exit, *, known: bool = False) -> Handle:
    """On by a way to where nobody has been, or through a room that is `known` towards there."""
    notes = ("" if known else NEW, _time(place, "go", exit_.turns), exit_.risk.save if exit_.risk else "")
    return _deed("go", seat, "place.way", AT + exit_.id, tuple(filter(None, notes)))


def _things(place: Place[S], state: Explored[S], seat: Seat, left: LeftToDo[S]) -> Iterator[Handle]:
    """What there is to see to in a room that the party sees."""
    for group in left.groups()[:1]:
        yield _deed("speak", seat, "place.whom", AT + group.id)
    for feature in left.features()[:1]:
        yield _deed("look", seat, "place.look_at", AT + feature.id, (AT_ONCE,))
    seen = [(name, use) for name, use in left.uses() if looked_at(state.place, name.split("/")[0])]
    for name, use in seen[:1]:
        notes = (_time(place, "wait", use.turns), use.save)
        yield _deed("use", seat, "place.use_what", AT + name, tuple(filter(None, notes)))
    things = left.things()
    if things:
        whole = len(things) > 1 and len(things) == len(place.things_here(state.place))
        yield _deed("take", seat, "place.take_what", ALL if whole else AT + things[0].id)
    if left.search():
        yield _deed("search", seat)
