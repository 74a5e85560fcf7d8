"""Enemies: the start of their turns, what each can do to whom, and doing it.

Whose turn it is and what an action costs is handled in `enemy_turns`; here are the rules of the actions themselves.
"""

from functools import cache

from msgspec.structs import replace

from tallow.games.dead_weight.checks.rerolls import Rerolls, rolled
from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.combat.attack import land, wound_enemy
from tallow.games.dead_weight.combat.chart import REACH, behind, distance, opponents, towards
from tallow.games.dead_weight.combat.defence import defend
from tallow.games.dead_weight.entries.monsters import EnemyAction, Special
from tallow.games.dead_weight.harm.conditions import (
    freed,
    held_by,
    holds,
    let_go,
    level_test,
    out_of_reach,
    rooted,
    sees,
)
from tallow.games.dead_weight.harm.wounds import Hit
from tallow.games.dead_weight.magic import effects
from tallow.games.dead_weight.monsters.enemy_movement import price, reach, walk
from tallow.games.dead_weight.monsters.enemy_sheet import profile, sheet_action
from tallow.games.dead_weight.monsters.monster_traits import acid_pustules, foul, foul_air, ward
from tallow.games.dead_weight.monsters.specials import happen
from tallow.games.dead_weight.state import (
    OFF_CHART,
    Adventurer,
    Creature,
    Enemy,
    Square,
    State,
    able,
    alive,
    enemy,
    everyone,
    find,
    put,
)
from tallow.games.dead_weight.uses import Until
from tallow.games.deeds import Refusal
from tallow.mechanics.marks import Mark
from tallow.play import Play, RuleId, Stake, rule

MAN_EATER: RuleId = "dead_weight.monster_trait.man_eater"

EATING = EnemyAction(
    MAN_EATER,
    "Eat human flesh",
    targets="corpse",
    requires="corpse",
    does=(Special("eat", "dead_weight.monster.bugbear"),),
)
"""What a man-eater does with a dead human."""

FEINTED = SPENT.mark("turn", "feinted")
"""Fooled by a swashbuckler: it may not attack in this turn."""

USED = SPENT.mark("turn", "sheet")
"""It has used an action of its sheet in this turn."""


@rule(
    "dead_weight.combat.enemy_turn",
    "dead_weight.monster_trait.quick_dodge",
    "dead_weight.monster_trait.foul_presence",
    "dead_weight.spell.pain",
)
def enemy_turn_starts(play: Play, state: State, who: str) -> State:
    """Begin an enemy's turn: bleeding, a grip lost by stun, a token for quick dodge, Pain, foul air, banishing."""
    foe = enemy(state, who)
    if foe.bleeding:
        state = bleeds(play, state, who)
        foe = enemy(state, who)
        if not alive(foe):
            return state
    if foe.spent:
        foe = replace(foe, spent=_next_turn(foe.spent))
        state = put(state, foe)
    if foe.stun and state.effects:
        state = let_go(play, state, who)
    if "quick_dodge" in foe.traits:
        state = put(state, replace(foe, dodge=foe.dodge + 1))
    if foe.pains:
        state = pain(play, state, foe)
    if foul(state):
        state = foul_air(play, state)
    return driven_off(play, state, who) if foe.spent else state


@rule("dead_weight.skill.banish_undead")
def driven_off(play: Play, state: State, who: str) -> State:
    """A banished undead spends its first action moving away from the cleric; one that cannot move loses the action."""
    foe = enemy(state, who)
    by = next((str(who[0]) for what, *who in SPENT.parts(foe.spent, "turn") if what == "banished"), "")
    if not by or state.combat is None or not able(foe):
        return state
    state = replace(state, combat=replace(state.combat, actions=max(0, state.combat.actions - price(foe))))
    cleric, diagonals = find(state, by).at, state.settings.diagonals
    now = distance(foe.at, cleric, diagonals)
    away = [to for to in reach(state, foe) if to != OFF_CHART and distance(to, cleric, diagonals) > now]
    if cleric == OFF_CHART or not away or foe.stun or rooted(foe):
        return state
    away.sort(key=lambda to: -distance(to, cleric, diagonals))
    why = "dead_weight.skill.banish_undead"
    return move(play, state, who, play.choose(foe.seat, "move_to", tuple(away), foe.name, who, why=why))


def _next_turn(spent: tuple[Mark[Until], ...]) -> tuple[Mark[Until], ...]:
    """The marks at the start of an enemy's turn: those of `turn` are removed, those of `next` take effect."""
    coming = [SPENT.mark("turn", *about) for about in SPENT.parts(spent, "next")]
    return (*SPENT.without(spent, "turn", "next"), *coming)


@rule("dead_weight.enemy.bleeding", "dead_weight.setting.enemy_bleeding_reducible")
def bleeds(play: Play, state: State, who: str) -> State:
    """A bleeding enemy rolls d6: on 1, 2 or 3 it takes a wound, which armour and resistance do not reduce."""
    foe = enemy(state, who)
    why = "dead_weight.enemy.bleeding"
    (face,) = play.roll(1, by=foe.seat, why=why, stake=Stake(4, above=True, who=who))
    if face > 3:
        return state
    soft = state.settings.enemy_bleeding_reducible
    state, taken = wound_enemy(play, state, who, Hit(1, pierces=not soft, irresistible=not soft), "", why, magic=True)
    if taken and "acid_pustules" in foe.traits:
        state = acid_pustules(play, state, foe, wound_enemy)
    return state


@rule("dead_weight.spell.pain", "dead_weight.enemy.test", "dead_weight.enemy.level")
def pain(play: Play, state: State, foe: Enemy) -> State:
    """For each Pain on an enemy a test with as many dice as its level; each failure costs an action."""
    lost = sum([not level_test(play, foe) for _ in range(foe.pains)])
    if not lost or state.combat is None:
        return state
    play.tell("pain", foe.name, lost, why="dead_weight.spell.pain")
    return replace(state, combat=replace(state.combat, actions=max(0, state.combat.actions - lost)))


@rule("dead_weight.enemy.actions", "dead_weight.combat.enemy_choices", "dead_weight.monster_trait.man_eater")
def repertoire(foe: Enemy) -> tuple[EnemyAction, ...]:
    """The actions of an enemy's sheet, and those that a trait adds."""
    return _repertoire(foe.sheet, "man_eater" in foe.traits)


@cache
def _repertoire(sheet: tuple[RuleId, ...], eats: bool) -> tuple[EnemyAction, ...]:
    known = tuple([sheet_action(id_) for id_ in sheet])
    return (*known, EATING) if eats else known


@rule(
    "dead_weight.setting.enemy_one_sheet_action_per_turn",
    "dead_weight.combat.enemy_choices",
    "dead_weight.enemy.arms",
    "dead_weight.skill.swashbuckler",
    "dead_weight.prayer.ignorance",
    "dead_weight.enemy_action.cracked_shield",
    "dead_weight.enemy_action.leech_bite",
    "dead_weight.enemy_action.grab",
)
def barred(state: State, foe: Enemy, action: EnemyAction) -> bool:
    """Whether an enemy cannot do this now: disarmed, done already, feinted, ignorant, or holding somebody with it."""
    if foe.disarmed and action.id in foe.disarmed:
        return True
    if foe.spent:
        if state.settings.enemy_one_sheet_action_per_turn and USED in foe.spent:
            return True
        if SPENT.mark("combat", action.id) in foe.spent or (FEINTED in foe.spent and action.defence):
            return True
    if state.effects:
        if action.defence == ("INT",) and effects.ignorant(state, foe.id):
            return True
        holding = any(special.code == "hold" for special in action.does)
        return holding and action.id != "dead_weight.enemy_action.hook_pole" and bool(holds(state, foe.id))
    return False


@rule(
    "dead_weight.action.enemy_sheet_action",
    "dead_weight.enemy_action.eat",
    "dead_weight.enemy_action.crab_eat",
    "dead_weight.condition.blind",
    "dead_weight.monster_trait.slow_turning",
    "dead_weight.spell.phobia",
)
def targets(state: State, foe: Enemy, action: EnemyAction) -> tuple[str, ...]:
    """The ids of the possible targets of an action: one of them is chosen, or all are hit; corpses have ids too."""
    if action.targets == "self":
        return (foe.id,)
    if action.targets == "corpse":
        return _corpses(state, foe, action)
    return tuple([one.id for one in victims(state, foe, action)])


def _corpses(state: State, foe: Enemy, action: EnemyAction) -> tuple[str, ...]:
    """The ids of corpses in range that nobody has eaten; the man-eater wants humans."""
    squares, diagonals = REACH[action.range] if sees(foe) else 1, state.settings.diagonals
    human = action.id == MAN_EATER
    return tuple(
        [
            corpse.id
            for corpse in state.corpses
            if not corpse.eaten
            and OFF_CHART not in (corpse.at, foe.at)
            and distance(corpse.at, foe.at, diagonals) <= squares
            and (corpse.human or not human)
        ]
    )


def victims(state: State, foe: Enemy, action: EnemyAction) -> list[Creature]:
    """The creatures that an enemy can do this to."""
    if foe.at == OFF_CHART:
        return []
    diagonals = state.settings.diagonals
    squares = REACH[action.range] if sees(foe) else 1
    if action.id == "dead_weight.enemy_action.cursed_shanty":
        squares = REACH["distant"]
    found = [
        one
        for one in _among(state, foe, action.targets)
        if one.at != OFF_CHART
        and distance(one.at, foe.at, diagonals) <= squares
        and not (one.conditions and out_of_reach(one))
    ]
    if not found or action.targets != "one":
        return found
    if action.requires == "grabbed":
        found = [one for one in found if foe.id in held_by(state, one.id, "grabbed")]
    if "slow_turning" in foe.traits:
        found = [one for one in found if not behind(foe, one.at)]
    if state.effects and (dread := effects.dreaded(state, foe.id)) and not cornered(state, foe):
        found = [one for one in found if one.id not in dread]
    return found


def _among(state: State, foe: Enemy, kind: str) -> tuple[Creature, ...]:
    """The creatures among whom an action of this kind finds its targets."""
    if kind == "living":
        others = tuple([other for other in state.enemies if other.id != foe.id and "living" in other.tags])
        return (*state.party, *state.allies, *others)
    if kind == "adventurers":
        return state.enemies if foe in state.allies else state.party
    return opponents(state, foe)


@rule("dead_weight.spell.phobia")
def cornered(state: State, foe: Enemy) -> bool:
    """Whether an enemy has nowhere to go."""
    return not reach(state, foe)


@rule(
    "dead_weight.action.enemy_sheet_action",
    "dead_weight.combat.enemy_no_roll",
    "dead_weight.enemy.level_as_attribute",
    "dead_weight.enemy_action.agony",
    "dead_weight.enemy_action.pulse",
    "dead_weight.enemy_action.cursed_shanty",
)
def carry_out(play: Play, state: State, who: str, action: EnemyAction, target: str) -> State:
    """An enemy does an action of its sheet, to one target, or to all of them if it hits all."""
    foe = enemy(state, who)
    play.tell("enemy.acts", foe.name, action.name, why=action.id)
    if action.targets in {"self", "corpse"}:
        return happen(play, state, who, target, action.does, action.id)
    if action.targets == "one":
        leap = tuple([special for special in action.does if special.code == "leap"])
        if leap:
            state = happen(play, state, who, target, leap, action.id)
            foe = enemy(state, who)
        one = find(state, target)
        return upon(play, turned_to(state, foe, one.at), foe, one, action)
    for other in targets(state, foe, action):
        one, foe = find(state, other), enemy(state, who)
        if alive(one) and alive(foe):
            state = upon(play, state, foe, one, action)
    return state


def upon(play: Play, state: State, foe: Enemy, one: Creature, action: EnemyAction) -> State:
    """Apply an enemy's action to one creature, by the rules for that kind of creature."""
    if isinstance(one, Adventurer):
        if not action.defence:
            return happen(play, state, foe.id, one.id, action.does, action.id)
        return defend(play, state, one.id, foe, action)
    if any(ally.id == foe.id for ally in state.allies):
        return clash(play, state, foe, one, action)
    if any(ally.id == one.id for ally in state.allies):
        return ward(play, state, one, action, wound_enemy) if action.wounds or action.effects else state
    letters = action.effects
    hit = Hit(action.wounds, "P" in letters, "R" in letters, "N" not in letters)
    return wound_enemy(play, state, one.id, hit, "", action.id)[0]


@rule("dead_weight.enemy.level_as_attribute", "dead_weight.enemy.no_fatigue", "dead_weight.ally.turn")
def clash(play: Play, state: State, foe: Enemy, other: Enemy, action: EnemyAction) -> State:
    """A creature without attributes attacks another: dice by its level, against the other's tokens."""
    letters = action.effects
    tokens = Rerolls(foe_shields=0 if "X" in letters else other.shield, foe_dodges=0 if "D" in letters else other.dodge)
    reading = play.call(rolled, foe.level, 0, tokens, foe.seat, "")
    play.tell("clash", foe.name, other.name, reading.outcome, why="dead_weight.enemy.level_as_attribute")
    if reading.foe_shields or reading.foe_dodges:
        other = replace(other, shield=other.shield - reading.foe_shields, dodge=other.dodge - reading.foe_dodges)
        state = put(state, other)
    if not reading.success:
        return state
    blow, melee = profile(action), action.range == "close"
    return land(play, state, foe.id, other.id, blow, action.id, great=reading.great, melee=melee)[0]


def turned_to(state: State, foe: Enemy, square: Square) -> State:
    """The state with an enemy facing a square; those who turn slowly do not turn by acting."""
    if square in (foe.at, OFF_CHART) or "slow_turning" in foe.traits:
        return state
    facing = towards(foe.at, square)
    return state if facing == foe.facing else put(state, replace(foe, facing=facing))


@rule("dead_weight.action.enemy_move", "dead_weight.condition.grabbed", "dead_weight.monster_trait.foul_presence")
def move(play: Play, state: State, who: str, to: Square) -> State:
    """An enemy moves, and releases whom it had grabbed or hooked."""
    if state.effects:
        for effect in holds(state, who):
            if effect.of != "dead_weight.condition.leech_attached":
                state = let_go(play, state, who)
                break
    state = walk(play, state, who, to, "dead_weight.action.enemy_move")
    if "foul_presence" in enemy(state, who).traits:
        state = foul_air(play, state)
    return state


@rule("dead_weight.action.enemy_recover", "dead_weight.enemy.stunned")
def recover(play: Play, state: State, who: str) -> State:
    """An enemy removes one of its own stun tokens."""
    foe = enemy(state, who)
    play.tell("recovers", foe.name, foe.stun - 1, why="dead_weight.action.enemy_recover")
    return put(state, replace(foe, stun=foe.stun - 1))


@rule("dead_weight.condition.glued", "dead_weight.spell.glue", "dead_weight.enemy.test")
def tear_loose(play: Play, state: State, who: str) -> State:
    """A glued enemy tries to get loose: a test with as many dice as its level."""
    foe = enemy(state, who)
    if level_test(play, foe):
        return freed(play, state, who, "glued", "bound")
    play.tell("stuck", foe.name, why="dead_weight.condition.glued")
    return state


@rule("dead_weight.monster_trait.slow_turning")
def turn_round(play: Play, state: State, who: str, facing: int) -> State:
    """An enemy that turns slowly spends an action to face this way."""
    foe = enemy(state, who)
    play.tell("enemy.turns", foe.name, why="dead_weight.monster_trait.slow_turning")
    return put(state, replace(foe, facing=facing))


@rule("dead_weight.condition.asleep")
def sleepers(state: State, foe: Enemy) -> tuple[str, ...]:
    """The ids of sleepers of an enemy's own side whom it could wake, Close to it."""
    asleep = [other for other in everyone(state) if other.conditions and "asleep" in other.conditions]
    if not asleep:
        return ()
    diagonals, others = state.settings.diagonals, opponents(state, foe)
    near = [other.id for other in asleep if other not in others and distance(other.at, foe.at, diagonals) <= 1]
    return tuple([other for other in near if other != foe.id])


@rule("dead_weight.enemy.stunned", "dead_weight.token.stun")
def stunned(foe: Enemy) -> Refusal | None:
    """Why an enemy can do nothing but recover."""
    return Refusal("stunned", (foe.name, foe.stun), "dead_weight.enemy.stunned") if foe.stun else None
