"""Bots that play at a table: who answers for a seat in the stead of a person, and the next thing that they do.

A bot is somebody at the table like any other: each thing that it does is a step with its records, and is undone,
replayed and archived like a person's. It answers what its seats are asked and acts when the game waits for them.
Whoever keeps the table calls `next_step` until there is none, and keeps each before the next, so that it can be stopped
at any moment. Where something grave is at stake it stops by itself (`tallow.table.bots.watching`). What it is told has
nothing in it that its seat may not see (`tallow.table.bots.players`).
"""

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from tallow.games.deeds import Refused
from tallow.play import REFEREE, Answer, Choice, Roll, Seat, Writing
from tallow.table.bots.players import made, player_named, to_act, to_answer
from tallow.table.bots.watching import DEADLY, DECISION, ROUND, STOPS, STUCK, caution, may_kill, round_of
from tallow.table.pending import HELD, Pending
from tallow.table.records import HandedBack, Piloted
from tallow.table.runs import resume, start
from tallow.table.seats import AUTOPILOT, Pilot
from tallow.table.step import Step, TableRefusal, remark
from tallow.table.table import Table

Until = Literal["", "round"]


def play_itself(table: Table, by: Seat, seats: Iterable[Seat] = (), until: Until = "", player: str = "bot") -> Step:
    """Have a bot play these seats: one's own, or for whoever presides any; without seats all that nobody plays.

    `until` the end of the round: then also the referee's side, if whoever presides wants it for all.
    """
    wanted = tuple(dict.fromkeys(seats))
    if not wanted and table.presides(by):
        wanted = (*table.free_seats(), *((REFEREE,) if until and by == REFEREE else ()), *_alone(table, by, until))
    if not wanted or any(seat != by and not table.presides(by) for seat in wanted):
        raise TableRefusal("referee_only")
    known = {REFEREE, *table.rules.seats(table.state)}
    if unknown := [seat for seat in wanted if seat not in known]:
        raise TableRefusal("no_such_seat", unknown[0])
    if table.rules.bots is None:
        raise TableRefusal("no_bots", table.rules.title)
    if player_named(player) is None:
        raise TableRefusal("no_such_bot", player)
    now, run = round_of(table.rules, table.state), table.begun + 1
    pilots = tuple([Pilot(seat, until, now, run, player) for seat in wanted])
    others = tuple([one for one in table.pilots if one.seat not in wanted])
    names = tuple([called(table, seat) for seat in wanted])
    line = remark(by, "table.plays_round") if until else remark(by, "table.plays_itself", names)
    return Step(replace(table, pilots=(*others, *pilots)), (Piloted(pilots, by),), line)


def called(table: Table, seat: Seat) -> str:
    """The names of the characters of a seat, or else of whoever sits there."""
    cards = [panel.title for panel in table.view(seat).panels if panel.kind == "card" and seat and panel.seat == seat]
    return ", ".join(cards) or table.name_of(seat)


def _alone(table: Table, by: Seat, until: Until) -> tuple[Seat, ...]:
    """One's own seat, where one presides as a player and has all play for a round."""
    return (by,) if until and by != REFEREE else ()


def stop(table: Table, by: Seat, seats: Iterable[Seat] = ()) -> Step:
    """Stop the bots of these seats, or of all that one may stop: one's own, or for whoever presides any."""
    wanted = set(seats)
    mine = [one for one in table.pilots if one.seat == by or table.presides(by)]
    return _handed_back(table, tuple([one for one in mine if not wanted or one.seat in wanted]), by, "stopped")


def _handed_back(table: Table, over: tuple[Pilot, ...], by: Seat, why: str) -> Step:
    if not over:
        raise TableRefusal("plays_itself_not")
    seats = tuple([one.seat for one in over])
    left = tuple([one for one in table.pilots if one not in over])
    return Step(replace(table, pilots=left), (HandedBack(seats, by, why),), remark(by, f"{STOPS}{why}"))


def last_run(table: Table) -> int:
    """How many of the last actions bots did in one go, to be undone together; 0 if a person did the last one."""
    run = table.trail[-1].run if table.trail else 0
    many = 0
    for one in reversed(table.trail):
        if not run or one.run != run:
            break
        many += 1
    return many


def next_step(table: Table) -> Step | None:
    """The next thing that a bot does at the table, or its stopping; None where all wait for a person."""
    for pilot in table.pilots:
        for pending in table.questions(pilot.seat):
            step = _answered(table, pilot, pending)
            if step is not None:
                return step
    if table.pending or not table.pilots:
        return None
    if over := _without_people(table):
        return _handed_back(table, over, AUTOPILOT, ROUND)
    for pilot in table.pilots:
        if step := _acted(table, pilot):
            return step
    rounds = tuple([one for one in table.pilots if one.until])
    return _handed_back(table, rounds, AUTOPILOT, STUCK) if rounds and not _people_due(table) else None


def _answered(table: Table, pilot: Pilot, pending: Pending) -> Step | None:
    """A question of a pilot's seat answered, or left to a person; None where it has to wait."""
    question = pending.question
    answer: Answer = ()
    if isinstance(question, Writing) or (isinstance(question, Choice) and _for_people(table, pilot, question)):
        return _handed_back(table, (pilot,), AUTOPILOT, DECISION)
    if isinstance(question, Roll) and pilot.careful and may_kill(table.rules, question):
        return _handed_back(table, (pilot,), AUTOPILOT, DEADLY)
    if isinstance(question, Choice):
        answer = question.options[0]
        if question.what != HELD:
            answer = made(table, pilot.player).answer(to_answer(table, pilot.seat, pending), question)
    try:
        return resume(table, pending, answer, AUTOPILOT)
    except (TableRefusal, Refused):
        return None


def _for_people(table: Table, pilot: Pilot, choice: Choice) -> bool:
    return pilot.careful and choice.what in caution(table.rules).questions


def _acted(table: Table, pilot: Pilot) -> Step | None:
    """The next action of a pilot's seat, if the game waits for it."""
    if not _is_due(table, pilot):
        return None
    at = to_act(table, pilot.seat)
    action = made(table, pilot.player).action(at)
    if action is None or action not in at.offers:
        return None
    try:
        step = start(table, pilot.seat, action, AUTOPILOT, pilot.run)
    except (TableRefusal, Refused):
        return None
    due = table.rules.ui.due(table.state) if table.rules.ui.due else None
    if due is None and step.line is not None and step.table.pilots:  # outside a fight a round is one action
        rounds = tuple([one for one in step.table.pilots if one.until])
        left = tuple([one for one in step.table.pilots if one not in rounds])
        kept = (HandedBack(tuple([one.seat for one in rounds]), AUTOPILOT, ROUND),) if rounds else ()
        return replace(step, table=replace(step.table, pilots=left), records=(*step.records, *kept))
    return step


def _is_due(table: Table, pilot: Pilot) -> bool:
    """Whether the game waits for a seat: in a fight, or in a turn in which all declare.

    Where nobody waits for anybody, it acts only if it was asked for a single round.
    """
    ui, state, seat = table.rules.ui, table.state, pilot.seat
    due = ui.due(state) if ui.due else None
    if due is None:
        return bool(pilot.until) and seat != REFEREE and seat in (ui.turn or table.rules.waiting)(state)
    if seat == REFEREE:
        return not _people_owe(table, due)
    return any(one.action.who in due for one in table.offers(seat) if one.refusal is None)


def _people_owe(table: Table, due: tuple[str, ...]) -> bool:
    """Whether somebody's character has still to act before the referee's side."""
    players = [seat for seat in table.rules.seats(table.state) if seat != REFEREE]
    return any(offer.action.who in due for seat in players for offer in table.offers(seat) if offer.refusal is None)


def _people_due(table: Table) -> bool:
    """Whether the game waits for somebody whom no bot plays."""
    seats = (table.rules.ui.turn or table.rules.waiting)(table.state)
    return any(table.pilot(seat) is None for seat in seats)


def _without_people(table: Table) -> tuple[Pilot, ...]:
    """Those who have played on into another round though no person has done anything since.

    So a fight that only bots would go on with stops at the end of each round.
    """
    now = round_of(table.rules, table.state)
    over = tuple([one for one in table.pilots if one.careful and one.round != now])
    return over if over and not _people_due(table) else ()
