"""The server, by the client of the SDK: a fight is played to its end, and no seat sees what it may not."""

import contextlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest

pytest.importorskip("mcp")

from mcp.client.stdio import stdio_client

from mcp import Client, StdioServerParameters
from tallow.mcp.server import MOST_FIGHTS, make_server

Call = Callable[..., Awaitable[Any]]

ANSWERS = {"Who is met?": "bestiary", "Which creature?": "cairn.monster.goblin", "How many of them: Goblin?": 2}


class Refused(Exception):
    """A tool said why not."""


def asking(client: Client) -> Call:
    async def call(tool: str, **given: Any) -> Any:
        result = await client.call_tool(tool, given)
        said = result.content[0]
        assert said.type == "text"
        text = said.text
        if result.is_error:
            raise Refused(text)
        return json.loads(text)

    return call


def with_client(test: Callable[[Call], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Client(make_server()) as client:
            await test(asking(client))

    anyio.run(run)


def answer_to(question: dict[str, Any]) -> Any:
    """What somebody answers who takes the first that is offered; two goblins are met."""
    if question["kind"] == "dice":
        return []
    if question["kind"] == "text":
        return "onwards"
    if question["kind"] == "number":
        return question["least"]
    return ANSWERS.get(question["question"], question["options"][0]["answer"])


async def answer_all(call: Call, key: str) -> None:
    """Answer whatever this seat is asked."""
    while asked := await call("questions", key=key):
        one = asked[0]
        about = {name: one[name] for name in ("starter", "number", "given")}
        await call("answer", key=key, answer=answer_to(one), **about)


async def told(call: Call, key: str) -> str:
    lines = await call("read_log", key=key, most=200)
    return "\n".join(sentence["told"] for line in lines for sentence in line["sentences"])


async def a_table(call: Call) -> tuple[str, list[str]]:
    """A table of Cairn with its party: the referee's key, and a player's for each character."""
    opened = await call("open_table", game_id="cairn", title="The ford", referee="Ann", example=True)
    seats = (await call("look", key=opened["key"]))["table"]["free_seats"]
    joined = [
        await call("join_table", invitation=opened["invitation"], name=f"Player {at}", seat=seat)
        for at, seat in enumerate(seats)
    ]
    return opened["key"], [one["key"] for one in joined]


async def play_a_fight(call: Call) -> tuple[str, list[str]]:
    referee, players = await a_table(call)
    await call("act", key=referee, name="meet")
    await answer_all(call, referee)
    await call("act", key=referee, name="start_fight")
    await answer_all(call, referee)
    for _ in range(200):
        for key in (*players, referee):
            if "The fight is over" in await told(call, referee):
                return referee, players
            await answer_all(call, key)
            table = (await call("look", key=key))["table"]
            offered = [one for one in await call("actions", key=key) if "refused" not in one]
            if table["seat"] in table["turn"] and offered and offered[0]["likely"]:
                await call("act", key=key, name=offered[0]["name"], who=offered[0]["who"])
                await answer_all(call, key)
    raise AssertionError("the fight went on and on")


def test_players_and_a_referee_play_a_fight_to_its_end() -> None:
    async def test(call: Call) -> None:
        referee, players = await play_a_fight(call)
        assert "A fight begins. Against: Goblin" in await told(call, players[0])
        assert "The fight is over" in await told(call, players[0])
        assert not (await call("look", key=referee))["table"]["to_answer"]

    with_client(test)


def test_secrets_hold() -> None:
    async def test(call: Call) -> None:
        referee, players = await a_table(call)
        await call("act", key=referee, name="secret_roll")
        await answer_all(call, referee)
        await call("act", key=referee, name="meet")
        await answer_all(call, referee)
        mine = json.dumps([await call("read_log", key=players[0]), await call("look", key=players[0])])
        known = json.dumps([await call("read_log", key=referee), await call("look", key=referee)])
        assert "rolls in secret" in mine
        assert "rolls in secret" not in known
        assert '"str"' in known.split("Goblin 1", 1)[1]
        foes = [one for one in (await call("look", key=players[0]))["view"]["panels"] if "Goblin" in one["title"]]
        assert foes
        assert '"str"' not in json.dumps(foes)
        theirs = {one["name"] for one in await call("actions", key=players[0])}
        assert not theirs & {"meet", "secret_roll", "set_value"}
        with pytest.raises(Refused, match="cannot be done now"):
            await call("act", key=players[0], name="set_value")

    with_client(test)


def test_a_player_is_not_shown_or_let_answer_what_another_is_asked() -> None:
    async def test(call: Call) -> None:
        referee, players = await a_table(call)
        asked = (await call("act", key=referee, name="meet"))["questions"][0]
        assert await call("questions", key=players[0]) == []
        about = {name: asked[name] for name in ("starter", "number", "given")}
        with pytest.raises(Refused, match="It is not for you to answer: Ann is asked"):
            await call("answer", key=players[0], answer="random", **about)
        with pytest.raises(Refused, match="does not answer the question"):
            await call("answer", key=referee, answer="everybody", **about)
        with pytest.raises(Refused, match="not a key of a seat"):
            await call("look", key="guessed")

    with_client(test)


def test_a_seat_that_has_a_character_is_taken_by_its_name() -> None:
    async def test(call: Call) -> None:
        opened = await call("open_table", game_id="cairn", title="Ready", referee="Ann", example=True)
        assert len(opened["free_seats"]) > 1
        free = opened["free_seats"][1]
        joined = await call("join_table", invitation=opened["invitation"], name="Bo", seat=free)
        assert joined["seat"] == free
        assert "make_character" not in {one["name"] for one in await call("actions", key=joined["key"])}
        left = (await call("look", key=opened["key"]))["table"]["free_seats"]
        assert left == [one for one in opened["free_seats"] if one != free]
        with pytest.raises(Refused, match="sits there already"):
            await call("join_table", invitation=opened["invitation"], name="Cy", seat=free)

    with_client(test)


def test_an_adventure_is_played_without_a_referee() -> None:
    async def test(call: Call) -> None:
        opened = await call("open_table", game_id="cairn", title="The mill", adventure="mill")
        assert opened["key"] == ""
        joined = await call("join_table", invitation=opened["invitation"], name="Bo")
        assert [one for one in await call("actions", key=joined["key"]) if "refused" not in one]
        with pytest.raises(Refused, match="goes by Bo already"):
            await call("join_table", invitation=opened["invitation"], name="bo")
        with pytest.raises(Refused, match="needs an adventure"):
            await call("open_table", game_id="cairn", title="Nobody's")

    with_client(test)


def test_rules_odds_dice_and_simulations() -> None:
    async def test(call: Call) -> None:
        assert "cairn" in [one["id"] for one in await call("games")]
        found = await call("search_rules", game_id="cairn", words="scar")
        assert (await call("read_rule", rule_id=found[0]["id"]))["text"] == found[0]["text"]
        assert "save" in [one["question"] for one in await call("list_odds", game_id="cairn")]
        answer = await call("ask_odds", game_id="cairn", question="save", given={"score": 11})
        assert answer["outcomes"]["success"]["exact"] == "11/20"
        with pytest.raises(Refused, match="score"):
            await call("ask_odds", game_id="cairn", question="save")
        assert (await call("odds_of_roll", dice="2d6"))["mean"] == pytest.approx(7)
        with pytest.raises(Refused, match="too large"):
            await call("odds_of_roll", dice="30d1000!")
        sampled = await call("odds_of_roll", dice="2d6", sample=400, seed=1)
        assert sampled["outcomes"]["7"]["low"] < 1 / 6 < sampled["outcomes"]["7"]["high"]
        fallen = await call("roll", dice="4d6kh3")
        assert await call("roll", dice="4d6kh3", seed=fallen["seed"]) == fallen
        fights = {"game_id": "cairn", "party": "6 HP, 12 STR, axe (d8) x2", "foes": "Goblin"}
        assert (await call("simulate_fights", **fights, n=20))["n"] == 20
        with pytest.raises(Refused):
            await call("simulate_fights", **fights, n=MOST_FIGHTS + 1)
        with pytest.raises(Refused, match="Did you mean"):
            await call("search_rules", game_id="carin", words="scar")

    with_client(test)


def test_it_is_served_over_standard_input_and_output(monkeypatch) -> None:
    # A busy machine may take longer than the SDK waits before it kills the server, and then leaves its pipes open.
    monkeypatch.setattr("mcp.client.stdio.PROCESS_TERMINATION_TIMEOUT", 60.0)

    async def run() -> None:
        started = StdioServerParameters(command=sys.executable, args=["-m", "tallow", "mcp"])
        async with Client(stdio_client(started)) as client:
            assert "cairn" in [one["id"] for one in await asking(client)("games")]

    anyio.run(run)


def test_it_is_served_over_http() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "tallow", "mcp", "--port", str(port)]
    server = subprocess.Popen(words, stderr=subprocess.DEVNULL)  # noqa: S603
    try:
        _wait_for(port)

        async def run() -> None:
            async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                assert (await asking(client)("roll", dice="d1"))["total"] == 1

        anyio.run(run)
    finally:
        server.terminate()
        server.wait(20)


def _wait_for(port: int) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise AssertionError("the server did not come up")
