"""Ambushes: how many dice a camp rolls for one, and the result."""

from typing import Literal, TypeAlias

from tallow.games.dead_weight.state import Camp
from tallow.play import REFEREE, Play, Stake, rule

Night: TypeAlias = Literal["quiet", "ambush", "surprise"]
"""What a night in camp brings."""


@rule(
    "dead_weight.camp.ambush_exposed",
    "dead_weight.camp.ambush_fire",
    "dead_weight.camp.ambush_before",
    "dead_weight.camp.ambush_other",
    "dead_weight.action.camp_lookout",
)
def ambush_dice(camp: Camp, camps: int) -> int:
    """How many ambush dice: one each for an exposed place, a fire and an earlier camp, plus extras, less lookouts."""
    return max(0, camp.exposed + camp.fire + (camps > 1) + camp.more_dice - camp.lookouts)


@rule("dead_weight.camp.ambush_roll")
def ambushed(play: Play, dice: int) -> Night:
    """The ambush roll: with a 6 there is combat, with two or more the adventurers are surprised as well."""
    stake = Stake(5, compared="highest")
    sixes = play.roll(dice, by=REFEREE, why="dead_weight.camp.ambush_roll", stake=stake).count(6)
    return "surprise" if sixes > 1 else "ambush" if sixes else "quiet"
