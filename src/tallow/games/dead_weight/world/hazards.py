"""Hazards of rooms: what strikes everyone who spends turns there."""

from msgspec.structs import replace

from tallow.games.dead_weight.entries.places import Hazard
from tallow.games.dead_weight.harm.afflictions import afflict
from tallow.games.dead_weight.harm.fatigue import wound_outright
from tallow.games.dead_weight.state import Location, State, alive, here, put_location, speaker, under
from tallow.games.dead_weight.world.places import room_of
from tallow.play import REFEREE, Play, RuleId, rule

WHY: RuleId = "dead_weight.exploration.hazard"
HOVER: RuleId = "dead_weight.spell.hover"
EVERYBODY, NOBODY = "everybody", "nobody"


def hazard_here(place: Location | None) -> Hazard | None:
    """The hazard of the room where the party is, unless it is over."""
    room = room_of(place) if place is not None and place.room not in place.safe else None
    return room.hazard if room else None


@rule("dead_weight.exploration.hazard")
def hazard_turn(play: Play, state: State) -> State:
    """A turn passes in a room: after every so many of them its hazard strikes everyone in it."""
    place = here(state)
    if place is None or not place.room:
        return state
    place = replace(place, stay=place.stay + 1)
    state = put_location(state, place)
    hazard = hazard_here(place)
    living = tuple(one.id for one in state.party if alive(one))
    if hazard is None or not living or place.stay % hazard.every:
        return state
    if hazard.first_free and place.room not in place.stirred:
        first = play.choose(speaker(state), "hazard_first", living, hazard.text, why=WHY)
        state = put_location(state, replace(place, stirred=(*place.stirred, place.room)))
        living = tuple(who for who in living if who != first)
    for who in _in_it(play, state, hazard, living):
        state = _strikes(play, state, hazard, who)
    return state


@rule("dead_weight.exploration.hazard", "dead_weight.spell.hover")
def _in_it(play: Play, state: State, hazard: Hazard, living: tuple[str, ...]) -> tuple[str, ...]:
    """The ids of those whom a hazard strikes: everybody, or those whom the GM names; who hovers is above it."""
    if not hazard.asks:
        return living
    living = tuple(who for who in living if not under(state, who, HOVER))
    if not living:
        return ()
    whom = play.choose(REFEREE, "hazard_whom", (EVERYBODY, NOBODY, *living), hazard.text, why=WHY)
    return living if whom == EVERYBODY else () if whom == NOBODY else (whom,)


def _strikes(play: Play, state: State, hazard: Hazard, who: str) -> State:
    """What a hazard does to somebody."""
    if hazard.wound:
        play.tell("hazard", next(one.name for one in state.party if one.id == who), hazard.text, why=WHY)
        state = wound_outright(play, state, who, hazard.wound, WHY)
    return afflict(play, state, who, hazard.afflicts, WHY) if hazard.afflicts else state
