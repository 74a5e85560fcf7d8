"""The wilderness, for tables that use it: watches and their activities, travel, weather, and events."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.characters.boons import at_home, eases, finds_the_way, map_of, supply_steps
from tallow.games.modified_cairn.characters.seats import speaker
from tallow.games.modified_cairn.checks.tables import look
from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.gear.inventory import person, receive, without
from tallow.games.modified_cairn.gear.things import RATIONS, fresh
from tallow.games.modified_cairn.gear.transports import feed_beasts
from tallow.games.modified_cairn.harm.conditions import SLEEPLESS, deprive, fed, food, strain
from tallow.games.modified_cairn.harm.perils import goes_on
from tallow.games.modified_cairn.harm.rest import night_rest
from tallow.games.modified_cairn.monsters.encounters import ONLY_GM, encounter, sign
from tallow.games.modified_cairn.state import DAY, HOUR, Creature, Journey, State, able, alive
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, Stake, meanwhile, rule

WATCH = 8 * HOUR
ROD: RuleId = "modified_cairn.item.fishing_rod"
DISTANCES = ("short", "medium", "long")
PATHS = ("road", "trail", "wilderness")
TERRAINS = ("easy", "tough", "perilous")
GROUND = {
    "plains": "easy", "plateaus": "easy", "valleys": "easy",
    "forests": "tough", "deserts": "tough", "hills": "tough",
    "mountains": "perilous", "jungles": "perilous", "swamps": "perilous",
}  # fmt: skip
"""How hard each kind of country is to cross."""

SEASONS = ("spring", "summer", "autumn", "winter")
HARDER = ("Inclement", "Extreme", "Catastrophic")
LOST = {"road": 0, "trail": 2, "wilderness": 3}
"""How many faces of a d6 lose the way."""

SUPPLIES = (4, 6, 8, 10, 12)
ACTIVITIES = ("travel", "explore", "supply", "make_camp")


def way(state: State) -> Journey:
    """The journey that the party is on."""
    return state.journey or Journey()


def travellers(state: State) -> tuple[Creature, ...]:
    """The living people of the party."""
    return tuple([one for one in state.party if alive(one) and person(one)])


@rule(
    "modified_cairn.wild.terrain",
    "modified_cairn.wild.no_sleep",
    "modified_cairn.table.weather",
    "modified_cairn.table.outrider_2",
    "modified_cairn.table.barber_surgeon_1",
)
def ground(state: State) -> str:
    """How hard the terrain is now: a step harder in bad weather and for those who have not slept.

    Where a horse or a metal foot makes it easier for everybody, it is a step easier.
    """
    journey, people = way(state), travellers(state)
    at = TERRAINS.index(journey.terrain) + (journey.weather in HARDER)
    at += any(name == SLEEPLESS for one in people for name, _ in one.deprived)
    at -= bool(people) and at > 0 and all(eases(state, one, journey.terrain) for one in people)
    return TERRAINS[min(at, 2)]


@rule("modified_cairn.wild.travel_time")
def duration(journey: Journey, terrain: str) -> int:
    """How many watches a journey takes: by distance, path and terrain, and with what was lost on the way."""
    far = DISTANCES.index(journey.distance) + 1
    return far + PATHS.index(journey.path) + TERRAINS.index(terrain) + journey.extra + journey.lost


@rule("modified_cairn.wild.lost")
def loses_way(play: Play, path: str, helped: bool) -> bool:
    """Roll whether the way is lost: 2 in 6 on a trail, 3 in 6 in the wilderness, 1 less if `helped`."""
    faces = LOST[path] - (helped and path != "road")
    if not faces:
        return False
    stake = Stake(faces + 1, above=True)
    (face,) = play.roll(1, 6, by=REFEREE, why="modified_cairn.wild.lost", hidden=True, stake=stake)
    return face <= faces


@rule(
    "modified_cairn.wild.optional",
    "modified_cairn.setting.wilderness_module",
    "modified_cairn.convert.wilderness",
    "modified_cairn.wild.travel_time",
    "modified_cairn.wild.terrain",
)
def set_out(play: Play, state: State, _: str = "") -> State:
    """Set out on a journey: how far, on what path, through what terrain, in which season."""
    why: RuleId = "modified_cairn.wild.travel_time"
    distance = play.choose(REFEREE, "journey_distance", DISTANCES, why=why)
    path = play.choose(REFEREE, "path", PATHS, why=why)
    country = play.choose(REFEREE, "country", tuple(GROUND), why="modified_cairn.wild.terrain")
    season = play.choose(REFEREE, "season", SEASONS, why="modified_cairn.table.weather")
    state, helped = _guided(play, state) if path != "road" else (state, False)
    lost = loses_way(play, path, helped)
    journey = Journey(distance, path, GROUND[country], season, lost=lost, camped=state.clock)
    play.tell("journey.begins", distance, path, country, why=why)
    return weather(play, replace(state, phase="journey", journey=journey))


@rule("modified_cairn.wild.lost", "modified_cairn.table.rill_runner_2", "modified_cairn.table.beast_handler_2")
def _guided(play: Play, state: State) -> tuple[State, bool]:
    """Whether something helps to keep the way: a scout, an instrument, a map, or what the GM says that somebody knows.

    A map of one journey is of no use for the next.
    """
    ready = [one for one in travellers(state) if able(one)]
    if any(finds_the_way(one) for one in ready):
        return state, True
    for one in ready:
        if which := map_of(one):
            play.tell("journey.map", one.name, why="modified_cairn.table.rill_runner_2")
            return put(state, without(one, which)), True
    options = ("yes", "no") if any(at_home(one) for one in ready) else ("no", "yes")
    return state, play.choose(REFEREE, "knows_way", options, why="modified_cairn.wild.lost") == "yes"


@rule(
    "modified_cairn.table.weather",
    "modified_cairn.table.weather_spring",
    "modified_cairn.table.weather_summer",
    "modified_cairn.table.weather_autumn",
    "modified_cairn.table.weather_winter",
)
def weather(play: Play, state: State) -> State:
    """Roll the weather of a day and apply its cost: Strain or a watch, or both; a second Extreme day is worse."""
    journey = way(state)
    row = look(play, f"modified_cairn.table.weather_{journey.season}", REFEREE)
    name = "Catastrophic" if row.name == "Extreme" and journey.weather in ("Extreme", "Catastrophic") else row.name
    play.tell(
        "weather", name, tables()["modified_cairn.table.weather"].row(name).effect, why="modified_cairn.table.weather"
    )
    day = state.clock // DAY + 1
    state = replace(state, journey=replace(journey, weather=name, day=day))
    if name in ("Nice", "Fair", "Catastrophic"):
        return state
    both = name == "Extreme"
    options = ("watch", "strain")
    cost = "both" if both else play.choose(speaker(state), "weather", options, name, why="modified_cairn.table.weather")
    if cost != "strain":
        state = replace(state, journey=replace(way(state), extra=way(state).extra + 1))
    return _strain_all(play, state) if cost != "watch" else state


def _strain_all(play: Play, state: State) -> State:
    for one in travellers(state):
        state = strain(play, state, one.id)
    return state


@rule("modified_cairn.wild.night")
def by_night(clock: int) -> bool:
    """Whether the watch that begins now is the night's."""
    return not 6 * HOUR <= clock % DAY < 20 * HOUR


@rule("modified_cairn.wild.watch", "modified_cairn.action.wild_watch", "modified_cairn.wild.optional")
def watch(play: Play, state: State, who: str) -> State:
    """Spend a watch of eight hours: travel, explore, gather supplies or make camp."""
    why: RuleId = "modified_cairn.wild.watch"
    options = tuple([one for one in ACTIVITIES if one != "travel" or way(state).weather != "Catastrophic"])
    what = play.choose(find(state, who).seat, "wild_watch", options, why=why)
    meanwhile(play, state, phase="free")
    play.tell(f"watch.{what}", why=why)
    night = by_night(state.clock)
    state = {"travel": travel, "explore": explore, "supply": supply, "make_camp": make_camp}[what](play, state, who)
    for _ in range(2 if night and what == "travel" else 1):
        if state.phase == "journey":
            state = event(play, state)
    return _day(play, state)


@rule("modified_cairn.wild.travel_time")
def travel(play: Play, state: State, _: str) -> State:
    """Travel for a watch; after the last of the journey the party arrives."""
    state = pass_time(play, state, WATCH)
    journey = replace(way(state), watches=way(state).watches + 1)
    state = replace(state, journey=journey)
    needed = duration(journey, ground(state))
    if journey.watches < needed:
        play.tell("journey.watches", journey.watches, needed, why="modified_cairn.wild.travel_time")
        return state
    play.tell("journey.ends", why="modified_cairn.wild.travel_time")
    return replace(state, phase="free", journey=None)


@rule("modified_cairn.wild.explore")
def explore(play: Play, state: State, _: str) -> State:
    """Explore: the GM says which place or feature of the area is found."""
    text = play.write(REFEREE, "explored", why="modified_cairn.wild.explore").strip()
    play.tell("explored", text or "…", why="modified_cairn.wild.explore")
    return pass_time(play, state, WATCH)


@rule("modified_cairn.wild.supply")
def supply(play: Play, state: State, who: str) -> State:
    """Gather Ration uses: d4, a step higher for each further character who takes part, and for a skill."""
    ready = sum([able(one) for one in travellers(state)])
    why: RuleId = "modified_cairn.wild.supply"
    many = play.choose(find(state, who).seat, "how_many_gather", range(ready, 0, -1), why=why)
    there = [one for one in travellers(state) if able(one)]
    skilled = max([supply_steps(one) for one in there], default=0) + _fishes(play, there)
    uses = gathered(play, many + skilled, find(state, who).seat)
    play.tell("supply", find(state, who).name, uses, why=why)
    return pass_time(play, _stocked(state, who, uses), WATCH)


@rule("modified_cairn.item.fishing_rod")
def _fishes(play: Play, there: list[Creature]) -> int:
    """The step that a fishing rod is worth, if the GM says that there is water."""
    if not any(item.ref == ROD for one in there for item in one.items):
        return 0
    return play.choose(REFEREE, "water_to_fish", ("yes", "no"), why=ROD) == "yes"


@rule("modified_cairn.wild.supply")
def gathered(play: Play, many: int, by: str) -> int:
    """Roll how many Ration uses this many characters gather; a skill counts as one more."""
    (face,) = play.roll(1, SUPPLIES[min(many, len(SUPPLIES)) - 1], by=by, why="modified_cairn.wild.supply")
    return face


def _stocked(state: State, who: str, uses: int) -> State:
    """The state with this many Ration uses added to a character's."""
    state, thing = fresh(state, RATIONS)
    return put(state, receive(find(state, who), replace(thing, count=uses)))


@rule("modified_cairn.wild.camp")
def make_camp(play: Play, state: State, who: str) -> State:
    """Make camp: each uses a Ration and each beast a use of feed, and all sleep for a night."""
    for one in travellers(state):
        if food(one) is not None:
            state = put(state, fed(play, find(state, one.id), state.clock))
    state = night_rest(play, feed_beasts(play, state), who)
    return replace(state, journey=replace(way(state), camped=state.clock))


@rule("modified_cairn.wild.no_sleep")
def _day(play: Play, state: State) -> State:
    """A new day: without a camp all take a Strain and are Deprived; then its weather."""
    journey = state.journey
    if journey is None or state.phase != "journey":
        return state
    if state.clock - journey.camped >= DAY:
        play.tell("journey.no_camp", why="modified_cairn.wild.no_sleep")
        state = _strain_all(play, replace(state, journey=replace(journey, camped=journey.camped + DAY)))
        state = put(state, *[deprive(play, one, SLEEPLESS, state.clock) for one in travellers(state)])
    return weather(play, state) if state.clock // DAY + 1 > way(state).day else state


@rule("modified_cairn.table.wild_event", "modified_cairn.wild.night")
def event(play: Play, state: State) -> State:
    """Roll an event of the road: an encounter, a sign or weariness; the GM describes the rest."""
    why: RuleId = "modified_cairn.table.wild_event"
    row = look(play, why, REFEREE, hidden=True)
    play.tell("event.row", row.name, row.effect, why=why, seen_by=ONLY_GM)
    if row.name == "Encounter":
        return encounter(play, state)
    if row.name == "Sign":
        return sign(play, state)
    if row.name == "Exhaustion":
        return weary(play, state)
    return state


@rule("modified_cairn.table.wild_event")
def weary(play: Play, state: State) -> State:
    """Everyone is weary: the party spends a watch, or each a Ration use or a Strain."""
    why: RuleId = "modified_cairn.table.wild_event"
    all_fed = all(food(one) is not None for one in travellers(state))
    options = ("strain", "rest", *(("eat",) if all_fed else ()))
    by = speaker(state)
    how = play.choose(by, "weary", options, why=why)
    if how == "rest" and goes_on(play, state, by, WATCH):
        return pass_time(play, state, WATCH)
    if how != "eat":
        return _strain_all(play, state)
    return put(state, *[fed(play, one, state.clock) for one in travellers(state)])


def _on_the_road(state: State, who: str) -> bool:
    return state.phase == "journey" and any(one.id == who and one.kind == "pc" and able(one) for one in state.party)


def _foes_about(state: State, _: str) -> Refusal | None:
    return (
        Refusal("foes_about", (), "modified_cairn.wild.watch")
        if any(alive(foe) and able(foe) for foe in state.foes)
        else None
    )


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "set_out",
        set_out,
        "modified_cairn.wild.travel_time",
        by="referee",
        shown=lambda state, _: (
            state.settings.wilderness_module and state.phase in ("free", "town") and bool(travellers(state))
        ),
        group="journey",
    ),
    Deed(
        "wild_watch",
        watch,
        "modified_cairn.action.wild_watch",
        cost="watch",
        shown=_on_the_road,
        refuse=_foes_about,
        group="journey",
    ),
)
