"""How far rules carry out each spell, potion, magic thing, power of an enemy and vocation.

That is read from what the rules read: the functions of spells, the fields of rows, the types of powers.
"""

from collections.abc import Iterator

from tallow.games.game import AtWork, How
from tallow.games.vanilla.checks.tasks import TASKS
from tallow.games.vanilla.entries import (
    MAGIC_ARMOUR,
    MAGIC_WEAPON,
    MINOR_ITEM,
    POTIONS,
    Row,
    Spell,
    monsters,
    spells,
    tables,
    tricks,
)
from tallow.games.vanilla.magic.workings import AT_ONCE, WORKS
from tallow.play import RuleId

VOCATIONS: RuleId = "vanilla.table.vocation"
EXTRAS: RuleId = "vanilla.table.extra"
FOOD = "The game counts neither food nor drink."
THING = "A property of the thing, for its owner to make something of; the GM says what comes of it."

KINDS = {MINOR_ITEM: "minor magic items", MAGIC_WEAPON: "magic weapons", MAGIC_ARMOUR: "magic armour"}


def at_work() -> tuple[AtWork, ...]:
    """All of it, with whether a rule acts, an effect goes on for its time, or the text alone is told."""
    return (*_magic(), *_things(), *_powers(), *_people())


def _magic() -> Iterator[AtWork]:
    for spell in spells().values():
        how = _of_spell(spell)
        yield AtWork(spell.id, "spells", spell.name, how, spell.effect, FOOD if how == "text" else "")
    for row in tables()[POTIONS].rows:
        yield AtWork(POTIONS, "potions", row.name, _of_spell(spells()[row.spell]), spells()[row.spell].effect)


def _of_spell(spell: Spell) -> How:
    """A spell acts if it has a function, begins an effect that a rule reads, or does a task."""
    if spell.id in WORKS or spell.lays or any(spell.id in task.spells for task in TASKS.values()):
        return "acts"
    return "text" if spell.duration_unit in AT_ONCE else "in_force"


def _things() -> Iterator[AtWork]:
    for table, kind in KINDS.items():
        for row in tables()[table].rows:
            acts = _row_acts(row) or _helps(row)
            yield AtWork(table, kind, row.name, "acts" if acts else "text", row.effect, "" if acts else THING)


def _row_acts(row: Row) -> bool:
    """Whether a magic thing changes a number, a condition or a place."""
    numbers = (row.damage, row.av, row.damage_dice, row.element, row.range_ft, row.enemy_ac, row.ac, row.st, row.coins)
    deeds = (row.missiles, row.heals, row.bars_way, row.sends_dogs, row.stops_fall, row.item)
    return any(numbers) or any(deeds)


def _helps(row: Row) -> bool:
    """Whether a magic thing does a task, or is a tool for one."""
    return any(row.name in task.things or row.name.casefold() in task.tools for task in TASKS.values())


def _powers() -> Iterator[AtWork]:
    """The powers of enemies: each has a type, for which there is a rule."""
    for one in monsters().values():
        if one.specials:
            yield AtWork(one.id, "powers of enemies", one.name, "acts", one.effect)


def _people() -> Iterator[AtWork]:
    """Vocations by the tasks that they are skilled in, Extras by their numbers, and tricks."""
    for row in tables()[VOCATIONS].rows:
        acts = any(row.name in task.skills for task in TASKS.values())
        yield AtWork(VOCATIONS, "vocations", row.name, "acts" if acts else "text", row.effect)
    for row in tables()[EXTRAS].rows:
        acts = bool(row.attribute or row.st or row.av or row.slots or row.bubbles or row.vocations)
        yield AtWork(EXTRAS, "Extras", row.name, "acts" if acts else "text", row.effect)
    for trick in tricks().values():
        yield AtWork(trick.id, "tricks", trick.name, "acts", trick.effect)
