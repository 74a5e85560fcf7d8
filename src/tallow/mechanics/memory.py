"""Caches for pure functions of frozen values, and values that share what is equal in them."""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from msgspec import Struct
from msgspec.structs import replace

P = ParamSpec("P")
V = TypeVar("V")
T = TypeVar("T")


class Recent(Generic[T]):
    """A cache of the values used most recently: at least the last `most`, at most twice as many. Thread-safe."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._now: dict[Hashable, T] = {}
        self._before: dict[Hashable, T] = {}

    def get(self, key: Hashable) -> T | None:
        """The value stored under this key, or None."""
        found = self._now.get(key)
        if found is None and (found := self._before.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: Hashable, value: T) -> T:
        """Store a value and return it."""
        if len(self._now) >= self._most:
            self._before, self._now = self._now, {}
        self._now[key] = value
        return value


def cached_for_latest(function: Callable[[V], T]) -> Callable[[V], T]:
    """Cache the result of a pure function for the object that was its argument the last time, by identity.

    For what is asked many times in a row of one state, and cheap enough that a larger cache would not pay. Thread-safe.
    """
    latest: tuple[V, T] | None = None

    @wraps(function)
    def cached(value: V, /) -> T:
        nonlocal latest
        known = latest
        if known is None or known[0] is not value:
            latest = known = (value, function(value))
        return known[1]

    return cached


def cached_by_identity(most: int) -> Callable[[Callable[Concatenate[V, P], T]], Callable[Concatenate[V, P], T]]:
    """Cache the results of a pure function for the last `most` objects that were its first argument.

    Objects are compared by identity: frozen values are shared from one state to the next, and comparing or hashing a
    whole state would cost more than the cache saves.
    """

    def decorate(function: Callable[Concatenate[V, P], T]) -> Callable[Concatenate[V, P], T]:
        known: Recent[tuple[V, dict[Any, T]]] = Recent(most)

        @wraps(function)
        def cached(value: V, /, *args: P.args, **kwargs: P.kwargs) -> T:
            found = known.get(id(value))
            if found is None or found[0] is not value:
                found = known.put(id(value), (value, {}))
            results, key = found[1], (args, *kwargs.items())
            if key not in results:
                results[key] = function(value, *args, **kwargs)
            return results[key]

        return cached

    return decorate


def shared_with(before: Any, now: Any) -> Any:
    """A frozen value equal to `now`, in which whatever stood equal at the same place in `before` is that very object.

    A state that was read anew shares nothing with the one before it; what is cached by identity would all be missed.
    """
    if type(before) is not type(now):
        return now
    if before == now:
        return before
    if isinstance(now, tuple):
        return (*map(shared_with, before, now), *now[len(before) :])
    if isinstance(now, Struct):
        fields = [(name, getattr(before, name), getattr(now, name)) for name in now.__struct_fields__]
        return replace(now, **{name: shared_with(was, is_) for name, was, is_ in fields if was is not is_})
    return now
