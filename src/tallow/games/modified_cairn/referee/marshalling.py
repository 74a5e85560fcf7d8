"""The GM in a fight: starting it, modifying attacks, moving creatures, not waiting any longer, ending it."""

from itertools import combinations
from typing import Literal, TypeAlias

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.combat.aims import with_move
from tallow.games.modified_cairn.combat.bands import fight, with_band
from tallow.games.modified_cairn.combat.rounds import begin, end, noted, resolve, sides
from tallow.games.modified_cairn.referee.controls import by_word
from tallow.games.modified_cairn.state import (
    BANDS,
    SIDES,
    Band,
    Declaration,
    Mark,
    Side,
    State,
    opponents,
    side_of,
    undeclared,
    up,
)
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, rule

NEAR: tuple[Band, ...] = ("nearby", "engaged", "far", "distant")
"""How far apart two sides may be when a fight begins, the likeliest first."""

Modified: TypeAlias = Literal["impaired", "enhanced", "blast", "defenceless"]


@rule("modified_cairn.action.ref_start_combat", "modified_cairn.phase.combat_setup")
def start(play: Play, state: State, _: str) -> State:
    """The GM starts a fight: who is surprised, the distances, and what the place is like.

    What is known is not asked: the distance and the surprise of an encounter that was just rolled, the place where an
    adventure says what it is like.
    """
    why = "modified_cairn.action.ref_start_combat"
    here = state.dungeon
    order = _order(play, state)
    far, caught = here.met if here is not None and here.met else ("", "")
    surprised = _surprised(play, ("party", *order)) if not caught else tuple([side for side in SIDES if side == caught])
    band = next((one for one in BANDS if one == far), None) or play.choose(REFEREE, "distance", NEAR, why=why)
    pairs = tuple(combinations(order, 2))
    near = tuple(sorted(NEAR, key=lambda one: one != band))
    between = tuple([(*pair, play.choose(REFEREE, "sides_apart", near, *pair, why=why)) for pair in pairs])
    like = ("confined" if here.confined else "open") if here is not None and here.peopled else ""
    like = like or play.choose(REFEREE, "place", ("open", "confined", "dark", "confined_and_dark"), why=why)
    return begin(
        play,
        state,
        band,
        surprised,
        confined=like in ("confined", "confined_and_dark"),
        dark=like in ("dark", "confined_and_dark"),
        between=between,
        order=order,
    )


@rule("modified_cairn.combat.side_turn", "modified_cairn.action.ref_start_combat")
def _order(play: Play, state: State) -> tuple[Side, ...]:
    """Ask in which order the opposing sides act for the whole fight, if there are several."""
    left: list[Side] = [side for side in sides(state) if side != "party"]
    order: list[Side] = []
    while left:
        order.append(play.choose(REFEREE, "acts_next", tuple(left), why="modified_cairn.combat.side_turn"))
        left.remove(order[-1])
    return tuple(order)


@rule("modified_cairn.turn.surprise")
def _surprised(play: Play, there: tuple[Side, ...]) -> tuple[Side, ...]:
    """Ask who is surprised: one side, everyone or nobody; with more than two sides, one after another."""
    why = "modified_cairn.turn.surprise"
    listed = ("nobody", *there[1:], "party", "everyone")
    first = play.choose(REFEREE, "surprise", listed, why=why)
    if first in ("nobody", "everyone"):
        return there if first == "everyone" else ()
    caught = [first]
    while len(there) > len(caught) + 1 and caught[-1] != "nobody":
        others = [side for side in there if side not in caught]
        caught.append(play.choose(REFEREE, "surprise_too", ("nobody", *others), why=why))
    return tuple([side for side in there if side in caught])


@rule("modified_cairn.combat.side_turn")
def take_side(play: Play, state: State, _: str) -> State:
    """The GM says on which side a creature fights; a side that is new to the fight acts last."""
    why = "modified_cairn.combat.side_turn"
    who = play.choose(REFEREE, "side_whom", tuple([one.id for one in everyone(state) if up(one)]), why=why)
    one, now = find(state, who), side_of(state, who)
    side = play.choose(REFEREE, "side", tuple([side for side in SIDES if side != now]), one.name, why=why)
    play.tell("takes_side", one.name, side, why=why)
    state = put(state, replace(one, side=side))
    combat = state.combat
    if combat is None or side in combat.sides:
        return state
    return replace(state, combat=replace(combat, sides=(*combat.sides, side)))


@rule("modified_cairn.action.ref_end_combat", "modified_cairn.combat.new_round")
def call_off(play: Play, state: State, _: str) -> State:
    """The GM ends the fight and, if any was shot, says whether ammunition can be gathered."""
    gathered = True
    if fight(state).shot:
        why = "modified_cairn.action.ref_end_combat"
        gathered = play.choose(REFEREE, "gathered", ("yes", "no"), why=why) == "yes"
    return end(play, state, "called_off", gathered)


@rule(
    "modified_cairn.action.ref_modifier",
    "modified_cairn.modifier.impaired_when",
    "modified_cairn.modifier.enhanced_bigger",
    "modified_cairn.guard.needs_defence",
)
def modify(play: Play, state: State, _: str) -> State:
    """Before the dice, the GM makes an attack Impaired, Enhanced or a Blast, or a creature defenceless."""
    combat = fight(state)
    why = "modified_cairn.action.ref_modifier"
    kinds: tuple[Modified, ...] = ("impaired", "enhanced", "blast", "defenceless")
    kind = play.choose(REFEREE, "modifier", kinds, why=why)
    mine = combat.acting if kind != "defenceless" else tuple([one.id for one in opponents(state, combat.side)])
    who = play.choose(REFEREE, "modify_whom", mine, kind, why=why)
    sides = 8
    if kind == "enhanced":
        dice = ("d8", "d4", "d6", "d10", "d12")
        sides = int(play.choose(REFEREE, "bonus_die", dice, find(state, who).name, why=why)[1:])
    play.tell(f"modified.{kind}", find(state, who).name, sides, why=why)
    return replace(state, combat=replace(combat, marks=(*combat.marks, Mark(who, kind, sides))))


@rule("modified_cairn.distance.relative", "modified_cairn.distance.move_step")
def set_distance(play: Play, state: State, _: str) -> State:
    """The GM sets the distance between two creatures."""
    why = "modified_cairn.distance.relative"
    there = tuple([one.id for one in everyone(state) if up(one)])
    one = play.choose(REFEREE, "distance_of", there, why=why)
    other = play.choose(
        REFEREE, "distance_to", tuple([who for who in there if who != one]), find(state, one).name, why=why
    )
    band: Band = play.choose(REFEREE, "distance", BANDS, why=why)
    play.tell("moved", find(state, one).name, find(state, other).name, band, why=why)
    return replace(state, combat=with_band(fight(state), one, other, band))


@rule("modified_cairn.turn.declare_first")
def go_on(play: Play, state: State, _: str) -> State:
    """The GM stops waiting: those who have not declared do nothing but their planned Move."""
    for who in undeclared(state):
        state = noted(state, with_move(state, Declaration(who)))
    return resolve(play, state)


def _no_foes(state: State, _: str) -> Refusal | None:
    if opponents(state, "party"):
        return None
    return Refusal("no_foes", (), "modified_cairn.phase.combat_setup")


def _fighting(state: State, _: str) -> bool:
    return state.combat is not None


def _nobody_acts(state: State, _: str) -> Refusal | None:
    if fight(state).acting and not _no_foes(state, ""):
        return None
    return Refusal("no_foes", (), "modified_cairn.phase.side_declare")


def _alone(state: State, _: str) -> Refusal | None:
    if sum([up(one) for one in everyone(state)]) > 1:
        return None
    return Refusal("no_foes", (), "modified_cairn.distance.relative")


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "start_combat",
        start,
        "modified_cairn.action.ref_start_combat",
        by="referee",
        shown=lambda state, _: state.combat is None and bool(state.foes),
        refuse=_no_foes,
        group="muster",
    ),
    Deed(
        "take_side",
        by_word(take_side),
        "modified_cairn.combat.side_turn",
        by="referee",
        shown=lambda state, _: len(state.foes) > 1 or (state.combat is not None and bool(state.foes)),
        refuse=_alone,
        group="muster",
    ),
    Deed("end_combat", call_off, "modified_cairn.action.ref_end_combat", by="referee", shown=_fighting, group="muster"),
    Deed(
        "modify_attack",
        modify,
        "modified_cairn.action.ref_modifier",
        by="referee",
        shown=_fighting,
        refuse=_nobody_acts,
        group="muster",
    ),
    Deed(
        "set_distance",
        set_distance,
        "modified_cairn.distance.relative",
        by="referee",
        shown=_fighting,
        refuse=_alone,
        group="muster",
    ),
    Deed("go_on", go_on, "modified_cairn.turn.declare_first", by="referee", shown=_fighting, group="combat"),
)
