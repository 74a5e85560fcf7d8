"""The end of a round and of a combat: tokens removed, surrender, and what remains after a fight."""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.combat.chart import stands
from tallow.games.dead_weight.harm.afflictions import after_fight
from tallow.games.dead_weight.harm.conditions import fight_over
from tallow.games.dead_weight.harm.mortal import die
from tallow.games.dead_weight.magic import effects
from tallow.games.dead_weight.state import (
    OFF_CHART,
    Adventurer,
    Ended,
    Ending,
    Enemy,
    State,
    able,
    alive,
    put,
)
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.play import REFEREE, Play, RuleId, Seat, rule

DYING = SPENT.mark("combat", "dying")
"""Somebody has been on the verge of death for a round of this combat."""

WON: tuple[Ending, ...] = ("enemies_down", "enemies_surrendered", "enemies_fled")


@rule(
    "dead_weight.combat.cleanup_dodge",
    "dead_weight.combat.cleanup_shield",
    "dead_weight.token.dodge",
    "dead_weight.setting.dodge_cleanup_strict",
)
def without_dodges(state: State) -> State:
    """Remove all dodge tokens, except those that slow adventurers have just placed; shield tokens stay."""
    strict = state.settings.dodge_cleanup_strict
    if [one for one in state.party if one.dodge]:
        party = tuple(
            [
                replace(one, dodge=0 if strict else min(one.dodge, one.late), late=0) if one.dodge else one
                for one in state.party
            ]
        )
        state = replace(state, party=party)
    if [foe for foe in state.enemies if foe.dodge]:
        state = replace(state, enemies=tuple([replace(foe, dodge=0) for foe in state.enemies]))
    if [ally for ally in state.allies if ally.dodge]:
        state = replace(state, allies=tuple([replace(foe, dodge=0) for foe in state.allies]))
    return state


@rule("dead_weight.table.mortal_wounds")
def dying(play: Play, state: State) -> State:
    """Whoever is dying and was not stabilized for a whole turn dies."""
    for one in state.party:
        if one.conditions and "dying" in one.conditions:
            if DYING in one.spent:
                state = die(play, state, one.id, "dead_weight.table.mortal_wounds")
            else:
                state = put(state, replace(one, spent=(*one.spent, DYING)))
    return state


@rule("dead_weight.combat.evaluate_refuse")
def agreed(play: Play, state: State, what: str, *facts: str, why: RuleId) -> bool:
    """Whether the players agree: by majority, and by the GM's decision if they are divided."""
    seats: tuple[Seat, ...] = tuple(dict.fromkeys(one.seat for one in state.party if able(one)))
    said = [play.choose(seat, what, ("yes", "no"), *facts, why=why) == "yes" for seat in seats]
    if 2 * sum(said) == len(said):
        return play.choose(REFEREE, what, ("yes", "no"), *facts, why=why) == "yes"
    return 2 * sum(said) > len(said)


@rule("dead_weight.phase.combat", "dead_weight.morale.flee")
def ending(state: State, *, placed: bool = True) -> Ending | None:
    """How the combat ends now, if a side has nobody left on the chart who can fight; None if it goes on."""
    if not (stands(state.enemies) if placed else any(alive(foe) for foe in state.enemies)):
        return "enemies_fled" if any("dead" not in foe.conditions for foe in state.enemies) else "enemies_down"
    if stands(state.party) if placed else any(able(one) for one in state.party):
        return None
    return "party_fled" if any(able(one) for one in state.party) else "party_down"


@rule(
    "dead_weight.exploration.combat_cost",
    "dead_weight.combat.no_decay",
    "dead_weight.combat.cleanup_shield",
    "dead_weight.phase.combat",
)
def finish(play: Play, state: State, how: Ending) -> State:
    """End the combat: tokens and effects that last for it are removed, and it has cost one exploration turn."""
    combat = state.combat
    if combat is None:
        return state
    state = fight_over(play, effects.combat_over(play, state))
    party = tuple([put_aside(one) for one in state.party])
    allies = tuple([_calm(ally) for ally in state.allies if alive(ally)])
    left = tuple([foe.of or foe.name for foe in state.enemies if alive(foe)])
    ended = Ended(how, combat.round, combat.kills, left)
    play.tell("combat.over", how, combat.round, why="dead_weight.phase.combat")
    state = replace(state, phase=combat.back_to, party=party, allies=allies, enemies=(), combat=None, ended=ended)
    state = after_fight(play, state, won=how in WON)
    return pass_turns(play, state, 1, fought=True) if combat.back_to != "interlude" else state


def put_aside(one: Adventurer) -> Adventurer:
    """The adventurer without tokens, off the chart, and with all uses per combat restored."""
    spent = SPENT.without(one.spent, "turn", "combat") if one.spent else ()
    return replace(one, stun=0, shield=0, dodge=0, late=0, at=OFF_CHART, spent=spent)


def _calm(ally: Enemy) -> Enemy:
    return replace(ally, stun=0, shield=0, dodge=0, bleeding=False, pains=0, at=OFF_CHART, spent=())
