"""The Living Nightmare of a Half-Witch: there in danger with its owner's scores, gone to the full moon if it falls."""

from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.characters.boons import NIGHTMARE
from tallow.games.modified_cairn.characters.nightmares import MONTH, NAME, fade
from tallow.games.modified_cairn.combat.bands import apart, fight
from tallow.games.modified_cairn.combat.rounds import begin, end, next_turn, ready
from tallow.games.modified_cairn.faces.at_work import at_work
from tallow.games.modified_cairn.record import BOTS, GAME
from tallow.games.modified_cairn.state import Attack, Life, State, has
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.two_sides import find, put
from tallow.play import Simulated
from tallow.testing import covers
from tests.games.modified_cairn.fighters import foe, pc, said, thing
from tests.games.playing import done

WITCH = pc("wit", thing("dagger"), vig=7, cla=9, spi=12, guard=3, vig_max=11, life=Life(history=(NIGHTMARE,)))


def danger(*party, clock=8 * 3600, **more):
    """A fight that begins with everybody acting."""
    state = State(party=party or (WITCH,), foes=(foe(),), clock=clock, phase="dungeon", **more)
    return done(begin, state, "nearby", ("goblin",))


def of_the_night(state):
    return [one for one in state.party if one.name == NAME]


@covers("modified_cairn.table.half_witch_1")
def test_in_danger_it_appears_with_its_owners_own_scores_and_two_claws():
    state, play = danger()
    (shade,) = of_the_night(state)
    assert (shade.vigour, shade.vigour_max, shade.clarity, shade.spirit, shade.guard) == (7, 11, 9, 12, 3)
    assert (shade.attacks, shade.seat) == ((Attack("claws", (8, 8)),), "wit")
    assert said(play, "nightmare.comes") == [("Wit",)]
    assert shade.id in ready(state, "party"), "it acts with the party"
    assert apart(fight(state), shade.id, "goblin") == "nearby"
    assert not of_the_night(danger(pc("ann"))[0])
    assert not of_the_night(danger(replace(WITCH, states=("critically_wounded",)), pc("ann"))[0])


@covers("modified_cairn.table.half_witch_1")
def test_with_the_danger_it_is_gone_again_and_comes_back_whole():
    state, _ = danger()
    (shade,) = of_the_night(state)
    state = put(state, replace(shade, vigour=1, guard=0))
    after, play = done(end, state, "foes_fled")
    assert (of_the_night(after), after.effects, said(play, "nightmare.goes")) == ([], (), [])
    again, _ = done(begin, replace(after, foes=(foe(),)), "nearby", ("goblin",))
    assert of_the_night(again)[0].vigour == 7


@covers("modified_cairn.table.half_witch_1")
@pytest.mark.parametrize("how", ["critically_wounded", "dead"])
def test_once_it_falls_it_costs_its_owner_d4_spirit_and_stays_away_until_the_full_moon(how):
    state, _ = danger()
    (shade,) = of_the_night(state)
    state = put(state, replace(shade, states=(how,), dies_at=1))
    state, play = done(fade, state, script=[3])
    assert (find(state, "wit").spirit, find(state, "wit").vigour) == (9, 7)
    assert has(of_the_night(state)[0], "gone")
    assert said(play, "nightmare.goes") == [("Wit",)]
    assert done(fade, state)[0] == state, "it falls once"
    after, _ = done(end, state, "foes_fled")
    assert not of_the_night(after)
    (away,) = after.effects
    assert (away.ends, away.on) == (MONTH, ("wit",))
    without, _ = done(begin, replace(after, foes=(foe(),)), "nearby", ("goblin",))
    assert not of_the_night(without)
    rested = replace(find(after, "wit"), fed=MONTH, drank=MONTH, slept=MONTH)
    month_later = put(replace(after, clock=MONTH - 60), rested)
    moon, _ = done(pass_time, month_later, 60)
    assert moon.effects == ()
    back, _ = done(begin, replace(moon, foes=(foe(),)), "nearby", ("goblin",))
    assert of_the_night(back)


@covers("modified_cairn.table.half_witch_1")
def test_a_turn_in_which_it_falls_ends_with_it_gone():
    state, _ = danger()
    (shade,) = of_the_night(state)
    state = put(state, replace(shade, states=("critically_wounded",)))
    after, _ = done(next_turn, replace(state, combat=replace(fight(state), surprised=())), script=[2])
    assert find(after, "wit").spirit == 10


def test_bots_fight_with_it_to_the_end_and_every_seat_sees_it():
    state, _ = danger(WITCH, pc("ann", thing("longsword")))
    assert NAME in str(GAME.view(state, "ann"))
    play = Simulated(Random(3), BOTS.answer)
    for _ in range(200):
        if BOTS.over(state) is not None:
            break
        state = GAME.perform(play, state, BOTS.action(state, GAME.waiting(state)[0]))
    assert BOTS.over(state) is not None
    assert not of_the_night(state)


def test_it_is_listed_as_what_acts():
    assert {one.name: one.how for one in at_work() if one.kind == "lives"}["Living Nightmare"] == "acts"
