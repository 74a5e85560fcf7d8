"""Moves the clock of every Python that is started with this folder in PYTHONPATH: see `scripts.faults.clock`."""

import os
import time

_real = time.time
_file = os.environ["TALLOW_TEST_CLOCK"]


def _moved() -> float:
    with open(_file, encoding="ascii") as offset:  # noqa: PTH123  (pathlib would have to be imported first)
        return _real() + float(offset.read() or 0)


time.time = _moved
