"""The sheet: what a character record holds, with hands, body and pack each drawn as slots."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.faces.sheet import REMINDERS, sheet, slot
from tallow.games.modified_cairn.faces.sheet import panel as whole
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.state import Creature, Item, Life, Pay, Scar, Transport, Wealth
from tallow.games.modified_cairn.uses import MARKS
from tallow.games.view import Lines, Slots, Stat, Tags, Text, Track
from tallow.testing import covers

DAGGER = Item("i1", "Dagger", kind="light", dice=(6,), place="hands")
SHIELD = Item("i2", "Shield", kind="shield", dice=(4,), armor=1, place="hands")
JERKIN = Item("i3", "Jerkin", kind="armour", armor=1, place="body")
RATIONS = Item("i4", "Rations", size="petty", count=4, bundle=3)
TORCH = Item("i5", "Torch", uses=3, dots=1)
RUNE = Item("i6", "Expanding Mind", kind="rune", runes=("Expanding", "Mind"), tapped=True, recharge="Weep at dawn.")
BELL = Item("i7", "Bell", size="petty", effect="Rings by itself.")

YAN = Creature(
    "hero1", "Yan", "pc",
    vigour=9, vigour_max=12, clarity=11, clarity_max=11, spirit=7, spirit_max=8, guard=3, guard_max=5,
    seat="ann",
    items=(DAGGER, SHIELD, JERKIN, RATIONS, TORCH, RUNE, BELL),
    strain=("pack", "body"),
    states=("fatigued", "wounded"),
    marks=(MARKS.mark("impaired", "i1"),),
    deprived=(("hunger", 0),),
    scars=(Scar("modified_cairn.scar.hamstrung", open=True), Scar("modified_cairn.scar.lasting_scar", "Eye")),
    life=Life(skills=("Locks",), history=("A debt.",), traits=(("face", "Sharp"),), age=31, notes="Left, not right."),
    wealth=Wealth(gold=12, copper=3),
)  # fmt: skip


def panel(creature):
    (found,) = sheet(creature).panels
    return found


def blocks(creature, kind):
    return {block.label: block for block in panel(creature).blocks if isinstance(block, kind)}


def stats(creature):
    return {label: (stat.value, stat.most) for label, stat in blocks(creature, Stat).items()}


def within(creature):
    """What stands in each region: its slots, then things and Strain."""
    return {
        label: (part.used, part.most, [(thing.name, thing.size, thing.kind) for thing in part.things])
        for label, part in blocks(creature, Slots).items()
    }


@covers("modified_cairn.sheet.fields", "modified_cairn.inventory.ten_slots", "modified_cairn.condition.strain_slot")
def test_ten_slots_in_three_regions_with_strain_in_its_slot():
    assert within(YAN) == {
        "hands": (2, 2, [("Dagger", 1, "weapon"), ("Shield", 1, "armour")]),
        "body": (2, 2, [("Jerkin", 1, "armour"), ("strain", 1, "burden")]),
        "pack": (
            5,
            6,
            [
                ("Rations", 2, "thing"),
                ("Torch", 1, "thing"),
                ("Expanding Mind", 1, "magic"),
                ("Bell", 0, "thing"),
                ("strain", 1, "burden"),
            ],
        ),
    }
    places = {thing.place for part in blocks(YAN, Slots).values() for thing in part.things}
    assert places == {"hands", "body", "pack"}


@covers("modified_cairn.sheet.fields")
def test_numbers_with_their_maxima_armor_and_wealth():
    assert stats(YAN) == {
        "guard": (3, 5), "armor": (2, None), "vig": (9, 12), "cla": (11, 11), "spi": (7, 8), "gold": (12, None),
        "copper": (3, None), "age": (31, None),
    }  # fmt: skip
    assert blocks(YAN, Track)["guard"].most == 5
    assert stats(replace(YAN, wealth=Wealth()))["gold"] == (0, None)


@covers("modified_cairn.sheet.fields", "modified_cairn.condition.four", "modified_cairn.inventory.overload")
def test_conditions_and_what_brings_them():
    tags = blocks(YAN, Tags)
    assert [(tag.name, tag.detail) for tag in tags["conditions"].tags] == [
        ("deprived", ""), ("fatigued", ""), ("wounded", ""), ("impaired", "Dagger"),
    ]  # fmt: skip
    assert [tag.name for tag in tags["deprived_by"].tags] == ["hunger"]
    laden = replace(YAN, items=(*YAN.items, Item("i8", "Chest", size="bulky", place="overflow")))
    tags = blocks(laden, Tags)
    assert tags["conditions"].tags[0].name == "exposed"
    assert [tag.name for tag in tags["exposed_by"].tags] == ["overloaded"]
    assert within(laden)["overflow"] == (2, 0, [("Chest", 2, "thing")])
    guard = blocks(laden, Stat)["guard"]
    assert (guard.value, guard.why) == (3, "modified_cairn.condition.exposed_guard_zero")


def test_attacks_are_those_of_what_is_in_hand():
    lines = blocks(replace(YAN, states=()), Lines)["attacks"].lines
    assert ("Dagger + Shield", "d4 + d6") in [(line.name, line.text) for line in lines]


def test_scars_runes_and_powers():
    lines = blocks(YAN, Lines)
    (open_scar,) = lines["open_scars"].lines
    assert open_scar.name == "modified_cairn.scar.hamstrung"
    assert open_scar.text
    assert [(line.name, line.text) for line in lines["scars"].lines] == [("modified_cairn.scar.lasting_scar", "Eye")]
    assert [(line.name, line.text) for line in lines["runes"].lines] == [
        ("Expanding Mind", "Expanding Mind (tapped out)")
    ]
    assert [(line.name, line.text) for line in lines["powers"].lines] == [("Bell", "Rings by itself.")]
    assert blocks(YAN, Text)["notes"].text == "Left, not right."
    assert [tag.name for tag in blocks(YAN, Tags)["skills"].tags] == ["Locks"]


@pytest.mark.parametrize(
    ("item", "uses", "detail"),
    [
        (TORCH, (2, 3), ""),
        (replace(TORCH, lit=True), (2, 3), "lit"),
        (RATIONS, (4, 4), ""),
        (RUNE, (0, 0), "tapped out"),
        (Item("x", "Crossbow", dice=(10,), ranged=True, loaded=False), (0, 0), "d10, ranged, unloaded"),
        (Item("x", "Halberd", dice=(10,), reach=True, size="bulky"), (0, 0), "d10, reach"),
        (Item("x", "Bomb", dice=(12,), blast=True, size="petty", count=2), (0, 0), "d12, blast, ×2"),
        (SHIELD, (0, 0), "d4, +1 Armor"),
    ],
)
def test_a_thing_in_its_slot(item, uses, detail):
    drawn = slot(item)
    assert ((drawn.uses, drawn.uses_most), drawn.detail) == (uses, detail)


def test_a_hirelings_pay_and_a_cart():
    assert stats(replace(YAN, kind="hireling", pay=Pay("hero2", 5)))["pay"] == (5, None)

    cart = Transport("c1", "Cart", slots=4, items=(Item("i9", "Chest", size="bulky"),))
    loads = [(one.used, one.most) for one in whole(YAN, carriers=(cart,)).blocks if isinstance(one, Slots)]
    assert loads[-1] == (2, 4)


def test_reminders_are_rules_of_the_book():
    entries = GAME.book.entries()
    assert [id_ for ids in REMINDERS.values() for id_ in ids if id_ not in entries] == []
