"""The switch by which bots play at a table, on pages and by the API."""

import pytest

from tallow.simulate import Position
from tallow.table.bots.players import PLAYERS, GameBot
from tests.web.people import Server, ready_table


class Patient(GameBot):
    """A bot of somebody's own, which waits."""

    def action(self, at: Position) -> None:  # noqa: ARG002  (as every player is asked)
        return None


def test_a_round_is_played_by_one_request_and_undone_by_another(server: Server) -> None:
    referee, (bo, _) = ready_table(server)
    before = referee.get("table").json()["actions"]
    assert 'id="auto-round"' in referee.page().text, "somebody is waited for"
    assert 'name="player"' not in referee.page().text, "there is one bot"
    said = referee.form("autopilot", until="round")
    assert said.status_code == 200
    table = server.room(referee.token).table
    assert table.done > before, "the seat that nobody plays has acted"
    assert {one.seat for one in table.trail if one.run} <= {"player3", "referee"}, "and nobody else's"
    page = referee.page().text
    assert "autopilot-stop" in page or 'id="auto-round"' in page
    assert bo.post("autopilot", seats=["player2"]).status_code == 409
    done = server.room(bo.token).table.done
    after = bo.post("autopilot", seats=["player1"]).json()
    assert after["actions"] > done, "one's own character has declared"
    assert server.room(bo.token).table.trail[-1].seat == "player1"
    assert 'id="autopilot-stop"' in bo.page().text
    assert "player1" not in bo.post("autopilot", on=False).json()["autopilot"]


def test_onlookers_have_no_switch(server: Server) -> None:
    table = server.table()
    assert 'class="autopilot' not in table.onlooker.page().text
    assert table.onlooker.post("autopilot").status_code in {403, 409}


def test_a_bot_of_ones_own_takes_a_seat_by_the_page(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    _, (bo, _) = ready_table(server)
    monkeypatch.setitem(PLAYERS, "patient", Patient)
    page = bo.page().text
    assert 'name="player" value="patient"' in page
    assert 'id="auto-own-patient"' in page
    assert "Play for me until I say stop (patient)" in page
    assert bo.form("autopilot", seat="player1", until="", player="patient").status_code == 200
    (pilot,) = server.room(bo.token).table.pilots
    assert (pilot.seat, pilot.player) == ("player1", "patient")
    assert bo.form("autopilot", seat="player1", stop="1").status_code == 200
    assert bo.form("autopilot", seat="player1", until="", player="nobody").status_code == 409
