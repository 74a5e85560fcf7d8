"""What matters now, for one seat: who acts, and the few actions that they most likely want, each with what it costs."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from tallow.games.deeds import Action, Offer
from tallow.games.view import Handle
from tallow.play import Seat
from tallow.table import ShownLine, Table
from tallow.wording.speech import upper
from tallow.wording.story import Sentence, log_line
from tallow.wording.table_speech import TableSpeech

MOST = 4
"""No more actions than this come first."""


TOLD = 5
"""No more sentences than this are shown of what has just happened."""


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
    """What a seat may do now, after the `last` line of the log; None while it is not their turn."""
    open_ = {offer.action: offer for offer in offers if offer.refusal is None}
    if not open_ or seat not in table.rules.waiting(table.state):
        return None
    chosen = list(_chosen(table, seat, open_))[:MOST]
    if not chosen:
        return None
    shown = tuple([now_action(open_[Action(one.action, one.who)], one, speech) for one in chosen])
    who = upper(speech.subject(open_[Action(chosen[0].action, chosen[0].who)]))
    told = log_line(last, speech).told[-TOLD:] if last else ()
    return Now(who, shown, len(open_) - len({(one.action, one.who) for one in chosen}), told)


def now_action(offer: Offer, handle: Handle, speech: TableSpeech) -> NowAction:
    """An action of a handle in words."""
    cost = speech.label(offer.cost) if offer.cost not in {"", "none"} else ""
    answers = msgspec.json.encode(dict(handle.answers)).decode() if handle.answers else ""
    return NowAction(handle.action, handle.who, speech.handle(handle, offer), cost, answers)


def _chosen(table: Table, seat: Seat, offers: dict[Action, Offer]) -> Iterator[Handle]:
    """What the game says comes first; else what its bot would do, and the first of what else the same one can do."""
    ui, bots = table.rules.ui, table.rules.bots
    first = ui.first(table.state, seat) if ui.first else ()
    found = [one for one in first if Action(one.action, one.who) in offers]
    if found:
        yield from found
        return
    proposed = bots.action(table.state, seat) if bots else None
    ordered = list(_in_order(offers.values(), ui.groups))
    if proposed in offers:
        yield Handle(proposed.name, proposed.who)
    whose = proposed.who if proposed in offers else ordered[0].action.who
    for offer in ordered:
        if offer.action.who == whose and offer.action != proposed:
            yield Handle(offer.action.name, whose)


def _in_order(offers: Iterable[Offer], groups: Sequence[str]) -> list[Offer]:
    """Offers in the order of their groups, and by rank within one."""
    places = {group: at for at, group in enumerate(groups)}
    return sorted(offers, key=lambda offer: (places.get(offer.group, len(places)), offer.rank))
