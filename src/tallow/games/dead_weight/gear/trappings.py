"""Trappings: usage dice and risk dice, breaking and mending things, and the test for carrying too much."""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.random_draw import draw
from tallow.games.dead_weight.entries.gear import Armour
from tallow.games.dead_weight.gear.inventory import (
    APART,
    LANTERNS,
    drop_item,
    encumbered,
    entry,
    find_item,
    thing,
    with_item,
    without,
)
from tallow.games.dead_weight.state import Item, State, able, adventurer, put
from tallow.play import Play, RuleId, Seat, Stake, rule

STEPS = {20: 12, 12: 10, 10: 8, 8: 6, 6: 4, 4: 0}
"""What each usage die steps down to."""

WEARS, LAST_USE = Stake(3, above=True, means="usage"), Stake(3, above=True, means="usage.last")
"""What a usage die needs to stay as it is, and what the smallest one needs for anything to be left."""


@rule("dead_weight.dice.sum", "dead_weight.dice.sizes", "dead_weight.dice.default")
def total(play: Play, notation: str, by: Seat, why: RuleId, *, hidden: bool = False) -> int:
    """The sum of some dice such as `3d6`; a die without a size has six sides, none at all come to 0."""
    if not notation:
        return 0
    number, _, sides = notation.partition("d")
    return sum(play.roll(int(number or 1), int(sides or 6), by=by, why=why, hidden=hidden))


@rule("dead_weight.dice.risk")
def risk(play: Play, dice: int, by: Seat, why: RuleId, means: str, *, wanted: bool = False) -> bool:
    """Whether at least one of so many dice shows a 1. `means` is the code of the event; `wanted`: it is hoped for."""
    stake = Stake(1 if wanted else 2, above=not wanted, compared="lowest", means=means)
    return 1 in play.roll(dice, by=by, why=why, stake=stake)


@rule("dead_weight.dice.usage", "dead_weight.dice.usage_end", "dead_weight.dice.sizes")
def stepped(play: Play, sides: int, by: Seat) -> int:
    """A usage die after one use: the same, one step down on a 1 or 2, or 0 if that was the last use."""
    (face,) = play.roll(1, sides, by=by, why="dead_weight.dice.usage", stake=WEARS if STEPS[sides] else LAST_USE)
    return STEPS[sides] if face <= 2 else sides


@rule("dead_weight.dice.usage", "dead_weight.dice.usage_end", "dead_weight.light.usage")
def use_up(play: Play, state: State, who: str, item: str, why: RuleId = "dead_weight.dice.usage") -> State:
    """One use of a thing: its usage die is rolled, or one piece is used up. A lantern that burns out is only empty."""
    one = adventurer(state, who)
    used = find_item(one, item)
    if used.usage:
        usage = play.call(stepped, used.usage, one.seat)
        if usage == used.usage:
            return state
        if usage or used.ref in LANTERNS:
            play.tell("usage.less" if usage else "light.out", one.name, used.name, usage, why="dead_weight.dice.usage")
            return put(state, with_item(one, replace(used, usage=usage, lit=used.lit and usage > 0)))
    if used.count > 1:
        fresh = thing(used.ref, used.id).usage if used.ref else 0
        return put(state, with_item(one, replace(used, count=used.count - 1, usage=fresh, lit=False)))
    play.tell("usage.gone", one.name, used.name, why="dead_weight.dice.usage_end" if used.usage else why)
    return put(state, without(one, item))


@rule("dead_weight.trappings.broken")
def break_item(play: Play, state: State, who: str, item: str, why: RuleId = "dead_weight.trappings.broken") -> State:
    """Break a thing: it still takes its slots, and cannot be used until it is mended."""
    one = adventurer(state, who)
    whole = find_item(one, item)
    play.tell("item.breaks", one.name, whole.name, why=why)
    return put(state, with_item(one, replace(whole, broken=True, lit=False, loaded=False)))


@rule("dead_weight.trappings.broken")
def mend(play: Play, state: State, who: str, item: str, why: RuleId, points: int = 1) -> State:
    """Mend a broken thing; armour that is not broken gets points back, up to its full number."""
    one = adventurer(state, who)
    worn = find_item(one, item)
    of = entry(worn.ref)
    if worn.broken:
        mended = replace(worn, broken=False)
    else:
        mended = replace(worn, ap=min(of.ap if isinstance(of, Armour) else worn.ap, worn.ap + points))
    play.tell("item.mended", one.name, worn.name, mended.ap, why=why)
    return put(state, with_item(one, mended))


FLAMING: RuleId = "dead_weight.item.scroll_of_flaming_weapon"


@rule("dead_weight.item.scroll_of_flaming_weapon", "dead_weight.item.living_ashes")
def added_wounds(state: State, item: Item) -> int:
    """The wounds that ashes and flames on a weapon add to its hits, before armour."""
    burns = item.id in [effect.detail for effect in state.effects if effect.of == FLAMING]
    return ("ashes" in item.marks) + burns


@rule("dead_weight.item.living_ashes", "dead_weight.armour.magi_robe")
def cleaned(state: State, *marks: str) -> State:
    """The state without these marks on the party's things: ashes and poison after an expedition, for example."""
    party = []
    for one in state.party:
        if any(item.marks for item in one.items):
            items = [replace(item, marks=tuple(m for m in item.marks if m not in marks)) for item in one.items]
            party.append(replace(one, items=tuple(items)))
        else:
            party.append(one)
    return replace(state, party=tuple(party))


@rule("dead_weight.armour.magi_robe")
def into_robe(play: Play, state: State, who: str, before: int) -> State:
    """Fatigue that casting has just put on INT may be moved into a worn magi robe that holds none."""
    one = adventurer(state, who)
    robe = next((item for item in one.items if item.ref == ROBE and item.place == "worn" and not item.broken), None)
    if robe is None or "laden" in robe.marks or one.intelligence.fatigue <= before:
        return state
    if play.choose(one.seat, "into_robe", ("yes", "no"), one.name, why=ROBE) == "no":
        return state
    play.tell("robe.laden", one.name, why=ROBE)
    one = with_item(one, replace(robe, marks=(*robe.marks, "laden")))
    return put(state, replace(one, intelligence=replace(one.intelligence, fatigue=one.intelligence.fatigue - 1)))


ROBE: RuleId = "dead_weight.armour.magi_robe"


@rule("dead_weight.inventory.encumbered_test", "dead_weight.setting.encumbered_drop")
def encumbrance(play: Play, state: State, who: str) -> State:
    """Whoever carries too much makes a STR test each turn; on a failure one thing falls, by chance or by choice."""
    one = adventurer(state, who)
    if not encumbered(one) or not able(one):
        return state
    why = "dead_weight.inventory.encumbered_test"
    state, reading = attempt(play, state, who, "STR", why)
    if reading.success:
        return state
    one = adventurer(state, who)
    carried = tuple(item.id for item in one.items if item.place not in APART)
    if state.settings.encumbered_drop == "player":
        which = play.choose(one.seat, "drop_what", carried, one.name, why=why)
    else:
        which = draw(play, carried, one.seat, why)
    play.tell("item.dropped", one.name, find_item(one, which).name, why=why)
    return drop_item(state, who, which)
