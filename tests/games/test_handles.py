"""What faces take hold of is there: actions in groups, moves, edits, questions about a chart."""

from importlib import import_module

import pytest

from tallow.games import BUILT_IN
from tests.games.codes import source


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_action_is_in_one_group(name):
    of = source(name)
    listed = [action for actions in of.game.ui.groups.values() for action in actions]
    assert sorted(listed) == sorted(import_module(f"{of.package}.record").DEEDS.deeds)


@pytest.mark.parametrize("name", BUILT_IN)
def test_handles_name_actions_and_questions_that_there_are(name):
    of = source(name)
    handles, deeds, asked = of.game.ui, import_module(f"{of.package}.record").DEEDS.deeds, of.codes(1, "choose")
    for action, question in handles.moves.values():
        assert action in deeds
        assert question in asked
    if handles.edits:
        assert handles.edits[0] in deeds
        assert asked.issuperset(handles.edits[1:])
    assert [what for what in (*handles.squares, *handles.pawns, *handles.facings) if what not in asked] == []
