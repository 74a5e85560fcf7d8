"""Joining: players and characters come to the table, with their companions, and replace dead characters.

A player is a seat. A player without a character makes one, acting under the seat itself; the GM opens further seats. A
player whose character has died makes another, or goes on as a hireling.
"""

from msgspec.structs import replace

from tallow.games.characters import bring
from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.characters.creation import create, omen, retinue
from tallow.games.modified_cairn.characters.import_check import DOCUMENTS
from tallow.games.modified_cairn.characters.seats import SEATING
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.gear.inventory import person
from tallow.games.modified_cairn.gear.transports import acquire
from tallow.games.modified_cairn.harm.conditions import provided
from tallow.games.modified_cairn.monsters.bestiary import spawn
from tallow.games.modified_cairn.state import Creature, Pay, State, alive, gain
from tallow.mechanics.ids import serial, with_ids
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, Seat, rule

CREATION: RuleId = "modified_cairn.phase.creation"
DETAILS: RuleId = "modified_cairn.creation.details"


@rule("modified_cairn.phase.creation", "modified_cairn.background.oddities")
def join(state: State, creature: Creature) -> State:
    """Add a new character under ids of this table, with the beasts, carts and companions of their history."""
    state, id_ = serial(state, "pc")
    state, items = with_ids(state, creature.items)
    arrived = provided(replace(creature, id=id_, items=items), state.clock)
    state = replace(state, party=(*state.party, arrived))
    for line in retinue(creature):
        if line.of in monsters():
            state = accompany(state, id_, line.of, line.name, mount=bool(line.slots_added))
        if line.of not in monsters() or line.slots_added:
            state = acquire(state, line, id_)
    return state


@rule("modified_cairn.background.oddities")
def accompany(state: State, whose: str, monster: RuleId, name: str = "", *, mount: bool = False) -> State:
    """Add a creature that goes with a party member, whose seat plays it; a `mount` of the bestiary fights too."""
    owner = find(state, whose)
    state, id_ = serial(state, "a")
    ally = replace(spawn(monsters()[monster], id_, name, seat=owner.seat), pay=Pay(whose), revealed=True)
    return replace(state, party=(*state.party, gain(ally, "mount", "war_trained") if mount else ally))


def _made(play: Play, state: State, seat: Seat) -> State:
    taken = tuple([bond for one in state.party for bond in one.life.bonds])
    creature = create(play, state.settings, seat, taken)
    play.tell("joins", creature.name, why=CREATION)
    return join(state, creature)


@rule("modified_cairn.phase.creation")
def new_player(play: Play, state: State, _: str) -> State:
    """Open a seat for a new player, who makes a character."""
    return _made(play, state, SEATING.named(play, state, SEATING.bereft(state), CREATION))


@rule("modified_cairn.phase.creation")
def _brought(play: Play, state: State, seat: Seat, by: Seat) -> State:
    """Add a character that was made elsewhere, as a document that `by` provides, to this seat."""
    one = bring(play, DOCUMENTS, by, CREATION)
    play.tell("brought", one.name, why=CREATION)
    return join(state, replace(one, seat=seat))


@rule("modified_cairn.phase.creation")
def bring_player(play: Play, state: State, _: str) -> State:
    """The GM adds a character that was made elsewhere, for a new player."""
    seat = SEATING.named(play, state, SEATING.player_seats(state), CREATION)
    return _brought(play, state, seat, REFEREE)


@rule("modified_cairn.phase.creation")
def make_character(play: Play, state: State, who: str) -> State:
    """A player without a living character makes one, who joins at once; `who` is the seat or the dead character."""
    return _made(play, state, SEATING.seat_of(state, who))


@rule("modified_cairn.phase.creation")
def bring_character(play: Play, state: State, who: str) -> State:
    """A player without a living character brings one made elsewhere; `who` is the seat or the dead character."""
    seat = SEATING.seat_of(state, who)
    return _brought(play, state, seat, seat)


def hirelings(state: State) -> tuple[str, ...]:
    """The ids of the living hirelings."""
    return tuple([one.id for one in state.party if one.kind == "hireling" and person(one) and alive(one)])


@rule("modified_cairn.hireling.terms")
def take_over(play: Play, state: State, who: str) -> State:
    """The player of a dead character goes on as a hireling, who becomes a full character without pay."""
    seat = find(state, who).seat
    why: RuleId = "modified_cairn.hireling.terms"
    chosen = find(state, play.choose(seat, "take_over", hirelings(state), why=why))
    play.tell("taken_over", chosen.name, why=why)
    return put(state, replace(chosen, kind="pc", seat=seat, pay=None, feats=True))


@rule("modified_cairn.phase.creation", "modified_cairn.creation.details")
def party_complete(play: Play, state: State, _: str) -> State:
    """The party is complete and the game begins; with life details the youngest character rolls the omen."""
    people = [one for one in state.party if one.kind == "pc" and alive(one)]
    state = replace(state, phase="town")
    if not state.settings.life_details:
        return state
    least = min([one.life.age for one in people])
    youngest = [one for one in people if one.life.age == least]
    at = 0
    if len(youngest) > 1:
        at = play.roll(1, len(youngest), by=REFEREE, why=DETAILS)[0] - 1
    roller = youngest[at]
    play.tell("youngest", roller.name, least, why=DETAILS)
    return put(state, replace(roller, life=replace(roller.life, omen=omen(play, roller.seat))))


def _without(state: State, who: str) -> bool:
    """Whether `who` is a seat without a character, or the dead character of a player who has no other."""
    return state.combat is None and SEATING.without(state, who)


def _no_hireling(state: State, _: str) -> Refusal | None:
    return None if hirelings(state) else Refusal("no_hireling", (), "modified_cairn.hireling.terms")


def _nobody_yet(state: State, _: str) -> Refusal | None:
    if any(one.kind == "pc" and alive(one) for one in state.party):
        return None
    return Refusal("nobody_yet", (), CREATION)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "new_player",
        new_player,
        CREATION,
        "referee",
        shown=lambda state, _: state.combat is None,
        group="where",
        rank=1,
    ),
    Deed(
        "bring_player",
        bring_player,
        CREATION,
        "referee",
        shown=lambda state, _: state.combat is None,
        group="where",
        rank=1,
    ),
    Deed(
        "party_complete",
        party_complete,
        CREATION,
        "referee",
        shown=lambda state, _: state.phase == "creation",
        refuse=_nobody_yet,
        group="where",
    ),
    Deed("make_character", make_character, CREATION, shown=_without, group="where"),
    Deed("bring_character", bring_character, CREATION, shown=_without, group="where"),
    Deed(
        "take_over",
        take_over,
        "modified_cairn.hireling.terms",
        shown=lambda state, who: state.combat is None and SEATING.followed(state, who),
        refuse=_no_hireling,
        group="where",
    ),
)
