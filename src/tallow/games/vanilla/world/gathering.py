"""Gathering: after a fight and before moving on, all pick up what was dropped, and what the dead had."""

from msgspec.structs import replace

from tallow.games.vanilla.combat.armour import is_shield, shield, worn
from tallow.games.vanilla.entries import weapons
from tallow.games.vanilla.gear.handling import take_in_hand, taken_up
from tallow.games.vanilla.gear.inventory import VALUABLES, coins_fit, fits, item_of
from tallow.games.vanilla.gear.light import LIGHTS, OIL
from tallow.games.vanilla.gear.weapons import free_hands, hands_of, held
from tallow.games.vanilla.state import Creature, Item, State, able
from tallow.games.vanilla.world.lighting import people
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

PICK_UP: RuleId = "vanilla.action.pick_up"


@rule("vanilla.action.pick_up", "vanilla.carry.full")
def gathered(play: Play, state: State) -> State:
    """The state after each has picked up what is useful to them, and coins while there is room; the rest stays."""
    lights = [item for one in state.party if has(one, "dead") for item in one.items if item.ref in (*LIGHTS, OIL)]
    for item in (*state.ground, *lights):
        taker = next((one for one in people(state) if _wants(state, one, item)), None)
        if taker is not None:
            state = taken_up(play, state, taker.id, item.id)
            if is_shield(item):
                state = take_in_hand(play, state, taker.id, item_of(find(state, taker.id), item.id))
    for one in state.party if state.ground_coins else ():
        taken = min(state.ground_coins, coins_fit(state, one)) if able(one) and one.kind == "pc" else 0
        if taken:
            play.tell("picks_up.coins", one.name, taken, why=PICK_UP)
            state = put(state, replace(one, coins=one.coins + taken))
            state = replace(state, ground_coins=state.ground_coins - taken)
    return state


def _wants(state: State, one: Creature, item: Item) -> bool:
    """Whether a thing is useful to a creature: lights, treasure; a weapon if it holds none, a shield with armour."""
    if item.ref in (*LIGHTS, OIL):
        return True
    if not fits(state, one, item):
        return False
    if item.ref in VALUABLES or item.magic or item.spell or item.book:
        return True
    if free_hands(one, state.settings) < hands_of(item, state.settings):
        return False
    if item.ref in weapons():
        return not any(other.ref in weapons() for other in held(one))
    return is_shield(item) and worn(one) is not None and shield(one) is None
