"""The dungeon: Cycles of ten minutes, activities, what calls for the Event Die, and what it brings."""

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.entries import activities, tables, triggers
from tallow.games.modified_cairn.harm.conditions import refresh
from tallow.games.modified_cairn.magic.places import SHELTERED, in_place
from tallow.games.modified_cairn.monsters.encounters import ONLY_GM, altered, encounter, place, sign
from tallow.games.modified_cairn.state import CYCLE, Dungeon, State, able
from tallow.games.modified_cairn.world.darkness import shade
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.two_sides import find, put
from tallow.play import EVERYONE, REFEREE, Play, RuleId, meanwhile, rule

DIES = (12, 10, 8, 6)
"""The sizes of the Event Die, from calm to crisis."""

SAFE_FOR_NOW = 7
QUIET = 3
"""After this many Cycles of lying low in a row the die steps up."""

DEPTHS: tuple[Literal["shallow", "middle", "deep"], ...] = ("shallow", "middle", "deep")
STAYING = ("search", "watch", "overcome", "rest", "fight", "other")
QUIETLY = ("watch", "rest")


@rule(
    "modified_cairn.dungeon.optional",
    "modified_cairn.event.start_size",
    "modified_cairn.table.dungeon_status",
    "modified_cairn.setting.dungeon_module",
    "modified_cairn.dungeon.cycle",
)
def enter_dungeon(play: Play, state: State, _who: str = "") -> State:
    """Enter a dungeon: a former one whose die is remembered, or another with a status that the GM names."""
    why: RuleId = "modified_cairn.event.start_size"
    known = state.dungeon
    if known is not None and play.choose(REFEREE, "dungeon", ("back", "another"), known.name, why=why) == "back":
        dungeon = again(known)
    else:
        name = play.write(REFEREE, "dungeon_name", why=why)
        statuses = tuple(row.name for row in tables()["modified_cairn.table.dungeon_status"].rows)
        status = play.choose(REFEREE, "dungeon_status", statuses, why=why)
        lit = play.choose(REFEREE, "dungeon_lit", ("dark", "lit"), why="modified_cairn.light.one_per_three") == "lit"
        depth = play.choose(REFEREE, "dungeon_depth", DEPTHS, why="modified_cairn.event.encounter_depth")
        dungeon = Dungeon(name, die=die_of(status), lit=lit, depth=depth)
    dungeon = replace(dungeon, since=state.clock)
    play.tell("dungeon.enter", dungeon.name, why="modified_cairn.dungeon.cycle")
    return shade(replace(state, phase="dungeon", dungeon=dungeon, journey=None))


@rule("modified_cairn.event.start_size")
def again(dungeon: Dungeon) -> Dungeon:
    """A dungeon that the party returns to: its die and foretold encounter are kept."""
    calm = replace(dungeon, stepped=False, lingering=0, quiet=0, ahead=(), met=(), passing=False)
    return replace(calm, step="declare", declared=(), triggers=())


@rule("modified_cairn.table.dungeon_status", "modified_cairn.event.start_size")
def die_of(status: str) -> int:
    """The size of the Event Die for a status."""
    return int(tables()["modified_cairn.table.dungeon_status"].row(status).effect[1:])


@rule("modified_cairn.table.dungeon_status")
def status_of(die: int) -> str:
    """The status that a size of the Event Die stands for."""
    rows = tables()["modified_cairn.table.dungeon_status"].rows
    return next(row.name for row in rows if row.effect == f"d{die}")


@rule(
    "modified_cairn.dungeon.step_declare",
    "modified_cairn.phase.dungeon_declare",
    "modified_cairn.action.dungeon_activity",
)
def declare_activity(play: Play, state: State, who: str) -> State:
    """Declare a character's activity for this Cycle; it can be changed until all have declared."""
    one = find(state, who)
    names = (*(id_.rpartition(".")[2] for id_ in activities()), "other")
    why = "modified_cairn.action.dungeon_activity"
    what = play.choose(one.seat, "activity", names, one.name, why=why)
    return noted(play, state, who, what)


@rule("modified_cairn.dungeon.step_declare", "modified_cairn.phase.dungeon_declare")
def noted(play: Play, state: State, who: str, what: str) -> State:
    """Note an activity; once everybody has one, all are resolved at once."""
    one, dungeon = find(state, who), place(state)
    said = (*[each for each in dungeon.declared if each[0] != who], (who, what))
    play.tell("activity.declared", one.name, what, why="modified_cairn.action.dungeon_activity")
    state = replace(state, dungeon=replace(dungeon, declared=said))
    return state if undeclared(state) else resolve(play, state)


def explorers(state: State) -> tuple[str, ...]:
    """The ids of those who declare an activity in a Cycle."""
    return tuple([one.id for one in state.party if one.kind == "pc" and able(one)])


def undeclared(state: State) -> tuple[str, ...]:
    """The ids of those who have not declared for this Cycle."""
    said = [who for who, _ in place(state).declared]
    return tuple([who for who in explorers(state) if who not in said])


@rule(
    "modified_cairn.dungeon.step_resolve",
    "modified_cairn.phase.dungeon_resolve",
    "modified_cairn.dungeon.step_declare",
    "modified_cairn.rest.fatigue_cycle",
    "modified_cairn.activity.move",
    "modified_cairn.activity.search",
    "modified_cairn.activity.traverse",
    "modified_cairn.activity.watch",
    "modified_cairn.activity.overcome",
    "modified_cairn.activity.fight",
    "modified_cairn.activity.rest",
)
def resolve(play: Play, state: State, _who: str = "") -> State:
    """Resolve all activities at once; the undeclared keep watch. Resting ends Fatigue before anything attacks."""
    dungeon = place(state)
    meanwhile(play, state, dungeon=replace(dungeon, step="resolve"))
    declared = (*dungeon.declared, *((who, "watch") for who in undeclared(state)))
    why = "modified_cairn.dungeon.step_resolve"
    play.tell("activities", tuple([(find(state, who).name, what) for who, what in declared]), why=why)
    for who, what in declared:
        if what == "rest":
            state = put(state, refresh(play, find(state, who)))
    stays = all(what in STAYING for _, what in declared)
    safe = sheltered(state)
    lies_low = safe and all(what in QUIETLY for _, what in declared)
    dungeon = replace(
        dungeon,
        declared=declared,
        step="resolve",
        lingering=dungeon.lingering + 1 if stays and not safe else 0,
        quiet=dungeon.quiet + 1 if lies_low else 0,
    )
    found = tuple(dict.fromkeys((*dungeon.triggers, *proposed(dungeon, safe))))
    return replace(state, dungeon=replace(dungeon, triggers=found))


@rule("modified_cairn.rest.unsafe_roll", "modified_cairn.runeskelf.manse")
def sheltered(state: State) -> bool:
    """Whether the party is safe where it is: the place is, or magic shelters it."""
    return place(state).safe or in_place(state, SHELTERED)


@rule("modified_cairn.event.triggers", "modified_cairn.trigger.new_zone", "modified_cairn.trigger.disturbance")
def triggered(state: State, trigger: str) -> State:
    """The state with one more reason to roll the Event Die in this Cycle."""
    dungeon = place(state)
    return replace(state, dungeon=replace(dungeon, triggers=tuple(dict.fromkeys((*dungeon.triggers, trigger)))))


@rule(
    "modified_cairn.event.triggers",
    "modified_cairn.trigger.traverse",
    "modified_cairn.trigger.linger",
    "modified_cairn.trigger.unsafe_rest",
    "modified_cairn.rest.unsafe_roll",
)
def proposed(dungeon: Dungeon, safe: bool) -> tuple[str, ...]:
    """The reasons to roll the Event Die in this Cycle, as far as the program knows; `safe`: nobody gets in here."""
    done = [what for _, what in dungeon.declared]
    found = []
    if "traverse" in done:
        found.append("traverse")
    if "rest" in done and not safe:
        found.append("unsafe_rest")
    if dungeon.lingering > 1:
        found.append("linger")
    return tuple(found)


@rule(
    "modified_cairn.dungeon.step_event",
    "modified_cairn.phase.dungeon_event",
    "modified_cairn.event.triggers",
    "modified_cairn.trigger.new_zone",
    "modified_cairn.trigger.disturbance",
    "modified_cairn.action.ref_roll_event",
    "modified_cairn.rest.result_at_end",
)
def events(play: Play, state: State, _who: str = "") -> State:
    """The GM confirms or names the reasons for the Event Die; unrest steps it down, then it is rolled once.

    An encounter is dealt with before the Cycle ends; without one it ends at once.
    """
    dungeon = place(state)
    why = "modified_cairn.event.triggers"
    named = tuple([id_.rpartition(".")[2] for id_ in triggers()])
    others = tuple([one for one in ("new_zone", "disturbance") if one in named])
    options = ("roll", "no_roll", "unrest") if dungeon.triggers else ("no_roll", *others, "unrest", "roll")
    called = play.choose(REFEREE, "triggers", options, dungeon.triggers, dungeon.die, why=why)
    if called not in ("roll", "no_roll"):
        state = triggered(state, called)
    if called == "unrest":
        state = step_down(play, state)
    state = replace(state, dungeon=replace(place(state), step="event"))
    if called != "no_roll":
        state = roll_event(play, state)
    return state if place(state).met else upkeep(play, state)


@rule(
    "modified_cairn.event.threshold",
    "modified_cairn.table.event",
    "modified_cairn.setting.event_roll",
    "modified_cairn.action.ref_roll_event",
)
def roll_event(play: Play, state: State) -> State:
    """The Event Die, in secret or openly: 1 an encounter, 2-3 altered circumstances, 4-6 a sign, 7 and more nothing."""
    why = "modified_cairn.table.event"
    secret = state.settings.event_roll == "secret"
    face = event(play, place(state).die, secret)
    row = tables()[why].row(face)
    play.tell("event", place(state).die, face, row.name, why=why, seen_by=ONLY_GM if secret else EVERYONE)
    if face == 1:
        return encounter(play, state)
    if face >= SAFE_FOR_NOW:
        return state
    return altered(play, state) if face <= 3 else sign(play, state)


@rule("modified_cairn.event.threshold")
def event(play: Play, die: int, secret: bool = True) -> int:
    """Roll the Event Die and return its face."""
    (face,) = play.roll(1, die, by=REFEREE, why="modified_cairn.table.event", hidden=secret)
    return face


@rule("modified_cairn.event.step_down", "modified_cairn.trigger.disturbance")
def step_down(play: Play, state: State) -> State:
    """Unusual unrest: the Event Die becomes one size smaller, once a Cycle, at least a d6."""
    dungeon = place(state)
    if dungeon.stepped or dungeon.die == DIES[-1]:
        return state
    return _with_die(play, replace(state, dungeon=replace(dungeon, stepped=True)), dungeon.die - 2, "event.step_down")


@rule("modified_cairn.event.step_up")
def step_up(play: Play, state: State) -> State:
    """Things calm down: the Event Die becomes one size larger, at most a d12."""
    dungeon = place(state)
    return state if dungeon.die == DIES[0] else _with_die(play, state, dungeon.die + 2, "event.step_up")


def _with_die(play: Play, state: State, die: int, why: str) -> State:
    play.tell("die_steps", die, status_of(die), why=f"modified_cairn.{why}", seen_by=ONLY_GM)
    return replace(state, dungeon=replace(place(state), die=die))


@rule("modified_cairn.event.area_step", "modified_cairn.action.ref_step_die")
def step_die(play: Play, state: State, _who: str) -> State:
    """The GM steps the die down for a busier area, or up for a quieter one."""
    die = place(state).die
    ways = [way for way, can in (("down", die > DIES[-1]), ("up", die < DIES[0])) if can]
    way = play.choose(REFEREE, "step_die", tuple(ways), die, why="modified_cairn.action.ref_step_die")
    return _with_die(play, state, die - 2 if way == "down" else die + 2, "event.area_step")


@rule(
    "modified_cairn.dungeon.step_upkeep",
    "modified_cairn.dungeon.cycle_length",
    "modified_cairn.phase.dungeon_upkeep",
    "modified_cairn.event.step_up",
    "modified_cairn.activity.fight",
)
def upkeep(play: Play, state: State, _who: str = "") -> State:
    """End the Cycle: ten minutes have passed since it began, including any fight, and the next begins."""
    dungeon = place(state)
    state = pass_time(play, state, max(0, dungeon.since + CYCLE - state.clock))
    dungeon = place(state)
    if dungeon.quiet >= QUIET:
        dungeon = replace(dungeon, quiet=0)
        why = "modified_cairn.event.step_up"
        state = replace(state, dungeon=dungeon)
        if dungeon.die < DIES[0] and play.choose(REFEREE, "calmer", ("yes", "no"), dungeon.die, why=why) == "yes":
            state = step_up(play, state)
            dungeon = place(state)
    dungeon = replace(
        dungeon,
        cycle=dungeon.cycle + 1,
        step="declare",
        declared=(),
        triggers=(),
        stepped=False,
        met=(),
        since=state.clock,
    )
    play.tell("cycle", dungeon.cycle, why="modified_cairn.dungeon.step_upkeep")
    return shade(replace(state, dungeon=dungeon))


@rule("modified_cairn.rest.unsafe_roll", "modified_cairn.trigger.unsafe_rest", "modified_cairn.rest.result_at_end")
def night_falls(play: Play, state: State) -> State:
    """A night in an unsafe place calls for the Event Die as any rest does: once for the whole night."""
    return state if sheltered(state) else roll_event(play, triggered(state, "unsafe_rest"))


@rule("modified_cairn.dungeon.cycle_length", "modified_cairn.rest.result_at_end")
def night_over(play: Play, state: State, seconds: int) -> State:
    """Count the Cycles of a night; an encounter of that night is dealt with before the next Cycle."""
    dungeon = place(state)
    cycle = dungeon.cycle + seconds // CYCLE
    play.tell("cycle", cycle, why="modified_cairn.dungeon.step_upkeep")
    calm = replace(dungeon, cycle=cycle, declared=(), triggers=(), stepped=False, since=state.clock, passing=False)
    return replace(state, dungeon=replace(calm, step="event" if calm.met else "declare"))


@rule(
    "modified_cairn.action.ref_safe_flag",
    "modified_cairn.light.one_per_three",
    "modified_cairn.event.encounter_depth",
    "modified_cairn.trigger.new_zone",
)
def set_place(play: Play, state: State, _who: str) -> State:
    """The GM describes the party's place: safe or not, lit or dark, a level up or down."""
    dungeon = place(state)
    at = DEPTHS.index(dungeon.depth)
    options = ["unsafe" if dungeon.safe else "safe", "dark" if dungeon.lit else "lit"]
    options += ["deeper"] if at < 2 else []
    options += ["shallower"] if at else []
    why = "modified_cairn.action.ref_safe_flag"
    word = play.choose(REFEREE, "of_place", tuple(options), dungeon.name, why=why)
    if word in ("safe", "unsafe"):
        dungeon = replace(dungeon, safe=word == "safe", lingering=0, quiet=0)
    elif word in ("lit", "dark"):
        dungeon = replace(dungeon, lit=word == "lit")
    else:
        dungeon = replace(dungeon, depth=DEPTHS[at + (1 if word == "deeper" else -1)], lingering=0)
    play.tell(f"place.{word}", why=why)
    return shade(replace(state, dungeon=dungeon))


def _inside(state: State) -> bool:
    return state.phase == "dungeon" and state.dungeon is not None


def _declares(state: State, who: str) -> bool:
    return _inside(state) and place(state).step == "declare" and who in explorers(state)


def _at(step: str) -> Callable[[State, str], bool]:
    def shown(state: State, _who: str) -> bool:
        return _inside(state) and place(state).step == step

    return shown


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "enter_dungeon",
        enter_dungeon,
        "modified_cairn.dungeon.cycle",
        by="referee",
        shown=lambda state, _: (
            state.settings.dungeon_module
            and state.phase in ("free", "town", "journey")
            and any(one.kind == "pc" for one in state.party)
        ),
        group="dungeon",
    ),
    Deed(
        "dungeon_activity",
        declare_activity,
        "modified_cairn.action.dungeon_activity",
        cost="cycle",
        shown=_declares,
        group="dungeon",
        rank=-1,
    ),
    Deed(
        "resolve_cycle",
        resolve,
        "modified_cairn.dungeon.step_resolve",
        by="referee",
        shown=_at("declare"),
        group="dungeon",
    ),
    Deed("events", events, "modified_cairn.action.ref_roll_event", by="referee", shown=_at("resolve"), group="dungeon"),
    Deed("end_cycle", upkeep, "modified_cairn.dungeon.step_upkeep", by="referee", shown=_at("event"), group="dungeon"),
    Deed(
        "step_die",
        step_die,
        "modified_cairn.action.ref_step_die",
        by="referee",
        shown=lambda state, _: _inside(state),
        group="dungeon",
    ),
    Deed(
        "set_place",
        set_place,
        "modified_cairn.action.ref_safe_flag",
        by="referee",
        shown=lambda state, _: _inside(state),
        group="dungeon",
    ),
)
