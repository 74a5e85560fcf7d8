"""Harm: damage and 0 HP, healing, hindrances and the tests that end them, Ongoing Damage, the Out of Action table."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.combat.rounds import can_act, can_move
from tallow.games.black_hack.harm.damage import damage, dice_by_hd, foe_damage, heal, lose
from tallow.games.black_hack.harm.fate import fate, roll_fate
from tallow.games.black_hack.harm.hindrances import hinder, keep_up, ongoing, shake_off, staunch, suffer, tick
from tallow.games.black_hack.harm.rest import hour
from tallow.games.black_hack.magic.effects import tick_minutes
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import MARKS, Hindrance
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import foe, somebody, table, worn
from tests.games.playing import asked, done, first

WHY = "black_hack.damage.subtract"


@covers("black_hack.damage.subtract", "black_hack.hp.zero")
@pytest.mark.parametrize(("hp", "amount", "left"), [(6, 4, 2), (6, 9, 0), (3, 8, 0)])
def test_damage_is_subtracted_and_hp_never_fall_below_zero(hp, amount, left):
    (state, lost), _ = done(damage, table(somebody(hp=hp)), "ann", amount, WHY)
    assert (state.party[0].hp, lost) == (left, hp - left)


@covers("black_hack.damage.zero_character", "black_hack.damage.zero_monster", "black_hack.oofa.no_turn")
def test_zero_hp():
    (state, _), _ = done(damage, table(somebody(hp=3, ongoing="CON")), "ann", 5, WHY)
    assert (state.party[0].conditions, state.party[0].ongoing) == (("out_of_action",), "")
    (state, _), _ = done(damage, table(foes=[foe(hp=4)]), "orc", 6, WHY)
    assert state.foes[0].conditions == ("removed",)
    (state, _), _ = done(damage, table(foes=[foe(hp=4, person=True)]), "orc", 6, WHY)
    assert state.foes[0].conditions == ("out_of_action",)


def test_lost_hp_are_no_damage_and_sleepers_wake():
    sleeper = somebody(items=[worn("plate_and_mail")], conditions=("asleep",))
    (state, lost), play = done(lose, table(sleeper), "ann", 2, WHY)
    assert (lost, state.party[0].conditions) == (2, ())
    assert not asked(play, "armour_die_loss")


@covers("black_hack.table.damage_per_hd", "black_hack.gm.damage_by_hd")
@pytest.mark.parametrize(
    ("hd", "dice", "fixed", "mean"),
    [
        (0, "1d4", 2, "5/2"),
        (1, "1d4", 2, "5/2"),
        (2, "1d6", 3, "7/2"),
        (3, "2d4", 4, "5"),
        (4, "1d10", 5, "11/2"),
        (5, "1d12", 6, "13/2"),
        (6, "1d6+1d8", 7, "8"),
        (7, "2d8", 8, "9"),
        (8, "3d6", 9, "21/2"),
        (9, "2d10", 10, "11"),
        (10, "1d10+1d12", 11, "12"),
        (12, "1d10+1d12+2", 13, "14"),
    ],
)
def test_damage_by_hit_dice(hd, dice, fixed, mean):
    assert dice_by_hd(hd) == (dice, fixed)
    rolled = distribution(foe_damage, hd, Settings())
    assert sum(amount * p for amount, p in rolled.items()) == Fraction(mean)


@covers("black_hack.gm.damage_roll_or_average", "black_hack.action.gm_damage", "black_hack.setting.damage_mode")
def test_the_gm_rolls_or_takes_the_average():
    amount, play = done(foe_damage, 3, Settings(), script=[[2, 4]])
    assert (amount, play.asked[0].by) == (6, REFEREE)
    asks = Settings(damage_mode="ask")
    rolled, play = done(foe_damage, 3, asks, script=[("rolled", "2d4"), [1, 3]])
    assert (rolled, play.asked[0].by, play.asked[0].options) == (4, REFEREE, (("rolled", "2d4"), ("fixed", 4)))
    assert done(foe_damage, 4, asks, script=[("fixed", 5)])[0] == 5
    assert not done(foe_damage, 4, asks, "3")[1].asked
    average = Settings(damage_mode="average")
    assert done(foe_damage, 3, average)[0] == 4
    assert done(foe_damage, 12, average, "1d12")[0] == 6
    assert done(foe_damage, 2, average, "1")[0] == 1


@covers("black_hack.heal.cap", "black_hack.hp.no_overheal", "black_hack.heal.sources")
def test_nobody_is_healed_above_the_maximum():
    state, _ = done(heal, table(somebody(hp=8)), "ann", 15, "black_hack.prayer.cure_serious_wounds")
    assert state.party[0].hp == 10
    state, _ = done(heal, table(somebody(hp=7, hp_max=9)), "ann", 5, WHY)
    assert state.party[0].hp == 9


@covers("black_hack.heal.oofa", "black_hack.setting.oofa_healed")
def test_healing_in_time_avoids_the_table():
    down = somebody(hp=0, conditions=("out_of_action",))
    state, _ = done(heal, table(down), "ann", 5, "black_hack.prayer.cure_light_wounds")
    assert (state.party[0].hp, state.party[0].conditions) == (5, ())
    state, _ = done(heal, table(down, settings={"oofa_healed": "roll"}), "ann", 5, WHY)
    assert (state.party[0].hp, state.party[0].conditions) == (5, ("must_roll",))
    state, _ = done(roll_fate, state, "ann", script=[1])
    assert (state.party[0].hp, state.party[0].conditions) == (5, ())


def downed(**more):
    return somebody(hp=0, conditions=("out_of_action",), **more)


@covers("black_hack.table.out_of_action", "black_hack.oofa.survive", "black_hack.oofa.when_roll")
def test_knocked_out_and_up_again():
    state, _ = done(roll_fate, table(downed()), "ann", script=[1, 3])
    assert (state.party[0].hp, state.party[0].conditions, state.effects) == (3, (), ())
    state, _ = done(roll_fate, table(downed(hp_max=2)), "ann", script=[1, 4])
    assert state.party[0].hp == 2


@covers("black_hack.table.out_of_action")
def test_rows_that_leave_something():
    state, _ = done(roll_fate, table(downed()), "ann", script=[2, 1])
    assert (state.effects[0].detail, state.effects[0].unit, state.effects[0].left) == ("fat_head", "minutes", 6)
    state, _ = done(roll_fate, table(downed(), settings={"encounter_turns": 4}), "ann", script=[2, 1])
    assert state.effects[0].left == 8
    state, _ = done(roll_fate, table(downed()), "ann", script=[3, 1])
    assert (state.effects[0].detail, state.effects[0].unit) == ("cracked_bones", "session")
    state, _ = done(roll_fate, table(downed(charisma=9)), "ann", script=[4, 3, 2])
    assert (state.party[0].charisma, state.party[0].hp) == (6, 2)
    state, _ = done(roll_fate, table(downed(charisma=2)), "ann", script=[4, 4, 2])
    assert state.party[0].charisma == 1


@covers("black_hack.table.out_of_action", "black_hack.usage.duration")
def test_a_fat_head_is_gone_after_half_an_hour_of_play_and_not_before():
    state, _ = done(roll_fate, table(downed()), "ann", script=[2, 1])
    for _ in range(5):
        state, _ = done(tick_minutes, state)
    assert state.effects
    state, _ = done(tick_minutes, state)
    assert not state.effects


@covers("black_hack.setting.maimed_loss")
@pytest.mark.parametrize(("loss", "script", "left"), [("2", [], 8), ("1", [], 9), ("1d4", [4], 6)])
def test_the_maimed_choose_strength_or_dexterity(loss, script, left):
    state = table(downed(), settings={"maimed_loss": loss})
    state, _ = done(roll_fate, state, "ann", script=[5, *script, "STR", 1])
    assert (state.party[0].strength, state.party[0].dexterity) == (left, 10)


@covers("black_hack.table.out_of_action", "black_hack.oofa.survive")
def test_a_six_is_death():
    state, _ = done(roll_fate, table(downed()), "ann", script=[6])
    one = state.party[0]
    assert (one.conditions, one.marks) == (("dead",), (MARKS.mark("died", 1),))

    def dies(play, edge):
        return fate(play, edge, "player", True) == 6

    assert distribution(dies, "")[True] == Fraction(1, 6)
    assert distribution(dies, "disadvantage", policy=first)[True] == Fraction(11, 36)
    assert distribution(dies, "advantage", policy=first)[True] == Fraction(1, 36)


def test_an_elixir_is_paid_for_at_the_next_roll():
    dosed = somebody(hp=0, conditions=("out_of_action", "elixir"))
    state, play = done(roll_fate, table(dosed), "ann", script=[1, 6, 1, 2])
    assert asked(play, "choose_result")[0].options == (6, 1)
    assert state.party[0].conditions == ()


@covers(
    "black_hack.hindrance.weakened",
    "black_hack.hindrance.distracted",
    "black_hack.hindrance.stuck",
    "black_hack.hindrance.paralysed",
    "black_hack.action.gm_hinder",
)
@pytest.mark.parametrize(
    ("name", "move", "action", "ends"),
    [
        ("weakened", True, True, "CON"),
        ("distracted", True, False, "WIS"),
        ("stuck", False, True, "STR"),
        ("paralysed", False, False, "CON"),
    ],
)
def test_what_hindrances_leave(name, move, action, ends):
    state, _ = done(hinder, table(somebody()), "ann", name, WHY)
    one = state.party[0]
    assert (can_move(one), can_act(one)) == (move, action)
    assert one.hindrances[0].ends == ends
    again, _ = done(hinder, state, "ann", name, WHY, ends="INT")
    assert again is state
    both, _ = done(hinder, state, "ann", "stuck" if name != "stuck" else "weakened", WHY)
    assert len(both.party[0].hindrances) == 2


@covers("black_hack.hindrance.until_test", "black_hack.action.end_hindrance")
def test_a_test_ends_a_hindrance():
    ann = somebody(constitution=12, hindrances=(Hindrance("paralysed"), Hindrance("stuck", "STR")))
    state, _ = done(shake_off, table(ann), "ann", script=[11, 10])
    assert [hindrance.name for hindrance in state.party[0].hindrances] == ["stuck"]

    def free(play):
        only = replace(ann, hindrances=ann.hindrances[:1])
        return not shake_off(play, table(only), "ann").party[0].hindrances

    assert distribution(free)[True] == Fraction(11, 20)


@covers("black_hack.hindrance.action_cost")
def test_some_tests_ask_for_the_action():
    ann = somebody(hindrances=(Hindrance("stuck", "STR", action=True),))
    assert done(shake_off, table(ann), "ann")[0].party[0].hindrances
    assert not done(shake_off, table(ann), "ann", script=[3], action=True)[0].party[0].hindrances
    state, _ = done(hinder, table(somebody()), "ann", "paralysed", WHY, action=True)
    assert not state.party[0].hindrances[0].action


@covers("black_hack.hindrance.until_test", "black_hack.action.keep_spell")
def test_the_inflictor_tests_for_a_foe_and_failure_frees_it():
    held = foe(hd=3, hindrances=(Hindrance("paralysed", "WIS", by="ann"),))
    cleric = somebody(calling="cleric", wisdom=14)
    state, _ = done(keep_up, table(cleric, foes=[held]), "ann", script=[11])
    assert state.foes[0].hindrances
    state, _ = done(keep_up, state, "ann", script=[12])
    assert not state.foes[0].hindrances


@covers("black_hack.hindrance.until_test")
def test_fixed_times_replace_the_test():
    state, _ = done(hinder, table(foes=[foe()]), "orc", "paralysed", WHY, left=2)
    state, _ = done(tick, state)
    assert state.foes[0].hindrances[0].left == 1
    assert not done(tick, state)[0].foes[0].hindrances


@covers("black_hack.ongoing.source", "black_hack.ongoing.loss")
def test_ongoing_damage_costs_the_own_level_each_turn():
    state, _ = done(ongoing, table(somebody(level=3, hp=7)), "ann", WHY)
    for hp in (4, 1, 0):
        state, _ = done(suffer, state, "ann")
        assert state.party[0].hp == hp
    assert state.party[0].conditions == ("out_of_action",)
    state, _ = done(ongoing, table(foes=[foe(hd=4, hp=9)]), "orc", WHY, ends="INT", by="ann")
    assert done(suffer, state, "orc")[0].foes[0].hp == 5


@covers("black_hack.ongoing.loss", "black_hack.setting.ongoing_armour")
def test_armour_stops_a_tick_unless_the_table_says_no():
    ann = somebody(level=3, ongoing="CON", items=[worn("leather")])
    assert done(suffer, table(ann), "ann", script=["a1"])[0].party[0].hp == 10
    assert done(suffer, table(ann, settings={"ongoing_armour": False}), "ann")[0].party[0].hp == 7


@covers("black_hack.ongoing.end_test", "black_hack.action.end_ongoing")
def test_what_ends_ongoing_damage():
    ann = somebody(constitution=12, ongoing="CON")
    assert done(staunch, table(ann), "ann", script=[11])[0].party[0].ongoing == ""
    assert done(staunch, table(ann), "ann", script=[12])[0].party[0].ongoing == "CON"
    burning = foe(hd=3, ongoing="INT", ongoing_by="ann")
    caster = somebody(calling="wizard", intelligence=14)
    assert done(staunch, table(caster, foes=[burning]), "orc", script=[11])[0].foes[0].ongoing == "INT"
    assert done(staunch, table(caster, foes=[burning]), "orc", script=[12])[0].foes[0].ongoing == ""
    assert done(staunch, table(foes=[burning]), "orc")[0].foes[0].ongoing == ""


@covers("black_hack.table.encounter", "black_hack.table.out_of_action")
def test_under_stress_the_roll_on_the_out_of_action_table_has_disadvantage():
    down = somebody(hp=0, conditions=("out_of_action", "stressed"))
    state, play = done(roll_fate, table(down), "ann", script=[1, 6, 6])
    assert "dead" in state.party[0].conditions
    assert asked(play, "choose_result")[0].by == REFEREE
    lucky, _ = done(roll_fate, table(down), "ann", script=[1, 1, 3])
    assert (lucky.party[0].hp, lucky.party[0].conditions) == (3, ())


@covers("black_hack.table.encounter", "black_hack.rest.hour_heal", "black_hack.armour.repair_roll")
def test_under_stress_the_next_die_of_a_rest_has_disadvantage_whatever_it_is():
    tired = somebody(hp=2, conditions=("stressed",))
    state, _ = done(hour, table(tired, unit="hours"), "ann", script=[7, 3, 3])
    assert (state.party[0].hp, state.party[0].conditions) == (5, ())
    torn = replace(worn("leather"), dice=("broken", "broken"))
    clad = somebody(hp=10, items=[torn], calling="thief", conditions=("stressed",))
    state, _ = done(hour, table(clad, unit="hours"), "ann", script=[2, 6, 2, 6])
    assert (state.party[0].items[0].dice, state.party[0].conditions) == (("gone", "whole"), ())
    state, _ = done(hour, table(clad, unit="hours"), "ann", script=[2, 2, 6])
    assert state.party[0].items[0].dice == ("gone", "whole")
