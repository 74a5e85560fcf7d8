"""Questions as cards: what is asked, and how it can be answered with one tap."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from tallow.games.game import UiHints
from tallow.games.optional import documents_of
from tallow.odds.words import percent
from tallow.play import REFEREE, Choice, Options, Roll, Seat, Span, Writing
from tallow.table import Pending, seen_going
from tallow.wording.columns import columns
from tallow.wording.number_ranges import FEW, long_span
from tallow.wording.speech import upper
from tallow.wording.story import Sentence, sentences
from tallow.wording.table_speech import TableSpeech

MANY = 12
"""More options than this can be searched."""

SO_FAR = 4
"""So many of the last things told stand above the question."""


class OptionDrawn(Struct, frozen=True, gc=False):
    """An option: its answer as JSON, its name, a line on what it means.

    `face` is the die that it spends; one without a die may stand `under` a word with others like it. `chart` says which
    square, token or facing of a battle chart it is.
    """

    value: str
    said: str
    note: str = ""
    face: int = 0
    under: str = ""
    chart: str = ""


class Card(Struct, frozen=True, gc=False):
    """A question that waits."""

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
    options: tuple[OptionDrawn, ...] = ()
    low: int | None = None
    high: int | None = None
    first: int = 0
    step: int = 1
    n: int = 0
    sides: int = 0
    typed: bool = False

    @property
    def search(self) -> bool:
        """Whether there are so many options that one has to search; dice to spend are tapped instead."""
        return len(self.options) > MANY and not any(one.face for one in self.options)

    @property
    def terse(self) -> bool:
        """Whether the options are short enough to stand side by side."""
        return all(columns(one.said) <= 14 and not one.note for one in self.options)


class UnderWay(Struct, frozen=True, gc=False):
    """An action whose dice lie on the table while somebody else is asked: what came of it, and what it waits for."""

    number: int
    so_far: tuple[Sentence, ...]
    asked: str


def under_way(waits: Pending, seat: Seat, speech: TableSpeech) -> UnderWay:
    """An action in motion, as `seat` sees it: what is asked, and what may be answered, is of those asked alone."""
    question, name = waits.question, speech.who(waits.question.by)
    if waits.held:
        asked = speech.asked(question)
    elif isinstance(question, Roll):
        asked = speech.phrases.say("going.roll", name=name, dice=f"{question.n}d{question.sides}")
    else:
        asked = speech.phrases.say("going.choice" if isinstance(question, Choice) else "going.text", name=name)
    return UnderWay(waits.number, tuple(sentences(seen_going(waits, seat).shown, speech))[-SO_FAR:], asked)


def card(waits: Pending, seat: Seat, speech: TableSpeech) -> Card:
    """The card of an action that waits, as `seat` reads it."""
    question, table = waits.question, speech.table
    subject = speech.label(speech.names((waits.action.who,)).get(waits.action.who, ""))
    told = tuple(sentences(seen_going(waits, seat).shown, speech))
    about: dict[str, Any] = {
        "number": waits.number,
        "given": len(waits.answers),
        "starter": waits.starter,
        "deed": speech.game.words.say("action", waits.action.name, subject),
        "asked": speech.asked(question),
        "why": question.why if question.why in speech.game.book.entries() else "",
        "rule": speech.rule(question.why),
        "name": "" if question.by == seat else speech.who(question.by),
        "so_far": told[-SO_FAR:],
        "take_back": table.may_take_back(seat, waits),
    }
    match question:
        case Roll(n, sides, by):
            return Card("dice", **about, n=n, sides=sides, typed=table.dice_of(by) == "typed")
        case Writing(what=what, most=most):
            known = documents_of(speech.game)
            return Card("document" if known and what == known.asks else "text", **about, high=most)
        case Choice(options=options):
            span = None if question.what in speech.game.ui.facings else _span(options)
            if span is not None and isinstance(options, Span):
                picks = _picks(question, span, speech)
                low, high, step = span[0], span[-1], span.step
                return Card("choice", **about, options=picks, low=low, high=high, step=step, first=options[0])
            rest = [option for option in options if span is None or type(option) is not int]
            chances = speech.game.ui.prospects(table.state, question) if speech.game.ui.prospects else {}
            prices = speech.game.ui.prices(table.state, question) if speech.game.ui.prices else {}
            drawn = tuple(_option(question, option, speech, chances.get(option), prices.get(option)) for option in rest)
            if span is None:
                return Card("choice", **about, options=drawn)
            first = next(option for option in options if type(option) is int)
            return Card("choice", **about, options=drawn, low=span[0], high=span[-1], first=first)


def _option(
    choice: Choice, option: Any, speech: TableSpeech, chance: float | None = None, price: int | None = None
) -> OptionDrawn:
    said = speech.option(choice, option)
    note = speech.note(choice, option) if chance is None else percent(chance)
    if price is not None:
        note = " · ".join(filter(None, (speech.game.words.say("label", "price_of", price), note)))
    value = msgspec.json.encode(option).decode()
    face, under = 0, ""
    if choice.what in speech.game.ui.dice:
        face = _face(option)
        under = speech.label(option[0]) if isinstance(option, tuple) and not face else ""
    chart = _on_chart(choice, option, speech.game.ui)
    return OptionDrawn(value, upper(said), note if note != said else "", face, under, chart)


def _on_chart(choice: Choice, option: Any, hints: UiHints[Any]) -> str:
    """The square, token or facing that an option is: `3,4`, `pawn:foe2`, `facing:6`; nothing elsewhere."""
    if type(option) is int:
        return f"facing:{option}" if choice.what in hints.facings else ""
    if isinstance(option, str):
        return f"pawn:{option}" if choice.what in hints.pawns else ""
    if choice.what in hints.squares and len(option) == 2 and all(type(part) is int for part in option):
        return f"{option[0]},{option[1]}"
    return ""


def _face(option: Any) -> int:
    """The die that an option spends, by its face; 0 where it spends none."""
    last = option[-1] if isinstance(option, tuple) and option else option
    return last if type(last) is int else 0


def _picks(choice: Choice, numbers: range, speech: TableSpeech) -> tuple[OptionDrawn, ...]:
    """Numbers that a player wants more often than others of what they have: none of it, half, all.

    A referee's numbers are made up, and their greatest is no more likely than any other.
    """
    if choice.by == REFEREE:
        return ()
    half = numbers[(len(numbers) - 1) // 2]
    said = {half: speech.phrases.say("question.half", n=half)}
    said[numbers[-1]] = speech.phrases.say("question.most", n=numbers[-1])
    if numbers[0] == 0:
        said = {0: speech.phrases.say("question.none"), **said}
    return tuple(OptionDrawn(str(number), text) for number, text in said.items())


def _span(options: Options) -> range | None:
    """The whole numbers among the options, when they are many and in a row."""
    if isinstance(options, Span):
        return long_span(options)
    numbers = sorted(option for option in options if type(option) is int)
    if len(numbers) <= FEW or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return None
    return range(numbers[0], numbers[-1] + 1)
