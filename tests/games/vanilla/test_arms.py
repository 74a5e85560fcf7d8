"""Arms of enemies: what they hold and wear, and what becomes of it when they are disarmed, fall or die."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.combat.aftermath import finish
from tallow.games.vanilla.combat.armour import ac_of
from tallow.games.vanilla.combat.tricks import disarm, possible
from tallow.games.vanilla.entries import MAGIC_USER, monsters
from tallow.games.vanilla.gear.handling import DEEDS as HANDLING
from tallow.games.vanilla.gear.market import DEEDS as MARKET
from tallow.games.vanilla.gear.weapons import melee_ways
from tallow.games.vanilla.harm.damage import passes_out
from tallow.games.vanilla.monsters.arms import endowed, suit
from tallow.games.vanilla.monsters.bestiary import leader, lookup, spawn
from tallow.games.vanilla.state import Known, State
from tallow.games.vanilla.world.phases import DEEDS as PLACES
from tallow.mechanics.two_sides import find
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.casters import Auto
from tests.games.vanilla.fighters import fighting, perform, somebody, table, weapon

ARMED = [monster for monster in monsters().values() if monster.holds]


@covers("vanilla.monster.arms", "vanilla.armour.sum")
@pytest.mark.parametrize(
    ("ac", "refs"),
    [(0, ""), (1, "shield"), (2, "light"), (3, "light shield"), (4, "medium"), (5, "medium shield"), (6, "heavy")],
)
def test_armour_and_shield_by_their_ac(ac, refs):
    assert suit(ac) == tuple([f"vanilla.armour.{name}" for name in refs.split()])


@covers("vanilla.monster.arms")
@pytest.mark.parametrize("monster", ARMED, ids=lambda monster: monster.name)
def test_armed_enemies_hold_their_weapons_and_wear_their_armour(monster):
    one = spawn(monster, "f1")
    assert tuple([item.ref for item in one.items if item.place == "hands"])[: len(monster.holds)] == monster.holds
    assert ac_of(State(), one) == monster.ac
    assert len({item.id for item in one.items}) == len(one.items)
    assert not melee_ways(one)[0].natural


def against(monster, *, at=5, **more):
    ann = somebody(items=(weapon("medium_melee"),), coins=0)
    return table(ann, foes=[replace(spawn(lookup(monster), "orc1"), at=at, **more)], combat=fighting("ann"))


@covers("vanilla.trick.disarm", "vanilla.monster.arms")
def test_an_orc_can_be_disarmed_and_then_fights_with_bare_hands():
    state = against("orc")
    ann, orc = find(state, "ann"), find(state, "orc1")
    way = melee_ways(ann)[0]
    assert "disarm" in possible(state, ann, orc, way)
    assert (melee_ways(orc)[0].damage, melee_ways(orc)[0].bonus) == ("1d6", 1)
    state, _ = done(disarm, state, "ann", "orc1", way, script=["orc1-1", "away"])
    assert [(item.ref, item.at) for item in state.ground] == [("vanilla.weapon.medium_melee", 15)]
    assert (melee_ways(find(state, "orc1"))[0].damage, melee_ways(find(state, "orc1"))[0].bonus) == ("1d6-2", 0)
    rat = against("giant rat")
    assert "disarm" not in possible(rat, ann, find(rat, "orc1"), way), "teeth are no weapon in hand"


@covers("vanilla.monster.arms", "vanilla.damage.out_state")
def test_an_orc_that_passes_out_drops_what_it_holds():
    state, _ = done(passes_out, against("orc"), "orc1", script=[3])
    assert [item.ref.rpartition(".")[2] for item in state.ground] == ["medium_melee", "shield"]


@covers("vanilla.monster.arms", "vanilla.combat.end", "vanilla.action.pick_up", "vanilla.item.prices")
def test_arms_of_the_dead_are_taken_and_sold_for_half():
    state = against("orc", conditions=("dead",))
    state, _ = done(finish, state, "foes_down")
    assert [item.ref.rpartition(".")[2] for item in state.ground] == ["medium_melee", "light", "shield"]
    state, _ = perform(HANDLING, "pick_up", state, "ann", ["orc1-1"])
    state, _ = perform(PLACES, "go_to", state, "", ["settlement"])
    state, _ = perform(MARKET, "sell", state, "ann", ["orc1-1", 3])
    assert find(state, "ann").coins == 3
    assert find(state, "ann").life.xp == 0, "arms are no treasure"


@covers("vanilla.class.leader", "vanilla.monster.brigand", "vanilla.monster.arms", "vanilla.xp.gold")
def test_a_leader_of_brigands_has_coins_that_lie_there_and_count():
    monster = lookup("brigand")
    boss = leader(Auto(), monster, "f9", 2)
    boss, play = done(endowed, boss, monster.special("leader"), script=[7])
    assert boss.coins == 70
    assert play.asked[0].hidden
    state = table(somebody(), foes=[replace(boss, conditions=("dead",))], combat=fighting("ann"))
    state, _ = done(finish, state, "foes_down")
    assert (state.ground_coins, state.brought) == (70, 70)


@covers("vanilla.class.leader", "vanilla.monster.dwarf", "vanilla.table.magic_weapon", "vanilla.table.magic_armour")
def test_a_leader_of_dwarves_uses_the_magic_that_they_have():
    monster = lookup("dwarf")
    boss = leader(Auto(), monster, "f9", 3)
    armed, _ = done(endowed, boss, monster.special("leader"), script=[1, 2])
    assert (melee_ways(armed)[0].bonus, melee_ways(armed)[0].magic) == (2, True)
    clad, _ = done(endowed, boss, monster.special("leader"), script=[2, 3])
    assert ac_of(State(), clad) == 8, "fine heavy armour, and the shield"
    halfling = lookup("halfling")
    rich, _ = done(endowed, leader(Auto(), halfling, "f9", 2), halfling.special("leader"), script=[1, 20])
    assert [item.power for item in rich.items if item.magic] == ["Coin", "Purse"]


@covers("vanilla.monster.arms", "vanilla.item.spellbook")
def test_a_dead_magic_user_leaves_the_spellbook():
    known = (Known("vanilla.spell.sleep"), Known("vanilla.spell.web", corrupted=True))
    mage = replace(spawn(lookup("elf"), "f1"), of=MAGIC_USER, book=known, conditions=("dead",), items=())
    state = table(somebody(), foes=[mage], combat=fighting("ann"))
    state, _ = done(finish, state, "foes_down")
    assert [item.book for item in state.ground] == [
        (Known("vanilla.spell.sleep"), Known("vanilla.spell.web", corrupted=True))
    ]
