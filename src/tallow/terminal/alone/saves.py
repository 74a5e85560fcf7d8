"""Games that were begun: kept in a database of the person's own after each step, found again and gone on with."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from tallow.adventures import Document
from tallow.table import Step, Table, TableRefusal, open_table
from tallow.table import next_place as next_table
from tallow.table.seats import DiceFrom, Seated
from tallow.terminal.alone.playing import LOG, Playing
from tallow.wording.speech import upper

if TYPE_CHECKING:
    from tallow.store import Kept, Store

MOST_LISTED = 20
"""No more games than this are listed, those played last first."""


class Begun(Struct, frozen=True):
    """A game that can be gone on with: its id, its title, its game by name and title, and where the party is."""

    id: str
    name: str
    title: str
    game: str
    where: str


class Unkept:
    """Keeps nothing: for whoever has no database."""

    def keep(self, step: Step) -> None:
        """The step is in no file."""

    def state_at(self, action: int) -> Any:
        """Nothing is remembered beyond what the table itself does."""
        raise TableRefusal("too_far_back", action)


class Saved:
    """A table in a store."""

    def __init__(self, store: "Store", kept: "Kept") -> None:
        self._store, self._kept = store, kept

    def keep(self, step: Step) -> None:
        """Write a step to the disk."""
        kept, durable = self._store.keep(self._kept, step)
        durable.result()
        self._kept = kept

    def state_at(self, action: int) -> Any:
        """The state after so many actions, as it was kept."""
        return self._store.state_at(self._kept.id, action)


def begin(
    game: str,
    document: Document,
    settings: dict[str, Any],
    seed: bytes,
    name: str,
    dice: DiceFrom,
    store: "Store | None",
    language: str,
) -> Playing:
    """A new table for an adventure, with the game's ready party; kept in the store, if there is one."""
    opened = open_table(game, document.adventure.title, settings, seed, example=True, adventure=document, referee=False)
    (seat,) = opened.table.free_seats()
    seated = opened.table.sit(Seated(seat, name, "player", dice))
    step = Step(seated.table, (*opened.records, *seated.records), opened.line)
    if store is None:
        return Playing(step.table, Unkept(), language)
    return Playing(step.table, Saved(store, store.create(step)), language)


def next_place(playing: Playing, document: Document, seed: bytes, store: "Store | None", language: str) -> Playing:
    """A new table for the next place, with the same party and all that it owns; kept in the store, if there is one."""
    step = next_table(playing.table, document, seed)
    log = ((False, step.line),) if step.line else ()
    keeper = Saved(store, store.create(step)) if store is not None else Unkept()
    return Playing(step.table, keeper, language, log)


def begun(store: "Store", language: str) -> list[Begun]:
    """The games in a store that one person can go on with, the one played last first."""
    found = []
    for id_, _, _ in store.tables()[:MOST_LISTED]:
        table = store.load(id_).table
        if playable(table):
            found.append(_about(id_, table, language))
    return found


def playable(table: Table) -> bool:
    """Whether somebody alone can go on with a table: it has an adventure, no referee, and somebody has sat down."""
    return table.adventure is not None and not table.referee and any(one.role == "player" for one in table.seats)


def _about(id_: str, table: Table, language: str) -> Begun:
    playing = Playing(table, Unkept(), language)
    scenes = [panel for panel in playing.view.panels if panel.kind == "scene" and panel.id != "map"]
    where = upper(playing.speech.label(scenes[0].title)) if scenes else ""
    return Begun(id_, table.game, table.title, playing.speech.game.title, where)


def resume(store: "Store", id_: str, language: str) -> Playing:
    """Go on with a game where it was left."""
    kept = store.load(id_)
    lines = tuple([(undone, line) for _, undone, line in store.lines(id_, limit=LOG)])
    return Playing(kept.table, Saved(store, kept), language, lines)


def brought(store: "Store", archive: Path) -> str:
    """Take a game from an archive into the store; its id there."""
    from tallow.store import import_table  # noqa: PLC0415  (an extra)

    return import_table(store, archive).id
