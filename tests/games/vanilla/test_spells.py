"""Every spell as it is meant, reversed and half as strong; how far spells reach, and random ones."""

import pytest

from tallow.games.vanilla.entries import spells, tables
from tallow.games.vanilla.magic.lasting import begin
from tallow.games.vanilla.magic.random_spells import draw, learned
from tallow.games.vanilla.magic.spells import in_reach, reach
from tallow.games.vanilla.settings import Settings
from tallow.mechanics.two_sides import find
from tallow.play import distribution
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.casters import SPELL, Auto, beast, cast, changed, effects, scene

ALL = sorted(spells())

# what goes on afterwards (mode, upon whom, minutes or until what, how much), and what has changed, where every d6 shows
# a 3 and every Save fails; Mira is of level 4
WORKS = {
    ("charm", "meant"): ([("charmed", ("orc",), "dispelled")], {"orc.conditions": ("charmed",)}),
    ("charm", "opposite"): ([("loathes", ("orc",), "dispelled")], {}),
    ("charm", "half"): ([("charmed", ("orc",), 1440)], {"orc.conditions": ("charmed",)}),
    ("cure_cause_light_wounds", "meant"): ([], {"ann.flesh": 7}),
    ("cure_cause_light_wounds", "opposite"): ([], {"ann.grit": 6}),
    ("cure_cause_light_wounds", "half"): ([], {"ann.flesh": 5}),
    ("detect_magic", "meant"): ([("fiction", ("mira",), 20)], {}),
    ("detect_magic", "opposite"): ([("reversed", ("mira",), 20)], {}),
    ("detect_magic", "half"): ([("fiction", ("mira",), 10)], {}),
    ("hold_portal", "meant"): ([("fiction", (), 60)], {}),
    ("hold_portal", "opposite"): ([("reversed", (), 60)], {}),
    ("hold_portal", "half"): ([("fiction", (), 30)], {}),
    ("leap", "meant"): ([("leaps", ("mira",), 10, 40)], {}),
    ("leap", "opposite"): ([("no_leap", ("mira",), 10)], {}),
    ("leap", "half"): ([("leaps", ("mira",), 10, 20)], {}),
    ("light_dark", "meant"): ([("light", ("mira",), 120)], {}),
    ("light_dark", "opposite"): ([("dark", (), 120)], {}),
    ("light_dark", "half"): ([("light", ("mira",), 60)], {}),
    ("purify_food_and_drink", "meant"): ([], {}),
    ("purify_food_and_drink", "opposite"): ([], {}),
    ("purify_food_and_drink", "half"): ([], {}),
    ("read_scripts", "meant"): ([("fiction", ("mira",), 60)], {}),
    ("read_scripts", "opposite"): ([("unlettered", ("mira",), 60)], {}),
    ("read_scripts", "half"): ([("fiction", ("mira",), 30)], {}),
    ("sleep", "meant"): (
        [("asleep", ("orc", "skeleton", "wolf"), 60)],
        {
            "orc.conditions": ("asleep", "unaware"),
            "skeleton.conditions": ("asleep", "unaware"),
            "wolf.conditions": ("asleep", "unaware"),
        },
    ),
    ("sleep", "opposite"): ([("wakeful", ("orc", "skeleton", "wolf"), 1440)], {}),
    ("sleep", "half"): (
        [("asleep", ("orc", "skeleton"), 60)],
        {"orc.conditions": ("asleep", "unaware"), "skeleton.conditions": ("asleep", "unaware")},
    ),
    ("shuffle", "meant"): ([], {"mira.at": 20, "orc.at": 0}),
    ("shuffle", "opposite"): ([("fixed", ("mira", "orc"), 1)], {}),
    ("shuffle", "half"): ([], {"mira.at": 10}),
    ("turn_undead", "meant"): ([], {"skeleton.conditions": ("dead",)}),
    ("turn_undead", "opposite"): ([("loathes", ("skeleton",), 60)], {}),
    ("turn_undead", "half"): ([("turned", ("skeleton",), 60)], {"skeleton.conditions": ("fleeing",)}),
    ("wizard_mark", "meant"): ([("fiction", (), "dispelled")], {}),
    ("wizard_mark", "opposite"): ([("reversed", (), "dispelled")], {}),
    ("wizard_mark", "half"): ([("fiction", (), 1440)], {}),
    ("bless_curse", "meant"): ([("blessed", ("mira",), 60)], {}),
    ("bless_curse", "opposite"): ([("curse", ("mira",), 60)], {}),
    ("bless_curse", "half"): ([("blessed", ("mira",), 30)], {}),
    ("detect_invisibility", "meant"): ([("sees_all", ("mira",), 20)], {}),
    ("detect_invisibility", "opposite"): ([("unseen_by", ("ann",), 20)], {}),
    ("detect_invisibility", "half"): ([("sees_all", ("mira",), 10)], {}),
    ("detect_thoughts", "meant"): ([("fiction", ("mira",), 40)], {}),
    ("detect_thoughts", "opposite"): ([("reversed", ("mira",), 40)], {}),
    ("detect_thoughts", "half"): ([("fiction", ("mira",), 20)], {}),
    ("invisibility", "meant"): ([("invisible", ("mira",), "dispelled")], {}),
    ("invisibility", "opposite"): ([("glowing", ("mira",), 60)], {}),
    ("invisibility", "half"): ([("invisible", ("mira",), 60)], {}),
    ("levitate", "meant"): ([("aloft", ("mira",), 40, 80)], {}),
    ("levitate", "opposite"): ([("pinned", ("mira",), 10)], {}),
    ("levitate", "half"): ([("aloft", ("mira",), 40, 40)], {}),
    ("locate_object", "meant"): ([("fiction", ("mira",), 40)], {}),
    ("locate_object", "opposite"): ([("reversed", ("mira",), 40)], {}),
    ("locate_object", "half"): ([("fiction", ("mira",), 40)], {}),
    ("lock_unlock", "meant"): ([("lock", (), "dispelled")], {}),
    ("lock_unlock", "opposite"): ([("unlock", (), 10)], {}),
    ("lock_unlock", "half"): ([("lock", (), 10)], {}),
    ("phantasmal_force", "meant"): ([("phantom", (), "touched")], {}),
    ("phantasmal_force", "opposite"): ([("reversed", (), "touched")], {}),
    ("phantasmal_force", "half"): ([("phantom", (), 60)], {}),
    ("pit", "meant"): ([("in_pit", ("orc", "skeleton"), 40, 20)], {"orc.grit": 0, "skeleton.grit": 0}),
    ("pit", "opposite"): ([("fiction", (), 40)], {}),
    ("pit", "half"): ([("in_pit", ("orc", "skeleton"), 40, 10)], {"orc.grit": 0, "skeleton.grit": 0}),
    ("speak_with_animals", "meant"): ([("beasts_hear", ("mira",), 60)], {}),
    ("speak_with_animals", "opposite"): ([("beasts_loathe", ("mira",), 60)], {}),
    ("speak_with_animals", "half"): ([("beasts_hear", ("mira",), 30)], {}),
    ("web", "meant"): (
        [("fiction", (), 480), ("webbed", ("orc",), 60), ("webbed", ("skeleton",), 60), ("webbed", ("wolf",), 30)],
        {"orc.conditions": ("held",), "skeleton.conditions": ("held",), "wolf.conditions": ("held",)},
    ),
    ("web", "opposite"): ([], {}),
    ("web", "half"): (
        [("fiction", (), 480), ("webbed", ("orc",), 60), ("webbed", ("skeleton",), 60)],
        {"orc.conditions": ("held",), "skeleton.conditions": ("held",)},
    ),
    ("alter_time", "meant"): ([("fast", ("mira", "ann"), 30)], {}),
    ("alter_time", "opposite"): ([("slow", ("mira", "ann"), 30)], {}),
    ("alter_time", "half"): ([("fast", ("mira", "ann"), 30)], {}),
    ("create_food_and_drink", "meant"): ([], {}),
    ("create_food_and_drink", "opposite"): ([], {}),
    ("create_food_and_drink", "half"): ([], {}),
    ("crystal_ball", "meant"): ([("clairaudience", ("mira",), 120)], {}),
    ("crystal_ball", "opposite"): ([("deaf", ("mira",), 120)], {}),
    ("crystal_ball", "half"): ([("clairaudience", ("mira",), 60)], {}),
    ("fireball", "meant"): ([], {"orc.grit": 0, "skeleton.grit": 0, "wolf.grit": 2}),
    ("fireball", "opposite"): ([], {}),
    ("fireball", "half"): ([], {"orc.grit": 0, "skeleton.grit": 0, "wolf.grit": 8}),
    ("fly", "meant"): ([("flying", ("mira",), 70)], {}),
    ("fly", "opposite"): ([("grounded", ("mira",), 70)], {}),
    ("fly", "half"): ([("flying", ("mira",), 30)], {}),
    ("hold_person", "meant"): ([("held_fast", ("orc",), 90)], {"orc.conditions": ("held_fast",)}),
    ("hold_person", "opposite"): ([("unheld", ("orc",), 90)], {}),
    ("hold_person", "half"): ([("held_fast", ("orc",), 90)], {"orc.conditions": ("held_fast",)}),
    ("invisibility_sphere", "meant"): ([("sphere", ("mira", "ann"), 40, 10)], {}),
    ("invisibility_sphere", "opposite"): ([("glowing", ("mira", "ann"), 40)], {}),
    ("invisibility_sphere", "half"): ([("sphere", ("mira", "ann"), 40, 5)], {}),
    ("lightning_bolt", "meant"): ([], {"orc.grit": 0, "skeleton.grit": 0, "wolf.grit": 2}),
    ("lightning_bolt", "opposite"): ([], {}),
    ("lightning_bolt", "half"): ([], {"orc.grit": 0, "skeleton.grit": 0, "wolf.grit": 8}),
    ("protection_from_missiles", "meant"): ([("no_missiles", ("mira",), 60)], {}),
    ("protection_from_missiles", "opposite"): ([("draws_missiles", ("mira",), 60)], {}),
    ("protection_from_missiles", "half"): ([("no_missiles", ("mira",), 30)], {}),
    ("water_breathing", "meant"): ([("water_breathing", ("mira",), 240)], {}),
    ("water_breathing", "opposite"): ([("drowning", ("mira",), 10)], {}),
    ("water_breathing", "half"): ([("water_breathing", ("mira",), 120)], {}),
    ("confusion", "meant"): (
        [("confused", ("orc", "skeleton", "wolf"), 120)],
        {"orc.conditions": ("confused",), "skeleton.conditions": ("confused",), "wolf.conditions": ("confused",)},
    ),
    ("confusion", "opposite"): ([("clear_mind", ("orc", "skeleton", "wolf"), 120)], {}),
    ("confusion", "half"): (
        [("confused", ("orc", "skeleton", "wolf"), 120)],
        {"orc.conditions": ("confused",), "skeleton.conditions": ("confused",), "wolf.conditions": ("confused",)},
    ),
    ("cure_cause_serious_wounds", "meant"): ([], {"ann.flesh": 8}),
    ("cure_cause_serious_wounds", "opposite"): ([], {"ann.grit": 2}),
    ("cure_cause_serious_wounds", "half"): ([], {"ann.flesh": 7}),
    ("dimensional_portal", "meant"): ([], {"mira.at": -360}),
    ("dimensional_portal", "opposite"): ([("anchored", ("mira",), 1440)], {}),
    ("dimensional_portal", "half"): ([], {"mira.at": -180}),
    ("hallucinatory_terrain", "meant"): ([("fiction", (), "touched")], {}),
    ("hallucinatory_terrain", "opposite"): ([("reversed", (), "touched")], {}),
    ("hallucinatory_terrain", "half"): ([("fiction", (), "touched")], {}),
    ("mass_morph", "meant"): ([("tree", ("mira", "ann"), "dispelled")], {}),
    ("mass_morph", "opposite"): ([("fiction", (), "dispelled")], {}),
    ("mass_morph", "half"): ([("tree", ("mira", "ann"), "dispelled")], {}),
    ("plant_growth", "meant"): (
        [("rooted", ("orc", "skeleton", "wolf"), "dispelled")],
        {"orc.conditions": ("held",), "skeleton.conditions": ("held",), "wolf.conditions": ("held",)},
    ),
    ("plant_growth", "opposite"): ([], {}),
    ("plant_growth", "half"): (
        [("rooted", ("orc", "skeleton"), "dispelled")],
        {"orc.conditions": ("held",), "skeleton.conditions": ("held",)},
    ),
    ("speak_with_plants", "meant"): ([("fiction", ("mira",), 60)], {}),
    ("speak_with_plants", "opposite"): ([("hindered", ("mira",), 60)], {}),
    ("speak_with_plants", "half"): ([("fiction", ("mira",), 30)], {}),
    ("wall_of_fire_or_ice", "meant"): ([("wall_fire", (), "concentration", 60)], {}),
    ("wall_of_fire_or_ice", "opposite"): ([("fiction", (), "concentration")], {}),
    ("wall_of_fire_or_ice", "half"): ([("wall_fire", (), "concentration", 30)], {}),
    ("wizard_eye", "meant"): ([("fiction", (), 60)], {}),
    ("wizard_eye", "opposite"): ([("reversed", (), 60)], {}),
    ("wizard_eye", "half"): ([("fiction", (), 60)], {}),
    ("cloudkill", "meant"): (
        [("cloud", (), 60, 1), ("poison_dead", ("orc",), 10), ("poison_dead", ("wolf",), 10)],
        {"orc.conditions": ("dead",), "wolf.conditions": ("dead",)},
    ),
    ("cloudkill", "opposite"): ([("fiction", (), 60)], {}),
    ("cloudkill", "half"): (
        [("cloud", (), 30, 1), ("poison_dead", ("orc",), 10), ("poison_dead", ("wolf",), 10)],
        {"orc.conditions": ("dead",), "wolf.conditions": ("dead",)},
    ),
    ("commune", "meant"): ([("fiction", ("mira",), 10)], {}),
    ("commune", "opposite"): ([("reversed", ("mira",), 10)], {}),
    ("commune", "half"): ([("fiction", ("mira",), 10)], {}),
    ("enervate", "meant"): ([("mute", ("orc",), "dispelled")], {"orc.conditions": ("mute",)}),
    ("enervate", "opposite"): ([("tongues", ("orc",), 1440)], {}),
    ("enervate", "half"): ([("mute", ("orc",), 60)], {"orc.conditions": ("mute",)}),
    ("hold_creature", "meant"): (
        [("held_fast", ("skeleton", "wolf"), 70)],
        {"skeleton.conditions": ("held_fast",), "wolf.conditions": ("held_fast",)},
    ),
    ("hold_creature", "opposite"): ([("unheld", ("skeleton", "wolf"), 70)], {}),
    ("hold_creature", "half"): ([("held_fast", ("skeleton",), 70)], {"skeleton.conditions": ("held_fast",)}),
    ("insect_plague", "meant"): (
        [("plague", (), 1440)],
        {"orc.conditions": ("fleeing",), "skeleton.conditions": ("fleeing",)},
    ),
    ("insect_plague", "opposite"): ([("fiction", (), 1440)], {}),
    ("insect_plague", "half"): (
        [("plague", (), 720)],
        {"orc.conditions": ("fleeing",), "skeleton.conditions": ("fleeing",)},
    ),
    ("passwall", "meant"): ([("fiction", (), 40)], {}),
    ("passwall", "opposite"): ([("reversed", (), 40)], {}),
    ("passwall", "half"): ([("fiction", (), 40)], {}),
    ("wall_of_stone_or_iron", "meant"): ([("wall_stone", (), "", 1000)], {}),
    ("wall_of_stone_or_iron", "opposite"): ([("fiction", (), 120)], {}),
    ("wall_of_stone_or_iron", "half"): ([("wall_stone", (), "", 500)], {}),
}


OWN_SCENES = {
    "animate_dead", "conjure_elemental", "cure_cause_disease", "dispel_magic", "neutralize_poison", "polymorph",
    "raise_dead", "remove_curse", "sticks_to_snakes", "telekinesis", "teleport",
}  # fmt: skip


@covers("vanilla.spell.*", "vanilla.spell.durations", "vanilla.miscast.opposite", "vanilla.miscast.half")
@pytest.mark.parametrize(("name", "how"), WORKS)
def test_every_spell_does_what_its_entry_says(name, how):
    before = scene(place="wilds" if name == "insect_plague" else "dungeon")
    after, play = cast(before, name, **({how: True} if how != "meant" else {}))
    assert (effects(after), changed(before, after)) == WORKS[name, how]
    told = [told.facts for told in play.told if told.code == "spell.does"]
    entry = spells()[f"{SPELL}{name}"]
    if told:
        assert (entry.opposite if how == "opposite" else entry.effect) in told[0][2]
        assert (entry.half in told[0][2]) == (how == "half")


def test_no_spell_is_left_out():
    assert {name for name, _ in WORKS} | OWN_SCENES == {spell.removeprefix(SPELL) for spell in ALL}


@covers("vanilla.spell.read_scripts", "vanilla.spell.commune", "vanilla.spell.phantasmal_force")
@pytest.mark.parametrize("spell", [spell for spell in ALL if spells()[spell].kind == "referee"])
def test_what_only_a_gm_can_judge_the_gm_judges(spell):
    name = spell.removeprefix(SPELL)
    judged = {"spell_judged": "no_effect", "disease": "other_disease"}
    option = ("cause", "orc") if name == "cure_cause_disease" else None
    before = scene(foes=(beast("Orc", at=5),))
    after, _ = cast(before, name, option, Auto(**judged))
    assert [effect for effect in effects(after) if effect[0] != "disease"] == []
    assert not [effect for effect in after.effects if effect.amount]


@covers(
    "vanilla.spell.ranges", "vanilla.spell.touch", "vanilla.setting.range_close_ft", "vanilla.setting.range_nearby_ft"
)
def test_how_far_spells_reach():
    def feet(name, **settings):
        return reach(spells()[f"{SPELL}{name}"], Settings(**settings))

    assert [feet(name) for name in ("levitate", "leap", "web", "charm")] == [0, 5, 20, 60]
    assert feet("fireball") > 10_000
    assert (feet("web", range_close_ft=30), feet("charm", range_nearby_ft=90)) == (30, 90)
    assert [one.id for one in in_reach(scene(), "mira", spells()[f"{SPELL}web"])] == ["mira", "ann", "orc"]
    hidden = begin(Auto(), scene(), f"{SPELL}invisibility", "invisible", "orc", ("orc",))
    assert "orc" not in [one.id for one in in_reach(hidden, "mira", spells()[f"{SPELL}charm"])]


@covers("vanilla.setting.area_nearby_ft", "vanilla.spell.fireball")
def test_how_wide_a_fireball_is():
    narrow, _ = cast(scene(settings={"area_nearby_ft": 10}), "fireball", "wolf")
    assert "orc.grit" in changed(scene(), narrow)
    tight, _ = cast(
        scene(foes=(beast("Orc", at=10), beast("Ogre", at=30)), settings={"area_nearby_ft": 10}), "fireball", "ogre"
    )
    assert find(tight, "orc").grit == 3


@covers("vanilla.spell.caster_level")
def test_an_enemy_casts_at_the_level_of_its_hit_dice():
    boar = beast("Demon Boar", "boar", at=30)
    state = scene(foes=(boar,))
    after, play = cast(state, "fireball", "ann", Auto(), who="boar")
    assert (9, 6) in play.rolled
    assert find(after, "ann").grit == 0


@covers("vanilla.spell.random", "vanilla.table.spell_level", "vanilla.table.spell_*")
def test_a_random_spell():
    assert done(draw, "gm", script=[3, 5])[0] == f"{SPELL}fireball"
    chances = distribution(draw, "gm")
    assert chances[""] * 6 == 1
    assert {ref: chance * 72 for ref, chance in chances.items() if ref} == dict.fromkeys(ALL, 1)
    for level in range(1, 6):
        rows = [row.effect for row in tables()[f"vanilla.table.spell_{level}"].rows]
        assert rows == [done(draw, "gm", script=[level, face])[0] for face in range(1, 13)]
    assert done(learned, "p", (), script=[6, f"{SPELL}web"])[0] == f"{SPELL}web"
    assert len(tables()["vanilla.table.spell_level"].rows) == 6
