"""Actions whose answers a gesture has already given: an item moved by hand, a number set in place, a character brought.

A gesture goes through the game's own action. Where that would do something else, it is refused and nothing changes.
"""

from collections.abc import Iterator, Mapping

from tallow.games.deeds import Action
from tallow.games.optional import documents_of
from tallow.games.view import Slot, Slots
from tallow.play import REFEREE, Answer, Choice, Seat
from tallow.table import BadAnswer, Step, Table, TableRefusal


def move_item(table: Table, seat: Seat, who: str, item: str, to: str) -> Step:
    """Move an item to another place."""
    slot = _slot(table, seat, who, item)
    if slot is None:
        raise TableRefusal("no_such_thing")
    found = table.rules.ui.moves.get((slot.place, to))
    if found is None:
        raise TableRefusal("cannot_go_there", slot.name)
    deed, question = found
    step = _answered(table, seat, Action(deed, who), {question: item})
    after = _slot(step.table, seat, who, item)
    if not step.table.pending and not step.fell() and after is not None and after.place == slot.place:
        raise TableRefusal("cannot_go_there", slot.name)
    return step


def set_value(table: Table, who: str, label: str, value: int, *, most: bool = False) -> Step:
    """The referee sets somebody's number, or its maximum with `most`."""
    hints = table.rules.ui
    field = hints.fields.get(label, ("", ""))[most]
    if hints.edits is None or not field:
        raise TableRefusal("cannot_set", label)
    deed, whom, which, much = hints.edits
    return _answered(table, REFEREE, Action(deed), {whom: who, which: field, much: value})


def bring_character(table: Table, by: Seat, seat: Seat, document: str) -> Step:
    """Bring a character to one's own seat; the referee may to any, and to a fresh one where `seat` is ""."""
    known = documents_of(table.rules)
    if known is None:
        raise TableRefusal("not_possible")
    offered = {} if not seat else {offer.action.name: offer.action for offer in table.offers(seat)}
    if known.deed in offered:
        return table.act(seat, offered[known.deed], by=by if by != seat else "", answers=(document,))
    if by != REFEREE:
        raise TableRefusal("not_offered", known.deed)
    begun = table.act(REFEREE, Action(known.referees)).table
    pending = begun.numbered(begun.begun)
    if pending is None or not isinstance(pending.question, Choice) or (seat and seat not in pending.question.options):
        raise TableRefusal("no_such_seat", seat)
    return table.act(REFEREE, Action(known.referees), answers=(seat or pending.question.options[0], document))


def _answered(table: Table, seat: Seat, action: Action, answers: Mapping[str, Answer]) -> Step:
    """Begin an action and answer the questions named in `answers`; any other question waits as usual."""
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


def _slot(table: Table, seat: Seat, who: str, item: str) -> Slot | None:
    return next((slot for slot in _slots(table, seat, who) if slot.id == item), None)
