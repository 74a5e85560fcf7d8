"""Light: candles, torches and lanterns, their burning numbers, and who sees in the dark."""

from msgspec.structs import replace

from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.checks.sways import shines
from tallow.games.vanilla.entries import things
from tallow.games.vanilla.gear.inventory import item_of, with_item, without
from tallow.games.vanilla.gear.weapons import TORCH, free_hands
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Creature, Item, State
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

CANDLE: RuleId = "vanilla.item.candle"
LANTERN: RuleId = "vanilla.item.lantern"
OIL: RuleId = "vanilla.item.oil"
LIGHTS = (TORCH, LANTERN, CANDLE)
START: RuleId = "vanilla.light.start"
BURN: RuleId = "vanilla.light.burn"


@rule("vanilla.action.light", "vanilla.carry.hands", "vanilla.item.oil")
def lightable(one: Creature, settings: Settings) -> tuple[str, ...]:
    """The ids of what a creature could light: in hand or with a free hand for it; a lantern needs oil."""
    free = free_hands(one, settings) > 0
    oil = any(item.ref == OIL for item in one.items)
    return tuple(
        [
            item.id
            for item in one.items
            if item.ref in LIGHTS
            and not (item.lit or spent(item))
            and (free or item.place == "hands")
            and (item.ref != LANTERN or item.burns or oil)
        ]
    )


@rule("vanilla.light.start", "vanilla.item.candle", "vanilla.item.torch", "vanilla.item.lantern", "vanilla.item.oil")
def kindle(play: Play, state: State, who: str, which: str) -> State:
    """Light a thing in hand; a new one rolls its dice, a lantern uses oil; magic lights have no number."""
    state, which = _taken_in_hand(state, who, which)
    one = find(state, who)
    thing = item_of(one, which)
    burns = thing.burns
    if not burns and not thing.power:
        burns = rolled(play, things()[thing.ref].burn, one.seat, START)
        if thing.ref == LANTERN:
            one = _less(one, next(item for item in one.items if item.ref == OIL))
    play.tell("light.lit", one.name, thing.name, burns, why=START)
    return put(state, with_item(one, replace(thing, lit=True, burns=burns)))


def _taken_in_hand(state: State, who: str, which: str) -> tuple[State, str]:
    """Take one of a bundle, or the thing itself, in hand; gives the state and the id of what is held."""
    one = find(state, who)
    thing = item_of(one, which)
    if thing.count == 1:
        return put(state, with_item(one, replace(thing, place="hands"))), which
    state, id_ = serial(state, "i")
    bundle = replace(thing, count=thing.count - 1, place="pack")
    single = replace(thing, id=id_, count=1, place="hands")
    return put(state, with_item(with_item(one, bundle), single)), id_


def _less(one: Creature, thing: Item) -> Creature:
    """The creature with one piece less of a thing."""
    if thing.count > 1:
        return with_item(one, replace(thing, count=thing.count - 1))
    return without(one, thing.id)


@rule("vanilla.light.start")
def douse(play: Play, one: Creature, which: str) -> Creature:
    """Put a light out; it keeps its number."""
    thing = item_of(one, which)
    play.tell("light.out", one.name, thing.name, thing.burns, why=START)
    return with_item(one, replace(thing, lit=False))


@rule("vanilla.light.room", "vanilla.carry.hands", "vanilla.light.start")
def stowed(item: Item) -> Item:
    """The thing as put into the pack: a light is put out and keeps its number."""
    return replace(item, place="pack", lit=False)


@rule("vanilla.light.burn", "vanilla.table.minor_item")
def lower(item: Item) -> Item:
    """A burning light with its number reduced by 1, as each Turn, in exertion, or when dropped; at 0 it is out."""
    if not item.lit or item.power:
        return item
    if item.burns > 1:
        return replace(item, burns=item.burns - 1)
    return replace(item, burns=0, lit=False, count=1 if item.ref == LANTERN else 0)


def spent(item: Item) -> bool:
    """Whether a candle or torch is burned down; a lantern can be refilled."""
    return item.count == 0


@rule("vanilla.light.burn", "vanilla.action.drop")
def fallen(item: Item, at: int) -> tuple[Item, ...]:
    """What is left of a thing that falls to the ground; a light loses 1, and is gone if burned down."""
    left = lower(item)
    return () if item.lit and spent(left) else (replace(left, place="ground", at=at),)


@rule("vanilla.light.burn", "vanilla.phase.turn")
def burn(play: Play, state: State, why: RuleId = BURN) -> State:
    """All burning lights, carried or on the ground, lose 1; those that go out are told, burned-down ones removed."""
    for one in state.party:
        if any(item.lit for item in one.items):
            state = put(state, replace(one, items=lowered(play, one.items, one.name, why)))
    if any(item.lit for item in state.ground):
        state = replace(state, ground=lowered(play, state.ground, "", why))
    return state


def lowered(play: Play, items: tuple[Item, ...], whose: str, why: RuleId) -> tuple[Item, ...]:
    """The things with every burning light reduced by 1."""
    left = []
    for item in items:
        after = lower(item)
        if item.lit and not after.lit:
            play.tell("light.gone", item.name, whose or "ground", why=why)
        if not (item.lit and spent(after)):
            left.append(after)
    return tuple(left)


@rule("vanilla.light.room", "vanilla.light.dark")
def lit(state: State) -> bool:
    """Whether people can see here: it is not dark, or at least one light burns, which is enough for all."""
    if not state.dark:
        return True
    lights = any(item.lit for one in state.party for item in one.items) or any(item.lit for item in state.ground)
    return lights or shines(state)


@rule("vanilla.light.dark")
def blind(state: State, one: Creature) -> bool:
    """Whether a creature cannot see in the dark here; most enemies can, people cannot."""
    return state.dark and one.kind != "enemy" and not lit(state)
