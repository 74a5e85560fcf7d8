"""The mark of a rule: which entries of the rulebook a function is."""

from collections.abc import Callable
from typing import Any, TypeVar

from tallow.play.play import RuleId

F = TypeVar("F", bound=Callable[..., Any])


def rule(*ids: RuleId) -> Callable[[F], F]:
    """Mark a function as these entries of a rulebook. It stays the plain function that it is."""

    def mark(function: F) -> F:
        function.__dict__["rules"] = ids
        return function

    return mark


def cited(function: Callable[..., Any]) -> tuple[RuleId, ...]:
    """The entries that a function is marked with."""
    rules: tuple[RuleId, ...] = getattr(function, "rules", ())
    return rules
