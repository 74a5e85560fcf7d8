"""Rules by the letter: numbers at their edge, what is told, and guards that other tests come by without looking."""

from msgspec.structs import replace

from tallow.games.vanilla.checks.sways import unseen
from tallow.games.vanilla.combat.armour import wear
from tallow.games.vanilla.combat.assault import DEEDS as ASSAULT
from tallow.games.vanilla.combat.attacks import attack
from tallow.games.vanilla.combat.rounds import arrayed
from tallow.games.vanilla.combat.tricks import takes
from tallow.games.vanilla.entries import enchantments
from tallow.games.vanilla.gear.inventory import enchanted, minor, slots_of
from tallow.games.vanilla.gear.items import use_magic
from tallow.games.vanilla.gear.market import DEEDS as MARKET
from tallow.games.vanilla.gear.ruin import rusted
from tallow.games.vanilla.gear.weapons import melee_ways, ranged_ways
from tallow.games.vanilla.harm.confusion import astray
from tallow.games.vanilla.harm.perils import last_minutes
from tallow.games.vanilla.magic.casting import cast_quickly, control_numbers
from tallow.games.vanilla.magic.effects import go_begins
from tallow.games.vanilla.magic.spells_binding import quick_through
from tallow.games.vanilla.magic.spells_kept import DEEDS as KEPT
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import DAY, MARKS, Effect, Item
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find
from tallow.testing import covers
from tests.games.playing import asked, done
from tests.games.vanilla.casters import SPELL, Auto, beast, cast, mage, scene
from tests.games.vanilla.fighters import armour, fighting, foe, perform, refusal, somebody, table, weapon
from tests.games.vanilla.townsfolk import hired, town


def told(play):
    return [(event.code, event.facts) for event in play.told]


@covers("vanilla.armour.shield", "vanilla.wear.broken", "vanilla.table.magic_armour")
def test_a_fine_shield_breaks_with_one_blow_like_any_other():
    fine = replace(enchanted("vanilla.table.magic_armour", 4, "fine"), place="hands")
    assert fine.ac == 2
    after, play = done(wear, table(somebody(items=(fine,))), "ann")
    assert after.party[0].items[0].ac == 0
    assert told(play) == [("wear.broken", ("Ann", fine.name))]


@covers("vanilla.wear.trigger", "vanilla.wear.broken")
def test_armour_loses_a_point_with_each_blow_and_all_hear_what_is_left():
    state = table(somebody(items=(armour("light"),)))
    (item,) = state.party[0].items
    once, play = done(wear, state, "ann")
    assert told(play) == [("wear", ("Ann", item.name, item.ac - 1))]
    assert once.party[0].items[0].ac == item.ac - 1


@covers("vanilla.trick.disarm", "vanilla.carry.full")
def test_a_disarmed_weapon_can_be_taken_into_the_last_slot():
    sword = weapon("medium_melee", "theirs")
    laden = [weapon("medium_melee", f"w{n}", "pack") for n in range(10)]
    for carried, may in ((9, True), (10, False)):
        ann = somebody(items=laden[:carried])
        assert takes(table(ann), ann, sword) is may


@covers("vanilla.action.buy", "vanilla.carry.gear")
def test_gear_that_is_bought_is_told_with_its_price():
    state = table(somebody(coins=10, bubbles=5), place="settlement")
    _, play = perform(MARKET, "buy", state, "ann", ["gear", "another", "a drum", 2])
    assert told(play)[0] == ("bought", ("Ann", "a drum", 2))
    after, play = perform(MARKET, "buy", state, "ann", ["gear", "another", "a star", "none"])
    assert told(play) == [("gear.none", ("a star",))]
    assert after == state


@covers("vanilla.monster.arms", "vanilla.trick.disarm")
def test_claws_and_teeth_are_natural_weapons_and_bare_hands_are_not():
    (bite,) = melee_ways(foe(damage="7d7"))
    assert (bite.option, bite.damage, bite.natural) == ("natural", "7d7", True)
    (fists,) = melee_ways(somebody())
    assert (fists.option, fists.natural) == ("unarmed", False)


@covers("vanilla.spell.confusion", "vanilla.spell.pit")
def test_whoever_cannot_move_attacks_in_confusion_those_within_reach_alone():
    foes = (beast("Orc", "a", at=5), beast("Orc", "b", at=10))
    lost, _ = cast(scene(foes=foes), "confusion", "foes")
    fixed = Effect("e9", f"{SPELL}shuffle", on=("a",), mode="fixed", ends=999)
    bound = replace(lost, effects=(*lost.effects, fixed), combat=fighting("a", "foes"))
    struck, _ = done(astray, bound, "a", script=[[6, 6], 7, "damage", 2])
    assert find(struck, "b").grit < find(bound, "b").grit
    further = replace(bound, foes=(bound.foes[0], replace(bound.foes[1], at=11)))
    idle, play = done(astray, further, "a", script=[[6, 6]])
    assert [code for code, _ in told(play)] == ["confused"]
    assert idle.foes == further.foes


@covers("vanilla.time.deadly", "vanilla.monster.giant_rattler_snake", "vanilla.monster.green_slime")
def test_of_two_deaths_the_earlier_counts_and_at_the_same_minute_the_certain_one():
    def both(poison, slime):
        effects = (
            Effect("e1", "vanilla.monster.giant_rattler_snake", on=("ann",), mode="dying", ends=20 + poison),
            Effect("e2", "vanilla.monster.green_slime", on=("ann",), mode="slimed", ends=20 + slime),
        )
        state = table(somebody(), clock=20, effects=effects)
        return last_minutes(state, state.party[0])

    assert both(30, 4) == (5, False)
    assert both(3, 4) == (3, True)
    assert both(5, 4) == (5, True)


@covers("vanilla.cast.control", "vanilla.monster.penalty")
def test_a_penalty_on_every_roll_makes_magic_harder_to_control():
    ill = Effect("e1", "vanilla.monster.giant_rat", on=("mira",), mode="penalty", amount=-2, ends=999)
    mira = mage(level=1)
    assert control_numbers(scene(), mira) == (6, 0)
    assert control_numbers(scene(effects=(ill,)), mira) == (4, 0)


@covers("vanilla.miscast.targets", "vanilla.cast.book_fail_damage")
def test_a_spell_goes_astray_to_nobody_if_its_caster_dies_of_it_alone():
    state = table(mage("sleep", level=1, grit=0, flesh=1), somebody("ann", at=5000))
    source = ("book", f"{SPELL}sleep")
    after, play = done(cast_quickly, state, "mira", source, "mira", script=[20, 20, 6])
    assert has(find(after, "mira"), "dead")
    assert [code for code, _ in told(play)][-1] == "miscast"
    assert find(after, "ann") == state.party[1]


@covers("vanilla.spell.cloudkill", "vanilla.spell.insect_plague", "vanilla.phase.go")
def test_a_cloud_and_a_swarm_reach_ten_feet_from_where_they_are():
    for at, within in ((29, False), (30, True), (50, True), (51, False)):
        orc = foe(at=at)
        cloud = Effect("e1", f"{SPELL}cloudkill", mode="cloud", at=40, ends=999)
        state = table(somebody(), foes=(orc,), combat=fighting("orc", "foes"), effects=(cloud,))
        smothered, _ = done(go_begins, state, "orc", script=[20] if within else [])
        assert has(find(smothered, "orc"), "dead") is within
        swarm = replace(cloud, of=f"{SPELL}insect_plague", mode="plague")
        fled, play = done(go_begins, replace(state, effects=(swarm,)), "orc")
        assert has(find(fled, "orc"), "fleeing") is within
        assert told(play) == ([("terror", ("Orc",))] if within else [])


@covers("vanilla.spell.fireball", "vanilla.spell.wall_of_fire_or_ice")
def test_a_fireball_reversed_puts_out_the_walls_of_fire_near_it_and_nothing_else():
    near = Effect("e1", f"{SPELL}wall_of_fire_or_ice", by="mira", mode="wall_fire", at=25, ends=999)
    far = replace(near, id="e2", at=300)
    ice = replace(near, id="e3", mode="wall_ice")
    state, _ = cast(scene(effects=(near, far, ice)), "fireball", "orc", opposite=True)
    assert {effect.id for effect in state.effects} & {"e1", "e2", "e3"} == {"e2", "e3"}


@covers("vanilla.spell.plant_growth")
def test_plant_growth_reversed_withers_the_thorns_near_it_and_nothing_else():
    near = Effect("e1", f"{SPELL}plant_growth", by="mira", mode="rooted", on=("wolf",), at=30, ends=999)
    beyond, web = replace(near, id="e2", at=31), replace(near, id="e3", of=f"{SPELL}web", mode="webbed", at=20)
    state, _ = cast(scene(effects=(near, beyond, web)), "plant_growth", "orc", opposite=True)
    assert {effect.id for effect in state.effects} == {"e2", "e3"}


@covers("vanilla.combat.go", "vanilla.phase.go")
def test_what_is_done_on_a_go_is_for_creatures_and_not_for_seats_and_sides():
    state = table(somebody(items=(weapon("medium_melee"),)), foes=(foe(),), combat=fighting("ann"))
    assert [refusal(ASSAULT, "attack", state, who) for who in ("ann", "player", "party", "")] == ["", None, None, None]


@covers("vanilla.spell.confusion")
def test_the_confused_run_towards_whom_they_attack_on_either_side():
    for start, end in ((5, 25), (60, 35)):
        foes = (beast("Orc", "a", at=start), beast("Orc", "b", at=30))
        lost, _ = cast(scene(foes=foes), "confusion", "foes")
        state = replace(lost, combat=fighting("a", "foes"))
        after, _ = done(astray, state, "a", script=[[6, 6], 20])
        assert find(after, "a").at == end


@covers("vanilla.spell.insect_plague", "vanilla.spell.durations")
def test_a_swarm_is_sent_at_enemies_first_the_nearest_before_all_without_losing_concentration():
    foes = (beast("Goblin", "far", at=100), beast("Orc", "aim", at=20), beast("Goblin", "near", at=40))
    state, _ = cast(scene(place="wilds", foes=foes), "insect_plague", "aim")
    kept = Effect("e9", f"{SPELL}phantasm", by="mira", until="concentration")
    sent, play = perform(KEPT, "send_swarm", replace(state, effects=(*state.effects, kept)), "mira", ["near"])
    (question,) = asked(play, "swarm_where")
    assert question.options == ("near", "far", "mira", "ann")
    assert ("swarm", ("Mira", "Goblin", 20)) in told(play)
    assert kept in sent.effects


@covers("vanilla.spell.protection_from_missiles", "vanilla.ranged.ammo")
def test_a_missile_that_is_turned_aside_is_not_the_last():
    shield = Effect("e1", f"{SPELL}protection_from_missiles", on=("orc",), mode="no_missiles", ends=999)
    ann = somebody(items=(weapon("small_ranged"),))
    state = table(ann, foes=(foe(at=30),), combat=fighting("ann"), effects=(shield,))
    (after, struck), play = done(attack, state, "ann", "orc", ranged_ways(ann)[0])
    assert (struck, after.party[0].items[0].empty) == ("wide", False)
    assert told(play) == [("attack.turned", ("Ann", "Orc"))]


@covers("vanilla.combat.end")
def test_after_a_fight_in_a_settlement_the_party_is_still_there():
    for place, phase in (("settlement", "settlement"), ("dungeon", "explore"), ("wilds", "explore")):
        combat = arrayed(table(somebody(), place=place), (foe(),)).combat
        assert combat is not None
        assert combat.back_to == phase


@covers("vanilla.table.minor_item", "vanilla.action.use")
def test_a_line_of_chalk_is_drawn_before_the_nearest_enemy():
    chalk = replace(minor(enchantments()["Chalk"]), id="chalk")
    for near, line in ((25, 23), (15, 17)):
        foes = (foe("orc", at=near), foe("wolf", at=-10 if near > 20 else 60))
        state = table(somebody(at=20, items=(chalk,)), foes=foes, combat=fighting("ann"))
        after, play = done(use_magic, state, "ann", chalk)
        assert [effect.at for effect in after.effects] == [line]
        assert told(play)[0][0] == "uses.does"
        assert find(after, "ann").items[0].count == chalk.count - 1


@covers("vanilla.helper.craftsman_repair", "vanilla.action.repair")
def test_a_craftsman_also_repairs_the_armour_of_the_employers_other_helpers():
    state = hired("man_at_arms", hired("craftsman", town()))
    ann, smith, guard = state.party
    guard = replace(guard, items=(armour("medium", ac=3),))
    after, play = perform(MARKET, "repair", replace(state, party=(ann, smith, guard)), guard.id, [("craftsman", 1, 0)])
    assert find(after, guard.id).items[0].ac == 4
    assert find(after, "ann").coins == ann.coins
    assert told(play)[0][0] == "repair"


@covers("vanilla.monster.rust_monster")
def test_only_metal_rusts():
    for one in (somebody(items=(armour("light"),)), somebody()):
        state = table(one)
        after, play = done(rusted, state, "ann", "armour", "x")
        assert (after, play.told) == (state, [])
    hide, mail = table(somebody(), foes=(foe(),)), table(somebody(), foes=(foe(worn=True),))
    assert done(rusted, hide, "orc", "armour", "x")[0] == hide
    bare, play = done(rusted, mail, "orc", "armour", "x")
    assert (find(bare, "orc").ac, find(bare, "orc").worn) == (0, False)
    assert told(play) == [("rust.gone", ("Orc", "armour"))]


@covers("vanilla.spell.invisibility")
def test_a_spell_upon_an_enemy_ends_invisibility_even_if_it_hurts_nobody_and_one_upon_a_friend_does_not():
    unseen = Effect("e9", f"{SPELL}invisibility", by="mira", on=("mira",), mode="invisible", until="dispelled")
    body = beast("Orc", "body", at=20, conditions=("dead",))
    state = scene(foes=(body, beast("Orc", at=20)), effects=(unseen,))
    assert unseen not in cast(state, "charm", "orc")[0].effects
    assert unseen in cast(state, "bless_curse", ("bless", "ann"))[0].effects


@covers("vanilla.carry.armour")
def test_armour_fills_half_its_full_ac_rounded_up_however_worn_it_is():
    for full, slots in ((2, 1), (5, 3), (6, 3)):
        assert slots_of(armour("heavy", ac=1, ac_start=full, slots=0), Settings()) == slots


@covers("vanilla.carry.full", "vanilla.wear.repair_where")
def test_armour_is_collected_if_it_fits_whatever_else_is_carried():
    piece = armour("light", place="smith")
    swords = [weapon("large_melee", f"w{n}", "pack") for n in range(4)]
    small = [weapon("medium_melee", f"m{n}", "pack") for n in range(2)]
    for carried, code in (((*swords, *small[:1]), ""), ((*swords, *small), "full")):
        state = table(somebody(items=(piece, *carried)), place="settlement")
        assert refusal(MARKET, "collect", state, "ann") == code


@covers("vanilla.carry.gear")
def test_the_name_of_gear_has_60_letters_at_most():
    state = table(somebody(coins=10, bubbles=5), place="settlement")
    after, _ = perform(MARKET, "buy", state, "ann", ["gear", "another", "x" * 70, 2])
    assert after.party[0].gear == ("x" * 60,)


@covers("vanilla.time.deadly")
def test_whoever_nothing_is_upon_or_is_dead_is_in_no_danger():
    assert last_minutes(table(somebody()), somebody()) == (-1, False)
    poison = Effect("e1", "vanilla.monster.giant_rattler_snake", on=("ann",), mode="dying", ends=30)
    dead = somebody(conditions=("dead",))
    assert last_minutes(table(dead, effects=(poison,)), dead) == (-1, False)


@covers("vanilla.spell.web")
def test_fire_and_a_blade_in_hand_together_get_through_a_web_sooner():
    torch = Item("torch", "Torch", "vanilla.item.torch", place="hands", lit=True)
    sword = weapon("medium_melee")
    for items, quick in (
        ((torch,), False),
        ((sword,), False),
        ((torch, replace(sword, place="pack")), False),
        ((torch, sword), True),
    ):
        assert quick_through(somebody(items=items)) is quick


@covers("vanilla.spell.cloudkill")
def test_a_killing_cloud_moves_away_from_its_caster():
    for at, ahead in ((20, -1), (40, 1), (60, 1)):
        state = scene(party=(mage("cloudkill", at=40),), foes=(beast("Ogre", at=at, level=9),))
        after, _ = cast(state, "cloudkill", "ogre")
        (cloud,) = [effect for effect in after.effects if effect.mode == "cloud"]
        assert (cloud.at, cloud.amount) == (at, ahead)


@covers("vanilla.spell.fireball", "vanilla.setting.area_nearby_ft")
def test_a_fireball_reversed_puts_out_torches_on_the_ground_as_far_as_it_reaches():
    feet = Settings().area_nearby_ft
    torch = Item("t1", "Torch", "vanilla.item.torch", place="ground", lit=True)
    ground = (replace(torch, at=20 + feet), replace(torch, id="t2", at=21 + feet))
    state, _ = cast(scene(ground=ground), "fireball", "orc", opposite=True)
    assert [item.lit for item in state.ground] == [False, True]


@covers("vanilla.spell.web", "vanilla.spell.pit", "vanilla.spell.plant_growth")
def test_a_web_and_thorns_reach_ten_feet_from_their_middle_and_a_pit_five():
    for name, mode, feet in (("web", "webbed", 10), ("plant_growth", "rooted", 10), ("pit", "in_pit", 5)):
        foes = (beast("Orc", at=40), beast("Goblin", "in", at=40 + feet), beast("Goblin", "beyond", at=41 + feet))
        state, _ = cast(scene(foes=foes, level=1), name, "orc")
        held = {who for effect in state.effects if effect.mode == mode for who in effect.on}
        assert held == {"orc", "in"}, name


@covers("vanilla.spell.confusion")
def test_only_creatures_of_four_hit_dice_or_more_save_against_confusion():
    foes = (beast("Orc", at=20, level=3), beast("Orc", "chief", at=20, level=4))
    state, _ = cast(scene(foes=foes), "confusion", "foes", Auto({6: 6, 20: 1}))
    assert [has(one, "confused") for one in state.foes] == [True, False]


@covers("vanilla.spell.raise_dead")
def test_the_dead_are_raised_within_seven_days():
    for late, raised in ((0, True), (1, False)):
        dead = beast("Orc", at=5, conditions=("dead",), marks=(MARKS.mark("died", 100),))
        state, _ = cast(scene(foes=(dead,), clock=100 + 7 * DAY + late), "raise_dead", "orc", Auto({20: 1}))
        assert has(find(state, "orc"), "dead") is not raised


@covers("vanilla.spell.lightning_bolt")
def test_lightning_goes_sixty_feet():
    foes = (beast("Ogre", "aim", at=20), beast("Ogre", "last", at=60), beast("Ogre", "beyond", at=61))
    before = scene(foes=foes)
    state, _ = cast(before, "lightning_bolt", "aim")
    hurt = [one.id for one, was in zip(state.foes, before.foes, strict=True) if one.grit < was.grit]
    assert hurt == ["aim", "last"]


@covers("vanilla.spell.light_dark", "vanilla.spell.crystal_ball")
def test_darkness_is_twenty_feet_about_its_middle_and_the_blind_see_as_far_as_their_arm():
    def hidden(effect, at):
        orc = foe(at=at)
        return unseen(table(somebody(), foes=(orc,), combat=fighting("ann"), effects=(effect,)), orc, somebody())

    dark = Effect("e1", f"{SPELL}light_dark", mode="dark", at=50, ends=999)
    assert [hidden(dark, at) for at in (29, 30, 70, 71)] == [False, True, True, False]
    blind = Effect("e1", f"{SPELL}crystal_ball", on=("ann",), mode="blind", ends=999)
    assert [hidden(blind, at) for at in (5, 6)] == [False, True]
