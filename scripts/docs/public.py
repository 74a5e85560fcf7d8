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
    "tallow.store": "where tables are kept",
    "tallow.exchange": "characters in the formats of other tools",
    "tallow.sheets": "character sheets on paper",
    "tallow.wording.chronicle.chronicle": "a table as a story",
    "tallow.wording.chronicle.formats": "the formats of a story",
}
"""The public modules, each with what it is for."""

HEAD = """# What is public

A name that is listed here may be built upon. All others may change or go in any version, also where their names have no
underscore. Beside the names, these are public:

- the commands and options of `tallow --help`, their exit codes, and what they print with `--json`;
- the routes of the [JSON API](api.md), their bodies and answers;
- the formats that are stored: archives, characters, adventures and house rules, as [stored.md](stored.md) says;
- the ids of rulebooks and content, and the names of actions, questions, codes and settings of [each game](games/index.md).

## What may change between versions

Versions are numbered `major.minor.patch`. While the major number is 0, a minor version stands for a major one.

| what | may change in |
|---|---|
| a public name goes, a parameter goes or comes to mean something else | a major version, after a minor one that warns of it where that can be |
| a new name, a new parameter with a default, a new field with a default, a new action, question or code | a minor version |
| what is stored in a new shape; what was stored before is upgraded when it is opened | a minor version |
| the number that a seed leads to: which dice fall, what a simulation with that seed reports | a minor version; the changelog says so |
| a rule that was wrong, and with it odds and results | any version; the changelog names the rule |
| the words that people read, and how pages look | any version |

Fields of records are given by name and new ones come at the end, so build records with keywords. A program that reads JSON
should pass over fields that it does not know.

## The names

This list is made by `scripts/docs/public.py`; a name that comes, goes or moves shows as a change of this page.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
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
