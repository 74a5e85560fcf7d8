"""Classes: what a Level brings to each, how one is lost and comes back, and abilities outside a fight."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.characters.levels import (
    attributes,
    borrowed,
    damage_pool,
    drained,
    gained,
    hit_die,
    new_page,
    restored,
    rises,
)
from tallow.games.black_hack.checks.temporary import lend, permanent, returned
from tallow.games.black_hack.entries import callings
from tallow.games.black_hack.gear.inventory import DEEDS as HANDLING
from tallow.games.black_hack.gear.inventory import produce_dagger
from tallow.games.black_hack.record import GAME
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import ATTRIBUTES, MARKS, Effect, Gain, Item, Magic, score
from tallow.games.black_hack.world.sessions import murky_past
from tallow.play import distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import fighting, foe, held, somebody, table
from tests.games.playing import done, first

CLASSES = ("warrior", "thief", "cleric", "wizard")
DEED: dict[str, Any] = {deed.name: deed for deed in HANDLING}
LOW = [[1]] * 6
BOOK = Item("b", "Spellbook", marks=(MARKS.mark("own_book"),), spells=("black_hack.spell.charm",))


def level_up(one, *script, settings=None):
    return done(gained, one, settings or Settings(), script=list(script))


@covers(
    "black_hack.ability.warrior_level_attributes",
    "black_hack.ability.thief_level_attributes",
    "black_hack.ability.cleric_level_attributes",
    "black_hack.ability.wizard_level_attributes",
    "black_hack.xp.class_benefit",
)
@pytest.mark.parametrize("name", CLASSES)
def test_a_d20_over_an_attribute_raises_it(name):
    one = somebody(calling=name, strength=12, dexterity=12, constitution=20)
    extra = {"warrior": "STR", "thief": "DEX", "cleric": "STR", "wizard": "INT"}[name]
    (one, risen), play = done(attributes, one, {}, script=[13, 12, 20, 1, 1, 1, extra, 1])
    assert (one.strength, one.dexterity, one.constitution) == (13, 12, 20)
    assert risen == ("STR",)
    assert [roll.why for roll in play.asked[:2]] == ["black_hack.attribute.strength", "black_hack.attribute.dexterity"]
    assert play.told[0].why == f"black_hack.ability.{name}_level_attributes"


@covers("black_hack.ability.warrior_level_attributes")
def test_chance_to_rise_at_twelve():
    why = "black_hack.ability.warrior_level_attributes"
    assert distribution(rises, 12, "player", why)[True] == Fraction(2, 5)
    assert distribution(rises, 20, "player", why).get(True, 0) == 0


@covers(
    "black_hack.ability.warrior_level_extra_roll",
    "black_hack.ability.thief_level_extra_roll",
    "black_hack.ability.cleric_level_extra_roll",
    "black_hack.ability.wizard_level_extra_roll",
)
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("warrior", set(ATTRIBUTES)),
        ("thief", {"DEX", "WIS"}),
        ("cleric", {"STR", "WIS"}),
        ("wizard", {"INT", "WIS"}),
    ],
)
def test_one_more_roll_of_what_the_class_names(name, options):
    one = somebody(calling=name, wisdom=9)
    (one, risen), play = done(attributes, one, {}, script=[1, 1, 1, 1, 10, 1, "WIS", 11])
    (question,) = [question for question in play.asked if getattr(question, "what", "") == "extra_roll"]
    assert set(question.options) == options
    assert one.wisdom == 11, "the second roll is against the value already raised"
    assert risen == ("WIS", "WIS")


@covers("black_hack.ability.thief_level_extra_roll")
def test_expected_gain_of_two_rolls_at_ten():
    def twice(play):
        why = "black_hack.ability.thief_level_extra_roll"
        once = rises(play, 10, "player", why)
        return once + rises(play, 10 + once, "player", why)

    assert sum(gain * p for gain, p in distribution(twice).items()) == Fraction(39, 40)


@covers(
    "black_hack.hp.level_die",
    "black_hack.ability.warrior_level_hit_die",
    "black_hack.ability.thief_level_hit_die",
    "black_hack.ability.cleric_level_hit_die",
    "black_hack.ability.wizard_level_hit_die",
)
@pytest.mark.parametrize(
    ("name", "mean"), [("warrior", "93/16"), ("thief", "7/2"), ("cleric", "9/2"), ("wizard", "5/2")]
)
def test_the_hit_die_of_a_class(name, mean):
    known = callings()[name]
    edge = "advantage" if known.level_advantage else ""
    odds = distribution(hit_die, known.hit_die, edge, "player", policy=first)
    assert sum(face * p for face, p in odds.items()) == Fraction(mean)


@covers(
    "black_hack.hp.level_die", "black_hack.setting.level_hp", "black_hack.hp.max_only_by_level", "black_hack.hd.level"
)
@pytest.mark.parametrize(("setting", "hp"), [("max_only", 4), ("max_and_current", 10)])
def test_a_level_raises_the_maximum(setting, hp):
    thief = somebody(calling="thief", hp=4, hp_max=5)
    one, _ = level_up(thief, *LOW, "WIS", 1, 6, settings=Settings(level_hp=setting))
    assert (one.level, one.hp, one.hp_max) == (2, hp, 11)
    assert one.life.gains == (Gain((), 6),)


@covers("black_hack.ability.warrior_level_damage_die", "black_hack.xp.max_level", "black_hack.action.gain_level")
def test_a_warrior_has_as_many_damage_dice_as_levels_and_there_is_no_last_level():
    one, _ = level_up(somebody(level=1), *LOW, "STR", 1, 3, 3)
    assert (one.level, damage_pool(one)) == (2, 2)
    one, _ = level_up(somebody(level=23), *LOW, "STR", 1, 3, 3)
    assert (one.level, damage_pool(one)) == (24, 24)
    assert damage_pool(somebody(calling="thief", level=4)) == 0


@covers("black_hack.setting.new_spells", "black_hack.wizard.spellbook")
def test_a_new_level_may_write_a_page():
    one = somebody(calling="wizard", level=2, items=(BOOK,))
    assert done(new_page, one, Settings())[0] == one
    after, play = done(new_page, one, Settings(new_spells="one_per_level"), script=["black_hack.spell.web"])
    assert after.items[0].spells == ("black_hack.spell.charm", "black_hack.spell.web")
    assert len(play.asked[0].options) == 7
    bare = somebody(level=2)
    assert done(new_page, bare, Settings(new_spells="one_per_level"))[0] == bare


@covers("black_hack.ability.wizard_level_attributes")
def test_what_is_lent_is_not_rolled_against():
    state = lend(table(somebody(calling="thief", strength=12)), "ann", "STR", 3, Effect("", "black_hack.item.wax"))
    (one,) = state.party
    assert (one.strength, permanent(state, one, "STR")) == (15, 12)
    one, _ = done(gained, one, Settings(), borrowed(state, one), script=[13, *LOW[1:], "DEX", 1, 3])
    assert one.strength == 16
    back = returned(replace(state, party=(one,)), state.effects[0])
    assert (back.party[0].strength, back.effects) == (13, ())


def test_an_attribute_is_never_lent_below_one():
    state = lend(table(somebody(strength=3)), "ann", "STR", -4, Effect("", "black_hack.item.wax"))
    assert state.party[0].strength == 1
    assert returned(state, state.effects[0]).party[0].strength == 3


@covers("black_hack.phase.level_gain")
def test_a_level_is_lost_with_all_it_brought_and_restored_exactly():
    wizard = somebody(calling="wizard", level=2, hp=9, hp_max=9, magic=Magic(memorised=("black_hack.spell.web",)))
    one, _ = level_up(replace(wizard, strength=12), 13, *LOW[1:], "INT", 20, 4)
    state = table(replace(one, hp=13))
    state, play = done(drained, state, "ann", "black_hack.spell.level_drain")
    lost = state.party[0]
    assert (lost.level, lost.strength, lost.intelligence, lost.hp, lost.hp_max) == (2, 12, 10, 9, 9)
    assert lost.magic.memorised == ("black_hack.spell.web",)
    state, _ = done(drained, state, "ann", "black_hack.spell.level_drain")
    assert state.party[0].magic.memorised == ()
    back, _ = done(restored, state, "ann", "black_hack.prayer.restoration")
    again = back.party[0]
    assert (again.level, again.hp_max, again.life.drained) == (3, 13, ())
    assert [score(again, a) for a in ATTRIBUTES] == [score(one, a) for a in ATTRIBUTES]
    assert again.life.gains[-1] == one.life.gains[-1]
    assert "level.lost" in play.codes()


def test_whoever_loses_the_only_level_dies():
    state, _ = done(drained, table(somebody()), "ann", "black_hack.spell.level_drain")
    assert "dead" in state.party[0].conditions


@covers("black_hack.ability.thief_deep_and_murky_past")
@pytest.mark.parametrize(("level", "p"), [(1, 0), (4, "3/10"), (11, 1)])
def test_a_thief_may_have_another_past(level, p):
    thief = somebody(calling="thief", level=level, backgrounds=("A", "B"))

    def changes(play):
        return murky_past(play, table(thief), "ann").party[0].life.backgrounds

    def policy(choice):
        return choice.options[1] if choice.what == "which_background" else "black_hack.background.loremaster"

    odds = distribution(changes, policy=policy)
    assert odds.get(("black_hack.background.loremaster", "B"), 0) == Fraction(p)
    assert distribution(changes, policy=first).get(("A", "B")) == 1, "it may be left as it is"
    warrior = table(somebody(level=11, backgrounds=("A",)))
    assert done(murky_past, warrior, "ann")[0] == warrior


@covers("black_hack.ability.thief_a_dagger_for_every_occasion", "black_hack.action.produce_dagger")
def test_a_thief_always_has_a_knife():
    thief = somebody(calling="thief", items=(held("short_sword", "w1"), held("short_sword", "w2")))
    state, _ = done(produce_dagger, table(thief), "ann")
    knife = state.party[0].items[-1]
    assert (knife.ref, knife.place, knife.counts, knife.usage) == ("black_hack.weapon.throwing_knife", "hands", 0, 0)
    assert sum(item.hands for item in state.party[0].items if item.place == "hands") == 2
    assert not DEED["produce_dagger"].shown(state, "ann"), "one is in hand"
    fight = table(thief, foes=(foe(),), combat=fighting("ann"))
    assert DEED["produce_dagger"].shown(fight, "ann")
    assert DEED["produce_dagger"].cost == ""
    assert not DEED["produce_dagger"].shown(table(somebody()), "ann")


def test_every_ability_belongs_to_its_class():
    for ability in GAME.book.raw("ability"):
        assert ability["id"].startswith(f"black_hack.ability.{ability['class']}_")
