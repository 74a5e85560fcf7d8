"""Lines of a table's log as sentences: what was told, the dice behind it, the rule that made it."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tallow.play import REFEREE, Chosen, Event, Rolled, RuleId, Told, Written
from tallow.table import Sealed, Shown, ShownLine
from tallow.wording.log_marks import Mark, mark_of
from tallow.wording.speech import dice, texts, upper
from tallow.wording.stakes import was_needed
from tallow.wording.table_speech import Part, TableSpeech

UNDONE = ("table.undone", "table.undone_own")
"""Codes that tell of an undo; their first fact is how many actions were undone."""

RECAPPED = 12
"""No more sentences than this tell of an evening."""


TELLING = ("scene", "narrated", "great", "grave")
"""The marks of what stands out of an evening, the lightest first."""


class DiceShown(Struct, frozen=True, gc=False, cache_hash=True):
    """Dice that were rolled: who rolled them, their faces, whether they are sealed or were typed in.

    `needed` is what they had to show, where all may know that. `key` tells equal rolls apart. `purpose` is what they
    were for, in words, where the sentence that they stand beside was told under another rule.
    """

    who: str
    dice: str = ""
    sides: int = 0
    faces: tuple[int, ...] = ()
    typed: bool = False
    sealed: bool = False
    why: str = ""
    rule: str = ""
    key: str = ""
    needed: str = ""
    purpose: str = ""


class Sentence(Struct, frozen=True, gc=False):
    """One thing told, with its dice; `who` are the people in it. A `bare` one has only its dice and their rule.

    `mark` says how it is set apart.
    """

    parts: tuple[Part, ...]
    rolls: tuple[DiceShown, ...] = ()
    why: str = ""
    rule: str = ""
    harm: bool = False
    who: tuple[str, ...] = ()
    bare: bool = False
    mark: Mark = ""


class LogLine(Struct, frozen=True, gc=False):
    """A line of the log in words; `undo` is how many actions it undid."""

    number: int
    undone: bool
    action: int
    told: tuple[Sentence, ...]
    undo: int = 0


def log_line(shown: ShownLine, speech: TableSpeech) -> LogLine:
    """A line of the log. An action of which nothing is told is named, with whoever did it."""
    told = tuple(sentences(shown.shown, speech))
    if not told and shown.deed.name:
        deed, who = speech.game.words.say("action", shown.deed.name), shown.deed.who
        named = speech.names((who,)).get(who) or speech.who(shown.seat)
        told = (Sentence(((upper(speech.game.words.fact(named)), True), (f": {deed}", False)), who=(named,)),)
    return LogLine(shown.number, shown.undone, shown.action, told, _undid(shown))


def _undid(shown: ShownLine) -> int:
    events = [one.event for one in shown.shown]
    return next((int(one.facts[0]) for one in events if isinstance(one, Told) and one.code in UNDONE), 0)  # type: ignore[arg-type]


def sentences(events: Iterable[Shown], speech: TableSpeech) -> Iterator[Sentence]:
    """Sentences for these events, each with its dice.

    Dice go with what is told next under the same rule, or else the last of them with what is told next at all. What is
    told under the rule of some of the dice leaves the others to what comes after. Dice that are left stand alone, with
    the name of their rule.
    """
    waiting: list[DiceShown] = []
    for shown in events:
        event = shown.event
        if isinstance(event, Rolled | Sealed):
            waiting.append(dice_shown(shown, speech))
        elif isinstance(event, Told):
            known = any(one.why == event.why for one in waiting)
            why = event.why if known else waiting[-1].why if waiting else ""
            mine = [one for one in waiting if one.why == why or one.sealed]
            waiting = [one for one in waiting if one.why != why and not one.sealed]
            if not known:
                yield from _alone(waiting)
                waiting = []
            parts = speech.told_parts(event)
            yield Sentence(
                parts,
                _purposes(mine, event.why, "".join([text for text, _ in parts])),
                event.why,
                speech.rule(event.why) if event.why else "",
                event.code.startswith(speech.game.ui.harm),
                tuple(speech.game.book.called(fact) for fact in texts(event.facts) if fact in speech.people),
                mark=mark_of(event, speech),
            )
    yield from _alone(waiting)


def _purposes(rolls: Sequence[DiceShown], told: RuleId, text: str) -> tuple[DiceShown, ...]:
    """The dice of a sentence, each with its purpose, unless the sentence says that, or the dice before had the same."""
    said, found = told, []
    for one in rolls:
        new = one.why not in (said, told) and not one.sealed and not names_rule(one.rule, text)
        found.append(replace(one, purpose=one.rule) if new else one)
        said = one.why
    return tuple(found)


def names_rule(rule: str, text: str) -> bool:
    """Whether a sentence names a rule: in full, or a score such as Wisdom by its first letters, WIS."""
    return rule.casefold() in text.casefold() or rule[:3].upper() in text


def _alone(rolls: Iterable[DiceShown]) -> Iterator[Sentence]:
    by_rule: dict[str, list[DiceShown]] = {}
    for one in rolls:
        by_rule.setdefault(one.why, []).append(one)
    for why, together in by_rule.items():
        rule = together[0].rule
        yield Sentence(((rule, False),), tuple(together), why, rule, who=(together[0].who,), bare=True)


def dice_shown(shown: Shown, speech: TableSpeech) -> DiceShown:
    """Dice as they are shown."""
    event = shown.event
    if isinstance(event, Sealed):
        nobody = event.by == REFEREE and not speech.table.referee
        return DiceShown("" if nobody else speech.who(event.by), sealed=True)
    assert isinstance(event, Rolled)  # noqa: S101  (for the type checker)
    roll = event.roll
    who = speech.who(roll.by)
    secret = roll.hidden and roll.by == REFEREE
    return DiceShown(
        who,
        dice(roll),
        roll.sides,
        event.pool,
        shown.typed,
        False,
        roll.why,
        speech.rule(roll.why),
        "s" * secret,
        was_needed(roll, speech),
    )


def dice_said(rolls: Iterable[DiceShown], speech: TableSpeech) -> list[str]:
    """What each roll came to; however often somebody has rolled in secret, that is said once."""
    said = []
    for roll in rolls:
        words = {"dice": roll.dice, "faces": " ".join(map(str, roll.faces)), "needed": roll.needed}
        code = "rolls.needed" if roll.needed else "rolls"
        text = speech.say(code, **words) if not roll.sealed else _sealed(roll, speech)
        text = speech.say("rolls.for", purpose=roll.purpose, rolls=text) if roll.purpose else text
        said += [text] if not roll.sealed or text not in said else []
    return said


def _sealed(roll: DiceShown, speech: TableSpeech) -> str:
    """That somebody has rolled in secret; where there is no referee, that it was done."""
    return speech.say("sealed", who=roll.who) if roll.who else upper(speech.say("sealed.by_nobody"))


def rule_of(event: Event | Sealed) -> RuleId:
    """The rule by which something happened, or ""."""
    match event:
        case Rolled(question) | Chosen(question) | Written(question):
            return question.why
        case Told():
            return event.why
        case _:
            return ""


def recapped(told: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """What stands out of all that was told, in its order: deaths and scars, great deeds, scenes; and how it ended.

    Where there is too much of it, scenes are left out before deeds, and deeds before deaths; the earliest first.
    """
    whole = [one for one in told if not one.bare and one.parts]
    kept = [at for at, one in enumerate(whole) if one.mark in TELLING]
    for mark in TELLING:
        spare = [at for at in kept if whole[at].mark == mark]
        kept = sorted({*kept} - {*spare[: max(0, len(kept) - RECAPPED + 1)]})
    if whole and len(whole) - 1 not in kept:
        kept.append(len(whole) - 1)
    return tuple([whole[at] for at in kept])
