"""Tables with an adventure: undone, replayed, kept, moved, and told to each seat like any other."""

import re
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tallow.adventures import ready
from tallow.games.deeds import Action, Refused
from tallow.play import REFEREE
from tallow.store import Store
from tallow.store.archive import Damaged
from tallow.store.transfer import export_table, import_table
from tallow.table import Record, Seated, Table, TableRefusal, open_table
from tallow.table.records import Opened
from tallow.table.seen import seen_line
from tests.adventures.marked import WORD, discovered, marked
from tests.store.keeping import alike, keep
from tests.table.evenings import SEEDS, goes_on
from tests.table.replaying import replayed

MILL = ready("cairn", "mill")


@pytest.fixture
def store(tmp_path):
    opened = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield opened
    opened.close()


def alone(document=MILL, seed=SEEDS[0]):
    return open_table("cairn", "The mill", {}, seed, example=True, adventure=document, referee=False)


def played(table: Table, random: Random, steps: int):
    """So many random steps of those who sit there."""
    for _ in range(steps):
        try:
            step = goes_on(table, random)
        except (Refused, TableRefusal):
            continue
        if step is not None:
            yield step
            table = step.table


def test_one_person_alone_is_told_and_taken_back():
    table = alone().table.sit(Seated("player1", "Bo", "player")).table
    assert table.free_seats() == ()
    step = table.act("player1", Action("place.set_out", "player1"))
    assert step.table.state.place.room == "yard"
    assert table.presides("player1")
    back = step.table.undo("player1")
    assert back.table.state == table.state


@pytest.mark.parametrize("referee", [True, False])
def test_records_tell_all_of_it(referee: bool):
    start = open_table("cairn", "The mill", {}, SEEDS[0], example=True, adventure=MILL, referee=referee).table
    start = start.sit(Seated("player1", "Bo", "player")).table
    if referee:
        start = start.sit(Seated(REFEREE, "Ann", "referee")).table
    table, records = start, list[Record]()
    for step in played(start, Random(5), 60):
        table = step.table
        records += step.records
    assert records
    again = replayed(start, records)
    assert again.state == table.state


def test_what_is_stored_is_found_again_with_its_document(store, tmp_path):
    kept = store.create(alone())
    kept = keep(store, kept, kept.table.sit(Seated("player1", "Bo", "player")))
    for step in played(kept.table, Random(2), 40):
        kept = keep(store, kept, step)
    assert kept.table.done > 5
    again = store.load(kept.id)
    assert again.table.adventure == MILL
    assert not again.table.referee
    assert again.table.state == kept.table.state
    export_table(store, kept.id, tmp_path / "mill.tallow")
    moved = import_table(store, tmp_path / "mill.tallow")
    assert alike(kept, moved)
    assert store.state_at(moved.id, 3) == store.state_at(kept.id, 3)


def test_a_forged_adventure_is_refused(store, tmp_path):
    kept = store.create(alone(replace(MILL, group=(replace(MILL.group[0], who="Gobling"), *MILL.group[1:]))))
    export_table(store, kept.id, tmp_path / "forged.tallow")
    with pytest.raises(Damaged, match="its adventure cannot be played here"):
        import_table(store, tmp_path / "forged.tallow")


def test_the_opening_keeps_the_document_and_whether_there_is_a_referee():
    (record,) = alone().records
    assert isinstance(record, Opened)
    assert msgspec.json.decode(msgspec.json.encode(record), type=Opened) == record
    assert (record.adventure, record.referee) == (MILL, False)


@pytest.mark.parametrize("referee", [True, False])
def test_no_word_of_what_is_undiscovered_is_in_a_players_log_or_pages(referee: bool):
    document = marked(MILL)
    table = open_table("cairn", "The mill", {}, SEEDS[0], example=True, adventure=document, referee=referee).table
    table = table.sit(Seated("player1", "Bo", "player")).table
    if referee:
        table = table.sit(Seated(REFEREE, "Ann", "referee")).table
    known: set[str] = set()
    read: set[str] = set()
    for step in played(table, Random(5), 150):
        table = step.table
        known |= discovered(table.state, document)
        lines = [seen_line(1, False, step.line, "player1")] if step.line else []
        asked = [one.question for one in table.questions("player1")]
        page = msgspec.json.encode((table.view("player1"), table.offers("player1"), lines, asked)).decode()
        read |= set(re.findall(WORD, page))
        assert read <= known, read - known
    assert read
