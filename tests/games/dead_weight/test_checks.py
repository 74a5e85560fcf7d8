"""Tests and checks: the source's examples die for die, the exchange of rerolls, and exact chances from the rulebook."""

from fractions import Fraction
from math import comb

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import available
from tallow.games.dead_weight.characters.skills import HELPS
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.rerolls import Exchange, Rerolls, outcome, rolled
from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.play import REFEREE, Choice, best, distribution
from tallow.testing import covers
from tests.games.dead_weight.people import fighting, lying, somebody, table
from tests.games.playing import done

WHY = "dead_weight.test.when"
GOOD = ("success", "great_success")


def attempted(one, *script, attribute="DEX", others=(), settings=None, combat=None, **more):
    """One test; gives the tester afterwards, the reading, and the play."""
    state = table(one, *others, settings=settings, combat=combat)
    (state, reading), play = done(attempt, state, one.id, attribute, WHY, script=script, **more)
    return state, reading, play


def name_of(play, dice, rerolls):
    return play.call(rolled, dice, 0, rerolls, "player", "").outcome


def chances(dice, rerolls=None, policy=None):
    return distribution(name_of, dice, rerolls or Rerolls(), policy=policy)


def success(dice, rerolls=None, policy=None):
    return sum(p for name, p in chances(dice, rerolls, policy).items() if name in GOOD)


def best_success(dice, **rerolls):
    goal = lambda name: name in GOOD  # noqa: E731
    return best(name_of, dice, Rerolls(**rerolls), goal=goal, maximise=("player",), bounds=(0, 1)).value


def misses_only(choice):
    """Reroll a miss while the test fails; the GM a hit while it succeeds, to keep the worse face."""
    if choice.what == "despair":
        return choice.options[0]
    if choice.what == "keep_face":
        return choice.options[0]
    now = Exchange.of(choice)
    good, faces = now.outcome in GOOD, now.own
    if choice.by == REFEREE:
        return next((way for way in choice.options if way != "pass" and good and way[1] == faces[-1]), "pass")
    return next((way for way in choice.options if way != "pass" and not good and way[1] == faces[0]), "pass")


@covers(
    "dead_weight.test.example_amber", "dead_weight.test.pool", "dead_weight.test.success", "dead_weight.test.fatigue"
)
def test_amber_climbs_down_a_rope():
    state, reading, play = attempted(somebody("amber", dexterity=4), "roll", [1, 2, 4, 6])
    assert (reading.outcome, reading.hits) == ("success", 2)
    assert lying(state.party[0], "DEX") == (1, 0)
    assert available(state.party[0], "DEX") == 3
    assert play.codes() == ["test", "fatigue"]


@covers("dead_weight.test.success", "dead_weight.test.great_success", "dead_weight.test.critical_failure")
@pytest.mark.parametrize(
    ("dice", "name"),
    [
        ((1, 6, 6), "great_success"),
        ((1, 2, 3), "critical_failure"),
        ((2, 3, 3), "failure"),
        ((1, 4), "success"),
        ((6,), "success"),
        ((4, 5, 6), "success"),
    ],
)
def test_what_dice_come_to(dice, name):
    assert outcome(dice, (), Rerolls()) == name


@covers(
    "dead_weight.test.success",
    "dead_weight.test.great_success",
    "dead_weight.test.critical_failure",
    "dead_weight.test.odds",
)
@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_the_chances_without_rerolls(dice):
    found = chances(dice)
    great = {1: 0, 2: Fraction(1, 36), 3: Fraction(2, 27), 4: Fraction(19, 144), 5: Fraction(763, 3888)}[dice]
    fails = {1: Fraction(1, 6), 2: Fraction(5, 36), 3: Fraction(19, 216), 4: Fraction(65, 1296), 5: Fraction(211, 7776)}
    assert found.get("great_success", 0) == great
    assert found["critical_failure"] == fails[dice]
    assert success(dice) == 1 - Fraction(1, 2**dice)


@covers("dead_weight.test.odds")
def test_three_dice_in_full():
    assert chances(3) == {
        "critical_failure": Fraction(19, 216),
        "failure": Fraction(1, 27),
        "success": Fraction(173, 216),
        "great_success": Fraction(2, 27),
    }


@covers("dead_weight.test.fatigue", "dead_weight.check.no_fatigue", "dead_weight.attribute.two_values")
def test_fatigue_is_one_at_most_and_none_in_a_check():
    state, _, _ = attempted(somebody(dexterity=4), "roll", [1, 1, 4, 4])
    assert lying(state.party[0], "DEX") == (1, 0)
    state, reading, play = attempted(somebody(dexterity=2), "roll", [1, 4], check=True)
    assert reading.outcome == "success"
    assert lying(state.party[0], "DEX") == (0, 0)
    assert play.codes() == ["test"]


def tiring(play, dice):
    return play.call(rolled, dice, 0, Rerolls(), "player", "").tired


@covers("dead_weight.test.fatigue")
@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_the_chance_of_fatigue(dice):
    assert distribution(tiring, dice)[True] == 1 - Fraction(2, 3) ** dice


@covers(
    "dead_weight.proficiency.rerolls",
    "dead_weight.proficiency.must_keep",
    "dead_weight.check.proficiency",
    "dead_weight.action.test_reroll",
)
def test_proficiency_rerolls_one_die_at_a_time_and_the_new_face_stands():
    one = somebody(dexterity=(3, 2))
    state, reading, play = attempted(one, "roll", [2, 3, 4], ("reroll", 4), 1, ("reroll", 2), 5)
    assert reading.outcome == "success"
    assert lying(state.party[0], "DEX") == (1, 0)
    assert [asked.what for asked in play.asked if isinstance(asked, Choice)] == ["announce", "reroll", "reroll"]
    _, reading, _ = attempted(one, "roll", [2, 2, 3], "pass", check=True)
    assert reading.outcome == "failure"


@covers("dead_weight.proficiency.rerolls", "dead_weight.advantage.advantage")
def test_rerolling_only_misses():
    assert success(3, Rerolls(proficiency=2), misses_only) == Fraction(31, 32)
    assert success(3, Rerolls(advantage=1), misses_only) == Fraction(15, 16)
    assert success(1, Rerolls(advantage=1), misses_only) == Fraction(3, 4)


@covers("dead_weight.advantage.disadvantage", "dead_weight.advantage.stack")
@pytest.mark.parametrize(("dice", "chance"), [(1, (1, 4)), (2, (1, 2)), (3, (11, 16)), (4, (13, 16))])
def test_a_gm_who_aims_at_failure(dice, chance):
    assert best_success(dice, disadvantage=1) == Fraction(*chance)


def test_a_stored_question_of_rerolls_is_read_by_name():
    left = Rerolls(proficiency=2, foe_dodges=1, fate=(3, 6), proof="D")
    now = Exchange("failure", (1, 3), (), left, 0, 1, ("player", ""))
    asked = Choice("player", "reroll", ("pass", ("reroll", 1)), now.facts(), "dead_weight.test.reroll_exchange")
    stored = msgspec.json.encode(asked)
    assert Exchange.of(msgspec.json.decode(stored, type=Choice)) == now
    assert b'["proficiency",2]' in stored
    assert b"shields" not in stored, "what is not there is not listed"


@covers("dead_weight.test.reroll_exchange", "dead_weight.test.choices")
@pytest.mark.parametrize(
    ("dice", "mine", "theirs", "chance"),
    [(1, 1, 1, (1, 2)), (2, 1, 1, (11, 16)), (3, 2, 1, (57, 64)), (2, 1, 2, (1, 2))],
)
def test_best_play_of_both_sides(dice, mine, theirs, chance):
    assert best_success(dice, proficiency=mine, disadvantage=theirs) == Fraction(*chance)


@covers("dead_weight.test.reroll_exchange", "dead_weight.advantage.disadvantage", "dead_weight.advantage.optional")
def test_each_side_answers_the_other_until_both_pass():
    one = somebody(dexterity=(2, 1))
    script = ["roll", [2, 5], "pass", ("disadvantage", 5), 3, 3, ("reroll", 3), 6]
    _, reading, play = attempted(one, *script, disadvantages=1, check=True)
    assert reading.outcome == "success"
    assert [asked.by for asked in play.asked] == [
        "player",
        "player",
        "player",
        REFEREE,
        REFEREE,
        REFEREE,
        "player",
        "player",
    ]
    _, reading, _ = attempted(
        one, "roll", [2, 6], "pass", ("disadvantage", 6), 5, 6, "pass", disadvantages=1, check=True
    )
    assert reading.hits == 1
    _, reading, _ = attempted(one, "roll", [2, 6], "pass", "pass", disadvantages=1, check=True)
    assert reading.success


@covers("dead_weight.advantage.cancel", "dead_weight.setting.advantage_cancel", "dead_weight.advantage.announce")
def test_advantages_and_disadvantages_cancel():
    one = somebody(dexterity=2)
    _, _, play = attempted(one, "roll", [2, 3], ("reroll", 2), 2, advantages=2, disadvantages=1)
    assert all(asked.by == "player" for asked in play.asked)
    _, _, play = attempted(one, "roll", [2, 3], advantages=2, disadvantages=1, settings={"advantage_cancel": "all"})
    assert len(play.asked) == 2


@given(dice=st.integers(1, 4), mine=st.integers(0, 2), theirs=st.integers(0, 1))
def test_chances_add_up_and_rerolls_only_help_their_side(dice, mine, theirs):
    rerolls = Rerolls(proficiency=mine, disadvantage=theirs)
    assert sum(chances(dice, rerolls, misses_only).values()) == 1
    assert best_success(dice, proficiency=mine) >= best_success(dice, proficiency=mine, disadvantage=theirs)


@covers("dead_weight.safe.fewer_dice", "dead_weight.safe.announce", "dead_weight.action.test_keep_safe")
@pytest.mark.parametrize(("dice", "tired"), [([4, 6], 0), ([1, 3], 1), ([2, 3], 0)])
def test_keeping_it_safe(dice, tired):
    state, _, play = attempted(somebody(dexterity=4), ("safe", 2), dice)
    assert lying(state.party[0], "DEX") == (tired, 0)
    assert play.asked[0].options == ("roll", "effort", ("safe", 3), ("safe", 2), ("safe", 1))


@covers("dead_weight.safe.fewer_dice", "dead_weight.check.no_fatigue")
def test_there_is_nothing_to_keep_safe_in_a_check():
    _, _, play = attempted(somebody(dexterity=4), "roll", [1, 2, 4, 6], check=True)
    assert play.asked[0].options == ("roll", "effort")


@covers("dead_weight.setting.safe_min_dice", "dead_weight.safe.fewer_dice")
def test_the_fewest_dice_to_keep_it_safe_with():
    _, _, play = attempted(somebody(dexterity=1), "roll", [2])
    assert play.asked[0].options == ("roll", "effort")
    _, reading, play = attempted(somebody(dexterity=1), ("safe", 0), [4, 5], settings={"safe_min_dice": 0})
    assert play.asked[0].options == ("roll", "effort", ("safe", 0))
    assert reading.outcome == "success"


@covers("dead_weight.effort.extra_die", "dead_weight.effort.no_more_fatigue", "dead_weight.action.test_extra_effort")
def test_extra_effort_adds_a_die_and_its_fatigue_is_all():
    state, reading, _ = attempted(somebody(strength=2), "effort", [1, 4, 5], attribute="STR")
    assert reading.success
    assert lying(state.party[0], "STR") == (1, 0)
    state, _, _ = attempted(somebody(strength=3), "effort", [2, 2, 3, 5], attribute="STR")
    assert available(state.party[0], "STR") == 2


@covers("dead_weight.effort.no_wound", "dead_weight.affliction.sleepy", "dead_weight.affliction.plagued")
@pytest.mark.parametrize(
    "one",
    [somebody(dexterity=(2, 0, 2)), somebody(afflictions=("sleepy",)), somebody(afflictions=("plagued",))],
    ids=["no die left", "sleepy", "plagued"],
)
def test_who_cannot_make_an_extra_effort(one):
    dice = [2, 3] if not available(one, "DEX") else [2, 3, 3]
    script = [dice] if not available(one, "DEX") else ["roll", dice]
    _, _, play = attempted(one, *script)
    assert not any("effort" in asked.options for asked in play.asked if isinstance(asked, Choice))


@covers("dead_weight.effort.timing", "dead_weight.setting.effort_after_roll")
def test_effort_after_the_roll_is_a_setting_and_protects_from_nothing():
    one = somebody(dexterity=2)
    _, _, play = attempted(one, "roll", [2, 3])
    assert len(play.asked) == 2
    state, reading, _ = attempted(one, "roll", [1, 3], "effort", 6, settings={"effort_after_roll": True})
    assert reading.success
    assert lying(state.party[0], "DEX") == (2, 0)


@covers("dead_weight.zero.two_dice")
def test_zero_dice_keep_the_lower_of_two():
    one = somebody(dexterity=(2, 0, 0, 2))
    _, reading, _ = attempted(one, [2, 6])
    assert reading.outcome == "failure"
    state, reading, _ = attempted(one, [4, 5], "STR")
    assert reading.outcome == "success"
    assert lying(state.party[0], "STR") == (0, 1)
    assert success(0) == Fraction(1, 4)
    assert chances(0)["critical_failure"] == Fraction(11, 36)
    assert distribution(tiring, 0)[True] == Fraction(4, 9)


@covers("dead_weight.zero.below")
def test_fewer_than_no_dice_fail_without_a_roll():
    state, reading, play = attempted(somebody(strength=(1, 0, 0, 1)), attribute="STR", more=-1)
    assert (reading.outcome, play.asked) == ("failure", [])
    assert state.party[0].strength.lessons == 1


def helper(**more):
    return somebody("mira", seat="other", **more)


@covers(
    "dead_weight.help.die",
    "dead_weight.help.one_helper",
    "dead_weight.help.fatigue",
    "dead_weight.help.agree",
    "dead_weight.action.test_help",
)
def test_a_helper_adds_a_die_and_bears_its_fatigue():
    one, other = somebody(dexterity=2), helper()
    state, reading, play = attempted(one, ("help", "mira"), "help", "yes", "roll", [2, 5], [4], others=(other,))
    assert reading.success
    assert lying(state.party[0], "DEX") == (0, 0)
    assert lying(state.party[1], "DEX") == (1, 0)
    assert ("help", "mira") not in play.asked[3].options
    _, reading, _ = attempted(one, ("help", "mira"), "help", "yes", "roll", [2, 6], [6], others=(other,))
    assert reading.great


@covers("dead_weight.help.agree")
def test_help_can_be_declined_or_found_implausible():
    one, other = somebody(dexterity=2), helper()
    for answers in (["no"], ["help", "no"]):
        _, reading, play = attempted(one, ("help", "mira"), *answers, "roll", [2, 5], others=(other,))
        assert reading.success
        assert play.asked[-1].n == 2


@covers("dead_weight.help.die", "dead_weight.affliction.sleepy", "dead_weight.trauma.paranoid")
def test_who_cannot_help_or_be_helped():
    for other in (helper(dexterity=0), helper(afflictions=("sleepy",)), helper(conditions=("mortally_wounded",))):
        _, _, play = attempted(somebody(dexterity=2), "roll", [2, 5], others=(other,))
        assert all(option[0] != "help" for option in play.asked[0].options)
    _, _, play = attempted(somebody(dexterity=2, traumas=("paranoid",)), "roll", [2, 5], others=(helper(),))
    assert all(option[0] != "help" for option in play.asked[0].options)


@covers("dead_weight.effort.helper")
def test_a_helper_may_strain_for_two_dice():
    one, other = somebody(dexterity=2), helper(dexterity=1)
    state, reading, _ = attempted(one, ("help", "mira"), "help_effort", "yes", "roll", [2, 3], [1, 4], others=(other,))
    assert reading.success
    assert lying(state.party[1], "DEX") == (1, 0)


@covers("dead_weight.help.consequences")
def test_the_helper_shares_what_goes_wrong_but_not_the_testers_fatigue():
    script = [("help", "mira"), "help", "yes", "roll", [1], [2]]
    state, reading, play = attempted(somebody(dexterity=1), *script, others=(helper(),))
    assert (reading.success, reading.helper) == (False, "mira")
    assert play.told[-1].code == "help.shared"
    assert (lying(state.party[0], "DEX"), lying(state.party[1], "DEX")) == ((1, 0), (0, 0))
    script[-2:] = [[5], [2]]
    _, reading, play = attempted(somebody(dexterity=1), *script, others=(helper(),))
    assert (reading.helper, "help.shared" in play.codes()) == ("", False)


@covers("dead_weight.help.reroll")
def test_only_the_helper_rerolls_the_helpers_die_by_proficiency():
    one, other = somebody(dexterity=(1, 1)), helper(dexterity=(2, 1))
    script = [("help", "mira"), "help", "yes", "roll", [2], [3], "pass", ("reroll_own_aid", 3), 6, "pass"]
    _, reading, play = attempted(one, *script, others=(other,))
    assert reading.success
    offered = next(asked.options for asked in play.asked if isinstance(asked, Choice) and asked.what == "reroll")
    assert offered == ("pass", ("reroll", 2))
    angry = helper(dexterity=(2, 1), afflictions=("angry",))
    _, _, play = attempted(one, ("help", "mira"), "help", "yes", "roll", [2], [3], "pass", others=(angry,))
    assert play.asked[-1].by == "player"
    _, reading, _ = attempted(
        somebody(dexterity=1), ("help", "mira"), "help", "yes", "roll", [2], [3], ("reroll_aid", 3), 6, "pass",
        others=(other,), advantages=1,
    )  # fmt: skip
    assert reading.success


@covers("dead_weight.help.die", "dead_weight.zero.two_dice")
def test_no_dice_of_ones_own_and_a_helper():
    def helped(play):
        return play.call(rolled, 0, 1, Rerolls(), "player", "other").success

    assert distribution(helped)[True] == Fraction(5, 8)


@covers("dead_weight.action.combat_help", "dead_weight.help.agree")
def test_in_combat_help_comes_only_from_who_promised_it():
    one, other = somebody(dexterity=2), helper()
    combat = fighting(turn="zael", helping=(("zael", "mira"),))
    _, reading, _ = attempted(one, "roll", [2, 3], [5], others=(other,), combat=combat)
    assert reading.success
    _, _, play = attempted(one, "roll", [2, 3], others=(other,), combat=fighting(turn="zael"))
    assert all(option[0] != "help" for option in play.asked[0].options)


@covers("dead_weight.affliction.angry")
def test_the_angry_do_not_reroll_by_proficiency():
    _, _, play = attempted(somebody(dexterity=(2, 2), afflictions=("angry",)), "roll", [2, 3])
    assert len(play.asked) == 2
    _, _, play = attempted(somebody(dexterity=(2, 2), afflictions=("angry",)), "roll", [2, 3], "pass", advantages=1)
    assert len(play.asked) == 3


@covers("dead_weight.affliction.terrified")
def test_a_four_is_no_hit_for_the_terrified():
    state, reading, _ = attempted(somebody(dexterity=3, afflictions=("terrified",)), "roll", [2, 4, 4])
    assert reading.outcome == "failure"
    assert lying(state.party[0], "DEX") == (1, 0)
    assert success(3, Rerolls(hit=5)) == Fraction(19, 27)


@covers("dead_weight.affliction.hopeless")
@pytest.mark.parametrize(("dice", "chance"), [(1, (1, 4)), (2, (1, 2)), (3, (11, 16)), (4, (13, 16)), (0, (1, 8))])
def test_the_hopeless_reroll_one_hit(dice, chance):
    assert success(dice, Rerolls(hopeless=True), misses_only) == Fraction(*chance)


@covers("dead_weight.affliction.hopeless")
def test_hope_is_lost_once_in_a_test():
    one = somebody(dexterity=2, afflictions=("hopeless",))
    _, reading, _ = attempted(one, "roll", [4, 5], ("own", 5), 6)
    assert reading.hits == 2


@covers("dead_weight.tragedy.invoke", "dead_weight.action.test_tragedy", "dead_weight.tragedy.insight_use")
def test_the_tragedy_gives_disadvantage_and_insight_once_a_session():
    one = somebody(dexterity=3, tragedy="dead_weight.tragedy.went_to_jail")
    state, reading, _ = attempted(one, "tragedy", "yes", "roll", [2, 3, 5], ("disadvantage", 5), 3, 3)
    after = state.party[0]
    assert (reading.outcome, after.life.insight, after.spent) == ("failure", 1, (SPENT.mark("session", "tragedy"),))
    _, _, play = attempted(after, "roll", [2, 3, 5])
    assert "tragedy" not in play.asked[0].options
    state, _, _ = attempted(one, "tragedy", "no", "roll", [2, 3, 5])
    assert state.party[0].life.insight == 0
    full = replace(one, life=replace(one.life, earned=12))
    state, _, _ = attempted(full, "tragedy", "yes", "roll", [2, 3, 5], "pass")
    assert state.party[0].life.insight == 0
    assert best_success(3, disadvantage=1) == Fraction(11, 16)


@covers("dead_weight.lesson.mark", "dead_weight.setting.lessons_from_checks", "dead_weight.action.test_mark_lesson")
def test_failures_teach_up_to_five_lessons():
    state, _, play = attempted(somebody(dexterity=(3, 0, 0, 0, 1)), "roll", [2, 3, 3])
    assert state.party[0].dexterity.lessons == 2
    assert play.codes() == ["test", "lesson"]
    state, _, _ = attempted(somebody(dexterity=(3, 0, 0, 0, 5)), "roll", [2, 3, 3])
    assert state.party[0].dexterity.lessons == 5
    for given_settings, marks in ((None, 1), ({"lessons_from_checks": False}, 0)):
        state, _, _ = attempted(somebody(dexterity=3), "roll", [2, 3, 3], check=True, settings=given_settings)
        assert state.party[0].dexterity.lessons == marks


@covers("dead_weight.trait.bad_omens")
def test_bad_omens_follow_a_critical_failure():
    for dice, filled in (([1, 2, 3], 1), ([2, 2, 3], 0)):
        state, _, _ = attempted(somebody(dexterity=3, traits=("bad_omens",)), "roll", dice, check=True)
        assert state.omens.filled == filled


@covers("dead_weight.skill.survivalist", "dead_weight.skill.loremaster")
def test_skills_help_with_what_a_test_is_about():
    one = somebody(intelligence=2, skills=("survivalist", "loremaster"))
    for about, asked in (("wilderness", 1), ("lore", 1), ("", 0)):
        _, _, play = attempted(one, "roll", [2, 3], *["pass"] * asked, attribute="INT", about=about)
        assert len(play.asked) == 2 + asked


@covers(
    "dead_weight.skill.animal_affinity",
    "dead_weight.skill.beastmaster",
    "dead_weight.skill.crafting",
    "dead_weight.skill.holy_rites",
    "dead_weight.skill.infiltration",
    "dead_weight.skill.loremaster",
    "dead_weight.skill.occult_studies",
)
@pytest.mark.parametrize(
    ("skill", "topics"),
    [
        ("animal_affinity", {"animals"}),
        ("beastmaster", {"animals", "fighting_animals"}),
        ("crafting", {"crafting"}),
        ("holy_rites", {"religion", "prayer"}),
        ("infiltration", {"sneaking"}),
        ("loremaster", {"lore"}),
        ("occult_studies", {"occult", "spell"}),
    ],
)
def test_a_skill_gives_its_advantage_on_what_it_is_about_and_on_nothing_else(skill, topics):
    one = somebody(dexterity=2, skills=(skill,))
    for about in ("", *HELPS):
        again = ["pass"] * (about in topics)
        _, _, play = attempted(one, "roll", [2, 3], *again, about=about)
        assert len(play.asked) == 2 + len(again)


@covers("dead_weight.condition.blind")
def test_the_blind_have_disadvantage():
    _, _, play = attempted(somebody(dexterity=2, conditions=("blind",)), "roll", [2, 5], "pass")
    assert play.asked[-1].by == REFEREE


@covers("dead_weight.enemy.tokens", "dead_weight.action.combat_spend_token", "dead_weight.combat.attack_tokens")
def test_tokens_reroll_dice_of_either_side():
    one = somebody(dexterity=2)
    script = ["roll", [2, 3], ("shield", 2), 3, ("shield", 3), 5]
    _, reading, _ = attempted(one, *script, check=True, tokens=Rerolls(shields=2))
    assert (reading.success, reading.shields) == (True, 2)
    _, reading, _ = attempted(one, "roll", [2, 5], ("foe_shield", 5), 1, tokens=Rerolls(foe_shields=1))
    assert (reading.outcome, reading.foe_shields, reading.tired) == ("critical_failure", 1, True)
    assert best_success(2, shields=2) == 1 - Fraction(1, 16)


@covers("dead_weight.weapon_effect.d", "dead_weight.weapon_effect.x")
def test_tokens_that_a_great_success_is_proof_against():
    one = somebody(dexterity=3)
    tokens = Rerolls(foe_shields=1, foe_dodges=1, proof="D")
    _, _, play = attempted(one, "roll", [2, 6, 6], "pass", tokens=tokens)
    assert play.asked[-1].options == ("pass", ("foe_shield", 2), ("foe_shield", 6))
    _, _, play = attempted(one, "roll", [2, 5, 6], "pass", tokens=tokens)
    assert ("foe_dodge", 5) in play.asked[-1].options


@covers("dead_weight.spell.weave_fate")
def test_woven_dice_take_the_place_of_own_ones():
    one = somebody(dexterity=2)
    one = replace(one, magic=replace(one.magic, fate=(3, 6)))
    state, reading, _ = attempted(one, "roll", [2, 3], ("fate", 2, 6), "pass")
    assert reading.success
    assert state.party[0].magic.fate == (3,)


def test_pools_are_weighed_as_dice_fall():
    """The rule's own odds agree with counting by hand: at least two sixes among five."""
    two_or_more = 1 - sum(Fraction(comb(5, k) * 5 ** (5 - k), 6**5) for k in (0, 1))
    assert chances(5)["great_success"] == two_or_more
