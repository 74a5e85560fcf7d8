"""Phases: free play and town, and changing between them; dungeons, journeys and fights have their own modules."""

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.state import Phase, State, alive
from tallow.games.modified_cairn.world.darkness import shade
from tallow.play import Play, RuleId, rule

WHY: dict[Phase, RuleId] = {"free": "modified_cairn.phase.free_play", "town": "modified_cairn.phase.town"}

NEXT: dict[Phase, tuple[Phase, ...]] = {
    "creation": ("town", "free"),
    "town": ("free",),
    "free": ("town",),
    "dungeon": ("free", "town"),
    "journey": ("free", "town"),
    "combat": (),
}
"""The phases that can follow each phase."""


@rule("modified_cairn.phase.free_play", "modified_cairn.phase.town")
def enter(play: Play, state: State, phase: Phase) -> State:
    """Change the phase; a dungeon that the party leaves keeps its die, foretold encounter, and the fallen."""
    play.tell(f"phase.{phase}", why=WHY[phase])
    foes = tuple([foe for foe in state.foes if alive(foe)])
    return shade(replace(state, phase=phase, journey=None, foes=foes))


def _goes(phase: Phase) -> Deed[State]:
    def do(play: Play, state: State, _: str) -> State:
        return enter(play, state, phase)

    def shown(state: State, _: str) -> bool:
        return phase in NEXT[state.phase] and bool(state.party)

    return Deed(f"to_{phase}", do, WHY[phase], by="referee", shown=shown, group="where")


DEEDS: tuple[Deed[State], ...] = tuple(_goes(phase) for phase in WHY)
