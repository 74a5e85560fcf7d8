"""Gear Bubbles: a filled one stands for a piece of ordinary gear that was carried all along."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.gear.inventory import item_of, made, with_item
from tallow.games.vanilla.state import Creature, State
from tallow.mechanics.conditions import has
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

FILL: RuleId = "vanilla.bubble.fill"
WHAT: RuleId = "vanilla.bubble.what"
RESTOCK: RuleId = "vanilla.ranged.restock_bubble"
ANOTHER = "another"

LIGHTS: dict[str, RuleId] = {
    "candle": "vanilla.item.candle",
    "torch": "vanilla.item.torch",
    "lantern": "vanilla.item.lantern",
    "oil": "vanilla.item.oil",
}
"""Ordinary gear that the program keeps count of."""

BUNDLES = {"candle": 6, "torch": 6}
"""How many of a light one piece of gear is."""

GEAR = (
    "rope", "torch", "lantern", "oil", "candle", "tinderbox", "lockpicks", "crowbar", "grappling hook", "iron spikes",
    "hammer", "ladder", "pole", "chain", "manacles", "mirror", "sack", "shovel", "bandages", "chalk", "ink and paper",
    "whistle", "saw", "net", "tent", "rations", "soap",
)  # fmt: skip
"""What people mostly name; anything else can be written."""


def empty_ones(one: Creature) -> int:
    """How many of a creature's Gear Bubbles are still empty."""
    return one.bubbles_max - one.bubbles


@rule(
    "vanilla.bubble.fill",
    "vanilla.bubble.what",
    "vanilla.ranged.restock_bubble",
    "vanilla.action.fill_bubble",
    "vanilla.item.gear",
)
def fill_bubble(play: Play, state: State, who: str) -> State:
    """Fill one Gear Bubble: with a piece of gear that was carried all along, or ammunition for one weapon."""
    one = find(state, who)
    options: list[Any] = [("restock", item.id) for item in one.items if item.empty]
    what = play.choose(one.seat, "gear", (*options, *GEAR, ANOTHER), one.name, empty_ones(one), why=FILL)
    if isinstance(what, tuple):
        return restocked(play, put(state, replace(one, bubbles=one.bubbles + 1)), who, what[1], RESTOCK)
    return named_gear(play, state, who, what)


@rule("vanilla.bubble.what", "vanilla.check.tools_from_bubble")
def named_gear(play: Play, state: State, who: str, what: str) -> State:
    """Take a piece of gear from a bubble; if it is on no list, the GM says whether anybody would have packed it."""
    one = find(state, who)
    if what == ANOTHER:
        what = play.write(one.seat, "gear", one.name, why=FILL).strip()[:60]
        if not what or play.choose(REFEREE, "ordinary", ("yes", "no"), one.name, what, why=WHAT) == "no":
            play.tell("gear.refused", one.name, what or "nothing", why=WHAT)
            return state
    play.tell("gear", one.name, what, why=FILL)
    return packed(put(state, replace(one, bubbles=one.bubbles + 1)), who, what)


@rule("vanilla.carry.gear", "vanilla.item.gear", "vanilla.item.torch", "vanilla.item.candle", "vanilla.item.lantern")
def packed(state: State, who: str, what: str) -> State:
    """The state with a piece of ordinary gear added; lights become things, whose use the program counts."""
    one = find(state, who)
    if what in LIGHTS:
        state, id_ = serial(state, "i")
        return put(state, with_item(one, replace(made(LIGHTS[what], id_), count=BUNDLES.get(what, 1))))
    return put(state, replace(one, gear=(*one.gear, what)))


@rule("vanilla.ranged.restock_bubble", "vanilla.ranged.restock_buy", "vanilla.service.ammunition")
def restocked(play: Play, state: State, who: str, id_: str, why: RuleId) -> State:
    """The state with ammunition for a ranged weapon again; it must still be reloaded."""
    one = find(state, who)
    item = item_of(one, id_)
    play.tell("restocked", one.name, item.name, why=why)
    return put(state, with_item(one, replace(item, empty=False)))


@rule("vanilla.bubble.count", "vanilla.bubble.used_up", "vanilla.bubble.fill", "vanilla.damage.out_state")
def no_bubble(state: State, who: str) -> Refusal | None:
    """Why no Gear Bubble can be filled: all are, or the creature is out."""
    one = find(state, who)
    if has(one, "out"):
        return Refusal("out", (one.name,), FILL)
    return None if empty_ones(one) > 0 else Refusal("bubbles_full", (one.name,), "vanilla.bubble.used_up")


def _has_bubbles(state: State, who: str) -> bool:
    return any(one.id == who and one.bubbles_max > 0 for one in everyone(state))


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "fill_bubble",
        fill_bubble,
        "vanilla.action.fill_bubble",
        cost="a_bubble",
        shown=_has_bubbles,
        refuse=no_bubble,
        group="things",
        rank=-1,
    ),
)
