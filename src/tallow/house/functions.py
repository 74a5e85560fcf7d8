"""Functions in the place of rules.

The function of a rule keeps its identity and is given another body, so that whatever has a hold of it (a deed, a table
of sub-rules, another chapter) calls the new one. A function of a house rule is written against the game itself; what it
refers to there is taken from the package with the house rules instead.
"""

import sys
from collections.abc import Callable
from functools import partial
from inspect import Parameter, signature
from types import FunctionType, ModuleType
from typing import Any

from tallow.house.house import BadHouse, House
from tallow.house.package import Package


def put(package: Package, house: House, path: str, function: Callable[..., Any], *, around: bool) -> None:
    """Put a function in the place of the one at `path`."""
    module, name = package.target(house, path)
    found = getattr(module, name)
    rule = getattr(found, "__wrapped__", found)
    if not isinstance(rule, FunctionType) or rule.__closure__:
        raise BadHouse(house.name, path, "this is no plain function that could be another")
    _check_arguments(house, path, rule, function, around=around)
    new = _Adopted(package, function).function()
    if around:
        before = FunctionType(rule.__code__, rule.__globals__, rule.__name__, rule.__defaults__)
        before.__kwdefaults__ = rule.__kwdefaults__
        new = partial(new, before)
    hidden = f"_{house.name}_{name}"
    rule.__globals__[hidden] = new
    text = f"def {name}(*args, **kwargs): return {hidden}(*args, **kwargs)"
    made: dict[str, Any] = {}
    exec(compile(text, f"<house rules {house.name}>", "exec"), made)  # noqa: S102  (made of names)
    rule.__code__, rule.__defaults__, rule.__kwdefaults__ = made[name].__code__, None, None
    if hasattr(found, "cache_clear"):
        found.cache_clear()


def _check_arguments(
    house: House, path: str, rule: FunctionType, function: Callable[..., Any], *, around: bool
) -> None:
    """Whoever calls the rule must be able to call the function in its place."""
    taken = signature(rule).parameters.values()
    positional = [one.name for one in taken if one.kind in {Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD}]
    named = {one.name: None for one in taken if one.kind is Parameter.KEYWORD_ONLY}
    try:
        signature(function).bind(*(["the rule"] if around else []), *positional, **named)
    except TypeError as error:
        before = "(the rule as it was, " if around else "("
        told = f"{error}; it is called with {before}{', '.join([*positional, *named])})"
        raise BadHouse(house.name, path, told) from error


class _Adopted:
    """A function of a house rule, with all of its own module that it calls, as a function of the package."""

    def __init__(self, package: Package, function: Callable[..., Any]) -> None:
        self._package, self._function = package, function
        self._globals: dict[str, Any] = {}

    def function(self) -> Callable[..., Any]:
        if not isinstance(self._function, FunctionType):
            return self._function
        self._globals["__builtins__"] = self._function.__globals__["__builtins__"]
        for name, value in self._function.__globals__.items():
            if not name.startswith("__"):
                self._globals[name] = self._counterpart(value)
        return self._copy(self._function)

    def _copy(self, function: FunctionType) -> FunctionType:
        copy = FunctionType(
            function.__code__, self._globals, function.__name__, function.__defaults__, function.__closure__
        )
        copy.__kwdefaults__ = function.__kwdefaults__
        return copy

    def _counterpart(self, value: Any) -> Any:
        """What the package has for something of the game; a function beside the rule is adopted with it."""
        if isinstance(value, ModuleType):
            return self._imported(value.__name__) if self._is_of_game(value.__name__) else value
        if isinstance(value, FunctionType) and value.__module__ == self._function.__module__:
            return self._copy(value)
        module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
        if isinstance(module, str) and isinstance(name, str) and self._is_of_game(module) and name.isidentifier():
            return getattr(self._imported(module), name)
        return value

    def _is_of_game(self, module: str) -> bool:
        return self._package.here(module) != module

    def _imported(self, module: str) -> ModuleType:
        name = self._package.here(module)
        __import__(name)
        return sys.modules[name]
