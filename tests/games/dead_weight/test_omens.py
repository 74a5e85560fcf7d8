"""Omens: a tracker of 2d6 steps, every row of the table, and what the party cannot give."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.state import Omens
from tallow.games.dead_weight.world.omens import new_omens, omen, omens
from tallow.games.dead_weight.world.trackers import who_see_omens
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.dead_weight.expedition import act, doom, have
from tests.games.dead_weight.people import somebody, table
from tests.games.playing import done


def full(*party, size=7, filled=7):
    return replace(table(*party), omens=Omens(size, filled))


@covers("dead_weight.omens.size", "dead_weight.tracker.omens", "dead_weight.action.gm_move_tracker")
def test_a_full_tracker_is_an_omen_and_a_fresh_tracker():
    state, play = done(new_omens, table(somebody()), script=[[3, 4]])
    assert state.omens == Omens(7, 0)
    assert play.asked[0].hidden
    state = replace(state, omens=Omens(7, 6))
    state, play = act(state, "move_tracker", "", "omens", 1, 3, [1, 1], [1, 1], [2, 2])
    assert state.omens == Omens(4, 0)
    assert play.codes().count("omens.full") == 1


@covers("dead_weight.omens.size")
def test_points_beyond_the_size_fill_the_next_and_may_fill_it_whole():
    state, _ = done(
        omens, full(somebody(), size=3, filled=8), script=[3, [1, 1], [1, 1], [1, 1], 3, [1, 1], [1, 1], [5, 5]]
    )
    assert state.omens == Omens(10, 3)
    quiet = full(somebody(), size=7, filled=6)
    assert done(omens, quiet)[0] == quiet


@covers("dead_weight.trait.bad_omens", "dead_weight.tracker.omens")
def test_bad_omens_come_true_after_the_action_that_filled_them():
    state = full(somebody(traits=("bad_omens",)), size=7, filled=6)
    state, _ = act(state, "parley", "zael", "heated", "roll", [1, 2], 3, [1, 1], [1, 1], [2, 2])
    assert state.omens == Omens(4, 0)


@covers("dead_weight.trait.third_eye", "dead_weight.doom.trackers")
def test_only_the_gm_and_a_third_eye_see_the_omens():
    assert who_see_omens(table(somebody(), somebody("amber"))) == (REFEREE,)
    seeing = table(somebody(), somebody("amber", seat="other", traits=("third_eye",)))
    assert who_see_omens(seeing) == (REFEREE, "other")
    _, play = act(seeing, "move_tracker", "", "omens", 1)
    assert {told.seen_by for told in play.told} == {(REFEREE, "other")}


@covers("dead_weight.table.omens")
@pytest.mark.parametrize(("row", "ref"), [(1, "water"), (4, "ration"), (5, "torch")])
def test_rows_that_take_water_rations_and_torches(row, ref):
    one = somebody(items=(have(ref, "first", count=2), have("rope", "rope")))
    state = table(one, somebody("amber", items=(have(ref, "second"),)))
    (after, met), play = done(omen, state, script=[row, 2, "second"])
    assert met
    assert [item.count for item in after.party[0].items if item.ref.endswith(ref)] == [1]
    assert after.party[1].items == ()
    assert play.codes().count("item.lost") == 2


@covers("dead_weight.table.omens", "dead_weight.trappings.broken")
def test_a_shield_and_a_lantern_break():
    shield = have("dead_weight.shield.wooden_shield", "shield", place="left")
    lantern = have("lantern", "lantern", place="right", lit=True)
    state = table(somebody(items=(shield, lantern)), somebody("amber", items=(have("rope"),)))
    (after, met), _ = done(omen, state, script=[2, 2, "lantern"])
    assert met
    assert [(item.broken, item.lit) for item in after.party[0].items] == [(True, False), (True, False)]


@covers("dead_weight.table.omens", "dead_weight.table.decay")
def test_everybody_rolls_twice_on_the_decay_table():
    state = table(somebody(), somebody("amber"))
    (after, met), _ = done(omen, state, script=[3, [3, 4], [2, 6], [3, 4], [1, 1]])
    assert (met, doom(after), after.party[0].afflictions) == (True, 2, ("hungry",))


@covers("dead_weight.table.omens", "dead_weight.item.magical_item_or_scroll")
def test_a_magical_thing_or_scroll_is_lost_and_a_grimoire_only_if_the_gm_agrees():
    scroll, tome = have("scroll_of_curse_removal", "scroll"), have("old_tome", "tome")
    (after, met), _ = done(omen, table(somebody(items=(tome, scroll))), script=[6])
    assert (met, [item.id for item in after.party[0].items]) == (True, ["tome"])
    (kept, met), _ = done(omen, after, script=[6, "no"])
    assert (met, kept) == (False, after)
    (after, met), _ = done(omen, after, script=[6, "yes"])
    assert (met, after.party[0].items) == (True, ())


@covers("dead_weight.omens.cannot_pay")
def test_what_cannot_be_given_in_full_brings_one_more_omen_only():
    state = full(somebody(items=(have("ration"),)))
    after, play = done(omens, state, script=[4, 3, 5, 2, [3, 3]])
    assert after.party[0].items == ()
    assert play.codes().count("omen") == 2
    assert after.omens == Omens(6, 0)
