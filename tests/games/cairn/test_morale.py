"""Morale: who saves, when, on whose WIL."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.morale import morale
from tallow.games.cairn.monsters.encounters import check_morale
from tallow.games.cairn.settings import Settings
from tallow.mechanics.conditions import gain, has
from tallow.testing import covers
from tests.games.cairn.fighters import fight, foe, monster, one, somebody
from tests.games.playing import done


def losing(number, lost, fled=0, settings=None, checked=(), leader="", **more):
    """So many foes of WIL 8, the first so many of them down, the next so many fled."""
    states = ["dead"] * lost + ["fled"] * fled + [""] * number
    foes = [foe(f"f{n}", conditions=(states[n],) if states[n] else (), **more) for n in range(number)]
    return fight([somebody()], foes, settings=settings, checked=checked, leader=leader)


def fled(state):
    return [creature.id for creature in state.foes if has(creature, "fled")]


@covers("cairn.morale.first", "cairn.morale.flee")
def test_each_of_the_others_saves_at_the_first_casualty():
    state, _ = done(morale, losing(3, 1), script=[8, 9])
    assert fled(state) == ["f2"]
    again, _ = done(morale, state)
    assert again == state


@covers("cairn.morale.half")
@pytest.mark.parametrize(("number", "at"), [(4, 2), (5, 3), (2, 1)])
def test_and_again_at_half_their_number(number, at):
    before = ("first",) if at > 1 else ()
    state = losing(number, at - 1, checked=before) if at > 1 else None
    if state is not None:
        assert done(morale, state)[0] == state
    state, play = done(morale, losing(number, at, checked=before), script=[1] * (number - at))
    assert "half" in state.fight.checked
    assert play.told[0].facts == (("half",) if at > 1 else ("first", "half"),)


@covers("cairn.setting.morale_half")
@pytest.mark.parametrize(("setting", "saves"), [("fallen", 0), ("fallen_and_fled", 2)])
def test_the_fled_may_count_for_half(setting, saves):
    state = losing(5, 1, 2, Settings(morale_half=setting), ("first",))
    assert fled(done(morale, state, script=[1] * saves)[0]) == ["f1", "f2"]


@covers("cairn.morale.leader", "cairn.setting.morale")
@pytest.mark.parametrize(("roll", "stay"), [(13, True), (14, False)])
def test_one_save_on_the_leaders_wil_for_all(roll, stay):
    state = losing(4, 1, leader="f3")
    chief = replace(state.foes[3], willpower=13)
    state = replace(state, foes=(*state.foes[:3], chief))
    assert fled(done(morale, state, script=[roll])[0]) == ([] if stay else ["f1", "f2", "f3"])


@covers("cairn.morale.mindless", "cairn.morale.leader")
def test_where_nobody_can_be_afraid_there_is_no_save_not_even_upon_a_leader():
    state = losing(3, 1, leader="f2")
    state = replace(state, foes=(state.foes[0], *(gain(one, "fearless") for one in state.foes[1:])))
    after, play = done(morale, state)
    assert fled(after) == []
    assert not play.asked


@covers("cairn.morale.leader", "cairn.monster.bandit")
@pytest.mark.parametrize(("down", "gone"), [(False, []), (True, ["f0"])])
def test_those_who_hang_on_their_leader_flee_when_it_falls_and_not_before(down, gone):
    chief = monster("Bandit", "f1", conditions=("leader", *(("dead",) if down else ())))
    state = fight([somebody()], [monster("Bandit", "f0", detachment=True), chief], leader="f1")
    assert fled(done(morale, state)[0]) == gone


@covers("cairn.morale.leader")
def test_without_the_leader_each_for_themselves():
    assert fled(done(morale, losing(3, 1, leader="f0"), script=[9, 8])[0]) == ["f1"]


@covers("cairn.setting.morale")
def test_a_group_save_or_none():
    weak = Settings(morale="leader_or_group")
    state = losing(4, 1, settings=weak)
    odd = replace(state, foes=(*state.foes[:3], replace(state.foes[3], willpower=15)))
    assert fled(done(morale, odd, script=[9])[0]) == ["f1", "f2", "f3"]
    assert fled(done(morale, odd, script=[8])[0]) == []
    assert fled(done(morale, losing(4, 3, settings=Settings(morale="off")))[0]) == []


@covers("cairn.morale.lone", "cairn.detachment.morale")
@pytest.mark.parametrize(("will", "roll", "flees"), [(6, 6, False), (6, 7, True), (4, 5, True)])
def test_a_lone_foe_at_zero_hp(will, roll, flees):
    ogre = foe("f0", 0, 16, 8, will, hp_max=6, detachment=will == 4)
    state, _ = done(morale, fight([somebody()], [ogre]), script=[roll])
    assert fled(state) == (["f0"] if flees else [])
    if not flees:
        assert done(morale, state)[0] == state


@covers("cairn.morale.mindless", "cairn.morale.pcs")
def test_the_mindless_and_characters_never_save():
    assert done(morale, losing(3, 1, willpower=0, willpower_max=0))[0].fight.checked
    assert fled(done(morale, losing(3, 1, kind="pc"))[0]) == []
    bones = [monster("Skeleton", f"f{n}") for n in range(3)]
    bones[0] = replace(bones[0], conditions=("dead",))
    assert fled(done(morale, fight([somebody()], bones))[0]) == []


@covers("cairn.monster.hobgoblin", "cairn.monster.bandit")
def test_commanders_and_leaders_of_the_bestiary():
    goblins = [monster("Hobgoblin", f"f{n}") for n in range(4)]
    goblins[0] = replace(goblins[0], conditions=("dead",))
    goblins[3] = foe("f3", 4, 8, 8, 10, conditions=("leader",))
    state = fight([somebody()], goblins, leader="f3")
    each = replace(state, fight=replace(state.fight, leader=""))
    assert fled(done(morale, each, script=[12, 12, 12])[0]) == ["f1", "f2", "f3"]
    assert fled(done(morale, state, script=[11])[0]) == ["f3"]
    bandits = [monster("Bandit", "f0", detachment=True), monster("Bandit", "f1", conditions=("leader", "dead"))]
    state, play = done(morale, fight([somebody()], bandits, leader="f1"))
    assert fled(state) == ["f0"]
    assert play.codes() == ["morale.flees"]


@covers("cairn.action.warden_morale", "cairn.morale.hirelings")
def test_the_referee_may_call_for_it():
    hired = somebody("h", kind="hireling")
    state = fight([somebody("a"), hired], [foe("f0"), foe("f1")])
    after, _ = done(check_morale, state, "", script=["hirelings", 11])
    assert has(one(after, "h"), "fled")
    after, _ = done(check_morale, state, "", script=["foes", 8, 9])
    assert fled(after) == ["f1"]
    after, _ = done(check_morale, state, "", script=["f0", 20])
    assert fled(after) == ["f0"]
