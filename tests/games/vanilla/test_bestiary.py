"""The bestiary: every enemy's numbers, rolled and usual, leaders, names, and fights by name."""

from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.bots.skirmish import fight
from tallow.games.vanilla.characters.experience import monster_xp
from tallow.games.vanilla.characters.typical import classed, usual
from tallow.games.vanilla.combat.armour import ac_of
from tallow.games.vanilla.combat.free_attacks import allowed
from tallow.games.vanilla.entries import FIGHTER, MAGIC_USER, monsters
from tallow.games.vanilla.gear.weapons import melee_ways
from tallow.games.vanilla.monsters.bestiary import (
    grown,
    leader,
    lookup,
    lucky,
    natural_ac,
    of_hd,
    rolled_up,
    several,
    spawn,
    unlisted,
)
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Known, State
from tallow.mechanics.amounts import parse_amount
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.play import Simulated, distribution
from tallow.testing import covers
from tests.games.playing import done, first
from tests.games.vanilla.casters import Auto


def ac(one):
    return ac_of(State(), one)


OTHERWISE: dict[str, dict[str, object]] = {
    "Higher Baboon": {"attacks": 2},
    "Chimera": {"attacks": 3},
    "Gargoyle": {"attacks": 3},
    "Ghoul": {"attacks": 2},
    "Hippogriff": {"attacks": 2},
    "Hydra": {"attacks": 3, "flesh": "18"},
    "Giant Leech": {"attacks": 1},
    "Giant Scorpion": {"attacks": 3},
    "Giant Rattler Snake": {"attacks": 2},
    "Stirge": {"av": 13},
    "Conjured Snake": {"st": 5, "grit": "0", "flesh": "2", "xp": 0},
}
"""What an entry says itself, where it is not what follows from HD."""


@covers(
    "vanilla.monster.grit",
    "vanilla.monster.av",
    "vanilla.monster.st",
    "vanilla.monster.attacks",
    "vanilla.monster.bestiary",
    "vanilla.free.npc",
)
@pytest.mark.parametrize("name", [monster.name for monster in monsters().values()])
def test_every_enemy_has_the_numbers_of_its_hit_dice(name):
    monster = lookup(name.upper())
    says = {field: getattr(monster, field) for field in ("av", "st", "grit", "flesh", "attacks", "xp")}
    follows = {field: getattr(of_hd(monster.hd), field) for field in says}
    assert says == {**follows, **OTHERWISE.get(name, {})}
    one = spawn(monster, "x")
    assert (one.level, ac(one), one.av, one.st) == (monster.hd, monster.ac, monster.av, monster.st)
    assert (one.grit, one.flesh) == (usual(monster.grit), max(1, usual(monster.flesh)))
    natural = 0 if monster.armour == "worn" else monster.ac
    assert (one.ac, one.damage, allowed(one)) == (natural, monster.damage, 2)
    (way,) = melee_ways(one)
    n, sides, plus, _ = parse_amount(way.damage)
    assert parse_amount(monster.damage) == (n, sides, plus + way.bonus, 1), "a listed weapon deals the listed damage"
    assert one.attacks == (0 if name == "Green Slime" else monster.attacks)
    rolled = rolled_up(Simulated(Random(1), first), monster, "y")
    line = grown(monster, rolled.level)
    n, sides, plus, _ = parse_amount(line.grit)
    assert n + plus <= rolled.grit == rolled.grit_max <= n * sides + plus
    n, sides, plus, _ = parse_amount(line.flesh)
    assert n + plus <= rolled.flesh == rolled.flesh_max <= n * sides + plus


@covers(
    "vanilla.monster.grit", "vanilla.monster.av", "vanilla.monster.st", "vanilla.monster.ac", "vanilla.monster.attacks"
)
def test_numbers_follow_from_hit_dice():
    assert [(of_hd(hd).av, of_hd(hd).st) for hd in (1, 4, 12, 14)] == [(11, 6), (14, 9), (19, 17), (19, 19)]
    assert [natural_ac(hd) for hd in (1, 4, 7, 14, 20)] == [2, 4, 5, 9, 9]
    assert [of_hd(hd).attacks for hd in (0, 4, 5, 9, 10, 14, 15, 20)] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert (usual("4d6"), usual("1d6+4"), usual("1d6 x 100")) == (14, 7, 300)
    one = unlisted(4, "x")
    assert (one.grit, one.flesh, one.ac, one.av, one.st) == (14, 7, 4, 14, 9)
    assert (unlisted(0, "x").grit, unlisted(0, "x").flesh, unlisted(3, "x", ac=7).ac) == (0, 3, 7)
    rolled, _ = done(rolled_up, lookup("orc"), "o", script=[4, 2])
    assert (rolled.grit, rolled.flesh) == (4, 3)


@covers("vanilla.monster.variable_hd", "vanilla.monster.hydra", "vanilla.monster.giant_rat", "vanilla.xp.monsters")
def test_some_roll_their_hit_dice():
    hydra, _ = done(rolled_up, lookup("hydra"), "h", script=[3, [1, 2, 3, 4, 5]])
    assert (hydra.level, hydra.grit, hydra.flesh, hydra.attacks, hydra.av, hydra.st) == (5, 15, 30, 5, 15, 10)
    assert monster_xp(hydra.level) == 250
    rat, _ = done(rolled_up, lookup("giant rat"), "r", script=[3, [1, 1, 1], 1])
    assert (rat.level, rat.flesh, monster_xp(rat.level)) == (3, 4, 150)
    assert grown(lookup("hydra")).hd == 3
    assert spawn(lookup("hydra"), "h", hd=6).flesh == 36


@covers("vanilla.monster.giant_bat", "vanilla.monster.conjured_snake")
def test_some_are_of_a_rarer_kind():
    bat, _ = done(rolled_up, lookup("giant bat"), "b", script=[[1, 1], 1, 1])
    assert (bat.traits, bat.name) == (("vampiric",), "Giant Bat (vampiric)")
    plain, _ = done(rolled_up, lookup("giant bat"), "b", script=[[1, 1], 1, 2])
    assert (plain.traits, plain.marks) == ((), ())
    assert distribution(lucky, "1/20", "x")[True] * 20 == 1
    assert distribution(lucky, "4/6", "x")[True] * 3 == 2
    assert done(lucky, "1", "x", script=[])[0]


@covers("vanilla.monster.dragon_spells", "vanilla.monster.blue_dragon")
def test_a_dragon_knows_half_its_hit_dice_in_spells():
    nine = [1] * 9
    script = [nine, 1, 1, 9, 6, 1, 9, 2, 12, 3, 5, 5, 11]
    dragon, _ = done(rolled_up, lookup("blue dragon"), "d", script=script)
    assert dragon.book == tuple(Known(f"vanilla.spell.{name}") for name in ("sleep", "web", "fireball", "teleport"))
    assert [len(spawn(lookup(name), "d").book) for name in ("blue dragon", "gold dragon", "hill giant")] == [4, 5, 0]


@covers("vanilla.class.leader", "vanilla.free.npc")
def test_leaders():
    dwarf = leader(Auto(), lookup("dwarf"), "l", 6)
    assert (dwarf.av, dwarf.st, dwarf.grit, dwarf.flesh, ac(dwarf)) == (14, 10, 21, 11, 5)
    assert (monster_xp(dwarf.level), allowed(dwarf)) == (300, 2)
    brigand = leader(Auto(), lookup("brigand"), "l", 1)
    assert (ac(brigand), brigand.of) == (3, FIGHTER)
    script = [1, 9, 1, 1, 1, 2]
    elf, _ = done(leader, lookup("elf"), "l", 1, script=script)
    assert (elf.of, len(elf.book), ac(elf)) == (MAGIC_USER, 3, 4)
    orc = leader(Auto(), lookup("orc"), "l", 3)
    assert (orc.level, orc.st, orc.of) == (3, 8, lookup("orc").id)
    assert leader(Auto(), lookup("dwarf"), "l", 14).level == 10
    assert done(leader, lookup("orc"), "l", 3, script=[[3, 4, 5], 2])[0].grit_max == 12


@covers("vanilla.class.fighter", "vanilla.class.magic_user")
def test_characters_that_nobody_rolled():
    ann = classed(FIGHTER, 1, "a")
    assert (ann.av, ann.st, ann.grit, ann.flesh) == (11, 5, 5, 6)
    assert sum([item.ac for item in ann.items]) == 3
    mira = classed(MAGIC_USER, 2, "m")
    assert (mira.av, mira.st, mira.grit, mira.flesh, len(mira.book)) == (11, 7, 5, 6, 4)


def test_lists_by_name():
    made = several("fighter 2, Orc x2; HD 3 AC 6; Man-at-Arms, magic user", "p")
    assert [(one.id, one.name) for one in made] == [
        ("p1", "Fighter"),
        ("p2", "Orc 1"),
        ("p3", "Orc 2"),
        ("p4", "HD 3"),
        ("p5", "Man-at-Arms"),
        ("p6", "Magic-User"),
    ]
    assert (made[3].ac, made[4].kind, made[0].level) == (6, "helper", 2)
    with pytest.raises(Unknown, match='Did you mean "Goblin"'):
        several("gobln x3", "p")
    for text, said in (
        (" ", "somebody"),
        ("fighter 11", "a level from 1 to 10"),
        ("Orc x200", "a number from 1 to 100"),
    ):
        with pytest.raises(Malformed, match=said):
            several(text, "p")


def test_a_fight_by_name():
    state = fight("fighter 1, magic-user 1", "Orc x3, fighter 2", Settings(morale="off"))
    assert [one.seat for one in state.party] == ["party", "party"]
    assert [(foe.kind, foe.seat, allowed(foe)) for foe in state.foes] == [("enemy", "referee", 2)] * 4
    assert (state.settings.morale, state.phase, fight("fighter", "Orc", None).settings) == (
        "off",
        "encounter",
        Settings(),
    )
    assert replace(state, foes=()).combat is None
