"""Traps: looked for, disarmed, sprung, and never given away by a refusal."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.state import Trap
from tallow.games.dead_weight.world.traps import disarm, search_for_trap
from tallow.play import distribution
from tallow.testing import covers
from tests.games.dead_weight.expedition import abroad, act, asked, have, here, refused, with_place
from tests.games.dead_weight.people import lying, somebody
from tests.games.playing import done

SNEAK = {"skills": ("infiltration",)}


def corridor(*party, **more):
    """The Mosaic Corridor, with its red tiles."""
    return abroad(*party, room="8", **more)


def first(choice):
    return choice.options[0]


@covers("dead_weight.action.explore_look_for_traps", "dead_weight.skill.infiltration")
def test_a_success_finds_a_great_success_disarms_a_critical_failure_springs():
    state = corridor(somebody(**SNEAK))
    found, play = act(state, "look_for_traps", "zael", "roll", [3, 5], "nobody")
    assert ("trap.found", found.turns, here(found).traps[0].known) == (play.codes()[1], 1, True)
    gone, play = act(state, "look_for_traps", "zael", "roll", [6, 6])
    assert here(gone).traps == ()
    assert "disarm" not in asked(play)
    hurt, _ = act(state, "look_for_traps", "zael", "roll", [1, 2], "zael", "no", "STR")
    assert lying(hurt.party[0], "STR") == (0, 3)
    assert here(hurt).traps == ()
    plain, play = act(state, "look_for_traps", "zael", "roll", [2, 3])
    assert (play.codes()[2], here(plain).traps) == ("trap.none", here(state).traps)


@covers("dead_weight.action.explore_look_for_traps")
def test_the_chances_with_two_dice():
    def comes_of(play):
        state = with_place(corridor(somebody(**SNEAK)), traps=(Trap("t", "spikes"),))
        after = search_for_trap(play, state, "zael")
        return "none" if here(after).traps == here(state).traps else "known" if here(after).traps else "gone"

    def policy(choice):
        return "nobody" if choice.what == "disarm" else choice.options[0]

    odds = distribution(comes_of, policy=policy)
    assert odds["known"] == Fraction(3, 4) - Fraction(1, 36)
    assert odds["gone"] == Fraction(5, 36) + Fraction(1, 36)


@covers("dead_weight.action.explore_look_for_traps")
@pytest.mark.parametrize(("dice", "codes"), [([5, 5], ["test", "trap.none"]), ([6, 6], ["test", "trap.none"])])
def test_without_a_trap_the_dice_do_not_tell(dice, codes):
    _, play = done(search_for_trap, abroad(somebody(**SNEAK), room="1"), "zael", script=["roll", dice])
    assert play.codes() == codes
    assert refused(corridor(somebody()), "look_for_traps", "zael") == "not_now"


@covers("dead_weight.action.explore_disarm_trap", "dead_weight.item.trapping_kit")
def test_anybody_may_disarm_what_was_found_once_and_a_failure_springs_it():
    state = corridor(somebody(**SNEAK), somebody("amber", dexterity=3))
    safe, _ = act(state, "look_for_traps", "zael", "roll", [3, 5], "amber", "roll", [2, 3, 5])
    assert (here(safe).traps, safe.turns) == ((), 1)
    hurt, play = act(state, "look_for_traps", "zael", "roll", [3, 5], "amber", "roll", [2, 3, 3], "amber", "no", "STR")
    assert lying(hurt.party[1], "STR") == (0, 3)
    assert "trap.sprung" in play.codes()

    def disarmed(play, one):
        state = corridor(one)
        after = disarm(play, state, here(state).traps[0])
        return not any(one.dexterity.wounds or one.strength.wounds for one in after.party)

    assert distribution(disarmed, somebody(), policy=first)[True] >= Fraction(7, 8)
    kit = somebody(items=(have("trapping_kit", place="right"),))
    _, play = done(disarm, corridor(kit), here(state).traps[0], script=["zael", "roll", [2, 3, 3], ("reroll", 2), 5])
    assert play.codes()[-1] == "trap.disarmed"


@covers("dead_weight.item.pole")
def test_a_pole_gives_advantage():
    state = corridor(somebody(**SNEAK, items=(have("pole"),)))
    _, play = done(search_for_trap, state, "zael", script=["roll", [2, 3], ("reroll", 2), 5, "nobody"])
    assert play.codes()[-1] == "trap.found"


@covers("dead_weight.exploration.loot_trap", "dead_weight.action.explore_loot")
def test_a_known_trap_forbids_looting_and_a_hidden_one_may_be_sprung_by_it():
    state = corridor(somebody())
    hurt, _ = act(state, "loot", "zael", "yes", "everybody", "no", "DEX", "nothing")
    assert lying(hurt.party[0], "DEX") == (0, 3)
    spared, _ = act(state, "loot", "zael", "no", "nothing")
    assert spared.party[0] == state.party[0]
    known = with_place(state, traps=(replace(here(state).traps[0], known=True),))
    assert refused(known, "loot", "zael") == "known_trap"


@covers("dead_weight.exploration.loot_trap")
def test_the_gm_lays_shows_removes_and_springs_traps():
    state, _ = act(abroad(somebody(), room="1"), "set_trap", "", "a net", 0)
    net = here(state).traps[-1]
    assert (net.text, net.room, net.wounds) == ("a net", "1", 0)
    shown, _ = act(state, "reveal_trap", "", "known")
    assert here(shown).traps[-1].known
    gone, _ = act(state, "reveal_trap", "", "gone")
    assert net not in here(gone).traps
    sprung, play = act(state, "spring_trap")
    assert (net in here(sprung).traps, play.codes()) == (False, ["trap.sprung", "trap.ruling"])
    missed, _ = act(corridor(somebody()), "spring_trap", "", "nobody")
    assert missed.party[0] == somebody()


@covers("dead_weight.help.consequences", "dead_weight.action.explore_disarm_trap")
def test_a_trap_that_is_not_disarmed_catches_the_helper_too():
    state = with_place(
        corridor(somebody(dexterity=2), somebody("amber", seat="amber")), traps=(Trap("t", "spikes", "8", 1),)
    )
    script = ["zael", ("help", "amber"), "help", "yes", "roll", [2, 3], [2], "both", "no", "STR", "no", "STR"]
    state, play = done(disarm, state, here(state).traps[0], script=script)
    assert [lying(one, "STR") for one in state.party] == [(0, 1), (0, 1)]
    asked_of = next(question for question in play.asked if getattr(question, "what", "") == "trap_whom")
    assert asked_of.options == ("both", "zael", "amber", "everybody", "nobody")
