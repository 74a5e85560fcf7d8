"""Exploring: Modified Cairn's part of running an adventure's place, in Cycles of activities."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from msgspec.structs import replace

from tallow.games.deeds import Refusal
from tallow.games.exploring import NOT_WON, Attitude, Explorer, Exploring, Fought, How, Verb, left_of, standing_of
from tallow.games.modified_cairn.characters.joining import party_complete
from tallow.games.modified_cairn.checks.attempts import HELD, verdict
from tallow.games.modified_cairn.checks.doors import keyed, ways, without_risk
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
"""The activity for each thing that a Cycle can be spent on, except moving between rooms."""

TAKES: Mapping[str, Attitude] = {
    "Hostile": "hostile",
    "Guarded": "wary",
    "Busy": "open",
    "Curious": "open",
    "Friendly": "friendly",
}
"""The attitude for each row of the table of moods."""


def explorers(state: State) -> tuple[Explorer, ...]:
    """The living characters and hirelings of the party, as an adventure knows them."""
    return tuple([Explorer(one.id, one.name, one.seat, able(one)) for one in people(state)])


def away(state: State) -> Refusal | None:
    """Why the party cannot set out; None if it can."""
    if state.combat is not None:
        return Refusal("fighting", (), "modified_cairn.phase.combat_setup")
    if not dungeon.explorers(state):
        return Refusal("nobody_able", (), "modified_cairn.dungeon.cycle")
    return None


@rule("modified_cairn.dungeon.cycle", "modified_cairn.event.start_size", "modified_cairn.table.dungeon_status")
def begin(play: Play, state: State, name: str) -> State:
    """Bring the party to a place, which is Alert or as it was left; this also ends the creation of the party."""
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
    """Bring the party back to town."""
    return enter(play, parted(state), "town")


def left(play: Play, state: State) -> State:
    """Nobody can act any more: nobody comes to help, and an hour passes in which the dying die."""
    return pass_time(play, state, HOUR)


def seated(state: State, who: str, seat: Seat) -> State:
    """The state with a character, and whoever goes with them, played by another seat."""
    mounts = [one.mounted for one in state.party if one.id == who]
    mine = [one for one in state.party if one.id == who or one.id in mounts or (one.pay and one.pay.employer == who)]
    return put(state, *(replace(one, seat=seat) for one in mine))


class _Cycle(Through):
    """Play within a Cycle of a place that the program knows: it answers itself what calls for the Event Die.

    It does not tell each one's activity, because all know it.
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
    """Spend a Cycle: one works while the others keep watch, or all move on while the last keeps watch.

    A series of rooms on known ground calls for the Event Die once. Lighting something takes no time.
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
    """Spend a Cycle in which all do `all_do` except those in `but`; then roll the Event Die if it is called for."""
    within = _Cycle(play)
    state = replace(state, dungeon=replace(place(state), passing=False))
    for who in dungeon.undeclared(state):
        state = dungeon.noted(within, state, who, but.get(who, all_do))
    if place(state).step == "declare":
        state = dungeon.resolve(within, state)
    return dungeon.events(within, state)


@rule("modified_cairn.activity.fight", "modified_cairn.trigger.disturbance")
def fought_out(play: Play, state: State) -> State:
    """End the Cycle of a fight: the current one if an encounter was part of it, else a Cycle filled by the fight.

    The latter counts as a disturbance.
    """
    if place(state).step == "event":
        return dungeon.upkeep(play, state)
    return cycle(play, dungeon.triggered(state, "disturbance"), "fight", {})


def refuse(state: State, verb: Verb) -> Refusal | None:
    """Why a Cycle cannot be spent on this; None if it can."""
    if not dungeon.explorers(state):
        return Refusal("nobody_able", (), "modified_cairn.dungeon.cycle")
    if verb == "light" and not can_be_lit(state):
        return Refusal("nobody_has_light", (), "modified_cairn.action.light_torch")
    return None


@rule("modified_cairn.rest.fatigue_cycle")
def weary_one(creature: Creature) -> bool:
    """Whether a Cycle of rest would end a creature's Fatigue."""
    return has(creature, "fatigued") and able(creature) and not creature.deprived


def weary(state: State) -> bool:
    """Whether a Cycle of rest would help anybody."""
    return any(weary_one(one) for one in people(state))


def warned(play: Play, state: State, seat: Seat) -> bool:
    """Ask whether to spend a Cycle, if somebody would die meanwhile; True if nobody would."""
    return goes_on(play, state, seat, CYCLE)


@rule("modified_cairn.trigger.new_zone")
def level(play: Play, state: State) -> State:
    """The state with a roll of the Event Die due, because the party is on a new level."""
    return dungeon.triggered(state, "new_zone")


@rule("modified_cairn.trigger.disturbance", "modified_cairn.event.step_down")
def noise(state: State) -> State:
    """The state with unrest, because of a loud noise: the Event Die steps down and is rolled this Cycle."""
    return dungeon.triggered(state, "unrest")


@rule("modified_cairn.light.one_per_three")
def shine(state: State, light: bool) -> State:
    """The state with the party's place lit, or dark except for the party's own lights."""
    return shade(replace(state, dungeon=replace(place(state), lit=light)))


@rule("modified_cairn.modifier.impaired_confined")
def confine(state: State, cramped: bool) -> State:
    """The state with the party's place too narrow for long weapons, or wide enough."""
    return replace(state, dungeon=replace(place(state), confined=cramped))


@rule("modified_cairn.light.too_few")
def dark(state: State) -> bool:
    """Whether everybody who is able is in the dark."""
    here = [one for one in people(state) if able(one)]
    return bool(here) and all(has(one, DARK) for one in here)


@rule("modified_cairn.item.torch", "modified_cairn.item.candle")
def flame(state: State) -> bool:
    """Whether the party carries an open flame: a torch or candle, not a lantern."""
    return any(item.lit and item.ref in (TORCH, CANDLE) for one in people(state) for item in one.items)


def comes(state: State) -> bool:
    """Whether the Event Die has brought an encounter whose creatures are not yet known."""
    return state.phase == "dungeon" and bool(place(state).met) and not state.foes


_named = lru_cache(100)(opposed)
"""Foes by their names, the last of them kept."""


@rule("modified_cairn.event.encounter_depth", "modified_cairn.band.nearby")
def meet(play: Play, state: State, who: str) -> State:
    """Put these creatures before the party: across the room, or as rolled if the Event Die has brought them."""
    return facing(state, who)


def facing(state: State, who: str) -> State:
    """The state with these creatures before the party."""
    foes, there = _named(who), place(state)
    far, surprised = there.met or ("nearby", "nobody")
    known = (far, aware(state, foes[0].of, surprised) if there.met else surprised)
    return replace(state, foes=foes, ended=None, dungeon=replace(there, met=known))


@rule("modified_cairn.event.mood", "modified_cairn.table.mood", "modified_cairn.know.no_persuasion")
def attitude(play: Play, state: State, who: str) -> tuple[State, Attitude, str]:
    """Roll 2d6 in secret for the creatures' attitude. Nothing that is said to them is rolled for."""
    row = look(play, "modified_cairn.table.mood", REFEREE, "modified_cairn.event.mood", hidden=True)
    return state, TAKES[row.name], who


@rule("modified_cairn.phase.combat_setup", "modified_cairn.turn.surprise")
def fight(play: Play, state: State, unaware: bool) -> State:
    """Begin a fight at the current distance; those attacked `unaware` are surprised."""
    there = place(state)
    far, caught = there.met or ("nearby", "nobody")
    surprised: tuple[Side, ...] = ("foes",) if unaware else tuple([side for side in SIDES if side == caught])
    band = next(one for one in BANDS if one == far)
    return begin_fight(play, state, band, surprised, confined=there.confined)


def fought(state: State, who: str) -> Fought | None:
    """How the last fight ended; None if there was none."""
    if state.ended is None:
        return None
    if state.ended.how in ("foes_down", "foes_fled") or not any(up(foe) for foe in state.foes):
        return Fought("won")
    standing = standing_of(who, lambda text: several(text, ""), [up(foe) for foe in state.foes])
    return Fought(NOT_WON[state.ended.how], left_of(who, standing))


def part(play: Play, state: State) -> State:
    """End the meeting; if there was a fight, end its Cycle too."""
    fighting = state.ended is not None
    state = parted(state)
    return fought_out(play, state) if fighting and dungeon.explorers(state) else state


def parted(state: State) -> State:
    """The state without anybody before the party, and without effects on creatures that are gone."""
    strangers = {one.id for one in state.foes}
    effects = tuple([effect for effect in state.effects if strangers.isdisjoint(effect.on)])
    there = replace(state.dungeon, met=()) if state.dungeon else None
    return shade(replace(state, combat=None, foes=(), ended=None, effects=effects, dungeon=there))


@rule("modified_cairn.save.purpose", "modified_cairn.quality.save_for_risk", "modified_cairn.light.too_few")
def tries(play: Play, state: State, who: str, score: str, stake: str) -> tuple[State, bool]:
    """Make a Save for known stakes; gives the state and whether it succeeds."""
    creature = find(state, who)
    position = "bad" if has(creature, DARK) else "normal"
    if stake:
        play.tell("save.stakes", creature.name, score, position, stake, why="modified_cairn.save.purpose")
    return state, save(play, creature, _quality(score), "modified_cairn.save.roll")


def _quality(score: str) -> Quality:
    return next(which for which in QUALITIES if which == score)


@rule("modified_cairn.hurt.unpreventable", "modified_cairn.hurt.unpreventable_save")
def harm(play: Play, state: State, who: str, dice: str, score: str) -> State:
    """Deal harm outside a fight: dice of VIG, or of another Quality, without a Save."""
    why: RuleId = "modified_cairn.hurt.unpreventable"
    return suffer(play, state, who, _quality(score or "VIG"), total(play, dice, find(state, who).seat, why), why)


@rule("modified_cairn.know.no_rolls")
def springs(play: Play, state: State, who: str) -> tuple[State, bool]:
    """An incautious character always sets off a trap: it could be seen, and noticing is not rolled for."""
    return state, True


@rule(
    "modified_cairn.factor.count",
    "modified_cairn.activity.overcome",
    "modified_cairn.save.purpose",
    "modified_cairn.save.no_risk",
)
def open_(play: Play, state: State, who: str, how: How, score: str) -> tuple[State, bool]:
    """Spend a Cycle to open a door: without risk with Time, Gear and Skill, else with a Save not to be heard."""
    creature = find(state, who)
    sure = not score and without_risk(creature, how)
    if sure and how == "pick":
        state = put(state, keyed(creature))
    why: RuleId = "modified_cairn.activity.overcome"
    if not sure and not save(play, creature, _quality(score or ("CLA" if how == "pick" else "VIG")), why):
        play.tell("door.scrapes" if how == "pick" else "door.crashes", creature.name, why=why)
        state = dungeon.triggered(state, "disturbance" if how == "pick" else "unrest")
    return turn(play, state, "open", who, "known"), True


@rule("modified_cairn.action.attempt", "modified_cairn.factor.count", "modified_cairn.save.avoided")
def attempt(play: Play, state: State, who: str) -> tuple[State, bool]:
    """A player's own idea: the player counts Time, Gear and Skill; with two of them it takes a Save."""
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
    """Raise an error if a list names an unknown creature."""
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
