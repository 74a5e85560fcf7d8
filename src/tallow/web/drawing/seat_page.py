"""What a seat's page shows, piece by piece, and what each piece is drawn from.

A piece is drawn again only when what it is drawn from has changed: values are frozen, so what is the very same object
needs no second look. What several seats see alike is put into words once.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Offer
from tallow.games.view import Panel
from tallow.play import REFEREE, Choice, Rolled, Seat
from tallow.table import Pending, Sealed, Shown, Table, seen_going, seen_line
from tallow.table.seats import Role, Seated
from tallow.web.drawing import table_page
from tallow.web.drawing.blocks import owner_of
from tallow.web.drawing.caches import ROLLS, TAIL, Common, Easel, Ledger, Names, Row
from tallow.web.drawing.elements import Piece
from tallow.web.drawing.html_words import Pen, pen
from tallow.web.drawing.question_html import Asked, question
from tallow.web.drawing.table_page import Back, Doing, Group, Person
from tallow.web.live.rooms import LOG, Room
from tallow.web.phrases import ENGLISH
from tallow.wording.phrases import Phrases
from tallow.wording.question_card import Card, UnderWay, card, under_way
from tallow.wording.speech import upper
from tallow.wording.story import Fallen, fallen
from tallow.wording.story import line as story_line
from tallow.wording.table_speech import TableSpeech

FIRST = 60
"""So many lines a page begins with."""

OPEN = 16
"""So many actions lie open; the groups after them are opened with a tap."""


def fragments(room: Room, seat: Seat, phrases: Phrases = ENGLISH) -> dict[str, Piece]:
    """Every piece of a seat's page, by name. What seats share, those share who read the same language."""
    table, language = room.table, phrases.language
    at, kept = ("easel", seat, language), ("ledger", language)
    easel: Easel = room.drawn.get(at) or room.drawn.setdefault(at, Easel())
    ledger: Ledger = room.drawn.get(kept) or room.drawn.setdefault(kept, Ledger())
    ledger.follow(room.log, table.pending)
    common, here, ink = _common(room, language), tuple(sorted(room.here)), pen(phrases, table.game)
    if easel.common is not common or easel.here != here:
        easel.turn_to(table, seat, phrases, common.names)
        easel.common, easel.here = common, here
        easel.still = _still(easel, table, seat, ink, common)
    speech = easel.speech
    speech.table = table
    who = table.seated(seat)
    return {
        **easel.still,
        "actions": easel.once(
            "actions", table_page.actions, ink, easel.verbs, _back(easel, table, seat), playing=who.role == "player"
        ),
        "question": _question(easel, table, seat, ink, common),
        "dice": _dice(easel, ledger, who, ink, common.promise),
        "log": _log(ledger, seat, ink, speech),
    }


def _back(easel: Easel, table: Table, seat: Seat) -> Back | None:
    """Whether a player may undo what they did last, and what that was; for the referee what was done last at all."""
    say = easel.speech.game.words.say
    if seat == REFEREE and table.trail:
        last = table.trail[-1]
        by = "referee" if last.seat == seat else "player"
        return Back(by, say("action", last.deed, ""), easel.speech.who(last.seat))
    may, own = table.may_undo(seat), table.last_of(seat)
    return Back(may, say("action", own[1].deed, "")) if may and own else None


def _common(room: Room, language: str) -> Common:
    """What all seats share now."""
    table, key = room.table, ("common", language)
    common: Common | None = room.drawn.get(key)
    if common is None or common.old(table):
        common = room.drawn[key] = Common(table)
    return common


# ---------------------------------------------------------------- what depends on the state and on who is there


def _still(easel: Easel, table: Table, seat: Seat, ink: Pen, common: Common) -> dict[str, Piece]:
    """The pieces that depend on nothing but the game's state and on who is there."""
    once, speech = easel.once, easel.speech
    panels, role = speech.view.panels, table.seated(seat).role
    names: Names = once("names", _names, panels)
    if names != easel.names or len(easel.said) > 10 * LOG:
        easel.names, easel.said = names, {}
    if easel.here not in common.people:
        common.people[easel.here] = tuple([_person(one, one.seat in easel.here, speech) for one in table.seats])
    people = common.people[easel.here]
    acting = tuple(_acting(easel, table, ink, common)) if role == "referee" else ()
    easel.verbs = once(
        "verbs", table_page.verbs, once("groups", _groups, _offers(common, table, seat), names, easel=easel)
    )
    drawn: dict[str, Piece] = once("panels", _panels, ink, panels, people, role, acting, easel=easel, seat=seat)
    return {
        "bar": once("bar", table_page.bar, ink, table.title, *_turn(common, table, speech)),
        **drawn,
    }


def _names(panels: Sequence[Panel]) -> Names:
    return tuple([(panel.id, panel.title) for panel in panels if panel.kind == "card"])


def _panels(
    ink: Pen,
    panels: Sequence[Panel],
    people: Sequence[Person],
    role: Role,
    acting: Sequence[tuple[str, Piece]],
    *,
    easel: Easel,
    seat: Seat,
) -> dict[str, Piece]:
    """What is drawn of a view: sheets, the scene, the party, trackers and notes."""
    once, seated = easel.once, {one.seat: one for one in people}
    by_kind: dict[str, list[Panel]] = {"sheet": [], "card": [], "scene": [], "tracker": [], "notes": []}
    for panel in panels:
        by_kind[panel.kind].append(panel)
    cards = [panel for panel in by_kind["card"] if panel.seat]
    foes = tuple([panel for panel in by_kind["card"] if not panel.seat])
    sheets = {panel.id: (panel,) for panel in by_kind["sheet"] if role == "referee" or panel.seat != seat}
    shown: list[Piece] = []
    articles: list[Piece] = []
    for panel in cards:
        who, owner = seated.get(panel.seat), owner_of(panel.id)
        name, open_ = who.name if who else "", sheets.get(owner, ())
        if role == "referee":
            there = (who.typed, who.here) if who else (False, False)
            given = (ink, panel, open_, name, *there, dict(acting).get(owner))
            articles.append(once(f"head {panel.id}", table_page.head, *given))
        else:
            shown.append(once(f"card {panel.id}", table_page.card, ink, panel, name, open_))
    if role == "referee":
        for owner, piece in acting:
            if owner in seated:
                articles.append(once(f"newcomer {owner}", table_page.newcomer, ink, owner, seated[owner].name, piece))
    else:
        mine = [panel for panel in by_kind["sheet"] if panel.seat == seat]
        articles = [once(f"whole {panel.id}", table_page.whole, ink, panel, role != "onlooker") for panel in mine]
    return {
        "sheet": once("sheet", table_page.sheet, ink, tuple(articles), role == "referee"),
        "scene": once("scene", table_page.scene, ink, tuple(by_kind["scene"]), foes, role == "referee"),
        "party": once("party", table_page.party, ink, tuple(shown), people),
        "trackers": once("trackers", table_page.trackers, ink, tuple(by_kind["tracker"])),
        "notes": once("notes", table_page.notes, ink, tuple(by_kind["notes"])),
    }


def _acting(easel: Easel, table: Table, ink: Pen, common: Common) -> Iterator[tuple[str, Piece]]:
    """What the referee may do for each player's characters and those of empty seats, by whose it is.

    Of a player who has no character yet it is the seat's own.
    """
    seated = {one.seat: one.name for one in table.seats if one.role == "player"}
    free = table.free_seats()
    playing = {panel.seat for panel in easel.speech.view.panels if panel.kind == "card"}
    for seat, name in seated.items():
        if seat not in playing:
            theirs = easel.once(f"theirs {seat}", _theirs, _offers(common, table, seat), easel.names, seat, easel=easel)
            if theirs:
                yield seat, easel.once(f"acting {seat}", table_page.acting, ink, seat, seat, name, theirs)
    for panel in easel.speech.view.panels:
        if panel.kind == "card" and (panel.seat in seated or panel.seat in free):
            owner, offers = owner_of(panel.id), _offers(common, table, panel.seat)
            theirs = easel.once(f"theirs {owner}", _theirs, offers, easel.names, owner, easel=easel)
            if theirs:
                name, free_ = seated.get(panel.seat, panel.title), panel.seat not in seated
                given = (ink, owner, panel.seat, name, theirs)
                yield owner, easel.once(f"acting {owner} {free_}", table_page.acting, *given, free=free_)


def _offers(common: Common, table: Table, seat: Seat) -> tuple[Offer, ...]:
    """What a seat can do, found out once for all who look."""
    if seat not in common.offers:
        common.offers[seat] = table.offers(seat)
    return common.offers[seat]


def _turn(common: Common, table: Table, speech: TableSpeech) -> tuple[str, tuple[Seat, ...]]:
    """Where the table is, and in a fight whose turn it is: in phrases, and their seats."""
    scene = next((panel.title for panel in speech.view.panels if panel.kind == "scene"), "")
    if scene not in common.turns:
        common.turns[scene] = _turn_of(table, upper(speech.label(scene)) if scene else "", speech)
    return common.turns[scene]


def _turn_of(table: Table, where: str, speech: TableSpeech) -> tuple[str, tuple[Seat, ...]]:
    due = (table.rules.ui.turn or table.rules.waiting)(table.state)
    if set(due) >= set(table.rules.seats(table.state)):
        return where, ()
    players = tuple([seat for seat in due if seat != REFEREE])
    names = [speech.who(seat) for seat in players] or [table.name_of(REFEREE)]
    return speech.phrases.say("turn.of", where=where, names=speech.phrases.between.join(names)), players or (REFEREE,)


def _person(one: Seated, here: bool, speech: TableSpeech) -> Person:
    what = speech.game.referee if one.role == "referee" else speech.phrases.say(f"role.{one.role}")
    return Person(one.seat, one.name, what, one.dice == "typed", here)


# ---------------------------------------------------------------- actions


def _doing(offer: Offer, easel: Easel) -> Doing:
    """An action in phrases, found once for as long as everybody has the same name."""
    had = easel.said.get(offer)
    if had is None:
        speech = easel.speech
        cost = speech.label(offer.cost) if offer.cost not in {"", "none"} else ""
        reason = speech.refusal(offer.refusal) if offer.refusal else ""
        had = easel.said[offer] = Doing(offer.action.name, offer.action.who, speech.deed(offer), cost, reason)
    return had


def _groups(offers: tuple[Offer, ...], _: Names, *, easel: Easel) -> tuple[Group, ...]:
    """What a seat can do: for the first that it acts for in groups; after the first group, for the others one each.

    The first of a game's groups cannot wait: where it falls to the others alone, they come before all else. The referee
    acts for nobody first of all.
    """
    speech = easel.speech
    subjects = list(dict.fromkeys(offer.action.who for offer in offers))
    own = subjects[0] if subjects else ""
    mine = sorted((offer for offer in offers if offer.action.who == own), key=lambda offer: offer.rank)
    found = []
    for code in dict.fromkeys((*speech.game.ui.groups, *(offer.group for offer in mine if offer.group), "")):
        here = [_doing(offer, easel) for offer in mine if offer.group == code]
        if here:
            found.append(_group(code, upper(speech.label(code)) if code else speech.phrases.say("actions.more"), here))
    first = next(iter(speech.game.ui.groups), "")
    leads = bool(found) and found[0].code == first
    somebody = bool(speech.names((own,)))
    called = set()
    if first and not (leads and somebody):
        called = {offer.action.who for offer in offers if offer.group == first and not offer.refusal} - {own}
    others = _for_others(offers, subjects[1:], called, easel)
    at = 0 if called and not leads else 1
    return tuple(_folded((*found[:at], *others, *found[at:])))


def _folded(groups: Sequence[Group]) -> Iterator[Group]:
    """What comes after many others is closed, for there is only so much that one can look over."""
    shown = 0
    for at, group in enumerate(groups):
        shown += 0 if group.closed else len(group.offers) + len(group.refused)
        yield replace(group, closed=True) if at and shown > OPEN else group


def _for_others(offers: tuple[Offer, ...], subjects: list[str], called: set[str], easel: Easel) -> Iterator[Group]:
    """For each of the others what they can do: open where it is little, or where they alone are `called`."""
    speech = easel.speech
    for subject in sorted(subjects, key=lambda one: one in speech.names((one,))):
        here = [_doing(offer, easel) for offer in offers if offer.action.who == subject]
        named = upper(speech.game.book.called(speech.names((subject,)).get(subject, speech.label(subject))))
        yield _group(f"for-{subject}", named, here, closed=len(here) > 2 and called != {subject})


def _group(code: str, said: str, here: list[Doing], *, closed: bool = False) -> Group:
    can = tuple(one for one in here if not one.reason)
    return Group(code, said, can, tuple(one for one in here if one.reason), closed)


def _theirs(offers: tuple[Offer, ...], _: Names, who: str, *, easel: Easel) -> tuple[Doing, ...]:
    """What the referee may do for a player's character."""
    return tuple(_doing(offer, easel) for offer in offers if not offer.refusal and offer.action.who == who)


# ---------------------------------------------------------------- questions


def _question(easel: Easel, table: Table, seat: Seat, ink: Pen, common: Common) -> Piece:
    mine: tuple[Pending, ...] = ()
    others: tuple[Pending, ...] = ()
    waits = ""
    speech = easel.speech
    if table.pending:
        mine = table.questions(seat)
        if table.seated(seat).role == "referee":
            empty = table.free_seats()
            mine = tuple([one for one in table.pending if one.question.by == seat or one.question.by in empty])
            others = tuple([one for one in table.pending if one not in mine])
        own = {seat, *(one.question.by for one in mine)}
        waits = speech.phrases.between.join([_whom(one, speech) for one in table.waits_for() if one not in own])
    asked = easel.once("asked", _cards, mine, seat, common if mine else None, speech=speech)
    besides = easel.once("besides", _cards, others, seat, common if others else None, speech=speech)
    lying = easel.once("lying", _lying, table.pending, speech=speech) if table.rules.ui.on_table else ()
    wishes = _wishes(table, seat, speech) if table.undo_requests else ()
    moving = tuple([one for one in table.moving() if one not in mine])
    going = easel.once("going", _going, moving, seat, common if moving else None, speech=speech)
    piece: Piece = easel.once("question", question, ink, asked, waits, besides, lying, wishes, going)
    return piece


def _whom(seat: Seat, speech: TableSpeech) -> str:
    """A seat within a sentence: a referee who goes by no other name is "the Warden"."""
    named = speech.who(seat)
    return speech.say("the", title=named) if named == speech.game.referee else named


def _wishes(table: Table, seat: Seat, speech: TableSpeech) -> tuple[Asked, ...]:
    """What players ask the referee to undo."""
    if seat != REFEREE:
        return ()
    say = speech.game.words.say
    return tuple(
        Asked(one.seat, speech.who(one.seat), say("action", one.deed, ""), table.done - one.action, table.done)
        for one in table.undo_requests
    )


def _lying(waiting: tuple[Pending, ...], *, speech: TableSpeech) -> tuple[Panel, ...]:
    """What lies open on the table while somebody decides."""
    on_table, title = speech.game.ui.on_table, speech.phrases.say("question.lying")
    return tuple(
        Panel(f"lies-{one.number}", title, "scene", shown)
        for one in waiting
        if on_table and isinstance(one.question, Choice) and (shown := on_table(one.question))
    )


def _cards(waiting: tuple[Pending, ...], seat: Seat, _: Common | None, *, speech: TableSpeech) -> tuple[Card, ...]:
    return tuple([card(waits, seat, speech) for waits in waiting])


def _going(moving: tuple[Pending, ...], seat: Seat, _: Common | None, *, speech: TableSpeech) -> tuple[UnderWay, ...]:
    return tuple([under_way(waits, seat, speech) for waits in moving])


# ---------------------------------------------------------------- dice


def _thrown(shown: Sequence[Shown], speech: TableSpeech) -> list[Fallen]:
    """The dice among this, the newest first."""
    return [fallen(one, speech) for one in reversed(shown) if isinstance(one.event, Rolled | Sealed)]


def _dice(easel: Easel, ledger: Ledger, who: Seated, ink: Pen, promise: str) -> Piece:
    """The dice, drawn once for all who see the same."""
    mine, typed = who.role != "onlooker", who.dice == "typed"
    key: Any = (mine, typed, promise, who.seat if ledger.secret else "")
    if key not in ledger.trays:
        speech = easel.speech
        rolls = _rolled(ledger.rolled, who.seat, had=easel.rolls, speech=speech)
        going = [one for waits in reversed(ledger.going) for one in _thrown(seen_going(waits, who.seat).shown, speech)]
        ledger.trays[key] = table_page.dice(ink, _keyed((*going, *rolls)[:ROLLS]), mine, typed, promise)
    return ledger.trays[key]


def _rolled(
    rows: Sequence[Row], seat: Seat, *, had: dict[Any, list[Fallen]], speech: TableSpeech
) -> tuple[Fallen, ...]:
    if len(had) > LOG:
        had.clear()
    found: list[Fallen] = []
    for row in rows:
        key = (row[0], row[1])
        if key not in had:
            line = seen_line(*row, seat)
            had[key] = _thrown(line.shown, speech) if line else []
        found += had[key]
        if len(found) >= ROLLS:
            break
    return tuple(found[:ROLLS])


def _keyed(found: tuple[Fallen, ...]) -> tuple[Fallen, ...]:
    """The newest of these, each under a key of its own that it keeps when others come."""
    seen: dict[Fallen, int] = {}
    keyed = []
    for one in reversed(found):
        times = seen[one] = seen.get(one, 0) + 1
        mark = f"{abs(hash((one.who, one.why, one.dice, one.faces))) % 10**8}-{times}"
        keyed.append(replace(one, key=mark))
    return tuple(reversed(keyed))


# ---------------------------------------------------------------- the log


def _log(ledger: Ledger, seat: Seat, ink: Pen, speech: TableSpeech) -> Piece:
    """The newest lines, drawn once for all who see the same."""
    key: Any = (speech.bold, seat) if ledger.private else speech.bold
    had = ledger.tails.get(key)
    if had is None:
        rows = ledger.log[-TAIL:]
        if key in ledger.before:
            last = _line(rows[-1], seat, ledger, ink, speech)
            lines = [*ledger.before[key][0][1 - TAIL :], last]
        else:
            lines = [_line(row, seat, ledger, ink, speech) for row in rows]
        had = ledger.tails[key] = lines, table_page.log([one for one in lines if one], rows[0][0] if rows else 0)
    return had[1]


def _line(row: Row, seat: Seat, ledger: Ledger, ink: Pen, speech: TableSpeech) -> Piece | None:
    """A line as a seat may see it."""
    key: Any = (row[0], row[1], speech.bold, seat if row[0] in ledger.private else "")
    if key not in ledger.lines:
        shown = seen_line(*row, seat)
        ledger.lines[key] = table_page.line(ink, story_line(shown, speech)) if shown else None
    return ledger.lines[key]


def draw_line(row: Row, seat: Seat, speech: TableSpeech, phrases: Phrases) -> str:
    """One line of the log as a seat may see it, or nothing."""
    shown = seen_line(*row, seat)
    return str(table_page.line(pen(phrases, speech.game.id), story_line(shown, speech))) if shown else ""
