"""Whether a rulebook is well formed, and its settings are those of the game."""

from typing import Any, get_args, get_type_hints

from msgspec.structs import fields

from tallow.games import Game
from tallow.games.rulebook import RULES

KINDS = ("engine", "referee", "flavour")


def ill_formed(game: Game[Any]) -> list[str]:
    """What is wrong with the entries of a game's book: ids, kinds, entries that say nothing, two of one id."""
    wrong = []
    seen: set[str] = set()
    for kind in game.book.kinds():
        for raw in game.book.raw(kind):
            id_ = str(raw.get("id", ""))
            where = "rulebook.toml" if kind in RULES else f"content/{kind}.toml"
            if not id_:
                wrong.append(f"{where}: an entry has no id")
                continue
            if id_ in seen:
                wrong.append(f"{where}: {id_} is there twice")
            seen.add(id_)
            if not id_.startswith(f"{game.base}."):
                wrong.append(f"{where}: {id_} does not begin with {game.base}.")
            if raw.get("kind") not in KINDS:
                wrong.append(f"{where}: the kind of {id_} is none of {', '.join(KINDS)}")
            if not raw.get("section"):
                wrong.append(f"{where}: {id_} has no section")
    if wrong:
        return wrong
    silent = [entry.id for entry in game.book.entries().values() if not entry.text and not entry.data]
    return [f"{id_} says nothing" for id_ in silent]


def unlike_settings(game: Game[Any]) -> list[str]:
    """Where the settings of the book and those of the game differ, in names, in values or in what is usual."""
    hints = get_type_hints(game.settings)
    switches = {field.name: field for field in fields(game.settings)}
    wrong = []
    for raw in game.book.raw("setting"):
        field = switches.pop(raw.get("name", ""), None)
        if field is None:
            wrong.append(f"{raw['id']}: the game has no setting {raw.get('name', '')!r}")
            continue
        if field.default != raw.get("default"):
            wrong.append(f"{raw['id']}: the game has {field.default!r} unless told, the book {raw.get('default')!r}")
        if list(get_args(hints[field.name])) != raw.get("values"):
            wrong.append(f"{raw['id']}: the game and the book have different values")
    return wrong + [f"{name}: a setting of the game that no [[setting]] of the book has" for name in switches]
