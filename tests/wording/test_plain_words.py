"""What people read has no keys of the program in it, no notes of ours, and the right form for one, two and many.

Every phrase of every catalogue is said with one, two and many; the prose of the rulebooks is read; and games are played
by chance, in which every line, question, option, refusal and the name of every roll is said in words.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tallow.games
from tallow.games import BUILT_IN, game
from tallow.games.rulebook import Rulebook
from tallow.games.settings import setting_values
from tallow.games.words import LANGUAGES, Words
from tallow.play import Choice, Roll, Rolled, Told, Writing
from tallow.testing import random_game
from tallow.wording.phrases import phrases
from tallow.wording.settings import settings_shown
from tallow.wording.speech import Speech

FACES = ("tallow.wording", "tallow.web", "tallow.terminal")
SPOKEN = [
    (name, language) for name in BUILT_IN for language in LANGUAGES if game(name, language).words.language == language
]

KEYS = re.compile(
    r"[a-z]_[a-z]"  # snake_case
    r"|\b[a-z]+:[a-z]"  # hold:stone
    r"|\b(?:cairn|dead_weight|modified_cairn|black_hack|vanilla)\.[a-z]"  # an id
    r"|\bsee [a-z_]+\.[a-z*]"
    r"|\bour ruling\b|\bours\)"
    r"|\{\d"
)

ID = re.compile(r"[a-z_]+\.[a-z_]+\.[a-z0-9_]+")
COUNTED = (
    "wounds", "Rounds", "rounds", "Turns", "Moments", "Minutes", "Hours", "Days", "uses", "coins", "slots", "hours",
    "days", "minutes", "weeks", "years", "dots", "rations", "pieces", "things", "bundles", "milestones", "actions",
    "characters", "pages", "lessons", "points", "dice", "charges", "foes", "arrows", "bolts", "torches", "steps",
    "watches", "Cycles", "people", "beds", "meals", "doses", "tokens", "levels", "squares", "supplies", "marks",
)  # fmt: skip
"""What the games count, as it is called where there are several."""

ALSO_VERBS = frozenset(
    ("bolts", "bundles", "charges", "levels", "marks", "points", "squares", "steps", "supplies", "uses", "watches")
)
BETWEEN = r"(?:(?!\w*s |of )[A-Za-z]+ )?"
"""A word that may stand before what is counted: "armour dice"."""

PLURAL = re.compile(rf"(?<![\w.,×+-])1 ({BETWEEN}(?:{'|'.join(COUNTED)}))\b")
PLACED = re.compile(rf"(^|[.:;] )?\{{(\d+)\}} ({BETWEEN}(?:{'|'.join(COUNTED)}))\b")


def keys(text: str) -> list[str]:
    """What in a text is for the program and not for people."""
    return [found[0] for found in KEYS.finditer(text)]


def placed(template: str) -> int:
    """How many facts a template takes."""
    return max([int(number) + 1 for number in re.findall(r"\{(\d+)", template)], default=0)


def wrong_forms(template: str) -> Iterator[str]:
    """Nouns that go with a number and have one form for one and for several."""
    for found in PLACED.finditer(template):
        at_start, _, noun = found.groups()
        if noun not in ALSO_VERBS or (at_start is None and found[2] != "0"):
            yield found[0]


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_every_phrase_of_a_game_with_one_two_and_many(name, language):
    words: Words = game(name, language).words
    wrong = []
    for table, known in words.catalogue().items():
        for code, template in known.items():
            facts = placed(template)
            for fact in ("Ann", 1, 2, 7):
                said = words.say(table, code, *[fact] * facts)
                wrong += [f"{table}.{code}: {key!r} in {said}" for key in keys(said)]
                assert "|" not in said, f"{table}.{code}: {said}"
            if language == "en":
                wrong += [f"{table}.{code}: {form!r} in {template}" for form in wrong_forms(template)]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", FACES)
def test_every_phrase_of_the_faces(package, language):
    wrong = []
    for table, known in phrases(language, package).catalogue().items():
        for code, template in known.items():
            said = re.sub(r"\{[^{}]*\}", "Ann", template)
            wrong += [f"{table}.{code}: {key!r} in {template}" for key in keys(said)]
    assert wrong == []


def test_a_number_with_one_form_and_keys_are_found():
    assert list(wrong_forms("{0} has {1} wounds.")) == ["{1} wounds"]
    assert list(wrong_forms("Set up: {0} camp actions.")) == [": {0} camp actions"]
    assert list(wrong_forms("{0} uses {1}.")) == []
    assert list(wrong_forms("{0} has {1} {1:wound|wounds}.")) == []
    for text in ("hold:stone", "light_source", "as cairn.item.torch says", "d6 (ours)", "see light.*", "{0}"):
        assert keys(text), text
    assert PLURAL.search("takes 1 wounds")
    assert not PLURAL.search("takes 11 wounds")


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_the_book_tells_of_content_has_no_notes_and_no_keys(name):
    book: Rulebook = game(name).book
    wrong = []
    for entry in book.entries().values():
        if entry.type not in {"rule", "setting", "action", "phase"}:
            for text in (entry.title, entry.text, *prose(entry.data)):
                wrong += [f"{entry.id}: {key!r} in {text}" for key in keys(text) if not ID.fullmatch(text)]
                wrong += [f"{entry.id}: {found[0]!r} in {text}" for found in PLURAL.finditer(text)]
    assert wrong == []


def prose(data: Any) -> Iterator[str]:
    """The sentences in the fields of an entry."""
    if isinstance(data, dict):
        for key, value in data.items():
            if isinstance(value, str):
                yield from (value,) if key in {"effect", "critical", "recharge"} else ()
            else:
                yield from prose(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from prose(value)


@cache
def cited(name: str) -> frozenset[str]:
    """The ids that a game's modules give as the reason of a roll, a question or a line: all but those of `@rule`."""
    found: set[str] = set()
    for file in (Path(tallow.games.__file__).parent / name).rglob("*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        marks = {
            id(node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for node in node.decorator_list
        }
        inside = {id(part) for node in ast.walk(tree) if id(node) in marks for part in ast.walk(node)}
        texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        found |= {
            str(node.value) for node in texts if id(node) not in inside and str(node.value).startswith(f"{name}.")
        }
    return frozenset(found)


@pytest.mark.parametrize("name", BUILT_IN)
def test_whatever_a_line_or_a_die_cites_has_a_name_in_words(name):
    entries = game(name).book.entries()
    assert sorted(id_ for id_ in cited(name) if id_ in entries and not entries[id_].name) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_value_of_a_setting_has_words(name):
    known = game(name).words.catalogue()
    tables = [known[table] for table in ("option", "term", "label")]
    values = [(raw["name"], value) for raw in game(name).book.raw("setting") for value in map(str, raw["values"])]
    lacking = [
        f"{setting}.{value}"
        for setting, value in values
        if "_" in value and not any(code in table for table in tables for code in (value, f"{setting}.{value}"))
    ]
    assert lacking == []


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_a_setting_is_called_the_same_where_it_is_chosen_asked_for_and_told(name, language):
    speech = Speech(game(name, language))
    for shown in settings_shown(name, language):
        for value, (_, title) in zip(setting_values(game(name))[shown.name], shown.values, strict=True):
            assert title not in {"True", "False"}, shown.name
            why = f"{name}.setting.{shown.name}"
            assert speech.option(Choice("referee", "setting_value", (value,), (shown.name,), why), value) == title
            assert title.lower() in speech.told(Told("setting", (shown.name, value), why, ("everyone",))).lower()


def sentences(speech: Speech, said: Any) -> Iterator[str]:
    """All that people read of an event or a question."""
    match said:
        case Told():
            yield speech.told(said)
        case Rolled():
            yield speech.rule(said.roll.why)
        case Roll():
            yield speech.rule(said.why)
        case Choice():
            yield speech.asked(said)
            yield from [speech.option(said, option) for option in list(said.options)[:200]]
        case Writing():
            yield speech.asked(said)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", BUILT_IN)
def test_games_by_chance_are_told_without_keys(name, seed):
    played = game(name)
    speech = Speech(played)
    asked: list[Any] = []
    wrong: dict[str, str] = {}
    for state, action, events in random_game(played, 40_000 + seed, 60, whole=False, asked=asked):
        speech.state = state
        said = [text for one in (*events, *asked) for text in sentences(speech, one)]
        for seat in played.waiting(state)[:2]:
            for offer in played.actions(state, seat):
                said.append(speech.action(offer))
                if offer.refusal is not None:
                    said.append(speech.refusal(offer.refusal))
        for text in said:
            for fault in (*keys(text), *[found[0] for found in PLURAL.finditer(text)]):
                wrong.setdefault(fault, f"{action.name}: {text}")
    assert wrong == {}
