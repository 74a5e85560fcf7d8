"""Banishing: the test for each group, the damage, the flight and how long it lasts."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.combat.banishing import DEEDS, banish, undead
from tallow.games.black_hack.combat.flight import run, running
from tallow.games.black_hack.combat.ranges import band
from tallow.games.black_hack.combat.rounds import moment_ends
from tallow.games.black_hack.state import creature
from tallow.play import distribution
from tallow.testing import covers
from tests.games.black_hack.casters import gone, hp
from tests.games.black_hack.fighters import fighting, foe, refused, shown, somebody, table
from tests.games.playing import done, first

(DEED,) = DEEDS


def bones(id_, hd=1, hp=8, of="black_hack.monster.by_hd", **more):
    return foe(id_, hd=hd, hp=hp, of=of, tags=("undead",), **more)


def crypt(*foes, level=2, **more):
    cleric = somebody("cle", "cleric", level=level, wisdom=14)
    fight = replace(fighting("cle"), started=(("foes", 9),), tested=("foes",), **more)
    return table(cleric, foes=foes, combat=fight)


@covers("black_hack.banish.action", "black_hack.action.banish", "black_hack.ability.cleric_banish_undead")
def test_banishing_is_a_clerics_action_against_undead_nearby():
    state = crypt(
        bones("a"), foe("orc"), foe("imp", tags=("daemon", "evil")), bones("far"), bands=(("cle", "far", "faraway"),)
    )
    assert [one.id for one in undead(state, "cle")] == ["a"]
    assert DEED.cost == "action"
    assert shown(DEED, state, "cle")
    assert not shown(DEED, table(somebody("wiz", "wizard"), foes=(bones("a"),)), "wiz")
    assert refused(DEED, crypt(foe("orc")), "cle") == "no_undead"
    assert refused(DEED, crypt(bones("a")), "cle") is None
    unmet = replace(crypt(bones("a")), combat=None)
    assert refused(DEED, unmet, "cle") == "no_undead", "what only the GM knows of is not told by what may be done"


@covers("black_hack.banish.test", "black_hack.foe.powerful")
@pytest.mark.parametrize(("hd", "chance"), [(1, Fraction(3, 5)), (3, Fraction(1, 2))])
def test_the_highest_hit_dice_are_added_and_no_powerful_foe(hd, chance):
    state = crypt(bones("a", hd), bones("b", 1), level=1)
    results = distribution(banish, state, "cle", policy=first)
    assert sum(p for after, p in results.items() if creature(after, "a").banished) == chance
    _, play = done(banish, state, "cle", script=[20])
    assert [told.facts[1:] for told in play.told if told.code == "adds"] == [("undead_hd", hd)]


@covers("black_hack.banish.groups", "black_hack.action.gm_group_undead", "black_hack.banish.test")
def test_one_test_for_each_group():
    kinds = (bones("a", 1, 8, "black_hack.monster.skeleton"), bones("b", 3, 8, "black_hack.monster.wight"))
    state = crypt(*kinds)
    after, play = done(banish, state, "cle", script=["by_kind", 5, 1, 19])
    assert (creature(after, "a").banished > 0, creature(after, "b").banished) == (True, 0)
    assert play.asked[0].by == "referee"
    _, play = done(banish, state, "cle", script=["as_one", 19])
    assert [told.facts[2] for told in play.told if told.code == "adds"] == [3]
    same = crypt(bones("a"), bones("b"))
    assert len(done(banish, same, "cle", script=[19])[1].asked) == 1
    assert len(done(banish, state, "cle", script=["each", 19, 19])[1].asked) == 3


@covers("black_hack.banish.damage")
def test_each_loses_as_many_hp_as_the_cleric_has_levels():
    after, _ = done(banish, crypt(bones("a"), bones("b", hp=2)), "cle", script=[5, 3])
    assert hp(after, "a") == 6
    assert gone(after, "b")


@covers("black_hack.banish.flee")
def test_the_banished_flee_from_the_cleric_and_do_nothing_else():
    state, _ = done(banish, crypt(bones("a")), "cle", script=[5, 3])
    assert running(state, creature(state, "a"))
    state, _ = done(run, state, "a")
    assert band(state, "a", "cle") == "distant"
    state, _ = done(run, state, "a")
    assert "fled" not in creature(state, "a").conditions


@covers("black_hack.banish.duration")
def test_a_banishment_lasts_so_many_moments_after_this_one():
    state, _ = done(banish, crypt(bones("a", hp=90), foe("orc", hp=90), level=1), "cle", script=[5, 2])
    for left in (3, 2, 1):
        state, _ = done(moment_ends, state, script=[5])
        assert creature(state, "a").banished == left
    state, play = done(moment_ends, state, script=[5])
    assert creature(state, "a").banished == 0
    assert "banished.ends" in play.codes()


@covers("black_hack.banish.duration")
def test_banishing_again_restarts_it():
    state = crypt(bones("a", banished=1, banished_by="cle", hp=90), level=1)
    after, _ = done(banish, state, "cle", script=[5, 4])
    assert creature(after, "a").banished == 6
