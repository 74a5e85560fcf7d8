"""How long somebody waits for odds, for help and for an import.

Cold is a fresh process each time, its start and `import` told apart; medians of some repeats.
"""

import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from forms import parser

from tallow.games import game
from tallow.odds import ask

GIVEN = {"dice": "d6+d8", "armor": "1", "hp": "3", "str": "10"}

COLD = f"""
from time import perf_counter
start = perf_counter()
from tallow.games import game
from tallow.odds import ask
cairn = game("cairn")
imported = perf_counter()
ask(cairn, "attack", {GIVEN!r})
print(imported - start, perf_counter() - imported)
"""


def process(*arguments: str) -> str:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True).stdout  # noqa: S603


def timed(run: Callable[[], object], repeats: int) -> float:
    """The median of repeats, in milliseconds."""
    taken = []
    for _ in range(repeats):
        started = perf_counter()
        run()
        taken.append(perf_counter() - started)
    return 1_000 * median(taken)


def show(name: str, milliseconds: float, goal: float = 0) -> None:
    print(f"{name:44}{milliseconds:>9.2f} ms{f'   goal {goal:.0f} ms' if goal else ''}")


def main() -> None:
    takes = parser(__doc__)
    takes.add_argument("--repeats", type=int, default=9)
    options = takes.parse_args()
    repeats = 1 if options.smallest else options.repeats
    cold = [tuple(map(float, process("-c", COLD).split())) for _ in range(repeats)]
    show("odds of an attack, cold", 1_000 * median(answer for _, answer in cold), 50)
    show("… and the import of Cairn before it", 1_000 * median(imported for imported, _ in cold))
    cairn = game("cairn")
    show("odds of an attack, warm", timed(lambda: ask(cairn, "attack", GIVEN), repeats))
    bare = timed(lambda: process("-c", "pass"), repeats)
    show("python that does nothing", bare)
    show("tallow --help", timed(lambda: process("-m", "tallow", "--help"), repeats), 150)
    show("import tallow", timed(lambda: process("-c", "import tallow"), repeats) - bare)


if __name__ == "__main__":
    main()
