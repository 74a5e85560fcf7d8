"""The blocks of a view as HTML. Drawing is cached by value: a block that stays the same is drawn once."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from tallow.games.view import (
    Bands,
    Block,
    Boxes,
    Chart,
    Dice,
    Line,
    Lines,
    Map,
    Panel,
    Slot,
    Slots,
    Spots,
    Stat,
    Tag,
    Tags,
    Text,
    Track,
)
from tallow.web.drawing.elements import Element, for_several
from tallow.web.drawing.html_words import HtmlWords, escape
from tallow.web.drawing.view import maps
from tallow.web.drawing.view.bands import bands
from tallow.web.drawing.view.chart import chart
from tallow.web.drawing.view.dice import die

CACHED = 20_000
"""How many blocks each function remembers."""

SHORT = 7
"""The most letters of a label for six numbers to fit in a row of a card."""

Numbers: TypeAlias = tuple[tuple[Stat, Track | None], ...]
"""The numbers of one row, each with the track under it."""


def shapes(value: int, most: int) -> str:
    """A row of small shapes, some of them filled."""
    marks = "".join(['<i class="on"></i>' if at < value else "<i></i>" for at in range(most)])
    return f'<span class="track" aria-hidden="true">{marks}</span>'


@for_several(CACHED)
def _numbers(words: HtmlWords, id_: str, row: Numbers, owner: str, editable: bool) -> Element:
    drawn = "".join([_stat(words, stat, owner, track, editable) for stat, track in row])
    roomy = " roomy" if any(len(words.plain(stat.label)) > SHORT for stat, _ in row) else ""
    return Element(id_, f'<dl class="stats n{len(row)}{roomy}" id="{id_}">{drawn}</dl>')


def _stat(words: HtmlWords, block: Stat, owner: str, track: Track | None, editable: bool) -> str:
    less = " less" if block.most is not None and block.value < block.most else ""
    zero = " zero" if block.most and block.value == 0 and block.label in words.game.ui.vitals else ""
    vital = " vital" if block.label in words.game.ui.vitals else ""
    marks = shapes(track.value, track.most) if track and 0 < track.most <= 30 else ""
    return (
        f'<div class="stat{vital}{less}{zero}"><dt>{words.rule_link(block.why, words.label(block.label))}</dt>'
        f"<dd>{_number(words, block, escape(owner), editable)}{marks}</dd></div>"
    )


def _number(words: HtmlWords, block: Stat, owner: str, editable: bool) -> str:
    say, label, said = words.say, escape(block.label), words.plain(block.label)
    fields = words.game.ui.fields.get(block.label) if editable else None
    hidden = (
        '<form class="edit" method="post" action="set" hx-post="set" hx-swap="none">'
        f'<input type="hidden" name="who" value="{owner}"><input type="hidden" name="label" value="{label}">'
    )
    field = 'type="number" inputmode="numeric" name="value"'
    if fields:
        drawn = (
            f'{hidden}<input class="now" {field} value="{block.value}" data-v="{block.value}" id="e-{owner}-{label}" '
            f'aria-label="{say("edit.now", name=said)}"></form>'
        )
    else:
        drawn = f'<span class="now" data-v="{block.value}" id="v-{owner}-{label}">{block.value}</span>'
    if block.most is None:
        return drawn
    if fields and fields[1]:
        return (
            f'{drawn}{hidden}<input type="hidden" name="most" value="1"><span class="slash" aria-hidden="true">/</span>'
            f'<input class="most" {field} value="{block.most}" id="m-{owner}-{label}" '
            f'aria-label="{say("edit.most", name=said)}"></form>'
        )
    of = f'<span class="sr"> {say("of")} </span><span aria-hidden="true">/</span>'
    return f'{drawn}<span class="most">{of}{block.most}</span>'


@lru_cache(CACHED)
def _thing(words: HtmlWords, thing: Slot, owner: str, own: bool) -> str:
    id_, most = escape(thing.id), max(thing.uses_most, thing.uses)
    detail = f' <span class="detail">{words.label(thing.detail)}</span>' if thing.detail else ""
    uses = ""
    if thing.uses_most > 1 or thing.uses:
        marks = shapes(thing.uses, most) if most <= 8 else ""
        uses = f' <span class="uses">{marks}<span class="sr">{words.say("uses", n=thing.uses)}</span></span>'
    said = f'<span class="name">{words.label(thing.name)}</span>{detail}{uses}'
    if own and thing.kind != "burden":
        held = (
            f'<details name="thing-{owner}" class="hold" id="h-{owner}-{id_}"><summary>{said}</summary>'
            f"{_moves(words, thing, owner)}</details>"
        )
    else:
        held = f'<span class="hold">{said}</span>'
    return (
        f'<li class="thing {thing.kind} size{min(thing.size, 2)}" id="t-{owner}-{id_}" data-thing="{id_}" '
        f'data-place="{escape(thing.place)}">{held}</li>'
    )


def _moves(words: HtmlWords, thing: Slot, owner: str) -> str:
    """Buttons that move a thing to another place, or up and down in its own."""
    say = words.say
    to = [
        f'<button name="to" value="{escape(to)}">{_move(words, to)}</button>'
        for place, to in words.game.ui.moves
        if place == thing.place and (to != "worn" or thing.wearable)
    ]
    return (
        '<form method="post" action="arrange" hx-post="arrange" hx-swap="none">'
        f'<input type="hidden" name="who" value="{owner}"><input type="hidden" name="thing" value="{escape(thing.id)}">'
        f'{"".join(to)}<button type="button" class="js-only" data-order="-1">{say("move.earlier")}</button>'
        f'<button type="button" class="js-only" data-order="1">{say("move.later")}</button></form>'
    )


def _move(words: HtmlWords, to: str) -> str:
    code = f"move.{to}"
    return words.say(code) if words.phrases.template("say", code) is not None else words.label(to)


def _slots(words: HtmlWords, block: Slots, id_: str, owner: str, own: bool, at: int) -> str:
    sized = [thing for thing in block.things if thing.size]
    petty = [thing for thing in block.things if not thing.size]
    places: Iterable[str] = dict.fromkeys(thing.place for thing in sized) or (() if petty else (block.label,))
    if own and words.game.ui.moves and block.places:
        places = block.places
    zones = [(place, [thing for thing in sized if thing.place == place]) for place in places]
    free = '<li class="thing free" aria-hidden="true"></li>' * max(block.most - block.used, 0)
    drawn = []
    for n, (place, here) in enumerate(zones, 1):
        rest = free if n == len(zones) else "" if here else f'<li class="thing none">{words.say("none")}</li>'
        said = "" if place == block.label else words.heading(place)
        drawn.append(_zone(words, place, said, here, owner, own, rest))
    if petty:
        drawn.append(_zone(words, "petty", words.say("petty"), petty, owner, own))
    of = f'<span class="sr"> {words.say("of")} </span><span aria-hidden="true">/</span>'
    return (
        f'<section class="slots" id="{id_}" data-owner="{owner}" data-at="{at}">'
        f"<h3>{words.rule_link(block.why, words.label(block.label))} "
        f'<span class="count">{block.used}{of}{block.most}</span></h3>'
        f"{''.join(drawn)}</section>"
    )


def _zone(words: HtmlWords, place: str, said: str, here: list[Slot], owner: str, own: bool, rest: str = "") -> str:
    things = "".join([_thing(words, thing, owner, own) for thing in here])
    kind = "things petty" if place == "petty" else "things"
    head = f"<h4>{said}</h4>" if said else ""
    return f'<div class="zone" data-zone="{escape(place)}">{head}<ul class="{kind}">{things}{rest}</ul></div>'


def _tag(words: HtmlWords, tag: Tag) -> str:
    bad = ' bad"><span class="mark" aria-hidden="true">!</span>' if tag.bad else '">'
    detail = f' <span class="detail">{words.label(tag.detail)}</span>' if tag.detail else ""
    return f'<li class="tag{bad}{words.rule_link(tag.why, words.label(tag.name))}{detail}</li>'


def _line(words: HtmlWords, line: Line) -> str:
    name = f'<span class="name">{words.rule_link(line.why, words.label(line.name))}</span>' if line.name else ""
    said = f' <span class="text">{words.label(line.text)}</span>' if line.text else ""
    return f"<li>{name}{said}</li>"


def _dice(words: HtmlWords, block: Dice, id_: str) -> str:
    faces = "".join([die(block.sides, face) for face in block.faces])
    said = words.phrases.between.join(map(str, block.faces))
    return (
        f'<section class="dice" id="{id_}"><h3>{words.rule_link(block.why, words.label(block.label))}</h3>'
        f'<p>{faces}<span class="sr">{said}</span></p></section>'
    )


def _boxes(words: HtmlWords, one: Boxes, id_: str) -> str:
    """A row of boxes as on paper, and the same in words."""
    boxes = [*[""] * one.open, *["slashed"] * one.slashed, *["crossed"] * one.crossed]
    drawn = "".join([f'<i class="box {kind}"></i>' for kind in boxes])
    circle = "" if one.circle is None else f'<span class="circle">{one.circle}</span>'
    parts = [(one.slashed, "slashed"), (one.crossed, "crossed"), (one.circle, "circle"), (one.marks, "marks")]
    counted = [f"{words.label(f'boxes.{kind}')} {n}" for n, kind in parts if n]
    said = words.phrases.between.join([words.say("boxes", open=one.open, size=one.size), *counted])
    marks = shapes(one.marks, one.marks_most) if one.marks_most else ""
    return (
        f'<section class="boxes" id="{id_}"><h3>{words.rule_link(one.why, words.label(one.label))}</h3>'
        f'<p><span class="sr">{said}</span>'
        f'<span class="row" aria-hidden="true">{circle}{drawn}{marks}</span></p></section>'
    )


@for_several(CACHED)
def block(words: HtmlWords, id_: str, one: Block, owner: str, own: bool, at: int, title: str) -> Element:
    """One block. A block with the title of its panel gets no heading."""
    head = "" if one.label in {"", title} else f"<h3>{words.label(one.label)}</h3>"
    match one:
        case Tags():
            tags = "".join([_tag(words, tag) for tag in one.tags])
            return Element(id_, f'<section class="tags" id="{id_}">{head}<ul>{tags}</ul></section>')
        case Lines():
            lines = "".join([_line(words, line) for line in one.lines])
            return Element(id_, f'<section class="lines" id="{id_}">{head}<ul>{lines}</ul></section>')
        case Text():
            return Element(id_, f'<section class="text" id="{id_}">{head}<p>{escape(one.text)}</p></section>')
        case Boxes():
            return Element(id_, _boxes(words, one, id_))
        case Dice():
            return Element(id_, _dice(words, one, id_))
        case Slots():
            return Element(id_, _slots(words, one, id_, escape(owner), own, at))
        case Bands():
            return Element(id_, bands(words, one, id_))
        case Chart():
            return Element(id_, chart(words, one, id_))
        case Map():
            return Element(id_, maps.chart(words, one, id_, head))
        case Spots():
            return Element(id_, maps.spots(words, one, id_, head))
        case Stat() | Track():
            return _numbers(words, id_, _row(one), owner, False)


def owner_of(panel: str) -> str:
    """The id of the character whose card or sheet a panel is."""
    return panel.removesuffix(".card")


def blocks(
    words: HtmlWords, panel: Panel, *, own: bool = False, editable: bool = False, skip: tuple[str, ...] = ()
) -> list[Element]:
    """The blocks of a panel in order, except those with a label in `skip`. `editable` numbers are fields.

    `own` slots have buttons to move things.
    """
    owner = owner_of(panel.id)
    drawn = []
    for at, row in enumerate(rows(panel.blocks), 1):
        id_ = escape(f"b-{panel.id}-{at}")
        if isinstance(row, tuple):
            drawn.append(_numbers(words, id_, row, owner, editable))
        elif row.label not in skip:
            drawn.append(block(words, id_, row, owner, own, at, panel.title))
    return drawn


def rows(listed: Iterable[Block]) -> Iterator[Numbers | Block]:
    """Blocks in order: numbers that follow each other in one row, a track under the number of its label."""
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
