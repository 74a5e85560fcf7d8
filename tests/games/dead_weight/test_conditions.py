"""Every condition: what it forbids, what it costs at the start and end of a turn, and what ends it."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import available
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.combat.actions import recover_self
from tallow.games.dead_weight.combat.attack import kill, wound_enemy
from tallow.games.dead_weight.combat.defence import defend
from tallow.games.dead_weight.combat.freeing import DEEDS as STRUGGLES
from tallow.games.dead_weight.combat.rounds import end_turn, start_turn
from tallow.games.dead_weight.combat.weapon_attacks import manners, reaching
from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.monsters import enemy_actions
from tallow.games.dead_weight.harm.conditions import (
    become,
    come_round,
    fight_over,
    gripped,
    helpless,
    hold,
    let_go,
    level_test,
    out_of_reach,
    rooted,
    sees,
    stun,
    woken,
)
from tallow.games.dead_weight.harm.wounds import Hit, heal, place
from tallow.games.dead_weight.magic import effects
from tallow.games.dead_weight.monsters.enemies import targets, tear_loose
from tallow.games.dead_weight.monsters.enemy_turns import DEEDS as ENEMY_DEEDS
from tallow.games.dead_weight.state import Effect, Item, able, adventurer, enemy
from tallow.play import distribution
from tallow.testing import covers
from tests.games.dead_weight.foes import NEXT_TO, arena, foe, rigged, shown, tough, why_not, wounds
from tests.games.dead_weight.people import somebody

WHY = "dead_weight.test.when"
BITE = enemy_actions()["dead_weight.enemy_action.bite"]
STRUGGLE = {deed.name: deed for deed in STRUGGLES}
ALL = [raw["id"].rpartition(".")[2] for raw in BOOK.raw("condition")]
ROOTED = ("bound", "grabbed", "hooked", "glued")
CANNOT_ACT = ("mortally_wounded", "fainted", "paralysed", "asleep", "imprisoned")


def held(condition, by="giant_crab", **more):
    """Somebody whom an enemy holds so, in the own turn."""
    state = arena(tough(**more), enemies=(foe(by),), step="fast", turn="zael")
    return rigged(hold, state, "foe", "zael", condition, WHY)[0]


@covers("dead_weight.condition.*")
@pytest.mark.parametrize("name", ALL)
def test_what_each_condition_forbids(name):
    one = tough(conditions=(name,))
    assert able(one) is (name not in CANNOT_ACT)
    assert (rooted(one) is not None) is (name in ROOTED)
    assert (gripped(one) is not None) is (name == "grabbed")
    assert helpless(one) is (name in ("mortally_wounded", "fainted", "paralysed", "asleep"))
    assert out_of_reach(one) is (name == "imprisoned")
    assert sees(one) is (name != "blind")


@covers("dead_weight.condition.mortally_wounded", "dead_weight.wound.mortal_state")
def test_the_mortally_wounded_do_not_defend_and_any_damage_kills():
    state = arena(tough(conditions=("mortally_wounded",)), tough("amber"), enemies=(foe("giant_rat"),))
    dead, _ = rigged(defend, state, "zael", enemy(state, "foe"), BITE)
    assert adventurer(dead, "zael").conditions == ("dead",)
    hurt = somebody("zael", (3, 0, 0, 2), 1, 1, 1, conditions=("mortally_wounded",), at=NEXT_TO)
    healed, _ = rigged(heal, arena(hurt), "zael", 1, WHY)
    assert able(adventurer(healed, "zael"))


@covers("dead_weight.condition.fainted", "dead_weight.mortal.faint")
def test_a_faint_passes_with_time_and_luck():
    state = arena(tough(conditions=("fainted",), faint=1))
    state, _ = rigged(come_round, state, "zael")
    assert (adventurer(state, "zael").faint, able(adventurer(state, "zael"))) == (0, False)
    lies, _ = rigged(come_round, state, "zael", dice=(2,))
    assert not able(adventurer(lies, "zael"))
    wakes, _ = rigged(come_round, state, "zael", dice=(1,))
    assert able(adventurer(wakes, "zael"))
    struck, _ = rigged(place, state, "zael", 2, WHY)
    assert wounds(adventurer(struck, "zael")) == 2


@covers("dead_weight.condition.paralysed", "dead_weight.prayer.hold")
def test_the_paralysed_are_simply_hit_but_enemies_so_must_still_be_hit():
    state = arena(tough(conditions=("paralysed",)), enemies=(foe("giant_rat"),))
    hit, _ = rigged(defend, state, "zael", enemy(state, "foe"), BITE)
    assert wounds(adventurer(hit, "zael")) == 2
    frozen = arena(tough(), enemies=(foe("giant_rat", conditions=("paralysed",)), foe("gnoll", "other")), step="fast")
    state, _ = rigged(end_turn, replace(frozen, combat=replace(frozen.combat, turn="zael")))
    assert "foe" not in state.combat.due


@covers("dead_weight.condition.asleep")
def test_sleepers_wake_from_a_wound_or_a_friend():
    sleeping = foe("giant_rat", conditions=("asleep",), armour=0)
    state = arena(tough(), enemies=(sleeping, foe("gnoll", "gnoll", (5, 4))), turn="gnoll")
    (hurt, _), _ = rigged(wound_enemy, state, "foe", Hit(1))
    assert able(enemy(hurt, "foe"))
    wake = next(deed for deed in ENEMY_DEEDS if deed.name == "enemy_wake")
    assert shown(wake, state, "gnoll")
    woke, _ = rigged(wake.do, state, "gnoll")
    assert (able(enemy(woke, "foe")), woke.combat.actions) == (True, 1)
    dozing = arena(tough(conditions=("asleep",)), tough("amber"), enemies=(foe("gnoll"),), step="fast", turn="amber")
    woke, _ = rigged(STRUGGLE["wake"].do, dozing, "amber")
    assert (able(adventurer(woke, "zael")), woke.combat.actions) == (True, 1)
    bitten, _ = rigged(defend, dozing, "zael", enemy(dozing, "foe"), BITE)
    assert adventurer(bitten, "zael").conditions == ()
    assert rigged(woken, dozing, "zael")[0].party[0].conditions == ()


@covers("dead_weight.condition.imprisoned")
def test_nothing_reaches_the_imprisoned():
    state = arena(tough(conditions=("imprisoned",)), enemies=(foe("giant_rat", conditions=("imprisoned",)),))
    assert targets(state, enemy(state, "foe"), BITE) == ()
    assert rigged(defend, state, "zael", enemy(state, "foe"), BITE)[0] == state
    (after, taken), _ = rigged(wound_enemy, state, "foe", Hit(3))
    assert (after, taken) == (state, 0)


@covers("dead_weight.condition.blind")
def test_the_blind_are_at_a_disadvantage_and_see_nothing_far():
    blind = somebody("zael", 1, at=NEXT_TO, conditions=("blind",))
    (_, reading), _ = rigged(
        attempt, arena(blind), "zael", "STR", WHY, dice=(5, 2), reroll=("disadvantage", 5), keep_face=2
    )
    assert not reading.success
    bow = Item("bow", "Short bow", "dead_weight.weapon.short_bow", place="both")
    arrows = Item("arrows", "Arrows", "dead_weight.item.arrows", usage=8)
    archer = tough(items=(bow, arrows))
    for one, reached in ((archer, True), (replace(archer, conditions=("blind",)), False)):
        state = arena(one, enemies=(foe("gnoll", at=(9, 3)),))
        assert bool(reaching(state, one, enemy(state, "foe"), manners(state, one))) is reached
    spit = enemy_actions()["dead_weight.enemy_action.venomous_spit"]
    for conditions, hit in (((), ("zael",)), (("blind",), ())):
        state = arena(tough(at=(0, 3)), enemies=(foe("bloated_plague_rat", conditions=conditions),))
        assert targets(state, enemy(state, "foe"), spit) == hit
    state = arena(somebody("zael", 1, at=NEXT_TO), enemies=(foe("giant_rat", conditions=("blind",)),))
    saved, _ = rigged(defend, state, "zael", enemy(state, "foe"), BITE, dice=(2, 5), reroll=("reroll", 2))
    assert wounds(adventurer(saved, "zael")) == 0


@covers("dead_weight.condition.unburdened", "dead_weight.prayer.euphoria")
def test_who_ignores_pain_has_all_dice_until_the_fight_is_over():
    one = somebody("zael", (3, 0, 1, 1), at=NEXT_TO)
    assert available(one, "STR") == 1
    state = effects.begin(arena(one), Effect("", "dead_weight.prayer.euphoria", "zael", ("zael",)))
    assert available(adventurer(state, "zael"), "STR") == 3
    state, _ = rigged(effects.combat_over, state)
    state, _ = rigged(fight_over, state)
    assert available(adventurer(state, "zael"), "STR") == 1


@covers("dead_weight.condition.bound")
def test_a_recover_action_unbinds():
    state = arena(tough(conditions=("bound",), stun=1), enemies=(foe("void_demon"),), step="fast", turn="zael")
    state, _ = rigged(recover_self, state, "zael")
    assert (adventurer(state, "zael").conditions, adventurer(state, "zael").stun) == ((), 0)


@covers("dead_weight.condition.grabbed", "dead_weight.enemy_action.grab")
def test_the_grabbed_struggle_or_are_crushed():
    state = held("grabbed")
    assert shown(STRUGGLE["break_free"], state, "zael")
    assert why_not(STRUGGLE["break_free"], state, "zael") == ""
    assert why_not(STRUGGLE["unstick"], state, "zael") == "grabbed"
    free, _ = rigged(STRUGGLE["break_free"].do, state, "zael", dice=(5,))
    assert (adventurer(free, "zael").conditions, free.effects, free.combat.actions) == ((), (), 1)
    stuck, _ = rigged(STRUGGLE["break_free"].do, state, "zael", dice=(2,))
    assert adventurer(stuck, "zael").conditions == ("grabbed",)
    crushed, _ = rigged(end_turn, stuck)
    assert wounds(adventurer(crushed, "zael")) == 1


@covers("dead_weight.condition.hooked", "dead_weight.condition.worm_attached")
def test_hooks_and_worms_cost_a_wound_each_turn():
    for condition, armoured in (("hooked", 0), ("worm_attached", 1)):
        armour = Item("armour", "Scale armor", "dead_weight.armour.scale_armor", place="worn", ap=1)
        state = arena(tough(conditions=(condition,), items=(armour,)), enemies=(foe("gnoll"),), step="fast")
        state = replace(state, combat=replace(state.combat, due=("zael",)))
        dice = () if armoured else (5,)
        state, _ = rigged(start_turn, state, "zael", dice=dice)
        assert wounds(adventurer(state, "zael")) == armoured


@covers("dead_weight.condition.grabbed", "dead_weight.condition.hooked", "dead_weight.condition.leech_attached")
@pytest.mark.parametrize("condition", ["grabbed", "hooked", "leech_attached"])
def test_whoever_is_stunned_dies_or_lets_go_holds_nobody(condition):
    state = held(condition, afflictions=("bleeding",))
    assert condition in adventurer(state, "zael").conditions
    for rule, args in ((stun, ("foe", 1, WHY)), (kill, ("foe",)), (let_go, ("foe",))):
        after, _ = rigged(rule, replace(state, enemies=(*state.enemies, foe("gnoll", "other"))), *args)
        one = adventurer(after, "zael")
        assert (one.conditions, after.effects) == ((), ())
        assert ("bleeding" in one.afflictions) is (condition != "leech_attached")
    two = replace(state, enemies=(*state.enemies, foe("giant_crab", "other")))
    two, _ = rigged(hold, two, "other", "zael", condition, WHY)
    after, _ = rigged(let_go, two, "foe")
    assert condition in adventurer(after, "zael").conditions


@covers("dead_weight.condition.leech_attached", "dead_weight.condition.worm_attached")
def test_leeches_and_worms_are_pulled_off_by_oneself_or_a_friend():
    for puller, at in (("zael", NEXT_TO), ("amber", (3, 3))):
        state = held("leech_attached", afflictions=("bleeding",), conditions=("worm_attached",))
        state = replace(state, party=(*state.party, tough("amber", at=at)), combat=replace(state.combat, turn=puller))
        off, _ = rigged(STRUGGLE["pull_off"].do, state, puller, pull_off=("leech_attached", "zael"))
        assert (adventurer(off, "zael").conditions, adventurer(off, "zael").afflictions) == (("worm_attached",), ())
        clean, _ = rigged(STRUGGLE["pull_off"].do, off, puller)
        assert adventurer(clean, "zael").conditions == ()
    far = held("leech_attached")
    far = replace(far, party=(*far.party, tough("amber", at=(0, 0))), combat=replace(far.combat, turn="amber"))
    assert not shown(STRUGGLE["pull_off"], far, "amber")


@covers("dead_weight.condition.glued", "dead_weight.spell.glue", "dead_weight.enemy.test")
def test_the_glued_act_where_they_stand_and_test_to_get_off():
    state = arena(
        tough(conditions=("glued",)), enemies=(foe("gnoll", conditions=("glued",)),), step="fast", turn="zael"
    )
    off, _ = rigged(STRUGGLE["unstick"].do, state, "zael", dice=(5,))
    assert adventurer(off, "zael").conditions == ()
    stuck, _ = rigged(tear_loose, state, "foe", dice=(2,))
    assert enemy(stuck, "foe").conditions == ("glued",)
    loose, _ = rigged(tear_loose, state, "foe", dice=(5,))
    assert enemy(loose, "foe").conditions == ()
    chances = {level: distribution(level_test, replace(enemy(state, "foe"), level=level))[True] for level in (0, 1, 2)}
    assert chances == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(3, 4)}


def test_nothing_that_holds_outlasts_a_fight():
    state = held("grabbed", conditions=("bound", "worm_attached", "glued", "unburdened", "blind"))
    state, _ = rigged(fight_over, state)
    assert (adventurer(state, "zael").conditions, state.effects) == (("blind",), ())


@covers("dead_weight.token.stun", "dead_weight.weapon_effect.s")
def test_stun_tokens_add_up():
    state = arena(tough(stun=1), enemies=(foe("gnoll"),))
    assert adventurer(rigged(stun, state, "zael", 2, WHY)[0], "zael").stun == 3
    assert rigged(become, state, "foe", "asleep", WHY)[0].enemies[0].conditions == ("asleep",)
