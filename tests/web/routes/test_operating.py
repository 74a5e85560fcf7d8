"""`/health` for balancers, `/metrics` for Prometheus."""

import pytest
from sqlalchemy.exc import OperationalError

from tests.web.numbers import numbers
from tests.web.people import Server, Tokens


def test_a_server_is_well_while_its_database_answers(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = server.client.get("/health")
    assert (answer.status_code, answer.text) == (200, "ok\n")

    def away() -> None:
        raise OperationalError("SELECT 1", {}, Exception("connection refused"))

    monkeypatch.setattr(server.store, "ping", away)
    assert server.client.get("/health").status_code == 503


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
