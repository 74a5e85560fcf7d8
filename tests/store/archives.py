"""Archives that earlier versions wrote, and archives taken apart, to be looked at and forged."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import Raw, Struct

from tallow.games.stored import Versions
from tallow.store.archive import entries, write_archive
from tallow.table import Line, Record

GOLDEN = Path(__file__).with_name("golden") / "archive-1.tallow"
LONG_LISTS = Path(__file__).with_name("golden") / "archive-1-options.tallow.xz"
"""Of a version that kept all options of a decision: 100,000 numbers in a line, and as many in a question that waits."""


class Archive(Struct, frozen=True):
    """What an archive has in it; its states as they stand there, patches and all."""

    records: tuple[Record, ...]
    lines: tuple[tuple[int, bool, Line], ...]
    states: tuple[tuple[str, int, bytes], ...]
    snapshot: bytes
    versions: Versions

    def write(self, path: Path) -> Path:
        """Write it to a file, sealed as it should be."""
        write_archive(path, self._entries())
        return path

    def _entries(self) -> Iterable[dict[str, Any]]:
        yield from ({"versions": self.versions, "record": one} for one in self.records)
        yield from ({"versions": self.versions, "line": one} for one in self.lines)
        for kind, action, body in self.states:
            yield {"versions": self.versions, kind: (action, Raw(body))}
        yield {"versions": self.versions, "snapshot": Raw(self.snapshot)}


def read_archive(path: Path) -> Archive:
    """All of an archive."""
    found = [entry for _, entry in entries(path)]
    states = [("state", *one.state) for one in found if one.state is not None]
    states += [("patch", *one.patch) for one in found if one.patch is not None]
    return Archive(
        tuple(one.record for one in found if one.record is not None),
        tuple(one.line for one in found if one.line is not None),
        tuple(sorted(states, key=lambda one: one[1])),
        found[-1].snapshot,
        found[-1].versions,
    )
