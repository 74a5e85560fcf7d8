"""Actions with the answers that a gesture has already given: a thing moved by hand, a number set in place.

A gesture goes through the game's own action; where that would do something else, it is refused and nothing changes.
"""

from collections.abc import Iterator, Mapping

from tallow.games.deeds import Action
from tallow.games.optional import documents_of
from tallow.games.view import Slot, Slots
from tallow.play import REFEREE, Answer, Choice, Seat
from tallow.table import BadAnswer, Step, Table, TableRefusal


def arrange(table: Table, seat: Seat, who: str, thing: str, to: str) -> Step:
    """Carry a thing to another place."""
    slot = _slot(table, seat, who, thing)
    if slot is None:
        raise TableRefusal("no_such_thing")
    found = table.rules.ui.moves.get((slot.place, to))
    if found is None:
        raise TableRefusal("cannot_go_there", slot.name)
    deed, question = found
    step = _answered(table, seat, Action(deed, who), {question: thing})
    after = _slot(step.table, seat, who, thing)
    if not step.table.pending and not step.fell() and after is not None and after.place == slot.place:
        raise TableRefusal("cannot_go_there", slot.name)
    return step


def set_value(table: Table, who: str, label: str, value: int, *, most: bool = False) -> Step:
    """The referee sets a number of somebody's, or its maximum."""
    hints = table.rules.ui
    field = hints.fields.get(label, ("", ""))[most]
    if hints.edits is None or not field:
        raise TableRefusal("cannot_set", label)
    deed, whom, which, much = hints.edits
    return _answered(table, REFEREE, Action(deed), {whom: who, which: field, much: value})


def bring(table: Table, by: Seat, seat: Seat, document: str) -> Step:
    """Bring a character for oneself; the referee may for any seat, and for a fresh one where none is named."""
    known = documents_of(table.rules)
    if known is None:
        raise TableRefusal("not_possible")
    offered = {} if not seat else {offer.action.name: offer.action for offer in table.offers(seat)}
    if known.deed in offered:
        return table.act(seat, offered[known.deed], by=by if by != seat else "", answers=(document,))
    if by != REFEREE:
        raise TableRefusal("not_offered", known.deed)
    begun = table.act(REFEREE, Action(known.referees)).table
    waits = begun.numbered(begun.begun)
    if waits is None or not isinstance(waits.question, Choice) or (seat and seat not in waits.question.options):
        raise TableRefusal("no_such_seat", seat)
    return table.act(REFEREE, Action(known.referees), answers=(seat or waits.question.options[0], document))


def _answered(table: Table, seat: Seat, action: Action, answers: Mapping[str, Answer]) -> Step:
    """Begin an action and answer what it is known to ask; anything else that it asks waits as usual."""
    try:
        return table.act(seat, action, answers=answers)
    except BadAnswer as refused:
        options = refused.question.options if isinstance(refused.question, Choice) else ()
        numbers = [option for option in options if type(option) is int]
        if type(refused.answer) is int and numbers:
            raise TableRefusal("out_of_range", refused.answer, min(numbers), max(numbers)) from refused
        raise TableRefusal("not_possible", refused.answer) from refused


def _slots(table: Table, seat: Seat, who: str) -> Iterator[Slot]:
    for panel in table.view(seat).panels:
        if panel.id == who:
            for block in panel.blocks:
                if isinstance(block, Slots):
                    yield from block.things


def _slot(table: Table, seat: Seat, who: str, thing: str) -> Slot | None:
    return next((slot for slot in _slots(table, seat, who) if slot.id == thing), None)
