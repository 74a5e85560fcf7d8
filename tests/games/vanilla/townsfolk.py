"""A character in a settlement and the Helpers that can be hired there, for tests of Grit and Flesh."""

from tallow.games.vanilla.characters.helpers import DEEDS
from tests.games.vanilla.fighters import perform, somebody, table

ANSWERS: dict[str, list[object]] = {
    "craftsman": [4],
    "man_at_arms": [3, 4],
    "torchbearer": [4],
    "specialist": ["mentor", 4],
}
"""What is asked and rolled when a Helper of each kind is hired."""


def town(coins=500):
    """Ann in a settlement."""
    return table(somebody(coins=coins, seat="p1"), place="settlement")


def hired(kind, state):
    """The state after Ann has hired a Helper."""
    return perform(DEEDS, "hire", state, "ann", [f"vanilla.helper.{kind}", *ANSWERS[kind]])[0]
