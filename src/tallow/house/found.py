"""House rules that are known here, and games with them.

They come from files or folders that the environment variable `TALLOW_HOUSE` names, parted as in a path, and from
packages that offer a `House` under the entry point `tallow.house`. So child processes know them too.
"""

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from threading import RLock
from typing import Any

from msgspec.structs import replace

from tallow.games import Game, game, names
from tallow.games.game import HouseRules
from tallow.house.checks import check
from tallow.house.functions import put
from tallow.house.house import BadHouse, House, read
from tallow.house.package import FINDER, MADE, Package
from tallow.mechanics.suggestions import Unknown, nearest, quoted

VARIABLE = "TALLOW_HOUSE"
"""The environment variable with the files of house rules."""

PLUS = "+"
"""What stands between a game and its house rules in its name."""


class NoSuchHouse(Unknown):
    """House rules that are not known here: what was played with them cannot be opened without them."""

    def __str__(self) -> str:
        told = f'This needs the house rules "{quoted(self.name)[0]}" for {self.where}, which are not known here.'
        if self.near:
            return f"{told} Did you mean {' or '.join(self.near)}?"
        return f"{told} Name their file in {VARIABLE}, or with --house FILE."


_making = RLock()
_made: dict[tuple[House, ...], Game[Any]] = {}


@cache
def houses() -> Mapping[str, House]:
    """All house rules that are known here, by `game+name`; `BadHouse` if one cannot be read."""
    found: dict[str, House] = {}
    offered = [point.load() for point in entry_points(group="tallow.house")]
    for house in (*[read(file) for file in files()], *offered):
        if not isinstance(house, House):
            raise BadHouse(str(house), "", "what a package offers under tallow.house is no House")
        if found.setdefault(f"{house.game}{PLUS}{house.name}", house) is not house:
            raise BadHouse(house.name, "", f"there are two of this name for {house.game}")
    return found


def files() -> list[Path]:
    """The files that the environment names; of a folder, those in it."""
    named = [Path(one) for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]
    return [file for one in named for file in (_in(one) if one.is_dir() else [one])]


def _in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.suffix in {".toml", ".py"})


def use(file: Path) -> House:
    """Make the house rules of a file known to this process, and to all that it starts."""
    house = read(file)
    listed = [one for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]
    path = str(file.resolve())
    if path not in listed:
        os.environ[VARIABLE] = os.pathsep.join([*listed, path])
        houses.cache_clear()
        names.cache_clear()
    return houses()[f"{house.game}{PLUS}{house.name}"]


def named(name: str) -> Game[Any]:
    """The game of a name such as `cairn+grim`; `Unknown` for house rules that are not known here."""
    base, *wanted = name.split(PLUS)
    played, known, chosen = game(base), houses(), []
    for one in wanted:
        house = known.get(f"{base}{PLUS}{one}")
        if house is None:
            near = [key.partition(PLUS)[2] for key in known if key.startswith(f"{base}{PLUS}")]
            raise NoSuchHouse("set of house rules", one, nearest(one, near), played.title)
        chosen.append(house)
    return with_house(*chosen)


def with_house(*chosen: House) -> Game[Any]:
    """A game with house rules, the first of them first. The same ones give the same game."""
    with _making:
        if chosen not in _made:
            _made[chosen] = _make(chosen)
        return _made[chosen]


def _make(chosen: tuple[House, ...]) -> Game[Any]:
    if len({house.game for house in chosen}) != 1:
        raise BadHouse(", ".join(house.name for house in chosen), "game", "they are for different games")
    base = game(chosen[0].game)
    for house in chosen:
        check(house, base)
    id_ = PLUS.join([base.id, *[house.name for house in chosen]])
    package = Package(base.book.package, _free_name(id_), chosen)
    import_module(MADE)
    FINDER.packages[package.name] = package
    where, name = _record(base)
    made: Game[Any] = getattr(import_module(package.here(where)), name)
    for house in chosen:
        for path, (function, around) in house.functions.items():
            put(package, house, path, function, around=around)
    rules = tuple([HouseRules(house.name, house.title, house.says) for house in chosen])
    return replace(made, id=id_, title=f"{made.title}, {', '.join(house.title for house in chosen)}", house=rules)


def _free_name(id_: str) -> str:
    """The name of a package for this game: house rules of the same name may be made once more by a program."""
    name = f"{MADE}.{id_.replace(PLUS, '__')}"
    again = sum(1 for known in FINDER.packages if known == name or known.startswith(f"{name}__V"))
    return f"{name}__V{again}" if again else name


FINDER.make = named
"""A child process that is sent a state makes the game of it first."""


def _record(base: Game[Any]) -> tuple[str, str]:
    """The module and the name of a game's record."""
    for point in entry_points(group="tallow.games", name=base.id):
        return point.module, point.attr
    return f"{base.book.package}.record", "GAME"
