"""The Miscast Table, row by row, and where its spells come from and go to."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.entries import spells, tables
from tallow.games.vanilla.magic.miscasts import miscast, random_effects
from tallow.games.vanilla.magic.spells import Cast
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Known
from tallow.mechanics.two_sides import find
from tallow.play import distribution
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.casters import SPELL, beast, changed, effects, mage, scene


def loose(name, *on, level=3, mode="", **more):
    """Mira's spell, out of control."""
    return Cast(spells()[f"{SPELL}{name}"], "mira", level, "mira", mode, on, **more)


def four(**more):
    """Mira, Ann, and two orcs within reach."""
    return scene(foes=(beast("Orc", "a", at=20), beast("Orc", "b", at=30)), level=3, **more)


@covers("vanilla.table.miscast", "vanilla.miscast.order", "vanilla.miscast.targets")
def test_row_1_the_spell_and_a_different_one_elsewhere():
    script = [1, [1, 1], 2, 6, 1]
    state, play = done(miscast, four(), loose("sleep", "a"), script=script)
    assert effects(state)[0] == ("asleep", ("a",), 60)
    assert effects(state)[1] == ("aloft", ("mira",), 30, 60)
    assert [told.facts[1] for told in play.told if told.code == "spell"] == [f"{SPELL}sleep", f"{SPELL}levitate"]


@covers("vanilla.miscast.targets")
def test_a_different_target_is_any_other_and_a_random_one_any():
    def where(row, name="bless_curse"):
        def draw(play):
            state = miscast(Only(play, row), four(), loose("invisibility", "a"))
            return state.effects[-1].on[0]

        return distribution(draw)

    class Only:
        """The table's d8 and the spell are fixed, all else is chance."""

        def __init__(self, play, row):
            self.play, self.fixed = play, [(row,), *([(2,), (5,)] if row < 5 else [])]

        def __getattr__(self, name):
            return getattr(self.play, name)

        def roll(self, n, sides=6, **more):
            return self.fixed.pop(0) if self.fixed else self.play.roll(n, sides, **more)

    assert where(2) == {who: Fraction(1, 3) for who in ("mira", "ann", "b")}
    assert where(6) == {who: Fraction(1, 4) for who in ("mira", "ann", "a", "b")}
    assert where(4) == {"a": 1}


@covers("vanilla.table.miscast", "vanilla.miscast.choices", "vanilla.miscast.extra_control")
def test_row_2_another_instead_elsewhere():
    state, _ = done(miscast, four(), loose("sleep", "a"), script=[2, 2, 1, 3, 2])
    assert effects(state) == [("curse", ("b",), 60)]
    assert find(state, "mira").book == ()
    assert find(state, "mira").grit == find(four(), "mira").grit


@covers("vanilla.table.miscast", "vanilla.miscast.pool")
def test_rows_3_and_4_another_on_the_same_target():
    state, _ = done(miscast, four(), loose("fireball", "b"), script=[3, [1, 1, 1], 20, 20, 3, 5, [2, 2, 2], 20, 20])
    assert (find(state, "b").grit, find(state, "b").flesh) == (0, 0)
    instead, _ = done(miscast, four(), loose("fireball", "b"), script=[4, 2, 5])
    assert effects(instead) == [("invisible", ("b",), "dispelled")]
    assert find(instead, "b").grit == 3


@covers("vanilla.miscast.backlash", "vanilla.table.miscast")
@pytest.mark.parametrize(
    ("overflow", "grit", "works"), [("absorb", 1, (1, 1)), ("absorb", 0, (0, 1)), ("carry", 4, (2, 3))]
)
def test_row_5_backlash(overflow, grit, works):
    base = four(settings={"grit_overflow": overflow})
    state = replace(base, party=(replace(base.party[0], grit=grit, flesh=6), *base.party[1:]))

    def worked(play):
        class Fifth:
            first = True

            def __getattr__(self, name):
                return getattr(play, name)

            def roll(self, n, sides=6, **more):
                if self.first:
                    self.first = False
                    return (5,)
                return play.roll(n, sides, **more)

        return bool(miscast(Fifth(), state, loose("invisibility", "a")).effects)

    assert distribution(worked).get(True, 0) * works[1] == works[0]


@covers("vanilla.table.miscast", "vanilla.miscast.opposite", "vanilla.miscast.half")
def test_rows_6_7_and_8():
    astray, play = done(miscast, four(), loose("invisibility", "a"), script=[6, 2])
    assert effects(astray) == [("invisible", ("ann",), "dispelled")]
    assert "spell.astray" in play.codes()
    reversed_, play = done(miscast, four(), loose("invisibility", "a"), script=[7])
    assert effects(reversed_) == [("glowing", ("a",), 60)]
    assert play.told[1].facts[2] == spells()["vanilla.spell.invisibility"].opposite, "all hear what it does"
    weak, play = done(miscast, four(), loose("fireball", "b"), script=[8, [2, 3, 6], 1, 20])
    assert (find(weak, "a").grit, find(weak, "b").grit) == (1, 0)
    assert "spell.halved" in play.codes()
    assert [row.original for row in tables()["vanilla.table.miscast"].rows] == [
        "works", "lost", "works", "lost", "if no Flesh lost", "random target", "opposite", "half",
    ]  # fmt: skip


@covers("vanilla.miscast.pool", "vanilla.setting.miscast_different")
def test_a_different_spell_is_never_the_one_meant():
    script = [1, [1, 1, 1], 20, 20, 3, 5, 2, 5, 1]
    state, _ = done(miscast, four(), loose("fireball", "b"), script=script)
    assert effects(state) == [("invisible", ("mira",), "dispelled")]
    base = four(settings={"miscast_different": "book"})
    known = tuple(Known(f"{SPELL}{name}") for name in ("sleep", "invisibility", "web"))
    state = replace(base, party=(replace(base.party[0], book=known), *base.party[1:]))
    after, _ = done(miscast, state, loose("sleep", "a"), script=[1, [1, 1], 1, 1])
    assert [effect[0] for effect in effects(after)] == ["asleep", "invisible"]
    empty, _ = done(miscast, base, loose("sleep", "a"), script=[1, [1, 1], 2, 5, 1])
    assert [effect[0] for effect in effects(empty)] == ["asleep", "invisible"]


@covers("vanilla.spell.random_effect", "vanilla.setting.random_six")
def test_a_six_means_two_effects():
    two, _ = done(random_effects, "p", Settings(), script=[6, 6, 2, 5, 1, 9])
    assert two == (f"{SPELL}invisibility", f"{SPELL}sleep")
    assert done(random_effects, "p", Settings(), script=[2, 5])[0] == (f"{SPELL}invisibility",)
    more = Settings(random_six="explode")
    three, _ = done(random_effects, "p", more, script=[6, 6, 2, 5, 1, 9, 2, 12])
    assert three == (f"{SPELL}invisibility", f"{SPELL}sleep", f"{SPELL}web")


@covers("vanilla.miscast.choices")
def test_on_an_unfit_target_it_does_nothing():
    state, play = done(miscast, four(), loose("sleep", "a"), script=[4, 5, 9])
    assert (changed(four(), state), play.codes()[-1]) == ({}, "spell.nothing")


@covers("vanilla.miscast.targets")
def test_with_nobody_else_there_it_is_the_caster():
    alone = scene(party=(mage(level=3),), foes=(beast("Orc", "a", at=20),))
    state, _ = done(miscast, alone, loose("sleep", "a"), script=[2, 2, 5])
    assert effects(state) == [("invisible", ("mira",), "dispelled")]
