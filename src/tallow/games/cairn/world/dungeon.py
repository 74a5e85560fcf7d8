"""Dangerous places: cycles of declared moves and actions, worked out together, and the events that they draw."""

from msgspec.structs import replace

from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.entries import tables
from tallow.games.cairn.gear.inventory import tire
from tallow.games.cairn.gear.light import dark, goes_out, light_up, lightable, lights, nothing_to_light
from tallow.games.cairn.harm.deprivation import at_leisure, eat, larder, people
from tallow.games.cairn.harm.healing import disturbed, drink, recover
from tallow.games.cairn.harm.perils import goes_on
from tallow.games.cairn.magic.effects import finish
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import TURN, Creature, Dungeon, State, able, speaker
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, meanwhile, rule

MOVES = ("dungeon_move", "dungeon_rush")
STAYS = ("search", "dungeon_rest", "force_door", "wedge_door")
TRIGGERS = ("careless", "noise", "new_area", "hasty", "lingering")


def here(state: State) -> Dungeon:
    """The dangerous place that the party is in."""
    if state.dungeon is None:
        raise ValueError("the party is in no dungeon")
    return state.dungeon


def actors(state: State) -> tuple[Creature, ...]:
    """Who takes a turn: characters and hirelings that can act."""
    return tuple(one for one in people(state) if able(one))


def awaited(state: State, declared: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Whom the others wait for: characters who have not declared; without any, the hirelings."""
    said = [who for who, _ in declared]
    acting = actors(state)
    waited = [one for one in acting if one.kind == "pc"] or acting
    return tuple(one.id for one in waited if one.id not in said)


def declare(play: Play, state: State, who: str, act: str) -> State:
    """Somebody says what they do this turn; when all characters have, it is worked out."""
    state = said(play, state, who, act)
    return state if awaited(state, here(state).declared) else cycle(play, state)


@rule("cairn.dungeon.cycle", "cairn.dungeon.turn")
def said(play: Play, state: State, who: str, act: str) -> State:
    """Somebody has said what they do this turn, and whether they move on as well."""
    place = here(state)
    moves = act in MOVES
    if not moves and act not in STAYS:
        seat = find(state, who).seat
        moves = (
            play.choose(seat, "also_move", ("stay", "move"), find(state, who).name, why="cairn.dungeon.turn") == "move"
        )
    moving = tuple(one for one in place.moving if one != who) + ((who,) if moves else ())
    declared = (*(said for said in place.declared if said[0] != who), (who, act))
    return replace(state, dungeon=replace(place, declared=declared, moving=moving))


@rule("cairn.dungeon.cycle", "cairn.phase.dungeon", "cairn.dungeon.turn")
def cycle(play: Play, state: State) -> State:
    """Everything declared happens in the same ten minutes; then an event, if anything drew one."""
    place = here(state)
    meanwhile(play, state, phase="encounter")
    play.tell("dungeon.cycle", place.cycle, why="cairn.dungeon.cycle")
    for who, act in place.declared:
        if able(find(state, who)):
            state = _work_out(play, state, who, act)
    resting = _resters(play, state)
    spoiled = disturbed(play, state, 0) if resting else None
    state = pass_time(play, state, TURN)
    if spoiled is None:
        state = put(state, *(recover(play, one, state.settings) for one in people(state) if one.id in resting))
    state = _where(play, state)
    drawn = triggers(here(state), state.settings)
    place = here(state)
    state = replace(state, dungeon=replace(place, cycle=place.cycle + 1, declared=(), moving=(), triggers=()))
    if spoiled is not None:
        return replace(state, phase="encounter")
    if drawn:
        play.tell("dungeon.draws", drawn, why="cairn.dungeon.event_when", seen_by=(REFEREE,))
        state = event(play, state)
    if dark(state):
        play.tell("dungeon.dark", why="cairn.dungeon.dark")
    return state


@rule("cairn.dungeon.rest", "cairn.action.dungeon_rest")
def _resters(play: Play, state: State) -> tuple[str, ...]:
    """Who has a turn of rest: with light, in a safe spot, and with something to drink.

    Whoever is stable and cannot act has it as soon as anybody rests.
    """
    resting = tuple(who for who, act in here(state).declared if act == "dungeon_rest")
    if resting:
        resting += tuple(one.id for one in people(state) if has(one, "stable") and not able(one))
    if not resting or dark(state):
        return ()
    if drink(play, state):
        return resting
    play.tell("rest.no_drink", why="cairn.heal.rest")
    return ()


def _work_out(play: Play, state: State, who: str, act: str) -> State:
    creature = find(state, who)
    play.tell(f"does.{act}", creature.name, why=_WHY[act])
    if act == "search":
        found = play.choose(
            REFEREE, "search", ("nothing", "found", "goes_on"), creature.name, why="cairn.dungeon.search"
        )
        play.tell(f"search.{found}", creature.name, why="cairn.dungeon.search")
    elif act == "dungeon_light" and lightable(creature):
        item = play.choose(creature.seat, "light_what", lightable(creature), creature.name, why="cairn.action.light")
        return put(state, light_up(play, creature, item))
    elif act == "listen":
        heard = play.choose(REFEREE, "listen", ("nothing", "life", "hazard"), creature.name, why="cairn.dungeon.doors")
        play.tell(f"listen.{heard}", creature.name, why="cairn.dungeon.doors", seen_by=(creature.seat, REFEREE))
    elif act in {"force_door", "wedge_door"}:
        return _door(play, state, creature, act)
    return state


@rule("cairn.dungeon.doors", "cairn.action.force_door")
def _door(play: Play, state: State, creature: Creature, act: str) -> State:
    """A door is forced or wedged: a STR save if there is a risk, and noise in any case."""
    risk = play.choose(REFEREE, "door_risk", ("no_risk", "risk", "in_vain"), creature.name, why="cairn.dungeon.doors")
    if risk == "risk" and not save(play, creature, "STR", "cairn.dungeon.doors"):
        risk = "in_vain"
    play.tell("door.in_vain" if risk == "in_vain" else f"door.{act}", creature.name, why="cairn.dungeon.doors")
    return triggered(state, "noise")


def triggered(state: State, trigger: str) -> State:
    """Something has come up that draws an event at the end of the cycle."""
    place = here(state)
    return replace(state, dungeon=replace(place, triggers=tuple(dict.fromkeys((*place.triggers, trigger)))))


@rule("cairn.dungeon.event_when", "cairn.dungeon.rush", "cairn.action.dungeon_move", "cairn.action.dungeon_rush")
def _where(play: Play, state: State) -> State:
    """Whether the party is still where it was, which in time draws events, or in a new area, which does so at once."""
    place = here(state)
    if any(act == "dungeon_rush" for _, act in place.declared):
        state = triggered(state, "hasty")
    went = "same_place"
    if place.moving:
        options = ("moved_on", "new_area", "same_place")
        went = play.choose(REFEREE, "where", options, why="cairn.dungeon.event_when")
    if went == "new_area":
        state = triggered(state, "new_area")
    stayed = here(state).cycles_here + 1 if went == "same_place" else 0
    state = replace(state, dungeon=replace(here(state), cycles_here=stayed))
    return triggered(state, "lingering") if stayed > 1 else state


@rule("cairn.dungeon.event_when", "cairn.setting.dungeon_events")
def triggers(place: Dungeon, settings: Settings) -> tuple[str, ...]:
    """What draws an event at the end of a cycle; however many there are, one."""
    return place.triggers or (("cycle",) if settings.dungeon_events == "every_cycle" else ())


@rule(
    "cairn.table.dungeon_event",
    "cairn.table.dungeon_event_draft",
    "cairn.setting.dungeon_event_table",
    "cairn.table.wilderness_event",
    "cairn.action.warden_event",
)
def roll_event(play: Play, table: RuleId) -> str:
    """One die on a table of events: what happens."""
    (face,) = play.roll(1, 6, by=REFEREE, why=table)
    return tables()[table].row(face).code


@rule("cairn.dungeon.event_when", "cairn.table.dungeon_event")
def event(play: Play, state: State) -> State:
    """An event of the place: someone met, a trace, a change, a light lost, exhaustion, or quiet."""
    draft = state.settings.dungeon_event_table == "draft"
    table = "cairn.table.dungeon_event_draft" if draft else "cairn.table.dungeon_event"
    what = roll_event(play, table)
    play.tell(f"event.{what}", why=table)
    if what == "encounter":
        return replace(state, phase="encounter")
    if what == "loss":
        return loss(play, state)
    return exhaustion(play, state) if what == "exhaustion" else state


@rule("cairn.table.dungeon_event", "cairn.dungeon.light", "cairn.spell.duration")
def loss(play: Play, state: State) -> State:
    """A light goes out or a running spell of the party ends: the referee says which, or what else is lost."""
    burning = {item: who for who, item in lights(state)}
    own = {one.id for one in people(state)}
    spells = tuple(effect.id for effect in state.effects if effect.by in own)
    lost = play.choose(REFEREE, "loss", (*burning, *spells, "other"), why="cairn.table.dungeon_event")
    if lost in burning:
        return put(state, goes_out(play, find(state, burning[lost]), lost))
    if lost in spells:
        return finish(play, state, lost)
    play.tell("loss.other", why="cairn.table.dungeon_event")
    return state


@rule("cairn.dungeon.exhaustion")
def exhaustion(play: Play, state: State) -> State:
    """The party rests, which brings another event; or each adds a Fatigue or eats a ration."""
    why = "cairn.dungeon.exhaustion"
    by = speaker(state)
    rests = play.choose(by, "exhaustion", ("bear", "rest"), why=why) == "rest"
    if rests and goes_on(play, state, by, TURN):
        state = pass_time(play, state, TURN)
        if not dark(state):
            state = put(state, *(recover(play, one, state.settings) for one in people(state)))
        return event(play, state)
    for one in people(state):
        options = ("ration", "fatigue") if larder(state, one.id) else ("fatigue",)
        state = weary(play, state, one.id, play.choose(one.seat, "weary", options, one.name, why=why), why)
    return state


def weary(play: Play, state: State, who: str, how: str, why: RuleId) -> State:
    """Somebody tires: a ration eaten, or a Fatigue."""
    if how == "ration":
        return eat(play, state, who)
    return tire(play, state, who, why=why)


_WHY: dict[str, RuleId] = {
    "dungeon_move": "cairn.action.dungeon_move",
    "dungeon_rush": "cairn.action.dungeon_rush",
    "search": "cairn.action.search",
    "dungeon_rest": "cairn.action.dungeon_rest",
    "dungeon_light": "cairn.action.light",
    "force_door": "cairn.action.force_door",
    "wedge_door": "cairn.action.force_door",
    "listen": "cairn.dungeon.doors",
    "look_out": "cairn.dungeon.turn",
}


def _in_dungeon(state: State, who: str) -> bool:
    return _running(state, who) and at_leisure(state, who)


@rule("cairn.dungeon.rest", "cairn.action.dungeon_rest", "cairn.scar.hamstrung")
def _refuse(act: str, state: State, who: str) -> Refusal | None:
    """Why somebody cannot do this on a turn."""
    creature = find(state, who)
    if not able(creature):
        return Refusal("cannot_act", (creature.name,), "cairn.dungeon.turn")
    if act == "dungeon_rest" and dark(state):
        return Refusal("dark_rest", (creature.name,), "cairn.dungeon.rest")
    if act == "dungeon_rush" and "hamstrung" in creature.conditions:
        return Refusal("hamstrung", (creature.name,), "cairn.condition.hamstrung")
    return nothing_to_light(state, creature) if act == "dungeon_light" else None


def _declares(act: str) -> Deed[State]:
    def do(play: Play, state: State, who: str) -> State:
        return declare(play, state, who, act)

    def refuse(state: State, who: str) -> Refusal | None:
        return _refuse(act, state, who)

    cost = "move" if act == "dungeon_move" else "action"
    return Deed(act, do, _WHY[act], cost=cost, shown=_in_dungeon, refuse=refuse, group="dungeon")


def _end_cycle(play: Play, state: State, _: str) -> State:
    return cycle(play, state)


def _trigger(play: Play, state: State, _: str) -> State:
    trigger = play.choose(REFEREE, "trigger", TRIGGERS, why="cairn.dungeon.event_when")
    return triggered(state, trigger)


@rule("cairn.dungeon.light")
def _light_place(play: Play, state: State, _: str) -> State:
    """The referee says whether the place has light of its own where the party is."""
    place = here(state)
    play.tell("dungeon.unlit" if place.lit else "dungeon.lit", why="cairn.dungeon.light")
    return replace(state, dungeon=replace(place, lit=not place.lit))


def _running(state: State, _: str) -> bool:
    return state.phase == "dungeon" and state.dungeon is not None and state.fight is None


DEEDS: tuple[Deed[State], ...] = (
    *(_declares(act) for act in _WHY),
    Deed("end_cycle", _end_cycle, "cairn.dungeon.cycle", by="referee", shown=_running, group="dungeon"),
    Deed("trigger", _trigger, "cairn.dungeon.event_when", by="referee", shown=_running, group="dungeon"),
    Deed("light_place", _light_place, "cairn.dungeon.light", by="referee", shown=_running, group="dungeon"),
)
