"""Making characters: classes, attributes, the reroll, vocation, Extra, gear, gold, spells, levels."""

from fractions import Fraction

import pytest

from tallow.games.vanilla.characters.creation import (
    attributes,
    by_chance,
    create,
    equipped,
    extra,
    geared,
    gold,
    left_behind,
    named,
    rerolled,
    roll_score,
    spellbook,
    vocation,
)
from tallow.games.vanilla.characters.joining import DEEDS, join, make_character, new_player
from tallow.games.vanilla.characters.levels import at_level
from tallow.games.vanilla.characters.names import NAMES
from tallow.games.vanilla.combat.armour import ac_of
from tallow.games.vanilla.combat.free_attacks import allowed
from tallow.games.vanilla.entries import FIGHTER, MAGIC_USER, callings, spells, tables
from tallow.games.vanilla.gear.inventory import made, used
from tallow.games.vanilla.magic.random_spells import draw, learned, spell_at
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import ATTRIBUTES, State
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.playing import asked, done, first
from tests.games.vanilla.fighters import fighting, foe, refusal, somebody, table

SIX = [[2, 5]] * 6
BOW = "vanilla.weapon.medium_ranged"
FIGHTS = [FIGHTER, *SIX, "keep", 4, 12, 5, ("pair", "medium", "large"), BOW, [3, 4, 4], "Maud"]
CASTS = [MAGIC_USER, *SIX, "keep", 4, 9, "vanilla.weapon.small_melee", [1, 1, 1]]


@covers(
    "vanilla.creation.steps",
    "vanilla.phase.creation",
    "vanilla.bubble.count",
    "vanilla.class.fighter",
    "vanilla.carry.slots",
)
def test_a_fighter():
    one, play = done(create, Settings(), "p1", script=FIGHTS)
    assert (one.av, one.st, one.grit, one.flesh, one.level) == (11, 5, 5, 6, 1)
    assert (one.grit, one.flesh) == (one.grit_max, one.flesh_max)
    assert ac_of(State(), one) == 3
    assert (one.bubbles, one.bubbles_max, one.slots, one.life.xp, one.coins) == (0, 5, 10, 0, 55)
    assert one.name == "Maud"
    assert one.life.vocations == ("Blacksmith", "Butcher")
    assert {question.by for question in play.asked} == {"p1"}
    assert one.kind == "pc"


@covers("vanilla.creation.steps", "vanilla.creation.spellbook", "vanilla.class.magic_user", "vanilla.item.spellbook")
def test_a_magic_user():
    script = [*CASTS, 1, 1, 1, 1, 2, 12, 3, 6, "Ivo"]
    one, play = done(create, Settings(), "p1", script=script)
    assert (one.av, one.st, one.grit, one.flesh) == (10, 6, 4, 6)
    assert play.codes().count("spell.known") == 1
    assert ac_of(State(), one) == 0
    names = [known.spell.rpartition(".")[2] for known in one.book]
    assert names == ["charm", "web", "fly"], "the second Charm is rolled again"
    assert not any(known.corrupted for known in one.book)


@covers("vanilla.creation.attributes")
def test_six_attributes_of_2d6_and_3():
    one, play = done(attributes, somebody(attributes=()), script=[[1, 1], [2, 5], [6, 6], [1, 2], [3, 3], [4, 6]])
    assert one.life.attributes == (5, 10, 15, 6, 9, 13)
    assert [told.facts for told in play.told] == list(zip(ATTRIBUTES, one.life.attributes, strict=True))
    odds = distribution(roll_score, "player")
    assert sum(p for score, p in odds.items() if score >= 10) == Fraction(7, 12)
    assert sum(score * p for score, p in odds.items()) == 10


@covers("vanilla.creation.reroll", "vanilla.setting.creation_reroll")
def test_one_reroll_of_the_classs_three_and_it_stands():
    one = somebody(attributes=(6, 10, 10, 10, 10, 10))
    after, play = done(rerolled, one, Settings(), script=["Strength", [1, 1]])
    assert after.life.attributes[0] == 5
    (choice,) = asked(play, "reroll")
    assert set(choice.options) == {"Strength", "Constitution", "Charisma", "keep"}
    _, play = done(rerolled, somebody(calling="magic_user"), Settings(), script=["keep"])
    assert set(asked(play, "reroll")[0].options) == {"Dexterity", "Intelligence", "Wisdom", "keep"}
    each = Settings(creation_reroll="each")
    after, play = done(rerolled, one, each, script=["Strength", [6, 6], "Charisma", [1, 1], "Constitution", [5, 5]])
    assert after.life.attributes == (15, 10, 13, 10, 10, 5)
    _, play = done(rerolled, one, each, script=["Strength", [6, 6], "keep"])
    assert len(asked(play, "reroll")) == 2


@covers("vanilla.creation.vocation", "vanilla.table.vocation")
def test_each_vocation_is_as_likely():
    odds = distribution(lambda play: vocation(play, somebody()).life.vocations)
    assert set(odds) == {(row.name,) for row in tables()["vanilla.table.vocation"].rows}
    assert set(odds.values()) == {Fraction(1, 20)}


@covers("vanilla.creation.extra", "vanilla.table.extra")
@pytest.mark.parametrize("on", range(1, 13))
def test_every_extra(on):
    one = somebody(attributes=(10, 10, 10, 10, 10, 17))
    script = [on, 2] if on <= 6 else [12, 5] if on == 12 else [on]
    after, _ = done(extra, somebody(attributes=(10, 10, 10, 10, 10, 17), life=one.life), script=script)
    raised = [a - b for a, b in zip(after.life.attributes, one.life.attributes, strict=True)]
    if on <= 6:
        assert raised == [(1 if on == 6 else 2) if at == on - 1 else 0 for at in range(6)], "18 is the most"
    else:
        assert not any(raised)
    assert after.slots == (12 if on == 10 else 10)
    assert after.bubbles_max == (6 if on == 11 else 5)
    assert after.life.extra == tables()["vanilla.table.extra"].row(on).name


@covers("vanilla.creation.extra")
def test_half_of_all_extras_raise_an_attribute_and_a_vocation_is_not_repeated():
    odds = distribution(lambda play: sum(extra(play, somebody()).life.attributes) > 60)
    assert odds[True] == Fraction(1, 2)
    smith = somebody()
    smith, _ = done(vocation, smith, script=[4])
    after, _ = done(extra, smith, script=[12, 4, 4, 9])
    assert after.life.vocations == ("Blacksmith", "Healer")


@covers("vanilla.creation.steps")
def test_a_name_by_the_dice_that_everybody_has():
    assert done(named, "p1", script=["roll", 1, 1])[0] == NAMES[0]
    assert done(named, "p1", script=["roll", 6, 6])[0] == NAMES[-1]
    assert done(named, "p1", script=["another", "Odo"])[0] == "Odo"
    assert len(distribution(by_chance, "p1")) == len(NAMES) == 36


@covers("vanilla.creation.gold")
def test_gold():
    assert done(gold, somebody(), script=[[3, 4, 4]])[0].coins == 55
    coins = distribution(lambda play: gold(play, somebody()).coins)
    assert (min(coins), max(coins)) == (15, 90)


@covers("vanilla.creation.starting_slots", "vanilla.carry.full")
def test_starting_gear_fits_the_slots():
    heavy, _ = done(geared, somebody(), script=[("pair", "large", "large"), "vanilla.weapon.large_ranged"])
    assert used(State(), heavy) == 8
    assert done(left_behind, heavy, Settings())[0] == heavy
    laden = somebody(items=[made("vanilla.weapon.large_melee", f"i{n}") for n in range(6)])
    after, _ = done(left_behind, laden, Settings(), script=["i5"])
    assert used(State(), after) == 10


@covers("vanilla.creation.steps", "vanilla.carry.hands")
def test_armour_is_on_and_hands_hold_what_they_can():
    def places(a, b):
        one, _ = done(geared, somebody(), script=[("pair", a, b), "vanilla.weapon.small_ranged"])
        return [item.place for item in equipped(one, Settings()).items]

    assert places("medium", "small") == ["hands", "pack", "pack", "worn", "hands"]
    assert places("large", "small") == ["hands", "pack", "pack", "worn", "pack"], "both hands are full"


@covers("vanilla.spell.random", "vanilla.creation.spellbook", "vanilla.learn.duplicates")
def test_a_random_spell():
    assert spell_at(3, 5) == "vanilla.spell.fireball"
    assert done(draw, "p", script=[3, 5])[0] == "vanilla.spell.fireball"
    assert done(draw, "p", script=[6])[0] == ""
    odds = distribution(draw, "p")
    assert odds[""] == Fraction(1, 6)
    assert {p for ref, p in odds.items() if ref} == {Fraction(1, 72)}
    free, play = done(learned, "p", ("vanilla.spell.charm",), script=[6, "vanilla.spell.teleport"])
    assert free == "vanilla.spell.teleport"
    assert "vanilla.spell.charm" not in play.asked[-1].options
    assert done(learned, "p", tuple(spells()))[0] == ""
    book, _ = done(spellbook, somebody(calling="magic_user"), script=[1, 1, 1, 2, 6, "vanilla.spell.fly"])
    assert len({known.spell for known in book.book}) == 3


@covers("vanilla.class.fighter", "vanilla.class.magic_user", "vanilla.xp.level_gain")
def test_a_character_of_a_higher_level():
    one, _ = done(create, Settings(), "p1", 4, script=FIGHTS)
    assert (one.level, one.av, one.st, one.grit, one.flesh, one.life.xp) == (4, 13, 8, 14, 9, 8000)
    for ref in (FIGHTER, MAGIC_USER):
        for line in callings()[ref].levels:
            grown = at_level(somebody(calling=ref.rpartition(".")[2]), line.level)
            assert (grown.av, grown.st, grown.grit_max, grown.flesh_max) == (line.av, line.st, line.grit, line.flesh)
            assert allowed(grown) == (line.level if ref == FIGHTER else 1)
    assert at_level(somebody(), 14).level == 10


@covers("vanilla.phase.creation", "vanilla.phase.settlement")
def test_players_join_and_the_party_is_in_a_settlement():
    state, _ = done(new_player, State(), "", script=["player1", *FIGHTS])
    assert state.phase == "settlement"
    (one,) = state.party
    assert (one.id, one.seat) == ("pc1", "player1")
    assert len({item.id for item in one.items}) == 5
    other, _ = done(make_character, state, "zoe", script=FIGHTS)
    assert other.party[1].seat == "zoe"
    assert len({item.id for each in other.party for item in each.items}) == 10


@covers("vanilla.phase.creation")
def test_after_a_death_the_gm_says_when_the_next_may_come():
    dead = table(somebody(conditions=("dead",)), somebody("bob", seat="p2"))
    assert refusal(DEEDS, "make_character", dead, "ann") == ""
    assert refusal(DEEDS, "make_character", dead, "bob") is None
    later, play = done(make_character, dead, "ann", script=["later"])
    assert later == dead
    assert play.asked[0].by == REFEREE
    after, _ = done(make_character, dead, "ann", script=["yes", *FIGHTS])
    assert after.party[-1].seat == "player"
    fray = table(somebody(conditions=("dead",)), foes=[foe()], combat=fighting("orc", "foes"))
    assert refusal(DEEDS, "make_character", fray, "ann") == "fight_on"
    assert join(State(), somebody()).party[0].id == "pc1"
    assert first(play.asked[0]) == "yes"


@covers("vanilla.phase.creation")
def test_no_two_of_a_party_have_the_same_name():
    state = table()
    for _ in range(3):
        state = join(state, somebody("agnes"))
    assert [one.name for one in state.party] == ["Agnes", "Agnes (2)", "Agnes (3)"]
