"""What monsters fight with: things that are dropped, knocked away, taken up and sold; what leaders carry."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.attacks import UNARMED, attacks
from tallow.games.cairn.combat.rounds import begin
from tallow.games.cairn.entries import weapons
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.inventory import without
from tallow.games.cairn.gear.market import fetches
from tallow.games.cairn.monsters.bestiary import band, equipped, lookup, spawn
from tallow.games.cairn.monsters.encounters import part
from tallow.games.cairn.record import GAME
from tallow.games.cairn.settings import Settings
from tallow.games.deeds import Action
from tallow.mechanics.two_sides import find, put
from tallow.testing import covers
from tests.games.cairn.casters import Told, creature, kept, table

ARMED = [one for one in monsters().values() if any(attack.arms for attack in one.attacks)]


def goblins(**changes):
    state = table(foes=(spawn(lookup("Goblin"), "f1"), spawn(lookup("Goblin"), "f2")), fight=False, **changes)
    return begin(Told(readiness="ready"), state)


def test_forty_kinds_of_monster_fight_with_weapons_and_none_with_claws():
    assert len(ARMED) == 37
    assert not any(attack.arms for name in ("Wolf", "Ghoul", "Golem") for attack in lookup(name).attacks)


@covers("cairn.monster.attacks")
@pytest.mark.parametrize("monster", ARMED, ids=lambda one: one.name)
def test_what_a_monster_fights_with_is_in_its_hands_and_its_attacks_stay_what_they_were(monster):
    bare = spawn(monster, "f1")
    made = equipped(bare)
    assert [item.ref for item in made.items] == [attack.arms for attack in monster.attacks if attack.arms]
    assert all(item.ref in weapons() and item.place == "hands" for item in made.items)
    shown = [(way.name, way.dice, way.ranged, way.blast, way.qualities) for way in attacks(made)]
    assert shown == [(way.name, way.dice, way.ranged, way.blast, way.qualities) for way in bare.attacks]
    assert equipped(made) == made


@covers("cairn.monster.attacks", "cairn.monster.goblin", "cairn.combat.unarmed")
def test_a_goblin_without_its_dagger_has_the_sling_and_without_both_its_hands():
    one = find(goblins(), "f1")
    dagger, sling = one.items
    assert [way.name for way in attacks(one)] == ["dagger", "sling"]
    assert [way.name for way in attacks(without(one, dagger.id))] == ["sling"]
    assert attacks(without(without(one, dagger.id), sling.id)) == (UNARMED,)


@covers("cairn.monster.kobold", "cairn.monster.attacks")
def test_a_kobold_without_its_spear_still_bites():
    one = equipped(spawn(lookup("Kobold"), "f1"))
    assert [way.name for way in attacks(replace(one, items=()))] == ["bite"]


@covers("cairn.action.stunt")
def test_a_stunt_may_disarm_a_foe_and_the_weapon_can_be_taken_up():
    state = goblins()
    play = Told(d20=1, stunt_dare="dare", stunt_gain="foe_disarmed", stunt_foe="f1")
    state = GAME.perform(play, state, Action("stunt", "mage"))
    state = kept(GAME.perform(play, state, Action("wait", "pal")))
    assert attacks(find(state, "f1")) == (UNARMED,)
    assert [item.name for item in state.ground] == ["Dagger", "Sling"]
    assert [way.name for way in attacks(find(state, "f2"))] == ["dagger", "sling"]
    after = replace(state, fight=None, phase="explore", foes=())
    after = GAME.perform(Told(), after, Action("take_up", "mage"))
    assert [way.name for way in attacks(find(after, "mage"))] == ["Dagger"]


@covers("cairn.action.stunt")
def test_nobody_is_disarmed_who_holds_nothing():
    play = Told(d20=1, stunt_dare="dare")
    GAME.perform(play, begin(Told(readiness="ready"), table(fight=False)), Action("stunt", "mage"))
    state = begin(Told(readiness="ready"), table(fight=False))
    state = GAME.perform(play, GAME.perform(play, state, Action("stunt", "mage")), Action("wait", "pal"))
    assert "foe_disarmed" not in play.offered("stunt_gain")


@covers("cairn.phase.encounter", "cairn.market.prices")
def test_the_fallen_leave_their_weapons_and_they_sell_like_any_other():
    state = goblins()
    state = put(state, replace(find(state, "f1"), conditions=("dead",)))
    left = part(Told(), replace(state, fight=None, phase="encounter"), "")
    assert [item.name for item in left.ground] == ["Dagger", "Sling"]
    assert fetches(Told(), left.ground[0], Settings()) == 250


@covers("cairn.monster.bandit", "cairn.morale.leader")
def test_a_leader_has_arms_of_their_own_and_3d6_gold_pieces():
    _, led = band(lookup("Bandit"), 4, ["f1", "f2"])
    one = equipped(led)
    assert [item.name for item in one.items] == ["Long sword", "Crossbow"]
    assert [way.dice for way in attacks(one)] == [(10,), (8,)]
    down = table(foes=(replace(one, conditions=("leader", "dead")),), fight=False)
    left = part(Told(d6=4), replace(down, phase="encounter"), "")
    assert [(item.name, item.value_gp) for item in left.ground if item.value_gp] == [("coins", 12)]


@covers("cairn.morale.leader", "cairn.monster.bandit")
def test_whoever_is_named_leader_takes_up_the_leaders_arms():
    state = begin(Told(readiness="ready"), table(foes=(spawn(lookup("Bandit"), "f1"),), fight=False))
    named = GAME.perform(Told(), state, Action("mark_leader"))
    assert [item.name for item in find(named, "f1").items] == ["Long sword", "Crossbow"]
    assert [way.name for way in attacks(find(named, "f1"))] == ["long sword", "crossbow"]


def test_a_creature_that_never_had_things_fights_as_its_entry_says():
    assert [way.name for way in attacks(spawn(lookup("Goblin"), "f1"))] == ["dagger", "sling"]
    assert attacks(creature("f", "monster")) == (UNARMED,)
