"""Answers that are sent along with an action, for its first questions."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tallow.adventures.exploring.together import AGREE, AGREED
from tallow.games.deeds import Refused
from tallow.play import Answer, Choice, Seat
from tallow.table.step import Step, TableRefusal, then


def with_answers(step: Step, by: Seat, starter: Seat, answers: Sequence[Answer]) -> Step:
    """The step of an action that has begun, with its first questions answered in their order."""
    number = step.table.begun
    for answer in answers:
        if step.fault is not None:
            break
        try:
            step = then(step, step.table.answer(by, starter, answer, number=number))
        except (TableRefusal, Refused) as refused:
            if not step.fell():
                raise
            return _stands(step, number, refused)
    return step


def with_named(step: Step, seat: Seat, answers: Mapping[str, Answer]) -> Step:
    """The same with answers by what is asked (`Choice.what`); anything else that is asked waits as usual."""
    number, left = step.table.begun, dict(answers)
    while (pending := step.table.numbered(number)) and isinstance(pending.question, Choice):
        if pending.question.what not in left or pending.question.by != seat:
            break
        step = with_answers(step, seat, seat, (left.pop(pending.question.what),))
    return step


def _stands(step: Step, number: int, refused: Exception) -> Step:
    """Dice have fallen, so they stand: the action waits where its next answer did not fit."""
    pending = step.table.numbered(number)
    if pending is None:  # it has ended, and there was one answer too many
        return replace(step, fault=refused)
    return replace(step, fault=TableRefusal("dice_stand", step.table.name_of(pending.question.by)))


def nobody_objects(step: Step) -> Step:
    """The same where a seat that nobody plays is asked whether it agrees to what somebody proposes: it does."""
    for pending in step.table.pending:
        asked = pending.question
        proposes = isinstance(asked, Choice) and asked.what == AGREED and step.fault is None
        if proposes and asked.by in step.table.free_seats():
            return then(step, step.table.answer(asked.by, pending.starter, AGREE, number=pending.number))
    return step


def sorted_faces(answer: Answer) -> Answer:
    """The answer to a roll with its faces in their order; anything else as it is."""
    if isinstance(answer, list | tuple) and all(type(face) is int for face in answer):
        return tuple(sorted(answer))
    return answer
