"""The content, typed: every kind is whole, and what the lists say of each entry holds."""

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.entries import (
    BOOK,
    armour,
    callings,
    concepts,
    kits,
    monsters,
    pasts,
    prayers,
    spells,
    tables,
    things,
    weapons,
    wonders,
)
from tallow.games.black_hack.gear.things import KNIFE, called, die, made, named_weapons, recounted
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import ATTRIBUTES, FIELD
from tallow.testing import covers

COUNTS = [
    (armour, 10),
    (callings, 4),
    (concepts, 6),
    (kits, 8),
    (monsters, 72),
    (pasts, 8),
    (prayers, 37),
    (spells, 38),
    (tables, 26),
    (things, 56),
    (weapons, 25),
    (wonders, 23),
]


@pytest.mark.parametrize(("kind", "number"), COUNTS, ids=lambda kind: getattr(kind, "__name__", ""))
def test_every_kind_is_whole(kind, number):
    assert len(kind()) == number


def test_what_classes_and_kits_name_is_there():
    entries = BOOK.entries()
    for calling in callings().values():
        assert calling.keepsake in tables()
        tags = {tag for weapon in weapons().values() for tag in weapon.tags}
        assert all(tag == "any" or tag in tags for tag in calling.weapons)
        kinds = {piece.class_key for piece in armour().values()}
        assert all(kind == "any" or kind in kinds for kind in calling.armour)
    for kit in kits().values():
        assert kit.calling in callings()
        assert all(ref in weapons() for ref in kit.weapons)
        assert all(ref in entries for ref in kit.items if ref.startswith("black_hack."))
    assert all(row.effect in wonders() for row in tables()["black_hack.table.magic_items"].rows)


@covers("black_hack.attribute.*", "black_hack.creation.six_attributes")
@pytest.mark.parametrize(
    ("abbr", "governs", "test"),
    [
        ("STR", "Melee", "melee combat"),
        ("DEX", "Ranged", "dodged"),
        ("CON", "Resilience", "poison"),
        ("INT", "Arcane", "lore"),
        ("WIS", "Divine", "listening"),
        ("CHA", "Influence", "Charm"),
    ],
)
def test_six_attributes_in_their_order(abbr, governs, test):
    concept = concepts()[abbr]
    entry = BOOK.entries()[f"black_hack.attribute.{FIELD[concept.abbr]}"]
    assert ATTRIBUTES[entry.data["order"] - 1] == abbr
    assert governs in " ".join(entry.data["governs"])
    assert test in " ".join(concept.gm_tests)


@covers("black_hack.weapon.*", "black_hack.large.which")
@pytest.mark.parametrize("ref", weapons())
def test_every_weapon_can_be_held(ref):
    weapon = weapons()[ref]
    item = made(ref, "i1")
    assert (item.ref, item.hands, item.large, item.mode, item.tags) == (
        ref,
        weapon.hands,
        weapon.large,
        weapon.mode,
        weapon.tags,
    )
    large = weapon.hands == 2 and "light_bow" not in ref
    assert item.large == large
    assert ("bow" in item.tags or "sling" in item.tags) == (item.mode == "ranged")
    assert die(weapon.usage) == (8 if item.mode == "ranged" else 0)
    assert weapon.range == (("nearby", "faraway") if item.mode == "ranged" else weapon.range)
    assert ("nearby" in weapon.range) == (item.mode != "melee")
    assert called(item) == ref


@covers("black_hack.weapon.one_handed", "black_hack.weapon.two_handed", "black_hack.weapon.custom_or_exotic")
def test_a_weapon_of_a_kind_is_named_by_whoever_gets_it():
    one, two = named_weapons("black_hack.weapon.one_handed"), named_weapons("black_hack.weapon.two_handed")
    assert {"black_hack.weapon.broad_sword", "black_hack.weapon.mace", "black_hack.weapon.dagger"} <= set(one)
    assert {"black_hack.weapon.polearm", "black_hack.weapon.great_axe"} <= set(two)
    assert all(weapons()[ref].hands == 1 for ref in one)
    assert all(weapons()[ref].large for ref in two)
    assert KNIFE not in one
    assert named_weapons("black_hack.weapon.custom_or_exotic") == ("black_hack.weapon.custom_or_exotic",)


@covers(
    "black_hack.table.armour_value",
    "black_hack.armour.cloth",
    "black_hack.armour.leather",
    "black_hack.armour.chain_mail",
    "black_hack.armour.plate_and_mail",
    "black_hack.armour.shield",
    "black_hack.armour.small_shield",
    "black_hack.armour.helmet",
    "black_hack.armour.mithril_shirt",
    "black_hack.armour.arcane_mail",
    "black_hack.armour.aura",
)
@pytest.mark.parametrize(
    ("short", "av", "dice", "key", "repair"),
    [
        ("cloth", 1, 1, "cloth", "1d8"),
        ("leather", 2, 2, "leather", "2d8x5"),
        ("chain_mail", 3, 3, "mail", "4d8x10"),
        ("plate_and_mail", 4, 4, "plate", "4d8x10"),
        ("shield", 0, 1, "large_shield", "1d8"),
        ("small_shield", 0, 1, "small_shield", "1d8"),
        ("helmet", 0, 1, "helmet", "1d8"),
        ("mithril_shirt", 4, 4, "cloth", "4d8x10"),
        ("arcane_mail", 2, 2, "", ""),
        ("aura", 2, 2, "", ""),
    ],
)
def test_every_piece_of_armour_has_its_dice(short, av, dice, key, repair):
    ref = f"black_hack.armour.{short}"
    item = made(ref, "i1")
    assert (item.av, item.dice, item.kind) == (av, ("whole",) * dice, key)
    assert armour()[ref].repair_price == repair


@covers("black_hack.usage.notation")
def test_a_usage_die_is_written_with_its_size():
    assert made("black_hack.item.jug_of_oil", "i1").usage == 6
    assert (die("Ud20"), die("")) == (20, 0)


@covers("black_hack.option.item_keywords", "black_hack.setting.item_keywords")
def test_awkward_things_are_more_than_one_item():
    polearm = "black_hack.weapon.polearm"
    assert made(polearm, "i1", Settings(item_keywords=True)).counts == 3
    assert made(polearm, "i1").counts == 1
    assert made("black_hack.item.rope_50_ft", "i1", Settings(item_keywords=True)).counts == 1
    (long,) = recounted((made(polearm, "i1"),), Settings(item_keywords=True))
    assert long.counts == 3
    assert recounted((long, replace(long, counts=0)), Settings()) == (made(polearm, "i1"), replace(long, counts=0))
    words = {word for kind in (weapons(), armour(), things()) for entry in kind.values() for word in entry.keywords}
    assert words == {"fragile", "long", "cumbersome", "heavy", "difficult"}
