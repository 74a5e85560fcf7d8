"""Games in Japanese: every entry by a title, rows of tables as told, and names that are put together of others."""

import re
from pathlib import Path

import pytest

import tallow
from tallow.games import game

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")

WORD = re.compile(r"[A-Za-z][a-z]{2,}")
"""A word of English, as against an abbreviation such as STR or gp."""


ONE_TERM = {
    "パーティ": "パーティー",
    "ルール": "規則",
    "描写する": "自分で語る|情景を語る",
    "遭遇ロール": "エンカウンター・ロール",
}
"""The term for a thing, and other words for it that were in use."""


@pytest.mark.parametrize("term", ONE_TERM)
def test_one_thing_has_one_term_in_all_games_and_on_all_pages(term):
    files = sorted(Path(tallow.__path__[0]).rglob("*.ja.toml"))
    assert len(files) > 8
    assert any(term in file.read_text("utf-8") for file in files)
    other = re.compile(ONE_TERM[term])
    assert [str(file) for file in files if other.search(file.read_text("utf-8"))] == []


@pytest.mark.parametrize("name", ["dead_weight", "vanilla"])
def test_every_entry_has_a_title_in_japanese(name):
    titles = {id_: entry.title for id_, entry in game(name, "ja").book.entries().items()}
    assert [id_ for id_, title in titles.items() if not JAPANESE.search(title) and title not in {"AC", "GM"}] == []


@pytest.mark.parametrize("name", ["dead_weight", "vanilla"])
def test_rows_of_tables_are_told_in_japanese(name):
    played = game(name, "ja")
    rows = [row for table in played.book.raw("table") for row in table["rows"]]
    said = {text for row in rows for text in (row.get("name", ""), row["effect"])}
    assert sorted(text for text in said if WORD.search(played.words.fact(text))) == []


def test_the_rooms_of_the_mausoleum_are_told_in_japanese():
    played = game("dead_weight", "ja")
    said = {event["effect"] for place in played.book.raw("adventure") for event in place["doom_events"]}
    for room in played.book.raw("room"):
        said |= {room[field] for field in ("name", "seen", "effect")}
        said |= {way[field] for way in room["exits"] for field in ("way", "looks") if field in way}
        said |= {one["name"] for one in room["loot"]} | {one["note"] for one in room["enemies"]}
        said |= {room[field]["text"] for field in ("hazard", "trap") if field in room}
    assert len(said) > 100
    assert sorted(text for text in said if WORD.search(played.words.fact(text))) == []


@pytest.mark.parametrize(
    ("name", "english", "japanese"),
    [
        ("dead_weight", "Wizard, Temple worker", "ウィザード、神殿の下働き"),
        ("dead_weight", "Torch ×2", "松明 ×2"),
        ("dead_weight", "DEX 1X+1 Nearby, Ud10", "DEX 1X+1 近距離、Ud10"),
        ("dead_weight", "37 silver", "銀貨37枚"),
        ("dead_weight", "Boggart (2 turns)", "ボガート (2ターン)"),
        ("dead_weight", "Goblin Scrapper x2; Hobgoblin", "ゴブリン・スクラッパー x2、ホブゴブリン"),
        ("vanilla", "Scroll: Sleep", "巻物：スリープ"),
        ("vanilla", "worth 810 gp, ×162", "810gp相当、×162"),
        ("vanilla", "AV 11, 1d6-1, enemy AC -1", "AV 11、1d6-1、敵 AC -1"),
        ("vanilla", "AC 0/4, broken", "AC 0/4、破損"),
        ("vanilla", "(level 1, Corrupted) As I wrote it", "(レベル 1、汚染) As I wrote it"),
        ("dead_weight", "(memorized, exhausted) As I wrote it", "(記憶済み、消耗) As I wrote it"),
        ("cairn", "d8, blast, ranged, ignores Armor", "d8、爆風、射撃、防護無視"),
        ("cairn", "d6, 1 Armor, DEX save, 20 gp", "d6、防護1、DEXセーブ、金貨20枚"),
        ("modified_cairn", "d6, ranged, +1 Armor, unloaded", "d6、射撃、防護+1、未装填"),
    ],
)
def test_names_that_are_put_together_are_translated_part_by_part(name, english, japanese):
    assert game(name, "ja").words.fact(english) == japanese
    assert game(name).words.fact(english) == english


@pytest.mark.parametrize("own", ["Rope, or so I thought", "Torch: the last", "Wood Wizard", "Go left, then right"])
def test_what_somebody_wrote_stays_as_it_is(own):
    assert game("dead_weight", "ja").words.fact(own) == own
