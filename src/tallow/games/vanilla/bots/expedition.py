"""Expeditions for the simulator: what a party does in a dungeon, Turn after Turn, when nobody says."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from tallow.games.deeds import Action, Deeds
from tallow.games.expedition import Expedition, hand_out
from tallow.games.vanilla.bots.outcome import tally
from tallow.games.vanilla.combat.aftermath import own, unengaged
from tallow.games.vanilla.combat.armour import is_shield, shield, worn
from tallow.games.vanilla.entries import Thing, things, weapons
from tallow.games.vanilla.gear import bubbles, handling, lighting
from tallow.games.vanilla.gear.caches import leave
from tallow.games.vanilla.gear.handling import handed_over, take_in_hand, taken_up
from tallow.games.vanilla.gear.inventory import fits, item_of, made, with_item
from tallow.games.vanilla.gear.light import CANDLE, LANTERN, OIL, TORCH, blind, lightable, stowed
from tallow.games.vanilla.gear.weapons import free_hands, hands_of, held
from tallow.games.vanilla.harm.damage import dies, wounded
from tallow.games.vanilla.magic.effects import pruned
from tallow.games.vanilla.monsters.bestiary import APART, opposed, several
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import HOUR, TURN, Creature, Item, State, able, alive
from tallow.games.vanilla.world import turns
from tallow.mechanics.conditions import has
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import Play

DEEDS = Deeds(
    (*turns.DEEDS, *lighting.DEEDS, *bubbles.DEEDS, *handling.DEEDS),
    lambda state, _: tuple(one.id for one in state.party),
)
"""What is done on the way."""

LIGHTS = (TORCH, CANDLE, LANTERN, OIL)
MORNING = 8 * HOUR
"""When they set out."""


def begin(spec: str, pack: str, settings: object) -> State:
    """A party of names or classes at the door of a dungeon, with these lights besides what Gear Bubbles may hold."""
    chosen = settings if isinstance(settings, Settings) else Settings()
    return of(State(settings=chosen, clock=MORNING, party=several(spec, "hero")), pack)


def of(state: State, pack: str) -> State:
    """The party of a table at the door, where it is dark inside, with these lights besides what it has."""
    by = MORNING - state.clock
    living = tuple([replace(_later(unengaged(one), by), seat="party") for one in state.party if alive(one)])
    state = replace(
        state,
        phase="explore",
        place="dungeon",
        dark=True,
        clock=MORNING,
        party=living,
        foes=(),
        combat=None,
        ended=None,
        effects=tuple([replace(effect, ends=effect.ends + by if effect.ends else 0) for effect in state.effects]),
        busy=(),
        ground=(),
        ground_coins=0,
    )
    goods = [things()[ref] for ref in LIGHTS]
    return hand_out(pruned(state), pack, goods, len(state.party), _given, "Grit and Flesh")


def _later(one: Creature, by: int) -> Creature:
    """Somebody for whom all that falls due is so many minutes later."""
    pay = replace(one.pay, paid_until=one.pay.paid_until + by) if one.pay is not None else None
    return replace(one, wakes=one.wakes + by if one.wakes else 0, pay=pay)


def _given(state: State, light: Thing, at: int) -> State | None:
    """A light goes to those who have a hand free for it, oil to those who have a lantern; to anyone if nobody has."""
    fitting = [one for one in state.party if _suits(state, one, light)]
    if fitting and state.party[at] not in fitting:
        return None
    state, id_ = serial(state, "i")
    return put(state, with_item(state.party[at], made(light.id, id_)))


def _suits(state: State, one: Creature, light: Thing) -> bool:
    return any(item.ref == LANTERN for item in one.items) if light.id == OIL else free_hands(one, state.settings) > 0


# ---------------------------------------------------------------- Turn after Turn


def turn(play: Play, state: State) -> State:
    """A Turn on the way: those who are out are waited for, arms are taken up, there is light, and all move on."""
    state = _together(play, state)
    if met(state):
        return state
    state = DEEDS.perform(play, _lit(play, leave(play, state)), Action("end_turn"))
    return _lit(play, state)


def rest(play: Play, state: State) -> State:
    """Ten minutes of rest and again, for as long as somebody who is not wounded has half of their Grit or less."""
    state = _together(play, state)
    while not met(state) and any(_mends(one) for one in state.party):
        for one in sorted(state.party, key=lambda one: one.kind == "pc"):
            if able(one) and not met(state):
                lacks = not wounded(one) and one.grit < one.grit_max
                state = DEEDS.perform(play, state, Action("rest" if lacks else "keep_watch", one.id))
        state = _lit(play, state)
    return state


def _mends(one: Creature) -> bool:
    low = one.grit < one.grit_max and 2 * one.grit <= one.grit_max
    return low and able(one) and not wounded(one) and not has(one, "mummy_rot")


# ---------------------------------------------------------------- arms and lights


def _together(play: Play, state: State) -> State:
    """A Turn in which those wake who are out, if any are; then all take up what they or the dead let fall."""
    if any(alive(one) and has(one, "out") for one in state.party):
        state = DEEDS.perform(play, state, Action("end_turn"))
    lights = [item for one in state.party if has(one, "dead") for item in one.items if item.ref in LIGHTS]
    for item in (*state.ground, *lights):
        taker = next((one for one in _people(state) if _wants(state, one, item)), None)
        if taker is not None:
            state = taken_up(play, state, taker.id, item.id)
            if is_shield(item):
                state = take_in_hand(play, state, taker.id, item_of(find(state, taker.id), item.id))
    return _lit(play, state)


def _people(state: State) -> list[Creature]:
    """Those who can act, and who need light, whoever has hands free first."""
    people = [one for one in state.party if able(one) and one.kind != "enemy"]
    return sorted(people, key=lambda one: -free_hands(one, state.settings))


def _wants(state: State, one: Creature, item: Item) -> bool:
    """Whether somebody has use for a thing: lights; with a hand free a weapon if they hold none, a shield to armour."""
    if item.ref in LIGHTS:
        return True
    if free_hands(one, state.settings) < hands_of(item, state.settings) or not fits(state, one, item):
        return False
    if item.ref in weapons():
        return not any(other.ref in weapons() for other in held(one))
    return is_shield(item) and worn(one) is not None and shield(one) is None


def _lit(play: Play, state: State) -> State:
    """Somebody has a light in hand, if it can be had by any means."""
    while in_dark(state) and (deed := _to_light(state)) is not None:
        state = deed(play, state)
    return state


def _to_light(state: State) -> Callable[[Play, State], State] | None:
    """What comes next for light: it is lit, or handed to somebody with a hand free, or one made free; a Gear Bubble."""
    people = _people(state)
    for one in people:
        if lightable(one, state.settings):
            return _deed("light", one)
    for one in people:
        torch = next((item.id for item in one.items if item.ref in (TORCH, CANDLE)), "")
        if torch and free_hands(people[0], state.settings):
            return partial(_handed, one.id, people[0].id, torch)
        if held(one) and lightable(replace(one, items=tuple([stowed(item) for item in one.items])), state.settings):
            return _deed("put_away", one)
    return next((_deed("fill_bubble", one) for one in people if bubbles.no_bubble(state, one.id) is None), None)


def _deed(name: str, one: Creature) -> Callable[[Play, State], State]:
    return lambda play, state: DEEDS.perform(play, state, Action(name, one.id))


def _handed(who: str, whom: str, which: str, play: Play, state: State) -> State:
    return handed_over(play, state, who, whom, which)


def in_dark(state: State) -> bool:
    """Whether any of them sees nothing for want of light."""
    return any(able(one) and blind(state, one) for one in state.party)


# ---------------------------------------------------------------- who is met, and how they fare


def met(state: State) -> bool:
    """Whether the encounter die has brought somebody upon them."""
    return state.phase == "encounter"


def meet(state: State, foes: str) -> State:
    """These stand before them; nobody does, and they are on their way, unless the last fight has left them lying."""
    alone = pruned(replace(state, phase="explore", party=tuple(own(state)), foes=(), busy=()))
    if not foes:
        return alone
    against = tuple(replace(opposed(one), at=APART) for one in several(foes, f"foe{state.clock}-"))
    return replace(alone, phase="encounter", foes=against, ended=None)


def _beaten(state: State) -> bool:
    return state.ended is not None and state.ended.how == "party_down"


def _can_go_on(state: State) -> bool:
    """Somebody lives, and does not lie at the feet of those who beat them all."""
    return not _beaten(state) and any(alive(one) for one in state.party)


def _had_better_go(state: State) -> bool:
    """Half of them are down or have only wounded Flesh left to lose, or it is dark and will stay so."""
    fit = [one for one in state.party if able(one) and (one.grit or not wounded(one))]
    return 2 * len(fit) <= len(state.party) or (in_dark(state) and _to_light(state) is None)


def _left(play: Play, state: State) -> State:
    """Whoever is out at the feet of those who won is killed without a roll: nobody stands against it."""
    for one in state.party:
        state = dies(play, state, one.id) if alive(one) and _beaten(state) else state
    return state


def counts(state: State) -> dict[str, float]:
    """How long it took, what it cost, and what is left."""
    items = [item for one in state.party if alive(one) for item in one.items if item.ref in LIGHTS]
    return {
        "turns": (state.clock - MORNING) // TURN,
        **tally(state.party),
        "bubbles_filled": sum([one.bubbles for one in state.party]),
        "light_left": sum([item.count for item in items if item.ref != LANTERN or item.burns]),
    }


EXPEDITION: Expedition[State] = Expedition(
    begin=begin,
    turn=turn,
    rest=rest,
    met=met,
    meet=meet,
    able=_can_go_on,
    worn=_had_better_go,
    left=_left,
    counts=counts,
    of=of,
    pack="Torch x2",
)
