"""Upgrades of stored states of Grit and Flesh from earlier schemas."""

import json

from tallow.games.stored import Plain, Upgrade, words_of_then


def _entries_say_free_attacks(state: Plain) -> Plain:
    """Schema 1 stored each creature's number of Free Attacks, which now comes from its entry."""
    for creature in (*state.get("party", ()), *state.get("foes", ())):
        _without_free_attacks(creature)
    return state


def _without_free_attacks(creature: Plain) -> Plain:
    creature.pop("free_attacks", None)
    return creature


def _typed_fields(state: Plain) -> Plain:
    """Schema 3 had found spellbooks, vocations, and what comes back after an effect as texts."""
    for creature in (*state.get("party", ()), *state.get("foes", ())):
        _typed_character(creature)
    left = [item for cache in state.get("caches", ()) for item in cache.get("things", ())]
    for item in (*state.get("ground", ()), *left):
        _typed_book(item)
    return state | {"effects": [_typed_effect(effect) for effect in state.get("effects", ())]}


def _typed_character(creature: Plain) -> Plain:
    for item in creature.get("items", ()):
        _typed_book(item)
    if "life" in creature:
        creature["life"]["vocations"] = [name for name in creature["life"].pop("vocation", "").split(", ") if name]
    return creature


def _typed_book(item: Plain) -> None:
    """The spells of a found spellbook stood in its `spell`, with spaces between, Corrupted ones with a "!" behind."""
    if item.get("ref") == "vanilla.item.spellbook":
        found = item.get("spell", "").split()
        item["book"] = [{"spell": text.removesuffix("!"), "corrupted": text.endswith("!")} for text in found]
        item["spell"] = ""


def _typed_effect(effect: Plain) -> Plain:
    """`was` was one of three: a stopped effect in JSON, the entry of what comes, the numbers and places of a shape."""
    was = effect.pop("was", ())
    if not was:
        return effect
    if effect["mode"] == "stopped":
        return effect | {"stopped": _typed_effect(json.loads(was[0]))}
    if effect["mode"] != "shape":
        return effect | {"monster": was[0]}
    av, st, ac, attacks, worn = (int(number) for number in was[:5])
    shape = {"av": av, "st": st, "ac": ac, "attacks": attacks, "worn": bool(worn), "damage": was[5]}
    shape["places"] = [text.split("=", 1) for text in was[6:-1]]
    return effect | {"monster": was[-1], "own_shape": shape}


def _caches_by_id(state: Plain) -> Plain:
    """Schema 4 had no ids of caches: they were known by their places in the list."""
    for at, cache in enumerate(state.get("caches", ())):
        cache["id"] = _cache(at)
    return state


def _cache(at: int) -> str:
    return f"left{at + 1}"


def _ways_to_caches(tape: Plain) -> Plain:
    """Schema 4 had the way back to a cache with its place in the list."""
    tape["answers"] = [_way(answer) for answer in tape["answers"]]
    for event in tape["events"]:
        if "option" in event:
            event["option"] = _way(event["option"])
    return tape


def _way(option: Plain) -> Plain:
    match option:
        case ["back", int(at), place, things]:
            return ["back", _cache(at), place, things]
        case _:
            return option


NUMBERED_5 = ("flesh", "xp", "died", "hurt")
"""The kinds of marks that were about a number; all others were about an id or a name."""


def _marks_in_parts(creature: Plain) -> Plain:
    """Schema 5 had marks as texts, `grappled:foe1`, and among them what is now in `traits`."""
    marks = creature.pop("marks", ())
    creature["traits"] = [mark for mark in marks if ":" not in mark]
    parted = [mark.split(":", 1) for mark in marks if ":" in mark]
    creature["marks"] = [
        {"kind": kind, "about": [int(about) if kind in NUMBERED_5 else about]} for kind, about in parted
    ]
    return creature


def _marks_of_all(state: Plain) -> Plain:
    for creature in (*state.get("party", ()), *state.get("foes", ())):
        _marks_in_parts(creature)
    return state


def _gear_by_name(place: Plain) -> Plain:
    """Schema 5 had ordinary gear that an adventure gave as `gear:rope`."""
    place["taken"] = [[thing, id_.removeprefix("gear:")] for thing, id_ in place.get("taken", ())]
    return place


UPGRADES = (
    Upgrade(state=_entries_say_free_attacks, character=_without_free_attacks),
    words_of_then({"leader.has": "{0} has: {1}."}),
    Upgrade(state=_typed_fields, character=_typed_character),
    Upgrade(state=_caches_by_id, tape=_ways_to_caches),
    Upgrade(state=_marks_of_all, character=_marks_in_parts, place=_gear_by_name),
)
