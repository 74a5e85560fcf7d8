"""What a seat can do, in words and in groups."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tallow.games.deeds import Offer
from tallow.web.drawing.caches import Names, SeatCache
from tallow.web.drawing.table_page import ActionGroup, ActionOption
from tallow.wording.speech import upper

MOST_OPEN = 4
"""How many actions are shown open; the groups after them are folded. What comes first is in the place for now."""


def action_groups(offers: tuple[Offer, ...], _: Names, *, cache: SeatCache) -> tuple[ActionGroup, ...]:
    """The actions of a seat: of its first character in the game's groups, of each other character in one group.

    The groups of the others come after the first group of the own. The game's first group holds what cannot wait: where
    only others are offered it, their groups come first. The referee's own actions (`who == ""`) come first of all.
    """
    speech = cache.speech
    groups = speech.game.ui.groups
    subjects = list(dict.fromkeys(offer.action.who for offer in offers))
    own = subjects[0] if subjects else ""
    mine = sorted((offer for offer in offers if offer.action.who == own), key=lambda offer: offer.rank)
    found = []
    for code in dict.fromkeys((*groups, *(offer.group for offer in mine if offer.group), "")):
        here = [_option(offer, cache) for offer in mine if offer.group == code]
        if here:
            title = upper(speech.label(code)) if code else speech.phrases.say("actions.more")
            found.append(_group(code, title, here))
    first = next(iter(groups), "")
    leads = bool(found) and found[0].code == first
    somebody = bool(speech.names((own,)))
    called = set()
    if first and not (leads and somebody):
        called = {offer.action.who for offer in offers if offer.group == first and not offer.refusal} - {own}
    others = _for_others(offers, subjects[1:], called, cache)
    at = 0 if called and not leads else 1
    return tuple(_folded((*found[:at], *others, *found[at:])))


def actions_for(offers: tuple[Offer, ...], _: Names, who: str, *, cache: SeatCache) -> tuple[ActionOption, ...]:
    """What the referee may do for a player's character."""
    return tuple(_option(offer, cache) for offer in offers if not offer.refusal and offer.action.who == who)


def _option(offer: Offer, cache: SeatCache) -> ActionOption:
    """An action in words, cached for as long as everybody has the same name."""
    option = cache.action_options.get(offer)
    if option is None:
        speech = cache.speech
        cost = speech.label(offer.cost) if offer.cost not in {"", "none"} else ""
        reason = speech.refusal(offer.refusal) if offer.refusal else ""
        option = ActionOption(offer.action.name, offer.action.who, speech.deed(offer), cost, reason)
        cache.action_options[offer] = option
    return option


def _for_others(
    offers: tuple[Offer, ...], subjects: list[str], called: set[str], cache: SeatCache
) -> Iterator[ActionGroup]:
    """A group for each of the others; open if it is short, or if only this one is `called` to something urgent."""
    speech = cache.speech
    for subject in sorted(subjects, key=lambda one: one in speech.names((one,))):
        here = [_option(offer, cache) for offer in offers if offer.action.who == subject]
        named = speech.names((subject,)).get(subject, speech.label(subject))
        named = upper(speech.game.words.fact(named)) if subject else speech.phrases.say("actions.more")
        yield _group(f"for-{subject}", named, here, closed=len(here) > 2 and called != {subject})


def _group(code: str, title: str, here: list[ActionOption], *, closed: bool = False) -> ActionGroup:
    can = tuple(one for one in here if not one.reason)
    return ActionGroup(code, title, can, tuple(one for one in here if one.reason), closed)


def _folded(groups: Sequence[ActionGroup]) -> Iterator[ActionGroup]:
    """The same groups, closed where too many actions are open before them."""
    shown = 0
    for group in groups:
        shown += 0 if group.closed else len(group.offers) + len(group.refused)
        yield replace(group, closed=True) if shown > MOST_OPEN else group
