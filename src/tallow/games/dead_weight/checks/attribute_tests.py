"""Tests and checks: the dice of an attribute are announced, rolled and rerolled, and cost the tester fatigue.

A test is announced (how many dice, extra effort, help, the tragedy), rolled, rerolled one die at a time by either side
until nobody can or wants to, and read. A check is a test that costs no fatigue.
"""

from functools import cache, lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import available
from tallow.games.dead_weight.characters.attributes import dice as dice_of
from tallow.games.dead_weight.characters.skills import advantages_for, extra_rerolls
from tallow.games.dead_weight.checks.rerolls import Reading, Rerolls, rolled
from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.harm.fatigue import tire
from tallow.games.dead_weight.state import (
    Adventurer,
    Attribute,
    Score,
    State,
    able,
    adventurer,
    put,
    score,
    under,
    with_score,
)
from tallow.games.dead_weight.world.trackers import advance_omens
from tallow.play import REFEREE, Play, Pool, RuleId, rule

LESSONS = 5
MOST_INSIGHT = 12
TRAGEDY_USED = SPENT.mark("session", "tragedy")
FURY: RuleId = "dead_weight.prayer.righteous_fury"


class Terms(Struct, frozen=True, gc=False):
    """How a test is announced: its dice, who helps with how many, and whether it is safe, strained or tragic."""

    dice: int
    helper: str = ""
    aid: int = 0
    safe: bool = False
    effort: bool = False
    tragedy: bool = False


@rule(
    "dead_weight.safe.announce",
    "dead_weight.safe.fewer_dice",
    "dead_weight.effort.timing",
    "dead_weight.advantage.announce",
    "dead_weight.action.test_keep_safe",
    "dead_weight.action.test_extra_effort",
)
def announce(
    play: Play, state: State, one: Adventurer, attribute: Attribute, on: Score, dice: int, why: RuleId, *, check: bool
) -> Terms:
    """The announcement before the roll: all dice, fewer to keep the test safe, extra effort, help, the tragedy.

    A check costs no fatigue, so it is never made safe.
    """
    terms = _plainly(dice)
    combat = state.combat
    tragic = state.session and one.life.tragedy != "" and TRAGEDY_USED not in one.spent
    if combat is not None and combat.helping and combat.turn == one.id:
        helper = next((by for whom, by in combat.helping if whom == one.id), "")
        terms = replace(terms, helper=helper, aid=1 if helper and can_help(state, helper, attribute) else 0)
    while True:
        least = dice if check else state.settings.safe_min_dice
        options = _manners(dice, least, dice > 0 and can_strain(one, on), tragic)
        if combat is None and not terms.helper and "paranoid" not in one.life.traumas:
            others = [other.id for other in state.party if other.id != one.id]
            options += tuple([("help", other) for other in others if can_help(state, other, attribute)])
        how = play.choose(one.seat, "announce", options, one.name, attribute, dice, why, why=why)
        if how == "roll":
            return terms
        if how == "effort":
            return replace(terms, dice=dice + 1, effort=True)
        if how == "tragedy":
            tragic = False
            facts = (one.name, one.life.tragedy)
            fits = play.choose(REFEREE, "tragedy_fits", ("yes", "no"), *facts, why="dead_weight.tragedy.invoke")
            terms = replace(terms, tragedy=fits == "yes")
        elif how[0] == "safe":
            return replace(terms, dice=how[1], safe=True)
        else:
            terms = _with_help(play, state, one, terms, how[1], attribute)


@cache
def _plainly(dice: int) -> Terms:
    """Terms of this many dice, without effort, help or tragedy."""
    return Terms(dice)


@cache
def _manners(dice: int, least: int, strain: bool, tragic: bool) -> tuple[Any, ...]:
    """The options of an announcement: all dice, extra effort, fewer dice (at least `least`) for safety, the tragedy."""
    safe = tuple([("safe", n) for n in range(dice - 1, least - 1, -1)])
    effort = ("effort",) if strain else ()
    return ("roll", *effort, *safe, "tragedy") if tragic else ("roll", *effort, *safe)


@rule("dead_weight.effort.no_wound", "dead_weight.affliction.sleepy", "dead_weight.affliction.plagued")
def can_strain(one: Adventurer, on: Score) -> bool:
    """Whether extra effort is possible: there must be room for its fatigue, and the sleepy and plagued cannot."""
    if on.score - on.fatigue - on.wounds < 1:
        return False
    return not one.afflictions or ("sleepy" not in one.afflictions and "plagued" not in one.afflictions)


@rule("dead_weight.help.die", "dead_weight.affliction.sleepy", "dead_weight.trauma.paranoid")
def can_help(state: State, helper: str, attribute: Attribute) -> bool:
    """Whether somebody is able to help with a test of this attribute."""
    one = adventurer(state, helper)
    return able(one) and "sleepy" not in one.afflictions and available(one, attribute) > 0


@rule(
    "dead_weight.help.agree", "dead_weight.help.one_helper", "dead_weight.effort.helper", "dead_weight.action.test_help"
)
def _with_help(play: Play, state: State, one: Adventurer, terms: Terms, helper: str, attribute: Attribute) -> Terms:
    """The terms with help from somebody who may give it, with or without extra effort, if the GM finds it plausible."""
    other = adventurer(state, helper)
    why = "dead_weight.help.agree"
    ways = ("help", "help_effort", "no") if can_strain(other, score(other, attribute)) else ("help", "no")
    given = play.choose(other.seat, "give_help", ways, one.name, attribute, why=why)
    if given == "no" or play.choose(REFEREE, "help_fits", ("yes", "no"), other.name, one.name, why=why) == "no":
        return replace(terms, helper="nobody")
    return replace(terms, helper=helper, aid=2 if given == "help_effort" else 1)


@rule(
    "dead_weight.test.pool",
    "dead_weight.check.no_fatigue",
    "dead_weight.check.proficiency",
    "dead_weight.test.example_amber",
    "dead_weight.effort.extra_die",
    "dead_weight.effort.no_more_fatigue",
    "dead_weight.effort.helper",
    "dead_weight.help.consequences",
)
def attempt(
    play: Play,
    state: State,
    who: str,
    attribute: Attribute,
    why: RuleId,
    *,
    check: bool = False,
    advantages: int = 0,
    disadvantages: int = 0,
    more: int = 0,
    about: str = "",
    tokens: Rerolls | None = None,
) -> tuple[State, Reading]:
    """A test of an attribute, or a check, from the announcement to its fatigue; `more` dice are added (or taken away).

    `about` is what the test concerns, for skills that help with it; `tokens` are the tokens that either side may spend.
    The reading of a failed test names the helper, because the consequences of failure concern the helper too.
    """
    one = adventurer(state, who)
    if state.effects and under(state, who, FURY):
        state, more = _spent_fury(state, who), more + 2
    on = score(one, attribute)
    dice = dice_of(one, on) + more
    terms = announce(play, state, one, attribute, on, dice, why, check=check)
    helper = adventurer(state, terms.helper) if terms.aid else None
    if terms.tragedy:
        state = _invoked(play, state, who)
    if terms.effort:
        state = _strained(play, state, who, attribute)
    if terms.aid == 2:
        state = _strained(play, state, terms.helper, attribute)
    if about:
        advantages += advantages_for(one, about)
    disadvantages += terms.tragedy + (one.conditions != () and "blind" in one.conditions)
    rerolls = _rerolls(
        on.proficiency + (extra_rerolls(one, about) if about else 0),
        one.afflictions,
        one.magic.fate,
        tokens,
        advantages,
        disadvantages,
        state.settings.advantage_cancel,
        score(helper, attribute).proficiency if helper else 0,
        helper.afflictions if helper else (),
    )
    if state.settings.effort_after_roll and not terms.effort and not terms.safe and dice > 0 and can_strain(one, on):
        rerolls = replace(rerolls, effort=True)
    reading = play.call(rolled, terms.dice, terms.aid, rerolls, one.seat, helper.seat if helper else "")
    play.tell("test", one.name, attribute, reading.outcome, reading.hits, why=why)
    if reading.fate != one.magic.fate:
        now = adventurer(state, who)
        state = put(state, replace(now, magic=replace(now.magic, fate=reading.fate)))
    if reading.effort:
        state = tire(play, state, who, attribute, "dead_weight.effort.timing")
    if not check:
        if reading.tired and not terms.effort and not (terms.safe and reading.success):
            state = tire(play, state, who, attribute, "dead_weight.test.fatigue")
        if terms.aid == 1 and reading.aid_tired:
            state = tire(play, state, terms.helper, attribute, "dead_weight.help.fatigue")
    if not reading.success:
        state = _failed(play, state, who, attribute, reading, check=check)
        if helper:
            play.tell("help.shared", one.name, helper.name, why="dead_weight.help.consequences")
            return state, replace(reading, helper=helper.id)
    return state, reading


@rule("dead_weight.prayer.righteous_fury")
def _spent_fury(state: State, who: str) -> State:
    """The state with righteous fury used up; it gives 2 more dice on one roll."""
    left = [effect for effect in state.effects if effect.of != FURY or who not in effect.on]
    return replace(state, effects=tuple(left))


@rule("dead_weight.advantage.cancel", "dead_weight.advantage.stack", "dead_weight.setting.advantage_cancel")
def net(advantages: int, disadvantages: int, cancel: str) -> tuple[int, int]:
    """The numbers of advantages and disadvantages left after they cancel each other as `cancel` says."""
    if cancel == "all" and advantages and disadvantages:
        return 0, 0
    return max(0, advantages - disadvantages), max(0, disadvantages - advantages)


@rule("dead_weight.affliction.angry")
@lru_cache(maxsize=16384)
def _rerolls(
    proficiency: int,
    afflictions: tuple[str, ...],
    fate: Pool,
    tokens: Rerolls | None,
    advantages: int,
    disadvantages: int,
    cancel: str,
    aid: int,
    helper_afflictions: tuple[str, ...],
) -> Rerolls:
    """The rerolls that both sides have in this test, from proficiency, afflictions, tokens, advantages and help."""
    advantage, disadvantage = net(advantages, disadvantages, cancel)
    return replace(
        tokens or NO_TOKENS,
        proficiency=0 if "angry" in afflictions else proficiency,
        advantage=advantage,
        aid=0 if "angry" in helper_afflictions else aid,
        disadvantage=disadvantage,
        fate=fate,
        hit=5 if "terrified" in afflictions else 4,
        aid_hit=5 if "terrified" in helper_afflictions else 4,
        hopeless="hopeless" in afflictions,
    )


NO_TOKENS = Rerolls()


@rule("dead_weight.tragedy.invoke", "dead_weight.tragedy.insight_use", "dead_weight.action.test_tragedy")
def _invoked(play: Play, state: State, who: str) -> State:
    """The tragedy is invoked, once per session: a point of insight, unless the most has been earned."""
    one = adventurer(state, who)
    life = one.life
    if life.earned < MOST_INSIGHT:
        life = replace(life, insight=life.insight + 1, earned=life.earned + 1)
    play.tell("tragedy", one.name, life.tragedy, life.insight, why="dead_weight.tragedy.invoke")
    return put(state, replace(one, life=life, spent=(*one.spent, TRAGEDY_USED)))


@rule("dead_weight.effort.extra_die", "dead_weight.effort.helper")
def _strained(play: Play, state: State, who: str, attribute: Attribute) -> State:
    """Pay for extra effort, before the roll."""
    play.tell("effort", adventurer(state, who).name, attribute, why="dead_weight.effort.extra_die")
    return tire(play, state, who, attribute, "dead_weight.effort.extra_die")


@rule(
    "dead_weight.lesson.mark",
    "dead_weight.setting.lessons_from_checks",
    "dead_weight.trait.bad_omens",
    "dead_weight.action.test_mark_lesson",
)
def _failed(play: Play, state: State, who: str, attribute: Attribute, reading: Reading, *, check: bool) -> State:
    """A failed test gives a lesson; a critical failure of one with bad omens advances the omens."""
    one = adventurer(state, who)
    on = score(one, attribute)
    if on.lessons < LESSONS and (not check or state.settings.lessons_from_checks):
        play.tell("lesson", one.name, attribute, on.lessons + 1, why="dead_weight.lesson.mark")
        state = put(state, with_score(one, attribute, replace(on, lessons=on.lessons + 1)))
    if reading.critical and "bad_omens" in one.life.traits:
        return advance_omens(play, state, "dead_weight.trait.bad_omens")
    return state
