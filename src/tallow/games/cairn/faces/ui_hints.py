"""What faces take hold of: actions in groups, things moved from place to place, numbers set in place."""

from tallow.games.cairn.gear.market import prices
from tallow.games.cairn.state import State
from tallow.games.game import UiHints

GROUPS: dict[str, tuple[str, ...]] = {
    "fight": (
        "attack", "all_attack", "turn", "move", "move_again", "stunt", "cast", "use_relic", "use_item", "call_boon",
        "aid", "calm", "break_free", "free", "light", "douse", "reload", "wait", "retreat", "power", "monster_cast",
        "flee", "start_fight", "check_morale", "mark_attack", "mark_leader", "mark_ready", "end_fight",
    ),
    "encounter": ("meet", "reaction", "imagine", "part", "hire", "dismiss", "flesh_out"),
    "dungeon": (
        "dungeon_move", "search", "listen", "force_door", "wedge_door", "dungeon_light", "dungeon_rest", "look_out",
        "dungeon_rush", "dare", "end_cycle", "trigger", "roll_event", "trap",
    ),
    "journey": ("travel", "explore", "find_way", "supply", "make_camp", "change_way", "end_watch", "to_camp"),
    "rest": (
        "rest", "rest_hours", "night", "week", "eat", "give_aid", "master_panic", "get_free", "light_up", "put_out",
    ),
    "magic": (
        "cast_spell", "cast_enhanced", "end_spell", "activate_relic", "recharge", "use_boon", "turn_back",
        "meet_effect", "end_effect",
    ),
    "slots": (
        "employ_item", "hold", "put_away", "put_on", "take_off", "take_up", "drop", "hand_over", "set_down_pack",
        "load_up", "unload", "ride", "dismount", "reload_gun", "whet",
    ),
    "market": ("buy", "sell"),
    "downtime": ("train", "research", "ties", "set_milestones", "grant_downtime"),
    "where": (
        "party_complete", "to_town", "to_explore", "to_dungeon", "to_wilderness", "to_downtime", "to_creation",
    ),
    "seats": ("new_player", "bring_player", "make_character", "bring_character", "take_over"),
    "saves": ("call_save", "call_panic", "harm", "give_fatigue", "deprive", "relieve", "end_scar", "break_vow"),
    "chance": ("fate", "roll_table", "secret_roll"),
    "time": ("let_time_pass", "roll_weather", "set_season", "snuff"),
    "giving": (
        "give_thing", "give_coins", "find_spell", "find_relic", "divide_treasure", "heal", "take_thing", "take_coins",
        "book_limit", "set_value", "set_condition",
    ),
    "notes": ("note", "own_note", "growth", "switch_setting"),
}  # fmt: skip

UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
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
    harm=(
        "attack", "harm", "critical", "scar", "affliction", "fatigue", "deprived", "panic", "mishap", "poison", "trap.",
        "hazard", "ruin", "stone_heart", "loss",
    ),
    prices=prices,
)  # fmt: skip
