"""Traps: looking for them, disarming them, and springing them."""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.gear.inventory import HANDS, carries
from tallow.games.dead_weight.harm.wounds import Hit, suffer
from tallow.games.dead_weight.state import Location, State, Trap, able, adventurer, alive, here, put_location, speaker
from tallow.games.dead_weight.world.places import abroad, traps_here
from tallow.games.deeds import Deed
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, rule

POLE = "dead_weight.item.pole"
KIT = "dead_weight.item.trapping_kit"
WHY = "dead_weight.action.explore_look_for_traps"


@rule("dead_weight.action.explore_look_for_traps", "dead_weight.item.pole", "dead_weight.skill.infiltration")
def search_for_trap(play: Play, state: State, who: str) -> State:
    """An INT test to find a trap, if there is one: a great success disarms it, a critical failure springs any."""
    edge = int(carries(adventurer(state, who), POLE) is not None)
    state, reading = attempt(play, state, who, "INT", WHY, advantages=edge)
    place = here(state)
    hidden = tuple(trap for trap in traps_here(place) if not trap.known) if place else ()
    if reading.critical:
        for trap in hidden:
            state = spring(play, state, trap, who, reading.helper)
        if hidden:
            return state
    if not reading.success or not hidden:
        play.tell("trap.none", adventurer(state, who).name, why=WHY)
        return state
    play.tell("trap.found", adventurer(state, who).name, hidden[0].text, why=WHY)
    if reading.great:
        play.tell("trap.disarmed", hidden[0].text, why=WHY)
        return removed(state, hidden[0])
    return disarm(play, known(state, hidden[0]), hidden[0])


@rule("dead_weight.action.explore_disarm_trap", "dead_weight.item.trapping_kit")
def disarm(play: Play, state: State, trap: Trap) -> State:
    """Anybody who wants tries to disarm a trap just found, once: a DEX test; a failure springs it."""
    why = "dead_weight.action.explore_disarm_trap"
    hands = tuple(one.id for one in state.party if able(one))
    who = play.choose(speaker(state), "disarm", (*hands, "nobody"), trap.text, why=why)
    if who == "nobody":
        return state
    kit = any(item.ref == KIT and item.place in HANDS and not item.broken for item in adventurer(state, who).items)
    state, reading = attempt(play, state, who, "DEX", why, advantages=int(kit))
    if reading.success:
        play.tell("trap.disarmed", trap.text, why=why)
        return removed(state, trap)
    return spring(play, state, trap, who, reading.helper)


@rule("dead_weight.exploration.loot_trap", "dead_weight.help.consequences")
def spring(play: Play, state: State, trap: Trap, who: str, helper: str = "") -> State:
    """Spring a trap and remove it: the GM says who is wounded, by default who sprang it and who helped."""
    why = "dead_weight.exploration.loot_trap"
    play.tell("trap.sprung", trap.text, why=why)
    state = removed(state, trap)
    if not trap.wounds:
        play.tell("trap.ruling", trap.text, why=why, seen_by=(REFEREE,))
        return state
    others = tuple(one.id for one in state.party if alive(one) and one.id != who)
    both = ("both",) if helper else ()
    options = (*both, *((who,) if who else ()), *others, "everybody", "nobody")
    caught = play.choose(REFEREE, "trap_whom", options, trap.text, trap.wounds, why=why)
    if caught == "nobody":
        return state
    for one in state.party:
        if alive(one) and (caught in {one.id, "everybody"} or (caught == "both" and one.id in {who, helper})):
            state, _ = suffer(play, state, one.id, Hit(trap.wounds), why)
    return state


def removed(state: State, trap: Trap) -> State:
    """The state without a trap."""
    return _with_traps(state, tuple(old for old in _traps(state) if old.id != trap.id))


def known(state: State, trap: Trap) -> State:
    """The state in which the party knows of a trap."""
    seen = replace(trap, known=True)
    return _with_traps(state, tuple(seen if old.id == trap.id else old for old in _traps(state)))


def _traps(state: State) -> tuple[Trap, ...]:
    place = here(state)
    return place.traps if place else ()


def _with_traps(state: State, traps: tuple[Trap, ...]) -> State:
    place = here(state)
    return put_location(state, replace(place, traps=traps)) if place else state


def _set_trap(play: Play, state: State, _: str) -> State:
    """The GM lays a trap in this room."""
    place = here(state)
    text = play.write(REFEREE, "trap_text", why="dead_weight.exploration.loot_trap").strip()
    if place is None or not text:
        return state
    wounds = play.choose(REFEREE, "trap_wounds", range(7), why="dead_weight.exploration.loot_trap")
    state, id_ = serial(state, "trap")
    return put_location(state, replace(place, traps=(*place.traps, Trap(id_, text, place.room, wounds))))


def _which(play: Play, place: Location) -> Trap:
    traps = traps_here(place)
    listed = tuple(("trap", trap.id, trap.text) for trap in traps)
    _, id_, _ = play.choose(REFEREE, "which_trap", listed, why="dead_weight.exploration.loot_trap")
    return next(trap for trap in traps if trap.id == id_)


@rule("dead_weight.exploration.loot_trap", "dead_weight.doom.meaning")
def _spring_trap(play: Play, state: State, _: str) -> State:
    """The GM springs a trap."""
    place = here(state)
    return state if place is None else spring(play, state, _which(play, place), "")


def _reveal_trap(play: Play, state: State, _: str) -> State:
    """The GM shows a trap to the party, or removes it."""
    place = here(state)
    if place is None:
        return state
    trap = _which(play, place)
    if play.choose(REFEREE, "trap_becomes", ("known", "gone"), trap.text, why="dead_weight.need.gm_secret") == "gone":
        return removed(state, trap)
    play.tell("trap.known", trap.text, why="dead_weight.need.gm_secret")
    return known(state, trap)


def _trapped(state: State, who: str) -> bool:
    place = here(state)
    return abroad(state, who) and place is not None and bool(traps_here(place)) and any(map(alive, state.party))


DEEDS: tuple[Deed[State], ...] = (
    Deed("set_trap", _set_trap, "dead_weight.exploration.loot_trap", by="referee", shown=abroad, group="dangers"),
    Deed(
        "spring_trap", _spring_trap, "dead_weight.exploration.loot_trap", by="referee", shown=_trapped, group="dangers"
    ),
    Deed("reveal_trap", _reveal_trap, "dead_weight.need.gm_secret", by="referee", shown=_trapped, group="dangers"),
)
