"""An entry of a rulebook as a page of text."""

from typing import Any

from tallow.games import Game
from tallow.games.rulebook import Entry
from tallow.terminal.pen import Pen
from tallow.wording.rulebook_entry import entry_data, heading
from tallow.wording.speech import upper


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
    fields, tables = entry_data(game, entry.data)
    for name, value in fields:
        lines += pen.wrap(f"{name}: {value}", hang=2)
    for name, rows in tables:
        lines.append(pen.faint(f"{name}:"))
        for row in rows:
            lines += pen.wrap(row.line(), indent=2, hang=4)
    return lines
