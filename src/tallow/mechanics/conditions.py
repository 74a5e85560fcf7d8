"""Conditions: codes such as "dead" or "asleep" that hold of somebody, each at most once."""

from typing import Protocol, TypeVar

from msgspec.structs import replace


class Conditioned(Protocol):
    """Somebody whom conditions can hold of: a struct."""

    @property
    def conditions(self) -> tuple[str, ...]: ...


C = TypeVar("C", bound=Conditioned)


def has(one: Conditioned, condition: str) -> bool:
    """Whether somebody is in this condition."""
    return condition in one.conditions


def gain(one: C, *conditions: str) -> C:
    """Somebody in these conditions."""
    if not one.conditions:
        return replace(one, conditions=conditions)  # type: ignore[type-var]
    new = tuple([condition for condition in conditions if condition not in one.conditions])
    return replace(one, conditions=one.conditions + new) if new else one  # type: ignore[type-var]


def shed(one: C, *conditions: str) -> C:
    """Somebody out of these conditions."""
    if not one.conditions:
        return one
    left = tuple([condition for condition in one.conditions if condition not in conditions])
    return replace(one, conditions=left) if len(left) < len(one.conditions) else one  # type: ignore[type-var]
