"""Spoils: the weapons that listed creatures fight with, which can be taken from the fallen."""

from functools import cache

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.folk import Blow
from tallow.games.modified_cairn.gear.inventory import at_ease, laid_down
from tallow.games.modified_cairn.gear.things import made, sides
from tallow.games.modified_cairn.monsters.meeting import met
from tallow.games.modified_cairn.monsters.traits import entry
from tallow.games.modified_cairn.state import Creature, Item, State, able, up
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

SPOILS: RuleId = "modified_cairn.enemy.spoils"


@cache
def _armed(of: RuleId) -> dict[str, Blow]:
    """The attacks of an entry that are made with weapons, by name."""
    monster = entry(of)
    if monster is None:
        return {}
    led = monster.leader.attacks if monster.leader else ()
    return {blow.name: blow for blow in (*monster.attacks, *led) if blow.arms}


@rule("modified_cairn.enemy.spoils")
def arms(creature: Creature) -> tuple[Item, ...]:
    """The weapons that a creature fights with, without ids: one for each die of an attack, with that die."""
    armed = _armed(creature.of)
    found: list[Item] = []
    for attack in creature.attacks:
        if (blow := armed.get(attack.name)) is not None:
            name = blow.name.capitalize() if len(blow.arms) == 1 else ""
            pairs = zip(blow.arms, sides(blow.dice), strict=True)
            found += [replace(made(ref, "", name), dice=(die,)) for ref, die in pairs]
    return tuple(found)


def fallen(state: State) -> tuple[Creature, ...]:
    """The foes who lie there after a fight, and have something to be taken."""
    if state.combat is not None:
        return ()
    down = [one for one in state.foes if not up(one) and GONE.isdisjoint(one.states) and met(state, one)]
    return tuple([one for one in down if one.items or arms(one)])


GONE = frozenset(("fled", "routed", "gone", "away"))
"""States of foes who are not there any more."""


@rule("modified_cairn.enemy.spoils")
def strip(play: Play, state: State, who: str) -> State:
    """Take from all the fallen what they fought with and carry; it lies on the ground for whoever picks it up."""
    for one in fallen(state):
        things = (*arms(one), *one.items)
        names = tuple([item.name for item in things])
        play.tell("spoils", find(state, who).name, one.name, names, why=SPOILS)
        armed = _armed(one.of)
        bare = tuple([attack for attack in one.attacks if attack.name not in armed])
        state = put(state, replace(one, items=(), attacks=bare))
        for item in things:
            state, id_ = serial(state, "i")
            state = laid_down(state, replace(item, id=item.id or id_))
    return state


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "strip",
        strip,
        SPOILS,
        shown=lambda state, who: at_ease(state, who) and able(find(state, who)) and bool(fallen(state)),
        group="slots",
    ),
)
