"""Stalking: before a combat an undetected stalker has one free critical hit."""

from msgspec.structs import replace

from tallow.games.dead_weight.combat.weapon_attacks import Manner, manners, stalkers_strike
from tallow.games.dead_weight.state import Adventurer, Combat, State, able, alive, skilled
from tallow.play import REFEREE, Play, RuleId, rule

STALKER: RuleId = "dead_weight.skill.stalker"


@rule("dead_weight.skill.stalker", "dead_weight.action.combat_stalker")
def stalk(play: Play, state: State) -> State:
    """Each stalker whom the GM finds undetected makes one free critical hit with a held weapon.

    If the party has the upper hand, the target is somebody unaware; in any other fight the GM is asked too, because a
    single stalker may be hidden while the others are seen.
    """
    combat = state.combat
    if combat is None:
        return state
    for one in state.party:
        if not skilled(one, "stalker") or not able(one):
            continue
        prey, armed = _prey(state, combat), {manner.option: manner for manner in _armed(state, one)}
        if not prey or not armed:
            continue
        answers = ("yes", "no") if combat.unaware else ("no", "yes")
        if play.choose(REFEREE, "undetected", answers, one.name, why=STALKER) == "no":
            continue
        target = play.choose(one.seat, "attack_whom", (*prey, "nobody"), one.name, why=STALKER)
        if target == "nobody":
            continue
        manner = armed[play.choose(one.seat, "attack_with", tuple(armed), one.name, why=STALKER)]
        play.tell("stalks", one.name, why=STALKER)
        state = stalkers_strike(play, state, one.id, target, manner)
    return state


def _prey(state: State, combat: Combat) -> tuple[str, ...]:
    """The ids of those whom a stalker can strike: the unaware enemies, or all if none is marked as unaware."""
    return tuple(foe.id for foe in state.enemies if alive(foe) and (not combat.unaware or foe.id in combat.unaware))


@rule("dead_weight.skill.stalker", "dead_weight.trait.cold_blood")
def _armed(state: State, one: Adventurer) -> tuple[Manner, ...]:
    """A stalker's manners of attack, with any weapon in hand; with cold blood a strike is a back-stab."""
    held = [manner for manner in manners(state, one) if manner.how in {"strike", "throw", "shoot"}]
    if "cold_blood" not in one.life.traits:
        return tuple(held)
    return tuple([replace(manner, how="backstab") if manner.how == "strike" else manner for manner in held])
