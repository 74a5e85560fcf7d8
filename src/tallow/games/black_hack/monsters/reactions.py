"""Reactions: how creatures without a fixed attitude behave towards the party."""

import re

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.black_hack.entries import Row, tables
from tallow.games.black_hack.monsters.bestiary import BY_HD
from tallow.games.black_hack.state import Call, Creature, State, able
from tallow.games.deeds import Deed
from tallow.play import REFEREE, Play, RuleId, rule

TABLE: RuleId = "black_hack.table.reactions"
ROLL: RuleId = "black_hack.reaction.roll"
_NUMBERED = re.compile(r" \d+$")
LOWEST, DEMAND, REINFORCEMENTS, TRICK, CAPTURE, KILL = 2, 8, 9, 10, 11, 12


class Reaction(Struct, frozen=True, gc=False):
    """How they behave: the row, how many reinforcements come, and what is feigned (0: nothing)."""

    row: int
    reinforcements: int = 0
    feigned: int = 0


def row_of(result: int) -> Row:
    """The row of the table for a result, below 2 the first and beyond 12 the last."""
    return tables()[TABLE].row(max(LOWEST, result))


@rule("black_hack.reaction.roll", "black_hack.table.reactions", "black_hack.action.gm_reaction")
def reaction(play: Play, bonus: int = 0) -> Reaction:
    """A Reaction Roll: 2d6 in secret; an unmet demand is read again 1d6 higher, and a trick hides another result.

    A trick that hides nothing but tricks is a capture.
    """
    result = demanded(play, rolled(play, bonus))
    feigned = 0
    if result == TRICK:
        feigned = play.roll(1, 3, by=REFEREE, why=TABLE, hidden=True)[0] + 1
        result = demanded(play, intended(play, bonus))
        result = CAPTURE if result == TRICK else result
    more = play.roll(1, 6, by=REFEREE, why=TABLE, hidden=True)[0] if result == REINFORCEMENTS else 0
    return Reaction(min(result, KILL), more, feigned)


def rolled(play: Play, bonus: int) -> int:
    """2d6 and what the GM grants, never below 2."""
    return max(LOWEST, sum(play.roll(2, 6, by=REFEREE, why=ROLL, hidden=True)) + bonus)


@rule("black_hack.table.reactions")
def intended(play: Play, bonus: int) -> int:
    """The true intentions behind a trick; another trick is rolled once more."""
    result = rolled(play, bonus)
    if result == TRICK:
        result = rolled(play, bonus)
    return result


@rule("black_hack.table.reactions")
def demanded(play: Play, result: int) -> int:
    """A result, 1d6 higher if it is a demand that the party does not meet."""
    if result != DEMAND or play.choose(REFEREE, "they_withdraw", ("yes", "no"), why=TABLE) == "yes":
        return result
    return result + play.roll(1, 6, by=REFEREE, why=TABLE, hidden=True)[0]


@rule("black_hack.reaction.roll", "black_hack.table.reactions")
def reacts(play: Play, state: State, foe: Creature | None, bonus: int = 0) -> State:
    """Make and tell the Reaction Roll of a group that `foe` belongs to; note reinforcements of its kind as called."""
    found = reaction(play, bonus)
    told(play, found)
    if not found.reinforcements or foe is None:
        return state
    name = _NUMBERED.sub("", foe.name)
    call = Call(foe.of or BY_HD, name, foe.hd, found.reinforcements)
    return replace(state, called=(*state.called, call))


@rule("black_hack.action.gm_reaction", "black_hack.reaction.predetermined")
def gm_reaction(play: Play, state: State, _: str) -> State:
    """The GM rolls how a group without an attitude of its own behaves; the players see the behaviour alone."""
    bonus = play.choose(REFEREE, "reaction_bonus", (0, 1, 2, 3, -1, -2, -3), why=ROLL)
    return reacts(play, state, next((foe for foe in state.foes if able(foe)), None), bonus)


def told(play: Play, found: Reaction) -> None:
    """Tell everybody the visible behaviour, and the GM what is hidden."""
    row = row_of(found.row)
    seen = row_of(found.feigned) if found.feigned else row
    play.tell("reaction", seen.name, seen.effect, why=TABLE)
    if found.feigned:
        play.tell("reaction.true", row.name, row.effect, why=TABLE, seen_by=(REFEREE,))
    if found.reinforcements:
        play.tell("reinforcements", found.reinforcements, why=TABLE, seen_by=(REFEREE,))


DEEDS: tuple[Deed[State], ...] = (
    Deed("gm_reaction", gm_reaction, "black_hack.action.gm_reaction", by="referee", group="muster"),
)
