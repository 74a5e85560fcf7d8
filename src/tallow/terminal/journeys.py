"""What came of expeditions through an adventure, as lines for the terminal."""

from collections.abc import Iterator, Sequence
from typing import Any

from tallow.adventures import Document
from tallow.games import Game
from tallow.odds.words import percent
from tallow.simulate import Report
from tallow.simulate.journeys import BROUGHT
from tallow.terminal.pen import Pen
from tallow.terminal.reports import numbers, often, shares
from tallow.wording.journeys import COUNTS, end_title, fallen, seen
from tallow.wording.speech import Speech


def told(report: Report, place: Document, played: Game[Any], drawn: Pen) -> Iterator[str]:
    """A report in words: how it ends, how far they come, which room kills whom, and what they bring home."""
    speech, about = Speech(played), place.adventure
    head = "expedition.title" if report.n == 1 else "expedition.titles"
    yield drawn.rule(
        drawn.say(head, game=played.title, n=f"{report.n:,}"), drawn.say("simulate.seed", seed=report.seed)
    )
    if report.partial:
        yield drawn.strong(drawn.say("expedition.stopped", done=f"{report.n:,}", n=f"{report.asked:,}"))
    yield from drawn.wrap(about.title)
    yield from drawn.wrap(report.party or drawn.say("expedition.table"), hang=2)
    yield ""
    wins = report.wins
    yield from drawn.wrap(drawn.say("journey.wins", often=often(wins, drawn)))
    yield from drawn.wrap(drawn.say("simulate.between", low=percent(wins.low), high=percent(wins.high)))
    yield ""
    ends = [(end_title(how, place, drawn.phrases), share) for how, share in report.ends.items()]
    yield from _listed("simulate.ends", ends, drawn)
    names = {room.id: f"{room.number}. {room.name}" for room in place.room}
    yield from _listed("journey.rooms", [(names[room], share) for room, share in seen(report, place)], drawn)
    fell = [(f"{names.get(room, room)}: {name}", share) for room, name, share in fallen(report)]
    yield from _listed("journey.fell", fell, drawn)
    things = [(one.name, report.marks.get(f"{BROUGHT}/{one.id}", 0.0)) for one in place.thing]
    yield from _listed("journey.brought", [(name, share) for name, share in things if share], drawn)

    def label(code: str) -> str:
        return drawn.say(COUNTS[code]) if code in COUNTS else speech.label(code)

    yield from numbers(report, label, drawn.say("expedition.span"), drawn)
    yield ""
    yield drawn.faint(drawn.say("expedition.speed", seconds=f"{report.seconds:.1f}", rate=f"{report.per_second:,.0f}"))


def _listed(head: str, found: Sequence[tuple[str, float]], drawn: Pen) -> Iterator[str]:
    """A bar for each; two of the same name, such as ends with one title, are one."""
    together: dict[str, float] = {}
    for name, share in found:
        together[name] = together.get(name, 0.0) + share
    if together:
        yield drawn.faint(drawn.say(head))
        yield from shares(together, drawn)
        yield ""
