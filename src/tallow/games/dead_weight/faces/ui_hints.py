"""Hints for user interfaces: groups of actions, things that can be moved, numbers that can be set, chart squares."""

from tallow.games.dead_weight.faces.prospects import on_table, paths, prospects, wants_odds
from tallow.games.dead_weight.state import State
from tallow.games.dead_weight.world.exploring import dark
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

LEADS = {
    "": ("certain_death", "play_doom", "make_character", "bring_character"),
    "creation": ("begin_expedition", "buy", "sell", "new_player"),
    "combat": (
        "combat_setup", "enemies_act", "combat_attack", "cast", "combat_move", "combat_defend", "combat_end_turn",
        "party_acts", "call_test", "combat_call_off",
    ),
    "exploration": (
        "move_on", "loot", "look_for_traps", "parley", "catch_breath_all", "set_up_camp", "call_test", "enter_room",
        "start_fight", "let_turns_pass",
    ),
    "camp": ("ambush_roll", "rest", "tend_wounds", "memorize", "sleep", "end_camp", "call_test"),
    "interlude": (
        "buy", "sell", "interlude_sleep", "interlude_shop", "interlude_sell", "begin_expedition", "interlude_tend",
        "interlude_rest", "raise_attribute", "spend_insight", "end_day",
    ),
}  # fmt: skip
"""What comes first for whoever can do it, by phase."""


def _pressing(state: State) -> tuple[str, ...]:
    """The actions to show first: lighting a light, when the party is in the dark."""
    return ("use_item",) if state.phase == "exploration" and state.combat is None and dark(state) else ()


def _due(state: State) -> tuple[str, ...] | None:
    """The ids of those who have still to act in this step of a fight; None outside a fight."""
    fight = state.combat
    if fight is None or fight.step == "setup":
        return None
    return (fight.turn,) if fight.turn else fight.due


UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
    urgent=("stabilize", "improvise_first_aid", "break_free", "unstick", "pull_off", "wake"),
    aids=("stabilize", "improvise_first_aid"),
    leads=LEADS,
    pressing=_pressing,
    phase=lambda state: state.phase,
    due=_due,
    concludes=("enemies_act", "ambush_roll"),
    follows={"buy": ("buy", "put_on", "hold"), "place.bring_group": ("start_fight",)},
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
    marks={
        "grave": ("death", "death.put_off", "trauma", "doom.death", "doom.maximum", "party_lost.death", "mortal"),
        "great": ("level", "skill", "exit", "trauma.healed"),
        "scene": (
            "combat.begins", "combat.over", "session.begins", "expedition", "location", "room", "room.seen", "camp.set",
            "settlement",
        ),
    },
    squares=("aim", "aim_line", "jump_where", "move_to", "place_at", "shove_where", "step_where", "vantage_at",
             "wall_at"),
    pawns=("aim", "attack_whom", "enemy_target", "help_whom", "hand_over_to", "pawn", "reveal", "skip_whom",
           "throw_to", "use_upon", "wake_whom"),
    facings=("face", "facing"),
    prospects=prospects,
    wants_odds=wants_odds,
    rolled=("announce", "attack_whom", "attack_with", "idea_attribute", "sell_what", "toughen_up"),
    on_table=on_table,
    paths=paths,
)  # fmt: skip
