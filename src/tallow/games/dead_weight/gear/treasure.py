"""Treasure: things found and left to be picked up, coins of the whole party, and the guild's share."""

from functools import cache

from msgspec.structs import replace

from tallow.games.dead_weight.entries import short
from tallow.games.dead_weight.entries.gear import armours, containers, shields, things, weapons
from tallow.games.dead_weight.entries.places import Loot
from tallow.games.dead_weight.gear.inventory import FOUND, entry, sides, spill, stow, thing, with_container
from tallow.games.dead_weight.magic.aftereffects import TINY_BAG
from tallow.games.dead_weight.state import Adventurer, Item, State, adventurer, alive, here, put, put_location
from tallow.games.dead_weight.world.places import room_of
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, rule

MOST_COINS = 200


@cache
def catalogue() -> tuple[RuleId, ...]:
    """The ids of all things that have an entry."""
    return (*things(), *weapons(), *armours(), *shields())


def bearable(one: Adventurer) -> tuple[RuleId, ...]:
    """The containers that somebody could get, added or in place of another; the tiny bag comes only from a spell."""
    return tuple(ref for ref in containers() if short(ref) != TINY_BAG and with_container(one, ref) is not one)


def lay(state: State, item: Item) -> State:
    """The state with a thing on the ground where the party is."""
    return replace(state, ground=(*state.ground, item))


def made(state: State, loot: Loot) -> tuple[State, tuple[Item, ...]]:
    """The things of one line of loot; a stack if its entry has packs."""
    usage = sides(loot.usage)
    of = things().get(loot.ref)
    stacked = of is not None and of.pack > 1
    items = []
    for _ in range(1 if stacked else loot.count):
        state, id_ = serial(state, "item")
        if loot.ref:
            item = thing(loot.ref, id_, count=loot.count if stacked else 1, usage=usage)
        else:
            item = Item(id_, loot.name, place="back" if loot.slots else "notes", slots=loot.slots, usage=usage)
        items.append(replace(item, value=loot.silver, marks=(FOUND,)))
    return state, tuple(items)


@rule("dead_weight.action.explore_loot", "dead_weight.need.gm_secret")
def find_loot(play: Play, state: State) -> State:
    """The GM lists what is found, from the room's loot or anything else, until there is no more."""
    why = "dead_weight.action.explore_loot"
    while True:
        place = here(state)
        room = room_of(place) if place else None
        listed = room.loot if room and place else ()
        left = [loot for loot in listed if place and (place.room, loot.name) not in place.taken]
        every = ("all",) if left else ()
        pieces = tuple(("piece", loot.name) for loot in left)
        found = play.choose(REFEREE, "found", (*every, "nothing", *pieces, "else"), why=why)
        if found == "nothing":
            return state
        if found == "else":
            state = hand_out(play, state, "")
            continue
        for loot in left if found == "all" else [loot for loot in left if loot.name == found[1]]:
            state = _uncover(play, state, loot)
        if found == "all":
            return state


def _uncover(play: Play, state: State, loot: Loot) -> State:
    place = here(state)
    if place is None:
        return state
    state = put_location(state, replace(place, taken=(*place.taken, (place.room, loot.name))))
    state, items = made(state, loot)
    play.tell("found", loot.name, len(items), why="dead_weight.action.explore_loot")
    return replace(state, ground=(*state.ground, *items))


@rule("dead_weight.action.explore_loot")
def hand_out(play: Play, state: State, to: str) -> State:
    """The GM gives out coins, a listed thing or one of the GM's own; to somebody, or on the ground for all.

    Containers always go to somebody, since they cannot lie on the ground.
    """
    why = "dead_weight.action.explore_loot"
    bags = bearable(adventurer(state, to)) if to else ()
    kind = play.choose(REFEREE, "hand_out", ("thing", "silver", "own", *(("container",) if bags else ())), why=why)
    if kind == "container":
        return give_container(play, state, to, play.choose(REFEREE, "which_container", bags, why=why))
    if kind == "silver":
        coins = play.choose(REFEREE, "how_many_coins", range(1, MOST_COINS + 1), why=why)
        return give_coins(play, state, to, coins)
    state, id_ = serial(state, "item")
    if kind == "thing":
        item = thing(play.choose(REFEREE, "which_thing", catalogue(), why=why), id_)
        of = entry(item.ref)
        pack = getattr(of, "pack", 1)
        if pack > 1:
            item = replace(item, count=play.choose(REFEREE, "how_many", range(pack, 0, -1), item.name, why=why))
    else:
        name = play.write(REFEREE, "thing_name", why=why).strip() or "?"
        slots = play.choose(REFEREE, "thing_slots", (1, 0, 2, 3, 4), name, why=why)
        value = play.choose(REFEREE, "thing_value", range(MOST_COINS + 1), name, why=why)
        item = Item(id_, name, place="back" if slots else "notes", slots=slots, value=value)
    item = replace(item, marks=(FOUND,))
    if to:
        return give_to(play, state, to, item)
    play.tell("found", item.name, 1, why=why)
    return lay(state, item)


def give_to(play: Play, state: State, to: str, item: Item) -> State:
    """Give a thing to somebody, or put it on the ground if they have no room."""
    one = adventurer(state, to)
    got = stow(one, item)
    play.tell("given" if got else "given.no_room", one.name, item.name, why="dead_weight.trappings.slots")
    return put(state, got) if got else lay(state, item)


@rule("dead_weight.trappings.containers")
def give_container(play: Play, state: State, to: str, container: RuleId) -> State:
    """Give a container to somebody, in place of the one that it replaces; things without room then fall."""
    one = adventurer(state, to)
    play.tell("given", one.name, container, why=container)
    return spill(play, put(state, with_container(one, container)), to, container)


def give_coins(play: Play, state: State, to: str, coins: int) -> State:
    """Give silver to one adventurer, or to the party, to be divided after the expedition."""
    if not to:
        play.tell("found.silver", coins, why="dead_weight.item.silver_coin")
        return replace(state, treasure=state.treasure + coins)
    one = adventurer(state, to)
    play.tell("silver", one.name, coins, why="dead_weight.item.silver_coin")
    return put(state, replace(one, purse=replace(one.purse, silver=one.purse.silver + coins)))


@rule("dead_weight.island.guilds")
def share_out(play: Play, state: State) -> State:
    """The guild takes its part of all treasure, rounded down, in coins; the rest is divided among the living."""
    living = [one for one in state.party if alive(one)]
    finds = sum(item.value for one in living for item in one.items if FOUND in item.marks)
    due = (state.treasure + finds) * state.guild_share // 100
    coins = state.treasure
    if due:
        play.tell("guild.share", due, state.guild_share, why="dead_weight.island.guilds")
    coins, due = max(0, coins - due), max(0, due - coins)
    state = replace(state, treasure=0)
    for at, one in enumerate(living):
        part = coins // len(living) + (at < coins % len(living))
        silver = one.purse.silver + part
        paid = min(silver, -(-due // (len(living) - at)))
        due -= paid
        state = put(state, _unmarked(one, silver - paid))
        if part:
            play.tell("silver", one.name, part, why="dead_weight.island.guilds")
    if due:
        play.tell("guild.owed", due, why="dead_weight.island.guilds")
    return state


def _unmarked(one: Adventurer, silver: int) -> Adventurer:
    items = tuple(
        replace(item, marks=tuple(mark for mark in item.marks if mark != FOUND)) if FOUND in item.marks else item
        for item in one.items
    )
    return replace(one, items=items, purse=replace(one.purse, silver=silver))
