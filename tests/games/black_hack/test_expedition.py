"""Expeditions of the simulator: what a party does in a dangerous place when nobody says."""

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.bots.expedition import EXPEDITION, begin, counts, meet, met, of, rest_hours, turn
from tallow.games.black_hack.record import GAME
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import Effect, Ended, Item, Magic, character
from tallow.games.black_hack.world.lighting import in_dark
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.simulate import Plan, explore
from tallow.testing import covers
from tests.games.black_hack.fighters import fighting, foe, somebody, table, worn
from tests.games.playing import done

TORCH = Item("t1", "torches", "black_hack.item.torches", usage=6)
BURNING = replace(TORCH, lit=True)
FLINT = Item("f1", "flint & steel", "black_hack.item.flint_steel")
FOOD = Item("r1", "rations", "black_hack.item.rations_dried", usage=8)
CURE = "black_hack.prayer.cure_light_wounds"
LIGHT = "black_hack.spell.light"


def inside(*party, **more):
    """A party in danger and in the dark."""
    return table(*party, dangerous=True, dark=True, **more)


def usage(state, who="ann"):
    return [item.usage for item in character(state, who).items if item.ref == TORCH.ref]


@covers("black_hack.phase.step_2_usage", "black_hack.usage.downgrade")
def test_the_first_turn_makes_light_and_every_turn_rolls_its_usage_die():
    state, _ = done(turn, inside(somebody(items=(TORCH, FLINT))), script=[3])
    assert not in_dark(state)
    assert (usage(state), state.turns) == ([6], 1)
    state, _ = done(turn, state, script=[2])
    assert (usage(state), state.turns) == ([4], 2)
    assert counts(state) | {"turns": 2, "light_left": 2} == counts(state), "a d4 is good for 2 uses on average"


def test_a_light_that_is_used_up_is_followed_by_the_next_until_there_is_none():
    both = inside(somebody(items=(replace(BURNING, usage=4), FLINT)), somebody("bob", items=(replace(TORCH, usage=4),)))
    state, _ = done(turn, both, script=[1])
    assert (usage(state), usage(state, "bob")) == ([], [4])
    assert not EXPEDITION.worn(state)
    state, _ = done(turn, state, script=[2])
    assert in_dark(state)
    assert EXPEDITION.worn(state)
    assert counts(state)["light_left"] == 0


@covers("black_hack.item.flint_steel")
def test_without_fire_there_is_no_light():
    state = inside(somebody(items=(TORCH,)))
    assert EXPEDITION.worn(state)
    assert in_dark(done(turn, state)[0])


def test_magic_shines_where_there_is_nothing_to_light():
    ann = somebody(calling="wizard", intelligence=18, magic=Magic(memorised=(LIGHT,)))
    assert not EXPEDITION.worn(inside(ann))
    state, _ = done(turn, inside(ann), script=[5, 3])
    assert not in_dark(state)


def test_coins_buy_torches_and_food_and_flint_goes_with_any_light():
    state = begin("warrior 1, thief 1, cleric 1, wizard 1", "", Settings())
    bought = [item.ref.rpartition(".")[2] for one in state.party for item in one.items if item.id.startswith("i1")]
    assert sorted(bought) == ["flint_steel", "rations_dried", "rations_dried", "torches", "torches", "torches"]
    assert (counts(state)["light_left"], counts(state)["rations_left"]) == (15, 18)
    poor = begin("thief 1", "", Settings())
    assert counts(poor)["light_left"] == 0
    more = begin("thief 1", "torches x2", Settings())
    assert counts(more)["light_left"] == 10
    assert any(item.ref == FLINT.ref for item in more.party[0].items)


def test_the_living_of_a_table_set_out_as_they_are_and_buy_nothing():
    dead = gain(somebody("bob"), "dead")
    blink = Effect("e1", "black_hack.spell.web", "ann", unit="moments")
    fight = table(somebody(hp=3, coins=50), dead, foes=(foe(),), combat=fighting(), turns=9, effects=(blink,))
    state = of(fight, "torches")
    assert (state.foes, state.combat, state.phase, state.effects, in_dark(state)) == ((), None, "exploration", (), True)
    assert [(one.id, one.hp) for one in state.party] == [("ann", 3)]
    assert [item.name for item in character(state, "ann").items] == ["torches", "flint & steel"]
    assert counts(state)["turns"] == 0


@covers("black_hack.encounter.when_time", "black_hack.table.encounter")
def test_every_third_turn_an_encounter_roll_and_on_a_six_all_eat_or_lose_hp():
    state = inside(somebody(items=(BURNING, FOOD)), somebody("bob", level=3), encounter=3)
    state, _ = done(turn, state, script=[6, 5, "no", 6])
    assert (character(state, "ann").hp, character(state, "bob").hp) == (10, 7)
    assert not met(state)


def test_on_a_one_somebody_comes_and_is_gone_again_with_all_that_lay_upon_them():
    state, _ = done(turn, inside(somebody(items=(BURNING,)), encounter=3), script=[1, 6])
    assert met(state)
    state = replace(state, effects=(Effect("e1", "black_hack.spell.sleep", "ann", ("foe9",), 6),))
    against = meet(state, "Goblin x2")
    assert [one.name for one in against.foes] == ["Goblin 1", "Goblin 2"]
    assert against.effects == ()
    on = meet(replace(against, ended=Ended("foes_down", 3)), "")
    assert (on.foes, on.phase, on.ended, met(on)) == ((), "exploration", None, False)
    again = meet(on, "Goblin")
    assert again.foes[0].id != against.foes[0].id


@covers("black_hack.oofa.when_roll", "black_hack.oofa.survive")
def test_the_fallen_are_aided_and_the_hurt_are_cured():
    down = gain(somebody("bob", hp=0), "out_of_action")
    state, _ = done(turn, inside(somebody(items=(BURNING,)), down), script=[1, 4, 6])
    assert (character(state, "bob").hp, has(character(state, "bob"), "out_of_action")) == (4, False)
    cleric = somebody(calling="cleric", items=(BURNING,), magic=Magic(memorised=(CURE,)))
    state, _ = done(turn, inside(cleric, somebody("bob", hp=3)), script=["bob", 5, 15, 6])
    assert character(state, "bob").hp == 8
    assert character(state, "ann").magic.memorised == (), "15 and the level of the prayer are no less than WIS 10"
    assert counts(state)["spells_left"] == 0


@covers("black_hack.rest.hour_heal", "black_hack.rest.hour_armour", "black_hack.encounter.when_linger")
def test_an_hour_of_rest_heals_a_hit_die_mends_armour_and_burns_five_times():
    broken = replace(worn("leather"), dice=("broken", "whole"))
    hurt = somebody(hp=4, hp_max=20, items=(BURNING, broken))
    state, _ = done(rest_hours, inside(hurt), script=[3, 1, 1, 5, 7, 6, 6, 6, 6, 6])
    ann = character(state, "ann")
    assert (ann.hp, ann.items[1].dice) == (4 + 7, ("whole", "whole"))
    assert (state.unit, state.phase, state.turns) == ("minutes", "exploration", 5)


def test_a_rest_is_broken_off_by_those_who_come():
    hurt = somebody(hp=4, items=(BURNING,))
    state, _ = done(rest_hours, inside(hurt), script=[1])
    assert met(state)
    assert (character(state, "ann").hp, state.unit, state.turns) == (4, "minutes", 0)


def test_nobody_rests_who_has_nothing_to_gain():
    whole = inside(somebody(hp=6, items=(BURNING,)))
    assert done(rest_hours, whole)[0] == whole


def test_wrong_names_are_said_with_what_may_have_been_meant():
    state = begin("warrior 1", "", Settings())
    with pytest.raises(Unknown, match="Goblin"):
        meet(state, "Gobblin")
    with pytest.raises(Malformed):
        meet(state, "Goblin x0")
    with pytest.raises(Unknown, match="torches"):
        begin("warrior 1", "torchs", Settings())
    with pytest.raises(Malformed, match="nobody has room"):
        begin("wizard 1", "torches x20", Settings())
    with pytest.raises(Unknown):
        begin("bard 1", "", Settings())


def test_they_turn_back_when_half_of_them_are_down():
    assert not EXPEDITION.worn(inside(somebody(items=(BURNING,)), somebody("bob", hp=1)))
    assert EXPEDITION.worn(inside(somebody(items=(BURNING,)), gain(somebody("bob"), "dead")))


@covers("black_hack.oofa.lost")
def test_who_is_out_of_action_where_nobody_can_go_on_is_lost():
    down = inside(gain(somebody(hp=0), "out_of_action"), foes=(foe(),))
    assert not EXPEDITION.able(down)
    state, _ = done(EXPEDITION.left, down, script=["yes"])
    assert has(character(state, "ann"), "lost")
    assert counts(state) | {"deaths": 1, "lost": 1, "hp_left": 0} == counts(state)


@pytest.mark.parametrize("party", ["warrior 1, thief 1, cleric 1, wizard 1", "wizard 1", "warrior 5, cleric 5"])
@pytest.mark.parametrize("walk", [0, 3])
def test_expeditions_come_to_an_end(party, walk):
    plan = Plan(("Goblin x2", "", "Ghoul, Harpy"), turns=walk, wandering="Giant Rat x2")
    report = explore(GAME, party, plan, pack="torches", n=10)
    assert sum(report.ends.values()) == pytest.approx(1)
    assert report.counts["light_left"].mean < 20
