"""Helpers: hiring, wages, limits, who goes along."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.characters.helpers import DEEDS, bring_along, dismiss, employed, payday
from tallow.games.vanilla.combat.armour import ac_of
from tallow.games.vanilla.entries import helpers
from tallow.games.vanilla.gear.inventory import treasure, used
from tallow.games.vanilla.gear.market import DEEDS as MARKET
from tallow.games.vanilla.harm.surgery import DEEDS as SURGERY
from tallow.games.vanilla.state import alive
from tallow.games.vanilla.world.time import elapse
from tallow.mechanics.conditions import has
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.fighters import perform, refusal, somebody, table, weapon
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


def later(state, minutes):
    return replace(state, clock=state.clock + minutes)


@covers("vanilla.helper.pay", "vanilla.helper.craftsman")
def test_a_week_of_a_craftsman_costs_20_gp_and_no_more_unless_they_are_kept():
    state = hired("craftsman", town())
    assert state.party[0].coins == 480
    over, play = done(elapse, state, WEEK, script=["let_go"])
    assert play.asked[0].by == "p1"
    assert over.party[0].coins == 480, "nothing is charged before the employer has said so"
    assert employed(over, "ann") == ()
    kept, _ = done(elapse, state, WEEK, script=["pay"])
    assert kept.party[0].coins == 460
    assert kept.party[1].pay.paid_until == state.clock + 2 * WEEK
    assert done(elapse, state, WEEK - 1)[0].party == state.party


@covers("vanilla.helper.pay")
def test_wages_each_started_week():
    state = hired("man_at_arms", hired("man_at_arms", town(60)))
    assert state.party[0].coins == 30
    trip, play = done(payday, later(state, 10 * 1440), script=["pay"])
    assert play.asked[0].what == "wages_all"
    assert trip.party[0].coins == 0, "a 10 day trip with 2 Men-at-Arms: 60 gp"
    assert len(employed(trip, "ann")) == 2
    one, _ = done(payday, later(state, 10 * 1440), script=["each", "let_go", "pay"])
    assert [helper.id for helper in employed(one, "ann")] == [state.party[2].id]
    assert one.party[0].coins == 15
    broke, play = done(payday, later(trip, WEEK))
    assert employed(broke, "ann") == ()
    assert play.codes() == ["unpaid", "unpaid"]


@covers("vanilla.helper.pay")
def test_another_of_the_party_may_pay_where_the_employer_cannot():
    state = hired("torchbearer", town())
    ann, helper = state.party
    state = replace(state, party=(replace(ann, coins=0), helper, somebody("bob", coins=9, seat="p2")))
    kept, play = done(payday, later(state, WEEK), script=["pay"])
    assert (play.asked[0].by, play.asked[0].what) == ("p2", "wages_for")
    assert [one.coins for one in kept.party] == [0, 0, 7]
    assert kept.party[1].pay.employer == "ann"
    gone, play = done(payday, later(state, WEEK), script=["no"])
    assert employed(gone, "ann") == ()
    dead = replace(state, party=(replace(state.party[0], conditions=("dead",)), *state.party[1:]))
    heir, _ = done(payday, later(dead, WEEK), script=["pay"])
    assert (heir.party[1].pay.employer, heir.party[1].seat) == ("bob", "p2"), "of the dead they take the place"


@covers("vanilla.helper.pay", "vanilla.carry.full")
def test_who_leaves_takes_what_they_brought_and_nothing_of_the_party():
    state = hired("man_at_arms", town(15))
    helper = state.party[1]
    chest = treasure("Chest", 200, "t1")
    lent = replace(helper, items=(*helper.items, chest, weapon("medium_melee", "w9", "pack")), coins=30, gear=("rope",))
    state = replace(state, party=(state.party[0], lent), place="dungeon")
    gone, play = done(payday, later(state, WEEK))
    assert play.codes() == ["unpaid", "leaves_things"]
    assert [item.id for item in gone.ground] == ["t1", "w9"]
    assert gone.ground_coins == 30
    assert gone.party[0].gear == ("rope",)
    assert gone.party[1].items == helper.items
    home = replace(state, party=(state.party[0], replace(lent, conditions=("home", "gone"))))
    left, _ = done(payday, later(home, WEEK))
    assert (left.ground, left.caches[0].place, left.caches[0].coins) == ((), "settlement", 30)


@covers("vanilla.helper.pay", "vanilla.service.ammunition", "vanilla.service.blacksmith", "vanilla.heal.surgeon_cost")
def test_a_helper_draws_on_their_employer():
    state = hired("man_at_arms", town(200))
    helper = state.party[1]
    bow = replace(helper.items[2], empty=True)
    mail = replace(helper.items[0], ac=1)
    state = replace(state, party=(state.party[0], replace(helper, items=(mail, helper.items[1], bow), flesh=4)))
    after, _ = perform(MARKET, "restock", state, helper.id)
    assert after.party[0].coins == 184
    after, _ = perform(MARKET, "repair", after, helper.id, [])
    assert after.party[0].coins == 179
    after, _ = perform(SURGERY, "surgery", after, helper.id)
    assert (after.party[0].coins, after.party[1].flesh) == (129, 5)
    refuses = replace(state, party=(state.party[0], replace(state.party[1], seat="referee")))
    assert refusal(MARKET, "restock", refuses, helper.id) == "no_coins", "one who heeds nobody has no purse to draw on"


@covers("vanilla.heal.pc_surgeon", "vanilla.helper.specialist")
def test_a_hired_surgeon_heals_the_party_for_the_wage():
    ann, bob = somebody(coins=100, seat="p1", flesh=4), somebody("bob", flesh=5)
    state = table(ann, bob, place="settlement", surgeon=False)
    assert refusal(SURGERY, "surgery", state, "ann") == "no_surgeon"
    state, _ = perform(DEEDS, "hire", state, "ann", ["vanilla.helper.specialist", "surgeon", 4])
    after, play = perform(SURGERY, "surgery", state, "ann", ["all", 2])
    assert [one.flesh for one in after.party[:2]] == [6, 6]
    assert after.party[0].coins == 0
    assert after.clock == state.clock + 2 * 1440
    assert play.codes() == ["surgery.hired"] * 3
    wilds = replace(state, place="wilds", phase="explore")
    assert refusal(SURGERY, "surgery", wilds, "ann") is None, "the surgeon stayed at home"
    along, _ = done(bring_along, wilds, "")
    assert refusal(SURGERY, "surgery", along, "ann") == ""


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
