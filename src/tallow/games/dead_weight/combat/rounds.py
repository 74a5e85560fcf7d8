"""Combat: setup, the steps fast, enemies, slow and evaluation, turns and their actions, and the end.

Whoever is `due` in a step begins their turn by acting; it is then their turn until the actions are spent.
"""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.use_limits import SPENT, TURN_USES
from tallow.games.dead_weight.combat.chart import free_squares, on_chart, squares
from tallow.games.dead_weight.combat.ending import agreed, dying, ending, finish, without_dodges
from tallow.games.dead_weight.combat.morale import enemy_morale, minds, party_morale
from tallow.games.dead_weight.combat.stalking import stalk
from tallow.games.dead_weight.gear.inventory import encumbered, needs_loading
from tallow.games.dead_weight.gear.trappings import encumbrance
from tallow.games.dead_weight.harm.afflictions import bleed, retches
from tallow.games.dead_weight.harm.conditions import come_round, turn_ends, turn_starts
from tallow.games.dead_weight.magic import effects
from tallow.games.dead_weight.magic.channelling import turn_begins
from tallow.games.dead_weight.monsters.bestiary import arrive
from tallow.games.dead_weight.monsters.enemies import enemy_turn_starts
from tallow.games.dead_weight.monsters.monster_traits import actions as enemy_actions
from tallow.games.dead_weight.monsters.monster_traits import after_leaving
from tallow.games.dead_weight.state import (
    OFF_CHART,
    Adventurer,
    Combat,
    Creature,
    Enemy,
    Side,
    Square,
    State,
    able,
    adventurer,
    alive,
    everyone,
    find,
    put,
)
from tallow.play import REFEREE, Play, RuleId, meanwhile, rule

Step: TypeAlias = Literal["setup", "fast", "enemies", "slow"]

ACTIONS = 2
FOCUSED = 3
IDLE_ROUNDS = 20
"""So many rounds in which nobody can act at all, and a fight is over by itself."""

COLUMNS: dict[str, tuple[int, int]] = {"nearby": (3, 8), "far": (1, 10), "close": (5, 6)}
"""The columns where the sides line up, for the distance between them."""


@rule("dead_weight.combat.start", "dead_weight.action.explore_start_combat", "dead_weight.exploration.upper_hand")
def begin(
    play: Play,
    state: State,
    foes: tuple[Enemy, ...] = (),
    *,
    upper_hand: bool = False,
    surprised: bool = False,
    back_to: Literal["exploration", "camp", "interlude"] = "exploration",
    joins: RuleId = "",
) -> State:
    """Begin a combat against these and the enemies already there, and set it up; one of `joins` comes each round."""
    state = arrayed(state, foes, upper_hand=upper_hand, surprised=surprised, back_to=back_to)
    return set_up(play, replace(state, combat=replace(fought(state), joins=joins)) if joins else state)


def arrayed(
    state: State,
    foes: tuple[Enemy, ...] = (),
    *,
    upper_hand: bool = False,
    surprised: bool = False,
    back_to: Literal["exploration", "camp", "interlude"] = "exploration",
) -> State:
    """The state with a combat that has still to be set up: both sides are known, and who is unaware or surprised."""
    there = (*state.enemies, *foes)
    unaware = tuple(foe.id for foe in there) if upper_hand else ()
    combat = Combat(unaware=unaware, surprised=surprised, back_to=back_to)
    ids = max(state.serial, len(there))
    bodies = tuple([replace(corpse, at=OFF_CHART) for corpse in state.corpses])
    return replace(state, phase="combat", ended=None, enemies=there, combat=combat, serial=ids, corpses=bodies)


@rule(
    "dead_weight.phase.combat_setup",
    "dead_weight.phase.combat",
    "dead_weight.combat.order",
    "dead_weight.morale.created",
    "dead_weight.morale.dice",
)
def set_up(play: Play, state: State) -> State:
    """Set up the combat: stalkers strike, all are placed, initiative and morale are set; the first turns begin."""
    play.tell("combat.begins", tuple([foe.name for foe in state.enemies]), why="dead_weight.combat.start")
    state = stalk(play, _loaded(state))
    if how := ending(state, placed=False):
        return finish(play, state, how)
    state = placed(play, state)
    state, fast = initiative(play, state)
    party, foes = party_morale(state), enemy_morale(state)
    broken: tuple[Side, ...] = () if party else ("party",)
    play.tell("morale", party, "without_morale" if foes is None else foes, why="dead_weight.morale.created")
    state = replace(state, combat=replace(fought(state), fast=fast, morale=party, enemy_morale=foes, broken=broken))
    return go_on(play, effects.combat_begins(play, state))


def fought(state: State) -> Combat:
    """The current combat; there must be one."""
    if state.combat is None:
        raise ValueError("there is no combat")
    return state.combat


def fighting(state: State, _: str) -> bool:
    """Whether there is a combat that has been set up."""
    return state.combat is not None and state.combat.step != "setup"


@rule("dead_weight.weapon.crossbow")
def _loaded(state: State) -> State:
    """The state with crossbows loaded, as they are when a combat starts, unless the party is surprised."""
    if fought(state).surprised:
        return state
    for one in state.party:
        if any(needs_loading(item) for item in one.items):
            ready = tuple(replace(item, loaded=True) if needs_loading(item) else item for item in one.items)
            state = put(state, replace(one, items=ready))
    return state


@rule("dead_weight.combat.setup_place", "dead_weight.combat.setup_advantage_point")
def placed(play: Play, state: State) -> State:
    """The GM places everybody without a square: lined up at a distance, or one by one with an advantage point."""
    fighting = [one for one in everyone(state) if alive(one)]
    if all(one.at != OFF_CHART for one in fighting):
        return state
    why = "dead_weight.combat.setup_place"
    how = play.choose(REFEREE, "placing", ("nearby", "far", "close", "by_hand"), why=why)
    if how != "by_hand":
        left, right = COLUMNS[how]
        state = _line_up(state, state.party + state.allies, left, -1)
        return _line_up(state, state.enemies, right, 1)
    for one in fighting:
        at = play.choose(REFEREE, "place_at", free_squares(state, one), one.name, one.id, why=why)
        state = put(state, replace(one, at=at, facing=2 if one not in state.enemies else 6))
    return mark_vantage(play, state)


def _line_up(state: State, side: tuple[Creature, ...], column: int, back: int) -> State:
    """The state with a side placed in a column around the middle of the chart, then in columns behind it."""
    height = fought(state).height
    rows = sorted(range(height), key=lambda row: abs(2 * row + 1 - height))
    free = (
        (x, row)
        for x in range(column, -1 if back < 0 else fought(state).width, back)
        for row in rows
        if (x, row) not in fought(state).walls
    )
    for one in side:
        if one.at == OFF_CHART and alive(one):
            at = next(free, (column, rows[0]))
            state = put(state, replace(one, at=at, facing=2 if back < 0 else 6))
    return state


@rule("dead_weight.combat.setup_advantage_point")
def mark_vantage(play: Play, state: State, _: str = "") -> State:
    """The GM marks one square as the advantage point, or none."""
    combat = fought(state)
    options: tuple[str | Square, ...] = ("none", *squares(combat))
    at = play.choose(REFEREE, "vantage_at", options, why="dead_weight.combat.setup_advantage_point")
    return replace(state, combat=replace(combat, vantage=None if isinstance(at, str) else at))


@rule("dead_weight.combat.initiative", "dead_weight.combat.surprised", "dead_weight.exploration.upper_hand")
def initiative(play: Play, state: State) -> tuple[State, tuple[str, ...]]:
    """Who is fast: all with the upper hand, none if surprised, else those who succeed at a DEX check."""
    combat = fought(state)
    ready = [one for one in state.party if able(one)]
    if combat.unaware and all(foe.id in combat.unaware for foe in state.enemies if alive(foe)):
        play.tell("upper_hand", why="dead_weight.exploration.upper_hand")
        return state, tuple(one.id for one in ready)
    if combat.surprised:
        play.tell("surprised", why="dead_weight.combat.surprised")
        return state, ()
    return play.call(_checked, state, tuple([one.id for one in ready]), ())


@rule("dead_weight.combat.initiative")
def _checked(play: Play, state: State, left: tuple[str, ...], fast: tuple[str, ...]) -> tuple[State, tuple[str, ...]]:
    """The DEX checks of those in `left`, one after another; gives the ids of all who are fast."""
    if not left:
        return state, fast
    who, why = left[0], "dead_weight.combat.initiative"
    state, reading = attempt(play, state, who, "DEX", why, check=True)
    play.tell("initiative", adventurer(state, who).name, "fast" if reading.success else "slow", why=why)
    return play.call(_checked, state, left[1:], (*fast, who) if reading.success else fast)


@rule(
    "dead_weight.combat.loop",
    "dead_weight.combat.player_turn",
    "dead_weight.combat.enemy_turn",
    "dead_weight.phase.combat_fast",
    "dead_weight.phase.combat_enemies",
    "dead_weight.phase.combat_slow",
)
def go_on(play: Play, state: State) -> State:
    """Go on to whoever acts next: the next in this step, or the next step in which anybody can act."""
    idle = 0
    while (combat := state.combat) is not None and not combat.turn:
        due = _still_due(state, combat)
        if len(due) > 1 or (due and combat.step == "enemies"):
            return state if due == combat.due else replace(state, combat=replace(combat, due=due))
        if due:
            state = start_turn(play, state, due[0])
            idle = 0
        elif combat.step == "setup":
            state = _step(play, state, "fast")
        elif combat.step == "fast":
            state = _step(play, state, "enemies")
        elif combat.step == "enemies":
            state = _step(play, state, "slow")
        else:
            idle += 1
            if idle > IDLE_ROUNDS:
                return finish(play, state, "called_off")
            state = evaluate(play, state)
            if state.combat is not None and (how := ending(state)):
                return finish(play, state, how)
    return state


def _acting(state: State, combat: Combat, who: str) -> Creature:
    """The creature of this id; the side whose step it is is searched first, as that is faster."""
    side: tuple[Creature, ...] = state.enemies if combat.step == "enemies" else state.party
    for one in side:
        if one.id == who:
            return one
    return find(state, who)


def _is_out(one: Creature) -> bool:
    """Whether somebody cannot act in this fight: off the chart, down or dead."""
    return one.at == OFF_CHART or (one.conditions != () and not able(one))


def _still_due(state: State, combat: Combat) -> tuple[str, ...]:
    """The ids of those due in this step who can still act."""
    if not combat.due:
        return ()
    side: tuple[Creature, ...] = state.enemies if combat.step == "enemies" else state.party
    out = [one.id for one in side if one.at == OFF_CHART or (one.conditions and not able(one))]
    return tuple([who for who in combat.due if who not in out]) if out else combat.due


def _step(play: Play, state: State, step: Step) -> State:
    """Begin a step: those who act in it become due, and those who have fainted may wake."""
    combat = fought(state)
    if step == "enemies":
        due = tuple([foe.id for foe in state.enemies if not _is_out(foe)])
        combat = replace(combat, step=step, due=due, turn="", actions=0, unaware=())
        return replace(state, combat=combat)
    mine = [one for one in state.party if (one.id in combat.fast) == (step == "fast") and one.at != OFF_CHART]
    for one in mine:
        if one.conditions and "fainted" in one.conditions:
            state = come_round(play, state, one.id)
    due = tuple([one.id for one in mine if not one.conditions or able(adventurer(state, one.id))])
    return replace(state, combat=replace(fought(state), step=step, due=due, turn="", actions=0))


@rule("dead_weight.combat.player_turn", "dead_weight.combat.more_actions", "dead_weight.combat.enemy_turn")
def start_turn(play: Play, state: State, who: str) -> State:
    """Begin somebody's turn, with what happens at its start; if they then cannot act, the turn is over.

    For adventurers: bleeding, hooks and worms, magic, nausea, the test of those who carry too much, then the actions.
    """
    combat = fought(state)
    one = _acting(state, combat, who)
    due = tuple([other for other in combat.due if other != who])
    if isinstance(one, Enemy):
        focused = state.effects and effects.hyperfocused(state, who)
        actions = FOCUSED if focused else enemy_actions(one)
        begun = replace(state, combat=replace(combat, due=due, turn=who, actions=actions))
        meanwhile(play, begun)
        state = enemy_turn_starts(play, begun, who)
        return state if state is begun and actions and not one.conditions else settled(play, state)
    actions, used = FOCUSED if state.effects and effects.hyperfocused(state, who) else ACTIONS, combat.used
    if used:
        extra = TURN_USES.mark("extra", who)
        actions += used.count(extra)
        used = tuple([use for use in used if use != extra])
    begun = replace(state, combat=replace(combat, due=due, turn=who, actions=actions, used=used))
    meanwhile(play, begun)
    if one.spent:
        one = replace(one, spent=SPENT.without(one.spent, "turn"))
        begun = put(begun, one)
    state = _turn_starts(play, begun, one)
    return state if state is begun and not one.conditions else settled(play, state)


def _turn_starts(play: Play, state: State, one: Adventurer) -> State:
    who, begun = one.id, state
    if one.afflictions and "bleeding" in one.afflictions:
        state = bleed(play, state, who)
    if one.conditions:
        state = turn_starts(play, state, who)
    if state.effects:
        state = turn_begins(play, state, who)
    now = one if state is begun else adventurer(state, who)
    if now.conditions and not able(now):
        return state
    if one.afflictions and "nauseated" in one.afflictions:
        state, lost = retches(play, state, who)
        if lost:
            return replace(state, combat=replace(fought(state), actions=0))
    return encumbrance(play, state, who) if encumbered(now) else state


def take_turn(play: Play, state: State, who: str) -> State:
    """The state in which it is somebody's turn; the turn is begun if it has not been yet."""
    return state if fought(state).turn == who else start_turn(play, state, who)


def spend(state: State, actions: int) -> State:
    """The state with this many actions of the current turn spent."""
    combat = fought(state)
    return replace(state, combat=replace(combat, actions=max(0, combat.actions - actions)))


def settled(play: Play, state: State, cost: int = 0) -> State:
    """After something that cost so many actions: end the combat or the turn if it is over."""
    combat = state.combat
    if combat is None or combat.step == "setup":
        return state
    if how := ending(state):
        return finish(play, state, how)
    left = combat.actions - cost
    if combat.turn and (left < 1 or _is_out(_acting(state, combat, combat.turn))):
        return end_turn(play, state)
    return replace(state, combat=replace(combat, actions=left)) if cost else state


def end_turn(play: Play, state: State) -> State:
    """End the current turn; unused actions are lost."""
    combat = fought(state)
    who = combat.turn
    if _acting(state, combat, who).conditions:
        state = turn_ends(play, state, who)
        if how := ending(state):
            return finish(play, state, how)
        combat = fought(state)
    used, helping = combat.used, combat.helping
    if helping:
        helping = tuple([(whom, by) for whom, by in helping if whom != who])
    if used:
        used = TURN_USES.without(used, "focus")
    return go_on(play, replace(state, combat=replace(combat, turn="", actions=0, helping=helping, used=used)))


@rule(
    "dead_weight.phase.combat_cleanup",
    "dead_weight.combat.evaluate_broken",
    "dead_weight.combat.evaluate_refuse",
    "dead_weight.combat.evaluate_both",
    "dead_weight.action.combat_surrender_answer",
)
def evaluate(play: Play, state: State) -> State:
    """End a round: dodge tokens are removed and a broken side surrenders; if that is refused, the next round begins."""
    state = dying(play, effects.tick_round(play, without_dodges(state)))
    combat = fought(state)
    broken = combat.broken
    why = "dead_weight.combat.evaluate_broken"
    if len(broken) > 1:
        return finish(play, state, "both_retreated")
    if "party" in broken:
        answers = ("no", "yes") if combat.enemy_morale is None else ("yes", "no")
        if play.choose(REFEREE, "accept_surrender", answers, "party", why=why) == "yes":
            return finish(play, state, "party_surrendered")
        play.tell("surrender.refused", "party", why="dead_weight.combat.evaluate_refuse")
    elif "enemies" in broken:
        if agreed(play, state, "accept_surrender", "enemies", why=why):
            return _enemies_surrender(play, state)
        play.tell("surrender.refused", "enemies", why="dead_weight.combat.evaluate_refuse")
    return _next_round(play, state)


@rule("dead_weight.combat.loop")
def _next_round(play: Play, state: State) -> State:
    """Begin the next round, with the fast step."""
    combat = fought(state)
    combat = replace(combat, round=combat.round + 1)
    play.tell("round", combat.round, why="dead_weight.combat.loop")
    state = replace(state, combat=combat)
    return _step(play, _joined(play, state, combat.joins) if combat.joins else state, "fast")


@rule("dead_weight.adventure.mausoleum")
def _joined(play: Play, state: State, monster: RuleId) -> State:
    """One more of a monster joins the fight, where the GM places it."""
    state = arrive(state, monster)
    foe = state.enemies[-1]
    at = play.choose(REFEREE, "appears_at", free_squares(state, foe), foe.name, why="dead_weight.doom.events")
    play.tell("appears", foe.name, why="dead_weight.doom.events")
    return put(state, replace(foe, at=at, facing=6))


@rule("dead_weight.enemy.ignores_morale")
def _enemies_surrender(play: Play, state: State) -> State:
    """Enemies surrender, release whom they hold, and leave the combat; those who ignore morale fight on."""
    if not any(on_chart(foe) and not minds(foe) for foe in state.enemies):
        return finish(play, state, "enemies_surrendered")
    gone = [foe for foe in state.enemies if on_chart(foe) and minds(foe)]
    play.tell("surrendered", tuple([foe.name for foe in gone]), why="dead_weight.enemy.ignores_morale")
    for foe in gone:
        state = after_leaving(play, state, foe.id)
    left = tuple([foe for foe in state.enemies if not (on_chart(foe) and minds(foe))])
    return _next_round(play, replace(state, enemies=left, combat=replace(fought(state), broken=(), enemy_morale=None)))
