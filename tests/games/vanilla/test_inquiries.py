"""Questions of odds, against numbers worked out by hand."""

from fractions import Fraction

import pytest

from tallow.games.vanilla.faces.inquiries import INQUIRIES
from tallow.games.vanilla.record import GAME
from tallow.odds import ask
from tallow.testing import covers

F = Fraction


def odds(name, settings=None, **given):
    return ask(GAME, name, {key: str(value) for key, value in given.items()}, settings=settings)


def outcomes(name, settings=None, **given):
    return {code: F(chance) for code, chance in odds(name, settings, **given).outcomes.items()}


@covers("vanilla.melee.hit", "vanilla.melee.miss_wide", "vanilla.melee.miss_armour", "vanilla.melee.critical")
@pytest.mark.parametrize(
    ("av", "ac", "critical", "hit", "miss", "stopped"),
    [(11, 2, F(1, 20), F(8, 20), F(11, 20), F(2, 20)), (13, 4, F(1, 20), F(8, 20), F(11, 20), F(4, 20))],
)
def test_the_window_between_ac_and_av(av, ac, critical, hit, miss, stopped):
    assert outcomes("attack", av=av, ac=ac) == {"critical": critical, "hit": hit, "miss": miss, "stopped": stopped}


@covers("vanilla.melee.critical_needs_hit")
def test_no_roll_hits_where_ac_reaches_av():
    assert outcomes("attack", av=11, ac=11) == {"miss": 1, "stopped": F(11, 20)}
    assert outcomes("attack", av=11, ac=12)["miss"] == 1


@covers("vanilla.ranged.long", "vanilla.ranged.worse", "vanilla.ranged.ammo")
def test_long_range_keeps_the_worse():
    far = outcomes("attack", av=11, ac=2, range="long")
    assert far["critical"] + far["hit"] == F(81, 400)
    assert (far["critical"], far["stopped"], far["out_of_ammunition"]) == (F(1, 400), F(1, 10), F(39, 400))
    near = outcomes("attack", av=11, ac=4, range="normal")
    assert (near["critical"], near["hit"], near["miss"]) == (F(1, 20), F(6, 20), F(13, 20))
    assert near["out_of_ammunition"] == F(1, 20)


@covers("vanilla.special.advantage", "vanilla.weapon.small_ac", "vanilla.melee.damage")
def test_advantage_small_weapons_and_mean_damage():
    plain, edge = odds("attack", av=11, ac=2), odds("attack", av=11, ac=2, advantage="yes")
    assert (plain.figures["mean_damage"], edge.figures["mean_damage"]) == (F(63, 40), F(121, 40))
    small = outcomes("attack", av=11, ac=2, weapon="small")
    assert small["critical"] + small["hit"] == F(1, 2)
    assert odds("attack", av=11, ac=0, weapon="small").figures["mean_damage"] == F(11, 20) * F(15, 6)


@covers("vanilla.cast.control")
@pytest.mark.parametrize(("st", "ac", "chance"), [(6, 0, F(3, 10)), (6, 2, F(1, 5)), (6, 6, 0), (12, 2, F(1, 2))])
def test_control_between_ac_and_st(st, ac, chance):
    assert outcomes("control", st=st, ac=ac, level=1).get("controlled", 0) == chance


@covers("vanilla.miscast.backlash", "vanilla.cast.book_fail_damage", "vanilla.setting.grit_overflow")
def test_what_the_miscast_table_leaves_of_a_spell():
    lost = outcomes("control", st=0, ac=0, level=1, grit=4)
    rows = {code: chance * 8 for code, chance in lost.items()}
    assert rows == {
        "corrupted": 8, "works_besides": 3, "nothing_of_it": 2, "half": 1, "opposite": 1, "random_target": 1,
    }  # fmt: skip
    spent = outcomes("control", st=0, ac=0, level=4, grit=4)
    assert spent["nothing_of_it"] * 8 == 3
    carried = outcomes("control", {"grit_overflow": "carry"}, st=0, ac=0, level=1, grit=5)
    assert carried["nothing_of_it"] * 8 == 2 + F(1, 3)
    assert outcomes("control", st=0, ac=0, level=5, grit=0, flesh=5) == {"corrupted": 1, "no_flesh_left": 1}


@covers("vanilla.damage.death_save", "vanilla.damage.overflow")
def test_so_many_hits():
    assert outcomes("survive", st=5, grit=1, flesh=6, hits=1) == {"flesh_whole": 1}
    assert outcomes("survive", {"grit_overflow": "carry"}, st=5, grit=1, flesh=6, hits=1)["flesh_lost"] == F(5, 6)
    one = outcomes("survive", st=5, grit=0, flesh=6, hits=1)
    assert one == {"flesh_lost": F(5, 6), "out": F(1, 6) * F(1, 4), "dead": F(1, 6) * F(3, 4)}
    late = outcomes("survive", {"death_save_when": "next_damage"}, st=5, grit=0, flesh=1, hits=1)
    assert late == {"flesh_lost": 1}


@covers("vanilla.save.roll")
def test_a_save():
    assert outcomes("save", st=5) == {"success": F(1, 4), "failure": F(3, 4)}
    assert outcomes("save", st=14)["success"] == F(7, 10)


@pytest.mark.parametrize("inquiry", INQUIRIES, ids=lambda inquiry: inquiry.name)
def test_every_question_has_words_for_its_outcomes(inquiry):
    words = GAME.words.catalogue()
    assert [code for code in inquiry.outcomes if code not in words["term"]] == []


@covers("vanilla.damage.each_hit")
def test_many_hits_upon_much_grit_are_reckoned_at_once_and_add_up():
    found = outcomes("survive", st=10, grit=40, flesh=20, hits=12)
    assert sum(found.values()) == 1
    assert outcomes("survive", st=0, grit=0, flesh=1, hits=12)["dead"] == 1
    out = outcomes("survive", st=10, grit=0, flesh=1, hits=3)
    assert out == {"out": F(1, 8), "dead": F(7, 8)}
