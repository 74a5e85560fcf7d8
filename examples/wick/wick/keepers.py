"""Keepers come to the table: made by their players, by the book of an evening, or for the simulator."""

import re

from msgspec.structs import replace

from tallow.games.game import Archetypes, Deed
from tallow.games.seating import Seating, asked
from tallow.mechanics.ids import serial
from tallow.mechanics.names import distinct
from tallow.mechanics.near import Malformed, Unknown, nearest
from tallow.play import Play, Seat, rule
from wick.rounds import SHADES
from wick.state import FULL, Keeper, Settings, Shade, State, kinds, lit

SCORES = ((5, 2), (4, 3), (3, 4), (2, 5))
MOST = 12


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


# ---------------------------------------------------------------- seats


def _party(state: State) -> tuple[Keeper, ...]:
    return state.party


SEATING: Seating[State, Keeper] = Seating(everyone=_party, characters=_party, alive=lambda one: not one.lost)
seats, subjects = SEATING.seats, SEATING.subjects


def waiting(state: State) -> tuple[Seat, ...]:
    """In a fight those who have still to act; else everybody."""
    return asked(state.party, state.due) if state.round else seats(state)


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


# ---------------------------------------------------------------- for the simulator

_KEEPER = re.compile(r"\s*([2-5])/([2-5])\s*(?:x\s*(\d{1,2}))?\s*")
_SHADE = re.compile(r"\s*(.+?)\s*(?:x\s*(\d{1,2}))?\s*")


def fight(spec: str, foes: str, settings: object) -> State:
    """`5/2; 4/3 x2` (Nerve and Craft) against `Draught x2; Long Guest`."""
    party: list[Keeper] = []
    for part in spec.split(";"):
        found = _KEEPER.fullmatch(part)
        if found is None or int(found[1]) + int(found[2]) != 7 or not 1 <= int(found[3] or 1) <= MOST:
            raise Malformed(spec or " ", spec.find(part), "Nerve and Craft that add up to 7, such as 4/3 or 4/3 x2")
        for _ in range(int(found[3] or 1)):
            party.append(Keeper(f"keeper{len(party) + 1}", "Keeper", "party", int(found[1]), int(found[2])))
    named = [replace(o, name=n) for o, n in zip(party, distinct(["Keeper"] * len(party)), strict=True)]
    shades = _shades(foes)
    chosen = settings if isinstance(settings, Settings) else Settings()
    due = tuple([one.id for one in named])
    return State(chosen, tuple(named), shades, due, 1, serial=len(shades))


def _shades(spec: str) -> tuple[Shade, ...]:
    by_name = {one.name.casefold(): one for one in kinds().values()}
    made: list[Shade] = []
    for part in spec.split(";"):
        found = _SHADE.fullmatch(part)
        if found is None:
            raise Malformed(spec or " ", 0, "a shade, such as Draught x2")
        if found[1].casefold() not in by_name:
            names = [one.name for one in kinds().values()]
            raise Unknown("shade", found[1], nearest(found[1], names), "Wick")
        kind = by_name[found[1].casefold()]
        for _ in range(int(found[2] or 1)):
            made.append(Shade(f"shade{len(made) + 1}", f"{kind.name} {len(made) + 1}", kind.id, kind.gloom))
    if len(made) > SHADES:
        raise Malformed(spec, 0, f"at most {SHADES} shades")
    return tuple(made)


def skirmish(play: Play, one: Keeper, foes: str, settings: Settings) -> State:
    """One keeper against those named, or against a shade of their choice."""
    if not foes:
        foes = kinds()[play.choose(one.seat, "which_shade", tuple(kinds()), why="wick.house.calls")].name
    shades = _shades(foes)
    return State(settings, (one,), shades, tuple([o.id for o in lit(State(party=(one,)))]), 1, serial=len(shades))


ARCHETYPES = Archetypes(party=lambda _: "5/2; 4/3; 2/5; 3/4", foe="Draught")
