"""Purses: what a creature can pay, and paying it. Helpers may also use their employer's coins."""

from msgspec.structs import replace

from tallow.games.vanilla.state import Creature, State, alive
from tallow.mechanics.two_sides import find, put
from tallow.play import rule


@rule("vanilla.helper.control", "vanilla.helper.pay")
def backer(state: State, one: Creature) -> Creature | None:
    """The living employer of a Helper who obeys them; None for anybody else."""
    if one.pay is None:
        return None
    boss = next((other for other in state.party if other.id == one.pay.employer), None)
    return boss if boss is not None and alive(boss) and boss.seat == one.seat else None


@rule("vanilla.helper.pay")
def funds(state: State, one: Creature) -> int:
    """The gp that a creature can pay: its own, and for a Helper the employer's too."""
    boss = backer(state, one)
    return one.coins + (boss.coins if boss is not None else 0)


@rule("vanilla.helper.pay")
def pay(state: State, who: str, gp: int) -> State:
    """The state after a creature has paid this many gp, its own coins first."""
    one = find(state, who)
    own = min(one.coins, gp)
    state = put(state, replace(one, coins=one.coins - own))
    boss = backer(state, one) if own < gp else None
    return put(state, replace(boss, coins=boss.coins - (gp - own))) if boss is not None else state
