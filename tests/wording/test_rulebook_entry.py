"""Entries of a rulebook as people read them."""

import re

import pytest

from tallow.games import BUILT_IN, game
from tallow.games.settings import setting_values
from tallow.wording.rulebook_entry import explained

CODE = re.compile(r"\b[a-z]+_[a-z_*]+|\b[a-z_]{3,}\.[a-z_*]{3,}")
"""What a field of the content, or an id, looks like."""


def test_what_a_rule_names_has_its_title():
    cairn = game("cairn")
    gear = explained(cairn, cairn.book.entries()["cairn.creation.gear"], cairn.settings())
    assert gear.ruling.startswith("Only with setting “Making characters”: the quick way;")
    coins = explained(cairn, cairn.book.entries()["cairn.inventory.coins"], cairn.settings())
    assert coins.settings[0][2].startswith("1 for each full 100 gp: each full 100 gp fills 1 slot.")
    other = game("modified_cairn")
    rest = explained(other, other.book.entries()["modified_cairn.recover.short_rest"], other.settings())
    assert "see “Rest: fatigue cycle”" in rest.ruling


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_setting_is_named_as_programs_name_it(name):
    played = game(name)
    settings = [one for one in setting_values(played) if "_" in one]
    for entry in played.book.entries().values():
        read = explained(played, entry, played.settings())
        for text in (read.text, read.ruling, *read.examples):
            named = {word.strip(".,;:()'\"") for word in text.split()} & set(settings)
            assert not named, (entry.id, named)


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_data_are_shown_as_programs_write_them(name):
    played = game(name)
    for entry in played.book.entries().values():
        read = explained(played, entry, played.settings())
        for shown in (*read.data, *read.rows):
            assert "_" not in " ".join(shown), (entry.id, shown)


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_text_and_no_ruling_names_a_field_or_an_id(name):
    played = game(name)
    for entry in played.book.entries().values():
        read = explained(played, entry, played.settings())
        for said in (read.text, read.ruling) if entry.type != "setting" else ():
            assert not CODE.search(said), (entry.id, said)
