"""The client of the API, against a server."""

from contextlib import closing

import pytest

from tallow.client import Link, Refusal, Server
from tests.web.server_process import Process


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Process(tmp_path_factory.mktemp("client"))
    yield Server(running.address)
    running.end()


@pytest.fixture
def ann(server: Server) -> Link:
    return server.link(server.open_table("cairn", "The mill", name="Ann").referee)


def invited(server: Server, ann: Link) -> Link:
    return server.link(next(one.token for one in ann.links() if one.role == "player"))


def make_character(bo: Link) -> None:
    bo.act("make_character", "player1")
    while waiting := bo.questions():
        question = waiting[0].question
        bo.answer(waiting[0], question.options[0] if hasattr(question, "options") else "Mossbeard")


def test_a_token_that_leads_nowhere_is_refused_in_words(server):
    with pytest.raises(Refusal, match=r"\w+ \w+") as refused:
        server.link("nothing").table()
    assert (refused.value.status, refused.value.code) == (404, "no_entry")


def test_words_come_in_the_language_that_was_asked_for(server):
    other = Server(server._connection.address, language="ja")
    with pytest.raises(Refusal) as refused:
        other.link("nothing").table()
    assert not refused.value.message.isascii()


@pytest.mark.parametrize("address", ["127.0.0.1:8000", "ftp://127.0.0.1", ""])
def test_an_address_must_be_one_of_the_web(address):
    with pytest.raises(ValueError, match="expected an address"):
        Server(address)


def test_where_nobody_answers_is_said_by_the_system():
    with pytest.raises(OSError, match="refused"):
        Server("http://127.0.0.1:9").games()


def test_a_player_takes_back_undoes_and_asks(server, ann):
    bo = invited(server, ann).join("Bo", dice="typed")
    bo.act("make_character", "player1")
    (waiting,) = bo.questions()
    assert waiting.take_back
    assert bo.take_back(waiting).going == ()
    assert bo.set_dice("server").seats[1].dice == "server"
    make_character(bo)
    assert bo.undo(ask=True).undo == "asked"
    assert [wish.seat for wish in ann.table().wishes] == ["player1"]
    assert ann.answer_undo("player1", allow=True).actions == 0


def test_a_link_is_made_and_revoked_and_its_stream_ends(server, ann):
    made = ann.make_link("onlooker")
    watching = server.link(made.token)
    with closing(watching.events()) as events:
        assert next(events).table.role == "onlooker"
        ann.revoke(made)
        assert list(events) == []
    with pytest.raises(Refusal):
        watching.table()


def test_a_bot_plays_a_seat_until_it_is_stopped(server, ann):
    bo = invited(server, ann).join("Bo")
    make_character(bo)
    assert bo.autopilot().autopilot == ("player1",)
    assert bo.autopilot(on=False).autopilot == ()
    with pytest.raises(Refusal, match="There is no bot called nobody"):
        bo.autopilot(player="nobody")


def test_seeds_are_revealed_and_a_remark_is_in_the_log(ann):
    before = ann.table().promise
    assert ann.reveal().promise != before
    ann.say("Good evening.")
    (told,) = ann.log(limit=1)
    assert "Good evening." in told.shown[0].event.facts
