"""That a table keeps its secrets: what players see, may do, are asked and are told does not depend on them.

A game says with `Bots.imagined` what a seat may imagine a table to be like, without what it may not see. Whatever comes
before that seat must be the same there as at the table itself; what is not raises `Broken`.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from tallow.games import Game
from tallow.games.deeds import Action, Refused
from tallow.play import (
    REFEREE,
    Live,
    Question,
    Roll,
    Seat,
    Typical,
    Undecidable,
    Waiting,
    Writing,
    advance,
)
from tallow.table.seen import seen
from tallow.testing.broken import hold

SECRET = "Behind the third door sits nobody at all."  # noqa: S105  (words, not a password)
"""What random referees write into their notes: no player may ever read it."""

NOTE = "note"
"""What a referee is asked for who writes into their notes."""


def written(question: Writing, text: str) -> str:
    """What somebody writes who would write this: a referee's note is a secret."""
    return SECRET if question.by == REFEREE and question.what == NOTE else text


def as_imagined(game: Game[Any], state: Any, seat: Seat) -> Any:
    """The state as a seat may imagine it, every die on its mean; the state itself in a game without secrets."""
    imagined = game.bots.imagined if game.bots is not None else None
    return state if imagined is None else imagined(Typical(), state, seat)


def check_secrets(game: Game[Any], state: Any, seat: Seat) -> None:
    """What a player sees, may do and is asked is the same at the table as the seat may imagine it."""
    if seat == REFEREE:
        return
    other = as_imagined(game, state, seat)
    view, offers = game.view(state, seat), game.actions(state, seat)
    hold(SECRET not in _text((view, offers)), f"{seat} can read the referee's notes")
    if other is state:
        return
    again = as_imagined(game, other, seat)
    hold(again == other, "what a seat imagines of what it imagines is something else: `imagined` reads what is hidden")
    for panel, same in zip(view.panels, game.view(other, seat).panels, strict=False):
        says = f"the panel {panel.id} of {seat} is another one where they do not know what is hidden"
        hold(panel == same, says)
    hold(view == game.view(other, seat), f"the view of {seat} is another one where they do not know what is hidden")
    for offer in set(offers) ^ set(game.actions(other, seat)):
        hold(False, f"whether {seat} may {offer.action.name}, or why not, tells something that is hidden")
    for offer in offers:
        if offer.refusal is None:
            asked, there = _first(game, state, offer.action), _first(game, other, offer.action)
            says = f"what {offer.action.name} asks {seat} first tells something that is hidden: {asked} or {there}"
            hold(asked == there or _by(asked) != seat, says)


def check_told(play: Live, seats: Iterable[Seat]) -> None:
    """Players are not told the referee's notes."""
    for seat in seats:
        if seat != REFEREE:
            hold(SECRET not in _text(seen(play.events, seat)), f"{seat} is told the referee's notes")


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _first(game: Game[Any], state: Any, action: Action) -> Question | None:
    """What an action asks first, before anything has fallen; None if it asks nothing or begins with dice."""
    try:
        run = advance(game.perform, state, action)
    except (Refused, Undecidable):
        return None
    return run.question if isinstance(run, Waiting) and not isinstance(run.question, Roll) else None


def _by(question: Question | None) -> Seat:
    return question.by if question is not None else REFEREE
