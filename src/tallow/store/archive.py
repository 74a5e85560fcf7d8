"""One file for a whole table: its history, line by line, each line sealed by the one before.

The first line names the format. Each further line is a checksum and a JSON document: records, lines of the log, states
to undo to, and last the table as it was left. A line that does not fit its checksum is reported by its number. The seed
in force is secret and never in an archive.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Raw, Struct

from tallow.play import Rolled, Told
from tallow.table import Line, Record
from tallow.table.dice import commitment, die
from tallow.table.records import Answered, Moved, Opened, Revealed, Spent, Started, Threw

SCHEMA = 1
FORMAT = f"tallow archive {SCHEMA}"

MOST_BYTES = 256 * 1024 * 1024
MOST_LINE = 2 * 1024 * 1024
MOST_ENTRIES = 1_000_000
MOST_DICE = 250_000
"""No archive and no line of one may be longer, none has more lines or more dice: a campaign of years has fewer."""

MOST_SIDES = 10_000
MOST_WRONG = 100
"""So many faults of dice are told one by one."""


class Damaged(Exception):
    """An archive that cannot be read: at which line, and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(line, why)
        self.line, self.why = line, why

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}"


class Archive(Struct, frozen=True):
    """What an archive has in it: `states` by how many actions stand before them; `last` numbers its last line."""

    records: tuple[Record, ...]
    lines: tuple[tuple[int, bool, Line], ...]
    snapshot: bytes
    states: tuple[tuple[int, bytes], ...] = ()
    last: int = 0


class Entry(Struct, frozen=True, omit_defaults=True):
    """One line of an archive: a record, a line of the log, a state to undo to, or the table as it was left."""

    record: Record | None = None
    line: tuple[int, bool, Line] | None = None
    state: tuple[int, Raw] | None = None
    snapshot: Raw = Raw()

    def place(self) -> int:
        """Where its kind stands in an archive, from 0; 4 for what is of no kind."""
        if self.record is not None:
            return 0
        if self.line is not None:
            return 1
        if self.state is not None:
            return 2
        return 3 if bytes(self.snapshot) else 4

    def dice(self) -> int:
        """How many dice it tells of; a throw of none counts too."""
        found: Iterable[tuple[int, ...]] = ()
        if isinstance(self.record, Started | Answered | Spent):
            found = (threw.pool for threw in self.record.dice)
        elif self.line is not None:
            found = (event.pool for event in self.line[2].events if isinstance(event, Rolled))
        return sum(max(1, len(pool)) for pool in found)


_entries = msgspec.json.Decoder(Entry)


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
    """A table from a file, all of it at once; or `Damaged`."""
    found: tuple[list[Any], ...] = ([], [], [], [])
    last = 1
    for number, entry in entries(path):
        last = number
        found[entry.place()].append((entry.record, entry.line, entry.state, entry.snapshot)[entry.place()])
    records, lines, states, (snapshot,) = found
    kept = tuple([(action, bytes(body)) for action, body in states])
    return Archive(tuple(records), tuple(lines), bytes(snapshot), kept, last)


def entries(path: Path) -> Iterator[tuple[int, Entry]]:
    """What is in an archive, one entry after another with the number of its line; or `Damaged`.

    Only one entry is held at a time, so that a file made to fill the memory cannot. They come in their order: records
    from the opening on, lines of the log, states, and last the table as it was left.
    """
    number, place, dice, rolled = 1, -1, 0, 0
    with path.open("rb") as file:
        _first(file.readline(200))
        for number, entry in _sealed(file):
            now = entry.place()
            if now == 4:
                raise Damaged(number, "there is nothing in it that this Tallow knows")
            if place < 0:
                _must_open(entry.record)
            elif place == 3:
                raise Damaged(number, "there is more after the table as it was left")
            elif now < place:
                raise Damaged(number, "it stands where something else was expected")
            place = now
            dice, rolled = dice + entry.dice() * (now == 0), rolled + entry.dice() * (now == 1)
            if number > MOST_ENTRIES or max(dice, rolled) > MOST_DICE:
                raise Damaged(number, "there is more in it than any table would make")
            yield number, entry
    if place != 3:
        why = "the table was never opened" if place < 0 else "the table as it was left is missing"
        raise Damaged(max(2, number), why)


def _must_open(record: Record | None) -> None:
    if not isinstance(record, Opened):
        raise Damaged(2, "the table was never opened")
    if record.schema > SCHEMA:
        raise Damaged(2, _newer(record.schema))


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


def _sealed(file: BinaryIO) -> Iterator[tuple[int, Entry]]:
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
    """A check of all server dice: how many were checked, how many are under a seed still secret, and what is wrong.

    Of what is wrong the first faults are told, and how many `more` there are.
    """

    checked: int
    secret: int
    wrong: tuple[str, ...]
    more: int = 0


class _Check:
    """The server dice of a history, record by record."""

    def __init__(self) -> None:
        self._promised = ""
        self._throws: list[Threw] = []
        self._following = 0
        self._checked = self._secret = self._at = self._more = 0
        self._wrong: list[str] = []

    def fault(self, told: str) -> None:
        """Something is wrong."""
        if len(self._wrong) < MOST_WRONG:
            self._wrong.append(told)
        else:
            self._more += 1

    def take(self, record: Record) -> None:
        """The next record."""
        match record:
            case Opened():
                self._promised = record.commitment
            case Started() | Answered() | Spent():
                for threw in record.dice:
                    if threw.number != self._following:
                        self.fault(f"record {self._at}: die {threw.number} was thrown where {self._following} was next")
                    self._following = threw.number + len(threw.pool)
                    self._throws.append(threw)
            case Revealed():
                for fault in _faults(record.seed, self._promised, self._throws):
                    self.fault(f"record {self._at}: {fault}")
                self._checked += self._thrown()
                self._begin(record.commitment)
            case Moved():
                self._secret += self._thrown()
                self._begin(record.commitment)
            case _:
                pass
        self._at += 1

    def _thrown(self) -> int:
        return sum(len(threw.pool) for threw in self._throws)

    def _begin(self, promised: str) -> None:
        self._promised, self._throws, self._following = promised, [], 0

    def result(self) -> Verified:
        """What was found so far."""
        return Verified(self._checked, self._secret + self._thrown(), tuple(self._wrong), self._more)


def verify(records: Iterable[Record]) -> Verified:
    """Check every server die of the past against the seeds that have been shown."""
    check = _Check()
    for record in records:
        check.take(record)
    return check.result()


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
            yield f"dice {threw.number}: {_few(threw.pool)} should have been {_few(faces)}"


def _few(pool: Sequence[int]) -> str:
    """Faces, the first of them if there are many."""
    return str(list(pool)) if len(pool) <= 20 else f"{list(pool[:20])} and so on"


def verify_archive(path: Path) -> Verified:
    """Check every server die, and that the log shows no others as the server's; or `Damaged`."""
    check, thrown = _Check(), Counter[tuple[int, tuple[int, ...]]]()
    for _, entry in entries(path):
        if entry.record is not None:
            check.take(entry.record)
            if isinstance(entry.record, Started | Answered | Spent):
                thrown.update((threw.sides, threw.pool) for threw in entry.record.dice)
        elif entry.line is not None:
            number, _, line = entry.line
            for dice in _server_dice(line):
                thrown[dice] -= 1
                if thrown[dice] < 0:
                    check.fault(f"line {number} of the log: the server never threw {_few(dice[1])} on {dice[0]} faces")
    return check.result()


def _server_dice(line: Line) -> Iterator[tuple[int, tuple[int, ...]]]:
    sources = iter(line.sources)
    for event in line.events:
        source = "" if isinstance(event, Told) else next(sources, "")
        if isinstance(event, Rolled) and source == "server":
            yield event.roll.sides, event.pool
