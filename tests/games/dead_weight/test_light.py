"""Light: turns in the dark, what burns and goes out, and fighting blind."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.gear.light import burning, dark_turn, in_dark
from tallow.games.dead_weight.harm.afflictions import BRAVERY
from tallow.games.dead_weight.magic.effects import room_here
from tallow.games.dead_weight.state import Effect
from tallow.games.dead_weight.world.consequences import update_blindness
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.testing import covers
from tests.games.dead_weight.expedition import abroad, act, asked, have, with_place
from tests.games.dead_weight.people import fighting, lying, somebody, table
from tests.games.playing import done


def torch(**more):
    return have("torch", place="left", **{"lit": True, **more})


@covers("dead_weight.light.dark_turn", "dead_weight.light.usage", "dead_weight.item.torch")
def test_the_last_torch_goes_out_and_the_next_turn_is_paid_for():
    state = abroad(somebody(items=(torch(usage=4),)), somebody("amber"), dark=True)
    state, play = done(pass_turns, state, 1, script=[2])
    assert state.party[0].items == ()
    assert "dark" not in asked(play)
    state, _ = done(pass_turns, state, 1, script=["fatigue", "terrified"])
    assert (lying(state.party[0], "PRE"), state.party[1].afflictions) == ((1, 0), ("terrified",))


@covers("dead_weight.light.usage", "dead_weight.item.torch")
def test_a_light_rolls_its_die_once_a_turn_and_keeps_it_when_snuffed():
    state = abroad(somebody(items=(torch(),)), dark=True)
    state, _ = done(pass_turns, state, 2, script=[1, 6])
    assert state.party[0].items[0].usage == 6
    state, _ = act(state, "snuff", "zael")
    assert (state.party[0].items[0].usage, burning(state.party[0])) == (6, ())
    _, play = done(pass_turns, state, 1, script=["fatigue"])
    assert not [question for question in play.asked if getattr(question, "sides", 0) == 6]


@covers(
    "dead_weight.light.dark_turn",
    "dead_weight.setting.darkness",
    "dead_weight.item.lantern",
    "dead_weight.item.candles",
)
def test_who_is_in_the_dark():
    two = (somebody(), somebody("amber"))
    dark = abroad(*two, dark=True)
    assert in_dark(dark, "zael")
    assert in_dark(dark, "amber")
    assert not in_dark(abroad(*two, dark=False), "zael")
    assert not in_dark(replace(dark, settings=replace(dark.settings, darkness=False)), "zael")
    for ref in ("torch", "lantern", "golden_lantern"):
        lit = abroad(somebody(items=(have(ref, place="left", lit=True),)), two[1], dark=True)
        assert not in_dark(lit, "amber")
    candle = abroad(somebody(items=(have("candles", place="left", lit=True),)), two[1], dark=True)
    assert (in_dark(candle, "zael"), in_dark(candle, "amber")) == (False, True)
    fallen = abroad(somebody(items=(torch(),), conditions=("dead",)), two[1], dark=True)
    assert in_dark(fallen, "amber")
    magic = replace(
        dark, effects=(Effect("e1", "dead_weight.spell.light", left=3, unit="turn", detail=room_here(dark)),)
    )
    assert not in_dark(magic, "zael")


@covers("dead_weight.light.dark_turn")
@pytest.mark.parametrize("spared", ["terrified", "brave"])
def test_who_cannot_be_terrified_again_tires(spared):
    one = somebody(afflictions=("terrified",) if spared == "terrified" else ())
    effects = (Effect("e1", BRAVERY, on=("zael",), unit="expedition"),) if spared == "brave" else ()
    state, play = done(dark_turn, abroad(one, dark=True, effects=effects))
    assert (play.asked, lying(state.party[0], "PRE")) == ([], (1, 0))


@covers("dead_weight.light.dark_turn", "dead_weight.condition.blind")
def test_a_fight_without_light_is_fought_blind_until_there_is_some():
    state = abroad(somebody(), somebody("amber", conditions=("blind",)), dark=True, combat=fighting())
    blind = update_blindness(state)
    assert [one.conditions for one in blind.party] == [("blind",), ("blind",)]
    lit = replace(blind, party=(replace(blind.party[0], items=(torch(),)), blind.party[1]))
    assert [one.conditions for one in update_blindness(lit).party] == [(), ("blind",)]
    over = replace(blind, combat=None, phase="exploration")
    assert [one.conditions for one in update_blindness(over).party] == [(), ("blind",)]
    assert update_blindness(table(somebody(), combat=fighting())).party[0].conditions == ()


def test_the_gm_makes_it_dark_or_light():
    state, _ = act(table(somebody()), "set_dark")
    assert in_dark(state, "zael")
    state, _ = act(state, "set_dark")
    assert not in_dark(with_place(state), "zael")
