"""Fair dice on the web: what stands is told, kept and shown, and everybody sees what is under way."""

from tests.web.people import Server


def test_dice_sent_with_an_answer_that_does_not_fit_stand_and_are_seen_by_all(server: Server) -> None:
    table = server.table()
    bo, cy = table.join("Bo"), table.join("Cy")
    for send in (
        lambda: bo.act("make_character", "player1", "roll", "no such answer"),
        lambda: bo.form("act", name="make_character", who="player1", answers='["roll", "no such answer"]'),
    ):
        said = send()
        assert said.status_code == 409
    room = server.room(table.referee.token)
    (waits,) = room.table.pending
    assert waits.in_motion()
    assert room.kept.records == len(list(server.store.records(room.kept.id)))
    assert server.store.load(room.kept.id).table.pending == room.table.pending
    assert [one["number"] for one in bo.questions()] == [1]
    first = bo.act("make_character", "player1", "roll", "no such answer")
    assert first.json()["code"] == "in_motion", "it has begun, and no request begins it again"
    page = cy.page().text
    assert 'id="going-1"' in page
    assert "Bo decides." in page
    assert 'id="going-1"' not in bo.page().text
    (going,) = cy.get("table").json()["going"]
    assert going["waits_for"] == "player1"


def test_the_refusal_says_that_the_dice_stand_in_the_language_of_the_reader(server: Server) -> None:
    table = server.table()
    bo = table.join("Bo")
    said = bo.act("make_character", "player1", "roll", "no such answer").json()
    assert (said["code"], said["facts"]) == ("dice_stand", ["Bo"])
    assert "stand" in said["message"]


def test_what_is_refused_before_any_die_changes_nothing(server: Server) -> None:
    table = server.table()
    room = server.room(table.referee.token)
    before = room.table
    said = table.referee.act("secret_roll", "", "many")
    assert said.status_code == 409
    assert said.json()["code"] == "bad_answer"
    assert server.room(table.referee.token).table is before
