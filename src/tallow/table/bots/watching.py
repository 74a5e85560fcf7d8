"""What bots that play at a table watch for: where something grave is at stake, they leave the seat to its person.

`tallow.table.bots.autopilot` has what they do.
"""

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tallow.games import Game
from tallow.games.deeds import Action
from tallow.games.game import Bots, Caution
from tallow.play import REFEREE, Roll, Seat, Told
from tallow.table.pending import Pending
from tallow.table.records import HandedBack
from tallow.table.seats import AUTOPILOT, Pilot

if TYPE_CHECKING:
    from tallow.table.table import Table

Stopped = tuple[HandedBack, tuple[Told, ...]]
"""What is kept and what is told of bots that have stopped."""

GRAVE, TURNED, ROUND, DEADLY, DECISION, STUCK = "grave", "turned", "round", "deadly", "decision", "stuck"
"""Why a bot stops: somebody died or fell, the fight has turned, the round is over, dice that may kill, a decision for a
person, or there is nothing that it can do."""


STOPS = "table.stops."
"""Codes that tell why bots have stopped begin so."""


def caution(rules: Game[Any]) -> Caution[Any]:
    """What bots leave to people in this game."""
    bots: Bots[Any] | None = rules.bots
    return bots.caution if bots is not None else Caution()


def may_kill(rules: Game[Any], roll: Roll) -> bool:
    """Whether a character may die of a roll. The dice of foes kill nobody whom a person plays."""
    deadly = caution(rules).rolls
    return roll.by != REFEREE and (roll.why in deadly or (roll.stake is not None and roll.stake.means in deadly))


def round_of(rules: Game[Any], state: Any) -> str:
    """The round of a fight, or the turn outside one, by name; "" in a game that does not say."""
    named = caution(rules).round
    return named(state) if named else ""


def left_alone(table: "Table", action: Action, by: Seat) -> "Table":
    """The table before a deed by which characters act without a person: bots answer for those whom nobody plays.

    They do until the round is over; `by` is whoever began the deed, and still answers for themselves.
    """
    if action.name not in caution(table.rules).alone:
        return table
    empty = [seat for seat in table.free_seats() if seat != by and table.pilot(seat) is None]
    now, run = round_of(table.rules, table.state), table.begun + 1
    return replace(table, pilots=(*table.pilots, *[Pilot(seat, "round", now, run) for seat in empty]))


def watched(table: "Table", run: Pending, state: Any) -> tuple[tuple[Pilot, ...], Stopped | None]:
    """The bots that go on after an action that ends in this state, and what is kept and told of the others.

    Somebody who acts for themselves has begun a new round for all that are to play until they are stopped.
    """
    now, pilots = round_of(table.rules, state), table.pilots
    if not run.run:
        pilots = tuple([one if one.until else replace(one, round=now) for one in pilots])
    why = _grave(table.rules, table.state, state, run)
    over = [one for one in pilots if (why and one.careful) or (one.until and one.round != now)]
    if not over:
        return pilots, None
    left = tuple([one for one in pilots if one not in over])
    kept = HandedBack(tuple([one.seat for one in over]), AUTOPILOT, why or ROUND)
    return left, (kept, (Told(f"{STOPS}{kept.why}", (), ""),))


def _grave(rules: Game[Any], before: Any, after: Any, run: Pending) -> str:
    """Why a bot should not go on after this, "" if it may."""
    careful = caution(rules)
    codes = {event.code for event in run.events if isinstance(event, Told)}
    fallen = careful.fallen
    if fallen is not None and not set(fallen(after)) <= set(fallen(before)):
        return GRAVE
    return TURNED if not codes.isdisjoint(careful.told) else ""


def by_itself(run: Pending) -> tuple[Told, ...]:
    """What is told first of an action that a bot began."""
    if run.starter == REFEREE:
        return (Told("table.foes_by_themselves", (), ""),)
    return (Told("table.by_itself", (run.action.who or run.starter,), ""),)


def handed_back(pilots: tuple[Pilot, ...], by: Seat, why: str) -> tuple[HandedBack, ...]:
    """What is kept of bots that somebody has stopped; nothing where there were none."""
    return (HandedBack(tuple([one.seat for one in pilots]), by, why),) if pilots else ()
