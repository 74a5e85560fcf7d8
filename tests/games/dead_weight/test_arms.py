"""What enemies fight with is a thing: it falls with them, is picked up and sold, and can be taken from them."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.combat.attack import kill
from tallow.games.dead_weight.entries.gear import shields, weapons
from tallow.games.dead_weight.entries.monsters import enemy_actions, monsters
from tallow.games.dead_weight.gear.handling import take_up
from tallow.games.dead_weight.gear.market import sell
from tallow.games.dead_weight.monsters.arms import armed_with
from tallow.games.dead_weight.monsters.bestiary import spawn
from tallow.games.dead_weight.monsters.enemies import barred, repertoire
from tallow.games.dead_weight.record import DEEDS
from tallow.games.dead_weight.state import enemy
from tallow.testing import covers
from tests.games.dead_weight.people import fighting, somebody, table
from tests.games.playing import done, perform

MONSTER = "dead_weight.monster."
ACTION = "dead_weight.enemy_action."


def facing(name, **more):
    foe = replace(spawn(f"{MONSTER}{name}", "foe", at=(3, 2)), **more)
    return table(somebody(at=(3, 2)), enemies=[foe], combat=fighting(turn="zael", actions=2))


@covers("dead_weight.enemy.arms")
@pytest.mark.parametrize(
    ("name", "arms"),
    [
        ("goblin_scrapper", {"Crude knife": "weapon.dagger"}),
        ("boggart", {"Serrated blade": "weapon.short_sword", "Black shield": "shield.wooden_shield"}),
        ("hobgoblin", {"Crude falchion": "weapon.falchion", "Cracked shield": "shield.wooden_shield"}),
        ("sack_man", {"Hook pole": "weapon.spear"}),
        ("rotting_sailor", {"Rusty sword": "weapon.short_sword"}),
        ("shrunken_corpse", {"Shiv": "weapon.dagger"}),
        ("gnoll", {"Bone club": "weapon.driftwood_club"}),
        ("giant_rat", {}),
        ("void_demon", {}),
    ],
)
def test_what_an_enemy_fought_with_lies_where_it_fell(name, arms):
    state, _ = done(kill, facing(name), "foe")
    assert {item.name: item.ref.removeprefix("dead_weight.") for item in state.ground} == arms
    assert {(item.place, item.broken) for item in state.ground} <= {("3,2", False)}


@covers("dead_weight.enemy.arms")
def test_a_cracked_shield_that_was_raised_is_broken():
    state, _ = done(kill, facing("hobgoblin", spent=(SPENT.mark("combat", f"{ACTION}cracked_shield"),)), "foe")
    assert {item.name: item.broken for item in state.ground} == {"Crude falchion": False, "Cracked shield": True}


@covers("dead_weight.enemy.arms")
def test_a_goblins_knife_is_picked_up_in_the_fight_and_sold_after_it():
    state, _ = done(kill, facing("goblin_scrapper"), "foe")
    state, _ = done(take_up, state, "zael")
    assert [(item.name, item.place) for item in state.party[0].items] == [("Crude knife", "right")]
    town = replace(state, phase="interlude", combat=None, enemies=())
    sold, _ = done(sell, town, "zael", script=["roll", [5, 5], [3]])
    assert (sold.party[0].items, sold.party[0].purse.silver) == ((), 3)


@covers("dead_weight.enemy.arms")
def test_whom_the_gm_disarms_can_no_longer_strike_with_it_and_drops_nothing_more():
    state = facing("hobgoblin")
    state, play = perform(DEEDS, state, "take_thing", "", f"{ACTION}crude_falchion")
    foe = enemy(state, "foe")
    assert [item.name for item in state.ground] == ["Crude falchion"]
    assert "item.dropped" in play.codes()
    can = [action.id for action in repertoire(foe) if not barred(state, foe, action)]
    assert can == [f"{ACTION}cracked_shield"]
    dead, _ = done(kill, state, "foe")
    assert [item.name for item in dead.ground] == ["Crude falchion", "Cracked shield"]


@covers("dead_weight.enemy.arms")
def test_arms_are_weapons_and_shields_of_the_lists():
    listed = {action.arms.ref for action in enemy_actions().values() if action.arms is not None}
    assert listed <= {*weapons(), *shields()}
    assert sum(bool(armed_with(spawn(id_, "foe"))) for id_ in monsters()) == 8
