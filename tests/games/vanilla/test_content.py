"""The content is typed whole: no field of any file is lost, and all ids that it names are there."""

import pytest
from msgspec.structs import fields

from tallow.games.vanilla import entries
from tallow.games.vanilla.entries import BOOK, monsters, spells, tables
from tallow.mechanics.amounts import parse_amount
from tallow.mechanics.tables import Table

KINDS = {
    "class": (entries.Calling, entries.callings),
    "weapon": (entries.Weapon, entries.weapons),
    "armour": (entries.Armour, entries.armour),
    "helper": (entries.Help, entries.helpers),
    "service": (entries.Service, entries.services),
    "item": (entries.Thing, entries.things),
    "trick": (entries.Trick, entries.tricks),
    "spell": (entries.Spell, entries.spells),
    "monster": (entries.Monster, entries.monsters),
    "table": (Table, entries.tables),
}
KNOWN = {"section", "kind", "origin", "ruling", "examples", "stats_origin", "damage_min"}
KNOWN |= {"gear", "skill", "per", "time", "where"}
KNOWN |= {"restock_gp", "repairable", "save_if", "dice_use", "range_ft", "target", "count"}
"""Fields that are shown and that no rule reads: they follow from others, or one rule is written for what they say."""

OF_POWERS = {
    "curse",
    "gear_unit",
    "victim_unit",
    "replaces",
    "at_will",
    "ends",
    "known",
    "control",
    "needs",
    "like",
    "how",
}
"""The same, of powers."""


def names(struct):
    return {field.encode_name for field in fields(struct)}


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_is_typed(kind):
    struct, loaded = KINDS[kind]
    assert set(loaded()) == {raw["id"] for raw in BOOK.raw(kind)}
    assert {key for raw in BOOK.raw(kind) for key in raw} <= names(struct) | KNOWN


def test_every_field_of_a_power_and_of_a_row_is_typed():
    powers = [power for raw in BOOK.raw("monster") for power in raw["specials"]]
    assert {key for power in powers for key in power} <= names(entries.Special) | OF_POWERS
    assert {key for raw in BOOK.raw("table") for row in raw["rows"] for key in row} <= names(entries.Row)
    assert {key for raw in BOOK.raw("monster") for line in raw.get("by_hd", ()) for key in line} == names(entries.Grown)


def test_ids_that_content_names_are_there():
    ids = BOOK.entries()
    for monster in monsters().values():
        for power in monster.specials:
            for ref in (power.spell, power.monster, power.as_):
                assert not ref.startswith("vanilla.") or ref in ids
    for table in tables().values():
        for row in table.rows:
            assert all(ref in ids for ref in (row.effect, *row.one_of) if ref.startswith("vanilla."))


def test_dice_of_the_bestiary_can_be_rolled():
    for monster in monsters().values():
        for text in (monster.grit, monster.flesh, monster.damage, monster.number, monster.hd_dice):
            assert parse_amount(text)
        for power in monster.specials:
            for text in (power.damage, power.delay, power.duration):
                assert not text or parse_amount(text)
            assert 0 < power.odds <= 1


def test_every_spell_has_its_place():
    assert {(spell.level, spell.roll) for spell in spells().values()} == {
        (a, b) for a in range(1, 6) for b in range(1, 13)
    }


def test_what_spells_are_reversed_is_said_for_each_mode():
    for spell in spells().values():
        assert len(spell.opposite_as) in (0, max(1, len(spell.modes)))
        assert isinstance(spell.friendly, bool) or set(spell.friendly) < set(spell.modes)
        assert not spell.opposite_mode or len(spell.modes) == 2
        assert bool(spell.half_duration) == bool(spell.half_duration_unit)


def test_a_table_is_read_by_number_or_by_name():
    assert tables()["vanilla.table.reaction"].row(6).name == "Hostile"
    assert tables()["vanilla.table.encounter_die"].row("busy").dice == "1d4"
    with pytest.raises(KeyError):
        tables()["vanilla.table.reaction"].row(13)
