"""Doom: the tracker of a location, the events at its numbers, and the skill that senses it."""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.harm.mortal import die
from tallow.games.dead_weight.state import Location, State, able, adventurer, alive, here, put_location
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, rule

MAXIMUM: RuleId = "dead_weight.doom.maximum"
FULL = 0
"""What stands in `Location.told` once the GM knows that doom is full."""


@rule("dead_weight.doom.events", "dead_weight.doom.maximum", "dead_weight.doom.location", "dead_weight.tracker.doom")
def doom_events(play: Play, state: State, place: Location) -> State:
    """Report each number that doom has reached to the GM, in rising order and once; at the maximum, resolve it."""
    reached = sorted((at, text) for at, text in place.events if at <= place.doom and at not in place.told)
    told = place.told
    for at, text in reached:
        if place.peopled:
            play.tell("doom.step", place.name, at, why="dead_weight.doom.events", seen_by=(REFEREE,))
        else:
            play.tell("doom.event", place.name, at, text, why="dead_weight.doom.events", seen_by=(REFEREE,))
        told = (*told, at)
    full = _full(place) and FULL not in told and state.combat is None
    state = put_location(state, replace(place, told=(*told, FULL) if full else told))
    return _doom_full(play, state, place) if full else state


def _full(place: Location) -> bool:
    """Whether the doom of a location has reached its maximum."""
    return place.size > 0 and place.doom >= place.size


@rule("dead_weight.doom.maximum")
def _doom_full(play: Play, state: State, place: Location) -> State:
    """Doom is full: the GM says whether certain death comes as a very hard fight, at once, or not yet."""
    play.tell("doom.maximum", place.name, place.size, why=MAXIMUM, seen_by=(REFEREE,))
    if place.id != state.here or not any(alive(one) for one in state.party):
        return state
    last = place.peopled or any(at == place.size and at not in place.played for at, _ in place.events)
    ways = ("fight", "death", "held") if last else ("death", "fight", "held")
    how = play.choose(REFEREE, "doom_full", ways, place.name, why=MAXIMUM)
    return certain_death(play, state) if how == "death" else state


@rule("dead_weight.doom.maximum")
def certain_death(play: Play, state: State, _: str = "") -> State:
    """Everybody at the place where doom is full dies."""
    place = here(state)
    play.tell("doom.death", place.name if place else "", why=MAXIMUM)
    for one in state.party:
        if alive(one):
            state = die(play, state, one.id, MAXIMUM)
    return state


def _doomed_here(state: State, _: str) -> bool:
    place = here(state)
    if place is None or not _full(place) or state.combat is not None:
        return False
    return state.phase in {"exploration", "camp"} and any(alive(one) for one in state.party)


def has_unreported_events(place: Location) -> bool:
    """Whether the doom of a location has reached a number that was not reported to the GM yet."""
    return (_full(place) and FULL not in place.told) or any(
        at <= place.doom and at not in place.told for at, _ in place.events
    )


@rule("dead_weight.action.explore_sense_doom", "dead_weight.skill.veteran")
def sense_doom(play: Play, state: State, who: str) -> State:
    """A veteran's PRE test: on a success this player alone learns the doom here, and the next number with an event.

    A failure tells nothing; either way it cannot be tried again before the doom has changed.
    """
    place = here(state)
    if place is None:
        return state
    tried = (*(old for old in place.known if old[0] != who), (who, place.doom))
    why = "dead_weight.skill.veteran"
    state, reading = attempt(play, state, who, "PRE", why)
    place = here(state) or place
    if reading.success:
        ahead = sorted(at for at, _ in place.events if at > place.doom)
        facts = (place.name, place.doom, ahead[0]) if ahead else (place.name, place.doom)
        code = "doom.sensed" if ahead else "doom.sensed.last"
        play.tell(code, *facts, why=why, seen_by=(REFEREE, adventurer(state, who).seat))
    return put_location(state, replace(place, known=tried))


def _veteran(state: State, who: str) -> bool:
    return state.phase in {"exploration", "camp"} and "veteran" in adventurer(state, who).life.skills


def _cannot_sense(state: State, who: str) -> Refusal | None:
    one, place = adventurer(state, who), here(state)
    if not able(one):
        return Refusal("cannot_act", (one.name,), "dead_weight.skill.veteran")
    if place is None:
        return Refusal("nowhere", (), "dead_weight.doom.location")
    if (who, place.doom) in place.known:
        return Refusal("doom_unchanged", (one.name,), "dead_weight.action.explore_sense_doom")
    return None


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "sense_doom",
        sense_doom,
        "dead_weight.action.explore_sense_doom",
        cost="free",
        shown=_veteran,
        refuse=_cannot_sense,
        group="exploring",
        rank=1,
    ),
    Deed("certain_death", certain_death, MAXIMUM, by="referee", shown=_doomed_here, group="dangers"),
)
