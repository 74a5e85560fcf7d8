"""The table that is ready to play: legal, complete, and playable to an end by nobody but bots."""

from random import Random

import msgspec
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.vanilla.faces.example import example
from tallow.games.vanilla.gear.inventory import room
from tallow.games.vanilla.gear.light import lit
from tallow.games.vanilla.monsters.bestiary import several
from tallow.games.vanilla.record import BOTS, GAME
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import State, able
from tallow.play import Simulated

MEETINGS = ("Goblin x4", "Giant Rat x2", "Skeleton x3")


def ready():
    return example(Settings())


def test_it_is_a_party_with_a_torch_at_the_head_of_a_stair():
    state = ready()
    assert (state.phase, state.place, state.depth, state.dark, lit(state)) == ("explore", "dungeon", 1, True, True)
    assert [(one.name, one.seat) for one in state.party] == [
        ("Ragna", "player1"), ("Piers", "player2"), ("Nessa", "player3"),
    ]  # fmt: skip
    assert all(one.grit == one.grit_max and room(state, one) >= 0 for one in state.party)
    assert [(item.name, item.burns) for one in state.party for item in one.items if item.lit] == [("Torch", 8)]
    assert [known.spell.rpartition(".")[2] for known in state.party[2].book] == [
        "sleep", "cure_cause_light_wounds", "web",
    ]  # fmt: skip
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def played(seed):
    """The meetings one after the other, as long as anybody stands; and how many were fought."""
    state, bots, fought = ready(), Simulated(Random(seed), BOTS.answer), 0
    for meeting in MEETINGS:
        state = GAME.perform(bots, replace(state, foes=several(meeting, f"foe{fought}")), Action("start_combat"))
        for _ in range(600):
            if state.combat is None:
                break
            state = GAME.perform(bots, state, BOTS.action(state, GAME.waiting(state)[0]))
        fought += 1
        if not any(able(one) for one in state.party):
            break
    return state, fought


def test_bots_play_it_to_an_end():
    ends = [played(seed) for seed in range(12)]
    assert all(state.combat is None for state, _ in ends)
    assert {fought for _, fought in ends} >= {1, 3}
