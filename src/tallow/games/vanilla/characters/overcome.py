"""Foes overcome: the Hit Dice by which the GM's award of XP is counted."""

from msgspec.structs import replace

from tallow.games.vanilla.state import MARKS, Creature, State
from tallow.play import rule


@rule("vanilla.xp.monsters", "vanilla.monster.split")
def hit_dice(foe: Creature) -> int:
    """What a foe counts: its own Hit Dice, those of the whole for the first part of what has split, 0 if called up."""
    if "no_xp" in foe.marks:
        return 0
    return MARKS.number(foe.marks, "xp", foe.level)


@rule("vanilla.xp.monsters", "vanilla.phase.reward")
def noted(state: State, *foes: Creature) -> State:
    """The state in which these foes are overcome, for the GM to confirm."""
    worth = [hit_dice(foe) for foe in foes]
    return replace(state, overcome=(*state.overcome, *[hd for hd in worth if hd]))
