"""The fights of `dead_weight.py` in numba: the limit of what one core can do.

Four warriors with shield and falchion against four of a kind, by the same rules and with the same sense. What these
warriors and their enemies do not have (magic, allies, back-stabs, helpers) is left out.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]

STR, DEX, INT, PRE = range(4)
CRITICAL, FAILURE, SUCCESS, GREAT = range(4)
UP, FAINTED, FELLED, DEAD = range(4)

WIDTH, HEIGHT = 12, 8
ROWS = np.array([3, 4, 2, 5])
PLACES = np.array([3, 2, 0, 1])
"""Where wounds hurt least: the rank of each attribute."""

HITS = np.array([0.25, 0.5, 0.75, 0.875, 0.94, 0.97, 0.98])
MISSES = np.array([0.75, 0.5, 0.25, 0.125, 0.0625, 0.03, 0.03])
STEPS = np.array([[0, -1], [1, 0], [0, 1], [-1, 0], [1, -1], [1, 1], [-1, 1], [-1, -1]])
PATIENCE, ENOUGH = 3, 60

COUNTS = ("wins", "rounds", "deaths", "down", "wounds", "fatigue", "armour_lost", "enemies_dead")


class Foe(NamedTuple):
    """An enemy's sheet: its numbers, its one attack, and whether this brings the plague and it minds morale."""

    wounds: int
    armour: int
    movement: int
    defence: int
    disadvantage: int
    hits: int
    critical: int
    worth: float
    plague: bool
    mindless: bool


FOES = {
    "Freshly Risen Corpse x4": Foe(4, 1, 5, STR, 0, 1, 1, 1.55, True, True),
    "Ghoul: level 3, wounds 8, armour 1, movement 5, claws -DEX 3+2 x4": Foe(8, 1, 5, DEX, 1, 3, 2, 3.5, False, False),
}
"""By what `dead_weight.py` calls them."""


class Side(NamedTuple):
    """The warriors, each number of all four."""

    score: Ints
    proficiency: Ints
    fatigue: Ints
    wounds: Ints
    armour: Ints
    shield: Ints
    dodge: Ints
    late: Ints
    lies: Ints
    fainted: Ints
    dying: Ints
    mortal: Ints
    plagued: Ints
    at: Ints


@njit(cache=True)  # type: ignore[untyped-decorator]
def _die() -> int:
    return np.random.randint(1, 7)  # noqa: NPY002


@njit(cache=True)  # type: ignore[untyped-decorator]
def _sort(pool: Ints) -> None:
    """By insertion, which is several times as fast as numpy's for a handful of dice."""
    for at in range(1, len(pool)):
        face, to = pool[at], at
        while to and pool[to - 1] > face:
            pool[to] = pool[to - 1]
            to -= 1
        pool[to] = face


@njit(cache=True)  # type: ignore[untyped-decorator]
def _outcome(pool: Ints, low: bool) -> int:
    hits = sixes = ones = 0
    for face in pool[:1] if low else pool:
        hits += face >= 4
        sixes += face == 6
        ones += face == 1
    if hits:
        return GREAT if sixes > 1 else SUCCESS
    return CRITICAL if ones else FAILURE


@njit(cache=True)  # type: ignore[untyped-decorator]
def _saved(pool: Ints, low: bool, outcome: int, free: int, tokens: int) -> int:
    """Which die the tester throws again, -1 for none."""
    if outcome <= FAILURE:
        return 0 if free or tokens else -1
    if not free or low:
        return -1
    if pool[0] == 1:
        return 0
    if outcome == SUCCESS and pool[-1] > 4:
        for at in range(len(pool)):
            if pool[at] == 4:
                return at
    return -1


@njit(cache=True)  # type: ignore[untyped-decorator]
def _spoiled(pool: Ints, low: bool, outcome: int, disadvantage: int) -> int:
    """Which die the GM throws again, -1 for none."""
    last = 0 if low else len(pool) - 1
    if outcome <= FAILURE:
        return last if outcome == FAILURE else -1
    hits, first = 0, -1
    for at in range(last + 1):
        if pool[at] >= 4:
            hits += 1
            if first < 0:
                first = at
    if hits > disadvantage and outcome != GREAT:
        return -1
    return last if outcome == GREAT else first


@njit(cache=True)  # type: ignore[untyped-decorator]
def _test(dice: int, free: int, disadvantage: int, shields: int, dodges: int) -> tuple[int, bool, int, int]:
    """The outcome, whether it tires, and the shield and dodge tokens that are left."""
    low = dice == 0
    pool = np.empty(dice or 2, np.int64)
    for at in range(len(pool)):
        pool[at] = _die()
    _sort(pool)
    passed, testers = 0, True
    while passed < 2:
        outcome = _outcome(pool, low)
        passed += 1
        if testers:
            at = _saved(pool, low, outcome, free, shields + dodges)
            if at >= 0:
                passed = 0
                pool[at] = _die()
                if free:
                    free -= 1
                elif dodges:
                    dodges -= 1
                else:
                    shields -= 1
        elif disadvantage:
            at = _spoiled(pool, low, outcome, disadvantage)
            if at >= 0:
                passed = 0
                disadvantage -= 1
                pool[at] = min(pool[at], _die())
        _sort(pool)
        testers = not testers
    tired = False
    for face in pool[:1] if low else pool:
        tired |= face in (1, 4)
    return _outcome(pool, low), tired, shields, dodges


@njit(cache=True)  # type: ignore[untyped-decorator]
def _stopped(points: int) -> tuple[int, bool]:
    """Armour dice: the wounds that they stop, and whether the armour is damaged."""
    stopped, damaged = 0, False
    for _ in range(points):
        face = _die()
        stopped += face >= 4
        damaged |= face in (1, 4)
    return stopped, damaged


@njit(cache=True)  # type: ignore[untyped-decorator]
def _apart(a: Ints, b: Ints) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@njit(cache=True)  # type: ignore[untyped-decorator]
def _nearest(start: Ints, points: int, leaving: int, others: Ints, there: Ints) -> tuple[int, int, int]:
    """The square nearest to any of those who are `there`, by the shortest safe way, and how far off it is then."""
    size = WIDTH * HEIGHT
    watched, shut = np.zeros(size, np.int8), np.zeros(size, np.int8)
    for other in range(4):
        if there[other]:
            x, y = others[other, 0], others[other, 1]
            shut[y * WIDTH + x] = 1
            for row in range(max(0, y - 1), min(HEIGHT, y + 2)):
                for column in range(max(0, x - 1), min(WIDTH, x + 2)):
                    watched[row * WIDTH + column] = 1
    cost, risks = np.full(size, -1, np.int8), np.zeros(size, np.int8)
    order, found = np.empty(size, np.int8), 0
    layer, risky = np.empty((points + 1, size), np.int8), np.empty((points + 1, size), np.int8)
    many, known = np.zeros(points + 1, np.int8), np.full((points + 1, size), -1, np.int8)
    first = start[1] * WIDTH + start[0]
    shut[first] = 1
    layer[0, 0], risky[0, 0], many[0] = first, 0, 1
    for spent in range(points + 1):
        for at in range(many[spent]):
            here = int(layer[spent, at])
            x, y = here % WIDTH, here // WIDTH
            risk = watched[here]
            after = spent + (leaving if risk else 1)
            if after > points:
                continue
            taken = risky[spent, at] + (risk and leaving == 1)
            for step in range(8):
                to_x, to_y = x + STEPS[step, 0], y + STEPS[step, 1]
                if not (0 <= to_x < WIDTH and 0 <= to_y < HEIGHT):
                    continue
                to = to_y * WIDTH + to_x
                if shut[to] or (cost[to] >= 0 and (risks[to] < taken or (risks[to] == taken and cost[to] <= after))):
                    continue
                if cost[to] < 0:
                    order[found] = to
                    found += 1
                cost[to], risks[to] = after, taken
                place = int(known[after, to])
                if place < 0:
                    place = int(many[after])
                    known[after, to] = place
                    many[after] += 1
                layer[after, place], risky[after, place] = to, taken
    best, least, cheapest = -1, 10_000, 0
    for at in range(found):
        to = int(order[at])
        if leaving == 1 and risks[to]:
            continue
        far = 10_000
        for other in range(4):
            if there[other]:
                far = min(far, max(abs(others[other, 0] - to % WIDTH), abs(others[other, 1] - to // WIDTH)))
        if far < least or (far == least and cost[to] < cheapest):
            best, least, cheapest = to, far, int(cost[to])
    return best % WIDTH, best // WIDTH, least


@njit(cache=True)  # type: ignore[untyped-decorator]
def _anybody(side: Side) -> bool:
    """Whether any of the warriors stands."""
    for lies in side.lies:  # noqa: SIM110
        if lies == UP:
            return True
    return False


@njit(cache=True)  # type: ignore[untyped-decorator]
def _dice(side: Side, who: int, attribute: int) -> int:
    return max(0, side.score[who, attribute] - side.fatigue[who, attribute] - side.wounds[who, attribute])


@njit(cache=True)  # type: ignore[untyped-decorator]
def _room(side: Side, who: int, attribute: int) -> int:
    return side.score[who, attribute] - side.wounds[who, attribute]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _hurt(side: Side, who: int, attribute: int, wounds: int, morale: Ints) -> None:
    before = _dice(side, who, attribute)
    side.wounds[who, attribute] += wounds
    side.fatigue[who, attribute] = max(0, side.fatigue[who, attribute] - wounds)
    if attribute == PRE and before and not _dice(side, who, PRE):
        morale[0] = max(0, morale[0] - 1)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _dies(side: Side, who: int, morale: Ints) -> None:
    side.lies[who] = DEAD
    side.fainted[who] = side.dying[who] = side.shield[who] = side.dodge[who] = side.late[who] = 0
    morale[0] = max(0, morale[0] - 1)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _falls(side: Side, who: int, unplaced: int, morale: Ints) -> None:
    """The table of mortal wounds."""
    if side.lies[who] == FELLED:
        _dies(side, who, morale)
        return
    row = _die() + side.mortal[who]
    side.mortal[who] += 1
    morale[0] = max(0, morale[0] - 1)
    if row == 1:
        side.lies[who] = FAINTED
        side.fainted[who] = max(1, unplaced)
    elif row >= 7:
        _dies(side, who, morale)
    else:
        side.lies[who] = FELLED
        side.shield[who] = side.dodge[who] = side.late[who] = 0
        side.dying[who] = row == 6
        if row == 2 and side.score[who, STR]:
            side.score[who, STR] -= 1
            homeless = side.wounds[who, STR] > side.score[who, STR]
            side.wounds[who, STR] = min(side.wounds[who, STR], side.score[who, STR])
            left = side.score[who, STR] - side.wounds[who, STR]
            side.fatigue[who, STR] = min(side.fatigue[who, STR], left)
            attribute = 0
            while attribute < 4 and _room(side, who, attribute) <= 0:
                attribute += 1
            if homeless and attribute < 4:
                _hurt(side, who, attribute, 1, morale)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _tires(side: Side, who: int, attribute: int, morale: Ints) -> None:
    if _dice(side, who, attribute) and not side.plagued[who]:
        side.fatigue[who, attribute] += 1
        return
    if side.lies[who] == FELLED:
        _dies(side, who, morale)
        return
    if not side.fatigue[who, attribute] and not _room(side, who, attribute):
        attribute = 0
        while attribute < 4 and _room(side, who, attribute) <= 0:
            attribute += 1
        if attribute == 4:
            _falls(side, who, 1, morale)
            return
    _hurt(side, who, attribute, 1, morale)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _chosen(side: Side, who: int, wounds: int, least: int) -> int:
    """The attribute for these wounds, of all with that much room; -1 if there is none."""
    best = 0
    for attribute in range(4):
        left = side.score[who, attribute] - side.fatigue[who, attribute] - side.wounds[who, attribute]
        best = max(best, left)
    found, cheapest = -1, 0
    for attribute in range(4):
        if _room(side, who, attribute) >= least:
            lost = max(0, wounds - side.fatigue[who, attribute])
            left = side.score[who, attribute] - side.fatigue[who, attribute] - side.wounds[who, attribute]
            price = lost * 100 + (lost > 0 and left == best) * 10 + PLACES[attribute]
            if found < 0 or price < cheapest:
                found, cheapest = attribute, price
    return found


@njit(cache=True)  # type: ignore[untyped-decorator]
def _suffers(side: Side, who: int, wounds: int, morale: Ints) -> int:
    """One hit: armour, toughening up, placing; gives the wounds that were left."""
    if side.armour[who]:
        stopped, damaged = _stopped(side.armour[who])
        wounds -= stopped
        side.armour[who] -= damaged
    if wounds > 0 and side.lies[who] == UP and _dice(side, who, STR):
        outcome, tired, _, _ = _test(_dice(side, who, STR), side.proficiency[who, STR], 0, 0, 0)
        if tired:
            _tires(side, who, STR, morale)
        wounds -= 2 if outcome == GREAT else int(outcome == SUCCESS)
    if wounds <= 0:
        return 0
    if side.lies[who] == FELLED:
        _dies(side, who, morale)
        return wounds
    attribute = _chosen(side, who, wounds, wounds)
    if attribute >= 0:
        _hurt(side, who, attribute, wounds, morale)
        return wounds
    left = wounds
    while left:
        attribute = _chosen(side, who, left, 1)
        if attribute < 0:
            break
        fits = min(left, _room(side, who, attribute))
        _hurt(side, who, attribute, fits, morale)
        left -= fits
    _falls(side, who, left, morale)
    return wounds


@njit(cache=True)  # type: ignore[untyped-decorator]
def _target(side: Side, who: int, foe: Foe, at: Ints, taken: Ints, armour: Ints, stands: Ints) -> int:
    best, most = -1, 0.0
    dice = _dice(side, who, STR)
    for other in range(4):
        if stands[other] and _apart(side.at[who], at[other]) <= 1:
            wounds = 3 + 0.1 - armour[other] / 2
            left = foe.wounds - taken[other] + 1
            sure = 1.0 if wounds >= left else 1.0 / (1 + left)
            value = HITS[min(dice, 6)] * (min(max(wounds, 0.2), left) + sure)
            if value > most:
                best, most = other, value
    return best


@njit(cache=True)  # type: ignore[untyped-decorator]
def _wounded(who: int, wounds: int, foe: Foe, taken: Ints, stands: Ints) -> bool:
    """Wounds upon an enemy; whether it dies."""
    taken[who] += wounds
    if taken[who] > foe.wounds:
        stands[who] = 0
        return True
    return False


@njit(cache=True)  # type: ignore[untyped-decorator]
def _strikes(
    side: Side, who: int, other: int, foe: Foe, taken: Ints, armour: Ints, bleeds: Ints, stands: Ints, morale: Ints
) -> bool:
    """An attack; whether it kills."""
    dice, broken = _dice(side, who, STR), int(morale[0] == 0)
    outcome, tired, _, _ = _test(dice, side.proficiency[who, STR], broken, 0, 0)
    if tired:
        _tires(side, who, STR, morale)
    if outcome < SUCCESS:
        return False
    wounds = 3 + (outcome == GREAT)
    if armour[other]:
        stopped, damaged = _stopped(armour[other])
        wounds -= stopped
        armour[other] -= damaged
    wounds = max(0, wounds)
    if _wounded(other, wounds, foe, taken, stands):
        return True
    if outcome == GREAT and wounds:
        bleeds[other] = 1
    return False


@njit(cache=True)  # type: ignore[untyped-decorator]
def _breathes(side: Side, who: int) -> None:
    for attribute in range(4):
        side.fatigue[who, attribute] = max(0, side.fatigue[who, attribute] - 1)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _readies(side: Side, who: int, actions: int, slow: bool, morale: Ints) -> int:
    """Getting ready for those who come: the actions that it takes, 0 if there is nothing to do."""
    if side.fatigue[who].sum():
        _breathes(side, who)
        return 1
    if side.shield[who] < 4:
        side.shield[who] = min(5, side.shield[who] + 2)
        return 1
    if actions > 1 and not side.dodge[who] and _dice(side, who, DEX) > 1:
        outcome, tired, _, _ = _test(_dice(side, who, DEX), side.proficiency[who, DEX], 0, 0, 0)
        if tired:
            _tires(side, who, DEX, morale)
        tokens = max(0, outcome - 1)
        side.dodge[who] += tokens
        side.late[who] += tokens if slow else 0
        return 2
    return 0


@njit(cache=True)  # type: ignore[untyped-decorator]
def _warrior(
    side: Side,
    who: int,
    foe: Foe,
    at: Ints,
    taken: Ints,
    armour: Ints,
    bleeds: Ints,
    stands: Ints,
    morale: Ints,
    rounds: int,
    slow: bool,
) -> None:
    actions = 2
    while actions > 0 and side.lies[who] == UP and stands.any():
        other = _target(side, who, foe, at, taken, armour, stands)
        cost = 1
        if other >= 0:
            dice, tired = _dice(side, who, STR), side.fatigue[who, STR] > 0
            if tired and dice < 2 and (actions > 1 or dice < 1):
                _breathes(side, who)
            elif actions == 1 and not side.shield[who] and dice < 2:
                side.shield[who] = min(5, side.shield[who] + 2)
            elif actions == 1 and tired and dice < 2:
                _breathes(side, who)
            else:
                actions += _strikes(side, who, other, foe, taken, armour, bleeds, stands, morale)
        else:
            here = 10_000
            for one in range(4):
                if stands[one]:
                    here = min(here, _apart(side.at[who], at[one]))
            tiles = _dice(side, who, DEX)
            ready = rounds < PATIENCE and (actions < 2 or here > tiles + 1)
            if not ready:
                x, y, far = _nearest(side.at[who], tiles, 1, at, stands)
                ready = far >= here or (far > 1 and rounds < PATIENCE)
                if not ready:
                    side.at[who, 0], side.at[who, 1] = x, y
                    side.shield[who] = 0
            if ready:
                cost = _readies(side, who, actions, slow, morale)
                if not cost:
                    return
        actions -= cost


@njit(cache=True)  # type: ignore[untyped-decorator]
def _prey(side: Side, foe: Foe, here: Ints) -> tuple[int, bool]:
    """Whom an enemy attacks from here, and whether that one stands."""
    best, most, worthy = -1, -1.0, False
    for who in range(4):
        if side.lies[who] != DEAD and _apart(side.at[who], here) <= 1:
            value = foe.worth * _missed(side, who, foe)
            if side.lies[who] != UP:
                value = 0.005
            worthy |= value >= 0.01
            if value > most:
                best, most = who, value
    return best, worthy


@njit(cache=True)  # type: ignore[untyped-decorator]
def _missed(side: Side, who: int, foe: Foe) -> float:
    miss = MISSES[min(_dice(side, who, foe.defence), 6)]
    if side.shield[who] or side.dodge[who]:
        miss *= 0.6
    return min(0.9, miss * 1.7) if foe.disadvantage else miss


@njit(cache=True)  # type: ignore[untyped-decorator]
def _attacked(side: Side, who: int, foe: Foe, morale: Ints) -> None:
    critical = False
    if side.lies[who] == UP:
        dice, free = _dice(side, who, foe.defence), side.proficiency[who, foe.defence]
        against = foe.disadvantage + int(morale[0] == 0)
        outcome, _, shields, dodges = _test(dice, free, against, side.shield[who], side.dodge[who])
        side.shield[who], side.dodge[who] = shields, dodges
        side.late[who] = min(side.late[who], dodges)
        if outcome >= SUCCESS:
            return
        critical = outcome == CRITICAL
    left = _suffers(side, who, foe.hits + (foe.critical if critical else 0), morale)
    if foe.plague and left and side.lies[who] != DEAD and _die() == 1:
        side.plagued[who] = 1


@njit(cache=True)  # type: ignore[untyped-decorator]
def _enemy(side: Side, who: int, foe: Foe, at: Ints, taken: Ints, bleeds: Ints, stands: Ints, morale: Ints) -> None:
    if bleeds[who] and _die() <= 3 and _wounded(who, 1, foe, taken, stands):
        return
    for _ in range(2):
        if not _anybody(side):
            return
        other, worthy = _prey(side, foe, at[who])
        if not worthy:
            here = 10_000
            for one in range(4):
                if side.lies[one] == UP:
                    here = min(here, _apart(side.at[one], at[who]))
            if here > 1:
                x, y, far = _nearest(at[who], foe.movement, 2, side.at, (side.lies == UP).astype(np.int64))
                if far < here:
                    at[who, 0], at[who, 1] = x, y
                    continue
        if other < 0:
            return
        _attacked(side, other, foe, morale)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _wakes(side: Side, who: int) -> None:
    if side.lies[who] == FAINTED:
        if side.fainted[who] > 0:
            side.fainted[who] -= 1
        elif _die() == 1:
            side.lies[who] = UP


@njit(cache=True)  # type: ignore[untyped-decorator]
def _warriors() -> Side:
    four = np.zeros((14, 4), np.int64)
    score, proficiency = np.empty((4, 4), np.int64), np.zeros((4, 4), np.int64)
    score[:, STR], score[:, DEX], score[:, INT], score[:, PRE] = 3, 2, 0, 2
    proficiency[:, STR] = 2
    four[0] = 3
    at = np.empty((4, 2), np.int64)
    at[:, 0], at[:, 1] = 3, ROWS
    nothing = np.zeros((2, 4, 4), np.int64)
    return Side(
        score,
        proficiency,
        nothing[0],
        nothing[1],
        four[0],
        four[1],
        four[2],
        four[3],
        four[4],
        four[5],
        four[6],
        four[7],
        four[8],
        at,
    )


@njit(cache=True)  # type: ignore[untyped-decorator]
def _fight(foe: Foe, total: Ints) -> None:
    side = _warriors()
    at = np.empty((4, 2), np.int64)
    at[:, 0], at[:, 1] = 8, ROWS
    taken, armour = np.zeros(4, np.int64), np.full(4, foe.armour)
    bleeds, stands, morale = np.zeros(4, np.int64), np.ones(4, np.int64), np.array([4])
    fast = np.empty(4, np.bool_)
    for who in range(4):
        fast[who] = _test(2, 0, 0, 0, 0)[0] >= SUCCESS
    rounds, won, over = 1, False, False
    while not over:
        for step in range(3):
            if step == 1:
                for who in range(4):
                    if stands[who] and _anybody(side):
                        _enemy(side, who, foe, at, taken, bleeds, stands, morale)
            else:
                for who in range(4):
                    if fast[who] == (step == 0):
                        _wakes(side, who)
                for who in range(4):
                    if fast[who] == (step == 0) and side.lies[who] == UP and stands.any():
                        _warrior(side, who, foe, at, taken, armour, bleeds, stands, morale, rounds, step == 2)
            won = not stands.any()
            over = won or not _anybody(side)
            if over:
                break
        if over:
            break
        for who in range(4):
            side.dodge[who], side.late[who] = min(side.dodge[who], side.late[who]), 0
            if side.dying[who] == 2:
                _dies(side, who, morale)
            elif side.dying[who]:
                side.dying[who] = 2
        if morale[0] == 0 and not foe.mindless:
            break
        rounds += 1
        if rounds > ENOUGH:
            break
    _count(side, won, rounds, stands, total)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _count(side: Side, won: bool, rounds: int, stands: Ints, total: Ints) -> None:
    total[0] += won
    total[1] += rounds
    total[7] += 4 - stands.sum()
    for who in range(4):
        if side.lies[who] == DEAD:
            total[2] += 1
            continue
        _wakes(side, who)
        total[3] += side.lies[who] != UP
        total[4] += side.wounds[who].sum()
        total[5] += side.fatigue[who].sum()
        total[6] += 3 - side.armour[who]


@njit(cache=True)  # type: ignore[untyped-decorator]
def _fights(foe: Foe, n: int, seed: int) -> Any:
    np.random.seed(seed)  # noqa: NPY002
    total = np.zeros(8, np.int64)
    for _ in range(n):
        _fight(foe, total)
    return total


def numba_fights(foe: Foe, n: int, seed: int) -> dict[str, float]:
    total = _fights(foe, n, seed)
    return {name: total[at] / n for at, name in enumerate(COUNTS)}
