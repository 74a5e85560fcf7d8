"""What an action costs to keep: bytes in the database and microseconds, as format 1 kept it and as it is kept now.

Format 1 wrote the whole state with every step and kept one of twenty; now each is kept, as a patch upon the one before.
Both are encoded here from the same actions, as this version writes them; committing them is left out. The last figure
is all that the event loop does to keep an action, with its records and its line: another thread commits them.
"""

import gc
from collections.abc import Callable
from functools import partial
from random import Random
from tempfile import TemporaryDirectory
from time import process_time, thread_time

import msgspec
from forms import parser
from msgspec.structs import replace

from tallow.games import BUILT_IN
from tallow.games.deeds import Refused
from tallow.games.stored import versions_of
from tallow.play import Choice, Roll
from tallow.store import Store
from tallow.store.states import EVERY, state_row
from tallow.store.versions import snapshot
from tallow.table import Step, Table, TableRefusal, open_table
from tallow.table.seats import referee

BEFORE = 20
"""Format 1 kept one of so many states."""

TIMES = 5
"""The quickest of so many runs counts: the machine may be busy with something else."""


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
        gc.freeze()  # as in a server, where what is long in memory is not gone through for each action
        log = sum(len(msgspec.json.encode(part)) for _, step in steps for part in (*step.records, step.line))
        then, before = best_of(TIMES, partial(whole_states, steps))
        now, after = best_of(TIMES, partial(rows, steps))
        was, is_ = (log + then / BEFORE) / actions, (log + now) / actions
        took = f"{1e6 * before / actions:5.0f} us then, {1e6 * after / actions:5.0f} us now ({after / before:.2f})"
        loop = f"{1e6 * min(on_the_loop(steps) for _ in range(TIMES)) / actions:5.0f} us on the loop"
        print(f"{name:15} {was:6.0f} B then, {is_:6.0f} B now; {took}; {loop}")


def whole_states(steps: list[tuple[Table, Step]]) -> int:
    """Bytes of states and snapshots as format 1 wrote them."""
    return sum(len(msgspec.json.encode(step.table.state)) + len(snapshot(step.table, 1)) for _, step in steps)


def rows(steps: list[tuple[Table, Step]]) -> int:
    """Bytes of states as they are written now; snapshots are made too."""
    versions, size = versions_of(steps[0][0].rules), 0
    for at, (table, step) in enumerate(steps):
        size += len(state_row("", at, versions, step.table.state, table.state if at % (EVERY + 1) else None)["body"])
        snapshot(step.table, 1)
    return size


def on_the_loop(steps: list[tuple[Table, Step]]) -> float:
    """Seconds of this thread in which a store keeps these actions."""
    name, took = steps[0][0].game, 0.0
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/tables.sqlite")
        kept = store.create(open_table(name, "The Old Mill", {}, bytes(32), example=True))
        for table, step in steps:
            start = thread_time()
            kept, durable = store.keep(replace(kept, table=table), step)
            took += thread_time() - start
            durable.result()
        store.close()
    return took


def best_of(times: int, run: Callable[[], int]) -> tuple[int, float]:
    """What it returns, and the seconds of its quickest run."""
    took, result = [], 0
    for _ in range(times):
        start = process_time()
        result = run()
        took.append(process_time() - start)
    return result, min(took)


if __name__ == "__main__":
    main()
