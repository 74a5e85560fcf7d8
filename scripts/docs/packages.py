"""The reference of the site: a page for each public module, from its docstrings."""

import ast
import inspect
import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from scripts.docs.public import MODULES, names_of, public_names


def pages() -> dict[str, str]:
    """All pages by their path, without the suffix."""
    listed = "\n".join(f"{name} <{name}>" for name in MODULES)
    index = f"""# Reference

All that is public, by module, from its docstrings. [What is public](../public.md) says what may be built upon, and what
may change; [the games](../games/index.md) have their own pages.

```{{toctree}}
:maxdepth: 1

{listed}
```
"""
    return {"reference/index": index} | {f"reference/{name}": _page(name) for name in MODULES}


def _page(name: str) -> str:
    module = import_module(name)
    parts = [f"# {name}\n\n```{{eval-rst}}\n{inspect.getdoc(module) or ''}\n"]
    found = {one: getattr(module, one) for one in public_names(module)}
    for title, kept in (("Classes", inspect.isclass), ("Functions", _is_function), ("Values", _is_value)):
        those = [one for one, value in found.items() if kept(value)]
        if those:
            parts.append(f"\n```\n\n## {title}\n\n```{{eval-rst}}\n")
            parts += [_entry(module, one, found[one]) for one in those]
    return "".join(parts) + "```\n"


def _is_function(value: object) -> bool:
    return inspect.isfunction(value) or hasattr(value, "__wrapped__")


def _is_value(value: object) -> bool:
    return not inspect.isclass(value) and not _is_function(value)


def _entry(module: ModuleType, name: str, value: Any) -> str:
    full = f"{module.__name__}.{name}"
    again = "" if _first(name, value) == module.__name__ else "   :no-index:\n"
    if inspect.isclass(value) and value.__module__.startswith("tallow"):
        return f"\n.. autoclass:: {full}\n   :members:\n{again}"
    if _is_function(value):
        return f"\n.. autofunction:: {full}\n{again}"
    kept, doc = written(module, name)
    shown = again + (f"   :value: {kept}\n" if kept and len(kept) <= 100 else "")
    said = "\n".join(f"   {line}" for line in doc.splitlines())
    return f"\n.. py:data:: {full}\n{shown}\n{said}\n"


def _first(name: str, value: object) -> str:
    """The first of the public modules that has it: others repeat it."""
    return next(one for one in MODULES if getattr(import_module(one), name, None) is value)


def written(module: ModuleType, name: str) -> tuple[str, str]:
    """What a value is set to, as it is written, and the docstring below it; in the module that it comes from."""
    tree = _tree(module.__name__)
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if name in names_of(node) and isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            match after:
                case ast.Expr(value=ast.Constant(value=str(doc))):
                    return ast.unparse(node.value), inspect.cleandoc(doc)
            return ast.unparse(node.value), ""
        if isinstance(node, ast.ImportFrom) and node.module and any(one.name == name for one in node.names):
            return written(sys.modules[node.module], name)
    return "", ""


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[module]))
