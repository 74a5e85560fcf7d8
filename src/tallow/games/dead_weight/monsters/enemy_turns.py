"""The turns of enemies: the GM's deeds for each of them, and those that let a bot take their turns."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.dead_weight.combat.chart import choose_square
from tallow.games.dead_weight.combat.rounds import end_turn, fought, settled, spend, take_turn
from tallow.games.dead_weight.entries.monsters import EnemyAction
from tallow.games.dead_weight.harm.conditions import holds, let_go, rooted, woken
from tallow.games.dead_weight.monsters.enemies import (
    USED,
    barred,
    carry_out,
    move,
    recover,
    repertoire,
    sleepers,
    stunned,
    targets,
    tear_loose,
    turn_round,
)
from tallow.games.dead_weight.monsters.enemy_choices import Step, next_step
from tallow.games.dead_weight.monsters.enemy_movement import price, reach
from tallow.games.dead_weight.monsters.monster_traits import actions
from tallow.games.dead_weight.state import Enemy, State, able, enemy, put
from tallow.games.deeds import Deed, Refusal
from tallow.play import Play, RuleId, meanwhile, rule

MOVE: RuleId = "dead_weight.action.enemy_move"
RECOVER: RuleId = "dead_weight.action.enemy_recover"
SHEET: RuleId = "dead_weight.action.enemy_sheet_action"
TURN: RuleId = "dead_weight.combat.enemy_turn"
ASLEEP: RuleId = "dead_weight.condition.asleep"
MOST_STEPS = 12
"""The most steps that a bot takes in one turn."""


def may_act(state: State, who: str) -> bool:
    """Whether it is this enemy's turn, or it could begin its turn now."""
    combat = state.combat
    if combat is None or combat.step != "enemies":
        return False
    if combat.turn:
        return combat.turn == who and any(foe.id == who for foe in state.enemies)
    return who in combat.due


def left(state: State, who: str) -> int:
    """The actions that an enemy has left, or will have at the start of its turn."""
    combat = fought(state)
    return combat.actions if combat.turn == who else actions(enemy(state, who))


def _short(state: State, who: str, cost: int) -> Refusal | None:
    """Why an enemy has too few actions left for this cost."""
    have = left(state, who)
    return Refusal("actions", (enemy(state, who).name, cost, have), TURN) if have < cost else None


def _in_turn(play: Play, state: State, who: str, cost: Callable[[State], int], do: Callable[[State], State]) -> State:
    """Do something in an enemy's turn, which begins now if needed; not done if the start of the turn prevents it."""
    state = take_turn(play, state, who)
    combat = state.combat
    if combat is None or combat.turn != who or combat.actions < cost(state) or enemy(state, who).stun:
        return state
    return settled(play, do(spend(state, cost(state))))


def refuse_move(state: State, who: str) -> Refusal | None:
    """Why an enemy cannot move."""
    foe = enemy(state, who)
    return stunned(foe) or rooted(foe) or _short(state, who, price(foe)) or _penned(state, foe)


def _penned(state: State, foe: Enemy) -> Refusal | None:
    return None if reach(state, foe) else Refusal("no_way", (foe.name,), MOVE)


@rule("dead_weight.action.enemy_move", "dead_weight.combat.enemy_choices", "dead_weight.enemy.move_leave")
def enemy_move(play: Play, state: State, who: str) -> State:
    """The GM moves an enemy to a square in reach, or off the chart."""

    def do(state: State) -> State:
        foe = enemy(state, who)
        found = reach(state, foe)
        if not found:
            return state
        return move(play, state, who, choose_square(play, foe.seat, found, foe.name, who, why=MOVE))

    return _in_turn(play, state, who, lambda state: price(enemy(state, who)), do)


def refuse_recover(state: State, who: str) -> Refusal | None:
    """Why an enemy has nothing to recover from."""
    return None if enemy(state, who).stun else Refusal("not_stunned", (), RECOVER)


@rule("dead_weight.action.enemy_recover", "dead_weight.enemy.stunned")
def enemy_recover(play: Play, state: State, who: str) -> State:
    """The GM has an enemy remove one of its stun tokens."""
    state = take_turn(play, state, who)
    if state.combat is None or state.combat.turn != who or not enemy(state, who).stun:
        return state
    return settled(play, recover(play, spend(state, 1), who))


@rule("dead_weight.action.enemy_sheet_action", "dead_weight.enemy.actions")
def doable(state: State, who: str) -> tuple[EnemyAction, ...]:
    """The actions of its sheet that an enemy can do now."""
    foe, have = enemy(state, who), left(state, who)
    return tuple(
        [
            action
            for action in repertoire(foe)
            if action.cost <= have and not barred(state, foe, action) and targets(state, foe, action)
        ]
    )


def refuse_action(state: State, who: str) -> Refusal | None:
    """Why an enemy can do no action of its sheet."""
    foe = enemy(state, who)
    return stunned(foe) or (None if doable(state, who) else Refusal("nothing_in_reach", (foe.name,), SHEET))


@rule("dead_weight.action.enemy_sheet_action", "dead_weight.combat.enemy_choices")
def enemy_action(play: Play, state: State, who: str) -> State:
    """The GM has an enemy do an action of its sheet to a target in range."""
    state = take_turn(play, state, who)
    if state.combat is None or state.combat.turn != who or refuse_action(state, who):
        return state
    foe = enemy(state, who)
    options = doable(state, who)
    names = tuple([action.id for action in options])
    chosen = play.choose(foe.seat, "enemy_action", names, foe.name, why=SHEET)
    action = options[names.index(chosen)]
    aims = targets(state, foe, action)
    target = play.choose(foe.seat, "enemy_target", aims, foe.name, why=SHEET) if _aimed(action) else aims[0]
    return settled(play, _act(play, state, who, action, target), action.cost)


def _aimed(action: EnemyAction) -> bool:
    return action.targets in {"one", "corpse"}


def _act(play: Play, state: State, who: str, action: EnemyAction, target: str) -> State:
    """Do an action of the sheet, and mark it as done."""
    if state.settings.enemy_one_sheet_action_per_turn:
        foe = enemy(state, who)
        state = put(state, replace(foe, spent=(*foe.spent, USED)))
    return carry_out(play, state, who, action, target)


def refuse_one(state: State, who: str) -> Refusal | None:
    """Why an enemy has no action for something else."""
    foe = enemy(state, who)
    return stunned(foe) or _short(state, who, 1)


@rule("dead_weight.condition.glued", "dead_weight.spell.glue")
def enemy_tear_loose(play: Play, state: State, who: str) -> State:
    """The GM has a glued enemy try to get loose."""
    return _in_turn(play, state, who, lambda _: 1, lambda state: tear_loose(play, state, who))


@rule("dead_weight.monster_trait.slow_turning")
def enemy_turn_round(play: Play, state: State, who: str) -> State:
    """The GM turns an enemy that turns slowly."""

    def do(state: State) -> State:
        foe = enemy(state, who)
        others = tuple([facing for facing in range(8) if facing != foe.facing])
        why = "dead_weight.monster_trait.slow_turning"
        return turn_round(play, state, who, play.choose(foe.seat, "face", others, foe.name, who, why=why))

    return _in_turn(play, state, who, lambda _: 1, do)


@rule("dead_weight.condition.asleep")
def enemy_wake(play: Play, state: State, who: str) -> State:
    """The GM has an enemy wake a friend who is Close."""

    def do(state: State) -> State:
        foe = enemy(state, who)
        options = sleepers(state, foe)
        if not options:
            return state
        why = "dead_weight.condition.asleep"
        return woken(play, state, play.choose(foe.seat, "wake_whom", options, foe.name, why=why))

    return _in_turn(play, state, who, lambda _: 1, do)


@rule("dead_weight.condition.grabbed", "dead_weight.condition.hooked", "dead_weight.condition.leech_attached")
def enemy_let_go(play: Play, state: State, who: str) -> State:
    """The GM has an enemy release whom it holds, at no cost."""
    return let_go(play, state, who)


@rule("dead_weight.combat.enemy_turn")
def enemy_end(play: Play, state: State, who: str) -> State:
    """The GM ends an enemy's turn."""
    state = take_turn(play, state, who)
    return end_turn(play, state) if state.combat is not None and state.combat.turn == who else state


@rule("dead_weight.combat.enemy_turn", "dead_weight.combat.enemy_choices")
def enemy_acts(play: Play, state: State, who: str) -> State:
    """Let a bot take an enemy's whole turn."""
    state = take_turn(play, state, who)
    for _ in range(MOST_STEPS):
        combat = state.combat
        if combat is None or combat.turn != who:
            return state
        step = next_step(state, enemy(state, who), combat.actions)
        if step[0] == "end":
            return end_turn(play, state)
        state = follow(play, state, who, step)
    return end_turn(play, state) if state.combat is not None and state.combat.turn == who else state


def follow(play: Play, state: State, who: str, step: Step) -> State:
    """Do one step of a turn, and spend its actions."""
    if step[0] == "act":
        return settled(play, _act(play, state, who, step[1], step[2]), step[1].cost)
    if step[0] == "move":
        cost = price(enemy(state, who))
        return settled(play, move(play, state, who, step[1]), cost)
    if step[0] == "turn":
        state = turn_round(play, state, who, step[1])
    elif step[0] == "wake":
        state = woken(play, state, step[1])
    else:
        state = recover(play, state, who) if step[0] == "recover" else tear_loose(play, state, who)
    return settled(play, state, 1)


@rule("dead_weight.combat.enemy_turn", "dead_weight.phase.combat_enemies")
def enemies_act(play: Play, state: State, _: str = "") -> State:
    """Let a bot take the turns of all enemies who have still to act."""
    round_ = fought(state).round
    meanwhile(play, state, combat=replace(fought(state), turn="", due=()))
    while True:
        combat = state.combat
        if combat is None or combat.step != "enemies" or combat.round != round_:
            return state
        who = combat.turn or next((foe for foe in combat.due if able(enemy(state, foe))), "")
        if not who:
            return state
        state = enemy_acts(play, state, who)


def _enemies_turn(state: State, _: str) -> bool:
    return state.combat is not None and state.combat.step == "enemies"


def _glued(state: State, who: str) -> bool:
    return may_act(state, who) and "glued" in enemy(state, who).conditions


def _slow_turning(state: State, who: str) -> bool:
    return may_act(state, who) and "slow_turning" in enemy(state, who).traits


def _holding(state: State, who: str) -> bool:
    return may_act(state, who) and bool(state.effects) and bool(holds(state, who))


def _by_sleepers(state: State, who: str) -> bool:
    return may_act(state, who) and bool(sleepers(state, enemy(state, who)))


DEEDS: tuple[Deed[State], ...] = (
    Deed("enemy_action", enemy_action, SHEET, cost="1 action", shown=may_act, refuse=refuse_action, group="beasts"),
    Deed("enemy_move", enemy_move, MOVE, cost="1 action", shown=may_act, refuse=refuse_move, group="beasts"),
    Deed(
        "enemy_recover", enemy_recover, RECOVER, cost="1 action", shown=may_act, refuse=refuse_recover, group="beasts"
    ),
    Deed(
        "enemy_tear_loose",
        enemy_tear_loose,
        "dead_weight.condition.glued",
        cost="1 action",
        shown=_glued,
        refuse=refuse_one,
        group="beasts",
    ),
    Deed(
        "enemy_turn_round",
        enemy_turn_round,
        "dead_weight.monster_trait.slow_turning",
        cost="1 action",
        shown=_slow_turning,
        refuse=refuse_one,
        group="beasts",
    ),
    Deed(
        "enemy_wake",
        enemy_wake,
        ASLEEP,
        cost="1 action",
        shown=_by_sleepers,
        refuse=refuse_one,
        group="beasts",
    ),
    Deed("enemy_let_go", enemy_let_go, "dead_weight.condition.grabbed", shown=_holding, group="beasts"),
    Deed("enemy_acts", enemy_acts, TURN, shown=may_act, group="beasts"),
    Deed("enemy_end", enemy_end, TURN, shown=may_act, group="beasts"),
    Deed("enemies_act", enemies_act, TURN, by="referee", shown=_enemies_turn, group="beasts"),
)
