"""Pages and their fragments as HTML. A fragment is a piece of a page with a stable id, `f-<name>`.

Fragments hold no token, so that all who see the same share them: addresses in them are relative, and a table's page
says what they are relative to. They are pure functions of what a seat may see, and drawn once for each value of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from msgspec import Struct

from tallow.games import Game, game
from tallow.games.game import Offer
from tallow.games.view import Block, Panel, Stat, Track, View
from tallow.play import REFEREE, Rolled, Seat
from tallow.table import Line, Pending, Sealed, Table, seen_going, seen_line
from tallow.table.dice import commitment
from tallow.table.seats import Seated
from tallow.terminal.speech import Speech as PlainSpeech
from tallow.terminal.speech import upper
from tallow.web.asking import card
from tallow.web.house import Room
from tallow.web.speech import Speech
from tallow.web.story import Fallen, fallen
from tallow.web.story import line as story_line
from tallow.web.words import WORDS, Face

HERE = Path(__file__).parent
TAIL = 14
"""So many lines of the log are sent with each change; a page keeps those that it has had before."""

FIRST = 60
"""So many lines a page begins with."""

ROLLS = 8
DRAWN = 4096


# ---------------------------------------------------------------- templates


def kind(block: Block) -> str:
    """The name of a kind of block."""
    return type(block).__name__.lower()


def owner(panel: str) -> str:
    """Whose a card or a sheet is."""
    return panel.removesuffix(".card")


def named(people: tuple[tuple[Seat, str], ...], seat: Seat) -> str:
    """The name of whoever sits there."""
    return dict(people).get(seat, "")


def rows(blocks: Iterable[Block]) -> Iterator[tuple[str, Any]]:
    """Blocks in their order; numbers that follow each other together, each with the track that stands behind it."""
    row: list[list[Stat | Track | None]] = []
    for block in blocks:
        if isinstance(block, Stat):
            row.append([block, None])
        elif isinstance(block, Track) and row and row[-1][0] and row[-1][0].label == block.label:
            row[-1][1] = block
        elif isinstance(block, Track):
            row.append([Stat(block.label, block.value, block.most, block.why), block])
        else:
            if row:
                yield "stats", row
                row = []
            yield "block", block
    if row:
        yield "stats", row


@cache
def environment(face: Face) -> Environment:
    """The templates, with the words of one language."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"kind": kind, "owner": owner, "rows": rows, "cap": upper, "named": named}
    made.globals |= {
        "w": face.phrase,
        "has_word": lambda code: face.template("say", code) is not None,
        "language": face.language,
        "version": _version(),
    }
    return made


@cache
def _version() -> str:
    """Changes when what the pages are made of does, so that browsers may keep it for good."""
    from hashlib import sha256  # noqa: PLC0415

    found = sha256()
    for path in sorted((HERE / "static").glob("*.*")):
        found.update(path.read_bytes())
    return found.hexdigest()[:8]


@cache
def _labels(played: str) -> PlainSpeech:
    return PlainSpeech(game(played))


@lru_cache(DRAWN)
def _part(face: Face, name: str, played: str, context: tuple[tuple[str, Any], ...]) -> str:
    """One fragment, drawn once for each value of what it shows."""
    known = {"game": game(played), "label": _labels(played).label, **dict(context)}
    return environment(face).get_template(f"parts/{name}.html").render(known)


# ---------------------------------------------------------------- fragments


class Doing(Struct, frozen=True):
    """An action on offer, or the reason why not."""

    name: str
    who: str
    said: str
    cost: str = ""
    reason: str = ""


class Group(Struct, frozen=True):
    """Actions that belong together; `closed` ones are opened with a tap."""

    code: str
    said: str
    offers: tuple[Doing, ...]
    refused: tuple[Doing, ...]
    closed: bool = False


class Person(Struct, frozen=True):
    """Somebody at the table."""

    seat: Seat
    name: str
    what: str
    typed: bool


Names = tuple[tuple[str, str], ...]
"""Everybody on a card, by id."""


class Still(Struct, frozen=True):
    """What stays as it is while nothing at the table itself changes, and what it was drawn from."""

    state: Any
    rest: tuple[Any, ...]
    view: View
    parts: dict[str, str]


def fragments(room: Room, seat: Seat, words: Face = WORDS) -> dict[str, str]:
    """Every fragment of a seat's page, by name."""
    table = room.table
    rest = (table.seats, tuple(sorted(room.here)), words)
    still: Still | None = room.drawn.get(("still", seat))
    if still is None or still.state is not table.state or still.rest != rest:
        still = room.drawn[("still", seat)] = _still(room, seat, rest, words)
    speech = Speech(table, seat, still.view, words)
    who = table.seated(seat)
    referee = who.role == "referee"
    others = [waits for waits in table.pending if referee and waits.question.by != seat]

    def part(name: str, **context: Any) -> str:
        return _part(words, name, table.game, tuple(context.items()))

    return {
        **still.parts,
        "question": part(
            "question",
            cards=tuple(card(waits, seat, speech) for waits in table.questions(seat)),
            waits=_waits(table, seat, speech),
            others=tuple(card(waits, seat, speech) for waits in others),
        ),
        "dice": part(
            "dice",
            rolls=tuple(_rolls(room, seat, speech)),
            mine=who.role != "onlooker",
            typed=who.dice == "typed",
            promise=commitment(table.dice.seed),
        ),
        "log": _log(room, seat, speech, words),
    }


def _still(room: Room, seat: Seat, rest: tuple[Any, ...], words: Face) -> Still:
    """The fragments that depend on nothing but the game's state and on who is there."""
    table = room.table
    view = table.view(seat)
    speech = Speech(table, seat, view, words)
    by_kind = _by_kind(view)
    here: tuple[Seat, ...] = rest[1]
    people = tuple((one.seat, one.name) for one in table.seats)
    role = table.seated(seat).role
    cards = tuple(panel for panel in by_kind["card"] if panel.seat)
    foes = tuple(panel for panel in by_kind["card"] if not panel.seat)
    names = tuple((panel.id, panel.title) for panel in by_kind["card"])

    def part(name: str, **context: Any) -> Markup:
        return Markup(_part(words, name, table.game, tuple(context.items())))  # noqa: S704  (our own template)

    if role == "referee":
        typed = tuple(one.seat for one in table.seats if one.dice == "typed")
        acting = dict(_acting(room, cards, names, speech))
        articles = tuple(
            part(
                "head",
                panel=panel,
                sheets=tuple(sheet for sheet in by_kind["sheet"] if sheet.id == owner(panel.id)),
                editable=True,
                people=people,
                here=here,
                typed=typed,
                acting=acting.get(panel.id, ()),
            )
            for panel in cards
        )
    else:
        articles = tuple(part("whole", panel=panel, editable=role != "onlooker") for panel in by_kind["sheet"])
    parts: dict[str, str] = {
        "bar": part("bar", title=table.title, turn=_turn(table, speech)),
        "sheet": part("sheet", articles=articles, referee=role == "referee"),
        "scene": part("scene", panels=by_kind["scene"], foes=foes, editable=role == "referee"),
        "party": part(
            "party",
            cards=() if role == "referee" else tuple(part("card", panel=panel, people=people) for panel in cards),
            here=here,
            seats=tuple(_person(one, speech) for one in table.seats),
        ),
        "actions": part(
            "actions",
            groups=_spoken(
                room, (seat,), _offers(room, seat), names, lambda offers: tuple(_groups(offers, seat, speech))
            ),
        ),
        "trackers": part("trackers", panels=by_kind["tracker"]),
        "notes": part("notes", panels=by_kind["notes"]),
    }
    return Still(table.state, rest, view, parts)


def _spoken(
    room: Room, key: tuple[str, ...], offers: tuple[Offer, ...], names: Names, say: Callable[[tuple[Offer, ...]], Any]
) -> Any:
    """Offers put into words, once for as long as they and the names in them stay the same."""
    had = room.drawn.get(("said", *key))
    if had is None or had[0] != (offers, names):
        had = room.drawn[("said", *key)] = ((offers, names), say(offers))
    return had[1]


def _offers(room: Room, seat: Seat) -> tuple[Offer, ...]:
    """What a seat can do, found out once for all who look."""
    state, had = room.drawn.get(("offers", seat), (None, ()))
    if state is not room.table.state:
        had = room.table.offers(seat)
        room.drawn[("offers", seat)] = (room.table.state, had)
    offers: tuple[Offer, ...] = had
    return offers


def _by_kind(view: View) -> dict[str, tuple[Panel, ...]]:
    kinds = ("sheet", "card", "scene", "tracker", "notes")
    return {kind: tuple(panel for panel in view.panels if panel.kind == kind) for kind in kinds}


def _turn(table: Table, speech: Speech) -> str:
    """Where the table is, and in a fight whose turn it is."""
    scene = next((panel for panel in speech.view.panels if panel.kind == "scene"), None)
    where = upper(speech.label(scene.title)) if scene else ""
    due = table.rules.waiting(table.state)
    if set(due) >= set(table.rules.seats(table.state)):
        return where
    names = [table.name_of(seat) for seat in due if seat != REFEREE] or [table.name_of(REFEREE)]
    return speech.face.phrase("turn.of", where=where, names=", ".join(names))


def _waits(table: Table, seat: Seat, speech: Speech) -> str:
    return ", ".join(speech.who(one) for one in table.waits_for() if one != seat)


def _person(one: Seated, speech: Speech) -> Person:
    what = speech.game.referee if one.role == "referee" else speech.face.phrase(f"role.{one.role}")
    return Person(one.seat, one.name, what, one.dice == "typed")


# ---------------------------------------------------------------- actions


def _doing(offer: Offer, speech: Speech) -> Doing:
    cost = speech.label(offer.cost) if offer.cost not in {"", "none"} else ""
    reason = speech.refusal(offer.refusal) if offer.refusal else ""
    return Doing(offer.action.name, offer.action.who, speech.deed(offer), cost, reason)


def _groups(offers: tuple[Offer, ...], seat: Seat, speech: Speech) -> Iterator[Group]:
    """What a seat can do: for the first that it acts for in groups; after the first group, for the others one each."""
    subjects = list(dict.fromkeys(offer.action.who for offer in offers))
    grouped = {name: code for code, names in speech.game.handles.groups.items() for name in names}
    order = [*speech.game.handles.groups, ""]
    own = subjects[0] if subjects else ""
    rank = {name: at for names in speech.game.handles.groups.values() for at, name in enumerate(names)}
    mine = sorted(
        (offer for offer in offers if offer.action.who == own), key=lambda offer: rank.get(offer.action.name, 0)
    )
    for at, code in enumerate(order):
        here = [_doing(offer, speech) for offer in mine if grouped.get(offer.action.name, "") == code]
        if here:
            yield _group(code, upper(speech.label(code)) if code else speech.face.phrase("actions.more"), here)
        if at == 0:
            yield from _for_others(offers, subjects[1:], speech)


def _for_others(offers: tuple[Offer, ...], subjects: list[str], speech: Speech) -> Iterator[Group]:
    for subject in sorted(subjects, key=lambda one: one in speech.names((one,))):
        here = [_doing(offer, speech) for offer in offers if offer.action.who == subject]
        named = upper(speech.names((subject,)).get(subject, speech.label(subject)))
        yield _group(f"for-{subject}", named, here, closed=len(here) > 2)


def _group(code: str, said: str, here: list[Doing], *, closed: bool = False) -> Group:
    can = tuple(one for one in here if not one.reason)
    return Group(code, said, can, tuple(one for one in here if one.reason), closed)


def _acting(room: Room, cards: tuple[Panel, ...], names: Names, speech: Speech) -> Iterator[tuple[str, Any]]:
    """What the referee may do for each player, by the one it is done for."""
    table = room.table
    for panel in cards:
        if panel.seat != REFEREE and any(one.seat == panel.seat for one in table.seats):
            say = partial(_theirs, panel=panel, speech=speech)
            yield panel.id, _spoken(room, (REFEREE, panel.id), _offers(room, panel.seat), names, say)


def _theirs(offers: tuple[Offer, ...], panel: Panel, speech: Speech) -> tuple[Doing, ...]:
    mine = (offer for offer in offers if not offer.refusal and offer.action.who == owner(panel.id))
    return tuple(_doing(offer, speech) for offer in mine)


# ---------------------------------------------------------------- dice and the log


def _rolls(room: Room, seat: Seat, speech: Speech) -> Iterator[Fallen]:
    """The last dice that fell, the newest first, each under a key that stays."""
    found: list[Fallen] = []
    had: dict[tuple[int, bool], list[Fallen]] = room.drawn.setdefault(("rolls", seat), {})
    if len(had) > 2 * len(room.log):
        had.clear()
    for waits in reversed(room.table.pending):
        found += _thrown(waits, seat, speech)
    for number, undone, line in reversed(room.log):
        if len(found) >= ROLLS:
            break
        if (number, undone) not in had:
            shown = seen_line(number, undone, line, seat) if line.number else None
            rolled = [one for one in (shown.shown if shown else ()) if isinstance(one.event, Rolled | Sealed)]
            had[number, undone] = [fallen(one, speech) for one in reversed(rolled)]
        found += had[number, undone]
    seen: dict[Any, int] = {}
    keyed = []
    for one in reversed(found[:ROLLS]):
        times = seen[one] = seen.get(one, 0) + 1
        keyed.append((one, times))
    for one, times in reversed(keyed):
        mark = "-".join(map(str, (abs(hash((one.who, one.why, one.dice, one.faces))) % 10**8, times)))
        yield Fallen(one.who, one.dice, one.sides, one.faces, one.typed, one.sealed, one.why, one.rule, mark)


def _thrown(waits: Pending, seat: Seat, speech: Speech) -> list[Fallen]:
    shown = seen_going(waits, seat).shown
    return [fallen(one, speech) for one in reversed(shown) if isinstance(one.event, Rolled | Sealed)]


def _log(room: Room, seat: Seat, speech: Speech, words: Face) -> str:
    tail = room.log[-TAIL:]
    had: dict[tuple[int, bool], str] = room.drawn.get(("lines", seat), {})
    drawn = {(row[0], row[1]): had.get((row[0], row[1])) or draw_line(row, seat, speech, words) for row in tail}
    room.drawn[("lines", seat)] = drawn
    first = tail[0][0] if tail else 0
    return _part(words, "log", room.table.game, (("lines", Markup("".join(drawn.values()))), ("first", first)))  # noqa: S704


def draw_line(row: tuple[int, bool, Line], seat: Seat, speech: Speech, words: Face) -> str:
    """One line of the log as a seat may see it, or nothing."""
    shown = seen_line(*row, seat)
    if shown is None:
        return ""
    known = {"game": speech.game, "label": speech.label, "line": story_line(shown, speech)}
    return environment(words).get_template("parts/line.html").render(known)


# ---------------------------------------------------------------- pages


def page(name: str, context: Mapping[str, Any], words: Face = WORDS) -> str:
    """A whole page, or a piece of one that is asked for by itself."""
    from tallow.web.besides import besides  # noqa: PLC0415  (it draws with what stands here)

    known = {**context, **besides(name, context, words)}
    played: Game[Any] | None = known.get("game")
    label = _labels(played.id).label if played else str
    return environment(words).get_template(f"{name}.html").render({"game": None, "label": label, **known})


def theme(played: str) -> str:
    """The one colour that a game brings, as CSS."""
    chosen = game(played).theme
    return (
        f':root{{--accent:{chosen.accent_dark}}}:root[data-theme="light"]{{--accent:{chosen.accent}}}'
        f'@media (prefers-color-scheme:light){{:root:not([data-theme="dark"]){{--accent:{chosen.accent}}}}}'
    )
