"""Characters made elsewhere come to a running table and go away from it, by pages and by the API."""

import json
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tallow.exchange import write
from tallow.games import BUILT_IN, game
from tallow.games.optional import needed_characters
from tallow.simulate.random_answers import RandomAnswers
from tests.sheets.people import HESTIA
from tests.web.people import Person, Server, Tokens

GOLDEN = Path(__file__).parents[3] / "exchange" / "golden"
EVIL = "Zxqevil<script>alert(1)</script>"


def document(name: str, seed: int = 1) -> str:
    played = game(name)
    return write(name, "tallow", needed_characters(played).create(RandomAnswers(Random(seed)), played.settings()))[0]


def party(person: Person) -> list[tuple[str, str]]:
    """Everybody's characters, without who came along."""
    state = person.server.room(person.token).table.state
    return [(one.name, one.seat) for one in state.party if getattr(one, "kind", "pc") == "pc"]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_player_brings_a_character_undoes_it_and_it_is_replayed(server: Server, name: str) -> None:
    table = server.table(game=name)
    bo = table.join("Bo")
    given = document(name)
    assert bo.post("bring", document=given).status_code == 200, "the API takes a text"
    called = json.loads(given)["character"]["name"]
    assert (called, "player1") in party(bo)
    room = server.room(bo.token)
    after = room.table.state
    assert called in table.onlooker.page().text
    assert bo.post("undo").status_code == 200, "nothing was shown: it is theirs to take back"
    assert party(bo) == []
    assert bo.post("bring", document=json.loads(given)).status_code == 200, "or JSON as it is"
    assert room.table.state == after
    assert server.store.state_at(room.kept.id, room.table.done) == after
    assert bo.post("bring", document=given).json()["code"] == "not_offered", "one is enough"


@pytest.mark.parametrize("name", ["tallow-1.json", "kettlewright-1.json", "foundry-1.json", "line-1.txt"])
@pytest.mark.parametrize("script", [True, False])
def test_a_file_in_any_format_answers_the_question_on_the_page(table: Tokens, name: str, script: bool) -> None:
    bo = table.join("Bo")
    assert 'value="bring_character"' in bo.page().text
    assert bo.form("act", script=script, name="bring_character", who="player1").status_code in {200, 303}
    page = bo.page().text
    assert 'type="file"' in page
    assert 'enctype="multipart/form-data"' in page
    assert "Kettlewright" in page
    files = {"file": (name, (GOLDEN / name).read_bytes(), "application/json")}
    body = {"starter": "player1", "given": "0", "document": ""}
    headers = {"HX-Request": "true"} if script else {}
    where = f"/t/{bo.token}/answer"
    answer = bo.server.client.post(where, data=body, files=files, headers=headers, follow_redirects=False)
    assert answer.status_code in {200, 303}, answer.text
    assert party(bo) == [("Hestia", "player1")]
    assert "Hestia" in table.onlooker.page().text


def test_pasted_text_is_as_good_as_a_file_and_a_bad_one_leaves_the_question_open(table: Tokens) -> None:
    bo = table.join("Bo")
    bo.form("act", name="bring_character", who="player1")
    before = bo.server.room(bo.token).table
    for wrong, said in (
        ("", "paste the text"),
        ("Mossbeard", "no character in a format"),
        (document("vanilla"), "expected to be"),
        (json.dumps({"format": "tallow character", "schema": 9, "game": "cairn", "character": {}}), "newer Tallow"),
        ('{"name": ' * 9_000, "cannot be brought"),
    ):
        answer = bo.form("answer", starter="player1", given="0", document=wrong)
        assert answer.status_code in {400, 409}
        assert 'id="f-notice"' in answer.text
        assert said in answer.text
        assert bo.server.room(bo.token).table is before
    assert bo.form("answer", starter="player1", given="0", text="{}").status_code == 409, "nor past our own readers"
    line = (GOLDEN / "line-1.txt").read_text("utf-8")
    assert bo.form("answer", starter="player1", given="0", document=line).status_code == 200
    assert party(bo) == [("Hestia", "player1")]


def test_the_referee_brings_for_any_seat(table: Tokens) -> None:
    bo, cy = table.join("Bo"), table.join("Cy")
    referee = table.referee
    page = referee.page().text
    assert page.count("no character yet") == 2
    assert page.count('value="bring_character"') == 2
    assert referee.post("bring", document=document("cairn", 1), seat="player2").status_code == 200
    assert referee.act("bring_character", "player1", document("cairn", 2), seat="player1").status_code == 200
    assert referee.post("bring", document=document("cairn", 3)).status_code == 200, "a fresh seat"
    assert referee.post("bring", document=document("cairn", 4), seat="player1").status_code == 200, "a second one"
    assert [seat for _, seat in party(referee)] == ["player2", "player1", "player3", "player1"]
    assert "no character yet" not in referee.page().text
    assert referee.post("bring", document=document("cairn"), seat="nobody").status_code == 409
    assert bo.post("bring", document=document("cairn"), seat="player2").status_code == 403
    assert table.onlooker.post("bring", document=document("cairn")).status_code in {403, 409}
    assert cy.get("table").json()["seat"] == "player2"


def test_who_has_lost_a_character_brings_another_when_the_referee_lets_them(server: Server) -> None:
    table = server.table(game="vanilla")
    bo = table.join("Bo")
    assert bo.post("bring", document=document("vanilla", 1)).status_code == 200
    room = server.room(bo.token)
    hero = room.table.state.party[0]
    dead = replace(hero, conditions=("dead",))
    room.kept = replace(room.kept, table=replace(room.table, state=replace(room.table.state, party=(dead,))))
    assert bo.post("bring", document=document("vanilla", 2)).status_code == 200
    assert len(room.table.state.party) == 1
    (asked,) = [one for one in table.referee.questions() if one["question"]["what"] == "let_in"]
    table.referee.post("answer", starter="player1", number=asked["number"], answer="yes")
    assert [one.seat for one in room.table.state.party] == ["player1", "player1"]


def test_what_is_only_the_players_stays_theirs(table: Tokens) -> None:
    """The document is in the log for whoever gave it and the referee; names and notes are text everywhere."""
    bo, cy = table.join("Bo"), table.join("Cy")
    given = json.loads(document("cairn"))
    given["character"]["life"]["private_omen"] = "cairn.table.omen:nightmare_flower"
    given["character"]["life"]["notes"] = EVIL
    assert bo.post("bring", document=given).status_code == 200
    line = bo.server.room(bo.token).kept.lines
    for person in (cy, table.onlooker):
        for what in ("table", "view", "offers", "questions", "log?limit=200"):
            assert "Zxqevil" not in person.get(what).text
        assert "Zxqevil" not in person.page().text
        assert "Zxqevil" not in person.page(f"/line/{line}").text
        assert "omen:11" not in person.get("log?limit=200").text
    assert "Zxqevil" in bo.page().text
    for person in (bo, table.referee):
        assert EVIL not in person.page().text
        assert EVIL not in person.page(f"/line/{line}").text


def test_too_much_is_refused_before_it_is_read(table: Tokens) -> None:
    bo = table.join("Bo")
    assert bo.post("bring", document="x" * 1_200_000).status_code == 413
    assert bo.post("bring", document="x" * 1_000_001).status_code == 400
    given = json.loads(document("cairn"))
    given["character"]["name"] = EVIL
    assert bo.post("bring", document=given).json()["code"] == "bad_document"
    assert party(bo) == []
    assert bo.server.room(bo.token).table.begun == 0


def test_a_character_goes_from_table_to_table_as_a_file(server: Server) -> None:
    here, there = server.table(), server.table()
    bo = here.join("Bo")
    assert bo.page("/character.json").status_code == 409, "nobody yet"
    assert bo.post("bring", document=write("cairn", "tallow", HESTIA)[0]).status_code == 200
    taken = bo.page("/character.json")
    assert taken.headers["content-disposition"] == 'attachment; filename="Hestia.json"'
    assert here.referee.page("/character.json?seat=player1").text == taken.text
    assert here.join("Cy").page("/character.json?seat=player1").status_code == 403
    cy = there.join("Cy")
    assert cy.post("bring", document=taken.text).status_code == 200
    one, other = (server.room(person.token).table.state.party[0] for person in (bo, cy))
    assert one == other
    made = server.client.get("/character/black_hack/character.json?seed=5")
    assert json.loads(made.text)["game"] == "black_hack"
    assert "character.json?seed=5" in server.client.get("/character/black_hack?seed=5").text
