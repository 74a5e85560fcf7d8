"""What faces take hold of: actions in groups, things moved from place to place, numbers set, dice spent."""

from tallow.games.game import UiHints
from tallow.games.modified_cairn.gear.market import prices
from tallow.games.modified_cairn.state import State

GROUPS: dict[str, tuple[str, ...]] = {
    "combat": (
        "attack", "frenzy", "move", "extra_move", "channel", "cast", "use_scroll", "lend_effort", "use_relic", "power",
        "use_item", "aid", "free", "light", "reload", "free_swap", "rearrange", "pack_swap", "give_item", "grab",
        "mount", "get_down", "parley", "improvise", "flee", "pass", "give_way", "stand_firm", "take_back", "turn",
        "all_attack", "go_on",
    ),
    "muster": (
        "add_foes", "write_foe", "dismiss_foes", "reveal", "start_combat", "end_combat", "take_side", "modify_attack",
        "set_distance",
    ),
    "dungeon": (
        "dungeon_activity", "set_marching_order", "light_torch", "douse_torch", "enter_dungeon", "resolve_cycle",
        "events", "end_cycle", "step_die", "set_place", "roll_encounter", "roll_altered", "roll_sign",
        "roll_treasure",
    ),
    "journey": ("wild_watch", "set_out"),
    "attempts": ("attempt", "call_save", "contest", "break_free", "spring"),
    "rest": ("catch_breath", "short_rest", "rest_hours", "night_rest", "week_rest", "eat", "tend"),
    "magic": (
        "channel_calmly", "use_scroll_calmly", "use_relic_calmly", "recharge", "let_magic_go", "make_runeskelf",
        "make_relic", "end_effect",
    ),
    "slots": (
        "use", "take_in_hand", "put_on", "pack_away", "drop", "take_up", "hand_over", "bundle", "shift_strain",
        "refill_ammo", "load", "unload", "pull", "let_go",
    ),
    "market": ("buy", "sell", "buy_service", "charge", "hire", "dismiss", "nerve"),
    "where": (
        "party_complete", "to_free", "to_town", "new_player", "bring_player", "make_character", "bring_character",
        "take_over",
    ),
    "chance": ("roll_table", "secret_roll"),
    "giving": (
        "give", "take", "set_size", "harm", "condition", "scar_recovered", "set_value", "set_state", "let_time_pass",
    ),
    "notes": ("describe", "let_know", "note", "switch_setting"),
}  # fmt: skip

REGIONS = ("hands", "body", "pack", "overflow")

UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
    moves={
        **{(place, "hands"): ("take_in_hand", "take_in_hand_what") for place in REGIONS if place != "hands"},
        **{(place, "body"): ("put_on", "put_on_what") for place in REGIONS if place != "body"},
        **{(place, "pack"): ("pack_away", "pack_away_what") for place in REGIONS if place != "pack"},
        **{(place, "ground"): ("drop", "drop_what") for place in REGIONS},
    },
    edits=("set_value", "set_whom", "set_what", "set_number"),
    fields={
        "guard": ("guard", "guard_max"),
        "vig": ("vigour", "vigour_max"),
        "cla": ("clarity", "clarity_max"),
        "spi": ("spirit", "spirit_max"),
        "gold": ("gold", ""),
        "silver": ("silver", ""),
        "copper": ("copper", ""),
    },
    harm=("hurt", "scar", "strain", "harm", "critical", "affliction", "deprived", "bled", "backfire", "magic.side"),
    dice=("gambit", "fend"),
    prices=prices,
)
