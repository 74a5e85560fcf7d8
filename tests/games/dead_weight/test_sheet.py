"""What is written on an adventurer's sheet."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.entries.characters import kits
from tallow.games.dead_weight.faces.sheet import REMINDERS, detail, sheet
from tallow.games.dead_weight.gear.inventory import thing
from tallow.games.dead_weight.record import CHARACTERS, GAME
from tallow.games.dead_weight.state import Magic, Purse
from tallow.games.view import Boxes, Lines, Slots, Stat, Tags
from tallow.sheets.paper import pdf, sheets
from tallow.terminal.draw import draw
from tallow.terminal.pen import Pen
from tallow.testing import Randomly, covers
from tallow.wording.speech import Speech
from tests.games.dead_weight.people import somebody


def blocks(one, kind, label=""):
    return [block for block in sheet(one).panels[0].blocks if isinstance(block, kind) and label in {"", block.label}]


@covers("dead_weight.attribute.two_values", "dead_weight.attribute.sheet")
def test_attributes_are_boxes_with_wounds_crossed_and_fatigue_slashed():
    one = somebody("zael", (3, 2, 1, 1, 4), (2, 1), 0, 1)
    strength, dexterity, intelligence, _ = blocks(one, Boxes)
    assert strength == Boxes("STR", 3, 1, 1, 2, 4, 5, "dead_weight.attribute.strength")
    assert strength.open == 1
    assert (dexterity.size, dexterity.circle, dexterity.open) == (2, 1, 2)
    assert intelligence.size == 0


@covers("dead_weight.inventory.sheet_lists", "dead_weight.inventory.start", "dead_weight.trappings.containers")
def test_there_is_a_list_for_every_container_and_for_no_other():
    def lists(*containers):
        return {block.label: block.most for block in blocks(somebody(containers=containers), Slots)}

    assert lists("belt", "canteen", "bag") == {"hands": 4, "torso": 4, "belt": 1, "liquid": 1, "back": 4}
    assert sum(lists("belt", "canteen", "bag").values()) == 14
    assert sum(lists("belt", "canteen", "backpack").values()) == 17
    assert sum(lists("small_pouch", "skin", "backpack", "small_bag", "small_bag").values()) == 25
    assert lists() == {"hands": 4, "torso": 4}


@covers("dead_weight.trappings.hands", "dead_weight.trappings.hand_equipped", "dead_weight.trappings.torso")
def test_a_hand_that_holds_something_has_no_room_left():
    falchion = thing("dead_weight.weapon.falchion", "i1", place="right")
    rope = thing("dead_weight.item.rope", "i2", place="left_carried")
    scale = thing("dead_weight.armour.scale_armor", "i3", place="worn")
    one = somebody(items=(falchion, rope, scale))
    (hands,) = blocks(one, Slots, "hands")
    assert [slot.name for slot in hands.things] == ["Falchion", "Rope"]
    assert (hands.used, hands.most) == (3, 4)
    (torso,) = blocks(one, Slots, "torso")
    assert (torso.used, torso.things[0].place, torso.things[0].kind) == (1, "worn", "armour")
    both = somebody(items=(replace(falchion, place="both"),))
    assert blocks(both, Slots, "hands")[0].used == 4


@covers("dead_weight.inventory.limit", "dead_weight.inventory.encumbered_move")
def test_the_load_is_counted_and_too_much_is_said():
    stones = tuple(
        replace(thing("dead_weight.item.rope", f"i{n}"), place="mule" if n > 5 else "back") for n in range(7)
    )
    one = somebody("zael", 1, items=stones, containers=("backpack", "pack_mule"))
    assert blocks(one, Stat, "load") == [Stat("load", 6, 5, "dead_weight.inventory.limit")]
    assert "encumbered" in [tag.name for tag in blocks(one, Tags, "conditions")[0].tags]


def test_what_has_become_of_a_thing_is_said():
    crossbow = replace(thing("dead_weight.weapon.crossbow", "i1"), loaded=True)
    assert "loaded" in detail(crossbow)
    scale = replace(thing("dead_weight.armour.scale_armor", "i2"), ap=1, broken=True)
    assert detail(scale) == "1/3 AP, broken"
    assert detail(thing("dead_weight.item.torch", "i3", usage=6)).startswith("Ud6")


def test_spells_say_whether_they_are_memorized_or_exhausted():
    light, mercy = "dead_weight.spell.light", "dead_weight.prayer.mercy"
    magic = Magic(spells=(light,), memorized=(light,), prayers=(mercy,), exhausted=(mercy,), angered=True)
    one = somebody(magic=magic, god="Cador", purse=Purse(3, 2, 1))
    assert blocks(one, Lines, "spells")[0].lines[0].text.startswith("(memorized)")
    assert blocks(one, Lines, "prayers")[0].lines[0].text.startswith("(exhausted)")
    assert [tag.name for tag in blocks(one, Tags, "magic")[0].tags] == ["angered"]
    assert [stat.value for stat in blocks(one, Stat) if stat.label in {"silver", "gold", "counterfeit"}] == [3, 2, 1]


def test_reminders_are_entries_of_the_book():
    for label, listed in REMINDERS.items():
        assert GAME.words.has("label", label)
        assert all(id_ in GAME.book.entries() for id_ in listed)


@pytest.mark.parametrize("seed", range(12))
def test_everybody_who_can_be_made_has_a_sheet_in_words(seed):
    one = CHARACTERS.create(Randomly(Random(seed)), GAME.settings())
    said = draw(sheet(one), Speech(GAME).label, Pen(width=100))
    assert not [line for line in said if "dead_weight." in line or "_" in line], said
    assert msgspec.json.encode(sheets(GAME, sheet(one).panels))
    assert any(item.ref in {given.ref for given in kits()[one.life.kit].items} for item in one.items)


def test_a_sheet_can_be_printed():
    party = [CHARACTERS.create(Randomly(Random(seed)), GAME.settings()) for seed in (1, 2)]
    hurt = replace(party[0], strength=replace(party[0].strength, score=3, wounds=1, fatigue=1))
    assert pdf(GAME, [hurt, party[1]]).startswith(b"%PDF")
