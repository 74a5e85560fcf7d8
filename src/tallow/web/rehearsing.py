"""Expeditions rehearsed for a referee: each in a process of its own, one after another, while tables play on."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from tallow.simulate import Plan
from tallow.web.apart import apart

EXPEDITIONS = 500
WAITING = 6
"""So many may be asked for at once."""

KNOWN = 200
"""So many are remembered."""

NOBODY = "-"

log = logging.getLogger("tallow.web")

Found: TypeAlias = dict[str, Any] | Literal["failed"]
"""What `tallow expedition --json` prints."""


class Rehearsal(Struct, frozen=True):
    """Who sets out, with what, and where to; `table` is the table whose party it is, "" for that which is named."""

    game: str
    party: str
    pack: str
    plan: Plan
    table: str = ""

    def words(self, archive: Path) -> list[str]:
        """The words of `tallow expedition` for it; every value stands behind its `=`, whatever it begins with."""
        plan = self.plan
        given = [f"--party={self.party}" if not self.table else f"--archive={archive}"]
        given += [f"--pack={self.pack}", f"--wandering={plan.wandering}", f"--turns={plan.turns}"]
        given += [f"--room={room or NOBODY}" for room in plan.rooms]
        given += [] if plan.rests else ["--no-rest"]
        return ["expedition", self.game, *given, f"-n={EXPEDITIONS}", "--cores=1"]


class Busy(Exception):
    """Too many rehearsals are waiting."""


class Rehearsals:
    """What has been rehearsed; what is asked for anew is rehearsed once, whoever asks."""

    def __init__(self) -> None:
        self._found: dict[Rehearsal, tuple[int, Found]] = {}
        self._asked: dict[Rehearsal, asyncio.Task[None]] = {}
        self._one = asyncio.Semaphore(1)

    def ask(self, what: Rehearsal, at: int = 0, export: Callable[[Path], None] | None = None) -> Found | None:
        """What is known of it, or None while it is under way.

        `at` says how things stood at its table; what was found of another moment is found anew. `export` writes the
        archive of that table.
        """
        if what in self._asked:
            return None
        known = self._found.get(what)
        if known is not None and known[0] == at:
            return known[1]
        if len(self._asked) >= WAITING:
            raise Busy
        self._found.pop(what, None)
        self._asked[what] = asyncio.create_task(self._rehearse(what, at, export))
        return None

    def look(self, what: Rehearsal) -> Found | None:
        """What was found of it, whenever that was."""
        known = self._found.get(what)
        return known[1] if known else None

    def _keep(self, what: Rehearsal, at: int, found: Found) -> None:
        self._found[what] = (at, found)
        if len(self._found) > KNOWN:
            del self._found[next(iter(self._found))]

    async def _rehearse(self, what: Rehearsal, at: int, export: Callable[[Path], None] | None) -> None:
        try:
            async with self._one:
                with TemporaryDirectory() as folder:
                    archive = Path(folder) / "table"
                    if export is not None:
                        await asyncio.to_thread(export, archive)
                    self._keep(what, at, await apart(*what.words(archive)))
        except (ValueError, OSError, TimeoutError) as fault:
            log.error("%s could not be rehearsed", what.game, exc_info=fault)  # noqa: TRY400
            self._keep(what, at, "failed")
        finally:
            del self._asked[what]

    async def close(self) -> None:
        """Nobody waits any more."""
        for task in list(self._asked.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
