"""Bringing a character that was made elsewhere: asking for its document, and refusing a bad one."""

from typing import TypeVar

from tallow.games.characters import LETTERS, Characters
from tallow.games.game import Refusal, Refused
from tallow.mechanics.documents import BadDocument
from tallow.play import Play, RuleId, Seat

C = TypeVar("C")


def bring(play: Play, characters: Characters[C], by: Seat, why: RuleId) -> C:
    """Ask a seat for a document and return its character; `Refused` with what is wrong if it cannot be read."""
    text = play.write(by, characters.asks, why=why, most=LETTERS)
    try:
        return characters.read(text)[0]
    except BadDocument as bad:
        raise Refused(Refusal("bad_document", (str(bad)[:300],), why)) from bad
