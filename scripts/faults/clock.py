"""Clocks that jump: that of a server's processes, and that of PostgreSQL.

Every process of the server reads the time from this clock, which is moved while they run: Python loads `hook` before
anything else. PostgreSQL is moved by libfaketime, where that is found. What both measure durations by does not jump,
nor does it where a machine's clock is set.
"""

import os
from pathlib import Path

HERE = Path(__file__).parent
UNPACKED = Path(__file__).parents[2] / ".venv/faketime"


class Clock:
    """The clock of a server's processes, as far from the true time as a file says."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self.set(0)

    def set(self, seconds: float) -> None:
        """Jump: so many seconds from the true time, from now on."""
        new = self._file.with_suffix(".new")
        new.write_text(str(seconds), "ascii")
        new.replace(self._file)

    def environment(self) -> dict[str, str]:
        """What the processes must be started with."""
        path = os.pathsep.join(filter(None, [str(HERE / "hook"), os.environ.get("PYTHONPATH")]))
        return {"PYTHONPATH": path, "TALLOW_TEST_CLOCK": str(self._file)}


class DatabaseClock:
    """The clock of PostgreSQL's processes."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "database-clock"
        self._library = next(
            (
                str(found)
                for root in (Path("/usr/lib"), UNPACKED / "usr/lib")
                for found in root.glob("*/faketime/libfaketime.so.1")
            ),
            "",
        )
        self.set(0)

    def __bool__(self) -> bool:
        """Whether it can be moved."""
        return bool(self._library)

    def set(self, seconds: float) -> None:
        """Jump: so many seconds from the true time, from now on."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{seconds:+}", "ascii")
        new.chmod(0o644)
        new.replace(self._file)

    def environment(self) -> dict[str, str]:
        """What PostgreSQL must be started with."""
        if not self._library:
            return dict(os.environ)
        return os.environ | {
            "LD_PRELOAD": self._library,
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
