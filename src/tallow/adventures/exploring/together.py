"""Acting together: who agrees, who does it, and the turns that it takes.

Each deed of exploring is the party's. It is done under the name of a seat that plays somebody: where time passes or the
party moves, the other seats are asked whether they agree, unless one leads.
"""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from tallow.adventures.documents.document import Hidden
from tallow.adventures.happening import Inside, inside, placed, signalled, tell, tried
from tallow.adventures.standing import Explored, Place
from tallow.games.exploring import Verb
from tallow.play import Play, Seat

S = TypeVar("S")

AT = "@"
"""Before the id of a part of the document, where it is an option: nothing of a game begins so."""

TURN = "turn"
"""The signal of a turn."""

AGREE, RATHER_NOT = "agree", "rather_not"
AGREED = "place.agreed"
"""What the others of a party are asked before it moves on."""

TOGETHER = "together"


def at(parts: Iterable[Hidden]) -> tuple[str, ...]:
    """Parts of the document as options."""
    return tuple([AT + one.id for one in parts])


def agreed(place: Place[S], play: Play, state: Explored[S], seat: Seat, deed: str, about: str = "") -> bool:
    """Whether the others go along with what a seat proposes, here unless it is `about` something else.

    Where one leads, nobody is asked.
    """
    if state.place.leads:
        return True
    room = place.rooms.get(state.place.room)
    if not about:
        about = room.name if room and room.id in state.place.seen else place.document.adventure.title
    for other in dict.fromkeys(one.seat for one in place.able(state) if one.seat != seat):
        said = play.choose(other, AGREED, (AGREE, RATHER_NOT), f"place.{deed}", about, why=place.why(deed))
        if said != AGREE:
            tell(play, "not_agreed", f"place.{deed}", about)
            return False
    return True


def spend(
    place: Place[S], play: Play, state: Explored[S], verb: Verb, who: str, known: str, turns: int = 1
) -> tuple[Explored[S], bool]:
    """So many turns pass; whether the party could go on as it meant to."""
    for _ in range(turns):

        def turn(within: Play, game: S) -> S:
            return place.chapter.turn(within, game, verb, who, known)

        state = inside(place, play, state, turn)
        if verb in place.chapter.instant:
            return state, True
        state = turned(place, play, state)
        if not free(place, state):
            return state, False
    return state, True


def turned(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """A turn has passed: clocks hear of it, unless the game tells each turn by itself."""
    state = placed(state, turns=state.place.turns + 1)
    return state if TURN in place.chapter.signals.values() else signalled(place, play, state, TURN)


def still_there(place: Place[S], state: Explored[S]) -> bool:
    """Whether the party is in the place, and somebody of it can act: it has neither ended nor come home meanwhile."""
    return bool(state.place.room) and place.chapter.there(state.game) and bool(place.able(state))


def free(place: Place[S], state: Explored[S]) -> bool:
    """Whether the party is in the place, and nothing has come between."""
    return still_there(place, state) and not place.chapter.busy(state.game) and not place.chapter.comes(state.game)


def proposed(
    place: Place[S], play: Play, state: Explored[S], seat: Seat, deed: str, turns: int, about: str = ""
) -> bool:
    """Whether something is done that takes time: nobody dies of it unwarned, and all agree."""
    if turns and not place.chapter.goes_on(Inside(play, place, state.place), state.game, seat):
        return False
    return agreed(place, play, state, seat, deed, about)


def someone(place: Place[S], play: Play, state: Explored[S], seat: Seat, deed: str) -> str:
    """Who of a seat's own does it."""
    mine = tuple([one.id for one in place.able(state, seat)])
    return play.choose(seat, "place.who", mine, f"place.{deed}", why=place.why(deed))


def leader(place: Place[S], state: Explored[S], seat: Seat) -> str:
    """The one who goes first: of the seat's own, or anybody."""
    able = place.able(state, seat) or place.able(state) or place.people(state)
    return able[0].id if able else ""


def light(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """A turn in which somebody makes light."""
    if not proposed(place, play, state, seat, "light", int("light" not in place.chapter.instant)):
        return state
    return spend(place, play, state, "light", "", "known")[0]


def rest(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """A turn of rest."""
    if not proposed(place, play, state, seat, "rest", 1):
        return state
    return spend(place, play, state, "rest", "", "known")[0]


def wait(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """A turn passes."""
    if not proposed(place, play, state, seat, "wait", 1):
        return state
    return spend(place, play, state, "wait", "", "known")[0]


def own_idea(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """Something of one's own: what it is, who tries it, what fits, and the dice decide in the open."""
    who = someone(place, play, state, seat, "own_idea")
    text = play.write(seat, "place.idea", why=place.why("own_idea"), most=300).strip()
    if not text:
        return state
    tell(play, "idea", who, text)
    state, passed = tried(place, play, state, lambda within, game: place.chapter.attempt(within, game, who))
    tell(play, "idea_works" if passed else "idea_fails", who)
    return state


def who_leads(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """One leads, or all agree on where the party goes."""
    seats = tuple(dict.fromkeys(one.seat for one in place.people(state)))
    chosen = play.choose(seat, "place.leads", (TOGETHER, *seats), why="")
    tell(play, "together" if chosen == TOGETHER else "leads", chosen)
    return placed(state, leads="" if chosen == TOGETHER else chosen)


def play_as(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """A seat takes over somebody whom another has played: first those of a seat that plays others besides."""
    people = place.people(state)
    seats = [one.seat for one in people]
    others = tuple([one.id for one in sorted(people, key=lambda one: seats.count(one.seat) < 2) if one.seat != seat])
    who = play.choose(seat, "place.play_whom", others, why="")
    tell(play, "plays", who)
    return replace(state, game=place.chapter.seated(state.game, who, seat))
