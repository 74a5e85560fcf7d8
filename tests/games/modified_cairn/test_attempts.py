from fractions import Fraction

import pytest

from tallow.games.deeds import Action
from tallow.games.modified_cairn.checks.attempts import HELD, attempt, call_save, contest, stand, verdict
from tallow.games.modified_cairn.checks.saves import passes
from tallow.games.modified_cairn.entries import BOOK, tables
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.state import Item, Life, State, gain
from tallow.play import REFEREE, Scripted, distribution
from tallow.testing import covers
from tests.games.modified_cairn.fighters import foe, pc, said, thing
from tests.games.playing import done


def table(*party, **more):
    return State(phase="free", party=party or (pc("ann"),), **more)


@covers(
    "modified_cairn.factor.count",
    "modified_cairn.factor.time",
    "modified_cairn.factor.gear",
    "modified_cairn.factor.skill",
    "modified_cairn.table.factors",
)
def test_none_or_one_fails_two_risk_it_three_succeed():
    assert [verdict(held) for held in range(4)] == ["no", "no", "at_risk", "yes"]
    assert {HELD[name] for name in HELD} == {0, 1, 2, 3}
    assert len(HELD) == 2 ** len(BOOK.raw("factor"))


@covers("modified_cairn.table.factors", "modified_cairn.action.attempt", "modified_cairn.action.ref_judge_factors")
def test_the_thief_with_picks_and_guards_coming_opens_the_lock_and_saves_or_is_caught():
    state = table(pc("ann", cla=12, life=Life(skills=("locks",))))
    script = ["I pick the lock.", "gear_skill", "CLA", "normal", "Caught by the guards.", 13]
    after, play = done(attempt, state, "ann", script=script)
    assert after == state
    assert play.asked[2].options == ("CLA", "VIG", "SPI", "yes", "no")
    assert play.asked[1].facts == ("Ann", "I pick the lock.", ("locks",))
    assert play.codes()[:2] == ["attempt", "attempt.at_risk"]
    assert play.codes()[-1] == "save.harm"


@covers("modified_cairn.table.factors")
def test_the_soldier_with_picks_and_guards_coming_cannot():
    _, play = done(attempt, table(), "ann", script=["I pick the lock.", "gear", "no"])
    assert play.asked[-1].options[0] == "no"
    assert play.codes() == ["attempt", "attempt.no"]


@covers("modified_cairn.factor.gear", "modified_cairn.item.rope", "modified_cairn.item.shovel")
def test_what_may_count_as_gear_is_named_before_the_factors_are_judged():
    things = (
        thing("rope"), thing("shovel"), thing("shovel", id_="s2"), thing("longsword"), thing("glue", uses=1, dots=1),
        Item("k", "Safehouse Key", size="petty"),
    )  # fmt: skip
    _, play = done(attempt, table(pc("ann", *things)), "ann", script=["I climb.", "none", "no"])
    told = play.told[0]
    assert (told.code, told.facts) == ("attempt.gear", ("Ann", ("Rope", "Shovel", "Safehouse Key")))
    assert told.why == "modified_cairn.factor.gear"


@covers("modified_cairn.save.no_risk", "modified_cairn.play.no_needless_rolls", "modified_cairn.save.avoided")
def test_all_three_need_no_roll_and_the_gm_may_overrule_the_count():
    _, play = done(attempt, table(), "ann", script=["I climb.", "time_gear_skill", "yes"])
    assert (play.asked[-1].options[0], play.codes()) == ("yes", ["attempt", "attempt.yes"])
    _, play = done(attempt, table(), "ann", script=["I climb.", "time_gear", "yes"])
    assert play.codes() == ["attempt", "attempt.yes"]
    _, play = done(attempt, table(), "ann", script=["I fly.", "none", "VIG", "bad", "A fall.", 1])
    assert play.codes()[-1] == "save.limited"


@covers("modified_cairn.play.reasonable")
def test_nobody_out_of_action_attempts_anything():
    state = table(gain(pc("ann"), "asleep"))
    assert "attempt" not in [offer.action.name for offer in GAME.actions(state, "ann") if not offer.refusal]


@covers("modified_cairn.save.roll", "modified_cairn.save.no_advantage", "modified_cairn.save.purpose")
def test_a_save_is_a_single_die_at_or_under_the_score():
    assert distribution(passes, 11, "ann")[True] == Fraction(11, 20)
    assert distribution(passes, 0, "ann") == {False: Fraction(1)}
    fresh = sum(Fraction(ways, 216) * distribution(passes, score, "ann")[True] for score, ways in three_dice().items())
    assert fresh == Fraction(21, 40)


def three_dice():
    """How many of 216 throws of three dice come to each sum."""
    sums: dict[int, int] = {}
    for a in range(1, 7):
        for b in range(1, 7):
            for c in range(1, 7):
                sums[a + b + c] = sums.get(a + b + c, 0) + 1
    return sums


@pytest.mark.parametrize(
    ("position", "face", "outcome"),
    [
        ("normal", 10, "safe"),
        ("normal", 11, "harm"),
        ("good", 10, "safe"),
        ("good", 11, "mild"),
        ("bad", 10, "limited"),
        ("bad", 11, "harm"),
    ],
)
@covers(
    "modified_cairn.save.good_position",
    "modified_cairn.save.bad_position",
    "modified_cairn.action.make_save",
    "modified_cairn.save.no_advantage",
)
def test_position_changes_the_stakes_and_never_the_die(position, face, outcome):
    ann = pc("ann", cla=10)
    result, play = done(stand, ann, "CLA", script=[position, "A fall.", face])
    assert result == outcome
    assert said(play, "save.stakes") == [("Ann", "CLA", position, "A fall.")]
    assert [(roll.n, roll.sides) for roll in play.asked if hasattr(roll, "sides")] == [(1, 20)]


@covers("modified_cairn.light.too_few", "modified_cairn.save.bad_position")
def test_in_the_dark_the_position_is_bad_unless_the_gm_says_otherwise():
    _, play = done(stand, gain(pc("ann"), "in_the_dark"), "CLA", script=["bad", "", 5])
    assert play.asked[0].options == ("bad", "normal", "good")


@covers("modified_cairn.action.ref_call_save", "modified_cairn.quality.save_for_risk")
def test_the_gm_names_who_saves_with_what():
    state = table(pc("ann"), pc("bo", spi=7))
    _, play = done(call_save, state, script=["bo", "SPI", "normal", "Terror.", 8])
    assert "save.failed" in play.codes()
    assert "call_save" in [offer.action.name for offer in GAME.actions(state, REFEREE)]


@covers("modified_cairn.save.contest", "modified_cairn.action.ref_contest")
def test_in_a_contest_only_the_one_with_most_to_lose_rolls():
    state = table(pc("ann", cla=12), foes=(foe("guard"),))
    _, play = done(contest, state, script=["ann", "ann", "CLA", "normal", "Seen.", 12])
    assert len([roll for roll in play.asked if hasattr(roll, "sides")]) == 1
    assert play.codes()[-1] == "save.safe"
    assert distribution(passes, 12, "ann")[True] == Fraction(12, 20)


@covers("modified_cairn.know.no_rolls")
def test_nothing_rolls_for_what_somebody_knows_or_notices():
    state = table(pc("ann"))
    names = [offer.action.name for offer in (*GAME.actions(state, "ann"), *GAME.actions(state, REFEREE))]
    assert not any(word in name for name in names for word in ("notice", "perceive", "recall", "persuade"))
    play = Scripted("You know this crest.")
    after = GAME.perform(play, state, Action("let_know"))
    assert after == state
    assert [question for question in play.asked if hasattr(question, "sides")] == []
    assert play.told[0].seen_by == (REFEREE, "ann")
    assert "modified_cairn.know.no_persuasion" in BOOK.entries()
    assert tables()["modified_cairn.table.factors"].dice == ""


@covers("modified_cairn.armour.plate_clumsy")
def test_the_gm_is_reminded_of_plate_mail_where_it_may_hamper():
    knight = pc("ann", thing("plate_mail", "body"), cla=12)
    script = ["I leap.", "time_gear_skill", "CLA", "bad", "A fall.", 12]
    _, play = done(attempt, table(knight), "ann", script=script)
    asked = {one.what: one for one in play.asked if hasattr(one, "what")}
    assert asked["verdict_in_plate"].why == asked["position_in_plate"].why == "modified_cairn.armour.plate_clumsy"
    assert asked["verdict_in_plate"].options == ("yes", "CLA", "VIG", "SPI", "no"), "a Save where none was due"
    assert play.codes()[-1] == "save.limited"
    packed = pc("ann", thing("plate_mail", "pack"))
    _, play = done(attempt, table(packed), "ann", script=["I leap.", "time_gear_skill", "yes"])
    assert play.asked[-1].what == "verdict"
