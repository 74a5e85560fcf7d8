"""Expeditions for the simulator: what a party does in a dangerous place, Turn after Turn, when nobody says."""

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
from tallow.games.black_hack.gear import items
from tallow.games.black_hack.gear.burden import room
from tallow.games.black_hack.gear.food import RATIONS
from tallow.games.black_hack.gear.items import FLINT, LIGHTS
from tallow.games.black_hack.gear.light import SHINING, in_the_dark
from tallow.games.black_hack.gear.things import goods, made
from tallow.games.black_hack.harm import rest
from tallow.games.black_hack.harm.rest import heals_by_hour
from tallow.games.black_hack.magic import memorising
from tallow.games.black_hack.magic.memorising import castable, in_mind, mute, pages
from tallow.games.black_hack.monsters import encounters
from tallow.games.black_hack.monsters.bestiary import several
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import Character, State, able, alive, character, everyone, put
from tallow.games.black_hack.world import exploration
from tallow.games.deeds import Action, Deeds
from tallow.games.expedition import Expedition, hand_out
from tallow.mechanics.conditions import has
from tallow.mechanics.ids import serial
from tallow.play import Play, RuleId, Settled

DEEDS = Deeds(
    (*exploration.DEEDS, *encounters.DEEDS, *items.DEEDS, *memorising.DEEDS, *moving.DEEDS, *rest.DEEDS),
    lambda state, _: tuple(one.id for one in state.party),
)
"""What is done on the way."""

TORCHES: RuleId = "black_hack.item.torches"
PRICE = 5
"""What a common thing costs as a rule, of 1d8 coins."""

BOUGHT = (TORCHES, TORCHES, RATIONS, TORCHES, RATIONS, TORCHES)
"""What coins go for before they set out, the first first."""

CURES: tuple[RuleId, ...] = ("black_hack.prayer.cure_serious_wounds", "black_hack.prayer.cure_light_wounds")
HOURS = 8
"""So many Hours of rest on end at most."""


# ---------------------------------------------------------------- at the door


def begin(spec: str, pack: str, settings: object) -> State:
    """A party of classes and Levels about to go in, with what its coins buy, and these things besides."""
    chosen = settings if isinstance(settings, Settings) else Settings()
    state = State(settings=chosen, party=party(spec, chosen), serial=100)
    coins = sum([one.coins for one in state.party])
    for at, ref in enumerate(BOUGHT[: coins // PRICE]):
        state = _given(state, things()[ref], at % len(state.party)) or state
    return of(state, pack)


def of(state: State, pack: str) -> State:
    """The party of a table about to go in, with these things besides, and flint and steel if it has any light.

    There is no real clock for Encounter Rolls, so Turns are counted.
    """
    living = tuple([replace(one, seat="party") for one in returned(state).party if alive(one)])
    state = replace(
        state,
        settings=replace(state.settings, encounter_clock="turns"),
        phase="exploration",
        unit="minutes",
        party=living,
        foes=(),
        combat=None,
        ended=None,
        effects=tuple([effect for effect in state.effects if effect.unit != "moments"]),
        acted=(),
        turns=0,
        linger=0,
        encounter=0,
        dangerous=True,
        dark=True,
    )
    state = hand_out(state, pack, [things()[ref] for ref in goods()], len(state.party), _given, "The Black Hack")
    bearers = [at for at, one in enumerate(state.party) if any(item.ref in LIGHTS for item in one.items)]
    if not bearers or any(item.ref == FLINT for one in state.party for item in one.items):
        return state
    return _given(state, things()[FLINT], bearers[0]) or state


def _given(state: State, good: Thing, at: int) -> State | None:
    """The state with one more thing in somebody's pack, or None if they cannot carry it."""
    state, id_ = serial(state, "i")
    one, item = state.party[at], made(good.id, id_, state.settings)
    return put(state, replace(one, items=(*one.items, item))) if item.counts <= room(one) else None


# ---------------------------------------------------------------- Turn after Turn


def turn(play: Play, state: State) -> State:
    """A Turn of Minutes: the fallen are aided, somebody makes light, prayers cure who is badly hurt; all go on."""
    state = _seen_to(play, state)
    if not _can_go_on(state):
        return state
    return _lit(play, DEEDS.perform(play, state, Action("next_turn")))


def rest_hours(play: Play, state: State) -> State:
    """Hours of rest for the badly hurt and for Broken Armour Dice, each with an Encounter Roll, for they linger."""
    state = _seen_to(play, state)
    worth = any(_broken(one) or _badly_hurt(one) for one in state.party)
    for _ in range(HOURS):
        if not worth or hopelessly_dark(state):
            break
        state = _hour(play, state)
        able_ones = [one for one in state.party if able(one)]
        worth = any(_badly_hurt(one) and heals_by_hour(state, one) for one in able_ones) and not met(state)
    return state


def _hour(play: Play, state: State) -> State:
    """An Hour: who has forgotten spells and is not badly hurt studies, all others rest, unless somebody comes."""
    state = DEEDS.perform(play, state, Action("set_unit"))
    state = DEEDS.perform(play, state, Action("gm_encounter"))
    for one in () if met(state) else [one.id for one in state.party]:
        if able(character(state, one)):
            state = DEEDS.perform(play, state, Action("memorise" if _studies(state, one) else "rest_hour", one))
    if _can_go_on(state) and not met(state):
        state = DEEDS.perform(play, state, Action("next_turn"))
    return _lit(play, DEEDS.perform(play, state, Action("set_unit")))


def _studies(state: State, who: str) -> bool:
    one = character(state, who)
    forgot = len(in_mind(one)) < min(one.level, len(pages(one)))
    return forgot and not one.magic.studied and not _badly_hurt(one) and not in_the_dark(state, one)


def _broken(one: Character) -> bool:
    return able(one) and any("broken" in item.dice for item in one.items)


def _badly_hurt(one: Character) -> bool:
    """Half of the HP are gone, or more."""
    return alive(one) and 2 * one.hp <= one.hp_max


# ---------------------------------------------------------------- what each does in a Turn


def _seen_to(play: Play, state: State) -> State:
    """Aid for those Out of Action, light, and cures, by whoever has still an Action."""
    for one in _free(state):
        if any(has(other, "out_of_action") for other in state.party):
            state = DEEDS.perform(play, state, Action("aid", one.id))
    state = _lit(play, state)
    for one in _free(state):
        cure = next((ref for ref in CURES if ref in castable(state, one)), "")
        if cure and mute(state, one) is None and any(_badly_hurt(other) for other in state.party):
            state = _cast(play, state, one, cure)
    return state


def _free(state: State) -> Iterator[Character]:
    """Those who can act and have not done so in this Turn."""
    return (one for one in state.party if able(one) and unable(state, one.id, "action") is None)


def _cast(play: Play, state: State, one: Character, ref: RuleId) -> State:
    """Something in mind is cast as somebody's Action."""
    return DEEDS.perform(Settled(play, {"cast_what": ref}), state, Action("cast", one.id))


def _lit(play: Play, state: State) -> State:
    """Somebody lights something where it is dark, or else has magic shine."""
    for one in _free(state):
        if in_dark(state) and _can_light(state, one):
            state = DEEDS.perform(play, state, Action("light", one.id))
    for one in _free(state):
        shines = next((ref for ref in castable(state, one) if ref in SHINING), "")
        if shines and in_dark(state) and mute(state, one) is None:
            state = _cast(play, state, one, shines)
    return state


def _can_light(state: State, one: Character) -> bool:
    return any(item.ref in LIGHTS and not item.lit for item in one.items) and items.fire(state, one.id)


def in_dark(state: State) -> bool:
    """Whether any of them has no light."""
    return any(able(one) and in_the_dark(state, one) for one in state.party)


def hopelessly_dark(state: State) -> bool:
    """Whether there is neither light nor anything to light, and nobody who has magic shine."""
    able_ones = [one for one in state.party if able(one)]
    return in_dark(state) and not any(_can_light(state, one) or _shining(one) for one in able_ones)


def _shining(one: Character) -> bool:
    return any(ref in SHINING for ref in in_mind(one))


# ---------------------------------------------------------------- who is met, and how they fare


def met(state: State) -> bool:
    """Whether an Encounter Roll has brought somebody upon them."""
    return any(able(foe) for foe in state.foes)


def meet(state: State, foes: str) -> State:
    """These stand before them; nobody does, and they are on their way, free of what lay upon the last foes."""
    state, id_ = serial(state, "foe")
    state = replace(
        state, phase="exploration", unit="minutes", ended=None, foes=several(foes, f"{id_}.") if foes else ()
    )
    there = [one.id for one in everyone(state)]
    kept = [effect for effect in state.effects if not effect.on or any(who in there for who in effect.on)]
    return replace(state, effects=tuple(kept))


def _can_go_on(state: State) -> bool:
    return any(able(one) for one in state.party)


def _had_better_go(state: State) -> bool:
    """Half of them are down or lost, or it is dark and will stay so."""
    return 2 * sum([able(one) for one in state.party]) <= len(state.party) or hopelessly_dark(state)


def _left(play: Play, state: State) -> State:
    """Whoever is Out of Action and not recovered is lost forever."""
    for one in state.party:
        state = lost(play, state, one.id) if has(one, "out_of_action") else state
    return state


def counts(state: State) -> dict[str, float]:
    """How long it took, what it cost, and what is left: of what has a Usage Die the uses that it has on average."""
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
    """How often each Usage Die is rolled on average until nothing is left."""
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
