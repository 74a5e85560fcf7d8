"""Handling things: drawing, dropping, picking up, handing over, and changing armour."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.combat.acting import go_deed, somebody
from tallow.games.vanilla.combat.aftermath import victors
from tallow.games.vanilla.combat.armour import is_armour, is_shield
from tallow.games.vanilla.entries import things, weapons
from tallow.games.vanilla.gear.inventory import coins_fit, fits, item_of, with_item, without
from tallow.games.vanilla.gear.light import fallen, stowed
from tallow.games.vanilla.gear.weapons import REACH, free_hands, hands_of, held, is_ranged
from tallow.games.vanilla.state import Creature, Item, State, able
from tallow.games.vanilla.world.time import set_about, spent
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

DRAW: RuleId = "vanilla.action.draw"
DROP: RuleId = "vanilla.action.drop"
PICK_UP: RuleId = "vanilla.action.pick_up"
GIVE: RuleId = "vanilla.action.use"
CHANGE: RuleId = "vanilla.armour.change"
HANDS = 2


@rule("vanilla.carry.hands", "vanilla.weapon.draw")
def take_in_hand(play: Play, state: State, who: str, item: Item) -> State:
    """Take a thing in hand; things held are put away until enough hands are free."""
    one = find(state, who)
    need = hands_of(item, state.settings)
    while free_hands(one, state.settings) < need:
        options = tuple([other.id for other in held(one)])
        away = options[0]
        if need < HANDS:
            away = play.choose(one.seat, "put_away", options, one.name, item.name, why="vanilla.carry.hands")
        one = with_item(one, stowed(item_of(one, away)))
    return put(state, with_item(one, replace(item, place="hands")))


@rule("vanilla.action.draw", "vanilla.weapon.draw", "vanilla.armour.change")
def draw(play: Play, state: State, who: str) -> State:
    """Draw a melee weapon or shield; outside a fight anything that hands can hold."""
    one = find(state, who)
    options = tuple([item.id for item in _drawable(state, one)])
    which = play.choose(one.seat, "draw_what", options, one.name, why=DRAW)
    state = take_in_hand(play, state, who, item_of(one, which))
    play.tell("in_hand", one.name, item_of(one, which).name, why=DRAW)
    return state


def _drawable(state: State, one: Creature) -> list[Item]:
    packed = [item for item in one.items if item.place == "pack" and _for_hands(item)]
    return packed if state.combat is None else [item for item in packed if not is_ranged(item)]


def _for_hands(item: Item) -> bool:
    light = item.ref in things() and bool(things()[item.ref].burn)
    return item.ref in weapons() or is_shield(item) or light or (not is_armour(item) and item.slots > 0)


def _can_draw(state: State, who: str) -> bool:
    return bool(_drawable(state, find(state, who)))


@rule("vanilla.weapon.draw", "vanilla.carry.hands")
def put_away(play: Play, state: State, who: str) -> State:
    """Outside a fight, put a held thing into the pack; a light is put out."""
    one = find(state, who)
    which = play.choose(one.seat, "stow_what", tuple([item.id for item in held(one)]), one.name, why=DRAW)
    return put(state, with_item(one, stowed(item_of(one, which))))


@rule("vanilla.action.drop", "vanilla.carry.full", "vanilla.weapon.draw")
def drop(play: Play, state: State, who: str) -> State:
    """Drop a thing or coins, which costs nothing."""
    one = find(state, who)
    options: list[Any] = [item.id for item in _loose(one)]
    options += [("coins", amount) for amount in _amounts(one.coins)]
    which = play.choose(one.seat, "drop_what", tuple(options), one.name, why=DROP)
    if isinstance(which, tuple):
        play.tell("drops.coins", one.name, which[1], why=DROP)
        left = put(state, replace(one, coins=one.coins - which[1]))
        return replace(left, ground_coins=left.ground_coins + which[1])
    item = item_of(one, which)
    play.tell("drops", one.name, item.name, why=DROP)
    return replace(put(state, without(one, which)), ground=(*state.ground, *fallen(item, one.at)))


def _loose(one: Creature) -> list[Item]:
    return [item for item in one.items if item.place in ("hands", "pack")]


def _amounts(coins: int) -> list[int]:
    """Some amounts out of a purse, all of it first."""
    return [coins, *[amount for amount in (200, 100, 50, 25, 10) if amount < coins]] if coins else []


def _can_drop(state: State, who: str) -> bool:
    one = find(state, who)
    return bool(_loose(one) or one.coins)


@rule("vanilla.action.pick_up", "vanilla.carry.full", "vanilla.trick.disarm")
def pick_up(play: Play, state: State, who: str) -> State:
    """Pick up a thing or coins, from the ground or from the dead within 5 feet."""
    one = find(state, who)
    which = play.choose(one.seat, "pick_up_what", tuple(_lying(state, one)), one.name, why=PICK_UP)
    if isinstance(which, tuple):
        return (
            _purse(play, state, who, which[1], which[2]) if which[0] == "purse" else _coins(play, state, who, which[1])
        )
    return taken_up(play, state, who, which)


@rule("vanilla.action.pick_up", "vanilla.carry.hands", "vanilla.light.room")
def taken_up(play: Play, state: State, who: str, which: str) -> State:
    """The state with a thing picked up; with free hands, a weapon is held ready and a light keeps burning."""
    one = find(state, who)
    item = next((item for item in state.ground if item.id == which), None)
    if item is None:
        dead = next(other for other in _corpses(state, one) if any(item.id == which for item in other.items))
        item = item_of(dead, which)
        state = put(state, without(dead, which))
    else:
        state = replace(state, ground=tuple([other for other in state.ground if other.id != which]))
    ready = (item.ref in weapons() or item.lit) and free_hands(one, state.settings) >= hands_of(item, state.settings)
    play.tell("picks_up", one.name, item.name, why=PICK_UP)
    taken = replace(item, place="hands") if ready else stowed(item)
    return put(state, with_item(find(state, who), replace(taken, at=0)))


def _coins(play: Play, state: State, who: str, coins: int) -> State:
    one = find(state, who)
    play.tell("picks_up.coins", one.name, coins, why=PICK_UP)
    state = put(state, replace(one, coins=one.coins + coins))
    return replace(state, ground_coins=state.ground_coins - coins)


def _purse(play: Play, state: State, who: str, whose: str, coins: int) -> State:
    """Take the coins of a dead companion."""
    one, dead = find(state, who), find(state, whose)
    play.tell("picks_up.purse", one.name, coins, dead.name, why=PICK_UP)
    return put(state, replace(one, coins=one.coins + coins), replace(dead, coins=dead.coins - coins))


def _corpses(state: State, one: Creature) -> list[Creature]:
    return [other for other in state.party if has(other, "dead") and _near(state, one, other.at)]


def _near(state: State, one: Creature, at: int) -> bool:
    return state.combat is None or abs(one.at - at) <= REACH


def _lying(state: State, one: Creature) -> list[Any]:
    """The options of what a creature can pick up."""
    there = [item for item in state.ground if _near(state, one, item.at)]
    there += [item for dead in _corpses(state, one) for item in dead.items if item.place != "smith"]
    found: list[Any] = [item.id for item in there if fits(state, one, item)]
    room = coins_fit(state, one)
    found += [("purse", dead.id, min(dead.coins, room)) for dead in _corpses(state, one) if dead.coins and room]
    coins = min(state.ground_coins, room)
    return [*found, ("coins", coins)] if coins else found


def _can_pick_up(state: State, who: str) -> bool:
    one = find(state, who)
    return bool(state.ground or state.ground_coins or any(dead.items or dead.coins for dead in _corpses(state, one)))


def _nothing_near(state: State, who: str) -> Refusal | None:
    """Why nothing can be picked up: nothing is in reach, or the victors of the last fight guard it."""
    one = find(state, who)
    if victors(state):
        return Refusal("victors", (), "vanilla.combat.end")
    return None if _lying(state, one) else Refusal("nothing_to_take", (one.name,), "vanilla.carry.full")


@rule("vanilla.action.use", "vanilla.check.together", "vanilla.carry.full")
def hand_over(play: Play, state: State, who: str) -> State:
    """Give a thing, coins or a piece of gear to a nearby party member who has room."""
    one = find(state, who)
    whom = play.choose(one.seat, "hand_to", tuple(_takers(state, one)), one.name, why=GIVE)
    other = find(state, whom)
    which = play.choose(one.seat, "hand_what", tuple(_handable(state, one, other)), other.name, why=GIVE)
    if isinstance(which, tuple) and which[0] == "coins":
        play.tell("hands.coins", one.name, other.name, which[1], why=GIVE)
        return put(state, replace(one, coins=one.coins - which[1]), replace(other, coins=other.coins + which[1]))
    if isinstance(which, tuple):
        gear = list(one.gear)
        gear.remove(which[1])
        play.tell("hands", one.name, other.name, which[1], why=GIVE)
        return put(state, replace(one, gear=tuple(gear)), replace(other, gear=(*other.gear, which[1])))
    return handed_over(play, state, who, whom, which)


@rule("vanilla.carry.hands", "vanilla.light.room")
def handed_over(play: Play, state: State, who: str, whom: str, which: str) -> State:
    """The state with a thing handed over; a light keeps burning if a hand is free for it."""
    one, other = find(state, who), find(state, whom)
    item = item_of(one, which)
    play.tell("hands", one.name, other.name, item.name, why=GIVE)
    burns = item.lit and free_hands(other, state.settings) > 0
    return put(state, without(one, which), with_item(other, replace(item, place="hands") if burns else stowed(item)))


def _takers(state: State, one: Creature) -> list[str]:
    near = [other for other in state.party if other.id != one.id and able(other) and _near(state, one, other.at)]
    return [other.id for other in near if _handable(state, one, other)]


def _handable(state: State, one: Creature, other: Creature) -> list[Any]:
    found: list[Any] = [item.id for item in _loose(one) if fits(state, other, item)]
    found += [("coins", amount) for amount in _amounts(min(one.coins, coins_fit(state, other)))]
    return found + [("gear", name) for name in dict.fromkeys(one.gear)]


def _can_hand(state: State, who: str) -> bool:
    return any(one.id == who for one in state.party) and bool(_takers(state, find(state, who)))


@rule("vanilla.armour.change", "vanilla.armour.sum")
def change_armour(play: Play, state: State, who: str) -> State:
    """Put armour on or take it off, which takes ten minutes; only one armour is worn at a time."""
    one = find(state, who)
    options = tuple([item.id for item in _suits(one)])
    which = item_of(one, play.choose(one.seat, "armour_which", options, one.name, why=CHANGE))
    on = which.place != "worn"
    items = []
    for item in one.items:
        off = item.place == "worn" and is_armour(item)
        place = "worn" if on and item.id == which.id else "pack" if off else item.place
        items.append(replace(item, place=place))
    play.tell("armour.on" if on else "armour.off", one.name, which.name, why=CHANGE)
    return set_about(play, put(state, replace(one, items=tuple(items))), who, "armour")


def _suits(one: Creature) -> list[Item]:
    return [item for item in one.items if is_armour(item) and item.place in ("pack", "worn")]


def _has_armour(state: State, who: str) -> bool:
    about = state.phase in ("explore", "settlement", "combat") and somebody(state, who)
    return about and able(find(state, who)) and bool(_suits(find(state, who)))


def _no_change(state: State, who: str) -> Refusal | None:
    if state.combat is not None:
        return Refusal("not_in_combat", (find(state, who).name,), CHANGE)
    return Refusal("turn_spent", (find(state, who).name,), CHANGE) if spent(state, who) else None


def _holds(state: State, who: str) -> bool:
    return state.combat is None and somebody(state, who) and able(find(state, who)) and bool(held(find(state, who)))


DEEDS: tuple[Deed[State], ...] = (
    go_deed("draw", "action", draw, DRAW, shown=_can_draw, outside=True, group="things", rank=-1),
    go_deed("drop", "", drop, DROP, provokes=False, shown=_can_drop, outside=True, group="things"),
    go_deed(
        "pick_up", "action", pick_up, PICK_UP, shown=_can_pick_up, refuse=_nothing_near, outside=True, group="things"
    ),
    go_deed("hand_over", "action", hand_over, GIVE, shown=_can_hand, outside=True, group="things"),
    Deed("put_away", put_away, DRAW, shown=_holds, group="things"),
    Deed("change_armour", change_armour, CHANGE, cost="turn", shown=_has_armour, refuse=_no_change, group="things"),
)
