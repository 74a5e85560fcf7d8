"""Where rules are written: what `tallow rules ID` and docs/chapters.md say."""

import inspect

import pytest
from scripts.chapters import PAGE, page

from tallow.games import game, names
from tallow.games.cairn.checks import saves
from tallow.games.rule_index import Place, chapters, written
from tests.cli.run import tallow


def test_a_rule_is_where_its_function_is():
    book = game("cairn").book
    (place,) = written(book, book.entries()["cairn.save.roll"])
    assert place.file == "checks/saves.py"
    assert inspect.getsource(saves).splitlines()[place.line - 1].startswith(f"def {place.name}(")


def test_content_is_in_its_file():
    book = game("cairn").book
    assert written(book, book.entries()["cairn.item.bed"])[-1] == Place("content/item.toml")


@pytest.mark.parametrize("name", names())
def test_every_engine_entry_is_written_somewhere(name):
    book = game(name).book
    assert [one.id for one in book.entries().values() if one.kind == "engine" and not written(book, one)] == []


def test_chapters_by_the_headings_of_the_source():
    found = chapters(game("cairn").book)
    assert (found["Saves"][0], found["Scars"][0], found["Morale"][0]) == (
        "checks/saves.py",
        "harm/scars.py",
        "combat/morale.py",
    )


def test_the_command_names_the_place():
    assert "In the code: cairn/checks/saves.py:" in tallow("rules", "cairn.save.roll").out


def test_the_page_of_chapters_is_what_the_script_makes():
    assert PAGE.read_text("utf-8") == page(), "run scripts/chapters.py"
