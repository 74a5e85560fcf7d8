"""Receiving wounds: armour, toughening up, placing what is left, and healing."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import room, roomiest
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.harm.fatigue import wound
from tallow.games.dead_weight.harm.mortal import die, mortally_wound
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    Attribute,
    State,
    adventurer,
    alive,
    put,
    score,
    scores,
    with_score,
)
from tallow.mechanics.conditions import shed
from tallow.play import Play, RuleId, Seat, rule


class Hit(Struct, frozen=True, gc=False, cache_hash=True):
    """Incoming wounds: how many, and what cannot reduce them."""

    wounds: int
    pierces: bool = False
    irresistible: bool = False
    lethal: bool = True


@rule("dead_weight.wound.order", "dead_weight.wound.zero", "dead_weight.wound.example_toughen_up")
def suffer(play: Play, state: State, who: str, hit: Hit, why: RuleId) -> tuple[State, int]:
    """One hit on an adventurer: armour, toughening up, and placing the rest; gives the number of wounds placed."""
    one = adventurer(state, who)
    if not alive(one):
        return state, 0
    left = hit.wounds
    if left > 0 and not hit.pierces:
        state, stopped = use_armour(play, state, who, left)
        left = max(0, left - stopped)
    if left > 0 and not hit.irresistible:
        state, stopped = toughen_up(play, state, who, left)
        left = max(0, left - stopped)
    if left < 1:
        play.tell("wounds.none", one.name, why="dead_weight.wound.zero")
        return state, 0
    return place(play, state, who, left, why, lethal=hit.lethal), left


@rule("dead_weight.wound.armour_roll", "dead_weight.wound.armour_damage", "dead_weight.enemy.armour_break")
def armour(play: Play, dice: int, by: Seat, why: RuleId = "dead_weight.wound.armour_roll") -> tuple[int, bool]:
    """Roll this many armour dice; gives the wounds that they stop, and whether the armour is damaged."""
    pool = play.roll(dice, by=by, why=why)
    return sum([face >= 4 for face in pool]), 1 in pool or 4 in pool


def armour_points(one: Adventurer) -> int:
    """The armour points of all that somebody wears."""
    return sum([item.ap for item in one.items if item.ap and item.place == "worn" and not item.broken])


@rule("dead_weight.wound.armour_optional", "dead_weight.action.wound_roll_armour", "dead_weight.wound.example_armour")
def use_armour(play: Play, state: State, who: str, wounds: int) -> tuple[State, int]:
    """Roll as many armour dice as the wearer chooses; gives the wounds left. One piece may lose a point."""
    one = adventurer(state, who)
    points = armour_points(one)
    if not points:
        return state, 0
    options = tuple(range(points, -1, -1))
    dice = play.choose(one.seat, "armour_dice", options, one.name, wounds, why="dead_weight.wound.armour_optional")
    if not dice:
        return state, 0
    stopped, damaged = play.call(armour, dice, one.seat)
    play.tell("armour", one.name, stopped, why="dead_weight.wound.armour_roll")
    return (damage_armour(play, state, who) if damaged else state), stopped


@rule("dead_weight.wound.armour_damage")
def damage_armour(play: Play, state: State, who: str) -> State:
    """One worn piece, chosen by the wearer, loses an armour point until it is repaired."""
    one = adventurer(state, who)
    pieces = [item for item in one.items if item.ap and item.place == "worn" and not item.broken]
    if not pieces:
        return state
    why = "dead_weight.wound.armour_damage"
    which = play.choose(one.seat, "armour_loses", tuple(item.id for item in pieces), one.name, why=why)
    item = next(item for item in pieces if item.id == which)
    play.tell("armour.damaged", one.name, item.name, item.ap - 1, why=why)
    worn = replace(item, ap=item.ap - 1)
    return put(state, replace(one, items=tuple([worn if old.id == which else old for old in one.items])))


@rule("dead_weight.wound.toughen_up", "dead_weight.wound.toughen_up_fatigue", "dead_weight.action.wound_toughen_up")
def toughen_up(play: Play, state: State, who: str, wounds: int) -> tuple[State, int]:
    """A STR test, if the target wants it: a success removes one wound, a great success two; gives the wounds left."""
    one = adventurer(state, who)
    if "mortally_wounded" in one.conditions or "fainted" in one.conditions:
        return state, 0
    why = "dead_weight.wound.toughen_up"
    dice = one.strength.score - one.strength.fatigue - one.strength.wounds
    if play.choose(one.seat, "toughen_up", ("yes", "no"), one.name, wounds, dice, why=why) == "no":
        return state, 0
    state, reading = attempt(play, state, who, "STR", why)
    return state, 2 if reading.great else int(reading.success)


@rule(
    "dead_weight.wound.place_same",
    "dead_weight.wound.non_lethal",
    "dead_weight.wound.mortal",
    "dead_weight.wound.example_place",
    "dead_weight.action.wound_place",
    "dead_weight.setting.wound_placement",
)
def place(play: Play, state: State, who: str, wounds: int, why: RuleId, *, lethal: bool = True) -> State:
    """Put all wounds of a hit on one attribute of the player's choice; if none has room for all, it is mortal."""
    one = adventurer(state, who)
    if "mortally_wounded" in one.conditions:
        return die(play, state, who, "dead_weight.wound.mortal_death") if lethal else state
    if state.settings.wound_placement == "split":
        return _split(play, state, who, wounds, why, lethal=lethal)
    fits = tuple([attribute for attribute in ATTRIBUTES if room(one, attribute) >= wounds])
    if fits:
        attribute = play.choose(
            one.seat, "place", fits, one.name, wounds, _sketch(one), why="dead_weight.wound.place_same"
        )
        return wound(play, state, who, attribute, wounds, why)
    if not lethal:
        most = roomiest(one)
        if not most:
            return state
        fits = tuple(attribute for attribute in ATTRIBUTES if room(one, attribute) == most)
        attribute = play.choose(
            one.seat, "place", fits, one.name, most, _sketch(one), why="dead_weight.wound.non_lethal"
        )
        return wound(play, state, who, attribute, most, why)
    state, unplaced = _overflow(play, state, who, wounds, why)
    return mortally_wound(play, state, who, unplaced)


def _sketch(one: Adventurer) -> tuple[Any, ...]:
    """The dice left and the fatigue of each attribute, as facts of a question."""
    return tuple([(on.score - on.fatigue - on.wounds, on.fatigue) for on in scores(one)])


@rule("dead_weight.wound.mortal", "dead_weight.setting.mortal_overflow")
def _overflow(play: Play, state: State, who: str, wounds: int, why: RuleId) -> tuple[State, int]:
    """Place as many wounds of a mortal hit as there is room for, in the player's order; gives the number left over."""
    while wounds:
        one = adventurer(state, who)
        free = tuple([attribute for attribute in ATTRIBUTES if room(one, attribute) > 0])
        if state.settings.mortal_overflow == "one_attribute":
            free = tuple(attribute for attribute in free if room(one, attribute) == roomiest(one))
        if not free:
            break
        attribute = play.choose(one.seat, "place", free, one.name, wounds, _sketch(one), why="dead_weight.wound.mortal")
        fits = min(wounds, room(one, attribute))
        state = wound(play, state, who, attribute, fits, why)
        wounds -= fits
        if state.settings.mortal_overflow == "one_attribute":
            break
    return state, wounds


@rule("dead_weight.setting.wound_placement")
def _split(play: Play, state: State, who: str, wounds: int, why: RuleId, *, lethal: bool) -> State:
    """Place wounds one by one as the player chooses; only those that fit nowhere are mortal."""
    while wounds:
        one = adventurer(state, who)
        free = tuple([attribute for attribute in ATTRIBUTES if room(one, attribute) > 0])
        if not free:
            return mortally_wound(play, state, who, wounds) if lethal else state
        attribute = play.choose(one.seat, "place", free, one.name, 1, _sketch(one), why="dead_weight.wound.place_same")
        state = wound(play, state, who, attribute, 1, why)
        wounds -= 1
    return state


@rule("dead_weight.wound.heal", "dead_weight.affliction.hungry", "dead_weight.affliction.cursed")
def can_heal(one: Adventurer, *, resting: bool = False) -> bool:
    """Whether this adventurer's wounds can heal: not if hungry, and if cursed not by resting."""
    return alive(one) and "hungry" not in one.afflictions and not (resting and "cursed" in one.afflictions)


@rule("dead_weight.wound.heal", "dead_weight.condition.mortally_wounded", "dead_weight.action.stabilize")
def heal(
    play: Play,
    state: State,
    who: str,
    wounds: int,
    why: RuleId,
    *,
    among: tuple[Attribute, ...] = ATTRIBUTES,
    resting: bool = False,
) -> State:
    """Heal wounds one by one, on attributes of the player's choice; any healing stabilizes the mortally wounded."""
    one = adventurer(state, who)
    if not can_heal(one, resting=resting):
        play.tell("heal.cannot", one.name, why=why)
        return state
    for _ in range(wounds):
        hurt = tuple(attribute for attribute in among if score(one, attribute).wounds)
        if not hurt:
            break
        attribute = play.choose(one.seat, "heal_where", hurt, one.name, _sketch(one), why=why)
        on = score(one, attribute)
        one = with_score(one, attribute, replace(on, wounds=on.wounds - 1))
        play.tell("healed", one.name, attribute, why=why)
        if "mortally_wounded" in one.conditions or "fainted" in one.conditions:
            one = stabilized(play, one)
    return put(state, one)


@rule("dead_weight.action.stabilize", "dead_weight.condition.mortally_wounded", "dead_weight.condition.fainted")
def stabilized(play: Play, one: Adventurer) -> Adventurer:
    """The adventurer, who was mortally wounded or had fainted, able to act again; wounds stay."""
    play.tell("stabilized", one.name, why="dead_weight.action.stabilize")
    return replace(shed(one, "mortally_wounded", "dying", "fainted"), faint=0)
