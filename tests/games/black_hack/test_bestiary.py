"""The bestiary: foes by name and by Hit Dice, their HP, attacks, and fights made ready."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.bots.skirmish import fight, fitting, skirmish
from tallow.games.black_hack.characters.seats import left_to, subjects
from tallow.games.black_hack.characters.typical import party
from tallow.games.black_hack.combat.morale import dauntless, holds
from tallow.games.black_hack.entries import monsters, tables
from tallow.games.black_hack.harm.damage import dice_by_hd, foe_damage, out_of_action
from tallow.games.black_hack.monsters.bestiary import BY_HD, arrive, described, lines, lookup, readied, several, spawn
from tallow.games.black_hack.record import BOTS, GAME
from tallow.games.black_hack.settings import Settings
from tallow.mechanics.names import with_one_more
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.play import REFEREE, Scripted, distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import foe, somebody, table
from tests.games.playing import done

NAMED = [ref for ref in monsters() if ref != BY_HD]


def hp_of(hd):
    return distribution(lambda play: readied(play, spawn(BY_HD, "x", hd=hd)).hp)


@covers("black_hack.hp.npc_d8", "black_hack.monster.by_hd", "black_hack.hp.max", "black_hack.hp.dice_count")
def test_hp_are_a_d8_for_each_hit_die_in_secret():
    one, play = done(readied, spawn(BY_HD, "x", hd=6), script=[(8, 1, 4, 4, 5, 5)])
    assert (one.hp, one.hp_max) == (27, 27)
    assert play.asked[0].hidden
    assert play.asked[0].by == REFEREE
    assert sum(Fraction(p) * hp for hp, p in hp_of(2).items()) == 9
    assert done(readied, one)[0] == one


@covers("black_hack.monster.by_hd", "black_hack.bestiary.form", "black_hack.gm.damage_by_hd")
def test_two_hit_dice_say_all_about_a_foe():
    one = described("HD 2", "x")
    mean = distribution(foe_damage, one.hd, Settings(), lines(one)[0].damage)
    assert sum(Fraction(p) * n for n, p in mean.items()) == Fraction(7, 2)
    assert foe_damage(Scripted(), 2, Settings(damage_mode="average")) == 3
    assert Fraction(distribution(holds, one.hd, "")[True]) == Fraction(1, 6)


@covers("black_hack.bestiary.form")
def test_an_elemental_of_three_hit_dice():
    one, _ = done(readied, described("Fire Elemental HD 3", "x"), script=[(1, 5, 8)])
    assert (one.hp, one.hd, dice_by_hd(3)) == (14, 3, ("2d4", 4))
    assert [lines(replace(one, hd=hd))[0].targets for hd in (1, 3, 5, 8, 9, 12)] == ["1", "1", "2", "2", "3", "4"]
    assert "targets" in tables()["black_hack.table.elementals"].row(5).effect


@covers("black_hack.creature.npcs", "black_hack.creature.types")
def test_people_are_out_of_action_and_monsters_removed():
    bandit, orc = spawn("black_hack.monster.bandit", "b"), spawn("black_hack.monster.orc", "o")
    assert (bandit.person, orc.person, bandit.seat) == (True, False, REFEREE)
    state = table(somebody(), foes=[replace(one, hp=1, hp_max=4) for one in (bandit, orc)])
    for who in ("b", "o"):
        state, _ = done(out_of_action, state, who)
    assert [one.conditions for one in state.foes] == [("out_of_action",), ("removed",)]


@covers("black_hack.creature.types", "black_hack.creature.characters", "black_hack.oofa.no_turn")
def test_players_act_for_characters_and_the_gm_for_all_others():
    ally = foe("dog", commander="ann", seat="player")
    state = table(somebody(), somebody("bob", seat="two"), foes=[foe()], allies=[ally])
    assert subjects(state, "player") == ("ann", "dog")
    assert subjects(state, REFEREE) == ("", "orc")
    assert subjects(state, "new") == ("new",)
    down = replace(state, party=(replace(state.party[0], conditions=("out_of_action",)), state.party[1]))
    assert left_to(down, "ann") == ()
    assert left_to(down, "bob") is None
    dead = replace(state, party=(replace(state.party[0], conditions=("dead",)),))
    assert left_to(dead, "ann") == ("make_character", "bring_character")
    assert "ann" in subjects(dead, "player")


@covers("black_hack.bestiary.form")
@pytest.mark.parametrize("ref", NAMED)
def test_every_monster_comes_as_its_entry_has_it(ref):
    entry = monsters()[ref]
    hd = entry.hd or 3
    rolled = 1 if entry.hd and not entry.hp.startswith(f"{entry.hd}d8") else hd
    sides = int(entry.hp.partition("d")[2]) if entry.hd else 8
    state, play = done(arrive, table(somebody()), ref, hd=hd, script=[(1,) * rolled])
    (one,) = state.foes
    assert play.asked[-1].sides == sides
    assert (one.hd, one.hp, one.tags, one.name) == (hd, rolled, entry.tags, entry.name)
    assert one.person == ("npc" in entry.tags)
    assert dauntless(one) == (entry.morale == "never")
    assert [line.name for line in lines(one)] == [line.name for line in entry.attacks]
    for line in lines(one):
        assert line.damage == "0" or sum(distribution(foe_damage, hd, Settings(), line.damage).values()) == 1


@covers("black_hack.monster.dragon")
def test_a_dragon_rolls_its_hit_dice_first():
    (one,) = several("Dragon")
    ready, play = done(readied, one, script=[2, (4,) * 10])
    assert (ready.hd, ready.hp) == (10, 40)
    assert [(roll.n, roll.sides) for roll in play.asked] == [(1, 3), (10, 8)]


@covers("black_hack.hd.level")
def test_what_can_be_written():
    names = [(one.name, one.hd) for one in several("Goblin x2; HD 2 x2; Captain HD 4, 0 HD")]
    assert names == [("Goblin 1", 1), ("Goblin 2", 1), ("Foe 1", 2), ("Foe 2", 2), ("Captain", 4), ("Foe 3", 1)]
    assert several("Ogre HD 8")[0].hd == 8
    assert lookup(" oGRE ").name == "Ogre"
    assert [one.name for one in with_one_more(several("Orc x2"), spawn("black_hack.monster.orc", "z"))][-1] == "Orc 3"


@pytest.mark.parametrize("text", ["", "Goblin x0", "Goblin x99", "HD 99", "Fire Elemental"])
def test_what_cannot_be_read_is_said(text):
    with pytest.raises(Malformed):
        several(text)


def test_an_unknown_name_is_met_with_the_nearest():
    with pytest.raises(Unknown) as unknown:
        several("Gobln")
    assert "Goblin" in unknown.value.near


def test_a_typical_party_for_the_simulator():
    one, other, *twins = party("warrior 2, thief 1:b, cleric 3 x2", Settings())
    assert (one.name, one.level, one.strength, other.level) == ("Warrior", 2, 13, 1)
    assert [twin.name for twin in twins] == ["Cleric 1", "Cleric 2"]
    assert all(hero.hp == hero.hp_max and hero.seat == "party" for hero in (one, other, *twins))
    ids = [item.id for hero in (one, other, *twins) for item in hero.items]
    assert len(ids) == len(set(ids))
    assert "black_hack.prayer.cure_light_wounds" in twins[0].magic.memorised
    assert party("warrior 2", Settings()) == party("warrior 2", Settings())
    for wrong in ("", "warrior 99", "warrior x99", "2"):
        with pytest.raises(Malformed):
            party(wrong, Settings())
    for wrong in ("paladin 2", "warrior 1:z"):
        with pytest.raises(Unknown):
            party(wrong, Settings())


def test_a_fight_for_the_simulator_begins_with_rolled_hp():
    state = fight("warrior 2, wizard 2", "HD 2 x2", Settings())
    assert BOTS.action(state, REFEREE).name == "start_combat"
    script = [(3, 4), (5, 8), "aware", "nearby", 1, 20]
    after, _ = done(GAME.perform, state, BOTS.action(state, REFEREE), script=script)
    assert [one.hp for one in after.foes] == [7, 13]
    assert (after.combat.moment, after.combat.early) == (1, ("hero1",))


def test_a_skirmish_against_somebody_fitting():
    state, play = done(skirmish, somebody(), "", Settings(), script=["anybody", 1, 4, 5])
    assert state.foes[0].of == fitting()[0]
    assert state.combat is not None
    assert play.asked[0].options[0] == "anybody"
    assert all(monsters()[ref].hd == 1 for ref in fitting())
    named, _ = done(skirmish, somebody(), "Orc x2", Settings(), script=[4, 5, 11])
    assert len(named.foes) == 2
