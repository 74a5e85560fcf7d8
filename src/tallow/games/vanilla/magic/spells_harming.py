"""Spells that heal and harm: wounds, fire and lightning, poison, disease, curses, raising the dead."""

from collections.abc import Mapping

from msgspec.structs import replace

from tallow.games.vanilla.checks.saves import save
from tallow.games.vanilla.checks.sways import harmed_by
from tallow.games.vanilla.entries import monsters
from tallow.games.vanilla.harm.damage import damage, dies
from tallow.games.vanilla.magic.lasting import Until, begin, finish, leave, on, stop
from tallow.games.vanilla.magic.spells import Cast, Working, amount, can_affect, halved, in_reach
from tallow.games.vanilla.monsters.powers import divided
from tallow.games.vanilla.state import DAY, HOUR, MARKS, WEEK, Effect, State, alive
from tallow.mechanics.conditions import has, shed
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import REFEREE, Play, RuleId, rule

NEUTRALIZE: RuleId = "vanilla.spell.neutralize_poison"
SICK = -2
FRESH = 7 * DAY
LINE = 60
"""The length of a lightning bolt, in feet."""


def nothing(play: Play, state: State, cast: Cast) -> State:
    """Tell the table that a spell has no effect here."""
    play.tell("spell.nothing", find(state, cast.by).name, cast.spell.id, why="vanilla.miscast.choices")
    return state


def other_mode(cast: Cast) -> str:
    """The mode in which a spell is cast: the other one if it is reversed."""
    if not cast.opposite:
        return cast.mode
    return next(mode for mode in cast.spell.modes if mode != cast.mode)


@rule("vanilla.spell.cure_cause_light_wounds", "vanilla.spell.cure_cause_serious_wounds", "vanilla.heal.surgeon")
def cure_cause(play: Play, state: State, cast: Cast) -> State:
    """Cure: heal Flesh by the roll, and wake whoever was out. Cause: ordinary damage by the roll. No Save."""
    who = cast.on[0]
    one = find(state, who)
    if not alive(one):
        return nothing(play, state, cast)
    points = amount(play, cast)
    if other_mode(cast) == "cause":
        return damage(play, state, who, harmed_by(state, one, points, magic=True, kind="spell"), cast.spell.id)
    if has(one, "mummy_rot"):
        return nothing(play, state, cast)
    flesh = min(one.flesh_max, one.flesh + points)
    play.tell("heals", one.name, flesh - one.flesh, why=cast.spell.id)
    return put(state, replace(shed(one, "out", "unaware") if has(one, "out") else one, flesh=flesh, wakes=0))


@rule("vanilla.spell.cure_cause_disease")
def disease(play: Play, state: State, cast: Cast) -> State:
    """Cure: end one disease or all. Cause: one that the GM chooses, by default -2 on every roll until cured."""
    who = cast.on[0]
    if other_mode(cast) == "cure":
        ill = on(state, who, *cast.spell.ends)
        for effect in ill[:1] if cast.half else ill:
            state = leave(play, state, effect, who)
        return state if ill else nothing(play, state, cast)
    name = find(state, who).name
    which = play.choose(REFEREE, "disease", ("sickness", "other_disease"), name, why=cast.spell.id)
    ends = state.clock + sum(play.roll(1, 6, by=cast.seat, why=cast.spell.id)) * DAY if cast.half else 0
    play.tell("falls_ill", name, why=cast.spell.id)
    worse = SICK if which == "sickness" else 0
    until: Until = "" if ends else "dispelled"
    return begin(play, state, cast.spell.id, "disease", cast.by, (who,), ends=ends, until=until, amount=worse, level=9)


@rule("vanilla.spell.neutralize_poison", "vanilla.monster.penalty")
def neutralize(play: Play, state: State, cast: Cast) -> State:
    """End all poison in a creature; if it died of it within a Turn, it lives at 1 Flesh; reversed it poisons."""
    who = cast.on[0]
    one = find(state, who)
    if cast.opposite:
        if save(play, state, who, "poison", cast.spell.id):
            return state
        return begin(play, state, cast.spell.id, "penalty", cast.by, (who,), ends=state.clock + DAY, amount=SICK)
    if found := on(state, who, "poison_dead"):
        play.tell("lives", one.name, why=cast.spell.id)
        state = leave(play, state, found[0], who)
        return put(state, replace(shed(find(state, who), "dead"), flesh=1))
    poisons = [effect for effect in on(state, who, *cast.spell.ends) if poison(effect)]
    if not poisons:
        return nothing(play, state, cast)
    for effect in poisons:
        if cast.half:
            later = replace(effect, ends=effect.ends + DAY)
            state = replace(state, effects=tuple([later if e.id == effect.id else e for e in state.effects]))
        else:
            state = leave(play, state, effect, who)
    return state


@rule("vanilla.spell.neutralize_poison")
def poison(effect: Effect) -> bool:
    """Whether an effect is a poison: from this spell reversed, or from an enemy's power with a Save vs poison."""
    kind = monsters().get(effect.of)
    powers = kind.specials if kind is not None else ()
    own = effect.of == NEUTRALIZE or effect.mode == "dying"
    return own or any(power.save_vs == "poison" and power.result == effect.mode for power in powers)


@rule("vanilla.spell.remove_curse", "vanilla.monster.mummy")
def remove_curse(play: Play, state: State, cast: Cast) -> State:
    """End one curse, or suspend it for a day; reversed, lay one: -2 on every roll until it is removed."""
    who = cast.on[0]
    if cast.opposite:
        play.tell("cursed", find(state, who).name, why=cast.spell.id)
        return begin(
            play,
            state,
            cast.spell.id,
            "cursed",
            cast.by,
            (who,),
            until="dispelled",
            amount=SICK,
            level=cast.spell.level,
        )
    curses = on(state, who, *cast.spell.ends)
    if not curses:
        return nothing(play, state, cast)
    if cast.half:
        return stop(play, state, curses[0].id, DAY, cast.spell.id)
    return leave(play, state, curses[0], who)


@rule("vanilla.spell.fireball", "vanilla.setting.area_nearby_ft")
def fireball(play: Play, state: State, cast: Cast) -> State:
    """Fire on all near a point, including friends and caster; reversed, it also puts out every fire there."""
    middle, feet = find(state, cast.on[0]).at, state.settings.area_nearby_ft
    there = [one.id for one in everyone(state) if alive(one) and abs(one.at - middle) <= feet]
    if cast.opposite:
        state = _put_out(play, state, middle, feet)
    return blast(play, state, cast, tuple(there), "fire")


@rule("vanilla.spell.fireball")
def _put_out(play: Play, state: State, middle: int, feet: int) -> State:
    """Put out lights and walls of fire near a place."""
    for one in everyone(state):
        if abs(one.at - middle) <= feet and any(item.lit for item in one.items):
            state = put(state, replace(one, items=tuple([replace(item, lit=False) for item in one.items])))
    ground = [replace(item, lit=False) if abs(item.at - middle) <= feet else item for item in state.ground]
    state = replace(state, ground=tuple(ground))
    for effect in state.effects:
        if effect.mode == "wall_fire" and abs(effect.at - middle) <= feet:
            state = finish(play, state, effect.id)
    return state


@rule("vanilla.spell.lightning_bolt")
def lightning_bolt(play: Play, state: State, cast: Cast) -> State:
    """Lightning along a line from the caster, 60 feet long, on all in it."""
    start, towards = find(state, cast.by).at, find(state, cast.on[0]).at
    ahead = 1 if towards > start or (towards == start and side_of(state, cast.by) == "party") else -1
    there = [
        one.id for one in everyone(state) if alive(one) and one.id != cast.by and 0 <= (one.at - start) * ahead <= LINE
    ]
    if cast.on[0] == cast.by:
        there = [cast.by]
    friends = [who for who in there if find(state, who).at == start and side_of(state, who) == side_of(state, cast.by)]
    hit = tuple([who for who in there if who not in friends or who in cast.on])
    return blast(play, state, cast, hit, "lightning")


@rule(
    "vanilla.spell.half_damage",
    "vanilla.spell.fireball",
    "vanilla.spell.lightning_bolt",
    "vanilla.miscast.half",
    "vanilla.monster.mummy",
)
def blast(play: Play, state: State, cast: Cast, there: tuple[str, ...], element: str) -> State:
    """Deal 1d6 damage for each level, rolled once for all and halved by a Save; reversed, restore as much Grit."""
    points = halved(cast, sum(play.roll(cast.level, 6, by=cast.seat, why=cast.spell.id)))
    for who in there:
        one = find(state, who)
        if cast.opposite:
            back = 0 if has(one, "mummy_rot") else min(points, one.grit_max - one.grit)
            play.tell("regains", one.name, back, why=cast.spell.id)
            state = put(state, replace(one, grit=one.grit + back))
            continue
        saved = save(play, state, who, "magic", cast.spell.id, element=element)
        dealt = harmed_by(state, one, points // 2 if saved else points, magic=True, element=element, kind="spell")
        state = damage(play, state, who, dealt, cast.spell.id)
        state = divided(play, state, who, element)
    return state


@rule("vanilla.spell.raise_dead")
def raise_dead(play: Play, state: State, cast: Cast) -> State:
    """A dead creature Saves once: it lives, weak for a week or two, or stays dead; reversed, a living one may die."""
    who = cast.on[0]
    one = find(state, who)
    if cast.opposite:
        living = who if alive(one) else _someone(play, state, cast)
        if not living or save(play, state, living, "death", cast.spell.id):
            return state
        return dies(play, state, living)
    died = MARKS.number(one.marks, "died", state.clock)
    limit = HOUR if cast.half else FRESH
    if not has(one, "dead") or "raised" in one.traits or state.clock - died > limit:
        return nothing(play, state, cast)
    state = put(state, replace(one, traits=(*one.traits, "raised")))
    if not save(play, state, who, "death", cast.spell.id):
        play.tell("stays_dead", one.name, why=cast.spell.id)
        return state
    (weeks,) = play.roll(1, 2, by=cast.seat, why=cast.spell.id)
    play.tell("raised", one.name, weeks, why=cast.spell.id)
    one = replace(shed(find(state, who), "dead"), flesh=1, grit=0)
    state = put(state, replace(one, marks=MARKS.without(one.marks, "died")))
    return begin(play, state, cast.spell.id, "convalescent", cast.by, (who,), ends=state.clock + weeks * WEEK)


def _someone(play: Play, state: State, cast: Cast) -> str:
    """Ask the GM for one of the living in sight."""
    there = tuple([one.id for one in in_reach(state, cast.by, cast.spell) if can_affect(state, cast.spell, one)])
    return play.choose(REFEREE, "befalls_whom", there, cast.spell.id, why=cast.spell.id) if there else ""


WORKS: Mapping[RuleId, Working] = {
    "vanilla.spell.cure_cause_light_wounds": cure_cause,
    "vanilla.spell.cure_cause_serious_wounds": cure_cause,
    "vanilla.spell.cure_cause_disease": disease,
    "vanilla.spell.neutralize_poison": neutralize,
    "vanilla.spell.remove_curse": remove_curse,
    "vanilla.spell.fireball": fireball,
    "vanilla.spell.lightning_bolt": lightning_bolt,
    "vanilla.spell.raise_dead": raise_dead,
}
