"""Odds that players ask for: the rulebook's own chances come out, and best play is no worse than habit."""

from fractions import Fraction
from typing import Any

import pytest

from tallow.games.dead_weight.checks.rerolls import Rerolls, rolled
from tallow.games.dead_weight.faces.prospects import prospects
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import State
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.odds import ask
from tallow.play import REFEREE, Ask, Choice, Live
from tallow.testing import covers


def asked(name, goal="", **given):
    return ask(GAME, name, {key: str(value) for key, value in given.items()}, goal=goal)


@covers("dead_weight.test.odds")
def test_three_dice_in_full():
    found = asked("test", dice=3)
    assert found.outcomes == {
        "great_success": Fraction(2, 27),
        "success": Fraction(173, 216),
        "failure": Fraction(1, 27),
        "critical_failure": Fraction(19, 216),
        "fatigue": Fraction(19, 27),
    }
    assert asked("test", "success", dice=3).best == Fraction(7, 8)


@pytest.mark.parametrize(("goal", "best"), [("success", (57, 64)), ("great_success", None), ("clean", None)])
def test_best_play_for_each_goal(goal, best):
    found = asked("test", goal, dice=3, proficiency=2, disadvantage=1)
    assert 0 < found.best < 1
    if best:
        assert found.best == Fraction(*best)
    reached = {"success": ("success", "great_success"), "great_success": ("great_success",)}.get(goal, ())
    assert not reached or sum(found.outcomes[name] for name in reached) == found.best
    assert sum(found.outcomes.get(name, 0) for name in found.outcomes if name != "fatigue") == 1


def test_clean_is_success_without_a_one_or_a_four():
    assert asked("test", "clean", dice=1).best == Fraction(1, 3)
    assert asked("test", "clean", dice=2).best == Fraction(2, 3) ** 2 - Fraction(1, 3) ** 2


@covers("dead_weight.enemy.armour", "dead_weight.weapon.example_falchion")
def test_a_falchion_against_a_corpse_as_the_rulebook_has_it():
    found = asked("attack", weapon="falchion", dice=3).outcomes
    assert found["miss"] == Fraction(1, 8)
    assert [found[f"{n}_wounds"] for n in (2, 3, 4)] == [Fraction(173, 432), Fraction(7, 16), Fraction(1, 27)]
    assert found["bleeding"] == Fraction(2, 27)
    assert asked("attack", weapon="STR 3+1B", dice=3).outcomes == found


@covers("dead_weight.enemy.defence_check", "dead_weight.enemy.critical", "dead_weight.enemy_action.crab_eat")
def test_defending_against_a_bite_and_a_crab():
    found = asked("defend", "unhurt", action="Infectious bite", dice=2, strength=0, room=3)
    assert found.outcomes["avoided"] == Fraction(3, 4)
    assert found.best > Fraction(3, 4)
    eaten = asked("defend", "standing", action="Eat (crab)", dice=2, strength=0, room=6)
    assert eaten.best == 1
    unhurt = asked("defend", "unhurt", action="--STR 9R", dice=2)
    assert unhurt.best == Fraction(5, 16)


@covers("dead_weight.camp.ambush_roll")
@pytest.mark.parametrize(
    ("dice", "any_", "surprise"),
    [(1, (1, 6), (0, 1)), (2, (11, 36), (1, 36)), (3, (91, 216), (2, 27)), (4, (671, 1296), (19, 144))],
)
def test_ambushes(dice, any_, surprise):
    found = asked("ambush", dice=dice).outcomes
    assert 1 - found["quiet"] == Fraction(*any_)
    assert found.get("surprise", 0) == Fraction(*surprise)


@covers("dead_weight.dice.usage", "dead_weight.dice.usage_end")
@pytest.mark.parametrize(("die", "mean"), [("d4", 2), ("d6", 5), ("d8", 9), ("d10", 14), ("d12", 20), ("d20", 30)])
def test_how_long_a_usage_die_lasts(die, mean):
    found = asked("usage", die=die)
    assert found.figures == {"mean_uses": mean}
    assert sum(found.outcomes.values()) == 1


def test_ud4_lasts_one_use_half_the_time():
    found = asked("usage", die="d4").outcomes
    assert found["1_use"] == Fraction(1, 2)
    assert 1 - found["1_use"] - found["2_uses"] == Fraction(1, 4)


def test_unknown_weapons_and_actions_name_the_nearest():
    with pytest.raises(Unknown) as fault:
        asked("attack", weapon="falchoin", dice=2)
    assert "Falchion" in fault.value.near
    with pytest.raises(Unknown):
        asked("defend", action="nibbel", dice=2)
    with pytest.raises(Malformed):
        asked("attack", weapon="STR 3+", dice=2)


@covers("dead_weight.setting.show_odds")
def test_prospects_stand_beside_a_reroll_if_the_table_wants_them():
    play = Live([(2, 5)])
    with pytest.raises(Ask) as end:
        rolled(play, 2, 0, Rerolls(proficiency=1, disadvantage=1), "player", "")
    choice: Any = end.value.question
    hidden = prospects(State(settings=Settings(show_odds=False)), choice)
    assert not any(hidden.values())
    found = prospects(State(), choice)
    assert set(found) == set(choice.options)
    shown = {way: ahead[0].chance or 0 for way, ahead in found.items()}
    assert shown["pass"] == pytest.approx(0.75)
    assert shown["reroll", 5] < shown["reroll", 2] < 1
    assert choice.by != REFEREE


@covers("dead_weight.test.great_success")
def test_where_the_dice_succeed_a_reroll_says_how_likely_a_great_success_is():
    play = Live([(5, 6)])
    with pytest.raises(Ask) as end:
        rolled(play, 2, 0, Rerolls(proficiency=1), "player", "")
    choice: Any = end.value.question
    found = {
        way: {one.says: float(one.chance or 0) for one in some} for way, some in prospects(State(), choice).items()
    }
    assert found["pass"] == {"success": 1, "great": 0}
    assert found["reroll", 5] == {"success": 1, "great": pytest.approx(1 / 6)}
    assert found["reroll", 6] == {"success": 1, "great": 0}


@covers("dead_weight.table.sleep_inn", "dead_weight.table.sleep_camp")
def test_each_place_to_sleep_says_its_price():
    choice = Choice(
        "player", "sleep_where", ("inn", "camp", "streets"), ("Nell", 2), "dead_weight.phase.interlude_sleep"
    )
    found = prospects(State(), choice)
    assert [(one.says, one.facts) for some in found.values() for one in some] == [
        ("silver", (2,)), ("a_supply", ()), ("for_nothing", ()),
    ]  # fmt: skip


@covers("dead_weight.setting.advantage_cancel", "dead_weight.advantage.cancel")
def test_odds_follow_the_setting_of_what_cancels_what():
    both = {"dice": "2", "advantage": "2", "disadvantage": "1"}
    one_left = ask(GAME, "test", both, goal="success")
    none_left = ask(GAME, "test", both, goal="success", settings={"advantage_cancel": "all"})
    assert one_left.best == Fraction(7, 8)
    assert none_left.best == Fraction(3, 4)
    struck = {**both, "weapon": "Falchion"}
    assert ask(GAME, "attack", struck, goal="hit", settings={"advantage_cancel": "all"}).best == Fraction(3, 4)


@covers("dead_weight.monster_trait.hard_to_hit")
def test_an_enemy_that_is_hard_to_hit_is_so_in_odds_too():
    assert asked("attack", "hit", weapon="Falchion", dice=1, enemy="Lesser Demon").best == Fraction(1, 4)
    evened = asked("attack", "hit", weapon="Falchion", dice=1, advantage=1, enemy="Lesser Demon")
    assert evened.best == Fraction(1, 2)


@covers("dead_weight.weapon.war_hammer", "dead_weight.weapon.notched_whip")
def test_a_weapon_stuns_in_odds_by_its_own_text():
    assert asked("attack", weapon="war hammer", dice=3).outcomes["stunned"] == Fraction(7, 8) / 6
    assert "stunned" not in asked("attack", weapon="Notched whip", dice=3).outcomes
    bare = asked("attack", weapon="Notched whip", dice=1, enemy="Void Demon").outcomes
    assert bare["stunned"] == Fraction(1, 2)


def test_tokens_of_either_kind_are_worth_the_same_where_the_attack_ignores_neither():
    mixed = asked("attack", "hit", weapon="Falchion", dice=2, proficiency=1, shields=1, dodges=1)
    alike = asked("attack", "hit", weapon="Falchion", dice=2, proficiency=1, dodges=2)
    assert (mixed.outcomes, mixed.best) == (alike.outcomes, alike.best)
    ignored = asked("attack", "hit", weapon="Flail", dice=2, proficiency=1, shields=1, dodges=1)
    assert ignored.best == asked("attack", "hit", weapon="Flail", dice=2, proficiency=1, dodges=1).best


@covers("dead_weight.enemy.sheet")
def test_an_enemy_may_be_a_sheet_of_the_gms_own():
    bare = asked("attack", "kill", weapon="STR 3", dice=1, enemy="Bandit: level 1, wounds 2")
    assert bare.best == Fraction(1, 2)
