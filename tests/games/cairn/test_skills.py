"""Skills that stand in for services, healers and smiths of the party, and things that not everybody can use."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.gear.things import from_gear, from_ref
from tallow.games.cairn.gear.uses import usable
from tallow.games.cairn.magic.effects import begin
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import DAY, HOUR, Cause, Life, Scar, able
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import find, put
from tallow.testing import check_secrets, covers
from tests.games.cairn.casters import Told, effect
from tests.games.cairn.casters import table as scene
from tests.games.cairn.newcomers import act, one, refused, rolled_row, somebody, table
from tests.games.cairn.users import GEAR, hurt, item, left, using

SURGEON = Life(background="cairn.background.barber_surgeon")
JONGLEUR = Life(background="cairn.background.jongleur")
MAIL = replace(from_ref("cairn.armour.chainmail", "mail"), place="worn")


@covers("cairn.background.barber_surgeon", "cairn.heal.ability_help", "cairn.heal.free")
def test_a_barber_surgeon_counts_as_the_healer_of_a_week_of_rest():
    weak = somebody("weak", strength=3)
    state = table(replace(somebody("doc"), life=SURGEON), weak)
    after, play = act(state, "week", "weak", 7, "all")
    assert one(after, "weak").strength == 10, "nobody asks for a healer, and nothing is paid"
    assert after.clock - state.clock == 7 * DAY
    down = table(gain(replace(somebody("doc"), life=SURGEON), "asleep", "unconscious"), weak)
    after, play = act(down, "week", "weak", "none", 7)
    assert one(after, "weak").strength == 3
    assert "healer" in [question.what for question in play.asked]


@covers("cairn.table.mountebank_1", "cairn.table.foundling_1", "cairn.heal.ability_help")
@pytest.mark.parametrize("boon", ["mountebank_1:1", "foundling_1:2"])
def test_a_knack_for_healing_or_an_apothecarys_teaching_does_as_well(boon):
    state = table(somebody("doc", boons=(boon,), dexterity=0, conditions=()), somebody("weak", willpower=2))
    after, _ = act(state, "week", "weak", 7, "all", "all")
    assert [(who.dexterity, who.willpower) for who in after.party] == [(10, 10), (10, 10)]
    others = table(somebody("doc", boons=("mountebank_1:3",)), somebody("weak", willpower=2))
    assert one(act(others, "week", "weak", "none", 7)[0], "weak").willpower == 2


@covers("cairn.critical.aid", "cairn.heal.ability_help", "cairn.background.barber_surgeon")
def test_the_healer_of_the_party_sees_to_the_dying_before_the_week_begins():
    dying = gain(somebody("weak", strength=3, hp=0, dies_at=HOUR), "critical")
    after, play = act(table(replace(somebody("doc"), life=SURGEON), dying), "week", "doc", 7, "all")
    assert "healer.saves" in play.codes()
    assert (one(after, "weak").strength, able(one(after, "weak"))) == (10, True)


@covers("cairn.table.kettlewright_1", "cairn.hireling.blacksmith")
def test_with_time_and_materials_a_smelter_repairs_armour():
    eaten = replace(MAIL, armor=MAIL.armor - 1)
    smith, friend = somebody("smith", boons=("kettlewright_1:3",)), somebody("bo", eaten)
    state = table(smith, friend)
    after, play = act(state, "mend_armour", "smith", "yes")
    assert one(after, "bo").items == (MAIL,)
    assert (after.clock - state.clock, play.codes()) == (3 * HOUR, ["repaired"])
    without, play = act(state, "mend_armour", "smith", "no")
    assert (without, play.codes()) == (state, ["mend.no_materials"])
    assert refused(after, "mend_armour", "smith") == "nothing_to_mend"
    two = table(smith, replace(friend, items=(eaten, replace(from_gear(GEAR["Padded leather"], "pad"), armor=1))))
    assert act(two, "mend_armour", "smith", "yes")[1].asked[0].what == "mend_materials", "whole padding is not offered"
    helper = somebody("sam", kind="hireling", of="cairn.hireling.blacksmith")
    assert one(act(table(friend, helper), "mend_armour", "sam", "yes")[0], "bo").items == (MAIL,)
    out = table(gain(smith, "asleep"), friend)
    assert refused(out, "mend_armour", "smith") == "not_now"


@covers("cairn.table.kettlewright_1")
def test_armour_without_an_entry_of_its_own_is_mended_too_and_what_is_no_armour_is_not():
    mail = from_gear(GEAR["Oft-mended chain mail"], "mail")
    eaten = replace(mail, armor=1)
    lamp = from_ref("cairn.item.lantern", "lamp")
    state = table(somebody("smith", eaten, lamp, boons=("kettlewright_1:3",)))
    after, _ = act(state, "mend_armour", "smith", "yes")
    assert one(after, "smith").items == (mail, lamp)


@covers("cairn.table.half_witch_1", "cairn.table.rill_runner_2")
@pytest.mark.parametrize("life", [JONGLEUR, somebody(boons=("rill_runner_2:1",)).life])
def test_the_fiddle_binds_mortals_when_somebody_plays_it_who_can(life):
    fiddle = item("Black rose fiddle")
    state = scene(fiddle)
    assert usable(find(state, "mage")) == (), "its owner does not know how to play it"
    player = hurt(state, life=life)
    after = using(player, Told(d20=20))
    assert [has(find(after, who), "entranced") for who in ("f1", "f2", "pal", "mage")] == [True, True, True, False]
    assert not able(find(after, "f1"))
    assert after.effects[0].ends - after.clock == 60
    deaf = put(player, gain(find(player, "f2"), "deaf"))
    assert not has(find(using(deaf, Told(d20=20)), "f2"), "entranced")


@covers("cairn.table.fungal_forager_2")
@pytest.mark.parametrize("condition", ["held", "netted", "foamed"])
def test_miners_grease_frees_what_is_stuck(condition):
    state = scene(item("Miner's grease"))
    net = replace(effect("web"), on=("pal", "f1"), conditions=(condition,), ends=state.clock + HOUR)
    state = begin(state, net)
    play = Told(working_target="pal")
    after = using(state, play)
    assert [has(find(after, who), condition) for who in ("pal", "f1")] == [False, True]
    assert (left(after).uses, play.codes()[-1]) == (2, "effect.free")
    loose = Told(working_target="pal")
    assert "effect.free" not in (using(scene(item("Miner's grease")), loose), loose.codes())[1]
    assert [one.facts for one in loose.told if one.code == "not_stuck"] == [("pal",)]


@covers("cairn.table.prowler_2", "cairn.deprived.state")
def test_fermented_spirits_warm():
    cold = hurt(scene(item("Fermented spirits")), "pal", deprived=(Cause("warmth", 0), Cause("food", 0)))
    after = using(cold, Told(working_target="pal"))
    assert [cause.name for cause in find(after, "pal").deprived] == ["food"]
    assert left(after).uses == 2
    other = using(cold, Told(working_target="mage"))
    assert len(find(other, "pal").deprived) == 2


@covers("cairn.scar.broken_limb", "cairn.heal.ability_help")
def test_the_week_of_a_healer_of_the_party_closes_scars():
    broken = somebody("weak", scars=(Scar("cairn.scar.broken_limb", "Leg", open=True),))
    after, _ = act(table(replace(somebody("doc"), life=SURGEON), broken), "week", "doc", 7, (6, 6))
    assert (one(after, "weak").scars[0].open, one(after, "weak").hp_max) == (False, 12)


@covers("cairn.background.foundling", "cairn.combat.information")
def test_an_omen_of_ones_own_is_for_its_player_and_the_warden():
    secret = rolled_row("cairn.table.omen:3")
    child = replace(somebody("child"), life=Life(background="cairn.background.foundling", private_omen=secret))
    state = table(child, somebody("bo", seat="ben"))
    shown = {
        seat: any(block.label == "private_omen" for panel in GAME.view(state, seat).panels for block in panel.blocks)
        for seat in ("anna", "ben")
    }
    assert shown == {"anna": True, "ben": False}
    for seat in shown:
        check_secrets(GAME, state, seat)
