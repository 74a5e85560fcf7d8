"""Tables without a GM: the rulings that replace one, and which of the GM's deeds anybody may then do."""

from functools import cache

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.state import State, able
from tallow.games.rulings import Ruling, Rulings, rulings


@cache
def _of() -> dict[str, Ruling]:
    return rulings(BOOK)


def _calm(state: State) -> bool:
    """Whether no fight goes on, or one in which no foe can do anything: whoever cannot reach them may let them lie."""
    return state.combat is None or not any(able(foe) for foe in state.enemies)


RULINGS = Rulings(
    of=_of,
    shared=("ambush_roll", "combat_call_off", "play_doom", "session", "wait_no_longer"),
    own_deeds=(
        "affliction_which", "condition_which", "condition_whom", "corpse", "corpse_becomes", "doom_event",
        "doom_event_at", "doom_size", "end_effect", "eye", "facing", "fatigue_on", "give_whom", "guild_bonus",
        "guild_share", "hand_out", "harm_how", "harm_wounds", "heal_wounds", "how_many", "how_many_coins",
        "how_many_turns", "location_dark", "location_name", "more_ambush_dice", "pawn", "place_at", "reveal",
        "reveal_way", "room", "set_number", "set_what", "set_whom", "settlement", "settlement_name",
        "settlement_size", "skill_which", "skip_whom", "speed_whom", "stock", "stock_what", "take_what", "take_whom",
        "test_or_check", "test_whom", "thing_name", "thing_slots", "thing_value", "tracker_step", "trap_becomes",
        "trap_text", "trap_wounds", "trauma_which", "vantage_at", "wall_at", "which_container", "which_thing",
        "which_tracker", "which_trap",
    ),
    sharing=_calm,
)  # fmt: skip
