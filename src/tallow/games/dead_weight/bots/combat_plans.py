"""What bots do with an adventurer in combat, and the deeds that let them take a turn.

Everything is decided from the state alone, without dice, and is carried out by the rules that players use.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from tallow.games.dead_weight.characters.allies import allies_act
from tallow.games.dead_weight.characters.attributes import available, wounds_of
from tallow.games.dead_weight.characters.attributes import dice as dice_of
from tallow.games.dead_weight.combat.acting import acts_now
from tallow.games.dead_weight.combat.actions import catch_breath, defend, dodge, recover_self
from tallow.games.dead_weight.combat.chart import REACH, distance, nearest, on_chart
from tallow.games.dead_weight.combat.freeing import break_free, pull_off, unstick, vermin
from tallow.games.dead_weight.combat.moving import reach, tiles, walk
from tallow.games.dead_weight.combat.rounds import end_turn, fought, settled, take_turn
from tallow.games.dead_weight.combat.weapon_attacks import (
    HOLY_WATER,
    SLEEPING_DARTS,
    SLEEPS_UP_TO,
    Manner,
    attack,
    manners,
    manners_against,
)
from tallow.games.dead_weight.entries.gear import weapons
from tallow.games.dead_weight.entries.magic import Prayer, Spell, prayers, spells
from tallow.games.dead_weight.gear.handling import grips, take_in_hand
from tallow.games.dead_weight.gear.inventory import AWAY, shield_in_hand, weapons_in_hand
from tallow.games.dead_weight.harm.conditions import rooted
from tallow.games.dead_weight.harm.fatigue import tired
from tallow.games.dead_weight.harm.wounds import can_heal
from tallow.games.dead_weight.magic import effects
from tallow.games.dead_weight.magic.aiming import can_aim_at
from tallow.games.dead_weight.magic.prayers import in_favour, pray
from tallow.games.dead_weight.magic.spells import can_cast, cast_spell, holds_conductor
from tallow.games.dead_weight.state import OFF_CHART, Adventurer, Enemy, Score, State, adventurer, score, under
from tallow.games.deeds import Deed
from tallow.play import Play, RuleId, Settled, meanwhile, rule

Step = tuple[str, int, Callable[..., State], tuple[Any, ...]]
"""What to do next: its name, its cost in actions, the rule, and what else the rule must know."""

HITS = (0.25, 0.5, 0.75, 0.875, 0.94, 0.97, 0.98)
"""The chance of a success with so many dice."""

PAIN: RuleId = "dead_weight.spell.pain"
MOST_STEPS = 12
PATIENCE = 3
"""From this round on nobody waits for enemies to come."""


@rule("dead_weight.combat.player_turn")
def act_alone(play: Play, state: State, who: str) -> State:
    """Let a bot take an adventurer's whole turn."""
    state = take_turn(play, state, who)
    for _ in range(MOST_STEPS):
        combat = state.combat
        if combat is None or combat.turn != who:
            return state
        if state.allies:
            state = settled(play, allies_act(play, state, who))
            combat = state.combat
            if combat is None or combat.turn != who:
                return state
        step = next_step(state, adventurer(state, who), combat.actions)
        if step is None:
            return end_turn(play, state)
        state = _done(play, state, who, step)
    return end_turn(play, state) if state.combat is not None and state.combat.turn == who else state


@rule("dead_weight.combat.loop", "dead_weight.combat.player_turn")
def party_acts(play: Play, state: State, _: str = "") -> State:
    """Let bots take the turns of all adventurers who have still to act in this step."""
    now = fought(state)
    meanwhile(play, state, combat=replace(now, turn="", due=()))
    while (combat := state.combat) is not None and (combat.step, combat.round) == (now.step, now.round):
        state = act_alone(play, state, combat.turn or combat.due[0])
    return state


def _done(play: Play, state: State, who: str, step: Step) -> State:
    """The state after one step of a turn, with its actions spent."""
    name, cost, do, more = step
    state = do(play, state, who, *more)
    return settled(play, effects.focus_on(state, who, name), cost)


def next_step(state: State, one: Adventurer, actions: int) -> Step | None:
    """What an adventurer does next, or None to end the turn."""
    step = _next_step(state, one, actions)
    combat = state.combat
    if step and combat is not None and combat.used and effects.focused_elsewhere(combat, step[0]):
        return None
    return step


def _next_step(state: State, one: Adventurer, actions: int) -> Step | None:
    if one.stun:
        return "combat_recover", 1, recover_self, ()
    if one.conditions:
        if "grabbed" in one.conditions:
            return "break_free", 1, break_free, ()
        if vermin(state, one.id):
            return "pull_off", 1, pull_off, ()
    if state.effects and effects.smoke(state, one.id):
        return None
    if one.magic.memorized or one.magic.ready:
        step = _prays(state, one, actions) or _casts(state, one, actions)
        if step is not None:
            return step
    best = best_attack(state, one)
    if best is not None:
        return _strikes(one, actions, *best)
    if drawn := _sheathed(one):
        return "combat_equip", 1, take_in_hand, (drawn,)
    return _without_target(state, one, actions)


def best_attack(state: State, one: Adventurer) -> tuple[Enemy, Manner] | None:
    """The attack from here with the highest `worth`: its target and its manner; None if there is none."""
    ways = manners(state, one)
    best, most = None, 0.0
    for foe in state.enemies:
        for manner in manners_against(state, one, foe, ways):
            value = worth(one, manner, foe)
            if value > most:
                best, most = (foe, manner), value
    return best


def worth(one: Adventurer, manner: Manner, foe: Enemy) -> float:
    """The expected wounds of an attack; a target who is close to death is worth more."""
    if "ethereal" in foe.traits and manner.how != "spell" and manner.ref != HOLY_WATER:
        return 0.0
    asleep = "asleep" in foe.conditions
    if manner.ref == SLEEPING_DARTS:
        drowsy = "living" in foe.tags and foe.level <= SLEEPS_UP_TO and not asleep
        return HITS[min(available(one, "DEX"), 6)] * 2 if drowsy else 0.0
    unburdened = one.conditions != () and "unburdened" in one.conditions
    on = score(one, manner.attribute)
    value = _promise(manner, on, unburdened, foe.armour, foe.resistance, foe.wounds - foe.taken + 1)
    return value * 0.8 if asleep else value


@lru_cache(maxsize=65536)
def _promise(manner: Manner, on: Score, unburdened: bool, armour: int, resistance: int, left: int) -> float:
    """The expected worth of an attack tested with the attribute `on`, against a target that `left` more wounds kill."""
    dice = (on.score if unburdened else max(0, on.score - on.fatigue - on.wounds)) + manner.more
    profile = manner.profile
    stab = manner.how == "backstab"
    wounds = profile.wounds + 0.1 * profile.critical + stab
    if "P" not in profile.effects:
        wounds -= armour / 2
    if not stab and "R" not in profile.effects:
        wounds -= resistance
    wounds = min(max(wounds, 0.2), left) + (1.0 if wounds >= left else 1.0 / (1 + left))
    return (HITS[min(dice, 6)] if dice >= 0 else 0.01) * wounds


def _sheathed(one: Adventurer) -> str:
    """The id of a weapon to draw, for somebody who has none in hand; "" for none."""
    known = weapons()
    if weapons_in_hand(one):
        return ""
    ready = [item for item in one.items if item.ref in known and not item.broken and item.place not in AWAY]
    return next((item.id for item in ready if grips(one, item)), "")


def _strikes(one: Adventurer, actions: int, foe: Enemy, manner: Manner) -> Step:
    """Attack; or catch breath first if that is better, or raise the shield for somebody who defends badly."""
    on = score(one, manner.attribute)
    dice = dice_of(one, on) + manner.more
    breathless = on.fatigue > 0 and "shaken" not in one.afflictions and "parched" not in one.afflictions
    if breathless and dice < 2 and (actions > 1 or dice < 1):
        return "combat_catch_breath", 1, catch_breath, ()
    if actions == 1:
        if not one.shield and available(one, "STR") < 2 and shield_in_hand(one) is not None:
            return "combat_defend", 1, defend, ()
        if breathless and dice < 2:
            return "combat_catch_breath", 1, catch_breath, ()
    return "combat_attack", 1, attack, (foe.id, manner)


def _without_target(state: State, one: Adventurer, actions: int) -> Step | None:
    """With nobody to attack from here: move to where somebody can be attacked, or prepare for approaching enemies."""
    foes = [foe for foe in state.enemies if on_chart(foe) and "imprisoned" not in foe.conditions]
    if not foes:
        return None
    if one.conditions and rooted(one):
        if "glued" in one.conditions:
            return "unstick", 1, unstick, ()
        return _ready(state, one, actions)
    diagonals = state.settings.diagonals
    here = min([distance(one.at, foe.at, diagonals) for foe in foes])
    if fought(state).round < PATIENCE and (actions < 2 or here > tiles(state, one) + 1):
        return _ready(state, one, actions)
    found = nearest(reach(state, one), tuple([foe.at for foe in foes]), diagonals, True)
    if found is None or found[1] >= here or (found[1] > 1 and fought(state).round < PATIENCE):
        return _ready(state, one, actions)
    return "combat_move", 1, walk, (found[0].steps,)


def _ready(state: State, one: Adventurer, actions: int) -> Step | None:
    """While waiting for enemies: catch breath, raise a shield, or dodge; None for nothing to do."""
    if tired(one) and "shaken" not in one.afflictions and "parched" not in one.afflictions:
        return "combat_catch_breath", 1, catch_breath, ()
    if shield_in_hand(one) is not None and one.shield < 4:
        return "combat_defend", 1, defend, ()
    if actions > 1 and not one.dodge and available(one, "DEX") > 1 and _dodge_lasts(state, one):
        return "combat_dodge", 2, dodge, ()
    return None


@rule("dead_weight.combat.cleanup_dodge")
def _dodge_lasts(state: State, one: Adventurer) -> bool:
    """Whether dodge tokens placed now are still there in the enemies' next turn."""
    return not state.settings.dodge_cleanup_strict or one.id in fought(state).fast


def _casts(state: State, one: Adventurer, actions: int) -> Step | None:
    """A spell worth casting now, or None; a spell always works, but a tired caster would forget it."""
    magic = one.magic
    if not magic.memorized or (available(one, "INT") < 2 and not magic.well) or not holds_conductor(one):
        return None
    for spell, cost, target in _known(magic.memorized):
        if cost <= actions:
            on = target(state, one, spell)
            if on and can_cast(state, one, spell):
                return "cast", cost, _cast, (spell, on)
    return None


def _cast(play: Play, state: State, who: str, spell: RuleId, on: str) -> State:
    return cast_spell(Settled(play, {"aim": on}), state, who, spell, safe=True)


def _prays(state: State, one: Adventurer, actions: int) -> Step | None:
    """A prayer worth praying now, or None."""
    magic = one.magic
    if not magic.ready or magic.angered or available(one, "PRE") < 2:
        return None
    for prayer, cost, target in _known(magic.ready):
        if cost <= actions and prayer not in magic.exhausted:
            on = target(state, one, prayer)
            if on and in_favour(one) and can_aim_at(state, one, prayers()[prayer], on):
                return "cast", cost, _prayed, (prayer, on)
    return None


def _prayed(play: Play, state: State, who: str, prayer: RuleId, on: str) -> State:
    return pray(Settled(play, {"aim": on}), state, who, prayer)


Target = Callable[[State, Adventurer, RuleId], str]
"""Upon whom a spell or prayer is best cast now, "" for nobody."""


@lru_cache(maxsize=4096)
def _known(known: tuple[RuleId, ...]) -> tuple[tuple[RuleId, int, Target], ...]:
    """The spells or prayers among `known` that bots use in combat, the best first: id, cost in actions, target."""
    entries: dict[RuleId, Spell | Prayer] = {**spells(), **prayers()}
    return tuple((each, entries[each].actions, target) for each, target in IN_COMBAT.items() if each in known)


def _once(state: State, one: Adventurer, spell: RuleId) -> str:
    """The caster's own id as target, or "" if the spell already works on the caster."""
    return "" if under(state, one.id, spell) else one.id


def _worst(state: State, one: Adventurer, spell: RuleId) -> str:
    """The id of the most dangerous enemy in range who can act and is not under this spell yet; "" for none."""
    squares = _range(spell)
    diagonals = state.settings.diagonals
    near = [
        foe
        for foe in state.enemies
        if not foe.conditions
        and not foe.stun
        and foe.wounds - foe.taken >= 2
        and foe.at != OFF_CHART
        and distance(foe.at, one.at, diagonals) <= squares
        and not under(state, foe.id, spell)
        and not (foe.pains and spell == PAIN)
    ]
    return max(near, key=lambda foe: (foe.level, foe.wounds - foe.taken)).id if near else ""


@cache
def _range(spell: RuleId) -> int:
    """The range in squares that bots assume for a spell or prayer."""
    return 1 if (spells().get(spell) or prayers()[spell]).range == "close" else NEARBY


NEARBY = REACH["nearby"]


def _nearly_dead(state: State, one: Adventurer, spell: RuleId) -> str:
    """The id of the enemy whom 3 wounds or fewer would kill and who has the most of them left; "" for none."""
    near = [
        foe
        for foe in state.enemies
        if foe.taken + 3 > foe.wounds and on_chart(foe) and distance(foe.at, one.at, state.settings.diagonals) <= NEARBY
    ]
    return max(near, key=lambda foe: (foe.level, foe.wounds - foe.taken)).id if near else ""


def patient(state: State, one: Adventurer, spell: RuleId) -> str:
    """Whom to heal: somebody mortally wounded, else whoever has the most wounds, if more than two; "" for nobody."""
    diagonals = state.settings.diagonals
    best, most = "", 2
    for other in state.party:
        hurt = wounds_of(other)
        if other.conditions and ("mortally_wounded" in other.conditions or "fainted" in other.conditions):
            hurt += 10
        if hurt > most and can_heal(other) and distance(other.at, one.at, diagonals) <= NEARBY:
            best, most = other.id, hurt
    return best


IN_COMBAT: dict[RuleId, Target] = {
    "dead_weight.spell.magic_missile": _once,
    "dead_weight.spell.pain_of_yadar": _worst,
    "dead_weight.spell.nightmare": _worst,
    "dead_weight.spell.arcane_prison": _worst,
    "dead_weight.spell.bonedance": _worst,
    "dead_weight.spell.magic_shield": _once,
    "dead_weight.spell.pain": _worst,
    "dead_weight.prayer.cure_light_wounds": patient,
    "dead_weight.prayer.mercy": _nearly_dead,
    "dead_weight.prayer.hold": _worst,
    "dead_weight.prayer.cleansing_flames": _worst,
}
"""Spells and prayers for a combat, the best first, and for or upon whom."""


def _partys_turn(state: State, _: str) -> bool:
    return state.combat is not None and state.combat.step in {"fast", "slow"}


DEEDS: tuple[Deed[State], ...] = (
    Deed("act_alone", act_alone, "dead_weight.combat.player_turn", shown=acts_now, group="fight"),
    Deed("party_acts", party_acts, "dead_weight.combat.player_turn", by="referee", shown=_partys_turn, group="beasts"),
)
