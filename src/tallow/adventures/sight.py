"""What each seat sees of a place: the room, the map as far as it is known, and for the referee all of it."""

from collections.abc import Iterator
from typing import TypeVar

from tallow.adventures.conditions import carried, seen_now
from tallow.adventures.documents.document import Exit, Hidden, Room
from tallow.adventures.exploring.handling import shut_ways, uses
from tallow.adventures.exploring.together import AT
from tallow.adventures.standing import Explored, Place, Standing
from tallow.adventures.ways import open_ways
from tallow.games.shared.view_parts import panel_of
from tallow.games.view import Block, Handle, Line, Lines, Map, MapExit, MapRoom, Panel, Spot, Spots, Tag, Tags, Text
from tallow.play import REFEREE, Seat

S = TypeVar("S")


def panels(place: Place[S], state: Explored[S], seat: Seat) -> Iterator[Panel]:
    """The panels of a place for one seat; nothing of it while the party is not there, but the map that it has."""
    standing = state.place
    if standing.room:
        yield _room(place, state, seat)
    if standing.ended:
        end = place.ends.get(standing.ended)
        title = end.title if end else "place.lost"
        yield panel_of("place.end", title, "scene", [Text("place.ended", end.text if end else "")])
    if (drawn := chart(place, standing, whole=seat == REFEREE)).rooms:
        yield Panel("map", place.document.adventure.title, "scene", (drawn,))
    if seat == REFEREE:
        yield from _card(place, state)


def _room(place: Place[S], state: Explored[S], seat: Seat) -> Panel:
    """Where the party is: what is seen, and what can be done with each thing that is."""
    standing = state.place
    room = place.rooms[standing.room]
    if place.dark(state) and room.id not in standing.seen:
        return panel_of("room", "place.darkness", "scene", [_exits(place, state, seat)])
    blocks: list[Block] = [
        Text("", seen_now(place, state, room)),
        _exits(place, state, seat),
        _spots(place, state, seat),
        Tags("place.leads", (Tag(standing.leads),) if standing.leads else ()),
    ]
    return panel_of("room", room.name, "scene", blocks, subtitle=f"{place.document.adventure.title} · {room.number}")


def _exits(place: Place[S], state: Explored[S], seat: Seat) -> Spots:
    standing = state.place
    ways, shut = open_ways(place, state), shut_ways(place, state)
    spots = []
    for exit_ in place.ways(standing):
        stands = place.stands(standing, exit_)
        to = place.beyond(exit_, standing.room)
        handles = []
        if exit_ in ways:
            handles.append(_handle("go", seat, "place.way", exit_.id))
        if exit_ in shut:
            handles.append(_handle("open", seat, "place.open_what", exit_.id))
        handles.append(_handle("listen", seat, "place.listen_at", exit_.id))
        beyond = place.rooms[to].name if to in standing.seen else ""
        spots.append(Spot(exit_.id, place.said(exit_, standing.room), f"place.{stands}", beyond, tuple(handles)))
    return Spots("place.exits", tuple(spots))


def _spots(place: Place[S], state: Explored[S], seat: Seat) -> Spots:
    standing = state.place
    spots = []
    for feature in place.features_here(standing):
        named = [name for name, _ in uses(place, state) if name.split("/")[0] == feature.id]
        handles = [_handle("look", seat, "place.look_at", feature.id)]
        handles += [_handle("use", seat, "place.use_what", name) for name in named]
        spots.append(Spot(feature.id, feature.name, "", "", tuple(handles)))
    for thing in place.things_here(standing):
        handles = [_handle("take", seat, "place.take_what", thing.id)]
        spots.append(Spot(thing.id, thing.name, "", "", tuple(handles)))
    for group in place.groups_here(standing):
        handles = [
            _handle("speak", seat, "place.whom", group.id),
            _handle("attack", seat, "place.attack_whom", group.id),
        ]
        spots.append(Spot(group.id, group.name, "", group.seen, tuple(handles)))
    return Spots("place.here", tuple(spots))


def _handle(deed: str, who: str, what: str, id_: str) -> Handle:
    return Handle(f"place.{deed}", who, ((what, AT + id_),))


def chart(place: Place[S], standing: Standing, *, whole: bool = False) -> Map:
    """The map as far as the party knows it; for the referee the whole of it."""
    known = [room for room in place.document.room if whole or room.id in standing.seen]
    ids = {room.id for room in known}
    rooms = [
        MapRoom(room.id, str(room.number), room.name, *room.at, *room.size, seen=room.id in standing.seen)
        for room in known
    ]
    exits = [drawn for one in place.document.exit for drawn in _drawn(place, standing, one, ids, whole)]
    return Map("map", tuple(rooms), tuple(exits), standing.room if standing.room in ids else "")


def _drawn(place: Place[S], standing: Standing, exit_: Exit, known: set[str], whole: bool) -> Iterator[MapExit]:
    """An exit between two rooms of which at least one is known; of one that is not, no more than its direction."""
    sides = [id_ for id_ in (exit_.from_, exit_.to) if id_ in known]
    if not sides or (not whole and not place.known(standing, exit_)):
        return
    if len(sides) == 1 and exit_.one_way and sides[0] == exit_.to:
        return
    one = place.rooms[sides[0]]
    other = place.rooms[exit_.to if sides[0] == exit_.from_ else exit_.from_]
    start, end = _edge(one, other), _edge(other, one)
    leads = len(sides) == 2
    if not leads:
        end = _beyond(start, one)
    yield MapExit(exit_.id, exit_.way, place.stands(standing, exit_), *start, *end, leads)


def _edge(room: Room, towards: Room) -> tuple[float, float]:
    """The point on the wall of a room that is nearest to the middle of another."""
    (x, y), (w, h) = room.at, room.size
    tx, ty = towards.at[0] + towards.size[0] / 2, towards.at[1] + towards.size[1] / 2
    dx, dy = tx - (x + w / 2), ty - (y + h / 2)
    if abs(dx) * h >= abs(dy) * w:
        return (x + w if dx > 0 else x, min(max(ty, y + 0.5), y + h - 0.5))
    return (min(max(tx, x + 0.5), x + w - 0.5), y + h if dy > 0 else y)


def _beyond(start: tuple[float, float], room: Room) -> tuple[float, float]:
    """A square out of a room, through its wall."""
    (x, y), (w, h) = room.at, room.size
    sx, sy = start
    if sx in {x, x + w}:
        return (sx + (1 if sx == x + w else -1), sy)
    return (sx, sy + (1 if sy == y + h else -1))


def _card(place: Place[S], state: Explored[S]) -> Iterator[Panel]:
    """What only the referee knows: of the room, and of everything else in the place."""
    standing, about = state.place, place.document.adventure
    if standing.room:
        room = place.rooms[standing.room]
        aloud = Spot("aloud", "place.aloud", "", seen_now(place, state, room), (Handle("place.read_aloud", ""),))
        blocks: list[Block] = [
            Spots("", (aloud,) if not place.chapter.busy(state.game) else ()),
            Text("place.known", room.known),
            _parts(place, state, room.id),
        ]
        yield panel_of("place.card", room.name, "notes", blocks, subtitle="place.card")
    blocks = [
        Text("place.known", about.known),
        _clocks(place, standing),
        _rooms(place),
        _groups(place, standing),
        Tags("place.marks", tuple([Tag(mark) for mark in standing.marks])),
    ]
    yield panel_of("place.whole", about.title, "notes", blocks, subtitle="place.whole")


def _parts(place: Place[S], state: Explored[S], room: str) -> Spots:
    """Every group, thing, trap, exit and feature of a room, each with what it takes to have it happen."""
    standing = state.place
    spots: list[Spot] = []
    does: tuple[Handle, ...]
    for group in place.groups_in(standing, room):
        band = place.band(standing, group.id)
        here = standing.room == room and place.asleep(standing, group.id)
        comes = ("wake_group", "place.wake_whom") if here else ("bring_group", "place.bring_whom")
        does = (_word(*comes, group.id), _word("set_temper", "place.temper_of", group.id))
        spots.append(Spot(group.id, f"{group.name} ({band.who})", f"place.{band.temper}", group.known, does))
    for thing in place.document.thing:
        if place.lies(standing, thing) == room or (thing.room == room and carried(place, state, thing.id)):
            does = (*_shows(place, standing, thing.id), _word("give", "place.give_what", thing.id))
            taken = "place.taken" if thing.id in dict(standing.taken) else ""
            spots.append(Spot(thing.id, thing.name, taken, thing.known, does if not taken else ()))
    exits = place.exits_of(room)
    on = {room, *[one.id for one in exits], *[one.id for one in place.document.thing if one.room == room]}
    for trap in place.document.trap:
        if trap.on in on:
            does = (*_shows(place, standing, trap.id), _word("spring", "place.spring_what", trap.id))
            spots.append(Spot(trap.id, trap.name, "", trap.known or trap.text, does))
    for feature in place.document.feature:
        if feature.room == room:
            text = feature.known or seen_now(place, state, feature)
            spots.append(Spot(feature.id, feature.name, "", text, _shows(place, standing, feature.id)))
    for exit_ in exits:
        stands = place.stands(standing, exit_)
        does = (*_shows(place, standing, exit_.id), _word("set_exit", "place.which_exit", exit_.id))
        spots.append(Spot(exit_.id, place.said(exit_, room), f"place.{stands}", exit_.known, does))
    return Spots("place.parts", tuple(spots))


def _shows(place: Place[S], standing: Standing, id_: str) -> tuple[Handle, ...]:
    """The button that reveals what is hidden still."""
    parts: dict[str, Hidden] = {**place.exits, **place.features, **place.groups, **place.things}
    hidden = id_ in place.traps or parts[id_].found != "seen"
    return (_word("reveal", "place.reveal_what", id_),) if hidden and id_ not in standing.found else ()


def _word(deed: str, what: str, id_: str) -> Handle:
    return Handle(f"place.{deed}", "", ((what, AT + id_),))


def _clocks(place: Place[S], standing: Standing) -> Spots:
    at, spots = dict(standing.clocks), []
    for clock in place.document.clock:
        steps = f"{at.get(clock.id, 0)}/{len(clock.step)}"
        does = (_word("move_clock", "place.which_clock", clock.id),)
        spots.append(Spot(clock.id, f"{clock.name} {steps}", "", clock.known, does))
    return Spots("place.clocks", tuple(spots))


def _rooms(place: Place[S]) -> Spots:
    """Every room, to put the party there; and wherever there is no map."""
    spots = [
        Spot(room.id, f"{room.number}. {room.name}", "", "", (_word("lead", "place.lead_where", room.id),))
        for room in place.document.room
    ]
    return Spots("place.rooms", (*spots, Spot("away", "place.off_the_map", "", "", (Handle("place.lead_away", ""),))))


def _groups(place: Place[S], standing: Standing) -> Lines:
    lines = []
    for group in place.document.group:
        band = place.band(standing, group.id)
        where = place.rooms[band.room].name if band.room else "place.nowhere"
        lines.append(Line(f"{group.name} ({band.who})", where))
    return Lines("place.groups", tuple(lines))
