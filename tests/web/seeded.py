"""`tallow serve` for tests, run as `python -m tests.web.seeded`: the same dice at every table, whenever it is opened.

What it changes it changes in its own process, so no server that people play at can be told to do the same. Whoever is
made by chance is the same too. Tokens stay secret. Nobody is told to come back later, and rehearsals are few and not
behind everything else, as they are where people play: a test would wait for them for as long as the machine is busy.
"""

import sys
from contextlib import ExitStack
from random import Random
from unittest.mock import patch

from tallow.cli.main import main
from tests.web.people import FAST

SEED = bytes(range(32))
"""Under this all dice are thrown."""

CHANGED = {
    **dict.fromkeys(
        [f"tallow.{user}.new_seed" for user in ("web.actions", "store.transfer")],
        lambda: SEED,
    ),
    "tallow.web.actions.SystemRandom": lambda: Random(1),
    "tallow.web.app.Limits": lambda: FAST,
    "tallow.web.background.rehearsals.EXPEDITIONS": 20,
}

if __name__ == "__main__":
    with ExitStack() as changes:
        for name, instead in CHANGED.items():
            changes.enter_context(patch(name, instead))
        code = main(sys.argv[1:])
    sys.exit(code)
