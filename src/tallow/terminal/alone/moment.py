"""What can be answered or done at one point of play, for every way of showing it: picks, each with what it does."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tallow.games.deeds import Action, Offer
from tallow.games.view import Handle, Spots
from tallow.play import Choice, Roll, RuleId
from tallow.play.questions import frozen
from tallow.terminal.alone.playing import Playing
from tallow.terminal.answers import keys
from tallow.wording.now import in_order, now
from tallow.wording.question_card import OptionShown, QuestionCard, question_card
from tallow.wording.speech import dice, upper
from tallow.wording.table_speech import TableSpeech

Asked: TypeAlias = Literal["act", "choice", "number", "dice", "text", "over"]
"""What is wanted: an action, an option, a number, dice, a text; nothing, where nothing can be done any more."""


class Reply(Struct, frozen=True, gc=False):
    """An answer to the question that waits, as JSON."""

    value: str


class Pick(Struct, frozen=True):
    """Something to choose: what to type for it, how it is said, a note, a heading, and the rule behind it.

    It does an action, answers a question, or leads to others to choose from.
    """

    key: str
    said: str
    does: "Handle | Reply | tuple[Pick, ...]"
    note: str = ""
    under: str = ""
    why: RuleId = ""


class Moment(Struct, frozen=True):
    """Who is asked what, the `picks` that come first, and what `others` there are; `refused` is what cannot be done.

    `stake` is what hangs on dice, in lines.
    """

    kind: Asked
    who: str = ""
    asked: str = ""
    why: RuleId = ""
    picks: tuple[Pick, ...] = ()
    others: tuple[Pick, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    numbers: range | None = None
    stake: tuple[str, ...] = ()


def moment(playing: Playing) -> Moment:
    """What is asked now."""
    pending = playing.pending
    if pending is not None:
        card = question_card(pending, playing.seat, playing.speech)
        question = pending.question
        if isinstance(question, Roll):
            say = playing.speech.phrases.say
            hangs = tuple(card.stake.lines(say)) if card.stake else ()
            typed = "play.typed_at_stake" if hangs else "play.typed"
            asked = say(typed, dice=dice(question), rule=card.rule)
            return Moment("dice", card.deed, asked, card.why, stake=hangs)
        return _question(card, question if isinstance(question, Choice) else None)
    return _actions(playing)


def _question(card: QuestionCard, choice: Choice | None) -> Moment:
    if choice is None:
        return Moment("text", card.deed, card.asked, card.why)
    if card.low is not None and card.high is not None:
        picks = [Pick("", one.said, Reply(one.value)) for one in card.options]
        numbers = range(card.low, card.high + 1, card.step)
        return Moment("number", card.deed, card.asked, card.why, tuple(picks), numbers=numbers)
    rules = [option if isinstance(option, str) else "" for option in choice.options]
    options = list(card.options)
    if card.own is not None:  # here its text is the next question
        options.insert(card.own.at, OptionShown(card.own.value, card.own.said))
    picks = [
        Pick(key, one.said, Reply(one.value), one.note, one.under, rule or card.why)
        for key, one, rule in zip(keys(choice), options, rules, strict=True)
    ]
    return Moment("choice", card.deed, card.asked, card.why, tuple(picks))


def _actions(playing: Playing) -> Moment:
    speech, offers = playing.speech, playing.offers()
    able = [offer for offer in offers if offer.refusal is None]
    if not able:
        return Moment("over")
    refused = tuple([(speech.deed(one), speech.refusal(one.refusal)) for one in offers if one.refusal])
    known = {offer.action: offer for offer in able}
    first = now(playing.table, playing.seat, offers, speech)
    picks = []
    for one in first.actions if first else ():
        answers = tuple([(what, frozen(said)) for what, said in msgspec.json.decode(one.answers or b"{}").items()])
        handle = Handle(one.name, one.who, answers)
        picks.append(Pick("", one.said, handle, one.note, why=known[Action(one.name, one.who)].why))
    spots = list(_spots(playing, known))
    upon = Counter([pick.does.action for pick in spots if isinstance(pick.does, Handle)])
    others = [*spots, *_by_name([one for one in able if upon[one.action.name] != 1], speech)]
    taken = {_target(pick) for pick in picks}
    rest = [pick for pick in others if _target(pick) not in taken]
    return Moment(
        "act",
        first.who if first else "",
        speech.phrases.say("play.turn"),
        picks=numbered(picks),
        others=numbered(rest, len(picks)),
        refused=tuple(dict.fromkeys(refused)),
    )


def _target(pick: Pick) -> object:
    """What a pick does, to tell whether another does the same."""
    does = pick.does
    return (does.action, does.who, does.answers) if isinstance(does, Handle) else does


def _spots(playing: Playing, known: dict[Action, Offer]) -> Iterator[Pick]:
    """What each thing that is seen is good for."""
    speech = playing.speech
    for panel in playing.view.panels:
        for block in panel.blocks:
            if isinstance(block, Spots):
                for handle in [one for spot in block.spots for one in spot.handles]:
                    if offer := known.get(Action(handle.action, handle.who)):
                        said, under = speech.handle(handle, offer), upper(speech.label(block.label))
                        yield Pick("", said, handle, _cost(offer, speech), under, offer.why)


def _by_name(able: Sequence[Offer], speech: TableSpeech) -> Iterator[Pick]:
    """Each action once; where several people can do it, whoever does is chosen next."""
    by_name: dict[str, list[Offer]] = {}
    for offer in in_order(able, speech.game.ui.groups):
        by_name.setdefault(offer.action.name, []).append(offer)
    for same in by_name.values():
        said, under = speech.deed(same[0]), upper(speech.label(same[0].group)) if same[0].group else ""
        note, why = _cost(same[0], speech), same[0].why
        each = [Pick("", upper(speech.subject(one)), _handle(one), why=one.why) for one in same]
        if len(same) == 1:
            yield Pick("", said, _handle(same[0]), note, under, why)
        else:
            yield Pick("", said, numbered(each), note, under, why)


def _handle(offer: Offer) -> Handle:
    return Handle(offer.action.name, offer.action.who)


def _cost(offer: Offer, speech: TableSpeech) -> str:
    return speech.label(offer.cost) if offer.cost not in {"", "none"} else ""


def numbered(picks: Sequence[Pick], after: int = 0) -> tuple[Pick, ...]:
    """Picks with the numbers that follow `after`."""
    return tuple([replace(pick, key=str(at)) for at, pick in enumerate(picks, after + 1)])


def matching(picks: Sequence[Pick], line: str) -> list[Pick]:
    """The picks that a line means: by what to type, by name, by the start of it, or by words that begin so.

    A single letter is no word: it is too easily meant otherwise.
    """
    said = line.casefold()
    low = [pick.said.casefold() for pick in picks]
    tests = (
        [bool(pick.key) and pick.key == line and line != "-" for pick in picks],
        [name == said for name in low],
        [name.startswith(said) for name in low],
        [
            len(said) > 1 and all(any(part.startswith(word) for part in _words(name)) for word in said.split())
            for name in low
        ],
    )
    for test in tests:
        if found := [pick for pick, fits in zip(picks, test, strict=True) if fits]:
            return found
    return []


def _words(name: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in name).split()
