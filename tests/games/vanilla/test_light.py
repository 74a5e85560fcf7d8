"""Light: what burns and for how long, what puts it out, and what the dark does."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.combat.aftermath import finish
from tallow.games.vanilla.combat.assault import DEEDS as ASSAULT
from tallow.games.vanilla.combat.attacks import attack
from tallow.games.vanilla.combat.free_attacks import can_make
from tallow.games.vanilla.gear import bubbles, handling, lighting
from tallow.games.vanilla.gear.light import blind, burn, kindle, lightable, lit
from tallow.games.vanilla.gear.weapons import melee_ways
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Combat, Item
from tallow.games.vanilla.world import turns
from tallow.games.vanilla.world.time import elapse
from tallow.mechanics.two_sides import find
from tallow.play import distribution
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.fighters import armour, fighting, foe, perform, refusal, somebody, table, weapon

SETTINGS = Settings()


def light(name="torch", id_="t", place="hands", **more):
    return Item(id_, name.capitalize(), f"vanilla.item.{name}", place=place, **more)


def only(state):
    return find(state, "ann").items


@covers("vanilla.light.start", "vanilla.item.candle", "vanilla.item.torch", "vanilla.item.lantern", "vanilla.item.oil")
@pytest.mark.parametrize(("name", "mean"), [("candle", "7/2"), ("torch", "7"), ("lantern", "21/2")])
def test_the_dice_of_each_light(name, mean):
    oil = (light("oil", "o", "pack"),) if name == "lantern" else ()
    state = table(somebody(items=(light(name), *oil)))
    numbers = distribution(lambda play: only(kindle(play, state, "ann", "t"))[0].burns)
    assert sum(Fraction(p) * n for n, p in numbers.items()) == Fraction(mean)


@covers("vanilla.action.light", "vanilla.item.oil", "vanilla.item.lantern")
def test_a_lantern_wants_a_pint_of_oil():
    dry = table(somebody(items=(light("lantern"),)))
    assert refusal(lighting.DEEDS, "light", dry, "ann") == "no_oil"
    filled = table(somebody(items=(light("lantern"), light("oil", "o", "pack", count=2))))
    after, _ = perform(lighting.DEEDS, "light", filled, "ann", script=((1, 2, 3),))
    lantern, oil = only(after)
    assert (lantern.burns, lantern.lit, oil.count) == (6, True, 1)
    last = table(somebody(items=(replace(lantern, burns=1), oil)))
    (out, _) = only(done(burn, last)[0])
    assert (out.lit, out.burns) == (False, 0)
    again, _ = perform(lighting.DEEDS, "light", table(somebody(items=(out, oil))), "ann", script=((2, 2, 2),))
    assert [(item.name, item.burns) for item in only(again)] == [("Lantern", 6)]


@covers("vanilla.light.room", "vanilla.action.light", "vanilla.carry.hands")
def test_a_light_takes_a_hand():
    full = somebody(items=(weapon("medium_melee"), armour("shield"), light(place="pack")))
    assert refusal(lighting.DEEDS, "light", table(full), "ann") == "hands_full"
    free = somebody(items=(weapon("medium_melee"), light(place="pack")))
    after, _ = perform(lighting.DEEDS, "light", table(free), "ann", script=((3, 4),))
    assert only(after)[1].place == "hands"
    assert lightable(find(after, "ann"), SETTINGS) == ()


@covers("vanilla.action.light")
def test_lighting_is_an_action_in_a_fight_and_gives_free_attacks():
    ann = somebody(items=(light(place="pack"),))
    state = table(ann, foes=(foe(at=5),), combat=fighting("ann"))
    after, _ = perform(lighting.DEEDS, "light", state, "ann", script=("nobody", (3, 4)))
    assert after.combat is not None
    assert (after.combat.action, after.combat.move, only(after)[0].lit) == (False, True, True)


@covers("vanilla.light.start")
def test_a_light_put_out_keeps_its_number():
    state = table(somebody(items=(light(lit=True, burns=5),)))
    dark, _ = perform(lighting.DEEDS, "douse", state, "ann")
    assert (only(dark)[0].lit, only(dark)[0].burns) == (False, 5)
    again, _ = perform(lighting.DEEDS, "light", dark, "ann")
    assert (only(again)[0].lit, only(again)[0].burns) == (True, 5)


def test_one_of_a_bundle_is_lit_and_the_others_stay_packed():
    state, _ = perform(bubbles.DEEDS, "fill_bubble", table(somebody()), "ann", script=("torch",))
    state, _ = perform(lighting.DEEDS, "light", state, "ann", script=((3, 4),))
    assert [(item.place, item.count, item.lit) for item in only(state)] == [("pack", 5, False), ("hands", 1, True)]


@covers("vanilla.light.burn")
def test_dropped_in_a_fight_at_the_end_of_a_turn():
    state = table(somebody(items=(light(lit=True, burns=5),)), combat=Combat(round=3, began=480, turn="ann"), clock=483)
    state = replace(state, foes=(foe(at=30),))
    state, _ = perform(handling.DEEDS, "drop", state, "ann")
    assert state.ground[0].burns == 4
    after, _ = done(finish, state, "foes_down")
    assert (after.ground[0].burns, after.ground[0].lit) == (2, True)


@covers("vanilla.light.burn")
def test_a_turn_takes_one_and_at_nothing_it_is_out_and_gone():
    state = table(somebody(items=(light(lit=True, burns=2),)), clock=480)
    state, _ = perform(turns.DEEDS, "end_turn", state, "", script=((6,),))
    assert only(state)[0].burns == 1
    state, play = perform(turns.DEEDS, "end_turn", state, "", script=((6,),))
    assert only(state) == ()
    assert [told.code for told in play.told] == ["light.gone"]


@covers("vanilla.light.burn")
def test_the_gm_says_what_was_strenuous():
    state = table(somebody(items=(light(lit=True, burns=5),)))
    after, _ = perform(lighting.DEEDS, "strenuous", state, "")
    assert only(after)[0].burns == 4


@covers("vanilla.light.burn", "vanilla.time.watch")
def test_a_watch_uses_up_any_light():
    state = table(somebody(items=(light("lantern", lit=True, burns=18),)), place="settlement", clock=0)
    assert not only(done(elapse, state, 360)[0])[0].lit


@covers("vanilla.light.room", "vanilla.light.dark")
def test_one_light_is_enough_for_all():
    torch = light(lit=True, burns=5)
    ann, bob, orc = somebody(items=(torch,)), somebody("bob"), foe()
    assert not blind(table(ann, bob, dark=True), bob)
    night = table(somebody(), bob, foes=(orc,), dark=True)
    assert (lit(night), blind(night, bob), blind(night, orc)) == (False, True, False)
    assert not blind(replace(night, ground=(torch,)), bob)


@covers("vanilla.light.dark")
def test_whoever_sees_nothing_rolls_twice_and_strikes_nobody_freely():
    ann, orc = somebody(items=(weapon("medium_melee"),)), foe(ac=2)
    state = table(ann, foes=(orc,), combat=fighting("ann"), dark=True)
    (_, struck), _ = done(attack, state, "ann", "orc", melee_ways(ann)[0], script=((5, 15),))
    assert struck == "wide"
    assert not can_make(state, ann, orc)
    assert can_make(state, orc, ann)
    archer = replace(state, party=(somebody(items=(weapon("medium_ranged"),)),))
    assert refusal(ASSAULT, "shoot", archer, "ann") == "too_dark"
    assert refusal(ASSAULT, "shoot", replace(archer, dark=False), "ann") == ""


@covers("vanilla.light.dark")
def test_nobody_searches_in_the_dark():
    assert refusal(turns.DEEDS, "search", table(somebody(), dark=True), "ann") == "too_dark"


@covers("vanilla.light.dark")
def test_the_gm_says_whether_it_is_dark():
    state, play = perform(lighting.DEEDS, "darkness", table(somebody()), "")
    assert (state.dark, play.told[0].code) == (True, "light.dark")
    lit, play = perform(lighting.DEEDS, "darkness", state, "")
    assert (lit.dark, play.told[0].code) == (False, "light.here")


@covers("vanilla.light.room", "vanilla.carry.hands")
def test_a_light_that_is_put_away_is_out_and_one_handed_over_burns_in_a_free_hand():
    torch = light(lit=True, burns=5)
    state = table(somebody(items=(torch,)), somebody("bob"))
    away, _ = perform(handling.DEEDS, "put_away", state, "ann")
    assert [(item.place, item.lit, item.burns) for item in only(away)] == [("pack", False, 5)]
    over, _ = perform(handling.DEEDS, "hand_over", state, "ann")
    assert [(item.place, item.lit) for item in over.party[1].items] == [("hands", True)]
    full = table(somebody(items=(torch,)), somebody("bob", items=(weapon("large_melee"),)))
    over, _ = perform(handling.DEEDS, "hand_over", full, "ann")
    assert [(item.place, item.lit) for item in over.party[1].items] == [("hands", False), ("pack", False)]


@covers("vanilla.light.burn", "vanilla.action.drop")
def test_a_light_that_is_dropped_on_its_last_is_gone():
    state = table(somebody(items=(light(lit=True, burns=1),)))
    state, _ = perform(handling.DEEDS, "drop", state, "ann")
    assert (only(state), state.ground) == ((), ())
