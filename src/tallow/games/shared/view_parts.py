"""Parts of the views and sheets of several games. These functions know no game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from tallow.games.rulebook import Rulebook
from tallow.games.view import Block, Kind, Line, Lines, Panel, Spots, Tag, Tags, Text
from tallow.games.words import form_for
from tallow.play import RuleId, Seat


class Named(Protocol):
    """Anything with an id and a name."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...


class Thing(Named, Protocol):
    """A thing that may be lit."""

    @property
    def lit(self) -> bool: ...


class Bearer(Named, Protocol):
    """Anybody or anything that carries things."""

    @property
    def items(self) -> Sequence[Thing]: ...


class Running(Protocol):
    """An effect in progress: by whom, and on whom."""

    @property
    def by(self) -> str: ...

    @property
    def on(self) -> Sequence[str]: ...


def panel_of(id_: str, title: str, kind: Kind, blocks: Iterable[Block], subtitle: str = "", seat: Seat = "") -> Panel:
    """A panel of the blocks that are not empty."""
    return Panel(id_, title, kind, tuple([block for block in blocks if not empty(block)]), subtitle, seat)


def empty(block: Block) -> bool:
    """Whether a block has nothing to show."""
    if isinstance(block, Tags):
        return not block.tags
    if isinstance(block, Lines):
        return not block.lines
    if isinstance(block, Spots):
        return not block.spots
    return isinstance(block, Text) and not block.text


def block_panel(kind: Kind, block: Lines | Tags) -> Iterator[Panel]:
    """A panel of one block, titled with its label, if it is not empty."""
    if not empty(block):
        yield Panel(block.label, block.label, kind, (block,))


def name_of_id(book: Rulebook, id_: str, bearers: Iterable[Bearer], *others: Iterable[Named]) -> str:
    """The name of whatever has this id: one of these, one of their things, or an entry; otherwise the id itself."""
    for bearer in bearers:
        if bearer.id == id_:
            return bearer.name
        for item in bearer.items:
            if item.id == id_:
                return item.name
    for those in others:
        for one in those:
            if one.id == id_:
                return one.name
    return entry_name(book, id_) or id_


def entry_name(book: Rulebook, ref: RuleId) -> str:
    """The title of an entry, "" if there is none."""
    entry = book.entries().get(ref)
    return entry.title if entry else ""


def entry_lines(book: Rulebook, ref: RuleId) -> Iterator[Lines]:
    """The text of an entry as a block, if there is such an entry."""
    entry = book.entries().get(ref)
    if entry is not None:
        yield Lines("of", (Line(entry.id, entry.text, entry.id),))


def clock(minutes: int) -> Text:
    """The time of day."""
    return Text("clock", f"{minutes // 60:02}:{minutes % 60:02}")


def time_text(time: int, units: Sequence[tuple[int, str]]) -> str:
    """A duration in the greatest of these units (size, name) that it fills, or in the last.

    A name may have two forms, such as `Turn|Turns`.
    """
    size, unit = next((one for one in units if time >= one[0]), units[-1])
    number = str(max(0, time) // size)
    return f"{number} {form_for(number, unit) if '|' in unit else unit}"


def light_tags(party: Iterable[Bearer], ground: Iterable[Thing]) -> list[Tag]:
    """Tags for the things that are lit, and who has them."""
    held = [Tag(item.name, one.name) for one in party for item in one.items if item.lit]
    return held + [Tag(item.name) for item in ground if item.lit]


def known_to(party: Iterable[Named], effect: Running) -> bool:
    """Whether a party knows of an effect: it is by one of them or on one of them."""
    return any(one.id == effect.by or one.id in effect.on for one in party)
