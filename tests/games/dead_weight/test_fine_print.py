"""The fine print of fights, harm, gear and magic: what a small slip in a rule would change."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.combat.weapon_attacks import attack, manners_against
from tallow.games.dead_weight.entries.gear import things
from tallow.games.dead_weight.entries.magic import spells
from tallow.games.dead_weight.gear.finds import give, reward
from tallow.games.dead_weight.gear.handling import give as hand
from tallow.games.dead_weight.gear.handling import hand_over, take_off, takeable
from tallow.games.dead_weight.gear.inventory import limit, load, thing
from tallow.games.dead_weight.gear.items import AT_LEISURE, usable, use
from tallow.games.dead_weight.gear.market import at_market, within
from tallow.games.dead_weight.gear.treasure import give_container, hand_out, share_out
from tallow.games.dead_weight.harm.afflictions import cure
from tallow.games.dead_weight.harm.conditions import holds
from tallow.games.dead_weight.harm.mortal import die, fate
from tallow.games.dead_weight.harm.perils import last_turns
from tallow.games.dead_weight.harm.wounds import Hit
from tallow.games.dead_weight.magic.aiming import Aim, can_take, marks
from tallow.games.dead_weight.magic.effects import combat_over, invulnerable
from tallow.games.dead_weight.magic.memorizing import memorize
from tallow.games.dead_weight.magic.prayers import pray
from tallow.games.dead_weight.magic.sacrifices import GIVEN
from tallow.games.dead_weight.magic.spells import cast_spell
from tallow.games.dead_weight.magic.workings import Cast, hurt
from tallow.games.dead_weight.record import DEEDS
from tallow.games.dead_weight.state import Corpse, Effect, Market, Purse, adventurer, enemy
from tallow.games.exploring import Goods
from tallow.testing import covers
from tests.games.dead_weight.casters import PRAYER, SPELL, answered, calm, cleric, foe, fray, friend, wizard, worked
from tests.games.dead_weight.people import corpse, fighting, somebody, table
from tests.games.dead_weight.staying import staying
from tests.games.playing import asked, done, perform

WHY = "dead_weight.wound.death"
ITEM = "dead_weight.item."
ROPE, SILVER = f"{ITEM}rope", f"{ITEM}silver_coin"


def listed(state, seat):
    """The names of what a seat can do."""
    return {offer.action.name for offer in DEEDS.offers(state, seat)}


def ropes(number):
    return tuple(thing(ROPE, f"r{n}", place="back") for n in range(number))


@covers("dead_weight.combat.player_turn")
def test_on_the_own_turn_what_everybody_can_do_is_listed_and_casting_for_casters_alone():
    state = table(somebody(at=(1, 1)), enemies=[corpse(at=(5, 1))], combat=fighting(turn="zael", actions=2))
    assert {"combat_attack", "combat_item", "combat_move"} <= listed(state, "player")
    assert "cast" not in listed(state, "player")
    assert "cast" in listed(fray(wizard("magic_missile")), "mira")


@covers("dead_weight.weapon.throwing_hatchet")
def test_the_handle_of_a_hatchet_is_the_toss_of_a_coin():
    one = somebody(at=(0, 0), items=(thing("dead_weight.weapon.throwing_hatchet", "axe", place="right"),))
    state = table(one, enemies=[corpse(armour=0, at=(3, 0))], combat=fighting(turn="zael", actions=2))
    ways = manners_against(state, one, state.enemies[0])
    manner = next(way for way in ways if (way.how, way.attribute) == ("throw", "STR"))
    _, play = done(attack, state, "zael", "foe", manner, script=["roll", [2, 3, 5], 2, 9])
    (coin,) = [roll for roll in play.asked if getattr(roll, "sides", 0) == 2]
    assert (coin.stake.need, coin.stake.above) == (2, True), "1 is the handle"
    assert "handle" not in play.codes()
    after, play = done(attack, state, "zael", "foe", manner, script=["roll", [2, 3, 5], 1, 9])
    assert [line.facts for line in play.told if line.code == "handle"] == [("Zael",)]
    assert after.enemies == state.enemies, "a handle does nothing"


@covers("dead_weight.spell.silver_cannon")
def test_each_shot_of_the_silver_cannon_costs_a_coin_even_if_it_misses():
    mage = replace(wizard("silver_cannon"), purse=Purse(2))
    state, _ = worked(fray(mage, enemies=(foe(),)), "silver_cannon")
    one = adventurer(state, "mira")
    (shot,) = [way for way in manners_against(state, one, state.enemies[0]) if way.how == "spell"]
    after, _ = done(attack, state, "mira", "ghoul", shot, script=["roll", [2, 2, 3]])
    assert adventurer(after, "mira").purse.silver == 1


@covers("dead_weight.affliction.general")
def test_what_is_cured_is_told():
    _, play = done(cure, table(somebody(afflictions=("angry",))), "zael", "angry", why=WHY)
    assert [(line.code, line.facts) for line in play.told] == [
        ("affliction.cured", ("Zael", "dead_weight.affliction.angry"))
    ]


@covers("dead_weight.condition.grabbed")
def test_who_holds_one_does_not_hold_another():
    grip = Effect("h1", "dead_weight.condition.grabbed", "crab", ("zael",))
    state = table(somebody(), somebody("ann"), effects=(grip,))
    assert (holds(state, "crab", "zael"), holds(state, "crab", "ann"), holds(state, "crab")) == ((grip,), (), (grip,))


@covers("dead_weight.prayer.borrowed_time")
def test_only_borrowed_time_and_only_ones_own_puts_death_off():
    of_another = Effect("e1", "dead_weight.prayer.borrowed_time", on=("ann",), left=3, unit="round")
    haste = Effect("e2", "dead_weight.spell.haste", on=("zael",), unit="combat")
    state, _ = done(die, table(somebody(), somebody("ann"), effects=(of_another, haste)), "zael", WHY)
    assert adventurer(state, "zael").conditions == ("dead",)


@covers("dead_weight.mortal.roll", "dead_weight.setting.mortal_wounds_add")
@pytest.mark.parametrize(("earlier", "safe"), [(0, 5), (2, 3)])
def test_a_mortal_wound_kills_from_six_and_earlier_ones_count(earlier, safe):
    one = somebody(mortal=earlier)
    state = table(one, settings={"mortal_wounds_add": True})
    row, play = done(fate, state, one, script=[2])
    assert row == 2 + earlier
    assert play.asked[0].stake.need == safe


@covers("dead_weight.mortal.roll", "dead_weight.prayer.borrowed_time")
def test_the_dying_have_two_turns_and_those_on_borrowed_time_any_number():
    lying = somebody(conditions=("mortally_wounded", "dying"))
    assert last_turns(table(lying), lying) == (2, True)
    well = somebody()
    safe, _ = last_turns(table(well), well)
    assert safe > 100
    haste = Effect("e2", "dead_weight.spell.haste", on=("zael",), unit="combat")
    assert last_turns(table(lying, effects=(haste,)), lying) == (2, True), "haste borrows none"
    borrowed = Effect("e1", "dead_weight.prayer.borrowed_time", on=("zael",), left=3, unit="turn")
    assert last_turns(table(lying, effects=(borrowed,)), lying)[0] > 100


@covers("dead_weight.inventory.limit")
def test_a_find_is_carried_up_to_the_limit_and_not_above():
    one = somebody(strength=0, items=ropes(2), containers=("backpack",))
    (state, id_), _ = done(give, table(one), "zael", Goods("Rope", like="Rope"))
    assert id_ == state.party[0].items[-1].id
    assert load(state.party[0]) == limit(state.party[0]) == 3
    (_, id_), _ = done(give, state, "zael", Goods("Rope", like="Rope"))
    assert id_ == ""


def test_a_reward_is_silver_for_each_of_the_living():
    state = table(somebody(), somebody("ann", conditions=("dead",)))
    after, _ = done(reward, state, 20, 5)
    assert [one.purse.silver for one in after.party] == [20, 0]
    assert done(reward, state, 0, 5)[0] == state


@covers("dead_weight.trappings.torso")
def test_taking_armour_off_is_told():
    coat = thing("dead_weight.armour.scale_armor", "coat", place="worn")
    state, play = done(take_off, table(somebody(items=(coat,))), "zael")
    assert "item.taken_off" in play.codes()
    assert state.party[0].items[0].place != "worn"


@covers("dead_weight.item.silver_coin")
def test_coins_can_be_picked_up_without_room():
    full = somebody(strength=0, containers=(), items=tuple(thing(ROPE, f"r{n}", place=p) for n, p in enumerate(
        ("torso", "torso", "torso", "torso", "right", "right", "left", "left"))))  # fmt: skip
    coins, rope = replace(thing(SILVER, "c"), place="", count=5), replace(thing(ROPE, "r"), place="")
    assert tuple(takeable(table(full, ground=(coins, rope)), full)) == ("c",)


@covers("dead_weight.action.combat_give")
def test_of_a_stack_as_many_are_handed_over_as_are_named():
    stack = replace(thing(f"{ITEM}bandages", "b"), count=3)
    state = table(somebody(items=(stack,)), somebody("ann"))
    after, play = done(hand_over, state, "zael", script=[1])
    assert tuple(asked(play, "how_many")[0].options) == (1, 2, 3)
    assert [one.items[0].count for one in after.party] == [2, 1]
    assert [one.items[0].count for one in done(hand, state, "zael", "b", "ann")[0].party] == [2, 1]


@covers("dead_weight.price.coins")
def test_what_a_purse_may_afford_goes_by_the_price_that_is_known():
    state = staying(somebody(purse=Purse(3)), announced=(("zael", "shop"),))
    dear = replace(state, market=Market(prices=((ROPE, 6),)))
    assert ROPE in tuple(within(state, state.party[0]))
    assert ROPE not in tuple(within(dear, dear.party[0]))
    poor = staying(somebody(purse=Purse(0)), announced=(("zael", "shop"),))
    free = set(within(poor, poor.party[0]))
    assert "dead_weight.weapon.driftwood_club" in free
    assert ROPE not in free


@covers("dead_weight.creation.shopping")
def test_nobody_shops_in_a_fight_or_unconscious():
    one = somebody(purse=Purse(9))
    before = replace(table(one), phase="creation")
    assert at_market(before, "zael", "shop")
    assert not at_market(replace(before, combat=fighting()), "zael", "shop")
    fainted = replace(before, party=(replace(one, conditions=("fainted",)),))
    assert not at_market(fainted, "zael", "shop")
    assert not at_market(before, "ann", "shop")


@covers("dead_weight.action.explore_loot")
def test_the_gm_can_hand_out_a_single_piece_of_a_pack_and_a_thing_of_no_value():
    state, play = done(hand_out, table(somebody()), "", script=["thing", f"{ITEM}bandages", 1])
    assert tuple(asked(play, "how_many")[0].options) == (3, 2, 1)
    assert [(item.ref, item.count) for item in state.ground] == [(f"{ITEM}bandages", 1)]
    state, play = done(hand_out, table(somebody()), "", script=["own", "A tooth", 0, 0])
    assert (state.ground[0].slots, state.ground[0].value, state.ground[0].place) == (0, 0, "notes")


@covers("dead_weight.item.living_ashes")
def test_ashes_go_on_weapons_alone_and_not_twice():
    sword = thing("dead_weight.weapon.falchion", "sword", place="right")
    rubbed = replace(thing("dead_weight.weapon.dagger", "knife"), marks=("ashes",))
    one = somebody(items=(thing(f"{ITEM}living_ashes", "it"), sword, rubbed, thing(ROPE, "rope")))
    _, play = done(use, table(one), "zael", "it", *AT_LEISURE, script=[4])
    assert not asked(play, "use_upon"), "the falchion is the only one"
    bare = somebody(items=(thing(f"{ITEM}living_ashes", "it"), thing(ROPE, "rope")))
    assert tuple(usable(table(bare), "zael", *AT_LEISURE)) == ("rope",), "which is no weapon"
    assert things()[f"{ITEM}living_ashes"].usage == "d4"


@covers("dead_weight.spell.explode_corpse")
def test_a_corpse_is_in_range_up_to_nearby():
    bodies = (Corpse("near", "Near", at=(8, 2)), Corpse("far", "Far", at=(9, 2)))
    state = replace(fray(wizard("explode_corpse")), corpses=bodies)
    assert marks(state, "mira", spells()[f"{SPELL}explode_corpse"]) == ("near",)


@covers("dead_weight.condition.imprisoned")
def test_nothing_is_aimed_at_the_dead_or_the_imprisoned():
    mage = wizard("pain")
    entry = spells()[f"{SPELL}pain"]
    for condition in ("dead", "imprisoned", "left"):
        gone = foe(conditions=(condition,))
        assert not can_take(fray(mage, enemies=(gone,)), mage, gone, entry)
    there = foe(conditions=("blind",))
    assert can_take(fray(mage, enemies=(there,)), mage, there, entry)


@covers("dead_weight.action.explore_cast", "dead_weight.action.combat_cast")
def test_casting_is_asked_by_the_rule_of_where_one_is():
    for state, why in (
        (calm(wizard("light", "knock_lock")), "dead_weight.action.explore_cast"),
        (fray(wizard("light", "magic_missile")), "dead_weight.action.combat_cast"),
    ):
        name = "cast" if state.combat else "cast_exploring"
        _, play = perform(DEEDS, state, name, "mira", f"{SPELL}light", (1, 1), "roll", (2, 3, 5))
        assert asked(play, "cast")[0].why == why


@covers("dead_weight.spell.turns")
def test_after_a_fight_nothing_keeps_its_squares():
    seal = Effect("e1", "dead_weight.prayer.seal", "odo", squares=((1, 1), (1, 2)), unit="expedition")
    haste = Effect("e2", "dead_weight.prayer.bliss", "odo", ("mira",), unit="expedition", detail="angry")
    state, _ = done(combat_over, replace(fray(wizard("pain")), effects=(seal, haste)))
    assert [effect.squares for effect in state.effects] == [(), ()]


@covers("dead_weight.spell.smoke_form", "dead_weight.condition.imprisoned")
def test_smoke_or_a_prison_alone_keeps_all_harm_off():
    smoke = Effect("e1", f"{SPELL}smoke_form", "mira", ("mira",), unit="round")
    assert invulnerable(replace(fray(wizard("pain")), effects=(smoke,)), "mira")
    assert invulnerable(fray(replace(wizard("pain"), conditions=("imprisoned",))), "mira")
    assert not invulnerable(fray(wizard("pain")), "mira")


@covers("dead_weight.god.akhzu")
def test_akhzu_is_given_good_rations_and_nothing_else():
    spoiled = replace(thing(f"{ITEM}ration", "bad"), marks=("spoiled",))
    good = replace(thing(f"{ITEM}ration", "good"), count=2)
    priest = replace(cleric("spring"), items=(thing(ROPE, "rope"), spoiled, good))
    state, _ = done(GIVEN["rations"], calm(priest), "odo")
    assert [item.id for item in adventurer(state, "odo").items] == ["rope", "bad"]


@covers("dead_weight.monster_trait.ethereal")
def test_the_wounds_of_a_spell_hurt_the_ethereal():
    ghost = foe(traits=("ethereal",), armour=0)
    state = fray(wizard("explode_corpse"), enemies=(ghost,))
    cast = Cast("mira", spells()[f"{SPELL}explode_corpse"], Aim())
    after, _ = done(hurt, state, cast, ("ghoul",), Hit(2))
    assert enemy(after, "ghoul").taken == 2


@covers("dead_weight.spell.nether_swap")
def test_who_changes_places_is_told():
    state, play = worked(fray(wizard("nether_swap"), friend(), enemies=()), "nether_swap")
    assert [(line.code, line.facts) for line in play.told if line.code == "swap"] == [("swap", ("Mira", "Tam"))]
    assert (adventurer(state, "mira").at, adventurer(state, "tam").at) == ((3, 2), (2, 2))


@covers("dead_weight.spell.cast", "dead_weight.prayer.test", "dead_weight.action.camp_memorize")
def test_what_is_cast_prayed_and_memorized_is_told():
    mage = wizard("light")
    _, play = done(cast_spell, calm(mage), "mira", f"{SPELL}light", safe=True, script=[(1, 1), "roll", (2, 3, 5)])
    assert play.told[0].code == "cast"
    _, play = done(pray, calm(cleric("light")), "odo", f"{PRAYER}light", script=["roll", (2, 3, 3)])
    assert (play.told[0].code, play.told[0].facts) == ("prays", ("Odo", f"{PRAYER}light"))
    fresh = replace(mage, magic=replace(mage.magic, memorized=()))
    state, play = done(memorize, calm(fresh), "mira")
    assert adventurer(state, "mira").magic.memorized == (f"{SPELL}light",)
    assert play.codes() == ["memorized"]


@covers("dead_weight.spell.smoke_form")
def test_nobody_elses_spell_finds_smoke():
    mage, other = wizard("haste"), friend()
    smoke = Effect("e1", f"{SPELL}smoke_form", "tam", ("tam",), unit="round")
    entry = spells()[f"{SPELL}haste"]
    state = fray(mage, other)
    assert can_take(state, mage, other, entry)
    assert not can_take(replace(state, effects=(smoke,)), mage, other, entry)


@covers("dead_weight.prayer.cure_light_wounds", "dead_weight.condition.fainted")
def test_a_healing_prayer_wakes_the_fainted_and_leaves_others_as_they_are():
    lying = replace(friend(), conditions=("fainted",), faint=2)
    state, _ = answered(calm(cleric("cure_light_wounds"), lying), "cure_light_wounds", ["tam"])
    assert (adventurer(state, "tam").conditions, adventurer(state, "tam").faint) == ((), 0)
    blind = replace(friend(), conditions=("blind",))
    state, play = answered(calm(cleric("cure_light_wounds"), blind), "cure_light_wounds", ["tam"])
    assert adventurer(state, "tam").conditions == ("blind",)
    assert "stabilized" not in play.codes()


@covers("dead_weight.prayer.prayer_of_summer")
def test_summer_mends_dented_armour_and_never_above_its_points():
    whole = thing("dead_weight.armour.scale_armor", "coat", place="worn")
    dented = replace(friend(), items=(replace(whole, ap=1),))
    priest = replace(cleric("prayer_of_summer"), items=(*cleric("prayer_of_summer").items, whole))
    state, _ = answered(fray(priest, dented, enemies=()), "prayer_of_summer")
    assert adventurer(state, "tam").items[0].ap == 2
    assert adventurer(state, "odo").items[-1].ap == whole.ap


@covers("dead_weight.god.goshkalon")
def test_of_goshkalons_teeth_a_one_is_hoped_for():
    priest = replace(cleric("light"), life=replace(cleric("light").life, god="dead_weight.god.goshkalon"))
    state = replace(calm(priest), corpses=(Corpse("body", "Old Tam"),))
    _, play = done(GIVEN["teeth"], state, "odo", script=[1])
    stake = play.asked[-1].stake
    assert (stake.need, stake.above) == (1, False)


@covers("dead_weight.item.lantern", "dead_weight.item.torch")
def test_a_lantern_at_the_belt_is_lit_there_and_everything_else_in_hand():
    for ref, place, held in (
        ("lantern", "belt", "belt"),
        ("lantern", "back", "right"),
        ("torch", "belt", "right"),
    ):
        light = replace(thing(f"{ITEM}{ref}", "it", place=place), count=1)
        when = ("quick",)
        state, _ = done(use, table(somebody(items=(light,))), "zael", "it", *when)
        assert [(item.place, item.lit) for item in state.party[0].items] == [(held, True)]


@covers("dead_weight.trappings.containers", "dead_weight.action.explore_loot")
def test_a_container_is_given_with_a_word_and_coins_go_up_to_two_hundred():
    _, play = done(give_container, table(somebody()), "zael", "dead_weight.container.backpack")
    assert play.told[0].facts == ("Zael", "dead_weight.container.backpack")
    state, play = done(hand_out, table(somebody()), "", script=["silver", 200])
    assert (state.treasure, tuple(asked(play, "how_many_coins")[0].options)[-1]) == (200, 200)


@covers("dead_weight.island.guilds")
def test_what_coins_do_not_pay_of_the_guilds_share_is_paid_by_all_alike():
    jewel = replace(thing(ROPE, "j"), value=30, marks=("found",))
    party = (somebody(items=(jewel,), purse=Purse(20)), *[somebody(name, purse=Purse(20)) for name in ("ann", "bo")])
    state = replace(table(*party), guild_share=100)
    after, play = done(share_out, state)
    assert [one.purse.silver for one in after.party] == [10, 10, 10]
    assert play.told[0].facts == (30, 100)
    poor = tuple(replace(one, purse=Purse(4)) for one in party)
    after, play = done(share_out, replace(state, party=poor))
    assert [one.purse.silver for one in after.party] == [0, 0, 0]
    assert (play.told[-1].code, play.told[-1].facts) == ("guild.owed", (18,))
