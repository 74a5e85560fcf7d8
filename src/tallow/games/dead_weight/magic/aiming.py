"""Aiming a spell or prayer: its possible targets from where the caster stands, and the choice of one."""

from typing import Any, TypeAlias

from msgspec import Struct

from tallow.games.dead_weight.combat.chart import REACH, distance, neighbours, squares, within
from tallow.games.dead_weight.entries.gear import armours
from tallow.games.dead_weight.entries.magic import Prayer, Spell
from tallow.games.dead_weight.magic.effects import smoke, spell_proof
from tallow.games.dead_weight.state import (
    OFF_CHART,
    Adventurer,
    Creature,
    Enemy,
    Item,
    Square,
    State,
    adventurer,
    alive,
    find,
)
from tallow.play import Play, rule

Entry: TypeAlias = Spell | Prayer

SOMETHING = "something"
"""What only the GM knows: a thing, or somebody who is not at the table."""

UNAIMED = ("self", "room", "thing", "people", "everyone")
COMMANDED = 3
"""The highest level of undead that obey."""


class Aim(Struct, frozen=True):
    """What was aimed at: people and monsters, squares, or a corpse or piece of metal by its id."""

    on: tuple[str, ...] = ()
    squares: tuple[Square, ...] = ()
    thing: str = ""


def can_aim(state: State, by: str, entry: Entry) -> bool:
    """Whether there is any target for this here and now."""
    if entry.when == "combat" and state.combat is None:
        return False
    return entry.aims in UNAIMED or bool(marks(state, by, entry))


def can_aim_at(state: State, one: Adventurer, entry: Entry, who: str) -> bool:
    """Whether this can be aimed at somebody, here and now."""
    return entry.aims in UNAIMED or can_take(state, one, find(state, who), entry)


def marks(state: State, by: str, entry: Entry) -> tuple[Any, ...]:
    """The possible targets: ids or squares; `SOMETHING` stands for a target that only the GM knows."""
    one = adventurer(state, by)
    aims = entry.aims
    if aims == "corpse":
        return _corpses(state, one, entry)
    if aims in {"area", "line"}:
        return _squares(state, one, entry) if state.combat is not None else (SOMETHING,)
    if aims == "metal":
        return (*[item.id for _, item in damaged_metal(state, one, entry)], SOMETHING)
    found = tuple([mark.id for mark in _among(state, one, aims) if can_take(state, one, mark, entry)])
    return (*found, SOMETHING) if entry.things or (state.combat is None and aims != "person") else found


def _among(state: State, one: Adventurer, aims: str) -> tuple[Creature, ...]:
    """The creatures of the kind that can be aimed at, the likeliest targets first."""
    if aims == "enemy":
        return state.enemies
    if aims == "undead":
        return tuple(foe for foe in state.enemies if "undead" in foe.tags and foe.level <= COMMANDED)
    others = [other for other in state.party if other.id != one.id]
    if aims in {"person", "people"}:
        return (one, *others)
    if aims == "other":
        return (*state.enemies, *state.allies, *others)
    if aims == "victim":
        return (*state.enemies, *state.allies, *others, one)
    return (one, *others, *state.allies, *state.enemies)


@rule("dead_weight.spell.arcane_seal", "dead_weight.condition.imprisoned", "dead_weight.spell.smoke_form")
def can_take(state: State, one: Adventurer, mark: Creature, entry: Entry) -> bool:
    """Whether somebody is in range and can be affected by this: no spell works on the sealed."""
    if mark.conditions and (not alive(mark) or "imprisoned" in mark.conditions):
        return False
    if mark.id != one.id and not within(state, one, mark, entry.range):
        return False
    if not state.effects:
        return True
    if mark.id != one.id and smoke(state, mark.id):
        return False
    return not (isinstance(entry, Spell) and spell_proof(state, mark))


@rule("dead_weight.spell.explode_corpse")
def _corpses(state: State, one: Adventurer, entry: Entry) -> tuple[str, ...]:
    """The corpses in range."""
    reach, diagonals = REACH[entry.range], state.settings.diagonals
    if state.combat is None:
        return tuple(corpse.id for corpse in state.corpses)
    return tuple(
        corpse.id
        for corpse in state.corpses
        if OFF_CHART not in (corpse.at, one.at) and distance(corpse.at, one.at, diagonals) <= reach
    )


def _squares(state: State, one: Adventurer, entry: Entry) -> tuple[Square, ...]:
    """The squares in range, those with enemies on them first."""
    if state.combat is None or one.at == OFF_CHART:
        return ()
    reach, diagonals = REACH[entry.range], state.settings.diagonals
    near = [square for square in squares(state.combat) if distance(square, one.at, diagonals) <= reach]
    manned = {foe.at for foe in state.enemies if alive(foe)}
    return tuple(sorted(near, key=lambda square: square not in manned))


@rule("dead_weight.spell.machine_spirit")
def damaged_metal(state: State, one: Adventurer, entry: Entry) -> tuple[tuple[Adventurer, Item], ...]:
    """Damaged metal armour of adventurers in range, each piece with its owner."""
    return tuple(
        (other, item)
        for other in state.party
        if alive(other) and (other.id == one.id or within(state, one, other, entry.range))
        for item in other.items
        if item.ref in armours()
        and armours()[item.ref].material == "metal"
        and (item.broken or item.ap < armours()[item.ref].ap)
    )


def everyone_near(state: State, by: str, entry: Entry) -> tuple[Creature, ...]:
    """All in range of a caster, the caster included."""
    one = adventurer(state, by)
    return tuple([other for other in _among(state, one, "creature") if can_take(state, one, other, entry)])


def aim(play: Play, state: State, by: str, entry: Entry) -> Aim:
    """The caster chooses the target of a spell or prayer."""
    one = adventurer(state, by)
    if entry.aims == "self":
        return Aim((by,))
    if entry.aims in {"people", "everyone"}:
        near = everyone_near(state, by, entry)
        return Aim(tuple(other.id for other in near if entry.aims == "everyone" or isinstance(other, Adventurer)))
    if entry.aims in {"room", "thing"}:
        return Aim()
    mark = play.choose(one.seat, "aim", marks(state, by, entry), entry.id, why=entry.id)
    if mark == SOMETHING:
        return Aim()
    if entry.aims in {"corpse", "metal"}:
        return Aim(thing=mark)
    if entry.aims not in {"area", "line"} or state.combat is None:
        return Aim((mark,))
    around = neighbours(mark, state.combat, diagonals=state.settings.diagonals)
    if entry.aims == "area":
        return Aim(squares=(mark, *around))
    return Aim(squares=(mark, play.choose(one.seat, "aim_line", around, entry.id, why=entry.id)))


def enemies_of(state: State, on: tuple[str, ...]) -> tuple[Enemy, ...]:
    """Those of some creatures that have no attributes: enemies and allies."""
    return tuple([one for one in (find(state, who) for who in on) if isinstance(one, Enemy)])


def adventurers_of(state: State, on: tuple[str, ...]) -> tuple[Adventurer, ...]:
    """Those of some creatures that are adventurers."""
    return tuple([one for one in (find(state, who) for who in on) if isinstance(one, Adventurer)])
