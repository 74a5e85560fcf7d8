"""Range bands: how far two are, feet and squares, and what Moves do."""

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.combat.moving import heading, move
from tallow.games.black_hack.combat.ranges import (
    around,
    band,
    farther,
    in_feet,
    nearer,
    set_band,
    shift,
    within,
)
from tallow.games.black_hack.combat.ranges import set_distance as said
from tallow.games.black_hack.state import BANDS
from tallow.testing import covers
from tests.games.black_hack.fighters import fighting, foe, somebody, table
from tests.games.playing import done


@covers(
    "black_hack.range.convert",
    "black_hack.range.close",
    "black_hack.range.nearby",
    "black_hack.range.faraway",
    "black_hack.range.distant",
)
@pytest.mark.parametrize(
    ("feet", "name"),
    [
        (5, "close"),
        (6, "nearby"),
        (20, "nearby"),
        (30, "nearby"),
        (31, "faraway"),
        (55, "faraway"),
        (60, "faraway"),
        (61, "distant"),
    ],
)
def test_feet(feet, name):
    assert in_feet(feet) == name


@covers("black_hack.range.convert", "black_hack.action.gm_set_distance")
@pytest.mark.parametrize(("feet", "name"), [(5, "close"), (30, "nearby"), (60, "faraway"), (65, "distant")])
def test_the_gm_can_say_a_distance_in_feet(feet, name):
    state = table(somebody(), foes=[foe("rat")], combat=fighting())
    state, play = done(said, state, "", script=["ann", "feet", feet])
    assert band(state, "ann", "rat") == name
    assert (play.asked[-1].what, len(play.asked[-1].options)) == ("distance_feet", 61)


@covers("black_hack.range.bands", "black_hack.range.nearby_includes_close")
def test_bands_are_ordered_and_nearby_includes_close():
    state = table(somebody(), foes=[foe("a"), foe("b"), foe("c"), foe("d")], combat=fighting())
    for who, name in zip("abcd", BANDS, strict=True):
        state = set_band(state, "ann", who, name)
    assert [band(state, who, "ann") for who in "abcd"] == list(BANDS)
    assert around(state, "ann", "nearby", state.foes) == ("a", "b")
    assert around(state, "ann", "faraway", state.foes) == ("a", "b", "c")
    assert within(state, "ann", "ann", "close")


@covers("black_hack.move.one_step", "black_hack.move.nearby_to_close")
def test_a_move_is_one_band():
    assert [nearer(name) for name in BANDS] == ["close", "close", "nearby", "faraway"]
    assert [farther(name) for name in BANDS] == ["nearby", "faraway", "distant", "distant"]
    state = set_band(table(somebody(), foes=[foe()], combat=fighting()), "ann", "orc", "faraway")
    state = shift(state, "ann", "orc", nearer)
    assert band(state, "ann", "orc") == "nearby"
    assert band(shift(state, "ann", "orc", nearer), "ann", "orc") == "close"


@covers("black_hack.move.one_step")
def test_those_close_to_the_goal_shift_along_and_the_rest_stay():
    foes = [foe("orc"), foe("hag"), foe("imp")]
    state = table(somebody(), foes=foes, combat=fighting(close=[("orc", "hag")]))
    state = shift(state, "ann", "orc", nearer)
    assert [band(state, "ann", who) for who in ("orc", "hag", "imp")] == ["close", "close", "nearby"]
    state = shift(state, "ann", "orc", farther)
    assert [band(state, "ann", who) for who in ("orc", "hag", "imp")] == ["nearby", "nearby", "nearby"]


@covers("black_hack.move.nearby", "black_hack.action.move")
def test_where_a_move_can_go():
    bea = somebody("bea")
    combat = fighting("ann", close=[("ann", "orc")], bands=(("ann", "orc", "close"), ("ann", "hag", "distant")))
    state = table(somebody(), bea, foes=[foe(), foe("hag")], combat=combat)
    assert heading(state, state.party[0]) == (("towards", "hag"), ("towards", "bea"), ("away", "orc"))
    after, play = done(move, state, "ann", script=[("away", "orc")])
    assert band(after, "ann", "orc") == "nearby"
    assert play.told[0].facts == ("Ann", "Orc", "nearby")


@covers("black_hack.action.gm_set_distance", "black_hack.range.relative_tracking")
def test_the_gm_overwrites_any_pair():
    state = table(somebody(), foes=[foe(), foe("hag")], combat=fighting())
    state, _ = done(said, state, "", script=["ann", "hag", "distant"])
    assert band(state, "hag", "ann") == "distant"
    back, _ = done(said, state, "", script=["hag", "ann", "nearby"])
    assert back.combat.bands == ()
    assert band(replace(state, combat=None), "hag", "ann") == "nearby"
