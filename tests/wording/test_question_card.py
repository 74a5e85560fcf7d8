"""Questions as cards."""

import pytest
from msgspec.structs import replace

from tallow.adventures import ready
from tallow.games import game
from tallow.games.deeds import Action
from tallow.games.optional import needed_bots
from tallow.play import Choice, Options, Span
from tallow.table import Pending, open_table
from tallow.table.seats import Seated
from tallow.wording.question_card import _face, question_card
from tallow.wording.table_speech import TableSpeech
from tests.web.english import ENGLISH


def drawn(what: str, options: Options):
    """The card of a question of Dead Weight."""
    table = open_table("dead_weight", "Tomb", {}, bytes(32)).table.sit(Seated("p1", "Bo", "player")).table
    action = needed_bots(table.rules).action(table.state, "p1")
    pending = Pending("p1", action, (), (), Choice("p1", what, options, ("Oswin",), "dead_weight.move"), (), number=1)
    return question_card(
        pending, "p1", TableSpeech(replace(table, pending=(pending,)), "p1", table.view("p1"), ENGLISH)
    )


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
        ("cairn", "cairn.item.torch", "5 gp · 1 slot · Lights"),
        ("modified_cairn", "modified_cairn.weapon.dagger", "5 coins · damage d6 · 1 slot · Light"),
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
    pending = Pending(buyer.seat, needed_bots(table.rules).action(table.state, buyer.seat), (), (), asked, (), number=1)
    speech = TableSpeech(replace(table, pending=(pending,)), buyer.seat, table.view(buyer.seat), ENGLISH)
    assert question_card(pending, buyer.seat, speech).options[0].note.startswith(note)


@pytest.mark.parametrize(
    ("name", "what", "option", "note"),
    [
        ("cairn", "sell_what", "Torch", "brings 2 gp, 5 sp · Lights 40 feet; can be lit 3 times."),
        ("cairn", "hold_what", "Torch", "Lights 40 feet; can be lit 3 times."),
        ("cairn", "dare", "STR", "passed: 70.0 %"),
        ("modified_cairn", "sell_what", "Torch", "brings 2 coins · lit"),
        ("modified_cairn", "frenzy", "blast", "Fatigued: 35.0 %"),
        ("modified_cairn", "declare", "flee", "away, unless they catch up"),
        ("vanilla", "sell_what", "Medium melee weapon", "usually brings 3 gp · 1d6"),
    ],
)
def test_an_option_says_what_it_brings_does_or_how_likely_it_is(name, what, option, note):
    played = game(name)
    assert played.example
    table = open_table(name, "Town", {}, bytes(32)).table
    table = replace(table, state=played.example(played.settings()))
    one = next(one for one in table.state.party if option[0].islower() or option.isupper() or _item(one, option))
    chosen = getattr(_item(one, option), "id", option)
    table = table.sit(Seated(one.seat, "Bo", "player")).table
    asked = Choice(one.seat, what, (chosen, "another"), (one.name, 1), next(iter(played.book.entries())))
    pending = Pending(one.seat, Action("rest"), (), (), asked, (), number=1)
    speech = TableSpeech(replace(table, pending=(pending,)), one.seat, table.view(one.seat), ENGLISH)
    assert question_card(pending, one.seat, speech).options[0].note == note


def _item(one, name):
    return next((item for item in one.items if item.name == name), None)


def test_a_shop_says_a_price_once():
    stair = ready("vanilla", "salt_stair")
    table = open_table("vanilla", "Town", {}, bytes(32), example=True, adventure=stair, referee=False).table
    table = table.sit(Seated("player1", "Bo", "player")).table
    buy = next(one.action for one in table.offers("player1") if one.action.name == "buy")
    table = table.act("player1", buy).table
    speech = TableSpeech(table, "player1", table.view("player1"), ENGLISH)
    notes = {one.said: one.note for one in question_card(table.pending[0], "player1", speech).options}
    small = notes["Small melee weapon"]
    assert small == "2 gp · damage 1d6-1 · 1 hand · 1 slot · Enemy AC counts as 1 lower, never below 0."
    assert "20 feet" in notes["Small ranged weapon"], "what was not said before is not left out"
    assert notes["Small ranged weapon"].count("1d6-1") == 1


def test_a_span_is_a_field_with_its_steps_and_a_player_may_tap_half_or_the_most():
    asked = drawn("how_many", Span(0, 100_000))
    assert (asked.low, asked.high, asked.step, asked.first) == (0, 100_000, 1, 0)
    assert [(one.value, one.said) for one in asked.options] == [
        ("0", "None"),
        ("50000", "Half: 50000"),
        ("100000", "The most: 100000"),
    ]
    assert drawn("how_many", Span(1, 900, -1)).first == 900
    stepped = drawn("how_many", Span(0, 100, 5))
    assert (stepped.low, stepped.high, stepped.step) == (0, 100, 5)
    assert [one.value for one in drawn("how_many", Span(1, 3)).options] == ["1", "2", "3"]


def test_the_die_of_an_option_is_its_last_number():
    assert [_face(option) for option in (6, "no", ("stop", 5), ("no_save", "stop", 8), ("focus", "stop"), ())] == [
        6, 0, 5, 8, 0, 0,
    ]  # fmt: skip
