"""Tests that the GM calls for: the GM names the attribute, the subject and any advantages before the roll."""

from tallow.games.dead_weight.characters.skills import HELPS, TOPICS
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.rerolls import Reading
from tallow.games.dead_weight.state import ATTRIBUTES, Adventurer, Attribute, State, adventurer
from tallow.play import REFEREE, Play, RuleId, rule

EDGES = (0, 1, -1, 2, -2, 3, -3)
"""Advantages, or below zero disadvantages, that the GM may see."""


@rule("dead_weight.test.when", "dead_weight.action.gm_call_test")
def called(
    play: Play, state: State, who: str, why: RuleId, *, about: str = "", check: bool = False, optional: bool = True
) -> tuple[State, Reading | None]:
    """A test of the attribute, subject and advantages that the GM names; no reading if the GM asks for no test."""
    one = adventurer(state, who)
    none = ("no_test",) if optional else ()
    asked = play.choose(REFEREE, "test_of", (*none, *ATTRIBUTES), one.name, why=why)
    if asked == "no_test":
        return state, None
    attribute: Attribute = asked
    if not about and (topics := _topics(one)):
        about = play.choose(REFEREE, "test_about", ("nothing", *topics), one.name, why=why)
    edge = play.choose(REFEREE, "test_edge", EDGES, one.name, attribute, why=why)
    return attempt(
        play,
        state,
        who,
        attribute,
        why,
        check=check,
        advantages=max(0, edge),
        disadvantages=max(0, -edge),
        about=about,
    )


def _topics(one: Adventurer) -> tuple[str, ...]:
    """The subjects of tests on which a skill of this adventurer matters."""
    skills = one.life.skills
    return tuple(
        topic
        for topic in TOPICS
        if any(skill in skills for skill in HELPS.get(topic, ())) or (topic == "wilderness" and "survivalist" in skills)
    )
