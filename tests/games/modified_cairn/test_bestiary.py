import pytest

from tallow.games.modified_cairn.bots.skirmish import fight
from tallow.games.modified_cairn.entries import BOOK
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.goods import runeskelfs
from tallow.games.modified_cairn.monsters.bestiary import band, leader, lookup, several, spawn, statline
from tallow.games.modified_cairn.record import BOTS
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Attack
from tallow.mechanics.statline import dice
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.modified_cairn.statlines import write_statline

LINE = "12 VIG, 9 CLA, 8 SPI, 4 GD, 1 Armor, longsword (d8), bow (d6), breath (d6+d8, blast, ignores armor)"


@pytest.mark.parametrize("monster", monsters().values(), ids=lambda monster: monster.name)
@covers("modified_cairn.enemy.stat_block", "modified_cairn.convert.scores")
def test_every_monster_stands_with_the_numbers_of_its_entry(monster):
    one = spawn(monster, "m")
    scores = (one.vigour, one.clarity, one.spirit, one.guard, one.armor)
    assert scores == (monster.vig, monster.cla, monster.spi, monster.gd, monster.armour)
    assert (one.vigour_max, one.clarity_max, one.spirit_max, one.guard_max) == scores[:4]
    assert (one.of, one.detachment, one.feats, one.seat) == (monster.id, monster.detachment, monster.feats, REFEREE)
    assert [(a.name, a.ranged, a.reach, a.blast, a.ignores_armor) for a in one.attacks] == [
        (b.name, b.use == "ranged", b.reach, b.blast, b.ignores_armour) for b in monster.attacks
    ]
    assert [a.dice for a in one.attacks] == [dice(b.dice) for b in monster.attacks]
    assert all(rune in runeskelfs() for rune in monster.runeskelfs)
    assert bool(BOOK.entries()[monster.id].data["critical"]) == bool(monster.wound)
    assert one.heads == monster.heads
    assert lookup(monster.name.upper()) == monster


@covers("modified_cairn.quality.everyone", "modified_cairn.enemy.stat_block")
def test_a_stat_line_is_read_and_what_it_leaves_out_is_10():
    one = statline(LINE, "x", "Lord")
    assert (one.vigour, one.clarity, one.spirit, one.guard, one.armor) == (12, 9, 8, 4, 1)
    assert one.attacks == (
        Attack("longsword", (8,)),
        Attack("bow", (6,), ranged=True),
        Attack("breath", (6, 8), ranged=True, blast=True, ignores_armor=True),
    )
    default = statline("Guard: club (d6)", "y")
    assert (default.name, default.vigour, default.clarity, default.spirit) == ("Guard", 10, 10, 10)
    assert (default.guard, default.armor) == (3, 0)
    big = statline("15 VIG, 0 SPI, fists (d10+d10, reach), gaze (d6, ranged, SPI), detachment, feats", "z")
    assert (big.spirit_max, big.detachment, big.feats) == (0, True, True)
    assert big.attacks[0] == Attack("fists", (10, 10), reach=True)
    assert (big.attacks[1].quality, big.attacks[1].ranged) == ("SPI", True)


@pytest.mark.parametrize("monster", monsters().values(), ids=lambda monster: monster.name)
def test_a_stat_line_written_is_the_same_when_read_again(monster):
    one = spawn(monster, "m")
    again = statline(write_statline(one), "m", one.name)
    assert write_statline(again) == write_statline(one)
    assert (again.attacks == one.attacks) or any(attack.qualities for attack in one.attacks)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("12 VIG 4 GD", "a comma"),
        ("12 VIG, 12 VIG", "only once"),
        ("0 VIG", "from 1 to 99 VIG"),
        ("club", "a value such as"),
        ("club (banana)", "the dice of the attack"),
        ("club (d6, shiny)", "not shiny"),
        ("", "a value such as"),
    ],
)
def test_a_stat_line_that_cannot_be_read_says_what_was_expected(line, expected):
    with pytest.raises(Malformed, match=expected):
        statline(line, "x")


def test_several_have_ids_and_names_of_their_own_and_unknown_ones_are_guessed():
    made = several("Goblin x2; 16 VIG, club (d10); Ogre", "foe")
    assert [(one.id, one.name) for one in made] == [
        ("foe1", "Goblin 1"), ("foe2", "Goblin 2"), ("foe3", "Foe"), ("foe4", "Ogre"),
    ]  # fmt: skip
    with pytest.raises(Unknown, match="Goblin"):
        several("goblim", "foe")
    with pytest.raises(Malformed):
        several(" ; ", "foe")
    with pytest.raises(Malformed):
        several("Goblin x0", "foe")


@covers("modified_cairn.monster.bandit", "modified_cairn.monster.driver_ant", "modified_cairn.monster.gnoll")
def test_so_many_of_some_kinds_are_one_detachment_with_its_leader():
    bandit = lookup("Bandit")
    assert [one.detachment for one in band(bandit, 3, ["a", "b", "c"])] == [False] * 3
    whole, chief = band(bandit, 4, ["a", "b", "c", "d"])
    assert (whole.detachment, whole.name) == (True, "Bandit x4")
    assert (chief.armor, chief.spirit, "leader" in chief.states) == (2, 13, True)
    assert [attack.dice for attack in chief.attacks] == [(10,), (10,)]
    assert len(band(lookup("Driver Ant"), 2, ["a", "b"])) == 1
    assert band(lookup("Gnoll"), 4, ["a", "b"])[0].detachment
    assert len(band(lookup("Guard"), 9, list("abcdefghi"))) == 9
    assert "leader" in leader(lookup("Wolf"), "w").states


def test_a_fight_for_the_simulator_is_a_party_and_its_foes_face_to_face():
    state = fight(f"{LINE} x2; Veteran", "Goblin x2; Bandit x5", None)
    assert [one.kind for one in state.party] == ["pc"] * 3
    assert {one.seat for one in state.party} == {"party"}
    assert [one.name for one in state.foes] == ["Goblin 1", "Goblin 2", "Bandit x5", "Bandit leader"]
    assert fight("Guard", "Wolf", Settings(armour_cap=3)).settings.armour_cap == 3
    assert BOTS.fight is fight
    assert len({monster.name.casefold() for monster in monsters().values()}) == len(monsters())


@covers("modified_cairn.armour.physical_only", "modified_cairn.quality.loss_by_cause")
def test_armor_is_of_no_use_against_what_lowers_clarity_or_spirit():
    foe = statline("10 VIG, gaze (d8, SPI), song (d6, CLA), claw (d6)", "foe")
    assert [(one.quality, one.physical) for one in foe.attacks] == [("SPI", False), ("CLA", False), ("VIG", True)]


def test_typical_characters_by_their_background():
    state = fight("thief x2; Magic-User; 4 GD, sword (d8)", "Goblin", None)
    assert [one.name for one in state.party] == ["Thief 1", "Thief 2", "Magic-User", "Hero"]
    assert len({item.id for one in state.party for item in one.items}) == sum(len(one.items) for one in state.party)
    with pytest.raises(Unknown, match="Thief"):
        fight("Thieff", "Goblin", None)
