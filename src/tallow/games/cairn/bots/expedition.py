"""Expeditions for the simulator: what a party of bots does in a dungeon, cycle after cycle."""

from msgspec.structs import replace

from tallow.games.cairn.bots.outcome import tally
from tallow.games.cairn.characters.typical import party
from tallow.games.cairn.entries import Armour, Thing, Weapon, armours, things, weapons
from tallow.games.cairn.gear.inventory import OWN, free_slots, with_item, without
from tallow.games.cairn.gear.light import OIL, TORCH, dark, light_of
from tallow.games.cairn.gear.things import give, worn
from tallow.games.cairn.gear.uses import purpose, usable, use
from tallow.games.cairn.harm import healing
from tallow.games.cairn.harm.deprivation import MEALS
from tallow.games.cairn.monsters.bestiary import several
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Creature, Dungeon, Item, State, able, alive
from tallow.games.cairn.world import dungeon, exploring
from tallow.games.expedition import Expedition, hand_out
from tallow.games.exploring import Verb
from tallow.mechanics.conditions import has
from tallow.mechanics.statline import dice
from tallow.mechanics.two_sides import put
from tallow.play import Play, rule


def begin(spec: str, pack: str, settings: object) -> State:
    """Make a party from names or stat lines (`spec`), at the door of a dungeon, with `pack` as further gear."""
    chosen = settings if isinstance(settings, Settings) else Settings()
    return of(State(settings=chosen, party=party(spec, chosen)), pack)


def of(state: State, pack: str) -> State:
    """Put the living party of an existing state at the door of a dungeon, with `pack` as further gear."""
    living = tuple([replace(one, at=0) for one in state.party if alive(one)])
    state = replace(
        state, phase="dungeon", dungeon=Dungeon(), journey=None, party=living, foes=(), fight=None, ended=None
    )
    goods: tuple[Thing | Weapon | Armour, ...] = (*things().values(), *weapons().values(), *armours().values())
    state = hand_out(state, pack, goods, len(state.party), _given, "Cairn")
    return put(state, *[_unburdened(one, 1, state.settings) for one in state.party])


@rule("cairn.inventory.ten", "cairn.inventory.full")
def _given(state: State, good: Thing | Weapon | Armour, at: int) -> State | None:
    """The state with one more thing in somebody's pack, or None if it does not fit.

    Whoever has ten slots filled is at 0 HP, so one slot stays free: what is of least use is left at the door.
    """
    state, thing = give(state, good.id)
    one = _unburdened(state.party[at], 1 + thing.slots, state.settings)
    if free_slots(one, state.settings) <= thing.slots:
        return None
    return put(state, with_item(one, worn(thing)))


def _unburdened(one: Creature, free: int, settings: Settings) -> Creature:
    """Somebody without what is of least use, until so many slots are free or nothing more can be spared."""
    while free_slots(one, settings) < free and (spare := _spare(one)):
        one = without(one, spare[0])
    return one


def _spare(one: Creature) -> list[str]:
    """What somebody would leave behind, of least use first: luggage, then weapons besides the best."""
    carried = [item for item in one.items if item.slots and item.place in OWN]
    luggage = [item.id for item in carried if not _of_use(item)]
    armed = sorted((item for item in carried if item.damage), key=lambda item: max(dice(item.damage)))
    return [*luggage, *[item.id for item in armed[:-1]]]


def _of_use(item: Item) -> bool:
    """Whether a thing does something in a dungeon by its numbers: it harms, protects, heals, lights, feeds or casts."""
    counted = item.uses or item.charges_max or item.armor or item.room
    return bool(item.damage or item.heals or item.spell or counted or light_of(item))


def turn(play: Play, state: State) -> State:
    """Spend a cycle on moving: aid the dying, use what heals, make light if possible, then all move on."""
    return _cycle(play, _aided(play, state), "go")


def rest(play: Play, state: State) -> State:
    """A cycle of rest by light, if anybody would gain by it; where it is dark, one to make light before."""
    state = _aided(play, state)
    if not any(alive(one) and (one.hp < one.hp_max or has(one, "stable")) for one in state.party):
        return state
    if dark(state):
        state = _cycle(play, state, "search")
    return state if dark(state) or met(state) else _cycle(play, state, "rest")


def _aided(play: Play, state: State) -> State:
    for one in state.party:
        if able(one) and healing.dying(state, one):
            state = healing.aid(play, state, one.id)
    return _healed(play, state)


def _healed(play: Play, state: State) -> State:
    """The state after those who have lost half their STR, and are not deprived, have what there is to heal them."""
    for one in state.party:
        for item in usable(one) if able(one) else ():
            hurt = [who for who in state.party if alive(who) and not who.deprived]
            worst = min(hurt, key=lambda who: who.strength - who.strength_max, default=None)
            if worst is not None and 2 * worst.strength <= worst.strength_max and purpose(state, item) == "heals":
                state = use(play, state, one.id, item.id, (worst.id,))
    return state


def _cycle(play: Play, state: State, verb: Verb) -> State:
    """Spend a cycle in which all do the same, unless making light has already taken it."""
    cycle = dungeon.here(state).cycle
    state = exploring.kindled(play, state)
    return state if dungeon.here(state).cycle != cycle else exploring.turn(play, state, verb, "", "")


def hopelessly_dark(state: State) -> bool:
    """Whether there is neither light nor anything to light."""
    return dark(state) and not exploring.bearers(state)


def met(state: State) -> bool:
    """Whether the cycle has brought an encounter."""
    return state.phase == "encounter"


def meet(state: State, foes: str) -> State:
    """Put these foes before the party; an empty text ends the meeting."""
    if not foes:
        return replace(state, phase="dungeon", foes=(), ended=None)
    against = tuple(replace(one, at=10) for one in several(foes, "foe"))
    return replace(state, phase="encounter", foes=against, ended=None)


def _can_go_on(state: State) -> bool:
    return any(able(one) for one in state.party)


def _had_better_go(state: State) -> bool:
    """Whether to turn back: half of the party is down, or it is dark and will stay so."""
    return 2 * sum([able(one) for one in state.party]) <= len(state.party) or hopelessly_dark(state)


def counts(state: State) -> dict[str, float]:
    """The figures of an expedition: cycles spent, losses, and supplies left."""
    living = [one for one in state.party if alive(one)]
    items = [item for one in living for item in one.items]
    return {
        "turns": dungeon.here(state).cycle - 1,
        **tally(state.party),
        "fatigue": sum([one.fatigue for one in living]),
        "light_left": sum([item.uses for item in items if item.ref in {TORCH, OIL}]),
        "rations_left": sum([item.uses for item in items if item.ref in MEALS]),
    }


EXPEDITION: Expedition[State] = Expedition(
    begin=begin,
    turn=turn,
    rest=rest,
    met=met,
    meet=meet,
    able=_can_go_on,
    worn=_had_better_go,
    left=exploring.left,
    counts=counts,
    of=of,
    known={"where": "moved_on"},
    pack="Torch x2",
)
