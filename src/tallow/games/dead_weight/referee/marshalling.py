"""The GM's control of a combat: setting it up, the chart, skipping turns, ending it."""

from msgspec.structs import replace

from tallow.games.dead_weight.combat.chart import at, squares
from tallow.games.dead_weight.combat.ending import finish
from tallow.games.dead_weight.combat.rounds import end_turn, fighting, fought, mark_vantage, set_up, take_turn
from tallow.games.dead_weight.state import Ending, State
from tallow.games.deeds import Deed
from tallow.play import REFEREE, Play, rule

ENDS: tuple[Ending, ...] = (
    "called_off", "enemies_fled", "enemies_surrendered", "party_fled", "party_surrendered", "both_retreated",
)  # fmt: skip


def _not_set_up(state: State, _: str) -> bool:
    return state.combat is not None and state.combat.step == "setup"


def _set_up(play: Play, state: State, _: str) -> State:
    """Set the combat up that is about to begin."""
    return set_up(play, state)


@rule("dead_weight.combat.setup_place")
def set_wall(play: Play, state: State, _: str) -> State:
    """The GM puts a wall on an empty square, or takes one away."""
    combat = fought(state)
    free = tuple(square for square in squares(combat) if not at(state, square) and square != combat.vantage)
    square = play.choose(REFEREE, "wall_at", (*combat.walls, *free), why="dead_weight.combat.setup_place")
    walls = tuple(wall for wall in combat.walls if wall != square)
    return replace(state, combat=replace(combat, walls=walls if square in combat.walls else (*walls, square)))


@rule("dead_weight.combat.player_turn")
def skip(play: Play, state: State, _: str) -> State:
    """The GM skips somebody's turn."""
    combat = fought(state)
    who = combat.turn or play.choose(REFEREE, "skip_whom", combat.due, why="dead_weight.combat.player_turn")
    state = take_turn(play, state, who)
    return end_turn(play, state) if state.combat is not None and state.combat.turn == who else state


@rule("dead_weight.morale.flee", "dead_weight.phase.combat")
def call_off(play: Play, state: State, _: str) -> State:
    """The GM ends the combat at once."""
    return finish(play, state, play.choose(REFEREE, "combat_ends", ENDS, why="dead_weight.phase.combat"))


DEEDS: tuple[Deed[State], ...] = (
    Deed("combat_setup", _set_up, "dead_weight.phase.combat_setup", by="referee", shown=_not_set_up, group="muster"),
    Deed(
        "combat_vantage",
        mark_vantage,
        "dead_weight.combat.setup_advantage_point",
        by="referee",
        shown=fighting,
        group="muster",
    ),
    Deed("combat_wall", set_wall, "dead_weight.combat.setup_place", by="referee", shown=fighting, group="muster"),
    Deed("combat_skip", skip, "dead_weight.combat.player_turn", by="referee", shown=fighting, group="muster", rank=1),
    Deed("combat_call_off", call_off, "dead_weight.phase.combat", by="referee", shown=fighting, group="muster", rank=1),
)
