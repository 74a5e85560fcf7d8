"""What somebody at a table may do next, at random."""

from collections.abc import Callable
from random import Random

from tallow.play import Roll
from tallow.table import Step, Table
from tests.web.people import live_answer


def random_step(table: Table, random: Random) -> Callable[[Table], Step] | None:
    """An answer to something that waits, or something new; None to undo."""
    if table.pending and random.random() < 0.8:
        waits = random.choice(table.pending)
        question = waits.question
        thrown = isinstance(question, Roll) and table.dice_of(question.by) == "server"
        answer = () if thrown else live_answer(question, random)
        return lambda now: now.answer(question.by, waits.starter, answer, number=waits.number)
    seat = random.choice([one.seat for one in table.seats])
    offers = [one.action for one in table.offers(seat) if not one.refusal]
    action = random.choice([*offers, None])
    return None if action is None else lambda now: now.act(seat, action)
