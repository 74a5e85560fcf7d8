"""The rulebook in Japanese: every entry by a title, and every phrase that is told as a fact in Japanese words."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tallow.games import black_hack, game
from tallow.games.black_hack.entries import BOOK

JA = game("black_hack", "ja")
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
CODES = re.compile(r"(AV|Ud|[+×]|\d|d|x|HP|HD|[A-Z]{3}|[ ,.()+])*")
"""Numbers, dice and abilities, which are the same in any language."""


def phrases() -> Iterator[str]:
    """What tables, monsters, kits and attributes have to say, and rules tell as it stands."""
    for table in BOOK.raw("table"):
        for row in table["rows"]:
            yield from (row.get("name", ""), row["effect"])
    for monster in BOOK.raw("monster"):
        yield from (attack["name"] for attack in monster["attacks"])
        yield from (text for special in monster["specials"] for text in (special["name"], special["effect"]))
    yield from _listed("kit", "armour", "items")
    yield from _listed("class", "always")
    yield from _listed("background", "effect")
    yield from _listed("attribute", "gm_tests")
    yield from _listed("spell", "effect")
    yield from _listed("prayer", "effect")
    yield from _listed("magic_item", "effect")


def _listed(kind: str, *fields: str) -> Iterator[str]:
    for raw in BOOK.raw(kind):
        for field in fields:
            given: Any = raw[field]
            yield from [given] if isinstance(given, str) else given


def test_every_entry_has_a_title_in_japanese():
    assert [id_ for id_, entry in JA.book.entries().items() if not JAPANESE.search(entry.title)] == []


def test_what_is_told_as_it_stands_in_the_book_is_told_in_japanese():
    plain = {text for text in phrases() if not text.startswith("black_hack.") and not CODES.fullmatch(text)}
    assert sorted(text for text in plain if not JAPANESE.search(JA.words.fact(text))) == []


def test_those_who_come_in_numbers_keep_them():
    assert JA.words.fact("Ghoul 2") == "グール 2"


def test_every_heading_of_the_book_is_in_japanese():
    headings = {entry.section for entry in JA.book.entries().values() if not entry.section.startswith("(")}
    assert sorted(heading for heading in headings if not JAPANESE.search(heading)) == []


FIRST_CHAPTER = (
    "CHARACTERS & NPCS",
    "TAKING TURNS & TIME",
    "RELATIVE TIME",
    "THE GM’S ‘TURN’",
    "RESOLVING ACTIONS",
    "CHARACTER ACTIONS & ATTRIBUTE TESTS",
    "ADVANTAGE & DISADVANTAGE",
    "HIT DICE & HIT POINTS",
    "QUICK EXAMPLES",
)
"""The sections that the source has in both languages."""


@pytest.mark.parametrize("section", FIRST_CHAPTER)
def test_the_chapter_that_the_source_has_in_japanese_is_so_here(section):
    rules = [id_ for id_, entry in game("black_hack").book.entries().items() if entry.section == section]
    assert rules
    assert [id_ for id_ in rules if not JAPANESE.search(JA.book.entries()[id_].text)] == []


@pytest.mark.parametrize(
    "other",
    [
        "パーティー",
        "規則",
        "アクション",
        "アーマー",
        "行動不能",
        "ラウンドの",
        "アドバンテージ",
        "エンカウンター・ロール",
        "第{",
        "ミニッツの手番",
        "モーメンツの手番",
        "GMが語",
        "GMは結果を語",
    ],
)
def test_one_thing_has_one_term(other):
    package = Path(black_hack.__file__).parent
    written = [(package / name).read_text("utf-8") for name in ("names.ja.toml", "words.ja.toml")]
    assert [text.count(other) for text in written] == [0, 0]
