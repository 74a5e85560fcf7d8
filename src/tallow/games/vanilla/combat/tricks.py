"""Tricks: what a hit can do instead of damage."""

from msgspec.structs import replace

from tallow.games.vanilla.combat.places import distance
from tallow.games.vanilla.entries import tricks
from tallow.games.vanilla.gear.inventory import room, slots_of
from tallow.games.vanilla.gear.weapons import REACH, Way, free_hands, hands_of, held
from tallow.games.vanilla.harm.damage import released
from tallow.games.vanilla.state import MARKS, Creature, Item, State
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

PUSHED = 10
"""How far a push goes, and a disarmed thing flies, in feet."""


@rule("vanilla.special.trick", "vanilla.action.trick")
def possible(state: State, one: Creature, target: Creature, way: Way) -> tuple[str, ...]:
    """The tricks that a hit could become and that would have an effect."""
    if has(target, "out"):
        return ()
    found = []
    for ref, trick in tricks().items():
        name = ref.rpartition(".")[2]
        if (way.mode == "melee" or trick.mode == "melee or ranged") and _changes(state, one, target, name, trick.hands):
            found.append(name)
    return tuple(found)


def _changes(state: State, one: Creature, target: Creature, name: str, hands: int) -> bool:
    if name == "trip":
        return not has(target, "prone")
    if name == "grapple":
        free = one.kind == "enemy" and not one.items
        return MARKS.mark("grappled", one.id) not in target.marks and (free or free_hands(one, state.settings) >= hands)
    if name == "disarm":
        return bool(held(target))
    if name == "feint":
        return state.combat is not None and not any(pair[0] == one.id for pair in state.combat.new_feints)
    return True


@rule("vanilla.special.trick", "vanilla.free.timing")
def trick(play: Play, state: State, who: str, target: str, way: Way, name: str) -> State:
    """Turn a hit into a trick: no damage, and no Save against it."""
    play.tell(f"trick.{name}", find(state, who).name, find(state, target).name, why=f"vanilla.trick.{name}")
    if name == "push":
        return push(play, state, who, target)
    if name == "trip":
        return put(state, trip(find(state, target)))
    if name == "grapple":
        return put(state, grapple(find(state, target), who))
    if name == "disarm":
        return disarm(play, state, who, target, way)
    return feint(state, who, target)


@rule("vanilla.trick.push")
def push(play: Play, state: State, who: str, target: str) -> State:
    """Push the target up to 10 feet away; if it is much larger, the GM says whether it moves."""
    one, foe = find(state, who), find(state, target)
    if _looms(one, foe):
        asked = play.choose(REFEREE, "budges", ("yes", "no"), one.name, foe.name, why="vanilla.trick.push")
        if asked == "no":
            play.tell("trick.unmoved", foe.name, why="vanilla.trick.push")
            return state
    away = 1 if foe.at > one.at or (foe.at == one.at and target in [other.id for other in state.foes]) else -1
    options = (PUSHED, PUSHED // 2)
    feet = play.choose(one.seat, "push_how_far", options, foe.name, why="vanilla.trick.push")
    return parted(put(state, replace(foe, at=foe.at + away * feet)), target)


def _looms(one: Creature, foe: Creature) -> bool:
    """Whether a target may be too large to push: more than twice the attacker's Hit Dice, and 5 or more."""
    return foe.level >= 5 and foe.level > 2 * max(1, one.level)


def parted(state: State, who: str) -> State:
    """The state without grips that a move has broken."""
    one = find(state, who)
    for other in (*state.party, *state.foes):
        if MARKS.mark("grappled", who) in other.marks and distance(one, other) > REACH:
            state = put(state, released(other, who))
        if MARKS.mark("grappled", other.id) in one.marks and distance(one, other) > REACH:
            state = put(state, released(find(state, who), other.id))
    return state


@rule("vanilla.trick.trip")
def trip(target: Creature) -> Creature:
    """The target, prone until it stands up."""
    return gain(target, "prone")


@rule("vanilla.trick.grapple", "vanilla.special.held")
def grapple(target: Creature, by: str) -> Creature:
    """The target, held by the attacker and unable to move."""
    return gain(replace(target, marks=(*target.marks, MARKS.mark("grappled", by))), "held")


@rule("vanilla.trick.disarm")
def disarm(play: Play, state: State, who: str, target: str, way: Way) -> State:
    """One thing that the target holds lands 10 feet away, or the attacker takes it with a free hand."""
    one, foe = find(state, who), find(state, target)
    why: RuleId = "vanilla.trick.disarm"
    names = tuple([item.id for item in held(foe)])
    which = play.choose(one.seat, "disarm_what", names, foe.name, why=why)
    item = next(item for item in foe.items if item.id == which)
    state = put(state, replace(foe, items=tuple([other for other in foe.items if other.id != which])))
    ways = ("take", "away") if way.mode == "melee" and takes(state, one, item) else ("away",)
    if play.choose(one.seat, "disarmed", ways, item.name, why=why) == "take":
        play.tell("takes", one.name, item.name, why=why)
        return put(state, replace(one, items=(*one.items, replace(item, place="hands"))))
    away = 1 if foe.at >= one.at else -1
    return replace(state, ground=(*state.ground, replace(item, place="ground", at=foe.at + away * PUSHED)))


def takes(state: State, one: Creature, item: Item) -> bool:
    """Whether a creature has the hands and the slots for a thing."""
    fits = room(state, one) >= slots_of(item, state.settings)
    return fits and free_hands(one, state.settings) >= hands_of(item, state.settings)


@rule("vanilla.trick.feint", "vanilla.special.feint_details")
def feint(state: State, who: str, target: str) -> State:
    """The state with a feint: next Round two attacks with an advantage on this enemy instead of one."""
    combat = state.combat
    if combat is None:
        return state
    return replace(state, combat=replace(combat, new_feints=(*combat.new_feints, (who, target))))
