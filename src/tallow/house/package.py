"""A game's package once more, under a name of its own and with house rules in it.

The rules of a game import each other by name and read their content as modules of a package, so the same files are
run again as another package, `tallow.house.made.cairn__grim`: what they import of their game is taken from there too,
and the game itself stays as it is. Constants are changed in the source before it runs; functions once all of it stands.
"""

import ast
import builtins
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tallow.house.house import BadHouse, House
from tallow.mechanics.suggestions import nearest

MADE = "tallow.house.made"
"""The package of all games with house rules."""

Wanted = dict[str, tuple[House, Any]]
"""The new values of names in one module, `NAME` or `Class.field`, each with whose they are."""


class Package:
    """A game's package as house rules want it: where it is from, what it is called, and what is changed in it."""

    def __init__(self, origin: str, name: str, houses: Sequence[House]) -> None:
        self.origin, self.name, self.houses = origin, name, tuple(houses)
        self.wanted: dict[str, Wanted] = {}
        for house in self.houses:
            settings = {f"settings.Settings.{name}": value for name, value in house.settings.items()}
            for path, value in {**house.number, **settings}.items():
                module, inner = self._module(house, path)
                self.wanted.setdefault(module, {})[inner] = house, value

    def _module(self, house: House, path: str) -> tuple[str, str]:
        """A path such as `gear.inventory.SLOTS` as the module that it is in and the rest; `BadHouse` without one."""
        parts = path.split(".")
        for at in range(len(parts) - 1, 0, -1) if all(part.isidentifier() for part in parts) else ():
            module = ".".join(parts[:at])
            found = _spec(f"{self.origin}.{module}")
            if found is not None:
                if found.submodule_search_locations and len(parts) - at > 1:
                    break
                return module, ".".join(parts[at:])
        raise BadHouse(house.name, path, f"{self.origin} has no such chapter; gear.inventory.SLOTS would be one")

    def here(self, name: str) -> str:
        """The name of a module of the game in this package; other names as they are."""
        return self.name + name[len(self.origin) :] if f"{name}.".startswith(f"{self.origin}.") else name

    def there(self, name: str) -> str:
        """The other way round: the name of the module that one of this package is run from."""
        return self.origin + name[len(self.name) :]

    def changed(self, file: str, content: dict[str, Any]) -> dict[str, Any]:
        """A file of the rulebook with all these house rules."""
        for house in self.houses:
            content = house.changed(file, content)
        return content

    def importing(self) -> Callable[..., Any]:
        """`__import__` for the modules of this package: what is of the game is found here."""

        def imported(
            name: str,
            globals: Mapping[str, Any] | None = None,  # noqa: A002
            locals: Mapping[str, Any] | None = None,  # noqa: A002
            fromlist: Sequence[str] = (),
            level: int = 0,
        ) -> Any:
            found = self.here(name) if level == 0 and fromlist else name
            return builtins.__import__(found, globals, locals, fromlist, level)

        return imported

    def target(self, house: House, path: str) -> tuple[ModuleType, str]:
        """The module of this package that has a function, and the function's name; `BadHouse` if there is none."""
        module, name = self._module(house, path)
        found = sys.modules.get(f"{self.name}.{module}") or __import__(f"{self.name}.{module}", fromlist=["*"])
        if not callable(getattr(found, name, None)):
            near = nearest(name, [one for one, value in vars(found).items() if isinstance(value, FunctionType)])
            meant = f". Did you mean {' or '.join(near)}?" if near else ""
            raise BadHouse(house.name, path, f"{module} has no function {name}{meant}")
        return found, name


def _spec(name: str) -> ModuleSpec | None:
    try:
        return find_spec(name)
    except ModuleNotFoundError:
        return None


class Loader(SourceFileLoader):
    """Runs a file of the game as a module of a package with house rules."""

    def __init__(self, package: Package, name: str, path: str) -> None:
        super().__init__(name, path)
        self._package = package

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the file, as it is, or with other constants."""
        wanted = self._package.wanted.get(fullname[len(self._package.name) + 1 :])
        if not wanted:
            return super().get_code(fullname)
        tree = ast.parse(self.get_data(self.path), self.path)
        left, constants = dict(wanted), dict(_assigned(tree.body))
        for name, statement in constants.items():
            if name in left:
                house, value = left.pop(name)
                statement.value = _node(house, name, value, statement)
        for name, (house, _) in left.items():
            near = nearest(name, constants)
            meant = f". Did you mean {' or '.join(near)}?" if near else ""
            raise BadHouse(house.name, name, f"{self._package.there(fullname)} has no constant of that name{meant}")
        return compile(tree, self.path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        """Run it, with imports that stay in the package."""
        code = self.get_code(module.__name__)
        assert code is not None  # noqa: S101  (a file of Python has code)
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": self._package.importing()}
        if module.__name__ == self._package.name:
            module.__dict__["changed"] = self._package.changed
        exec(code, module.__dict__)  # noqa: S102  (the game's own code)


Assignment = ast.Assign | ast.AnnAssign


def _assigned(body: Sequence[ast.stmt], inside: str = "") -> Iterator[tuple[str, Assignment]]:
    """The names that are given a value in a module or in its classes."""
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield from _assigned(statement.body, f"{statement.name}.")
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            yield inside + statement.targets[0].id, statement
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
            yield inside + statement.target.id, statement


def _node(house: House, name: str, value: Any, before: Assignment) -> ast.expr:
    """A plain value as an expression; `BadHouse` for one of another kind than the value that was there."""
    old = before.value
    if isinstance(old, ast.Constant):
        if type(value) is not type(old.value):
            raise BadHouse(house.name, name, f"{old.value!r} cannot become {value!r}, which is of another kind")
        if isinstance(old.value, int) and isinstance(value, int) and value < 0 <= old.value:
            raise BadHouse(house.name, name, f"{old.value!r} cannot become {value!r}, which is less than nothing")
    elif not isinstance(old, (ast.Tuple, ast.BinOp, ast.UnaryOp)):
        raise BadHouse(house.name, name, "this is no number, text or list of them that could be another")
    listed = tuple(value) if isinstance(value, list) else value
    node = ast.parse(repr(listed), mode="eval").body
    return ast.copy_location(node, before) if not hasattr(node, "elts") else ast.fix_missing_locations(node)


class Finder:
    """Finds the modules of packages with house rules, once they are made."""

    def __init__(self) -> None:
        self.packages: dict[str, Package] = {}
        self.make: Callable[[str], object] = str  # found.py says how

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:  # noqa: ARG002
        """The spec of a module of one of the packages."""
        if not fullname.startswith(f"{MADE}."):
            return None
        root = ".".join(fullname.split(".")[: MADE.count(".") + 2])
        if root not in self.packages:
            self.make(root.rpartition(".")[2].partition("__V")[0].replace("__", "+"))
        package = self.packages.get(root)
        there = find_spec(package.there(fullname)) if package else None
        if package is None or there is None or there.origin is None:
            return None
        loader = Loader(package, fullname, there.origin)
        search = list(there.submodule_search_locations) if there.submodule_search_locations is not None else None
        return spec_from_file_location(fullname, there.origin, loader=loader, submodule_search_locations=search)


FINDER = Finder()
