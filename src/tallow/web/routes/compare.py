"""Games side by side, as far as they are measured. The page asks again until it has them all."""

from collections.abc import Mapping, Sequence
from typing import Any

from litestar import Response, get
from litestar.params import FromQuery
from msgspec import Struct

from tallow.games import Game, game
from tallow.simulate import MEASURES, Measured
from tallow.simulate.compare import SHARES
from tallow.web.background.comparisons import FIGHTS, FIRST_FIGHTS, MOST_FOES, MOST_LEVEL, Known
from tallow.web.language import preferred_language
from tallow.web.requests import Request, client_address
from tallow.web.responses import render
from tallow.web.services import ServicesDep
from tallow.wording.measures import bounds, figure, meanings
from tallow.wording.phrases import phrases

FOES = 8
"""How many foes the page begins with: so many that the games differ."""


class Bar(Struct, frozen=True):
    """One game in the chart of a measure: its share of the longest bar, its number, the bounds of that."""

    title: str
    share: float
    figure: str
    bounds: str


class Measure(Struct, frozen=True):
    """One measure: a bar for each game, and what it means: the games, the text, the language of the text."""

    code: str
    bars: tuple[Bar, ...]
    meanings: tuple[tuple[str, str, str], ...]


@get("/compare", include_in_schema=False)
async def compare(
    request: Request, services: ServicesDep, foes: FromQuery[int] = FOES, level: FromQuery[int] = 1
) -> Response[str]:
    """The games side by side, for a number of foes and a level."""
    services.limiter.count("read", client_address(request))
    foes, level = max(1, min(foes, MOST_FOES)), max(1, min(level, MOST_LEVEL))
    known = services.comparisons.ask(foes, level)
    form = {"foes": foes, "level": level, "most_foes": MOST_FOES, "most_level": MOST_LEVEL}
    return render(request, "compare", {**form, **_results(known, preferred_language(request))})


def _results(known: Mapping[str, Known], language: str) -> dict[str, Any]:
    """What is measured, as a table and as a chart for each measure; and which games failed or are missing."""
    games = {name: game(name, language) for name in known}
    done = [one.measured for one in known.values() if isinstance(one.measured, Measured)]
    return {
        "measures": [_measure(code, done, games, language) for code in MEASURES],
        "rows": [(games[one.game].title, [figure(code, getattr(one, code).p) for code in MEASURES]) for one in done],
        "fighting": [(games[one.game].title, one.party, one.foes) for one in done],
        "failed": [games[name].title for name, one in known.items() if one.measured == "failed"],
        "waiting": [games[name].title for name, one in known.items() if one.measured is None],
        "final": all(one.final for one in known.values()),
        "first_fights": f"{FIRST_FIGHTS:,}",
        "fights": f"{FIGHTS:,}",
    }


def _measure(code: str, done: Sequence[Measured], games: Mapping[str, Game[Any]], language: str) -> Measure:
    values = [getattr(one, code) for one in done]
    most = 1.0 if code in SHARES else max([value.p for value in values], default=0.0) or 1.0
    bars = [
        Bar(games[one.game].title, value.p / most, figure(code, value.p), bounds(code, value))
        for one, value in zip(done, values, strict=True)
    ]
    between = phrases(language).between
    meant = meanings([games[one.game] for one in done], code)
    texts = [(between.join(titles), text, spoken) for (text, spoken), titles in meant.items()]
    return Measure(code, tuple(bars), tuple(texts))
