"""Scars: what exactly 0 HP leaves behind, and the gains that come of it, at once or later."""

from msgspec.structs import replace

from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.entries import ScarEntry, scars, tables
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import HOUR, SCORE, Ability, Cause, Creature, Scar, score
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import REFEREE, Play, rule

CONDITIONS = {7: "hamstrung", 8: "deaf", 11: "mortal"}
"""What some rows leave somebody in."""

PARTS = {1: "cairn.table.lasting_scar", 4: "cairn.table.broken_limb", 6: "cairn.table.head_wound"}


@rule("cairn.scar.trigger", "cairn.scar.lookup", "cairn.scar.over_12", "cairn.scar.pcs_only", "cairn.scar.still_up")
def scar(play: Play, creature: Creature, damage: int, settings: Settings, clock: int) -> Creature:
    """The scar of a blow that brought HP to exactly 0."""
    entry = scars()[min(max(damage, 1), 12)]
    play.tell("scar", creature.name, entry.id, why=entry.id)
    if entry.when == "next_critical_save" and has(creature, "doomed"):
        return creature
    part = _part(play, creature, entry)
    waits = entry.when not in {"now", "next_critical_save"}
    marked = gain(creature, "doomed") if entry.when == "next_critical_save" else creature
    kept = Scar(entry.id, part, waits, clock)
    marked = _condition(replace(marked, scars=(*marked.scars, kept)), entry, clock)
    if entry.when == "now":
        return gain_of(play, settings, marked, entry, part)
    return marked


def _part(play: Play, creature: Creature, entry: ScarEntry) -> str:
    """Where it struck: rolled, or for a sundered limb the referee's word."""
    if entry.on in PARTS:
        table = tables()[PARTS[entry.on]]
        (face,) = play.roll(1, 6, by=creature.seat, why=table.id)
        part = table.row(face).name
        play.tell("scar.part", creature.name, part, why=table.id)
        return part
    if entry.on == 8:
        return "deaf"
    if entry.on == 10:
        return play.choose(
            REFEREE, "sundered", ("hand", "arm", "foot", "leg", "ear", "eye", "nose"), creature.name, why=entry.id
        )
    return ""


def _condition(creature: Creature, entry: ScarEntry, clock: int) -> Creature:
    """What the scar does until it has healed."""
    if entry.deprived:
        creature = replace(creature, deprived=(*creature.deprived, Cause(entry.id, clock)))
    if entry.on in CONDITIONS:
        creature = gain(creature, CONDITIONS[entry.on])
    return replace(creature, dies_at=clock + HOUR) if entry.out_of_action else creature


@rule("cairn.scar.replace", "cairn.scar.timing", "cairn.ability.max_change")
def gain_of(play: Play, settings: Settings, creature: Creature, entry: ScarEntry, part: str = "") -> Creature:
    """Roll what the scar brings, and take it if it is better."""
    if entry.mode == "save_then_add" and not save(play, creature, "WIL", entry.id):
        play.tell("scar.no_gain", creature.name, entry.id, why=entry.id)
        return creature
    number = rolled(play, entry.roll, creature.seat, entry.id)
    if entry.mode == "save_then_add":
        play.tell("scar.raises", creature.name, "WIL", number, why=entry.id)
        return replace(creature, willpower=creature.willpower + number, willpower_max=creature.willpower_max + number)
    if entry.changes == "max_hp":
        return _new_hp(play, creature, entry, number)
    if entry.changes == "ability":
        return _head_wound(play, settings, creature, entry, part, number)
    ability: Ability = "DEX" if entry.changes == "max_dex" else "WIL"
    name = SCORE[ability]
    most = getattr(creature, f"{name}_max")
    if number <= most:
        play.tell("scar.no_gain", creature.name, entry.id, why=entry.id)
        return creature
    play.tell("scar.becomes", creature.name, ability, number, why=entry.id)
    return replace(creature, **{name: score(creature, ability) + number - most, f"{name}_max": number})


def _new_hp(play: Play, creature: Creature, entry: ScarEntry, number: int) -> Creature:
    if entry.mode == "add":
        most = creature.hp_max + number
    elif entry.mode == "set" or number > creature.hp_max:
        most = number
    else:
        play.tell("scar.no_gain", creature.name, entry.id, why=entry.id)
        return creature
    play.tell("scar.becomes", creature.name, "HP", most, why=entry.id)
    return replace(creature, hp_max=most, hp=min(creature.hp, most))


def _head_wound(
    play: Play, settings: Settings, creature: Creature, entry: ScarEntry, part: str, number: int
) -> Creature:
    ability: Ability = part  # type: ignore[assignment]
    name = SCORE[ability]
    if number <= score(creature, ability):
        play.tell("scar.no_gain", creature.name, entry.id, why=entry.id)
        return creature
    play.tell("scar.becomes", creature.name, ability, number, why=entry.id)
    most = number if settings.head_wound == "set_both" else max(number, getattr(creature, f"{name}_max"))
    return replace(creature, **{name: number, f"{name}_max": most})


@rule("cairn.critical.doomed", "cairn.condition.doomed")
def doom(play: Play, creature: Creature, *, survived: bool) -> Creature:
    """A Doomed character's critical damage save: more HP perhaps, or death, which the caller brings."""
    creature = shed(creature, "doomed")
    if not survived:
        play.tell("scar.doom", creature.name, why="cairn.scar.doomed")
        return creature
    return gain_of(play, Settings(), creature, scars()[12])


@rule("cairn.scar.timing", "cairn.scar.condition_end")
def close(play: Play, settings: Settings, creature: Creature, which: int) -> Creature:
    """A scar has healed: its condition ends, unless another of the row keeps it up, and a gain still open is rolled."""
    healed = creature.scars[which]
    entry = next((e for e in scars().values() if e.id == healed.of), None)
    if entry is None:  # a limb that a monster broke: it mends, and nothing comes of it
        play.tell("scar.mended", creature.name, healed.part, why=healed.of)
        kept = (*creature.scars[:which], *creature.scars[which + 1 :])
        return replace(creature, scars=kept)
    kept = tuple(replace(s, open=False) if at == which else s for at, s in enumerate(creature.scars))
    creature = replace(creature, scars=kept)
    if not any(s.open and s.of == entry.id for s in kept):
        causes = tuple(cause for cause in creature.deprived if cause.name != entry.id)
        creature = shed(replace(creature, deprived=causes), CONDITIONS.get(entry.on, ""))
        if entry.out_of_action and not has(creature, "critical"):
            creature = replace(creature, dies_at=0)
    play.tell("scar.healed", creature.name, entry.id, why=entry.id)
    return creature if entry.when == "now" else gain_of(play, settings, creature, entry, healed.part)


@rule("cairn.scar.broken_limb", "cairn.table.lost_part")
def lame(creature: Creature) -> bool:
    """Whether a leg is broken or gone: no second move, and no getting away."""
    return any(s.part == "Leg" and (s.open or s.of == "cairn.table.lost_part") for s in creature.scars)
