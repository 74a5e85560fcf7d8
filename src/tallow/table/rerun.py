"""A pending action is run again upon another state: does it still ask what it asked, and if not, from where on.

Nothing is held open between two answers, so whenever the state under a pending action changes, the action is run again
from its start with the answers given so far.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from tallow.games import Game
from tallow.games.deeds import Refused
from tallow.play import (
    Answer,
    Choice,
    Chosen,
    Done,
    Event,
    Matter,
    Mismatch,
    Question,
    Roll,
    Rolled,
    Told,
    Waiting,
    Written,
    advance,
)
from tallow.play.span import same_options
from tallow.table.pending import HELD, Pending
from tallow.table.thrower import Thrower


def undisturbed(rules: Game[Any], pending: Pending, state: Any) -> Pending | None:
    """The pending action upon another state if it asks the same question, perhaps with newer facts; else None."""
    try:
        ran = advance(rules.perform, state, pending.action, answers=pending.answers)
    except (Refused, Mismatch):
        return None
    if pending.held:
        return replace(pending, events=ran.events) if isinstance(ran, Done) else None
    if isinstance(ran, Done) or not _same(ran.question, pending.question):
        return None
    return replace(pending, question=ran.question, events=ran.events)


def still_asks(rules: Game[Any], pending: Pending, state: Any) -> bool:
    """Whether a pending action, run again, asks the question that it waits with."""
    held = isinstance(pending.question, Choice) and pending.question.what == HELD
    return held == pending.held and undisturbed(rules, pending, state) is not None


def rewound(rules: Game[Any], pending: Pending, state: Any, thrower: Thrower) -> Pending | None:
    """The pending action back at the first question that changed; None if it can no longer be begun."""
    asked = _asked_in(pending.events)
    for many in range(len(asked), -1, -1):
        ran = _rerun(rules, pending, pending.answers[:many], state)
        if ran is not None and all(map(_same, _asked_in(ran.events), asked)):
            ran = _rerun(rules, pending, pending.answers[:many], state, thrower)
            if ran is None:
                return None
            sources = (*pending.sources[:many], *("server",) * (len(ran.answers) - many))
            back = replace(pending, answers=ran.answers, sources=sources, question=ran.question, events=ran.events)
            return replace(back, held=False, moved=pending.moved if back.in_motion() else 0)
    return None


def _rerun(
    rules: Game[Any], pending: Pending, answers: tuple[Answer, ...], state: Any, thrower: Thrower | None = None
) -> Waiting | None:
    """The action run upon these answers as far as its next question; None if there is none."""
    try:
        ran = advance(rules.perform, state, pending.action, answers=answers, dice=thrower)
    except (Refused, Mismatch):
        return None
    return ran if isinstance(ran, Waiting) else None


def _same(one: Question | Matter, other: Question | Matter) -> bool:
    """Whether two questions differ in nothing but their facts; of a past one, the given answer is still legal."""
    if isinstance(one, Roll) or isinstance(other, Roll):
        return one == other
    if isinstance(one, Choice) and isinstance(other, Choice):
        return (one.by, one.what, one.why) == (other.by, other.what, other.why) and same_options(
            one.options, other.options
        )
    return replace(one, facts=()) == replace(other, facts=())


def _asked_in(events: Iterable[Event]) -> list[Question | Matter]:
    """The questions that were answered, in their order."""
    asked: list[Question | Matter] = []
    for event in events:
        match event:
            case Rolled(question) | Chosen(question) | Written(question):
                asked.append(question)
            case Told():
                pass
    return asked
