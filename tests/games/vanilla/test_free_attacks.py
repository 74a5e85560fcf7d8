"""Free Attacks: who may, how many, upon what, and when."""

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.vanilla.combat.free_attacks import allowed, can_make, leaving, provoke
from tallow.games.vanilla.combat.moving import DEEDS as MOVING
from tallow.games.vanilla.combat.reloading import DEEDS as RELOADING
from tallow.games.vanilla.combat.rounds import new_round
from tallow.games.vanilla.gear.handling import DEEDS as HANDLING
from tallow.games.vanilla.record import GAME
from tallow.games.vanilla.state import MARKS
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import put
from tallow.testing import covers
from tests.games.playing import asked, done
from tests.games.vanilla.fighters import armour, fighting, foe, perform, somebody, table, weapon

SWORD = weapon("medium_melee")


def fray(*party, foes=(), turn="ann", side="party", **more):
    return table(*party, foes=foes or [foe()], combat=fighting(turn, side, **more))


@covers("vanilla.free.magic_user", "vanilla.free.fighter", "vanilla.free.npc", "vanilla.free.helper")
@covers("vanilla.class.magic_user", "vanilla.class.fighter")
def test_how_many_each_round():
    assert [allowed(somebody(level=level)) for level in (1, 3, 10)] == [1, 3, 10]
    assert allowed(somebody(calling="magic_user", level=5)) == 1
    assert allowed(foe(hd=9)) == 2
    assert allowed(foe(of="vanilla.class.fighter", hd=6)) == 2, "an enemy Fighter too"
    assert allowed(somebody(kind="helper", of="vanilla.helper.man_at_arms")) == 1


@covers("vanilla.free.trigger", "vanilla.free.optional", "vanilla.action.free_attack", "vanilla.free.what")
def test_anything_but_an_attack_lets_the_opponent_strike():
    state = fray(somebody(items=[SWORD, weapon("small_melee", "w2", "pack")]))
    after, play = perform(HANDLING, "draw", state, "ann", ["orc", 7, "damage", 4])
    assert play.codes()[:2] == ["free_attack", "attack.hit"]
    assert after.party[0].grit == 1
    assert after.foes[0].frees == 1
    assert after.combat.move, "it costs the striker nothing, the doer only the deed"
    after, play = perform(HANDLING, "draw", state, "ann", ["nobody"])
    assert after.foes[0].frees == 0
    assert asked(play, "free_attack")[0].options == ("orc", "nobody")


@covers("vanilla.free.trigger")
def test_what_is_no_deed():
    state = fray(somebody(items=[SWORD, weapon("small_ranged", "w2", "pack")]))
    _, play = perform(RELOADING, "ready_small", state, "ann")
    assert not asked(play, "free_attack")
    _, play = perform(HANDLING, "drop", state, "ann", ["w1"])
    assert not asked(play, "free_attack")
    far = fray(somebody(items=[SWORD, weapon("small_melee", "w2", "pack")]), foes=[foe(at=20)])
    _, play = perform(HANDLING, "draw", far, "ann")
    assert not asked(play, "free_attack"), "nobody is in melee"


@covers("vanilla.free.fighter", "vanilla.free.npc", "vanilla.free.magic_user", "vanilla.free.helper")
def test_the_count_of_a_round_is_the_end_of_it():
    three = [somebody(name) for name in ("ann", "bob", "cat")]
    state = fray(*three, foes=[foe()])
    struck: list[object] = []
    for one in three:
        state, play = done(provoke, state, one.id, script=["orc", 20] if len(struck) < 2 else [])
        struck += asked(play, "free_attack")
    assert len(struck) == 2
    for striker, most in [(somebody(level=3), 3), (somebody(calling="magic_user", level=5), 1)]:
        orcs = [foe(f"o{n}") for n in range(5)]
        state = fray(striker, foes=orcs, turn="o0", side="foes")
        for n, orc in enumerate(orcs):
            state, play = done(provoke, state, orc.id, script=["ann", 20] if n < most else [])
        assert state.party[0].frees == most


@covers("vanilla.free.reset")
def test_the_count_starts_anew_each_round():
    state = fray(somebody(frees=1), foes=[foe(frees=2)], turn="")
    after, _ = done(new_round, state, script=[2])
    assert [one.frees for one in (*after.party, *after.foes)] == [0, 0]


@covers("vanilla.free.per_deed")
def test_each_deed_gives_each_opponent_one():
    ann = somebody(items=[SWORD, weapon("small_melee", "w2", "pack")])
    state = fray(ann)
    state, play = perform(HANDLING, "draw", state, "ann", ["orc", 20])
    assert len(asked(play, "free_attack")) == 1
    state, play = perform(MOVING, "move", state, "ann", [("back_provoking", 40), "orc", 20])
    assert len(asked(play, "free_attack")) == 1
    assert state.foes[0].frees == 2


@covers("vanilla.free.timing")
def test_they_come_before_the_deed_and_may_end_it():
    ann = somebody(grit=0, flesh=1, items=[SWORD, weapon("small_melee", "w2", "pack")])
    after, play = perform(HANDLING, "draw", fray(ann, somebody("bob", at=50)), "ann", ["orc", 7, "damage", 4, 5, 2])
    assert has(after.party[0], "out")
    assert "in_hand" not in play.codes()
    walker = somebody()
    state = fray(walker, somebody("bob", at=50))
    after, play = perform(MOVING, "move", state, "ann", [("back_provoking", 20), "orc", 7, "trip"])
    assert after.party[0].at == 0, "tripped before it could go"
    after, play = perform(HANDLING, "draw", fray(replace(ann, grit=5)), "ann", ["orc", 7, "trip"])
    assert "in_hand" in play.codes(), "a trip stops moving away, not drawing"


@covers("vanilla.free.timing")
def test_opponents_strike_in_the_order_of_their_side_and_see_the_earlier_results():
    state = fray(somebody(), foes=[foe("a"), foe("b"), foe("c")])
    _, play = done(provoke, state, "ann", script=["b", 20, "a", 20, "nobody"])
    assert [choice.options for choice in asked(play, "free_attack")] == [
        ("all", "a", "b", "c", "nobody"),
        ("all", "a", "c", "nobody"),
        ("c", "nobody"),
    ]
    after, play = done(provoke, state, "ann", script=["all", 3, 1, 20, 3, 1])
    assert [one.frees for one in after.foes] == [1, 1, 1]
    assert not asked(play, "hit"), "all strike as one for damage, and no trick is asked for"
    weak = fray(somebody(grit=0, flesh=1), foes=[foe("a"), foe("b")])
    after, _ = done(provoke, weak, "ann", script=["all", 3, 1, 20])
    assert after.foes[1].frees == 0, "nobody strikes at who has fallen"
    two = fray(somebody(seat="p1"), somebody("bob", seat="p2"), turn="orc", side="foes")
    _, play = done(provoke, two, "orc", script=["ann", 20, "bob", 20])
    assert [choice.by for choice in asked(play, "free_attack")] == ["p1", "p2"]


@covers("vanilla.free.cannot", "vanilla.special.held", "vanilla.combat.surprise")
@pytest.mark.parametrize("condition", ["out", "held_fast", "asleep", "paralysed", "dead", "fled"])
def test_who_cannot(condition):
    state = fray(somebody(), foes=[foe(conditions=(condition,))])
    assert not can_make(state, state.foes[0], state.party[0])


@covers("vanilla.free.cannot", "vanilla.special.held", "vanilla.combat.surprise")
def test_the_surprised_and_the_held():
    fresh = fray(somebody(), round=1, surprised=("foes",))
    assert not can_make(fresh, fresh.foes[0], fresh.party[0])
    later = fray(somebody(), round=2, surprised=("foes",))
    assert can_make(later, later.foes[0], later.party[0])
    held = foe(conditions=("held",), marks=(MARKS.mark("grappled", "ann"),))
    state = fray(somebody(), somebody("bob"), foes=[held])
    assert can_make(state, held, state.party[0]), "on whoever holds it"
    assert not can_make(state, held, state.party[1])


@covers("vanilla.free.moving", "vanilla.action.move")
def test_moving_away_is_farther_than_five_feet():
    state = fray(somebody(at=0), foes=[foe(at=5)])
    assert leaving(state, "ann", -5) == ("orc",)
    assert leaving(state, "ann", 10) == (), "round it, always within 5 feet"
    assert leaving(state, "ann", 15) == ("orc",)
    apart = fray(somebody(at=0), foes=[foe(at=30)])
    assert leaving(apart, "ann", 25) == (), "stepping into melee"


@covers("vanilla.free.what", "vanilla.wear.trigger")
def test_a_free_attack_is_an_attack_like_any():
    ann = somebody(items=[armour("light"), weapon("small_melee", "w2", "pack")])
    after, _ = perform(HANDLING, "draw", fray(ann), "ann", ["orc", 1])
    assert after.party[0].items[0].ac == 1
    shooter = somebody(items=[weapon("small_ranged")])
    state = fray(shooter, turn="orc", side="foes")
    after, play = done(provoke, state, "orc", script=["ann", 9, "damage", 6])
    assert after.foes[0].grit == 0, "1d6-2, with bare hands"
    many = foe(attacks=3)
    _, play = done(provoke, fray(somebody(), foes=[many]), "ann", script=["orc", 20])
    assert len([question for question in play.asked if getattr(question, "sides", 0) == 20]) == 1


@covers("vanilla.free.trigger", "vanilla.free.moving")
def test_offers_say_what_gives_free_attacks():
    def costs(state):
        return {offer.action.name: offer.cost for offer in GAME.deeds.offers(state, "player")}

    beside = table(somebody(items=(weapon("medium_melee", place="pack"),)), foes=(foe(),), combat=fighting("ann"))
    said = costs(beside)
    assert (said["draw"], said["use"], said["attack"], said["move"]) == (
        "action_provoking",
        "action_provoking",
        "action",
        "move",
    )
    offer = GAME.deeds.offer(beside, "player", Action("draw", "ann"))
    assert offer is not None
    assert offer.cost == "action_provoking"
    apart = put(beside, foe(at=30))
    assert costs(apart)["draw"] == "action", "nobody is there to strike"
    tired = put(beside, foe(frees=2))
    assert costs(tired)["draw"] == "action", "and none is left"
    calm = replace(beside, combat=None, phase="explore", foes=())
    assert costs(calm)["draw"] == ""
