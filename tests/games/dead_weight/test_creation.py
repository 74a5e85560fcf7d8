"""Making adventurers: the worked example die for die, every row of every step, every class and kit, and the limits."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import available
from tallow.games.dead_weight.characters.creation import (
    CLERIC,
    FOR,
    PENNILESS,
    STEPS,
    WIZARD,
    apply,
    create,
    ended,
    gain_proficiency,
    gain_score,
    learn,
    life_path,
    move_points,
    named,
    prayers_of,
    ready,
    shoulder,
    spells_of,
    take_up_class,
    taught,
)
from tallow.games.dead_weight.entries import BOOK, short
from tallow.games.dead_weight.entries.characters import burdens, callings, kits, paths, skills
from tallow.games.dead_weight.entries.gear import things
from tallow.games.dead_weight.entries.magic import gods, schools
from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.gear.inventory import capacity, held, limit, load, shield_in_hand, weapons_in_hand
from tallow.games.dead_weight.harm.wounds import armour_points
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import ATTRIBUTES, Adventurer, Life, Purse, Score, score, with_score
from tallow.play import Roll, Scripted, Simulated, distribution, scripted
from tallow.simulate.random_answers import RandomAnswers
from tallow.testing import covers
from tests.games.dead_weight.people import somebody
from tests.games.playing import done

SETTINGS = Settings()
FRESH = Adventurer("pc", "", seat="player", life=Life(insight=1))
ROWS = [(step, row) for step in STEPS for row in paths(step).values()]


def scores(one):
    return tuple(score(one, attribute).score for attribute in ATTRIBUTES)


def proficiencies(one):
    return tuple(score(one, attribute).proficiency for attribute in ATTRIBUTES)


def of(*values, **more):
    numbers = zip(("strength", "dexterity", "intelligence", "presence"), map(Score, values), strict=False)
    return replace(FRESH, **dict(numbers), **more)


@covers(
    "dead_weight.creation.order",
    "dead_weight.creation.steps_apply",
    "dead_weight.creation.infancy",
    "dead_weight.creation.career",
    "dead_weight.creation.tragedy",
    "dead_weight.creation.burden",
    "dead_weight.creation.class",
    "dead_weight.attribute.start",
    "dead_weight.inventory.limit",
    "dead_weight.infancy.battleborn",
    "dead_weight.phase.creation",
)
def test_the_worked_example():
    script = [
        [2, 3], "keep", [1, 2], "keep", [3, 4], "keep", [2, 4], "keep",
        "dead_weight.class.warrior", "dead_weight.kit.warrior_a", [5, 2], ("move", "STR", "INT"), "another", "Zael",
    ]  # fmt: skip
    one, play = done(create, SETTINGS, script=script)
    assert one.name == "Zael"
    assert [one.life.infancy, one.life.career, one.life.tragedy, one.life.burden] == [
        "dead_weight.infancy.battleborn", "dead_weight.career.squire", "dead_weight.tragedy.enlisted_in_a_war",
        "dead_weight.burden.fame_and_riches",
    ]  # fmt: skip
    assert scores(one) == (2, 1, 1, 2)
    assert proficiencies(one) == (2, 0, 0, 0)
    assert one.life.skills == ("fearless", "shield_master", "bash")
    assert one.life.traits == ("battle_trance",)
    assert one.purse == Purse(silver=7)
    assert armour_points(one) == 4
    assert (limit(one), load(one)) == (7, 4)
    assert one.life.insight == 0
    assert one.containers == ("belt", "canteen", "bag")
    assert [item.name for item in held(one)] == ["Falchion", "Wooden shield"]
    before = next(q for q in play.asked if getattr(q, "what", "") == "move_point")
    assert before.facts == (3, 1, 0, 2, 1)


@covers("dead_weight.creation.aids", "dead_weight.creation.order")
def test_from_a_seed_the_same_adventurer_twice_and_many_kinds():
    made = [create(RandomAnswers(Random(seed)), SETTINGS) for seed in range(300)]
    assert made[7] == create(RandomAnswers(Random(7)), SETTINGS)
    assert {one.life.calling for one in made} == set(callings())
    assert {one.life.kit for one in made} == set(kits())
    for one in made:
        assert all(0 <= n <= 3 for n in scores(one))
        assert all(0 <= n <= 2 for n in proficiencies(one))
        assert len(one.magic.spells) == (one.intelligence.score if one.life.calling == WIZARD else 0)
        assert len(one.magic.prayers) == (one.presence.score if one.life.calling == CLERIC else 0)
        assert one.name
        assert len({item.id for item in one.items}) == len(one.items)


def test_the_first_option_always_makes_somebody_fit_for_the_class():
    for seed in range(40):
        one = create(Simulated(Random(seed), lambda choice: choice.options[0]), SETTINGS)
        mine = score(one, FOR[short(one.life.calling)]).score
        assert mine == max(scores(one))
        assert weapons_in_hand(one)


@covers("dead_weight.creation.insight_reroll", "dead_weight.creation.insight_start")
def test_insight_rolls_one_die_again_and_keeps_the_other():
    (one, on), play = done(life_path, FRESH, "career", script=[[1, 4], ("reroll", 1), 3])
    assert on == 7
    assert paths("career")[on].id == "dead_weight.career.brigand"
    assert one.life.insight == 0
    assert play.asked[1].options == ("keep", ("reroll", 1), ("reroll", 4), "reroll_both")


def test_insight_rolls_both_again_as_often_as_there_are_points():
    rich = replace(FRESH, life=Life(insight=2))
    (one, on), play = done(life_path, rich, "burden", script=[[3, 3], "reroll_both", [1, 1], ("reroll", 1), 6])
    assert (on, one.life.insight) == (7, 0)
    assert play.asked[1].options == ("keep", ("reroll", 3), "reroll_both")


def test_without_insight_a_roll_stands():
    poor = replace(FRESH, life=Life())
    (one, on), _ = done(life_path, poor, "tragedy", script=[[2, 2]])
    assert (one, on) == (poor, 4)


@covers("dead_weight.creation.insight_start", "dead_weight.infancy.city_kid")
def test_a_city_kid_has_two_points_if_none_was_spent():
    one = scripted(apply, FRESH, paths("infancy")[7], "infancy", script=[3])
    assert one.life.insight == 2
    assert one.purse.silver == 3


@covers("dead_weight.creation.duplicate_path")
def test_a_repeated_path_may_be_rolled_again_once_for_free():
    brigand = somebody("other")
    brigand = replace(brigand, life=Life(career="dead_weight.career.brigand", tragedy="dead_weight.tragedy.enslaved"))
    (one, on), play = done(life_path, FRESH, "career", (brigand,), script=[[3, 4], "free_reroll", [2, 5], "keep"])
    assert (on, one.life.insight, one.life.free_reroll) == (7, 1, False)
    assert "free_reroll" in play.asked[1].options
    assert "free_reroll" not in play.asked[3].options
    _, again = done(life_path, one, "tragedy", (brigand,), script=[[4, 5], "keep"])
    assert "free_reroll" not in again.asked[1].options
    _, other = done(life_path, FRESH, "infancy", (brigand,), script=[[4, 5], "keep"])
    assert "free_reroll" not in other.asked[1].options


@covers("dead_weight.creation.insight_move")
def test_points_move_from_the_highest_score_one_at_a_time():
    one = of(3, 1, 0, 2)
    assert scores(scripted(move_points, one, script=[("move", "STR", "INT")])) == (2, 1, 1, 2)
    two = of(2, 2, 1, 1, life=Life(insight=2))
    moved, play = done(move_points, two, script=[("move", "DEX", "STR"), "keep"])
    assert scores(moved) == (3, 1, 1, 1)
    assert moved.life.insight == 1
    assert {move[1] for move in play.asked[1].options[1:]} == {"STR"}
    full = of(3, 3, 0, 0)
    _, play = done(move_points, full, script=["keep"])
    assert all(move[2] not in {"STR", "DEX"} for move in play.asked[0].options[1:])
    assert scores(scripted(move_points, of(3, 1, 0, 2, life=Life()))) == (3, 1, 0, 2)


@covers("dead_weight.attribute.score_limits")
def test_a_lost_point_of_score_does_not_come_back():
    one = FRESH
    for step, on in (("infancy", 5), ("career", 2), ("tragedy", 3)):
        one = scripted(apply, one, paths(step)[on], step)
    assert one.strength.score == 2
    assert gain_score(of(1, 1, 0, 1), "INT", -1).intelligence.score == 0
    assert gain_score(of(3), "STR", 1).strength.score == 3


@covers("dead_weight.attribute.prof_limits")
def test_a_proficiency_beyond_two_is_lost():
    one = scripted(apply, FRESH, paths("career")[2], "career")
    one = scripted(apply, one, paths("tragedy")[7], "tragedy")
    assert one.strength.proficiency == 2
    assert (
        scripted(
            take_up_class, one, script=["dead_weight.class.warrior", "dead_weight.kit.warrior_c"]
        ).strength.proficiency
        == 2
    )
    assert gain_proficiency(FRESH, "DEX", -1).dexterity.proficiency == 0


@covers(
    "dead_weight.attribute.strength",
    "dead_weight.attribute.dexterity",
    "dead_weight.attribute.intelligence",
    "dead_weight.attribute.presence",
    "dead_weight.attribute.start",
)
@pytest.mark.parametrize("entry", BOOK.raw("attribute"), ids=lambda entry: entry["short"])
def test_each_attribute_starts_and_ends_where_its_entry_says(entry):
    on = score(FRESH, entry["short"])
    assert (on.score, on.proficiency) == (entry["start_score"], entry["start_prof"])
    reached = [score(gain_score(FRESH, entry["short"], by), entry["short"]).score for by in (-9, 9)]
    assert reached == [entry["min_score_creation"], entry["max_score_creation"]]
    trained = [score(gain_proficiency(FRESH, entry["short"], by), entry["short"]).proficiency for by in (-9, 9)]
    assert trained == [entry["min_prof_creation"], entry["max_prof_creation"]]
    uses = {"STR": limit, "INT": lambda one: len(_known(one, WIZARD)), "PRE": lambda one: len(_known(one, CLERIC))}
    for strong in (0, 3):
        one = with_score(FRESH, entry["short"], Score(strong))
        used = uses.get(entry["short"], lambda one: available(one, "DEX"))(one)
        assert used == (3 + 2 * strong if entry["short"] == "STR" else strong)


def _known(one, calling):
    learned = taught(RandomAnswers(Random(1)), replace(one, life=Life(calling=calling))).magic
    return learned.spells or learned.prayers


@covers("dead_weight.setting.final_score_min")
def test_the_least_score_when_creation_ends():
    low = of(0, 3, 1, 0)
    assert scores(ended(low, SETTINGS)) == (0, 3, 1, 0)
    assert scores(ended(low, Settings(final_score_min=1))) == (1, 3, 1, 1)


def test_what_insight_is_left_counts_as_earned():
    assert ended(replace(FRESH, life=Life(insight=3)), SETTINGS).life.earned == 3


@covers("dead_weight.infancy.*", "dead_weight.career.*", "dead_weight.tragedy.*", "dead_weight.creation.steps_apply")
@pytest.mark.parametrize(("step", "row"), ROWS, ids=[row.id for _, row in ROWS])
def test_every_row_of_the_life_path_gives_what_it_says(step, row):
    assert _row_of(step, row.on) == row.id
    script: list[Any] = []
    number, _, sides = row.silver.partition("d")
    if row.choose_prof:
        script.append("DEX")
    if row.silver:
        script.append([int(sides)] * int(number))
    one = scripted(apply, FRESH, row, step, script=script)
    for at, attribute in enumerate(ATTRIBUTES):
        assert scores(one)[at] == 1 + row.score.get(attribute, 0)
        chosen = bool(row.choose_prof) and attribute == "DEX"
        assert proficiencies(one)[at] == row.prof.get(attribute, 0) + chosen
    assert getattr(one.life, step) == row.id
    assert one.life.insight == 1 + row.insight
    assert one.purse.silver == (int(number) * int(sides) if row.silver else 0)
    assert one.life.skills == tuple(short(skill) for skill in row.skills)
    assert one.life.traits == tuple(short(trait) for trait in row.traits)
    assert BOOK.entries()[row.id].kind == "engine"


def _row_of(step, on):
    (_, got), play = done(life_path, FRESH, step, script=[sorted((min(6, on - 1), on - min(6, on - 1))), "keep"])
    assert got == on
    return play.asked[1].facts[1]


@covers("dead_weight.creation.career", "dead_weight.creation.infancy")
def test_the_chance_of_a_row():
    poor = replace(FRESH, life=Life())
    chances = distribution(lambda play: life_path(play, poor, "career")[1])
    assert chances[2] == Fraction(1, 36)
    assert chances[7] == Fraction(1, 6)


@covers("dead_weight.creation.tragedy")
@pytest.mark.parametrize(
    ("on", "prof", "score"),
    [
        (2, "DEX", "INT"), (3, "INT", "STR"), (4, "DEX", "PRE"), (5, "PRE", "STR"), (6, "PRE", "INT"),
        (7, "STR", "INT"), (8, "DEX", "STR"), (9, "STR", "DEX"), (10, "STR", "PRE"), (11, "PRE", "DEX"),
        (12, "INT", "PRE"),
    ],
)  # fmt: skip
def test_every_tragedy_gives_one_proficiency_and_takes_one_score(on, prof, score):
    before = somebody("pc", 2, 2, 2, 2)
    after = scripted(apply, before, paths("tragedy")[on], "tragedy")
    names = ("STR", "DEX", "INT", "PRE")
    now = dict(zip(names, (after.strength, after.dexterity, after.intelligence, after.presence), strict=True))
    assert {name: (of.score, of.proficiency) for name, of in now.items()} == {
        name: (2 - (name == score), int(name == prof)) for name in names
    }


@covers("dead_weight.burden.*", "dead_weight.creation.burden")
@pytest.mark.parametrize("row", burdens().values(), ids=lambda row: row.id)
def test_every_burden_brings_its_things(row):
    one = scripted(shoulder, FRESH, row)
    assert one.life.burden == row.id
    assert [item.ref for item in one.items] == [line.ref for line in row.items]
    assert all(item.place == "notes" or capacity(one, item.place) for item in one.items)
    assert all(short(container) in one.containers for container in row.containers)


@covers("dead_weight.burden.redemption", "dead_weight.container.small_pouch", "dead_weight.inventory.start")
def test_a_small_pouch_takes_the_place_of_the_belt():
    one = scripted(shoulder, FRESH, burdens()[8])
    assert one.containers == ("canteen", "bag", "small_pouch")
    assert capacity(one, "belt") == 2


@covers("dead_weight.burden.lost_everything_and_everyone")
def test_who_has_lost_everything_has_no_coins_but_false_ones():
    rich = replace(FRESH, life=Life(burden=PENNILESS), purse=Purse(18, 1, 11))
    assert ended(rich, SETTINGS).purse == Purse(counterfeit=11)
    assert ended(replace(rich, life=Life()), SETTINGS).purse == rich.purse


@covers("dead_weight.creation.skill_twice", "dead_weight.skill.upgrade")
def test_a_skill_learned_twice_becomes_its_advanced_form_if_it_has_one():
    def twice(skill, times=2):
        one = FRESH
        for _ in range(times):
            one = scripted(learn, one, f"dead_weight.skill.{skill}")
        return one.life.skills

    assert twice("shield_master") == ("aegis",)
    assert twice("shield_master", 3) == ("aegis",)
    assert twice("holy_rites") == ("holy_rites",)
    assert twice("aegis") == ("aegis",)
    for skill in skills().values():
        assert twice(short(skill.id)) == (short(skill.upgrades_to or skill.id),)


@covers("dead_weight.creation.skill_twice")
def test_the_chance_of_a_repeated_skill():
    def repeated(play):
        poor = replace(FRESH, life=Life())
        rows = [paths(step)[life_path(play, poor, step)[1]] for step in ("infancy", "career")]
        return bool(set(rows[0].skills) & set(rows[1].skills))

    assert distribution(repeated)[True] == Fraction(13, 648)


@covers("dead_weight.class.*", "dead_weight.kit.*", "dead_weight.creation.class")
@pytest.mark.parametrize("kit", kits().values(), ids=lambda kit: kit.id)
def test_every_kit_of_every_class(kit):
    calling = next(c for c in callings().values() if kit.id in c.kits)
    script: list[Any] = [calling.id, kit.id]
    if kit.silver:
        script.append([2] * int(kit.silver[0]))
    false = any(line.ref == "dead_weight.item.counterfeit_coins" for line in kit.items)
    if false:
        script.append([1, 2, 3])
    one, play = done(take_up_class, FRESH, script=script)
    assert play.asked[0].options[0] in callings()
    assert len(play.asked[1].options) == 3
    wanted = [line.ref for line in kit.items for _ in range(line.count) if things().get(line.ref) is None or
              line.ref != "dead_weight.item.counterfeit_coins"]  # fmt: skip
    assert [item.ref for item in one.items] == wanted
    assert one.purse.silver == (2 * int(kit.silver[0]) if kit.silver else 0)
    assert one.purse.gold == kit.gold
    assert one.purse.counterfeit == (6 if false else 0)
    for line in kit.items:
        if line.usage:
            assert next(item for item in one.items if item.ref == line.ref).usage == int(line.usage[1:])
    assert set(map(short, kit.containers)) <= set(one.containers)
    assert len([c for c in one.containers if c in {"bag", "backpack"}]) == 1
    assert one.life.kit == kit.id
    assert one.life.traits == tuple(map(short, calling.traits))
    assert one.life.skills == tuple(map(short, calling.skills))
    assert {a: p for a, p in zip(ATTRIBUTES, proficiencies(one), strict=True) if p} == dict(calling.prof)


@covers("dead_weight.kit.thief_b", "dead_weight.item.counterfeit_coins", "dead_weight.inventory.start")
def test_a_thief_with_false_coins():
    one = scripted(take_up_class, FRESH, script=["dead_weight.class.thief", "dead_weight.kit.thief_b", [4, 4, 3]])
    assert one.purse == Purse(counterfeit=11)
    assert one.containers == ("belt", "canteen", "backpack")


@covers("dead_weight.trappings.hand_equipped", "dead_weight.kit.warrior_b", "dead_weight.trappings.torso")
@pytest.mark.parametrize(
    ("kit", "places"),
    [
        ("warrior_a", {"falchion": "right", "wooden_shield": "left", "scale_armor": "worn"}),
        ("warrior_b", {"spear": "right", "small_metal_shield": "left", "padded_armor": "worn"}),
        ("warrior_c", {"battle_axe": "both", "loincloth": "worn"}),
        ("wizard_a", {"cane": "right", "tattered_trench_coat": "worn"}),
        ("wizard_b", {"sacrificial_dagger": "right", "inscribed_skull": "left"}),
        ("wizard_c", {"quarterstaff": "right", "ornate_garments": "worn", "cloak": "worn"}),
        ("thief_c", {"throwing_hatchet": "right"}),
    ],
)
def test_who_is_ready_to_go_has_it_in_hand_and_on(kit, places):
    calling = next(c for c in callings() if f"dead_weight.kit.{kit}" in callings()[c].kits)
    dice = kits()[f"dead_weight.kit.{kit}"].silver
    script = [calling, f"dead_weight.kit.{kit}", *([[1] * int(dice[0])] if dice else [])]
    one = ready(scripted(take_up_class, FRESH, script=script))
    assert {short(item.ref): item.place for item in one.items if short(item.ref) in places} == places


def test_two_short_swords_are_two_things_one_in_each_hand():
    one = ready(scripted(take_up_class, FRESH, script=["dead_weight.class.thief", "dead_weight.kit.thief_a", 3]))
    assert [item.place for item in weapons_in_hand(one)] == ["right", "left"]
    assert shield_in_hand(one) is None


@covers("dead_weight.creation.wizard_school", "dead_weight.creation.wizard_spells")
def test_a_wizard_knows_as_many_spells_as_the_final_int_score():
    one = of(1, 1, 2, 1, life=Life(calling=WIZARD))
    script = ["dead_weight.school.necromancers", "dead_weight.spell.magic_missile", "dead_weight.spell.bonedance"]
    taught_, play = done(taught, one, script=script)
    assert taught_.magic.spells == ("dead_weight.spell.magic_missile", "dead_weight.spell.bonedance")
    assert taught_.life.school == "dead_weight.school.necromancers"
    assert "dead_weight.spell.magic_missile" not in play.asked[2].options
    assert (
        scripted(taught, of(1, 1, 0, 1, life=Life(calling=WIZARD)), script=[next(iter(schools()))]).magic.spells == ()
    )


@covers("dead_weight.creation.wizard_school", "dead_weight.creation.cleric_god")
def test_a_school_or_god_of_another_name_has_the_basic_list_alone():
    one = of(1, 1, 0, 0, life=Life(calling=WIZARD))
    assert scripted(taught, one, script=["another", "The Blind Owls"]).life.school == "The Blind Owls"
    assert len(spells_of("The Blind Owls")) == 6
    assert len(prayers_of("Nobody")) == 3
    for school in schools().values():
        assert set(spells_of(school.id)) == {*spells_of(""), *school.spells}
    for god in gods().values():
        assert set(prayers_of(god.id)) == {*prayers_of(""), *god.prayers}


@covers("dead_weight.creation.cleric_god", "dead_weight.creation.cleric_prayers")
def test_a_cleric_knows_as_many_prayers_as_the_final_pre_score():
    one = of(1, 1, 1, 3, life=Life(calling=CLERIC))
    basic = prayers_of("")
    blessed, _ = done(taught, one, script=["dead_weight.god.cador", *basic])
    assert blessed.magic.prayers == basic == blessed.magic.ready
    assert blessed.life.god == "dead_weight.god.cador"


def test_others_learn_nothing():
    assert scripted(taught, of(1, 1, 3, 3, life=Life(calling="dead_weight.class.thief"))).magic == FRESH.magic


def test_a_name_that_is_not_written_is_rolled():
    play = Scripted("another", "  ", 2, 1, 1, 1, 1, 1)
    assert named(play, "player") == "Ba Acha"
    assert all(isinstance(question, Roll) for question in play.asked[2:])


@covers(
    "dead_weight.table.infancy", "dead_weight.table.career", "dead_weight.table.tragedy", "dead_weight.table.burden"
)
@pytest.mark.parametrize("step", [*STEPS, "burden"])
def test_the_tables_of_the_life_path_lead_to_its_rows(step):
    table = tables()[f"dead_weight.table.{step}"]
    rows: Any = burdens() if step == "burden" else paths(step)
    assert table.dice == "2d6"
    assert [(row.on, row.ref, row.name) for row in table.rows] == [
        (str(on), rows[on].id, BOOK.entries()[rows[on].id].name) for on in range(2, 13)
    ]
