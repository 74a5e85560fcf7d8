"""Spells: what an entry says, read into a working, plain or strengthened by time and safety; spells drawn at random."""

import re
from functools import cache

from msgspec.structs import replace

from tallow.games.cairn.entries import Spell, spells, tables
from tallow.games.cairn.gear.things import spellbook
from tallow.games.cairn.magic.does import read_all
from tallow.games.cairn.magic.workings import Working
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import DAY, HOUR, MINUTE, ROUND, Item
from tallow.play import REFEREE, Play, RuleId, Seat, rule

SHUT = "shut"
"""A quality of a book whose limit, moonlight for one, is not met just now."""

_UNITS = {"second": 1, "round": ROUND, "minute": MINUTE, "hour": HOUR, "day": DAY, "month": 30 * DAY}
_SPAN = re.compile(r"(\d+) (second|round|minute|hour|day|month)s?")
_UNTIL = {
    "instant": "",
    "permanent": "forever",
    "until destroyed": "destroyed",
    "until cut": "cut",
    "until it moves": "moves",
    "until it surfaces": "surfaces",
    "until let go": "let_go",
    "until sprung": "sprung",
    "1 jump": "jump",
    "until it rings": "rings",
}


def span(duration: str) -> tuple[int, str]:
    """A duration of the content, such as "10 minutes" or "until cut", as seconds or as what ends it."""
    found = _SPAN.fullmatch(duration)
    return (int(found[1]) * _UNITS[found[2]], "") if found else (0, _UNTIL[duration])


@cache
@rule("cairn.spell.duration", "cairn.spell.nearby")
def working(spell: RuleId, enhanced: bool = False) -> Working:
    """The working of a spell, read from its entry; `enhanced`: with time and safety."""
    entry = spells()[spell]
    seconds, until = span(entry.duration)
    does = read_all(entry.does)
    later = bool(does) and all(one.save for one in does)
    plain = Working(
        entry.id,
        entry.name,
        entry.aims,
        entry.targets,
        within=entry.within,
        area=entry.area_ft or entry.range_ft,
        seconds=seconds,
        until=until,
        save="" if entry.save == "none" or later else entry.save,
        dice=entry.dice,
        does=does,
        kinds=("magic", *entry.kinds),
        text=entry.effect,
    )
    return strengthened(plain, entry) if enhanced else plain


@rule("cairn.cast.enhance")
def strengthened(plain: Working, entry: Spell) -> Working:
    """A spell with time and safety: more targets, longer, wider, or as its words say."""
    changes = entry.strengthened
    seconds, until = span(changes.duration) if changes.duration else (plain.seconds, plain.until)
    return replace(
        plain,
        enhanced=True,
        text=f"{entry.effect.removesuffix('.')}; {entry.enhanced}.",
        seconds=seconds,
        until=until,
        targets=plain.targets if changes.targets is None else changes.targets,
        aims=changes.aims or plain.aims,
        within=plain.within if changes.within is None else changes.within,
        area=plain.area if changes.area_ft is None else changes.area_ft,
        does=(*plain.does, *read_all(changes.does)),
    )


@rule("cairn.spell.random", "cairn.table.spells")
def random_spell(play: Play, by: Seat) -> RuleId:
    """A spell by 1d100."""
    (face,) = play.roll(1, 100, by=by, why="cairn.spell.random")
    return tables()["cairn.table.spells"].row(face).effect


@rule(
    "cairn.setting.book_oddity",
    "cairn.magic.spellbook_odd",
    "cairn.table.book_oddity",
    "cairn.magic.spellbook_slot",
    "cairn.magic.spellbook_copy",
)
def bound(play: Play, settings: Settings, spell: RuleId, id_: str) -> Item:
    """The book of a spell as it is found, with its oddity; books are only found, never copied."""
    if settings.book_oddity == "published":
        return spellbook(spell, id_)
    if settings.book_oddity == "none":
        return spellbook(spell, id_, oddity="")
    table = tables()["cairn.table.book_oddity"]
    (face,) = play.roll(1, 6, by=REFEREE, why=table.id)
    row = table.row(face)
    book = spellbook(spell, id_, oddity="" if row.ordinary else row.effect)
    return replace(book, qualities=(*book.qualities, SHUT)) if row.shut else book
