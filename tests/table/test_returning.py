"""Coming back to one's own seat without its link, seats that are freed, and what is said to one alone."""

import msgspec
import pytest

from tallow.play import REFEREE
from tallow.store.versions import Snapshot, snapshot
from tallow.table import Table, TableRefusal, open_table, seen_line
from tallow.table.seats import referee


@pytest.fixture
def table() -> Table:
    """Ann is the referee, Bo and Cy are players."""
    opened = open_table("cairn", "The mill", {}, bytes(32), example=True).table.sit(referee("Ann")).table
    return opened.join("Bo", seat="player1").table.join("Cy", seat="player2").table


def test_whoever_lost_their_link_is_let_back_in_by_the_referee_or_by_the_old_device(table: Table) -> None:
    for by in (REFEREE, "player1"):
        asked = table.ask_back("player1", "code").table
        with pytest.raises(TableRefusal):
            asked.come_back("code")
        with pytest.raises(TableRefusal):
            asked.answer_return("player2", "code", allow=True)
        allowed = asked.answer_return(by, "code", allow=True).table
        back = allowed.come_back("code").table
        assert back.returns == ()
        assert back.seats == table.seats
        with pytest.raises(TableRefusal):
            back.come_back("code")


def test_whoever_is_refused_does_not_come_in_and_a_second_request_replaces_the_first(table: Table) -> None:
    asked = table.ask_back("player1", "one").table.ask_back("player1", "two").table
    assert [one.code for one in asked.returns] == ["two"]
    refused = asked.answer_return(REFEREE, "two", allow=False).table
    assert refused.returning("two") is None
    with pytest.raises(TableRefusal):
        table.ask_back("referee", "three")


def test_a_request_is_kept_with_the_table(table: Table) -> None:
    asked = table.ask_back("player1", "code").table
    kept = msgspec.json.decode(snapshot(asked, 3), type=Snapshot)
    assert kept.returns == asked.returns


def test_the_referee_frees_a_seat_and_somebody_else_takes_it(table: Table) -> None:
    freed = table.free_seat(REFEREE, "player1").table
    assert "player1" in freed.free_seats()
    assert freed.join("Di", seat="player1").table.name_of("player1") == "Di"
    for by, seat in (("player2", "player1"), (REFEREE, REFEREE)):
        with pytest.raises(TableRefusal):
            table.free_seat(by, seat)


def test_a_whisper_is_for_one_alone_and_only_the_referee_narrates(table: Table) -> None:
    line = table.say("player1", "Psst.", "player2").line
    assert line is not None
    heard = [seat for seat in ("player1", "player2", "player3", REFEREE) if seen_line(1, False, line, seat)]
    assert heard == ["player1", "player2", REFEREE]
    assert table.say(REFEREE, "Rain.", narrates=True).line
    with pytest.raises(TableRefusal):
        table.say("player1", "Rain.", narrates=True)
