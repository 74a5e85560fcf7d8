"""What people do on the page of a table, and how it is refused."""

import asyncio
from typing import Any

import pytest

from tests.web.people import Person, Server, Tokens, an_answer, ready_table, stream


def stands(referee: Person) -> tuple[Any, ...]:
    """How a table stands, to the last bit."""
    kept = referee.server.room(referee.token).kept
    return kept.records, kept.table.state, kept.table.pending, kept.table.seats, kept.table.dice


def test_a_player_makes_a_character_and_plays_without_script(table: Tokens) -> None:
    bo = table.join("Bo")
    assert bo.form("act", script=False, name="make_character", who="player1").status_code == 303
    bo.answer_all()
    sheets = [one["seat"] for one in bo.get("view").json()["panels"] if one["kind"] == "sheet"]
    assert set(sheets) == {"player1"}
    assert bo.form("say", script=False, text="Here I am.").status_code == 303
    assert "Here I am." in table.onlooker.page().text


def test_a_form_is_answered_with_what_changed_on_the_page(server: Server) -> None:
    referee, (bo, cy) = ready_table(server)
    who = server.room(referee.token).table.state.party[0].id
    answer = bo.form("act", name="dare", who=who)
    assert answer.status_code == 200
    assert 'id="f-question" hx-swap-oob="morph"' in answer.text
    assert 'id="f-sheet"' not in answer.text, "what did not change is not sent"
    assert cy.form("answer", starter="player1", answer='"STR"').status_code == 409
    assert referee.form("answer", starter="player1", given="0", answer='"STR"').status_code == 200
    assert referee.form("answer", starter="player1", given="1", text="The ledge breaks.").status_code == 200
    assert bo.form("answer", starter="player1", given="2", answer='"yield"').status_code == 200
    assert server.room(referee.token).table.done == 1
    assert "The ledge breaks." in cy.page().text


def test_typed_dice_come_by_faces(server: Server) -> None:
    referee, (_, cy) = ready_table(server)
    who = server.room(referee.token).table.state.party[1].id
    referee.act("call_save", "", "one", "STR", "Cold water.", who)
    assert cy.form("answer", starter="referee", answer='"save"').status_code == 200
    assert cy.form("answer", starter="referee", face=["1x"]).status_code == 409
    assert cy.form("answer", starter="referee", face=["7"]).status_code == 200
    line = cy.get("log?limit=1").json()[-1]
    assert [one["typed"] for one in line["shown"] if one["event"]["type"] == "rolled"] == [True]


@pytest.mark.parametrize(
    ("who", "body", "code"),
    [
        ("cy", {"starter": "referee", "answer": "save"}, "not_asked"),
        ("bo", {"starter": "referee", "answer": "fly"}, "bad_answer"),
        ("bo", {"starter": "referee", "answer": ["save"]}, "bad_answer"),
        ("bo", {"starter": "referee", "answer": None}, "bad_answer"),
        ("bo", {"starter": "referee", "answer": {"a": [1]}}, "bad_answer"),
        ("bo", {"starter": "referee", "answer": "save", "given": 9}, "stale"),
        ("bo", {"starter": "referee", "answer": "save", "number": 99}, "nothing_waits"),
        ("bo", {"starter": "player1", "answer": "save"}, "nothing_waits"),
        ("onlooker", {"starter": "referee", "answer": "save"}, "onlookers_watch"),
    ],
)
def test_forged_and_stale_answers_are_refused_and_change_nothing(
    server: Server, who: str, body: dict[str, Any], code: str
) -> None:
    referee, (bo, cy) = ready_table(server)
    onlooker = Person(server, referee.post("links", role="onlooker").json()["token"])
    hero = server.room(referee.token).table.state.party[0].id
    assert referee.act("call_save", "", "one", "STR", "Cold water.", hero).status_code == 200
    before = stands(referee)
    answer = {"bo": bo, "cy": cy, "onlooker": onlooker}[who].post("answer", **body)
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert len(answer.json()["message"]) > 10
    assert stands(referee) == before


def test_a_doubled_answer_counts_once(server: Server) -> None:
    """As from two tabs, or a button pressed twice."""
    referee, (bo, _) = ready_table(server)
    hero = server.room(referee.token).table.state.party[0].id
    referee.act("call_save", "", "each", "STR", "Cold water.")
    (asked,) = bo.questions()
    body = {name: asked[name] for name in ("starter", "number", "given")}
    assert bo.post("answer", answer="hold_back", **body).status_code == 200
    before = stands(referee)
    assert bo.post("answer", answer="hold_back", **body).json()["code"] in {"stale", "not_asked"}
    assert stands(referee) == before
    assert hero


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("act", {"name": "start_fight"}, 409),
        ("act", {"name": "nothing"}, 409),
        ("act", {"name": "fate", "seat": "referee"}, 403),
        ("act", {"name": "drop", "who": "somebody-else"}, 409),
        ("act", {"name": "dare", "who": "pc1", "answers": ["STR"], "seat": "player2"}, 403),
        ("undo", {"actions": 1}, 409),
        ("reveal", {}, 409),
        ("links", {"role": "referee"}, 403),
        ("join", {"name": "Twice"}, 409),
        ("dice", {"dice": "loaded"}, 400),
        ("say", {"text": "  "}, 409),
        ("say", {"text": "x" * 501}, 400),
        ("take-back", {"starter": "referee"}, 409),
    ],
)
def test_what_a_player_may_not_do_is_refused_and_changes_nothing(
    server: Server, what: str, body: dict[str, Any], status: int
) -> None:
    referee, (bo, _) = ready_table(server)
    before = stands(referee)
    answer = bo.post(what, **body)
    assert answer.status_code == status, answer.text
    assert answer.json()["message"]
    assert stands(referee) == before


def test_a_refusal_of_the_rules_says_why_in_their_words(server: Server) -> None:
    referee, _ = ready_table(server)
    answer = referee.form("act", name="start_fight")
    assert answer.status_code == 409
    assert 'id="f-notice"' in answer.text
    assert referee.form("act", script=False, name="start_fight").text.count("<!DOCTYPE html>") == 1


def test_answers_given_with_an_action_are_all_taken_or_none(server: Server) -> None:
    referee, _ = ready_table(server)
    before = stands(referee)
    assert referee.act("secret_roll", "", 3, 7).json()["code"] == "bad_answer"
    assert stands(referee) == before
    assert referee.act("secret_roll", "", 3, 6).status_code == 200
    assert server.room(referee.token).table.done == 1


def test_the_referee_answers_and_acts_for_the_absent(server: Server) -> None:
    referee, _ = ready_table(server)
    hero = server.room(referee.token).table.state.party[1].id
    assert referee.act("dare", hero, seat="player2").status_code == 200
    assert [one["starter"] for one in referee.questions()] == ["player2"]
    referee.answer_all()
    assert not server.room(referee.token).table.pending


def test_a_question_for_one_does_not_freeze_the_others(server: Server) -> None:
    referee, (bo, cy) = ready_table(server)
    party = server.room(referee.token).table.state.party
    referee.act("call_save", "", "one", "STR", "Cold water.", party[0].id)
    assert referee.act("fate").status_code == 200
    assert cy.act("own_note", party[1].id, "I saw it.").status_code == 200
    assert len(bo.questions()) == 1
    waits = cy.get("table").json()["waits_for"]
    assert waits == ["player1"]
    assert cy.questions() == []


def test_a_thing_is_rearranged_through_the_games_own_action(server: Server) -> None:
    referee, (bo, cy) = ready_table(server)
    hero = server.room(referee.token).table.state.party[0]
    held = next(item for item in hero.items if item.place == "hands")
    assert cy.form("arrange", who=hero.id, thing=held.id, to="pack").status_code == 409
    assert bo.form("arrange", who=hero.id, thing=held.id, to="pack").status_code == 200
    after = server.room(referee.token).table.state.party[0]
    assert next(item.place for item in after.items if item.id == held.id) == "pack"
    assert bo.form("set", who=hero.id, label="hp", value="1").status_code == 403
    assert referee.form("set", who=hero.id, label="hp", value="1").status_code == 200
    assert server.room(referee.token).table.state.party[0].hp == 1


def test_a_page_that_listens_hears_of_what_it_did_as_all_others_do(server: Server) -> None:
    _, (bo, _) = ready_table(server)
    assert bo.form("say", text="One.", headers={"X-Live": "1"}).status_code == 200, "nobody listens"

    async def act() -> None:
        answer = await asyncio.to_thread(lambda: bo.form("say", text="Two.", headers={"X-Live": "1"}))
        assert (answer.status_code, answer.text) == (204, "")
        room = (await server.services.links.visitor(bo.token)).room
        assert answer.headers["x-version"] == str(room.version)

    async def close() -> None:
        (await server.services.links.visitor(bo.token)).room.close()

    with server.client.portal() as portal:
        got = portal.call(lambda: stream(server, bo, act, close))
    assert b"Two." in b"".join(got[1:])


@pytest.mark.parametrize("game", ["cairn", "dead_weight", "modified_cairn", "black_hack", "vanilla"])
def test_the_rest_of_a_character_is_made_by_chance_with_one_tap(server: Server, game: str) -> None:
    opened = server.client.post("/tables", data={"game": game, "party": "ready"}, follow_redirects=False)
    referee = Person(server, opened.headers["location"].split("/")[-1])
    invited = next(link["token"] for link in referee.get("links").json() if link["role"] == "player")
    bo = Tokens(server, referee.token, invited, "").join("Bo", dice="pressed")
    offered = [one["action"] for one in bo.get("offers").json()]
    making = next(one for one in offered if one["name"] in {"make_character", "new_character"})
    bo.act(making["name"], making["who"])
    (asked,) = bo.questions()
    assert "Make the rest for me" in bo.page().text
    bo.form("by-chance", number=asked["number"])
    assert bo.questions() == []
    table = server.room(bo.token).table
    seat = bo.get("table").json()["seat"]
    assert seat in table.rules.seats(table.state)


@pytest.mark.parametrize("game", ["cairn", "dead_weight", "modified_cairn", "black_hack", "vanilla"])
def test_a_name_of_ones_own_is_a_field_and_one_answer(server: Server, game: str) -> None:
    opened = server.client.post("/tables", data={"game": game, "party": "ready"}, follow_redirects=False)
    referee = Person(server, opened.headers["location"].split("/")[-1])
    invited = next(link["token"] for link in referee.get("links").json() if link["role"] == "player")
    bo = Tokens(server, referee.token, invited, "").join("Bo")
    offered = [one["action"] for one in bo.get("offers").json()]
    making = next(one for one in offered if one["name"] in {"make_character", "new_character"})
    bo.act(making["name"], making["who"])
    which: dict[str, Any] = {}
    for _ in range(40):
        (asked,) = bo.questions()
        which = {name: asked[name] for name in ("starter", "number", "given")}
        if asked["question"]["what"] == "name":
            break
        bo.post("answer", **which, answer=an_answer(asked["question"]))
    assert '<form class="own"' in bo.page().text
    assert "Another</span>" not in bo.page().text
    bo.form("answer", **which, answer='"another"', text=" Isolde of the Weir ")
    assert not [one for one in bo.questions() if one["question"]["what"] == "name"]
    while waiting := bo.questions():
        which = {name: waiting[0][name] for name in ("starter", "number", "given")}
        bo.post("answer", **which, answer=an_answer(waiting[0]["question"]))
    assert "Isolde of the Weir" in bo.page().text


def test_whoever_has_a_character_decides_by_themselves(server: Server) -> None:
    _, (bo, _) = ready_table(server)
    deed = next(one["action"] for one in bo.get("offers").json() if one["action"]["name"] in {"drop", "drop_item"})
    bo.act(deed["name"], deed["who"])
    (asked,) = bo.questions()
    assert "Make the rest for me" not in bo.page().text
    bo.form("by-chance", number=asked["number"])
    assert bo.questions() == [asked]


def searched(server: Server) -> tuple[Person, Any]:
    """Somebody of a party at The tanner's well who searches its first room, and the roll that is asked first."""
    opened = server.client.post("/play", data={"game": "black_hack", "adventure": "well"}, follow_redirects=False)
    cy = Person(server, opened.headers["location"].split("/")[-1])
    for deed in ("place.set_out", "place.search"):
        offered = [one["action"] for one in cy.get("offers").json()]
        cy.act(deed, next(one["who"] for one in offered if one["name"] == deed))
    (first,) = cy.questions()
    return cy, first


def test_dice_that_follow_upon_each_other_can_be_thrown_with_one_tap(server: Server) -> None:
    """In The Black Hack each of the party tests for what is hidden: the first is pressed for, then the rest."""
    cy, first = searched(server)
    for _ in range(12):  # whoever notices something ends it: until the first does not
        assert "Roll this and the rest" not in cy.page().text
        cy.form("answer", starter=first["starter"], number=first["number"], given=first["given"], answer="[]")
        if cy.questions():
            break
        cy, first = searched(server)
    (second,) = cy.questions()
    assert second["question"]["type"] == first["question"]["type"] == "roll"
    assert "Roll this and the rest" in cy.page().text
    cy.form("answer", starter=second["starter"], number=second["number"], given=second["given"], rest="1")
    assert [one for one in cy.questions() if one["question"]["type"] == "roll"] == []
