"""A run of an action: from its start, upon the answers given so far, to its next question or to its end.

Nobody sees dice and then has others instead. What would disturb an action in motion is refused before a die of it falls
(`motion`); what is refused for another reason after dice have fallen is kept as far as it went, or the dice are spent.
"""

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.play import Answer, Roll, Seat, Told, Waiting, advance
from tallow.table.bots.watching import by_itself, watched
from tallow.table.dice import FairDice
from tallow.table.motion import IN_MOTION, tried
from tallow.table.pending import Pending, Source, go_on
from tallow.table.records import Answered, Spent, Started, Threw
from tallow.table.rerun import rewound, undisturbed
from tallow.table.sight import has_shown_nothing
from tallow.table.step import DoneAction, Line, Step, TableRefusal, remark
from tallow.table.thrower import Thrower

if TYPE_CHECKING:
    from tallow.table.table import Table

MOST_PAST = 200
"""How many earlier states a table remembers; to undo more, the state before must be handed to `undo`."""

MOST_TRAIL = 20
"""Of so many actions a table remembers who did them; a player cannot ask for more back."""

_NOTHING_ASKED = Roll(0, 1, "", "")


def start(table: "Table", seat: Seat, action: Action, by: Seat, run: int = 0) -> Step:
    """A seat begins an action; `by` is who really began it, if another, and `run` that of a bot."""
    requests = tuple([one for one in table.undo_requests if one.seat != seat]) if table.undo_requests else ()
    table = replace(table, begun=table.begun + 1, undo_requests=requests)
    begun = Pending(seat, action, (), (), _NOTHING_ASKED, (), table.begun, run=run)
    return _run(table, begun, (), (), Started(seat, action, by=by))


def resume(table: "Table", pending: Pending, answer: Answer, by: Seat) -> Step:
    """A pending action goes on with an answer that fits; `by` is who really answered, if another than the one asked.

    `()` as the answer to a roll lets the server throw.
    """
    asked = pending.question.by
    record = Answered(pending.starter, asked, answer, by, number=pending.number)
    if pending.held:
        return _run(table, replace(pending, held=False), pending.answers, pending.sources, record)
    if isinstance(pending.question, Roll):
        if answer == ():
            return _run(table, pending, pending.answers, pending.sources, record)
        return _run(table, pending, (*pending.answers, answer), (*pending.sources, "typed"), record)
    return _run(table, pending, (*pending.answers, answer), (*pending.sources, by or asked), record)


def _run(
    table: "Table", was: Pending, tape: tuple[Answer, ...], sources: tuple[Source, ...], record: Started | Answered
) -> Step:
    """Run an action upon a tape of answers; `record` is what to keep of it, with the dice that fall."""
    instead = isinstance(record, Answered) and isinstance(was.question, Roll) and record.answer == ()
    thrower = Thrower(table.dice, table.asks_for, instead=instead)
    _must_not_disturb(table, was, was.answers if isinstance(was.question, Roll) else tape)
    try:
        ran = advance(table.rules.perform, table.state, was.action, answers=tape, dice=thrower)
    except Exception as error:
        if not thrower.threw:
            raise
        return spend(table, was.starter, thrower.dice, tuple(thrower.threw), error)
    sources = (*sources, *("server",) * (len(ran.answers) - len(tape)))
    now = replace(was, answers=ran.answers, sources=sources, events=ran.events)
    if not was.moved and now.in_motion():
        now = replace(now, moved=1 + max([one.moved for one in table.pending], default=0))
    others = tuple([one for one in table.pending if one.number != was.number])
    if isinstance(ran, Waiting):
        return _waits(table, replace(now, question=ran.question), others, thrower, record)
    asked_again = [undisturbed(table.rules, one, ran.result) for one in others]
    pairs = list(zip(others, asked_again, strict=True))
    before = [one for one, same in pairs if same is None and one.rank() < now.rank()]
    if before:
        whom = table.name_of(before[0].question.by)
        if not thrower.threw and sources[len(was.sources) :] != ("typed",):
            raise TableRefusal("waits_for", whom)
        held = replace(now, question=go_on(was.starter, whom), held=True)
        return _waits(table, held, others, thrower, replace(record, held=True))
    kept = [same if same is not None else rewound(table.rules, one, ran.result, thrower) for one, same in pairs]
    return _ends(table, now, ran.result, tuple([one for one in kept if one is not None]), thrower, record)


def _waits(
    table: "Table", pending: Pending, others: tuple[Pending, ...], thrower: Thrower, record: Started | Answered
) -> Step:
    """The action waits for its next answer."""
    after = replace(table, pending=(*others, pending), dice=thrower.dice)
    return Step(after, (replace(record, dice=tuple(thrower.threw)),))


def _ends(
    table: "Table",
    run: Pending,
    state: Any,
    kept: tuple[Pending, ...],
    thrower: Thrower,
    record: Started | Answered,
) -> Step:
    """The action has ended in this state; of the other pending actions these are `kept`."""
    numbers = {run.number, *(one.number for one in kept)}
    gone = [table.name_of(one.starter) for one in table.pending if one.number not in numbers]
    told = tuple(Told("table.given_up", (name,), "") for name in gone)
    pilots, stopped = watched(table, run, state) if table.pilots else ((), None)
    begun = by_itself(run) if run.run else ()
    events = (*begun, *run.events, *told, *(stopped[1] if stopped else ()))
    line = Line(table.done + 1, run.starter, run.action, run.answers, run.sources, events)
    free = has_shown_nothing(table.rules, line, table.state, state)
    after = replace(
        table,
        state=state,
        pending=kept,
        done=table.done + 1,
        past=(*table.past[-MOST_PAST + 1 :], table.state),
        trail=(*table.trail[-MOST_TRAIL + 1 :], DoneAction(run.starter, run.action.name, free, run.run)),
        dice=thrower.dice,
        pilots=pilots,
    )
    return Step(after, (replace(record, dice=tuple(thrower.threw)), *(stopped[:1] if stopped else ())), line)


def _must_not_disturb(table: "Table", pending: Pending, tape: tuple[Answer, ...]) -> None:
    """Refuse the first die of what has to wait for something in motion, or could not but disturb it."""
    if pending.in_motion() or not (bars := table.bars(besides=pending.number)):
        return
    ran = advance(table.rules.perform, table.state, pending.action, answers=tape)
    if not isinstance(ran, Waiting) or not isinstance(ran.question, Roll):
        return
    if (whom := bars.whom(pending.starter, pending.action)) is not None:
        raise TableRefusal(IN_MOTION, whom)
    ends = tuple(tried(table.rules, table.state, pending.action, tape))
    for one in table.moving():
        if ends and not any(undisturbed(table.rules, one, after) for after in ends):
            raise TableRefusal("waits_for", table.name_of(one.question.by))


def spend(table: "Table", seat: Seat, dice: FairDice, threw: tuple[Threw, ...], fault: Exception) -> Step:
    """Dice fell for something that cannot stand: they are used up, and all are told."""
    line = remark(seat, "table.spent", sum([len(one.pool) for one in threw]), table.name_of(seat))
    return Step(replace(table, dice=dice), (Spent(seat, threw),), line, fault)
