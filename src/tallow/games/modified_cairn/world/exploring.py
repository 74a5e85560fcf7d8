"""Exploring a place: how Modified Cairn does what an adventure needs of it. Time passes in Cycles of activities."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, TypeVar

from msgspec.structs import replace

from tallow.games.deeds import Refusal
from tallow.games.exploring import Attitude, Explorer, Exploring, Fought, How, Verb, left_of
from tallow.games.modified_cairn.characters.joining import party_complete
from tallow.games.modified_cairn.checks.attempts import HELD, verdict
from tallow.games.modified_cairn.checks.doors import ways, without_risk
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.checks.tables import look, total
from tallow.games.modified_cairn.combat.rounds import begin as begin_fight
from tallow.games.modified_cairn.harm.damage import suffer
from tallow.games.modified_cairn.harm.perils import goes_on
from tallow.games.modified_cairn.monsters.bestiary import opposed, several
from tallow.games.modified_cairn.monsters.encounters import aware, place
from tallow.games.modified_cairn.state import (
    BANDS,
    CYCLE,
    HOUR,
    QUALITIES,
    SIDES,
    Creature,
    Dungeon,
    Ending,
    Quality,
    Side,
    State,
    able,
    has,
    up,
)
from tallow.games.modified_cairn.world import dungeon, finds
from tallow.games.modified_cairn.world.bearers import can_be_lit, lit
from tallow.games.modified_cairn.world.darkness import CANDLE, DARK, TORCH, inside, shade
from tallow.games.modified_cairn.world.finds import people
from tallow.games.modified_cairn.world.phases import enter
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.roster import roster
from tallow.mechanics.two_sides import find, put
from tallow.play import EVERYONE, REFEREE, Audience, Fact, Option, Play, RuleId, Seat, Through, rule

T = TypeVar("T", bound=Option)

STATUS = "Alert"
"""The status of a place in which somebody lives, when a party first comes there."""

ACTS: Mapping[Verb, str] = {
    "search": "search",
    "listen": "watch",
    "open": "overcome",
    "use": "overcome",
    "rest": "rest",
    "wait": "watch",
}
"""The activity for each thing that a Cycle is spent on, but for the ways between rooms."""

TAKES: Mapping[str, Attitude] = {
    "Hostile": "hostile",
    "Guarded": "wary",
    "Busy": "open",
    "Curious": "open",
    "Friendly": "friendly",
}
"""How those take it who are met, by the row of the table of moods."""

ENDS: Mapping[Ending, Literal["fled", "lost", "talks"]] = {
    "party_down": "lost",
    "party_fled": "fled",
    "called_off": "talks",
}
"""How a fight has ended that the party has not won."""


# ---------------------------------------------------------------- the party


def explorers(state: State) -> tuple[Explorer, ...]:
    """Those of the party for whom a place is there."""
    return tuple([Explorer(one.id, one.name, one.seat, able(one)) for one in people(state)])


def away(state: State) -> Refusal | None:
    """Why the party cannot set out."""
    if state.combat is not None:
        return Refusal("fighting", (), "modified_cairn.phase.combat_setup")
    if not dungeon.explorers(state):
        return Refusal("nobody_able", (), "modified_cairn.dungeon.cycle")
    return None


@rule("modified_cairn.dungeon.cycle", "modified_cairn.event.start_size", "modified_cairn.table.dungeon_status")
def begin(play: Play, state: State, name: str) -> State:
    """The party is at the door of a place that is Alert, or as it was left; the first party is complete with it."""
    if state.phase == "creation":
        state = party_complete(play, state, "")
    known = state.dungeon
    if known is not None and known.name == name and known.peopled:
        there = dungeon.again(known)
    else:
        there = Dungeon(name, die=dungeon.die_of(STATUS), peopled=True)
    there = replace(there, since=state.clock)
    play.tell("dungeon.enter", name, why="modified_cairn.dungeon.cycle")
    return shade(replace(state, phase="dungeon", dungeon=there, journey=None, foes=(), ended=None))


def home(play: Play, state: State) -> State:
    """The party is back in town."""
    return enter(play, parted(state), "town")


def left(play: Play, state: State) -> State:
    """Nobody comes, and the hour of the dying passes."""
    return pass_time(play, state, HOUR)


def seated(state: State, who: str, seat: Seat) -> State:
    """Somebody, and whoever goes with them, is played by another."""
    mounts = [one.mounted for one in state.party if one.id == who]
    mine = [one for one in state.party if one.id == who or one.id in mounts or (one.pay and one.pay.employer == who)]
    return put(state, *(replace(one, seat=seat) for one in mine))


# ---------------------------------------------------------------- Cycles


class _Cycle(Through):
    """A Cycle in a place that the program knows: what calls for the Event Die is plain.

    What each one does is not told one by one: all know it.
    """

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        if what == "triggers":
            called: object = facts[0]
            asked = "unrest" if isinstance(called, tuple) and "unrest" in called else "roll" if called else "no_roll"
            return next(option for option in options if option == asked)
        return self.play.choose(by, what, options, *facts, why=why)

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        if not code.startswith(("activity", "activities")):
            self.play.tell(code, *facts, why=why, seen_by=seen_by)


@rule(
    "modified_cairn.dungeon.cycle",
    "modified_cairn.activity.move",
    "modified_cairn.activity.traverse",
    "modified_cairn.trigger.traverse",
    "modified_cairn.rest.fatigue_cycle",
    "modified_cairn.action.light_torch",
)
def turn(play: Play, state: State, verb: Verb, who: str, known: str) -> State:
    """A Cycle: one is at work while the others keep watch, or all go on while the last keeps an eye out.

    A series of rooms on known ground calls for the Event Die once. A light takes no time.
    """
    if verb == "light":
        return lit(play, state)
    if verb == "go":
        return _onward(play, state, known)
    there = dungeon.explorers(state)
    if verb == "rest":
        tired = [one for one in there if weary_one(find(state, one))] or there
        return cycle(play, state, "watch", dict.fromkeys(tired, "rest"))
    worker = who if who in there else next(iter(there), "")
    return cycle(play, state, "watch", {worker: ACTS[verb]})


def _onward(play: Play, state: State, known: str) -> State:
    passing = place(state).passing
    act = "traverse" if known == "known" and not passing else "move"
    state = cycle(play, state, act, dict.fromkeys(dungeon.explorers(state)[1:][-1:], "watch"))
    return replace(state, dungeon=replace(place(state), passing=known == "known"))


@rule("modified_cairn.dungeon.step_declare", "modified_cairn.dungeon.step_resolve", "modified_cairn.dungeon.step_event")
def cycle(play: Play, state: State, all_do: str, but: Mapping[str, str]) -> State:
    """All do the same `but` some, who do something else; then the Event Die, if anything calls for it."""
    within = _Cycle(play)
    state = replace(state, dungeon=replace(place(state), passing=False))
    for who in dungeon.undeclared(state):
        state = dungeon.noted(within, state, who, but.get(who, all_do))
    if place(state).step == "declare":
        state = dungeon.resolve(within, state)
    return dungeon.events(within, state)


@rule("modified_cairn.activity.fight", "modified_cairn.trigger.disturbance")
def fought_out(play: Play, state: State) -> State:
    """The Cycle with a fight in it comes to its end: one that came upon them in it, or one that fills it.

    The latter is a disturbance.
    """
    if place(state).step == "event":
        return dungeon.upkeep(play, state)
    return cycle(play, dungeon.triggered(state, "disturbance"), "fight", {})


def refuse(state: State, verb: Verb) -> Refusal | None:
    """Why a Cycle cannot be spent so."""
    if not dungeon.explorers(state):
        return Refusal("nobody_able", (), "modified_cairn.dungeon.cycle")
    if verb == "light" and not can_be_lit(state):
        return Refusal("nobody_has_light", (), "modified_cairn.action.light_torch")
    return None


@rule("modified_cairn.rest.fatigue_cycle")
def weary_one(creature: Creature) -> bool:
    """Whether a Cycle of rest would end somebody's Fatigue."""
    return has(creature, "fatigued") and able(creature) and not creature.deprived


def weary(state: State) -> bool:
    """Whether a rest would help anybody."""
    return any(weary_one(one) for one in people(state))


def warned(play: Play, state: State, seat: Seat) -> bool:
    """Whether a Cycle is spent though somebody would die of it."""
    return goes_on(play, state, seat, CYCLE)


@rule("modified_cairn.trigger.new_zone")
def level(play: Play, state: State) -> State:
    """A new level calls for the Event Die."""
    return dungeon.triggered(state, "new_zone")


@rule("modified_cairn.trigger.disturbance", "modified_cairn.event.step_down")
def noise(state: State) -> State:
    """What all the place hears is unrest: the Event Die steps down and is rolled at the end of the Cycle."""
    return dungeon.triggered(state, "unrest")


@rule("modified_cairn.light.one_per_three")
def shine(state: State, light: bool) -> State:
    """Where the party is there is light, or none but its own."""
    return shade(replace(state, dungeon=replace(place(state), lit=light)))


@rule("modified_cairn.modifier.impaired_confined")
def confine(state: State, cramped: bool) -> State:
    """Where the party is there is room for long weapons, or none."""
    return replace(state, dungeon=replace(place(state), confined=cramped))


@rule("modified_cairn.light.too_few")
def dark(state: State) -> bool:
    """Whether nobody who could act sees anything."""
    here = [one for one in people(state) if able(one)]
    return bool(here) and all(has(one, DARK) for one in here)


@rule("modified_cairn.item.torch", "modified_cairn.item.candle")
def flame(state: State) -> bool:
    """Whether the party carries a light that burns in the open, as torches and candles do and lanterns do not."""
    return any(item.lit and item.ref in (TORCH, CANDLE) for one in people(state) for item in one.items)


# ---------------------------------------------------------------- meetings


def comes(state: State) -> bool:
    """Whether the Event Die has brought somebody who is not known yet."""
    return state.phase == "dungeon" and bool(place(state).met) and not state.foes


_named = lru_cache(100)(opposed)
"""Foes by their names, the last of them kept."""


@rule("modified_cairn.event.encounter_depth", "modified_cairn.band.nearby")
def meet(play: Play, state: State, who: str) -> State:
    """These stand before the party: across the room, or as the dice have it of those whom the Event Die has brought."""
    return facing(state, who)


def facing(state: State, who: str) -> State:
    """The state with these before the party."""
    foes, there = _named(who), place(state)
    far, surprised = there.met or ("nearby", "nobody")
    known = (far, aware(state, foes[0].of, surprised) if there.met else surprised)
    return replace(state, foes=foes, ended=None, dungeon=replace(there, met=known))


@rule("modified_cairn.event.mood", "modified_cairn.table.mood", "modified_cairn.know.no_persuasion")
def attitude(play: Play, state: State, who: str) -> tuple[State, Attitude, str]:
    """How they take it: 2d6, in secret. Nothing that is said to them is rolled for."""
    row = look(play, "modified_cairn.table.mood", REFEREE, "modified_cairn.event.mood", hidden=True)
    return state, TAKES[row.name], who


@rule("modified_cairn.phase.combat_setup", "modified_cairn.turn.surprise")
def fight(play: Play, state: State, unaware: bool) -> State:
    """It comes to blows, from where they stand; those who are fallen upon unaware are surprised."""
    there = place(state)
    far, caught = there.met or ("nearby", "nobody")
    surprised: tuple[Side, ...] = ("foes",) if unaware else tuple([side for side in SIDES if side == caught])
    band = next(one for one in BANDS if one == far)
    return begin_fight(play, state, band, surprised, confined=there.confined)


def fought(state: State, who: str) -> Fought | None:
    """How the last fight ended."""
    if state.ended is None:
        return None
    if state.ended.how in ("foes_down", "foes_fled") or not any(up(foe) for foe in state.foes):
        return Fought("won")
    return Fought(ENDS[state.ended.how], left_of(who, _standing(state, who)))


def _standing(state: State, who: str) -> list[bool]:
    """Of each whom a list names, whether they still stand; those who are one Detachment stand or fall together."""
    standing: list[bool] = []
    foes = iter([up(foe) for foe in state.foes])
    for part in roster(who, ""):
        fates = [next(foes, False) for _ in several(f"{part.text} x{part.number}", "")]
        standing += fates if len(fates) == part.number else [any(fates)] * part.number
    return standing


def part(play: Play, state: State) -> State:
    """The meeting is over; if it came to blows, so is the Cycle."""
    fighting = state.ended is not None
    state = parted(state)
    return fought_out(play, state) if fighting and dungeon.explorers(state) else state


def parted(state: State) -> State:
    """Nobody stands before the party, and what strangers were under is no matter of theirs."""
    strangers = {one.id for one in state.foes}
    effects = tuple([effect for effect in state.effects if strangers.isdisjoint(effect.on)])
    there = replace(state.dungeon, met=()) if state.dungeon else None
    return shade(replace(state, combat=None, foes=(), ended=None, effects=effects, dungeon=there))


# ---------------------------------------------------------------- trying


@rule("modified_cairn.save.purpose", "modified_cairn.quality.save_for_risk", "modified_cairn.light.too_few")
def tries(play: Play, state: State, who: str, score: str, stake: str) -> tuple[State, bool]:
    """A Save, for which everybody knows what is at stake."""
    creature = find(state, who)
    position = "bad" if has(creature, DARK) else "normal"
    play.tell("save.stakes", creature.name, score, position, stake, why="modified_cairn.save.purpose")
    return state, save(play, creature, _quality(score), "modified_cairn.save.roll")


def _quality(score: str) -> Quality:
    return next(which for which in QUALITIES if which == score)


@rule("modified_cairn.hurt.unpreventable", "modified_cairn.hurt.unpreventable_save")
def harm(play: Play, state: State, who: str, dice: str, score: str) -> State:
    """Harm outside a fight comes off VIG, or off another Quality, and takes no Save."""
    why: RuleId = "modified_cairn.hurt.unpreventable"
    return suffer(play, state, who, _quality(score or "VIG"), total(play, dice, find(state, who).seat, why), why)


@rule("modified_cairn.know.no_rolls")
def springs(play: Play, state: State, who: str) -> tuple[State, bool]:
    """An unwary passer always sets off a trap: there was something to see, and nothing is rolled for seeing it."""
    return state, True


@rule(
    "modified_cairn.factor.count",
    "modified_cairn.activity.overcome",
    "modified_cairn.save.purpose",
    "modified_cairn.save.no_risk",
)
def open_(play: Play, state: State, who: str, how: How, score: str) -> tuple[State, bool]:
    """A Cycle at a door, which opens: with Time, Gear and Skill without a risk, else with a Save not to be heard."""
    creature = find(state, who)
    sure = not score and without_risk(creature, how)
    why: RuleId = "modified_cairn.activity.overcome"
    if not sure and not save(play, creature, _quality(score or ("CLA" if how == "pick" else "VIG")), why):
        play.tell("door.scrapes" if how == "pick" else "door.crashes", creature.name, why=why)
        state = dungeon.triggered(state, "disturbance" if how == "pick" else "unrest")
    return turn(play, state, "open", who, "known"), True


@rule("modified_cairn.action.attempt", "modified_cairn.factor.count", "modified_cairn.save.avoided")
def attempt(play: Play, state: State, who: str) -> tuple[State, bool]:
    """An idea of one's own: its player counts Time, Gear and Skill. Two of them, and it takes a Save."""
    creature = find(state, who)
    why: RuleId = "modified_cairn.factor.count"
    held = play.choose(creature.seat, "idea_factors", tuple(HELD), creature.name, creature.life.skills, why=why)
    counted = verdict(HELD[held])
    if counted != "at_risk":
        play.tell(f"attempt.{counted}", creature.name, why=why)
        return state, counted == "yes"
    which = play.choose(creature.seat, "idea_quality", QUALITIES, creature.name, why="modified_cairn.save.purpose")
    play.tell("attempt.at_risk", creature.name, why=why)
    return state, save(play, creature, which, "modified_cairn.save.roll")


def creatures(who: str) -> None:
    """Refuse a list that names somebody unknown."""
    opposed(who)


EXPLORING: Exploring[State] = Exploring(
    people=explorers,
    away=away,
    begin=begin,
    home=home,
    there=lambda state: state.dungeon is not None and inside(state),
    left=left,
    seated=seated,
    turn=turn,
    refuse=refuse,
    goes_on=warned,
    noise=noise,
    shine=shine,
    dark=dark,
    flame=flame,
    weary=weary,
    busy=lambda state: state.combat is not None,
    comes=comes,
    meet=meet,
    attitude=attitude,
    fight=fight,
    fought=fought,
    part=part,
    save=tries,
    harm=harm,
    springs=springs,
    ways=lambda state, who, stands: ways(find(state, who), stands),
    open=open_,
    attempt=attempt,
    give=finds.give,
    held=finds.held,
    has=finds.owned,
    take=finds.take,
    reward=finds.reward,
    creatures=creatures,
    goods=finds.goods,
    scores=QUALITIES,
    harms=QUALITIES,
    signals={
        "event.comes": "encounter",
        "event.sign": "sign",
        "event.altered": "altered",
        "combat.begins": "fight",
        "door.crashes": "noise",
    },
    replaced=("dungeon_activity", "attempt"),
    urgent=("tend", "catch_breath"),
    whys={
        "light": "modified_cairn.action.light_torch",
        "go": "modified_cairn.activity.move",
        "search": "modified_cairn.activity.search",
        "listen": "modified_cairn.activity.watch",
        "open": "modified_cairn.activity.overcome",
        "rest": "modified_cairn.activity.rest",
        "wait": "modified_cairn.activity.watch",
        "use": "modified_cairn.activity.overcome",
        "take": "modified_cairn.action.pick_up",
        "speak": "modified_cairn.know.no_persuasion",
        "attack": "modified_cairn.phase.combat_setup",
        "own_idea": "modified_cairn.action.attempt",
        "leave": "modified_cairn.phase.town",
        "set_out": "modified_cairn.dungeon.cycle",
    },
    costs=dict.fromkeys(("go", "go_back", "search", "listen", "open", "rest", "wait"), "a_cycle"),
    instant=("light",),
    level=level,
    confine=confine,
)
