"""Pieces that views of several games are put together from."""

import pytest
from msgspec.structs import replace

from tallow.games import game, names
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import Effect, Item, unhurt
from tallow.games.shared.view_parts import (
    block_panel,
    clock,
    entry_lines,
    known_to,
    light_tags,
    name_of_id,
    panel_of,
    time_text,
)
from tallow.games.view import Block, Line, Lines, Panel, Stat, Tag, Tags, Text

UNITS = ((1440, "d"), (60, "h"), (1, "min"))
TORCH = Item("i1", "Torch", lit=True)
ANN = replace(unhurt("ann", "Ann", "pc", 4, 10, 10, 10), items=(TORCH, Item("i2", "Rope")))
SPELL = "cairn.spell.web"


def test_a_panel_leaves_out_what_is_empty():
    blocks: list[Block] = [Tags("conditions", ()), Lines("attacks", ()), Text("notes", ""), Stat("hp", 0)]
    assert panel_of("ann", "Ann", "sheet", blocks, "Ranger", "seat") == Panel(
        "ann", "Ann", "sheet", (Stat("hp", 0),), "Ranger", "seat"
    )
    assert [*block_panel("scene", Lines("ground", ()))] == []
    ground = Lines("ground", (Line("Rope"),))
    assert [*block_panel("scene", ground)] == [Panel("ground", "ground", "scene", (ground,))]


@pytest.mark.parametrize(
    ("id_", "name"),
    [("ann", "Ann"), ("i2", "Rope"), ("i3", "Sack"), (SPELL, "Web"), ("nobody", "nobody"), ("", "")],
)
def test_names(id_, name):
    assert name_of_id(GAME.book, id_, (ANN,), (Item("i3", "Sack"),)) == name


def test_what_the_book_says():
    (of,) = entry_lines(GAME.book, SPELL)
    assert of.lines[0].name == SPELL
    assert [*entry_lines(GAME.book, "")] == []


@pytest.mark.parametrize(
    ("minutes", "said"), [(3000, "2 d"), (1440, "1 d"), (1439, "23 h"), (59, "59 min"), (0, "0 min"), (-5, "0 min")]
)
def test_how_long(minutes, said):
    assert time_text(minutes, UNITS) == said


def test_the_time_of_day():
    assert clock(8 * 60 + 5) == Text("clock", "08:05")


def test_what_burns():
    assert light_tags((ANN,), (TORCH, Item("i3", "Sack"))) == [Tag("Torch", "Ann"), Tag("Torch")]


@pytest.mark.parametrize(
    ("by", "on", "known"), [("ann", (), True), ("foe", ("foe", "ann"), True), ("foe", ("foe",), False)]
)
def test_a_party_knows_of_effects_that_it_made_or_is_under(by, on, known):
    assert known_to((ANN,), Effect("e1", SPELL, "Web", by, on)) is known


@pytest.mark.parametrize("name", names())
def test_of_ones_own_characters_the_living_come_first(name):
    played = game(name)
    assert played.example
    state = played.example(played.settings())
    old, new, *others = state.party
    fallen = replace(old, **{"states" if hasattr(old, "states") else "conditions": ("dead",)})
    after = replace(state, party=(fallen, replace(new, seat=old.seat), *others))
    mine = [
        panel.title for panel in played.view(after, old.seat).panels if (panel.kind, panel.seat) == ("sheet", old.seat)
    ]
    assert mine == [new.name, old.name]
