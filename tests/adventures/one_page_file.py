"""A One Page Dungeon of our own making, with every type of door."""

from typing import Any

ENTRANCE, HALL, VAULT, ROUND, CELL, CORRIDOR, SHRINE, DEEP = range(8)


def dungeon(**changed: Any) -> dict[str, Any]:
    """Eight rooms: each type of door joins two of them, leads out, or leads off the map."""
    rooms = [
        {"x": -2, "y": 0, "w": 5, "h": 4},
        {"x": 4, "y": 0, "w": 4, "h": 4},
        {"x": 9, "y": 0, "w": 3, "h": 4},
        {"x": 4, "y": -6, "w": 5, "h": 5, "rotunda": True},
        {"x": -2, "y": 5, "w": 3, "h": 3},
        {"x": 2, "y": 6, "w": 6, "h": 1},
        {"x": 9, "y": 5, "w": 3, "h": 3},
        {"x": 13, "y": 0, "w": 3, "h": 3},
    ]
    doors = [
        door(-3, 1, -1, 0, 3),
        door(3, 1, 1, 0, 1),
        door(8, 1, 1, 0, 6),
        door(5, -1, 0, -1, 4),
        door(-1, 4, 0, 1, 7),
        door(1, 6, 1, 0, 0),
        door(8, 6, 1, 0, 2),
        door(10, 4, 0, 1, 5),
        door(12, 1, 1, 0, 8),
        door(9, -4, 1, 0, 8),
        door(14, 3, 0, 1, 9),
    ]
    notes = [
        {"text": "A goblin counts pebbles.", "ref": "1", "pos": {"x": 0.5, "y": 1.5}},
        {"text": "The chest is a mimic.", "ref": "2", "pos": {"x": 10.5, "y": 2}},
    ]
    squares = [{"x": one["x"], "y": one["y"], "w": 1, "h": 1} for one in doors]
    return {
        "version": "1.2.7",
        "title": "Crypt of the Pale Clerk",
        "story": "Nobody has balanced these books for a century.",
        "rects": [*rooms, *squares],
        "doors": doors,
        "notes": notes,
        "columns": [{"x": 5, "y": 1}, {"x": 6, "y": 2}],
        "water": [],
        **changed,
    }


def door(x: int, y: int, along: int, down: int, type_: int) -> dict[str, Any]:
    """A door on its square."""
    return {"x": x, "y": y, "dir": {"x": along, "y": down}, "type": type_}
