"""Memorising, casting from memory, from the page, misfires, copying; targets and resistance."""

from fractions import Fraction
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tallow.games.black_hack.checks.sways import sway
from tallow.games.black_hack.entries import prayers, spell, spells, tables
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.harm.rest import hour
from tallow.games.black_hack.magic.aiming import Cast, eligible, reach
from tallow.games.black_hack.magic.casting import can_work, work
from tallow.games.black_hack.magic.effects import end
from tallow.games.black_hack.magic.memorising import DEEDS, copy, in_mind, memorise, pages, read, retained
from tallow.games.black_hack.magic.misfires import AT_ONCE, mirror, misfire
from tallow.games.black_hack.state import MARKS, Item, Magic, State, character, everyone
from tallow.play import Live, distribution
from tallow.testing import Randomly, covers
from tests.games.black_hack.casters import caster, effect, hindrances, hp, scene, worked
from tests.games.black_hack.fighters import fighting, foe, refused, shown, somebody, table
from tests.games.playing import done, first

SLEEP = "black_hack.spell.sleep"
SHIELD = "black_hack.spell.shield"
MISSILE = "black_hack.spell.magic_missile"
FIREBALL = "black_hack.spell.fireball"
CURE = "black_hack.prayer.cure_light_wounds"
WEB = "black_hack.spell.web"
DEED = {deed.name: deed for deed in DEEDS}
SIDE = "black_hack.table.side_effects"


def studious(level=1, calling="wizard", **more):
    """A caster with a book of four spells of levels 1 and 2."""
    refs = (MISSILE, SHIELD, SLEEP, WEB) if calling == "wizard" else (CURE, "black_hack.prayer.bless")
    book = Item("book", "book", spells=refs, marks=(MARKS.mark("own_book"),))
    items = (book, *more.pop("items", ()))
    return somebody("wiz", calling, level=level, intelligence=14, wisdom=13, items=items, **more)


@covers("black_hack.magic.spellcasters", "black_hack.magic.attributes")
def test_wizards_have_spells_and_clerics_prayers_and_nobody_else_any():
    assert {one.attribute for one in spells().values()} == {"INT"}
    assert {one.attribute for one in prayers().values()} == {"WIS"}
    mixed = Item("book", "book", spells=(MISSILE, CURE))
    assert pages(somebody("wiz", "wizard", items=(mixed,))) == (MISSILE,)
    assert pages(somebody("cle", "cleric", items=(mixed,))) == (CURE,)
    assert pages(somebody("war", "warrior", items=(mixed,))) == ()
    assert not shown(DEED["cast"], table(somebody("war")), "war")


@covers(
    "black_hack.magic.memorise_level",
    "black_hack.ability.wizard_memorising_spells_level",
    "black_hack.ability.cleric_memorising_prayers_level",
    "black_hack.magic.cast_level",
)
def test_no_level_above_the_own():
    assert pages(studious(1)) == (MISSILE, SHIELD)
    assert pages(studious(2)) == (MISSILE, SHIELD, SLEEP, WEB)
    assert pages(studious(1, "cleric")) == (CURE,)
    assert in_mind(studious(1, magic=Magic(memorised=(WEB, SHIELD)))) == (SHIELD,)


@covers(
    "black_hack.magic.memorise",
    "black_hack.action.memorise",
    "black_hack.ability.wizard_memorising_spells",
    "black_hack.ability.cleric_memorising_prayers",
)
def test_an_hour_puts_as_many_in_mind_as_levels():
    state = table(studious(3, magic=Magic(memorised=(SLEEP,))), unit="hours")
    after, play = done(memorise, state, "wiz", script=[WEB, SHIELD, MISSILE])
    assert character(after, "wiz").magic.memorised == (WEB, SHIELD, MISSILE)
    assert play.asked[0].options[0] == SLEEP
    assert after.acted == ("wiz",)
    assert refused(DEED["memorise"], replace(after, acted=()), "wiz") == "studied"
    at_once, _ = done(memorise, state, "wiz", script=[WEB, ("these", (SLEEP, MISSILE))])
    assert character(at_once, "wiz").magic.memorised == (WEB, SLEEP, MISSILE)
    fewer, _ = done(memorise, state, "wiz", script=[WEB, "enough"])
    assert character(fewer, "wiz").magic.memorised == (WEB,)


@covers("black_hack.magic.memorise")
def test_nothing_is_asked_where_all_can_be_held():
    after, play = done(memorise, table(studious(2, "cleric"), unit="hours"), "wiz")
    assert character(after, "wiz").magic.memorised == (CURE, "black_hack.prayer.bless")
    assert play.asked == []


@covers("black_hack.action.memorise")
def test_study_is_for_turns_of_hours_and_needs_texts():
    assert not shown(DEED["memorise"], table(studious()), "wiz")
    assert shown(DEED["memorise"], table(studious(), unit="hours"), "wiz")
    assert refused(DEED["memorise"], table(somebody("wiz", "wizard"), unit="hours"), "wiz") == "no_pages"


@covers("black_hack.magic.cast", "black_hack.action.cast", "black_hack.ability.wizard_casting_spells")
def test_casting_from_memory_is_an_action_and_works_before_any_test():
    state = scene(SHIELD)
    after, play = done(DEED["cast"].do, state, "wiz", script=[5])
    assert effect(after, SHIELD).dice == ("whole", "whole")
    assert not after.combat.action
    assert [question.why for question in play.asked] == ["black_hack.attribute.intelligence"]
    assert [told.why for told in play.told if told.code.startswith("test")] == ["black_hack.magic.retain_test"]
    assert character(after, "wiz").magic == Magic(memorised=(SHIELD,), cast=(SHIELD,))


@covers("black_hack.magic.retain_test", "black_hack.magic.forget")
def test_the_level_is_added_as_its_own_line_and_a_failure_forgets():
    state = scene(FIREBALL, level=4)
    after, play = done(retained, state, "wiz", FIREBALL, script=[10])
    assert [told.facts[1:] for told in play.told if told.code == "adds"] == [("spell_level", 4)]
    assert character(after, "wiz").magic.memorised == ()
    assert "forgets" in play.codes()
    kept, _ = done(retained, state, "wiz", FIREBALL, script=[9])
    assert character(kept, "wiz").magic.memorised == (FIREBALL,)


def chance(ref, score, again):
    """The chance that a spell stays in mind."""
    field = "intelligence" if spell(ref).attribute == "INT" else "wisdom"
    magic = Magic(memorised=(ref,), cast=(ref,) if again else ())
    state = table(caster(ref, magic=magic, **{field: score}), settings={"gm_choice": "worst"})
    results = distribution(retained, state, "wiz", ref, policy=first)
    return sum(p for after, p in results.items() if character(after, "wiz").magic.memorised)


@covers(
    "black_hack.magic.retain_test",
    "black_hack.magic.retain_dis",
    "black_hack.ability.wizard_casting_spells",
    "black_hack.ability.cleric_invoking_prayers",
)
@pytest.mark.parametrize(
    ("ref", "score", "again", "kept"),
    [
        (MISSILE, 14, False, Fraction(3, 5)),
        ("black_hack.spell.darkness", 14, False, Fraction(1, 2)),
        (MISSILE, 14, True, Fraction(9, 25)),
        (MISSILE, 12, False, Fraction(1, 2)),
        (MISSILE, 12, True, Fraction(1, 4)),
        (CURE, 13, False, Fraction(11, 20)),
        (CURE, 13, True, Fraction(121, 400)),
    ],
)
def test_chance_to_keep(ref, score, again, kept):
    assert chance(ref, score, again) == kept


@covers("black_hack.magic.retain_dis")
def test_a_repeat_in_the_session_is_told_as_the_reason():
    state = scene(SHIELD, magic=Magic(memorised=(SHIELD,), cast=(SHIELD,)))
    _, play = done(retained, state, "wiz", SHIELD, script=[3, 4])
    assert next(told for told in play.told if told.code == "edge").facts[1:] == ("disadvantage", ("repeat",))


@covers("black_hack.action.cast")
def test_what_has_nobody_to_fall_on_is_not_offered():
    near = scene(MISSILE)
    assert refused(DEED["cast"], near, "wiz") == "no_target"
    assert refused(DEED["cast"], scene(MISSILE, foe(), far=("orc",)), "wiz") is None
    assert refused(DEED["cast"], scene(MISSILE, magic=Magic()), "wiz") == "nothing_in_mind"


@covers("black_hack.magic.read_in_minutes", "black_hack.action.read_spell", "black_hack.time.moments_quick")
def test_reading_is_for_minutes_and_never_for_moments():
    assert refused(DEED["read_spell"], scene(SHIELD), "wiz") == "too_quick"
    assert refused(DEED["read_spell"], table(caster(SHIELD), unit="moments"), "wiz") == "too_quick"
    for unit in ("minutes", "hours", "days"):
        assert refused(DEED["read_spell"], table(caster(SHIELD), unit=unit), "wiz") is None


@covers("black_hack.magic.read_test", "black_hack.magic.read_in_minutes")
def test_a_reading_that_succeeds_casts_and_keeps_the_page():
    state = table(caster(SHIELD, magic=Magic()))
    after, play = done(read, state, "wiz", script=[12])
    assert effect(after, SHIELD)
    assert character(after, "wiz").items == character(state, "wiz").items
    assert character(after, "wiz").magic == Magic(cast=(SHIELD,))
    assert ("spell_level", 1) in [told.facts[1:] for told in play.told if told.code == "adds"]
    _, play = done(read, after, "wiz", script=[12])
    assert "edge" not in play.codes()


@covers("black_hack.magic.read_test")
def test_chance_to_read():
    bless = "black_hack.prayer.bless"
    state = table(caster(bless, wisdom=12), settings={"misfire": "none"})
    results = distribution(read, state, "wiz", policy=first)
    assert sum(p for after, p in results.items() if after.effects) == Fraction(9, 20)


@covers("black_hack.magic.misfire", "black_hack.setting.misfire", "black_hack.action.side_effect")
def test_a_reading_that_fails_misfires():
    table_state = table(caster(SHIELD))
    after, play = done(read, table_state, "wiz", script=[13, 10])
    assert hindrances(after, "wiz") == {"stuck"}
    assert [question.sides for question in play.asked] == [20, 20]
    assert not after.effects
    gm = table(caster(SHIELD), settings={"misfire": "gm"})
    after, play = done(read, gm, "wiz", script=[13, "Frogs."])
    assert play.told[-1].facts == ("Wiz", "Frogs.")
    none = table(caster(SHIELD), settings={"misfire": "none"})
    assert done(read, none, "wiz", script=[13])[0].party[0].hindrances == ()


def side(row, ref=SHIELD, *script, state=None, **more):
    """A misfire on this row of the table."""
    state = state or table(caster(ref, **more), somebody("bob"), foes=(foe(),))
    return done(misfire, state, "wiz", ref, script=[row, *script])


@covers("black_hack.table.side_effects")
def test_every_row_does_something_of_its_own():
    rows = tables()[SIDE].rows
    assert [int(row.on) for row in rows] == list(range(1, 21))
    assert [row.does for row in rows if not row.lasts] == list(AT_ONCE)
    assert [row.does for row in rows if row.lasts] == ["knotted_tongue", "white_glare", "marked"]


@covers("black_hack.table.side_effects")
def test_rows_that_harm_the_caster():
    after, play = side(1, FIREBALL, [4, 4, 4, 4], hp=20, hp_max=20)
    assert hp(after, "wiz") == 4
    assert play.asked[1].n == 4
    after, _ = side(2)
    assert pages(character(after, "wiz")) == ()
    after, _ = side(10)
    assert [(one.name, one.ends) for one in character(after, "wiz").hindrances] == [("stuck", "STR")]
    after, _ = side(11)
    assert [(one.name, one.ends) for one in character(after, "wiz").hindrances] == [("distracted", "WIS")]
    after, _ = side(12)
    assert character(after, "wiz").ongoing == "DEX"
    after, _ = side(17, FIREBALL)
    assert (character(after, "wiz").hp_max, hp(after, "wiz"), character(after, "wiz").life.bruises) == (6, 6, 4)
    after, _ = side(17, FIREBALL, hp=2, hp_max=2)
    assert character(after, "wiz").hp_max == 1


@covers("black_hack.table.side_effects")
def test_drained_until_an_hour_of_rest():
    after, _ = side(3)
    assert hindrances(after, "wiz") == {"weakened"}
    rested, _ = done(hour, after, "wiz")
    assert hindrances(rested, "wiz") == set()
    assert rested.effects == ()


@covers("black_hack.table.side_effects")
def test_a_knotted_tongue_cannot_cast():
    after, _ = side(4)
    assert (effect(after, SIDE).die, effect(after, SIDE).unit) == (6, "minutes")
    assert refused(DEED["cast"], after, "wiz") == "mute"
    assert refused(DEED["read_spell"], after, "wiz") == "mute"


@covers("black_hack.table.side_effects")
def test_glare_and_marks_sway_tests():
    after, _ = side(7)
    wiz = character(after, "wiz")
    assert (effect(after, SIDE).die, effect(after, SIDE).unit) == (4, "minutes")
    assert sway(after, wiz, "DEX", "attack", "", None).disadvantages == ("white_glare",)
    assert sway(after, wiz, "STR", "", "", None).disadvantages == ()
    after, _ = side(15)
    wiz = character(after, "wiz")
    assert effect(after, SIDE).unit == "session"
    assert sway(after, wiz, "CHA", "", "", None).disadvantages == ("marked",)
    assert sway(after, wiz, "STR", "", "", None).disadvantages == ()


@covers("black_hack.table.side_effects", "black_hack.magic.character_resists")
def test_astray_and_mirrored():
    state = scene(FIREBALL, foe(hp=30), friends=(somebody("bob"),), hp=30, hp_max=30)
    after, _ = side(5, FIREBALL, [2], [3, 3, 3, 3], state=state)
    assert (hp(after, "orc"), hp(after, "bob")) == (18, 10)
    after, play = side(6, FIREBALL, [3, 3, 3, 3], [19], state=state)
    assert hp(after, "wiz") == 18
    assert next(told for told in play.told if told.code == "test").facts[1] == "DEX"
    after, play = side(6, SHIELD, "Skin like glass.", state=scene(SHIELD))
    assert play.told[-1].facts[1] == "Skin like glass."
    assert after.effects == ()


@covers("black_hack.table.side_effects", "black_hack.spell.charm")
def test_a_charm_that_goes_astray_takes_a_friend():
    charm = "black_hack.spell.charm"
    state = scene(charm, foe(hp=30), friends=(somebody("bob"),))
    after, play = side(5, charm, [1], [20], "obeys", state=state)
    assert (effect(after, charm).by, effect(after, charm).on) == ("wiz", ("bob",))
    assert next(told for told in play.told if told.code == "charmed").facts[2] == "obeys"


@covers("black_hack.table.side_effects")
def test_a_beacon_is_an_encounter_roll_with_disadvantage():
    state = replace(table(caster(SHIELD)), dangerous=True)
    _, play = side(8, SHIELD, [2], [3], 2, [1], state=state)
    assert [question.why for question in play.asked[1:3]] == ["black_hack.encounter.roll"] * 2


@covers("black_hack.table.side_effects")
def test_a_hole_in_the_memory():
    after, _ = side(9, SHIELD, [2], magic=Magic(memorised=(SHIELD, MISSILE, SLEEP)))
    assert character(after, "wiz").magic.memorised == (SHIELD, SLEEP)


@covers("black_hack.table.side_effects", "black_hack.table.daemons", "black_hack.daemon.common")
def test_a_twin_and_a_visitor():
    after, _ = side(13, FIREBALL, level=5)
    twin = after.foes[-1]
    assert (twin.hd, twin.hp) == (5, 1)
    after, play = side(18, SHIELD, [3], [4, 4, 4], [3, 4])
    daemon = after.foes[-1]
    assert (daemon.of, daemon.hd, daemon.hp, daemon.commander) == ("black_hack.monster.daemon_hook_hound", 3, 12, "")
    assert "reaction" in play.codes()


@covers("black_hack.table.side_effects")
def test_snuffed_lights():
    torch = replace(made("black_hack.item.torches", "t"), lit=True, usage=6)
    candle = replace(made("black_hack.item.torches", "u"), lit=True, usage=4)
    state = table(caster(SHIELD), somebody("bob", items=(torch, candle)))
    state, _ = worked("black_hack.spell.light", state)
    after, _ = side(14, SHIELD, state=state)
    assert [(item.id, item.usage) for item in character(after, "bob").items] == [("t", 4)]
    assert effect(after, "black_hack.spell.light").die == 6


@covers("black_hack.table.side_effects")
def test_recoil_throws_everybody_nearby():
    state = scene(SHIELD, friends=(somebody("bob"),), close=(("wiz", "orc"),))
    after, _ = side(16, SHIELD, [5], [3], state=state)
    assert after.combat.bands == (("bob", "wiz", "faraway"),)
    assert (hp(after, "bob"), hp(after, "orc")) == (10, 5)


@covers("black_hack.table.side_effects")
def test_surge_and_insight():
    after, _ = side(19)
    assert effect(after, SHIELD)
    assert character(after, "wiz").magic.cast == (SHIELD,)
    _, play = done(retained, after, "wiz", MISSILE, script=[3, 4])
    assert next(told for told in play.told if told.code == "edge").facts[1:] == ("advantage", ("surge",))
    after, _ = side(20, SHIELD, "add", magic=Magic())
    assert character(after, "wiz").magic == Magic(memorised=(SHIELD,))
    after, _ = side(20, SHIELD, MISSILE, magic=Magic(memorised=(MISSILE,)))
    assert character(after, "wiz").magic.memorised == (SHIELD,)


@covers("black_hack.magic.targets")
def test_dice_for_targets_come_first_and_too_few_is_no_matter():
    state = scene(FIREBALL, foe("a", hp=30), foe("b", hp=30))
    after, play = worked(FIREBALL, state, [3], "foes", [1, 1, 1, 1])
    assert (hp(after, "a"), hp(after, "b")) == (26, 26)
    assert [getattr(question, "sides", 0) for question in play.asked] == [4, 0, 6]


@covers("black_hack.magic.targets")
def test_up_to_so_many_are_picked():
    state = scene(FIREBALL, foe("a", hp=30), foe("b", hp=30), foe("c", hp=30), friends=(somebody("bob", hp=30),))
    after, play = worked(FIREBALL, state, [2], "c", "a", [1, 1, 1, 1])
    assert [hp(after, who) for who in "abc"] == [26, 30, 26]
    assert play.asked[1].options == ("a", "b", "c", "bob")
    after, _ = worked(FIREBALL, state, [2], "c", "enough", [1, 1, 1, 1])
    assert [hp(after, who) for who in "abc"] == [30, 30, 26]


@covers("black_hack.magic.targets", "black_hack.setting.area_damage")
def test_one_roll_for_all_or_one_each():
    state = scene(FIREBALL, foe("a", hp=30), foe("b", hp=30), settings={"area_damage": "per_target"})
    after, _ = worked(FIREBALL, state, [2], "foes", [1, 1, 1, 1], [6, 6, 6, 6])
    assert (hp(after, "a"), hp(after, "b")) == (26, 6)


@covers("black_hack.magic.targets", "black_hack.magic.character_resists")
def test_nearby_creatures_are_all_but_the_caster_and_allies_resist():
    swarm = "black_hack.spell.meteor_swarm"
    state = scene(swarm, foe(hp=50), friends=(somebody("bob", hp=50),), far=())
    after, play = worked(swarm, state, [1] * 8, [9])
    assert (hp(after, "orc"), hp(after, "bob"), hp(after, "wiz")) == (42, 50, 10)
    assert next(told for told in play.told if told.code == "test").facts[:2] == ("Bob", "DEX")
    after, _ = worked(swarm, state, [1] * 8, [10])
    assert hp(after, "bob") == 42


@covers("black_hack.spell.magic_missile", "black_hack.setting.magic_missile_range")
def test_the_reach_of_a_magic_missile_is_a_ruling():
    rulings = ("literal", "beyond_close", "any")
    bands = {how: reach(table(settings={"magic_missile_range": how}), spell(MISSILE)) for how in rulings}
    assert bands["literal"] == ("faraway", "distant")
    assert bands["beyond_close"] == ("nearby", "faraway", "distant")
    assert len(bands["any"]) == 4
    state = scene(MISSILE, foe("a"), foe("b"), far=("b",))
    assert eligible(state, Cast("wiz", spell(MISSILE), 1)) == ("b",)


@covers("black_hack.magic.no_save", "black_hack.setting.spell_resistance")
@pytest.mark.parametrize(
    ("how", "hd", "tests"), [("none", 9, 0), ("higher_hd", 4, 0), ("higher_hd", 5, 1), ("all", 1, 1)]
)
def test_foes_resist_only_where_the_table_has_it_so(how, hd, tests):
    ref = "black_hack.spell.feebleminded"
    state = scene(ref, foe(hd=hd), level=4, settings={"spell_resistance": how})
    after, play = worked(ref, state, *[[19]] * tests)
    assert bool(after.effects) == (tests == 0)
    if hd == 5:
        assert [told.facts[1:] for told in play.told if told.code == "adds"] == [("powerful_foe", 1)]


@covers("black_hack.magic.character_resists", "black_hack.foe.powerful")
def test_a_character_resists_a_foes_spell_with_its_hit_dice_against_them():
    state = table(somebody("bob", level=2, hp=30), foes=(foe("lich", hd=4),), combat=fighting("lich"))
    after, play = worked(FIREBALL, state, [1], [1, 1, 1, 1], [7], by="lich")
    assert ("powerful_foe", 2) in [told.facts[1:] for told in play.told if told.code == "adds"]
    assert hp(after, "bob") == 30
    after, _ = worked(FIREBALL, state, [1], [1, 1, 1, 1], [8], by="lich")
    assert hp(after, "bob") == 26


def test_nature_protects_some():
    golem = foe("golem", hd=12, of="black_hack.monster.stone_golem")
    corpse = foe("corpse", hp=1, of="black_hack.monster.animated_corpse")
    state = scene(SLEEP, golem, corpse)
    after, play = worked(SLEEP, state, [4, 4])
    assert after.effects == ()
    assert play.codes().count("magic.proof") == 1


@covers("black_hack.action.copy_spell", "black_hack.item.ink_quill")
def test_copying_takes_an_hour_for_each_level_and_ink():
    scroll = Item("scroll", "scroll", spells=("black_hack.spell.darkness",))
    ink = made("black_hack.item.ink_quill", "ink")
    state = table(studious(1, items=(scroll, ink)), unit="hours")
    assert refused(DEED["copy_spell"], table(studious(1, items=(scroll,)), unit="hours"), "wiz") == "no_ink"
    heard = []
    for rolls in ([], [], [2]):
        state, play = done(copy, replace(state, acted=()), "wiz", script=rolls)
        heard += [(one.code, one.facts[2:]) for one in play.told]
    assert heard[:3] == [("copies", (1, 3)), ("copies", (2, 3)), ("spell.written", ())]
    wiz = character(state, "wiz")
    assert "black_hack.spell.darkness" in wiz.items[0].spells
    assert wiz.items[-1].usage == 4, "one use of ink for a page"
    assert wiz.conditions == ()


@covers("black_hack.spell.anti_magic_shell")
def test_nothing_arcane_is_cast_within_a_shell():
    shell = "black_hack.spell.anti_magic_shell"
    state, _ = worked(shell, scene(shell))
    after, play = worked(SHIELD, state)
    assert [one.of for one in after.effects] == [shell]
    assert "magic.smothered" in play.codes()
    blessed, _ = worked("black_hack.prayer.bless", state)
    assert len(blessed.effects) == 2


@pytest.mark.parametrize("ref", [*spells(), *prayers()])
def test_whoever_casts_whatever_is_answered(ref):
    random = Random(ref)
    lich = foe("lich", hd=11, hp=40, of="black_hack.monster.lich", tags=("undead", "evil"))
    party = (somebody("bob", seat="bea"), somebody("cat", conditions=("dead",)))
    fight = scene(ref, foe("a"), foe("imp", hd=5, tags=("evil", "daemon")), lich, friends=party, level=10, far=("a",))
    for state in (fight, replace(fight, combat=None, phase="exploration")):
        for by in ("wiz", "lich"):
            for _ in range(3):
                if not can_work(state, by, ref):
                    continue
                play = Randomly(random)
                after = work(play, state, by, ref)
                assert msgspec.json.decode(msgspec.json.encode(after), type=State) == after
                assert work(Live(play.answers), state, by, ref) == after
                for effect_ in after.effects:
                    after = end(Randomly(random), after, effect_.id)
                assert after.effects == ()
                assert not any(old.by.startswith("e") for one in everyone(after) for old in one.hindrances)


@covers("black_hack.magic.retain_test", "black_hack.spell.teleport")
def test_who_is_gone_by_an_own_spell_tests_all_the_same():
    ref = "black_hack.spell.teleport"
    state, _ = worked(ref, scene(ref), "wiz")
    state, _ = done(retained, state, "wiz", ref, script=[20])
    assert character(state, "wiz").magic == Magic(cast=(ref,))


@covers("black_hack.light.darkness")
def test_nobody_reads_or_aims_beyond_close_in_the_dark():
    one = caster(SHIELD)
    dark = replace(table(one), dark=True)
    assert [refused(deed, dark, "wiz") for deed in DEEDS if deed.name == "read_spell"] == ["too_dark"]
    hours = replace(dark, unit="hours")
    assert [refused(deed, hours, "wiz") for deed in DEEDS if deed.name == "memorise"] == ["too_dark"]
    charm, sleep = "black_hack.spell.charm", "black_hack.spell.sleep"
    night = replace(scene(charm, foe("near"), foe("far"), close=(("wiz", "near"),)), dark=True)
    assert eligible(night, Cast("wiz", spell(charm), 1)) == ("near",)
    assert set(eligible(night, Cast("wiz", spell(sleep), 1))) == {"near", "far"}
    torch = replace(made("black_hack.item.torches", "t"), lit=True)
    lit = replace(night, party=(replace(night.party[0], items=(torch,)),))
    assert set(eligible(lit, Cast("wiz", spell(charm), 1))) == {"near", "far"}


@covers("black_hack.table.side_effects", "black_hack.magic.character_resists")
def test_a_spell_that_comes_back_upon_its_caster_is_resisted():
    ref = "black_hack.spell.flesh_to_stone"
    state = table(caster(ref))
    assert done(mirror, state, "wiz", ref, script=["no", 5])[0].party[0].conditions == ()
    assert done(mirror, state, "wiz", ref, script=["no", 20])[0].party[0].conditions == ("stone",)
    assert done(mirror, state, "wiz", ref, script=["yes"])[0].party[0].conditions == ("stone",)
