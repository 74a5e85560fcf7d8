"""Damage: Guard, the Scar at exactly 0 Guard, VIG, the Save against a Critical Wound, and death."""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.modified_cairn.checks.saves import mindless, passes
from tallow.games.modified_cairn.combat.detachments import rout
from tallow.games.modified_cairn.gear.slots import exposed
from tallow.games.modified_cairn.harm.scars import fate, scar
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import (
    HOUR,
    Creature,
    Quality,
    State,
    gain,
    has,
    quality,
    quality_max,
    shed,
    with_quality,
)
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, Seat, rule

Outcome: TypeAlias = Literal["evaded", "guard_lost", "scar", "wounded", "critically_wounded", "dead", "lowered"]


Lies: TypeAlias = tuple[int, int, int, Quality, bool, bool]
"""The arguments of `blow`: damage after Armor, Guard, score, which Quality, if it scars, if it takes a Save."""


class Blow(Struct, frozen=True, gc=False, cache_hash=True):
    """The result of damage: the outcome, and the Guard and the score that are lost."""

    outcome: Outcome
    guard: int = 0
    score: int = 0


@rule(
    "modified_cairn.hurt.order",
    "modified_cairn.hurt.guard",
    "modified_cairn.hurt.evaded",
    "modified_cairn.hurt.exact_zero",
    "modified_cairn.hurt.excess",
    "modified_cairn.hurt.vig_save",
    "modified_cairn.hurt.wounded",
    "modified_cairn.hurt.critical",
    "modified_cairn.hurt.death",
    "modified_cairn.guard.absorbs",
    "modified_cairn.guard.no_wound",
    "modified_cairn.attack.result",
    "modified_cairn.quality.loss_by_cause",
)
def blow(play: Play, damage: int, guard: int, score: int, which: Quality, scars: bool, saves: bool, by: Seat) -> Blow:
    """Resolve damage after Armor; `scars`: the target takes Scars, `saves`: it makes a VIG Save if wounded."""
    if damage <= 0:
        return Blow("evaded")
    if damage < guard:
        return Blow("guard_lost", damage)
    if damage == guard:
        return Blow("scar" if scars else "guard_lost", damage)
    lost = min(score, damage - guard)
    if which != "VIG":
        return Blow("lowered", guard, lost)
    if lost == score:
        return Blow("dead", guard, lost)
    if saves and not play.call(passes, score - lost, by, "modified_cairn.hurt.vig_save", "VIG"):
        return Blow("critically_wounded", guard, lost)
    return Blow("wounded", guard, lost)


@rule("modified_cairn.condition.exposed_guard_zero", "modified_cairn.guard.needs_defence")
def guard_of(creature: Creature) -> int:
    """The Guard that counts: none while Exposed."""
    return 0 if exposed(creature) else creature.guard


@rule("modified_cairn.detachment.no_critical")
def _saves(creature: Creature) -> bool:
    """Whether a Wound takes a VIG Save: not for a Detachment, except a many-headed one, or somebody already down."""
    return (not creature.detachment or creature.heads > 0) and not has(creature, "critically_wounded")


def upon_body(creature: Creature, damage: int, which: Quality, guarded: bool) -> Lies:
    """The arguments of `blow` for this damage, after Armor, to a creature."""
    guard = guard_of(creature) if guarded else 0
    return damage, guard, quality(creature, which), which, creature.kind == "pc", _saves(creature)


@rule("modified_cairn.scar.trigger", "modified_cairn.hurt.critical")
def take(
    play: Play, creature: Creature, damage: int, why: RuleId, *, which: Quality = "VIG", guarded: bool = True
) -> tuple[Creature, Blow]:
    """Deal an attack's damage, after Armor; gives the creature with its losses, and the blow for `fallen` to apply."""
    done = play.call(blow, *upon_body(creature, damage, which, guarded), creature.seat)
    _tell_harm(play, creature.name, done, which, why)
    if done.guard:
        creature = replace(creature, guard=creature.guard - done.guard)
    if done.score:
        creature = with_quality(creature, which, quality(creature, which) - done.score)
    return creature, done


def _tell_harm(play: Play, name: str, done: Blow, which: Quality, why: RuleId) -> None:
    """Tell what a blow cost: nothing, Guard, a Quality, or both."""
    if done.guard and done.score:
        play.tell("hurt", name, done.outcome, done.guard, done.score, which, why=why)
    elif done.score:
        play.tell("hurt.score", name, done.outcome, done.score, which, why=why)
    elif done.outcome == "guard_lost":
        play.tell("hurt.guard", name, done.guard, why=why)
    elif done.guard:
        play.tell("hurt.scar", name, done.outcome, done.guard, why=why)
    elif done.outcome == "evaded":
        play.tell("evades", name, why=why)
    else:
        play.tell("unhurt", name, done.outcome, why=why)


@rule(
    "modified_cairn.quality.vig_zero",
    "modified_cairn.quality.cla_zero",
    "modified_cairn.quality.spi_zero",
    "modified_cairn.detachment.wiped_out",
    "modified_cairn.state.wounded",
    "modified_cairn.state.unresponsive",
    "modified_cairn.state.hopeless",
)
def fallen(
    play: Play, creature: Creature, done: Blow, settings: Settings, clock: int, *, saved: bool = True
) -> Creature:
    """The creature after a blow: scarred, wounded, down and dying, dead, Unresponsive or Hopeless.

    `saved`: the outcome was decided by a VIG Save, which settles the fate of the Doomed.
    """
    if done.outcome in ("evaded", "guard_lost"):
        return creature
    if done.outcome == "scar":
        return scar(play, creature, done.guard, settings, clock)
    if done.outcome == "dead":
        return gain(shed(creature, "critically_wounded"), "destroyed" if creature.detachment else "dead")
    if saved and has(creature, "doomed") and done.outcome in ("critically_wounded", "wounded"):
        passed = done.outcome == "wounded"
        if not passed and _has_band(creature):
            creature, passed = _spared(play, creature), True
        return fate(play, gain(creature, "wounded") if passed else creature, settings, passed=passed)
    if done.outcome == "critically_wounded":
        return _critically_wounded(play, creature, settings, clock)
    if done.outcome == "wounded":
        creature = gain(creature, "wounded")
    if creature.clarity <= 0 < creature.clarity_max:
        creature = gain(creature, "unresponsive")
    if creature.spirit <= 0 and not mindless(creature):
        creature = gain(creature, "hopeless")
    return creature


@rule(
    "modified_cairn.hurt.bleed_out",
    "modified_cairn.setting.npc_critical",
    "modified_cairn.state.critically_wounded",
)
def _critically_wounded(play: Play, creature: Creature, settings: Settings, clock: int) -> Creature:
    """The creature down and dying; by a setting opponents die at once, and some monsters fight on."""
    if has(creature, "fights_on") or creature.heads > 1:
        return _fights_on(play, creature)
    if _has_band(creature):
        return _spared(play, creature)
    if creature.kind == "monster":
        how: str = settings.npc_critical
        if how == "ask":
            why = "modified_cairn.setting.npc_critical"
            how = play.choose(REFEREE, "npc_critical", ("dying", "dead"), creature.name, why=why)
        if how == "dead":
            return gain(creature, "dead")
    return replace(gain(creature, "wounded", "critically_wounded"), dies_at=clock + HOUR)


BAND = "Everbloom Band"
"""The thing of a Fieldwarden that takes one failed Save upon itself."""


@rule("modified_cairn.table.fieldwarden_2")
def _has_band(creature: Creature) -> bool:
    """Whether somebody has the band that takes a failed Save upon itself."""
    return any(item.name == BAND for item in creature.items)


@rule("modified_cairn.table.fieldwarden_2")
def _spared(play: Play, creature: Creature) -> Creature:
    """A failed Save counts as passed, once: the VIG is lost all the same, and the band falls to dust."""
    play.tell("spared", creature.name, BAND, why="modified_cairn.table.fieldwarden_2")
    return gain(replace(creature, items=tuple([item for item in creature.items if item.name != BAND])), "wounded")


@rule("modified_cairn.hurt.wounded", "modified_cairn.quality.cla_zero", "modified_cairn.quality.spi_zero")
def restore(creature: Creature, which: Quality, score: int) -> Creature:
    """The creature with a score restored, up to its maximum; states that its loss had caused end."""
    creature = with_quality(creature, which, min(score, quality_max(creature, which)))
    if which == "VIG":
        return shed(creature, "wounded") if creature.vigour == creature.vigour_max else creature
    return shed(creature, "unresponsive" if which == "CLA" else "hopeless") if quality(creature, which) else creature


@rule("modified_cairn.monster.hydra", "modified_cairn.monster.troll")
def _fights_on(play: Play, creature: Creature) -> Creature:
    """A failed Save that does not fell the creature: it costs a head, or nothing."""
    left = creature.heads - 1
    if left > 0:
        play.tell("monster.head", creature.name, left, why=creature.of)
        return gain(replace(creature, heads=left), "wounded")
    play.tell("monster.fights_on", creature.name, why=creature.of)
    return gain(creature, "wounded")


@rule(
    "modified_cairn.hurt.unpreventable",
    "modified_cairn.hurt.unpreventable_save",
    "modified_cairn.action.ref_harm",
    "modified_cairn.detachment.rout",
)
def suffer(
    play: Play, state: State, who: str, which: Quality, amount: int, why: RuleId, *, saves: bool = False
) -> State:
    """Reduce a Quality directly: no Armor, Guard or Scar, and a VIG Save only if `saves`."""
    before = find(state, who)
    saves = saves and _saves(before)
    done = blow(play, amount, 0, quality(before, which), which, False, saves, before.seat)
    _tell_harm(play, before.name, done, which, why)
    after = with_quality(before, which, quality(before, which) - done.score)
    state = put(state, fallen(play, after, done, state.settings, state.clock, saved=saves))
    return rout(play, state, who, before.vigour)


@rule("modified_cairn.hurt.order", "modified_cairn.detachment.rout")
def hurt(play: Play, state: State, who: str, damage: int, why: RuleId, *, scars: bool = True) -> State:
    """Deal damage after Armor outside of a side's attacks, and apply all that follows from it."""
    before = find(state, who)
    after, done = take(play, before, damage, why)
    if done.outcome == "scar" and not scars:
        done = replace(done, outcome="guard_lost")
    state = put(state, fallen(play, after, done, state.settings, state.clock))
    return rout(play, state, who, before.vigour)
