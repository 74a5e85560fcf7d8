"""Exploration: the party's actions in a dangerous place, each for one or more turns."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.called_tests import called
from tallow.games.dead_weight.entries.gear import Armour
from tallow.games.dead_weight.gear.inventory import encumbered, entry
from tallow.games.dead_weight.gear.items import IN_TURN, all_use, usable
from tallow.games.dead_weight.gear.trappings import mend
from tallow.games.dead_weight.gear.treasure import find_loot
from tallow.games.dead_weight.harm.fatigue import recover_each, tired
from tallow.games.dead_weight.harm.perils import goes_on
from tallow.games.dead_weight.state import Adventurer, State, able, adventurer, alive, here
from tallow.games.dead_weight.world.places import number_of, step_into, tell_room, traps_here, ways
from tallow.games.dead_weight.world.traps import search_for_trap, spring
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, meanwhile, rule

LONG_WAY = 12


@rule(
    "dead_weight.action.explore_move",
    "dead_weight.exploration.move_encounter",
    "dead_weight.inventory.encumbered_move",
    "dead_weight.phase.exploration",
)
def move(play: Play, state: State, who: str) -> State:
    """The party goes elsewhere: the GM says where and how many turns it takes; twice as many if overloaded."""
    why = "dead_weight.action.explore_move"
    place = here(state)
    slow = pace(state)
    turns, to = slow, ""
    if place is not None and place.adventure:
        to = play.choose(REFEREE, "go_where", (*ways(place), "long_way"), adventurer(state, who).name, why=why)
    if not to or to == "long_way":
        lengths = (slow, *(n for n in range(1, LONG_WAY + 1) if n != slow))
        turns = play.choose(REFEREE, "move_turns", lengths, adventurer(state, who).name, why=why)
    if to == "long_way" and place is not None:
        to = play.choose(REFEREE, "go_where", ways(place), adventurer(state, who).name, why=why)
    if not goes_on(play, state, adventurer(state, who).seat, turns):
        return state
    play.tell("moves_on", turns, why=why)
    state = step_into(state, number_of(to) if to else "")
    tell_room(play, state)
    return pass_turns(play, state, turns)


@rule("dead_weight.inventory.encumbered_move")
def pace(state: State) -> int:
    """The turns that a way of one turn takes: 2 if somebody carries too much."""
    return 2 if any(able(one) and encumbered(one) for one in state.party) else 1


@rule("dead_weight.action.explore_loot", "dead_weight.exploration.loot_trap")
def loot(play: Play, state: State, who: str) -> State:
    """The party searches: the GM lists what is found, to be picked up, and may spring an unknown trap."""
    why = "dead_weight.action.explore_loot"
    play.tell("searches", adventurer(state, who).name, why=why)
    place = here(state)
    for trap in traps_here(place) if place else ():
        if play.choose(REFEREE, "spring", ("no", "yes"), trap.text, why="dead_weight.exploration.loot_trap") == "yes":
            state = spring(play, state, trap, who)
    return pass_turns(play, find_loot(play, state), 1)


@rule(
    "dead_weight.action.explore_parley", "dead_weight.exploration.parley_heated", "dead_weight.exploration.parley_lie"
)
def parley(play: Play, state: State, who: str) -> State:
    """Somebody talks instead of fighting; in a heated talk, or for a lie, the GM may ask for a PRE test."""
    why = "dead_weight.action.explore_parley"
    one = adventurer(state, who)
    play.tell("parley", one.name, why=why)
    how = play.choose(REFEREE, "parley", ("no_test", "heated", "lie"), one.name, why=why)
    if how != "no_test":
        state, _ = attempt(play, state, who, "PRE", f"dead_weight.exploration.parley_{how}")
    return pass_turns(play, state, 1)


@rule("dead_weight.action.explore_catch_breath", "dead_weight.exploration.turn_shared", "dead_weight.affliction.shaken")
def catch_breath(play: Play, state: State, _: str) -> State:
    """Everybody recovers one fatigue on each attribute, for one turn; the shaken recover nothing."""
    why = "dead_weight.action.explore_catch_breath"
    play.tell("catch_breath", why=why)
    party = tuple(recover_each(one) if able(one) and not shaken(one) else one for one in state.party)
    return pass_turns(play, replace(state, party=party), 1)


def shaken(one: Adventurer) -> bool:
    """Whether somebody cannot catch breath."""
    return "shaken" in one.afflictions


@rule("dead_weight.action.explore_look_for_traps")
def look_for_traps(play: Play, state: State, who: str) -> State:
    """Somebody skilled looks for traps, for one turn."""
    return pass_turns(play, search_for_trap(play, state, who), 1)


@rule("dead_weight.action.explore_use_item", "dead_weight.exploration.turn_shared", "dead_weight.camp.raw_ration")
def use_slow_item(play: Play, state: State, who: str) -> State:
    """Somebody uses a slow item, and everybody else may use one too, all for one turn."""
    return pass_turns(play, all_use(play, state, who, *IN_TURN), 1)


@rule("dead_weight.action.explore_freeform", "dead_weight.exploration.scope")
def freeform(play: Play, state: State, who: str) -> State:
    """Anything else that a player thinks of, for two turns; the GM may ask for a test."""
    why = "dead_weight.action.explore_freeform"
    play.tell("freeform", adventurer(state, who).name, why=why)
    state, _ = called(play, state, who, why)
    return pass_turns(play, state, 2)


@rule("dead_weight.exploration.scope", "dead_weight.skill.crafting")
def mending(play: Play, state: State, who: str) -> State:
    """Mend something broken, or restore an armour point, for two turns and the test that the GM sets."""
    why = "dead_weight.exploration.scope"
    options = tuple(("mend", owner, item) for owner, item in _mendable(state))
    _, owner, item = play.choose(adventurer(state, who).seat, "mend", options, why=why)
    state, reading = called(play, state, who, why, about="crafting")
    if reading is None or reading.success:
        state = mend(play, state, owner, item, why)
    return pass_turns(play, state, 2)


def _mendable(state: State) -> tuple[tuple[str, str], ...]:
    """The things that are broken or lack armour points, each with its owner."""
    found = []
    for one in state.party:
        for item in one.items if alive(one) else ():
            of = entry(item.ref)
            if item.broken or (isinstance(of, Armour) and item.ap < of.ap):
                found.append((one.id, item.id))
    return tuple(found)


@rule("dead_weight.exploration.phase_actions", "dead_weight.phase.exploration")
def exploring(state: State, who: str) -> bool:
    """Whether this adventurer may take actions of exploration now."""
    return state.phase == "exploration" and state.combat is None and any(one.id == who for one in state.party)


def cannot(
    why: RuleId, also: Callable[[State, Adventurer], Refusal | None] | None = None
) -> Callable[[State, str], Refusal | None]:
    """A refusal for somebody who cannot act, or whom `also` refuses."""

    def refuse(state: State, who: str) -> Refusal | None:
        one = adventurer(state, who)
        if not able(one):
            return Refusal("cannot_act", (one.name,), why)
        return also(state, one) if also else None

    return refuse


@rule("dead_weight.action.explore_loot", "dead_weight.exploration.loot_trap")
def _cannot_loot(state: State, _: Adventurer) -> Refusal | None:
    """Looting needs a safe place: no enemies, and no trap that the party knows of."""
    place = here(state)
    if state.enemies:
        return Refusal("enemies_here", (), "dead_weight.action.explore_loot")
    if place is not None and any(trap.known for trap in traps_here(place)):
        return Refusal("known_trap", (), "dead_weight.exploration.loot_trap")
    return None


def _cannot_breathe(state: State, one: Adventurer) -> Refusal | None:
    if shaken(one):
        return Refusal("shaken", (one.name,), "dead_weight.action.explore_catch_breath")
    return nobody_recovers(state)


@rule("dead_weight.action.explore_catch_breath", "dead_weight.affliction.parched")
def nobody_recovers(state: State) -> Refusal | None:
    """Why catching breath would help nobody of the party."""
    able_to = (other for other in state.party if able(other) and not shaken(other))
    if any(tired(other) and "parched" not in other.afflictions for other in able_to):
        return None
    return Refusal("nobody_tired", (), "dead_weight.action.explore_catch_breath")


def _cannot_use(state: State, one: Adventurer) -> Refusal | None:
    some = any(usable(state, one.id, *IN_TURN))
    return None if some else Refusal("nothing_to_use", (one.name,), "dead_weight.action.explore_use_item")


def _sneak(state: State, who: str) -> bool:
    return exploring(state, who) and "infiltration" in adventurer(state, who).life.skills


def _menders(state: State, who: str) -> bool:
    return exploring(state, who) and bool(_mendable(state))


def _deed(
    name: str,
    do: Callable[[Play, State, str], State],
    why: RuleId,
    cost: str,
    shown: Callable[[State, str], bool] = exploring,
    also: Callable[[State, Adventurer], Refusal | None] | None = None,
    rank: int = 0,
) -> Deed[State]:
    """A deed that takes turns for the whole party; nobody can begin another such deed until it is over."""

    def together(play: Play, state: State, who: str) -> State:
        meanwhile(play, state, phase="creation")
        return do(play, state, who)

    return Deed(name, together, why, cost=cost, shown=shown, refuse=cannot(why, also), group="exploring", rank=rank)


DEEDS: tuple[Deed[State], ...] = (
    _deed("move_on", move, "dead_weight.action.explore_move", "1 turn", rank=-1),
    _deed("loot", loot, "dead_weight.action.explore_loot", "1 turn", also=_cannot_loot, rank=-1),
    _deed("parley", parley, "dead_weight.action.explore_parley", "1 turn", rank=-1),
    _deed("catch_breath_all", catch_breath, "dead_weight.action.explore_catch_breath", "1 turn", also=_cannot_breathe),
    _deed(
        "look_for_traps", look_for_traps, "dead_weight.action.explore_look_for_traps", "1 turn", shown=_sneak, rank=-1
    ),
    _deed("use_slow_item", use_slow_item, "dead_weight.action.explore_use_item", "1 turn", also=_cannot_use),
    _deed("freeform", freeform, "dead_weight.action.explore_freeform", "2 turns"),
    _deed("mend", mending, "dead_weight.exploration.scope", "2 turns", shown=_menders),
)
