"""Typical parties of games in which a character is known by a Background."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tallow.mechanics.roster import everybody, roster
from tallow.mechanics.suggestions import Named, Unknown, by_name, nearest

B = TypeVar("B", bound=Named)
C = TypeVar("C", bound=Struct)


def by_background(
    text: str, backgrounds: Iterable[B], typical: Callable[[B], C], described: Callable[[str], C], title: str
) -> C:
    """Somebody by a Background, or else by a stat line or a name of the bestiary; `Unknown` if it is none of these."""
    listed = tuple(backgrounds)
    known = by_name(text, listed)
    if known is not None:
        return typical(known)
    try:
        return described(text)
    except Unknown as unknown:
        near = nearest(unknown.name, [one.name for one in listed])
        raise Unknown("Background or monster", unknown.name, (*near, *unknown.near)[:3], title) from None


def party_by_background(
    spec: str,
    expected: str,
    backgrounds: Iterable[B],
    typical: Callable[[B], C],
    described: Callable[[str, str, str], C],
    title: str,
) -> tuple[C, ...]:
    """A party by Backgrounds; stat lines and names of the bestiary may stand beside them. `expected` says so."""
    listed = tuple(backgrounds)

    def one(text: str, id_: str) -> C:
        made: Any = by_background(text, listed, typical, lambda line: described(line, "", "Hero"), title)
        placed: C = replace(made, id=id_, kind="pc", seat="party", items=with_own_ids(made.items, id_))
        return placed

    return everybody(roster(spec, expected), lambda part, id_: one(part.text, id_), "hero")


def with_own_ids(items: tuple[Any, ...], whose: str) -> tuple[Any, ...]:
    """Somebody's things, with ids that nobody else's have."""
    ids = {item.id: f"{whose}.{item.id}" for item in items}
    return tuple([replace(item, id=ids[item.id], place=ids.get(item.place, item.place)) for item in items])
