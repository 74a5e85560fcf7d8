"""The table that is ready to play, in every game: whole, and the same whatever the settings."""

from typing import Any

import msgspec
import pytest

from tallow.games import BUILT_IN, game
from tallow.games.settings import setting_values

VARIANTS = [
    (name, setting, value)
    for name in BUILT_IN
    for setting, (_, *others) in setting_values(game(name)).items()
    for value in others
]


def ready(name: str, **settings: Any) -> Any:
    played = game(name)
    assert played.example is not None
    return played.example(played.settings(**settings))


@pytest.mark.parametrize("name", BUILT_IN)
def test_it_can_be_kept(name):
    state = ready(name)
    assert msgspec.json.decode(msgspec.json.encode(state), type=game(name).state) == state
    ids = [thing.id for one in state.party for thing in one.items]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("name", "setting", "value"), VARIANTS)
def test_it_is_ready_under_every_setting(name, setting, value):
    state = ready(name, **{setting: value})
    assert state.settings == game(name).settings(**{setting: value})
    assert [one.items for one in state.party] == [one.items for one in ready(name).party]
