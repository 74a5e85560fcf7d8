"""Tools and materials: a rope, spikes, paint, bones, an alchemist's kit and books do what their entries say."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.camp.ambush import ambush_dice
from tallow.games.dead_weight.camp.camping import set_up, the_camp
from tallow.games.dead_weight.combat.weapon_attacks import manners
from tallow.games.dead_weight.gear.inventory import load, thing
from tallow.games.dead_weight.gear.items import AT_LEISURE, CAMP_ITEMS, FREELY, IN_CAMP, IN_FIGHT, IN_TURN, usable, use
from tallow.games.dead_weight.gear.market import goods
from tallow.games.dead_weight.magic.effects import combat_begins, combat_over, dreads, expedition_over
from tallow.games.dead_weight.state import Camp, Magic, adventurer
from tallow.testing import covers
from tests.games.dead_weight.people import corpse, fighting, somebody, table
from tests.games.playing import asked, done

ITEM = "dead_weight.item."


def item(name, id_="it", **more):
    return replace(thing(f"{ITEM}{name}", id_), **more)


def with_things(*items, phase="exploration", **more):
    return replace(table(somebody(items=items, **more)), phase=phase)


def used(state, *script, when=IN_TURN):
    return done(use, state, "zael", "it", *when, script=script)


def can_use(state, *when):
    return "it" in tuple(usable(state, "zael", *when))


def me(state):
    return adventurer(state, "zael")


@covers(
    "dead_weight.item.rope",
    "dead_weight.item.mechanics_toolkit",
    "dead_weight.item.digging_tools",
    "dead_weight.item.torture_equipment",
)
@pytest.mark.parametrize(
    ("name", "attributes"),
    [
        ("rope", ("DEX", "STR")),
        ("mechanics_toolkit", ("INT", "DEX")),
        ("digging_tools", ("STR",)),
        ("torture_equipment", ("PRE",)),
    ],
)
def test_the_gm_may_ask_for_a_test_which_the_tool_makes_easier_and_it_stays(name, attributes):
    state = with_things(item(name), strength=1, dexterity=1, intelligence=1, presence=1)
    assert not can_use(state, *FREELY), "slow: not free"
    assert not can_use(state, *IN_FIGHT), "and not in a fight"
    for attribute in attributes:
        after, play = used(state, attribute, "roll", [2], ("reroll", 2), 5)
        assert "tool.works" in play.codes(), "one die may be rolled again"
        assert me(after).items == me(state).items
    (question,) = asked(used(state, "no_test")[1], "tool_test")
    assert (question.by, question.options) == ("referee", (*attributes, "no_test"))


@covers("dead_weight.item.compass", "dead_weight.skill.survivalist")
@pytest.mark.parametrize(("skills", "again"), [((), 1), (("survivalist",), 2)])
def test_a_compass_keeps_the_party_from_getting_lost(skills, again):
    state = with_things(item("compass"), intelligence=1, skills=skills)
    script = ("INT", "roll", [2], *(("reroll", 2), 3) * (again - 1), ("reroll", 2 if again == 1 else 3), 5)
    after, play = used(state, *script, when=AT_LEISURE)
    assert "tool.works" in play.codes(), "one die may be rolled again, by a survivalist twice"
    assert me(after).items == me(state).items
    assert not can_use(replace(state, combat=fighting(turn="zael", actions=2)), *IN_FIGHT)


@covers("dead_weight.item.rope")
def test_a_rope_takes_a_slot_and_is_sold_in_town():
    assert load(somebody(items=(item("rope"),))) == 1
    assert "dead_weight.item.rope" in goods()


@covers("dead_weight.item.journal_in_an_unknown_language", "dead_weight.skill.loremaster")
@pytest.mark.parametrize(("skills", "again"), [((), False), (("loremaster",), True)])
def test_a_loremaster_reads_an_unknown_language_with_advantage(skills, again):
    state = with_things(item("journal_in_an_unknown_language"), intelligence=1, skills=skills)
    reroll = [("reroll", 2), 5] if again else []
    _, play = used(state, "INT", "roll", [2], *reroll)
    assert ("tool.works" if again else "tool.fails") in play.codes()


@covers("dead_weight.item.animal_bones", "dead_weight.skill.crafting")
def test_bones_mend_what_is_broken_or_give_armour_a_point():
    sword = replace(thing("dead_weight.weapon.falchion", "sword"), broken=True)
    coat = replace(thing("dead_weight.armour.scale_armor", "coat", place="worn"), ap=1)
    state = with_things(item("animal_bones"), sword, coat, dexterity=1)
    after, play = used(state, "sword", "roll", [5])
    assert asked(play, "use_upon")[0].options == ("sword", "coat")
    assert [(one.id, one.broken) for one in me(after).items] == [("sword", False), ("coat", False)]
    after, _ = used(state, "coat", "roll", [5])
    assert [one.ap for one in me(after).items if one.id == "coat"] == [2]
    wasted, play = used(state, "sword", "roll", [2])
    assert "tool.fails" in play.codes()
    assert [one.id for one in me(wasted).items if one.broken] == ["sword"]
    crafty = with_things(item("animal_bones"), sword, dexterity=1, skills=("crafting",))
    after, _ = used(crafty, "roll", [2], ("reroll", 2), 5)
    assert not me(after).items[0].broken
    assert not can_use(with_things(item("animal_bones")), *IN_TURN), "nothing to mend"


@covers("dead_weight.item.iron_spikes", "dead_weight.camp.ambush_other")
def test_where_the_doors_are_wedged_a_camp_rolls_one_ambush_die_less():
    after, _ = used(with_things(item("iron_spikes")), 6)
    assert [(effect.of, effect.unit) for effect in after.effects] == [(f"{ITEM}iron_spikes", "expedition")]
    assert not can_use(after, *IN_TURN), "they are wedged"
    there, _ = done(set_up, after, "zael", script=["dry_exposed", "yes", "no"])
    assert ambush_dice(the_camp(there), there.camps) == 1, "exposed and a fire, less the spikes"
    plain, _ = done(set_up, with_things(), "zael", script=["dry_exposed", "yes", "no"])
    assert ambush_dice(the_camp(plain), plain.camps) == 2
    moved = replace(after, locations=(replace(after.locations[0], room="2"),))
    assert can_use(moved, *IN_TURN), "another room has other doors"


@covers("dead_weight.item.iron_spikes")
def test_spikes_can_be_driven_in_once_the_camp_is_made():
    camp = Camp("actions", actions=1, fire=True, exposed=True)
    after, _ = used(replace(with_things(item("iron_spikes"), phase="camp"), camp=camp), 6, when=IN_CAMP)
    assert ambush_dice(the_camp(after), 1) == 1


@covers("dead_weight.item.drawing_tools")
def test_a_map_of_the_place_is_in_force_until_the_expedition_is_over():
    after, _ = used(with_things(item("drawing_tools")), 6)
    assert [(effect.of, effect.detail) for effect in after.effects] == [(f"{ITEM}drawing_tools", "crypt")]
    assert not can_use(after, *IN_TURN), "one map is enough"
    assert can_use(replace(after, here="caves"), *IN_TURN)
    assert done(expedition_over, after)[0].effects == ()


@covers("dead_weight.item.war_paint", "dead_weight.morale.abilities")
def test_war_paint_raises_the_morale_of_the_next_combat():
    state = with_things(item("war_paint"))
    after, _ = used(state)
    assert me(after).items == me(state).items, "it is not used up"
    assert not can_use(after, *IN_TURN), "painted already"
    begun, _ = done(combat_begins, replace(after, combat=fighting(morale=3)))
    assert (begun.combat.morale, begun.carries) == (4, ())
    assert done(combat_over, after)[0].effects == (), "it comes off with the fight"


@covers("dead_weight.item.alchemic_kit", "dead_weight.item.alchemic_tools")
@pytest.mark.parametrize("kit", ["alchemic_kit", "alchemic_tools"])
def test_an_alchemist_brews_one_dose_of_a_tonic_from_water_in_camp(kit):
    water = replace(item("water", "w"), place="liquid")
    state = with_things(item(kit), water, phase="camp", intelligence=1)
    assert can_use(state, *CAMP_ITEMS)
    assert not can_use(state, *IN_TURN)
    after, play = used(state, f"{ITEM}potion_of_giants", "roll", [5], when=CAMP_ITEMS)
    assert [one.ref for one in me(after).items] == [f"{ITEM}{kit}", f"{ITEM}potion_of_giants"]
    assert len(asked(play, "use_upon")[0].options) == 4
    wasted, _ = used(state, f"{ITEM}potion_of_giants", "roll", [2], when=CAMP_ITEMS)
    assert [one.ref for one in me(wasted).items] == [f"{ITEM}{kit}"], "a failure costs the water"
    tonic, _ = used(state, f"{ITEM}healing_tonic", "roll", [5], when=CAMP_ITEMS)
    assert (me(tonic).items[-1].usage, me(tonic).items[-1].count) == (0, 1), "one dose, not a die of them"
    wet = replace(me(after), items=(*me(after).items, water))
    assert not can_use(replace(after, party=(wet,)), *CAMP_ITEMS), "once between two camps"
    assert not can_use(with_things(item(kit), phase="camp"), *CAMP_ITEMS), "nothing comes of nothing"


def reader(*items, presence=1, known=(), traits=("magic_user",), **more):
    one = somebody(items=items, presence=presence, traits=traits, magic=Magic(spells=known))
    return replace(table(one), phase=more.get("phase", "interlude"))


@covers("dead_weight.item.spell_book")
def test_a_wizard_learns_three_spells_from_a_spell_book_one_in_each_interlude():
    state = reader(item("spell_book"), known=("dead_weight.spell.light",))
    names = ("magic_missile", "pain", "haste")
    for name in names:
        assert can_use(state, *AT_LEISURE)
        state, play = used(state, f"dead_weight.spell.{name}", when=AT_LEISURE)
        learned = [line.facts for line in play.told if line.code == "book.learned"]
        assert learned == [("Zael", f"dead_weight.spell.{name}", "Spell book")]
        assert not can_use(state, *AT_LEISURE), "one in an interlude"
        state = replace(state, party=(replace(me(state), spent=()),))
    assert not can_use(state, *AT_LEISURE), "it has no more"
    assert me(state).magic.spells == ("dead_weight.spell.light", *[f"dead_weight.spell.{name}" for name in names])
    assert not can_use(reader(item("spell_book"), traits=()), *AT_LEISURE)
    assert not can_use(reader(item("spell_book"), phase="exploration"), *AT_LEISURE)


@covers("dead_weight.item.old_grimoire", "dead_weight.spell.phobia")
def test_the_old_grimoire_takes_a_presence_test_or_leaves_a_dread_of_void_demons():
    state = reader(item("old_grimoire"))
    after, _ = used(state, "dead_weight.spell.haste", "roll", [5], when=AT_LEISURE)
    assert me(after).magic.spells == ("dead_weight.spell.haste",)
    after, play = used(state, "dead_weight.spell.haste", "roll", [2], when=AT_LEISURE)
    assert me(after).magic.spells == ()
    assert "book.dread" in play.codes()
    demon = replace(corpse("demon"), of="dead_weight.monster.void_demon")
    met = replace(after, enemies=(demon, corpse("other")), combat=fighting())
    assert (dreads(met, "zael", "demon"), dreads(met, "zael", "other")) == (True, False)
    assert [effect.of for effect in done(expedition_over, after)[0].effects] == ["dead_weight.spell.phobia"]


@covers("dead_weight.item.throwing_daggers")
def test_throwing_daggers_are_thrown_with_dexterity():
    one = somebody(items=(item("throwing_daggers"),), at=(2, 2))
    state = table(one, combat=fighting(turn="zael"), enemies=(corpse(at=(6, 2)),))
    (thrown,) = [manner for manner in manners(state, one) if manner.ref == f"{ITEM}throwing_daggers"]
    assert (thrown.attribute, thrown.profile.wounds, thrown.profile.critical, thrown.profile.range) == (
        "DEX",
        1,
        1,
        "nearby",
    )
