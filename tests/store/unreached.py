"""What waits in no golden table, by the game, each with why it cannot, or what it would take."""

from collections.abc import Mapping

ALONE = "asked before a practice fight of one person in the terminal, which is no table"

UNREACHED: Mapping[str, Mapping[str, str]] = {
    "cairn": {
        "skirmish_foe": ALONE,
        "catch": "somebody must cast out the line of one background and the Warden be asked what is on it",
        "greed_for": "the spell must be read where there is something to want; nobody has set such a table yet",
        "which_power": "no monster of the bestiary has two powers that it uses as an action",
    },
    "dead_weight": {
        "skirmish_foe": ALONE,
        "reveal_way": "no room of the ready adventure has two hidden ways",
    },
    "modified_cairn": {
        "skirmish_foe": ALONE,
        "call_upon": "two gifts of one life; explorers have not come to it",
        "filch": "one relic, upon somebody with things; explorers have not come to it",
    },
    "black_hack": {"skirmish_foe": ALONE},
    "vanilla": {
        "skirmish_foe": ALONE,
        "leave_behind": "the gear of a new character fills 8 of its 10 slots at most",
        "power": "no creature of the bestiary has two powers that it uses as an action",
        "serve": "no ready party has a magic key or lens, and only locks and writings of a place ask for them",
    },
}
"""Kinds of questions; `tests/store/test_goldens.py` sees that the reasons are true where they are of content."""

EFFECTS_UNREACHED: Mapping[str, Mapping[str, str]] = {
    "cairn": {
        "each: DEX": "what monsters take each round is STR or HP",
        "each: WIL": "what monsters take each round is STR or HP",
        "hates": "the spell of hatred is asked in a golden, and is in force in none yet",
        "wants": "the spell of greed is in force in no golden yet",
    },
    "dead_weight": {},
    "modified_cairn": {},
    "black_hack": {},
    "vanilla": {"until: dawn": "what lasts until dawn has the minute of it in `ends`; earlier versions had the word"},
}
"""Fields of effects that are never set, and words that they never have."""
