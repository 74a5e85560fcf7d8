"""What bots do with an enemy, or with an ally without attributes.

Only the state decides, never chance, so that such a turn can be replayed.
"""

from functools import cache, lru_cache
from typing import Literal, TypeAlias

from tallow.games.dead_weight.combat.chart import distance, nearest, on_chart, opponents, towards
from tallow.games.dead_weight.entries.monsters import EnemyAction
from tallow.games.dead_weight.harm.conditions import rooted
from tallow.games.dead_weight.magic.effects import MIRACLE
from tallow.games.dead_weight.monsters.enemies import barred, repertoire, sleepers, targets, victims
from tallow.games.dead_weight.monsters.enemy_movement import price, reach
from tallow.games.dead_weight.state import OFF_CHART, Creature, Enemy, Score, Square, State, score, under
from tallow.play import rule

Step: TypeAlias = (
    tuple[Literal["recover", "tear_loose", "end"]]
    | tuple[Literal["move"], Square]
    | tuple[Literal["turn"], int]
    | tuple[Literal["wake"], str]
    | tuple[Literal["act"], EnemyAction, str]
)

END: Step = ("end",)
LEAST = 0.01
"""The least that an attack upon somebody who stands is worth."""

LETTERS = {"B": 0.5, "S": 0.8, "P": 0.3, "R": 0.3, "N": -0.3, "X": 0.1, "D": 0.1, "?": 0.3}
"""What the letters of an attack are worth, in wounds."""


def next_step(state: State, foe: Enemy, actions: int) -> Step:
    """The next step of an enemy with this many actions left."""
    if foe.stun:
        return ("recover",)
    if state.effects and under(state, foe.id, MIRACLE) and (flight := _flight(state, foe, actions)):
        return flight
    best, worth, prey = END, 0.0, False
    for action in repertoire(foe):
        if action.cost > actions or barred(state, foe, action):
            continue
        target, value = _aim(state, foe, action)
        value /= action.cost
        prey = prey or (action.targets != "self" and value >= LEAST)
        if value > worth:
            best, worth = ("act", action, target), value
    if prey or worth >= 0.5:
        return best
    if sleeping := sleepers(state, foe):
        return ("wake", sleeping[0])
    return _approach(state, foe, actions) or best


def _aim(state: State, foe: Enemy, action: EnemyAction) -> tuple[str, float]:
    """The id of an action's best target, and its worth in wounds; "" if it hits all, or nobody (worth 0)."""
    if action.targets == "self":
        return foe.id, _benefit(foe, action)
    if action.targets == "corpse":
        corpses = targets(state, foe, action)
        return (corpses[0], 4.0) if corpses else ("", 0.0)
    found = victims(state, foe, action)
    harm = _harm(action)
    if action.targets != "one":
        if any(isinstance(one, Enemy) and one.owner == "" for one in found):
            harm /= 2
        return "", sum([max(harm, 0.9) * _chance(one, action) for one in found])
    harm = max(harm, 0.6)
    best, most = "", 0.0
    for one in found:
        value = LEAST / 2 if one.conditions and not on_chart(one) else harm * _chance(one, action)
        if value > most:
            best, most = one.id, value
    return best, most


@cache
def _harm(action: EnemyAction) -> float:
    """The worth of an action that hits, in wounds."""
    return action.wounds + action.critical / 4 + sum([LETTERS[letter] for letter in action.effects])


def _chance(one: Creature, action: EnemyAction) -> float:
    """An estimate of the chance that an action hits somebody."""
    if isinstance(one, Enemy) or not action.defence:
        return 0.7
    shielded = one.shield > 0 or one.dodge > 0
    unburdened = one.conditions != () and "unburdened" in one.conditions
    misses = [_miss(score(one, name), unburdened, shielded, action.disadvantage) for name in action.defence]
    return min(misses) if len(misses) > 1 else misses[0]


@lru_cache(maxsize=65536)
def _miss(on: Score, unburdened: bool, shielded: bool, disadvantage: int) -> float:
    """The chance that a defence with this attribute fails."""
    dice = on.score if unburdened else max(0, on.score - on.fatigue - on.wounds)
    miss = MISSES[min(dice, 6)] * (0.6 if shielded else 1.0)
    return miss if not disadvantage else min(0.9, miss * 1.7)


MISSES = (0.75, 0.5, 0.25, 0.125, 0.0625, 0.03, 0.03)
"""The chance that so many dice show no hit."""


def _benefit(foe: Enemy, action: EnemyAction) -> float:
    """The worth, in wounds, of an action that an enemy does to itself."""
    worth = 0.0
    for special in action.does:
        if special.code == "step":
            worth += 0.1
        elif special.code == "heal" and foe.taken:
            worth += 0.6 if foe.taken * 2 > foe.wounds else 0.3
        elif special.code in {"shield", "dodge"} and foe.shield + foe.dodge < 2:
            worth += 0.15 * special.many
    return worth


@rule("dead_weight.table.miracle")
def _flight(state: State, foe: Enemy, actions: int) -> Step | None:
    """A step away from the party, off the chart if the edge is near; the end of the turn if it gets no farther.

    None for an enemy that is held or has nowhere to go: it is cornered, and fights.
    """
    found = reach(state, foe)
    if rooted(foe) or not found:
        return None
    if price(foe) > actions:
        return END
    if OFF_CHART in found:
        return ("move", OFF_CHART)
    dreaded = [one.at for one in opponents(state, foe) if on_chart(one)]
    diagonals = state.settings.diagonals

    def gap(square: Square) -> int:
        return min([distance(square, at, diagonals) for at in dreaded], default=0)

    to = max(found, key=gap)
    return ("move", to) if gap(to) > gap(foe.at) else END


def _approach(state: State, foe: Enemy, actions: int) -> Step | None:
    """A step nearer to somebody to attack, or None; first it frees itself from glue, or turns to face them."""
    prey = [one for one in opponents(state, foe) if on_chart(one) and "imprisoned" not in one.conditions]
    if not prey or not any(action.defence or action.wounds for action in repertoire(foe)):
        return None
    diagonals = state.settings.diagonals
    here = min([distance(one.at, foe.at, diagonals) for one in prey])
    if here <= 1:
        if "slow_turning" not in foe.traits:
            return None
        near = next(one for one in prey if distance(one.at, foe.at, diagonals) <= 1)
        facing = towards(foe.at, near.at)
        return ("turn", facing) if facing != foe.facing and near.at != foe.at else None
    if refusal := rooted(foe):
        return ("tear_loose",) if refusal.facts[0] == "dead_weight.condition.glued" else None
    if price(foe) > actions:
        return None
    found = nearest(reach(state, foe), tuple([one.at for one in prey]), diagonals, False)
    return ("move", found[0].steps[-1]) if found is not None and found[1] < here else None
