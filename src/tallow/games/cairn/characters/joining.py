"""Joining: players and their characters come to the table, the first party is complete, and who comes after a death.

A player is a seat. Whoever sits down without a character makes one with `make_character`, acting under the seat itself;
the referee opens further seats with `new_player`. Whoever has lost a character makes another, or takes over a hireling.
"""

from msgspec.structs import replace

from tallow.games.cairn.characters.allies import accompany
from tallow.games.cairn.characters.boons import VOW_BROKEN, companions
from tallow.games.cairn.characters.creation import create, omen
from tallow.games.cairn.characters.hirelings import hired
from tallow.games.cairn.characters.import_check import DOCUMENTS
from tallow.games.cairn.characters.seats import SEATING
from tallow.games.cairn.gear.inventory import NO_BACKPACK
from tallow.games.cairn.state import Creature, State, alive, unhurt
from tallow.games.characters import bring
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import serial, with_ids
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, Seat, rule

CREATION: RuleId = "cairn.phase.creation"
NEW_PC: RuleId = "cairn.creation.new_pc"


@rule("cairn.creation.background", "cairn.phase.creation")
def join(state: State, creature: Creature) -> State:
    """A new character joins, under ids of this table, with the allies and beasts that come along."""
    state, id_ = serial(state, "pc")
    state, items = with_ids(state, creature.items)
    ids = {old.id: item.id for old, item in zip(creature.items, items, strict=True)}
    items = tuple([replace(item, place=ids.get(item.place, item.place)) for item in items])
    state = replace(state, party=(*state.party, replace(creature, id=id_, items=items)))
    for monster in companions(creature):
        state = accompany(state, id_, monster)
    return state


@rule("cairn.creation.bond")
def _made(play: Play, state: State, seat: Seat) -> State:
    taken = tuple(bond for one in state.party if one.kind == "pc" for bond in one.life.bonds)
    creature = create(play, state.settings, seat, taken)
    play.tell("joins", creature.name, why="cairn.creation.steps")
    return join(state, creature)


@rule("cairn.phase.creation")
def new_player(play: Play, state: State, _: str) -> State:
    """A player sits down and makes a character."""
    return _made(play, state, SEATING.named(play, state, SEATING.bereft(state), CREATION))


@rule("cairn.creation.new_pc", "cairn.phase.creation")
def make_character(play: Play, state: State, who: str) -> State:
    """A player who has no character yet, or a dead one, makes one, who joins at once; `who` is the seat or the dead."""
    return _made(play, state, SEATING.seat_of(state, who))


LASTING = ("stone_heart", "deaf", "delirious", "doomed", "hamstrung", "panicked", "paralysed", NO_BACKPACK, VOW_BROKEN)
"""Conditions that stay with a character from table to table."""


@rule("cairn.phase.creation", "cairn.creation.new_pc")
def _brought(play: Play, state: State, seat: Seat, by: Seat) -> State:
    """A character made elsewhere joins, without what belonged to a moment of another table."""
    one = bring(play, DOCUMENTS, by, CREATION)
    plain = unhurt("pc", one.name, "pc", one.hp_max, one.strength_max, one.dexterity_max, one.willpower_max)
    arrived = replace(
        plain,
        hp=one.hp,
        strength=max(1, one.strength),
        dexterity=one.dexterity,
        willpower=one.willpower,
        seat=seat,
        armor=one.armor,
        attacks=one.attacks,
        items=tuple(replace(item, recharged=state.clock) for item in one.items),
        gp=one.gp,
        cp=one.cp,
        fatigue=one.fatigue,
        burden=one.burden,
        conditions=tuple(condition for condition in one.conditions if condition in LASTING),
        deprived=tuple(replace(cause, since=state.clock, counted=0) for cause in one.deprived),
        scars=tuple(replace(scar, since=state.clock) for scar in one.scars),
        life=one.life,
    )
    play.tell("brought", arrived.name, why=CREATION)
    return join(state, arrived)


@rule("cairn.phase.creation")
def bring_player(play: Play, state: State, _: str) -> State:
    """The referee brings a character made elsewhere for a player."""
    seat = SEATING.named(play, state, SEATING.player_seats(state), CREATION)
    return _brought(play, state, seat, REFEREE)


@rule("cairn.creation.new_pc", "cairn.phase.creation")
def bring_character(play: Play, state: State, who: str) -> State:
    """A player who has no character yet, or a dead one, brings one made elsewhere; `who` is the seat or the dead."""
    seat = SEATING.seat_of(state, who)
    return _brought(play, state, seat, seat)


@rule("cairn.creation.new_pc")
def take_over(play: Play, state: State, who: str) -> State:
    """The player of a dead character goes on as a hireling, now a character in every respect and without pay."""
    seat = find(state, who).seat
    options = tuple(one.id for one in hired(state))
    chosen = find(state, play.choose(seat, "take_over", options, why=NEW_PC))
    play.tell("taken_over", chosen.name, why=NEW_PC)
    return put(state, replace(chosen, kind="pc", seat=seat, pay=None))


@rule("cairn.creation.omen", "cairn.phase.creation")
def party_complete(play: Play, state: State, _: str) -> State:
    """The first party is complete: its youngest rolls the omen, of equals one by a die, and the game begins."""
    people = [one for one in state.party if one.kind == "pc" and alive(one)]
    least = min(one.life.age for one in people)
    youngest = [one for one in people if one.life.age == least]
    at = 0
    if len(youngest) > 1:
        at = play.roll(1, len(youngest), by=REFEREE, why="cairn.creation.omen")[0] - 1
    roller = youngest[at]
    play.tell("youngest", roller.name, least, why="cairn.creation.omen")
    found = omen(play, roller.seat)
    state = put(state, replace(roller, life=replace(roller.life, omen=found)))
    return replace(state, phase="town", omen=found)


def _without(state: State, who: str) -> bool:
    """Whether this is a seat without a character, or the last one of a player who has none left."""
    return state.fight is None and SEATING.without(state, who)


def _no_hireling(state: State, _: str) -> Refusal | None:
    return None if hired(state) else Refusal("no_hireling", (), NEW_PC)


def _nobody_yet(state: State, _: str) -> Refusal | None:
    if any(one.kind == "pc" and alive(one) for one in state.party):
        return None
    return Refusal("nobody_yet", (), "cairn.creation.omen")


DEEDS: tuple[Deed[State], ...] = (
    Deed("new_player", new_player, CREATION, "referee", shown=lambda state, _: state.fight is None, group="seats"),
    Deed("bring_player", bring_player, CREATION, "referee", shown=lambda state, _: state.fight is None, group="seats"),
    Deed(
        "party_complete",
        party_complete,
        "cairn.creation.omen",
        "referee",
        shown=lambda state, _: state.phase == "creation" and not state.omen,
        refuse=_nobody_yet,
        group="where",
    ),
    Deed("make_character", make_character, NEW_PC, shown=_without, group="seats"),
    Deed("bring_character", bring_character, NEW_PC, shown=_without, group="seats"),
    Deed(
        "take_over",
        take_over,
        NEW_PC,
        shown=lambda state, who: state.fight is None and SEATING.followed(state, who),
        refuse=_no_hireling,
        group="seats",
    ),
)
