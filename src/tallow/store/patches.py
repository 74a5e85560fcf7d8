"""What changed from one state to the next, as plain values that can be applied to the first.

States share most of their parts from one to the next, so a patch is small and quickly found: parts that are the very
same object need not be looked into. A patch is a list: `[0, value]` replaces the whole, `[1, {name: patch}]` changes
fields of a struct, `[2, {index: patch}]` items of a sequence, and `[3, length, {index: patch}]` cuts or extends it too.
`[4, parts]` is a sequence of which items have gone or come in the middle: a part `[start, stop]` is a slice of the one
before, `[index, null, patch]` an item of it that has changed, `[value]` a new one. Indexes count in the sequence as it
was stored; they name nothing beyond the one patch.
"""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, TypeAlias

from msgspec import Struct

from tallow.games.stored import Plain

WHOLE, FIELDS, ITEMS, RESIZED, PARTS = 0, 1, 2, 3, 4

AHEAD = 4
"""So many items further a sequence is searched for one that is not the next."""


def patch(before: Any, after: Any) -> list[Any]:
    """What makes `after` of `before`, to be encoded as JSON."""
    kind = type(after)
    if kind is type(before):
        if kind is tuple:
            if before and after:
                return _items(before, after)
        elif (fields := _fields(kind)) is not None:
            names, values = fields
            return [FIELDS, _changed(names, values(before), values(after))]
    return [WHOLE, after]


def _items(before: tuple[Any, ...], after: tuple[Any, ...]) -> list[Any]:
    if len(before) == len(after):
        return [ITEMS, _changed(map(str, range(len(after))), before, after)]
    alike = min(len(before), len(after)) - 1
    if before[alike] is not after[alike]:
        return [PARTS, _parts(before, after)]
    changed = _changed(map(str, range(len(after))), before, after)
    changed |= {str(at): [WHOLE, after[at]] for at in range(len(before), len(after))}
    return [RESIZED, len(after), changed]


def _parts(before: tuple[Any, ...], after: tuple[Any, ...]) -> list[list[Any]]:
    """A sequence as parts of the one before and new items."""
    places = {id(item): at for at, item in enumerate(before)}
    parts: list[list[Any]] = []
    following = 0
    for item in after:
        at = places.get(id(item), -1)
        if at < following:
            near = range(following, min(following + AHEAD, len(before)))
            at = next((at for at in near if type(before[at]) is type(item) and before[at] == item), -1)
        if at >= 0 and parts and len(parts[-1]) == 2 and parts[-1][1] == at:
            parts[-1][1] = at + 1
        elif at >= 0:
            parts.append([at, at + 1])
        elif following < len(before):
            at = following
            parts.append([at, None, patch(before[at], item)])
        else:
            parts.append([item])
        following = max(following, at + 1)
    return parts


def _changed(names: Iterable[str], before: Iterable[Any], after: Iterable[Any]) -> dict[str, list[Any]]:
    """Patches of the parts that are not the same, as far as both have them."""
    return {
        name: patch(old, new)
        for name, old, new in zip(names, before, after, strict=False)
        if old is not new and (type(old) is not type(new) or old != new)
    }


Fields: TypeAlias = tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]
"""The names of a struct's fields as they are encoded, and what gives their values."""

_known: dict[type, Fields | None] = {}


def _fields(kind: type) -> Fields | None:
    """The fields of a struct; None for anything else."""
    if kind not in _known:
        _known[kind] = None
        if issubclass(kind, Struct) and not kind.__struct_config__.array_like and len(kind.__struct_fields__) > 1:
            _known[kind] = kind.__struct_encode_fields__, attrgetter(*kind.__struct_fields__)
    return _known[kind]


def patched(before: Plain, change: Plain) -> Plain:
    """The plain value that a patch makes of another; that one is left as it is."""
    kind, *rest = change
    if kind == WHOLE:
        return rest[0]
    if kind == FIELDS:
        return before | {name: patched(before.get(name), one) for name, one in rest[0].items()}
    if kind == PARTS:
        return _put_together(before, rest[0])
    length = rest[0] if kind == RESIZED else len(before)
    if length - len(before) > len(rest[-1]):
        raise ValueError("a sequence is extended by more items than there are")
    items = [*before[:length], *(None for _ in range(length - len(before)))]
    for at, one in rest[-1].items():
        items[int(at)] = patched(items[int(at)], one)
    return items


def _put_together(before: Plain, parts: Plain) -> Plain:
    """A sequence of parts. They come in the order that they had before, so that none can be there twice."""
    items: list[Plain] = []
    following = 0
    for part in parts:
        if len(part) == 1:
            items += part
            continue
        start, stop = part[0], part[0] + 1 if part[1] is None else part[1]
        if not following <= start < stop <= len(before):
            raise ValueError("a sequence is made of parts that it did not have")
        items += before[start:stop] if part[1] is not None else [patched(before[start], part[2])]
        following = stop
    return items
