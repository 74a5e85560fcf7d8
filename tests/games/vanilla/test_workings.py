"""Spells at work: wounds, bonds, changes, journeys and what is called, each in a scene of its own."""

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Refusal
from tallow.games.vanilla.checks.sways import (
    attack_actions,
    av,
    barred,
    missiles_fail,
    moves,
    out_of_reach,
    stays,
    unseen,
)
from tallow.games.vanilla.combat.attacks import attack, av_of, has_advantage
from tallow.games.vanilla.combat.moving import destinations, moved
from tallow.games.vanilla.combat.rounds import round_ends, start_go
from tallow.games.vanilla.entries import spells, tables
from tallow.games.vanilla.gear.light import lit
from tallow.games.vanilla.gear.weapons import melee_ways, ranged_ways
from tallow.games.vanilla.harm.damage import regain
from tallow.games.vanilla.magic.casting import cannot_cast
from tallow.games.vanilla.magic.effects import acted, attacked, expire, go_begins
from tallow.games.vanilla.magic.lasting import begin, finish, lose_concentration, on
from tallow.games.vanilla.magic.spells import aim_options
from tallow.games.vanilla.magic.spells_moving import DEEDS as LEAPING
from tallow.games.vanilla.state import DAY, HOUR, MARKS, TURN, WEEK
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import find, put
from tallow.play import distribution
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.casters import SPELL, Auto, beast, cast, changed, effects, mage, scene
from tests.games.vanilla.fighters import fighting, perform, somebody, weapon


@covers("vanilla.spell.cure_cause_light_wounds", "vanilla.spell.cure_cause_serious_wounds", "vanilla.heal.surgeon")
def test_a_cure_heals_flesh_to_the_maximum_and_wakes():
    ann = gain(somebody("ann", flesh=2, seat="ann"), "out", "unaware")
    after, _ = cast(scene(party=(mage(), ann)), "cure_cause_light_wounds", ("cure", "ann"), Auto({6: 5}))
    assert (find(after, "ann").flesh, find(after, "ann").conditions) == (6, ())
    orc = beast("Orc", at=5)
    hurt, _ = cast(scene(foes=(orc,)), "cure_cause_serious_wounds", ("cause", "orc"), Auto({6: 1}))
    assert find(hurt, "orc").grit == 0
    assert find(hurt, "orc").flesh == orc.flesh


@covers("vanilla.spell.fireball", "vanilla.spell.lightning_bolt", "vanilla.spell.half_damage")
def test_a_fireball_is_rolled_once_and_halved_by_a_save():
    wolf = beast("Dire Wolf", "wolf", at=30)
    near = beast("Dire Wolf", "near", at=10)
    before = scene(foes=(wolf, near), level=3)
    after, _ = done_cast(before, "fireball", "wolf", [[2, 3, 6], 9, 10])
    assert (find(after, "wolf").grit, find(after, "near").grit) == (14 - 5, 14 - 11)
    bolt, _ = done_cast(before, "lightning_bolt", "wolf", [[2, 3, 6], 10, 10])
    assert (find(bolt, "wolf").grit, find(bolt, "near").grit) == (3, 3)


def done_cast(state, name, option, script):
    return done(lambda play: cast(state, name, option, play)[0], script=script)


@covers("vanilla.spell.fireball", "vanilla.miscast.half", "vanilla.spell.lightning_bolt")
def test_a_fireball_half_as_strong_and_reversed():
    wolf = beast("Dire Wolf", "wolf", at=30)
    before = scene(foes=(wolf,), level=3)
    weak, _ = done(lambda play: cast(before, "fireball", "wolf", play, half=True)[0], script=[[2, 3, 6], 9])
    assert find(weak, "wolf").grit == 14 - 2
    hurt = put(before, replace(wolf, grit=1, flesh=2))
    for name in ("fireball", "lightning_bolt"):
        well, _ = done(lambda play, name=name: cast(hurt, name, "wolf", play, opposite=True)[0], script=[[2, 3, 6]])
        assert (find(well, "wolf").grit, find(well, "wolf").flesh) == (12, 2)


@covers("vanilla.monster.mummy")
def test_nothing_heals_the_rotten():
    hurt = gain(replace(beast("Dire Wolf", "wolf", at=5), grit=1, flesh=2), "mummy_rot")
    before = scene(foes=(hurt,), level=3)
    for name, option, turned in (
        ("fireball", "wolf", True),
        ("lightning_bolt", "wolf", True),
        ("cure_cause_light_wounds", ("cure", "wolf"), False),
        ("cure_cause_serious_wounds", ("cure", "wolf"), False),
    ):
        after, _ = cast(before, name, option, opposite=turned)
        assert (find(after, "wolf").grit, find(after, "wolf").flesh) == (1, 2)
    assert regain(replace(hurt, flesh=hurt.flesh_max), 6).grit == 1


@covers("vanilla.spell.cure_cause_disease", "vanilla.monster.penalty")
def test_a_disease_comes_and_goes():
    ill, play = cast(scene(), "cure_cause_disease", ("cause", "ann"))
    assert "falls_ill" in play.codes()
    ann = find(ill, "ann")
    assert av(ill, ann, find(ill, "orc"), "melee") == -2
    well, _ = cast(ill, "cure_cause_disease", ("cure", "ann"))
    assert effects(well) == []
    assert cast(scene(), "cure_cause_disease", ("cure", "ann"))[1].codes()[-1] == "spell.nothing"
    passing, _ = cast(scene(), "cure_cause_disease", ("cause", "ann"), half=True)
    assert effects(passing) == [("disease", ("ann",), 3 * DAY, -2)]
    reversed_, _ = cast(scene(), "cure_cause_disease", ("cure", "ann"), opposite=True)
    assert effects(reversed_) == [("disease", ("ann",), "dispelled", -2)]


@covers("vanilla.spell.remove_curse", "vanilla.spell.bless_curse")
def test_one_curse_ends_or_stops_for_a_day():
    cursed, play = cast(scene(), "remove_curse", "ann", opposite=True)
    assert "cursed" in play.codes()
    assert effects(cursed) == [("cursed", ("ann",), "dispelled", -2)]
    rotten = begin(Auto(), cursed, "vanilla.monster.mummy", "mummy_rot", "", ("ann",), until="dispelled")
    one, _ = cast(rotten, "remove_curse", "ann")
    assert [effect[0] for effect in effects(one)] == ["mummy_rot"]
    two, _ = cast(one, "remove_curse", "ann")
    assert (effects(two), find(two, "ann").conditions) == ([], ())
    lifted, _ = cast(one, "remove_curse", "ann", half=True)
    assert (effects(lifted)[0][0], find(lifted, "ann").conditions) == ("stopped", ())
    back = expire(Auto(), replace(lifted, clock=lifted.clock + DAY))
    assert (effects(back)[0][0], find(back, "ann").conditions) == ("mummy_rot", ("mummy_rot",))
    assert cast(scene(), "remove_curse", "ann")[1].codes()[-1] == "spell.nothing"


@covers("vanilla.spell.neutralize_poison")
def test_poison_is_neutralized_delayed_and_undone():
    before = scene()
    dying = begin(Auto(), before, "vanilla.monster.wyvern", "dying", "", ("ann",), ends=before.clock + TURN)
    assert aim_options(dying, "mira", spells()[f"{SPELL}neutralize_poison"])[0] == "ann"
    assert effects(cast(dying, "neutralize_poison", "ann")[0]) == []
    later, _ = cast(dying, "neutralize_poison", "ann", half=True)
    assert effects(later) == [("dying", ("ann",), TURN + DAY)]
    dead = expire(Auto(), replace(dying, clock=dying.clock + TURN))
    assert has(find(dead, "ann"), "dead")
    alive, play = cast(dead, "neutralize_poison", "ann")
    assert "lives" in play.codes()
    assert (find(alive, "ann").conditions, find(alive, "ann").flesh) == ((), 1)
    late = expire(Auto(), replace(dead, clock=dead.clock + TURN))
    assert "ann" not in aim_options(late, "mira", spells()[f"{SPELL}neutralize_poison"])
    assert effects(cast(before, "neutralize_poison", "ann", opposite=True)[0]) == [("penalty", ("ann",), DAY, -2)]
    assert effects(cast(before, "neutralize_poison", "ann", Auto({20: 1}), opposite=True)[0]) == []


@covers("vanilla.spell.raise_dead")
def test_the_dead_save_once_to_live():
    dead = gain(replace(somebody("ann", level=4, flesh=0, seat="ann"), marks=(MARKS.mark("died", 480),)), "dead")
    before = scene(party=(mage(level=9), dead))
    chance = distribution(lambda play: has(find(cast(before, "raise_dead", "ann", play)[0], "ann"), "dead"))
    assert chance[False] * 5 == 2
    lives, play = cast(before, "raise_dead", "ann", Auto({20: 8, 2: 2}))
    assert [one.facts for one in play.told if one.code == "raised"] == [("Ann", 2)]
    ann = find(lives, "ann")
    assert (ann.conditions, ann.flesh, ann.grit) == (("convalescent",), 1, 0)
    assert effects(lives) == [("convalescent", ("ann",), 2 * WEEK)]
    failed, play = cast(before, "raise_dead", "ann", Auto({20: 9}))
    assert play.codes()[-1] == "stays_dead"
    assert aim_options(failed, "mira", spells()[f"{SPELL}raise_dead"]) == ()
    old = replace(before, clock=before.clock + 8 * DAY)
    assert cast(old, "raise_dead", "ann")[1].codes()[-1] == "spell.nothing"
    hours = replace(before, clock=before.clock + 2 * HOUR)
    assert cast(hours, "raise_dead", "ann", half=True)[1].codes()[-1] == "spell.nothing"
    killed, _ = cast(before, "raise_dead", "ann", Auto(befalls_whom="orc"), opposite=True)
    assert has(find(killed, "orc"), "dead")


@covers("vanilla.spell.sleep", "vanilla.spell.saves")
def test_sleep_takes_as_many_hit_dice_as_the_roll():
    goblins = tuple(beast("Goblin", f"g{n}", at=30) for n in range(10))
    after, _ = done_cast(scene(foes=goblins, level=1), "sleep", "foes", [[3, 4], "rest"])
    assert sum([has(foe, "asleep") for foe in after.foes]) == 7
    ogre = scene(foes=(beast("Ogre", at=30),), level=1)
    assert "ogre" not in aim_options(ogre, "mira", spells()[f"{SPELL}sleep"])


@covers("vanilla.spell.sleep", "vanilla.combat.information")
def test_whom_sleep_is_aimed_at_does_not_tell_hit_dice_that_nobody_knows():
    strong = replace(beast("Goblin", "goblin", at=30), level=4)
    unknown, known = (scene(foes=(replace(strong, revealed=told),), level=1) for told in (False, True))
    sleep = spells()[f"{SPELL}sleep"]
    assert "goblin" in aim_options(unknown, "mira", sleep)
    assert "goblin" not in aim_options(known, "mira", sleep)
    after, _ = cast(unknown, "sleep", "goblin", Auto({6: 6}))
    assert not has(find(after, "goblin"), "asleep")


@covers("vanilla.spell.sleep")
def test_a_blow_wakes_a_sleeper_who_was_open_to_it():
    state, _ = cast(scene(foes=(beast("Ogre", at=5),)), "sleep", "ogre", Auto({6: 6}))
    ogre = find(state, "ogre")
    assert has_advantage(state, find(state, "ann"), ogre, melee_ways(find(state, "ann"))[0])
    (hit, _), _ = done(attack, state, "ann", "ogre", melee_ways(find(state, "ann"))[0], script=[10, "damage", 3])
    assert find(hit, "ogre").flesh == ogre.flesh - 5
    assert not has(find(hit, "ogre"), "asleep")


@covers("vanilla.spell.charm")
def test_the_charmed_do_not_fight_until_their_friends_attack_them():
    state, _ = cast(scene(), "charm", "orc")
    orc = find(state, "orc")
    assert out_of_reach(state, orc, find(state, "mira"), "melee")
    assert out_of_reach(state, orc, find(state, "ann"), "melee")
    again, _ = done(attacked, state, "ann", "orc", script=[6])
    assert not has(find(again, "orc"), "charmed")
    assert has(find(done(attacked, state, "ann", "orc", script=[7])[0], "orc"), "charmed")
    assert "wolf" not in aim_options(scene(), "mira", spells()[f"{SPELL}charm"])


@covers("vanilla.spell.hold_person", "vanilla.spell.hold_creature")
def test_the_held_save_on_each_go():
    state, _ = cast(scene(), "hold_person", "orc")
    state = replace(state, combat=fighting(side="foes", due=("orc",)))
    free, _ = done(go_begins, state, "orc", script=[6])
    assert not has(find(free, "orc"), "held_fast")
    assert distribution(lambda play: has(find(go_begins(play, state, "orc"), "orc"), "held_fast"))[True] * 10 == 7


@covers("vanilla.spell.hold_person", "vanilla.spell.web", "vanilla.spell.plant_growth")
def test_reversed_a_hold_frees_and_plants_wither():
    held, _ = cast(scene(), "hold_person", "orc")
    webbed, _ = cast(held, "web", "orc")
    free, _ = cast(webbed, "hold_person", "orc", opposite=True)
    assert find(free, "orc").conditions == ()
    assert cast(free, "hold_person", "ann")[1].codes()[-1] == "held_fast"
    assert "orc" not in aim_options(free, "mira", spells()[f"{SPELL}hold_person"])
    torn, _ = cast(webbed, "web", "orc", opposite=True)
    assert find(torn, "wolf").conditions == ()
    grown, _ = cast(scene(), "plant_growth", "orc")
    assert effects(cast(grown, "plant_growth", "orc", opposite=True)[0]) == []


@covers("vanilla.spell.web")
def test_fire_and_blade_halve_the_way_through_a_web():
    torch = replace(weapon("small_melee", "torch"), ref="vanilla.item.torch", lit=True)
    ann = somebody("ann", seat="ann", at=20, items=(weapon("medium_melee"), torch))
    state, _ = done(lambda play: cast(scene(party=(mage(), ann)), "web", "ann", play)[0], script=[[3, 4]])
    assert [(e.on, e.ends - state.clock) for e in on(state, "ann", "webbed")] == [(("ann",), 4 * TURN)]
    assert on(state, "orc", "webbed")[0].ends - state.clock == 7 * TURN


@covers("vanilla.spell.turn_undead")
def test_undead_flee_or_fall_by_the_roll():
    def turned(number, faces):
        foes = tuple(beast("Skeleton", f"s{n}", at=30) for n in range(number))
        state, _ = done_cast(scene(foes=foes, level=1), "turn_undead", "", [faces])
        return [sum([has(foe, how) for foe in state.foes]) for how in ("fleeing", "dead")]

    assert turned(3, [2, 2]) == [0, 3]
    assert turned(3, [1, 2]) == [3, 0]
    assert turned(3, [1, 1]) == [2, 0]
    assert turned(10, [3, 4]) == [7, 0]
    assert turned(7, [3, 4]) == [7, 0]


@covers("vanilla.spell.confusion", "vanilla.table.confusion")
def test_the_confused_do_not_choose_their_go():
    foes = (beast("Orc", "a", at=5), beast("Orc", "b", at=10))
    lost, _ = cast(scene(foes=foes), "confusion", "foes")
    state = replace(lost, combat=fighting(side="foes", due=("a", "b")))
    idle, _ = done(start_go, state, "a", script=[[3, 4]])
    assert idle.combat.turn == ""
    _, play = done(start_go, state, "a", script=[[1, 2], 20])
    assert [told.facts[:2] for told in play.told if told.code == "attack.wide"] == [("Orc", "Mira")]
    each_other, _ = done(start_go, state, "a", script=[[6, 6], 7, "damage", 2])
    assert find(each_other, "b").grit < find(state, "b").grit
    rows = [row.on for row in tables()["vanilla.table.confusion"].rows]
    assert rows == ["2-5", "6-8", "9-12"]


@covers("vanilla.spell.confusion")
def test_those_of_four_hit_dice_may_save_against_confusion():
    after, _ = cast(scene(), "confusion", "foes", Auto({20: 1}))
    assert effects(after)[0][1] == ("orc", "skeleton")
    clear, _ = cast(scene(), "confusion", "foes", opposite=True)
    assert effects(cast(clear, "confusion", "foes")[0]) == [("clear_mind", ("orc", "skeleton", "wolf"), 120)]


@covers("vanilla.spell.pit")
def test_a_pit_of_level_4_is_20_feet_deep():
    state, _ = done(lambda play: cast(scene(), "pit", "wolf", play)[0], script=[5, 10, [4, 5]])
    assert effects(state) == [("in_pit", ("wolf",), 40, 20)]
    assert find(state, "wolf").grit == 14 - 9
    wolf = find(state, "wolf")
    assert stays(state, wolf) == "in_pit"
    assert out_of_reach(state, find(state, "ann"), wolf, "melee")
    assert not out_of_reach(state, find(state, "ann"), wolf, "ranged")
    flier, _ = cast(scene(foes=(beast("Harpy", at=20),)), "pit", "harpy")
    assert effects(flier) == [("in_pit", (), 40, 20)]


@covers("vanilla.spell.enervate")
def test_the_mute_cannot_cast():
    state = put(scene("sleep"), gain(mage("sleep"), "mute"))
    assert cannot_cast(state, "mira") == Refusal("mute", ("Mira",), f"{SPELL}enervate")


@covers("vanilla.spell.bless_curse")
def test_bless_and_curse_move_av_by_one_and_cancel():
    blessed, _ = cast(scene(), "bless_curse", ("bless", "ann"))
    ann, orc = find(blessed, "ann"), find(blessed, "orc")
    sword = melee_ways(ann)[0]
    assert av_of(blessed, ann, orc, sword, advantage=False) == ann.av + 1
    twice, _ = cast(blessed, "bless_curse", ("bless", "ann"))
    assert av(twice, ann, orc, "melee") == 1
    both, _ = cast(twice, "bless_curse", ("curse", "ann"))
    assert av(both, ann, orc, "melee") == 0
    cursed, _ = cast(scene(), "bless_curse", ("curse", "ann"))
    assert av(cursed, ann, orc, "melee") == -1


@covers("vanilla.spell.invisibility", "vanilla.spell.detect_invisibility", "vanilla.light.dark")
def test_the_unseen_are_missed_and_strike_unawares():
    state, _ = cast(scene(foes=(beast("Orc", at=5),)), "invisibility", "ann")
    ann, orc = find(state, "ann"), find(state, "orc")
    assert unseen(state, ann, orc)
    hits = distribution(lambda play: attack(play, state, "orc", "ann", melee_ways(orc)[0])[1], policy=first)
    assert (hits["hit"] + hits["critical"]) * 400 == 121
    (hit, _), _ = done(attack, state, "ann", "orc", melee_ways(ann)[0], script=[5, "damage", 2])
    assert find(hit, "orc").flesh == orc.flesh - 2
    assert not unseen(hit, find(hit, "ann"), orc)
    sees = begin(Auto(), state, f"{SPELL}detect_invisibility", "sees_all", "orc", ("orc",))
    assert not unseen(sees, ann, orc)
    miss, _ = done(attack, state, "ann", "orc", melee_ways(ann)[0], script=[19])
    assert effects(miss[0]) == []


def first(choice):
    return choice.options[0]


@covers("vanilla.spell.invisibility", "vanilla.spell.invisibility_sphere")
def test_those_who_glow_and_those_in_a_sphere():
    glowing, _ = cast(scene(), "invisibility", "orc", opposite=True)
    ann, orc = find(glowing, "ann"), find(glowing, "orc")
    assert has_advantage(glowing, ann, orc, melee_ways(ann)[0])
    state, _ = cast(scene(), "invisibility_sphere", "mira")
    assert effects(attacked(Auto(), state, "ann")) == [("sphere", ("mira",), 40, 10)]
    assert effects(attacked(Auto(), state, "mira")) == []


@covers("vanilla.spell.light_dark", "vanilla.monster.fire_beetle")
def test_light_and_dark():
    dark = scene(dark=True, foes=())
    assert not lit(dark)
    assert lit(cast(dark, "light_dark", ("light", "mira"))[0])
    assert lit(replace(dark, foes=(beast("Fire Beetle"),)))
    night, _ = cast(scene(), "light_dark", ("dark", "wolf"))
    assert unseen(night, find(night, "wolf"), find(night, "ann"))
    assert unseen(night, find(night, "orc"), find(night, "skeleton"))


@covers("vanilla.spell.mass_morph")
def test_trees_until_they_move_or_attack():
    state, _ = cast(scene(), "mass_morph", "friends")
    assert unseen(state, find(state, "ann"), find(state, "orc"))
    assert effects(acted(Auto(), state, "ann", "move"))[0][1] == ("mira",)
    assert effects(attacked(Auto(), state, "mira"))[0][1] == ("ann",)


@covers("vanilla.spell.protection_from_missiles")
def test_missiles_fail_and_are_drawn():
    bow = weapon("small_ranged", "sling")
    ann = somebody("ann", seat="ann", items=(bow,))
    state = scene(party=(mage(), ann), foes=(beast("Orc", at=20),))
    safe, _ = cast(state, "protection_from_missiles", "orc")
    assert missiles_fail(safe, find(safe, "orc"))
    (after, how), _ = done(attack, safe, "ann", "orc", ranged_ways(ann)[0], script=[])
    assert (after.foes, how) == (safe.foes, "wide")
    open_, _ = cast(state, "protection_from_missiles", "orc", opposite=True)
    assert has_advantage(open_, ann, find(open_, "orc"), ranged_ways(ann)[0])


@covers("vanilla.spell.alter_time")
def test_the_fast_attack_twice_and_the_slow_every_second_round():
    fast, _ = cast(scene(), "alter_time", ("fast", "ann"))
    ann = find(fast, "ann")
    assert (attack_actions(fast, ann), moves(fast, ann)) == (2, 80)
    slow, _ = cast(scene(), "alter_time", ("slow", "orc"))
    orc = find(slow, "orc")
    assert (attack_actions(slow, orc), moves(slow, orc)) == (1, 20)
    odd = replace(slow, combat=replace(slow.combat, round=3))
    assert attack_actions(odd, orc) == 0
    both, _ = cast(slow, "alter_time", ("fast", "orc"))
    assert (attack_actions(both, orc), moves(both, orc)) == (1, 40)
    assert effects(cast(scene(), "alter_time", ("slow", "foes"), Auto({20: 1}))[0]) == []
    many = tuple(beast("Orc", f"o{n}", at=20) for n in range(30))
    assert len(cast(scene(foes=many), "alter_time", ("slow", "foes"))[0].effects[0].on) == 24
    assert len(cast(scene(foes=many), "alter_time", ("slow", "foes"), half=True)[0].effects[0].on) == 12


@covers("vanilla.spell.water_breathing", "vanilla.spell.levitate", "vanilla.spell.speak_with_plants")
def test_drowning_hanging_and_hindered():
    drowning, _ = cast(scene(foes=(beast("Zombie", at=20),)), "water_breathing", "zombie", opposite=True)
    state = replace(drowning, combat=fighting(side="foes", first="party"))
    after = round_ends(Auto({6: 4}), state)
    assert find(after, "zombie").grit == find(state, "zombie").grit - 4
    aloft, _ = cast(scene(), "levitate", "")
    mira, orc = find(aloft, "mira"), find(aloft, "orc")
    assert stays(aloft, mira) == "aloft"
    assert out_of_reach(aloft, orc, mira, "melee")
    assert not out_of_reach(aloft, beast("Harpy"), mira, "melee")
    assert stays(cast(scene(), "levitate", "", opposite=True)[0], mira) == "pinned"
    hindered, _ = cast(scene(), "speak_with_plants", "", opposite=True)
    assert moves(hindered, find(hindered, "mira")) == 20


@covers("vanilla.spell.polymorph", "vanilla.setting.unwilling_save")
def test_another_shape_and_back():
    troll = "vanilla.monster.troll"
    before = scene()
    state, _ = cast(before, "polymorph", "ann", Auto(shape=troll))
    ann, was = find(state, "ann"), find(before, "ann")
    assert (ann.av, ann.ac, ann.attacks, ann.damage) == (16, 5, 2, "1d6")
    assert (ann.grit, ann.flesh, ann.of) == (was.grit, was.flesh, was.of)
    assert melee_ways(ann)[0].natural
    assert find(finish(Auto(), state, state.effects[0].id), "ann") == was
    own, _ = cast(before, "polymorph", "mira", Auto(shape=troll))
    assert effects(own) == [("shape", ("mira",), 4 * HOUR)]
    other, _ = cast(before, "polymorph", "orc", Auto(shape=troll), half=True)
    assert effects(other) == [("shape", ("orc",), 4 * TURN)]
    forced, _ = cast(state, "polymorph", "ann", opposite=True)
    assert find(forced, "ann") == was
    assert effects(cast(forced, "polymorph", "ann", Auto(shape=troll))[0]) == effects(forced)


@covers("vanilla.setting.unwilling_save")
@pytest.mark.parametrize("name", ["shuffle", "dimensional_portal", "polymorph", "teleport"])
def test_the_unwilling_save_where_the_table_has_it_so(name):
    near = (beast("Orc", at=5),)
    option = "orc"
    for allowed in (False, True):
        before = scene(foes=near, settings={"unwilling_save": allowed})
        after, play = cast(before, name, option, Auto({20: 1, 6: 1}))
        assert ("save.made" in play.codes()) == allowed
        assert (changed(before, after) == {}) == allowed


@covers("vanilla.spell.dispel_magic", "vanilla.monster.paralysed")
def test_dispelling_is_sure_up_to_the_casters_level():
    def ends(level, of_level):
        base = scene(level=level)
        state = begin(Auto(), base, f"{SPELL}charm", "charmed", "orc", ("ann",), until="dispelled", level=of_level)
        left = distribution(lambda play: len(cast(state, "dispel_magic", "", play)[0].effects))
        return left[0]

    assert ends(3, 3) == 1
    assert ends(1, 5) * 3 == 1
    assert ends(3, 4) * 6 == 5
    stone = begin(
        Auto(), scene(level=1), "vanilla.monster.cockatrice", "stone", "", ("ann",), until="dispelled", level=6
    )
    assert has(find(stone, "ann"), "stone")
    assert distribution(lambda play: len(cast(stone, "dispel_magic", "", play)[0].effects))[0] * 6 == 1
    (fails, play) = cast(stone, "dispel_magic", "", Auto({6: 5}))
    assert (fails.effects, play.codes()[-1]) == (stone.effects, "dispel.fails")


@covers("vanilla.spell.dispel_magic")
def test_a_spell_can_be_stopped_for_a_turn_or_made_to_last():
    held, _ = cast(scene(foes=(beast("Orc", at=5),)), "hold_person", "orc")
    stopped, _ = cast(held, "dispel_magic", "", half=True)
    assert not has(find(stopped, "orc"), "held_fast")
    again = expire(Auto(), replace(stopped, clock=stopped.clock + TURN))
    assert has(find(again, "orc"), "held_fast")
    lasting, _ = cast(held, "dispel_magic", "", opposite=True)
    assert cast(lasting, "dispel_magic", "")[1].codes()[-1] == "spell.nothing"
    far, _ = cast(scene(), "hold_person", "orc")
    moved_ = put(far, replace(find(far, "orc"), at=25))
    assert cast(moved_, "dispel_magic", "")[1].codes()[-1] == "spell.nothing"


@covers("vanilla.spell.leap")
def test_a_leap_gives_no_free_attack():
    state, _ = cast(scene(foes=(beast("Orc", at=5),)), "leap", "ann")
    state = replace(state, combat=fighting("ann"))
    after, play = perform(LEAPING, "leap", state, "ann", script=[("back", 40)])
    assert (find(after, "ann").at, effects(after)) == (-40, [])
    assert "free_attack" not in play.codes()


@covers("vanilla.spell.shuffle", "vanilla.spell.dimensional_portal", "vanilla.spell.teleport")
def test_the_anchored_and_the_fixed_are_not_moved():
    fixed, _ = cast(scene(), "shuffle", "orc", opposite=True)
    assert stays(fixed, find(fixed, "orc")) == "fixed"
    assert changed(fixed, cast(fixed, "shuffle", "orc")[0]) == {}
    anchored, _ = cast(scene(), "teleport", "ann", opposite=True)
    assert changed(anchored, cast(anchored, "dimensional_portal", "ann")[0]) == {}
    beside, _ = cast(scene(), "dimensional_portal", "ann", Auto(portal=("beside", "wolf")))
    assert find(beside, "ann").at == 30


@covers("vanilla.spell.teleport")
@pytest.mark.parametrize(("known", "dies"), [("pictured", (2, 3)), ("seen", (1, 6)), ("studied", (1, 20))])
def test_the_chance_to_arrive(known, dies):
    def away(play, **how):
        return find(cast(scene(), "teleport", "ann", play, **how)[0], "ann").conditions

    def policy(choice):
        return known

    assert distribution(away, policy=policy)["dead",] * dies[1] == dies[0]
    weak = distribution(lambda play: away(play, half=True), policy=policy)
    assert weak[()] * dies[1] == dies[0]


@covers("vanilla.spell.sticks_to_snakes", "vanilla.monster.conjured_snake")
def test_snakes_fight_for_the_caster_and_are_sticks_again():
    state, _ = cast(scene(), "sticks_to_snakes", "", Auto({2: 2}))
    assert [one.of.rpartition(".")[2] for one in state.party[2:]] == ["conjured_snake"] * 6
    assert all(one.seat == "mira" for one in state.party[2:])
    over = expire(Auto(), replace(state, clock=state.clock + 6 * TURN))
    assert all(has(one, "gone") for one in over.party[2:])
    assert len(cast(scene(), "sticks_to_snakes", "", half=True)[0].party) == 2 + 3
    sticks, _ = cast(state, "sticks_to_snakes", "", opposite=True)
    assert all(has(one, "gone") for one in sticks.party[2:])


@covers("vanilla.spell.animate_dead")
def test_only_bodies_rise_and_only_until_dawn():
    bodies = tuple(gain(beast("Orc", f"b{n}", at=20), "dead") for n in range(2))
    zombie = "vanilla.monster.zombie"
    state, _ = cast(scene(foes=(beast("Orc", at=5), *bodies)), "animate_dead", "", Auto(animate=zombie))
    assert [one.of for one in state.party[2:]] == [zombie, zombie]
    assert effects(state) == [("called", ("s1", "s2"), DAY - 2 * HOUR)]
    assert len(cast(scene(foes=bodies), "animate_dead", "", half=True)[0].party) == 3
    assert cast(scene(), "animate_dead", "")[1].codes()[-1] == "spell.nothing"
    fallen, _ = cast(scene(), "animate_dead", "", opposite=True)
    assert has(find(fallen, "skeleton"), "dead")


@covers("vanilla.spell.conjure_elemental", "vanilla.monster.elemental", "vanilla.action.concentrate")
def test_an_elemental_obeys_only_while_the_caster_concentrates():
    state, _ = cast(scene(), "conjure_elemental", "")
    assert (state.party[-1].name, state.party[-1].level) == ("Elemental (fire)", 10)
    assert acted(Auto(), state, "mira", "concentrate") == state
    loose = acted(Auto(), state, "mira", "attack")
    assert (loose.party[-1].id, loose.foes[-1].name) == ("ann", "Elemental (fire)")
    assert lose_concentration(Auto(), state, "mira").foes[-1].name == "Elemental (fire)"
    gone, _ = cast(state, "dispel_magic", "", Auto({6: 6}))
    assert has(gone.party[-1], "gone")
    assert cast(scene(), "conjure_elemental", "", half=True)[0].party[-1].level == 5
    assert cast(scene(), "conjure_elemental", "", opposite=True)[0].foes[-1].name == "Elemental (fire)"


@covers("vanilla.spell.wall_of_fire_or_ice", "vanilla.spell.wall_of_stone_or_iron")
def test_walls_part_the_sides():
    state, _ = cast(scene(), "wall_of_fire_or_ice", ("ice", "orc"))
    ann, orc, wolf = find(state, "ann"), find(state, "orc"), find(state, "wolf")
    assert out_of_reach(state, orc, ann, "ranged")
    assert not out_of_reach(state, orc, wolf, "melee")
    assert barred(state, orc, 0)
    assert not barred(state, wolf, 0)
    assert ("to", "ann") not in destinations(state, "orc")
    through, _ = done(moved, state, "wolf", 10, script=[4])
    assert find(through, "wolf").grit == 10
    stone, _ = cast(scene(), "wall_of_stone_or_iron", ("stone", "orc"))
    assert barred(stone, wolf, 0)
    assert effects(cast(scene(), "wall_of_stone_or_iron", ("iron", "orc"))[0])[0][2] == 12 * TURN
    assert cast(stone, "dispel_magic", "")[1].codes()[-1] == "spell.nothing"
    hurt = lose_concentration(Auto(), state, "mira")
    assert effects(hurt) == []


@covers("vanilla.spell.cloudkill")
def test_a_cloud_drifts_and_kills_those_who_breathe():
    state, _ = cast(
        scene(foes=(beast("Orc", at=20), beast("Ogre", at=35), beast("Hill Giant", at=20))), "cloudkill", "orc"
    )
    assert (has(find(state, "orc"), "dead"), has(find(state, "hill_giant"), "dead")) == (True, False)
    assert not has(find(state, "ogre"), "dead")
    state = replace(state, combat=fighting(side="foes", first="party"))
    drifted = round_ends(Auto(), state)
    assert has(find(drifted, "ogre"), "dead")
    saved, _ = cast(scene(), "cloudkill", "orc", Auto({20: 1}))
    assert changed(scene(), saved) == {}


@covers("vanilla.spell.insect_plague")
def test_a_plague_needs_the_open():
    assert aim_options(scene(), "mira", spells()[f"{SPELL}insect_plague"]) == ()
    state, _ = cast(scene(place="wilds"), "insect_plague", "orc")
    assert not has(find(state, "wolf"), "fleeing")


@covers("vanilla.spell.telekinesis")
def test_things_are_hurled_and_torn_away():
    armed = beast("Orc", at=20, items=(weapon("medium_melee", "axe"),))
    state, _ = done_cast(scene(foes=(armed,)), "telekinesis", "", [("hurl", "orc"), 7, "damage", 3])
    assert find(state, "orc").grit == 0
    taken, play = done_cast(scene(foes=(armed,)), "telekinesis", "", [("take", "orc"), 7])
    assert "torn_away" in play.codes()
    assert (find(taken, "orc").items, taken.ground[0].id) == ((), "axe")
    kept, _ = done_cast(scene(foes=(armed,)), "telekinesis", "", [("take", "orc"), 6])
    assert find(kept, "orc").items == armed.items
    assert effects(kept) == [("telekinesis", (), 60, 80)]
    weak, _ = cast(scene(foes=()), "telekinesis", "", half=True)
    assert effects(weak) == [("telekinesis", (), 60, 40)]
    fixed, _ = cast(scene(), "telekinesis", "", opposite=True)
    assert effects(fixed) == [("fixed_things", (), 60, 80)]
