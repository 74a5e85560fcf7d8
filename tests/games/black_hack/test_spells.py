"""Every spell of Wizards, each by its own check."""

from fractions import Fraction

from msgspec.structs import replace

from tallow.games.black_hack.checks.sways import sway
from tallow.games.black_hack.combat.aftermath import finish
from tallow.games.black_hack.combat.armour import pool
from tallow.games.black_hack.combat.ranges import band, set_band
from tallow.games.black_hack.combat.rounds import begin, end_turn
from tallow.games.black_hack.entries import spells
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.harm.damage import damage
from tallow.games.black_hack.harm.hindrances import tick
from tallow.games.black_hack.magic.casting import can_work, work
from tallow.games.black_hack.magic.effects import cross, leave, tick_moments, turn_begins
from tallow.games.black_hack.magic.lasting import running
from tallow.games.black_hack.magic.spells import DEEDS, move_object, wake
from tallow.games.black_hack.state import MARKS, Gain, Hindrance, Life, able, character, creature, find
from tallow.play import distribution
from tallow.testing import covers
from tests.games.black_hack.casters import caster, effect, gone, hindrances, hp, scene, worked
from tests.games.black_hack.fighters import fighting, foe, refused, shown, somebody, table
from tests.games.playing import done, first

BOB = somebody("bob")


def ref(name):
    return f"black_hack.spell.{name}"


def lasts(name, state, *script, **more):
    """A spell at work, and its effect."""
    after, play = worked(ref(name), state, *script, **more)
    return after, effect(after, ref(name)), play


def struck(state, who, *script):
    """The state after damage to somebody."""
    return done(damage, state, who, 1, "black_hack.damage.subtract", script=script)[0][0]


def test_levels_and_numbers():
    levels = [one.level for one in spells().values()]
    assert [levels.count(level) for level in range(1, 11)] == [4, 4, 4, 4, 4, 4, 4, 3, 3, 4]


@covers("black_hack.magic.cast")
def test_a_casting_that_takes_in_all_whom_it_names_is_told_of_once():
    for name, script in (("invisibility", ("wiz",)), ("darkvision", ("wiz",)), ("flesh_to_stone", ("orc",))):
        after, play = worked(ref(name), scene(ref(name), foe(), foe("elf")), *script)
        assert effect(after, ref(name)).on
        assert play.codes() == ["casts.on"]
    _, play = worked("black_hack.prayer.word_of_recall", scene("black_hack.prayer.word_of_recall"))
    assert play.codes() == ["casts.on"]


@covers("black_hack.magic.cast", "black_hack.spell.sleep")
def test_a_casting_that_takes_in_fewer_than_it_names_says_whom():
    _, play = worked(ref("sleep"), scene(ref("sleep"), foe("a", hp=4), foe("b", hp=9)), [1, 4])
    assert [told.facts[-1] for told in play.told if told.code in ("casts.on", "effect.begins")] == [("A", "B"), ("A",)]


@covers("black_hack.spell.charm")
def test_charm_takes_the_next_action():
    state = scene(ref("charm"), foe(hd=9), foe("elf"), friends=(BOB,))
    after, charm, play = lasts("charm", state, "orc", "stand_by")
    assert play.asked[0].options == ("orc", "elf")
    assert (charm.on, charm.detail) == (("orc",), "stand_by")
    after, _ = done(turn_begins, after, "orc")
    assert hindrances(after, "orc") == {"distracted"}
    after, _ = done(turn_begins, after, "elf")
    assert hindrances(after, "orc") == set()
    assert after.effects == ()


@covers("black_hack.spell.charm", "black_hack.servant.attacks")
def test_the_charmed_may_attack_its_own_by_the_casters_test():
    state = scene(ref("charm"), foe("orc", hd=2), foe("elf", hp=9))
    after, _, play = lasts("charm", state, "orc", "attack", [5], [4])
    assert hp(after, "elf") == 5
    assert next(told for told in play.told if told.code == "test").facts[:2] == ("Wiz", "INT")
    assert creature(after, "orc").commander == ""


@covers("black_hack.spell.charm")
def test_the_gm_may_refuse_a_command():
    after, _ = worked(ref("charm"), scene(ref("charm")), "other", "no")
    assert after.effects == ()


@covers("black_hack.spell.magic_missile")
def test_magic_missile():
    state = scene(ref("magic_missile"), foe(hp=20), far=("orc",), level=3)
    after, play = worked(ref("magic_missile"), state, [1, 3, 6])
    assert hp(after, "orc") == 10
    assert play.asked[0].n == 3


@covers("black_hack.spell.light")
def test_light():
    state = replace(table(caster(ref("light")), BOB), dark=True)
    assert in_the_dark(state, BOB)
    after, light, _ = lasts("light", state)
    assert (light.die, light.unit) == (8, "minutes")
    assert not in_the_dark(after, BOB)


@covers("black_hack.spell.shield", "black_hack.armour.arcane_mail")
def test_shield():
    after, shield, _ = lasts("shield", scene(ref("shield"), items=()))
    assert shield.dice == ("whole", "whole")
    after = struck(after, "wiz", shield.id)
    assert effect(after, ref("shield")).dice == ("whole", "gone")
    again, renewed, _ = lasts("shield", after)
    assert renewed.dice == ("whole", "whole")
    after = struck(after, "wiz", shield.id)
    assert after.effects == ()
    assert hp(after, "wiz") == 10
    assert hp(again, "wiz") == 10


@covers("black_hack.spell.sleep", "black_hack.magic.character_resists")
def test_sleep():
    state = scene(ref("sleep"), foe("a", hp=4), foe("b", hp=5), friends=(somebody("bob", hp=3), somebody("cat", hp=4)))
    after, sleep, play = lasts("sleep", state, [1, 4], [15], [2])
    assert sleep.on == ("a", "bob")
    assert (sleep.die, sleep.unit) == (6, "minutes")
    assert not able(find(after, "a"))
    assert [told.facts[:2] for told in play.told if told.code == "test"] == [("Bob", "INT"), ("Cat", "INT")]
    assert able(find(struck(after, "a"), "a"))


@covers("black_hack.action.wake", "black_hack.spell.sleep")
def test_a_sleeper_who_is_close_is_shaken_awake():
    state = scene(ref("sleep"), friends=(somebody("bob", conditions=("asleep",)),), close=(("bob", "wiz"),))
    after, _ = done(wake, state, "wiz")
    assert able(find(after, "bob"))
    deed = next(deed for deed in DEEDS if deed.name == "wake")
    far = scene(ref("sleep"), friends=(somebody("bob", conditions=("asleep",)),))
    assert refused(deed, far, "wiz") == "nobody_close"


@covers("black_hack.spell.detect_magic")
def test_detect_magic():
    ring = made("black_hack.magic_item.bronze_ring", "r")
    state = scene(ref("detect_magic"), friends=(somebody("bob", items=(ring,)),))
    _, glow, play = lasts("detect_magic", state)
    assert (glow.die, glow.unit) == (6, "minutes")
    assert next(told for told in play.told if told.code == "magic.glows").facts[1] == (ring.name,)


@covers("black_hack.spell.knock_lock")
def test_knock_and_lock():
    state = table(caster(ref("knock_lock")))
    assert worked(ref("knock_lock"), state, "open")[0].effects == ()
    locked, lock, _ = lasts("knock_lock", state, "lock")
    assert lock.unit == ""
    assert worked(ref("knock_lock"), locked, "open", "ordinary")[0].effects == (lock,)
    assert worked(ref("knock_lock"), locked, "open", lock.id)[0].effects == ()
    assert worked(ref("dispel_magic"), locked, lock.id)[0].effects == ()


@covers("black_hack.spell.web", "black_hack.hindrance.stuck")
def test_web():
    state = scene(ref("web"), friends=(BOB,))
    after, web, play = lasts("web", state, "everyone", [15])
    assert (web.die, web.unit) == (6, "minutes")
    assert hindrances(after, "orc") == hindrances(after, "bob") == {"stuck"}
    assert next(told for told in play.told if told.code == "test").facts[1] == "DEX"
    assert [(one.by, one.ends) for one in character(after, "bob").hindrances] == [("", "STR")]
    assert creature(after, "orc").hindrances[0].by == web.id
    out, _ = done(leave, after, web.id, "orc")
    assert hindrances(out, "orc") == set()


@covers("black_hack.spell.darkness")
def test_darkness():
    state = scene(ref("darkness"), friends=(BOB,))
    after, dark, _ = lasts("darkness", state, "orc")
    assert (dark.die, dark.unit, dark.on) == (6, "minutes", ("orc",))
    assert sway(after, BOB, "STR", "attack", "", creature(after, "orc")).disadvantages == (ref("darkness"),)
    assert sway(after, BOB, "CHA", "", "", creature(after, "orc")).disadvantages == ()


@covers("black_hack.spell.dispel_magic")
def test_dispel_magic():
    state = scene(ref("dispel_magic"), friends=(BOB,))
    state, _ = worked("black_hack.prayer.bless", state)
    stone, _ = worked(ref("flesh_to_stone"), state, "bob")
    after, play = worked(ref("dispel_magic"), stone, effect(stone, ref("flesh_to_stone")).id)
    assert [one.of for one in after.effects] == ["black_hack.prayer.bless"]
    assert able(find(after, "bob"))
    assert len(play.asked[0].options) == 2


@covers("black_hack.spell.magic_mouth")
def test_magic_mouth():
    _, mouth, _ = lasts("magic_mouth", table(caster(ref("magic_mouth"))), "Turn back.")
    assert (mouth.detail, mouth.unit, mouth.die) == ("Turn back.", "", 0)


@covers("black_hack.spell.read_languages_magic")
def test_read_languages_magic():
    _, reads, _ = lasts("read_languages_magic", table(caster(ref("read_languages_magic"))))
    assert (reads.die, reads.unit, reads.on) == (12, "minutes", ("wiz",))


@covers("black_hack.spell.invisibility")
def test_invisibility():
    state = scene(ref("invisibility"), friends=(BOB,))
    after, _, _ = lasts("invisibility", state, "bob")
    orc = creature(after, "orc")
    assert sway(after, BOB, "STR", "defend", "", orc).advantages == (ref("invisibility"),)
    hidden, _, _ = lasts("invisibility", state, "orc")
    assert sway(hidden, BOB, "STR", "attack", "", orc).disadvantages == (ref("invisibility"),)


@covers("black_hack.spell.fireball")
def test_fireball():
    state = scene(ref("fireball"), foe("a", hp=20), foe("b", hp=20))
    after, play = worked(ref("fireball"), state, [1], "b", [2, 3, 4, 5])
    assert (hp(after, "a"), hp(after, "b")) == (20, 6)
    assert (play.asked[0].sides, play.asked[2].n) == (4, 4)


@covers("black_hack.spell.darkvision")
def test_darkvision():
    state = replace(table(caster(ref("darkvision")), BOB), dark=True)
    after, sight, _ = lasts("darkvision", state, "bob")
    assert (sight.die, sight.unit) == (6, "minutes")
    assert not in_the_dark(after, BOB)
    assert in_the_dark(after, character(after, "wiz"))


@covers("black_hack.spell.confusion", "black_hack.table.reactions")
def test_confusion():
    state = scene(ref("confusion"), *[foe(id_) for id_ in "abcd"])
    after, play = worked(ref("confusion"), state, [6, 6], "foes", [1, 2], [3, 4], [3, 3], [6, 6])
    assert "fled" in creature(after, "a").conditions
    assert after.combat.fleeing == ("b",)
    assert hindrances(after, "c") == {"distracted"}
    assert creature(after, "d") == creature(state, "d")
    assert play.codes().count("reaction") == 4


@covers("black_hack.spell.telekinesis", "black_hack.action.telekinesis_move")
def test_telekinesis():
    deed = next(deed for deed in DEEDS if deed.name == "telekinesis_move")
    state = scene(ref("telekinesis"), friends=(BOB,))
    assert not shown(deed, state, "wiz")
    after, lifted, _ = lasts("telekinesis", state)
    assert (lifted.die, lifted.unit) == (10, "minutes")
    assert shown(deed, after, "wiz")
    assert deed.cost == "action"
    assert "object.moves" in done(move_object, after, "wiz", script=["loose"])[1].codes()
    assert "object.held" in done(move_object, after, "wiz", script=["bob", [9]])[1].codes()


@covers("black_hack.spell.polymorph")
def test_polymorph():
    state = scene(ref("polymorph"), friends=(somebody("bob", seat="bea"),))
    after, shape, _ = lasts("polymorph", state, "bob", "yes", "Newt")
    assert (shape.unit, shape.detail) == ("day", "Newt")
    assert replace(find(after, "bob"), conditions=()) == find(state, "bob")
    resisted, _ = worked(ref("polymorph"), state, "bob", "no", [2])
    assert resisted.effects == ()


@covers("black_hack.spell.remove_curse")
def test_remove_curse():
    state = scene(ref("remove_curse"), friends=(somebody("bob", conditions=("lycanthropy", "cursed")),))
    after, _ = worked(ref("remove_curse"), state, "bob", "cursed")
    assert find(after, "bob").conditions == ("lycanthropy",)
    _, play = worked(ref("remove_curse"), state, "wiz", "as_it_says")
    assert play.asked[-1].by == "referee"


@covers("black_hack.spell.elemental_wall", "black_hack.magic.no_duration")
def test_elemental_wall():
    state = scene(ref("elemental_wall"), foe("ogre", hd=6, hp=20), foe("orc"), friends=(somebody("bob", level=3),))
    after, wall, _ = lasts("elemental_wall", state, "ogre", "fire")
    assert (hp(after, "ogre"), wall.detail, wall.unit) == (14, "fire", "session")
    same, _ = done(turn_begins, after, "ogre")
    assert hp(same, "ogre") == 14
    later = replace(after, combat=replace(after.combat, used=()))
    later, _ = done(turn_begins, later, "ogre")
    assert hp(later, "ogre") == 8
    stepped, _ = done(cross, after, "", script=[("enter", "bob", wall.id), [15]])
    assert hp(stepped, "bob") == 7


@covers("black_hack.spell.dimension_door")
def test_dimension_door():
    state = scene(ref("dimension_door"), friends=(BOB,), close=(("orc", "wiz"),))
    after, _ = worked(ref("dimension_door"), state, "wiz")
    assert band(after, "wiz", "orc") == band(after, "wiz", "bob") == "distant"
    assert band(after, "bob", "orc") == "nearby"


@covers("black_hack.spell.flesh_to_stone")
def test_flesh_to_stone_and_back():
    state = scene(ref("flesh_to_stone"), friends=(somebody("bob", seat="bea"),))
    after, stone, _ = lasts("flesh_to_stone", state, "bob", "no", [12])
    assert (stone.unit, stone.die) == ("", 0)
    assert not able(find(after, "bob"))
    assert struck(after, "bob") == after
    back, _ = worked(ref("flesh_to_stone"), after, "bob")
    assert able(find(back, "bob"))
    assert back.effects == ()


@covers("black_hack.spell.feebleminded")
def test_feebleminded():
    state = scene(ref("feebleminded"), friends=(somebody("bob", intelligence=15), somebody("cat", intelligence=3)))
    after, feeble, _ = lasts("feebleminded", state, "bob", [15])
    assert (feeble.die, feeble.unit) == (6, "moments")
    assert character(after, "bob").intelligence == 4
    ended, _ = done(tick_moments, replace(after, effects=(replace(feeble, die=4),)), script=[2])
    assert character(ended, "bob").intelligence == 15
    dull, _ = worked(ref("feebleminded"), state, "cat", [15])
    assert character(dull, "cat").intelligence == 3
    beast, _ = worked(ref("feebleminded"), state, "orc")
    assert creature(beast, "orc").conditions == ("feebleminded",)


@covers("black_hack.spell.cloudkill")
def test_cloudkill():
    state = scene(ref("cloudkill"), foe("orc"), foe("elf"), friends=(BOB,))
    after, cloud, _ = lasts("cloudkill", state, "orc")
    assert gone(after, "orc")
    assert (cloud.die, cloud.unit) == (4, "moments")
    after, _ = done(cross, after, "", script=[("enter", "bob", cloud.id), [3]])
    assert able(find(after, "bob"))
    after, _ = done(cross, after, "", script=[("enter", "elf", cloud.id)])
    assert gone(after, "elf")


@covers("black_hack.spell.teleport")
def test_teleport():
    after, _ = worked(ref("teleport"), scene(ref("teleport"), foe("orc"), foe("elf")), "orc")
    assert creature(after, "orc").conditions == ("fled",)


@covers("black_hack.spell.anti_magic_shell")
def test_anti_magic_shell():
    after, shell, _ = lasts("anti_magic_shell", scene(ref("anti_magic_shell")))
    assert (shell.die, shell.unit, shell.on) == (6, "moments", ("wiz",))
    seen, _, _ = lasts("darkvision", scene(ref("darkvision")), "wiz")
    assert running(seen, ref("darkvision"), "wiz")
    assert not running(replace(seen, effects=(*seen.effects, shell)), ref("darkvision"), "wiz")
    assert after.combat is not None


@covers("black_hack.spell.death_spell")
def test_death_spell():
    state = scene(
        ref("death_spell"), foe("a", hd=7, hp=40), foe("b", hd=8, hp=40), foe("c", person=True), friends=(BOB,)
    )
    after, play = worked(ref("death_spell"), state, [4, 4], "foes")
    assert play.asked[0].n == 2
    assert gone(after, "a")
    assert able(find(after, "b"))
    assert find(after, "c").conditions == ("out_of_action",)


@covers("black_hack.spell.contact_higher_plane")
def test_contact_higher_plane():
    state = table(caster(ref("contact_higher_plane")))
    _, play = worked(ref("contact_higher_plane"), state, "Where?", "Below.", "Who?", "You.", "")
    answers = [told.facts for told in play.told if told.code == "magic.answered"]
    assert answers == [("Where?", "Below."), ("Who?", "You.")]
    assert [question.by for question in play.asked] == ["player", "referee", "player", "referee", "player"]


@covers("black_hack.spell.meteor_swarm")
def test_meteor_swarm():
    state = scene(ref("meteor_swarm"), foe("a", hp=40), foe("b", hp=40), far=("b",))
    after, play = worked(ref("meteor_swarm"), state, [1, 2, 3, 4, 5, 6, 6, 1])
    assert (hp(after, "a"), hp(after, "b"), hp(after, "wiz")) == (12, 40, 10)
    assert (play.asked[0].n, play.asked[0].sides) == (8, 6)


@covers("black_hack.spell.disintegrate")
def test_disintegrate():
    state = scene(ref("disintegrate"), foe("a", hd=8, hp=60), foe("b", hd=9), friends=(somebody("bob", level=8),))
    after, _ = worked(ref("disintegrate"), state, "a")
    assert gone(after, "a")
    after, _ = worked(ref("disintegrate"), state, "bob", [12])
    one = find(after, "bob")
    assert (one.conditions, one.marks) == (("dead",), (MARKS.mark("died", 1),))


@covers("black_hack.spell.disintegrate", "black_hack.spell.death_spell")
def test_nobody_sees_who_is_too_mighty_for_a_spell_and_nothing_happens_to_them():
    def offered(name, least, *script):
        foes = [foe(id_, hd=hd, hp=60) for id_, hd in (("a", least), ("b", least + 1))]
        state = scene(ref(name), *foes, friends=(somebody("bob", level=least),))
        assert can_work(state, "wiz", ref(name))
        return state, *worked(ref(name), state, *script)

    state, after, play = offered("disintegrate", 9, "b")
    assert after == state
    assert play.codes() == ["casts.on", "magic.proof"]
    assert play.asked[0].options == offered("disintegrate", 8, "a")[2].asked[0].options == ("a", "b", "bob")
    assert worked(ref("disintegrate"), state, "bob")[0] == state, "without a test"
    state, after, play = offered("death_spell", 8, [1, 1], "pick", "a", "b")
    assert after == state
    assert play.codes()[-2:] == ["magic.proof", "magic.proof"]
    assert play.asked[2].options == offered("death_spell", 7, [1, 1], "pick", "a", "b")[2].asked[2].options


@covers("black_hack.spell.power_word_kill")
def test_power_word_kill():
    state = scene(ref("power_word_kill"), foe("a", hd=20, hp=50, hp_max=90), foe("b", hp=51), friends=(BOB,))
    after, play = worked(ref("power_word_kill"), state, "a")
    assert gone(after, "a")
    assert set(play.asked[0].options) == {"a", "b", "bob"}
    after, _ = worked(ref("power_word_kill"), state, "bob", [12])
    one = find(after, "bob")
    assert (one.conditions, one.marks) == (("dead", "beyond_raising"), (MARKS.mark("died", 1),))
    raising = replace(after, party=(*after.party, caster("black_hack.prayer.raise_dead", "cle")))
    assert not can_work(raising, "cle", "black_hack.prayer.raise_dead")


@covers("black_hack.spell.power_word_kill")
def test_power_word_kill_does_nothing_to_one_with_more_than_50_hp_and_nobody_knows_before():
    def offered(*hps):
        there = [foe(name, hp=hp, hp_max=90) for name, hp in zip(("a", "b"), hps, strict=True)]
        state = scene(ref("power_word_kill"), *there, friends=(somebody("bob", hp=51, hp_max=60),))
        assert can_work(state, "wiz", ref("power_word_kill"))
        return state, worked(ref("power_word_kill"), state, "b")[1].asked[0].options

    state, options = offered(51, 60)
    assert options == offered(60, 50)[1] == offered(50, 60)[1] == ("a", "b", "bob")
    for who in ("b", "bob"):
        after, play = worked(ref("power_word_kill"), state, who)
        assert after == state
        assert play.codes() == ["casts.on", "magic.proof"]


@covers("black_hack.spell.level_drain")
def test_level_drain():
    life = Life("black_hack.class.thief", gains=(Gain(("STR", "DEX"), 3),))
    bob = somebody("bob", level=2, life=life, constitution=12)
    state = scene(ref("level_drain"), foe("a", hd=3, hp=12), foe("b", hd=1), friends=(bob,))
    after, _ = worked(ref("level_drain"), state, "bob", [12])
    weaker = character(after, "bob")
    assert (weaker.level, weaker.strength, weaker.dexterity, weaker.hp_max) == (1, 9, 9, 7)
    dead, _ = worked(ref("level_drain"), after, "bob", [12])
    one = find(dead, "bob")
    assert (one.conditions, one.marks) == (("dead",), (MARKS.mark("died", 1),))
    after, play = worked(ref("level_drain"), state, "a", [13])
    assert [one.facts for one in play.told if one.code == "level.lost_by_foe"] == [("A",)], "not how many it has left"
    assert (creature(after, "a").hd, creature(after, "a").hp_max) == (2, 8)
    assert creature(worked(ref("level_drain"), state, "a", [14])[0], "a").hd == 3
    assert gone(worked(ref("level_drain"), state, "b", [13])[0], "b")


@covers("black_hack.spell.level_drain")
def test_chance_to_avoid_a_drain():
    state = table(somebody("bob", level=2, constitution=12), foes=(foe("lich", hd=1),), combat=fighting("lich"))
    results = distribution(work, state, "lich", ref("level_drain"), policy=first)
    assert sum(p for after, p in results.items() if character(after, "bob").level == 2) == Fraction(11, 20)


@covers("black_hack.spell.time_stop")
def test_time_stop():
    state = scene(ref("time_stop"), friends=(BOB,))
    after, stop, _ = lasts("time_stop", state, "orc")
    assert (stop.die, stop.unit) == (4, "moments")
    assert not able(find(after, "orc"))
    assert struck(after, "orc") == after
    after, _ = done(tick_moments, after, script=[1])
    assert able(find(after, "orc"))


@covers("black_hack.spell.limited_wish")
def test_limited_wish():
    _, play = worked(ref("limited_wish"), table(caster(ref("limited_wish"))), "A bridge.", "as_it_says")
    assert [question.by for question in play.asked] == ["player", "referee"]
    assert play.codes()[-1] == "magic.fiction"


def test_a_spell_in_a_whole_turn_of_a_fight():
    state = table(caster(ref("sleep")), foes=(foe(hp=3), foe("elf", hp=9)))
    state, _ = done(begin, state, distance="nearby", script=[[5]])
    state, _ = worked(ref("sleep"), state, [2, 2])
    state, _ = done(end_turn, replace(state, combat=replace(state.combat, turn="wiz")))
    assert state.combat.due == ("elf",)


@covers("black_hack.spell.anti_magic_shell", "black_hack.armour.no_stack")
def test_a_shell_keeps_arcane_magic_from_without_and_holds_mail_back():
    shell = ref("anti_magic_shell")
    state, _ = worked(shell, scene(shell))
    lich = foe("lich", hd=9)
    bob = somebody("bob", "wizard", level=3)
    state = replace(state, party=(*state.party, bob), foes=(lich,))
    state = set_band(set_band(state, "bob", "wiz", "distant"), "bob", "lich", "distant")
    after, play = worked(ref("magic_missile"), state, "lich", by="bob")
    assert after == state
    assert play.codes() == ["casts.on", "magic.proof"]
    mailed, _ = worked(ref("shield"), state, by="bob")
    assert len(pool(mailed, bob)) == 2
    near = set_band(mailed, "bob", "wiz", "nearby")
    assert pool(near, bob) == ()


@covers("black_hack.spell.time_stop")
def test_nothing_runs_out_for_who_stands_still_in_time():
    bound = (Hindrance("paralysed", left=2),)
    still, free = foe("a", hindrances=bound, conditions=("frozen",)), foe("b", hindrances=bound)
    state, _ = done(tick, table(foes=(still, free), combat=fighting()))
    assert [one.hindrances[0].left for one in state.foes] == [2, 1]


@covers("black_hack.spell.teleport")
def test_a_friend_who_was_sent_away_is_back_after_the_fight():
    imp = foe("imp", commander="wiz")
    state = replace(scene(ref("teleport")), allies=(imp,))
    away, _ = worked(ref("teleport"), state, "imp")
    assert find(away, "imp").conditions == ("fled",)
    assert done(finish, away, "called_off")[0].allies == (imp,)


@covers("black_hack.table.encounter", "black_hack.spell.magic_missile")
def test_under_stress_the_dice_of_a_spell_are_rolled_twice_and_the_gm_picks():
    ref = "black_hack.spell.magic_missile"
    state = scene(ref, foe("a", hp=20), far=("a",), level=1, conditions=("stressed",))
    after, _ = worked(ref, state, 6, 2, 2)
    assert (hp(after, "a"), after.party[0].conditions) == (18, ())
