"""Prices and coins, buying and selling, services, hirelings and their pay."""

from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.characters.hirelings import hired, made, pay_day
from tallow.games.modified_cairn.folk import hirelings
from tallow.games.modified_cairn.gear.market import affordable, goods, lodged, price, worth
from tallow.games.modified_cairn.gear.slots import armor, filled
from tallow.games.modified_cairn.gear.wealth import earn, in_copper, pay, pay_price, price_coin
from tallow.games.modified_cairn.goods import armours, services, transports, weapons
from tallow.games.modified_cairn.goods import things as listed
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import DAY, HOUR, Pay, Wealth, has
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, scripted
from tallow.testing import covers
from tests.games.modified_cairn.newcomers import SETTINGS, act, odd, refused, somebody, table, thing

GUILDERS = Settings(price_coin="Silver Guilder")


@covers("modified_cairn.price.change", "modified_cairn.wealth.coins")
def test_change_is_given_at_the_rate():
    assert pay_price(Wealth(gold=2, silver=25), 3, SETTINGS) == Wealth(silver=15)
    assert pay(Wealth(gold=1), 1, SETTINGS) == Wealth(copper=9, silver=9)
    assert pay(Wealth(silver=3, copper=2), 15, SETTINGS) == Wealth(silver=1, copper=7)
    assert pay(Wealth(gold=1, copper=50), 60, SETTINGS) == Wealth(silver=9)
    assert pay(Wealth(gold=1), 100, SETTINGS) == Wealth()


@covers("modified_cairn.setting.coin_rate", "modified_cairn.setting.price_coin", "modified_cairn.wealth.coins")
@pytest.mark.parametrize("rate", [10, 12, 20, 100])
def test_the_rate_and_the_price_coin_are_the_tables(rate):
    marks, guilders = Settings(coin_rate=rate), Settings(coin_rate=rate, price_coin="Silver Guilder")
    assert (price_coin(marks), price_coin(guilders)) == (rate * rate, rate)
    assert in_copper(Wealth(1, 1, 1), marks) == 1 + rate + rate * rate
    assert (earn(Wealth(), 7, marks), earn(Wealth(), 7, guilders)) == (Wealth(gold=7), Wealth(silver=7))
    for purse in (Wealth(3, 5, 7), Wealth(0, 0, 3), Wealth(9, 1, 1), Wealth(4, 30, 0)):
        whole = in_copper(purse, marks)
        for cost in {0, 1, rate - 1, rate, rate + 3, whole // 3, whole}:
            if cost <= whole:
                left = pay(purse, cost, marks)
                assert in_copper(left, marks) == whole - cost
                assert min(left.copper, left.silver, left.gold) >= 0


@covers("modified_cairn.wealth.coins_no_slots")
def test_coins_fill_no_slots():
    assert sum(filled(somebody("pc", gold=10_000), region) for region in ("hands", "body", "pack")) == 0


@covers("modified_cairn.price.change")
def test_the_gm_charges_in_any_coin():
    state, play = act(table(somebody("pc", gold=1)), "charge", "", "silver", 3)
    assert find(state, "pc").wealth == Wealth(silver=7)
    assert {question.by for question in play.asked} == {REFEREE}


@covers("modified_cairn.price.list", "modified_cairn.setting.price_coin")
def test_the_price_list():
    assert (price("modified_cairn.item.rope"), price("modified_cairn.armour.chain_mail")) == (5, 40)
    for name, coins in (
        ("item.quiver", 5),
        ("weapon.javelin", 5),
        ("weapon.brass_knuckles", 5),
        ("weapon.longbow", 20),
    ):
        assert price(f"modified_cairn.{name}") == coins
    assert (price("modified_cairn.armour.chain_shirt"), price("modified_cairn.armour.breastplate")) == (20, 40)
    every: dict[str, Any] = {**weapons(), **armours(), **listed(), **transports()}
    for ref, entry in every.items():
        assert price(ref) == (0 if getattr(entry, "size", "") == "not carried" else entry.price)
        assert (ref in goods()) == bool(price(ref))
    assert not any("relic" in ref or "runeskelf" in ref for ref in goods())
    fresh = table(somebody("pc", gold=18))
    assert "modified_cairn.armour.chain_mail" not in affordable(fresh, "pc")
    assert "modified_cairn.item.rope" in affordable(fresh, "pc")
    silver = table(somebody("pc", wealth=Wealth(silver=40)), settings=GUILDERS)
    state, _ = act(silver, "buy", "pc", "modified_cairn.armour.chain_mail")
    assert find(state, "pc").wealth == Wealth()


@covers("modified_cairn.action.buy", "modified_cairn.phase.town")
def test_buying_is_coins_out_and_a_thing_in():
    state, _ = act(table(somebody("pc", gold=11)), "buy", "pc", "modified_cairn.item.quiver", "bolts")
    buyer = find(state, "pc")
    (quiver,) = buyer.items
    assert (buyer.wealth, quiver.uses, quiver.dots, quiver.qualities) == (Wealth(gold=6), 3, 0, ("bolts",))
    state, _ = act(table(somebody("pc", gold=10)), "buy", "pc", "modified_cairn.item.repellent", "wolves")
    assert find(state, "pc").items[0].name == "Repellent: wolves"
    assert refused(table(somebody("pc")), "buy", "pc") == "cannot_buy"
    assert refused(table(somebody("pc", gold=9), phase="free"), "buy", "pc") == "not_now"


@pytest.mark.parametrize("ref", list(goods()))
def test_everything_for_sale_can_be_bought(ref):
    said = {"modified_cairn.item.quiver": ["arrows"], "modified_cairn.item.repellent": [""]}.get(ref, [])
    state, _ = act(table(somebody("pc", gold=200)), "buy", "pc", ref, *said)
    assert find(state, "pc").wealth == Wealth(gold=200 - price(ref))
    assert [item.ref for item in find(state, "pc").items] + [one.of for one in state.transports] == [ref]


@covers("modified_cairn.wealth.sell", "modified_cairn.action.sell_treasure")
def test_treasure_is_sold_in_full_and_used_gear_for_half():
    gem = thing("item.treasure", id="gem", price=70)
    assert [worth(item) for item in (gem, thing("weapon.dagger"), thing("item.chalk"))] == [70, 2, 0]
    state, _ = act(table(somebody("pc", gem, thing("weapon.dagger"))), "sell", "pc", "gem")
    state, _ = act(state, "sell", "pc")
    assert (find(state, "pc").wealth, find(state, "pc").items) == (Wealth(gold=72), ())
    assert refused(state, "sell", "pc") == "nothing_to_sell"


@covers("modified_cairn.wealth.sell", "modified_cairn.wealth.treasure_slots")
def test_the_gm_prices_what_has_no_price_and_the_seller_may_keep_it():
    state = table(somebody("pc", odd("idol")))
    kept, play = act(state, "sell", "pc", "gold", 12, "keep")
    assert kept == state
    assert play.asked[0].by == REFEREE
    for metal in ("gold", "silver", "copper"):
        sold, _ = act(state, "sell", "pc", metal, 12, "sell")
        assert (find(sold, "pc").wealth, find(sold, "pc").items) == (Wealth(**{metal: 12}), ())


@covers("modified_cairn.action.buy_service", "modified_cairn.service.*")
@pytest.mark.parametrize("ref", list(services()))
def test_every_service_is_paid_for_and_done(ref):
    service = services()[ref]
    dying = somebody("ill", vigour=3, states=("critically_wounded", "wounded", "poisoned"), dies_at=20 * HOUR)
    tired = somebody("pc", gold=service.price, vigour=7, strain=("pack", "pack"), states=("fatigued",), guard=0)
    friends = [somebody(f"friend{at}", strain=("pack",)) for at in range(4)]
    script = {
        "room_board": [],
        "private_room_board": ["ill", "friend0", "friend1"],
        "medical_healing": ["ill"],
    }.get(ref.rpartition(".")[2], [])
    state, _ = act(table(tired, dying, *friends), "buy_service", "pc", ref, *script)
    payer, ill = find(state, "pc"), find(state, "ill")
    assert payer.wealth == Wealth()
    if "room_board" in ref:
        assert (payer.strain, payer.vigour, payer.guard, has(payer, "fatigued")) == ((), 8, 4, False)
        assert state.clock > table().clock
        guests = [one.id for one in state.party if one.id.startswith("friend") and not one.strain]
        assert guests == (["friend0", "friend1"] if "private" in ref else [])
    elif ref.endswith("medical_healing"):
        assert (ill.dies_at, ill.vigour, has(ill, "critically_wounded"), has(ill, "poisoned")) == (0, 3, False, False)
    else:
        assert state.clock == table().clock
    assert refused(table(somebody("pc", gold=4)), "buy_service", "pc") == "cannot_buy"


@covers("modified_cairn.hireling.*")
@pytest.mark.parametrize("ref", list(hirelings()))
def test_every_hireling_has_scores_gear_and_a_price(ref):
    role = hirelings()[ref]
    one = scripted(made, role, script=[[1, 2, 3], [4, 4, 4], [5, 5, 5], 2])
    assert (one.vigour, one.clarity, one.spirit) == (6, 12, 15)
    assert one.guard == one.guard_max == (5 if role.gd == "1d6+3" else 2)
    assert (one.kind, one.feats, one.life.skills) == ("hireling", role.feats, (role.effect,))
    struck = [item.dice for item in one.items if item.place == "hands" and item.kind != "shield" and item.dice]
    assert (struck or [attack.dice for attack in one.attacks]) == [(int(role.dice[1:]),)]
    worn = {"bodyguard": 1, "veteran_bodyguard": 3}.get(ref.rpartition(".")[2], 0)
    assert armor(one, SETTINGS) == worn
    purse = somebody("pc", gold=role.price_day)
    state, _ = act(table(purse), "hire", "pc", ref, [1, 2, 3], [4, 4, 4], [5, 5, 5], 2)
    assert find(state, "pc").wealth == Wealth()
    assert state.party[1].pay == Pay("pc", role.price_day, state.clock + DAY)


@covers("modified_cairn.hireling.terms", "modified_cairn.action.hire")
def test_a_guide_for_six_days_costs_thirty():
    guide = "modified_cairn.hireling.local_guide"
    state, _ = act(table(somebody("pc", gold=31)), "hire", "pc", guide, 6, [1, 1, 1], [2, 2, 2], [3, 3, 3], 4)
    (_, hireling) = state.party
    assert find(state, "pc").wealth == Wealth(gold=1)
    assert hireling.pay.paid_until == state.clock + 6 * DAY
    assert hireling.seat == find(state, "pc").seat
    assert refused(state, "hire", "pc") == "cannot_hire"
    assert refused(replace(state, phase="free"), "hire", "pc") == "not_now"


@covers("modified_cairn.hireling.terms")
def test_whose_days_are_over_is_paid_again_or_leaves():
    guide = somebody(
        "h", thing("weapon.staff", "hands"), odd("lamp"), kind="hireling", of="modified_cairn.hireling.local_guide"
    )
    guide = replace(guide, pay=Pay("pc", 5, 7 * HOUR))
    state = table(somebody("pc", gold=12), guide)
    paid = scripted(pay_day, state, script=["pay", 2])
    assert find(paid, "pc").wealth == Wealth(gold=2)
    assert find(paid, "h").pay == Pay("pc", 5, 7 * HOUR + 2 * DAY)
    gone = scripted(pay_day, state, script=["let_go"])
    assert has(find(gone, "h"), "gone")
    assert [item.id for item in gone.ground] == ["lamp"]
    assert [item.id for item in find(gone, "h").items] == ["staff"]
    poor = scripted(pay_day, table(somebody("pc", gold=4), guide), script=[])
    assert has(find(poor, "h"), "gone")
    early = scripted(pay_day, replace(state, clock=6 * HOUR), script=[])
    assert early == replace(state, clock=6 * HOUR)
    dawned = scripted(pass_time, state, DAY, script=["let_go"])
    assert has(find(dawned, "h"), "gone"), "dawn is pay day"


@covers("modified_cairn.hireling.terms")
def test_a_hireling_may_be_sent_home_or_lose_heart():
    guide = somebody("h", kind="hireling", spirit=9, pay=Pay("pc", 5, 9 * DAY))
    state = table(somebody("pc"), guide)
    assert [one.id for one in hired(state)] == ["h"]
    home, _ = act(state, "dismiss", "pc")
    assert hired(home) == ()
    brave, _ = act(state, "nerve", "", 9)
    assert brave == state
    fled, _ = act(state, "nerve", "", 10)
    assert has(find(fled, "h"), "fled")


@covers("modified_cairn.service.room_board")
def test_whoever_comes_hungry_to_room_and_board_keeps_their_own_rations():
    hungry = somebody("pc", thing("item.rations"), gold=50, deprived=(("hunger", 0),))
    after = find(scripted(lodged, table(hungry), ("pc",), script=[]), "pc")
    assert (after.deprived, after.items[0].count) == ((), hungry.items[0].count)
