"""Joining: players sit down and make adventurers, also after a death, and what the guild gives to newcomers.

A player is a seat. A player without an adventurer makes one with `make_character`, acting under the seat's own id;
the GM opens further seats with `new_player`. A player whose adventurer died makes another.
"""

from msgspec.structs import replace

from tallow.games.characters import bring
from tallow.games.dead_weight.characters.allies import pets_come
from tallow.games.dead_weight.characters.creation import create
from tallow.games.dead_weight.characters.import_check import DOCUMENTS
from tallow.games.dead_weight.characters.seats import SEATING
from tallow.games.dead_weight.state import Adventurer, State, alive
from tallow.games.deeds import Deed
from tallow.mechanics.ids import serial, with_ids
from tallow.play import REFEREE, Play, Seat, rule

CREATION = "dead_weight.phase.creation"
GUILD = "dead_weight.progress.guild"


@rule(
    "dead_weight.basics.players",
    "dead_weight.basics.word_adventurer",
    "dead_weight.phase.creation",
    "dead_weight.skill.animal_affinity",
)
def join(state: State, one: Adventurer) -> State:
    """The state with a finished adventurer added, with new ids, and with a pet if a skill gives one."""
    state, id_ = serial(state, "pc")
    state, items = with_ids(state, one.items)
    state = replace(state, party=(*state.party, replace(one, id=id_, items=items)))
    return pets_come(state)


@rule("dead_weight.creation.duplicate_path", "dead_weight.progress.guild")
def _made(play: Play, state: State, seat: Seat) -> State:
    """A player is told the guild's bonus and makes an adventurer; the living count for repeated life paths."""
    if state.guild_bonus:
        play.tell("guild.bonus", state.guild_bonus, why=GUILD)
    one = create(play, state.settings, seat, tuple(other for other in state.party if alive(other)))
    play.tell("joins", one.name, why=CREATION)
    return join(state, one)


@rule("dead_weight.phase.creation", "dead_weight.basics.players")
def new_player(play: Play, state: State, _: str) -> State:
    """A player sits down and makes an adventurer."""
    return _made(play, state, SEATING.named(play, state, SEATING.bereft(state), CREATION))


@rule("dead_weight.phase.creation", "dead_weight.basics.career")
def _brought(play: Play, state: State, seat: Seat, by: Seat) -> State:
    """An adventurer made elsewhere joins; `by` says whom to ask for it."""
    one = bring(play, DOCUMENTS, by, CREATION)
    play.tell("brought", one.name, why=CREATION)
    return join(state, replace(one, seat=seat))


@rule("dead_weight.phase.creation", "dead_weight.basics.players")
def bring_player(play: Play, state: State, _: str) -> State:
    """The GM brings an adventurer made elsewhere for a player."""
    seat = SEATING.named(play, state, SEATING.player_seats(state), CREATION)
    return _brought(play, state, seat, REFEREE)


@rule("dead_weight.phase.creation", "dead_weight.basics.career")
def bring_character(play: Play, state: State, who: str) -> State:
    """A player who has no adventurer yet, or has lost the last one, brings one made elsewhere."""
    seat = SEATING.seat_of(state, who)
    return _brought(play, state, seat, seat)


@rule("dead_weight.phase.creation", "dead_weight.basics.career")
def make_character(play: Play, state: State, who: str) -> State:
    """A player who has no adventurer yet, or has lost the last one, makes one; `who` is the seat or the lost one."""
    return _made(play, state, SEATING.seat_of(state, who))


def _without(state: State, who: str) -> bool:
    """Whether `who` is a seat without an adventurer, or the last adventurer of a player who has none left."""
    return state.combat is None and SEATING.without(state, who)


@rule("dead_weight.progress.guild")
def set_guild_bonus(play: Play, state: State, _: str) -> State:
    """The GM sets what the guild gives to new adventurers."""
    text = play.write(REFEREE, "guild_bonus", why=GUILD).strip()[:400]
    return replace(state, guild_bonus=text)


DEEDS: tuple[Deed[State], ...] = (
    Deed("new_player", new_player, CREATION, "referee", shown=lambda state, _: state.combat is None, group="seats"),
    Deed("bring_player", bring_player, CREATION, "referee", shown=lambda state, _: state.combat is None, group="seats"),
    Deed("make_character", make_character, CREATION, shown=_without, group="seats"),
    Deed("bring_character", bring_character, CREATION, shown=_without, group="seats"),
    Deed(
        "set_guild_bonus",
        set_guild_bonus,
        GUILD,
        "referee",
        shown=lambda state, _: state.combat is None,
        group="where",
        rank=1,
    ),
)
