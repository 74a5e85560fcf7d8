"""Lasting effects: durations counted Turn by Turn, what effects do in that time, and what their end undoes.

An effect may give a condition or hindrances to those under it, lend points of an attribute, or keep a servant here.
All of that ends with it, whatever ends it.
"""

from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.checks.temporary import returned
from tallow.games.black_hack.combat.ranges import forget
from tallow.games.black_hack.entries import monsters, spell
from tallow.games.black_hack.harm.damage import damage, out_of_action
from tallow.games.black_hack.harm.hindrances import freed, hinder
from tallow.games.black_hack.magic.lasting import (
    SIDE_EFFECTS,
    SILENCE,
    TIME_STOP,
    changed,
    dropped,
    effect_of,
    frozen,
    title_of,
)
from tallow.games.black_hack.magic.resistance import withstands
from tallow.games.black_hack.monsters.kin import SPECTRE, rises
from tallow.games.black_hack.state import (
    MARKS,
    Character,
    Creature,
    Effect,
    Hindrance,
    State,
    alive,
    everyone,
    find,
    put,
)
from tallow.games.deeds import Deed
from tallow.mechanics.conditions import gain, shed
from tallow.mechanics.dice import step_down
from tallow.play import REFEREE, Play, RuleId, Seat, Stake, rule

DURATION: RuleId = "black_hack.usage.duration"
DISMISS: RuleId = "black_hack.action.dismiss"
NO_DURATION: RuleId = "black_hack.magic.no_duration"
CHARM: RuleId = "black_hack.spell.charm"
INVISIBILITY: RuleId = "black_hack.spell.invisibility"
WIND_WALK: RuleId = "black_hack.prayer.wind_walk"
TRUE_NAMES: RuleId = "black_hack.magic_item.list_of_true_names"
WEB: RuleId = "black_hack.spell.web"
CLOUD: RuleId = "black_hack.spell.cloudkill"
WALLS: tuple[RuleId, ...] = ("black_hack.spell.elemental_wall", "black_hack.prayer.blade_barrier")
AREAS: tuple[RuleId, ...] = (*WALLS, WEB, CLOUD, "black_hack.spell.darkness", SILENCE)
"""Effects on an area that somebody can enter or leave."""

CONDITIONS: dict[RuleId, str] = {
    "black_hack.spell.sleep": "asleep",
    "black_hack.spell.flesh_to_stone": "stone",
    "black_hack.spell.feebleminded": "feebleminded",
    "black_hack.spell.polymorph": "polymorphed",
    TIME_STOP: "frozen",
}
"""The condition that an effect holds upon those it lies on, by what it is."""

MARKED = "marked"
"""The side effect that is a condition too."""

SUMMONED: tuple[RuleId, ...] = (
    "black_hack.spell.animate_dead",
    "black_hack.spell.elemental",
    "black_hack.spell.invisible_stalker",
    "black_hack.spell.conjuration_of_daemons",
    "black_hack.prayer.animate_object",
    "black_hack.prayer.conjure_elemental",
)
"""Spells and prayers that summon creatures, who leave when the effect ends."""

MAGIC = ("black_hack.spell.", "black_hack.prayer.")
ROLLS_AN_HOUR = 5
OBEYING = "obeying"
DRAINED = "drained"
MIST = "mist"


def condition(effect: Effect) -> str:
    """The condition that an effect gives, "" for none."""
    if effect.of == SIDE_EFFECTS:
        return MARKED if effect.detail == MARKED else ""
    return CONDITIONS.get(effect.of, "")


def _caster(state: State, effect: Effect) -> Seat:
    """The seat that rolls for an effect: that of its caster, or of somebody under it."""
    mine = [one.seat for one in state.party if one.id == effect.by]
    return next(iter(mine or [one.seat for one in state.party if one.id in effect.on]), REFEREE)


def begin(play: Play, state: State, effect: Effect, named: tuple[str, ...] = ()) -> State:
    """Begin an effect that was added to the state: tell of it, and give its condition to those under it.

    If the casting has already `named` all of them, nothing more is told.
    """
    names = tuple([find(state, who).name for who in effect.on])
    if not names or effect.on != named:
        play.tell("effect.begins" if names else "effect.goes_on", title_of(effect), names, why=effect.of)
    if code := condition(effect):
        for who in effect.on:
            state = put(state, gain(find(state, who), code))
    return state


@rule(
    "black_hack.magic.no_duration",
    "black_hack.usage.duration",
    "black_hack.spell.dispel_magic",
    "black_hack.monster.lich",
    "black_hack.monster.vampire",
)
def end(play: Play, state: State, id_: str, why: RuleId = DURATION) -> State:
    """End an effect, and everything that it gave.

    The victim of a spectre rises; the GM hears of a foe whose Days until it re-forms are over.
    """
    effect = effect_of(state, id_)
    if effect is None:
        return state
    if effect.of == SPECTRE:
        return rises(play, dropped(state, id_), effect)
    if effect.of in monsters() and effect.unit == "day":
        play.tell("reforms.now", effect.of, why=effect.of, seen_by=(REFEREE,))
    else:
        play.tell("effect.ends", title_of(effect), why=why)
    state = returned(dropped(state, id_), effect)
    there = [one.id for one in everyone(state)]
    for who in effect.on:
        if who in there:
            state = _let_go(play, state, effect, who)
    return state


@rule("black_hack.prayer.wind_walk", "black_hack.magic_item.list_of_true_names")
def _let_go(play: Play, state: State, effect: Effect, who: str) -> State:
    """Free one creature from an effect, unless another of its kind still applies.

    A creature summoned by it leaves, and one commanded by it obeys no longer.
    """
    one = find(state, who)
    code = MIST if effect.of == WIND_WALK else condition(effect)
    if code and not any(condition(other) == code and who in other.on for other in state.effects):
        state = put(state, shed(one, code))
    for hindrance in one.hindrances:
        if hindrance.by == effect.id:
            state = freed(play, state, who, hindrance.name, effect.of)
    one = find(state, who)
    if isinstance(one, Creature) and one.commander and alive(one):
        if effect.of in SUMMONED:
            play.tell("servant.leaves", one.name, why=effect.of)
            return forget(put(state, gain(one, "gone")), who)
        if effect.of == TRUE_NAMES:
            return released(state, who)
    return state


def released(state: State, who: str) -> State:
    """The state in which a servant obeys nobody, and is one of the foes."""
    one = find(state, who)
    if not isinstance(one, Creature) or not one.commander:
        return state
    free = replace(one, commander="", seat=REFEREE)
    return replace(state, allies=tuple([ally for ally in state.allies if ally.id != who]), foes=(*state.foes, free))


@rule("black_hack.usage.duration", "black_hack.usage.downgrade", "black_hack.usage.expended")
def wears(play: Play, die: int, by: Seat, why: RuleId = DURATION) -> int:
    """The Usage Die of a duration after its roll; 0 if it is over."""
    (face,) = play.roll(1, die, by=by, why=why, stake=Stake(3, above=True, means="lasts"))
    return step_down(die) if face < 3 else die


@rule("black_hack.usage.duration", "black_hack.spell.time_stop")
def _tick(play: Play, state: State, effect: Effect) -> State:
    """Advance an effect by one Turn: its Usage Die is rolled, or it has one Turn less."""
    if frozen(state, effect):
        return state
    die = play.call(wears, effect.die, _caster(state, effect), effect.of) if effect.die else 0
    left = 0 if effect.die else effect.left - 1
    if die < 1 and left < 1:
        return end(play, state, effect.id)
    if die != effect.die:
        play.tell("effect.wears", title_of(effect), die, why=DURATION)
    return changed(state, replace(effect, die=die, left=left))


def _ticked(play: Play, state: State, unit: str) -> State:
    for effect in state.effects:
        if effect.unit == unit and effect_of(state, effect.id) is not None:
            state = _tick(play, state, effect)
    return state


@rule("black_hack.usage.duration", "black_hack.phase.initiative", "black_hack.phase.step_2_usage")
def tick_moments(play: Play, state: State) -> State:
    """A Moment begins: roll for effects that last for Moments, and for no others; obeyed commands end."""
    return _ticked(play, _obeyed(play, state, ""), "moments")


@rule("black_hack.usage.duration", "black_hack.phase.step_2_usage")
def tick_minutes(play: Play, state: State) -> State:
    """A Turn of Minutes: roll for effects that last for Minutes."""
    return _ticked(play, state, "minutes")


@rule("black_hack.usage.duration", "black_hack.time.scaled_turn")
def moments_over(play: Play, state: State) -> State:
    """Minutes resume: effects that last for Moments end, and those that last for Minutes are rolled once."""
    for effect in state.effects:
        if effect.unit == "moments":
            state = end(play, state, effect.id)
    return tick_minutes(play, _obeyed(play, state, ""))


@rule("black_hack.time.scaled_turn")
def hour_passes(play: Play, state: State) -> State:
    """An Hour: effects that last for Moments end, those that last for Minutes are rolled five times."""
    for effect in state.effects:
        if effect.unit == "moments":
            state = end(play, state, effect.id)
    for _ in range(ROLLS_AN_HOUR):
        state = tick_minutes(play, state)
    return state


@rule("black_hack.table.side_effects")
def rested(play: Play, state: State, who: str) -> State:
    """End what had drained somebody, after an Hour of Rest."""
    for effect in state.effects:
        if effect.of == SIDE_EFFECTS and effect.detail == DRAINED and who in effect.on:
            state = end(play, state, effect.id, SIDE_EFFECTS)
    return state


@rule("black_hack.time.scaled_turn", "black_hack.spell.polymorph", "black_hack.prayer.create_food_water")
def day_passes(play: Play, state: State) -> State:
    """A Day: effects that last for Moments, Minutes or a Day end; those for several Days have one less."""
    for effect in state.effects:
        if effect.unit == "day" and effect.left > 1:
            state = changed(state, replace(effect, left=effect.left - 1))
        elif effect.unit in ("moments", "minutes", "day"):
            state = end(play, state, effect.id)
    return state


@rule("black_hack.magic.no_duration", "black_hack.phase.session_start")
def session_passes(play: Play, state: State) -> State:
    """A session is over: effects that last for one end, and dead servants are no longer listed."""
    for effect in state.effects:
        if effect.unit == "session":
            state = end(play, state, effect.id, NO_DURATION)
    return replace(state, allies=tuple([ally for ally in state.allies if alive(ally) or not ally.commander]))


def dim(play: Play, state: State, id_: str, why: RuleId) -> State:
    """The Usage Die of an effect drops by one step; with a Ud4 it ends."""
    effect = effect_of(state, id_)
    if effect is None or not effect.die:
        return state
    die = step_down(effect.die)
    if not die:
        return end(play, state, id_, why)
    play.tell("effect.wears", title_of(effect), die, why=why)
    return changed(state, replace(effect, die=die))


@rule("black_hack.spell.elemental_wall", "black_hack.prayer.blade_barrier", "black_hack.spell.charm")
def turn_begins(play: Play, state: State, who: str) -> State:
    """A Turn begins: a wall hurts whoever starts Close to it, and a Charm takes the Action of whoever obeys it."""
    state = _obeyed(play, state, who)
    for effect in state.effects:
        if who in effect.on and effect_of(state, effect.id) is not None:
            if effect.of in WALLS:
                state = burn(play, state, effect, who)
            elif effect.of == CHARM and not effect.unit and effect.detail != OBEYING:
                state = changed(state, replace(effect, detail=OBEYING))
                state = hold(state, who, "distracted", effect.id)
                play.tell("charm.obeys", find(state, who).name, why=CHARM)
    return state


def _obeyed(play: Play, state: State, who: str) -> State:
    """End each Charm that was obeyed, except on `who`, whose Turn it is."""
    for effect in state.effects:
        if effect.of == CHARM and effect.detail == OBEYING and who not in effect.on:
            state = end(play, state, effect.id, CHARM)
    return state


def hold(state: State, who: str, name: str, effect: str) -> State:
    """Hinder somebody for as long as an effect lasts, whatever they do."""
    one = find(state, who)
    held = tuple([old for old in one.hindrances if old.name != name])
    return put(state, replace(one, hindrances=(*held, Hindrance(name, by=effect))))


@rule("black_hack.spell.elemental_wall", "black_hack.prayer.blade_barrier")
def burn(play: Play, state: State, effect: Effect, who: str) -> State:
    """A wall deals whoever comes Close their own Level or Hit Dice in damage, once a Moment, unless they resist."""
    one = find(state, who)
    mark = MARKS.mark("moment", effect.id, who)
    if not alive(one) or (state.combat is not None and mark in state.combat.used):
        return state
    if state.combat is not None:
        state = replace(state, combat=replace(state.combat, used=(*state.combat.used, mark)))
    state, left_alone = withstands(play, state, spell(effect.of), effect.by, who)
    if left_alone:
        return state
    amount = one.level if isinstance(one, Character) else one.hd
    return damage(play, state, who, amount, effect.of, kind=effect.detail)[0]


@rule("black_hack.spell.invisibility")
def attacked(play: Play, state: State, who: str) -> State:
    """Somebody who has made an Attack becomes visible again."""
    for effect in state.effects:
        if effect.of == INVISIBILITY and who in effect.on:
            state = end(play, state, effect.id, INVISIBILITY)
    return state


@rule(
    "black_hack.spell.web",
    "black_hack.spell.cloudkill",
    "black_hack.spell.darkness",
    "black_hack.spell.elemental_wall",
    "black_hack.prayer.blade_barrier",
)
def enter(play: Play, state: State, id_: str, who: str) -> State:
    """Somebody is in an area now: a web makes Stuck, a cloud puts Out of Action, a wall deals damage."""
    effect = effect_of(state, id_)
    if effect is None or who in effect.on:
        return state
    state = changed(state, replace(effect, on=(*effect.on, who)))
    one = find(state, who)
    play.tell("area.enters", one.name, effect.of, why=effect.of)
    if effect.of in WALLS:
        return burn(play, state, effect, who)
    if effect.of not in (WEB, CLOUD):
        return state
    state, left_alone = withstands(play, state, spell(effect.of), effect.by, who)
    if left_alone:
        return state
    if effect.of == CLOUD:
        return out_of_action(play, state, who, by=effect.by)
    if isinstance(one, Character):
        return hinder(play, state, who, "stuck", WEB, ends="STR")
    play.tell("hindered.lasts", one.name, "stuck", why=WEB)
    return hold(state, who, "stuck", effect.id)


def leave(play: Play, state: State, id_: str, who: str) -> State:
    """Somebody leaves an area, and is free of what it gave."""
    effect = effect_of(state, id_)
    if effect is None or who not in effect.on:
        return state
    play.tell("area.leaves", find(state, who).name, effect.of, why=effect.of)
    state = changed(state, replace(effect, on=tuple([other for other in effect.on if other != who])))
    return _let_go(play, state, effect, who)


def moved(play: Play, state: State, who: str) -> State:
    """Somebody has Moved, and so leaves every area they were in, except a silence, which goes with somebody."""
    for effect in state.effects:
        if effect.of in AREAS and effect.of != SILENCE and who in effect.on:
            state = leave(play, state, effect.id, who)
    return state


def _own(state: State, who: str) -> tuple[str, ...]:
    mine = [effect for effect in state.effects if effect.by == who and effect.of.startswith(MAGIC)]
    return tuple([effect.id for effect in mine])


@rule("black_hack.action.dismiss", "black_hack.magic.no_duration")
def dismiss(play: Play, state: State, who: str) -> State:
    """A caster ends a spell or prayer of their own, for free."""
    one = find(state, who)
    options = _upon(state, _own(state, who))
    return end(play, state, play.choose(one.seat, "end_which", options, one.name, why=DISMISS)[1], DISMISS)


def _upon(state: State, ids: tuple[str, ...]) -> tuple[Any, ...]:
    """Effects as options of a question, each with those under it."""
    there = {one.id: one.name for one in everyone(state)}
    going = [effect for effect in state.effects if effect.id in ids]
    upon = [(effect.id, tuple([there[who] for who in effect.on if who in there])) for effect in going]
    return tuple([("upon", id_, names) if names else ("alone", id_) for id_, names in upon])


@rule("black_hack.magic.no_duration")
def end_effect(play: Play, state: State, _: str) -> State:
    """The GM ends a lasting effect: its task is done, or it was destroyed."""
    options = _upon(state, tuple([effect.id for effect in state.effects]))
    return end(play, state, play.choose(REFEREE, "end_which", options, "", why=NO_DURATION)[1], NO_DURATION)


def _crossings(state: State) -> tuple[tuple[str, str, str], ...]:
    """The options for who could enter or leave which area."""
    there = [one for one in everyone(state) if alive(one)]
    found = []
    for effect in state.effects:
        if effect.of in AREAS:
            found += [("leave" if one.id in effect.on else "enter", one.id, effect.id) for one in there]
    return tuple(found)


@rule("black_hack.spell.cloudkill", "black_hack.spell.elemental_wall", "black_hack.prayer.blade_barrier")
def cross(play: Play, state: State, _: str) -> State:
    """The GM says that somebody comes into an area of magic, or leaves it."""
    way, who, id_ = play.choose(REFEREE, "cross_which", _crossings(state), why="black_hack.magic.targets")
    return enter(play, state, id_, who) if way == "enter" else leave(play, state, id_, who)


DEEDS: tuple[Deed[State], ...] = (
    Deed("dismiss", dismiss, DISMISS, shown=lambda state, who: bool(_own(state, who)), group="magic"),
    Deed(
        "end_effect", end_effect, NO_DURATION, by="referee", shown=lambda state, _: bool(state.effects), group="magic"
    ),
    Deed(
        "cross_area",
        cross,
        "black_hack.magic.targets",
        by="referee",
        shown=lambda state, _: bool(_crossings(state)),
        group="magic",
    ),
)
