"""The sections of a table's page as HTML. The id of a section is `f-` and its name.

They hold no token, so that seats that see the same can share them: addresses in them are relative, to a base that the
template of the page sets.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import get_args

from msgspec import Struct

from tallow.games.view import Bands, Chart, Panel, Text
from tallow.play import Seat
from tallow.table.seats import DiceFrom
from tallow.web.drawing.elements import CACHED, Element, for_several
from tallow.web.drawing.forms import form, hidden
from tallow.web.drawing.html_words import HtmlWords, escape
from tallow.web.drawing.sentences import sentence
from tallow.web.drawing.view.blocks import block, blocks, owner_of
from tallow.web.drawing.view.dice import roll
from tallow.wording.story import DiceShown, LogLine, Sentence


class ActionOption(Struct, frozen=True, gc=False):
    """An action that is offered, or refused for a `reason`."""

    name: str
    who: str
    said: str
    cost: str = ""
    reason: str = ""


class ActionGroup(Struct, frozen=True, gc=False):
    """Actions under one heading; a `closed` group is opened with a tap."""

    code: str
    title: str
    offers: tuple[ActionOption, ...]
    refused: tuple[ActionOption, ...]
    closed: bool = False


class SeatedPerson(Struct, frozen=True, gc=False):
    """Somebody at the table: `what` they are, whether their dice are `typed` in, whether they are connected.

    Who `plays` is a player.
    """

    seat: Seat
    name: str
    what: str
    typed: bool
    connected: bool
    plays: bool = False


class JustTold(Struct, frozen=True, gc=False):
    """What has just happened to a party that explores, drawn already, and whether it has just come to where it is."""

    html: str = ""
    arrives: bool = False


NOTHING = JustTold()


@for_several(CACHED)
def bar(words: HtmlWords, title: str, scene: str, whose: str, due: Sequence[Seat]) -> Element:
    """The table's name, the scene, whose turn it is, a button that searches, the state of the connection."""
    say = words.say
    crest = (
        '<svg class="crest" viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
        f'<path d="{words.game.theme.crest}"></path></svg>'
    )
    turn = f'<span class="where">{escape(scene)}</span>' if scene else ""
    if whose:
        turn += f'<span class="whose">{escape(whose)}</span><span class="your-turn">{say("turn.yours")}</span>'
        turn += f'<span class="asked">{say("turn.asked")}</span>'
    return Element(
        "f-bar",
        f'<header id="f-bar" class="bar"><a class="home" href="/" aria-label="{say("home")}">{crest}</a>'
        f"<h1>{escape(title)}</h1>"
        f'<p class="turn" data-due="{escape(" ".join(due))}" aria-live="polite">{turn}</p>'
        '<button type="button" class="palette-open js-only" data-palette>'
        '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="10" cy="10" r="6"></circle>'
        f'<path d="m15 15 6 6"></path></svg><span>{say("palette.all")}</span> '
        f"<kbd>{say('help.rules.key')}</kbd></button>"
        f'<p class="dot" role="status"><span class="on">{say("connection.on")}</span>'
        f'<span class="off">{say("connection.off")}</span></p></header>',
    )


def own_sheet(words: HtmlWords, panel: Panel, own: bool) -> Element:
    """A character's sheet for its player."""
    id_ = escape(f"p-{panel.id}")
    by = f'<p class="by">{words.label(panel.subtitle)}</p>' if panel.subtitle else ""
    head = f'<article class="whole" id="{id_}"><header><h2>{words.name(panel.title)}</h2>{by}</header>'
    return Element(id_, head, *blocks(words, panel, own=own), "</article>")


def party_member(
    words: HtmlWords,
    panel: Panel,
    sheets: Sequence[Panel],
    name: str,
    typed: bool,
    connected: bool,
    actions: Element | None,
) -> Element:
    """A character for the referee: numbers to edit, the sheet, and what can be done for the player."""
    say, id_ = words.say, escape(f"p-{panel.id}")
    by = escape(name) + (f" · {say('dice.typed')}" if typed else "")
    if connected:
        by += f' <span class="here" title="{say("here")}"><span class="sr">{say("here")}</span></span>'
    named = f'<header><h2>{words.name(panel.title)}</h2><p class="by">{by}</p></header>'
    start = f'<article class="card head" id="{id_}">{named}'
    parts: list[str | Element] = [start, *blocks(words, panel, editable=True)]
    for sheet_ in sheets:
        summary = f'<details class="more" id="more-{escape(sheet_.id)}"><summary>{say("party.sheet")}</summary>'
        parts += [summary, *blocks(words, sheet_, own=True), "</details>"]
    if actions:
        parts.append(actions)
    return Element(id_, *parts, "</article>")


def actions_for(
    words: HtmlWords, who: str, seat: Seat, name: str, offers: Sequence[ActionOption], *, free: bool = False
) -> Element:
    """What the referee can do for a player, or for a character whose seat is `free`, that is, empty."""
    id_ = escape(f"for-{who}")
    alone = f' data-free="{escape(seat)}"' if free else ""
    verbs = []
    for offer in offers:
        mark = escape(f"for-{who}-{offer.name}")
        button = f'<button name="name" value="{escape(offer.name)}" id="{mark}">{escape(offer.said)}</button>'
        verbs.append(f"<li>{form('act', hidden(seat=seat, who=offer.who) + button)}</li>")
    return Element(
        id_,
        f'<details class="more" id="{id_}"{alone}><summary>{words.say("party.act_for", name=name)}</summary>'
        f'<ul class="verbs small">{"".join(verbs)}</ul></details>',
    )


def newcomer(words: HtmlWords, seat: Seat, name: str, actions: Element) -> Element:
    """A player without a character, for whom the referee can make or bring one."""
    id_ = escape(f"n-{seat}")
    named = f'<header><h2>{escape(name)}</h2><p class="by">{words.say("party.newcomer")}</p></header>'
    return Element(id_, f'<article class="card head" id="{id_}">{named}', actions, "</article>")


def sheet(words: HtmlWords, articles: Sequence[Element], referee: bool) -> Element:
    """The reader's own characters; for the referee the whole party."""
    say = words.say
    said = say("tab.party") if referee else say("tab.sheet")
    none = say("party.none") if referee else say("sheet.none")
    empty = "" if articles else f'<p class="empty">{none}</p>'
    start = f'<section id="f-sheet" class="sheet" aria-label="{said}">{empty}'
    return Element("f-sheet", start, *articles, "</section>")


def _article(words: HtmlWords, panel: Panel, kind: str = "", told: JustTold = NOTHING) -> Element:
    """A panel; what has just happened stands under its title, or below its prose where that has just been told too."""
    id_ = escape(f"p-{panel.id}")
    parts: list[str | Element] = [f'<article id="{id_}"{kind}><h2>{words.heading(panel.title)}</h2>']
    parts += blocks(words, panel)
    prose = next((at for at, one in enumerate(panel.blocks, 2) if isinstance(one, Text)), 1)
    parts.insert(prose if told.arrives else 1, told.html)
    return Element(id_, *parts, "</article>")


def _foe(words: HtmlWords, panel: Panel, editable: bool) -> Element:
    id_ = escape(f"p-{panel.id}")
    folded = words.game.ui.folded if editable else ()
    drawn = blocks(words, panel, editable=editable, skip=folded)
    parts: list[str | Element] = [f'<li class="card foe" id="{id_}"><h3>{words.name(panel.title)}</h3>', *drawn]
    if editable:
        summary = f'<details class="more" id="more-{escape(panel.id)}"><summary>{words.say("scene.more")}</summary>'
        more = [one for one in panel.blocks if one.label in folded]
        drawn = [
            block(words, escape(f"b-{panel.id}-more-{at}"), one, owner_of(panel.id), False, 0, "")
            for at, one in enumerate(more)
        ]
        parts += [summary, *drawn, "</details>"]
    return Element(id_, *parts, "</li>")


@for_several(CACHED)
def scene(
    words: HtmlWords, panels: Sequence[Panel], foes: Sequence[Panel], editable: bool, told: JustTold = NOTHING
) -> Element:
    """The scene, with whoever is met before everything else, and then who stands where.

    A party that explores sees first where it is.
    """
    met: list[str | Element] = []
    if foes:
        met.append(f'<h2 class="sr">{words.say("scene.foes")}</h2><ul class="foes">')
        met += [*(_foe(words, panel, editable) for panel in foes), "</ul>"]
    first, others = (panels[:1], panels[1:]) if told is not NOTHING else ((), panels)
    where = [panel for panel in others if foes and any(isinstance(one, Bands | Chart) for one in panel.blocks)]
    others = [panel for panel in others if panel not in where]
    parts: list[str | Element] = [f'<section id="f-scene" class="scene" aria-label="{words.say("scene")}">']
    parts += [_article(words, panel, "", told) for panel in first]
    stand: list[str | Element] = [_article(words, panel) for panel in where]
    parts += [*met, *stand, *(_article(words, panel) for panel in others)]
    return Element("f-scene", *parts, "</section>")


@for_several(CACHED)
def trackers(words: HtmlWords, panels: Sequence[Panel]) -> Element:
    """Trackers: time, light, places, effects."""
    start = f'<section id="f-trackers" class="trackers" aria-label="{words.say("trackers")}">'
    return Element("f-trackers", start, *(_article(words, panel, ' class="tracker"') for panel in panels), "</section>")


def notes(words: HtmlWords, panels: Sequence[Panel]) -> Element:
    """The referee's notes, if there are any."""
    start = f'<section id="f-notes" class="notes" aria-label="{words.say("notes")}">'
    return Element("f-notes", start, *(_article(words, panel) for panel in panels if panel.blocks), "</section>")


@for_several(CACHED)
def card(words: HtmlWords, panel: Panel, name: str, sheets: Sequence[Panel] = ()) -> Element:
    """A character's card for the others, with the sheet where all may see it."""
    id_ = escape(f"c-{panel.id}")
    by = f'<header><h3>{words.name(panel.title)}</h3><p class="by">{escape(name)}</p></header>'
    more: list[str | Element] = []
    for sheet_ in sheets:
        summary = f'<details class="more" id="more-{escape(sheet_.id)}"><summary>{words.say("party.sheet")}</summary>'
        more += [summary, *blocks(words, sheet_), "</details>"]
    return Element(id_, f'<li class="card" id="{id_}">{by}', *blocks(words, panel), *more, "</li>")


def party(words: HtmlWords, cards: Sequence[Element], seats: tuple[SeatedPerson, ...], *, referee: bool) -> Element:
    """The cards of the others, and the list of people at the table; the referee sees what they see, or frees seats."""
    say = words.say
    parts: list[str | Element] = [f'<section id="f-party" class="party" aria-label="{say("party")}">']
    if cards:
        parts += [f'<h2>{say("party")}</h2><ul class="cards">', *cards, "</ul>"]
    return Element("f-party", *parts, f"{_people(words, seats, referee)}</section>")


@lru_cache(CACHED)
def _people(words: HtmlWords, seats: tuple[SeatedPerson, ...], referee: bool) -> str:
    """The list of people; all players see the same one."""
    say = words.say
    people = []
    for one in seats:
        typed = f" · {say('dice.typed')}" if one.typed else ""
        there, said = (' class="here"', say("here")) if one.connected else ("", say("away"))
        by = f'<span class="by">{escape(one.what)}{typed}</span><span class="sr">{said}</span>'
        desk = _seat_desk(words, one) if referee and one.plays else ""
        people.append(f"<li{there}><b>{escape(one.name)}</b> {by}{desk}</li>")
    return f'<h2>{say("people")}</h2><ul class="people">{"".join(people)}</ul>'


def _seat_desk(words: HtmlWords, one: SeatedPerson) -> str:
    """What the referee can do about a player's seat."""
    seat, sure = escape(one.seat), escape(words.phrases.say("desk.free_sure", name=one.name))
    button = f'<button class="quiet" name="seat" value="{seat}">{words.say("desk.free", name=one.name)}</button>'
    free = form("free", button, f' hx-confirm="{sure}"')
    return f' <a href="as/{seat}">{words.say("desk.as", name=one.name)}</a> {free}'


class UndoOption(Struct, frozen=True, gc=False):
    """The undo button. A player may undo their last action ("undo"), "ask" for that, or has "asked".

    The referee may undo the last action of all: their own ("referee") or that of `who` ("player"). `run` is how many of
    the last actions bots did in one go: those may be undone together.
    """

    may: str
    deed: str
    who: str = ""
    run: int = 0


def actions(
    words: HtmlWords,
    groups: Sequence[Element],
    undo: UndoOption | None = None,
    *,
    playing: bool = False,
) -> Element:
    """What the reader can do now, and undo. A player is told when there is nothing."""
    said = words.say("actions")
    idle = f'<p class="empty">{words.say("actions.none")}</p>' if playing else ""
    first = f'<p class="answer-first">{words.say("now.answer_first")}</p>'
    title = f"<h2>{said}</h2>{first}" if groups else idle
    start = f'<section id="f-actions" class="actions" aria-label="{said}">{title}'
    back = Element("f-back", '<div id="f-back" class="back">', _undo(words, undo) if undo else "", "</div>")
    return Element("f-actions", start, back, *groups, "</section>")


def _undo(words: HtmlWords, undo: UndoOption) -> str:
    if undo.may == "asked":
        return f'<p role="status">{words.say("back.asked", deed=undo.deed)}</p>'
    button = f'<button class="quiet" name="ask" value="{int(undo.may == "ask")}" id="undo-button">'
    inside = f"{button}{words.say(f'back.{undo.may}', deed=undo.deed, name=undo.who)}</button>"
    many = f'<button class="quiet" name="actions" value="{undo.run}">{words.say("back.run", n=undo.run)}</button>'
    return form("undo", inside, ' id="undo"') + (form("undo", many, ' id="undo-run"') if undo.run > 1 else "")


def action_groups(groups: Sequence[ActionGroup]) -> tuple[Element, ...]:
    """Actions in groups; those that are refused are disabled, with the reason."""
    return tuple(map(_group, groups))


def _group(group: ActionGroup) -> Element:
    id_ = escape(f"g-{group.code}")
    tag, title = ("details", "summary") if group.closed else ("section", "h3")
    verbs = []
    for offer in group.offers:
        cost = f' <span class="cost">{escape(offer.cost)}</span>' if offer.cost else ""
        name, mark = escape(offer.name), escape(f"a-{offer.who}-{offer.name}")
        button = f'<button class="verb" name="name" value="{name}" id="{mark}">{escape(offer.said)}{cost}</button>'
        verbs.append(f"<li>{form('act', hidden(who=offer.who) + button)}</li>")
    for offer in group.refused:
        mark, why = escape(f"a-{offer.who}-{offer.name}"), escape(f"r-{offer.who}-{offer.name}")
        verbs.append(
            f'<li class="refused"><button type="button" class="verb" aria-disabled="true" id="{mark}" '
            f'aria-describedby="{why}">{escape(offer.said)}</button>'
            f'<span class="reason" id="{why}">{escape(offer.reason)}</span></li>'
        )
    inside = escape(" · ".join([one.said for one in group.offers]))
    within = f' <span class="detail">{inside}</span>' if group.closed else ""
    return Element(
        id_,
        f'<{tag} class="group" id="{id_}"><{title}>{escape(group.title)}{within}</{title}>'
        f'<ul class="verbs">{"".join(verbs)}</ul></{tag}>',
    )


NARRATION = "*"
"""What stands for all who are told a story, in the field that says to whom one speaks."""


@for_several(CACHED)
def whom(words: HtmlWords, others: Sequence[tuple[Seat, str]], narrates: bool) -> Element:
    """To whom one speaks: to all, to one of the others alone; who presides may narrate."""
    say = words.say
    options = [("", say("say.all")), *([(NARRATION, say("say.narrate"))] if narrates else [])]
    options += [(seat, say("say.whisper", name=name)) for seat, name in others]
    listed = "".join([f'<option value="{escape(value)}">{said}</option>' for value, said in options])
    select = f'<select name="to" id="say-to" aria-label="{say("say.to")}">{listed}</select>'
    return Element("f-whom", f'<span id="f-whom">{select}</span>')


@for_several(CACHED)
def dice(words: HtmlWords, rolls: Sequence[DiceShown], source: DiceFrom | None, promise: str) -> Element:
    """The last dice, newest first, and the `source` of the reader's own; None for onlookers."""
    say = words.say
    parts: list[str | Element] = [
        f'<section id="f-dice" class="dice-tray" aria-label="{say("dice")}"><h2>{say("dice")}</h2>'
    ]
    if not rolls:
        parts.append(f'<p class="empty">{say("dice.none")}</p>')
    else:
        listed = [_thrown(words, one) for one in rolls]
        parts.append(Element("rolls", '<ol id="rolls" class="rolls">', *listed, "</ol>", grows="afterbegin"))
    if source is not None:
        buttons = [
            f'<button class="quiet" name="dice" value="{other}">{say(f"dice.to_{other}")}</button>'
            for other in get_args(DiceFrom)
            if other != source
        ]
        switch = form("dice", f"<span>{say(f'dice.{source}_now')}</span> {' '.join(buttons)}")
        parts.append(switch.replace("<form ", '<form class="source" ', 1))
    parts.append(f'<p class="promise"><span>{say("dice.promise")}</span> <code>{promise[:16]}…</code></p></section>')
    return Element("f-dice", *parts)


@for_several(CACHED)
def _thrown(words: HtmlWords, one: DiceShown) -> Element:
    id_ = f"d-{one.key}"
    said = f'<span class="by">{escape(one.who)}</span> {roll(words, one)} <span class="for">{escape(one.rule)}</span>'
    return Element(id_, f'<li id="{id_}">{said}</li>')


LONGEST_TITLE = 120
"""What is told at the beginning of a scene and has more letters than this is not set as a title."""


def log_line(words: HtmlWords, one: LogLine) -> Element:
    """A line of the log. Each sentence opens to the rule that made it."""
    id_ = f"line-{one.number}"
    kinds = f"line{' undone' if one.undone else ''}{'' if one.action else ' remark'}"
    undo = f' data-undo="{one.undo}"' if one.undo else ""
    told = "".join([_told(words, one.number, at, each) for at, each in enumerate(one.told, 1)])
    return Element(id_, f'<li class="{kinds}" id="{id_}" data-action="{one.action}"{undo}>{told}</li>')


def _told(words: HtmlWords, number: int, at: int, one: Sentence) -> str:
    harm, who = (" harm" if one.harm else "") + (f" {one.mark}" if one.mark else ""), escape("|".join(one.who))
    if one.mark == "scene" and sum(len(text) for text, _ in one.parts) > LONGEST_TITLE:
        harm += " prose"
    only = f' <span class="only">{words.say("log.secret")}</span>' if one.mark == "secret" else ""
    if not one.why and not one.rolls:
        return f'<p class="told{harm}" data-who="{who}"><span class="words">{sentence(one)}</span>{only}</p>'
    rolls = "".join([f" {roll(words, thrown, 'small')}" for thrown in one.rolls])
    receipt = ""
    if one.why:
        why = escape(one.why)
        receipt = (
            f'<div class="receipt" hx-get="line/{number}" hx-select="[data-entry=\'{why}\']" '
            'hx-trigger="toggle from:closest details once" hx-swap="innerHTML">'
            f'<a href="/rules/{words.game.id}/{why}">{escape(one.rule)}</a></div>'
        )
    kinds = f"{harm}{' rolled' if one.rolls else ''}{' bare' if one.bare else ''}"
    return (
        f'<details class="told{kinds}" id="told-{number}-{at}" data-who="{who}">'
        f'<summary><span class="words">{sentence(one)}</span>{only}{rolls}</summary>{receipt}</details>'
    )


def log(lines: Sequence[Element], first: int) -> Element:
    """The newest lines of the log."""
    return Element("f-log", f'<ol id="f-log" class="lines" data-first="{first}">', *lines, "</ol>", grows="beforeend")
