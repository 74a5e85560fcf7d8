"""Spells: range, possible targets and duration. What each spell does is in `workings.py` and `spells_*.py`."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.checks.sways import dear, immune_to, nature, unseen
from tallow.games.vanilla.entries import Spell, monsters
from tallow.games.vanilla.magic.lasting import Until, under
from tallow.games.vanilla.monsters.meeting import before_party
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import DAY, HOUR, ROUND, TURN, Creature, State, alive
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import everyone, find, side_of
from tallow.play import REFEREE, Play, Seat, rule

DAWN = 6 * HOUR
FAR = 1_000_000
"""The reach, in feet, of a spell that goes as far as its caster sees."""

TOUCH = 5
"""The reach, in feet, of a spell that must touch."""


class Cast(Struct, frozen=True):
    """A spell being cast: by whom, in which mode, on whom, how strong, and whose seat makes its choices.

    `wild` is one that the Miscast Table cast: its choices are the GM's.
    """

    spell: Spell
    by: str
    level: int
    seat: Seat
    mode: str = ""
    on: tuple[str, ...] = ()
    half: bool = False
    opposite: bool = False
    wild: bool = False


Working: TypeAlias = Callable[[Play, State, Cast], State]
Option: TypeAlias = Any

UNITS: Mapping[str, int] = {"rounds": ROUND, "turns": TURN, "hours": HOUR, "days": DAY}


@rule(
    "vanilla.spell.ranges",
    "vanilla.setting.range_close_ft",
    "vanilla.setting.range_nearby_ft",
    "vanilla.miscast.targets",
)
def reach(spell: Spell, settings: Settings, *, astray: bool = False) -> int:
    """The range of a spell in feet; if it goes astray, at least the nearby distance."""
    nearby: int = settings.range_nearby_ft
    feet = {"self": 0, "touch": TOUCH, "close": settings.range_close_ft, "nearby": nearby, "sight": FAR}[spell.range]
    return max(feet, nearby) if astray else feet


@rule("vanilla.spell.ranges", "vanilla.spell.touch")
def in_reach(state: State, who: str, spell: Spell, *, astray: bool = False) -> tuple[Creature, ...]:
    """Living creatures in a spell's range, nearest first, whom the caster sees or can touch; including the caster."""
    caster = find(state, who)
    feet = reach(spell, state.settings, astray=astray)
    near = [one for one in everyone(state) if abs(one.at - caster.at) <= feet and alive(one)]
    near = [one for one in near if before_party(state, who, one.id)]
    if spell.range == "self" and not astray:
        near = [caster]
    seen = [one for one in near if one.id == who or spell.range == "touch" or not unseen(state, one, caster)]
    return tuple(sorted(seen, key=lambda one: abs(one.at - caster.at)))


def sapient(one: Creature) -> bool:
    """Whether a creature thinks and speaks: people do, and monsters whose entry says so."""
    kind = nature(one)
    return kind is None or kind.mind == "sapient"


@rule("vanilla.spell.charm", "vanilla.spell.hold_person", "vanilla.spell.hold_creature", "vanilla.miscast.choices")
def can_affect(state: State, spell: Spell, one: Creature) -> bool:
    """Whether a spell can affect a creature at all, by its mind, its size and its protections."""
    kind = nature(one)
    if spell.minds and (kind.mind if kind is not None else "sapient") not in spell.minds:
        return False
    if spell.not_large and kind is not None and kind.size == "large":
        return False
    if spell.immunity and immune_to(one, spell.immunity):
        return False
    return not (under(state, one.id, *spell.stopped_by) or any(has(one, condition) for condition in spell.not_if))


@rule("vanilla.spell.raise_dead")
def raisable(one: Creature) -> bool:
    """Whether a creature is dead, was sapient, still has a body, and has not been tried to be raised before."""
    return has(one, "dead") and not has(one, "gone") and sapient(one) and "raised" not in one.traits


def is_friendly(spell: Spell, mode: str) -> bool:
    """Whether a spell, in this mode, is meant for friends; other spells on creatures are meant for foes."""
    return spell.friendly if isinstance(spell.friendly, bool) else mode in spell.friendly


@rule("vanilla.cast.quick", "vanilla.spell.ranges", "vanilla.spell.touch", "vanilla.cast.ritual_control")
def aim_options(state: State, who: str, spell: Spell) -> tuple[Option, ...]:
    """All that a spell can be aimed at, the likeliest first: a mode, a target, or a pair of both; "" for no target."""
    found: list[Option] = []
    for mode in spell.modes or ("",):
        if spell.aim == "nobody":
            found.append(mode)
            continue
        targets = _targets(state, who, spell, mode)
        found += [(mode, target) for target in targets] if mode else targets
    return tuple(found)


def _targets(state: State, who: str, spell: Spell, mode: str) -> list[str]:
    """Ids of those whom a spell can be aimed at; "friends" and "foes" stand for all of a side."""
    if spell.aim == "dead":
        return [one.id for one in everyone(state) if raisable(one) and before_party(state, who, one.id)]
    if spell.outdoors and state.place == "dungeon":
        return []
    caster, side = find(state, who), side_of(state, who)
    near = _aimable(state, caster, spell, mode)
    mine = [one for one in near if side_of(state, one.id) == side]
    theirs = [one for one in near if side_of(state, one.id) != side and not spell.own_side]
    if spell.first == "wounded" and is_friendly(spell, mode):
        mine.sort(key=lambda one: one.flesh - one.flesh_max)
    elif spell.first == "afflicted":
        mine.sort(key=lambda one: not under(state, one.id, *spell.ends))
    elif spell.first == "apart":
        area = state.settings.area_nearby_ft
        theirs.sort(key=lambda one: sum([abs(one.at - friend.at) <= area for friend in mine]))
    first, second, group, other = (
        (mine, theirs, "friends", "foes") if is_friendly(spell, mode) else (theirs, mine, "foes", "friends")
    )
    options = [one.id for one in first]
    if spell.aim == "several":
        options = ([group] if len(first) > 1 else []) + options
        return options + ([other] if len(second) > 1 else []) + [one.id for one in second]
    return options + [one.id for one in second]


def _aimable(state: State, caster: Creature, spell: Spell, mode: str) -> list[Creature]:
    """Creatures in range whom a spell can affect and its caster would target."""
    near = [one for one in in_reach(state, caster.id, spell) if can_affect(state, spell, one)]
    if spell.also_on:
        dead = [one for one in everyone(state) if under(state, one.id, spell.also_on)]
        near += [one for one in dead if abs(one.at - caster.at) <= TOUCH]
    if not is_friendly(spell, mode):
        near = [one for one in near if not dear(state, caster, one)]
    if spell.max_hd == "level":
        near = [one for one in near if _taken_for(state, one) <= caster.level]
    return [one for one in near if not spell.not_self or one.id != caster.id]


@rule("vanilla.combat.information")
def _taken_for(state: State, one: Creature) -> int:
    """The Hit Dice that a creature seems to have: until it is revealed, an enemy those that are usual for its kind."""
    if one.revealed or one not in state.foes:
        return one.level
    return monsters()[one.of].hd if one.of in monsters() else 1


@rule("vanilla.spell.ranges")
def mode_and_targets(state: State, who: str, spell: Spell, option: Option) -> tuple[str, tuple[str, ...]]:
    """The mode and the targets that one of `aim_options` means."""
    mode, target = option if isinstance(option, tuple) else ("", option) if option not in spell.modes else (option, "")
    if target in ("foes", "friends"):
        mine = side_of(state, who)
        there = [one for one in in_reach(state, who, spell) if can_affect(state, spell, one)]
        return mode, tuple([one.id for one in there if (side_of(state, one.id) == mine) == (target == "friends")])
    return mode, (target,) if target else ()


def has_intended_target(state: State, who: str, spell: Spell) -> bool:
    """Whether a spell has an intended target here, friend or foe, or needs none."""
    options = aim_options(state, who, spell)
    mode, targets = mode_and_targets(state, who, spell, options[0]) if options else ("", ())
    if not targets:
        return bool(options)
    return (side_of(state, targets[0]) == side_of(state, who)) == is_friendly(spell, mode)


@rule("vanilla.spell.hold_person", "vanilla.spell.confusion", "vanilla.spell.sleep", "vanilla.spell.alter_time")
def pick_targets(
    play: Play, state: State, cast: Cast, there: list[Creature], total: int, costs: Callable[[Creature], int]
) -> tuple[str, ...]:
    """The targets that the caster picks one by one, while `costs` of the next fits `total`; "rest" takes all in order.

    Nothing is asked if the spell is enough for all.
    """
    found: list[str] = []
    left = [one for one in there if costs(one) <= total]
    asks = sum([costs(one) for one in there]) > total
    while left:
        options = ("rest", *[one.id for one in left])
        by = REFEREE if cast.wild else cast.seat
        which = play.choose(by, "pick_whom", options, cast.spell.id, total, why=cast.spell.id) if asks else "rest"
        asks = which != "rest"
        one = next(one for one in left if which in ("rest", one.id))
        total -= costs(one)
        found.append(one.id)
        left = [other for other in left if other.id != one.id and costs(other) <= total]
    return tuple(found)


def one_each(_: Creature) -> int:
    """The cost of a target for a spell that affects a number of creatures: 1."""
    return 1


def by_hit_dice(one: Creature) -> int:
    """The cost of a target for a spell that affects a number of HD: its HD."""
    return one.level


@rule("vanilla.spell.caster_level")
def caster_level(one: Creature) -> int:
    """The level at which a creature casts: its own, or its HD."""
    return max(1, one.level)


def halved(cast: Cast, amount: int, least: int = 1) -> int:
    """An amount, halved if the spell is half as strong."""
    return max(least, amount // 2) if cast.half else amount


@rule("vanilla.miscast.half")
def amount(play: Play, cast: Cast, text: str = "", least: int = 1) -> int:
    """Roll the dice of a spell, and halve the sum if it is half as strong."""
    return halved(cast, rolled(play, text or cast.spell.dice, cast.seat, cast.spell.id), least)


@rule("vanilla.spell.durations", "vanilla.miscast.half")
def ends_when(play: Play, state: State, cast: Cast) -> tuple[int, Until]:
    """The minute at which a spell ends; or 0, and what else ends it."""
    spell = cast.spell
    if cast.half and spell.half_duration:
        return state.clock + spell.half_duration * UNITS[spell.half_duration_unit], ""
    if spell.duration_unit == "dawn":
        return next_dawn(state.clock), ""
    if spell.duration_unit in ("dispelled", "concentration", "touched"):
        return 0, spell.duration_unit
    minutes = _length(play, cast) * UNITS.get(spell.duration_unit, 0)
    if cast.half and spell.half_time:
        minutes = max(1, _halved_time(minutes, UNITS[spell.duration_unit]))
    return state.clock + minutes, ""


def _halved_time(minutes: int, unit: int) -> int:
    """Half a duration, in whole units if it has several."""
    number = minutes // unit
    return number // 2 * unit if number > 1 else minutes // 2


def _length(play: Play, cast: Cast) -> int:
    """How many units of its duration a spell lasts."""
    fixed = rolled(play, cast.spell.duration, cast.seat, cast.spell.id)
    return fixed + cast.spell.duration_per_level * cast.level


def next_dawn(clock: int) -> int:
    """The minute of the next dawn."""
    return (clock - DAWN) // DAY * DAY + DAY + DAWN
