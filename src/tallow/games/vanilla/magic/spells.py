"""Spells: how far they reach, whom they can be aimed at, how long they last. What each does is in the workings."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.checks.sways import dear, immune_to, nature, unseen
from tallow.games.vanilla.entries import Spell
from tallow.games.vanilla.magic.lasting import CURSES, Until, under
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import DAY, HOUR, ROUND, TURN, Creature, State, alive
from tallow.mechanics.amounts import dice
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import everyone, find, side_of
from tallow.play import REFEREE, Play, Seat, rule

SPELL = "vanilla.spell."
DAWN = 6 * HOUR
FAR = 1_000_000
"""As far as one sees."""

TOUCH = 5


class Cast(Struct, frozen=True):
    """A spell as it takes place: by whom, in which mode, on whom, how strong, and who answers for it.

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

    @property
    def name(self) -> str:
        """The last part of the spell's id."""
        return self.spell.id.rpartition(".")[2]


Working: TypeAlias = Callable[[Play, State, Cast], State]
Option: TypeAlias = Any

NOBODY = (
    "detect_magic", "hold_portal", "purify_food_and_drink", "read_scripts", "wizard_mark", "detect_invisibility",
    "levitate", "locate_object", "lock_unlock", "phantasmal_force", "speak_with_animals", "create_food_and_drink",
    "crystal_ball", "fly", "hallucinatory_terrain", "speak_with_plants", "sticks_to_snakes", "wizard_eye",
    "animate_dead", "commune", "conjure_elemental", "passwall", "turn_undead", "telekinesis", "dispel_magic",
)  # fmt: skip
"""Spells that nobody is named for: on the caster, on a place or a thing, or found by their own working."""

MANY = ("sleep", "alter_time", "hold_person", "hold_creature", "confusion", "mass_morph")
"""Spells on as many as their number allows."""

KIND = frozenset(
    ("cure_cause_light_wounds.cure", "cure_cause_serious_wounds.cure", "cure_cause_disease.cure", "leap",
     "bless_curse.bless", "invisibility", "invisibility_sphere", "alter_time.fast", "protection_from_missiles",
     "remove_curse",
     "water_breathing", "neutralize_poison", "mass_morph", "raise_dead", "teleport", "light_dark.light",
     "dimensional_portal")
)  # fmt: skip
"""Spells, or modes of them, that are for friends; all others on creatures are against foes."""

POISONS = ("dying", "penalty", "paralysed")
"""Modes in which a poison may go on."""

HEALS: Mapping[str, tuple[str, ...]] = {
    "cure_cause_disease": ("disease",),
    "neutralize_poison": POISONS,
    "remove_curse": CURSES,
}
"""What each of these ends; those who have it come first."""

HALF_TIME = frozenset(
    ("detect_magic", "hold_portal", "light_dark", "read_scripts", "bless_curse", "detect_invisibility",
     "detect_thoughts", "fly", "protection_from_missiles", "water_breathing", "crystal_ball", "speak_with_animals",
     "speak_with_plants", "cloudkill", "insect_plague")
)  # fmt: skip
"""Spells that last half as long where they are half as strong."""

HALF_ENDS: Mapping[str, int] = {
    "charm": DAY,
    "wizard_mark": DAY,
    "lock_unlock": TURN,
    "phantasmal_force": 6 * TURN,
    "invisibility": 6 * TURN,
    "enervate": 6 * TURN,
}
"""How long spells without a time of their own last where they are half as strong."""

UNITS: Mapping[str, int] = {"rounds": ROUND, "turns": TURN, "hours": HOUR, "days": DAY}


# ---------------------------------------------------------------- reach


@rule(
    "vanilla.spell.ranges",
    "vanilla.setting.range_close_ft",
    "vanilla.setting.range_nearby_ft",
    "vanilla.miscast.targets",
)
def reach(spell: Spell, settings: Settings, *, astray: bool = False) -> int:
    """How far a spell reaches, in feet; one that goes astray at least as far as nearby."""
    nearby: int = settings.range_nearby_ft
    feet = {"self": 0, "touch": TOUCH, "close": settings.range_close_ft, "nearby": nearby, "sight": FAR}[spell.range]
    return max(feet, nearby) if astray else feet


@rule("vanilla.spell.ranges", "vanilla.spell.touch")
def in_reach(state: State, who: str, spell: Spell, *, astray: bool = False) -> tuple[Creature, ...]:
    """The living within a spell's reach, nearest first, whom the caster sees or can touch; the caster too."""
    caster = find(state, who)
    feet = reach(spell, state.settings, astray=astray)
    near = [one for one in everyone(state) if alive(one) and abs(one.at - caster.at) <= feet]
    if spell.range == "self" and not astray:
        near = [caster]
    seen = [one for one in near if one.id == who or spell.range == "touch" or not unseen(state, one, caster)]
    return tuple(sorted(seen, key=lambda one: abs(one.at - caster.at)))


# ---------------------------------------------------------------- targets


def sapient(one: Creature) -> bool:
    """Whether a creature thinks and speaks: people do, and such of the bestiary as its entry says."""
    kind = nature(one)
    return kind is None or kind.mind == "sapient"


@rule("vanilla.spell.charm", "vanilla.spell.hold_person", "vanilla.spell.hold_creature", "vanilla.miscast.choices")
def fits(state: State, name: str, one: Creature) -> bool:
    """Whether a spell can do anything to somebody at all."""
    kind = nature(one)
    if name == "charm":
        small = kind is None or kind.size != "large"
        return sapient(one) and small and not immune_to(one, "charm") and not under(state, one.id, "clear_mind")
    if name == "confusion":
        return not under(state, one.id, "clear_mind")
    if name in ("hold_person", "hold_creature"):
        return sapient(one) == (name == "hold_person") and not held_off(state, one)
    if name == "sleep":
        return not immune_to(one, "sleep") and not under(state, one.id, "wakeful") and not has(one, "asleep")
    if name == "mass_morph":
        return kind is None or kind.size != "large"
    return True


@rule("vanilla.spell.raise_dead")
def raisable(one: Creature) -> bool:
    """Whether somebody is dead, thought once, still has a body, and was not tried to be raised before."""
    return has(one, "dead") and not has(one, "gone") and sapient(one) and "raised" not in one.marks


def held_off(state: State, one: Creature) -> bool:
    """Whether nothing can hold somebody."""
    return immune_to(one, "hold") or under(state, one.id, "unheld")


def kindly(name: str, mode: str) -> bool:
    """Whether a spell is for friends."""
    return name in KIND or f"{name}.{mode}" in KIND


@rule("vanilla.cast.quick", "vanilla.spell.ranges", "vanilla.spell.touch", "vanilla.cast.ritual_control")
def aims(state: State, who: str, spell: Spell) -> tuple[Option, ...]:
    """All that a spell can be aimed at: a mode, somebody, or both; "" for no one. The obvious first."""
    name = spell.id.rpartition(".")[2]
    found: list[Option] = []
    for mode in spell.modes or ("",):
        if name in NOBODY:
            found.append(mode)
            continue
        targets = _targets(state, who, spell, mode)
        found += [(mode, target) for target in targets] if mode else targets
    return tuple(found)


def _targets(state: State, who: str, spell: Spell, mode: str) -> list[str]:
    name = spell.id.rpartition(".")[2]
    if name == "raise_dead":
        return [one.id for one in everyone(state) if raisable(one)]
    if name == "insect_plague" and state.place == "dungeon":
        return []
    friends = side_of(state, who)
    near = [one for one in in_reach(state, who, spell) if fits(state, name, one)]
    if name == "neutralize_poison":
        at = find(state, who).at
        near += [one for one in everyone(state) if under(state, one.id, "poison_dead") and abs(one.at - at) <= TOUCH]
    mine = [one for one in near if side_of(state, one.id) == friends]
    theirs = [one for one in near if side_of(state, one.id) != friends and name != "mass_morph"]
    if not kindly(name, mode):
        near = [one for one in near if not dear(state, find(state, who), one)]
        mine, theirs = [one for one in mine if one in near], [one for one in theirs if one in near]
    if name.endswith("_wounds") and mode == "cure":
        mine.sort(key=lambda one: one.flesh - one.flesh_max)
    elif name in HEALS:
        mine.sort(key=lambda one: not under(state, one.id, *HEALS[name]))
    elif name == "fireball":
        area = state.settings.area_nearby_ft
        theirs.sort(key=lambda one: sum([abs(one.at - friend.at) <= area for friend in mine]))
    elif name == "sleep":
        theirs = [one for one in theirs if one.level <= find(state, who).level]
        mine = [one for one in mine if one.level <= find(state, who).level]
    first, second, group, other = (
        (mine, theirs, "friends", "foes") if kindly(name, mode) else (theirs, mine, "foes", "friends")
    )
    options = [one.id for one in first]
    if name in MANY:
        options = ([group] if len(first) > 1 else []) + options
        return options + ([other] if len(second) > 1 else []) + [one.id for one in second]
    return [other for other in options + [one.id for one in second] if name != "shuffle" or other != who]


@rule("vanilla.spell.ranges")
def chosen(state: State, who: str, spell: Spell, option: Option) -> tuple[str, tuple[str, ...]]:
    """The mode and the targets that an answer names."""
    mode, target = option if isinstance(option, tuple) else ("", option) if option not in spell.modes else (option, "")
    if target in ("foes", "friends"):
        mine = side_of(state, who)
        name = spell.id.rpartition(".")[2]
        there = [one for one in in_reach(state, who, spell) if fits(state, name, one)]
        return mode, tuple([one.id for one in there if (side_of(state, one.id) == mine) == (target == "friends")])
    return mode, (target,) if target else ()


def meant(state: State, who: str, spell: Spell) -> bool:
    """Whether somebody is here whom a spell is meant for, a foe or a friend, or it wants nobody."""
    options = aims(state, who, spell)
    mode, targets = chosen(state, who, spell, options[0]) if options else ("", ())
    if not targets:
        return bool(options)
    return (side_of(state, targets[0]) == side_of(state, who)) == kindly(spell.id.rpartition(".")[2], mode)


@rule("vanilla.spell.hold_person", "vanilla.spell.confusion", "vanilla.spell.sleep", "vanilla.spell.alter_time")
def picked(
    play: Play, state: State, cast: Cast, there: list[Creature], total: int, costs: Callable[[Creature], int]
) -> tuple[str, ...]:
    """Those whom the caster picks where there are more than a spell is enough for; the rest in their order."""
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
    """What somebody counts where a spell is upon a number of creatures."""
    return 1


def by_hit_dice(one: Creature) -> int:
    """What somebody counts where a spell is upon so many HD."""
    return one.level


# ---------------------------------------------------------------- amounts and times


@rule("vanilla.spell.caster_level")
def caster_level(one: Creature) -> int:
    """The level by which somebody's spells count: their own, or their HD."""
    return max(1, one.level)


def halved(cast: Cast, amount: int, least: int = 1) -> int:
    """An amount, half of it where the spell is half as strong."""
    return max(least, amount // 2) if cast.half else amount


@rule("vanilla.miscast.half")
def amount(play: Play, cast: Cast, text: str = "", least: int = 1) -> int:
    """The dice of a spell, added up, and halved where it is half as strong."""
    return halved(cast, rolled(play, text or cast.spell.dice, cast.seat, cast.spell.id), least)


@rule("vanilla.spell.durations", "vanilla.miscast.half")
def span(play: Play, state: State, cast: Cast) -> tuple[int, Until]:
    """Until which minute a spell lasts, or what else ends it."""
    spell, name = cast.spell, cast.name
    if cast.half and name in HALF_ENDS:
        return state.clock + HALF_ENDS[name], ""
    if spell.duration_unit == "dawn":
        return next_dawn(state.clock), ""
    if spell.duration_unit == "dispelled":
        return 0, "dispelled"
    if spell.duration_unit == "concentration":
        return 0, "concentration"
    if spell.duration_unit == "touched":
        return 0, "touched"
    minutes = _length(play, cast) * UNITS.get(spell.duration_unit, 0)
    if cast.half and name in HALF_TIME:
        minutes = max(1, _halved_time(minutes, UNITS[spell.duration_unit]))
    return state.clock + minutes, ""


def _halved_time(minutes: int, unit: int) -> int:
    """Half a time, in whole units where it has several."""
    number = minutes // unit
    return number // 2 * unit if number > 1 else minutes // 2


def _length(play: Play, cast: Cast) -> int:
    text = cast.spell.duration.replace("level", str(cast.level)).replace(" ", "")
    if "x" in text:
        times, _, number = text.partition("x")
        return int(times) * int(number)
    n, sides, plus, _ = dice(text)
    return sum(play.roll(n, sides, by=cast.seat, why=cast.spell.id) if n else ()) + plus


def next_dawn(clock: int) -> int:
    """The minute of the next dawn."""
    return (clock - DAWN) // DAY * DAY + DAY + DAWN
