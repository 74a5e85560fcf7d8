"""Omens: Advantage or Disadvantage on somebody's next roll that is no test, such as damage or a Usage Die."""

from typing import Literal

from tallow.games.black_hack.state import State, character, put
from tallow.mechanics.conditions import has, shed
from tallow.play import rule

STRESSED = "stressed"
"""Disadvantage on the next die of any kind."""

OMENS = ("damage_favoured", "damage_disfavoured", "usage_favoured", "usage_disfavoured")
"""What the GM has said of the next roll of either kind."""


@rule("black_hack.adv.any_roll", "black_hack.adv.when", "black_hack.table.encounter")
def omens(
    state: State, who: str, what: Literal["damage", "usage", "hit_dice", "mending", "fate", "magic"]
) -> tuple[State, list[str], list[str]]:
    """The reasons for Advantage and for Disadvantage on a roll of this kind; they are used up by it."""
    one = next((one for one in state.party if one.id == who), None)
    if one is None or not one.conditions:
        return state, [], []
    good = [code for code in (f"{what}_favoured",) if has(one, code)]
    bad = [code for code in (f"{what}_disfavoured", STRESSED) if has(one, code)]
    return (put(state, shed(character(state, who), *good, *bad)) if good or bad else state), good, bad
