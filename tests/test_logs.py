"""Logs as lines of JSON, without a secret in them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from tallow.logs import without_secrets
from tallow.store import Store
from tests.web.numbers import numbers
from tests.web.server_process import Process, ask_api, get


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        ("GET /t/abc-DEF_1/log?x=1 failed", "GET /t/…/log?x=1 failed"),
        ("/qr/abcdef.svg", "/qr/…"),
        ("Authorization: Bearer abcdef", "Authorization: Bearer …"),
        ("postgresql://tallow:hushhush@db/tallow", "postgresql://tallow:…@db/tallow"),
        ("/rules/cairn", "/rules/cairn"),
    ],
)
def test_secrets_are_taken_out(said: str, logged: str) -> None:
    assert without_secrets(said) == logged


def test_a_server_logs_answers_and_faults_without_a_secret(tmp_path: Path, postgresql: Callable[[], str]) -> None:
    database = postgresql()
    server = Process(tmp_path, database=database, more=("--log-json", "--workers", "2"))
    made = ask_api(server.address, "tables", given={"game": "cairn", "title": "The Old Mill", "name": "Ann"})[1]
    own = ask_api(server.address, "join", made["player"], {"name": "Bo"})[1]["token"]
    assert get(server.address, f"/t/{own}")[0] == get(server.address, f"/qr/{own}.svg")[0] == 200
    assert get(server.address, "/t/no-such-token")[0] == 404
    status, text_ = get(server.address, "/metrics")
    counted = numbers(text_)
    assert status == 200
    assert sum(value for (name, *_), value in counted.items() if name == "tallow_answers_total") == 5
    assert counted["tallow_answer_seconds_count", "POST"] == 2, "of both workers, whichever is asked"
    store = Store(database)
    with store.engine.begin() as connection:
        seed = connection.execute(text("SELECT encode(seed, 'hex') FROM tables")).scalar_one()
        connection.execute(text("ALTER TABLE lines RENAME TO elsewhere"))
    store.close()
    assert ask_api(server.address, "say", own, {"text": "Well?"})[0] == 500
    assert get(server.address, f"/t/{own}/log")[0] == 500
    assert server.end() == 0
    told = [json.loads(line) for line in server.said.splitlines() if line.startswith("{")]
    assert {"answered"} < {one["message"] for one in told}
    assert {"/t/…", "/qr/…", "/api/say"} <= {one.get("path") for one in told}
    assert [one["traceback"] for one in told if one["level"] == "error"]
    secrets = (*made.values(), own, seed, "no-such-token", bytes.fromhex(seed).decode("latin-1"))
    assert not [secret for secret in secrets if secret in server.said]
