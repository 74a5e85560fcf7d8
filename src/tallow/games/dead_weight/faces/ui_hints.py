"""What faces take hold of: actions in groups, things moved from place to place, numbers set, squares of the chart."""

from tallow.games.dead_weight.faces.prospects import on_table, prospects
from tallow.games.dead_weight.state import State
from tallow.games.game import UiHints

GROUPS = (
    "fight",
    "beasts",
    "exploring",
    "camp",
    "interlude",
    "slots",
    "muster",
    "where",
    "seats",
    "dangers",
    "rulings",
    "giving",
    "notes",
)

PACKED = ("torso", "belt", "liquid", "back", "small_1", "small_2", "mule", "right_carried", "left_carried", "tiny")

LEADS = (
    "enemies_act", "combat_attack", "cast", "combat_defend", "combat_move", "combat_end_turn", "party_acts",
    "start_fight", "make_character", "bring_character", "begin_expedition", "move_on", "loot", "look_for_traps",
    "parley", "catch_breath_all", "set_up_camp", "enter_room", "call_test", "rest", "tend_wounds", "memorize",
    "end_camp", "interlude_shop", "interlude_tend", "interlude_rest", "raise_attribute", "spend_insight", "end_day",
    "buy",
)  # fmt: skip
"""What comes first for whoever can do it: in a fight, while exploring, in town."""

UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
    urgent=("stabilize", "improvise_first_aid", "break_free", "unstick", "pull_off", "wake"),
    leads=LEADS,
    vitals=("STR", "DEX", "INT", "PRE"),
    moves={
        **{(place, "hands"): ("hold", "hold_what") for place in PACKED},
        **{(place, "worn"): ("put_on", "put_on_what") for place in PACKED},
        **{(place, "ground"): ("drop", "drop_what") for place in (*PACKED, "hands", "worn")},
        ("hands", "back"): ("put_away", "put_away_what"),
        ("worn", "back"): ("take_off", "take_off_what"),
    },
    edits=("set_value", "set_whom", "set_what", "set_number"),
    fields={
        "wounds": ("taken", "wounds"),
        "armour": ("armour", ""),
        "resistance": ("resistance", ""),
        "movement": ("movement", ""),
        "silver": ("silver", ""),
        "gold": ("gold", ""),
        "counterfeit": ("counterfeit", ""),
        "insight": ("insight", ""),
        "level": ("level", ""),
        "stun": ("stun", ""),
        "shield": ("shield", ""),
        "dodge": ("dodge", ""),
    },
    folded=("of",),
    harm=(
        "wounds", "hit", "fatigue", "affliction", "trauma", "mortal", "death", "faint", "bleeds", "doom", "omen",
        "decay", "trap.", "stunned", "item.breaks", "light.out", "pain", "ambush.", "party_lost",
    ),
    squares=("aim", "aim_line", "jump_where", "move_to", "place_at", "shove_where", "step_where", "vantage_at",
             "wall_at"),
    pawns=("aim", "attack_whom", "enemy_target", "help_whom", "hand_over_to", "pawn", "reveal", "skip_whom",
           "throw_to", "use_upon", "wake_whom"),
    facings=("face", "facing"),
    prospects=prospects,
    on_table=on_table,
)  # fmt: skip
