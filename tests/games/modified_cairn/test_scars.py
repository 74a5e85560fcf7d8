"""Scars: each row by its worked examples, what waits until it has healed, and Doom."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.modified_cairn.combat.feats import can_use_feats
from tallow.games.modified_cairn.entries import BOOK, scars, tables
from tallow.games.modified_cairn.gear.slots import exposed, room
from tallow.games.modified_cairn.harm.conditions import relieve
from tallow.games.modified_cairn.harm.damage import Blow, fallen, take
from tallow.games.modified_cairn.harm.rest import breathes
from tallow.games.modified_cairn.harm.scars import (
    fate,
    gained,
    lame,
    mend,
    pending,
    raised,
    recover,
    scar,
    with_guard_max,
)
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import DAY, HOUR, State, able, alive, gain, up
from tallow.games.modified_cairn.world.time import pass_time
from tallow.play import distribution
from tallow.testing import covers
from tests.games.modified_cairn.fighters import pc, thing
from tests.games.playing import done

DEFAULT = Settings()
S = "modified_cairn.scar."


def scarred(row, *script, settings=DEFAULT, who=None, **numbers):
    """Somebody who has just got the Scar of a row."""
    after, _ = done(scar, replace(who or pc("yan", guard=0), **numbers), row, settings, 0, script=script)
    return after


def healed(row, *script, at=0, settings=DEFAULT, **numbers):
    """Somebody whose Scar of a row has healed."""
    hurt = replace(scarred(row, *(script[:1] if scars()[row].sub_table else ())), **numbers)
    rolled = script[1:] if scars()[row].sub_table else script
    return done(recover, hurt, at, settings, script=rolled)[0]


@covers("modified_cairn.scar.trigger", "modified_cairn.scar.row", "modified_cairn.table.scars")
@pytest.mark.parametrize(
    ("guard", "damage", "row", "script"), [(2, 2, 2, [1]), (6, 6, 6, [1, [1, 1, 1]]), (3, 3, 3, []), (14, 14, 12, [])]
)
def test_the_row_is_the_guard_lost(guard, damage, row, script):
    (after, blow), _ = done(take, pc("yan", guard=guard), damage, S)
    after, play = done(fallen, after, blow, DEFAULT, 0, script=script)
    assert after.scars[0].of == scars()[row].id == tables()["modified_cairn.table.scars"].row(row).ref
    assert (after.guard, after.vigour, play.codes()[0]) == (0, 10, "scar")


@covers("modified_cairn.scar.trigger")
@pytest.mark.parametrize("kind", ["monster", "hireling"])
def test_only_characters_take_scars(kind):
    (after, blow), _ = done(take, pc("yan", guard=3, kind=kind), 3, S)
    assert blow.outcome == "guard_lost"
    assert done(fallen, after, blow, DEFAULT, 0)[0].scars == ()


@covers(
    "modified_cairn.scar.lasting_scar",
    "modified_cairn.table.scar_location",
    "modified_cairn.scar.take_new",
    "modified_cairn.guard.max_change",
)
@pytest.mark.parametrize("face", range(1, 7))
def test_a_lasting_scar(face):
    after = scarred(1, face, 5, guard_max=3)
    assert after.scars[0].part == ("Neck", "Hands", "Eye", "Chest", "Legs", "Ear")[face - 1]
    assert (after.guard_max, after.guard) == (5, 0)
    assert scarred(1, face, 3, guard_max=3).guard_max == 3


@covers("modified_cairn.scar.rattling_blow", "modified_cairn.scar.take_new", "modified_cairn.guard.max_can_rise")
def test_a_rattling_blow():
    assert [scarred(2, face, guard_max=4).guard_max for face in (3, 4, 5, 6)] == [4, 4, 5, 6]
    assert not scarred(2, 6).scars[0].open


@covers("modified_cairn.scar.walloped", "modified_cairn.scar.deferred", "modified_cairn.guard.max_can_rise")
def test_walloped_until_some_hours_of_rest():
    hurt = scarred(3, guard_max=3)
    assert hurt.deprived == ((f"{S}walloped", 0),)
    assert hurt.guard_max == 3
    after, _ = done(mend, hurt, "hours", DEFAULT, script=[5])
    assert (after.deprived, after.guard_max, pending(after)) == ((), 8, ())


@covers("modified_cairn.scar.broken_limb", "modified_cairn.table.broken_bone")
def test_a_broken_limb():
    bones = [scarred(4, face).scars[0].part for face in range(1, 7)]
    assert bones == ["Leg", "Leg", "Arm", "Arm", "Rib", "Skull"]
    assert [lame(scarred(4, face)) for face in (1, 3, 5, 6)] == [True, False, False, False]
    assert room(scarred(4, 3), "hands") == 1
    mended = healed(4, 3, [6, 3], guard_max=4)
    assert (mended.guard_max, room(mended, "hands")) == (9, 2)
    row = scars()[4]
    assert distribution(lambda play: gained(play, pc("yan", guard=4), row, "", DEFAULT).guard_max > 4)[
        True
    ] == Fraction(5, 6)


@covers("modified_cairn.scar.broken_limb", "modified_cairn.scar.sundered")
def test_what_a_lost_hand_held_goes_elsewhere():
    who = pc("yan", "greatsword", guard=0)
    after = scarred(4, 4, who=who)
    assert [item.place for item in after.items] == ["pack"]
    assert not exposed(after)
    armed = pc("yan", "dagger", thing("torch", lit=True), guard=0)
    bearer = scarred(4, 4, "torch", who=armed)
    assert [(item.place, item.lit) for item in bearer.items] == [("hands", False), ("pack", False)], "it goes out"
    holder = scarred(4, 4, "dagger", who=armed)
    assert {item.id: item.place for item in holder.items} == {"torch": "hands", "dagger": "pack"}, "theirs to say"


@covers("modified_cairn.scar.row", "modified_cairn.scar.trigger")
def test_the_row_is_the_guard_lost_in_the_attack_and_not_the_maximum():
    worn = pc("yan", guard=9)
    worn = replace(worn, guard=2)
    after, lost = done(take, worn, 2, "modified_cairn.hurt.order")[0]
    assert (lost.outcome, lost.guard, after.guard_max) == ("scar", 2, 9)
    scar_of, _ = done(fallen, after, lost, DEFAULT, 0, script=[6])
    assert scar_of.scars[-1].of == f"{S}rattling_blow"


@covers("modified_cairn.scar.sundered", "modified_cairn.mount.riding", "modified_cairn.state.hamstrung")
def test_a_lost_leg_slows_whoever_walks_and_nobody_who_rides():
    for part in ("leg", "foot"):
        one = scarred(10, part, 20)
        assert lame(one)
        assert not lame(replace(one, mounted="horse"))
    assert not lame(scarred(10, "ear", 20))
    assert not lame(replace(gain(pc("yan"), "hamstrung"), mounted="horse"))


@covers("modified_cairn.scar.disease", "modified_cairn.scar.deferred")
def test_a_disease_gains_when_it_is_over():
    assert pending(scarred(5)) == (0,)
    row = scars()[5]
    assert distribution(lambda play: gained(play, pc("yan", guard=5), row, "", DEFAULT).guard_max > 5)[
        True
    ] == Fraction(13, 18)
    assert healed(5, [6, 6], guard_max=5).guard_max == 12
    assert done(mend, scarred(5, guard_max=5), "week", DEFAULT, script=[[1, 1]])[0].guard_max == 5


@covers(
    "modified_cairn.scar.head_wound",
    "modified_cairn.table.head_wound_quality",
    "modified_cairn.setting.head_wound_compare",
)
def test_a_reorienting_head_wound():
    after = scarred(6, 1, [2, 3, 4], vigour=4, vigour_max=12)
    assert (after.vigour, after.vigour_max) == (9, 12)
    after = scarred(6, 2, [6, 4, 4])
    assert (after.vigour, after.vigour_max) == (14, 14)
    assert [scarred(6, face, [1, 1, 1]).scars[0].part for face in (1, 3, 6)] == ["VIG", "CLA", "SPI"]
    compared = Settings(head_wound_compare="max")
    after = scarred(6, 1, [2, 3, 4], settings=compared, vigour=4, vigour_max=12)
    assert (after.vigour, after.vigour_max) == (4, 12)
    after = scarred(6, 1, [6, 4, 4], settings=compared, vigour=4, vigour_max=12)
    assert (after.vigour, after.vigour_max) == (6, 14)


@covers("modified_cairn.scar.hamstrung", "modified_cairn.state.hamstrung")
def test_hamstrung_until_recovered():
    hurt = scarred(7)
    assert lame(hurt)
    assert able(hurt)
    after = healed(7, [6, 4, 4], clarity=8, clarity_max=11)
    assert (after.clarity, after.clarity_max, lame(after)) == (11, 14, False)


@covers("modified_cairn.scar.deafened", "modified_cairn.state.deafened", "modified_cairn.scar.repeat")
def test_deafened_with_a_save_at_once():
    after = scarred(8, 12, 3, spirit=12, spirit_max=12)
    assert (after.spirit, after.spirit_max, after.states) == (15, 15, ("deafened",))
    assert scarred(8, 13, spirit=12, spirit_max=12).spirit_max == 12
    again = done(scar, after, 8, DEFAULT, 0, script=[16])[0]
    assert again.states == ("deafened",)
    assert done(recover, done(recover, again, 0, DEFAULT)[0], 1, DEFAULT)[0].states == ()


@covers(
    "modified_cairn.scar.rebrained",
    "modified_cairn.scar.take_new",
    "modified_cairn.quality.max_rises",
    "modified_cairn.setting.raised_quality",
)
def test_rebrained():
    after = scarred(9, [4, 4, 4], spirit=5, spirit_max=9)
    assert (after.spirit, after.spirit_max) == (8, 12)
    refilled = scarred(9, [4, 4, 4], settings=Settings(raised_quality="refill"), spirit=5, spirit_max=9)
    assert (refilled.spirit, refilled.spirit_max) == (12, 12)
    assert scarred(9, [3, 3, 3], spirit_max=9).spirit_max == 9


@covers("modified_cairn.quality.max_rises")
def test_a_raised_maximum_keeps_the_loss():
    after = raised(replace(pc("yan", spi=12), spirit=9), "SPI", 15, DEFAULT)
    assert (after.spirit, after.spirit_max) == (12, 15)


@covers("modified_cairn.scar.sundered", "modified_cairn.action.ref_scar_part", "modified_cairn.quality.range")
def test_sundered():
    after = scarred(10, "hand", 5, 5, spirit=17, spirit_max=17)
    assert (after.spirit_max, room(after, "hands"), after.scars[0].open) == (18, 1, False)
    assert room(scarred(10, "leg", 20), "hands") == 2
    assert scarred(10, "eye", 9, spirit=8, spirit_max=8).spirit_max == 8


@covers(
    "modified_cairn.scar.mortal_wound", "modified_cairn.state.mortally_wounded", "modified_cairn.state.out_of_action"
)
def test_a_mortal_wound():
    hurt = scarred(11, guard_max=11)
    assert set(hurt.states) == {"out_of_action", "mortally_wounded"}
    assert (hurt.dies_at, up(hurt), exposed(hurt), bool(hurt.deprived)) == (HOUR, False, True, True)
    assert done(mend, hurt, "night", DEFAULT)[0] == hurt
    tended = replace(hurt, dies_at=0, states=("out_of_action",))
    after, _ = done(mend, tended, "night", DEFAULT, script=[[2, 4]])
    assert (after.guard, after.guard_max, after.states, after.deprived) == (0, 6, (), ())
    assert done(breathes, after)[0].guard == 6


@covers("modified_cairn.scar.mortal_wound", "modified_cairn.hurt.bleed_out")
def test_a_mortal_wound_kills_within_the_hour():
    state = State(phase="town", party=(scarred(11),), clock=0)
    assert alive(done(pass_time, state, HOUR - 1)[0].party[0])
    assert not alive(done(pass_time, state, HOUR)[0].party[0])


@covers("modified_cairn.scar.doomed", "modified_cairn.state.doomed", "modified_cairn.scar.repeat")
def test_doomed():
    hurt = scarred(12, guard_max=12)
    assert hurt.states == ("out_of_action",)
    state = replace(State(phase="town", party=(hurt,)), clock=0)
    after = done(pass_time, state, DAY - 1)[0].party[0]
    assert after.states == ("out_of_action",)
    doomed = done(pass_time, state, DAY)[0].party[0]
    assert doomed.states == ("doomed",)
    assert able(doomed)
    died, _ = done(fallen, replace(doomed, vigour=8), Blow("critically_wounded", 0, 2), DEFAULT, 0)
    assert (died.states, alive(died)) == (("dead",), False)
    lived, _ = done(fallen, replace(doomed, vigour=8), Blow("wounded", 0, 2), DEFAULT, 0, script=[[5, 5, 4]])
    assert (lived.states, lived.guard_max) == (("wounded",), 14)
    poisoned, _ = done(fallen, doomed, Blow("wounded", 0, 2), DEFAULT, 0, saved=False)
    assert "doomed" in poisoned.states
    chances = distribution(lambda play: fate(play, doomed, DEFAULT, passed=True).guard_max > 12)
    assert chances[True] == Fraction(7, 27)


@covers("modified_cairn.scar.repeat", "modified_cairn.scar.deferred")
def test_each_waiting_scar_is_rolled_for_itself():
    hurt = done(scar, scarred(5, guard_max=5), 5, DEFAULT, 0)[0]
    after, _ = done(mend, hurt, "week", DEFAULT, script=[[3, 4], [1, 6]])
    assert after.guard_max == 7
    walloped = done(scar, scarred(3), 3, DEFAULT, 0)[0]
    once, _ = done(recover, walloped, 0, DEFAULT, script=[1])
    assert once.deprived
    assert not done(recover, once, 1, DEFAULT, script=[1])[0].deprived


@covers("modified_cairn.guard.max_change")
def test_a_lower_maximum_cuts_guard_down():
    after = with_guard_max(replace(pc("yan", guard=8), guard=7), 5)
    assert (after.guard, after.guard_max) == (5, 5)


@covers("modified_cairn.action.ref_scar_recovered", "modified_cairn.scar.deferred")
def test_the_gm_declares_a_scar_recovered():
    state = State(phase="free", party=(scarred(7, clarity_max=11), scarred(2, 1, who=pc("yokel", guard=0))))
    after, _ = done(GAME.perform, state, Action("scar_recovered"), script=[[6, 6, 6]])
    assert (after.party[0].clarity_max, pending(after.party[0])) == (18, ())
    assert not any(offer.action.name == "scar_recovered" for offer in GAME.actions(after, "referee"))


@covers("modified_cairn.state.*")
@pytest.mark.parametrize("entry", BOOK.raw("state"), ids=lambda entry: entry["name"])
def test_what_each_state_keeps_from(entry):
    code = entry["id"].rpartition(".")[2]
    states = ("out_of_action", code) if code == "mortally_wounded" else (code,)
    who = pc("yan", states=states)
    assert able(who) == entry["can_act"]
    assert can_use_feats(who, DEFAULT) == entry["can_fend"]
    assert exposed(who) == entry["exposed"]


def test_a_relieved_scar_keeps_other_wants():
    hurt = replace(scarred(3), deprived=(("hunger", 0), (f"{S}walloped", 0)))
    assert done(relieve, hurt, f"{S}walloped")[0].deprived == (("hunger", 0),)


@covers("modified_cairn.scar.mortal_wound", "modified_cairn.scar.doomed", "modified_cairn.state.out_of_action")
def test_whoever_recovers_from_a_mortal_wound_in_the_day_before_the_doom_stays_out_of_action():
    both = scarred(12, who=replace(scarred(11), dies_at=0))
    healed, _ = done(recover, both, 0, DEFAULT, script=[[3, 4]])
    assert "out_of_action" in healed.states
    state = State(party=(replace(healed, fed=DAY, drank=DAY, slept=DAY),), clock=0, phase="free")
    (after,) = done(pass_time, state, DAY)[0].party
    assert ("out_of_action" in after.states, "doomed" in after.states) == (False, True)


@covers("modified_cairn.hurt.bleed_out", "modified_cairn.scar.mortal_wound")
def test_a_mortal_wound_that_has_healed_does_not_save_the_critically_wounded():
    dying = gain(replace(scarred(11), dies_at=HOUR), "critically_wounded")
    assert done(recover, dying, 0, DEFAULT, script=[[3, 4]])[0].dies_at == HOUR
