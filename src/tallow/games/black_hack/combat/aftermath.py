"""The end of a fight: its result, ammunition, those Out of Action, the lost."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from tallow.games.black_hack.checks.edges import Edge
from tallow.games.black_hack.checks.usage import use_up
from tallow.games.black_hack.combat.flight import returned
from tallow.games.black_hack.gear.wear import dried
from tallow.games.black_hack.harm.damage import MUST_ROLL
from tallow.games.black_hack.harm.fate import roll_fate
from tallow.games.black_hack.magic import effects
from tallow.games.black_hack.monsters.spoils import spoils
from tallow.games.black_hack.state import MARKS, Creature, Ended, State, able, alive, character, put
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import REFEREE, Play, RuleId, rule

How: TypeAlias = Literal["foes_down", "foes_fled", "party_down", "party_fled", "called_off"]
END: RuleId = "black_hack.phase.combat_end"
AMMUNITION: RuleId = "black_hack.usage.ammunition"
AGAIN = frozenset(("rising", "rising_later", "frozen"))
"""Conditions out of which a foe will fight again."""

RELENTLESS: RuleId = "black_hack.magic_item.relentless_ammo"


@rule("black_hack.phase.moment_end")
def ending(state: State) -> How | None:
    """How the fight has ended, if one side has nobody left to fight; None if it goes on."""
    if not _opposed(state.foes):
        return "foes_fled" if any(has(foe, "fled") for foe in state.foes) else "foes_down"
    if any(map(able, state.party)) or any(map(able, state.allies)):
        return None
    return "party_fled" if any(has(one, "fled") for one in state.party) else "party_down"


@rule("black_hack.spell.time_stop", "black_hack.monster.troll", "black_hack.monster.zombie")
def _opposed(foes: tuple[Creature, ...]) -> bool:
    """Whether any foe can fight, or will again: some rise, some are frozen in time."""
    return any(map(able, foes)) or any(not AGAIN.isdisjoint(foe.conditions) for foe in foes)


@rule("black_hack.phase.combat_end", "black_hack.oofa.when_roll", "black_hack.time.gm_chooses_unit")
def finish(play: Play, state: State, how: How) -> State:
    """End a fight: roll ammunition, those Out of Action roll or are lost, and Turns are of Minutes again.

    Unless the party was beaten or has fled, the weapons of fallen foes lie there for anybody to take.
    """
    combat = state.combat
    if combat is None:
        return state
    play.tell("combat.over", how, combat.moment, why=END)
    state = dried(ammunition(play, state))
    won = how not in ("party_down", "party_fled")
    fallen = [one.id for one in state.party if has(one, "out_of_action") or has(one, MUST_ROLL)]
    for one in state.party:
        if has(one, "out_of_action"):
            saved = won or (has(one, "fled") and MARKS.any(one.marks, "carried"))
            state = roll_fate(play, state, one.id) if saved else lost(play, state, one.id)
        elif has(one, MUST_ROLL):
            state = roll_fate(play, state, one.id)
    state = effects.moments_over(play, returned(state)) if state.effects else returned(state)
    state = spoils(play, state) if won else state
    foes = tuple([foe for foe in state.foes if not has(foe, "fled")])
    ended = Ended(how, combat.moment, sum([alive(character(state, who)) for who in fallen]))
    party = tuple([replace(one, pool=0) if one.pool else one for one in state.party])
    return replace(state, phase=combat.back_to, unit="minutes", combat=None, ended=ended, foes=foes, party=party)


@rule("black_hack.oofa.lost", "black_hack.action.gm_declare_lost")
def lost(play: Play, state: State, who: str) -> State:
    """If the side lost or the body was left behind, the GM says whether a character is lost; if not, they roll."""
    one = character(state, who)
    why: RuleId = "black_hack.oofa.lost"
    if play.choose(REFEREE, "declare_lost", ("yes", "no"), one.name, why=why) == "no":
        return roll_fate(play, state, who)
    play.tell("lost", one.name, why=why)
    return put(state, gain(shed(one, "out_of_action"), "lost"))


@rule("black_hack.usage.ammunition", "black_hack.magic_item.relentless_ammo")
def ammunition(play: Play, state: State) -> State:
    """Whoever shot rolls the usage die of that ammunition, once."""
    combat = state.combat
    if combat is None:
        return state
    for who, id_ in combat.shot:
        one = next((one for one in state.party if one.id == who and alive(one)), None)
        item = next((item for item in one.items if item.id == id_), None) if one is not None else None
        if one is None or item is None or not item.usage:
            continue
        edge: Edge = "advantage" if item.ref == RELENTLESS else ""
        state = use_up(play, state, who, id_, AMMUNITION, edge)
    return state
