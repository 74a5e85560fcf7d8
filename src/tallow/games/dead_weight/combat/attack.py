"""Attacks of adventurers: the test to hit, what a hit does by its letters, and how enemies take damage and die."""

from msgspec.structs import replace

from tallow.games.dead_weight.characters.skills import animal
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.rerolls import Reading, Rerolls
from tallow.games.dead_weight.checks.use_limits import TURN_USES
from tallow.games.dead_weight.combat.chart import behind, close_to, within
from tallow.games.dead_weight.combat.morale import edge, lose_morale
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.harm.conditions import stun
from tallow.games.dead_weight.harm.wounds import Hit, armour
from tallow.games.dead_weight.magic import effects
from tallow.games.dead_weight.monsters import arms, monster_traits
from tallow.games.dead_weight.state import (
    Adventurer,
    Attribute,
    Corpse,
    Enemy,
    State,
    able,
    adventurer,
    alive,
    enemy,
    put,
)
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, rule

ATTACK: RuleId = "dead_weight.action.combat_attack"


@rule("dead_weight.combat.attack_test", "dead_weight.combat.attack_success", "dead_weight.combat.attack_great")
def strike(
    play: Play,
    state: State,
    who: str,
    target: str,
    profile: Attack,
    why: RuleId = ATTACK,
    *,
    more: int = 0,
    advantages: int = 0,
    disadvantages: int = 0,
    melee: bool = True,
    magic: bool = False,
) -> tuple[State, Reading]:
    """One attack of an adventurer on an enemy with this profile: the test, and the effects of a hit."""
    state, reading = roll_to_hit(
        play, state, who, target, profile, why, more=more, advantages=advantages, disadvantages=disadvantages
    )
    if reading.success:
        state, _ = land(play, state, who, target, profile, why, great=reading.great, melee=melee, magic=magic)
    return state, reading


@rule(
    "dead_weight.combat.attack_test",
    "dead_weight.combat.attack_tokens",
    "dead_weight.weapon_effect.d",
    "dead_weight.weapon_effect.x",
    "dead_weight.skill.beastmaster",
    "dead_weight.monster_trait.hard_to_hit",
    "dead_weight.setting.critical_token_letters",
)
def roll_to_hit(
    play: Play,
    state: State,
    who: str,
    target: str,
    profile: Attack,
    why: RuleId,
    *,
    attribute: Attribute | None = None,
    more: int = 0,
    advantages: int = 0,
    disadvantages: int = 0,
) -> tuple[State, Reading]:
    """The test of an attack, with its advantages and disadvantages and the tokens that the target may spend."""
    foe = enemy(state, target)
    helped, hindered = edge(state, foe)
    if state.effects:
        helped += effects.advantage_against(state, target)
    if state.combat is not None and state.combat.vantage is not None:
        helped += vantage(play, state, who)
    advantages += helped
    disadvantages += hindered + monster_traits.to_hit(foe) + profile.disadvantage
    state, reading = attempt(
        play,
        state,
        who,
        attribute or profile.attribute,
        why,
        advantages=advantages,
        disadvantages=disadvantages,
        more=more,
        about="fighting_animals" if animal(foe) else "",
        tokens=tokens(state, profile, foe.shield, foe.dodge) if foe.shield or foe.dodge else None,
    )
    if reading.foe_shields or reading.foe_dodges:
        state = spend_tokens(play, state, target, reading)
    if state.combat is not None and state.combat.unaware:
        state = noticed(state, target)
    return state, reading


@rule("dead_weight.weapon_effect.d", "dead_weight.weapon_effect.x", "dead_weight.setting.critical_token_letters")
def tokens(state: State, profile: Attack, shields: int, dodges: int) -> Rerolls:
    """The tokens of a defender that this attack does not ignore, as rerolls."""
    ignored = profile.effects
    if state.settings.critical_token_letters == "whole_attack":  # noqa: S105
        ignored += profile.critical_effects
    proof = "".join([letter for letter in ("D", "X") if letter in profile.critical_effects])
    return Rerolls(
        foe_shields=0 if "X" in ignored else shields, foe_dodges=0 if "D" in ignored else dodges, proof=proof
    )


@rule("dead_weight.token.shield", "dead_weight.token.dodge", "dead_weight.combat.attack_tokens")
def spend_tokens(play: Play, state: State, target: str, reading: Reading) -> State:
    """Remove the tokens that the target spent against an attack."""
    foe = enemy(state, target)
    spent = (foe.name, reading.foe_shields, reading.foe_dodges)
    play.tell("tokens.spent", *spent, why="dead_weight.combat.attack_tokens")
    return put(state, replace(foe, shield=foe.shield - reading.foe_shields, dodge=foe.dodge - reading.foe_dodges))


@rule("dead_weight.combat.setup_advantage_point")
def vantage(play: Play, state: State, who: str) -> int:
    """The advantages (0 or 1) that the GM grants to whoever attacks from the advantage point."""
    if state.combat is None or state.combat.vantage is None:
        return 0
    one = adventurer(state, who)
    if one.at != state.combat.vantage:
        return 0
    why = "dead_weight.combat.setup_advantage_point"
    return int(play.choose(REFEREE, "vantage_grants", ("yes", "no"), one.name, why=why) == "yes")


def noticed(state: State, target: str) -> State:
    """The state in which an enemy who was attacked is no longer unaware."""
    combat = state.combat
    if combat is None or target not in combat.unaware:
        return state
    return replace(state, combat=replace(combat, unaware=tuple([one for one in combat.unaware if one != target])))


@rule("dead_weight.trait.cold_blood", "dead_weight.setting.backstab_when")
def can_backstab(state: State, one: Adventurer, foe: Enemy) -> bool:
    """Whether somebody with cold blood can back-stab this enemy, Close: unaware, asleep, from behind or flanked."""
    if "cold_blood" not in one.life.traits or not within(state, one, foe, "close"):
        return False
    when = state.settings.backstab_when
    if "asleep" in foe.conditions or (state.combat is not None and foe.id in state.combat.unaware):
        return True
    if when in {"any", "facing"} and behind(foe, one.at):
        return True
    if when in {"any", "flanked"}:
        return any(other.id != one.id and able(other) for other in close_to(state, foe.at, state.party))
    return False


@rule(
    "dead_weight.combat.attack_success",
    "dead_weight.combat.attack_great",
    "dead_weight.weapon.effects_carry",
    "dead_weight.weapon.effect_list",
    "dead_weight.weapon_effect.b",
    "dead_weight.weapon_effect.n",
    "dead_weight.weapon_effect.p",
    "dead_weight.weapon_effect.r",
    "dead_weight.weapon_effect.s",
    "dead_weight.setting.effect_needs_wound",
    "dead_weight.setting.only_living_bleed",
    "dead_weight.setting.undead_immune_to_presence",
)
def land(
    play: Play,
    state: State,
    who: str,
    target: str,
    profile: Attack,
    why: RuleId,
    *,
    great: bool = False,
    more: int = 0,
    irresistible: bool = False,
    stuns: int = 0,
    melee: bool = True,
    magic: bool = False,
) -> tuple[State, int]:
    """The effects of a hit by its profile, plus `more` wounds and stun tokens; gives the number of wounds taken."""
    before = enemy(state, target)
    if profile.attribute == "PRE" and state.settings.undead_immune_to_presence and "mindless" in before.traits:
        play.tell("immune", before.name, why="dead_weight.setting.undead_immune_to_presence")
        return state, 0
    letters = profile.effects + profile.critical_effects if great else profile.effects
    hit = Hit(
        profile.wounds + more + (profile.critical if great else 0),
        "P" in letters,
        irresistible or "R" in letters,
        "N" not in letters,
    )
    stuns += letters.count("S")
    taken = 0
    if hit.wounds:
        state, taken = wound_enemy(play, state, target, hit, who, why, magic=magic)
    if (stuns or "B" in letters) and alive(enemy(state, target)):
        if stuns:
            state = stun(play, state, target, stuns, why)
        if "B" in letters and (taken or not state.settings.effect_needs_wound):
            state = bleed(play, state, target)
    return monster_traits.after_hit(play, state, before, who, taken, melee, wound_enemy), taken


@rule("dead_weight.weapon_effect.b", "dead_weight.enemy.no_afflictions", "dead_weight.setting.only_living_bleed")
def bleed(play: Play, state: State, target: str) -> State:
    """An enemy bleeds until the end of the combat, at most once; by a setting only the living bleed."""
    foe = enemy(state, target)
    if foe.bleeding or (state.settings.only_living_bleed and "living" not in foe.tags):
        return state
    play.tell("bleeds", foe.name, why="dead_weight.weapon_effect.b")
    return put(state, replace(foe, bleeding=True))


@rule(
    "dead_weight.enemy.armour",
    "dead_weight.enemy.armour_break",
    "dead_weight.enemy.resistance",
    "dead_weight.enemy.floor",
    "dead_weight.enemy.resistance_stat",
    "dead_weight.enemy.tracking",
    "dead_weight.combat.attack_reduce",
    "dead_weight.wound.enemies",
    "dead_weight.wound.zero",
    "dead_weight.setting.enemy_dies_at",
    "dead_weight.monster_trait.cap_one",
    "dead_weight.monster_trait.cap_two",
    "dead_weight.monster_trait.ethereal",
    "dead_weight.condition.asleep",
    "dead_weight.condition.imprisoned",
)
def wound_enemy(
    play: Play, state: State, target: str, hit: Hit, by: str = "", why: RuleId = ATTACK, *, magic: bool = False
) -> tuple[State, int]:
    """Damage to an enemy or ally: armour, resistance, wounds, death; gives the number of wounds taken.

    `by` is the adventurer who deals it directly; `magic` means that it also hurts the ethereal.
    """
    foe = enemy(state, target)
    if foe.conditions and (not alive(foe) or "imprisoned" in foe.conditions):
        return state, 0
    if (not magic and "ethereal" in foe.traits) or (state.effects and effects.smoke(state, target)):
        play.tell("immune", foe.name, why="dead_weight.monster_trait.ethereal")
        return state, 0
    left, points = hit.wounds, foe.armour
    if points and left > 0 and not hit.pierces:
        stopped, damaged = play.call(armour, points, foe.seat, "dead_weight.enemy.armour")
        left -= stopped
        if damaged:
            points -= 1
        play.tell("enemy.armour", foe.name, stopped, damaged, why="dead_weight.enemy.armour")
    if not hit.irresistible:
        left -= foe.resistance
    if left > 1 and foe.traits:
        left = 1 if "cap_one" in foe.traits else min(left, 2) if "cap_two" in foe.traits else left
    withstands = foe.wounds - (state.settings.enemy_dies_at == "equal")
    if not hit.lethal:
        left = min(left, withstands - foe.taken)
    left = max(0, left)
    conditions = foe.conditions
    if left and "asleep" in conditions:
        conditions = tuple([condition for condition in conditions if condition != "asleep"])
    if left or points != foe.armour:
        foe = replace(foe, taken=foe.taken + left, armour=points, conditions=conditions)
        state = put(state, foe)
    if left:
        play.tell("enemy.wounds", foe.name, left, why=why)
    else:
        play.tell("wounds.none", foe.name, why="dead_weight.wound.zero")
    return (kill(play, state, target, by, why) if foe.taken > withstands else state), left


@rule("dead_weight.morale.loss_death", "dead_weight.enemy.ignores_morale", "dead_weight.wound.enemies")
def kill(play: Play, state: State, target: str, by: str = "", why: RuleId = "dead_weight.wound.enemies") -> State:
    """An enemy or ally dies: it leaves a corpse and its arms, its side loses morale, its killer may be in a trance."""
    foe = enemy(state, target)
    if not alive(foe):
        return state
    play.tell("enemy.dies", foe.name, why=why)
    state, id_ = serial(put(state, replace(foe, conditions=("dead",), stun=0, shield=0, dodge=0)), "corpse")
    corpse = Corpse(id_, foe.name, foe.of, foe.at, "human" in foe.tags)
    combat = state.combat
    hostile = not any(ally.id == target for ally in state.allies)
    if combat is not None and hostile:
        combat = replace(combat, kills=combat.kills + 1)
    state = arms.falls_with(replace(state, corpses=(*state.corpses, corpse), combat=combat), foe)
    if hostile:
        if "mindless" not in foe.traits:
            state = lose_morale(play, state, "enemies")
        if by:
            state = battle_trance(play, state, by)
    return monster_traits.after_death(play, state, foe, wound_enemy)


@rule("dead_weight.trait.battle_trance", "dead_weight.combat.more_actions")
def battle_trance(play: Play, state: State, who: str) -> State:
    """An adventurer with battle trance gets one more action for a kill, now or in the next turn of this combat."""
    combat = state.combat
    entranced = [one for one in state.party if one.id == who and "battle_trance" in one.life.traits]
    if combat is None or not entranced:
        return state
    play.tell("battle_trance", entranced[0].name, why="dead_weight.trait.battle_trance")
    if combat.turn == who:
        return replace(state, combat=replace(combat, actions=combat.actions + 1))
    return replace(state, combat=replace(combat, used=(*combat.used, TURN_USES.mark("extra", who))))
