"""A disk that becomes full: a small one where this user may mount it, else a limit to the length of files."""

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

BALLAST = "ballast"
SHORT = 4096
"""No file may be written beyond that where no disk can be mounted."""

PIECE = 1 << 16


class Disk:
    """A folder that becomes full; `mounted` says whether it is a disk of its own."""

    def __init__(self, folder: Path, mounted: bool) -> None:
        self.folder = folder
        self.mounted = mounted

    def fill(self, pid: int) -> None:
        """From now on nothing has room; else at least nothing that this process writes."""
        if not self.mounted:
            _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (SHORT, hard))
            return
        for size in (PIECE, 1):
            with suppress(OSError), (self.folder / BALLAST).open("ab", buffering=0) as ballast:
                while True:
                    ballast.write(bytes(size))

    def make_room(self, pid: int) -> None:
        """There is room again."""
        if self.mounted:
            (self.folder / BALLAST).unlink(missing_ok=True)
            return
        with suppress(ProcessLookupError):
            _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Disk]:
    """A context manager for a disk of that size in a new folder."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tallow", str(folder)]
    mounted = os.getuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0  # noqa: S603
    try:
        yield Disk(folder, mounted)
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)  # noqa: S603, S607
