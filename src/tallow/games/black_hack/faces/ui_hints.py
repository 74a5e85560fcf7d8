"""Hints for user interfaces: groups of actions, things that can be moved, numbers that can be set, harm shown."""

from tallow.games.black_hack.faces.prospects import prospects, wants_odds
from tallow.games.black_hack.state import State, able
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

LEADS = {
    "": ("make_character", "bring_character"),
    "creation": ("start_session", "buy", "new_player"),
    "combat": ("foes_act", "attack", "cast", "escape", "end_turn", "move", "gm_morale", "call_test", "end_combat"),
    "exploration": (
        "aid", "start_combat", "improvise", "cast", "light", "rest_hour", "use_item", "call_test", "narrate", "gm_trap",
        "gm_encounter",
    ),
    "downtime": (
        "buy", "repair_armour", "sell", "carouse", "rest_hour", "rest_day", "next_turn", "call_test", "set_unit",
    ),
    "travel": ("start_combat", "rest_day", "improvise", "buy", "call_test", "gm_encounter", "narrate", "set_unit"),
}  # fmt: skip
"""What comes first for whoever can do it, by phase."""


def _due(state: State) -> tuple[str, ...] | None:
    """The ids of those who have still to act, in a fight or in a Turn in which somebody has acted; else None."""
    fight = state.combat
    if fight is not None:
        return (fight.turn,) if fight.turn else fight.due
    if not state.acted:
        return None
    return tuple([one.id for one in state.party if able(one) and one.id not in state.acted])


UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
    urgent=("aid", "break_free", "wake"),
    aids=("aid",),
    leads=LEADS,
    phase=lambda state: state.phase,
    due=_due,
    concludes=("next_turn",),
    follows={
        "buy": ("buy", "change_armour", "wield"),
        "add_foes": ("start_combat", "gm_reaction"),
        "place.bring_group": ("start_combat", "gm_reaction"),
    },
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
    wants_odds=wants_odds,
    rolled=("attack_whom", "attack_with", "banish", "disguise_test", "idea_attribute"),
    marks={
        "grave": ("slain", "lost", "level.last", "level.lost", "armour.ruined"),
        "great": ("critical", "level"),
        "scene": ("combat.begins", "combat.over", "session.ends", "place.entered", "encounter.comes"),
    },
)
