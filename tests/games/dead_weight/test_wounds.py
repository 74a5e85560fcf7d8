"""Fatigue, wounds and what they come to: Zael's arrow and sword die for die, and every way to place a wound."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import available, room
from tallow.games.dead_weight.harm.fatigue import recover, recover_each, tire, tire_anywhere
from tallow.games.dead_weight.harm.mortal import TRAUMAS, die, mortally_wound, suffer_trauma
from tallow.games.dead_weight.harm.wounds import Hit, armour, can_heal, heal, suffer, use_armour
from tallow.games.dead_weight.state import ATTRIBUTES, Effect, Score, score
from tallow.play import distribution
from tallow.testing import covers
from tests.games.dead_weight.people import fighting, lying, somebody, table, worn
from tests.games.playing import done

WHY = "dead_weight.wound.order"


def hit(one, wounds, *script, settings=None, combat=None, **more):
    """One hit upon somebody, with these answers; who they are then, what was left, and the play."""
    state = table(one, settings=settings, combat=combat)
    (state, left), play = done(suffer, state, one.id, Hit(wounds, **more), WHY, script=script)
    return state.party[0], left, play


@covers(
    "dead_weight.wound.example_armour",
    "dead_weight.wound.armour_roll",
    "dead_weight.wound.armour_damage",
    "dead_weight.action.wound_roll_armour",
)
def test_zaels_armour_against_an_arrow():
    (state, stopped), _ = done(use_armour, table(somebody(items=(worn(2),))), "zael", 2, script=[2, [1, 6]])
    assert stopped == 1
    assert state.party[0].items[0].ap == 1


@covers(
    "dead_weight.wound.example_toughen_up",
    "dead_weight.wound.toughen_up",
    "dead_weight.wound.order",
    "dead_weight.action.wound_toughen_up",
)
def test_zael_toughens_up_against_an_arrow():
    after, left, play = hit(somebody(strength=3, items=(worn(2),)), 2, 2, [1, 6], "yes", "roll", [1, 2, 6])
    assert left == 0
    assert lying(after, "STR") == (1, 0)
    assert after.items[0].ap == 1
    assert play.codes()[-1] == "wounds.none"


@covers("dead_weight.wound.example_place", "dead_weight.wound.place_same", "dead_weight.action.wound_place")
def test_zael_takes_the_sword_on_presence():
    one = somebody(strength=3, presence=3, items=(worn(1),))
    after, left, _ = hit(one, 3, 1, [5], "no", "PRE")
    assert left == 2
    assert lying(after, "PRE") == (0, 2)
    assert available(after, "PRE") == 1


@covers("dead_weight.wound.armour_roll", "dead_weight.wound.armour_damage")
@pytest.mark.parametrize("points", [1, 2, 3])
def test_what_armour_stops_and_how_it_wears(points):
    found = distribution(armour, points, "player")
    stops = [sum(p for (n, _), p in found.items() if n == k) for k in range(points + 1)]
    assert stops == [Fraction([1, points, points * (points - 1) // 2, 1][k], 2**points) for k in range(points)] + [
        Fraction(1, 2**points)
    ]
    assert sum(p for (_, damaged), p in found.items() if damaged) == 1 - Fraction(2, 3) ** points


@covers("dead_weight.wound.armour_optional", "dead_weight.wound.armour_damage")
def test_armour_is_rolled_as_far_as_the_wearer_likes():
    one = somebody(items=(worn(2), worn(1, "Cape", "cape")))
    (state, stopped), play = done(use_armour, table(one), "zael", 1, script=[0])
    assert (stopped, play.asked[0].options) == (0, (3, 2, 1, 0))
    (state, stopped), _ = done(use_armour, table(one), "zael", 4, script=[3, [1, 4, 6], "cape"])
    assert stopped == 2
    assert [item.ap for item in state.party[0].items] == [2, 0]
    (state, stopped), play = done(use_armour, table(somebody(items=(replace(worn(2), broken=True),))), "zael", 2)
    assert (stopped, play.asked) == (0, [])


@covers("dead_weight.wound.toughen_up", "dead_weight.wound.toughen_up_fatigue")
def test_a_great_success_takes_off_two_and_an_empty_strength_may_cost_a_wound():
    after, left, _ = hit(somebody(strength=3), 3, "yes", "roll", [2, 6, 6], "INT")
    assert (left, lying(after, "INT")) == (1, (0, 1))
    after, left, _ = hit(somebody(strength=(2, 0, 2), intelligence=3), 1, "yes", [1, 5], "INT")
    assert left == 1
    assert lying(after, "STR") == (1, 1)
    assert lying(after, "INT") == (0, 1)


@covers("dead_weight.weapon_effect.p", "dead_weight.weapon_effect.r", "dead_weight.wound.zero")
def test_piercing_and_irresistible_hits():
    one = somebody(items=(worn(2),))
    after, left, play = hit(one, 1, "STR", pierces=True, irresistible=True)
    assert (left, lying(after, "STR"), len(play.asked)) == (1, (0, 1), 1)
    _, left, _ = hit(one, 1, 2, [5, 6])
    assert left == 0


def reduced(play, points, dice):
    """Two wounds against so much armour and STR, both steps used, as in the rulebook's chances."""
    one = somebody(strength=dice, items=(worn(points),))
    return suffer(play, table(one), "zael", Hit(2), WHY)[1]


def always(choice):
    return choice.options[0]


@covers("dead_weight.wound.order")
def test_the_chances_of_two_wounds_against_armour_and_strength():
    found = distribution(reduced, 2, 3, policy=always)
    assert found == {2: Fraction(1, 32), 1: Fraction(227, 864), 0: Fraction(305, 432)}


@covers("dead_weight.wound.place_same", "dead_weight.wound.convert_fatigue", "dead_weight.wound.limit")
def test_wounds_of_a_hit_go_on_one_attribute_with_room_and_turn_fatigue():
    one = somebody(strength=(3, 0, 2), dexterity=1, intelligence=2, presence=(2, 0, 0, 1))
    after, _, play = hit(one, 2, "STR", irresistible=True)
    assert play.asked[0].options == ("STR", "INT")
    assert lying(after, "STR") == (0, 2)
    assert available(after, "STR") == 1


@covers(
    "dead_weight.wound.mortal",
    "dead_weight.setting.mortal_overflow",
    "dead_weight.mortal.roll",
    "dead_weight.condition.mortally_wounded",
)
def test_a_hit_that_no_attribute_can_hold_is_mortal():
    one = somebody(strength=1, dexterity=1, intelligence=0, presence=2)
    after, left, _ = hit(one, 3, "PRE", "STR", 6, irresistible=True)
    assert left == 3
    assert [score(after, attribute).wounds for attribute in ATTRIBUTES] == [1, 0, 0, 2]
    assert "mortally_wounded" in after.conditions
    after, _, _ = hit(one, 2, irresistible=True)
    assert lying(after, "PRE") == (0, 2)
    assert after.conditions == ()
    after, _, _ = hit(one, 3, 6, irresistible=True, settings={"mortal_overflow": "one_attribute"})
    assert [score(after, attribute).wounds for attribute in ATTRIBUTES] == [0, 0, 0, 2]


@covers("dead_weight.setting.wound_placement")
def test_wounds_may_be_spread_if_the_table_likes():
    one = somebody(strength=1, dexterity=1, intelligence=0, presence=2)
    split = {"wound_placement": "split"}
    after, _, _ = hit(one, 3, "PRE", "STR", "PRE", irresistible=True, settings=split)
    assert ([score(after, attribute).wounds for attribute in ATTRIBUTES], after.conditions) == ([1, 0, 0, 2], ())
    after, _, _ = hit(one, 5, "STR", "DEX", 3, "paranoid", irresistible=True, settings=split)
    assert "mortally_wounded" in after.conditions


@covers("dead_weight.wound.non_lethal", "dead_weight.weapon_effect.n")
def test_non_lethal_wounds_never_fell_anybody():
    one = somebody(strength=1, dexterity=1, intelligence=0, presence=0)
    after, _, play = hit(one, 2, "DEX", irresistible=True, lethal=False)
    assert (play.asked[0].options, lying(after, "DEX"), after.conditions) == (("STR", "DEX"), (0, 1), ())
    down = somebody(conditions=("mortally_wounded",))
    after, _, _ = hit(down, 2, lethal=False)
    assert after == down


@covers("dead_weight.wound.mortal_state", "dead_weight.wound.mortal_death")
def test_more_damage_kills_the_mortally_wounded():
    down = somebody(conditions=("mortally_wounded",), items=(worn(1),))
    after, _, _ = hit(down, 1, 1, [5])
    assert after.conditions == ("mortally_wounded",)
    after, _, play = hit(down, 1, 1, [3])
    assert after.conditions == ("dead",)
    assert "death" in play.codes()


@covers("dead_weight.affliction.sleepy")
def test_a_wound_in_combat_wakes_the_sleepy():
    one = somebody(afflictions=("sleepy", "angry"))
    after, _, _ = hit(one, 1, "STR", irresistible=True, combat=fighting())
    assert after.afflictions == ("angry",)
    after, _, _ = hit(one, 1, "STR", irresistible=True)
    assert "sleepy" in after.afflictions


def tired(one, *script, attribute="STR", combat=None):
    state, play = done(tire, table(one, combat=combat), one.id, attribute, WHY, script=script)
    return state, play


@covers("dead_weight.fatigue.available_dice", "dead_weight.fatigue.placed")
def test_fatigue_takes_available_dice_and_goes_where_there_are_any():
    assert available(somebody(intelligence=(3, 0, 1, 1)), "INT") == 1
    one = somebody(strength=(1, 0, 1), dexterity=2, intelligence=0, presence=1)
    state, play = done(tire_anywhere, table(one), "zael", WHY, script=["DEX"])
    assert play.asked[0].options == ("DEX", "PRE")
    assert lying(state.party[0], "DEX") == (1, 0)


@covers("dead_weight.fatigue.overflow")
def test_fatigue_beyond_the_last_die_is_a_wound():
    state, _ = tired(somebody(presence=(2, 0, 2)), attribute="PRE")
    assert lying(state.party[0], "PRE") == (1, 1)
    state, play = tired(
        somebody(strength=2, dexterity=0, intelligence=1, presence=(1, 0, 0, 1)), "INT", attribute="DEX"
    )
    assert play.asked[0].options == ("STR", "INT")
    assert lying(state.party[0], "INT") == (0, 1)
    spent = somebody(strength=(1, 0, 0, 1), dexterity=0, intelligence=0, presence=0)
    state, _ = tired(spent, 3, "fearful")
    assert "mortally_wounded" in state.party[0].conditions
    state, _ = tired(somebody(strength=(1, 0, 1), conditions=("mortally_wounded",)))
    assert state.party[0].conditions == ("dead",)


@covers("dead_weight.affliction.plagued")
def test_the_plagued_take_wounds_for_fatigue():
    state, _ = tired(somebody(strength=3, afflictions=("plagued",)))
    assert lying(state.party[0], "STR") == (0, 1)
    state, _ = tired(somebody(strength=(3, 0, 1), afflictions=("plagued",)))
    assert lying(state.party[0], "STR") == (0, 1)


@covers("dead_weight.fatigue.recover", "dead_weight.affliction.parched")
def test_recovering_gives_dice_back_but_not_to_the_parched():
    one = somebody(dexterity=(3, 0, 1, 1), strength=(3, 0, 2))
    assert available(recover(one, "DEX"), "DEX") == 2
    assert lying(recover(recover(one, "DEX"), "DEX"), "DEX") == (0, 1)
    assert [lying(recover_each(one), attribute) for attribute in ("STR", "DEX")] == [(1, 0), (0, 1)]
    parched = replace(one, afflictions=("parched",))
    assert recover_each(parched) == parched


@covers("dead_weight.morale.loss_presence")
def test_presence_that_runs_out_disheartens_the_party():
    state, play = tired(somebody(presence=1), attribute="PRE", combat=fighting())
    assert state.combat.morale == 3
    assert play.codes() == ["fatigue", "morale.lost"]
    state, _ = tired(somebody(presence=2), attribute="PRE", combat=fighting())
    assert state.combat.morale == 4


def felled(one, *script, unplaced=1, settings=None, combat=None):
    state, play = done(mortally_wound, table(one, settings=settings, combat=combat), one.id, unplaced, script=script)
    return state.party[0], state, play


@covers(
    "dead_weight.mortal.roll",
    "dead_weight.table.mortal_wounds",
    "dead_weight.mortal.faint",
    "dead_weight.condition.fainted",
)
@pytest.mark.parametrize(
    ("face", "answers", "conditions", "trauma"),
    [
        (1, [], ("fainted",), ""),
        (2, ["STR"], ("mortally_wounded",), "chronic_pain"),
        (3, ["broken_leg"], ("mortally_wounded",), "broken_leg"),
        (4, [], ("mortally_wounded",), "brain_damage"),
        (5, [], ("mortally_wounded",), "visions"),
        (6, [], ("mortally_wounded", "dying"), ""),
    ],
)
def test_the_table_of_mortal_wounds(face, answers, conditions, trauma):
    one = somebody(dexterity=(3, 1))
    after, state, _ = felled(one, face, *answers, unplaced=2, combat=fighting())
    assert after.conditions == conditions
    assert after.life.traumas == ((trauma,) if trauma else ())
    assert (after.mortal, state.combat.morale) == (1, 3)
    assert after.faint == (2 if face == 1 else 0)
    assert after.dexterity.proficiency == (0 if trauma == "brain_damage" else 1)
    assert after.strength.score == (2 if trauma == "chronic_pain" else 3)


@covers("dead_weight.mortal.roll", "dead_weight.setting.mortal_wounds_add")
def test_the_mortally_wounded_do_not_die_immediately():
    for face in range(1, 7):
        after, _, _ = felled(somebody(mortal=2), face, *(["paranoid"] if face == 3 else ["STR"] if face == 2 else []))
        assert "dead" not in after.conditions
    adding = {"mortal_wounds_add": True}
    after, state, _ = felled(somebody(mortal=2), 5, combat=fighting(), settings=adding)
    assert after.conditions == ("dead",), "in a later version each fall is worse than the one before"
    assert state.combat.morale == 2
    assert state.corpses[0].human


@covers("dead_weight.fatigue.overflow", "dead_weight.affliction.plagued")
def test_fatigue_that_becomes_a_wound_says_why_and_where_it_goes():
    _, play = tired(somebody(strength=(2, 0, 2)))
    assert play.codes() == ["fatigue.overflow", "wounds"]
    _, play = tired(somebody(strength=(2, 0, 0, 2)), "DEX")
    assert play.codes() == ["fatigue.overflow", "wound.elsewhere", "wounds"]
    _, play = tired(somebody(afflictions=("plagued",)))
    assert play.codes() == ["fatigue.plagued", "wounds"]


@covers("dead_weight.trait.rejected_by_death")
def test_whom_death_rejects_chooses_of_two():
    after, _, play = felled(somebody(traits=("rejected_by_death",)), [2, 5], 5)
    assert play.asked[1].options == (2, 5)
    assert after.life.traumas == ("visions",)


@covers("dead_weight.setting.mortal_wounds_table")
def test_without_the_table_there_is_only_lying_there():
    after, _, play = felled(somebody(), settings={"mortal_wounds_table": False})
    assert (after.conditions, play.asked) == (("mortally_wounded",), [])


@covers("dead_weight.trauma.general", "dead_weight.trauma.chronic_pain", "dead_weight.trauma.brain_damage")
def test_a_trauma_is_had_once():
    one = somebody(strength=(1, 0, 0, 1), dexterity=0, intelligence=0, presence=0)
    state, _ = done(suffer_trauma, table(one), "zael", "chronic_pain")
    assert (state.party[0].strength.score, state.party[0].strength.wounds) == (0, 0)
    again, play = done(suffer_trauma, state, "zael", "chronic_pain")
    assert again == state
    assert play.told == []
    state, _ = done(suffer_trauma, table(somebody()), "zael", "brain_damage")
    assert state.party[0].life.traumas == ("brain_damage",)
    assert len(set(TRAUMAS)) == 7


@covers("dead_weight.trauma.chronic_pain")
def test_a_wound_that_has_lost_its_room_goes_to_another_attribute():
    one = somebody(strength=(2, 0, 0, 2), presence=(1, 0, 0, 1))
    state, _ = done(suffer_trauma, table(one), "zael", "chronic_pain", script=["STR", "INT"])
    after = state.party[0]
    assert (after.strength, after.intelligence.wounds) == (Score(1, wounds=1), 1)


@covers("dead_weight.wound.death", "dead_weight.morale.loss_death", "dead_weight.prayer.borrowed_time")
def test_death_costs_morale_unless_time_was_borrowed():
    one = somebody(conditions=("mortally_wounded",))
    state, _ = done(die, table(one, combat=fighting()), "zael", WHY)
    assert (state.party[0].conditions, state.combat.morale) == (("dead",), 3)
    again, play = done(die, state, "zael", WHY)
    assert (again, play.told) == (state, [])
    borrowed = Effect("e1", "dead_weight.prayer.borrowed_time", on=("zael",), left=3, unit="round")
    state, play = done(die, table(one, effects=(borrowed,)), "zael", WHY)
    assert (state.party[0].conditions, play.codes()) == (("mortally_wounded",), ["death.put_off"])


@covers("dead_weight.wound.heal", "dead_weight.affliction.hungry", "dead_weight.affliction.cursed")
def test_healing_gives_dice_back_where_it_can():
    one = somebody(strength=(2, 0, 0, 2), dexterity=(2, 0, 0, 1))
    state, play = done(heal, table(one), "zael", 2, WHY, script=["STR", "DEX"])
    assert [available(state.party[0], attribute) for attribute in ("STR", "DEX")] == [1, 2]
    assert play.codes() == ["healed", "healed"]
    for affliction, resting, heals in (("hungry", False, False), ("cursed", True, False), ("cursed", False, True)):
        assert can_heal(replace(one, afflictions=(affliction,)), resting=resting) is heals
    hungry = table(replace(one, afflictions=("hungry",)))
    state, play = done(heal, hungry, "zael", 2, WHY)
    assert (state, play.codes()) == (hungry, ["heal.cannot"])


@covers("dead_weight.condition.mortally_wounded", "dead_weight.condition.fainted")
def test_any_healing_stabilizes():
    down = somebody(strength=(2, 0, 0, 2), conditions=("mortally_wounded", "dying"))
    state, _ = done(heal, table(down), "zael", 1, WHY)
    assert (state.party[0].conditions, lying(state.party[0], "STR")) == ((), (0, 1))


@given(
    scores=st.tuples(*[st.integers(0, 4)] * 4),
    wounds=st.integers(1, 8),
    answers=st.lists(st.integers(0, 10_000), min_size=40, max_size=40),
    split=st.booleans(),
)
def test_no_attribute_ever_holds_more_than_its_score(scores, wounds, answers, split):
    class RandomAnswers:
        """Answers as chance has it."""

        def roll(self, n, sides=6, **_):
            return tuple(sorted(answers.pop() % sides + 1 for _ in range(n)))

        def choose(self, _by, _what, options, *_facts, **_why):
            return options[answers.pop() % len(options)] if len(options) > 1 else options[0]

        def tell(self, *_facts, **_why):
            pass

        def call(self, rule, *args):
            return rule(self, *args)

    state = table(somebody("zael", *scores), settings={"wound_placement": "split" if split else "same"})
    play: Any = RandomAnswers()
    state, left = suffer(play, state, "zael", Hit(wounds, irresistible=True), WHY)
    after = state.party[0]
    assert left == wounds
    for attribute in ATTRIBUTES:
        on = score(after, attribute)
        assert room(after, attribute) >= 0
        assert on.wounds + on.fatigue <= on.score
