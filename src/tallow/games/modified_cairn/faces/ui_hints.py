"""What faces take hold of: actions in groups, things moved from place to place, numbers set, dice spent."""

from tallow.games.game import UiHints
from tallow.games.modified_cairn.faces.prospects import prospects
from tallow.games.modified_cairn.gear.market import prices
from tallow.games.modified_cairn.state import State

GROUPS = (
    "combat",
    "muster",
    "dungeon",
    "journey",
    "attempts",
    "rest",
    "magic",
    "slots",
    "market",
    "where",
    "chance",
    "giving",
    "notes",
)

REGIONS = ("hands", "body", "pack", "overflow")

LEADS = (
    "go_on", "all_attack", "attack", "channel", "flee", "stand_firm", "pass", "start_combat", "resolve_cycle",
    "end_cycle", "party_complete", "make_character", "bring_character", "dungeon_activity", "wild_watch",
    "call_save", "enter_dungeon", "buy", "buy_service", "night_rest", "short_rest", "sell", "hire", "set_out",
)  # fmt: skip
"""What comes first for whoever can do it: in a fight, while exploring, in town."""

UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
    urgent=("tend", "aid", "break_free"),
    leads=LEADS,
    vitals=("guard", "vig"),
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
    folded=("of", "carries", "attacks"),
    harm=("hurt", "scar", "strain", "harm", "critical", "affliction", "deprived", "bled", "backfire", "magic.side"),
    dice=("gambit", "fend"),
    prices=prices,
    prospects=prospects,
)
