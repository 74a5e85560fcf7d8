"""Run a command again and again while other processes keep the machine busy, and say how long each time took.

    .venv/bin/python scripts/busy.py --times 10 -- .venv/bin/pytest -n 2 tests/browser
    .venv/bin/python scripts/busy.py --times 2 -- make test

The others are burners that do nothing but count, `--burners` of them at the same priority as the command. They end with
this script however it ends: each looks whether its parent is still there. What the command said is shown only when it
failed. The exit code is how often it did.
"""

import os
import subprocess
import sys
from argparse import REMAINDER, ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

BURN = """
import os, sys
parent = int(sys.argv[1])
while os.getppid() == parent:
    for _ in range(1_000_000):
        pass
"""


@contextmanager
def burning(burners: int) -> Iterator[None]:
    """A context manager that keeps this many processes busy."""
    here = str(os.getpid())
    running = [subprocess.Popen([sys.executable, "-c", BURN, here]) for _ in range(burners)]  # noqa: S603  (our own)
    try:
        yield
    finally:
        for one in running:
            one.kill()
        for one in running:
            one.wait()


def run(command: list[str]) -> tuple[float, int, str]:
    """Run a command: the seconds it took, its exit code, and its output."""
    began = monotonic()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)  # noqa: S603
    return monotonic() - began, done.returncode, done.stdout


def main() -> int:
    """Run the command as often as asked; returns how often it failed."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--burners", type=int, default=8, help="processes that keep the machine busy (8)")
    parser.add_argument("--times", type=int, default=10, help="how often to run the command (10)")
    parser.add_argument("command", nargs=REMAINDER, metavar="-- COMMAND", help="what to run")
    given = parser.parse_args()
    command = [word for at, word in enumerate(given.command) if at or word != "--"]
    if not command or given.times < 1 or given.burners < 0:
        parser.error("name a command behind --, at least once and with at least 0 burners")
    failed, took = 0, []
    with burning(given.burners):
        for time in range(1, given.times + 1):
            seconds, code, said = run(command)
            took.append(seconds)
            failed += code != 0
            how = f"exit code {code}\n{said}" if code else "well"
            print(f"{time:>3} of {given.times}: {seconds:6.1f} s, {how}", flush=True)  # noqa: T201
    mean = sum(took) / len(took)
    print(f"{failed} of {given.times} failed; {min(took):.1f} to {max(took):.1f} s, {mean:.1f} s on the mean")  # noqa: T201
    return min(failed, 125)


if __name__ == "__main__":
    sys.exit(main())
