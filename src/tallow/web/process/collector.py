"""The garbage collector of a server: it looks at what is new, and seldom at all that tables have in memory.

To look through a hundred tables takes it tens of milliseconds, in which nobody is answered.
"""

import gc

YOUNG = 1
"""The older of the two generations that hold what is new."""


def freeze_loaded() -> None:
    """Exempt everything loaded so far from garbage collection, since it stays, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(3_000, 5, 500)


def spare_tables() -> None:
    """Exempt what tables have in memory by now. Nearly all of it goes without the collector once nobody needs it."""
    gc.collect(YOUNG)
    gc.freeze()


def collect_all() -> None:
    """Look at everything after all: what was exempted and is needed no more, but in a circle, goes only here."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
