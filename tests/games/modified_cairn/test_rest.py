"""Recovering: the breather, ten minutes, hours, nights and what breaks them, a week; and tending the dying."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.gear.slots import exposed
from tallow.games.modified_cairn.harm.rest import breather, night, quality_point, rested, shed_strain, slept
from tallow.games.modified_cairn.harm.scars import scar
from tallow.games.modified_cairn.harm.tending import tended, treated
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import CYCLE, DAY, HOUR, MINUTE, Dungeon, State, alive
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, said, thing
from tests.games.modified_cairn.newcomers import act, refused
from tests.games.playing import asked, done

R = "modified_cairn.recover."
C = "modified_cairn.condition."
DEFAULT = Settings()
EVENING = 22 * HOUR


def fresh(id_, *things, **more):
    """Somebody who has wanted for nothing this day."""
    return pc(id_, *things, fed=EVENING, drank=EVENING, slept=EVENING, **more)


def camp(*party, **more):
    return State(phase="free", party=party, clock=EVENING, **more)


def down(id_="yokel", *things, **more):
    return pc(id_, *things, states=("wounded", "critically_wounded"), dies_at=EVENING + HOUR, **more)


@covers("modified_cairn.recover.breath", "modified_cairn.guard.quick_recovery", "modified_cairn.phase.aftermath")
def test_after_a_fight_all_who_can_catch_their_breath():
    party = (
        replace(pc("yan"), guard=1),
        replace(pc("starved", deprived=(("hunger", 0),)), guard=1),
        replace(pc("bound", exposed=("bound",)), guard=1),
        replace(down(), guard=1),
        replace(pc("dead", states=("dead",)), guard=1),
    )
    after, _ = done(breather, camp(*party))
    assert [one.guard for one in after.party] == [4, 1, 1, 1, 1]


@covers("modified_cairn.action.catch_breath", "modified_cairn.recover.breath")
def test_catching_breath_takes_a_moment():
    state = camp(replace(fresh("yan"), guard=0))
    after, _ = act(state, "catch_breath", "yan")
    assert (after.party[0].guard, after.clock - state.clock) == (4, MINUTE)
    assert refused(camp(replace(fresh("yan", deprived=(("hunger", 0),)), guard=0)), "catch_breath", "yan") == "deprived"
    assert refused(camp(replace(fresh("yan", exposed=("bound",)), guard=0)), "catch_breath", "yan") == "exposed"


@covers(
    "modified_cairn.recover.short_rest",
    "modified_cairn.action.short_rest",
    "modified_cairn.condition.fatigued_ends",
    "modified_cairn.phase.rest_short",
)
def test_ten_minutes_in_safety_end_fatigue():
    state = camp(fresh("yan", states=("fatigued",)), fresh("yokel", states=("fatigued",), deprived=(("hunger", 0),)))
    state = replace(state, party=tuple(replace(one, strained=EVENING) for one in state.party))
    after, _ = act(state, "short_rest", "yan", "safe")
    assert [one.states for one in after.party] == [(), ("fatigued",)]
    assert after.clock - state.clock == 10 * MINUTE
    assert act(state, "short_rest", "yan", "unsafe")[0].party[0].states == ("fatigued",)
    assert act(replace(state, phase="town"), "short_rest", "yan")[0].party[0].states == ()
    only = replace(state, party=state.party[1:])
    assert refused(only, "short_rest", "yokel") == "deprived"
    assert done(rested, pc("yan", states=("dead", "fatigued")))[0].states == ("dead", "fatigued")


@covers("modified_cairn.scar.walloped")
def test_three_hours_end_a_walloping():
    hurt = replace(done(scar, replace(fresh("yan"), guard=0), 3, DEFAULT, EVENING)[0], guard_max=3)
    after, _ = act(camp(hurt), "rest_hours", "yan", "safe", 5)
    assert (after.party[0].deprived, after.party[0].guard_max, after.party[0].guard) == ((), 8, 8)
    assert after.clock == EVENING + 3 * HOUR
    assert act(camp(hurt), "rest_hours", "yan", "unsafe")[0].party[0].deprived


@covers(
    "modified_cairn.condition.strain_full_night",
    "modified_cairn.condition.strain_light_interruption",
    "modified_cairn.condition.strain_rude_interruption",
)
@pytest.mark.parametrize(("broken", "left"), [("none", 0), ("light", 3), ("heavy", 4)])
def test_strain_after_a_night(broken, left):
    tired = pc("yan", strain=("pack", "pack", "body", "overflow"))
    after, _ = done(shed_strain, tired, broken, DEFAULT)
    assert len(after.strain) == left
    assert ("overflow" in after.strain) == (broken == "heavy")


@covers("modified_cairn.setting.strain_while_deprived", "modified_cairn.condition.strain_full_night")
def test_the_deprived_shed_strain_unless_the_table_says_no():
    tired = pc("yan", strain=("pack",) * 4, deprived=(("hunger", 0),))
    assert done(shed_strain, tired, "none", DEFAULT)[0].strain == ()
    assert len(done(shed_strain, tired, "none", Settings(strain_while_deprived=False))[0].strain) == 4


@covers("modified_cairn.recover.quality_night", "modified_cairn.recover.quality_choice")
def test_one_point_of_one_quality():
    assert done(quality_point, replace(pc("yan", vig=12), vigour=7))[0].vigour == 8
    both = replace(pc("yan", vig=10, spi=9), vigour=8, spirit=6)
    after, _ = done(quality_point, both, script=["SPI"])
    assert (after.vigour, after.spirit) == (8, 7)
    assert done(quality_point, pc("yan"))[0] == pc("yan")


@covers(
    "modified_cairn.action.night_rest",
    "modified_cairn.phase.rest_night",
    "modified_cairn.condition.deprived_gain",
    "modified_cairn.condition.strain_light_interruption",
)
def test_a_night_with_a_watch():
    hurt = {"strain": ("pack", "pack"), "states": ("fatigued",), "fed": 8 * HOUR, "drank": 0, "slept": 0}
    party = tuple(replace(pc(id_, "rations", **hurt), vigour=5, guard=0) for id_ in ("yan", "yokel"))
    after, play = act(camp(*party), "night_rest", "yan", "yokel", "nobody", "none")
    yan, yokel = after.party
    assert (yan.strain, yan.vigour, yan.guard, yan.states) == ((), 6, 4, ())
    assert (len(yokel.strain), yokel.vigour, yokel.guard, yokel.states) == (1, 5, 4, ())
    assert (yan.items[0].count, yan.fed, yan.drank, yokel.slept) == (2, EVENING, EVENING, after.clock)
    assert after.clock == EVENING + 8 * HOUR
    assert said(play, "eats") == [("Yan",), ("Yokel",)]


@covers("modified_cairn.action.night_rest", "modified_cairn.condition.strain_rude_interruption")
def test_a_night_of_fighting_is_no_rest():
    tired = replace(pc("yan", strain=("pack",), fed=EVENING, slept=EVENING - DAY + HOUR), vigour=5, guard=0)
    after, _ = act(camp(tired), "night_rest", "yan", "nobody", "heavy")
    (one,) = after.party
    assert (one.strain, one.vigour, one.guard) == (("pack",), 5, 0)
    assert [name for name, _ in one.deprived] == ["sleepless"]
    light, _ = act(camp(replace(tired, slept=EVENING - 2 * DAY)), "night_rest", "yan", "nobody", "light")
    assert (light.party[0].deprived, light.party[0].vigour) == ((), 5)


@covers(
    "modified_cairn.recover.order",
    "modified_cairn.condition.deprived_no_quality",
    "modified_cairn.condition.strain_full_night",
)
def test_the_order_of_a_night_lets_each_step_help_the_next():
    things = [thing("rope", "pack", f"r{at}") for at in range(6)]
    things += [
        thing("rope", "body", "b1"),
        thing("rope", "body", "b2"),
        thing("rope", "hands", "h1"),
        thing("rope", "hands", "h2"),
    ]
    full = replace(pc("yan", *things, strain=("overflow",), deprived=(("sleepless", 0),)), guard=0, vigour=5)
    assert exposed(full)
    after, _ = done(slept, full, "none", DEFAULT)
    assert (exposed(after), after.deprived, after.guard, after.vigour) == (False, (), 4, 6)
    hungry = replace(full, deprived=(("hunger", 0),))
    after, _ = done(slept, hungry, "none", DEFAULT)
    assert (after.strain, after.guard, after.vigour) == ((), 0, 5)


@covers("modified_cairn.scar.mortal_wound", "modified_cairn.hurt.tend")
def test_a_full_night_after_a_mortal_wound():
    hurt = done(scar, replace(fresh("yan"), guard=0), 11, DEFAULT, EVENING)[0]
    saved = done(tended, hurt)[0]
    assert (saved.states, saved.dies_at) == (("out_of_action",), 0)
    after = done(night, camp(saved), ("yan",), script=[[2, 4]])[0].party[0]
    assert (after.states, after.deprived, after.guard, after.guard_max) == ((), (), 6, 6)
    assert done(night, camp(saved), ("yan",), ("yan",))[0].party[0].states == ("out_of_action",)


def test_the_dead_do_not_wake():
    state = camp(replace(down(), fed=EVENING, slept=EVENING, drank=EVENING))
    assert not alive(done(night, state, ("yokel",))[0].party[0])


@covers("modified_cairn.recover.week", "modified_cairn.action.week_rest", "modified_cairn.phase.rest_week")
def test_a_week_restores_everything():
    hurt = replace(pc("yan", vig=15, cla=9, strain=("pack",)), vigour=2, clarity=8, states=("wounded",))
    state = replace(camp(hurt), phase="town")
    after, play = act(state, "week_rest", "yan", 7)
    assert asked(play, "quality_point") == [], "it all comes back, whichever is first"
    (one,) = after.party
    assert (one.vigour, one.clarity, one.strain, one.states) == (15, 9, (), ())
    assert after.clock == EVENING + 7 * DAY


@covers("modified_cairn.recover.week")
def test_a_broken_week_keeps_the_nights():
    hurt = replace(pc("yan", vig=15), vigour=2)
    after, _ = act(replace(camp(hurt), phase="town"), "week_rest", "yan", 3)
    assert (after.party[0].vigour, after.clock) == (5, EVENING + 3 * DAY)


@covers("modified_cairn.recover.week", "modified_cairn.condition.deprived_no_quality")
def test_a_week_needs_food():
    rations = replace(thing("rations", "pack"), count=3)
    hurt = replace(fresh("yan", rations, vig=15), vigour=2)
    after, _ = act(camp(hurt), "week_rest", "yan", 7, "own")
    (one,) = after.party
    assert one.items == ()
    assert [name for name, _ in one.deprived] == ["hunger"]
    assert one.vigour == 5
    fed, _ = act(camp(hurt), "week_rest", "yan", 7, "provided")
    assert (fed.party[0].vigour, fed.party[0].deprived, fed.party[0].items) == (15, (), (rations,))
    cursed = camp(replace(hurt, deprived=(("curse", 0),), strained=EVENING))
    assert act(cursed, "week_rest", "yan", 7, "provided")[0].party[0].vigour == 2


@covers("modified_cairn.scar.deferred", "modified_cairn.phase.rest_week", "modified_cairn.scar.broken_limb")
def test_a_week_mends_scars():
    hurt = done(scar, replace(fresh("yan"), guard=0), 4, DEFAULT, 0, script=[1])[0]
    after, _ = act(replace(camp(hurt), phase="town"), "week_rest", "yan", 7, [6, 6])
    assert (after.party[0].guard_max, after.party[0].scars[0].open) == (12, False)


def bedded_down(*script, **more):
    """A night of two in a dungeon, one of them on watch."""
    there = Dungeon("Crypt", since=EVENING, lit=True, **more)
    state = State(phase="dungeon", party=(fresh("yan"), fresh("yokel")), clock=EVENING, dungeon=there)
    return act(state, "night_rest", "yan", "yokel", "nobody", *script)[0]


@covers("modified_cairn.rest.unsafe_roll", "modified_cairn.trigger.unsafe_rest", "modified_cairn.dungeon.cycle_length")
def test_a_night_in_an_unsafe_dungeon_rolls_the_event_die_and_takes_its_cycles():
    quiet = bedded_down(12, "none")
    assert quiet.dungeon is not None
    assert (quiet.clock, quiet.dungeon.cycle) == (EVENING + 8 * HOUR, 1 + 8 * HOUR // CYCLE)
    assert (quiet.dungeon.step, quiet.dungeon.since) == ("declare", quiet.clock)
    safe = bedded_down("none", safe=True)
    assert safe.dungeon is not None
    assert safe.dungeon.cycle == 49


@covers("modified_cairn.rest.result_at_end", "modified_cairn.condition.strain_rude_interruption")
def test_whom_the_die_brings_breaks_the_night():
    state = bedded_down(1, 3, 4, peopled=True)
    assert state.dungeon is not None
    assert (state.dungeon.met, state.dungeon.step) == (("nearby", "nobody"), "event")
    assert [one.slept for one in state.party] == [EVENING, EVENING]


@covers(
    "modified_cairn.action.tend",
    "modified_cairn.hurt.tend",
    "modified_cairn.hurt.tend_no_vig",
    "modified_cairn.item.bandages",
    "modified_cairn.state.critically_wounded",
)
def test_bandages_save_the_dying():
    helper = fresh("yan", thing("bandages", "pack"))
    state = camp(helper, replace(down(), vigour=3))
    after, _ = act(state, "tend", "yan")
    yan, yokel = after.party
    assert (yokel.states, yokel.vigour, yokel.dies_at, yan.items[0].dots) == (("wounded",), 3, 0, 1)
    last = camp(fresh("yan", replace(thing("bandages", "pack"), dots=2)), down())
    used_up = act(last, "tend", "yan")[0]
    assert used_up.party[0].items[0].dots == 3
    again = replace(used_up, party=(used_up.party[0], down()))
    assert refused(again, "tend", "yan") == "no_bandages", "they keep their slot and tend nobody"


@covers("modified_cairn.hurt.tend", "modified_cairn.action.tend", "modified_cairn.item.medicinal_herbs")
def test_who_cannot_tend():
    assert refused(camp(fresh("yan"), down()), "tend", "yan") == "no_bandages"
    assert refused(camp(down("yan", "bandages")), "tend", "yan") == "not_now"
    assert refused(fighting(fresh("yan", "bandages"), down(), foes=(foe(),)), "tend", "yan") == "not_now"
    herbs = camp(fresh("yan", thing("medicinal_herbs", "pack")), down())
    assert act(herbs, "tend", "yan")[0].party[1].states == ("wounded",)


@covers("modified_cairn.service.medical_healing")
def test_a_healer_gives_back_no_quality():
    state = camp(replace(down("yan"), vigour=3, states=("critically_wounded", "poisoned")))
    one = done(treated, state, "yan")[0].party[0]
    assert (one.states, one.vigour, one.dies_at) == (("wounded",), 3, 0)
