"""The deeds of exploring: when each is shown, and why it cannot be done though it is."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from tallow.adventures.exploring import going, handling, talking, together
from tallow.adventures.happening import settle
from tallow.adventures.standing import HOME, LOST, Explored, Place
from tallow.adventures.ways import open_ways, way_out
from tallow.games.deeds import Deed, Refusal
from tallow.games.exploring import Verb
from tallow.play import Play, Seat

S = TypeVar("S")

GROUP = "place"
"""The group of these deeds, for faces that put deeds in groups."""


def _idle(place: Place[S], state: Explored[S]) -> bool:
    return together.free(place, state) and not state.place.meeting


def _meets(place: Place[S], state: Explored[S]) -> bool:
    return bool(state.place.room) and bool(state.place.meeting) and not place.chapter.busy(state.game)


def _sees(place: Place[S], state: Explored[S]) -> bool:
    return _idle(place, state) and not place.dark(state)


def _has_company(place: Place[S], state: Explored[S]) -> bool:
    """Whether the party meets somebody, or sees a group in the room."""
    return _meets(place, state) or (_sees(place, state) and bool(place.groups_here(state.place)))


def _meets_the_calm(place: Place[S], state: Explored[S]) -> bool:
    return _meets(place, state) and place.band(state.place, state.place.meeting).temper in {"open", "friendly"}


def _home(place: Place[S], state: Explored[S]) -> bool:
    return state.place.room == HOME and not place.chapter.busy(state.game)


def _may_set_out(place: Place[S], state: Explored[S]) -> bool:
    return _home(place, state) and state.place.ended in {"", LOST} and place.chapter.away(state.game) is None


def _several_players(place: Place[S], state: Explored[S]) -> bool:
    return len({one.seat for one in place.people(state)}) > 1


def _of_others(place: Place[S], state: Explored[S], seat: str) -> bool:
    return any(one.seat != seat for one in place.people(state))


def _deed(
    place: Place[S],
    name: str,
    do: Callable[[Place[S], Play, Explored[S], Seat], Explored[S]],
    shown: Callable[[Place[S], Explored[S]], bool],
    verb: Verb | None = None,
    *,
    party: bool = True,
) -> Deed[Explored[S]]:
    """A deed of whoever can act; if it is done for the `party`, only of its leader, where a player leads.

    What follows from it in the place is done with it; with a `verb` it is refused when the game's chapter says so.
    """

    def done(play: Play, state: Explored[S], seat: str) -> Explored[S]:
        return settle(place, play, do(place, play, state, seat))

    def visible(state: Explored[S], seat: str) -> bool:
        return shown(place, state) and bool(place.able(state, seat))

    def refuse(state: Explored[S], seat: str) -> Refusal | None:
        leads = state.place.leads
        if party and leads and leads != seat and any(one.seat == leads for one in place.able(state)):
            return Refusal("place.follows", (leads,))
        return place.chapter.refuse(state.game, verb) if verb else None

    why, cost = place.why(name), place.chapter.costs.get(name, "")
    return Deed(f"place.{name}", done, why, cost=cost, shown=visible, refuse=refuse, group=GROUP)


def deeds(place: Place[S]) -> tuple[Deed[Explored[S]], ...]:
    """What players can do in a place, in the order in which it is offered."""
    return (
        _deed(place, "speak", talking.speak, _has_company, party=False),
        _deed(place, "let_be", talking.let_be, _meets_the_calm),
        _deed(place, "withdraw", talking.withdraw, _meets),
        _deed(place, "attack", talking.attack, _has_company),
        _deed(place, "look", handling.look, _sees, party=False),
        _deed(place, "use", handling.use, lambda at, s: _sees(at, s) and bool(handling.uses(at, s))),
        _deed(place, "take", handling.take, lambda at, s: _sees(at, s) and bool(at.things_here(s.place)), party=False),
        _deed(place, "search", handling.search, _sees, "search"),
        _deed(place, "go", going.go, lambda at, s: _idle(at, s) and bool(open_ways(at, s)), "go"),
        _deed(place, "go_back", going.go_back, lambda at, s: _idle(at, s) and way_out(at, s) is not None, "go"),
        _deed(place, "open", handling.open_, lambda at, s: _sees(at, s) and bool(handling.shut_ways(at, s)), "open"),
        _deed(place, "listen", handling.listen, lambda at, s: _sees(at, s) and bool(at.ways(s.place)), "listen"),
        _deed(place, "rest", together.rest, _idle, "rest"),
        _deed(place, "light", together.light, lambda at, s: _idle(at, s) and at.dark(s), "light"),
        _deed(place, "wait", together.wait, _idle, "wait"),
        _deed(place, "own_idea", together.own_idea, lambda at, s: _idle(at, s) or _meets(at, s), party=False),
        _deed(place, "leave", going.leave, lambda at, s: _idle(at, s) and at.leads_out(s.place.room)),
        _deed(place, "set_out", going.set_out, _may_set_out),
        _deed(place, "be_done", going.be_done, lambda at, s: _home(at, s) and bool(s.place.seen) and not s.place.ended),
        _deed(
            place,
            "ask_around",
            going.ask_around,
            lambda at, s: _home(at, s) and bool(at.document.adventure.rumours),
            party=False,
        ),
        _deed(place, "who_leads", together.who_leads, _several_players, party=False),
        Deed("place.play_as", partial(together.play_as, place), "", shown=partial(_of_others, place), group=GROUP),
    )
