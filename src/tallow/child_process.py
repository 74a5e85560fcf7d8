"""Other processes of this program."""

import os
import sys


def environment() -> dict[str, str]:
    """The environment for one that finds the same packages as this process, games of others among them."""
    path = os.pathsep.join([entry or os.getcwd() for entry in sys.path])  # noqa: PTH109
    return {**os.environ, "PYTHONPATH": path}
