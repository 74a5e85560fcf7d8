"""What a seat sees, as a few kinds of block that every face can draw. Labels are codes of the game's words."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tallow.play import Option, RuleId

Look: TypeAlias = Literal["thing", "weapon", "armour", "magic", "burden"]
"""How to draw a thing in a slot."""

Kind: TypeAlias = Literal["sheet", "card", "scene", "tracker", "notes"]
"""The kind of a panel."""


class Stat(Struct, frozen=True, gc=False, tag="stat"):
    """A number, with its maximum if it has one."""

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
    """A row of `size` boxes as on paper: `crossed` of them from the right, then `slashed`, the rest open.

    `circle` is a number in a circle before it, if there is one; `marks` of `marks_most` small dots are below it.
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
        """How many boxes are open."""
        return max(0, self.size - self.crossed - self.slashed)


class Dice(Struct, frozen=True, gc=False, tag="dice"):
    """Rolled dice of `sides` faces."""

    label: str
    faces: tuple[int, ...]
    sides: int = 6
    why: RuleId = ""


class Slot(Struct, frozen=True, gc=False):
    """A thing that takes `size` slots in its `place`; `kind` says how to draw it.

    The name of a burden is a code. `uses_most`, if known, is the number of uses when full.
    """

    id: str
    name: str
    size: int = 1
    kind: Look = "thing"
    place: str = "pack"
    detail: str = ""
    uses: int = 0
    uses_most: int = 0

    @property
    def wearable(self) -> bool:
        """Whether it can be worn: armour, and things without uses or numbers, such as clothes."""
        return self.kind == "armour" or not (self.uses_most or self.detail)


class Slots(Struct, frozen=True, gc=False, cache_hash=True, tag="slots"):
    """Things carried, and the number of slots for them; `places` are the places that a thing can be in."""

    label: str
    things: tuple[Slot, ...]
    used: int
    most: int
    why: RuleId = ""
    places: tuple[str, ...] = ()


class Tag(Struct, frozen=True, gc=False):
    """A condition or quality; `name` is a code or a name, `detail` data beside it."""

    name: str
    detail: str = ""
    why: RuleId = ""
    bad: bool = False


class Tags(Struct, frozen=True, gc=False, cache_hash=True, tag="tags"):
    """Conditions, qualities, marks."""

    label: str
    tags: tuple[Tag, ...]


class Line(Struct, frozen=True, gc=False):
    """One line of a list: a name, a text about it, and its rulebook entry."""

    name: str
    text: str = ""
    why: RuleId = ""


class Lines(Struct, frozen=True, gc=False, cache_hash=True, tag="lines"):
    """A list."""

    label: str
    lines: tuple[Line, ...]


class Text(Struct, frozen=True, gc=False, tag="text"):
    """Text that somebody wrote, or a name; shown as it is."""

    label: str
    text: str


class Token(Struct, frozen=True, gc=False):
    """Somebody on a battle chart.

    `facing` is one of eight directions, clockwise from the top, or None if it does not matter. `marks` are counters
    beside it, each a code and a number; `active`: it is their turn; `down`: they lie on the ground.
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
    """Something on a square of a chart: `kind` is a code, `name` that of what lies there, if it has one."""

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


class Standing(Struct, frozen=True, gc=False):
    """Somebody in a fight without a chart; `active`: they have still to act; `down`: they take no part any more."""

    id: str
    name: str
    side: Literal["party", "foes"]
    active: bool = False
    down: bool = False


class Band(Struct, frozen=True, gc=False, cache_hash=True):
    """Those who are at one distance: its label, with a number before it if that is not 0."""

    label: str
    those: tuple[Standing, ...]
    number: int = 0


class Bands(Struct, frozen=True, gc=False, cache_hash=True, tag="bands"):
    """How far everybody is from one creature, by name, the nearest first."""

    label: str
    seen_from: str
    bands: tuple[Band, ...]


class MapRoom(Struct, frozen=True, gc=False):
    """A room on a map: its upper left corner and its size, in squares. `seen`: the party has been there."""

    id: str
    number: str
    name: str
    x: int
    y: int
    width: int
    height: int
    seen: bool = True


class MapExit(Struct, frozen=True, gc=False):
    """A way on a map, from a point on a wall to another; `way` and `stands` are codes of the words.

    Where it does not lead to a room on the map, nobody knows what is behind it.
    """

    id: str
    way: str
    stands: str
    x: float
    y: float
    to_x: float
    to_y: float
    leads: bool = True


class Map(Struct, frozen=True, gc=False, cache_hash=True, tag="map"):
    """Rooms and the ways between them, as far as they are known; `here` is the room that the party is in."""

    label: str
    rooms: tuple[MapRoom, ...]
    exits: tuple[MapExit, ...] = ()
    here: str = ""


class Handle(Struct, frozen=True, gc=False):
    """An action that something is good for, with answers to its first questions, by what they ask.

    A face draws it as a button where the action is offered to the seat, and as nothing where it is not. `notes` are
    what it costs and where it leads, as codes of the words; without any the button has the cost of the offer.
    """

    action: str
    who: str
    answers: tuple[tuple[str, Option], ...] = ()
    notes: tuple[str, ...] = ()


class Spot(Struct, frozen=True, gc=False):
    """Something to act upon: its name, its state as a code of the words, something said of it, and its handles."""

    id: str
    name: str
    state: str = ""
    text: str = ""
    handles: tuple[Handle, ...] = ()


class Spots(Struct, frozen=True, gc=False, cache_hash=True, tag="spots"):
    """A list of things to act upon."""

    label: str
    spots: tuple[Spot, ...]


Block: TypeAlias = Stat | Track | Boxes | Dice | Slots | Tags | Lines | Text | Chart | Bands | Map | Spots


class Panel(Struct, frozen=True, gc=False, cache_hash=True):
    """A titled group of blocks: a sheet, a scene, a tracker."""

    id: str
    title: str
    kind: Kind
    blocks: tuple[Block, ...]
    subtitle: str = ""
    seat: str = ""


class View(Struct, frozen=True, gc=False):
    """All that a seat may see."""

    panels: tuple[Panel, ...]
