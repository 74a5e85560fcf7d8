"""The sheet: Grit and Flesh, AV, AC and ST, slots with what fills them, bubbles, the spellbook, who they are."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.characters.import_check import DOCUMENTS
from tallow.games.vanilla.faces.sheet import REMINDERS, detail, sheet
from tallow.games.vanilla.record import GAME
from tallow.games.vanilla.state import Item, Known, Life, Pay
from tallow.games.view import Boxes, Lines, Slots, Stat, Tags, Text, Track
from tallow.mechanics.documents import BadDocument
from tallow.testing import covers
from tests.games.vanilla.fighters import armour, somebody, weapon

ANN = somebody(
    items=(
        weapon("medium_melee", "sword"),
        armour("shield", "shield"),
        armour("medium", "mail", ac=3),
        weapon("large_ranged", "bow", "pack", loaded=False, empty=True),
        Item("scroll", "Web", "vanilla.item.scroll", spell="vanilla.spell.web"),
    ),
    grit=2,
    flesh=5,
    coins=190,
    gems=11,
    bubbles=2,
    gear=("rope", "mirror"),
    conditions=("prone",),
    life=Life((13, 10, 12, 8, 9, 15), ("Soldier",), "Marksman", 1500, notes="Owes Piers."),
)


def blocks(creature, kind):
    (panel,) = sheet(creature).panels
    return {block.label: block for block in panel.blocks if isinstance(block, kind)}


def stats(creature):
    return {label: (stat.value, stat.most) for label, stat in blocks(creature, Stat).items()}


@covers("vanilla.creation.steps", "vanilla.armour.sum", "vanilla.xp.level")
def test_the_numbers():
    shown = stats(ANN)
    assert shown["grit"] == (2, 5)
    assert shown["flesh"] == (5, 6)
    assert [shown[label][0] for label in ("av", "ac", "st", "free_attacks")] == [11, 4, 5, 1]
    assert (shown["level"], shown["xp"], blocks(ANN, Text)["next_level"].text) == ((1, None), (1500, None), "2000 XP")
    assert [shown[name][0] for name in ("strength", "dexterity", "charisma")] == [13, 10, 15]
    assert "next_level" not in blocks(replace(ANN, level=10), Text)
    assert (blocks(ANN, Track)["flesh"].value, blocks(ANN, Track)["flesh"].most) == (5, 6)


@covers("vanilla.carry.slots", "vanilla.carry.what", "vanilla.carry.coins", "vanilla.carry.armour")
def test_ten_slots_with_the_purse_in_them():
    slots = blocks(ANN, Slots)["slots"]
    assert (slots.used, slots.most) == (8, 10)
    assert [(thing.name, thing.size, thing.kind, thing.place) for thing in slots.things] == [
        ("Medium melee weapon", 1, "weapon", "hands"),
        ("Shield", 1, "armour", "hands"),
        ("Medium armour", 2, "armour", "worn"),
        ("Large ranged weapon", 2, "weapon", "pack"),
        ("Web", 0, "magic", "pack"),
        ("coins_gems", 2, "burden", "pack"),
    ]


def test_the_state_of_things():
    assert detail(ANN.items[2]) == "AC 3/4"
    assert detail(replace(ANN.items[2], ac=0)) == "AC 0/4, broken"
    assert detail(ANN.items[3]) == "1d6+1, unloaded, out of ammunition"
    assert detail(Item("t", "Torch", "vanilla.item.torch", lit=True, count=3)) == "×3, lit"


def test_armour_at_the_smith_fills_no_slot():
    away = replace(ANN, items=(armour("medium", place="smith", back=9),))
    assert [thing.name for thing in blocks(away, Slots)["smith"].things] == ["Medium armour"]
    assert blocks(away, Slots)["slots"].used == 2


@covers("vanilla.weapon.dual", "vanilla.class.fighter_damage")
def test_attacks_with_what_adds_to_them():
    assert [(line.name, line.text) for line in blocks(ANN, Lines)["attacks"].lines] == [
        ("Medium melee weapon", "AV 11, 1d6"),
    ]  # fmt: skip
    pair = somebody(level=7, items=(weapon("small_melee", "a"), weapon("small_melee", "b")))
    assert {line.text for line in blocks(pair, Lines)["attacks"].lines} == {"AV 16, 1d6+1, enemy AC -1"}
    shot = somebody(items=(weapon("small_ranged"),))
    assert [line.text for line in blocks(shot, Lines)["attacks"].lines] == ["AV 11, 1d6-1, 20/40 ft", "AV 11, 1d6-2"]
    marksman = replace(shot, life=Life(extra="Marksman"))
    assert blocks(marksman, Lines)["attacks"].lines[0].text == "AV 12, 1d6-1, 20/40 ft"


@covers("vanilla.bubble.count")
def test_bubbles_and_gear():
    bubbles = blocks(ANN, Boxes)["bubbles"]
    assert (bubbles.slashed, bubbles.crossed, bubbles.size) == (2, 0, 5)
    assert [line.name for line in blocks(ANN, Lines)["gear"].lines] == ["rope", "mirror"]


@covers("vanilla.item.spellbook", "vanilla.cast.book_fail_mark")
def test_the_spellbook_says_what_is_corrupted():
    mage = somebody("mab", "magic_user", book=(Known("vanilla.spell.sleep", True), Known("vanilla.spell.web")))
    sleep, web = blocks(mage, Lines)["spellbook"].lines
    assert sleep.text.startswith("(level 1, Corrupted) ")
    assert web.text.startswith("(level 2) ")


def test_who_they_are():
    assert blocks(ANN, Lines)["vocation"].lines[0].name == "Soldier"
    assert blocks(ANN, Lines)["extra"].lines[0].text == "+1 AV on ranged attacks"
    assert blocks(ANN, Text)["notes"].text == "Owes Piers."
    assert [tag.name for tag in blocks(ANN, Tags)["conditions"].tags] == ["prone"]
    (panel,) = sheet(ANN).panels
    assert (panel.title, panel.subtitle) == ("Ann", "Fighter")


@covers("vanilla.helper.pay")
def test_a_helper_has_a_wage_and_a_task():
    tor = replace(somebody("tor"), kind="helper", of="vanilla.helper.torchbearer", pay=Pay("ann", 2, 0, "carry"))
    assert stats(tor)["wage"] == (2, None)
    assert blocks(tor, Text)["task"].text == "carry"
    assert "xp" not in stats(tor)


@pytest.mark.parametrize("label", REMINDERS)
def test_every_reminder_is_an_entry_with_words(label):
    assert GAME.words.has("label", label)
    assert all(GAME.book.entries()[ref].text for ref in REMINDERS[label])


@covers("vanilla.table.minor_item", "vanilla.carry.coins")
def test_what_a_magic_purse_holds_is_in_no_slot():
    purse = Item("purse", "Purse", "vanilla.table.minor_item", power="Purse")
    slots = blocks(somebody(items=(purse,), coins=200), Slots)["slots"]
    assert (slots.used, [thing.id for thing in slots.things]) == (0, ["purse"])


def test_magic_things_and_found_books_go_along_to_another_table():
    purse = Item("purse", "Purse", "vanilla.table.minor_item", power="Purse")
    book = Item(
        "book",
        "Spellbook",
        "vanilla.item.spellbook",
        book=(Known("vanilla.spell.web"), Known("vanilla.spell.sleep", corrupted=True)),
    )
    one = DOCUMENTS.read(DOCUMENTS.write(somebody(items=(purse, book))))
    assert [(item.ref, item.book) for item in one.items] == [(purse.ref, ()), (book.ref, book.book)]
    with pytest.raises(BadDocument):
        DOCUMENTS.read(DOCUMENTS.write(somebody(items=(replace(book, book=(Known("vanilla.spell.none"),)),))))
