"""Mortal wounds: being mortally wounded, the table of results, fainting, traumas and death."""

from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import MOST_PROFICIENCY, room
from tallow.games.dead_weight.combat.morale import changed, lose_morale
from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.gear.inventory import spill
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    Attribute,
    Corpse,
    State,
    adventurer,
    put,
    score,
    with_score,
)
from tallow.mechanics.conditions import gain
from tallow.mechanics.ids import serial
from tallow.play import Play, RuleId, Stake, rule

TRAUMAS = ("broken_arm", "broken_leg", "chronic_pain", "brain_damage", "paranoid", "fearful", "visions")
FELLED = {2: "chronic_pain", 4: "brain_damage", 5: "visions"}
"""The traumas that rows of the table of mortal wounds bring."""


@rule("dead_weight.wound.mortal", "dead_weight.wound.mortal_state", "dead_weight.setting.mortal_wounds_table")
def mortally_wound(play: Play, state: State, who: str, unplaced: int) -> State:
    """An adventurer is mortally wounded, with this many wounds that had no room; the table decides the result."""
    one = adventurer(state, who)
    if "mortally_wounded" in one.conditions:
        return die(play, state, who, "dead_weight.wound.mortal_death")
    row = fate(play, state, one) if state.settings.mortal_wounds_table else 2
    state = put(state, replace(one, mortal=one.mortal + 1))
    if row <= 0:
        return state
    state = lose_morale(play, state, "party")
    if row == 1:
        return faint(play, state, who, unplaced)
    if row >= 7:
        return die(play, state, who, "dead_weight.table.mortal_wounds")
    play.tell("mortal", one.name, why="dead_weight.wound.mortal")
    one = gain(adventurer(state, who), "mortally_wounded", *(("dying",) if row == 6 else ()))
    state = put(state, replace(one, stun=0, shield=0, dodge=0, late=0))
    if not state.settings.mortal_wounds_table:
        return state
    if row == 3:
        left = tuple(trauma for trauma in TRAUMAS if trauma not in one.life.traumas)
        if left:
            why = "dead_weight.table.mortal_wounds"
            return suffer_trauma(play, state, who, play.choose(one.seat, "trauma", left, one.name, why=why))
    elif row in FELLED:
        return suffer_trauma(play, state, who, FELLED[row])
    return state


@rule(
    "dead_weight.mortal.roll",
    "dead_weight.table.mortal_wounds",
    "dead_weight.trait.rejected_by_death",
    "dead_weight.setting.mortal_wounds_add",
)
def fate(play: Play, state: State, one: Adventurer) -> int:
    """The row of the table of mortal wounds: 1d6; those rejected by death roll two dice and choose.

    If the table's settings say so, each earlier mortal wound of the expedition adds one.
    """
    why = "dead_weight.mortal.roll"
    earlier = one.mortal if state.settings.mortal_wounds_add else 0
    stake = Stake(5 - earlier, compared="lowest", who=one.id, means="mortal")
    if "rejected_by_death" in one.life.traits:
        dice = play.roll(2, by=one.seat, why="dead_weight.trait.rejected_by_death", stake=stake)
        face = play.choose(one.seat, "death_rejects", tuple(dict.fromkeys(dice)), one.name, earlier, why=why)
    else:
        (face,) = play.roll(1, by=one.seat, why=why, stake=stake)
    row = face + earlier
    play.tell("mortal.row", one.name, tables()["dead_weight.table.mortal_wounds"].row(row).name, why=why)
    return row


@rule("dead_weight.mortal.faint", "dead_weight.condition.fainted")
def faint(play: Play, state: State, who: str, turns: int) -> State:
    """Somebody faints and cannot act for this many turns, at least one; stun tokens are removed."""
    one = adventurer(state, who)
    play.tell("faint", one.name, max(1, turns), why="dead_weight.mortal.faint")
    return put(state, replace(gain(one, "fainted"), faint=max(1, turns), stun=0))


@rule("dead_weight.trauma.general", "dead_weight.trauma.chronic_pain", "dead_weight.trauma.brain_damage")
def suffer_trauma(play: Play, state: State, who: str, trauma: str) -> State:
    """Give a trauma; the same one twice has no effect. Some cost a point of a score or a proficiency at once."""
    one = adventurer(state, who)
    if trauma in one.life.traumas:
        return state
    play.tell("trauma", one.name, f"dead_weight.trauma.{trauma}", why=f"dead_weight.trauma.{trauma}")
    one = replace(one, life=replace(one.life, traumas=(*one.life.traumas, trauma)))
    state = put(state, one)
    if trauma == "chronic_pain":
        return _lessen(play, state, one, trauma, tuple(a for a in ATTRIBUTES if score(one, a).score))
    if trauma == "brain_damage":
        return _lessen(play, state, one, trauma, tuple(a for a in ATTRIBUTES if score(one, a).proficiency))
    if trauma == "broken_arm":
        return spill(play, state, who, "dead_weight.trauma.broken_arm")
    return state


def _lessen(play: Play, state: State, one: Adventurer, trauma: str, among: tuple[Attribute, ...]) -> State:
    """One attribute loses a point of its score, or of its proficiency; a wound without room moves to another."""
    if not among:
        return state
    why = f"dead_weight.trauma.{trauma}"
    attribute = play.choose(one.seat, "lessen", among, one.name, why=why)
    on = score(one, attribute)
    less = replace(one, life=replace(one.life, lessened=(*one.life.lessened, (trauma, attribute))))
    if trauma == "brain_damage":
        return put(state, with_score(less, attribute, replace(on, proficiency=on.proficiency - 1)))
    wounds = min(on.wounds, on.score - 1)
    fatigue = min(on.fatigue, on.score - 1 - wounds)
    less = with_score(less, attribute, replace(on, score=on.score - 1, wounds=wounds, fatigue=fatigue))
    free = tuple(other for other in ATTRIBUTES if room(less, other))
    if wounds < on.wounds and free:
        other = play.choose(one.seat, "overflow", free, one.name, why="dead_weight.fatigue.overflow")
        to = score(less, other)
        less = with_score(less, other, replace(to, wounds=to.wounds + 1, fatigue=max(0, to.fatigue - 1)))
    return changed(play, state, one, less)


@rule("dead_weight.trauma.general", "dead_weight.trauma.chronic_pain", "dead_weight.trauma.brain_damage")
def healed_of(one: Adventurer, trauma: str) -> Adventurer:
    """The adventurer without a trauma; a point that it cost comes back."""
    life = one.life
    left = tuple([name for name in life.traumas if name != trauma])
    taken = dict(life.lessened).get(trauma)
    kept = tuple([loss for loss in life.lessened if loss[0] != trauma])
    one = replace(one, life=replace(life, traumas=left, lessened=kept))
    if taken is None:
        return one
    on = score(one, taken)
    if trauma == "brain_damage":
        return with_score(one, taken, replace(on, proficiency=min(MOST_PROFICIENCY, on.proficiency + 1)))
    return with_score(one, taken, replace(on, score=on.score + 1))


@rule("dead_weight.wound.mortal_death", "dead_weight.wound.death", "dead_weight.prayer.borrowed_time")
def die(play: Play, state: State, who: str, why: RuleId) -> State:
    """An adventurer dies, unless living on borrowed time; the body stays here with all that it carried."""
    one = adventurer(state, who)
    if "dead" in one.conditions:
        return state
    if any(effect.of == "dead_weight.prayer.borrowed_time" and who in effect.on for effect in state.effects):
        play.tell("death.put_off", one.name, why="dead_weight.prayer.borrowed_time")
        return state
    play.tell("death", one.name, why=why)
    state = put(state, replace(one, conditions=("dead",), stun=0, shield=0, dodge=0, late=0, faint=0))
    state, id_ = serial(state, "corpse")
    state = replace(state, corpses=(*state.corpses, Corpse(id_, one.name, at=one.at, human=True)))
    return lose_morale(play, state, "party")
