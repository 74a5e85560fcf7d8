"""Stalking: what happens before a combat, while the other side has noticed nobody."""

from tallow.games.dead_weight.combat.arms import manners, stalkers_strike
from tallow.games.dead_weight.state import State, able, alive, skilled
from tallow.play import REFEREE, Play, RuleId, rule

STALKER: RuleId = "dead_weight.skill.stalker"


@rule("dead_weight.skill.stalker", "dead_weight.action.combat_stalker")
def stalk(play: Play, state: State) -> State:
    """Each stalker whom the GM finds undetected has one free critical hit with a held weapon on somebody unaware."""
    combat = state.combat
    if combat is None or not combat.unaware:
        return state
    for one in state.party:
        prey = tuple(foe.id for foe in state.enemies if foe.id in combat.unaware and alive(foe))
        armed = {manner.option: manner for manner in manners(state, one) if manner.how in {"strike", "throw", "shoot"}}
        if not skilled(one, "stalker") or not able(one) or not prey or not armed:
            continue
        if play.choose(REFEREE, "undetected", ("yes", "no"), one.name, why=STALKER) == "no":
            continue
        target = play.choose(one.seat, "attack_whom", (*prey, "nobody"), one.name, why=STALKER)
        if target == "nobody":
            continue
        manner = armed[play.choose(one.seat, "attack_with", tuple(armed), one.name, why=STALKER)]
        play.tell("stalks", one.name, why=STALKER)
        state = stalkers_strike(play, state, one.id, target, manner)
    return state
