"""One file for a whole table: its history, line by line, each line sealed by the one before.

The first line names the format. Each further line is a checksum and a JSON document: records, lines of the log, states
before the first action and after each one that stands, and last the table as it was left; with each stand its versions.
A line that does not fit its checksum is reported by its number. The seed in force is secret and never in an archive.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Raw, Struct

from tallow.games.stored import FORMAT, Unreadable, Versions
from tallow.play import Rolled, Told
from tallow.store.versions import read_line, read_record
from tallow.table import Line, Record
from tallow.table.dice import commitment, die
from tallow.table.records import Answered, Moved, Opened, Reopened, Revealed, Spent, Started, Threw, Thrown

TITLE = "tallow archive "

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


class Entry(Struct, frozen=True):
    """One line of an archive: a record, a line of the log, a state, or the table as it was left.

    A state stands with how many actions were done before it, as JSON; a `patch` is applied to the state before.
    """

    versions: Versions
    record: Record | None = None
    line: tuple[int, bool, Line] | None = None
    state: tuple[int, bytes] | None = None
    patch: tuple[int, bytes] | None = None
    snapshot: bytes = b""

    def place(self) -> int:
        """Where its kind stands in an archive, from 0."""
        if self.record is not None:
            return 0
        if self.line is not None:
            return 1
        return 3 if self.snapshot else 2

    def dice(self) -> int:
        """How many dice it tells of; a throw of none counts too."""
        found: Iterable[tuple[int, ...]] = ()
        if isinstance(self.record, Thrown):
            found = (threw.pool for threw in self.record.dice)
        elif self.line is not None:
            found = (event.pool for event in self.line[2].events if isinstance(event, Rolled))
        return sum(max(1, len(pool)) for pool in found)


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as it is written."""

    versions: Versions = Versions()
    record: Raw = Raw()
    line: tuple[int, bool, Raw] | None = None
    state: tuple[int, Raw] | None = None
    patch: tuple[int, Raw] | None = None
    snapshot: Raw = Raw()

    def read(self) -> Entry | None:
        """The entry, if there is one thing in it."""
        versions = self.versions
        if bytes(self.record):
            return Entry(versions, record=read_record(bytes(self.record), versions))
        if self.line is not None:
            number, undone, line = self.line
            return Entry(versions, line=(number, undone, read_line(bytes(line), versions)))
        if self.state is not None:
            return Entry(versions, state=(self.state[0], bytes(self.state[1])))
        if self.patch is not None:
            return Entry(versions, patch=(self.patch[0], bytes(self.patch[1])))
        return Entry(versions, snapshot=bytes(self.snapshot)) if bytes(self.snapshot) else None


_entries = msgspec.json.Decoder(_Written)


def write_archive(path: Path, entries: Iterable[Mapping[str, Any]]) -> None:
    """Write the entries of a table to a file, whole or not at all: each has its `versions` and one thing more."""
    unfinished = path.with_suffix(path.suffix + ".part")
    try:
        with unfinished.open("wb") as file:
            seal = f"{TITLE}{FORMAT}"
            file.write(f"{seal}\n".encode())
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


def entries(path: Path) -> Iterator[tuple[int, Entry]]:
    """What is in an archive, one entry after another with the number of its line; or `Damaged`.

    Only one entry is held at a time, so that a file made to fill the memory cannot. They come in their order: records
    from the opening on, lines of the log, states, and last the table as it was left.
    """
    number, place, dice, rolled = 1, -1, 0, 0
    with path.open("rb") as file:
        for number, entry in _sealed(file, _first(file.readline(200))):
            now = entry.place()
            if place < 0:
                if not isinstance(entry.record, Opened):
                    raise Damaged(2, "the table was never opened")
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


def _first(row: bytes) -> str:
    """The first line, if it is one of an archive that can be read."""
    said = row.rstrip(b"\r\n").decode("utf-8", "replace")
    number = said.removeprefix(TITLE)
    if said == number or not number.isdecimal() or said != f"{TITLE}{int(number)}" or int(number) < 1:
        raise Damaged(1, "this is not a Tallow archive")
    if int(number) > FORMAT:
        newer = f"written by a newer Tallow (format {number}; this one reads up to {FORMAT})"
        raise Damaged(1, f"{newer}; update, then try again")
    return said


def _sealed(file: BinaryIO, seal: str) -> Iterator[tuple[int, Entry]]:
    """Every entry with the number of its line, up to the end that fits all before."""
    number, size, ended = 1, 0, False
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
        yield number, _entry(number, body)
    if not ended:
        raise Damaged(number + 1, "the file ends too early")


def _entry(number: int, body: bytes) -> Entry:
    try:
        entry = _entries.decode(body).read()
    except (msgspec.MsgspecError, RecursionError, Unreadable) as error:
        raise Damaged(number, str(error)) from error
    if entry is None:
        raise Damaged(number, "there is nothing in it that this Tallow knows")
    return entry


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
            case Started() | Answered() | Spent() | Reopened():
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
            if isinstance(entry.record, Thrown):
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
