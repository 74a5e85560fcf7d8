"""Morale: when it is tested, its chances, flight, the other ways to play it; and reactions."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.combat.morale import gm_morale, holds, shaken
from tallow.games.black_hack.combat.overawing import DEEDS as OVERAWING
from tallow.games.black_hack.combat.overawing import overawe
from tallow.games.black_hack.combat.ranges import band
from tallow.games.black_hack.combat.reinforcements import called_in
from tallow.games.black_hack.combat.rounds import go_on, start_turn
from tallow.games.black_hack.harm.damage import damage
from tallow.games.black_hack.monsters.reactions import demanded, gm_reaction, reaction
from tallow.games.black_hack.record import GAME
from tallow.games.black_hack.referee.hostilities import give_up
from tallow.games.black_hack.state import Call
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import fighting, foe, somebody, table
from tests.games.playing import done, perform

WHY = "black_hack.damage.subtract"


def horde(number, down=0, **more):
    foes = [foe(f"g{at}", conditions=("removed",) if at < down else (), **more) for at in range(number)]
    return table(somebody(), foes=foes, combat=fighting(started=(("foes", number),)))


@covers("black_hack.morale.group")
@pytest.mark.parametrize(("number", "down", "tests"), [(5, 2, False), (5, 3, True), (4, 1, False), (4, 2, True)])
def test_a_group_tests_once_half_is_gone(number, down, tests):
    assert shaken(horde(number, down), "foes") is tests


@covers("black_hack.morale.group")
@pytest.mark.parametrize(
    ("how", "tests"), [("asleep", False), ("fled", False), ("out_of_action", True), ("stone", True)]
)
def test_only_those_out_of_action_are_counted(how, tests):
    state = horde(4)
    gone = [replace(one, conditions=(how,)) for one in state.foes[:2]]
    assert shaken(replace(state, foes=(*gone, *state.foes[2:])), "foes") is tests


@covers("black_hack.morale.single")
@pytest.mark.parametrize(("left", "tests"), [(14, False), (13, True), (1, True)])
def test_one_alone_tests_at_half_its_hp(left, tests):
    state = table(somebody(), foes=[foe(hp=left, hp_max=27)], combat=fighting(started=(("foes", 1),)))
    assert shaken(state, "foes") is tests


@covers("black_hack.morale.group", "black_hack.morale.test", "black_hack.morale.fail")
def test_it_is_tested_at_once_and_once_alone():
    (state, _), play = done(damage, horde(4, 1), "g1", 20, WHY, script=[2])
    roll = play.asked[0]
    assert (roll.sides, roll.by, roll.hidden) == (12, REFEREE, True)
    assert state.combat.fleeing == ("g2", "g3")
    (state, _), _ = done(damage, state, "g2", 20, WHY)
    (held, _), _ = done(damage, horde(4, 1), "g1", 20, WHY, script=[1])
    assert held.combat.fleeing == ()


@covers("black_hack.morale.test")
@pytest.mark.parametrize(("hd", "p"), [(1, "1/12"), (3, "1/4"), (6, "1/2"), (12, "1")])
def test_chances(hd, p):
    assert distribution(holds, hd, "")[True] == Fraction(p)


@covers("black_hack.morale.test")
def test_the_highest_of_those_who_stand_counts_and_the_mindless_do_not_test():
    mixed = horde(4, 1)
    chief = replace(mixed.foes[3], hd=6)
    mixed = replace(mixed, foes=(*mixed.foes[:3], chief))
    (state, _), _ = done(damage, mixed, "g1", 20, WHY, script=[6])
    assert state.combat.fleeing == ()
    (state, _), play = done(damage, horde(4, 1, of="black_hack.monster.skeleton"), "g1", 20, WHY)
    assert not play.asked


@covers("black_hack.setting.morale_mode")
def test_the_gm_decides_where_the_table_has_it_so():
    state = horde(4, 1)
    state = replace(state, settings=replace(state.settings, morale_mode="off"))
    (after, _), _ = done(damage, state, "g1", 20, WHY, script=["flee"])
    assert after.combat.fleeing == ("g2", "g3")
    (after, _), _ = done(damage, state, "g1", 20, WHY, script=["fight_on"])
    assert after.combat.fleeing == ()


@covers("black_hack.action.gm_morale")
def test_the_gm_calls_for_a_test():
    state, _ = done(gm_morale, horde(3), "", script=[12])
    assert state.combat.fleeing == ("g0", "g1", "g2")


@covers("black_hack.morale.fail", "black_hack.turn.extra_move")
def test_those_who_fail_use_everything_to_escape():
    combat = fighting(step="opponents", fleeing=("orc",), close=[("ann", "orc")])
    state = table(somebody(), foes=[foe(), foe("hag")], combat=replace(combat, due=("orc", "hag")))
    state, _ = done(go_on, state)
    assert band(state, "ann", "orc") == "faraway"
    assert state.combat.due == ("hag",)
    state, play = done(start_turn, replace(state, combat=replace(state.combat, due=("orc",))), "orc", script=[])
    assert state.foes[0].conditions == ("fled",)
    assert "escapes" in play.codes()


@covers("black_hack.morale.fail")
def test_the_cornered_may_surrender():
    combat = fighting("ann", fleeing=("orc",))
    state, _ = done(give_up, table(somebody(), foes=[foe(), foe("hag")], combat=combat), "", script=["orc"])
    assert state.foes[0].conditions == ("fled",)


@covers("black_hack.option.morale_charisma", "black_hack.setting.morale_mode")
def test_the_broken_can_be_overawed_once():
    state = horde(4, 1, hd=1)
    state = replace(state, settings=replace(state.settings, morale_mode="charisma"))
    state = replace(state, combat=replace(state.combat, turn="ann", action=True, move=True))
    (state, _), play = done(damage, state, "g1", 20, WHY, script=[[3, 3]])
    assert play.codes()[-1] == "reaction"
    (deed,) = OVERAWING
    assert deed.shown is not None
    assert deed.shown(state, "ann")
    after, _ = done(overawe, state, "ann", script=[9])
    assert after.combat.fleeing == ("g2", "g3")
    missed, _ = done(overawe, state, "ann", script=[10])
    assert missed.combat.fleeing == ()
    assert not deed.shown(missed, "ann")
    led = replace(state, foes=(*state.foes[:3], replace(state.foes[3], hd=2)))
    _, play = done(overawe, led, "ann", script=[4, 12, ("failure", 12)])
    assert play.asked[-1].by == REFEREE


@covers("black_hack.table.reactions", "black_hack.phase.opponents")
def test_reinforcements_that_were_called_come():
    state = table(somebody(), foes=[foe("orc", hd=2)])
    state, _ = perform(GAME.deeds, state, "gm_reaction", "", 0, [4, 5], 3)
    assert [(call.name, call.number) for call in state.called] == [("Orc", 3)]
    came, _ = perform(GAME.deeds, state, "reinforce", "", [4, 4], [5, 5], [6, 6])
    assert [(one.name, one.hd, one.hp) for one in came.foes[1:]] == [
        ("Orc 2", 2, 8),
        ("Orc 3", 2, 10),
        ("Orc 4", 2, 12),
    ]
    assert not came.called


@covers("black_hack.table.reactions", "black_hack.phase.opponents", "black_hack.phase.moment_end")
@pytest.mark.parametrize(("said", "foes", "left"), [("come", 2, 0), ("not_yet", 1, 1), ("never", 1, 0)])
def test_reinforcements_join_a_fight_between_moments_when_the_gm_says(said, foes, left):
    goblin = "black_hack.monster.goblin"
    state = table(somebody(), foes=[foe("g", of=goblin)], combat=fighting(), called=(Call(goblin, "Goblin", 1, 1),))
    script = [said, 4, "faraway"] if said == "come" else [said]
    after, _ = done(called_in, state, script=script)
    assert (len(after.foes), len(after.called)) == (foes, left)
    if said == "come":
        assert dict(after.combat.started)[goblin] == 1


@covers("black_hack.reaction.roll", "black_hack.table.reactions", "black_hack.action.gm_reaction")
def test_reactions():
    assert done(reaction, script=[[1, 3]])[0].row == 4
    assert done(reaction, -4, script=[[1, 1]])[0].row == 2
    found, play = done(reaction, script=[[4, 5], 3])
    assert (found.row, found.reinforcements) == (9, 3)
    assert play.asked[0].hidden
    assert done(reaction, script=[[4, 4], "yes"])[0].row == 8
    assert done(reaction, script=[[4, 4], "no", 3])[0].row == 11
    found, _ = done(reaction, script=[[5, 5], 2, [4, 6], [1, 2]])
    assert (found.row, found.feigned) == (3, 3)
    tricks, _ = done(reaction, script=[[4, 6], 1, [4, 6], [5, 5]])
    assert (tricks.row, tricks.feigned) == (11, 2)
    refused, _ = done(reaction, script=[[4, 4], "no", 2, 3, [6, 6]])
    assert (refused.row, refused.feigned) == (12, 4)
    assert (found.row, found.feigned) == (3, 3)


@covers("black_hack.table.reactions", "black_hack.reaction.roll")
def test_chances_of_reactions():
    refused = distribution(lambda play: min(demanded(play, 8), 12), policy=lambda choice: choice.options[-1])
    sixth = Fraction(1, 6)
    assert refused == {9: sixth, 10: sixth, 11: sixth, 12: Fraction(1, 2)}
    hostile = distribution(lambda play: sum(play.roll(2, 6, by=REFEREE, why=WHY)) >= 11)
    assert hostile[True] == Fraction(1, 12)


@covers("black_hack.reaction.predetermined")
def test_players_see_the_behaviour_and_not_the_trick():
    _, play = done(gm_reaction, table(), "", script=[0, [5, 5], 1, [6, 6]])
    seen = [told for told in play.told if told.seen_by == ("everyone",)]
    assert [told.facts[0] for told in seen] == ["Surrender"]
    assert [told.facts[0] for told in play.told if told.seen_by == (REFEREE,)] == ["Kill"]
