"""The fight of `fights.py` in numba: the limit of what one core can do."""

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]


@njit  # type: ignore[untyped-decorator]
def _save(score: int) -> bool:
    face = np.random.randint(1, 21)  # noqa: NPY002
    return face == 1 or (face <= score and face != 20)


@njit  # type: ignore[untyped-decorator]
def _attack(dice: Ints, attacks: Bools, hp: Ints, strength: Ints, stands: Bools, armor: int, pc: bool) -> Bools:
    """All attack, spread out. `attacks`: who does; `stands`: who of the targets is up, changed in place."""
    best = np.zeros(4, np.int64)
    order = np.flatnonzero(stands)
    at = 0
    for who in range(4):
        if attacks[who]:
            target = order[at % len(order)]
            best[target] = max(best[target], np.random.randint(1, dice[who] + 1))  # noqa: NPY002
            at += 1
    impaired = np.zeros(4, np.bool_)
    for target in range(4):
        damage = best[target] - armor
        if best[target] == 0 or damage <= 0:
            continue
        if damage <= hp[target]:
            hp[target] -= damage
            if hp[target] == 0 and pc and damage == 4:
                impaired[target] = np.random.randint(1, 7) > 4  # noqa: NPY002
            continue
        strength[target] -= damage - hp[target]
        hp[target] = 0
        if strength[target] <= 0 or not _save(strength[target]):
            stands[target] = False
    return impaired


@njit  # type: ignore[untyped-decorator]
def _fight() -> tuple[bool, int]:
    hp, foes_hp = np.full(4, 4), np.full(4, 4)
    strength, foes_strength = np.full(4, 11), np.full(4, 8)
    up, foes_up = np.ones(4, np.bool_), np.ones(4, np.bool_)
    dice, foes_dice = np.full(4, 8), np.full(4, 6)
    acting = np.array([_save(10) for _ in range(4)])
    dead = 0
    first = half = lone = False
    rounds = 1
    while True:
        before = foes_up.sum()
        _attack(dice, acting, foes_hp, foes_strength, foes_up, 0, False)
        dead += before - foes_up.sum()
        if dead > 0 and (not first or (dead >= 2 and not half)):
            first = True
            half = dead >= 2
            for foe in range(4):
                foes_up[foe] = foes_up[foe] and _save(8)
        if foes_up.sum() == 1 and foes_hp[np.flatnonzero(foes_up)[0]] == 0 and not lone:
            lone = True
            for foe in range(4):
                foes_up[foe] = foes_up[foe] and _save(8)
        if foes_up.sum() == 0:
            return True, rounds
        impaired = _attack(foes_dice, foes_up, hp, strength, up, 1, True)
        for hero in range(4):
            if impaired[hero]:
                dice[hero] = 4
        if up.sum() == 0:
            return False, rounds
        acting = up
        rounds += 1


@njit  # type: ignore[untyped-decorator]
def _fights(n: int, seed: int) -> tuple[int, int]:
    np.random.seed(seed)  # noqa: NPY002
    wins = total = 0
    for _ in range(n):
        won, rounds = _fight()
        wins += won
        total += rounds
    return wins, total


def numba_fights(n: int, seed: int) -> dict[str, float]:
    wins, total = _fights(n, seed)
    return {"wins": wins / n, "rounds": total / n}
