"""The curse of lycanthropes: the test at the start of a session, and the scene in which somebody runs wild."""

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.state import State, alive, character, put
from tallow.games.deeds import Deed
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import REFEREE, Play, RuleId, rule

CURSE: RuleId = "black_hack.bestiary.lycanthropy"


@rule("black_hack.bestiary.lycanthropy")
def moon(play: Play, state: State, who: str) -> State:
    """A cursed character tests WIS when a session begins; after a failure the GM may change them once in it."""
    one = shed(character(state, who), "moonstruck", "wild")
    state = put(state, one)
    if not has(one, "lycanthropy"):
        return state
    state, result = attempt(play, state, who, "WIS", CURSE)
    if result.success:
        return state
    play.tell("moonstruck", one.name, why=CURSE, seen_by=(REFEREE, one.seat))
    return put(state, gain(character(state, who), "moonstruck"))


def _struck(state: State) -> tuple[str, ...]:
    return tuple([one.id for one in state.party if alive(one) and has(one, "moonstruck")])


def _wild(state: State) -> tuple[str, ...]:
    return tuple([one.id for one in state.party if has(one, "wild")])


@rule("black_hack.bestiary.lycanthropy")
def run_wild(play: Play, state: State, _: str) -> State:
    """The GM has somebody change shape and run wild for a scene, or change back."""
    who = play.choose(REFEREE, "wild_whom", (*_wild(state), *_struck(state)), why=CURSE)
    one = character(state, who)
    if has(one, "wild"):
        play.tell("wild.ends", one.name, why=CURSE)
        return put(state, shed(one, "wild"))
    play.tell("wild", one.name, why=CURSE)
    return put(state, gain(shed(one, "moonstruck"), "wild"))


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "run_wild",
        run_wild,
        CURSE,
        by="referee",
        shown=lambda state, _: bool(_struck(state) or _wild(state)),
        group="giving",
    ),
)
