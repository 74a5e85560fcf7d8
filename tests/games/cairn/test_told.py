"""What is told in the scenes of Cairn is what was told when somebody last looked."""

import pytest

from tests.games.telling import kept, shown


@pytest.mark.parametrize("name", kept("cairn"))
def test_a_scene_goes_as_it_went(name):
    shown("cairn", name)
