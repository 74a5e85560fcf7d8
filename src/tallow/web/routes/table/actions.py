"""What people do on the page of a table. Each route reads a form, does what it asks, and answers with what changed."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar import Controller, Response, post
from litestar.datastructures import FormMultiDict, UploadFile
from litestar.params import FromPath

from tallow.games.deeds import Action
from tallow.table import TableRefusal
from tallow.table.bots.players import GAME_BOT
from tallow.web import actions
from tallow.web.drawing.table_page import NARRATION
from tallow.web.live.events import NOTHING
from tallow.web.live.links import Visitor
from tallow.web.process.limits import DOCUMENT
from tallow.web.requests import Request, by_htmx, form_int, form_text, has_event_stream
from tallow.web.responses import changes
from tallow.web.services import Services, ServicesDep

Do = Callable[[Visitor, FormMultiDict], Awaitable[None]]


async def done(request: Request, services: Services, token: str, do: Do) -> Response[str]:
    """Do something for the visitor with the form that they sent, and answer with what changed on their page."""
    visitor = await services.visitor(request, token, "write")
    visitor.must_play()
    answers_changes = by_htmx(request) and not has_event_stream(request, visitor)
    before = visitor.room.page(visitor.seat, visitor.phrases) if answers_changes else NOTHING
    await do(visitor, await request.form())
    return changes(request, visitor, before)


class ActionRoutes(Controller):
    """Routes of a table's forms."""

    path = "/t/{token:str}"
    include_in_schema = False

    @post("/act")
    async def act(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Begin an action, with its first answers if they are known; the referee may for another `seat`."""

        async def do(visitor: Visitor, form: FormMultiDict) -> None:
            answers = msgspec.json.decode(form_text(form, "answers", "[]"), type=tuple[Any, ...] | dict[str, Any])
            action = Action(form_text(form, "name"), form_text(form, "who"))
            await actions.act(services, visitor, action, answers, form_text(form, "seat"))

        return await done(request, services, token, do)

    @post("/answer", request_max_body_size=DOCUMENT)
    async def answer(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Answer a question: `answer` is JSON; or `text`; or a `face` for each die; or a `document` or `file`.

        With `rest` dice are thrown until something else is asked. An `answer` with a `text` is followed by the text.
        """

        async def do(visitor: Visitor, form: FormMultiDict) -> None:
            given, number, starter = form_int(form, "given"), form_int(form, "number"), form_text(form, "starter")
            if "rest" in form:
                await actions.roll_on(services, visitor, starter, given, number)
                return
            answer = await _character(services, visitor, form) if "document" in form else _answer(form)
            await actions.answer(services, visitor, starter, answer, given, number)
            if "answer" in form and (text := form_text(form, "text").strip()):
                await actions.answer(services, visitor, starter, text, None if given is None else given + 1, number)

        return await done(request, services, token, do)

    @post("/take-back")
    async def take_back(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Take back a pending action."""

        async def do(visitor: Visitor, form: FormMultiDict) -> None:
            starter = form_text(form, "starter") or visitor.seat
            await actions.take_back(services, visitor, starter, form_int(form, "number"))

        return await done(request, services, token, do)

    @post("/by-chance")
    async def by_chance(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Have the rest of a character made by chance."""

        async def do(visitor: Visitor, form: FormMultiDict) -> None:
            await actions.leave_to_chance(services, visitor, form_int(form, "number"))

        return await done(request, services, token, do)

    @post("/undo")
    async def undo(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Undo the last actions; a player their own last one, or `ask`, which the referee can `allow` or `refuse`."""

        async def do(visitor: Visitor, form: FormMultiDict) -> None:
            if allow := form_text(form, "allow"):
                await actions.allow_undo(services, visitor, allow, form_int(form, "done"))
            elif refuse := form_text(form, "refuse"):
                await actions.refuse_undo(services, visitor, refuse)
            elif form_text(form, "ask") == "1":
                await actions.ask_undo(services, visitor)
            else:
                many = form_int(form, "actions")
                await actions.undo(services, visitor, 1 if many is None else many)

        return await done(request, services, token, do)

    @post("/autopilot")
    async def autopilot(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Have a bot, the one named `player`, play `seat` or whom nobody plays, for a round or on; `stop` it."""

        async def do(visitor: Visitor, form: FormMultiDict) -> None:
            seats = (seat,) if (seat := form_text(form, "seat")) else ()
            if form_text(form, "stop") == "1":
                await actions.stop_bots(services, visitor, seats)
            else:
                player = form_text(form, "player") or GAME_BOT
                await actions.play_itself(services, visitor, seats, form_text(form, "until"), player)

        return await done(request, services, token, do)

    @post("/dice")
    async def dice(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Say where one's dice come from."""

        async def do(visitor: Visitor, form: FormMultiDict) -> None:
            await actions.set_dice_source(services, visitor, form_text(form, "dice"))

        return await done(request, services, token, do)

    @post("/say")
    async def say(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Say something: to all, to one seat alone (`to`), or as narration (`to` is `NARRATION`)."""

        async def do(visitor: Visitor, form: FormMultiDict) -> None:
            to = form_text(form, "to")
            narrates = to == NARRATION
            await actions.remark(services, visitor, form_text(form, "text"), "" if narrates else to, narrates=narrates)

        return await done(request, services, token, do)

    @post("/return")
    async def answer_return(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Let somebody back into their seat, or not."""

        async def do(visitor: Visitor, form: FormMultiDict) -> None:
            allowed = form_text(form, "allow")
            await actions.answer_return(services, visitor, allowed or form_text(form, "refuse"), allow=bool(allowed))

        return await done(request, services, token, do)

    @post("/free")
    async def free_seat(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Free the seat of a player."""

        async def do(visitor: Visitor, form: FormMultiDict) -> None:
            visitor.must_preside()
            await actions.free_seat(services, visitor, form_text(form, "seat"))

        return await done(request, services, token, do)

    @post("/reveal")
    async def reveal(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Show the seed of the dice so far."""

        async def do(visitor: Visitor, _: FormMultiDict) -> None:
            await actions.reveal_seed(services, visitor)

        return await done(request, services, token, do)

    @post("/arrange")
    async def move_item(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """Move an item to another place."""

        async def do(visitor: Visitor, form: FormMultiDict) -> None:
            who, item, to = (form_text(form, name) for name in ("who", "thing", "to"))
            await actions.move_item(services, visitor, who, item, to)

        return await done(request, services, token, do)

    @post("/set")
    async def set_value(self, request: Request, services: ServicesDep, token: FromPath[str]) -> Response[str]:
        """The referee sets a number in its place."""

        async def do(visitor: Visitor, form: FormMultiDict) -> None:
            who, label, value = form_text(form, "who"), form_text(form, "label"), form_int(form, "value")
            await actions.set_value(services, visitor, who, label, value, most=form_text(form, "most") == "1")

        return await done(request, services, token, do)


async def _character(services: Services, visitor: Visitor, form: FormMultiDict) -> str:
    """The character in a form, from a file or as text."""
    sent = form.get("file")
    document = await sent.read() if isinstance(sent, UploadFile) else b""
    return await actions.read_character(services, visitor, document or form_text(form, "document"))


def _answer(form: FormMultiDict) -> Any:
    """The answer in a form."""
    if "answer" in form:
        return msgspec.json.decode(form_text(form, "answer"))
    if "text" in form:
        return form_text(form, "text")
    faces = [value for name, value in form.multi_items() if name == "face"]
    if not all(isinstance(face, str) and face.strip().isdecimal() and len(face) < 6 for face in faces):
        raise TableRefusal("not_a_number")
    return tuple(int(face) for face in faces)
