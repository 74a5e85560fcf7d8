"""The battle chart: squares, distances in ranges, facing, who stands where, and how far somebody can move.

Columns and rows count from the top left. Facing is one of eight directions, clockwise from north, which is up.
"""

from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from tallow.games.dead_weight.entries.attacks import Range
from tallow.games.dead_weight.state import OFF_CHART, OUT, Adventurer, Combat, Creature, Square, State, able, everyone
from tallow.play import Fact, Play, RuleId, Seat, rule

Squares: TypeAlias = tuple[Square, ...]

REACH: dict[str, int] = {"self": 0, "close": 1, "nearby": 6, "far": 12, "distant": 10_000}
"""The most squares of each band; a range reaches all nearer bands too."""

DIRECTIONS: Squares = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""One step in each facing."""

STRAIGHT, DIAGONAL = DIRECTIONS[::2], DIRECTIONS[1::2]

FALLEN = frozenset((*OUT, "mortally_wounded", "fainted"))
"""Conditions of bodies: they take no more part in the fight, and stand in nobody's way."""


@rule("dead_weight.distance.bands", "dead_weight.setting.diagonals")
@lru_cache(maxsize=65536)
def distance(a: Square, b: Square, diagonals: bool) -> int:
    """The number of squares between two; a diagonal step counts as one, or as two if the table's settings say so."""
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    if diagonals:
        return max(down, across)
    return across + down


@rule(
    "dead_weight.distance.bands",
    "dead_weight.distance.close",
    "dead_weight.distance.nearby",
    "dead_weight.distance.far",
    "dead_weight.distance.distant",
    "dead_weight.distance.optional",
    "dead_weight.combat.attack_range",
    "dead_weight.weapon.range",
)
def within(state: State, a: Creature, b: Creature, reach: Range) -> bool:
    """Whether one creature is within this range of another. Creatures off the chart are in range only of each other."""
    if OFF_CHART in (a.at, b.at):
        return a.id == b.id or state.combat is None
    return distance(a.at, b.at, state.settings.diagonals) <= REACH[reach]


def apart(state: State, a: Creature, b: Creature) -> int:
    """The distance in squares between two creatures on the chart."""
    return distance(a.at, b.at, state.settings.diagonals)


def squared(a: Square, b: Square) -> int:
    """The square of the straight-line distance of two squares; used to prefer straight ways."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


@rule("dead_weight.combat.move_facing")
@lru_cache(maxsize=65536)
def towards(a: Square, b: Square) -> int:
    """The facing from one square to another; if two directions fit equally well, the straight one."""
    across, down = b[0] - a[0], b[1] - a[1]
    if abs(across) > 2 * abs(down):
        down = 0
    elif abs(down) > 2 * abs(across):
        across = 0
    return DIRECTIONS.index(((across > 0) - (across < 0), (down > 0) - (down < 0))) if across or down else 0


@rule("dead_weight.trait.cold_blood", "dead_weight.combat.move_facing")
def behind(one: Creature, square: Square) -> bool:
    """Whether a square is one of the three behind somebody."""
    if max(abs(one.at[0] - square[0]), abs(one.at[1] - square[1])) != 1:
        return False
    return 3 <= (towards(one.at, square) - one.facing) % 8 <= 5


def on_chart(one: Creature) -> bool:
    """Whether somebody takes part in the fight: on the chart, and neither dead nor down."""
    return (not one.conditions or FALLEN.isdisjoint(one.conditions)) and one.at != OFF_CHART


def stands(side: tuple[Creature, ...]) -> bool:
    """Whether anybody of a side still takes part in the fight."""
    for one in side:  # noqa: SIM110  (asked after every step; a generator takes twice as long)
        if one.at != OFF_CHART and (not one.conditions or FALLEN.isdisjoint(one.conditions)):
            return True
    return False


def opponents(state: State, one: Creature) -> tuple[Creature, ...]:
    """Everybody of the other side."""
    if isinstance(one, Adventurer):
        return state.enemies
    if not state.allies:
        return state.party
    return state.enemies if any(ally.id == one.id for ally in state.allies) else state.party + state.allies


def at(state: State, square: Square) -> tuple[Creature, ...]:
    """The creatures on a square."""
    return tuple(one for one in everyone(state) if one.at == square and on_chart(one))


def close_to(state: State, square: Square, among: tuple[Creature, ...]) -> tuple[Creature, ...]:
    """Those of a group who are on this square or next to it."""
    diagonals = state.settings.diagonals
    return tuple([one for one in among if on_chart(one) and distance(one.at, square, diagonals) <= 1])


def neighbours(square: Square, combat: Combat, *, diagonals: bool, through_walls: bool = False) -> Squares:
    """The squares next to this one on the chart that are no walls."""
    walls = () if through_walls else combat.walls
    return _around(square, combat.width, combat.height, walls, diagonals)


@lru_cache(maxsize=4096)
def _around(square: Square, width: int, height: int, walls: Squares, diagonals: bool) -> Squares:
    x, y = square
    steps = STRAIGHT + DIAGONAL if diagonals else STRAIGHT
    around = [(x + dx, y + dy) for dx, dy in steps]
    return tuple([to for to in around if 0 <= to[0] < width and 0 <= to[1] < height and to not in walls])


def squares(combat: Combat) -> Squares:
    """Every square of the chart that is no wall."""
    return tuple((x, y) for y in range(combat.height) for x in range(combat.width) if (x, y) not in combat.walls)


def free_squares(state: State, one: Creature) -> Squares:
    """Every square where this creature may be put: no wall, and none of its opponents on it."""
    if state.combat is None:
        return ()
    taken = {other.at for other in opponents(state, one) if on_chart(other)}
    return tuple(square for square in squares(state.combat) if square not in taken)


class Way(Struct, frozen=True, gc=False):
    """A way to a square: its steps without the first square, its cost in points, and how often it leaves reach."""

    steps: Squares
    cost: int = 0
    risks: int = 0


class Ways(dict[Square, Way]):
    """The squares that somebody can get to, with the way to each. It is immutable, so results from it can be cached."""

    __hash__ = object.__hash__  # type: ignore[assignment]


@rule(
    "dead_weight.combat.setup_place",
    "dead_weight.enemy.move_leave",
    "dead_weight.combat.move_leave",
    "dead_weight.monster_trait.no_personal_space",
)
def ways(
    state: State,
    one: Creature,
    points: int,
    *,
    leaving: int = 1,
    through_walls: bool = False,
    closed: Squares = (),
) -> Ways:
    """Every square that somebody can get to with so many points, each by the way that leaves reach least often.

    Opponents block the way, friends do not; leaving a square next to an opponent who can act costs `leaving` points. If
    the edge is near enough, the way off the chart has the key `OFF_CHART`.
    """
    combat = state.combat
    if combat is None or one.at == OFF_CHART or points < 1:
        return Ways()
    others = opponents(state, one)
    blocked = tuple([other.at for other in others if on_chart(other)])
    watched = tuple([other.at for other in others if other.at != OFF_CHART and able(other)])
    walls = () if through_walls else combat.walls
    if closed:
        walls = (*walls, *closed)
    return _ways(
        one.at, points, leaving, blocked, watched, walls, combat.width, combat.height, state.settings.diagonals
    )


@lru_cache(maxsize=16384)
def _ways(
    start: Square,
    points: int,
    leaving: int,
    blocked: Squares,
    watched: Squares,
    walls: Squares,
    width: int,
    height: int,
    diagonals: bool,
) -> Ways:
    shut = frozenset(blocked + walls)
    risky = {near for square in watched for near in (square, *_around(square, width, height, (), diagonals))}
    best = Ways()
    # Points spent so far, square by square: the fewest risks for exactly that many, so that a longer way around wins.
    layers: list[dict[Square, Way]] = [{start: Way(())}] + [{} for _ in range(points)]
    for spent, layer in enumerate(layers):
        for square, way in layer.items():
            risk = square in risky
            after = spent + (leaving if risk else 1)
            if after > points:
                continue
            steps: list[Square] = [
                to for to in _around(square, width, height, walls, diagonals) if to not in shut and to != start
            ]
            if square[0] in (0, width - 1) or square[1] in (0, height - 1):
                steps.append(OFF_CHART)
            risks = way.risks + (risk and leaving == 1)
            for to in steps:
                known = best.get(to)
                if known is not None and (known.risks, known.cost) <= (risks, after):
                    continue
                best[to] = new = Way((*way.steps, to), after, risks)
                if to != OFF_CHART:
                    layers[after][to] = new
    return best


@lru_cache(maxsize=16384)
def nearest(found: Ways, others: Squares, diagonals: bool, safe: bool) -> tuple[Way, int] | None:
    """The shortest way to the square nearest to any of these, and its distance; `safe` ways never leave reach."""
    best: tuple[Way, int] | None = None
    for square, way in found.items():
        if square != OFF_CHART and not (safe and way.risks):
            far = min([distance(at, square, diagonals) for at in others])
            if best is None or (far, way.cost) < (best[1], best[0].cost):
                best = way, far
    return best


LEAVE = "leave"
"""The answer to where somebody moves that is no square: off the chart, and out of the fight."""


@rule("dead_weight.morale.flee")
def choose_square(play: Play, seat: Seat, found: dict[Square, Way], *facts: Fact, why: RuleId) -> Square:
    """The player's choice of a square within reach; off the chart is an option if the edge is near enough."""
    options: list[Square | str] = [square for square in found if square != OFF_CHART]
    if OFF_CHART in found:
        options.append(LEAVE)
    to = play.choose(seat, "move_to", options, *facts, why=why)
    return OFF_CHART if isinstance(to, str) else to
