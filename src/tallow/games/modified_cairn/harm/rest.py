"""Recovery: a breather, a short rest, some hours, a night with or without interruption, and a week."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.characters.seats import speaker
from tallow.games.modified_cairn.gear.inventory import at_ease, person
from tallow.games.modified_cairn.gear.slots import exposed, settle
from tallow.games.modified_cairn.harm.conditions import HUNGER, SLEEPLESS, fed, food, refresh, relieve, watered
from tallow.games.modified_cairn.harm.damage import restore
from tallow.games.modified_cairn.harm.scars import WALLOPED, mend
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import (
    DAY,
    HOUR,
    MINUTE,
    QUALITIES,
    Creature,
    Quality,
    State,
    able,
    alive,
    has,
    quality,
    quality_max,
)
from tallow.games.modified_cairn.world.dungeon import night_falls, night_over
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

Broken: TypeAlias = Literal["none", "light", "heavy"]
"""What interrupted a night: nothing, something light such as a watch, or something heavy such as a fight."""

NIGHTS: tuple[Broken, ...] = ("none", "light", "heavy")

SHORT = 10 * MINUTE
HOURS = 3 * HOUR
NIGHT = 8 * HOUR
WEEK = 7
MEAL = 12 * HOUR
"""Somebody who has eaten within this time needs no meal at night."""


def people(state: State) -> tuple[Creature, ...]:
    """Those of the party who live."""
    return tuple([one for one in state.party if alive(one)])


@rule(
    "modified_cairn.recover.breath",
    "modified_cairn.guard.quick_recovery",
    "modified_cairn.condition.exposed_no_recovery",
    "modified_cairn.condition.deprived_no_guard",
)
def breathes(play: Play, creature: Creature) -> Creature:
    """The creature with full Guard, unless Deprived or Exposed."""
    if not alive(creature) or creature.guard >= creature.guard_max:
        return creature
    if creature.deprived or exposed(creature):
        code = "breath.deprived" if creature.deprived else "breath.exposed"
        play.tell(code, creature.name, why="modified_cairn.recover.breath")
        return creature
    play.tell("breath", creature.name, creature.guard_max, why="modified_cairn.recover.breath")
    return replace(creature, guard=creature.guard_max)


@rule("modified_cairn.recover.breath", "modified_cairn.phase.aftermath", "modified_cairn.action.catch_breath")
def breather(play: Play, state: State) -> State:
    """After a fight all who can catch their breath; for foes the table is not told."""
    state = put(state, *(breathes(play, one) for one in people(state)))
    winded = [foe for foe in state.foes if foe.guard < foe.guard_max and able(foe)]
    calm = [replace(foe, guard=foe.guard_max) for foe in winded if not foe.deprived and not exposed(foe)]
    return put(state, *calm) if calm else state


@rule("modified_cairn.recover.short_rest", "modified_cairn.condition.fatigued_ends", "modified_cairn.phase.rest_short")
def rested(play: Play, creature: Creature) -> Creature:
    """The creature after ten minutes of rest: Guard restored and Fatigue ended, each unless something prevents it."""
    return refresh(play, breathes(play, creature)) if alive(creature) else creature


def lost(creature: Creature) -> tuple[Quality, ...]:
    """The creature's Qualities that are below their maximum and can be restored."""
    below = [which for which in QUALITIES if quality(creature, which) < quality_max(creature, which)]
    return tuple([which for which in below if which != "VIG" or not has(creature, "festering")])


@rule(
    "modified_cairn.recover.quality_night",
    "modified_cairn.recover.quality_choice",
    "modified_cairn.condition.deprived_no_quality",
)
def quality_point(play: Play, creature: Creature, *, all_come: bool = False) -> Creature:
    """Restore one lost point of a Quality, which the player chooses if several are lost; none while Deprived.

    `all_come`: all of them will be restored, so the player is not asked which comes first.
    """
    below = lost(creature)
    if not below:
        return creature
    why: RuleId = "modified_cairn.recover.quality_night"
    if creature.deprived:
        play.tell("night.deprived", creature.name, why="modified_cairn.condition.deprived_no_quality")
        return creature
    options = below[:1] if all_come else below
    which = play.choose(
        creature.seat, "quality_point", options, creature.name, why="modified_cairn.recover.quality_choice"
    )
    creature = restore(creature, which, quality(creature, which) + 1)
    play.tell("night.quality", creature.name, which, quality(creature, which), why=why)
    return creature


@rule(
    "modified_cairn.condition.strain_full_night",
    "modified_cairn.condition.strain_light_interruption",
    "modified_cairn.condition.strain_rude_interruption",
    "modified_cairn.setting.strain_while_deprived",
    "modified_cairn.condition.strain",
)
def shed_strain(play: Play, creature: Creature, broken: Broken, settings: Settings) -> Creature:
    """Remove Strain after a night: all, one after a light interruption, none after a heavy one; then refill slots."""
    kept = bool(creature.deprived) and not settings.strain_while_deprived
    gone = 0 if kept or broken == "heavy" else len(creature.strain) if broken == "none" else 1
    if not gone or not creature.strain:
        return creature
    ordered = sorted(creature.strain, key=lambda region: region != "overflow")
    creature = settle(replace(creature, strain=tuple(ordered[gone:])))
    of = "strain_full_night" if broken == "none" else "strain_light_interruption"
    play.tell("night.strain", creature.name, len(creature.strain), why=f"modified_cairn.condition.{of}")
    return creature


@rule(
    "modified_cairn.recover.order",
    "modified_cairn.phase.rest_night",
    "modified_cairn.condition.strain_light_interruption",
)
def slept(play: Play, creature: Creature, broken: Broken, settings: Settings, *, all_come: bool = False) -> Creature:
    """The creature after a night: sleep, Scars, Strain, Guard and Fatigue, then a Quality point if uninterrupted."""
    if not alive(creature) or broken == "heavy":
        return creature
    creature = relieve(play, creature, SLEEPLESS)
    creature = mend(play, creature, "night" if broken == "none" else "hours", settings)
    creature = rested(play, shed_strain(play, creature, broken, settings))
    return quality_point(play, creature, all_come=all_come) if broken == "none" else creature


@rule("modified_cairn.action.night_rest", "modified_cairn.phase.rest_night", "modified_cairn.condition.deprived_gain")
def night(
    play: Play, state: State, sleepers: tuple[str, ...], watch: tuple[str, ...] = (), broken: Broken = "none"
) -> State:
    """Pass a night: sleepers eat and drink first; for those on `watch` it counts as lightly interrupted."""
    how: dict[str, Broken] = {who: "light" if broken == "none" and who in watch else broken for who in sleepers}
    morning = state.clock + NIGHT
    for who in sleepers:
        one = supper(play, find(state, who), state.clock)
        state = put(state, one if how[who] == "heavy" else replace(one, slept=morning))
    state = pass_time(play, state, NIGHT)
    for who in sleepers:
        state = put(state, slept(play, find(state, who), how[who], state.settings))
    return state


@rule("modified_cairn.phase.rest_night", "modified_cairn.condition.deprived_gain")
def supper(play: Play, creature: Creature, clock: int) -> Creature:
    """The creature before sleep: it drinks, and eats its own Rations if the last meal is half a day ago."""
    if not alive(creature) or not person(creature):
        return creature
    hungry = creature.fed + MEAL <= clock or any(name == HUNGER for name, _ in creature.deprived)
    return watered(play, fed(play, creature, clock) if hungry else creature, clock)


def _on_watch(play: Play, state: State) -> tuple[str, ...]:
    """Ask who keeps watch; nobody does in town."""
    watch: tuple[str, ...] = ()
    why: RuleId = "modified_cairn.condition.strain_light_interruption"
    while state.phase != "town":
        others = tuple([one.id for one in people(state) if person(one) and one.id not in watch])
        one = play.choose(speaker(state), "watch", ("nobody", *others), why=why) if others else "nobody"
        if one == "nobody":
            break
        watch += (one,)
    return watch


@rule(
    "modified_cairn.action.night_rest",
    "modified_cairn.condition.strain_light_interruption",
    "modified_cairn.condition.strain_rude_interruption",
)
def night_rest(play: Play, state: State, _: str) -> State:
    """The party sleeps: the players say who keeps watch, and the GM what interrupted the night.

    In an unsafe dungeon the Event Die is rolled for it, and an encounter interrupts the night.
    """
    watch = _on_watch(play, state)
    why: RuleId = "modified_cairn.condition.strain_rude_interruption"
    inside = state.phase == "dungeon" and state.settings.dungeon_module
    state = night_falls(play, state) if inside else state
    broken = _broken(play, state, inside)
    play.tell(f"night.{broken}", why=why)
    state = night(play, state, tuple([one.id for one in people(state)]), watch, broken)
    return night_over(play, state, NIGHT) if inside else state


def _broken(play: Play, state: State, inside: bool) -> Broken:
    why: RuleId = "modified_cairn.condition.strain_rude_interruption"
    if state.phase == "town":
        return play.choose(REFEREE, "night_in_town", NIGHTS, why=why)
    if not inside:
        return play.choose(REFEREE, "night_broken", NIGHTS, why=why)
    if state.dungeon is not None and state.dungeon.met:
        return "heavy"
    return play.choose(REFEREE, "night_inside", NIGHTS, why=why)


@rule("modified_cairn.action.short_rest", "modified_cairn.recover.short_rest")
def short_rest(play: Play, state: State, _: str) -> State:
    """Ten minutes of rest for the party; in an unsafe place they restore Guard only."""
    safe = _safe(play, state)
    state = pass_time(play, state, SHORT)
    return put(state, *(rested(play, one) if safe else breathes(play, one) for one in people(state)))


def _safe(play: Play, state: State) -> bool:
    if state.phase == "town":
        return True
    return play.choose(REFEREE, "rest_safe", ("safe", "unsafe"), why="modified_cairn.recover.short_rest") == "safe"


@rule("modified_cairn.scar.walloped", "modified_cairn.recover.short_rest")
def rest_hours(play: Play, state: State, _: str) -> State:
    """Three hours of rest for the party; being Walloped ends."""
    safe = _safe(play, state)
    state = pass_time(play, state, HOURS)
    if not safe:
        return put(state, *(breathes(play, one) for one in people(state)))
    return put(state, *(rested(play, mend(play, one, "hours", state.settings)) for one in people(state)))


@rule("modified_cairn.recover.week", "modified_cairn.phase.rest_week", "modified_cairn.action.week_rest")
def week_rest(play: Play, state: State, _: str) -> State:
    """Seven days of rest, or as many as the GM allows; for the Deprived they count as single nights."""
    why: RuleId = "modified_cairn.recover.week"
    days = play.choose(REFEREE, "week_days", range(WEEK, -1, -1), why=why)
    fare = "provided" if state.phase == "town" else play.choose(REFEREE, "week_food", ("provided", "own"), why=why)
    if days < WEEK:
        play.tell("week.broken", days, why=why)
    began = state.clock
    for one in people(state):
        state = put(state, _provisioned(play, one, began, days, own=fare == "own"))
    all_come = days == WEEK and fare == "provided"
    for day in range(days):
        state = pass_time(play, state, DAY)
        for one in people(state):
            if day == WEEK - 1 and not _deprived(one):
                state = put(state, week_over(play, relieve(play, one, SLEEPLESS), state.settings))
            else:
                state = put(state, slept(play, one, "none", state.settings, all_come=all_come))
    return state


def _deprived(creature: Creature) -> bool:
    """Whether something other than lack of sleep makes the creature Deprived."""
    return any(name != SLEEPLESS for name, _ in creature.deprived)


def _provisioned(play: Play, creature: Creature, clock: int, days: int, *, own: bool) -> Creature:
    """The creature with food, drink and sleep for these days; `own`: it eats its own Rations."""
    if not person(creature):
        return creature
    meals = days
    if own:
        meals = 0
        while meals < days and food(creature):
            creature, meals = fed(play, creature, clock), meals + 1
    elif days:
        creature = relieve(play, creature, HUNGER)
    until = clock + days * DAY
    creature = watered(play, creature, until) if days else creature
    return replace(creature, fed=clock + meals * DAY if meals else creature.fed, slept=max(creature.slept, until))


@rule("modified_cairn.recover.week", "modified_cairn.phase.rest_week", "modified_cairn.scar.deferred")
def week_over(play: Play, creature: Creature, settings: Settings) -> Creature:
    """The creature after the week: all Qualities restored, Scars healed, Strain and Fatigue gone."""
    for which in lost(creature):
        creature = restore(creature, which, quality_max(creature, which))
        play.tell("week.quality", creature.name, which, quality(creature, which), why="modified_cairn.recover.week")
    creature = mend(play, creature, "week", settings)
    return rested(play, shed_strain(play, creature, "none", settings))


@rule("modified_cairn.action.catch_breath", "modified_cairn.recover.breath")
def catch_breath(play: Play, state: State, who: str) -> State:
    """A creature catches its breath, once it can."""
    state = pass_time(play, state, MINUTE)
    return put(state, breathes(play, find(state, who)))


def _calm(state: State, who: str) -> bool:
    return at_ease(state, who) and state.phase != "creation"


def _winded(state: State, who: str) -> bool:
    if not _calm(state, who):
        return False
    one = find(state, who)
    return one.guard < one.guard_max


def _no_breath(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    if one.deprived:
        return Refusal("deprived", (one.name,), "modified_cairn.condition.deprived_no_guard")
    if exposed(one):
        return Refusal("exposed", (one.name,), "modified_cairn.condition.exposed_no_recovery")
    return None


def _tired(state: State, who: str) -> bool:
    outside = state.phase != "dungeon" or not state.settings.dungeon_module
    return _calm(state, who) and outside and any(has(one, "fatigued") for one in people(state))


def _all_deprived(state: State, _: str) -> Refusal | None:
    tired = [one for one in people(state) if has(one, "fatigued")]
    if all(one.deprived for one in tired):
        return Refusal("deprived", (tired[0].name,), "modified_cairn.recover.short_rest")
    return None


def _walloped(state: State, who: str) -> bool:
    return _calm(state, who) and any(scar.open and scar.of == WALLOPED for one in people(state) for scar in one.scars)


def _homely(state: State, who: str) -> bool:
    return _calm(state, who) and state.phase in ("town", "free")


def _no_week(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    if any(name == HUNGER for name, _ in one.deprived) and state.phase != "town":
        return Refusal("deprived", (one.name,), "modified_cairn.recover.week")
    return None


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "catch_breath",
        catch_breath,
        "modified_cairn.action.catch_breath",
        cost="a_moment",
        shown=_winded,
        refuse=_no_breath,
        group="rest",
    ),
    Deed(
        "short_rest",
        short_rest,
        "modified_cairn.action.short_rest",
        cost="ten_minutes",
        shown=_tired,
        refuse=_all_deprived,
        group="rest",
    ),
    Deed("rest_hours", rest_hours, "modified_cairn.scar.walloped", cost="three_hours", shown=_walloped, group="rest"),
    Deed("night_rest", night_rest, "modified_cairn.action.night_rest", cost="a_night", shown=_calm, group="rest"),
    Deed(
        "week_rest",
        week_rest,
        "modified_cairn.action.week_rest",
        cost="seven_days",
        shown=_homely,
        refuse=_no_week,
        group="rest",
    ),
)
