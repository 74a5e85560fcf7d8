"""What each page shows besides what the server hands it: explanations, older lines, odds in words."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from tallow.games import Game, game
from tallow.games.rule_index import governing_settings
from tallow.games.rulebook import Entry
from tallow.games.settings import setting_values
from tallow.games.view import Text, View
from tallow.odds.words import percent
from tallow.play import Chosen, Written
from tallow.simulate import MEASURES, Measured
from tallow.simulate.compare import SHARES
from tallow.table import ShownLine, Table
from tallow.web.background.comparisons import FIGHTS, Known
from tallow.web.background.rehearsals import NOBODY, Rehearsal
from tallow.web.drawing.caches import TAIL
from tallow.web.drawing.html_words import pen
from tallow.web.drawing.seat_page import FIRST, draw_line
from tallow.web.drawing.table_page import line as draw_shown
from tallow.web.phrases import ENGLISH
from tallow.wording.measures import bounds, figure
from tallow.wording.phrases import Phrases
from tallow.wording.rulebook_entry import heading
from tallow.wording.speech import Speech, upper
from tallow.wording.story import line as story_line
from tallow.wording.table_speech import TableSpeech

Context = Mapping[str, Any]

LONG = 2_000
"""So many letters of what somebody wrote are shown."""


class Ruling(Struct, frozen=True):
    """A setting: its name, what it decides and in which language that is, its values with the default first."""

    name: str
    said: str
    text: str
    language: str
    values: tuple[tuple[str, str], ...]


class Explained(Struct, frozen=True):
    """An entry of the rulebook, ready to be read; `settings` govern it: name, value, what it decides, the language.

    Its `text` is in the `language`; the heading of its source, the ruling, examples and data are in English.
    """

    id: str
    title: str
    heading: str
    text: str
    language: str
    ruling: str
    kind: str
    examples: tuple[str, ...]
    settings: tuple[tuple[str, str, str, str], ...] = ()
    data: tuple[tuple[str, str], ...] = ()
    rows: tuple[tuple[str, str], ...] = ()


# ---------------------------------------------------------------- settings


@cache
def rulings(name: str, language: str = "en") -> tuple[Ruling, ...]:
    """The settings of a game, each explained."""
    played = game(name, language)
    speech, entries = Speech(played), played.book.entries()
    found = []
    for setting, legal in setting_values(played).items():
        id_ = f"{played.id}.setting.{setting}"
        text = entries[id_].text if id_ in entries else ""
        said = tuple((str(value), upper(_value(speech, setting, value))) for value in legal)
        found.append(Ruling(setting, upper(_setting(speech, setting)), text, played.book.language_of(id_), said))
    return tuple(found)


def _setting(speech: Speech, name: str) -> str:
    """What a setting is called, by words of its own where its name means something else too."""
    own = f"setting.{name}"
    return speech.label(own if speech.game.words.has("term", own) else name)


def _value(speech: Speech, name: str, value: object) -> str:
    """How a value is called, by words for this setting alone where there are any."""
    own = f"{name}.{value}"
    return speech.label(own if speech.game.words.has("term", own) else str(value))


def explained(played: Game[Any], entry: Entry, phrases: Phrases, settings: Any = None) -> Explained:
    """An entry as it is read: our words, the heading of its source, the ruling, the settings that govern it."""
    speech, entries = Speech(played), played.book.entries()
    governing = []
    for id_ in governing_settings(played.book).get(entry.id, ()):
        name = id_.rsplit(".", 1)[1]
        value = getattr(settings if settings is not None else played.settings(), name, "")
        text = entries[id_].text if id_ in entries else ""
        said = (_setting(speech, name), _value(speech, name, value))
        governing.append((*said, text, played.book.language_of(id_)))
    data, rows = _data(game(played.id), entry.data)
    kind = phrases.say(f"kind.{entry.kind}")
    return Explained(
        entry.id,
        upper(entry.title) if entry.type != "setting" else upper(_setting(speech, entry.name)),
        heading(entry, phrases.language),
        entry.text,
        played.book.language_of(entry.id),
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
        return ENGLISH.say("yes") if value else ENGLISH.say("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{k.replace('_', ' ')} {_inline(played, v)}" for k, v in value.items() if v not in ("", []))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_inline(played, part) for part in value)
    return str(played.words.fact(value))


# ---------------------------------------------------------------- pages


def _start(context: Context, phrases: Phrases) -> Context:
    return {"rulings": {played.id: rulings(played.id, played.words.language) for played in context["games"]}}


def _table(context: Context, phrases: Phrases) -> Context:
    visitor = context["visitor"]
    room = visitor.room
    older = room.log[-FIRST:-TAIL]
    prepared = visitor.role == "referee" and not room.table.done and _noted(room.table.view(visitor.seat))
    return {
        "older": _lines(room.table, older, visitor.seat, phrases),
        "seats": room.table.seats,
        "prepared": prepared,
        "alone": visitor.role == "referee" and not prepared and all(one.role != "player" for one in room.table.seats),
    }


def _noted(view: View) -> bool:
    """Whether there is anything in somebody's notes."""
    told = [block for panel in view.panels if panel.kind == "notes" for block in panel.blocks]
    return any(isinstance(block, Text) and block.text for block in told)


def _lines(table: Table, rows: Sequence[Any], seat: str, phrases: Phrases) -> Markup:
    speech = TableSpeech(table, seat, table.view(seat), phrases)
    return Markup("".join(draw_line(row, seat, speech, phrases) for row in rows))  # noqa: S704


def _log(context: Context, phrases: Phrases) -> Context:
    visitor = context["visitor"]
    speech = _speech(visitor, phrases)
    ink = pen(phrases, speech.game.id)
    drawn = (str(draw_shown(ink, story_line(line, speech))) for line in context["lines"])
    return {"drawn": Markup("".join(drawn)), "game": speech.game}  # noqa: S704


def _speech(visitor: Any, phrases: Phrases) -> TableSpeech:
    table = visitor.room.table
    return TableSpeech(table, visitor.seat, table.view(visitor.seat), phrases)


def _line(context: Context, phrases: Phrases) -> Context:
    visitor = context["visitor"]
    speech = _speech(visitor, phrases)
    settings = getattr(speech.state, "settings", None)
    line: ShownLine = context["line"]
    decided = []
    for shown in line.shown:
        match shown.event:
            case Chosen(choice, option):
                decided.append((speech.asked(choice), speech.option(choice, option)))
            case Written(writing, text):
                decided.append((speech.asked(writing), text if len(text) <= LONG else f"{text[:LONG]}…"))
            case _:
                pass
    entries = [explained(speech.game, entry, phrases, settings) for entry in context["entries"]]
    return {"game": speech.game, "explained": entries, "decided": decided, "drawn": story_line(line, speech)}


def _replay(context: Context, phrases: Phrases) -> Context:
    visitor, line = context["visitor"], context["line"]
    speech = _speech(visitor, phrases)
    return {"game": speech.game, "drawn": story_line(line, speech) if line else None, "title": speech.table.title}


def _as(context: Context, phrases: Phrases) -> Context:
    visitor = context["visitor"]
    return {"game": visitor.game, "title": visitor.room.table.title}


def _rules(context: Context, phrases: Phrases) -> Context:
    played: Game[Any] = context["game"]
    found: list[Entry] = context["found"]
    if context["q"].strip():
        return {"sections": {}, "results": [explained(played, entry, phrases) for entry in found]}
    sections: dict[str, list[tuple[str, str]]] = {}
    for entry in found:
        sections.setdefault(heading(entry, phrases.language), []).append((entry.id, upper(entry.title)))
    return {"sections": sections, "results": []}


def _rule(context: Context, phrases: Phrases) -> Context:
    return {"explained": explained(context["game"], context["entry"], phrases)}


def _odds(context: Context, phrases: Phrases) -> Context:
    answer = context["answer"]
    if answer is None:
        return {"chances": [], "best": "", "figures": [], "manner": ""}
    speech = Speech(context["game"])
    chances = [(upper(speech.label(name)), phrases.chance(p), float(p)) for name, p in answer.outcomes.items()]
    best = phrases.chance(answer.best) if answer.best is not None else ""
    figures = [(upper(speech.label(name)), f"{float(number):g}") for name, number in answer.figures.items()]
    manner = speech.manner(answer.question) if answer.played == "bots" else ""
    return {"chances": chances, "best": best, "figures": figures, "manner": manner}


class Bar(Struct, frozen=True):
    """One game in a small chart: its number as a share of the longest bar, in figures, and between which bounds."""

    title: str
    share: float
    figure: str
    bounds: str


class Measure(Struct, frozen=True):
    """One measure of a comparison: the games in it, and what it means in which of them and in which language."""

    code: str
    bars: tuple[Bar, ...]
    meanings: tuple[tuple[str, str, str], ...]


def _compare(context: Context, phrases: Phrases) -> Context:
    """The games that are measured, as a table and as a small chart for each measure."""
    known: Mapping[str, Known] = context["found"]
    games = {name: game(name, phrases.language) for name in known}
    done = [one for one in known.values() if isinstance(one, Measured)]
    return {
        "measures": [_measure(code, done, games, phrases) for code in MEASURES],
        "rows": [(games[one.game].title, [figure(code, getattr(one, code).p) for code in MEASURES]) for one in done],
        "fighting": [(games[one.game].title, one.party, one.foes) for one in done],
        "failed": [games[name].title for name, one in known.items() if one == "failed"],
        "waiting": [games[name].title for name, one in known.items() if one is None],
        "fights": f"{FIGHTS:,}",
    }


def _measure(code: str, done: Sequence[Measured], games: Mapping[str, Game[Any]], phrases: Phrases) -> Measure:
    values = [getattr(one, code) for one in done]
    most = 1.0 if code in SHARES else max([value.p for value in values], default=0.0) or 1.0
    bars = [
        Bar(games[one.game].title, value.p / most, figure(code, value.p), bounds(code, value))
        for one, value in zip(done, values, strict=True)
    ]
    meant: dict[tuple[str, str], list[str]] = {}
    for one in done:
        played = games[one.game]
        meant.setdefault((played.words.say("measure", code), played.words.language), []).append(played.title)
    said = [(phrases.between.join(titles), text, language) for (text, language), titles in meant.items()]
    return Measure(code, tuple(bars), tuple(said))


def _rehearse(context: Context, phrases: Phrases) -> Context:
    """What was found: how often, room by room, in numbers, and how it ended."""
    asked: Rehearsal = context["asked"]
    rooms = "\n".join([room or NOBODY for room in asked.plan.rooms])
    found = context["found"]
    if not isinstance(found, dict):
        return {"rooms": rooms, "cleared": ()}
    speech = Speech(context["game"])
    ours = {"rooms": "expedition.rooms", "fights": "expedition.fights"}
    counts = {name: value for name, value in found.items() if isinstance(value, dict) and "p95" in value}
    labels = [phrases.say(ours[name]) if name in ours else upper(speech.label(name)) for name in counts]
    spans = [(f"{value['mean']:.2f}", _span(value, phrases)) for value in counts.values()]
    wins = found["wins"]
    return {
        "rooms": rooms,
        "often": phrases.chance(wins["p"]),
        "bounds": (percent(wins["low"]), percent(wins["high"])),
        "cleared": [
            (f"{at}. {room['foes'] or phrases.say('expedition.nobody')}", room["won"], percent(room["won"]))
            for at, room in enumerate(found["cleared"], 1)
        ],
        "ends": [(phrases.say(f"expedition.{how}"), share, percent(share)) for how, share in found["ends"].items()],
        "numbers": [(label, *span) for label, span in zip(labels, spans, strict=True)],
        "n": f"{found['n']:,}",
    }


def _span(value: Mapping[str, Any], phrases: Phrases) -> str:
    low, high = f"{value['p5']:g}", f"{value['p95']:g}"
    return low if low == high else phrases.say("simulate.from_to", low=low, high=high)


def _character(context: Context, phrases: Phrases) -> Context:
    view: View = context["view"]
    return {"panels": view.panels}


def _links(context: Context, phrases: Phrases) -> Context:
    visitor = context["visitor"]
    return {"game": visitor.game, "seats": visitor.room.table.seats}


_PAGES: Mapping[str, Callable[[Context, Phrases], Context]] = {
    "start": _start,
    "table": _table,
    "log": _log,
    "line": _line,
    "replay": _replay,
    "as": _as,
    "rules": _rules,
    "rule": _rule,
    "odds": _odds,
    "compare": _compare,
    "rehearse": _rehearse,
    "character": _character,
    "links": _links,
}


def besides(name: str, context: Context, phrases: Phrases) -> Context:
    """What a page needs besides."""
    more = _PAGES.get(name)
    return more(context, phrases) if more else {}
