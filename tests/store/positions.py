"""Finds answers that stand for a place in a list: what they mean changes when the list is in another order.

Things, effects, caches and the like lie in lists of a state, each with an id. With the same lists turned round, the
same answer must come to the same end. A rule may well take "the first there is" of something; an answer is only a place
in a list where what one option led to before is what another leads to now.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.deeds import Refused
from tallow.play import Answer, Choice, Span, Waiting, advance
from tallow.play.live import Mismatch
from tallow.table import Pending, Table

ORDERED = ("party", "foes", "enemies", "allies")
"""Lists whose order is seen: who stands where, who acts first."""

ENDS = 3
"""Of many options so many from the beginning and from the end are tried."""


def by_position(table: Table, pending: Pending) -> list[Answer]:
    """The options of what waits that mean something else once lists are turned round."""
    question = pending.question
    if not isinstance(question, Choice) or isinstance(question.options, Span):
        return []

    def end(state: Any, option: Answer) -> Any:
        return _end(table.rules.perform, state, pending.action, (*pending.answers, option))

    return moved(end, table.state, question.options)


def moved(end: Callable[[Any, Answer], Any], state: Any, options: Sequence[Answer]) -> list[Answer]:
    """The options that lead from the state turned round to where others led from the state as it was."""
    other = turned(state)
    if other == state:
        return []
    tried = options if len(options) <= 2 * ENDS else (*options[:ENDS], *options[-ENDS:])
    before, after = [[end(one, option) for option in tried] for one in (state, other)]
    return [
        option
        for option, was, now in zip(tried, before, after, strict=True)
        if was != now and was in after and before.count(was) == 1
    ]


def turned(value: Any, field: str = "") -> Any:
    """A state with all that has ids, but not its people, in the opposite order."""
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return replace(value, **{name: turned(part, name) for name, part in fields.items() if part})
    if isinstance(value, tuple):
        parts = tuple([turned(part) for part in value])
        return parts[::-1] if field not in ORDERED and _have_ids(parts) else parts
    return value


def _have_ids(parts: Sequence[Any]) -> bool:
    return all(isinstance(part, Struct) and "id" in part.__struct_fields__ for part in parts)


def _end(rule: Callable[..., Any], *given: Any) -> Any:
    """What comes of it, whatever the order: the question that is asked next, or the state after it."""
    *arguments, answers = given
    try:
        ran = advance(rule, *arguments, answers=answers)
    except (Refused, Mismatch):
        return None
    if not isinstance(ran, Waiting):
        return sorted_by_id(ran.result)
    question = ran.question
    options = question.options if isinstance(question, Choice) else ()
    return type(question), getattr(question, "what", ""), getattr(question, "n", 0), frozenset(options)


def sorted_by_id(value: Any) -> Any:
    """A value of which only the order of what has ids is left out."""
    if isinstance(value, Struct):
        return tuple([sorted_by_id(getattr(value, name)) for name in value.__struct_fields__])
    if isinstance(value, tuple):
        parts = tuple([sorted_by_id(part) for part in value])
        return tuple(sorted(parts, key=repr)) if _have_ids(value) else parts
    return value
