"""Things of backgrounds that act since the book was read once more: dust, rod, crop, theatre, tar, and any key."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.bots.expedition import EXPEDITION
from tallow.games.cairn.bots.tactics import act
from tallow.games.cairn.characters.boons import CONTRAPTIONS
from tallow.games.cairn.gear.uses import declare, purpose
from tallow.games.cairn.magic.relics import working as relic_working
from tallow.games.cairn.magic.working_effects import work
from tallow.games.cairn.magic.workings import aim
from tallow.games.cairn.state import Dungeon, Life, State
from tallow.games.cairn.world.exploring import any_key, open_, ways
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Action
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find
from tallow.play import Choice
from tallow.testing import covers
from tests.games.cairn.casters import Told, foe, table
from tests.games.cairn.fighters import Answers, fight, hit, somebody
from tests.games.cairn.fighters import foe as fighter
from tests.games.cairn.users import item, used
from tests.games.playing import done

SWORD = hit("d8")


@covers("cairn.table.aurifex_2", "cairn.table.beast_handler_1")
@pytest.mark.parametrize(("name", "lost"), [("Spark dust", 4), ("Quick-flame rod", 4)])
def test_fire_takes_str_from_whoever_fails_a_dex_save(name, lost):
    burnt = used(name, Told(d20=20, d4=lost, d6=lost, fits="yes"), foes=(foe("f1"),))
    assert find(burnt, "f1").strength == foe("f1").strength - lost
    spared = used(name, Told(d20=2, d4=lost, d6=lost, fits="yes"), foes=(foe("f1"),))
    assert find(spared, "f1").strength == foe("f1").strength


@covers("cairn.table.fieldwarden_1")
def test_a_diseased_crop_rots_plants_alone():
    assert find(used("Diseased crop", Told(d8=5), foes=(foe("f1"),)), "f1").strength == foe("f1").strength


@covers("cairn.table.jongleur_2", "cairn.table.kettlewright_2")
def test_a_theatre_costs_an_onlooker_a_round_and_tar_holds_whoever_steps_in():
    assert has(find(used("Pocket theatre", Told(d20=20), foes=(foe("f1"),)), "f1"), "stunned")
    assert not has(find(used("Pocket theatre", Told(d20=2), foes=(foe("f1"),)), "f1"), "stunned")
    (tar,) = used("Black tar").effects
    assert [(one.what, one.save) for one in tar.hazards] == [("held", "STR")]


@covers("cairn.table.cutpurse_2", "cairn.dungeon.doors")
def test_the_glove_is_any_key_until_its_charge_is_gone():
    glove = item("Gildfinger")
    state = State(phase="dungeon", dungeon=Dungeon(lit=True), party=(somebody(items=(glove,)),))
    assert ways(state, "hero", "locked") == ("pick", "force")
    assert ways(state, "hero", "stuck") == ("force",)
    (after, opened), play = done(open_, state, "hero", "pick", "")
    assert opened
    assert "door.any_key" in play.codes()
    assert any_key(find(after, "hero")) == ""
    assert ways(after, "hero", "locked") == ("force",)


@covers("cairn.table.kettlewright_1", "cairn.dungeon.doors")
def test_whoever_builds_contraptions_opens_nearly_any_lock_and_needs_no_glove_for_it():
    maker = somebody(items=(item("Gildfinger"),), life=Life(boons=(CONTRAPTIONS,)))
    state = State(phase="dungeon", dungeon=Dungeon(lit=True), party=(maker,))
    assert ways(state, "hero", "locked") == ("pick", "force")
    assert ways(state, "hero", "stuck") == ("force",)
    (after, opened), play = done(open_, state, "hero", "pick", "")
    assert opened
    assert "door.contrived" in play.codes()
    assert any_key(find(after, "hero"))


@covers("cairn.relic.lovers_covenant", "cairn.relic.stone_eater", "cairn.spell.duration")
def test_relics_of_fiction_go_on_for_their_time_or_for_good():
    for name, ends in (("lovers_covenant", 0), ("stone_eater", 3600)):
        made, state, play = relic_working(f"cairn.relic.{name}"), table(fight=False), Told()
        after = work(play, state, "mage", made, aim(play, state, "mage", made))
        (effect,) = after.effects
        assert effect.ends == (state.clock + ends if ends else 0)
        later, _ = done(pass_time, after, 3600)
        assert bool(later.effects) is not bool(ends)


@covers("cairn.action.use_item")
def test_what_a_thing_is_good_for_and_that_bots_know_it():
    potion, dust = item("Healing potion"), item("Spark dust")
    hurt = replace(somebody(strength=12), strength=6)
    assert purpose(State(party=(hurt,)), potion) == "heals"
    assert purpose(State(party=(replace(hurt, strength=7),)), potion) == ""
    assert purpose(State(party=(hurt,)), item("Woundwax")) == "", "burns only: the Warden knows"
    crowd = fight((somebody(items=(dust,)),), (fighter("a"), fighter("b")))
    assert purpose(crowd, dust) == "harms"
    assert purpose(replace(crowd, fight=None), dust) == ""
    assert act(crowd, "party") == Action("use_item", "hero")
    assert act(replace(crowd, foes=crowd.foes[:1]), "party") == Action("all_attack", "party")
    strong = replace(crowd, foes=(fighter("a", hp=10, strength=8),))
    assert act(strong, "party") == Action("use_item", "hero")
    rope = item("rope", "rope")
    laden = fight((replace(hurt, items=(rope, potion, replace(dust, id="dust"))),), (fighter("a"), fighter("b")))
    play = Answers()
    assert declare(play, laden, find(laden, "hero")).item == "dust"
    assert next(question.options for question in play.asked if isinstance(question, Choice)) == ("dust", "it", "rope")


@covers("cairn.action.use_item")
def test_in_expeditions_bots_give_the_half_dead_what_heals():
    party = (somebody(items=(item("Healing potion"),)), replace(somebody("bo", strength=12), strength=3))
    state = State(phase="dungeon", dungeon=Dungeon(lit=True), party=party)
    play = Told(d20=10)
    assert find(EXPEDITION.turn(play, state), "bo").strength == 12
    deprived = replace(state, party=(party[0], replace(party[1], strength=7)))
    assert find(EXPEDITION.turn(Told(d20=10), deprived), "bo").strength == 7
