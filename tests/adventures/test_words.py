"""The words that all games share: every code of exploring has them in every language, and none stands there unused."""

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest

from tallow.adventures.exploring.deeds import deeds
from tallow.adventures.exploring.refereeing import controls
from tallow.adventures.recruiting import recruits
from tallow.adventures.standing import Place
from tallow.games import game
from tallow.games.words import LANGUAGES, SHARED, catalogue
from tests.adventures.playing import mill

SOURCE = Path(__file__).parents[2] / "src" / "tallow" / "adventures"
ENGLISH = catalogue(SHARED, "en")


def codes() -> set[str]:
    """Every text in the code of adventures, an f-string as the pattern of what it can be."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(re.escape(node.value))
            elif isinstance(node, ast.JoinedStr):
                parts = [re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"\w+" for p in node.values]
                found.add("".join(parts))
    return found


CODES = codes()


def called(path: Path, name: str, at: int) -> list[str]:
    """The plain texts that stand at a place in calls of a function."""
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    wanted = [call for call in calls if getattr(call.func, "id", getattr(call.func, "attr", "")) == name]
    given = [call.args[at] for call in wanted if len(call.args) > at]
    return [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def test_every_code_has_words():
    for path in SOURCE.rglob("*.py"):
        assert {f"place.{code}" for code in called(path, "tell", 1)} <= set(ENGLISH["told"]) | {"place.place.room"}
        for name in ("choose", "write", "one_of"):
            assert set(called(path, name, 1)) <= set(ENGLISH["ask"]), path
    cairn = game("cairn")
    assert cairn.exploring is not None
    place = Place(mill(), cairn.exploring)
    listed = (*deeds(place), *controls(place), *recruits(cairn, place))
    assert {deed.name for deed in listed} == set(ENGLISH["action"])
    assert {deed.group for deed in listed} <= set(ENGLISH["label"])


@pytest.mark.parametrize("table", ENGLISH)
def test_no_words_without_a_code(table):
    for code in ENGLISH[table]:
        names = {code, code.removeprefix("place."), code.rpartition(".")[2]}
        assert any(re.fullmatch(pattern, name) for pattern in CODES for name in names), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same_with_the_same_facts(language):
    said = catalogue(SHARED, language)
    assert {table: list(words) for table, words in said.items()} == {t: list(words) for t, words in ENGLISH.items()}
    for table, words in said.items():
        assert [after for before, after in pairwise(words) if before > after] == []
        for code, text in words.items():
            assert set(re.findall(r"\{\d\}", text)) == set(re.findall(r"\{\d\}", ENGLISH[table][code])), code
