"""Elements of a table's page, and the patches that turn one drawing of the page into the next.

An element has an id and is made of HTML and of smaller elements. Of two drawings only the smallest elements that differ
are sent, as out-of-band swaps for htmx.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, wraps
from typing import Literal, ParamSpec, TypeAlias, cast

CACHED = 1_000
"""How many elements each function that draws for several seats remembers."""

Growth: TypeAlias = Literal["", "beforeend", "afterbegin"]
"""Where a list gets new items, as `hx-swap` calls it."""


P = ParamSpec("P")


def for_several(most: int) -> Callable[[Callable[P, "Element"]], Callable[P, "Element"]]:
    """Remember what a function draws for several seats that see the same, and what changes of it for them all.

    What is drawn for one seat alone is better not remembered so: each change would stay in memory beside the page.
    `most` results are remembered.
    """

    def decorate(draw: Callable[P, "Element"]) -> Callable[P, "Element"]:
        @lru_cache(most)
        @wraps(draw)
        def drawn(*given: P.args, **more: P.kwargs) -> "Element":
            return draw(*given, **more).for_all()

        return cast("Callable[P, Element]", drawn)

    return decorate


class Element:
    """An element with an id: its HTML in parts, some of which are elements themselves.

    With `grows` it is a list: "beforeend" for one that gets new items at its end and keeps the old ones, "afterbegin"
    for one that gets new items at its beginning and drops the last. Its first and last part are its tags.

    Its whole HTML is put together when it is sent, not kept: each letter of a page would be in memory once for every
    element that it stands in.
    """

    __slots__ = ("_patches", "grows", "id", "parts", "shared")

    def __init__(self, id_: str, *parts: "str | Element", grows: Growth = "") -> None:
        self.id = id_
        self.parts = parts
        self.grows = grows
        self.shared = False
        self._patches: tuple[Element | None, bool, list[str]] | None = None

    def for_all(self) -> "Element":
        """The same, marked as one that several seats see alike."""
        self.shared = True
        return self

    def __str__(self) -> str:
        """Its HTML."""
        return "".join(map(str, self.parts))

    __html__ = __str__

    def children(self) -> list["Element"]:
        """The elements in it."""
        return [part for part in self.parts if not isinstance(part, str)]

    def patches(self, before: "Element | None", whole: bool) -> list[str]:
        """HTML patches from `before` to this; of what is `shared` they are cached, for all pages that were there."""
        if not self.shared:
            return self._compared(before, whole)
        cached = self._patches
        if cached is None or cached[0] is not before or cached[1] is not whole:
            cached = self._patches = (before, whole, self._compared(before, whole))
            if before is not None:
                before._patches = None  # noqa: SLF001  (or a chain of all earlier elements would stay in memory)
        return cached[2]

    def _compared(self, before: "Element | None", whole: bool) -> list[str]:
        if before is None:
            return [_swapped(self)]
        if self.grows and not whole and (more := _grown(before, self)) is not None:
            return more
        changed = _changed(before.parts, self.parts)
        if changed is None:
            return [_swapped(self)]
        return [html for was, now in changed for html in now.patches(was, whole)]


def _changed(before: Sequence[str | Element], parts: Sequence[str | Element]) -> list[tuple[Element, Element]] | None:
    """The elements that are others now, each with what it was; None where anything else differs."""
    if len(before) != len(parts):
        return None
    changed = []
    for was, part in zip(before, parts, strict=True):
        if was is part:
            continue
        if isinstance(was, str) or isinstance(part, str):
            if was != part:
                return None
        elif was.id != part.id:
            return None
        else:
            changed.append((was, part))
    return changed


Elements = Mapping[str, Element]
"""The elements of a page by name."""


def patches(before: Elements, now: Elements, *, whole: bool = False) -> str:
    """HTML patches from one drawing of a page to the next.

    With `whole`, lists that have grown are sent whole: for a page of which nobody knows what it has received.
    """
    found = []
    for name, element in now.items():
        if (was := before.get(name)) is not element:
            found += element.patches(was, whole)
    return "".join(found)


def _grown(before: Element, now: Element) -> list[str] | None:
    """The new items of a list, and what changed of the others; None if it did not just grow."""
    was, last = before.parts, now.parts[-2]
    new_last = isinstance(last, Element) and (isinstance(was[-2], str) or was[-2].id != last.id)
    if now.grows == "beforeend" and new_last and now.parts[1:-2] in (was[1:-1], was[2:-1]):
        return [_added(now, [last])]  # the usual case: one more, and perhaps the first fell out
    had = {element.id: element for element in before.children()}
    have = {element.id: element for element in now.children()}
    kept = [id_ for id_ in have if id_ in had]
    gone = [id_ for id_ in had if id_ not in have]
    new = [element for id_, element in have.items() if id_ not in had]
    added = [element.id for element in new]
    if now.grows == "beforeend":
        fits = [*kept, *added] == [*have] and [*gone, *kept] == [*had]
        gone = []
    else:
        fits = [*added, *kept] == [*have] and [*kept, *gone] == [*had]
    if not kept or not fits:
        return None
    found = [html for id_ in kept if have[id_] is not had[id_] for html in have[id_].patches(had[id_], False)]
    found += [f'<li id="{id_}" hx-swap-oob="delete"></li>' for id_ in gone]
    if new:
        found.append(_added(now, new))
    return found


def _added(to: Element, new: Sequence[Element | str]) -> str:
    return f'<ol data-more hx-swap-oob="{to.grows}:#{to.id}">{"".join(map(str, new))}</ol>'


def _swapped(element: Element) -> str:
    """An element that takes the place of the one with its id."""
    mark = f'id="{element.id}"'
    return str(element).replace(mark, f'{mark} hx-swap-oob="morph"', 1)
