"""Expeditions for the simulator: what bots do with a party in a dangerous place, Turn after Turn."""

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from tallow.games.black_hack.bots.outcome import tally
from tallow.games.black_hack.characters.typical import party
from tallow.games.black_hack.combat import moving
from tallow.games.black_hack.combat.acting import unable
from tallow.games.black_hack.combat.aftermath import lost
from tallow.games.black_hack.combat.flight import returned
from tallow.games.black_hack.entries import Thing, tables, things
from tallow.games.black_hack.gear.burden import room
from tallow.games.black_hack.gear.food import RATIONS
from tallow.games.black_hack.gear.items import FLINT, LIGHTS
from tallow.games.black_hack.gear.things import goods, made
from tallow.games.black_hack.harm.rest import heals_by_hour
from tallow.games.black_hack.magic import memorising
from tallow.games.black_hack.magic.memorising import castable, in_mind, mute
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import Character, State, able, alive, put
from tallow.games.black_hack.world import exploring
from tallow.games.black_hack.world.exploring import badly_hurt
from tallow.games.black_hack.world.lighting import hopelessly_dark, lit
from tallow.games.deeds import Action, Deeds
from tallow.games.expedition import Expedition, hand_out
from tallow.mechanics.conditions import has
from tallow.mechanics.ids import serial
from tallow.play import Play, RuleId, Settled

DEEDS = Deeds((*memorising.DEEDS, *moving.DEEDS), lambda state, _: tuple(one.id for one in state.party))
"""The deeds that bots do on the way."""

TORCHES: RuleId = "black_hack.item.torches"
PRICE = 5
"""What a common thing costs as a rule, of 1d8 coins."""

BOUGHT = (TORCHES, TORCHES, RATIONS, TORCHES, RATIONS, TORCHES)
"""What coins buy before the party sets out, in this order."""

CURES: tuple[RuleId, ...] = ("black_hack.prayer.cure_serious_wounds", "black_hack.prayer.cure_light_wounds")
HOURS = 8
"""The most Hours of rest on end."""


def begin(spec: str, pack: str, settings: object) -> State:
    """A new party of classes and Levels at the entrance, with what its coins buy; `pack` is handed out besides."""
    chosen = settings if isinstance(settings, Settings) else Settings()
    state = State(settings=chosen, party=party(spec, chosen), serial=100)
    coins = sum([one.coins for one in state.party])
    for at, ref in enumerate(BOUGHT[: coins // PRICE]):
        state = _given(state, things()[ref], at % len(state.party)) or state
    return of(state, pack)


def of(state: State, pack: str) -> State:
    """The party of a table at the entrance; `pack` is handed out besides, and flint and steel if it has any light."""
    living = tuple([replace(one, seat="party") for one in returned(state).party if alive(one)])
    state = replace(
        state,
        phase="exploration",
        unit="minutes",
        party=living,
        foes=(),
        combat=None,
        ended=None,
        effects=tuple([effect for effect in state.effects if effect.unit != "moments"]),
        acted=(),
        shopping=(),
        turns=0,
        linger=0,
        encounter=0,
        comes=False,
        dangerous=True,
        dark=True,
    )
    state = hand_out(state, pack, [things()[ref] for ref in goods()], len(state.party), _given, "The Black Hack")
    bearers = [at for at, one in enumerate(state.party) if any(item.ref in LIGHTS for item in one.items)]
    if not bearers or any(item.ref == FLINT for one in state.party for item in one.items):
        return state
    return _given(state, things()[FLINT], bearers[0]) or state


def _given(state: State, good: Thing, at: int) -> State | None:
    """The state with one more thing in the pack of member `at`, or None if they cannot carry it."""
    state, id_ = serial(state, "i")
    one, item = state.party[at], made(good.id, id_, state.settings)
    return put(state, replace(one, items=(*one.items, item))) if item.counts <= room(one) else None


def turn(play: Play, state: State) -> State:
    """A Turn of Minutes: aid those Out of Action, make light, cure the badly hurt by prayers; then all go on."""
    state = _seen_to(play, state)
    if not _can_go_on(state):
        return state
    return lit(play, exploring.turn(play, state, "go", "", "new"))


def rest_hours(play: Play, state: State) -> State:
    """Hours of rest for the badly hurt and for Broken Armour Dice, each with an Encounter Roll for lingering."""
    state = _seen_to(play, state)
    worth = exploring.weary(state)
    for _ in range(HOURS):
        if not worth or hopelessly_dark(state):
            break
        state = lit(play, exploring.turn(play, state, "rest", "", "known"))
        able_ones = [one for one in state.party if able(one)]
        worth = any(badly_hurt(one) and heals_by_hour(state, one) for one in able_ones) and not met(state)
    return state


def _seen_to(play: Play, state: State) -> State:
    """Aid for those Out of Action, light, and cures, by those who have an Action left."""
    for one in _free(state):
        if any(has(other, "out_of_action") for other in state.party):
            state = DEEDS.perform(play, state, Action("aid", one.id))
    state = lit(play, state)
    for one in _free(state):
        cure = next((ref for ref in CURES if ref in castable(state, one)), "")
        if cure and mute(state, one) is None and any(badly_hurt(other) for other in state.party):
            state = DEEDS.perform(Settled(play, {"cast_what": cure}), state, Action("cast", one.id))
    return state


def _free(state: State) -> Iterator[Character]:
    """Those who can act and have not done so in this Turn."""
    return (one for one in state.party if able(one) and unable(state, one.id, "action") is None)


def met(state: State) -> bool:
    """Whether an Encounter Roll has brought an encounter."""
    return state.comes


def meet(state: State, foes: str) -> State:
    """The party meets these foes; without any, it goes on, free of effects on the last foes."""
    state = exploring.facing(state, foes) if foes else exploring.parted(state)
    return replace(state, phase="exploration", unit="minutes")


def _can_go_on(state: State) -> bool:
    return any(able(one) for one in state.party)


def _had_better_go(state: State) -> bool:
    """Whether to turn back: half of the party is down or lost, or it is dark and will stay so."""
    return 2 * sum([able(one) for one in state.party]) <= len(state.party) or hopelessly_dark(state)


def _left(play: Play, state: State) -> State:
    """Characters who are Out of Action and were not recovered may be lost forever."""
    for one in state.party:
        state = lost(play, state, one.id) if has(one, "out_of_action") else state
    return state


def counts(state: State) -> dict[str, float]:
    """Figures of an expedition for the simulator; things with a Usage Die count by their average number of uses."""
    living = [one for one in state.party if alive(one)]
    return {
        "turns": state.turns,
        **tally(state.party),
        "spells_left": sum([len(in_mind(one)) for one in living]),
        "light_left": _uses(living, LIGHTS),
        "rations_left": _uses(living, (RATIONS,)),
    }


def _uses(people: list[Character], refs: tuple[RuleId, ...]) -> int:
    return sum([_average().get(item.usage, 0) for one in people for item in one.items if item.ref in refs])


@cache
def _average() -> dict[int, int]:
    """How often each Usage Die is rolled, on average, until it is used up."""
    return {int(row.on.removeprefix("d")): row.mean for row in tables()["black_hack.table.usage_average"].rows}


EXPEDITION: Expedition[State] = Expedition(
    begin=begin,
    turn=turn,
    rest=rest_hours,
    met=met,
    meet=meet,
    able=_can_go_on,
    worn=_had_better_go,
    left=_left,
    counts=counts,
    of=of,
)
