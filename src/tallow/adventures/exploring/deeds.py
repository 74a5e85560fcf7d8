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


def deeds(place: Place[S]) -> tuple[Deed[Explored[S]], ...]:
    """All of it as deeds: when each is shown, and why it cannot be done though it is."""

    def idle(state: Explored[S]) -> bool:
        return together.free(place, state) and not state.place.meeting

    def meeting(state: Explored[S]) -> bool:
        return bool(state.place.room) and bool(state.place.meeting) and not place.chapter.busy(state.game)

    def sees(state: Explored[S]) -> bool:
        return idle(state) and not place.dark(state)

    def there(state: Explored[S]) -> bool:
        return sees(state) and bool(place.groups_here(state.place))

    def out(state: Explored[S]) -> bool:
        return idle(state) and place.leads_out(state.place.room)

    def calm(state: Explored[S]) -> bool:
        return meeting(state) and place.band(state.place, state.place.meeting).temper in {"open", "friendly"}

    def home(state: Explored[S]) -> bool:
        return state.place.room == HOME and not place.chapter.busy(state.game)

    def to_set_out(state: Explored[S]) -> bool:
        return home(state) and state.place.ended in {"", LOST} and place.chapter.away(state.game) is None

    def shares(state: Explored[S]) -> bool:
        return len({one.seat for one in place.people(state)}) > 1

    def nobody_yet(state: Explored[S], seat: str) -> bool:
        return any(one.seat != seat for one in place.people(state))

    def deed(
        name: str,
        do: Callable[[Place[S], Play, Explored[S], Seat], Explored[S]],
        shown: Callable[[Explored[S]], bool],
        verb: Verb | None = None,
        *,
        party: bool = True,
    ) -> Deed[Explored[S]]:
        def done(play: Play, state: Explored[S], seat: str) -> Explored[S]:
            return settle(place, play, do(place, play, state, seat))

        def visible(state: Explored[S], seat: str) -> bool:
            return shown(state) and bool(place.able(state, seat))

        def refuse(state: Explored[S], seat: str) -> Refusal | None:
            leads = state.place.leads
            if party and leads and leads != seat and any(one.seat == leads for one in place.able(state)):
                return Refusal("place.follows", (leads,))
            return place.chapter.refuse(state.game, verb) if verb else None

        why = place.why(name)
        return Deed(
            f"place.{name}",
            done,
            why,
            cost=place.chapter.costs.get(name, ""),
            shown=visible,
            refuse=refuse,
            group=GROUP,
        )

    return (
        deed("speak", talking.speak, lambda state: meeting(state) or there(state), party=False),
        deed("let_be", talking.let_be, calm),
        deed("withdraw", talking.withdraw, meeting),
        deed("attack", talking.attack, lambda state: meeting(state) or there(state)),
        deed("look", handling.look, sees, party=False),
        deed("use", handling.use, lambda state: sees(state) and bool(handling.uses(place, state))),
        deed("take", handling.take, lambda s: sees(s) and bool(place.things_here(s.place)), party=False),
        deed("search", handling.search, sees, "search"),
        deed("go", going.go, lambda state: idle(state) and bool(open_ways(place, state)), "go"),
        deed("go_back", going.go_back, lambda s: idle(s) and way_out(place, s) is not None, "go"),
        deed("open", handling.open_, lambda s: sees(s) and bool(handling.shut_ways(place, s)), "open"),
        deed("listen", handling.listen, lambda s: sees(s) and bool(place.ways(s.place)), "listen"),
        deed("rest", together.rest, idle, "rest"),
        deed("light", together.light, lambda state: idle(state) and place.dark(state), "light"),
        deed("wait", together.wait, idle, "wait"),
        deed("own_idea", together.own_idea, idle, party=False),
        deed("leave", going.leave, out),
        deed("set_out", going.set_out, to_set_out),
        deed("be_done", going.be_done, lambda s: home(s) and bool(s.place.seen) and not s.place.ended),
        deed(
            "ask_around",
            going.ask_around,
            lambda state: home(state) and bool(place.document.adventure.rumours),
            party=False,
        ),
        deed("who_leads", together.who_leads, shares, party=False),
        Deed("place.play_as", partial(together.play_as, place), "", shown=nobody_yet, group=GROUP),
    )
