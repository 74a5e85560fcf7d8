"""The questions that wait, as HTML: cards with large buttons, dice to type or tap, a player's wish to undo."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from tallow.exchange import formats
from tallow.games.view import Panel
from tallow.play import Seat
from tallow.web.drawing.blocks import blocks, die, roll
from tallow.web.drawing.elements import DRAWN, Piece
from tallow.web.drawing.forms import FILES, form, hidden
from tallow.web.drawing.html_words import Pen, text
from tallow.wording.question_card import Card, OptionDrawn, UnderWay
from tallow.wording.story import Sentence


class Asked(Struct, frozen=True, gc=False):
    """A player asks the referee to undo what they did, and so many actions after it; `done` is how many stand."""

    seat: Seat
    name: str
    deed: str
    after: int
    done: int


def _asked(pen: Pen, one: Asked) -> str:
    """A player's request, to allow or to refuse with one tap."""
    w, id_ = pen.w, text(f"undo-{one.seat}")
    after = f" {w('back.after', n=one.after)}" if one.after else ""
    named = f' aria-labelledby="{id_}-h"'
    options = (
        f'<ul class="options terse"><li><button name="allow" value="{text(one.seat)}"><span class="said">'
        f'{w("back.allow")}</span></button></li><li><button name="refuse" value="{text(one.seat)}"><span class="said">'
        f"{w('back.refuse')}</span></button></li></ul>"
    )
    return (
        f'<article class="ask wish" id="{id_}"><h2 tabindex="-1" id="{id_}-h">'
        f"{w('back.wish', name=one.name, deed=one.deed)}{after}</h2>"
        f"{form('undo', hidden(done=one.done) + options, named)}</article>"
    )


@lru_cache(DRAWN)
def question(
    pen: Pen,
    cards: Sequence[Card],
    waits: str,
    others: Sequence[Card],
    lying: Sequence[Panel],
    wishes: Sequence[Asked] = (),
    going: Sequence[UnderWay] = (),
) -> Piece:
    """The questions that wait for me as cards; else whom the table waits for, and what lies open meanwhile.

    `going` are actions of which dice have fallen, and which wait for somebody else.
    """
    w = pen.w
    mine = " mine" if cards or wishes else ""
    strip = f'<p class="strip">{w("waits_for", names=waits)}</p>' if waits else ""
    return Piece(
        "f-question",
        f'<section id="f-question" class="question{mine}" aria-label="{w("question")}" aria-live="polite">',
        _lying(pen, lying)
        + "".join([_ask(pen, one) for one in cards])
        + "".join([_asked(pen, one) for one in wishes])
        + "".join([_under_way(pen, one) for one in going])
        + strip
        + "".join([_for_other(pen, one) for one in others]),
        "</section>",
    )


def _lying(pen: Pen, lying: Sequence[Panel]) -> str:
    """Dice and what else lies open on the table while somebody decides."""
    return "".join(
        [
            f'<section class="lying"><h3>{text(one.title)}</h3>{"".join(map(str, blocks(pen, one)))}</section>'
            for one in lying
        ]
    )


def _so_far(pen: Pen, sentences: Sequence[Sentence]) -> str:
    told = "".join([f"<li>{_sentence(pen, sentence)}</li>" for sentence in sentences])
    return f'<ol class="so-far">{told}</ol>' if told else ""


def _under_way(pen: Pen, one: UnderWay) -> str:
    """What has come so far of an action that waits for somebody else."""
    return (
        f'<article class="going" id="going-{one.number}">{_so_far(pen, one.so_far)}'
        f'<p class="strip">{text(one.asked)}</p></article>'
    )


def _ask(pen: Pen, one: Card) -> str:
    w, number = pen.w, one.number
    so_far = _so_far(pen, one.so_far)
    whom = f" · {w('question.for', name=one.name)}" if one.name else ""
    which = hidden(starter=one.starter, number=number, given=one.given)
    named = f' aria-labelledby="qh-{number}"'
    forms = form("answer", which + _answers(pen, one), named + (FILES if one.kind == "document" else ""))
    if one.low is not None:
        between = _between(pen, one) + f'<button class="primary">{w("question.send")}</button>'
        forms += form("answer", which + between, named).replace("<form ", '<form class="range" ', 1)
    why = text(one.why)
    rule = w("question.rule", rule=one.rule)
    foot = f'<a class="why" href="/rules/{pen.game.id}/{why}" data-rule="{why}">{rule}</a>' if one.why else ""
    return (
        f'<article class="ask {one.kind}" id="q-{number}" data-q="{number}.{one.given}">{so_far}'
        f'<p class="deed">{text(one.deed)}{whom}</p><h2 tabindex="-1" id="qh-{number}">{text(one.asked)}</h2>{forms}'
        f"<footer>{foot}{_take_back(pen, one) if one.take_back else ''}</footer></article>"
    )


def _between(pen: Pen, one: Card) -> str:
    """A field for a number."""
    field = f'name="answer" min="{one.low}" max="{one.high}" step="{one.step}" value="{one.first}" required'
    code = "question.range" if one.step == 1 else "question.steps"
    said = pen.w(code, low=one.low, high=one.high, step=one.step)
    return (
        f'<label>{said} <input type="number" inputmode="numeric" {field} id="value-{one.number}-{one.given}"></label>'
    )


def _take_back(pen: Pen, one: Card) -> str:
    button = f'<button class="quiet">{pen.w("question.take_back")}</button>'
    return form("take-back", hidden(starter=one.starter, number=one.number) + button)


def _answers(pen: Pen, one: Card) -> str:
    """How a question can be answered: dice to type or to throw, a text, or options."""
    w, id_ = pen.w, f"{one.number}-{one.given}"
    if one.kind == "dice":
        if not one.typed:
            throw = f'<button class="primary" name="answer" value="[]">{w("question.throw")}</button>'
            return f'<div class="send">{throw}</div>'
        return _typed(pen, one, id_)
    if one.kind == "text":
        return (
            f'<textarea name="text" rows="2" maxlength="{one.high}" aria-labelledby="qh-{one.number}" id="text-{id_}">'
            "</textarea>"
            f'<div class="send"><button class="primary">{w("question.send")}</button></div>'
        )
    if one.kind == "document":
        return _document(pen, id_)
    find = ""
    if one.search:
        said = w("question.find", n=len(one.options))
        find = (
            f'<input type="search" class="find js-only" placeholder="{said}" aria-label="{said}" autocomplete="off" '
            f'id="find-{id_}">'
        )
    if not one.options:
        return find
    options: list[str] = []
    spends: dict[int | str, list[str]] = {}
    for at, option in enumerate(one.options, 1):
        note = f'<span class="note">{text(option.note)}</span>' if option.note else ""
        drawn = (
            f'<li><button name="answer" value="{text(option.value)}" id="o-{id_}-{at}"{_place(option)}>'
            f'<span class="said">{text(option.said)}</span>{note}</button></li>'
        )
        under = option.face or option.under
        (spends.setdefault(under, []) if under else options).append(drawn)
    kind = f"options{' many' if one.search else ''}{' terse' if one.terse else ''}"
    return f'{find}{_spends(pen, spends, id_)}<ul class="{kind}">{"".join(options)}</ul>'


def _document(pen: Pen, id_: str) -> str:
    """A file to choose, or a text to paste, and the formats that are read."""
    w = pen.w
    known = pen.phrases.between.join([pen.phrases.say(f"format.{name}") for name in formats(pen.game.id)])
    return (
        f'<p id="formats-{id_}">{w("document.formats", names=known)}</p>'
        f'<label class="file">{w("document.file")} <input type="file" name="file" id="file-{id_}" '
        f'accept=".json,.txt,application/json,text/plain" aria-describedby="formats-{id_}"></label>'
        f'<label>{w("document.text")} <textarea name="document" rows="3" spellcheck="false" autocomplete="off" '
        f'id="document-{id_}" aria-describedby="formats-{id_}"></textarea></label>'
        f'<div class="send"><button class="primary">{w("document.send")}</button></div>'
    )


def _place(option: OptionDrawn) -> str:
    """Where an option is on the battle chart, if it is there."""
    return f' data-chart="{text(option.chart)}"' if option.chart else ""


def _spends(pen: Pen, spends: Mapping[int | str, Sequence[str]], id_: str) -> str:
    """Dice that lie there, the highest first, and what is had without one; a tap opens what each can be spent on."""
    listed: list[int | str] = [*sorted([face for face in spends if isinstance(face, int)], reverse=True)]
    listed += [word for word in spends if isinstance(word, str)]
    opened = []
    for at, under in enumerate(listed):
        said = text(under) if isinstance(under, str) else f'<span class="sr">{pen.w("question.die", face=under)}</span>'
        shown = die(0, under) if isinstance(under, int) else ""
        opened.append(
            f'<details name="spend-{id_}" id="spend-{id_}-{at}"><summary>{shown}{said}</summary>'
            f"<ul>{''.join(spends[under])}</ul></details>"
        )
    return f'<div class="spends">{"".join(opened)}</div>' if opened else ""


def _typed(pen: Pen, one: Card, id_: str) -> str:
    """A box for each die, and large faces to tap."""
    w, boxes = pen.w, []
    for at in range(one.n):
        field = f'name="face" min="1" max="{one.sides}" required id="face-{id_}-{at}" autocomplete="off"'
        boxes.append(
            f'<label class="box"><span class="sr">{w("dice.die", n=at + 1, sides=one.sides)}</span>'
            f'<input type="number" inputmode="numeric" {field}></label>'
        )
    keys = ""
    if one.sides <= 20:
        keys = "".join(
            [
                f'<button type="button" data-face="{face}" aria-label="{face}">{die(one.sides, face)}</button>'
                for face in range(1, one.sides + 1)
            ]
        )
        keys = f'<div class="keypad js-only" data-sides="{one.sides}">{keys}</div>'
    return (
        f'<div class="boxes">{"".join(boxes)}</div>{keys}<div class="send">'
        f'<button class="primary">{w("question.send")}</button>'
        f'<button name="answer" value="[]" formnovalidate class="quiet">{w("question.throw")}</button></div>'
    )


def _for_other(pen: Pen, one: Card) -> str:
    """What waits for somebody else, for the referee to answer."""
    w, asked = pen.w, text(one.asked)
    send = f"<button>{w('question.send')}</button>"
    if one.kind == "dice":
        answer = f'<button name="answer" value="[]">{w("question.throw")}</button>'
    elif one.kind in {"text", "document"}:
        name = "text" if one.kind == "text" else "document"
        answer = f'<textarea name="{name}" rows="2" aria-label="{asked}"></textarea>{send}'
    else:
        options = [f'<option value="{text(option.value)}">{text(option.said)}</option>' for option in one.options]
        select = f'<select name="answer">{"".join(options)}</select>'
        answer = f'<label><span class="sr">{asked}</span>{select}</label>{send}' if options else ""
    which = hidden(starter=one.starter, number=one.number, given=one.given)
    forms = form("answer", which + answer) if answer else ""
    if one.low is not None and one.kind == "choice":
        forms += form("answer", which + _between(pen, one) + send)
    return (
        f'<details class="for-other" id="fo-{one.number}"><summary>{w("question.answer_for", name=one.name)}</summary>'
        f"<p>{asked}</p>{forms}{_take_back(pen, one)}</details>"
    )


def _sentence(pen: Pen, one: Sentence, size: str = "") -> str:
    return "".join([one.html, *(f" {roll(pen, thrown, size)}" for thrown in one.rolls)])
