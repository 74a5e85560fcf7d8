"""Spells: memorizing, casting and its test, and what every one of them does."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.characters.creation import spells_of
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.combat.acting import unable
from tallow.games.dead_weight.combat.attack import strike, wound_enemy
from tallow.games.dead_weight.combat.defence import defend
from tallow.games.dead_weight.combat.moving import tiles
from tallow.games.dead_weight.combat.weapon_attacks import manners
from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.entries.gear import weapons
from tallow.games.dead_weight.entries.magic import prayers, schools, spells
from tallow.games.dead_weight.gear.handling import movable
from tallow.games.dead_weight.gear.inventory import capacity, load
from tallow.games.dead_weight.harm.conditions import hold
from tallow.games.dead_weight.harm.wounds import Hit
from tallow.games.dead_weight.magic.aiming import marks
from tallow.games.dead_weight.magic.casting import cast, destroy_eye, dismiss, nothing_to_cast
from tallow.games.dead_weight.magic.channelling import turn_begins
from tallow.games.dead_weight.magic.effects import (
    advantage_against,
    camp_made,
    combat_over,
    doubled_move,
    dreaded,
    dreads,
    expedition_over,
    magic_light,
    pay_shot,
    shadows,
    shots,
    smoke,
    telekinetic,
    tick_round,
    tick_turn,
)
from tallow.games.dead_weight.magic.memorizing import memorize, memorize_all
from tallow.games.dead_weight.magic.spells import cast_spell, castable, level
from tallow.games.dead_weight.magic.workings import SPELL_EFFECTS
from tallow.games.dead_weight.monsters.enemies import enemy_turn_starts, targets, tear_loose
from tallow.games.dead_weight.monsters.enemy_sheet import sheet_action
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import Corpse, Purse, adventurer, enemy, find, put
from tallow.games.deeds import Action
from tallow.play import REFEREE, Roll
from tallow.testing import covers
from tests.games.dead_weight.casters import (
    SPELL,
    TOME,
    WAND,
    afar,
    calm,
    foe,
    fray,
    friend,
    options,
    running,
    thing_of,
    wizard,
    worked,
)  # fmt: skip
from tests.games.dead_weight.people import code, lying
from tests.games.playing import done

LIGHT = f"{SPELL}light"


def cast_it(state, spell, *script, safe=True):
    return done(cast_spell, state, "mira", f"{SPELL}{spell}", script=script, safe=safe)


def rounds(state, n):
    for _ in range(n):
        state, _ = done(tick_round, state)
    return state


@covers("dead_weight.spell.memorize", "dead_weight.action.expedition_memorize")
def test_a_wizard_memorizes_one_spell_for_each_point_of_int_whatever_lies_on_it():
    known = ("magic_missile", "light", "pain")
    whole = calm(wizard(*known, scores=(2, 2, (3, 0, 1, 2), 2)))
    state, play = done(memorize, replace(whole), "mira")
    assert len(adventurer(state, "mira").magic.memorized) == 3
    assert not play.asked

    state, play = done(memorize, calm(wizard(*known, scores=(2, 2, 2, 2))), "mira", script=[f"{SPELL}pain", LIGHT])
    assert adventurer(state, "mira").magic.memorized == (LIGHT, f"{SPELL}pain")
    assert play.asked[1].options == (f"{SPELL}magic_missile", LIGHT)


@covers("dead_weight.action.camp_memorize", "dead_weight.spell.failure")
def test_camp_memorizing_brings_back_forgotten_spells_with_the_grimoire_only():
    forgetful = wizard("light", "pain")
    forgetful = replace(forgetful, magic=replace(forgetful.magic, memorized=(LIGHT,), exhausted=()))
    state, _ = done(memorize_all, calm(forgetful), "mira")
    assert adventurer(state, "mira").magic.memorized == (LIGHT, f"{SPELL}pain")

    bookless = replace(forgetful, items=(WAND,))
    state, _ = done(memorize_all, calm(bookless), "mira")
    assert adventurer(state, "mira").magic.memorized == (LIGHT,)


@covers("dead_weight.spell.list", "dead_weight.setting.school_spell_level")
def test_spells_of_the_basic_list_have_their_level_and_those_of_schools_the_tables():
    basic = [spell for spell in spells().values() if spell.basic]
    assert sorted(spell.level for spell in basic) == [1, 1, 1, 2, 2, 2]
    assert [level(Settings(), spell) for spell in basic] == [spell.level for spell in basic]
    assert all(spell.actions == 1 for spell in spells().values())
    haste = spells()[f"{SPELL}haste"]
    assert (level(Settings(), haste), level(Settings(school_spell_level=2), haste)) == (1, 2)


@covers("dead_weight.school.*")
@pytest.mark.parametrize("school", sorted(schools()))
def test_every_school_opens_its_own_spells_besides_the_basic_list(school):
    entry = schools()[school]
    basic = {spell.id for spell in spells().values() if spell.basic}
    assert set(spells_of(school)) == basic | set(entry.spells)
    assert all(school in BOOK.entries()[spell].data["schools"] for spell in entry.spells)


@covers("dead_weight.spell.cast", "dead_weight.spell.success", "dead_weight.trait.magic_user")
def test_a_spell_works_first_and_is_tested_then():
    state, play = cast_it(fray(wizard("magic_shield")), "magic_shield", "roll", [5, 3, 2])
    one = adventurer(state, "mira")
    assert running(state, "magic_shield")
    assert one.magic.memorized == (f"{SPELL}magic_shield",)
    assert lying(one, "INT") == (0, 0)
    assert play.codes().index("effect.begins") < play.codes().index("test")
    tired, _ = cast_it(fray(wizard("magic_shield")), "magic_shield", "roll", [4, 3, 2])
    assert lying(adventurer(tired, "mira"), "INT") == (1, 0)
    lay = wizard("magic_shield")
    assert (
        castable(fray(replace(lay, life=replace(lay.life, traits=()))), replace(lay, life=replace(lay.life, traits=())))
        == ()
    )


@covers("dead_weight.spell.failure")
def test_a_failed_spell_is_forgotten_but_still_known_and_goes_on():
    state, _ = cast_it(fray(wizard("magic_shield", "light")), "magic_shield", "roll", [2, 3, 3])
    one = adventurer(state, "mira")
    assert one.magic.memorized == (LIGHT,)
    assert one.magic.spells[0] == f"{SPELL}magic_shield"
    assert running(state, "magic_shield")


@covers("dead_weight.spell.critical_failure")
def test_a_critical_failure_is_forgotten_and_a_mishap_by_the_level_of_the_spell():
    state, play = cast_it(fray(wizard("magic_shield"), friend()), "magic_shield", "roll", [1, 2, 3], [3, 4])
    assert not adventurer(state, "mira").magic.memorized
    assert [one.afflictions for one in state.party] == [("hopeless",), ("hopeless",)], "2 + 7 is row 9"
    assert "mishap" in play.codes()


@covers("dead_weight.spell.great_success")
def test_a_great_success_makes_the_next_spell_a_sure_one():
    state, _ = cast_it(fray(wizard("magic_shield", "haste")), "magic_shield", "roll", [6, 6, 2])
    assert adventurer(state, "mira").magic.well
    after, play = cast_it(state, "haste", "mira")
    assert not adventurer(after, "mira").magic.well
    assert not [question for question in play.asked if isinstance(question, Roll)]


@covers("dead_weight.spell.conductor", "dead_weight.spell.no_conductor")
def test_without_a_conductor_in_hand_any_failure_is_a_mishap():
    bare = fray(wizard("magic_shield", items=(TOME,)))
    kept, _ = done(cast, bare, "mira", script=["stop"])
    assert kept == (bare, "")
    (state, _), _ = done(cast, bare, "mira", script=["cast", "roll", [2, 3, 3], [1, 1]])
    assert state.locations[0].doom == 1, "level 2: row 4"

    sheathed = replace(WAND, place="belt")
    _, play = done(cast, fray(wizard("magic_shield", items=(sheathed,))), "mira", script=["yes", "roll", [5, 5, 5]])
    assert play.asked[0].what == "waive_conductor"
    assert play.asked[0].by == REFEREE
    _, play = done(cast, calm(wizard("light", items=(sheathed,))), "mira", script=[[3, 4], "roll", [5, 5, 5]])
    assert "waive_conductor" not in [getattr(question, "what", "") for question in play.asked]


@covers("dead_weight.action.combat_cast", "dead_weight.prayer.silence")
def test_casting_in_combat_is_an_action_that_the_stunned_and_silenced_do_not_have():
    state = fray(wizard("magic_shield"), friend())
    after, _ = done(GAME.perform, state, Action("cast", "mira"), script=["roll", [5, 3, 2]])
    assert after.combat.actions == 1
    assert after.combat.turn == "mira"
    stunned = put(state, replace(adventurer(state, "mira"), stun=1))
    assert code(unable(stunned, "mira", "cast", 1)) == "stunned"
    offers = {offer.action.name: offer.refusal for offer in GAME.actions(stunned, "mira")}
    assert code(offers["cast"]) == "stunned"
    assert "cast_exploring" not in offers
    assert nothing_to_cast(fray(wizard("knock_lock")), wizard("knock_lock")) is None
    empty = wizard()
    assert code(nothing_to_cast(fray(empty), empty)) == "nothing_to_cast"


@covers("dead_weight.action.explore_cast", "dead_weight.exploration.cast_cost", "dead_weight.spell.magic_missile")
def test_casting_while_exploring_takes_one_turn_and_combat_spells_are_not_open():
    state = calm(wizard("light", "magic_missile"), decay=2)
    after, _play = done(GAME.perform, state, Action("cast_exploring", "mira"), script=[[3, 4], "roll", [5, 5, 5]])
    assert (after.turns, after.decay) == (1, 3)
    assert castable(state, adventurer(state, "mira")) == (LIGHT,)
    assert running(after, "light")[0].left == 6, "seven turns, the first of which has passed"


@covers("dead_weight.spell.duration_roll", "dead_weight.spell.turns")
def test_unnamed_turns_are_those_of_where_it_is_cast_and_the_caster_rolls_them():
    state, play = worked(fray(wizard("hover")), "hover", [[4]])
    assert (running(state, "hover")[0].unit, play.asked[0].by) == ("round", "mira")
    state, _ = worked(calm(wizard("hover")), "hover", [[4]])
    assert running(state, "hover")[0].unit == "turn"
    state, _ = worked(fray(wizard("light")), "light", [[2, 3]])
    assert (running(state, "light")[0].unit, running(state, "light")[0].left) == ("turn", 4), (
        "the combat is one of five"
    )


@covers("dead_weight.spell.magic_missile")
def test_magic_missile_lends_a_ranged_attack_for_the_combat():
    state, _ = worked(fray(wizard("magic_missile")), "magic_missile")
    state, _ = worked(state, "magic_missile")
    assert len(state.effects) == 1
    assert shots(state, adventurer(state, "mira")) == (f"{SPELL}magic_missile",)
    profile = spells()[f"{SPELL}magic_missile"].attack
    assert profile is not None
    assert (profile.attribute, profile.wounds, profile.critical, profile.range) == ("INT", 3, 0, "far")
    (hit, _), _ = done(
        strike, state, "mira", "crone", profile, script=["roll", [6, 6, 2], [2]], melee=False, magic=True
    )
    assert enemy(hit, "crone").taken == 3
    over, _ = done(combat_over, state)
    assert not over.effects


@covers("dead_weight.spell.light")
def test_light_stays_in_the_room_where_it_was_cast():
    state, _play = worked(calm(wizard("light")), "light", [[1, 1]])
    assert magic_light(state)
    elsewhere = replace(state, locations=(replace(state.locations[0], room="12"),))
    assert not magic_light(elsewhere)
    for _ in range(2):
        state, _ = done(tick_turn, state)
    assert magic_light(state)
    state, _ = done(tick_turn, state)
    assert not magic_light(state)


@covers("dead_weight.spell.magic_mouth")
def test_magic_mouth_is_told_with_its_text_and_doom_advances_if_the_gm_wants_it():
    state, play = worked(calm(wizard("magic_mouth")), "magic_mouth", ["quiet"])
    assert "magic.fiction" in play.codes()
    assert state.locations[0].doom == 0
    state, play = worked(state, "magic_mouth", ["loud", "yes"])
    assert state.locations[0].doom == 1
    assert play.asked[1].by == REFEREE


@covers("dead_weight.spell.magic_mouth")
def test_the_mouth_goes_on_in_its_room_until_the_expedition_is_over():
    state, _ = worked(calm(wizard("magic_mouth")), "magic_mouth", ["quiet"])
    (mouth,) = state.effects
    assert (mouth.of, mouth.by, mouth.on, mouth.unit) == (f"{SPELL}magic_mouth", "mira", (), "expedition")
    assert not done(expedition_over, state)[0].effects


@covers("dead_weight.spell.pain")
def test_pain_costs_an_enemy_an_action_for_each_test_that_it_fails():
    state, _play = worked(fray(wizard("pain")), "pain")
    assert marks(fray(wizard("pain")), "mira", spells()[f"{SPELL}pain"]) == ("ghoul",), "the other is too far"
    state, _ = worked(state, "pain")
    assert enemy(state, "ghoul").pains == 2
    state = replace(state, combat=replace(state.combat, turn="ghoul", step="enemies", actions=2))
    state, _ = done(enemy_turn_starts, state, "ghoul", script=[[2, 3], [1, 5]])
    assert state.combat.actions == 1


@covers("dead_weight.spell.knock_lock")
@pytest.mark.parametrize("use", ["open", "lock"])
def test_knock_lock_opens_or_locks(use):
    _, play = worked(calm(wizard("knock_lock")), "knock_lock", [use])
    assert play.codes() == [f"door.{use}"]


@covers("dead_weight.spell.magic_shield")
@pytest.mark.parametrize(("tokens", "after"), [(0, 1), (2, 3), (3, 3), (4, 4)])
def test_magic_shield_gives_a_token_each_own_turn_up_to_three(tokens, after):
    state, _ = worked(fray(wizard("magic_shield", shield=tokens)), "magic_shield")
    assert adventurer(state, "mira").shield == tokens, "the first comes with the next turn"
    state, _ = done(turn_begins, state, "mira")
    assert adventurer(state, "mira").shield == after


@covers("dead_weight.spell.pain_of_yadar")
def test_the_pain_of_yadar_is_three_stun_tokens():
    state, _ = worked(fray(wizard("pain_of_yadar")), "pain_of_yadar")
    assert enemy(state, "ghoul").stun == 3


@covers("dead_weight.spell.command_undead")
def test_a_commanded_undead_fights_for_the_party_and_goes_after_three_turns():
    strong = foe("lich", at=(5, 2), level=4)
    state = fray(wizard("command_undead"), enemies=(foe(), strong, foe("rat", tags=("living",), at=(4, 4))))
    assert marks(state, "mira", spells()[f"{SPELL}command_undead"]) == ("ghoul",)
    third = fray(wizard("command_undead"), enemies=(replace(strong, level=3),))
    assert marks(third, "mira", spells()[f"{SPELL}command_undead"]) == ("lich",), "up to level 3"
    state, _ = worked(state, "command_undead")
    (ally,) = state.allies
    assert (ally.id, ally.owner, ally.seat) == ("ghoul", "mira", "mira")
    assert "ghoul" not in [one.id for one in state.enemies]
    state, _ = done(combat_over, state)
    state = replace(state, combat=None)
    for turns in (1, 1, 0):
        state, _ = done(tick_turn, state)
        assert len(state.allies) == turns

    state, play = worked(calm(wizard("command_undead")), "command_undead")
    assert "magic.fiction" in play.codes()
    assert running(state, "command_undead")[0].left == 3


@covers("dead_weight.spell.explode_corpse")
def test_an_exploding_corpse_wounds_everyone_close_and_may_be_reduced():
    dead = Corpse("c1", "Rat", at=(5, 2))
    state = fray(wizard("explode_corpse"), friend(at=(4, 2)), corpses=(dead, Corpse("c2", "Hag", at=(11, 7))))
    state, play = worked(state, "explode_corpse", ["yes", "roll", [2, 3, 5], "DEX", [2]])
    assert lying(adventurer(state, "tam"), "DEX") == (0, 1), "toughened up against one of two"
    assert enemy(state, "ghoul").taken == 2
    assert enemy(state, "crone").taken == 0
    assert [corpse.id for corpse in state.corpses] == ["c2"]
    fallen = friend(at=(4, 2), conditions=("mortally_wounded",))
    state, _ = worked(fray(wizard("explode_corpse"), fallen, enemies=(afar(),), corpses=(dead,)), "explode_corpse")
    assert "dead" in adventurer(state, "tam").conditions, "who lies there is hit as well"

    state, play = worked(
        calm(wizard("explode_corpse"), friend(), corpses=(dead,)), "explode_corpse", ["tam", "no", "STR"]
    )
    assert lying(adventurer(state, "tam"), "STR") == (0, 2)
    assert play.asked[0].by == REFEREE


@covers("dead_weight.spell.phobia")
def test_phobia_keeps_its_victim_from_attacking_what_it_dreads():
    state, _ = worked(fray(wizard("phobia"), friend()), "phobia", ["ghoul", "tam", [2]])
    assert dreads(state, "ghoul", "tam")
    assert not dreads(state, "ghoul", "mira")
    bite = sheet_action("dead_weight.enemy_action.infectious_bite")
    beside = put(state, replace(enemy(state, "ghoul"), at=(4, 2)))
    assert targets(beside, enemy(beside, "ghoul"), bite) == ()
    assert targets(replace(beside, effects=()), enemy(beside, "ghoul"), bite) == ("tam",)
    assert not rounds(state, 2).effects, "its own two turns, one of them in this round"
    vague, _ = worked(fray(wizard("phobia"), friend()), "phobia", ["tam", "something", [2]])
    assert dreaded(vague, "tam") == ()
    assert dreaded(state, "ghoul") == ("tam",)


@covers("dead_weight.spell.black_night")
def test_black_night_blinds_all_in_it_but_the_caster():
    state, _ = worked(fray(wizard("black_night"), friend()), "black_night", [(3, 3), [1]])
    assert "blind" in find(state, "tam").conditions
    assert "blind" not in find(state, "mira").conditions
    assert "blind" not in find(state, "ghoul").conditions
    left = shadows(put(state, replace(adventurer(state, "tam"), at=(6, 6))))
    assert "blind" not in find(left, "tam").conditions
    came = shadows(put(state, replace(enemy(state, "ghoul"), at=(4, 4))))
    assert "blind" in find(came, "ghoul").conditions
    over = rounds(state, 2)
    assert not over.effects
    assert "blind" not in find(over, "tam").conditions


@covers("dead_weight.spell.nightmare")
def test_nightmare_is_sleep_until_a_wound():
    state, _ = worked(fray(wizard("nightmare")), "nightmare", ["ghoul"])
    assert "asleep" in enemy(state, "ghoul").conditions
    assert "asleep" in enemy(rounds(state, 3), "ghoul").conditions
    (hurt, _), _ = done(wound_enemy, state, "ghoul", Hit(1, pierces=True), "mira")
    assert "asleep" not in enemy(hurt, "ghoul").conditions
    assert not rounds(hurt, 1).effects


@covers("dead_weight.spell.bonedance")
def test_bonedance_gives_advantage_on_attacks_and_defence():
    state, _ = worked(fray(wizard("bonedance"), friend(at=(5, 2))), "bonedance", ["ghoul"])
    assert advantage_against(state, "ghoul") == 1
    assert advantage_against(state, "crone") == 0
    sword = weapons()["dead_weight.weapon.short_sword"].attack
    (_, reading), _ = done(strike, state, "tam", "ghoul", sword, script=["roll", [2, 2, 2], ("reroll", 2), [5], [2]])
    assert reading.success
    bite = sheet_action("dead_weight.enemy_action.infectious_bite")
    _, play = done(defend, state, "tam", enemy(state, "ghoul"), bite, script=["roll", [2, 2, 2], ("reroll", 2), [5]])
    assert "reroll" in [getattr(question, "what", "") for question in play.asked]


@covers("dead_weight.spell.glue")
def test_glue_holds_an_enemy_until_it_tears_loose_or_something():
    state, play = worked(fray(wizard("glue")), "glue", ["ghoul"])
    assert "glued" in enemy(state, "ghoul").conditions
    assert options(play, "aim") == ("ghoul", "something")
    stuck, _ = done(tear_loose, state, "ghoul", script=[[1, 3]])
    assert "glued" in enemy(stuck, "ghoul").conditions
    free, _ = done(tear_loose, state, "ghoul", script=[[1, 4]])
    assert "glued" not in enemy(free, "ghoul").conditions
    assert not rounds(free, 1).effects
    _, play = worked(fray(wizard("glue")), "glue", ["something"])
    assert "magic.fiction" in play.codes()


@covers("dead_weight.spell.machine_spirit")
def test_machine_spirit_mends_metal_armour_whole_or_a_machine():
    mail = thing_of("armour.scale_armor", "mail", place="worn", ap=1)
    coat = thing_of("armour.leather_armor", "coat", place="worn", ap=0)
    state, play = worked(calm(wizard("machine_spirit"), friend(items=(mail, coat))), "machine_spirit", ["mail"])
    assert options(play, "aim") == ("mail", "something")
    (mended, still) = adventurer(state, "tam").items
    assert mended.ap == thing_of("armour.scale_armor", "x").ap > 1
    assert still.ap == 0
    _, play = worked(calm(wizard("machine_spirit")), "machine_spirit")
    assert play.codes() == ["magic.fiction"]


@covers("dead_weight.spell.smoke_form")
def test_smoke_cannot_be_harmed_moves_twice_as_far_and_takes_shape_with_the_next_turn():
    state, _ = worked(fray(wizard("smoke_form")), "smoke_form")
    assert smoke(state, "mira")
    assert tiles(state, adventurer(state, "mira")) == 4
    assert code(unable(state, "mira", "combat_attack", 1)) == "smoke"
    bite = sheet_action("dead_weight.enemy_action.infectious_bite")
    after, _ = done(defend, state, "mira", enemy(state, "ghoul"), bite)
    assert adventurer(after, "mira") == adventurer(state, "mira")
    state = rounds(state, 1)
    assert smoke(state, "mira")
    solid, _ = done(turn_begins, state, "mira")
    assert not smoke(solid, "mira")
    assert not adventurer(solid, "mira").conditions

    walled = replace(state, combat=replace(state.combat, walls=((2, 2),)))
    dead, _ = done(turn_begins, walled, "mira")
    assert "dead" in adventurer(dead, "mira").conditions
    quiet, _ = worked(calm(wizard("smoke_form")), "smoke_form")
    quiet, _ = done(tick_turn, quiet)
    dead, play = done(tick_turn, quiet, script=["no"])
    assert "dead" in adventurer(dead, "mira").conditions
    assert play.asked[0].by == REFEREE


@covers("dead_weight.spell.silver_cannon")
def test_the_silver_cannon_shoots_silver():
    state, _ = worked(fray(wizard("silver_cannon", purse=Purse(silver=1))), "silver_cannon")
    (shot,) = shots(state, adventurer(state, "mira"))
    assert spells()[shot].attack == Attack("INT", 3, effects=("P",), range="far")
    state = pay_shot(state, "mira", shot)
    assert adventurer(state, "mira").purse.silver == 0
    assert shots(state, adventurer(state, "mira")) == ()


@covers("dead_weight.spell.arcane_prison")
def test_who_is_imprisoned_can_neither_act_nor_be_hurt_or_aimed_at():
    state, _ = worked(fray(wizard("arcane_prison", "nightmare")), "arcane_prison", ["ghoul", [2]])
    assert "imprisoned" in enemy(state, "ghoul").conditions
    (_after, taken), _ = done(wound_enemy, state, "ghoul", Hit(3), "mira")
    assert taken == 0
    assert "ghoul" not in marks(state, "mira", spells()[f"{SPELL}nightmare"])
    assert "imprisoned" in enemy(rounds(state, 1), "ghoul").conditions
    assert "imprisoned" not in enemy(rounds(state, 2), "ghoul").conditions


@covers("dead_weight.spell.arcane_seal")
def test_no_spell_works_on_the_sealed():
    state, _ = worked(fray(wizard("arcane_seal"), friend()), "arcane_seal", ["tam", [3]])
    assert "tam" not in marks(state, "mira", spells()[f"{SPELL}haste"])
    assert "mira" in marks(state, "mira", spells()[f"{SPELL}haste"])
    assert "tam" in marks(state, "mira", prayers()["dead_weight.prayer.cure_light_wounds"])
    assert (running(state, "arcane_seal")[0].unit, running(state, "arcane_seal")[0].left) == ("turn", 2)


@covers("dead_weight.spell.pocket_reality", "dead_weight.container.tiny_bag")
def test_the_tiny_bag_weighs_nothing_and_spills_at_the_end():
    state, _ = worked(calm(wizard("pocket_reality")), "pocket_reality")
    state, _ = worked(state, "pocket_reality")
    one = adventurer(state, "mira")
    assert one.containers.count("tiny_bag") == 1
    assert capacity(one, "pocket") == 3
    assert len(state.effects) == 1
    ring = thing_of("item.torch", "ring", place="pocket")
    heavier = replace(one, items=(*one.items, ring))
    assert load(heavier) == load(one)
    assert "ring" in tuple(movable(state, heavier)), "it can be taken out again"
    over, _ = done(expedition_over, put(state, heavier))
    assert [item.id for item in over.ground] == ["ring"]
    assert capacity(adventurer(over, "mira"), "pocket") == 0
    assert not over.effects


@covers("dead_weight.spell.arcane_eye")
def test_an_arcane_eye_goes_when_dismissed_or_with_the_camp_and_hurts_when_hit():
    state, play = worked(calm(wizard("arcane_eye")), "arcane_eye")
    assert "magic.fiction" in play.codes()
    assert running(state, "arcane_eye")
    assert not done(dismiss, state, "mira")[0].effects
    assert not done(camp_made, state)[0].effects
    hit, _ = done(destroy_eye, state, "")
    assert not hit.effects
    assert lying(adventurer(hit, "mira"), "INT") == (0, 1)
    names = {offer.action.name for offer in GAME.actions(state, REFEREE)}
    assert "destroy_eye" in names


@covers("dead_weight.spell.mind_fog")
def test_mind_fog_is_timed_by_the_gm_in_secret():
    state, play = worked(fray(wizard("mind_fog"), friend()), "mind_fog", ["tam", [3]])
    (time,) = [question for question in play.asked if isinstance(question, Roll)]
    assert (time.n, time.sides, time.by, time.hidden) == (1, 4, REFEREE, True)
    assert running(state, "mind_fog")[0].on == ("tam",)
    assert all(told.seen_by == (REFEREE,) for told in play.told if told.code == "effect.begins")
    assert options(play, "aim") == ("tam", "mira"), "Close only"


@covers("dead_weight.spell.weave_fate")
def test_woven_dice_replace_others_and_wound_if_they_are_left():
    state, play = worked(calm(wizard("weave_fate")), "weave_fate", [2, [6, 6], [1, 1]])
    assert adventurer(state, "mira").magic.fate == (6, 6)
    assert play.asked[2].hidden
    assert play.asked[2].by == REFEREE
    (used, reading), _ = done(
        attempt, state, "mira", "STR", "dead_weight.test.pool", script=["roll", [2, 2], ("fate", 2, 6), "pass"]
    )
    assert reading.success
    assert adventurer(used, "mira").magic.fate == (6,)
    for _ in range(3):
        used, _ = done(tick_turn, used)
    assert adventurer(used, "mira").magic.fate == ()
    assert lying(adventurer(used, "mira"), "INT") == (0, 1)


@covers("dead_weight.spell.mystic_ink")
def test_mystic_ink_lasts_beyond_the_expedition():
    state, play = worked(calm(wizard("mystic_ink")), "mystic_ink")
    assert "magic.fiction" in play.codes()
    over, _ = done(expedition_over, state)
    assert running(over, "mystic_ink")


@covers("dead_weight.spell.haste")
def test_haste_doubles_movement_for_the_combat():
    state = fray(wizard("haste"), friend())
    before = tiles(state, adventurer(state, "tam"))
    state, _ = worked(state, "haste", ["tam"])
    assert doubled_move(state, "tam")
    assert tiles(state, adventurer(state, "tam")) == 2 * before
    assert running(rounds(state, 5), "haste")
    assert not done(combat_over, state)[0].effects


@covers("dead_weight.spell.shackles")
def test_shackles_take_the_casters_turns_and_end_by_a_wound_or_a_stun_token():
    state, _ = worked(fray(wizard("shackles"), friend()), "shackles", ["ghoul"])
    assert enemy(state, "ghoul").stun == 2
    assert state.combat.actions == 0
    state = replace(state, combat=replace(state.combat, actions=2))
    held, _ = done(turn_begins, state, "mira", script=["yes"])
    assert enemy(held, "ghoul").stun == 4
    assert held.combat.actions == 0
    let, _ = done(turn_begins, state, "mira", script=["no"])
    assert enemy(let, "ghoul").stun == 2
    assert let.combat.actions == 2
    assert not let.effects
    mira = adventurer(state, "mira")
    for disturbed in (
        replace(mira, stun=1),
        replace(mira, strength=replace(mira.strength, wounds=1)),
        replace(mira, at=(1, 1)),
    ):
        let, _ = done(turn_begins, put(state, disturbed), "mira")
        assert not let.effects
        assert enemy(let, "ghoul").stun == 2


@covers("dead_weight.spell.shackles", "dead_weight.condition.grabbed")
def test_whoever_the_shackles_stun_lets_go():
    state, _ = worked(fray(wizard("shackles"), friend()), "shackles", ["ghoul"])
    state, _ = done(hold, state, "ghoul", "tam", "grabbed", "dead_weight.condition.grabbed")
    assert adventurer(state, "tam").conditions == ("grabbed",)
    state, play = done(turn_begins, state, "mira", script=["yes"])
    assert adventurer(state, "tam").conditions == ()
    assert [told.facts for told in play.told if told.code == "stunned"] == [("Ghoul", 4)]


@covers("dead_weight.spell.telekinesis")
def test_telekinesis_swings_weapons_by_int():
    sword = thing_of("weapon.falchion", "sword", place="left")
    state, play = worked(fray(wizard("telekinesis", items=(WAND, sword))), "telekinesis")
    assert telekinetic(state, "mira")
    assert "magic.fiction" in play.codes()
    ways = [manner.attribute for manner in manners(state, adventurer(state, "mira"))]
    assert "INT" in ways
    assert not telekinetic(rounds(state, 2), "mira")


@covers("dead_weight.spell.hover")
def test_hover_lasts_its_turns():
    state, play = worked(fray(wizard("hover")), "hover", [[2]])
    assert "magic.fiction" in play.codes()
    assert running(rounds(state, 2), "hover")
    assert not running(rounds(state, 3), "hover"), "two turns after this one"


@covers("dead_weight.spell.nether_swap")
def test_nether_swap_changes_places_and_costs_both_their_shields():
    state = fray(wizard("nether_swap", shield=2), enemies=(foe(shield=1), afar()))
    state, _play = worked(state, "nether_swap")
    mira, ghoul = find(state, "mira"), find(state, "ghoul")
    assert (mira.at, ghoul.at) == ((6, 2), (2, 2))
    assert (mira.shield, ghoul.shield) == (0, 0)
    assert "mira" not in marks(state, "mira", spells()[f"{SPELL}nether_swap"])


@pytest.mark.parametrize("spell", sorted(spells()))
def test_every_spell_is_made_of_known_codes(spell):
    entry = spells()[spell]
    assert entry.does
    assert set(entry.does) <= set(SPELL_EFFECTS)
