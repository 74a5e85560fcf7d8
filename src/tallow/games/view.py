"""What a seat sees, as a few kinds of block that every face can draw. Labels are codes of the game's words."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tallow.play import RuleId

Look: TypeAlias = Literal["thing", "weapon", "armour", "magic", "burden"]
"""How a thing in a slot is drawn."""

Kind: TypeAlias = Literal["sheet", "card", "scene", "tracker", "notes"]
"""What a panel is."""


class Stat(Struct, frozen=True, gc=False, tag="stat"):
    """A number, with its maximum where it has one."""

    label: str
    value: int
    most: int | None = None
    why: RuleId = ""


class Track(Struct, frozen=True, gc=False, tag="track"):
    """A row of small shapes, `value` of `most` of them filled."""

    label: str
    value: int
    most: int
    why: RuleId = ""


class Boxes(Struct, frozen=True, gc=False, tag="boxes"):
    """A row of boxes as on paper: `size` of them, `crossed` from the right, then `slashed`, the rest open.

    Before it stands `circle`, a number in a circle where there is one, and below it `marks` of `marks_most` small dots.
    """

    label: str
    size: int
    crossed: int = 0
    slashed: int = 0
    circle: int | None = None
    marks: int = 0
    marks_most: int = 0
    why: RuleId = ""

    @property
    def open(self) -> int:
        """The boxes that nothing lies on."""
        return max(0, self.size - self.crossed - self.slashed)


class Dice(Struct, frozen=True, gc=False, tag="dice"):
    """Dice that lie there, of `sides` faces."""

    label: str
    faces: tuple[int, ...]
    sides: int = 6
    why: RuleId = ""


class Slot(Struct, frozen=True, gc=False):
    """A thing in its place: `size` slots wide; `kind` says how it is drawn.

    A burden is no thing, and its name is a code of the words. `uses_most`, where known, is its uses when full.
    """

    id: str
    name: str
    size: int = 1
    kind: Look = "thing"
    place: str = "pack"
    detail: str = ""
    uses: int = 0
    uses_most: int = 0


class Slots(Struct, frozen=True, gc=False, cache_hash=True, tag="slots"):
    """Things carried, and how many slots there are for them; `places` are those that a thing in them can be in."""

    label: str
    things: tuple[Slot, ...]
    used: int
    most: int
    why: RuleId = ""
    places: tuple[str, ...] = ()


class Tag(Struct, frozen=True, gc=False):
    """A condition or quality; `name` is a code of the words or a name, `detail` plain data beside it."""

    name: str
    detail: str = ""
    why: RuleId = ""
    bad: bool = False


class Tags(Struct, frozen=True, gc=False, cache_hash=True, tag="tags"):
    """Conditions, qualities, marks."""

    label: str
    tags: tuple[Tag, ...]


class Line(Struct, frozen=True, gc=False):
    """One line of a list: a name, something said of it, and the entry that it is."""

    name: str
    text: str = ""
    why: RuleId = ""


class Lines(Struct, frozen=True, gc=False, cache_hash=True, tag="lines"):
    """A list."""

    label: str
    lines: tuple[Line, ...]


class Text(Struct, frozen=True, gc=False, tag="text"):
    """Words that somebody wrote, or a name; shown as they are."""

    label: str
    text: str


class Token(Struct, frozen=True, gc=False):
    """Somebody on a battle chart.

    `facing` is one of eight directions, clockwise from the top, or None where it does not matter. `marks` are the
    counters that lie with it, each a code of the words and how many; `active`: it is this one's turn; `down`: it lies.
    """

    id: str
    name: str
    x: int
    y: int
    side: Literal["party", "foes"]
    facing: int | None = None
    marks: tuple[tuple[str, int], ...] = ()
    active: bool = False
    down: bool = False


class Mark(Struct, frozen=True, gc=False):
    """Something about a square of a chart: `kind` is a code of the words, `name` what lies there, if it has one."""

    x: int
    y: int
    kind: str
    name: str = ""


class Chart(Struct, frozen=True, gc=False, tag="chart"):
    """A battle chart of squares, by column and row from the top left. Nobody enters a square marked "wall"."""

    label: str
    width: int
    height: int
    tokens: tuple[Token, ...]
    marks: tuple[Mark, ...] = ()


Block: TypeAlias = Stat | Track | Boxes | Dice | Slots | Tags | Lines | Text | Chart


class Panel(Struct, frozen=True, gc=False, cache_hash=True):
    """A sheet, a scene or a tracker: something with a title and blocks."""

    id: str
    title: str
    kind: Kind
    blocks: tuple[Block, ...]
    subtitle: str = ""
    seat: str = ""


class View(Struct, frozen=True, gc=False):
    """All that a seat may see."""

    panels: tuple[Panel, ...]
