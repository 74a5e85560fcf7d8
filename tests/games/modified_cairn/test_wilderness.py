from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action, Refused
from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.gear.things import made
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import DAY, HOUR, Journey, State
from tallow.games.modified_cairn.world.wilderness import (
    GROUND,
    by_night,
    duration,
    event,
    gathered,
    ground,
    loses_way,
    make_camp,
    set_out,
    supply,
    travel,
    watch,
    way,
    weary,
    weather,
)
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, Choice, Scripted, distribution
from tallow.testing import covers
from tests.games.modified_cairn.fighters import foe, pc
from tests.games.playing import done

START = 8 * HOUR
ON = Settings(wilderness_module=True)


def rations(count=3):
    return replace(made("modified_cairn.item.rations", "rations"), place="pack", count=count)


def left(creature):
    return sum(item.count for item in creature.items)


def walking(*party, **more):
    """A party on the road, fed and rested."""
    people = party or (pc("ann", rations()),)
    fresh = tuple(replace(one, fed=START, drank=START, slept=START) for one in people)
    way = Journey(day=1, camped=START, **more)
    return State(settings=ON, phase="journey", party=fresh, journey=way)


def strains(state):
    return [len(one.strain) for one in state.party]


@covers("modified_cairn.wild.optional", "modified_cairn.setting.wilderness_module")
def test_journeys_are_for_tables_that_play_them():
    state = State(settings=ON, phase="free", party=(pc("ann"),))
    assert "set_out" in [offer.action.name for offer in GAME.actions(state, REFEREE)]
    off = replace(state, settings=Settings())
    assert "set_out" not in [offer.action.name for offer in GAME.actions(off, REFEREE)]


@covers("modified_cairn.wild.travel_time", "modified_cairn.wild.terrain")
def test_a_medium_trail_through_forest_in_fair_weather_is_four_watches():
    state = State(settings=ON, phase="free", party=(pc("ann"),))
    state, _ = done(set_out, state, script=["medium", "trail", "forests", "spring", "no", 6, 2])
    assert (state.phase, state.journey.terrain, state.journey.lost, state.journey.weather) == (
        "journey", "tough", False, "Fair",
    )  # fmt: skip
    assert duration(state.journey, ground(state)) == 4
    assert [duration(Journey(d, "road", "easy"), "easy") for d in ("short", "medium", "long")] == [1, 2, 3]
    assert [duration(Journey("short", p, "easy"), "easy") for p in ("road", "trail", "wilderness")] == [1, 2, 3]
    assert [duration(Journey("short", "road"), t) for t in ("easy", "tough", "perilous")] == [1, 2, 3]


@covers("modified_cairn.wild.terrain")
def test_country_is_easy_tough_or_perilous():
    hard = {level: {name for name, of in GROUND.items() if of == level} for level in ("easy", "tough", "perilous")}
    assert hard == {
        "easy": {"plains", "plateaus", "valleys"},
        "tough": {"forests", "deserts", "hills"},
        "perilous": {"mountains", "jungles", "swamps"},
    }


@covers("modified_cairn.wild.lost")
def test_the_way_is_lost_off_the_road_and_costs_a_watch():
    assert distribution(loses_way, "trail", False)[True] == Fraction(1, 3)
    assert distribution(loses_way, "wilderness", False)[True] == Fraction(1, 2)
    assert distribution(loses_way, "trail", True)[True] == Fraction(1, 6)
    assert distribution(loses_way, "road", False) == {False: Fraction(1)}
    assert duration(Journey("short", "trail", lost=True), "easy") == 3


@covers("modified_cairn.wild.travel_time", "modified_cairn.wild.watch", "modified_cairn.action.wild_watch")
def test_watches_of_travel_bring_the_party_there():
    state = walking(path="trail")
    play = Scripted("travel", 3)
    state = GAME.perform(play, state, Action("wild_watch", "ann"))
    assert (state.phase, way(state).watches, state.clock) == ("journey", 1, START + 8 * HOUR)
    state, _ = done(travel, state, "ann")
    assert (state.phase, state.journey) == ("free", None)
    blocked = replace(walking(), foes=(foe(),))
    with pytest.raises(Refused):
        GAME.perform(Scripted(), blocked, Action("wild_watch", "ann"))


@pytest.mark.parametrize("season", ["spring", "summer", "autumn", "winter"])
@covers(
    "modified_cairn.table.weather_spring",
    "modified_cairn.table.weather_summer",
    "modified_cairn.table.weather_autumn",
    "modified_cairn.table.weather_winter",
    "modified_cairn.table.weather",
)
def test_each_row_of_each_seasons_weather_costs_what_it_says(season):
    for row in tables()[f"modified_cairn.table.weather_{season}"].rows:
        effect = tables()["modified_cairn.table.weather"].row(row.name).effect
        either = "or" in effect.split()
        for choice in ("watch", "strain") if either else (None,):
            script = [int(row.on), *([choice] if choice else [])]
            after, _ = done(weather, walking(season=season), script=script)
            both = row.name == "Extreme"
            assert after.journey.weather == row.name
            assert after.journey.extra == (both or choice == "watch")
            assert strains(after) == [int(both or choice == "strain")]
            assert (ground(after) == "tough") == ("harder" in effect)


@covers("modified_cairn.table.weather")
def test_a_second_extreme_day_allows_no_travel():
    state, _ = done(weather, walking(season="winter", weather="Extreme"), script=[6])
    assert state.journey.weather == "Catastrophic"
    play = Scripted("make_camp", "nobody", "none", 3)
    watch(play, state, "ann")
    (first,) = [asked for asked in play.asked if isinstance(asked, Choice) and asked.what == "wild_watch"]
    assert first.options == ("explore", "supply", "make_camp")


@covers("modified_cairn.wild.explore")
def test_explore_finds_one_thing():
    state, play = done(watch, walking(), "ann", script=["explore", "A ring of stones.", 3])
    assert ("A ring of stones.",) in [line.facts for line in play.told if line.code == "explored"]
    assert state.clock == START + 8 * HOUR


@covers("modified_cairn.wild.supply")
def test_supply_is_a_die_that_grows_with_the_hands():
    for many, sides in ((1, 4), (2, 6), (3, 8), (4, 10), (5, 12), (7, 12)):
        assert max(distribution(gathered, many, "ann")) == sides
    assert sum(n * p for n, p in distribution(gathered, 3, "ann").items()) == Fraction(9, 2)
    state = walking(pc("ann", rations(1)), pc("bo"), pc("cy"))
    state, _ = done(supply, state, "ann", script=[3, 7])
    assert left(find(state, "ann")) == 1 + 7


@covers("modified_cairn.wild.camp")
def test_a_camp_takes_a_ration_use_from_each_and_is_a_nights_rest():
    party = tuple(replace(pc(f"p{n}", rations()), strain=("pack",)) for n in range(4))
    state, _ = done(make_camp, walking(*party), "p0", script=["p1", "nobody", "none"])
    assert [left(one) for one in state.party] == [2] * 4
    assert strains(state) == [0, 0, 0, 0]
    two = tuple(replace(pc(f"p{n}", rations()), strain=("pack", "pack")) for n in range(2))
    state, _ = done(make_camp, walking(*two), "p0", script=["p1", "nobody", "none"])
    assert strains(state) == [0, 1]
    assert (state.clock, state.journey.camped) == (START + 8 * HOUR, START + 8 * HOUR)


@covers("modified_cairn.wild.no_sleep")
def test_a_day_without_a_camp_costs_strain_and_makes_the_way_harder():
    late = replace(walking(path="wilderness", distance="long"), clock=START + 16 * HOUR)
    tired = tuple(replace(one, slept=START + 16 * HOUR, fed=late.clock, drank=late.clock) for one in late.party)
    late = replace(late, party=tired)
    state, play = done(watch, late, "ann", script=["travel", 3, 3, 2])
    assert "journey.no_camp" in play.codes()
    assert strains(state) == [1]
    assert [name for name, _ in find(state, "ann").deprived] == ["sleepless"]
    assert ground(state) == "tough"


@covers("modified_cairn.wild.night")
def test_by_night_there_are_two_events_on_the_way():
    assert [by_night(hour * HOUR) for hour in (5, 6, 14, 19, 20, 23)] == [True, False, False, False, True, True]
    night = replace(walking(path="trail"), clock=DAY - 2 * HOUR)
    state = replace(night, journey=replace(night.journey, camped=night.clock, day=2))
    _, play = done(watch, state, "ann", script=["travel", 3, 4])
    assert play.codes().count("event.row") == 2


@covers("modified_cairn.table.wild_event")
def test_every_event_of_the_road():
    assert [row.name for row in tables()["modified_cairn.table.wild_event"].rows] == [
        "Encounter", "Sign", "Environment", "Loss", "Exhaustion", "Discovery",
    ]  # fmt: skip
    met, _ = done(event, walking(), script=[1, 20, 3, 3, [3, 4]])
    assert met.foes[0].of == "modified_cairn.monster.bugbear"
    foretold, play = done(event, walking(), script=[2, 5])
    assert (foretold.foes, play.codes()) == ((), ["event.row", "event.row"])
    for face in (3, 4, 6):
        state = walking()
        assert done(event, state, script=[face])[0] == state
    state, _ = done(event, walking(), script=[5, "strain"])
    assert strains(state) == [1]
    assert done(weary, walking(), script=["rest"])[0].clock == START + 8 * HOUR
    assert left(done(weary, walking(), script=["eat"])[0].party[0]) == 2
    hungry = walking(pc("ann"))
    assert done(weary, hungry, script=["strain"])[1].asked[0].options == ("strain", "rest")
