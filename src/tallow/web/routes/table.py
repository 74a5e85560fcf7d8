"""The pages of a table, for whoever comes by a link, and what they do there.

What is drawn: `page("table", …)` has visitor, who, fragments, links (the referee's), version, title, game;
`page("join", …)` has visitor, title, game, seats, free (seats with the names of their characters), name.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.datastructures import FormMultiDict, UploadFile
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from tallow.games.deeds import Action
from tallow.play import Answer, Seat
from tallow.store import NewLink
from tallow.store.store import new_seed, new_token
from tallow.table import Line, Step, Table, TableRefusal, seen_line
from tallow.table.seats import DiceFrom, Role
from tallow.web.background.tasks import brought
from tallow.web.drawing.elements import Pieces
from tallow.web.drawing.seat_page import fragments
from tallow.web.hall import (
    Asking,
    Hall,
    TheHall,
    by_script,
    caller,
    cookie,
    html,
    listens,
    own_link,
    person,
    remember_name,
    remembered_name,
    said,
    see,
    sent_to,
    shown,
    whole,
)
from tallow.web.live import events, gestures, table_status
from tallow.web.live.links import Visitor, derived, read_again
from tallow.web.live.rooms import LOG, Room
from tallow.web.process.limits import DOCUMENT, SAID, text

PAGE = 50
"""Lines of the log that are fetched at a time."""


class TablePages(Controller):
    """Everything under a link."""

    path = "/t/{token:str}"
    include_in_schema = False

    @get("/")
    async def look(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """The page of this link; somebody who has still to sit down is asked their name."""
        visitor = await hall.visitor(request, token)
        if visitor.seat:
            return html(request, "table", await table_context(hall, request, visitor))
        back = request.cookies.get(own_link(visitor.link.table), "")
        if back and back != token and await _opens(hall, back, visitor.link.table):
            return see(f"/t/{back}")
        return html(request, "join", join_context(request, visitor))

    @post("/join")
    async def join(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """Sit down, and get a link of one's own; whoever sits already changes their name."""
        visitor = await hall.visitor(request, token, "doing")
        form = await request.form()
        name = person(said(form, "name"))
        if visitor.seat:
            visitor.must_play()
            await hall.house.do(visitor.room, lambda table: table.rename(visitor.seat, name))
            return sent_to(request, f"/t/{token}", [remember_name(name, request)])
        back = request.cookies.get(own_link(visitor.link.table), "")
        if back and await _opens(hall, back, visitor.link.table):
            return sent_to(request, f"/t/{back}")
        own = await sit_down(hall, request, visitor, name, said(form, "dice", "server"), said(form, "seat"))
        cookies = [remember_name(name, request), cookie(own_link(visitor.link.table), own, request)]
        return sent_to(request, f"/t/{own}", cookies)

    @get("/events")
    async def events(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Stream:
        """What changes, as it happens."""
        visitor = await hall.visitor(request, token)
        visitor.must_be_seated()
        visitor.room.must_have_room(visitor.link)
        return Stream(events.to_page(visitor), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})

    # ------------------------------------------------------------ doing

    @post("/act")
    async def act(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """Begin an action, with its first answers if they are known; the referee may for another `seat`."""
        visitor, form, before = await _doing(hall, request, token)
        answers = msgspec.json.decode(said(form, "answers", "[]"), type=tuple[Any, ...])
        action = Action(said(form, "name"), said(form, "who"))
        await do_action(hall, visitor, action, answers, said(form, "seat"))
        return shown(request, visitor, before)

    @post("/answer", request_max_body_size=DOCUMENT)
    async def answer(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """Answer a question: `answer` is JSON; or `text`; or a `face` for each die; or a `document` or `file`."""
        visitor, form, before = await _doing(hall, request, token)
        given, number, starter = whole(form, "given"), whole(form, "number"), said(form, "starter")
        answer = await _brought(hall, visitor, form) if "document" in form else _answered(form)
        await hall.house.do(
            visitor.room, lambda table: table.answer(visitor.seat, starter, answer, given=given, number=number)
        )
        return shown(request, visitor, before)

    @post("/take-back")
    async def take_back(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """Take back an action that waits."""
        visitor, form, before = await _doing(hall, request, token)
        starter, number = said(form, "starter") or visitor.seat, whole(form, "number")
        await hall.house.do(visitor.room, lambda table: table.take_back(visitor.seat, starter, number))
        return shown(request, visitor, before)

    @post("/undo")
    async def undo(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """Undo the last actions; a player their own last one, or `ask`, which the referee can `allow` or `refuse`."""
        visitor, form, before = await _doing(hall, request, token)
        actions, asks = whole(form, "actions"), said(form, "ask") == "1"
        allow, refuse = said(form, "allow"), said(form, "refuse")
        if allow:
            await hall.house.allow_undo(visitor.room, visitor.seat, allow, whole(form, "done"))
        elif refuse or asks:
            await hall.house.do(visitor.room, wish(visitor.seat, refuse))
        else:
            await hall.house.undo(visitor.room, visitor.seat, 1 if actions is None else actions)
        return shown(request, visitor, before)

    @post("/dice")
    async def dice(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """Say where one's dice come from."""
        visitor, form, before = await _doing(hall, request, token)
        dice = dice_from(said(form, "dice"))
        await hall.house.do(visitor.room, lambda table: table.take_dice_from(visitor.seat, dice))
        return shown(request, visitor, before)

    @post("/say")
    async def say(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """Say something to all."""
        visitor, form, before = await _doing(hall, request, token)
        words = text(said(form, "text"), SAID, lines=True)
        await hall.house.do(visitor.room, lambda table: table.say(visitor.seat, words))
        return shown(request, visitor, before)

    @post("/reveal")
    async def reveal(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """Show the seed of the dice so far; another takes over."""
        visitor, _, before = await _doing(hall, request, token)
        await hall.house.do(visitor.room, lambda table: table.reveal(visitor.seat, new_seed()))
        return shown(request, visitor, before)

    @post("/arrange")
    async def arrange(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """Carry a thing to another place, through the game's own action."""
        visitor, form, before = await _doing(hall, request, token)
        who, thing, to = (said(form, name) for name in ("who", "thing", "to"))
        await hall.house.do(visitor.room, lambda table: gestures.arrange(table, visitor.seat, who, thing, to))
        return shown(request, visitor, before)

    @post("/set")
    async def set_value(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """The referee sets a number in its place."""
        visitor, form, before = await _doing(hall, request, token)
        visitor.must_be_referee()
        who, label, value = said(form, "who"), said(form, "label"), whole(form, "value")
        if value is None:
            raise TableRefusal("not_a_number")
        most = said(form, "most") == "1"
        await hall.house.do(visitor.room, lambda table: gestures.set_value(table, who, label, value, most=most))
        return shown(request, visitor, before)

    @post("/links")
    async def links(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """Make a link for a role, or for whoever sits in a `seat`; or revoke one by its hash."""
        visitor, form, _ = await _doing(hall, request, token)
        visitor.must_be_referee()
        if revoke := said(form, "revoke"):
            await revoke_link(hall, visitor, revoke)
        else:
            await make_link(hall, visitor, said(form, "make", "player"), said(form, "seat"))
        if by_script(request):
            return html(request, "links", {"visitor": visitor, **await invitations(hall, request, visitor)})
        return see(f"/t/{token}")

    # ------------------------------------------------------------ looking closer

    @get("/links")
    async def linked(self, request: Asking, hall: TheHall, token: FromPath[str]) -> Response[str]:
        """The links of this table, for the referee."""
        visitor = await hall.visitor(request, token)
        visitor.must_be_referee()
        return html(request, "links", {"visitor": visitor, **await invitations(hall, request, visitor)})

    @get("/log")
    async def log(
        self, request: Asking, hall: TheHall, token: FromPath[str], before: FromQuery[int] = 0
    ) -> Response[str]:
        """Older lines of the log, before a number."""
        visitor = await hall.visitor(request, token)
        visitor.must_be_seated()
        rows = await hall.house.lines(visitor.room, before, PAGE)
        lines = [line for row in rows if (line := seen_line(*row, visitor.seat))]
        earliest = rows[0][0] if rows else 0
        return html(request, "log", {"visitor": visitor, "lines": lines, "before": earliest if earliest > 1 else 0})

    @get("/line/{number:int}")
    async def line(self, request: Asking, hall: TheHall, token: FromPath[str], number: FromPath[int]) -> Response[str]:
        """One line, opened to the rules that made it."""
        visitor = await hall.visitor(request, token)
        visitor.must_be_seated()
        line = seen_line(*await find_line(hall, visitor.room, number), visitor.seat)
        if line is None:
            raise TableRefusal("no_such_line")
        entries = visitor.game.book.entries()
        whys = dict.fromkeys(why for one in line.shown if (why := table_status.why(one.event)) in entries)
        return html(request, "line", {"visitor": visitor, "line": line, "entries": [entries[why] for why in whys]})

    @get("/as/{seat:str}")
    async def as_seat(self, request: Asking, hall: TheHall, token: FromPath[str], seat: FromPath[str]) -> Response[str]:
        """What somebody else sees, for the referee."""
        visitor = await hall.visitor(request, token)
        visitor.must_be_referee()
        who = visitor.room.table.seated(seat)
        drawn = events.drawn(visitor.room, seat, visitor.phrases)
        return html(request, "as", {"visitor": visitor, "who": who, "fragments": drawn})

    @get("/replay/{action:int}")
    async def replay(
        self, request: Asking, hall: TheHall, token: FromPath[str], action: FromPath[int]
    ) -> Response[str]:
        """The table as this visitor saw it after so many actions; only to look at."""
        visitor = await hall.visitor(request, token)
        visitor.must_be_seated()
        room, log = await replayed(hall, visitor.room, action)
        drawn = fragments(room, visitor.seat, visitor.phrases)
        line = next((line for row in log if row[2].number == action and (line := seen_line(*row, visitor.seat))), None)
        context = {"visitor": visitor, "room": room, "fragments": drawn, "action": action, "line": line}
        return html(request, "replay", {**context, "actions": visitor.room.table.done})


# ---------------------------------------------------------------- coming in


async def table_context(hall: Hall, request: Asking, visitor: Visitor) -> dict[str, Any]:
    """What the page of somebody at the table is drawn from."""
    table = visitor.room.table
    return {
        "visitor": visitor,
        "who": visitor.who,
        "title": table.title,
        "game": visitor.game,
        "version": visitor.room.version,
        "fragments": events.drawn(visitor.room, visitor.seat, visitor.phrases),
        **(await invitations(hall, request, visitor) if visitor.role == "referee" else {"links": []}),
    }


def join_context(request: Asking, visitor: Visitor) -> dict[str, Any]:
    """What somebody sees who has still to sit down."""
    table = visitor.room.table
    free = [(seat, characters(table, seat)) for seat in table.free_seats()]
    return {
        "visitor": visitor,
        "title": table.title,
        "game": visitor.game,
        "seats": table.seats,
        "free": free,
        "name": remembered_name(request),
    }


def characters(table: Table, seat: Seat) -> tuple[str, ...]:
    """The names of those whom a seat plays."""
    return tuple(panel.title for panel in table.view(seat).panels if panel.kind == "sheet" and panel.seat == seat)


async def _opens(hall: Hall, token: str, table: str) -> bool:
    """Whether a token still leads to a seat at this table."""
    link = await hall.door.find(token)
    return link is not None and link.table == table and bool(link.seat)


async def sit_down(hall: Hall, request: Asking, visitor: Visitor, name: str, dice: str, seat: Seat) -> str:
    """Somebody sits down; the token of the link that is theirs alone."""
    if visitor.role == "onlooker":
        raise TableRefusal("onlookers_watch")
    if visitor.role != "player" or visitor.link.seat:
        raise TableRefusal("seated_already")
    hall.gate.count("joining", f"{visitor.link.hash} {caller(request)}")
    visitor.room.must_seat(visitor.link)
    own = new_token()
    await hall.house.do(
        visitor.room,
        lambda table: table.join(name, dice_from(dice), seat),
        lambda step: [NewLink(own, "player", step.table.seats[-1].seat)],
    )
    visitor.room.sat_by[visitor.link.hash] += 1
    return own


def dice_from(given: str) -> DiceFrom:
    """Where dice come from."""
    if given not in {"server", "typed"}:
        raise TableRefusal("bad_dice")
    return "typed" if given == "typed" else "server"


# ---------------------------------------------------------------- doing


async def _doing(hall: Hall, request: Asking, token: str) -> tuple[Visitor, FormMultiDict, Pieces]:
    """Who does something, the form, and their page before it."""
    visitor = await hall.visitor(request, token, "doing")
    visitor.must_play()
    wanted = by_script(request) and not listens(request, visitor)
    before = events.drawn(visitor.room, visitor.seat, visitor.phrases) if wanted else events.NOTHING
    return visitor, await request.form(), before


async def do_action(hall: Hall, visitor: Visitor, action: Action, answers: tuple[Answer, ...], seat: Seat) -> None:
    """Begin an action for oneself; the referee may for somebody who is not here."""
    seat = seat or visitor.seat
    if seat != visitor.seat:
        visitor.must_be_referee()
    by = visitor.seat if seat != visitor.seat else ""
    await hall.house.do(visitor.room, lambda table: table.act(seat, action, by=by, answers=answers))


def wish(seat: Seat, refuse: Seat = "") -> Callable[[Table], Step]:
    """A player asks for an undo, or the referee refuses somebody's."""
    return lambda table: table.refuse_undo(seat, refuse) if refuse else table.ask_undo(seat)


async def _brought(hall: Hall, visitor: Visitor, form: FormMultiDict) -> str:
    """A character made elsewhere, from a file or as text, in our own format."""
    sent = form.get("file")
    document = await sent.read() if isinstance(sent, UploadFile) else b""
    return await read_document(hall, visitor, document or said(form, "document"))


async def read_document(hall: Hall, visitor: Visitor, document: str | bytes) -> str:
    """A document in any format that this table's game is read in, as our own."""
    if not document.strip():
        raise TableRefusal("no_document")
    return await hall.pools.characters.run(visitor.link.hash, brought, visitor.room.table.game, document)


def _answered(form: FormMultiDict) -> Any:
    """The answer in a form."""
    if "answer" in form:
        return msgspec.json.decode(said(form, "answer"))
    if "text" in form:
        return said(form, "text")
    faces = [value for name, value in form.multi_items() if name == "face"]
    if not all(isinstance(face, str) and face.strip().isdecimal() and len(face) < 6 for face in faces):
        raise TableRefusal("not_a_number")
    return tuple(int(face) for face in faces)


# ---------------------------------------------------------------- links


async def invitations(hall: Hall, request: Asking, visitor: Visitor) -> dict[str, Any]:
    """What the links of a table are drawn from: each that stands, and whether others cannot reach this server."""
    return {"links": await link_list(hall, request, visitor), "out_of_reach": hall.out_of_reach(request)}


async def link_list(hall: Hall, request: Asking, visitor: Visitor) -> list[dict[str, Any]]:
    """The links that stand, each with its address where the referee's own token can tell it."""
    table = visitor.room.table
    listed = []
    for link in await hall.house.read(hall.house.store.links, visitor.link.table):
        if link.revoked:
            continue
        token = visitor.token if link.hash == visitor.link.hash else read_again(visitor.token, link)
        listed.append(
            {
                "hash": link.hash,
                "role": link.role,
                "seat": link.seat,
                "name": table.name_of(link.seat) if link.seat else "",
                "token": token,
                "url": hall.link(request, token) if token else "",
                "own": link.hash == visitor.link.hash,
            }
        )
    return listed


async def make_link(hall: Hall, visitor: Visitor, role: str, seat: Seat) -> NewLink:
    """One more link: to a role, or back to a seat that is taken."""
    roles: dict[str, Role] = {"referee": "referee", "player": "player", "onlooker": "onlooker"}
    if role not in roles:
        raise TableRefusal("bad_role")
    if seat:
        if visitor.room.table.seated(seat).role != "player":
            raise TableRefusal("bad_role")
        role = "player"
    link = derived(visitor.token, roles[role], seat)
    await hall.house.add_link(visitor.room, link)
    return link


async def revoke_link(hall: Hall, visitor: Visitor, hash_: str) -> None:
    """A link opens nothing any more."""
    known = await hall.house.read(hall.house.store.links, visitor.link.table)
    if hash_ == visitor.link.hash:
        raise TableRefusal("own_link")
    if not any(link.hash == hash_ for link in known):
        raise TableRefusal("no_such_link")
    await hall.house.revoke(visitor.room, hash_)
    hall.door.forget(hash_)


# ---------------------------------------------------------------- what was


async def find_line(hall: Hall, room: Room, number: int) -> tuple[int, bool, Line]:
    """A line by its number."""
    if not 1 <= number <= room.kept.lines:
        raise TableRefusal("no_such_line")
    rows = await hall.house.lines(room, number + 1, 1)
    if not rows or rows[0][0] != number:
        raise TableRefusal("no_such_line")
    return rows[0]


async def replayed(hall: Hall, room: Room, action: int) -> tuple[Room, list[tuple[int, bool, Line]]]:
    """A room as the table was after so many actions that still stand, and the lines until then."""
    if not 0 <= action <= room.table.done:
        raise TableRefusal("no_such_line")
    store, id_ = hall.house.store, room.kept.id
    state = await hall.house.read(store.state_at, id_, action)
    log = await hall.house.read(store.lines_until, id_, action, LOG)
    table = msgspec.structs.replace(room.table, state=state, pending=(), past=(), done=action)
    return Room(msgspec.structs.replace(room.kept, table=table), log), log
