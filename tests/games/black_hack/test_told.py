"""What is told in the scenes of The Black Hack is what was told when somebody last looked."""

import pytest

from tests.games.telling import kept, shown


@pytest.mark.parametrize("name", kept("black_hack"))
def test_a_scene_goes_as_it_went(name):
    shown("black_hack", name)
