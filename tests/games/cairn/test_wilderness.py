from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.cairn.harm.deprivation import CAMPED, FED, SLEPT
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import DAY, HOUR, WATCH, Cause, Journey, Life
from tallow.games.cairn.world.camp import supply_die
from tallow.games.cairn.world.dungeon import roll_event
from tallow.games.cairn.world.weather import roll_weather
from tallow.games.cairn.world.wilderness import duration, ground, left_of_watch, lost_in_six, strays, watch
from tallow.play import distribution
from tallow.testing import covers
from tests.games.cairn.travellers import act, of, on_road, person, rations, reading, refused, table, thing, told

ROAD = Journey(path="road", distance="long")
NIGHT = 24 * HOUR


@covers("cairn.wild.watches")
def test_a_day_has_three_watches_of_eight_hours() -> None:
    hours = [8, 12, 15, 16, 23, 24, 27, 31, 32]
    expected = ["morning", "afternoon", "afternoon", "afternoon", "night", "night", "night", "morning", "morning"]
    assert [watch(hour * HOUR) for hour in hours] == expected
    assert left_of_watch(8 * HOUR) == WATCH
    assert left_of_watch(10 * HOUR) == 6 * HOUR
    assert left_of_watch(15 * HOUR) == 9 * HOUR


@covers("cairn.wild.duration", "cairn.table.path", "cairn.table.distance", "cairn.table.terrain")
def test_the_watches_of_a_way_are_added_up() -> None:
    settings = Settings()
    assert duration(Journey("trail", "short", "easy"), "easy", settings) == 2
    assert duration(Journey("wilderness", "long", "perilous"), "perilous", settings) == 7
    assert duration(Journey("road", "short", "easy", region=-2), "easy", settings) == 1
    assert duration(Journey("trail", "medium", "tough", extra=2, region=1), "tough", settings) == 7


@covers("cairn.setting.travel", "cairn.table.terrain_draft")
def test_in_the_draft_the_distance_is_multiplied_and_the_terrain_misleads() -> None:
    draft = reading(travel="draft")
    watches = [duration(Journey("trail", "medium"), terrain, draft) for terrain in ("easy", "tough", "perilous")]
    assert watches == [2, 4, 6]
    odds = [
        lost_in_six(on_road(journey=Journey("road", "long", terrain), settings=draft))
        for terrain in ("easy", "tough", "perilous")
    ]
    assert odds == [0, 2, 3]


@covers("cairn.wild.no_camp", "cairn.table.weather_effect", "cairn.setting.night_travel", "cairn.table.terrain")
def test_what_makes_the_ground_a_step_harder() -> None:
    forest = Journey(terrain="tough")
    assert ground(on_road(journey=forest)) == "tough"
    tired = person("ada", deprived=(Cause("sleep", 0),))
    state = on_road(tired, journey=forest)
    assert ground(state) == "perilous"
    assert duration(forest, ground(state), state.settings) - duration(forest, "easy", state.settings) == 2
    assert ground(on_road(journey=forest, weather="inclement")) == "perilous"
    assert ground(replace(state, weather="extreme")) == "perilous"
    by_night = on_road(journey=forest, clock=NIGHT)
    assert ground(by_night) == "tough"
    assert ground(replace(by_night, settings=reading(night_travel="harder_too"))) == "perilous"


@covers("cairn.table.outrider_2", "cairn.table.barber_surgeon_1")
def test_a_fitting_mount_for_everyone_makes_it_a_step_easier() -> None:
    rider = person("ada", life=Life(boons=("cairn.table.outrider_2:blacklegged_dandy",)))
    assert ground(on_road(rider, journey=Journey(terrain="perilous"))) == "tough"
    assert ground(on_road(rider, person("bo"), journey=Journey(terrain="perilous"))) == "perilous"


@covers("cairn.phase.wilderness", "cairn.wild.duration", "cairn.wild.weather")
def test_the_warden_says_what_way_it_is_and_rolls_the_weather() -> None:
    state = table(person("ada"), phase="town", season="winter")
    state, codes = told(state, "to_wilderness", "", "trail", "short", "easy", 0, 0, 5)
    assert (state.phase, state.weather, state.weather_day) == ("wilderness", "extreme", 0)
    assert codes == ["phase.wilderness", "weather", "journey"]


@covers("cairn.wild.travel", "cairn.action.travel", "cairn.wild.cycle", "cairn.wild.watches")
def test_two_watches_of_trail_are_a_day_with_its_camp() -> None:
    state = on_road(person("ada", items=(rations(),)), person("bo", items=(rations("more"),)))
    state = act(state, "travel", "ada")
    assert state.clock == 8 * HOUR
    state = act(state, "travel", "bo", 3, 2)
    assert (state.clock, state.journey) == (16 * HOUR, Journey(watches_done=1))
    state = act(act(state, "travel", "ada"), "travel", "bo", 6, 6, "dungeon")
    assert (state.phase, state.journey, state.clock) == ("dungeon", None, 24 * HOUR)


@covers("cairn.wild.watches")
def test_six_watches_of_travel_with_a_camp_each_night_are_three_days() -> None:
    pack = tuple(rations(f"r{at}") for at in range(3))
    state = on_road(person("ada", items=pack), journey=Journey("road", "long", "perilous", region=1))
    for day in range(3):
        state = act(state, "travel", "ada", 6)
        state = act(state, "travel", "ada", 6, *(["town"] if day == 2 else []))
        if day < 2:
            state = act(state, "make_camp", "ada", "unguarded", 6, 2)
    assert (state.phase, state.clock) == ("town", 8 * HOUR + 2 * DAY + 2 * WATCH)
    assert not of(state, "ada").fatigue


@covers("cairn.wild.travel", "cairn.table.path")
def test_the_chance_of_getting_lost() -> None:
    assert [lost_in_six(on_road(journey=Journey(path))) for path in ("road", "trail", "wilderness")] == [0, 2, 3]
    assert distribution(strays, 0) == {False: 1}
    assert distribution(strays, 3)[False] ** 2 == Fraction(1, 4)
    assert distribution(strays, 2)[True] == Fraction(1, 3)


@covers("cairn.item.compass", "cairn.hireling.local_guide", "cairn.hireling.navigator", "cairn.table.beast_handler_2")
def test_maps_instruments_and_those_who_know_lower_it_by_one_each() -> None:
    guide = person("guide", "hireling", of="cairn.hireling.local_guide")
    trail, wild = Journey("trail"), Journey("wilderness")
    assert lost_in_six(on_road(person("ada"), guide, journey=trail)) == 1
    compass = (thing("compass"),)
    both = person("ada", items=compass), person("bo", items=compass)
    assert lost_in_six(on_road(*both, journey=wild)) == 2
    assert lost_in_six(on_road(*both, guide, journey=wild)) == 1
    assert lost_in_six(on_road(*both, guide, journey=replace(wild, signs=1))) == 0
    scout = person("ada", life=Life(boons=("cairn.table.beast_handler_2:the_land",)))
    assert lost_in_six(on_road(scout, journey=replace(trail, signs=2))) == 0


@covers("cairn.wild.lost", "cairn.action.find_way")
def test_a_lost_party_makes_no_progress_and_must_find_its_way() -> None:
    state = act(on_road(), "travel", "ada", 2, "find_way", 6)
    assert state.journey == Journey(lost=True)
    assert refused(state, "travel", "ada") == "lost"
    state = act(state, "find_way", "ada", 6)
    assert (state.journey, state.clock) == (Journey(), 24 * HOUR)
    assert refused(state, "find_way", "ada") == "not_now"
    assert act(on_road(), "travel", "ada", 2, "no_harm", 6).journey == Journey(watches_done=1)


@covers("cairn.wild.travel")
def test_the_party_travels_camps_and_finds_its_way_as_one() -> None:
    state = act(on_road(person("ada"), person("bo")), "explore", "ada")
    assert refused(state, "travel", "bo") == "as_one"
    assert refused(act(on_road(person("ada"), person("bo")), "make_camp", "ada"), "supply", "bo") == "as_one"
    changed = act(state, "travel", "ada")
    assert changed.journey is not None
    assert changed.journey.declared == (("ada", "travel"),)


@covers(
    "cairn.wild.weather",
    "cairn.table.weather_spring",
    "cairn.table.weather_summer",
    "cairn.table.weather_fall",
    "cairn.table.weather_winter",
)
def test_the_weather_of_the_seasons() -> None:
    sixth = Fraction(1, 6)
    spring = distribution(roll_weather, "spring", "")
    assert spring == {
        "nice": sixth,
        "fair": 2 * sixth,
        "unpleasant": sixth,
        "inclement": sixth,
        "extreme": sixth,
    }
    assert distribution(roll_weather, "summer", "")["nice"] == 2 * sixth
    assert distribution(roll_weather, "fall", "")["inclement"] == 2 * sixth
    winter = distribution(roll_weather, "winter", "fair")
    assert (winter["extreme"], winter["fair"]) == (2 * sixth, sixth)
    for before in ("extreme", "catastrophic"):
        after = distribution(roll_weather, "winter", before)
        assert after["catastrophic"] == Fraction(1, 3)
        assert "extreme" not in after


@covers("cairn.table.weather_effect")
@pytest.mark.parametrize(
    ("weather", "script", "extra", "fatigue"),
    [
        ("nice", (), 0, 0),
        ("fair", (), 0, 0),
        ("unpleasant", ("watch",), 1, 0),
        ("unpleasant", ("fatigue",), 0, 1),
        ("inclement", ("fatigue",), 0, 1),
        ("extreme", (), 1, 1),
    ],
)
def test_what_weather_costs_once_a_day(weather: str, script: tuple[str, ...], extra: int, fatigue: int) -> None:
    state = on_road(person("ada"), person("bo"), journey=ROAD, weather=weather)
    state = act(act(state, "travel", "ada"), "travel", "bo", *script, 6)
    assert state.journey is not None
    assert (state.journey.extra, [one.fatigue for one in state.party]) == (extra, [fatigue] * 2)
    state = act(act(state, "travel", "ada"), "travel", "bo", 6)
    assert state.journey is not None
    assert (state.journey.extra, of(state, "bo").fatigue) == (extra, fatigue)


@covers("cairn.table.weather_effect")
def test_nobody_travels_in_a_catastrophe_and_shelter_costs_nothing() -> None:
    assert refused(on_road(weather="catastrophic"), "travel", "ada") == "catastrophic"
    state = act(on_road(weather="extreme"), "explore", "ada", 6)
    assert of(state, "ada").fatigue == 0


@covers("cairn.wild.explore", "cairn.action.explore", "cairn.wild.cycle")
def test_exploring_finds_one_thing_and_leads_nowhere() -> None:
    state, codes = told(act(on_road(person("ada"), person("bo")), "explore", "ada"), "explore", "bo", 6)
    assert codes.count("explore") == 1
    assert state.journey == Journey()


@covers("cairn.wild.supply", "cairn.action.supply", "cairn.setting.supply")
def test_the_supply_die_grows_with_each_forager() -> None:
    assert [supply_die(many, 0) for many in range(1, 7)] == [4, 6, 8, 10, 12, 12]
    trio = on_road(person("ada"), person("bo"), person("cy"))
    state = act(act(act(trio, "supply", "ada"), "supply", "bo"), "supply", "cy", 8, 8, 6)
    assert sum(item.uses for one in state.party for item in one.items) == 24
    each = replace(on_road(person("ada"), person("bo")), settings=reading(supply="each_d4"))
    state = act(act(each, "supply", "ada"), "supply", "bo", 1, 4, 2, 6)
    assert sum(item.uses for one in state.party for item in one.items) == 5


@covers("cairn.item.fishing_rod", "cairn.hireling.trapper", "cairn.table.marchguard_1", "cairn.table.fletchwind_1")
def test_skill_and_gear_make_the_die_bigger_and_a_full_pack_leaves_some_behind() -> None:
    angler = person(
        "ada", items=(thing("fishing_rod"),), fatigue=7, life=Life(boons=("cairn.table.marchguard_1:tradition",))
    )
    state, codes = told(on_road(angler), "supply", "ada", "yes", 8, 1, 6)
    assert len(of(state, "ada").items) == 2
    assert "supply.left" in codes
    trapper = person("ada", "hireling", of="cairn.hireling.trapper")
    act(on_road(trapper), "supply", "ada", 6, 6, 6)


@covers("cairn.wild.camp", "cairn.action.make_camp", "cairn.item.rations", "cairn.item.animal_feed")
def test_a_camp_of_three_and_a_mule() -> None:
    ada = person("ada", fatigue=2, items=(rations(), thing("mule"), thing("animal_feed")))
    state = on_road(ada, person("bo", fatigue=1, hp=1), person("cy"), clock=NIGHT)
    state = act(act(state, "make_camp", "ada"), "make_camp", "bo")
    state, codes = told(state, "make_camp", "cy", 6, 2)
    assert [(one.fatigue, one.hp) for one in state.party] == [(0, 5)] * 3
    assert [(item.id, item.uses) for item in of(state, "ada").items] == [("mule", 0), ("animal_feed", 2)]
    assert "camp.lookouts" in codes
    assert (state.clock, state.weather) == (8 * HOUR + DAY, "fair")


@covers("cairn.wild.camp")
def test_with_fewer_than_three_someone_wakes_or_all_sleep_unguarded() -> None:
    state = on_road(person("ada", fatigue=1, spent=(FED,)), person("bo", fatigue=1, spent=(FED,)), clock=NIGHT)
    state = act(state, "make_camp", "ada")
    watched = act(state, "make_camp", "bo", "bo", 6, "yes", 2)
    assert [(one.fatigue, bool(one.deprived)) for one in watched.party] == [(0, False), (1, True)]
    assert not of(act(state, "make_camp", "bo", "unguarded", 6, 2), "bo").fatigue


@covers("cairn.wild.camp", "cairn.deprived.state")
def test_an_encounter_may_spoil_the_rest_and_hunger_keeps_fatigue() -> None:
    state = on_road(person("ada", fatigue=1, spent=(FED,)), clock=NIGHT)
    spoiled = act(state, "make_camp", "ada", "unguarded", 1, "spoiled", "no", 2)
    assert (of(spoiled, "ada").fatigue, spoiled.phase) == (1, "encounter")
    assert of(act(state, "make_camp", "ada", "unguarded", 1, "small", 2), "ada").fatigue == 0
    hungry = replace(state, party=(person("ada", fatigue=1),))
    fasting = act(hungry, "make_camp", "ada", "unguarded", 6, "yes", 2)
    assert (of(fasting, "ada").fatigue, of(fasting, "ada").deprived[0].name) == (1, "food")


@covers("cairn.wild.no_camp")
def test_a_camp_by_day_serves_as_well() -> None:
    state = on_road(person("ada", items=(rations(),)), journey=ROAD)
    state = act(state, "make_camp", "ada", "unguarded", 6)
    assert {FED, SLEPT, CAMPED} <= set(of(state, "ada").spent)
    state = act(state, "travel", "ada", 6)
    state = act(state, "travel", "ada", 2, 6, 6)
    assert (of(state, "ada").fatigue, state.clock) == (0, 8 * HOUR + DAY)


@covers("cairn.wild.night", "cairn.setting.night_travel")
def test_by_night_two_events_are_rolled() -> None:
    state = on_road(person("ada", spent=(FED, SLEPT)), journey=ROAD, clock=NIGHT)
    _, codes = told(state, "travel", "ada", 2, 2, 6)
    assert [code for code in codes if code.startswith("event.")] == ["event.sign", "event.discovery"]
    one = distribution(roll_event, "cairn.table.wilderness_event")["encounter"]
    assert 1 - (1 - one) ** 2 == Fraction(11, 36)


@covers("cairn.table.wilderness_event")
def test_the_events_of_the_road() -> None:
    odds = distribution(roll_event, "cairn.table.wilderness_event")
    assert set(odds.values()) == {Fraction(1, 6)}
    state = on_road(person("ada", items=(rations(),)), person("bo"))
    assert act(state, "roll_event", "", 1).phase == "encounter"
    assert act(state, "roll_event", "", 3, "weather", 5).weather == "inclement"
    changed = act(state, "roll_event", "", 3, "terrain", "perilous").journey
    assert changed == Journey(terrain="perilous")
    assert act(state, "roll_event", "", 4, "ration").party[0].items[0].uses == 2
    assert act(state, "roll_event", "", 4, "watch").journey == Journey(extra=1)
    assert [one.fatigue for one in act(state, "roll_event", "", 4, "fatigue").party] == [1, 1]
    assert act(state, "roll_event", "", 5, "watch").journey == Journey(extra=1)
    assert [one.fatigue for one in act(state, "roll_event", "", 5, "fatigue").party] == [1, 1]
    for face in (2, 6):
        assert act(state, "roll_event", "", face) == state


@covers("cairn.wild.cycle")
def test_the_warden_may_end_the_watch_and_change_the_way() -> None:
    state = act(on_road(person("ada"), person("bo")), "supply", "ada")
    state = act(state, "end_watch", "", 2, 2, 6)
    assert (state.clock, len(of(state, "ada").items) + len(of(state, "bo").items)) == (16 * HOUR, 2)
    assert act(state, "change_way", "", "wilderness", "tough").journey == Journey("wilderness", terrain="tough")
