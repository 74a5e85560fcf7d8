"""Fights: the first round, sides that act at once, pools of dice, blasts, moving, getting away, the end."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.manoeuvres import MANOEUVRES, manoeuvres
from tallow.games.cairn.combat.moving import MOVE_AGAIN, cannot_move, move
from tallow.games.cairn.combat.rounds import all_attack, begin, decided, declare, resolve, targets, turn, undeclared
from tallow.games.cairn.combat.strikes import strike
from tallow.games.cairn.record import BOTS, GAME
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import ROUND, Declaration, Effect, Item, Mark, Scar, State
from tallow.games.deeds import Action, Refused
from tallow.mechanics.conditions import gain, has
from tallow.play import Scripted
from tallow.testing import covers
from tests.games.cairn.fighters import declaring, fight, foe, hit, monster, one, somebody, why_not
from tests.games.playing import asked, done

A, B, C = (somebody(id_, 4, 10, 10, 10) for id_ in ("a", "b", "c"))


def met(party, foes, **settings):
    return State(settings=Settings(**settings), phase="encounter", party=tuple(party), foes=tuple(foes))


@covers("cairn.combat.first_round", "cairn.combat.round", "cairn.phase.first_round", "cairn.combat.no_save_needed")
def test_who_passes_the_dex_save_acts_first():
    quick = somebody("a", 4, 10, 12)
    hired = somebody("h", kind="hireling")
    script = ["save", 12, "save", 11, "ready", "unaware"]
    state, _ = done(begin, met([quick, B, C, hired], [foe()]), script=script)
    assert state.fight.acting == ("a", "c")
    assert (state.fight.side, state.fight.round, state.phase) == ("party", 1, "fight")
    assert state.fight.late == ("b",)


@covers("cairn.combat.no_save_needed")
def test_all_who_are_not_known_to_be_ready_save_at_one_word():
    ready = gain(B, "ready")
    state, play = done(begin, met([A, ready, C], [foe()]), script=["all_save", 20, 1])
    assert state.fight.acting == ("b", "c")
    assert len(asked(play, "readiness")) == 1


@covers("cairn.combat.first_round", "cairn.setting.first_round")
@pytest.mark.parametrize(("setting", "acting"), [("lose_turn", ("a", "b")), ("act_after", ("b",))])
def test_who_fails_waits_for_round_two_or_acts_after_the_foes(setting, acting):
    state, _ = done(begin, met([A, B], [foe()], first_round=setting), script=["save", 1, "save", 20])
    state, _ = done(declare, state, "a", "wait")
    assert state.fight.side == "foes"
    state, _ = done(declare, state, "foe1", "wait")
    assert state.fight.side == "party"
    assert state.fight.acting == acting
    assert state.fight.round == (2 if setting == "lose_turn" else 1)


@covers("cairn.panic.effect", "cairn.combat.no_save_needed")
def test_the_panicked_and_those_marked_beforehand():
    shaken = somebody("a", conditions=("panicked",))
    state, _ = done(
        begin, met([shaken, somebody("b", conditions=("ready",))], [foe(conditions=("unaware",)), foe("foe2")])
    )
    assert state.fight.acting == ("b",)
    state, _ = done(declare, state, "b", "wait")
    assert state.fight.acting == ("foe2",)
    state, _ = done(declare, state, "foe2", "wait")
    assert (state.fight.round, state.fight.acting, state.clock) == (2, ("a", "b"), met([], []).clock + ROUND)


@covers("cairn.combat.simultaneous", "cairn.phase.pc_turn", "cairn.phase.enemy_turn", "cairn.phase.round_end")
def test_all_declare_and_then_everything_happens():
    state = fight([A, B], [foe("foe1"), foe("foe2")])
    state, play = done(declare, state, "a", "attack", script=["foe1"])
    assert undeclared(state) == ("b",)
    assert not any(told.code == "attack" for told in play.told)
    state, play = done(declare, state, "b", "attack", script=["foe2", 3, 6, 1])
    assert [told.code for told in play.told if told.code == "attack"] == ["attack", "attack"]
    assert (one(state, "foe1").hp, one(state, "foe2").strength) == (1, 6)
    assert state.fight.side == "foes"


@covers("cairn.combat.simultaneous")
def test_the_killed_do_not_act():
    state = declaring(fight([A, B], [foe("foe1", 1, 2), foe("foe2")]), ("a", "foe1"), ("b", "foe2"))
    state, _ = done(resolve, state, script=[6, 1, 8])
    assert has(one(state, "foe1"), "dead")
    assert state.fight.acting == ("foe2",)


@covers("cairn.combat.multiple", "cairn.action.attack")
def test_only_the_highest_die_counts():
    party = [somebody("a", 4, 10, 10, 10, hit("d8")), B, somebody("c", 4, 10, 10, 10, hit("d4"))]
    state = declaring(fight(party, [foe("foe1", 9, 8), foe("foe2")]), ("a", "foe1"), ("b", "foe1"), ("c", "foe1"))
    state, play = done(resolve, state, script=[3, 5, 2])
    assert one(state, "foe1").hp == 4
    assert [event.facts for event in play.told if event.code == "attack.together"] == [(("A", "B", "C"), "Foe1")]


@covers("cairn.combat.multiple")
def test_all_who_strike_together_are_named_before_their_dice_fall():
    party = [somebody("a", 4, 10, 10, 10, hit("d8")), B, somebody("c", 4, 10, 10, 10, hit("d4"))]
    state = declaring(fight(party, [foe("foe1", 9, 8), foe("foe2")]), ("a", "foe1"), ("b", "foe1"), ("c", "foe2"))
    _, play = done(resolve, state, script=[3, 5, 2])
    told = [one for one in play.told if one.code.startswith("attack")]
    names = tuple([one(state, who).name for who in "ab"])
    assert [line.code for line in told] == ["attack.together", "attack", "attack"]
    assert told[0].facts == (names, one(state, "foe1").name)


@covers("cairn.combat.procedure")
def test_whoever_may_be_hit_beyond_their_hp_hears_who_strikes_before_the_save():
    state = declaring(fight([A], [foe("foe1", 4, 8, 12, 8, hit("d6"))], "foes"), ("foe1", "a"))
    frail = replace(state, party=tuple([replace(one, hp=5, items=()) for one in state.party]))
    _, play = done(resolve, frail, script=[6, 1])
    assert [line.code for line in play.told if line.code.startswith("attack")] == ["attack.begun", "attack"]
    hale = replace(state, party=tuple([replace(one, hp=7, items=()) for one in state.party]))
    _, play = done(resolve, hale, script=[6])
    assert [line.code for line in play.told if line.code.startswith("attack")] == ["attack"]


@covers("cairn.combat.multiple", "cairn.critical.effects")
def test_of_equal_dice_the_side_says_whose_counts():
    wolf, wight = monster("Dire Wolf"), monster("Wight", "foe2")
    state = declaring(fight([A], [wolf, wight], "foes"), ("foe1", "a"), ("foe2", "a"))
    _, play = done(resolve, state, script=[7, 7, "foe1", 20])
    assert play.asked[2].options == ("foe2", "foe1")
    state, play = done(resolve, state, script=[7, 7, "foe2", 20])
    assert one(state, "a").strength_max == 7


@covers("cairn.combat.helpless")
def test_a_sleeper_has_no_use_of_hp():
    troll = monster("Wood Troll", conditions=("asleep",))
    hero = somebody("a", 4, 10, 10, 10, hit("d6"))
    state = fight([hero], [troll, foe("foe2")])
    state = replace(state, fight=replace(state.fight, marks=(Mark("a", "enhanced"),)))
    state, _ = done(resolve, declaring(state, ("a", "foe1")), script=[5, 10])
    assert (one(state, "foe1").hp, one(state, "foe1").strength) == (10, 10)
    awake = fight([somebody("a")], [monster("Wood Troll"), foe("foe2")])
    awake = replace(awake, fight=replace(awake.fight, marks=(Mark("foe1", "helpless"),)))
    state, _ = done(resolve, declaring(awake, ("a", "foe1")), script=[5, 10])
    assert (one(state, "foe1").hp, one(state, "foe1").strength) == (10, 10)


@covers("cairn.panic.effect")
def test_the_panicked_have_no_hp_until_calm():
    shaken = somebody("a", 5, conditions=("panicked",))
    state, _ = done(resolve, declaring(fight([shaken], [foe()], "foes"), ("foe1", "a")), script=[3, 1])
    assert (one(state, "a").hp, one(state, "a").strength, one(state, "a").scars) == (5, 7, ())
    state, _ = done(declare, state, "a", "calm", script=[10])
    assert not has(one(state, "a"), "panicked")


@covers("cairn.armor.cap", "cairn.armor.subtract")
def test_armor_is_cut_to_three_and_taken_off_once():
    plate = tuple(Item(f"i{n}", "x", armor=n, bonus=n < 3, place="worn") for n in (1, 2, 3))
    knight = somebody("a", 4, items=plate)
    state = fight([knight], [foe("f"), foe("g")], "foes")
    state, _ = done(resolve, declaring(state, ("f", "a"), ("g", "a")), script=[4, 5])
    assert one(state, "a").hp == 2


@covers("cairn.combat.auto_hit", "cairn.action.warden_mark")
def test_an_impossible_attack_is_not_made():
    state = fight([A, B], [foe()])
    state = replace(state, fight=replace(state.fight, marks=(Mark("a", "impossible"),)))
    assert why_not(MANOEUVRES["attack"].refuse(state, A)) == "impossible"
    with pytest.raises(Refused):
        GAME.perform(Scripted(), state, Action("attack", "a"))
    state, _ = done(resolve, declaring(state, ("a", "foe1"), ("b", "foe1")), script=[2])
    assert one(state, "foe1").hp == 2


@covers("cairn.combat.blast")
def test_a_blast_rolls_for_each_and_joins_the_pool():
    bomb = somebody("a", 4, 10, 10, 10, hit("d8", "bomb", blast=True, ranged=True))
    foes = [foe("f", 9), foe("g", 9), foe("h", 9)]
    state = declaring(fight([bomb, somebody("b", at=10)], foes), ("a", "f"), ("b", "g"))
    state, play = done(resolve, state, script=[3, 2, 4, 6, 5])
    assert [9 - one(state, id_).hp for id_ in "fgh"] == [2, 6, 5]
    assert [question.sides for question in play.asked[1:]] == [8, 8, 6, 8]


@covers("cairn.combat.blast_count")
def test_how_many_a_blast_reaches_is_its_own_die():
    dragon = foe("f", 9, 8, 8, 8, hit("d6", "breath", blast=True))
    party = [somebody(f"p{n}") for n in range(6)]
    state = fight(party, [dragon], "foes")
    hit_, _ = done(targets, state, dragon, dragon.attacks[0], "p2", script=["roll", 4, 5, 1, 1])
    assert hit_ == ["p2", "p5", "p0", "p1"]
    assert done(targets, state, dragon, dragon.attacks[0], "p2", script=[1])[0] == ["p2"]


@covers("cairn.combat.blast")
def test_friends_in_the_area_are_hit_too_if_the_referee_sees_them_there():
    bomber = somebody("a", 4, 10, 10, 10, hit("d8", "bomb", blast=True, ranged=True), at=0)
    pal = somebody("b", at=20)
    state = fight([bomber, pal, somebody("c", at=60)], [foe("f", at=20)])
    assert done(targets, state, bomber, bomber.attacks[0], "f", script=["foes"])[0] == ["f"]
    assert done(targets, state, bomber, bomber.attacks[0], "f", script=["everyone", 2])[0] == ["f", "b"]


@covers("cairn.detachment.attacks", "cairn.detachment.one")
def test_a_detachment_strikes_every_individual_near_with_a_d12():
    rats = monster("Traitor-Rats")
    state = declaring(fight([A, B, somebody("c", at=90)], [rats], "foes"), ("foe1", "a"))
    state, play = done(resolve, state, script=[3, 2])
    assert [question.sides for question in play.asked] == [12, 12]
    assert [one(state, id_).hp for id_ in "abc"] == [1, 2, 4]
    other = foe("x", detachment=True)
    assert done(targets, fight([A], [rats]), rats, rats.attacks[0], "a")[0] == ["a"]
    assert done(targets, fight([other, A], [rats]), rats, rats.attacks[0], "x")[0] == ("x",)


@covers("cairn.action.move", "cairn.action.move_again", "cairn.combat.turn", "cairn.condition.hamstrung")
def test_a_move_and_another():
    far = fight([A], [foe("foe1", at=200)])
    assert why_not(MANOEUVRES["attack"].refuse(far, A)) == "no_target"
    state, _ = done(move, far, "a", script=["foe1", 40])
    assert one(state, "a").at == 40
    assert why_not(cannot_move(state, "a")) == "cannot_move"
    state, _ = done(declare, state, "a", "move_again", script=["foe1"])
    assert (one(state, "a").at, has(one(state, "a"), "moved")) == (80, False)
    away, _ = done(move, far, "a", script=["away", 20])
    assert one(away, "a").at == -20
    lamed = somebody("a", conditions=("hamstrung",))
    assert why_not(MOVE_AGAIN.refuse(far, lamed)) == "no_second_move"
    state, _ = done(move, fight([lamed], [foe("foe1", at=200)]), "a", script=["foe1"])
    assert one(state, "a").at == 10


@covers("cairn.scar.broken_limb", "cairn.combat.retreat", "cairn.action.retreat")
@pytest.mark.parametrize(("roll", "away"), [(9, True), (10, False)])
def test_retreat_takes_a_dex_save(roll, away):
    runner = somebody("a", 4, 10, 9)
    state, _ = done(declare, fight([runner], [foe()]), "a", "retreat", script=[roll])
    assert (state.fight is None) == away
    if away:
        assert state.ended.how == "party_fled"
    broken = replace(runner, scars=(Scar("cairn.scar.broken_limb", "Leg", open=True),))
    state, _ = done(declare, fight([broken], [foe()]), "a", "retreat")
    assert state.fight is not None


@covers("cairn.combat.retreat")
def test_without_a_safe_place_there_is_no_retreat():
    state = fight([A], [foe()])
    state = replace(state, fight=replace(state.fight, refuge=False))
    assert "retreat" not in manoeuvres(state, A)


@covers("cairn.combat.end")
@pytest.mark.parametrize(
    ("party", "foes", "how"),
    [("", "dead", "foes_down"), ("", "fled", "foes_fled"), ("critical", "", "party_down"), ("fled", "", "party_fled")],
)
def test_the_end_and_what_lapses_with_it(party, foes, how):
    hero = somebody("a", conditions=(party,) if party else ("stunned",))
    state = fight([hero, somebody("b", conditions=("critical",))], [foe(conditions=(foes,) if foes else ())])
    assert decided(state) == how
    state, _ = done(resolve, declaring(state, Declaration("a", "wait")))
    assert (state.fight, state.ended.how, state.phase) == (None, how, "explore")
    assert not has(one(state, "a"), "stunned")
    assert not has(one(state, "a"), "fled")


@covers("cairn.critical.again")
def test_those_who_lie_there_can_be_struck():
    down = somebody("a", 4, 5, conditions=("critical",), dies_at=3600)
    state = fight([down, B], [foe()], "foes")
    state, _ = done(declare, state, "foe1", "attack", script=["a", 2, 4])
    assert one(state, "a").conditions == ("dead",)


def test_nobody_can_act_and_the_referee_is_asked_for():
    held = Effect("e1", "cairn.spell.sleep", "Sleep", "", ("a", "foe1"), 10**9, ("held",), lasting=True)
    state = fight([somebody("a", conditions=("held",))], [foe(conditions=("held",))])
    state, _ = done(resolve, declaring(replace(state, effects=(held,)), Declaration("a", "wait")))
    assert state.fight.acting == ()
    assert BOTS.action(state, "referee") == Action("end_fight")


def test_a_whole_side_declares_one_after_another():
    state = fight([A, B], [foe("f"), foe("g")])
    state, _ = done(turn, state, "party", script=["attack", "f", "attack", "g", 1, 2])
    assert [4 - one(state, id_).hp for id_ in "fg"] == [1, 2]


def test_everyone_attacks_spread_out_with_the_best_that_reaches():
    armed = somebody("a", 4, 10, 10, 10, hit("d4", "knife"), hit("d8+d8", "claws"), hit("d10", "bow", ranged=True))
    state = fight([armed, B], [foe("f", 9), foe("g", 9)])
    _, play = done(all_attack, state, "party", script=[[3, 5], 2])
    assert [(told.facts[1], told.facts[2]) for told in play.told if told.code == "attack"] == [
        ("claws", "F"),
        ("sword", "G"),
    ]
    distant = replace(state, foes=(foe("f", 9, at=100), foe("g", 9, at=200)))
    after, play = done(all_attack, distant, "party", script=[2])
    assert play.told[0].facts[1] == "bow"
    assert one(after, "b").at == 80


def test_a_strike_of_nobody_that_can_harm_does_nothing():
    ghost = monster("Ghost")
    after, _ = done(strike, fight([A], [ghost]), ghost, [(A, A.attacks[0])])
    assert (after.by, after.target) == (None, ghost)
