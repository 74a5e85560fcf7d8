"""Camp: what sets it, every camp action, the ambush and breaking camp."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.camp.ambush import ambush_dice, ambushed
from tallow.games.dead_weight.camp.camping import camp_actions
from tallow.games.dead_weight.camp.cooking import portions
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.state import Camp, Magic
from tallow.games.deeds import Action
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.dead_weight.expedition import abroad, act, asked, doom, have, refused, with_place
from tests.games.dead_weight.people import lying, somebody, table

SUPPLY, MEDICAL = "camping_supply", "medical_supply"


def camped(*party, actions=4, camps=1, **camp):
    """A party in camp, with actions to spend."""
    return abroad(*party, phase="camp", camps=camps, camp=Camp("actions", actions, **camp))


@covers(
    "dead_weight.action.explore_set_up_camp",
    "dead_weight.phase.camp",
    "dead_weight.phase.camp_setup",
    "dead_weight.camp.setup_dry",
    "dead_weight.camp.setup_supply",
    "dead_weight.camp.setup_fire",
    "dead_weight.camp.setup_filthy",
    "dead_weight.item.camping_supply",
)
def test_dry_ground_a_supply_and_a_fire_in_filth_are_two_actions():
    state = abroad(somebody(items=(have(SUPPLY),)), somebody("amber"))
    state, _ = act(state, "set_up_camp", "amber", "dry_filthy", "yes", "no", 1)
    assert (state.phase, state.camps, state.turns) == ("camp", 1, 0)
    assert (state.camp.actions, state.camp.fire, state.camp.supplies, state.camp.exposed) == (2, True, 1, False)
    assert state.party[0].items == ()
    unsafe, _ = act(abroad(somebody()), "set_up_camp", "zael", "unsafe")
    assert (unsafe.phase, unsafe.camps) == ("exploration", 0)
    bare, play = act(abroad(somebody()), "set_up_camp", "zael", "wet_exposed_filthy", "no", "no")
    assert (bare.camp.actions, bare.camp.exposed) == (0, True)
    assert "camp_supplies" not in asked(play)


@covers(
    "dead_weight.camp.setup_dry",
    "dead_weight.camp.setup_supply",
    "dead_weight.camp.setup_survivalist",
    "dead_weight.camp.setup_fire",
    "dead_weight.camp.setup_long_rest",
    "dead_weight.camp.setup_filthy",
    "dead_weight.skill.survivalist",
    "dead_weight.skill.same_skill_party",
)
@pytest.mark.parametrize(
    ("camp", "dry", "filthy", "hardy", "actions"),
    [
        ({}, True, False, 0, 1),
        ({"supplies": 2}, False, False, 0, 2),
        ({}, False, False, 2, 2),
        ({"fire": True}, True, False, 0, 2),
        ({"long_rest": True}, False, False, 0, 2),
        ({}, False, True, 0, 0),
        ({"supplies": 1, "fire": True}, True, True, 0, 2),
    ],
)
def test_what_camp_actions_come_from(camp, dry, filthy, hardy, actions):
    party = [somebody(f"one{n}", skills=("survivalist",)) for n in range(hardy)]
    lying_ = somebody("down", skills=("survivalist",), conditions=("mortally_wounded",))
    assert camp_actions(table(*party, lying_), Camp(**camp), dry=dry, filthy=filthy) == actions


@covers("dead_weight.camp.setup_long_rest", "dead_weight.camp.break_doom", "dead_weight.setting.long_rest_doom_total")
@pytest.mark.parametrize(("total", "after"), [(3, 5), (2, 4)])
def test_a_long_rest_costs_doom_at_once_and_when_camp_is_broken(total, after):
    state = with_place(abroad(somebody(), settings={"long_rest_doom_total": total}), doom=2, events=())
    state, _ = act(state, "set_up_camp", "zael", "dry", "no", "yes")
    assert (doom(state), state.camp.actions) == (3, 3)
    state, _ = act(state, "end_camp", "zael")
    assert (doom(state), state.phase) == (after, "exploration")


@covers("dead_weight.camp.break_doom", "dead_weight.phase.camp_break", "dead_weight.setting.sleepy_cure")
def test_camp_is_broken_doom_advances_and_the_doomed_add_to_each_advance():
    state = with_place(camped(somebody(afflictions=("sleepy",))), doom=4, events=())
    state, _ = act(state, "end_camp", "zael")
    assert (doom(state), state.phase, state.camp) == (5, "exploration", None)
    assert state.party[0].afflictions == (), "camping gets rid of Sleepy"
    doomed = with_place(camped(somebody(afflictions=("doomed",)), long_rest=True), doom=0, events=())
    state, _ = act(doomed, "end_camp", "zael")
    assert doom(state) == 4
    rested = camped(somebody(afflictions=("sleepy",)))
    rested = replace(rested, settings=replace(rested.settings, sleepy_cure="sleep_action"))
    assert act(rested, "end_camp", "zael")[0].party[0].afflictions == ("sleepy",)


@covers("dead_weight.action.camp_rest", "dead_weight.phase.camp_actions", "dead_weight.affliction.shaken")
def test_a_rest_recovers_all_fatigue_ends_shaken_and_freshens_prayers():
    magic = Magic(prayers=("a",), ready=("a",), exhausted=("a",))
    one = somebody(strength=(3, 0, 3), presence=(2, 0, 1), afflictions=("shaken", "sleepy"), magic=magic)
    dry = somebody("amber", strength=(3, 0, 2), afflictions=("parched",))
    state, _ = act(camped(one, dry), "rest", "amber")
    assert lying(state.party[0], "STR") == lying(state.party[0], "PRE") == (0, 0)
    assert (state.party[0].afflictions, state.party[0].magic.exhausted) == (("sleepy",), ())
    assert lying(state.party[1], "STR") == (2, 0)
    assert state.camp.actions == 3


@covers("dead_weight.action.camp_sleep", "dead_weight.affliction.sleepy", "dead_weight.camp.ambush_other")
def test_sleep_costs_two_actions_and_an_ambush_die_and_freshens_no_prayer():
    one = somebody(strength=(3, 0, 3), afflictions=("shaken", "sleepy"), magic=Magic(exhausted=("a",)))
    state, _ = act(camped(one, actions=2, fire=True), "sleep", "zael")
    assert (state.party[0].afflictions, state.party[0].strength.fatigue) == ((), 0)
    assert state.party[0].magic.exhausted == ("a",)
    assert (state.camp.actions, ambush_dice(state.camp, 1)) == (0, 2)
    assert refused(state, "sleep", "zael") == "camp_actions"
    assert refused(camped(one, actions=1), "sleep", "zael") == "camp_actions"


@covers("dead_weight.action.camp_lookout", "dead_weight.camp.ambush_other")
def test_a_lookout_takes_an_ambush_die():
    state = camped(somebody(), fire=True, exposed=True)
    assert ambush_dice(state.camp, 1) == 2
    state, _ = act(state, "lookout", "zael")
    assert ambush_dice(state.camp, 1) == 1
    for _ in range(3):
        state, _ = act(state, "lookout", "zael")
    assert ambush_dice(state.camp, 1) == 0
    assert (
        refused(camped(somebody(conditions=("mortally_wounded",)), somebody("amber")), "rest", "zael") == "cannot_act"
    )


@covers("dead_weight.camp.cook_portions", "dead_weight.skill.cooking", "dead_weight.skill.master_chef")
@pytest.mark.parametrize(("skill", "feeds"), [("", 2), ("cooking", 3), ("master_chef", 4)])
def test_how_many_a_cooked_ration_feeds(skill, feeds):
    state = table(somebody(skills=(skill,)), somebody("amber", skills=("cooking",) if skill else ()))
    assert portions(state) == feeds
    for mouths, rations in ((6, -(-6 // feeds)), (4, -(-4 // feeds))):
        party = [somebody(f"one{n}", afflictions=("hungry",), skills=(skill,)) for n in range(mouths)]
        fed = replace(party[0], items=tuple(have("ration", f"r{n}") for n in range(5)))
        state, play = act(camped(fed, *party[1:], fire=True, supplies=1), "cook", "one0", rations)
        assert next(question for question in play.asked if question.what == "cook").options[0] == rations
        assert all(one.afflictions == () for one in state.party)
        assert len(state.party[0].items) == 5 - rations


@covers("dead_weight.action.camp_cook", "dead_weight.camp.regular_ration", "dead_weight.item.ration")
def test_cooking_needs_a_fire_a_supply_used_and_something_to_cook():
    hungry = somebody(afflictions=("hungry", "parched", "angry"), items=(have("ration"),))
    assert refused(camped(hungry, supplies=1), "cook", "zael") == "no_fire"
    assert refused(camped(hungry, fire=True), "cook", "zael") == "no_supply_used"
    assert refused(camped(somebody(), fire=True, supplies=1), "cook", "zael") == "nothing_to_cook"
    full = somebody(items=(have("ration"),))
    assert refused(camped(full, fire=True, supplies=1), "cook", "zael") == "nobody_hungry"
    state, _ = act(camped(hungry, fire=True, supplies=1), "cook", "zael", 1)
    assert (state.party[0].afflictions, state.party[0].items, state.camp.actions) == (("angry",), (), 3)


@covers("dead_weight.camp.regular_ration", "dead_weight.action.camp_cook")
def test_with_too_little_the_party_says_who_eats():
    party = [somebody(f"one{n}", afflictions=("hungry",)) for n in range(3)]
    state = camped(replace(party[0], items=(have("ration"),)), *party[1:], fire=True, supplies=1)
    state, _ = act(state, "cook", "one0", 1, "one2", "one0")
    assert [one.afflictions for one in state.party] == [(), ("hungry",), ()]
    kept, _ = act(
        camped(*party[1:], replace(party[0], items=(have("ration"),)), fire=True, supplies=1), "cook", "one1", 0
    )
    assert kept.party[2].items


@covers(
    "dead_weight.camp.special_ration",
    "dead_weight.camp.tea",
    "dead_weight.camp.coffee",
    "dead_weight.item.tea",
    "dead_weight.item.hot_chocolate",
    "dead_weight.item.coffee",
)
@pytest.mark.parametrize(("drink", "ends"), [("tea", "angry"), ("hot_chocolate", "angry"), ("coffee", "sleepy")])
def test_special_rations_end_something_else_and_thirst_but_not_hunger(drink, ends):
    one = somebody(afflictions=("hungry", "parched", ends), items=(have(drink),))
    state, _ = act(camped(one, fire=True, supplies=1), "cook", "zael", 1)
    assert state.party[0].afflictions == ("hungry",)


@covers("dead_weight.action.camp_tend_wounds", "dead_weight.item.medical_supply")
def test_one_wound_on_each_attribute_for_a_supply_each():
    kit = (have(MEDICAL, "kit", count=2),)
    one = somebody(strength=(3, 0, 0, 2), dexterity=(3, 0, 0, 1), items=kit)
    state, _ = act(camped(one), "tend_wounds", "zael", "all")
    assert (lying(state.party[0], "STR"), lying(state.party[0], "DEX")) == ((0, 1), (0, 0))
    assert (state.party[0].items, state.camp.actions) == ((), 3)
    assert refused(state, "tend_wounds", "zael") == "no_medical_supply"
    some = camped(one, somebody("amber", strength=(3, 0, 0, 1)))
    state, _ = act(some, "tend_wounds", "zael", ("tend", "amber", "STR"), "done")
    assert (lying(state.party[1], "STR"), state.party[0].items[0].count) == ((0, 0), 1)
    assert refused(camped(somebody(items=kit)), "tend_wounds", "zael") == "nobody_wounded"


@covers("dead_weight.action.camp_tend_wounds", "dead_weight.affliction.hungry", "dead_weight.affliction.cursed")
@pytest.mark.parametrize("affliction", ["hungry", "cursed"])
def test_the_hungry_and_the_cursed_are_not_tended(affliction):
    one = somebody(strength=(3, 0, 0, 2), afflictions=(affliction,), items=(have(MEDICAL),), skills=("surgeon",))
    assert refused(camped(one), "tend_wounds", "zael") == "nobody_wounded"
    assert refused(camped(one), "surgery", "zael") == "nobody_wounded"


@covers("dead_weight.action.camp_surgery", "dead_weight.skill.surgeon", "dead_weight.skill.same_skill_party")
def test_surgery_heals_a_wound_of_everybody_once_per_camp_and_surgeon():
    one = somebody(strength=(3, 0, 0, 2), dexterity=(3, 0, 0, 1), skills=("surgeon",))
    other = somebody("amber", strength=(3, 0, 0, 1), skills=("surgeon",))
    state, _ = act(camped(one, other), "surgery", "zael", "roll", [3, 5], "DEX")
    assert (lying(state.party[0], "DEX"), lying(state.party[1], "STR"), state.camp.actions) == ((0, 0), (0, 0), 4)
    assert refused(state, "surgery", "zael") == "once_per_camp"
    state, _ = act(state, "surgery", "amber", "roll", [2, 3])
    assert lying(state.party[0], "STR") == (0, 2)
    assert refused(camped(somebody()), "surgery", "zael") == "not_now"
    state, _ = act(state, "end_camp", "zael")
    state, _ = act(state, "set_up_camp", "zael", "dry", "no", "no")
    state, play = act(state, "surgery", "zael", "roll", [2, 3])
    assert "surgery.failed" in play.codes()


@covers("dead_weight.action.camp_repair", "dead_weight.skill.crafting")
def test_a_crafter_puts_two_armour_points_back_once_per_camp():
    padded = have("dead_weight.armour.padded_armor", "padded", place="worn", ap=0)
    state = camped(somebody(skills=("crafting",)), somebody("amber", items=(padded,)))
    state, _ = act(state, "repair_armour", "zael")
    assert (state.party[1].items[0].ap, state.camp.actions) == (2, 4)
    assert refused(state, "repair_armour", "zael") == "once_per_camp"
    two = camped(
        somebody(skills=("crafting",), items=(replace(padded, id="mine", ap=1),)), somebody("amber", items=(padded,))
    )
    state, _ = act(two, "repair_armour", "zael", ("repair", "zael", "mine"))
    assert [one.items[0].ap for one in state.party] == [2, 1]
    assert refused(camped(somebody(skills=("crafting",))), "repair_armour", "zael") == "nothing_to_repair"


@covers("dead_weight.action.camp_ritual", "dead_weight.skill.ritualist")
def test_a_ritual_takes_a_point_off_doom_or_omens_and_undoes_nothing():
    state = with_place(camped(somebody(skills=("ritualist",))), doom=5, told=(2, 4))
    state, _ = act(state, "ritual", "zael", "doom")
    assert (doom(state), state.camp.actions) == (4, 3)
    low, play = act(with_place(state, doom=3), "move_tracker", "", "doom", 1)
    assert (doom(low), "doom.event" in play.codes()) == (4, False)
    state, _ = act(state, "ritual", "zael", "omens")
    assert state.omens.filled == 0
    filled = replace(state, omens=replace(state.omens, filled=4))
    state, _ = act(filled, "ritual", "zael", "omens")
    assert state.omens.filled == 3


@covers("dead_weight.skill.ritualist", "dead_weight.action.camp_ritual")
def test_a_ritualist_spends_1_camp_action_for_each_point():
    ritualist, other = somebody(skills=("ritualist",)), somebody("amber", seat="amber")
    state = with_place(camped(ritualist, other, actions=2), doom=5, events=())
    state, play = act(state, "ritual", "zael", "doom")
    assert (doom(state), state.camp.actions) == (4, 1)
    assert next(told for told in play.told if told.code == "doom.lower").seen_by == (REFEREE,), (
        "players learn no number"
    )
    state, _ = act(state, "ritual", "zael", "doom")
    assert (doom(state), state.camp.actions) == (3, 0)
    assert refused(state, "ritual", "zael") == "camp_actions"
    assert not any(offer.action == Action("ritual", "amber") for offer in GAME.actions(state, "amber"))
    low, _ = act(with_place(camped(ritualist), doom=0, events=()), "ritual", "zael", "doom")
    assert doom(low) == 0


@covers("dead_weight.action.camp_camp_items", "dead_weight.action.camp_use_items")
def test_for_one_action_everybody_uses_a_camp_item_and_others_are_free():
    hurt = {"strength": (3, 0, 0, 1)}
    kit = have("first_aid_kit", "kit")
    state = camped(somebody(**hurt, items=(kit,)), somebody("amber", **hurt, items=(replace(kit, id="kit2"),)))
    offered, _ = act(state, "camp_items", "zael", "zael", 6, "kit2", 6)
    assert offered.camp.actions == 3
    assert [one.strength.wounds for one in offered.party] == [0, 0]
    assert refused(camped(somebody()), "camp_items", "zael") == "nothing_to_use"
    dry = camped(somebody(afflictions=("parched",), items=(have("water", place="liquid"),)), actions=0)
    wet, _ = act(dry, "use_item", "zael")
    assert (wet.party[0].afflictions, wet.camp.actions) == ((), 0)


@covers(
    "dead_weight.camp.ambush_exposed",
    "dead_weight.camp.ambush_fire",
    "dead_weight.camp.ambush_before",
    "dead_weight.camp.ambush_other",
)
@pytest.mark.parametrize(
    ("camp", "camps", "dice"),
    [
        ({}, 1, 0),
        ({"exposed": True}, 1, 1),
        ({"fire": True}, 1, 1),
        ({"exposed": True, "fire": True}, 1, 2),
        ({"exposed": True, "fire": True}, 3, 3),
        ({"more_dice": 1}, 1, 1),
        ({"fire": True, "lookouts": 3}, 1, 0),
    ],
)
def test_what_ambush_dice_come_from(camp, camps, dice):
    assert ambush_dice(Camp(**camp), camps) == dice


@covers("dead_weight.camp.ambush_roll")
@pytest.mark.parametrize(
    ("dice", "any_", "surprise"),
    [(1, Fraction(1, 6), 0), (2, Fraction(11, 36), Fraction(1, 36)), (3, Fraction(91, 216), Fraction(2, 27)),
     (4, Fraction(671, 1296), Fraction(19, 144))],
)  # fmt: skip
def test_the_chances_of_an_ambush(dice, any_, surprise):
    odds = distribution(ambushed, dice)
    assert 1 - odds["quiet"] == any_
    assert odds.get("surprise", 0) == surprise
    assert distribution(ambushed, 0) == {"quiet": 1}


@covers("dead_weight.action.gm_ambush_roll", "dead_weight.phase.camp_ambush", "dead_weight.phase.camp_actions")
def test_after_the_actions_the_gm_rolls_and_a_quiet_camp_is_broken():
    state, _ = act(camped(somebody(), fire=True, actions=2), "end_camp", "zael")
    assert (state.camp.step, state.camp.actions) == ("ambush", 0)
    assert refused(state, "rest", "zael") == "not_now"
    state, play = act(state, "ambush_roll", "", 5)
    assert (state.phase, state.camp, play.asked[0].hidden) == ("exploration", None, False)


@covers("dead_weight.camp.ambush_roll", "dead_weight.camp.ambush_monsters", "dead_weight.table.wandering_mausoleum")
def test_an_ambush_is_fought_against_wandering_monsters_and_camp_is_broken_after_it():
    state = with_place(camped(somebody(), fire=True, exposed=True), events=())
    state, _ = act(state, "end_camp", "zael")
    fight, _ = act(state, "ambush_roll", "", [2, 6], 3, "nearby", "roll", [5, 5, 5])
    assert (fight.phase, [foe.of for foe in fight.enemies]) == ("combat", ["dead_weight.monster.gremlin"] * 4)
    assert (fight.combat.surprised, fight.combat.back_to) == (False, "camp")
    surprised, _ = act(state, "ambush_roll", "", [6, 6], 5, "nearby")
    assert (surprised.combat.surprised, surprised.combat.fast) == (True, ())
    over, _ = act(fight, "combat_call_off", "", "called_off")
    assert (over.phase, over.camp, doom(over), over.turns) == ("exploration", None, 1, 1)


@covers("dead_weight.camp.ambush_monsters")
def test_without_a_table_the_gm_picks_the_monsters():
    state = replace(table(somebody()), phase="camp", camps=1, camp=Camp("ambush", fire=True))
    script = (6, "bestiary", "dead_weight.monster.gremlin", 2, "no", "nearby", "roll", [5, 5, 5])
    fight, _ = act(state, "ambush_roll", "", *script)
    assert [foe.name for foe in fight.enemies] == ["Gremlin 1", "Gremlin 2"]


@covers("dead_weight.camp.ambush_other")
def test_the_gm_adds_and_removes_ambush_dice():
    state, _ = act(camped(somebody()), "ambush_dice", "", 2)
    assert ambush_dice(state.camp, 1) == 2
    state, _ = act(state, "ambush_dice", "", -3)
    assert ambush_dice(state.camp, 1) == 0
