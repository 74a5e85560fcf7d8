"""What faces take hold of: actions in groups, things moved from place to place, numbers set."""

from tallow.games.game import UiHints
from tallow.games.vanilla.characters.seats import turn
from tallow.games.vanilla.state import State

GROUPS: dict[str, tuple[str, ...]] = {
    "combat": (
        "close_in", "attack", "shoot", "all_attack", "move", "run", "ready_small", "ready_medium",
        "ready_large", "stand", "break_free", "let_go", "power", "own_spell", "pull_off", "shake", "flee", "wait",
        "finish_off",
    ),
    "muster": (
        "add_foes", "write_foe", "name_foe", "dismiss_foes", "reveal", "start_combat", "end_combat", "grant", "bring",
        "check_encounter", "roll_reaction", "call_morale", "spring_web", "part", "avoided",
    ),
    "tasks": (
        "check", "rest", "search", "keep_watch", "end_turn", "light", "douse", "darkness", "strenuous", "call_save",
    ),
    "magic": (
        "quick_cast", "concentrate", "leap", "rise", "sink", "send_swarm", "move_things", "cut_out", "ritual", "study",
        "end_effect",
    ),
    "watches": ("travel", "explore_hex", "camp", "sleep", "visit", "go_to", "set_place", "let_time_pass"),
    "things": ("draw", "fill_bubble", "use", "salve", "drop", "pick_up", "hand_over", "put_away", "change_armour"),
    "town": (
        "buy", "sell", "restock", "empty_bubbles", "repair", "collect", "surgery", "surgeon_terms", "hire", "dismiss",
        "bring_along", "heed",
    ),
    "chance": ("roll_table", "secret_roll", "roll_hoard"),
    "giving": (
        "award", "deal_damage", "give", "give_coins", "give_scroll", "give_treasure", "take", "set_value",
        "set_condition",
    ),
    "seats": ("new_player", "bring_player", "make_character", "bring_character"),
    "notes": ("describe", "let_know", "note", "switch_setting"),
}  # fmt: skip

UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
    moves={
        ("pack", "hands"): ("draw", "draw_what"),
        ("hands", "pack"): ("put_away", "stow_what"),
        ("pack", "worn"): ("change_armour", "armour_which"),
        ("worn", "pack"): ("change_armour", "armour_which"),
        ("hands", "ground"): ("drop", "drop_what"),
        ("pack", "ground"): ("drop", "drop_what"),
    },
    edits=("set_value", "set_whom", "set_what", "set_number"),
    fields={
        "grit": ("grit", "grit_max"),
        "flesh": ("flesh", "flesh_max"),
        "av": ("av", ""),
        "st": ("st", ""),
        "coins": ("coins", ""),
        "gems": ("gems", ""),
        "level": ("level", ""),
        "bubbles": ("bubbles", ""),
    },
    harm=("damage.", "out", "dies", "save.failed", "wear", "befalls"),
    turn=turn,
)
