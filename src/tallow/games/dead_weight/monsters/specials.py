"""Specials: the rules for the codes in an enemy action's `does`, in one table.

A rule takes who does it (`by`), whom it affects (`who`), the special itself and the id of the rule to tell (`why`).
"""

from collections.abc import Callable
from typing import TypeAlias, cast

from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import room
from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.combat.chart import apart, neighbours, squared
from tallow.games.dead_weight.entries import short
from tallow.games.dead_weight.entries.monsters import Special, monsters
from tallow.games.dead_weight.gear.inventory import MOST_SHIELDS, find_item, held, lying, weapons_in_hand, without
from tallow.games.dead_weight.gear.trappings import risk
from tallow.games.dead_weight.harm.afflictions import afflict
from tallow.games.dead_weight.harm.conditions import become, hold, stun
from tallow.games.dead_weight.harm.fatigue import wound, wound_outright
from tallow.games.dead_weight.harm.wounds import damage_armour
from tallow.games.dead_weight.monsters.enemy_movement import beside, reach, walk
from tallow.games.dead_weight.state import (
    OFF_CHART,
    Adventurer,
    Attribute,
    State,
    adventurer,
    alive,
    enemy,
    find,
    put,
)
from tallow.play import REFEREE, Play, RuleId, rule

Effect: TypeAlias = Callable[[Play, State, str, str, Special, RuleId], State]


@rule("dead_weight.enemy.special_effects", "dead_weight.weapon_effect.special")
def happen(play: Play, state: State, by: str, who: str, does: tuple[Special, ...], why: RuleId) -> State:
    """Apply each of these specials; if one has a risk (Nd!), the target rolls first."""
    for special in does:
        if not special.risk or risk(play, special.risk, find(state, who).seat, why, "risk"):
            state = EFFECTS[special.code](play, state, by, who, special, why)
    return state


def _afflict(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    """Give an affliction; creatures without attributes have none."""
    return afflict(play, state, who, special.what, why) if isinstance(find(state, who), Adventurer) else state


def _condition(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    return become(play, state, who, special.what, why)


def _hold(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    return hold(play, state, by, who, special.what, why) if by else become(play, state, who, special.what, why)


def _stun(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    return stun(play, state, who, special.many, why)


def _chew(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    """Remove one armour point, whatever the armour roll was."""
    one = find(state, who)
    if isinstance(one, Adventurer):
        return damage_armour(play, state, who)
    return put(state, replace(one, armour=max(0, one.armour - 1)))


def _disarm(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    """A weapon in hand, or else any held thing, falls to the ground next to the attacker."""
    one = find(state, who)
    if not isinstance(one, Adventurer):
        return state
    things = weapons_in_hand(one) or held(one)
    if not things:
        return state
    which = play.choose(REFEREE, "disarm_what", tuple([item.id for item in things]), one.name, why=why)
    item = find_item(one, which)
    play.tell("disarmed", one.name, item.name, why=why)
    beside_it = replace(one, at=find(state, by).at) if by else one
    return replace(put(state, without(one, which)), ground=(*state.ground, lying(beside_it, item)))


def _shove(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    """Move the target to a tile next to it; those farthest from the attacker are listed first."""
    one, combat = find(state, who), state.combat
    if combat is None or not alive(one):
        return state
    taken = {foe.at for foe in state.enemies if alive(foe)} if one in state.party + state.allies else set()
    away = find(state, by).at
    near = neighbours(one.at, combat, diagonals=state.settings.diagonals)
    free = [to for to in near if to not in taken]
    free.sort(key=lambda to: (-squared(to, away), to))
    if not free:
        return state
    to = play.choose(REFEREE, "shove_where", tuple(free), one.name, why=why)
    play.tell("shoved", one.name, why=why)
    return put(state, replace(find(state, who), at=to))


def _pull(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    """Pull the target Close to the attacker, to the nearest free square there."""
    one, puller = find(state, who), find(state, by)
    to = beside(state, puller.at, one.at)
    if to is None or not alive(one) or apart(state, one, puller) <= 1:
        return state
    play.tell("pulled", one.name, puller.name, why=why)
    return put(state, replace(one, at=to))


def _wound(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    """One wound on an attribute, which neither check nor armour prevents; a non-lethal one needs room there."""
    attribute = cast("Attribute", special.what)
    one = adventurer(state, who)
    if not alive(one):
        return state
    if not special.lethal:
        return wound(play, state, who, attribute, 1, why) if room(one, attribute) > 0 else state
    return wound_outright(play, state, who, attribute, why)


def _heal(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    foe = enemy(state, by)
    healed = min(foe.taken, special.many)
    if not healed:
        return state
    play.tell("enemy.heals", foe.name, healed, why=why)
    return put(state, replace(foe, taken=foe.taken - healed))


def _shield(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    foe = enemy(state, by)
    shields = min(MOST_SHIELDS, foe.shield + special.many)
    play.tell("tokens.shield", foe.name, shields, why=why)
    return put(state, replace(foe, shield=shields))


def _dodge(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    foe = enemy(state, by)
    play.tell("tokens.dodge", foe.name, foe.dodge + special.many, why=why)
    return put(state, replace(foe, dodge=foe.dodge + special.many))


def _step(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    """The attacker may move one tile, without cost in points or tokens."""
    foe = enemy(state, by)
    if state.combat is None:
        return state
    near = reach(state, replace(foe, traits=(*foe.traits, "nimble")), 1)
    options = (foe.at, *[square for square in near if square != OFF_CHART])
    return walk(play, state, by, play.choose(foe.seat, "step_where", options, foe.name, why=why), why, keeps=True)


def _leap(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    """The attacker leaps Close to its target, whatever square it leaves."""
    foe, one = enemy(state, by), find(state, who)
    if apart(state, one, foe) <= 1:
        return state
    to = beside(state, one.at, foe.at)
    return state if to is None else walk(play, state, by, to, why)


@rule(
    "dead_weight.enemy_action.consume_corpse", "dead_weight.enemy_action.feast", "dead_weight.monster_trait.man_eater"
)
def _eat(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    """A corpse, `who`, is eaten, and the eater becomes another monster: a new sheet, without wounds."""
    foe = enemy(state, by)
    new = monsters()[special.what]
    play.tell("enemy.becomes", foe.name, new.id, why=why)
    eaten = tuple([replace(corpse, eaten=True) if corpse.id == who else corpse for corpse in state.corpses])
    changed = replace(
        foe,
        name=new.name + foe.name.removeprefix(monsters()[foe.of].name) if foe.of in monsters() else new.name,
        of=new.id,
        level=new.level,
        wounds=new.wounds,
        armour=new.armour,
        resistance=new.resistance,
        movement=new.movement,
        actions=new.actions_per_turn,
        sheet=new.actions,
        traits=tuple([short(trait) for trait in new.traits]),
        tags=new.tags,
        taken=0,
        revealed=False,
    )
    return put(replace(state, corpses=eaten), changed)


def _once(play: Play, state: State, by: str, who: str, special: Special, why: RuleId) -> State:
    """Mark an action so that it cannot be done again in this combat."""
    foe = enemy(state, by)
    return put(state, replace(foe, spent=(*foe.spent, SPENT.mark("combat", why))))


EFFECTS: dict[str, Effect] = {
    "afflict": _afflict,
    "chew": _chew,
    "condition": _condition,
    "disarm": _disarm,
    "dodge": _dodge,
    "eat": _eat,
    "heal": _heal,
    "hold": _hold,
    "leap": _leap,
    "once": _once,
    "pull": _pull,
    "shield": _shield,
    "shove": _shove,
    "step": _step,
    "stun": _stun,
    "wound": _wound,
}
