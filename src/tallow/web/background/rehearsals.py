"""Expeditions rehearsed for a referee: each in a process of its own, one after another, while tables play on."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from msgspec import Struct

from tallow.simulate import Plan
from tallow.web.background.subprocess_json import Errands, Failed, apart
from tallow.web.background.work_pool import Busy

EXPEDITIONS = 500
WAITING = 6
AGAIN = 10
"""So many may be asked for at once; after so many seconds there may be room again."""

NOBODY = "-"

Found: TypeAlias = dict[str, Any]
"""What `tallow expedition --json` prints."""

Export: TypeAlias = Callable[[Path], Awaitable[None]]
"""Writes the archive of a table."""


class Rehearsal(Struct, frozen=True):
    """Who sets out, with what, and where to.

    `table` is the table whose party it is, and `at` a mark of how things stood there; "" for a party that is named.
    """

    game: str
    party: str
    pack: str
    plan: Plan
    table: str = ""
    at: str = ""

    def words(self, archive: Path) -> list[str]:
        """The words of `tallow expedition` for it; every value stands behind its `=`, whatever it begins with."""
        plan = self.plan
        given = [f"--party={self.party}" if not self.table else f"--archive={archive}"]
        given += [f"--pack={self.pack}", f"--wandering={plan.wandering}", f"--turns={plan.turns}"]
        given += [f"--room={room or NOBODY}" for room in plan.rooms]
        given += [] if plan.rests else ["--no-rest"]
        return ["expedition", self.game, *given, f"-n={EXPEDITIONS}", "--cores=1"]


class Rehearsals(Errands[Rehearsal, Found]):
    """What has been rehearsed."""

    def ask(self, what: Rehearsal, export: Export | None = None) -> Found | Failed | None:
        """What is known of it, or None while it is under way; `export` writes the archive of its table."""
        if what not in self and len(self) >= WAITING:
            raise Busy(AGAIN)
        self.send(what, partial(rehearsed, what, export))
        return self.found(what)


async def rehearsed(what: Rehearsal, export: Export | None) -> Found:
    """What `tallow expedition` finds."""
    with TemporaryDirectory() as folder:
        archive = Path(folder) / "table"
        if export is not None:
            await export(archive)
        found: Found = await apart(*what.words(archive))
        return found
