"""What goes on for a while: a state that magic or a thing has brought, or being Exposed by it. See afflictions too."""

from tallow.games.modified_cairn.afflictions import begin
from tallow.games.modified_cairn.conditions import expose
from tallow.games.modified_cairn.state import Effect, State, gain
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

EXPOSED = "exposed"


@rule("modified_cairn.phase.dungeon_upkeep")
def bring(
    play: Play, state: State, of: RuleId, on: tuple[str, ...], brings: str, lasts: int = 0, *, by: str = ""
) -> State:
    """Some come into a state, or are Exposed, for so many seconds; 0: until something ends it."""
    for who in on:
        one = find(state, who)
        state = put(state, expose(play, one, of) if brings == EXPOSED else gain(one, brings))
    ends = state.clock + lasts if lasts else 0
    detail = brings if brings == EXPOSED or not on else f"hold:{brings}"
    return begin(state, Effect("", of, by, on, ends, detail=detail))
