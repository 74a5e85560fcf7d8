"""People who act at one table over HTTP, and what is kept of it compared with what they were told."""

import random
from collections import Counter
from collections.abc import Sequence
from http.client import HTTPException
from threading import Event
from typing import Any, TypeAlias

from msgspec.structs import replace
from scripts.faults.watching import Watcher
from tests.table.replaying import replayed
from tests.web.people import an_answer
from tests.web.server_process import Process, ask_api

from tallow.play import REFEREE
from tallow.store import Store
from tallow.table import Record, Table, open_table
from tallow.table.records import Answered, Opened, Said, Sat, Started, TakenBack, Undone

PAUSE_SECONDS = 0.05
"""How long people wait before they try again after an answer that did not come."""

Brief: TypeAlias = tuple[Any, ...]


class People:
    """A referee and two players at one table, and a program that watches it.

    `expected` is what they did, each with whether it is certain; `done` counts what was acknowledged, `refusals` the
    answers of 503 by their codes.
    """

    def __init__(self, number: int, server: Process) -> None:
        self.server = server
        self.done = 0
        self.refusals: Counter[str] = Counter()
        self._random = random.Random(number)
        self.expected: list[tuple[Brief, bool]] = []
        made = self._post("tables", "", game="cairn", title=f"Table {number}", name="Ann")
        self._tokens = {REFEREE: made["referee"]}
        self.expected += [(("opened",), True), (("sat", REFEREE), True)]
        self._watcher = Watcher(made["referee"])
        for name in ("player1", "player2"):
            self._tokens[name] = self._post("join", made["player"], name=name)["token"]
            self.expected.append((("sat", name), True))

    def watch_until(self, stop: Event) -> None:
        """Watch what is shown of the table; where the stream ends, come back."""
        while not stop.is_set():
            try:
                self._watcher.watch(self.server.address)
            except (OSError, HTTPException):
                stop.wait(PAUSE_SECONDS)

    def act_until(self, stop: Event) -> None:
        """Act all the time; where an answer does not come, go on."""
        while not stop.is_set():
            try:
                self._one_thing()
            except (OSError, HTTPException):
                stop.wait(PAUSE_SECONDS)

    def _ask(self, what: str, token: str) -> Any:
        status, body = ask_api(self.server.address, what, token)
        assert status in {200, 429, 503}, body
        return body if status == 200 else []

    def _post(self, what: str, token: str, **given: Any) -> Any:
        status, body = ask_api(self.server.address, what, token, given)
        if status == 503:
            self.refusals[body["code"]] += 1
            raise ConnectionError(body["message"])
        assert status < 500, body
        return body if status < 300 else None

    def _do(self, what: str, seat: str, record: Brief, **body: Any) -> None:
        try:
            done = self._post(what, self._tokens[seat], **body)
        except (OSError, HTTPException):
            self.expected.append((record, False))
            raise
        if done is not None:
            self.expected.append((record, True))
            self.done += 1

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

    def check(self, store: Store, id_: str) -> int:
        """Compare what is kept with what was acknowledged; how many records there are."""
        kept, records = store.load(id_), list(store.records(id_))
        brief = [_brief(record) for record in records]
        assert len(brief) == kept.records
        assert _explained(brief, self.expected), f"kept {brief}, expected {self.expected}"
        self.expected = [(record, True) for record in brief]
        table = _replayed(records, kept.table)
        assert replace(table, past=(), dice=kept.table.dice) == kept.table
        assert table.dice.thrown == kept.table.dice.thrown
        lines = store.lines(id_, limit=10**6)
        assert [number for number, _, _ in lines] == list(range(1, kept.lines + 1))
        standing = [line.number for _, undone, line in lines if line.number and not undone]
        assert standing == list(range(1, kept.table.done + 1))
        assert store.state_at(id_, kept.table.done) == kept.table.state
        self._watcher.check(kept.records, lines)
        return len(records)


def _explained(kept: Sequence[Brief], expected: Sequence[tuple[Brief, bool]]) -> bool:
    """Whether what is kept is all that is certain, in order, and of what is in doubt some."""
    reached = {0}
    for record, certain in expected:
        on = {at + 1 for at in reached if at < len(kept) and kept[at] == record}
        reached = on if certain else on | reached
    return len(kept) in reached


def _replayed(records: Sequence[Record], kept: Table) -> Table:
    first = records[0]
    assert isinstance(first, Opened)
    return replayed(open_table(first.game, first.title, first.settings, kept.dice.seed).table, records[1:])


def _brief(record: Record) -> Brief:
    match record:
        case Opened():
            return ("opened",)
        case Sat(who):
            return ("sat", who.seat)
        case Started(seat, action):
            return ("started", seat, action.name, action.who)
        case Answered(_, seat, answer, _, _, number):
            return ("answered", seat, number, _plain(answer))
        case Said(seat, text_):
            return ("said", seat, text_)
        case Undone(_, actions):
            return ("undone", actions)
        case TakenBack(_, _, number):
            return ("taken_back", number)
        case _:
            raise AssertionError(record)


def _plain(answer: Any) -> Any:
    return [_plain(part) for part in answer] if isinstance(answer, tuple | list) else answer
