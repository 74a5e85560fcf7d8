"""Make docs/public.md: every name that is public, by its module. The reference of the site is made from the same list.

Run it from a checkout: `.venv/bin/python -m scripts.docs.public`. A test fails while the page is not what this makes.
"""

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

PAGE = Path(__file__).parents[2] / "docs" / "public.md"

MODULES = {
    "tallow.play": "what a rule may ask, and what answers it",
    "tallow.games": "the games by name",
    "tallow.games.game": "the record of a game",
    "tallow.games.deeds": "actions, offers and refusals",
    "tallow.games.view": "what a seat sees",
    "tallow.games.characters": "characters",
    "tallow.games.settings": "settings",
    "tallow.games.rulebook": "the rulebook and its entries",
    "tallow.games.words": "words for codes",
    "tallow.games.expedition": "how a party fares from room to room",
    "tallow.games.exploring": "what adventures need of a game",
    "tallow.games.rulings": "answers where there is no referee",
    "tallow.games.stocking": "what a generator of places draws from a game",
    "tallow.games.stored": "upgrades of what is stored",
    "tallow.mechanics": "dice notation, and what games share",
    "tallow.mechanics.notation": "reading dice",
    "tallow.house": "house rules",
    "tallow.adventures": "places to explore",
    "tallow.odds": "exact odds",
    "tallow.simulate": "simulations",
    "tallow.table": "people at a table",
    "tallow.table.bots.players": "who can play a seat at a table",
    "tallow.store": "where tables are kept",
    "tallow.exchange": "characters in the formats of other tools",
    "tallow.sheets": "character sheets on paper",
    "tallow.wording.chronicle.chronicle": "a table as a story",
    "tallow.wording.chronicle.formats": "the formats of a story",
    "tallow.wording.phrases": "the words that all games share",
    "tallow.wording.refusals": "refusals in words",
    "tallow.wording.table_speech": "a table in words",
    "tallow.client": "a client of the JSON API",
}
"""The public modules, each with what it is for."""

HEAD = "## The names"
"""Where the list begins; what stands above it is written by hand."""

INTRO = "This list is made by `scripts/docs/public.py`: a name that comes, goes or moves shows as a change of it."


def page() -> str:
    """The whole page."""
    by_hand = PAGE.read_text("utf-8").partition(f"{HEAD}\n")[0]
    parts = [f"{by_hand}{HEAD}\n\n{INTRO}\n"]
    for name, about in MODULES.items():
        listed = ", ".join(f"`{one}`" for one in public_names(import_module(name)))
        parts.append(f"\n### {name}\n\n{about[0].upper()}{about[1:]}.\n\n{listed}\n")
    return "".join(parts)


def public_names(module: ModuleType) -> tuple[str, ...]:
    """The public names of a module: those of `__all__`, or all that it defines without an underscore."""
    listed = getattr(module, "__all__", None)
    return tuple(sorted(listed if listed is not None else _defined(module), key=str.casefold))


def _defined(module: ModuleType) -> Iterator[str]:
    for node in ast.parse(inspect.getsource(module)).body:
        for name in names_of(node):
            if not name.startswith("_") and not _is_type_variable(getattr(module, name)):
                yield name


def names_of(node: ast.stmt) -> list[str]:
    """The names that a statement at the top of a module defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
    return []


def _is_type_variable(value: object) -> bool:
    return type(value).__name__ in {"TypeVar", "ParamSpec", "TypeVarTuple"}


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
