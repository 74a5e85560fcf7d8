"""Pieces of a page: elements with an id, made of text and smaller pieces. Of two drawings only what differs is sent."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

DRAWN = 1_000
"""So many of what several see alike are kept as they were drawn."""

Growth: TypeAlias = Literal["", "beforeend", "afterbegin"]
"""Where new ones come, as htmx calls it."""


class Piece:
    """An element with an id: its HTML in parts, some of them smaller pieces.

    What `grows` is a list that gets new ones at its end and keeps the old ones, or at its beginning and drops the last.
    """

    __slots__ = ("_html", "_since", "grows", "id", "parts")

    def __init__(self, id_: str, *parts: "str | Piece", grows: Growth = "") -> None:
        self.id = id_
        self.parts = parts
        self.grows = grows
        self._html = ""
        self._since: tuple[Piece | None, bool, list[str]] | None = None

    def __str__(self) -> str:
        """All of it."""
        if not self._html:
            self._html = "".join(map(str, self.parts))
        return self._html

    __html__ = __str__

    def frame(self) -> tuple[str, ...]:
        """What stands around the pieces in it, and which they are."""
        return tuple([part if isinstance(part, str) else part.id for part in self.parts])

    def within(self) -> list["Piece"]:
        """The pieces in it."""
        return [part for part in self.parts if not isinstance(part, str)]

    def since(self, before: "Piece | None", whole: bool) -> list[str]:
        """What to send of it to those who have it as it was `before`; found out once for all of them."""
        had = self._since
        if had is None or had[0] is not before or had[1] is not whole:
            had = self._since = (before, whole, self._changes(before, whole))
            if before is not None:
                before._since = None  # noqa: SLF001  (or each would hold on to all that were before it)
        return had[2]

    def _changes(self, before: "Piece | None", whole: bool) -> list[str]:
        if before is None:
            return [_swapped(self)]
        if self.grows and not whole and (more := _grown(before, self)) is not None:
            return more
        if before.frame() != self.frame():
            return [_swapped(self)]
        pairs = zip(before.within(), self.within(), strict=True)
        return [html for was, now in pairs if was is not now for html in now.since(was, whole)]


Pieces = Mapping[str, Piece]
"""A page, by the names of its pieces."""


def changes(before: Pieces, now: Pieces, *, whole: bool = False) -> str:
    """The pieces that differ, the smallest that hold all that does, each to be put in the place of the one there.

    Lists that have grown are sent `whole` where nobody knows whether the page has their newest already.
    """
    found = []
    for name, piece in now.items():
        was = before.get(name)
        if was is not piece:
            found += piece.since(was, whole)
    return "".join(found)


def _grown(before: Piece, now: Piece) -> list[str] | None:
    """The new ones of a list, and what changed of the others; None if there is more to it."""
    was, last = before.parts, now.parts[-2]
    fresh_last = isinstance(last, Piece) and (isinstance(was[-2], str) or was[-2].id != last.id)
    if now.grows == "beforeend" and fresh_last and now.parts[1:-2] in (was[1:-1], was[2:-1]):
        return [_added(now, [last])]  # nearly always: one more, and perhaps the first fell out
    had = {piece.id: piece for piece in before.within()}
    have = {piece.id: piece for piece in now.within()}
    kept = [id_ for id_ in have if id_ in had]
    gone = [id_ for id_ in had if id_ not in have]
    fresh = [piece for id_, piece in have.items() if id_ not in had]
    added = [piece.id for piece in fresh]
    if now.grows == "beforeend":
        fits = [*kept, *added] == [*have] and [*gone, *kept] == [*had]
        gone = []
    else:
        fits = [*added, *kept] == [*have] and [*kept, *gone] == [*had]
    if not kept or not fits:
        return None
    found = [html for id_ in kept if have[id_] is not had[id_] for html in have[id_].since(had[id_], False)]
    found += [f'<li id="{id_}" hx-swap-oob="delete"></li>' for id_ in gone]
    if fresh:
        found.append(_added(now, fresh))
    return found


def _added(to: Piece, fresh: Sequence[Piece | str]) -> str:
    return f'<ol data-more hx-swap-oob="{to.grows}:#{to.id}">{"".join(map(str, fresh))}</ol>'


def _swapped(piece: Piece) -> str:
    """An element that takes the place of the one with its id."""
    mark = f'id="{piece.id}"'
    return str(piece).replace(mark, f'{mark} hx-swap-oob="morph"', 1)
