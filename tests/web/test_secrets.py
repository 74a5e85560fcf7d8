"""Random tables are played with marked secrets in them; no byte of one reaches a player or an onlooker in any way."""

import re
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tallow.games import game
from tallow.games.cairn.state import Dungeon, Effect
from tallow.games.deeds import Refused
from tallow.games.optional import needed_bots
from tallow.games.words import Words
from tallow.play import REFEREE
from tallow.table import TableRefusal
from tallow.web.api.events import program_events
from tallow.web.live import events
from tallow.web.live.room import Room
from tests.table.random_steps import random_step
from tests.web.people import Person, Server, Tokens, serving

NOTE, LURKER, TRIGGER, SPELL = "Zxqnote", "Zxqlurker", "zxqtrigger", "Zxqspell"
HIT, WILL = 48_271, 61_803
"""Numbers of a monster; anything near them comes of them."""

HIDDEN = re.compile(rf"{NOTE}|{LURKER}|{TRIGGER}|{SPELL}|\b48[12]\d\d\b|\b61[78]\d\d\b|\b97\W+97\b|\b970\b")
OMEN = 11
"""The row of the omens that is one player's alone."""


def secret_table(server: Server) -> tuple[Tokens, list[Person]]:
    """A table ready to play, with secrets in it of every kind."""
    table = server.table()
    room = server.room(table.referee.token)
    state = game("cairn").example(game("cairn").settings())  # type: ignore[misc]
    foes = needed_bots(game("cairn")).fight("4 HP, 11 STR, sword (d8)", "Goblin x2", None).foes
    marked = replace(foes[0], hp=HIT, hp_max=HIT, willpower=WILL, willpower_max=WILL)
    lurking = replace(foes[1], id="foe9", name=LURKER, conditions=("gone",))
    first = replace(state.party[0], life=replace(state.party[0].life, private_omen="cairn.table.omen:nightmare_flower"))
    state = replace(
        state,
        notes=NOTE,
        party=(first, *state.party[1:]),
        foes=(marked, lurking),
        dungeon=replace(state.dungeon or Dungeon(), triggers=(TRIGGER,)),
        effects=(Effect("e9", "cairn.spell.sleep", SPELL, "foe9", ("foe9",)),),
        omen="cairn.table.omen:fog",
    )
    room.kept = replace(room.kept, table=replace(room.kept.table, state=state))
    people = [table.join(f"Player {n}", seat=f"player{n}") for n in (1, 2, 3)]
    table.referee.post("dice", dice="typed")
    secret(table)
    return table, people


def secret(table: Tokens) -> None:
    """A secret roll of ten times 97."""
    asked = table.referee.act("secret_roll", "", 10, 100, [97] * 10)
    assert asked.status_code == 200, asked.text


def omen(words: Words) -> str:
    row = next(one for one in game("cairn").book.raw("table") if one["id"] == "cairn.table.omen")["rows"][OMEN - 1]
    return str(row.get("effect") or row["name"])[:40]


def everything(server: Server, person: Person) -> list[tuple[str, str]]:
    """All that somebody can get at."""
    got = [(name, person.get(name).text) for name in ("table", "view", "offers", "questions", "log?limit=200")]
    room = server.room(person.token)
    got += [(name, person.page(name).text) for name in ("", "/log", f"/replay/{room.table.done}", "/replay/0")]
    got += [(f"line {row[0]}", person.page(f"/line/{row[0]}").text) for row in room.log[-3:]]
    with server.client.portal() as portal:
        got.append(("events", portal.call(first_event, server, person.token, events.page_events)))
        got.append(("programs", portal.call(first_event, server, person.token, program_events)))
    for refused in ("/archive", "/as/referee", "/links"):
        answer = person.page(refused)
        assert answer.status_code == 403
        got.append((refused, answer.text))
    assert person.get("links").status_code == 403
    assert person.get("offers?seat=referee").status_code == 403
    answer = person.post("undo", actions=1)
    assert answer.status_code in {200, 403, 409}
    got.append(("undo", answer.text))
    return got


async def first_event(server: Server, token: str, stream: Any) -> str:
    visitor = await server.services.links.visitor(token)
    going = stream(visitor)
    try:
        return str((await anext(going)).decode())
    finally:
        await going.aclose()


def check(server: Server, table: Tokens, people: list[Person]) -> None:
    its = omen(game("cairn").words)
    for person in (*people, table.onlooker):
        for where, text in everything(server, person):
            said = text.replace("&#39;", "'")
            found = HIDDEN.search(said)
            assert not found, (where, said[max(0, found.start() - 110) : found.end() + 90])
            assert person is people[0] or its not in said, (where, "private omen")


async def play(room: Room, server: Server, random: Random, steps: int) -> None:
    """Random people do random things, straight at the table."""
    rooms = server.services.rooms
    for _ in range(steps):
        with suppress(TableRefusal, Refused):
            what = random_step(room.table, random)
            await (rooms.do(room, what) if what else rooms.undo(room, REFEREE, 1))


@settings(
    max_examples=3,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=[*HealthCheck],
)
@given(st.integers(0, 10_000))
def test_no_secret_leaves_the_referee(seed: int) -> None:
    random = Random(seed)
    with TemporaryDirectory() as folder, serving(Path(folder)) as server:
        table, people = secret_table(server)
        room = server.room(table.referee.token)
        assert HIDDEN.search(table.referee.page().text), "the referee sees them"
        check(server, table, people)
        for _ in range(3):
            with server.client.portal() as portal:
                portal.call(play, room, server, random, 30)
            check(server, table, people)
