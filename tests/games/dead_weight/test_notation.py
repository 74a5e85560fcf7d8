"""Weapon notation: read as it is written in the source, and written back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.entries.gear import weapons
from tallow.games.dead_weight.entries.monsters import enemy_actions
from tallow.games.dead_weight.notation import LETTERS, read, write
from tallow.mechanics.suggestions import Malformed
from tallow.testing import covers


@covers(
    "dead_weight.weapon.notation",
    "dead_weight.weapon.effect_list",
    "dead_weight.weapon.range",
    "dead_weight.enemy.attack_notation",
    "dead_weight.enemy.minus",
)
@pytest.mark.parametrize(
    ("text", "attack", "back"),
    [
        ("STR 3+1B", Attack("STR", 3, 1, (), ("B",)), "STR 3+1B"),
        ("STR 2", Attack("STR", 2), "STR 2"),
        ("STR 1P+3", Attack("STR", 1, 3, ("P",)), "STR 1P+3"),
        ("STR 1 + 3P", Attack("STR", 1, 3, (), ("P",)), "STR 1+3P"),
        ("DEX 1X+1 Nearby", Attack("DEX", 1, 1, ("X",), range="nearby"), "DEX 1X+1 Nearby"),
        ("STR 2XS+1BP", Attack("STR", 2, 1, ("X", "S"), ("B", "P")), "STR 2XS+1BP"),
        ("DEX 2+1E Faraway", Attack("DEX", 2, 1, (), ("R",), range="far"), "DEX 2+1R Far"),
        ("DEX 1E + 2B", Attack("DEX", 1, 2, ("R",), ("B",)), "DEX 1R+2B"),
        ("-STR 3+3", Attack("STR", 3, 3, disadvantage=1), "-STR 3+3"),
        ("STR-2 5", Attack("STR", 5, disadvantage=2), "--STR 5"),
        ("INT 2?", Attack("INT", 2, effects=("?",)), "INT 2?"),
        ("DEX", Attack("DEX", 0), "DEX 0"),
    ],
)
def test_the_notations_of_the_source(text, attack, back):
    assert read(text) == attack
    assert write(attack) == back


ATTACKS = st.builds(
    Attack,
    st.sampled_from(["STR", "DEX", "INT", "PRE"]),
    st.integers(0, 20),
    st.integers(0, 20),
    st.lists(st.sampled_from(LETTERS), unique=True).map(tuple),
    st.lists(st.sampled_from(LETTERS), unique=True).map(tuple),
    st.sampled_from(["close", "nearby", "far", "distant"]),
    st.integers(0, 3),
)


@covers("dead_weight.weapon.notation")
@given(ATTACKS)
def test_what_is_written_reads_the_same(attack):
    assert read(write(attack)) == attack
    assert read(write(attack).replace(" ", "  ").replace("+", " + ")) == attack


@covers("dead_weight.weapon.notation", "dead_weight.weapon.one_hand")
def test_every_weapon_is_described_in_its_notation():
    for weapon in weapons().values():
        assert weapon.effect.startswith(write(weapon.attack))
        assert ("two hands" in weapon.effect) == (weapon.hands == 2)


PLAIN = re.compile(r"-*(STR|DEX|INT|PRE) \d+[A-Z]*(\+\d+[A-Z]*)?")


@covers("dead_weight.enemy.attack_notation")
def test_attacks_of_the_bestiary_are_described_in_theirs():
    plain = [(action, PLAIN.match(action.effect)) for action in enemy_actions().values()]
    assert sum(found is not None for _, found in plain) > 20
    for action, found in plain:
        if found is None:
            continue
        said = read(found[0])
        assert (said.attribute, said.wounds, said.critical) == (action.defence[0], action.wounds, action.critical)
        assert said.disadvantage in {0, action.disadvantage}


@pytest.mark.parametrize(
    ("text", "at"),
    [("", 0), ("LUK 2", 0), ("STR 2+", 6), ("STR 2 yonder", 6), ("STR 2+1B!", 8), ("STR 2 Far away", 10)],
)
def test_what_cannot_be_read_says_where(text, at):
    with pytest.raises(Malformed) as fault:
        read(text)
    assert fault.value.at == at
