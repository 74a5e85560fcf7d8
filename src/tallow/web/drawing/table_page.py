"""The parts of a table's page as HTML. Each is a piece whose id is `f-` and its name.

They hold no token, so that all who see the same share them: addresses in them are relative, and a table's page says
what they are relative to.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from tallow.games.view import Panel
from tallow.play import Seat
from tallow.web.drawing.blocks import block, blocks, owner_of, roll
from tallow.web.drawing.elements import DRAWN, Piece
from tallow.web.drawing.forms import form, hidden
from tallow.web.drawing.html_words import Pen, text
from tallow.wording.story import Drawn, Fallen, Sentence

LONG = ("of", "carries", "attacks", "specials")
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


# ---------------------------------------------------------------- the bar, the party, the scene


@lru_cache(DRAWN)
def bar(pen: Pen, title: str, turn: str, due: Sequence[Seat]) -> Piece:
    """The table's name, whose turn it is, the way to the rules, the connection."""
    w = pen.w
    crest = (
        f'<svg class="crest" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="{pen.game.theme.crest}">'
    )
    return Piece(
        "f-bar",
        f'<header id="f-bar" class="bar"><a class="home" href="/" aria-label="{w("home")}">{crest}</path></svg></a>'
        f'<h1>{text(title)}</h1><p class="turn" data-due="{text(" ".join(due))}" aria-live="polite">{text(turn)}</p>'
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


def acting(pen: Pen, who: str, seat: Seat, name: str, offers: Sequence[Doing], *, free: bool = False) -> Piece:
    """What the referee can do for a player, or for a character whose seat is `free`."""
    id_ = text(f"for-{who}")
    alone = f' data-free="{text(seat)}"' if free else ""
    verbs = []
    for offer in offers:
        mark = text(f"for-{who}-{offer.name}")
        button = f'<button name="name" value="{text(offer.name)}" id="{mark}">{text(offer.said)}</button>'
        verbs.append(f"<li>{form('act', hidden(seat=seat, who=offer.who) + button)}</li>")
    return Piece(
        id_,
        f'<details class="more" id="{id_}"{alone}><summary>{pen.w("party.act_for", name=name)}</summary>'
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
    """What only the referee knows, if there is anything."""
    start = f'<section id="f-notes" class="notes" aria-label="{pen.w("notes")}">'
    return Piece("f-notes", start, *(_article(pen, panel) for panel in panels if panel.blocks), "</section>")


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


# ---------------------------------------------------------------- what can be done


class Back(Struct, frozen=True, gc=False):
    """The last thing that a player did, and whether they may take it back ("undo"), "ask" for it, or have "asked".

    For the referee it is the last thing done by anybody: by themselves ("referee") or by `who` ("player").
    """

    may: str
    deed: str
    who: str = ""


def actions(pen: Pen, verbs: Sequence[Piece], back: Back | None = None, *, playing: bool = False) -> Piece:
    """What I can do now, and how to go back; of somebody who is `playing` it is said that there is nothing."""
    said = pen.w("actions")
    idle = f'<p class="empty">{pen.w("actions.none")}</p>' if playing else ""
    title = f"<h2>{said}</h2>" if verbs else idle
    start = f'<section id="f-actions" class="actions" aria-label="{said}">{title}'
    undo = Piece("f-back", '<div id="f-back" class="back">', _back(pen, back) if back else "", "</div>")
    return Piece("f-actions", start, undo, *verbs, "</section>")


def _back(pen: Pen, back: Back) -> str:
    if back.may == "asked":
        return f'<p role="status">{pen.w("back.asked", deed=back.deed)}</p>'
    button = f'<button class="quiet" name="ask" value="{int(back.may == "ask")}" id="undo-button">'
    inside = f"{button}{pen.w(f'back.{back.may}', deed=back.deed, name=back.who)}</button>"
    return form("undo", inside, ' id="undo"')


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
        verbs.append(f"<li>{form('act', hidden(who=offer.who) + button)}</li>")
    for offer in group.refused:
        mark, why = text(f"a-{offer.who}-{offer.name}"), text(f"r-{offer.who}-{offer.name}")
        verbs.append(
            f'<li class="refused"><button type="button" class="verb" aria-disabled="true" id="{mark}" '
            f'aria-describedby="{why}">{text(offer.said)}</button>'
            f'<span class="reason" id="{why}">{text(offer.reason)}</span></li>'
        )
    inside = text(" · ".join([one.said for one in group.offers]))
    within = f' <span class="detail">{inside}</span>' if group.closed else ""
    return Piece(
        id_,
        f'<{tag} class="group" id="{id_}"><{title}>{text(group.said)}{within}</{title}>'
        f'<ul class="verbs">{"".join(verbs)}</ul></{tag}>',
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
        source = form("dice", f"<span>{now}</span> {button}")
        parts.append(source.replace("<form ", '<form class="source" ', 1))
    parts.append(f'<p class="promise"><span>{w("dice.promise")}</span> <code>{promise[:16]}…</code></p></section>')
    return Piece("f-dice", *parts)


@lru_cache(DRAWN)
def _thrown(pen: Pen, one: Fallen) -> Piece:
    id_ = f"d-{one.key}"
    said = f'<span class="by">{text(one.who)}</span> {roll(pen, one)} <span class="for">{text(one.rule)}</span>'
    return Piece(id_, f'<li id="{id_}">{said}</li>')


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
    kinds = f"{harm}{' rolled' if one.rolls else ''}{' bare' if one.bare else ''}"
    return (
        f'<details class="told{kinds}" id="told-{number}-{at}" data-who="{who}">'
        f'<summary><span class="words">{one.html}</span>{rolls}</summary>{receipt}</details>'
    )


def log(lines: Sequence[Piece], first: int) -> Piece:
    """The newest lines."""
    return Piece("f-log", f'<ol id="f-log" class="lines" data-first="{first}">', *lines, "</ol>", grows="beforeend")
