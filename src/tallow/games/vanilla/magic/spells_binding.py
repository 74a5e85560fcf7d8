"""Spells that bind: minds, bodies, the undead, and the ground under somebody."""

from collections.abc import Mapping

from msgspec.structs import replace

from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.checks.saves import save
from tallow.games.vanilla.checks.sways import immune_to, nature, undead
from tallow.games.vanilla.entries import MINOR_ITEM, enchantments
from tallow.games.vanilla.gear.inventory import without
from tallow.games.vanilla.gear.weapons import is_melee
from tallow.games.vanilla.harm.aftereffects import woken
from tallow.games.vanilla.harm.damage import damage, dies
from tallow.games.vanilla.magic.lasting import begin, finish, finish_all, on
from tallow.games.vanilla.magic.spells import (
    Cast,
    Working,
    amount,
    by_hit_dice,
    can_affect,
    ends_when,
    halved,
    in_reach,
    one_each,
    pick_targets,
)
from tallow.games.vanilla.magic.spells_harming import nothing
from tallow.games.vanilla.state import DAY, MARKS, TURN, Creature, State, alive
from tallow.mechanics.conditions import has, shed
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import Play, RuleId, rule

HOLDS = ("held_fast", "webbed", "rooted", "paralysed", "awed", "engulfed")
WEB = 10
PLANTS = 10
PIT = 5
MINDFUL = 4
"""Creatures of this many HD or more may Save against confusion."""


def resists(play: Play, state: State, cast: Cast, who: str) -> bool:
    """Whether a creature's Save prevents a spell; a friend of the caster may forgo it."""
    willing = side_of(state, who) == side_of(state, cast.by) and not cast.wild
    return save(play, state, who, cast.spell.save_vs or "magic", cast.spell.id, willing=willing)


def lay(play: Play, state: State, cast: Cast, mode: str, whom: tuple[str, ...], amount_: int = 0, at: int = 0) -> State:
    """Begin a spell's effect on these creatures for its duration."""
    ends, until = ends_when(play, state, cast)
    return begin(
        play,
        state,
        cast.spell.id,
        mode,
        cast.by,
        whom,
        ends=ends,
        until=until,
        amount=amount_,
        level=cast.spell.level,
        at=at,
    )


@rule("vanilla.spell.charm")
def charm(play: Play, state: State, cast: Cast) -> State:
    """A creature no larger than a human that fails a Save is the caster's friend; reversed, the worst enemy."""
    who = cast.on[0]
    one = find(state, who)
    if not can_affect(state, cast.spell, one):
        return nothing(play, state, cast)
    if resists(play, state, cast, who):
        return state
    mode = "loathes" if cast.opposite else "charmed"
    play.tell(mode, one.name, find(state, cast.by).name, why=cast.spell.id)
    return lay(play, state, cast, mode, (who,))


@rule("vanilla.spell.sleep", "vanilla.spell.saves")
def sleep(play: Play, state: State, cast: Cast) -> State:
    """The chosen creatures sleep, each of HD not above the caster's level, and together not above the roll.

    Reversed, they wake, and cannot be put to sleep for a day.
    """
    if cast.opposite:
        for who in cast.on:
            state = woken(play, state, who) if has(find(state, who), "asleep") else state
        return begin(play, state, cast.spell.id, "wakeful", cast.by, cast.on, ends=state.clock + DAY)
    fit = [find(state, who) for who in cast.on]
    fit = [one for one in fit if one.level <= cast.level and alive(one) and can_affect(state, cast.spell, one)]
    fit.sort(key=by_hit_dice)
    asleep = pick_targets(play, state, cast, fit, amount(play, cast, least=0), by_hit_dice) if fit else ()
    if not asleep:
        return nothing(play, state, cast)
    play.tell("asleep", tuple([find(state, who).name for who in asleep]), why=cast.spell.id)
    return lay(play, state, cast, "asleep", asleep)


def _up_to(total: int, there: list[Creature]) -> tuple[str, ...]:
    """As many of these as this many HD allow, the lowest first."""
    found = []
    for one in sorted(there, key=lambda one: one.level):
        if one.level <= total:
            total -= one.level
            found.append(one.id)
    return tuple(found)


@rule("vanilla.spell.confusion")
def confusion(play: Play, state: State, cast: Cast) -> State:
    """The rolled number of creatures is confused, those of 4 HD or more after a Save; reversed, confusion ends."""
    fit = [find(state, who) for who in cast.on]
    fit = [one for one in fit if alive(one) and (cast.opposite or can_affect(state, cast.spell, one))]
    whom = pick_targets(play, state, cast, fit, amount(play, cast), one_each)
    if cast.opposite:
        for who in whom:
            state = finish_all(play, state, who, "charmed", "confused", "terror", "awed", "loathes")
            state = put(state, shed(find(state, who), "fleeing"))
        return lay(play, state, cast, "clear_mind", whom) if whom else state
    if not whom:
        return nothing(play, state, cast)
    lost = tuple([w for w in whom if find(state, w).level < MINDFUL or not resists(play, state, cast, w)])
    return lay(play, state, cast, "confused", lost) if lost else state


@rule("vanilla.spell.enervate")
def enervate(play: Play, state: State, cast: Cast) -> State:
    """A creature that fails a Save cannot speak, cast or understand; reversed, it knows all languages for a day."""
    who = cast.on[0]
    if cast.opposite:
        return begin(play, state, cast.spell.id, "tongues", cast.by, (who,), ends=state.clock + DAY, level=5)
    if resists(play, state, cast, who):
        return state
    play.tell("mute", find(state, who).name, why=cast.spell.id)
    return lay(play, state, cast, "mute", (who,))


@rule("vanilla.spell.turn_undead")
def turn_undead(play: Play, state: State, cast: Cast) -> State:
    """Undead of HD not above the caster's level, up to the roll in HD, flee.

    A roll above the HD of all of them together destroys them; reversed, they attack the caster before all others.
    """
    near = [one for one in in_reach(state, cast.by, cast.spell) if undead(one) and one.level <= cast.level]
    total = sum([one.level for one in near])
    if not near:
        return nothing(play, state, cast)
    points = amount(play, cast, least=0)
    whom = _up_to(points, near)
    if cast.opposite:
        return lay(play, state, cast, "loathes", whom) if whom else state
    if points > total and not cast.half:
        for who in whom:
            state = dies(play, state, who)
        return state
    if whom:
        play.tell("turned", tuple([find(state, who).name for who in whom]), why=cast.spell.id)
        state = lay(play, state, cast, "turned", whom)
    return state


@rule("vanilla.spell.hold_person", "vanilla.spell.hold_creature")
def hold(play: Play, state: State, cast: Cast) -> State:
    """d6 creatures are held, with a Save on each go; reversed, they are freed and cannot be held."""
    whom = tuple([who for who in cast.on if alive(find(state, who))])
    if cast.opposite:
        for who in whom:
            state = freed(play, state, who)
        return lay(play, state, cast, "unheld", whom) if whom else state
    fit = [find(state, who) for who in whom if can_affect(state, cast.spell, find(state, who))]
    held = pick_targets(play, state, cast, fit, amount(play, cast), one_each)
    if not held:
        return nothing(play, state, cast)
    play.tell("held_fast", tuple([find(state, who).name for who in held]), why=cast.spell.id)
    return lay(play, state, cast, "held_fast", held)


@rule("vanilla.spell.hold_person", "vanilla.spell.web")
def freed(play: Play, state: State, who: str) -> State:
    """Release a creature from every hold."""
    state = finish_all(play, state, who, *HOLDS)
    one = find(state, who)
    marks = MARKS.without(one.marks, "grappled")
    return put(state, shed(replace(one, marks=marks), "held", "held_fast", "paralysed"))


def within(state: State, middle: int, feet: int) -> tuple[str, ...]:
    """The ids of all living creatures within this many feet of a place."""
    return tuple([one.id for one in everyone(state) if alive(one) and abs(one.at - middle) <= feet])


@rule("vanilla.spell.web", "vanilla.action.break_free")
def web(play: Play, state: State, cast: Cast) -> State:
    """Those inside are held for 2d6 Turns, half as long if they get through quickly; reversed, all holds there end."""
    middle = find(state, cast.on[0]).at
    there = within(state, middle, halved(cast, WEB))
    if cast.opposite:
        for who in there:
            state = freed(play, state, who)
        return state
    turns = rolled(play, cast.spell.dice, cast.seat, cast.spell.id)
    state = lay(play, state, cast, "fiction", (), at=middle)
    caught = [who for who in there if not immune_to(find(state, who), "hold") and not on(state, who, "unheld")]
    for who in caught:
        quick = quick_through(find(state, who))
        ends = state.clock + TURN * (-(-turns // 2) if quick else turns)
        state = begin(play, state, cast.spell.id, "webbed", cast.by, (who,), ends=ends, level=2)
    play.tell("webbed", tuple([find(state, who).name for who in caught]), turns, why=cast.spell.id)
    return state


@rule("vanilla.spell.web")
def quick_through(one: Creature) -> bool:
    """Whether a creature gets through a web in half the time: large, or with both fire and blade."""
    kind = nature(one)
    fire = any(item.lit for item in one.items)
    blade = any(item.place == "hands" and is_melee(item) for item in one.items)
    return (kind is not None and kind.size == "large") or (fire and blade)


@rule("vanilla.spell.plant_growth")
def plant_growth(play: Play, state: State, cast: Cast) -> State:
    """Thorns block the place and hold who stands there until cut out; reversed, all plants there wither."""
    middle = find(state, cast.on[0]).at
    feet = halved(cast, PLANTS)
    if cast.opposite:
        for effect in state.effects:
            if effect.of == cast.spell.id and effect in state.effects and abs(effect.at - middle) <= feet:
                state = finish(play, state, effect.id)
        return state
    there = within(state, middle, feet)
    play.tell("rooted", tuple([find(state, who).name for who in there]), why=cast.spell.id)
    return lay(play, state, cast, "rooted", there, at=middle)


@rule("vanilla.spell.pit")
def pit(play: Play, state: State, cast: Cast) -> State:
    """A pit, 5 feet deep for each level: Save or fall, 1d6 for each 10 feet; reversed, a pillar."""
    middle = find(state, cast.on[0]).at
    if cast.opposite:
        return lay(play, state, cast, "fiction", (), at=middle)
    deep = halved(cast, 5 * cast.level)
    fallen = [
        who for who in within(state, middle, PIT) if not _flies(state, who) and not _leaps(play, state, cast, who)
    ]
    state = lay(play, state, cast, "in_pit", tuple(fallen), amount_=deep, at=middle)
    for who in fallen:
        state, soft = _softly(play, state, who)
        points = rolled(play, f"{deep // 10}d6", cast.seat, cast.spell.id) if deep >= 10 and not soft else 0
        play.tell("falls", find(state, who).name, deep, why=cast.spell.id)
        state = damage(play, state, who, points, cast.spell.id)
    return state


@rule("vanilla.table.minor_item")
def _softly(play: Play, state: State, who: str) -> tuple[State, bool]:
    """Whether a magic thing stops a creature's fall, which uses it up; gives the state too."""
    one = find(state, who)
    for item in one.items:
        row = enchantments().get(item.power) if item.power else None
        if row is not None and row.stops_fall:
            play.tell("falls.softly", one.name, item.name, why=MINOR_ITEM)
            return put(state, without(one, item.id)), True
    return state, False


def _leaps(play: Play, state: State, cast: Cast, who: str) -> bool:
    return save(play, state, who, "magic", cast.spell.id)


def _flies(state: State, who: str) -> bool:
    kind = nature(find(state, who))
    return bool(kind is not None and kind.flies) or bool(on(state, who, "flying", "aloft"))


WORKS: Mapping[RuleId, Working] = {
    "vanilla.spell.charm": charm,
    "vanilla.spell.sleep": sleep,
    "vanilla.spell.confusion": confusion,
    "vanilla.spell.enervate": enervate,
    "vanilla.spell.turn_undead": turn_undead,
    "vanilla.spell.hold_person": hold,
    "vanilla.spell.hold_creature": hold,
    "vanilla.spell.web": web,
    "vanilla.spell.plant_growth": plant_growth,
    "vanilla.spell.pit": pit,
}
