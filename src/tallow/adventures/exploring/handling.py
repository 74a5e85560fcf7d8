"""Looking, listening, searching, opening, taking and using."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from tallow.adventures.conditions import carried, hold, seen_now
from tallow.adventures.documents.document import Exit, Hidden, Use
from tallow.adventures.exploring.going import trapped
from tallow.adventures.exploring.together import AT, at, leader, proposed, someone, spend, turned
from tallow.adventures.happening import (
    given,
    happen,
    inside,
    opened,
    parted,
    placed,
    revealed,
    saved,
    say,
    tell,
    tried,
)
from tallow.adventures.standing import Explored, Place, Standing, added, set_in
from tallow.adventures.ways import CLOSED
from tallow.mechanics.memory import cached_by_identity
from tallow.play import Play, Seat

S = TypeVar("S")

KEPT = 8
"""For so many states it is kept what can be used in them."""

ALL = "all"
KEY, UNBAR = "key", "unbar"


def look(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """At something in the room; no time passes."""
    features = place.features_here(state.place)
    chosen = play.choose(seat, "place.look_at", (*at(features), ALL), why=place.why("look"))
    if chosen == ALL:
        room = place.rooms[state.place.room]
        play.tell("place.room", room.name, seen_now(place, state, room), why="")
        return state
    feature = place.features[chosen[1:]]
    play.tell("place.looks", feature.name, seen_now(place, state, feature), why="")
    return placed(state, done=added(state.place.done, _LOOKED + feature.id))


_LOOKED = "looked:"


def looked_at(standing: Standing, feature: str) -> bool:
    """Whether the party has looked at a feature."""
    return _LOOKED + feature in standing.done


def listen(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """At an exit: what is heard beyond it."""
    standing = state.place
    chosen = play.choose(seat, "place.listen_at", at(place.ways(standing)), why=place.why("listen"))
    exit_ = place.exits[chosen[1:]]
    who = someone(place, play, state, seat, "listen")
    if not proposed(place, play, state, seat, "listen", 1, place.said(exit_, standing.room)):
        return state
    state, hears = tried(place, play, state, lambda within, game: place.chapter.notices(within, game, "listen", who))
    beyond = place.beyond(exit_, standing.room)
    alive = any(place.band(standing, one.id).temper != "asleep" for one in place.groups_in(standing, beyond))
    heard = "nothing" if not hears else "life" if alive else "hazard" if exit_.heard else "nothing"
    state, _ = spend(place, play, state, "listen", who, heard)
    tell(play, f"heard_{heard}", place.said(exit_, standing.room))
    say(play, exit_.heard if hears else "")
    return state


def search(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """The room, thoroughly: what is hidden is found if somebody notices it; if not, it can be searched again."""
    standing = state.place
    room = place.rooms[standing.room]
    if not proposed(place, play, state, seat, "search", 1, room.name):
        return state
    spent = dict(standing.searched).get(room.id, 0) + 1
    hidden = tuple(_hidden(place, standing))
    done, noticed = spent >= room.search, True
    if done:
        state, noticed = tried(
            place, play, state, lambda within, game: place.chapter.notices(within, game, "search", "")
        )
    known = "goes_on" if not done else "found" if hidden and noticed else "nothing"
    state, _ = spend(place, play, state, "search", "", known)
    if state.place.room != room.id:
        return state
    state = placed(state, searched=set_in(standing.searched, room.id, spent if noticed else spent - 1))
    tell(play, f"search_{known}" if noticed else "search_unnoticed", room.name)
    for what in hidden if known == "found" else ():
        state = revealed(place, play, state, what)
    return state


def _hidden(place: Place[S], standing: Standing) -> Iterator[str]:
    """What a search of the room finds."""
    room = standing.room
    exits = place.exits_of(room)
    things = [one for one in place.document.thing if place.lies(standing, one) == room]
    features = [one for one in place.document.feature if one.room == room]
    parts: tuple[Hidden, ...] = (*exits, *features, *place.groups_in(standing, room), *things)
    yield from (one.id for one in parts if one.found == "search" and one.id not in standing.found)
    for on in (room, *(one.id for one in exits), *(one.id for one in things)):
        yield from (one.id for one in place.traps_on(standing, on) if one.id not in standing.found)


def shut_ways(place: Place[S], state: Explored[S]) -> tuple[Exit, ...]:
    """The exits that the party knows and that will not simply open."""
    standing = state.place
    return tuple([one for one in place.ways(standing) if ways_to_open(place, state, one)])


def ways_to_open(place: Place[S], state: Explored[S], exit_: Exit, seat: Seat = "") -> tuple[str, ...]:
    """How an exit can be tried: with its key, from the side that unbars it, with tools, with strength."""
    standing = state.place
    stands = place.stands(standing, exit_)
    if stands not in CLOSED:
        return ()
    found: list[str] = []
    if stands == "locked" and exit_.key and carried(place, state, exit_.key):
        found.append(KEY)
    if stands == "barred" and exit_.opens_from == standing.room:
        found.append(UNBAR)
    if exit_.force != "never":
        found += [way for one in place.able(state, seat) for way in place.chapter.ways(state.game, one.id, stands)]
    return tuple(dict.fromkeys(found))


def open_(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """What is stuck, locked or barred."""
    standing = state.place
    chosen = play.choose(seat, "place.open_what", at(shut_ways(place, state)), why=place.why("open"))
    exit_ = place.exits[chosen[1:]]
    said = place.said(exit_, standing.room)
    how = play.choose(seat, "place.open_how", ways_to_open(place, state, exit_), said, why=place.why("open"))
    if how in {KEY, UNBAR}:
        tell(play, f"opens_{how}", said)
        return opened(place, play, state, exit_.id)
    able = [one.id for one in place.able(state, seat)]
    stands = place.stands(standing, exit_)
    fit = tuple([one for one in able if how in place.chapter.ways(state.game, one, stands)]) or tuple(able)
    who = play.choose(seat, "place.who", fit, "place.open", why=place.why("open"))
    if not proposed(place, play, state, seat, "open", 1, said):
        return state
    passed = False

    def tried(within: Play, game: S) -> S:
        nonlocal passed
        after, passed = place.chapter.open(within, game, who, "pick" if how == "pick" else "force", exit_.force)
        return after

    state = inside(place, play, state, tried)
    state = turned(place, play, state)
    tell(play, "opens" if passed else "stays_shut", said)
    return opened(place, play, state, exit_.id) if passed else state


def take(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """What lies there."""
    things = place.things_here(state.place)
    whole = (ALL,) if len(things) > 1 else ()
    chosen = play.choose(seat, "place.take_what", (*whole, *at(things)), why=place.why("take"))
    who = leader(place, state, seat)
    for thing in things if chosen == ALL else (place.things[chosen[1:]],):
        state = trapped(place, play, state, (thing.id,), who)
        if place.able(state):
            state = given(place, play, state, thing.id, who)
    return state


def uses(place: Place[S], state: Explored[S]) -> tuple[tuple[str, Use], ...]:
    """What can be used where the party is: each by its name, `feature/number`."""
    return _uses(state, place)


@cached_by_identity(KEPT)
def _uses(state: Explored[Any], place: Place[Any]) -> tuple[tuple[str, Use], ...]:
    found = []
    for feature in place.features_here(state.place):
        found += usable(place, state, feature.id, feature.use)
    return tuple(found)


def usable(place: Place[S], state: Explored[S], id_: str, uses: Iterable[Use]) -> list[tuple[str, Use]]:
    """What can be done with a part just now: each use by its name, `part/number`."""
    named = [(f"{id_}/{number}", use) for number, use in enumerate(uses)]
    return [
        (name, use)
        for name, use in named
        if name not in state.place.done
        and hold(place, state, use.when)
        and (use.needs is None or at_hand(place, state, use.needs))
    ]


def at_hand(place: Place[S], state: Explored[S], name: str) -> bool:
    """Whether the party has a thing of the document, or such goods of the game."""
    return carried(place, state, name) if name in place.things else bool(place.chapter.has(state.game, name))


def use(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """Something in the room, as it can be used."""
    found = dict(uses(place, state))
    chosen = play.choose(seat, "place.use_what", tuple([AT + name for name in found]), why=place.why("use"))
    return carry_out(place, play, state, seat, chosen[1:], found[chosen[1:]])


def carry_out(place: Place[S], play: Play, state: Explored[S], seat: Seat, name: str, use: Use) -> Explored[S]:
    """One of the uses: its price, its save, and what comes of it."""
    who = someone(place, play, state, seat, "use") if use.save else leader(place, state, seat)
    if use.turns and not proposed(place, play, state, seat, "use", use.turns, use.label):
        return state
    tell(play, "does", _name(place, state, who), use.label)
    if not use.again:
        state = placed(state, done=added(state.place.done, name))
    if use.needs is not None:
        state = (spent if use.spends else fetched)(place, play, state, use.needs)
    passed = True
    if use.save:
        state, passed = saved(place, play, state, who, use.save, "")
    state, on = spend(place, play, state, "use", who, "known", use.turns)
    if not on and not place.able(state):
        return state
    say(play, use.text if passed else use.fails)
    return happen(place, play, state, use.then if passed else use.otherwise, who)


def _name(place: Place[S], state: Explored[S], who: str) -> str:
    return next((one.name for one in place.people(state) if one.id == who), who)


def spent(place: Place[S], play: Play, state: Explored[S], needs: str) -> Explored[S]:
    """A thing, or a use of it, leaves the party."""
    if needs in place.things:
        return parted(place, play, state, needs)
    id_ = place.chapter.has(state.game, needs)
    return inside(place, play, state, lambda within, game: place.chapter.take(within, game, id_))


def fetched(place: Place[S], play: Play, state: Explored[S], needs: str) -> Explored[S]:
    """A thing is put to use, and stays with the party."""
    fetch = place.chapter.fetch
    if fetch is None or needs in place.things:
        return state
    id_ = place.chapter.has(state.game, needs)
    return inside(place, play, state, lambda within, game: fetch(within, game, id_))
