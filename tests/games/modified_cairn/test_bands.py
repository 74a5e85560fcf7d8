"""Distance: bands between any two, Moves that change them, and the way out of a fight."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.combat.bands import (
    apart,
    facing,
    leading,
    step,
    stepped,
    walk,
    whither,
)
from tallow.games.modified_cairn.combat.rounds import declare, plan_move, take_back
from tallow.games.modified_cairn.entries import BOOK
from tallow.games.modified_cairn.referee.marshalling import set_distance
from tallow.games.modified_cairn.state import BANDS, has
from tallow.mechanics.two_sides import find
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc
from tests.games.playing import done

TWO = (foe("ork"), foe("imp"))


def between(state, one="yan", other="ork"):
    return apart(state.combat, one, other)


@covers("modified_cairn.distance.relative")
def test_a_band_is_mutual_and_nearby_unless_noted():
    state = fighting(pc("yan"), pc("yokel"), foes=TWO, band="far")
    assert between(state) == between(state, "ork", "yan") == "far"
    assert between(state, "yan", "yokel") == "nearby"
    state, _ = done(set_distance, state, "", script=["yan", "yokel", "engaged"])
    assert between(state, "yokel", "yan") == "engaged"
    state, _ = done(set_distance, state, "", script=["yan", "ork", "nearby"])
    assert between(state) == "nearby"
    assert between(state, "yan", "imp") == "far"


@covers("modified_cairn.band.*")
def test_the_bands_are_those_of_the_book():
    listed = sorted(BOOK.raw("band"), key=lambda one: one["order"])
    assert [one["name"].lower() for one in listed] == list(BANDS)


@covers("modified_cairn.distance.move_step", "modified_cairn.distance.extra_step")
def test_one_move_is_one_band():
    state = fighting(pc("yan"), foes=TWO, band="far")
    near, _ = done(step, state, "yan", "ork", True)
    assert between(near) == "nearby"
    assert between(near, "yan", "imp") == "far"
    assert between(stepped(near, "yan", "ork", True)) == "engaged"
    assert between(stepped(state, "yan", "ork", True, 2)) == "engaged"
    assert between(stepped(state, "yan", "ork", False)) == "distant"
    assert between(stepped(state, "yan", "ork", True, 3)) == "engaged"


@covers("modified_cairn.distance.move_step")
def test_whoever_comes_up_to_somebody_is_near_all_who_stand_there():
    state = fighting(
        pc("yan"), pc("yokel"), foes=TWO, band="nearby", bands=[("yan", "imp", "distant"), ("imp", "ork", "engaged")]
    )
    assert between(stepped(state, "yan", "ork", True), "yan", "imp") == "nearby"
    apart_from = fighting(pc("yan"), foes=TWO, band="nearby", bands=[("yan", "imp", "distant")])
    assert between(stepped(apart_from, "yan", "ork", True), "yan", "imp") == "distant"


@covers("modified_cairn.distance.move_step")
def test_whoever_leaves_one_leaves_the_others_unless_they_say_otherwise():
    state = fighting(pc("yan"), foes=TWO, band="engaged")
    gone = stepped(state, "yan", "ork", False)
    assert facing(gone, "yan") == ()
    assert facing(stepped(state, "yan", "ork", False, alone=True), "yan") == ("imp",)
    assert ("away_alone", "ork") in whither(state, "yan")
    assert ("away_alone", "ork") not in whither(fighting(pc("yan"), foes=TWO[:1]), "yan")


@covers("modified_cairn.distance.limits")
def test_moving_away_from_distant_leaves_the_fight():
    state = fighting(pc("yan"), foes=TWO, band="distant")
    left, play = done(step, state, "yan", "ork", False)
    assert has(find(left, "yan"), "fled")
    assert play.codes() == ["combat.left"]
    held = fighting(pc("yan"), foes=TWO, band="distant", bands=[("yan", "imp", "far")])
    stays, _ = done(step, held, "yan", "ork", False)
    assert not has(find(stays, "yan"), "fled")
    assert between(stays) == "distant"
    closest = fighting(pc("yan"), foes=TWO, band="engaged")
    assert ("closer", "ork") not in whither(closest, "yan")


@covers("modified_cairn.action.move", "modified_cairn.turn.no_split_move", "modified_cairn.turn.move_and_action")
@pytest.mark.parametrize(
    ("way", "when", "closer"), [(("closer", "ork"), "before", True), (("then_away", "ork"), "after", False)]
)
def test_a_move_is_planned_before_or_after_the_action(way, when, closer):
    state = fighting(pc("yan"), pc("yokel"), foes=TWO[:1], band="far")
    state, play = done(plan_move, state, "yan", script=[way])
    (move,) = state.combat.planned
    assert (move.move, move.closer, move.towards, move.bands) == (when, closer, "ork", 1)
    assert between(state) == "far"
    assert not play.told
    state, _ = done(declare, state, "yan", "pass")
    assert state.combat.declared[0].move == when
    again, _ = done(take_back, state, "yan")
    assert again.combat.declared == again.combat.planned == ()


@covers("modified_cairn.mount.riding")
def test_a_rider_covers_two_bands_and_the_mount_is_where_the_rider_is():
    horse = pc("horse", states=("mount",))
    state = fighting(pc("yan", mounted="horse"), horse, foes=TWO, band="far")
    assert ("ride_closer", "ork") in whither(state, "yan")
    assert ("closer", "ork") in whither(state, "yan")
    state, _ = done(plan_move, state, "yan", script=[("ride_closer", "ork")])
    state, _ = done(walk, state, state.combat.planned[0])
    assert between(state) == between(state, "horse") == "engaged"
    assert between(state, "yan", "horse") == "engaged"
    assert between(state, "horse", "imp") == "far"


LOST = pc("lost", spi=0, states=("hopeless",))


@covers("modified_cairn.quality.spi_zero")
def test_somebody_hopeless_is_led_along_by_one_move():
    state = fighting(pc("yan"), LOST, foes=TWO[:1], bands=[("yan", "lost", "engaged")])
    state, _ = done(plan_move, state, "yan", script=[("lead_away", "ork", "lost")])
    after, _ = done(declare, state, "yan", "pass")
    assert between(after) == between(after, "lost") == "nearby"
    assert between(after, "yan", "lost") == "engaged", "hand in hand"
    alone, _ = done(plan_move, state, "yan", script=[("away", "ork")])
    after, _ = done(declare, alone, "yan", "pass")
    assert (between(after), between(after, "lost")) == ("nearby", "engaged"), "left behind"


@covers("modified_cairn.quality.spi_zero")
def test_only_those_at_arms_length_are_led_and_once_a_turn():
    far = fighting(pc("yan"), LOST, foes=TWO[:1], bands=[("lost", "ork", "nearby")])
    assert leading(far, "yan") == []
    near = [("yan", "lost", "engaged"), ("yokel", "lost", "engaged")]
    state = fighting(pc("yan"), pc("yokel"), LOST, foes=TWO[:1], bands=near)
    assert ("lead_away", "ork", "lost") in leading(state, "yokel")
    assert not any(way[1] == "lost" for way in leading(state, "yokel"))
    state, _ = done(plan_move, state, "yan", script=[("then_lead_away", "ork", "lost")])
    assert leading(state, "yokel") == [], "yan leads already"
    assert leading(fighting(pc("yan"), replace(LOST, states=("hopeless", "stopped")), bands=near[:1]), "yan") == []
    hale = fighting(pc("yan"), pc("lost"), foes=TWO[:1], bands=near[:1])
    assert leading(hale, "yan") == [], "who can walk walks"


@covers("modified_cairn.quality.spi_zero", "modified_cairn.distance.limits")
def test_the_hopeless_are_led_out_of_the_fight():
    bands = [("yan", "lost", "engaged"), ("yan", "ork", "distant"), ("lost", "ork", "distant")]
    state = fighting(pc("yan"), LOST, pc("yokel"), foes=TWO[:1], bands=bands)
    state, _ = done(plan_move, state, "yan", script=[("lead_away", "ork", "lost")])
    state, _ = done(declare, state, "yan", "pass")
    after, _ = done(declare, state, "yokel", "pass")
    assert has(find(after, "yan"), "fled")
    assert has(find(after, "lost"), "fled")
