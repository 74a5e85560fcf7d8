"""Expeditions for the simulator: what a party does in a dungeon, Cycle after Cycle, when nobody says.

A Cycle, a meeting and what comes after a fight are those of exploring; here is what the party chooses.
"""

from typing import Literal

from msgspec.structs import replace

from tallow.games.deeds import Action, Deeds
from tallow.games.expedition import Expedition, hand_out
from tallow.games.modified_cairn.bots.comrades import helped
from tallow.games.modified_cairn.bots.outcome import tally
from tallow.games.modified_cairn.characters.typical import party
from tallow.games.modified_cairn.combat import ammo
from tallow.games.modified_cairn.gear import light
from tallow.games.modified_cairn.gear.inventory import equipped
from tallow.games.modified_cairn.gear.slots import overloaded
from tallow.games.modified_cairn.gear.things import RATIONS, fresh
from tallow.games.modified_cairn.goods import (
    Arm,
    Armour,
    Relic,
    Runeskelf,
    Thing,
    armours,
    relics,
    runeskelfs,
    things,
    weapons,
)
from tallow.games.modified_cairn.harm import rest, tending
from tallow.games.modified_cairn.harm.conditions import provided
from tallow.games.modified_cairn.monsters.encounters import place
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import CYCLE, HOUR, Dungeon, State, able, alive, has
from tallow.games.modified_cairn.world import exploring
from tallow.games.modified_cairn.world.bearers import lit
from tallow.games.modified_cairn.world.darkness import DARK, PLACES, shade
from tallow.mechanics.two_sides import put
from tallow.play import Play

DEEDS: Deeds[State] = Deeds((*rest.DEEDS, *ammo.DEEDS), lambda state, _: tuple([one.id for one in state.party]))
"""What each does on the way."""

AN_HOUR = HOUR // CYCLE


def begin(spec: str, pack: str, settings: object) -> State:
    """A party of names or stat lines at the door of a calm dungeon, with this in their packs besides what they have."""
    chosen = settings if isinstance(settings, Settings) else Settings()
    return of(State(settings=chosen, party=party(spec, chosen)), pack)


def of(state: State, pack: str) -> State:
    """The party of a table at the door, fed, with this in their packs besides what they have."""
    living = tuple([provided(one, state.clock) for one in state.party if alive(one)])
    state = replace(
        state,
        settings=replace(state.settings, dungeon_module=True),
        phase="dungeon",
        dungeon=Dungeon(since=state.clock, peopled=True),
        journey=None,
        combat=None,
        ended=None,
        party=living,
        foes=(),
    )
    goods: tuple[Thing | Arm | Armour | Relic | Runeskelf, ...] = (
        *things().values(), *weapons().values(), *armours().values(), *relics().values(), *runeskelfs().values()
    )  # fmt: skip
    return shade(hand_out(state, pack, goods, len(living), _given, "Modified Cairn"))


def _given(state: State, good: Thing | Arm | Armour | Relic | Runeskelf, at: int) -> State | None:
    """The state with one more thing upon somebody, in its place; None if it does not fit into their slots."""
    state, thing = fresh(state, good.id)
    one = equipped(replace(state.party[at], items=(*state.party[at].items, thing)))
    return None if overloaded(one) else put(state, one)


# ---------------------------------------------------------------- Cycle after Cycle


def turn(play: Play, state: State) -> State:
    """A Cycle on the way: all but one move on, and that one keeps watch."""
    state = _ready(play, state)
    return state if met(state) else _spent(play, state, "go")


def rested(play: Play, state: State) -> State:
    """A Cycle of rest for the Fatigued whom it helps, and up to an hour until sleepers wake; the others keep watch."""
    state = _ready(play, state)
    for _ in range(AN_HOUR):
        tired = exploring.weary(state)
        if met(state) or not (tired or any(has(one, "asleep") for one in state.party if alive(one))):
            break
        state = _spent(play, state, "rest" if tired else "wait")
    return state


def _spent(play: Play, state: State, verb: Literal["go", "rest", "wait"]) -> State:
    """A Cycle, in which the Event Die is always rolled, and light again after it."""
    state = exploring.turn(play, exploring.level(play, state), verb, "", "new")
    return state if met(state) else lit(play, state)


def _ready(play: Play, state: State) -> State:
    """The Cycle of a fight over, light, and unless that has brought somebody, breath caught and quivers poured out."""
    state = lit(play, _after(play, state))
    for one in [] if met(state) else [one for one in state.party if able(one)]:
        for deed, needed in (("catch_breath", one.guard < one.guard_max), ("refill_ammo", bool(one.items))):
            if needed and _can(state, deed, one.id):
                state = DEEDS.perform(play, state, Action(deed, one.id))
    return state


def _after(play: Play, state: State) -> State:
    """The Cycle with a fight in it comes to its end."""
    fought, state = state.ended is not None, replace(state, ended=None)
    return exploring.fought_out(play, state) if fought or place(state).step == "event" else state


def _can(state: State, deed: str, who: str) -> bool:
    offer = DEEDS.offer(state, "", Action(deed, who))
    return offer is not None and offer.refusal is None


# ---------------------------------------------------------------- who is met, and how they fare


def met(state: State) -> bool:
    """Whether the Event Die has brought somebody upon them."""
    return bool(place(state).met)


def meet(state: State, foes: str) -> State:
    """These stand before them; nobody does any more, and they are on their way."""
    return exploring.facing(state, foes) if foes else replace(exploring.parted(state), ended=state.ended)


def _can_go_on(state: State) -> bool:
    return any(able(one) for one in state.party)


def _had_better_go(state: State) -> bool:
    """Half of them are down, or none has a light any more."""
    here = [one for one in state.party if able(one)]
    return 2 * len(here) <= len(state.party) or all(has(one, DARK) for one in here)


def counts(state: State) -> dict[str, float]:
    """How long it took, what it cost, and what is left."""
    living = [one for one in state.party if alive(one)]
    items = [item for one in living for item in one.items]
    return {
        "turns": place(state).cycle - 1,
        **tally(state.party),
        "fatigued": sum([has(one, "fatigued") for one in living]),
        "light_left": sum([item.uses - item.dots for item in items if item.ref in PLACES or item.ref == light.OIL]),
        "bandages_left": sum([item.uses - item.dots for item in items if item.ref in tending.MEANS]),
        "rations_left": sum([item.count for item in items if item.ref == RATIONS]),
    }


EXPEDITION: Expedition[State] = Expedition(
    begin=begin,
    turn=turn,
    rest=rested,
    met=met,
    meet=meet,
    able=_can_go_on,
    worn=_had_better_go,
    left=exploring.left,
    counts=counts,
    of=of,
    ready=helped,
    pack="Torch x2",
)
