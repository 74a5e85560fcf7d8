"""Gestures go through the game's own actions."""

import pytest
from msgspec.structs import replace

from tallow.games import game
from tallow.games.cairn.state import Item
from tallow.games.deeds import Refused
from tallow.games.optional import needed_bots
from tallow.table import Table, TableRefusal, open_table
from tallow.table.seats import Seated, referee
from tallow.web.live.gestures import move_item, set_value


@pytest.fixture
def table() -> Table:
    opened = open_table("cairn", "The Old Mill", {}, bytes(32)).table
    opened = opened.sit(referee("Ann")).table.sit(Seated("p1", "<Bo>", "player")).table
    fight = needed_bots(game("cairn")).fight("4 HP, 11 STR, sword (d8)", "Goblin x2", None)
    return replace(opened, state=replace(fight, party=tuple(replace(one, seat="p1") for one in fight.party)))


def test_a_number_is_set_by_the_referees_own_action(table):
    (hero,) = table.state.party
    step = set_value(table, hero.id, "hp", 2)
    assert step.table.state.party[0].hp == 2
    assert step.line is not None
    assert set_value(table, hero.id, "str", 15, most=True).table.state.party[0].strength_max == 15
    for who, label, value, why in (
        (hero.id, "hp", 5, ("out_of_range", 5, 0, 4)),
        ("nobody", "hp", 1, ("not_possible", "nobody")),
        (hero.id, "mood", 1, ("cannot_set", "mood")),
    ):
        with pytest.raises(TableRefusal) as refused:
            set_value(table, who, label, value)
        assert (refused.value.code, *refused.value.facts) == why


def test_a_thing_is_carried_by_the_games_own_action_and_never_another_thing(table):
    fight = table.state
    sword = Item("i1", "sword", damage="d8", place="hands")
    hero = replace(fight.party[0], items=(sword,), kind="pc")
    calm = replace(table, state=replace(fight, fight=None, foes=(), party=(hero,)))
    away = move_item(calm, "p1", hero.id, sword.id, "pack").table
    assert away.state.party[0].items[0].place == "pack"
    assert move_item(away, "p1", hero.id, sword.id, "hands").table.state.party[0].items[0].place == "hands"
    for to in ("worn", "hands", "moon"):
        with pytest.raises((TableRefusal, Refused)):
            move_item(calm, "p1", hero.id, sword.id, to)
    with pytest.raises(TableRefusal):
        move_item(calm, "p1", hero.id, "no such thing", "pack")
    rope = replace(sword, id="rope", name="Rope", place="pack", hands=0, damage="")
    packed = replace(
        calm, state=replace(calm.state, party=(replace(hero, items=(replace(sword, place="pack"), rope)),))
    )
    with pytest.raises(TableRefusal):
        move_item(packed, "p1", hero.id, "rope", "hands")
