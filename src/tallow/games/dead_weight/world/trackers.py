"""Trackers: raising and lowering the doom of a location and the omens of the party.

What a full tracker or a reached number causes is resolved after the action that moved it; see `doom` and `omens`.
"""

from msgspec.structs import replace

from tallow.games.dead_weight.state import State, alive, here, put_location
from tallow.play import REFEREE, Audience, Play, RuleId, rule


@rule("dead_weight.trait.third_eye", "dead_weight.tracker.omens", "dead_weight.doom.trackers")
def who_see_omens(state: State) -> Audience:
    """Who sees the omens tracker: the GM, and whoever has a third eye."""
    return (
        REFEREE,
        *dict.fromkeys(one.seat for one in state.party if "third_eye" in one.life.traits and one.seat != REFEREE),
    )


@rule("dead_weight.tracker.omens", "dead_weight.omens.size")
def advance_omens(play: Play, state: State, why: RuleId, steps: int = 1) -> State:
    """Advance the omens tracker."""
    filled = state.omens.filled + steps
    play.tell("omens.advance", filled, state.omens.size, why=why, seen_by=who_see_omens(state))
    return replace(state, omens=replace(state.omens, filled=filled))


@rule("dead_weight.tracker.doom", "dead_weight.affliction.doomed", "dead_weight.setting.doomed_stacks")
def advance_doom(play: Play, state: State, why: RuleId, steps: int = 1) -> State:
    """Advance the doom of this location, and tell the GM."""
    after = with_more_doom(state, steps)
    place = here(after)
    if place is not None:
        play.tell("doom.advance", place.name, place.doom, why=why, seen_by=(REFEREE,))
    return after


@rule("dead_weight.tracker.doom", "dead_weight.affliction.doomed", "dead_weight.setting.doomed_stacks")
def with_more_doom(state: State, steps: int = 1) -> State:
    """The state with more doom at this location, extra for the doomed of the party, up to its maximum."""
    place = here(state)
    if place is None:
        return state
    doomed = sum([alive(one) and "doomed" in one.afflictions for one in state.party])
    doom = place.doom + steps + (doomed if state.settings.doomed_stacks else min(1, doomed))
    return put_location(state, replace(place, doom=min(doom, place.size) if place.size else doom))


@rule("dead_weight.skill.ritualist")
def lower_doom(play: Play, state: State, why: RuleId) -> State:
    """Lower the doom of this location by one, not below 0; past events are not undone."""
    place = here(state)
    if place is None:
        return state
    doom = max(0, place.doom - 1)
    play.tell("doom.lower", place.name, doom, why=why, seen_by=(REFEREE,))
    return put_location(state, replace(place, doom=doom))


@rule("dead_weight.skill.ritualist")
def lower_omens(play: Play, state: State, why: RuleId) -> State:
    """Lower the omens tracker by one, not below 0."""
    filled = max(0, state.omens.filled - 1)
    play.tell("omens.lower", filled, state.omens.size, why=why, seen_by=who_see_omens(state))
    return replace(state, omens=replace(state.omens, filled=filled))


ILL_WILL = 7
"""The most doom that a settlement has."""


@rule("dead_weight.tracker.settlement_doom")
def advance_settlement_doom(play: Play, state: State, why: RuleId, steps: int = 1) -> State:
    """Raise the ill will of the settlement where the party stays, up to its maximum."""
    if state.interlude is None:
        return state
    name = state.interlude.settlement
    for place in state.settlements:
        if place.name == name:
            doom = min(ILL_WILL, max(0, place.doom + steps))
            play.tell("settlement.doom", name, doom, why=why, seen_by=(REFEREE,))
            if place.doom < doom == ILL_WILL:
                play.tell("settlement.hunted", name, why="dead_weight.table.settlement_doom")
            changed = replace(place, doom=doom)
            return replace(state, settlements=tuple(changed if p.name == name else p for p in state.settlements))
    return state
