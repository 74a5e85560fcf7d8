"""Rest and healing, food, and what a session and a Day bring back."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.checks.temporary import lend
from tallow.games.black_hack.gear.food import hit_dice, session_meal
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.harm.rest import DEEDS, day, hour, rest_hour
from tallow.games.black_hack.state import MARKS, Effect, Magic
from tallow.games.black_hack.world.sessions import DEEDS as SESSIONS
from tallow.games.black_hack.world.sessions import end_session, new_day, start_session
from tallow.play import distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import foe, somebody, table, worn
from tests.games.black_hack.townsfolk import town
from tests.games.playing import done, first

DEED: dict[str, Any] = {deed.name: deed for deed in (*DEEDS, *SESSIONS)}


@covers("black_hack.rest.hour_heal", "black_hack.action.rest_hour", "black_hack.heal.sources")
def test_an_hour_heals_a_hit_die():
    state, play = done(rest_hour, town(somebody(calling="thief", hp=2, hp_max=9)), "ann", script=[4])
    assert state.party[0].hp == 6
    assert [(roll.n, roll.sides) for roll in play.asked] == [(1, 6)]
    assert DEED["rest_hour"].refuse(state, "ann").code == "acted"
    assert not DEED["rest_hour"].shown(table(somebody()), "ann"), "an Hour is a Turn of Hours"
    down = town(somebody(hp=0, conditions=("out_of_action",)))
    assert not DEED["rest_hour"].shown(down, "ann")


@covers("black_hack.heal.cap", "black_hack.hp.no_overheal")
def test_nobody_heals_beyond_the_maximum():
    state, _ = done(hour, town(somebody(calling="thief", hp=7, hp_max=9)), "ann", script=[5])
    assert state.party[0].hp == 9
    assert not done(hour, state, "ann")[1].asked


@covers("black_hack.setting.rest_hour")
@pytest.mark.parametrize(("setting", "again"), [("unlimited", True), ("once_per_day", False)])
def test_how_often_an_hour_heals(setting, again):
    state = town(somebody(calling="thief", hp=1, hp_max=20), settings={"rest_hour": setting})
    state, _ = done(hour, state, "ann", script=[2])
    state, _ = done(hour, state, "ann", script=[3] if again else [])
    assert state.party[0].hp == (6 if again else 3)
    state, _ = done(new_day, state)
    state, _ = done(hour, state, "ann", script=[1])
    assert state.party[0].hp == (7 if again else 4)


@covers("black_hack.rest.hour_armour")
def test_an_hour_mends_or_ruins_broken_dice():
    torn = replace(worn("leather"), dice=("broken", "broken"))
    state, _ = done(hour, town(somebody(calling="thief", items=(torn,))), "ann", script=[2, 3, 2])
    assert sorted(state.party[0].items[0].dice) == ["gone", "whole"]

    def both(play):
        return hour(play, town(somebody(calling="thief", items=(torn,))), "ann").party[0].items

    odds = distribution(both, policy=first)
    assert sum(p for items, p in odds.items() if items and items[0].dice == ("whole", "whole")) == Fraction(4, 9)


@covers("black_hack.rest.day_heal", "black_hack.action.rest_day")
def test_a_day_heals_all_hit_dice():
    cleric = somebody(calling="cleric", level=4, hp=1, hp_max=40)
    state, _play = done(day, table(cleric), "ann", script=[[8, 2, 3, 4]])
    assert state.party[0].hp == 18
    odds = distribution(lambda play: hit_dice(play, table(cleric), "ann", 4, "x")[1])
    assert sum(total * p for total, p in odds.items()) == 18


@covers("black_hack.rest.day_heal")
@pytest.mark.parametrize(("attribute", "spoils"), [("STR", True), ("DEX", True), ("CON", False), ("WIS", False)])
def test_a_str_or_dex_test_spoils_the_day(attribute, spoils):
    state = replace(table(somebody(hp=1)), unit="days", phase="travel")
    (state, _), _ = done(attempt, state, "ann", attribute, "x", script=[5])
    assert (DEED["rest_day"].refuse(state, "ann") is not None) == spoils
    rested, _play = done(day, state, "ann", script=[] if spoils else [3])
    assert rested.party[0].hp == (1 if spoils else 4)
    state, _ = done(new_day, state)
    assert DEED["rest_day"].refuse(state, "ann") is None


def test_a_day_of_rest_gives_back_what_panic_took():
    state = lend(table(somebody(constitution=9)), "ann", "CON", -2, Effect("", "black_hack.table.panic"))
    assert state.party[0].constitution == 7
    assert done(day, state, "ann")[0].party[0].constitution == 9


@covers("black_hack.phase.session_start", "black_hack.phase.session_end")
def test_a_session_brings_back_what_is_once_per_session():
    spent = (
        MARKS.mark("session", "background", "Old"),
        MARKS.mark("session", "phantom_limb"),
        MARKS.mark("day", "rested"),
    )
    one = somebody(spent=spent, magic=Magic(memorised=("black_hack.spell.charm",), cast=("black_hack.spell.charm",)))
    salve = Effect("e1", "black_hack.magic_item.salve_of_resistance", on=("ann",), unit="session", detail="fire")
    light = Effect("e2", "black_hack.spell.light", on=("ann",), unit="minutes", die=8)
    state, _ = done(start_session, table(one, effects=(salve, light)), "")
    (one,) = state.party
    assert one.spent == (MARKS.mark("day", "rested"),)
    assert (one.magic.memorised, one.magic.cast) == (("black_hack.spell.charm",), ())
    assert [effect.id for effect in state.effects] == ["e2"]
    assert state.session == 1
    over, play = done(end_session, replace(state, foes=(foe(),)), "")
    assert over.foes == ()
    assert play.codes() == ["session.ends"]


@covers("black_hack.phase.downtime", "black_hack.phase.travel", "black_hack.phase.exploration")
@pytest.mark.parametrize(("where", "unit"), [("exploration", "minutes"), ("downtime", "hours"), ("travel", "days")])
def test_the_first_session_begins_somewhere(where, unit):
    state = replace(table(somebody()), phase="creation")
    state, _ = done(start_session, state, "", script=[where])
    assert (state.phase, state.unit) == (where, unit)
    assert DEED["start_session"].refuse(table(), "").code == "nobody_yet"


@covers("black_hack.option.rations", "black_hack.setting.rations_mode")
def test_where_the_table_has_it_so_everybody_eats_first():
    rations = made("black_hack.item.rations_dried", "r")
    mode = {"rations_mode": "session_start"}
    eater, starver = somebody(calling="thief", hp=3, items=(rations,)), somebody("bob")
    state, _ = done(start_session, table(eater, starver, settings=mode), "", script=[5, 4])
    assert (state.party[0].hp, state.party[0].conditions) == (7, ())
    assert state.party[1].conditions == ("hungry",)
    fed, _ = done(session_meal, replace(state, party=(replace(state.party[1], items=(rations,)),)), "bob", script=[5])
    assert fed.party[0].conditions == ()
    assert done(start_session, table(starver), "")[0].party[0].conditions == ()
