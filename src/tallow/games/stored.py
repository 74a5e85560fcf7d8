"""What is stored outlives the program: versions of stored values, and the one function that reads them.

Beside everything that is stored stand two numbers. `format` is the version of the program's own structs: tables,
records, lines of the log, archives, character documents. `schema` is the version of a game's: its state, its
characters, the names of its deeds and questions, the ids of its content. A game's schema is one more than the number of
its `upgrades`, so that a change which needs one cannot be made without a new number.

A new field with a default needs no upgrade. Any other change does: a pure step from plain values of one schema (what
JSON has: dicts, lists, texts, numbers) to plain values of the next.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from tallow.games.game import Game

FORMAT = 2
"""The version of the program's own structs; `tallow.store.versions` knows the steps to it from those before."""

Plain: TypeAlias = Any
"""A value as JSON has it."""

Change: TypeAlias = Callable[[Plain], Plain]
"""A pure step from plain values of one version to those of the next; it may change what it is given in place."""

Part: TypeAlias = Literal["state", "character", "tape", "place"]


class Versions(Struct, frozen=True, gc=False, array_like=True):
    """The versions beside a stored value: of the program's structs and of the game's."""

    format: int = 1
    schema: int = 1


class Unreadable(Exception):
    """A stored value that cannot be read by this program: what it is, and why. It has been left as it is."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what, why)
        self.what, self.why = what, why

    def __str__(self) -> str:
        return f"{self.what}: {self.why}"


class Newer(Unreadable):
    """A stored value that was written by a newer program, or a newer game."""


def _unchanged(value: Plain) -> Plain:
    return value


class Upgrade(Struct, frozen=True):
    """One step from a schema of a game to the next.

    `state` changes a whole state, `character` a character of its own, as in a document. `tape` changes an action that
    waits or a line of the log: a dict with at least `action` (with `name` and `who`), `answers` and `events`. `place`
    changes where an adventure stands, at tables of the game that have one.
    """

    state: Change = _unchanged
    character: Change = _unchanged
    tape: Change = _unchanged
    place: Change = _unchanged


def schema_of(played: "Game[Any]") -> int:
    """The schema that this version of a game writes."""
    return 1 + len(played.upgrades)


def versions_of(played: "Game[Any]") -> Versions:
    """The versions that this program writes for a game."""
    return Versions(FORMAT, schema_of(played))


def upgrades_from(played: "Game[Any]", part: Part, schema: int) -> list[Change]:
    """The steps from a schema of a game to its newest, for one part of what is stored; `Newer` beyond that."""
    newest = schema_of(played)
    if schema > newest:
        raise Newer(part, f"written by a newer {played.title} (schema {schema}; this one reads up to {newest})")
    if schema < 1:
        raise Unreadable(part, f"there is no schema {schema} of {played.title}")
    return [getattr(upgrade, part) for upgrade in played.upgrades[schema - 1 :]]


_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}
_preparing = Lock()


def _decoder(into: Any) -> "msgspec.json.Decoder[Any]":
    """Made by one thread at a time: two that make the first one of a type together may crash."""
    found = _decoders.get(into)
    if found is None:
        with _preparing:
            found = _decoders[into] = msgspec.json.Decoder(into)
    return found


def read(what: str, stored: bytes | Plain, into: Any, changes: Sequence[Change] = ()) -> Any:
    """A stored value as a struct: JSON, or plain values, brought up to date by `changes`; or `Unreadable`.

    Everything that was stored comes through here. A field that the struct does not have is an error, not a loss.
    """
    try:
        if isinstance(stored, bytes) and not changes:
            return _decoder(into).decode(stored)
        plain = msgspec.json.decode(stored) if isinstance(stored, bytes) else stored
        for change in changes:
            plain = change(plain)
        return _decoder(into).decode(msgspec.json.encode(plain))
    except Exception as error:
        raise Unreadable(what, f"{type(error).__name__}: {error}") from error


def read_state(played: "Game[Any]", stored: bytes | Plain, schema: int) -> Any:
    """A state of a game, of any schema up to the newest."""
    return read(f"a state of {played.title}", stored, played.state, upgrades_from(played, "state", schema))


def with_place(upgrade: Upgrade) -> Upgrade:
    """The upgrade of a game for states that hold the game's own, and where an adventure stands."""

    def state(plain: Plain) -> Plain:
        return {"game": upgrade.state(plain["game"]), "place": upgrade.place(plain["place"])}

    return Upgrade(state, upgrade.character, upgrade.tape)


def rewritten(text: Callable[[str], str]) -> Upgrade:
    """Every text, wherever it stands, becomes what `text` makes of it."""

    def change(value: Plain) -> Plain:
        if isinstance(value, str):
            return text(value)
        if isinstance(value, list):
            return [change(part) for part in value]
        if isinstance(value, dict):
            return {text(key): change(part) for key, part in value.items()}
        return value

    return Upgrade(change, change, change)


def renamed_ids(new: Mapping[str, str]) -> Upgrade:
    """Ids have other names: wherever a text is one of the old ones, it becomes the new one."""
    return rewritten(lambda text: new.get(text, text))


def rewritten_rows(tables: str, rows: Mapping[str, str]) -> Upgrade:
    """Rows of tables that were named by their numbers have keys: `<tables>.bond:2` becomes `<tables>.bond:compass`.

    `rows` are the keys of each table in the order of its rows, with spaces between.
    """
    numbered = re.compile(re.escape(tables) + r"\.(\w+):(\d+)\b")
    keys = {table: listed.split() for table, listed in rows.items()}

    def key(found: re.Match[str]) -> str:
        known, number = keys.get(found[1], []), int(found[2])
        return f"{tables}.{found[1]}:{known[number - 1]}" if 0 < number <= len(known) else found[0]

    return rewritten(lambda text: numbered.sub(key, text) if tables in text else text)


def words_of_then(told: Mapping[str, str]) -> Upgrade:
    """Codes that are told no more stand in the log in the words of then; `{0}` and so on are their facts."""

    def said(event: Plain) -> Plain:
        words = told.get(event.get("code", ""))
        if words is None:
            return event
        facts = [", ".join(map(str, fact)) if isinstance(fact, list) else fact for fact in event["facts"]]
        return event | {"code": "table.then", "facts": [words.format(*facts)]}

    return Upgrade(tape=lambda tape: tape | {"events": [said(event) for event in tape["events"]]})


def renamed_deeds(new: Mapping[str, str]) -> Upgrade:
    """Deeds have other names."""

    def renamed(tape: Plain) -> Plain:
        name = tape["action"]["name"]
        return tape | {"action": tape["action"] | {"name": new.get(name, name)}}

    return Upgrade(tape=renamed)
