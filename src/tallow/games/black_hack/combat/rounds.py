"""Combat: Moments, Initiative at the start of each, and Turns of one Move and one Action.

Whoever is `due` in a step begins their Turn by acting; it is then their Turn until Move and Action are spent.
"""

from typing import Literal

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.combat.aftermath import ending, finish
from tallow.games.black_hack.combat.flight import run, running
from tallow.games.black_hack.combat.morale import watch
from tallow.games.black_hack.combat.ranges import set_band
from tallow.games.black_hack.combat.reinforcements import called_in
from tallow.games.black_hack.harm.hindrances import keep_up, shake_off, staunch, suffer, tick
from tallow.games.black_hack.harm.panic import panic_roll, panics
from tallow.games.black_hack.harm.victims import bolts, drawn_on, in_dread, siren_of
from tallow.games.black_hack.magic import effects
from tallow.games.black_hack.monsters import instincts
from tallow.games.black_hack.monsters.bestiary import readied
from tallow.games.black_hack.monsters.passives import looming, slow
from tallow.games.black_hack.state import (
    MARKS,
    Band,
    Being,
    Character,
    Combat,
    Creature,
    Phase,
    State,
    able,
    find,
    hindered,
    put,
)
from tallow.mechanics.conditions import has
from tallow.play import REFEREE, Play, meanwhile, rule

IDLE_MOMENTS = 20
"""So many Moments in which nobody can act at all, and a fight is over by itself."""

Cost = Literal["move", "action", ""]


@rule(
    "black_hack.phase.combat_start",
    "black_hack.init.sort",
    "black_hack.time.moments",
    "black_hack.time.gm_chooses_unit",
)
def begin(
    play: Play,
    state: State,
    foes: tuple[Creature, ...] = (),
    *,
    distance: Band | None = None,
    surprised: tuple[str, ...] = (),
    unaware: tuple[str, ...] = (),
    back_to: Phase | None = None,
) -> State:
    """Begin a fight against these and the foes already there, with its first Moment.

    `distance` is between the sides, None for the GM to say; `surprised` are characters, `unaware` are foes.
    """
    there = tuple([readied(play, foe) for foe in (*state.foes, *foes) if able(foe)])
    names = tuple([foe.name for foe in there])
    play.tell("combat.begins", names, why="black_hack.phase.combat_start")
    if distance is None:
        options: tuple[Band, ...] = ("nearby", "close", "faraway", "distant")
        distance = play.choose(REFEREE, "distance_between", options, names, why="black_hack.phase.combat_start")
    state = arrayed(state, there, distance=distance, surprised=surprised, unaware=unaware, back_to=back_to)
    return go_on(play, new_moment(play, state))


def arrayed(
    state: State,
    foes: tuple[Creature, ...],
    *,
    distance: Band = "nearby",
    surprised: tuple[str, ...] = (),
    unaware: tuple[str, ...] = (),
    back_to: Phase | None = None,
) -> State:
    """The state with a fight whose first Moment has still to begin: sides, distance, and the groups for Morale."""
    there = tuple([replace(foe, group=foe.group or foe.of or "foes") for foe in foes])
    groups = dict.fromkeys([foe.group for foe in there])
    started = tuple([(group, sum(foe.group == group for foe in there)) for group in groups])
    was = back_to or (state.phase if state.phase in ("exploration", "downtime", "travel") else "exploration")
    combat = Combat(moment=0, started=started, surprised=surprised, unaware=unaware, back_to=was)
    state = replace(state, phase="combat", unit="moments", ended=None, foes=there, combat=combat)
    if distance != "nearby":
        for one in state.party + state.allies:
            for foe in there:
                state = set_band(state, one.id, foe.id, distance)
    return state


def fought(state: State) -> Combat:
    """The current fight; there must be one."""
    if state.combat is None:
        raise ValueError("there is no fight")
    return state.combat


@rule("black_hack.phase.initiative", "black_hack.init.each_moment", "black_hack.phase.step_2_usage")
def new_moment(play: Play, state: State) -> State:
    """Begin a Moment: durations in Moments are rolled, then Initiative."""
    combat = fought(state)
    used = MARKS.without(combat.used, "moment")
    state = replace(state, combat=replace(combat, moment=combat.moment + 1, used=used, turn="", due=()))
    play.tell("moment", combat.moment + 1, why="black_hack.phase.initiative")
    if state.effects:
        state = effects.tick_moments(play, state)
    state, early = initiative(play, state)
    return _step(replace(state, combat=replace(fought(state), early=early)), "early")


@rule(
    "black_hack.init.each_moment",
    "black_hack.init.success_before",
    "black_hack.init.fail_after",
    "black_hack.init.surprise",
)
def initiative(play: Play, state: State) -> tuple[State, tuple[str, ...]]:
    """The ids of those who act before the opponents: by a DEX test, at Disadvantage if surprised."""
    combat = fought(state)
    why = "black_hack.init.each_moment"
    if slow(state):
        play.tell("slow_foes", why=why)
        return state, tuple([one.id for one in state.party if able(one)])
    early = []
    looms = looming(state)
    for one in state.party:
        if able(one):
            late: tuple[str, ...] = ("surprised",) if combat.moment == 1 and one.id in combat.surprised else ()
            late += looms
            state, result = attempt(play, state, one.id, "DEX", why, disadvantages=late, about="initiative")
            if result.success:
                early.append(one.id)
    return state, tuple(early)


@rule(
    "black_hack.phase.early_characters",
    "black_hack.phase.opponents",
    "black_hack.phase.late_characters",
    "black_hack.init.group_order",
    "black_hack.action.agree_order",
    "black_hack.init.npc_allies",
    "black_hack.phase.step_3_players",
)
def _step(state: State, step: Literal["early", "opponents", "late"]) -> State:
    """Begin a step: those who act in it become due, characters by DEX from the highest, unless they agree otherwise."""
    combat = fought(state)
    if step == "opponents":
        due = [foe.id for foe in state.foes if able(foe) and foe.id not in combat.unaware]
        due += [ally.id for ally in state.allies if able(ally) and not ally.commander]
    else:
        mine = [one for one in state.party if able(one) and (one.id in combat.early) == (step == "early")]
        due = [one.id for one in sorted(mine, key=lambda one: -one.dexterity)]
    return replace(state, combat=replace(combat, step=step, due=tuple(due), turn="", move=False, action=False))


@rule("black_hack.gm.loop", "black_hack.phase.step_6_repeat", "black_hack.turn.gm_tracks")
def go_on(play: Play, state: State) -> State:
    """Go on to whoever acts next: the next in this step, or the next step in which anybody can act."""
    idle = 0
    while state.combat is not None and not state.combat.turn:
        if how := ending(state):
            return finish(play, state, how)
        combat = state.combat
        there = [one for who in combat.due if able(one := find(state, who))]
        due = tuple([one.id for one in there])
        at_once = next((one.id for one in there if isinstance(one, Creature) and _by_itself(state, one)), "")
        if at_once:
            state = start_turn(play, state, at_once)
        elif len(due) > 1 or (due and combat.step == "opponents"):
            return state if due == combat.due else replace(state, combat=replace(combat, due=due))
        elif due:
            state = start_turn(play, state, due[0])
            idle = 0
        elif combat.step == "early":
            state = _step(state, "opponents")
        elif combat.step == "opponents":
            state = _step(state, "late")
        else:
            idle += 1
            if idle > IDLE_MOMENTS:
                return finish(play, state, "called_off")
            state = moment_ends(play, state)
    return state


def _by_itself(state: State, one: Creature) -> bool:
    """Whether this Turn is taken without a decision: a servant's after its commander's, flight, paralysis."""
    return fought(state).step != "opponents" or running(state, one) or hindered(one, "paralysed")


@rule("black_hack.phase.moment_end", "black_hack.banish.duration")
def moment_ends(play: Play, state: State) -> State:
    """End a Moment: fixed durations run down, Morale is tested if due, and the next Moment begins."""
    combat = fought(state)
    state = replace(state, combat=replace(combat, unaware=()))
    state = instincts.moment_ends(play, tick(play, state))
    for foe in state.foes:
        if foe.banished:
            left = foe.banished - 1
            state = put(state, replace(foe, banished=left, banished_by=foe.banished_by if left else ""))
            if not left:
                play.tell("banished.ends", foe.name, why="black_hack.banish.duration")
    state = watch(play, state)
    how = ending(state)
    return finish(play, state, how) if how else new_moment(play, called_in(play, state))


@rule(
    "black_hack.phase.creature_turn",
    "black_hack.turn.contents",
    "black_hack.turn.move_and_action",
    "black_hack.ability.warrior_damage_reset",
    "black_hack.hindrance.distracted",
    "black_hack.hindrance.stuck",
    "black_hack.hindrance.paralysed",
    "black_hack.setting.hindrance_timing",
)
def start_turn(play: Play, state: State, who: str) -> State:
    """Begin somebody's Turn: Ongoing Damage, a Warrior's full pool, then one Move and one Action if not hindered."""
    combat = fought(state)
    due = tuple([other for other in combat.due if other != who])
    state = replace(state, combat=replace(combat, due=due, turn=who, move=False, action=False))
    meanwhile(play, state)
    one = find(state, who)
    if isinstance(one, Character) and calling(one) == "warrior" and one.pool != one.level:
        state = put(state, replace(one, pool=one.level))
    if one.ongoing:
        state = suffer(play, state, who)
    if state.effects:
        state = effects.turn_begins(play, state, who)
    if isinstance(one, Creature) and able(find(state, who)):
        state = instincts.turn_starts(play, state, who)
    if state.settings.panic and isinstance(one, Character):
        state = panic_roll(play, state, who)
    if not able(find(state, who)):
        return settled(play, state)
    if state.settings.hindrance_timing == "start" and isinstance(one, Character) and one.hindrances:
        state = shake_off(play, state, who)
    one = find(state, who)
    if isinstance(one, Creature) and running(state, one):
        return end_turn(play, run(play, state, who))
    if state.effects and isinstance(one, Character) and in_dread(state, who):
        return end_turn(play, bolts(play, state, who))
    move = can_move(one)
    if move and isinstance(one, Character) and one.marks and (siren := siren_of(state, one)):
        state, move = drawn_on(play, state, who, siren), False
    state = replace(state, combat=replace(fought(state), move=move, action=can_act(one)))
    return settled(play, state)


@rule("black_hack.hindrance.stuck", "black_hack.hindrance.paralysed", "black_hack.action.move")
def can_move(one: Being) -> bool:
    """Whether hindrances leave somebody a Move."""
    if has(one, "rooted"):
        return False
    return not one.hindrances or not (hindered(one, "stuck") or hindered(one, "paralysed"))


@rule("black_hack.hindrance.distracted", "black_hack.hindrance.paralysed")
def can_act(one: Being) -> bool:
    """Whether hindrances leave somebody an Action."""
    if has(one, "shocked"):
        return False
    return not one.hindrances or not (hindered(one, "distracted") or hindered(one, "paralysed"))


def take_turn(play: Play, state: State, who: str) -> State:
    """The state in which it is somebody's Turn; the Turn is begun if it has not been yet."""
    return state if fought(state).turn == who else start_turn(play, state, who)


def spend(state: State, what: Cost) -> State:
    """The state with the Move or the Action of the current Turn spent."""
    combat = fought(state)
    if what == "move":
        return replace(state, combat=replace(combat, move=False))
    return replace(state, combat=replace(combat, action=False)) if what == "action" else state


def settled(play: Play, state: State) -> State:
    """After something was done: handle those who fell by it, and end the fight or the Turn if it is over."""
    combat = state.combat
    if combat is None:
        return state
    if combat.used and MARKS.any(combat.used, "fell"):
        state = _falls(play, state)
        combat = fought(state)
    if how := ending(state):
        return finish(play, state, how)
    if combat.turn and (not able(find(state, combat.turn)) or not (combat.move or combat.action)):
        return end_turn(play, state)
    return state


def _falls(play: Play, state: State) -> State:
    combat = fought(state)
    state = replace(state, combat=replace(combat, used=MARKS.without(combat.used, "fell")))
    for who, by in MARKS.parts(combat.used, "fell"):
        state = instincts.fallen(play, state, str(who), str(by))
    return state


@rule(
    "black_hack.turn.contents",
    "black_hack.phase.creature_turn",
    "black_hack.init.npc_allies",
    "black_hack.option.blocking",
)
def end_turn(play: Play, state: State) -> State:
    """End the current Turn, with the tests at its end; what is left of it is lost. Servants act next."""
    combat = fought(state)
    who = combat.turn
    one = find(state, who)
    kept = combat.move and state.settings.blocking and isinstance(one, Character) and able(one)
    used = (*combat.used, MARKS.mark("moment", "kept", who)) if kept else combat.used
    if isinstance(one, Character):
        state = instincts.turn_ends(play, state, who)
    if able(one):
        if one.hindrances and isinstance(one, Character) and state.settings.hindrance_timing == "end":
            state = shake_off(play, state, who)
        if one.ongoing and "clinging" not in one.conditions:
            state = staunch(play, state, who)
        if isinstance(one, Character):
            state = keep_up(play, state, who)
            state = panics(play, state, who) if state.settings.panic else state
    servants = tuple([ally.id for ally in state.allies if ally.commander == who and able(ally)])
    combat = replace(fought(state), turn="", move=False, action=False, used=used, due=(*servants, *combat.due))
    return go_on(play, replace(state, combat=combat))
