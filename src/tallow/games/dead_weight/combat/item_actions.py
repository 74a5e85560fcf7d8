"""Combat actions with items: using one, changing equipment, handing one over, throwing one to somebody."""

from collections.abc import Iterator

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.combat.acting import combat_deed
from tallow.games.dead_weight.combat.chart import apart, on_chart
from tallow.games.dead_weight.gear.handling import can_take, change_equipment, changes, givable, give, hand_over, shares
from tallow.games.dead_weight.gear.inventory import find_item, lying, without
from tallow.games.dead_weight.gear.items import IN_FIGHT, usable, use_item
from tallow.games.dead_weight.state import Adventurer, Item, State, able, adventurer, put
from tallow.games.deeds import Deed, Refusal
from tallow.play import Play, RuleId, rule

ITEM: RuleId = "dead_weight.action.combat_item"
GIVE: RuleId = "dead_weight.action.combat_give"
THROW: RuleId = "dead_weight.action.combat_throw_item"
FARTHEST = 2


@rule("dead_weight.action.combat_item", "dead_weight.action.combat_give")
def use(play: Play, state: State, who: str) -> State:
    """Use a quick item, on oneself or on somebody on the same square."""
    return use_item(play, state, who, *IN_FIGHT)


def _nothing_to_use(state: State, who: str) -> Refusal | None:
    if any(True for _ in usable(state, who, *IN_FIGHT)):
        return None
    return Refusal("nothing_to_use", (adventurer(state, who).name,), ITEM)


def _nothing_to_change(state: State, who: str) -> Refusal | None:
    if any(True for _ in changes(state, who)):
        return None
    return Refusal("nothing_to_change", (adventurer(state, who).name,), ITEM)


def _nothing_to_give(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    return None if any(True for _ in givable(state, one)) else Refusal("nothing_to_hand_over", (one.name,), GIVE)


def _catchers(state: State, one: Adventurer, item: Item) -> tuple[str, ...]:
    """The ids of those who could catch this: able, within 2 squares, and with room for it."""
    if not shares(state, one, item):
        return ()
    return tuple(
        other.id
        for other in state.party
        if other.id != one.id
        and on_chart(other)
        and able(other)
        and apart(state, one, other) <= FARTHEST
        and shares(state, other, item)
        and can_take(other, item)
    )


def _throwable(state: State, one: Adventurer) -> Iterator[str]:
    for item in one.items:
        if item.place not in {"worn", "mule", "pocket"} and _catchers(state, one, item):
            yield item.id


@rule("dead_weight.action.combat_throw_item", "dead_weight.combat.receive_free")
def throw(play: Play, state: State, who: str) -> State:
    """Throw an item: a DEX test of both; if either fails, or it is not caught, it falls on the receiver's square."""
    one = adventurer(state, who)
    which = play.choose(one.seat, "throw_what", tuple(_throwable(state, one)), one.name, why=THROW)
    item = find_item(one, which)
    to = play.choose(one.seat, "throw_to", _catchers(state, one, item), one.name, item.name, why=THROW)
    state, thrown = attempt(play, state, who, "DEX", THROW)
    broken = thrown.critical
    if thrown.success:
        other = adventurer(state, to)
        if play.choose(other.seat, "catch", ("yes", "no"), other.name, item.name, why=THROW) == "yes":
            state, caught = attempt(play, state, to, "DEX", THROW)
            if caught.success:
                return give(play, state, who, which, to, item.count)
            broken = caught.critical
    return _falls(play, state, who, which, to, broken=broken and "fragile" in item.awkward)


def _falls(play: Play, state: State, who: str, which: str, to: str, *, broken: bool) -> State:
    """A thing that was not caught falls on the receiver's square; fragile ones may break."""
    one = adventurer(state, who)
    item = find_item(one, which)
    fallen = replace(lying(adventurer(state, to), item), lit=False, broken=item.broken or broken)
    play.tell("item.broken_fall" if broken else "item.falls", item.name, adventurer(state, to).name, why=THROW)
    return replace(put(state, without(one, which)), ground=(*state.ground, fallen))


def _nobody_to_throw_to(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    return None if any(True for _ in _throwable(state, one)) else Refusal("nobody_to_throw_to", (one.name,), THROW)


DEEDS: tuple[Deed[State], ...] = (
    combat_deed("combat_item", 1, use, ITEM, refuse=_nothing_to_use),
    combat_deed("combat_equip", 1, change_equipment, ITEM, refuse=_nothing_to_change),
    combat_deed("combat_give", 1, hand_over, GIVE, refuse=_nothing_to_give),
    combat_deed("combat_throw_item", 1, throw, THROW, refuse=_nobody_to_throw_to),
)
