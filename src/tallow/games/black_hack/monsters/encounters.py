"""Random encounters: when a roll is due, the secret roll, and its immediate result."""

from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.checks.edges import Edge
from tallow.games.black_hack.checks.usage import drop_step
from tallow.games.black_hack.entries import tables
from tallow.games.black_hack.gear.food import hunger
from tallow.games.black_hack.gear.light import SHINING
from tallow.games.black_hack.magic.effects import dim
from tallow.games.black_hack.monsters.bestiary import arrive, listed
from tallow.games.black_hack.monsters.reactions import reacts
from tallow.games.black_hack.referee.judgements import owed
from tallow.games.black_hack.state import State, able, alive, put
from tallow.games.deeds import Deed
from tallow.mechanics.amounts import roll_secretly
from tallow.mechanics.conditions import gain
from tallow.play import REFEREE, Play, RuleId, rule

ENCOUNTER: RuleId = "black_hack.action.gm_encounter"
TABLE: RuleId = "black_hack.table.encounter"
D4: RuleId = "black_hack.option.encounter_d4"
NEARBY: RuleId = "black_hack.table.nearby_life"
FARAWAY: RuleId = "black_hack.table.faraway_life"
WORSE = 2
"""What a mood that was spoilt adds to a Reaction Roll."""

LINGERED = 5
"""Turns in one dangerous place after which the d4 is rolled."""

KINDEST = (3, 2, 5, 4, 6, 1)
"""The rows of the table from the best for the players to the worst."""

CREATURES = ((2, "creatures_1"), (4, "creatures_2"), (7, "creatures_3"))
"""Up to which Level a table of creatures goes; beyond the last it is the fourth."""


@rule(
    "black_hack.encounter.when_time",
    "black_hack.setting.encounter_clock",
    "black_hack.setting.encounter_turns",
    "black_hack.option.encounter_d4",
    "black_hack.setting.encounter_die",
)
def due(state: State, *, counted: bool = False) -> bool:
    """Whether a roll is due by the count of Turns; by the real clock the GM says when. Never in a fight.

    In a place that the program knows Turns are `counted` in any case.
    """
    if not state.dangerous or state.combat is not None:
        return False
    if state.settings.encounter_die == "d4":
        return state.linger >= LINGERED
    counted = counted or state.settings.encounter_clock == "turns"
    return counted and state.encounter >= state.settings.encounter_turns


@rule("black_hack.encounter.when_linger")
def drawn(state: State) -> State:
    """The state in which an Encounter Roll is due at the end of the Turn, because the party has revealed itself."""
    return replace(
        state,
        encounter=max(state.encounter, state.settings.encounter_turns),
        linger=max(state.linger, LINGERED),
    )


@rule("black_hack.encounter.when_time", "black_hack.setting.encounter_clock")
def reminded(play: Play, state: State) -> State:
    """By the real clock a roll is the GM's to make: every few Turns in a dangerous place they are reminded of it."""
    by_turns = state.settings.encounter_clock == "turns" or state.settings.encounter_die == "d4"
    if by_turns or not state.dangerous or state.encounter < state.settings.encounter_turns:
        return state
    play.tell("encounter.reminder", why="black_hack.encounter.when_time", seen_by=(REFEREE,))
    return replace(state, encounter=0)


@rule(
    "black_hack.encounter.roll",
    "black_hack.encounter.secret",
    "black_hack.adv.secret_roll",
    "black_hack.adv.any_roll",
)
def rolled(play: Play, sides: int, edge: Edge) -> int:
    """The secret roll: with Advantage the kinder result counts, with Disadvantage the one the GM picks."""

    def once() -> int:
        return play.roll(1, sides, by=REFEREE, why="black_hack.encounter.roll", hidden=True)[0]

    face = once()
    if not edge:
        return face
    both = sorted((face, once()), key=_kindness)
    if edge == "advantage" or both[0] == both[1]:
        return both[0]
    return play.choose(REFEREE, "choose_result", (both[1], both[0]), why="black_hack.adv.secret_roll")


def _kindness(face: int) -> int:
    return KINDEST.index(face)


@rule("black_hack.encounter.roll", "black_hack.option.encounter_d4", "black_hack.table.encounter")
def encounter(play: Play, state: State, edge: Edge = "", *, known: bool = False) -> State:
    """An Encounter Roll, applied at once; the count begins anew. In a `known` place the adventure says who comes."""
    d4 = state.settings.encounter_die == "d4"
    face = play.call(rolled, 4 if d4 else 6, edge)
    state = replace(state, encounter=0, linger=0 if d4 else state.linger)
    row = (face,) if d4 and face > 1 else (face, tables()[TABLE].row(face).name)
    play.tell("encounter.rolled", row, why=D4 if d4 else TABLE, seen_by=(REFEREE,))
    if face == 1 and known:
        play.tell("encounter.comes", why=TABLE, seen_by=(REFEREE,))
        return replace(state, comes=True)
    if face == 1:
        return creatures(play, state)
    return state if d4 else _befalls(play, state, face)


def _befalls(play: Play, state: State, row: int) -> State:
    if row in (2, 3):
        of = NEARBY if row == 2 else FARAWAY
        sign = tables()[of].row(play.roll(1, 6, by=REFEREE, why=of, hidden=True)[0])
        play.tell("encounter.sign", sign.effect, why=of)
        return state
    if row == 4:
        return dims(play, state)
    if row == 5:
        return stress(play, state)
    play.tell("encounter.hunger", why=TABLE)
    for one in state.party:
        if able(one):
            state = hunger(play, state, one.id)
    return state


@rule(
    "black_hack.table.encounter",
    "black_hack.table.creatures_1",
    "black_hack.table.creatures_2",
    "black_hack.table.creatures_3",
    "black_hack.table.creatures_4",
)
def creatures(play: Play, state: State) -> State:
    """A Creature appears Nearby, by the highest Level of the party, or the one that the GM names; it reacts."""
    highest = max([one.level for one in state.party if alive(one)], default=1)
    short = next((name for most, name in CREATURES if highest <= most), "creatures_4")
    table = tables()[f"black_hack.table.{short}"]
    options: tuple[Any, ...] = ("roll", *listed(tuple([row.effect for row in table.rows])))
    which = play.choose(REFEREE, "which_creature", options, why=table.id)
    row = next((row for row in table.rows if row.effect == which[1]), None)
    if row is None:
        row = table.row(play.roll(1, 12, by=REFEREE, why=table.id, hidden=True)[0])
    number = roll_secretly(play, row.number, table.id)
    play.tell("encounter.creature", row.effect, number, why=table.id, seen_by=(REFEREE,))
    state, worse = owed(arrive(play, state, row.effect, number), "mood")
    return reacts(play, state, state.foes[-1], WORSE if worse else 0)


@rule("black_hack.table.encounter")
def dims(play: Play, state: State) -> State:
    """One burning light, carried or magical, drops a step; which one is random."""
    burning = [(one.id, item.id) for one in state.party if alive(one) for item in one.items if item.lit]
    burning += [("", effect.id) for effect in state.effects if effect.of in SHINING]
    if not burning:
        return state
    at = play.roll(1, len(burning), by=REFEREE, why=TABLE, hidden=True)[0] - 1 if len(burning) > 1 else 0
    who, which = burning[at]
    return drop_step(play, state, who, which, TABLE) if who else dim(play, state, which, TABLE)


@rule("black_hack.table.encounter")
def stress(play: Play, state: State) -> State:
    """A random character present has Disadvantage on the next roll."""
    present = [one for one in state.party if able(one)]
    if not present:
        return state
    at = play.roll(1, len(present), by=REFEREE, why=TABLE, hidden=True)[0] - 1 if len(present) > 1 else 0
    play.tell("encounter.stress", present[at].name, why=TABLE)
    return put(state, gain(present[at], "stressed"))


@rule("black_hack.action.gm_encounter", "black_hack.encounter.when_linger", "black_hack.encounter.when_time")
def gm_encounter(play: Play, state: State, _: str) -> State:
    """The GM makes an Encounter Roll: the clock says so, they linger, or they were heard."""
    edges = ("plain", "advantage", "disadvantage")
    picked = play.choose(REFEREE, "encounter_edge", edges, why=ENCOUNTER)
    edge: Edge = "advantage" if picked == "advantage" else "disadvantage" if picked == "disadvantage" else ""
    return encounter(play, state, edge)


def _exploring(state: State, _: str) -> bool:
    return state.combat is None and state.phase in ("exploration", "downtime", "travel") and bool(state.party)


DEEDS: tuple[Deed[State], ...] = (
    Deed("gm_encounter", gm_encounter, ENCOUNTER, by="referee", shown=_exploring, group="the_turn"),
)
