"""What each page shows besides what the server hands it: explanations, older lines, odds in words."""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, get_args

import msgspec
from markupsafe import Markup
from msgspec import Struct

from tallow.games import Game, game
from tallow.games.rulebook import Entry
from tallow.games.view import View
from tallow.odds.words import in_words
from tallow.play import Chosen, RuleId, Written
from tallow.table import ShownLine, Table
from tallow.terminal.page import heading
from tallow.terminal.speech import Speech as PlainSpeech
from tallow.terminal.speech import upper
from tallow.web.fragments import FIRST, TAIL, draw_line
from tallow.web.parts import line as draw_shown
from tallow.web.pen import pen
from tallow.web.speech import Speech
from tallow.web.story import line as story_line
from tallow.web.words import Face

Context = Mapping[str, Any]


class Ruling(Struct, frozen=True):
    """A setting: its name, what it decides, its values with the default first."""

    name: str
    said: str
    text: str
    values: tuple[tuple[str, str], ...]


class Explained(Struct, frozen=True):
    """An entry of the rulebook, ready to be read; `settings` govern it: name, value, what it decides."""

    id: str
    title: str
    heading: str
    text: str
    ruling: str
    kind: str
    examples: tuple[str, ...]
    settings: tuple[tuple[str, str, str], ...] = ()
    data: tuple[tuple[str, str], ...] = ()
    rows: tuple[tuple[str, str], ...] = ()


# ---------------------------------------------------------------- settings


@cache
def rulings(name: str) -> tuple[Ruling, ...]:
    """The settings of a game, each explained."""
    played = game(name)
    speech, entries = PlainSpeech(played), played.book.entries()
    found = []
    for field in msgspec.structs.fields(played.settings):
        entry = entries.get(f"{played.id}.setting.{field.name}")
        values = sorted(get_args(field.type), key=lambda value: value != field.default)
        said = tuple((str(value), upper(speech.label(str(value)))) for value in values)
        found.append(Ruling(field.name, upper(speech.label(field.name)), entry.text if entry else "", said))
    return tuple(found)


@cache
def governed(package: str) -> Mapping[RuleId, tuple[RuleId, ...]]:
    """Which settings govern a rule: those that a function is marked with beside it."""
    found: dict[RuleId, dict[RuleId, None]] = {}
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(package)]
    for module in modules:
        for value in list(vars(module).values()):
            ids = getattr(value, "rules", ()) if callable(value) else ()
            settings = [id_ for id_ in ids if ".setting." in id_]
            for id_ in ids:
                if settings and id_ not in settings:
                    found.setdefault(id_, {}).update(dict.fromkeys(settings))
    return {id_: tuple(settings) for id_, settings in found.items()}


def explained(played: Game[Any], entry: Entry, face: Face, settings: Any = None) -> Explained:
    """An entry as it is read: our words, the heading of its source, the ruling, the settings that govern it."""
    speech, entries = PlainSpeech(played), played.book.entries()
    governing = []
    for id_ in governed(played.book.package).get(entry.id, ()):
        name = id_.rsplit(".", 1)[1]
        value = getattr(settings if settings is not None else played.settings(), name, "")
        governing.append((speech.label(name), speech.label(str(value)), entries[id_].text if id_ in entries else ""))
    data, rows = _data(played, entry.data)
    kind = face.phrase(f"kind.{entry.kind}")
    return Explained(
        entry.id,
        upper(entry.title) if entry.type != "setting" else upper(speech.label(entry.name)),
        heading(entry),
        entry.text,
        entry.ruling,
        kind,
        entry.examples,
        tuple(governing),
        data,
        rows,
    )


def _data(
    played: Game[Any], data: Mapping[str, Any]
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """The numbers of an entry, and its rows where it is a table."""
    short, rows = [], []
    for name, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for row in value:
                on, what, effect = (_inline(played, row.get(key, "")) for key in ("on", "name", "effect"))
                rest = _inline(played, {k: v for k, v in row.items() if k not in {"on", "name", "effect"}})
                said = ". ".join(part for part in (what, effect) if part)
                rows.append((on, f"{said} ({rest})" if said and rest else said or rest))
        elif value not in ("", [], {}):
            short.append((name.replace("_", " "), _inline(played, value)))
    return tuple(short), tuple(rows)


def _inline(played: Game[Any], value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{k.replace('_', ' ')} {_inline(played, v)}" for k, v in value.items() if v not in ("", []))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_inline(played, part) for part in value)
    return str(played.words.fact(value))


# ---------------------------------------------------------------- pages


def _start(context: Context, face: Face) -> Context:
    return {"rulings": {played.id: rulings(played.id) for played in context["games"]}}


def _table(context: Context, face: Face) -> Context:
    visitor = context["visitor"]
    room = visitor.room
    older = room.log[-FIRST:-TAIL]
    return {"older": _lines(room.table, older, visitor.seat, face), "seats": room.table.seats}


def _lines(table: Table, rows: Sequence[Any], seat: str, face: Face) -> Markup:
    speech = Speech(table, seat, table.view(seat), face)
    return Markup("".join(draw_line(row, seat, speech, face) for row in rows))  # noqa: S704


def _log(context: Context, face: Face) -> Context:
    visitor = context["visitor"]
    speech = _speech(visitor, face)
    ink = pen(face, speech.game.id)
    drawn = (str(draw_shown(ink, story_line(line, speech))) for line in context["lines"])
    return {"drawn": Markup("".join(drawn)), "game": speech.game}  # noqa: S704


def _speech(visitor: Any, face: Face) -> Speech:
    table = visitor.room.table
    return Speech(table, visitor.seat, table.view(visitor.seat), face)


def _line(context: Context, face: Face) -> Context:
    visitor = context["visitor"]
    speech = _speech(visitor, face)
    settings = getattr(speech.state, "settings", None)
    line: ShownLine = context["line"]
    decided = []
    for shown in line.shown:
        match shown.event:
            case Chosen(choice, option):
                decided.append((speech.asked(choice), speech.option(choice, option)))
            case Written(writing, text):
                decided.append((speech.asked(writing), text))
            case _:
                pass
    entries = [explained(speech.game, entry, face, settings) for entry in context["entries"]]
    return {"game": speech.game, "explained": entries, "decided": decided, "drawn": story_line(line, speech)}


def _replay(context: Context, face: Face) -> Context:
    visitor, line = context["visitor"], context["line"]
    speech = _speech(visitor, face)
    return {"game": speech.game, "drawn": story_line(line, speech) if line else None, "title": speech.table.title}


def _as(context: Context, face: Face) -> Context:
    table = context["visitor"].room.table
    return {"game": table.rules, "title": table.title}


def _rules(context: Context, face: Face) -> Context:
    played: Game[Any] = context["game"]
    found: list[Entry] = context["found"]
    if context["q"].strip():
        return {"sections": {}, "results": [explained(played, entry, face) for entry in found]}
    sections: dict[str, list[tuple[str, str]]] = {}
    for entry in found:
        sections.setdefault(heading(entry), []).append((entry.id, upper(entry.title)))
    return {"sections": sections, "results": []}


def _rule(context: Context, face: Face) -> Context:
    return {"explained": explained(context["game"], context["entry"], face)}


def _odds(context: Context, face: Face) -> Context:
    answer = context["answer"]
    if answer is None:
        return {"chances": [], "best": "", "figures": []}
    speech = PlainSpeech(context["game"])
    chances = [(upper(speech.label(name)), in_words(p), float(p)) for name, p in answer.outcomes.items()]
    best = in_words(answer.best) if answer.best is not None else ""
    figures = [(upper(speech.label(name)), f"{float(number):g}") for name, number in answer.figures.items()]
    return {"chances": chances, "best": best, "figures": figures}


def _character(context: Context, face: Face) -> Context:
    view: View = context["view"]
    return {"panels": view.panels}


def _links(context: Context, face: Face) -> Context:
    table = context["visitor"].room.table
    return {"game": table.rules, "seats": table.seats}


_PAGES: Mapping[str, Callable[[Context, Face], Context]] = {
    "start": _start,
    "table": _table,
    "log": _log,
    "line": _line,
    "replay": _replay,
    "as": _as,
    "rules": _rules,
    "rule": _rule,
    "odds": _odds,
    "character": _character,
    "links": _links,
}


def besides(name: str, context: Context, face: Face) -> Context:
    """What a page needs besides."""
    more = _PAGES.get(name)
    return more(context, face) if more else {}
