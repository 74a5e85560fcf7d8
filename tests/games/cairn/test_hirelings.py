"""Hirelings: terms, numbers, pay, shares, parting."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.cairn.characters.boons import lost_step, supply_step
from tallow.games.cairn.characters.hirelings import fee, made, payable, wage
from tallow.games.cairn.characters.wages import pay_day
from tallow.games.cairn.combat.attacks import attacks
from tallow.games.cairn.folk import backgrounds, roles
from tallow.games.cairn.gear.inventory import armor, free_slots, slots_used
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import DAY, Pay, alive
from tallow.play import Scripted, distribution, scripted
from tallow.testing import covers
from tests.games.cairn.newcomers import SETTINGS, act, item, one, refused, somebody, table, thing

BY_ROLE = Settings(hireling_pay="by_role")
DRAFT = Settings(hireling_pay="by_role", price_list="with_draft")
PLAIN = "cairn.hireling.standard"


@covers(
    "cairn.action.hire",
    "cairn.hireling.purpose",
    "cairn.hireling.standard",
    "cairn.hireling.abilities",
    "cairn.hireling.hp",
    "cairn.hireling.weapon",
    "cairn.hireling.cost",
    "cairn.hireling.play",
)
def test_a_plain_hireling_is_rolled_paid_for_the_first_day_and_joins():
    dice = [[3, 3, 4], [1, 2, 6], [1, 5, 5], 4]
    state = table(somebody("pc", gp=10))
    state, _ = act(state, "hire", "pc", PLAIN, "daily", "yes", "roll", 2, *dice, "Cudgel")
    hand = state.party[1]
    assert (hand.strength, hand.dexterity, hand.willpower, hand.hp, hand.hp_max) == (10, 9, 11, 4, 4)
    assert [(a.name, a.dice) for a in attacks(hand)] == [("Cudgel", (6,))]
    assert (armor(hand), hand.kind, hand.seat) == (0, "hireling", "anna")
    assert free_slots(hand, SETTINGS) == 9
    assert (hand.pay.gp_a_day, hand.pay.share, hand.pay.paid_until) == (2, False, state.clock + DAY)
    assert one(state, "pc").gp == 8
    assert distribution(wage, roles()[PLAIN], SETTINGS, policy=lambda _: "roll") == {
        n: Fraction(1, 3) for n in (1, 2, 3)
    }
    assert scripted(wage, roles()[PLAIN], SETTINGS, script=["3"]) == 3


@covers("cairn.hireling.*", "cairn.hireling.roles")
@pytest.mark.parametrize("id_", [id_ for id_ in roles() if id_ != PLAIN])
def test_each_role_has_its_price_its_numbers_and_its_gear(id_):
    role = roles()[id_]
    state, _ = act(table(somebody("pc", gp=100), settings=BY_ROLE), "hire", "pc", id_, "daily", "yes", "sample")
    hand = state.party[1]
    assert (hand.strength, hand.dexterity, hand.willpower, hand.hp) == (
        role.strength, role.dexterity, role.willpower, role.hp,
    )  # fmt: skip
    assert armor(hand) == role.armor
    assert role.weapon in [i.damage for i in hand.items]
    assert slots_used(hand, SETTINGS) <= role.slots
    assert [i.name for i in hand.items] == [gear.name for gear in role.gear]
    assert one(state, "pc").gp == 100 - fee(role, BY_ROLE)
    assert fee(role, SETTINGS) == 0
    assert fee(role, DRAFT) == (role.cost_gp_day_draft or role.cost_gp_day)
    rolled = scripted(made, role, script=["roll", [1, 1, 1], [2, 2, 2], [3, 3, 3], 5])
    assert (rolled.strength, rolled.dexterity, rolled.willpower, rolled.hp) == (3, 6, 9, 5)
    allies = [c.of for c in state.party[2:]]
    assert allies == (["cairn.monster.ally_hawk"] if id_ == "cairn.hireling.animal_handler" else [])
    guides = {"cairn.hireling.local_guide": -2, "cairn.hireling.navigator": -2}
    assert lost_step(hand) == guides.get(id_, 0)
    assert supply_step(hand) == (1 if id_ == "cairn.hireling.trapper" else 0)


@covers("cairn.setting.hireling_pay", "cairn.hireling.roles")
def test_hirelings_cost_between_1_and_3_gp_a_day():
    state = table(somebody("pc", gp=3))
    state, _ = act(state, "hire", "pc", "cairn.hireling.alchemist", "daily", "yes", "3", "sample")
    assert state.party[1].pay.gp_a_day == 3
    assert one(state, "pc").gp == 0


@covers("cairn.hireling.cost", "cairn.action.hire")
def test_nobody_is_hired_who_is_unwilling_or_too_dear():
    poor = somebody("pc", gp=1)
    assert payable(table(poor, settings=BY_ROLE), poor) == (PLAIN,)
    state, play = act(table(poor), "hire", "pc", PLAIN, "daily", "yes", "2")
    assert (len(state.party), play.codes()) == (1, ["hire.too_dear"])
    state, play = act(table(poor), "hire", "pc", "cairn.hireling.scholar", "daily", "no")
    assert (len(state.party), play.codes()) == (1, ["hire.unwilling"])
    assert refused(table(poor, phase="dungeon"), "hire", "pc") == "not_now"


@covers("cairn.hireling.cost", "cairn.hireling.roles", "cairn.phase.town")
def test_pay_is_due_each_day_in_advance():
    pair = [somebody(f"h{n}", kind="hireling", pay=Pay("pc", 2, False, DAY)) for n in (1, 2)]
    state = table(somebody("pc", gp=20), *pair)
    for day in range(1, 6):
        state = replace(state, clock=day * DAY)
        state = scripted(pay_day, state, script=["pay", "pay"])
        assert pay_day(Scripted(), state) == state
    assert one(state, "pc").gp == 0
    state = pay_day(Scripted(), replace(state, clock=6 * DAY))
    assert not any(alive(one(state, f"h{n}")) for n in (1, 2))
    lock, track = (fee(roles()[f"cairn.hireling.{name}"], BY_ROLE) for name in ("lockpick", "tracker"))
    assert 4 * (lock + track) == 60


@covers("cairn.hireling.cost")
def test_whoever_is_not_paid_leaves_with_their_own_things_only():
    torch = thing("torch", place="hands", lit=True)
    hand = somebody("h", thing("club"), torch, kind="hireling", pay=Pay("pc", 2, False, DAY, ("club",)))
    state = table(somebody("pc", gp=20), hand, clock=3 * DAY)
    late = scripted(pay_day, state, script=["pay", "pay", "let_go"])
    assert (one(late, "pc").gp, alive(one(late, "h"))) == (16, False)
    assert late.ground == (thing("torch"),)
    assert [i.id for i in one(late, "h").items] == ["club"]
    widowed = table(somebody("pc", gp=20, conditions=("dead",)), hand, clock=3 * DAY)
    assert not alive(one(pay_day(Scripted(), widowed), "h"))


@covers("cairn.hireling.share", "cairn.market.coins")
def test_a_share_is_one_equal_part_and_no_daily_fee():
    state, _ = act(table(somebody("pc")), "hire", "pc", PLAIN, "yes", [1, 1, 1], [1, 1, 1], [1, 1, 1], 1, "Staff")
    hand = state.party[1]
    assert (hand.pay.share, hand.pay.gp_a_day) == (True, 0)
    later = replace(state, clock=9 * DAY)
    assert pay_day(Scripted(), later) == later
    four = table(*(somebody(f"pc{n}") for n in range(4)), hand, somebody("paid", kind="hireling", pay=Pay("pc0", 2)))
    four, _ = act(four, "divide_treasure", "", 500)
    assert [c.gp for c in four.party] == [100] * 5 + [0]
    three, _ = act(table(*(somebody(f"pc{n}") for n in range(3))), "divide_treasure", "", 10)
    assert [(c.gp, c.cp) for c in three.party] == [(3, 34), (3, 33), (3, 33)]


@covers("cairn.action.dismiss")
def test_dismissing_a_hireling_and_the_beast_goes_too():
    state, _ = act(
        table(somebody("pc", gp=9)), "hire", "pc", "cairn.hireling.animal_handler", "daily", "yes", "1", "sample"
    )
    state, _ = act(state, "dismiss", "pc")
    assert [alive(c) for c in state.party] == [True, False, False]
    assert refused(state, "dismiss", "pc") == "no_hireling"


@covers("cairn.hireling.flesh_out")
def test_fleshing_out_a_hireling():
    hand = somebody("h", thing("club"), kind="hireling", pay=Pay("pc", 2, brought=("club",)))
    origin = "cairn.background.cutpurse"
    script = [origin, "Sparrow", *[1] * 8, [4, 5], "yes"]
    state, _ = act(table(somebody("pc"), hand), "flesh_out", "", *script)
    named = one(state, "h")
    assert (named.name, named.life.age, named.life.background, len(named.life.traits)) == ("Sparrow", 19, origin, 8)
    assert [i.name for i in named.items] == ["Club", *(gear.name for gear in backgrounds()[origin].gear)]
    assert set(named.pay.brought) == {i.id for i in named.items}
    assert item(named, "Twin daggers").damage == "d6+d6"
    plain, _ = act(table(somebody("pc"), hand), "flesh_out", "", *script[:-1], "no")
    assert len(one(plain, "h").items) == 1
