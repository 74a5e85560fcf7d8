"""Camps on the road: rations, feed, lookouts and sleep; and supply, by hunting, fishing or foraging."""

from collections.abc import Callable

from tallow.games.cairn.characters.boons import eats_nothing, supply_gear, supply_step
from tallow.games.cairn.gear.inventory import free_slots, load, with_item
from tallow.games.cairn.gear.things import give
from tallow.games.cairn.harm.deprivation import CAMPED, FED, eat, fed, feed_beasts, larder, marked, people
from tallow.games.cairn.harm.healing import sleep
from tallow.games.cairn.state import State, able, speaker
from tallow.games.cairn.world.time import pass_time
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, rule

STEPS = (4, 6, 8, 10, 12)
LOOKOUTS = 3
"""How many let all sleep in turns."""

RATION_USES = 3


@rule("cairn.wild.camp", "cairn.action.make_camp", "cairn.phase.camp")
def bed_down(play: Play, state: State, seconds: int, event: Callable[[Play, State], State]) -> State:
    """A watch in camp: everyone eats, mounts too, lookouts are set, an event may spoil it; those who rest are fresh."""
    state = _supper(play, state)
    awake = _lookouts(play, state)
    state = put(state, *(marked(one, CAMPED) for one in people(state)))
    state = event(play, state)
    sleepers = tuple(one.id for one in people(state) if one.id not in awake)
    if state.phase == "encounter":
        options = ("spoiled", "small")
        if play.choose(REFEREE, "camp_disturbed", options, why="cairn.wild.camp") == "spoiled":
            play.tell("camp.spoiled", why="cairn.wild.camp")
            return pass_time(play, state, seconds)
    return sleep(play, state, sleepers, seconds)


@rule("cairn.wild.camp", "cairn.item.rations")
def _supper(play: Play, state: State) -> State:
    """A ration for everyone who has not eaten today."""
    for one in people(state):
        if eats_nothing(one):
            state = fed(play, state, one.id)
        elif FED in one.spent:
            continue
        elif larder(state, one.id) is None:
            play.tell("camp.hungry", one.name, why="cairn.wild.camp")
        else:
            state = eat(play, state, one.id)
    return feed_beasts(play, state)


@rule("cairn.wild.camp")
def _lookouts(play: Play, state: State) -> tuple[str, ...]:
    """Three take turns and all sleep; with fewer one of them sleeps not at all, or all unguarded."""
    able_ones = tuple(one.id for one in people(state) if able(one))
    if len(able_ones) >= LOOKOUTS:
        play.tell("camp.lookouts", why="cairn.wild.camp")
        return ()
    kept = play.choose(speaker(state), "lookout", ("unguarded", *able_ones), why="cairn.wild.camp")
    if kept == "unguarded":
        play.tell("camp.unguarded", why="cairn.wild.camp")
        return ()
    play.tell("camp.lookout", find(state, kept).name, why="cairn.wild.camp")
    return (kept,)


@rule("cairn.wild.supply")
def supply_die(foragers: int, better: int) -> int:
    """The sides of the supply die: a d4, a step more for each further forager and for skill or gear, at most a d12."""
    return STEPS[min(foragers - 1 + better, len(STEPS) - 1)]


@rule("cairn.wild.supply", "cairn.action.supply", "cairn.setting.supply", "cairn.item.fishing_rod")
def supply(play: Play, state: State, foragers: tuple[str, ...]) -> State:
    """What those who hunt, fish and forage bring back."""
    why = "cairn.wild.supply"
    those = [one for one in people(state) if one.id in foragers]
    if not those:
        return state
    if state.settings.supply == "each_d4":
        uses = sum(sum(play.roll(1, 4, by=one.seat, why=why)) for one in those)
    else:
        better = sum(supply_step(one) for one in those)
        gear = max(supply_gear(one) for one in those)
        if gear and play.choose(REFEREE, "water_near", ("yes", "no"), why="cairn.item.fishing_rod") == "yes":
            better += gear
        (face,) = play.roll(1, supply_die(len(those), better), by=those[0].seat, why=why)
        uses = face * RATION_USES
    play.tell("supply", uses, why=why)
    return stow(play, state, uses)


@rule("cairn.wild.supply", "cairn.inventory.ten")
def stow(play: Play, state: State, uses: int) -> State:
    """Food is packed where there is room; what the party leaves, or cannot carry, stays behind."""
    bundles = [RATION_USES] * (uses // RATION_USES) + ([uses % RATION_USES] if uses % RATION_USES else [])
    free = [max(0, free_slots(one, state.settings)) for one in people(state)]
    easily = sum(max(0, slots - 1) for slots in free)
    most = min(len(bundles), sum(free))
    options = tuple(sorted(range(most + 1), key=lambda many: (many > easily, -many)))
    kept = play.choose(speaker(state), "supply_keep", options, len(bundles), easily, why="cairn.inventory.full")
    for bundle in bundles[:kept]:
        state, food = give(state, "cairn.item.rations", uses=bundle)
        bearer = max(people(state), key=lambda one: free_slots(one, state.settings))
        state = put(state, load(play, with_item(bearer, food), state.settings, state.clock))
    if kept < len(bundles):
        play.tell("supply.left", len(bundles) - kept, why="cairn.inventory.ten")
    return state
