"""What a referee does with a place: every part of it is at hand, and everything can be overruled."""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from tallow.adventures.documents import effects as h
from tallow.adventures.documents.document import Hidden
from tallow.adventures.exploring.going import sprung
from tallow.adventures.exploring.together import AT
from tallow.adventures.happening import advanced, ended, enter, go_home, happen, inside, placed, settle, tell
from tallow.adventures.standing import HOME, Explored, Place, added, set_in
from tallow.games.deeds import Deed
from tallow.play import REFEREE, Play

S = TypeVar("S")

GROUP = "place.referee"
"""The group of the referee's deeds, for faces that put deeds in groups."""

STANDS = ("open", "shut", "stuck", "locked", "barred")
TEMPERS = ("hostile", "wary", "open", "friendly", "asleep", "gone")


def controls(place: Place[S]) -> tuple[Deed[Explored[S]], ...]:
    """The referee's deeds; the room's card has them as buttons."""

    def one_of(play: Play, what: str, ids: tuple[str, ...]) -> str:
        return play.choose(REFEREE, what, tuple([AT + one for one in ids]), why="")[1:]

    def lead(play: Play, state: Explored[S], _: str) -> Explored[S]:
        """The party is in another room, at no cost; from town it comes to the place."""
        room = one_of(play, "place.lead_where", tuple(place.rooms))
        if not state.place.room:
            title = place.document.adventure.title
            state = inside(place, play, state, lambda within, game: place.chapter.begin(within, game, title))
        return enter(place, play, state, room)

    def lead_away(play: Play, state: Explored[S], _: str) -> Explored[S]:
        """The party leaves the map, from wherever it is; it can be led back."""
        tell(play, "leaves", place.document.adventure.title)
        return go_home(place, play, state)

    def reveal(play: Play, state: Explored[S], _: str) -> Explored[S]:
        hidden = one_of(play, "place.reveal_what", _hidden(state))
        return happen(place, play, state, (h.Reveal(hidden),), "")

    def _hidden(state: Explored[S]) -> tuple[str, ...]:
        document = place.document
        parts: tuple[Hidden, ...] = (*document.exit, *document.feature, *document.group, *document.thing)
        found = state.place.found
        hidden = [one.id for one in parts if one.found != "seen" and one.id not in found]
        return (*hidden, *[one for one in place.traps if one not in found])

    def set_exit(play: Play, state: Explored[S], _: str) -> Explored[S]:
        exit_ = one_of(play, "place.which_exit", tuple(place.exits))
        stands = play.choose(REFEREE, "place.exit_stands", STANDS, AT + exit_, why="")
        return placed(state, stands=set_in(state.place.stands, exit_, stands))

    def bring(play: Play, state: Explored[S], _: str) -> Explored[S]:
        return happen(place, play, state, (h.Bring(one_of(play, "place.bring_whom", tuple(place.groups))),), "")

    def set_temper(play: Play, state: Explored[S], _: str) -> Explored[S]:
        group = one_of(play, "place.temper_of", tuple(place.groups))
        temper = play.choose(REFEREE, "place.temper", TEMPERS, AT + group, why="")
        return replace(
            state, place=place.with_band(state.place, replace(place.band(state.place, group), temper=temper))
        )

    def give(play: Play, state: Explored[S], _: str) -> Explored[S]:
        left = tuple([one for one in place.things if one not in dict(state.place.taken)])
        thing = one_of(play, "place.give_what", left)
        people = tuple([one.id for one in place.people(state)])
        return happen(place, play, state, (h.Give(thing),), play.choose(REFEREE, "place.give_whom", people, why=""))

    def spring(play: Play, state: Explored[S], _: str) -> Explored[S]:
        trap = place.traps[one_of(play, "place.spring_what", tuple(place.traps))]
        people = tuple([one.id for one in place.people(state)])
        return sprung(place, play, state, trap, play.choose(REFEREE, "place.spring_whom", people, why=""))

    def move_clock(play: Play, state: Explored[S], _: str) -> Explored[S]:
        return advanced(place, play, state, one_of(play, "place.which_clock", tuple(place.clocks)))

    def read_aloud(play: Play, state: Explored[S], _: str) -> Explored[S]:
        room = place.rooms[state.place.room]
        play.tell("place.room", room.name, room.seen, why="")
        return placed(state, seen=added(state.place.seen, room.id))

    def finish(play: Play, state: Explored[S], _: str) -> Explored[S]:
        return ended(place, play, state, one_of(play, "place.which_end", tuple(place.ends)))

    def go_on(play: Play, state: Explored[S], _: str) -> Explored[S]:
        """An adventure that has ended goes on after all."""
        tell(play, "goes_on")
        return placed(state, ended="")

    def deed(
        name: str,
        do: Callable[[Play, Explored[S], str], Explored[S]],
        shown: Callable[[Explored[S]], bool] = lambda _: True,
        *,
        follows: bool = True,
    ) -> Deed[Explored[S]]:
        def done(play: Play, state: Explored[S], who: str) -> Explored[S]:
            state = do(play, state, who)
            return settle(place, play, state) if follows else state

        def visible(state: Explored[S], _: str) -> bool:
            return shown(state)

        return Deed(f"place.{name}", done, "", by="referee", shown=visible, group=GROUP)

    def quiet(state: Explored[S]) -> bool:
        return not place.chapter.busy(state.game)

    def in_place(state: Explored[S]) -> bool:
        return state.place.room != HOME and quiet(state)

    return (
        deed("read_aloud", read_aloud, in_place, follows=False),
        deed("lead", lead, lambda state: quiet(state) and bool(place.people(state))),
        deed("lead_away", lead_away, in_place),
        deed("reveal", reveal, lambda state: in_place(state) and bool(_hidden(state))),
        deed("set_exit", set_exit, lambda _: bool(place.exits), follows=False),
        deed("bring_group", bring, lambda state: in_place(state) and bool(place.groups)),
        deed("set_temper", set_temper, lambda state: in_place(state) and bool(place.groups)),
        deed("give", give, lambda s: bool(place.people(s)) and len(s.place.taken) < len(place.things), follows=False),
        deed("spring", spring, lambda state: in_place(state) and bool(place.traps) and bool(place.people(state))),
        deed("move_clock", move_clock, lambda state: in_place(state) and bool(place.clocks)),
        deed("finish", finish, lambda state: quiet(state) and not state.place.ended),
        deed("go_on", go_on, lambda state: bool(state.place.ended), follows=False),
    )
