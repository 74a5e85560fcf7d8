"""Treasure: hoards by their size, what they hold, and what magic things do."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.characters.experience import brought_home
from tallow.games.vanilla.checks.saves import st_against
from tallow.games.vanilla.checks.sways import barred
from tallow.games.vanilla.combat.attacks import attack
from tallow.games.vanilla.combat.sides import towards
from tallow.games.vanilla.entries import monsters, spells, tables
from tallow.games.vanilla.gear.inventory import made, minor, potion, used
from tallow.games.vanilla.gear.items import DEEDS as USING
from tallow.games.vanilla.gear.items import drink
from tallow.games.vanilla.gear.light import burn, kindle, lightable
from tallow.games.vanilla.gear.market import DEEDS as MARKET
from tallow.games.vanilla.gear.weapons import ranged_ways
from tallow.games.vanilla.magic.spells import Cast
from tallow.games.vanilla.magic.workings import work
from tallow.games.vanilla.monsters.bestiary import lookup, spawn
from tallow.games.vanilla.monsters.powers import refreshed
from tallow.games.vanilla.referee.controls import DEEDS as GIVING
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Ended
from tallow.games.vanilla.world.phases import DEEDS as PLACES
from tallow.games.vanilla.world.treasure import DEEDS, found_scroll, hoard, minor_item, size_for
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find, put
from tallow.play import distribution
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.casters import Auto
from tests.games.vanilla.fighters import fighting, foe, perform, refusal, somebody, table, weapon

MINOR = "vanilla.table.minor_item"
ROWS = tables()[MINOR].rows


def rolled(size):
    """The chance of each result of a hoard's die."""
    row = tables()["vanilla.table.hoard_size"].row(size)
    n, sides, plus = 1, int(row.dice[2]), int(row.dice.partition("+")[2] or 0)
    return {face + plus: Fraction(n, sides) for face in range(1, sides + 1)}


@covers("vanilla.treasure.hoard", "vanilla.table.hoard", "vanilla.table.hoard_size")
def test_sizes_of_hoards():
    assert sum(p for top, p in rolled("small").items() if top < 3) == Fraction(1, 2)
    assert min(rolled("good")) == 3
    assert (rolled("great")[8], rolled("exceptional")[8]) == (Fraction(1, 6), Fraction(1, 4))
    state = table(somebody())
    chance = distribution(lambda play: hoard(play, state, "small").ground_coins == 0)
    assert chance[True] == Fraction(1, 2)


@covers("vanilla.treasure.hoard", "vanilla.table.hoard", "vanilla.xp.gold")
def test_each_result_holds_all_the_lower_ones():
    state = table(somebody())
    mid, _ = done(hoard, state, "mid", script=[4, 50, [3, 4]])
    assert (mid.ground_coins, mid.brought, mid.ground) == (120, 120, ())
    nothing, play = done(hoard, state, "mid", script=[2])
    assert (nothing, play.codes()) == (state, ["hoard.nothing"])
    script = [4, 1, [1, 1], "jewelry", [1, 2, 3], 3, 5, 19, [1, 1, 1], 20, "magic_weapon", 2]
    great, _ = done(hoard, state, "exceptional", script=script)
    assert great.ground_coins == 1 + 20 + 600
    assert [(item.name, item.worth) for item in great.ground] == [
        ("Jewelry", 600),
        ("Scroll: Fireball", 0),
        ("Amulet", 0),
        ("Purse", 0),
        ("Keen: Medium melee weapon", 0),
    ]


@covers("vanilla.table.hoard", "vanilla.item.spellbook", "vanilla.table.magic_armour")
@pytest.mark.parametrize(
    ("answers", "name"),
    [
        (["magic_armour", 6], "Mage armour"),
        (["drawn", 2, 4], "Fine shield"),
        (["found_book", 1, 1, 1, 1, 2, 1, 2, 6, 1, 3, 1, 4], "Spellbook"),
    ],
)
def test_one_great_thing(answers, name):
    script = [4, 1, [1, 1], "drawn", 2, 1, 9, 1, 1, 19, [1, 1, 1], 20, *answers]
    great, _ = done(hoard, table(somebody()), "exceptional", script=script)
    assert great.ground[0].name == "Scroll: Sleep"
    last = great.ground[-1]
    assert last.name == name
    if name == "Spellbook":
        assert [spells()[known.spell].roll for known in last.book] == [1, 2, 3, 4]


@covers("vanilla.spell.random", "vanilla.item.scroll")
def test_a_found_scroll_rolls_a_six_again():
    scroll, _ = done(found_scroll, script=[6, 3, 5])
    assert scroll.spell == "vanilla.spell.fireball"


@covers("vanilla.treasure.enemies", "vanilla.monster.goblin", "vanilla.monster.kobold", "vanilla.monster.giant_rat")
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("goblin", "mid"), ("kobold", "mid"), ("orc", "small"), ("ogre", "mid"), ("hill_giant", "good"),
        ("stone_giant", "great"), ("white_dragon", "great"), ("red_dragon", "exceptional"), ("bear", ""),
        ("skeleton", ""), ("giant_rat", ""),
    ],
)  # fmt: skip
def test_whose_lair_has_what(name, size):
    assert size_for(monsters()[f"vanilla.monster.{name}"]) == size


@covers("vanilla.action.gm_hoard", "vanilla.treasure.enemies", "vanilla.monster.ogre")
def test_the_gm_rolls_the_hoard_of_those_who_are_there_or_were_fought():
    state = table(somebody(), foes=(spawn(monsters()["vanilla.monster.ogre"], "o"),))
    after, play = perform(DEEDS, "roll_hoard", state, "", ["mid", 1, 2])
    assert (play.asked[0].options[0], after.ground_coins) == ("mid", 200)
    fought = replace(state, foes=(), ended=Ended("foes_down", 3, kinds=("vanilla.monster.ogre",)))
    after, play = perform(DEEDS, "roll_hoard", fought, "", ["mid", 1, 2])
    assert (play.asked[0].options[0], after.ground_coins) == ("mid", 200)
    assert refusal(DEEDS, "roll_hoard", replace(state, combat=fighting("ann")), "") is None


@covers("vanilla.xp.gold", "vanilla.phase.settlement")
def test_what_is_left_lying_is_not_brought_home():
    state, _ = done(hoard, table(somebody(coins=100)), "mid", script=[3, 80])
    home, play = perform(PLACES, "go_to", state, "", ["settlement"])
    assert (home.ground_coins, home.party[0].life.xp, play.told[0].facts) == (0, 0, (("80 gp",),))
    carried = replace(state, ground_coins=0, party=(replace(state.party[0], coins=180),))
    assert done(brought_home, carried)[0].party[0].life.xp == 80


@covers("vanilla.table.minor_item", "vanilla.action.use", "vanilla.item.potion")
@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_every_minor_item_does_what_it_says(row):
    item = replace(minor(row), id="x")
    assert done(minor_item, script=[int(row.on)])[0] == replace(item, id="")
    state = table(somebody(items=(item,)), foes=(foe(items=(weapon("small_ranged"),)),))
    if row.name in CHECKED:
        CHECKED[row.name](state)
        return
    after, play = perform(USING, "use", state, "ann", ["x"])
    assert play.told[0].facts == ("Ann", row.name, row.effect)
    assert bool(after.party[0].items) == (row.name != "Key")
    assert play.codes() == ["uses.does"], "nobody is asked what comes of it"


def catches(state):
    sling = ranged_ways(state.foes[0])[0]
    (caught, _), play = done(attack, state, "orc", "ann", sling, script=[9])
    assert [one.facts for one in play.told if one.code == "attack.caught"] == [("Orc", "Ann")]
    assert (find(caught, "ann").grit, find(caught, "ann").spent) == (5, ("Glove",))
    (hit, _), _ = done(attack, caught, "orc", "ann", sling, script=[9, 4])
    assert find(hit, "ann").grit == 2
    assert find(refreshed(hit), "ann").spent == ()


def heals(state):
    assert refusal(USING, "salve", state, "ann") is None
    hurt = replace(state, party=(replace(state.party[0], flesh=1),))
    after, _ = perform(USING, "salve", hurt, "ann", [3])
    assert (after.party[0].flesh, after.party[0].items) == (4, ())


def resists(state):
    ann = state.party[0]
    assert [st_against(state, ann, vs) for vs in ("magic", "poison")] == [6, 5]


def holds(state):
    assert [used(state, replace(state.party[0], coins=coins)) for coins in (200, 201, 401)] == [0, 1, 2]


def never_burns_down(state):
    assert lightable(state.party[0], Settings()) == ("x",)
    lit, _ = done(kindle, state, "ann", "x")
    for _ in range(9):
        lit = burn(Auto(), lit)
    assert lit.party[0].items[0].lit


def once_a_day(state):
    after, _ = perform(USING, "use", state, "ann", ["x"])
    _, play = perform(USING, "use", after, "ann", ["a lever", ""])
    assert play.asked[0].what == "use_what", "only something else is left for today"
    assert perform(USING, "use", refreshed(after), "ann", ["x"])[0].party[0].spent == ("Lens",)


def sends_dogs_off(state):
    dogs = [replace(spawn(lookup(name), name), at=20) for name in ("hell hound", "dire wolf", "goblin")]
    state = replace(state, foes=tuple(dogs))
    after, play = perform(USING, "use", state, "ann", ["x"])
    assert [has(foe, "fleeing") for foe in after.foes] == [True, True, False]
    assert play.codes() == ["uses.does", "slinks_off", "slinks_off"]


def bars_the_way(state):
    state = replace(state, phase="combat", combat=fighting("ann"), foes=(replace(state.foes[0], at=30),))
    assert state.party[0].items[0].count == 6
    drawn, _ = perform(USING, "use", state, "ann", ["x"])
    assert drawn.party[0].items[0].count == 5
    orc = find(drawn, "orc")
    assert barred(drawn, orc, 0)
    assert not barred(drawn, orc, 5)
    assert towards(drawn, replace(orc, at=30)) == 5
    drawn = put(drawn, replace(orc, at=8))
    assert towards(drawn, find(drawn, "orc")) == 5
    last = replace(state.party[0].items[0], count=1)
    gone, _ = perform(USING, "use", put(state, replace(state.party[0], items=(last,))), "ann", ["x"])
    assert gone.party[0].items == ()


def stops_a_fall(state):
    spell = spells()["vanilla.spell.pit"]
    cast = Cast(spell, "orc", 4, "referee", on=("ann",))
    state = replace(state, foes=(replace(state.foes[0], at=60),))
    fell, play = done(work, state, cast, script=[20])
    assert (find(fell, "ann").grit, find(fell, "ann").items) == (5, ())
    assert "falls.softly" in play.codes()


CHECKED = {
    "Glove": catches,
    "Flask of salve": heals,
    "Amulet": resists,
    "Purse": holds,
    "Candle": never_burns_down,
    "Whistle": sends_dogs_off,
    "Chalk": bars_the_way,
    "Lens": once_a_day,
    "Feather": stops_a_fall,
}
"""Those that do something that the rules know."""


@covers("vanilla.action.use", "vanilla.item.potion", "vanilla.free.trigger")
def test_whoever_quaffs_a_potion_in_melee_gives_a_free_attack():
    drunk = replace(potion("vanilla.spell.cure_cause_light_wounds"), id="p")
    state = table(somebody(items=(drunk,), flesh=2), foes=(foe(),), combat=fighting("ann"))
    after, play = perform(USING, "use", state, "ann", ["orc", 20, "p", 2])
    assert (after.party[0].items, after.party[0].flesh, after.combat.action) == ((), 5, False)
    assert "free_attack" in play.codes()


POTIONS = tables()["vanilla.table.potion"].rows


@covers("vanilla.table.potion", "vanilla.item.potion")
@pytest.mark.parametrize("row", POTIONS, ids=[row.name for row in POTIONS])
def test_every_potion_works_as_its_spell_upon_the_drinker(row):
    item = replace(potion(row.spell), id="p")
    assert item.name == f"Potion of {row.name}"
    state = table(somebody(items=(item,), flesh=1), foes=(foe(at=30),))
    after = drink(Auto(), state, "ann", item)
    ann = find(after, "ann")
    assert ann.items == ()
    spell = spells()[row.spell]
    if spell.duration_unit == "instant":
        assert (ann.flesh > 1) == (row.mode == "cure")
        return
    (effect,) = after.effects
    assert (effect.of, effect.by, effect.on) == (row.spell, "ann", ("ann",))
    assert effect.ends > state.clock or effect.until == "dispelled"


@covers("vanilla.item.potion")
def test_of_an_unknown_potion_the_gm_says_what_it_is():
    state = table(somebody(items=(made("vanilla.item.potion", "p"),), flesh=2))
    healed, _ = perform(USING, "use", state, "ann", ["p", "vanilla.spell.cure_cause_light_wounds", 1])
    assert healed.party[0].flesh == 4
    told, play = perform(USING, "use", state, "ann", ["p", "another", "Warmth spreads."])
    assert (told.party[0].items, play.codes()) == ((), ["drinks", "described"])


@covers("vanilla.item.potion")
def test_a_potion_is_poured_into_a_companion_who_is_out():
    item = replace(potion("vanilla.spell.cure_cause_light_wounds"), id="p")
    bob = somebody("bob", flesh=0, conditions=("out", "unaware"), wakes=900)
    after, _ = perform(USING, "use", table(somebody(items=(item,)), bob), "ann", ["p", "bob", 2])
    assert find(after, "bob").flesh == 3
    assert not has(find(after, "bob"), "out")


@covers("vanilla.item.potion", "vanilla.table.potion")
@pytest.mark.parametrize(
    ("answers", "spell"),
    [(["drawn", 9], "vanilla.spell.fly"), (["vanilla.spell.fly"], "vanilla.spell.fly"), (["unknown"], "")],
)
def test_the_gm_hands_out_a_potion(answers, spell):
    after, _ = perform(GIVING, "give", table(somebody()), "", ["vanilla.item.potion", *answers])
    assert after.party[0].items[0].spell == spell


@covers("vanilla.action.use")
def test_of_anything_else_the_gm_tells_what_comes_of_it():
    lever, play = perform(USING, "use", table(somebody()), "ann", ["a lever", ""])
    assert (lever, play.told[0].facts) == (table(somebody()), ("Ann", "a lever"))


@covers("vanilla.item.coins_gems", "vanilla.xp.gold", "vanilla.carry.coins")
def test_gems_brought_home_give_xp_and_sell_for_their_worth():
    state, _ = perform(GIVING, "give_gems", table(somebody(coins=190)), "", [11, 25])
    ann = state.party[0]
    assert used(state, ann) == 2, "190 coins and 11 gems: 2 slots"
    home, _ = perform(PLACES, "go_to", state, "", ["settlement"])
    assert home.party[0].life.xp == 275
    sold, _ = perform(MARKET, "sell", home, "ann", [275])
    assert (sold.party[0].coins, sold.party[0].items, sold.party[0].life.xp) == (465, (), 275)
    town, _ = perform(GIVING, "give_gems", table(somebody(), place="settlement"), "", [1, 500])
    again, _ = done(brought_home, town)
    assert again.party[0].life.xp == 0, "they were found in town"


@covers("vanilla.carry.coins", "vanilla.carry.full")
def test_gems_do_not_go_beyond_the_slots():
    state = table(somebody(coins=2000))
    full, play = perform(GIVING, "give_gems", state, "", [1, 10])
    assert (full.party[0].items, len(full.ground)) == ((), 1)
    assert "no_room" in play.codes()


@covers("vanilla.item.coins_gems")
def test_gems_of_no_said_worth_sell_for_what_the_gm_says():
    state = table(somebody(gems=3), place="settlement")
    sold, _ = perform(MARKET, "sell", state, "ann", [50])
    assert (sold.party[0].gems, sold.party[0].coins) == (0, 50)
