"""A table's log as a story: scenes, and in them what came of each action, sentence by sentence, with its dice.

What was undone did not happen and is left out, as are remarks on dice and seeds.
"""

from collections.abc import Iterable

from msgspec import Struct

from tallow.play import REFEREE, Seat, Told
from tallow.table import Line, ShownLine, Table, seen_line
from tallow.table.seats import ONLOOKER
from tallow.wording.log_marks import NARRATED
from tallow.wording.phrases import phrases
from tallow.wording.story import Sentence, dice_said, log_line
from tallow.wording.table_speech import Part, TableSpeech

REMARKS = frozenset(("table.said", "table.next_place", NARRATED))
"""Codes of remarks on the table itself that belong to its story."""


class Passage(Struct, frozen=True):
    """A sentence of the story in its parts, names set apart; then its dice, "" for none.

    What is `grave` is set apart: deaths, and wounds for good.
    """

    parts: tuple[Part, ...]
    dice: str
    grave: bool


class Chronicle(Struct, frozen=True):
    """A table as a story: its title, what was played by whom, and scenes, each of paragraphs of passages."""

    title: str
    about: str
    language: str
    scenes: tuple[tuple[tuple[Passage, ...], ...], ...]


def chronicle(
    table: Table, log: Iterable[tuple[int, bool, Line]], language: str = "en", *, secrets: bool = False
) -> Chronicle:
    """The story of a table by its log: rows of a number, whether it was undone, and the line.

    It is told as an onlooker sees it; with `secrets`, as the referee does. In another `language` where the game has it.
    """
    seat: Seat = REFEREE if secrets else ONLOOKER
    spoken = table.speaking(language).words.language
    speech = TableSpeech(table, seat, table.view(seat), phrases(spoken))
    scenes: list[list[tuple[Passage, ...]]] = [[]]
    for number, undone, line in log:
        shown = None if undone else seen_line(number, undone, line, seat)
        if shown is None or not _belongs(shown):
            continue
        told = log_line(shown, speech).told
        if scenes[-1] and any(one.mark == "scene" for one in told):
            scenes.append([])
        if told:
            scenes[-1].append(tuple([_passage(one, speech) for one in told]))
    people = speech.phrases.between.join([one.name for one in table.seats if one.role != "onlooker"])
    about = speech.say("story.about", game=speech.game.title, people=people) if people else speech.game.title
    return Chronicle(table.title, about, spoken, tuple([tuple(scene) for scene in scenes if scene]))


def _belongs(shown: ShownLine) -> bool:
    """Whether a line is an action, or a remark that belongs to the story."""
    told = [one.event.code for one in shown.shown if isinstance(one.event, Told)]
    return bool(shown.action) or not REMARKS.isdisjoint(told)


def _passage(one: Sentence, speech: TableSpeech) -> Passage:
    return Passage(one.parts, "; ".join(dice_said(one.rolls, speech)), one.mark == "grave")
