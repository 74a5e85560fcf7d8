"""The GM sets any number: of an adventurer, of an enemy, of the table; and who stands where."""

from typing import Any

from msgspec.structs import replace

from tallow.games.dead_weight.combat.chart import free_squares
from tallow.games.dead_weight.combat.morale import set_morale
from tallow.games.dead_weight.combat.rounds import fighting, fought, settled
from tallow.games.dead_weight.state import (
    OUT,
    Adventurer,
    Attribute,
    Creature,
    Enemy,
    State,
    alive,
    everyone,
    find,
    here,
    put,
    put_location,
    score,
    with_score,
)
from tallow.games.dead_weight.world.omens import new_omens
from tallow.games.deeds import Deed
from tallow.play import REFEREE, Play, rule

WORD = "dead_weight.basics.gm"
TABLE = "table"
MOST = {
    "score": 6, "proficiency": 4, "lessons": 5, "insight": 12, "level": 10,
    "silver": 500, "gold": 50, "counterfeit": 100, "stun": 9, "shield": 5, "dodge": 9,
    "taken": 20, "wounds": 20, "armour": 9, "resistance": 9, "movement": 12, "actions": 6,
    "decay": 4, "omens": 12, "omens_size": 12, "treasure": 1000, "morale": 6, "enemy_morale": 6,
    "doom": 20, "settlement_doom": 7,
}  # fmt: skip
"""The most that each number can be set to."""

PARTS: dict[str, tuple[Attribute, str]] = {
    "STR_score": ("STR", "score"), "STR_proficiency": ("STR", "proficiency"), "STR_fatigue": ("STR", "fatigue"),
    "STR_wounds": ("STR", "wounds"), "STR_lessons": ("STR", "lessons"),
    "DEX_score": ("DEX", "score"), "DEX_proficiency": ("DEX", "proficiency"), "DEX_fatigue": ("DEX", "fatigue"),
    "DEX_wounds": ("DEX", "wounds"), "DEX_lessons": ("DEX", "lessons"),
    "INT_score": ("INT", "score"), "INT_proficiency": ("INT", "proficiency"), "INT_fatigue": ("INT", "fatigue"),
    "INT_wounds": ("INT", "wounds"), "INT_lessons": ("INT", "lessons"),
    "PRE_score": ("PRE", "score"), "PRE_proficiency": ("PRE", "proficiency"), "PRE_fatigue": ("PRE", "fatigue"),
    "PRE_wounds": ("PRE", "wounds"), "PRE_lessons": ("PRE", "lessons"),
}  # fmt: skip
"""The numbers of an attribute, by what they are asked for with."""

TOKENS = ("stun", "shield", "dodge")
SHEET = ("insight", "level", "silver", "gold", "counterfeit", *TOKENS)
FOE = ("taken", "wounds", "armour", "resistance", "movement", "actions", "level", *TOKENS)


@rule("dead_weight.basics.gm", "dead_weight.basics.career")
def set_value(play: Play, state: State, _: str) -> State:
    """The GM sets a number of a creature or of the table."""
    listed = tuple(one.id for one in everyone(state) if OUT.isdisjoint(one.conditions))
    who = play.choose(REFEREE, "set_whom", (*listed, TABLE), why=WORD)
    if who == TABLE:
        return _of_table(play, state)
    one = find(state, who)
    fields = _fields(one)
    what = play.choose(REFEREE, "set_what", fields, one.name, why=WORD)
    number = play.choose(REFEREE, "set_number", range(_most(one, what) + 1), one.name, what, why=WORD)
    play.tell("value", one.name, what, number, why=WORD)
    return put(state, _with(one, what, number))


@rule("dead_weight.need.tokens", "dead_weight.basics.word_adventurer")
def _fields(one: Creature) -> tuple[str, ...]:
    """The names of somebody's numbers that can be set; only adventurers have attributes."""
    return FOE if isinstance(one, Enemy) else (*PARTS, *SHEET)


def _most(one: Creature, what: str) -> int:
    """The maximum of a number: fatigue and wounds stay within the score."""
    if isinstance(one, Adventurer) and what in PARTS:
        attribute, part = PARTS[what]
        on = score(one, attribute)
        if part == "fatigue":
            return on.score - on.wounds
        if part == "wounds":
            return on.score
        return MOST[part]
    return MOST[what]


def _with(one: Creature, what: str, number: int) -> Creature:
    if isinstance(one, Enemy):
        return replace(one, **{what: number})
    if what in PARTS:
        attribute, part = PARTS[what]
        on = replace(score(one, attribute), **{part: number})
        wounds = min(on.wounds, on.score)
        return with_score(one, attribute, replace(on, wounds=wounds, fatigue=min(on.fatigue, on.score - wounds)))
    if what in {"silver", "gold", "counterfeit"}:
        return replace(one, purse=replace(one.purse, **{what: number}))
    if what in {"insight", "level"}:
        return replace(one, life=replace(one.life, **{what: number}))
    return replace(one, **{what: number})


def _of_table(play: Play, state: State) -> State:
    """Set a number of the table itself: trackers, morale, coins of the whole party."""
    place, combat = here(state), state.combat
    fields = ["decay", "omens", "omens_size", "treasure"]
    fields += ["doom"] if place else []
    fields += ["morale"] if combat else []
    fields += ["enemy_morale"] if combat and combat.enemy_morale is not None else []
    fields += ["settlement_doom"] if state.interlude and state.settlements else []
    what = play.choose(REFEREE, "set_what", tuple(fields), TABLE, why=WORD)
    number: Any = play.choose(REFEREE, "set_number", range(MOST[what] + 1), TABLE, what, why=WORD)
    secret = what in {"omens", "omens_size", "doom", "settlement_doom"}
    if secret:
        play.tell("value", TABLE, what, number, why=WORD, seen_by=(REFEREE,))
    else:
        play.tell("value", TABLE, what, number, why=WORD)
    if what == "omens":
        return replace(state, omens=replace(state.omens, filled=number))
    if what == "omens_size":
        sized = replace(state, omens=replace(state.omens, size=number))
        return sized if number else new_omens(play, sized)
    if what == "doom" and place:
        return put_location(state, replace(place, doom=min(number, place.size or number)))
    if what in {"morale", "enemy_morale"}:
        return set_morale(play, state, "party" if what == "morale" else "enemies", number)
    if what == "settlement_doom" and state.interlude:
        name = state.interlude.settlement
        towns = tuple(replace(town, doom=number) if town.name == name else town for town in state.settlements)
        return replace(state, settlements=towns)
    return replace(state, **{what: number})


def _set_value(play: Play, state: State, who: str) -> State:
    return settled(play, set_value(play, state, who))


@rule("dead_weight.action.gm_place_pawns", "dead_weight.combat.setup_place", "dead_weight.need.pawns")
def place_pawn(play: Play, state: State, _: str) -> State:
    """The GM puts somebody on another square, facing another way."""
    why = "dead_weight.action.gm_place_pawns"
    which = play.choose(REFEREE, "pawn", tuple(one.id for one in everyone(state) if alive(one)), why=why)
    one = find(state, which)
    at = play.choose(REFEREE, "place_at", free_squares(state, one), one.name, one.id, why=why)
    facing = play.choose(REFEREE, "facing", (one.facing, *(n for n in range(8) if n != one.facing)), one.name, why=why)
    play.tell("placed", one.name, why=why)
    return put(state, replace(one, at=at, facing=facing))


@rule("dead_weight.combat.initiative_abilities")
def set_speed(play: Play, state: State, _: str) -> State:
    """The GM says that an adventurer is fast from the next round on, or slow."""
    why = "dead_weight.combat.initiative_abilities"
    combat = fought(state)
    which = play.choose(REFEREE, "speed_whom", tuple(one.id for one in state.party if alive(one)), why=why)
    fast = which not in combat.fast
    play.tell("initiative", find(state, which).name, "fast" if fast else "slow", why=why)
    now = (*combat.fast, which) if fast else tuple(who for who in combat.fast if who != which)
    return replace(state, combat=replace(combat, fast=now))


DEEDS: tuple[Deed[State], ...] = (
    Deed("set_value", _set_value, WORD, by="referee", group="giving"),
    Deed("place_pawn", place_pawn, "dead_weight.action.gm_place_pawns", by="referee", shown=fighting, group="muster"),
    Deed(
        "set_speed", set_speed, "dead_weight.combat.initiative_abilities", by="referee", shown=fighting, group="muster"
    ),
)
