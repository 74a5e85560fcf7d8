"""Things of Backgrounds that do what they say: each by its sentence, with its time, its end and its counter."""

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.modified_cairn.bots.comrades import helped
from tallow.games.modified_cairn.bots.tactics import act as bot_act
from tallow.games.modified_cairn.bots.tactics import decide
from tallow.games.modified_cairn.characters.upkeep import dawn
from tallow.games.modified_cairn.checks.doors import keyed, without_risk
from tallow.games.modified_cairn.checks.doors import ways as door_ways
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.combat.attacks import Strike, blasts, dice, ways
from tallow.games.modified_cairn.combat.bands import apart
from tallow.games.modified_cairn.combat.rounds import begin, declare
from tallow.games.modified_cairn.combat.strikes import strike_all
from tallow.games.modified_cairn.entries import Works, tables
from tallow.games.modified_cairn.folk import Step, backgrounds
from tallow.games.modified_cairn.gear.items import purpose, used
from tallow.games.modified_cairn.gear.slots import armor, take_strain
from tallow.games.modified_cairn.gear.things import from_gear, made, shard
from tallow.games.modified_cairn.harm.conditions import strain
from tallow.games.modified_cairn.magic.casting import cast
from tallow.games.modified_cairn.magic.relics import use
from tallow.games.modified_cairn.magic.workings import befall, end_own, works_of
from tallow.games.modified_cairn.monsters.afflictions import afflict
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import (
    CYCLE,
    DAY,
    HOUR,
    MINUTE,
    Casting,
    Dungeon,
    Life,
    Scar,
    State,
    able,
    gain,
    has,
)
from tallow.games.modified_cairn.world.darkness import in_the_dark
from tallow.games.modified_cairn.world.dungeon import sheltered
from tallow.games.modified_cairn.world.exploring import open_
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.two_sides import find, put
from tallow.play import Choice
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, said
from tests.games.modified_cairn.newcomers import act, refused
from tests.games.playing import done

TABLE = "modified_cairn.table."
LINES = {
    line.name: line
    for one in backgrounds().values()
    for table in one.tables
    for row in tables()[table].rows
    for line in row.gives
}


def thing(name, place="hands", **more):
    """A thing as the row of its Background gives it."""
    return replace(from_gear(LINES[name], name), place=place, **more)


def calm(*party, clock=8 * HOUR, **more):
    """A table at ease, everybody fed and rested."""
    sated = [replace(one, fed=clock, drank=clock, slept=clock) for one in party]
    return State(phase="free", party=tuple(sated), clock=clock, **more)


def uses(state, name, *script, who="ann", target=""):
    """The state after somebody has used the thing of this name, and the play."""
    return done(used, state, who, name, target, script=script)


@covers(
    "modified_cairn.table.greenwise_1", "modified_cairn.table.fungal_forager_1", "modified_cairn.table.barber_surgeon_2"
)
def test_the_potion_restores_all_vigour_the_flower_d6_spirit_and_wax_heals_burns_only():
    hurt = replace(pc("ann", vig=14), vigour=3, spirit=4, states=("wounded",))
    state, play = uses(calm(replace(hurt, items=(thing("Healing Potion"),))), "Healing Potion", "ann")
    assert find(state, "ann").vigour == 14
    assert not has(find(state, "ann"), "wounded")
    state, play = uses(calm(replace(hurt, items=(thing("Rootflower"),))), "Rootflower", "ann", 5)
    assert (find(state, "ann").vigour, find(state, "ann").spirit) == (3, 9)
    assert said(play, "working.heals") == [("Ann", 5, "SPI")]
    lost = replace(hurt, spirit=0, states=("hopeless",), items=(thing("Rootflower"),))
    state, _ = uses(calm(lost, pc("bo")), "Rootflower", "ann", 1)
    assert able(find(state, "ann"))
    burnt = calm(replace(hurt, items=(thing("Woundwax"),)))
    assert find(uses(burnt, "Woundwax", "ann", "yes")[0], "ann").vigour == 14
    assert find(uses(burnt, "Woundwax", "ann", "no")[0], "ann").vigour == 3


@covers("modified_cairn.table.greenwise_1", "modified_cairn.table.foundling_2", "modified_cairn.table.barber_surgeon_2")
@pytest.mark.parametrize("name", ["Bezoar Stone", "Ivy Worm", "Lodestone"])
def test_what_draws_poison_ends_it(name):
    ill = pc("ann", thing(name), states=("poisoned", "blind"))
    state, _ = uses(calm(ill), name, "ann")
    assert find(state, "ann").states == ("blind",)


@covers("modified_cairn.table.half_witch_2", "modified_cairn.table.fungal_forager_2")
def test_sap_and_tarp_give_one_armor_for_their_time():
    state, _ = uses(calm(pc("ann", thing("Stonetree Sap"))), "Stonetree Sap", "ann")
    assert armor(find(state, "ann"), Settings()) == 1
    state, _ = done(pass_time, state, HOUR - 1)
    assert armor(find(state, "ann"), Settings()) == 1
    state, _ = done(pass_time, state, 1)
    assert armor(find(state, "ann"), Settings()) == 0
    state, _ = uses(calm(pc("ann", thing("Sloth-Tarp"))), "Sloth-Tarp")
    assert armor(find(state, "ann"), Settings()) == 1
    bare = replace(find(state, "ann"), items=(), armor=2)
    assert armor(bare, Settings()) == 3
    mailed = replace(bare, armor=0, items=(replace(made("modified_cairn.armour.plate_mail", "p"), place="body"),))
    assert (armor(mailed, Settings()), armor(mailed, Settings(armour_cap=3))) == (4, 3)
    assert armor(gain(mailed, "armorless"), Settings()) == 0


@covers("modified_cairn.table.fungal_forager_1", "modified_cairn.table.half_witch_2")
def test_fungus_lights_a_place_nightdust_makes_it_night_and_a_hawthorn_shelters():
    dark = calm(pc("ann", thing("Torch Fungus"), thing("Nightdust Powder"), thing("Hawthorn Seed")))
    dark = replace(dark, phase="dungeon", dungeon=Dungeon("mill"))
    assert in_the_dark(dark) == ("ann",)
    state, _ = uses(dark, "Torch Fungus")
    assert in_the_dark(state) == ()
    assert in_the_dark(uses(state, "Nightdust Powder")[0]) == ("ann",)
    later, _ = done(pass_time, state, HOUR)
    assert in_the_dark(later) == ("ann",)
    assert not sheltered(dark)
    assert sheltered(uses(dark, "Hawthorn Seed")[0])


@covers("modified_cairn.table.fungal_forager_2", "modified_cairn.table.hexenbane_1", "modified_cairn.table.greenwise_2")
def test_a_snail_and_star_iron_shine_by_themselves_and_a_wisp_for_its_bearer_beside_pain():
    others = [pc(name) for name in ("bo", "cy", "di")]
    place = {"phase": "dungeon", "dungeon": Dungeon("mill")}
    for name in ("Glowsnail", "Star-Iron Mace"):
        lit = replace(calm(pc("ann", thing(name)), *others), **place)
        assert in_the_dark(lit) == ("di",)
        packed = put(lit, pc("ann", thing(name, "pack")))
        assert in_the_dark(packed) == ("ann", "bo", "cy", "di")
    wisp = replace(calm(pc("ann", thing("Wisp Lantern")), pc("bo")), **place)
    assert in_the_dark(wisp) == ("ann", "bo")
    assert in_the_dark(put(wisp, gain(find(wisp, "bo"), "wounded"))) == ("bo",)
    fight = fighting(pc("ann", thing("Wisp Lantern")), pc("bo"), dark=True)
    assert in_the_dark(fight) == ("bo",)


@covers("modified_cairn.table.half_witch_2", "modified_cairn.magic.known")
def test_a_hex_stone_takes_up_one_magic_at_work():
    state = calm(pc("ann", thing("Hex Stone")))
    assert said(uses(state, "Hex Stone")[1], "working.judged")
    rune = replace(shard("modified_cairn.runeskelf.haste", "r"), place="hands")
    hasty = calm(pc("ann", thing("Hex Stone"), rune))
    hasty, _ = done(
        cast, hasty, "ann", Casting("r", "known", of="modified_cairn.runeskelf.haste", targets=("ann",)), script=[6]
    )
    assert has(find(hasty, "ann"), "hasted")
    after, _ = uses(hasty, "Hex Stone")
    assert after.effects == ()
    assert not has(find(after, "ann"), "hasted")


@covers("modified_cairn.table.half_witch_2")
def test_ash_rekindles_one_who_has_been_dead_for_moments():
    dead = replace(pc("bo"), vigour=0, states=("dead",), dies_at=5)
    state = calm(pc("ann", thing("Rebirth Ash")), dead, pc("cy"))
    risen = find(uses(state, "Rebirth Ash", "bo", "yes")[0], "bo")
    assert (risen.vigour, risen.guard, risen.dies_at, risen.states) == (1, 0, 0, ("wounded",))
    late, play = uses(state, "Rebirth Ash", "bo", "no")
    assert has(find(late, "bo"), "dead")
    assert said(play, "working.too_late")
    _, play = uses(calm(pc("ann", thing("Rebirth Ash"))), "Rebirth Ash")
    assert said(play, "working.judged")


@covers("modified_cairn.table.aurifex_1")
def test_the_solvent_breaks_down_a_thing_that_somebody_carries():
    state = fighting(pc("ann", thing("Universal Solvent"), "dagger"), foes=[foe(items=(thing("Bone Knife"),))])
    after, play = uses(state, "Universal Solvent", ("goblin", "Bone Knife"))
    assert find(after, "goblin").items == ()
    assert said(play, "working.dissolved") == [("Goblin", "Bone Knife")]
    assert len(find(after, "ann").items) == 2
    assert said(uses(state, "Universal Solvent", "other")[1], "working.judged")


@covers("modified_cairn.table.outrider_1")
def test_a_honed_weapon_is_enhanced_until_it_costs_somebody_vigour():
    armed = pc("ann", thing("Wyrmbone Whetstone", "pack"), "longsword")
    state, _ = uses(calm(armed), "Wyrmbone Whetstone")
    sharp = find(state, "ann")
    assert said(uses(state, "Wyrmbone Whetstone")[1], "working.judged"), "there is nothing else to hone"
    assert said(uses(fighting(armed), "Wyrmbone Whetstone")[1], "working.judged"), "nor time for it in a fight"
    fight = fighting(sharp, foes=[foe(guard=6, vig=18)])
    (attack,) = ways(sharp)
    assert dice(fight, Strike("ann", attack, "goblin")) == (8, 8)
    (kept, _), _ = done(strike_all, fight, [Strike("ann", attack, "goblin")], script=[(1, 2), "done"])
    assert "honed" in find(kept, "ann").items[1].qualities
    (blunt, _), _ = done(strike_all, fight, [Strike("ann", attack, "goblin")], script=[(1, 8), "done", 1])
    assert "honed" not in find(blunt, "ann").items[1].qualities
    assert dice(blunt, Strike("ann", attack, "goblin")) == (8,)


@covers("modified_cairn.table.fieldwarden_1", "modified_cairn.table.fieldwarden_2")
@pytest.mark.parametrize(("name", "enhanced", "blast"), [("Bone Knife", True, False), ("Bloodvine Whip", False, True)])
def test_after_a_critical_wound_the_next_attack_of_knife_or_whip_is_enhanced_or_a_blast(name, enhanced, blast):
    fight = fighting(pc("ann", thing(name)), foes=[foe(guard=0, vig=10), foe("other", guard=9, vig=18)])
    (attack,) = ways(find(fight, "ann"))
    strike = Strike("ann", attack, "other")
    plain = dice(fight, strike)
    assert not blasts(fight, strike)
    (after, _), _ = done(strike_all, fight, [replace(strike, target="goblin")], script=[4, "done", 20])
    assert has(find(after, "goblin"), "critically_wounded")
    assert dice(after, strike) == (tuple(sorted((*plain, 8))) if enhanced else plain)
    assert blasts(after, strike) == blast
    (spent, _), _ = done(strike_all, after, [strike], script=[*([1, 1] if enhanced else [1]), "done"])
    assert dice(spent, strike) == plain
    assert not blasts(spent, strike)
    (wounded, _), _ = done(strike_all, fight, [replace(strike, target="goblin")], script=[4, "done", 1])
    assert dice(wounded, strike) == plain


@covers("modified_cairn.table.fletchwind_2")
def test_a_yew_bow_is_a_club_too_and_an_ash_bow_a_shield():
    club, shot = ways(pc("ann", thing("Yew Bow")))[-2:]
    assert (club.dice, club.ranged, shot.dice, shot.ranged) == ((6,), False, (6,), True)
    fight = fighting(pc("ann", thing("Yew Bow")))
    after, _ = done(declare, fight, "ann", "attack", script=[2, "done"])
    assert find(after, "goblin").guard == 1
    assert armor(pc("ann", thing("Ash Bow")), Settings()) == 1
    assert armor(pc("ann", thing("Ash Bow", "pack")), Settings()) == 0
    assert armor(pc("ann", thing("Yew Bow")), Settings()) == 0


@covers("modified_cairn.table.fletchwind_2", "modified_cairn.table.jongleur_1")
def test_poison_does_nothing_to_whoever_holds_the_elm_bow_nor_charms_to_the_bearer_of_the_skull():
    holder = calm(pc("ann", thing("Elm Bow")), pc("bo", thing("Elm Bow", "pack")))
    ill = Step("hold", state="poisoned")
    for who, hit in (("ann", False), ("bo", True)):
        state, _ = done(afflict, holder, who, "", (ill,), "modified_cairn.item.acid")
        assert has(find(state, who), "poisoned") == hit
        weak, _ = done(afflict, holder, who, "", (Step("deprived"),), "modified_cairn.item.acid")
        assert bool(find(weak, who).deprived) == hit
    skull = calm(pc("ann", thing("Rabbit Skull", "pack")), pc("bo"))
    for who, hit in (("ann", False), ("bo", True)):
        state, _ = done(afflict, skull, who, "", (Step("hold", state="charmed"),), "modified_cairn.item.acid")
        assert has(find(state, who), "charmed") == hit
    held, _ = done(afflict, skull, "ann", "", (Step("hold", state="held"),), "modified_cairn.item.acid")
    assert has(find(held, "ann"), "held"), "it guards against charms alone"


@covers(
    "modified_cairn.table.bonekeeper_1", "modified_cairn.table.greenwise_1", "modified_cairn.table.fungal_forager_1"
)
@pytest.mark.parametrize("row", ["greenwise_1:poisoned", "aurifex_1:gold_nose"])
def test_foul_air_spares_the_masked_and_whoever_smells_nothing(row):
    nose = replace(pc("cy"), life=Life(history=(f"modified_cairn.table.{row}",)))
    masked = pc("bo", thing("Plague Doctor's Mask", "body"))
    packed = pc("di", thing("Plague Doctor's Mask", "pack"))
    state = fighting(pc("ann", thing("Stink Jar")), masked, nose, packed, foes=[foe()])
    after, play = uses(state, "Stink Jar", 20, 20)
    assert [has(find(after, who), "held") for who in ("ann", "bo", "cy", "di", "goblin")] == [
        False,
        False,
        False,
        True,
        True,
    ]
    assert len(said(play, "working.unsmelled")) == 2
    cap = fighting(pc("ann", thing("Hellcap")), foes=[foe()])
    assert apart(uses(cap, "Hellcap", 11)[0].combat, "ann", "goblin") == "nearby"
    assert apart(uses(cap, "Hellcap", 10)[0].combat, "ann", "goblin") == "engaged"


@covers("modified_cairn.table.prowler_1", "modified_cairn.turn.surprise")
def test_a_tooth_that_hums_keeps_the_party_from_being_surprised():
    ambush = State(phase="free", party=(pc("ann", thing("Warning Tooth", "pack")),), foes=(foe(),))
    state, play = done(begin, ambush, "nearby", ("party",), script=[10])
    assert said(play, "tooth_hums")
    assert state.combat.acting == ("ann",)
    down = replace(ambush, party=(replace(ambush.party[0], states=("asleep",)), pc("bo")))
    state, play = done(begin, down, "nearby", ("party",))
    assert not said(play, "tooth_hums")
    assert state.combat.side == "foes"


@covers("modified_cairn.table.bond", "modified_cairn.condition.strain")
def test_a_swallowed_spirit_takes_one_strain_a_day_upon_itself():
    (one, _), play = done(take_strain, pc("ann", thing("Swallowed Spirit", "pack")), 2)
    assert len(one.strain) == 1
    assert said(play, "spirit_bears")
    (more, _), _ = done(take_strain, one, 1)
    assert len(more.strain) == 2
    _, play = done(take_strain, pc("ann", thing("Swallowed Spirit", "pack")), 0)
    assert not said(play, "spirit_bears")
    next_day, _ = done(pass_time, calm(more), DAY, script=["yes"])
    borne, _ = done(strain, next_day, "ann", 1)
    assert len(find(borne, "ann").strain) == 2


@covers("modified_cairn.table.aurifex_1", "modified_cairn.table.barber_surgeon_1", "modified_cairn.table.prowler_1")
@pytest.mark.parametrize(
    ("row", "name"),
    [
        ("aurifex_1:gold_nose", "Tin of Snuff"),
        ("barber_surgeon_1:foot", "Oil Can"),
        ("prowler_1:mock_firefly", "Oil Can"),
    ],
)
def test_a_pinch_of_snuff_or_a_drop_of_oil_a_day_or_deprived(row, name):
    needy = replace(pc("ann"), life=Life(history=(TABLE + row,)))
    without, _ = done(dawn, calm(needy))
    assert find(without, "ann").deprived
    supplied = put(without, replace(find(without, "ann"), items=(thing(name, "pack"),)))
    after, play = done(dawn, supplied)
    assert not find(after, "ann").deprived
    assert find(after, "ann").items[0].dots == 1
    assert said(play, "upkeep") == [("Ann", name, find(after, "ann").items[0].uses - 1)]
    empty = replace(find(after, "ann"), items=(replace(thing(name, "pack"), dots=99),))
    assert find(done(dawn, calm(empty))[0], "ann").deprived
    assert done(dawn, calm(pc("bo", thing(name, "pack"))))[0].party[0].items[0].dots == 0


@covers(
    "modified_cairn.table.jongleur_1", "modified_cairn.table.fungal_forager_2", "modified_cairn.table.kettlewright_2"
)
def test_rhymers_need_their_thesaurus_and_beasts_in_the_pack_their_rations():
    rhymer = replace(pc("ann"), life=Life(history=("modified_cairn.table.jongleur_1:rhyme_curse",)))
    state, _ = done(dawn, calm(rhymer))
    assert find(state, "ann").deprived
    found = put(state, replace(find(state, "ann"), items=(thing("Thesaurus", "pack"),)))
    assert not find(done(dawn, found)[0], "ann").deprived
    food = replace(made("modified_cairn.item.rations", "food"), place="pack")
    for name, days in (("Carrion Cat", [2, 1, 0]), ("Glowsnail", [2, 2, 1])):
        state = calm(pc("ann", thing(name, "pack"), food), clock=0)
        for day, left in enumerate(days):
            state, play = done(dawn, replace(state, clock=day * DAY))
            items = [item for item in find(state, "ann").items if item.id == "food"]
            assert (items[0].count if items else 0) == left, (name, day)
    _, play = done(dawn, calm(pc("ann", thing("Carrion Cat", "pack"))))
    assert said(play, "pet.hungry")


@covers("modified_cairn.table.barber_surgeon_2")
def test_a_day_after_quicksilver_without_another_dose_a_vig_save_or_deprived():
    state, _ = uses(calm(pc("ann", thing("Quicksilver"))), "Quicksilver")
    assert has(find(state, "ann"), "quick")
    assert done(save, find(state, "ann"), "SPI")[0]
    worn, _ = done(pass_time, state, HOUR)
    assert not has(find(worn, "ann"), "quick")
    fed = put(worn, replace(find(worn, "ann"), fed=10 * DAY, drank=10 * DAY, slept=10 * DAY))
    craving, _ = done(pass_time, fed, DAY, script=[11])
    assert find(craving, "ann").deprived
    assert not find(done(pass_time, fed, DAY, script=[10])[0], "ann").deprived
    again, _ = uses(craving, "Quicksilver")
    assert not find(again, "ann").deprived
    once, _ = uses(put(fed, find(fed, "ann")), "Quicksilver")
    later, _ = done(pass_time, once, DAY - 2)
    assert not find(later, "ann").deprived, "the clock runs from the last dose"


@covers("modified_cairn.table.fieldwarden_1", "modified_cairn.table.jongleur_2", "modified_cairn.table.hexenbane_1")
def test_what_some_things_cost_when_they_end():
    fast, _ = uses(calm(pc("ann", thing("Gale Seed Extract"))), "Gale Seed Extract")
    assert has(find(fast, "ann"), "hasted")
    tired, _ = done(pass_time, fast, CYCLE)
    assert len(find(tired, "ann").strain) == 2
    masked, _ = uses(calm(pc("ann", thing("Mythos Mask"))), "Mythos Mask")
    assert not find(masked, "ann").strain
    off, _ = done(end_own, masked, "ann")
    assert len(find(off, "ann").strain) == 1
    seeing, _ = uses(calm(pc("ann", thing("Voidglass Shard"))), "Voidglass Shard")
    assert has(find(seeing, "ann"), "true_sight")
    blind, _ = done(pass_time, seeing, MINUTE)
    assert find(blind, "ann").deprived
    well, _ = done(pass_time, blind, HOUR)
    assert not find(well, "ann").deprived


@covers("modified_cairn.table.fungal_forager_1", "modified_cairn.table.half_witch_2")
def test_a_sproutcup_shrinks_the_eater_and_not_what_they_carry():
    state, _ = uses(calm(pc("ann", thing("Sproutcup"), "longsword")), "Sproutcup")
    assert has(find(state, "ann"), "tiny")
    assert find(state, "ann").items == ()
    assert [item.name for item in state.ground] == ["Sproutcup", "Longsword"]
    assert not has(find(done(pass_time, state, HOUR)[0], "ann"), "tiny")


@covers("modified_cairn.table.fungal_forager_1")
def test_a_truffle_kills_whoever_fails_a_vig_save_unless_poison_does_nothing():
    state = calm(pc("ann", thing("Murderous Truffle")), pc("bo"), pc("cy", thing("Elm Bow")))
    assert has(find(uses(state, "Murderous Truffle", "bo", "yes", 11)[0], "bo"), "dead")
    assert not has(find(uses(state, "Murderous Truffle", "bo", "yes", 10)[0], "bo"), "dead")
    assert not has(find(uses(state, "Murderous Truffle", "cy", "yes")[0], "cy"), "dead")
    assert not has(find(uses(state, "Murderous Truffle", "bo", "no")[0], "bo"), "dead")


@covers("modified_cairn.table.fungal_forager_2", "modified_cairn.table.outrider_1")
def test_no_fear_takes_hold_after_milkflower_and_no_fall_hurts_with_the_ring():
    calm_one, _ = uses(fighting(pc("ann", thing("Milkflower")), pc("bo", thing("Death-Whistle"))), "Milkflower")
    assert has(find(calm_one, "ann"), "steeled")
    whistle = works_of("modified_cairn.table.outrider_1:to_the_death")
    after, play = done(befall, calm_one, "ann", "goblin", "modified_cairn.table.outrider_1:to_the_death", whistle)
    assert said(play, "trait.immune")
    assert apart(after.combat, "ann", "goblin") == "engaged"
    ring, _ = uses(calm(pc("ann", thing("Catring"))), "Catring")
    assert (
        find(done(befall, ring, "ann", "ann", "modified_cairn.runeskelf.pit", Works(falls="1d6"))[0], "ann").vigour
        == 10
    )


@covers(
    "modified_cairn.table.fungal_forager_1", "modified_cairn.table.beast_handler_1", "modified_cairn.table.greenwise_2"
)
def test_what_hinders_in_a_fight():
    shriek = fighting(pc("ann", thing("Shrieking Trumpet"), "longsword"), foes=[foe()])
    after, _ = uses(shriek, "Shrieking Trumpet")
    assert [has(find(after, who), "impaired") for who in ("ann", "goblin")] == [True, True]
    vine = fighting(pc("ann", thing("Briarvine")), foes=[foe()])
    held, _ = uses(vine, "Briarvine", "goblin")
    assert not able(find(held, "goblin"))
    stone = fighting(pc("ann", thing("Warming Stone")), foes=[foe()])
    assert not able(find(uses(stone, "Warming Stone", "goblin", "yes")[0], "goblin"))
    assert able(find(uses(stone, "Warming Stone", "goblin", "no")[0], "goblin"))
    rod = fighting(pc("ann", thing("Quick-Flame Rod")), foes=[foe()])
    assert find(uses(rod, "Quick-Flame Rod", "yes", 11, 4)[0], "goblin").vigour == 6
    assert find(uses(rod, "Quick-Flame Rod", "yes", 10)[0], "goblin").vigour == 10
    dust = fighting(pc("ann", thing("Spark Dust")), foes=[foe()])
    assert find(uses(dust, "Spark Dust", "goblin", 11, 4)[0], "goblin").vigour == 6
    crop = fighting(pc("ann", thing("Diseased Crop")), foes=[foe()])
    assert find(uses(crop, "Diseased Crop", "goblin")[0], "goblin").vigour == 10, "it rots plants alone"


@covers("modified_cairn.table.hexenbane_1")
def test_one_of_the_canaas_becomes_a_wolf_once_a_day_and_needs_the_chain_to_change_back():
    canaas = replace(
        pc("ann", thing("Quicksilver Chain", "pack")), life=Life(history=("modified_cairn.table.hexenbane_1:canaas",))
    )
    state, _ = act(calm(canaas), "become_wolf", "ann")
    assert find(state, "ann").of == "modified_cairn.monster.werewolf"
    back, _ = act(state, "turn_back", "ann")
    assert not find(back, "ann").was
    assert refused(back, "become_wolf", "ann") == "once_a_day"
    lost = put(state, replace(find(state, "ann"), items=()))
    assert refused(lost, "turn_back", "ann") == "no_chain"


@covers("modified_cairn.table.cutpurse_2", "modified_cairn.factor.gear")
def test_the_gildfinger_is_any_key_once():
    one = pc("ann", thing("Gildfinger", "pack"))
    assert door_ways(one, "locked") == ("pick",)
    assert without_risk(one, "pick")
    assert not without_risk(one, "force")
    used_up = keyed(one)
    assert used_up.items[0].dots == 1
    assert door_ways(used_up, "locked") == ()
    assert keyed(pc("bo")) == pc("bo")
    state = replace(calm(one), phase="dungeon", dungeon=Dungeon("mill", since=8 * HOUR, safe=True))
    (after, opened), _ = done(open_, state, "ann", "pick", "", script=[])
    assert opened
    assert find(after, "ann").items[0].dots == 1


@covers("modified_cairn.table.kettlewright_2", "modified_cairn.inventory.ready")
def test_spiked_boots_kick_from_the_feet():
    worn = pc("ann", thing("Spiked Boots", "body"))
    assert [way.dice for way in ways(worn)] == [(8,)]
    assert [way.name for way in ways(pc("ann", thing("Spiked Boots", "pack")))] == ["unarmed"]


@covers("modified_cairn.table.rill_runner_1", "modified_cairn.table.barber_surgeon_2")
def test_every_dip_is_a_catch_and_a_lost_part_grows_back():
    state = calm(pc("ann", thing("River Twine")))
    fished, _ = uses(state, "River Twine", "food")
    assert [(item.name, item.count) for item in find(fished, "ann").items][1:] == [("Rations", 1)]
    assert len(find(uses(state, "River Twine", "unwelcome")[0], "ann").items) == 1
    maimed = replace(
        pc("bo"), scars=(Scar("modified_cairn.scar.sundered", "hand"), Scar("modified_cairn.scar.lasting_scar", "Eye"))
    )
    healed, _ = uses(calm(pc("ann", thing("Regrowth Salve")), maimed), "Regrowth Salve", "bo")
    assert [scar.part for scar in find(healed, "bo").scars] == ["Eye"]
    assert said(uses(calm(pc("ann", thing("Regrowth Salve"))), "Regrowth Salve", "ann")[1], "working.judged")


@covers("modified_cairn.runeskelf.skillful_repair")
def test_damaged_armour_is_whole_again():
    mail = replace(made("modified_cairn.armour.chain_mail", "mail"), place="body", armor=1)
    rune = replace(shard("modified_cairn.runeskelf.skillful_repair", "r"), place="hands")
    casting = Casting("r", "known", of="modified_cairn.runeskelf.skillful_repair")
    state, _ = done(cast, calm(pc("ann", rune, mail)), "ann", casting, script=[6])
    assert find(state, "ann").items[1].armor == 2
    _, play = done(cast, state, "ann", casting, script=[6])
    assert said(play, "working.judged")


@covers("modified_cairn.relic.lovers_covenant", "modified_cairn.magic.in_force")
def test_what_lasts_for_good_is_in_force_until_somebody_ends_it():
    ink = replace(made("modified_cairn.relic.lovers_covenant", "ink"), place="hands")
    state, _ = done(use, calm(pc("ann", ink), pc("bo")), "ann", "ink", script=["bo"])
    assert [(one.on, one.ends) for one in state.effects] == [(("bo",), 0)]
    later, _ = done(pass_time, state, 3 * HOUR)
    assert later.effects == state.effects


@covers("modified_cairn.gear.effects", "modified_cairn.action.use_item")
def test_what_has_no_dots_can_be_used_again_and_again():
    state, _ = act(fighting(pc("ann", thing("Briarvine")), pc("bo")), "use_item", "ann", "goblin")
    state, _ = act(state, "pass", "bo", 20)
    assert has(find(state, "goblin"), "held")
    music, _ = act(calm(pc("ann", thing("Pneuma Pump"))), "use", "ann", "ann")
    assert music.effects[0].on == ("ann",)


@covers("modified_cairn.gear.effects")
def test_what_a_thing_is_good_for_now():
    well, hurt = pc("bo"), replace(pc("bo"), vigour=5)
    potion = thing("Healing Potion")
    assert purpose(calm(pc("ann", potion), well), pc("ann", potion), potion) == ""
    assert purpose(calm(pc("ann", potion), hurt), pc("ann", potion), potion) == "heals"
    vine, sun = thing("Briarvine"), thing("Sun Stick")
    assert purpose(calm(pc("ann", vine)), pc("ann", vine), vine) == ""
    assert purpose(fighting(pc("ann", vine)), pc("ann", vine), vine) == "harms"
    assert purpose(calm(pc("ann", sun)), pc("ann", sun), sun) == ""
    assert purpose(calm(pc("ann", sun)), pc("ann", sun, states=("in_the_dark",)), sun) == "lights"
    rod = thing("Quick-Flame Rod")
    assert purpose(fighting(pc("ann", rod)), pc("ann", rod), rod) == "", "only the GM knows whether it fits"


@covers("modified_cairn.gear.effects")
def test_bots_hold_strong_foes_heal_the_half_dead_and_use_a_light_in_the_dark():
    crowd = fighting(pc("ann", thing("Briarvine"), "longsword"), pc("bo", "longsword"), foes=[foe("g1"), foe("g2")])
    assert bot_act(crowd, "party") == Action("use_item", "ann")
    alone = fighting(pc("ann", thing("Briarvine"), "longsword"), foes=[foe("g1")])
    assert bot_act(alone, "party") == Action("all_attack", "party")
    choice = Choice("ann", "use_what", ("a", "b", "c"), ("Ann", ("", "harms", "heals")), "modified_cairn.gear.effects")
    assert decide(choice) == "c"
    hurt = calm(pc("ann", thing("Healing Potion")), replace(pc("bo"), vigour=2))
    assert find(done(helped, hurt)[0], "bo").vigour == 10
    dark = calm(pc("ann", thing("Sun Stick"), states=("in_the_dark",)))
    dark = replace(dark, phase="dungeon", dungeon=Dungeon("mill", since=8 * HOUR))
    assert in_the_dark(done(helped, dark)[0]) == ()
