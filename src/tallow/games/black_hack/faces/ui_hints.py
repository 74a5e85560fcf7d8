"""What faces take hold of: actions in groups, things moved from place to place, numbers set, harm told."""

from tallow.games.black_hack.faces.prospects import prospects
from tallow.games.black_hack.state import State
from tallow.games.game import UiHints

GROUPS = (
    "foes_turn",
    "combat",
    "the_turn",
    "muster",
    "tests",
    "magic",
    "items",
    "rest",
    "market",
    "giving",
    "chance",
    "where",
    "notes",
)

LEADS = (
    "foes_act", "attack", "cast", "escape", "end_turn", "start_combat", "next_turn", "make_character",
    "bring_character", "start_session", "call_test", "narrate", "improvise", "light", "rest_hour", "buy",
    "repair_armour", "carouse", "rest_day", "sell",
)  # fmt: skip
"""What comes first for whoever can do it: in a fight, while exploring, in town."""

UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
    urgent=("aid", "break_free", "wake"),
    leads=LEADS,
    vitals=("hp", "armour"),
    moves={
        ("pack", "hands"): ("wield", "wield"),
        ("pack", "ground"): ("drop_item", "drop_item"),
        ("hands", "ground"): ("drop_item", "drop_item"),
        ("worn", "ground"): ("drop_item", "drop_item"),
    },
    edits=("set_value", "set_whom", "set_what", "set_number"),
    fields={
        "hp": ("hp", "hp_max"),
        "level": ("level", ""),
        "strength": ("strength", ""),
        "dexterity": ("dexterity", ""),
        "constitution": ("constitution", ""),
        "intelligence": ("intelligence", ""),
        "wisdom": ("wisdom", ""),
        "charisma": ("charisma", ""),
        "coins": ("coins", ""),
        "luck": ("luck", ""),
        "hd": ("hd", ""),
    },
    folded=("of", "attacks", "specials"),
    harm=("damage", "critical", "out_of_action", "fate", "lost", "hindered", "ongoing", "special", "level.lo"),
    prospects=prospects,
)
