"""What hangs on a roll, in words: what is needed, what passing and failing mean, how likely it is."""

from fractions import Fraction

from msgspec import Struct

from tallow.play import Roll
from tallow.wording.phrases import phrases
from tallow.wording.speech import Speech, dice

WITHSTOOD = (["spell"], ["prayer"], ["monster"], ["enemy"], ["relic"], ["trap"])
"""Entries of these kinds are named where a Save against them has no words of its own."""


class StakeShown(Struct, frozen=True, gc=False):
    """A stake in words: what to roll, what comes of passing and of failing, the chance.

    `who` rolls it and `against` is whom or what it is rolled against; either may be "". `chance` is None and all words
    but `needed` are "" where there is nothing to pass.
    """

    needed: str
    who: str = ""
    against: str = ""
    passing: str = ""
    failing: str = ""
    chance: Fraction | None = None
    chance_said: str = ""


def stake_shown(roll: Roll, speech: Speech) -> StakeShown | None:
    """The stake of a roll in words; None if it has none."""
    stake = roll.stake
    if stake is None:
        return None
    who, against = (_name(speech, one) for one in (stake.who, stake.against))
    needed = _needed(roll, speech)
    chance = roll.chance()
    if chance is None:
        return StakeShown(needed, who, against)
    facts = (stake.who, stake.against, *stake.facts)
    passing, failing = (_meaning(speech, table, stake.means or roll.why, facts) for table in ("passing", "failing"))
    said = phrases(speech.game.words.language).chance(chance)
    return StakeShown(needed, who, against, passing, failing, chance, said)


def _name(speech: Speech, id_: str) -> str:
    return speech.game.words.fact(id_, speech.names((id_,))) if id_ else ""


def _needed(roll: Roll, speech: Speech) -> str:
    """What is needed: "Roll 7 or under on a d20 (STR)"."""
    stake = roll.stake
    assert stake is not None  # noqa: S101  (for the type checker)
    score = speech.label(stake.score) if stake.score else ""
    if stake.need is None:
        code = "stake.roll_for" if score else "stake.roll"
        return speech.say(code, dice=dice(roll), score=score)
    how = stake.compared if roll.n > 1 else "one"
    code = f"stake.over.{how}" if stake.above else f"stake.under.{how}"
    need = speech.say(code, need=stake.need, dice=dice(roll))
    return speech.say("stake.with_score", needed=need, score=score) if score else need


def _meaning(speech: Speech, table: str, code: str, facts: tuple[object, ...]) -> str:
    """What comes of it; "" if the catalogue has no words for it. A spell or a power is withstood, or it takes hold."""
    words = speech.game.words
    if words.has(table, code):
        return words.say(table, code, *facts, names=speech.names(facts))
    return speech.say(f"stake.{table}", rule=speech.rule(code)) if code.split(".")[1:2] in WITHSTOOD else ""
