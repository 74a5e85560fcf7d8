"""The GM in a fight: setting it up, modifying attacks, moving people about, going on, ending it."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from tallow.games.game import Deed, Refusal
from tallow.games.modified_cairn.aims import with_move
from tallow.games.modified_cairn.bands import fight, with_band
from tallow.games.modified_cairn.combat import begin, end, noted, resolve
from tallow.games.modified_cairn.state import (
    BANDS,
    Band,
    Declaration,
    Mark,
    Side,
    State,
    everyone,
    find,
    opponents,
    undeclared,
    up,
)
from tallow.play import REFEREE, Play, rule

Modified: TypeAlias = Literal["impaired", "enhanced", "blast", "defenceless"]


@rule("modified_cairn.action.ref_start_combat", "modified_cairn.phase.combat_setup")
def start(play: Play, state: State, _: str) -> State:
    """The GM says whom it surprises, how far apart they are, and what the place is like.

    What the dice have said of those just met stands first.
    """
    why = "modified_cairn.action.ref_start_combat"
    far, aware = state.dungeon.met if state.dungeon is not None and state.dungeon.met else ("nearby", "nobody")
    awareness = ("nobody", "foes", "party", "everyone")
    surprise = play.choose(REFEREE, "surprise", sorted(awareness, key=lambda one: one != aware), why=why)
    near: tuple[Band, ...] = ("nearby", "engaged", "far", "distant")
    band = play.choose(REFEREE, "distance", sorted(near, key=lambda one: one != far), why=why)
    place = play.choose(REFEREE, "place", ("open", "confined", "dark", "confined_and_dark"), why=why)
    surprised: tuple[Side, ...] = {"foes": ("foes",), "party": ("party",), "everyone": ("party", "foes")}.get(
        surprise, ()
    )  # type: ignore[assignment]
    return begin(
        play,
        state,
        band,
        surprised,
        confined=place in ("confined", "confined_and_dark"),
        dark=place in ("dark", "confined_and_dark"),
    )


@rule("modified_cairn.action.ref_end_combat", "modified_cairn.combat.new_round")
def call_off(play: Play, state: State, _: str) -> State:
    """The GM ends the fight, and says whether ammunition can be gathered, if any was shot."""
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
    """The GM's word before the dice: somebody attacks Impaired, Enhanced or with a Blast, or cannot defend."""
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
    """The GM puts two of them at another distance."""
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
    """The GM does not wait any longer: whoever has said nothing does nothing but what Move they planned."""
    for who in undeclared(state):
        state = noted(state, with_move(state, Declaration(who)))
    return resolve(play, state)


def _no_foes(state: State, _: str) -> Refusal | None:
    if any(up(foe) for foe in state.foes):
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
    ),
    Deed("end_combat", call_off, "modified_cairn.action.ref_end_combat", by="referee", shown=_fighting),
    Deed(
        "modify_attack",
        modify,
        "modified_cairn.action.ref_modifier",
        by="referee",
        shown=_fighting,
        refuse=_nobody_acts,
    ),
    Deed(
        "set_distance",
        set_distance,
        "modified_cairn.distance.relative",
        by="referee",
        shown=_fighting,
        refuse=_alone,
    ),
    Deed("go_on", go_on, "modified_cairn.turn.declare_first", by="referee", shown=_fighting),
)
