"""Joining: players sit down and make adventurers, now and after a death, and what the guild does for newcomers.

A player is a seat. Whoever sits down without an adventurer makes one with `make_character`, acting under the seat
itself; the GM opens further seats with `new_player`. Whoever has lost an adventurer makes another.
"""

from msgspec.structs import replace

from tallow.games.bringing import bring
from tallow.games.dead_weight.allies import pets_come
from tallow.games.dead_weight.creation import ANOTHER, create
from tallow.games.dead_weight.seats import bereft, newcomer, seats
from tallow.games.dead_weight.sound import CHARACTERS
from tallow.games.dead_weight.state import Adventurer, State, adventurer, alive, serial
from tallow.games.game import Deed
from tallow.play import EVERYONE, REFEREE, Play, Seat, rule

CREATION = "dead_weight.phase.creation"
GUILD = "dead_weight.progress.guild"


@rule(
    "dead_weight.basics.players",
    "dead_weight.basics.word_adventurer",
    "dead_weight.phase.creation",
    "dead_weight.skill.animal_affinity",
)
def join(state: State, one: Adventurer) -> State:
    """A finished adventurer comes to the table, with ids of its own, and a pet if there is one."""
    state, id_ = serial(state, "pc")
    items = []
    for item in one.items:
        state, item_id = serial(state, "i")
        items.append(replace(item, id=item_id))
    state = replace(state, party=(*state.party, replace(one, id=id_, items=tuple(items))))
    return pets_come(state)


@rule("dead_weight.creation.duplicate_path", "dead_weight.progress.guild")
def _made(play: Play, state: State, seat: Seat) -> State:
    """A player makes an adventurer, among the living of the party, with what the guild gives."""
    if state.guild_bonus:
        play.tell("guild.bonus", state.guild_bonus, why=GUILD)
    one = create(play, state.settings, seat, tuple(other for other in state.party if alive(other)))
    play.tell("joins", one.name, why=CREATION)
    return join(state, one)


@rule("dead_weight.phase.creation", "dead_weight.basics.players")
def new_player(play: Play, state: State, _: str) -> State:
    """A player sits down and makes an adventurer."""
    lost = tuple(seat for seat in seats(state) if seat != REFEREE and bereft(state, seat) is not None)
    return _made(play, state, _seat(play, state, lost))


@rule("dead_weight.phase.creation")
def _seat(play: Play, state: State, others: tuple[Seat, ...]) -> Seat:
    """The seat that the GM names: a fresh one, one of the others, or by another name."""
    fresh = next(f"player{n}" for n in range(1, 1000) if f"player{n}" not in seats(state))
    seat = play.choose(REFEREE, "which_seat", (fresh, *others, ANOTHER), why=CREATION)
    if seat == ANOTHER:
        seat = play.write(REFEREE, "seat_name", why=CREATION).strip()[:60]
    return fresh if seat in {"", REFEREE, *EVERYONE} else seat


@rule("dead_weight.phase.creation", "dead_weight.basics.career")
def _brought(play: Play, state: State, seat: Seat, by: Seat) -> State:
    """An adventurer made elsewhere joins."""
    one = bring(play, CHARACTERS, by, CREATION)
    play.tell("brought", one.name, why=CREATION)
    return join(state, replace(one, seat=seat))


@rule("dead_weight.phase.creation", "dead_weight.basics.players")
def bring_player(play: Play, state: State, _: str) -> State:
    """The GM brings an adventurer made elsewhere for a player."""
    sitting = tuple(seat for seat in seats(state) if seat != REFEREE)
    return _brought(play, state, _seat(play, state, sitting), REFEREE)


@rule("dead_weight.phase.creation", "dead_weight.basics.career")
def bring_character(play: Play, state: State, who: str) -> State:
    """A player who has no adventurer yet, or has lost the last one, brings one made elsewhere."""
    seat = next((one.seat for one in state.party if one.id == who), who)
    return _brought(play, state, seat, seat)


@rule("dead_weight.phase.creation", "dead_weight.basics.career")
def make_character(play: Play, state: State, who: str) -> State:
    """A player who has no adventurer yet, or has lost the last one, makes one; `who` is the seat or the lost one."""
    return _made(play, state, next((one.seat for one in state.party if one.id == who), who))


def _without(state: State, who: str) -> bool:
    """Whether this is a seat without an adventurer, or the last one of a player who has none left."""
    if state.combat is not None:
        return False
    if any(one.id == who for one in state.party):
        one = bereft(state, adventurer(state, who).seat)
        return one is not None and one.id == who
    return newcomer(state, who)


@rule("dead_weight.progress.guild")
def set_guild_bonus(play: Play, state: State, _: str) -> State:
    """The GM writes down what the guild gives to new adventurers."""
    text = play.write(REFEREE, "guild_bonus", why=GUILD).strip()[:400]
    return replace(state, guild_bonus=text)


DEEDS: tuple[Deed[State], ...] = (
    Deed("new_player", new_player, CREATION, "referee", shown=lambda state, _: state.combat is None),
    Deed("bring_player", bring_player, CREATION, "referee", shown=lambda state, _: state.combat is None),
    Deed("make_character", make_character, CREATION, shown=_without),
    Deed("bring_character", bring_character, CREATION, shown=_without),
    Deed("set_guild_bonus", set_guild_bonus, GUILD, "referee", shown=lambda state, _: state.combat is None),
)
