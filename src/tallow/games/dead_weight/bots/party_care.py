"""How bots look after a party while exploring: light, bleeding, those who are down, food, breath, camp.

All of it is done by deeds and rules that players have; `between_fights` says what is wanted and can be done.
"""

from collections.abc import Iterator
from typing import Any

from tallow.games.dead_weight.bots import between_fights
from tallow.games.dead_weight.bots.combat_plans import patient
from tallow.games.dead_weight.camp.camping import SUPPLY
from tallow.games.dead_weight.characters.attributes import available
from tallow.games.dead_weight.characters.seats import subjects
from tallow.games.dead_weight.combat.rounds import arrayed
from tallow.games.dead_weight.gear.handling import fallen_here, spoils
from tallow.games.dead_weight.gear.inventory import LANTERNS, thing
from tallow.games.dead_weight.gear.items import FREELY, IN_CAMP, IN_TURN, usable, use
from tallow.games.dead_weight.gear.light import NEARBY, in_dark
from tallow.games.dead_weight.gear.lighting import OIL, hands_full, lit
from tallow.games.dead_weight.gear.trappings import STEPS
from tallow.games.dead_weight.gear.uses import LIGHTS, When, is_remedy
from tallow.games.dead_weight.harm.perils import MEANS, down, means
from tallow.games.dead_weight.magic.prayers import open_prayers
from tallow.games.dead_weight.state import Adventurer, State, able, adventurer, alive
from tallow.games.dead_weight.world.adventure import night
from tallow.games.dead_weight.world.consequences import consequences
from tallow.games.dead_weight.world.exploring import winded
from tallow.games.dead_weight.world.phases import forsaken
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.games.deeds import Action, Deeds
from tallow.play import Play, Settled, rule

DEEDS = Deeds(tuple(between_fights.DEEDS.values()), subjects)
"""The deeds that bots do on the way and in camp."""

CURE = "dead_weight.prayer.cure_light_wounds"

TRIES = 3
"""How often in a row somebody prays over wounds, and the party catches breath, at most."""

LONG = 40
"""The most turns that they wait for those who have fainted."""


def do(play: Play, state: State, deed: str, who: str, **answers: Any) -> State:
    """Perform a deed and its consequences if it is allowed now; `answers` are for the questions of these names."""
    if (who or DEEDS.deeds[deed].by == "referee") and between_fights.can(state, deed, who):
        return consequences(play, DEEDS.perform(Settled(play, answers), state, Action(deed, who)))
    return state


def leader(state: State) -> str:
    """The id of the first adventurer who can act and so does what is done once for the party; "" if nobody can."""
    return next((one.id for one in state.party if able(one)), "")


def on_the_way(state: State) -> bool:
    """Whether the party is exploring and no encounter is due."""
    return state.phase == "exploration" and state.combat is None


def standing(state: State) -> list[Adventurer]:
    """The adventurers who can act."""
    return [one for one in state.party if able(one)]


def seen_to(play: Play, state: State) -> State:
    """Urgent care: take what is needed from the dead, light a light, stop bleeding, stabilize those who are down."""
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
    """Lights, remedies and other needed things of the dead go to those with room, whoever has a free hand first."""
    for fallen in fallen_here(state):
        needed = [item.id for item in fallen.items if item.ref in NEEDED or is_remedy(item.ref)]
        for one in sorted(standing(state), key=hands_full):
            for item in needed:
                if item in spoils(adventurer(state, fallen.id), adventurer(state, one.id)):
                    state = do(play, state, "take_from_fallen", one.id, take_whom=fallen.id, take_what=item)
    return state


NEEDED = frozenset((*LIGHTS, OIL, *MEANS, SUPPLY))


def _helped(play: Play, state: State) -> State:
    """One attempt to stabilize whoever is down: with supplies, else by prayer, else without supplies.

    It may be repeated: each attempt ends in success, in death, or in the rescuers being down themselves.
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
    """Pray over wounds and bleeding, at most `tries` times, while a prayer can be heard and there are dice for it."""
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
    """Each adventurer uses every remedy that helps somebody, on themselves or on another."""
    for one in standing(state):
        while which := _remedy(state, one.id, when):
            state = use(play, state, one.id, which, *when)
    return state


def remedies(state: State, mine: list[Adventurer]) -> Iterator[tuple[str, str]]:
    """The deeds by which these adventurers use a thing that cures or heals somebody; what is free comes first.

    Which thing is used is another question, which bots answer by what is listed first: a remedy, except in the dark.
    """
    for deed, when in (("use_item", FREELY), ("use_slow_item", IN_TURN)):
        for one in mine:
            if _remedy(state, one.id, when) and not in_dark(state, one.id):
                yield deed, one.id


def _remedy(state: State, who: str, when: When) -> str:
    """The id of a thing of theirs that would cure or heal somebody now; "" for none."""
    remedies = [item.id for item in adventurer(state, who).items if is_remedy(item.ref)]
    return next((which for which in usable(state, who, *when) if which in remedies), "") if remedies else ""


def slowly_cured(play: Play, state: State) -> State:
    """Use remedies that take a turn, food among them; all of them take one turn together."""
    cured = _cured(play, state, *IN_TURN)
    return state if cured is state else consequences(play, pass_turns(play, cured, 1))


def _lit(play: Play, state: State) -> State:
    """If the party explores in the dark and has a light, light it."""
    return consequences(play, lit(play, state)) if on_the_way(state) else state


@rule("dead_weight.light.usage", "dead_weight.dice.usage")
def light_ahead(state: State) -> float:
    """For how many turns, on average, the lights of the whole party will last, including the oil for lanterns."""
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
    """How often a usage die of so many sides is rolled, on average, until it is used up."""
    return sides / 2 + _lasts(STEPS[sides]) if sides else 0


def breathed(play: Play, state: State) -> State:
    """Catch breath while fatigue has taken too many dice; the parched drink first, since they recover nothing."""
    if winded(state):
        state = slowly_cured(play, state)
    for _ in range(TRIES):
        if winded(state):
            state = do(play, state, "catch_breath_all", leader(state))
    return state


def camped(play: Play, state: State) -> State:
    """A camp from its first action to the end of the night; what cannot be cooked is eaten raw.

    An ambush leaves a combat that waits for its enemies.
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
