"""A pending action is run again upon another state: does it still ask what it asked, and if not, from where on.

Nothing is held open between two answers, so whenever the state under a pending action changes, the action is run again
from its start with the answers given so far.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from tallow.games import Game
from tallow.games.deeds import Refused
from tallow.play import (
    Choice,
    Chosen,
    Event,
    Matter,
    Mismatch,
    Question,
    Roll,
    Rolled,
    Told,
    Waiting,
    Writing,
    Written,
    advance,
)
from tallow.play.span import same_options
from tallow.table.pending import Pending
from tallow.table.thrower import Thrower

EXPECTED: tuple[type[Exception], ...] = (Refused, Mismatch)
"""What a rule raises upon a state or answers that it does not fit."""


def undisturbed(rules: Game[Any], pending: Pending, state: Any) -> Pending | None:
    """The pending action upon another state if it asks the same question, perhaps with newer facts; else None."""
    again = _again(rules, pending, state)
    return again if again is not None and (pending.held or _same(again.question, pending.question)) else None


def asks_alike(rules: Game[Any], pending: Pending, state: Any) -> Pending | None:
    """The pending action by other rules, if they ask the same of the same people; else None, whatever goes wrong.

    Options may differ, as long as the answers given are still legal.
    """
    again = _again(rules, pending, state, (Exception,))
    if again is None or not _same_way(again.events, pending.events, _alike):
        return None
    return again if pending.held or _alike(again.question, pending.question) else None


def _again(
    rules: Game[Any], pending: Pending, state: Any, faults: tuple[type[Exception], ...] = EXPECTED
) -> Pending | None:
    """The pending action as far as its next question, or a held one to its end; None where it goes otherwise."""
    try:
        ran = advance(rules.perform, state, pending.action, answers=pending.answers)
    except faults:
        return None
    if isinstance(ran, Waiting):
        return None if pending.held else replace(pending, question=ran.question, events=ran.events)
    return replace(pending, events=ran.events) if pending.held else None


def rewound(rules: Game[Any], pending: Pending, state: Any, thrower: Thrower) -> Pending | None:
    """The pending action back at the first question that changed with the state; None if it cannot be begun now."""
    return _rewound(rules, pending, state, thrower, _same, EXPECTED)


def rewound_by_rules(rules: Game[Any], pending: Pending, state: Any, thrower: Thrower) -> Pending | None:
    """The pending action back at the first question that other rules ask; None if they do not let it begin."""
    return _rewound(rules, pending, state, thrower, _alike, (Exception,))


def _rewound(
    rules: Game[Any],
    pending: Pending,
    state: Any,
    thrower: Thrower,
    same: Callable[[Question | Matter, Question | Matter], bool],
    faults: tuple[type[Exception], ...],
) -> Pending | None:
    def run(many: int, dice: Thrower | None) -> Waiting | None:
        """The action upon its first answers as far as its next question; None if there is none."""
        try:
            ran = advance(rules.perform, state, pending.action, answers=pending.answers[:many], dice=dice)
        except faults:
            return None
        return ran if isinstance(ran, Waiting) else None

    for many in range(len(_asked_in(pending.events)), -1, -1):
        ran = run(many, None)
        if ran is not None and _same_way(ran.events, pending.events, same):
            ran = run(many, thrower)
            if ran is None:
                return None
            sources = (*pending.sources[:many], *("server",) * (len(ran.answers) - many))
            back = replace(pending, answers=ran.answers, sources=sources, question=ran.question, events=ran.events)
            return replace(back, held=False, moved=pending.moved if back.in_motion() else 0)
    return None


def _same_way(
    events: Iterable[Event],
    before: Iterable[Event],
    same: Callable[[Question | Matter, Question | Matter], bool],
) -> bool:
    """Whether all that was answered on this way was asked before as well, in the same order."""
    return all(map(same, _asked_in(events), _asked_in(before)))


def _alike(one: Question | Matter, other: Question | Matter) -> bool:
    """Whether two questions ask the same of the same person; what can be answered to them may differ."""
    if isinstance(one, Roll) or isinstance(other, Roll):
        return _same_dice(one, other, why=False)
    return isinstance(one, Writing) == isinstance(other, Writing) and (one.by, one.what) == (other.by, other.what)


def _same(one: Question | Matter, other: Question | Matter) -> bool:
    """Whether two questions differ in nothing but their facts; of a past one, the given answer is still legal."""
    if isinstance(one, Roll) or isinstance(other, Roll):
        return _same_dice(one, other)
    if isinstance(one, Choice) and isinstance(other, Choice):
        return (one.by, one.what, one.why) == (other.by, other.what, other.why) and same_options(
            one.options, other.options
        )
    return replace(one, facts=()) == replace(other, facts=())


def _same_dice(one: Question | Matter, other: Question | Matter, *, why: bool = True) -> bool:
    """Whether two questions are rolls of the same dice by the same person, whatever hangs on them now."""
    if not isinstance(one, Roll) or not isinstance(other, Roll) or (why and one.why != other.why):
        return False
    return (one.n, one.sides, one.by, one.hidden) == (other.n, other.sides, other.by, other.hidden)


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
