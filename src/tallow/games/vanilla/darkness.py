"""Who sees: where it is dark one light is enough for all, and people without any see nothing."""

from tallow.games.vanilla.state import Creature, State
from tallow.games.vanilla.sways import shines
from tallow.play import rule


@rule("vanilla.light.room", "vanilla.light.dark")
def lit(state: State) -> bool:
    """Whether people see here: it is not dark, or one light burns, which is enough for all."""
    if not state.dark:
        return True
    lights = any(item.lit for one in state.party for item in one.items) or any(item.lit for item in state.ground)
    return lights or shines(state)


@rule("vanilla.light.dark")
def blind(state: State, one: Creature) -> bool:
    """Whether somebody sees nothing for want of light; most enemies see in the dark, people do not."""
    return state.dark and one.kind != "enemy" and not lit(state)
