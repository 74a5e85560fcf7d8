"""Expeditions for the simulator: what bots do with a party in a dark place, turn after turn.

The place, its turns and the end of a lost party come from `world.exploring`; this module makes the party's choices.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from tallow.games.dead_weight.bots.between_fights import can, caring, worn_out
from tallow.games.dead_weight.bots.outcome import tally
from tallow.games.dead_weight.bots.party_care import (
    breathed,
    camped,
    leader,
    light_ahead,
    on_the_way,
    prayed,
    remedies,
    seen_to,
    standing,
)
from tallow.games.dead_weight.camp.camping import SUPPLY, owned
from tallow.games.dead_weight.characters.attributes import wounds_of
from tallow.games.dead_weight.characters.typical import party
from tallow.games.dead_weight.combat.ending import put_aside
from tallow.games.dead_weight.combat.rounds import arrayed
from tallow.games.dead_weight.entries.gear import Armour, Shield, Thing, Weapon, armours, shields, things, weapons
from tallow.games.dead_weight.gear.inventory import LANTERNS, SPOILED, limit, load, stacks_on, stow, thing
from tallow.games.dead_weight.gear.lighting import OIL, hands_full
from tallow.games.dead_weight.gear.uses import LIGHTS
from tallow.games.dead_weight.monsters.bestiary import several
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import Adventurer, Item, State, able, alive, here, put, put_location
from tallow.games.dead_weight.world import exploring
from tallow.games.dead_weight.world.consequences import consequences
from tallow.games.dead_weight.world.exploring import dice_of
from tallow.games.dead_weight.world.omens import new_omens
from tallow.games.dead_weight.world.phases import RATION
from tallow.games.deeds import Action
from tallow.games.expedition import Expedition, hand_out
from tallow.mechanics.ids import serial
from tallow.play import Play, RuleId, Seat

HERE = "this place"

SPARE = 4
"""For so many turns more than the way out takes the light should last."""


def begin(spec: str, pack: str, settings: object) -> State:
    """A new party at the entrance of a dark place; `pack` is handed out to them besides their own equipment."""
    chosen = settings if isinstance(settings, Settings) else Settings()
    members = party(spec)
    return of(State(settings=chosen, party=members, serial=max(len(one.items) for one in members)), pack)


def of(state: State, pack: str) -> State:
    """The living party of a table at the entrance of a dark place; `pack` is handed out besides what they carry.

    The doom of the place has the steps of the book's own adventure.
    """
    living = tuple([put_aside(one) for one in state.party if alive(one)])
    state, place = exploring.new_place(
        State(
            settings=state.settings,
            phase="exploration",
            party=living,
            omens=state.omens,
            expeditions=state.expeditions + 1,
            serial=state.serial,
        ),
        HERE,
    )
    state = replace(state, here=place.id)
    goods: tuple[Thing | Weapon | Armour | Shield, ...] = (
        *things().values(),
        *weapons().values(),
        *armours().values(),
        *shields().values(),
    )
    return hand_out(state, pack, goods, len(living), _given, "Dead Weight")


def _given(state: State, good: Thing | Weapon | Armour | Shield, at: int) -> State | None:
    """The state with a new thing in the pack that suits it best; ties go from member `at` on; None without room."""
    state, id_ = serial(state, "i")
    new = thing(good.id, id_)
    for one in sorted((*state.party[at:], *state.party[:at]), key=lambda one: _fitness(one, new)):
        laden = stow(one, new)
        if laden is not None and load(laden) + _stacks_of_lights(laden) <= limit(laden):
            return put(state, laden)
    return None


def _stacks_of_lights(one: Adventurer) -> bool:
    """Whether somebody has a stack of lights, and so needs one more slot for the one that burns."""
    return any(item.ref in LIGHTS and item.count > 1 for item in one.items)


def _fitness(one: Adventurer, new: Item) -> tuple[int, int]:
    """Sort key, lowest first: lights go to free hands, oil to owners of lanterns, other things to a fitting stack."""
    if new.ref in LIGHTS:
        return hands_full(one), _pieces(one.items, *LIGHTS)
    if new.ref == OIL:
        return -_pieces(one.items, *LANTERNS), 0
    return stacks_on(one, new) is None, 0


def turn(play: Play, state: State) -> State:
    """One exploration turn: urgent care, then the party moves on; the doom that it adds may bring a fight."""
    state = consequences(play, state)
    if not state.omens.size:
        state = new_omens(play, state)
    state = seen_to(play, state)
    if on_the_way(state) and leader(state):
        state = exploring.turn(play, state, "go", "", "new")
    return _found(state)


def rest(play: Play, state: State) -> State:
    """After a fight: pray over wounds; camp if somebody is worn out and the camp can be supplied; else catch breath."""
    state = prayed(play, seen_to(play, consequences(play, state)))
    if any(alive(one) and worn_out(one) for one in state.party) and (not state.camps or owned(state, SUPPLY)):
        return _found(camped(play, state))
    return _found(breathed(play, state))


def _found(state: State) -> State:
    """If doom has reached a number not played yet, a combat that waits for its enemies; else the state unchanged."""
    place = here(state)
    if place is None or not on_the_way(state) or not standing(state):
        return state
    due = [at for at, _ in place.events if at in place.told and at not in place.played]
    if not due:
        return state
    return arrayed(put_location(state, replace(place, played=(*place.played, due[0]))))


def met(state: State) -> bool:
    """Whether an encounter is due, brought by doom or by an ambush in camp."""
    return state.combat is not None


def meet(state: State, foes: str) -> State:
    """Begin the encounter with these enemies; without any, the party goes back to what it did before."""
    came, state = state.combat, replace(state, combat=None, enemies=(), ended=None)
    if not foes:
        return state if came is None else replace(state, phase=came.back_to)
    if came is None:
        return arrayed(state, several(foes))
    return arrayed(state, several(foes), surprised=came.surprised, back_to=came.back_to)


def urgent(state: State, seat: Seat) -> Action | None:
    """What a seat should do first in a place: help those who are down, use remedies, camp if somebody is worn out."""
    mine = [one for one in standing(state) if one.seat == seat]
    wishes = (*remedies(state, mine), *caring(state, mine, supplied=bool(owned(state, SUPPLY))))
    return next((Action(name, who) for name, who in wishes if can(state, name, who)), None)


def _can_go_on(state: State) -> bool:
    return any(able(one) for one in state.party)


def _had_better_go(state: State) -> bool:
    """Whether to turn back: at most half of the party is fit, or the light will not last for the way home."""
    fit = [one for one in standing(state) if not worn_out(one)]
    return 2 * len(fit) <= len(state.party) or short_of_light(state)


def worn_away(state: State, rooms: int) -> bool:
    """Whether to turn back where the way out is known: at most half of the party has more dice left than wounds, or
    the light will hardly last for so many rooms.
    """
    fit = [one for one in standing(state) if wounds_of(one) <= dice_of(one)]
    return 2 * len(fit) <= len(state.party) or (_dark(state) and light_ahead(state) < rooms + SPARE)


def short_of_light(state: State) -> bool:
    """Whether the light will last for fewer turns than the party has been here, so not for the way back."""
    return _dark(state) and light_ahead(state) < max(1, state.turns)


def _dark(state: State) -> bool:
    place = here(state)
    return state.settings.darkness and place is not None and place.dark


def counts(state: State) -> dict[str, float]:
    """Figures of an expedition for the simulator: how long it took, what it cost, and what is left."""
    living = [one for one in state.party if alive(one)]
    items = [item for one in living for item in one.items]
    return {
        "turns": state.turns,
        **tally(state.party),
        "afflictions": sum([len(one.afflictions) for one in living]),
        "camps": state.camps,
        "doom": state.locations[0].doom,
        "light_left": _pieces(items, *LIGHTS),
        "rations_left": _pieces(items, RATION),
    }


def _pieces(items: Iterable[Item], *refs: RuleId) -> int:
    """How many usable pieces of these there are; an empty lantern does not count."""
    good = [item for item in items if item.ref in refs and not item.broken and SPOILED not in item.marks]
    return sum([item.count for item in good if item.usage or item.ref not in LIGHTS])


EXPEDITION: Expedition[State] = Expedition(
    begin=begin,
    turn=turn,
    rest=rest,
    met=met,
    meet=meet,
    able=_can_go_on,
    worn=_had_better_go,
    left=exploring.left,
    urgent=urgent,
    counts=counts,
    of=of,
    worn_away=worn_away,
    pack="Torch x4",
)
