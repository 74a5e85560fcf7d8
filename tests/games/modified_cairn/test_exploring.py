"""The chapter of exploring: what an adventure needs, by the rules of Modified Cairn."""

import pytest
from msgspec.structs import replace

from tallow.games.exploring import Fought, Goods
from tallow.games.modified_cairn.checks.doors import ways, without_risk
from tallow.games.modified_cairn.monsters.encounters import place
from tallow.games.modified_cairn.state import CYCLE, HOUR, Dungeon, Ended, Life, State, gain, has
from tallow.games.modified_cairn.world.darkness import DARK, shade
from tallow.games.modified_cairn.world.exploring import EXPLORING, cycle
from tallow.mechanics.suggestions import Unknown
from tallow.mechanics.two_sides import find
from tallow.play import Scripted
from tallow.testing import covers
from tests.games.modified_cairn.fighters import code, foe, pc, said, thing
from tests.games.playing import asked, done

START = 8 * HOUR
QUIET = 10


def inside(*people, **more):
    """A party in a place that an adventure knows."""
    fresh = tuple(replace(one, fed=START, drank=START, slept=START) for one in people or (pc("ann"), pc("bo")))
    there = Dungeon("Cellars", die=10, since=START, peopled=True, **{"lit": True, **more})
    return shade(State(phase="dungeon", party=fresh, dungeon=there))


def turn(state, verb, *script, who="", known="known"):
    return done(EXPLORING.turn, state, verb, who, known, script=script)[0]


@covers("modified_cairn.activity.move", "modified_cairn.dungeon.cycle_length")
def test_a_new_room_is_a_cycle_of_ten_minutes_and_calls_for_no_die():
    state = turn(inside(), "go", known="new")
    assert (state.clock, place(state).cycle) == (START + CYCLE, 2)


@covers("modified_cairn.trigger.new_zone")
def test_a_new_level_calls_for_the_event_die():
    turn(EXPLORING.level(Scripted(), inside()), "go", QUIET, known="new")


@covers("modified_cairn.trigger.traverse", "modified_cairn.activity.traverse")
def test_a_sequence_of_known_rooms_calls_for_it_once():
    state = turn(inside(), "go", QUIET)
    state = turn(turn(state, "go"), "go")
    assert place(state).passing
    state = turn(state, "search")
    turn(state, "go", QUIET)


@covers("modified_cairn.trigger.linger", "modified_cairn.activity.search", "modified_cairn.activity.overcome")
def test_whoever_stays_longer_than_a_cycle_draws_attention():
    state = turn(inside(), "search")
    turn(state, "use", QUIET, who="ann")


@covers("modified_cairn.activity.rest", "modified_cairn.rest.fatigue_cycle", "modified_cairn.trigger.unsafe_rest")
def test_the_fatigued_rest_while_the_others_keep_watch():
    tired = inside(gain(pc("ann"), "fatigued"), pc("bo"))
    assert EXPLORING.weary(tired)
    state = turn(tired, "rest", QUIET)
    assert not has(find(state, "ann"), "fatigued")
    assert not EXPLORING.weary(state)


@covers("modified_cairn.event.step_down", "modified_cairn.trigger.disturbance")
def test_a_noise_that_all_hear_steps_the_die_down_and_rolls_it():
    state = turn(EXPLORING.noise(inside()), "wait", 8)
    assert place(state).die == 8


@covers("modified_cairn.activity.fight")
def test_a_fight_fills_a_cycle_and_is_a_disturbance():
    state = replace(inside(), ended=Ended("foes_down", 3), foes=(foe(),), clock=START + 30)
    after, _ = done(EXPLORING.part, state, script=[QUIET])
    assert (after.foes, after.ended, after.clock) == ((), None, START + CYCLE)
    spoken, play = done(EXPLORING.part, replace(state, ended=None))
    assert (spoken.foes, spoken.clock, play.asked) == ((), START + 30, [])


@covers("modified_cairn.event.encounter_depth")
def test_who_comes_is_the_adventures_to_say():
    state = turn(EXPLORING.noise(inside()), "wait", 1, 3, 5)
    assert EXPLORING.comes(state)
    assert state.foes == ()
    facing, _ = done(EXPLORING.meet, state, "Wolf x2")
    assert [one.name for one in facing.foes] == ["Wolf 1", "Wolf 2"]
    assert not EXPLORING.comes(facing)


@covers("modified_cairn.event.encounter_depth", "modified_cairn.turn.surprise")
def test_whom_the_die_brings_may_be_far_and_surprised():
    state = turn(EXPLORING.noise(inside(pc("ann"))), "search", 1, 2, 6)
    assert place(state).met == ("far", "foes")
    facing, _ = done(EXPLORING.meet, state, "Wolf")
    fought, play = done(EXPLORING.fight, facing, False)
    assert fought.combat.surprised == ("foes",)
    assert said(play, "combat.begins")[0][1] == "far"


@covers("modified_cairn.event.sign_of", "modified_cairn.table.altered")
def test_signs_and_changes_are_told_to_all_and_rolled_on_no_table_of_encounters():
    _, play = done(cycle, EXPLORING.noise(inside()), "watch", {}, script=[4])
    assert said(play, "event.sign") == [()]
    _, play = done(cycle, EXPLORING.noise(inside()), "watch", {}, script=[2, 9])
    assert said(play, "event.altered") == [()]


@covers("modified_cairn.action.light_torch", "modified_cairn.light.one_per_three")
def test_a_light_takes_no_time():
    dark = inside(pc("ann", thing("torch")), lit=False)
    assert EXPLORING.dark(dark)
    assert EXPLORING.refuse(dark, "light") is None
    state = turn(dark, "light")
    assert (EXPLORING.dark(state), EXPLORING.flame(state), state.clock) == (False, True, START)
    assert code(EXPLORING.refuse(inside(pc("ann"), lit=False), "light")) == "nobody_has_light"


def test_a_room_with_light_of_its_own():
    dark = inside(pc("ann"), lit=False)
    assert not EXPLORING.dark(EXPLORING.shine(dark, True))
    assert EXPLORING.dark(EXPLORING.shine(EXPLORING.shine(dark, True), False))
    assert not EXPLORING.flame(dark)


def test_a_party_of_whom_one_has_light_sees():
    people = (pc("ann", replace(thing("torch"), lit=True)), pc("bo"), pc("cy"), pc("di"))
    dim = inside(*people, lit=False)
    assert has(find(dim, "di"), DARK)
    assert not EXPLORING.dark(dim)


@covers("modified_cairn.factor.count", "modified_cairn.factor.gear", "modified_cairn.factor.skill")
@pytest.mark.parametrize(
    ("things", "stands", "how"),
    [
        ((), "stuck", ("force",)),
        ((), "locked", ()),
        ((), "barred", ()),
        (("crowbar",), "barred", ("force",)),
        (("lockpick",), "locked", ("pick",)),
        (("lockpick",), "barred", ()),
        (("lockpick", "crowbar"), "locked", ("pick", "force")),
    ],
)
def test_two_of_time_gear_and_skill_are_needed(things, stands, how):
    assert ways(pc("ann", *things), stands) == how


@covers("modified_cairn.save.purpose", "modified_cairn.save.no_risk", "modified_cairn.activity.overcome")
def test_the_door_opens_and_the_save_is_for_not_being_heard():
    quiet, _ = done(EXPLORING.open, inside(), "ann", "force", "", script=[10])
    assert quiet[1]
    assert place(quiet[0]).die == 10
    (loud, opened), play = done(EXPLORING.open, inside(), "ann", "force", "", script=[11, 8])
    assert opened
    assert place(loud).die == 8
    assert said(play, "door.crashes") == [("Ann",)]
    sure, play = done(EXPLORING.open, inside(pc("ann", "crowbar")), "ann", "force", "")
    assert sure[1]
    assert play.asked == []


@covers("modified_cairn.factor.skill")
def test_who_has_opened_locks_all_their_life_takes_no_risk():
    thief = replace(pc("ann", "lockpick"), life=Life(background="modified_cairn.background.cutpurse"))
    assert without_risk(thief, "pick")
    assert not without_risk(pc("ann", "lockpick"), "pick")
    _, play = done(EXPLORING.open, inside(pc("ann", "lockpick")), "ann", "pick", "", script=[20, QUIET])
    assert said(play, "door.scrapes") == [("Ann",)]


@covers("modified_cairn.action.attempt", "modified_cairn.factor.count")
@pytest.mark.parametrize(
    ("script", "works"),
    [
        (["time_gear_skill"], True),
        (["time"], False),
        (["time_gear", "CLA", 10], True),
        (["gear_skill", "VIG", 11], False),
    ],
)
def test_an_idea_of_ones_own_has_as_many_factors_as_its_player_says(script, works):
    (_, result), play = done(EXPLORING.attempt, inside(), "ann", script=script)
    assert result is works
    assert asked(play, "idea_factors")[0].by == "ann"


@covers("modified_cairn.hurt.unpreventable", "modified_cairn.hurt.unpreventable_save")
def test_harm_goes_straight_to_vigour_and_takes_no_save():
    state, _ = done(EXPLORING.harm, inside(), "ann", "d6", "", script=[4])
    assert (find(state, "ann").vigour, find(state, "ann").guard) == (6, 4)
    state, _ = done(EXPLORING.harm, inside(), "ann", "d6", "SPI", script=[4])
    assert (find(state, "ann").vigour, find(state, "ann").spirit) == (10, 6)


@covers("modified_cairn.light.too_few", "modified_cairn.save.bad_position")
def test_a_save_in_the_dark_is_from_a_bad_position():
    (_, passed), play = done(EXPLORING.save, inside(pc("ann"), lit=False), "ann", "CLA", "a fall", script=[10])
    assert passed
    assert said(play, "save.stakes") == [("Ann", "CLA", "bad", "a fall")]


@covers("modified_cairn.event.mood", "modified_cairn.table.mood")
@pytest.mark.parametrize(
    ("dice", "how"), [((1, 1), "hostile"), ((2, 3), "wary"), ((3, 4), "open"), ((6, 6), "friendly")]
)
def test_how_those_take_it_whose_mind_is_not_known(dice, how):
    _, taken, who = done(EXPLORING.attitude, inside(), "Wolf", script=[dice])[0]
    assert (taken, who) == (how, "Wolf")


@covers("modified_cairn.turn.surprise")
def test_those_asleep_are_surprised():
    facing, _ = done(EXPLORING.meet, inside(), "Goblin x2")
    fought, _ = done(EXPLORING.fight, facing, True)
    assert fought.combat.surprised == ("foes",)


@pytest.mark.parametrize(
    ("how", "ended", "left"),
    [
        ("foes_down", "won", ""),
        ("party_fled", "fled", "Goblin"),
        ("party_down", "lost", "Goblin"),
        ("called_off", "talks", "Goblin"),
    ],
)
def test_how_a_fight_has_ended(how, ended, left):
    facing, _ = done(EXPLORING.meet, inside(), "Goblin x2")
    foes = (gain(facing.foes[0], "dead"), gain(facing.foes[1], *(("dead",) if how == "foes_down" else ())))
    fought = EXPLORING.fought(replace(facing, foes=foes, ended=Ended(how, 2)), "Goblin x2")
    assert fought == Fought(ended, left)
    assert EXPLORING.fought(facing, "Goblin x2") is None


def give(state, *script, **goods):
    return done(EXPLORING.give, state, "ann", Goods(**goods), script=script)[0]


@covers("modified_cairn.wealth.coins_no_slots", "modified_cairn.inventory.overload")
def test_what_is_found_goes_to_whoever_has_room():
    room = (("pack", 6), ("body", 2), ("hands", 2))
    full = pc("ann", *(thing("rope", region, f"{region}{n}") for region, most in room for n in range(most)))
    state, id_ = give(inside(full, pc("bo")), name="Torch", like="Torch")
    assert [item.name for item in find(state, "bo").items] == ["Torch"]
    assert EXPLORING.held(state, id_)
    assert EXPLORING.has(state, "Torch") == id_
    rich, coins = give(inside(full), name="Purse", coins=7)
    assert find(rich, "ann").wealth.gold == 7
    assert EXPLORING.held(rich, coins)
    nothing, none = give(inside(full), name="Idol", worth=30)
    assert (none, nothing.party) == ("", inside(full).party)
    petty, _ = give(inside(full), name="Ring", size=0, worth=30)
    assert find(petty, "ann").items[-1].price == 30


@covers("modified_cairn.inventory.limited_uses")
def test_a_gift_costs_a_use():
    state = inside(pc("ann", thing("rations", "pack", count=2)))
    state, _ = done(EXPLORING.take, state, EXPLORING.has(state, "Rations"))
    assert [item.count for item in find(state, "ann").items] == [1]
    state, _ = done(EXPLORING.take, state, EXPLORING.has(state, "Rations"))
    assert find(state, "ann").items == ()
    assert EXPLORING.has(state, "Rations") == ""


def test_unknown_names_are_refused_with_those_that_are_near():
    with pytest.raises(Unknown, match="Torch"):
        EXPLORING.goods("Torhc")
    with pytest.raises(Unknown, match="Goblin"):
        EXPLORING.creatures("Goblni x2")


@covers("modified_cairn.event.start_size")
def test_a_place_keeps_its_die_between_visits():
    state, _ = done(EXPLORING.begin, State(phase="town", party=(pc("ann"),)), "Cellars")
    assert (state.phase, place(state).die) == ("dungeon", 10)
    stirred = replace(state, dungeon=replace(place(state), die=6))
    back, _ = done(EXPLORING.home, stirred)
    assert back.phase == "town"
    assert EXPLORING.away(back) is None
    again, _ = done(EXPLORING.begin, back, "Cellars")
    assert place(again).die == 6
    other, _ = done(EXPLORING.begin, back, "Tower")
    assert place(other).die == 10


def test_nobody_sets_out_who_cannot_act():
    assert code(EXPLORING.away(State(phase="town", party=(gain(pc("ann"), "critically_wounded"),)))) == "nobody_able"


def test_who_goes_with_somebody_is_played_by_the_same():
    state = EXPLORING.seated(inside(), "ann", "player3")
    assert [one.seat for one in state.party] == ["player3", "bo"]


def test_a_reward_is_for_each_character_who_lives():
    state = inside(pc("ann"), gain(pc("bo"), "dead"), pc("cy", kind="hireling"))
    state, _ = done(EXPLORING.reward, state, 15, 0)
    assert [one.wealth.gold for one in state.party] == [15, 0, 0]
