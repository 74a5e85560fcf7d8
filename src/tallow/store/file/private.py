"""A database in a file is its owner's alone: it holds the seeds of dice that are still to fall."""

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO
BESIDES = ("", "-wal", "-shm", "-journal")
"""The file, and what SQLite keeps beside it; new ones get the rights of the file."""

log = logging.getLogger("tallow.store")


def keep_private(file: Path) -> None:
    """Nobody but its owner may open this database, from the moment that there is one; where that fails it is said."""
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for ending in BESIDES:
        _close(file.with_name(file.name + ending))


def _close(file: Path) -> None:
    try:
        mode = file.stat().st_mode
        if not stat.S_ISREG(mode) or not mode & OTHERS or os.name != "posix":
            return
        file.chmod(stat.S_IMODE(mode) & ~OTHERS)
    except FileNotFoundError:
        return
    except OSError as error:
        why = error.strerror
        log.warning(
            'Others can open "%s", which holds the seeds of dice to come, and that cannot be changed: %s.', file, why
        )
