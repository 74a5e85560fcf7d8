"""`make quick` finds the tests of a change, and keeps to its time."""

from pathlib import Path

import pytest
from scripts.quick import ROOT, belong, check, order


@pytest.mark.parametrize(
    ("changed", "first", "last"),
    [
        ("src/tallow/games/cairn/harm/scars.py", "tests/games/cairn/test_scars.py", "tests/games/cairn"),
        ("src/tallow/games/cairn/state.py", "tests/games/cairn", "tests/games/cairn"),
        ("src/tallow/games/cairn/content/monsters.toml", "tests/games/cairn/test_monsters.py", "tests/games/cairn"),
        ("src/tallow/games/vanilla/words.toml", "tests/test_languages.py", "tests/games/vanilla"),
        ("src/tallow/games/shared/seating.py", "tests/games/test_seating.py", "tests/games/test_words.py"),
        ("src/tallow/web/static/tallow.js", "tests/web", "tests/web"),
        ("src/tallow/store/migrations/env.py", "tests/store", "tests/store"),
        ("tests/web/test_assets.py", "tests/web/test_assets.py", "tests/web/test_assets.py"),
        ("tests/web/people.py", "tests/web", "tests/web"),
        ("docs/architecture.md", "tests/test_docs.py", "tests/test_architecture.py"),
        ("benchmarks/fights.py", "tests/benchmarks", "tests/benchmarks"),
    ],
)
def test_the_nearest_tests_of_a_file_come_first(changed, first, last):
    found = belong(changed)
    assert (found[0], found[-1]) == (first, last)


def test_every_folder_of_the_source_has_tests_that_belong_to_it():
    folders = [path for path in (ROOT / "src" / "tallow").iterdir() if (path / "__init__.py").is_file()]
    games = [path for path in (ROOT / "src" / "tallow" / "games").iterdir() if (path / "rulebook.toml").is_file()]
    for folder in [*folders, *games]:
        file = (folder / "new.py").relative_to(ROOT)
        expected = Path("tests", *file.parts[2:-1])
        assert all(Path(one).is_relative_to(expected) for one in belong(file.as_posix())), file
        assert belong(file.as_posix()), file


def test_what_nothing_belongs_to_is_no_error():
    assert belong("LICENSE") == []
    assert order(["LICENSE", "src/tallow/odds/ask.py"]) == ["tests/odds/test_ask.py", "tests/odds"]


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """Programs in place of the real ones: `pytest` fails for a file `bad`, and takes its time for one `slow`."""
    for name, does in {
        "ruff": "exit 0",
        "mypy": "exit 0",
        "pytest": 'case "$*" in *bad*) exit 1;; *slow*) exec sleep 60;; esac',
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setattr("scripts.quick.PROGRAMS", tmp_path)


@pytest.mark.usefixtures("programs")
def test_what_fails_is_named_and_makes_it_fail(capfd):
    assert check(["a.py"], ["test_good.py", "test_bad.py"], 30) == 1
    said = capfd.readouterr().out
    assert "Passed: ruff check, ruff format, test_good.py, mypy\n" in said
    assert "Failed: test_bad.py\n" in said
    assert "Left out" not in said


@pytest.mark.usefixtures("programs")
def test_what_there_is_no_time_for_is_stopped_and_named(capfd):
    assert check([], ["test_slow.py", "tests/more"], 1) == 0
    said = capfd.readouterr().out
    assert "Left out, for 1 s were over: test_slow.py, tests/more\n`make test` checks everything.\n" in said
