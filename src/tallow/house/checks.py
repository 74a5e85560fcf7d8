"""What house rules name must be there, and be of the kind that it was: checked before a game is made of them."""

from collections.abc import Iterable, Mapping
from typing import Any

from tallow.games.game import Game
from tallow.games.rulebook import RULES
from tallow.games.settings import setting_values
from tallow.house.house import NEVER, BadHouse, House
from tallow.mechanics.dice import rolls
from tallow.mechanics.notation import parse
from tallow.mechanics.suggestions import Unknown, nearest

Raw = Mapping[str, Any]
"""An entry as the file has it."""


def check(house: House, game: Game[Any]) -> None:
    """Raise `BadHouse` with the first thing that is wrong, and the nearest names."""
    kinds = game.book.kinds()
    listed = {raw["id"]: (kind, raw) for kind in kinds for raw in game.book.raw(kind)}
    for id_ in (*house.change, *house.row, *house.remove):
        _known(house, "entry of the rulebook", id_, listed, game.title)
    for id_, fields in house.change.items():
        kind, raw = listed[id_]
        _fields(house, id_, fields, raw, game.book.raw(kind))
    for id_, rows in house.row.items():
        _rows(house, id_, rows, listed[id_][1])
    for kind, new in house.add.items():
        _known(house, "kind of entry", kind, [one for one in kinds if one not in RULES], game.title)
        for entry in new:
            _added(house, kind, entry, game)
    known = setting_values(game)
    for name, value in house.settings.items():
        _known(house, "setting", name, known, game.title)
        if value not in known[name]:
            raise BadHouse(house.name, f"settings.{name}", f"{value!r} is none of {_listed(known[name])}")


def _known(house: House, what: str, name: str, known: Iterable[str], where: str) -> None:
    if name not in known:
        raise BadHouse(house.name, "", str(Unknown(what, name, nearest(name, known), where)))


def _listed(values: Iterable[Any]) -> str:
    return ", ".join(str(value) for value in values)


def _fields(house: House, where: str, fields: Raw, before: Raw, alike: Iterable[Raw]) -> None:
    """Fields that an entry of this kind has, and values like those that stand there."""
    seen: dict[str, Any] = {}
    for raw in alike:
        seen.update(raw)
    seen.update(before)
    for name, value in fields.items():
        at = f"{where}.{name}"
        if name in NEVER:
            raise BadHouse(house.name, at, "this cannot be changed")
        _known(house, "field", name, seen, where)
        _like(house, at, value, seen[name])


def _like(house: House, where: str, value: Any, before: Any) -> None:
    if type(value) is not type(before):
        raise BadHouse(house.name, where, f"{before!r} cannot become {value!r}, which is of another kind")
    if isinstance(before, str) and _is_dice(before) and value and not _is_dice(value):
        raise BadHouse(house.name, where, f'"{value}" was expected to be dice, as "{before}" is')


def _is_dice(text: str) -> bool:
    try:
        return rolls(parse(text).root)
    except ValueError:
        return False


def _rows(house: House, table: str, rows: Mapping[str, Raw], before: Raw) -> None:
    known = {str(row["on"]): row for row in before.get("rows", ())}
    for on, fields in rows.items():
        if on not in known:
            raise BadHouse(house.name, table, f'no row is rolled by "{on}"; there are {_listed(known)}')
        _fields(house, f"{table}.{on}", {name: value for name, value in fields.items() if name != "on"}, known[on], ())


def _everywhere(alike: Iterable[Raw]) -> set[str]:
    """The fields that no entry of a kind is without."""
    listed = [set(raw) for raw in alike]
    return set.intersection(*listed) if listed else set()


def _added(house: House, kind: str, entry: Raw, game: Game[Any]) -> None:
    where, start = f"add.{kind}", f"{game.id}.{kind}."
    if not str(entry.get("id", "")).startswith(start):
        raise BadHouse(house.name, where, f'an id was expected, such as "{start}flail"')
    given = {name: value for name, value in entry.items() if name not in {"id", "like"}}
    alike = game.book.raw(kind)
    if any(raw["id"] == entry["id"] for raw in alike):
        raise BadHouse(house.name, where, f'there is a "{entry["id"]}" already; change it instead')
    _fields(house, entry["id"], given, {}, alike)
    if "like" not in entry:
        missing = _everywhere(alike) - {*NEVER, "name", *given}
        if missing:
            says = f'"{entry["id"]}" lacks {_listed(sorted(missing))}; name an entry that it is otherwise `like`'
            raise BadHouse(house.name, where, says)
    else:
        _known(house, f"{kind} to be like", entry["like"], [raw["id"] for raw in alike], game.title)
