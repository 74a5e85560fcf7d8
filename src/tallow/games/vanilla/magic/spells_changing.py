"""Spells that change a creature, its visibility, speed or shape; and the end of spells."""

from collections.abc import Mapping

from tallow.games.vanilla.entries import monsters
from tallow.games.vanilla.magic.lasting import Until, as_called, begin, finish, on, own_shape, shaped, stop
from tallow.games.vanilla.magic.spells import Cast, Working, ends_when, halved, in_reach, one_each, pick_targets
from tallow.games.vanilla.magic.spells_binding import lay, resists
from tallow.games.vanilla.magic.spells_harming import nothing, other_mode
from tallow.games.vanilla.state import DAY, HOUR, TURN, Effect, State, alive
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import REFEREE, Play, RuleId, Stake, rule

CROWD = 24
SPHERE = 10
NOT_MAGIC = ("poison_dead", "dying", "rising", "convalescent", "seen", "coming", "penalty", "disease", "mummy_rot")
"""Modes of effects that are not magic."""


@rule("vanilla.spell.bless_curse")
def bless_curse(play: Play, state: State, cast: Cast) -> State:
    """Bless: AV +1. Curse: AV -1. The two cancel, the same twice does not add up."""
    mode = {"bless": "blessed", "curse": "curse"}[other_mode(cast)]
    play.tell(mode, find(state, cast.on[0]).name, why=cast.spell.id)
    return lay(play, state, cast, mode, cast.on)


@rule("vanilla.spell.alter_time")
def alter_time(play: Play, state: State, cast: Cast) -> State:
    """Fast: twice the move and the attacks. Slow, on a failed Save: half of both. Up to 24 creatures."""
    mode = other_mode(cast)
    there = [find(state, who) for who in cast.on if alive(find(state, who))]
    whom = list(pick_targets(play, state, cast, there, halved(cast, CROWD), one_each))
    if mode == "slow":
        whom = [who for who in whom if not resists(play, state, cast, who)]
    if not whom:
        return state
    play.tell(mode, tuple([find(state, who).name for who in whom]), why=cast.spell.id)
    return lay(play, state, cast, mode, tuple(whom))


@rule("vanilla.spell.protection_from_missiles")
def protection(play: Play, state: State, cast: Cast) -> State:
    """Small missiles without magic cannot harm a creature; reversed, every shot at it has an advantage."""
    return lay(play, state, cast, "draws_missiles" if cast.opposite else "no_missiles", cast.on)


@rule("vanilla.spell.water_breathing")
def water_breathing(play: Play, state: State, cast: Cast) -> State:
    """A creature breathes under water; reversed, only there: 1d6 damage each Round out of it, for a Turn."""
    if not cast.opposite:
        return lay(play, state, cast, "water_breathing", cast.on)
    return begin(play, state, cast.spell.id, "drowning", cast.by, cast.on, ends=state.clock + TURN, level=3)


@rule("vanilla.spell.invisibility")
def invisibility(play: Play, state: State, cast: Cast) -> State:
    """A creature is invisible until it attacks; reversed, it glows for 6 Turns, and attacks have an advantage."""
    if cast.opposite:
        return glow(play, state, cast, cast.on, state.clock + 6 * TURN)
    return lay(play, state, cast, "invisible", cast.on)


def glow(play: Play, state: State, cast: Cast, whom: tuple[str, ...], ends: int) -> State:
    """These creatures glow, and cannot hide."""
    return begin(play, state, cast.spell.id, "glowing", cast.by, whom, ends=ends, level=cast.spell.level)


@rule("vanilla.spell.invisibility_sphere")
def sphere(play: Play, state: State, cast: Cast) -> State:
    """A creature and all within 10 feet are invisible until they attack; if the one in the middle does, all appear."""
    middle = find(state, cast.on[0])
    feet = halved(cast, SPHERE)
    near = [one.id for one in everyone(state) if alive(one) and abs(one.at - middle.at) <= feet and one.id != middle.id]
    friends = [who for who in near if side_of(state, who) == side_of(state, middle.id) or cast.wild]
    whom = (middle.id, *friends)
    if cast.opposite:
        return glow(play, state, cast, whom, ends_when(play, state, cast)[0])
    return lay(play, state, cast, "sphere", whom, amount_=feet)


@rule("vanilla.spell.detect_invisibility")
def detect_invisibility(play: Play, state: State, cast: Cast) -> State:
    """The caster sees the invisible; reversed, a random creature in range is invisible to the caster."""
    if not cast.opposite:
        return lay(play, state, cast, "sees_all", (cast.by,))
    others = [one.id for one in in_reach(state, cast.by, cast.spell) if one.id != cast.by]
    if not others:
        return nothing(play, state, cast)
    (face,) = play.roll(1, len(others), by=cast.seat, why=cast.spell.id)
    return lay(play, state, cast, "unseen_by", (others[face - 1],))


@rule("vanilla.spell.light_dark")
def light_dark(play: Play, state: State, cast: Cast) -> State:
    """Light: something shines like a torch. Dark: a sphere of darkness 40 feet across, in which nobody is seen."""
    mode = other_mode(cast)
    at = find(state, cast.on[0] if cast.on else cast.by).at
    return lay(play, state, cast, mode, cast.on if mode == "light" else (), at=at)


@rule("vanilla.spell.mass_morph")
def mass_morph(play: Play, state: State, cast: Cast) -> State:
    """Up to 24 willing creatures look like trees until they move or attack; reversed, trees look like people."""
    if cast.opposite:
        return lay(play, state, cast, "fiction", ())
    there = [find(state, who) for who in cast.on if _willing(state, cast, who)]
    whom = pick_targets(play, state, cast, there, halved(cast, CROWD), one_each)
    return lay(play, state, cast, "tree", whom) if whom else nothing(play, state, cast)


def _willing(state: State, cast: Cast, who: str) -> bool:
    return cast.wild or side_of(state, who) == side_of(state, cast.by)


@rule("vanilla.spell.levitate")
def levitate(play: Play, state: State, cast: Cast) -> State:
    """The caster can rise and sink, never move sideways; reversed, they are pinned to the ground for a Turn."""
    if cast.opposite:
        return begin(play, state, cast.spell.id, "pinned", cast.by, (cast.by,), ends=state.clock + TURN, level=2)
    return lay(play, state, cast, "aloft", (cast.by,), amount_=halved(cast, 20 * cast.level))


@rule("vanilla.spell.fly")
def fly(play: Play, state: State, cast: Cast) -> State:
    """The caster can fly and hover; reversed, they cannot leave the ground."""
    return lay(play, state, cast, "grounded" if cast.opposite else "flying", (cast.by,))


@rule("vanilla.spell.polymorph", "vanilla.setting.unwilling_save")
def polymorph(play: Play, state: State, cast: Cast) -> State:
    """A creature becomes another in all but mind, Grit and Flesh; reversed, it is forced into its own shape."""
    who = cast.on[0]
    one = find(state, who)
    for effect in on(state, who, "shape"):
        state = finish(play, state, effect.id)
    if cast.opposite:
        return begin(play, state, cast.spell.id, "own_shape", cast.by, (who,), until="dispelled", level=4)
    if on(state, who, "own_shape") or (unwilling(state, cast, who) and resists(play, state, cast, who)):
        return state
    kinds = tuple([ref for ref in monsters() if ref != one.of])
    by = REFEREE if cast.wild else cast.seat
    monster = monsters()[play.choose(by, "shape", kinds, one.name, why=cast.spell.id)]
    own = who == cast.by
    ends = state.clock + (cast.level * TURN if cast.half else cast.level * HOUR) if own or cast.half else 0
    before = own_shape(find(state, who))
    state = put(state, shaped(find(state, who), monster))
    play.tell("shape", one.name, monster.name, why=cast.spell.id)
    until: Until = "" if ends else "dispelled"
    return begin(
        play,
        state,
        cast.spell.id,
        "shape",
        cast.by,
        (who,),
        ends=ends,
        until=until,
        level=4,
        monster=monster.id,
        own_shape=before,
    )


@rule("vanilla.setting.unwilling_save")
def unwilling(state: State, cast: Cast, who: str) -> bool:
    """Whether a creature may Save, by the setting, though the spell itself allows none."""
    return state.settings.unwilling_save and side_of(state, who) != side_of(state, cast.by)


@rule("vanilla.spell.dispel_magic", "vanilla.monster.paralysed", "vanilla.spell.durations")
def dispel_magic(play: Play, state: State, cast: Cast) -> State:
    """End a lasting spell: surely up to the caster's level, else if 1d6 plus that level is above its level.

    Half: it is suspended for a Turn. Reversed: it cannot be dispelled for a day.
    """
    there = dispellable(state, cast)
    if not there:
        return nothing(play, state, cast)
    by = REFEREE if cast.wild else cast.seat
    which = play.choose(by, "dispel", tuple([effect.id for effect in there]), why=cast.spell.id)
    effect = next(effect for effect in there if effect.id == which)
    if cast.opposite:
        return begin(play, state, cast.spell.id, "lasting", cast.by, (effect.id,), ends=state.clock + DAY)
    if effect.level > cast.level:
        stake = Stake(effect.level - cast.level + 1, above=True, means="dispels", secret=True)
        (face,) = play.roll(1, 6, by=cast.seat, why=cast.spell.id, stake=stake)
        if face + cast.level <= effect.level:
            play.tell("dispel.fails", effect.of, why=cast.spell.id)
            return state
    return stop(play, state, effect.id, TURN, cast.spell.id) if cast.half else dispelled(play, state, effect)


@rule("vanilla.spell.dispel_magic", "vanilla.spell.ranges")
def dispellable(state: State, cast: Cast) -> tuple[Effect, ...]:
    """The effects in range that can be dispelled, including petrification, but no poison or disease."""
    caster, feet = find(state, cast.by), state.settings.range_close_ft
    near = [one.id for one in everyone(state) if abs(one.at - caster.at) <= feet]
    near = [who for who in near if not cast.on or who in cast.on]
    kept = [who for effect in state.effects if effect.mode == "lasting" for who in effect.on]
    return tuple(
        [
            effect
            for effect in state.effects
            if effect.mode not in (*NOT_MAGIC, "lasting", "stopped")
            and (effect.of.startswith("vanilla.spell.") or effect.mode == "stone")
            and effect.id not in kept
            and (effect.ends or effect.until)
            and (any(who in near for who in effect.on) if effect.on else _near(state, cast, effect))
        ]
    )


def _near(state: State, cast: Cast, effect: Effect) -> bool:
    """Whether an effect that lies on a place is close to the caster of a spell without a target."""
    feet = state.settings.range_close_ft
    return not cast.on and (state.combat is None or abs(effect.at - find(state, cast.by).at) <= feet)


@rule("vanilla.spell.dispel_magic", "vanilla.spell.conjure_elemental")
def dispelled(play: Play, state: State, effect: Effect) -> State:
    """End a dispelled effect; creatures that it called are gone with it."""
    return finish(play, as_called(state, effect), effect.id)


@rule("vanilla.spell.leap")
def leap(play: Play, state: State, cast: Cast) -> State:
    """A creature may make one jump within a Turn, 10 feet for each level; reversed, it cannot jump or climb."""
    if cast.opposite:
        return lay(play, state, cast, "no_leap", cast.on)
    return lay(play, state, cast, "leaps", cast.on, amount_=halved(cast, 10 * cast.level))


WORKS: Mapping[RuleId, Working] = {
    "vanilla.spell.bless_curse": bless_curse,
    "vanilla.spell.alter_time": alter_time,
    "vanilla.spell.protection_from_missiles": protection,
    "vanilla.spell.water_breathing": water_breathing,
    "vanilla.spell.invisibility": invisibility,
    "vanilla.spell.invisibility_sphere": sphere,
    "vanilla.spell.detect_invisibility": detect_invisibility,
    "vanilla.spell.light_dark": light_dark,
    "vanilla.spell.mass_morph": mass_morph,
    "vanilla.spell.levitate": levitate,
    "vanilla.spell.fly": fly,
    "vanilla.spell.polymorph": polymorph,
    "vanilla.spell.dispel_magic": dispel_magic,
    "vanilla.spell.leap": leap,
}
