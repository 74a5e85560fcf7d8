"""What waits in no golden table, by the game, each with why it cannot, or what it would take."""

from collections.abc import Mapping

ALONE = "asked before a practice fight of one person in the terminal, which is no table"

UNREACHED: Mapping[str, Mapping[str, str]] = {
    "cairn": {
        "skirmish_foe": ALONE,
        "which_power": "no monster of the bestiary has two powers that it uses as an action",
    },
    "dead_weight": {
        "skirmish_foe": ALONE,
        "reveal_way": "no room of the ready adventure has two hidden ways",
    },
    "modified_cairn": {"skirmish_foe": ALONE},
    "black_hack": {"skirmish_foe": ALONE},
    "vanilla": {
        "skirmish_foe": ALONE,
        "leave_behind": "the gear of a new character fills 8 of its 10 slots at most",
        "power": "no creature of the bestiary has two powers that it uses as an action",
    },
}
"""Kinds of questions; `tests/store/test_goldens.py` sees that the reasons are true where they are of content."""

EFFECTS_UNREACHED: Mapping[str, Mapping[str, str]] = {
    "cairn": {
        "each: DEX": "what monsters take each round is STR or HP",
        "each: WIL": "what monsters take each round is STR or HP",
    },
    "dead_weight": {},
    "modified_cairn": {},
    "black_hack": {},
    "vanilla": {"until: dawn": "what lasts until dawn has the minute of it in `ends`; earlier versions had the word"},
}
"""Fields of effects that are never set, and words that they never have."""
