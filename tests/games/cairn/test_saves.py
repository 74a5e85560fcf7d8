"""Saves, by their worked examples."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.checks.saves import passes, save, save_if_willing
from tallow.games.cairn.combat.moving import STUNT
from tallow.games.cairn.entries import BOOK
from tallow.games.cairn.harm.damage import lose, restore
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Declaration, score
from tallow.play import REFEREE, Scripted, scripted
from tallow.testing import covers
from tests.games.cairn.fighters import fight, foe, one, somebody
from tests.games.playing import done


@covers("cairn.save.pass", "cairn.save.fail", "cairn.save.one", "cairn.save.twenty", "cairn.save.no_modifiers")
@pytest.mark.parametrize(
    ("value", "roll", "passed"),
    [(13, 13, True), (13, 14, False), (0, 1, True), (0, 2, False), (20, 20, False), (23, 20, False), (23, 19, True)],
)
def test_a_result_not_above_the_score_passes_and_1_and_20_are_always_themselves(value, roll, passed):
    assert scripted(passes, value, "player", script=[roll]) is passed


@covers("cairn.save.roll", "cairn.save.npcs", "cairn.ability.three", "cairn.ability.current")
@pytest.mark.parametrize("kind", ["pc", "hireling", "monster"])
@pytest.mark.parametrize("ability", ["STR", "DEX", "WIL"])
def test_everybody_saves_on_the_current_score(kind, ability):
    wounded = lose(Scripted(), somebody("hero", 4, 12, 12, 12, kind=kind), ability, 4, Settings(), 0)
    assert score(wounded, ability) == 8
    assert scripted(save, wounded, ability, script=[8])
    assert not scripted(save, wounded, ability, script=[9])


@covers("cairn.save.willing")
def test_a_save_may_be_forgone():
    assert not scripted(save_if_willing, somebody(), "WIL", "cairn.save.willing", script=["yield"])
    assert scripted(save_if_willing, somebody(), "WIL", "cairn.save.willing", script=["save", 10])


@covers("cairn.ability.current", "cairn.ability.str", "cairn.ability.dex", "cairn.ability.wil")
@pytest.mark.parametrize("entry", BOOK.raw("ability"), ids=lambda entry: entry["short"])
def test_an_ability_falls_to_zero_and_rises_to_its_maximum(entry):
    hero = somebody("hero", 4, 12, 12, 12)
    assert score(lose(Scripted(), hero, entry["short"], 5, Settings(), 0), entry["short"]) == 7
    fallen = lose(Scripted(), hero, entry["short"], 30, Settings(), 0)
    assert score(fallen, entry["short"]) == 0
    assert entry["at_zero"] in fallen.conditions
    assert score(restore(fallen, entry["short"], 99), entry["short"]) == 12


@covers("cairn.action.stunt", "cairn.save.which")
def test_a_stunt_is_agreed_before_the_die():
    state = fight([somebody()], [foe()])
    made = Declaration("hero", "stunt")
    held, _ = done(STUNT.resolve, state, made, script=["DEX", "harm", "hold_back"])
    assert held == state
    hurt, play = done(STUNT.resolve, state, made, script=["DEX", "harm", "dare", 11, 4])
    assert one(hurt, "hero").strength == 6
    assert [question.by for question in play.asked] == [REFEREE, REFEREE, "player", "player", REFEREE]
    won, _ = done(STUNT.resolve, state, made, script=["STR", "turn", "dare", 10, "advantage"])
    assert one(won, "hero").conditions == ("next_enhanced",)
    open_, _ = done(STUNT.resolve, state, made, script=["STR", "exposed", "dare", 11])
    assert one(open_, "hero").conditions == ("exposed",)
    two = replace(state, foes=(foe(), foe("foe2")))
    hindered, _ = done(STUNT.resolve, two, made, script=["WIL", "turn", "dare", 1, "foe_hindered", "foe2"])
    assert one(hindered, "foe2").conditions == ("hindered",)
