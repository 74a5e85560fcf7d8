"""Tables without a GM: the rulings that replace one, and which of the GM's deeds anybody may then do."""

from functools import cache

from tallow.games.black_hack.entries import BOOK
from tallow.games.rulings import Ruling, Rulings, rulings


@cache
def _of() -> dict[str, Ruling]:
    return rulings(BOOK)


RULINGS = Rulings(
    of=_of,
    shared=("next_turn", "set_unit", "start_session"),
    own_deeds=(
        "armour_found", "attribute", "attribute_of", "award", "award_whom", "awareness", "bestow_another",
        "bestow_what", "bestow_whom", "cross_caltrops", "cross_which", "damage_hd", "damage_how", "damage_whom",
        "dismiss_foe", "distance", "distance_feet", "distance_of", "distance_to", "edge", "edge_whom",
        "encounter_edge", "end_which", "foe_text", "heal_many", "heal_whom", "hinder_cost", "hinder_ends",
        "hinder_what", "hinder_whom", "how_many", "how_many_hd", "judge", "lair_of", "luck_whom", "narrate", "person",
        "place", "reaction_bonus", "reveal", "set_condition", "set_number", "set_what", "set_whom", "surprised",
        "take_what", "take_whom", "test_attribute", "test_whom", "trap_how", "trap_whom", "treasure_of",
        "treasure_to", "which_group", "which_monster", "which_trap", "which_weapon", "who_changes_sides",
        "who_arrives", "who_surrenders", "wild_whom",
    ),
    sharing=lambda state: not state.dangerous,
)  # fmt: skip
