"""What hangs on a roll, in words: what is needed, what passing and failing mean, how likely it is."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from msgspec import Struct

from tallow.games.deeds import Action, Refused
from tallow.odds.words import percent
from tallow.play import REFEREE, Answer, Choice, Fact, Mismatch, Roll, Seat, Stake, Waiting, Writing, advance
from tallow.table import Table, seen_question
from tallow.wording.phrases import phrases
from tallow.wording.speech import Speech, dice

WITHSTOOD = frozenset(("spell", "prayer", "monster", "enemy", "relic", "trap", "item", "magic_effect", "power"))
"""Entries of these kinds are named where a Save against them has no words of its own."""


class StakeShown(Struct, frozen=True, gc=False):
    """A stake in words: what to roll, what comes of passing and of failing, the chance.

    `who` rolls it and `against` is whom or what it is rolled against; either may be "". `chance` is None where there is
    nothing to pass, or where the reader may not know it. An amount has nothing to fail: `passing` says from where on
    something more comes of it.
    """

    needed: str
    who: str = ""
    against: str = ""
    passing: str = ""
    failing: str = ""
    chance: Fraction | None = None
    chance_said: str = ""

    def lines(self, say: Callable[..., str]) -> Iterator[str]:
        """The stake as sentences: what is needed and how likely it is, what comes of it; none where nothing does."""
        if not self.passing and self.chance is None:
            return
        needed = f"{self.needed}, {say('stake.against', name=self.against)}" if self.against else self.needed
        yield f"{needed}: {self.chance_said}." if self.chance_said else f"{needed}."
        if self.passing and not self.failing:
            yield f"{self.passing}."
        elif self.passing:
            yield f"{say('stake.pass', what=self.passing)}."
            yield f"{say('stake.fail', what=self.failing)}."


FOLLOWED, WEIGHED = 4, 16
"""Through so many obvious questions a roll is looked for, and for no more options of a choice than that."""


def roll_ahead(table: Table, action: Action, answers: tuple[Answer, ...], by: Seat) -> Roll | None:
    """The roll of their own that somebody comes to by these answers; obvious questions between are answered by a bot.

    It is asked by the same rule that is played. None where anything else comes first.
    """
    rules = table.rules
    for _ in range(FOLLOWED):
        try:
            ran = advance(rules.perform, table.state, action, answers=answers)
        except (Refused, Mismatch):
            return None
        asked = ran.question if isinstance(ran, Waiting) else None
        if asked is None or asked.by != by or rules.bots is None:
            return None
        if isinstance(asked, Roll):
            return asked if asked.tests and not asked.hidden else None
        if not isinstance(asked, Choice):
            return None
        decided = rules.bots.answer(asked)
        answers = (*answers, asked.options[0] if asked.fault(decided) else decided)
    return None


def writing_ahead(table: Table, action: Action, answers: tuple[Answer, ...], by: Seat) -> Writing | None:
    """The text that somebody is asked for right after these answers; None where anything else comes."""
    try:
        ran = advance(table.rules.perform, table.state, action, answers=answers)
    except (Refused, Mismatch):
        return None
    asked = ran.question if isinstance(ran, Waiting) else None
    return asked if isinstance(asked, Writing) and asked.by == by else None


def chance_ahead(
    table: Table, action: Action, answers: tuple[Answer, ...], by: Seat, speech: Speech
) -> tuple[str, Fraction] | None:
    """What that roll is for with how likely it is, as whoever rolls may know it; None where it is not known."""
    roll = roll_ahead(table, action, answers, by)
    shown = stake_shown(seen_question(roll, by), speech) if roll is not None else None
    if shown is None or shown.chance is None or not shown.passing:
        return None
    return speech.say("prospect", what=shown.passing, chance=percent(shown.chance)), shown.chance


def weighs(table: Table, what: str, about: Fact = "") -> bool:
    """Whether the chance of the roll that follows this deed or question is shown; `about` is its first fact."""
    ui = table.rules.ui
    rolls = what in ui.rolled or (what, about) in ui.rolled
    return rolls and ui.wants_odds is not None and ui.wants_odds(table.state)


def stake_shown(roll: Roll, speech: Speech) -> StakeShown | None:
    """The stake of a roll in words; None if it has none."""
    stake = roll.stake
    if stake is None:
        return None
    who, against = (_name(speech, one) for one in (stake.who, stake.against))
    chance = roll.chance()
    needed = _needed(roll, stake, chance, speech)
    if chance is None and not stake.secret:
        return StakeShown(needed, who, against)
    facts = (stake.who, stake.against, *stake.facts)
    passing, failing = (_meaning(speech, table, stake.means or roll.why, facts) for table in ("passing", "failing"))
    if stake.amount:
        passing = speech.say("stake.amount", need=stake.need, what=passing) if passing and chance is not None else ""
        failing = ""
    said = phrases(speech.game.words.language).chance(chance) if chance is not None else ""
    return StakeShown(needed, who, against, passing, failing, chance, said)


def _name(speech: Speech, id_: str) -> str:
    return speech.game.words.fact(id_, speech.names((id_,))) if id_ else ""


def _needed(roll: Roll, stake: Stake, chance: Fraction | None, speech: Speech) -> str:
    """What is needed: "Roll 7 or under on a d20 (STR)"."""
    words, code = speech.game.words, stake.means or roll.why
    if chance is None and stake.secret and words.has("needed", code):
        facts = (stake.who, stake.against, *stake.facts)
        return words.say("needed", code, *facts, names=speech.names(facts))
    if chance is None or stake.amount:
        needed = speech.say("stake.roll", dice=_dice(roll, stake))
    elif chance in {0, 1}:
        needed = speech.say("stake.never" if chance == 0 else "stake.always", dice=_dice(roll, stake))
    else:
        needed = _to_roll(roll, stake, speech)
    if stake.score:
        score = speech.label(stake.score)
        if speech.mine(roll.by):
            whose = _name(speech, stake.who) if speech.plays_several(roll.by) else ""
            score = speech.say("stake.whose" if whose else "stake.your", who=whose, score=score)
        needed = speech.say("stake.with_score", needed=needed, score=score)
    if not stake.twice:
        return needed
    return speech.say("stake.better" if stake.twice == "better" else "stake.worse", needed=needed)


def _to_roll(roll: Roll, stake: Stake, speech: Speech) -> str:
    """What to roll, where it is neither certain nor impossible."""
    how = stake.compared if roll.n + len(stake.more) > 1 else "one"
    code = f"stake.over.{how}" if stake.above else f"stake.under.{how}"
    one_is_enough = how in {"one", "highest" if stake.above else "lowest"}
    if stake.least is not None and stake.least > 1:
        code = f"stake.band.{how}"
    elif one_is_enough and not stake.lie and stake.need == (roll.sides if stake.above else 1):
        code = "stake.only.one" if how == "one" else "stake.only.any"
    added = sum(stake.lie) if stake.compared == "sum" else 0
    need, least = (stake.need or 0) - added, (stake.least or 0) - added
    return speech.say(code, need=need, least=least, dice=_dice(roll, stake))


def was_needed(roll: Roll, speech: Speech) -> str:
    """What dice of somebody had to show, for the log: "7 or under"; "" where it is nothing, or not for all to know.

    Where the number is not for all to know, a game may have words without it, by the rule of the roll.
    """
    stake, words = roll.stake, speech.game.words
    if stake is None or not roll.tests or stake.secret or roll.by == REFEREE:
        return words.say("was_needed", roll.why) if words.has("was_needed", roll.why) else ""
    added = sum(stake.lie) if stake.compared == "sum" else 0
    need, least = (stake.need or 0) - added, (stake.least or 0) - added
    if least > 1:
        return speech.say("needed.band", need=need, least=least)
    return speech.say("needed.over" if stake.above else "needed.under", need=need)


def _dice(roll: Roll, stake: Stake) -> str:
    """The dice, with those that are thrown after them: `d20 + d4`."""
    return " + ".join((dice(roll), *(f"d{sides}" for sides in stake.more)))


def _meaning(speech: Speech, table: str, code: str, facts: tuple[object, ...]) -> str:
    """What comes of it. What has no words of its own is withstood or takes hold, or else succeeds or fails."""
    words = speech.game.words
    if words.has(table, code):
        return words.say(table, code, *facts, names=speech.names(facts))
    kind = code.split(".")[1] if code in speech.game.book.entries() else ""
    if kind in WITHSTOOD:
        return speech.say("stake.passing" if table == "passing" else "stake.failing", rule=speech.rule(code))
    return speech.say("stake.success" if table == "passing" else "stake.failure")
