"""Scars: the effect of losing exactly all Guard, what a Scar gains at once or when healed, and Doom."""

from typing import cast

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.checks.tables import look, total
from tallow.games.modified_cairn.entries import Scar as Row
from tallow.games.modified_cairn.entries import scars
from tallow.games.modified_cairn.gear.slots import filled, room, settle, slots
from tallow.games.modified_cairn.harm.conditions import deprive, relieve
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import (
    DAY,
    FIELD,
    HOUR,
    Creature,
    Item,
    Quality,
    Scar,
    State,
    alive,
    gain,
    has,
    quality,
    quality_max,
    shed,
)
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

PREFIX = "modified_cairn.scar."
WALLOPED: RuleId = f"{PREFIX}walloped"
MORTAL: RuleId = f"{PREFIX}mortal_wound"
DOOMED: RuleId = f"{PREFIX}doomed"
DEAFENED: RuleId = f"{PREFIX}deafened"
HIGHEST = 18
"""The most that the maximum of a Quality rises to."""
PARTS = ("hand", "arm", "foot", "leg", "eye", "ear", "nose", "other")
STATES = {f"{PREFIX}hamstrung": "hamstrung", DEAFENED: "deafened"}
MENDS = {
    "hours": (WALLOPED,),
    "night": (WALLOPED, MORTAL),
    "week": (WALLOPED, MORTAL, f"{PREFIX}broken_limb", f"{PREFIX}disease", f"{PREFIX}hamstrung"),
}
"""Which Scars each kind of rest ends; a week also ends what a monster has broken."""


@rule(
    "modified_cairn.scar.trigger",
    "modified_cairn.scar.row",
    "modified_cairn.scar.repeat",
    "modified_cairn.scar.deferred",
    "modified_cairn.table.scars",
)
def scar(play: Play, creature: Creature, lost: int, settings: Settings, clock: int) -> Creature:
    """The creature with the Scar for losing this much Guard, down to 0: its effects now, and those still to come."""
    row = scars()[min(max(lost, 1), 12)]
    play.tell("scar", creature.name, row.id, why=row.id)
    part = _part(play, creature, row)
    waits = row.when != "now" or row.id == DEAFENED
    creature = replace(creature, scars=(*creature.scars, Scar(row.id, part, waits, clock)))
    creature = _stricken(play, creature, row, clock)
    return gained(play, creature, row, part, settings) if row.when == "now" else creature


@rule(
    "modified_cairn.table.scar_location",
    "modified_cairn.table.broken_bone",
    "modified_cairn.table.head_wound_quality",
    "modified_cairn.action.ref_scar_part",
)
def _part(play: Play, creature: Creature, row: Row) -> str:
    """Where a Scar struck: rolled on its table, or for Sundered chosen by the GM; "" if it does not matter."""
    if row.sub_table:
        part = look(play, row.sub_table, creature.seat).name
        play.tell("scar.part", creature.name, part, why=row.sub_table)
        return part
    if row.id == f"{PREFIX}sundered":
        why: RuleId = "modified_cairn.action.ref_scar_part"
        part = play.choose(REFEREE, "sundered", PARTS, creature.name, why=why)
        play.tell("scar.part", creature.name, part, why=row.id)
        return part
    return ""


@rule(
    "modified_cairn.scar.walloped",
    "modified_cairn.scar.broken_limb",
    "modified_cairn.scar.disease",
    "modified_cairn.scar.hamstrung",
    "modified_cairn.scar.deafened",
    "modified_cairn.scar.sundered",
    "modified_cairn.scar.mortal_wound",
    "modified_cairn.scar.doomed",
    "modified_cairn.state.hamstrung",
    "modified_cairn.state.deafened",
    "modified_cairn.state.out_of_action",
    "modified_cairn.state.mortally_wounded",
)
def _stricken(play: Play, creature: Creature, row: Row, clock: int) -> Creature:
    """The creature with what a Scar does until healed: Deprived, out of action, dying, Hamstrung, deaf, a hand less."""
    if row.condition == "Deprived":
        creature = deprive(play, creature, row.id, clock)
    if row.id in STATES:
        creature = gain(creature, STATES[row.id])
    if row.out_of_action:
        creature = gain(creature, "out_of_action")
    if row.id == MORTAL:
        creature = replace(gain(creature, "mortally_wounded"), dies_at=clock + HOUR)
    return one_handed(play, creature, row.id)


def one_handed(play: Play, creature: Creature, why: RuleId) -> Creature:
    """Move what no longer fits into the hands elsewhere; the player chooses what."""
    while filled(creature, "hands") > room(creature, "hands"):
        held = _let_fall(play, creature, why)
        if held is None:
            at = creature.strain.index("hands")
            strain = (*creature.strain[:at], "overflow", *creature.strain[at + 1 :])
            return settle(replace(creature, strain=strain))
        items = tuple([replace(item, place="overflow", lit=False) if item is held else item for item in creature.items])
        play.tell("hand_lost", creature.name, held.name, why=why)
        creature = settle(replace(creature, items=items))
    return creature


def _let_fall(play: Play, creature: Creature, why: RuleId) -> Item | None:
    """The thing that a player lets go of; None if only Strain fills the hands."""
    held = [item for item in creature.items if item.place == "hands" and slots(item)]
    if not held:
        return None
    options = tuple([item.id for item in reversed(held)])
    which = play.choose(creature.seat, "hand_lost_what", options, creature.name, why=why)
    return next(item for item in held if item.id == which)


@rule(
    "modified_cairn.scar.broken_limb",
    "modified_cairn.scar.hamstrung",
    "modified_cairn.scar.sundered",
    "modified_cairn.state.hamstrung",
    "modified_cairn.mount.riding",
)
def lame(creature: Creature) -> bool:
    """Whether moving even one band takes the Action: on foot and Hamstrung, with a broken leg or without one."""
    if creature.mounted:
        return False
    broken = any(scar.open and scar.part == "Leg" for scar in creature.scars)
    return broken or has(creature, "hamstrung") or any(scar.part in ("leg", "foot") for scar in creature.scars)


@rule(
    "modified_cairn.scar.take_new",
    "modified_cairn.scar.lasting_scar",
    "modified_cairn.scar.rattling_blow",
    "modified_cairn.scar.head_wound",
    "modified_cairn.scar.rebrained",
)
def gained(play: Play, creature: Creature, row: Row, part: str, settings: Settings) -> Creature:
    """Roll what a Scar gains, after a Save if it asks for one; only improvements apply, except for row 11."""
    if row.mode == "save_then_add" and not save(play, creature, cast(Quality, row.save), row.id):
        return creature
    rolled = total(play, row.roll, creature.seat, row.id)
    if row.raises == "max_gd":
        return _guard(play, creature, row, rolled)
    if row.raises == "quality":
        return _head_wound(play, creature, row, cast(Quality, part), rolled, settings)
    which: Quality = "CLA" if row.raises == "max_cla" else "SPI"
    new = quality_max(creature, which) + rolled if row.mode == "save_then_add" else rolled
    if new <= quality_max(creature, which):
        return _nothing(play, creature, row)
    creature = raised(creature, which, new, settings)
    play.tell("scar.max", creature.name, which, quality_max(creature, which), why=row.id)
    return creature


def _nothing(play: Play, creature: Creature, row: Row) -> Creature:
    play.tell("scar.no_gain", creature.name, row.id, why=row.id)
    return creature


@rule(
    "modified_cairn.guard.max_can_rise",
    "modified_cairn.guard.max_change",
    "modified_cairn.scar.take_new",
    "modified_cairn.scar.walloped",
    "modified_cairn.scar.mortal_wound",
)
def _guard(play: Play, creature: Creature, row: Row, rolled: int) -> Creature:
    """Apply a roll for max Guard: added to it, replacing it, or taken if higher."""
    new = creature.guard_max + rolled if row.mode == "add" else rolled
    if row.mode == "replace_if_higher" and new <= creature.guard_max:
        return _nothing(play, creature, row)
    play.tell("scar.max", creature.name, "GD", new, why=row.id)
    return with_guard_max(creature, new)


@rule("modified_cairn.guard.max_change")
def with_guard_max(creature: Creature, most: int) -> Creature:
    """The creature with another max Guard; current Guard is lowered to it if above."""
    return replace(creature, guard_max=most, guard=min(creature.guard, most))


@rule("modified_cairn.quality.max_rises", "modified_cairn.quality.range", "modified_cairn.setting.raised_quality")
def raised(creature: Creature, which: Quality, most: int, settings: Settings) -> Creature:
    """The creature with a higher maximum of a Quality, at most 18; the score rises as much, or to the maximum."""
    old = quality_max(creature, which)
    most = max(old, min(most, HIGHEST))
    score = most if settings.raised_quality == "refill" else quality(creature, which) + most - old
    return replace(creature, **{FIELD[which]: score, f"{FIELD[which]}_max": most})


@rule("modified_cairn.scar.head_wound", "modified_cairn.setting.head_wound_compare")
def _head_wound(play: Play, creature: Creature, row: Row, which: Quality, rolled: int, settings: Settings) -> Creature:
    """Apply a head wound's roll: if above the score it replaces it, and the maximum too if above that."""
    if settings.head_wound_compare == "max":
        if rolled <= quality_max(creature, which):
            return _nothing(play, creature, row)
        play.tell("scar.max", creature.name, which, rolled, why=row.id)
        return raised(creature, which, rolled, settings)
    if rolled <= quality(creature, which):
        return _nothing(play, creature, row)
    play.tell("scar.score", creature.name, which, rolled, why=row.id)
    most = max(quality_max(creature, which), rolled)
    return replace(creature, **{FIELD[which]: rolled, f"{FIELD[which]}_max": most})


@rule("modified_cairn.scar.deferred", "modified_cairn.action.ref_scar_recovered")
def recover(play: Play, creature: Creature, at: int, settings: Settings) -> Creature:
    """Heal an open Scar: its effects end unless another Scar causes them too, and its gain is rolled."""
    healed = creature.scars[at]
    kept = tuple([replace(scar, open=False) if i == at else scar for i, scar in enumerate(creature.scars)])
    creature = replace(creature, scars=kept)
    play.tell("scar.healed", creature.name, healed.of, why=healed.of)
    if not any(scar.open and scar.of == healed.of for scar in kept):
        creature = _recovered(play, creature, healed.of)
    creature = settle(creature)
    row = next((row for row in scars().values() if row.id == healed.of), None)
    return creature if row is None or row.when == "now" else gained(play, creature, row, healed.part, settings)


def _recovered(play: Play, creature: Creature, of: RuleId) -> Creature:
    """The creature without the effects of a row's Scars, unless Scars of another row cause them too."""
    creature = relieve(play, creature, of)
    if of in STATES:
        creature = shed(creature, STATES[of])
    if of == MORTAL:
        dies_at = creature.dies_at if has(creature, "critically_wounded") else 0
        return _back_in_action(replace(shed(creature, "mortally_wounded"), dies_at=dies_at))
    return creature


def _back_in_action(creature: Creature) -> Creature:
    """The creature back in action, unless a Mortal Wound or the day before Doom still prevents it."""
    if any(scar.open and scar.of in (DOOMED, MORTAL) for scar in creature.scars):
        return creature
    return shed(creature, "out_of_action")


@rule("modified_cairn.scar.deferred", "modified_cairn.phase.rest_week")
def mend(play: Play, creature: Creature, rest: str, settings: Settings) -> Creature:
    """Heal the Scars that some hours, a full night or a week of rest heal."""
    for at, one in enumerate(creature.scars):
        mends = one.of in MENDS[rest] or (rest == "week" and not one.of.startswith(PREFIX))
        if one.open and mends and not (one.of == MORTAL and creature.dies_at):
            creature = recover(play, creature, at, settings)
    return creature


def pending(creature: Creature) -> tuple[int, ...]:
    """The indexes of the Scars that have not healed, apart from Doom."""
    return tuple([at for at, one in enumerate(creature.scars) if one.open and one.of != DOOMED])


def doom_begins(creature: Creature) -> int | None:
    """The moment when the day out of action ends for somebody who will be Doomed; None for others."""
    return next((one.since + DAY for one in creature.scars if one.open and one.of == DOOMED), None)


@rule("modified_cairn.scar.doomed", "modified_cairn.state.doomed", "modified_cairn.scar.repeat")
def day_of_doom(play: Play, creature: Creature, clock: int) -> Creature:
    """The creature a day after the Scar of Doom: back in action, and Doomed."""
    kept = tuple(
        [replace(one, open=False) if one.of == DOOMED and one.since + DAY <= clock else one for one in creature.scars]
    )
    play.tell("doom.begins", creature.name, why=DOOMED)
    return gain(_back_in_action(replace(creature, scars=kept)), "doomed")


@rule("modified_cairn.scar.doomed", "modified_cairn.state.doomed")
def fate(play: Play, creature: Creature, settings: Settings, *, passed: bool) -> Creature:
    """Settle a Doomed character's VIG Save against a Wound: death, or perhaps more Guard; the doom then ends."""
    creature = shed(creature, "doomed")
    if not passed:
        play.tell("doom.fulfilled", creature.name, why=DOOMED)
        return gain(creature, "dead")
    play.tell("doom.escaped", creature.name, why=DOOMED)
    return gained(play, creature, scars()[12], "", settings)


def _scarred(state: State, _: str) -> bool:
    return any(pending(one) for one in state.party if alive(one))


@rule("modified_cairn.action.ref_scar_recovered", "modified_cairn.scar.deferred")
def scar_recovered(play: Play, state: State, _: str) -> State:
    """The GM declares a Scar healed."""
    waiting = [(one.id, one.scars[at]) for one in state.party if alive(one) for at in pending(one)]
    options = tuple(dict.fromkeys([_named(who, scar) for who, scar in waiting]))
    which = play.choose(REFEREE, "which_scar", options, why="modified_cairn.action.ref_scar_recovered")
    one = find(state, which[1])
    at = next(at for at in pending(one) if _named(one.id, one.scars[at]) == which)
    return put(state, recover(play, one, at, state.settings))


def _named(who: str, scar: Scar) -> tuple[str, ...]:
    """A Scar by whose it is, its entry, and where it struck if that matters; of two alike the earlier heals first."""
    return ("scar_at", who, scar.of, scar.part) if scar.part else ("scar", who, scar.of)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "scar_recovered",
        scar_recovered,
        "modified_cairn.action.ref_scar_recovered",
        by="referee",
        shown=_scarred,
        group="giving",
    ),
)
