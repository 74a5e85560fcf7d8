"""What faces take hold of: actions in groups, things moved from place to place, numbers set in place."""

from tallow.games.cairn.faces.prospects import prospects
from tallow.games.cairn.gear.market import prices
from tallow.games.cairn.state import State
from tallow.games.game import UiHints

GROUPS = (
    "fight",
    "encounter",
    "dungeon",
    "journey",
    "rest",
    "magic",
    "slots",
    "market",
    "downtime",
    "where",
    "seats",
    "saves",
    "chance",
    "time",
    "giving",
    "notes",
)

LEADS = (
    "all_attack", "attack", "cast", "retreat", "flee", "power", "start_fight", "reaction", "end_cycle", "end_watch",
    "party_complete", "make_character", "bring_character", "search", "dungeon_move", "travel", "explore", "supply",
    "meet", "call_save", "buy", "train", "week", "rest_hours", "night", "sell", "hire", "let_time_pass",
)  # fmt: skip
"""What comes first for whoever can do it: in a fight, while exploring, in town."""

UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
    urgent=("aid", "give_aid", "calm", "master_panic", "break_free", "get_free"),
    leads=LEADS,
    vitals=("hp", "str"),
    moves={
        ("pack", "hands"): ("hold", "hold_what"),
        ("hands", "pack"): ("put_away", "put_away_what"),
        ("pack", "worn"): ("put_on", "put_on_what"),
        ("worn", "pack"): ("take_off", "take_off_what"),
        ("pack", "ground"): ("drop", "drop_what"),
        ("hands", "ground"): ("drop", "drop_what"),
        ("worn", "ground"): ("drop", "drop_what"),
    },
    edits=("set_value", "set_whom", "set_what", "set_number"),
    fields={
        "hp": ("hp", "hp_max"),
        "str": ("strength", "strength_max"),
        "dex": ("dexterity", "dexterity_max"),
        "wil": ("willpower", "willpower_max"),
        "gp": ("gp", ""),
        "stands_at": ("at", ""),
    },
    folded=("of", "carries", "attacks"),
    harm=(
        "attack", "harm", "critical", "scar", "affliction", "fatigue", "deprived", "panic", "mishap", "poison", "trap.",
        "hazard", "ruin", "stone_heart", "loss",
    ),
    prices=prices,
    prospects=prospects,
)  # fmt: skip
