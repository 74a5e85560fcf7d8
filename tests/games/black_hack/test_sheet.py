"""The sheet: every number, the Armour Dice, what sways tests on a line each, things, magic, a life; and on paper."""

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.characters.typical import party
from tallow.games.black_hack.entries import callings
from tallow.games.black_hack.faces.sheet import REMINDERS, armour_dice, attacks, panel, sways
from tallow.games.black_hack.record import CHARACTERS, GAME
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import MARKS, Effect, Item, Magic
from tallow.games.view import Boxes, Slots, Stat
from tallow.testing import covers
from tests.games.black_hack.fighters import carried, held, somebody, table, worn


def blocks(one, **more):
    return {block.label: block for block in panel(table(one, **more), one).blocks}


@covers("black_hack.creation.six_attributes", "black_hack.hd.level")
def test_every_number_is_there():
    one = somebody(level=3, strength=13, coins=12, luck=1)
    shown = {block.label: block.value for block in panel(table(one), one).blocks if isinstance(block, Stat)}
    assert shown == {
        "hp": 10, "level": 3, "strength": 13, "dexterity": 10, "constitution": 10, "intelligence": 10, "wisdom": 10,
        "charisma": 10, "damage_dice": 3, "luck": 1, "coins": 12, "experiences": 0,
    }  # fmt: skip


@covers("black_hack.test.additions", "black_hack.armour.proficiency", "black_hack.large.test")
def test_what_sways_tests_stands_on_a_line_each():
    items = (worn("chain_mail"), held("two_handed"), carried(counts=12))
    one = somebody("ann", "wizard", items=items)
    lines = sways(table(one, dark=True), one)
    assert [(line.name, line.text) for line in lines] == [
        ("foreign_armour", "+3"),
        ("large_weapon", "+1d4"),
        ("encumbered", "disadvantage"),
        ("dark", "disadvantage"),
        ("unlisted_weapon", "Two-handed weapon"),
    ]
    assert sways(table(somebody()), somebody()) == ()


@covers("black_hack.armour.pool", "black_hack.armour.shield_helmet")
def test_armour_dice_piece_by_piece():
    items = (replace(worn("leather"), dice=("broken", "whole")), held("shield"), worn("helmet", "h"))
    mail = Effect("m", "black_hack.spell.shield", on=("ann",), dice=("whole", "gone"))
    one = somebody(items=items)
    drawn = [(box.label, box.size, box.open, box.circle) for box in armour_dice(table(one, effects=(mail,)), one)]
    assert drawn == [("armour", 2, 1, 2), ("shield", 1, 1, None), ("helmet", 1, 1, None), ("magic_mail", 2, 1, None)]


@covers("black_hack.attack.damage", "black_hack.inventory.capacity")
def test_attacks_and_things():
    one = somebody(level=2, items=(held("two_handed"), Item("t", "torches", usage=6, lit=True)))
    assert [line.text for line in attacks(one)] == ["STR · 2d6+1d4"]
    assert [line.text for line in attacks(somebody("ann", "wizard"))] == ["STR · 1"]
    slots = blocks(one)["items"]
    assert isinstance(slots, Slots)
    assert (slots.used, slots.most, [thing.kind for thing in slots.things]) == (2, 10, ["weapon", "thing"])
    assert slots.things[1].detail == "Ud6, ☼"


@covers("black_hack.magic.memorise", "black_hack.background.once")
def test_magic_and_a_life():
    light = "black_hack.spell.light"
    book = Item("b", "Spellbook", spells=(light, "black_hack.spell.web"))
    one = somebody(
        "ann",
        "wizard",
        backgrounds=("a thief once",),
        items=(book,),
        magic=Magic((light,), (light,)),
        spent=(MARKS.mark("session", "background", "a thief once"),),
    )
    shown = blocks(one)
    assert [(line.name, line.text) for line in shown["memorised"].lines] == [(light, "1")]
    assert [line.text for line in shown["written"].lines] == ["1", "2"]
    assert shown["cast_this_session"].lines[0].name == light
    assert shown["backgrounds"].lines[0].text == "used"


def test_notes_are_their_owners():
    one = somebody()
    one = replace(one, life=replace(one.life, notes="Owes Bob."))
    whole = [panel(table(one), one, mine) for mine in (True, False)]
    assert ["Owes" in str(each) for each in whole] == [True, False]


@pytest.mark.parametrize("class_", callings())
def test_every_class_has_a_sheet_and_reminders_that_there_are(class_):
    (one,) = party(f"{class_} 3", Settings())
    (only,) = CHARACTERS.sheet(one).panels
    assert only.subtitle == callings()[class_].name
    assert any(isinstance(block, Boxes) for block in only.blocks)
    entries = GAME.book.entries()
    assert all(rule in entries for rules in REMINDERS.values() for rule in rules)


def test_on_paper():
    """One page for each, in the words of the game and with no code left in them."""
    paper = pytest.importorskip("tallow.sheets")
    people = party("warrior 2, wizard 2", Settings())
    assert paper.pdf(GAME, people).startswith(b"%PDF")


@pytest.mark.parametrize("short", callings())
def test_a_sheet_lists_what_the_class_can_do(short):
    lines = blocks(somebody(calling=short))["abilities"].lines
    entries = GAME.book.entries()
    assert all(entries[line.why].data.get("class", short) == short for line in lines)
    assert all(line.name in entries or GAME.words.has("term", line.name) for line in lines)
    assert [line.text for line in lines] == [entries[line.why].text for line in lines]
    assert all(line.text for line in lines)
