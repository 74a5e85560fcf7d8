"""Afflictions: every one got and cured, those that strike by themselves, and what keeps them off."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.harm.afflictions import (
    AFFLICTIONS,
    BRAVERY,
    afflict,
    afflict_other,
    after_fight,
    bleed,
    cure,
    retches,
)
from tallow.games.dead_weight.state import Effect
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.play import Choice, distribution
from tallow.testing import covers
from tests.games.dead_weight.expedition import act, asked, have, refused
from tests.games.dead_weight.people import fighting, lying, somebody, table
from tests.games.playing import done

WHY = "dead_weight.affliction.other_cures"


@covers("dead_weight.affliction.general", "dead_weight.affliction.repeat", "dead_weight.affliction.other_cures")
@pytest.mark.parametrize("name", AFFLICTIONS)
def test_an_affliction_is_had_once_and_ends_when_it_is_cured(name):
    assert f"dead_weight.affliction.{name}" in BOOK.entries()
    state, play = done(afflict, table(somebody()), "zael", name)
    assert (state.party[0].afflictions, play.codes()) == ((name,), ["affliction"])
    again, play = done(afflict, state, "zael", name)
    assert (again, play.told) == (state, [])
    cured, _ = done(cure, state, "zael", name, "doomed", why=WHY)
    assert cured.party[0].afflictions == ()


def test_every_affliction_of_the_book_is_known():
    listed = {entry.id.rpartition(".")[2] for entry in BOOK.entries().values() if entry.type == "affliction"}
    assert listed == set(AFFLICTIONS)


def test_the_dead_get_no_affliction():
    state = table(somebody(conditions=("dead",)))
    assert done(afflict, state, "zael", "angry")[0] == state


@covers("dead_weight.affliction.bleeding")
def test_bleeding_tires_every_exploration_turn_and_not_in_the_turn_that_a_fight_costs():
    state = table(somebody(afflictions=("bleeding",)))
    after, _ = done(pass_turns, state, 2, script=["STR", "DEX"])
    assert (lying(after.party[0], "STR"), lying(after.party[0], "DEX")) == ((1, 0), (1, 0))
    after, _ = done(pass_turns, state, 1, fought=True)
    assert after.party[0] == state.party[0]
    full = table(somebody(strength=(1, 0, 1), dexterity=0, intelligence=0, presence=0, afflictions=("bleeding",)))
    after, _ = done(bleed, full, "zael", script=["STR"])
    assert lying(after.party[0], "STR") == (0, 1)


@covers("dead_weight.affliction.nauseated")
def test_the_nauseated_lose_a_turn_of_a_fight_on_a_failed_check():
    def loses(play, dice):
        state = table(somebody(presence=dice, afflictions=("nauseated",)), combat=fighting())
        return retches(play, state, "zael")[1]

    policy = lambda choice: choice.options[0]  # noqa: E731
    assert distribution(loses, 2, policy=policy)[True] == Fraction(1, 4)
    assert distribution(loses, 0, policy=policy)[True] == Fraction(3, 4)
    (state, lost), play = done(retches, table(somebody(afflictions=("nauseated",))), "zael", script=["roll", [1, 2]])
    assert lost
    assert state.party[0].presence.fatigue == 0
    assert play.codes()[-1] == "retches"
    well = table(somebody())
    assert done(retches, well, "zael")[0] == (well, False)


@covers("dead_weight.affliction.terrified", "dead_weight.affliction.hopeless")
def test_a_challenging_fight_ends_hopelessness_and_if_it_was_won_terror():
    state = table(somebody(afflictions=("terrified", "hopeless", "angry")), somebody("amber"))
    won, _ = done(after_fight, state, won=True, script=["yes"])
    assert won.party[0].afflictions == ("angry",)
    lost, _ = done(after_fight, state, won=False, script=["yes"])
    assert lost.party[0].afflictions == ("terrified", "angry")
    assert done(after_fight, state, won=True, script=["no"])[0] == state
    _, play = done(after_fight, table(somebody(afflictions=("terrified",))), won=False)
    assert play.asked == []


@covers("dead_weight.affliction.shaken", "dead_weight.action.explore_catch_breath")
def test_the_shaken_catch_no_breath_while_the_others_do():
    state = table(somebody("zael", (2, 0, 1), afflictions=("shaken",)), somebody("amber", (2, 0, 1)))
    assert refused(state, "catch_breath_all", "zael") == "shaken"
    after, _ = act(state, "catch_breath_all", "amber")
    assert [one.strength.fatigue for one in after.party] == [1, 0]


@covers("dead_weight.affliction.parched")
def test_the_parched_recover_nothing():
    state = table(somebody("zael", (2, 0, 1), afflictions=("parched",)), somebody("amber", (2, 0, 1)))
    after, _ = act(state, "catch_breath_all", "zael")
    assert [one.strength.fatigue for one in after.party] == [1, 0]
    alone = table(somebody("zael", (2, 0, 1), afflictions=("parched",)))
    assert refused(alone, "catch_breath_all", "zael") == "nobody_tired"


@covers("dead_weight.condition.leech_attached")
def test_bleeding_does_not_stop_while_a_leech_hangs_on():
    state = table(somebody(afflictions=("bleeding",), conditions=("leech_attached",)))
    assert done(cure, state, "zael", "bleeding", why=WHY)[0] == state


def test_a_ring_keeps_off_the_plague_and_a_tonic_terror():
    ring = have("cursed_ring_of_plague_protection", place="worn")
    state = table(somebody(items=(ring,), afflictions=("cursed",)))
    guarded, play = done(afflict, state, "zael", "plagued")
    assert (guarded, play.codes()) == (state, ["affliction.guarded"])
    assert done(cure, state, "zael", "cursed", why=WHY)[0] == state
    brave = table(somebody(), effects=(Effect("e1", BRAVERY, on=("zael",), unit="expedition"),))
    assert done(afflict, brave, "zael", "terrified")[0] == brave
    assert done(afflict, brave, "zael", "angry")[0].party[0].afflictions == ("angry",)


@covers("dead_weight.exploration.decay_repeat")
def test_another_affliction_is_any_that_is_lacking():
    state = table(somebody(afflictions=AFFLICTIONS[:10]))
    after, play = done(afflict_other, state, "zael", WHY, script=["doomed"])
    assert isinstance(play.asked[0], Choice)
    assert play.asked[0].options == ("plagued", "doomed")
    assert after.party[0].afflictions[-1] == "doomed"
    everything = table(somebody(afflictions=AFFLICTIONS))
    assert done(afflict_other, everything, "zael", WHY)[0] == everything


@covers("dead_weight.affliction.other_cures", "dead_weight.affliction.general")
def test_the_gm_lays_on_any_affliction_and_takes_off_any():
    state, _ = act(table(somebody()), "set_affliction", "", ("afflict", "cursed"))
    assert state.party[0].afflictions == ("cursed",)
    state, _ = act(state, "set_affliction", "", ("cure", "cursed"))
    assert state.party[0].afflictions == ()


@covers("dead_weight.affliction.doomed", "dead_weight.setting.doomed_stacks")
@pytest.mark.parametrize(("doomed", "stacks", "reached"), [(1, True, 5), (2, True, 6), (2, False, 5), (0, True, 4)])
def test_doom_advances_further_for_the_doomed(doomed, stacks, reached):
    party = [somebody(f"one{n}", afflictions=("doomed",) if n < doomed else ()) for n in range(2)]
    state = table(*party, settings={"doomed_stacks": stacks})
    state = replace(state, locations=(replace(state.locations[0], doom=3),))
    after, _ = act(state, "move_tracker", "", "doom", 1)
    assert after.locations[0].doom == reached
    after, _ = act(state, "move_tracker", "", "doom", -1)
    assert after.locations[0].doom == 2


@covers("dead_weight.affliction.sleepy")
def test_a_sleepy_adventurer_is_asked_for_no_help():
    state = table(somebody(), somebody("amber", afflictions=("sleepy",)))
    _, play = act(state, "call_test", "", "zael", "test", "STR", 0, "roll", [5, 5, 6])
    announce = next(question for question in play.asked if getattr(question, "what", "") == "announce")
    assert ("help", "amber") not in announce.options
    assert asked(play)[:4] == ["test_whom", "test_or_check", "test_of", "test_edge"]


@covers("dead_weight.affliction.angry")
def test_an_angry_adventurer_has_no_proficiency_rerolls():
    state = table(somebody(strength=(2, 2), afflictions=("angry",)))
    _, play = act(state, "call_test", "", "zael", "test", "STR", 0, "roll", [2, 3])
    assert "reroll" not in asked(play)
