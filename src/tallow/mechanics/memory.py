"""Answers that are kept: a frozen value that is the very same object needs no second look."""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
V = TypeVar("V")
T = TypeVar("T")


class Recent(Generic[T]):
    """What was used lately: at least the last `most`, at most twice as many. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._now: dict[Hashable, T] = {}
        self._before: dict[Hashable, T] = {}

    def get(self, key: Hashable) -> T | None:
        """What is kept under this key, or None."""
        found = self._now.get(key)
        if found is None and (found := self._before.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: Hashable, value: T) -> T:
        """Keep something."""
        if len(self._now) >= self._most:
            self._before, self._now = self._now, {}
        self._now[key] = value
        return value


def kept(most: int) -> Callable[[Callable[Concatenate[V, P], T]], Callable[Concatenate[V, P], T]]:
    """A pure function whose answers are kept for the last `most` objects that it was asked about first.

    They are told apart by identity: states and creatures are shared from one moment to the next, and comparing them
    whole would cost more than it saves.
    """

    def keeping(function: Callable[Concatenate[V, P], T]) -> Callable[Concatenate[V, P], T]:
        known: Recent[tuple[V, dict[Any, T]]] = Recent(most)

        @wraps(function)
        def asked(value: V, /, *more: P.args, **named: P.kwargs) -> T:
            found = known.get(id(value))
            if found is None or found[0] is not value:
                found = known.put(id(value), (value, {}))
            answers, key = found[1], (more, *named.items())
            if key not in answers:
                answers[key] = function(value, *more, **named)
            return answers[key]

        return asked

    return keeping
