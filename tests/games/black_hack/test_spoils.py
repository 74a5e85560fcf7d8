"""Armed foes: what they fought with lies there after a fight, and can be taken, used and sold."""

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.entries import monsters
from tallow.games.black_hack.monsters.bestiary import spawn
from tallow.games.black_hack.record import GAME
from tallow.games.black_hack.world.finds import loot
from tallow.testing import covers
from tests.games.black_hack.fighters import fighting, held, somebody, table
from tests.games.playing import asked, done, perform

ORC = "black_hack.monster.orc"


def met(ref, id_="orc", hp=1, **more):
    return replace(spawn(ref, id_, id_.capitalize()), hp=hp, hp_max=9, **more)


def fray(*foes, **more):
    """Ann in her Turn beside the first of these foes, who falls with the next blow."""
    ann = somebody(items=(held("broad_sword"),), level=3, pool=3, **more)
    return table(ann, foes=foes, combat=fighting("ann", close=[("ann", foes[0].id)]))


def lying(state):
    return [item.ref for item in state.ground]


@covers("black_hack.bestiary.form", "black_hack.phase.combat_end")
def test_what_a_fallen_foe_fought_with_lies_there_and_is_taken_and_sold():
    state, play = perform(GAME.deeds, fray(met(ORC)), "attack", "ann", 9, (3, 3, 3))
    assert (state.combat, tuple(lying(state))) == (None, monsters()[ORC].arms)
    assert "spoils" in play.codes()
    state, _ = perform(GAME.deeds, state, "take_item", "ann", state.ground[0].id)
    taken = state.party[0].items[-1]
    assert (taken.ref, *lying(state)) == monsters()[ORC].arms
    town = replace(state, phase="downtime", unit="hours", acted=())
    sold, play = perform(GAME.deeds, town, "sell", "ann", taken.id, "half", 6)
    assert sold.party[0].coins == 3
    assert taken.id in asked(play, "sell_what")[0].options


@covers("black_hack.bestiary.form", "black_hack.treasure.coins")
def test_it_lies_there_once_whatever_is_searched_later():
    state, _ = perform(GAME.deeds, fray(met(ORC)), "attack", "ann", 9, (3, 3, 3))
    for later in (
        perform(GAME.deeds, state, "gm_treasure", "", "fallen", 4)[0],
        done(loot, state, script=[4])[0],
    ):
        assert later.ground == state.ground
        assert later.party[0].coins == 4


@covers("black_hack.bestiary.form", "black_hack.phase.combat_end")
@pytest.mark.parametrize("how", ["party_down", "party_fled"])
def test_those_who_were_beaten_or_have_fled_find_nothing(how):
    ann = somebody(conditions=("fled",) if how == "party_fled" else ("dead",))
    bob = somebody("bob", conditions=("dead",))
    there = (met(ORC, conditions=("removed",)), met(ORC, "other"))
    state = table(ann, bob, foes=there, combat=fighting("other"))
    after, _ = perform(GAME.deeds, state, "end_turn", "other")
    assert (after.ended.how, after.ground) == (how, ())


@covers("black_hack.bestiary.form", "black_hack.morale.fail")
def test_whoever_surrenders_lays_down_their_arms_and_a_beetle_keeps_its_glands():
    state, play = perform(GAME.deeds, fray(met(ORC, hp=9), met(ORC, "other")), "give_up", "", "other")
    assert tuple(lying(state)) == monsters()[ORC].arms
    assert ("surrenders.arms", ("Other", lying(state))) in [
        (one.code, (one.facts[0], list(one.facts[1]))) for one in play.told if len(one.facts) > 1
    ]
    beetle = "black_hack.monster.fire_beetle"
    state, _ = perform(GAME.deeds, fray(met(beetle, hp=9), met(beetle, "other", hp=9)), "give_up", "", "other")
    assert state.ground == ()
    state, _ = perform(GAME.deeds, fray(met(beetle)), "attack", "ann", 9, (3, 3, 3))
    assert [(item.name, item.usage, item.lit) for item in state.ground] == [("Glow glands", 8, True)]


@covers("black_hack.bestiary.form")
def test_of_those_who_fight_with_claws_and_of_those_who_fled_nothing_is_left():
    state, play = perform(GAME.deeds, fray(met("black_hack.monster.giant_rat")), "attack", "ann", 9, (3, 3, 3))
    assert (state.ground, "spoils" in play.codes()) == ((), False)
    state, _ = perform(
        GAME.deeds, fray(met(ORC), met(ORC, "other", conditions=("fled",))), "attack", "ann", 9, (3, 3, 3)
    )
    assert tuple(lying(state)) == monsters()[ORC].arms
