"""Parsing a typed line as an answer: the number of an option, the start of its name, or the faces of real dice."""

from collections.abc import Sequence
from typing import Any

from tallow.mechanics.suggestions import nearest
from tallow.play import Choice, Options, Pool, Roll, Span
from tallow.wording.number_ranges import FEW, long_span
from tallow.wording.phrases import Say


class Unclear(Exception):
    """A line that is not an answer; the message says what would be."""


def span(options: Options, labels: Sequence[str]) -> range | None:
    """The range of options that are too many consecutive numbers to list; None for other options.

    Numbers that are displayed as names are not numbers.
    """
    if isinstance(options, Span):
        return long_span(options)
    if len(options) <= FEW or not all(type(option) is int for option in options) or list(map(str, options)) != labels:
        return None
    numbers = [option for option in options if type(option) is int]
    between = range(min(numbers), max(numbers) + 1)
    return between if sorted(numbers) == list(between) else None


def between(numbers: range, say: Say) -> str:
    """What to type when a number is asked for."""
    if numbers.step > 1:
        return say("play.number.steps", low=numbers[0], high=numbers[-1], step=numbers.step)
    return say("play.number", low=numbers[0], high=numbers[-1])


def keys(choice: Choice) -> list[str]:
    """What to type for each option: its number in the list, or the number that it is; "-" if only its name will do."""
    if any(isinstance(option, int) for option in choice.options):
        return [str(option) if isinstance(option, int) else "-" for option in choice.options]
    return [str(at + 1) for at in range(len(choice.options))]


def chosen(choice: Choice, labels: Sequence[str], line: str, say: Say) -> Any:
    """The option that a line means; an empty one means the first."""
    if not line:
        return choice.options[0]
    if numbers := span(choice.options, labels):
        number = int(line) if line.lstrip("-").isdecimal() else None
        if number not in numbers:
            raise Unclear(say("play.bad_number", text=line, number=between(numbers, say)))
        return number
    typed = keys(choice)
    if line in typed and line != "-":
        return choice.options[typed.index(line)]
    return choice.options[_named(labels, line, say)]


def _named(labels: Sequence[str], line: str, say: Say) -> int:
    """The index of the label that equals the line, or of the only one that starts with it or has a word that does."""
    said, low = line.casefold(), [label.casefold() for label in labels]
    found = [at for at, label in enumerate(low) if label == said]
    found = found or [at for at, label in enumerate(low) if label.startswith(said)]
    found = found or [at for at, label in enumerate(low) if f" {said}" in label]
    if len(found) == 1:
        return found[0]
    if found:
        raise Unclear(say("play.several", text=line, near=_or([labels[at] for at in found], say)))
    if near := nearest(line, labels):
        raise Unclear(say("play.unclear_near", text=line, near=_or(near, say)))
    raise Unclear(say("play.unclear", text=line, n=len(labels)))


def _or(names: Sequence[str], say: Say) -> str:
    *before, last = [say("quoted", text=name) for name in names]
    return say("or", before=say("list").join(before), last=last) if before else last


def faces(roll: Roll, line: str, say: Say) -> Pool:
    """The dice that somebody typed: `3 5`, `3,5`."""
    words = line.replace(",", " ").replace("、", " ").split()
    typed = tuple(int(word) for word in words if word.isdecimal())
    if len(typed) == len(words) and roll.fault(typed) is None:
        return tuple(sorted(typed))
    stray = next((face for face in typed if not 1 <= face <= roll.sides), None)
    if len(typed) != len(words):
        fault = say("play.bad_dice.words", text=line)
    elif len(typed) != roll.n or stray is None:
        fault = say("play.bad_dice.count", n=roll.n, got=len(typed))
    else:
        fault = say("play.bad_dice.face", face=stray, sides=roll.sides)
    example = " ".join(str(min(roll.sides, at + 2)) for at in range(roll.n))
    raise Unclear(say("play.bad_dice", fault=fault, example=example))
