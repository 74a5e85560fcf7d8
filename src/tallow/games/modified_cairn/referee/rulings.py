"""Play without a GM: the answers given in the GM's place, and the questions that then never come up."""

from functools import cache

from tallow.games.modified_cairn.entries import BOOK
from tallow.games.rulings import Ruling, Rulings, rulings


@cache
def _of() -> dict[str, Ruling]:
    return rulings(BOOK)


RULINGS = Rulings(
    of=_of,
    own_deeds=(
        "acts_next", "as_one", "bestow", "bestow_whom", "bonus_die", "charge_in", "charge_much", "charge_whom",
        "coins_to", "condition", "condition_reason", "condition_source", "contest_who", "contest_whom", "country",
        "dismiss_foe", "distance", "distance_of", "distance_to", "dungeon", "dungeon_depth", "dungeon_lit",
        "dungeon_name", "dungeon_status", "end_effect", "give_what", "harm_dice", "harm_quality", "harm_save",
        "how_many", "journey_distance", "knows_way", "make_relic", "make_rune", "modifier", "modify_whom",
        "most_at_risk", "nerve_of", "of_place", "path", "place", "reveal", "rune_ritual", "save_quality", "season",
        "set_number", "set_state", "set_what", "set_whom", "side", "side_whom", "sides_apart", "size", "size_bundle",
        "size_uses", "spring_on", "spring_what", "stat_line", "step_die", "surprise", "surprise_too", "treasure",
        "vow_broken", "which_monster", "which_rune", "which_scar", "who_saves",
    ),
)  # fmt: skip
