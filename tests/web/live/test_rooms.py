"""Rooms: places for pages, what is read and by whom, and a server that was gone."""

import asyncio
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

import pytest

from tallow.games.deeds import Action
from tallow.play import REFEREE
from tallow.store import Store
from tallow.table import TableRefusal
from tallow.web.live import events, room, rooms
from tests.web.people import Person, Server, Tokens, ready_table, serving


async def _listening(server: Server, person: Person, times: int) -> list[Any]:
    visitor = await server.services.links.visitor(person.token)
    streams = []
    for _ in range(times):
        visitor.room.must_have_room(visitor.link)
        stream = events.page_events(visitor)
        await anext(stream)
        streams.append(stream)
    return streams


def test_the_room_is_found_again_after_the_server_was_gone(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        referee, (bo, _) = ready_table(server)
        hero = server.room(referee.token).table.state.party[0].id
        referee.act("call_save", "", "one", "STR", "Cold water.", hero)
        before = bo.questions()
    with serving(tmp_path) as server:
        again = Person(server, bo.token)
        assert again.questions() == before
        again.answer_all()
        assert server.room(bo.token).table.done == 1


def test_no_link_takes_all_places_of_a_table(server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_LOOKING_ON", 4)
    monkeypatch.setattr(room, "MOST_PAGES", 2)
    bo = table.join("Bo")

    async def crowd() -> None:
        open_ = await _listening(server, table.onlooker, 4)
        for person, most, code in ((table.onlooker, 0, "too_many_pages"), (bo, 2, "too_many_of_link")):
            open_ += await _listening(server, person, most)
            with pytest.raises(TableRefusal, match=code):
                await _listening(server, person, 1)
            visitor = await server.services.links.visitor(person.token)
            assert [one async for one in visitor.room.awaited(visitor.seat, visitor.link)] == [], "nor in a race"
        open_ += await _listening(server, table.referee, 2)
        for stream in open_:
            await stream.aclose()
        await asyncio.sleep(0.1)
        for stream in await _listening(server, table.onlooker, 4):
            await stream.aclose()

    with server.client.portal() as portal:
        portal.call(lambda: asyncio.wait_for(crowd(), 60))


def test_the_loop_never_reads_the_store(server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    table.referee.act("fate")
    here: list[str] = []
    for name in ("lines", "links", "entry", "load", "state_at", "lines_until"):

        def seen(*given: Any, name: str = name, **more: Any) -> Any:
            here.append(current_thread().name)
            return getattr(Store, name)(server.store, *given, **more)

        monkeypatch.setattr(server.store, name, seen)
    for what in ("", "/log", "/links", "/line/1", "/replay/0"):
        assert table.referee.page(what).status_code == 200, what
    assert table.referee.get("log").status_code == table.referee.get("links").status_code == 200
    assert len(here) > 6
    assert all(name.startswith("tallow-reading") for name in here)
    assert current_thread() is main_thread()


def test_too_much_to_read_is_refused(server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_READING", 0)
    answer = table.referee.get("log")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy_here")


def test_a_room_that_reads_on_keeps_what_has_not_changed(server: Server) -> None:
    _, (bo, _) = ready_table(server)
    found = server.room(bo.token)
    hero, other = found.table.state.party[:2]
    step = found.table.act(REFEREE, Action("set_value"), answers=(hero.id, "hp", 0))
    _, durable = server.store.keep(found.kept, step)  # as another process would
    durable.result()
    seats, rows = found.table.seats, found.log

    async def read_on() -> None:
        await server.services.rooms.catch_up(found, found.kept.records + len(step.records))

    with server.client.portal() as portal:
        portal.call(read_on)
    assert found.table.state == step.table.state
    assert found.table.state.party[0].hp == 0
    assert found.table.state.party[1] is other
    assert found.table.seats is seats
    assert all(now is was for now, was in zip(found.log, rows, strict=False))
    assert len(found.log) == len(rows) + 1
