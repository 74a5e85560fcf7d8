"""The wilderness: watches and what is done in them, the way, getting lost, and the events of the road."""

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import lost_step, terrain_step
from tallow.games.cairn.entries import tables
from tallow.games.cairn.harm.deprivation import SLEEP, at_leisure, lacks, larder, lose_ration, people
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import WATCH, Dungeon, Journey, State, able, speaker
from tallow.games.cairn.world.camp import bed_down, supply
from tallow.games.cairn.world.dungeon import awaited, roll_event, weary
from tallow.games.cairn.world.time import pass_time
from tallow.games.cairn.world.weather import day, weather, weather_effect
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, Play, RuleId, Stake, meanwhile, rule

PATHS = ("trail", "road", "wilderness")
DISTANCES = ("short", "medium", "long")
TERRAINS = ("easy", "tough", "perilous")
AS_ONE = ("travel", "make_camp", "find_way")
"""What the party does only together."""

EVENT: RuleId = "cairn.table.wilderness_event"


def way(state: State) -> Journey:
    """The journey that the party is on."""
    if state.journey is None:
        raise ValueError("the party is on no journey")
    return state.journey


@rule("cairn.wild.watches")
def watch(clock: int) -> str:
    """The watch that is to be spent now: morning, afternoon or night; one more than half gone counts as over."""
    return ("night", "morning", "afternoon")[(clock + WATCH // 2) // WATCH % 3]


@rule("cairn.wild.watches")
def left_of_watch(clock: int) -> int:
    """The seconds until the watch that is spent now ends."""
    return ((clock + WATCH // 2) // WATCH + 1) * WATCH - clock


@rule("cairn.table.terrain", "cairn.wild.no_camp", "cairn.setting.night_travel", "cairn.table.weather_effect")
def ground(state: State) -> str:
    """The terrain as it is now: harder in bad weather, without sleep and perhaps by night; easier for some mounts."""
    harder = weather_effect(state).terrain_step
    travellers = people(state)
    if any(lacks(one, SLEEP) for one in travellers):
        harder += 1
    if state.settings.night_travel == "harder_too" and watch(state.clock) == "night":
        harder += 1
    at = TERRAINS.index(way(state).terrain)
    if at and travellers and all(terrain_step(one, way(state).terrain) < 0 for one in travellers):
        harder -= 1
    return TERRAINS[min(max(at + harder, 0), 2)]


@rule(
    "cairn.wild.duration",
    "cairn.table.path",
    "cairn.table.distance",
    "cairn.table.terrain",
    "cairn.table.terrain_draft",
    "cairn.setting.travel",
)
def duration(journey: Journey, terrain: str, settings: Settings) -> int:
    """The watches from one point to the other, as things stand."""
    far = tables()["cairn.table.distance"].row(journey.distance).watches
    if settings.travel == "draft":
        watches = far * tables()["cairn.table.terrain_draft"].row(terrain).factor
    else:
        path = tables()["cairn.table.path"].row(journey.path).watches
        watches = path + far + tables()["cairn.table.terrain"].row(terrain).watches
    return max(1, watches + journey.region + journey.extra)


@rule("cairn.wild.travel", "cairn.table.path", "cairn.table.terrain_draft", "cairn.item.compass")
def lost_in_six(state: State) -> int:
    """On how many faces of a die the party gets lost: the path's odds, less a map, an instrument and each who knows."""
    journey = way(state)
    if state.settings.travel == "draft":
        odds = tables()["cairn.table.terrain_draft"].row(ground(state)).lost_in_6
    else:
        odds = tables()["cairn.table.path"].row(journey.path).lost_in_6
    travellers = [one for one in people(state) if able(one)]
    skilled = [lost_step(replace(one, items=())) for one in travellers]
    instrument = min((lost_step(one) - skill for one, skill in zip(travellers, skilled, strict=True)), default=0)
    return max(0, odds + sum(skilled) + instrument - journey.signs)


@rule("cairn.wild.travel")
def strays(play: Play, odds: int) -> bool:
    """Whether the party gets lost; where it never does there is no die."""
    if not odds:
        return False
    (face,) = play.roll(1, 6, by=REFEREE, why="cairn.wild.travel", stake=Stake(odds + 1, above=True))
    return face <= odds


@rule("cairn.wild.duration", "cairn.phase.wilderness", "cairn.wild.weather")
def set_out(play: Play, state: State) -> State:
    """The party sets out, or goes on; the referee says what way it is."""
    if state.journey is None:
        why = "cairn.wild.duration"
        path = play.choose(REFEREE, "path", PATHS, why="cairn.table.path")
        distance = play.choose(REFEREE, "distance", DISTANCES, why="cairn.table.distance")
        grounds = "cairn.table.terrain_draft" if state.settings.travel == "draft" else "cairn.table.terrain"
        terrain = play.choose(REFEREE, "terrain", TERRAINS, why=grounds)
        region = play.choose(REFEREE, "region", (0, 1, 2, -1, -2), why=why)
        signs = play.choose(REFEREE, "signs", (0, 1, 2), why="cairn.wild.travel")
        state = replace(state, journey=Journey(path, distance, terrain, region, signs))
    state = replace(state, phase="wilderness", dungeon=None)
    if state.weather_day != day(state.clock):
        state = weather(play, state)
    _tell_way(play, state)
    return state


def _tell_way(play: Play, state: State) -> None:
    journey, now = way(state), ground(state)
    left = duration(journey, now, state.settings) - journey.watches_done
    if left > 0:
        play.tell("journey", journey.path, journey.distance, now, left, why="cairn.wild.duration")


@rule("cairn.wild.cycle", "cairn.wild.watches")
def declare(play: Play, state: State, who: str, act: str) -> State:
    """Somebody says what they do this watch; when all characters have, it is worked out."""
    journey = way(state)
    declared = (*(said for said in journey.declared if said[0] != who), (who, act))
    state = replace(state, journey=replace(journey, declared=declared))
    return state if awaited(state, declared) else spend_watch(play, state)


@rule(
    "cairn.wild.cycle", "cairn.phase.wilderness", "cairn.action.find_way", "cairn.action.explore", "cairn.wild.explore"
)
def spend_watch(play: Play, state: State) -> State:
    """A watch passes: what each does comes about, then the events of the road, and another watch begins."""
    declared = way(state).declared
    meanwhile(play, state, phase="encounter")
    state = replace(state, journey=replace(way(state), declared=()))
    acts = tuple(dict.fromkeys(act for _, act in declared))
    now = watch(state.clock)
    play.tell("watch", now, why="cairn.wild.watches")
    if "make_camp" in acts:
        return bed_down(play, state, left_of_watch(state.clock), event)
    if "travel" in acts:
        state = _bear_weather(play, state)
    lost_on = lost_in_six(state)
    state = pass_time(play, state, left_of_watch(state.clock))
    if "travel" in acts:
        state = travel(play, state, lost_on)
    if "find_way" in acts:
        play.tell("way_found", why="cairn.wild.lost")
        state = replace(state, journey=replace(way(state), lost=False))
    if "explore" in acts:
        names = tuple(find(state, who).name for who, act in declared if act == "explore")
        play.tell("explore", names, why="cairn.wild.explore")
    if "supply" in acts:
        state = supply(play, state, tuple(who for who, act in declared if act == "supply"))
    state = events(play, state, 2 if now == "night" else 1)
    return arrive(play, state) if "travel" in acts else state


@rule("cairn.wild.night", "cairn.setting.night_travel", "cairn.wild.cycle")
def events(play: Play, state: State, many: int) -> State:
    """The events of a watch: one, or two by night; a meeting ends them."""
    for _ in range(many):
        if state.phase == "wilderness":
            state = event(play, state)
    return state


@rule("cairn.table.weather_effect", "cairn.wild.duration")
def _bear_weather(play: Play, state: State) -> State:
    """Once a day bad weather costs the travellers a watch, a Fatigue each, or both; the party chooses as one."""
    today = day(state.clock)
    effect = weather_effect(state)
    if not effect.watches or way(state).borne == today:
        return state
    why = "cairn.table.weather_effect"
    state = replace(state, journey=replace(way(state), borne=today))
    cost = play.choose(speaker(state), "weather", ("watch", "fatigue"), why=why) if effect.choice else "both"
    if cost != "fatigue":
        state = _delayed(play, state)
    return state if cost == "watch" else _all_weary(play, state, why)


def _delayed(play: Play, state: State) -> State:
    play.tell("journey.delayed", why="cairn.wild.duration")
    return replace(state, journey=replace(way(state), extra=way(state).extra + 1))


def _all_weary(play: Play, state: State, why: RuleId) -> State:
    for one in people(state):
        state = weary(play, state, one.id, "fatigue", why)
    return state


@rule("cairn.wild.travel", "cairn.wild.lost", "cairn.action.travel")
def travel(play: Play, state: State, lost_on: int) -> State:
    """The party moves on by a watch, unless it gets lost."""
    if strays(play, lost_on):
        play.tell("lost", why="cairn.wild.lost")
        must = play.choose(REFEREE, "lost", ("find_way", "no_harm"), why="cairn.wild.lost")
        if must == "find_way":
            return replace(state, journey=replace(way(state), lost=True))
    journey = way(state)
    state = replace(state, journey=replace(journey, watches_done=journey.watches_done + 1))
    _tell_way(play, state)
    return state


@rule("cairn.wild.duration", "cairn.phase.wilderness")
def arrive(play: Play, state: State) -> State:
    """At the end of the way: a settlement, a dangerous place, or the next way, as the referee says."""
    if state.phase != "wilderness" or way(state).watches_done < duration(way(state), ground(state), state.settings):
        return state
    play.tell("journey.ends", way(state).watches_done, why="cairn.wild.duration")
    where = play.choose(REFEREE, "arrive", ("town", "dungeon", "wilderness"), why="cairn.phase.wilderness")
    state = replace(state, journey=None)
    if where == "wilderness":
        return set_out(play, state)
    return replace(state, phase=where, dungeon=Dungeon() if where == "dungeon" else None)


@rule("cairn.table.wilderness_event", "cairn.wild.cycle")
def event(play: Play, state: State) -> State:
    """An event of the road: someone met, a sign, a change, a loss, an obstacle, or a discovery."""
    what = roll_event(play, EVENT)
    play.tell(f"event.{what}", why=EVENT)
    if what == "encounter":
        return replace(state, phase="encounter")
    if what == "environment":
        changes = play.choose(REFEREE, "environment", ("other", "weather", "terrain"), why=EVENT)
        if changes == "weather":
            return weather(play, state)
        return _new_terrain(play, state) if changes == "terrain" else state
    if what == "loss":
        ration = ("ration",) if any(larder(state, one.id) for one in people(state)) else ()
        return _pay(
            play, state, play.choose(speaker(state), "road_loss", ("watch", "fatigue", *ration, "other"), why=EVENT)
        )
    if what == "exhaustion":
        return _pay(play, state, play.choose(speaker(state), "road_exhaustion", ("watch", "fatigue"), why=EVENT))
    return state


def _new_terrain(play: Play, state: State) -> State:
    terrain = play.choose(REFEREE, "terrain", TERRAINS, why="cairn.wild.duration")
    return replace(state, journey=replace(way(state), terrain=terrain))


def _pay(play: Play, state: State, cost: str) -> State:
    """A watch more, a Fatigue each, a ration; anything else is the referee's."""
    if cost == "watch":
        return _delayed(play, state)
    if cost == "fatigue":
        return _all_weary(play, state, EVENT)
    return lose_ration(play, state) if cost == "ration" else state


_WHY: dict[str, RuleId] = {
    "travel": "cairn.action.travel",
    "explore": "cairn.action.explore",
    "supply": "cairn.action.supply",
    "make_camp": "cairn.action.make_camp",
    "find_way": "cairn.action.find_way",
}


def _on_the_road(state: State, _: str = "") -> bool:
    return state.phase == "wilderness" and state.journey is not None and state.fight is None


@rule("cairn.wild.travel", "cairn.wild.lost", "cairn.table.weather_effect")
def _refuse(act: str, state: State, who: str) -> Refusal | None:
    """Why somebody cannot spend the watch so."""
    creature = find(state, who)
    if not able(creature):
        return Refusal("cannot_act", (creature.name,), _WHY[act])
    for other, said in way(state).declared:
        if other != who and said != act and (act in AS_ONE or said in AS_ONE):
            return Refusal("as_one", (find(state, other).name, said), "cairn.wild.travel")
    if act == "travel" and way(state).lost:
        return Refusal("lost", (), "cairn.wild.lost")
    if act == "travel" and state.weather == "catastrophic":
        return Refusal("catastrophic", (), "cairn.table.weather_effect")
    return None


def _declares(act: str) -> Deed[State]:
    def do(play: Play, state: State, who: str) -> State:
        return declare(play, state, who, act)

    def refuse(state: State, who: str) -> Refusal | None:
        return _refuse(act, state, who)

    def shown(state: State, who: str) -> bool:
        if not _on_the_road(state) or (act == "find_way" and not way(state).lost):
            return False
        return at_leisure(state, who)

    return Deed(act, do, _WHY[act], cost="one_watch", shown=shown, refuse=refuse, group="journey")


def _end_watch(play: Play, state: State, _: str) -> State:
    return spend_watch(play, state)


@rule("cairn.wild.duration")
def _change_way(play: Play, state: State, _: str) -> State:
    """The referee changes the way; what is left changes with it."""
    journey = way(state)
    path = play.choose(REFEREE, "path", (journey.path, *(p for p in PATHS if p != journey.path)), why=_WHY["travel"])
    state = _new_terrain(play, replace(state, journey=replace(journey, path=path)))
    _tell_way(play, state)
    return state


DEEDS: tuple[Deed[State], ...] = (
    *(_declares(act) for act in _WHY),
    Deed("end_watch", _end_watch, "cairn.wild.cycle", by="referee", shown=_on_the_road, group="journey"),
    Deed("change_way", _change_way, "cairn.wild.duration", by="referee", shown=_on_the_road, group="journey", rank=-1),
)
