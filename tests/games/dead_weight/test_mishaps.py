"""Spell mishaps: every row of the table."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.gear.inventory import CURSES, RING, thing
from tallow.games.dead_weight.magic.effects import expedition_over, tick_turn
from tallow.games.dead_weight.magic.mishaps import ROWS, mishap
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.state import Purse, adventurer
from tallow.games.dead_weight.world.trackers import who_see_omens
from tallow.games.deeds import Action
from tallow.testing import covers
from tests.games.dead_weight.casters import calm, fray, friend, running, wizard
from tests.games.dead_weight.people import lying
from tests.games.playing import done

TABLE = "dead_weight.table.spell_mishap"


def goes_wrong(state, row, *script):
    """The row that a level 1 spell, or one of a higher level beyond 13, comes to."""
    level = 1 if row <= 13 else row - 12
    two = row - level
    dice = [min(6, two - 1), two - min(6, two - 1)]
    return done(mishap, state, "mira", level, script=[dice, *script])


def afflicted(state):
    return {one.id: one.afflictions for one in state.party}


def three():
    """The wizard, a friend Close, and another Nearby."""
    return fray(wizard("light"), friend(), replace(friend(at=(6, 6)), id="ulf", name="Ulf", seat="ulf"))


@covers("dead_weight.table.spell_mishap", "dead_weight.spell.critical_failure")
def test_rows_go_from_the_lowest_roll_of_level_1_to_18_and_beyond():
    assert [row.on for row in tables()[TABLE].rows] == [str(row) for row in sorted(ROWS)]
    state, _ = done(mishap, three(), "mira", 9, script=[[6, 6], (8, 2)])
    assert state.enemies[-1].of == "dead_weight.monster.endless_horror", "9 + 12 counts as 18"
    state, _ = done(mishap, three(), "mira", 1, script=[[1, 1]])
    assert afflicted(state)["mira"] == ("nauseated",)


def test_3_sickness():
    state, _ = goes_wrong(three(), 3)
    assert afflicted(state)["mira"] == ("nauseated",)
    assert lying(adventurer(state, "mira"), "INT") == (1, 0)


def test_4_noise():
    assert goes_wrong(three(), 4)[0].locations[0].doom == 1


def test_5_blindness_lasts_six_turns():
    state, _ = goes_wrong(calm(wizard("light")), 5)
    for left in (5, 4, 3, 2, 1, 0):
        state, _ = done(tick_turn, state)
        assert "blind" in adventurer(state, "mira").conditions
        assert state.effects[0].left == left
    state, _ = done(tick_turn, state)
    assert "blind" not in adventurer(state, "mira").conditions
    assert goes_wrong(three(), 5)[0].effects[0].left == 5, "the combat is one of them"


@pytest.mark.parametrize(("row", "name"), [(6, "shaken"), (14, "doomed")])
def test_6_and_14_an_affliction_for_the_caster(row, name):
    assert afflicted(goes_wrong(three(), row)[0]) == {"mira": (name,), "tam": (), "ulf": ()}


def test_8_rage_makes_others_angry_and_the_caster_terrified():
    assert afflicted(goes_wrong(three(), 8)[0]) == {"mira": ("terrified",), "tam": ("angry",), "ulf": ("angry",)}


def test_9_weeping_takes_everyone_near():
    assert set(afflicted(goes_wrong(three(), 9)[0]).values()) == {("hopeless",)}


def test_10_visions_take_those_close():
    assert afflicted(goes_wrong(three(), 10)[0]) == {"mira": ("terrified",), "tam": ("terrified",), "ulf": ()}


DEMONS = {7: "lesser_demon", 11: "void_demon", 15: "tormentor_demon", 18: "endless_horror"}


@covers("dead_weight.table.spell_mishap")
@pytest.mark.parametrize("row", DEMONS)
def test_7_11_15_18_something_appears_near_the_caster(row):
    state, play = goes_wrong(three(), row, (3, 3) if row < 18 else (8, 8 - 1))
    demon = state.enemies[-1]
    assert demon.of == f"dead_weight.monster.{DEMONS[row]}"
    near = 1 if row < 18 else 6
    assert all(max(abs(x - 2), abs(y - 2)) <= near for x, y in play.asked[1].options)
    assert tables()[TABLE].row(row).ref == demon.of


@covers("dead_weight.table.spell_mishap", "dead_weight.action.explore_cast")
def test_outside_a_combat_a_demon_begins_one_after_the_turn():
    state = calm(wizard("light"))
    script = [[3, 3], "roll", [1, 2, 3], [3, 3], "nearby", "roll", [5, 5]]
    state, _ = done(GAME.perform, state, Action("cast_exploring", "mira"), script=script)
    assert state.turns == 1
    assert state.combat is not None
    assert [foe.of for foe in state.enemies] == ["dead_weight.monster.lesser_demon"]


def test_12_bleeding_eyes_wound_every_attribute_and_a_full_one_passes_it_on():
    state, _ = goes_wrong(three(), 12)
    one = adventurer(state, "mira")
    assert [lying(one, a)[1] for a in ("STR", "DEX", "INT", "PRE")] == [1, 1, 1, 1]
    assert one.afflictions == ("bleeding",)
    full = replace(three(), party=(wizard("light", scores=((1, 0, 0, 1), 3, 3, 3)),))
    one = adventurer(goes_wrong(full, 12, "DEX")[0], "mira")
    assert [lying(one, a)[1] for a in ("STR", "DEX", "INT", "PRE")] == [1, 2, 1, 1]


def test_13_demon_faces_stay_for_ever():
    state, play = goes_wrong(three(), 13)
    assert "demon_faces" in play.codes()
    over, _ = done(expedition_over, state)
    assert running(over, "spell_mishap")[0].detail == "demon_faces"
    assert not adventurer(over, "mira").conditions


@covers("dead_weight.trait.third_eye")
def test_16_a_third_eye_opens_and_sees_the_omens():
    state, _ = goes_wrong(three(), 16)
    one = adventurer(state, "mira")
    assert "third_eye" in one.life.traits
    assert one.afflictions == ("cursed",)
    assert "mira" in who_see_omens(state)
    assert "mira" not in who_see_omens(three())


def test_17_everything_carried_stays_in_the_void():
    rich = replace(three(), party=(wizard("light", purse=Purse(silver=9, gold=1)),))
    state, play = goes_wrong(rich, 17)
    one = adventurer(state, "mira")
    assert (one.items, one.containers, one.purse) == ((), (), Purse())
    assert "void_trip" in play.codes()


@covers("dead_weight.item.cursed_ring_of_plague_protection")
def test_with_the_ring_in_the_void_its_curse_is_gone():
    ring = replace(thing(RING, "ring", place="worn"), marks=(CURSES,))
    state = replace(three(), party=(wizard("light", items=(ring,), afflictions=("cursed", "hungry")),))
    assert adventurer(goes_wrong(state, 17)[0], "mira").afflictions == ("hungry",)
