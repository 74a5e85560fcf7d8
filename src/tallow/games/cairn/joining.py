"""Joining: players and their characters come to the table, the first party is complete, and who comes after a death.

A player is a seat. Whoever sits down without a character makes one with `make_character`, acting under the seat itself;
the referee opens further seats with `new_player`. Whoever has lost a character makes another, or takes over a hireling.
"""

from msgspec.structs import replace

from tallow.games.bringing import bring
from tallow.games.cairn.allies import accompany
from tallow.games.cairn.boons import VOW_BROKEN, companions
from tallow.games.cairn.creation import ANOTHER, create, omen
from tallow.games.cairn.inventory import NO_BACKPACK
from tallow.games.cairn.sound import CHARACTERS
from tallow.games.cairn.state import Creature, Item, State, alive, everyone, find, put, serial, unhurt
from tallow.games.game import Deed, Refusal
from tallow.play import EVERYONE, REFEREE, Play, Seat, rule


def player_seats(state: State) -> tuple[Seat, ...]:
    """The seats of all who play or have played somebody."""
    return tuple(dict.fromkeys(one.seat for one in state.party if one.seat != REFEREE))


def bereft(state: State) -> tuple[Seat, ...]:
    """The players who have no living character."""
    playing = [one.seat for one in state.party if one.kind == "pc" and alive(one)]
    return tuple(seat for seat in player_seats(state) if seat not in playing)


# ---------------------------------------------------------------- coming in


@rule("cairn.creation.background", "cairn.phase.creation")
def join(state: State, creature: Creature) -> State:
    """A new character joins, under ids of this table, with the allies and beasts that come along."""
    state, id_ = serial(state, "pc")
    items: list[Item] = []
    ids = {}
    for item in creature.items:
        state, ids[item.id] = serial(state, "i")
        items.append(replace(item, id=ids[item.id]))
    items = [replace(item, place=ids.get(item.place, item.place)) for item in items]
    state = replace(state, party=(*state.party, replace(creature, id=id_, items=tuple(items))))
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
    return _made(play, state, _seat(play, state, bereft(state)))


@rule("cairn.phase.creation")
def _seat(play: Play, state: State, others: tuple[Seat, ...]) -> Seat:
    """The seat that the referee names: a fresh one, one of the others, or by another name."""
    fresh = next(f"player{n}" for n in range(1, 1000) if f"player{n}" not in player_seats(state))
    seat = play.choose(REFEREE, "which_seat", (fresh, *others, ANOTHER), why="cairn.phase.creation")
    if seat == ANOTHER:
        seat = play.write(REFEREE, "seat_name", why="cairn.phase.creation").strip()[:60]
    return fresh if seat in {"", REFEREE, *EVERYONE} else seat


@rule("cairn.creation.new_pc", "cairn.phase.creation")
def make_character(play: Play, state: State, who: str) -> State:
    """A player who has no character yet, or a dead one, makes one, who joins at once; `who` is the seat or the dead."""
    return _made(play, state, next((one.seat for one in state.party if one.id == who), who))


LASTING = ("stone_heart", "deaf", "delirious", "doomed", "hamstrung", "panicked", "paralysed", NO_BACKPACK, VOW_BROKEN)
"""Conditions that stay with a character from table to table."""


@rule("cairn.phase.creation", "cairn.creation.new_pc")
def _brought(play: Play, state: State, seat: Seat, by: Seat) -> State:
    """A character made elsewhere joins, without what belonged to a moment of another table."""
    one = bring(play, CHARACTERS, by, "cairn.phase.creation")
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
    play.tell("brought", arrived.name, why="cairn.phase.creation")
    return join(state, arrived)


@rule("cairn.phase.creation")
def bring_player(play: Play, state: State, _: str) -> State:
    """The referee brings a character made elsewhere for a player."""
    return _brought(play, state, _seat(play, state, player_seats(state)), REFEREE)


@rule("cairn.creation.new_pc", "cairn.phase.creation")
def bring_character(play: Play, state: State, who: str) -> State:
    """A player who has no character yet, or a dead one, brings one made elsewhere; `who` is the seat or the dead."""
    seat = next((one.seat for one in state.party if one.id == who), who)
    return _brought(play, state, seat, seat)


def hirelings(state: State) -> tuple[str, ...]:
    """The hirelings who live."""
    return tuple(one.id for one in state.party if one.kind == "hireling" and alive(one))


@rule("cairn.creation.new_pc")
def take_over(play: Play, state: State, who: str) -> State:
    """The player of a dead character goes on as a hireling, now a character in every respect and without pay."""
    seat = find(state, who).seat
    chosen = find(state, play.choose(seat, "take_over", hirelings(state), why="cairn.creation.new_pc"))
    play.tell("taken_over", chosen.name, why="cairn.creation.new_pc")
    return put(state, replace(chosen, kind="pc", seat=seat, pay=None))


# ---------------------------------------------------------------- the omen


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


# ---------------------------------------------------------------- what can be done


def _without(state: State, who: str) -> bool:
    """Whether this is a player's seat that never had a character, or the last dead one of a player."""
    return _dead(state, who) or newcomer(state, who)


def newcomer(state: State, seat: Seat) -> bool:
    """Whether this is a seat that nobody of the table belongs to yet."""
    taken = (REFEREE, "", "party", "foes", *player_seats(state), *(one.id for one in everyone(state)))
    return seat not in taken


def _dead(state: State, who: str) -> bool:
    """Whether this is the last dead character of a player who has no living one."""
    mine = [one for one in state.party if one.id == who and one.kind == "pc" and not alive(one)]
    return bool(mine) and mine[0].seat in bereft(state)


def _no_hireling(state: State, _: str) -> Refusal | None:
    return None if hirelings(state) else Refusal("no_hireling", (), "cairn.creation.new_pc")


def _nobody_yet(state: State, _: str) -> Refusal | None:
    if any(one.kind == "pc" and alive(one) for one in state.party):
        return None
    return Refusal("nobody_yet", (), "cairn.creation.omen")


DEEDS: tuple[Deed[State], ...] = (
    Deed("new_player", new_player, "cairn.phase.creation", "referee", shown=lambda state, _: state.fight is None),
    Deed("bring_player", bring_player, "cairn.phase.creation", "referee", shown=lambda state, _: state.fight is None),
    Deed(
        "party_complete",
        party_complete,
        "cairn.creation.omen",
        "referee",
        shown=lambda state, _: state.phase == "creation" and not state.omen,
        refuse=_nobody_yet,
    ),
    Deed(
        "make_character",
        make_character,
        "cairn.creation.new_pc",
        shown=lambda state, who: state.fight is None and _without(state, who),
    ),
    Deed(
        "bring_character",
        bring_character,
        "cairn.creation.new_pc",
        shown=lambda state, who: state.fight is None and _without(state, who),
    ),
    Deed(
        "take_over",
        take_over,
        "cairn.creation.new_pc",
        shown=lambda state, who: state.fight is None and _dead(state, who),
        refuse=_no_hireling,
    ),
)

AFTER_DEATH = ("make_character", "bring_character", "take_over")
"""What the player of a dead character can still do."""
