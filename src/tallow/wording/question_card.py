"""Pending questions as cards: what is asked, and the ways to answer it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tallow.adventures import AT
from tallow.games.game import Prospect, UiHints
from tallow.games.optional import documents_of
from tallow.games.view import Spots
from tallow.play import REFEREE, Choice, Chosen, Matter, Option, Options, Roll, Rolled, Seat, Span, Writing
from tallow.table import Pending, seen_going, seen_question
from tallow.table.seats import DiceFrom
from tallow.wording.columns import columns
from tallow.wording.number_ranges import FEW, long_span
from tallow.wording.speech import upper
from tallow.wording.stakes import WEIGHED, StakeShown, chance_ahead, stake_shown, weighs, writing_ahead
from tallow.wording.story import Sentence, sentences
from tallow.wording.table_speech import TableSpeech

MANY = 12
"""More options than this get a search field."""

PLACE = "place."
"""How the names of deeds in a place begin: nobody is made by any of them, so there is nothing to leave to chance."""

WHO = "place.who"
"""Who does something in a place: whoever is most likely to succeed stands first, if the odds of all are known."""

WRITTEN = ("another", "write")
"""Options after which a text may be asked for."""

SO_FAR = 4
"""How many of the last sentences stand above the question."""


class OptionShown(Struct, frozen=True, gc=False):
    """An option: its answer as JSON, its name, a note on what it means.

    `face` is the die that it spends, if it spends one; options without a die may be grouped `under` a word. `chart` is
    the square, token or facing that it is on a battle chart, and `path` the squares on the way there: `3,4 3,5`;
    `dear` is a way that takes more than the shortest, or a risk.
    """

    value: str
    said: str
    note: str = ""
    face: int = 0
    under: str = ""
    chart: str = ""
    path: str = ""
    dear: bool = False


class OwnWords(Struct, frozen=True, gc=False):
    """An option after which one writes a text at once: its place among the options, its answer as JSON, and how long
    the text may be.
    """

    at: int
    value: str
    said: str
    most: int


class QuestionCard(Struct, frozen=True, gc=False):
    """A pending question, for the person who may answer it.

    `number` and `given` (how many answers the action has) identify it, so that a late answer is refused. `low`, `high`,
    `step` and `first` are for a number, `n`, `sides` and `stake` for dice; `one_more`: they have rolled for it before.
    `own` is the option that is written and not chosen; it is none of the `options` then.
    """

    kind: Literal["dice", "text", "document", "choice"]
    number: int
    given: int
    starter: Seat
    deed: str
    asked: str
    why: str
    rule: str
    name: str
    so_far: tuple[Sentence, ...] = ()
    take_back: bool = False
    by_chance: bool = False
    options: tuple[OptionShown, ...] = ()
    own: OwnWords | None = None
    low: int | None = None
    high: int | None = None
    first: int = 0
    step: int = 1
    n: int = 0
    sides: int = 0
    from_: DiceFrom = "server"
    stake: StakeShown | None = None
    one_more: bool = False

    @property
    def search(self) -> bool:
        """Whether there are so many options that they can be searched; dice to spend are tapped instead."""
        return len(self.options) > MANY and not any(one.face for one in self.options)

    @property
    def terse(self) -> bool:
        """Whether the options are short enough to stand side by side."""
        return all(columns(one.said) <= 14 and not one.note for one in self.options)


class ActionInMotion(Struct, frozen=True, gc=False):
    """An action whose dice have fallen while somebody else is asked: what came of it, and what it waits for."""

    number: int
    so_far: tuple[Sentence, ...]
    asked: str


def action_in_motion(pending: Pending, seat: Seat, speech: TableSpeech) -> ActionInMotion:
    """An action in motion, as `seat` sees it. The question itself is shown only to whoever is asked."""
    question, name = pending.question, speech.who(pending.question.by)
    if pending.held:
        asked = speech.asked(question)
    elif isinstance(question, Roll):
        asked = speech.phrases.say("going.roll", name=name, dice=f"{question.n}d{question.sides}")
    else:
        asked = speech.phrases.say("going.choice" if isinstance(question, Choice) else "going.text", name=name)
    return ActionInMotion(pending.number, tuple(sentences(seen_going(pending, seat).shown, speech))[-SO_FAR:], asked)


def question_card(pending: Pending, seat: Seat, speech: TableSpeech) -> QuestionCard:
    """The card of a pending action, as `seat` reads it."""
    question, table = seen_question(pending.question, seat), speech.table
    subject = speech.label(speech.names((pending.action.who,)).get(pending.action.who, ""))
    told = tuple(sentences(seen_going(pending, seat).shown, speech))
    about: dict[str, Any] = {
        "number": pending.number,
        "given": len(pending.answers),
        "starter": pending.starter,
        "deed": _deed(pending, seat, subject, speech),
        "asked": speech.asked(question),
        "why": question.why if question.why in speech.game.book.entries() else "",
        "rule": speech.rule(question.why),
        "name": "" if question.by == seat else speech.who(question.by),
        "so_far": told[-SO_FAR:],
        "take_back": table.may_take_back(seat, pending),
        "by_chance": table.may_leave_to_chance(seat, pending) and not pending.action.name.startswith(PLACE),
    }
    match question:
        case Roll(n, sides, by):
            from_ = table.dice_of(by)
            more = any(isinstance(one, Rolled) and one.roll.by == by and one.roll.tests for one in pending.events)
            about |= {"n": n, "sides": sides, "from_": from_, "one_more": more}
            return QuestionCard("dice", **about, stake=stake_shown(question, speech))
        case Writing(what=what, most=most):
            known = documents_of(speech.game)
            return QuestionCard("document" if known and what == known.asks else "text", **about, high=most)
        case Choice(options=options):
            span = None if question.what in speech.game.ui.facings else _span(options)
            if span is not None and isinstance(options, Span):
                picks = _picks(question, span, speech)
                low, high, step = span[0], span[-1], span.step
                return QuestionCard("choice", **about, options=picks, low=low, high=high, step=step, first=options[0])
            rest = [option for option in options if span is None or type(option) is not int]
            ahead = speech.game.ui.prospects(table.state, question) if speech.game.ui.prospects else {}
            prices = speech.game.ui.prices(table.state, question) if speech.game.ui.prices else {}
            ways = speech.game.ui.paths(table.state, question) if speech.game.ui.paths else {}
            drawn = tuple(
                _option(question, option, speech, ahead.get(option, ()), prices.get(option), ways.get(option, ()))
                for option in rest
            )
            if len(rest) <= WEIGHED and weighs(table, question.what, *question.facts[:1]):
                chances = [
                    chance_ahead(table, pending.action, (*pending.answers, option), question.by, speech)
                    for option in rest
                ]
                drawn = tuple([_with_chance(*one) for one in zip(drawn, chances, strict=True)])
                odds = [chance for _, chance in filter(None, chances)]
                if question.what == WHO and len(odds) == len(rest):
                    likely = sorted(range(len(rest)), key=odds.__getitem__, reverse=True)
                    rest, drawn = [rest[at] for at in likely], tuple([drawn[at] for at in likely])
            if span is None:
                own = _own_words(pending, rest, drawn, speech)
                if own is not None:
                    drawn = (*drawn[: own.at], *drawn[own.at + 1 :])
                return QuestionCard("choice", **about, options=drawn, own=own)
            first = next(option for option in options if type(option) is int)
            return QuestionCard("choice", **about, options=drawn, low=span[0], high=span[-1], first=first)


def _deed(pending: Pending, seat: Seat, subject: str, speech: TableSpeech) -> str:
    """An action, with what it is done to where that was chosen first; what the referee chose is theirs to know."""
    words, name = speech.game.words, pending.action.name
    if words.has("handle", name):
        for event in pending.events:
            if not isinstance(event, Chosen) or (event.choice.by == REFEREE and seat != REFEREE):
                continue
            if str(event.option).startswith(AT):
                return speech.upon(name, event.choice, event.option)
        if (only := _only(pending, speech)) is not None:
            return speech.upon(name, *only)
    return words.say("action", name, subject)


def _only(pending: Pending, speech: TableSpeech) -> tuple[Matter, Option] | None:
    """What an action is done to where there is but one such thing: nobody is asked for it."""
    lists = [block for panel in speech.view.panels for block in panel.blocks if isinstance(block, Spots)]
    handles = [one for block in lists for spot in block.spots for one in spot.handles]
    found = {one.answers[-1] for one in handles if one.action == pending.action.name and one.answers}
    if len(found) != 1:
        return None
    ((what, option),) = found
    return Matter(pending.action.who, what, (), ""), option


def _option(
    choice: Choice,
    option: Any,
    speech: TableSpeech,
    ahead: tuple[Prospect, ...],
    price: int | None = None,
    way: tuple[tuple[int, int], ...] = (),
) -> OptionShown:
    said = speech.option(choice, option)
    costs = (speech.game.words.say("label", "price_of", price),) if price is not None else ()
    note = " · ".join(filter(None, (*costs, *_notes(choice, option, speech, ahead, costs))))
    value = msgspec.json.encode(option).decode()
    face, under = 0, ""
    if choice.what in speech.game.ui.dice:
        face = _face(option)
        under = speech.label(option[0]) if isinstance(option, tuple) and not face else ""
    chart = _on_chart(choice, option, speech.game.ui)
    path = " ".join([f"{x},{y}" for x, y in way])
    return OptionShown(value, upper(said), note if note != said else "", face, under, chart, path, _dear(ahead))


def _own_words(
    pending: Pending, options: Sequence[Any], drawn: Sequence[OptionShown], speech: TableSpeech
) -> OwnWords | None:
    """The option after which whoever decides writes a text, as the rule asks for it."""
    for at, (option, shown) in enumerate(zip(options, drawn, strict=True)):
        if option in WRITTEN:
            text = writing_ahead(speech.table, pending.action, (*pending.answers, option), pending.question.by)
            if text is not None:
                return OwnWords(at, shown.value, shown.said, text.most)
    return None


def _with_chance(shown: OptionShown, chance: tuple[str, Fraction] | None) -> OptionShown:
    """An option with the chance of the roll that follows it, before whatever else is noted."""
    return replace(shown, note=" · ".join(filter(None, (chance[0], shown.note)))) if chance else shown


def _dear(ahead: tuple[Prospect, ...]) -> bool:
    """Whether something comes at more than one action, or with more than one price."""
    return len(ahead) > 1 or any(one.facts and one.facts[0] != 1 for one in ahead)


def _notes(
    choice: Choice, option: Any, speech: TableSpeech, ahead: tuple[Prospect, ...], costs: tuple[str, ...]
) -> tuple[str, ...]:
    """What an option leads to; of one without odds also what it is, but for what it `costs`."""
    said = [speech.prospect(one) for one in ahead]
    if any(one.chance is not None for one in ahead):
        return tuple(said)
    return (*said, _but_for(speech.note(choice, option), " ".join((*costs, *said))))


def _but_for(text: str, said: str) -> str:
    """A text without what was said before it in its first sentence: prices, dice."""
    first, end, rest = text.partition(". ")
    known = set(said.split())
    parts = first.removesuffix(".").split(", ")
    news = [part for part in parts if not set(part.split()) <= known]
    if len(news) == len(parts):
        return text
    kept = ", ".join(news) + ("." if end or first.endswith(".") else "") if news else ""
    return " ".join(filter(None, (kept, rest)))


def _on_chart(choice: Choice, option: Any, hints: UiHints[Any]) -> str:
    """The square, token or facing that an option is: `3,4`, `pawn:foe2`, `facing:6`; else ""."""
    if type(option) is int:
        return f"facing:{option}" if choice.what in hints.facings else ""
    if isinstance(option, str):
        return f"pawn:{option}" if choice.what in hints.pawns else ""
    if choice.what in hints.squares and len(option) == 2 and all(type(part) is int for part in option):
        return f"{option[0]},{option[1]}"
    return ""


def _face(option: Any) -> int:
    """The face of the die that an option spends; 0 where it spends none."""
    last = option[-1] if isinstance(option, tuple) and option else option
    return last if type(last) is int else 0


def _picks(choice: Choice, numbers: range, speech: TableSpeech) -> tuple[OptionShown, ...]:
    """Numbers that a player often wants of what they have: none of it, half, all.

    The referee makes numbers up: the greatest of those is no more likely than any other.
    """
    if choice.by == REFEREE:
        return ()
    half = numbers[(len(numbers) - 1) // 2]
    said = {half: speech.phrases.say("question.half", n=half)}
    said[numbers[-1]] = speech.phrases.say("question.most", n=numbers[-1])
    if numbers[0] == 0:
        said = {0: speech.phrases.say("question.none"), **said}
    return tuple(OptionShown(str(number), text) for number, text in said.items())


def _span(options: Options) -> range | None:
    """The range of the whole numbers among the options, if they are many and consecutive."""
    if isinstance(options, Span):
        return long_span(options)
    numbers = sorted(option for option in options if type(option) is int)
    if len(numbers) <= FEW or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return None
    return range(numbers[0], numbers[-1] + 1)
