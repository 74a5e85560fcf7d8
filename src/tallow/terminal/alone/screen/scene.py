"""What the screen shows besides what can be done: where the party is, how everybody fares, what has happened."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tallow.games.view import Block, Boxes, Chart, Map, Panel, Spots, Stat, Tags, Text, Track
from tallow.terminal import maps
from tallow.terminal.alone.pages import MAP, map_lines, panels
from tallow.terminal.alone.playing import Playing
from tallow.terminal.alone.screen.drawn import Row, rows
from tallow.terminal.alone.telling import told_lines
from tallow.terminal.draw import LONGEST_TRACK, Label, draw_block, draw_blocks, draw_panel, picture, shapes, strip
from tallow.terminal.pen import Pen
from tallow.wording.columns import columns
from tallow.wording.story import Sentence

ROOMY = 45
"""Whoever stands in a part of the screen that is as wide as this takes a line; in a narrower one, several."""

UNBOUNDED = 1000
"""Wider than any map."""


def bar(playing: Playing, pen: Pen) -> list[Row]:
    """The title, and beside it how late it is, what burns, and so on, as much as there is room for."""
    title = playing.table.title
    line, used = pen.accent(pen.strong(title)), columns(title)
    facts = [fact for panel in reversed(panels(playing, "tracker")) for fact in _facts(panel, playing)]
    shown: list[str] = []
    for fact in facts:
        if fact != title and used + columns(fact) + 4 <= pen.width:
            shown.append(fact)
            used += columns(fact) + 3
    right = " · ".join(shown)
    gap = " " * max(2, pen.width - columns(title) - columns(right))
    return rows([f"{line}{gap}{pen.faint(right)}"], "look")


def _facts(panel: Panel, playing: Playing) -> Iterator[str]:
    label = playing.speech.label
    for block in panel.blocks:
        if isinstance(block, Stat):
            yield f"{label(block.label)} {block.value}"
        elif isinstance(block, Text):
            yield block.text
        elif isinstance(block, Tags):
            for tag in block.tags:
                yield f"{label(tag.name)} ({label(tag.detail)})" if tag.detail else label(tag.name)


def people(playing: Playing) -> tuple[list[Panel], list[Panel]]:
    """The cards of the party, and those of whom they meet."""
    cards = panels(playing, "card")
    return [card for card in cards if card.seat], [card for card in cards if not card.seat]


def party(playing: Playing, changed: frozenset[str], pen: Pen, *, short: bool, tight: bool) -> Iterator[Row]:
    """How everybody of the party fares; who has `changed` is marked. Where it is `tight`, only what matters most."""
    if tight:
        least = [_least(card, playing.speech.label, pen) for card in people(playing)[0]]
        yield from rows(pen.flow(least, hang=1, indent=1, gap="  "), "sheet(0)")
        return
    for at, card in enumerate(people(playing)[0]):
        mark = pen.accent(pen.shape("▌", "|")) if card.id in changed else " "
        lines = vitals(card, playing.speech.label, pen.narrower(1), short=short)
        yield from rows([f"{mark}{line}" for line in lines], f"sheet({at})")
        if not short:
            yield "", ""


def _least(card: Panel, label: Label, pen: Pen) -> tuple[str, str]:
    """The name and the first number of a card, and whatever is bad."""
    first = next((block for block in card.blocks if isinstance(block, Stat)), None)
    bad = [label(tag.name) for block in card.blocks if isinstance(block, Tags) for tag in block.tags if tag.bad]
    plain, drawn = _number(label(first.label), first.value, first.most, pen) if first else ("", "")
    name, ills = label(card.title), " ".join(bad)
    return f"{name} {plain} {ills}".rstrip(), f"{pen.strong(name)} {drawn} {pen.bad(ills)}".rstrip()


def vitals(card: Panel, label: Label, pen: Pen, *, short: bool) -> list[str]:
    """Name and numbers of a card, a maximum only where it is not reached; if not in `short`, what is in hand too."""
    numbers: list[tuple[str, str]] = []
    tags: list[tuple[str, str]] = []
    for block in card.blocks:
        if isinstance(block, Track) and numbers and 0 < block.most <= LONGEST_TRACK:
            plain, drawn = numbers.pop()
            numbers.append((f"{plain} {'.' * block.most}", f"{drawn} {shapes(block, pen)}"))
        elif isinstance(block, Stat):
            numbers.append(_number(label(block.label), block.value, block.most, pen))
        elif isinstance(block, Boxes):
            numbers.append(_number(label(block.label), block.open, block.size, pen))
        elif isinstance(block, Tags):
            for tag in block.tags:
                said = f"{label(tag.name)} ({label(tag.detail)})" if tag.detail else label(tag.name)
                tags += [(said, pen.bad(said) if tag.bad else pen.faint(said))] if tag.bad or not short else []
    name = label(card.title)
    first = [(name, pen.strong(name)), *numbers[:1]]
    if pen.width >= ROOMY:
        return pen.flow([*first, *numbers[1:], *tags], gap="  ")
    return [
        *pen.flow(first, gap="  ", hang=0),
        *pen.flow(numbers[1:], gap=" ", hang=0),
        *pen.flow(tags, gap="  ", hang=0),
    ]


def _number(name: str, value: int, most: int | None, pen: Pen) -> tuple[str, str]:
    if most is None or value == most:
        return f"{name} {value}", f"{pen.faint(name)} {pen.strong(str(value))}"
    return f"{name} {value}/{most}", f"{pen.faint(name)} {pen.bad(f'{value}/{most}')}"


def scene(playing: Playing, pen: Pen, *, short: bool, charted: bool) -> Iterator[Row]:
    """The place and what is in it; while others stand before the party, those first.

    `charted`: a battle chart is drawn elsewhere.
    """
    label, title = playing.speech.label, playing.table.title
    whole = panels(playing, "scene")
    shown = [panel for panel in whole if panel.blocks] or whole
    foes = people(playing)[1]
    if foes:
        shown.sort(key=lambda panel: panel.id == "room")
        yield from rows(_foes(foes, label, pen, short=short))
    for at, panel in enumerate(shown):
        if (at or foes) and not short:
            yield "", ""
        known = "" if panel.subtitle.startswith(title) else panel.subtitle
        yield from rows(draw_panel(replace(panel, subtitle=known, blocks=()), label, pen))
        yield from _blocks(panel, label, pen, short=short, charted=charted)


def _foes(foes: Sequence[Panel], label: Label, pen: Pen, *, short: bool) -> list[str]:
    """Whom the party has before it: one to a line, or where there is no room to spare, side by side."""
    mark = pen.bad(pen.shape("▌", "|"))
    drawn = [strip(foe, label, pen.narrower(1)) for foe in foes]
    if not short or any(len(lines) > 1 for lines in drawn):
        return [f"{mark}{line}" for lines in drawn for line in lines]
    plain = [strip(foe, label, Pen(width=pen.width, language=pen.phrases.language)) for foe in foes]
    return pen.flow(
        [(f" {bare[0]}", f"{mark}{lines[0]}") for bare, lines in zip(plain, drawn, strict=True) if lines], hang=0
    )


def _blocks(panel: Panel, label: Label, pen: Pen, *, short: bool, charted: bool) -> Iterator[Row]:
    """The blocks of a panel; what can be acted upon is clicked to see how."""
    row: list[Block] = []
    for block in sorted(panel.blocks, key=lambda block: not isinstance(block, Chart)):
        if isinstance(block, Chart):
            drawn, who = _chart(block, label, pen)
            yield from rows([*([] if charted else drawn), *who], "look")
            continue
        if not isinstance(block, Spots):
            row.append(block)
            continue
        yield from rows(draw_blocks(row, label, pen))
        row = []
        if not short:
            yield "", ""
        for spot in block.spots:
            head, *lines = draw_block(replace(block, spots=(spot,)), label, pen)
            if spot is block.spots[0]:
                yield head, ""
            yield from rows(lines, f"find({label(spot.name)!r})" if spot.handles else "")
    yield from rows(draw_blocks(row, label, pen))


def _chart(block: Chart, label: Label, pen: Pen) -> tuple[list[str], list[str]]:
    """A battle chart, and who is who on it; all of it in words is a click away."""
    drawn, marks = picture(block, pen)
    who = []
    for token in block.tokens:
        counters = [f"{label(code)} {many}" if many else label(code) for code, many in token.marks]
        about = f" ({pen.say('list').join(counters)})" if counters else ""
        mark = (pen.accent if token.side == "party" else pen.bad)(marks[token.id])
        who.append((f"{marks[token.id]} {token.name}{about}", f"{mark} {token.name}{pen.faint(about)}"))
    return drawn, pen.flow(who, hang=0)


def side_chart(playing: Playing, pen: Pen) -> list[Row]:
    """The battle chart of a fight, as far as there is one and it fits."""
    charts = [block for panel in panels(playing, "scene") for block in panel.blocks if isinstance(block, Chart)]
    return rows(picture(charts[0], pen)[0], "look") if charts else []


def map_part(playing: Playing, pen: Pen, high: int) -> list[Row]:
    """As much of the map as there is room for, around where the party is."""
    drawn = [block for panel in playing.view.panels if panel.id == MAP for block in panel.blocks]
    block = next((one for one in drawn if isinstance(one, Map)), None)
    if block is None or high < 1:
        return []
    whole = maps.picture(block, Pen(width=UNBOUNDED, shapes=pen.shapes))
    here = pen.shape("●", "@")
    at = next(((x, y) for y, line in enumerate(whole) if (x := line.find(here)) >= 0), (0, 0))
    wide = next((room.width for room in block.rooms if room.id == block.here), 0) * maps.WIDE
    left = _window(at[0] + wide // 2 - maps.WIDE, pen.width, max([len(line) for line in whole], default=0))
    top = _window(at[1], high, len(whole))
    lines = [line[left : left + pen.width].replace(here, pen.accent(here)) for line in whole[top : top + high]]
    return rows(lines, "map")


def whole_map(playing: Playing, pen: Pen) -> list[str]:
    """The map with the names of the rooms; of one that is too wide, what lies around the party."""
    found = [block for panel in playing.view.panels if panel.id == MAP for block in panel.blocks]
    wide = any(isinstance(block, Map) and not maps.picture(block, pen) for block in found)
    part = [line for line, _ in map_part(playing, pen, UNBOUNDED)] if wide else []
    return [*part, *map_lines(playing, pen)]


def _window(at: int, size: int, whole: int) -> int:
    """Where a window of that size begins so that `at` is in its middle, as far as there is something around it."""
    return max(0, min(at - size // 2, whole - size))


def story(told: Sequence[Sequence[Sentence | str]], playing: Playing, pen: Pen) -> list[Row]:
    """All that was told, the last of it bright, but for what the scene says anyway."""
    blocks = [block for panel in panels(playing, "scene") for block in panel.blocks]
    here = [block.text for block in blocks if isinstance(block, Text) and not block.label]
    lines: list[str] = []
    quiet = Pen(width=pen.width, shapes=pen.shapes, language=pen.phrases.language)
    for at, batch in enumerate(told):
        last = at == len(told) - 1
        for one in batch:
            if isinstance(one, str):
                said = pen.wrap(one, 2, 4)
            elif any(text in "".join([part for part, _ in one.parts]) for text in here):
                continue
            else:
                said = told_lines([one], playing.speech, pen if last else quiet)
            lines += said if last else [pen.faint(line) for line in said]
    return rows(lines)
