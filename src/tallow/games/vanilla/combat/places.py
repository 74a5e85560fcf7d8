"""Places in a fight: positions in feet along a line, who is in melee with whom, and who is flanked."""

from tallow.games.vanilla.checks import sways
from tallow.games.vanilla.gear.weapons import REACH, can_strike
from tallow.games.vanilla.state import MARKS, Creature, State, able, alive, opponents, up
from tallow.mechanics.two_sides import everyone, find, side_of
from tallow.play import rule


def distance(one: Creature, other: Creature) -> int:
    """How many feet are between two creatures."""
    return abs(one.at - other.at)


@rule("vanilla.combat.engaged")
def engaged(state: State, one: Creature, other: Creature) -> bool:
    """Whether two opposed creatures are in melee: within 5 feet, neither out, and one can strike the other."""
    if abs(one.at - other.at) > REACH or not up(one) or not up(other):
        return False
    if not (_strikes(state, one, other) or _strikes(state, other, one)):
        return False
    return side_of(state, one.id) != side_of(state, other.id)


def _strikes(state: State, one: Creature, other: Creature) -> bool:
    return able(one) and can_strike(one) and not sways.out_of_reach(state, one, other, "melee")


def in_melee_with(state: State, who: str) -> tuple[Creature, ...]:
    """The opponents with whom a creature is in melee."""
    one = find(state, who)
    return tuple([foe for foe in opponents(state, who) if engaged(state, one, foe)])


def reachable(state: State, who: str) -> tuple[Creature, ...]:
    """The opponents whom a creature can attack in melee, those who are out last."""
    one = find(state, who)
    if one.marks and (swallower := inside(one)):
        return (find(state, swallower),)
    others = state.foes if side_of(state, who) == "party" else state.party
    low, high = one.at - REACH, one.at + REACH
    near, plain = [], not state.effects and not one.marks and not one.traits
    for foe in others:
        if low <= foe.at <= high and (not foe.conditions or alive(foe)):
            near.append(foe)
            plain = plain and not foe.marks and not foe.traits and not foe.conditions
    if plain:
        return tuple(near)
    near = [foe for foe in near if not sways.out_of_reach(state, one, foe, "melee")]
    near = [foe for foe in near if foe.id in sways.loathed(state, one)] or near
    return tuple(sorted(near, key=lambda foe: not up(foe)))


@rule("vanilla.monster.swallow")
def inside(one: Creature) -> str:
    """The id of the creature that has swallowed this one; "" for none."""
    return next(iter(MARKS.about(one.marks, "swallowed")), "")


@rule("vanilla.combat.engaged", "vanilla.ranged.into_melee")
def melee_of(state: State, who: str) -> tuple[str, ...]:
    """The ids of all in the same melee, joined by pairs of opponents; none if the creature is in no melee."""
    found = [who]
    for member in found:
        found += [foe.id for foe in in_melee_with(state, member) if foe.id not in found]
    if len(found) == 1:
        return ()
    return tuple([one.id for one in everyone(state) if one.id in found])


@rule("vanilla.special.advantage_when")
def flanked(state: State, one: Creature, target: Creature) -> bool:
    """Whether another creature that is up and in melee with the target stands on its other side."""
    side = one.at - target.at
    if side == 0:
        return False
    friends = state.party if side_of(state, one.id) == "party" else state.foes
    for friend in friends:
        other = friend.at - target.at
        if side * other < 0 and friend.id != one.id and engaged(state, friend, target):
            return True
    return False
