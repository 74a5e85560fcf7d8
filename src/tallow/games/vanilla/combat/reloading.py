"""Readying and reloading ranged weapons: small ones are free, medium ones a move, large ones a whole go."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.vanilla.combat.acting import go_deed
from tallow.games.vanilla.entries import weapons
from tallow.games.vanilla.gear.handling import take_in_hand
from tallow.games.vanilla.gear.inventory import item_of, with_item
from tallow.games.vanilla.gear.weapons import is_ranged
from tallow.games.vanilla.state import Creature, State
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, rule

NO_MORE_FREE = 99
"""Reloading a large weapon leaves no Free Attack for the rest of the Round."""


def _unready(one: Creature, size: str) -> tuple[str, ...]:
    """The ids of ranged weapons of a size that need to be, and can be, readied or reloaded."""
    found = []
    for item in one.items:
        ready = item.empty or (item.place == "hands" and item.loaded)
        if is_ranged(item) and weapons()[item.ref].size == size and not ready:
            found.append(item.id)
    return tuple(found)


@rule(
    "vanilla.action.ready_small",
    "vanilla.action.ready_medium",
    "vanilla.action.ready_large",
    "vanilla.weapon.reload_small",
    "vanilla.weapon.reload_medium",
    "vanilla.weapon.reload_large",
)
def readied(size: str) -> Callable[[Play, State, str], State]:
    """Make the rule that readies or reloads a ranged weapon of a size."""

    def ready(play: Play, state: State, who: str) -> State:
        one = find(state, who)
        why = f"vanilla.action.ready_{size}"
        which = play.choose(one.seat, "ready_what", _unready(one, size), one.name, why=why)
        item = replace(item_of(one, which), loaded=True)
        state = put(state, with_item(one, item))
        if item.place != "hands":
            state = take_in_hand(play, state, who, item)
        play.tell("readied", one.name, item.name, why=why)
        one = find(state, who)
        return put(state, replace(one, frees=NO_MORE_FREE)) if size == "large" else state

    return ready


def _can_ready(size: str) -> Callable[[State, str], bool]:
    return lambda state, who: bool(_unready(find(state, who), size))


DEEDS: tuple[Deed[State], ...] = (
    go_deed(
        "ready_small",
        "",
        readied("small"),
        "vanilla.action.ready_small",
        provokes=False,
        shown=_can_ready("small"),
        rank=-1,
    ),
    go_deed(
        "ready_medium", "move", readied("medium"), "vanilla.action.ready_medium", shown=_can_ready("medium"), rank=-1
    ),
    go_deed("ready_large", "both", readied("large"), "vanilla.action.ready_large", shown=_can_ready("large"), rank=-1),
)
