"""Events as a story: a line for each thing told, followed by its dice."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from tallow.play import Event, Rolled, RuleId, Told
from tallow.table import Sealed
from tallow.terminal.pen import Pen
from tallow.wording.speech import Speech
from tallow.wording.story import names_rule, rule_of

FEW = 3
"""Dice of at most this many rules follow one line; more have lines of their own."""


def story(events: Iterable[Event | Sealed], speech: Speech, pen: Pen) -> list[str]:
    """Lines for these events; dice that nothing is told about have a line with the name of their rule.

    They are all events, of which `speech` leaves out what the reader may not know, or those that `seen` gives.
    """
    lines: list[str] = []
    fallen: list[Rolled | Sealed] = []
    for event in events:
        if isinstance(event, Rolled | Sealed):
            fallen.append(event)
        elif isinstance(event, Told) and speech.may_know(event):
            *before, last = _by_rule(fallen) or [[]]
            if len(before) < FEW:
                before, last = [], fallen
            lines += _alone(before, speech, pen)
            told = speech.told(event)
            lines += with_dice(told, _receipt(last, speech, event.why, told), pen)
            fallen = []
    return [*lines, *_alone(_by_rule(fallen), speech, pen)]


def _by_rule(fallen: Sequence[Rolled | Sealed]) -> list[list[Rolled | Sealed]]:
    """Consecutive dice of one rule."""
    return [list(rolled) for _, rolled in groupby(fallen, rule_of)]


def _receipt(fallen: Sequence[Rolled | Sealed], speech: Speech, told: RuleId, text: str = "") -> str:
    """What the dice came to, of what is secret only that somebody rolled, once.

    What they were for is said where another rule was told, once for dice of one rule.
    """
    said, parts = told, list[str]()
    for one in fallen:
        why, rolls = rule_of(one), speech.rolled(one)
        secret = isinstance(one, Sealed) or (one.roll.hidden and not speech.mine(one.roll.by))
        if not secret and why not in (said, told) and not names_rule(speech.rule(why), text):
            rolls = speech.say("rolls.for", purpose=speech.rule(why), rolls=rolls)
        parts += [rolls] if not secret or rolls not in parts else []
        said = why
    return "; ".join(parts)


def _alone(groups: Iterable[Sequence[Rolled | Sealed]], speech: Speech, pen: Pen) -> list[str]:
    return [
        pen.faint(line)
        for group in groups
        for line in pen.wrap(
            f"{_rule(group[0], speech)}[{_receipt(group, speech, rule_of(group[0]))}]", indent=2, hang=4
        )
    ]


def _rule(event: Rolled | Sealed, speech: Speech) -> str:
    """The name of the rule of some dice; of sealed ones it is not known."""
    return f"{speech.rule(why)}  " if (why := rule_of(event)) else ""


def with_dice(told: str, dice: str, pen: Pen) -> list[str]:
    """A line of the story, with its dice after it."""
    plain = pen.wrap(f"{told}  [{dice}]" if dice else told, indent=2, hang=4)
    if not dice:
        return plain
    whole = "\n".join(plain)
    at = whole.rfind("[")
    return (whole[:at] + "\n".join(pen.faint(part) for part in whole[at:].split("\n"))).split("\n")
