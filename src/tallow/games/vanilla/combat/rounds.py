"""Combat: Rounds, the d6 for which side goes first, and goes of one move and one action.

Creatures that are `due` belong to the side whose goes it is; when one of them acts its go begins, and lasts until move
and action are spent or it is ended.
"""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from tallow.games.vanilla.combat import morale
from tallow.games.vanilla.combat.aftermath import ending, finish
from tallow.games.vanilla.combat.free_attacks import provoke
from tallow.games.vanilla.harm import confusion
from tallow.games.vanilla.harm.damage import departs, wake
from tallow.games.vanilla.magic import effects
from tallow.games.vanilla.monsters import powers
from tallow.games.vanilla.state import Combat, Creature, Phase, Side, State, able, alive, up
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.two_sides import everyone, find, members, put
from tallow.play import REFEREE, Play, RuleId, meanwhile, rule

Cost: TypeAlias = Literal["move", "action", "both", ""]
INITIATIVE: RuleId = "vanilla.combat.initiative"
IDLE_ROUNDS = 20
"""After this many Rounds in which nobody can act a fight ends by itself."""


@rule("vanilla.phase.round_start", "vanilla.combat.surprise", "vanilla.weapon.start_ready")
def begin(
    play: Play,
    state: State,
    foes: tuple[Creature, ...] = (),
    *,
    distance: int = 30,
    surprised: tuple[Side, ...] = (),
    back_to: Phase | None = None,
) -> State:
    """Begin a fight with these foes and those already present, and its first Round.

    `distance` is between the sides, in feet; a `surprised` side has no goes in the first Round.
    """
    state = arrayed(state, foes, distance=distance, surprised=surprised, back_to=back_to)
    play.tell("combat.begins", tuple([foe.name for foe in state.foes]), distance, why="vanilla.phase.round_start")
    return go_on(play, new_round(play, state))


def arrayed(
    state: State,
    foes: tuple[Creature, ...] = (),
    *,
    distance: int = 30,
    surprised: tuple[Side, ...] = (),
    back_to: Phase | None = None,
) -> State:
    """The state with a fight whose first Round has not begun: both sides in place, the surprised unaware."""
    both = len(surprised) == 2
    surprised = () if both else surprised
    there = tuple([_ready(foe, distance, "foes" in surprised) for foe in (*state.foes, *foes) if alive(foe)])
    party = tuple([_ready(one, 0, "party" in surprised) if alive(one) else one for one in state.party])
    was: Phase = back_to or ("settlement" if state.place == "settlement" else "explore")
    combat = Combat(round=0, surprised=surprised, began=state.clock, back_to=was, due=(), side="party")
    state = replace(state, phase="combat", foes=there, party=party, combat=combat, ended=None)
    return effects.pruned(state) if state.effects else state


def _ready(one: Creature, at: int, surprised: bool) -> Creature:
    """The creature in its place; a ranged weapon in hand is loaded, unless it is out of ammunition."""
    items = one.items
    if any(item.place == "hands" and not item.loaded for item in items):
        items = tuple(
            [replace(item, loaded=True) if item.place == "hands" and not item.empty else item for item in items]
        )
    one = replace(one, at=at, items=items)
    return gain(one, "unaware") if surprised else one


def fought(state: State) -> Combat:
    """The current fight."""
    if state.combat is None:
        raise ValueError("there is no fight")
    return state.combat


@rule("vanilla.phase.round_start", "vanilla.free.reset", "vanilla.damage.wake", "vanilla.special.feint_details")
def new_round(play: Play, state: State) -> State:
    """Begin a Round: clear marks of the last one, wake those whose time is up, and roll the d6."""
    combat = fought(state)
    for one in everyone(state):
        if one.hurt or one.frees or one.moved or one.cast:
            state = put(state, replace(one, hurt=False, frees=0, moved=False, cast=False))
    state = wake(play, state)
    combat = replace(
        combat, round=combat.round + 1, feints=combat.new_feints, new_feints=(), lost=0, turn="", due=(), stung=False
    )
    play.tell("round", combat.round, why="vanilla.phase.round_start")
    first = play.call(initiative)
    play.tell("initiative", first, why=INITIATIVE)
    state = powers.round_begins(play, replace(state, combat=replace(combat, first=first)))
    return side_goes(play, state, first)


@rule("vanilla.combat.initiative", "vanilla.combat.even", "vanilla.combat.odd", "vanilla.action.gm_initiative")
def initiative(play: Play) -> Side:
    """The GM's d6: on even the players' side goes first, on odd the enemies."""
    (face,) = play.roll(1, 6, by=REFEREE, why=INITIATIVE)
    return "foes" if face % 2 else "party"


@rule("vanilla.phase.go", "vanilla.combat.order_in_side", "vanilla.combat.surprise", "vanilla.combat.odd")
def side_goes(play: Play, state: State, side: Side) -> State:
    """Begin a side's goes: all who can act are due, in any order; a surprised side has none in the first Round."""
    combat = replace(fought(state), side=side, turn="", move=False, action=False, due=())
    state = replace(state, combat=combat)
    if combat.round == 1 and side in combat.surprised:
        play.tell("surprised", side, why="vanilla.combat.surprise")
        return state
    for one in members(state, side):
        if one.conditions and up(one) and not able(one):
            state = effects.go_begins(play, state, one.id)
    due = tuple([one.id for one in members(state, side) if able(one)])
    return replace(state, combat=replace(fought(state), due=due))


@rule("vanilla.phase.go", "vanilla.phase.round_end")
def go_on(play: Play, state: State) -> State:
    """Advance until somebody can act: the rest of this side, the other side, then the next Round."""
    idle = 0
    while state.combat is not None:
        if how := ending(state):
            return finish(play, state, how)
        if state.combat.turn:
            break
        combat = state.combat
        due, running = combat.due, ""
        if due:
            still = [one for one in members(state, combat.side) if one.id in due and able(one)]
            running = next((one.id for one in still if one.conditions and has(one, "fleeing")), "")
            if len(still) < len(due):
                due = tuple([one.id for one in still])
        if running:
            state = go_begins(play, state, running)
            if go_is_over(state):
                state = without_turn(state)
        elif due:
            return state if due == combat.due else replace(state, combat=replace(combat, due=due))
        elif combat.side == combat.first:
            state = side_goes(play, state, "foes" if combat.first == "party" else "party")
        else:
            idle += 1
            if idle > IDLE_ROUNDS:
                return finish(play, state, "called_off")
            state = round_ends(play, state)
    return state


@rule("vanilla.phase.round_end", "vanilla.time.round", "vanilla.special.feint_details", "vanilla.monster.morale")
def round_ends(play: Play, state: State) -> State:
    """End a Round: continuing effects, a minute of time, morale; then the next Round or the end of the fight."""
    combat = fought(state)
    state = powers.round_ends(play, replace(state, combat=replace(combat, feints=())))
    state = effects.expire(play, replace(state, clock=state.clock + 1))
    if not ending(state):
        state = morale.watch(play, state)
    how = ending(state)
    return finish(play, state, how) if how else new_round(play, state)


def start_go(play: Play, state: State, who: str) -> State:
    """Begin a creature's go, and go on to the next if that has ended it."""
    return settled(play, go_begins(play, state, who))


@rule("vanilla.combat.go", "vanilla.phase.go", "vanilla.combat.surprise", "vanilla.monster.morale")
def go_begins(play: Play, state: State, who: str) -> State:
    """Begin a creature's go, with a move and an action. One that is fleeing runs."""
    combat = fought(state)
    due = tuple([other for other in combat.due if other != who])
    state = replace(state, combat=replace(combat, due=due, turn=who, move=True, action=True, stung=False))
    meanwhile(play, state)
    one = find(state, who)
    begins = state.effects or one.marks or one.traits or effects.gazes(state)
    if not begins and not one.conditions:
        return state
    if has(one, "unaware"):
        state = put(state, shed(one, "unaware"))
    if begins:
        state = effects.go_begins(play, state, who)
    if able(find(state, who)) and has(find(state, who), "confused"):
        state = confusion.astray(play, state, who)
    if able(find(state, who)) and has(find(state, who), "fleeing"):
        state = leave(play, state, who)
    return state


@rule("vanilla.action.flee", "vanilla.monster.morale")
def leave(play: Play, state: State, who: str) -> State:
    """A creature runs from the fight: Free Attacks first, then it is gone, unless those or a grip stop it."""
    state = provoke(play, state, who)
    one = find(state, who)
    state = replace(state, combat=replace(fought(state), move=False, action=False))
    if not able(one) or has(one, "held") or has(one, "prone"):
        if able(one) and has(one, "prone"):
            state = put(state, shed(one, "prone"))
        return state
    play.tell("flees", one.name, why="vanilla.action.flee")
    return departs(play, state, who)


def take_go(play: Play, state: State, who: str) -> State:
    """The state with this creature's go, begun now if it has not."""
    return state if fought(state).turn == who else start_go(play, state, who)


def spend(state: State, what: Cost) -> State:
    """The state with the move, the action or both spent."""
    combat = fought(state)
    move = combat.move and what not in ("move", "both")
    action = combat.action and what not in ("action", "both")
    return replace(state, combat=replace(combat, move=move, action=action))


def settled(play: Play, state: State) -> State:
    """After a deed: end the go or the fight if it is over."""
    combat = state.combat
    if combat is None:
        return state
    if how := ending(state):
        return finish(play, state, how)
    return end_go(play, state) if go_is_over(state) else state


def go_is_over(state: State) -> bool:
    """Whether the creature whose go it is can do no more, or has spent its move and action."""
    combat = state.combat
    if combat is None or not combat.turn:
        return False
    return not able(find(state, combat.turn)) or not (combat.move or combat.action)


@rule("vanilla.combat.go", "vanilla.action.wait")
def end_go(play: Play, state: State) -> State:
    """End the go; an unspent move or action is lost."""
    return go_on(play, without_turn(state))


def without_turn(state: State) -> State:
    """The state with nobody's go."""
    return replace(state, combat=replace(fought(state), turn="", move=False, action=False, stung=False))
