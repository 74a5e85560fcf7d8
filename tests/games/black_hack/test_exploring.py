"""Exploring a place by the rules of The Black Hack."""

from msgspec.structs import replace

from tallow.games.black_hack.state import Ended, Item, character
from tallow.games.black_hack.world.exploring import EXPLORING
from tallow.games.exploring import Fought, Goods
from tallow.mechanics.conditions import gain, has
from tallow.testing import covers
from tests.games.black_hack.fighters import somebody, table
from tests.games.playing import done

BURNING = Item("t1", "torches", "black_hack.item.torches", usage=6, lit=True)


def inside(*party, **more):
    return table(*(party or (somebody(items=(BURNING,)),)), dangerous=True, dark=True, **more)


@covers("black_hack.encounter.when_linger", "black_hack.encounter.roll")
def test_a_noise_draws_an_encounter_roll_and_the_place_says_who_comes():
    state = EXPLORING.noise(inside())
    state, _ = done(EXPLORING.turn, state, "wait", "", "known", script=[1, 6])
    assert EXPLORING.comes(state)
    assert state.foes == ()


@covers("black_hack.ability.thief_talent_secrets")
def test_one_who_searches_after_another_tests_wis_until_somebody_notices():
    state = inside(somebody(items=(BURNING,)), somebody("bob"))
    assert done(EXPLORING.notices, state, "search", "", script=[9])[0][1]
    assert done(EXPLORING.notices, state, "search", "", script=[10, 9])[0][1]
    assert not done(EXPLORING.notices, state, "search", "", script=[10, 10])[0][1]


@covers("black_hack.table.reactions", "black_hack.reaction.roll")
def test_those_who_call_for_reinforcements_wait_with_as_many_more():
    (_, taken, who), _ = done(EXPLORING.attitude, inside(), "Giant Rat x2", script=[(4, 5), 3])
    assert (taken, who) == ("open", "Giant Rat x5")
    (_, taken, who), _ = done(EXPLORING.attitude, inside(), "Giant Rat", script=[(6, 6)])
    assert (taken, who) == ("hostile", "Giant Rat")


@covers("black_hack.xp.award_dungeon_level")
def test_a_new_level_is_an_experience_for_all_who_live():
    state, _ = done(EXPLORING.level, inside(somebody(), gain(somebody("bob"), "dead")))
    assert [len(one.life.experiences) for one in state.party] == [1, 0]


@covers("black_hack.oofa.when_roll")
def test_the_fallen_roll_when_nobody_threatens_them():
    state, _ = done(EXPLORING.left, inside(gain(somebody(hp=0), "out_of_action")), script=[1, 3])
    assert (character(state, "ann").hp, has(character(state, "ann"), "out_of_action")) == (3, False)


def test_what_is_left_of_those_who_were_met_after_flight():
    state, _ = done(EXPLORING.meet, inside(), "Giant Rat x2; Ghoul", script=[1, 1, (2, 2)])
    first, *others = state.foes
    state = replace(state, foes=(gain(first, "removed"), *others), ended=Ended("party_fled", 2))
    assert EXPLORING.fought(state, "Giant Rat x2; Ghoul") == Fought("fled", "Giant Rat; Ghoul")


def test_a_book_holds_the_prayers_that_it_names():
    (state, id_), _ = done(EXPLORING.give, inside(), "ann", Goods("Black book", "Prayer Book: Light, Bless"))
    (book,) = (item for item in character(state, "ann").items if item.id == id_)
    assert book.spells == ("black_hack.prayer.light", "black_hack.prayer.bless")
