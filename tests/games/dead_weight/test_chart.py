"""The battle chart: distances and bands, facing, and where somebody gets to."""

import pytest

from tallow.games.dead_weight.combat.chart import (
    at,
    behind,
    distance,
    free_squares,
    opponents,
    towards,
    ways,
    within,
)
from tallow.games.dead_weight.state import OFF_CHART
from tallow.testing import covers
from tests.games.dead_weight.people import corpse, fighting, somebody, table


@covers("dead_weight.distance.bands", "dead_weight.setting.diagonals")
@pytest.mark.parametrize(("diagonals", "squares", "close"), [(True, 1, True), (False, 2, False)])
def test_a_diagonal_is_one_square_or_two(diagonals, squares, close):
    one, foe = somebody(at=(3, 3)), corpse(at=(4, 4))
    state = table(one, enemies=[foe], combat=fighting(), settings={"diagonals": diagonals})
    assert distance(one.at, foe.at, diagonals) == squares
    assert within(state, one, foe, "close") is close
    assert within(state, one, foe, "nearby")
    assert ((4, 4) in ways(state, somebody(at=(3, 3)), 1)) is False
    assert ((2, 2) in ways(state, one, 1)) is diagonals


@covers(
    "dead_weight.distance.bands",
    "dead_weight.distance.close",
    "dead_weight.distance.nearby",
    "dead_weight.distance.far",
    "dead_weight.distance.distant",
    "dead_weight.distance.optional",
)
def test_a_range_reaches_all_nearer_bands_and_no_farther():
    one = somebody(at=(0, 0))
    state = table(one, combat=fighting(width=30))
    for squares in (0, 1, 6, 7, 12, 13):
        foe = corpse(at=(squares, 0))
        assert within(state, one, foe, "close") is (squares <= 1)
        assert within(state, one, foe, "nearby") is (squares <= 6)
        assert within(state, one, foe, "far") is (squares <= 12)
    assert within(state, one, corpse(at=(29, 0)), "distant")
    assert not within(state, one, corpse(), "distant"), "who has left the chart is out of reach"


def test_facing_goes_clockwise_from_north():
    around = ((3, 2), (4, 2), (4, 3), (4, 4), (3, 4), (2, 4), (2, 3), (2, 2))
    assert [towards((3, 3), square) for square in around] == list(range(8))
    assert towards((0, 0), (7, 1)) == 2
    assert towards((0, 0), (1, -7)) == 0


def test_three_squares_are_behind_somebody():
    foe = corpse(at=(3, 3), facing=0)
    squares = [(x, y) for x in range(1, 6) for y in range(1, 6)]
    assert [square for square in squares if behind(foe, square)] == [(2, 4), (3, 4), (4, 4)]


@covers("dead_weight.combat.setup_place")
def test_friends_share_a_square_and_opponents_block_it():
    one, two = somebody("a", at=(0, 0)), somebody("b", at=(1, 0))
    state = table(
        one, two, enemies=[corpse(at=(0, 1)), corpse("down", at=(1, 1), conditions=("dead",))], combat=fighting()
    )
    found = ways(state, one, 1)
    assert (1, 0) in found
    assert (0, 1) not in found
    assert (1, 1) in found, "the dead stand in nobody's way"
    assert [foe.id for foe in opponents(state, one)] == ["foe", "down"]
    assert opponents(state, state.enemies[0]) == state.party
    assert (0, 1) not in free_squares(state, one)
    assert (1, 0) in free_squares(state, one)
    assert [who.id for who in at(state, (1, 0))] == ["b"]


def test_walls_are_gone_around_or_through():
    one = somebody(at=(0, 0))
    state = table(one, combat=fighting(walls=((1, 0), (1, 1))))
    assert len(ways(state, one, 4)[2, 0].steps) == 4
    assert (2, 0) not in ways(state, one, 3)
    assert len(ways(state, one, 4, through_walls=True)[2, 0].steps) == 2


@covers("dead_weight.combat.move_leave")
def test_the_way_with_the_fewest_tests_is_taken_if_it_is_short_enough():
    one = somebody(at=(2, 0))
    state = table(one, enemies=[corpse(at=(4, 1))], combat=fighting())
    assert (ways(state, one, 4)[6, 0].risks, ways(state, one, 4)[6, 0].cost) == (3, 4), "straight past it"
    assert (ways(state, one, 8)[6, 0].risks, ways(state, one, 8)[6, 0].cost) == (0, 8), "all the way around"
    state = table(one, enemies=[corpse(at=(4, 1), stun=2)], combat=fighting())
    assert ways(state, one, 4)[6, 0].risks == 3, "the stunned count too"
    state = table(one, enemies=[corpse(at=(4, 1), conditions=("asleep",))], combat=fighting())
    assert ways(state, one, 4)[6, 0].risks == 0


@covers("dead_weight.enemy.move_leave")
def test_leaving_reach_costs_an_enemy_two_points():
    foe = corpse(at=(4, 4))
    one = somebody(at=(3, 4))
    state = table(one, enemies=[foe], combat=fighting())
    found = ways(state, foe, 3, leaving=2)
    assert (6, 4) in found
    assert (7, 4) not in found
    assert found[6, 4].cost == 3
    assert ways(state, foe, 1, leaving=2) == {}, "with 1 point the step is not possible"
    fallen = table(somebody(at=(3, 4), conditions=("mortally_wounded",)), enemies=[foe], combat=fighting())
    assert (7, 4) in ways(fallen, foe, 3, leaving=2)


@covers("dead_weight.morale.flee")
def test_the_edge_leads_off_the_chart():
    one = somebody(at=(1, 3))
    state = table(one, combat=fighting())
    assert OFF_CHART not in ways(state, one, 1)
    assert ways(state, one, 2)[OFF_CHART].steps[-1] == OFF_CHART
