"""Combat: surprise and the first round, declaring, resolving a side's turn at once, and the end of the fight."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.characters.boons import DRILLED
from tallow.games.modified_cairn.characters.nightmares import come, depart, fade
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.combat import ammo
from tallow.games.modified_cairn.combat.aims import best_aim, can_walk, planned, rooted, targets, with_move
from tallow.games.modified_cairn.combat.attacks import Strike
from tallow.games.modified_cairn.combat.bands import (
    arrayed,
    engaged,
    facing,
    fight,
    leading,
    move_of,
    step,
    walk,
    whither,
)
from tallow.games.modified_cairn.combat.crossbows import all_loaded, loads, shot
from tallow.games.modified_cairn.combat.gambits import (
    YIELDING,
    give_way,
    round_ends,
    stand_firm,
    turn_begins,
    turn_ends,
)
from tallow.games.modified_cairn.combat.manoeuvres import MANOEUVRES, manoeuvres, refused
from tallow.games.modified_cairn.combat.mounts import unhorse
from tallow.games.modified_cairn.combat.pool import Gambit
from tallow.games.modified_cairn.combat.strikes import strike_all
from tallow.games.modified_cairn.combat.swaps import free_swap, no_free_swap, swap_after, swaps_follow
from tallow.games.modified_cairn.harm.rest import breather
from tallow.games.modified_cairn.harm.scars import lame
from tallow.games.modified_cairn.magic.channelling import still_held
from tallow.games.modified_cairn.magic.effects import fight_over, turn_end
from tallow.games.modified_cairn.magic.relics import forewarned
from tallow.games.modified_cairn.magic.workings import unveil
from tallow.games.modified_cairn.state import (
    ROUND,
    SIDES,
    Band,
    Combat,
    Creature,
    Declaration,
    Ended,
    Ending,
    Side,
    State,
    able,
    fights,
    has,
    members,
    opponents,
    shed,
    side_of,
    undeclared,
    up,
)
from tallow.games.modified_cairn.uses import MARKS
from tallow.games.modified_cairn.world.darkness import shade
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import Play, meanwhile, rule

OF_A_FIGHT = ("stopped", "hampered", "bashed", "armorless", YIELDING)
"""States that end with the fight."""

OF_THE_PARTY = ("fled", "routed", "raging", DRILLED)
"""States that end with the fight for the party, which reassembles; foes that ran are gone."""

LONG = 40
"""How many turns may pass in which nobody acts."""


@rule("modified_cairn.combat.side_turn")
def sides(state: State) -> tuple[Side, ...]:
    """The sides with somebody who can fight, the party's first."""
    there = [one.side or "party" for one in state.party if fights(one)]
    there += [one.side or "foes" for one in state.foes if fights(one)]
    return tuple([side for side in SIDES if side in there])


@rule(
    "modified_cairn.phase.combat_setup",
    "modified_cairn.phase.first_round_check",
    "modified_cairn.turn.surprise",
    "modified_cairn.turn.first_round_save",
    "modified_cairn.turn.players_first",
    "modified_cairn.light.too_few",
)
def begin(
    play: Play,
    state: State,
    band: Band = "nearby",
    surprised: tuple[Side, ...] = (),
    *,
    confined: bool = False,
    dark: bool = False,
    bunched: tuple[str, ...] = (),
    between: tuple[tuple[Side, Side, Band], ...] = (),
    order: tuple[Side, ...] = (),
) -> State:
    """A fight begins: where everybody stands, whom it takes by surprise, and who of the party acts in round 1.

    The party acts first, then the opposing sides in an `order` that is fixed now.
    """
    back_to = state.phase if state.phase != "combat" else "free"
    state, surprised = forewarned(play, come(play, state), surprised)
    leads = next((foe.id for foe in state.foes if foe.states and has(foe, "leader")), "")
    turns: tuple[Side, ...] = ("party", *(order or [side for side in sides(state) if side != "party"]))
    combat = Combat(sides=turns, surprised=surprised, confined=confined, dark=dark, leader=leads, back_to=back_to)
    state = put(
        replace(state, phase="combat", ended=None, combat=combat), *(all_loaded(one) for one in everyone(state))
    )
    state = shade(arrayed(state, band, bunched, between))
    foes = tuple([foe.name for foe in opponents(state, "party")])
    play.tell("combat.begins", foes, band, why="modified_cairn.phase.combat_setup")
    if len(turns) > 2:
        play.tell("combat.order", turns, why="modified_cairn.combat.side_turn")
    acting = ready(state, "party")
    if "party" in surprised:
        acting = ()
    elif not surprised:
        why = "modified_cairn.turn.first_round_save"
        acting = tuple(
            [who for who in acting if has(find(state, who), "quick") or save(play, find(state, who), "CLA", why)]
        )
    play.tell(
        "combat.first_round", tuple([find(state, who).name for who in acting]), why="modified_cairn.turn.surprise"
    )
    state = _takes_turn(state, acting)
    return state if acting else next_turn(play, state)


def ready(state: State, side: Side) -> tuple[str, ...]:
    """The ids of those on a side who can act; ridden or led beasts only if trained for war."""
    return tuple(
        [
            one.id
            for one in members(state, side)
            if not one.states or (able(one) and (not has(one, "mount") or has(one, "war_trained")))
        ]
    )


@rule("modified_cairn.attack.ranged_not_engaged", "modified_cairn.phase.side_declare")
def _takes_turn(state: State, acting: tuple[str, ...]) -> State:
    """The state with these creatures having the turn; it notes which of them begin it Engaged."""
    combat = fight(state)
    enemies = [one.id for one in opponents(state, combat.side)]
    tied = tuple([who for who in acting if any(one in enemies for one in engaged(combat, who))])
    combat = replace(combat, acting=acting, tied=tied, declared=(), planned=(), marks=(), swapped=(), later=())
    return replace(state, combat=combat)


@rule(
    "modified_cairn.turn.declare_first",
    "modified_cairn.phase.side_declare",
    "modified_cairn.action.declare",
    "modified_cairn.turn.move_and_action",
)
def declare(play: Play, state: State, who: str, action: str) -> State:
    """Declare a creature's action; once all of its side have declared, everything is resolved at once."""
    state = _say(play, state, who, action)
    return state if undeclared(state) else resolve(play, state)


def _say(play: Play, state: State, who: str, action: str) -> State:
    """Note what a creature will do; the others learn only that it has declared."""
    creature = find(state, who)
    made = MANOEUVRES[action].declare(play, state, creature)
    if not made.action:  # a casting that was thought better of
        return state
    made = made if action == "flee" else with_move(state, made)
    play.tell("declared", creature.name, why="modified_cairn.turn.declare_first")
    return noted(state, made)


def noted(state: State, made: Declaration) -> State:
    """The state with this declaration added."""
    combat = fight(state)
    return replace(state, combat=replace(combat, declared=(*combat.declared, made)))


@rule("modified_cairn.action.move", "modified_cairn.turn.no_split_move", "modified_cairn.turn.move_and_action")
def plan_move(play: Play, state: State, who: str) -> State:
    """Declare a Move for this turn, before or after the Action; the Action is declared separately."""
    creature, combat = find(state, who), fight(state)
    ways = [*whither(state, who), *leading(state, who)]
    options: tuple[Any, ...] = (*ways, *[(f"then_{way[0]}", *way[1:]) for way in ways])
    way = play.choose(creature.seat, "move_whither", options, creature.name, why="modified_cairn.action.move")
    kept = tuple([made for made in combat.planned if made.who != who])
    return replace(state, combat=replace(combat, planned=(*kept, move_of(who, way))))


def _cannot_move(state: State, who: str) -> Refusal | None:
    creature = find(state, who)
    if rooted(creature):
        return Refusal("stopped", (creature.name,), "modified_cairn.gambit.stop")
    if not can_walk(creature):
        return Refusal("lame", (creature.name,), "modified_cairn.state.hamstrung")
    return None


@rule("modified_cairn.turn.declare_first", "modified_cairn.turn.table_talk")
def take_back(_play: Play, state: State, who: str) -> State:
    """Withdraw a declaration, which is possible until the first die of the turn is thrown."""
    combat = fight(state)
    declared = tuple([made for made in combat.declared if made.who != who])
    planned = tuple([made for made in combat.planned if made.who != who])
    later = tuple([swap for swap in combat.later if swap[0] != who])
    swapped = combat.swapped
    for _ in range(len(combat.later) - len(later)):
        at = swapped.index(who)
        swapped = (*swapped[:at], *swapped[at + 1 :])
    return replace(state, combat=replace(combat, declared=declared, planned=planned, later=later, swapped=swapped))


@rule("modified_cairn.combat.side_turn", "modified_cairn.phase.enemy_turn", "modified_cairn.action.ref_enemy_turn")
def turn(play: Play, state: State, side: str) -> State:
    """Ask everyone on a side who has not declared, one after another, then resolve the side's turn."""
    for who in undeclared(state):
        creature = find(state, who)
        options = manoeuvres(state, creature)
        why = "modified_cairn.turn.declare_first"
        action = play.choose(creature.seat, "declare", options, creature.name, fight(state).round, why=why)
        state = _say(play, state, who, action)
    return resolve(play, state)


@rule("modified_cairn.turn.simultaneous")
def all_attack(play: Play, state: State, side: str) -> State:
    """Declare for everyone who has not: an attack on whom they can reach, or else a Move to the nearest enemy."""
    enemies = opponents(state, fight(state).side)
    for who in undeclared(state):
        state = noted(state, best_aim(state, who, enemies) or _advance(state, who, enemies))
    return resolve(play, state)


def _advance(state: State, who: str, enemies: tuple[Creature, ...]) -> Declaration:
    """The declaration to approach the nearest enemy as far as the turn allows."""
    creature, move = find(state, who), planned(state, who)
    if not enemies or rooted(creature):
        return Declaration(who)
    if move is not None or facing(state, who):
        return with_move(state, Declaration(who))
    nearest = targets(state, who, enemies)[0]
    if lame(creature):
        return Declaration(who, "extra_move", target=nearest, detail="closer")
    return Declaration(who, "extra_move", move="before", towards=nearest, target=nearest, detail="closer")


@rule(
    "modified_cairn.phase.side_resolve",
    "modified_cairn.turn.simultaneous",
    "modified_cairn.turn.roll_together",
    "modified_cairn.combat.side_turn",
)
def resolve(play: Play, state: State) -> State:
    """Resolve all that a side declared: Moves, other Actions, all attacks together, then Moves that come after.

    Nobody's Action is lost by what an ally, or their own magic, does in the same turn. After this nobody of the side
    can declare or change a declaration.
    """
    combat = fight(state)
    meanwhile(play, state, combat=replace(combat, acting=(), declared=(), planned=()))
    said = [made for made in combat.declared if able(find(state, made.who))]
    declared = [made for made in said if made.casting is None or still_held(play, state, made)]
    for made in declared:
        if made.move == "before":
            state = walk(play, state, made)
    for made in sorted(declared, key=lambda made: not MANOEUVRES[made.action].first):
        state = MANOEUVRES[made.action].resolve(play, state, made)
    strikes: list[Strike] = []
    spanned: list[str] = []
    for made in declared:
        if (gives := MANOEUVRES[made.action].strikes) is not None:
            given = gives(play, state, made)
            strikes += given
            if given and given[0].attack.ranged:
                state, taken = shot(play, state, made)
                spanned += taken
    if strikes:
        state, moves = strike_all(play, state, strikes)
        for gambit in moves:
            state = _move_on(play, state, gambit)
    for made in declared:
        if made.move == "after":
            state = walk(play, state, made)
    if state.effects:
        for who in dict.fromkeys([made.who for made in declared if made.move or made.action in ("attack", "frenzy")]):
            state = unveil(play, state, who)
    state = loads(play, state, declared, spanned)
    return next_turn(play, swaps_follow(play, state) if fight(state).later else state)


@rule("modified_cairn.gambit.move")
def _move_on(play: Play, state: State, gambit: Gambit) -> State:
    """Make a Move that was bought with a die, even if one has moved or cannot; two bands with a strong die."""
    creature = find(state, gambit.who)
    for _ in range(2 if gambit.extra == "greater" else 1):
        if not able(find(state, gambit.who)):
            return state
        options: tuple[Any, ...] = (*whither(state, gambit.who), "stay")
        way = play.choose(creature.seat, "move_whither", options, creature.name, why="modified_cairn.gambit.move")
        if way != "stay":
            made = move_of(gambit.who, way)
            state = step(play, state, gambit.who, made.towards, made.closer, alone=made.alone)
    return state


@rule(
    "modified_cairn.phase.enemy_turn",
    "modified_cairn.phase.round_end",
    "modified_cairn.combat.round",
    "modified_cairn.combat.new_round",
    "modified_cairn.combat.side_turn",
    "modified_cairn.turn.players_first",
    "modified_cairn.turn.surprise",
)
def next_turn(play: Play, state: State) -> State:
    """Begin the next side's turn or a new round, or end the fight; if nobody can act for long, the GM decides."""
    for _ in range(LONG):
        state = fade(play, turn_ends(state))
        if state.effects:
            state = turn_end(play, state, fight(state).side)
        combat = fight(state)
        if combat.truce:
            return end(play, state, "called_off")
        if how := decided(state):
            return end(play, state, how)
        last = combat.side == combat.sides[-1]
        side = combat.sides[0 if last else combat.sides.index(combat.side) + 1]
        if last:
            state = pass_time(play, round_ends(state), ROUND)
            state = replace(state, combat=replace(fight(state), round=combat.round + 1))
            play.tell("combat.round", combat.round + 1, why="modified_cairn.combat.round")
        state = turn_begins(replace(state, combat=replace(fight(state), side=side)), side)
        combat = fight(state)
        acting = () if combat.round == 1 and side in combat.surprised else ready(state, side)
        state = _takes_turn(state, acting)
        if acting:
            return state
    return state


@rule("modified_cairn.combat.new_round", "modified_cairn.phase.round_end")
def decided(state: State) -> Ending | None:
    """How the fight has ended, because at most one side is left to fight; None while it goes on."""
    left = sides(state)
    if len(left) > 1:
        return None
    if left == ("party",):
        gone = [foe for foe in everyone(state) if side_of(state, foe.id) != "party"]
        return "foes_fled" if any(has(foe, "fled") or has(foe, "routed") for foe in gone) else "foes_down"
    return "party_fled" if any(has(one, "fled") for one in members(state, "party")) else "party_down"


@rule("modified_cairn.phase.aftermath", "modified_cairn.ammo.no_retrieval", "modified_cairn.recover.breath")
def end(play: Play, state: State, how: Ending, gathered: bool | None = None) -> State:
    """End the fight: its states end, ammunition is checked, and whoever can catches their breath."""
    combat = fight(state)
    play.tell("combat.ends", how, combat.round, why="modified_cairn.phase.aftermath")
    if gathered is None:
        gathered = how in ("foes_down", "foes_fled", "called_off")
    for weapon in combat.shot:
        state = put(state, *[ammo.check(play, one, weapon, gathered) for one in state.party])
    party = tuple([replace(_calmed(shed(one, *OF_THE_PARTY)), side="") for one in state.party])
    ended = Ended(how, combat.round)
    foes = tuple([_calmed(foe) for foe in state.foes])
    state = shade(replace(state, party=party, foes=foes, combat=None, ended=ended, phase=combat.back_to))
    state = depart(play, state)
    if state.effects or state.foes:
        state = fight_over(play, state)
    return state if how == "party_fled" else breather(play, state)


def _calmed(creature: Creature) -> Creature:
    """The creature without the states that end with a fight."""
    calm = shed(creature, *OF_A_FIGHT)
    return replace(calm, marks=MARKS.without(calm.marks, "impaired")) if calm.marks else calm


def _in_turn(state: State, who: str) -> bool:
    return state.combat is not None and who in undeclared(state)


def _said(state: State, who: str) -> bool:
    combat = state.combat
    if combat is None:
        return False
    said = any(made.who == who for made in (*combat.declared, *combat.planned))
    return said or any(swap[0] == who for swap in combat.later)


def _sides_turn(state: State, who: str) -> bool:
    return state.combat is not None and who == state.combat.side and bool(undeclared(state))


def _declares(action: str) -> Deed[State]:
    manoeuvre = MANOEUVRES[action]

    def do(play: Play, state: State, who: str) -> State:
        return declare(play, state, who, action)

    def refuse(state: State, who: str) -> Refusal | None:
        return refused(state, find(state, who), action)

    def shown(state: State, who: str) -> bool:
        return _in_turn(state, who) and (manoeuvre.shown is None or manoeuvre.shown(state, find(state, who)))

    return Deed(
        action, do, manoeuvre.why, cost=manoeuvre.cost, shown=shown, refuse=refuse, group="combat", rank=manoeuvre.rank
    )


def _yields(state: State, who: str) -> bool:
    return _fights(state, who) and has(find(state, who), YIELDING)


def _stands(state: State, who: str) -> bool:
    return _fights(state, who) and not has(find(state, who), YIELDING)


def _fights(state: State, who: str) -> bool:
    return state.combat is not None and any(one.id == who and up(one) for one in everyone(state))


def _can_swap(state: State, who: str) -> bool:
    return state.combat is not None and who in state.combat.acting and bool(find(state, who).items)


def _rides(state: State, who: str) -> bool:
    return any(one.id == who and one.mounted for one in everyone(state)) and (
        state.combat is None or _in_turn(state, who)
    )


DEEDS: tuple[Deed[State], ...] = (
    Deed("turn", turn, "modified_cairn.combat.side_turn", shown=_sides_turn, group="combat"),
    Deed(
        "all_attack", all_attack, "modified_cairn.turn.simultaneous", cost="action", shown=_sides_turn, group="combat"
    ),
    *(_declares(action) for action in MANOEUVRES),
    Deed(
        "move",
        plan_move,
        "modified_cairn.action.move",
        cost="move",
        shown=_in_turn,
        refuse=_cannot_move,
        group="combat",
        rank=-1,
    ),
    Deed(
        "free_swap",
        free_swap,
        "modified_cairn.action.free_swap",
        cost="none",
        shown=_can_swap,
        refuse=no_free_swap,
        group="combat",
        rank=-1,
    ),
    Deed(
        "swap_after",
        swap_after,
        "modified_cairn.action.free_swap",
        cost="none",
        shown=_can_swap,
        refuse=no_free_swap,
        group="combat",
    ),
    Deed("get_down", unhorse, "modified_cairn.action.dismount_self", cost="none", shown=_rides, group="combat"),
    Deed("give_way", give_way, "modified_cairn.gambit.save", cost="none", shown=_stands, group="combat"),
    Deed("stand_firm", stand_firm, "modified_cairn.gambit.save", cost="none", shown=_yields, group="combat"),
    Deed("take_back", take_back, "modified_cairn.turn.declare_first", cost="none", shown=_said, group="combat"),
)
