"""Harm: damage to Grit and Flesh, the Save vs death, passing out, waking and dying."""

from typing import Literal

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.characters.overcome import noted
from tallow.games.vanilla.checks.saves import save
from tallow.games.vanilla.entries import callings
from tallow.games.vanilla.gear.light import fallen
from tallow.games.vanilla.harm import aftereffects
from tallow.games.vanilla.state import MARKS, Creature, State, alive
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import REFEREE, Play, RuleId, rule

DEATH: RuleId = "vanilla.damage.death_save"
OUT: RuleId = "vanilla.damage.pass_out"
WAKE: RuleId = "vanilla.damage.wake"
FINISH: RuleId = "vanilla.damage.finish"


@rule(
    "vanilla.damage.grit_first",
    "vanilla.damage.flesh_after",
    "vanilla.damage.overflow",
    "vanilla.damage.floor",
    "vanilla.damage.direct",
    "vanilla.setting.grit_overflow",
)
def soak(grit: int, flesh: int, amount: int, direct: bool, overflow: Literal["absorb", "carry"]) -> tuple[int, int]:
    """Grit and Flesh after damage: any Grit stops all of it, or with `overflow` the rest goes on to Flesh."""
    if direct or grit <= 0:
        return grit, max(0, flesh - amount)
    if overflow == "absorb":
        return max(0, grit - amount), flesh
    return max(0, grit - amount), max(0, flesh - max(0, amount - grit))


@rule("vanilla.damage.each_hit", "vanilla.damage.minimum", "vanilla.damage.while_out", "vanilla.magic.damaged")
def damage(play: Play, state: State, who: str, amount: int, why: RuleId, *, direct: bool = False) -> State:
    """Deal one amount of damage, including the Save vs death; 0 is no damage at all."""
    one = find(state, who)
    if amount <= 0 or not alive(one):
        return state
    grit, flesh = soak(one.grit, one.flesh, amount, direct, state.settings.grit_overflow)
    lost = one.flesh - flesh
    play.tell("damage.flesh" if lost else "damage.grit", one.name, amount, why=why)
    combat = state.combat
    hurt = one.hurt
    if combat is not None:
        hurt = hurt or combat.turn != who
        if combat.turn == who and not combat.stung:
            state = replace(state, combat=replace(combat, stung=True))
    state = put(state, replace(one, grit=grit, flesh=flesh, hurt=hurt))
    due = has(one, "out") or (flesh == 0 and (lost > 0 or one.flesh == 0))
    if due and _puts_off(state, one):
        due = False
    if due:
        state = at_zero(play, state, who)
    return aftereffects.harmed(play, state, who) if alive(find(state, who)) else state


@rule("vanilla.setting.death_save_when")
def _puts_off(state: State, one: Creature) -> bool:
    """Whether a creature that falls to 0 Flesh now stays up until its next damage."""
    late = state.settings.death_save_when == "next_damage"
    return late and one.flesh > 0 and not has(one, "out") and saves_vs_death(state, one)


@rule("vanilla.damage.enemies_at_zero", "vanilla.setting.enemy_death_save")
def saves_vs_death(state: State, one: Creature) -> bool:
    """Whether a creature makes a Save vs death at 0 Flesh: characters and Helpers, enemies by the setting."""
    if one.kind != "enemy" or state.settings.enemy_death_save == "all":
        return True
    return state.settings.enemy_death_save == "named" and named(one)


def named(one: Creature) -> bool:
    """Whether an enemy is an individual: a leader with a class, or one that the GM has named."""
    return "named" in one.traits or one.of in callings()


@rule("vanilla.damage.death_save", "vanilla.damage.death", "vanilla.damage.while_out")
def at_zero(play: Play, state: State, who: str, bonus: int = 0) -> State:
    """At 0 Flesh: a Save vs death, or death at once for an ordinary enemy. Passed, one is out, or stays so."""
    one = find(state, who)
    if not saves_vs_death(state, one) or not save(play, state, who, "death", DEATH, bonus=bonus):
        return dies(play, state, who)
    return state if has(one, "out") else passes_out(play, state, who)


@rule("vanilla.damage.pass_out", "vanilla.damage.out_state")
def passes_out(play: Play, state: State, who: str) -> State:
    """A creature passes out for 1d6 Rounds: it drops what it holds, releases its grips, and is unaware."""
    one = find(state, who)
    (rounds,) = play.roll(1, 6, by=one.seat, why=OUT)
    play.tell("out", one.name, rounds, why=OUT)
    one = gain(shed(one, "held", "prone", "fleeing"), "out", "unaware")
    state = put(state, replace(one, wakes=state.clock + rounds))
    return aftereffects.fallen(play, _let_go(empty_hands(state, who), who), who)


def empty_hands(state: State, who: str) -> State:
    """The state with the things in a creature's hands on the ground."""
    one = find(state, who)
    held = [item for item in one.items if item.place == "hands"]
    if not held:
        return state
    dropped = [item for thing in held for item in fallen(thing, one.at)]
    left = tuple([item for item in one.items if item.place != "hands"])
    return replace(put(state, replace(one, items=left)), ground=(*state.ground, *dropped))


def _let_go(state: State, who: str) -> State:
    """The state without a creature's grapples and feints."""
    grip = MARKS.mark("grappled", who)
    for other in everyone(state):
        if grip in other.marks:
            state = put(state, released(other, who))
    combat = state.combat
    if combat is not None and (combat.feints or combat.new_feints):
        feints = tuple([pair for pair in combat.feints if pair[0] != who])
        new = tuple([pair for pair in combat.new_feints if pair[0] != who])
        state = replace(state, combat=replace(combat, feints=feints, new_feints=new))
    return state


@rule("vanilla.combat.end", "vanilla.trick.grapple", "vanilla.monster.latch")
def departs(play: Play, state: State, who: str) -> State:
    """A creature leaves a fight: whatever it held, or was held by, is released."""
    state = put(state, gain(shed(find(state, who), "fleeing"), "fled"))
    return aftereffects.fallen(play, _let_go(state, who), who)


def released(one: Creature, by: str) -> Creature:
    """The creature no longer held by another; still held if others hold it."""
    marks = tuple([mark for mark in one.marks if mark != MARKS.mark("grappled", by)])
    one = replace(one, marks=marks)
    return one if MARKS.any(marks, "grappled") else shed(one, "held")


@rule("vanilla.damage.death", "vanilla.monster.morale", "vanilla.xp.monsters")
def dies(play: Play, state: State, who: str) -> State:
    """A creature dies. In a fight a foe counts for morale, and for XP once the fight is over; else for XP at once."""
    one = find(state, who)
    play.tell("dies", one.name, why="vanilla.damage.death")
    state = put(state, gain(shed(one, "out", "held", "prone", "unaware", "fleeing"), "dead"))
    if side_of(state, who) == "foes":
        combat = state.combat
        lost = replace(combat, lost=combat.lost + 1) if combat is not None else None
        state = replace(state, combat=lost) if lost is not None else noted(state, one)
    return aftereffects.fallen(play, _let_go(state, who), who)


@rule("vanilla.damage.wake", "vanilla.time.round")
def wake(play: Play, state: State) -> State:
    """Wake those whose Rounds of being out are over, with exactly 1 Flesh."""
    for one in everyone(state):
        if one.conditions and has(one, "out") and alive(one) and one.wakes <= state.clock:
            play.tell("wakes", one.name, why=WAKE)
            state = put(state, replace(shed(one, "out", "unaware"), flesh=1, wakes=0))
    return state


@rule("vanilla.heal.blocked", "vanilla.damage.wake")
def wounded(one: Creature) -> bool:
    """Whether lost Flesh prevents a creature from regaining Grit."""
    return one.flesh < one.flesh_max


@rule("vanilla.heal.blocked", "vanilla.heal.rest")
def regain(one: Creature, grit: int) -> Creature:
    """The creature with Grit regained, up to its maximum; none if it is wounded."""
    return one if wounded(one) or has(one, "mummy_rot") else replace(one, grit=min(one.grit_max, one.grit + grit))


@rule("vanilla.damage.finish")
def finish_off(play: Play, state: State, who: str) -> State:
    """Kill somebody who is out without a roll, if the GM agrees that nothing prevents it."""
    one = find(state, who)
    target = play.choose(one.seat, "finish_whom", _helpless(state), one.name, why=FINISH)
    if play.choose(REFEREE, "let_kill", ("yes", "no"), one.name, find(state, target).name, why=FINISH) == "no":
        return state
    return dies(play, state, target)


def _helpless(state: State) -> tuple[str, ...]:
    return tuple([foe.id for foe in state.foes if alive(foe) and (has(foe, "out") or has(foe, "asleep"))])


def _can_finish(state: State, who: str) -> bool:
    return state.combat is None and bool(_helpless(state)) and alive(find(state, who))


def _out(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    return Refusal("out", (one.name,), OUT) if has(one, "out") else None


DEEDS: tuple[Deed[State], ...] = (
    Deed("finish_off", finish_off, FINISH, shown=_can_finish, refuse=_out, group="combat", rank=1),
)
