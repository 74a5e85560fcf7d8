"""What the traits of monsters do.

Traits that are plain numbers are read where they count: caps and the ethereal in `attack`, movement in
`enemy_movement`.
"""

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from tallow.games.dead_weight.checks.rerolls import Rerolls, rolled
from tallow.games.dead_weight.combat.chart import distance, on_chart, within
from tallow.games.dead_weight.combat.defence import defend
from tallow.games.dead_weight.entries.monsters import EnemyAction
from tallow.games.dead_weight.gear.inventory import AWAY, SPOILED, weapons_in_hand
from tallow.games.dead_weight.gear.trappings import break_item, risk
from tallow.games.dead_weight.harm.afflictions import afflict, cure
from tallow.games.dead_weight.harm.conditions import let_go, stun
from tallow.games.dead_weight.harm.wounds import Hit, suffer
from tallow.games.dead_weight.monsters.enemy_movement import points, reach, walk
from tallow.games.dead_weight.state import (
    OFF_CHART,
    Adventurer,
    Effect,
    Enemy,
    Item,
    State,
    able,
    adventurer,
    alive,
    enemy,
    find,
    put,
)
from tallow.mechanics.ids import serial
from tallow.play import Play, RuleId, rule

Hurt: TypeAlias = Callable[[Play, State, str, Hit, str, RuleId], tuple[State, int]]
"""How creatures without attributes take damage: `attack.wound_enemy`, which this chapter comes before."""

TRAIT = "dead_weight.monster_trait."
FOUL: RuleId = TRAIT + "foul_presence"
PROVISIONS = ("dead_weight.item.ration", "dead_weight.item.water")
"""What foul air spoils."""

PUSTULES = EnemyAction(
    TRAIT + "acid_pustules", "acid pustules", cost=0, defence=("STR",), wounds=1, targets="adventurers"
)
"""The attack of acid pustules: STR 1."""


@rule("dead_weight.monster_trait.hard_to_hit")
def to_hit(foe: Enemy) -> int:
    """The number of disadvantages on tests to hit an enemy."""
    return int("hard_to_hit" in foe.traits)


@rule("dead_weight.monster_trait.frenzied", "dead_weight.combat.enemy_turn")
def actions(foe: Enemy) -> int:
    """The number of actions of an enemy's turn: from its sheet, 3 for the frenzied."""
    return max(3, foe.actions) if "frenzied" in foe.traits else foe.actions


@rule(
    "dead_weight.monster_trait.acid_blood",
    "dead_weight.monster_trait.jumpy",
    "dead_weight.monster_trait.scatter",
    "dead_weight.monster_trait.acid_pustules",
)
def after_hit(
    play: Play,
    state: State,
    before: Enemy,
    by: str,
    taken: int,
    melee: bool,
    hurt: Hurt,
) -> State:
    """What follows from hitting an enemy, after its wounds: acid blood, acid pustules, and a jump aside."""
    traits = before.traits
    if not traits:
        return state
    if melee and "acid_blood" in traits:
        state = acid_blood(play, state, by)
    if taken and "acid_pustules" in traits:
        state = acid_pustules(play, state, before, hurt)
    if "jumpy" in traits:
        return jump(play, state, before.id, points(state, before), TRAIT + "jumpy")
    if "scatter" in traits:
        return jump(play, state, before.id, 1, TRAIT + "scatter")
    return state


@rule("dead_weight.monster_trait.acid_blood")
def acid_blood(play: Play, state: State, by: str) -> State:
    """The weapon that struck is ruined on 1d!."""
    one = next((one for one in state.party if one.id == by), None)
    if one is None:
        return state
    weapons = [item for item in weapons_in_hand(one) if not item.broken]
    if not weapons or not risk(play, 1, one.seat, TRAIT + "acid_blood", "risk.weapon"):
        return state
    item = weapons[0]
    state = break_item(play, state, by, item.id, TRAIT + "acid_blood")
    ruined = tuple(
        [
            replace(thing, marks=(*thing.marks, "ruined")) if thing.id == item.id else thing
            for thing in adventurer(state, by).items
        ]
    )
    return put(state, replace(adventurer(state, by), items=ruined))


@rule("dead_weight.monster_trait.acid_pustules", "dead_weight.enemy.level_as_attribute")
def acid_pustules(play: Play, state: State, foe: Enemy, hurt: Hurt) -> State:
    """All opponents Close to it are attacked with STR 1."""
    diagonals = state.settings.diagonals
    for one in state.party:
        if on_chart(one) and distance(one.at, foe.at, diagonals) <= 1:
            state = defend(play, state, one.id, foe, PUSTULES)
    for ally in state.allies:
        if on_chart(ally) and distance(ally.at, foe.at, diagonals) <= 1:
            state = ward(play, state, ally, PUSTULES, hurt)
    return state


@rule("dead_weight.monster_trait.jumpy", "dead_weight.monster_trait.scatter")
def jump(play: Play, state: State, who: str, most: int, why: RuleId) -> State:
    """An enemy that was hit may move at once."""
    foe = enemy(state, who)
    if state.combat is None or not able(foe) or foe.stun:
        return state
    near = reach(state, foe, most) if most > 1 else reach(state, replace(foe, traits=(*foe.traits, "nimble")), 1)
    options = (foe.at, *[square for square in near if square != OFF_CHART])
    to = play.choose(foe.seat, "jump_where", options, foe.name, why=why)
    return walk(play, state, who, to, why)


@rule("dead_weight.ally.turn", "dead_weight.enemy.test")
def ward(play: Play, state: State, ally: Enemy, action: EnemyAction, hurt: Hurt) -> State:
    """An ally without attributes is attacked: its owner rolls dice by its level with its tokens; a failure is a hit."""
    tokens = Rerolls(
        shields=0 if "X" in action.effects else ally.shield,
        dodges=0 if "D" in action.effects else ally.dodge,
        disadvantage=action.disadvantage,
    )
    reading = play.call(rolled, ally.level, 0, tokens, ally.seat, "")
    if reading.shields or reading.dodges:
        ally = replace(ally, shield=ally.shield - reading.shields, dodge=ally.dodge - reading.dodges)
        state = put(state, ally)
    if reading.success:
        play.tell("avoided", ally.name, action.name, why="dead_weight.ally.turn")
        return state
    letters = action.effects + action.critical_effects if reading.critical else action.effects
    wounds = action.wounds + (action.critical if reading.critical else 0)
    play.tell("hit", ally.name, action.name, wounds, why=action.id)
    hit = Hit(wounds, "P" in letters, "R" in letters, "N" not in letters)
    if wounds:
        state, _ = hurt(play, state, ally.id, hit, "", action.id)
    return stun(play, state, ally.id, letters.count("S"), action.id)


@rule(
    "dead_weight.monster_trait.bursts",
    "dead_weight.condition.grabbed",
    "dead_weight.condition.hooked",
    "dead_weight.condition.leech_attached",
)
def after_death(play: Play, state: State, dead: Enemy, hurt: Hurt) -> State:
    """What follows from an enemy's death: its holds and its foul air end, and some burst."""
    if state.effects:
        state = after_leaving(play, state, dead.id)
    return burst(play, state, dead, hurt) if "bursts" in dead.traits else state


@rule("dead_weight.condition.grabbed", "dead_weight.monster_trait.foul_presence")
def after_leaving(play: Play, state: State, who: str) -> State:
    """What follows when an enemy is gone, dead or not: its holds and its foul air end."""
    return clear_air(play, let_go(play, state, who), who)


@rule("dead_weight.monster_trait.bursts")
def burst(play: Play, state: State, dead: Enemy, hurt: Hurt) -> State:
    """2 wounds for everyone Close, and the plague on 2d! for each adventurer who is wounded."""
    why = TRAIT + "bursts"
    diagonals = state.settings.diagonals
    play.tell("enemy.bursts", dead.name, why=why)
    for one in state.party:
        if alive(one) and one.at != OFF_CHART and distance(one.at, dead.at, diagonals) <= 1:
            state, taken = suffer(play, state, one.id, Hit(2), why)
            if taken and alive(adventurer(state, one.id)) and risk(play, 2, one.seat, why, "risk.plague"):
                state = afflict(play, state, one.id, "plagued", why)
    for other in state.allies + state.enemies:
        if on_chart(other) and distance(other.at, dead.at, diagonals) <= 1:
            state, _ = hurt(play, state, other.id, Hit(2), "", why)
    return state


def foul(state: State) -> bool:
    """Whether any of the enemies has a foul presence."""
    for foe in state.enemies:  # noqa: SIM110  (asked each turn; a generator takes twice as long)
        if "foul_presence" in foe.traits:
            return True
    return False


@rule("dead_weight.monster_trait.foul_presence")
def foul_air(play: Play, state: State) -> State:
    """Everyone Nearby a foul presence is nauseated while it is there; their food and drink spoils."""
    foul = [foe for foe in state.enemies if "foul_presence" in foe.traits and on_chart(foe)]
    for effect in state.effects:
        if effect.of == FOUL:
            near = [foe for foe in foul if within(state, foe, find(state, effect.on[0]), "nearby")]
            if not near:
                state = _breathes(play, state, effect)
    for foe in foul:
        for one in state.party:
            if on_chart(one) and within(state, foe, one, "nearby"):
                state = _stinks(play, state, foe, one)
    return state


def _stinks(play: Play, state: State, foe: Enemy, one: Adventurer) -> State:
    """Apply foul air to somebody who comes near."""
    if any(effect.of == FOUL and one.id in effect.on for effect in state.effects):
        return state
    spoilt = [item for item in one.items if _spoils(item)]
    if spoilt:
        play.tell("spoils", one.name, tuple([item.name for item in spoilt]), why=FOUL)
        items = [replace(item, marks=(*item.marks, SPOILED)) if _spoils(item) else item for item in one.items]
        state = put(state, replace(one, items=tuple(items)))
    had = "nauseated" in one.afflictions
    state = afflict(play, state, one.id, "nauseated", FOUL)
    state, id_ = serial(state, "foul")
    return replace(
        state,
        effects=(*state.effects, Effect(id_, FOUL, foe.id, (one.id,), unit="combat", detail="had" if had else "")),
    )


def _spoils(item: Item) -> bool:
    """Whether foul air spoils a thing that somebody carries."""
    return item.ref in PROVISIONS and SPOILED not in item.marks and item.place not in AWAY


def _breathes(play: Play, state: State, effect: Effect) -> State:
    """End the nausea of somebody who is out of the foul air."""
    state = replace(state, effects=tuple([other for other in state.effects if other.id != effect.id]))
    if effect.detail == "had":
        return state
    return cure(play, state, effect.on[0], "nauseated", why=FOUL)


def clear_air(play: Play, state: State, by: str) -> State:
    """End the foul air of an enemy who is gone."""
    for effect in state.effects:
        if effect.of == FOUL and effect.by == by:
            state = _breathes(play, state, effect)
    return state
