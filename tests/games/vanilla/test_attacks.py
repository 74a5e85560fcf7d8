"""One attack: AV and AC with all that changes them, damage, criticals, wear, shots, kills."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.combat.armour import ac_of, own_part, wear
from tallow.games.vanilla.combat.assault import DEEDS, melee, shoot
from tallow.games.vanilla.combat.attacks import ac_against, attack, av_of, drawn, has_advantage, shootable, unaware
from tallow.games.vanilla.combat.places import melee_of
from tallow.games.vanilla.gear.inventory import enchanted
from tallow.games.vanilla.gear.weapons import class_damage, dual, free_hands, hands_of, melee_ways, ranged_ways
from tallow.games.vanilla.monsters.bestiary import lookup, spawn
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import MARKS, Life
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find
from tallow.play import distribution
from tallow.testing import covers
from tests.games.playing import asked, done, first
from tests.games.vanilla.fighters import armour, fighting, foe, perform, refusal, somebody, table, weapon

SWORD = weapon("medium_melee")
KNIFE = weapon("small_melee")


def fray(one, *foes, **more):
    """A fight on Ann's go."""
    return table(one, foes=foes or [foe()], combat=fighting(one.id), **more)


def blow(state, script, target="orc", who="ann", **more):
    """One attack with the first weapon in hand."""
    one = next(one for one in (*state.party, *state.foes) if one.id == who)
    ways = melee_ways(one) if not more.pop("shot", False) else ranged_ways(one)
    (after, struck), play = done(attack, state, who, target, ways[0], script=script, **more)
    return after, struck, play


def hits(state, target="orc", who="ann", shot=False):
    """The chance to hit."""
    one = state.party[0]
    way = (ranged_ways if shot else melee_ways)(one)[0]

    def struck(play):
        return attack(play, state, who, target, way)[1] in ("hit", "critical")

    return distribution(struck, policy=first).get(True, 0)


@covers("vanilla.weapon.small_ac", "vanilla.weapon.small_melee", "vanilla.weapon.medium_melee")
def test_a_small_weapon_finds_the_gap():
    assert hits(fray(somebody(items=[SWORD]))) == Fraction(9, 20)
    assert hits(fray(somebody(items=[KNIFE]))) == Fraction(1, 2)
    state = fray(somebody(items=[KNIFE]), foe(ac=0))
    assert ac_against(state, state.party[0], state.foes[0], melee_ways(state.party[0])[0]) == 0
    worn = fray(somebody(items=[KNIFE]), foe(ac=2, worn=True))
    after, struck, _ = blow(worn, [2, "damage", 3])
    assert struck == "hit"
    assert after.foes[0].ac == 2, "a roll equal to the real AC hits and wears nothing"


@covers("vanilla.weapon.dual", "vanilla.melee.modifiers", "vanilla.weapon.unarmed")
def test_two_weapons_give_one_more_av_and_no_more_attacks():
    both = somebody(items=[SWORD, weapon("medium_melee", "w2")])
    assert dual(both)
    assert hits(fray(both)) == Fraction(1, 2)
    _, struck, _ = blow(fray(both), [12, "damage", 3])
    assert struck == "critical"
    assert not dual(somebody(items=[SWORD]))
    assert not dual(somebody(items=[SWORD, armour("shield")]))
    assert not dual(somebody(items=[weapon("large_melee")]))
    state = fray(both)
    way = melee_ways(both)[0]
    assert av_of(state, both, state.foes[0], way, advantage=True) == 14


@covers("vanilla.action.melee_attack", "vanilla.weapon.dual", "vanilla.melee.procedure")
def test_target_and_weapon_are_named_before_the_roll_in_one_question():
    mixed = somebody(items=[SWORD, weapon("small_melee", "w2")])
    state = fray(mixed, foe(), foe("gob", ac=3))
    _, play = done(melee, state, "ann", script=[("with", "gob", "w2"), 20])
    (choice,) = asked(play, "attack_whom")
    assert len(choice.options) == 4
    assert play.asked[0] is choice
    _, play = done(melee, fray(somebody(items=[SWORD, weapon("medium_melee", "w2")])), "ann", script=[20])
    assert not asked(play, "attack_whom"), "nothing to name where all is alike"


@covers("vanilla.melee.damage", "vanilla.weapon.large_melee", "vanilla.weapon.unarmed", "vanilla.damage.minimum")
@pytest.mark.parametrize(
    ("items", "die", "amount"),
    [([KNIFE], 1, 0), ([SWORD], 4, 4), ([weapon("large_melee")], 4, 5), ([], 2, 0), ([], 6, 4)],
)
def test_damage_by_size(items, die, amount):
    after, _, play = blow(fray(somebody(items=items), foe(grit=9)), [7, "damage", die])
    assert after.foes[0].grit == 9 - amount
    assert ("damage.none" in play.codes()) == (amount == 0)


@covers("vanilla.special.advantage", "vanilla.special.advantage_when", "vanilla.special.advantage_stack")
def test_an_advantage_is_two_and_two_and_counts_once():
    prone = fray(somebody(items=[weapon("large_melee")]), foe(grit=9, conditions=("prone", "held")))
    assert hits(prone) == Fraction(11, 20)
    after, _, _ = blow(prone, [7, "damage", 4], advantage=True)
    assert after.foes[0].grit == 2
    _, struck, _ = blow(prone, [13, "damage", 1])
    assert struck == "critical"
    _, struck, _ = blow(prone, [11, "damage", 1])
    assert struck == "hit"
    for condition in ("prone", "held", "held_fast", "out", "asleep"):
        state = fray(somebody(), foe(conditions=(condition,)))
        assert has_advantage(state, state.party[0], state.foes[0], melee_ways(state.party[0])[0])


@covers("vanilla.special.advantage_when", "vanilla.action.gm_advantage")
def test_flanking_and_the_gms_word():
    ann, bob = somebody(items=[SWORD]), somebody("bob", at=10, items=[SWORD])
    way = melee_ways(ann)[0]
    state = table(ann, bob, foes=[foe()], combat=fighting("ann"))
    assert has_advantage(state, ann, state.foes[0], way)
    beside = table(ann, replace(bob, at=0), foes=[foe()], combat=fighting("ann"))
    assert not has_advantage(beside, ann, beside.foes[0], way)
    fallen = table(ann, replace(bob, conditions=("out",)), foes=[foe()], combat=fighting("ann"))
    assert not has_advantage(fallen, ann, fallen.foes[0], way)
    granted = table(ann, foes=[foe()], combat=fighting("ann", advantage=("ann",)))
    assert has_advantage(granted, ann, granted.foes[0], way)
    after, _, _ = blow(granted, [20])
    assert after.combat.advantage == (), "for one attack"


@covers("vanilla.special.unaware", "vanilla.melee.critical")
def test_the_unaware_lose_flesh_at_once():
    state = fray(somebody(items=[SWORD]), foe(grit=4, flesh=9, conditions=("unaware",)))
    after, _, _ = blow(state, [7, "damage", 5])
    assert (after.foes[0].grit, after.foes[0].flesh) == (4, 4)
    assert not has(after.foes[0], "unaware")
    assert hits(state) == Fraction(9, 20), "it is no advantage by itself"
    missed, _, _ = blow(state, [20])
    assert not has(missed.foes[0], "unaware")
    crit, struck, _ = blow(fray(somebody(items=[SWORD]), foe(flesh=9)), [11, "damage", 5])
    assert struck == "critical"
    assert (crit.foes[0].grit, crit.foes[0].flesh) == (4, 4)
    out = foe(conditions=("out", "unaware"), flesh=0)
    still, _, _ = blow(fray(somebody(items=[SWORD]), out), [20])
    assert has(still.foes[0], "unaware"), "but for those who are out"
    assert unaware(state, foe(conditions=("asleep",)), somebody())


@covers("vanilla.combat.information")
def test_players_hear_how_a_blow_went_and_no_number_of_the_enemy():
    _, _, play = blow(fray(somebody(items=[SWORD])), [2])
    assert play.codes() == ["attack.stopped"]
    _, _, play = blow(fray(somebody(items=[SWORD])), [12])
    assert play.codes() == ["attack.wide"]
    _, _, play = blow(fray(somebody(items=[SWORD]), foe(grit=0)), [7, "damage", 1])
    assert play.codes() == ["attack.hit", "damage.flesh"]


@covers("vanilla.class.fighter_damage", "vanilla.setting.fighter_feats", "vanilla.class.fighter")
def test_a_fighters_level_adds_to_damage():
    way = melee_ways(somebody(items=[SWORD]))[0]
    added = [class_damage(table(), somebody(level=level), way) for level in range(1, 11)]
    assert added == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3]
    assert class_damage(table(), somebody(calling="magic_user", level=10), way) == 0
    assert class_damage(table(settings={"fighter_feats": False}), somebody(level=10), way) == 0
    seven = fray(somebody(level=7, items=[SWORD]), foe(grit=20, conditions=("prone",)))
    after, _, _ = blow(seven, [7, "damage", 3])
    assert after.foes[0].grit == 20 - 7


@covers("vanilla.class.fighter_kill", "vanilla.action.kill_attack", "vanilla.setting.fighter_feats")
def test_a_kill_brings_another_attack_without_end():
    weak = [foe(name, grit=0, flesh=1) for name in ("a", "b", "c")]
    after, play = done(
        melee, fray(somebody(items=[SWORD]), *weak), "ann", script=["a", 7, "damage", 1, "b", 7, "damage", 1, "c", 12]
    )
    assert [has(one, "dead") for one in after.foes] == [True, True, False]
    assert asked(play, "attack_again")[0].options == ("b", "c", "nobody")
    far = fray(somebody(items=[SWORD]), weak[0], replace(weak[1], at=20))
    _, play = done(melee, far, "ann", script=[7, "damage", 1])
    assert not asked(play, "attack_again"), "nobody else in reach"
    for state in (
        fray(somebody(items=[SWORD]), *weak, settings={"fighter_feats": False}),
        fray(somebody(calling="magic_user", items=[SWORD]), *weak),
    ):
        _, play = done(melee, state, "ann", script=["a", 7, "damage", 1])
        assert not asked(play, "attack_again")


@covers("vanilla.monster.attacks")
def test_an_enemy_attacks_as_often_as_it_has_attacks():
    ogre = foe("ogre", hd=5, attacks=2, at=0)
    state = table(somebody(), somebody("bob"), foes=[ogre], combat=fighting("ogre", "foes"))
    after, play = done(melee, state, "ogre", script=["ann", 9, "damage", 3, "bob", 9, "damage", 4])
    assert [one.grit for one in after.party] == [2, 1]
    assert len(asked(play, "attack_whom")) == 2


@covers("vanilla.armour.sum", "vanilla.armour.unarmoured", "vanilla.armour.light", "vanilla.armour.medium")
@covers("vanilla.armour.heavy", "vanilla.armour.shield")
def test_armour_class_is_a_sum():
    def ac(*items, **more):
        return ac_of(table(), somebody(items=items, **more))

    assert ac() == 0
    assert [ac(armour(name)) for name in ("light", "medium", "heavy", "shield")] == [2, 4, 6, 1]
    assert ac(armour("heavy"), armour("shield", "s")) == 7
    assert ac(armour("medium", ac=3), armour("shield", "s")) == 4
    assert ac(armour("shield", place="pack")) == 0
    assert ac(armour("heavy", place="pack")) == 0


@covers("vanilla.wear.trigger", "vanilla.wear.broken", "vanilla.melee.miss_armour")
def test_each_stopped_blow_costs_a_point():
    orc = foe(at=0)
    state = table(somebody(items=[armour("light")]), foes=[orc], combat=fighting("orc", "foes"))
    after, struck, play = blow(state, [2], target="ann", who="orc")
    assert struck == "stopped"
    assert after.party[0].items[0].ac == 1
    assert "wear" in play.codes()
    _, struck, _ = blow(after, [2, "damage", 1], target="ann", who="orc")
    assert struck == "hit"
    broken, _, play = blow(after, [1], target="ann", who="orc")
    assert broken.party[0].items[0].ac == 0
    assert "wear.broken" in play.codes()
    assert ac_of(broken, broken.party[0]) == 0


@covers("vanilla.wear.piece", "vanilla.setting.shield_wear")
def test_which_piece_wears():
    both = [armour("medium"), armour("shield", "s")]

    def acs(items, how, by_shield=False):
        state = table(somebody(items=items), settings={"shield_wear": how})
        after, _ = done(wear, state, "ann", by_shield)
        return [item.ac for item in after.party[0].items]

    assert acs(both, "armour_first") == [3, 1]
    assert acs(both, "by_roll") == [3, 1]
    assert acs(both, "by_roll", by_shield=True) == [4, 0]
    assert acs([armour("shield")], "armour_first") == [0]
    assert acs([armour("shield")], "never") == [1]
    state = table(somebody(items=both), settings={"shield_wear": "by_roll"})
    assert own_part(state, state.party[0], 5) == 4
    assert own_part(table(somebody(items=both)), somebody(items=both), 5) == 20


@covers("vanilla.wear.natural", "vanilla.setting.enemy_wear")
@pytest.mark.parametrize(
    ("how", "worn", "left"), [("worn", True, 2), ("worn", False, 3), ("none", True, 3), ("all", False, 2)]
)
def test_hide_does_not_wear(how, worn, left):
    state = table(somebody(), foes=[foe(ac=3, worn=worn)], settings={"enemy_wear": how})
    assert done(wear, state, "orc")[0].foes[0].ac == left
    clad = table(somebody(), foes=[foe(items=[armour("light")])], settings={"enemy_wear": how})
    assert done(wear, clad, "orc")[0].foes[0].items[0].ac == (2 if how == "none" else 1)


@covers("vanilla.table.magic_armour")
def test_magic_armour():
    pieces = [enchanted("vanilla.table.magic_armour", on, "a") for on in range(1, 7)]
    assert [(piece.ac, piece.slots) for piece in pieces] == [(3, 1), (5, 2), (7, 3), (2, 1), (2, 1), (4, 2)]
    stubborn = replace(pieces[4], place="worn", ac=1)
    state = table(somebody(items=[stubborn]))
    assert done(wear, state, "ann")[0].party[0].items[0].ac == 1
    shield = replace(pieces[3], place="hands")
    assert ac_of(table(), somebody(items=[shield])) == 2


@covers("vanilla.table.magic_weapon")
def test_magic_weapons():
    ways = {}
    for on in range(1, 9):
        item = replace(enchanted("vanilla.table.magic_weapon", on, "w"), place="hands")
        one = somebody(items=[item])
        ways[on] = (melee_ways(one)[0], ranged_ways(one))
        assert ways[on][0].magic
    assert [(way.av, way.bonus, way.enemy_ac) for way, _ in ways.values()] == [
        (0, 1, 0), (0, 2, 0), (1, 0, 0), (1, 1, 0), (0, 0, 0), (0, 1, 0), (0, 0, 0), (0, 0, -2)]  # fmt: skip
    assert ways[6][0].element == "fire"
    assert [(way.far, way.most) for way in ways[7][1]] == [(20, 40)]
    bane = somebody(items=[replace(enchanted("vanilla.table.magic_weapon", 5, "w"), place="hands")])
    bones = foe(grit=20, of="vanilla.monster.skeleton")
    after, _, _ = blow(fray(bane, bones), [7, "damage", 3, 4])
    assert after.foes[0].grit == 13


BOW = weapon("medium_ranged")


@covers("vanilla.ranged.same", "vanilla.ranged.long", "vanilla.ranged.max")
@covers("vanilla.weapon.small_ranged", "vanilla.weapon.medium_ranged", "vanilla.weapon.large_ranged")
@pytest.mark.parametrize(("size", "far"), [("small", 20), ("medium", 40), ("large", 80)])
def test_range_doubles_with_two_dice(size, far):
    archer = somebody(items=[weapon(f"{size}_ranged")])

    def dice(at):
        _, play = done(shoot, fray(archer, foe(at=at)), "ann", script=[12] if at <= far else [[12, 13]])
        return play.asked[0].n

    assert dice(far) == 1
    assert dice(far + 1) == 2
    assert dice(2 * far) == 2
    assert hits(fray(archer, foe(at=far + 1)), shot=True) == Fraction(81, 400)
    too_far = fray(archer, foe(at=2 * far + 1))
    assert shootable(too_far, "ann", ranged_ways(archer)[0]) == ()
    assert refusal(DEEDS, "shoot", too_far, "ann") == "no_foe_in_range"


@covers("vanilla.ranged.ammo", "vanilla.item.ammunition", "vanilla.action.ranged_attack")
def test_a_twenty_is_the_last_of_it():
    state = fray(somebody(items=[weapon("small_ranged")]), foe(at=20))
    after, play = done(shoot, state, "ann", script=[20])
    assert after.party[0].items[0].empty
    assert play.codes() == ["attack.wide", "ammo.out"]
    assert refusal(DEEDS, "shoot", after, "ann") == "no_ammunition"
    long, _ = done(shoot, fray(somebody(items=[BOW]), foe(at=60)), "ann", script=[[5, 20]])
    assert long.party[0].items[0].empty
    good, play = done(shoot, fray(somebody(items=[weapon("small_ranged")], av=20), foe(at=20)), "ann", script=[20, 1])
    assert play.codes()[0] == "attack.critical"
    assert good.party[0].items[0].empty


@covers("vanilla.weapon.reload_medium", "vanilla.weapon.reload_large", "vanilla.weapon.reload_small")
def test_larger_weapons_are_unloaded_by_a_shot():
    for size, loaded in [("small", True), ("medium", False), ("large", False)]:
        state = fray(somebody(items=[weapon(f"{size}_ranged")]), foe(at=20))
        after, _ = done(shoot, state, "ann", script=[12])
        assert after.party[0].items[0].loaded == loaded
        assert refusal(DEEDS, "shoot", after, "ann") == ("" if loaded else "not_loaded")


@covers("vanilla.ranged.into_melee", "vanilla.combat.engaged")
def test_a_shot_into_melee_goes_at_any_of_it():
    archer, friend = somebody(items=[BOW]), somebody("bob", at=30)
    orcs = [foe("a", at=35), foe("b", at=35)]
    state = table(archer, friend, foes=orcs, combat=fighting("ann"))
    way = ranged_ways(archer)[0]
    assert distribution(drawn, state, "ann", "a", way) == {name: Fraction(1, 3) for name in ("a", "b", "bob")}
    armoured = table(archer, replace(friend, ac=2), foes=orcs, combat=fighting("ann"))

    def friend_hit(play):
        return shoot(play, armoured, "ann").party[1] != armoured.party[1]

    odds = distribution(friend_hit, policy=first)
    assert odds[True] == Fraction(3, 20)
    alone = table(archer, foes=orcs, combat=fighting("ann"))
    assert distribution(drawn, alone, "ann", "a", way) == {"a": 1}


@covers("vanilla.ranged.in_melee")
def test_a_shooter_in_melee_gives_no_free_attacks():
    state = fray(somebody(items=[BOW]), foe())
    _, play = perform(DEEDS, "shoot", state, "ann", [12])
    assert not asked(play, "free_attack")
    assert play.asked[0].sides == 20, "with one foe there is nothing to draw"


@covers("vanilla.ranged.into_melee")
def test_those_beyond_the_longest_range_are_drawn_again():
    archer = somebody(items=[weapon("small_ranged")])
    state = table(archer, somebody("bob", at=42), foes=[foe("a", at=38)], combat=fighting("ann"))
    assert distribution(drawn, state, "ann", "a", ranged_ways(archer)[0]) == {"a": 1}


@covers("vanilla.combat.engaged")
def test_a_melee_is_the_whole_group():
    ann, dee = somebody(at=0), somebody("dee", at=10)
    state = table(ann, dee, foes=[foe("b", at=5), foe("c", at=5)], combat=fighting("ann"))
    assert melee_of(state, "ann") == ("ann", "dee", "b", "c")
    apart = table(ann, foes=[foe("b", at=6)], combat=fighting("ann"))
    assert melee_of(apart, "ann") == ()
    out = table(replace(ann, conditions=("out",)), foes=[foe("b")], combat=fighting("b", "foes"))
    assert melee_of(out, "ann") == ()


@covers("vanilla.table.extra")
def test_a_marksman_shoots_better():
    archer = somebody(items=[BOW, SWORD], life=Life(extra="Marksman"))
    state = fray(archer, foe(at=20))
    assert av_of(state, archer, state.foes[0], ranged_ways(archer)[0], advantage=False) == 12
    assert av_of(state, archer, state.foes[0], melee_ways(archer)[0], advantage=False) == 11


@covers("vanilla.carry.ranged_hands", "vanilla.setting.ranged_hands", "vanilla.carry.hands")
def test_hands():
    usual, by_size = Settings(), Settings(ranged_hands="by_size")
    bows = [weapon(f"{size}_ranged") for size in ("small", "medium", "large")]
    assert [hands_of(bow, usual) for bow in bows] == [1, 2, 2]
    assert [hands_of(bow, by_size) for bow in bows] == [1, 1, 2]
    assert free_hands(somebody(items=[weapon("large_melee")]), usual) == 0
    assert free_hands(somebody(items=[SWORD]), usual) == 1
    assert free_hands(somebody(items=[SWORD, armour("shield")]), usual) == 0


def test_enemies_shoot_what_grows_on_them():
    manticore = foe("manticore", hd=6, of="vanilla.monster.manticore", at=60)
    state = table(somebody(), foes=[manticore], combat=fighting("manticore", "foes"))
    (way,) = ranged_ways(manticore)
    assert (way.option, way.far, way.most) == ("spike", 80, 160)
    after, _ = done(shoot, state, "manticore", script=[20])
    assert after.foes[0].spent == ("spike",)
    assert ranged_ways(replace(manticore, spent=("spike",) * 6)) == ()


@covers("vanilla.table.magic_weapon", "vanilla.monster.fire_giant")
@pytest.mark.parametrize(("name", "lost"), [("Fire Giant", 4), ("Hill Giant", 5)])
def test_a_flaming_weapon_is_of_fire_where_that_serves(name, lost):
    blade = replace(enchanted("vanilla.table.magic_weapon", 6, "w"), place="hands")
    state = table(
        somebody(items=[blade]), foes=[replace(spawn(lookup(name), "m", at=5), attacks=0)], combat=fighting("ann")
    )
    after, _, _ = blow(state, [9, "damage", 4], "m")
    assert state.foes[0].grit - after.foes[0].grit == lost


@covers("vanilla.table.magic_weapon", "vanilla.weapon.small_ranged")
def test_a_weapon_that_comes_back_is_thrown_as_a_small_ranged_one():
    axe = replace(weapon("large_melee"), power="Returning", magic=True)
    (thrown,) = ranged_ways(somebody(items=[axe]))
    assert (thrown.mode, thrown.damage, thrown.far, thrown.most, thrown.magic) == ("ranged", "1d6-1", 20, 40, True)
    (small,) = ranged_ways(somebody(items=[replace(axe, ref="vanilla.weapon.small_melee")]))
    assert small.enemy_ac == 0


@covers("vanilla.monster.elemental")
def test_an_elemental_of_earth_is_struck_by_a_sword_and_not_by_an_arrow():
    earth = foe("earth", ac=0, grit=9, of="vanilla.monster.elemental", marks=(MARKS.mark("element", "earth"),))
    archer = table(somebody(items=(weapon("small_ranged"),)), foes=(earth,), combat=fighting("ann"))
    (shot, _), _ = done(attack, archer, "ann", "earth", ranged_ways(archer.party[0])[0], plain=True, script=[5, 4])
    assert find(shot, "earth").grit == 9
    swordsman = table(somebody(items=(weapon("medium_melee"),)), foes=(earth,), combat=fighting("ann"))
    (cut, _), _ = done(attack, swordsman, "ann", "earth", melee_ways(swordsman.party[0])[0], plain=True, script=[5, 4])
    assert find(cut, "earth").grit == 5


@covers("vanilla.ranged.max", "vanilla.setting.ranged_hands")
def test_each_weapon_goes_as_far_as_twice_its_own_range():
    ann = somebody(items=(weapon("small_ranged", "sling"), weapon("medium_ranged", "bow")))
    state = table(ann, foes=(foe(at=60),), combat=fighting("ann"), settings={"ranged_hands": "by_size"})
    assert refusal(DEEDS, "shoot", state, "ann") == ""
    both = replace(state, foes=(*state.foes, foe("wolf", at=40)))
    _, play = perform(DEEDS, "shoot", both, "ann", [("with", "orc", "bow"), [19, 19]])
    options = [("with", "wolf", "sling"), ("with", "orc", "bow"), ("with", "wolf", "bow")]
    assert list(asked(play, "shoot_whom")[0].options) == options, "a sling reaches 40 feet at most"
    assert refusal(DEEDS, "shoot", replace(state, foes=(foe(at=81),)), "ann") == "no_foe_in_range"
