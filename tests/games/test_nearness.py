"""Who is near whom: the bands around somebody, in the games that have no chart."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games import game
from tallow.games.optional import archetypes_of, needed_bots
from tallow.games.shared.nearness import in_feet, nearness, viewpoint
from tallow.games.view import Bands, Tags
from tallow.play import REFEREE, Simulated

PLACED = {"cairn": "beside", "black_hack": "nearby", "vanilla": "beside", "modified_cairn": "nearby"}


def fight(name: str) -> Any:
    """A fight that has begun, of four who are played by four seats."""
    played = game(name)
    bots, those = needed_bots(played), archetypes_of(played)
    assert those is not None
    state = bots.fight(those.party(1), f"{those.foe} x3", played.settings())
    state = replace(state, party=tuple([replace(one, seat=f"p{at}") for at, one in enumerate(state.party)]))
    play = Simulated(Random(1), bots.answer)
    while not (played.ui.due and played.ui.due(state)):
        state = played.perform(play, state, bots.action(state, REFEREE))
    return state


@pytest.mark.parametrize("name", list(PLACED))
def test_everybody_in_sight_is_in_one_band_around_ones_own_character(name: str) -> None:
    state = fight(name)
    for seat in ("p1", REFEREE):
        scene = next(panel for panel in game(name).view(state, seat).panels if panel.kind == "scene")
        block = next(block for block in scene.blocks if isinstance(block, Bands))
        if seat == "p1":
            assert block.seen_from == state.party[1].name
        those = [one for band in block.bands for one in band.those]
        assert len(those) == len(state.party) + len(state.foes) - 1
        assert {one.side for one in those} == {"party", "foes"}
        assert block.bands[0].label == PLACED[name]


def test_the_nearest_come_first_and_feet_are_counted() -> None:
    band = in_feet(5)
    assert [band(feet) for feet in (0, 5, 6, 40)] == [(0, "beside", 0)] * 2 + [(6, "feet", 6), (40, "feet", 40)]
    state = fight("cairn")
    moved = tuple([replace(foe, at=at) for foe, at in zip(state.foes, (60, 30, 0), strict=True)])
    one = replace(state.party[0], at=0)
    (block,) = nearness(
        one, moved, lambda a, b: band(abs(a.at - b.at)), party=(), due=(moved[1].id,), down=lambda foe: foe.at == 60
    )
    assert [(row.number, row.label) for row in block.bands] == [(0, "beside"), (30, "feet"), (60, "feet")]
    assert [row.those[0].active for row in block.bands] == [False, True, False]
    assert block.bands[2].those[0].down


def test_players_read_how_far_a_foe_is_from_whom() -> None:
    state = fight("cairn")
    near, far = state.party[:2]
    foes = tuple([replace(foe, at=30) for foe in state.foes])
    apart = replace(state, party=(replace(near, at=25), replace(far, at=0)), foes=foes)
    together = replace(state, party=(replace(near, at=0), replace(far, at=0)), foes=foes)

    def shown(state: Any, seat: str) -> list[tuple[str, str]]:
        card = next(panel for panel in game("cairn").view(state, seat).panels if panel.id == foes[0].id)
        block = next((one for one in card.blocks if one.label == "distances"), None)
        return [(tag.name, tag.detail) for tag in block.tags] if isinstance(block, Tags) else []

    assert shown(apart, "p1") == [(near.name, "5 ft"), (far.name, "30 ft")]
    assert shown(together, "p1") == [("party", "30 ft")]
    fallen = tuple([replace(foe, conditions=("dead",)) for foe in foes])
    assert shown(replace(apart, foes=fallen), "p1") == []


def test_whose_distances_a_seat_is_shown() -> None:
    state = fight("cairn")
    seat_of = lambda one: one.seat  # noqa: E731
    assert viewpoint(state.party, "p2", seat_of, ()) is state.party[2]
    assert viewpoint(state.party, REFEREE, seat_of, (state.party[3].id,)) is state.party[3]
    assert viewpoint(state.party, "nobody", seat_of, ()) is state.party[0]
    assert viewpoint((), "p1", seat_of, ()) is None
