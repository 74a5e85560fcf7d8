"""Odds: the questions that a game answers, and the answer to one."""

from typing import Any

from litestar import Controller, Response, get
from litestar.params import FromPath

from tallow.games import Game, Unknown, game
from tallow.games.game import Inquiry
from tallow.mechanics.suggestions import Malformed, nearest
from tallow.odds import Answer
from tallow.odds.ask import sample
from tallow.play import Undecidable
from tallow.web.background import tasks
from tallow.web.background.work_pool import Busy, TooHard
from tallow.web.faults import fault
from tallow.web.language import preferred_language
from tallow.web.phrases import web_phrases
from tallow.web.process.limits import TooMany
from tallow.web.requests import Request, client_address
from tallow.web.responses import render
from tallow.web.services import Services, ServicesDep
from tallow.wording.phrases import Phrases
from tallow.wording.speech import Speech, upper

PASSED_OR_FAILED = 2
"""The page opens on the first question with more outcomes than these."""


class OddsRoutes(Controller):
    """Routes of odds."""

    path = "/odds/{name:str}"
    include_in_schema = False

    @get("/")
    async def odds(self, request: Request, services: ServicesDep, name: FromPath[str]) -> Response[str]:
        """The questions that a game answers, one of them with an answer."""
        played = game(name, preferred_language(request))
        first = next((one for one in played.odds.inquiries if len(one.outcomes) > PASSED_OR_FAILED), None)
        if first is None:
            return render(request, "odds", odds_context(played))
        return await _worked_out(request, services, played, first, sample(first))

    @get("/{question:str}")
    async def answer(
        self, request: Request, services: ServicesDep, name: FromPath[str], question: FromPath[str]
    ) -> Response[str]:
        """The odds of one question, with the parameters in the query, or of an example where the query has none."""
        played = game(name, preferred_language(request))
        inquiry = _inquiry(played, question)
        known = [parameter.name for parameter in inquiry.parameters]
        given = {name: value[:200] for name, value in request.query_params.items() if name in known and value.strip()}
        goal = request.query_params.get("goal", "")
        if not request.query_params:
            given = sample(inquiry)
        return await _worked_out(request, services, played, inquiry, given, goal)


async def _worked_out(
    request: Request,
    services: Services,
    played: Game[Any],
    inquiry: Inquiry,
    given: dict[str, str],
    goal: str = "",
) -> Response[str]:
    """The page with the answer to a question, or with what is wrong with it."""
    client, phrases = client_address(request), web_phrases(played.words.language)
    try:
        await services.count("compute", client)
        about = (played.id, played.words.language, inquiry.name, given, goal)
        answer = await services.pools.odds.run(client, tasks.odds, *about)
    except (Unknown, Malformed, Undecidable, TooHard, TooMany, Busy) as error:
        refused = fault(error, phrases)
        if refused is None:
            raise
        context = odds_context(played, inquiry, given, goal, problem=refused.message)
        said = render(request, "odds", context, status=refused.status)
        said.headers.update(refused.headers())
        return said
    return render(request, "odds", odds_context(played, inquiry, given, goal, answer=answer))


def odds_context(
    played: Game[Any],
    inquiry: Inquiry | None = None,
    given: dict[str, str] | None = None,
    goal: str = "",
    *,
    answer: Answer | None = None,
    problem: str = "",
) -> dict[str, Any]:
    """What the page shows: the forms of all questions, and for one the answer or a problem."""
    return {
        "game": played,
        "inquiries": played.odds.inquiries,
        "inquiry": inquiry,
        "given": given or {},
        "goal": goal,
        "answer": answer,
        "problem": problem,
        **(_answer(answer, Speech(played), web_phrases(played.words.language)) if answer else {}),
    }


def _inquiry(played: Game[Any], name: str) -> Inquiry:
    inquiries = {one.name: one for one in played.odds.inquiries}
    if name not in inquiries:
        raise Unknown("question", name[:60], nearest(name[:60], list(inquiries)))
    return inquiries[name]


def _answer(answer: Answer, speech: Speech, phrases: Phrases) -> dict[str, Any]:
    """An answer in words."""
    return {
        "chances": [(upper(speech.label(name)), phrases.chance(p), float(p)) for name, p in answer.outcomes.items()],
        "best": phrases.chance(answer.best) if answer.best is not None else "",
        "figures": [(upper(speech.label(name)), f"{float(number):g}") for name, number in answer.figures.items()],
        "policy": speech.bot_policy(answer.question) if answer.played == "bots" else "",
    }
