"""What comes first for a party in a place: what faces offer before all else, one of each kind."""

from collections.abc import Iterator
from typing import TypeVar

from tallow.adventures.exploring.going import open_ways, way_out
from tallow.adventures.exploring.handling import looked_at, shut_ways, uses
from tallow.adventures.exploring.talking import lines
from tallow.adventures.exploring.together import AT
from tallow.adventures.happening import left_lying
from tallow.adventures.standing import Explored, Place
from tallow.games.view import Handle
from tallow.play import Option, Seat

S = TypeVar("S")


def first(place: Place[S], state: Explored[S], seat: Seat) -> tuple[Handle, ...]:
    """The deeds of exploring that are most likely meant now; empty while a fight goes on."""
    if place.chapter.busy(state.game):
        return ()
    if not state.place.room:
        return tuple([_deed(name, seat) for name in ("set_out", "ask_around", "be_done")])
    return tuple(_meeting(place, state, seat) if state.place.meeting else _room(place, state, seat))


def _deed(name: str, seat: Seat, what: str = "", option: Option = "") -> Handle:
    return Handle(f"place.{name}", seat, ((what, option),) if what else ())


def _meeting(place: Place[S], state: Explored[S], seat: Seat) -> Iterator[Handle]:
    group = place.groups[state.place.meeting]
    said = lines(place, state, group)
    yield from [_deed("speak", seat, "place.say", line) for line in (*said[1:], said[0])][:2]
    yield _deed("let_be", seat)
    yield _deed("withdraw", seat)
    yield _deed("attack", seat, "place.attack_whom", AT + group.id)


def _room(place: Place[S], state: Explored[S], seat: Seat) -> Iterator[Handle]:
    standing = state.place
    new = [one for one in open_ways(place, state) if place.beyond(one, standing.room) not in standing.seen]
    if place.dark(state):
        yield _deed("light", seat)
    else:
        yield from _things(place, state, seat)
    if new:
        yield _deed("go", seat, "place.way", AT + new[0].id)
    for exit_ in shut_ways(place, state)[:1]:
        yield _deed("open", seat, "place.open_what", AT + exit_.id)
    if place.chapter.weary(state.game):
        yield _deed("rest", seat)
    yield _deed("go_back", seat) if way_out(place, state) is not None else _deed("leave", seat)


def _things(place: Place[S], state: Explored[S], seat: Seat) -> Iterator[Handle]:
    """What there is to see to in a room that the party sees."""
    standing = state.place
    for group in place.groups_here(standing)[:1]:
        yield _deed("speak", seat, "place.whom", AT + group.id)
    for feature in [one for one in place.features_here(standing) if not looked_at(standing, one.id)][:1]:
        yield _deed("look", seat, "place.look_at", AT + feature.id)
    for name in [name for name, use in uses(place, state) if looked_at(standing, name.split("/")[0])][:1]:
        yield _deed("use", seat, "place.use_what", AT + name)
    for thing in [one for one in place.things_here(standing) if not left_lying(standing, one.id)][:1]:
        yield _deed("take", seat, "place.take_what", AT + thing.id)
    if dict(standing.searched).get(standing.room, 0) < place.rooms[standing.room].search:
        yield _deed("search", seat)
