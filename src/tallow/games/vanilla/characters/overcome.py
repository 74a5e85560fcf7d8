"""Foes overcome: the Hit Dice that the GM's award of XP counts."""

from msgspec.structs import replace

from tallow.games.vanilla.state import MARKS, Creature, State
from tallow.play import rule


@rule("vanilla.xp.monsters", "vanilla.monster.split")
def hit_dice(foe: Creature) -> int:
    """The Hit Dice that a foe counts for XP: its own; of a foe that split, the whole once; 0 if it was called up."""
    if "no_xp" in foe.traits:
        return 0
    return MARKS.number(foe.marks, "xp", foe.level)


@rule("vanilla.xp.monsters", "vanilla.phase.reward")
def noted(state: State, *foes: Creature) -> State:
    """The state with these foes noted as overcome, for the GM to confirm."""
    worth = [hit_dice(foe) for foe in foes]
    return replace(state, overcome=(*state.overcome, *[hd for hd in worth if hd]))
