"""Tricks: push, trip, grapple, disarm, feint; and getting out of them."""

from msgspec.structs import replace

from tallow.games.vanilla.combat.assault import DEEDS as ASSAULT
from tallow.games.vanilla.combat.assault import melee
from tallow.games.vanilla.combat.attacks import attack
from tallow.games.vanilla.combat.moving import DEEDS
from tallow.games.vanilla.combat.rounds import new_round
from tallow.games.vanilla.combat.tricks import grapple, possible, trip
from tallow.games.vanilla.gear.weapons import melee_ways, ranged_ways
from tallow.games.vanilla.harm.freeing import DEEDS as FREEING
from tallow.games.vanilla.harm.freeing import break_free, let_go
from tallow.games.vanilla.state import MARKS
from tallow.mechanics.conditions import has
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.playing import asked, done
from tests.games.vanilla.fighters import armour, fighting, foe, perform, refusal, somebody, table, weapon

SWORD = weapon("medium_melee")
ARMED = [weapon("medium_melee", "f1")]


def fray(one, *foes, settings=None, **more):
    return table(one, foes=foes or [foe()], combat=fighting("ann", **more), settings=settings)


def tricked(state, *answers):
    """A hit by Ann that becomes a trick."""
    way = melee_ways(state.party[0])[0]
    (after, _), play = done(attack, state, "ann", "orc", way, script=[7, *answers])
    return after, play


@covers("vanilla.special.trick", "vanilla.action.trick")
def test_the_tricks_that_a_hit_can_become():
    ann = somebody(items=[SWORD])
    state = fray(ann, foe(items=ARMED))
    way = melee_ways(ann)[0]
    assert possible(state, ann, state.foes[0], way) == ("push", "trip", "grapple", "disarm", "feint")
    both = somebody(items=[SWORD, armour("shield")])
    assert "grapple" not in possible(fray(both), both, foe(), way), "it needs a free hand"
    assert "disarm" not in possible(fray(ann), ann, foe(), way), "natural weapons cannot be disarmed"
    archer = somebody(items=[weapon("small_ranged")])
    assert possible(fray(archer), archer, foe(items=ARMED), ranged_ways(archer)[0]) == ("disarm",)
    after, play = tricked(state, "trip")
    assert after.foes[0].grit == state.foes[0].grit
    (choice,) = asked(play, "hit")
    assert choice.options[0] == "damage"
    assert [question.sides for question in play.asked if hasattr(question, "sides")] == [20], "no Save, no damage"


@covers("vanilla.trick.push")
def test_push():
    state = fray(somebody(items=[SWORD]), foe(at=5))
    after, play = tricked(state, "push", 10)
    assert after.foes[0].at == 15
    assert not asked(play, "free_attack")
    assert tricked(state, "push", 5)[0].foes[0].at == 10
    held = fray(somebody(items=[SWORD]), foe(at=5, conditions=("held",), marks=(MARKS.mark("grappled", "ann"),)))
    assert not has(tricked(held, "push", 10)[0].foes[0], "held"), "pushed off"
    giant = fray(somebody(items=[SWORD]), foe(hd=9, at=5))
    after, play = tricked(giant, "push", "no")
    assert after.foes[0].at == 5
    assert asked(play, "budges")[0].by == REFEREE


@covers("vanilla.trick.trip", "vanilla.action.stand")
def test_trip_and_standing_up():
    after, _ = tricked(fray(somebody(items=[SWORD])), "trip")
    assert has(after.foes[0], "prone")
    down = table(trip(somebody()), somebody("bob", at=50), foes=[foe()], combat=fighting("ann"))
    assert refusal(DEEDS, "move", down, "ann") == "prone"
    up, play = perform(DEEDS, "stand", down, "ann", ["nobody"])
    assert asked(play, "free_attack")
    assert not has(up.party[0], "prone")
    assert up.party[0].moved, "it counts as moving"
    assert not up.combat.move
    assert refusal(DEEDS, "stand", up, "ann") is None


@covers("vanilla.trick.grapple", "vanilla.special.held", "vanilla.action.break_free")
def test_grapple_and_breaking_free():
    after, _ = tricked(fray(somebody(items=[SWORD])), "grapple")
    orc = after.foes[0]
    assert has(orc, "held")
    held = table(somebody(), somebody("bob"), foes=[orc], combat=fighting("orc", "foes"))
    assert refusal(DEEDS, "move", held, "orc") == "held"
    assert refusal(ASSAULT, "attack", held, "orc") == "", "it may still attack"
    free, play = perform(FREEING, "break_free", held, "orc", ["bob", 20, 6])
    assert [choice.options for choice in asked(play, "free_attack")] == [("bob", "nobody")], "not the holder"
    assert not has(free.foes[0], "held")
    assert free.foes[0].marks == ()
    failed, _ = done(break_free, held, "orc", script=["nobody", 7])
    assert has(failed.foes[0], "held")
    loose, _ = done(let_go, held, "ann")
    assert not has(loose.foes[0], "held")


@covers("vanilla.trick.grapple")
def test_two_holders_must_both_let_go():
    orc = grapple(grapple(foe(), "ann"), "bob")
    state = table(somebody(), somebody("bob"), foes=[orc], combat=fighting("ann"))
    state, _ = done(let_go, state, "ann")
    assert has(state.foes[0], "held")
    state, _ = done(let_go, state, "bob")
    assert not has(state.foes[0], "held")


@covers("vanilla.trick.disarm", "vanilla.action.pick_up")
def test_disarm():
    armed = fray(somebody(items=[SWORD]), foe(items=ARMED, at=5))
    away, _ = tricked(armed, "disarm", "away")
    assert away.foes[0].items == ()
    assert [(item.id, item.at) for item in away.ground] == [("f1", 15)]
    taken, _ = tricked(armed, "disarm", "take")
    assert [item.place for item in taken.party[0].items] == ["hands", "hands"]
    full = fray(somebody(items=[SWORD, armour("shield")]), foe(items=ARMED, at=5))
    away, play = tricked(full, "disarm")
    assert not asked(play, "disarmed"), "no hand is free to take it"
    assert len(away.ground) == 1


@covers("vanilla.trick.feint", "vanilla.special.feint_details")
def test_a_feint_is_two_attacks_with_an_advantage_in_the_next_round():
    state = fray(somebody(items=[SWORD]), foe(grit=30, flesh=9), foe("gob"))
    after, _ = tricked(state, "feint")
    assert after.combat.new_feints == (("ann", "orc"),)
    next_round, _ = done(new_round, after, script=[2])
    assert next_round.combat.feints == (("ann", "orc"),)
    own = replace(next_round, combat=replace(next_round.combat, turn="ann", due=(), move=True, action=True))
    struck, play = done(melee, own, "ann", script=[13, "damage", 1, 12, "damage", 1])
    assert not asked(play, "attack_whom"), "both go at the feinted enemy"
    assert (struck.foes[0].flesh, struck.foes[0].grit) == (6, 27), "a 13 is the critical; 1d6+2 each"
    assert struck.combat.feints == ()
    lapsed, _ = done(new_round, next_round, script=[2])
    assert lapsed.combat.feints == ()


@covers("vanilla.special.feint_details", "vanilla.setting.feint_target")
def test_the_second_attack_is_lost_with_the_feinted_enemy():
    weak = foe(grit=0, flesh=1)
    ann = somebody(calling="magic_user", items=[SWORD])
    same = fray(ann, weak, foe("gob"), feints=(("ann", "orc"),))
    after, _ = done(melee, same, "ann", script=[7, "damage", 1])
    assert has(after.foes[0], "dead")
    any_ = fray(ann, weak, foe("gob"), feints=(("ann", "orc"),), settings={"feint_target": "any"})
    after, play = done(melee, any_, "ann", script=["orc", 7, "damage", 1, 7, "damage", 1])
    assert after.foes[1].grit == 1
    assert len(asked(play, "attack_whom")) == 1


@covers("vanilla.special.feint_details", "vanilla.monster.attacks")
def test_an_enemy_with_several_attacks_gets_one_more():
    ogre = foe("ogre", hd=5, attacks=2, at=0, av=11)
    state = table(somebody(grit=30), foes=[ogre], combat=fighting("ogre", "foes", feints=(("ogre", "ann"),)))
    after, _ = done(melee, state, "ogre", script=[7, "damage", 1, 7, "damage", 1, 7, "damage", 1])
    assert after.party[0].grit == 30 - 3 - 3 - 1


@covers("vanilla.special.feint_details")
def test_a_feint_may_follow_a_feint_and_feints_do_not_add_up():
    state = fray(somebody(items=[SWORD]), foe(grit=30), feints=(("ann", "orc"),))
    after, play = done(melee, state, "ann", script=[7, "feint", 7, "damage", 1])
    assert after.combat.new_feints == (("ann", "orc"),)
    assert ["feint" in choice.options for choice in asked(play, "hit")] == [True, False]


def test_no_tricks_on_the_fallen():
    ann = somebody(items=[SWORD])
    assert possible(fray(ann), ann, foe(conditions=("out",)), melee_ways(ann)[0]) == ()
