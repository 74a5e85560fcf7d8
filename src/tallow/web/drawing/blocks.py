"""The kinds of block that a view is made of, and dice, as HTML. Each is drawn once for as long as it stays the same."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import ceil, sqrt
from typing import TypeAlias

from tallow.games.view import (
    Block,
    Boxes,
    Chart,
    Dice,
    Line,
    Lines,
    Map,
    Mark,
    Panel,
    Slot,
    Slots,
    Spots,
    Stat,
    Tag,
    Tags,
    Text,
    Token,
    Track,
)
from tallow.web.drawing import maps
from tallow.web.drawing.elements import Piece
from tallow.web.drawing.html_words import Pen, text
from tallow.wording.story import Fallen

DRAWN = 20_000
"""So many blocks are kept as they were drawn."""

SQUARE = 34
"""A square of a chart is at least so many pixels wide."""

SHORT = 7
"""Labels of so many letters stand six in a row of a card."""

SHAPES = (4, 6, 8, 10, 12, 20)
"""The dice that have a shape of their own."""

Numbers: TypeAlias = tuple[tuple[Stat, Track | None], ...]
"""Numbers that stand in one row, each with the track under it."""


# ---------------------------------------------------------------- dice


@lru_cache(DRAWN)
def die(sides: int, face: int) -> str:
    """One die with a face up."""
    shape = f"d{sides if sides in SHAPES else 'n'}"
    y = 25 if sides == 4 else 22.5 if sides == 6 else 21.5
    return (
        f'<span class="die {shape} " data-face="{face}"><svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">'
        f'<use href="/static/dice.svg#{shape}"></use><text x="16" y="{y}">{face}</text></svg></span>'
    )


@lru_cache(DRAWN)
def roll(pen: Pen, one: Fallen, kind: str = "") -> str:
    """Dice that fell, or the seal upon them."""
    w = pen.w
    if one.sealed:
        said = w("sealed", who=one.who)
        return (
            f'<span class="roll {kind}"><span class="seal" title="{said}">'
            '<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">'
            f'<use href="/static/dice.svg#seal"></use></svg><span class="sr">{said}</span></span></span>'
        )
    said = w("dice.fell", dice=one.dice, faces=pen.phrases.between.join(map(str, one.faces)))
    typed = w("dice.typed") if one.typed else ""
    mark = f'<span class="typed" aria-hidden="true" title="{typed}">{w("dice.typed_mark")}</span>' if typed else ""
    faces = "".join([die(one.sides, face) for face in one.faces])
    return (
        f'<span class="roll {kind}"><span class="sr">{said}{" " if typed else ""}{typed}</span>'
        f'<span class="faces" aria-hidden="true">{faces}</span>{mark}</span>'
    )


# ---------------------------------------------------------------- numbers


def shapes(value: int, most: int) -> str:
    """A row of small shapes, some of them filled."""
    marks = "".join(['<i class="on"></i>' if at < value else "<i></i>" for at in range(most)])
    return f'<span class="track" aria-hidden="true">{marks}</span>'


@lru_cache(DRAWN)
def _numbers(pen: Pen, id_: str, row: Numbers, owner: str, editable: bool) -> Piece:
    drawn = "".join([_stat(pen, stat, owner, track, editable) for stat, track in row])
    roomy = " roomy" if any(len(pen.plain(stat.label)) > SHORT for stat, _ in row) else ""
    return Piece(id_, f'<dl class="stats n{len(row)}{roomy}" id="{id_}">{drawn}</dl>')


def _stat(pen: Pen, block: Stat, owner: str, track: Track | None, editable: bool) -> str:
    less = " less" if block.most is not None and block.value < block.most else ""
    zero = " zero" if block.most and block.value == 0 else ""
    marks = shapes(track.value, track.most) if track and 0 < track.most <= 30 else ""
    return (
        f'<div class="stat{less}{zero}"><dt>{pen.why(block.why, pen.label(block.label))}</dt>'
        f"<dd>{_number(pen, block, text(owner), editable)}{marks}</dd></div>"
    )


def _number(pen: Pen, block: Stat, owner: str, editable: bool) -> str:
    w, label, said = pen.w, text(block.label), pen.plain(block.label)
    fields = pen.game.ui.fields.get(block.label) if editable else None
    hidden = (
        '<form class="edit" method="post" action="set" hx-post="set" hx-swap="none">'
        f'<input type="hidden" name="who" value="{owner}"><input type="hidden" name="label" value="{label}">'
    )
    field = 'type="number" inputmode="numeric" name="value"'
    if fields:
        drawn = (
            f'{hidden}<input class="now" {field} value="{block.value}" data-v="{block.value}" id="e-{owner}-{label}" '
            f'aria-label="{w("edit.now", name=said)}"></form>'
        )
    else:
        drawn = f'<span class="now" data-v="{block.value}" id="v-{owner}-{label}">{block.value}</span>'
    if block.most is None:
        return drawn
    if fields and fields[1]:
        return (
            f'{drawn}{hidden}<input type="hidden" name="most" value="1"><span class="slash" aria-hidden="true">/</span>'
            f'<input class="most" {field} value="{block.most}" id="m-{owner}-{label}" '
            f'aria-label="{w("edit.most", name=said)}"></form>'
        )
    of = f'<span class="sr"> {w("of")} </span><span aria-hidden="true">/</span>'
    return f'{drawn}<span class="most">{of}{block.most}</span>'


# ---------------------------------------------------------------- things


@lru_cache(DRAWN)
def _thing(pen: Pen, thing: Slot, owner: str, own: bool) -> str:
    id_, most = text(thing.id), max(thing.uses_most, thing.uses)
    detail = f' <span class="detail">{pen.label(thing.detail)}</span>' if thing.detail else ""
    uses = ""
    if thing.uses_most > 1 or thing.uses:
        marks = shapes(thing.uses, most) if most <= 8 else ""
        uses = f' <span class="uses">{marks}<span class="sr">{pen.w("uses", n=thing.uses)}</span></span>'
    said = f'<span class="name">{pen.label(thing.name)}</span>{detail}{uses}'
    if own and thing.kind != "burden":
        held = (
            f'<details name="thing-{owner}" class="hold" id="h-{owner}-{id_}"><summary>{said}</summary>'
            f"{_moves(pen, thing, owner)}</details>"
        )
    else:
        held = f'<span class="hold">{said}</span>'
    return (
        f'<li class="thing {thing.kind} size{min(thing.size, 2)}" id="t-{owner}-{id_}" data-thing="{id_}" '
        f'data-place="{text(thing.place)}">{held}</li>'
    )


def _moves(pen: Pen, thing: Slot, owner: str) -> str:
    """Where a thing can go, and further up or down in its place."""
    w = pen.w
    wearable = thing.kind == "armour" or not (thing.uses_most or thing.detail)
    to = [
        f'<button name="to" value="{text(to)}">{_move(pen, to)}</button>'
        for place, to in pen.game.ui.moves
        if place == thing.place and (to != "worn" or wearable)
    ]
    return (
        '<form method="post" action="arrange" hx-post="arrange" hx-swap="none">'
        f'<input type="hidden" name="who" value="{owner}"><input type="hidden" name="thing" value="{text(thing.id)}">'
        f'{"".join(to)}<button type="button" class="js-only" data-order="-1">{w("move.earlier")}</button>'
        f'<button type="button" class="js-only" data-order="1">{w("move.later")}</button></form>'
    )


def _move(pen: Pen, to: str) -> str:
    code = f"move.{to}"
    return pen.w(code) if pen.phrases.template("say", code) is not None else pen.label(to)


def _slots(pen: Pen, block: Slots, id_: str, owner: str, own: bool, at: int) -> str:
    sized = [thing for thing in block.things if thing.size]
    petty = [thing for thing in block.things if not thing.size]
    places: Iterable[str] = dict.fromkeys(thing.place for thing in sized) or (() if petty else (block.label,))
    if own and pen.game.ui.moves and block.places:
        places = block.places
    zones = [(place, [thing for thing in sized if thing.place == place]) for place in places]
    free = '<li class="thing free" aria-hidden="true"></li>' * max(block.most - block.used, 0)
    drawn = []
    for n, (place, here) in enumerate(zones, 1):
        rest = free if n == len(zones) else "" if here else f'<li class="thing none">{pen.w("none")}</li>'
        said = "" if place == block.label else pen.heading(place)
        drawn.append(_zone(pen, place, said, here, owner, own, rest))
    if petty:
        drawn.append(_zone(pen, "petty", pen.w("petty"), petty, owner, own))
    of = f'<span class="sr"> {pen.w("of")} </span><span aria-hidden="true">/</span>'
    return (
        f'<section class="slots" id="{id_}" data-owner="{owner}" data-at="{at}">'
        f'<h3>{pen.why(block.why, pen.label(block.label))} <span class="count">{block.used}{of}{block.most}</span></h3>'
        f"{''.join(drawn)}</section>"
    )


def _zone(pen: Pen, place: str, said: str, here: list[Slot], owner: str, own: bool, rest: str = "") -> str:
    things = "".join([_thing(pen, thing, owner, own) for thing in here])
    kind = "things petty" if place == "petty" else "things"
    head = f"<h4>{said}</h4>" if said else ""
    return f'<div class="zone" data-zone="{text(place)}">{head}<ul class="{kind}">{things}{rest}</ul></div>'


# ---------------------------------------------------------------- lists


def _tag(pen: Pen, tag: Tag) -> str:
    bad = ' bad"><span class="mark" aria-hidden="true">!</span>' if tag.bad else '">'
    detail = f' <span class="detail">{pen.label(tag.detail)}</span>' if tag.detail else ""
    return f'<li class="tag{bad}{pen.why(tag.why, pen.label(tag.name))}{detail}</li>'


def _line(pen: Pen, line: Line) -> str:
    name = f'<span class="name">{pen.why(line.why, pen.label(line.name))}</span>' if line.name else ""
    said = f' <span class="text">{pen.label(line.text)}</span>' if line.text else ""
    return f"<li>{name}{said}</li>"


def _dice(pen: Pen, block: Dice, id_: str) -> str:
    faces = "".join([die(block.sides, face) for face in block.faces])
    said = pen.phrases.between.join(map(str, block.faces))
    return (
        f'<section class="dice" id="{id_}"><h3>{pen.why(block.why, pen.label(block.label))}</h3>'
        f'<p>{faces}<span class="sr">{said}</span></p></section>'
    )


def _boxes(pen: Pen, one: Boxes, id_: str) -> str:
    """A row of boxes as on paper, and the same in words."""
    boxes = [*[""] * one.open, *["slashed"] * one.slashed, *["crossed"] * one.crossed]
    drawn = "".join([f'<i class="box {kind}"></i>' for kind in boxes])
    circle = "" if one.circle is None else f'<span class="circle">{one.circle}</span>'
    parts = [(one.slashed, "slashed"), (one.crossed, "crossed"), (one.circle, "circle"), (one.marks, "marks")]
    counted = [f"{pen.label(f'boxes.{kind}')} {n}" for n, kind in parts if n]
    said = pen.phrases.between.join([pen.w("boxes", open=one.open, size=one.size), *counted])
    marks = shapes(one.marks, one.marks_most) if one.marks_most else ""
    return (
        f'<section class="boxes" id="{id_}"><h3>{pen.why(one.why, pen.label(one.label))}</h3>'
        f'<p><span class="sr">{said}</span>'
        f'<span class="row" aria-hidden="true">{circle}{drawn}{marks}</span></p></section>'
    )


def _chart(pen: Pen, block: Chart, id_: str) -> str:
    """The squares with what is on them, and the same in words."""
    wide, high = block.width, block.height
    down = "".join([f'<line x1="{x}" y1="0" x2="{x}" y2="{high}"></line>' for x in range(wide + 1)])
    across = "".join([f'<line x1="0" y1="{y}" x2="{wide}" y2="{y}"></line>' for y in range(high + 1)])
    ground = [
        f'<rect class="ground {text(mark.kind)}" x="{mark.x}" y="{mark.y}" width="1" height="1" '
        f'data-said="{_named(pen, mark)}"></rect>'
        for mark in block.marks
    ]
    listed = [_stands(pen, token) for token in block.tokens]
    listed += [_lies(pen, mark) for mark in block.marks if mark.kind != "wall"]
    called = [pen.game.book.called(token.name) for token in block.tokens]
    drawn = zip(block.tokens, _initials(called), _spots(block.tokens), strict=True)
    tokens = [_token(pen, *one) for one in sorted(drawn, key=lambda one: not one[0].down)]
    said = " ".join(
        [
            f'data-{name}="{text(pen.phrases.template("say", f"chart.{name}") or "")}"'
            for name in ("at", "away", "legal")
        ]
    )
    return (
        f'<figure class="chart" id="{id_}" data-wide="{wide}" data-high="{high}" {said}>'
        f'<svg viewBox="-.05 -.05 {wide + 0.1:g} {high + 0.1:g}" width="{wide * SQUARE}" role="group" '
        f'aria-label="{pen.label(block.label)}">{"".join(ground)}{down}{across}{"".join(tokens)}</svg>'
        f'<figcaption><details id="{id_}-where"><summary>{pen.w("chart.where")}</summary>'
        f"<ul>{''.join(listed)}</ul></details></figcaption></figure>"
    )


def _initials(names: Sequence[str]) -> list[str]:
    """What stands on each token: a letter, two where one is not enough, or a letter and the number of a name."""
    numbers = [name.rpartition(" ")[2] for name in names]
    short = [name[:1] + (number if number.isdecimal() else "") for name, number in zip(names, numbers, strict=True)]
    return [
        name[:2] if len(mark) == 1 and short.count(mark) > 1 else mark for name, mark in zip(names, short, strict=True)
    ]


def _spots(tokens: Sequence[Token]) -> list[tuple[float, float, float]]:
    """Where each is drawn and how large: those who share a square stand smaller in it, so that none covers another."""
    sharing: dict[tuple[int, int], list[str]] = {}
    for token in tokens:
        sharing.setdefault((token.x, token.y), []).append(token.id)
    spots = []
    for token in tokens:
        there = sharing[token.x, token.y]
        at, across = there.index(token.id), ceil(sqrt(len(there)))
        aslant = len(there) == across
        down, right = (at, at) if aslant else divmod(at, across)
        size = min(1.0, (1.2 if aslant else 1.0) / across)
        step = (1 - size) / max(across - 1, 1)
        spots.append((token.x + right * step, token.y + down * step, size))
    return spots


def _token(pen: Pen, token: Token, mark: str, spot: tuple[float, float, float]) -> str:
    shape = '<path d="M.5 .06 .94 .5 .5 .94 .06 .5Z"></path>'
    if token.side == "party":
        shape = '<circle cx=".5" cy=".5" r=".4"></circle>'
    facing = ""
    if token.facing is not None:
        turn = token.facing * 45
        facing = f'<path class="facing" d="M.38 .1 .5 -.02 .62 .1" transform="rotate({turn} .5 .5)"></path>'
    x, y, size = spot
    states = {"small": size < 1, "active": token.active, "down": token.down}
    kinds = " ".join([token.side, *(kind for kind, so in states.items() if so)])
    said = pen.phrases.between.join(filter(None, [pen.name(token.name), _facing(pen, token), *_counters(pen, token)]))
    at = f'class="token {kinds}" data-token="{text(token.id)}" data-x="{token.x}" data-y="{token.y}" data-said="{said}"'
    at += "" if token.facing is None else f' data-facing="{token.facing}"'
    at += f' transform="translate({x:g} {y:g}){"" if size == 1 else f" scale({size:.3g})"}"'
    long = ' class="long"' if len(mark) > 1 else ""
    return f'<g {at}>{shape}{facing}<text x=".5" y=".65"{long}>{text(mark)}</text></g>'


def _facing(pen: Pen, token: Token) -> str:
    return "" if token.facing is None else pen.w(f"facing.{token.facing}")


def _counters(pen: Pen, token: Token) -> list[str]:
    """What lies with a token, in words."""
    return [f"{pen.label(code)}{f' {many}' if many else ''}" for code, many in token.marks]


def _stands(pen: Pen, token: Token) -> str:
    at = pen.w("chart.at", x=token.x + 1, y=token.y + 1)
    said = pen.phrases.between.join(filter(None, [at, _facing(pen, token), *_counters(pen, token)]))
    return f"<li><b>{pen.name(token.name)}</b> {said}</li>"


def _named(pen: Pen, mark: Mark) -> str:
    return pen.label(mark.kind) + (f" ({text(mark.name)})" if mark.name else "")


def _lies(pen: Pen, mark: Mark) -> str:
    return f"<li>{_named(pen, mark)} {pen.w('chart.at', x=mark.x + 1, y=mark.y + 1)}</li>"


@lru_cache(DRAWN)
def block(pen: Pen, id_: str, one: Block, owner: str, own: bool, at: int, title: str) -> Piece:
    """One block that is no number; one named like its panel needs no heading."""
    head = "" if one.label == title else f"<h3>{pen.label(one.label)}</h3>"
    match one:
        case Tags():
            tags = "".join([_tag(pen, tag) for tag in one.tags])
            return Piece(id_, f'<section class="tags" id="{id_}">{head}<ul>{tags}</ul></section>')
        case Lines():
            lines = "".join([_line(pen, line) for line in one.lines])
            return Piece(id_, f'<section class="lines" id="{id_}">{head}<ul>{lines}</ul></section>')
        case Text():
            return Piece(id_, f'<section class="text" id="{id_}">{head}<p>{text(one.text)}</p></section>')
        case Boxes():
            return Piece(id_, _boxes(pen, one, id_))
        case Dice():
            return Piece(id_, _dice(pen, one, id_))
        case Slots():
            return Piece(id_, _slots(pen, one, id_, text(owner), own, at))
        case Chart():
            return Piece(id_, _chart(pen, one, id_))
        case Map():
            return Piece(id_, maps.chart(pen, one, id_, head))
        case Spots():
            return Piece(id_, maps.spots(pen, one, id_, head))
        case Stat() | Track():
            return _numbers(pen, id_, _row(one), owner, False)


# ---------------------------------------------------------------- panels


def owner_of(panel: str) -> str:
    """Whose a card or a sheet is."""
    return panel.removesuffix(".card")


def blocks(
    pen: Pen, panel: Panel, *, own: bool = False, editable: bool = False, skip: tuple[str, ...] = ()
) -> list[Piece]:
    """All blocks in their order; numbers that follow each other share a row, and a track stands under its number."""
    owner = owner_of(panel.id)
    drawn = []
    for at, row in enumerate(rows(panel.blocks), 1):
        id_ = text(f"b-{panel.id}-{at}")
        if isinstance(row, tuple):
            drawn.append(_numbers(pen, id_, row, owner, editable))
        elif row.label not in skip:
            drawn.append(block(pen, id_, row, owner, own, at, panel.title))
    return drawn


def rows(listed: Iterable[Block]) -> Iterator[Numbers | Block]:
    """Blocks in their order; numbers that follow each other together, each with the track that stands behind it."""
    row: list[tuple[Stat, Track | None]] = []
    for one in listed:
        if isinstance(one, Stat):
            row.append((one, None))
        elif isinstance(one, Track) and row and row[-1][0].label == one.label:
            row[-1] = (row[-1][0], one)
        elif isinstance(one, Track):
            row += _row(one)
        else:
            if row:
                yield tuple(row)
                row = []
            yield one
    if row:
        yield tuple(row)


def _row(one: Stat | Track) -> Numbers:
    if isinstance(one, Stat):
        return ((one, None),)
    return ((Stat(one.label, one.value, one.most, one.why), one),)
