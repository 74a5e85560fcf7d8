"""A game's rulebook: everything that its source says, entry by entry, and its content by kind.

`rulebook.toml` has rules, settings, actions and phases; `content/<kind>.toml` has the rest. Files are read when they
are first needed.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from tallow.play import RuleId

T = TypeVar("T", bound=Struct)


class Entry(Struct, frozen=True):
    """One entry: what the source says, in our words."""

    id: RuleId
    type: str
    section: str
    kind: Literal["engine", "referee", "flavour"]
    name: str
    text: str
    ruling: str = ""
    examples: tuple[str, ...] = ()
    origin: str = "source"
    data: Mapping[str, Any] = msgspec.field(default_factory=dict)

    @property
    def title(self) -> str:
        """A name to show: its own, or made from the id."""
        return (self.name or self.id.split(".", 1)[1].replace(".", ": ")).replace("_", " ")


_KNOWN = {"id", "section", "kind", "name", "title", "text", "effect", "ruling", "examples", "origin"}


def _entry(kind: str, raw: Mapping[str, Any]) -> Entry:
    return Entry(
        id=raw["id"],
        type=kind,
        section=raw["section"],
        kind=raw["kind"],
        name=raw.get("name", "") if kind != "table" else raw.get("title", ""),
        text=raw.get("text") or raw.get("effect", ""),
        ruling=raw.get("ruling", ""),
        examples=tuple(raw.get("examples", ())),
        origin=raw.get("origin", "source"),
        data={key: value for key, value in raw.items() if key not in _KNOWN},
    )


class Rulebook:
    """The rulebook in a game's package."""

    def __init__(self, package: str) -> None:
        self.package = package

    @cache  # noqa: B019  (one book per game, kept for good)
    def _file(self, name: str) -> dict[str, Any]:
        place = files(self.package)
        for part in name.split("/"):
            place = place / part
        return tomllib.loads(place.read_text("utf-8"))

    def raw(self, kind: str) -> list[dict[str, Any]]:
        """The entries of one kind, as they stand in their file."""
        found: list[dict[str, Any]] = (
            self._file("rulebook.toml").get(kind) or self._file(f"content/{kind}.toml").get(kind, [])
            if kind in {"rule", "setting", "action", "phase"}
            else self._file(f"content/{kind}.toml").get(kind, [])
        )
        return found

    def load(self, kind: str, into: type[T]) -> dict[RuleId, T]:
        """The content of one kind, by id, as values of a struct; fields that it lacks are left out."""
        return {raw["id"]: msgspec.convert(raw, into) for raw in self.raw(kind)}

    def kinds(self) -> Sequence[str]:
        """The kinds of entry that there are."""
        content = files(self.package) / "content"
        listed = sorted(item.name.removesuffix(".toml") for item in content.iterdir() if item.name.endswith(".toml"))
        return [
            kind for kind in ("rule", "setting", "action", "phase") if self._file("rulebook.toml").get(kind)
        ] + listed

    @cache  # noqa: B019
    def entries(self) -> Mapping[RuleId, Entry]:
        """Every entry, by id."""
        listed = {raw["id"]: _entry(kind, raw) for kind in self.kinds() for raw in self.raw(kind)}
        if len(listed) != sum(len(self.raw(kind)) for kind in self.kinds()):
            raise ValueError(f"{self.package}: two entries have the same id")
        return listed

    def search(self, words: str) -> Iterator[Entry]:
        """Entries that have all these words, those with them in id or name first."""
        wanted = words.casefold().split()

        def rank(entry: Entry) -> int:
            title = f"{entry.id} {entry.title}".casefold()
            if all(word in title for word in wanted):
                return 0
            whole = f"{title} {entry.section} {entry.text} {entry.ruling}".casefold()
            return 1 if all(word in whole for word in wanted) else 2

        ranked = [(rank(entry), at, entry) for at, entry in enumerate(self.entries().values())]
        yield from (entry for order, _, entry in sorted(ranked, key=lambda found: found[:2]) if order < 2)
