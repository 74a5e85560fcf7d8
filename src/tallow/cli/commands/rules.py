"""Read a game's rulebook: the list by section, a search, one entry whole, or how much of it is done."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tallow.cli.faults import Wrong
from tallow.cli.options import language, pen, show, show_json, takes_house, takes_json, takes_language, with_houses
from tallow.games import Game, game, names
from tallow.games.coverage import coverage
from tallow.games.game import How
from tallow.games.rule_index import written
from tallow.games.rulebook import Entry
from tallow.mechanics.suggestions import Unknown, nearest
from tallow.terminal.page import page
from tallow.terminal.pen import Pen
from tallow.wording.columns import columns, padded
from tallow.wording.rulebook_entry import heading
from tallow.wording.speech import upper

EXAMPLES = """\
  tallow rules
  tallow rules cairn
  tallow rules cairn scar
  tallow rules cairn.save.roll
  tallow rules --coverage --json
"""

TESTS = Path(__file__).parents[4] / "tests"
"""The tests, which only a checkout has."""

WHOLE = 3
"""A search with at most this many results shows the entries in full."""

AT_WORK: tuple[How, ...] = ("acts", "in_force", "text")
PLACES = 4
"""The most places in the code that are listed."""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument(
        "what", nargs="*", metavar="GAME [WORDS]", help="a game, with words to search for; or the id of an entry"
    )
    parser.add_argument("--coverage", action="store_true", help="count entries, those cited by code and held by tests")
    parser.add_argument("--check", action="store_true", help="with --coverage: exit code 1 unless all of it is done")
    takes_house(parser)
    takes_language(parser)
    takes_json(parser)


def run(given: Namespace) -> int:
    """Show it."""
    if given.coverage or given.check:
        return _coverage(given.what or names(), given)
    if not given.what:
        return _games(given)
    wanted = language(given)
    first, *words = given.what
    if "." in first and not words:
        book = game(with_houses(given, first.split(".", 1)[0]), wanted)
        entry = _entry(book, first)
        return _show_json([entry]) if given.json else _show(_whole(book, entry, pen(book)))
    book = game(with_houses(given, first), wanted)
    drawn = pen(book)
    found = list(book.book.search(" ".join(words))) if words else list(book.book.entries().values())
    if given.json:
        return _show_json(found)
    if words and not found:
        print(drawn.say("rules.nothing", game=book.title, words=" ".join(words)), file=sys.stderr)
        return 1
    if words and len(found) <= WHOLE:
        return _show(line for entry in found for line in (*page(book, entry, drawn), ""))
    return _show(_listed(found, drawn, sections=not words))


def _show(lines: Iterable[str]) -> int:
    show(lines)
    return 0


def _show_json(entries: list[Entry]) -> int:
    show_json(entries)
    return 0


def _games(given: Namespace) -> int:
    wanted = language(given)
    listed = [game(name, wanted) for name in names()]
    if given.json:
        show_json([{"game": each.id, "title": each.title, "entries": len(each.book.entries())} for each in listed])
        return 0
    drawn = pen(language=wanted)
    return _show(drawn.say("rules.game", id=each.id, title=each.title, n=len(each.book.entries())) for each in listed)


def _entry(book: Game[Any], id_: str) -> Entry:
    entries = book.book.entries()
    if id_ not in entries:
        raise Unknown("rule", id_, nearest(id_, entries), book.title)
    return entries[id_]


def _whole(book: Game[Any], entry: Entry, drawn: Pen) -> Iterable[str]:
    """An entry in full, and where it is written."""
    yield from page(book, entry, drawn)
    places = written(book.book, entry)
    if places:
        more = ", …" if len(places) > PLACES else ""
        said = ", ".join(f"{book.id}/{place}" for place in places[:PLACES]) + more
        yield from map(drawn.faint, drawn.wrap(drawn.say("rules.written", places=said), hang=2))


def _listed(entries: list[Entry], drawn: Pen, *, sections: bool) -> Iterable[str]:
    """Names and ids by the headings of the source."""
    width = min(max(columns(entry.title) for entry in entries), 40)
    if not sections:
        for entry in entries:
            yield from _lines(entry, width, drawn)
        return
    by_heading: dict[str, list[Entry]] = {}
    for entry in entries:
        by_heading.setdefault(heading(entry, drawn.phrases.language), []).append(entry)
    for head, under in by_heading.items():
        yield from ("", drawn.rule(head, str(len(under))))
        for entry in under:
            yield from _lines(entry, width, drawn)


def _lines(entry: Entry, width: int, drawn: Pen) -> list[str]:
    """A title and its id, on one line if they fit."""
    title = upper(entry.title)
    if columns(padded(title, width)) + columns(entry.id) + 4 <= drawn.width:
        return [f"  {padded(title, width)}  {drawn.faint(entry.id)}"]
    if columns(title) + columns(entry.id) + 4 <= drawn.width:
        return [f"  {title}  {drawn.faint(entry.id)}"]
    return [*drawn.wrap(title, 2, 4), *map(drawn.faint, drawn.wrap(entry.id, 4))]


def _be(number: int) -> str:
    return "is" if number == 1 else "are"


def at_work(played: Game[Any]) -> dict[str, dict[str, int]] | None:
    """How many things of each kind act by a rule, go on in force, or are text; None where a game does not say."""
    if played.at_work is None:
        return None
    table: dict[str, dict[str, int]] = {}
    for one in played.at_work():
        table.setdefault(one.kind, dict.fromkeys(AT_WORK, 0))[one.how] += 1
    return table


def _coverage(wanted: Iterable[str], given: Namespace) -> int:
    here = (TESTS / "test_rulebooks.py").is_file()
    done, table = True, {}
    for name in wanted:
        each = coverage(game(name).book, name, TESTS)
        counts: dict[str, Any] = dict(each.counts())
        if not here:
            counts["covered"] = None
        counts["at_work"] = at_work(game(name))
        table[name] = counts
        done = done and counts["engine"] == counts["cited"] == counts["covered"] and not each.unknown
        if each.unknown:
            print(f"{name} cites what its book does not have: {', '.join(each.unknown)}", file=sys.stderr)
    if not here:
        print("The tests are not here: they stand beside src in a checkout.", file=sys.stderr)
    if given.json:
        show_json(table)
    else:
        for name, counts in table.items():
            covered = "?" if counts["covered"] is None else counts["covered"]
            said = f"{counts['entries']} entries, {counts['engine']} of them for the engine"
            print(f"{name}: {said}; of these {counts['cited']} cited, {covered} covered by tests.")
            for kind, found in (counts["at_work"] or {}).items():
                acts, in_force, text = (found[how] for how in AT_WORK)
                said = (
                    f"{acts} {'acts' if acts == 1 else 'act'} by rule, {in_force} {_be(in_force)} in force for a time"
                )
                print(f"{name}: of {sum(found.values())} {kind} {said}, {text} {_be(text)} text.")
    if given.check and not here:
        raise Wrong("Nothing can be checked without the tests.")
    return 1 if given.check and not done else 0
