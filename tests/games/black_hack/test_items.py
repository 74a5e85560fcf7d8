"""Things of the price lists in use: each is made and bought, lights burn, oil and holy water fly, poison clings."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.combat.aftermath import finish
from tallow.games.black_hack.combat.attacks import attack
from tallow.games.black_hack.entries import things
from tallow.games.black_hack.gear.food import DEEDS as EATING
from tallow.games.black_hack.gear.food import eat, fed, hunger
from tallow.games.black_hack.gear.items import (
    DEEDS,
    LIGHTS,
    USES,
    aims,
    cross_caltrops,
    fire,
    light,
    throw_item,
    use_item,
)
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.gear.market import DICE, buy
from tallow.games.black_hack.gear.things import die, made
from tallow.games.black_hack.harm.hindrances import staunch, suffer
from tallow.games.black_hack.magic.lasting import lay
from tallow.games.black_hack.monsters.bestiary import spawn
from tallow.games.black_hack.state import MARKS, hindered
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import fighting, foe, held, somebody, table
from tests.games.black_hack.townsfolk import asked_for, town
from tests.games.playing import done, first

DEED: dict[str, Any] = {deed.name: deed for deed in (*DEEDS, *EATING)}
PLAIN = [ref for ref in things() if ".repair_" not in ref and ref != "black_hack.item.scroll"]
ASKS = {
    "black_hack.item.one_handed_weapon": ["black_hack.weapon.mace"],
    "black_hack.item.two_handed_weapon": ["black_hack.weapon.polearm"],
    "black_hack.item.shield": ["black_hack.armour.small_shield"],
    "black_hack.item.custom_or_exotic_weapon": ["large", "Chain-sickle"],
}


def thing(short, id_="x", **more):
    return replace(made(f"black_hack.item.{short}", id_), **more)


def fight(*items, foes=None, **more):
    return table(somebody(items=items, **more), foes=foes or (foe(hp=9),), combat=fighting("ann"))


@covers("black_hack.item.*", "black_hack.price.roll_several", "black_hack.price.by_rarity")
@pytest.mark.parametrize("ref", PLAIN, ids=[ref.rpartition(".")[2] for ref in PLAIN])
def test_everything_on_the_lists_can_be_had_at_its_price(ref):
    entry = things()[ref]
    dice, times = DICE[entry.rarity]
    rolls = [[2] * dice] * entry.price_rolls
    cost = 2 * dice * entry.price_rolls * times
    state = town(somebody(coins=cost))
    state, _play = done(buy, state, "ann", script=[asked_for(ref), "no", *rolls, "yes", *ASKS.get(ref, [])])
    (item,) = state.party[0].items
    assert state.party[0].coins == 0
    assert item.usage == die(entry.usage)
    if entry.ref and ref not in ASKS:
        assert item.ref == entry.ref
        assert bool(item.mode) == entry.ref.startswith("black_hack.weapon.")
    elif ref in ASKS and ref != "black_hack.item.custom_or_exotic_weapon":
        assert item.ref == ASKS[ref][0]
    else:
        assert item.ref == (entry.ref or ref)
    assert (ref in USES) == DEED["use_item"].shown(state, "ann") or ref == "black_hack.item.poison"
    assert (ref in LIGHTS) == DEED["light"].shown(state, "ann")


@covers("black_hack.item.custom_or_exotic_weapon", "black_hack.weapon.custom_or_exotic")
def test_the_gm_says_what_a_custom_weapon_is_like():
    state = town(somebody(coins=20))
    script = [asked_for("black_hack.item.custom_or_exotic_weapon"), "no", [1, 1], "yes", "large", "Chain-sickle"]
    state, play = done(buy, state, "ann", script=script)
    (item,) = state.party[0].items
    assert (item.name, item.hands, item.large) == ("Chain-sickle", 2, True)
    assert next(question.by for question in play.asked if getattr(question, "what", "") == "custom_weapon") == REFEREE


@covers("black_hack.action.light", "black_hack.item.flint_steel", "black_hack.light.sources")
def test_a_torch_needs_fire():
    dark = table(somebody(items=(thing("torches"),)))
    assert DEED["light"].refuse(dark, "ann").code == "no_fire"
    state = table(
        somebody(items=(thing("torches"), thing("flint_steel", "f"))), somebody("bob", items=(thing("candles"),))
    )
    assert fire(state, "bob")
    state, play = done(light, state, "ann")
    assert state.party[0].items[0].lit
    assert play.codes() == ["light.on"]
    state, _ = done(light, state, "ann")
    assert not state.party[0].items[0].lit
    assert DEED["light"].cost == "action"


@covers("black_hack.item.jug_of_oil", "black_hack.magic_item.black_candle")
@pytest.mark.parametrize("ref", LIGHTS)
def test_everything_that_gives_light_burns(ref):
    state = table(somebody(items=(made(ref, "x"), thing("flint_steel", "f"))), dark=True)
    state, _ = done(light, state, "ann")
    assert state.party[0].items[0].lit
    assert distribution(lambda play: attempt(play, state, "ann", "WIS", "x", about="sight")[1].success)[
        True
    ] == Fraction(9, 20)
    out, _ = done(light, state, "ann")
    odds = distribution(lambda play: attempt(play, out, "ann", "WIS", "x", about="sight")[1].success, policy=first)
    assert odds[True] == Fraction(81, 400)


@covers("black_hack.action.eat", "black_hack.item.rations_dried")
def test_rations_feed_one_for_once():
    state, _ = done(eat, table(somebody(items=(thing("rations_dried"),))), "ann", script=[2])
    assert state.party[0].items[0].usage == 6
    (_, ate), _ = done(fed, table(somebody()), "ann")
    assert not ate
    hungry = table(somebody(conditions=("hungry",)))
    assert DEED["eat"].refuse(hungry, "ann").code == "nothing_to_eat"


def test_hunger_costs_the_level_in_hp_and_no_armour_helps():
    state, play = done(hunger, table(somebody(level=2, items=(held("shield"),))), "ann")
    assert state.party[0].hp == 8
    assert not play.asked
    fed_well = lay(table(somebody(level=2)), "black_hack.prayer.create_food_water", "day", on=("ann",))[0]
    assert done(hunger, fed_well, "ann")[0].party[0].hp == 10


@covers("black_hack.item.holy_water")
def test_holy_water_scalds_the_undead_and_nobody_else():
    undead = foe("ghoul", hp=9, tags=("undead",))
    state = fight(thing("holy_water"), foes=(undead, foe("orc")))
    assert aims(state, "ann", "black_hack.item.holy_water") == ("ghoul",)
    state, _ = done(throw_item, state, "ann", script=[5, 4, 2])
    assert state.foes[0].hp == 5
    assert state.party[0].items[0].usage == 4
    state, _ = done(throw_item, replace(state, foes=(undead,)), "ann", script=[15, 3])
    assert state.foes[0].hp == 9
    state, _ = done(throw_item, state, "ann", script=[1, 4, 3])
    assert state.foes[0].hp == 1, "a natural 1 doubles it"
    living = fight(thing("holy_water"))
    assert DEED["throw_item"].refuse(living, "ann").code == "no_target"


@covers("black_hack.item.jug_of_oil")
def test_burning_oil_goes_on_and_on():
    state, play = done(throw_item, fight(thing("jug_of_oil"), dexterity=14), "ann", script=[5, 6])
    (orc,) = state.foes
    assert (orc.hp, orc.ongoing, orc.ongoing_by) == (9, "DEX", "ann")
    assert play.asked[-1].why == "black_hack.item.jug_of_oil"


@covers("black_hack.item.poison")
def test_poison_clings_to_a_weapon_until_it_hits():
    state = fight(thing("poison"), held("mace", "w"), calling="cleric")
    state = replace(state, combat=fighting("ann", close=(("ann", "orc"),)))
    state, _ = done(use_item, state, "ann", script=[3])
    assert state.party[0].items[1].marks == (MARKS.mark("venom"),)
    missed, _ = done(attack, state, "ann", script=[15])
    assert missed.party[0].items[1].marks == (MARKS.mark("venom"),)
    hit, _ = done(attack, missed, "ann", script=[5, 2])
    assert hit.foes[0].ongoing == "CON"
    assert hit.party[0].items[1].marks == ()
    over, _ = done(finish, missed, "called_off")
    assert over.party[0].items[1].marks == (), "it holds for one fight"


@covers(
    "black_hack.action.use_consumable",
    "black_hack.usage.roll",
    "black_hack.item.chalk",
    "black_hack.item.ink_quill",
)
@pytest.mark.parametrize("short", ["chalk", "ink_quill"])
def test_simple_things_are_used_and_wear(short):
    state, play = done(use_item, table(somebody(items=(thing(short),))), "ann", script=[2])
    assert state.party[0].items[0].usage == 4
    assert play.codes() == ["item.used", "usage"]


@covers("black_hack.item.alchemical_ingredients", "black_hack.item.materials_for_alchemy_and_magic")
@pytest.mark.parametrize("short", ["alchemical_ingredients", "materials_for_alchemy_and_magic"])
def test_what_comes_of_it_is_the_gms_to_say(short):
    item = thing(short)
    _, play = done(use_item, table(somebody(items=(item,))), "ann", script=["works", *([4] if item.usage else [])])
    (question, *_) = play.asked
    assert (question.by, question.facts[1:]) == (REFEREE, (item.ref,))
    assert "item.works" in play.codes()


@covers("black_hack.item.wax")
def test_wax_in_the_ears_helps_against_song():
    state = table(somebody(items=(thing("wax"),)))
    sealed, _ = done(use_item, state, "ann", script=["seal", 4])
    assert sealed.effects == ()
    stopped, _ = done(use_item, state, "ann", script=["ears", 4])
    odds = distribution(lambda play: attempt(play, stopped, "ann", "CHA", "x", about="song")[1].success, policy=first)
    assert odds[True] == Fraction(279, 400)


@covers("black_hack.item.climbing_gear", "black_hack.item.thieves_toolkit", "black_hack.item.lock")
@pytest.mark.parametrize(
    ("short", "about", "calling", "p"),
    [
        ("climbing_gear", "climbing", "warrior", "279/400"),
        ("", "climbing", "warrior", "9/20"),
        ("", "lock", "warrior", "81/400"),
        ("thieves_toolkit", "lock", "warrior", "9/20"),
        ("thieves_toolkit", "disarm", "thief", "279/400"),
        ("", "lock", "thief", "9/20"),
    ],
)
def test_tools_and_the_lack_of_them(short, about, calling, p):
    state = table(somebody(calling=calling, items=(thing(short),) if short else ()))
    odds = distribution(lambda play: attempt(play, state, "ann", "DEX", "x", about=about)[1].success, policy=first)
    assert odds[True] == Fraction(p)


@covers("black_hack.item.thieves_toolkit", "black_hack.item.musical_instrument", "black_hack.item.accurate_map")
def test_tools_at_work():
    _, play = done(use_item, table(somebody(items=(thing("thieves_toolkit"),))), "ann", script=["lock", 4])
    assert play.told[-1].facts[-1] == "success"
    _, play = done(use_item, table(somebody(items=(thing("musical_instrument"),))), "ann", script=[4])
    assert play.told[-1].facts[:2] == ("Ann", "CHA")
    _, play = done(use_item, table(somebody(items=(thing("accurate_map"),))), "ann")
    assert play.codes() == ["item.used"], "no test is needed"


@covers("black_hack.item.disguise")
def test_a_disguise_helps_if_the_gm_agrees():
    state = table(somebody(items=(thing("disguise"),)))
    _, play = done(use_item, state, "ann", script=["yes", "CHA", 14, 4, ("success", 4)])
    assert play.told[-1].facts[-1] == "success"
    _, play = done(use_item, state, "ann", script=["no"])
    assert play.codes() == ["item.used", "item.nothing"]


@covers("black_hack.item.caltrops")
def test_caltrops_hold_whoever_crosses_them():
    state, _ = done(use_item, fight(thing("caltrops")), "ann", script=[5])
    assert DEED["cross_caltrops"].shown(state, "")
    stuck, _ = done(cross_caltrops, state, "", script=["orc"])
    (hindrance,) = stuck.foes[0].hindrances
    assert (hindrance.name, hindrance.left) == ("stuck", 1)
    mine, _ = done(cross_caltrops, state, "", script=["ann", 15])
    assert mine.party[0].hindrances[0].ends == "STR"
    safe, _ = done(cross_caltrops, state, "", script=["ann", 5])
    assert not hindered(safe.party[0], "stuck")
    swept, _ = done(cross_caltrops, state, "", script=["swept"])
    assert not DEED["cross_caltrops"].shown(swept, "")


@covers("black_hack.light.darkness")
def test_nothing_is_thrown_beyond_close_in_the_dark():
    state = replace(fight(thing("jug_of_oil")), dark=True)
    assert aims(state, "ann", "black_hack.item.jug_of_oil") == ()
    close = replace(state, combat=fighting("ann", close=(("ann", "orc"),)))
    assert aims(close, "ann", "black_hack.item.jug_of_oil") == ("orc",)


@covers("black_hack.item.jug_of_oil", "black_hack.monster.troll")
def test_oil_burns_as_fire_does():
    troll = foe("orc", hd=1, hp=20, of="black_hack.monster.troll")
    state = fight(thing("jug_of_oil"), dexterity=14, foes=(troll,))
    state, _ = done(throw_item, state, "ann", script=[5, 6])
    state, _ = done(suffer, state, "orc")
    assert "burnt" in state.foes[0].conditions
    state, _ = done(staunch, state, "orc", script=[20])
    assert MARKS.mark("hurt_by", "fire") not in state.foes[0].marks


@covers("black_hack.magic_item.black_candle", "black_hack.light.sources")
@pytest.mark.parametrize(
    ("ref", "dark"), [("black_hack.magic_item.black_candle", False), ("black_hack.item.candles", True)]
)
def test_a_black_candle_lights_what_is_nearby_and_another_what_is_close(ref, dark):
    lit = replace(made(ref, "x"), lit=True)
    state = table(somebody(), somebody("bob", items=(lit,)), foes=(foe(),), combat=fighting("ann"), dark=True)
    assert in_the_dark(state, state.party[0]) is dark


@covers("black_hack.monster.hobgoblin", "black_hack.item.holy_water")
def test_what_is_thrown_is_an_attack_that_can_be_stopped_and_that_is_seen():
    goblin = replace(spawn("black_hack.monster.hobgoblin", "orc"), hp=9, hp_max=9, tags=("undead",))
    hidden = somebody(items=(thing("holy_water"),), conditions=("hidden",))
    state, play = done(throw_item, table(hidden, foes=(goblin,), combat=fighting("ann")), "ann", script=[5, 4])
    assert (state.foes[0].hp, state.party[0].conditions) == (9, ())
    assert "shield_breaks" in play.codes()
