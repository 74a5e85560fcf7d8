"""Several servers over one database in PostgreSQL: whatever is done at one is so at all of them."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from litestar.testing import TestClient
from msgspec.structs import replace

from tallow.store import Store
from tallow.store.peers import Peers
from tallow.table import open_table
from tallow.table.records import Opened, Said
from tallow.web.app import make_app
from tallow.web.drawing.log import LOG
from tallow.web.process.limits import Rate
from tests.table.replaying import replayed
from tests.web.people import FAST, Person, Server
from tests.web.server_process import PATIENCE, Process, ask_api
from tests.web.streams import Stream

TIMES = 12


class Pair:
    """Two servers over one database."""

    def __init__(self, folder: Path, database: str) -> None:
        self.database = database
        self._folder = folder
        self.servers = [self._start(number) for number in range(2)]
        for server in self.servers:
            server.warm()

    def _start(self, number: int) -> Process:
        folder = self._folder / str(number)
        folder.mkdir(exist_ok=True)
        return Process(folder, database=self.database)

    def restart(self, number: int) -> None:
        self.servers[number] = self._start(number)

    def ask(self, number: int, what: str, token: str = "", **given: Any) -> Any:
        """Ask one of them; it must not refuse."""
        status, body = ask_api(self.servers[number].address, what, token, given or None)
        assert status < 300, body
        return body

    def table(self, title: str = "The Old Mill") -> tuple[str, str]:
        """A new table, opened at the first and joined at the second: the tokens of its referee and of a player."""
        made = self.ask(0, "tables", game="cairn", title=title, name="Ann")
        return made["referee"], self.ask(1, "join", made["player"], name="Bo")["token"]

    def page(self, number: int, token: str) -> Stream:
        """The live page of a link at one of them."""
        return Stream(self.servers[number].address, f"/t/{token}/events")


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, postgresql: Callable[[], str]) -> Iterator[Pair]:
    two = Pair(tmp_path_factory.mktemp("together"), postgresql())
    yield two
    for server in two.servers:
        assert server.end() == 0
        assert server.said.count("\n") == 2, server.said


def test_what_is_done_at_one_is_on_the_pages_of_the_other(pair: Pair) -> None:
    referee, bo = pair.table()
    page = pair.page(1, bo)
    for number in range(TIMES):
        said = f"Well, number {number}."
        version = pair.ask(0, "say", referee, text=said)["version"]
        assert pair.ask(1, "table", bo)["version"] == version, "no page is stale, heard of or not"
        page.until(said.encode(), f"id: {version}\n".encode())
        answered = pair.ask(1, "say", bo, text="Indeed.")["version"]
        assert pair.ask(0, "table", referee)["version"] == answered == version + 1
    page.close()


def test_each_shows_who_has_a_page_open_at_the_other(pair: Pair) -> None:
    referee, bo = pair.table()
    page, program = pair.page(1, bo), Stream(pair.servers[0].address, "/api/events", referee)
    program.until(b'"name":"Bo","role":"player","dice":"server","here":true')
    page.close()
    pair.ask(0, "say", referee, text="Bo?")  # whoever has closed is missed when something is sent
    program.until(b'"name":"Bo","role":"player","dice":"server","here":false')
    program.close()


def test_a_link_that_is_revoked_at_one_opens_nothing_at_the_other(pair: Pair) -> None:
    referee, bo = pair.table()
    page = pair.page(1, bo)
    (hash_,) = [link["hash"] for link in pair.ask(0, "links", referee) if link["seat"] == "player1"]
    assert pair.ask(1, "table", bo)["seat"] == "player1"
    page_at_one = pair.page(0, bo)
    assert ask_api(pair.servers[0].address, f"links/{hash_}", referee, method="DELETE")[0] == 204
    assert ask_api(pair.servers[1].address, "table", bo)[0] == 404
    assert b"event: closed" in page.rest()
    assert b"event: closed" in page_at_one.rest()


def test_what_both_do_at_once_is_done_in_turn(pair: Pair) -> None:
    referee, bo = pair.table("At once")
    pages = [pair.page(0, bo), pair.page(1, referee)]

    def act(number: int) -> list[str]:
        texts = [f"Number {at} at {number}." for at in range(TIMES)]
        for text in texts:
            pair.ask(number, "say", (referee, bo)[number], text=text)
            pair.ask(number, "act", referee, name="fate")
        return texts

    with ThreadPoolExecutor(2) as pool:
        said = list(pool.map(act, range(2)))
    versions = {pair.ask(number, "table", bo)["version"] for number in range(2)}
    assert versions == {3 + 4 * TIMES}
    for page in pages:
        page.until(f"id: {3 + 4 * TIMES}\n".encode())
        page.close()
    store = Store(pair.database)
    (id_,) = [id_ for id_, _, title in store.tables() if title == "At once"]
    kept, records = store.load(id_), list(store.records(id_))
    store.close()
    assert sorted(record.text for record in records if isinstance(record, Said)) == sorted(chain(*said))
    first = records[0]
    assert isinstance(first, Opened)
    opened = open_table(first.game, first.title, first.settings, kept.table.dice.seed).table
    again = replayed(opened, records[1:])
    assert replace(again, past=(), dice=kept.table.dice) == kept.table
    assert again.dice.thrown == kept.table.dice.thrown, "dice fell one after another, from one seed"


def test_a_server_that_is_killed_leaves_its_people_to_the_other(pair: Pair) -> None:
    referee, bo = pair.table()
    page = pair.page(0, bo)
    version = pair.ask(0, "say", referee, text="Before the end.")["version"]
    pair.servers[0].kill()
    with pytest.raises((AssertionError, OSError)):
        page.until(b"never")
    page.close()
    again = pair.page(1, bo)
    again.until(b"Before the end.", f"id: {version}\n".encode())
    pair.restart(0)
    pair.ask(0, "say", referee, text="And after it.")
    again.until(b"And after it.")
    again.close()


@contextmanager
def two_here(database: str) -> Iterator[tuple[Server, Server]]:
    """Two servers in this process."""
    with ExitStack() as stack:

        def start() -> Server:
            store = Store(database)
            stack.callback(store.close)
            app = make_app(store, limits=FAST)
            return Server(stack.enter_context(TestClient(app)), store, app.state.services)

        yield start(), start()


def test_what_is_read_on_is_what_a_server_that_starts_reads(postgresql: Callable[[], str]) -> None:
    with two_here(postgresql()) as (one, other):
        table = one.table()
        there = Person(other, table.referee.token)
        for number in range(LOG + 20):
            who = (table.referee, there)[number % 3 == 0]
            if number % 7 == 6:
                assert who.post("undo", actions=2).status_code == 200
            else:
                assert who.act("fate").status_code == 200
            if number % 20 in {0, 8, 19}:
                read = [server.room(table.referee.token) for server in (one, other)]
                kept, log = one.services.rooms._load(read[0].kept.id)
                for room in read:
                    assert (room.log, room.kept.records, room.kept.patches) == (log, kept.records, kept.patches)
                    assert (room.table.state, room.table.done) == (kept.table.state, kept.table.done)


def test_a_notification_that_is_lost_costs_no_page_anything(
    postgresql: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Peers, "listen", lambda *_: None)
    with two_here(postgresql()) as (one, other):
        table, opened = one.table(), Event()

        async def hear() -> list[int]:
            """The versions that a page shows until something is done."""
            visitor = await other.services.links.visitor(table.referee.token)
            shown = []
            async for _ in visitor.room.awaited(visitor.seat, visitor.link):
                shown.append(visitor.room.version)
                opened.set()
                if shown[-1] == 3:
                    break
            return shown

        with other.client.portal() as portal:
            hearing = portal.start_task_soon(hear)
            assert opened.wait(PATIENCE)
            assert table.referee.post("say", text="Is anybody there?").json()["version"] == 3
            assert hearing.result(PATIENCE)[-1] == 3


def test_what_a_client_asks_for_at_both_counts_together(postgresql: Callable[[], str], tmp_path: Path) -> None:
    """Whoever opens tables or guesses links at one process has less left at the other; reading is each one's own."""
    few, database = replace(FAST, open_table=Rate(3, 1e-6), guess=Rate(3, 1e-6), read=Rate(3, 1e-6)), postgresql()
    stores = [Store(database) for _ in range(2)]
    new = {"game": "cairn", "title": "The Old Mill", "name": "Ann"}
    with ExitStack() as until:
        one, other = (until.enter_context(TestClient(make_app(store, limits=few))) for store in stores)
        opened = [client.post("/api/tables", json=new) for client in (one, other, one)]
        assert [answer.status_code for answer in opened] == [201, 201, 201]
        for client in (one, other):
            refused = client.post("/api/tables", json=new)
            assert refused.status_code == 429
            assert refused.json()["code"] == "too_many"
            assert int(refused.headers["retry-after"]) > 900_000, "a millionth of one a second: the other's are known"
        assert [client.get("/t/nothing").status_code for client in (one, one, other, other, one)] == [404] * 3 + [
            429
        ] * 2
        bearer = {"Authorization": f"Bearer {opened[0].json()['referee']}"}
        read = [client.get("/api/table", headers=bearer).status_code for client in (one, one, one, one, other)]
        assert read == [200, 200, 200, 429, 200]
    for store in stores:
        store.close()
