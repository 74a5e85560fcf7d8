"""Every roll that can be passed or failed says what is needed and what comes of it, in every game."""

from collections.abc import Callable
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Any

import pytest

from tallow.games import BUILT_IN, game
from tallow.games.black_hack.checks.attribute_tests import roll_below
from tallow.games.black_hack.combat.armour import mends
from tallow.games.black_hack.combat.morale import holds
from tallow.games.black_hack.harm.fate import fate
from tallow.games.dead_weight.checks.rerolls import Rerolls, rolled
from tallow.games.dead_weight.gear.trappings import stepped
from tallow.games.vanilla.checks.rolls import controls, strike
from tallow.play import Roll, RuleId, Waiting, advance, distribution
from tallow.wording.phrases import phrases
from tallow.wording.speech import Speech
from tallow.wording.stakes import stake_shown
from tests.games.watching import questions

COUNTED = {
    "rows of tables": (
        "*.table.*", "*.encounter.*", "*.event.*", "*.spell.random*", "*.relic.*", "*.reaction.*", "*.miscast.targets",
        "*.wild.travel", "vanilla.learn.level", "vanilla.monster.dragon_spells", "vanilla.class.leader",
        "modified_cairn.action.ref_altered", "modified_cairn.effort.recharge", "vanilla.treasure.hoard",
        "dead_weight.name.pattern", "dead_weight.inventory.encumbered_test",
    ),
    "characters and creatures that are made": (
        "*.creation.*", "*.background.*", "*.kit.*", "*.career.*", "*.infancy.*", "*.hireling.*", "*.helper.*",
        "*.attribute.* 3d6", "*.hp.*", "*.monster.*", "*.bestiary.form", "*.phase.creation", "black_hack.wizard.*",
        "black_hack.cleric.*", "*.ability.*", "*.item.counterfeit_coins 3d6", "*.item.counterfeit_coins 2d6",
    ),
    "harm, and what it takes or stops of that": (
        "*.weapon.*", "*.damage*", "*.*_damage", "*.action.*harm", "*.wound.armour_roll", "*.enemy.armour",
        "*.magic_effect.*", "*.spell.*", "*.prayer.*", "*.scar.*", "*.action.stunt", "*.dungeon.trap_damage",
        "*.combat.auto_hit", "*.combat.multiple", "*.attack.damage", "*.miscast.backlash", "*.mount.riding",
        "*.melee.damage", "*.dice.pool", "*.item.*", "*.large.damage", "*.power.*", "*.hurt.*",
    ),
    "what heals, lasts, costs or is found": (
        "*.heal*", "*.rest*", "*.price.*", "*.wild.supply", "*.light.*", "*.oofa.survive", "*.omens.*", "*.banish.*",
        "*.carouse.*", "*.magic_item.*", "*.treasure.*", "*.skill.pilfer", "*.food*", "*.action.use_item",
    ),
    "dice that the referee throws for something unsaid": ("*.fate.die", "*.basics.gm", "*.play.loop", "*.meta.scope",
                                                          "*.encounter.secret", "*.gm.damage_roll_or_average"),
    "even or odd: no number to meet": ("vanilla.combat.initiative",),
}  # fmt: skip
"""Rolls that nobody passes or fails: the dice are counted, or say which. Each by its rule, some with their dice."""


def asked(name: str) -> list[tuple[Roll, Any]]:
    """The rolls that random people and fights of bots come to, each with the state in which the action began."""
    return [(one, state) for state, one in questions(name) if isinstance(one, Roll)]


def _counted(why: RuleId, dice: str) -> bool:
    listed = [pattern for some in COUNTED.values() for pattern in some]
    return any(fnmatchcase(f"{why} {dice}" if " " in pattern else why, pattern) for pattern in listed)


@pytest.mark.parametrize("name", BUILT_IN)
def test_whatever_can_be_passed_or_failed_has_a_stake(name):
    without = {(roll.why, f"{roll.n}d{roll.sides}") for roll, _ in asked(name) if roll.stake is None}
    assert sorted((why, dice) for why, dice in without if not _counted(why, dice)) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_stakes_are_said_in_words_of_their_own(name):
    speech = Speech(game(name))
    plain = {phrases("en").say(f"stake.{how}") for how in ("success", "failure")}
    unsaid = set()
    for roll, state in asked(name):
        speech.state = state
        shown = stake_shown(roll, speech)
        if shown is None or shown.chance is None or roll.stake is None:
            continue
        if not shown.needed or (shown.passing in plain) or (shown.failing in plain):
            unsaid.add(roll.stake.means or roll.why)
        elif "{" in shown.needed + shown.passing + shown.failing:
            unsaid.add(shown.passing)
    assert sorted(unsaid - SAID_PLAINLY) == []


SAID_PLAINLY = {"test"}
"""What a test of Dead Weight comes to is called success and failure there."""


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_chance_is_that_of_the_dice(name):
    """Where these dice alone decide, their share of the faces that pass is the chance that is shown."""
    seen = {roll.stake: roll for roll, _ in asked(name) if roll.stake and roll.stake.need is not None and roll.n == 1}
    for stake, roll in seen.items():
        if stake.more or stake.twice or stake.odds:
            continue
        passed = sum(bool(stake.passes((face,))) for face in range(1, roll.sides + 1))
        assert roll.chance() == Fraction(passed, roll.sides)


RULES: tuple[tuple[Callable[..., Any], tuple[Any, ...]], ...] = (
    *((roll_below, (score, fixed, dice, edge, "me", "", purpose)) for score in (2, 9, 14, 21) for fixed in (0, 3)
      for dice in ((), (4,)) for edge in ("", "advantage", "disadvantage") for purpose in ("", "attack", "defend")),
    *((mends, (av, again, "me")) for av in (2, 4) for again in (False, True)),
    *((strike, (av, ac, twice, "me", "")) for av in (5, 11, 22) for ac in (0, 4, 9) for twice in (False, True)),
    *((controls, (st, ac, "me")) for st in (6, 14) for ac in (0, 4)),
    *((rolled, (dice, aid, rerolls, "me", "you")) for dice in (0, 1, 3) for aid in (0, 2)
      for rerolls in (Rerolls(), Rerolls(hit=5, aid_hit=5)) if dice or not aid),
    *((holds, (hd, edge)) for hd in (2, 7) for edge in ("", "advantage", "disadvantage")),
    *((fate, (edge, "me", False, doomed)) for edge in ("", "disadvantage") for doomed in (False, True)),
    *((stepped, (sides, "me")) for sides in (4, 20)),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "given"), RULES, ids=lambda part: getattr(part, "__name__", None))
def test_what_is_said_before_the_first_die_is_what_the_rule_comes_to(rule, given):
    """The chance on the first roll of a test is the share of the outcomes that are passed, over all its dice."""
    if rule is controls and given[1] >= min(20, given[0]):
        pytest.skip("nothing is rolled")
    waiting = advance(rule, *given, answers=())
    assert isinstance(waiting, Waiting)
    assert isinstance(waiting.question, Roll)
    outcomes = distribution(rule, *given, policy=lambda choice: choice.options[0])
    passed = sum(chance for outcome, chance in outcomes.items() if _passed(rule, given, outcome))
    assert waiting.question.chance() == passed


def _passed(rule: Callable[..., Any], given: tuple[Any, ...], outcome: Any) -> bool:
    if rule is strike:
        return bool(outcome[0] in ("hit", "critical"))
    if rule is fate:
        return bool(outcome < (5 if given[-1] else 6))
    if rule is stepped:
        return bool(outcome == given[0])
    return bool(getattr(outcome, "success", outcome))
