"""Spells: what an entry says, read into a working, plain or strengthened by time and safety; spells drawn at random."""

import re
from functools import cache

from msgspec.structs import replace

from tallow.games.cairn.entries import Spell, spells, tables
from tallow.games.cairn.gear.things import spellbook
from tallow.games.cairn.magic.workings import FAR, NEAR, Working
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import DAY, HOUR, MINUTE, ROUND, Item
from tallow.play import REFEREE, Play, RuleId, Seat, rule

SHUT = "shut"
"""A quality of a book whose limit, moonlight for one, is not met just now."""

_UNITS = {"second": 1, "round": ROUND, "minute": MINUTE, "hour": HOUR, "day": DAY, "month": 30 * DAY}
_SPAN = re.compile(r"(\d+) (second|round|minute|hour|day|month)s?$")
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
}
_FEET = re.compile(r"(\d+) feet")
_CREATURES = re.compile(r"(\d+) (?:creatures|humanoids|skeletons|items|objects)")


def span(duration: str) -> tuple[int, str]:
    """A duration as seconds, or what ends it."""
    found = _SPAN.search(duration)
    return (int(found[1]) * _UNITS[found[2]], "") if found else (0, _UNTIL[duration])


@rule("cairn.spell.nearby")
def reach(target: str, feet: int) -> int:
    """How far a target may be: touched and nearby 40 feet, in sight 120, or the measure that is given."""
    found = _FEET.search(target)
    if found:
        return int(found[1])
    if "nearby" in target or "touched" in target or "around" in target:
        return NEAR
    return feet if "ahead" in target and feet else FAR


@cache
@rule("cairn.spell.duration", "cairn.spell.nearby")
def working(spell: RuleId, enhanced: bool = False) -> Working:
    """The working that a spell is."""
    entry = spells()[spell]
    seconds, until = span(entry.duration)
    later = bool(entry.does) and all(what.count(":") == 2 for what in entry.does)
    plain = Working(
        entry.id,
        entry.name,
        entry.aims,
        entry.targets,
        within=reach(entry.target, entry.area_ft),
        area=entry.area_ft or entry.range_ft,
        seconds=seconds,
        until=until,
        save="" if entry.save == "none" or later else entry.save,
        dice=entry.dice,
        does=entry.does,
        kinds=("magic", *entry.kinds),
        text=entry.effect,
    )
    return strengthened(plain, entry) if enhanced else plain


@rule("cairn.cast.enhance")
def strengthened(plain: Working, entry: Spell) -> Working:
    """A spell with time and safety: more targets, longer, wider, or as its words say."""
    said = entry.enhanced
    more = replace(plain, enhanced=True, text=f"{entry.effect.removesuffix('.')}; {said}.")
    if _SPAN.search(said):
        return replace(more, seconds=span(said)[0], until="")
    if found := _CREATURES.match(said):
        return replace(more, targets=int(found[1]))
    if said == "one more creature":
        return replace(more, targets=plain.targets + 1)
    if said == "the whole party":
        return replace(more, aims="party")
    if said == "all nearby":
        return replace(more, aims="everyone")
    if found := _FEET.search(said):
        feet = int(found[1])
        if said.startswith("all within"):
            return replace(more, aims="area", area=feet)
        if said.startswith("all in"):
            return replace(more, aims="foes", within=feet)
        if plain.aims in {"all", "everyone"}:
            return replace(more, within=feet)
        return replace(more, area=feet)
    if said in {"2 images", "2 arms"}:
        return replace(more, does=(*plain.does, f"{plain.does[0]}_2"))
    return more


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
    """The book of a spell as it is found, with its oddity; there is no other way to come by one."""
    if settings.book_oddity == "published":
        return spellbook(spell, id_)
    if settings.book_oddity == "none":
        return spellbook(spell, id_, oddity="")
    table = tables()["cairn.table.book_oddity"]
    (face,) = play.roll(1, 6, by=REFEREE, why=table.id)
    row = table.row(face)
    book = spellbook(spell, id_, oddity="" if face <= 3 else row.effect)
    return replace(book, qualities=(*book.qualities, SHUT)) if row.name == "Moonlight" else book
