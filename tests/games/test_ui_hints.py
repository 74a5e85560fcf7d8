"""What hints for faces name is there: groups of actions, moves, edits, questions about a chart."""

from importlib import import_module
from typing import get_args

import pytest
from msgspec.structs import replace

from tallow.games import BUILT_IN, game
from tallow.testing.codes import Source


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_action_is_in_a_group_and_every_group_has_a_place(name):
    deeds = import_module(f"{game(name).book.package}.record").DEEDS.deeds
    groups = game(name).ui.groups
    assert {action: deed.group for action, deed in deeds.items() if deed.group not in groups} == {}
    assert len(set(groups)) == len(groups)
    assert set(groups) == {deed.group for deed in deeds.values()}


@pytest.mark.parametrize("name", BUILT_IN)
def test_hints_name_actions_and_questions_that_there_are(name):
    of = Source(game(name))
    hints, deeds, asked = of.game.ui, import_module(f"{of.package}.record").DEEDS.deeds, of.codes(1, "choose")
    for action, question in hints.moves.values():
        assert action in deeds
        assert question in asked
    if hints.edits:
        assert hints.edits[0] in deeds
        assert asked.issuperset(hints.edits[1:])
    assert [what for what in (*hints.squares, *hints.pawns, *hints.facings) if what not in asked] == []
    assert hints.leads
    leads = [one for named in hints.leads.values() for one in named]
    leads += [one for named in hints.follows.values() for one in named]
    assert [one for one in (*hints.urgent, *leads, *hints.concludes) if one not in deeds] == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_phase_has_something_that_comes_first(name):
    played = game(name)
    phases = set(get_args(import_module(f"{game(name).book.package}.state").Phase))
    assert played.ui.phase is not None
    assert played.ui.phase(played.new_state(played.settings())) in phases
    assert phases - set(played.ui.leads) == set()


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_a_log_sets_apart_is_told(name):
    told, marks = game(name).words.catalogue()["told"], game(name).ui.marks
    assert set(marks) == {"grave", "great", "scene"}
    assert [code for codes in marks.values() for code in codes if code not in told] == []


@pytest.mark.parametrize(
    ("name", "lowered", "rests"),
    [("cairn", {"strength": 3, "gp": 50}, "week"), ("modified_cairn", {"vigour": 3}, "week_rest")],
)
def test_in_town_a_week_comes_first_where_somebody_has_lost_what_only_a_week_brings_back(name, lowered, rests):
    played = game(name)
    assert played.example is not None
    assert played.ui.pressing is not None
    state = replace(played.example(played.settings()), phase="town")
    assert played.ui.pressing(state) == ()
    hurt = replace(state, party=(replace(state.party[0], **lowered), *state.party[1:]))
    assert played.ui.pressing(hurt) == (rests,)
    assert rests in [one.action.name for one in played.actions(hurt, hurt.party[0].seat) if one.refusal is None]
