"""The server is killed at random moments under load; every table stands exactly where its people left it.

Each table's people act one after another over HTTP and remember what was acknowledged. After a kill the records in the
file must be those, in that order, with at most the one more that was under way; replayed from the first, they must give
the very table that was kept. `TALLOW_KILLS` is how often.
"""

import os
import random
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from threading import Event, Semaphore
from typing import Any

from msgspec.structs import replace

from tallow.play import REFEREE
from tallow.store import Store
from tallow.table import Record, Table, open_table
from tallow.table.records import Answered, Opened, Said, Sat, Started, TakenBack, Undone
from tests.table.replaying import replayed
from tests.web.people import an_answer
from tests.web.server_process import PATIENCE, Process, ask_api

KILLS = int(os.environ.get("TALLOW_KILLS", "8"))
TABLES = 6
MOST = 60
"""After so many things were done, or fewer, the server is killed; others are under way then."""


class People:
    """A referee and two players at one table, and all that was acknowledged to them."""

    def __init__(self, server: Process, number: int, counted: Semaphore) -> None:
        self.server = server
        self._counted = counted
        self._random = random.Random(number)
        self.acknowledged: list[tuple[Any, ...]] = []
        self.under_way: tuple[Any, ...] | None = None
        self.table: Table | None = None
        made = self._post("tables", "", game="cairn", title=f"Table {number}", name="Ann")
        self._tokens = {REFEREE: made["referee"]}
        self.acknowledged += [("opened",), ("sat", REFEREE)]
        for name in ("player1", "player2"):
            self._tokens[name] = self._post("join", made["player"], name=name)["token"]
            self.acknowledged.append(("sat", name))

    def _ask(self, what: str, token: str) -> Any:
        status, body = ask_api(self.server.address, what, token)
        assert status in {200, 429}, body
        return body if status == 200 else []

    def _post(self, what: str, token: str, **given: Any) -> Any:
        status, body = ask_api(self.server.address, what, token, given)
        assert status < 500, body
        return body if status < 300 else None

    def _do(self, what: str, seat: str, record: tuple[Any, ...], **body: Any) -> None:
        self.under_way = record
        if self._post(what, self._tokens[seat], **body) is not None:
            self.acknowledged.append(record)
            self._counted.release()
        self.under_way = None

    def act_until(self, stop: Event) -> None:
        """Act all the time."""
        while not stop.is_set():
            try:
                self._one_thing()
            except (OSError, HTTPException):
                return

    def _one_thing(self) -> None:
        random, seat = self._random, self._random.choice(list(self._tokens))
        open_ = self._ask("questions", self._tokens[seat])
        roll = random.random()
        if roll < 0.05:
            self._do("say", seat, ("said", seat, "Well, well."), text="Well, well.")
        elif roll < 0.1:
            self._do("undo", REFEREE, ("undone", 1), actions=1)
        elif roll < 0.13 and open_:
            starter, number = open_[0]["starter"], open_[0]["number"]
            self._do("take-back", REFEREE, ("taken_back", number), starter=starter, number=number)
        elif open_:
            one = random.choice(open_)
            answer = an_answer(one["question"], random) if one["question"]["type"] != "roll" else []
            given = {name: one[name] for name in ("starter", "number", "given")}
            self._do("answer", seat, ("answered", one["asked"], one["number"], answer), answer=answer, **given)
        else:
            offers = [one["action"] for one in self._ask("offers", self._tokens[seat]) if not one["refusal"]]
            if offers:
                action = random.choice(offers)
                self._do("act", seat, ("started", seat, action["name"], action["who"]), **action)

    # ------------------------------------------------------------ after the kill

    def check(self, store: Store, id_: str) -> int:
        """Compare what is kept with what was acknowledged; how many records there are."""
        kept = store.load(id_)
        records = list(store.records(id_))
        brief = [_brief(record) for record in records]
        if self.under_way is not None and len(brief) == len(self.acknowledged) + 1:
            self.acknowledged.append(self.under_way)
        self.under_way = None
        assert len(brief) == len(self.acknowledged) == kept.records
        for have, want in zip(brief, self.acknowledged, strict=True):
            assert have == want
        first = records[0]
        assert isinstance(first, Opened)
        opened = open_table(first.game, first.title, first.settings, kept.table.dice.seed).table
        table = replayed(opened, records[1:])
        assert replace(table, past=(), dice=kept.table.dice) == kept.table
        assert table.dice.thrown == kept.table.dice.thrown
        lines = store.lines(id_, limit=10**6)
        assert [number for number, _, _ in lines] == list(range(1, kept.lines + 1))
        standing = [line.number for _, undone, line in lines if line.number and not undone]
        assert standing == list(range(1, kept.table.done + 1))
        assert store.state_at(id_, kept.table.done) == kept.table.state
        return len(records)


def _brief(record: Record) -> tuple[Any, ...]:
    match record:
        case Opened():
            return ("opened",)
        case Sat(who):
            return ("sat", who.seat)
        case Started(seat, action):
            return ("started", seat, action.name, action.who)
        case Answered(_, seat, answer, _, _, number):
            return ("answered", seat, number, _plain(answer))
        case Said(seat, text):
            return ("said", seat, text)
        case Undone(_, actions):
            return ("undone", actions)
        case TakenBack(_, _, number):
            return ("taken_back", number)
        case _:
            raise AssertionError(record)


def _plain(answer: Any) -> Any:
    return [_plain(part) for part in answer] if isinstance(answer, tuple | list) else answer


def test_every_table_stands_where_its_people_left_it(tmp_path: Path) -> None:
    server = Process(tmp_path)
    server.warm()
    people, done = {}, Semaphore(0)
    for number in range(TABLES):
        people[f"Table {number}"] = People(server, number, done)
    chance = random.Random(4)
    total = 0
    for _ in range(KILLS):
        stop = Event()
        with ThreadPoolExecutor(TABLES) as pool:
            acting = [pool.submit(one.act_until, stop) for one in people.values()]
            try:
                for _ in range(chance.randint(MOST // 4, MOST)):
                    assert done.acquire(timeout=PATIENCE), server.said
            finally:
                server.kill()
                stop.set()
            assert server.said.count("\n") == 2, server.said
            for future in acting:
                future.result()
        store = Store(server.database)
        total = sum(people[title].check(store, id_) for id_, _, title in store.tables())
        store.close()
        server = Process(tmp_path)
        server.warm()
        for one in people.values():
            one.server = server
    server.kill()
    assert total > KILLS * MOST // 4
