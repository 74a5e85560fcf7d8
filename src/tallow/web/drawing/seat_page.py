"""The page of one seat: which elements it has, and what each is drawn from.

An element is drawn again only when the values that it is drawn from have changed. What several seats see alike is put
into words once.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from msgspec.structs import replace

from tallow.adventures.exploring.together import AGREED
from tallow.games.deeds import Action, Offer
from tallow.games.view import Block, Handle, Panel, Spots, Tags
from tallow.games.words import Words
from tallow.play import REFEREE, Choice, Seat
from tallow.table import DoneAction, Pending, Table
from tallow.table.bots.autopilot import last_run
from tallow.table.seats import Pilot, Role, Seated
from tallow.web.drawing import table_page
from tallow.web.drawing.action_groups import action_groups, actions_for
from tallow.web.drawing.caches import Names, SeatCache, SharedCache, TableDrawings
from tallow.web.drawing.dying import all_dead, dying, dying_panel
from tallow.web.drawing.elements import Element
from tallow.web.drawing.html_words import HtmlWords, html_words
from tallow.web.drawing.log import LOG, LogCache, LogRow
from tallow.web.drawing.now import AutopilotShown, autopilot_shown, autopilot_switch, now_cards
from tallow.web.drawing.question_html import Proposed, ReturnShown, UndoRequestShown, questions
from tallow.web.drawing.table_page import NOTHING, JustTold, SeatedPerson, UndoOption
from tallow.web.drawing.view.blocks import owner_of
from tallow.web.drawing.view.maps import LabelledHandle
from tallow.web.drawing.vitals import vitals
from tallow.wording.now import Now, leading_on, meanwhile, places_for_now
from tallow.wording.phrases import Phrases
from tallow.wording.question_card import ActionInMotion, QuestionCard, action_in_motion, question_card
from tallow.wording.speech import upper
from tallow.wording.table_speech import TableSpeech

ROOM, LIGHT = "room", "light"
"""The panel of the room where the party explores, and the block of what burns."""


def seat_page(
    drawings: TableDrawings,
    table: Table,
    log: list[LogRow],
    connected: Collection[Seat],
    seat: Seat,
    phrases: Phrases,
) -> dict[str, Element]:
    """Every element of a seat's page, by name. `connected` are the seats whose page is open."""
    cache = drawings.seat(seat, phrases.language)
    shared = drawings.shared(table, phrases.language)
    log_cache = drawings.log(phrases.language)
    log_cache.update(log, table.pending)
    words, there = html_words(phrases, table.game), tuple(sorted(connected))
    if cache.shared is not shared or cache.connected != there:
        cache.look(table, seat, phrases, shared.names)
        cache.shared, cache.connected = shared, there
        cache.state_elements = _state_elements(cache, table, seat, words, shared)
    speech = cache.speech
    speech.table = table
    who = table.seated(seat)
    undo = _undo_option(speech, table, seat)
    told = _just_told(table, seat, words, cache, log_cache)
    return {
        **cache.state_elements,
        "scene": cache.cached("scene", table_page.scene, words, *cache.scene, who.role == "referee", told),
        "actions": cache.cached(
            "actions", table_page.actions, words, cache.action_groups, undo, playing=who.role == "player"
        ),
        "question": _questions(cache, table, seat, words, shared, log_cache if told is NOTHING else None),
        "whom": cached_whom(cache, table, words, seat),
        "dice": log_cache.dice(words, who, shared.promise, speech, cache.rolls),
        "log": log_cache.newest(words, seat, speech),
    }


def _just_told(table: Table, seat: Seat, words: HtmlWords, cache: SeatCache, log: LogCache) -> JustTold:
    """What has just happened, for players who explore a place: they read it in the scene, others beside it."""
    due = table.rules.ui.due
    if table.adventure is None or seat not in table.rules.seats(table.state) or seat == REFEREE:
        return NOTHING
    if due is not None and due(table.state) is not None:
        return NOTHING
    return JustTold(log.just_told(words, seat, cache.speech), log.arrives())


def cached_whom(cache: SeatCache, table: Table, words: HtmlWords, seat: Seat) -> Element:
    """To whom one speaks: all, or one of the others by name; the referee may narrate."""
    others = tuple([(one.seat, one.name) for one in table.seats if one.seat != seat and one.role != "onlooker"])
    drawn: Element = cache.cached("whom", table_page.whom, words, others, table.presides(seat))
    return drawn


def _undo_option(speech: TableSpeech, table: Table, seat: Seat) -> UndoOption | None:
    """What a player may undo: their own last action; the referee: the last action of all."""
    words = speech.game.words
    if seat == REFEREE and table.trail:
        last = table.trail[-1]
        by = "referee" if last.seat == seat else "player"
        return UndoOption(by, _deed_alone(words, last.deed), speech.who(last.seat), last_run(table))
    may = table.may_undo(seat)
    own = table.last_of(seat) if may else None
    return UndoOption(may, _deed_alone(words, own[1].deed)) if own else None


@lru_cache(1_000)
def _deed_alone(words: Words, name: str) -> str:
    """An action in words, without for whom."""
    return words.say("action", name, "")


def _state_elements(
    cache: SeatCache, table: Table, seat: Seat, words: HtmlWords, shared: SharedCache
) -> dict[str, Element]:
    """The elements that depend only on the game's state and on who is connected."""
    cached, speech = cache.cached, cache.speech
    role = table.seated(seat).role
    panels = cached("handles", _with_offered_handles, speech.view.panels, _offers(shared, table, seat), speech=speech)
    names: Names = cached("names", _names, panels)
    if names != cache.names or len(cache.action_options) > 10 * LOG:
        cache.names, cache.action_options = names, {}
    if cache.connected not in shared.people:
        shared.people[cache.connected] = tuple(
            [_person(one, one.seat in cache.connected, speech) for one in table.seats]
        )
    people = shared.people[cache.connected]
    acting = tuple(_referee_actions(cache, table, words, shared)) if role == "referee" else ()
    groups = cached("groups", action_groups, _offers(shared, table, seat), names, cache=cache)
    cache.action_groups = cached("verbs", table_page.action_groups, groups)
    drawn: dict[str, Element] = cached("panels", _panels, words, panels, people, role, acting, cache=cache, seat=seat)
    fading = dying(panels, table, seat, lambda one: _offers(shared, table, one), speech)
    drawn = {**drawn, "dying": cached("dying", dying_panel, words, fading)}
    return {"bar": cached("bar", table_page.bar, words, table.title, *_turn(shared, table, speech)), **drawn}


def _with_offered_handles(
    panels: tuple[Panel, ...], offers: tuple[Offer, ...], *, speech: TableSpeech
) -> tuple[Panel, ...]:
    """The panels, in which everything has those handles alone that are offered now, each in words."""
    if Spots not in map(type, chain.from_iterable([panel.blocks for panel in panels])):
        return panels
    known = {offer.action: offer for offer in offers if offer.refusal is None}

    def offered(one: Handle) -> LabelledHandle | None:
        offer = known.get(Action(one.action, one.who))
        said = speech.handle(one, offer) if offer else ""
        return LabelledHandle(one.action, one.who, one.answers, one.notes, said) if offer else None

    def shown(block: Block) -> Block:
        if not isinstance(block, Spots):
            return block
        spots = [replace(one, handles=tuple(filter(None, map(offered, one.handles)))) for one in block.spots]
        return replace(block, spots=tuple(spots))

    return tuple([replace(panel, blocks=tuple(map(shown, panel.blocks))) for panel in panels])


def _names(panels: Sequence[Panel]) -> Names:
    return tuple([(panel.id, panel.title) for panel in panels if panel.kind == "card"])


def _panels(
    words: HtmlWords,
    panels: Sequence[Panel],
    people: tuple[SeatedPerson, ...],
    role: Role,
    acting: Sequence[tuple[str, Element]],
    *,
    cache: SeatCache,
    seat: Seat,
) -> dict[str, Element]:
    """What is drawn of a view: sheets, the scene, the party, trackers and notes."""
    cached, seated = cache.cached, {one.seat: one for one in people}
    by_kind: dict[str, list[Panel]] = {"sheet": [], "card": [], "scene": [], "tracker": [], "notes": []}
    for panel in panels:
        by_kind[panel.kind].append(panel)
    cards = [panel for panel in by_kind["card"] if panel.seat]
    foes = tuple([panel for panel in by_kind["card"] if not panel.seat])
    sheets = {panel.id: (panel,) for panel in by_kind["sheet"] if role == "referee" or panel.seat != seat}
    shown: list[Element] = []
    articles: list[Element] = []
    for panel in cards:
        who, owner = seated.get(panel.seat), owner_of(panel.id)
        name, visible = who.name if who else "", sheets.get(owner, ())
        if role == "referee":
            there = (who.typed, who.connected) if who else (False, False)
            given = (words, panel, visible, name, *there, dict(acting).get(owner))
            articles.append(cached(f"head {panel.id}", table_page.party_member, *given))
        else:
            shown.append(cached(f"card {panel.id}", table_page.card, words, panel, name, visible))
    if role == "referee":
        for owner, element in acting:
            if owner in seated:
                name = seated[owner].name
                articles.append(cached(f"newcomer {owner}", table_page.newcomer, words, owner, name, element))
    else:
        mine = [panel for panel in by_kind["sheet"] if panel.seat == seat]
        plays = role != "onlooker"
        articles = [cached(f"whole {panel.id}", table_page.own_sheet, words, panel, plays) for panel in mine]
    cache.scene = tuple(by_kind["scene"]), foes
    return {
        "vitals": cached("vitals", vitals, words, tuple(cards), seat),
        "sheet": cached("sheet", table_page.sheet, words, tuple(articles), role == "referee"),
        "party": cached("party", table_page.party, words, tuple(shown), people, referee=role == "referee"),
        "trackers": cached("trackers", table_page.trackers, words, tuple(by_kind["tracker"])),
        "notes": cached("notes", table_page.notes, words, tuple(by_kind["notes"])),
    }


def _referee_actions(
    cache: SeatCache, table: Table, words: HtmlWords, shared: SharedCache
) -> Iterator[tuple[str, Element]]:
    """What the referee may do for players' characters and those of empty seats, by the id of the character.

    For a player without a character it is by their seat.
    """
    seated = {one.seat: one.name for one in table.seats if one.role == "player"}
    free = table.free_seats()
    playing = {panel.seat for panel in cache.speech.view.panels if panel.kind == "card"}
    for seat, name in seated.items():
        if seat not in playing:
            offers = _offers(shared, table, seat)
            options = cache.cached(f"theirs {seat}", actions_for, offers, cache.names, seat, cache=cache)
            if options:
                yield seat, cache.cached(f"acting {seat}", table_page.actions_for, words, seat, seat, name, options)
    for panel in cache.speech.view.panels:
        if panel.kind == "card" and (panel.seat in seated or panel.seat in free):
            owner, offers = owner_of(panel.id), _offers(shared, table, panel.seat)
            options = cache.cached(f"theirs {owner}", actions_for, offers, cache.names, owner, cache=cache)
            if options:
                name, empty = seated.get(panel.seat, panel.title), panel.seat not in seated
                given = (words, owner, panel.seat, name, options)
                yield owner, cache.cached(f"acting {owner} {empty}", table_page.actions_for, *given, free=empty)


def _offers(shared: SharedCache, table: Table, seat: Seat) -> tuple[Offer, ...]:
    """What a seat can do, computed once for all who see it."""
    if seat not in shared.offers:
        shared.offers[seat] = table.offers(seat)
    return shared.offers[seat]


def _turn(shared: SharedCache, table: Table, speech: TableSpeech) -> tuple[str, str, tuple[Seat, ...]]:
    """The scene, unless the table has its name, and whose turn it is: in words, and their seats.

    A room stands at the top of the page with its name: there it is what burns.
    """
    first = next((panel for panel in speech.view.panels if panel.kind == "scene"), None)
    scene = "" if first is None else _burning(speech) or first.title if first.id == ROOM else first.title
    if scene not in shared.turns:
        shared.turns[scene] = _turn_in(table, upper(speech.label(scene)) if scene else "", speech)
    return shared.turns[scene]


def _burning(speech: TableSpeech) -> str:
    """The lights of the party in words; "" where none burns that is shown."""
    blocks = [block for panel in speech.view.panels if panel.kind == "tracker" for block in panel.blocks]
    lit = [block for block in blocks if isinstance(block, Tags) and block.label == LIGHT]
    names = dict.fromkeys(speech.label(tag.name) for block in lit for tag in block.tags if not tag.bad)
    return f"{speech.label(LIGHT)}: {speech.phrases.between.join(names)}" if names else ""


def _turn_in(table: Table, scene: str, speech: TableSpeech) -> tuple[str, str, tuple[Seat, ...]]:
    scene = "" if scene == table.title else scene
    due = (table.rules.ui.turn or table.rules.waiting)(table.state)
    if set(due) >= set(table.rules.seats(table.state)):
        return scene, "", ()
    players = tuple([seat for seat in due if seat != REFEREE])
    names = [speech.who(seat) for seat in players] or [table.name_of(REFEREE)]
    return scene, speech.phrases.between.join(names), players or (REFEREE,)


def _person(one: Seated, connected: bool, speech: TableSpeech) -> SeatedPerson:
    what = speech.game.referee if one.role == "referee" else speech.phrases.say(f"role.{one.role}")
    return SeatedPerson(one.seat, one.name, what, one.dice == "typed", connected, one.role == "player")


def _questions(
    cache: SeatCache, table: Table, seat: Seat, words: HtmlWords, shared: SharedCache, log: LogCache | None
) -> Element:
    """What a seat is asked or may do; what has just happened stands beside it where `log` is given."""
    mine: tuple[Pending, ...] = ()
    others: tuple[Pending, ...] = ()
    waits = ""
    cached, speech = cache.cached, cache.speech
    if table.pending:
        mine = table.questions(seat)
        if table.seated(seat).role == "referee":
            empty = table.free_seats()
            mine = tuple([one for one in table.pending if one.question.by == seat or one.question.by in empty])
            others = tuple([one for one in table.pending if one not in mine])
        own = {seat, *(one.question.by for one in mine)}
        waits = speech.phrases.between.join([_whom(one, speech) for one in table.waits_for() if one not in own])
    in_motion = tuple([one for one in table.moving() if one not in mine])
    proposed = _proposed(table, seat, speech) if table.pending else ()
    idle = not mine and not proposed and table.seated(seat).role != "onlooker"
    now = cached("now", _now, shared, leading_on(table), speech=speech, seat=seat) if idle else ()
    if now and table.pending:
        led = any(one.starter == REFEREE != one.question.by for one in table.pending)
        held_up = waits and (in_motion or led or table.presides(seat))
        now = cached("meanwhile", meanwhile, now, words.phrases.say("waits_for", names=waits) if held_up else "")
    # What a card says depends on the state too; `shared` stands for it, but only where there are cards.
    drawn: Element = cached(
        "question",
        questions,
        words,
        cached("cards", _cards, mine, seat, shared if mine else None, speech=speech),
        waits,
        cached("cards_of_others", _cards, others, seat, shared if others else None, speech=speech),
        cached("on_table", _on_table, table.pending, speech=speech) if table.rules.ui.on_table else (),
        _undo_requests(table, seat, speech) if table.undo_requests else (),
        cached("in_motion", _in_motion, in_motion, seat, shared if in_motion else None, speech=speech),
        now,
        # While somebody is asked they say something else, and then the same again: both drawings are kept.
        cached("now_meanwhile" if table.pending else "now_cards", now_cards, words, now) if now else "",
        log.just_told(words, seat, speech) if now and log else "",
        any(one.starter == seat == one.question.by for one in mine),
        tuple(
            [ReturnShown(table.name_of(one.seat), one.code) for one in table.returns if table.may_let_back(seat, one)]
        ),
        proposed,
        cached(
            "switch",
            autopilot_switch,
            words,
            cached("autopilot", _autopilot, shared, table.pilots, speech=speech, seat=seat),
        ),
    )
    return drawn


def _proposed(table: Table, seat: Seat, speech: TableSpeech) -> tuple[Proposed, ...]:
    """What a seat has proposed and waits to be agreed to."""
    say = speech.game.words.say
    return tuple(
        [
            Proposed(seat, one.number, say("action", one.action.name, ""))
            for one in table.pending
            if one.starter == seat and one.question.by != seat and getattr(one.question, "what", "") == AGREED
        ]
    )


def _now(shared: SharedCache, _: DoneAction | None, *, speech: TableSpeech, seat: Seat) -> tuple[Now, ...]:
    table = speech.table
    return places_for_now(table, seat, lambda one: _offers(shared, table, one), speech)


def _autopilot(_: SharedCache, pilots: tuple[Pilot, ...], *, speech: TableSpeech, seat: Seat) -> AutopilotShown | None:
    """The switch of bots; whom they play changes with the state and with `pilots`."""
    lives = not all_dead(speech.view.panels, seat)
    return autopilot_shown(speech.table, seat, speech.phrases, lives=lives)


def _whom(seat: Seat, speech: TableSpeech) -> str:
    """A seat within a sentence: a referee without a name of their own is "the Warden"."""
    named = speech.who(seat)
    return speech.say("the", title=named) if named == speech.game.referee else named


def _undo_requests(table: Table, seat: Seat, speech: TableSpeech) -> tuple[UndoRequestShown, ...]:
    """What players ask the referee to undo."""
    if seat != REFEREE:
        return ()
    say = speech.game.words.say
    return tuple(
        UndoRequestShown(
            one.seat, speech.who(one.seat), say("action", one.deed, ""), table.done - one.action, table.done
        )
        for one in table.undo_requests
    )


def _on_table(waiting: tuple[Pending, ...], *, speech: TableSpeech) -> tuple[Panel, ...]:
    """What lies open on the table while somebody decides."""
    on_table, title = speech.game.ui.on_table, speech.phrases.say("question.lying")
    return tuple(
        Panel(f"lies-{one.number}", title, "scene", shown)
        for one in waiting
        if on_table and isinstance(one.question, Choice) and (shown := on_table(one.question))
    )


def _cards(
    waiting: tuple[Pending, ...], seat: Seat, _: SharedCache | None, *, speech: TableSpeech
) -> tuple[QuestionCard, ...]:
    return tuple([question_card(pending, seat, speech) for pending in waiting])


def _in_motion(
    moving: tuple[Pending, ...], seat: Seat, _: SharedCache | None, *, speech: TableSpeech
) -> tuple[ActionInMotion, ...]:
    return tuple([action_in_motion(pending, seat, speech) for pending in moving])
