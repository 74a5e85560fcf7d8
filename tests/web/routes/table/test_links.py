"""Links: what they open, who may see them, where they lead."""

from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tallow.store import Store
from tallow.web.app import make_app
from tallow.web.background import tasks
from tallow.web.background.work_pool import WorkPool
from tests.web.people import FAST, Person, Server, Tokens, stream


def test_tokens_are_kept_as_hashes(server: Server, table: Tokens, tmp_path: Path) -> None:
    bo = table.join("Bo")
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for person in (table.referee, table.invited, table.onlooker, bo):
        assert person.token.encode() not in stored
    shown = {link["role"]: link["token"] for link in table.referee.get("links").json() if not link["seat"]}
    assert shown["player"] == table.invited.token, "the referee's page can show it again"


def test_a_revoked_link_is_closed_at_once_and_its_stream_ends(server: Server, table: Tokens) -> None:
    bo, cy = table.join("Bo"), table.join("Cy")
    links = {link["seat"]: link["hash"] for link in table.referee.get("links").json()}

    async def revoke() -> None:
        room = (await server.services.links.visitor(table.referee.token)).room
        await server.services.rooms.revoke(room, links["player1"])
        server.services.links.forget(links["player1"])

    with server.client.portal() as portal:
        got = portal.call(lambda: stream(server, bo, revoke))
    assert got[-1].startswith(b"event: closed")
    assert bo.get("table").status_code == bo.page().status_code == bo.page("/events").status_code == 404
    assert cy.get("table").status_code == 200
    assert table.referee.delete(f"links/{links['referee']}").json()["code"] == "own_link"
    assert table.referee.delete(f"links/{'0' * 64}").json()["code"] == "no_such_link"
    back = table.referee.form("links", make="player", seat="player1")
    assert back.status_code == 200
    fresh = next(link for link in table.referee.get("links").json() if link["seat"] == "player1" and link["token"])
    assert Person(server, fresh["token"]).get("table").json()["seat"] == "player1"
    assert table.referee.form("links", revoke=fresh["hash"]).status_code == 200
    assert Person(server, fresh["token"]).get("table").status_code == 404


def test_a_link_of_one_table_opens_no_other(server: Server, table: Tokens) -> None:
    other = server.table(title="Another")
    mine = next(link["hash"] for link in table.referee.get("links").json() if link["role"] == "player")
    assert other.referee.delete(f"links/{mine}").status_code == 409
    assert table.invited.get("table").json()["title"] == "The Old Mill"


def test_a_qr_code_is_drawn_once(server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    async def run(_: WorkPool, __: str, ___: Any, link: str) -> bytes:
        drawn.append(link)
        return tasks.qr_code(link)

    monkeypatch.setattr(WorkPool, "run", run)
    for _ in range(3):
        assert server.client.get(f"/qr/{table.invited.token}.svg").text.startswith("<svg")
    assert len(drawn) == 1


@pytest.mark.parametrize(
    ("host", "network", "address", "leads", "warned"),
    [
        ("127.0.0.1:8000", "http://192.168.1.5:8000", "", "http://192.168.1.5:8000", False),
        ("tallow.localhost:8000", "http://192.168.1.5:8000", "", "http://192.168.1.5:8000", False),
        ("192.168.1.7:8000", "http://192.168.1.5:8000", "", "http://192.168.1.7:8000", False),
        ("127.0.0.1:8000", "", "", "http://127.0.0.1:8000", True),
        ("127.0.0.1:8000", "", "https://tallow.example", "https://tallow.example", False),
        ("127.0.0.1:8000", None, "", "http://127.0.0.1:8000", False),
    ],
)
def test_invitations_lead_where_phones_can_follow(
    tmp_path: Path, host: str, network: str | None, address: str, leads: str, warned: bool
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    known = None if network is None else lambda: network
    coded: list[str] = []

    async def qr_code(_: str, link: str) -> bytes:
        coded.append(link)
        return b"<svg"

    app = make_app(store, limits=FAST, address=address, network=known)
    app.state.services.pools.qr_code = qr_code
    with TestClient(app, base_url=f"http://{host}") as client:
        tokens = client.post("/api/tables", json={"game": "cairn", "title": "The Old Mill"}).json()
        for page in (client.get(f"/t/{tokens['referee']}").text, client.get(f"/t/{tokens['referee']}/links").text):
            assert f'href="{leads}/t/{tokens["player"]}"' in page
            assert ("can be reached from this machine alone" in page) is warned
        client.get(f"/qr/{tokens['player']}.svg")
        assert coded == [f"{leads}/t/{tokens['player']}"]
    store.close()
