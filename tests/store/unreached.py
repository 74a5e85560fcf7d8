"""What waits in no golden table, by the game, each with the reason."""

from collections.abc import Mapping

UNREACHED: Mapping[str, Mapping[str, str]] = {
    "cairn": {},
    "dead_weight": {},
    "modified_cairn": {},
    "black_hack": {},
    "vanilla": {},
}
EFFECTS_UNREACHED: Mapping[str, Mapping[str, str]] = {
    "cairn": {},
    "dead_weight": {},
    "modified_cairn": {},
    "black_hack": {},
    "vanilla": {},
}
