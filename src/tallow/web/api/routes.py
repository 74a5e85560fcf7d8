"""The routes of the JSON API. A program identifies itself with the token of a link, as a bearer."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from tallow.client import GameOffered, Joined, LinkShown, OpenQuestion, TableStatus, TableTokens
from tallow.games import Game, game, names
from tallow.games.deeds import Action, Offer
from tallow.games.settings import setting_values
from tallow.games.view import View
from tallow.table import ShownLine, seen_line
from tallow.web import actions
from tallow.web.api.bodies import (
    Act,
    AnswerUndo,
    Autopilot,
    Bring,
    GiveAnswer,
    Id,
    Join,
    NewLinkAsked,
    NewTable,
    Remark,
    SetDice,
    TakeBack,
    Undo,
)
from tallow.web.api.events import program_events
from tallow.web.api.status import open_questions, table_status
from tallow.web.language import preferred_language
from tallow.web.live.links import UnknownLink, Visitor
from tallow.web.process.limits import DOCUMENT, Kind
from tallow.web.requests import Request, client_address, token_of
from tallow.web.services import Services, ServicesDep


class Api(Controller):
    """Every route of the API."""

    path = "/api"

    @get("/games")
    async def games(self, request: Request) -> list[GameOffered]:
        """The games that can be played here."""
        offered = [game(name, preferred_language(request)) for name in names()]
        return [GameOffered(one.id, one.title, one.referee, _settings(one)) for one in offered]

    @post("/tables")
    async def open(self, request: Request, services: ServicesDep, data: JSONBody[NewTable]) -> TableTokens:
        """Open a table."""
        await services.count("open_table", client_address(request))
        played = game(data.game, preferred_language(request))
        name = data.name or played.referee
        return TableTokens(*await actions.open_new_table(services, played, data.title, data.settings, name))

    @get("/table")
    async def table(self, request: Request, services: ServicesDep) -> TableStatus:
        """How the table stands."""
        return table_status(await _visitor(request, services))

    @get("/view")
    async def view(self, request: Request, services: ServicesDep) -> View:
        """Sheets, scene and trackers, as this seat may see them."""
        visitor = await _seated(request, services)
        return visitor.room.table.view(visitor.seat)

    @get("/offers")
    async def offers(self, request: Request, services: ServicesDep, seat: FromQuery[Id] = "") -> tuple[Offer, ...]:
        """What this seat can do now, each with its cost or the reason why not; the referee may ask for another."""
        visitor = await _seated(request, services)
        if seat and seat != visitor.seat:
            visitor.must_be_referee()
        return visitor.room.table.offers(seat or visitor.seat)

    @get("/questions")
    async def questions(self, request: Request, services: ServicesDep) -> list[OpenQuestion]:
        """The questions that this visitor may answer."""
        return open_questions(await _seated(request, services))

    @get("/log")
    async def log(
        self,
        request: Request,
        services: ServicesDep,
        before: FromQuery[int] = 0,
        limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    ) -> list[ShownLine]:
        """The last lines that this seat may see, or those before a number, oldest first; fewer where they are long."""
        visitor = await _seated(request, services)
        rows = await services.rooms.lines(visitor.room, before, limit)
        return [line for row in rows if (line := seen_line(*row, visitor.seat))]

    @get("/events")
    async def events(self, request: Request, services: ServicesDep) -> Stream:
        """Server-sent events: after each change how the table stands, the questions, and the new lines."""
        visitor = await _seated(request, services)
        visitor.room.must_have_room(visitor.link)
        return Stream(program_events(visitor), media_type="text/event-stream")

    @post("/join")
    async def join(self, request: Request, services: ServicesDep, data: JSONBody[Join]) -> Joined:
        """Take a seat, by a player's link."""
        visitor = await _visitor(request, services, "write")
        own = await actions.join(services, visitor, client_address(request), data.name, data.dice, data.seat)
        link = await services.links.find(own)
        if link is None:
            raise UnknownLink
        return Joined(link.seat, own)

    @post("/act", status_code=200)
    async def act(self, request: Request, services: ServicesDep, data: JSONBody[Act]) -> TableStatus:
        """Begin an action."""
        action = Action(data.name, data.who)
        return await _done(
            request, services, lambda visitor: actions.act(services, visitor, action, data.answers, data.seat)
        )

    @post("/answer", status_code=200)
    async def answer(self, request: Request, services: ServicesDep, data: JSONBody[GiveAnswer]) -> TableStatus:
        """Answer a question."""
        about = (data.starter, data.answer, data.given, data.number)
        return await _done(request, services, lambda visitor: actions.answer(services, visitor, *about))

    @post("/autopilot", status_code=200)
    async def autopilot(self, request: Request, services: ServicesDep, data: JSONBody[Autopilot]) -> TableStatus:
        """Have a bot play, or stop it."""

        async def do(visitor: Visitor) -> None:
            if data.on:
                await actions.play_itself(services, visitor, data.seats, data.until, data.player)
            else:
                await actions.stop_bots(services, visitor, data.seats)

        return await _done(request, services, do)

    @post("/take-back", status_code=200)
    async def take_back(self, request: Request, services: ServicesDep, data: JSONBody[TakeBack]) -> TableStatus:
        """Take back an action that waits."""
        return await _done(
            request, services, lambda visitor: actions.take_back(services, visitor, data.starter, data.number)
        )

    @post("/undo", status_code=200)
    async def undo(self, request: Request, services: ServicesDep, data: JSONBody[Undo]) -> TableStatus:
        """Undo the last actions; a player their own last one, or ask for it."""
        return await _done(
            request,
            services,
            lambda visitor: (
                actions.ask_undo(services, visitor) if data.ask else actions.undo(services, visitor, data.actions)
            ),
        )

    @post("/undo/answer", status_code=200)
    async def answer_undo(self, request: Request, services: ServicesDep, data: JSONBody[AnswerUndo]) -> TableStatus:
        """Allow or refuse what a player asked to undo."""
        visitor = await _referee(request, services, "write")
        if data.allow:
            await actions.allow_undo(services, visitor, data.seat, data.done)
        else:
            await actions.refuse_undo(services, visitor, data.seat)
        return table_status(visitor)

    @post("/bring", status_code=200, request_max_body_size=DOCUMENT)
    async def bring(self, request: Request, services: ServicesDep, data: JSONBody[Bring]) -> TableStatus:
        """Bring a character that was made elsewhere, in any format that the game is read in."""
        document = data.document if isinstance(data.document, str) else msgspec.json.encode(data.document)
        return await _done(
            request, services, lambda visitor: actions.bring_character(services, visitor, data.seat, document)
        )

    @post("/dice", status_code=200)
    async def dice(self, request: Request, services: ServicesDep, data: JSONBody[SetDice]) -> TableStatus:
        """Say where one's dice come from."""
        return await _done(request, services, lambda visitor: actions.set_dice_source(services, visitor, data.dice))

    @post("/say", status_code=200)
    async def say(self, request: Request, services: ServicesDep, data: JSONBody[Remark]) -> TableStatus:
        """Say something to all."""
        return await _done(request, services, lambda visitor: actions.remark(services, visitor, data.text))

    @post("/reveal", status_code=200)
    async def reveal(self, request: Request, services: ServicesDep) -> TableStatus:
        """Show the seed of the dice so far; another takes over."""
        return await _done(request, services, lambda visitor: actions.reveal_seed(services, visitor))

    @get("/links")
    async def links(self, request: Request, services: ServicesDep) -> list[LinkShown]:
        """The links that stand, for the referee."""
        visitor = await _referee(request, services)
        listed = await actions.list_links(services, visitor)
        return [LinkShown(link.hash, link.role, link.seat, token) for link, token in listed]

    @post("/links")
    async def make_link(self, request: Request, services: ServicesDep, data: JSONBody[NewLinkAsked]) -> LinkShown:
        """Make a link."""
        visitor = await _referee(request, services, "write")
        made = await actions.make_link(services, visitor, data.role, data.seat)
        link = await services.links.find(made.token)
        if link is None:
            raise UnknownLink
        return LinkShown(link.hash, link.role, link.seat, made.token)

    @delete("/links/{hash_:str}")
    async def revoke(self, request: Request, services: ServicesDep, hash_: FromPath[str]) -> None:
        """Revoke a link."""
        visitor = await _referee(request, services, "write")
        await actions.revoke_link(services, visitor, hash_)


def _settings(played: Game[Any]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(map(str, legal)) for name, legal in setting_values(played).items()}


async def _done(request: Request, services: Services, do: Callable[[Visitor], Awaitable[None]]) -> TableStatus:
    """Do something for the visitor, and answer with how the table stands then."""
    visitor = await _seated(request, services, "write")
    await do(visitor)
    return table_status(visitor)


async def _visitor(request: Request, services: Services, kind: Kind = "read") -> Visitor:
    token = token_of(request)
    if not token:
        raise UnknownLink
    return await services.visitor(request, token, kind)


async def _seated(request: Request, services: Services, kind: Kind = "read") -> Visitor:
    visitor = await _visitor(request, services, kind)
    if kind == "write":
        visitor.must_play()
    visitor.must_be_seated()
    return visitor


async def _referee(request: Request, services: Services, kind: Kind = "read") -> Visitor:
    visitor = await _visitor(request, services, kind)
    visitor.must_preside()
    return visitor
