"""Usage Dice: rolled when a consumable is used, smaller on a 1 or 2, until there is none left."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.edges import Edge, doubled, edged, net
from tallow.games.black_hack.checks.luck import tempted
from tallow.games.black_hack.checks.omens import omens
from tallow.games.black_hack.gear.things import called, find_item, with_thing, without
from tallow.games.black_hack.state import Item, State, alive, character, put
from tallow.mechanics import step_down
from tallow.play import Play, RuleId, Seat, Stake, rule

ROLL: RuleId = "black_hack.usage.roll"
BURNS: RuleId = "black_hack.phase.step_2_usage"
WEARS, LAST_USE = Stake(3, above=True, means="usage"), Stake(3, above=True, means="usage.last")
"""What a Usage Die needs to stay as it is, and what a Ud4 needs for anything to be left."""


@rule(
    "black_hack.usage.roll",
    "black_hack.usage.downgrade",
    "black_hack.usage.chain",
    "black_hack.usage.expended",
    "black_hack.table.usage_average",
    "black_hack.adv.any_roll",
)
def worn(play: Play, die: int, edge: Edge, by: Seat, why: RuleId = ROLL, ask_gm: bool = True) -> int:
    """The Usage Die after one use: a 1 or 2 makes it the next smaller one; 0 if it is used up."""
    stake = WEARS if step_down(die) else LAST_USE

    def once(before: int | None) -> int:
        return play.roll(1, die, by=by, why=why, stake=doubled(stake, edge, None if before is None else before > 2))[0]

    def wears(face: int) -> bool:
        return face <= 2

    face: int = edged(play, once, edge, by, lambda face: face, lambda face: face, wears, ask_gm=ask_gm)
    return step_down(die) if wears(face) else die


@rule("black_hack.usage.roll", "black_hack.usage.expended", "black_hack.usage.restock")
def use_up(play: Play, state: State, who: str, which: str, why: RuleId = ROLL, edge: Edge = "") -> State:
    """Roll the Usage Die of a thing (of this stack only) after its use; the last use removes it."""
    one = character(state, who)
    item = find_item(one.items, which)
    if not item.usage:
        return state
    state, good, bad = omens(state, who, "usage")
    edge = net(len(good) + (edge == "advantage"), len(bad) + (edge == "disadvantage"), state.settings)
    rolls = (item.usage, edge, one.seat, item.ref or why, state.settings.gm_choice == "ask")
    left = play.call(worn, *rolls)
    if left < item.usage:
        state, again = tempted(play, state, who, called(item))
        left = play.call(worn, *rolls) if again else left
    return state if left == item.usage else _left(play, state, who, item, left, why)


@rule("black_hack.usage.expended", "black_hack.usage.downgrade")
def drop_step(play: Play, state: State, who: str, which: str, why: RuleId) -> State:
    """Make a Usage Die one step smaller without a roll; a Ud4 is used up."""
    item = find_item(character(state, who).items, which)
    return _left(play, state, who, item, step_down(item.usage), why) if item.usage else state


def _left(play: Play, state: State, who: str, item: Item, left: int, why: RuleId) -> State:
    one = character(state, who)
    play.tell("usage" if left else "usage.expended", one.name, called(item), left, why=why)
    items = with_thing(one.items, replace(item, usage=left)) if left else without(one.items, item.id)
    return put(state, replace(one, items=items))


@rule("black_hack.phase.step_2_usage", "black_hack.item.torches", "black_hack.item.candles")
def burn(play: Play, state: State) -> State:
    """Everyone with a light that burns rolls its Usage Die, once per Turn of Minutes."""
    for one in state.party:
        if alive(one):
            for item in one.items:
                if item.lit:
                    state = use_up(play, state, one.id, item.id, BURNS)
    return state
