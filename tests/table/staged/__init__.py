"""Tables that are set for what people seldom come to by chance, by the game."""

from collections.abc import Mapping

from tests.table.staged import black_hack, cairn, dead_weight, modified_cairn, vanilla
from tests.table.staging import Stage

STAGES: Mapping[str, Mapping[str, Stage]] = {
    "cairn": cairn.STAGES,
    "dead_weight": dead_weight.STAGES,
    "modified_cairn": modified_cairn.STAGES,
    "black_hack": black_hack.STAGES,
    "vanilla": vanilla.STAGES,
}
"""By what is asked there, or by the effect that is in force."""
