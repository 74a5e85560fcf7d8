"""The Conditions: sources of Exposed and Deprived, the clocks of want, Strain in slots, and what each keeps from."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Refused
from tallow.games.modified_cairn.checks.saves import passes, save
from tallow.games.modified_cairn.entries import BOOK
from tallow.games.modified_cairn.gear.items import purpose, used
from tallow.games.modified_cairn.gear.slots import empty_slots, exposed, settle
from tallow.games.modified_cairn.goods import runeskelfs
from tallow.games.modified_cairn.harm.conditions import cover, deprive, expose, next_strain, refresh, relieve, strain
from tallow.games.modified_cairn.harm.damage import Blow, blow, fallen, guard_of, restore, suffer, take
from tallow.games.modified_cairn.harm.rest import breathes, quality_point
from tallow.games.modified_cairn.magic.workings import work
from tallow.games.modified_cairn.monsters.bestiary import statline
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import (
    DAY,
    HOUR,
    QUALITIES,
    Item,
    State,
    able,
    alive,
    gain,
    has,
    quality,
    with_quality,
)
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.two_sides import find, put
from tallow.play import distribution
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, pc, said, thing
from tests.games.modified_cairn.newcomers import act, refused
from tests.games.playing import done

C = "modified_cairn.condition."
DEFAULT = Settings()
EIGHT = 8 * HOUR


def odd(*names, place="pack", size="normal"):
    """Things of no account that fill slots."""
    return tuple(replace(thing("rope"), id=name, name=name, place=place, size=size, kind="") for name in names)


def eater(*things, **more):
    """Somebody who ate, drank and slept at eight in the morning of day 1."""
    return pc("yan", *things, fed=EIGHT, drank=EIGHT, slept=EIGHT, **more)


def later(state, hours, *script):
    after, play = done(pass_time, state, hours * HOUR, script=script)
    return after.party[0], play


@covers(
    "modified_cairn.condition.four", "modified_cairn.condition.exposed", "modified_cairn.condition.exposed_helpless"
)
def test_exposed_holds_while_any_source_does():
    who = done(expose, done(expose, pc("yan"), "bound")[0], "blinded")[0]
    once, play = done(cover, who, "bound")
    assert exposed(once)
    assert play.codes() == []
    free, play = done(cover, once, "blinded")
    assert not exposed(free)
    assert play.codes() == ["exposed.ends"]
    assert [exposed(pc("yan", states=(state,))) for state in ("unresponsive", "hopeless", "critically_wounded")] == [
        True
    ] * 3


@covers(
    "modified_cairn.condition.exposed_encumbered",
    "modified_cairn.condition.exposed_guard_zero",
    "modified_cairn.condition.exposed",
)
def test_the_overloaded_have_no_guard():
    load = odd(*"abcdef") + odd("g", "h", place="body") + odd("i", "j", place="hands") + odd("k", place="overflow")
    who = pc("yan", *load, guard=5)
    assert exposed(who)
    assert (guard_of(who), who.guard) == (0, 5)
    (hurt, _), _ = done(take, replace(who, guard=4), 4, C, script=[6])
    assert (hurt.vigour, hurt.guard) == (6, 4)
    lighter = replace(who, items=who.items[:-1])
    assert guard_of(lighter) == 5


@covers(
    "modified_cairn.condition.exposed_no_recovery",
    "modified_cairn.condition.deprived_no_guard",
    "modified_cairn.recover.breath",
)
def test_no_guard_comes_back_to_the_exposed_or_deprived():
    winded = replace(pc("yan"), guard=0)
    assert done(breathes, winded)[0].guard == 4
    assert done(breathes, replace(winded, exposed=("bound",)))[0].guard == 0
    assert done(breathes, replace(winded, deprived=(("hunger", 0),)))[0].guard == 0


@covers(
    "modified_cairn.condition.fatigued",
    "modified_cairn.condition.fatigued_ends",
)
def test_fatigue_ends_with_a_rest_unless_deprived():
    tired = pc("yan", states=("fatigued",))
    assert done(refresh, tired)[0].states == ()
    starved, play = done(refresh, replace(tired, deprived=(("hunger", 0),)))
    assert (starved.states, play.codes()) == (("fatigued",), ["fatigue.stays"])


@covers("modified_cairn.condition.deprived_gain", "modified_cairn.condition.deprived")
def test_a_day_without_food():
    state = State(phase="free", party=(eater(),))
    assert later(state, 23, *[])[0].deprived == ()
    after, _ = later(replace(state, party=(replace(eater(), drank=2 * DAY, slept=2 * DAY),)), 24)
    assert after.deprived == (("hunger", EIGHT + DAY),)


@covers("modified_cairn.condition.deprived_gain", "modified_cairn.item.rations")
def test_each_want_has_its_own_clock():
    state = State(phase="free", party=(eater("rations"),))
    after, play = later(state, 24, "yes", "eat")
    assert [name for name, _ in after.deprived] == ["sleepless"]
    assert (after.fed, after.drank, after.items[0].count) == (EIGHT + DAY, EIGHT + DAY, 2)
    assert said(play, "eats") == [("Yan",)]
    after, _ = later(state, 24, "no", "go_hungry")
    assert [name for name, _ in after.deprived] == ["hunger", "thirst", "sleepless"]


@covers("modified_cairn.condition.deprived_gain", "modified_cairn.phase.town")
def test_nobody_wants_for_anything_in_town():
    starved = replace(eater(), deprived=(("hunger", EIGHT), ("sleepless", EIGHT)))
    after, _ = later(State(phase="town", party=(starved,)), 20)
    assert [name for name, _ in after.deprived] == ["sleepless"]
    assert later(State(phase="town", party=(eater(),)), 72)[0].deprived == ()


@covers(
    "modified_cairn.condition.deprived_strain",
    "modified_cairn.condition.deprived_ends",
    "modified_cairn.condition.strain",
)
def test_strain_for_every_full_day_of_it():
    second = DAY + EIGHT
    deprived = pc("yan", fed=9 * DAY, drank=9 * DAY, slept=9 * DAY)
    for cause in ("hunger", "cursed"):
        deprived, _ = done(deprive, deprived, cause, second)
    state = State(phase="free", party=(deprived,), clock=second)
    counts = [len(later(state, hours)[0].strain) for hours in (23, 24, 47, 48)]
    assert counts == [0, 1, 1, 2]
    fed, play = done(relieve, later(state, 47)[0], "hunger", "cursed")
    assert (fed.deprived, len(fed.strain), play.codes()) == ((), 1, ["deprived.ends"])


@covers("modified_cairn.condition.deprived_strain")
def test_a_second_cause_does_not_put_off_the_day():
    who = done(deprive, pc("yan"), "hunger", 0)[0]
    who = done(relieve, done(deprive, who, "thirst", 10 * HOUR)[0], "hunger")[0]
    assert next_strain(who) == DAY


@covers("modified_cairn.condition.deprived_no_quality", "modified_cairn.condition.deprived")
def test_the_deprived_regain_no_quality():
    hurt = replace(pc("yan", vig=12), vigour=7)
    assert done(quality_point, hurt)[0].vigour == 8
    assert done(quality_point, replace(hurt, deprived=(("hunger", 0),)))[0].vigour == 7


@covers("modified_cairn.condition.deprived_no_quality", "modified_cairn.gear.effects", "modified_cairn.magic.known")
@pytest.mark.parametrize("deprived", [(), (("hunger", 0),)])
def test_the_deprived_recover_no_quality_loss_by_magic_or_a_salve(deprived):
    hurt = replace(pc("bo", vig=12, deprived=deprived), vigour=7)
    state = State(phase="free", party=(pc("yan", thing("heartroot_salve"), thing("leech")), hurt))
    spell = runeskelfs()["modified_cairn.runeskelf.cure_wounds"]
    cured, play = done(work, state, "yan", spell.id, spell.works, ("bo",), script=[] if deprived else [3])
    assert find(cured, "bo").vigour == (7 if deprived else 10)
    assert bool(said(play, "night.deprived")) is bool(deprived)
    salved, play = done(used, state, "yan", "heartroot_salve", "bo", script=[] if deprived else [2])
    assert find(salved, "bo").vigour == (7 if deprived else 9)
    assert said(play, "night.deprived") == ([("Bo",)] if deprived else [])
    ill = put(state, gain(find(state, "bo"), "poisoned"))
    drawn, _ = done(used, ill, "yan", "leech", "bo")
    assert not has(find(drawn, "bo"), "poisoned")
    half = put(state, replace(find(state, "bo"), vigour=6))
    salve = thing("heartroot_salve")
    assert purpose(half, find(half, "yan"), salve) == ("" if deprived else "heals")


@covers("modified_cairn.action.eat", "modified_cairn.condition.deprived_ends")
def test_eating_ends_hunger_at_once():
    state = State(phase="free", party=(replace(eater("rations"), deprived=(("hunger", 0),)),), clock=2 * DAY)
    after, _ = act(state, "eat", "yan")
    assert (after.party[0].deprived, after.party[0].fed, after.party[0].items[0].count) == ((), 2 * DAY, 2)
    assert refused(after, "eat", "yan") == "not_hungry"
    assert refused(State(phase="free", party=(eater(),)), "eat", "yan") == "no_food"
    last = State(phase="free", party=(eater(replace(thing("rations"), count=1)),), clock=2 * DAY)
    assert act(last, "eat", "yan")[0].party[0].items == ()


@covers(
    "modified_cairn.condition.strain_slot",
    "modified_cairn.condition.strain_accumulates",
    "modified_cairn.condition.strain",
)
def test_each_strain_fills_a_slot():
    seven = pc("yan", *odd(*"abcdef"), *odd("g", place="body"))
    after = done(strain, State(party=(seven,)), "yan", 2)[0].party[0]
    assert (after.strain, empty_slots(after)) == (("body", "hands"), 1)
    assert empty_slots(done(strain, State(party=(pc("yan"),)), "yan", 3)[0].party[0]) == 7


@covers("modified_cairn.condition.strain_full", "modified_cairn.inventory.drop")
def test_strain_without_an_empty_slot():
    full = pc("yan", *odd(*"abcdef"), *odd("g", place="body", size="bulky"), *odd("i", "j", place="hands"))
    state = State(party=(full,))
    after, _ = done(strain, state, "yan", 2, script=["g"])
    assert (after.party[0].strain, exposed(after.party[0])) == (("body", "body"), False)
    assert [item.id for item in after.ground] == ["g"]
    after, _ = done(strain, state, "yan", 2, script=["a", "exposed"])
    assert (after.party[0].strain, exposed(after.party[0])) == (("pack", "overflow"), True)
    freed = settle(replace(after.party[0], items=after.party[0].items[1:]))
    assert not exposed(freed)
    ten = pc("yan", strain=("pack",) * 6 + ("body",) * 2 + ("hands",) * 2)
    assert alive(done(strain, State(party=(ten,)), "yan", 3)[0].party[0])


@covers(
    "modified_cairn.condition.exposed",
    "modified_cairn.condition.fatigued",
    "modified_cairn.condition.deprived",
    "modified_cairn.condition.strain",
    "modified_cairn.condition.four",
)
def test_of_the_four_conditions_strain_alone_adds_up():
    listed = {entry["id"].rpartition(".")[2]: entry["stacks"] for entry in BOOK.raw("condition")}
    assert listed == {"exposed": False, "fatigued": False, "deprived": False, "strain": True}
    yan = pc("yan", guard=4)
    open_, _ = done(expose, yan, "net")
    assert (guard_of(yan), guard_of(open_), done(expose, open_, "net")[0]) == (4, 0, open_)
    hungry, _ = done(deprive, yan, "hunger", HOUR)
    assert (hungry.deprived, done(deprive, hungry, "hunger", DAY)[0]) == ((("hunger", HOUR),), hungry)
    tired = gain(yan, "fatigued")
    assert gain(tired, "fatigued") == tired
    once, _ = done(strain, State(party=(yan,)), "yan")
    twice, _ = done(strain, once, "yan")
    assert [len(state.party[0].strain) for state in (once, twice)] == [1, 2]


@covers(
    "modified_cairn.quality.vigour",
    "modified_cairn.quality.clarity",
    "modified_cairn.quality.spirit",
    "modified_cairn.quality.range",
)
@pytest.mark.parametrize("entry", BOOK.raw("quality"), ids=lambda entry: entry["abbr"])
def test_what_a_quality_at_nothing_brings(entry):
    which = entry["abbr"]
    assert (which in QUALITIES, entry["start_min"], entry["start_max"]) == (True, 3, 18)
    state = State(party=(with_quality(pc("yan"), which, 3),))
    after = done(suffer, state, "yan", which, 7, "modified_cairn.quality.range")[0].party[0]
    assert quality(after, which) == 0
    brought = {"VIG": "dead", "CLA": "unresponsive", "SPI": "hopeless"}[which]
    assert after.states == (brought,)
    assert not able(after)
    assert exposed(after)


@covers("modified_cairn.quality.cla_zero", "modified_cairn.quality.spi_zero")
@pytest.mark.parametrize(("which", "state"), [("CLA", "unresponsive"), ("SPI", "hopeless")])
def test_it_ends_with_the_first_point(which, state):
    lost = with_quality(pc("yan", states=(state,)), which, 0)
    assert guard_of(lost) == 0
    assert not done(save, lost, which)[0]
    after, _ = done(quality_point, lost)
    assert (quality(after, which), after.states, guard_of(after)) == (1, (), 4)


@covers("modified_cairn.quality.vig_zero", "modified_cairn.hurt.death", "modified_cairn.quality.range")
def test_death_comes_before_any_save():
    (after, done_), _ = done(take, replace(pc("yan", vig=2), guard=0), 5, C)
    assert (after.vigour, done_.outcome) == (0, "dead")
    assert not alive(done(fallen, after, done_, DEFAULT, 0)[0])


@covers("modified_cairn.quality.loss_by_cause", "modified_cairn.hurt.excess")
def test_what_is_attacked_is_what_drops():
    (after, _), _ = done(take, pc("yan", guard=2, spi=9), 5, C, which="SPI")
    assert (after.guard, after.spirit, after.vigour) == (0, 6, 10)
    (after, _), _ = done(take, pc("yan", guard=2, vig=9), 5, C, script=[6])
    assert (after.guard, after.vigour) == (0, 6)
    chances = distribution(blow, 5, 2, 9, "VIG", True, True, "yan")
    assert chances[Blow("wounded", 2, 3)] == Fraction(6, 20)


@covers("modified_cairn.quality.current_used")
@pytest.mark.parametrize("score", [12, 8, 1])
def test_saves_are_against_the_current_score(score):
    assert distribution(passes, score, "yan")[True] == Fraction(score, 20)
    hurt = replace(pc("yan", vig=12), vigour=score)
    assert done(save, hurt, "VIG", script=[score])[0]
    assert not done(save, hurt, "VIG", script=[score + 1])[0]


@covers("modified_cairn.hurt.unpreventable", "modified_cairn.hurt.unpreventable_save")
def test_a_fall_goes_past_guard_and_armour():
    who = pc("yan", thing("breastplate", "body"), guard=5, vig=9)
    after = done(suffer, State(party=(who,)), "yan", "VIG", 4, C)[0].party[0]
    assert (after.vigour, after.guard, after.states) == (5, 5, ("wounded",))
    after = done(suffer, State(party=(who,)), "yan", "VIG", 4, C, saves=True, script=[6])[0].party[0]
    assert "critically_wounded" in after.states


@covers("modified_cairn.quality.everyone")
def test_a_quality_that_is_not_given_is_ten():
    line = statline("12 VIG, 4 GD, club (d6)", "brute")
    assert (line.vigour, line.clarity, line.spirit) == (12, 10, 10)


@covers("modified_cairn.hurt.wounded", "modified_cairn.state.wounded")
def test_wounded_is_shown_until_vigour_is_whole():
    hurt = replace(pc("yan", states=("wounded",)), vigour=8)
    assert restore(hurt, "VIG", 9).states == ("wounded",)
    assert restore(hurt, "VIG", 30).states == ()
    assert restore(hurt, "VIG", 30).vigour == 10


def test_no_meal_in_a_fight():
    state = fighting(eater("rations"))
    with pytest.raises(Refused):
        act(state, "eat", "yan")
    hungry = replace(state, party=(replace(eater("rations"), drank=9 * DAY, slept=9 * DAY),))
    after, _ = done(pass_time, hungry, 24 * HOUR)
    assert [name for name, _ in after.party[0].deprived] == ["hunger"]


@covers("modified_cairn.condition.strain_full", "modified_cairn.inventory.drop")
def test_what_is_dropped_for_strain_makes_room_for_what_lay_in_overflow():
    bulky = Item("beam", "Beam", size="bulky", place="hands")
    others = tuple(Item(f"i{at}", "Thing", place="body" if at < 2 else "pack") for at in range(8))
    full = pc("yan", bulky, *others, strain=("overflow",))
    state, _ = done(strain, State(party=(full,)), "yan", script=["beam"])
    assert (find(state, "yan").strain, exposed(find(state, "yan"))) == (("hands", "hands"), False)
    assert [(item.id, item.place) for item in state.ground] == [("beam", "ground")]
