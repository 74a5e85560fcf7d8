"""Every code that a game can say has words, and no words are for a code that nobody says."""

import ast
import re
import string
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import get_args, get_type_hints

import pytest

from tallow.games import BUILT_IN
from tallow.games.optional import documents_of
from tallow.games.words import Catalogue, catalogue
from tallow.simulate import MEASURES
from tests.games.codes import BLOCKS, Code, argument, said, source

TABLES = ("told", "ask", "option", "action", "refusal", "label", "measure", "term")
STAKES = ("passing", "failing")
"""What comes of a roll with a stake, by its code."""

AS_IT_IS = re.compile(r"(\d+|\d*d\d+|[A-Z]{3})$")
"""Options that need no words: numbers, dice, abilities."""

ELSEWHERE = {"about", "credit", "stalemate", "name", "notes", "party", "petty"}
"""Labels that the start page, sheets on paper and the simulator say."""

BOXES = {"boxes.slashed", "boxes.crossed", "boxes.circle", "boxes.marks"}
"""What faces call the parts of a row of boxes."""

LITERALS = {
    "cairn": ("Ended.how", "Mark.kind"),
    "dead_weight": ("Ended.how",),
    "modified_cairn": ("Ended.how", "Mark.kind", "Side", "Band"),
}
"""Where a game's state has codes of its own that are shown."""

MORE = {
    "cairn": {"label": {"hands", "worn", "pack", "petty", "name"}, "term": {"rides"}},
    "modified_cairn": {"label": {"hands", "body", "pack", "overflow", "petty", "name"}},
}
"""Codes that are put together from data."""


@cache
def used(name: str) -> dict[str, set[Code]]:
    """The codes that need words, by table."""
    of = source(name)
    deeds = import_module(f"{of.package}.record").DEEDS.deeds
    costs = {deed.cost for deed in deeds.values()} - {""}
    more = MORE.get(name, {})
    brought = documents_of(of.game)
    reminders = of.game.characters.reminders if of.game.characters else {}
    drawn = BOXES if any(True for _ in of.calls("Boxes")) else set()
    priced = {"price_of"} if of.game.ui.prices else set()
    labels = of.codes(0, *BLOCKS) | set(reminders) | set(of.game.ui.groups) | of.literals("Phase")
    terms = of.codes(0, "Tag", "Cause") | of.literals(*LITERALS.get(name, ())) | settings(name)
    return {
        "told": of.codes(0, "tell"),
        "ask": of.codes(1, "choose", "write") | ({brought.asks} if brought else set()),
        "action": set(deeds),
        "refusal": of.codes(0, "Refusal") | {"no_such_action", "not_now"} | ({"bad_document"} if brought else set()),
        "measure": set(MEASURES),
        "label": labels | costs | drawn | priced | more.get("label", set()),
        "term": terms | conditions(name) | more.get("term", set()),
    }


def settings(name: str) -> set[Code]:
    """The names of settings, and where a game has words for the values of a setting, all of them."""
    played = source(name).game
    known = played.words.catalogue()["term"]
    found: set[Code] = set()
    for setting, values in get_type_hints(played.settings).items():
        found.add(own if (own := f"setting.{setting}") in known else setting)
        said = {f"{setting}.{value}" for value in get_args(values) if isinstance(value, str | bool)}
        found |= said if any(value in known for value in said) else set()
    return found


def conditions(name: str) -> set[Code]:
    """What creatures come into."""
    return {
        code
        for call, known in source(name).calls("gain")
        for given in call.args[1:]
        for code in said(given, known)
        if ":" not in (code if isinstance(code, str) else code.pattern)
    }


def missing(name: str, table: str) -> list[str]:
    whole = source(name).game.words.catalogue()
    known = whole.get(table, {})
    also = whole["term"] if table == "label" else whole["label"] if table == "term" else {}
    lacking = []
    for code in used(name)[table]:
        if isinstance(code, str):
            if code and code not in known and code not in also and not code.startswith(f"{name}."):
                lacking.append(code)
        elif code.pattern == ".+" or code.pattern.startswith(name):
            continue
        elif not any(code.fullmatch(word) for word in (*known, *also)):
            lacking.append(f"({code.pattern})")
    return sorted(lacking)


def unworded(name: str) -> list[str]:
    """Options without words."""
    whole = source(name).game.words.catalogue()
    known, terms, actions = whole["option"], whole["term"], whole["action"]
    return [
        f"{what}.{option}"
        for what, option, begins in sorted(source(name).options)
        if f"{what}.{option}" not in known
        and not AS_IT_IS.match(option)
        and (begins or (option not in known and option not in terms and option not in actions))
    ]


@pytest.mark.parametrize("table", [table for table in TABLES if table != "option"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_code_has_words(name, table):
    assert missing(name, table) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_option_has_words(name):
    assert unworded(name) == []


def own_words(name: str) -> Catalogue:
    """The words of a game without those that all games say."""
    return catalogue(source(name).game.book.package, "en")


def in_use(name: str, table: str, code: str) -> bool:
    of = source(name)
    texts, patterns = of.written
    if code in texts or code in used(name).get(table, ()):
        return True
    if table == "option" and any(code == f"{what}.{option}" for what, option, _ in of.options):
        return True
    if table == "label" and code in {f"bots.{inquiry.name}" for inquiry in of.game.odds.inquiries}:
        return True
    if table == "label" and code in ELSEWHERE | {f"{label}.hint" for label in of.game.words.catalogue()["label"]}:
        return True
    short = code.rpartition(".")[2] if table == "option" else code
    if table in {"option", "term", "label"} and (short in texts or code.casefold() in of.content):
        return True
    return any(
        pattern.fullmatch(code) or pattern.fullmatch(short)
        for pattern in patterns
        if len(pattern.pattern.replace(".+", "")) > 2
    )


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", BUILT_IN)
def test_no_words_without_a_code(name, table):
    assert [code for code in own_words(name)[table] if not in_use(name, table, code)] == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_at_stake_is_said_both_ways_and_is_at_stake_somewhere(name):
    passing, failing = (own_words(name).get(table, {}) for table in STAKES)
    assert list(passing) == list(failing)
    assert set(own_words(name).get("needed", {})) <= set(passing)
    entries = source(name).game.book.entries()
    assert [code for code in passing if code not in entries and not in_use(name, "passing", code)] == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_catalogue_is_sorted_and_well_made(name):
    own = own_words(name)
    assert tuple(own) == (*TABLES, *(table for table in (*STAKES, "needed", "prospect") if table in own))
    for table, known in own.items():
        assert [f"{after} before {before}" for before, after in pairwise(known) if before > after] == []
        for code, words in known.items():
            fields = [field for _, field, _, _ in string.Formatter().parse(words) if field is not None]
            assert all(field.isdecimal() for field in fields), (code, words)
            assert words == words.strip(), code
            assert words, code
            if table in {"told", "refusal"}:
                assert words.endswith((".", "}", "!", "?")), (code, words)
            if table == "ask":
                assert words.endswith(("?", ".", ":", "}")), (code, words)
            if table in {"option", "action"}:
                assert words[0].upper() == words[0], (code, words)
                assert not words.endswith("."), (code, words)


@pytest.mark.parametrize("name", BUILT_IN)
def test_facts_are_not_asked_for_beyond_those_that_are_given(name):
    """A template has no {2} where the code is told with two facts."""
    assert overasked(name) == []


def overasked(name: str) -> list[tuple[int, str, str]]:
    wrong = []
    whole = source(name).game.words.catalogue()
    for table, at, names in (("told", 1, ("tell",)), ("ask", 3, ("choose",)), ("ask", 2, ("write",))):
        for call, known in source(name).calls(*names):
            if any(isinstance(given, ast.Starred) for given in call.args):
                continue
            count = len(call.args) - at
            for code in said(argument(call, 0 if table == "told" else 1), known):
                words = whole[table].get(code, "") if isinstance(code, str) else ""
                wrong += [(call.lineno, str(code), words)] if asks_for(words) > count else []
    for call, known in source(name).calls("Refusal"):
        given = argument(call, 1, "facts")
        if given is not None and not (
            isinstance(given, ast.Tuple) and not any(isinstance(g, ast.Starred) for g in given.elts)
        ):
            continue
        count = len(given.elts) if isinstance(given, ast.Tuple) else 0
        for code in said(argument(call, 0), known):
            words = whole["refusal"].get(code, "") if isinstance(code, str) else ""
            wrong += [(call.lineno, str(code), words)] if asks_for(words) > count else []
    return wrong


def asks_for(words: str) -> int:
    """How many facts a template needs."""
    return max((int(f) + 1 for _, f, _, _ in string.Formatter().parse(words) if f and f.isdecimal()), default=0)


COUNTED = (
    "coins", "days", "Days", "hours", "Hours", "Moments", "Minutes", "orders", "points", "Rounds", "Turns", "weeks",
    "miles", "enemies", "bodies", "Experiences", "Armour Dice", "Damage Dice", "Hit Dice", "gems", "Helpers",
)  # fmt: skip
"""Nouns that go with a number."""


@pytest.mark.parametrize("name", ["black_hack", "vanilla"])
def test_what_goes_with_a_number_has_a_form_for_one(name):
    plural = re.compile(rf"\{{\d+\}} ({'|'.join(COUNTED)})\b")
    said = [(code, words) for known in own_words(name).values() for code, words in known.items()]
    assert [code for code, words in said if plural.search(words)] == []


@pytest.mark.parametrize(("number", "said"), [(1, "1 coin"), (2, "2 coins"), (0, "0 coins"), (21, "21 coins")])
def test_a_number_takes_the_form_that_goes_with_it(number, said):
    words = source("black_hack").game.words
    assert words.say("told", "treasure.coins", "Ann", number) == f"Ann takes {said}."
