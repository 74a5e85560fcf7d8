"""Spells that move a creature: Shuffle, Dimensional Portal, Teleport, and the jump of Leap."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.checks.sways import stays
from tallow.games.vanilla.combat.acting import cannot_move, go_deed
from tallow.games.vanilla.combat.tricks import parted
from tallow.games.vanilla.harm.damage import departs, dies
from tallow.games.vanilla.magic.lasting import begin, leave, on
from tallow.games.vanilla.magic.spells import Cast, Working
from tallow.games.vanilla.magic.spells_binding import resists
from tallow.games.vanilla.magic.spells_changing import unwilling
from tallow.games.vanilla.magic.spells_harming import nothing
from tallow.games.vanilla.state import DAY, ROUND, State, alive
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, Stake, rule

PORTAL = 360
KNOWN: Mapping[str, tuple[int, int]] = {"studied": (20, 19), "seen": (6, 5), "pictured": (3, 1)}
"""How well a place is known: the die, and the highest face on which the traveller arrives."""


def anchored(play: Play, state: State, cast: Cast, who: str) -> State:
    """The state with a creature that magic cannot move for a day."""
    return begin(
        play, state, cast.spell.id, "anchored", cast.by, (who,), ends=state.clock + DAY, level=cast.spell.level
    )


def moves(play: Play, state: State, cast: Cast, who: str) -> bool:
    """Whether magic can move a creature: not if anchored or fixed, nor if it Saves where the setting allows it."""
    if not alive(find(state, who)) or on(state, who, "anchored", "fixed"):
        return False
    return not (unwilling(state, cast, who) and resists(play, state, cast, who))


@rule("vanilla.spell.shuffle", "vanilla.setting.unwilling_save")
def shuffle(play: Play, state: State, cast: Cast) -> State:
    """Caster and target swap places; half: the caster lands midway; reversed: neither can be moved for a Round."""
    caster, target = find(state, cast.by), find(state, cast.on[0])
    if cast.opposite:
        ends = state.clock + ROUND
        return begin(play, state, cast.spell.id, "fixed", cast.by, (caster.id, target.id), ends=ends)
    if caster.id == target.id or not moves(play, state, cast, target.id):
        return nothing(play, state, cast)
    if cast.half and state.combat is not None:
        state = put(state, replace(caster, at=(caster.at + target.at) // 2))
    elif not cast.half:
        play.tell("shuffled", caster.name, target.name, why=cast.spell.id)
        state = put(state, replace(caster, at=target.at), replace(target, at=caster.at))
    return parted(parted(state, caster.id), target.id)


def _stays(play: Play, state: State, cast: Cast, who: str) -> State | None:
    """The state if a creature is not moved, by the reversed spell or because it resists; None if it is moved."""
    if cast.opposite:
        return anchored(play, state, cast, who)
    return None if moves(play, state, cast, who) else nothing(play, state, cast)


@rule("vanilla.spell.dimensional_portal", "vanilla.setting.unwilling_save")
def portal(play: Play, state: State, cast: Cast) -> State:
    """Move a creature at once within 360 feet: beside another creature, or as far away as possible."""
    who = cast.on[0]
    if (stays := _stays(play, state, cast, who)) is not None:
        return stays
    one = find(state, who)
    far = PORTAL // 2 if cast.half else PORTAL
    back = -far if any(other.id == who for other in state.party) else far
    others = [other for other in everyone(state) if alive(other) and other.id != who]
    near = [other for other in others if state.combat is not None and abs(other.at - one.at) <= far]
    places: dict[Any, int] = {("beside", other.id): other.at for other in near}
    options: tuple[Any, ...] = (("away", far), *places)
    by = REFEREE if cast.wild else cast.seat
    where = play.choose(by, "portal", options, one.name, why=cast.spell.id)
    at = one.at + back if where[0] == "away" else places[where]
    play.tell("portal", one.name, abs(at - one.at), why=cast.spell.id)
    if state.combat is None:
        return state
    return parted(put(state, replace(one, at=at)), who)


@rule("vanilla.spell.teleport", "vanilla.setting.unwilling_save")
def teleport(play: Play, state: State, cast: Cast) -> State:
    """Move a creature to a known place, or it dies: 1 in 3, 5 in 6 or 19 in 20 arrive, by how well it is known."""
    who = cast.on[0]
    if (stays := _stays(play, state, cast, who)) is not None:
        return stays
    one = find(state, who)
    how = play.choose(REFEREE, "place_known", tuple(KNOWN), one.name, why=cast.spell.id)
    sides, most = KNOWN[how]
    (face,) = play.roll(1, sides, by=cast.seat, why=cast.spell.id, stake=Stake(most, means="arrives", who=who))
    if face > most:
        if cast.half:
            return nothing(play, state, cast)
        play.tell("teleport.lost", one.name, why=cast.spell.id)
        return dies(play, state, who)
    if cast.half:
        (miles,) = play.roll(1, 6, by=cast.seat, why=cast.spell.id)
        play.tell("teleport.off", one.name, miles, why=cast.spell.id)
    else:
        play.tell("teleport", one.name, why=cast.spell.id)
    return departs(play, state, who) if state.combat is not None else state


@rule("vanilla.spell.leap")
def leap(play: Play, state: State, who: str) -> State:
    """Make the spell's one jump: a move that provokes no Free Attacks, also out of a pit if it is high enough."""
    one = find(state, who)
    effect = on(state, who, "leaps")[0]
    ahead = 1 if any(other.id == who for other in state.party) else -1
    steps = range(effect.amount - effect.amount % 5, 0, -5)
    options = tuple([(way, feet) for feet in steps for way in ("on", "back")])
    way, feet = play.choose(one.seat, "leap_where", options, one.name, why=effect.of)
    play.tell("leaps", one.name, feet, why=effect.of)
    state = put(state, replace(one, at=one.at + (ahead if way == "on" else -ahead) * feet, moved=True))
    for pit in on(state, who, "in_pit"):
        state = leave(play, state, pit, who)
    return parted(leave(play, state, effect, who), who)


def _can_leap(state: State, who: str) -> bool:
    return state.combat is not None and bool(on(state, who, "leaps"))


@rule("vanilla.spell.leap", "vanilla.spell.levitate", "vanilla.spell.pit", "vanilla.spell.fly")
def no_leap(state: State, who: str) -> Refusal | None:
    """Why a creature cannot jump: kept on the ground, in the air, or in a pit deeper than the jump is high."""
    one = find(state, who)
    if on(state, who, "pinned", "grounded", "no_leap"):
        return Refusal("pinned", (one.name,), "vanilla.spell.leap")
    code = stays(state, one)
    jump = max([effect.amount for effect in on(state, who, "leaps")], default=0)
    if code and (code != "in_pit" or any(pit.amount > jump for pit in on(state, who, "in_pit"))):
        return Refusal(code, (one.name,), "vanilla.spell.leap")
    return cannot_move(state, who)


DEEDS: tuple[Deed[State], ...] = (
    go_deed("leap", "move", leap, "vanilla.spell.leap", provokes=False, refuse=no_leap, shown=_can_leap, group="magic"),
)

WORKS: Mapping[RuleId, Working] = {
    "vanilla.spell.shuffle": shuffle,
    "vanilla.spell.dimensional_portal": portal,
    "vanilla.spell.teleport": teleport,
}
