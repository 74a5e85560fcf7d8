"""Saves and checks: bonuses by kind, skill and tools, bubbles, time."""

from fractions import Fraction

import pytest

from tallow.games.vanilla.checks.attribute_checks import DEEDS, attempt, attribute_of, tools_from_bubble
from tallow.games.vanilla.checks.saves import save, st_against
from tallow.games.vanilla.gear.bubbles import DEEDS as BUBBLES
from tallow.games.vanilla.gear.bubbles import fill_bubble
from tallow.games.vanilla.state import ATTRIBUTES, Life
from tallow.play import REFEREE, distribution
from tallow.testing import covers
from tests.games.playing import asked, done, first
from tests.games.vanilla.fighters import fighting, foe, perform, refusal, somebody, table, weapon

HARDY = Life(attributes=(10,) * 6, extra="Hardy")
WARDED = Life(attributes=(10,) * 6, extra="Warded")


@covers("vanilla.creation.extra_save", "vanilla.save.kinds", "vanilla.table.extra")
def test_an_extra_helps_on_its_kind_of_save_alone():
    state = table()
    hardy, warded = somebody(life=HARDY), somebody(life=WARDED)
    assert [st_against(state, hardy, vs) for vs in ("", "death", "poison", "magic", "fear")] == [5, 7, 7, 5, 5]
    assert [st_against(state, warded, vs) for vs in ("", "death", "poison", "magic", "fear")] == [5, 5, 5, 7, 5]
    assert st_against(state, hardy, "death", bonus=2) == 7, "two bonuses that fit do not add up"
    assert st_against(state, hardy, "magic", bonus=2) == 7
    odds = distribution(save, table(hardy), "ann", "death", "x", policy=first)
    assert odds[True] == Fraction(7, 20)


@covers("vanilla.save.who", "vanilla.save.roll", "vanilla.save.no_naturals")
def test_each_saves_alone_and_the_willing_need_not():
    ann = somebody(items=[])
    (made, play) = done(save, table(ann), "ann", "magic", "x", script=[4])
    assert made
    assert play.codes() == ["save.made"]
    assert play.asked[0].by == "player"
    made, play = done(save, table(ann), "ann", "magic", "x", script=["accept"], willing=True)
    assert not made
    assert len(play.asked) == 1
    made, _ = done(save, table(ann), "ann", "magic", "x", script=["resist", 4], willing=True)
    assert made
    armoured = somebody(ac=7)
    assert done(save, table(armoured), "ann", "", "x", script=[4])[0], "AC plays no part"


@covers("vanilla.check.enemies")
def test_those_without_attributes_use_ten():
    assert attribute_of(table(), foe(hd=8), "Strength") == 10
    scores = somebody(attributes=(5, 6, 7, 8, 9, 15))
    assert [attribute_of(table(), scores, name) for name in ATTRIBUTES] == [5, 6, 7, 8, 9, 15]


@covers(
    "vanilla.action.check",
    "vanilla.check.attribute",
    "vanilla.check.skill",
    "vanilla.check.tools",
    "vanilla.check.once",
)
@pytest.mark.parametrize(
    ("said", "script", "code"),
    [
        ("tools", [11], "check.succeeds"),
        ("tools", [12], "check.fails"),
        ("skill", ["no_tools", 11], "check.succeeds"),
        ("both", [], "check.succeeds"),
        ("neither", ["no_tools"], "check.fails"),
        ("not_again", [], "check.not_again"),
    ],
)
def test_the_gm_says_what_a_task_takes(said, script, code):
    ann = somebody(attributes=(10, 11, 10, 10, 10, 10))
    task = "pick the lock of the salt store"
    _, play = done(attempt, table(ann, somebody("bob")), "ann", script=[task, "Dexterity", said, *script])
    assert play.codes()[-1] == code
    assert [question.by for question in play.asked[:3]] == ["player", REFEREE, REFEREE]
    assert play.told[0].facts == ("Ann", task), "the log says what was tried"
    assert play.asked[2].facts == ("Ann", "Dexterity", 11, "Fighter"), "the GM sees whence skills come"


@covers("vanilla.check.tools_from_bubble", "vanilla.bubble.fill")
def test_tools_out_of_a_bubble():
    state = table(somebody())
    (after, standing), _ = done(tools_from_bubble, state, "ann", "skill", script=["lockpicks"])
    assert standing == "both"
    assert after.party[0].bubbles == 1
    assert after.party[0].gear == ("lockpicks",)
    (_, standing), _ = done(tools_from_bubble, state, "ann", "neither", script=["crowbar"])
    assert standing == "tools"
    full = table(somebody(bubbles=5))
    (after, standing), play = done(tools_from_bubble, full, "ann", "skill")
    assert (after, standing) == (full, "skill")
    assert not play.asked


@covers("vanilla.check.time")
def test_a_check_takes_a_turn_or_the_action():
    state = table(somebody())
    after, play = done(attempt, state, "ann", script=["a lock", "Dexterity", "both", 2])
    assert after.clock == state.clock + 10
    assert play.asked[-1].hidden, "the encounter die of that Turn"
    fray = table(somebody(items=[weapon("medium_melee")]), foes=[foe()], combat=fighting("ann"))
    after, play = perform(DEEDS, "check", fray, "ann", ["orc", 20, "a lock", "Strength", "both"])
    assert asked(play, "free_attack"), "in melee it gives Free Attacks"
    assert after.clock == state.clock
    assert not after.combat.action
    assert refusal(DEEDS, "check", after, "ann") == "no_action"


@covers("vanilla.bubble.count", "vanilla.bubble.used_up", "vanilla.action.fill_bubble")
def test_five_bubbles_and_no_more():
    state = table(somebody())
    for n in range(5):
        assert refusal(BUBBLES, "fill_bubble", state, "ann") == ""
        state, _ = done(fill_bubble, state, "ann", script=["rope"])
        assert state.party[0].bubbles == n + 1
    assert state.party[0].gear == ("rope",) * 5
    assert refusal(BUBBLES, "fill_bubble", state, "ann") == "bubbles_full"
    assert refusal(BUBBLES, "fill_bubble", table(somebody(bubbles_max=0)), "ann") is None


@covers("vanilla.bubble.fill", "vanilla.damage.out_state", "vanilla.item.gear", "vanilla.carry.gear")
def test_a_bubble_is_filled_at_any_time_but_by_the_fallen():
    fray = table(somebody(), foes=[foe()], combat=fighting("orc", "foes"))
    assert refusal(BUBBLES, "fill_bubble", fray, "ann") == ""
    after, play = perform(BUBBLES, "fill_bubble", fray, "ann", ["rope"])
    assert after.combat == fray.combat, "no action, and no Free Attack"
    assert play.codes() == ["gear"]
    out = table(somebody(conditions=("out",)))
    assert refusal(BUBBLES, "fill_bubble", out, "ann") == "out"


@covers("vanilla.bubble.what", "vanilla.ranged.restock_bubble", "vanilla.item.ammunition")
def test_what_a_bubble_holds():
    state = table(somebody(items=[weapon("medium_ranged", empty=True, loaded=False)]))
    after, _ = done(fill_bubble, state, "ann", script=[("restock", "w1")])
    (bow,) = after.party[0].items
    assert not bow.empty
    assert not bow.loaded, "reloading still costs what it costs"
    assert after.party[0].bubbles == 1
    after, play = done(fill_bubble, state, "ann", script=["another", "a tame bear", "no"])
    assert after.party == state.party
    assert play.asked[-1].by == REFEREE
    after, _ = done(fill_bubble, state, "ann", script=["another", "a brass bell", "yes"])
    assert after.party[0].gear == ("a brass bell",)
    after, _ = done(fill_bubble, state, "ann", script=["torch"])
    assert after.party[0].items[-1].ref == "vanilla.item.torch"
