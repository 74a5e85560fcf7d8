"""What can be cast, used or had: nearly all of it acts by a rule; the rest is in force for its time, or text."""

import pytest

from tallow.games.dead_weight.faces.at_work import IN_FORCE, at_work
from tallow.games.dead_weight.record import GAME
from tallow.games.view import Lines
from tests.games.dead_weight.casters import answered, calm, cleric, friend, wizard, worked
from tests.games.dead_weight.people import somebody

AT_WORK = {one.of: one.how for one in at_work()}


def test_only_what_is_for_casting_using_or_having_is_counted():
    assert "dead_weight.item.silver_coin" not in AT_WORK
    assert "dead_weight.spell.cast" not in AT_WORK, "a rule about spells"
    assert {id_.split(".")[1] for id_ in AT_WORK} == {
        "spell", "prayer", "item", "skill", "trait", "monster_trait", "enemy_action",
    }  # fmt: skip


def test_what_is_text_is_listed_here():
    text = sorted(id_.removeprefix("dead_weight.") for id_, how in AT_WORK.items() if how == "text")
    assert text == [
        "item.chalk",
        "item.fine_jewellery",
        "item.list_of_names",
        "item.lock_of_hair",
        "item.stolen_golden_icon",
    ]


@pytest.mark.parametrize("entry", [id_ for id_ in IN_FORCE if ".item." not in id_])
def test_what_is_in_force_stands_in_the_scene_and_ends(entry):
    name = entry.rpartition(".")[2]
    if ".spell." in entry:
        script = {"mind_fog": ("tam", 2), "magic_mouth": ("quiet",)}.get(name, ())
        state, _ = worked(calm(wizard(name), friend()), name, script)
    else:
        state, _ = answered(calm(cleric(name), somebody("tam")), name)
    (effect,) = [one for one in state.effects if one.of == entry]
    lines = [
        line
        for panel in GAME.view(state, "referee").panels
        for block in panel.blocks
        if isinstance(block, Lines) and block.label == "effects"
        for line in block.lines
    ]
    assert entry in [line.why for line in lines]
    assert effect.unit in {"turn", "expedition"} or name == "mystic_ink", "paint stays until somebody ends it"
