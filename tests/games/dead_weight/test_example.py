"""The table that is ready to play: legal, complete, and playable by nobody but bots."""

from random import Random

import msgspec

from tallow.games.dead_weight.combat.rounds import begin
from tallow.games.dead_weight.gear.inventory import encumbered
from tallow.games.dead_weight.gear.light import in_dark
from tallow.games.dead_weight.monsters.bestiary import several
from tallow.games.dead_weight.record import BOTS, GAME
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import State, alive, here
from tallow.play import REFEREE, Simulated
from tallow.testing import covers


def ready() -> State:
    assert GAME.example is not None
    return GAME.example(Settings())


@covers("dead_weight.basics.first_scene")
def test_it_is_a_party_at_the_door_of_the_mausoleum_with_a_light():
    state = ready()
    place = here(state)
    assert place is not None
    assert (state.phase, place.room, place.doom, place.size, place.dark) == ("exploration", "", 0, 10, True)
    assert (state.decay, state.omens.size, state.omens.filled) == (0, 7, 0)
    assert [one.seat for one in state.party] == ["player1", "player2", "player3", "player4"]
    assert [one.life.calling.rpartition(".")[2] for one in state.party] == ["warrior", "thief", "wizard", "cleric"]
    assert not any(encumbered(one) or in_dark(state, one.id) for one in state.party)
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def fought(seed: int) -> State:
    """The first fight of the Mausoleum, by bots on both sides."""
    bots = Simulated(Random(seed), BOTS.answer)
    state = begin(bots, ready(), several("Goblin Scrapper x2; Hobgoblin"), surprised=True)
    for _ in range(600):
        if state.combat is None:
            return state
        seat = next((seat for seat in GAME.waiting(state) if seat != REFEREE), REFEREE)
        state = GAME.perform(bots, state, BOTS.action(state, seat))
    raise AssertionError("the fight does not end")


def test_bots_fight_the_first_fight_to_an_end_and_it_is_neither_lost_nor_won_beforehand():
    ends = [fought(seed) for seed in range(30)]
    won = sum(state.ended is not None and state.ended.how.startswith("enemies") for state in ends)
    assert 10 <= won <= 30
    assert any(not alive(one) or one.conditions or one.strength.wounds for state in ends for one in state.party)
