"""The terminal in another language: which one, how wide its letters are, and no English left in what is said."""

import re
from argparse import Namespace

import pytest

from tallow.cli.options import language
from tallow.wording.columns import columns, padded, wrapped
from tests.cli.run import tallow

ENGLISH = re.compile(r"[a-z]{3,} [a-z]{3,}")


@pytest.mark.parametrize(
    ("asked", "environment", "spoken"),
    [
        (None, {}, "en"),
        ("ja", {"TALLOW_LANGUAGE": "en"}, "ja"),
        (None, {"TALLOW_LANGUAGE": "ja", "LC_ALL": "en_GB.UTF-8"}, "ja"),
        (None, {"LC_ALL": "ja_JP.UTF-8", "LANG": "en_GB.UTF-8"}, "ja"),
        (None, {"LC_ALL": "de_DE.UTF-8", "LANG": "ja_JP.UTF-8"}, "en"),
        (None, {"LANG": "ja_JP.eucJP"}, "ja"),
        (None, {"LANG": "C"}, "en"),
        (None, {"TALLOW_LANGUAGE": "klingon"}, "en"),
    ],
)
def test_the_language_that_was_asked_for_or_set(monkeypatch, asked, environment, spoken):
    for name in ("TALLOW_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language(Namespace(language=asked)) == spoken


def test_japanese_letters_take_two_columns():
    assert columns("HP 3/8") == 6
    assert columns("防具ダイス 2") == 12
    assert padded("盾", 4) == "盾  "


def test_lines_break_between_letters_but_not_before_a_full_stop():
    text = "プレイヤーは1d20を振る。合計が能力値未満のときだけ「成功」する。"
    for width in range(20, 40):
        lines = wrapped(text, width, "", "  ")
        assert max(map(columns, lines)) <= width
        assert "".join(line.strip() for line in lines) == text
        assert not any(line.strip().startswith(("。", "」", "ー", "、")) or line.endswith("「") for line in lines)
        assert any("1d20" in line for line in lines)
    assert wrapped("  ■   盾", 20, "", "") == ["  ■   盾"]


@pytest.mark.parametrize(
    "words",
    [
        ("character", "black_hack", "--seed", "5"),
        ("play", "black_hack", "--quick", "--seed", "7"),
        ("odds", "black_hack", "test", "score=12"),
        ("odds", "roll", "2d6"),
        ("roll", "4d6kh3", "--seed", "3"),
        ("rules", "black_hack", "black_hack.weapon"),
        ("simulate", "black_hack", "--party", "warrior 1 x2", "--foes", "HD 1 x2", "-n", "20", "--cores", "1"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_no_english_is_left_and_lines_fit(words):
    ran = tallow(*words, "--language", "ja", typed="\n" * 12 + "?\nv\nq\n")
    assert ran.code == 0, ran.err
    lines = [line for line in ran.out.splitlines() if not line.strip().startswith("tallow ")]
    assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", ran.out)
    assert max(map(columns, lines)) <= 80
    if words[0] != "play":  # which ends with a rule, whole, and most of its text is English
        plain = [re.sub(r"black_hack\.\S+", "", line) for line in lines]
        assert [line for line in plain if ENGLISH.search(line)] == []


def test_a_game_without_the_language_speaks_english(cairn_in_english_alone):
    assert tallow("character", "cairn", "--seed", "5", "--language", "ja") == tallow(
        "character", "cairn", "--seed", "5"
    )
