"""The rerolls of a test: the dice rolled, what both sides can still do to them, and the result."""

from functools import lru_cache
from typing import Any, Literal, TypeAlias, cast

from msgspec import Struct, convert
from msgspec.structs import asdict, replace

from tallow.play import REFEREE, Choice, Fact, Play, Pool, RuleId, Seat, Stake, rule
from tallow.play.questions import frozen

Outcome: TypeAlias = Literal["critical_failure", "failure", "success", "great_success"]

TESTER, HELPER, GM = range(3)
"""Whose turn it is to reroll."""


class Rerolls(Struct, frozen=True, gc=False, cache_hash=True):
    """What both sides can still do to the dice, and how the dice are read.

    The tester has `proficiency` for own dice, `advantage` for any, `shields` and `dodges` to spend in defence, and
    dice of `fate` to put in place of own ones; the helper has `aid` for the helper's dice; the GM has `disadvantage`,
    and the defender's `foe_shields` and `foe_dodges` against an attack. `low`: of two dice the lower counts. `hit` and
    `aid_hit` are the lowest faces that are hits. `hopeless`: one hit must still be rerolled. `effort`: one more die
    may be bought. `proof`: the letters of tokens that cannot be used while the dice show a great success.
    """

    proficiency: int = 0
    advantage: int = 0
    shields: int = 0
    dodges: int = 0
    aid: int = 0
    disadvantage: int = 0
    foe_shields: int = 0
    foe_dodges: int = 0
    fate: Pool = ()
    low: bool = False
    hit: int = 4
    aid_hit: int = 4
    hopeless: bool = False
    effort: bool = False
    proof: str = ""


class Reading(Struct, frozen=True, gc=False, cache_hash=True):
    """The result of a test: its outcome, the hits, whom the dice tire, and what was spent on rerolls.

    `helper` is who helped with a test that failed.
    """

    outcome: Outcome
    hits: int = 0
    tired: bool = False
    aid_tired: bool = False
    shields: int = 0
    dodges: int = 0
    foe_shields: int = 0
    foe_dodges: int = 0
    fate: Pool = ()
    effort: bool = False
    helper: str = ""

    @property
    def success(self) -> bool:
        """Whether it succeeded; a great success is a success."""
        return self.outcome in {"success", "great_success"}

    @property
    def great(self) -> bool:
        """Whether it is a great success."""
        return self.outcome == "great_success"

    @property
    def critical(self) -> bool:
        """Whether it is a critical failure."""
        return self.outcome == "critical_failure"


FAILED = Reading("failure")


class Exchange(Struct, frozen=True, gc=False):
    """The dice and rerolls as shown to whoever decides on the next reroll; the facts of every `reroll` question.

    `turn` says whose turn it is, `passed` how many have passed in a row; `seats` are the tester's and the helper's.
    """

    outcome: Outcome
    own: Pool
    aid: Pool
    left: Rerolls
    turn: int
    passed: int
    seats: tuple[Seat, Seat]

    def facts(self) -> tuple[Fact, ...]:
        """The facts of the question; the rerolls left go by name, so that they can be read after fields are added."""
        return self.outcome, self.own, self.aid, _named(self.left), self.turn, self.passed, self.seats

    @classmethod
    def of(cls, choice: Choice) -> "Exchange":
        """The exchange encoded in the facts of a `reroll` question."""
        outcome, own, aid, left, turn, passed, seats = cast("tuple[Any, ...]", choice.facts)
        return cls(outcome, tuple(own), tuple(aid), _rebuilt(frozen(left)), turn, passed, tuple(seats))


@lru_cache(maxsize=4096)
def _named(left: Rerolls) -> tuple[tuple[str, Any], ...]:
    """The fields of `left` that differ from those of `Rerolls()`, as pairs of name and value."""
    return tuple([(name, value) for name, value in asdict(left).items() if value != getattr(NOTHING_LEFT, name)])


@lru_cache(maxsize=4096)
def _rebuilt(named: tuple[tuple[str, Any], ...]) -> Rerolls:
    """The rerolls from the pairs that `_named` gives."""
    return convert(dict(named), Rerolls)


NOTHING_LEFT = Rerolls()
NO_DICE = Rerolls(low=True)
SETTLED = Stake(means="test")
"""For dice that cannot change any more whether a test succeeds."""


@rule(
    "dead_weight.test.success",
    "dead_weight.test.great_success",
    "dead_weight.test.critical_failure",
    "dead_weight.affliction.terrified",
    "dead_weight.zero.two_dice",
)
def outcome(own: Pool, aid: Pool, left: Rerolls) -> Outcome:
    """The outcome of the dice as they are."""
    counted = own[:1] if left.low else own
    if (counted and counted[-1] >= left.hit) or (aid and aid[-1] >= left.aid_hit):
        return "great_success" if counted.count(6) + aid.count(6) > 1 else "success"
    return "critical_failure" if 1 in counted or 1 in aid else "failure"


@rule("dead_weight.test.fatigue", "dead_weight.help.fatigue")
def read(own: Pool, aid: Pool, first: Rerolls, left: Rerolls) -> Reading:
    """The reading of a finished test: its outcome, whom the dice tire, and what was spent since `first`."""
    counted = own[:1] if left.low else own
    return _reading(
        outcome(own, aid, left),
        sum([face >= left.hit for face in counted]) + sum([face >= left.aid_hit for face in aid]),
        1 in counted or 4 in counted,
        1 in aid or 4 in aid,
        first.shields - left.shields,
        first.dodges - left.dodges,
        first.foe_shields - left.foe_shields,
        first.foe_dodges - left.foe_dodges,
        left.fate,
        first.effort and not left.effort,
    )


_reading = lru_cache(maxsize=65536)(Reading)
"""Readings that are the same are one object: to add up odds takes half the time."""


@rule("dead_weight.test.pool", "dead_weight.zero.two_dice", "dead_weight.zero.below", "dead_weight.help.die")
def rolled(play: Play, dice: int, aid: int, rerolls: Rerolls, tester: Seat, helper: Seat) -> Reading:
    """A test from its first roll to its reading: `dice` of the tester, `aid` of the helper, and these rerolls."""
    if dice < 0:
        return FAILED
    if dice == 0:
        rerolls = replace(rerolls, low=True)
    means = "test" if rerolls in (NOTHING_LEFT, NO_DICE) else "test.rerolls"
    joint = (6,) * aid if dice and rerolls.hit == rerolls.aid_hit else ()
    needs = Stake(rerolls.hit, above=True, compared="highest" if dice else "lowest", more=joint, means=means)
    why = "dead_weight.test.pool" if dice else "dead_weight.zero.two_dice"
    own = play.roll(dice or 2, by=tester, why=why, stake=needs)
    aided: Pool = ()
    if aid:
        need = rerolls.aid_hit if _open(own, (), rerolls) else None
        stake = Stake(need, above=True, compared="highest", means=means)
        aided = play.roll(aid, by=helper, why="dead_weight.help.die", stake=stake)
    return play.call(settle, own, aided, rerolls, rerolls, (tester, helper), TESTER, 0)


def _open(own: Pool, aid: Pool, left: Rerolls) -> bool:
    """Whether these dice are not a success yet."""
    return outcome(own, aid, left) in ("failure", "critical_failure")


def _needs(own: Pool, aid: Pool, whose: str, left: Rerolls) -> Stake:
    """What one more die must show for a success; `SETTLED` if no face of it can change the result."""
    if whose == "own" and left.low:
        lower = own[:1] == () or own[0] >= left.hit
        hopeful = lower and _open((), aid, left)
    else:
        hopeful = _open(own, aid, left)
    least = left.hit if whose == "own" else left.aid_hit
    return Stake(least, above=True, means="test.die") if hopeful else SETTLED


@rule("dead_weight.test.reroll_exchange", "dead_weight.test.choices", "dead_weight.action.test_reroll")
def settle(
    play: Play, own: Pool, aid: Pool, left: Rerolls, first: Rerolls, seats: tuple[Seat, Seat], turn: int, passed: int
) -> Reading:
    """Rerolls, one at a time and in turns, until everybody has passed in a row; then the reading."""
    if left.hopeless and (hits := _hits(own, aid, left)):
        own, aid, left = _despair(play, own, aid, left, seats[TESTER], hits)
        return play.call(settle, own, aid, left, first, seats, turn, passed)
    while passed < 3:
        if len(ways := _ways(turn, own, aid, left)) > 1:
            by = REFEREE if turn == GM else seats[turn]
            now = Exchange(outcome(own, aid, left), own, aid, left, turn, passed, seats)
            way = play.choose(by, "reroll", ways, *now.facts(), why="dead_weight.test.reroll_exchange")
            if way != "pass":
                return play.call(*_taken(own, aid, left, first, seats, turn, way))  # type: ignore[no-any-return]
        turn, passed = (turn + 1) % 3, passed + 1
    return read(own, aid, first, left)


@lru_cache(maxsize=65536)
def _ways(turn: int, own: Pool, aid: Pool, left: Rerolls) -> tuple[Any, ...]:
    """The options of whoever's turn it is; passing comes first."""
    return ("pass", *WAYS[turn](own, aid, left))


def reroll(
    play: Play, own: Pool, aid: Pool, left: Rerolls, first: Rerolls, seats: tuple[Seat, Seat], turn: int, way: Any
) -> Reading:
    """The reading after one option to change the dice was taken, and the rerolls that follow it."""
    return play.call(*_taken(own, aid, left, first, seats, turn, way))  # type: ignore[no-any-return]


@rule("dead_weight.proficiency.must_keep", "dead_weight.effort.timing", "dead_weight.spell.weave_fate")
def _taken(
    own: Pool, aid: Pool, left: Rerolls, first: Rerolls, seats: tuple[Seat, Seat], turn: int, way: Any
) -> tuple[Any, ...]:
    """The rule that an option leads to, and its arguments.

    A die is rolled again or added, or replaced by a woven one. The rule takes the dice that stay, so that the call is
    the same whichever face was removed.
    """
    by = REFEREE if turn == GM else seats[turn]
    after = (turn + 1) % 3
    if way == "effort":
        return thrown, own, aid, "own", replace(left, effort=False), first, seats, after, by, EFFORT
    means, face = way[0], way[1]
    if means == "fate":
        own = tuple(sorted((*_without(own, face), way[2])))
        return settle, own, aid, replace(left, fate=_without(left.fate, way[2])), first, seats, after, 0
    known = MEANS[means]
    left = _paid(left, means)
    if known.whose == "own":
        own = _without(own, face)
    else:
        aid = _without(aid, face)
    if known.may_keep:
        return worsened, own, aid, known.whose, left, first, seats, after, face
    return thrown, own, aid, known.whose, left, first, seats, after, by, known.why


@rule("dead_weight.proficiency.must_keep", "dead_weight.effort.timing")
def thrown(
    play: Play,
    own: Pool,
    aid: Pool,
    whose: str,
    left: Rerolls,
    first: Rerolls,
    seats: tuple[Seat, Seat],
    turn: int,
    by: Seat,
    why: RuleId,
) -> Reading:
    """Roll one die and add it to the others; its new face counts."""
    (face,) = play.roll(1, by=by, why=why, stake=_needs(own, aid, whose, left))
    own, aid = _with_face(own, aid, whose, face)
    return play.call(settle, own, aid, left, first, seats, turn, 0)


@rule("dead_weight.advantage.disadvantage")
def worsened(
    play: Play,
    own: Pool,
    aid: Pool,
    whose: str,
    left: Rerolls,
    first: Rerolls,
    seats: tuple[Seat, Seat],
    turn: int,
    face: int,
) -> Reading:
    """Roll one die again for the GM, who keeps the old or the new face."""
    why = "dead_weight.advantage.disadvantage"
    (new,) = play.roll(1, by=REFEREE, why=why, stake=_needs(own, aid, whose, left))
    kept = play.choose(REFEREE, "keep_face", (face,) if new == face else (min(new, face), max(new, face)), new, why=why)
    own, aid = _with_face(own, aid, whose, kept)
    return play.call(settle, own, aid, left, first, seats, turn, 0)


def _with_face(own: Pool, aid: Pool, whose: str, face: int) -> tuple[Pool, Pool]:
    """The tester's and the helper's dice with one more of this face."""
    if whose == "own":
        return tuple(sorted((*own, face))), aid
    return own, tuple(sorted((*aid, face)))


def _faces(means: str, pool: Pool) -> list[tuple[str, int]]:
    """The options to reroll by this means: one for each different face of the pool."""
    return [(means, face) for face in dict.fromkeys(pool)]


@rule(
    "dead_weight.proficiency.rerolls",
    "dead_weight.advantage.advantage",
    "dead_weight.enemy.tokens",
    "dead_weight.action.combat_spend_token",
    "dead_weight.advantage.optional",
)
def _tester_ways(own: Pool, aid: Pool, left: Rerolls) -> list[Any]:
    """The tester's options: a free reroll (proficiency before advantage), a token, a woven die, or one more die."""
    ways: list[Any] = []
    if left.proficiency or left.advantage:
        ways += _faces("reroll", own)
    if aid and left.advantage:
        ways += _faces("reroll_aid", aid)
    if left.shields:
        ways += _faces("shield", own)
    if left.dodges:
        ways += _faces("dodge", own)
    for woven in dict.fromkeys(left.fate):
        ways += [("fate", face, woven) for face in dict.fromkeys(own) if face != woven]
    if left.effort:
        ways.append("effort")
    return ways


@rule("dead_weight.help.reroll")
def _helper_ways(_own: Pool, aid: Pool, left: Rerolls) -> list[Any]:
    """The helper's options: reroll one of the helper's own dice."""
    return _faces("reroll_own_aid", aid) if left.aid else []


@rule("dead_weight.advantage.disadvantage", "dead_weight.combat.attack_tokens", "dead_weight.weapon_effect.d")
def _gm_ways(own: Pool, aid: Pool, left: Rerolls) -> list[Any]:
    """The GM's options: a disadvantage, or a token of the defender that the attack does not ignore."""
    ways: list[Any] = []
    if left.disadvantage:
        ways += [*_faces("disadvantage", own), *_faces("disadvantage_aid", aid)]
    if left.foe_shields or left.foe_dodges:
        proof = left.proof if left.proof and outcome(own, aid, left) == "great_success" else ""
        if left.foe_shields and "X" not in proof:
            ways += [*_faces("foe_shield", own), *_faces("foe_shield_aid", aid)]
        if left.foe_dodges and "D" not in proof:
            ways += [*_faces("foe_dodge", own), *_faces("foe_dodge_aid", aid)]
    return ways


WAYS = {TESTER: _tester_ways, HELPER: _helper_ways, GM: _gm_ways}


def _without(pool: Pool, face: int) -> Pool:
    """The pool without one die of this face."""
    at = pool.index(face)
    return pool[:at] + pool[at + 1 :]


@lru_cache(maxsize=4096)
def _paid(left: Rerolls, means: str) -> Rerolls:
    """The rerolls left after this one was spent."""
    if means == "reroll" and not left.proficiency:
        return replace(left, advantage=left.advantage - 1)
    name = MEANS[means].pays
    return replace(left, **{name: getattr(left, name) - 1})


class Means(Struct, frozen=True):
    """A way to reroll one die: the field of `Rerolls` it costs, its rule, whose die it is, if the old face may stay."""

    pays: str
    why: RuleId
    whose: Literal["own", "aid"] = "own"
    may_keep: bool = False


EFFORT: RuleId = "dead_weight.effort.timing"
_DISADVANTAGE: RuleId = "dead_weight.advantage.disadvantage"
_DEFENCE, _ATTACK = "dead_weight.enemy.tokens", "dead_weight.combat.attack_tokens"

MEANS: dict[str, Means] = {
    "reroll": Means("proficiency", "dead_weight.proficiency.rerolls"),
    "reroll_aid": Means("advantage", "dead_weight.advantage.advantage", "aid"),
    "reroll_own_aid": Means("aid", "dead_weight.help.reroll", "aid"),
    "shield": Means("shields", _DEFENCE),
    "dodge": Means("dodges", _DEFENCE),
    "disadvantage": Means("disadvantage", _DISADVANTAGE, may_keep=True),
    "disadvantage_aid": Means("disadvantage", _DISADVANTAGE, "aid", may_keep=True),
    "foe_shield": Means("foe_shields", _ATTACK),
    "foe_shield_aid": Means("foe_shields", _ATTACK, "aid"),
    "foe_dodge": Means("foe_dodges", _ATTACK),
    "foe_dodge_aid": Means("foe_dodges", _ATTACK, "aid"),
}
"""Every way to reroll a die, by the code of its option."""


def _hits(own: Pool, aid: Pool, left: Rerolls) -> list[tuple[str, int]]:
    """The hits among the dice, each face once, with whose dice they are."""
    counted = own[:1] if left.low else own
    hits = _faces("own", tuple(face for face in counted if face >= left.hit))
    return hits + _faces("aid", tuple(face for face in aid if face >= left.aid_hit))


@rule("dead_weight.affliction.hopeless")
def _despair(
    play: Play, own: Pool, aid: Pool, left: Rerolls, tester: Seat, hits: list[tuple[str, int]]
) -> tuple[Pool, Pool, Rerolls]:
    """A hopeless tester must reroll one hit, as soon as there is one; gives the dice and the rerolls left."""
    why = "dead_weight.affliction.hopeless"
    whose, face = play.choose(tester, "despair", tuple(hits), own, aid, why=why)
    own, aid = (_without(own, face), aid) if whose == "own" else (own, _without(aid, face))
    (new,) = play.roll(1, by=tester, why=why, stake=_needs(own, aid, whose, left))
    return *_with_face(own, aid, whose, new), replace(left, hopeless=False)
