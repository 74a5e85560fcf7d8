"""A player's own undo, and the request to the referee: by pages and by the API."""

from tests.web.people import Person, Server, ready_table


def note(person: Person, at: int = 0) -> None:
    """They write something down: no die, nobody else."""
    hero = person.server.room(person.token).table.state.party[at].id
    assert person.act("own_note", hero, "A rat.").status_code == 200


def luck(person: Person, referee: Person) -> None:
    """They ask fate, through the referee's word: not theirs alone."""
    hero = person.server.room(person.token).table.state.party[0].id
    assert person.act("dare", hero).status_code == 200
    referee.answer_all()


def test_a_player_takes_back_what_has_shown_nothing(server: Server) -> None:
    referee, (bo, cy) = ready_table(server)
    room = server.room(bo.token)
    start = room.table.state
    note(bo)
    assert (bo.get("table").json()["undo"], cy.get("table").json()["undo"]) == ("undo", "")
    assert "Take back: Write" in bo.page().text
    assert 'id="undo"' not in cy.page().text
    assert cy.form("undo").status_code == 409
    answer = bo.form("undo", ask="0")
    assert answer.status_code == 200
    assert 'id="undo"' not in answer.text
    assert room.table.state == start
    assert "takes back the last thing" in cy.page().text
    assert [line["undone"] for line in cy.get("log?limit=9").json()].count(True) == 0, "a note is nobody else's"
    assert [line["undone"] for line in referee.get("log?limit=9").json()].count(True) == 1


def test_the_referee_is_told_what_would_be_undone_and_whose_it_is(server: Server) -> None:
    referee, (bo, _) = ready_table(server)
    assert 'id="undo"' not in referee.page().text
    note(bo)
    assert "Undo: Write a note on the sheet, by Bo" in referee.page().text
    referee.act("fate")
    assert "Undo: Roll the die of fate<" in referee.page().text
    assert referee.form("undo", ask="0").status_code == 200
    assert "Undo: Write a note on the sheet, by Bo" in referee.page().text


def test_it_is_still_theirs_after_the_server_was_away(server: Server) -> None:
    _, (bo, _) = ready_table(server)
    note(bo)
    room = server.room(bo.token)
    room.kept = server.store.load(room.kept.id)
    room.drawings.clear()
    assert room.table.past == ()
    assert bo.post("undo").status_code == 200
    assert room.table.done == 0


def test_beyond_that_the_referee_is_asked_and_allows_it_with_one_tap(server: Server) -> None:
    referee, (bo, cy) = ready_table(server)
    room = server.room(bo.token)
    start = room.table.state
    luck(bo, referee)
    note(cy, 1)
    assert bo.post("undo").json()["code"] == "ask_referee"
    assert "Ask to take back" in bo.page().text
    asked = bo.form("undo", ask="1")
    assert asked.status_code == 200
    assert "You have asked" in asked.text
    page = referee.page().text
    assert "Bo asks to take back" in page
    assert '</h2><p class="hint">Done since, and undone with it: 1.</p>' in page
    assert 'name="allow" value="player1"' in page
    assert 'name="allow"' not in cy.page().text
    assert bo.get("table").json()["wishes"] == [{"seat": "player1", "action": 1}]
    assert cy.form("undo", allow="player1").status_code == 409
    assert cy.post("undo/answer", seat="player1", allow=True).status_code == 403
    assert referee.post("undo/answer", seat="player1", allow=True, done=1).json()["code"] == "stale_undo"
    assert referee.form("undo", allow="player1", done="2").status_code == 200
    assert (room.table.state, room.table.done, room.table.undo_requests) == (start, 0, ())
    assert referee.post("undo/answer", seat="player1", allow=True).json()["code"] == "nothing_asked"


def test_the_referee_lets_it_stand(server: Server) -> None:
    referee, (bo, _) = ready_table(server)
    luck(bo, referee)
    assert bo.post("undo", ask=True).status_code == 200
    done = server.room(bo.token).table.done
    assert referee.form("undo", refuse="player1").status_code == 200
    assert server.room(bo.token).table.done == done
    assert "did stands." in bo.page().text
    assert "Ask to take back" in bo.page().text
    assert bo.post("undo", ask=True).status_code == 200, "they may ask again"
    assert referee.post("undo/answer", seat="player1", allow=False).status_code == 200


def test_an_onlooker_and_one_who_did_nothing_have_nothing_to_undo(server: Server) -> None:
    referee, (bo, cy) = ready_table(server)
    onlooker = Person(server, referee.post("links", role="onlooker").json()["token"])
    luck(bo, referee)
    for person in (cy, onlooker):
        assert person.post("undo").status_code == 409
        assert person.post("undo", ask=True).status_code == 409
