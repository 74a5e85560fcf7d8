"""What single upgrades make of what was stored before them."""

import pytest

from tallow.games import game
from tallow.games.stored import Plain, read_state


def upgraded(name: str, schema: int, state: Plain) -> Plain:
    """A state of an earlier schema as it is read today."""
    return read_state(game(name), state, schema)


HELD = [
    ("hold:asleep", "CLA", {"does": "hold", "state": "asleep", "save": "CLA"}),
    ("hold:held", "2r", {"does": "hold", "state": "held", "save": "", "rounds": 2}),
    ("each:1d6", "", {"does": "each", "dice": "1d6"}),
    ("stone:2", "CLA", {"does": "stone", "steps": 2, "save": "CLA"}),
    ("doom", "", {"does": "doom"}),
    ("smoke", "", {"does": "smoke"}),
    ("", "", {"does": ""}),
]


@pytest.mark.parametrize(("detail", "save", "fields"), HELD, ids=[detail for detail, _, _ in HELD])
def test_effects_of_modified_cairn_say_what_they_do(detail: str, save: str, fields: dict[str, object]) -> None:
    effect = {"id": "e1", "of": "modified_cairn.item.net", "on": ["ann"], "save": save, "detail": detail}
    (read,) = upgraded("modified_cairn", 4, {"effects": [effect]}).effects
    assert {field: getattr(read, field) for field in fields} == fields


def test_effects_of_the_black_hack_lend_points_of_an_attribute() -> None:
    tonic = {"id": "e1", "of": "black_hack.magic_item.tonic_of_power", "on": ["ann"], "detail": "STR:-3"}
    mouth = {"id": "e2", "of": "black_hack.spell.magic_mouth", "detail": "Turn back: STR:3 is too little."}
    state = upgraded("black_hack", 2, {"effects": [tonic, mouth], "combat": {"shot": ["ann:q", "bo:q:2"]}})
    lent, said = state.effects
    assert (lent.attribute, lent.points, lent.detail) == ("STR", -3, "")
    assert (said.attribute, said.points, said.detail) == ("", 0, "Turn back: STR:3 is too little.")
    assert state.combat.shot == (("ann", "q"), ("bo", "q:2"))


def test_effects_of_dead_weight_have_their_numbers_in_fields() -> None:
    lifted = {"id": "e1", "of": "dead_weight.prayer.apotheosis", "on": ["ann"], "detail": "2 0 1 0"}
    shackles = {"id": "e2", "of": "dead_weight.spell.shackles", "by": "ann", "on": ["foe"], "detail": "3 4 -1"}
    phobia = {"id": "e3", "of": "dead_weight.spell.phobia", "on": ["foe"], "detail": "3 rats"}
    first, second, third = upgraded("dead_weight", 2, {"effects": [lifted, shackles, phobia]}).effects
    assert (first.lifted, first.detail) == ((("STR", 2), ("INT", 1)), "")
    assert (second.wounded, second.stood, second.detail) == (3, (4, -1), "")
    assert third.detail == "3 rats"
