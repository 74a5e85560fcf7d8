"""What is told in the scenes of Grit and Flesh is what was told when somebody last looked."""

import pytest

from tests.games.telling import kept, shown


@pytest.mark.parametrize("name", kept("vanilla"))
def test_a_scene_goes_as_it_went(name):
    shown("vanilla", name)
