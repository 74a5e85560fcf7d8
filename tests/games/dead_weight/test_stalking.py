"""Stalking: the free critical hit before a combat."""

from msgspec.structs import replace

from tallow.games.dead_weight.combat.rounds import begin
from tallow.games.dead_weight.combat.stalking import stalk
from tallow.games.dead_weight.gear.inventory import thing
from tallow.games.dead_weight.state import enemy
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.dead_weight.people import corpse, somebody, table
from tests.games.playing import done


@covers("dead_weight.skill.stalker", "dead_weight.action.combat_stalker")
def test_a_stalker_has_a_free_critical_hit_before_setup():
    stalker = somebody("zael", skills=("stalker",), items=(thing("dead_weight.weapon.falchion", "f", place="right"),))
    foes = corpse("a", wounds=9, shield=2), corpse("b")
    script = ("yes", "a", 3, "close")
    state, _ = done(begin, table(stalker), foes, upper_hand=True, script=script)
    hurt = enemy(state, "a")
    assert (hurt.taken, hurt.bleeding, hurt.shield) == (4, True, 2), "no test, no tokens; armour rolls"
    assert state.combat.enemy_morale == 3
    state, _ = done(
        begin,
        table(stalker),
        (corpse("a", wounds=3, armour=0), corpse("b")),
        upper_hand=True,
        script=("yes", "a", "close"),
    )
    assert state.combat.enemy_morale == 2, "enemies are counted for morale afterwards"
    done(begin, table(stalker), foes, upper_hand=True, script=("no", "close"))
    done(begin, table(stalker), foes, script=("no", "close", "roll", [2, 3, 5]))
    state, _ = done(begin, table(stalker), (corpse("a", wounds=3, armour=0),), upper_hand=True, script=("yes", "a"))
    assert (state.combat, state.ended.how) == (None, "enemies_down")


@covers("dead_weight.skill.stalker")
def test_a_stalker_undetected_by_an_enemy_strikes_though_the_others_are_seen():
    stalker = somebody("zael", skills=("stalker",), items=(thing("dead_weight.weapon.falchion", "f", place="right"),))
    party = table(stalker, somebody("amber"))
    foes = (corpse("a", wounds=9, armour=0), corpse("b"))
    state, play = done(begin, party, foes, script=("yes", "b", [6], "close", "roll", [2, 3, 5], "roll", [2, 3, 5]))
    assert enemy(state, "b").taken == 3
    assert state.combat.unaware == (), "the fight is in the open for everybody else"
    asked = next(question for question in play.asked if getattr(question, "what", "") == "undetected")
    assert (asked.by, asked.options[0]) == (REFEREE, "no")


@covers("dead_weight.skill.stalker")
def test_a_stalker_strikes_before_a_combat_and_at_no_other_time():
    stalker = somebody("zael", skills=("stalker",), items=(thing("dead_weight.weapon.falchion", "f", place="right"),))
    peace = table(stalker, enemies=(corpse("a"),))
    assert done(stalk, peace)[0] == peace


@covers("dead_weight.skill.stalker", "dead_weight.trait.cold_blood")
def test_a_cold_blooded_stalker_stabs_an_unaware_enemy_in_the_back():
    dagger = thing("dead_weight.weapon.dagger", "d", place="right")
    stalker = somebody("zael", skills=("stalker",), traits=("cold_blood",), items=(dagger,))
    tough = corpse("a", wounds=9, armour=0, resistance=2), corpse("b")
    state, _ = done(begin, table(stalker), tough, upper_hand=True, script=("yes", "a", "close"))
    assert enemy(state, "a").taken == 5, "1 + 3 and one extra wound; resistance does not count"
    plain = replace(stalker, life=replace(stalker.life, traits=()))
    state, _ = done(begin, table(plain), tough, upper_hand=True, script=("yes", "a", "close"))
    assert enemy(state, "a").taken == 2, "resistance takes 2 of 4"


@covers("dead_weight.skill.stalker", "dead_weight.weapon.special_text", "dead_weight.item.arrows")
def test_a_stalkers_hit_has_all_that_belongs_to_the_weapon():
    def stalked(weapon, *script, place="right", **more):
        item = replace(thing(f"dead_weight.weapon.{weapon}", "w", place=place), **more)
        arrows = thing("dead_weight.item.arrows", "arrows", place="back")
        stalker = somebody("zael", skills=("stalker",), items=(item, arrows))
        foes = corpse("a", wounds=9, armour=0, traits=("acid_blood",)), corpse("b")
        state, _ = done(begin, table(stalker), foes, upper_hand=True, script=("yes", "a", *script, "close"))
        return state.party[0], enemy(state, "a")

    _, hurt = stalked("notched_whip", 2)
    assert (hurt.taken, hurt.stun, hurt.bleeding) == (3, 1, True), "no armour: stunned"
    _, hurt = stalked("falchion", 2, marks=("ashes",))
    assert hurt.taken == 5
    one, hurt = stalked("short_bow", 1, place="both")
    assert (hurt.taken, one.items[1].usage) == (3, 6), "an arrow is shot, and no blood gets on the bow"
