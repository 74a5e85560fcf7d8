"""Free Attacks: attacks by opponents in melee when a creature does anything but attack."""

from msgspec.structs import replace

from tallow.games.vanilla.checks import sways
from tallow.games.vanilla.combat.attacks import attack, pick
from tallow.games.vanilla.combat.places import in_melee_with
from tallow.games.vanilla.entries import callings, helpers, monsters
from tallow.games.vanilla.gear.light import blind
from tallow.games.vanilla.gear.weapons import REACH, can_strike, melee_ways
from tallow.games.vanilla.state import MARKS, Creature, State, able, up
from tallow.mechanics.two_sides import find, put, side_of
from tallow.play import Play, RuleId, Seat, rule

FREE: RuleId = "vanilla.free.trigger"
NOBODY, ALL = "nobody", "all"
PROVOKING = "_provoking"
"""How the code of a cost ends if the deed gives opponents Free Attacks."""

ENEMY = 2
"""The Free Attacks of an enemy that is in no entry of the bestiary."""


@rule(
    "vanilla.free.magic_user",
    "vanilla.free.fighter",
    "vanilla.free.npc",
    "vanilla.free.helper",
    "vanilla.class.magic_user",
    "vanilla.class.fighter",
)
def allowed(one: Creature) -> int:
    """How many Free Attacks a creature may make each Round: by class and level, 2 for enemies, 1 for Helpers."""
    if one.kind == "enemy":
        monster = monsters().get(one.of)
        return monster.free_attacks if monster is not None else ENEMY
    if one.kind == "helper":
        helper = helpers().get(one.of)
        return helper.free_attacks if helper is not None else 1
    calling = callings().get(one.of)
    return one.level if calling is not None and calling.free_attacks == "level" else 1


@rule("vanilla.free.cannot", "vanilla.special.held", "vanilla.action.free_attack", "vanilla.weapon.reload_large")
def can_make(state: State, one: Creature, on: Creature) -> bool:
    """Whether a creature can make a Free Attack on another: able, not surprised, with one left, and seeing it."""
    combat = state.combat
    if combat is None or not able(one) or one.frees >= allowed(one):
        return False
    if combat.round == 1 and side_of(state, one.id) in combat.surprised:
        return False
    holders = MARKS.about(one.marks, "grappled")
    if "held" in one.conditions and holders and on.id not in holders:
        return False
    if MARKS.any(one.marks, "latched") or MARKS.any(one.marks, "swallowed"):
        return False
    if not can_strike(one) or sways.out_of_reach(state, one, on, "melee"):
        return False
    return not (sways.unseen(state, on, one) or blind(state, one))


@rule(
    "vanilla.free.trigger",
    "vanilla.free.optional",
    "vanilla.free.per_deed",
    "vanilla.free.timing",
    "vanilla.action.free_attack",
)
def provoke(play: Play, state: State, who: str, spared: tuple[str, ...] = ()) -> State:
    """A creature does something other than attacking: each opponent in melee may first attack it once.

    Opponents attack in the order that their side chooses, each knowing the results before; `spared` ones may not.
    """
    near = [foe.id for foe in in_melee_with(state, who) if foe.id not in spared]
    return struck_at(play, state, who, tuple(near)) if near else state


def provokes_somebody(state: State, who: str) -> bool:
    """Whether anything but an attack would now give an opponent in melee a Free Attack on this creature."""
    one = find(state, who)
    return any(can_make(state, foe, one) for foe in in_melee_with(state, who))


@rule("vanilla.free.moving", "vanilla.trick.trip")
def leaving(state: State, who: str, to: int) -> tuple[str, ...]:
    """The ids of opponents whom a move to `to` leaves by more than 5 feet, even for part of the way."""
    one = find(state, who)
    low, high = min(one.at, to), max(one.at, to)
    near = in_melee_with(state, who)
    return tuple([foe.id for foe in near if low < foe.at - REACH or high > foe.at + REACH])


@rule("vanilla.free.trigger", "vanilla.free.optional", "vanilla.free.what", "vanilla.free.reset")
def struck_at(play: Play, state: State, who: str, by: tuple[str, ...]) -> State:
    """Make the Free Attacks of these creatures on somebody, as many of them as want to."""
    seats: tuple[Seat, ...] = tuple(dict.fromkeys([find(state, other).seat for other in by]))
    for seat in seats:
        left = [other for other in by if find(state, other).seat == seat]
        while left:
            doer = find(state, who)
            left = [other for other in left if can_make(state, find(state, other), doer)]
            if not left or not up(doer):
                break
            option = play.choose(seat, "free_attack", (*_together(left), *left, NOBODY), doer.name, why=FREE)
            if option == NOBODY:
                break
            for other in tuple(left) if option == ALL else (option,):
                if up(find(state, who)) and able(find(state, other)):
                    state = free_attack(play, state, other, who, plain=option == ALL)
                left.remove(other)
    return state


def _together(left: list[str]) -> tuple[str, ...]:
    """The further option of several creatures of a seat to attack together, for damage without tricks."""
    return (ALL,) if len(left) > 1 else ()


@rule("vanilla.free.what", "vanilla.action.free_attack")
def free_attack(play: Play, state: State, who: str, target: str, *, plain: bool = False) -> State:
    """Make one melee attack that costs no action; `plain`: for damage, without offering tricks."""
    one = find(state, who)
    play.tell("free_attack", one.name, find(state, target).name, why=FREE)
    state = put(state, replace(one, frees=one.frees + 1))
    return attack(play, state, who, target, pick(play, state, who, melee_ways(one)), plain=plain)[0]
