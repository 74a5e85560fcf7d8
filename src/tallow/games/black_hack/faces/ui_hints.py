"""What faces take hold of: actions in groups, things moved from place to place, numbers set, harm told."""

from tallow.games.black_hack.state import State
from tallow.games.game import UiHints

GROUPS: dict[str, tuple[str, ...]] = {
    "foes_turn": ("foes_act", "foe_acts", "foe_attack", "power", "take_wing", "foe_move", "foe_extra_move"),
    "combat": (
        "attack", "dealer_of_death", "sneak_attack", "move", "extra_move", "sneak", "aid", "break_free", "overawe",
        "burn_fallen", "carry_body", "wake", "escape", "end_turn",
    ),
    "the_turn": ("improvise", "invoke_background", "next_turn", "set_unit", "set_place", "gm_encounter"),
    "muster": (
        "add_foes", "write_foe", "dismiss_foes", "reveal", "start_combat", "end_combat", "gm_reaction", "gm_morale",
        "give_up", "change_sides", "set_distance", "set_attribute",
    ),
    "tests": ("call_test", "set_edge", "gm_trap"),
    "magic": (
        "cast", "read_spell", "memorise", "copy_spell", "dismiss", "banish", "command_servant", "telekinesis_move",
        "recall", "change_form", "speak_name", "end_effect", "cross_area",
    ),
    "items": (
        "wield", "produce_dagger", "use_item", "use_magic_item", "throw_item", "light", "eat", "change_armour",
        "hand_over", "take_item", "drop_item",
    ),
    "rest": ("rest_hour", "rest_day"),
    "market": ("buy", "sell", "repair_armour", "carouse", "pay_debt"),
    "giving": (
        "award_experience", "gm_treasure", "give_item", "take_away", "deal_damage", "restore", "impose", "give_luck",
        "set_value", "set_condition", "run_wild", "cross_caltrops",
    ),
    "chance": ("roll_table", "secret_roll"),
    "where": ("start_session", "end_session", "new_player", "bring_player", "make_character", "bring_character"),
    "notes": ("narrate", "let_know", "judge", "note", "add_fact", "switch_setting"),
}  # fmt: skip

UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
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
    harm=("damage", "critical", "out_of_action", "fate", "lost", "hindered", "ongoing", "special", "level.lo"),
)
