"""What somebody who is weary is told before they choose."""

from msgspec.structs import replace

from tallow.games.cairn.faces.prospects import prospects
from tallow.games.cairn.gear.inventory import free_slots
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import State
from tallow.play import Choice
from tallow.testing import covers


def told(state: State, name: str) -> list[tuple[str, tuple[object, ...]]]:
    """What is noted of a Fatigue for whoever has this name."""
    asked = Choice("player1", "weary", ("fatigue", "ration"), (name,), "cairn.dungeon.exhaustion")
    return [(one.says, one.facts) for one in prospects(state, asked).get("fatigue", ())]


@covers("cairn.inventory.ten")
def test_a_fatigue_says_which_slots_are_left_and_that_the_last_one_costs_all_hp() -> None:
    assert GAME.example is not None
    state = GAME.example(GAME.settings())
    one = state.party[0]
    left = free_slots(one, state.settings)
    assert left > 1
    assert told(state, one.name) == [("slots_left", (left - 1,))]
    weary = replace(one, fatigue=one.fatigue + left - 1)
    assert told(replace(state, party=(weary, *state.party[1:])), one.name) == [("last_slot", ())]
