"""Saves: a d20 roll that must not be above the current score of a Quality."""

from tallow.games.modified_cairn.state import Creature, Quality, has, quality
from tallow.play import REFEREE, Play, RuleId, Seat, Stake, rule


@rule("modified_cairn.enemy.huge")
def mindless(creature: Creature) -> bool:
    """Whether a creature has no SPI to lose: it never fails a SPI Save, and is never Hopeless."""
    return creature.kind == "monster" and not creature.spirit_max


@rule("modified_cairn.save.roll", "modified_cairn.save.no_advantage", "modified_cairn.quality.current_used")
def passes(
    play: Play, score: int, by: Seat, why: RuleId = "modified_cairn.save.roll", which: str = "", who: str = ""
) -> bool:
    """Whether a Save against this score succeeds; at 0 it always fails. `which` and `who` describe the stake."""
    if score <= 0:
        return False
    (face,) = play.roll(1, 20, by=by, why=why, stake=Stake(min(score, 20), score=which, who=who))
    return face <= score


@rule(
    "modified_cairn.save.roll",
    "modified_cairn.quality.cla_zero",
    "modified_cairn.quality.spi_zero",
    "modified_cairn.enemy.huge",
)
def save(play: Play, creature: Creature, which: Quality, why: RuleId = "modified_cairn.save.roll") -> bool:
    """Make a creature's Save and tell the table; an opponent's score stays secret. The mindless always pass SPI, as
    those under Quicksilver do.
    """
    if which == "SPI" and (mindless(creature) or has(creature, "quick")):
        return True
    score = quality(creature, which)
    passed = play.call(passes, score, creature.seat, why, which, creature.id)
    if creature.seat == REFEREE:
        play.tell("save.foe_passed" if passed else "save.foe_failed", creature.name, which, why=why)
    else:
        play.tell("save.passed" if passed else "save.failed", creature.name, which, score, why=why)
    return passed
