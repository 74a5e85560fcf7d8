"""Using spells that continue: rising and sinking, directing swarms, moving things, cutting thorns; ending them."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.checks.saves import save
from tallow.games.vanilla.checks.sways import nature
from tallow.games.vanilla.combat.acting import cannot_move, go_deed
from tallow.games.vanilla.combat.free_attacks import provoke
from tallow.games.vanilla.gear.weapons import is_melee
from tallow.games.vanilla.harm.damage import damage
from tallow.games.vanilla.magic.effects import ACROSS, PLAGUE, swarmed
from tallow.games.vanilla.magic.lasting import effect_of, finish, leave, on
from tallow.games.vanilla.magic.spells_calling import TELEKINESIS, by_thought, thought_of
from tallow.games.vanilla.magic.spells_changing import dispelled
from tallow.games.vanilla.referee.controls import by_word
from tallow.games.vanilla.state import Effect, State, able, alive, opponents
from tallow.games.vanilla.world.time import set_about
from tallow.games.vanilla.world.turns import busy, exploring
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import REFEREE, Play, RuleId, rule

FLY: RuleId = "vanilla.spell.fly"
GROWTH: RuleId = "vanilla.spell.plant_growth"
LASTS: RuleId = "vanilla.spell.durations"
FORCE: RuleId = "vanilla.spell.phantasmal_force"
PHANTOM = "phantom"
UP = {"afoot": "aloft", "flying": "soaring"}
DOWN = {"aloft": "afoot", "soaring": "flying"}
"""The mode of Levitate or Fly after sinking, by the mode before; `UP` has that after rising."""


def kept_by(state: State, who: str, mode: str) -> tuple[Effect, ...]:
    """The effects of this mode that a creature itself has cast."""
    return tuple([effect for effect in state.effects if effect.by == who and effect.mode == mode])


def changed(state: State, effect: Effect) -> State:
    """The state with this effect replacing the one of the same id."""
    return replace(state, effects=tuple([effect if other.id == effect.id else other for other in state.effects]))


@rule("vanilla.spell.levitate", "vanilla.spell.fly")
def rise(play: Play, state: State, who: str) -> State:
    """Leave the ground, out of melee reach of all who cannot fly; a move, which in melee counts as moving away."""
    effect = on(state, who, *UP)[0]
    play.tell("rises_up", find(state, who).name, why=effect.of)
    state = put(state, replace(find(state, who), moved=True))
    return changed(state, replace(effect, mode=UP[effect.mode]))


@rule("vanilla.spell.levitate", "vanilla.spell.fly")
def sink(play: Play, state: State, who: str) -> State:
    """Return to the ground, as a move."""
    effect = on(state, who, *DOWN)[0]
    play.tell("sinks", find(state, who).name, why=effect.of)
    state = put(state, replace(find(state, who), moved=True))
    return changed(state, replace(effect, mode=DOWN[effect.mode]))


def _below(state: State, who: str) -> bool:
    return state.combat is not None and bool(on(state, who, *UP))


def _above(state: State, who: str) -> bool:
    return state.combat is not None and bool(on(state, who, *DOWN))


@rule("vanilla.spell.levitate", "vanilla.spell.fly")
def _no_rise(state: State, who: str) -> Refusal | None:
    """Why a creature cannot leave the ground."""
    one = find(state, who)
    if on(state, who, "pinned", "grounded"):
        return Refusal("pinned", (one.name,), FLY)
    return Refusal("in_pit", (one.name,), FLY) if on(state, who, "in_pit") else cannot_move(state, who)


@rule("vanilla.spell.insect_plague")
def send_swarm(play: Play, state: State, who: str) -> State:
    """Direct a swarm, once a Round and as far as a walker; creatures that it reaches may flee."""
    swarm = _swarms(state, who)[0]
    one, speed = find(state, who), state.settings.speed_ft
    there = [other for other in everyone(state) if alive(other) and other.at != swarm.at]
    there.sort(key=lambda other: (side_of(state, other.id) == side_of(state, who), abs(other.at - swarm.at)))
    target = find(state, play.choose(one.seat, "swarm_where", tuple([o.id for o in there]), one.name, why=PLAGUE))
    way = min(speed, abs(target.at - swarm.at))
    at = swarm.at + (way if target.at > swarm.at else -way)
    play.tell("swarm", one.name, target.name, way, why=PLAGUE)
    state = changed(state, replace(swarm, at=at, amount=state.clock))
    for other in everyone(state):
        if alive(other) and abs(other.at - at) <= ACROSS:
            state = swarmed(play, state, other.id)
    return state


def _swarms(state: State, who: str) -> tuple[Effect, ...]:
    """The swarms that a creature can still direct in this Round."""
    return tuple([swarm for swarm in kept_by(state, who, "plague") if swarm.amount != state.clock])


def _sends(state: State, who: str) -> bool:
    swarms = _swarms(state, who) if state.combat is not None else ()
    return bool(swarms) and any(alive(other) and other.at != swarms[0].at for other in everyone(state))


@rule("vanilla.spell.telekinesis", "vanilla.free.trigger")
def move_things(play: Play, state: State, who: str) -> State:
    """Move things by thought again, as the action: hurling one is an attack, all else provokes Free Attacks."""
    how, whom = thought_of(play, state, who, find(state, who).seat)
    if how != "hurl" and state.combat is not None:
        state = provoke(play, state, who)
    return by_thought(play, state, who, how, whom) if able(find(state, who)) else state


def _moves_things(state: State, who: str) -> bool:
    return bool(kept_by(state, who, "telekinesis"))


@rule("vanilla.spell.phantasmal_force", "vanilla.setting.range_nearby_ft")
def send_phantom(play: Play, state: State, who: str) -> State:
    """Let an illusion attack somebody who believes in it: Save, or 1d6 damage that leaves at least 1 Flesh.

    Whoever Saves sees through it and touches it, and it is gone.
    """
    one, phantom = find(state, who), kept_by(state, who, PHANTOM)[0]
    whom = play.choose(one.seat, "phantom_whom", _believers(state, who), one.name, why=FORCE)
    play.tell("phantom", one.name, find(state, whom).name, why=FORCE)
    if save(play, state, whom, "magic", FORCE):
        return finish(play, state, phantom.id)
    target = find(state, whom)
    points = min(rolled(play, "1d6", one.seat, FORCE), target.grit + target.flesh - 1)
    return damage(play, state, whom, points, FORCE)


def _believers(state: State, who: str) -> tuple[str, ...]:
    """The opponents who see an illusion of this caster, and have a mind for it."""
    at = kept_by(state, who, PHANTOM)[0].at
    near = [foe for foe in opponents(state, who) if abs(foe.at - at) <= state.settings.range_nearby_ft]
    minded = [foe for foe in near if (kind := nature(foe)) is None or kind.mind != "mindless"]
    return tuple([foe.id for foe in minded if able(foe)])


def has_phantom(state: State, who: str) -> bool:
    """Whether a creature directs an illusion in a fight, before somebody who may believe in it."""
    return (
        state.combat is not None
        and bool(state.effects)
        and bool(kept_by(state, who, PHANTOM))
        and bool(_believers(state, who))
    )


@rule("vanilla.spell.plant_growth")
def cut_out(play: Play, state: State, who: str) -> State:
    """Cut somebody out of thorns with a blade, which takes a Turn; fire clears all thorns."""
    one = find(state, who)
    whom = play.choose(one.seat, "cut_out_whom", _rooted(state), one.name, why=GROWTH)
    effect = on(state, whom, "rooted")[0]
    play.tell("cut_out", one.name, find(state, whom).name, why=GROWTH)
    burns = any(item.lit for item in one.items)
    state = finish(play, state, effect.id) if burns else leave(play, state, effect, whom)
    return set_about(play, state, who, "cut_out")


def _rooted(state: State) -> tuple[str, ...]:
    return tuple([one.id for one in state.party if alive(one) and on(state, one.id, "rooted")])


def _thorns(state: State, who: str) -> bool:
    return exploring(state, who) and bool(_rooted(state))


def _no_cutting(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    blades = [item for item in one.items if is_melee(item)]
    if not blades and not any(item.lit for item in one.items):
        return Refusal("no_blade", (one.name,), GROWTH)
    return busy(state, who)


@rule("vanilla.spell.durations", "vanilla.spell.phantasmal_force", "vanilla.spell.hallucinatory_terrain")
def end_effect(play: Play, state: State, _: str) -> State:
    """The GM ends an effect: an illusion was touched, or for another reason."""
    which = play.choose(REFEREE, "end_which", tuple([effect.id for effect in state.effects]), why=LASTS)
    return dispelled(play, state, effect_of(state, which))


DEEDS: tuple[Deed[State], ...] = (
    go_deed("rise", "move", rise, FLY, refuse=_no_rise, shown=_below, group="magic"),
    go_deed("sink", "move", sink, FLY, refuse=cannot_move, shown=_above, group="magic"),
    go_deed("send_swarm", "", send_swarm, PLAGUE, provokes=False, shown=_sends, group="magic"),
    go_deed("send_phantom", "action", send_phantom, FORCE, shown=has_phantom, group="magic"),
    go_deed(
        "move_things",
        "action",
        move_things,
        TELEKINESIS,
        provokes=False,
        shown=_moves_things,
        outside=True,
        group="magic",
    ),
    Deed("cut_out", cut_out, GROWTH, cost="turn", shown=_thorns, refuse=_no_cutting, group="magic"),
    Deed(
        "end_effect",
        by_word(end_effect),
        LASTS,
        by="referee",
        shown=lambda state, _: bool(state.effects),
        group="magic",
    ),
)
