"""Places: the locations of an expedition, each with its doom, rooms, traps and darkness."""

from msgspec.structs import replace

from tallow.games.dead_weight.entries.places import Exit, Room, adventures, rooms
from tallow.games.dead_weight.gear.light import in_dark
from tallow.games.dead_weight.state import OFF_CHART, Location, State, Trap, alive, here, put_location
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, rule

MOST_DOOM = 20


@rule("dead_weight.doom.location", "dead_weight.basics.first_scene", "dead_weight.adventure.mausoleum")
def published(state: State, adventure: RuleId) -> tuple[State, Location]:
    """The location of an adventure: its doom and events, its traps, dark everywhere, with the party outside."""
    of = adventures()[adventure]
    state, id_ = serial(state, "place")
    traps = []
    for room in (rooms()[room] for room in of.rooms):
        if room.trap is not None:
            number = str(room.number)
            traps.append(Trap(f"{id_}trap{number}", room.trap.text, number, room.trap.wounds))
    events = tuple((event.at, event.effect) for event in of.doom_events)
    place = Location(id_, of.name, size=of.doom_max, events=events, adventure=adventure, traps=tuple(traps), dark=True)
    return replace(state, locations=(*state.locations, place)), place


@rule("dead_weight.doom.location", "dead_weight.omens.location")
def go_to(play: Play, state: State, why: RuleId) -> State:
    """The GM says where the party is: a known place keeps its doom, a new one begins its own."""
    known = tuple(place.id for place in state.locations if place.id != state.here)
    fresh = tuple(id_ for id_ in adventures() if not any(place.adventure == id_ for place in state.locations))
    which = play.choose(REFEREE, "location", (*known, *fresh, "own"), why=why)
    state = leave(state)
    if which in known:
        place = next(place for place in state.locations if place.id == which)
    elif which == "own":
        name = play.write(REFEREE, "location_name", why=why).strip() or "?"
        size = play.choose(REFEREE, "doom_size", (10, 0, *(n for n in range(1, MOST_DOOM + 1) if n != 10)), why=why)
        dark = play.choose(REFEREE, "location_dark", ("yes", "no"), name, why="dead_weight.light.dark_turn")
        state, id_ = serial(state, "place")
        place = Location(id_, name, size=size, dark=dark == "yes")
        state = replace(state, locations=(*state.locations, place))
    else:
        state, place = published(state, which)
    play.tell("location", place.name, why=why)
    play.tell("location.doom", place.name, place.doom, why="dead_weight.doom.location", seen_by=(REFEREE,))
    return replace(state, here=place.id)


def leave(state: State) -> State:
    """The state with the party at no place; things and corpses on the ground stay behind."""
    return replace(step_into(state, ""), here="", ground=(), corpses=())


def room_of(place: Location) -> Room | None:
    """The room of the adventure where the party is; None outside, and in places without rooms."""
    if not place.adventure or not place.room:
        return None
    listed = (rooms()[id_] for id_ in adventures()[place.adventure].rooms)
    return next((room for room in listed if str(room.number) == place.room), None)


def ways(place: Location) -> tuple[RuleId, ...]:
    """The rooms that the party can walk into from here, "outside" if a way leads there, then all others.

    Those never visited, or not for long, come first, since the party is likely to go there.
    """
    been = {room: at for at, room in enumerate(place.been)}
    near = sorted(_near(place), key=lambda way: (way == "outside", been.get(number_of(way), -1)))
    return tuple(dict.fromkeys((*near, *adventures()[place.adventure].rooms, "outside")))


def _near(place: Location) -> tuple[RuleId, ...]:
    """The ids of the rooms that exits lead to from here."""
    of = adventures()[place.adventure]
    by_number = {rooms()[id_].number: id_ for id_ in of.rooms}
    room = room_of(place)
    if room is None:
        return tuple(by_number[number] for number in of.entrances)
    return tuple(by_number[way.to] if way.to else "outside" for way in room.exits)


def step_into(state: State, room: str) -> State:
    """The state with the party in another room: things and bodies stay behind, and those of the new room appear."""
    place = here(state)
    if place is None or (place.adventure and place.room == room):
        return state
    left = (*place.left, *((place.room, item) for item in state.ground))
    ways = (*place.ways, *_hidden_between(place, room))
    bodies = (*place.bodies, *((place.room, replace(corpse, at=OFF_CHART)) for corpse in state.corpses))
    known = bool(place.adventure)
    place = replace(
        place,
        room=room,
        stay=0,
        ways=tuple(dict.fromkeys(ways)),
        been=(*[old for old in place.been if old != room], room) if room else place.been,
        left=tuple(pair for pair in left if not known or pair[0] != room),
        bodies=tuple(pair for pair in bodies if not known or pair[0] != room),
    )
    ground = tuple(item for where, item in left if known and where == room)
    corpses = tuple(corpse for where, corpse in bodies if known and where == room)
    return replace(put_location(state, place), ground=ground, corpses=corpses)


def _hidden_between(place: Location, room: str) -> tuple[tuple[str, int], ...]:
    """The hidden exits between the room where the party is and the one that it goes to, on both sides."""
    here_, there = room_of(place), room_of(replace(place, room=room))
    if here_ is None or there is None:
        return ()
    return tuple(
        (str(one.number), way.to)
        for one, other in ((here_, there), (there, here_))
        for way in one.exits
        if way.hidden and way.to == other.number
    )


@rule("dead_weight.exploration.room_seen", "dead_weight.light.dark_turn")
def anybody_sees(state: State) -> bool:
    """Whether anybody of the party has light to see the room."""
    return any(alive(one) and not in_dark(state, one.id) for one in state.party)


@rule("dead_weight.exploration.room_seen")
def seen_exits(place: Location) -> tuple[Exit, ...]:
    """The exits of the room where the party is that it knows of: those not hidden, and those it has found."""
    room = room_of(place)
    listed = room.exits if room else ()
    return tuple(way for way in listed if not way.hidden or (place.room, way.to) in place.ways)


@rule("dead_weight.exploration.room_seen", "dead_weight.need.gm_secret", "dead_weight.adventure.mausoleum")
def tell_room(play: Play, state: State) -> None:
    """Tell everybody what the room looks like and its exits, and the GM all that is in it."""
    place = here(state)
    room = room_of(place) if place else None
    if place is None or room is None:
        return
    why = "dead_weight.exploration.room_seen"
    if anybody_sees(state):
        play.tell("room.seen", room.name, room.seen, why=why)
        play.tell("room.ways", tuple(way.seen_as for way in seen_exits(place)), why=why)
    else:
        play.tell("room.dark", why="dead_weight.light.dark_turn")
    play.tell("room", room.number, room.id, room.effect, why=room.id, seen_by=(REFEREE,))
    for way in room.exits:
        to = (way.to,) if way.to else ()
        play.tell("room.exit" if to else "room.exit.out", *to, way.way, why=room.id, seen_by=(REFEREE,))
    if place.room not in place.met:
        for foes in room.enemies:
            code = "room.enemies.note" if foes.note else "room.enemies"
            play.tell(code, foes.count, foes.ref, foes.note, why=room.id, seen_by=(REFEREE,))
    for loot in room.loot:
        if (place.room, loot.name) not in place.taken:
            play.tell("room.loot", loot.name, loot.count, why=room.id, seen_by=(REFEREE,))
    for trap in traps_here(place):
        play.tell("room.trap", trap.text, why="dead_weight.exploration.loot_trap", seen_by=(REFEREE,))


def traps_here(place: Location) -> tuple[Trap, ...]:
    """The traps of the room where the party is."""
    return tuple(trap for trap in place.traps if trap.room in {"", place.room})


def _go_to(play: Play, state: State, _: str) -> State:
    return go_to(play, state, "dead_weight.doom.location")


@rule("dead_weight.adventure.mausoleum", "dead_weight.exploration.move_encounter")
def _enter_room(play: Play, state: State, _: str) -> State:
    """The GM puts the party into a room, without spending a turn."""
    place = here(state)
    if place is None:
        return state
    to = play.choose(REFEREE, "room", ways(place), why="dead_weight.adventure.mausoleum")
    state = step_into(state, number_of(to))
    tell_room(play, state)
    return state


def number_of(way: RuleId) -> str:
    """The room that a way leads to, as the state stores it; "" for outside."""
    return "" if way == "outside" else str(rooms()[way].number)


@rule("dead_weight.exploration.room_seen", "dead_weight.need.gm_secret")
def _reveal_way(play: Play, state: State, _: str) -> State:
    """The GM shows the party a hidden exit of this room."""
    place = here(state)
    room = room_of(place) if place else None
    if place is None or room is None:
        return state
    why = "dead_weight.exploration.room_seen"
    hidden = _hidden_here(place)
    _, to, _ = play.choose(REFEREE, "reveal_way", tuple(("way", way.to, way.way) for way in hidden), why=why)
    play.tell("room.way_found", next(way.seen_as for way in hidden if way.to == to), why=why)
    return put_location(state, replace(place, ways=(*place.ways, (place.room, to))))


def _hidden_here(place: Location) -> tuple[Exit, ...]:
    """The exits of this room that the party does not know of."""
    room = room_of(place)
    listed = room.exits if room else ()
    return tuple(way for way in listed if way.hidden and (place.room, way.to) not in place.ways)


def _with_hidden_way(state: State, who: str) -> bool:
    place = here(state)
    return abroad(state, who) and place is not None and bool(_hidden_here(place))


def _set_dark(play: Play, state: State, _: str) -> State:
    place = here(state)
    if place is None:
        return state
    play.tell("location.light" if place.dark else "location.dark", why="dead_weight.light.dark_turn")
    return put_location(state, replace(place, dark=not place.dark))


@rule("dead_weight.doom.events")
def _plan_doom(play: Play, state: State, _: str) -> State:
    """The GM adds an event for when doom reaches a number here."""
    place = here(state)
    if place is None:
        return state
    why = "dead_weight.doom.events"
    at = play.choose(REFEREE, "doom_event_at", range(1, MOST_DOOM + 1), place.name, why=why)
    text = play.write(REFEREE, "doom_event", at, why=why).strip()
    return put_location(state, replace(place, events=(*place.events, (at, text)))) if text else state


def abroad(state: State, _: str) -> bool:
    """Whether the party explores a place."""
    return state.phase == "exploration" and state.combat is None and bool(state.here)


def _with_rooms(state: State, who: str) -> bool:
    place = here(state)
    return abroad(state, who) and place is not None and bool(place.adventure)


def _no_party(state: State, _: str) -> Refusal | None:
    return None if state.party else Refusal("no_party", (), "dead_weight.basics.players")


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "change_location",
        _go_to,
        "dead_weight.doom.location",
        by="referee",
        shown=abroad,
        refuse=_no_party,
        group="where",
        rank=-1,
    ),
    Deed(
        "enter_room",
        _enter_room,
        "dead_weight.adventure.mausoleum",
        by="referee",
        shown=_with_rooms,
        group="where",
        rank=-1,
    ),
    Deed(
        "reveal_way",
        _reveal_way,
        "dead_weight.exploration.room_seen",
        by="referee",
        shown=_with_hidden_way,
        group="where",
        rank=-1,
    ),
    Deed("set_dark", _set_dark, "dead_weight.light.dark_turn", by="referee", shown=abroad, group="where", rank=-1),
    Deed("plan_doom", _plan_doom, "dead_weight.doom.events", by="referee", shown=abroad, group="dangers"),
)
