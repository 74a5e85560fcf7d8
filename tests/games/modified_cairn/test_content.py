"""The lists: every entry can be read, every thing made, and what is said of them all holds for each."""

import pytest

from tallow.games.modified_cairn import entries as content
from tallow.games.modified_cairn import folk, goods
from tallow.games.modified_cairn.characters.creation import comes_along
from tallow.games.modified_cairn.checks.tables import look, total
from tallow.games.modified_cairn.entries import BOOK, rows, tables
from tallow.games.modified_cairn.folk import backgrounds, monsters
from tallow.games.modified_cairn.gear.materials import metal_armour, metal_weapon
from tallow.games.modified_cairn.gear.slots import ROOM, armor, slots
from tallow.games.modified_cairn.gear.things import from_gear, made
from tallow.games.modified_cairn.gear.wealth import in_copper
from tallow.games.modified_cairn.goods import armours, relics, runeskelfs, transports, weapon_classes, weapons
from tallow.games.modified_cairn.goods import things as listed
from tallow.games.modified_cairn.state import Attack, Item, Wealth
from tallow.mechanics.two_sides import find
from tallow.play import scripted
from tallow.testing import covers
from tests.games.modified_cairn.newcomers import SETTINGS, act, refused, somebody, table, thing

LOADERS = [
    one
    for file in (content, folk, goods)
    for one in vars(file).values()
    if hasattr(one, "cache_info") and one is not rows
]
FOR_READERS = (
    "rule", "setting", "action", "phase", "band", "coin", "condition", "factor", "feat", "gambit", "modifier",
    "quality", "region", "ruling", "size", "state", "unit",
)  # fmt: skip
"""Kinds of entries that rules do not read, rulings among them; tests hold the rules to what some of them say."""
LINES = [line for one in backgrounds().values() for line in one.gear]
LINES += [line for one in tables().values() for row in one.rows for line in row.gives]


@covers("modified_cairn.front.companion_data")
def test_every_kind_of_content_is_read_and_refers_to_what_there_is():
    read = [kind for kind in BOOK.kinds() if BOOK.raw(kind) and kind not in FOR_READERS]
    assert len(LOADERS) == len(read)
    assert {len(getter()) for getter in LOADERS if getter.__name__ in {"backgrounds", "monsters"}} == {124, 159}
    entries = BOOK.entries()
    for line in LINES:
        assert not line.of or line.of in entries, line
    for one in tables().values():
        assert all(not row.ref or row.ref in entries for row in one.rows)
        assert all(one.row(row.on) is row for row in one.rows)


def test_tables_are_looked_up_by_number_name_range_and_two_dice():
    assert tables()["modified_cairn.table.factors"].row(1).name == "No"
    assert tables()["modified_cairn.table.dungeon_status"].row("Calm").effect == "d12"
    with pytest.raises(KeyError):
        tables()["modified_cairn.table.factors"].row(4)
    word = scripted(look, "modified_cairn.table.words_physical_effect", "anna", script=[2, 1])
    assert word == tables()["modified_cairn.table.words_physical_effect"].row(21)
    assert scripted(total, "1d6+3", "anna", "", script=[4]) == 7
    assert rows()["modified_cairn.table.omen:fog"] == tables()["modified_cairn.table.omen"].row(3)
    assert "a life at sea" not in rows()


@covers(
    "modified_cairn.weapon.unarmed", "modified_cairn.weapon.dagger", "modified_cairn.weapon.club",
    "modified_cairn.weapon.handaxe", "modified_cairn.weapon.brass_knuckles", "modified_cairn.weapon.longsword",
    "modified_cairn.weapon.spear", "modified_cairn.weapon.mace", "modified_cairn.weapon.battleaxe",
    "modified_cairn.weapon.greatsword", "modified_cairn.weapon.glaive", "modified_cairn.weapon.halberd",
    "modified_cairn.weapon.longspear", "modified_cairn.weapon.shield_bash", "modified_cairn.weapon.sling",
    "modified_cairn.weapon.javelin", "modified_cairn.weapon.shortbow", "modified_cairn.weapon.longbow",
    "modified_cairn.weapon.crossbow", "modified_cairn.weapon.staff", "modified_cairn.weapon.sickle",
    "modified_cairn.weapon.short_sword", "modified_cairn.weapon.whip", "modified_cairn.weapon.throwing_knives",
    "modified_cairn.weapon.sword", "modified_cairn.weapon.flail", "modified_cairn.weapon.war_hammer",
    "modified_cairn.weapon.great_axe", "modified_cairn.weapon_class.*", "modified_cairn.convert.weapons",
    "modified_cairn.weapon.melee_classes", "modified_cairn.weapon.melee_slots", "modified_cairn.weapon.ranged_dots",
)  # fmt: skip
@pytest.mark.parametrize("ref", [*weapons(), *weapon_classes()])
def test_a_weapon_has_the_size_dice_and_dots_of_its_class(ref):
    entry = {**weapons(), **weapon_classes()}[ref]
    item = made(ref, "x")
    grades = {"Light": (6, "light"), "Balanced": (8, "balanced"), "Great": (10, "great")}
    grade = entry.class_ or entry.name
    if grade in grades:
        assert (item.dice, item.kind) == ((grades[grade][0],), grades[grade][1])
        assert item.reach == (item.size == "bulky") == (grade == "Great")
    assert f"d{item.dice[0]}" == entry.dice
    assert slots(item) == max(1, entry.slots) == max(1, entry.hands)
    assert (item.uses, item.ranged) == (entry.ammo_dots, entry.use == "ranged")
    assert ("reload" in item.qualities) == entry.reload == (ref == "modified_cairn.weapon.crossbow")
    assert ("cramped" in item.qualities) == (ref == "modified_cairn.weapon.longbow")
    assert not item.ranged or item.uses == 3


@covers("modified_cairn.convert.weapons")
def test_the_armory_wins_over_the_lists():
    assert made("modified_cairn.weapon.sling", "x").dice == (4,)
    assert made("modified_cairn.weapon.crossbow", "x").dice == (10,)
    blunderbuss = tables()["modified_cairn.table.aurifex_1"].row(5).gives[0]
    item = from_gear(blunderbuss, "x")
    assert (item.dice, item.blast, item.ranged, item.size, item.qualities) == ((12,), True, True, "bulky", ("reload",))


@covers(
    "modified_cairn.armour.shield", "modified_cairn.armour.gambeson", "modified_cairn.armour.chain_shirt",
    "modified_cairn.armour.chain_mail", "modified_cairn.armour.breastplate", "modified_cairn.armour.plate_mail",
    "modified_cairn.armour.helmet", "modified_cairn.armour.brigandine", "modified_cairn.convert.armour",
    "modified_cairn.armour.shield_in_hand", "modified_cairn.armour.body_on_body",
)  # fmt: skip
@pytest.mark.parametrize("ref", list(armours()))
def test_a_piece_of_armour_protects_where_it_belongs_and_nowhere_else(ref):
    entry = armours()[ref]
    item = made(ref, "x")
    place = "hands" if "Hand" in entry.location else "body"
    assert slots(item) == entry.slots == (1 if entry.armour == 1 else 2)
    for region in ("hands", "body", "pack"):
        wearer = somebody("pc", thing(ref.removeprefix("modified_cairn."), region))
        assert armor(wearer, SETTINGS) == (entry.armour if region == place else 0)
    assert item.dice == ((4,) if ref == "modified_cairn.armour.shield" else ())


@covers("modified_cairn.convert.armour")
@pytest.mark.parametrize("name", ["Leather Jerkin", "Stage Mail", "Boiled Leather", "Gambeson", "Lucky Jerkin"])
def test_body_armour_of_one_is_light(name):
    found = [line for line in LINES if line.name == name]
    assert found
    for line in found:
        item = from_gear(line, "x")
        assert (item.armor, slots(item), item.kind, item.name) == (1, 1, "armour", name)


@covers("modified_cairn.size.*", "modified_cairn.region.*", "modified_cairn.inventory.ten_slots")
def test_sizes_and_regions_are_those_of_the_book():
    sizes, regions = BOOK.raw("size"), BOOK.raw("region")
    assert [(one["name"], one["slots"]) for one in sizes] == [
        (name.capitalize(), slots(Item("x", "x", size=name))) for name in ("normal", "bulky", "petty")
    ]
    assert slots(Item("x", "x", size="petty", count=3, bundle=sizes[-1]["bundle"])) == 1
    assert [(one["name"], one["slots"], one["ready"]) for one in regions] == [
        ("At Hand", ROOM["hands"], True), ("Body", ROOM["body"], True), ("Pack", ROOM["pack"], False),
    ]  # fmt: skip
    assert sum(ROOM.values()) == 10


@covers("modified_cairn.coin.*")
@pytest.mark.parametrize("coin", BOOK.raw("coin"), ids=lambda coin: coin["metal"])
def test_a_coin_is_worth_what_the_book_says_at_a_rate_of_ten(coin):
    assert in_copper(Wealth(**{coin["metal"]: 1}), SETTINGS) == coin["in_copper"]
    assert coin["slots"] == 0


@pytest.mark.parametrize("line", [line for line in LINES if not comes_along(line) and ".table." not in line.of])
def test_a_line_of_gear_keeps_its_name_and_its_own_numbers(line):
    item = from_gear(line, "x")
    assert item.name == line.name
    if line.uses is not None:
        assert (item.count if item.bundle else item.uses) == line.uses
    if line.size:
        assert item.size == line.size.casefold() or (item.kind == "scroll" and item.size == "petty")
    if line.dice:
        assert item.dice == (int(line.dice[1:]),)
    if line.price is not None:
        assert item.price == line.price
    if line.armour is not None:
        assert (item.armor, item.kind) == (line.armour, "bow" if line.of.endswith("bow") else "armour")


@covers("modified_cairn.convert.charges")
@pytest.mark.parametrize("ref", list(relics()))
def test_a_relics_charges_are_dots(ref):
    entry, item = relics()[ref], made(ref, "x")
    assert item.uses == (entry.charges or entry.uses)
    assert (item.recharge, slots(item), item.armor) == (entry.recharge, entry.slots, entry.armour)


@covers("modified_cairn.convert.spellbooks")
@pytest.mark.parametrize("ref", list(runeskelfs()))
def test_a_spellbook_is_a_runeskelf_of_two_runes(ref):
    entry, item = runeskelfs()[ref], made(ref, "x")
    assert (item.kind, item.runes, slots(item), item.recharge) == ("rune", entry.runes, 1, entry.recharge)
    assert len(entry.runes) == 2
    if ref == "modified_cairn.runeskelf.charm":
        assert item.name == "Charming Gaze"


@covers("modified_cairn.convert.scores")
def test_scores_carry_over_one_to_one():
    acolyte = monsters()["modified_cairn.monster.acolyte"]
    assert (acolyte.gd, acolyte.armour, acolyte.vig, acolyte.cla, acolyte.spi) == (4, 1, 8, 11, 14)


@covers("modified_cairn.item.*", "modified_cairn.inventory.limited_uses")
@pytest.mark.parametrize("ref", [ref for ref, one in listed().items() if one.size != "not carried"])
def test_an_item_has_its_size_its_dots_and_its_price(ref):
    entry, item = listed()[ref], made(ref, "x")
    assert (item.name, item.price, item.effect) == (entry.name, entry.price, entry.effect)
    assert slots(item) == entry.slots
    assert (item.count if item.bundle else item.uses) == entry.uses
    assert item.size == entry.size.casefold()


@covers("modified_cairn.item.cart", "modified_cairn.item.pack_animal", "modified_cairn.transport.*")
@pytest.mark.parametrize("ref", list(transports()))
def test_a_cart_or_beast_is_bought_as_a_store_beside_its_keeper(ref):
    entry = transports()[ref]
    state, _ = act(table(somebody("pc", gold=entry.price)), "buy", "pc", ref)
    (one,) = state.transports
    assert (one.of, one.slots, one.keeper) == (ref, entry.slots, "pc")
    assert find(state, "pc").wealth == Wealth()
    assert find(state, "pc").items == ()
    assert refused(table(somebody("pc")), "buy", "pc") == "cannot_buy"


@covers("modified_cairn.table.weapon_material", "modified_cairn.table.armour_material")
def test_the_material_of_weapons_and_armour_is_in_their_names():
    carried = {"Longsword": True, "Quarterstaff": False, "Crossbow": False, "Grappling hook": True}
    assert {name: metal_weapon(Attack(name, (6,), items=("i1",))) for name in carried} == carried
    natural = {"rusty sword": True, "claws": False}
    assert {name: metal_weapon(Attack(name, (6,))) for name in natural} == natural
    armour = {"Chainmail": True, "Leather jerkin": False}
    assert {name: metal_armour(Item("i1", name)) for name in armour} == armour
