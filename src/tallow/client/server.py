"""A server, and one link of a table there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from tallow.client.answers import Change, GameOffered, Joined, LinkShown, OpenQuestion, TableStatus, TableTokens
from tallow.client.connection import SECONDS, Connection
from tallow.games.deeds import Offer
from tallow.games.view import View
from tallow.play import Answer, Seat
from tallow.table import ShownLine
from tallow.table.seats import DiceFrom, Role


class Server:
    """A server by its address, such as `http://127.0.0.1:8000`; its words come in a language, "en" or "ja".

    Every method raises `Refusal` if the server refuses, and `OSError` if it cannot be reached.
    """

    def __init__(self, address: str, *, language: str = "en", seconds: float = SECONDS) -> None:
        self._connection = Connection(address, "", language, seconds)

    def games(self) -> tuple[GameOffered, ...]:
        """The games that can be played there."""
        return self._connection.get("games", tuple[GameOffered, ...])

    def open_table(
        self, game: str, title: str, *, name: str = "", settings: Mapping[str, str] | None = None
    ) -> TableTokens:
        """Open a table as its referee, called `name`."""
        return self._connection.post(
            "tables", TableTokens, game=game, title=title, name=name, settings=dict(settings or {})
        )

    def link(self, token: str) -> "Link":
        """The link with this token: what comes after the last slash of its address."""
        known = self._connection
        return Link(Connection(known.address, token, known.language, known.seconds), token)


class Link:
    """One link of a table: the referee's, a player's own, an invitation for players, or an onlooker's.

    What it may see and do is what a person with this link may. Every method raises `Refusal` if the server refuses;
    then nothing has changed.
    """

    def __init__(self, connection: Connection, token: str) -> None:
        self._connection = connection
        self.token = token

    def join(self, name: str, *, dice: DiceFrom = "server", seat: Seat = "") -> "Link":
        """Take a seat by a link for players: a free one, or a fresh one; what is returned is the link of that seat."""
        joined = self._connection.post("join", Joined, name=name, dice=dice, seat=seat)
        known = self._connection
        return Link(Connection(known.address, joined.token, known.language, known.seconds), joined.token)

    def table(self) -> TableStatus:
        """How the table stands."""
        return self._connection.get("table", TableStatus)

    def view(self) -> View:
        """Sheets, scene and trackers."""
        return self._connection.get("view", View)

    def offers(self, seat: Seat = "") -> tuple[Offer, ...]:
        """What can be done now, each with its cost or the reason why not; the referee may ask for another seat."""
        return self._connection.get("offers", tuple[Offer, ...], **({"seat": seat} if seat else {}))

    def questions(self) -> tuple[OpenQuestion, ...]:
        """The questions that wait for an answer by this link."""
        return self._connection.get("questions", tuple[OpenQuestion, ...])

    def log(self, *, before: int = 0, limit: int = 50) -> tuple[ShownLine, ...]:
        """The last lines, or those before a number, oldest first; fewer where they are long."""
        return self._connection.get("log", tuple[ShownLine, ...], before=before, limit=limit)

    def events(self) -> Iterator[Change]:
        """How the table stands now, and again after each change, until the link is revoked or the server ends."""
        return self._connection.stream("events", Change)

    def act(self, name: str, who: str = "", *answers: Answer, seat: Seat = "") -> TableStatus:
        """Begin an action, with answers to its first questions; the referee may begin it for another seat."""
        return self._connection.post("act", TableStatus, name=name, who=who, answers=answers, seat=seat)

    def answer(self, question: OpenQuestion, answer: Answer) -> TableStatus:
        """Answer a question: an option of a choice, a text, the faces of dice, or `()` to let the server throw."""
        return self._connection.post(
            "answer",
            TableStatus,
            starter=question.starter,
            answer=answer,
            given=question.given,
            number=question.number,
        )

    def take_back(self, question: OpenQuestion) -> TableStatus:
        """Take back the action that waits at a question."""
        return self._connection.post("take-back", TableStatus, starter=question.starter, number=question.number)

    def undo(self, actions: int = 1, *, ask: bool = False) -> TableStatus:
        """Undo the last actions; a player their own last one, or `ask` the referee for it."""
        return self._connection.post("undo", TableStatus, actions=actions, ask=ask)

    def answer_undo(self, seat: Seat, *, allow: bool) -> TableStatus:
        """The referee allows or refuses what a player asked to undo."""
        return self._connection.post("undo/answer", TableStatus, seat=seat, allow=allow)

    def autopilot(
        self, *, on: bool = True, seats: Sequence[Seat] = (), until: Literal["", "round"] = "", player: str = "bot"
    ) -> TableStatus:
        """Have a bot play: one's own seat, for whoever presides any, or without `seats` all that nobody plays.

        `player` is which: the game's own, or one that is installed on the server.
        """
        return self._connection.post("autopilot", TableStatus, on=on, seats=tuple(seats), until=until, player=player)

    def bring(self, document: str | dict[str, Any], seat: Seat = "") -> TableStatus:
        """Bring a character that was made elsewhere."""
        return self._connection.post("bring", TableStatus, document=document, seat=seat)

    def set_dice(self, dice: DiceFrom) -> TableStatus:
        """Say where one's dice come from."""
        return self._connection.post("dice", TableStatus, dice=dice)

    def say(self, text: str) -> TableStatus:
        """Say something to all."""
        return self._connection.post("say", TableStatus, text=text)

    def reveal(self) -> TableStatus:
        """Show the seed of the dice so far; another takes over."""
        return self._connection.post("reveal", TableStatus)

    def links(self) -> tuple[LinkShown, ...]:
        """The links that stand, for the referee."""
        return self._connection.get("links", tuple[LinkShown, ...])

    def make_link(self, role: Role = "player", seat: Seat = "") -> LinkShown:
        """Make a link to a role, or back to a player's seat."""
        return self._connection.post("links", LinkShown, role=role, seat=seat)

    def revoke(self, link: LinkShown) -> None:
        """Revoke a link."""
        self._connection.delete(f"links/{link.hash}")
