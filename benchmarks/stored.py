"""What an action costs to keep: bytes in the database and microseconds, as format 1 kept it and as it is kept now.

Format 1 wrote the whole state with every step and kept one of twenty; now each is kept, as a patch upon the one before.
Both are encoded here from the same actions, as this version writes them; committing them is left out.
"""

from random import Random
from time import perf_counter

import msgspec
from forms import parser

from tallow.games import BUILT_IN
from tallow.games.deeds import Refused
from tallow.games.stored import versions_of
from tallow.play import Choice, Roll
from tallow.store.states import EVERY, state_row
from tallow.store.versions import snapshot
from tallow.table import Step, Table, TableRefusal, open_table
from tallow.table.seats import referee

BEFORE = 20
"""Format 1 kept one of so many states."""


def evening(name: str, actions: int) -> list[tuple[Table, Step]]:
    """Steps that end an action, each with the table before it."""
    random = Random(1)
    table = open_table(name, "The Old Mill", {}, bytes(32), example=True).table.sit(referee("Ann")).table
    done: list[tuple[Table, Step]] = []
    while len(done) < actions:
        step = _step(table, random)
        if step is not None:
            if step.table.done > table.done:
                done.append((table, step))
            table = step.table
    return done


def _step(table: Table, random: Random) -> Step | None:
    try:
        if table.pending:
            pending = random.choice(table.pending)
            q = pending.question
            answer = random.choice(q.options) if isinstance(q, Choice) else () if isinstance(q, Roll) else "x"
            return table.answer(q.by, pending.starter, answer, number=pending.number)
        offers = [(one.seat, offer.action) for one in table.seats for offer in table.offers(one.seat)]
        seat, action = random.choice(offers)
        return table.act(seat, action)
    except (TableRefusal, Refused):
        return table.take_back("referee", table.pending[0].starter) if table.pending else None


def main() -> None:
    """Measure and report."""
    takes = parser(__doc__)
    takes.add_argument("--actions", type=int, default=200, help="for each game (200)")
    given = takes.parse_args()
    actions = 5 if given.smallest else given.actions
    for name in BUILT_IN:
        steps = evening(name, actions)
        versions = versions_of(steps[0][0].rules)
        log = sum(len(msgspec.json.encode(part)) for _, step in steps for part in (*step.records, step.line))
        start = perf_counter()
        then = [len(msgspec.json.encode(step.table.state)) + len(snapshot(step.table, 1)) for _, step in steps]
        between = perf_counter()
        rows = [
            state_row("", at, versions, step.table.state, table.state if at % (EVERY + 1) else None)
            for at, (table, step) in enumerate(steps)
        ]
        _ = [snapshot(step.table, 1) for _, step in steps]
        end = perf_counter()
        was = (log + sum(then) / BEFORE) / actions
        now = (log + sum(len(row["body"]) for row in rows)) / actions
        costs = [1e6 * took / actions for took in (between - start, end - between)]
        print(f"{name:15} {was:6.0f} B then, {now:6.0f} B now; {costs[0]:5.0f} us then, {costs[1]:5.0f} us now")


if __name__ == "__main__":
    main()
