"""What every game says: numbers with the right form, dice with what they were for, and no key of the program."""

import re

import pytest

from tallow.games import BUILT_IN, game
from tallow.play import Roll
from tests.games.watching import questions

SAID = ("told", "ask", "refusal", "option", "action", "cost", "note")
NUMBERS = (1, 2, 21)
KEY = re.compile(r"\b[a-z]+_[a-z_]+\b|\b[a-z_]+\.[a-z_]+\b|[{}|]")
"""What a key of the program, or a template that is not filled in, looks like."""

VERBS = ("use",)
"""Nouns that are verbs too, so that they may follow anybody's name."""


def templates(name, language):
    """Every template of a game that people read, with its table and code."""
    words = game(name, language).words
    for table in SAID:
        for code, template in words.catalogue().get(table, {}).items():
            yield table, code, template


@pytest.fixture(scope="module")
def nouns():
    """Words that have one form for one thing and another for several, in any of the games."""
    forms = re.compile(r"\{\d+:([^|{}]+)\|([^|{}]+)\}")
    pairs = [pair for name in BUILT_IN for _, _, template in templates(name, "en") for pair in forms.findall(template)]
    return {one: several for one, several in pairs if several in (f"{one}s", f"{one[:-1]}ies") and one not in VERBS}


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_code_can_be_said_with_one_two_and_many(name, language, number):
    words = game(name, language).words
    for table, code, template in templates(name, language):
        facts = [number] * (1 + max([int(at) for at in re.findall(r"\{(\d+)", template)], default=-1))
        said = words.say(table, code, *facts)
        assert said, (table, code)
        assert not KEY.search(said.replace("e.g.", "")), (table, code, said)


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_number_stands_before_the_wrong_form(name, nouns):
    several = "|".join(map(re.escape, sorted(set(nouns.values()))))
    one = "|".join(map(re.escape, sorted(nouns)))
    assert {"coin", "Round", "hour"} <= nouns.keys()
    wrong = []
    for table, code, template in templates(name, "en"):
        for number in (1, 2):
            facts = [number] * (1 + max([int(at) for at in re.findall(r"\{(\d+)", template)], default=-1))
            said = game(name).words.say(table, code, *facts)
            if re.search(rf"\b1 ({several})\b" if number == 1 else rf"\b2 ({one})\b", said):
                wrong.append((table, code, said))
    assert wrong == []


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_die_says_in_words_what_it_was_for(name, language):
    entries = game(name, language).book.entries()
    whys = {question.why for _, question in questions(name) if isinstance(question, Roll)}
    assert whys
    for why in whys:
        assert why in entries, f"{why} has no words"
        assert not KEY.search(entries[why].title), (why, entries[why].title)
