import pytest
from msgspec.structs import replace

from tallow.games.cairn.harm.deprivation import FED, SLEPT
from tallow.games.cairn.state import DAY, HOUR, MINUTE, ROUND, Cause, Effect, Journey, Pay, State
from tallow.games.cairn.uses import SPENT
from tallow.games.cairn.world.time import _quiet, pass_time
from tallow.mechanics.conditions import gain, has
from tallow.play import Scripted
from tallow.testing import covers
from tests.games.cairn.travellers import of, on_road, person, table


def after(state: State, seconds: int, *script: object) -> State:
    play = Scripted(*script)
    state = pass_time(play, state, seconds)
    assert not play.left
    return state


@covers("cairn.critical.pc", "cairn.condition.critical", "cairn.scar.mortal_wound")
@pytest.mark.parametrize("condition", ["critical", "mortal"])
def test_the_dying_die_after_exactly_an_hour(condition: str) -> None:
    down = 14 * HOUR + 10 * MINUTE
    dying = gain(person("ada", dies_at=down + HOUR, strength=7), condition)
    state = after(table(dying, clock=down), HOUR - 1)
    assert not has(of(state, "ada"), "dead")
    state = after(state, 1)
    assert has(of(state, "ada"), "dead")
    assert not has(of(state, "ada"), condition)
    assert state.clock == 15 * HOUR + 10 * MINUTE


@covers("cairn.deprived.fatigue")
@pytest.mark.parametrize(("hours", "fatigue"), [(23, 0), (24, 1), (71, 2), (72, 3)])
def test_a_fatigue_for_each_full_day_of_want(hours: int, fatigue: int) -> None:
    causes = (Cause("food", 9 * HOUR), Cause("sleep", 10 * HOUR))
    pc, porter = person("ada", deprived=causes), person("bo", "hireling", deprived=causes[:1])
    state = after(table(pc, porter, phase="town", clock=9 * HOUR), hours * HOUR)
    assert of(state, "ada").fatigue == of(state, "bo").fatigue == fatigue


@covers("cairn.deprived.fatigue", "cairn.fatigue.all_slots")
def test_fatigue_beyond_ten_slots_makes_one_collapse() -> None:
    state = table(person("ada", fatigue=10, hp=0, deprived=(Cause("food", 8 * HOUR, 2),)), phase="town")
    state = replace(state, clock=8 * HOUR + 2 * DAY)
    assert has(of(after(state, DAY), "ada"), "collapsed")


@covers("cairn.spell.duration")
def test_what_runs_out_ends_at_its_moment() -> None:
    held = Effect("e1", "cairn.spell.sleep", "Sleep", "bo", ("ada",), 9 * HOUR, ("asleep",))
    state = table(gain(person("ada"), "asleep"), person("bo"), effects=(held,))
    assert has(of(after(state, HOUR - 1), "ada"), "asleep")
    state = after(state, HOUR)
    assert not has(of(state, "ada"), "asleep")
    assert not state.effects


@covers("cairn.deprived.state")
def test_at_dawn_the_warden_is_asked_about_food_and_sleep() -> None:
    hungry, tired = person("ada", spent=(SLEPT,)), person("bo", spent=(FED,))
    state = after(table(hungry, tired), DAY, "yes", "no")
    assert [cause.name for cause in of(state, "ada").deprived] == ["food"]
    assert not of(state, "bo").deprived
    assert not of(state, "ada").spent
    fed = table(person("ada", spent=(FED, SLEPT, SPENT.mark("day", "spirit"), SPENT.mark("armed"))))
    assert of(after(fed, DAY), "ada").spent == (SPENT.mark("armed"),)


@covers("cairn.phase.town")
def test_in_town_nobody_starves_and_hirelings_are_paid() -> None:
    porter = person("bo", "hireling", pay=Pay("ada", 2, paid_until=8 * HOUR + DAY))
    state = after(table(person("ada", gp=9), porter, phase="town"), 2 * DAY, "pay", "pay")
    assert of(state, "ada").gp == 5
    assert not of(state, "ada").deprived
    gone = after(table(person("ada", gp=1), porter, phase="town"), DAY)
    assert has(of(gone, "bo"), "gone")


@covers("cairn.wild.weather")
def test_the_weather_of_the_road_is_rolled_at_dawn() -> None:
    rested = person("ada", spent=(FED, SLEPT))
    assert after(on_road(rested, season="winter"), DAY, 3).weather == "inclement"
    storm = on_road(rested, season="winter", weather="extreme")
    assert after(storm, DAY, 6).weather == "catastrophic"
    lull = replace(storm, weather_day=-2)
    assert after(lull, DAY, 6).weather == "extreme"


@covers("cairn.table.bond")
def test_a_stone_heart_lies_as_dead_for_a_night_and_grows_each_month() -> None:
    cursed = gain(person("ada", strength=0, dies_at=9 * HOUR), "stone_heart", "critical")
    state = after(table(cursed), HOUR)
    assert has(of(state, "ada"), "unconscious")
    assert not has(of(state, "ada"), "dead")
    state = after(state, 8 * HOUR - 1)
    assert has(of(state, "ada"), "unconscious")
    state = after(state, 1)
    assert of(state, "ada").conditions == ("stone_heart",)
    assert (of(state, "ada").strength, of(state, "ada").dies_at) == (1, 0)
    month = table(gain(person("ada"), "stone_heart"), phase="town")
    assert of(after(month, 29 * DAY), "ada").burden == 0
    assert of(after(month, 60 * DAY), "ada").burden == 2


@covers("cairn.combat.round", "cairn.phase.round_end")
def test_an_hour_is_360_rounds_and_a_round_of_a_plain_fight_asks_nothing_of_the_clock() -> None:
    state = table(person("ada"), foes=(person("foe", "monster"),))
    assert _quiet(state, state.clock + ROUND)
    dying = replace(state, party=(gain(person("ada", dies_at=state.clock + HOUR), "critical"),))
    for _ in range(359):
        dying = after(dying, ROUND)
    assert not has(of(dying, "ada"), "dead")
    assert has(of(after(dying, ROUND), "ada"), "dead")
    for since, quiet in ((state.clock + ROUND - DAY, False), (state.clock, True)):
        wanting = replace(state, party=(person("ada", deprived=(Cause("air", since),)),))
        assert _quiet(wanting, state.clock + ROUND) == quiet
    assert not _quiet(state, 8 * HOUR + DAY)
    assert not _quiet(replace(state, effects=(Effect("e", "", "", ""),)), state.clock + ROUND)


@covers("cairn.wild.no_camp")
def test_a_day_on_the_road_without_a_camp_costs_a_fatigue_and_deprives() -> None:
    state = on_road(person("ada", spent=(FED,)), journey=Journey(terrain="tough"))
    state = after(state, DAY, 1)
    assert of(state, "ada").fatigue == 1
    assert [cause.name for cause in of(state, "ada").deprived] == ["sleep"]
    state = after(replace(state, party=(replace(of(state, "ada"), spent=(FED,)),)), DAY, 1)
    assert of(state, "ada").fatigue == 3
