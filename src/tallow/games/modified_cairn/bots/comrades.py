"""Comrades: who helps whom after a fight and who bears the light when nobody says, for the simulator."""

from msgspec.structs import replace

from tallow.games.modified_cairn.bots.tactics import spared
from tallow.games.modified_cairn.gear.inventory import item_of, moved_into, receive, spent, without
from tallow.games.modified_cairn.gear.light import kindle, lightable, oil
from tallow.games.modified_cairn.gear.slots import empty, empty_slots, room, settle
from tallow.games.modified_cairn.harm import tending
from tallow.games.modified_cairn.magic.effects import release
from tallow.games.modified_cairn.state import Creature, Item, State, able, has
from tallow.games.modified_cairn.world.darkness import CANDLE, DARK, LANTERNS, TORCH, shade
from tallow.mechanics.two_sides import find, put
from tallow.play import Play

OVER = ("each:", "hold:held", "hold:charmed", "hold:away")
"""What a comrade ends once those who did it are no more: the stuck are cut out, the charmed come to themselves."""


def helped(play: Play, state: State) -> State:
    """Whoever is stuck is freed, the dying are tended, and somebody else takes up a light that has fallen."""
    for effect in state.effects:
        if effect.detail.startswith(OVER) and not effect.ends:
            state = release(play, state, effect.id)
    return lit(play, _tended(play, state))


def _tended(play: Play, state: State) -> State:
    """Bandages for each of the dying, out of whosever pack there are any."""
    for _ in [one for one in state.party if tending.dying(one)]:
        owner = min([one for one in state.party if tending.means(one)], key=lambda one: not able(one), default=None)
        bandages = tending.means(owner) if owner else None
        if owner is None or bandages is None:
            break
        helper = owner if able(owner) else max([one for one in state.party if able(one)], key=empty_slots)
        if helper is not owner:
            state = _passed(state, bandages, owner.id, helper.id)
        state = tending.tend(play, state, helper.id)
    return state


def _passed(state: State, thing: Item, giver: str, taker: str) -> State:
    """A thing passes from whoever needs it no more, or cannot use it, to somebody who does."""
    state = put(state, settle(without(find(state, giver), thing.id)))
    return put(state, receive(find(state, taker), replace(thing, lit=False)))


# ---------------------------------------------------------------- light


def lit(play: Play, state: State) -> State:
    """Light enough for all, as far as it can be had."""
    while any(has(one, DARK) for one in state.party if able(one)):
        more = _kindled(play, state)
        if more is None:
            break
        state = shade(more)
    return state


def _kindled(play: Play, state: State) -> State | None:
    """One more light: of somebody who has it at hand, or else one comes to hand; None if there is none."""
    for one in state.party:
        for which in lightable(one) if able(one) else ():
            if has(one, DARK) or item_of(one, which).ref != CANDLE:
                return put(state, kindle(play, one, which))
    found = [(one.id, item) for one in state.party for item in one.items if _burns(state, item)]
    return next((more for owner, item in found if (more := _in_hand(play, state, owner, item))), None)


def _burns(state: State, item: Item) -> bool:
    """Whether a thing could burn for others: a torch with a dot left, a lantern for which somebody has oil."""
    if item.ref in LANTERNS:
        return not item.lit and any(oil(one) for one in state.party)
    return item.ref == TORCH and not item.lit and not spent(item)


def _in_hand(play: Play, state: State, owner: str, thing: Item) -> State | None:
    """A light in the hand of whoever can best spare one, with oil; for a weapon only if all are in the dark."""
    here = [one for one in state.party if able(one)]
    bearer = min(
        [one for one in here if _can_bear(one, owner, thing)],
        key=lambda one: (_grip(one), one.id != owner),
        default=None,
    )
    if bearer is None or (_grip(bearer) > spared("shield") and not all(has(one, DARK) for one in here)):
        return None
    if bearer.id != owner:
        state = _passed(state, thing, owner, bearer.id)
    if thing.ref in LANTERNS and oil(bearer) is None:
        giver, can = next((one.id, can) for one in state.party if (can := oil(one)))
        state = _passed(state, can, giver, bearer.id)
    one = find(state, bearer.id)
    return put(state, moved_into(play, one, item_of(one, thing.id), "hands"))


def _can_bear(creature: Creature, owner: str, thing: Item) -> bool:
    """Whether somebody has a hand at all, no light yet, and slots for what comes to them."""
    if any(item.lit for item in creature.items) or room(creature, "hands") <= creature.strain.count("hands"):
        return False
    more = (creature.id != owner) + (thing.ref in LANTERNS and oil(creature) is None)
    return more <= empty_slots(creature)


def _grip(creature: Creature) -> int:
    """What it costs somebody to have a hand for a light: nothing, or what they can best spare out of it."""
    if empty(creature, "hands"):
        return -1
    return min([spared(item.kind) for item in creature.items if item.place == "hands"], default=0)
