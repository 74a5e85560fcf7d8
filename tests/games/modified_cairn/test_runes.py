"""Runes at random: the formula, the word lists, the ritual; and the Runeskelfs that the GM makes."""

from fractions import Fraction

import pytest

from tallow.games.modified_cairn.checks.tables import look
from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.goods import runeskelfs
from tallow.games.modified_cairn.magic.runes import formula, random_runes, random_shard, ritual
from tallow.games.modified_cairn.state import State
from tallow.play import distribution
from tallow.testing import covers
from tests.games.modified_cairn.fighters import pc, said
from tests.games.modified_cairn.newcomers import act
from tests.games.playing import done

T = "modified_cairn.table."
FORMULA = tables()[f"{T}rune_formula"]
ENGLISH = [id_ for id_ in tables() if id_.startswith(f"{T}words_")]
RITUALS = [id_ for id_ in tables() if id_.startswith(f"{T}recharge_")]
FACES = [10 * tens + units for tens in range(1, 7) for units in range(1, 7)]


@covers("modified_cairn.magic.random_runes", "modified_cairn.table.rune_formula")
def test_twelve_pairings_alike():
    chances = distribution(formula, "gm")
    assert sum(chances.values()) == 1
    pairs = [(row.first, row.second) for row in FORMULA.rows]
    assert len(pairs) == 12
    for pair, chance in chances.items():
        assert chance == Fraction(pairs.count(pair), 12)


@covers("modified_cairn.table.rune_formula", "modified_cairn.magic.random_runes")
@pytest.mark.parametrize("row", FORMULA.rows, ids=lambda row: row.name)
def test_each_pairing(row):
    first, _, second = row.on.partition(" / ")
    for column in (int(second[0]), int(second[-1])):
        lists, _ = done(formula, "gm", script=[int(first), column])
        assert lists == (row.first, row.second)
    words = [f"{T}words_{name.lower().replace(' ', '_')}" for name in row.name.split(" + ")]
    assert words == [row.first, row.second]


@covers(
    "modified_cairn.table.words_physical_effect",
    "modified_cairn.table.words_physical_element",
    "modified_cairn.table.words_physical_form",
    "modified_cairn.table.words_ethereal_effect",
    "modified_cairn.table.words_ethereal_element",
    "modified_cairn.table.words_ethereal_form",
)
@pytest.mark.parametrize("words", ENGLISH)
def test_every_word_of_every_list_can_come_up(words):
    listed = [row.name for row in tables()[words].rows]
    rolled = [done(look, words, "gm", script=[face // 10, face % 10])[0].name for face in FACES]
    assert rolled == listed
    assert len(listed) == 36
    assert listed.count("Wood") == (2 if words.endswith("physical_element") else 0)


@covers("modified_cairn.magic.random_runes", "modified_cairn.magic.two_runes")
def test_the_worked_example():
    (runes, words), _ = done(random_runes, "gm", script=[2, 5, 3, 4, 4, 2])
    assert runes == ("Mind", "Loop")
    assert words == f"{T}words_ethereal_form"


@covers("modified_cairn.effort.recharge")
@pytest.mark.parametrize("table", RITUALS)
@pytest.mark.parametrize("face", range(1, 7))
def test_the_ritual_goes_by_the_second_rune(table, face):
    text, play = done(ritual, "Loop", table.replace("recharge", "words"), "referee", script=[face])
    assert text == tables()[table].row(face).effect.replace("{x}", "loop")
    assert play.asked[0].hidden


@covers("modified_cairn.effort.recharge", "modified_cairn.table.rune_formula")
def test_every_second_list_has_its_rituals():
    assert {row.second.replace("words", "recharge") for row in FORMULA.rows} == set(RITUALS)


@covers("modified_cairn.item.random_runeskelf", "modified_cairn.item.scroll")
def test_a_shard_or_a_scroll_at_random():
    item, _ = done(random_shard, "gm", "i1", script=[2, 5, 3, 4, 4, 2, 1])
    assert (item.name, item.kind, item.size, item.runes) == ("Mind Loop", "rune", "normal", ("Mind", "Loop"))
    assert "loop" in item.recharge
    item, _ = done(random_shard, "gm", "i1", scroll=True, script=[2, 5, 3, 4, 4, 2])
    assert (item.name, item.kind, item.size, item.recharge) == ("Mind Loop", "scroll", "petty", "")


@covers("modified_cairn.action.ref_make_runeskelf")
def test_the_gm_makes_one():
    state = State(phase="free", party=(pc("yan"),))
    after, play = act(state, "make_runeskelf", "", "roll", 2, 5, 3, 4, 4, 2, 1, "yan")
    assert [item.name for item in after.party[0].items] == ["Mind Loop"]
    assert said(play, "bestowed") == [("Yan", "Mind Loop")]
    after, _ = act(state, "make_runeskelf", "", "listed", "modified_cairn.runeskelf.adhere", "ground")
    assert [(item.name, item.recharge) for item in after.ground] == [
        ("Binding Slime", runeskelfs()["modified_cairn.runeskelf.adhere"].recharge)
    ]
    after, _ = act(state, "make_runeskelf", "", "write", "Silent", "Bell", "ring it under water", "yan")
    (item,) = after.party[0].items
    assert (item.name, item.runes, item.recharge, item.kind) == (
        "Silent Bell",
        ("Silent", "Bell"),
        "ring it under water",
        "rune",
    )
