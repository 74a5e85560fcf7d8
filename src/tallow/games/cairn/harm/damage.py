"""Harm: damage comes off HP, then STR; critical damage; abilities at zero; death."""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.cairn.characters.boons import spared
from tallow.games.cairn.checks.saves import passes
from tallow.games.cairn.gear.inventory import parted
from tallow.games.cairn.harm.scars import doom, scar
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import HOUR, SCORE, Ability, Creature, State, score, score_max
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.two_sides import find, put
from tallow.play import EVERYONE, REFEREE, Audience, Play, Seat, rule

Outcome: TypeAlias = Literal["no_harm", "hp_loss", "scar", "wounded", "critical", "dead"]


class Blow(Struct, frozen=True, gc=False):
    """What one blow does: HP and STR lost to it, and its outcome."""

    hp: int
    strength: int
    outcome: Outcome


@rule("cairn.combat.information")
def to_whom(creature: Creature) -> Audience:
    """Who is told a creature's numbers: everybody, or of a foe the referee alone."""
    return (REFEREE,) if creature.seat == REFEREE else EVERYONE


def saver(target: Creature) -> str:
    """The id of whoever makes a save for their own life, for the words of the stake; a foe's is told by nobody."""
    return "" if target.seat == REFEREE else target.id


@rule(
    "cairn.combat.damage", "cairn.combat.procedure", "cairn.critical.str", "cairn.critical.save", "cairn.loss.str_zero"
)
def blow(play: Play, damage: int, hp: int, strength: int, scars: bool, by: Seat, who: str = "") -> Blow:
    """Damage after Armor against these HP and this STR of `who`; `scars`: exactly 0 HP leaves one."""
    if damage <= 0:
        return Blow(0, 0, "no_harm")
    if damage < hp:
        return Blow(damage, 0, "hp_loss")
    if damage == hp:
        return Blow(damage, 0, "scar" if scars else "hp_loss")
    left = strength - (damage - hp)
    if left <= 0:
        return Blow(hp, strength, "dead")
    passed = play.call(passes, left, by, "cairn.critical.save", "STR", who)
    return Blow(hp, strength - left, "wounded" if passed else "critical")


def hurt(
    play: Play, target: Creature, done: Blow, rolled: int, settings: Settings, clock: int
) -> tuple[Creature, Outcome]:
    """A blow of an attack has been struck: all that follows for its target. `rolled` is the damage before Armor."""
    outcome = done.outcome
    if outcome == "no_harm":
        return target, outcome
    changed = replace(target, hp=target.hp - done.hp, strength=target.strength - done.strength)
    if target.conditions:
        changed = shed(changed, "asleep")
    if outcome == "hp_loss":
        return changed, outcome
    if outcome == "scar":
        row = rolled if settings.scar_lookup == "damage_rolled" else done.hp
        return scar(play, changed, row, settings, clock), outcome
    if outcome == "dead":
        return die(play, changed), outcome
    known = to_whom(target)
    play.tell("harm.strength", target.name, done.strength, changed.strength, why="cairn.critical.str", seen_by=known)
    return _saved(play, changed, outcome == "wounded", settings, clock)


@rule("cairn.critical.save", "cairn.critical.doomed")
def _saved(play: Play, creature: Creature, passed: bool, settings: Settings, clock: int) -> tuple[Creature, Outcome]:
    """A critical damage save has been made, and with it any doom is over."""
    if not passed and creature.items and (kept := spared(creature)):
        play.tell("harm.spared", creature.name, why="cairn.table.fieldwarden_2")
        creature, passed = kept, True
    if creature.conditions and has(creature, "doomed"):
        creature = doom(play, creature, survived=passed)
        if not passed:
            return die(play, creature), "dead"
    if passed:
        return _dying_again(creature, clock), "wounded"
    return _critical(play, creature, settings, clock)


@rule("cairn.critical.again")
def _dying_again(creature: Creature, clock: int) -> Creature:
    """Someone stable who is hurt again, and holds on, is dying again."""
    if not creature.conditions or not has(creature, "stable"):
        return creature
    return replace(gain(shed(creature, "stable"), "critical"), dies_at=clock + HOUR)


@rule(
    "cairn.critical.pc",
    "cairn.critical.npc",
    "cairn.critical.again",
    "cairn.detachment.critical",
    "cairn.setting.hireling_critical",
)
def _critical(play: Play, creature: Creature, settings: Settings, clock: int) -> tuple[Creature, Outcome]:
    """A failed critical damage save; a hireling is an NPC, unless the table reads it otherwise."""
    hired = creature.kind == "hireling" and settings.hireling_critical == "as_npc"
    if hired or creature.kind == "monster":
        return _npc_falls(play, creature, settings, clock)
    if has(creature, "critical") or has(creature, "stable"):
        return die(play, creature), "dead"
    return _down(play, creature, clock), "critical"


def _down(play: Play, creature: Creature, clock: int) -> Creature:
    """Only crawling, and dead within the hour; `let_fall` takes what was held out of their hands."""
    play.tell("harm.critical", creature.name, why="cairn.critical.pc")
    return replace(gain(creature, "critical"), dies_at=clock + HOUR)


def _npc_falls(play: Play, creature: Creature, settings: Settings, clock: int) -> tuple[Creature, Outcome]:
    if creature.conditions and has(creature, "fights_on"):
        play.tell("harm.fights_on", creature.name, why="cairn.monster.troll")
        return creature, "wounded"
    if creature.heads:
        play.tell("harm.head", creature.name, creature.heads - 1, why="cairn.monster.hydra")
        creature = replace(creature, heads=creature.heads - 1)
        return (creature, "wounded") if creature.heads else (die(play, creature), "critical")
    if creature.detachment:
        fate = play.choose(
            REFEREE, "detachment_critical", ("routed", "weakened"), creature.name, why="cairn.detachment.critical"
        )
        play.tell(f"harm.{fate}", creature.name, why="cairn.detachment.critical")
        if fate == "weakened":
            return replace(creature, detachment=False), "critical"
        return gain(creature, "routed"), "critical"
    fate = settings.npc_critical
    if fate == "ask":
        fate = play.choose(REFEREE, "npc_critical", ("dead", "dying"), creature.name, why="cairn.critical.npc")
    if fate == "dying":
        return _down(play, creature, clock), "critical"
    return die(play, creature), "critical"


@rule("cairn.loss.str_zero", "cairn.detachment.zero")
def die(play: Play, creature: Creature) -> Creature:
    """Death, or for a detachment its destruction; a stone heart only lies as dead."""
    if creature.conditions and has(creature, "stone_heart"):
        play.tell("harm.as_dead", creature.name, why="cairn.table.bond")
        return replace(gain(creature, "unconscious"), strength=max(creature.strength, 0))
    play.tell("harm.destroyed" if creature.detachment else "harm.dead", creature.name, why="cairn.loss.str_zero")
    dead = gain(shed(creature, "critical", "stable", "mortal"), "dead")
    return replace(dead, dies_at=0) if dead.dies_at else dead


@rule("cairn.ability.current", "cairn.loss.outside", "cairn.loss.dex_zero", "cairn.loss.wil_zero")
def lose(
    play: Play,
    creature: Creature,
    ability: Ability,
    amount: int,
    settings: Settings,
    clock: int,
    *,
    permanent: bool = False,
) -> Creature:
    """An ability loses points directly, past HP; at 0 the creature is dead, paralysed or delirious."""
    if amount <= 0 or has(creature, "dead"):
        return creature
    left = max(0, score(creature, ability) - amount)
    name = SCORE[ability]
    changed = replace(creature, **{name: left})
    if permanent:
        changed = replace(changed, **{f"{name}_max": max(0, getattr(creature, f"{name}_max") - amount)})
    known = to_whom(creature)
    play.tell("harm.ability", creature.name, ability, amount, left, why="cairn.loss.outside", seen_by=known)
    if known != EVERYONE:
        play.tell("harm.foe_weaker", creature.name, why="cairn.loss.outside")
    if left == 0:
        if ability == "STR":
            return die(play, changed)
        if score_max(creature, ability) == 0:
            return changed
        return gain(changed, "paralysed" if ability == "DEX" else "delirious")
    if ability == "STR" and _asks_save(play, settings, creature):
        passed = passes(play, left, creature.seat, "cairn.critical.save", "STR", creature.id)
        return _saved(play, changed, passed, settings, clock)[0]
    return changed


@rule("cairn.loss.outside", "cairn.critical.pc")
def suffer(play: Play, state: State, who: str, ability: Ability, amount: int, *, permanent: bool = False) -> State:
    """`lose` for somebody of this state; who goes down by it drops what they hold."""
    before = find(state, who)
    after = lose(play, before, ability, amount, state.settings, state.clock, permanent=permanent)
    state = put(state, after)
    return let_fall(play, state, who) if has(after, "critical") and not has(before, "critical") else state


@rule("cairn.critical.pc")
def let_fall(play: Play, state: State, who: str) -> State:
    """What somebody holds falls to the ground."""
    creature = find(state, who)
    held = tuple(item for item in creature.items if item.place == "hands")
    if not held:
        return state
    play.tell("harm.drops", creature.name, tuple(item.name for item in held), why="cairn.critical.pc")
    ground = state.ground
    for item in held:
        creature, left = parted(creature, item.id)
        ground += left
    return replace(put(state, creature), ground=ground)


def _asks_save(play: Play, settings: Settings, creature: Creature) -> bool:
    if settings.direct_loss_save != "ask":
        return settings.direct_loss_save == "always"
    asked = play.choose(REFEREE, "direct_loss_save", ("no", "yes"), creature.name, why="cairn.loss.outside")
    return asked == "yes"


@rule("cairn.ability.current", "cairn.ability.max_change")
def restore(creature: Creature, ability: Ability, amount: int) -> Creature:
    """An ability comes back, never above its maximum; what its zero had brought ends."""
    name = SCORE[ability]
    now = min(getattr(creature, f"{name}_max"), score(creature, ability) + amount)
    changed = replace(creature, **{name: now})
    if now > 0 and ability != "STR":
        return shed(changed, "paralysed" if ability == "DEX" else "delirious")
    return changed
