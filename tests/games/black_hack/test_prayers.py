"""Every prayer of Clerics, each by its own check."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.checks.sways import sway
from tallow.games.black_hack.combat.acting import unable
from tallow.games.black_hack.entries import prayers
from tallow.games.black_hack.gear.food import hunger
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.harm.fate import roll_fate
from tallow.games.black_hack.harm.hindrances import keep_up, shake_off
from tallow.games.black_hack.magic.casting import can_work, work
from tallow.games.black_hack.magic.effects import end, session_passes, tick_minutes, turn_begins
from tallow.games.black_hack.magic.lasting import fed, finds_traps, proof_against_poison
from tallow.games.black_hack.magic.prayers import DEEDS, change_form, recall
from tallow.games.black_hack.monsters.foes import enemies
from tallow.games.black_hack.state import MARKS, Gain, Hindrance, Life, able, character, creature, find
from tallow.play import distribution
from tallow.testing import covers
from tests.games.black_hack.casters import caster, effect, gone, hindrances, hp, scene, worked
from tests.games.black_hack.fighters import foe, shown, somebody, table
from tests.games.playing import done, first

BOB = somebody("bob")
DEED = {deed.name: deed for deed in DEEDS}


def ref(name):
    return f"black_hack.prayer.{name}"


def lasts(name, state, *script, **more):
    """A prayer at work, and its effect."""
    after, play = worked(ref(name), state, *script, **more)
    return after, effect(after, ref(name)), play


def chance(rule, *args, that):
    """The chance that a rule leaves a state of which `that` is true."""
    results = distribution(rule, *args, policy=first)
    return sum(p for after, p in results.items() if that(after[0] if isinstance(after, tuple) else after))


def test_levels_and_numbers():
    levels = [one.level for one in prayers().values()]
    assert [levels.count(level) for level in range(1, 11)] == [4, 4, 4, 4, 4, 4, 4, 3, 3, 3]


@covers("black_hack.prayer.cure_light_wounds", "black_hack.heal.oofa")
def test_cure_light_wounds():
    state = scene(ref("cure_light_wounds"), friends=(somebody("bob", hp=3), somebody("cat", hp=9)))
    after, play = worked(ref("cure_light_wounds"), state, "bob", [5])
    assert hp(after, "bob") == 8
    assert play.asked[0].options[:2] == ("bob", "cat")
    assert hp(worked(ref("cure_light_wounds"), state, "cat", [8])[0], "cat") == 10
    down = scene(ref("cure_light_wounds"), friends=(somebody("bob", hp=0, conditions=("out_of_action",)),))
    assert able(find(worked(ref("cure_light_wounds"), down, "bob", [1])[0], "bob"))


@covers("black_hack.prayer.detect_evil")
def test_detect_evil():
    state = scene(ref("detect_evil"), foe("wight", tags=("evil", "undead")), foe("orc"))
    _, glow, play = lasts("detect_evil", state)
    assert (glow.die, glow.unit) == (6, "minutes")
    assert next(told for told in play.told if told.code == "magic.glows").facts[1] == ("Wight",)


@covers("black_hack.prayer.light", "black_hack.prayer.daylight")
@pytest.mark.parametrize("name", ["light", "daylight"])
def test_light_and_daylight(name):
    state = replace(table(caster(ref(name)), BOB), dark=True)
    after, light, _ = lasts(name, state)
    assert (light.die, light.unit) == (8, "minutes")
    assert in_the_dark(state, BOB)
    assert not in_the_dark(after, BOB)


@covers("black_hack.prayer.protection_from_evil")
def test_protection_from_evil():
    state = scene(ref("protection_from_evil"), foe("wight", tags=("evil",)), foe("orc"))
    after, ward, _ = lasts("protection_from_evil", state)
    wiz = character(after, "wiz")
    assert (ward.die, ward.unit, ward.on) == (8, "minutes", ("wiz",))
    for purpose, about in (("defend", ""), ("", "poison")):
        assert sway(after, wiz, "STR", purpose, about, creature(after, "wight")).advantages == (
            ref("protection_from_evil"),
        )
    assert sway(after, wiz, "STR", "attack", "", creature(after, "wight")).advantages == ()
    assert sway(after, wiz, "STR", "defend", "", creature(after, "orc")).advantages == ()


@covers("black_hack.prayer.purify_food_and_drink")
def test_purify_food_and_drink():
    state = table(caster(ref("purify_food_and_drink")))
    after, play = worked(ref("purify_food_and_drink"), state, "as_it_says")
    assert (play.asked[0].by, play.asked[0].what) == ("referee", "fiction")
    assert after == state
    assert play.codes()[-1] == "magic.fiction"
    assert worked(ref("purify_food_and_drink"), state, "nothing")[1].codes()[-1] == "magic.nothing"


@covers("black_hack.prayer.bless")
def test_bless():
    bob = somebody("bob", strength=12)
    state = scene(ref("bless"), friends=(bob, somebody("far")))
    state = replace(state, combat=replace(state.combat, bands=(("far", "wiz", "faraway"),)))
    after, bless, _ = lasts("bless", state)
    assert (bless.die, bless.unit, bless.on) == (8, "minutes", ("wiz", "bob"))
    twice, _ = worked(ref("bless"), after)
    for blessed in (after, twice):
        for purpose, about, bonus in (("attack", "", 1), ("defend", "", 1), ("", "poison", 1), ("", "", 0)):
            assert sway(blessed, bob, "STR", purpose, about, None).bonus == bonus
    hits = distribution(lambda play: attempt(play, after, "bob", "STR", "x", purpose="attack")[1].success, policy=first)
    assert hits[True] == Fraction(3, 5)


@covers("black_hack.prayer.find_traps")
def test_find_traps():
    state = table(caster(ref("find_traps")))
    after, _, _ = lasts("find_traps", state)
    assert effect(after, ref("find_traps")).die == 6
    assert finds_traps(after)
    assert not finds_traps(state)


@covers("black_hack.prayer.hold_person", "black_hack.action.keep_spell", "black_hack.hindrance.paralysed")
def test_hold_person():
    state = scene(ref("hold_person"), foe("a"), foe("b", hd=4), friends=(BOB,), level=2)
    after, _ = worked(ref("hold_person"), state, [3], "foes")
    assert hindrances(after, "a") == hindrances(after, "b") == {"paralysed"}
    kept, play = done(keep_up, after, "wiz", script=[[13], [12]])
    assert hindrances(kept, "a") == {"paralysed"}
    assert hindrances(kept, "b") == set()
    assert ("powerful_foe", 2) in [told.facts[1:] for told in play.told if told.code == "adds"]
    assert chance(keep_up, worked(ref("hold_person"), scene(ref("hold_person")), [1])[0], "wiz", that=held) == Fraction(
        13, 20
    )


def held(state):
    return "paralysed" in hindrances(state, "orc")


@covers("black_hack.prayer.hold_person", "black_hack.magic.character_resists")
def test_a_character_who_is_held_tests_con():
    state = scene(ref("hold_person"), friends=(somebody("bob", constitution=12),))
    after, _ = worked(ref("hold_person"), state, [1], "bob", [12])
    assert hindrances(after, "bob") == {"paralysed"}
    assert hindrances(done(shake_off, after, "bob", script=[[11]])[0], "bob") == set()


@covers("black_hack.prayer.silence")
def test_silence():
    _, quiet, _ = lasts("silence", scene(ref("silence"), friends=(BOB,)), "orc")
    assert (quiet.die, quiet.unit, quiet.on) == (8, "minutes", ("orc",))


@covers("black_hack.prayer.speak_with_animals")
def test_speak_with_animals():
    _, speech, _ = lasts("speak_with_animals", table(caster(ref("speak_with_animals"))))
    assert (speech.die, speech.unit, speech.on) == (8, "minutes", ("wiz",))


@covers("black_hack.prayer.cure_disease")
def test_cure_disease():
    sick = somebody("bob", conditions=("rotting", "cursed"), hindrances=(Hindrance("weakened", by="disease"),))
    after, _ = worked(ref("cure_disease"), scene(ref("cure_disease"), friends=(sick,)), "bob")
    assert find(after, "bob").conditions == ("cursed",)
    assert hindrances(after, "bob") == set()


@covers("black_hack.prayer.locate_object", "black_hack.prayer.find_path")
@pytest.mark.parametrize(("name", "die"), [("locate_object", 6), ("find_path", 10)])
def test_what_the_gm_shows_goes_on(name, die):
    state = table(caster(ref(name)))
    _, sense, play = lasts(name, state, "as_it_says")
    assert (sense.die, sense.unit, sense.on) == (die, "minutes", ("wiz",))
    assert play.asked[0].by == "referee"
    assert worked(ref(name), state, "nothing")[0].effects == ()


@covers("black_hack.prayer.prayer")
def test_prayer():
    state = scene(ref("prayer"), friends=(somebody("bob", strength=11),))
    after, prayer, _ = lasts("prayer", state)
    bob = character(after, "bob")
    assert (prayer.die, prayer.unit, prayer.on) == (4, "moments", ("wiz", "bob"))
    assert sway(after, bob, "STR", "attack", "", None).advantages == ()
    defends = distribution(
        lambda play: attempt(play, after, "bob", "STR", "x", purpose="defend")[1].success, policy=first
    )
    assert defends[True] == Fraction(3, 4)


@covers("black_hack.prayer.remove_curse")
def test_remove_curse():
    cursed = somebody("bob", conditions=("lycanthropy",), hindrances=(Hindrance("weakened", by="curse"),))
    state = scene(ref("remove_curse"), friends=(cursed,))
    one, _ = worked(ref("remove_curse"), state, "bob", "lycanthropy")
    assert (find(one, "bob").conditions, hindrances(one, "bob")) == ((), {"weakened"}), "one curse of two"
    for conditions in ("lycanthropy",), ("lycanthropy", "cursed"):
        twice = scene(ref("remove_curse"), friends=(replace(cursed, conditions=conditions),))
        freed, play = worked(ref("remove_curse"), twice, "bob", "cursed")
        assert play.asked[1].options == ("lycanthropy", "cursed")
        assert (find(freed, "bob").conditions, hindrances(freed, "bob")) == (("lycanthropy",), set())


@covers("black_hack.prayer.speak_with_the_dead", "black_hack.prayer.commune")
@pytest.mark.parametrize("name", ["speak_with_the_dead", "commune"])
def test_three_questions(name):
    _, play = worked(ref(name), table(caster(ref(name))), "a?", "1", "b?", "2", "c?", "3")
    assert [told.facts for told in play.told if told.code == "magic.answered"] == [
        ("a?", "1"),
        ("b?", "2"),
        ("c?", "3"),
    ]


@covers("black_hack.prayer.create_food_water", "black_hack.table.encounter")
def test_create_food_water():
    state = table(caster(ref("create_food_water")), BOB)
    after, food, _ = lasts("create_food_water", state)
    assert (food.unit, food.on) == ("day", ("wiz", "bob"))
    assert fed(after, "bob")
    assert hp(done(hunger, after, "bob")[0], "bob") == 10
    assert hp(done(hunger, state, "bob")[0], "bob") == 9
    fight = scene(ref("create_food_water"), friends=(BOB, somebody("cat")), close=(("bob", "wiz"),))
    assert lasts("create_food_water", fight)[1].on == ("wiz", "bob")


@covers("black_hack.prayer.cure_serious_wounds")
def test_cure_serious_wounds():
    state = scene(ref("cure_serious_wounds"), friends=(somebody("bob", hp=1, hp_max=40),))
    after, _ = worked(ref("cure_serious_wounds"), state, "bob", [4, 5, 6])
    assert hp(after, "bob") == 19


@covers("black_hack.prayer.neutralise_poison")
def test_neutralise_poison():
    sick = somebody("bob", ongoing="CON", conditions=("poisoned",), hindrances=(Hindrance("paralysed", poison=True),))
    state = scene(ref("neutralise_poison"), friends=(sick,))
    after, _ = worked(ref("neutralise_poison"), state, "bob", "cure")
    assert find(after, "bob").ongoing == ""
    assert hindrances(after, "bob") == set()
    after, ward, _ = lasts("neutralise_poison", state, "bob", "immune")
    assert ward.unit == "session"
    assert proof_against_poison(after, "bob")
    assert not proof_against_poison(after, "wiz")


@covers("black_hack.prayer.protect", "black_hack.armour.aura")
def test_protect():
    state = scene(ref("protect"), friends=(BOB, somebody("far")))
    state = replace(state, combat=replace(state.combat, bands=(("far", "wiz", "faraway"),)))
    state = replace(state, allies=(foe("dog"),))
    after, _ = worked(ref("protect"), state)
    assert [(one.on, one.dice) for one in after.effects] == [(("wiz",), ("whole",) * 2), (("bob",), ("whole",) * 2)]


@covers("black_hack.prayer.dispel_evil", "black_hack.daemon.common")
def test_dispel_evil():
    imp = foe("imp", hd=8, tags=("daemon", "evil"))
    state = scene(ref("dispel_evil"), imp, foe("orc"), level=6)
    state, _ = worked("black_hack.spell.invisibility", state, "imp", by="imp")
    state, _ = worked(ref("bless"), state)
    hidden = state.effects[0].id
    after, play = worked(ref("dispel_evil"), state, hidden)
    assert play.asked[0].options == (hidden, "imp", "other")
    assert [one.of for one in after.effects] == [ref("bless")]
    sent, play = worked(ref("dispel_evil"), state, "imp", [11])
    assert "gone" in creature(sent, "imp").conditions
    assert ("powerful_foe", 2) in [told.facts[1:] for told in play.told if told.code == "adds"]
    stays, _ = worked(ref("dispel_evil"), state, "imp", [12])
    assert able(creature(stays, "imp"))


@covers("black_hack.prayer.finger_of_death")
def test_finger_of_death():
    state = scene(ref("finger_of_death"), foe("wight", hd=8, hp=50, tags=("evil",)), wisdom=15)
    after, play = worked(ref("finger_of_death"), state, [12])
    assert gone(after, "wight")
    assert chance(work, state, "wiz", ref("finger_of_death"), that=lambda after: gone(after, "wight")) == Fraction(3, 5)
    assert play.codes().count("test.added") == 1


@covers("black_hack.prayer.finger_of_death")
def test_finger_of_death_does_nothing_to_one_who_is_not_evil_and_nobody_knows_before():
    state = scene(ref("finger_of_death"), foe("wight", tags=("evil",)), foe("orc"), friends=(somebody("bob"),))
    after, play = worked(ref("finger_of_death"), state, "orc")
    assert set(play.asked[0].options) == {"wight", "orc"}
    assert after == state
    assert play.codes()[-1] == "magic.proof"


@covers("black_hack.prayer.plague", "black_hack.ongoing.source")
def test_plague():
    state = scene(ref("plague"), foe("a", hd=7, hp=20), foe("b", hp=20), friends=(BOB,))
    after, play = worked(ref("plague"), state, [2], "foes", [12], [4, 5])
    assert (hp(after, "a"), hp(after, "b")) == (11, 11)
    assert [(creature(after, who).ongoing, creature(after, who).ongoing_by) for who in "ab"] == [("WIS", "wiz")] * 2
    assert (play.asked[0].sides, play.asked[3].sides) == (12, 8)
    assert worked(ref("plague"), state, [2], "foes", [13])[0] == state


@covers("black_hack.prayer.quest")
def test_quest():
    state = scene(ref("quest"), friends=(somebody("bob", charisma=12),))
    after, quest, play = lasts("quest", state, "bob", [12], [1, 2], "Find it.", "Burn it.", "")
    assert (quest.on, quest.detail, quest.unit) == (("bob",), "Find it.; Burn it.", "")
    assert next(told for told in play.told if told.code == "quest").facts[1] == 3
    assert worked(ref("quest"), state, "bob", [11])[0].effects == ()
    assert after.party == state.party


@covers("black_hack.prayer.raise_dead")
def test_raise_dead():
    dead = somebody("bob", hp=0, conditions=("dead",), strength=7)
    state = table(caster(ref("raise_dead")), dead, somebody("cat", conditions=("dead", "beyond_raising")))
    after, _ = worked(ref("raise_dead"), state, "yes")
    assert (hp(after, "bob"), find(after, "bob").conditions, character(after, "bob").strength) == (1, (), 7)
    unwilling, play = worked(ref("raise_dead"), state, "no")
    assert (unwilling, play.codes()[-1]) == (state, "magic.nothing")


@covers("black_hack.prayer.raise_dead", "black_hack.table.out_of_action")
@pytest.mark.parametrize(("day", "raised"), [(3, True), (10, True), (11, False)])
def test_the_dead_are_raised_within_seven_days(day, raised):
    state = table(caster(ref("raise_dead")), somebody("bob", hp=0, conditions=("out_of_action",)), day=3)
    state, _ = done(roll_fate, state, "bob", script=[6])
    state = replace(state, day=day)
    assert can_work(state, state.party[0].id, ref("raise_dead")) == raised
    if raised:
        after, _ = worked(ref("raise_dead"), state, "yes")
        assert find(after, "bob").conditions == ()


@covers("black_hack.prayer.blade_barrier")
def test_blade_barrier():
    state = scene(ref("blade_barrier"), foe("ogre", hd=4, hp=20))
    after, wall, _ = lasts("blade_barrier", state, "ogre")
    assert (hp(after, "ogre"), wall.unit, wall.detail) == (16, "session", "blades")
    after, _ = done(turn_begins, replace(after, combat=replace(after.combat, used=())), "ogre")
    assert hp(after, "ogre") == 12
    assert done(session_passes, after)[0].effects == ()


@covers("black_hack.prayer.word_of_recall")
def test_word_of_recall():
    state = scene(ref("word_of_recall"))
    after, _, _ = lasts("word_of_recall", state)
    again, _, _ = lasts("word_of_recall", after)
    assert shown(DEED["recall"], again, "wiz")
    assert DEED["recall"].cost == "action"
    back, _ = done(recall, again, "wiz")
    assert find(back, "wiz").conditions == ("fled",)
    assert back.effects == ()


@covers("black_hack.prayer.astral_spell")
def test_astral_spell():
    after, avatar, _ = lasts("astral_spell", table(caster(ref("astral_spell"))))
    assert (avatar.die, avatar.unit) == (8, "minutes")
    assert hindrances(after, "wiz") == {"paralysed"}
    assert done(shake_off, after, "wiz")[0] == after
    home, _ = done(tick_minutes, replace(after, effects=(replace(avatar, die=4),)), script=[1])
    assert hindrances(home, "wiz") == set()


@covers("black_hack.prayer.control_weather")
def test_control_weather():
    _, storm, play = lasts("control_weather", table(caster(ref("control_weather"))), "as_it_says")
    assert (storm.die, storm.unit) == (6, "minutes")
    assert play.asked[0].by == "referee"


@covers("black_hack.prayer.earthquake")
def test_earthquake():
    state = scene(ref("earthquake"), foe("a"), foe("b", hd=12), friends=(BOB,), wisdom=16)
    after, play = worked(ref("earthquake"), state, [9], [15], [13])
    assert [told.facts[:2] for told in play.told if told.code in ("test", "test.added")] == [
        ("Wiz", "WIS"),
        ("Wiz", "WIS"),
        ("Bob", "DEX"),
    ]
    assert gone(after, "a")
    assert able(find(after, "b"))
    assert able(find(after, "wiz"))
    assert find(after, "bob").conditions == ("out_of_action",)


@covers("black_hack.prayer.earthquake")
def test_chance_of_an_earthquake():
    state = scene(ref("earthquake"), foe(hd=9), foe("elf", hd=30, hp=99), wisdom=16)
    assert chance(work, state, "wiz", ref("earthquake"), that=lambda after: gone(after, "orc")) == Fraction(3, 4)


@covers("black_hack.prayer.holy_word", "black_hack.hindrance.until_test")
def test_holy_word():
    foes = [foe(f"hd{hd}", hd=hd, hp=hd) for hd in (5, 6, 8, 9, 10, 11)]
    after, _ = worked(ref("holy_word"), scene(ref("holy_word"), *foes), [4])
    assert gone(after, "hd5")
    assert [hindrances(after, f"hd{hd}") for hd in (6, 8, 9, 10, 11)] == [
        {"paralysed"},
        {"paralysed"},
        {"distracted"},
        {"distracted"},
        set(),
    ]
    assert [(one.left, one.unit, one.die) for one in after.effects] == [(4, "minutes", 0)] * 2
    for _ in range(4):
        after, _play = done(tick_minutes, after)
    assert hindrances(after, "hd9") == set()


@covers("black_hack.prayer.holy_word")
def test_a_character_dies_of_a_holy_word_only_if_con_fails():
    state = scene(ref("holy_word"), foe(hd=11), friends=(somebody("bob", constitution=12),))
    one = find(worked(ref("holy_word"), state, [12])[0], "bob")
    assert (one.conditions, one.marks) == (("dead",), (MARKS.mark("died", 1),))
    assert find(worked(ref("holy_word"), state, [11])[0], "bob").conditions == ()


@covers("black_hack.prayer.wind_walk")
def test_wind_walk():
    state = scene(ref("wind_walk"))
    after, walk, _ = lasts("wind_walk", state)
    assert walk.unit == "session"
    assert DEED["change_form"].cost == ""
    mist, _ = done(change_form, after, "wiz")
    assert (refusal := unable(mist, "wiz", "action")) is not None
    assert refusal.code == "hindered"
    assert unable(mist, "wiz", "move") is None
    assert enemies(mist, "orc") == ()
    solid, _ = done(change_form, mist, "wiz")
    assert solid == after


@covers("black_hack.prayer.restoration")
def test_restoration():
    gains = (Gain(("STR", "WIS"), 5), Gain(("CHA",), 3))
    life = Life("black_hack.class.thief", drained=gains)
    state = scene(ref("restoration"), friends=(somebody("bob", level=1, life=life),))
    after, _ = worked(ref("restoration"), state, "bob")
    bob = character(after, "bob")
    assert (bob.level, bob.strength, bob.wisdom, bob.charisma, bob.hp_max) == (3, 11, 11, 11, 18)
    assert bob.life.drained == ()


@covers("black_hack.prayer.wind_walk")
def test_who_walked_on_the_wind_is_solid_when_it_is_over():
    after, _ = worked(ref("wind_walk"), scene(ref("wind_walk")))
    mist, _ = done(change_form, after, "wiz")
    over, _ = done(session_passes, mist)
    assert find(over, "wiz").conditions == ()
    assert hindrances(over, "wiz") == set()


@covers("black_hack.prayer.bless", "black_hack.servant.attacks")
def test_a_servant_goes_on_to_obey_when_a_blessing_is_over():
    imp = foe("imp", commander="wiz")
    state = replace(scene(ref("bless")), allies=(imp,))
    blessed, bless, _ = lasts("bless", state)
    assert "imp" in bless.on
    over, _ = done(end, blessed, bless.id)
    assert over.allies == (imp,)


@covers("black_hack.prayer.neutralise_poison")
def test_neutralise_poison_removes_a_poison_and_nothing_else():
    held = (Hindrance("paralysed"), Hindrance("weakened", poison=True))
    burning = somebody("bob", ongoing="DEX", marks=(MARKS.mark("hurt_by", "fire"),), hindrances=held)
    state = scene(ref("neutralise_poison"), friends=(burning,))
    cured, _ = worked(ref("neutralise_poison"), state, "bob", "cure")
    assert (find(cured, "bob").ongoing, find(cured, "bob").marks) == ("DEX", (MARKS.mark("hurt_by", "fire"),))
    assert hindrances(cured, "bob") == {"paralysed"}


@covers("black_hack.prayer.protection_from_evil")
def test_protection_from_evil_helps_to_end_what_an_evil_source_has_laid_on():
    state = scene(ref("protection_from_evil"))
    state, ward, _ = lasts("protection_from_evil", state)
    assert ward.on == ("wiz",)
    for evil, dice in ((True, [19, 3, ("success", 3)]), (False, [19])):
        held = replace(find(state, "wiz"), hindrances=(Hindrance("distracted", "WIS", evil=evil),))
        after, _ = done(shake_off, replace(state, party=(held,)), "wiz", script=dice)
        assert hindrances(after, "wiz") == (set() if evil else {"distracted"})


@covers("black_hack.prayer.detect_evil")
def test_only_what_is_nearby_glows():
    wicked = [foe(name, tags=("evil",)) for name in ("imp", "fiend")]
    _, play = worked(ref("detect_evil"), scene(ref("detect_evil"), *wicked, far=("fiend",)))
    assert play.told[-1].facts == (ref("detect_evil"), ("Imp",))
