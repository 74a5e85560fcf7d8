"""Actions with the answers that a gesture has already given: a thing moved by hand, a number set in place.

A gesture goes through the game's own action; where that would do something else, it is refused and nothing changes.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tallow.games.game import Action
from tallow.games.view import Slot, Slots
from tallow.play import REFEREE, Answer, Choice, Seat
from tallow.table import Pending, Step, Table, TableRefusal, then


def arrange(table: Table, seat: Seat, who: str, thing: str, to: str) -> Step:
    """Carry a thing to another place."""
    slot = _slot(table, seat, who, thing)
    if slot is None:
        raise TableRefusal("no_such_thing")
    found = table.rules.handles.moves.get((slot.place, to))
    if found is None:
        raise TableRefusal("cannot_go_there", slot.name)
    deed, question = found
    step = _answered(table, seat, Action(deed, who), {question: thing})
    after = _slot(step.table, seat, who, thing)
    if not step.table.pending and after is not None and after.place == slot.place:
        raise TableRefusal("cannot_go_there", slot.name)
    return step


def set_value(table: Table, who: str, label: str, value: int, *, most: bool = False) -> Step:
    """The referee sets a number of somebody's, or its maximum."""
    handles = table.rules.handles
    field = handles.fields.get(label, ("", ""))[most]
    if handles.edits is None or not field:
        raise TableRefusal("cannot_set", label)
    deed, whom, which, much = handles.edits
    return _answered(table, REFEREE, Action(deed), {whom: who, which: field, much: value})


def bring(table: Table, by: Seat, seat: Seat, document: str) -> Step:
    """Bring a character for oneself; the referee may for any seat, and for a fresh one where none is named."""
    known = table.rules.characters
    if known is None:
        raise TableRefusal("not_possible")
    offered = {} if not seat else {offer.action.name: offer.action for offer in table.offers(seat)}
    if known.deed in offered:
        step = table.act(seat, offered[known.deed], by=by if by != seat else "")
        return then(step, step.table.answer(by, seat, document, number=step.table.begun))
    if by != REFEREE:
        raise TableRefusal("not_offered", known.deed)
    step = table.act(REFEREE, Action(known.referees))
    (waits,) = (one for one in step.table.pending if one.number == step.table.begun)
    if not isinstance(waits.question, Choice) or (seat and seat not in waits.question.options):
        raise TableRefusal("no_such_seat", seat)
    for answer in (seat or waits.question.options[0], document):
        step = then(step, step.table.answer(by, by, answer, number=waits.number))
    return step


def _answered(table: Table, seat: Seat, action: Action, answers: Mapping[str, Answer]) -> Step:
    """Begin an action and answer what it is known to ask; anything else that it asks waits as usual."""
    left = dict(answers)
    step = table.act(seat, action)
    records = list(step.records)
    while (waits := _waiting(step.table, table.begun + 1)) and isinstance(waits.question, Choice):
        question = waits.question
        if question.what not in left or question.by != seat:
            break
        answer: Any = left.pop(question.what)
        if question.fault(answer):
            numbers = [option for option in question.options if type(option) is int]
            if type(answer) is int and numbers:
                raise TableRefusal("out_of_range", answer, min(numbers), max(numbers))
            raise TableRefusal("not_possible", answer)
        step = step.table.answer(seat, seat, answer, number=waits.number)
        records += step.records
    return Step(step.table, tuple(records), step.line)


def _waiting(table: Table, number: int) -> Pending | None:
    return next((waits for waits in table.pending if waits.number == number), None)


def _slots(table: Table, seat: Seat, who: str) -> Iterator[Slot]:
    for panel in table.view(seat).panels:
        if panel.id == who:
            for block in panel.blocks:
                if isinstance(block, Slots):
                    yield from block.things


def _slot(table: Table, seat: Seat, who: str, thing: str) -> Slot | None:
    return next((slot for slot in _slots(table, seat, who) if slot.id == thing), None)
