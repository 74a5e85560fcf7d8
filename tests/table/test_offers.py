"""What a seat can do is kept while nothing that it depends on changes: random tables find the same anew every time."""

from contextlib import suppress
from random import Random

import pytest

from tallow.games.cairn.characters.seats import left_to, subjects
from tallow.games.cairn.record import DEEDS
from tallow.games.deeds import Action, Deeds, Refused
from tallow.play import REFEREE
from tallow.table import Table, TableRefusal, open_table
from tallow.table.seats import referee
from tests.table.random_steps import random_step

ANEW = Deeds(tuple(DEEDS.deeds.values()), subjects, left_to)


def changed(table: Table, random: Random) -> Table:
    """The table after somebody did something, or the referee set a number."""
    hero = random.choice([one.id for one in table.state.party])
    with suppress(TableRefusal, Refused):
        what = random_step(table, random)
        table = what(table).table if what else table.undo(REFEREE, 1).table
    with suppress(TableRefusal, Refused):
        step = table.act(REFEREE, Action("set_value"))
        for answer in (hero, random.choice(("hp", "fatigue", "strength", "gp")), random.randint(0, 4)):
            step = step.table.answer(REFEREE, REFEREE, answer, number=step.table.begun)
        table = step.table
    return table


@pytest.mark.parametrize("seed", range(6))
def test_what_a_seat_can_do_is_what_it_could_find_out_anew(seed: int) -> None:
    random = Random(seed)
    table = open_table("cairn", "The Old Mill", {}, bytes(32), example=True).table.sit(referee("Ann")).table
    while table.free_seats():
        table = table.join(f"Bo {len(table.seats)}", "server", table.free_seats()[0]).table
    states = []
    for _ in range(50):
        states.append(table.state)
        table = changed(table, random)
    assert len(set(map(id, states))) > 15
    for state in states:
        for one in table.seats:
            assert DEEDS.offers(state, one.seat) == ANEW.offers(state, one.seat)
