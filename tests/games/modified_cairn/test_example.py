"""The table that is ready to play: legal, complete, and playable to an end by nobody but bots."""

from random import Random

import msgspec
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.modified_cairn.gear.slots import empty_slots, exposed
from tallow.games.modified_cairn.monsters.bestiary import lookup, spawn
from tallow.games.modified_cairn.record import BOTS, GAME
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import State, able
from tallow.games.modified_cairn.world.darkness import in_the_dark
from tallow.play import REFEREE, Simulated

MEETINGS = (("Kobold", 2), ("Skeleton", 3), ("Red Cap", 1))


def ready() -> State:
    assert GAME.example is not None
    return GAME.example(Settings())


def test_it_is_a_party_at_the_door_of_a_place_with_a_light():
    state = ready()
    assert state.dungeon is not None
    assert (state.phase, state.dungeon.name, state.dungeon.die) == ("dungeon", "The cellars at Hollow Ash", 10)
    assert [(one.name, one.seat) for one in state.party] == [
        ("Saoirse", "player1"), ("Lyra", "player2"), ("Bryn", "player3"),
    ]  # fmt: skip
    assert all(one.guard == one.guard_max and empty_slots(one) and not exposed(one) for one in state.party)
    assert [item.name for one in state.party for item in one.items if item.lit] == ["Torch"]
    assert in_the_dark(state) == ()
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def test_one_of_them_can_channel():
    bryn = ready().party[2]
    assert [item.runes for item in bryn.items if item.runes and item.place == "hands"] == [("Thorn", "Wall")]


def played(seed: int) -> tuple[State, int]:
    """The three meetings one after the other, as long as anybody stands; and how many were fought."""
    state, bots, fought = ready(), Simulated(Random(seed), BOTS.answer), 0
    for name, number in MEETINGS:
        foes = tuple(spawn(lookup(name), f"foe{fought}{at}") for at in range(number))
        state = GAME.perform(bots, replace(state, foes=foes), Action("start_combat"))
        for _ in range(400):
            if state.combat is None:
                break
            state = GAME.perform(bots, state, BOTS.action(state, REFEREE))
        assert state.combat is None
        fought += 1
        if not any(able(one) for one in state.party):
            break
    return state, fought


def test_bots_play_it_to_an_end_and_it_is_neither_lost_nor_won_beforehand():
    ends = [played(seed) for seed in range(40)]
    for state, _ in ends:
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    through = sum(fought == 3 and any(able(one) for one in state.party) for state, fought in ends)
    assert 20 <= through < 40
