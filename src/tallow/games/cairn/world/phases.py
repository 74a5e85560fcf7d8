"""Phases: where the party is, and where it can go from there."""

from msgspec.structs import replace

from tallow.games.cairn.characters.seats import SEATING
from tallow.games.cairn.state import Dungeon, Phase, State
from tallow.games.cairn.world.wilderness import set_out
from tallow.games.deeds import Deed
from tallow.play import Play, RuleId, rule

NEXT: dict[Phase, tuple[Phase, ...]] = {
    "creation": ("town", "explore"),
    "town": ("explore", "wilderness", "dungeon", "downtime", "creation"),
    "explore": ("camp", "town", "dungeon", "wilderness", "creation"),
    "camp": ("explore",),
    "dungeon": ("wilderness", "town", "creation"),
    "wilderness": ("dungeon", "town", "creation"),
    "downtime": ("town",),
    "encounter": (),
    "fight": (),
}
"""What follows what; meetings and fights are begun and ended in their own chapters."""

_WHY: dict[Phase, RuleId] = {
    "town": "cairn.phase.town",
    "explore": "cairn.phase.explore",
    "camp": "cairn.phase.camp",
    "dungeon": "cairn.phase.dungeon",
    "wilderness": "cairn.phase.wilderness",
    "downtime": "cairn.phase.downtime",
    "creation": "cairn.phase.creation",
}


@rule(
    "cairn.phase.creation",
    "cairn.phase.town",
    "cairn.phase.explore",
    "cairn.phase.camp",
    "cairn.phase.dungeon",
    "cairn.phase.wilderness",
    "cairn.phase.downtime",
)
def enter(play: Play, state: State, phase: Phase) -> State:
    """The party comes to another phase; what belonged to the one before is over."""
    play.tell(f"phase.{phase}", why=_WHY[phase])
    if phase == "wilderness":
        return set_out(play, state)
    if phase == "dungeon":
        return replace(state, phase=phase, dungeon=state.dungeon or Dungeon(), journey=None)
    if phase == "downtime":
        return replace(state, phase=phase, downtime_taken=())
    if phase == "town":
        return replace(state, phase=phase, dungeon=None, journey=None)
    return replace(state, phase=phase)


def _goes(phase: Phase) -> Deed[State]:
    def do(play: Play, state: State, _: str) -> State:
        return enter(play, state, phase)

    def shown(state: State, _: str) -> bool:
        return phase in NEXT[state.phase] and (phase != "creation" or bool(SEATING.bereft(state)))

    group = "journey" if phase == "camp" else "where"
    return Deed(f"to_{phase}", do, _WHY[phase], by="referee", shown=shown, group=group)


DEEDS: tuple[Deed[State], ...] = tuple(_goes(phase) for phase in _WHY)
