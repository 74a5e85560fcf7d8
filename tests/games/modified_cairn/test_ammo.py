"""Ammunition: dots after a fight, and Quivers."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.combat.ammo import check, quivers, refill, supplied
from tallow.games.modified_cairn.combat.attacks import reaches, ways
from tallow.games.modified_cairn.combat.rounds import declare, end
from tallow.games.modified_cairn.gear.slots import slots
from tallow.games.modified_cairn.gear.things import made
from tallow.games.modified_cairn.goods import weapons
from tallow.games.modified_cairn.referee.marshalling import call_off
from tallow.games.modified_cairn.state import State
from tallow.mechanics.two_sides import find
from tallow.play import distribution
from tallow.testing import covers
from tests.games.modified_cairn.fighters import code, fighting, foe, pc, said, thing
from tests.games.playing import done

RANGED = [arm.id for arm in weapons().values() if arm.use == "ranged"]


def archer(dots=0, *things):
    return pc("yan", thing("longbow", dots=dots), *things)


def dots(creature, which="longbow"):
    return next(item.dots for item in creature.items if item.id == which)


@covers("modified_cairn.ammo.three_dots", "modified_cairn.ammo.quiver_included", "modified_cairn.weapon.ranged_dots")
@pytest.mark.parametrize("ref", RANGED)
def test_every_ranged_weapon_has_three_dots_in_its_own_slots(ref):
    weapon = made(ref, "arm")
    assert (weapon.uses, weapon.dots) == (3, 0)
    assert slots(weapon) == (2 if weapon.size == "bulky" else 1)
    assert slots(thing("longbow")) + slots(thing("quiver", "body")) == 3


@covers("modified_cairn.ammo.three_dots", "modified_cairn.ammo.out", "modified_cairn.action.attack_ranged")
@pytest.mark.parametrize(("marked", "usable"), [(0, True), (2, True), (3, False)])
def test_three_marked_dots_are_no_ammunition(marked, usable):
    bow = archer(marked)
    refusal = reaches(fighting(bow, band="far"), "yan", ways(bow)[-1], "goblin")
    assert (refusal is None) == usable
    assert usable or code(refusal) == "out_of_ammunition"


@covers("modified_cairn.ammo.three_dots", "modified_cairn.action.check_ammo", "modified_cairn.table.ammo")
def test_a_d6_marks_a_dot_half_of_the_time():
    chances = distribution(lambda play: dots(check(play, archer(1), "longbow", True)))
    assert chances == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    for face in (3, 4):
        after, _ = done(check, archer(), "longbow", True, script=[face])
        assert dots(after) == (1 if face == 3 else 0)


@covers("modified_cairn.ammo.no_retrieval")
def test_without_gathering_a_dot_is_marked_for_certain():
    after, play = done(check, archer(2), "longbow", False)
    assert dots(after) == 3
    assert not play.asked
    assert [facts[2] for facts in said(play, "ammo.marked")] == [0]
    _, play = done(check, archer(), "longbow", False)
    assert [facts[2] for facts in said(play, "ammo.marked")] == [2]


@covers("modified_cairn.ammo.quiver_on_body", "modified_cairn.ammo.out", "modified_cairn.item.quiver")
def test_a_spare_quiver_serves_from_the_body_alone():
    on, packed = (thing("quiver", place) for place in ("body", "pack"))
    assert supplied(archer(3, on), thing("longbow", dots=3))
    assert not supplied(archer(3, packed), thing("longbow", dots=3))
    after, _ = done(check, archer(3, on), "longbow", False)
    assert (dots(after), dots(after, "quiver")) == (3, 1)
    after, _ = done(check, archer(1, on), "longbow", False)
    assert (dots(after), dots(after, "quiver")) == (2, 0)
    bolts = replace(on, qualities=("bolts",))
    assert not quivers(archer(3, bolts), thing("longbow"))
    assert quivers(pc("yan", "crossbow", bolts), thing("crossbow"))


@covers("modified_cairn.ammo.buy_quiver", "modified_cairn.action.refill_ammo")
@pytest.mark.parametrize(("marked", "spent", "left", "kept"), [(3, 0, 0, []), (1, 0, 0, [1]), (3, 2, 2, [])])
def test_a_quiver_is_poured_into_a_weapon(marked, spent, left, kept):
    state = State(phase="free", party=(archer(marked, thing("quiver", "pack", dots=spent)),))
    after, _ = done(refill, state, "yan")
    yan = find(after, "yan")
    assert dots(yan) == left
    assert [item.dots for item in yan.items if item.id == "quiver"] == kept


@covers(
    "modified_cairn.ammo.no_retrieval",
    "modified_cairn.phase.aftermath",
    "modified_cairn.action.check_ammo",
    "modified_cairn.weapon.ranged_dual",
)
def test_after_a_fight_every_weapon_that_shot_is_checked():
    slinger = pc("yan", "sling", "javelin", thing("shortbow", "pack"))
    state = fighting(slinger, foes=[foe(vig=1, guard=0)], band="nearby")
    after, play = done(declare, state, "yan", "attack", script=[1, 4, 3, 4])
    assert said(play, "attack")[0][3] == (1, 4)
    assert after.ended.how == "foes_down"
    assert [dots(find(after, "yan"), which) for which in ("sling", "javelin", "shortbow")] == [1, 0, 0]
    shot = fighting(slinger, band="nearby", shot=("sling",))
    fled, play = done(end, shot, "party_fled")
    assert dots(find(fled, "yan"), "sling") == 1
    assert not play.asked


@covers("modified_cairn.action.ref_end_combat")
@pytest.mark.parametrize(("answer", "script"), [("no", []), ("yes", [2])])
def test_the_gm_says_whether_anything_can_be_gathered(answer, script):
    shot = fighting(archer(), band="far", shot=("longbow",))
    after, _ = done(call_off, shot, "", script=[answer, *script])
    assert dots(find(after, "yan")) == 1
    assert after.ended.how == "called_off"
    quiet, play = done(call_off, fighting(archer()), "")
    assert not play.asked
    assert quiet.combat is None
