"""The basic rolls: a d20 under a number, and a d20 between two numbers."""

from typing import Literal, TypeAlias

from tallow.mechanics.amounts import parse_amount
from tallow.play import REFEREE, Play, RuleId, Seat, Stake, rule

Struck: TypeAlias = Literal["critical", "hit", "stopped", "shield", "wide"]

WORST: tuple[Struck, ...] = ("wide", "stopped", "shield", "hit", "critical")
"""Results of an attack roll, the worst first; a miss that wears armour is better than one that does not."""


@rule("vanilla.damage.minimum")
def rolled(play: Play, text: str, by: Seat, why: RuleId, bonus: int = 0) -> int:
    """Roll the dice of a text and add a bonus; at least 0."""
    n, sides, plus, times = parse_amount(text)
    total = sum(play.roll(n, sides, by=by, why=why)) if n else 0
    return max(0, (total + plus + bonus) * times)


@rule("vanilla.save.roll", "vanilla.check.either", "vanilla.check.no_naturals", "vanilla.save.no_naturals")
def under(play: Play, number: int, by: Seat, why: RuleId, score: str = "ST", who: str = "") -> bool:
    """Whether a d20 is not above a number; no face is special. `score` and `who` describe the stake."""
    (face,) = play.roll(1, 20, by=by, why=why, stake=Stake(min(number, 20), score=score, who=who))
    return face <= number


@rule("vanilla.save.resist")
def under_twice(play: Play, number: int, better: bool, by: Seat, why: RuleId, who: str = "") -> bool:
    """Whether the better, or the worse, of two d20 is not above a number."""
    stake = Stake(min(number, 20), score="ST", who=who, compared="lowest" if better else "highest")
    low, high = play.roll(2, 20, by=by, why=why, stake=stake)
    return (low if better else high) <= number


@rule(
    "vanilla.melee.hit",
    "vanilla.melee.miss_wide",
    "vanilla.melee.miss_armour",
    "vanilla.melee.critical",
    "vanilla.melee.critical_needs_hit",
    "vanilla.melee.av_cap",
)
def struck(face: int, av: int, ac: int, own: int = 20) -> Struck:
    """The result of an attack roll: above AC and not above AV it hits, exactly on AV it is a critical hit.

    A roll not above AC but above `own`, the part of AC without the shield, is stopped by the shield.
    """
    av = max(0, min(20, av))
    if face <= ac:
        return "stopped" if face <= own else "shield"
    if face > av:
        return "wide"
    return "critical" if face == av else "hit"


@rule("vanilla.melee.roll", "vanilla.ranged.same", "vanilla.ranged.long", "vanilla.ranged.worse", "vanilla.ranged.ammo")
def strike(play: Play, av: int, ac: int, twice: bool, by: Seat, why: RuleId, own: int = 20) -> tuple[Struck, bool]:
    """Make an attack roll, or take the worse result of two; gives the result, and whether a 20 was rolled."""
    stake = Stake(min(av, 20), least=ac + 1, compared="each", means="attack", facts=(av,), secret=by != REFEREE)
    faces = play.roll(2 if twice else 1, 20, by=by, why=why, stake=stake)
    last = 20 in faces
    if last and twice and av < 20:
        return struck(20, av, ac, own), last
    return min([struck(face, av, ac, own) for face in faces], key=WORST.index), last


@rule("vanilla.cast.control")
def controls(play: Play, st: int, ac: int, by: Seat) -> bool:
    """Whether a quick spell is controlled: a d20 above one's own AC and not above ST."""
    if ac >= min(20, st):
        return False
    (face,) = play.roll(1, 20, by=by, why="vanilla.cast.control", stake=Stake(min(20, st), least=ac + 1))
    return ac < face <= st
