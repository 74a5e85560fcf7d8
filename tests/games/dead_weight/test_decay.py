"""Decay: every fifth turn, every row of its table, and an affliction that is had already."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.harm.afflictions import AFFLICTIONS
from tallow.games.dead_weight.state import Interlude, Item, Settlement
from tallow.games.dead_weight.world.decay import breakable, decay, decays
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.play import distribution
from tallow.testing import covers
from tests.games.dead_weight.expedition import act, doom, have
from tests.games.dead_weight.people import lying, somebody, table, worn
from tests.games.playing import done

FALCHION = "dead_weight.weapon.falchion"


def rolls(one, *script, settings=None, **more):
    """One roll of somebody on the table, by these answers."""
    return done(decays, table(one, settings=settings, **more), one.id, script=script)


@covers("dead_weight.exploration.decay", "dead_weight.tracker.decay", "dead_weight.exploration.turn_passes")
def test_every_fifth_turn_everybody_rolls_and_the_rest_of_a_cost_goes_on():
    state = table(
        somebody(), somebody("amber", conditions=("mortally_wounded",)), somebody("ghost", conditions=("dead",))
    )
    state = replace(state, decay=4)
    after, play = act(state, "freeform", "zael", "go_on", "no_test", [1, 1], [1, 1])
    assert (after.decay, after.turns) == (1, 2)
    assert play.codes().count("decay.row") == 2
    for turn in range(1, 5):
        state, play = done(decay, replace(state, decay=turn - 1))
        assert (state.decay, play.asked) == (turn, [])


@covers("dead_weight.exploration.turn_shared", "dead_weight.exploration.split")
def test_a_turn_is_spent_once_however_many_take_part_and_anew_for_another_action():
    party = [somebody(f"one{n}", (2, 0, 1)) for n in range(4)]
    state, _ = act(table(*party), "catch_breath_all", "one0")
    assert (state.turns, [one.strength.fatigue for one in state.party]) == (1, [0, 0, 0, 0])
    state, _ = act(state, "loot", "one1", "nothing")
    state, _ = act(state, "parley", "one2", "no_test")
    assert (state.turns, state.decay) == (3, 3)


@covers("dead_weight.table.decay")
@pytest.mark.parametrize(
    ("dice", "name"),
    [([1, 3], "terrified"), ([1, 4], "sleepy"), ([1, 5], "parched"), ([2, 6], "hungry"), ([3, 6], "hopeless"),
     ([4, 6], "angry")],
)  # fmt: skip
def test_rows_that_are_afflictions(dice, name):
    state, play = rolls(somebody(), dice)
    assert state.party[0].afflictions == (name,)
    assert play.told[0].facts[1].lower() == name


@covers("dead_weight.table.decay", "dead_weight.setting.decay_wound_reducible", "dead_weight.setting.decay_equipment")
def test_rows_that_are_none():
    assert rolls(somebody(), [1, 1])[0].party[0] == somebody()
    assert lying(rolls(somebody(), [1, 2], "INT")[0].party[0], "INT") == (1, 0)
    state, _ = rolls(somebody(), [3, 4])
    assert doom(state) == 1
    hard = somebody(items=(worn(2),))
    state, _ = rolls(hard, [5, 6], 2, [4, 5])
    assert lying(state.party[0], "STR") == (0, 0)
    state, _ = rolls(hard, [5, 6], "PRE", settings={"decay_wound_reducible": False})
    assert lying(state.party[0], "PRE") == (0, 1)
    state, _ = rolls(somebody(), [6, 6])
    assert state.party[0] == somebody()


@covers("dead_weight.table.decay", "dead_weight.trappings.broken", "dead_weight.setting.decay_equipment")
def test_equipment_breaks_by_chance_or_by_choice_and_what_is_used_up_is_lost():
    sword = have(FALCHION, "sword", place="right")
    torch = have("torch", "torch", place="left", lit=True)
    rope = have("rope", "rope")
    one = somebody(items=(rope, sword, torch))
    state, play = rolls(one, [6, 6], 1)
    assert [item.id for item in state.party[0].items if item.broken] == ["sword"]
    assert play.asked[-1].sides == 2
    state, _ = rolls(one, [6, 6], 2)
    assert [item.id for item in state.party[0].items] == ["rope", "sword"]
    state, _ = rolls(one, [6, 6], "torch", settings={"decay_equipment": "player"})
    assert [item.id for item in state.party[0].items] == ["rope", "sword"]
    state, _ = rolls(somebody(items=(rope,)), [6, 6])
    assert state.party[0].items[0].broken


@pytest.mark.parametrize(
    ("item", "breaks"),
    [(have(FALCHION), True), (have("dead_weight.weapon.throwing_hatchet"), False), (have("lantern"), True),
     (have("water"), False), (have("bandages"), False), (have("ration"), False), (have("pole"), True),
     (have("dead_weight.shield.wooden_shield"), True), (have("scroll_of_curse_removal"), False),
     (Item("x", "Idol"), True)],
)  # fmt: skip
def test_what_can_break(item, breaks):
    assert breakable(item) == breaks


@covers("dead_weight.exploration.decay_repeat", "dead_weight.setting.decay_repeat")
def test_an_affliction_already_had_is_rolled_again_or_another_is_chosen():
    hungry = somebody(afflictions=("hungry",))
    state, _ = rolls(hungry, [2, 6], "shaken")
    assert state.party[0].afflictions == ("hungry", "shaken")
    state, _ = rolls(hungry, [2, 6], "again", [2, 6], "again", [3, 4])
    assert (state.party[0].afflictions, doom(state)) == (("hungry",), 1)
    state, play = rolls(hungry, [2, 6], [3, 4], settings={"decay_repeat": "reroll"})
    assert doom(state) == 1
    everything = somebody(afflictions=AFFLICTIONS)
    state, play = rolls(everything, [2, 6])
    assert (state.party[0], len(play.asked)) == (everything, 1)


@covers("dead_weight.table.decay")
def test_the_chances_of_the_table():
    def row(play):
        return decays(play, table(somebody()), "zael")

    policy = lambda choice: choice.options[0]  # noqa: E731
    odds = distribution(row, policy=policy)
    assert sum(chance for state, chance in odds.items() if state.party[0].afflictions) == Fraction(2, 3)
    assert sum(chance for state, chance in odds.items() if doom(state)) == Fraction(1, 6)
    assert [row.on for row in tables()["dead_weight.table.decay"].rows] == [str(n) for n in range(2, 13)]


@covers("dead_weight.tracker.settlement_doom")
def test_decay_in_a_settlement_is_ill_will():
    town = replace(table(somebody()), phase="interlude", interlude=Interlude(), settlements=(Settlement(),), here="")
    state, _ = done(decays, town, "zael", script=[[3, 4]])
    assert state.settlements[0].doom == 1
    full = replace(town, settlements=(Settlement(doom=7),))
    assert done(decays, full, "zael", script=[[3, 4]])[0].settlements[0].doom == 7


@covers("dead_weight.mortal.faint", "dead_weight.table.mortal_wounds")
def test_who_lies_through_a_turn_may_come_to_or_die():
    fainted = table(somebody(conditions=("fainted",), faint=1))
    state, _ = done(pass_turns, fainted, 1)
    assert (state.party[0].faint, state.party[0].conditions) == (0, ("fainted",))
    state, _ = done(pass_turns, state, 2, script=[2, 1])
    assert state.party[0].conditions == ()
    dying = table(somebody(conditions=("mortally_wounded", "dying")), somebody("amber"))
    state, _ = done(pass_turns, dying, 1)
    assert "dead" not in state.party[0].conditions
    state, _ = done(pass_turns, state, 1)
    assert state.party[0].conditions == ("dead",)
