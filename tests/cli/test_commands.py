"""Every command: what it prints for people, and for programs."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tallow.adventures import read
from tallow.games import names
from tallow.store import Store, export_table
from tallow.store.store import new_seed
from tallow.table import open_table
from tallow.wording.columns import columns
from tests.cli.run import tallow

PARTY = "4 HP, 1 Armor, 11 STR, 10 DEX, 10 WIL, sword (d8) x4"


def parsed(*words: str) -> Any:
    ran = tallow(*words, "--json")
    assert ran.code == 0, ran.err
    assert not ran.err
    return json.loads(ran.out)


def test_roll_shows_kept_and_dropped() -> None:
    told = parsed("roll", "4d6kh3", "--seed", "3")
    assert len(told["kept"]) == 3
    assert len(told["dropped"]) == 1
    assert sum(told["kept"]) == told["total"]
    kept, dropped = " ".join(f"[{n}]" for n in told["kept"]), told["dropped"][0]
    assert tallow("roll", "4d6kh3", "--seed", "3").out == f"4d6kh3: {told['total']}\n  {kept} dropped [{dropped}]\n"


def test_roll_reads_dice_as_the_game_does() -> None:
    for seed in range(8):
        added = parsed("roll", "d6+d8", "--seed", str(seed))
        best = parsed("roll", "d6+d8", "--game", "cairn", "--seed", str(seed))
        assert added["total"] == sum(added["kept"])
        assert [best["total"]] == best["kept"]
        assert best["total"] == max(added["kept"])


@pytest.mark.parametrize("game", ["cairn", "black_hack", "vanilla"])
def test_advantage_in_a_game_that_rolls_low_takes_the_lower_d20_and_the_higher_damage(game: str) -> None:
    assert parsed("odds", "roll", "d20adv", "--game", game)["mean"] < 10
    assert parsed("odds", "roll", "d20dis", "--game", game)["mean"] > 11
    assert parsed("odds", "roll", "d6adv", "--game", game)["mean"] > 4


def test_roll_joins_words_and_varies_without_a_seed() -> None:
    assert parsed("roll", "2d6", "+", "3")["dice"] == "2d6+3"
    assert len({parsed("roll", "20d20")["total"] for _ in range(5)}) > 1


def test_several_rolls_at_once() -> None:
    for words in (("d6", "d8"), ("d6; d8",)):
        told = parsed("roll", *words, "--seed", "4")
        assert [one["dice"] for one in told["rolls"]] == ["d6", "d8"]
        assert told["seed"] == 4
    assert len(parsed("roll", "6#4d6kh3")["rolls"]) == 6
    assert [one["roll"] for one in parsed("odds", "roll", "2#d6", "d8")] == ["d6", "d8"]


def test_a_roll_without_a_seed_names_the_one_it_took() -> None:
    told = parsed("roll", "20d20")
    assert parsed("roll", "20d20", "--seed", str(told["seed"]))["kept"] == told["kept"]


def test_a_total_is_held_against_a_number() -> None:
    texts = {tallow("roll", "d20+5>=15", "--seed", str(seed)).out for seed in range(20)}
    assert {" (met: >=15)" in text for text in texts} == {True, False}
    assert all(" (met" in text or " (not met" in text for text in texts)
    assert parsed("odds", "roll", "d20+5>=15")["outcomes"]["1"]["exact"] == "11/20"


def test_what_tools_read_in_different_ways_is_said() -> None:
    assert "r is read as rr here" in tallow("roll", "2d6r1").out
    assert "3#d6 rolls three times" in tallow("odds", "roll", "d6x3").out


def test_what_is_too_large_is_sampled_when_asked() -> None:
    refused = tallow("odds", "roll", "200d1000kh100")
    assert refused.code != 0
    assert "--sample" in refused.err
    told = parsed("odds", "roll", "200d1000kh100", "--sample", "100", "--seed", "3")
    assert told == parsed("odds", "roll", "200d1000kh100", "--sample", "100", "--seed", "3")
    assert 74_000 < told["mean"] < 76_000
    assert sum(one["p"] for one in told["outcomes"].values()) == pytest.approx(1)
    assert "in 100 rolls (seed 3)" in tallow("odds", "roll", "3d6", "--sample", "100", "--seed", "3").out
    assert "solved exactly" in tallow("odds", "cairn", "save", "score=11", "--sample", "100").err


def test_roll_says_what_came_of_usage_dice() -> None:
    texts = {tallow("roll", "Ud4", "--seed", str(seed)).out for seed in range(20)}
    assert any("It is used up." in text for text in texts)


def test_odds_of_a_save() -> None:
    assert parsed("odds", "cairn", "save", "score=11") == {
        "game": "cairn",
        "question": "save",
        "given": {"score": 11},
        "goal": "",
        "played": "",
        "outcomes": {"success": {"p": 0.55, "exact": "11/20"}, "failure": {"p": 0.45, "exact": "9/20"}},
        "best": None,
    }
    text = tallow("odds", "cairn", "save", "score=11").out
    assert "success" in text
    assert "11 in 20 (55.0 %)" in text
    assert "11/20" in text
    assert "███" in text


def test_odds_of_an_attack_take_options_anywhere() -> None:
    told = parsed("odds", "cairn", "--set", "morale=off", "attack", "dice=d6+d8", "armor=1", "hp=3", "str=10")
    assert told["outcomes"]["scar"] == {"p": pytest.approx(7 / 48), "exact": "7/48"}
    assert "dead" not in told["outcomes"]
    floats = parsed("odds", "cairn", "attack", "dice=d6+d8", "armor=1", "hp=3", "--float")
    assert floats["outcomes"]["scar"]["exact"] is None


def test_odds_list_the_questions_of_a_game() -> None:
    listed = {question["name"]: question for question in parsed("odds", "cairn")["questions"]}
    assert {"save", "attack"} <= set(listed)
    text = tallow("odds", "cairn").out
    assert "score  a number from 0 to 30" in text
    assert "unless given" in text
    assert "tallow odds cairn save score=11" in text


def test_odds_of_dice() -> None:
    told = parsed("odds", "roll", "2d6")
    assert told["outcomes"]["7"] == {"p": pytest.approx(1 / 6), "exact": "1/6"}
    assert told["mean"] == 7
    text = tallow("odds", "roll", "2d6").out
    assert "7.00 on average; most often 7, 1 in 6 (16.7 %)." in text
    assert "each total, 1 in 6" in tallow("odds", "roll", "d6").out
    assert "totals that are rarer" in tallow("odds", "roll", "60d6").out
    assert parsed("odds", "roll", "d6+d8", "--game", "cairn")["outcomes"]["8"]["exact"] == "1/8"


def test_simulate() -> None:
    words = ("simulate", "cairn", "--party", PARTY, "--foes", "Goblin x4", "-n", "200", "--seed", "7")
    told = parsed(*words)
    assert told["n"] == 200
    assert 0 <= told["wins"]["low"] <= told["wins"]["p"] <= told["wins"]["high"] <= 1
    assert told["rounds"]["mean"] >= 1
    assert told["deaths"]["mean"] >= 0
    assert {"seconds", "per_second"} <= set(told)
    again = parsed(*words)
    assert again["wins"] == told["wins"]
    text = tallow(*words).out
    assert "The party wins" in text
    assert "95 times in 100" in text
    assert "How they end" in text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_report_keeps_to_a_narrow_terminal(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "36")
    words = ("--party", "Marchguard", "--foes", "Goblin", "-n", "20", "--cores", "1", "--language", language)
    ran = tallow("simulate", "cairn", *words)
    assert ran.code == 0
    assert max(columns(line) for line in ran.out.splitlines()[1:]) <= 36


def test_simulate_tells_a_fight_as_a_story() -> None:
    words = ("simulate", "cairn", "--party", PARTY, "--foes", "Goblin", "-n", "10", "--show")
    text = tallow(*words).out
    story, _, report = text.partition("The party wins")
    assert report
    assert story.count("\n") > 5
    assert "d8: " in story


OUT = ("expedition", "cairn", "--party", PARTY, "--room", "Goblin x2", "--room", "-", "--room", "Goblin x3")


def test_expedition() -> None:
    words = (*OUT, "--pack", "Torch x4", "-n", "100", "--seed", "7")
    told = parsed(*words)
    assert (told["n"], told["pack"]) == (100, "Torch x4")
    assert [room["foes"] for room in told["cleared"]] == ["Goblin x2", "", "Goblin x3"]
    assert told["cleared"][0]["won"] >= told["cleared"][2]["won"] >= told["wins"]["p"]
    assert set(told["ends"]) <= {"home", "turned_back", "lost"}
    assert told["turns"]["mean"] > 0
    text = tallow(*words).out
    for part in ("The party sees every room", "1. Goblin x2", "2. nobody", "Lightings left", "How they end"):
        assert part in text


def test_expedition_of_the_party_of_a_table(tmp_path: Path) -> None:
    step = open_table("cairn", "The Old Mill", {}, new_seed(), example=True)
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    export_table(store, store.create(step).id, tmp_path / "mill.tallow")
    store.close()
    words = ("expedition", "cairn", "--archive", str(tmp_path / "mill.tallow"), "--room", "Goblin", "-n", "20")
    assert parsed(*words)["ends"]
    assert "The party of the table, as it stands" in tallow(*words).out
    for wrong, said in (
        (("expedition", "vanilla", *words[2:]), "is a table of cairn, not of vanilla"),
        ((*words[:3], str(tmp_path / "tables.sqlite"), *words[4:]), "this is not a Tallow archive"),
        ((*words[:3], str(tmp_path / "none"), *words[4:]), "No such file"),
        ((*words, "--party", "Cutpurse"), "not allowed with"),
    ):
        ran = tallow(*wrong)
        assert (ran.code, ran.out) == (2, "")
        assert said in ran.err


def test_expedition_is_told_as_a_story() -> None:
    text = tallow(*OUT, "-n", "5", "--show").out
    assert "carrying besides: Torch x2" in text
    assert "carrying besides" not in tallow(*OUT, "-n", "5", "--pack", "").out
    story, _, report = text.partition("The party sees every room")
    assert report
    assert "Cycle 1." in story
    assert "\nGoblin x2\n" in story
    assert "On the way" in story


def test_character_prints_a_sheet() -> None:
    ran = tallow("character", "cairn", "--seed", "5")
    made = parsed("character", "cairn", "--seed", "5")
    assert made["name"] in ran.out
    assert "Seed 5." in ran.out
    for part in ("HP", "STR", "DEX", "WIL", "of 10"):
        assert part in ran.out
    for item in made["items"]:
        assert item["name"] in ran.out


def test_characters_from_one_seed_are_the_same_and_differ_from_each_other() -> None:
    many = parsed("character", "cairn", "--seed", "5", "--count", "20")
    assert len(many) == 20
    assert many[0] == parsed("character", "cairn", "--seed", "5")
    assert len({one["name"] for one in many}) > 5
    assert many == parsed("character", "cairn", "--seed", "5", "--count", "20")


def test_character_on_paper(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    ran = tallow("character", "cairn", "--seed", "5", "--pdf", str(tmp_path / "sheet.pdf"), "--paper", "letter")
    assert ran.code == 0
    assert not ran.out
    assert "1 sheet." in ran.err
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")


def test_rules_list_search_and_show() -> None:
    assert "cairn  Cairn, " in tallow("rules").out
    whole = tallow("rules", "cairn").out
    assert "cairn.save.roll" in whole
    assert "── Saves " in whole
    found = tallow("rules", "cairn", "scar").out
    assert "cairn.scar.lasting_scar" in found
    assert "cairn.save.one" not in found
    entry = tallow("rules", "cairn.save.roll").out
    assert "cairn.save.roll" in entry
    assert "d20" in entry
    assert [one["id"] for one in parsed("rules", "cairn.save.roll")] == ["cairn.save.roll"]
    assert len(parsed("rules", "cairn")) > 500


def test_rules_that_are_not_found() -> None:
    ran = tallow("rules", "cairn", "zeppelin")
    assert ran.code == 1
    assert not ran.out
    assert 'Nothing in the rulebook of Cairn has "zeppelin".' in ran.err


def test_coverage() -> None:
    ran = tallow("rules", "--coverage", "--json", "cairn")
    assert ran.err == ""
    counts = json.loads(ran.out)["cairn"]
    assert counts["covered"] == counts["cited"], "the tests stand beside src here"
    assert set(counts) == {"entries", "engine", "cited", "covered", "at_work"}
    assert sum(counts["at_work"]["spells"].values()) == 100
    assert sum(counts["at_work"]["relics"].values()) == 50
    assert counts["at_work"]["spells"]["acts"] > counts["at_work"]["spells"]["text"]
    assert counts["entries"] >= counts["engine"] >= counts["cited"]
    said = tallow("rules", "--coverage", "cairn").out
    assert "entries" in said
    assert "are in force for a time" in said
    assert " 1 is text." in said
    assert not re.search(r"\b1 (act|are)\b", said)


def test_coverage_without_the_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallow.cli.commands.rules.TESTS", tmp_path)
    ran = tallow("rules", "--coverage", "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["cairn"]["covered"] is None
    assert "The tests are not here" in ran.err
    assert tallow("rules", "--coverage", "--check").code == 2


def test_play_without_a_game_lists_them() -> None:
    ran = tallow("play")
    assert ran.code == 0, ran.err
    assert [line.strip(" `") for line in ran.out.splitlines() if "tallow play" in line] == [
        f"tallow play {name}" for name in names()
    ]


def test_play_from_making_to_the_end_through_a_pipe() -> None:
    ran = tallow("play", "cairn", "--fight", "--seed", "7", typed="\n" * 400)
    assert ran.code == 0, ran.err
    assert "First, who are you?" in ran.out
    assert "What do you do?" in ran.out
    assert "It is over" in ran.out
    assert "with --seed 7 has them again" in ran.out
    assert ran.out == tallow("play", "cairn", "--fight", "--seed", "7", typed="\n" * 400).out


def test_play_with_real_dice_and_taking_back() -> None:
    ran = tallow("play", "cairn", "--seed", "7", "--quick", "--dice", "mine", "--foes", "Goblin", typed="1\nu\n21\n1\n")
    assert ran.code == 0, ran.err
    assert "roll d20 and type the faces" in ran.out
    assert "[d20: 1]" in ran.out
    assert "Taken back." in ran.out
    assert "21 is not on a d20." in ran.out
    assert "The input has ended." in ran.out


@pytest.mark.parametrize("typed", ["", "?\n", "v\nu\nq\n"])
def test_play_ends_cleanly_whatever_comes(typed: str) -> None:
    ran = tallow("play", "cairn", "--seed", "7", "--quick", typed=typed)
    assert ran.code == 0
    assert not ran.err


def test_compare_prints_a_table_charts_and_meanings() -> None:
    words = ("compare", "--foes", "2", "-n", "30", "--game", "cairn", "--game", "modified_cairn")
    told = tallow(*words).out
    assert "Side by side" in told
    assert told.count("Goblin x2") == 2
    for found in parsed(*words):
        assert found["foes"] == "Goblin x2"
        for name in ("wins", "deaths", "rounds", "maimed", "spent"):
            assert found[name]["low"] <= found[name]["value"] <= found[name]["high"]
            assert " ".join(found[name]["means"].split()[:3]) in " ".join(told.split())


def test_compare_answers_what_it_cannot_do() -> None:
    assert tallow("compare", "--foes", "0").code == 2
    assert "from 1 to 20" in tallow("compare", "--foes", "0").err
    wrong = tallow("compare", "--game", "carin")
    assert (wrong.code, "cairn" in wrong.err) == (2, True)


def test_adventure_writes_a_document_that_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "place.toml"
    ran = tallow("adventure", "cairn", "--rooms", "6", "--seed", "2", "--out", str(file))
    assert ran.code == 0, ran.err
    place = read(file.read_bytes())
    assert ran.out == f"{file}: {place.adventure.title}, 6 rooms, for Cairn. Seed 2.\n"
    assert tallow("adventure", "cairn", "--rooms", "6", "--seed", "2").out == file.read_text("utf-8")


def test_adventure_says_what_is_wrong(tmp_path: Path) -> None:
    assert "from 6 to 20" in tallow("adventure", "cairn", "--rooms", "3").err
    assert "no place for a file" in tallow("adventure", "cairn", "--out", str(tmp_path)).err
    assert list(tmp_path.iterdir()) == []
