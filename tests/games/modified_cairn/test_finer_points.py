"""Finer points: each clause of a sentence by itself, the last that fits and the first that does not, the left out."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.combat.pool import Thrown, spend
from tallow.games.modified_cairn.entries import Works
from tallow.games.modified_cairn.gear.items import usable
from tallow.games.modified_cairn.gear.light import burn
from tallow.games.modified_cairn.gear.slots import armor
from tallow.games.modified_cairn.gear.things import from_gear
from tallow.games.modified_cairn.gear.transports import load
from tallow.games.modified_cairn.magic.workings import in_reach, uncommon
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import CYCLE, Dungeon, Effect, Item, State, Transport
from tallow.mechanics.two_sides import find
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, thing
from tests.games.playing import asked, done


@covers("modified_cairn.feat.focus", "modified_cairn.gambit.timing", "modified_cairn.gambit.melee_only")
def test_dice_of_a_bow_buy_no_gambit_but_focus_does():
    names = ("bolster", "stop")
    shot = Thrown("yan", "yan", (8, 5), melee=False)
    assert done(spend, (shot,), (), names, 0)[0] == ((shot,), ())
    (kept,), bought = done(spend, (replace(shot, focus=True),), (), names, 0, script=[("focus", "stop")])[0]
    assert (kept.faces, [one.name for one in bought]) == ((8, 5), ["stop"])


@covers("modified_cairn.inventory.more_capacity")
@pytest.mark.parametrize(("free", "loads"), [(1, ["rope", "coin"]), (2, ["rope", "keg", "coin"])])
def test_on_a_cart_goes_what_fills_its_last_slot_and_no_more(free, loads):
    things = [Item("rope", "Rope"), Item("keg", "Keg", size="bulky"), Item("coin", "Coin", size="petty")]
    cart = Transport("cart", "Cart", "", free)
    state = State(party=(pc("yan", *(replace(one, place="pack") for one in things)),), transports=(cart,))
    _, play = done(load, state, "yan", script=[loads[0]])
    assert list(asked(play, "load_what")[0].options) == loads


@covers("modified_cairn.setting.light_armour_layers", "modified_cairn.armour.stacking")
def test_only_light_armour_is_layered_upon_light():
    vest = Item("vest", "Vest", kind="armour", armor=1, place="body")
    mail = Item("mail", "Mail", kind="armour", armor=2, place="body")
    for layers, alike in ((True, 2), (False, 1)):
        settings = Settings(light_armour_layers=layers)
        assert armor(pc("yan", vest, replace(vest, id="coat")), settings) == alike
        assert armor(pc("yan", vest, mail), settings) == 2


@covers("modified_cairn.item.lantern", "modified_cairn.item.oil_can")
def test_a_lantern_takes_a_dot_of_its_oil_each_hour_and_leaves_the_can():
    ann = pc("ann", thing("lantern", "body", lit=True), thing("oil_can", "pack"))
    state, _ = done(burn, State(phase="dungeon", party=(ann,), dungeon=Dungeon("Crypt")), 6 * CYCLE)
    assert [(one.id, one.dots, one.lit) for one in find(state, "ann").items] == [
        ("lantern", 0, True), ("oil_can", 1, False),
    ]  # fmt: skip


@covers("modified_cairn.action.use_item", "modified_cairn.magic.known")
def test_where_no_magic_works_uncommon_things_do_nothing_and_common_ones_do():
    name, (_, line) = next((name, found) for name, found in uncommon().items() if not found[1].of and not found[1].dice)
    ann = pc("ann", replace(from_gear(line, "odd"), place="pack"), thing("caltrops", "pack"))
    state = State(party=(ann,))
    assert usable(state, ann) == ("odd", "caltrops"), name
    void = replace(state, effects=(Effect("e", "modified_cairn.relic.stone", state="magicless"),))
    assert usable(void, ann) == ("caltrops",)


@covers("modified_cairn.magic.known")
def test_healing_is_offered_first_to_those_of_ones_own_who_have_lost_the_most():
    ann, bo, cy = pc("ann"), pc("bo", vig=7, vig_max=10), pc("cy", vig=2, vig_max=10)
    state = fighting(ann, bo, cy, foes=[foe("f1", vig=1, vig_max=10, revealed=True)])
    assert in_reach(state, "ann", Works(heals="d4"))[:3] == ("cy", "bo", "ann")
    poisoned = replace(state, party=(ann, replace(bo, states=("poisoned",)), cy))
    assert in_reach(poisoned, "ann", Works(cures=("poisoned",)))[0] == "bo"


@covers("modified_cairn.magic.known", "modified_cairn.turn.surprise")
def test_magic_that_is_aimed_at_nobody_reaches_those_who_hide_in_the_fight():
    state = fighting(pc("ann"), foes=[foe("f1"), foe("f2", states=("hidden",))])
    assert set(in_reach(state, "ann", Works(harm="d6", aims="all"))) == {"f1", "f2"}
    assert set(in_reach(state, "ann", Works(harm="d6", aims="one"))) == {"f1"}
