"""The table that is ready to play: legal, complete, and playable to an end by nobody but bots."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tallow.games.black_hack.checks.sways import calling, encumbered
from tallow.games.black_hack.faces.example import example
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.monsters.bestiary import several
from tallow.games.black_hack.record import BOTS, GAME
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import State
from tallow.play import REFEREE, Simulated

MEETINGS = ("Giant Rat x4", "Cultist x2", "Osk HD 2", "Ghoul x1")


def ready():
    return example(Settings())


def test_it_is_a_party_at_the_edge_of_the_dark_with_a_light():
    state = ready()
    assert [(one.name, calling(one)) for one in state.party] == [
        ("Thora", "warrior"),
        ("Fenn", "thief"),
        ("Idony", "cleric"),
        ("Sabin", "wizard"),
    ]
    assert len({one.seat for one in state.party}) == 4
    assert all(one.hp == one.hp_max and not encumbered(one) for one in state.party)
    assert (state.phase, state.dangerous, state.dark) == ("exploration", True, True)
    assert not any(in_the_dark(state, one) for one in state.party)
    assert all(one.magic.memorised for one in state.party[2:])
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    ids = [thing.id for one in state.party for thing in one.items]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("spec", MEETINGS)
@pytest.mark.parametrize("seed", range(5))
def test_every_meeting_can_be_fought(spec, seed):
    state = replace(ready(), foes=several(spec))
    play = Simulated(Random(seed), BOTS.answer)
    for _ in range(400):
        if BOTS.over(state) is not None:
            break
        seat = GAME.waiting(state)[0] if state.combat is not None else REFEREE
        state = GAME.perform(play, state, BOTS.action(state, seat))
    assert BOTS.over(state) is not None
