"""What says that it does something does it: what the coverage claims, and the things and powers that act."""

import ast
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

import tallow.games.black_hack as package
from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.entries import prayers, spells, wonders
from tallow.games.black_hack.faces.at_work import at_work
from tallow.games.black_hack.gear.items import cross_caltrops, light, throw_item, use_item
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.gear.magic_items import use_magic_item
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.harm.fate import roll_fate
from tallow.games.black_hack.magic.effects import moments_over, session_passes, tick_minutes, tick_moments
from tallow.games.black_hack.magic.lasting import lay
from tallow.games.black_hack.monsters.bestiary import spawn
from tallow.games.black_hack.monsters.foes import approach
from tallow.games.black_hack.monsters.instincts import fallen, turn_starts
from tallow.games.black_hack.monsters.powers import usable
from tallow.games.black_hack.referee.judgements import ruled
from tallow.games.black_hack.state import ATTRIBUTES, Effect, character, creature, hindered, score
from tallow.games.black_hack.world.exploration import set_place
from tallow.games.black_hack.world.exploring import EXPLORING
from tallow.games.black_hack.world.finds import loot
from tallow.games.black_hack.world.treasure import gm_treasure
from tallow.play import distribution
from tallow.testing import covers
from tests.games.black_hack.casters import caster, effect, scene, worked
from tests.games.black_hack.fighters import fighting, foe, somebody, table
from tests.games.playing import done, first

SILENCE = "black_hack.prayer.silence"
DAYLIGHT = "black_hack.prayer.daylight"
DRILL = "black_hack.magic_item.sun_drill"
GARLIC = "black_hack.item.garlic_herbs"
LANGUAGES = "black_hack.spell.read_languages_magic"
KNOCK = "black_hack.spell.knock_lock"


def monster(short, id_="x", **more):
    """One of the bestiary with 20 HP."""
    return replace(spawn(f"black_hack.monster.{short}", id_), hp=20, hp_max=20, **more)


def thing(short, id_="i"):
    return made(f"black_hack.item.{short}", id_)


def wonder(short, id_="m", **more):
    return replace(made(f"black_hack.magic_item.{short}", id_), **more)


def chance(state, attribute, about):
    odds = distribution(lambda play: attempt(play, state, "ann", attribute, "x", about=about)[1].success, policy=first)
    return odds[True]


def test_the_coverage_counts_each_kind():
    counts = Counter((one.kind, one.how) for one in at_work())
    assert sum(many for (kind, _), many in counts.items() if kind == "spells") == len(spells()) == 38
    assert sum(many for (kind, _), many in counts.items() if kind == "prayers") == len(prayers()) == 37
    assert sum(many for (kind, _), many in counts.items() if kind == "magic items") == len(wonders()) == 23
    assert counts["powers of monsters", "text"] == 0
    assert counts["side effects", "text"] == 0
    assert counts["spells", "text"] + counts["prayers", "text"] == 5, "questions, a wish, pure food"
    assert counts["magic items", "text"] == 0


def named_by_rules():
    """The ids that the code of the game names outside of what a rule says that it cites."""
    found = set()
    for file in Path(package.__file__).parent.rglob("*.py"):
        if file.name == "at_work.py":
            continue
        tree = ast.parse(file.read_text("utf-8"))
        cited = {
            id(node)
            for one in ast.walk(tree)
            if isinstance(one, ast.FunctionDef)
            for decorator in one.decorator_list
            for node in ast.walk(decorator)
        }
        found |= {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in cited
        }
    return found


def test_what_only_lasts_acts_if_a_rule_asks_for_it_and_else_is_in_force():
    lasting = {one.id for one in (*spells().values(), *prayers().values()) if one.does == "lasts"}
    claimed = {one.of for one in at_work() if one.how == "acts"} & lasting
    assert claimed == named_by_rules() & lasting


@covers("black_hack.prayer.silence", "black_hack.monster.harpy", "black_hack.monster.banshee")
@pytest.mark.parametrize("short", ["harpy", "banshee", "daemon_whisperer"])
def test_nobody_hears_a_song_a_shriek_or_a_whisper_in_a_magical_silence(short):
    ann = somebody(level=9)
    state = table(ann, foes=[monster(short)], combat=fighting("x"))
    assert usable(state, "x")
    around_ann, _ = lay(state, SILENCE, "minutes", die=8, on=("ann",))
    assert not usable(around_ann, "x"), "nor is anything heard out of it"
    elsewhere, _ = lay(replace(state, party=(ann, somebody("bob"))), SILENCE, "minutes", die=8, on=("bob",))
    far = replace(elsewhere, combat=fighting("x", bands=(("ann", "bob", "distant"), ("bob", "x", "distant"))))
    assert usable(far, "x"), "it covers what is Nearby its centre and no more"


@covers("black_hack.prayer.silence")
def test_in_a_silence_steps_are_not_heard_and_nothing_is():
    state = table(somebody())
    hush, _ = lay(state, SILENCE, "minutes", die=8, on=("ann",))
    assert (chance(state, "DEX", "sneaking"), chance(hush, "DEX", "sneaking")) == (Fraction(9, 20), Fraction(279, 400))
    assert (chance(state, "WIS", "listening"), chance(hush, "WIS", "listening")) == (Fraction(9, 20), Fraction(81, 400))
    assert chance(hush, "WIS", "secrets") == Fraction(9, 20)


@covers("black_hack.monster.vampire", "black_hack.prayer.daylight", "black_hack.magic_item.sun_drill")
@pytest.mark.parametrize("sun", [DAYLIGHT, DRILL])
def test_sunlight_deals_a_vampire_ongoing_damage_that_no_test_ends(sun):
    state = table(somebody(), foes=[monster("vampire")], combat=fighting("x"))
    same, _ = done(turn_starts, state, "x")
    assert creature(same, "x").hp == 20
    lit, _ = lay(state, sun, "minutes", die=8, by="ann")
    once, play = done(turn_starts, lit, "x")
    twice, _ = done(turn_starts, once, "x")
    assert (creature(once, "x").hp, creature(twice, "x").hp) == (12, 4), "8 HD, at the start of each Turn"
    assert play.codes() == ["burns_in_sun", "damage.foe"]
    other = replace(lit, foes=(monster("ogre"),))
    assert creature(done(turn_starts, other, "x")[0], "x").hp == 20


@covers("black_hack.magic_item.sun_drill", "black_hack.light.sources")
def test_a_hole_of_the_sun_drill_lights_a_place_until_the_party_goes_elsewhere():
    state = table(somebody(items=(wonder("sun_drill"),)), dark=True)
    assert in_the_dark(state, state.party[0])
    lit, play = done(use_magic_item, state, "ann")
    assert not in_the_dark(lit, lit.party[0])
    assert play.codes() == ["item.used", "sunbeam"]
    assert len(done(use_magic_item, lit, "ann")[0].effects) == 1, "a second hole is no second sun"
    gone, _ = done(set_place, lit, "", script=["dangerous_dark"])
    assert in_the_dark(gone, gone.party[0])
    next_room = EXPLORING.shine(lit, False)
    assert in_the_dark(next_room, next_room.party[0])


@covers("black_hack.magic_item.breadcrumb_boots")
def test_breadcrumb_boots_betray_their_wearer():
    state = table(somebody(items=(wonder("breadcrumb_boots"),)))
    assert chance(state, "DEX", "sneaking") == Fraction(9, 20)
    worn, play = done(use_magic_item, state, "ann")
    assert (worn.party[0].items[0].place, play.codes()) == ("worn", ["item.used", "kept.worn"])
    assert chance(worn, "DEX", "sneaking") == Fraction(81, 400)
    off, play = done(use_magic_item, worn, "ann")
    assert (off.party[0].items[0].place, play.codes()) == ("pack", ["item.used", "kept.away"])


@covers("black_hack.magic_item.golden_toad", "black_hack.magic_item.ernos_earhorn")
def test_a_toad_is_held_and_an_earhorn_helps_to_listen():
    held, play = done(use_magic_item, table(somebody(items=(wonder("golden_toad"),))), "ann")
    assert (held.party[0].items[0].place, play.codes()) == ("hands", ["item.used", "kept.hands"])
    state = table(somebody(items=(wonder("ernos_earhorn"),)))
    assert (chance(state, "WIS", "listening"), chance(state, "WIS", "sight")) == (Fraction(279, 400), Fraction(9, 20))


@covers("black_hack.magic_item.bag_of_edda_stones")
def test_an_edda_stone_glows_for_a_moment():
    state = table(somebody(items=(wonder("bag_of_edda_stones"),)), foes=[foe()], combat=fighting("ann"))
    glowing, _ = done(use_magic_item, state, "ann", script=[12])
    assert [one.left for one in glowing.effects] == [1]
    assert done(tick_moments, glowing)[0].effects == ()


@covers("black_hack.magic_item.chromatic_feather", "black_hack.item.caltrops")
@pytest.mark.parametrize(("place", "stuck"), [("hands", False), ("pack", True)])
def test_whoever_hovers_is_not_hurt_by_caltrops(place, stuck):
    ann = somebody(items=(wonder("chromatic_feather", place=place),))
    strewn, _ = lay(table(ann), "black_hack.item.caltrops", "session", by="ann")
    state, play = done(cross_caltrops, strewn, "", script=["ann", *([20] if stuck else [])])
    assert hindered(state.party[0], "stuck") == stuck
    assert ("hovers" in play.codes()) != stuck


@covers("black_hack.item.iron_spikes")
@pytest.mark.parametrize("what", ["wedge", "rope"])
def test_a_spike_wedges_a_door_or_holds_a_rope_for_the_session(what):
    state, play = done(use_item, table(somebody(items=(thing("iron_spikes"),))), "ann", script=[what, 2])
    assert (state.effects[0].detail, state.effects[0].unit, state.party[0].items[0].usage) == (what, "session", 4)
    assert play.codes() == ["item.used", f"spike.{what}", "usage"]
    assert done(session_passes, state)[0].effects == ()


@covers("black_hack.item.garlic_herbs", "black_hack.monster.vampire")
def test_garlic_keeps_a_vampire_from_coming_close_until_it_passes_morale():
    ann = somebody(items=(thing("garlic_herbs"),))
    state, _ = done(use_item, table(ann, foes=[monster("vampire")], combat=fighting("ann")), "ann", script=[6])
    kept, play = done(approach, state, "x", ("towards", "ann"), script=[9])
    assert (kept.combat.bands, play.codes()) == ((), ["garlic.keeps_off"]), "above its 8 HD"
    near, play = done(approach, state, "x", ("towards", "ann"), script=[8])
    assert near.combat.bands == (("ann", "x", "close"),)
    assert play.codes() == ["garlic.dared", "moves"]
    again = replace(near, combat=fighting("x"))
    assert done(approach, again, "x", ("towards", "ann"))[1].codes() == ["moves"], "it minds it no more"
    wolf = replace(state, foes=(monster("wolf"),))
    assert done(approach, wolf, "x", ("towards", "ann"))[1].codes() == ["moves"]


@covers("black_hack.item.garlic_herbs")
def test_garlic_is_worn_for_an_hour():
    state, _ = done(use_item, table(somebody(items=(thing("garlic_herbs"),))), "ann", script=[6])
    for _ in range(4):
        state, _ = done(tick_minutes, state)
        assert effect(state, GARLIC).on == ("ann",)
    assert done(tick_minutes, state)[0].effects == ()


@covers("black_hack.item.grappling_hook")
@pytest.mark.parametrize(
    ("shorts", "p"),
    [
        (("grappling_hook", "rope_50_ft"), "279/400"),
        (("grappling_hook", "rope_50_ft", "climbing_gear"), "279/400"),
        (("grappling_hook",), "9/20"),
        (("rope_50_ft",), "9/20"),
    ],
)
def test_a_grappling_hook_needs_a_rope(shorts, p):
    state = table(somebody(items=tuple([thing(short, short) for short in shorts])))
    assert chance(state, "DEX", "climbing") == Fraction(p)


@covers("black_hack.item.flask_wineskin", "black_hack.monster.elemental_fire")
def test_water_deals_a_fire_elemental_its_hit_dice():
    ann = somebody(items=(thing("flask_wineskin"),), dexterity=20)
    burning = replace(monster("elemental_fire"), hd=4)
    state = table(ann, foes=[burning, foe()], combat=fighting("ann"))
    hit, play = done(throw_item, state, "ann", script=[5])
    assert (creature(hit, "x").hp, hit.party[0].items, hit.ground) == (16, (), ())
    assert play.codes()[0] == "throws"
    missed, _ = done(throw_item, state, "ann", script=[20])
    assert (creature(missed, "x").hp, missed.party[0].items) == (20, ())


@covers("black_hack.spell.read_languages_magic")
def test_whoever_reads_all_languages_needs_no_test_for_one():
    state = table(somebody())
    able, _ = lay(state, LANGUAGES, "minutes", die=12, on=("ann",))
    _, play = done(ruled, able, "ann", "INT", script=["languages"])
    assert play.codes() == ["reads_anything"]
    assert EXPLORING.save(play, able, "ann", "INT languages", "")[1]
    _, play = done(ruled, able, "ann", "WIS", script=["nothing", 5])
    assert play.codes()[-1] == "test"


@covers("black_hack.spell.knock_lock")
def test_knock_opens_a_lock_in_a_place_without_a_test_or_a_noise():
    wizard = caster(KNOCK)
    state = table(wizard, dangerous=True)
    assert EXPLORING.ways(state, "wiz", "locked") == ("pick", "force")
    assert EXPLORING.ways(state, "wiz", "stuck") == ("force",)
    assert EXPLORING.ways(
        replace(state, party=(replace(wizard, magic=replace(wizard.magic, memorised=())),)), "wiz", "locked"
    ) == ("force",)
    (after, opened), play = done(EXPLORING.open, state, "wiz", "pick", "", script=[20])
    assert opened
    assert "knock" in play.codes()
    assert "door.forced" not in play.codes()
    assert after.party[0].magic.memorised == (), "a 20 and it is forgotten"


@covers("black_hack.monster.invisible_stalker", "black_hack.spell.invisible_stalker")
def test_a_stalker_without_a_task_turns_upon_its_summoner():
    ref = "black_hack.spell.invisible_stalker"
    state, play = worked(ref, scene(ref), [2], [8, 8], "wait")
    assert (state.allies, state.effects) == ((), ())
    assert state.foes[-1].of == "black_hack.monster.invisible_stalker"
    assert play.codes()[-1] == "servant.turns"


@covers("black_hack.monster.fire_beetle", "black_hack.treasure.coins", "black_hack.bestiary.form")
def test_the_fallen_leave_what_they_fought_with():
    foes = [
        monster("kobold", "k", conditions=("removed",)),
        monster("fire_beetle", "b", conditions=("removed",)),
        monster("orc", "fled", conditions=("fled",)),
    ]
    state = table(somebody(), foes=foes)
    after, play = done(gm_treasure, state, "", script=["fallen", 3])
    assert [(item.ref.rpartition(".")[2], item.usage) for item in after.ground] == [
        ("spear", 0),
        ("sling", 0),
        ("fire_beetle", 8),
    ]
    assert play.told[-1].facts == (("black_hack.weapon.spear", "black_hack.weapon.sling", "Glow glands"),)
    looted, _ = done(loot, state, script=[3])
    assert len(looted.ground) == 3


@covers("black_hack.monster.fire_beetle", "black_hack.action.light")
def test_glands_of_a_fire_beetle_need_no_fire():
    glands = replace(thing("torches"), name="Glow glands", ref="black_hack.monster.fire_beetle", usage=8)
    state = table(somebody(items=(glands,)), dark=True)
    assert in_the_dark(state, state.party[0])
    lit, _ = done(light, state, "ann")
    assert not in_the_dark(lit, lit.party[0])
    assert done(light, lit, "ann")[0] == state


SLAIN = {"level": 8, "conditions": ("out_of_action",), "hp": 0}


def slain_by_a_spectre():
    state, _ = done(fallen, table(somebody(**SLAIN), foes=[monster("spectre")]), "ann", "x")
    return state


@covers("black_hack.monster.spectre")
def test_whoever_dies_by_a_spectre_rises_as_one():
    dead, play = done(roll_fate, slain_by_a_spectre(), "ann", script=[6, 2])
    assert (play.told[-1].code, play.told[-1].facts, play.told[-1].seen_by) == ("kin", ("Ann", 2), ("referee",))
    later, _ = done(tick_minutes, dead)
    risen, play = done(tick_minutes, later, script=[[1] * 8])
    assert play.codes() == ["kin.rises"]
    assert [one.of for one in risen.foes] == ["black_hack.monster.spectre"] * 2
    assert "beyond_raising" in character(risen, "ann").conditions


@covers("black_hack.monster.spectre", "black_hack.prayer.bless", "black_hack.prayer.raise_dead")
def test_who_lives_or_is_blessed_or_raised_first_does_not_rise_as_a_spectre():
    lives, _ = done(roll_fate, slain_by_a_spectre(), "ann", script=[1, 4])
    assert lives.effects == ()
    dead, _ = done(roll_fate, slain_by_a_spectre(), "ann", script=[6, 2])
    bless, lift = "black_hack.prayer.bless", "black_hack.prayer.raise_dead"
    priest = replace(dead, party=(*dead.party, caster(bless, "wiz", level=7)), foes=())
    blessed, _ = worked(bless, priest)
    assert [one.of for one in blessed.effects] == [bless]
    raised, _ = worked(lift, priest, "yes")
    assert raised.effects == ()


@covers("black_hack.usage.duration")
def test_what_glows_for_a_moment_is_over_with_the_fight():
    state = table(somebody(items=(wonder("bag_of_edda_stones"),)), foes=[foe()], combat=fighting("ann"))
    glowing, _ = done(use_magic_item, state, "ann", script=[12])
    assert done(moments_over, glowing)[0].effects == ()


@covers("black_hack.table.fail_forward", "black_hack.table.out_of_action")
@pytest.mark.parametrize(("face", "lives"), [(5, False), (1, True)])
def test_the_doomed_are_one_row_worse_on_the_out_of_action_table(face, lives):
    state = table(somebody(hp=0, conditions=("out_of_action", "doomed")))
    after, play = done(roll_fate, state, "ann", script=[face, *([3] if lives else [])])
    assert next(told for told in play.told if told.code == "fate").facts[1] == face + 1
    assert ("dead" in after.party[0].conditions) != lives
    assert play.asked[0].stake.need == 4, "what the player is told beforehand"
    _, play = done(roll_fate, table(somebody(hp=0, conditions=("out_of_action",))), "ann", script=[1, 3])
    assert play.asked[0].stake.need == 5


@covers("black_hack.magic_item.tonic_of_power")
def test_the_attribute_of_a_tonic_is_any_of_the_six_alike():
    state = table(somebody(items=(wonder("tonic_of_power"),)))

    def raised(play):
        one = use_magic_item(play, state, "ann").party[0]
        return next(attribute for attribute in ATTRIBUTES if score(one, attribute) > 10)

    assert distribution(raised, policy=first) == dict.fromkeys(ATTRIBUTES, Fraction(1, 6))


@covers("black_hack.magic_item.cup_of_ending")
def test_whoever_does_not_drink_of_the_cup_is_said_not_to():
    state = table(somebody(items=(wonder("cup_of_ending"),)), somebody("bob"))
    _, play = done(use_magic_item, state, "ann", script=["no"])
    assert play.told[-1].code == "drinks.no"


@covers("black_hack.item.garlic_herbs")
def test_fresh_garlic_takes_the_place_of_the_old():
    state, _ = done(use_item, table(somebody(items=(thing("garlic_herbs"),))), "ann", script=[6])
    state, _ = done(tick_minutes, state)
    other = Effect("e9", GARLIC, on=("bob",), left=2, unit="minutes")
    state, _ = done(use_item, replace(state, effects=(*state.effects, other)), "ann", script=[6])
    assert sorted((one.on, one.left) for one in state.effects) == [(("ann",), 5), (("bob",), 2)]
