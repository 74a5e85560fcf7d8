"""What came of expeditions through a place, drawn upon its map: how far they come, and which room kills whom."""

from typing import Any

from markupsafe import Markup

from tallow.adventures import Document, Standing
from tallow.adventures.sight import chart
from tallow.adventures.standing import Place
from tallow.games.view import MapRoom
from tallow.odds.words import percent
from tallow.simulate import Report
from tallow.simulate.report import Spread
from tallow.web.background.results import Failed
from tallow.web.drawing.html_words import escape
from tallow.web.drawing.view.maps import INDENT, LINE, fitting, framed, way
from tallow.wording.journeys import COUNTS, end_title, fallen, seen
from tallow.wording.phrases import Phrases
from tallow.wording.speech import Speech, upper

FAINTEST = 0.08
"""How much of its colour a room has that nobody sees."""

UNBROKEN = "\N{NO-BREAK SPACE}"


def rehearsed(found: Report | Failed | None, place: Document, speech: Speech, phrases: Phrases) -> dict[str, Any]:
    """A report in words and upon the map: ends, rooms, who falls where, and the counts."""
    if not isinstance(found, Report):
        return {"failed": found == "failed"}
    names = {room.id: f"{room.number}. {room.name}" for room in place.room}
    fell = [(f"{names.get(room, room)}: {name}", share) for room, name, share in fallen(found)]
    ends: dict[str, float] = {}
    for how, share in found.ends.items():
        title = end_title(how, place, phrases)
        ends[title] = ends.get(title, 0.0) + share
    return {
        "report": found,
        "n": f"{found.n:,}",
        "often": phrases.say("rehearse.always") if found.wins.p >= 1 else phrases.chance(found.wins.p),
        "bounds": (percent(found.wins.low), percent(found.wins.high)),
        "cleared": [(names[room], share, percent(share)) for room, share in seen(found, place)],
        "fell": [(said, share, percent(share)) for said, share in fell],
        "ends": [(title, share, percent(share)) for title, share in ends.items()],
        "map": drawn(found, place, speech, phrases),
        "numbers": [
            (_count(name, speech, phrases), f"{spread.mean:.2f}", span(spread, phrases))
            for name, spread in found.counts.items()
        ],
    }


def _count(name: str, speech: Speech, phrases: Phrases) -> str:
    return phrases.say(COUNTS[name]) if name in COUNTS else upper(speech.label(name))


def span(spread: Spread, phrases: Phrases) -> str:
    """Between which numbers a count is in most expeditions."""
    low, high = f"{spread.p5:g}", f"{spread.p95:g}"
    return low if low == high else phrases.say("simulate.from_to", low=low, high=high)


def drawn(report: Report, place: Document, speech: Speech, phrases: Phrases) -> Markup:
    """The whole map: the fuller the colour of a room, the more parties see it; below, how many lose somebody there."""
    chapter = speech.game.exploring
    if chapter is None:
        return Markup()
    plan = chart(Place(place, chapter), Standing(), whole=True)
    shares = dict(seen(report, place))
    deaths: dict[str, float] = {}
    for room, _, share in fallen(report):
        deaths[room] = deaths.get(room, 0.0) + share
    rooms = [_room(room, shares.get(room.id, 0.0), deaths.get(room.id, 0.0), phrases) for room in plan.rooms]
    return Markup(framed(plan, "m-map", phrases.say("rehearse.map"), [*map(way, plan.exits), *rooms]))  # noqa: S704


def _room(room: MapRoom, share: float, deaths: float, phrases: Phrases) -> str:
    strength = FAINTEST + (1 - FAINTEST) * share / 2
    body = f'x="{room.x}" y="{room.y}" width="{room.width}" height="{room.height}"'
    across = room.width - 2 * INDENT
    lines = fitting(f"{room.number} {room.name}", across)
    figures = [percent(share), *([phrases.say("rehearse.deaths", n=f"{deaths:.2f}")] if deaths else [])]
    lines += fitting(" ".join([one.replace(" ", UNBROKEN) for one in figures]), across)
    apart = min(LINE, (room.height - INDENT) / len(lines))
    said = "".join(
        [
            f'<text x="{room.x + INDENT:g}" y="{room.y + apart * (at + 1):g}">{escape(line)}</text>'
            for at, line in enumerate(lines)
        ]
    )
    share_of = f'<rect class="share" {body} fill-opacity="{strength:.2f}"></rect>'
    return f'<g class="rated"><rect {body}></rect>{share_of}{said}</g>'
