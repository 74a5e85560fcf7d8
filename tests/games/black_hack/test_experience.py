"""Experience: awarded by the GM, shared over drinks, and what the night costs and brings."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.characters.experience import (
    AWARDS,
    DEEDS,
    award_experience,
    bill,
    carouse,
    enough,
    night,
    pay_debt,
    revelry,
)
from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.entries import tables
from tallow.games.black_hack.state import Life, score
from tallow.games.black_hack.world.sessions import start_session
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.black_hack.fighters import somebody, table
from tests.games.black_hack.townsfolk import town
from tests.games.playing import done, first

DEED: dict[str, Any] = {deed.name: deed for deed in DEEDS}
QUEST = "black_hack.xp.award_quest"


def veteran(level=1, experiences=1, calling="thief", **more):
    one = somebody(calling=calling, level=level, **more)
    return replace(one, life=replace(one.life, experiences=(QUEST,) * experiences))


@covers("black_hack.xp.abstract")
@pytest.mark.parametrize("why", AWARDS[:5])
def test_the_gm_awards_whole_experiences(why):
    state = table(somebody(), somebody("bob"), somebody("cat", conditions=("dead",)))
    after, play = done(award_experience, state, "", script=[why, "everybody"])
    assert [one.life.experiences for one in after.party] == [(why,), (why,), ()]
    assert {told.why for told in play.told} == {why}
    after, _ = done(award_experience, after, "", script=[why, "bob"])
    assert [len(one.life.experiences) for one in after.party] == [1, 2, 0]
    assert DEED["award_experience"].by == "referee"


def test_a_failure_needs_everybodys_consent():
    failure = "black_hack.xp.award_spectacular_failure"
    state = table(somebody(seat="a"), somebody("bob", seat="b"))
    after, _ = done(award_experience, state, "", script=[failure, "ann", "yes", "yes"])
    assert after.party[0].life.experiences == (failure,)
    after, play = done(award_experience, state, "", script=[failure, "ann", "yes", "no"])
    assert after == state
    assert play.codes() == ["experience.no"]


@covers(
    "black_hack.xp.to_level",
    "black_hack.ability.warrior_level_cost",
    "black_hack.ability.thief_level_cost",
    "black_hack.ability.cleric_level_cost",
    "black_hack.ability.wizard_level_cost",
)
@pytest.mark.parametrize("calling", ["warrior", "thief", "cleric", "wizard"])
def test_a_level_costs_as_many_experiences_as_levels(calling):
    assert enough(veteran(3, 3, calling))
    assert not enough(veteran(3, 2, calling))
    state = town(veteran(3, 2, calling))
    assert DEED["carouse"].refuse(state, "ann").facts == ("Ann", 2, 3)
    assert sum(range(1, 10)) == 45


@covers(
    "black_hack.xp.to_level",
    "black_hack.action.carouse",
    "black_hack.phase.carousing",
    "black_hack.phase.level_gain",
    "black_hack.action.gain_level",
)
def test_a_night_out_and_the_level_after_it():
    thief = veteran(2, 3, hp=4, hp_max=5, coins=20)
    low = [[1]] * 6
    script = ["We went in.", " We came out. ", [3, 3], *low, "WIS", 1, 6]
    state, play = done(carouse, town(thief), "ann", script=script)
    (one,) = state.party
    assert (one.level, one.life.experiences, one.coins) == (3, (QUEST,), 14)
    assert one.life.tales == ("We went in.", "We came out.")
    assert (one.hp, one.hp_max) == (4, 11)
    assert "famous" in one.conditions
    assert state.acted == ("ann",)
    order = [code for code in play.codes() if code in ("carouse.bill", "carouse", "level")]
    assert order == ["carouse.bill", "carouse", "level"], "the night comes before the Level"
    assert not DEED["carouse"].shown(table(thief), "ann"), "only where there is drink and company"


@covers("black_hack.carouse.cost", "black_hack.carouse.highest")
def test_the_bill_and_the_row():
    assert done(bill, 3, "player", script=[[2, 4, 5]])[0] == (11, 5)
    assert done(bill, 1, "player", script=[1, 4])[0] == (5, 1)
    odds = distribution(bill, 1, "player")
    assert sum(cost * p for (cost, _), p in odds.items()) == Fraction(49, 12)
    for stories, six, one in ((1, "1/6", "1/6"), (2, "11/36", "1/36"), (3, "91/216", "1/216")):
        odds = distribution(bill, stories, "player")
        assert sum(p for (_, row), p in odds.items() if row == 6) == Fraction(six)
        assert sum(p for (_, row), p in odds.items() if row == 1) == Fraction(one)


@covers("black_hack.coin.unit")
def test_what_cannot_be_paid_is_owed():
    (state, row), play = done(night, town(veteran(coins=2)), "ann", 1, script=[5, 3, "The landlord"])
    (one,) = state.party
    assert (one.coins, one.life.debt, one.life.creditor, row) == (0, 3, "The landlord", 5)
    question = next(question for question in play.asked if getattr(question, "what", "") == "debt")
    assert (question.by, question.options[0]) == (REFEREE, 3)
    richer = replace(state, party=(replace(one, coins=2),))
    state, _ = done(pay_debt, richer, "ann")
    assert (state.party[0].coins, state.party[0].life.debt) == (0, 1)
    assert DEED["pay_debt"].refuse(state, "ann").code == "no_coins"


def after(row, *script, **more):
    life = Life(calling="thief", backgrounds=("Old",))
    return done(revelry, town(replace(somebody(**more), life=life)), "ann", row, script=list(script))[0]


@covers("black_hack.table.carousing")
def test_every_row_of_the_table():
    assert len(tables()["black_hack.table.carousing"].rows) == 6
    assert after(1).party[0].hp == 10
    brawl = after(2, level=3, hp=15, hp_max=15)
    assert (brawl.party[0].hp, brawl.party[0].hp_max) == (12, 12)
    healed, _ = done(start_session, brawl, "", script=[9])
    assert (healed.party[0].hp, healed.party[0].hp_max) == (12, 15)
    assert after(2, level=3, hp=2, hp_max=2).party[0].hp_max == 1
    fame = after(3)
    assert fame.party[0].conditions == ("famous",)
    assert done(start_session, fame, "")[0].party[0].conditions == ()
    assert [score(after(4, face, charisma=10).party[0], "CHA") for face in (10, 11)] == [10, 11]
    assert after(5, "Old", "another", "New").party[0].life.backgrounds == ("New",)
    assert after(6, "black_hack.background.loremaster").party[0].life.backgrounds == (
        "Old",
        "black_hack.background.loremaster",
    )


@covers("black_hack.table.carousing")
def test_fame_helps_with_cha_alone():
    state = after(3)

    def odds(attribute):
        return distribution(lambda play: attempt(play, state, "ann", attribute, "x")[1].success, policy=first)[True]

    assert (odds("CHA"), odds("WIS")) == (Fraction(279, 400), Fraction(9, 20))
