"""Joining: players and characters come to the table, and replace dead characters.

A player is a seat. A player without a character makes one, acting under the seat itself; the GM opens further seats. A
player whose character has died makes another, when the GM allows it.
"""

from msgspec.structs import replace

from tallow.games.characters import bring
from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.characters.creation import create
from tallow.games.vanilla.characters.import_check import DOCUMENTS
from tallow.games.vanilla.characters.seats import SEATING
from tallow.games.vanilla.state import Creature, State
from tallow.mechanics.ids import serial, with_ids
from tallow.mechanics.names import newcomers
from tallow.play import REFEREE, Play, RuleId, Seat, rule

CREATION: RuleId = "vanilla.phase.creation"


@rule("vanilla.phase.creation")
def join(state: State, one: Creature) -> State:
    """Add a finished character, with ids of this table."""
    state, id_ = serial(state, "pc")
    state, items = with_ids(state, one.items)
    return replace(state, party=(*state.party, *newcomers(state.party, [replace(one, id=id_, items=items)])))


def _made(play: Play, state: State, seat: Seat) -> State:
    state = join(state, create(play, state.settings, seat))
    play.tell("joins", state.party[-1].name, why=CREATION)
    return _begun(state)


@rule("vanilla.phase.creation")
def _begun(state: State) -> State:
    """The state with the game begun in a settlement, if this is the first character."""
    return replace(state, phase="settlement") if state.phase == "creation" else state


@rule("vanilla.phase.creation")
def new_player(play: Play, state: State, _: str) -> State:
    """Open a seat for a new player, who makes a character."""
    return _made(play, state, SEATING.named(play, state, SEATING.bereft(state), CREATION))


@rule("vanilla.phase.creation")
def _arrives(play: Play, state: State, one: Creature, seat: Seat) -> State:
    """Add a character that was made elsewhere to this seat."""
    play.tell("brought", one.name, why=CREATION)
    return _begun(join(state, replace(one, seat=seat)))


@rule("vanilla.phase.creation")
def bring_player(play: Play, state: State, _: str) -> State:
    """The GM adds a character that was made elsewhere, for a new player."""
    seat = SEATING.named(play, state, SEATING.player_seats(state), CREATION)
    return _arrives(play, state, bring(play, DOCUMENTS, REFEREE, CREATION), seat)


@rule("vanilla.phase.creation", "vanilla.phase.settlement")
def make_character(play: Play, state: State, who: str) -> State:
    """A player without a character makes one; after a death one of level 1, who joins when the GM allows it."""
    lost = next((one for one in state.party if one.id == who), None)
    if not _let_in(play, lost):
        return state
    return _made(play, state, who if lost is None else lost.seat)


@rule("vanilla.phase.creation")
def _let_in(play: Play, lost: Creature | None) -> bool:
    """Ask the GM whether a new character may replace a dead one now."""
    if lost is None or play.choose(REFEREE, "let_in", ("yes", "later"), lost.seat, why=CREATION) == "yes":
        return True
    play.tell("creation.later", why=CREATION)
    return False


@rule("vanilla.phase.creation", "vanilla.phase.settlement")
def bring_character(play: Play, state: State, who: str) -> State:
    """A player without a character brings one made elsewhere; after a death it joins when the GM allows it."""
    lost = next((one for one in state.party if one.id == who), None)
    seat = who if lost is None else lost.seat
    one = bring(play, DOCUMENTS, seat, CREATION)
    return _arrives(play, state, one, seat) if _let_in(play, lost) else state


def _fighting(state: State, _: str) -> Refusal | None:
    """Why nobody can join now: there is a fight."""
    return Refusal("fight_on", (), CREATION) if state.combat is not None else None


DEEDS: tuple[Deed[State], ...] = (
    Deed("new_player", new_player, CREATION, "referee", shown=lambda state, _: state.combat is None, group="seats"),
    Deed("bring_player", bring_player, CREATION, "referee", shown=lambda state, _: state.combat is None, group="seats"),
    Deed("make_character", make_character, CREATION, shown=SEATING.without, refuse=_fighting, group="seats"),
    Deed("bring_character", bring_character, CREATION, shown=SEATING.without, refuse=_fighting, group="seats"),
)
