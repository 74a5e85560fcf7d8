"""Upgrades of what earlier versions of Dead Weight stored to the current schema."""

from tallow.games.stored import Plain, Upgrade, words_of_then

LOOT_1 = {
    "2": ("golden ring on a dead hand",),
    "3": ("amber statue, needs 2 bearers with both hands", "amber piece, big, if the statue is broken"),
    "4": ("mechanic's toolkit",),
    "5": ("anti-poison tonic", "tonic of bravery", "potion of giants"),
    "6": ("falchion", "rope"),
    "7": ("ink and paper", "chisel and hammer", "scroll of curse removal", "key to room 12"),
    "10": (
        "iron spikes",
        "holy water",
        "crossbow",
        "bolts",
        "sledgehammer",
        "necklace to bind undead; taking it wakes a starved cadaver",
    ),
    "11": ("red gem",),
    "12": (
        "candles",
        "scroll of Detect Evil",
        "scroll of Flaming Weapon",
        "scroll of Purify Food",
        "chains and shackles",
    ),
    "14": ("old grimoire", "Magi robe"),
    "15": ("sturdy helmet",),
    "17": ("pickaxe", "shovel"),
}
"""Schema 1 named what was found in a room by its place in the list of then."""


SETTINGS_1 = {
    "dodge_cleanup_strict": False,
    "stabilize_needs": "supplies",
    "effect_needs_wound": True,
    "sleepy_cure": "sleep_action",
}
"""Settings that had other defaults in schema 1, which did not write settings that were all at their defaults."""


def _to_2(state: Plain) -> Plain:
    return _found_by_name(state | {"settings": SETTINGS_1 | state.get("settings", {})})


def _found_by_name(state: Plain) -> Plain:
    for place in state.get("locations", ()):
        place["taken"] = [[room, LOOT_1[room][at]] for room, at in place.get("taken", ())]
    return state


def _pieces_by_name(tape: Plain) -> Plain:
    """Schema 1 also had the position in the list in the option: `["piece", 1, "rope"]`."""
    answers = [_piece(answer) for answer in tape["answers"]]
    events = [event | {"option": _piece(event["option"])} if "option" in event else event for event in tape["events"]]
    return tape | {"answers": answers, "events": events}


def _piece(answer: Plain) -> Plain:
    if isinstance(answer, list) and len(answer) == 3 and answer[0] == "piece":
        return ["piece", answer[2]]
    return answer


SHACKLES_2 = "dead_weight.spell.shackles"
APOTHEOSIS_2 = "dead_weight.prayer.apotheosis"
ATTRIBUTES_2 = ("STR", "DEX", "INT", "PRE")


def _numbers_of_effects(state: Plain) -> Plain:
    """Schema 2 had numbers in the detail of two effects: fatigue by attribute, and the wounds and place of a caster."""
    return state | {"effects": [_with_numbers(effect) for effect in state.get("effects", ())]}


def _with_numbers(effect: Plain) -> Plain:
    detail = effect.get("detail", "") if effect["of"] in {SHACKLES_2, APOTHEOSIS_2} else ""
    numbers = [int(number) for number in detail.split()]
    if effect["of"] == APOTHEOSIS_2 and numbers:
        lifted = [[attribute, points] for attribute, points in zip(ATTRIBUTES_2, numbers, strict=True) if points]
        return effect | {"detail": "", "lifted": lifted}
    if effect["of"] == SHACKLES_2 and numbers:
        wounded, *stood = numbers
        return effect | {"detail": "", "wounded": wounded, "stood": stood}
    return effect


def _marks_in_parts(state: Plain) -> Plain:
    """Schema 4 had marks as texts, `turn:staff`; those of a kind that is about two had two colons."""
    for one in (*state.get("party", ()), *state.get("allies", ()), *state.get("enemies", ())):
        _spent_in_parts(one)
    combat = state.get("combat")
    if combat:
        combat["used"] = [_mark(text) for text in combat.get("used", ())]
    state["carries"] = [_mark(text) for text in state.get("carries", ())]
    return state


def _spent_in_parts(one: Plain) -> Plain:
    one["spent"] = [_mark(text) for text in one.get("spent", ())]
    return one


def _mark(text: str) -> Plain:
    kind, *rest = text.split(":", 1)
    if kind in {"attacked", "round", "morale"}:
        return {"kind": kind, "about": [int(part) for part in rest[0].split(":")]}
    if rest and rest[0].startswith("banished:"):
        rest = rest[0].split(":", 1)
    return {"kind": kind, "about": rest}


UPGRADES = (
    Upgrade(state=_to_2, tape=_pieces_by_name),
    Upgrade(state=_numbers_of_effects),
    Upgrade(),  # odds stand beside decisions unless a table says otherwise; tables of then say so
    Upgrade(state=_marks_in_parts, character=_spent_in_parts),
    words_of_then({"item.judged": "{0} uses {1}. {2} The GM says what comes of it."}),
)
