"""What a seat sees, as a few kinds of block that every face can draw. Labels are codes of the game's words."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tallow.play import RuleId


class Stat(Struct, frozen=True, tag="stat"):
    """A number, with its maximum where it has one."""

    label: str
    value: int
    most: int | None = None
    why: RuleId = ""


class Track(Struct, frozen=True, tag="track"):
    """A row of small shapes, `value` of `most` of them filled."""

    label: str
    value: int
    most: int
    why: RuleId = ""


class Dice(Struct, frozen=True, tag="dice"):
    """Dice that lie there, of `sides` faces."""

    label: str
    faces: tuple[int, ...]
    sides: int = 6
    why: RuleId = ""


class Slot(Struct, frozen=True):
    """A thing in its place: `size` slots wide; `kind` says how it is drawn.

    A burden is no thing, and its name is a code of the words. `uses_most`, where known, is its uses when full.
    """

    id: str
    name: str
    size: int = 1
    kind: Literal["thing", "weapon", "armour", "magic", "burden"] = "thing"
    place: str = "pack"
    detail: str = ""
    uses: int = 0
    uses_most: int = 0


class Slots(Struct, frozen=True, tag="slots"):
    """Things carried, and how many slots there are for them."""

    label: str
    things: tuple[Slot, ...]
    used: int
    most: int
    why: RuleId = ""


class Tag(Struct, frozen=True):
    """A condition or quality; `name` is a code of the words or a name, `detail` plain data beside it."""

    name: str
    detail: str = ""
    why: RuleId = ""
    bad: bool = False


class Tags(Struct, frozen=True, tag="tags"):
    """Conditions, qualities, marks."""

    label: str
    tags: tuple[Tag, ...]


class Line(Struct, frozen=True):
    """One line of a list: a name, something said of it, and the entry that it is."""

    name: str
    text: str = ""
    why: RuleId = ""


class Lines(Struct, frozen=True, tag="lines"):
    """A list."""

    label: str
    lines: tuple[Line, ...]


class Text(Struct, frozen=True, tag="text"):
    """Words that somebody wrote, or a name; shown as they are."""

    label: str
    text: str


class Token(Struct, frozen=True):
    """Somebody on a battle chart."""

    id: str
    name: str
    x: int
    y: int
    side: Literal["party", "foes"]
    facing: int = 0


class Chart(Struct, frozen=True, tag="chart"):
    """A battle chart of squares."""

    label: str
    width: int
    height: int
    tokens: tuple[Token, ...]


Block: TypeAlias = Stat | Track | Dice | Slots | Tags | Lines | Text | Chart


class Panel(Struct, frozen=True):
    """A sheet, a scene or a tracker: something with a title and blocks."""

    id: str
    title: str
    kind: Literal["sheet", "card", "scene", "tracker", "notes"]
    blocks: tuple[Block, ...]
    subtitle: str = ""
    seat: str = ""


class View(Struct, frozen=True):
    """All that a seat may see."""

    panels: tuple[Panel, ...]
