"""What the GM does about meetings: the encounter die, a mood, who is met."""

from tallow.games.game import Deed
from tallow.games.vanilla.content import monsters
from tallow.games.vanilla.encounters import REACTION, come, meet, mood
from tallow.games.vanilla.state import State, alive
from tallow.games.vanilla.time import met
from tallow.play import REFEREE, Play, RuleId, rule

CHECK: RuleId = "vanilla.action.gm_encounter"
MOOD: RuleId = "vanilla.action.gm_reaction"


@rule("vanilla.action.gm_encounter", "vanilla.time.encounter")
def check_encounter(play: Play, state: State, _: str) -> State:
    """The encounter die, and whoever it brings."""
    if met(play, state):
        return meet(play, state)
    play.tell("met.nobody", why=CHECK, seen_by=(REFEREE,))
    return state


@rule("vanilla.encounter.tables", "vanilla.encounter.number")
def bring(play: Play, state: State, _: str) -> State:
    """The GM says who is met, and the dice how many, how far off and whether by surprise."""
    ref = play.choose(REFEREE, "which_monster", tuple(monsters()), why="vanilla.encounter.tables")
    return come(play, state, monsters()[ref])


@rule("vanilla.action.gm_reaction", "vanilla.encounter.reaction")
def roll_reaction(play: Play, state: State, _: str) -> State:
    """One roll for the mood of all who are met."""
    foe = next(foe for foe in state.foes if alive(foe))
    row = mood(play, monsters().get(foe.of))
    play.tell("mood", foe.name, row.name, row.effect, why=REACTION, seen_by=(REFEREE,))
    return state


def _about(state: State, _: str) -> bool:
    return state.combat is None and state.phase in ("explore", "settlement", "encounter")


def _met(state: State, _: str) -> bool:
    return state.combat is None and any(alive(foe) for foe in state.foes)


DEEDS: tuple[Deed[State], ...] = (
    Deed("check_encounter", check_encounter, CHECK, by="referee", shown=_about),
    Deed("bring", bring, "vanilla.encounter.tables", by="referee", shown=_about),
    Deed("roll_reaction", roll_reaction, MOOD, by="referee", shown=_met),
)
