"""A game's rulebook: everything that its source says, entry by entry, and its content by kind.

`rulebook.toml` has rules, settings, actions and phases; `content/<kind>.toml` has the rest. `names.<language>.toml` has
titles, and some texts, in another language. Files are read when they are first needed.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tallow.mechanics.documents import typed
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
    data: Mapping[str, Any] = msgspec.field(default_factory=dict)

    @property
    def title(self) -> str:
        """The name to display: its own, or one made from the id."""
        return (self.name or self.id.split(".", 1)[1].replace(".", ": ")).replace("_", " ")


Changed: TypeAlias = Callable[[str, dict[str, Any]], dict[str, Any]]
"""`changed(file, content)` in a package with house rules: a file of its rulebook as they want it."""

RULES = ("rule", "setting", "action", "phase")
"""The kinds in `rulebook.toml`; all others are content."""

_NUMBERED = re.compile(r"(.+?)( ?[×x]?\d+)")

_COUNT = re.compile(r"\d+")

_KNOWN = {"id", "section", "kind", "name", "title", "text", "effect", "ruling", "examples", "origin"}


def _entry(kind: str, raw: Mapping[str, Any]) -> Entry:
    return Entry(
        id=raw["id"],
        type=kind,
        section=raw["section"],
        kind=raw["kind"],
        name=raw.get("title", "" if kind == "table" else raw.get("name", "")),
        text=raw.get("text") or raw.get("effect", ""),
        ruling=raw.get("ruling", ""),
        examples=tuple(raw.get("examples", ())),
        data={key: value for key, value in raw.items() if key not in _KNOWN},
    )


class Rulebook:
    """The rulebook in a game's package, with its titles in one language."""

    def __init__(self, package: str, language: str = "en") -> None:
        self.package = package
        self.language = language

    @cache  # noqa: B019  (one book per game, kept for good)
    def _file(self, name: str) -> dict[str, Any]:
        place = files(self.package)
        for part in name.split("/"):
            place = place / part
        content = tomllib.loads(place.read_text("utf-8"))
        changed: Changed | None = getattr(import_module(self.package), "changed", None)
        return changed(name, content) if changed else content

    def raw(self, kind: str) -> list[dict[str, Any]]:
        """The entries of one kind as plain values."""
        found: list[dict[str, Any]] = self._file("rulebook.toml" if kind in RULES else f"content/{kind}.toml").get(
            kind, []
        )
        return found

    def load(self, kind: str, into: type[T]) -> dict[RuleId, T]:
        """The entries of one kind, by id, as structs; fields that the struct lacks are ignored.

        `BadDocument` names the entry and the field that does not fit.
        """
        return {raw["id"]: typed(raw, into, raw["id"]) for raw in self.raw(kind)}

    def kinds(self) -> Sequence[str]:
        """All kinds of entry."""
        content = files(self.package) / "content"
        inside = content.iterdir() if content.is_dir() else ()
        listed = sorted(item.name.removesuffix(".toml") for item in inside if item.name.endswith(".toml"))
        return [kind for kind in RULES if self.raw(kind)] + listed

    @cache  # noqa: B019
    def entries(self) -> Mapping[RuleId, Entry]:
        """Every entry, by id."""
        listed = {raw["id"]: _entry(kind, raw) for kind in self.kinds() for raw in self.raw(kind)}
        if len(listed) != sum(len(self.raw(kind)) for kind in self.kinds()):
            raise ValueError(f"{self.package}: two entries have the same id")
        titles, texts, sections = self._names("title"), self._names("text"), self._names("section")
        return {
            id_: replace(
                entry,
                name=titles.get(id_, entry.name),
                text=texts.get(id_, entry.text),
                section=sections.get(entry.section, entry.section),
            )
            if id_ in titles or id_ in texts or entry.section in sections
            else entry
            for id_, entry in listed.items()
        }

    @cache  # noqa: B019
    def _names(self, table: str) -> Mapping[str, str]:
        """Translations: `title` and `text` by id, `phrase` and `section` by the English, `game` by its two fields."""
        name = f"names.{self.language}.toml"
        found: dict[str, str] = self._file(name).get(table, {}) if (files(self.package) / name).is_file() else {}
        return found

    def language_of(self, id_: RuleId) -> str:
        """The language of an entry's text: English if it is not translated."""
        return self.language if id_ in self._names("text") else "en"

    @property
    def headings_language(self) -> str:
        """The language of the headings of the source: English if they are not translated."""
        return self.language if self._names("section") else "en"

    def of_game(self, what: str, otherwise: str) -> str:
        """A translation of the game's `title` or of what it calls its `referee`, or `otherwise`."""
        return self._names("game").get(what, otherwise)

    @cache  # noqa: B019
    def _called(self) -> Mapping[str, str]:
        """Translations of titles, texts and phrases of content by their English, which are facts in what rules tell."""
        titles, texts = self._names("title"), self._names("text")
        content = [raw["id"] for kind in self.kinds() if kind not in RULES for raw in self.raw(kind)] if titles else []
        english = Rulebook(self.package).entries() if content else {}
        said = {english[id_].text: texts[id_] for id_ in content if id_ in texts}
        named = {english[id_].title: titles[id_] for id_ in content if id_ in titles}
        return {**said, **named, **self._names("phrase")}

    def called(self, name: str) -> str:
        """The translation of a name or phrase; a number may follow a name, and "2 turns" is the phrase "# turns"."""
        if self.language == "en":
            return name
        known = self._called()
        for said in (name, name[:1].lower() + name[1:]):
            if said in known:
                return known[said]
        numbered, count = _NUMBERED.fullmatch(name), _COUNT.search(name)
        if numbered and numbered[1] in known:
            return known[numbered[1]] + numbered[2]
        return known.get(_COUNT.sub("#", name, 1), name).replace("#", count[0]) if count else name

    def search(self, words: str) -> Iterator[Entry]:
        """Entries that contain all these words; those with them in id or name come first."""
        wanted = words.casefold().split()

        def rank(entry: Entry) -> int:
            title = f"{entry.id} {entry.title}".casefold()
            if all(word in title for word in wanted):
                return 0
            whole = f"{title} {entry.section} {entry.text} {entry.ruling}".casefold()
            return 1 if all(word in whole for word in wanted) else 2

        ranked = [(rank(entry), at, entry) for at, entry in enumerate(self.entries().values())]
        yield from (entry for order, _, entry in sorted(ranked, key=lambda found: found[:2]) if order < 2)
