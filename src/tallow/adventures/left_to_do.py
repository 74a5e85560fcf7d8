"""What is left to do in the room where the party is: one list, of which faces offer some first and bots do the next."""

from typing import Generic, TypeVar

from tallow.adventures.documents.document import Exit, Feature, Group, Thing, Use
from tallow.adventures.exploring.handling import looked_at, shut_ways, uses
from tallow.adventures.exploring.talking import greeted, lines
from tallow.adventures.happening import left_lying
from tallow.adventures.standing import Explored, Place
from tallow.adventures.ways import open_ways

S = TypeVar("S")


class LeftToDo(Generic[S]):
    """Reads from a place and its state what the party has not yet done where it is."""

    def __init__(self, place: Place[S], state: Explored[S]) -> None:
        self._place, self._state = place, state

    def groups(self) -> list[Group]:
        """Those here who are awake and to whom there is something to say, besides a greeting that they have heard."""
        place, state = self._place, self._state
        here = [one for one in place.groups_here(state.place) if place.band(state.place, one.id).temper != "asleep"]
        return [one for one in here if not greeted(state.place, one.id) or len(lines(place, state, one)) > 1]

    def features(self) -> list[Feature]:
        """What nobody has looked at."""
        standing = self._state.place
        return [one for one in self._place.features_here(standing) if not looked_at(standing, one.id)]

    def uses(self) -> list[tuple[str, Use]]:
        """What can be done with things and features, by name."""
        return list(uses(self._place, self._state))

    def things(self) -> list[Thing]:
        """What lies here, without what nobody had room for."""
        standing = self._state.place
        return [one for one in self._place.things_here(standing) if not left_lying(standing, one.id)]

    def search(self) -> bool:
        """Whether the room can still be searched."""
        standing = self._state.place
        return dict(standing.searched).get(standing.room, 0) < self._place.rooms[standing.room].search

    def new_ways(self) -> list[Exit]:
        """Open ways to rooms where nobody has been."""
        standing = self._state.place
        ways = open_ways(self._place, self._state)
        return [one for one in ways if self._place.beyond(one, standing.room) not in standing.seen]

    def shut_ways(self) -> list[Exit]:
        """Ways that would have to be opened."""
        return list(shut_ways(self._place, self._state))
