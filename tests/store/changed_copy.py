"""A copy of the program in which Cairn was changed, and what becomes of stored tables when it opens them.

Run as a program, it opens every table of a database and every archive that it is given, by whatever copy of Tallow
comes first in the path, and tells what it found as JSON.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from scripts.schemas import faults, recorded, stored_by

import tallow
from tallow.games import game
from tallow.games.stored import Unreadable
from tallow.play import REFEREE, Choice, Question, Roll, Told
from tallow.store import Damaged, Kept, Store, import_table
from tallow.table import Table, TableRefusal
from tests.store.keeping import keep

ROOT = Path(__file__).parents[2]


class Edit(Struct, frozen=True):
    """A change of one file of Cairn: `old` becomes `new` wherever it stands, or `new` is added at the end."""

    file: str
    new: str
    old: str = ""


class Found(Struct, frozen=True):
    """What a copy made of a table: why it was refused, or how it stands, goes on and goes back.

    `states` are those before the first action and after each one. `refused` is what could not be done after all.
    """

    title: str
    unreadable: str = ""
    states: list[Any] = []
    pending: list[tuple[str, str, int]] = []
    told: list[str] = []
    lines: int = 0
    went_on: int = 0
    refused: list[str] = []


class Report(Struct, frozen=True):
    """What a copy made of a database, of archives, and of its own schema."""

    tables: list[Found]
    archives: list[Found]
    schema: list[str]


def changed_copy(folder: Path, edits: Iterable[Edit]) -> Path:
    """A copy of the program with these edits; all that is not Cairn is linked."""
    source = Path(tallow.__file__).parent
    games = folder / "tallow" / "games"
    games.mkdir(parents=True)
    for inside in ("", "games"):
        for one in (source / inside).iterdir():
            if one.name not in {"games", "cairn", "__pycache__"}:
                (folder / "tallow" / inside / one.name).symlink_to(one)
    copy = games / "cairn"
    shutil.copytree(source / "games" / "cairn", copy)
    for edit in edits:
        path = copy / edit.file
        text = path.read_text("utf-8")
        assert edit.old in text, f"{edit.file} has no {edit.old!r} any more: change something else in its place"
        path.write_text(text.replace(edit.old, edit.new) if edit.old else text + edit.new, "utf-8")
    return folder


def opened_by(copy: Path, database: str, archives: Iterable[Path]) -> Report:
    """What a copy makes of a database and of archives."""
    ran = subprocess.run(  # noqa: S603  (our own)
        [sys.executable, "-m", "tests.store.changed_copy", database, *map(str, archives)],
        env=os.environ | {"PYTHONPATH": f"{copy}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return msgspec.json.decode(ran.stdout, type=Report)


def plain(state: Any) -> Any:
    """A state as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(state))


def found(store: Store, id_: str, title: str) -> Found:
    """A table as this program finds it: all states, on to the end of what waits, and back to the start."""
    try:
        kept = store.load(id_)
    except Unreadable as error:
        return Found(title, str(error))
    table, refused = kept.table, list[str]()
    states = [plain(store.state_at(id_, at)) for at in range(table.done + 1)]
    lines = store.lines(id_, limit=10**6)
    reopened = [line for _, _, line in lines if line.action.name == "table.reopened"]
    told = [event.code for line in reopened for event in line.events if isinstance(event, Told)]
    kept = goes_on(store, kept, refused)
    went_on = kept.table.done - table.done
    while kept.table.done:
        earlier = store.state_at(id_, kept.table.done - 1)
        kept = keep(store, kept, kept.table.undo(REFEREE, 1, earlier))
        if kept.table.done < len(states) and plain(kept.table.state) != states[kept.table.done]:
            refused.append(f"undo to {kept.table.done}: another state than was kept")
    pending = [(one.action.name, getattr(one.question, "what", "roll"), len(one.answers)) for one in table.pending]
    return Found(title, "", states, pending, told, len(lines), went_on, refused)


def goes_on(store: Store, kept: Kept, refused: list[str]) -> Kept:
    """A player says something and acts, and whatever waits is answered."""
    try:
        kept = keep(store, kept, kept.table.say("player1", "Well."))
        offer = next(one for one in kept.table.offers("player1") if one.refusal is None)
        kept = keep(store, kept, kept.table.act("player1", offer.action))
        while kept.table.pending:
            kept = keep(store, kept, _answered(kept.table))
    except TableRefusal as error:
        refused.append(str(error))
    return kept


def _answered(table: Table) -> Any:
    pending = table.pending[-1]
    question: Question = pending.question
    answer = question.options[0] if isinstance(question, Choice) else () if isinstance(question, Roll) else "x"
    return table.answer(question.by, pending.starter, answer, number=pending.number)


def came_in(store: Store, path: Path) -> Found:
    """An archive as this program finds it."""
    try:
        return found(store, import_table(store, path).id, path.stem)
    except Damaged as error:
        return Found(path.stem, str(error))


def main(database: str, *archives: str) -> None:
    """Open all of it, and say what was found."""
    store = Store(database)
    tables = [found(store, id_, title) for id_, _, title in store.tables()]
    moved = [came_in(store, Path(one)) for one in archives]
    store.close()
    report = Report(tables, moved, faults("cairn", recorded("cairn"), stored_by(game("cairn"))))
    sys.stdout.write(msgspec.json.encode(report).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
