"""What was kept is there again: after closing, after undoing, after a long time, and in an archive."""

import subprocess
import sys
from importlib.resources import files

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from msgspec.structs import replace
from sqlalchemy import select

from tallow.games import game
from tallow.games.deeds import Action
from tallow.games.optional import needed_bots
from tallow.play import REFEREE, Choice, Roll
from tallow.store import Damaged, Kept, NewLink, NoSuchTable, Store, export_table, verify
from tallow.store.migrate import HEAD
from tallow.store.schema import metadata
from tallow.store.store import new_token
from tallow.table import Seated, open_table
from tallow.table.records import Answered, Started, Threw
from tallow.table.seats import referee
from tests.store.archives import read_archive
from tests.store.keeping import keep


def opened(store: Store) -> Kept:
    """A table with a referee, two players and a fight about to begin."""
    step = open_table("cairn", "The Old Mill", {}, bytes(32))
    fight = needed_bots(game("cairn")).fight("4 HP, 11 STR, sword (d8) x2", "Goblin x2", None)
    party = tuple(replace(one, seat=f"p{at}") for at, one in enumerate(fight.party, 1))
    step = replace(step, table=replace(step.table, state=replace(fight, party=party)))
    kept = store.create(step)
    for who in (referee("Ann"), Seated("p1", "Bo", "player", "typed"), Seated("p2", "Cy", "player")):
        kept = keep(store, kept, kept.table.sit(who))
    return kept


def fight_on(store: Store, kept: Kept, answers: int) -> Kept:
    """Fight, so many answers long; each of the party is asked about by name whether they save."""
    if not kept.table.pending:
        kept = keep(store, kept, kept.table.act(REFEREE, Action("start_fight")))
    for _ in range(answers):
        if not kept.table.pending:
            return kept
        waits = kept.table.pending[0]
        question = waits.question
        answer = (
            (3,) * question.n
            if isinstance(question, Roll)
            else question.options["all_save" in question.options]
            if isinstance(question, Choice)
            else ""
        )
        kept = keep(store, kept, kept.table.answer(question.by, waits.starter, answer))
    return kept


@pytest.mark.parametrize("answers", range(3))
def test_a_table_stands_where_it_was_left(where, answers):
    store = Store(where)
    kept = fight_on(store, opened(store), answers)
    store.close()
    again = Store(where)
    found = again.load(kept.id)
    assert replace(found, table=replace(found.table, past=())) == replace(kept, table=replace(kept.table, past=()))
    finished = fight_on(again, found, 10)
    assert finished.table.done == 1
    again.close()


def test_undo_marks_lines_and_keeps_the_history(where):
    store = Store(where)
    kept = fight_on(store, opened(store), 10)
    kept = keep(store, kept, kept.table.undo(REFEREE))
    kept = fight_on(store, kept, 10)
    lines = [(undone, line.action.name) for _, undone, line in store.lines(kept.id) if line.action.name != "table.sat"]
    assert lines == [(False, "table.opened"), (True, "start_fight"), (False, "table.undone"), (False, "start_fight")]
    assert store.state_at(kept.id, 1) == kept.table.state
    assert len(list(store.records(kept.id))) == kept.records
    store.close()


def test_no_such_table(where):
    store = Store(where)
    with pytest.raises(NoSuchTable):
        store.load("nowhere")
    store.close()


def test_links_are_kept_as_hashes_and_can_be_revoked(where):
    store = Store(where)
    kept = opened(store)
    token = new_token()
    store.add_links(kept.id, (NewLink(token, "player", "p1"),)).result()
    entry = store.entry(token)
    assert entry is not None
    link = entry.link
    assert (link.table, link.role, link.seat) == (kept.id, "player", "p1")
    assert store.entry(token + "x") is None
    store.revoke(kept.id, link.hash).result()
    assert store.entry(token) is None
    with store.engine.connect() as connection:
        for table in metadata.tables.values():
            assert token not in str(connection.execute(select(table)).all())
    store.close()


def test_an_archive_is_read_back_and_damage_is_found(where, tmp_path):
    store = Store(where)
    kept = fight_on(store, opened(store), 10)
    kept = keep(store, kept, kept.table.reveal(REFEREE, bytes(range(32))))
    path = tmp_path / "mill.tallow"
    export_table(store, kept.id, path)
    archive = read_archive(path)
    assert list(archive.records) == list(store.records(kept.id))
    assert list(archive.lines) == store.lines(kept.id, limit=1_000)
    whole = path.read_bytes()
    rows = whole.split(b"\n")
    for number in (1, 2, len(rows) // 2, len(rows) - 1):
        row = bytearray(rows[number - 1])
        row[len(row) // 2] ^= 1
        path.write_bytes(b"\n".join([*rows[: number - 1], bytes(row), *rows[number:]]))
        with pytest.raises(Damaged) as damaged:
            read_archive(path)
        assert damaged.value.line == number
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Damaged):
        read_archive(path)
    store.close()


def test_verify_checks_every_server_die(where):
    store = Store(where)
    kept = fight_on(store, opened(store), 10)
    before = verify(store.records(kept.id))
    assert before.checked == 0
    assert before.secret == 1
    kept = keep(store, kept, kept.table.reveal(REFEREE, bytes(range(32))))
    records = list(store.records(kept.id))
    assert verify(records).wrong == ()
    assert verify(records).checked == 1
    loaded = [
        replace(record, dice=tuple(Threw(t.number, t.sides, (20,)) for t in record.dice))
        if isinstance(record, Started | Answered)
        else record
        for record in records
    ]
    assert verify(loaded).wrong
    store.close()


def test_the_newest_migration_is_the_one_that_starts_look_for(where):
    scripts = ScriptDirectory(str(files("tallow.store") / "migrations"))
    assert scripts.get_current_head() == HEAD
    store = Store(where)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    store.close()


OPEN_TOGETHER = """
import sys
from concurrent.futures import ThreadPoolExecutor
from tallow.store import Store
sys.setswitchinterval(1e-4)
store = Store(sys.argv[1])
with ThreadPoolExecutor(16) as many:
    print(len(set(many.map(lambda _: store.load(sys.argv[2]).table.title, range(64)))))
"""


def test_the_first_tables_can_be_opened_by_many_threads_at_once(where):
    """As after a restart, when all come back; making the first decoder in two threads crashed the whole server."""
    store = Store(where)
    kept = opened(store)
    store.close()
    command = [sys.executable, "-c", OPEN_TOGETHER, where, kept.id]
    assert [subprocess.run(command, capture_output=True, check=False).stdout for _ in range(2)] == [b"1\n"] * 2  # noqa: S603
