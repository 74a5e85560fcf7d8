"""Caches: what the party leaves behind stays there, until the GM says that the party is back."""

from typing import Any

from msgspec.structs import replace

from tallow.games.vanilla.state import Cache, Item, State
from tallow.mechanics.ids import serial
from tallow.play import Play, RuleId, rule

LEFT: RuleId = "vanilla.carry.full"
BACK = "back"

CACHE = "cache"
"""How the ids of caches begin."""


@rule("vanilla.carry.full", "vanilla.carry.what", "vanilla.xp.gold")
def leave(play: Play, state: State) -> State:
    """The party leaves: things on the ground become a cache, lights there burn down, its coins give no XP for now."""
    if not state.ground and not state.ground_coins:
        return state
    play.tell("left_behind", listed(state.ground, state.ground_coins), why=LEFT)
    found = min(state.brought, state.ground_coins)
    things = tuple([replace(item, lit=False, burns=0) if item.lit else item for item in state.ground])
    state, id_ = serial(state, CACHE)
    kept = Cache(id_, state.place, state.depth, state.terrain, things, state.ground_coins, found)
    return replace(state, ground=(), ground_coins=0, brought=state.brought - found, caches=(*state.caches, kept))


def listed(things: tuple[Item, ...], coins: int) -> tuple[str, ...]:
    """The names of what is in a cache."""
    return (*[item.name for item in things], *([f"{coins} gp"] if coins else []))


def ways_back(state: State, *places: str) -> dict[Any, Cache]:
    """The options to return to a cache, each with the cache."""
    return {
        (BACK, cache.id, cache.place, ", ".join(listed(cache.things, cache.coins))): cache
        for cache in state.caches
        if not places or cache.place in places
    }


@rule("vanilla.carry.full", "vanilla.xp.gold")
def come_back(state: State, cache: Cache) -> State:
    """The state with the party back at a cache, whose contents are on the ground again."""
    left = tuple([other for other in state.caches if other.id != cache.id])
    return replace(
        state,
        place=cache.place,
        depth=cache.depth,
        terrain=cache.terrain,
        ground=cache.things,
        ground_coins=cache.coins,
        brought=state.brought + cache.found,
        caches=left,
    )
