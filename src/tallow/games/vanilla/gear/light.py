"""Light: candles, torches and lanterns, the number that each burns down, and who sees in the dark."""

from msgspec.structs import replace

from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.checks.sways import shines
from tallow.games.vanilla.entries import things
from tallow.games.vanilla.gear.inventory import item_of, with_item, without
from tallow.games.vanilla.gear.weapons import free_hands
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Creature, Item, State
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

CANDLE: RuleId = "vanilla.item.candle"
TORCH: RuleId = "vanilla.item.torch"
LANTERN: RuleId = "vanilla.item.lantern"
OIL: RuleId = "vanilla.item.oil"
LIGHTS = (TORCH, LANTERN, CANDLE)
START: RuleId = "vanilla.light.start"
BURN: RuleId = "vanilla.light.burn"


# ---------------------------------------------------------------- lighting and putting out


@rule("vanilla.action.light", "vanilla.carry.hands", "vanilla.item.oil")
def lightable(one: Creature, settings: Settings) -> tuple[str, ...]:
    """What somebody could light: something in hand or with a hand free for it, a lantern with oil left or at hand."""
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
    """A light is lit, in hand; one that has not burned yet rolls its dice, a lantern for oil, and magic has none."""
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
    """One of a bundle, or the thing itself, in hand."""
    one = find(state, who)
    thing = item_of(one, which)
    if thing.count == 1:
        return put(state, with_item(one, replace(thing, place="hands"))), which
    state, id_ = serial(state, "i")
    bundle = replace(thing, count=thing.count - 1, place="pack")
    single = replace(thing, id=id_, count=1, place="hands")
    return put(state, with_item(with_item(one, bundle), single)), id_


def _less(one: Creature, thing: Item) -> Creature:
    """One of a thing is used up."""
    if thing.count > 1:
        return with_item(one, replace(thing, count=thing.count - 1))
    return without(one, thing.id)


@rule("vanilla.light.start")
def douse(play: Play, one: Creature, which: str) -> Creature:
    """A light is put out, and keeps its number."""
    thing = item_of(one, which)
    play.tell("light.out", one.name, thing.name, thing.burns, why=START)
    return with_item(one, replace(thing, lit=False))


@rule("vanilla.light.room", "vanilla.carry.hands", "vanilla.light.start")
def stowed(item: Item) -> Item:
    """A thing in the pack; a light gives none there: it is put out, and keeps its number."""
    return replace(item, place="pack", lit=False)


# ---------------------------------------------------------------- burning


@rule("vanilla.light.burn", "vanilla.table.minor_item")
def lower(item: Item) -> Item:
    """A light that burns loses 1: each Turn, for something very strenuous, or when dropped. At 0 it is out."""
    if not item.lit or item.power:
        return item
    if item.burns > 1:
        return replace(item, burns=item.burns - 1)
    return replace(item, burns=0, lit=False, count=1 if item.ref == LANTERN else 0)


def spent(item: Item) -> bool:
    """Whether nothing is left of a candle or torch; a lantern can be filled again."""
    return item.count == 0


@rule("vanilla.light.burn", "vanilla.action.drop")
def fallen(item: Item, at: int) -> tuple[Item, ...]:
    """A thing let fall, on the ground; a light loses 1 by that, and one that is burned down is gone."""
    left = lower(item)
    return () if item.lit and spent(left) else (replace(left, place="ground", at=at),)


@rule("vanilla.light.burn", "vanilla.phase.turn")
def burn(play: Play, state: State, why: RuleId = BURN) -> State:
    """All that burns, carried or lying, loses 1; what goes out is told, and what is burned down is gone."""
    for one in state.party:
        if any(item.lit for item in one.items):
            state = put(state, replace(one, items=lowered(play, one.items, one.name, why)))
    if any(item.lit for item in state.ground):
        state = replace(state, ground=lowered(play, state.ground, "", why))
    return state


def lowered(play: Play, items: tuple[Item, ...], whose: str, why: RuleId) -> tuple[Item, ...]:
    """Things of which all that burns has lost 1."""
    left = []
    for item in items:
        after = lower(item)
        if item.lit and not after.lit:
            play.tell("light.gone", item.name, whose or "ground", why=why)
        if not (item.lit and spent(after)):
            left.append(after)
    return tuple(left)


# ---------------------------------------------------------------- the dark


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
