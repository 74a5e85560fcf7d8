"""Trappings: usage dice, risk dice, things that break, what is put on weapons, and the test of the encumbered."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.gear.inventory import encumbered, thing
from tallow.games.dead_weight.gear.trappings import (
    FLAMING,
    ROBE,
    STEPS,
    added_wounds,
    break_item,
    cleaned,
    encumbrance,
    into_robe,
    mend,
    risk,
    stepped,
    total,
    use_up,
)
from tallow.games.dead_weight.harm.wounds import armour_points
from tallow.games.dead_weight.magic.effects import begin
from tallow.games.dead_weight.state import Effect, adventurer
from tallow.play import distribution, scripted
from tallow.testing import covers
from tests.games.dead_weight.people import lying, somebody, table
from tests.games.playing import done

WHY = "dead_weight.dice.usage"


def using(item, *script):
    """Somebody's things after one use of this one."""
    state, play = done(use_up, table(somebody(items=(item,))), "zael", item.id, script=script)
    return adventurer(state, "zael").items, play


@covers("dead_weight.dice.sum", "dead_weight.dice.default", "dead_weight.dice.sizes")
def test_dice_are_added():
    assert scripted(total, "3d6", "player", WHY, script=[[2, 5, 6]]) == 13
    assert scripted(total, "d8", "player", WHY, script=[8]) == 8
    assert scripted(total, "2d", "player", WHY, script=[[6, 6]]) == 12
    assert scripted(total, "", "player", WHY) == 0
    assert distribution(total, "1d8", "player", WHY) == dict.fromkeys(range(1, 9), Fraction(1, 8))


@covers("dead_weight.dice.risk")
@pytest.mark.parametrize(
    ("dice", "chance"), [(0, Fraction(0)), (1, Fraction(1, 6)), (2, Fraction(11, 36)), (3, Fraction(91, 216))]
)
def test_something_happens_if_one_die_shows_a_one(dice, chance):
    assert distribution(risk, dice, "player", "", "risk").get(True, 0) == chance


@covers("dead_weight.dice.usage", "dead_weight.dice.sizes")
@pytest.mark.parametrize(
    ("sides", "chance", "uses"),
    [
        (20, Fraction(1, 10), 30), (12, Fraction(1, 6), 20), (10, Fraction(1, 5), 14),
        (8, Fraction(1, 4), 9), (6, Fraction(1, 3), 5), (4, Fraction(1, 2), 2),
    ],
)  # fmt: skip
def test_the_chance_to_step_down_and_how_long_a_die_lasts(sides, chance, uses):
    assert distribution(stepped, sides, "player")[STEPS[sides]] == chance
    expected, die = Fraction(0), sides
    while die:
        expected += 1 / Fraction(distribution(stepped, die, "player")[STEPS[die]])
        die = STEPS[die]
    assert expected == uses


@covers("dead_weight.dice.usage")
def test_throwing_daggers_step_down_on_a_one_or_two():
    daggers = thing("dead_weight.item.throwing_daggers", "d")
    assert daggers.usage == 8
    items, play = using(daggers, 2)
    assert items[0].usage == 6
    assert play.codes() == ["usage.less"]
    items, _ = using(items[0], 3)
    assert items[0].usage == 6


@covers("dead_weight.dice.usage_end")
def test_a_d4_that_shows_a_one_or_two_was_the_last_use():
    holy = thing("dead_weight.item.holy_water", "h", usage=4)
    items, play = using(holy, 1)
    assert items == ()
    assert play.codes() == ["usage.gone"]
    assert using(holy, 3)[0][0].usage == 4


@covers("dead_weight.dice.usage_end")
def test_how_long_a_d4_lasts():
    def uses(play):
        n = 1
        while play.call(stepped, 4, "player") and n < 3:
            n += 1
        return n

    chances = distribution(uses)
    assert chances[1] == Fraction(1, 2)
    assert chances[3] == Fraction(1, 4)


def test_what_has_no_die_loses_one_piece():
    bandages = thing("dead_weight.item.bandages", "b", count=2)
    items, play = using(bandages)
    assert items[0].count == 1
    assert play.codes() == []
    assert using(items[0])[0] == ()


def test_of_a_stack_with_dice_the_next_piece_is_fresh():
    torches = replace(thing("dead_weight.item.torch", "t", count=2, usage=4), lit=True)
    items, _ = using(torches, 2)
    assert (items[0].count, items[0].usage, items[0].lit) == (1, 8, False)


@covers("dead_weight.item.lantern", "dead_weight.light.usage")
def test_a_lantern_that_burns_out_is_empty_and_stays():
    lantern = replace(thing("dead_weight.item.lantern", "l", usage=4), lit=True)
    items, play = using(lantern, 1)
    assert (items[0].usage, items[0].lit) == (0, False)
    assert play.codes() == ["light.out"]


@covers("dead_weight.trappings.broken")
def test_broken_armour_has_no_points_until_it_is_mended():
    one = somebody(items=(thing("dead_weight.armour.scale_armor", "a", place="worn"),))
    assert armour_points(one) == 3
    state, _ = done(break_item, table(one), "zael", "a")
    assert armour_points(adventurer(state, "zael")) == 0
    assert adventurer(state, "zael").items[0].place == "worn"
    state, _ = done(mend, state, "zael", "a", WHY)
    assert armour_points(adventurer(state, "zael")) == 3


def test_mending_never_goes_above_the_full_number():
    worn = replace(thing("dead_weight.armour.scale_armor", "a", place="worn"), ap=1)
    state, _ = done(mend, table(somebody(items=(worn,))), "zael", "a", WHY)
    assert adventurer(state, "zael").items[0].ap == 2
    state, _ = done(mend, state, "zael", "a", WHY, 5)
    assert adventurer(state, "zael").items[0].ap == 3


@covers("dead_weight.item.living_ashes", "dead_weight.item.scroll_of_flaming_weapon")
def test_ashes_and_flames_each_add_a_wound():
    plain = thing("dead_weight.weapon.falchion", "f", place="right")
    ashen = replace(plain, marks=("ashes",))
    state = table(somebody(items=(ashen,)))
    assert [added_wounds(state, item) for item in (plain, ashen)] == [0, 1]
    state = begin(state, Effect("", FLAMING, "zael", ("zael",), unit="combat", detail="f"))
    assert added_wounds(state, ashen) == 2
    assert adventurer(cleaned(state, "ashes", "poison"), "zael").items[0].marks == ()


@covers("dead_weight.armour.magi_robe")
def test_a_magi_robe_takes_one_fatigue_of_casting_until_the_next_expedition():
    one = somebody(intelligence=(3, 0, 1), items=(thing(ROBE, "r", place="worn"),))
    state, _ = done(into_robe, table(one), "zael", 0, script=["yes"])
    laden = adventurer(state, "zael")
    assert lying(laden, "INT") == (0, 0)
    tired = table(replace(laden, intelligence=one.intelligence))
    assert done(into_robe, tired, "zael", 0)[0] == tired
    assert done(into_robe, cleaned(tired, "laden"), "zael", 0, script=["yes"])[0] != tired
    assert done(into_robe, table(one), "zael", 1)[0] == table(one)
    assert done(into_robe, table(one), "zael", 0, script=["no"])[0] == table(one)


def loaded(strength=0, ropes=4, **more):
    items = tuple(thing("dead_weight.item.rope", f"r{n}", place="back") for n in range(ropes))
    return somebody(strength=strength, items=items, **more)


@covers("dead_weight.inventory.encumbered_test", "dead_weight.setting.encumbered_drop")
def test_who_carries_too_much_drops_something_on_a_failure():
    one = loaded(strength=2, ropes=8)
    assert encumbered(one)
    state, play = done(encumbrance, table(one), "zael", script=["roll", [2, 3], 5])
    assert [item.id for item in state.ground] == ["r4"]
    assert len(adventurer(state, "zael").items) == 7
    assert play.asked[2].sides == 8
    chosen = table(one, settings={"encumbered_drop": "player"})
    state, _ = done(encumbrance, chosen, "zael", script=["roll", [1, 1], "r0"])
    assert [item.id for item in state.ground] == ["r0"]


@covers("dead_weight.inventory.encumbered_test")
def test_it_is_a_real_test_and_tires():
    state, _ = done(encumbrance, table(loaded(strength=2, ropes=8)), "zael", script=["roll", [4, 5]])
    assert state.ground == ()
    assert lying(adventurer(state, "zael"), "STR") == (1, 0)


def test_the_chances_of_the_encumbered():
    state = table(loaded(strength=2, ropes=8))

    def fate(play):
        after = encumbrance(play, state, "zael")
        return bool(after.ground), adventurer(after, "zael").strength.fatigue

    chances = distribution(fate, policy=lambda choice: choice.options[0])
    assert sum(p for (dropped, _), p in chances.items() if dropped) == Fraction(1, 4)
    assert sum(p for (_, tired), p in chances.items() if tired) == Fraction(5, 9)


def test_nobody_else_is_tested():
    light = table(loaded(strength=2, ropes=7))
    assert done(encumbrance, light, "zael")[0] == light
    down = table(loaded(strength=0, conditions=("mortally_wounded",)))
    assert done(encumbrance, down, "zael")[0] == down
