"""How the bots' party helps its members after a fight, for the simulator."""

from tallow.games.modified_cairn.gear import items
from tallow.games.modified_cairn.gear.inventory import item_of
from tallow.games.modified_cairn.gear.slots import empty_slots
from tallow.games.modified_cairn.harm import tending
from tallow.games.modified_cairn.magic.effects import release
from tallow.games.modified_cairn.state import State, able, alive
from tallow.games.modified_cairn.world.bearers import lit, passed
from tallow.play import Play

OVER = ("held", "charmed", "away")
"""States that allies end after a fight is won: they cut out the stuck and wake the charmed."""


def helped(play: Play, state: State) -> State:
    """The state after the party has freed the stuck, tended the dying, and lit more lights where it is dark."""
    for effect in state.effects:
        over = effect.does == "each" or (effect.does == "hold" and effect.state in OVER)
        if over and not effect.ends:
            state = release(play, state, effect.id)
    return lighted(play, lit(play, _healed(play, _tended(play, state))))


def _healed(play: Play, state: State) -> State:
    """The state after everybody half dead has got what there is to heal them."""
    for _ in state.party:
        found = _good_for(state, "heals")
        if found is None:
            break
        fed = [one for one in state.party if alive(one) and not one.deprived]
        hurt = min(fed, key=lambda one: one.vigour - one.vigour_max)
        state = items.used(play, state, *found, hurt.id)
    return state


def lighted(play: Play, state: State) -> State:
    """The state with one thing used that gives light, if it is still dark."""
    found = _good_for(state, "lights")
    return state if found is None else items.used(play, state, *found)


def _good_for(state: State, purpose: str) -> tuple[str, str] | None:
    """Who has something that is good for this now, and what; None if nobody has."""
    for one in state.party:
        for which in items.usable(state, one) if able(one) else ():
            if items.purpose(state, one, item_of(one, which)) == purpose:
                return one.id, which
    return None


def _tended(play: Play, state: State) -> State:
    """The state after every dying character was tended with Bandages from anybody's pack, as far as there are any."""
    for _ in [one for one in state.party if tending.dying(one)]:
        owner = min([one for one in state.party if tending.means(one)], key=lambda one: not able(one), default=None)
        bandages = tending.means(owner) if owner else None
        if owner is None or bandages is None:
            break
        helper = owner if able(owner) else max([one for one in state.party if able(one)], key=empty_slots)
        if helper is not owner:
            state = passed(state, bandages, owner.id, helper.id)
        state = tending.tend(play, state, helper.id)
    return state
