"""Maps as text: rooms as boxes with their numbers, ways between them, and the same in words."""

from tallow.games.view import Map, MapExit, MapRoom
from tallow.terminal.pen import Pen

WIDE, HIGH = 3, 1
"""So many letters and lines a square is."""

SHUT = frozenset(("stuck", "locked", "barred"))


def picture(block: Map, pen: Pen) -> list[str]:
    """The map, or nothing where it is wider than the page."""
    if not block.rooms:
        return []
    left = min([room.x for room in block.rooms]) - 1
    top = min([room.y for room in block.rooms]) - 1
    wide = (max([room.x + room.width for room in block.rooms]) + 1 - left) * WIDE + 1
    high = (max([room.y + room.height for room in block.rooms]) + 1 - top) * HIGH + 1
    if wide > pen.width:
        return []
    page = [[" "] * wide for _ in range(high)]
    for exit_ in block.exits:
        _way(page, exit_, left, top, pen)
    for room in block.rooms:
        _box(page, room, left, top, pen, here=room.id == block.here)
    for exit_ in block.exits:
        _put(page, exit_.x - left, exit_.y - top, _door(exit_, pen))
        if exit_.leads:
            _put(page, exit_.to_x - left, exit_.to_y - top, _door(exit_, pen))
        else:
            _put(page, exit_.to_x - left, exit_.to_y - top, "?")
    lines = ["".join(line).rstrip() for line in page]
    return [line for line in lines if line]


def _put(page: list[list[str]], x: float, y: float, letter: str) -> None:
    column, row = round(x * WIDE), round(y * HIGH)
    if 0 <= row < len(page) and 0 <= column < len(page[row]):
        page[row][column] = letter


def _box(page: list[list[str]], room: MapRoom, left: int, top: int, pen: Pen, *, here: bool) -> None:
    x0, y0 = (room.x - left) * WIDE, (room.y - top) * HIGH
    x1, y1 = x0 + room.width * WIDE, y0 + room.height * HIGH
    across, down = pen.shape("─", "-"), pen.shape("│", "|")
    for x in range(x0, x1 + 1):
        for y in range(y0, y1 + 1):
            edge = across if y in {y0, y1} else down if x in {x0, x1} else " "
            page[y][x] = edge
    for corner, (x, y) in zip(
        (("┌", "+"), ("┐", "+"), ("└", "+"), ("┘", "+")), ((x0, y0), (x1, y0), (x0, y1), (x1, y1)), strict=True
    ):
        page[y][x] = pen.shape(*corner)
    said = f"{room.number}{pen.shape('●', '@') if here else ''}"
    middle = (y0 + y1) // 2
    for at, letter in enumerate(said):
        page[middle][x0 + 2 + at] = letter


def _way(page: list[list[str]], exit_: MapExit, left: int, top: int, pen: Pen) -> None:
    """A line of dots, across first and then down."""
    x0, y0 = round((exit_.x - left) * WIDE), round((exit_.y - top) * HIGH)
    x1, y1 = round((exit_.to_x - left) * WIDE), round((exit_.to_y - top) * HIGH)
    dot = pen.shape("·", ".")
    for x in range(min(x0, x1), max(x0, x1) + 1):
        if 0 <= y0 < len(page) and 0 <= x < len(page[y0]):
            page[y0][x] = dot
    for y in range(min(y0, y1), max(y0, y1) + 1):
        if 0 <= y < len(page) and 0 <= x1 < len(page[y]):
            page[y][x1] = dot


def _door(exit_: MapExit, pen: Pen) -> str:
    if exit_.stands in SHUT:
        return pen.shape("■", "#")
    return pen.shape("□", "+") if exit_.stands == "shut" else pen.shape("·", ".")
