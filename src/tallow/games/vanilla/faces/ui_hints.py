"""What faces take hold of: actions in groups, things moved from place to place, numbers set."""

from tallow.games.game import UiHints
from tallow.games.vanilla.characters.seats import turn
from tallow.games.vanilla.faces.prospects import prospects
from tallow.games.vanilla.state import State

GROUPS = ("combat", "muster", "tasks", "magic", "watches", "things", "town", "chance", "giving", "seats", "notes")

LEADS = (
    "all_attack", "attack", "shoot", "close_in", "start_combat", "end_turn", "make_character", "bring_character",
    "search", "rest", "travel", "explore_hex", "check_encounter", "call_save", "buy", "surgery", "repair", "restock",
    "hire", "quick_cast", "flee", "sleep", "visit", "sell",
)  # fmt: skip
"""What comes first for whoever can do it: in a fight, while exploring, in town."""

UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
    urgent=("break_free", "salve"),
    leads=LEADS,
    vitals=("grit", "flesh"),
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
    folded=("of", "carries", "attacks"),
    harm=("damage.", "out", "dies", "save.failed", "wear", "befalls"),
    turn=turn,
    prospects=prospects,
)
