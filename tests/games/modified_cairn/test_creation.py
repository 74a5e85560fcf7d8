"""Making characters: every step, every Background of the three lists, every row of every table."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.characters.creation import (
    BOND,
    GEAR,
    LISTS,
    TRAITS,
    Start,
    background,
    bond,
    brought,
    comes_along,
    create,
    kit,
    named,
    omen,
    qualities,
    random_gear,
    retinue,
    rolled,
    rolled_age,
    rolled_guard,
    rolled_traits,
    wares,
)
from tallow.games.modified_cairn.entries import Given, tables
from tallow.games.modified_cairn.folk import backgrounds, monsters
from tallow.games.modified_cairn.gear.inventory import item_of
from tallow.games.modified_cairn.gear.slots import ROOM, armor, exposed, filled, overloaded
from tallow.games.modified_cairn.goods import things as listed
from tallow.games.modified_cairn.goods import transports, weapons
from tallow.games.modified_cairn.record import CHARACTERS
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Creature, Life, Wealth
from tallow.mechanics.tables import row_id
from tallow.play import REFEREE, Roll, Scripted, Simulated, distribution, scripted
from tallow.testing import covers
from tests.games.modified_cairn.newcomers import SETTINGS
from tests.games.playing import done

PAST = [id_ for entry in backgrounds().values() for id_ in entry.tables if id_[-2:] in {"_1", "_2"}]
ROWS = [(id_, row.on) for id_ in PAST for row in tables()[id_].rows]
QUALITIES = [[2, 4, 6], [1, 3, 5], [5, 6, 6]]
AT_RANDOM = {"modified_cairn.item.random_runeskelf": [1] * 7, "modified_cairn.item.scroll": [1] * 6}
"""Dice of what is found at random: two for the formula, two for each word, one for the ritual."""


def life(**fields):
    return Creature("pc", "Pc", "pc", life=Life(**fields))


def drawn(ref: str) -> list[int]:
    """The dice that a line of gear asks for."""
    return [1] if ref == GEAR else AT_RANDOM.get(ref, [])


@covers(
    "modified_cairn.creation.roll_qualities",
    "modified_cairn.action.roll_qualities",
    "modified_cairn.setting.swap_two",
    "modified_cairn.quality.vigour",
    "modified_cairn.quality.clarity",
    "modified_cairn.quality.spirit",
)
def test_qualities_are_rolled_in_order_and_may_be_exchanged_only_where_the_table_says_so():
    play = Scripted(*QUALITIES)
    assert qualities(play, SETTINGS, "anna") == (12, 9, 17)
    assert [isinstance(question, Roll) and question.n for question in play.asked] == [3, 3, 3]
    swapping = Settings(swap_two=True)
    assert scripted(qualities, swapping, "anna", script=[*QUALITIES, "keep"]) == (12, 9, 17)
    assert scripted(qualities, swapping, "anna", script=[*QUALITIES, "VIG_SPI"]) == (17, 9, 12)
    assert scripted(qualities, swapping, "anna", script=[*QUALITIES, "CLA_SPI"]) == (12, 17, 9)


@covers("modified_cairn.creation.roll_qualities", "modified_cairn.quality.range")
def test_a_quality_is_distributed_as_three_dice():
    def first(play):
        return qualities(play, SETTINGS, "anna")[0]

    chances = distribution(first)
    assert set(chances) == set(range(3, 19))
    assert (chances[10], chances[18]) == (Fraction(1, 8), Fraction(1, 216))
    assert sum(chance for score, chance in chances.items() if score > 10) == Fraction(1, 2)


@covers("modified_cairn.creation.roll_guard", "modified_cairn.action.roll_guard")
def test_guard_is_one_die_and_what_a_life_adds():
    assert scripted(rolled_guard, "anna", Start(), script=[3]) == 3
    assert scripted(rolled_guard, "anna", Start(guard=("1d6", "1d4")), script=[3, 2]) == 5
    chances = distribution(rolled_guard, "anna", Start())
    assert sum(guard * chance for guard, chance in chances.items()) == Fraction(7, 2)


@covers(
    "modified_cairn.phase.creation",
    "modified_cairn.sheet.fields",
    "modified_cairn.background.one_each",
    "modified_cairn.background.gear",
    "modified_cairn.action.choose_background",
    "modified_cairn.action.place_gear",
)
def test_a_smelter_of_the_kettlewrights_with_everything_in_its_place():
    script = [
        *QUALITIES,
        ("pick", "second_edition"),
        "modified_cairn.background.kettlewright",
        "Bram",
        3,
        1,
        4,
        [3, 4, 4],
    ]
    script[5] = backgrounds()["modified_cairn.background.kettlewright"].names[0]
    bram = scripted(create, SETTINGS, script=script)
    assert (bram.vigour, bram.vigour_max, bram.clarity, bram.clarity_max) == (12, 12, 9, 9)
    assert (bram.spirit, bram.spirit_max, bram.guard, bram.guard_max) == (17, 17, 4, 4)
    assert (bram.kind, bram.feats, bram.seat) == ("pc", True, "player")
    assert bram.wealth == Wealth(gold=11)
    assert bram.life.background == "modified_cairn.background.kettlewright"
    assert bram.life.history == (
        "modified_cairn.table.kettlewright_1:smelter",
        "modified_cairn.table.kettlewright_2:fire_eggs",
    )
    places = {item.name: item.place for item in bram.items}
    assert (places["Smelting Hammer"], places["Tin Helm"], places["Fire Eggs"]) == ("hands", "body", "pack")
    assert armor(bram, SETTINGS) == 1
    assert not overloaded(bram)
    assert (bram.life.traits, bram.life.bonds, bram.life.age) == ((), (), 0)


@covers("modified_cairn.setting.life_details", "modified_cairn.creation.details", "modified_cairn.action.roll_details")
def test_life_details_are_rolled_where_the_table_wants_them():
    script = [*QUALITIES, ("roll", "package"), 3, "roll", 1, 2, *[1] * 8, [2, 2], 2, 4, [1, 1, 1]]
    vera = scripted(create, Settings(life_details=True), script=script)
    assert [trait for trait, _ in vera.life.traits] == list(TRAITS)
    assert vera.life.age == 14
    assert vera.life.bonds == (f"{BOND}:strange_compass",)
    assert vera.wealth == Wealth(gold=23), "the strange compass comes with 20 coins"
    assert item_of(vera, next(item.id for item in vera.items if item.name == "Strange Compass")).size == "petty"


@covers("modified_cairn.background.gear", "modified_cairn.inventory.overload")
def test_what_does_not_fit_lies_in_overflow_and_its_owner_is_exposed():
    settings = Settings(life_details=True, price_coin="Silver Guilder")
    musician = next(one for one in backgrounds().values() if one.name == "Musician")
    gear = [5, 3, "modified_cairn.weapon.war_hammer", 9]
    script = [*QUALITIES, ("pick", "barebones"), musician.id, "roll", 1, 1, *gear]
    script += [*[1] * 8, [1, 1], 10, 6, [6, 6, 6]]
    vera = scripted(create, settings, script=script)
    assert overloaded(vera)
    assert exposed(vera)
    assert [item.name for item in vera.items if item.place == "overflow"] == ["Swallowed Spirit"]
    assert vera.wealth == Wealth(silver=18)
    assert armor(vera, settings) == 2


@pytest.mark.parametrize("seed", range(60))
def test_anybody_fits_their_slots_and_lacks_nothing(seed):
    settings = Settings(life_details=seed % 2 == 0, swap_two=seed % 3 == 0)
    one = create(
        Simulated(Random(seed), lambda choice: Random(seed).choice(choice.options[:-1] or choice.options)), settings
    )
    assert all(filled(one, region) <= room for region, room in ROOM.items())
    assert len({item.id for item in one.items}) == len(one.items)
    assert one.life.background
    assert overloaded(one) == any(item.place == "overflow" for item in one.items)


@covers("modified_cairn.background.lists", "modified_cairn.background.pick", "modified_cairn.table.backgrounds")
@pytest.mark.parametrize("name", list(LISTS))
def test_each_list_is_rolled_evenly_or_picked_from(name):
    mine = [one for one in backgrounds().values() if one.list == name]
    assert sorted(one.roll for one in mine) == list(range(1, LISTS[name] + 1))
    play = Scripted(("roll", name), 2)
    assert background(play, "anna").roll == 2
    assert isinstance(play.asked[1], Roll)
    assert play.asked[1].sides == LISTS[name]
    assert scripted(background, "anna", script=[("pick", name), mine[-1].id]) is mine[-1]
    if name == "second_edition":
        assert [row.ref for row in tables()["modified_cairn.table.backgrounds"].rows] == [one.id for one in mine]


@covers("modified_cairn.background.pick", "modified_cairn.background.gear")
def test_a_background_of_ones_own_needs_the_gms_consent():
    own = ["write", "Ratcatcher", "rats, cellars", "modified_cairn.item.cage", "enough"]
    play = Scripted(*own, "refuse", *own, "agree")
    mine = background(play, "anna")
    assert [question.by for question in play.asked if getattr(question, "what", "") == "consent"] == [REFEREE] * 2
    assert (mine.name, mine.skills, mine.coins) == ("Ratcatcher", ("rats", "cellars"), "")
    assert [line.of for line in mine.gear] == ["modified_cairn.item.cage"]
    assert scripted(background, "anna", script=[*own, "agree_coins"]).coins == "3d6"
    script = [*QUALITIES, *own, "agree", "another", "Odo", 2]
    odo = scripted(create, SETTINGS, script=script)
    assert (odo.name, odo.wealth, odo.life.background, odo.life.skills) == (
        "Odo", Wealth(), "Ratcatcher", ("rats", "cellars"),
    )  # fmt: skip


@covers("modified_cairn.background.*")
@pytest.mark.parametrize("ref", list(backgrounds()))
def test_every_background_brings_its_gear_and_its_skills(ref):
    past = backgrounds()[ref]
    bare = replace(past, tables=(), list="package")
    asked = [line for line in past.gear if line.of == GEAR or line.of in AT_RANDOM]
    start = scripted(brought, "anna", bare, script=[die for line in asked for die in drawn(line.of)])
    beside = [line for line in past.gear if comes_along(line)]
    assert len(start.items) == len(past.gear) - len(beside)
    for line in past.gear:
        if line not in asked and line not in beside:
            assert any(item.name == line.name and item.ref == line.of for item in start.items), line
    assert retinue(life(background=ref)) == tuple(beside)
    assert past.skills
    assert past.coins == "3d6"
    assert sum(table in PAST for table in past.tables) == (2 if past.list == "second_edition" else 0)
    if past.list == "barebones":
        assert len(past.gear) == 3


@covers("modified_cairn.front.companion_data")
def test_without_any_list_a_life_is_written(monkeypatch):
    monkeypatch.setattr("tallow.games.modified_cairn.characters.creation.backgrounds", dict)
    monkeypatch.setattr(
        "tallow.games.modified_cairn.characters.creation.tables", lambda: {GEAR: replace(tables()[GEAR], rows=())}
    )
    one = scripted(create, SETTINGS, script=[*QUALITIES, "Ratcatcher", "rats", "agree", "", 2])
    assert (one.name, one.life.background, one.items) == ("Ratcatcher", "Ratcatcher", ())


def test_a_name_is_of_the_background_or_of_anybody_and_never_one_of_two_hundred():
    smith = backgrounds()["modified_cairn.background.aurifex"]
    assert scripted(named, "anna", smith, script=["roll", 2]) == "Basil"
    acrobat = next(one for one in backgrounds().values() if one.list == "barebones")
    name, play = done(named, "anna", acrobat, script=["roll", 1, 3])
    assert (name, play.asked[0].options) == ("Rune", ("roll", "another"))
    assert scripted(named, "anna", smith, script=["another", "  "]) == "Hestia"


@covers(
    "modified_cairn.background.oddities",
    "modified_cairn.action.roll_background_tables",
    "modified_cairn.table.*_1",
    "modified_cairn.table.*_2",
)
@pytest.mark.parametrize(("table", "on"), ROWS)
def test_every_row_gives_what_it_says(table, on):
    row = tables()[table].row(on)
    script: list[Any] = [int(on)]
    script += [die for line in row.gives for die in drawn(line.of)]
    script += ["modified_cairn.item.rope"] if row.wares else []
    script += ["modified_cairn.item.rope", "enough"] if row.goods else []
    script += ["bow"] if row.choice else []
    script += [5] if row.rolls else []
    start = scripted(rolled, "anna", Start(), table, script=script)
    things = [line for line in row.gives if not comes_along(line)]
    given = [item.name for item in start.items]
    named = [line.name for line in things if line.of not in AT_RANDOM]
    assert [name for name in given if name in named] == named
    assert len(given) == len(things) + bool(row.wares) + bool(row.goods) + (row.rolls == BOND)
    assert all(item.effect for item in start.items if not item.dice and not item.armor)
    assert start.coins == int(row.coins or 0)
    assert start.guard == (("1d6", row.max_gd) if row.max_gd else ("1d6",))
    assert start.history == (row_id(table, row),)
    assert bool(start.omen) == (row.rolls == "modified_cairn.table.omen")
    assert len(start.bonds) == (row.rolls == BOND)
    assert retinue(life(history=start.history)) == tuple(line for line in row.gives if comes_along(line))


@covers("modified_cairn.table.kettlewright_1", "modified_cairn.background.oddities")
def test_a_hawker_has_goods_worth_20_in_all():
    rope, lens = "modified_cairn.item.rope", "modified_cairn.item.lens"
    assert (listed()[rope].price, listed()[lens].price) == (5, 20)
    script = [2, rope, rope, rope, "enough"]
    start, play = done(rolled, "anna", Start(), "modified_cairn.table.kettlewright_1", script=script)
    assert [item.ref for item in start.items] == [rope] * 3
    assert [question.facts[1] for question in play.asked[1:]] == [20, 15, 10, 5]
    assert lens in play.asked[1].options
    assert lens not in play.asked[2].options


def test_rows_that_say_a_number_give_it():
    guard = tables()["modified_cairn.table.kettlewright_1"].row(5)
    assert (guard.max_gd, tables()["modified_cairn.table.greenwise_1"].row(5).coins) == ("1d4", "100")
    sigils = scripted(rolled, "anna", Start(), "modified_cairn.table.barber_surgeon_1", script=[5])
    wearer = Creature("pc", "Pc", "pc", items=(replace(sigils.items[0], place="body"),))
    assert (armor(wearer, SETTINGS), filled(wearer, "body")) == (1, 0)
    foot = scripted(rolled, "anna", Start(), "modified_cairn.table.barber_surgeon_1", script=[2]).items[0]
    assert (foot.dice, foot.size) == ((6,), "petty")
    pail = scripted(rolled, "anna", Start(), "modified_cairn.table.bonekeeper_1", script=[3]).items[0]
    assert (pail.name, pail.uses, pail.ref) == ("Blood Pail", 1, "modified_cairn.monster.grave_servant")
    assert all(listed()[ref].price <= 20 for ref in wares(20))
    assert "modified_cairn.item.fiddle" not in wares(20)


@covers(
    "modified_cairn.creation.barebones_kit",
    "modified_cairn.action.roll_barebones_kit",
    "modified_cairn.table.start_armour",
    "modified_cairn.table.start_weapon",
)
def test_the_barebones_kit():
    start = scripted(kit, "anna", Start(), script=[1, 7, 4, 20])
    assert [item.name for item in start.items] == ["Rations", "Torch", "Bellows", "Sling", "Cloak"]
    assert (start.items[0].count, start.items[1].uses) == (3, 3)
    for face, name in enumerate(("Shield", "Helmet", "Gambeson", "Chain Mail", "Plate Mail"), start=2):
        assert scripted(kit, "anna", Start(), script=[face, 6, 20]).items[2].name == name
    for face, grade in enumerate(("Light", "Balanced", "Great"), start=1):
        for arm in weapons().values():
            if arm.class_ == grade:
                assert scripted(kit, "anna", Start(), script=[2, face, arm.id, 20]).items[3].ref == arm.id


@covers("modified_cairn.table.gear", "modified_cairn.creation.barebones_kit")
def test_every_row_of_gear_is_a_thing_or_stands_beside_and_doubles_may_be_rolled_again():
    for row in tables()[GEAR].rows:
        if row.ref in AT_RANDOM:
            assert scripted(random_gear, "anna", Start(), script=[int(row.on), *drawn(row.ref)]).items[0].runes
            continue
        start = scripted(random_gear, "anna", Start(), script=[int(row.on)])
        if row.ref in transports():
            assert retinue(life(history=start.history)) == (Given(row.name, row.ref),)
        else:
            assert [item.ref for item in start.items] == [row.ref]
    once = scripted(random_gear, "anna", Start(), script=[7])
    assert [item.name for item in scripted(random_gear, "anna", once, script=[7, "roll", 8]).items] == [
        "Bellows",
        "Blanket",
    ]
    assert len(scripted(random_gear, "anna", once, script=[7, "keep"]).items) == 2


@covers("modified_cairn.creation.details")
def test_ages_traits_bonds_and_omens():
    assert scripted(rolled_age, "anna", script=[[1, 1]]) == 12
    chances = distribution(rolled_age, "anna")
    assert (min(chances), max(chances)) == (12, 50)
    assert sum(age * chance for age, chance in chances.items()) == 31
    assert scripted(rolled_traits, "anna", script=[10] * 8)[0] == (
        "physique",
        tables()["modified_cairn.table.trait_physique"].row(10).name,
    )
    play = Scripted(4, 5, 6)
    start = bond(play, "anna", Start(bonds=(f"{BOND}:prism",)), taken=(f"{BOND}:silver_moss",))
    assert start.bonds == (f"{BOND}:prism", f"{BOND}:bark_journal")
    assert play.codes().count("creation.bond_again") == 2
    play = Scripted(3)
    assert omen(play, "anna", secret=True) == "modified_cairn.table.omen:fog"
    assert isinstance(play.asked[0], Roll)
    assert play.asked[0].hidden
    assert play.told[0].seen_by == ("anna", REFEREE)


@covers("modified_cairn.creation.details")
def test_some_backgrounds_grant_a_bond_or_an_omen_even_so():
    foundling = backgrounds()["modified_cairn.background.foundling"]
    start = scripted(brought, "anna", replace(foundling, gear=()), script=[1, 1, 7])
    assert (start.omen, start.bonds) == ("modified_cairn.table.omen:buzzing", ())
    warden = backgrounds()["modified_cairn.background.fieldwarden"]
    start = scripted(brought, "anna", replace(warden, gear=()), script=[1, 1, 7])
    assert (start.omen, start.bonds) == ("", ("modified_cairn.table.bond:half_a_key",))


def test_every_companion_is_in_the_bestiary():
    lines = [line for row in (tables()[t].row(on) for t, on in ROWS) for line in row.gives if comes_along(line)]
    assert {line.of for line in lines} <= {*monsters(), *transports()}
    assert len(lines) > 10


def test_the_game_makes_characters():
    assert CHARACTERS.create is create
