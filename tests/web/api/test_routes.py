"""The API against its own schema: whatever is sent, the server does not fail."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok

from tallow.games import game
from tests.web.people import Server, Tokens, serving

with TemporaryDirectory() as folder, serving(Path(folder)) as for_a_moment:
    DESCRIBED: dict[str, Any] = for_a_moment.client.get("/api/schema/openapi.json").json()

SCHEMA = schemathesis.openapi.from_dict(DESCRIBED).exclude(path="/api/events")
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tokens]:
    with serving(tmp_path_factory.mktemp("api")) as server:
        yield server.table()


def test_every_verb_is_in_the_schema() -> None:
    wanted = "games tables table view offers questions log events join act answer take-back undo dice say reveal links"
    assert {f"/api/{name}" for name in wanted.split()} <= set(DESCRIBED["paths"])
    assert all("{token}" not in path for path in DESCRIBED["paths"])


def test_of_the_values_of_a_setting_the_usual_one_comes_first(table: Tokens) -> None:
    for offered in table.server.client.get("/api/games").json():
        usual = game(offered["id"]).settings()
        assert {name: legal[0] for name, legal in offered["settings"].items()} == {
            name: str(getattr(usual, name)) for name in offered["settings"]
        }


@pytest.mark.parametrize(
    ("body", "named"),
    [({"game": "cairn"}, "title"), ({"game": "cairn", "title": 3}, "title"), ({"title": "x" * 1_000}, "title")],
)
def test_a_body_that_does_not_fit_is_told_by_its_field(table: Tokens, body: dict[str, Any], named: str) -> None:
    answer = table.server.client.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert named in answer.json()["message"]


@pytest.mark.parametrize("label", OPERATIONS)
def test_no_request_makes_the_server_fail(label: str, table: Tokens) -> None:
    bo = table.join("Bo") if len(table.server.room(table.referee.token).table.seats) < 2 else table.invited

    @settings(
        max_examples=25,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[*HealthCheck],
    )
    @given(case=OPERATIONS[label].as_strategy())
    def sent(case: Any) -> None:
        for person in (table.referee, bo, table.onlooker):
            answer = ask(table.server, case, person.token)
            assert answer.status_code < 500, answer.text

    sent()


def ask(server: Server, case: Any, token: str) -> Any:
    """Send it as it was made up, as somebody with a link."""
    given_ = case.as_transport_kwargs(base_url="http://testserver.local")
    headers = {**dict(given_.pop("headers") or {}), "Authorization": f"Bearer {token}"}
    known = {name: given_[name] for name in ("method", "url", "params", "json", "data", "files") if given_.get(name)}
    content = known.pop("data", None)
    if isinstance(content, bytes | str):
        known["content"] = content
    return server.client.request(headers=headers, **known)
