"""The parts of a table's page as HTML. Each is a piece whose id is `f-` and its name.

They hold no token, so that all who see the same share them: addresses in them are relative, and a table's page says
what they are relative to.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from tallow.exchange import formats
from tallow.games.view import Panel
from tallow.play import Seat
from tallow.web.asking import Card, OptionDrawn
from tallow.web.blocks import block, blocks, die, owner_of, roll
from tallow.web.pen import Pen, text
from tallow.web.pieces import Piece
from tallow.web.story import Drawn, Fallen, Sentence

DRAWN = 1_000
"""So many of what several see alike are kept as they were drawn."""

LONG = ("of", "carries", "attacks")
"""Of a foe, what the referee opens to read."""


class Doing(Struct, frozen=True, gc=False):
    """An action on offer, or the reason why not."""

    name: str
    who: str
    said: str
    cost: str = ""
    reason: str = ""


class Group(Struct, frozen=True, gc=False):
    """Actions that belong together; `closed` ones are opened with a tap."""

    code: str
    said: str
    offers: tuple[Doing, ...]
    refused: tuple[Doing, ...]
    closed: bool = False


class Person(Struct, frozen=True, gc=False):
    """Somebody at the table."""

    seat: Seat
    name: str
    what: str
    typed: bool
    here: bool


FILES = ' enctype="multipart/form-data" hx-encoding="multipart/form-data"'
"""What a form has that sends a file."""


def _form(to: str, inside: str, more: str = "") -> str:
    return f'<form method="post" action="{to}" hx-post="{to}" hx-swap="none"{more}>{inside}</form>'


def _hidden(**fields: str | int) -> str:
    return "".join(
        [
            f'<input type="hidden" name="{name}" value="{value if isinstance(value, int) else text(value)}">'
            for name, value in fields.items()
        ]
    )


# ---------------------------------------------------------------- the bar, the party, the scene


@lru_cache(DRAWN)
def bar(pen: Pen, title: str, turn: str) -> Piece:
    """The table's name, whose turn it is, the way to the rules, the connection."""
    w = pen.w
    crest = (
        f'<svg class="crest" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="{pen.game.theme.crest}">'
    )
    return Piece(
        "f-bar",
        f'<header id="f-bar" class="bar"><a class="home" href="/" aria-label="{w("home")}">{crest}</path></svg></a>'
        f'<h1>{text(title)}</h1><p class="turn">{text(turn)}</p>'
        f'<button type="button" class="palette-open js-only" data-palette>{w("palette")} '
        f"<kbd>{w('help.rules.key')}</kbd></button>"
        f'<p class="dot" role="status"><span class="on">{w("connection.on")}</span>'
        f'<span class="off">{w("connection.off")}</span></p></header>',
    )


def whole(pen: Pen, panel: Panel, own: bool) -> Piece:
    """A character's sheet, as its player has it."""
    id_ = text(f"p-{panel.id}")
    by = f'<p class="by">{pen.label(panel.subtitle)}</p>' if panel.subtitle else ""
    head = f'<article class="whole" id="{id_}"><header><h2>{pen.name(panel.title)}</h2>{by}</header>'
    return Piece(id_, head, *blocks(pen, panel, own=own), "</article>")


def head(
    pen: Pen, panel: Panel, sheets: Sequence[Panel], name: str, typed: bool, here: bool, acting: Piece | None
) -> Piece:
    """One of the party, as the referee has them: numbers to edit, the sheet, and what can be done for its player."""
    w, id_ = pen.w, text(f"p-{panel.id}")
    by = text(name) + (f" · {w('dice.typed')}" if typed else "")
    if here:
        by += f' <span class="here" title="{w("here")}"><span class="sr">{w("here")}</span></span>'
    named = f'<header><h2>{pen.name(panel.title)}</h2><p class="by">{by}</p></header>'
    start = f'<article class="card head" id="{id_}">{named}'
    parts: list[str | Piece] = [start, *blocks(pen, panel, editable=True)]
    for sheet_ in sheets:
        summary = f'<details class="more" id="more-{text(sheet_.id)}"><summary>{w("party.sheet")}</summary>'
        parts += [summary, *blocks(pen, sheet_, own=True), "</details>"]
    if acting:
        parts.append(acting)
    return Piece(id_, *parts, "</article>")


def acting(pen: Pen, who: str, seat: Seat, name: str, offers: Sequence[Doing]) -> Piece:
    """What the referee can do for a player."""
    id_ = text(f"for-{who}")
    verbs = []
    for offer in offers:
        button = f'<button name="name" value="{text(offer.name)}">{text(offer.said)}</button>'
        verbs.append(f"<li>{_form('act', _hidden(seat=seat, who=offer.who) + button)}</li>")
    return Piece(
        id_,
        f'<details class="more" id="{id_}"><summary>{pen.w("party.act_for", name=name)}</summary>'
        f'<ul class="verbs small">{"".join(verbs)}</ul></details>',
    )


def newcomer(pen: Pen, seat: Seat, name: str, acting: Piece) -> Piece:
    """A player without a character, for whom the referee can make or bring one."""
    id_ = text(f"n-{seat}")
    named = f'<header><h2>{text(name)}</h2><p class="by">{pen.w("party.newcomer")}</p></header>'
    return Piece(id_, f'<article class="card head" id="{id_}">{named}', acting, "</article>")


def sheet(pen: Pen, articles: Sequence[Piece], referee: bool) -> Piece:
    """My characters; for the referee the party."""
    w = pen.w
    said = w("tab.party") if referee else w("tab.sheet")
    none = w("party.none") if referee else w("sheet.none")
    empty = "" if articles else f'<p class="empty">{none}</p>'
    start = f'<section id="f-sheet" class="sheet" aria-label="{said}">{empty}'
    return Piece("f-sheet", start, *articles, "</section>")


def _article(pen: Pen, panel: Panel, kind: str = "") -> Piece:
    id_ = text(f"p-{panel.id}")
    start = f'<article id="{id_}"{kind}><h2>{pen.heading(panel.title)}</h2>'
    return Piece(id_, start, *blocks(pen, panel), "</article>")


def _foe(pen: Pen, panel: Panel, editable: bool) -> Piece:
    id_ = text(f"p-{panel.id}")
    drawn = blocks(pen, panel, editable=editable, skip=LONG if editable else ())
    parts: list[str | Piece] = [f'<li class="card foe" id="{id_}"><h3>{pen.name(panel.title)}</h3>', *drawn]
    if editable:
        summary = f'<details class="more" id="more-{text(panel.id)}"><summary>{pen.w("scene.more")}</summary>'
        more = [one for one in panel.blocks if one.label in LONG]
        drawn = [
            block(pen, text(f"b-{panel.id}-more-{at}"), one, owner_of(panel.id), False, 0, "")
            for at, one in enumerate(more)
        ]
        parts += [summary, *drawn, "</details>"]
    return Piece(id_, *parts, "</li>")


@lru_cache(DRAWN)
def scene(pen: Pen, panels: Sequence[Panel], foes: Sequence[Panel], editable: bool) -> Piece:
    """Where the table is, and who is met there."""
    parts: list[str | Piece] = [f'<section id="f-scene" class="scene" aria-label="{pen.w("scene")}">']
    parts += [_article(pen, panel) for panel in panels]
    if foes:
        parts += ['<ul class="foes">', *(_foe(pen, panel, editable) for panel in foes), "</ul>"]
    return Piece("f-scene", *parts, "</section>")


@lru_cache(DRAWN)
def trackers(pen: Pen, panels: Sequence[Panel]) -> Piece:
    """Time, light, places, effects."""
    start = f'<section id="f-trackers" class="trackers" aria-label="{pen.w("trackers")}">'
    return Piece("f-trackers", start, *(_article(pen, panel, ' class="tracker"') for panel in panels), "</section>")


def notes(pen: Pen, panels: Sequence[Panel]) -> Piece:
    """What only the referee knows."""
    start = f'<section id="f-notes" class="notes" aria-label="{pen.w("notes")}">'
    return Piece("f-notes", start, *(_article(pen, panel) for panel in panels), "</section>")


@lru_cache(DRAWN)
def card(pen: Pen, panel: Panel, name: str, sheets: Sequence[Panel] = ()) -> Piece:
    """One of the party, at a glance, with the sheet where it is open to all."""
    id_ = text(f"c-{panel.id}")
    by = f'<header><h3>{pen.name(panel.title)}</h3><p class="by">{text(name)}</p></header>'
    more: list[str | Piece] = []
    for sheet_ in sheets:
        summary = f'<details class="more" id="more-{text(sheet_.id)}"><summary>{pen.w("party.sheet")}</summary>'
        more += [summary, *blocks(pen, sheet_), "</details>"]
    return Piece(id_, f'<li class="card" id="{id_}">{by}', *blocks(pen, panel), *more, "</li>")


def party(pen: Pen, cards: Sequence[Piece], seats: Sequence[Person]) -> Piece:
    """The others, and who is at the table."""
    w = pen.w
    parts: list[str | Piece] = [f'<section id="f-party" class="party" aria-label="{w("party")}">']
    if cards:
        parts += [f'<h2>{w("party")}</h2><ul class="cards">', *cards, "</ul>"]
    people = []
    for one in seats:
        typed = f" · {w('dice.typed')}" if one.typed else ""
        there, said = (' class="here"', w("here")) if one.here else ("", w("away"))
        by = f'<span class="by">{text(one.what)}{typed}</span><span class="sr">{said}</span>'
        people.append(f"<li{there}><b>{text(one.name)}</b> {by}</li>")
    return Piece("f-party", *parts, f'<h2>{w("people")}</h2><ul class="people">{"".join(people)}</ul></section>')


# ---------------------------------------------------------------- what can be done, and what is asked


class Back(Struct, frozen=True, gc=False):
    """The last thing that a player did, and whether they may take it back ("undo"), "ask" for it, or have "asked"."""

    may: str
    deed: str


def actions(pen: Pen, verbs: Sequence[Piece], back: Back | None = None) -> Piece:
    """What I can do now, and how to go back."""
    said = pen.w("actions")
    title = f"<h2>{said}</h2>" if verbs else ""
    start = f'<section id="f-actions" class="actions" aria-label="{said}">{title}'
    undo = Piece("f-back", '<div id="f-back" class="back">', _back(pen, back) if back else "", "</div>")
    return Piece("f-actions", start, undo, *verbs, "</section>")


def _back(pen: Pen, back: Back) -> str:
    if back.may == "asked":
        return f'<p role="status">{pen.w("back.asked", deed=back.deed)}</p>'
    button = f'<button class="quiet" name="ask" value="{int(back.may == "ask")}" id="undo-button">'
    inside = f"{button}{pen.w(f'back.{back.may}', deed=back.deed)}</button>"
    return _form("undo", inside, ' id="undo"')


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
        f"{_form('undo', _hidden(done=one.done) + options, named)}</article>"
    )


def verbs(groups: Sequence[Group]) -> tuple[Piece, ...]:
    """What I can do, in groups; what I cannot, greyed with the reason."""
    return tuple(map(_group, groups))


def _group(group: Group) -> Piece:
    id_ = text(f"g-{group.code}")
    tag, title = ("details", "summary") if group.closed else ("section", "h3")
    verbs = []
    for offer in group.offers:
        cost = f' <span class="cost">{text(offer.cost)}</span>' if offer.cost else ""
        name, mark = text(offer.name), text(f"a-{offer.who}-{offer.name}")
        button = f'<button class="verb" name="name" value="{name}" id="{mark}">{text(offer.said)}{cost}</button>'
        verbs.append(f"<li>{_form('act', _hidden(who=offer.who) + button)}</li>")
    for offer in group.refused:
        mark, why = text(f"a-{offer.who}-{offer.name}"), text(f"r-{offer.who}-{offer.name}")
        verbs.append(
            f'<li class="refused"><button type="button" class="verb" aria-disabled="true" id="{mark}" '
            f'aria-describedby="{why}">{text(offer.said)}</button>'
            f'<span class="reason" id="{why}">{text(offer.reason)}</span></li>'
        )
    return Piece(
        id_,
        f'<{tag} class="group" id="{id_}"><{title}>{text(group.said)}</{title}>'
        f'<ul class="verbs">{"".join(verbs)}</ul></{tag}>',
    )


@lru_cache(DRAWN)
def question(
    pen: Pen,
    cards: Sequence[Card],
    waits: str,
    others: Sequence[Card],
    lying: Sequence[Panel],
    wishes: Sequence[Asked] = (),
) -> Piece:
    """The questions that wait for me as cards; else whom the table waits for, and what lies open meanwhile."""
    w = pen.w
    mine = " mine" if cards or wishes else ""
    strip = f'<p class="strip">{w("waits_for", names=waits)}</p>' if waits else ""
    return Piece(
        "f-question",
        f'<section id="f-question" class="question{mine}" aria-label="{w("question")}" aria-live="polite">',
        _lying(pen, lying)
        + "".join([_ask(pen, one) for one in cards])
        + "".join([_asked(pen, one) for one in wishes])
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


def _ask(pen: Pen, one: Card) -> str:
    w, number = pen.w, one.number
    told = "".join([f"<li>{_sentence(pen, sentence)}</li>" for sentence in one.so_far])
    so_far = f'<ol class="so-far">{told}</ol>' if told else ""
    whom = f" · {w('question.for', name=one.name)}" if one.name else ""
    which = _hidden(starter=one.starter, number=number, given=one.given)
    named = f' aria-labelledby="qh-{number}"'
    forms = _form("answer", which + _answers(pen, one), named + (FILES if one.kind == "document" else ""))
    if one.low is not None:
        field = f'name="answer" min="{one.low}" max="{one.high}" value="{one.first}" required'
        between = (
            f"<label>{w('question.range', low=one.low, high=one.high)} "
            f'<input type="number" inputmode="numeric" {field} id="value-{number}-{one.given}"></label>'
            f'<button class="primary">{w("question.send")}</button>'
        )
        forms += _form("answer", which + between, named).replace("<form ", '<form class="range" ', 1)
    why = text(one.why)
    rule = w("question.rule", rule=one.rule)
    foot = f'<a class="why" href="/rules/{pen.game.id}/{why}" data-rule="{why}">{rule}</a>' if one.why else ""
    return (
        f'<article class="ask {one.kind}" id="q-{number}" data-q="{number}.{one.given}">{so_far}'
        f'<p class="deed">{text(one.deed)}{whom}</p><h2 tabindex="-1" id="qh-{number}">{text(one.asked)}</h2>{forms}'
        f"<footer>{foot}{_take_back(pen, one) if one.take_back else ''}</footer></article>"
    )


def _take_back(pen: Pen, one: Card) -> str:
    button = f'<button class="quiet">{pen.w("question.take_back")}</button>'
    return _form("take-back", _hidden(starter=one.starter, number=one.number) + button)


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
    known = pen.face.between.join([pen.face.phrase(f"format.{name}") for name in formats(pen.game.id)])
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
        if one.low is not None and one.high is not None:
            options += [f'<option value="{n}">{n}</option>' for n in range(one.low, one.high + 1)]
        select = f'<select name="answer">{"".join(options)}</select>'
        answer = f'<label><span class="sr">{asked}</span>{select}</label>{send}'
    which = _hidden(starter=one.starter, number=one.number, given=one.given)
    return (
        f'<details class="for-other" id="fo-{one.number}"><summary>{w("question.answer_for", name=one.name)}</summary>'
        f"<p>{asked}</p>{_form('answer', which + answer)}{_take_back(pen, one)}</details>"
    )


# ---------------------------------------------------------------- dice and the log


@lru_cache(DRAWN)
def dice(pen: Pen, rolls: Sequence[Fallen], mine: bool, typed: bool, promise: str) -> Piece:
    """The dice as they fell, the newest first, and where mine come from."""
    w = pen.w
    parts: list[str | Piece] = [f'<section id="f-dice" class="dice-tray" aria-label="{w("dice")}"><h2>{w("dice")}</h2>']
    if not rolls:
        parts.append(f'<p class="empty">{w("dice.none")}</p>')
    else:
        listed = [_thrown(pen, one) for one in rolls]
        parts.append(Piece("rolls", '<ol id="rolls" class="rolls">', *listed, "</ol>", grows="afterbegin"))
    if mine:
        now = w("dice.typed_now") if typed else w("dice.server_now")
        to, change = ("server", w("dice.to_server")) if typed else ("typed", w("dice.to_typed"))
        button = f'<button class="quiet" name="dice" value="{to}">{change}</button>'
        form = _form("dice", f"<span>{now}</span> {button}")
        parts.append(form.replace("<form ", '<form class="source" ', 1))
    parts.append(f'<p class="promise"><span>{w("dice.promise")}</span> <code>{promise[:16]}…</code></p></section>')
    return Piece("f-dice", *parts)


@lru_cache(DRAWN)
def _thrown(pen: Pen, one: Fallen) -> Piece:
    id_ = f"d-{one.key}"
    said = f'<span class="by">{text(one.who)}</span> {roll(pen, one)} <span class="for">{text(one.rule)}</span>'
    return Piece(id_, f'<li id="{id_}">{said}</li>')


def _sentence(pen: Pen, one: Sentence, size: str = "") -> str:
    return "".join([one.html, *(f" {roll(pen, thrown, size)}" for thrown in one.rolls)])


def line(pen: Pen, one: Drawn) -> Piece:
    """A line of the log; each thing told opens to its rule."""
    id_ = f"line-{one.number}"
    kinds = f"line{' undone' if one.undone else ''}{'' if one.action else ' remark'}"
    undo = f' data-undo="{one.undo}"' if one.undo else ""
    told = "".join([_told(pen, one.number, at, sentence) for at, sentence in enumerate(one.told, 1)])
    return Piece(id_, f'<li class="{kinds}" id="{id_}" data-action="{one.action}"{undo}>{told}</li>')


def _told(pen: Pen, number: int, at: int, one: Sentence) -> str:
    harm, who = " harm" if one.harm else "", text("|".join(one.who))
    if not one.why and not one.rolls:
        return f'<p class="told{harm}" data-who="{who}"><span class="words">{one.html}</span></p>'
    rolls = "".join([f" {roll(pen, thrown, 'small')}" for thrown in one.rolls])
    receipt = ""
    if one.why:
        why = text(one.why)
        receipt = (
            f'<div class="receipt" hx-get="line/{number}" hx-select="[data-entry=\'{why}\']" '
            'hx-trigger="toggle from:closest details once" hx-swap="innerHTML">'
            f'<a href="/rules/{pen.game.id}/{why}">{text(one.rule)}</a></div>'
        )
    return (
        f'<details class="told{harm}{" rolled" if one.rolls else ""}" id="told-{number}-{at}" data-who="{who}">'
        f'<summary><span class="words">{one.html}</span>{rolls}</summary>{receipt}</details>'
    )


def log(lines: Sequence[Piece], first: int) -> Piece:
    """The newest lines."""
    return Piece("f-log", f'<ol id="f-log" class="lines" data-first="{first}">', *lines, "</ol>", grows="beforeend")
