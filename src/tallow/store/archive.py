"""One file for a whole table: its history, line by line, each line sealed by the one before.

The first line names the format. Each further line is a checksum and a JSON document: records, lines of the log, states
to undo to, and last the table as it was left. A line that does not fit its checksum is reported by its number. The seed
in force is secret and never in an archive.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Raw, Struct

from tallow.play import Rolled, Told
from tallow.table import Line, Record
from tallow.table.dice import commitment, die
from tallow.table.records import Answered, Moved, Opened, Revealed, Spent, Started, Threw

SCHEMA = 1
FORMAT = f"tallow archive {SCHEMA}"

MOST_BYTES = 256 * 1024 * 1024
MOST_LINE = 8 * 1024 * 1024
"""No archive and no line of one may be longer."""


MOST_SIDES = 10_000


class Damaged(Exception):
    """An archive that cannot be read: at which line, and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line, self.why = line, why


class Archive(Struct, frozen=True):
    """What an archive has in it: `states` by how many actions stand before them; `last` numbers its last line."""

    records: tuple[Record, ...]
    lines: tuple[tuple[int, bool, Line], ...]
    snapshot: bytes
    states: tuple[tuple[int, bytes], ...] = ()
    last: int = 0


class _Entry(Struct, frozen=True, omit_defaults=True):
    record: Record | None = None
    line: tuple[int, bool, Line] | None = None
    state: tuple[int, Raw] | None = None
    snapshot: Raw = Raw()


_entries = msgspec.json.Decoder(_Entry)


# ---------------------------------------------------------------- writing


def write_archive(
    path: Path,
    records: Iterable[Record | Raw],
    lines: Iterable[tuple[int, bool, Line | Raw]],
    snapshot: bytes,
    states: Iterable[tuple[int, Raw]] = (),
) -> None:
    """Write a table to a file, whole or not at all."""
    unfinished = path.with_suffix(path.suffix + ".part")
    entries = chain(
        ({"record": record} for record in records),
        ({"line": line} for line in lines),
        ({"state": state} for state in states),
        ({"snapshot": Raw(snapshot)},),
    )
    try:
        with unfinished.open("wb") as file:
            file.write(f"{FORMAT}\n".encode())
            seal = FORMAT
            for entry in entries:
                body = msgspec.json.encode(entry)
                seal = _seal(seal, body)
                file.write(seal.encode() + b" " + body + b"\n")
            file.write(f"end {_seal(seal, b'end')}\n".encode())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _seal(before: str, body: bytes) -> str:
    return sha256(before.encode() + body).hexdigest()[:16]


# ---------------------------------------------------------------- reading


def read_archive(path: Path) -> Archive:
    """Read a table from a file, or say where it is damaged."""
    records: list[Record] = []
    lines: list[tuple[int, bool, Line]] = []
    states: list[tuple[int, bytes]] = []
    snapshot, number = b"", 1
    with path.open("rb") as file:
        _first(file.readline(200))
        for number, entry in _sealed(file):
            if snapshot:
                raise Damaged(number, "there is more after the table as it was left")
            if entry.record is not None:
                records.append(entry.record)
            elif entry.line is not None:
                lines.append(entry.line)
            elif entry.state is not None:
                states.append((entry.state[0], bytes(entry.state[1])))
            elif bytes(entry.snapshot):
                snapshot = bytes(entry.snapshot)
            else:
                raise Damaged(number, "there is nothing in it that this Tallow knows")
    if not records or not isinstance(records[0], Opened) or not snapshot:
        raise Damaged(2, "the table was never opened")
    if records[0].schema > SCHEMA:
        raise Damaged(2, _newer(records[0].schema))
    return Archive(tuple(records), tuple(lines), snapshot, tuple(states), number)


def is_archive(path: Path) -> bool:
    """Whether a file says that it is an archive."""
    with path.open("rb") as file:
        return file.read(15) == b"tallow archive "


def _first(row: bytes) -> None:
    said = row.rstrip(b"\r\n").decode("utf-8", "replace")
    number = said.removeprefix("tallow archive ")
    if said == number or not number.isdecimal():
        raise Damaged(1, "this is not a Tallow archive")
    if int(number) > SCHEMA:
        raise Damaged(1, _newer(int(number)))
    if said != FORMAT:
        raise Damaged(1, "this is not a Tallow archive")


def _newer(schema: int) -> str:
    return f"it was written by a newer Tallow (format {schema}; this one reads up to {SCHEMA}); update, then try again"


def _sealed(file: BinaryIO) -> Iterator[tuple[int, _Entry]]:
    """Every entry with the number of its line, up to the end that fits all before."""
    seal, number, size, ended = FORMAT, 1, 0, False
    while text := file.readline(MOST_LINE + 1):
        number += 1
        size += len(text)
        if ended:
            raise Damaged(number, "there is more after the end")
        if len(text) > MOST_LINE or size > MOST_BYTES:
            raise Damaged(number, "it is longer than any table would make it")
        said, _, body = text.rstrip(b"\n").partition(b" ")
        if said == b"end":
            if body.decode("utf-8", "replace") != _seal(seal, b"end"):
                raise Damaged(number, "the end does not fit what stands before it")
            ended = True
            continue
        seal = _seal(seal, body)
        if said.decode("utf-8", "replace") != seal:
            raise Damaged(number, "the checksum does not fit")
        try:
            yield number, _entries.decode(body)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise Damaged(number, str(error)) from error
    if not ended:
        raise Damaged(number + 1, "the file ends too early")


# ---------------------------------------------------------------- checking the dice


class Verified(Struct, frozen=True):
    """A check of all server dice: how many were checked, how many are under a seed still secret, and what is wrong."""

    checked: int
    secret: int
    wrong: tuple[str, ...]


def verify(records: Iterable[Record]) -> Verified:
    """Check every server die of the past against the seeds that have been shown."""
    promised, throws, checked, secret, wrong, following = "", list[Threw](), 0, 0, list[str](), 0
    for at, record in enumerate(records):
        if isinstance(record, Opened):
            promised = record.commitment
        elif isinstance(record, Started | Answered | Spent):
            for threw in record.dice:
                if threw.number != following:
                    wrong.append(f"record {at}: die {threw.number} was thrown where {following} was next")
                following = threw.number + len(threw.pool)
                throws.append(threw)
        elif isinstance(record, Revealed):
            wrong += [f"record {at}: {fault}" for fault in _faults(record.seed, promised, throws)]
            checked += sum(len(threw.pool) for threw in throws)
            promised, throws, following = record.commitment, [], 0
        elif isinstance(record, Moved):
            secret += sum(len(threw.pool) for threw in throws)
            promised, throws, following = record.commitment, [], 0
    return Verified(checked, secret + sum(len(threw.pool) for threw in throws), tuple(wrong))


def _faults(shown: str, promised: str, throws: list[Threw]) -> Iterator[str]:
    try:
        seed = bytes.fromhex(shown)
    except ValueError:
        yield "the seed shown cannot be read"
        return
    if commitment(seed) != promised:
        yield "the seed shown is not the one promised"
    for threw in throws:
        if not 1 <= threw.sides <= MOST_SIDES:
            yield f"dice {threw.number}: no die has so many faces or so few"
            continue
        faces = sorted(die(seed, threw.number + n, threw.sides) for n in range(len(threw.pool)))
        if tuple(faces) != threw.pool:
            yield f"dice {threw.number}: {list(threw.pool)} should have been {faces}"


def verify_archive(archive: Archive) -> Verified:
    """Check every server die, and that the log shows no others as the server's."""
    found = verify(archive.records)
    thrown = Counter(
        (threw.sides, threw.pool)
        for record in archive.records
        if isinstance(record, Started | Answered | Spent)
        for threw in record.dice
    )
    wrong = list(found.wrong)
    for number, _, line in archive.lines:
        for dice in _server_dice(line):
            thrown[dice] -= 1
            if thrown[dice] < 0:
                wrong.append(f"line {number} of the log: the server never threw {list(dice[1])} on {dice[0]} faces")
    return Verified(found.checked, found.secret, tuple(wrong))


def _server_dice(line: Line) -> Iterator[tuple[int, tuple[int, ...]]]:
    sources = iter(line.sources)
    for event in line.events:
        source = "" if isinstance(event, Told) else next(sources, "")
        if isinstance(event, Rolled) and source == "server":
            yield event.roll.sides, event.pool
