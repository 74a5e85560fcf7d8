"""Enemies in their turns: sheets, moving, recovering, acting, defence against them, bleeding and armour."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.checks.rerolls import Exchange, Reading
from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.combat.attack import bleed, wound_enemy
from tallow.games.dead_weight.combat.defence import defend, pay
from tallow.games.dead_weight.combat.rounds import start_turn
from tallow.games.dead_weight.entries.monsters import enemy_actions
from tallow.games.dead_weight.harm.wounds import Hit, armour
from tallow.games.dead_weight.monsters.enemies import barred, bleeds, carry_out, cornered, targets
from tallow.games.dead_weight.monsters.enemy_choices import next_step
from tallow.games.dead_weight.monsters.enemy_sheet import sheet_action
from tallow.games.dead_weight.monsters.enemy_turns import (
    DEEDS,
    enemies_act,
    enemy_acts,
    enemy_move,
    refuse_action,
    refuse_move,
)
from tallow.games.dead_weight.record import BOTS, GAME
from tallow.games.dead_weight.state import Effect, adventurer, enemy
from tallow.games.deeds import Action, Refused
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.dead_weight.foes import NEXT_TO, Rigged, arena, foe, rigged, tough, why_not, wounds
from tests.games.dead_weight.people import code, corpse, lying, somebody, worn

BITE = enemy_actions()["dead_weight.enemy_action.infectious_bite"]
DEED = {deed.name: deed for deed in DEEDS}


def own(notation):
    """An action of the GM's own sheet."""
    return sheet_action(f"thing: {notation}")


def attacked(victim, action, *dice, by=None, settings=None, **answers):
    state = arena(victim, enemies=(by or corpse("foe", at=(5, 3)),), turn="foe", settings=settings)
    state, play = rigged(defend, state, victim.id, enemy(state, "foe"), action, dice=dice, **answers)
    return adventurer(state, victim.id), play


def weak(strength=2, **more):
    return somebody("zael", strength, 1, 9, 1, at=NEXT_TO, **more)


@covers("dead_weight.enemy.defence_check", "dead_weight.combat.enemy_no_roll", "dead_weight.check.no_fatigue")
def test_the_target_rolls_and_a_success_avoids_everything_without_fatigue():
    one, play = attacked(weak(), BITE, [1, 4])
    assert (wounds(one), lying(one, "STR")) == (0, (0, 0))
    assert [roll.by for roll in play.asked] == ["player"]

    def avoids(play):
        state = arena(weak(), enemies=(corpse("foe", at=(5, 3)),), turn="foe")
        return not wounds(adventurer(defend(play, state, "zael", enemy(state, "foe"), own("STR 1")), "zael"))

    policy = lambda choice: "no" if choice.what == "toughen_up" else choice.options[0]  # noqa: E731
    assert distribution(avoids, policy=policy)[True] == Fraction(3, 4)


@covers("dead_weight.enemy.critical", "dead_weight.enemy.special_effects")
def test_critical_failures_add_wounds_and_letters():
    assert wounds(attacked(weak(), own("STR 1+1"), [1, 3])[0]) == 2
    assert wounds(attacked(weak(), own("STR 1+1"), [2, 3])[0]) == 1
    assert attacked(weak(), own("STR 1+1B"), [1, 3])[0].afflictions == ("bleeding",)
    assert attacked(weak(), own("STR 1+1B"), [2, 3])[0].afflictions == ()


@covers("dead_weight.enemy.minus", "dead_weight.enemy.disadvantage_actions")
def test_a_minus_lets_the_gm_reroll():
    one, _ = attacked(weak(1), own("-STR 2"), 5, 2, reroll=("disadvantage", 5), keep_face=2)
    assert wounds(one) == 2
    one, _ = attacked(weak(1), own("-STR 2"), 5, reroll="pass")
    assert wounds(one) == 0


@covers("dead_weight.enemy.tokens", "dead_weight.action.combat_spend_token", "dead_weight.token.shield")
def test_tokens_reroll_dice_of_the_defence():
    one, _ = attacked(weak(1, shield=2), own("STR 2"), 2, 5, reroll=("shield", 2))
    assert (wounds(one), one.shield) == (0, 1)
    one, _ = attacked(weak(1, dodge=1, late=1), own("STR 2"), 2, 5, reroll=("dodge", 2))
    assert (wounds(one), one.dodge, one.late) == (0, 0, 0)

    def saved(play):
        state = arena(weak(2, shield=2), enemies=(corpse("foe", at=(5, 3)),), turn="foe")
        return not wounds(adventurer(defend(play, state, "zael", enemy(state, "foe"), own("STR 1")), "zael"))

    def policy(choice):
        return "no" if choice.what == "toughen_up" else BOTS.answer(choice)

    assert distribution(saved, policy=policy)[True] == 1 - Fraction(1, 16)


@covers("dead_weight.weapon_effect.x", "dead_weight.weapon_effect.d", "dead_weight.enemy.tokens")
def test_attacks_that_ignore_tokens_leave_them():
    for letter, tokens in (("X", {"shield": 2}), ("D", {"dodge": 2})):
        one, play = attacked(weak(1, **tokens), own(f"STR 2{letter}"), 2)
        assert (wounds(one), one.shield + one.dodge) == (2, 2)
        assert len(play.asked) == 1


@covers("dead_weight.weapon_effect.p", "dead_weight.weapon_effect.r", "dead_weight.weapon_effect.n")
def test_letters_of_enemy_attacks():
    mail = {"items": (worn(3),)}
    assert wounds(attacked(weak(**mail), own("STR 2"), 2, 6)[0]) == 0
    assert wounds(attacked(weak(**mail), own("STR 2P"), 2)[0]) == 2
    assert wounds(attacked(weak(), own("STR 2"), 2, 5, toughen_up="yes")[0]) == 1
    assert wounds(attacked(weak(), own("STR 2R"), 2, toughen_up="yes")[0]) == 2
    full = somebody("zael", 1, 1, 1, 1, at=NEXT_TO)
    assert attacked(full, own("STR 4N"), 2)[0].conditions == ()


@covers("dead_weight.weapon_effect.b", "dead_weight.setting.effect_needs_wound")
def test_b_causes_bleeding_and_needs_a_wound_only_where_the_table_says_so():
    mail = {"items": (worn(1),)}
    assert attacked(weak(**mail), own("STR 1B"), 2, 6)[0].afflictions == ("bleeding",)
    strict = {"effect_needs_wound": True}
    assert attacked(weak(**mail), own("STR 1B"), 2, 6, settings=strict)[0].afflictions == ()


@covers("dead_weight.enemy_action.infectious_bite", "dead_weight.setting.effect_needs_wound")
def test_an_infectious_bite_causes_plagued_on_a_risk_die():
    bite = sheet_action("dead_weight.enemy_action.infectious_bite")
    mail = {"items": (worn(1),)}
    assert attacked(weak(**mail), bite, 2, 6, 1)[0].afflictions == ("plagued",), "the armour stops the wound alone"
    assert attacked(weak(**mail), bite, 2, 6, 2)[0].afflictions == ()
    assert attacked(weak(**mail), bite, 2, 6, settings={"effect_needs_wound": True})[0].afflictions == ()


@covers("dead_weight.morale.broken_adventurers", "dead_weight.morale.broken_enemies")
def test_broken_sides_bend_the_defence():
    def rerolls(broken, of="gnoll"):
        state = arena(weak(1), enemies=(foe(of),), turn="foe", broken=broken)
        seen = []

        def settle(choice):
            if choice.what == "reroll":
                seen.append(Exchange.of(choice).left)
            return choice.options[0]

        distribution(defend, state, "zael", enemy(state, "foe"), own("STR 1"), policy=settle)
        return (seen[0].advantage, seen[0].disadvantage) if seen else (0, 0)

    assert rerolls(()) == (0, 0)
    assert rerolls(("party",)) == (0, 1)
    assert rerolls(("enemies",)) == (1, 0)
    assert rerolls(("enemies",), "slumbering_corpse") == (0, 0)
    assert rerolls(("party", "enemies")) == (0, 0)


@covers("dead_weight.skill.aegis")
def test_an_aegis_shields_those_on_the_same_tile():
    state = arena(weak(1), tough("amber", skills=("aegis",), shield=3), enemies=(corpse("foe", at=(5, 3)),), turn="foe")
    after, _ = rigged(defend, state, "zael", enemy(state, "foe"), own("STR 2"), dice=(2, 5), reroll=("shield", 2))
    assert (wounds(adventurer(after, "zael")), adventurer(after, "amber").shield) == (0, 2)
    alone, play = rigged(defend, state, "zael", enemy(state, "foe"), own("STR 2"), dice=(2,), lend_shields=0)
    assert wounds(adventurer(alone, "zael")) == 2
    apart = replace(state, party=(state.party[0], replace(state.party[1], at=(4, 4))))
    after, play = rigged(defend, apart, "zael", enemy(state, "foe"), own("STR 2"), dice=(2,))
    assert len(play.asked) == 1


@covers("dead_weight.skill.aegis", "dead_weight.token.shield", "dead_weight.enemy.tokens")
@pytest.mark.parametrize(
    ("spent", "left"), [(1, (0, 2, 2, 2)), (2, (0, 1, 2, 2)), (4, (0, 0, 1, 2)), (6, (0, 0, 0, 1)), (7, (0, 0, 0, 0))]
)
def test_own_tokens_are_spent_first_then_those_of_each_who_lends_in_turn(spent, left):
    party = [tough("zael", shield=1), *[tough(name, shield=2) for name in ("ann", "bob", "cas")]]
    reading = Reading("success", shields=spent)
    lent = dict.fromkeys(("ann", "bob", "cas"), 2)
    after, play = rigged(pay, arena(*party, enemies=(corpse(),)), "zael", reading, lent)
    assert tuple(one.shield for one in after.party) == left
    assert [(line.code, *line.facts) for line in play.told] == [("tokens.spent", "Zael", spent, 0)]


@covers("dead_weight.token.dodge", "dead_weight.enemy.tokens")
def test_spent_dodges_are_gone_those_from_after_the_enemies_turn_last():
    one = tough("zael", dodge=3, late=2)
    for spent, kept, late in ((1, 2, 2), (2, 1, 1), (3, 0, 0)):
        after, _ = rigged(pay, arena(one, enemies=(corpse(),)), "zael", Reading("success", dodges=spent), {})
        assert (after.party[0].dodge, after.party[0].late, after.party[0].shield) == (kept, late, 0)


@covers("dead_weight.skill.beastmaster")
def test_a_beastmaster_defends_better_against_animals():
    for of, saved in (("giant_rat", True), ("gnoll", True), ("boggart", False), ("slumbering_corpse", False)):
        victim = weak(1, skills=("beastmaster",))
        dice = (2, 5) if saved else (2,)
        one, _ = attacked(victim, own("STR 1"), *dice, by=foe(of), **({"reroll": ("reroll", 2)} if saved else {}))
        assert (wounds(one) == 0) is saved


@covers(
    "dead_weight.enemy.armour", "dead_weight.enemy.armour_break", "dead_weight.enemy.resistance",
    "dead_weight.enemy.floor", "dead_weight.enemy.resistance_stat", "dead_weight.enemy.tracking",
)  # fmt: skip
def test_enemies_always_roll_armour_then_resistance_and_never_heal_by_it():
    def struck(hit, *dice, **more):
        state = arena(tough(), enemies=(corpse("foe", at=(5, 3), wounds=9, **more),))
        (state, taken), _ = rigged(wound_enemy, state, "foe", hit, dice=dice)
        return taken, enemy(state, "foe").armour

    assert struck(Hit(4), [5, 2], armour=2, resistance=2) == (1, 2)
    assert struck(Hit(4), [1, 4], armour=2) == (3, 1)
    assert struck(Hit(1), armour=0, resistance=2) == (0, 0)
    assert struck(Hit(4, pierces=True), armour=2, resistance=1) == (3, 2)
    assert struck(Hit(4, irresistible=True), 2, armour=1, resistance=3) == (4, 1)
    stops = distribution(lambda play: play.call(armour, 2, REFEREE)[0])
    assert stops == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}


@covers("dead_weight.enemy.wounds_stat", "dead_weight.setting.enemy_dies_at", "dead_weight.wound.enemies")
def test_an_enemy_falls_at_one_more_wound_than_its_sheet_says():
    for at, taken, dead in (("more", 4, False), ("more", 5, True), ("equal", 4, True)):
        state = arena(tough(), enemies=(corpse("foe", armour=0), foe("gnoll", "other")), settings={"enemy_dies_at": at})
        (state, _), _ = rigged(wound_enemy, state, "foe", Hit(taken))
        assert ("dead" in enemy(state, "foe").conditions) is dead


@covers(
    "dead_weight.enemy.bleeding", "dead_weight.enemy.no_afflictions", "dead_weight.setting.enemy_bleeding_reducible",
    "dead_weight.setting.only_living_bleed",
)  # fmt: skip
def test_bleeding_enemies_roll_each_turn():
    bleeding = corpse("foe", at=(5, 3), bleeding=True, armour=1, resistance=1)
    state = arena(tough(), enemies=(bleeding, foe("gnoll", "other")))
    for face, taken in ((3, 1), (4, 0)):
        after, _ = rigged(start_turn, state, "foe", dice=(face,))
        assert enemy(after, "foe").taken == taken
    soft = replace(state, settings=replace(state.settings, enemy_bleeding_reducible=True))
    after, _ = rigged(bleeds, soft, "foe", dice=(3, 2))
    assert enemy(after, "foe").taken == 0
    dying = replace(state, enemies=(replace(bleeding, taken=4), state.enemies[1]))
    after, _ = rigged(start_turn, dying, "foe", dice=(1,))
    assert (enemy(after, "foe").conditions, after.combat.turn) == (("dead",), "")
    assert (after.combat.due, rigged(bleed, state, "other")[0].enemies[1].bleeding) == (("other",), True)
    living = replace(state, settings=replace(state.settings, only_living_bleed=True), enemies=(corpse("foe"),))
    assert not rigged(bleed, living, "foe")[0].enemies[0].bleeding


@covers("dead_weight.spell.pain", "dead_weight.enemy.test", "dead_weight.enemy.level")
def test_pain_costs_actions():
    hurt = corpse("foe", at=(5, 3), pains=2, level=2)
    state, play = rigged(start_turn, arena(tough(), enemies=(hurt,)), "foe", dice=(2, 5))
    assert state.combat.actions == 1
    assert [roll.n for roll in play.asked] == [2, 2]
    writhing, _ = rigged(start_turn, arena(tough(), enemies=(hurt, foe("gnoll", "other"))), "foe", dice=(2, 2))
    assert (writhing.combat.turn, writhing.combat.due) == ("", ("other",))


@covers("dead_weight.combat.enemy_turn", "dead_weight.action.enemy_move", "dead_weight.enemy.move_leave")
def test_an_enemy_moves_by_its_points_and_pays_twice_to_leave_reach():
    one = corpse("foe", at=(5, 3), movement=3)
    state = arena(tough(), enemies=(one,))
    moved, _ = rigged(enemy_move, state, "foe", move_to=(7, 3))
    assert (enemy(moved, "foe").at, moved.combat.turn, moved.combat.actions) == ((7, 3), "foe", 1)
    with pytest.raises(AssertionError):
        rigged(enemy_move, state, "foe", move_to=(8, 3))
    lying_there = arena(tough(conditions=("mortally_wounded",)), tough("amber", at=(0, 0)), enemies=(one,))
    moved, _ = rigged(enemy_move, lying_there, "foe", move_to=(8, 3))
    assert enemy(moved, "foe").at == (8, 3)


@covers("dead_weight.combat.move_shields", "dead_weight.morale.flee", "dead_weight.action.enemy_move")
def test_moving_drops_shields_and_the_edge_leads_out():
    edge = corpse("foe", at=(11, 3), shield=2, movement=3)
    state = arena(tough(at=(0, 3)), enemies=(edge, foe("gnoll", "other")))
    moved, _ = rigged(enemy_move, state, "foe", move_to=(10, 3))
    assert enemy(moved, "foe").shield == 0
    fled, _ = rigged(enemy_move, state, "foe", move_to="leave")
    assert (enemy(fled, "foe").conditions, fled.combat.due) == (("left",), ("other",))


@covers("dead_weight.enemy.stunned", "dead_weight.action.enemy_recover", "dead_weight.token.stun")
def test_the_stunned_only_recover():
    stunned = corpse("foe", at=(5, 3), stun=3)
    state = arena(tough(), enemies=(stunned, foe("gnoll", "other", (9, 3))), turn="foe")
    for name in ("enemy_move", "enemy_action", "enemy_tear_loose"):
        assert why_not(DEED[name], state, "foe") == "stunned"
    assert next_step(state, stunned, 2) == ("recover",)
    after, _ = rigged(enemy_acts, state, "foe")
    assert (enemy(after, "foe").stun, after.combat.turn) == (1, "")
    once = replace(state, enemies=(replace(stunned, stun=1), state.enemies[1]))
    after, _ = rigged(DEED["enemy_recover"].do, once, "foe")
    assert (after.combat.actions, refuse_action(after, "foe")) == (1, None)
    assert why_not(DEED["enemy_recover"], after, "foe") == "not_stunned"


@covers("dead_weight.action.enemy_sheet_action", "dead_weight.enemy.actions", "dead_weight.combat.enemy_choices")
def test_an_enemy_may_repeat_an_action_of_its_sheet_upon_those_in_range():
    one = foe("giant_frog")
    state = arena(tough(), tough("amber", at=(0, 3)), enemies=(one,), turn="foe")
    names = ("sticky_tongue", "tongue_whip", "toxic_spit")
    actions = [enemy_actions()[f"dead_weight.enemy_action.{name}"] for name in names]
    assert [targets(state, one, action) for action in actions] == [("zael", "amber"), ("zael",), ("zael", "amber")]
    whip = {"enemy_action": actions[1].id}
    after, _ = rigged(DEED["enemy_action"].do, state, "foe", dice=(2,), **whip)
    assert (wounds(adventurer(after, "zael")), after.combat.actions) == (2, 1)
    after, _ = rigged(DEED["enemy_action"].do, after, "foe", dice=(2,), **whip)
    assert wounds(adventurer(after, "zael")) == 4
    far = replace(state, party=(tough(at=(0, 7)),), enemies=(replace(one, at=(11, 0)),))
    assert code(refuse_action(far, "foe")) == "nothing_in_reach"


@covers("dead_weight.setting.enemy_one_sheet_action_per_turn", "dead_weight.combat.enemy_choices")
def test_one_sheet_action_a_turn_where_the_table_says_so():
    one = corpse("foe", at=(5, 3))
    state = arena(tough(), enemies=(one,), settings={"enemy_one_sheet_action_per_turn": True})
    state, _ = rigged(DEED["enemy_action"].do, state, "foe", dice=(5,))
    assert code(refuse_action(state, "foe")) == "nothing_in_reach"
    assert refuse_move(state, "foe") is None
    state = replace(state, combat=replace(state.combat, turn="", due=("foe",)))
    state, _ = rigged(start_turn, state, "foe")
    assert refuse_action(state, "foe") is None


@covers("dead_weight.skill.swashbuckler", "dead_weight.prayer.ignorance")
def test_the_fooled_and_the_ignorant_do_not_attack():
    fooled = corpse("foe", at=(5, 3), spent=(SPENT.mark("next", "feinted"),))
    state, _ = rigged(start_turn, arena(tough(), enemies=(fooled,)), "foe")
    assert barred(state, enemy(state, "foe"), BITE)
    assert refuse_move(state, "foe") is None
    state, _ = rigged(start_turn, replace(state, combat=replace(state.combat, turn="", due=("foe",))), "foe")
    assert not barred(state, enemy(state, "foe"), BITE)
    worm = foe("ectoplasmic_worm")
    state = arena(tough(), enemies=(worm,), turn="foe")
    state = replace(state, effects=(Effect("e", "dead_weight.prayer.ignorance", "zael", ("foe",)),))
    assert barred(state, worm, enemy_actions()["dead_weight.enemy_action.soul_nibble"])


@covers("dead_weight.spell.phobia")
def test_what_an_enemy_dreads_it_attacks_only_when_cornered():
    one = corpse("foe", at=(0, 0), movement=3)
    dread = Effect("e", "dead_weight.spell.phobia", "zael", ("foe",), detail="zael")
    state = replace(arena(tough(at=(2, 2)), enemies=(one,), turn="foe"), effects=(dread,))
    near = replace(state, party=(tough(at=(1, 1)),))
    assert targets(near, one, BITE) == ()
    stuck = replace(near, enemies=(replace(one, movement=1),))
    assert cornered(stuck, stuck.enemies[0])
    assert targets(stuck, stuck.enemies[0], BITE) == ("zael",)


@covers("dead_weight.combat.enemy_turn", "dead_weight.phase.combat_enemies")
def test_enemies_act_for_themselves_one_after_another():
    party = (tough(), tough("amber", at=(3, 4)))
    foes = (corpse("one", at=(9, 3), movement=5), corpse("two", at=(5, 3)))
    state = arena(*party, enemies=foes)
    state = replace(state, combat=replace(state.combat, fast=("zael",)))
    state, play = rigged(enemies_act, state, "", dice=(5, 5, 5))
    assert (state.combat.step, state.combat.turn) == ("slow", "amber")
    assert play.codes().count("enemy.acts") == 3
    assert enemy(state, "one").at != (9, 3)
    with pytest.raises(Refused):
        GAME.perform(Rigged(), state, Action("enemies_act"))


@covers("dead_weight.enemy.no_fatigue", "dead_weight.enemy.level_as_attribute")
def test_enemies_have_nothing_to_tire():
    state = arena(enemies=(foe("gnoll"),), allies=(foe("medium_ally", "dog", NEXT_TO, owner="zael"),))
    after, _ = rigged(
        carry_out, state, "dog", enemy_actions()["dead_weight.enemy_action.pet_maul"], "foe", dice=([1, 4], 2)
    )
    assert replace(enemy(after, "dog"), facing=0) == enemy(state, "dog")
