"""Hints for web and terminal: actions in groups, things moved between places, numbers set."""

from tallow.games.game import UiHints
from tallow.games.vanilla.characters.seats import due, turn
from tallow.games.vanilla.combat.assault import no_melee
from tallow.games.vanilla.entries import MAGIC_USER
from tallow.games.vanilla.faces.prospects import prospects, wants_odds
from tallow.games.vanilla.gear.light import lit
from tallow.games.vanilla.gear.weapons import ranged_ways
from tallow.games.vanilla.state import State, able
from tallow.games.view import Handle
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, Seat

GROUPS = ("combat", "muster", "tasks", "magic", "watches", "things", "town", "chance", "giving", "seats", "notes")

LEADS = {
    "": ("make_character", "bring_character"),
    "creation": ("go_to", "buy", "new_player"),
    "combat": (
        "all_attack", "attack", "shoot", "quick_cast", "close_in", "move", "flee", "wait", "call_morale",
        "call_save", "end_combat",
    ),
    "encounter": ("start_combat", "roll_reaction", "part", "avoided", "call_save"),
    "explore": (
        "start_combat", "search", "rest", "travel", "explore_hex", "camp", "sleep", "keep_watch", "call_save",
        "check_encounter", "describe",
    ),
    "settlement": ("buy", "surgery", "repair", "restock", "sell", "sleep", "hire", "visit", "go_to", "describe"),
}  # fmt: skip
"""The deeds to offer first, by phase."""


def _pressing(state: State) -> tuple[str, ...]:
    """The deeds to show first: making light, when it is dark."""
    return () if lit(state) else ("light",)


def _due(state: State) -> tuple[str, ...] | None:
    """The ids of those whose go it is in a fight, or who have yet to act in a Turn that has begun; else None."""
    if state.combat is not None:
        return due(state)
    if not state.busy:
        return None
    done = [who for who, _ in state.busy]
    return tuple([one.id for one in state.party if one.kind == "pc" and able(one) and one.id not in done])


def _first(state: State, seat: Seat) -> tuple[Handle, ...]:
    """What a seat wants first in its go: to be done once it has acted; to close in where nobody is within its reach."""
    combat = state.combat
    if combat is None or seat == REFEREE:
        return ()
    who = next((one.id for one in state.party if one.seat == seat and one.id in due(state)), "")
    if not who:
        return ()
    if combat.turn == who and not combat.action:
        return (Handle("wait", who),)
    armed = no_melee(state, who) is None or bool(ranged_ways(find(state, who)))
    return () if armed or find(state, who).of == MAGIC_USER else (Handle("close_in", who),)


UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
    urgent=("break_free", "salve"),
    aids=("salve",),
    leads=LEADS,
    pressing=_pressing,
    phase=lambda state: state.phase,
    due=_due,
    first=_first,
    concludes=("end_turn",),
    follows={
        "buy": ("buy", "change_armour", "draw"),
        "add_foes": ("start_combat", "roll_reaction"),
        "place.bring_group": ("start_combat", "roll_reaction"),
    },
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
    marks={
        "grave": ("dies", "stays_dead", "level.lost", "befalls.cursed"),
        "great": ("attack.critical", "attack.edge.critical", "level", "avoided"),
        "scene": ("combat.begins", "combat.over", "place.dungeon", "place.depth", "place.settlement", "hex"),
    },
    turn=turn,
    prospects=prospects,
    wants_odds=wants_odds,
    rolled=("attack_whom", "shoot_whom", "attack_with", "idea_attribute"),
)
