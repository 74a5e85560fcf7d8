"""A server in this process, and people who come by its links."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from litestar.testing import TestClient
from msgspec import convert

from tallow.games import game
from tallow.games.optional import documents_of, needed_characters
from tallow.play import Choice, Question, Roll, Span
from tallow.simulate.random_answers import RandomAnswers
from tallow.store import Store
from tallow.web.app import make_app
from tallow.web.live.events import page_events
from tallow.web.live.room import Room
from tallow.web.process.limits import Limits, Rate
from tallow.web.services import Services

FAST = Limits(*[Rate(1e9, 1e9)] * 6)


class Server:
    """A server that can be asked without a network."""

    def __init__(self, client: TestClient[Any], store: Store, services: Services) -> None:
        self.client = client
        self.store = store
        self.services = services

    def table(self, **more: Any) -> "Tokens":
        answer = self.client.post("/api/tables", json={"game": "cairn", "title": "The Old Mill", "name": "Ann"} | more)
        assert answer.status_code == 201, answer.text
        return Tokens(self, **answer.json())

    def wait_for_background(self) -> None:
        """Until nothing is measured, rehearsed or made any more."""

        with self.client.portal() as portal:
            portal.call(self.services.comparisons.wait)
            portal.call(self.services.rehearsals.wait)
            portal.call(self.services.places.wait)

    def room(self, token: str) -> Room:
        with self.client.portal() as portal:
            return portal.call(self.services.links.visitor, token).room


class Tokens:
    """A table's links."""

    def __init__(self, server: Server, referee: str, player: str, onlooker: str) -> None:
        self.server = server
        self.referee = Person(server, referee)
        self.invited = Person(server, player)
        self.onlooker = Person(server, onlooker)

    def join(self, name: str, dice: str = "server", seat: str = "") -> "Person":
        answer = self.invited.post("join", name=name, dice=dice, seat=seat)
        assert answer.status_code == 201, answer.text
        return Person(self.server, answer.json()["token"])


class Person:
    """Somebody with a link: `get` and `post` ask the API, `page` and `form` as a browser does."""

    def __init__(self, server: Server, token: str) -> None:
        self.server = server
        self.token = token
        self._bearer = {"Authorization": f"Bearer {token}"}

    def get(self, what: str) -> Any:
        return self.server.client.get(f"/api/{what}", headers=self._bearer)

    def post(self, what: str, **body: Any) -> Any:
        return self.server.client.post(f"/api/{what}", headers=self._bearer, json=body)

    def delete(self, what: str) -> Any:
        return self.server.client.delete(f"/api/{what}", headers=self._bearer)

    def page(self, what: str = "", **more: Any) -> Any:
        return self.server.client.get(f"/t/{self.token}{what}", follow_redirects=False, **more)

    def form(self, what: str, *, script: bool = True, headers: dict[str, str] | None = None, **body: Any) -> Any:
        sent = {**({"HX-Request": "true"} if script else {}), **(headers or {})}
        return self.server.client.post(f"/t/{self.token}/{what}", data=body, headers=sent, follow_redirects=False)

    def act(self, name: str, who: str = "", *answers: Any, seat: str = "") -> Any:
        return self.post("act", name=name, who=who, answers=list(answers), seat=seat)

    def questions(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get("questions").json()
        return found

    def answer_all(self, random: Random | None = None, most: int = 500) -> None:
        """Answer whatever waits for this person until nothing does."""
        for _ in range(most):
            asked = self.questions()
            if not asked:
                return
            one = asked[0]
            answer = an_answer(one["question"], random)
            said = self.post("answer", starter=one["starter"], number=one["number"], given=one["given"], answer=answer)
            assert said.status_code == 200, said.text


def ready_table(server: Server) -> tuple[Person, list[Person]]:
    """A table ready to play without an adventure, its referee and two players with characters."""
    form = {"game": "cairn", "party": "ready"}
    opened = server.client.post("/tables", data=form, follow_redirects=False)
    referee = Person(server, opened.headers["location"].split("/")[-1])
    invited = next(link["token"] for link in referee.get("links").json() if link["role"] == "player")
    table = Tokens(server, referee.token, invited, "")
    return referee, [table.join("Bo", seat="player1"), table.join("Cy", dice="typed", seat="player2")]


async def stream(server: Server, person: Person, *then: Any) -> list[bytes]:
    """All that comes to somebody's page by its stream of events, with something done after each of the first."""
    visitor = await server.services.links.visitor(person.token)
    got = []
    left = list(then)
    async for event in page_events(visitor):
        got.append(event)
        if left:
            await left.pop(0)()
    return got


def an_answer(question: dict[str, Any], random: Random | None = None) -> Any:
    """A legal answer to a question as JSON."""
    match question["type"]:
        case "roll":
            return [random.randint(1, question["sides"]) if random else 1 for _ in range(question["n"])]
        case "choice":
            options = question["options"]
            numbers = convert(options, Span) if isinstance(options, dict) else options
            return random.choice(numbers) if random else numbers[0]
        case _:
            return written(question["what"], question["why"], random)


def written(what: str, why: str, random: Random | None) -> str:
    """Something to write: a name, or a whole character where one is asked for."""
    played = game(why.partition(".")[0])
    documents = documents_of(played)
    if documents and what == documents.asks:
        return documents.write(needed_characters(played).create(RandomAnswers(random or Random(0)), played.settings()))
    return "Mossbeard"


def live_answer(question: Question, random: Random) -> Any:
    """The same for a question that was not put in JSON."""
    if isinstance(question, Roll):
        return tuple(random.randint(1, question.sides) for _ in range(question.n))
    if isinstance(question, Choice):
        return random.choice(question.options)
    return written(question.what, question.why, random)


@contextmanager
def serving(folder: Path, limits: Limits = FAST) -> Iterator[Server]:
    """A server over a fresh store."""
    store = Store(f"sqlite:///{folder / 'tables.sqlite'}")
    try:
        app = make_app(store, limits=limits)
        with TestClient(app) as client:
            yield Server(client, store, app.state.services)
    finally:
        store.close()
