"""How a party looks after itself while exploring when nobody decides: light, bleeding, the fallen, food, breath, camp.

All of it is done by deeds and rules that players have; `between_fights` says what is wanted and can be done.
"""

from functools import cache
from typing import Any

from tallow.games.dead_weight.bots import between_fights
from tallow.games.dead_weight.bots.combat_plans import patient
from tallow.games.dead_weight.camp.camping import SUPPLY
from tallow.games.dead_weight.characters.attributes import available
from tallow.games.dead_weight.characters.seats import subjects
from tallow.games.dead_weight.combat.rounds import arrayed
from tallow.games.dead_weight.entries.gear import things
from tallow.games.dead_weight.gear.handling import fallen_here, spoils
from tallow.games.dead_weight.gear.inventory import LANTERNS, thing
from tallow.games.dead_weight.gear.items import FREELY, IN_CAMP, IN_TURN, usable, use
from tallow.games.dead_weight.gear.light import NEARBY
from tallow.games.dead_weight.gear.lighting import OIL, hands_full, lit
from tallow.games.dead_weight.gear.trappings import STEPS
from tallow.games.dead_weight.gear.uses import LIGHTS, WINE, When
from tallow.games.dead_weight.harm.perils import MEANS, down, means
from tallow.games.dead_weight.magic.prayers import open_prayers
from tallow.games.dead_weight.state import Adventurer, State, able, adventurer, alive
from tallow.games.dead_weight.world.adventure import night
from tallow.games.dead_weight.world.consequences import consequences
from tallow.games.dead_weight.world.exploring import winded
from tallow.games.dead_weight.world.phases import forsaken
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.games.deeds import Action, Deeds
from tallow.play import Play, RuleId, Settled, rule

DEEDS = Deeds(tuple(between_fights.DEEDS.values()), subjects)
"""What is done on the way and in camp."""

CURE = "dead_weight.prayer.cure_light_wounds"

TRIES = 3
"""So often they pray for the same in one place, and stop to catch their breath."""

LONG = 40
"""So many turns at most they wait for those who have fainted."""


def do(play: Play, state: State, deed: str, who: str, **answers: Any) -> State:
    """A deed with all that comes of it, if it is open to that one now; some of what it asks is answered already."""
    if (who or DEEDS.deeds[deed].by == "referee") and between_fights.can(state, deed, who):
        return consequences(play, DEEDS.perform(Settled(play, answers), state, Action(deed, who)))
    return state


def leader(state: State) -> str:
    """Who does what all do; "" if nobody can."""
    return next((one.id for one in state.party if able(one)), "")


def on_the_way(state: State) -> bool:
    """Whether the party explores, and nobody has come upon it."""
    return state.phase == "exploration" and state.combat is None


def standing(state: State) -> list[Adventurer]:
    """Those who can act."""
    return [one for one in state.party if able(one)]


# ---------------------------------------------------------------- what cannot wait


def seen_to(play: Play, state: State) -> State:
    """What cannot wait: the fallen leave what is needed, a light is lit, blood is stopped, who lies there is helped."""
    for _ in range(LONG):
        if standing(state) or forsaken(state):
            break
        state = do(play, state, "let_turns_pass", "")
    state = _cured(play, _lit(play, _inherited(play, state)), *FREELY)
    while on_the_way(state) and down(state) and (helped := _helped(play, state)) is not state:
        state = helped
    if any("bleeding" in one.afflictions for one in standing(state)):
        state = slowly_cured(play, state)
    return _lit(play, state)


def _inherited(play: Play, state: State) -> State:
    """Lights and remedies of the fallen, and what helps others, go to those who have room, and a free hand first."""
    for fallen in fallen_here(state):
        needed = [item.id for item in fallen.items if item.ref in NEEDED or _heals(item.ref)]
        for one in sorted(standing(state), key=hands_full):
            for item in needed:
                if item in spoils(adventurer(state, fallen.id), adventurer(state, one.id)):
                    state = do(play, state, "take_from_fallen", one.id, take_whom=fallen.id, take_what=item)
    return state


NEEDED = frozenset((*LIGHTS, OIL, *MEANS, SUPPLY))


def _helped(play: Play, state: State) -> State:
    """One try to bring back whoever lies there: by supplies, else by prayer, else with bare hands.

    It may be tried again: sooner or later it helps or kills, or those who try are down.
    """
    if state.settings.stabilize_needs == "supplies" and not means(state):
        prayed_for = prayed(play, state, 1)
        if prayed_for is not state:
            return prayed_for
    for name, who in between_fights.helping(state, standing(state)):
        if between_fights.can(state, name, who):
            return do(play, state, name, who)
    return state


def prayed(play: Play, state: State, tries: int = TRIES) -> State:
    """Wounds and blood are prayed over while a god listens, and there is faith for it."""
    for one in standing(state):
        for _ in range(tries):
            now = adventurer(state, one.id)
            if not able(now) or available(now, "PRE") < 2 or CURE not in open_prayers(state, now):
                break
            bleeding = [other.id for other in state.party if alive(other) and "bleeding" in other.afflictions]
            if whom := patient(state, now, CURE) or next(iter(bleeding), ""):
                state = do(play, state, "cast_exploring", one.id, cast=CURE, aim=whom)
    return state


def _cured(play: Play, state: State, *when: Any) -> State:
    """Whoever has a remedy that does good uses it, on oneself or another."""
    for one in standing(state):
        while which := _remedy(state, one.id, when):
            state = use(play, state, one.id, which, *when)
    return state


def _remedy(state: State, who: str, when: When) -> str:
    """A thing of somebody's that would cure or heal."""
    remedies = [item.id for item in adventurer(state, who).items if _heals(item.ref)]
    return next((which for which in usable(state, who, *when) if which in remedies), "") if remedies else ""


@cache
def _heals(ref: RuleId) -> bool:
    """Whether a thing cures or heals; not what makes drunk."""
    of = things().get(ref)
    return of is not None and bool(of.removes or of.heals) and ref not in WINE


def slowly_cured(play: Play, state: State) -> State:
    """Remedies that take a turn, food among them, one turn for all."""
    cured = _cured(play, state, *IN_TURN)
    return state if cured is state else consequences(play, pass_turns(play, cured, 1))


# ---------------------------------------------------------------- light


def _lit(play: Play, state: State) -> State:
    """In the dark a light is lit, if the party explores and has one."""
    return consequences(play, lit(play, state)) if on_the_way(state) else state


@rule("dead_weight.light.usage", "dead_weight.dice.usage")
def light_ahead(state: State) -> float:
    """For how many turns, on average, the lights that shine for all will last, with the oil for lanterns."""
    turns = 0.0
    for one in standing(state):
        lanterns = [item.ref for item in one.items if item.ref in LANTERNS and not item.broken]
        for item in one.items:
            if item.ref in NEARBY and not item.broken:
                turns += _lasts(item.usage) + (item.count - 1) * _lasts(thing(item.ref, "").usage)
            elif item.ref == OIL and lanterns:
                turns += item.count * _lasts(thing(lanterns[0], "").usage)
    return turns


def _lasts(sides: int) -> float:
    """How often a usage die is rolled, on average, until it is gone."""
    return sides / 2 + _lasts(STEPS[sides]) if sides else 0


# ---------------------------------------------------------------- breath and camp


def breathed(play: Play, state: State) -> State:
    """They stop for breath while fatigue has taken too much; the parched see to that first."""
    if winded(state):
        state = slowly_cured(play, state)
    for _ in range(TRIES):
        if winded(state):
            state = do(play, state, "catch_breath_all", leader(state))
    return state


def camped(play: Play, state: State) -> State:
    """A camp from its first action to the end of the night; what cannot be cooked is eaten raw.

    If somebody comes upon it there is a fight that waits for its enemies.
    """
    state = do(play, state, "set_up_camp", leader(state))
    if not between_fights.can(state, "cook", leader(state)):
        state = _cured(play, state, *IN_CAMP)
    while state.camp is not None and state.camp.step == "actions":
        wishes = between_fights.camping(state, standing(state))
        wish = next(((name, who) for name, who in wishes if between_fights.can(state, name, who)), None)
        if wish is None:
            return state
        state = do(play, state, *wish)
    if state.camp is None or state.phase != "camp":
        return state
    state, came = night(play, state)
    if came == "quiet":
        return consequences(play, state)
    return arrayed(state, surprised=came == "surprise", back_to="camp")
