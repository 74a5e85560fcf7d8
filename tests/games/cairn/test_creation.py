"""Making characters: every step, every background, every row of every table, and who comes to the table when."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.cairn.characters.boons import companions
from tallow.games.cairn.characters.creation import (
    BOND,
    QUICK,
    Start,
    abilities,
    background,
    create,
    equipped,
    omen,
    past,
    quick_gear,
    rolled_age,
    rolled_bonds,
    rolled_traits,
    slots_check,
    taken_from,
)
from tallow.games.cairn.entries import rows, tables
from tallow.games.cairn.folk import backgrounds, monsters
from tallow.games.cairn.gear.inventory import armor, holding, slots_used
from tallow.games.cairn.gear.market import price
from tallow.games.cairn.gear.things import from_gear
from tallow.games.cairn.record import BOTS, CHARACTERS, GAME
from tallow.games.cairn.settings import Settings
from tallow.mechanics.tables import row_id
from tallow.play import Roll, Scripted, Simulated, Undecidable, distribution, scripted
from tallow.testing import covers
from tests.games.cairn.newcomers import (
    SETTINGS,
    act,
    described,
    gear_lines,
    item,
    one,
    refused,
    somebody,
    table,
    thing,
    things,
)

TRAITS = [1] * 8
PAST = [id_ for entry in backgrounds().values() for id_ in entry.tables]
ROWS = [(id_, row.on) for id_ in PAST for row in tables()[id_].rows]
WITH_GEAR_OF_CHOICE = {"cairn.table.kettlewright_1:home_goods", "cairn.table.rill_runner_2:wares"}
WITH_WEAPON_TYPE = {"cairn.table.hexenbane_2:honesty", "cairn.table.hexenbane_2:mercy"}


@covers(
    "cairn.creation.steps",
    "cairn.creation.background",
    "cairn.creation.start_common",
    "cairn.creation.hp",
    "cairn.creation.slots_check",
    "cairn.setting.creation_mode",
)
def test_the_kettlewright_of_the_book():
    script = ["roll", 14, "Bram", 3, 1, [2, 4, 6], [2, 3, 4], [4, 4, 5], "keep", 4, [3, 4, 4], *TRAITS, 9, [7, 18]]
    bram = scripted(create, SETTINGS, script=script)
    assert (bram.name, bram.life.background) == ("Bram", "cairn.background.kettlewright")
    assert (bram.strength, bram.dexterity, bram.willpower) == (12, 9, 13)
    assert (bram.hp, bram.hp_max, bram.gp, bram.life.age) == (4, 4, 11, 35)
    assert bram.life.boons == ("cairn.table.kettlewright_1:smelter", "cairn.table.kettlewright_2:fire_eggs")
    assert bram.life.bonds == ("cairn.table.bond:signet_ring",)
    assert [i.name for i in bram.items] == [
        "Rations", "Torch", "Pincers", "Roll of tin", "Gloves", "Hammer", "Smelting hammer", "Tin helm", "Fire eggs",
        "Signet ring",
    ]  # fmt: skip
    assert slots_used(bram, SETTINGS) == 9
    assert armor(bram) == 1
    assert [i.name for i in holding(bram)] == ["Hammer"]
    assert len({i.id for i in bram.items}) == len(bram.items)


@covers("cairn.creation.background", "cairn.table.background")
def test_a_background_is_rolled_or_chosen_and_a_name_is_one_of_its_ten_or_another():
    assert distribution(background, "anna", policy=lambda choice: choice.options[0])[
        backgrounds()["cairn.background.kettlewright"]
    ] == Fraction(1, 20)
    for row in tables()["cairn.table.background"].rows:
        entry = scripted(background, "anna", script=["roll", int(row.on)])
        assert (entry.id, entry.roll, entry.name) == (row.effect, int(row.on), row.name)
        assert scripted(background, "anna", script=[row.effect]) == entry
        assert len(set(entry.names)) == 10
    rest = [1, 1, [1, 1, 1], [1, 1, 1], [1, 1, 1], "keep", 1, [1, 1, 1], *TRAITS, 9, [1, 1]]
    script = ["cairn.background.scrivener", "another", "  Ysolde  ", *rest]
    assert scripted(create, SETTINGS, script=script).name == "Ysolde"
    assert scripted(create, SETTINGS, script=["cairn.background.scrivener", "roll", 10, *rest]).name == "Julius"


def test_a_bot_makes_a_character_without_writing():
    made = {CHARACTERS.create(Simulated(Random(seed), BOTS.answer), SETTINGS).name for seed in range(30)}
    assert len(made) > 15
    with pytest.raises(Undecidable):
        CHARACTERS.create(Simulated(Random(1), lambda choice: choice.options[-1]), SETTINGS)


@covers("cairn.creation.abilities", "cairn.creation.swap")
def test_abilities_are_3d6_in_order_and_two_may_change_places():
    dice = [[2, 4, 6], [2, 3, 4], [4, 4, 5]]
    assert scripted(abilities, "anna", script=[*dice, "keep"]) == (12, 9, 13)
    assert scripted(abilities, "anna", script=[*dice, "STR_DEX"]) == (9, 12, 13)
    assert scripted(abilities, "anna", script=[*dice, "STR_WIL"]) == (13, 9, 12)
    assert scripted(abilities, "anna", script=[*dice, "DEX_WIL"]) == (12, 13, 9)

    def first(play):
        return abilities(play, "anna")[0] >= 11

    assert distribution(first, policy=lambda _: "keep")[True] == Fraction(1, 2)


@covers("cairn.creation.age", "cairn.creation.traits")
def test_age_and_traits():
    assert scripted(rolled_age, "anna", script=[[7, 18]]) == 35
    traits = scripted(rolled_traits, "anna", script=list(range(1, 9)))
    assert traits == (
        ("physique", "Athletic"), ("skin", "Marked"), ("hair", "Curly"), ("face", "Elongated"), ("speech", "Formal"),
        ("clothing", "Frayed"), ("virtue", "Humble"), ("vice", "Rude"),
    )  # fmt: skip
    for kind in dict(traits):
        assert len({row.name for row in tables()[f"cairn.table.trait_{kind}"].rows}) == 10


def test_every_line_of_gear_becomes_the_thing_that_it_should_be():
    """gear.txt is read by people: each line is right, and none is missing."""
    listed = (Path(__file__).parent / "gear.txt").read_text("utf-8").splitlines()
    assert sorted({described(gear) for gear in gear_lines()}) == listed


@covers("cairn.background.*", "cairn.creation.start_common")
@pytest.mark.parametrize("id_", backgrounds())
def test_each_background_gives_its_gear_and_what_all_have(id_):
    entry = backgrounds()[id_]
    repels = ["Undead"] if id_ == "cairn.background.fieldwarden" else []
    numbers = [[1, 2, 3], [1, 2, 3], [1, 2, 3], "keep", 6, [6, 6, 6], *TRAITS]
    bonds = [3, 3, 4] if entry.extra_bonds else [3]
    secret = [20] if entry.private_omen else []
    script = [id_, entry.names[3], *repels, 1, 2, *numbers, *bonds, [5, 6], *secret]
    made = scripted(create, SETTINGS, script=script)
    assert made.life.background == id_
    assert made.name == entry.names[3]
    names = [i.name for i in made.items]
    for gear in entry.gear:
        assert from_gear(gear, "").name in names
    assert item(made, "Rations").uses == 3
    if id_ == "cairn.background.fungal_forager":
        assert item(made, "Candle helmet").uses == 6
        assert not {"Torch", "Lantern"} & set(names)
    elif "Lantern" in names:
        assert item(made, "Oil can").uses == 6
    else:
        assert item(made, "Torch").uses == 3
    assert entry.gp == "3d6"
    assert made.gp >= 18
    assert len(made.life.bonds) == 1 + entry.extra_bonds
    assert bool(made.life.private_omen) == entry.private_omen
    assert slots_used(made, SETTINGS) < 10


@covers(
    "cairn.table.aurifex_*",
    "cairn.table.barber_surgeon_*",
    "cairn.table.beast_handler_*",
    "cairn.table.bonekeeper_*",
    "cairn.table.cutpurse_*",
    "cairn.table.fieldwarden_*",
    "cairn.table.fletchwind_*",
    "cairn.table.foundling_*",
    "cairn.table.fungal_forager_*",
    "cairn.table.greenwise_*",
    "cairn.table.half_witch_*",
    "cairn.table.hexenbane_*",
    "cairn.table.jongleur_*",
    "cairn.table.kettlewright_*",
    "cairn.table.marchguard_*",
    "cairn.table.mountebank_*",
    "cairn.table.outrider_*",
    "cairn.table.prowler_*",
    "cairn.table.rill_runner_*",
    "cairn.table.scrivener_*",
)
@pytest.mark.parametrize(("id_", "on"), ROWS)
def test_each_row_of_a_background_gives_what_it_says(id_, on):
    row = tables()[id_].row(on)
    boon = row_id(id_, row)
    script: list[int | str] = [int(on)]
    if boon in WITH_WEAPON_TYPE:
        script.append("axe")
    if boon in WITH_GEAR_OF_CHOICE:
        script += ["cairn.item.rope"] if row.one_item_gp else ["cairn.item.rope", "cairn.item.tools", "enough"]
    start = scripted(past, SETTINGS, "anna", Start(), id_, script=script)
    assert start.boons == (boon,)
    assert start.chosen == (((boon, "axe"),) if boon in WITH_WEAPON_TYPE else ())
    assert (start.gp, start.extra_bonds, start.private_omen) == (row.gp, row.extra_bonds, row.private_omen)
    assert start.hp_dice == (("1d6", row.max_hp_bonus) if row.max_hp_bonus else ("1d6",))
    wanted = [from_gear(gear, f"i{at + 1}") for at, gear in enumerate(row.gives)]
    if boon in WITH_GEAR_OF_CHOICE:
        assert sum(price(i.ref, SETTINGS) for i in start.items) <= 20
        assert [i.ref for i in start.items][:1] == ["cairn.item.rope"]
    else:
        assert list(start.items) == wanted
    joins = bool(row.creature) and not row.creature_called
    assert companions(somebody(boons=(f"{id_}:{on}".removeprefix("cairn.table."),))) == (
        (row.creature,) if joins else ()
    )
    assert start.items or start.gp or row.creature or row.effect


@covers("cairn.table.bond", "cairn.creation.bond")
@pytest.mark.parametrize("on", range(1, 21))
def test_each_bond_gives_what_it_says(on):
    (bond,) = scripted(rolled_bonds, "anna", 1, (), script=[on])
    row = rows()[bond]
    start = scripted(taken_from, SETTINGS, "anna", Start(), row)
    assert [i.name for i in start.items] == [gear.name for gear in row.gives]
    assert start.gp == (20 if on == 2 else 0)
    if on == 1:
        assert start.items[0].value_gp == 500
    rest = [1, 1, [1, 1, 1], [1, 1, 1], [1, 1, 1], "keep", 1, [1, 1, 1], *TRAITS, on, [1, 1]]
    made = scripted(create, SETTINGS, script=["cairn.background.scrivener", "Lazlo", *rest])
    assert made.burden == (1 if on == 10 else 0)
    assert ("stone_heart" in made.conditions) == (on == 15)


@covers("cairn.creation.bond", "cairn.table.outrider_1")
def test_a_second_bond_is_another_row_and_bonds_of_the_party_are_rolled_again():
    assert scripted(rolled_bonds, "anna", 2, (), script=[4, 4, 7]) == (
        "cairn.table.bond:crystal_prism",
        "cairn.table.bond:ancient_key",
    )
    assert scripted(rolled_bonds, "anna", 1, ("cairn.table.bond:crystal_prism",), script=[4, 5]) == (
        "cairn.table.bond:silver_moss",
    )
    everything = tuple(row_id(BOND, row) for row in tables()[BOND].rows)
    assert scripted(rolled_bonds, "anna", 1, everything, script=[4]) == ("cairn.table.bond:crystal_prism",)
    debts = scripted(past, SETTINGS, "anna", Start(), "cairn.table.outrider_1", script=[6])
    assert debts.extra_bonds == 1


@covers(
    "cairn.creation.gear",
    "cairn.table.starting_armour",
    "cairn.table.starting_helmet",
    "cairn.table.starting_weapon",
    "cairn.table.starting_find",
    "cairn.spell.random",
)
@pytest.mark.parametrize(
    ("rolls", "names"),
    [
        ([1, 1, 1, "Staff", 1], ["Staff", "Rope, 25 feet"]),
        ([4, 14, 6, "Sword", 3], ["Brigandine", "Helmet", "Sword", "Bandages"]),
        ([15, 17, 15, "Sling", 5], ["Chainmail", "Shield", "Sling", "Lantern", "Oil can"]),
        ([20, 20, 20, "Halberd", 7], ["Plate", "Helmet", "Shield", "Halberd", "Thieving tools"]),
        ([14, 13, 14, "Axe", 9], ["Brigandine", "Axe", "Common tools"]),
        ([19, 16, 19, "Bow", 11], ["Chainmail", "Helmet", "Bow", "Fire oil"]),
        ([3, 19, 5, "Dagger", 13], ["Shield", "Dagger", "Grappling hook"]),
        ([3, 1, 15, "Crossbow", 15], ["Crossbow", "Antitoxin"]),
        ([3, 1, 6, "Mace", 17, 5], ["Mace", "Arcane Eye"]),
        ([3, 1, 20, "Battleaxe", 18, 100], ["Battleaxe", tables()["cairn.table.spells"].row(100).name]),
    ],
)
def test_quick_gear(rolls, names):
    start = scripted(quick_gear, SETTINGS, "anna", Start(), script=rolls)
    assert [i.name for i in start.items] == ["Rations", "Torch", *names]
    assert [i.uses for i in start.items[:2]] == [3, 3]


@covers("cairn.creation.gear", "cairn.setting.creation_mode")
def test_the_quick_way_has_no_background():
    quick = Settings(creation_mode="quick")
    numbers = [[2, 4, 6], [2, 3, 4], [4, 4, 5], "keep", 3]
    script = ["Bram", *numbers, 4, 1, 6, "Sword", 1, [1, 2, 3], *TRAITS, 6, [10, 9]]
    made = scripted(create, quick, script=script)
    assert (made.life.background, made.life.boons) == ("", ())
    assert (made.hp, made.gp) == (3, 6)
    assert [i.name for i in made.items] == ["Rations", "Torch", "Brigandine", "Sword", "Rope, 25 feet", "Journal"]
    assert slots_used(made, quick) == 6 + 1
    named = scripted(create, quick, script=["roll", 14, 3, *script[1:]])
    assert named.name == "Bram"
    assert len(QUICK) == 4


@covers("cairn.creation.slots_check")
def test_the_outrider_of_the_book_has_8_of_10_slots_and_too_much_stays_behind():
    rider = somebody(
        "rider", *(from_gear(g, f"i{n}") for n, g in enumerate(backgrounds()["cairn.background.outrider"].gear))
    )
    rider = equipped(rider)
    assert slots_used(rider, SETTINGS) == 8
    assert slots_check(Scripted(), rider, SETTINGS) == rider
    laden = replace(rider, items=(*rider.items, thing("gem"), thing("rock")))
    lighter = scripted(slots_check, laden, SETTINGS, script=["Gem"])
    assert slots_used(lighter, SETTINGS) == 9
    assert "gem" not in [i.id for i in lighter.items]


@covers("cairn.creation.slots_check", "cairn.inventory.transport")
def test_what_is_too_much_goes_on_a_beast_of_ones_own_first():
    donkey = from_gear(tables()["cairn.table.kettlewright_1"].row(6).gives[0], "d")
    owner = somebody("pc", donkey, *things(10))
    owner = scripted(slots_check, owner, SETTINGS, script=["Thing3"])
    assert item(owner, "Thing3").place == "d"
    assert slots_used(owner, SETTINGS) == 9


@covers("cairn.inventory.hands", "cairn.armor.shield")
def test_armour_is_on_a_shield_and_a_weapon_in_hand_and_only_the_best_suit_worn():
    suit = {"armor": 1, "hands": 0}
    fighter = somebody(
        "pc",
        thing("jerkin", **suit),
        thing("mail", 2, armor=2, hands=0),
        thing("halberd", 2, damage="d10", hands=2),
        thing("shield", armor=1, bonus=True),
        thing("sword", damage="d8"),
    )
    fighter = equipped(fighter)
    assert {i.id: i.place for i in fighter.items} == {
        "jerkin": "pack", "mail": "worn", "halberd": "pack", "shield": "hands", "sword": "hands",
    }  # fmt: skip
    assert armor(fighter) == 3


def sit(state, seat_answers, bond, age=(5, 6), origin="cairn.background.scrivener"):
    rest = [1, 1, [3, 3, 4], [3, 3, 4], [3, 3, 4], "keep", 4, [3, 3, 4], *TRAITS, *bond, list(age)]
    return act(state, "new_player", "", *seat_answers, origin, "roll", 1, *rest)[0]


@covers("cairn.phase.creation", "cairn.creation.bond", "cairn.creation.omen", "cairn.table.omen")
def test_players_sit_down_make_characters_and_the_youngest_rolls_the_omen():
    state = GAME.new_state(SETTINGS)
    assert refused(state, "party_complete", "") == "nobody_yet"
    state = sit(state, ["player1"], [9], age=(7, 18))
    state = sit(state, ["another", " Ben "], [9, 8], age=(4, 8))
    state = sit(state, ["another", "referee"], [1], age=(20, 11))
    assert GAME.seats(state) == ("referee", "player1", "Ben", "player2")
    assert [c.life.age for c in state.party] == [35, 22, 41]
    assert len({i.id for c in state.party for i in c.items} | {c.id for c in state.party}) == sum(
        1 + len(c.items) for c in state.party
    )
    state, play = act(state, "party_complete", "", 12)
    assert [q.by for q in play.asked] == ["Ben"]
    assert (state.omen, state.phase) == ("cairn.table.omen:howl", "town")
    assert state.party[1].life.omen == state.omen


@covers("cairn.creation.omen")
def test_of_equally_young_a_die_says_who_rolls_the_omen_and_a_secret_one_is_seen_by_nobody_else():
    young = [replace(somebody(f"pc{n}", seat=f"p{n}"), life=replace(somebody().life, age=20)) for n in (1, 2, 3)]
    _, play = act(table(*young, phase="creation"), "party_complete", "", 2, 1)
    assert [q.by for q in play.asked] == ["referee", "p2"]
    secret = Scripted(7)
    assert omen(secret, "anna", secret=True) == "cairn.table.omen:buzzing"
    assert isinstance(secret.asked[0], Roll)
    assert secret.asked[0].hidden
    assert [told.seen_by for told in secret.told] == [("anna", "referee")]
    prophet = scripted(past, SETTINGS, "anna", Start(), "cairn.table.mountebank_1", script=[3])
    assert prophet.private_omen


@covers("cairn.creation.background")
@pytest.mark.parametrize(
    ("origin", "rolls", "ally"),
    [
        ("cairn.background.outrider", [1, 5], "cairn.monster.ally_linden_white"),
        ("cairn.background.half_witch", [4, 1], "cairn.monster.ally_raven"),
    ],
)
def test_allies_and_beasts_come_along(origin, rolls, ally):
    numbers = [[3, 3, 4], [3, 3, 4], [3, 3, 4], "keep", 4, [3, 3, 4], *TRAITS, 3, [9, 9]]
    state, _ = act(GAME.new_state(SETTINGS), "new_player", "", "player1", origin, "roll", 1, *rolls, *numbers)
    pc, beast = state.party
    assert (beast.of, beast.seat, beast.pay.employer) == (ally, "player1", pc.id)
    assert (beast.hp, beast.strength) == (monsters()[ally].hp, monsters()[ally].strength)


@covers("cairn.creation.new_pc", "cairn.phase.creation")
def test_whoever_lost_a_character_makes_another_or_goes_on_as_a_hireling():
    dead = somebody("pc1", conditions=("dead",))
    hand = somebody("h1", kind="hireling", seat="ben", pay=None)
    state = table(dead, hand, somebody("pc2", seat="ben"))
    offered = {offer.action.name for offer in GAME.actions(state, "anna")}
    assert offered == {"make_character", "bring_character", "take_over"}
    numbers = [[3, 3, 4], [3, 3, 4], [3, 3, 4], "keep", 4, [3, 3, 4], *TRAITS, 3, [9, 9]]
    made, _ = act(state, "make_character", "pc1", "cairn.background.scrivener", "roll", 1, 1, 1, *numbers)
    assert [c.seat for c in made.party if c.kind == "pc" and "dead" not in c.conditions] == ["ben", "anna"]
    taken, _ = act(state, "take_over", "pc1")
    assert (one(taken, "h1").kind, one(taken, "h1").seat, one(taken, "h1").pay) == ("pc", "anna", None)
    assert refused(taken, "take_over", "pc1") == "not_now"
    assert refused(replace(state, party=(dead,)), "take_over", "pc1") == "no_hireling"
