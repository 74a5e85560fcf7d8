"""A random spell: a d6 for its level, a d12 for the spell."""

from functools import cache

from tallow.games.vanilla.entries import spells
from tallow.play import Play, RuleId, Seat, rule

RANDOM: RuleId = "vanilla.spell.random"
SIX = 6
"""The face of the d6 that stands for no level."""


@cache
def spell_at(level: int, roll: int) -> RuleId:
    """The spell of a level and a face of the d12."""
    return next(ref for ref, spell in spells().items() if spell.level == level and spell.roll == roll)


@rule("vanilla.spell.random")
def draw(play: Play, by: Seat, why: RuleId = RANDOM) -> RuleId:
    """Draw a random spell; "" if the d6 shows a 6."""
    (level,) = play.roll(1, 6, by=by, why=why)
    if level == SIX:
        return ""
    (roll,) = play.roll(1, 12, by=by, why=why)
    return spell_at(level, roll)


@rule("vanilla.spell.random", "vanilla.learn.level", "vanilla.learn.duplicates", "vanilla.creation.spellbook")
def learned(play: Play, by: Seat, known: tuple[RuleId, ...], why: RuleId = RANDOM) -> RuleId:
    """Draw a spell to learn: a known one is rerolled, a 6 for the level is a free choice; "" if all are known."""
    unknown = tuple([ref for ref in spells() if ref not in known])
    while unknown:
        ref = draw(play, by, why)
        if not ref:
            return play.choose(by, "free_spell", unknown, why=why)
        if ref not in known:
            return ref
        play.tell("spell.known", ref, why="vanilla.learn.duplicates")
    return ""
