"""Expeditions for the simulator: what a party of bots does in a dungeon, Turn after Turn."""

from msgspec.structs import replace

from tallow.games.expedition import Expedition, hand_out
from tallow.games.vanilla.bots.outcome import tally
from tallow.games.vanilla.bots.tending import care, tended
from tallow.games.vanilla.combat.aftermath import unengaged
from tallow.games.vanilla.entries import Thing, things
from tallow.games.vanilla.gear.inventory import made, with_item
from tallow.games.vanilla.gear.light import CANDLE, LANTERN, OIL
from tallow.games.vanilla.gear.weapons import TORCH, free_hands
from tallow.games.vanilla.harm.damage import dies, wounded
from tallow.games.vanilla.magic.effects import pruned
from tallow.games.vanilla.monsters.bestiary import several
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import HOUR, TURN, Creature, State, able, alive
from tallow.games.vanilla.world import exploring
from tallow.games.vanilla.world.gathering import gathered
from tallow.games.vanilla.world.lighting import in_dark, lit, to_light
from tallow.games.vanilla.world.time import end_turn
from tallow.mechanics.conditions import has
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import put
from tallow.play import Play

LIGHTS = (TORCH, CANDLE, LANTERN, OIL)
MORNING = 8 * HOUR
"""The minute at which an expedition sets out."""


def begin(spec: str, pack: str, settings: object) -> State:
    """Make a party from names or classes (`spec`), at the door of a dungeon, with the lights of `pack` added."""
    chosen = settings if isinstance(settings, Settings) else Settings()
    return of(State(settings=chosen, clock=MORNING, party=several(spec, "hero")), pack)


def of(state: State, pack: str) -> State:
    """Put the living party of an existing state at the door of a dark dungeon, with the lights of `pack` added."""
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
    """The creature with everything that falls due for it this many minutes later."""
    pay = replace(one.pay, paid_until=one.pay.paid_until + by) if one.pay is not None else None
    return replace(one, wakes=one.wakes + by if one.wakes else 0, pay=pay)


def _given(state: State, light: Thing, at: int) -> State | None:
    """Give a light to the party member at index `at`, or None if it suits others better.

    A light suits those with a free hand, oil those with a lantern; if it suits nobody, anyone may have it.
    """
    fitting = [one for one in state.party if _suits(state, one, light)]
    if fitting and state.party[at] not in fitting:
        return None
    state, id_ = serial(state, "i")
    return put(state, with_item(state.party[at], made(light.id, id_)))


def _suits(state: State, one: Creature, light: Thing) -> bool:
    return any(item.ref == LANTERN for item in one.items) if light.id == OIL else free_hands(one, state.settings) > 0


def turn(play: Play, state: State) -> State:
    """Spend a Turn on moving, after waiting for those who are out, picking things up and lighting what is needed."""
    state = _together(play, state)
    return state if met(state) else lit(play, exploring.turn(play, state, "go", "", "new"))


def rest(play: Play, state: State) -> State:
    """Heal the hurt, then rest for ten minutes at a time while somebody who is not wounded has half of their Grit."""
    state = tended(play, _together(play, state))
    while not met(state) and exploring.weary(state):
        state = lit(play, exploring.turn(play, state, "rest", "", "known"))
    return state


def _together(play: Play, state: State) -> State:
    """Wait a Turn for those who are out, if any; then pick up what the party or the dead dropped, and make light."""
    if any(alive(one) and has(one, "out") for one in state.party):
        state = end_turn(play, state)
    return lit(play, gathered(play, state))


def met(state: State) -> bool:
    """Whether the encounter die has brought an encounter."""
    return state.phase == "encounter"


def meet(state: State, foes: str) -> State:
    """Put these foes before the party; an empty text ends the meeting. How the last fight ended is kept."""
    if foes:
        return replace(exploring.facing(state, foes), busy=())
    return replace(exploring.parted(state), ended=state.ended, busy=())


def _beaten(state: State) -> bool:
    return state.ended is not None and state.ended.how == "party_down"


def _can_go_on(state: State) -> bool:
    """Whether somebody lives, and the last fight was not lost with all of them down."""
    return not _beaten(state) and any(alive(one) for one in state.party)


def _had_better_go(state: State) -> bool:
    """Whether to turn back: half of the party is down, or wounded without Grit; or it is dark without a remedy."""
    fit = [one for one in state.party if able(one) and (one.grit or not wounded(one))]
    return 2 * len(fit) <= len(state.party) or (in_dark(state) and to_light(state) is None)


def _left(play: Play, state: State) -> State:
    """After a lost fight the victors kill whoever is out, without a roll."""
    for one in state.party:
        state = dies(play, state, one.id) if alive(one) and _beaten(state) else state
    return state


def counts(state: State) -> dict[str, float]:
    """The figures of an expedition: Turns spent, losses, and supplies left."""
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
    urgent=care,
)
