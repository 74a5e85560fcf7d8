"""Pending questions as HTML: cards with large buttons, dice to type or tap, a player's request to undo."""

from collections.abc import Mapping, Sequence
from zlib import crc32

from msgspec import Struct

from tallow.exchange import formats
from tallow.games.view import Panel
from tallow.play import Seat
from tallow.web.drawing.elements import Element
from tallow.web.drawing.forms import FILES, form, hidden
from tallow.web.drawing.html_words import HtmlWords, escape
from tallow.web.drawing.sentences import sentence
from tallow.web.drawing.view.blocks import blocks
from tallow.web.drawing.view.dice import die, roll
from tallow.wording.now import Now
from tallow.wording.question_card import ActionInMotion, OptionShown, OwnWords, QuestionCard
from tallow.wording.stakes import StakeShown
from tallow.wording.story import Sentence

FEW = 3
"""More squares of a chart than this are folded: they are tapped on the chart."""


FEW_SPENT = 4
"""So many options that spend dice lie open, each with its price."""


class UndoRequestShown(Struct, frozen=True, gc=False):
    """A player's request to undo an action and the `after` actions that followed; `done` actions stand now."""

    seat: Seat
    name: str
    deed: str
    after: int
    done: int


def _undo_request(words: HtmlWords, one: UndoRequestShown) -> str:
    """A request to undo, to allow or to refuse with one tap."""
    say, id_ = words.say, escape(f"undo-{one.seat}")
    after = f'<p class="hint">{say("back.after", n=one.after)}</p>' if one.after else ""
    named = f' aria-labelledby="{id_}-h"'
    options = (
        f'<ul class="options terse"><li><button name="allow" value="{escape(one.seat)}">'
        f'<span class="said">{say("back.allow")}</span></button></li>'
        f'<li><button name="refuse" value="{escape(one.seat)}">'
        f'<span class="said">{say("back.refuse")}</span></button></li></ul>'
    )
    return (
        f'<article class="ask wish" id="{id_}"><h2 tabindex="-1" id="{id_}-h">'
        f"{say('back.wish', name=one.name, deed=one.deed)}</h2>{after}"
        f"{form('undo', hidden(done=one.done) + options, named)}</article>"
    )


class ReturnShown(Struct, frozen=True, gc=False):
    """Somebody without a link who asks to be let back into the seat of `name`."""

    name: str
    code: str


def _return(words: HtmlWords, one: ReturnShown) -> str:
    """A request to be let back in, to allow or to refuse with one tap."""
    say, id_, code = words.say, escape(f"return-{one.code[:12]}"), escape(one.code)
    options = (
        f'<ul class="options terse"><li><button name="allow" value="{code}">'
        f'<span class="said">{say("back_in.allow")}</span></button></li>'
        f'<li><button name="refuse" value="{code}"><span class="said">{say("back_in.refuse")}</span></button></li></ul>'
    )
    named = f' aria-labelledby="{id_}-h"'
    return (
        f'<article class="ask wish" id="{id_}"><h2 tabindex="-1" id="{id_}-h">{say("back_in.wish", name=one.name)}</h2>'
        f"{form('return', options, named)}</article>"
    )


class Proposed(Struct, frozen=True, gc=False):
    """What somebody has proposed to the others of the party: the action in words, who began it, and its number."""

    starter: Seat
    number: int
    deed: str


def questions(
    words: HtmlWords,
    cards: Sequence[QuestionCard],
    waits: str,
    others: Sequence[QuestionCard],
    on_table: Sequence[Panel],
    undo_requests: Sequence[UndoRequestShown] = (),
    in_motion: Sequence[ActionInMotion] = (),
    now: Sequence[Now] = (),
    places: str = "",
    told: str = "",
    bars: bool = False,
    returns: Sequence[ReturnShown] = (),
    proposed: Sequence[Proposed] = (),
    autopilot: str = "",
) -> Element:
    """The reader's own questions as `cards`; else whom the table `waits` for, and what the reader has `proposed`.

    The referee may answer the questions of `others`. `on_table` is what lies open while somebody decides. `in_motion`
    are actions whose dice have fallen and which wait for somebody else. `now` is what the reader may do meanwhile, and
    what the referee may for those whom nobody plays, and `places` those drawn; `told`, drawn already, has just happened
    and stands beside the reader's own place. `bars`: until the reader has answered, they can do nothing else. `returns`
    are those who ask to be let back into a seat. `autopilot` is the switch of bots, drawn already.

    What is asked and what stands there meanwhile are different elements: on a phone one lies over the page, and the
    other is as high whatever is in it, so that nothing moves when either comes.
    """
    say = words.say
    asked = cards or undo_requests or returns or proposed
    mine = " mine" if asked or any(one.filled for one in now) else ""
    mine += " bars" if bars else ""
    strip = f'<p class="strip">{say("waits_for", names=waits)}</p>' if waits else ""
    lying = _on_table(words, on_table)
    asks = bool(cards or undo_requests or returns)
    just = "".join([_in_motion(words, one) for one in in_motion]) or (told if now and not now[0].seat else "")
    under_way = f"{'' if asks else lying}{just}{strip}"
    read = f' tabindex="0" role="group" aria-label="{say("now.happening")}"' if under_way else ""
    happening = f'<div class="happening"{read}>{under_way}</div>' if under_way or now else ""
    place = "now-asked" if asks else "now-idle"
    return Element(
        "f-question",
        f'<section id="f-question" class="question{mine}" aria-label="{say("question")}" aria-live="polite">',
        f'<div class="{place}" id="{place}">'
        + (lying if asks else "")
        + "".join([_card(words, one) for one in cards])
        + "".join([_undo_request(words, one) for one in undo_requests])
        + "".join([_return(words, one) for one in returns])
        + happening
        + "".join([_proposed(words, one) for one in proposed])
        + places
        + "".join([_for_other(words, one) for one in others])
        + autopilot
        + "</div>",
        "</section>",
    )


def _on_table(words: HtmlWords, panels: Sequence[Panel]) -> str:
    """What lies open on the table."""
    return "".join(
        [
            f'<section class="lying"><h3>{escape(one.title)}</h3>{"".join(map(str, blocks(words, one)))}</section>'
            for one in panels
        ]
    )


def so_far(words: HtmlWords, sentences: Sequence[Sentence], mark: str = "told") -> str:
    """What has been told, as a list; "" where that is nothing. A sentence keeps its id, which begins with `mark`."""
    told = dict.fromkeys([_sentence(words, sentence) for sentence in sentences])
    items = "".join([f'<li id="{mark}-{crc32(one.encode()):x}">{one}</li>' for one in told])
    return f'<ol class="so-far" id="{mark}-{crc32(items.encode()):x}-all">{items}</ol>' if told else ""


def _in_motion(words: HtmlWords, one: ActionInMotion) -> str:
    """An action that waits for somebody else: what came of it so far."""
    return (
        f'<article class="going" id="going-{one.number}">{so_far(words, one.so_far, f"going-{one.number}")}'
        f'<p class="strip">{escape(one.asked)}</p></article>'
    )


def _card(words: HtmlWords, one: QuestionCard) -> str:
    say, number = words.say, one.number
    whom = f" · {say('question.for', name=one.name)}" if one.name else ""
    which = hidden(starter=one.starter, number=number, given=one.given)
    named = f' aria-labelledby="qh-{number}"'
    forms = form("answer", which + _answers(words, one), named + (FILES if one.kind == "document" else ""))
    if one.own is not None:
        own = form("answer", which + _own_words(words, one, one.own))
        own = own.replace("<form ", '<form class="own" ', 1)
        forms = forms + own if one.search else own + forms
    if one.low is not None:
        between = _between(words, one) + f'<button class="primary">{say("question.send")}</button>'
        forms += form("answer", which + between, named).replace("<form ", '<form class="range" ', 1)
    foot = words.rule_link(one.why, say("question.rule", rule=one.rule)) if one.why else ""
    return (
        f'<article class="ask {one.kind}" id="q-{number}" data-q="{number}.{one.given}">'
        f"{so_far(words, one.so_far, f'q-{number}')}"
        f'<p class="deed">{escape(one.deed)}{whom}</p>'
        f'<h2 tabindex="-1" id="qh-{number}">{escape(one.asked)}</h2>{_stake(words, one.stake)}'
        f"{_by_chance(words, one) if one.by_chance and one.kind in {'choice', 'dice'} else ''}{forms}"
        f"<footer>{foot}{_take_back(words, one) if one.take_back else ''}</footer></article>"
    )


def _stake(words: HtmlWords, stake: StakeShown | None) -> str:
    """What hangs on a roll: whom it is against, what passing and failing mean, and the chance as a bar."""
    if stake is None:
        return ""
    against = f'<p class="against">{words.say("stake.against", name=stake.against)}</p>' if stake.against else ""
    meaning = ""
    if stake.passing and stake.failing:
        passing, failing = words.say("stake.pass", what=stake.passing), words.say("stake.fail", what=stake.failing)
        meaning = f'<ul><li class="pass">{passing}</li><li class="fail">{failing}</li></ul>'
    elif stake.passing:
        meaning = f'<ul><li class="pass">{escape(stake.passing)}</li></ul>'
    if stake.chance is None:
        return f'{against}<div class="stake">{meaning}</div>' if meaning else against
    return (
        f'{against}<div class="stake">{meaning}'
        f'<p class="chance"><meter min="0" max="1" value="{float(stake.chance):.4f}" aria-hidden="true"></meter>'
        f"<span>{escape(stake.chance_said)}</span></p></div>"
    )


def _own_words(words: HtmlWords, one: QuestionCard, own: OwnWords) -> str:
    """A field for what is not on the list."""
    id_ = f"own-{one.number}-{one.given}"
    field = f'name="text" maxlength="{own.most}" required autocomplete="off" id="{id_}"'
    return (
        f'{hidden(answer=own.value)}<label for="{id_}">{escape(own.said)}</label>'
        f"<input {field}><button>{words.say('question.send')}</button>"
    )


def _between(words: HtmlWords, one: QuestionCard) -> str:
    """A field for a number."""
    field = f'name="answer" min="{one.low}" max="{one.high}" step="{one.step}" value="{one.first}" required'
    code = "question.range" if one.step == 1 else "question.steps"
    said = words.say(code, low=one.low, high=one.high, step=one.step)
    return (
        f'<label>{said} <input type="number" inputmode="numeric" {field} id="value-{one.number}-{one.given}"></label>'
    )


def _take_back(words: HtmlWords, one: QuestionCard) -> str:
    button = f'<button class="quiet">{words.say("question.take_back")}</button>'
    return form("take-back", hidden(starter=one.starter, number=one.number) + button)


def _by_chance(words: HtmlWords, one: QuestionCard) -> str:
    """One tap for all that is still to be decided of a new character."""
    note = f'<span class="note">{words.say("question.by_chance.note")}</span>'
    button = (
        f'<button class="primary chance" id="by-chance"><span class="said">{words.say("question.by_chance")}</span>'
        f"{note}</button>"
    )
    return form("by-chance", hidden(number=one.number) + button)


def _proposed(words: HtmlWords, one: Proposed) -> str:
    """What the reader has proposed to the others, and can take back until they have agreed."""
    button = f'<button class="quiet">{words.say("question.take_back")}</button>'
    back = form("take-back", hidden(starter=one.starter, number=one.number) + button)
    said = words.say("question.proposed", deed=one.deed)
    return f'<article class="going" id="proposed-{one.number}"><p class="deed">{said}</p>{back}</article>'


def _answers(words: HtmlWords, one: QuestionCard) -> str:
    """The fields and buttons that answer a question."""
    say, id_ = words.say, f"{one.number}-{one.given}"
    if one.kind == "dice":
        if one.from_ == "typed":
            return _typed(words, one, id_)
        throw = say("question.press", dice=f"{one.n if one.n > 1 else ''}d{one.sides}")
        rest = f'<button class="throw-rest" name="rest" value="1">{say("question.press_rest")}</button>'
        return (
            f'<div class="send"><button class="primary throw" name="answer" value="[]">{throw}</button>'
            f"{rest if one.one_more else ''}</div>"
        )
    if one.kind == "text":
        return (
            f'<textarea name="text" rows="2" maxlength="{one.high}" aria-labelledby="qh-{one.number}" id="text-{id_}">'
            "</textarea>"
            f'<div class="send"><button class="primary">{say("question.send")}</button></div>'
        )
    if one.kind == "document":
        return _document(words, id_)
    find = ""
    if one.search:
        said = say("question.find", n=len(one.options))
        find = (
            f'<input type="search" class="find js-only" placeholder="{said}" aria-label="{said}" autocomplete="off" '
            f'id="find-{id_}">'
        )
    if not one.options:
        return find
    options: list[str] = []
    spends: dict[int | str, list[str]] = {}
    for at, option in enumerate(one.options, 1):
        note = f'<span class="note">{escape(option.note)}</span>' if option.note else ""
        drawn = (
            f'<li><button name="answer" value="{escape(option.value)}" id="o-{id_}-{at}"{_place(option)}>'
            f'<span class="said">{escape(option.said)}</span>{note}</button></li>'
        )
        under = option.face or option.under
        (spends.setdefault(under, []) if under else options).append(drawn)
    kind = f"options{' many' if one.search else ''}{' terse' if one.terse else ''}"
    listed = f'<ul class="{kind}">{"".join(options)}</ul>'
    if sum([bool(option.chart) and "," in option.chart for option in one.options]) > FEW:
        said = say("chart.squares", n=len(one.options))
        hint = f'<p class="tap js-only">{say("chart.tap")}</p>'
        return f'{hint}<details class="squares-listed" id="s-{id_}"><summary>{said}</summary>{find}{listed}</details>'
    return f"{find}{_dice_to_spend(words, spends, id_)}{listed}"


def _document(words: HtmlWords, id_: str) -> str:
    """A character from elsewhere: a file to choose or a text to paste, and the formats that are read."""
    say = words.say
    known = words.phrases.between.join([words.phrases.say(f"format.{name}") for name in formats(words.game.id)])
    return (
        f'<p id="formats-{id_}">{say("document.formats", names=known)}</p>'
        f'<label class="file">{say("document.file")} <input type="file" name="file" id="file-{id_}" '
        f'accept=".json,.txt,application/json,text/plain" aria-describedby="formats-{id_}"></label>'
        f'<label>{say("document.text")} <textarea name="document" rows="3" spellcheck="false" autocomplete="off" '
        f'id="document-{id_}" aria-describedby="formats-{id_}"></textarea></label>'
        f'<div class="send"><button class="primary">{say("document.send")}</button></div>'
    )


def _place(option: OptionShown) -> str:
    """The attribute that ties an option to the battle chart, if it is there."""
    way = f' data-way="{escape(option.path)}"' if option.path else ""
    way += ' data-dear="1"' if option.path and option.dear else ""
    return f' data-chart="{escape(option.chart)}"{way}' if option.chart else ""


def _dice_to_spend(words: HtmlWords, spends: Mapping[int | str, Sequence[str]], id_: str) -> str:
    """Dice that options spend, the highest first, and words that group options without one.

    A tap opens the options, unless there are so few that all lie open.
    """
    few = sum(map(len, spends.values())) <= FEW_SPENT
    listed: list[int | str] = [*sorted([face for face in spends if isinstance(face, int)], reverse=True)]
    listed += [word for word in spends if isinstance(word, str)]
    opened = []
    for at, under in enumerate(listed):
        said = (
            escape(under)
            if isinstance(under, str)
            else f'<span class="sr">{words.say("question.die", face=under)}</span>'
        )
        shown = die(0, under) if isinstance(under, int) else ""
        options = f"<ul>{''.join(spends[under])}</ul>"
        ways = f'<span class="note">{words.say("question.ways", n=len(spends[under]))}</span>'
        mark = f'id="spend-{id_}-{at}"'
        opened.append(
            f'<div class="spend" {mark}><p>{shown}{said}</p>{options}</div>'
            if few
            else f'<details name="spend-{id_}" {mark}><summary>{shown}{said}{ways}</summary>{options}</details>'
        )
    return f'<div class="spends">{"".join(opened)}</div>' if opened else ""


def _typed(words: HtmlWords, one: QuestionCard, id_: str) -> str:
    """Dice typed in: a box for each die, and large faces to tap."""
    say, boxes = words.say, []
    for at in range(one.n):
        field = f'name="face" min="1" max="{one.sides}" required id="face-{id_}-{at}" autocomplete="off"'
        boxes.append(
            f'<label class="box"><span class="sr">{say("dice.die", n=at + 1, sides=one.sides)}</span>'
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
        f'<button class="primary">{say("question.send")}</button>'
        f'<button name="answer" value="[]" formnovalidate class="quiet">{say("question.throw")}</button></div>'
    )


def _for_other(words: HtmlWords, one: QuestionCard) -> str:
    """A question of somebody else, folded, for the referee to answer."""
    say, asked = words.say, escape(one.asked)
    send = f"<button>{say('question.send')}</button>"
    if one.kind == "dice":
        answer = f'<button name="answer" value="[]">{say("question.throw")}</button>'
    elif one.kind in {"text", "document"}:
        name = "text" if one.kind == "text" else "document"
        answer = f'<textarea name="{name}" rows="2" aria-label="{asked}"></textarea>{send}'
    else:
        options = [f'<option value="{escape(option.value)}">{escape(option.said)}</option>' for option in one.options]
        select = f'<select name="answer">{"".join(options)}</select>'
        answer = f'<label><span class="sr">{asked}</span>{select}</label>{send}' if options else ""
    which = hidden(starter=one.starter, number=one.number, given=one.given)
    forms = form("answer", which + answer) if answer else ""
    if one.low is not None and one.kind == "choice":
        forms += form("answer", which + _between(words, one) + send)
    return (
        f'<details class="for-other" id="fo-{one.number}">'
        f"<summary>{say('question.answer_for', name=one.name)}</summary>"
        f"<p>{asked}</p>{forms}{_take_back(words, one)}</details>"
    )


def _sentence(words: HtmlWords, one: Sentence, size: str = "") -> str:
    return "".join([sentence(one), *(f" {roll(words, thrown, size)}" for thrown in one.rolls)])
