"""What changed from one state to the next, as plain values that can be applied to the first.

States share most of their parts from one to the next, so a patch is small and quickly found: parts that are the very
same object need not be looked into. A patch is a list: `[0, value]` replaces the whole, `[1, {name: patch}]` changes
fields of a struct, `[2, {index: patch}]` items of a sequence, and `[3, length, {index: patch}]` cuts or extends it too.
Indexes count in the sequence as it was stored; they name nothing beyond the one patch.
"""

from typing import Any

from msgspec import Struct

from tallow.games.stored import Plain

WHOLE, FIELDS, ITEMS, RESIZED = 0, 1, 2, 3


def patch(before: Any, after: Any) -> list[Any]:
    """What makes `after` of `before`, to be encoded as JSON."""
    kind = type(after)
    if kind is type(before):
        if isinstance(after, Struct) and not kind.__struct_config__.array_like:
            names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
            pairs = ((shown, getattr(before, name), getattr(after, name)) for name, shown in names)
            return [FIELDS, {shown: patch(old, new) for shown, old, new in pairs if not _same(old, new)}]
        if kind is tuple and before and after:
            changed = {
                str(at): patch(old, new)
                for at, (old, new) in enumerate(zip(before, after, strict=False))
                if not _same(old, new)
            }
            if len(before) == len(after):
                return [ITEMS, changed]
            changed |= {str(at): [WHOLE, after[at]] for at in range(len(before), len(after))}
            return [RESIZED, len(after), changed]
    return [WHOLE, after]


def _same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and one == other)


def patched(before: Plain, change: Plain) -> Plain:
    """The plain value that a patch makes of another; that one is left as it is."""
    kind, *rest = change
    if kind == WHOLE:
        return rest[0]
    if kind == FIELDS:
        return before | {name: patched(before.get(name), one) for name, one in rest[0].items()}
    length = rest[0] if kind == RESIZED else len(before)
    if length - len(before) > len(rest[-1]):
        raise ValueError("a sequence is extended by more items than there are")
    items = [*before[:length], *(None for _ in range(length - len(before)))]
    for at, one in rest[-1].items():
        items[int(at)] = patched(items[int(at)], one)
    return items
