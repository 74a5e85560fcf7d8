"""Scenes of Modified Cairn, held against the texts in scenes/."""

from pathlib import Path
from random import Random

import pytest

from tallow.games.modified_cairn.record import GAME
from tests.games.modified_cairn.stages import STAGES
from tests.games.scenes import Scribe, compare

MANY = {"fight": 44, "dungeon": 8, "town": 8, "free": 16, "journey": 3}
SCENES = [(name, at) for name, many in MANY.items() for at in range(many)]
DEEDS = 12


@pytest.mark.parametrize(("name", "at"), SCENES)
def test_what_comes_of_it_is_what_was_read(name, at):
    state = STAGES[name](Random(f"{name} {at}"))
    compare(Path(__file__).parent / "scenes", f"{name}{at:02}", Scribe(GAME, state, at).play(DEEDS))
