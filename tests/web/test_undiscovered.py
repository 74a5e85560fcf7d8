"""No word of what a party has not discovered reaches its players: by page, stream, API, log or replay, in any game."""

from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tallow.adventures import Document, names, ready
from tallow.games import BUILT_IN, game
from tallow.games.deeds import Action, Refused
from tallow.play import REFEREE, Seat, Told
from tallow.table import Step, Table, TableRefusal
from tallow.web.actions import open_adventure, open_new_table
from tallow.web.api.events import program_events
from tallow.web.live import events
from tallow.web.live.room import Room
from tests.adventures.marked import WORD, discovered, marked
from tests.table.random_steps import random_step
from tests.web.people import Person, Server, Tokens, serving

STEPS, TIMES = 25, 3
API = ("table", "view", "offers", "questions", "log?limit=200")


def opened(server: Server, document: Document, referee: bool) -> tuple[Room, list[Person]]:
    """A table in the place with two players, with a referee or alone with a friend; and who must not know the rest."""
    played = game(document.adventure.game)
    with server.client.portal() as portal:
        if referee:
            opening = partial(open_new_table, example=True, adventure=document)
            table = Tokens(server, *portal.call(opening, server.services, played, "A place", {}, "Ann"))
            people = [table.join(f"Player {n}", seat=f"player{n}") for n in (1, 2)]
            return server.room(table.referee.token), [*people, table.onlooker]
        own, _ = portal.call(open_adventure, server.services, played, document, "Bo")
    first = Person(server, own)
    return server.room(own), [first]


def acted(table: Table, seat: Seat, action: Action) -> Step:
    """Somebody does something."""
    return table.act(seat, action)


def told_so_far(table: Table) -> set[str]:
    """What an action that waits for somebody has told of the place already, such as a trap that goes off."""
    told = [one for waits in table.pending for one in waits.events if isinstance(one, Told)]
    return {str(fact) for one in told if one.code.startswith("place.") for fact in one.facts}


def onwards(table: Table, random: Random) -> Any:
    """Rather something with the place than anything else."""
    for _ in range(6):
        seat = random.choice([one.seat for one in table.seats])
        offers = [one.action for one in table.offers(seat) if not one.refusal and one.action.name.startswith("place.")]
        if offers and not table.pending:
            return partial(acted, seat=seat, action=random.choice(offers))
    return random_step(table, random)


async def play(server: Server, room: Room, random: Random, document: Document, known: set[str]) -> None:
    """Random people do random things, and `known` is all that the party has come upon."""
    for _ in range(STEPS):
        with suppress(TableRefusal, Refused):
            step = onwards(room.table, random)
            rooms = server.services.rooms
            await (rooms.do(room, step) if step else rooms.undo(room, REFEREE if room.table.referee else "player1", 1))
        known |= discovered(room.table.state, document) | told_so_far(room.table)


async def first_event(server: Server, token: str, stream: Any) -> str:
    """What a page or a program hears when it connects."""
    going = stream(await server.services.links.visitor(token))
    try:
        return str((await anext(going)).decode())
    finally:
        await going.aclose()


def everything(server: Server, person: Person) -> list[tuple[str, str]]:
    """All that somebody can get at."""
    room = server.room(person.token)
    got = [(name, person.get(name).text) for name in API]
    got += [(name, person.page(name).text) for name in ("", "/log", f"/replay/{room.table.done}", "/replay/0")]
    got += [(f"line {row[0]}", person.page(f"/line/{row[0]}").text) for row in room.log[-3:]]
    with server.client.portal() as portal:
        for stream in (events.page_events, program_events):
            got.append((stream.__name__, portal.call(first_event, server, person.token, stream)))
    return got


@pytest.mark.parametrize("referee", [True, False], ids=["refereed", "alone"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_no_word_of_what_is_undiscovered_leaves_the_server(name: str, referee: bool, tmp_path: Path) -> None:
    random, known, read = Random(7), set[str](), set[str]()
    document = marked(ready(name, names(name)[0]))
    with serving(tmp_path) as server:
        room, people = opened(server, document, referee)
        known |= discovered(room.table.state, document)
        for _ in range(TIMES):
            with server.client.portal() as portal:
                portal.call(play, server, room, random, document, known)
            for person in people:
                for where, text in everything(server, person):
                    found = set(WORD.findall(text.casefold()))
                    assert found <= known, (where, found - known)
                    read |= found
    assert read, "nobody has read a word"
