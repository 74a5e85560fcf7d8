"""Without a Warden: the rulings that answer for one, and which of the Warden's deeds anybody does then."""

from functools import cache

from tallow.games.cairn.entries import BOOK
from tallow.games.rulings import Ruling, Rulings, rulings


@cache
def _of() -> dict[str, Ruling]:
    return rulings(BOOK)


RULINGS = Rulings(
    of=_of,
    shared=("to_downtime", "to_town"),
    own_deeds=(
        "armor_helps", "background_gear", "book_or_scroll", "coins", "condition", "distance", "encounter_guards",
        "encounter_list", "encounter_more_hp", "encounter_number", "encounter_statline", "encounter_together",
        "encounter_way", "encounter_whom", "end_which", "find_which_spell", "flesh_out_whom", "give_to", "give_whom",
        "grant_whom", "growth", "hazard_ability", "hazard_dice", "heal_price", "heal_what", "hireling_background",
        "leader", "mark_kind", "mark_whom", "meet_what", "meet_who", "milestones_now", "morale_whom", "most_at_risk",
        "need", "panic_cause", "panic_whom", "path", "put_out_what", "ready_how", "ready_whom", "recharge_what",
        "region",
        "relieve_whom", "save_ability", "save_how", "scar_which", "scar_whom", "season", "set_number", "set_what",
        "set_whom", "signs", "table", "take_what", "take_whom", "thing", "trap_how", "treasure_gp", "trigger",
        "vow_broken", "which_aim", "which_book", "which_relic",
    ),
    sharing=lambda state: state.phase != "dungeon",
)  # fmt: skip
