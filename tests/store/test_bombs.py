"""Archives that are made to fill the memory are refused while they are read, and hold little of it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tallow.store import Damaged, Verified, verify_archive
from tallow.store import archive as archives
from tallow.store.transfer import read_table

GOLDEN = Path(__file__).with_name("golden") / "archive-1.tallow"
MOST = 100
"""Megabytes that a refusal may take beyond what a process has that has read a good archive."""

READ = """
import resource, sys
from pathlib import Path
from tallow.store import Damaged, verify_archive
from tallow.store.transfer import read_table

def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

good, bad = map(Path, sys.argv[1:3])
read_table(good), verify_archive(good)
before = most()
for read in (read_table, verify_archive):
    try:
        read(bad)
        print("taken", end=" ")
    except Damaged as damage:
        print(damage, end="; ")
print("\\n", most() - before, sep="")
"""


def sealed(path: Path, bodies: Iterator[bytes]) -> Path:
    """An archive of these lines, sealed as it should be."""
    seal = "tallow archive 1"
    with path.open("wb") as file:
        file.write(f"{seal}\n".encode())
        for body in bodies:
            seal = archives._seal(seal, body)
            file.write(seal.encode() + b" " + body + b"\n")
        file.write(f"end {archives._seal(seal, b'end')}\n".encode())
    return path


def rows() -> list[bytes]:
    return [row.partition(b" ")[2] for row in GOLDEN.read_bytes().splitlines()[1:-1]]


def many_dice() -> Iterator[bytes]:
    """Fifteen million dice in thirty megabytes."""
    yield rows()[0]
    pool = b",".join([b"1"] * 500_000)
    for at in range(30):
        threw = b'{"type":"threw","number":%d,"sides":6,"pool":[%s]}' % (at * 500_000, pool)
        yield b'{"record":{"type":"started","seat":"referee","action":{"name":"fate"},"dice":[%s]}}' % threw


def many_lists() -> Iterator[bytes]:
    """An answer of millions of empty lists."""
    yield rows()[0]
    empty = b",".join([b"[]"] * 690_000)
    for _ in range(5):
        yield b'{"record":{"type":"answered","starter":"a","seat":"a","answer":[%s]}}' % empty


def one_long_line() -> Iterator[bytes]:
    yield rows()[0]
    yield b'{"snapshot":[%s]}' % b",".join([b"[]"] * 10_000_000)


def many_states() -> Iterator[bytes]:
    """A state again and again."""
    whole = rows()
    yield from (row for row in whole if row.startswith((b'{"record"', b'{"line"')))
    state = next(row for row in whole if row.startswith(b'{"state":[0,'))
    for number in range(32 * 1024 * 1024 // len(state)):
        yield state.replace(b'{"state":[0,', b'{"state":[%d,' % number, 1)


BOMBS = [many_dice, many_lists, one_long_line, many_states]


@pytest.mark.parametrize("bomb", BOMBS, ids=[one.__name__ for one in BOMBS])
def test_a_bomb_is_refused_within_a_hundred_megabytes(tmp_path: Path, bomb: Callable[[], Iterator[bytes]]) -> None:
    pytest.importorskip("resource")
    path = sealed(tmp_path / "bomb.tallow", bomb())
    ran = subprocess.run(  # noqa: S603  (our own)
        [sys.executable, "-c", READ, str(GOLDEN), str(path)], capture_output=True, text=True, timeout=300, check=True
    )
    said, more = ran.stdout.rsplit("\n", 2)[:2]
    assert "taken" not in said
    assert int(more) < MOST, said


def test_dice_are_counted_and_faults_are_told_up_to_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_WRONG", 1)
    forged = [row.replace(b'"sides":20', b'"sides":30000') for row in rows()]
    found = verify_archive(sealed(tmp_path / "forged.tallow", iter(forged)))
    assert isinstance(found, Verified)
    assert (len(found.wrong), found.more > 0) == (1, True)
    monkeypatch.setattr(archives, "MOST_DICE", 1)
    with pytest.raises(Damaged, match="more in it than any table"):
        verify_archive(GOLDEN)


def test_what_stands_out_of_its_order_is_refused(tmp_path: Path) -> None:
    first, *others = rows()
    with pytest.raises(Damaged, match="where something else was expected"):
        read_table(sealed(tmp_path / "a", iter([first, *reversed(others[:-1])])))
    with pytest.raises(Damaged, match="as it was left is missing"):
        read_table(sealed(tmp_path / "b", iter([first])))
