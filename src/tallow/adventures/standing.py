"""Where an adventure stands: what the party has seen, found, opened, taken and met. Frozen, like any state.

Only what differs from the document is kept. Whoever wants to know how something is asks the functions here.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tallow.adventures.documents.document import Clock, Document, End, Exit, Feature, Group, Hidden, Room, Thing, Trap
from tallow.games.exploring import Explorer, Exploring
from tallow.mechanics.memory import cached_for_latest
from tallow.play import RuleId, Seat

S = TypeVar("S")

HOME = ""
"""The room of a party that is not in the place."""

LOST = "lost"
"""The end of a party of whom nobody is left to go on."""

DONE = "done"
"""The end of a party that says it is done, where the document has no end for that."""

Temper: TypeAlias = Literal["hostile", "asleep", "reaction", "wary", "open", "friendly", "gone"]
"""How a group is: its mood in the document, or what has become of it."""


class Band(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A group that is no longer as the document has it: where it is, how, and who is left of it."""

    id: str
    room: str
    temper: Temper
    who: str


class Standing(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Where an adventure stands.

    `came` is the room that the party came from; `seen` are the rooms seen by light, in their order; `found` what was
    hidden; `stands` exits that stand otherwise than at first; `taken` things, each with the game's own id for it;
    `done` what happens once and has; `meeting` the group before the party; `leads` the seat that leads, "" where all
    agree; `ended` how it has ended.
    """

    room: str = HOME
    came: str = HOME
    seen: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    stands: tuple[tuple[str, str], ...] = ()
    bands: tuple[Band, ...] = ()
    taken: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    clocks: tuple[tuple[str, int], ...] = ()
    lights: tuple[tuple[str, bool], ...] = ()
    searched: tuple[tuple[str, int], ...] = ()
    turns: int = 0
    meeting: str = ""
    leads: Seat = ""
    ended: str = ""


class Explored(Struct, Generic[S], frozen=True, forbid_unknown_fields=True, gc=False):
    """The state of a game with an adventure: the game's own, and where the adventure stands."""

    game: S
    place: Standing = Standing()

    @property
    def settings(self) -> Any:
        """The settings of the game."""
        return getattr(self.game, "settings", None)


def set_in(pairs: tuple[tuple[str, Any], ...], key: str, value: Any) -> tuple[tuple[str, Any], ...]:
    """Pairs with one of them set."""
    return (*[pair for pair in pairs if pair[0] != key], (key, value))


def added(those: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """These, with others that are not yet among them."""
    new = tuple([one for one in more if one not in those])
    return (*those, *new) if new else those


def _able_by_seat(people: tuple[Explorer, ...]) -> Mapping[Seat, tuple[Explorer, ...]]:
    """Those of some who can act, by the seat that plays them; under "" all of them."""
    able = tuple([one for one in people if one.able])
    seats = dict.fromkeys([one.seat for one in able])
    return {**{seat: tuple([one for one in able if one.seat == seat]) for seat in seats}, "": able}


class Place(Generic[S]):
    """A document with the game that it is played in: finds its parts, and says how each stands."""

    def __init__(self, document: Document, chapter: Exploring[S]) -> None:
        self.document, self.chapter = document, chapter
        self.rooms: Mapping[str, Room] = {one.id: one for one in document.room}
        self.exits: Mapping[str, Exit] = {one.id: one for one in document.exit}
        self.features: Mapping[str, Feature] = {one.id: one for one in document.feature}
        self.groups: Mapping[str, Group] = {one.id: one for one in document.group}
        self.things: Mapping[str, Thing] = {one.id: one for one in document.thing}
        self.traps: Mapping[str, Trap] = {one.id: one for one in document.trap}
        self.clocks: Mapping[str, Clock] = {one.id: one for one in document.clock}
        self.ends: Mapping[str, End] = {one.id: one for one in document.end}
        self._exits_of = {
            room: tuple([one for one in document.exit if one.from_ == room or (one.to == room and not one.one_way)])
            for room in (HOME, *self.rooms)
        }
        self._people = cached_for_latest(chapter.people)
        self._able_of = cached_for_latest(_able_by_seat)
        self._able = cached_for_latest(self._able_in)
        self.ends_at_once = tuple([one for one in document.end if one.at == "once" and one.when])
        self._dark = cached_for_latest(chapter.dark)
        self.features_here = cached_for_latest(self._features_here)
        self.things_here = cached_for_latest(self._things_here)
        self._groups_there = cached_for_latest(self._groups_by_room)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What every part is called."""
        hidden: tuple[Hidden, ...] = (*self.exits.values(), *self.features.values(), *self.things.values())
        others: tuple[Room | Group | Trap | Clock, ...] = (
            *self.rooms.values(),
            *self.groups.values(),
            *self.traps.values(),
            *self.clocks.values(),
        )
        return {
            **{one.id: one.name for one in hidden},
            **{one.id: one.name for one in others},
            **{one.id: one.title for one in self.ends.values()},
        }

    def exits_of(self, room: str) -> tuple[Exit, ...]:
        """The exits of a room, found or not."""
        return self._exits_of[room]

    def beyond(self, exit_: Exit, room: str) -> str:
        """The room on the other side."""
        return exit_.to if exit_.from_ == room else exit_.from_

    def said(self, exit_: Exit, room: str) -> str:
        """What an exit looks like from a room."""
        return exit_.name if exit_.from_ == room else exit_.back

    def stands(self, standing: Standing, exit_: Exit) -> str:
        """How an exit stands."""
        for id_, stands in standing.stands:
            if id_ == exit_.id:
                return stands
        return exit_.stands

    def ways(self, standing: Standing) -> tuple[Exit, ...]:
        """The exits that the party knows of where it is."""
        return tuple([one for one in self.exits_of(standing.room) if self.known(standing, one)])

    def leads_out(self, room: str) -> bool:
        """Whether the place can be left from a room."""
        return room == self.document.adventure.begins or self.rooms[room].out

    def known(self, standing: Standing, part: Hidden) -> bool:
        """Whether something that could be hidden is not, or no longer."""
        return part.found == "seen" or part.id in standing.found

    def _features_here(self, standing: Standing) -> tuple[Feature, ...]:
        """What there is to look at where the party is."""
        here = [one for one in self.document.feature if one.room == standing.room]
        return tuple([one for one in here if self.known(standing, one)])

    def lies(self, standing: Standing, thing: Thing) -> str:
        """The room in which a thing lies, "" where it does not: with a group that is gone it lies where they were."""
        if any(id_ == thing.id for id_, _ in standing.taken):
            return ""
        if not thing.group:
            return thing.room
        band = self.band(standing, thing.group)
        return band.room if band.temper == "gone" else ""

    def _things_here(self, standing: Standing) -> tuple[Thing, ...]:
        """What can be taken where the party is."""
        if not standing.room:
            return ()
        taken = {id_ for id_, _ in standing.taken}
        there = [one for one in self.document.thing if one.id not in taken and (one.group or one.room == standing.room)]
        here = [one for one in there if not one.group or self.lies(standing, one) == standing.room]
        return tuple([one for one in here if self.known(standing, one)])

    def traps_on(self, standing: Standing, id_: str) -> tuple[Trap, ...]:
        """The traps on a room, an exit or a thing that can still be sprung."""
        return tuple([one for one in self.document.trap if one.on == id_ and one.id not in standing.done])

    def lit(self, standing: Standing, room: str) -> bool:
        """Whether a room has light of its own."""
        return dict(standing.lights).get(room, self.rooms[room].light)

    def band(self, standing: Standing, id_: str) -> Band:
        """Where a group is, and how."""
        for one in standing.bands:
            if one.id == id_:
                return one
        group = self.groups[id_]
        return Band(id_, group.room, group.mood, group.who)

    def asleep(self, standing: Standing, group: str) -> bool:
        """Whether a group sleeps."""
        return self.band(standing, group).temper == "asleep"

    def at_large(self, standing: Standing, group: str) -> bool:
        """Whether a group could come upon the party from elsewhere."""
        band = self.band(standing, group)
        return band.temper not in {"gone", "friendly", "open", "asleep"} and band.room != standing.room

    def with_band(self, standing: Standing, band: Band) -> Standing:
        """A group has changed."""
        return replace(standing, bands=(*[one for one in standing.bands if one.id != band.id], band))

    def groups_in(self, standing: Standing, room: str) -> tuple[Group, ...]:
        """The groups in a room, found or not."""
        return self._groups_there(standing.bands).get(room, ()) if room else ()

    def _groups_by_room(self, bands: tuple[Band, ...]) -> Mapping[str, tuple[Group, ...]]:
        """All groups that are not gone, by the room that they are in."""
        moved = {band.id: band for band in bands}
        found: dict[str, tuple[Group, ...]] = {}
        for group in self.document.group:
            band = moved.get(group.id)
            if band is None or band.temper != "gone":
                room = group.room if band is None else band.room
                found[room] = (*found.get(room, ()), group)
        return found

    def groups_here(self, standing: Standing) -> tuple[Group, ...]:
        """The groups that the party sees where it is."""
        return tuple([one for one in self.groups_in(standing, standing.room) if self.known(standing, one)])

    def why(self, deed: str) -> RuleId:
        """The rule of the game by which a deed of exploring goes."""
        return self.chapter.whys.get(deed, "")

    def people(self, state: Explored[S]) -> tuple[Explorer, ...]:
        """Those of the party who live."""
        return self._people(state.game)

    def able(self, state: Explored[S], seat: Seat = "") -> tuple[Explorer, ...]:
        """Those who can act; of one seat, if it is given."""
        return self._able(state.game).get(seat, ())

    def _able_in(self, game: S) -> Mapping[Seat, tuple[Explorer, ...]]:
        return self._able_of(self._people(game))

    def dark(self, state: Explored[S]) -> bool:
        """Whether the party sees nothing where it is."""
        return self._dark(state.game)
