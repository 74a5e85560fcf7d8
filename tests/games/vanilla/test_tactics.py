"""The bots: they close in, strike, shoot, get up, and come to an end; a whole side goes at once."""

from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.shared.opponent import ANYBODY
from tallow.games.vanilla.bots.outcome import over
from tallow.games.vanilla.bots.skirmish import fitting, skirmish
from tallow.games.vanilla.bots.tactics import act, decide
from tallow.games.vanilla.bots.tending import ANTIDOTE, care, tended
from tallow.games.vanilla.combat import sides
from tallow.games.vanilla.combat.rounds import begin
from tallow.games.vanilla.entries import enchantments, monsters
from tallow.games.vanilla.gear import items
from tallow.games.vanilla.gear.inventory import minor, potion
from tallow.games.vanilla.monsters.bestiary import spawn
from tallow.games.vanilla.record import BOTS, GAME
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Effect, Ended, Known
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, Choice, Scripted, Simulated
from tallow.simulate import simulate
from tallow.testing import covers
from tests.games.playing import asked, done
from tests.games.vanilla.casters import SPELL
from tests.games.vanilla.fighters import armour, fighting, foe, perform, refusal, somebody, table, weapon

SWORD = weapon("medium_melee", "sword")


def test_a_bot_begins_a_fight_and_calls_an_endless_one_off():
    assert act(table(somebody(), foes=(foe(),)), REFEREE) == Action("start_combat")
    long = table(somebody(), foes=(foe(),), combat=fighting("", due=("ann",), round=101))
    assert act(long, "player") == Action("end_combat")


def test_a_side_of_one_seat_goes_as_one():
    state = table(somebody(), somebody("bob"), foes=(foe(),), combat=fighting("", due=("ann", "bob")))
    assert act(state, "player") == Action("all_attack", "party")


@pytest.mark.parametrize(
    ("changes", "at", "deed"),
    [
        ({}, 5, "attack"),
        ({}, 30, "move"),
        ({"items": (weapon("small_ranged", "sling"),)}, 30, "shoot"),
        ({"conditions": ("prone",)}, 30, "stand"),
        ({"conditions": ("held",)}, 30, "break_free"),
    ],
)
def test_one_of_several_seats_acts_alone(changes, at, deed):
    ann = somebody(**{"items": (SWORD,), **changes})
    bob = somebody("bob", seat="bea")
    state = table(ann, bob, foes=(foe(at=at),), combat=fighting("", due=("ann", "bob")))
    assert act(state, "player") == Action(deed, "ann")


def test_a_caster_casts_what_it_may_control_at_those_who_are_awake():
    book = (Known("vanilla.spell.web"), Known("vanilla.spell.sleep"), Known("vanilla.spell.fireball", True))
    mab = somebody("mab", "magic_user", book=book)
    state = table(mab, foes=(foe(at=30), foe("wolf", at=30)), combat=fighting("", due=("mab",)))
    assert act(state, "player") == Action("quick_cast", "mab")
    sources = (("book", "vanilla.spell.web"), ("book", "vanilla.spell.sleep"), ("corrupted", "vanilla.spell.fireball"))
    assert decide(Choice("player", "cast_what", sources, ("Mab", 2), "")) == ("book", "vanilla.spell.sleep")
    assert decide(Choice("player", "cast_what", sources, ("Mab", 1), "")) == ("book", "vanilla.spell.web")
    for no in ({"st": 5}, {"hurt": True}, {"moved": True}, {"grit": 0}, {"items": (armour("light"),)}):
        assert act(replace(state, party=(replace(mab, **no),)), "player") == Action("all_attack", "party")
    asleep = tuple(replace(one, conditions=("asleep",)) for one in state.foes)
    assert act(replace(state, foes=asleep), "player") == Action("all_attack", "party")


def test_no_spell_for_foes_is_cast_upon_friends_nor_any_in_the_midst_of_enemies():
    mab = somebody("mab", "magic_user", book=(Known("vanilla.spell.sleep"),))
    ann = somebody(items=(SWORD,))
    ogre = spawn(monsters()["vanilla.monster.ogre"], "ogre", at=30)
    above = table(mab, ann, foes=(ogre,), combat=fighting("", due=("mab", "ann")))
    assert act(above, "player") == Action("all_attack", "party")
    one = replace(above, foes=(foe(at=5), foe("wolf", at=30)))
    assert act(one, "player") == Action("quick_cast", "mab")
    assert act(replace(one, foes=(foe(at=5), foe("wolf", at=5))), "player") == Action("all_attack", "party")


def test_a_dragon_breathes_by_turns():
    dragon = spawn(monsters()["vanilla.monster.red_dragon"], "red", at=30)
    state = table(somebody(at=25), foes=(dragon,), combat=fighting("", "foes", due=("red",), round=1))
    assert act(state, REFEREE) == Action("power", "red")
    second = replace(state, combat=fighting("", "foes", due=("red",), round=2))
    assert act(second, REFEREE) == Action("all_attack", "foes")


def test_a_party_that_can_harm_nobody_runs():
    slime = spawn(monsters()["vanilla.monster.green_slime"], "slime", at=5)
    state = table(somebody(items=(SWORD,)), foes=(slime,), combat=fighting("", due=("ann",)))
    assert act(state, "player") == Action("flee", "ann")
    magic = replace(state, party=(somebody(items=(replace(SWORD, magic=True),)),))
    assert act(magic, "player") == Action("all_attack", "party")


@covers("vanilla.phase.go", "vanilla.combat.order_in_side", "vanilla.combat.go", "vanilla.action.melee_attack")
def test_all_of_a_side_close_in_and_strike():
    ann, bob = somebody(items=(SWORD,)), somebody("bob", items=(replace(SWORD, id="axe"),), at=-40)
    state = table(ann, bob, foes=(foe(at=30, grit=9),), combat=fighting("", due=("ann", "bob"), first="foes"))
    after, _ = done(sides.all_attack, state, "party", script=((5,), (3,), (2,)))
    assert (find(after, "ann").at, find(after, "bob").at, find(after, "orc").grit) == (25, 0, 6)
    assert after.combat is not None
    assert (after.combat.round, after.combat.side, after.combat.plain) == (3, "party", False)


@covers("vanilla.spell.wall_of_fire_or_ice", "vanilla.spell.wall_of_stone_or_iron", "vanilla.action.move")
def test_whoever_closes_in_comes_as_far_as_the_first_wall_that_stops_them():
    def stops(start, there, *walls, level=4):
        laid = tuple([Effect(f"e{at}", f"{SPELL}{mode}", mode=mode, at=at, ends=999) for mode, at in walls])
        ann = somebody(level=level, at=start, items=(SWORD,))
        return sides.towards(table(ann, foes=(foe(at=there),), combat=fighting("ann"), effects=laid), ann)

    assert stops(0, 40) == 35
    assert stops(0, 40, ("wall_stone", 20), ("wall_stone", 10)) == 10, "the first of two"
    assert stops(0, 40, ("wall_fire", 10), ("wall_stone", 20)) == 20, "fire stops nobody of 4 HD"
    assert stops(0, 40, ("wall_fire", 10), ("wall_stone", 20), level=3) == 10
    assert stops(40, 0, ("wall_fire", 30), ("wall_stone", 10)) == 10, "to the left"
    assert stops(0, 40, ("wall_stone", 60)) == 35


@covers("vanilla.action.concentrate", "vanilla.spell.durations", "vanilla.spell.mass_morph")
def test_whoever_closes_in_keeps_up_no_spell_and_is_no_tree_any_more():
    wall = Effect("e1", f"{SPELL}wall_of_fire_or_ice", by="ann", mode="wall_fire", until="concentration", at=-40)
    tree = Effect("e2", f"{SPELL}mass_morph", by="bob", on=("ann", "bob"), mode="tree", until="dispelled")
    ann, bob = somebody(items=(SWORD,)), somebody("bob")
    state = table(ann, bob, foes=(foe(at=80),), combat=fighting("ann"), effects=(wall, tree))
    after, _ = perform(sides.DEEDS, "close_in", state, "ann")
    assert find(after, "ann").at == 40
    assert [(effect.id, effect.on) for effect in after.effects] == [("e2", ("bob",))]


@covers("vanilla.action.ranged_attack")
def test_whoever_has_a_shot_ready_shoots_from_where_they_stand():
    ann = somebody(items=(weapon("small_ranged", "sling"),))
    state = table(ann, foes=(foe(at=20),), combat=fighting("ann", first="foes"))
    after, _ = done(sides.all_attack, state, "party", script=((19,), (2,)))
    assert find(after, "ann").at == 0


@covers("vanilla.trick.trip", "vanilla.action.stand")
def test_whoever_lies_gets_up_under_free_attacks():
    ann = somebody(items=(SWORD,), conditions=("prone",))
    state = table(ann, foes=(foe(),), combat=fighting("ann", first="foes"))
    after, _ = done(sides.all_attack, state, "party", script=("orc", (20,), (20,), (2,)))
    assert find(after, "ann").conditions == ()


def test_all_attack_is_for_the_side_whose_goes_they_are():
    state = table(somebody(), foes=(foe(),), combat=fighting("ann"))
    assert [refusal(sides.DEEDS, "all_attack", state, side) for side in ("party", "foes")] == ["", None]
    after, _ = perform(sides.DEEDS, "all_attack", replace(state, foes=(foe(at=90),)), "party")
    assert after.combat is not None
    assert after.combat.side == "foes"


@pytest.mark.parametrize(
    ("party", "foes"),
    [
        ("fighter 1, magic-user 1", "Orc x2"),
        ("fighter 3 x2, magic-user 3", "Ogre, Goblin x3"),
        ("fighter 5, magic-user 5", "Hydra"),
        ("Man-at-Arms x3, Torchbearer", "HD 2 x3"),
        ("fighter 8 x2", "Troll"),
    ],
)
def test_fights_come_to_an_end(party, foes):
    report = simulate(GAME, party, foes, n=30, seed=3, cores=1)
    assert report.n == 30
    assert report.ends.get("stalemate", 0) == 0


def test_the_stronger_wins():
    def won(party, foes):
        return simulate(GAME, party, foes, n=60, seed=1, cores=1).wins.p

    assert won("fighter 6 x2", "Kobold") > 0.95
    assert won("magic-user 1", "Ogre x3") < 0.05


def test_what_a_fight_has_come_to():
    hurt = somebody(grit=0, flesh=4, items=(armour("light", ac=0),))
    dead = somebody("bob", "magic_user", conditions=("dead",), book=(Known("vanilla.spell.web", True),))
    outcome = over(table(hurt, dead, ended=Ended("foes_down", 3, out=0, dead=2, fled=1)))
    assert outcome is not None
    assert (outcome.won, outcome.how) == (True, "foes_down")
    whole = hurt.grit_max + hurt.flesh_max + dead.grit_max + dead.flesh_max
    assert outcome.counts == {
        "rounds": 3, "deaths": 1, "down": 0, "maimed": 1, "spent": round(1 - 4 / whole, 3), "grit_left": 0,
        "flesh_left": 4, "armour_broken": 1, "spells_corrupted": 1, "enemies_dead": 2, "enemies_fled": 1,
    }  # fmt: skip
    assert over(table(hurt)) is None


def test_a_skirmish_against_somebody_fitting():
    bots = Simulated(Random(1), BOTS.answer)
    state = skirmish(bots, somebody(items=(SWORD,)), "", Settings())
    assert state.combat is not None
    assert [foe.of in fitting() for foe in state.foes] == [True]
    named = skirmish(bots, somebody(items=(SWORD,)), "Orc x2", Settings())
    assert len(named.foes) == 2
    assert ANYBODY not in fitting()
    play = Scripted((2,))
    assert begin(play, table(somebody(), foes=(foe(),))).combat is not None


@covers("vanilla.combat.go", "vanilla.action.melee_attack")
def test_one_tap_closes_in_strikes_and_ends_the_go():
    bob = somebody("bob", seat="bea")
    state = table(somebody(items=(SWORD,)), bob, foes=(foe(at=30),), combat=fighting("", due=("ann", "bob")))
    after, _ = perform(sides.DEEDS, "close_in", state, "ann", script=((5,), "damage", (3,)))
    assert (find(after, "ann").at, find(after, "orc").grit) == (25, 1)
    assert (after.combat.turn, after.combat.due) == ("", ("bob",))
    far = replace(state, foes=(foe(at=60),))
    near, _ = perform(sides.DEEDS, "close_in", far, "ann")
    assert (find(near, "ann").at, near.combat.turn, near.combat.action) == (40, "ann", True), "the action is left"
    over, _ = perform(sides.DEEDS, "close_in", near, "ann")
    assert over.combat.turn == ""
    begun = replace(state, combat=fighting("ann", move=True, action=False))
    assert refusal(sides.DEEDS, "close_in", begun, "ann") == "no_action"


HEALING = replace(potion("vanilla.spell.cure_cause_light_wounds"), id="heal")
CURE = Known("vanilla.spell.cure_cause_light_wounds")


@pytest.mark.parametrize(
    ("changes", "at", "deed"),
    [
        ({"grit": 0, "flesh": 2}, 30, "use"),
        ({"grit": 0, "flesh": 2}, 5, "all_attack"),
        ({"grit": 1, "flesh": 2}, 30, "all_attack"),
        ({"grit": 0, "flesh": 4}, 30, "all_attack"),
    ],
)
def test_a_bot_near_death_drinks_its_potion_out_of_reach_of_free_attacks(changes, at, deed):
    ann = somebody(items=(SWORD, replace(potion("vanilla.spell.fly"), id="fly"), HEALING), **changes)
    state = table(ann, foes=(foe(at=at),), combat=fighting("", due=("ann",)))
    assert act(state, "player").name == deed
    if deed == "use":
        after, play = perform(items.DEEDS, "use", state, "ann", script=["heal", 3])
        assert asked(play, "use_what")[0].options == ("heal", "fly", "something"), "what heals is offered first"
        assert (find(after, "ann").flesh, [item.id for item in find(after, "ann").items]) == (6, ["sword", "fly"])


def test_a_bot_gives_its_potion_to_whoever_is_out_beside_it():
    ann, bob = somebody(items=(HEALING,)), somebody("bob", flesh=0, conditions=("out", "unaware"), wakes=999)
    state = table(ann, bob, foes=(foe(at=40),), combat=fighting("", due=("ann",)))
    assert act(state, "player") == Action("use", "ann")
    after, play = perform(items.DEEDS, "use", state, "ann", script=["heal", "bob", 3])
    assert asked(play, "drink_who")[0].options == ("bob", "ann")
    assert (find(after, "bob").flesh, has(find(after, "bob"), "out")) == (4, False)


def test_after_a_fight_bots_heal_with_what_they_have_and_waste_nothing():
    salve = replace(minor(enchantments()["Flask of salve"]), id="salve")
    ann, mab = somebody(flesh=3, items=(salve,)), somebody("mab", "magic_user", book=(CURE,))
    state = table(ann, mab)
    assert care(state) == care(state, "player") == Action("salve", "ann")
    assert care(state, "somebody else") is None
    spent = table(replace(ann, items=()), mab)
    assert care(spent) == Action("ritual", "mab")
    assert care(table(replace(ann, items=(), flesh=5), mab)) is None, "a scratch"
    assert care(table(replace(ann, items=()), replace(mab, book=(replace(CURE, corrupted=True),)))) is None
    assert care(table(replace(ann, items=(), conditions=("mummy_rot",)), mab)) is None
    poisoned = replace(spent, party=(replace(ann, flesh=6, items=(replace(potion(ANTIDOTE), id="anti"), HEALING)), mab))
    bitten = Effect("e1", "vanilla.monster.giant_centipede", on=("ann",), mode="dying", ends=999)
    assert care(poisoned) is None
    assert care(replace(poisoned, effects=(bitten,))) == Action("use", "ann")


def test_the_hurt_are_healed_before_the_party_rests():
    mab = somebody("mab", "magic_user", book=(Known("vanilla.spell.sleep"), CURE))
    state = table(somebody(flesh=3), mab)
    after, _ = done(tended, state, script=[("book", CURE.spell), *[6] * 6, ("cure", "ann"), 2])
    assert (find(after, "ann").flesh, after.clock - state.clock) == (6, 60)
    sources = (("book", "vanilla.spell.sleep"), ("corrupted", CURE.spell), ("book", CURE.spell))
    assert decide(Choice("player", "ritual_what", sources, ("Mab",), "")) == ("book", CURE.spell)


def test_a_spell_that_goes_on_is_not_cast_once_more():
    mab = somebody("mab", "magic_user", 9, book=(Known("vanilla.spell.alter_time"),))
    state = table(mab, somebody(), foes=(foe(at=30),), combat=fighting("", due=("mab", "ann")))
    assert act(state, "player") == Action("quick_cast", "mab")
    fast = Effect("e1", "vanilla.spell.alter_time", by="mab", on=("mab", "ann"), mode="fast", ends=999)
    assert act(replace(state, effects=(fast,)), "player") == Action("all_attack", "party")
