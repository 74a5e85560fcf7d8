"""The JSON API: the same table for other programs. Who asks is said by the token of a link, as a bearer."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Stream
from msgspec import Meta, Struct

from tallow.games import Game, game, names
from tallow.games.deeds import Action, Offer
from tallow.games.settings import setting_values
from tallow.games.view import View
from tallow.play import Seat
from tallow.store.store import new_seed
from tallow.table import ShownLine, seen_line
from tallow.table.seats import DiceFrom, Role
from tallow.web.hall import Asking, Hall, TheHall, caller, person
from tallow.web.language import wanted
from tallow.web.live import events, gestures, table_status
from tallow.web.live.links import NoEntry, Visitor
from tallow.web.live.table_status import Asked, Standing
from tallow.web.process.limits import DOCUMENT, NAME, SAID, TITLE, text
from tallow.web.routes import table
from tallow.web.routes.start import opened, opening

Name = Annotated[str, Meta(min_length=1, max_length=NAME)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Id = Annotated[str, Meta(max_length=100)]


class GameOffered(Struct, frozen=True):
    """A game that can be played, with its settings and their values, the usual one first."""

    id: str
    title: str
    referee: str
    settings: dict[str, tuple[str, ...]]


class NewTable(Struct, frozen=True):
    """A table to open; a referee without a name goes by what the game calls one."""

    game: Id
    title: Annotated[str, Meta(min_length=1, max_length=TITLE)]
    name: Annotated[str, Meta(max_length=NAME)] = ""
    settings: dict[str, str] = {}


class Tokens(Struct, frozen=True):
    """The links of a new table: keep the referee's, hand out the others."""

    referee: str
    player: str
    onlooker: str


class Joining(Struct, frozen=True):
    """Somebody who sits down: in a free seat that the game has a character for, or in a fresh one."""

    name: Name
    dice: DiceFrom = "server"
    seat: Id = ""


class Seatings(Struct, frozen=True):
    """The seat, and the token that is its alone."""

    seat: Seat
    token: str


class Acting(Struct, frozen=True):
    """An action to begin, perhaps with its first answers; the referee may begin it for another `seat`.

    If an answer does not fit, the action is refused and nothing has changed, with one exception: once the server has
    thrown dice for it they stand. The refusal is then `dice_stand`, and the action waits at the question that was not
    answered, which `/questions` has. What begins while the dice of something else lie on the table may be refused with
    `in_motion` or `waits_for`; both name whom the table waits for.
    """

    name: Id
    who: Id = ""
    answers: Annotated[tuple[Any, ...], Meta(max_length=50)] = ()
    seat: Id = ""


class Answering(Struct, frozen=True):
    """An answer. `given` and `number` as they came with the question, so that a late answer is refused."""

    starter: Id
    answer: Any
    given: Count | None = None
    number: Count | None = None


class TakingBack(Struct, frozen=True):
    """An action that waits, to be taken back."""

    starter: Id
    number: Count | None = None


class Undoing(Struct, frozen=True):
    """How many actions to undo. A player undoes their own last one, or asks the referee for it with `ask`."""

    actions: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    ask: bool = False


class UndoAnswering(Struct, frozen=True):
    """The referee's word on what a player asked to undo; `done` as the table stood, so that nothing later goes too."""

    seat: Id
    allow: bool
    done: Count | None = None


class Bringing(Struct, frozen=True):
    """A character made elsewhere: a text, or JSON as it is. The referee names the seat, or none for a fresh one."""

    document: str | dict[str, Any]
    seat: Id = ""


class Throwing(Struct, frozen=True):
    """Where dice come from."""

    dice: DiceFrom


class Saying(Struct, frozen=True):
    """Something said to all."""

    text: Annotated[str, Meta(min_length=1, max_length=SAID)]


class LinkMaking(Struct, frozen=True):
    """A link to make: for a role, or back to a player's seat."""

    role: Literal["referee", "player", "onlooker"] = "player"
    seat: Id = ""


class LinkMade(Struct, frozen=True):
    """A link that stands; `token` where the referee's own can tell it."""

    hash: str
    role: Role
    seat: Seat
    token: str


class Api(Controller):
    """Every route."""

    path = "/api"

    # ------------------------------------------------------------ anybody

    @get("/games")
    async def games(self, request: Asking) -> list[GameOffered]:
        """The games that can be played here."""
        offered = [game(name, wanted(request)) for name in names()]
        return [GameOffered(one.id, one.title, one.referee, _settings(one)) for one in offered]

    @post("/tables")
    async def open(self, request: Asking, hall: TheHall, data: JSONBody[NewTable]) -> Tokens:
        """Open a table."""
        hall.gate.count("opening", caller(request))
        played = game(data.game, wanted(request))
        step = opening(played, text(data.title, TITLE), data.settings, person(data.name or played.referee))
        return Tokens(*await opened(hall, step))

    # ------------------------------------------------------------ looking

    @get("/table")
    async def table(self, request: Asking, hall: TheHall) -> Standing:
        """How the table stands."""
        return table_status.of(await _visitor(request, hall))

    @get("/view")
    async def view(self, request: Asking, hall: TheHall) -> View:
        """Sheets, scene and trackers, as this seat may see them."""
        visitor = await _seated(request, hall)
        return visitor.room.table.view(visitor.seat)

    @get("/offers")
    async def offers(self, request: Asking, hall: TheHall, seat: FromQuery[Id] = "") -> tuple[Offer, ...]:
        """What this seat can do now, each with its cost or the reason why not; the referee may ask for another."""
        visitor = await _seated(request, hall)
        if seat and seat != visitor.seat:
            visitor.must_be_referee()
        return visitor.room.table.offers(seat or visitor.seat)

    @get("/questions")
    async def questions(self, request: Asking, hall: TheHall) -> list[Asked]:
        """The questions that this visitor may answer."""
        return table_status.asked(await _seated(request, hall))

    @get("/log")
    async def log(
        self,
        request: Asking,
        hall: TheHall,
        before: FromQuery[int] = 0,
        limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    ) -> list[ShownLine]:
        """The last lines that this seat may see, or those before a number, oldest first; fewer where they are long."""
        visitor = await _seated(request, hall)
        rows = await hall.house.lines(visitor.room, before, limit)
        return [line for row in rows if (line := seen_line(*row, visitor.seat))]

    @get("/events")
    async def events(self, request: Asking, hall: TheHall) -> Stream:
        """Server-sent events: after each change how the table stands, the questions, and the new lines."""
        visitor = await _seated(request, hall)
        visitor.room.must_have_room(visitor.link)
        return Stream(events.to_program(visitor), media_type="text/event-stream")

    # ------------------------------------------------------------ doing

    @post("/join")
    async def join(self, request: Asking, hall: TheHall, data: JSONBody[Joining]) -> Seatings:
        """Sit down by a player's link."""
        visitor = await _visitor(request, hall, "doing")
        own = await table.sit_down(hall, request, visitor, person(data.name), data.dice, data.seat)
        link = await hall.door.find(own)
        if link is None:
            raise NoEntry
        return Seatings(link.seat, own)

    @post("/act", status_code=200)
    async def act(self, request: Asking, hall: TheHall, data: JSONBody[Acting]) -> Standing:
        """Begin an action."""
        visitor = await _seated(request, hall, "doing")
        await table.do_action(hall, visitor, Action(data.name, data.who), data.answers, data.seat)
        return table_status.of(visitor)

    @post("/answer", status_code=200)
    async def answer(self, request: Asking, hall: TheHall, data: JSONBody[Answering]) -> Standing:
        """Answer a question."""
        visitor = await _seated(request, hall, "doing")
        await hall.house.do(
            visitor.room,
            lambda table: table.answer(visitor.seat, data.starter, data.answer, given=data.given, number=data.number),
        )
        return table_status.of(visitor)

    @post("/take-back", status_code=200)
    async def take_back(self, request: Asking, hall: TheHall, data: JSONBody[TakingBack]) -> Standing:
        """Take back an action that waits."""
        visitor = await _seated(request, hall, "doing")
        await hall.house.do(visitor.room, lambda table: table.take_back(visitor.seat, data.starter, data.number))
        return table_status.of(visitor)

    @post("/undo", status_code=200)
    async def undo(self, request: Asking, hall: TheHall, data: JSONBody[Undoing]) -> Standing:
        """Undo the last actions; a player their own last one, or ask for it."""
        visitor = await _seated(request, hall, "doing")
        if data.ask:
            await hall.house.do(visitor.room, table.wish(visitor.seat))
        else:
            await hall.house.undo(visitor.room, visitor.seat, data.actions)
        return table_status.of(visitor)

    @post("/undo/answer", status_code=200)
    async def answer_undo(self, request: Asking, hall: TheHall, data: JSONBody[UndoAnswering]) -> Standing:
        """Allow or refuse what a player asked to undo."""
        visitor = await _referee(request, hall, "doing")
        if data.allow:
            await hall.house.allow_undo(visitor.room, visitor.seat, data.seat, data.done)
        else:
            await hall.house.do(visitor.room, table.wish(visitor.seat, data.seat))
        return table_status.of(visitor)

    @post("/bring", status_code=200, request_max_body_size=DOCUMENT)
    async def bring(self, request: Asking, hall: TheHall, data: JSONBody[Bringing]) -> Standing:
        """Bring a character that was made elsewhere, in any format that the game is read in."""
        visitor = await _seated(request, hall, "doing")
        if data.seat and data.seat != visitor.seat:
            visitor.must_be_referee()
        given = data.document if isinstance(data.document, str) else msgspec.json.encode(data.document)
        document = await table.read_document(hall, visitor, given)
        seat = data.seat or ("" if visitor.role == "referee" else visitor.seat)
        await hall.house.do(visitor.room, lambda table: gestures.bring(table, visitor.seat, seat, document))
        return table_status.of(visitor)

    @post("/dice", status_code=200)
    async def dice(self, request: Asking, hall: TheHall, data: JSONBody[Throwing]) -> Standing:
        """Say where one's dice come from."""
        visitor = await _seated(request, hall, "doing")
        await hall.house.do(visitor.room, lambda table: table.take_dice_from(visitor.seat, data.dice))
        return table_status.of(visitor)

    @post("/say", status_code=200)
    async def say(self, request: Asking, hall: TheHall, data: JSONBody[Saying]) -> Standing:
        """Say something to all."""
        visitor = await _seated(request, hall, "doing")
        words = text(data.text, SAID, lines=True)
        await hall.house.do(visitor.room, lambda table: table.say(visitor.seat, words))
        return table_status.of(visitor)

    @post("/reveal", status_code=200)
    async def reveal(self, request: Asking, hall: TheHall) -> Standing:
        """Show the seed of the dice so far; another takes over."""
        visitor = await _seated(request, hall, "doing")
        await hall.house.do(visitor.room, lambda table: table.reveal(visitor.seat, new_seed()))
        return table_status.of(visitor)

    # ------------------------------------------------------------ links

    @get("/links")
    async def links(self, request: Asking, hall: TheHall) -> list[LinkMade]:
        """The links that stand, for the referee."""
        visitor = await _referee(request, hall)
        return [
            LinkMade(link["hash"], link["role"], link["seat"], link["token"])
            for link in await table.link_list(hall, request, visitor)
        ]

    @post("/links")
    async def make_link(self, request: Asking, hall: TheHall, data: JSONBody[LinkMaking]) -> LinkMade:
        """Make a link."""
        visitor = await _referee(request, hall, "doing")
        made = await table.make_link(hall, visitor, data.role, data.seat)
        link = await hall.door.find(made.token)
        if link is None:
            raise NoEntry
        return LinkMade(link.hash, link.role, link.seat, made.token)

    @delete("/links/{hash_:str}")
    async def revoke(self, request: Asking, hall: TheHall, hash_: FromPath[str]) -> None:
        """Revoke a link."""
        visitor = await _referee(request, hall, "doing")
        await table.revoke_link(hall, visitor, hash_)


def _settings(played: Game[Any]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(map(str, legal)) for name, legal in setting_values(played).items()}


async def _visitor(request: Asking, hall: Hall, what: str = "looking") -> Visitor:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.casefold() != "bearer" or not token.strip():
        raise NoEntry
    return await hall.visitor(request, token.strip(), what)


async def _seated(request: Asking, hall: Hall, what: str = "looking") -> Visitor:
    visitor = await _visitor(request, hall, what)
    if what == "doing":
        visitor.must_play()
    visitor.must_be_seated()
    return visitor


async def _referee(request: Asking, hall: Hall, what: str = "looking") -> Visitor:
    visitor = await _visitor(request, hall, what)
    visitor.must_be_referee()
    return visitor
