"""Views as text: every kind of block, complete, in order."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from tallow.games.view import (
    Bands,
    Block,
    Boxes,
    Chart,
    Dice,
    Lines,
    Map,
    Panel,
    Slot,
    Slots,
    Spots,
    Standing,
    Stat,
    Tag,
    Tags,
    Text,
    Token,
    Track,
    View,
)
from tallow.terminal import maps
from tallow.terminal.pen import Pen
from tallow.wording.columns import columns, padded

Label: TypeAlias = Callable[[str], str]
"""Words for a label or a name that may be a code."""

LONGEST_TRACK = 30


def draw(view: View, label: Label, pen: Pen) -> list[str]:
    """All panels of a view."""
    lines: list[str] = []
    for panel in view.panels:
        lines += [*([""] if lines else []), *draw_panel(panel, label, pen)]
    return lines


def draw_panel(panel: Panel, label: Label, pen: Pen) -> list[str]:
    """A title and all blocks."""
    lines = [pen.rule(label(panel.title))]
    if panel.subtitle:
        lines += [pen.faint(line) for line in pen.wrap(label(panel.subtitle))]
    return [*lines, *draw_blocks(panel.blocks, label, pen)]


def draw_blocks(blocks: Sequence[Block], label: Label, pen: Pen) -> list[str]:
    """Blocks one below the other; consecutive stats share a line, and the track of a stat follows it."""
    lines: list[str] = []
    row: list[tuple[str, str]] = []
    last = ""
    for block in blocks:
        if isinstance(block, Stat):
            row.append(_stat(block, label, pen))
            last = block.label
        elif isinstance(block, Track) and row and block.label == last and 0 < block.most <= LONGEST_TRACK:
            plain, painted = row.pop()
            row.append((f"{plain} {'.' * block.most}", f"{painted} {shapes(block, pen)}"))
        else:
            lines += [*pen.flow(row), *draw_block(block, label, pen)]
            row = []
    return [*lines, *pen.flow(row)]


def draw_block(block: Block, label: Label, pen: Pen) -> list[str]:
    """One block."""
    match block:
        case Stat():
            return pen.flow([_stat(block, label, pen)])
        case Track():
            return [_track(block, label, pen)]
        case Boxes():
            return [_boxes(block, label, pen)]
        case Dice():
            return pen.flow([_named(label(block.label), _faces(block, pen), pen)])
        case Slots():
            return _slots(block, label, pen)
        case Tags():
            return _tags(block, label, pen)
        case Lines():
            return _lines(block, label, pen)
        case Text():
            return _text(block, label, pen)
        case Chart():
            return _chart(block, label, pen)
        case Bands():
            return _bands(block, label, pen)
        case Map():
            return _map(block, label, pen)
        case Spots():
            return _spots(block, label, pen)


def strip(panel: Panel, label: Label, pen: Pen) -> list[str]:
    """A panel in short, to show between two questions: its name, numbers and conditions on as few lines as possible."""
    title = label(panel.title)
    parts = [(title, pen.strong(title))]
    for block in panel.blocks:
        if isinstance(block, Stat):
            parts.append(_stat(block, label, pen))
        elif isinstance(block, Boxes):
            parts.append(_stat(Stat(block.label, block.open, block.size), label, pen))
        elif isinstance(block, Tags) and panel.kind == "card":
            for tag in block.tags:
                said = _tag(tag, label)
                parts.append((said, pen.bad(said) if tag.bad else said))
    charts = [line for block in panel.blocks if isinstance(block, Chart) for line in picture(block, pen)[0]]
    return [*(pen.flow(parts) if len(parts) > 1 else []), *charts]


def _named(name: str, value: str, pen: Pen) -> tuple[str, str]:
    return f"{name} {value}", f"{pen.faint(name)} {pen.strong(value)}"


def _stat(block: Stat | Track, label: Label, pen: Pen) -> tuple[str, str]:
    plain, painted = _named(label(block.label), str(block.value), pen)
    if block.most is None:
        return plain, painted
    return f"{plain}/{block.most}", painted + pen.faint(f"/{block.most}")


def _track(block: Track, label: Label, pen: Pen) -> str:
    name, number = label(block.label), pen.say("of", value=block.value, most=block.most)
    drawn = f"{shapes(block, pen)} " if 0 < block.most <= LONGEST_TRACK else ""
    return f"{pen.faint(name)} {drawn}{number}"


def shapes(block: Track, pen: Pen) -> str:
    """The small shapes of a track, filled and empty."""
    filled = max(0, min(block.value, block.most))
    return pen.accent(pen.shape("●", "#") * filled) + pen.faint(pen.shape("○", ".") * (block.most - filled))


def _boxes(block: Boxes, label: Label, pen: Pen) -> str:
    """The boxes: open, slashed, crossed; then the circle and the marks."""
    name = f"{label(block.label)} {block.open}/{block.size}"
    boxes = "[ ]" * block.open + pen.accent("[/]" * block.slashed) + pen.bad("[X]" * block.crossed)
    parts = [pen.strong(padded(name, 8)), boxes]
    if block.circle is not None:
        parts.append(pen.strong(f"({block.circle})"))
    if block.marks_most:
        parts.append(shapes(Track("", block.marks, block.marks_most), pen))
    said = ((block.slashed, "slashed"), (block.crossed, "crossed"), (block.circle, "circle"), (block.marks, "marks"))
    parts.append(pen.faint(pen.say("list").join(f"{label(f'boxes.{kind}')} {n}" for n, kind in said if n)))
    return " ".join(part for part in parts if part)


def _faces(block: Dice, pen: Pen) -> str:
    dice = " ".join(f"[{face}]" for face in block.faces) or pen.say("none")
    return f"{dice} (d{block.sides})" if block.faces else dice


def _slots(block: Slots, label: Label, pen: Pen) -> list[str]:
    number = pen.say("of", value=block.used, most=block.most) if block.most else ""
    lines = [f"{pen.strong(label(block.label))} {number}".rstrip()]
    named = [(thing, label(thing.name)) for thing in block.things]
    widest = min(max((columns(name) for _, name in named), default=0), pen.width // 2)
    for thing, name in named:
        said = pen.say("list").join(_about(thing, label, block.label, pen))
        boxes = pen.shape("■", "#") * thing.size if thing.size else pen.shape("·", "-")
        head = f"  {boxes:<3} {padded(name, widest)}"
        wrapped = pen.wrap(f"{head}  {said}".rstrip(), hang=widest + 8) if said else [head.rstrip()]
        wrapped[0] = wrapped[0].replace(boxes, pen.accent(boxes), 1)
        lines += wrapped
    free = block.most - block.used
    if free > 0:
        lines.append(pen.faint(f"  {pen.shape('□', '.')}   {pen.say('free', n=free)}"))
    return lines


def _about(thing: Slot, label: Label, here: str, pen: Pen) -> Iterator[str]:
    if thing.detail:
        yield label(thing.detail)
    if thing.uses_most > thing.uses:
        yield pen.say("uses_of", n=thing.uses, most=thing.uses_most)
    elif thing.uses:
        yield pen.say("uses", n=thing.uses)
    if thing.place not in {"pack", here}:
        yield label(thing.place)


def _tag(tag: Tag, label: Label) -> str:
    return f"{label(tag.name)} ({label(tag.detail)})" if tag.detail else label(tag.name)


def _tags(block: Tags, label: Label, pen: Pen) -> list[str]:
    name = label(block.label)
    parts = [(f"{name}:", pen.faint(f"{name}:"))]
    for tag in block.tags:
        said = _tag(tag, label)
        parts.append((f"! {said}", pen.bad(f"! {said}")) if tag.bad else (said, said))
    if not block.tags:
        parts.append((pen.say("none"), pen.faint(pen.say("none"))))
    return pen.flow(parts, gap="  ")


def _lines(block: Lines, label: Label, pen: Pen) -> list[str]:
    lines = [pen.strong(label(block.label))]
    for line in block.lines:
        name, text = label(line.name), label(line.text)
        wrapped = pen.wrap(f"{name}: {text}" if name and text else name or text, indent=2, hang=4)
        lines += [_first(wrapped[0], name, pen), *wrapped[1:]]
    return lines if block.lines else [f"{lines[0]} {pen.faint(pen.say('none'))}"]


def _text(block: Text, label: Label, pen: Pen) -> list[str]:
    name = label(block.label)
    if not name:
        return pen.wrap(block.text)
    wrapped = pen.wrap(f"{name}: {block.text}", hang=2)
    return [wrapped[0].replace(f"{name}:", pen.faint(f"{name}:"), 1), *wrapped[1:]]


def _first(line: str, name: str, pen: Pen) -> str:
    return line.replace(name, pen.strong(name), 1) if name else line


def picture(block: Chart, pen: Pen) -> tuple[list[str], dict[str, str]]:
    """The squares, with columns and rows if there is room, and the letter of each token."""
    initials = _initials([token.name for token in block.tokens])
    marks = {token.id: mark for token, mark in zip(block.tokens, initials, strict=True)}
    there: dict[tuple[int, int], list[Token]] = {}
    for token in sorted(block.tokens, key=lambda token: token.down):
        there.setdefault((token.x, token.y), []).append(token)
    grounds = {(mark.x, mark.y): mark.kind for mark in block.marks}

    def mark(token: Token) -> str:
        return (pen.accent if token.side == "party" else pen.bad)(marks[token.id])

    def drawn(x: int, y: int) -> str:
        """A square, two characters wide: the first token there, and a second one or a sign for several."""
        here = there.get((x, y), [])
        if not here:
            ground = grounds.get((x, y))
            shape = ("█", "#") if ground == "wall" else ("◇", "+") if ground else ("·", ".")
            return pen.faint(pen.shape(*shape)) + " "
        first, *others = here
        return mark(first) + (pen.faint("&") if others[1:] else mark(others[0]) if others else " ")

    if block.width * 2 + 4 > pen.width:
        return [], marks
    heads = ["".join(f"{x + 1:>2}"[at] + " " for x in range(block.width)) for at in (0, 1)]
    rows = [f"{y + 1:>3} " + "".join(drawn(x, y) for x in range(block.width)) for y in range(block.height)]
    return [*(pen.faint(f"    {head.rstrip()}") for head in heads if head.strip()), *map(str.rstrip, rows)], marks


def _bands(block: Bands, label: Label, pen: Pen) -> list[str]:
    """A line for each distance: who is there, friends as they are and foes marked."""
    lines = [pen.faint(pen.say("bands.from", label=label(block.label), name=label(block.seen_from)))]
    for band in block.bands:
        where = f"{band.number} {label(band.label)}" if band.number else label(band.label)
        those = [_standing(one, label, pen) for one in band.those]
        plain = [(f"{where}:", pen.strong(f"{where}:")), *those]
        lines += pen.flow(plain, indent=2)
    return lines


def _standing(one: Standing, label: Label, pen: Pen) -> tuple[str, str]:
    """Somebody among those at one distance, as they are counted and as they are painted."""
    mark = pen.shape("◆ ", "* ") if one.side == "foes" else pen.shape("● ", "")
    said = f"{mark}{label(one.name)}"
    return said, pen.faint(said) if one.down else pen.bad(said) if one.side == "foes" else pen.accent(said)


def _chart(block: Chart, label: Label, pen: Pen) -> list[str]:
    """The squares, and below them the same in words."""
    drawn, marks = picture(block, pen)
    lines = [pen.strong(label(block.label)), *drawn]
    for token in block.tokens:
        side, mark = pen.say(f"side.{token.side}"), marks[token.id]
        stands = pen.say("stands", mark=mark, name=token.name, side=side, x=token.x + 1, y=token.y + 1)
        if token.facing is not None:
            stands += f"{pen.say('list')}{pen.say(f'facing.{token.facing}')}"
        counters = [f"{label(code)} {many}" if many else label(code) for code, many in token.marks]
        lines += pen.wrap(f"  {'; '.join((stands, *counters))}", hang=5)
    for spot in block.marks:
        if spot.kind != "wall":
            about = f"{label(spot.kind)} ({spot.name})" if spot.name else label(spot.kind)
            lies = pen.say("lies", mark=pen.shape("◇", "+"), name=about, x=spot.x + 1, y=spot.y + 1)
            lines += pen.wrap(f"  {lies}", hang=5)
    return lines


def _map(block: Map, label: Label, pen: Pen) -> list[str]:
    """The map, and beneath it the rooms by number."""
    rooms = [(f"{room.number} {room.name}", room.id == block.here) for room in block.rooms]
    named = [(name, pen.accent(name) if here else name) for name, here in rooms]
    return [pen.strong(label(block.label)), *maps.picture(block, pen), *pen.flow(named, gap="  ")]


def _spots(block: Spots, label: Label, pen: Pen) -> list[str]:
    """What there is to act upon, each with how it is."""
    lines = [pen.strong(label(block.label))]
    for spot in block.spots:
        state = f" ({label(spot.state)})" if spot.state else ""
        about = f": {label(spot.text)}" if spot.text else ""
        lines += pen.wrap(f"{label(spot.name)}{state}{about}", indent=2, hang=4)
    return lines


def _initials(names: Sequence[str]) -> list[str]:
    """A letter or digit for each token, distinct while there are enough."""
    spare = iter("0123456789abcdefghijklmnopqrstuvwxyz")
    taken: list[str] = []
    for name in names:
        letter = next(
            (part for part in name.upper() if part.isalnum() and columns(part) == 1 and part not in taken), None
        )
        taken.append(letter or next((mark for mark in spare if mark not in taken), "?"))
    return taken
