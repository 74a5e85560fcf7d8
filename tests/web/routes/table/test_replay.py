"""Undo of any number of actions, and the replay."""

from tests.web.people import Server, ready_table


def test_undo_of_any_number_and_the_replay(server: Server) -> None:
    referee, (bo, _) = ready_table(server)
    for _ in range(30):
        assert referee.act("fate").status_code == 200
    start = server.store.state_at(server.store.tables()[0][0], 0)
    assert "30" in bo.page("/replay/30").text
    assert bo.page("/replay/31").status_code == 404
    assert referee.post("undo", actions=31).json()["code"] == "nothing_to_undo"
    room = server.room(referee.token)
    room.kept = server.store.load(room.kept.id)
    assert referee.post("undo", actions=29).status_code == 200
    assert room.table.done == 1
    assert [line["undone"] for line in bo.get("log?limit=31").json() if line["action"]] == [False] + [True] * 29
    assert referee.post("undo", actions=1).status_code == 200
    assert room.table.state == start
