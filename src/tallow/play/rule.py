"""The `rule` decorator: which rulebook entries a function implements."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from tallow.play.play import RuleId

F = TypeVar("F", bound=Callable[..., Any])

_CITED: list[tuple[str, tuple[RuleId, ...]]] = []
"""The ids of each decorated function, with the module that it is in."""


def rule(*ids: RuleId) -> Callable[[F], F]:
    """Declare that a function implements these entries. The function itself is returned unchanged."""

    def mark(function: F) -> F:
        _CITED.append((function.__module__, ids))
        return function

    return mark


def cited_together(package: str) -> Iterator[tuple[RuleId, ...]]:
    """For each decorated function in the imported modules of a package, the entries that it implements."""
    for module, ids in _CITED:
        if f"{module}.".startswith(f"{package}."):
            yield ids
