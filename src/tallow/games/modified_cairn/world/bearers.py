"""Who carries light: while anybody is in the dark, another light is lit in the hand that can best be spared."""

from msgspec.structs import replace

from tallow.games.modified_cairn.gear.inventory import item_of, moved_into, receive, spent, without
from tallow.games.modified_cairn.gear.light import kindle, lightable, oil
from tallow.games.modified_cairn.gear.slots import empty, empty_slots, room, settle
from tallow.games.modified_cairn.state import Creature, Item, State, able, has
from tallow.games.modified_cairn.world.darkness import CANDLE, DARK, LANTERNS, TORCH, shade
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, rule

ARMS = frozenset(("light", "balanced", "great", "sling", "javelin", "bow", "crossbow"))
"""The kinds of things that are weapons."""


def spared(kind: str) -> int:
    """A rank of how hard a kind of thing is to spare from a hand: a weapon most, then a shield, then the rest."""
    return 2 if kind in ARMS else 1 if kind == "shield" else 0


def passed(state: State, thing: Item, giver: str, taker: str) -> State:
    """The state with a thing passed from `giver` to `taker`, unlit."""
    state = put(state, settle(without(find(state, giver), thing.id)))
    return put(state, receive(find(state, taker), replace(thing, lit=False)))


@rule("modified_cairn.light.one_per_three", "modified_cairn.action.light_torch")
def lit(play: Play, state: State) -> State:
    """Light one light after another until nobody able is in the dark, as far as there are any."""
    while any(has(one, DARK) for one in state.party if able(one)):
        more = kindled(play, state)
        if more is None:
            break
        state = shade(more)
    return state


def kindled(play: Play, state: State) -> State | None:
    """Light one more, or take an unlit one in hand; None if there is none."""
    for one in state.party:
        for which in lightable(one) if able(one) else ():
            if has(one, DARK) or item_of(one, which).ref != CANDLE:
                return put(state, kindle(play, one, which))
    for owner, thing in _lights(state):
        bearer = _bearer(state, owner, thing)
        if bearer is not None:
            return _in_hand(play, state, bearer, owner, thing)
    return None


def can_be_lit(state: State) -> bool:
    """Whether one more light could be lit."""
    if any(lightable(one) for one in state.party if able(one)):
        return True
    return any(_bearer(state, owner, thing) is not None for owner, thing in _lights(state))


def _lights(state: State) -> list[tuple[str, Item]]:
    """The unlit lights that can serve several, with their owners: usable torches, and lanterns if anybody has oil."""
    fuel = any(oil(one) for one in state.party)
    return [
        (one.id, item)
        for one in state.party
        for item in one.items
        if not item.lit and (fuel if item.ref in LANTERNS else item.ref == TORCH and not spent(item))
    ]


def _bearer(state: State, owner: str, thing: Item) -> str | None:
    """Who can best spare a hand for a light; a hand with a weapon only if all are in the dark, else None."""
    here = [one for one in state.party if able(one)]
    fit = [one for one in here if _can_bear(one, owner, thing)]
    bearer = min(fit, key=lambda one: (_grip(one), one.id != owner), default=None)
    if bearer is None or (_grip(bearer) > spared("shield") and not all(has(one, DARK) for one in here)):
        return None
    return bearer.id


def _in_hand(play: Play, state: State, bearer: str, owner: str, thing: Item) -> State:
    """The state with a light in its bearer's hand, and with oil passed to them if it needs any."""
    if bearer != owner:
        state = passed(state, thing, owner, bearer)
    if thing.ref in LANTERNS and oil(find(state, bearer)) is None:
        giver, can = next((one.id, can) for one in state.party if (can := oil(one)))
        state = passed(state, can, giver, bearer)
    one = find(state, bearer)
    return put(state, moved_into(play, one, item_of(one, thing.id), "hands"))


def _can_bear(creature: Creature, owner: str, thing: Item) -> bool:
    """Whether a creature has a usable hand, no light yet, and slots for what would be passed to it."""
    if any(item.lit for item in creature.items) or room(creature, "hands") <= creature.strain.count("hands"):
        return False
    more = (creature.id != owner) + (thing.ref in LANTERNS and oil(creature) is None)
    return more <= empty_slots(creature)


def _grip(creature: Creature) -> int:
    """The cost of freeing a hand for a light: -1 if one is empty, else the lowest rank of what is held."""
    if empty(creature, "hands"):
        return -1
    return min([spared(item.kind) for item in creature.items if item.place == "hands"], default=0)
