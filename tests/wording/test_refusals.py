"""Refusals in words, for whoever builds upon the table."""

import re
from pathlib import Path

import pytest

import tallow
from tallow.games.deeds import Action, Refused
from tallow.games.words import LANGUAGES
from tallow.play import REFEREE
from tallow.table import TableRefusal
from tallow.wording.phrases import phrases
from tallow.wording.refusals import refusal_said
from tests.table.evenings import example

SRC = Path(tallow.__file__).parent


def refused(do, *given) -> TableRefusal | Refused:
    try:
        do(*given)
    except (TableRefusal, Refused) as error:
        return error
    raise AssertionError("nothing was refused")


def test_a_refusal_of_the_table_is_a_sentence_in_the_words_of_its_game():
    table = example("cairn")
    taken = refused(table.join, "ann")
    assert refusal_said(taken, table).startswith("Somebody here goes by Ann already.")
    assert "the Warden" in refusal_said(taken, table)
    assert "Annという名前" in refusal_said(taken, table, "ja")


def test_a_refusal_of_a_rule_is_a_sentence_with_names_for_ids():
    table = example("cairn")
    seat, barred = next((who.seat, one) for who in table.seats for one in table.offers(who.seat) if one.refusal)
    error = refused(table.act, seat, barred.action)
    assert isinstance(error, Refused)
    said = refusal_said(error, table)
    assert said.endswith(".")
    assert error.refusal.code not in said.split()


def test_an_action_that_is_not_offered_is_refused_in_words():
    table = example("cairn")
    assert refusal_said(refused(table.act, REFEREE, Action("dance")), table) == "That cannot be done now."


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_table_and_the_store_refuse_has_words_in_every_language(language):
    code = "\n".join(path.read_text("utf-8") for part in ("table", "store") for path in (SRC / part).rglob("*.py"))
    codes = set(re.findall(r'TableRefusal\(\s*"(\w+)"', code))
    assert "name_taken" in codes
    assert codes - set(phrases(language).catalogue()["refusal"]) == set()
