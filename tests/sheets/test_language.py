"""Sheets in Japanese: with a font that can write it, and in English where there is none."""

import re
from random import Random

import pytest

from tallow.games import game
from tallow.games.optional import needed_characters
from tallow.sheets import paper, pdf, writable
from tallow.simulate.random_answers import RandomAnswers

pytest.importorskip("typst")

PLAYED = game("black_hack", "ja")


@pytest.fixture
def made():
    return needed_characters(PLAYED).create(RandomAnswers(Random(3)), PLAYED.settings())


def texts(value) -> list[str]:
    """All texts in what the template is given."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [text for part in parts for text in texts(part)]


def test_what_is_on_a_sheet_is_in_japanese(monkeypatch, made):
    monkeypatch.setattr(paper, "font", lambda language: f"Font {language}")
    given = paper.sheets(writable(PLAYED), needed_characters(PLAYED).sheet(made).panels)
    assert given["language"] == "ja"
    assert given["fonts"] == [paper.LETTERS, "Font ja"]
    shown = texts([given[name] for name in ("game", "name", "petty", "notes", "party", "rules")])
    shown += [block["label"] for sheet in given["sheets"] for block in sheet["blocks"]]
    for sheet in given["sheets"]:
        for block in sheet["blocks"]:
            shown += [one["name"] for kind in ("things", "tags", "lines") for one in block.get(kind, ())]
    assert len(shown) > 50
    assert [text for text in shown if re.search(r"[a-z]{3}", text)] == []


def test_without_a_font_for_it_the_sheet_is_in_english(monkeypatch, made):
    monkeypatch.setattr(paper, "font", lambda language: "" if language == "ja" else paper.LETTERS)
    assert writable(PLAYED) is game("black_hack")
    assert pdf(PLAYED, [made]) == pdf(game("black_hack"), [made])
