"""The switch by which bots play at a table, on pages and by the API."""

from tests.web.people import Server, ready_table


def test_a_round_is_played_by_one_request_and_undone_by_another(server: Server) -> None:
    referee, (bo, _) = ready_table(server)
    before = referee.get("table").json()["actions"]
    assert 'id="auto-round"' in referee.page().text, "somebody is waited for"
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
