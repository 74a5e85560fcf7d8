from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.modified_cairn.bots.outcome import over
from tallow.games.modified_cairn.bots.skirmish import fitting, skirmish
from tallow.games.modified_cairn.bots.tactics import act, decide, hopeless
from tallow.games.modified_cairn.record import BOTS, GAME
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Ended, State, gain
from tallow.play import Choice, Scripted, Simulated
from tallow.play.simulated import Tables
from tallow.simulate.fights import fights
from tests.games.modified_cairn.fighters import fighting, foe, pc

HERO = "12 VIG, 10 CLA, 10 SPI, 4 GD, 1 Armor, longsword (d8)"


def asked(what, options, *facts):
    return decide(Choice("party", what, options, facts, "modified_cairn.gambit.timing"))


def test_a_spare_die_buys_a_bolster_and_the_best_is_never_spent():
    options = ("done", ("bolster", 5), ("stop", 5), ("bolster", 7), ("focus", "bolster"))
    assert asked("gambit", options, "Ann", ((2, 5, 7),), ()) == ("bolster", 5)
    assert asked("gambit", ("done", ("bolster", 7)), "Ann", ((2, 7),), ()) == "done"
    assert asked("gambit", ("done", ("bolster", 5)), "Bo", ((7,), (5,)), ()) == ("bolster", 5)
    strong = ("done", ("bolster", 8), ("no_save", "impair", 8), ("bolster", 9))
    assert asked("gambit", strong, "Ann", ((8, 9),), ()) == ("no_save", "impair", 8)


def test_a_hard_blow_is_fended_off_and_a_light_one_not():
    assert asked("fend", ("no", 7, 2), "Ann", (7, 2), "Ann", 7) == 7
    assert asked("fend", ("no", 3, 2), "Ann", (3, 2), "Ann", 3) == "no"


def test_casters_and_the_powerful_use_what_they_have_every_other_round():
    assert asked("declare", ("attack", "power", "pass"), "Dryad", 1) == "power"
    assert asked("declare", ("attack", "power", "pass"), "Dryad", 2) == "attack"
    assert asked("declare", ("cast", "extra_move", "pass"), "Pixie", 2) == "cast"
    assert asked("declare", ("extra_move", "pass"), "Boar", 2) == "extra_move"
    assert asked("declare", ("pass",), "Stone", 2) == "pass"
    assert asked("which_monster", ("first", "second")) == "first"


def test_what_a_bot_does_next():
    assert act(State(foes=(foe(),)), "referee") == Action("start_combat")
    assert act(fighting(pc("ann", "longsword")), "ann") == Action("all_attack", "party")
    stale = fighting(pc("ann"))
    assert act(replace(stale, combat=replace(stale.combat, round=101)), "ann") == Action("end_combat")
    ghost = BOTS.fight(HERO, "Ghost", None)
    ghost = GAME.perform(Simulated(Random(3), decide), ghost, Action("start_combat"))
    assert hopeless(ghost)
    if ghost.combat is not None and ghost.combat.side == "party":
        assert act(ghost, "party").name == "flee"


def test_how_a_fight_ended_in_numbers():
    dead, down = gain(pc("ann"), "dead"), gain(pc("bo", vig=5), "critically_wounded")
    state = State(
        party=(dead, down, pc("cy")),
        foes=(gain(foe(), "dead"), gain(foe("wolf"), "fled"), gain(foe("pack"), "destroyed")),
        ended=Ended("foes_fled", 3),
    )
    result = over(state)
    assert result is not None
    assert (result.won, result.how) == (True, "foes_fled")
    assert result.counts == {
        "rounds": 3, "deaths": 1, "down": 1, "scars": 0, "maimed": 1, "spent": 0.378, "guard_left": 8,
        "vigour_left": 15, "foes_dead": 2, "foes_fled": 1,
    }  # fmt: skip
    assert over(State()) is None
    lost = over(replace(state, ended=Ended("party_down", 2)))
    assert lost is not None
    assert not lost.won


def test_the_simulator_fights_and_the_same_seed_fights_the_same():
    state = BOTS.fight(f"{HERO} x3", "Goblin x4", None)
    tally = fights(GAME, state, 40, "seed", Tables(BOTS.answer))
    assert tally.fights == 40
    assert tally.wins > 30
    assert fights(GAME, state, 40, "seed", Tables(BOTS.answer)).counts == tally.counts
    hard = fights(GAME, BOTS.fight(HERO, "Red Dragon", None), 20, "seed", Tables(BOTS.answer))
    assert hard.wins == 0


def test_bots_that_spend_dice_win_more_than_bots_that_do_not():
    state = BOTS.fight("11 VIG, 4 GD, twin daggers (d6+d6) x2", "11 VIG, 5 GD, club (d8) x2", None)
    clever = fights(GAME, state, 300, "a", Tables(BOTS.answer)).wins
    dull = replace(BOTS, answer=lambda choice: choice.options[0])
    assert clever > fights(replace(GAME, bots=dull), state, 300, "a", Tables(dull.answer)).wins


@pytest.mark.parametrize("ruling", [Settings(), Settings(npc_critical="dead", npc_feats="all"), Settings(armour_cap=3)])
def test_a_skirmish_is_one_character_against_somebody_fitting(ruling):
    ann = pc("ann", "longsword")
    state = skirmish(Scripted("modified_cairn.monster.goblin", 5), ann, "", ruling)
    assert [one.of for one in state.foes] == ["modified_cairn.monster.goblin"]
    assert state.combat is not None
    assert state.settings == ruling
    named = skirmish(Scripted(5), ann, "Wolf x2", ruling)
    assert [one.name for one in named.foes] == ["Wolf 1", "Wolf 2"]
    assert "modified_cairn.monster.goblin" in fitting()
    assert "modified_cairn.monster.red_dragon" not in fitting()
    assert Fraction(len(fitting())) > 5
