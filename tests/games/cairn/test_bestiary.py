"""Creatures by name and by stat line; bands, their leaders, and what cannot be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tallow.games.cairn.bots.skirmish import fight
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.monsters.bestiary import band, lookup, several, spawn, statline
from tallow.games.cairn.state import Attack, Creature
from tallow.mechanics.conditions import has
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.testing import covers
from tests.games.cairn.statlines import write_statline

ENGLISH = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8).filter(lambda word: word != "detachment")
ATTACKS = st.builds(
    Attack,
    name=ENGLISH,
    dice=st.lists(st.sampled_from((4, 6, 8, 10, 12, 20)), min_size=1, max_size=3).map(lambda dice: tuple(sorted(dice))),
    blast=st.booleans(),
    ignores_armor=st.booleans(),
    ranged=st.just(value=True),
)
CREATURES = st.builds(
    lambda hp, armor, numbers, attacks, whole: Creature(
        "x", "x", "monster", hp, hp, numbers[0], numbers[0], numbers[1], numbers[1], numbers[2], numbers[2],
        armor=armor, attacks=tuple(attacks), detachment=whole,
    ),
    st.integers(0, 99),
    st.integers(0, 3),
    st.tuples(st.integers(1, 30), st.integers(0, 30), st.integers(0, 30)),
    st.lists(ATTACKS, max_size=3),
    st.booleans(),
)  # fmt: skip


@given(CREATURES)
def test_a_stat_line_is_read_as_it_is_written(creature):
    assert statline(write_statline(creature), "x") == creature


@pytest.mark.parametrize(
    "entry", [entry for entry in monsters().values() if entry.strength], ids=lambda entry: entry.id.rpartition(".")[2]
)
def test_every_monster_can_be_written_as_a_stat_line(entry):
    made = spawn(entry, "x")
    read = statline(write_statline(made), "x")
    numbers = ("hp", "armor", "strength", "dexterity", "willpower", "detachment")
    assert [getattr(read, name) for name in numbers] == [getattr(made, name) for name in numbers]
    assert [attack.dice for attack in read.attacks] == [attack.dice for attack in made.attacks]


@covers("cairn.monster.build")
def test_what_a_line_leaves_out_is_average():
    made = statline("Brute: 6 HP, 14 STR, club (d8), rock (d6, ranged, blast)", "x")
    assert (made.name, made.hp, made.armor, made.strength, made.dexterity, made.willpower) == (
        "Brute",
        6,
        0,
        14,
        10,
        10,
    )
    assert made.attacks == (Attack("club", (8,)), Attack("rock", (6,), blast=True, ranged=True))
    assert statline("3 HP, claws (2d6), bite (d8+d4)", "x").attacks == (Attack("claws", (6, 6)), Attack("bite", (4, 8)))


@pytest.mark.parametrize(
    ("line", "at", "expected"),
    [
        ("", 0, "a value"),
        ("goblin", 0, "a value"),
        ("4 HP, 1 Shield", 6, "a value"),
        ("4 HP 1 Armor", 5, "a comma"),
        ("4 HP, sword (d7)", 13, "the dice"),
        ("4 HP, sword (d6, sharp)", 13, "not sharp"),
        ("4 HP, 4 Armor", 6, "from 0 to 3 Armor"),
        ("4 HP, 5 HP", 6, "HP only once"),
        ("0 STR", 0, "from 1 to 99 STR"),
        ("4 HP, sword (99d6)", 13, "the dice"),
    ],
)
def test_a_malformed_line_points_at_the_place(line, at, expected):
    with pytest.raises(Malformed) as fault:
        statline(line, "x")
    assert (fault.value.at, expected in fault.value.expected) == (at, True)


def test_names_and_numbers():
    with pytest.raises(Malformed):
        several("Goblin x0", "foe")
    with pytest.raises(Unknown) as unknown:
        lookup("Gobblin")
    assert "Goblin" in unknown.value.near
    made = several("Goblin x2; Ogre; 6 HP, 14 STR, club (d8) x2", "foe")
    assert [one.name for one in made] == ["Goblin 1", "Goblin 2", "Ogre", "Foe 1", "Foe 2"]
    assert [one.id for one in made] == ["foe1", "foe2", "foe3", "foe4", "foe5"]
    with pytest.raises(Malformed):
        several(" ; ", "foe")


@covers("cairn.detachment.one", "cairn.monster.bandit", "cairn.monster.gnoll", "cairn.monster.driver_ant")
@pytest.mark.parametrize(
    ("name", "number", "met"),
    [("Bandit", 4, 2), ("Bandit", 3, 3), ("Gnoll", 4, 1), ("Gnoll", 3, 3), ("Driver Ant", 2, 1)],
)
def test_so_many_together_are_one_detachment(name, number, met):
    made = band(lookup(name), number, [f"f{n}" for n in range(5)])
    assert len(made) == met
    assert made[0].detachment == (met < number)
    assert made[0].hp == lookup(name).hp
    if name == "Bandit" and number == 4:
        chief = made[1]
        assert has(chief, "leader")
        assert (chief.armor, chief.willpower, chief.detachment) == (2, 13, False)
        assert [(attack.dice, attack.ranged) for attack in chief.attacks] == [((10,), False), ((8,), True)]


def test_a_fight_for_the_simulator():
    state = fight("5 HP, sword (d8) x2; Bandit x5", "Bandit x5; Goblin", None)
    assert [hero.kind for hero in state.party] == ["pc"] * 7
    assert {hero.seat for hero in state.party} == {"party"}
    assert [one.name for one in state.foes] == ["Bandit x5", "Bandit leader", "Goblin"]
    assert len({one.id for one in (*state.party, *state.foes)}) == 10
    assert replace(state.foes[0], detachment=False).armor == 1
