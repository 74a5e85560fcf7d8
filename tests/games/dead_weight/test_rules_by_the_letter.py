"""Rules of fights, harm, gear and magic by the letter: what is told, exact numbers, and where a rule does not apply."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import NEXT_COMBAT
from tallow.games.dead_weight.combat.actions import reload
from tallow.games.dead_weight.combat.attack import ATTACK, can_backstab, roll_to_hit, vantage, wound_enemy
from tallow.games.dead_weight.combat.chart import Way
from tallow.games.dead_weight.combat.defence import land
from tallow.games.dead_weight.combat.ending import without_dodges
from tallow.games.dead_weight.combat.morale import edge, gain_morale, set_morale
from tallow.games.dead_weight.combat.moving import actions_to
from tallow.games.dead_weight.combat.skill_actions import feint
from tallow.games.dead_weight.combat.weapon_attacks import cornered
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.entries.gear import things
from tallow.games.dead_weight.entries.magic import spells
from tallow.games.dead_weight.entries.monsters import EnemyAction, Special
from tallow.games.dead_weight.gear.finds import give, take
from tallow.games.dead_weight.gear.handling import put_away
from tallow.games.dead_weight.gear.inventory import fits, thing
from tallow.games.dead_weight.gear.items import use
from tallow.games.dead_weight.gear.lighting import lights_out
from tallow.games.dead_weight.gear.market import sell, set_stock
from tallow.games.dead_weight.gear.trappings import ROBE, cleaned, into_robe, mend, use_up
from tallow.games.dead_weight.gear.treasure import share_out
from tallow.games.dead_weight.harm.mortal import mortally_wound
from tallow.games.dead_weight.harm.perils import NEVER, helps, last_turns
from tallow.games.dead_weight.harm.wounds import Hit, suffer
from tallow.games.dead_weight.magic.effects import combat_begins, expedition_over, shadows
from tallow.games.dead_weight.magic.sacrifices import sacrifice
from tallow.games.dead_weight.record import DEEDS
from tallow.games.dead_weight.state import Adventurer, Camp, Effect, Enemy, Item, Purse, adventurer, enemy, put
from tallow.games.exploring import Goods
from tallow.testing import covers
from tests.games.dead_weight.casters import (
    GOD,
    answered,
    calm,
    cleric,
    foe,
    fray,
    friend,
    options,
    thing_of,
    wizard,
    worked,
)
from tests.games.dead_weight.foes import rigged
from tests.games.dead_weight.people import corpse, fighting, somebody, table
from tests.games.playing import done, perform


def told(play, code=""):
    """What was told, each line as its code and facts; of one code alone if it is given."""
    return [(line.code, *line.facts) for line in play.told if code in ("", line.code)]


@covers("dead_weight.trait.cold_blood", "dead_weight.setting.backstab_when")
@pytest.mark.parametrize(
    ("traits", "at", "can"), [(("cold_blood",), (1, 0), True), ((), (1, 0), False), (("cold_blood",), (4, 0), False)]
)
def test_a_back_stab_takes_cold_blood_and_an_enemy_close_by(traits, at, can):
    one, foe = somebody(at=(0, 0), traits=traits), corpse(at=at, conditions=("asleep",))
    assert can_backstab(table(one, enemies=[foe], combat=fighting()), one, foe) is can


@covers("dead_weight.morale.abilities", "dead_weight.morale.broken")
@pytest.mark.parametrize("side", ["party", "enemies"])
def test_that_a_side_is_broken_by_an_ability_is_told_once(side):
    state = table(somebody(), enemies=[corpse()], combat=fighting())
    lower, play = done(set_morale, state, side, 1)
    assert (lower.combat.broken, told(play)) == ((), [])
    broken, play = done(set_morale, lower, side, 0)
    assert (broken.combat.broken, told(play)) == ((side,), [("morale.broken", side)])
    again, play = done(set_morale, broken, side, 3)
    assert (again, told(play)) == (broken, [])


@covers("dead_weight.morale.broken_adventurers", "dead_weight.morale.broken_enemies")
def test_morale_counts_in_a_fight_alone():
    state = table(somebody(), enemies=[corpse()])
    assert edge(state, corpse()) == (0, 0)
    assert edge(replace(state, combat=fighting()), corpse()) == (0, 0)
    assert edge(replace(state, combat=fighting(broken=("party",))), corpse()) == (0, 1)


@covers("dead_weight.action.combat_feint", "dead_weight.skill.duelist", "dead_weight.skill.swashbuckler")
@pytest.mark.parametrize(("skill", "more"), [("duelist", []), ("swashbuckler", [("fooled", "Foe")])])
def test_a_feint_is_told_with_all_the_tokens_that_it_costs(skill, more):
    blade = thing("dead_weight.weapon.falchion", "blade", place="right")
    one = somebody(at=(0, 0), skills=(skill,), items=(blade,))
    state = table(one, enemies=[corpse(at=(1, 0), shield=2, dodge=1)], combat=fighting(turn="zael", actions=2))
    _, play = done(feint, state, "zael")
    assert told(play) == [("feints", "Zael", "Foe", 3), *more]


@covers("dead_weight.trappings.tags")
def test_what_has_no_use_of_its_own_is_used_to_no_effect():
    state = table(somebody(items=(thing("dead_weight.weapon.falchion", "blade", place="right"),)))
    after, play = done(use, state, "zael", "blade", "quick")
    assert (after, told(play), play.asked) == (state, [], [])


@covers("dead_weight.item.living_ashes")
def test_ashes_come_off_one_thing_among_plain_ones():
    plain = thing("dead_weight.weapon.falchion", "plain", place="right")
    ashen = replace(plain, id="ashen", place="back", marks=("ashes", "found"))
    state = cleaned(table(somebody(items=(plain, ashen)), somebody("ann")), "ashes", "poison")
    assert [item.marks for item in adventurer(state, "zael").items] == [(), ("found",)]


@covers("dead_weight.island.guilds")
def test_what_everybody_gets_of_the_treasure_is_told():
    party = (somebody(purse=Purse(1)), somebody("ann"), somebody("bo", conditions=("dead",)))
    after, play = done(share_out, replace(table(*party), treasure=30, guild_share=10))
    assert told(play) == [("guild.share", 3, 10), ("silver", "Zael", 14), ("silver", "Ann", 13)]
    assert [one.purse.silver for one in after.party] == [15, 13, 0]
    _, play = done(share_out, replace(table(*party), treasure=1, guild_share=0))
    assert told(play) == [("silver", "Zael", 1)], "who gets nothing is not named"


@covers("dead_weight.affliction.bleeding", "dead_weight.light.dark_turn", "dead_weight.fatigue.overflow")
@pytest.mark.parametrize(
    ("conditions", "afflictions", "dark", "turns"),
    [
        ((), ("bleeding",), False, 22),
        ((), (), True, 22),
        ((), ("bleeding",), True, 12),
        ((), ("bleeding", "plagued"), False, 12),
        ((), ("bleeding", "plagued"), True, 7),
        (("mortally_wounded",), ("bleeding",), False, 5),
        (("mortally_wounded",), (), True, 3),
        (("mortally_wounded",), ("bleeding",), True, 2),
        (("mortally_wounded",), ("bleeding", "plagued"), True, 1),
    ],
)
def test_in_how_many_turns_bleeding_and_the_dark_may_kill(conditions, afflictions, dark, turns):
    one = somebody("zael", 3, 3, 2, 2, conditions=conditions, afflictions=afflictions)
    state = table(one)
    state = replace(state, locations=(replace(state.locations[0], dark=dark),))
    assert last_turns(state, one) == (turns, False)


@covers("dead_weight.affliction.bleeding", "dead_weight.fatigue.overflow")
def test_bleeding_kills_the_mortally_wounded_once_their_dice_are_gone():
    one = somebody("zael", (3, 0, 3), (3, 0, 1), 0, (2, 0, 1), conditions=("mortally_wounded",))
    bleeds = replace(one, afflictions=("bleeding",))
    assert last_turns(table(bleeds), bleeds) == (4, False), "three dice last for three turns"
    assert last_turns(table(one), one) == (5, False), "by then something decays"


@covers("dead_weight.setting.mortal_wounds_add", "dead_weight.affliction.bleeding")
@pytest.mark.parametrize(("mortal", "add", "turns"), [(1, True, 21), (0, True, 22), (1, False, 22)])
def test_where_mortal_wounds_add_up_the_next_may_kill_a_turn_earlier(mortal, add, turns):
    one = somebody("zael", 3, 3, 2, 2, afflictions=("bleeding",), mortal=mortal)
    assert last_turns(table(one, settings={"mortal_wounds_add": add}), one) == (turns, False)


@covers("dead_weight.spell.pocket_reality", "dead_weight.container.tiny_bag")
def test_what_falls_out_of_the_tiny_bag_is_told():
    state, _ = worked(calm(wizard("pocket_reality")), "pocket_reality")
    one = adventurer(state, "mira")
    torch = thing_of("item.torch", "torch", place="pocket")
    _, play = done(expedition_over, put(state, replace(one, items=(*one.items, torch))))
    assert told(play, "pocket.spills") == [("pocket.spills", torch.name)]


@covers("dead_weight.enemy.special_effects")
@pytest.mark.parametrize(("when", "healed"), [("hit", 1), ("wound", 0), ("critical", 0)])
def test_a_hit_that_kills_heals_the_attacker_if_every_hit_does(when, healed):
    bite = EnemyAction(
        "dead_weight.enemy_action.infectious_bite", "Bite", wounds=3, special_when=when, does=(Special("heal", many=1),)
    )
    one = somebody(at=(0, 0), conditions=("mortally_wounded",))
    biter = corpse(at=(1, 0), taken=2)
    state = table(one, enemies=[biter], combat=fighting(step="enemies"))
    after, _ = done(land, state, "zael", biter, bite)
    assert (adventurer(after, "zael").conditions, enemy(after, "foe").taken) == (("dead",), 2 - healed)
    after, _ = done(land, state, "zael", None, bite)
    assert enemy(after, "foe").taken == 2, "nobody bit"


@covers("dead_weight.dice.usage_end")
def test_a_stack_of_things_that_the_book_does_not_know_has_no_dice():
    state, play = done(use_up, table(somebody(items=(Item("s", "Stones", count=3),))), "zael", "s")
    (stones,) = adventurer(state, "zael").items
    assert (stones.count, stones.usage, told(play)) == (2, 0, [])


@covers("dead_weight.affliction.bleeding", "dead_weight.action.stabilize")
def test_what_would_save_the_bleeding_is_a_whole_remedy_that_somebody_who_is_able_has():
    one, bandages = somebody(afflictions=("bleeding",)), thing("dead_weight.item.bandages", "b")

    def ways(*items, **more):
        return helps(table(one, somebody("ann", items=items, **more)), one)

    assert ways(bandages) == ("help.staunch",)
    assert ways(thing("dead_weight.item.rope", "r")) == ways(Item("s", "Stones")) == ()
    assert ways(replace(bandages, broken=True)) == ways(bandages, conditions=("asleep",)) == ()
    assert helps(table(somebody("ann", items=(bandages,))), somebody()) == (), "who does not bleed needs none"


@covers("dead_weight.spell.black_night", "dead_weight.condition.blind")
def test_whoever_is_blind_outside_of_the_night_stays_so_when_another_leaves_it():
    blind = somebody("bo", at=(9, 7), conditions=("blind",))
    state, _ = worked(fray(wizard("black_night"), friend(), blind), "black_night", [(3, 3), [1]])
    left = shadows(put(state, replace(adventurer(state, "tam"), at=(6, 6))))
    assert [adventurer(left, who).conditions for who in ("tam", "bo")] == [(), ("blind",)]


@covers("dead_weight.god.cador")
def test_cador_is_offered_undead_captives_who_still_walk():
    walks, lies = foe("thrall", owner="odo"), foe("bones", owner="odo", conditions=("dead",))
    dog = foe("dog", owner="odo", tags=())
    odo = cleric("light", god=f"{GOD}cador", magic={"angered": True})
    _, play = done(sacrifice, calm(odo, allies=(walks, lies, dog)), "odo", script=["thrall"])
    assert options(play, "captive") == ("thrall", "other")


@covers("dead_weight.action.combat_reload", "dead_weight.weapon.crossbow")
def test_both_halves_of_loading_a_crossbow_are_told():
    bow = replace(thing("dead_weight.weapon.crossbow", "bow", place="both"), loaded=False)
    half, play = done(reload, table(somebody(items=(bow,)), combat=fighting()), "zael")
    assert told(play) == [("reloads", "Zael")]
    _, play = done(reload, half, "zael")
    assert told(play) == [("reloaded", "Zael")]


@covers("dead_weight.morale.cap", "dead_weight.table.miracle")
def test_new_courage_is_told_with_what_it_comes_to_and_so_is_a_ward():
    state = table(somebody(), combat=fighting(morale=4))
    _, play = done(gain_morale, state, "party", 1)
    assert told(play) == [("morale.gained", "party", 5)]
    after, play = done(combat_begins, replace(state, carries=(NEXT_COMBAT.mark("shield"),)))
    assert (told(play), after.party[0].shield, after.carries) == ([("miracle.ward",)], 1, ())


@covers("dead_weight.trappings.slots", "dead_weight.dice.usage")
def test_what_is_given_and_what_is_taken_is_told():
    (state, id_), play = done(give, table(somebody(containers=("backpack",))), "zael", Goods("Rope", like="Rope"))
    (rope,) = state.party[0].items
    assert told(play) == [("given", "Zael", rope.name)]
    after, play = done(take, state, id_)
    assert (after.party[0].items, told(play)) == ((), [("item.lost", "Zael", rope.name)])


@covers("dead_weight.doom.events", "dead_weight.light.usage")
def test_that_all_lights_go_out_is_told():
    torch = replace(thing("dead_weight.item.torch", "t", place="right"), lit=True)
    after, play = done(lights_out, table(somebody(items=(torch,))))
    assert (told(play), after.party[0].items) == ([("lights_out",)], (replace(torch, lit=False),))


@covers("dead_weight.creation.shopping", "dead_weight.table.shop_availability")
@pytest.mark.parametrize(("answer", "code"), [("there", "market.there"), ("not_there", "market.none")])
def test_what_the_gm_says_of_the_shops_is_told(answer, code):
    rope = "dead_weight.item.rope"
    after, play = done(set_stock, table(somebody()), "", script=[rope, answer])
    assert (told(play), after.market.stock) == ([(code, rope)], ((rope, answer == "there"),))


@covers("dead_weight.price.coins")
@pytest.mark.parametrize(("worth", "line"), [(8, ("market.sold", "Zael", "Idol", 8)), (0, None)])
def test_what_a_sale_brings_is_told(worth, line):
    state = table(somebody(items=(Item("idol", "Idol", value=worth),)))
    after, play = rigged(sell, state, "zael", dice=(5,), worth=0)
    lines = [one for one in told(play) if one[0].startswith("market.")]
    assert lines == [line or ("market.no_buyer", "Zael", "Idol")]
    assert after.party[0].purse.silver == worth


@covers("dead_weight.armour.magi_robe", "dead_weight.trappings.broken")
def test_a_robe_that_takes_fatigue_and_armour_that_is_mended_are_told():
    one = somebody(intelligence=(3, 0, 1), items=(thing(ROBE, "r", place="worn"),))
    _, play = done(into_robe, table(one), "zael", 0, script=["yes"])
    assert told(play) == [("robe.laden", "Zael")]
    scale = replace(thing("dead_weight.armour.scale_armor", "a", place="worn"), ap=1)
    _, play = done(mend, table(somebody(items=(scale,))), "zael", "a", "dead_weight.trappings.broken")
    assert told(play) == [("item.mended", "Zael", scale.name, 2)]


@covers(
    "dead_weight.prayer.prayer_of_summer", "dead_weight.prayer.prayer_of_spring", "dead_weight.prayer.prayer_of_autumn"
)
@pytest.mark.parametrize(
    ("prayer", "line"),
    [
        ("prayer_of_summer", ("enemy.mended", "Ghoul")),
        ("prayer_of_spring", ("enemy.healed", "Ghoul", 1)),
        ("prayer_of_autumn", ("autumn",)),
    ],
)
def test_what_a_prayer_of_a_season_does_to_enemies_is_told(prayer, line):
    hurt = foe(armour=0, taken=2)
    _, play = answered(fray(cleric(prayer), enemies=(hurt,)), prayer)
    assert told(play, line[0]) == [line]


@covers("dead_weight.prayer.prayer_of_summer")
def test_armour_that_summer_mends_is_told_with_its_points():
    mail = thing_of("armour.scale_armor", "mail", place="worn", ap=1)
    _, play = answered(fray(cleric(), friend(items=(mail,)), enemies=(foe(),)), "prayer_of_summer")
    assert told(play, "mended") == [("mended", "Tam", mail.name, 2)]


@covers("dead_weight.prayer.critical_failure", "dead_weight.prayer.sacrifice")
def test_that_a_god_is_not_moved_by_what_was_burnt_is_told():
    odo = cleric("light", god="The Worm", magic={"angered": True}, items=(thing_of("item.rope", "rope"),))
    state = replace(calm(odo), phase="camp", camp=Camp("actions", 2))
    _, play = rigged(sacrifice, state, "odo", goods="rope", goods_enough="no")
    assert told(play) == [("god.unmoved", "Odo", "The Worm")]


@covers("dead_weight.spell.weave_fate")
def test_without_a_die_of_int_no_fate_is_woven():
    state = calm(wizard("weave_fate", scores=(2, 2, (3, 0, 3), 2)))
    after, play = worked(state, "weave_fate")
    assert (after, told(play, "magic.nothing")) == (state, [("magic.nothing", "Mira", "dead_weight.spell.weave_fate")])


@covers("dead_weight.combat.setup_advantage_point")
def test_the_advantage_point_counts_in_a_fight_on_its_square_alone():
    one = somebody(at=(2, 2))
    for state in (table(one), table(one, combat=fighting()), table(one, combat=fighting(vantage=(3, 3)))):
        assert done(vantage, state, "zael")[0] == 0
    there = table(one, combat=fighting(vantage=(2, 2)))
    assert [done(vantage, there, "zael", script=[answer])[0] for answer in ("yes", "no")] == [1, 0]


@covers(
    "dead_weight.combat.cleanup_dodge", "dead_weight.combat.cleanup_shield", "dead_weight.setting.dodge_cleanup_strict"
)  # fmt: skip
@pytest.mark.parametrize(("strict", "left"), [(True, 0), (False, 1)])
def test_unused_dodges_of_all_are_removed_and_shields_stay(strict, left):
    state = table(
        somebody(dodge=3, late=1, shield=2),
        combat=fighting(),
        enemies=[corpse(dodge=2, shield=1)],
        allies=(corpse("rat", dodge=2, shield=1),),
        settings={"dodge_cleanup_strict": strict},
    )
    after = without_dodges(state)
    everybody: list[Adventurer | Enemy] = [*after.party, *after.enemies, *after.allies]
    assert [(one.dodge, one.shield) for one in everybody] == [
        (left, 2), (0, 1), (0, 1),
    ]  # fmt: skip
    assert after.party[0].late == 0


@covers("dead_weight.action.combat_move", "dead_weight.trauma.broken_leg")
@pytest.mark.parametrize(("steps", "legs", "cost"), [(3, (), 1), (4, (), 2), (1, ("broken_leg",), 2), (0, (), 0)])
def test_a_way_costs_an_action_for_each_move_and_two_with_a_broken_leg(steps, legs, cost):
    one = somebody(at=(0, 0), traumas=legs)
    state = table(one, combat=fighting(turn="zael", actions=2))
    assert actions_to(state, one, Way(tuple((n, 0) for n in range(1, steps + 1)))) == cost


@covers("dead_weight.spell.phobia")
def test_only_who_is_close_to_what_they_dread_and_has_nowhere_to_go_is_cornered():
    one = somebody(at=(0, 0))
    far = corpse(at=(5, 5))
    assert not cornered(table(one, enemies=[far], combat=fighting(turn="zael")), one, far)
    near = corpse(at=(1, 0))
    assert not cornered(table(one, enemies=[near], combat=fighting(turn="zael")), one, near)
    caught, before = somebody(at=(2, 2)), corpse(at=(3, 2))
    walls = ((1, 1), (2, 1), (3, 1), (1, 2), (1, 3), (2, 3))
    dead_end = table(caught, enemies=[before], combat=fighting(turn="zael", walls=walls))
    assert cornered(dead_end, caught, before), "the one square to go to is as near to it"


@covers("dead_weight.action.combat_move", "dead_weight.fatigue.available_dice")
def test_a_second_move_has_as_many_tiles_as_dice_are_left_and_none_where_the_first_has_taken_the_last():
    state = table(
        somebody(dexterity=1, at=(4, 4)), enemies=[corpse(at=(5, 4))], combat=fighting(turn="zael", actions=2)
    )
    after, _ = perform(DEEDS, state, "combat_move", "zael", (2, 4), "roll", [4])
    assert (after.party[0].at, after.party[0].dexterity.fatigue, after.combat.actions) == ((3, 4), 1, 1)


@covers("dead_weight.monster_trait.cap_one", "dead_weight.monster_trait.cap_two")
@pytest.mark.parametrize(("trait", "wounds", "taken"), [("cap_one", 2, 1), ("cap_two", 2, 2), ("cap_two", 3, 2)])
def test_a_limit_counts_for_every_hit_above_it(trait, wounds, taken):
    foe = corpse(armour=0, wounds=9, traits=(trait,))
    assert done(wound_enemy, table(enemies=[foe], combat=fighting()), "foe", Hit(wounds))[0][1] == taken


@covers("dead_weight.enemy.floor", "dead_weight.enemy.resistance")
def test_whom_resistance_spares_is_told_not_to_be_wounded():
    state = table(enemies=[corpse(armour=0, resistance=2)], combat=fighting())
    after, play = done(wound_enemy, state, "foe", Hit(1))
    assert (after, told(play)) == ((state, 0), [("wounds.none", "Foe")])
    _, play = done(wound_enemy, state, "foe", Hit(3))
    assert told(play) == [("enemy.wounds", "Foe", 1)]


@covers("dead_weight.enemy.minus", "dead_weight.advantage.disadvantage")
def test_a_minus_before_the_attribute_of_an_attack_lets_the_gm_reroll_one_die():
    state = table(somebody(at=(0, 0)), enemies=[corpse(at=(1, 0))], combat=fighting(turn="zael", actions=2))
    script = ["roll", [1, 2, 5], ("disadvantage", 5), [3], 3]
    (_, reading), play = done(
        roll_to_hit, state, "zael", "foe", Attack("STR", 3, disadvantage=1), ATTACK, script=script
    )
    assert (reading.outcome, len(options(play, "reroll"))) == ("critical_failure", 4)
    (_, reading), _ = done(roll_to_hit, state, "zael", "foe", Attack("STR", 3), ATTACK, script=["roll", [1, 2, 5]])
    assert reading.success, "without it the GM is not asked"


@covers("dead_weight.wound.mortal_death", "dead_weight.condition.mortally_wounded")
def test_whoever_is_mortally_wounded_already_dies_of_another_mortal_wound():
    state = table(somebody(conditions=("mortally_wounded",)), combat=fighting())
    after, play = done(mortally_wound, state, "zael", 1)
    assert (after.party[0].conditions, told(play)) == (("dead",), [("death", "Zael"), ("morale.lost", "party", 3)])


@covers("dead_weight.spell.smoke_form")
def test_only_ones_own_shape_of_smoke_is_a_danger_and_only_the_dead_are_out_of_any():
    one = somebody()
    smoke = Effect("s", "dead_weight.spell.smoke_form", "zael", ("zael",), left=2, unit="turn")
    assert last_turns(table(one, effects=(smoke,)), one) == (3, False)
    assert last_turns(table(one, effects=(replace(smoke, by="ann"),)), one)[0] > 100
    dead = somebody(conditions=("dead",))
    assert last_turns(table(dead, effects=(smoke,)), dead) == (NEVER, False)


@covers("dead_weight.trappings.tiny")
def test_only_what_takes_no_slot_is_noted_down():
    one = somebody()
    assert [fits(one, thing_of(f"item.{name}", "x"), "notes") for name in ("chalk", "rope")] == [True, False]


@covers("dead_weight.dice.usage")
def test_what_is_put_away_joins_the_stack_in_the_bag():
    pack = next(one for one in things().values() if one.pack > 1)
    held = replace(thing(pack.id, "one", place="right"), count=1)
    one = somebody(items=(held, replace(held, id="more", place="back", count=pack.pack - 1)), containers=("backpack",))
    state, _ = done(put_away, table(one), "zael")
    assert [(item.id, item.count) for item in adventurer(state, "zael").items] == [("more", pack.pack)]


@covers("dead_weight.wound.death", "dead_weight.wound.order")
def test_the_dead_take_no_wounds():
    state = table(somebody(conditions=("dead",)))
    assert done(suffer, state, "zael", Hit(3), "dead_weight.wound.order")[0] == (state, 0)


@covers("dead_weight.action.combat_cast", "dead_weight.spell.no_conductor")
def test_a_spell_that_is_called_off_costs_no_action():
    bare = fray(wizard("magic_missile", items=()))
    for actions in (1, 2):
        state = replace(bare, combat=replace(bare.combat, actions=actions))
        after = perform(DEEDS, state, "cast", "mira", "stop")[0]
        assert after.combat.actions == actions
    shot, _ = perform(DEEDS, fray(wizard("magic_missile")), "cast", "mira", "roll", [2, 3, 5])
    assert shot.combat.actions == 2 - spells()["dead_weight.spell.magic_missile"].actions
