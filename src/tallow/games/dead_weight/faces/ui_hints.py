"""What faces take hold of: actions in groups, things moved from place to place, numbers set, squares of the chart."""

from tallow.games.dead_weight.faces.prospects import on_table, prospects
from tallow.games.dead_weight.state import State
from tallow.games.game import UiHints

GROUPS: dict[str, tuple[str, ...]] = {
    "fight": (
        "combat_attack", "combat_move", "combat_face", "combat_defend", "combat_dodge", "combat_recover",
        "combat_catch_breath", "cast", "combat_item", "combat_equip", "combat_give", "combat_throw_item",
        "combat_help", "combat_reload", "combat_bash", "combat_feint", "combat_intimidate", "combat_fearless",
        "combat_banish_undead", "break_free", "unstick", "pull_off", "wake", "combat_freeform", "act_alone",
        "combat_end_turn",
    ),
    "beasts": (
        "party_acts", "enemies_act", "enemy_acts", "enemy_action", "enemy_move", "enemy_recover", "enemy_turn_round",
        "enemy_tear_loose", "enemy_wake", "enemy_let_go", "enemy_end", "ally_attack", "ally_move", "ally_recover",
    ),
    "exploring": (
        "move_on", "loot", "parley", "look_for_traps", "catch_breath_all", "use_slow_item", "cast_exploring",
        "freeform", "mend", "stabilize", "improvise_first_aid", "banish_undead", "sense_doom", "sacrifice",
        "start_combat", "set_up_camp", "exit",
    ),
    "camp": (
        "rest", "sleep", "lookout", "cook", "cook_carcass", "tend_wounds", "camp_items", "memorize", "surgery",
        "repair_armour", "ritual", "sacrifice_in_camp", "end_camp",
    ),
    "interlude": (
        "interlude_rest", "interlude_tend", "interlude_shop", "interlude_sell", "interlude_lay_low", "interlude_other",
        "buy", "sell", "end_day", "interlude_sleep", "interlude_return", "raise_attribute", "spend_insight", "retire",
        "change_settlement", "guest_room", "set_stock", "wait_no_longer",
    ),
    "slots": (
        "use_item", "snuff", "hold", "put_away", "put_on", "take_off", "rearrange", "take_up", "drop", "hand_over",
        "take_from_fallen", "dismiss_eye",
    ),
    "muster": (
        "start_fight", "reinforce", "combat_setup", "place_pawn", "combat_vantage", "combat_wall", "set_speed",
        "combat_skip", "reveal_enemy", "combat_call_off",
    ),
    "where": (
        "begin_expedition", "change_location", "enter_room", "set_dark", "let_turns_pass", "ambush_dice",
        "ambush_roll", "rumours", "session", "dead_vigil", "guild_share", "set_guild_bonus",
    ),
    "seats": ("new_player", "bring_player", "make_character", "bring_character"),
    "dangers": ("move_tracker", "plan_doom", "play_doom", "set_trap", "spring_trap", "reveal_trap"),
    "rulings": ("call_test", "roll_table", "secret_roll", "harm", "give_fatigue", "give_healing"),
    "giving": (
        "give_thing", "take_thing", "set_affliction", "set_condition", "set_trauma", "grant_skill", "set_value",
        "end_effect", "destroy_eye",
    ),
    "notes": ("own_note", "note", "switch_setting"),
}  # fmt: skip

PACKED = ("torso", "belt", "liquid", "back", "small_1", "small_2", "mule", "right_carried", "left_carried", "tiny")

UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
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
