"""The table that is ready to play: legal, complete, and playable to an end by nobody but bots."""

from random import Random
from typing import Any

import msgspec
import pytest

from tallow.games.cairn.gear.inventory import free_slots
from tallow.games.cairn.gear.light import dark, lights
from tallow.games.cairn.monsters.bestiary import lookup
from tallow.games.cairn.record import BOTS, GAME
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import State, able
from tallow.games.deeds import Action
from tallow.play import REFEREE, Choice, Simulated
from tallow.store import verify
from tallow.table import Seated, TableRefusal, open_table

MEETINGS = (("Fire Beetle", 2), ("Goblin", 2), ("Zombie", 2))


def ready() -> State:
    assert GAME.example is not None
    return GAME.example(Settings())


def test_it_is_a_party_at_the_door_of_a_place_with_a_light():
    state = ready()
    assert state.phase == "dungeon"
    assert [one.seat for one in state.party] == ["player1", "player2", "player3"]
    assert all(one.hp == one.hp_max and free_slots(one, state.settings) > 0 for one in state.party)
    assert len({bond for one in state.party for bond in one.life.bonds}) == 3
    assert len(lights(state)) == 1
    assert not dark(state)
    assert state.omen
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


class Bots(Simulated):
    """Bots, who meet those of `MEETINGS`."""

    def __init__(self, seed: int) -> None:
        self.said: dict[str, Any] = {}
        super().__init__(Random(seed), self.answer)

    def answer(self, choice: Choice) -> Any:
        said = self.said.get(choice.what)
        return said if said in choice.options else BOTS.answer(choice)


def played(seed: int) -> tuple[State, int]:
    """The three meetings one after the other, as long as anybody stands; and how many were fought."""
    state, bots, fought = ready(), Bots(seed), 0
    for name, number in MEETINGS:
        bots.said = {"encounter_whom": lookup(name).id, "encounter_number": number}
        state = GAME.perform(bots, state, Action("meet"))
        state = GAME.perform(bots, state, Action("start_fight"))
        for _ in range(400):
            if state.fight is None:
                break
            state = GAME.perform(bots, state, BOTS.action(state, REFEREE))
        assert state.fight is None
        fought += 1
        state = GAME.perform(bots, state, Action("part")) if state.phase == "encounter" else state
        if not any(able(one) for one in state.party):
            break
    return state, fought


def test_bots_play_it_to_an_end_and_it_is_neither_lost_nor_won_beforehand():
    ends = [played(seed) for seed in range(40)]
    for state, _ in ends:
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    through = sum(fought == 3 and any(able(one) for one in state.party) for state, fought in ends)
    assert 20 <= through < 40


def test_a_table_opens_with_it_and_people_take_its_characters():
    step = open_table("cairn", "Try it", {}, bytes(32), example=True)
    assert step.table.free_seats() == ("player1", "player2", "player3")
    table = step.table.sit(Seated(REFEREE, "Ann", "referee")).table
    table = table.join("Bo", seat="player2").table
    assert any(offer.action.name == "search" and offer.refusal is None for offer in table.offers("player2"))
    assert verify(step.records).wrong == ()
    with pytest.raises(TableRefusal):
        table.join("Cy", seat="player2")
