"""Hints for screens: groups of actions, which action moves a thing or sets a number, what comes first."""

from tallow.games.cairn.combat.rounds import undeclared
from tallow.games.cairn.faces.prospects import outlook, prospects, wants_odds
from tallow.games.cairn.gear.light import dark
from tallow.games.cairn.gear.market import prices
from tallow.games.cairn.harm.healing import in_good_hands
from tallow.games.cairn.state import Creature, State
from tallow.games.cairn.world.dungeon import awaited
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

LEADS = {
    "": ("make_character", "bring_character"),
    "creation": ("party_complete", "to_town", "new_player", "bring_player", "imagine"),
    "fight": ("all_attack", "attack", "cast", "retreat", "flee", "power", "stunt", "check_morale", "end_fight", "harm"),
    "encounter": ("start_fight", "reaction", "part", "call_save"),
    "dungeon": (
        "give_aid", "start_fight", "reaction", "search", "dungeon_move", "dungeon_rest", "listen", "meet",
        "call_save", "roll_event", "trap",
    ),
    "wilderness": (
        "give_aid", "start_fight", "reaction", "travel", "explore", "supply", "make_camp", "meet", "call_save",
    ),
    "camp": ("night", "rest_hours", "eat", "meet", "let_time_pass", "to_dungeon"),
    "town": ("buy", "sell", "night", "week", "hire", "to_dungeon", "to_wilderness", "let_time_pass"),
    "downtime": ("train", "research", "ties", "grant_downtime", "to_town"),
    "explore": ("start_fight", "reaction", "rest", "rest_hours", "meet", "call_save", "to_dungeon", "let_time_pass"),
}  # fmt: skip
"""What comes first for whoever can do it, by phase."""


def _pressing(state: State) -> tuple[str, ...]:
    """The deeds to show first: making light, when the party is in the dark; in town a week that would mend somebody."""
    if state.phase == "town":
        return ("week",) if any(_lowered(one) and in_good_hands(state, one) for one in state.party) else ()
    return ("dungeon_light", "light", "light_up") if dark(state) else ()


def _lowered(one: Creature) -> bool:
    most = one.strength_max, one.dexterity_max, one.willpower_max
    return (one.strength, one.dexterity, one.willpower) != most


def _due(state: State) -> tuple[str, ...] | None:
    """Who has still to declare: in a fight, in a cycle of a dungeon, in a watch on the road."""
    if state.fight is not None:
        return undeclared(state)
    at = state.dungeon if state.phase == "dungeon" else state.journey if state.phase == "wilderness" else None
    return awaited(state, at.declared) if at is not None else None


UI_HINTS: UiHints[State] = UiHints(
    groups=GROUPS,
    urgent=("aid", "give_aid", "calm", "master_panic", "break_free", "get_free"),
    aids=("aid", "give_aid"),
    leads=LEADS,
    pressing=_pressing,
    phase=lambda state: state.phase,
    due=_due,
    concludes=("end_cycle", "end_watch"),
    follows={
        "buy": ("buy", "put_on", "hold"),
        "meet": ("start_fight", "reaction"),
        "place.bring_group": ("start_fight", "reaction"),
    },
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
    marks={
        "grave": (
            "harm.dead", "affliction.dead", "mishap.dead", "scar", "scar.doom", "harm.critical", "critical.part",
            "ruin.for_good",
        ),
        "great": ("scar.raises", "journey.ends", "scar.mended"),
        "scene": (
            "fight.begins", "fight.ends", "encounter", "phase.camp", "phase.dungeon", "phase.explore", "phase.town",
            "phase.wilderness", "dawn",
        ),
    },
    prices=prices,
    prospects=prospects,
    wants_odds=wants_odds,
    outlook=outlook,
)  # fmt: skip
