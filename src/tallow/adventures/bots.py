"""A party that explores by itself: it looks into everything, rests when it is hurt, and goes home when it is worn."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from tallow.adventures.exploring.going import bars_way
from tallow.adventures.exploring.handling import ALL, shut_ways
from tallow.adventures.exploring.talking import GREET, lines
from tallow.adventures.exploring.together import AT
from tallow.adventures.left_to_do import LeftToDo
from tallow.adventures.standing import Explored, Place
from tallow.adventures.ways import explored, goes_on, open_ways, steps_out, way_out
from tallow.games.deeds import Action, first_possible
from tallow.games.game import Bots, Game, Outcome
from tallow.games.shared.deadly import GO_ON
from tallow.play import REFEREE, Bot, Choice, Seat

S = TypeVar("S")

PATIENCE = 150
"""After so many turns a party has had enough."""


class Scout(Generic[S]):
    """What a party does in a place when nobody says."""

    def __init__(self, game: Game[S], bots: Bots[S], place: Place[S]) -> None:
        self._game, self._bots, self._place = game, bots, place

    def action(self, state: Explored[S], seat: Seat) -> Action:
        """The next action of a seat."""
        standing, place = state.place, self._place
        if place.chapter.busy(state.game) or seat == REFEREE:
            return self._bots.action(state.game, seat)
        if not standing.room:
            done = bool(standing.ended) or bool(standing.seen)
            return Action("place.be_done" if done else "place.set_out", seat)
        return Action(f"place.{self._deed(state)}", seat) if not (first := self._urgent(state, seat)) else first

    def _urgent(self, state: Explored[S], seat: Seat) -> Action | None:
        """What had better be done first, if it can be."""
        if state.place.meeting:
            return None
        able = [one.id for one in self._place.able(state, seat)]
        found = first_possible(self._game.deeds, state.game, seat, self._place.chapter.urgent, able)
        if found is not None:
            return found
        way = self._bots.expedition
        return way.urgent(state.game, seat) if way is not None and way.urgent is not None else None

    def _deed(self, state: Explored[S]) -> str:
        standing, place = state.place, self._place
        chapter = place.chapter
        if standing.meeting:
            return self._meets(state)
        if place.dark(state) and chapter.refuse(state.game, "light") is None:
            return "light"
        if self._worn(state):
            return self._homewards(state)
        if not place.dark(state):
            if chapter.weary(state.game) and chapter.refuse(state.game, "rest") is None:
                return "rest"
            left = LeftToDo(place, state)
            if left.things():
                return "take"
            if any(not use.again or use.save for _, use in left.uses()):
                return "use"
            if left.search():
                return "search"
            if explored(place, state) and left.shut_ways():
                return "open"
        return "go" if goes_on(place, state) else self._homewards(state)

    def _meets(self, state: Explored[S]) -> str:
        """Speak while there is something to say that leads on; then let them be, withdraw, or fight for the way."""
        group = self._place.groups[state.place.meeting]
        temper = self._place.band(state.place, group.id).temper
        if any(line != GREET for line in lines(self._place, state, group)):
            return "speak"
        if temper in {"open", "friendly"}:
            return "let_be"
        return "attack" if bars_way(state.place, group.id) else "withdraw"

    def _homewards(self, state: Explored[S]) -> str:
        place = self._place
        if way_out(place, state) is not None:
            return "go_back"
        if place.leads_out(state.place.room):
            return "leave"
        if open_ways(place, state):
            return "go"
        return "open" if shut_ways(place, state) and not self._place.dark(state) else "wait"

    def _worn(self, state: Explored[S]) -> bool:
        way = self._bots.expedition
        if way is None or state.place.turns > PATIENCE:
            return state.place.turns > PATIENCE
        if way.worn_away is not None:
            return way.worn_away(state.game, steps_out(self._place, state))
        return way.worn(state.game)

    def over(self, state: Explored[S]) -> Outcome | None:
        """How the adventure has ended."""
        standing = state.place
        if not standing.ended:
            return None
        end = self._place.ends.get(standing.ended)
        way = self._bots.expedition
        counts = dict(way.counts(state.game)) if way and standing.room else {}
        counts |= {"turns": standing.turns, "rooms": len(standing.seen)}
        return Outcome(end is not None and end.good, standing.ended, counts)


def _say(choice: Choice) -> Any:
    """A gift first, then whatever else there is to say."""
    gifts = [option for option in choice.options if isinstance(option, tuple)]
    others = [option for option in choice.options if str(option).startswith(AT)]
    return (*gifts, *others, *choice.options)[0]


def _look_at(choice: Choice) -> Any:
    return next((option for option in choice.options if option != ALL), ALL)


def answers(inner: Callable[[Choice], Any]) -> Callable[[Choice], Any]:
    """The answers of a game's bots, with those that a place asks for."""
    own: dict[str, Callable[[Choice], Any]] = {
        "place.say": _say,
        "place.look_at": _look_at,
        "deadly_time": lambda _: GO_ON,  # whatever is urgent and can be done was done before
    }
    if isinstance(inner, Bot):
        return Bot({**inner.answers, **own})
    return lambda choice: own[choice.what](choice) if choice.what in own else inner(choice)
