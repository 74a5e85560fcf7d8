"""Play without a GM: the answers given in the GM's place, and the GM's deeds that anybody may then do."""

from functools import cache

from tallow.games.rulings import Ruling, Rulings, rulings
from tallow.games.vanilla.entries import BOOK
from tallow.games.vanilla.state import State

ENOUGH = 40
"""After this many Rounds anybody may end a fight."""


@cache
def _of() -> dict[str, Ruling]:
    return rulings(BOOK)


def _endless(state: State) -> bool:
    """Whether a fight has lasted so long that anybody may end it."""
    return state.combat is not None and state.combat.round > ENOUGH


RULINGS = Rulings(
    of=_of,
    shared=("end_combat",),
    own_deeds=(
        "award", "bring_whom", "coins", "damage_dice", "damage_how", "damage_whom", "depth", "dismiss_foe", "distance",
        "end_which", "foe_line", "foe_name", "gem_worth", "gems", "give_what", "give_whom", "go_where", "grant",
        "grant_whom", "heed_whom", "hoard_great", "hoard_or", "hoard_size", "how_many", "mettle", "name_whom",
        "reveal", "save_against", "save_bonus", "save_stake", "save_whom", "set_condition", "set_number", "set_place",
        "set_what", "set_whom", "strenuous", "surgeon", "surprised", "take_what", "take_whom", "terrain",
        "treasure_name", "treasure_slots", "treasure_worth", "web_whom", "which_monster", "which_potion",
        "which_spell",
    ),
    sharing=_endless,
)  # fmt: skip
