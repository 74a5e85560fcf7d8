"""Afflictions: the effects of monsters' powers and Critical Wounds, one function for each kind of step."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from tallow.games.modified_cairn.characters.boons import safe_from_poison, selfless, uncharmed, without_fear
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.checks.tables import total
from tallow.games.modified_cairn.combat.bands import step as shift
from tallow.games.modified_cairn.folk import Step
from tallow.games.modified_cairn.gear.materials import metal_armour
from tallow.games.modified_cairn.goods import relics
from tallow.games.modified_cairn.harm.conditions import deprive, expose
from tallow.games.modified_cairn.harm.damage import suffer
from tallow.games.modified_cairn.harm.scars import one_handed
from tallow.games.modified_cairn.magic.effects import STONE_IN, begin, killed
from tallow.games.modified_cairn.monsters.traits import proof
from tallow.games.modified_cairn.state import (
    DAY,
    FIELD,
    HOUR,
    MINUTE,
    ROUND,
    Creature,
    Effect,
    Quality,
    Scar,
    State,
    alive,
    gain,
    quality,
    quality_max,
)
from tallow.mechanics.tables import entry_of
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

SECONDS = {"r": ROUND, "m": MINUTE, "h": HOUR, "d": DAY}
MIND = {"asleep": "sleep", "charmed": "charm", "peaceful": "charm", "held": "mind", "possessed": "mind"}
"""The kind of immunity that protects against each state."""


@rule("modified_cairn.hurt.critical_effects", "modified_cairn.enemy.open_details")
def afflict(play: Play, state: State, who: str, by: str, steps: Sequence[Step], why: RuleId, *, lost: int = 0) -> State:
    """Apply all steps of a power or a Critical Wound to a creature; `lost`: the VIG that the blow took."""
    for step in steps:
        victim = find(state, who)
        if not alive(victim) and step.does not in ("rises", "feeds"):
            continue
        if step.resist and save(play, victim, step.resist, why):
            return state
        state = _STEPS[step.does](play, state, victim, by, step, why, lost)
    return state


def _lose(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    """The victim loses dice of a Quality, past Armor and Guard; some permanently, some doubled in metal armour."""
    amount = total(play, step.dice, find(state, by).seat if by else REFEREE, why)
    if step.doubled and _in_metal(victim):
        amount *= 2
    state = suffer(play, state, victim.id, step.quality, amount, why)
    return put(state, for_good(play, find(state, victim.id), step.quality, amount, why)) if step.permanent else state


def _in_metal(creature: Creature) -> bool:
    worn = [item for item in creature.items if item.kind in ("armour", "extra") and item.place == "body"]
    return any(metal_armour(item) for item in worn) or (creature.armor >= 2 and not creature.items)


def for_good(play: Play, creature: Creature, which: Quality, amount: int, why: RuleId) -> Creature:
    """The creature with the maximum of a Quality reduced permanently."""
    if amount <= 0 or not alive(creature):
        return creature
    play.tell("affliction.for_good", creature.name, which, amount, why=why)
    most = max(quality(creature, which), quality_max(creature, which) - amount)
    return replace(creature, **{f"{FIELD[which]}_max": most})


def _for_good(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    return put(state, for_good(play, victim, "VIG", lost, why))


def _dies(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    """The victim has less time to live, or dies slowly unless cured."""
    seconds = lasting(play, step.lasts, why)
    if seconds <= HOUR:
        sooner = min(victim.dies_at or state.clock + seconds, state.clock + seconds)
        play.tell("affliction.dies", victim.name, max(1, seconds // MINUTE), why=why)
        return put(state, replace(victim, dies_at=sooner))
    play.tell("affliction.doomed", victim.name, seconds // HOUR, why=why)
    return begin(state, Effect("", why, by, (victim.id,), state.clock + seconds, does="doom"))


def _dead(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    return put(state, killed(play, victim, why))


def _deprived(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    if proof(victim, "poison", "disease") or safe_from_poison(victim):
        return state
    if any(source == why for source, _ in victim.deprived):
        return state
    state = put(state, deprive(play, victim, why, state.clock))
    ends = state.clock + lasting(play, step.lasts, why) if step.lasts else state.clock + DAY if step.save else 0
    return begin(state, Effect("", why, by, (victim.id,), ends, step.save, "deprived"))


def _hold(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    """The victim is in a state: for a time, until a Save at the end of a turn, or until something ends it.

    Rounds are counted by the victim's own turns in a fight, and by the clock outside of one.
    """
    charm = MIND.get(step.state) == "charm"
    guarded = (charm and uncharmed(victim)) or (step.state == "poisoned" and safe_from_poison(victim))
    if guarded or (step.state in MIND and (proof(victim, MIND[step.state]) or selfless(victim))):
        play.tell("trait.immune", victim.name, why=entry_of(why))
        return state
    rounds = in_rounds(step.lasts) if state.combat else 0
    ends = state.clock + lasting(play, step.lasts, entry_of(why)) if step.lasts and not rounds else 0
    play.tell("affliction.hold", victim.name, step.state, step.until, why=entry_of(why))
    state = put(state, gain(victim, step.state))
    effect = Effect("", why, by, (victim.id,), ends, "" if rounds else step.save, "hold", step.state, rounds=rounds)
    return begin(state, effect)


def _each(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    play.tell("affliction.each", victim.name, step.dice, step.until, why=why)
    return begin(state, Effect("", why, by, (victim.id,), does="each", dice=step.dice))


def _stone(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    """The victim turns to stone within three rounds, unless a Save each turn ends it."""
    play.tell("affliction.stiffens", victim.name, 1, STONE_IN, why=why)
    return begin(state, Effect("", why, by, (victim.id,), save=step.save, does="stone", steps=1))


def _push(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    if step.resist == "SPI" and without_fear(state, victim):
        play.tell("trait.immune", victim.name, why=why)
        return state
    return shift(play, state, victim.id, by, False, step.bands) if state.combat and by else state


def _armour(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    """The victim's armour of this kind is ruined, or, if not metal, loses 1 Armor; without it VIG is lost for good."""
    worn = [item for item in victim.items if item.kind in ("armour", "extra", "shield") and item.armor]
    if step.state == "nonmetal":
        worn = [item for item in worn if not metal_armour(item)][:1]
        if not worn:
            return put(state, for_good(play, victim, "VIG", lost, why))
    elif step.state == "metal":
        worn = [item for item in worn if metal_armour(item)]
    elif step.state == "mundane":
        worn = [item for item in worn if "magic" not in item.qualities and item.ref not in relics()]
    for item in worn:
        play.tell("affliction.armour", victim.name, item.name, why=why)
        left = replace(item, armor=item.armor - 1 if step.state == "nonmetal" else 0)
        kept = tuple(left if one.id == item.id else one for one in victim.items)
        victim = replace(victim, items=tuple(one for one in kept if one.id != item.id or left.armor))
    return put(state, victim)


def _rusts(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    """The GM says which thing with dice or Armor, in hand or on the Body, is of metal and ruined."""
    things = [item for item in victim.items if item.place in ("hands", "body") and (item.dice or item.armor)]
    if not things:
        return state
    which = play.choose(REFEREE, "rusts", tuple(item.id for item in things), victim.name, why=why)
    play.tell("affliction.rusts", victim.name, next(i.name for i in things if i.id == which), why=why)
    return put(state, replace(victim, items=tuple(item for item in victim.items if item.id != which)))


def _part(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    """Roll a d6 for the part that is lost: the head, which is death, a leg or an arm."""
    (face,) = play.roll(1, 6, by=REFEREE, why=why)
    part = "head" if face == 1 else "leg" if face <= 4 else "arm"
    play.tell("affliction.part", victim.name, part, why=why)
    if part == "head":
        return _dead(play, state, victim, by, step, why, lost)
    torn = Scar(why, part, since=state.clock)
    return put(state, one_handed(play, replace(victim, scars=(*victim.scars, torn)), why))


def _limb(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    """A limb is broken, with the effects of that Scar until it has healed."""
    part = play.choose(REFEREE, "limb", ("arm", "leg"), victim.name, why=why)
    play.tell("affliction.limb", victim.name, part, why=why)
    broken = Scar(why, part.capitalize(), open=True, since=state.clock)
    return put(state, one_handed(play, replace(victim, scars=(*victim.scars, broken)), why))


def _feeds(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    """The monster regains all its VIG."""
    eater = find(state, by)
    play.tell("affliction.feeds", eater.name, why=why)
    return put(state, replace(eater, vigour=eater.vigour_max))


def _rises(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    """If the victim is dead or doomed by this, or has no SPI left, the table is told as what it will rise."""
    if alive(victim) and victim.spirit > 0 and not any(e.does == "doom" and e.of == why for e in state.effects):
        return state
    play.tell("affliction.rises", victim.name, step.state, why=why)
    return state


def _festers(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    """The victim's VIG is not restored until the wound is treated."""
    play.tell("affliction.festers", victim.name, step.until, why=why)
    state = put(state, gain(victim, "festering"))
    return begin(state, Effect("", why, by, (victim.id,), does="hold", state="festering"))


def _exposed(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    state = put(state, expose(play, victim, why))
    return begin(state, Effect("", why, by, (victim.id,), save=step.save, does="exposed"))


def _judged(play: Play, state: State, victim: Creature, by: str, step: Step, why: RuleId, lost: int) -> State:
    """An effect without numbers: the table sees the entry's words, and the GM applies them."""
    play.tell("affliction.judged", victim.name, why, why=why)
    return state


_STEPS: dict[str, Callable[[Play, State, Creature, str, Step, RuleId, int], State]] = {
    "lose": _lose,
    "for_good": _for_good,
    "dies": _dies,
    "dead": _dead,
    "deprived": _deprived,
    "hold": _hold,
    "each": _each,
    "stone": _stone,
    "push": _push,
    "armour": _armour,
    "rusts": _rusts,
    "part": _part,
    "limb": _limb,
    "feeds": _feeds,
    "rises": _rises,
    "festers": _festers,
    "exposed": _exposed,
    "judged": _judged,
}


def in_rounds(lasts: str) -> int:
    """The rounds of a time that is counted in rounds, such as `2r`; 0 of any other."""
    return int(lasts[:-1]) if lasts.endswith("r") else 0


def in_rolled_hours(lasts: str) -> bool:
    """Whether a time is a number of hours that is rolled, such as `1d6h`."""
    return lasts.endswith("h") and "d" in lasts


def lasting(play: Play, lasts: str, why: RuleId) -> int:
    """The seconds of a time such as `2r`, `10m`, `1d6h` or `1d4d`, rolled if it has dice."""
    return total(play, lasts[:-1], REFEREE, why) * SECONDS[lasts[-1]]
