"""One Page Dungeon files: the ground plan becomes rooms and exits, the notes become prose for the referee.

Such a file has no creatures, things or ends that the program could know: what its notes say is `known` of a room, and
waits for somebody who makes parts of it. What has no counterpart at all is named.
"""

from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from msgspec import Struct

from tallow.adventures.documents.document import About, Document, End, Exit, Found, Room, Stands, Way
from tallow.adventures.documents.reading import checked
from tallow.games.game import Game
from tallow.mechanics.documents import BadDocument, Lost, parsed, plainly
from tallow.mechanics.suggestions import nearest

MOST_BYTES = 400_000
MOST_RECTS = 500
MOST_NOTES = 100
MOST_LETTERS = 2_000
WIDEST, LONGEST_SIDE, MOST_ROOMS = 60, 20, 100
"""A map is so many squares wide and high at most, a room so many, and there are so many rooms."""

Square: TypeAlias = tuple[int, int]


class DoorKind(Struct, frozen=True):
    """What a type of door becomes; one that is `out` leads out of the place."""

    name: str
    way: Way
    stands: Stands = "open"
    found: Found = "seen"
    out: bool = False


KINDS: tuple[DoorKind, ...] = (
    DoorKind("An opening", "passage"),
    DoorKind("A door", "door", "shut"),
    DoorKind("A narrow opening", "passage"),
    DoorKind("The way out", "door", out=True),
    DoorKind("A portcullis", "gate", "stuck"),
    DoorKind("A double door", "door", "shut"),
    DoorKind("A secret door", "door", "shut", "search"),
    DoorKind("A steel door", "door", "stuck"),
    DoorKind("Stairs down", "stairs"),
    DoorKind("A stairwell", "stairs", out=True),
)
"""The types of door, by their numbers."""

SIDES = {(1, 0): ("east", "west"), (-1, 0): ("west", "east"), (0, 1): ("south", "north"), (0, -1): ("north", "south")}


class _Point(Struct, frozen=True):
    x: float
    y: float


class _Rect(Struct, frozen=True):
    x: int
    y: int
    w: int
    h: int
    rotunda: bool = False

    def squares(self) -> Iterator[Square]:
        return ((x, y) for x in range(self.x, self.x + self.w) for y in range(self.y, self.y + self.h))


class _Direction(Struct, frozen=True):
    x: int
    y: int


class _Door(Struct, frozen=True):
    x: int
    y: int
    dir: _Direction
    type: int


class _Note(Struct, frozen=True):
    text: str
    pos: _Point
    ref: str | int = ""


class _File(Struct, frozen=True):
    rects: tuple[_Rect, ...]
    doors: tuple[_Door, ...]
    title: str = ""
    story: str = ""
    notes: tuple[_Note, ...] = ()
    columns: tuple[_Point, ...] = ()
    water: tuple[_Point, ...] = ()


def is_one_page(text: str | bytes) -> bool:
    """Whether something looks like JSON, which a document of our own never does."""
    return text.lstrip()[:1] in ("{", b"{")


def from_one_page(text: str | bytes, game: Game[object]) -> tuple[Document, tuple[Lost, ...]]:
    """The document that a One Page Dungeon becomes in a game, and what has no counterpart in it; or `BadDocument`."""
    plan = _Plan(*_read(text))
    return checked(plan.document(game.base), game), tuple(plan.lost)


def _read(text: str | bytes) -> tuple[_File, list[Lost]]:
    """A file, and what of it is not looked at."""
    raw = text.encode() if isinstance(text, str) else text
    if len(raw) > MOST_BYTES:
        raise BadDocument("", f"the file has more than {MOST_BYTES:,} bytes")
    try:
        plain = parsed(raw.decode("utf-8-sig"), "the file")
    except UnicodeDecodeError as error:
        raise BadDocument("", f"the file is not text in UTF-8 (byte {error.start + 1})") from error
    if not isinstance(plain, dict):
        raise BadDocument("", "this is no One Page Dungeon: it has no rects and doors")
    for name in ("rects", "doors"):
        if name not in plain:
            near = "".join([f'; did you mean "{one}"?' for one in nearest(name, map(str, plain))[:1]])
            raise BadDocument(name, f"a One Page Dungeon has them, this file has none{near}")
    for name, most in (("rects", MOST_RECTS), ("doors", MOST_RECTS), ("notes", MOST_NOTES)):
        if isinstance(plain.get(name), list) and len(plain[name]) > most:
            raise BadDocument(name, f"there are {len(plain[name]):,} of them, and at most {most} are read")
    try:
        file = msgspec.convert(plain, _File)
    except msgspec.ValidationError as error:
        said, _, where = str(error).partition(" - at ")
        raise BadDocument(where.strip("`").removeprefix("$."), plainly(said)) from error
    others = [str(name)[:80] for name in plain if name != "version" and name not in _File.__struct_fields__]
    return file, [Lost(name, "nothing is known of it") for name in others]


class _Plan:
    """A file while it becomes a document."""

    def __init__(self, file: _File, lost: list[Lost]) -> None:
        self.file, self.lost = file, lost
        self._doors = {(one.x, one.y) for one in file.doors}
        self._rects = [one for one in file.rects if not (one.w == one.h == 1 and (one.x, one.y) in self._doors)]
        self._check()
        self._at: dict[Square, int] = {}
        for at, rect in enumerate(self._rects):
            for square in rect.squares():
                if square in self._at:
                    raise BadDocument(f"rects, at {square[0]}, {square[1]}", "two of them have this square")
                self._at[square] = at
        self._out: list[int] = []
        self._exits = list(self._joined())

    def _check(self) -> None:
        """Refuse what is too large, and doors of no known kind."""
        for at, rect in enumerate(self._rects):
            if not (1 <= rect.w <= LONGEST_SIDE and 1 <= rect.h <= LONGEST_SIDE):
                raise BadDocument(
                    f"rects[{at}]", f"{rect.w} by {rect.h} squares; a room has 1 to {LONGEST_SIDE} either way"
                )
        if not self._rects:
            raise BadDocument("rects", "there is no room among them")
        if len(self._rects) > MOST_ROOMS:
            raise BadDocument("rects", f"there are {len(self._rects)} rooms, and at most {MOST_ROOMS} are read")
        self._left, self._top = min(one.x for one in self._rects), min(one.y for one in self._rects)
        for at, rect in enumerate(self._rects):
            if max(rect.x - self._left, rect.y - self._top) > WIDEST:
                raise BadDocument(f"rects[{at}]", f"the map is more than {WIDEST} squares wide or high")
        for at, door in enumerate(self.file.doors):
            if not 0 <= door.type < len(KINDS):
                known = ", ".join(f"{number} {kind.name.lower()}" for number, kind in enumerate(KINDS))
                raise BadDocument(f"doors[{at}].type", f"there is no door of type {door.type}; known are {known}")
            if (door.dir.x, door.dir.y) not in SIDES:
                raise BadDocument(f"doors[{at}].dir", "a door leads one square along x or along y")
        for name, text in (("story", self.file.story), *[("notes", note.text) for note in self.file.notes]):
            if len(text) > MOST_LETTERS:
                raise BadDocument(name, f"a text has {len(text):,} letters, and at most {MOST_LETTERS:,} are read")

    def _beside(self, door: _Door, way: int) -> int | None:
        """The room that a door leads to, forwards or backwards, through other doors that stand in line with it."""
        x, y = door.x, door.y
        while (x, y) == (door.x, door.y) or (x, y) in self._doors:
            x, y = x + way * door.dir.x, y + way * door.dir.y
        return self._at.get((x, y))

    def _joined(self) -> Iterator[tuple[int, int, _Door]]:
        """The ways between rooms; those out of the place, and those to nowhere, are noted."""
        seen = set[tuple[int, int]]()
        for at, door in enumerate(self.file.doors):
            ahead, behind = self._beside(door, 1), self._beside(door, -1)
            sides = [one for one in (behind, ahead) if one is not None]
            kind = KINDS[door.type]
            if len(sides) == 2 and sides[0] != sides[1]:
                if (min(sides), max(sides)) not in seen:
                    yield sides[0], sides[1], door
                seen.add((min(sides), max(sides)))
            elif sides and kind.out:
                self._out.append(sides[0])
            else:
                self.lost.append(Lost(f"doors[{at}]", f"{kind.name.lower()} that leads to no room of this map"))

    def document(self, game: str) -> Document:
        """All of it."""
        if not self._out:
            raise BadDocument("doors", "none of them leads out of the place (types 3 and 9), so nobody can come in")
        for name, those in (("columns", self.file.columns), ("water", self.file.water)):
            if those:
                self.lost.append(Lost(name, f"{len(those)} of them, which the map does not draw"))
        numbers, notes = self._numbers(), self._notes()
        order = self._order()
        rooms = tuple([self._room(at, numbers[at], notes.get(at, ())) for at in order])
        title = (self.file.title.strip() or "A dungeon")[:80]
        about = About(
            title=title,
            game=game,
            begins=_id(self._out[0]),
            start=self.file.story,
            known="From a One Page Dungeon: what its notes tell is still to be made into groups, things and traps.",
        )
        end = End(id="done", title="Done with it", text=f"That was {title}.", at="done")
        return Document(adventure=about, room=rooms, exit=tuple(map(self._exit, range(len(self._exits)))), end=(end,))

    def _order(self) -> list[int]:
        """Rooms from the entrance outwards; those that no way leads to come last, and are refused."""
        order, waiting = list[int](), deque([self._out[0]])
        while waiting:
            at = waiting.popleft()
            if at in order:
                continue
            order.append(at)
            waiting.extend([to if from_ == at else from_ for from_, to, _ in self._exits if at in (from_, to)])
        return [*order, *[at for at in range(len(self._rects)) if at not in order]]

    def _numbers(self) -> dict[int, int]:
        """The numbers of rooms: those of their notes, and for the others whatever is free."""
        numbers: dict[int, int] = {}
        for at, notes in self._notes().items():
            ref = str(notes[0].ref)
            if ref.isdecimal() and 1 <= int(ref[:4]) <= 200 and int(ref) not in numbers.values():
                numbers[at] = int(ref)
        for at in self._order():
            if at not in numbers:
                numbers[at] = next(n for n in range(1, 201) if n not in numbers.values())
        return numbers

    def _notes(self) -> dict[int, tuple[_Note, ...]]:
        """The notes of each room: of the one they stand in, or that is nearest."""
        found: dict[int, tuple[_Note, ...]] = {}
        for note in self.file.notes:
            at = min(range(len(self._rects)), key=lambda one: _distance(self._rects[one], note.pos))
            found[at] = (*found.get(at, ()), note)
        return found

    def _room(self, at: int, number: int, notes: tuple[_Note, ...]) -> Room:
        rect = self._rects[at]
        corridor = min(rect.w, rect.h) == 1
        kind = "Corridor" if corridor else "Round room" if rect.rotunda else "Room"
        known = "\n\n".join([note.text for note in notes])
        if len(known) > MOST_LETTERS:
            said = f"those of room {number} have {len(known):,} letters, and at most {MOST_LETTERS:,} are read"
            raise BadDocument("notes", said)
        return Room(
            id=_id(at),
            number=number,
            name=f"{kind} {number}",
            seen=f"{kind}, {rect.w} by {rect.h} squares.",
            known=known,
            at=(rect.x - self._left, rect.y - self._top),
            size=(rect.w, rect.h),
            out=at in self._out,
        )

    def _exit(self, at: int) -> Exit:
        from_, to, door = self._exits[at]
        kind = KINDS[door.type]
        there, back = SIDES[door.dir.x, door.dir.y]
        return Exit(
            id=f"way{at + 1}",
            from_=_id(from_),
            to=_id(to),
            way=kind.way,
            name=f"{kind.name}, to the {there}",
            back=f"{kind.name}, to the {back}",
            stands=kind.stands,
            found=kind.found,
        )


def _id(at: int) -> str:
    return f"room{at + 1}"


def _distance(rect: _Rect, point: _Point) -> float:
    """How far a point is from a rectangle; 0 within it."""
    x = max(rect.x - point.x, 0, point.x - (rect.x + rect.w - 1))
    y = max(rect.y - point.y, 0, point.y - (rect.y + rect.h - 1))
    return x * x + y * y
