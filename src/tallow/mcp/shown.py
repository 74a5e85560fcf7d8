"""What a seat is shown, as plain values with words: the view, what it can do, what it is asked, what has happened.

All of it goes through the game's view and `tallow.table.seen`, where secrets are removed.
"""

from typing import Any

import msgspec

from tallow.mcp.tables import SeatAt
from tallow.play import REFEREE, Choice, Question, Roll
from tallow.play.span import Span
from tallow.table import seen_going, seen_line, seen_question
from tallow.wording.now import now
from tallow.wording.phrases import phrases
from tallow.wording.story import dice_said, log_line
from tallow.wording.table_speech import TableSpeech


def speech_of(one: SeatAt) -> TableSpeech:
    """The words of a table for a seat."""
    table = one.at.table
    return TableSpeech(table, one.seat, table.view(one.seat), phrases("en"))


def status(one: SeatAt) -> dict[str, Any]:
    """How the table stands: who sits there, whom it waits for, what is under way as this seat may see it."""
    table = one.at.table
    going = [seen_going(pending, one.seat) for pending in table.pending]
    return {
        "game": table.game,
        "title": table.title,
        "seat": one.seat,
        "seats": {who.seat: who.name for who in table.seats},
        "free_seats": table.free_seats(),
        "turn": table.rules.waiting(table.state),
        "waits_for": [each.waits_for for each in going],
        "to_answer": len(questions(one)),
        "last_line": one.at.lines,
    }


def view(one: SeatAt) -> Any:
    """Sheets, scene and trackers, as this seat may see them."""
    return msgspec.to_builtins(one.at.table.view(one.seat))


def actions(one: SeatAt) -> list[dict[str, Any]]:
    """All that this seat can do now, in words; what it most likely wants first, what is refused last and with why."""
    table, speech = one.at.table, speech_of(one)
    offers = table.offers(one.seat)
    found = now(table, one.seat, offers, speech)
    likely = [(each.name, each.who) for each in found.actions] if found else []
    listed = []
    for offer in offers:
        name, who = offer.action.name, offer.action.who
        plain = {"name": name, "who": who, "said": speech.action(offer), "likely": (name, who) in likely}
        listed.append(plain | ({"refused": speech.refusal(offer.refusal)} if offer.refusal else {}))

    def order(each: dict[str, Any]) -> tuple[bool, int]:
        called = (each["name"], each["who"])
        return "refused" in each, likely.index(called) if called in likely else len(likely)

    return sorted(listed, key=order)


def questions(one: SeatAt) -> list[dict[str, Any]]:
    """The questions that this seat may answer: its own, and for the referee everybody's."""
    table, speech = one.at.table, speech_of(one)
    return [
        {
            "number": pending.number,
            "starter": pending.starter,
            "given": len(pending.answers),
            "asked": pending.question.by,
            **_asked(seen_question(pending.question, one.seat), speech),
        }
        for pending in table.pending
        if one.seat in {REFEREE, pending.question.by}
    ]


def _asked(question: Question, speech: TableSpeech) -> dict[str, Any]:
    said = {"question": speech.asked(question), "rule": question.why}
    if isinstance(question, Roll):
        return said | {"kind": "dice", "dice": question.n, "sides": question.sides}
    if not isinstance(question, Choice):
        return said | {"kind": "text"}
    if isinstance(question.options, Span):
        span = question.options
        return said | {"kind": "number", "least": span.least, "most": span.most, "step": span.step}
    options = [{"answer": each, "said": speech.option(question, each)} for each in question.options]
    return said | {"kind": "choice", "options": options}


def log(one: SeatAt, after: int, most: int) -> list[dict[str, Any]]:
    """The last lines after a number that this seat may see, each as sentences with their dice."""
    speech, lines = speech_of(one), []
    for row in one.at.log:
        shown = seen_line(*row, one.seat) if row[0] > after else None
        if shown is None:
            continue
        told = log_line(shown, speech).told
        said = [
            {
                "told": "".join([text for text, _ in each.parts]),
                "dice": dice_said(each.rolls, speech),
            }
            for each in told
        ]
        lines.append({"number": shown.number, "sentences": said})
    return lines[-most:]
