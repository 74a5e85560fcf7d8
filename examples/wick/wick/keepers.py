"""Keepers: how they are made, where they sit, and who fights in the terminal and the simulator."""

import re

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.game import Archetypes
from tallow.games.shared.seating import Seating, seats_due
from tallow.mechanics.ids import serial
from tallow.mechanics.roster import Part, everybody, roster
from tallow.mechanics.suggestions import Malformed, find_by_name
from tallow.play import Play, Seat, rule
from wick.rounds import SHADES
from wick.state import FULL, Keeper, Settings, Shade, State, kinds

SCORES = ((5, 2), (4, 3), (3, 4), (2, 5))
MOST = 12
EXPECTED = "Nerve and Craft that add up to 7, such as 4/3 or 4/3 x2"


@rule("wick.keeper.scores", "wick.keeper.light")
def create(play: Play, settings: Settings, seat: Seat = "player") -> Keeper:
    """A new keeper: a name, and seven points over two scores."""
    name = play.write(seat, "name", why="wick.keeper.scores").strip()[:40] or "Keeper"
    nerve, craft = play.choose(seat, "scores", SCORES, name, why="wick.keeper.scores")
    return Keeper("keeper", name, seat, nerve, craft, FULL)


def make_keeper(play: Play, state: State, who: str) -> State:
    """Whoever has no keeper, or a lost one, makes one; `who` is the seat, or the lost."""
    made = create(play, state.settings, SEATING.seat_of(state, who))
    play.tell("joins", made.name, why="wick.keeper.scores")
    state, id_ = serial(state, "keeper")
    return replace(state, party=(*state.party, replace(made, id=id_)))


def example(settings: Settings) -> State:
    """Two keepers at the door."""
    party = (Keeper("keeper1", "Ash", "player1", 5, 2), Keeper("keeper2", "Tansy", "player2", 3, 4))
    return State(settings=settings, party=party, serial=2)


def _party(state: State) -> tuple[Keeper, ...]:
    return state.party


SEATING: Seating[State, Keeper] = Seating(everyone=_party, characters=_party, alive=lambda one: not one.lost)
seats, subjects = SEATING.seats, SEATING.subjects


def waiting(state: State) -> tuple[Seat, ...]:
    """In a fight those who have still to act; else everybody."""
    return seats_due(state.party, state.due) if state.round else seats(state)


def left_to(state: State, who: str) -> tuple[str, ...] | None:
    """Who has no keeper, or a lost one, can make one, and nothing else."""
    return ("make_keeper",) if SEATING.without(state, who) else None


DEEDS = (
    Deed(
        "make_keeper",
        make_keeper,
        "wick.keeper.scores",
        shown=lambda state, who: not state.round and SEATING.without(state, who),
    ),
)


_SCORES = re.compile(r"([2-5])/([2-5])")


def fight(spec: str, foes: str, settings: Settings | None) -> State:
    """`5/2; 4/3 x2` (Nerve and Craft) against `Draught x2; Long Guest`."""

    def made(part: Part, id_: str) -> Keeper:
        found = _SCORES.fullmatch(part.text)
        if found is None or int(found[1]) + int(found[2]) != 7:
            raise Malformed(spec, part.at, EXPECTED)
        return Keeper(id_, "Keeper", "party", int(found[1]), int(found[2]))

    party = everybody(roster(spec, EXPECTED, most=MOST), made, "keeper")
    shades = _shades(foes)
    return State(settings or Settings(), party, shades, tuple([one.id for one in party]), 1, serial=len(shades))


def _shades(spec: str) -> tuple[Shade, ...]:
    def made(part: Part, id_: str) -> Shade:
        kind = find_by_name(part.text, kinds().values(), "shade", "Wick")
        return Shade(id_, kind.name, kind.id, kind.gloom)

    shades = everybody(roster(spec, "a shade, such as Draught x2", most=SHADES), made, "shade")
    if len(shades) > SHADES:
        raise Malformed(spec, 0, f"at most {SHADES} shades")
    return shades


def skirmish(play: Play, one: Keeper, foes: str, settings: Settings) -> State:
    """One keeper against those named, or against a shade of their choice."""
    if not foes:
        foes = kinds()[play.choose(one.seat, "which_shade", tuple(kinds()), why="wick.house.calls")].name
    shades = _shades(foes)
    return State(settings, (one,), shades, (one.id,), 1, serial=len(shades))


ARCHETYPES = Archetypes(party=lambda _: "5/2; 4/3; 2/5; 3/4", foe="Draught")
