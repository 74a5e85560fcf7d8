"""What matters now, for one seat: who is to act, what is asked, and the few actions that they most likely want."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tallow.games import game
from tallow.games.deeds import Action, Offer
from tallow.games.view import Handle
from tallow.play import REFEREE, Seat, Told
from tallow.table import DoneAction, ShownLine, Table, between_places
from tallow.table.bots.watching import caution
from tallow.wording.speech import upper
from tallow.wording.stakes import chance_ahead, weighs
from tallow.wording.story import LogLine, Sentence, log_line
from tallow.wording.table_speech import TableSpeech

MOST = 4
"""No more actions than this come first."""

TOLD = 8
"""No more sentences than this are shown of what has just happened."""

NAMED = 5
"""No more of the other actions than this are named."""

PLACES = ("place", "place.referee")
"""Groups of what is done with a place: while turns are taken in a fight, all else is more likely."""

ROOM = "place.room"
"""Tells of the room that the party sees for the first time."""

ENDED = "place.ended"
"""Tells how the adventure ends."""

ON_THE_PAGE = frozenset((ROOM, "place.goes", "place.back", ENDED))
"""Codes that tell what stands at the top of the page: the room that the party has come to, or how it ended."""


class NowAction(Struct, frozen=True, gc=False):
    """An action in words. `answers` to its first questions are JSON by what is asked, "" for none."""

    name: str
    who: str
    said: str
    note: str = ""
    answers: str = ""


class Now(Struct, frozen=True, gc=False):
    """Who acts, by name, what is asked, and what they most likely want to do.

    `more` is how many other actions there are, `rest` names the first of them. The first action is `filled` where it is
    the next step: where the game has one, and nobody else is waited for. `seat` is the empty one for which the referee
    acts, "" for the reader's own. `meanwhile` is what is asked while a question of somebody waits: then nobody is
    waited for besides.
    `onward`: the adventure has ended, and the reader may lead the party on to the next place.
    """

    who: str
    asked: str
    actions: tuple[NowAction, ...] = ()
    more: int = 0
    rest: tuple[str, ...] = ()
    filled: bool = True
    seat: Seat = ""
    meanwhile: str = ""
    onward: bool = False


def places_for_now(
    table: Table, seat: Seat, offers: Callable[[Seat], Sequence[Offer]], speech: TableSpeech
) -> tuple[Now, ...]:
    """What a seat may do now, while nothing is pending; for the referee also those whom nobody plays.

    It depends on the state alone: where something is pending, `meanwhile` makes of it what is shown then.

    `offers(seat)` is what a seat is offered. Empty seats that are to act come before the referee's own place, so that
    somebody alone finds the next step first; where the game waits for nobody they come after it.
    """
    due = table.rules.ui.due(table.state) if table.rules.ui.due else None
    own = now(table, seat, offers(seat), speech)
    if own and table.presides(seat) and between_places(table):
        own = replace(own, actions=own.actions[: MOST - 1], filled=False, onward=True)
    if seat != REFEREE:
        return (own,) if own else ()
    acting = set((table.rules.ui.turn or table.rules.waiting)(table.state))
    seats = _seats(speech)
    called = {seats.get(who, REFEREE) for who in due or ()}
    theirs = []
    for empty in table.free_seats():
        if empty in acting and (not due or empty in called):
            found = now(table, empty, offers(empty), speech)
            if found and found.actions:
                does = speech.phrases.say("now.does", name=found.who)
                theirs.append(replace(found, asked=does, seat=empty, meanwhile=does))
    if due and theirs:
        return (*theirs, *((replace(own, filled=False),) if own else ()))
    return (*((own,) if own else ()), *theirs)


def meanwhile(places: Sequence[Now], waits: str = "") -> tuple[Now, ...]:
    """The same places while something is pending. `waits` says for whom, where that is what matters to the reader."""
    return tuple([replace(one, asked=waits or one.meanwhile, filled=False) for one in places])


def now(table: Table, seat: Seat, offers: Sequence[Offer], speech: TableSpeech) -> Now | None:
    """The place of one seat while nothing is pending; None where it is offered nothing and nobody is to act.

    A seat that the game has nobody for yet, or nobody alive, may act whoever's turn it is: it makes a character.
    """
    open_ = {offer.action: offer for offer in offers if offer.refusal is None}
    rules = table.rules
    due = rules.ui.due(table.state) if rules.ui.due else None
    mine = _mine(seat, due, speech)
    waited_for = seat in (rules.ui.turn or rules.waiting)(table.state)
    asked, meanwhile_ = _asked(seat, due, mine, speech), _asked(seat, None, mine, speech)
    leads = rules.ui.leads.get("", ())
    begins = any(one.name in leads for one in open_)
    if not open_ or (not waited_for and not begins and seat in rules.seats(table.state)):
        others = due is not None and not mine
        if not others:
            return None
        return Now(speech.who(seat), asked, more=len(open_), filled=False, meanwhile=asked)
    fallen = _fallen(seat, open_.values(), leads, speech) if begins else ""
    if fallen:
        asked = meanwhile_ = speech.phrases.say("now.fallen", names=fallen)
    ordered = in_order(open_.values(), rules.ui.groups)
    chosen, leads_on = _chosen(table, seat, ordered, due, mine, asks_bots=waited_for)
    if not chosen:
        return Now(speech.who(seat), asked, more=len(open_), filled=False, meanwhile=asked)
    first = chosen[0].who
    shown = tuple(
        [now_action(open_[Action(one.action, one.who)], one, speech, one.who if fallen else first) for one in chosen]
    )
    who = speech.subject(open_[Action(chosen[0].action, first)]) if first else seat
    who = speech.who(seat) if who == seat else upper(who)
    taken = {Action(one.action, one.who) for one in chosen}
    alike = open_[Action(chosen[0].action, first)].group
    aside = PLACES if due is not None else ()
    left = [one for one in ordered if one.action not in taken]
    left.sort(key=lambda one: (one.group != alike, one.group in aside))
    rest = tuple(dict.fromkeys([speech.deed(one) for one in left[: 2 * NAMED]]))[:NAMED]
    filled = leads_on and (due is None or mine or (seat == REFEREE and not due) or bool(fallen))
    return Now(who, asked, shown, len(left), rest, filled, meanwhile=meanwhile_)


def _seats(speech: TableSpeech) -> dict[str, Seat]:
    """The seat of everybody who is on a card and has one, by id."""
    cards = [panel for panel in speech.view.panels if panel.kind == "card" and panel.seat]
    return {panel.id.removesuffix(".card"): panel.seat for panel in cards}


def _fallen(seat: Seat, offers: Collection[Offer], leads: Sequence[str], speech: TableSpeech) -> str:
    """The names of those of a seat that can only begin with somebody else, as nobody of them lives; else ""."""
    groups = {one.group for one in offers if one.action.name in leads}
    if any(one.group not in groups and one.group not in PLACES for one in offers):
        return ""
    own = [panel.title for panel in speech.view.panels if panel.kind == "card" and panel.seat == seat]
    return speech.phrases.between.join(map(speech.game.book.called, own))


def _mine(seat: Seat, due: tuple[str, ...] | None, speech: TableSpeech) -> bool:
    """Whether somebody of this seat is among those who have still to act; the foes are the referee's."""
    if not due:
        return False
    seats = _seats(speech)
    return any(seats.get(who, REFEREE) == seat for who in due)


def _asked(seat: Seat, due: tuple[str, ...] | None, mine: bool, speech: TableSpeech) -> str:
    """What is asked, in a sentence, or whom the table waits for."""
    say = speech.phrases.say
    if mine:
        return say("now.foes") if seat == REFEREE else say("now.asked")
    if due is None:
        return say("now.next") if seat == REFEREE else say("now.asked")
    if not due:
        return say("now.all_declared")
    seats = _seats(speech)
    names = [speech.who(REFEREE) if who not in seats else upper(speech.names((who,)).get(who, who)) for who in due]
    return say("now.still", names=speech.phrases.between.join(dict.fromkeys(names)))


def arrives(events: Iterable[object]) -> bool:
    """Whether the party sees a room for the first time, or the end: that is read before what has happened."""
    return any(isinstance(one, Told) and one.code in {ROOM, ENDED} for one in events)


def just_told(last: ShownLine, line: LogLine, speech: TableSpeech) -> tuple[Sentence, ...]:
    """The end of what has just happened, but for what the page shows anyway; `line` is the `last` one in words."""
    news = [one for one in last.shown if not (isinstance(one.event, Told) and one.event.code in ON_THE_PAGE)]
    if len(news) < len(last.shown):
        line = log_line(replace(last, shown=tuple(news)), speech)
    return tuple([one for one in line.told if not one.bare])[-TOLD:]


def _note(one: str, speech: TableSpeech) -> str:
    """What is noted of a handle in words: the name of a score says that dice are rolled on it."""
    chapter = game(speech.table.game).exploring
    said = speech.label(one)
    return speech.say("now.rolled_on", score=said) if chapter and one in chapter.scores else said


def now_action(offer: Offer, handle: Handle, speech: TableSpeech, first: str) -> NowAction:
    """An action of a handle in words, with what is noted of it, or else what it costs and leads to.

    Whose it is comes before it, unless they are the `first` whom the page names.
    """
    notes = [_note(one, speech) for one in handle.notes if one]
    if not notes:
        cost = speech.label(offer.cost) if offer.cost not in {"", "none"} else ""
        notes = [one for one in (cost, consequence(offer, speech)) if one]
    if not handle.answers and handle.who and weighs(speech.table, handle.action):
        chance = chance_ahead(speech.table, offer.action, (), _seats(speech).get(handle.who, REFEREE), speech)
        notes = [chance[0], *notes] if chance else notes
    if outlook := speech.game.ui.outlook:
        notes = [*map(speech.prospect, outlook(speech.state, offer.action)), *notes]
    answers = msgspec.json.encode(dict(handle.answers)).decode() if handle.answers else ""
    said = speech.handle(handle, offer)
    if handle.who not in {"", first}:
        said = speech.phrases.say("now.for", who=upper(speech.subject(offer)), deed=said)
    return NowAction(handle.action, handle.who, said, " · ".join(notes), answers)


def consequence(offer: Offer, speech: TableSpeech) -> str:
    """What an action leads to, in a few words; "" if the game has none for it."""
    words, name = speech.game.words, offer.action.name
    return words.say("does", name) if words.has("does", name) else ""


def _chosen(
    table: Table, seat: Seat, ordered: Sequence[Offer], due: tuple[str, ...] | None, mine: bool, *, asks_bots: bool
) -> tuple[list[Handle], bool]:
    """What is urgent; the next step; what the game says comes first; what its bot would do; then what leads on.

    With it, whether the first of them is any of these: where not, nothing is the next step.
    """
    ui, bots, state = table.rules.ui, table.rules.bots, table.state
    offered = {offer.action for offer in ordered}
    if due:
        ordered = sorted(ordered, key=lambda offer: offer.action.who not in due)
    by_name = {one.action.name: one.action.who for one in reversed(ordered)}
    ends = _named(ui.concludes, by_name) if seat == REFEREE else []
    found = _named((*ui.urgent, *(ui.pressing(state) if ui.pressing else ())), by_name)
    found += ends if due == () or mine else []
    found += _named(_following(table, seat), by_name)
    first = ui.first(state, seat) if ui.first else ()
    found += [one for one in first if Action(one.action, one.who) in offered]
    proposed = bots.action(state, seat) if bots and asks_bots and not first else None
    by_hand = seat != REFEREE and seat not in table.free_seats()
    if proposed in offered and not (by_hand and proposed.name in caution(table.rules).alone):
        found.append(Handle(proposed.name, proposed.who))
    phase = ui.phase(state) if ui.phase else ""
    whose = found[0].who if found else ordered[0].action.who
    rest = _named((*ui.leads.get(phase, ()), *ui.leads.get("", ())), by_name) + ends
    leads_on = bool(found or rest)
    aside = PLACES if due else ()
    more = () if found and first else (one for one in ordered if one.action.who == whose and one.group not in aside)
    handles = chain(found, rest, (Handle(one.action.name, one.action.who) for one in more))
    return list(islice(_distinct(handles), MOST)), leads_on


def leading_on(table: Table) -> DoneAction | None:
    """The last action, if something comes first right after it."""
    last = table.trail[-1] if table.trail else None
    return last if last is not None and last.deed in table.rules.ui.follows else None


def _following(table: Table, seat: Seat) -> tuple[str, ...]:
    """What comes first right after what the seat has just done."""
    last = leading_on(table)
    return table.rules.ui.follows[last.deed] if last is not None and last.seat == seat else ()


def _named(names: Iterable[str], by_name: Mapping[str, str]) -> list[Handle]:
    """One offer of each of these names that is there; `by_name` has for whom the first of each is done."""
    return [Handle(name, by_name[name]) for name in names if name in by_name]


def _distinct(handles: Iterable[Handle]) -> Iterator[Handle]:
    """The same, without those that would do again what another does."""
    seen: set[tuple[str, object]] = set()
    for one in handles:
        if (one.action, one.answers) not in seen and ((one.action, ()) not in seen or one.answers):
            seen.add((one.action, one.answers))
            yield one


def in_order(offers: Iterable[Offer], groups: Sequence[str]) -> list[Offer]:
    """Offers in the order of their groups, and by rank within one."""
    places = _places(tuple(groups))
    last = len(places)
    return sorted(offers, key=lambda offer: (places.get(offer.group, last), offer.rank))


@lru_cache(100)
def _places(groups: tuple[str, ...]) -> dict[str, int]:
    return {group: at for at, group in enumerate(groups)}
