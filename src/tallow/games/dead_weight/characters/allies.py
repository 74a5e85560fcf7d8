"""Allies without attributes: pets, and undead under command. They act in the turns of their owners."""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.combat.chart import choose_square
from tallow.games.dead_weight.combat.rounds import fought, settled
from tallow.games.dead_weight.entries.monsters import monsters
from tallow.games.dead_weight.harm.conditions import rooted
from tallow.games.dead_weight.monsters.bestiary import befriend
from tallow.games.dead_weight.monsters.enemies import carry_out, move, recover, repertoire, stunned, targets
from tallow.games.dead_weight.monsters.enemy_choices import next_step
from tallow.games.dead_weight.monsters.enemy_movement import reach
from tallow.games.dead_weight.state import Enemy, State, able, alive, enemy, put
from tallow.games.deeds import Deed, Refusal
from tallow.play import Play, RuleId, rule

TURN: RuleId = "dead_weight.ally.turn"
PETS = {"animal_affinity": "dead_weight.monster.weak_ally", "beastmaster": "dead_weight.monster.medium_ally"}
"""The pets that skills bring."""


@rule("dead_weight.skill.animal_affinity", "dead_weight.skill.beastmaster", "dead_weight.ally.turn")
def pets_come(state: State) -> State:
    """Everybody with a skill for pets and none yet gets one; a better pet replaces a lesser one."""
    for one in state.party:
        if not alive(one):
            continue
        kind = next((PETS[skill] for skill in ("beastmaster", "animal_affinity") if skill in one.life.skills), "")
        mine = [ally for ally in state.allies if ally.owner == one.id and ally.of in PETS.values() and alive(ally)]
        if not kind or any(ally.of == kind for ally in mine):
            continue
        state = replace(state, allies=tuple(ally for ally in state.allies if ally not in mine))
        state = befriend(state, kind, one.id)
    return state


@rule("dead_weight.ally.turn")
def pets_ready(state: State) -> State:
    """Between expeditions pets heal, and those that were killed are replaced."""
    well = tuple([replace(ally, taken=0, armour=armour(ally)) for ally in state.allies if alive(ally)])
    return pets_come(replace(state, allies=well))


def armour(ally: Enemy) -> int:
    """The armour points of an undamaged ally."""
    return monsters()[ally.of].armour if ally.of in monsters() else ally.armour


@rule("dead_weight.ally.turn")
def may_act(state: State, who: str) -> bool:
    """Whether this is an ally who has not yet acted in the present turn of its owner."""
    combat = state.combat
    if combat is None or not combat.turn:
        return False
    ally = next((ally for ally in state.allies if ally.id == who), None)
    return ally is not None and ally.owner == combat.turn and able(ally) and not _done(state, ally)


def _done(state: State, ally: Enemy) -> bool:
    return SPENT.mark("round", fought(state).round) in ally.spent


def acted(state: State, who: str) -> State:
    """The state in which this ally has acted in this round."""
    ally = enemy(state, who)
    return put(state, replace(ally, spent=SPENT.instead(ally.spent, "round", fought(state).round)))


def refuse_move(state: State, who: str) -> Refusal | None:
    """Why an ally cannot move."""
    ally = enemy(state, who)
    if refusal := stunned(ally) or rooted(ally):
        return refusal
    return None if reach(state, ally) else Refusal("no_way", (ally.name,), TURN)


@rule("dead_weight.ally.turn")
def ally_move(play: Play, state: State, who: str) -> State:
    """The owner moves an ally."""
    ally = enemy(state, who)
    to = choose_square(play, ally.seat, reach(state, ally), ally.name, who, why=TURN)
    return settled(play, move(play, acted(state, who), who, to))


def refuse_attack(state: State, who: str) -> Refusal | None:
    """Why an ally cannot attack."""
    ally = enemy(state, who)
    if refusal := stunned(ally):
        return refusal
    if any(targets(state, ally, action) for action in repertoire(ally)):
        return None
    return Refusal("nothing_in_reach", (ally.name,), TURN)


@rule("dead_weight.ally.turn", "dead_weight.enemy.level_as_attribute")
def ally_attack(play: Play, state: State, who: str) -> State:
    """The owner has an ally take an action of its sheet."""
    ally = enemy(state, who)
    options = [action for action in repertoire(ally) if targets(state, ally, action)]
    names = tuple([action.id for action in options])
    action = options[names.index(play.choose(ally.seat, "enemy_action", names, ally.name, why=TURN))]
    aims = targets(state, ally, action)
    target = play.choose(ally.seat, "enemy_target", aims, ally.name, why=TURN) if action.targets == "one" else aims[0]
    return settled(play, carry_out(play, acted(state, who), who, action, target))


def refuse_recover(state: State, who: str) -> Refusal | None:
    """Why an ally has nothing to recover from."""
    return None if enemy(state, who).stun else Refusal("not_stunned", (), TURN)


@rule("dead_weight.ally.turn", "dead_weight.enemy.stunned")
def ally_recover(play: Play, state: State, who: str) -> State:
    """An ally removes one of its own stun tokens."""
    return settled(play, recover(play, acted(state, who), who))


@rule("dead_weight.ally.turn")
def allies_act(play: Play, state: State, owner: str) -> State:
    """A bot takes the turns of the allies of whoever's turn it is."""
    for ally in state.allies:
        if ally.owner != owner or state.combat is None or not may_act(state, ally.id):
            continue
        step = next_step(state, enemy(state, ally.id), 1)
        state = acted(state, ally.id)
        if step[0] == "act":
            state = carry_out(play, state, ally.id, step[1], step[2])
        elif step[0] == "move":
            state = move(play, state, ally.id, step[1])
        elif step[0] == "recover":
            state = recover(play, state, ally.id)
    return state


DEEDS: tuple[Deed[State], ...] = (
    Deed("ally_attack", ally_attack, TURN, shown=may_act, refuse=refuse_attack, group="beasts"),
    Deed("ally_move", ally_move, TURN, shown=may_act, refuse=refuse_move, group="beasts"),
    Deed("ally_recover", ally_recover, TURN, shown=may_act, refuse=refuse_recover, group="beasts"),
)
