"""Every relic, used until it is empty or gone, and recharged; and those with a rule of their own."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.attacks import attacks
from tallow.games.cairn.combat.strikes import strike
from tallow.games.cairn.entries import relics
from tallow.games.cairn.gear.inventory import armor
from tallow.games.cairn.gear.things import worn
from tallow.games.cairn.magic.casting import cannot_cast
from tallow.games.cairn.magic.effects import begin, lapse
from tallow.games.cairn.magic.relics import empty, random_relic, recharge, usable, use, working
from tallow.games.cairn.magic.workings import aim
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import DAY, HOUR, MINUTE, Cause, able
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Action, Refused
from tallow.mechanics.two_sides import find, put
from tallow.play import Scripted, scripted
from tallow.testing import covers
from tests.games.cairn.casters import Chance, Told, book, creature, effect, foe, kept, on, relic, table, why_not

ALL = sorted(relics())
PASSIVE = {"roc_feather", "a_blade_called_hope", "parliaments_promise", "tupshead_crown"}


def carried(name):
    made = worn(relic(name))
    return replace(made, place="hands" if made.place == "pack" and made.damage else made.place)


def using(state, play=None, which="relic"):
    """The mage uses a relic on whomever `play` says; those aimed at fail their saves."""
    play = play or Told(d20=20)
    item = next(i for i in find(state, "mage").items if i.id == which)
    return use(play, state, "mage", which, aim(play, state, "mage", working(item.ref)))


def used(name, play=None, *items, **changes):
    return using(table(carried(name), *items, **changes), play)


def left(state):
    return next((i for i in find(state, "mage").items if i.id == "relic"), None)


@covers("cairn.relic.*", "cairn.action.use_relic")
@pytest.mark.parametrize("name", [id_.rpartition(".")[2] for id_ in ALL])
def test_every_relic_is_used_to_exhaustion_and_recharged(name):
    entry = relics()[f"cairn.relic.{name}"]
    state = table(carried(name), foes=(foe("f1"), foe("f2"), foe("f3", conditions=("dead",))))
    item = left(state)
    assert (item.slots, item.damage, item.armor) == (entry.slots, entry.damage, entry.armor)
    if name in PASSIVE:
        assert usable(find(state, "mage")) == ()
        return
    times = entry.charges or entry.uses or 2
    for time in range(1, times + 1):
        play = Told(d20=20)
        state = replace(kept(using(state, play)), effects=())
        state = put(state, replace(find(state, "mage"), conditions=(), fatigue=0), creature("pal"))
        assert {"working", "working.upon"} & set(play.codes())
        assert ("working.fiction" in play.codes()) == (not entry.does)
        if entry.charges:
            assert left(state).charges == entry.charges - time
        elif entry.uses:
            assert (left(state).uses if left(state) else 0) == entry.uses - time
        else:
            assert left(state) is not None
    if entry.uses:
        assert left(state) is None
        return
    if not entry.charges:
        return
    assert usable(find(state, "mage")) == ()
    state = replace(state, fight=None, phase="explore")
    with pytest.raises(Refused) as refused:
        GAME.perform(Scripted(), state, Action("activate_relic", "mage"))
    assert refused.value.refusal.code == "no_relic"
    again = kept(GAME.perform(Told(d6=6, d20=1), state, Action("recharge")))
    assert left(again).charges == entry.charges


@pytest.mark.parametrize("how", ["use_relic", "activate_relic"])
@pytest.mark.parametrize("name", [id_.rpartition(".")[2] for id_ in ALL if id_.rpartition(".")[2] not in PASSIVE])
def test_every_relic_works_in_and_out_of_a_fight_whatever_is_answered(name, how):
    for seed in range(4):
        before = table(carried(name), fight=how == "use_relic")
        after = kept(GAME.perform(Chance(seed), before, Action(how, "mage")))
        assert find(after, "mage").fatigue == 0


@covers("cairn.relic.what")
def test_a_relic_costs_an_action_a_charge_and_no_fatigue():
    """Skull Whistle in combat: an action, 1 of 3 charges, no Fatigue."""
    state = GAME.perform(Told(d20=20), table(relic("skull_whistle")), Action("use_relic", "mage"))
    assert left(state).charges == 2
    assert find(state, "mage").fatigue == 0
    assert not any(able(one) for one in (*state.party, *state.foes))
    spared = used("skull_whistle", Told(d20=1))
    assert all(able(one) for one in (*spared.party, *spared.foes))


@covers("cairn.relic.charges")
def test_a_recharge_brings_all_charges_back():
    """Betterwand, 0 of 2: a bad bargain, 2 of 2."""
    state = table(replace(relic("betterwand"), charges=0), fight=False)
    assert left(GAME.perform(Told(), state, Action("recharge"))).charges == 2
    assert empty(table(relic("betterwand"))) == ()


@covers("cairn.relic.what")
def test_a_relic_needs_a_hand_unless_it_is_worn():
    handless = creature("mage", items=(relic("skull_whistle"),), conditions=("handless",))
    assert usable(handless) == ()
    assert usable(replace(handless, items=(carried("barbed_epaulets"),)))


@covers("cairn.relic.random")
def test_a_random_relic():
    """Die 41: 21, Lightsucker Candle; two numbers each."""
    assert scripted(random_relic, "referee", script=[41]) == "cairn.relic.lightsucker_candle"
    drawn = [scripted(random_relic, "referee", script=[face]) for face in range(1, 101)]
    assert sorted(drawn[::2]) == sorted(drawn[1::2]) == ALL


def test_a_relic_is_found():
    after = GAME.perform(Scripted("pal", "random", [45]), table(fight=False), Action("find_relic"))
    assert [item.name for item in find(after, "pal").items] == ["Mace of the Kingslayer"]


@covers("cairn.relic.harbingers_bell")
@pytest.mark.parametrize(("face", "whole"), [(1, False), (2, False), (3, True), (6, True)])
def test_a_bell_may_break_in_the_casting(face, whole):
    state = recharge(Scripted([face]), table(replace(relic("harbingers_bell"), charges=0)), "mage", "relic")
    assert (left(state).charges if left(state) else None) == (1 if whole else None)


@covers("cairn.relic.wonder_bar")
def test_a_wonder_bar_takes_a_save_and_an_hour_once_a_day():
    state = table(replace(relic("wonder_bar"), charges=0), fight=False, foes=())
    failed = GAME.perform(Told(d20=20), state, Action("recharge"))
    assert left(failed).charges == 0
    assert failed.clock == state.clock + HOUR
    with pytest.raises(Refused):
        GAME.perform(Scripted(), failed, Action("recharge"))
    tomorrow = pass_time(Told(), failed, DAY)
    assert left(GAME.perform(Told(d20=1), tomorrow, Action("recharge"))).charges == 1


@covers("cairn.relic.veilsilk_grip")
def test_a_grip_has_five_fingers():
    state = table(replace(relic("veilsilk_grip"), charges=0), fight=False)
    for _ in range(5):
        state = using(GAME.perform(Told(), state, Action("recharge")))
    assert left(state).charges == 0
    assert empty(state) == ()


@covers("cairn.relic.bloodmap")
def test_a_bloodmap_drinks_its_owner():
    state = recharge(Told(), table(replace(relic("bloodmap"), charges=0)), "mage", "relic")
    assert [cause.name for cause in find(state, "mage").deprived] == ["cairn.relic.bloodmap"]


@covers("cairn.relic.a_blade_called_hope", "cairn.relic.tupshead_crown", "cairn.relic.mace_of_the_kingslayer")
@pytest.mark.parametrize(
    ("name", "dice", "worth"),
    [
        ("a_blade_called_hope", (6,), 0),
        ("mace_of_the_kingslayer", (8,), 0),
        ("last_breath", (6,), 0),
        ("tupshead_crown", (6, 6), 1),
        ("barbed_epaulets", (4,), 1),
        ("parliaments_promise", (4,), 1),
    ],
)
def test_relics_that_are_weapons_and_armour(name, dice, worth):
    state = table(replace(carried(name), charges=0))
    mage = find(state, "mage")
    assert attacks(mage)[0].dice == dice
    assert armor(mage) == worth


@covers("cairn.relic.nightstone")
def test_a_nightstone_takes_away_fatigue_and_want():
    state = table(relic("nightstone"))
    state = put(state, replace(find(state, "mage"), fatigue=4, deprived=(Cause("food", 0),)))
    mage = find(using(state), "mage")
    assert (mage.fatigue, mage.deprived) == (0, ())


@covers("cairn.relic.phoenix_ash")
def test_phoenix_ash_brings_back_the_dead():
    state = table(relic("phoenix_ash"))
    state = put(state, replace(find(state, "pal"), hp=0, strength=0, conditions=("dead",)))
    pal = find(using(state), "pal")
    assert (pal.hp, pal.strength) == (5, 12)
    assert able(pal)


@covers("cairn.relic.leycap")
def test_leycap_eases_and_binds():
    state = table(relic("leycap"), relic("leycap", "next"))
    state = put(state, replace(find(state, "mage"), fatigue=3))
    free = find(using(state, Told(d20=1)), "mage")
    assert (free.fatigue, free.deprived) == (2, ())
    bound = using(state, Told(d20=20))
    assert [cause.name for cause in find(bound, "mage").deprived] == ["cairn.relic.leycap"]
    eased = find(using(bound, Told(d20=1), "next"), "mage")
    assert (eased.fatigue, eased.deprived) == (1, ())


@covers("cairn.relic.jar_of_ants", "cairn.relic.sponge_army", "cairn.relic.homunculus_nail")
@pytest.mark.parametrize(
    ("name", "monster", "minutes"),
    [("jar_of_ants", "ants", 0), ("sponge_army", "sponge_army", 10), ("homunculus_nail", "homunculus", 0)],
)
def test_those_who_come_when_called(name, monster, minutes):
    state = used(name, fight=False, foes=())
    ally = state.party[-1]
    assert ally.of == f"cairn.monster.ally_{monster}"
    assert ally.detachment == (monster != "homunculus")
    later = pass_time(Told(), state, 10 * MINUTE)
    assert ("gone" in on(later, ally.id)) == bool(minutes)


@covers("cairn.relic.mace_of_the_kingslayer", "cairn.relic.barbed_epaulets", "cairn.relic.moth_mirror")
def test_those_who_fail_against_mace_spikes_and_mirror():
    ordered = used("mace_of_the_kingslayer")
    assert [("commanded" in on(ordered, who)) for who in ("f1", "f2", "pal")] == [True, True, False]
    assert "unconscious" in on(used("barbed_epaulets", Told(d20=20, working_target="f2")), "f2")
    mirrored = used("moth_mirror")
    assert all("paralysed" in on(mirrored, who) for who in ("pal", "f1", "f2"))
    assert on(mirrored, "mage") == ("fled",)


@covers("cairn.relic.last_breath")
def test_under_the_dome_nothing_mundane_harms_and_nobody_acts():
    state = used("last_breath")
    mage = find(state, "mage")
    assert not able(mage)
    struck = strike(Told(d6=6), state, mage, [(find(state, "f1"), find(state, "f1").attacks[0])])
    assert struck.target == mage
    lifted = GAME.perform(Told(), state, Action("end_spell", "mage"))
    assert able(find(lifted, "mage"))


@covers("cairn.relic.muffle_dust", "cairn.relic.staff_of_silence", "cairn.relic.lightsucker_candle")
@pytest.mark.parametrize(
    ("name", "code"),
    [("muffle_dust", "no_voice"), ("staff_of_silence", "no_magic"), ("lightsucker_candle", "no_light")],
)
def test_relics_that_stop_magic(name, code):
    state = begin(table(relic(name), book("sleep")), effect("haste", on=("pal",), conditions=("hasted",)))
    after = using(state)
    assert why_not(cannot_cast(after, find(after, "mage"))) == code
    assert ("hasted" in on(after, "pal")) == (name != "staff_of_silence")


@covers("cairn.relic.ward_stone", "cairn.relic.voice_of_the_mountain")
def test_relics_that_spare_nobody():
    calmed = used("ward_stone", foes=(foe("f1", 20), foe("f2", 21)))
    assert [("pacified" in on(calmed, who)) for who in ("mage", "pal", "f1", "f2")] == [True, True, True, False]
    shaken = used("voice_of_the_mountain", Told(d20=20, d6=4, collapse="yes"))
    assert [one.strength for one in (*shaken.party, *shaken.foes)] == [8, 8, 8, 8]


@covers("cairn.relic.falconers_friend", "cairn.relic.coin_of_the_father", "cairn.relic.ring_of_the_snake")
def test_haste_gold_and_a_sleep_like_death():
    hasted = used("falconers_friend")
    assert on(hasted, "mage") == ("hasted",)
    assert hasted.effects[0].ends == hasted.clock + MINUTE
    play = Told(d100=73)
    rich = used("coin_of_the_father", play)
    assert ("mage", 73) in [told.facts for told in play.told]
    assert find(rich, "mage").gp == 0
    asleep = used("ring_of_the_snake", fight=False)
    assert not able(find(asleep, "mage"))
    assert asleep.effects[0].ends == asleep.clock + 30 * DAY


@covers("cairn.relic.honest_earworm")
def test_an_earworm_lasts_1d4_hours():
    state = used("honest_earworm", Told(d4=3, working_target="f1"))
    assert state.effects[0].ends == state.clock + 3 * HOUR
    assert lapse(Told(), put(state, replace(find(state, "mage"), conditions=("dead",)))).effects == ()
