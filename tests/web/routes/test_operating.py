"""`/health` for balancers, `/metrics` for Prometheus."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from sqlalchemy.exc import OperationalError

from tallow.web.faults import RETRY_SECONDS
from tallow.web.live import health
from tallow.web.live.rooms import READERS
from tests.web.numbers import numbers
from tests.web.people import Server, Tokens
from tests.web.server_process import PATIENCE


def test_a_server_is_well_while_its_database_answers(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = server.client.get("/health")
    assert (answer.status_code, answer.text) == (200, "ok\n")

    def away() -> None:
        raise OperationalError("SELECT 1", {}, Exception("connection refused"))

    monkeypatch.setattr(server.store, "ping", away)
    assert server.client.get("/health").status_code == 503


def test_a_database_that_says_nothing_is_told_of_soon(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[None] = []
    goes_on = Event()

    def stalls() -> None:
        asked.append(None)
        goes_on.wait()

    monkeypatch.setattr(health, "ANSWER_SECONDS", 0.02)
    with monkeypatch.context() as patched:
        patched.setattr(server.store, "ping", stalls)
        for _ in range(READERS + 2):
            answer = server.client.get("/health")
            assert (answer.status_code, answer.headers["retry-after"]) == (503, str(RETRY_SECONDS))
            assert "The tables cannot be reached just now." in answer.text
        assert len(asked) == 1, "one question waits for the database, however often balancers ask"
        assert server.client.get("/rules/cairn").status_code == 200, "what needs no table is there"
        goes_on.set()
    monkeypatch.setattr(health, "ANSWER_SECONDS", PATIENCE)
    assert server.client.get("/health").status_code == 200


def test_what_cannot_be_written_is_told_of_too(server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "WRITING_SECONDS", 0.0)
    assert server.client.get("/health").status_code == 200, "nothing is under way"
    with sqlite3.connect(server.store.engine.url.database or "", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")  # nobody else can write now
        with ThreadPoolExecutor(1) as pool:
            acting = pool.submit(table.referee.act, "fate")
            while not server.store.writing_seconds():
                assert not acting.done(), acting.result().text
            assert server.client.get("/health").status_code == 503
            other.execute("COMMIT")
            assert acting.result().status_code == 200
    assert server.client.get("/health").status_code == 200


def test_what_is_kept_and_refused_is_counted(server: Server, table: Tokens) -> None:
    before = numbers(server.client.get("/metrics").text)
    for _ in range(3):
        assert table.referee.act("fate").status_code == 200
    assert table.onlooker.act("fate").status_code == 409
    answer = server.client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    after = numbers(answer.text)

    def grown(*key: str) -> float:
        return after[key] - before.get(key, 0)

    assert grown("tallow_kept_total") == 3
    assert 1 <= grown("tallow_commits_total") == grown("tallow_commit_seconds_count") <= 3
    assert grown("tallow_refusals_total", "onlookers_watch") == 1
    assert after["tallow_tables",] >= 1
    assert after["tallow_waiting", "odds"] == 0
    assert not any(token in answer.text for token in (table.referee.token, server.store.tables()[0][0]))
