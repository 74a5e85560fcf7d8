"""Conditions: codes such as "dead" or "asleep", which somebody has at most once each."""

from typing import Protocol, TypeVar

from msgspec.structs import replace


class Conditioned(Protocol):
    """A struct with conditions."""

    @property
    def conditions(self) -> tuple[str, ...]: ...


C = TypeVar("C", bound=Conditioned)


def has(one: Conditioned, condition: str) -> bool:
    """Whether somebody has this condition."""
    return condition in one.conditions


def gain(one: C, *conditions: str) -> C:
    """Somebody with these conditions added."""
    if not one.conditions:
        return replace(one, conditions=conditions)  # type: ignore[type-var]
    new = tuple([condition for condition in conditions if condition not in one.conditions])
    return replace(one, conditions=one.conditions + new) if new else one  # type: ignore[type-var]


def shed(one: C, *conditions: str) -> C:
    """Somebody with these conditions removed."""
    if not one.conditions:
        return one
    left = tuple([condition for condition in one.conditions if condition not in conditions])
    return replace(one, conditions=left) if len(left) < len(one.conditions) else one  # type: ignore[type-var]
