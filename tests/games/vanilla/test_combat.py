"""Combat: the d6, goes, order, surprise, moves, flight, the end."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.combat.acting import DEEDS as ACTING
from tallow.games.vanilla.combat.acting import acts_now
from tallow.games.vanilla.combat.aftermath import ending, finish
from tallow.games.vanilla.combat.assault import DEEDS as ASSAULT
from tallow.games.vanilla.combat.moving import DEEDS as MOVING
from tallow.games.vanilla.combat.moving import destinations, flee, moved
from tallow.games.vanilla.combat.places import engaged
from tallow.games.vanilla.combat.reloading import DEEDS as RELOADING
from tallow.games.vanilla.combat.rounds import (
    arrayed,
    begin,
    go_on,
    initiative,
    new_round,
    round_ends,
    side_goes,
    start_go,
)
from tallow.games.vanilla.combat.sides import DEEDS as SIDES
from tallow.games.vanilla.gear.handling import DEEDS as HANDLING
from tallow.games.vanilla.gear.inventory import made
from tallow.games.vanilla.state import MARKS, State
from tallow.mechanics.conditions import has
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.playing import asked, done
from tests.games.vanilla.fighters import fighting, foe, perform, refusal, somebody, table, weapon

SWORD = weapon("medium_melee")


def fray(*party, foes=(), turn="ann", side="party", settings=None, **more):
    return table(*party, foes=foes or [foe(at=30)], combat=fighting(turn, side, **more), settings=settings)


@covers("vanilla.combat.initiative", "vanilla.combat.even", "vanilla.combat.odd", "vanilla.action.gm_initiative")
def test_even_for_the_players_odd_for_the_enemies():
    assert distribution(initiative) == {"party": Fraction(1, 2), "foes": Fraction(1, 2)}
    for face in range(1, 7):
        first, play = done(initiative, script=[face])
        assert first == ("foes" if face % 2 else "party")
        assert play.asked[0].by == REFEREE


@covers("vanilla.combat.initiative", "vanilla.phase.round_start", "vanilla.phase.go", "vanilla.phase.round_end")
def test_the_d6_is_rolled_anew_and_a_side_may_go_twice_running():
    state, _ = done(begin, table(somebody()), (foe(),), script=[4])
    order = [state.combat.side]
    for script in ([], [1], [], [2]):
        who = state.combat.due[0]
        state, _ = perform(ACTING, "wait", state, who, script)
        order.append(state.combat.side)
    assert order == ["party", "foes", "foes", "party", "party"]
    assert state.combat.round == 3


@covers("vanilla.combat.order_in_side", "vanilla.combat.even", "vanilla.action.wait")
def test_a_side_goes_in_its_own_order_and_each_go_is_finished_first():
    party = [somebody("ann"), somebody("bob"), somebody("hal", kind="helper")]
    state, _ = done(begin, table(*party), (foe(),), script=[2], distance=60)
    assert state.combat.due == ("ann", "bob", "hal"), "Helpers go with the players' side"
    state, _ = perform(MOVING, "move", state, "bob", [("on", 10)])
    assert state.combat.turn == "bob"
    assert not acts_now(state, "ann")
    state, play = perform(ACTING, "wait", state, "bob")
    assert play.codes() == ["waits"]
    assert state.combat.due == ("ann", "hal")
    assert acts_now(state, "ann")
    assert not acts_now(state, "orc")


@covers("vanilla.combat.go")
def test_a_go_is_one_move_and_one_action_in_either_order():
    state = fray(somebody(items=[SWORD]))
    state, _ = perform(MOVING, "move", state, "ann", [("to", "orc")])
    assert state.party[0].at == 25
    assert refusal(MOVING, "move", state, "ann") == "no_move"
    assert refusal(ASSAULT, "attack", state, "ann") == ""
    after, _ = perform(ASSAULT, "attack", state, "ann", [20])
    assert after.combat.turn != "ann", "with move and action gone the go is over"
    near = fray(somebody(items=[SWORD]), foes=[foe(at=5)])
    state, _ = perform(ASSAULT, "attack", near, "ann", [20])
    assert refusal(ASSAULT, "attack", state, "ann") == "no_action"
    state, _ = perform(MOVING, "move", state, "ann", [("back_provoking", 20), "nobody"])
    assert state.party[0].at == -20


@covers("vanilla.combat.distance", "vanilla.setting.speed_ft", "vanilla.action.move", "vanilla.action.run")
@pytest.mark.parametrize("speed", [20, 30, 40, 60])
def test_how_far_a_move_goes(speed):
    state = fray(somebody(), foes=[foe(at=200)], settings={"speed_ft": speed})
    assert max(destinations(state, "ann").values()) == speed
    crowd = fray(somebody(), foes=[foe(f"f{n}", at=20) for n in range(5)], settings={"speed_ft": speed})
    assert [where for where in destinations(crowd, "ann") if where[0] == "to"] == [("to", "f0")], "one place, one way"
    state, _ = perform(MOVING, "move", state, "ann", [("to", "orc")])
    assert state.party[0].at == speed
    assert state.party[0].moved
    state, _ = perform(MOVING, "run", state, "ann", [("to", "orc")])
    assert state.party[0].at == 2 * speed


@covers("vanilla.action.move", "vanilla.magic.no_move")
def test_whoever_casts_cannot_move():
    assert refusal(MOVING, "move", fray(somebody(cast=True)), "ann") == "has_cast"


@covers("vanilla.combat.engaged")
def test_in_melee_within_five_feet():
    ann = somebody()

    def near(at, **more):
        state = fray(ann, foes=[foe(at=at, **more)])
        return engaged(state, ann, state.foes[0])

    assert near(5)
    assert not near(6)
    assert not near(5, conditions=("out",))
    assert near(5, conditions=("held_fast",)), "she can strike it"
    state = fray(ann, somebody("bob"))
    assert not engaged(state, *state.party)


@covers("vanilla.phase.round_start", "vanilla.damage.wake")
def test_a_round_begins_with_a_clean_slate():
    ann = somebody(hurt=True, frees=1, moved=True, cast=True)
    bob = somebody("bob", flesh=0, conditions=("out", "unaware"), wakes=480)
    state = fray(ann, bob, turn="", lost=2)
    after, play = done(new_round, state, script=[2])
    one = after.party[0]
    assert (one.hurt, one.frees, one.moved, one.cast) == (False, 0, False, False)
    assert after.combat.lost == 0
    assert after.party[1].flesh == 1
    assert play.codes()[0] == "wakes", "before initiative"
    assert after.combat.due == ("ann", "bob")


@covers("vanilla.time.round", "vanilla.phase.round_end")
def test_a_round_is_a_minute():
    state = fray(somebody(), turn="")
    after, _ = done(round_ends, state, script=[2])
    assert after.clock == state.clock + 1
    assert after.combat.round == state.combat.round + 1


@covers("vanilla.combat.surprise", "vanilla.action.gm_surprise")
def test_a_surprised_side_has_no_goes_and_is_unaware():
    state, play = done(begin, table(somebody(items=[SWORD])), (foe(),), script=[1], distance=5, surprised=("foes",))
    assert "surprised" in play.codes()
    assert state.combat.side == "party", "the d6 was theirs, the goes are not"
    assert has(state.foes[0], "unaware")
    struck, _ = perform(ASSAULT, "attack", state, "ann", [7, "damage", 2])
    assert (struck.foes[0].grit, struck.foes[0].flesh) == (4, 1)
    assert not has(struck.foes[0], "unaware")
    both = arrayed(table(somebody()), (foe(),), surprised=("party", "foes"))
    assert both.combat is not None
    assert both.combat.surprised == ()
    later = fray(somebody(), foes=[foe(conditions=("unaware",))], turn="", round=2, surprised=("foes",))
    later, _ = done(side_goes, later, "foes")
    assert later.combat.due == ("orc",)
    later, _ = done(start_go, later, "orc")
    assert not has(later.foes[0], "unaware")


@covers("vanilla.weapon.start_ready")
def test_what_is_in_hand_is_ready():
    bow = weapon("large_ranged", loaded=False)
    packed = weapon("large_ranged", "w2", "pack", loaded=False)
    state = arrayed(table(somebody(items=[bow, packed])), (foe(),))
    assert [item.loaded for item in state.party[0].items] == [True, False]
    assert state.phase == "combat"


@covers("vanilla.action.ready_small", "vanilla.weapon.reload_small")
def test_a_small_ranged_weapon_is_readied_for_nothing():
    state = fray(somebody(items=[weapon("small_ranged", place="pack")]))
    after, _ = perform(RELOADING, "ready_small", state, "ann")
    assert after.party[0].items[0].place == "hands"
    assert (after.combat.move, after.combat.action) == (True, True)


@covers("vanilla.action.ready_medium", "vanilla.weapon.reload_medium")
def test_a_medium_one_costs_the_move():
    state = fray(somebody(items=[weapon("medium_ranged")]), foes=[foe(at=40)])
    state, _ = perform(ASSAULT, "shoot", state, "ann", [12])
    state, play = perform(RELOADING, "ready_medium", state, "ann", [])
    assert state.party[0].items[0].loaded
    assert not state.party[0].moved, "it is no moving"
    near = fray(somebody(items=[weapon("medium_ranged", loaded=False)]), foes=[foe(at=5)])
    _, play = perform(RELOADING, "ready_medium", near, "ann", ["nobody"])
    assert asked(play, "free_attack")
    spent = fray(somebody(items=[weapon("medium_ranged", loaded=False)]), move=False)
    assert refusal(RELOADING, "ready_medium", spent, "ann") == "no_move"


@covers("vanilla.carry.hands", "vanilla.action.ready_medium")
def test_for_a_bow_both_hands_are_emptied_without_a_question():
    bow = weapon("medium_ranged", "b", "pack")
    state = fray(somebody(items=[weapon("medium_melee"), weapon("small_melee", "k"), bow]), foes=[foe(at=40)])
    after, play = perform(RELOADING, "ready_medium", state, "ann")
    assert [item.place for item in after.party[0].items] == ["pack", "pack", "hands"]
    assert play.codes() == ["readied"]
    _, play = perform(HANDLING, "draw", after, "ann", ["k"])
    assert not asked(play, "put_away"), "and of one thing nobody asks which"


@covers("vanilla.action.ready_large", "vanilla.weapon.reload_large")
def test_a_large_one_costs_the_whole_go_and_all_free_attacks():
    state = fray(somebody(level=3, items=[weapon("large_ranged", loaded=False)]), somebody("bob"))
    state = replace(state, combat=replace(state.combat, due=("bob",)))
    after, _ = perform(RELOADING, "ready_large", state, "ann")
    assert after.combat.turn == ""
    assert after.party[0].frees >= 3
    half = fray(somebody(items=[weapon("large_ranged", loaded=False)]), action=False)
    assert refusal(RELOADING, "ready_large", half, "ann") == "no_action"


@covers("vanilla.action.draw", "vanilla.weapon.draw", "vanilla.action.drop", "vanilla.action.pick_up")
def test_drawing_costs_the_action_and_dropping_nothing():
    ann = somebody(items=[weapon("large_melee"), weapon("small_melee", "w2", "pack")])
    state = fray(ann)
    after, _ = perform(HANDLING, "draw", state, "ann")
    assert [item.place for item in after.party[0].items] == ["pack", "hands"], "swapped, for want of a hand"
    assert not after.combat.action
    dropped, _ = perform(HANDLING, "drop", state, "ann", ["w1"])
    assert dropped.combat == state.combat
    assert [item.id for item in dropped.ground] == ["w1"]
    taken, _ = perform(HANDLING, "pick_up", dropped, "ann")
    assert taken.party[0].items[-1].place == "hands", "a weapon is ready at once"
    assert not taken.combat.action
    away = replace(dropped, ground=(replace(dropped.ground[0], at=10),))
    assert refusal(HANDLING, "pick_up", away, "ann") == "nothing_to_take"


@covers("vanilla.action.use")
def test_handing_over_is_a_deed():
    state = fray(somebody(items=[SWORD]), somebody("bob"), foes=[foe(at=5)])
    after, play = perform(HANDLING, "hand_over", state, "ann", ["nobody"])
    assert asked(play, "free_attack")
    assert [item.place for item in after.party[1].items] == ["pack"]


@covers("vanilla.action.flee", "vanilla.combat.end")
def test_flight():
    state = fray(somebody(), somebody("bob"), foes=[foe(at=5)])
    after, play = done(flee, state, "ann", script=["no", "orc", 20])
    assert has(after.party[0], "fled")
    assert asked(play, "pursued")[0].by == REFEREE
    chased, _ = done(flee, state, "ann", script=["yes", "nobody"])
    assert not has(chased.party[0], "fled")
    assert chased.party[0].at == -80
    ended, play = perform(MOVING, "flee", fray(somebody()), "ann", ["no"])
    assert ended.combat is None
    assert ended.ended.how == "party_fled"
    assert not has(ended.party[0], "fled"), "and is with the others again"


@covers("vanilla.monster.morale", "vanilla.action.flee")
def test_who_has_lost_heart_runs_on_its_go_with_the_free_attacks_that_brings():
    scared = foe(at=5, conditions=("fleeing",))
    state = fray(somebody(items=[SWORD]), foes=[scared, foe("gob", at=30)], turn="", first="party", side="foes")
    state = replace(state, combat=replace(state.combat, due=("orc", "gob")))
    after, _ = done(go_on, state, script=["ann", 20])
    assert has(after.foes[0], "fled")
    assert after.combat.due == ("gob",)


@covers("vanilla.combat.end", "vanilla.phase.round_end", "vanilla.xp.monsters")
def test_the_end_of_a_fight():
    dead, fled, called = foe(hd=3), foe("gob", hd=1), foe("rat", hd=2, traits=("no_xp",))
    state = fray(
        somebody(frees=1, at=20, conditions=("prone",), marks=(MARKS.mark("grappled", "orc"),)),
        foes=[
            replace(dead, conditions=("dead",)),
            replace(fled, conditions=("fled",)),
            replace(called, conditions=("dead",)),
        ],
        began=480,
    )
    assert ending(state) == "foes_fled"
    after, _ = done(finish, state, "foes_fled")
    one = after.party[0]
    assert after.combat is None
    assert after.phase == "explore"
    assert (one.at, one.frees, one.conditions, one.marks) == (0, 0, (), ())
    assert after.overcome == (3, 1), "those called in the fight are worth nothing"
    assert after.foes == ()
    assert ending(fray(somebody(conditions=("out",)))) == "party_down"
    assert ending(fray(somebody(conditions=("held_fast",)))) is None
    assert ending(fray(somebody(), foes=[foe(conditions=("dead",))])) == "foes_down"


def test_a_fight_in_which_nobody_can_act_is_called_off():
    stuck = fray(somebody(conditions=("held_fast",)), foes=[foe(conditions=("held_fast",))], turn="")
    after, _ = done(go_on, stuck, script=[2] * 20)
    assert after.ended.how == "called_off"


@pytest.mark.parametrize("side", ["party", "foes"])
@covers("vanilla.action.flee", "vanilla.phase.go")
def test_a_fight_in_which_all_who_can_act_are_held_and_fleeing_is_called_off(side):
    """As when webs hold those who run, and their enemies sleep: every Round they begin a go, and nobody can choose."""
    runs, sleeps = ("fleeing", "held"), ("held_fast",)
    party = somebody(conditions=runs if side == "party" else sleeps)
    orc = foe(conditions=runs if side == "foes" else sleeps)
    after, play = done(go_on, fray(party, foes=[orc], turn=""), script=[2] * 20)
    assert after.ended.how == "called_off"
    assert play.codes().count("round") == 20


def test_who_flees_and_is_held_loses_the_go_and_the_next_can_act():
    scared = [foe(one, at=30, conditions=("fleeing", "held")) for one in ("a", "b")]
    state = fray(somebody(), foes=[*scared, foe("c")], turn="", side="foes")
    after, _ = done(go_on, replace(state, combat=replace(state.combat, due=("a", "b", "c"))))
    assert (after.combat.due, after.combat.turn, after.combat.round) == (("c",), "", state.combat.round)
    assert [one.conditions for one in after.foes] == [("fleeing", "held"), ("fleeing", "held"), ()]


def test_a_move_that_leaves_a_grip_behind_lets_go():
    orc = foe(at=5, conditions=("held",), marks=(MARKS.mark("grappled", "ann"),))
    after, _ = done(moved, fray(somebody(), foes=[orc]), "ann", -30, script=["nobody"])
    assert not has(after.foes[0], "held")
    assert isinstance(after, State)


@covers("vanilla.combat.end", "vanilla.action.pick_up")
def test_what_dead_enemies_had_lies_there():
    state = fray(somebody(), foes=[foe("a", conditions=("dead",), items=(SWORD,)), foe("b", conditions=("fled",))])
    over, _ = done(finish, state, "foes_down")
    assert [item.id for item in over.ground] == ["w1"]
    assert perform(HANDLING, "pick_up", over, "ann", [])[0].party[0].items[0].place == "hands"


@covers("vanilla.trick.grapple", "vanilla.action.flee")
def test_whoever_leaves_lets_go():
    held = somebody(conditions=("held",), marks=(MARKS.mark("grappled", "orc"),), at=5)
    state = fray(
        held,
        somebody("bob", seat="bob", at=40),
        foes=[foe(conditions=("fleeing",))],
        turn="",
        side="foes",
        due=("orc",),
    )
    after, _ = done(go_on, state, script=["nobody"])
    assert (after.party[0].conditions, after.party[0].marks) == ((), ())


@covers("vanilla.phase.go")
def test_a_side_that_attacks_as_one_goes_for_those_who_stand():
    out = somebody(conditions=("out", "unaware"), wakes=10_000, at=25)
    state = fray(out, somebody("bob", seat="bob"), foes=[foe(at=30)], turn="", side="foes", due=("orc",), first="party")
    after, play = perform(SIDES, "all_attack", state, "foes", [20, 2])
    assert after.foes[0].at == 5
    assert play.told[1].facts[:2] == ("Orc", "Bob")


@covers("vanilla.weapon.start_ready", "vanilla.ranged.restock_bubble")
def test_a_fight_loads_no_weapon_that_is_out_of_ammunition():
    bows = [weapon("large_ranged", loaded=False, empty=True), weapon("small_ranged", "w2", loaded=False)]
    state = arrayed(table(somebody(items=bows)), (foe(),))
    assert [item.loaded for item in state.party[0].items] == [False, True]


@covers("vanilla.combat.end", "vanilla.action.pick_up")
@pytest.mark.parametrize(("how", "phase"), [("party_down", "encounter"), ("party_fled", "explore")])
def test_nobody_loots_under_the_eyes_of_those_who_won(how, phase):
    lying = replace(made("vanilla.weapon.medium_melee", "w9"), place="ground")
    state = table(somebody(), foes=(foe(),), combat=fighting("ann"), ground=(lying,))
    lost, _ = done(finish, state, how)
    assert lost.phase == phase
    assert refusal(HANDLING, "pick_up", lost, "ann") == "victors"
    alone = replace(lost, foes=())
    assert refusal(HANDLING, "pick_up", alone, "ann") == "", "they have gone"
    won, _ = done(finish, replace(state, foes=(foe(conditions=("dead",)),)), "foes_down")
    assert refusal(HANDLING, "pick_up", won, "ann") == ""


@covers("vanilla.action.move")
def test_the_obvious_move_is_never_past_a_foe():
    beside = table(somebody(), foes=(foe(at=5),), combat=fighting("ann"))
    assert next(iter(destinations(beside, "ann"))) == ("on", 5)
    assert list(destinations(beside, "ann"))[-1] == ("behind", "orc")
    apart = table(somebody(), foes=(foe(at=30),), combat=fighting("ann"))
    assert next(iter(destinations(apart, "ann"))) == ("to", "orc")
