"""Perils: who would or might die as exploration turns pass, and what would save them."""

from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import available, room
from tallow.games.dead_weight.entries.gear import things
from tallow.games.dead_weight.gear.inventory import AWAY
from tallow.games.dead_weight.gear.light import in_dark
from tallow.games.dead_weight.magic.effects import SMOKE_FORM
from tallow.games.dead_weight.state import ATTRIBUTES, Adventurer, Item, State, able, alive, here
from tallow.games.dead_weight.world.decay import EVERY
from tallow.games.dead_weight.world.hazards import hazard_here
from tallow.games.dead_weight.world.turns import VERGE
from tallow.games.shared.deadly import Threat, accepts_risk
from tallow.mechanics.memory import cached_for_latest
from tallow.play import Play, RuleId, Seat, rule

DEADLY: RuleId = "dead_weight.time.deadly"
BORROWED: RuleId = "dead_weight.prayer.borrowed_time"
MEANS: tuple[RuleId, ...] = ("dead_weight.item.medical_supply", "dead_weight.item.first_aid_kit")
"""What stabilizing takes one use of; a kit rolls its die."""

NEVER = 1_000
LYING = frozenset(("mortally_wounded", "fainted"))
"""Conditions of those who are down."""


@rule("dead_weight.time.deadly")
def threats(state: State, turns: int) -> tuple[Threat, ...]:
    """The adventurers who would or might die within this many turns, in the order of the party."""
    found = []
    for one in state.party:
        left, certain = last_turns(state, one)
        if turns and left <= turns:
            found.append(Threat(one.id, one.name, in_turns(left), certain, helps(state, one)))
    return tuple(found)


def in_turns(left: int) -> str:
    """The text for a number of turns."""
    return "1 turn" if left == 1 else f"{left} turns"


@rule(
    "dead_weight.table.mortal_wounds",
    "dead_weight.affliction.bleeding",
    "dead_weight.exploration.decay",
    "dead_weight.exploration.hazard",
)
def last_turns(state: State, one: Adventurer) -> tuple[int, bool]:
    """The earliest turn in which somebody may die, and whether it is certain; `NEVER` if there is no danger."""
    if not alive(one) or any(effect.of == BORROWED and one.id in effect.on for effect in state.effects):
        return NEVER, False
    ends = [(_drained(state, one), False), (_shapeless(state, one), False)]
    if "mortally_wounded" in one.conditions:
        ends.append((EVERY - state.decay, False))
        place, hazard = here(state), hazard_here(here(state))
        if place is not None and hazard is not None and hazard.wound:
            ends.append((hazard.every - place.stay % hazard.every, False))
    if "dying" in one.conditions:
        ends.append((1 if VERGE in one.spent else 2, True))
    return min(ends, key=lambda end: (end[0], not end[1]))


@rule("dead_weight.affliction.bleeding", "dead_weight.light.dark_turn", "dead_weight.fatigue.overflow")
def _drained(state: State, one: Adventurer) -> int:
    """The turn in which bleeding or the dark may kill, when there is room for neither fatigue nor wounds."""
    bleeds, dark = "bleeding" in one.afflictions, in_dark(state, one.id)
    if not bleeds and not dark:
        return NEVER
    plagued = "plagued" in one.afflictions
    dice = 0 if plagued else sum([available(one, attribute) for attribute in ATTRIBUTES])
    if "mortally_wounded" in one.conditions:
        lasts = min(dice if bleeds else NEVER, (0 if plagued else available(one, "PRE")) if dark else NEVER)
        return (lasts // 2 if bleeds and dark else lasts) + 1
    wounds = sum([room(one, attribute) for attribute in ATTRIBUTES])
    lasts = (dice + wounds) // (2 if bleeds and dark else 1)
    return lasts + (1 if one.mortal and state.settings.mortal_wounds_add else 2)


@rule("dead_weight.spell.smoke_form")
def _shapeless(state: State, one: Adventurer) -> int:
    """The turn in which somebody who is smoke takes shape again, which kills if there is no room."""
    for effect in state.effects:
        if effect.of == SMOKE_FORM and effect.by == one.id and effect.unit == "turn":
            return effect.left + 1
    return NEVER


def down(state: State) -> tuple[Adventurer, ...]:
    """The adventurers who are mortally wounded or have fainted, the dying first."""
    return _down(state.party)


@cached_for_latest
def _down(party: tuple[Adventurer, ...]) -> tuple[Adventurer, ...]:
    lying = [one for one in party if alive(one) and not LYING.isdisjoint(one.conditions)]
    return tuple(
        sorted(lying, key=lambda one: ("dying" not in one.conditions, "mortally_wounded" not in one.conditions))
    )


def means(state: State) -> tuple[tuple[str, Item], ...]:
    """The things that can be used to stabilize somebody, each with its owner."""
    return tuple(
        (one.id, item)
        for one in state.party
        if alive(one)
        for item in one.items
        if item.ref in MEANS and not item.broken and item.place not in AWAY
    )


@rule("dead_weight.action.stabilize", "dead_weight.affliction.bleeding")
def helps(state: State, one: Adventurer) -> tuple[str, ...]:
    """What would save somebody here and now: being stabilized, first aid, a remedy for bleeding."""
    friends = [other for other in state.party if able(other)]
    ways = []
    if friends and "mortally_wounded" in one.conditions:
        supplied = state.settings.stabilize_needs == "nothing" or bool(means(state))
        ways.append("help.stabilize" if supplied else "help.improvise")
    if "bleeding" in one.afflictions and any(_staunches(item) for other in friends for item in other.items):
        ways.append("help.staunch")
    return tuple(ways)


def _staunches(item: Item) -> bool:
    of = things().get(item.ref)
    return of is not None and not item.broken and ("bleeding" in of.removes or "all" in of.removes)


@rule("dead_weight.time.deadly")
def goes_on(play: Play, state: State, by: Seat, turns: int) -> bool:
    """Ask whether to let turns pass though somebody would or might die."""
    return accepts_risk(play, by, threats(state, turns), DEADLY)


@rule("dead_weight.time.deadly", "dead_weight.action.stabilize")
def tries(play: Play, state: State, by: Seat, patient: str, turns: int) -> bool:
    """Ask whether to try first aid for this many turns: it can save the patient, but not the others in danger."""
    found = threats(state, turns)
    aided = [
        replace(one, certain=False, helps=_other_than("help.improvise", one)) if one.who == patient else one
        for one in found
    ]
    return accepts_risk(play, by, tuple(aided), DEADLY)


def _other_than(way: str, one: Threat) -> tuple[str, ...]:
    return tuple([other for other in one.helps if other != way])
