"""Event streams: what is sent, to whom, and in which form."""

import asyncio
import json
import re

import pytest

from tallow.web.api.events import program_events
from tallow.web.live import events
from tests.web.people import Server, Tokens, ready_table, stream


def test_pages_are_drawn_once_for_each_view_and_only_changes_are_sent(server: Server) -> None:
    referee, (bo, _) = ready_table(server)

    async def act() -> None:
        room = (await server.services.links.visitor(referee.token)).room
        await server.services.rooms.do(room, lambda table: table.say("player1", "Well."))

    async def close() -> None:
        (await server.services.links.visitor(referee.token)).room.close()

    with server.client.portal() as portal:
        got = portal.call(lambda: stream(server, bo, act, close))
    assert b'id="f-sheet"' in got[0]
    changed = b"".join(got[1:])
    assert b"beforeend:#f-log" in changed
    assert b'id="f-sheet"' not in changed


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e"])
def test_texts_arrive_whole(mark: str) -> None:
    sent = events.message("changes", 3, json.dumps({"text": f"one{mark}two"}, ensure_ascii=False)).decode()
    data = [line.removeprefix("data: ") for line in re.split("\r\n|\r|\n", sent) if line.startswith("data: ")]
    assert json.loads("\n".join(data))["text"] == f"one{mark}two"
    assert events.message("changes", 3, "a\nb\r\nc\rd").count(b"data: ") == 4


def test_said_to_the_table_they_arrive_whole(server: Server, table: Tokens) -> None:
    assert table.referee.post("say", text="one\u2028two").status_code == 200

    async def heard() -> bytes:
        visitor = await server.services.links.visitor(table.referee.token)
        return await anext(program_events(visitor))

    with server.client.portal() as portal:
        got = portal.call(lambda: asyncio.wait_for(heard(), 20)).decode()
    data = [line.removeprefix("data: ") for line in got.split("\n") if line.startswith("data: ")]
    assert "one\u2028two" in json.dumps(json.loads("\n".join(data)), ensure_ascii=False)
