"""An entry of a rulebook as a page of text."""

from collections.abc import Mapping, Sequence
from typing import Any

from tallow.games import Game
from tallow.games.rulebook import Entry
from tallow.terminal.pen import Pen
from tallow.wording.phrases import phrases
from tallow.wording.rulebook_entry import heading
from tallow.wording.speech import upper

ROW = ("on", "name", "effect")
"""The fields that come first in a row of a table."""


def page(game: Game[Any], entry: Entry, pen: Pen) -> list[str]:
    """One entry, whole: its text, its ruling, its examples, its numbers."""
    lines = [pen.rule(upper(entry.title), entry.id)]
    lines += [
        pen.faint(line) for line in pen.wrap(f"{heading(entry, pen.phrases.language)}; {pen.say(f'kind.{entry.kind}')}")
    ]
    if entry.text:
        lines += pen.wrap(entry.text)
    if entry.ruling:
        lines += pen.wrap(pen.say("page.ruling", text=entry.ruling), hang=2)
    for example in entry.examples:
        lines += pen.wrap(pen.say("page.example", text=example), hang=2)
    return [*lines, *_data(game, entry.data, pen)]


def _data(game: Game[Any], data: Mapping[str, Any], pen: Pen) -> list[str]:
    short, long = [], []
    for name, value in data.items():
        if isinstance(value, list) and any(isinstance(part, dict) for part in value):
            long += [pen.faint(f"{_plain(name)}:")]
            for part in value:
                long += pen.wrap(_row(game, part), indent=2, hang=4)
        elif value not in ("", [], {}):
            short.append(f"{_plain(name)}: {_inline(game, value)}")
    return [*[line for said in short for line in pen.wrap(said, hang=2)], *long]


def _row(game: Game[Any], row: Any) -> str:
    """A row: the fields in `ROW` first, then all others."""
    if not isinstance(row, Mapping):
        return _inline(game, row)
    on, name, effect = (_inline(game, row.get(key, "")) for key in ROW)
    head = "  ".join(part for part in (on, ": ".join(part for part in (name, effect) if part)) if part)
    rest = _inline(game, {key: value for key, value in row.items() if key not in ROW})
    return f"{head} ({rest})" if head and rest else head or rest


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _inline(game: Game[Any], value: Any) -> str:
    if isinstance(value, bool):
        return phrases(game.words.language).say("yes" if value else "no")
    if isinstance(value, Mapping):
        return game.words.between.join(
            f"{_plain(name)} {_inline(game, part)}" for name, part in value.items() if part not in ("", [])
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return game.words.between.join(_row(game, part) for part in value)
    return game.words.fact(value)
