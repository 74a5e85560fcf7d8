"""Places with marked words, to see what of them has reached somebody."""

import re
from typing import Any

from msgspec.structs import replace

from tallow.adventures import Document, Explored

WORD = re.compile(r"[a-z]+~[a-z_]+~")


def marked(document: Document) -> Document:
    """A place with a word of its own for each name and text that has to be discovered."""

    def told(parts, *fields):
        return tuple(replace(one, **{field: f"{field}~{one.id}~" for field in fields}) for one in parts)

    return replace(
        document,
        room=told(document.room, "name", "seen", "known"),
        exit=told(document.exit, "name", "back", "heard", "known"),
        feature=told(document.feature, "name", "look", "known"),
        group=told(document.group, "name", "seen", "known", "greets", "tells"),
        thing=told(document.thing, "name", "text", "known"),
        trap=told(document.trap, "name", "clue", "text", "known"),
        clock=told(document.clock, "name", "known"),
    )


def discovered(state: Explored[Any], document: Document) -> set[str]:
    """The words that the party may have read in this state or before it."""
    place, words = state.place, set()
    on_view = set(place.seen)
    for room in document.room:
        if room.id in place.seen:
            words |= {room.name, room.seen}
    for exit_ in document.exit:
        if exit_.found == "seen" or exit_.id in place.found:
            words |= {exit_.name} if exit_.from_ in place.seen or place.room == exit_.from_ else set()
            words |= {exit_.back} if exit_.to in place.seen or place.room == exit_.to else set()
            words.add(exit_.heard)
            on_view |= {exit_.id} if {exit_.from_, exit_.to} & set(place.seen) else set()
    for feature in document.feature:
        if (feature.found == "seen" or feature.id in place.found) and feature.room in place.seen:
            words |= {feature.name, feature.look}
    rooms = {group.id: group.room for group in document.group} | {band.id: band.room for band in place.bands}
    for group in document.group:
        in_view = group.found == "seen" and rooms[group.id] in place.seen
        if group.id in place.found or group.id in place.done or in_view:
            words |= {group.name, group.seen, group.greets, group.tells}
    for thing in document.thing:
        where = thing.room in place.seen and (thing.found == "seen" or thing.id in place.found)
        if where or thing.id in dict(place.taken) or f"left:{thing.id}" in place.done:
            words |= {thing.name, thing.text}
            on_view.add(thing.id)
    for trap in document.trap:
        words |= {trap.name, trap.text} if trap.id in place.found else set()
        words |= {trap.clue} if trap.on in on_view or trap.id in place.found else set()
    return words
