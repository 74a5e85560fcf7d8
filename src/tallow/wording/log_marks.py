"""What is set apart in a log: a death, a great deed, the beginning of a scene, narration, what is secret."""

from functools import cache
from typing import Literal, TypeAlias

from tallow.games.rulebook import Rulebook
from tallow.play import EVERYONE, Told
from tallow.wording.table_speech import TableSpeech

Mark: TypeAlias = Literal["", "grave", "great", "scene", "narrated", "secret"]

NARRATED = "table.narrated"
"""The code of what somebody who presides narrates."""


def mark_of(told: Told, speech: TableSpeech) -> Mark:
    """How something that was told is set apart. A death is grave where it is not that of a foe.

    What not everybody may know is secret, whatever it is.
    """
    if told.seen_by != EVERYONE:
        return "secret"
    if told.code == NARRATED:
        return "narrated"
    marks = speech.game.ui.marks
    if told.code in marks.get("scene", ()):
        return "scene"
    if told.code in marks.get("great", ()):
        return "great"
    if told.code in marks.get("grave", ()) and not _foe(str(told.facts[0]) if told.facts else "", speech):
        return "grave"
    return ""


def _foe(who: str, speech: TableSpeech) -> bool:
    """Whether a name is that of a creature: one that is met, or one of the bestiary."""
    for panel in speech.view.panels:
        if panel.kind == "card" and panel.title == who:
            return not panel.seat
    kind, _, number = who.rpartition(" ")
    return (kind if number.isdecimal() else who) in _bestiary(speech.game.book)


@cache
def _bestiary(book: Rulebook) -> frozenset[str]:
    return frozenset(entry.name for entry in book.entries().values() if entry.type == "monster")
