"""What listed opponents fight with is a thing that can be taken from the fallen."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.gear.things import sides
from tallow.games.modified_cairn.goods import weapons
from tallow.games.modified_cairn.monsters.bestiary import leader, spawn
from tallow.games.modified_cairn.monsters.spoils import arms, fallen
from tallow.games.modified_cairn.state import Ended, State
from tallow.testing import covers
from tests.games.modified_cairn.fighters import pc, said
from tests.games.modified_cairn.newcomers import act, refused

BANDIT = monsters()["modified_cairn.monster.bandit"]
ARMED = [one for one in monsters().values() if any(blow.arms for blow in one.attacks)]


def after(*states):
    """A table after a fight against bandits in these states."""
    foes = tuple(replace(spawn(BANDIT, f"b{at}"), states=(state,)) for at, state in enumerate(states))
    return State(phase="free", party=(pc("ann"),), foes=foes, ended=Ended("foes_down", 2))


@covers("modified_cairn.enemy.spoils")
def test_a_fallen_bandit_leaves_what_it_fought_with_and_one_that_fled_does_not():
    state, play = act(after("dead", "fled"), "strip", "ann")
    assert [(item.name, item.dice) for item in state.ground] == [("Short sword", (6,)), ("Short bow", (6,))]
    assert said(play, "spoils") == [("Ann", "Bandit", ("Short sword", "Short bow"))]
    assert fallen(state) == ()
    assert refused(state, "strip", "ann") != ""
    taken, _ = act(state, "take_up", "ann", state.ground[0].id)
    assert [item.name for item in taken.party[0].items] == ["Short sword"]


@covers("modified_cairn.enemy.spoils", "modified_cairn.monster.bandit")
def test_their_leader_has_weapons_of_its_own():
    assert [item.name for item in arms(leader(BANDIT, "x"))] == ["Great sword", "Crossbow"]


@covers("modified_cairn.enemy.spoils")
@pytest.mark.parametrize("monster", ARMED, ids=lambda monster: monster.name)
def test_each_die_of_an_armed_attack_is_one_weapon_of_the_armory(monster):
    for blow in monster.attacks:
        if blow.arms:
            assert len(blow.arms) == len(sides(blow.dice))
            assert all(ref in weapons() for ref in blow.arms)
            assert all(weapons()[ref].use == blow.use for ref in blow.arms)
    assert sorted(die for item in arms(spawn(monster, "x")) for die in item.dice) == sorted(
        die for blow in monster.attacks if blow.arms for die in sides(blow.dice)
    )


@covers("modified_cairn.enemy.spoils")
def test_claws_are_nobodys_spoils():
    bear = replace(spawn(monsters()["modified_cairn.monster.black_bear"], "bear"), states=("dead",))
    assert fallen(replace(after(), foes=(bear,))) == ()
