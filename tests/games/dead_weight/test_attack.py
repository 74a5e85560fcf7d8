"""Attacks: the test to hit, tokens, letters, every weapon, and how enemies take damage and die."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import TURN_USES
from tallow.games.dead_weight.combat.attack import kill, land, strike, wound_enemy
from tallow.games.dead_weight.combat.weapon_attacks import attack, manners, manners_against, targets
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.entries.gear import weapons
from tallow.games.dead_weight.gear.inventory import thing
from tallow.games.dead_weight.harm.wounds import Hit
from tallow.games.dead_weight.state import enemy
from tallow.play import distribution
from tallow.testing import covers
from tests.games.dead_weight.foes import arena, foe, rigged, tough
from tests.games.dead_weight.people import corpse, fighting, lying, somebody, table
from tests.games.playing import done

ROLL = "roll"
WHY = "dead_weight.action.combat_attack"


def held(name, place="right", **more):
    return replace(thing(f"dead_weight.weapon.{name}", name, place=place), **more)


def soft(id_="foe", **more):
    """An enemy that nothing protects."""
    return corpse(id_, **{"armour": 0, "wounds": 20, "at": (1, 0), **more})


def against(foe, one=None, *, allies=(), settings=None, **more):
    one = one or somebody(at=(0, 0))
    return table(one, *allies, enemies=[foe], combat=fighting(turn="zael", actions=2, **more), settings=settings)


def hit(state, profile, *script, **more):
    (state, reading), play = done(strike, state, "zael", "foe", profile, script=(ROLL, *script), **more)
    return enemy(state, "foe"), reading, state, play


def swing(foe, *script, name="falchion", how=None, one=None, **more):
    """One attack with a weapon, in the first manner or in this one."""
    one = one or somebody(
        at=(0, 0), items=(held(name, "both" if weapons()[f"dead_weight.weapon.{name}"].hands == 2 else "right"),)
    )
    state = against(foe, one, **more)
    ways = manners_against(state, one, foe)
    manner = next(way for way in ways if how is None or way.option[::2] == how)
    state, play = done(attack, state, "zael", "foe", manner, script=(ROLL, *script))
    return enemy(state, "foe"), state.party[0], state, play


@covers(
    "dead_weight.action.combat_attack",
    "dead_weight.combat.attack_test",
    "dead_weight.combat.attack_success",
    "dead_weight.combat.attack_great",
    "dead_weight.weapon.example_falchion",
    "dead_weight.weapon.falchion",
)
def test_the_falchion_of_the_source():
    foe, one, *_ = swing(soft(), [2, 3, 5])
    assert (foe.taken, foe.bleeding, lying(one, "STR")) == (3, False, (0, 0))
    foe, one, *_ = swing(soft(), [4, 6, 6])
    assert (foe.taken, foe.bleeding, lying(one, "STR")) == (4, True, (1, 0)), "a 4 tires"
    foe, *_ = swing(soft(), [2, 3, 3])
    assert foe.taken == 0


@covers("dead_weight.weapon.example_club", "dead_weight.weapon.driftwood_club")
def test_the_club_does_the_same_on_a_great_success():
    assert swing(soft(), [1, 2, 5], name="driftwood_club")[0].taken == 2
    assert swing(soft(), [6, 6, 6], name="driftwood_club")[0].taken == 2


@covers("dead_weight.weapon.example_hammer", "dead_weight.weapon.war_hammer", "dead_weight.weapon_effect.p")
@pytest.mark.parametrize(("dice", "wounds"), [([2, 3, 5], 1), ([3, 6, 6], 4)])
@pytest.mark.parametrize(("special", "stun"), [(5, 0), (6, 1)])
def test_the_war_hammer_pierces_and_may_stun(dice, wounds, special, stun):
    foe, *_ = swing(soft(armour=3), dice, special, name="war_hammer")
    assert (foe.taken, foe.armour, foe.stun) == (wounds, 3, stun)


@covers("dead_weight.weapon.war_hammer")
def test_the_hammer_stuns_with_seven_in_forty_eight():
    one = somebody(at=(0, 0), items=(held("war_hammer"),))
    state = against(soft(armour=0), one)

    def stuns(play):
        after = attack(play, state, "zael", "foe", manners(state, one)[0])
        return enemy(after, "foe").stun

    odds = distribution(stuns, policy=lambda choice: choice.options[0])
    assert odds[1] == Fraction(7, 48)


@covers("dead_weight.combat.attack_tokens", "dead_weight.token.shield", "dead_weight.action.combat_spend_token")
def test_a_token_makes_the_attacker_reroll_a_die():
    one = somebody(strength=2, at=(0, 0))
    state = against(soft(shield=1), one)
    foe, reading, state, _ = hit(state, Attack("STR", 3), [2, 5], ("foe_shield", 5), 1)
    assert (reading.outcome, foe.taken, foe.shield) == ("critical_failure", 0, 0)
    assert lying(state.party[0], "STR") == (1, 0), "the 1 tires"


@covers("dead_weight.token.dodge", "dead_weight.combat.attack_tokens")
def test_tokens_that_are_not_spent_stay():
    foe, *_ = hit(against(soft(shield=2, dodge=1)), Attack("STR", 1), [2, 3, 5], ("foe_dodge", 5), 6, "pass")
    assert (foe.shield, foe.dodge, foe.taken) == (2, 0, 1)


@covers("dead_weight.weapon_effect.x", "dead_weight.weapon_effect.d", "dead_weight.weapon.example_hatchet")
@pytest.mark.parametrize(("letter", "kept"), [("X", {"shield": 2}), ("D", {"dodge": 2})])
def test_letters_that_ignore_tokens(letter, kept):
    foe, *_ = hit(against(soft(**kept)), Attack("STR", 1, effects=(letter,)), [2, 3, 5])
    assert foe.taken == 1, "nothing was asked"


@covers("dead_weight.weapon_effect.d", "dead_weight.weapon_effect.x", "dead_weight.setting.critical_token_letters")
@pytest.mark.parametrize(("letter", "token", "way"), [("D", "dodge", "foe_dodge"), ("X", "shield", "foe_shield")])
def test_a_critical_letter_ignores_tokens_while_the_dice_are_great_or_throughout(letter, token, way):
    profile = Attack("STR", 3, 1, (), (letter,))
    foe, *_ = hit(against(soft(**{token: 1})), profile, [2, 6, 6])
    assert foe.taken == 4, "no token against a great success"
    foe, *_ = hit(against(soft(**{token: 1})), profile, [2, 3, 6], (way, 6), 2)
    assert foe.taken == 0
    whole = {"critical_token_letters": "whole_attack"}
    foe, *_ = hit(against(soft(**{token: 1}), settings=whole), profile, [2, 3, 6])
    assert foe.taken == 3


@covers("dead_weight.weapon_effect.d")
def test_against_dual_short_swords_only_shields_help_at_two_sixes():
    items = (held("short_sword"), replace(held("short_sword", "left"), id="other"))
    one = somebody(at=(0, 0), items=items)
    _, _, _, play = swing(soft(shield=1, dodge=1), [2, 6, 6], "pass", name="short_sword", one=one)
    asked = play.asked[-1]
    assert {option[0] for option in asked.options if option != "pass"} == {"foe_shield"}


@covers(
    "dead_weight.morale.broken_adventurers", "dead_weight.morale.broken_enemies", "dead_weight.enemy.ignores_morale"
)
@pytest.mark.parametrize(
    ("broken", "traits", "script", "wounds"),
    [
        (("party",), (), ([2, 3, 5], ("disadvantage", 5), 1, 1), 0),
        (("enemies",), (), ([2, 3, 3], ("reroll", 2), 5), 1),
        (("enemies",), ("mindless",), ([2, 3, 3],), 0),
        (("party", "enemies"), (), ([2, 3, 3],), 0),
    ],
)
def test_broken_sides(broken, traits, script, wounds):
    foe, *_ = hit(against(soft(traits=traits), broken=broken), Attack("STR", 1), *script)
    assert foe.taken == wounds


@covers("dead_weight.skill.beastmaster")
@pytest.mark.parametrize(
    ("tags", "script", "wounds"), [(("living",), (("reroll", 3), 6), 1), (("living", "goblin"), (), 0)]
)
def test_a_beastmaster_fights_animals_with_advantage(tags, script, wounds):
    one = somebody(at=(0, 0), skills=("beastmaster",))
    foe, *_ = hit(against(soft(tags=tags), one), Attack("STR", 1), [2, 2, 3], *script)
    assert foe.taken == wounds


@covers("dead_weight.combat.setup_advantage_point")
def test_the_gm_may_grant_advantage_on_the_advantage_point():
    state = against(soft(), vantage=(0, 0))
    (state, reading), _ = done(
        strike, state, "zael", "foe", Attack("STR", 1), script=("yes", ROLL, [2, 3, 3], ("reroll", 2), 5)
    )
    assert reading.success
    (_, reading), _ = done(
        strike, against(soft(), vantage=(0, 0)), "zael", "foe", Attack("STR", 1), script=("no", ROLL, [2, 3, 3])
    )
    assert not reading.success
    hit(against(soft(), vantage=(5, 5)), Attack("STR", 1), [2, 3, 3])


@covers("dead_weight.weapon_effect.b", "dead_weight.setting.effect_needs_wound", "dead_weight.weapon.effects_carry")
def test_b_causes_bleeding_and_needs_a_wound_only_where_the_table_says_so():
    profile = Attack("STR", 1, 1, ("B",))
    assert hit(against(soft()), profile, [2, 3, 5])[0].bleeding
    assert hit(against(soft()), profile, [2, 6, 6])[0].bleeding, "effects of a hit are also those of a critical hit"
    assert hit(against(soft(resistance=1)), profile, [2, 3, 5])[0].bleeding
    assert not hit(against(soft(resistance=1), settings={"effect_needs_wound": True}), profile, [2, 3, 5])[0].bleeding


@covers("dead_weight.setting.only_living_bleed", "dead_weight.enemy.no_afflictions")
def test_only_the_living_bleed_where_the_table_says_so():
    profile = Attack("STR", 1, effects=("B",))
    for tags, bleeds in ((("undead",), False), (("living",), True)):
        foe, *_ = hit(against(soft(tags=tags), settings={"only_living_bleed": True}), profile, [2, 3, 5])
        assert foe.bleeding is bleeds


@covers("dead_weight.weapon_effect.n")
def test_non_lethal_wounds_stop_at_what_is_noted():
    profile = Attack("STR", 1, effects=("N",))
    foe, *_ = hit(against(soft(wounds=4, taken=4)), profile, [2, 3, 5])
    assert (foe.taken, foe.conditions) == (4, ())
    foe, *_ = hit(against(soft(wounds=4, taken=3)), replace(profile, wounds=3), [2, 3, 5])
    assert (foe.taken, foe.conditions) == (4, ())
    foe, *_ = hit(against(soft(wounds=4, taken=3), settings={"enemy_dies_at": "equal"}), profile, [2, 3, 5])
    assert (foe.taken, foe.conditions) == (3, ())


@covers("dead_weight.weapon_effect.r", "dead_weight.weapon_effect.p")
def test_irresistible_and_piercing_are_different_things():
    foe, *_ = hit(against(soft(resistance=2, armour=1)), Attack("STR", 3, effects=("R",)), [2, 3, 5], 5)
    assert foe.taken == 2, "armour stops one, resistance nothing"
    foe, *_ = hit(against(soft(resistance=2, armour=1)), Attack("STR", 3, effects=("P",)), [2, 3, 5])
    assert foe.taken == 1, "no armour roll, but resistance"


@covers("dead_weight.weapon_effect.s", "dead_weight.token.stun")
def test_stun_comes_with_the_hit_even_if_no_wound_does():
    foe, *_ = hit(against(soft(stun=1, resistance=5)), Attack("STR", 1, effects=("S",)), [2, 3, 5])
    assert (foe.taken, foe.stun) == (0, 2)


@covers("dead_weight.setting.undead_immune_to_presence", "dead_weight.monster_trait.mindless")
@pytest.mark.parametrize(("immune", "taken"), [(True, 0), (False, 1)])
def test_the_mindless_may_ignore_presence(immune, taken):
    state = against(soft(traits=("mindless",)), settings={"undead_immune_to_presence": immune})
    foe, *_ = hit(state, Attack("PRE", 1), [2, 5])
    assert foe.taken == taken


@covers(
    "dead_weight.enemy.armour",
    "dead_weight.enemy.armour_break",
    "dead_weight.enemy.resistance",
    "dead_weight.enemy.resistance_stat",
    "dead_weight.enemy.floor",
    "dead_weight.enemy.tracking",
    "dead_weight.combat.attack_reduce",
)
def test_armour_then_resistance():
    def hurt(foe, wounds, *script):
        (state, taken), _ = done(wound_enemy, against(foe), "foe", Hit(wounds), "zael", WHY, script=script)
        return taken, enemy(state, "foe").armour

    assert hurt(soft(armour=2), 3, [1, 4]) == (2, 1), "1 and 4 damage it by one"
    assert hurt(soft(armour=2, resistance=2), 4, [3, 5]) == (1, 2)
    assert hurt(soft(resistance=2), 1) == (0, 0)


@covers("dead_weight.enemy.armour")
def test_a_falchion_against_a_corpse_exactly():
    state = against(corpse(at=(1, 0), wounds=20), somebody(at=(0, 0), items=(held("falchion"),)))

    def taken(play):
        after = attack(play, state, "zael", "foe", manners(state, state.party[0])[0])
        return enemy(after, "foe").taken

    odds = distribution(taken, policy=lambda choice: choice.options[0])
    assert odds == {0: Fraction(1, 8), 2: Fraction(173, 432), 3: Fraction(7, 16), 4: Fraction(1, 27)}


@covers("dead_weight.wound.enemies", "dead_weight.setting.enemy_dies_at", "dead_weight.enemy.wounds_stat")
@pytest.mark.parametrize(("setting", "wounds", "dead"), [("more", 4, False), ("more", 5, True), ("equal", 4, True)])
def test_an_enemy_dies_with_more_wounds_than_noted(setting, wounds, dead):
    state = against(soft(wounds=4), settings={"enemy_dies_at": setting})
    (state, _), _ = done(wound_enemy, state, "foe", Hit(wounds), "zael", WHY)
    assert ("dead" in enemy(state, "foe").conditions) is dead
    assert len(state.corpses) == dead


@covers("dead_weight.morale.loss_death", "dead_weight.enemy.ignores_morale")
def test_a_death_costs_its_side_a_point_of_morale():
    foes = [soft("a"), soft("b"), soft("c", traits=("mindless",))]
    state = table(somebody(at=(0, 0)), enemies=foes, combat=fighting(enemy_morale=4))
    for who, morale in (("a", 3), ("b", 2), ("c", 2)):
        state, _ = done(kill, state, who)
        assert state.combat.enemy_morale == morale
    assert state.combat.kills == 3


@covers("dead_weight.monster_trait.cap_one", "dead_weight.monster_trait.cap_two", "dead_weight.monster_trait.ethereal")
def test_traits_that_limit_wounds():
    def taken(*traits, **more):
        return done(wound_enemy, against(soft(traits=traits)), "foe", Hit(5), "zael", WHY, **more)[0][1]

    assert (taken(), taken("cap_two"), taken("cap_one")) == (5, 2, 1)
    assert (taken("ethereal"), taken("ethereal", magic=True)) == (0, 5)


@covers("dead_weight.condition.asleep", "dead_weight.condition.imprisoned")
def test_a_wound_wakes_and_a_prison_protects():
    (state, taken), _ = done(wound_enemy, against(soft(conditions=("asleep",))), "foe", Hit(1), "zael", WHY)
    assert (taken, enemy(state, "foe").conditions) == (1, ())
    (_, taken), _ = done(wound_enemy, against(soft(conditions=("imprisoned",))), "foe", Hit(1), "zael", WHY)
    assert taken == 0


@covers("dead_weight.trait.battle_trance", "dead_weight.combat.more_actions")
def test_a_kill_in_a_battle_trance_gives_an_action():
    one = somebody(at=(0, 0), traits=("battle_trance",))
    *_, state, _ = hit(against(soft(wounds=1), one), Attack("STR", 3), [2, 3, 5])
    assert state.combat.actions == 3
    state, _ = done(kill, against(soft(), one, step="enemies"), "foe", "")
    assert state.combat.actions == 2, "bleeding to death is nobody's kill"
    late = against(soft(), one)
    late = replace(late, combat=replace(late.combat, turn="foe", actions=1))
    state, _ = done(kill, late, "foe", "zael")
    assert (state.combat.actions, state.combat.used) == (1, (TURN_USES.mark("extra", "zael"),))


@covers("dead_weight.trait.battle_trance")
def test_somebody_elses_kill_gives_one_in_a_battle_trance_nothing():
    entranced = somebody("amber", at=(0, 1), traits=("battle_trance",))
    killer = somebody("zael", at=(0, 0))
    *_, state, _ = hit(against(soft(wounds=1), killer, allies=(entranced,)), Attack("STR", 3), [2, 3, 5])
    assert "dead" in enemy(state, "foe").conditions
    assert (state.combat.actions, state.combat.used) == (2, ()), "neither now nor in the turn of the other"
    mine = against(soft(), entranced, allies=(killer,))
    mine = replace(mine, combat=replace(mine.combat, turn="amber"))
    state, _ = done(kill, mine, "foe", "zael")
    assert (state.combat.actions, state.combat.used) == (2, ()), "not even in their own turn"


DAGGER = (held("dagger"),)
FLANK = somebody("amber", at=(2, 0))


@covers("dead_weight.trait.cold_blood", "dead_weight.weapon.dagger")
def test_a_back_stab_with_a_dagger():
    one = somebody(strength=2, at=(0, 0), traits=("cold_blood",), items=DAGGER)
    more = {"one": one, "allies": (FLANK,), "how": ("backstab", "DEX")}
    foe, after, *_ = swing(soft(armour=1, resistance=2), [2, 3, 4], 3, **more)
    assert foe.taken == 2, "1 + 1, the armour rolls, resistance does not count"
    assert (lying(after, "DEX"), lying(after, "STR")) == ((1, 0), (0, 0)), "DEX was tested"
    foe, *_ = swing(soft(armour=3, resistance=2), [2, 6, 6], **more)
    assert foe.taken == 5, "1 + 3 + 1, armour pierced"


@covers("dead_weight.setting.backstab_when", "dead_weight.trait.cold_blood", "dead_weight.combat.move_facing")
@pytest.mark.parametrize(
    ("when", "flanked", "faced_away", "unaware"),
    [
        ("any", True, True, True),
        ("unaware", False, False, True),
        ("flanked", True, False, True),
        ("facing", False, True, True),
    ],
)
def test_when_an_attack_is_a_back_stab(when, flanked, faced_away, unaware):
    one = somebody(at=(0, 0), traits=("cold_blood",), items=DAGGER)

    def stabs(foe, *allies, **more):
        state = against(foe, one, allies=allies, settings={"backstab_when": when}, **more)
        return any(way.how == "backstab" for way in manners_against(state, one, foe))

    assert stabs(soft(facing=6), FLANK) is flanked
    assert not stabs(soft(facing=6), replace(FLANK, conditions=("asleep",))), "the flanker must be able to act"
    assert stabs(soft(facing=2)) is faced_away
    assert stabs(soft(facing=6), unaware=("foe",)) is unaware
    assert not stabs(soft(facing=6))
    assert not stabs(soft(facing=2, at=(4, 0)))


def test_an_attack_is_noticed():
    state = against(soft(), unaware=("foe", "other"))
    *_, state, _ = hit(state, Attack("STR", 1), [2, 3, 3])
    assert state.combat.unaware == ("other",)


@covers("dead_weight.weapon.battle_axe", "dead_weight.combat.attack_great")
def test_battle_axe():
    foe, *_ = swing(soft(), [2, 6, 6], name="battle_axe")
    assert (foe.taken, foe.bleeding) == (6, True)
    foe, *_ = swing(soft(), [2, 3, 6], name="battle_axe")
    assert (foe.taken, foe.bleeding) == (4, False)


@covers("dead_weight.weapon.cane", "dead_weight.weapon.quarterstaff")
@pytest.mark.parametrize("name", ["cane", "quarterstaff"])
def test_cane_and_staff(name):
    assert swing(soft(), [2, 3, 6], name=name)[0].taken == 1
    assert swing(soft(), [2, 6, 6], name=name)[0].taken == 2


@covers("dead_weight.weapon.dagger", "dead_weight.weapon_effect.p")
def test_dagger():
    assert swing(soft(armour=2), [2, 6, 6], name="dagger")[0].taken == 4
    assert swing(soft(armour=2), [2, 3, 6], [3, 5], name="dagger")[0].taken == 0


@covers("dead_weight.weapon.flail", "dead_weight.weapon.special_text")
def test_flail_ignores_shields_and_may_hit_its_wielder():
    assert swing(soft(shield=2), [2, 3, 5], name="flail")[0].taken == 2
    foe, one, *_ = swing(soft(), [2, 3, 3], 1, "no", "STR", name="flail")
    assert (foe.taken, lying(one, "STR")) == (0, (0, 1))
    assert lying(swing(soft(), [2, 3, 3], 2, name="flail")[1], "STR") == (0, 0)


@covers("dead_weight.weapon.sacrificial_dagger")
def test_sacrificial_dagger_bleeds_and_may_break_on_a_shield():
    foe, *_ = swing(soft(), [2, 3, 5], name="sacrificial_dagger")
    assert (foe.taken, foe.bleeding) == (1, True)
    assert swing(soft(), [2, 6, 6], name="sacrificial_dagger")[0].taken == 2
    block = ([2, 3, 5], ("foe_shield", 5), 2)
    assert swing(soft(shield=1), *block, 1, name="sacrificial_dagger")[1].items[0].broken
    assert not swing(soft(shield=1), *block, 2, name="sacrificial_dagger")[1].items[0].broken
    swing(soft(shield=1), [2, 3, 3], "pass", name="sacrificial_dagger")


@covers("dead_weight.weapon.notched_whip")
def test_notched_whip_stuns_the_unarmoured():
    foe, one, *_ = swing(soft(), [2, 3, 4], name="notched_whip")
    assert (foe.taken, foe.stun, lying(one, "DEX")) == (1, 1, (1, 0))
    foe, *_ = swing(soft(armour=1, resistance=1), [2, 6, 6], 3, name="notched_whip")
    assert (foe.taken, foe.stun, foe.bleeding) == (3, 0, True)


@covers("dead_weight.weapon.spear")
@pytest.mark.parametrize(("place", "dice"), [("both", [2, 3, 5]), ("right", [2, 5])])
def test_a_spear_in_one_hand_has_a_die_less(place, dice):
    one = somebody(at=(0, 0), items=(held("spear", place),))
    assert swing(soft(), dice, name="spear", one=one)[0].taken == 3
    weak = somebody(strength=1, at=(0, 0), items=(held("spear", "right"),))
    state = against(soft(), weak)
    state, _ = done(attack, state, "zael", "foe", manners(state, weak)[0], script=([5, 6],))
    assert enemy(state, "foe").taken == 3, "0 dice: two, and the lower counts"


@covers("dead_weight.weapon.short_sword")
def test_two_short_swords_are_one_attack():
    one = somebody(at=(0, 0), items=(held("short_sword"), replace(held("short_sword", "left"), id="other")))
    assert len(manners(against(soft(), one), one)) == 1
    assert swing(soft(), [2, 6, 6], name="short_sword", one=one)[0].taken == 4
    assert swing(soft(), [2, 3, 6], name="short_sword", one=one)[0].taken == 3
    assert swing(soft(), [2, 6, 6], name="short_sword")[0].taken == 3
    broken = replace(one, items=(one.items[0], replace(one.items[1], broken=True)))
    assert manners(against(soft(), broken), broken)[0].profile.wounds == 2


@covers("dead_weight.weapon.throwing_hatchet", "dead_weight.weapon.example_hatchet", "dead_weight.weapon.range")
def test_a_hatchet_is_thrown_or_swung():
    foe, one, *_ = swing(soft(shield=2, at=(6, 0)), [1, 3, 4], 3, name="throwing_hatchet", how=("throw", "DEX"))
    assert (foe.taken, foe.shield, lying(one, "DEX"), one.items[0].usage) == (1, 2, (1, 0), 10)
    foe, one, *_ = swing(soft(at=(6, 0)), [2, 3, 5], 2, 1, name="throwing_hatchet", how=("throw", "STR"))
    assert (foe.taken, one.items[0].usage) == (1, 8), "tails, and the usage die goes down"
    assert swing(soft(at=(6, 0)), [2, 3, 5], 1, 9, name="throwing_hatchet", how=("throw", "STR"))[0].taken == 0
    assert swing(soft(), [2, 3, 5], name="throwing_hatchet", how=("strike", "STR"))[0].taken == 1
    far = soft(at=(7, 0))
    one = somebody(at=(0, 0), items=(held("throwing_hatchet"),))
    assert targets(against(far, one), one) == ()


@covers("dead_weight.weapon.short_bow", "dead_weight.item.arrows", "dead_weight.combat.attack_range")
def test_a_bow_needs_arrows():
    arrows = thing("dead_weight.item.arrows", "arrows")
    one = somebody(at=(0, 0), items=(held("short_bow", "both"), arrows))
    foe, after, *_ = swing(soft(at=(11, 0), resistance=2), [2, 6, 6], 2, one=one)
    assert (foe.taken, after.items[1].usage) == (3, 6), "irresistible on a great success; the arrows run down"
    bare = replace(one, items=one.items[:1])
    assert manners(against(soft(), bare), bare) == ()
    assert targets(against(soft(at=(11, 0)), one), replace(one, conditions=("blind",))) == (), (
        "the blind see Close only"
    )


@covers("dead_weight.weapon.crossbow", "dead_weight.item.bolts")
def test_a_crossbow_shoots_once_loaded():
    bolts = thing("dead_weight.item.bolts", "bolts")
    one = somebody(at=(0, 0), items=(held("crossbow", "both", loaded=True), bolts))
    foe, after, *_ = swing(soft(at=(9, 0), armour=3), [2, 3, 5], 9, one=one)
    assert (foe.taken, foe.armour, after.items[0].loaded, after.items[1].usage) == (3, 3, False, 10)
    assert manners(against(soft(), after), after) == ()


@covers("dead_weight.item.holy_water")
def test_holy_water_is_thrown_at_undead_only():
    water = thing("dead_weight.item.holy_water", "water")
    one = somebody(at=(0, 0), items=(water,))
    ghost = soft(tags=("ghost",), traits=("ethereal",), armour=2, resistance=3, at=(5, 0))
    foe, after, *_ = swing(ghost, [2, 3, 5], 6, one=one)
    assert (foe.taken, after.items[0].usage) == (2, 6)
    assert targets(against(soft(tags=("living",)), one), one) == ()


@covers("dead_weight.item.sleeping_darts", "dead_weight.weapon_effect.special")
@pytest.mark.parametrize(
    ("level", "tags", "asleep"), [(3, ("living",), True), (4, ("living",), False), (1, ("undead",), False)]
)
def test_sleeping_darts(level, tags, asleep):
    one = somebody(at=(0, 0), items=(thing("dead_weight.item.sleeping_darts", "darts"),))
    foe, *_ = swing(soft(level=level, tags=tags, at=(4, 0)), [2, 3, 5], 6, one=one)
    assert (foe.conditions, foe.taken) == (("asleep",) if asleep else (), 0)


@covers("dead_weight.item.living_ashes", "dead_weight.item.poisonous_vials")
def test_what_was_put_on_a_weapon():
    one = somebody(at=(0, 0), items=(held("falchion", marks=("ashes", "poison")),))
    foe, after, *_ = swing(soft(tags=("living",)), [2, 3, 5], one=one)
    assert (foe.taken, foe.stun, after.items[0].marks) == (4, 1, ("ashes",))
    foe, after, *_ = swing(soft(tags=("undead",)), [2, 3, 5], one=one)
    assert (foe.stun, after.items[0].marks) == (0, ("ashes", "poison"))


@covers("dead_weight.combat.attack_range", "dead_weight.weapon.range")
def test_a_weapon_without_a_range_reaches_close_only():
    one = somebody(at=(0, 0), items=(held("falchion"),))
    assert targets(against(soft(at=(1, 1)), one), one) == ("foe",)
    assert targets(against(soft(at=(2, 0)), one), one) == ()
    assert targets(against(soft(conditions=("dead",)), one), one) == ()


def test_a_hit_gives_the_wounds_that_were_taken():
    (_, taken), _ = done(land, against(soft()), "zael", "foe", Attack("STR", 2, 1), WHY, great=True, more=1)
    assert taken == 4


@covers("dead_weight.wound.enemies", "dead_weight.morale.loss_death")
def test_nobody_dies_twice():
    state = arena(tough(), enemies=(foe("goblin_scrapper", "a"), foe("goblin_scrapper", "b", at=(7, 7))))
    once, _ = rigged(kill, state, "a")
    twice, play = rigged(kill, once, "a")
    assert (twice, play.codes()) == (once, [])
