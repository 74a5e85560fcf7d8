"""What matters now, for one seat: who acts, and the few actions that they most likely want, each with what it costs."""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tallow.games.deeds import Action, Offer
from tallow.games.view import Handle
from tallow.play import Seat, Told
from tallow.table import ShownLine, Table
from tallow.wording.speech import upper
from tallow.wording.story import Sentence, log_line
from tallow.wording.table_speech import TableSpeech

MOST = 4
"""No more actions than this come first."""


TOLD = 5
"""No more sentences than this are shown of what has just happened."""


ON_THE_PAGE = frozenset(("place.room",))
"""Codes that tell what stands at the top of the page: the room that the party has come to."""


class NowAction(Struct, frozen=True, gc=False):
    """An action in words. `answers` to its first questions are JSON by what is asked, "" for none."""

    name: str
    who: str
    said: str
    note: str = ""
    answers: str = ""


class Now(Struct, frozen=True, gc=False):
    """What has just been told, who acts, by name, and what they most likely want to do; `more` is how many others."""

    who: str
    actions: tuple[NowAction, ...]
    more: int = 0
    told: tuple[Sentence, ...] = ()


def now(table: Table, seat: Seat, offers: Sequence[Offer], last: ShownLine | None, speech: TableSpeech) -> Now | None:
    """What a seat may do now, after the `last` line of the log; None while it is not their turn.

    A seat that the game has nobody for yet may act whoever's turn it is: it makes a character.
    """
    open_ = {offer.action: offer for offer in offers if offer.refusal is None}
    waited_for = seat in table.rules.waiting(table.state)
    if not open_ or (not waited_for and seat in table.rules.seats(table.state)):
        return None
    chosen = _chosen(table, seat, open_, asks_bots=waited_for)
    if not chosen:
        return None
    first = chosen[0].who
    shown = tuple([now_action(open_[Action(one.action, one.who)], one, speech, first) for one in chosen])
    who = speech.subject(open_[Action(chosen[0].action, first)])
    who = speech.who(seat) if who == seat else upper(who)
    return Now(who, shown, len(open_) - len({(one.action, one.who) for one in chosen}), _told(last, speech))


def _told(last: ShownLine | None, speech: TableSpeech) -> tuple[Sentence, ...]:
    """The end of what has just happened, but for what the page shows anyway."""
    if last is None:
        return ()
    news = [one for one in last.shown if not (isinstance(one.event, Told) and one.event.code in ON_THE_PAGE)]
    told = log_line(replace(last, shown=tuple(news)), speech).told
    return tuple([one for one in told if not one.bare])[-TOLD:]


def now_action(offer: Offer, handle: Handle, speech: TableSpeech, first: str) -> NowAction:
    """An action of a handle in words, with what is noted of it or else what it costs.

    Whose it is comes before it, unless they are the `first` whom the page names.
    """
    notes = handle.notes or ((offer.cost,) if offer.cost not in {"", "none"} else ())
    note = " · ".join([speech.label(one) for one in notes if one])
    answers = msgspec.json.encode(dict(handle.answers)).decode() if handle.answers else ""
    said = speech.handle(handle, offer)
    if handle.who not in {"", first}:
        said = speech.phrases.say("now.for", who=upper(speech.subject(offer)), deed=said)
    return NowAction(handle.action, handle.who, said, note, answers)


def _chosen(table: Table, seat: Seat, offers: dict[Action, Offer], *, asks_bots: bool) -> list[Handle]:
    """What is urgent; what the game says comes first, or else what its bot would do; then whatever leads on."""
    ui, bots = table.rules.ui, table.rules.bots
    found = [Handle(one.name, one.who) for name in ui.urgent for one in offers if one.name == name]
    first = ui.first(table.state, seat) if ui.first else ()
    found += [one for one in first if Action(one.action, one.who) in offers]
    proposed = bots.action(table.state, seat) if bots and asks_bots and not first else None
    if proposed in offers:
        found.append(Handle(proposed.name, proposed.who))
    ordered = in_order(offers.values(), ui.groups)
    whose = found[0].who if found else ordered[0].action.who
    leading = [one for name in ui.leads for one in ordered if one.action.name == name]
    others = [one for one in ordered if one.action.who == whose] if not found or not first else []
    for one in (*leading, *others):
        if all(one.action.name != other.action for other in found):
            found.append(Handle(one.action.name, one.action.who))
    return found[:MOST]


def in_order(offers: Iterable[Offer], groups: Sequence[str]) -> list[Offer]:
    """Offers in the order of their groups, and by rank within one."""
    places = {group: at for at, group in enumerate(groups)}
    return sorted(offers, key=lambda offer: (places.get(offer.group, len(places)), offer.rank))
