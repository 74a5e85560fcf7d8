"""Rules of fights, harm, gear and magic in narrow cases: what is not there, not theirs, or just enough."""

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.combat.flight import run
from tallow.games.black_hack.combat.ranges import band
from tallow.games.black_hack.combat.rounds import arrayed, fought
from tallow.games.black_hack.gear.market import buy
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.harm.damage import damage, heal
from tallow.games.black_hack.harm.fate import roll_fate
from tallow.games.black_hack.state import Hindrance, creature, put
from tallow.testing import covers
from tests.games.black_hack.fighters import fighting, foe, somebody, table, worn
from tests.games.black_hack.townsfolk import asked_for, town
from tests.games.playing import done

WHY = "black_hack.damage.subtract"


@covers("black_hack.item.custom_or_exotic_weapon", "black_hack.weapon.custom_or_exotic")
@pytest.mark.parametrize(("written", "name"), [("N" * 61, "N" * 60), (f"  {'N' * 60}  ", "N" * 60), ("  ", None)])
def test_a_custom_weapon_has_a_name_of_sixty_letters_at_most_or_that_of_its_kind(written, name):
    listed = asked_for("black_hack.item.custom_or_exotic_weapon")
    script = [listed, "no", [1, 1], "yes", "two_handed", written]
    (item,) = done(buy, town(somebody(coins=100)), "ann", script=script)[0].party[0].items
    assert item.name == (name or made("black_hack.weapon.custom_or_exotic", "x").name)
    assert (item.hands, item.large) == (2, False)


@covers("black_hack.damage.subtract", "black_hack.armour.break_to_ignore")
def test_who_is_dead_stone_or_frozen_loses_nothing_and_neither_does_who_breaks_a_die():
    for one in (somebody(conditions=(name,)) for name in ("dead", "stone", "frozen")):
        state = table(one)
        assert done(damage, state, "ann", 5, WHY)[0] == (state, 0)
    state = table(somebody())
    assert done(damage, state, "ann", 0, WHY)[0] == (state, 0)
    assert done(damage, state, "ann", 1, WHY)[0][1] == 1
    mailed = table(somebody(items=(worn("chain_mail"),)))
    (after, lost), play = done(damage, mailed, "ann", 5, WHY, script=["a1"])
    assert (after.party[0].hp, lost, play.codes()[-1]) == (10, 0, "damage.ignored")


@covers("black_hack.phase.combat_start")
def test_a_fight_goes_back_to_where_it_broke_out_or_to_what_is_said():
    for phase, back in (("exploration",) * 2, ("travel",) * 2, ("downtime",) * 2, ("creation", "exploration")):
        state = replace(table(somebody()), phase=phase)
        assert fought(arrayed(state, (foe(),))).back_to == back
        assert fought(arrayed(state, (foe(),), back_to="travel")).back_to == "travel"


@covers("black_hack.morale.fail", "black_hack.turn.extra_move")
def test_whose_morale_fails_flees_from_all_and_escapes_once_distant():
    state = table(somebody("cle", "cleric"), somebody(), foes=(foe(),), combat=fighting("orc", fleeing=("orc",)))
    after, play = done(run, state, "orc")
    assert [(line.code, line.facts, line.why) for line in play.told] == [
        ("escapes", ("Orc",), "black_hack.morale.fail")
    ]
    assert "fled" in creature(after, "orc").conditions
    near = replace(state, combat=replace(state.combat, bands=(("ann", "orc", "close"),)))
    after, play = done(run, near, "orc")
    assert (band(after, "orc", "ann"), band(after, "orc", "cle")) == ("faraway", "distant")
    assert play.codes() == ["flees"]


@covers("black_hack.banish.flee")
def test_the_banished_flee_from_the_cleric_alone_and_do_not_escape():
    bones = foe("bones", tags=("undead",), banished=3, banished_by="cle")
    state = table(somebody("cle", "cleric"), somebody(), foes=(bones,), combat=fighting("bones"))
    after, play = done(run, state, "bones")
    assert [(line.code, line.why) for line in play.told] == [("flees", "black_hack.banish.flee")]
    assert (band(after, "bones", "cle"), band(after, "bones", "ann")) == ("distant", "nearby")
    stuck = put(state, replace(bones, hindrances=(Hindrance("stuck"),)))
    after, play = done(run, stuck, "bones")
    assert (after, [(line.code, line.why) for line in play.told]) == (stuck, [("cowers", "black_hack.banish.flee")])


@covers("black_hack.table.out_of_action")
@pytest.mark.parametrize(("row", "sides"), [(4, [6, 4, 4]), (5, [6, 4, 4])])
def test_a_lasting_injury_takes_1d4_and_1d4_hp_come_back(row, sides):
    state = table(somebody(hp=0, conditions=("out_of_action",)), settings={"maimed_loss": "1d4"})
    script = [row, 3, *(["STR"] if row == 5 else []), 2]
    after, play = done(roll_fate, state, "ann", script=script)
    assert [question.sides for question in play.asked if hasattr(question, "sides")] == sides
    assert (after.party[0].hp, after.party[0].charisma + after.party[0].strength) == (2, 17)


@covers("black_hack.heal.cap", "black_hack.monster.mummy")
def test_who_rots_is_not_healed_and_that_is_told():
    state = table(somebody(hp=3, conditions=("rotting",)))
    after, play = done(heal, state, "ann", 4, WHY)
    assert (after, [(line.code, line.facts) for line in play.told]) == (state, [("heal.rot", ("Ann",))])
    assert done(heal, table(somebody(hp=3)), "ann", 0, WHY)[1].told == []
