"""Spells that go on, in use: in the air, sent on, kept up, stopped, and ended; and what they do to whom they touch."""

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Refusal
from tallow.games.vanilla.checks.sways import dear, stays, unseen
from tallow.games.vanilla.combat.acting import unable
from tallow.games.vanilla.combat.attacks import shootable
from tallow.games.vanilla.combat.places import engaged, reachable
from tallow.games.vanilla.combat.rounds import fought, side_goes
from tallow.games.vanilla.combat.sides import towards
from tallow.games.vanilla.combat.tricks import grapple
from tallow.games.vanilla.entries import spells
from tallow.games.vanilla.gear.weapons import melee_ways, ranged_ways
from tallow.games.vanilla.harm.freeing import DEEDS as FREEING
from tallow.games.vanilla.harm.freeing import grips
from tallow.games.vanilla.magic.casting import DEEDS as MAGIC
from tallow.games.vanilla.magic.effects import expire
from tallow.games.vanilla.magic.lasting import begin, stop
from tallow.games.vanilla.magic.miscasts import miscast
from tallow.games.vanilla.magic.spells import Cast, aim_options, in_reach
from tallow.games.vanilla.magic.spells_kept import DEEDS
from tallow.games.vanilla.magic.spells_moving import DEEDS as LEAPING
from tallow.games.vanilla.state import TURN, WATCH, Item, Known
from tallow.games.vanilla.world.turns import DEEDS as TURNS
from tallow.games.vanilla.world.watches import DEEDS as WATCHES
from tallow.games.vanilla.world.watches import purified
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import find, put
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.casters import SPELL, Auto, beast, cast, changed, effects, mage, scene
from tests.games.vanilla.fighters import fighting, perform, refusal, somebody, table, weapon


def of(name):
    return spells()[f"{SPELL}{name}"]


def laid(state, mode, *whom, of="sleep", by="mira", **more):
    return begin(Auto(), state, f"{SPELL}{of}", mode, by, whom, **more)


@covers("vanilla.spell.fly")
def test_a_flier_is_out_of_reach_in_the_air_and_still_moves():
    state, _ = cast(scene(foes=(beast("Orc", at=5),)), "fly", "")
    assert engaged(state, find(state, "mira"), find(state, "orc"))
    up, play = perform(DEEDS, "rise", state, "mira", script=["orc", 20])
    assert "free_attack" in play.codes()
    assert "rises_up" in play.codes()
    mira, orc = find(up, "mira"), find(up, "orc")
    assert (engaged(up, mira, orc), stays(up, mira), mira.moved) == (False, "", True)
    assert refusal(MAGIC, "quick_cast", put(up, replace(mira, book=(Known(f"{SPELL}sleep"),))), "mira") == "has_moved"
    bat = beast("Harpy", at=5)
    assert engaged(replace(up, foes=(bat,)), mira, bat)
    later = replace(up, combat=fighting("mira"))
    down, play = perform(DEEDS, "sink", put(later, replace(mira, moved=False)), "mira")
    assert "sinks" in play.codes()
    assert engaged(down, find(down, "mira"), orc)
    pinned, _ = cast(state, "fly", "", opposite=True)
    assert refusal(DEEDS, "rise", pinned, "mira") == "pinned"


@covers("vanilla.spell.levitate")
def test_who_levitates_sinks_and_rises_but_never_moves_sideways():
    state, _ = cast(scene(foes=(beast("Orc", at=5),)), "levitate", "")
    assert (stays(state, find(state, "mira")), refusal(DEEDS, "rise", state, "mira")) == ("aloft", None)
    down, _ = perform(DEEDS, "sink", state, "mira")
    assert (stays(down, find(down, "mira")), effects(down)) == ("", [("afoot", ("mira",), 40, 80)])


@covers("vanilla.spell.leap", "vanilla.spell.pit")
def test_a_leap_takes_one_out_of_a_pit_that_is_not_too_deep():
    state, _ = cast(scene(foes=(beast("Orc", at=30),)), "leap", "ann")
    state = replace(state, combat=fighting("ann"))
    shallow = laid(state, "in_pit", "ann", of="pit", amount=40)
    out, _ = perform(LEAPING, "leap", shallow, "ann", script=[("back", 10)])
    assert stays(out, find(out, "ann")) == ""
    assert refusal(LEAPING, "leap", laid(state, "in_pit", "ann", of="pit", amount=45), "ann") == "in_pit"
    assert refusal(LEAPING, "leap", laid(state, "no_leap", "ann", of="leap"), "ann") == "pinned"


@covers("vanilla.spell.charm", "vanilla.spell.turn_undead")
def test_who_loathes_somebody_goes_for_them_first():
    foes = (beast("Skeleton", at=5, items=(weapon("small_ranged", "sling"),)),)
    state, _ = cast(scene(foes=foes), "turn_undead", "", opposite=True)
    assert [one.id for one in reachable(state, "skeleton")] == ["mira"]
    assert [one.id for one in reachable(scene(foes=foes), "skeleton")] == ["mira", "ann"]
    assert shootable(state, "skeleton", ranged_ways(foes[0])[0]) == ("mira",)
    away = put(state, replace(find(state, "mira"), at=-30))
    assert [one.id for one in reachable(away, "skeleton")] == ["ann"]
    assert towards(away, find(away, "skeleton")) == -25


@covers("vanilla.spell.charm", "vanilla.spell.confusion")
def test_the_charmed_cast_nothing_at_friends_and_a_clear_mind_is_safe():
    elf = beast("Elf", at=20)
    state, _ = cast(scene(foes=(elf,)), "charm", "elf")
    assert dear(state, find(state, "elf"), find(state, "ann"))
    assert not dear(state, find(state, "elf"), elf)
    assert "ann" not in aim_options(state, "elf", of("fireball"))
    assert ("bless", "ann") in aim_options(state, "elf", of("bless_curse"))
    clear, _ = cast(put(state, gain(find(state, "elf"), "fleeing")), "confusion", "elf", opposite=True)
    assert find(clear, "elf").conditions == ()
    assert cast(clear, "charm", "elf")[1].codes()[-1] == "spell.nothing"
    outside = replace(put(clear, replace(elf, level=1)), place="wilds")
    assert not has(find(cast(outside, "insect_plague", "elf")[0], "elf"), "fleeing")


@covers("vanilla.spell.charm")
def test_a_spell_that_hurts_the_charmed_gives_a_new_save():
    state, _ = cast(scene(foes=(beast("Elf", at=40, grit=20),)), "charm", "elf")
    struck, play = cast(state, "fireball", "elf", Auto({20: 1}))
    assert not has(find(struck, "elf"), "charmed")
    assert play.codes().count("save.made") == 2
    assert has(find(cast(state, "charm", "elf")[0], "elf"), "charmed")


@covers("vanilla.spell.sleep", "vanilla.spell.hold_person", "vanilla.spell.confusion")
@pytest.mark.parametrize(
    ("name", "dice", "mode"),
    [("sleep", [[1, 1]], "asleep"), ("hold_person", [2], "held_fast"), ("confusion", [[1, 1]], "confused")],
)
def test_the_caster_picks_where_there_are_too_many(name, dice, mode):
    foes = tuple(beast("Goblin", f"g{n}", at=30 + n) for n in range(4))
    script = [*dice, "g3", "rest"]
    state, _ = done(lambda play: cast(scene(foes=foes), name, "foes", play)[0], script=script)
    assert [foe.id for foe in state.foes if has(foe, mode)] == ["g0", "g3"]
    enough = replace(scene(foes=foes[:2]))
    both, play = done(lambda play: cast(enough, name, "foes", play)[0], script=dice)
    assert (sum(has(foe, mode) for foe in both.foes), len(play.asked)) == (2, 1)


@covers("vanilla.spell.invisibility_sphere", "vanilla.spell.detect_invisibility", "vanilla.spell.crystal_ball")
def test_who_is_seen():
    ball, _ = cast(scene(), "invisibility_sphere", "mira")
    ann, orc = find(ball, "ann"), find(ball, "orc")
    assert unseen(ball, ann, orc)
    assert not unseen(ball, replace(ann, at=15), orc)
    hidden, _ = cast(scene(), "detect_invisibility", "", Auto({4: 2}), opposite=True)
    assert effects(hidden)[0][1] == ("orc",)
    assert unseen(hidden, find(hidden, "orc"), find(hidden, "mira"))
    veiled = laid(hidden, "invisible", "ann", of="invisibility")
    assert unseen(veiled, find(veiled, "ann"), find(veiled, "orc"))
    blind, _ = cast(scene(), "crystal_ball", "clairvoyance", opposite=True)
    assert [one.id for one in in_reach(blind, "mira", of("charm"))] == ["mira", "ann"]
    deaf, _ = cast(scene(), "crystal_ball", "clairaudience", opposite=True)
    assert len(in_reach(deaf, "mira", of("charm"))) == 5


@covers("vanilla.spell.wall_of_fire_or_ice", "vanilla.spell.wall_of_stone_or_iron", "vanilla.spell.ranges")
def test_nobody_is_aimed_at_through_fire_or_stone():
    for name, mode in (("wall_of_fire_or_ice", "fire"), ("wall_of_stone_or_iron", "stone")):
        walled, _ = cast(scene(), name, (mode, "orc"))
        assert [one.id for one in in_reach(walled, "mira", of("fireball"))] == ["mira", "ann"]
    ice, _ = cast(scene(), "wall_of_fire_or_ice", ("ice", "orc"))
    assert "orc" in aim_options(ice, "mira", of("fireball"))


@covers("vanilla.spell.read_scripts", "vanilla.cast.always")
def test_who_cannot_read_cannot_cast_from_a_book():
    state, _ = cast(scene("sleep"), "read_scripts", "", opposite=True)
    assert refusal(MAGIC, "quick_cast", state, "mira") == "unlettered"
    assert refusal(MAGIC, "quick_cast", scene("sleep"), "mira") == ""


@covers("vanilla.spell.insect_plague")
def test_a_swarm_goes_where_it_is_sent_once_a_round():
    foes = (beast("Orc", at=20), beast("Goblin", at=100))
    state, _ = cast(scene(place="wilds", foes=foes), "insect_plague", "orc")
    sent, _ = perform(DEEDS, "send_swarm", state, "mira", script=["goblin"])
    assert (sent.effects[0].at, has(find(sent, "goblin"), "fleeing")) == (60, False)
    assert refusal(DEEDS, "send_swarm", sent, "mira") is None
    later = replace(sent, clock=sent.clock + 1)
    there, _ = perform(DEEDS, "send_swarm", later, "mira", script=["goblin"])
    assert (there.effects[0].at, has(find(there, "goblin"), "fleeing")) == (100, True)
    assert there.combat.action
    assert refusal(DEEDS, "send_swarm", later, "ann") is None


@covers("vanilla.spell.telekinesis", "vanilla.free.trigger")
def test_things_are_moved_again_as_the_action_of_later_goes():
    armed = beast("Orc", at=5, items=(weapon("medium_melee", "axe"),))
    state = laid(scene(foes=(armed,)), "telekinesis", of="telekinesis", ends=600)
    hurled, play = perform(DEEDS, "move_things", state, "mira", script=[("hurl", "orc"), 7, "damage", 2])
    assert (find(hurled, "orc").grit, "free_attack" in play.codes()) == (1, False)
    taken, play = perform(DEEDS, "move_things", state, "mira", script=[("take", "orc"), "orc", 20, 7])
    assert (taken.ground[0].id, "free_attack" in play.codes()) == ("axe", True)
    assert refusal(DEEDS, "move_things", scene(), "mira") is None


@covers("vanilla.spell.durations", "vanilla.spell.wall_of_fire_or_ice")
def test_outside_a_fight_too_doing_anything_else_ends_concentration():
    keeps = laid(table(mage("levitate"), somebody("ann")), "wall_fire", until="concentration")
    asleep = laid(keeps, "asleep", "mira", ends=600)
    assert [effect.mode for effect in asleep.effects] == ["asleep"]
    watch, _ = perform(TURNS, "keep_watch", keeps, "mira")
    assert watch.effects == keeps.effects
    tired = put(keeps, replace(find(keeps, "mira"), grit=0))
    assert perform(TURNS, "rest", tired, "mira")[0].effects == ()
    quick, _ = perform(MAGIC, "quick_cast", keeps, "mira", script=[1])
    assert [effect.mode for effect in quick.effects] == ["aloft"]
    ritual, _ = perform(MAGIC, "ritual", replace(keeps, place="settlement", phase="settlement"), "mira")
    assert [effect.mode for effect in ritual.effects] == ["aloft"]
    wild = replace(keeps, place="wilds", clock=keeps.clock - 1)
    play = Auto(camp_how_long="one_watch")
    camp = next(deed for deed in WATCHES if deed.name == "camp")
    assert [e.mode for e in camp.do(play, wild, "mira").effects] == []
    assert WATCH > TURN


@covers("vanilla.spell.water_breathing", "vanilla.cast.ritual_broken")
def test_who_breathes_only_water_suffocates_outside_a_fight_too():
    town = table(mage("levitate", level=4), somebody("ann", grit=30), place="settlement")
    ann, _ = cast(town, "water_breathing", "ann", opposite=True)
    after, play = perform(MAGIC, "ritual", ann, "mira", script=["go_on", 1, 2, 3, 1, 2, 3, 1, 2, 3, 1])
    assert (find(after, "ann").grit, [effect.mode for effect in after.effects]) == (30 - 19, ["aloft"])
    own, _ = cast(put(town, mage("levitate", grit=30)), "water_breathing", "mira", opposite=True)
    broken, play = perform(MAGIC, "ritual", own, "mira", script=["go_on", *[1] * 10])
    assert (find(broken, "mira").grit, broken.effects, play.codes()[-1]) == (20, (), "ritual.broken")


@covers("vanilla.spell.conjure_elemental")
def test_an_elemental_that_breaks_loose_has_no_go_this_round():
    state, _ = cast(scene(), "conjure_elemental", "")
    id_ = state.party[-1].id
    state = replace(state, combat=fighting("mira", due=("ann", id_)))
    loose = begin(Auto(), state, f"{SPELL}sleep", "asleep", "orc", ("mira",), ends=600)
    assert (loose.foes[-1].id, fought(loose).due) == (id_, ("ann",))


@covers("vanilla.spell.plant_growth")
def test_a_turn_with_a_blade_cuts_one_out_and_fire_clears_all():
    ann, bob = somebody("ann", items=(weapon("medium_melee"),)), somebody("bob", items=())
    state = laid(table(ann, bob), "rooted", "ann", "bob", of="plant_growth", until="dispelled")
    cut, play = perform(DEEDS, "cut_out", state, "ann", script=["bob"])
    assert [one.facts for one in play.told if one.code == "cut_out"] == [("Ann", "Bob")]
    assert (effects(cut)[0][1], cut.busy) == (("ann",), (("ann", "cut_out"),))
    assert refusal(DEEDS, "cut_out", state, "bob") == "no_blade"
    torch = Item("t", "Torch", "vanilla.item.torch", place="hands", lit=True, burns=9)
    lit = put(state, replace(bob, conditions=find(state, "bob").conditions, items=(torch,)))
    cleared, _ = perform(DEEDS, "cut_out", lit, "bob", script=["ann"])
    assert (cleared.effects, find(cleared, "ann").conditions) == ((), ())


@covers("vanilla.action.break_free", "vanilla.spell.plant_growth", "vanilla.spell.web")
@pytest.mark.parametrize(("mode", "spell"), [("rooted", "plant_growth"), ("webbed", "web")])
def test_no_save_breaks_thorns_or_a_web_that_was_cast(mode, spell):
    state = laid(scene(turn="ann"), mode, "ann", of=spell, until="dispelled")
    assert refusal(FREEING, "break_free", state, "ann") == "bound"
    grappled = put(state, grapple(find(state, "ann"), "orc"))
    free, _ = perform(FREEING, "break_free", grappled, "ann", script=[1])
    assert (find(free, "ann").marks, has(find(free, "ann"), "held")) == ((), True), "only the grip was broken"
    assert effects(free) == effects(state)
    assert grips(state, "ann") == ()


@covers("vanilla.spell.animate_dead")
def test_after_a_fight_the_gm_counts_the_bodies():
    state = table(mage(level=9))
    undead, _ = cast(state, "animate_dead", "", Auto(bodies=2))
    assert [one.of for one in undead.party[1:]] == ["vanilla.monster.skeleton"] * 2
    assert cast(state, "animate_dead", "")[1].codes()[-1] == "spell.nothing"
    far = gain(beast("Orc", at=70), "dead")
    assert cast(scene(foes=(beast("Ogre", at=5), far)), "animate_dead", "")[1].codes()[-1] == "spell.nothing"


@covers("vanilla.spell.raise_dead")
def test_who_was_raised_has_no_action_and_the_animated_are_not_raised():
    ann = gain(somebody("ann", level=4, flesh=0, seat="ann"), "dead")
    lives, _ = cast(scene(party=(mage(level=9), ann)), "raise_dead", "ann", Auto({20: 1}))
    assert unable(lives, "ann", "action") == Refusal("convalescent", ("Ann",), f"{SPELL}raise_dead")
    assert unable(lives, "ann", "move") is None
    walking = scene(party=(mage(level=9), gain(ann, "gone")))
    assert aim_options(walking, "mira", of("raise_dead")) == ()


@covers("vanilla.spell.fireball")
def test_a_fireball_reversed_puts_fire_out():
    torch = Item("t", "Torch", "vanilla.item.torch", place="hands", lit=True, burns=9)
    state = laid(
        scene(foes=(beast("Orc", at=20),)), "wall_fire", of="wall_of_fire_or_ice", at=18, until="concentration"
    )
    state = replace(put(state, replace(find(state, "orc"), items=(torch,))), ground=(replace(torch, at=90),))
    out, _ = cast(state, "fireball", "mira", opposite=True)
    assert (out.effects, find(out, "orc").items[0].lit, out.ground[0].lit) == ((), False, True)


@covers("vanilla.spell.neutralize_poison")
def test_only_poison_is_neutralized():
    for name, left in (("carcass_scavenger", 0), ("ghoul", 1)):
        state = begin(Auto(), scene(), f"vanilla.monster.{name}", "paralysed", "", ("ann",), ends=600)
        assert len(cast(state, "neutralize_poison", "ann")[0].effects) == left


@covers("vanilla.spell.dispel_magic", "vanilla.spell.polymorph", "vanilla.spell.sticks_to_snakes")
def test_shapes_and_servants_come_back_when_a_stop_is_over():
    shaped, _ = cast(scene(), "polymorph", "ann", Auto(shape="vanilla.monster.troll"))
    own = stop(Auto(), shaped, shaped.effects[0].id, TURN, f"{SPELL}dispel_magic")
    assert find(own, "ann") == find(scene(), "ann")
    again = expire(Auto(), replace(own, clock=own.clock + TURN))
    assert find(again, "ann") == find(shaped, "ann")
    snakes, _ = cast(scene(), "sticks_to_snakes", "")
    gone = stop(Auto(), snakes, snakes.effects[0].id, TURN, f"{SPELL}dispel_magic")
    assert all(has(one, "gone") for one in gone.party[2:])
    back = expire(Auto(), replace(gone, clock=gone.clock + TURN))
    assert (back.party, back.effects) == (snakes.party, snakes.effects)


@covers("vanilla.spell.dispel_magic", "vanilla.miscast.targets", "vanilla.spell.hold_portal")
def test_each_lasting_spell_can_be_dispelled_by_itself():
    doors = scene()
    for _ in range(2):
        doors, _ = cast(doors, "hold_portal", "")
    assert len(doors.effects) == 2
    one, _ = cast(doors, "dispel_magic", "", Auto(dispel=doors.effects[1].id))
    assert one.effects == doors.effects[:1]
    blessed, _ = cast(doors, "bless_curse", ("bless", "ann"))
    after, _ = done(miscast, blessed, Cast(of("dispel_magic"), "mira", 4, "mira", "", ("ann",)), script=[7])
    assert [effect.on for effect in after.effects if effect.mode == "lasting"] == [(blessed.effects[2].id,)]
    far = put(doors, replace(find(doors, "mira"), at=30))
    assert cast(far, "dispel_magic", "")[1].codes()[-1] == "spell.nothing"


@covers("vanilla.spell.durations", "vanilla.spell.phantasmal_force", "vanilla.spell.hallucinatory_terrain")
def test_the_gm_ends_an_illusion_that_is_touched():
    state, _ = cast(table(mage()), "phantasmal_force", "")
    state, _ = cast(state, "hallucinatory_terrain", "")
    first = state.effects[0].id
    over, _ = perform(DEEDS, "end_effect", state, "", script=[first])
    assert [effect.of for effect in over.effects] == [f"{SPELL}hallucinatory_terrain"]
    assert refusal(DEEDS, "end_effect", scene(), "") is None


@covers("vanilla.spell.random_effect", "vanilla.miscast.targets")
def test_two_random_effects_befall_the_same_one():
    state = scene(foes=(beast("Orc", "a", at=20), beast("Orc", "b", at=30)), level=3)
    loose = Cast(of("sleep"), "mira", 3, "mira", "", ("a",))
    after, _ = done(miscast, state, loose, script=[2, 6, 2, 5, 3, 10, 3])
    assert effects(after) == [("invisible", ("b",), "dispelled"), ("no_missiles", ("b",), 60)]
    group = replace(loose, on=("a", "b"))
    other, _ = done(miscast, state, group, script=[2, 2, 5, 2])
    assert effects(other) == [("invisible", ("ann",), "dispelled")]


@covers("vanilla.miscast.backlash")
def test_without_grit_a_backlash_fizzles_even_for_one_who_is_out():
    out = gain(mage(level=3, grit=0, flesh=0), "out", "unaware")
    state = scene(party=(out,), foes=(beast("Orc", "a", at=20),))
    loose = Cast(of("invisibility"), "mira", 3, "mira", "", ("a",))
    after, play = done(miscast, state, loose, script=[5, 1, 1])
    assert (changed(state, after), effects(after), play.codes()[-1]) == ({}, [], "fizzles")


@covers("vanilla.corrupt.purify", "vanilla.corrupt.where")
def test_a_spell_of_a_book_that_was_found_is_purified_too():
    found = Item(
        "b1",
        "Spellbook",
        "vanilla.item.spellbook",
        book=(Known(f"{SPELL}web", corrupted=True), Known(f"{SPELL}fly", corrupted=True)),
    )
    mira = replace(mage(items=(found,)), book=(Known(f"{SPELL}charm", corrupted=True),))
    play = Auto(purify=("found", f"{SPELL}fly", "b1"))
    after = find(purified(play, table(mira)), "mira")
    assert after.items[0].book == (Known(f"{SPELL}web", corrupted=True), Known(f"{SPELL}fly"))
    assert after.book == mira.book
    ann = somebody("ann", items=(found,))
    assert purified(Auto(), table(ann)) == table(ann)


@covers("vanilla.spell.hold_person")
def test_those_held_fast_save_before_their_side_goes():
    state = laid(scene(), "held_fast", "orc", of="hold_person", ends=600)
    freed = side_goes(Auto({20: 1}), replace(state, combat=fighting(side="foes")), "foes")
    assert "orc" in fought(freed).due
    assert melee_ways(find(freed, "orc"))
