"""The GM in a fight: beginning and ending it, granting an advantage, and making a creature unaware."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.checks.sways import special
from tallow.games.vanilla.combat.aftermath import finish
from tallow.games.vanilla.combat.rounds import begin
from tallow.games.vanilla.entries import monsters
from tallow.games.vanilla.monsters.encounters import NOTICED, SURPRISING, sudden
from tallow.games.vanilla.state import SIDES, Side, State, up
from tallow.mechanics.conditions import gain
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

START: RuleId = "vanilla.phase.round_start"
SURPRISE: RuleId = "vanilla.action.gm_surprise"
ADVANTAGE: RuleId = "vanilla.action.gm_advantage"
END: RuleId = "vanilla.combat.end"
DISTANCES = (30, 5, 10, 20, 40, 50, 60, 90, 120, 150, 180)


@rule(
    "vanilla.phase.round_start", "vanilla.action.gm_surprise", "vanilla.combat.surprise", "vanilla.encounter.distance"
)
def start_combat(play: Play, state: State, _: str) -> State:
    """The GM begins a fight with the foes present, and says who is surprised, and the distance if not known."""
    state = unexpected(play, state)
    surprising = any(SURPRISING in foe.traits for foe in state.foes)
    options = ("party", "nobody", "foes") if surprising else ("nobody", "party", "foes")
    said = play.choose(REFEREE, "surprised", options, why=SURPRISE)
    known = min([foe.at for foe in state.foes if up(foe)])
    distance = known or play.choose(REFEREE, "distance", DISTANCES, why="vanilla.encounter.distance")
    surprised: tuple[Side, ...] = tuple([side for side in SIDES if side == said])
    return begin(play, replace(state, busy=()), distance=distance, surprised=surprised)


@rule("vanilla.action.gm_surprise", "vanilla.combat.surprise")
def unexpected(play: Play, state: State) -> State:
    """Roll for surprise by enemies with such a chance, if it was not rolled when they were met."""
    for kind in dict.fromkeys([foe.of for foe in state.foes if up(foe) and special(foe, "surprise") is not None]):
        group = tuple([foe for foe in state.foes if foe.of == kind and up(foe)])
        if not any(trait in foe.traits for foe in group for trait in (SURPRISING, NOTICED)):
            state = put(state, *sudden(play, monsters()[kind], group))
    return state


@rule("vanilla.combat.end")
def _end_combat(play: Play, state: State, _: str) -> State:
    """The GM ends a fight."""
    return finish(play, state, "called_off")


@rule("vanilla.action.gm_advantage", "vanilla.special.advantage_when", "vanilla.special.unaware")
def grant(play: Play, state: State, _: str) -> State:
    """The GM grants an advantage on a creature's next attack, or makes a creature unaware of attacks."""
    who = play.choose(REFEREE, "grant_whom", tuple(one.id for one in everyone(state) if up(one)), why=ADVANTAGE)
    one, combat = find(state, who), state.combat
    what = play.choose(REFEREE, "grant", ("advantage", "unaware"), one.name, why=ADVANTAGE)
    play.tell(f"granted.{what}", one.name, why=ADVANTAGE)
    if what == "unaware":
        return put(state, gain(one, "unaware"))
    if combat is None or who in combat.advantage:
        return state
    return replace(state, combat=replace(combat, advantage=(*combat.advantage, who)))


def _nobody(state: State, _: str) -> Refusal | None:
    if not any(up(foe) for foe in state.foes):
        return Refusal("no_foes", (), START)
    return None if any(up(one) for one in state.party) else Refusal("nobody_up", (), START)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "start_combat",
        start_combat,
        START,
        by="referee",
        shown=lambda state, _: state.combat is None and state.phase != "creation" and bool(state.foes),
        refuse=_nobody,
        group="muster",
    ),
    Deed("end_combat", _end_combat, END, by="referee", shown=lambda state, _: state.combat is not None, group="muster"),
    Deed("grant", grant, ADVANTAGE, by="referee", shown=lambda state, _: state.combat is not None, group="muster"),
)
