"""Concentration, in the later version of magic: whoever holds an effect is Exposed until it ends."""

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.magic.effects import EXPOSED, bring, release
from tallow.games.modified_cairn.state import State
from tallow.mechanics.two_sides import find
from tallow.play import Play, RuleId, rule

LATER: RuleId = "modified_cairn.magic.later_version"


def held(state: State, who: str) -> str:
    """The id of the effect that a creature holds by concentrating; "" if none."""
    return next((effect.id for effect in state.effects if effect.of == LATER and effect.by == who), "")


@rule("modified_cairn.magic.later_version")
def hold(play: Play, state: State, who: str) -> State:
    """Ask a caster whether to hold the effect just cast, which makes them Exposed meanwhile."""
    caster = find(state, who)
    if play.choose(caster.seat, "hold_magic", ("let_be", "hold"), caster.name, why=LATER) == "let_be":
        return state
    play.tell("magic.held", caster.name, why=LATER)
    return bring(play, state, LATER, (who,), EXPOSED, by=who)


@rule("modified_cairn.magic.later_version")
def shaken(play: Play, state: State, who: str) -> State:
    """Somebody who falls Critically Wounded makes a SPI Save, or the effect that they hold ends."""
    which = held(state, who)
    return state if not which or save(play, find(state, who), "SPI", LATER) else release(play, state, which)


@rule("modified_cairn.magic.later_version")
def let_magic_go(play: Play, state: State, who: str) -> State:
    """End the effect that one holds; possible before any attack die is rolled."""
    return release(play, state, held(state, who))


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "let_magic_go",
        let_magic_go,
        LATER,
        cost="none",
        shown=lambda state, who: bool(held(state, who)),
        group="magic",
        rank=1,
    ),
)
