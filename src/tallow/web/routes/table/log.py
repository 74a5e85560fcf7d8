"""Older lines of a table's log, and one line opened to the rules that made it."""

from collections.abc import Iterable, Iterator

from litestar import Controller, Response, get
from litestar.params import FromPath, FromQuery
from markupsafe import Markup

from tallow.games.settings import settings_of
from tallow.play import Chosen, Written
from tallow.table import Shown, TableRefusal, seen_line
from tallow.web.drawing.html_words import html_words
from tallow.web.drawing.log import line as draw_line
from tallow.web.requests import Request
from tallow.web.responses import render
from tallow.web.routes.table.context import speech_for, table_context
from tallow.web.services import ServicesDep
from tallow.wording.rulebook_entry import explained
from tallow.wording.story import log_line, recapped, rule_of
from tallow.wording.table_speech import TableSpeech

RECAPPED = 400
"""How many lines an evening is told from at most."""

LINES = 50
"""How many lines are fetched at a time."""

MOST_WRITTEN = 2_000
"""How many characters of what somebody wrote are shown."""


class LogRoutes(Controller):
    """Routes of a table's log."""

    path = "/t/{token:str}"
    include_in_schema = False

    @get("/log")
    async def log(
        self, request: Request, services: ServicesDep, token: FromPath[str], before: FromQuery[int] = 0
    ) -> Response[str]:
        """Lines before a number, or the last."""
        visitor = await services.visitor(request, token)
        visitor.must_be_seated()
        rows = await services.rooms.lines(visitor.room, before, LINES)
        words, speech = html_words(visitor.phrases, visitor.room.table.game), speech_for(visitor)
        drawn = [draw_line(row, words, visitor.seat, speech) for row in rows]
        lines = Markup("".join(str(one) for one in drawn if one))  # noqa: S704  (escaped by `draw_line`)
        earliest = rows[0][0] if rows else 0
        return render(request, "table/log", table_context(visitor, lines=lines, before=earliest if earliest > 1 else 0))

    @get("/recap")
    async def recap(
        self,
        request: Request,
        services: ServicesDep,
        token: FromPath[str],
        after: FromQuery[int] = 0,
        until: FromQuery[int] = 0,
    ) -> Response[str]:
        """What stands out between two lines of the log, for somebody who comes back to the table."""
        visitor = await services.visitor(request, token)
        visitor.must_be_seated()
        rows = await services.rooms.lines(visitor.room, until + 1, RECAPPED)
        speech = speech_for(visitor)
        shown = [seen_line(*row, visitor.seat) for row in rows if row[0] > after and not row[1]]
        told = [one for each in shown if each for one in log_line(each, speech).told]
        return render(request, "table/recap", table_context(visitor, told=recapped(told)))

    @get("/line/{number:int}")
    async def line(
        self, request: Request, services: ServicesDep, token: FromPath[str], number: FromPath[int]
    ) -> Response[str]:
        """One line, with what was decided in it and the rules that made it."""
        visitor = await services.visitor(request, token)
        visitor.must_be_seated()
        shown = seen_line(*await services.rooms.line(visitor.room, number), visitor.seat)
        if shown is None:
            raise TableRefusal("no_such_line")
        entries, speech = visitor.game.book.entries(), speech_for(visitor)
        rules = dict.fromkeys(rule for one in shown.shown if (rule := rule_of(one.event)) in entries)
        settings = settings_of(visitor.game, visitor.room.table.state)
        context = table_context(
            visitor,
            line=log_line(shown, speech),
            decided=list(_decided(shown.shown, speech)),
            explained=[explained(visitor.game, entries[rule], settings) for rule in rules],
        )
        return render(request, "table/line", context)


def _decided(events: Iterable[Shown], speech: TableSpeech) -> Iterator[tuple[str, str]]:
    """What was asked, and what was chosen or written."""
    for shown in events:
        match shown.event:
            case Chosen(choice, option):
                yield speech.asked(choice), speech.option(choice, option)
            case Written(writing, text):
                yield speech.asked(writing), text if len(text) <= MOST_WRITTEN else f"{text[:MOST_WRITTEN]}…"
            case _:
                pass
