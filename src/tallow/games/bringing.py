"""Bringing a character that was made elsewhere: the question for its document, and the refusal of a bad one."""

from typing import TypeVar

from tallow.games.characters import LETTERS, Characters
from tallow.games.game import Refusal, Refused
from tallow.mechanics.documents import BadDocument
from tallow.play import Play, RuleId, Seat

C = TypeVar("C")


def bring(play: Play, characters: Characters[C], by: Seat, why: RuleId) -> C:
    """The character of a document that somebody hands over, or `Refused` with what is wrong and where."""
    text = play.write(by, characters.asks, why=why, most=LETTERS)
    try:
        return characters.read(text)[0]
    except BadDocument as bad:
        raise Refused(Refusal("bad_document", (str(bad)[:300],), why)) from bad
