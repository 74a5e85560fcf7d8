"""Lines of the log as sentences with receipts: what was told, the dice behind it, the rule that made it."""

from collections.abc import Iterable, Iterator

from markupsafe import Markup
from msgspec import Struct

from tallow.play import REFEREE, Rolled, Told
from tallow.table import Sealed, Shown, ShownLine
from tallow.wording.speech import dice
from tallow.wording.table_speech import TableSpeech

UNDONE = ("table.undone", "table.undone_own")
"""What tells that actions were undone, and first of all how many."""


class Fallen(Struct, frozen=True, gc=False, cache_hash=True):
    """Dice that fell: who threw them, their faces, and whether they are sealed or were typed in."""

    who: str
    dice: str = ""
    sides: int = 0
    faces: tuple[int, ...] = ()
    typed: bool = False
    sealed: bool = False
    why: str = ""
    rule: str = ""
    key: str = ""


class Sentence(Struct, frozen=True, gc=False):
    """One thing told, with its dice; `who` are the people in it. A `bare` one has its dice and nothing to tell."""

    html: Markup
    rolls: tuple[Fallen, ...] = ()
    why: str = ""
    rule: str = ""
    harm: bool = False
    who: tuple[str, ...] = ()
    bare: bool = False


class Drawn(Struct, frozen=True, gc=False):
    """A line ready to be drawn; `undo` is how many actions it undid."""

    number: int
    undone: bool
    action: int
    told: tuple[Sentence, ...]
    undo: int = 0


def line(shown: ShownLine, speech: TableSpeech) -> Drawn:
    """A line of the log. An action of which nothing is told is named, and so is whoever did it."""
    told = tuple(sentences(shown.shown, speech))
    if not told and shown.deed.name:
        deed, who = speech.game.words.say("action", shown.deed.name), shown.deed.who
        named = speech.names((who,)).get(who) or speech.who(shown.seat)
        told = (Sentence(Markup("<b>{}</b>: {}").format(speech.game.book.called(named), deed), who=(named,)),)
    return Drawn(shown.number, shown.undone, shown.action, told, _undid(shown))


def _undid(shown: ShownLine) -> int:
    events = [one.event for one in shown.shown]
    return next((int(one.facts[0]) for one in events if isinstance(one, Told) and one.code in UNDONE), 0)  # type: ignore[arg-type]


def sentences(events: Iterable[Shown], speech: TableSpeech) -> Iterator[Sentence]:
    """Dice go with what is told next under the same rule, or else the last go with what is told next at all.

    What is told under a rule of some of the dice leaves the others to what comes after. What is left stands alone, with
    the name of its rule.
    """
    waiting: list[Fallen] = []
    for shown in events:
        event = shown.event
        if isinstance(event, Rolled | Sealed):
            waiting.append(fallen(shown, speech))
        elif isinstance(event, Told):
            known = any(one.why == event.why for one in waiting)
            why = event.why if known else waiting[-1].why if waiting else ""
            mine = [one for one in waiting if one.why == why or one.sealed]
            waiting = [one for one in waiting if one.why != why and not one.sealed]
            if not known:
                yield from _alone(waiting)
                waiting = []
            yield Sentence(
                speech.told_in(event),
                tuple(mine),
                event.why,
                speech.rule(event.why) if event.why else "",
                event.code.startswith(speech.game.ui.harm),
                tuple(speech.game.book.called(str(fact)) for fact in event.facts if fact in speech.bold),
            )
    yield from _alone(waiting)


def _alone(rolls: Iterable[Fallen]) -> Iterator[Sentence]:
    by_rule: dict[str, list[Fallen]] = {}
    for one in rolls:
        by_rule.setdefault(one.why, []).append(one)
    for why, together in by_rule.items():
        rule = together[0].rule
        yield Sentence(Markup.escape(rule), tuple(together), why, rule, who=(together[0].who,), bare=True)


def fallen(shown: Shown, speech: TableSpeech) -> Fallen:
    """Dice as they are shown."""
    event = shown.event
    if isinstance(event, Sealed):
        return Fallen(speech.who(event.by), sealed=True)
    assert isinstance(event, Rolled)  # noqa: S101  (for the type checker)
    roll = event.roll
    who = speech.who(roll.by)
    secret = roll.hidden and roll.by == REFEREE
    return Fallen(
        who, dice(roll), roll.sides, event.pool, shown.typed, False, roll.why, speech.rule(roll.why), "s" * secret
    )
