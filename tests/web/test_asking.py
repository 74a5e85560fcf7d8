"""Questions as cards."""

import pytest
from msgspec.structs import replace

from tallow.games import game
from tallow.play import Choice
from tallow.table import Pending, open_table
from tallow.table.seats import Seated
from tallow.web.asking import card
from tallow.web.speech import Speech
from tallow.web.words import WORDS


def drawn(what: str, options: tuple[int, ...]):
    """The card of a question of Dead Weight."""
    table = open_table("dead_weight", "Tomb", {}, bytes(32)).table.sit(Seated("p1", "Bo", "player")).table
    action = table.rules.act(table.state, "p1")
    waits = Pending("p1", action, (), (), Choice("p1", what, options, ("Oswin",), "dead_weight.move"), (), number=1)
    return card(waits, "p1", Speech(replace(table, pending=(waits,)), "p1", table.view("p1"), WORDS))


def test_directions_are_named_however_many_there_are():
    asked = drawn("facing", tuple(range(8)))
    assert asked.low is None
    assert [option.said for option in asked.options][:3] == ["Facing north", "Facing northeast", "Facing east"]
    assert asked.options[2].chart == "facing:2"


def test_numbers_in_a_row_are_a_range():
    asked = drawn("how_many", tuple(range(1, 13)))
    assert (asked.low, asked.high, asked.options) == (1, 12, ())


@pytest.mark.parametrize(
    ("name", "thing", "note"),
    [
        ("cairn", "cairn.item.torch", "5 gp · Lights"),
        ("modified_cairn", "modified_cairn.weapon.dagger", "5 coins · Light"),
    ],
)
def test_a_shop_says_what_things_cost(name, thing, note):
    played = game(name)
    assert played.example
    table = open_table(name, "Town", {}, bytes(32)).table
    table = replace(table, state=played.example(played.settings()))
    buyer = table.state.party[0]
    table = table.sit(Seated(buyer.seat, "Bo", "player")).table
    asked = Choice(buyer.seat, "buy_what", (thing,), (buyer.name, ("9 gp",)), f"{name}.action.buy")
    waits = Pending(buyer.seat, table.rules.act(table.state, buyer.seat), (), (), asked, (), number=1)
    speech = Speech(replace(table, pending=(waits,)), buyer.seat, table.view(buyer.seat), WORDS)
    assert card(waits, buyer.seat, speech).options[0].note.startswith(note)
