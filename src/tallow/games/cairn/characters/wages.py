"""Wages: hirelings are paid each day in advance, and leave unpaid."""

from msgspec.structs import replace

from tallow.games.cairn.gear.coins import GOLD, with_coins, worth
from tallow.games.cairn.gear.inventory import put_away
from tallow.games.cairn.state import DAY, Creature, Pay, State, alive
from tallow.mechanics.conditions import gain
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, rule


@rule("cairn.hireling.cost", "cairn.phase.town")
def pay_day(play: Play, state: State) -> State:
    """Whoever is due is paid for the next day, or leaves; called at every dawn."""
    for one in state.party:
        if one.kind != "hireling" or not alive(one) or one.pay is None or not one.pay.gp_a_day:
            continue
        hireling = one
        while hireling.pay is not None and hireling.pay.paid_until <= state.clock and alive(hireling):
            state = _pay(play, state, hireling, hireling.pay)
            hireling = find(state, hireling.id)
    return state


def _pay(play: Play, state: State, hireling: Creature, pay: Pay) -> State:
    """One day in advance, of the employer's purse."""
    employer = next((one for one in state.party if one.id == pay.employer and alive(one)), None)
    why = "cairn.hireling.cost"
    if employer is None or worth(employer) < pay.gp_a_day * GOLD:
        return leave(play, state, hireling.id, "unpaid")
    facts = (employer.name, hireling.name, pay.gp_a_day)
    if play.choose(employer.seat, "pay_hireling", ("pay", "let_go"), *facts, why=why) == "let_go":
        return leave(play, state, hireling.id, "unpaid")
    play.tell("hireling.paid", *facts, why=why)
    paid = replace(hireling, pay=replace(pay, paid_until=pay.paid_until + DAY))
    return put(state, with_coins(employer, -pay.gp_a_day * GOLD), paid)


@rule("cairn.hireling.cost", "cairn.action.dismiss")
def leave(play: Play, state: State, who: str, how: str) -> State:
    """A hireling goes, with pay and what it brought; what it carried for others stays behind."""
    hireling = find(state, who)
    brought = hireling.pay.brought if hireling.pay else ()
    left = tuple(put_away(item) for item in hireling.items if item.id not in brought)
    kept = tuple(item for item in hireling.items if item.id in brought)
    play.tell(f"hireling.{how}", hireling.name, why="cairn.action.dismiss")
    with_it = tuple(gain(one, "gone") for one in state.party if one.host == who)
    gone = gain(replace(hireling, items=kept), "gone")
    return replace(put(state, gone, *with_it), ground=state.ground + left)
