"""Exploration turns: everything that happens to the party each time a turn passes."""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.gear.light import burn, dark_turn
from tallow.games.dead_weight.gear.trappings import encumbrance
from tallow.games.dead_weight.harm.afflictions import bleed
from tallow.games.dead_weight.harm.conditions import come_round
from tallow.games.dead_weight.harm.mortal import die
from tallow.games.dead_weight.magic.effects import tick_turn
from tallow.games.dead_weight.state import Adventurer, State, adventurer, alive, put
from tallow.games.dead_weight.uses import Until
from tallow.games.dead_weight.world.decay import decay
from tallow.games.dead_weight.world.hazards import hazard_turn
from tallow.play import Play, rule


@rule("dead_weight.exploration.turn_passes", "dead_weight.exploration.turn_shared", "dead_weight.exploration.split")
def pass_turns(play: Play, state: State, n: int, *, fought: bool = False) -> State:
    """Turns pass for the whole party: decay, bleeding, loads, the dark and its lights, hazards, lasting effects.

    The turn that a fight costs has no bleeding and no test of loads, because its rounds already had them.
    """
    for _ in range(n):
        play.tell("turn", state.turns + 1, why="dead_weight.exploration.turn_passes")
        lying = [one.id for one in state.party if alive(one) and one.conditions]
        state = decay(play, replace(state, turns=state.turns + 1))
        for one in state.party:
            if not fought:
                state = encumbrance(play, bleed(play, state, one.id), one.id)
        state = burn(play, dark_turn(play, state))
        state = tick_turn(play, hazard_turn(play, state))
        for who in lying:
            state = pass_turn_fallen(play, state, who)
        state = replace(state, party=tuple([_at_end(one) for one in state.party]))
    return state


@rule("dead_weight.mortal.faint", "dead_weight.condition.fainted", "dead_weight.table.mortal_wounds")
def pass_turn_fallen(play: Play, state: State, who: str) -> State:
    """Pass a turn for somebody who is down: the fainted may come round, the dying die after one whole turn."""
    one = adventurer(state, who)
    if "dying" not in one.conditions:
        return come_round(play, state, who)
    if VERGE in one.spent:
        return die(play, state, who, "dead_weight.table.mortal_wounds")
    return put(state, replace(one, spent=(*one.spent, VERGE)))


def _at_end(one: Adventurer) -> Adventurer:
    if VERGE in one.spent and "dying" not in one.conditions:
        one = replace(one, spent=tuple([use for use in one.spent if use != VERGE]))
    return refreshed(one, "turn")


VERGE = SPENT.mark("verge")
"""The mark of somebody who has been dying for a whole turn."""


def refreshed(one: Adventurer, *after: Until) -> Adventurer:
    """The adventurer with the uses restored that are limited to once per each of these units."""
    left = SPENT.without(one.spent, *after)
    return replace(one, spent=left) if len(left) < len(one.spent) else one
