"""Helpers: hiring, wages, limits, who goes along."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.characters.helpers import DEEDS, bring_along, dismiss, employed, payday
from tallow.games.vanilla.combat.armour import ac_of
from tallow.games.vanilla.entries import helpers
from tallow.games.vanilla.gear.inventory import used
from tallow.games.vanilla.state import alive
from tallow.mechanics.conditions import has
from tests.covers import covers
from tests.games.playing import done
from tests.games.vanilla.fighters import perform, refusal, somebody
from tests.games.vanilla.townsfolk import ANSWERS, hired, town

WEEK = 7 * 1440


@covers("vanilla.action.hire", "vanilla.helper.craftsman", "vanilla.helper.man_at_arms", "vanilla.helper.torchbearer")
@covers("vanilla.helper.specialist", "vanilla.helper.pay", "vanilla.helper.control", "vanilla.helper.who_adventures")
@pytest.mark.parametrize("kind", ANSWERS)
def test_hiring_costs_a_week_in_advance(kind):
    state = hired(kind, town())
    entry = helpers()[f"vanilla.helper.{kind}"]
    boss, helper = state.party
    assert boss.coins == 500 - entry.wage_gp_week
    assert helper.pay.paid_until == state.clock + WEEK
    assert (helper.av, helper.st, helper.level, helper.slots) == (entry.av, entry.st, entry.hd, 10)
    assert helper.seat == "p1", "it does as its employer says"
    assert helper.bubbles_max == 0
    assert ac_of(state, helper) == entry.ac
    assert alive(helper) == entry.adventures, "the others stay at home"


@covers("vanilla.helper.man_at_arms", "vanilla.carry.slots")
def test_a_man_at_arms_comes_armed():
    state = hired("man_at_arms", town())
    helper = state.party[1]
    assert (helper.grit, helper.flesh) == (3, 5)
    assert [item.ref.rpartition(".")[2] for item in helper.items] == ["light", "medium_melee", "small_ranged"]
    assert used(state, helper) == 3


@covers("vanilla.helper.limit")
def test_four_at_once_those_at_home_too():
    state = town()
    for kind in ("man_at_arms", "man_at_arms", "man_at_arms", "specialist"):
        assert refusal(DEEDS, "hire", state, "ann") == ""
        state = hired(kind, state)
    assert refusal(DEEDS, "hire", state, "ann") == "four_helpers"
    state, _ = done(dismiss, state, "ann", script=[state.party[1].id])
    assert refusal(DEEDS, "hire", state, "ann") == ""
    both = replace(state, party=(*state.party, somebody("bob", coins=50)))
    assert refusal(DEEDS, "hire", both, "bob") == "", "each character has four"
    assert refusal(DEEDS, "hire", town(1), "ann") == "no_coins"


@covers("vanilla.helper.pay")
def test_wages_each_started_week():
    state = hired("man_at_arms", hired("man_at_arms", town(60)))
    assert state.party[0].coins == 30
    trip, _ = done(payday, replace(state, clock=state.clock + 10 * 1440))
    assert trip.party[0].coins == 0, "a 10 day trip with 2 Men-at-Arms: 60 gp"
    assert len(employed(trip, "ann")) == 2
    broke, play = done(payday, replace(trip, clock=trip.clock + WEEK))
    assert employed(broke, "ann") == ()
    assert play.codes() == ["unpaid", "unpaid"]
    early, play = done(payday, replace(state, clock=state.clock + WEEK - 1))
    assert early.party == state.party


@covers("vanilla.helper.pay")
def test_the_dead_draw_no_wages():
    state = hired("man_at_arms", town())
    dead = replace(state.party[1], conditions=("dead",))
    state = replace(state, party=(state.party[0], dead), clock=state.clock + WEEK)
    assert done(payday, state)[0] == state


@covers("vanilla.action.dismiss", "vanilla.helper.pay")
def test_dismissal_pays_nothing_back():
    state = hired("torchbearer", town())
    after, _ = perform(DEEDS, "dismiss", state, "ann")
    assert after.party[0].coins == state.party[0].coins
    assert employed(after, "ann") == ()
    assert not alive(after.party[1])


@covers("vanilla.helper.who_adventures")
def test_the_gm_can_overrule_who_goes_along():
    state = hired("craftsman", town())
    along, _ = done(bring_along, state, "")
    assert alive(along.party[1])
    home, _ = done(bring_along, along, "")
    assert has(home.party[1], "home")
    assert len(employed(home, "ann")) == 1


@covers("vanilla.helper.control")
def test_the_gm_has_a_helper_refuse_and_heed_again():
    state = hired("man_at_arms", town())
    refuses, _ = perform(DEEDS, "heed", state, "", [])
    assert [one.seat for one in refuses.party] == ["p1", "referee"]
    assert perform(DEEDS, "heed", refuses, "", [])[0] == state
    assert refusal(DEEDS, "heed", town(), "") is None
