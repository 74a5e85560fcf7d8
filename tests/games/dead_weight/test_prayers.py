"""Prayers: memorizing, the holy symbol, the test and what it brings, miracles, and what every prayer does."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.camp.camping import _rest
from tallow.games.dead_weight.characters.attributes import available
from tallow.games.dead_weight.characters.creation import prayers_of
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.combat.rounds import start_turn
from tallow.games.dead_weight.entries.magic import gods, prayers
from tallow.games.dead_weight.entries.monsters import enemy_actions, monsters
from tallow.games.dead_weight.harm.afflictions import afflict, cure
from tallow.games.dead_weight.harm.mortal import die
from tallow.games.dead_weight.magic.aiming import marks
from tallow.games.dead_weight.magic.casting import choices, nothing_to_cast
from tallow.games.dead_weight.magic.channelling import turn_begins
from tallow.games.dead_weight.magic.effects import (
    cannot_cross,
    combat_begins,
    combat_over,
    dreaded,
    expedition_over,
    forgotten,
    hyperfocused,
    ignorant,
    magic_light,
    silenced,
    tick_round,
    tick_turn,
)
from tallow.games.dead_weight.magic.memorizing import memorize
from tallow.games.dead_weight.magic.miracles import ROWS, miracle
from tallow.games.dead_weight.magic.prayer_workings import PRAYER_EFFECTS
from tallow.games.dead_weight.magic.prayers import open_prayers, pleas, pray
from tallow.games.dead_weight.monsters.enemies import barred
from tallow.games.dead_weight.monsters.enemy_movement import reach
from tallow.games.dead_weight.monsters.enemy_sheet import sheet_action
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.state import adventurer, enemy, put
from tallow.games.deeds import Action
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.dead_weight.casters import (
    GOD,
    PRAYER,
    SYMBOL,
    afar,
    answered,
    calm,
    cleric,
    foe,
    fray,
    friend,
    running,
    thing_of,
    wizard,
)  # fmt: skip
from tests.games.dead_weight.people import code, fighting, lying
from tests.games.playing import done

CURE, HOLD, LIGHT = (f"{PRAYER}{name}" for name in ("cure_light_wounds", "hold", "light"))


def prayed(state, prayer, *script, plea=False):
    return done(pray, state, "odo", f"{PRAYER}{prayer}", script=script, plea=plea)


@covers("dead_weight.prayer.memorize", "dead_weight.trait.divine_mandate")
def test_a_cleric_keeps_one_prayer_ready_for_each_point_of_pre():
    three = ("cure_light_wounds", "hold", "light")
    state, _ = done(memorize, calm(cleric(*three, scores=(2, 2, 2, 2))), "odo", script=[HOLD, CURE])
    assert adventurer(state, "odo").magic.ready == (CURE, HOLD)
    layman = replace(cleric(*three), life=replace(cleric().life, traits=()))
    assert open_prayers(calm(layman), layman) == ()


@covers("dead_weight.prayer.holy_symbol")
def test_a_prayer_needs_a_whole_holy_symbol():
    for items in ((), (replace(SYMBOL, broken=True),)):
        one = cleric("cure_light_wounds", items=items)
        assert code(nothing_to_cast(calm(one), one)) == "no_symbol"
    one = cleric("cure_light_wounds")
    assert open_prayers(calm(one), one) == (CURE,)


@covers("dead_weight.prayer.list")
def test_a_cleric_may_pick_basic_prayers_and_those_of_the_own_god():
    basic = {prayer.id for prayer in prayers().values() if not prayer.god}
    assert len(basic) == 3
    assert set(prayers_of("a stone")) == basic
    assert set(prayers_of(f"{GOD}cador")) == basic | {f"{PRAYER}{name}" for name in ("mercy", "seal", "borrowed_time")}
    assert all(prayer.actions == 1 and prayer.attribute == "PRE" for prayer in prayers().values())


@covers("dead_weight.prayer.test", "dead_weight.prayer.success", "dead_weight.prayer.once")
def test_a_prayer_is_tested_first_then_answered_and_exhausted():
    state, play = prayed(fray(cleric("hold")), "hold", "ghoul", "roll", [5, 3, 2], [2])
    assert play.codes().index("test") < play.codes().index("effect.begins")
    one = adventurer(state, "odo")
    assert one.magic.exhausted == (HOLD,)
    assert open_prayers(state, one) == ()


@covers("dead_weight.prayer.once", "dead_weight.action.camp_memorize")
def test_rest_in_camp_makes_prayers_fresh_and_memorizing_does_not():
    tired = cleric("hold", "light", magic={"exhausted": (HOLD,)})
    state, _ = done(memorize, calm(tired), "odo")
    assert adventurer(state, "odo").magic.exhausted == (HOLD,)
    state, _ = done(_rest, state, "odo")
    assert adventurer(state, "odo").magic.exhausted == ()


@covers("dead_weight.prayer.failure")
def test_an_ignored_prayer_does_nothing_and_is_not_exhausted_but_the_action_is_spent():
    state, _ = done(
        GAME.perform, fray(cleric("hold"), friend()), Action("cast", "odo"), script=["ghoul", "roll", [2, 3, 3]]
    )
    assert not state.effects
    assert adventurer(state, "odo").magic.exhausted == ()
    assert state.combat.actions == 1


@covers("dead_weight.prayer.critical_failure")
def test_a_critical_failure_angers_the_god_who_answers_nothing_more():
    state, _ = prayed(fray(cleric("hold", god=f"{GOD}cador")), "hold", "ghoul", "roll", [1, 2, 3])
    one = adventurer(state, "odo")
    assert one.magic.angered
    assert not one.magic.exhausted
    assert not state.effects
    assert code(nothing_to_cast(state, one)) == "god_angry"


@covers("dead_weight.prayer.great_success", "dead_weight.table.miracle")
def test_a_great_success_works_and_is_a_miracle_after_it():
    state, play = prayed(fray(cleric("hold")), "hold", "ghoul", "roll", [6, 6, 2], [2], [3])
    assert "paralysed" in enemy(state, "ghoul").conditions
    assert adventurer(state, "odo").magic.exhausted == (), "row 3 renews the prayer just cast as well"
    codes = play.codes()
    assert codes.index("effect.begins") < codes.index("miracle")


@covers("dead_weight.prayer.desperate_plea", "dead_weight.action.desperate_plea")
def test_one_desperate_plea_in_an_expedition_even_if_it_is_ignored():
    one = cleric("hold", magic={"exhausted": (HOLD,)})
    state = fray(one)
    assert choices(state, one) == (("plea", HOLD),)
    state, _ = prayed(state, "hold", "ghoul", "roll", [2, 3, 3], plea=True)
    after = adventurer(state, "odo")
    assert after.magic.pleaded
    assert after.magic.exhausted == (HOLD,)
    assert pleas(state, after) == ()
    assert not pleas(fray(cleric("hold")), cleric("hold")), "nothing is exhausted"


@covers("dead_weight.action.explore_cast")
def test_praying_while_exploring_takes_a_turn():
    hurt = cleric("cure_light_wounds", scores=(2, 2, 2, 3))
    state = calm(replace(hurt, strength=replace(hurt.strength, wounds=1)), decay=1)
    state, _ = done(GAME.perform, state, Action("cast_exploring", "odo"), script=["roll", [5, 5, 5]])
    assert (state.turns, state.decay) == (1, 2)
    assert lying(adventurer(state, "odo"), "STR") == (0, 0)


def wrought(state, row, *script):
    return done(miracle, state, "odo", script=[[row], *script])


@covers("dead_weight.table.miracle")
def test_miracle_1_heals_a_die_of_wounds_of_one_near_by():
    state = fray(cleric(), friend((3, 0, 0, 2), (3, 0, 0, 1)), enemies=(foe(),))
    state, _ = wrought(state, 1, [2], "STR", "DEX")
    assert [lying(adventurer(state, "tam"), a)[1] for a in ("STR", "DEX")] == [1, 0]
    assert done(miracle, fray(cleric()), "odo", script=[[1]])[0] == fray(cleric()), "wasted"


@covers("dead_weight.table.miracle")
def test_miracle_2_gives_heart_up_to_six_now_or_in_the_next_combat():
    state, _ = wrought(fray(cleric()), 2, [5])
    assert state.combat.morale == 6
    later, _ = wrought(calm(cleric()), 2, [1])
    begun, _ = done(combat_begins, replace(later, combat=fighting(morale=2)))
    assert begun.combat.morale == 3
    assert begun.carries == ()


@covers("dead_weight.table.miracle")
def test_miracle_3_renews_all_prayers_of_this_cleric():
    state, _ = wrought(calm(cleric("hold", magic={"exhausted": (HOLD, LIGHT)})), 3)
    assert adventurer(state, "odo").magic.exhausted == ()


@covers("dead_weight.table.miracle")
def test_miracle_4_cures_one_affliction_of_five():
    state = calm(cleric(afflictions=("angry", "hungry")), friend(afflictions=("cursed",)))
    state, play = wrought(state, 4, ("tam", "cursed"))
    assert play.asked[1].options == (("odo", "hungry"), ("tam", "cursed"))
    assert adventurer(state, "tam").afflictions == ()
    state, play = wrought(calm(cleric(afflictions=("angry",))), 4)
    assert len(play.asked) == 1


@covers("dead_weight.table.miracle", "dead_weight.setting.miracle_dread")
def test_miracle_5_makes_all_monsters_flee_in_fear_or_lowers_doom():
    wolf = foe("wolf", traits=(), tags=("living",))
    state, _ = wrought(fray(cleric(), friend(), enemies=(foe(), wolf)), 5)
    assert dreaded(state, "wolf") == dreaded(state, "ghoul") == ("odo", "tam"), "those without a mind as well"
    minding = fray(cleric(), friend(), enemies=(foe(), wolf), settings={"miracle_dread": "minding"})
    state, _ = wrought(minding, 5)
    assert dreaded(state, "wolf") == ("odo", "tam")
    assert dreaded(state, "ghoul") == ()
    assert not done(combat_over, state)[0].effects
    quiet = calm(cleric())
    quiet = replace(quiet, locations=(replace(quiet.locations[0], doom=2),))
    assert wrought(quiet, 5)[0].locations[0].doom == 1


@covers("dead_weight.table.miracle", "dead_weight.setting.miracle_wound")
def test_miracle_6_all_enemies_take_1_wound_or_everyone_has_a_shield_token_in_the_next_combat():
    foes = foe(armour=3), foe("golem", armour=0, resistance=1, at=(9, 7))
    state, _ = wrought(fray(cleric(), enemies=foes), 6)
    assert (enemy(state, "ghoul").taken, enemy(state, "golem").taken) == (1, 1), "neither armour nor resistance helps"
    state, _ = wrought(fray(cleric(), enemies=foes, settings={"miracle_wound": "reducible"}), 6, [5, 2, 2])
    assert (enemy(state, "ghoul").taken, enemy(state, "golem").taken) == (0, 0)
    later, _ = wrought(calm(cleric(), friend()), 6)
    begun, _ = done(combat_begins, replace(later, combat=fighting()))
    assert [one.shield for one in begun.party] == [1, 1]
    assert sorted(ROWS) == [1, 2, 3, 4, 5, 6]


@covers("dead_weight.prayer.cure_light_wounds")
def test_cure_light_wounds_heals_two_stops_bleeding_and_stabilizes():
    hurt = friend((3, 0, 0, 1), (3, 0, 0, 2), afflictions=("bleeding", "angry"), conditions=("mortally_wounded",))
    state, _ = answered(fray(cleric(), hurt), "cure_light_wounds", ["tam", "STR"])
    one = adventurer(state, "tam")
    assert (one.strength.wounds, one.dexterity.wounds, one.afflictions, one.conditions) == (0, 1, ("angry",), ())
    assert available(one, "DEX") == 2, "the die is back, and no fatigue in its place"

    hungry = friend((3, 0, 0, 1), afflictions=("hungry",), conditions=("mortally_wounded",))
    state, _ = answered(fray(cleric(), hungry), "cure_light_wounds", ["tam"])
    assert adventurer(state, "tam").strength.wounds == 1
    assert not adventurer(state, "tam").conditions


@covers("dead_weight.prayer.light")
def test_the_prayer_of_light_lights_the_room():
    state, _ = answered(calm(cleric()), "light", [[1, 2]])
    assert magic_light(state)
    assert running(state, "light")[0].left == 3


@covers("dead_weight.prayer.create_food_and_water")
def test_food_and_water_are_made_and_kept_used_or_left():
    water = thing_of("item.water", "w1", place="liquid")
    skinned = cleric(items=(SYMBOL, water), containers=("belt", "skin", "bag"))
    state, _ = answered(calm(skinned), "create_food_and_water")
    refs = [item.ref.rpartition(".")[2] for item in adventurer(state, "odo").items for _ in range(item.count)]
    assert refs.count("ration") == 1
    assert refs.count("water") == 2

    full = cleric(containers=(), items=tuple(thing_of("item.ration", f"r{n}", place="torso") for n in range(4)))
    full = replace(full, items=(*full.items, SYMBOL, thing_of("item.rope", "rope", place="right")))
    parched = replace(full, afflictions=("parched",))
    state, _ = answered(calm(parched), "create_food_and_water", ["leave", "use"])
    assert adventurer(state, "odo").afflictions == ()
    assert [item.ref for item in state.ground] == ["dead_weight.item.ration"]
    state, play = answered(calm(full), "create_food_and_water")
    assert len(state.ground) == 2
    assert not play.asked


@covers("dead_weight.prayer.bliss")
def test_bliss_silences_an_affliction_that_can_then_be_neither_cured_nor_caught():
    state, _ = answered(calm(cleric(), friend(afflictions=("angry", "cursed"))), "bliss", ["tam", "cursed"])
    assert adventurer(state, "tam").afflictions == ("angry",)
    assert forgotten(state, "tam") == ("cursed",)
    again, _ = done(afflict, state, "tam", "cursed")
    assert adventurer(again, "tam").afflictions == ("angry",)
    cured, _ = done(cure, state, "tam", "cursed", why=PRAYER)
    over, _ = done(expedition_over, cured)
    assert adventurer(over, "tam").afflictions == ("angry", "cursed")
    _, play = answered(calm(cleric(), friend()), "bliss", ["tam"])
    assert "magic.nothing" in play.codes()


@covers("dead_weight.prayer.euphoria", "dead_weight.condition.unburdened")
def test_euphoria_counts_all_dice_for_the_combat():
    state, _ = answered(fray(cleric(), friend((3, 0, 1, 1))), "euphoria", ["tam"])
    assert available(adventurer(state, "tam"), "STR") == 3
    over, _ = done(combat_over, state)
    assert available(adventurer(over, "tam"), "STR") == 1
    assert prayers()[f"{PRAYER}euphoria"].when == "combat"


@covers("dead_weight.prayer.ignorance")
def test_the_ignorant_attack_with_nothing_of_int():
    state, _ = answered(fray(cleric()), "ignorance", ["ghoul", [3, 4]])
    assert ignorant(state, "ghoul")
    gaze = next(action for action in enemy_actions().values() if action.defence == ("INT",))
    bite = sheet_action("dead_weight.enemy_action.infectious_bite")
    ghoul = enemy(state, "ghoul")
    assert barred(state, ghoul, gaze)
    assert not barred(state, ghoul, bite)
    assert running(state, "ignorance")[0].left == 6, "seven rounds, and its turn of this one is to come"


@covers("dead_weight.prayer.numbness")
def test_numbness_heals_pre_and_tires_str_and_dex():
    worn = friend(3, 3, 2, (3, 0, 0, 2))
    state, _ = answered(calm(cleric(), worn), "numbness", ["tam"])
    one = adventurer(state, "tam")
    assert [lying(one, a) for a in ("STR", "DEX", "PRE")] == [(1, 0), (1, 0), (0, 0)]
    state, _ = answered(calm(cleric(), replace(worn, afflictions=("hungry",))), "numbness", ["tam"])
    one = adventurer(state, "tam")
    assert [lying(one, a) for a in ("STR", "DEX", "PRE")] == [(1, 0), (1, 0), (0, 2)]


@covers("dead_weight.prayer.hyperfocus")
def test_the_hyperfocused_have_three_actions_that_are_all_the_same():
    state, _ = answered(fray(cleric(), friend()), "hyperfocus", ["tam", [2]])
    assert hyperfocused(state, "tam")
    state = replace(state, combat=replace(state.combat, turn="", due=("tam", "odo")))
    state, _ = done(start_turn, state, "tam")
    assert state.combat.actions == 3
    state, _ = done(GAME.perform, state, Action("combat_move", "tam"), script=[(3, 3)])
    refused = {offer.action.name: offer.refusal for offer in GAME.actions(state, "tam")}
    assert refused["combat_move"] is None
    assert code(refused["combat_dodge"]) == "focused"


@covers("dead_weight.prayer.apotheosis")
def test_apotheosis_lifts_fatigue_until_the_next_own_turn():
    weary = friend((3, 0, 2, 0), (3, 0, 1, 0))
    dry = replace(cleric(), strength=replace(cleric().strength, fatigue=1), afflictions=("parched",))
    state, _ = answered(fray(dry, weary), "apotheosis")
    assert lying(adventurer(state, "tam"), "STR") == (0, 0)
    assert lying(adventurer(state, "odo"), "STR") == (1, 0)
    hit = adventurer(state, "tam")
    hit = replace(hit, strength=replace(hit.strength, wounds=2))
    back, _ = done(turn_begins, put(done(tick_round, state)[0], hit), "tam")
    assert lying(adventurer(back, "tam"), "STR") == (0, 3), "one point has room and then turns into a wound"
    assert lying(adventurer(back, "tam"), "DEX") == (1, 0)
    assert not back.effects

    quiet, _ = answered(calm(cleric(), weary), "apotheosis")
    quiet, _ = done(tick_turn, quiet)
    quiet, _ = done(tick_turn, quiet)
    assert lying(adventurer(quiet, "tam"), "STR") == (2, 0)


@covers("dead_weight.prayer.mercy")
@pytest.mark.parametrize(("taken", "dies"), [(2, True), (1, False)])
def test_mercy_kills_whom_three_wounds_would_kill(taken, dies):
    state, _ = answered(fray(cleric(), enemies=(foe(taken=taken, wounds=4), afar())), "mercy", ["ghoul"])
    assert ("dead" in enemy(state, "ghoul").conditions) == dies
    equal = fray(cleric(), enemies=(foe(taken=taken, wounds=4), afar()), settings={"enemy_dies_at": "equal"})
    assert "dead" in enemy(answered(equal, "mercy", ["ghoul"])[0], "ghoul").conditions


@covers("dead_weight.prayer.mercy")
def test_mercy_ends_an_adventurer_only_if_mortally_wounded():
    state, play = answered(fray(cleric(), friend()), "mercy", ["tam"])
    assert adventurer(state, "tam").conditions == ()
    assert "magic.nothing" in play.codes()
    state, _ = answered(fray(cleric(), friend(conditions=("mortally_wounded",))), "mercy", ["tam"])
    assert "dead" in adventurer(state, "tam").conditions


@covers("dead_weight.prayer.seal")
def test_no_undead_crosses_a_seal_for_the_expedition():
    state, _ = answered(fray(cleric()), "seal", [(5, 2), (5, 3)])
    assert cannot_cross(state, enemy(state, "ghoul")) == ((5, 2), (5, 3))
    assert cannot_cross(state, foe(tags=("living",))) == ()
    assert cannot_cross(state, adventurer(state, "odo")) == ()
    assert (5, 2) not in reach(state, enemy(state, "ghoul"))
    assert (5, 1) in reach(state, enemy(state, "ghoul"))
    over, _ = done(combat_over, state)
    assert running(over, "seal")
    assert not running(done(expedition_over, over)[0], "seal")
    _, play = answered(calm(cleric()), "seal")
    assert "magic.fiction" in play.codes()


@covers("dead_weight.prayer.borrowed_time")
def test_who_is_on_borrowed_time_cannot_die():
    fallen = friend(conditions=("mortally_wounded",))
    state, _ = answered(fray(cleric(), fallen), "borrowed_time", ["tam", [1, 1]])
    state, _ = done(die, state, "tam", "dead_weight.wound.mortal_death")
    assert adventurer(state, "tam").conditions == ("mortally_wounded",)
    for _ in range(3):
        state, _ = done(tick_round, state)
    state, _ = done(die, state, "tam", "dead_weight.wound.mortal_death")
    assert "dead" in adventurer(state, "tam").conditions


@covers("dead_weight.prayer.detect_evil")
def test_what_is_evil_shines_and_the_gm_may_add_to_it():
    there = (
        foe(),
        foe("imp", tags=("ghost", "voidspawn")),
        foe("elf", tags=("living", "goblin")),
        foe("bat", tags=("living",)),
    )
    _, play = answered(fray(cleric(), enemies=there), "detect_evil", ["bat"])
    assert [told.facts[0] for told in play.told if told.code == "shines"] == ["Ghoul", "Imp", "Elf", "Bat"]
    assert play.asked[0].by == REFEREE
    _, play = answered(calm(cleric()), "detect_evil")
    assert play.codes() == ["magic.fiction"]


@covers("dead_weight.prayer.righteous_fury")
def test_righteous_fury_is_two_dice_on_the_next_roll_and_anger():
    state, _ = answered(fray(cleric(), friend()), "righteous_fury", ["tam"])
    assert adventurer(state, "tam").afflictions == ("angry",)
    (state, _), _ = done(attempt, state, "tam", "STR", "dead_weight.test.pool", script=["roll", [2, 2, 3, 3, 5]])
    (_, _), _ = done(attempt, state, "tam", "STR", "dead_weight.test.pool", script=["roll", [2, 2, 5]])


@covers("dead_weight.prayer.cleansing_flames")
def test_cleansing_flames_are_an_attack_with_str_past_armour_and_resistance():
    near = foe(at=(3, 3), resistance=2, wounds=9)
    state, _ = answered(fray(cleric(), enemies=(near, afar())), "cleansing_flames", ["roll", [6, 6]])
    assert enemy(state, "ghoul").taken == 7
    state, _ = answered(fray(cleric(), enemies=(near, afar())), "cleansing_flames", ["roll", [2, 5]])
    assert enemy(state, "ghoul").taken == 1
    state, _ = answered(fray(cleric(), enemies=(near, afar())), "cleansing_flames", ["roll", [2, 3]])
    assert enemy(state, "ghoul").taken == 0
    assert marks(fray(cleric()), "odo", prayers()[f"{PRAYER}cleansing_flames"]) == (), "nobody is Close"


@covers("dead_weight.prayer.season_of_changes")
def test_a_wound_and_a_fatigue_may_move_to_where_there_is_room():
    worn = friend((2, 0, 1, 1), (2, 0, 0, 0), (1, 0, 0, 1), 1)
    script = ["tam", ("STR", "DEX"), ("STR", "PRE")]
    state, play = answered(calm(cleric(), worn), "season_of_changes", script)
    one = adventurer(state, "tam")
    assert [lying(one, a) for a in ("STR", "DEX", "INT", "PRE")] == [(0, 0), (0, 1), (0, 1), (1, 0)]
    assert play.asked[1].options == ("keep", ("STR", "DEX"), ("STR", "PRE"), ("INT", "DEX"), ("INT", "PRE"))
    state, _ = answered(calm(cleric(), worn), "season_of_changes", ["tam", "keep", "keep"])
    assert adventurer(state, "tam") == adventurer(calm(cleric(), worn), "tam")


@covers("dead_weight.prayer.eyes_of_the_forest")
def test_an_eye_on_a_tree_stays_for_the_expedition():
    state, play = answered(calm(cleric()), "eyes_of_the_forest")
    assert "magic.fiction" in play.codes()
    assert running(state, "eyes_of_the_forest")[0].unit == "expedition"
    assert not done(expedition_over, state)[0].effects


@covers("dead_weight.prayer.prayer_of_summer")
def test_summer_mends_a_point_of_armour_on_everyone_near():
    mail = thing_of("armour.scale_armor", "mail", place="worn", ap=1)
    full = monsters()["dead_weight.monster.freshly_risen_corpse"].armour
    state = fray(cleric(), friend(items=(mail,)), enemies=(foe(armour=full - 1), afar(armour=full - 1)))
    state, _ = answered(state, "prayer_of_summer")
    assert adventurer(state, "tam").items[0].ap == 2
    assert (enemy(state, "ghoul").armour, enemy(state, "crone").armour) == (full, full - 1)
    again, _ = answered(state, "prayer_of_summer")
    assert enemy(again, "ghoul").armour == full, "never above the full number"


@covers("dead_weight.prayer.prayer_of_spring")
def test_spring_heals_a_wound_on_everyone_near():
    state = fray(cleric(), friend((3, 0, 0, 2)), enemies=(foe(taken=2), afar(taken=2)))
    state, _ = answered(state, "prayer_of_spring")
    assert lying(adventurer(state, "tam"), "STR") == (0, 1)
    assert (enemy(state, "ghoul").taken, enemy(state, "crone").taken) == (1, 2)


@covers("dead_weight.prayer.prayer_of_winter")
def test_winter_wounds_everyone_near_and_nothing_reduces_it():
    state = fray(cleric(), friend(), enemies=(foe(resistance=3), afar()))
    state, play = answered(state, "prayer_of_winter", ["PRE", "INT"])
    assert lying(adventurer(state, "odo"), "PRE") == (0, 1)
    assert lying(adventurer(state, "tam"), "INT") == (0, 1)
    assert (enemy(state, "ghoul").taken, enemy(state, "crone").taken) == (1, 0)
    assert [question.by for question in play.asked] == ["odo", "tam"]


@covers("dead_weight.prayer.prayer_of_autumn")
def test_autumn_takes_all_shield_and_dodge_tokens():
    state = fray(cleric(shield=2), friend(dodge=1, late=1), enemies=(foe(shield=1, dodge=1), afar(shield=1)))
    state, _ = answered(state, "prayer_of_autumn")
    tokens = {one.id: (one.shield, one.dodge) for one in (*state.party, *state.enemies)}
    assert tokens == {"odo": (0, 0), "tam": (0, 0), "ghoul": (0, 0), "crone": (1, 0)}


@covers("dead_weight.prayer.hold")
def test_the_held_have_no_actions_for_their_turns():
    state, _ = answered(fray(cleric()), "hold", ["ghoul", [2]])
    assert "paralysed" in enemy(state, "ghoul").conditions
    one, _ = done(tick_round, state)
    assert "paralysed" in enemy(one, "ghoul").conditions
    two, _ = done(tick_round, one)
    assert "paralysed" not in enemy(two, "ghoul").conditions


@covers("dead_weight.prayer.silence")
def test_no_spell_is_cast_in_silence_but_prayers_are():
    mage = replace(wizard("magic_shield"), at=(3, 3))
    both = fray(cleric("silence", "hold"), mage)
    state, _ = answered(both, "silence", [(4, 3)])
    assert silenced(state, adventurer(state, "mira"))
    assert not silenced(state, adventurer(state, "odo"))
    assert code(nothing_to_cast(state, adventurer(state, "mira"))) == "silenced"
    inside = put(state, replace(adventurer(state, "odo"), at=(4, 4)))
    assert HOLD in open_prayers(inside, adventurer(inside, "odo"))
    assert not done(combat_over, state)[0].effects
    quiet, _ = answered(calm(cleric(), wizard("light")), "silence", [[2]])
    assert running(quiet, "silence")[0].left == 2
    assert code(nothing_to_cast(quiet, adventurer(quiet, "mira"))) == "silenced"


@pytest.mark.parametrize("prayer", sorted(prayers()))
def test_every_prayer_is_made_of_known_codes_and_belongs_to_its_god(prayer):
    entry = prayers()[prayer]
    assert entry.does
    assert set(entry.does) <= set(PRAYER_EFFECTS)
    assert not entry.god or prayer in gods()[entry.god].prayers
