"""Expeditions for the simulator: what a party of bots does in a dungeon, Cycle after Cycle.

Cycles, meetings and the time after a fight follow the rules in `world/exploring.py`; this module has only the party's
choices.
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
"""The deeds that bots do between Cycles."""

AN_HOUR = HOUR // CYCLE


def begin(spec: str, pack: str, settings: object) -> State:
    """Make a party from names or stat lines (`spec`), at the door of a calm dungeon, with `pack` as further gear."""
    chosen = settings if isinstance(settings, Settings) else Settings()
    return of(State(settings=chosen, party=party(spec, chosen)), pack)


def of(state: State, pack: str) -> State:
    """Put the living party of an existing state, fed, at the door of a dungeon, with `pack` as further gear."""
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
    """The state with the good given to the party member at index `at`; None if it would overload them."""
    state, thing = fresh(state, good.id)
    one = equipped(replace(state.party[at], items=(*state.party[at].items, thing)))
    return None if overloaded(one) else put(state, one)


def turn(play: Play, state: State) -> State:
    """Spend a Cycle on moving: all move on but one, who keeps watch."""
    state = _ready(play, state)
    return state if met(state) else _spent(play, state, "go")


def rested(play: Play, state: State) -> State:
    """Rest for up to an hour, while anybody can shed Fatigue or is asleep; the others keep watch."""
    state = _ready(play, state)
    for _ in range(AN_HOUR):
        tired = exploring.weary(state)
        if met(state) or not (tired or any(has(one, "asleep") for one in state.party if alive(one))):
            break
        state = _spent(play, state, "rest" if tired else "wait")
    return state


def _spent(play: Play, state: State, verb: Literal["go", "rest", "wait"]) -> State:
    """Spend one Cycle, in which the Event Die is always rolled, then light what is needed."""
    state = exploring.turn(play, exploring.level(play, state), verb, "", "new")
    return state if met(state) else lit(play, state)


def _ready(play: Play, state: State) -> State:
    """Finish the Cycle of a fight and light what is needed; if nobody is met, catch breath and refill ammunition."""
    state = lit(play, _after(play, state))
    for one in [] if met(state) else [one for one in state.party if able(one)]:
        for deed, needed in (("catch_breath", one.guard < one.guard_max), ("refill_ammo", bool(one.items))):
            if needed and _can(state, deed, one.id):
                state = DEEDS.perform(play, state, Action(deed, one.id))
    return state


def _after(play: Play, state: State) -> State:
    """Finish the current Cycle if there was a fight or an event in it."""
    fought, state = state.ended is not None, replace(state, ended=None)
    return exploring.fought_out(play, state) if fought or place(state).step == "event" else state


def _can(state: State, deed: str, who: str) -> bool:
    offer = DEEDS.offer(state, "", Action(deed, who))
    return offer is not None and offer.refusal is None


def met(state: State) -> bool:
    """Whether the Event Die has brought an encounter."""
    return bool(place(state).met)


def meet(state: State, foes: str) -> State:
    """Put these foes before the party; an empty text ends the meeting."""
    return exploring.facing(state, foes) if foes else replace(exploring.parted(state), ended=state.ended)


def _can_go_on(state: State) -> bool:
    return any(able(one) for one in state.party)


def _had_better_go(state: State) -> bool:
    """Whether the party should turn back: half of it is down, or nobody has a light."""
    here = [one for one in state.party if able(one)]
    return 2 * len(here) <= len(state.party) or all(has(one, DARK) for one in here)


def counts(state: State) -> dict[str, float]:
    """The figures of an expedition: Cycles spent, losses, and supplies left."""
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
