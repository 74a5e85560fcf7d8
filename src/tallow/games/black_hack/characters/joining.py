"""Joining: players and their characters come to the table, and new ones replace the dead and the lost.

A player is a seat. A player without a character makes one, acting under the seat's own id; the GM opens further seats.
A player whose character was lost makes another, when the GM allows it.
"""

from msgspec.structs import replace

from tallow.games.black_hack.characters.creation import create
from tallow.games.black_hack.characters.import_check import DOCUMENTS
from tallow.games.black_hack.characters.seats import SEATING
from tallow.games.black_hack.state import Character, State
from tallow.games.characters import bring
from tallow.games.deeds import Deed
from tallow.mechanics.ids import serial, with_ids
from tallow.play import REFEREE, Play, RuleId, Seat, rule

CREATION: RuleId = "black_hack.phase.creation"
REPLACEMENT: RuleId = "black_hack.creation.replacement"


@rule("black_hack.creature.characters", "black_hack.phase.creation")
def join(state: State, one: Character) -> State:
    """The state with a finished character added, with new ids."""
    state, id_ = serial(state, "pc")
    state, items = with_ids(state, one.items)
    named = replace(one, id=id_, name=_told_apart(state, one.name), items=items)
    return replace(state, party=(*state.party, named))


def _told_apart(state: State, name: str) -> str:
    """The name, with a number if somebody of the party already has it."""
    taken = [other.name for other in state.party]
    return next(said for n in range(1, 1000) if (said := name if n == 1 else f"{name} {n}") not in taken)


def _made(play: Play, state: State, seat: Seat) -> State:
    state = join(state, create(play, state.settings, seat))
    play.tell("joins", state.party[-1].name, why=CREATION)
    return state


@rule("black_hack.phase.creation", "black_hack.creature.characters")
def new_player(play: Play, state: State, _: str) -> State:
    """A player sits down and makes a character."""
    return _made(play, state, SEATING.named(play, state, SEATING.bereft(state), CREATION))


@rule("black_hack.phase.creation")
def _arrives(play: Play, state: State, one: Character, seat: Seat) -> State:
    """A character made elsewhere joins."""
    play.tell("brought", one.name, why=CREATION)
    return join(state, replace(one, seat=seat))


@rule("black_hack.phase.creation")
def bring_player(play: Play, state: State, _: str) -> State:
    """The GM brings a character made elsewhere for a player."""
    seat = SEATING.named(play, state, SEATING.player_seats(state), CREATION)
    return _arrives(play, state, bring(play, DOCUMENTS, REFEREE, CREATION), seat)


@rule("black_hack.creation.replacement", "black_hack.phase.creation")
def make_character(play: Play, state: State, who: str) -> State:
    """A player without a character makes one; after a loss one of Level 1, who joins when the GM allows it."""
    lost = next((one for one in state.party if one.id == who), None)
    if not _let_in(play, state, lost):
        return state
    return _made(play, state, who if lost is None else lost.seat)


@rule("black_hack.creation.replacement")
def _let_in(play: Play, state: State, lost: Character | None) -> bool:
    """Whether a player may replace a lost character: once the game has begun, the GM decides."""
    asks = lost is not None and state.phase != "creation"
    if lost is None or not asks or play.choose(REFEREE, "let_in", ("yes", "later"), lost.id, why=REPLACEMENT) == "yes":
        return True
    play.tell("creation.later", why=REPLACEMENT)
    return False


@rule("black_hack.creation.replacement", "black_hack.phase.creation")
def bring_character(play: Play, state: State, who: str) -> State:
    """A player without a character brings one made elsewhere; after a loss it joins when the GM allows it."""
    lost = next((one for one in state.party if one.id == who), None)
    seat = who if lost is None else lost.seat
    one = bring(play, DOCUMENTS, seat, CREATION)
    return _arrives(play, state, one, seat) if _let_in(play, state, lost) else state


def _without(state: State, who: str) -> bool:
    """Whether this is a seat without a character, or the last one of a player who has none left."""
    return state.combat is None and SEATING.without(state, who)


DEEDS: tuple[Deed[State], ...] = (
    Deed("new_player", new_player, CREATION, "referee", shown=lambda state, _: state.combat is None, group="where"),
    Deed("bring_player", bring_player, CREATION, "referee", shown=lambda state, _: state.combat is None, group="where"),
    Deed("make_character", make_character, CREATION, shown=_without, group="where"),
    Deed("bring_character", bring_character, CREATION, shown=_without, group="where"),
)
