"""Hints for web and terminal: actions in groups, things moved between places, numbers set, dice spent."""

from tallow.games.game import UiHints
from tallow.games.modified_cairn.faces.prospects import outlook, prospects, wants_odds
from tallow.games.modified_cairn.gear.market import prices
from tallow.games.modified_cairn.state import QUALITIES, State, alive, quality, quality_max, undeclared, up
from tallow.games.modified_cairn.world import dungeon
from tallow.games.modified_cairn.world.darkness import in_the_dark

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

LEADS = {
    "": ("make_character", "bring_character"),
    "creation": ("party_complete", "to_town", "new_player", "bring_player", "describe"),
    "combat": (
        "go_on", "all_attack", "attack", "channel", "flee", "stand_firm", "pass", "call_save", "set_distance",
        "end_combat",
    ),
    "dungeon": (
        "tend", "start_combat", "resolve_cycle", "events", "end_cycle", "dungeon_activity", "light_torch", "use",
        "attempt", "call_save", "roll_encounter", "describe",
    ),
    "journey": ("start_combat", "wild_watch", "call_save", "enter_dungeon", "roll_encounter", "describe"),
    "town": ("buy", "buy_service", "sell", "hire", "night_rest", "enter_dungeon", "set_out", "describe"),
    "free": ("start_combat", "short_rest", "night_rest", "attempt", "enter_dungeon", "set_out", "call_save"),
}  # fmt: skip
"""The deeds to offer first, by phase."""


def _pressing(state: State) -> tuple[str, ...]:
    """The deeds to show first: lighting something, when somebody is in the dark.

    In town a healer for the dying, and a week for lost Qualities.
    """
    if state.phase == "town":
        if any(alive(one) and one.dies_at for one in state.party):
            return ("buy_service",)
        lost = [one for one in state.party for which in QUALITIES if quality(one, which) < quality_max(one, which)]
        return ("week_rest",) if any(alive(one) for one in lost) else ()
    return ("light", "light_torch") if in_the_dark(state) else ()


def _due(state: State) -> tuple[str, ...] | None:
    """The ids of those who have not declared yet, in a fight or in a Cycle of a dungeon; None elsewhere.

    While somebody stands there of whom it is open whether they fight, nobody is waited for.
    """
    if state.combat is not None:
        return undeclared(state)
    if any(up(foe) for foe in state.foes):
        return None
    return dungeon.undeclared(state) if state.phase == "dungeon" and state.dungeon is not None else None


UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
    urgent=("tend", "break_free"),
    aids=("tend", "buy_service"),
    leads=LEADS,
    pressing=_pressing,
    phase=lambda state: state.phase,
    due=_due,
    concludes=("resolve_cycle", "events", "end_cycle"),
    follows={
        "buy": ("buy", "put_on", "take_in_hand"),
        "add_foes": ("start_combat",),
        "place.bring_group": ("start_combat",),
    },
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
    marks={
        "grave": ("affliction.dead", "affliction.dies", "affliction.doomed", "doom.fulfilled", "doom.begins", "scar"),
        "great": ("doom.escaped", "scar.max", "journey.ends"),
        "scene": (
            "combat.begins",
            "combat.ends",
            "encounter",
            "journey.begins",
            "phase.free",
            "phase.town",
            "place.deeper",
        ),
    },
    dice=("gambit", "fend"),
    prices=prices,
    prospects=prospects,
    wants_odds=wants_odds,
    outlook=outlook,
)
