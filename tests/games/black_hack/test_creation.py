"""Creation: attributes, the swap, a class with its HP, kit and keepsake, a book, a Background."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tallow.games.black_hack.characters.creation import attributes, create, rolled, starting_hp, swapped
from tallow.games.black_hack.characters.names import NAMES
from tallow.games.black_hack.combat.armour import foreign, pool
from tallow.games.black_hack.entries import callings, kits, prayers, spell, spells, tables
from tallow.games.black_hack.gear.burden import load
from tallow.games.black_hack.gear.found import conjured, wonder
from tallow.games.black_hack.gear.weapons import damage_dice, listed
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import MARKS, Character, State
from tallow.play import distribution
from tallow.simulate.random_answers import RandomAnswers
from tallow.testing import covers
from tests.games.black_hack.fighters import somebody
from tests.games.playing import done

CHARM, SLEEP, LIGHT, WEB = (f"black_hack.spell.{name}" for name in ("charm", "sleep", "light", "web"))
TENS = [[3, 3, 4]] * 6
LAST = ["black_hack.background.sewer_child", "Hob"]


def born(*script, settings=None, level=1):
    """A character from a script of the steps A to D."""
    return done(create, settings or Settings(), "player", level, script=list(script))


def warrior(*more, settings=None, level=1):
    script = [*TENS, "keep", "black_hack.class.warrior", 3, "raven", "black_hack.kit.warrior_a"]
    return born(
        *script, "black_hack.weapon.broad_sword", [3, 4], "roll", 5, *LAST, *more, settings=settings, level=level
    )


@covers("black_hack.creation.roll", "black_hack.creation.fourteen")
@pytest.mark.parametrize(
    ("dice", "scores"),
    [
        ([[3, 4, 5], *[[3, 3, 4]] * 5], (12, 10, 10, 10, 10, 10)),
        ([[5, 5, 5], [3, 4, 4], [4, 5, 5], [1, 1, 1]], (15, 7, 11, 14, 7, 3)),
        ([[6, 6, 6], [6, 6, 6], [6, 6, 6]], (18, 7, 18, 7, 18, 7)),
        ([*[[3, 3, 4]] * 5, [5, 5, 5]], (10, 10, 10, 10, 10, 15)),
    ],
)
def test_three_dice_each_and_a_seven_after_fourteen(dice, scores):
    one, play = done(attributes, Character("pc", ""), script=dice)
    assert (one.strength, one.dexterity, one.constitution, one.intelligence, one.wisdom, one.charisma) == scores
    assert tuple([told.facts[1] for told in play.told]) == scores


@covers("black_hack.creation.fourteen")
def test_chances_of_a_set_seven():
    def first_three(play):
        _, dex_is_set = rolled(play, False, "player")
        _, con_is_set = rolled(play, dex_is_set, "player")
        return dex_is_set, con_is_set

    odds = distribution(first_three)
    assert sum(p for (dex, _), p in odds.items() if dex) == Fraction(35, 216)
    assert sum(p for (_, con), p in odds.items() if con) == Fraction(6335, 46656)


@covers("black_hack.creation.swap")
def test_two_attributes_may_change_places_once():
    one = Character("pc", "", strength=8, intelligence=15)
    one, play = done(swapped, one, script=[("swap", "STR", "INT")])
    assert (one.strength, one.intelligence) == (15, 8)
    (question,) = play.asked
    assert question.options[0] == "keep"
    assert len(question.options) == 16


@covers("black_hack.creation.steps", "black_hack.creation.level_one", "black_hack.phase.creation", "black_hack.hp.max")
def test_a_new_warrior():
    one, play = warrior()
    assert (one.name, one.seat, one.level, one.life.experiences) == ("Hob", "player", 1, ())
    assert (one.hp, one.hp_max) == (9, 9)
    assert one.coins == 7
    assert one.life.backgrounds == ("black_hack.background.sewer_child",)
    whats = [getattr(question, "what", question.__class__.__name__) for question in play.asked]
    order = ["swap", "class", "device", "kit", "which_weapon", "keepsake", "new_background", "name"]
    assert [what for what in whats if what != "Roll"] == order


@covers(
    "black_hack.class.*", "black_hack.creation.class", "black_hack.creation.class_sets", "black_hack.hp.character_dice"
)
@pytest.mark.parametrize(
    ("name", "low", "high", "mean", "hit_die", "damage", "unarmed"),
    [
        ("warrior", 7, 10, "17/2", 8, (3, 6, 0), (3, 6, 0)),
        ("thief", 3, 8, "11/2", 6, (1, 6, 0), (1, 4, 0)),
        ("cleric", 5, 10, "15/2", 8, (1, 6, 0), (1, 4, 0)),
        ("wizard", 1, 4, "5/2", 4, (1, 4, 0), (0, 0, 1)),
    ],
)
def test_what_a_class_sets(name, low, high, mean, hit_die, damage, unarmed):
    one = somebody(calling=f"black_hack.class.{name}")
    odds = distribution(lambda play: starting_hp(play, one).hp_max)
    assert (min(odds), max(odds)) == (low, high)
    assert sum(hp * p for hp, p in odds.items()) == Fraction(mean)
    assert callings()[name].hit_die == hit_die
    assert damage_dice(one, armed=True, dice=3) == damage
    assert damage_dice(one, armed=False, dice=3) == unarmed


@covers("black_hack.creation.class")
def test_the_class_that_suits_comes_first():
    def first(*scores):
        dice = [[1, 1, score - 2] for score in scores]
        play = done(create, Settings(), "player", 1, script=[*dice, "keep", "black_hack.class.warrior", *WARRIOR])[1]
        return next(question.options[0] for question in play.asked if getattr(question, "what", "") == "class")

    assert first(8, 3, 3, 3, 3, 3) == "black_hack.class.warrior"
    assert first(3, 8, 3, 3, 3, 3) == "black_hack.class.thief"
    assert first(3, 3, 3, 8, 3, 3) == "black_hack.class.wizard"
    assert first(3, 3, 3, 3, 8, 3) == "black_hack.class.cleric"


WARRIOR = [3, "raven", "black_hack.kit.warrior_a", "black_hack.weapon.broad_sword", [3, 4], "roll", 5, *LAST]
STARTS = {
    "warrior": ["raven"],
    "thief": ["beggar"],
    "cleric": [],
    "wizard": [],
}
BOOKS: dict[str, list[Any]] = {
    "cleric": [1, "cure_light_wounds", "bless", "detect_evil"],
    "wizard": [1, "charm", "sleep", "light"],
}
NAMED = {"warrior_a": ["black_hack.weapon.broad_sword"], "warrior_b": ["black_hack.weapon.great_axe"]}
COINS = {"2d6": [2, 5], "4d6": [1, 2, 3, 6], "2d8": [3, 4], "3d6": [3, 4, 5], "0": None}
KITS = [
    ("warrior_a", 2, 3, ("hands", 2), 7),
    ("warrior_b", 2, 3, ("hands", 1), 12),
    ("thief_a", 2, 2, ("hands", 2), 7),
    ("thief_b", 1, 1, ("hands", 1), 12),
    ("cleric_a", 2, 3, ("hands", 2), 7),
    ("cleric_b", 1, 1, ("hands", 1), 0),
    ("wizard_a", 1, 1, ("hands", 2), 7),
    ("wizard_b", 1, 1, ("hands", 1), 12),
]


def fitted_out(kit, settings=None):
    name = kit.partition("_")[0]
    entry = kits()[f"black_hack.kit.{kit}"]
    dice = COINS[entry.coins]
    book = BOOKS.get(name, [])
    prefix = "black_hack.prayer." if name == "cleric" else "black_hack.spell."
    level = {ref: spell(ref).level for ref in (*spells(), *prayers())}
    refs = [prefix + part for part in book[1:]]
    chosen = [*book[:1], *[("of_level", ref, level[ref]) for ref in refs]]
    script = [*TENS, "keep", f"black_hack.class.{name}", 2, *STARTS[name], entry.id, *NAMED.get(kit, [])]
    mind = refs[:1]
    return born(*script, *([dice] if dice else []), "roll", 1, *chosen, *LAST, *mind, settings=settings)


@covers(
    "black_hack.kit.*",
    "black_hack.warrior.kit_choice",
    "black_hack.thief.kit_choice",
    "black_hack.cleric.kit_choice",
    "black_hack.wizard.kit_choice",
)
@pytest.mark.parametrize(("kit", "av", "dice", "hands", "coins"), KITS, ids=[row[0] for row in KITS])
def test_every_kit(kit, av, dice, hands, coins):
    one, play = fitted_out(kit)
    entry = kits()[f"black_hack.kit.{kit}"]
    assert max(item.av for item in one.items) == av == entry.av
    assert len(pool(State(party=(one,)), one)) == dice
    place, number = hands
    held = [item for item in one.items if item.place == place]
    assert len(held) == number
    assert sum(item.hands for item in held) <= 2
    names = [item.name for item in one.items]
    assert entry.armour in names
    assert all(item in names for item in entry.items if not item.startswith("black_hack."))
    assert all(any(item.ref == ref for item in one.items) for ref in entry.items if ref.startswith("black_hack."))
    false = sum(item.value for item in one.items if MARKS.any(item.marks, "counterfeit"))
    assert one.coins + false == coins
    assert bool(false) == (kit == "thief_a")
    assert foreign(one) == 0
    assert all(listed(one, item.tags) for item in one.items if item.mode)
    options = next(question.options for question in play.asked if getattr(question, "what", "") == "kit")
    assert len(options) == 2
    assert len({item.id for item in one.items}) == len(one.items)


@covers("black_hack.setting.cleric_a_coins", "black_hack.kit.cleric_a")
@pytest.mark.parametrize(("dice", "most"), [("2d4", 4), ("2d6", 6), ("2d8", 8)])
def test_the_lost_die_of_the_cleric(dice, most):
    _, play = fitted_out("cleric_a", Settings(cleric_a_coins=dice))
    (roll,) = [question for question in play.asked if question.why == "black_hack.kit.cleric_a"]
    assert (roll.n, roll.sides) == (2, most)


@covers("black_hack.kit.warrior_b", "black_hack.kit.cleric_b", "black_hack.kit.thief_b")
def test_details_of_kits():
    hide, _ = fitted_out("warrior_b")
    assert [item.name for item in hide.items if item.place == "worn"] == ["Thick hide", "Helmet"]
    assert next(item for item in hide.items if item.mode).large
    bow, _ = fitted_out("thief_b")
    arrows = next(item for item in bow.items if item.ref == "black_hack.item.ammunition")
    assert arrows.usage == 8
    assert not next(item for item in bow.items if "bow" in item.tags).large


@covers("black_hack.warrior.decorative_shield")
def test_every_warrior_has_a_decorative_shield_and_one_counts():
    one, _ = warrior()
    shields = [item for item in one.items if item.kind == "large_shield"]
    assert [item.name for item in shields] == ["Decorative Shield", "Shield (large)"]
    assert shields[0].marks == (MARKS.mark("device", "raven"),)
    assert shields[0].dice == ("whole",)
    assert len(pool(State(party=(one,)), one)) == 3
    script = [*TENS, "keep", "black_hack.class.warrior", 3, "another", "two geese"]
    one, _ = born(*script, *WARRIOR[2:])
    assert one.items[0].marks == (MARKS.mark("device", "two geese"),)


@covers("black_hack.thief.disguise")
def test_every_thief_has_a_disguise():
    one, _ = fitted_out("thief_a")
    assert [item.marks for item in one.items if item.ref == "black_hack.item.disguise"] == [
        (MARKS.mark("disguise", "beggar"),)
    ]


@covers("black_hack.wizard.spellbook", "black_hack.cleric.prayer_book", "black_hack.magic.memorise_level")
def test_books_have_three_to_six_of_levels_one_and_two():
    one, play = fitted_out("wizard_a")
    book = next(item for item in one.items if MARKS.any(item.marks, "own_book"))
    assert book.spells == (CHARM, SLEEP, LIGHT)
    first = [question for question in play.asked if getattr(question, "what", "") == "first_spells"]
    assert len(first) == 3
    assert {(spells()[ref].level, level) for _, ref, level in first[0].options} == {(1, 1), (2, 2)}
    assert len(first[0].options) == 8
    assert [len(question.options) for question in first] == [8, 7, 6]
    (mind,) = [question for question in play.asked if getattr(question, "what", "") == "first_memorised"]
    assert mind.options == (CHARM, LIGHT)
    assert one.magic.memorised == (CHARM,)
    cleric, _ = fitted_out("cleric_b")
    assert len(next(item for item in cleric.items if item.name == "Prayer Book").spells) == 3
    assert Fraction(sum(range(3, 7)), 4) == Fraction(9, 2)


@covers("black_hack.creation.keepsake")
@pytest.mark.parametrize("name", callings())
def test_a_keepsake_is_rolled_or_chosen_and_weighs_nothing(name):
    table = tables()[callings()[name].keepsake]
    kit = next(row[0] for row in KITS if row[0].startswith(name))
    one, play = fitted_out(kit)
    assert one.life.keepsake == table.rows[0].effect
    question = next(question for question in play.asked if getattr(question, "what", "") == "keepsake")
    assert question.options == ("roll", *[row.effect for row in table.rows])
    assert not any(item.name == one.life.keepsake for item in one.items)
    assert load(one) == sum(item.counts for item in one.items)


@covers("black_hack.ability.wizard_arcane_fortune", "black_hack.class.wizard")
def test_a_wizard_with_one_hit_point_has_a_magic_item():
    script = [*TENS, "keep", "black_hack.class.wizard", 1, [6, 7], "black_hack.kit.wizard_a", [3, 4], "roll", 1]
    books = [1, ("of_level", CHARM, 1), ("of_level", SLEEP, 2), ("of_level", WEB, 2)]
    one, play = born(*script, *books, *LAST)
    assert one.hp_max == 1
    assert "black_hack.magic_item.acorn_of_stoning" in [item.ref for item in one.items]
    assert "creation.fortune" in play.codes()
    assert one.magic.memorised == (CHARM,)


@covers("black_hack.table.magic_items")
def test_every_magic_item_is_found_by_its_number():
    odds = distribution(lambda play: wonder(play, "player", "i1", Settings()).ref)
    for row in tables()["black_hack.table.magic_items"].rows:
        on = int(row.on)
        assert odds[row.effect] == Fraction(12 - abs(on - 13), 144)
    assert odds["black_hack.magic_item.wand"] == Fraction(1, 144)
    assert odds["black_hack.magic_item.acorn_of_stoning"] == Fraction(1, 12)


@covers("black_hack.magic_item.wand")
def test_a_wand_is_found_with_a_spell():
    item, _ = done(conjured, "black_hack.magic_item.wand", "player", "i1", Settings(), script=[2, 4])
    assert item.spells == ("black_hack.spell.web",)
    odds = distribution(lambda play: conjured(play, "black_hack.magic_item.wand", "player", "i1", Settings()).spells)
    assert odds[(SLEEP,)] == Fraction(1, 32)
    assert max(spells()[ref].level for (ref,) in odds) == 8


@covers("black_hack.creation.background")
def test_a_background_is_of_the_book_rolled_or_written():
    script = [*TENS, "keep", "black_hack.class.warrior", *WARRIOR[:-2]]
    one, _ = born(*script, "roll", 7, "Hob")
    assert one.life.backgrounds == (tables()["black_hack.table.inspiration"].row(7).effect,)
    one, _ = born(*script, "another", " Kept bees in Yvesh. ", "another", "Ottilie")
    assert (one.life.backgrounds, one.name) == (("Kept bees in Yvesh",), "Ottilie")
    one, _ = born(*script, "another", "", 1, "roll", 2)
    assert one.name == NAMES[1]
    assert one.life.backgrounds == (tables()["black_hack.table.inspiration"].row(1).effect,)


@covers("black_hack.setting.luck")
def test_luck_of_a_new_character():
    assert warrior(settings=Settings(luck=2))[0].luck == 2
    assert warrior()[0].luck == 0


@covers("black_hack.hp.dice_count", "black_hack.hd.level")
def test_somebody_above_level_one_gains_the_levels_one_by_one():
    level = [[1]] * 6 + ["STR", [1]]
    one, _ = warrior(*level, [3], [8], 8, level=2)
    assert (one.level, one.hp, one.hp_max) == (2, 17, 17)
    assert one.life.gains[0].hp == 8


@pytest.mark.parametrize("seed", range(12))
def test_anybody_at_all(seed):
    one = create(
        RandomAnswers(Random(seed)), Settings(item_keywords=True, new_spells="one_per_level"), level=1 + seed % 4
    )
    assert one.hp == one.hp_max >= 1
    assert one.level == 1 + seed % 4 == 1 + len(one.life.gains)
    assert len(one.magic.memorised) <= one.level
    assert sum(item.hands for item in one.items if item.place == "hands") <= 2
