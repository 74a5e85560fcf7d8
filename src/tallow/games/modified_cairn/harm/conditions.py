"""The Conditions: sources of Exposed and Deprived, hunger, thirst and sleeplessness, Strain, and Fatigue."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.characters.boons import eats_nothing
from tallow.games.modified_cairn.gear.inventory import at_ease, laid_down, mark, person, with_item, without
from tallow.games.modified_cairn.gear.slots import exposed, take_strain
from tallow.games.modified_cairn.gear.things import RATIONS
from tallow.games.modified_cairn.state import DAY, Creature, Item, State, alive, has, shed
from tallow.games.modified_cairn.world.darkness import shade
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

HUNGER, THIRST, SLEEPLESS = "hunger", "thirst", "sleepless"
"""The sources of being Deprived that have a clock."""

SETTLED = frozenset(("creation", "town"))
"""Phases in which food and lodging are provided."""


@rule("modified_cairn.condition.exposed", "modified_cairn.condition.exposed_helpless", "modified_cairn.condition.four")
def expose(play: Play, creature: Creature, source: str) -> Creature:
    """The creature with one more source of being Exposed."""
    if source in creature.exposed:
        return creature
    play.tell("exposed", creature.name, source, why="modified_cairn.condition.exposed")
    return replace(creature, exposed=(*creature.exposed, source))


@rule("modified_cairn.condition.exposed")
def cover(play: Play, creature: Creature, source: str) -> Creature:
    """The creature without this source of being Exposed; the Condition ends with the last."""
    if source not in creature.exposed:
        return creature
    creature = replace(creature, exposed=tuple([one for one in creature.exposed if one != source]))
    if not exposed(creature):
        play.tell("exposed.ends", creature.name, why="modified_cairn.condition.exposed")
    return creature


@rule("modified_cairn.condition.deprived", "modified_cairn.condition.four")
def deprive(play: Play, creature: Creature, source: str, clock: int) -> Creature:
    """The creature with one more source of being Deprived; with the first its days begin to count."""
    if any(name == source for name, _ in creature.deprived):
        return creature
    play.tell("deprived", creature.name, source, why="modified_cairn.condition.deprived")
    since = creature.strained if creature.deprived else clock
    return replace(creature, deprived=(*creature.deprived, (source, clock)), strained=since)


@rule("modified_cairn.condition.deprived_ends", "modified_cairn.condition.deprived")
def relieve(play: Play, creature: Creature, *sources: str) -> Creature:
    """The creature without these sources of being Deprived; with the last the Condition ends, but its Strain stays."""
    left = tuple([one for one in creature.deprived if one[0] not in sources])
    if len(left) == len(creature.deprived):
        return creature
    creature = replace(creature, deprived=left, strained=creature.strained if left else 0)
    if not left:
        play.tell("deprived.ends", creature.name, why="modified_cairn.condition.deprived_ends")
    return creature


@rule("modified_cairn.condition.deprived_gain")
def provided(creature: Creature, clock: int) -> Creature:
    """The creature fed, watered and rested as of now, as somebody who joins is."""
    return replace(creature, fed=clock, drank=clock, slept=clock)


def wanting(state: State, creature: Creature) -> bool:
    """Whether hunger, thirst and sleep are tracked for a creature: living people of the party, outside of town."""
    return state.phase not in SETTLED and person(creature) and not creature.detachment and alive(creature)


@rule("modified_cairn.condition.deprived_gain")
def wants(creature: Creature) -> tuple[tuple[str, int], ...]:
    """Each want that does not yet make the creature Deprived, with the moment when it will: after 24 hours without."""
    felt = [name for name, _ in creature.deprived]
    clocks = ((HUNGER, creature.fed), (THIRST, creature.drank), (SLEEPLESS, creature.slept))
    felt += [HUNGER] if eats_nothing(creature) else []
    return tuple([(want, since + DAY) for want, since in clocks if want not in felt])


@rule("modified_cairn.condition.deprived_gain")
def want(play: Play, state: State) -> State:
    """Apply the wants due now: those with food may eat, the GM says if there is drink; the rest become Deprived."""
    due = {
        one.id: [name for name, moment in wants(one) if moment <= state.clock]
        for one in state.party
        if wanting(state, one)
    }
    if any(THIRST in names for names in due.values()) and not state.combat:
        there = play.choose(REFEREE, "drink", ("yes", "no"), why="modified_cairn.condition.deprived_gain")
        if there == "yes":
            state = put(state, *(watered(play, find(state, who), state.clock) for who in due if THIRST in due[who]))
            due = {who: [name for name in names if name != THIRST] for who, names in due.items()}
    for who, names in due.items():
        creature = find(state, who)
        for name in names:
            if name == HUNGER and not state.combat and food(creature) and _would_eat(play, creature):
                creature = fed(play, creature, state.clock)
            else:
                creature = deprive(play, creature, name, state.clock)
        state = put(state, creature)
    return state


def _would_eat(play: Play, creature: Creature) -> bool:
    why = "modified_cairn.condition.deprived_gain"
    return play.choose(creature.seat, "hungry", ("eat", "go_hungry"), creature.name, why=why) == "eat"


@rule("modified_cairn.condition.deprived_strain")
def next_strain(creature: Creature) -> int:
    """The moment when being Deprived next costs a Strain: at the end of each full day of it."""
    return creature.strained + DAY


@rule("modified_cairn.condition.deprived_strain", "modified_cairn.condition.strain")
def day_of_want(play: Play, state: State, creature: Creature) -> State:
    """Apply a full day of being Deprived: 1 Strain, however many sources there are."""
    play.tell("deprived.day", creature.name, why="modified_cairn.condition.deprived_strain")
    return strain(play, put(state, replace(creature, strained=state.clock)), creature.id)


@rule("modified_cairn.condition.strain", "modified_cairn.condition.strain_gain", "modified_cairn.condition.strain_full")
def strain(play: Play, state: State, who: str, number: int = 1) -> State:
    """Add Strain to a creature; things dropped to make room lie on the ground."""
    creature, dropped = take_strain(play, find(state, who), number)
    state = put(state, creature)
    return shade(laid_down(state, *dropped)) if dropped else state


@rule("modified_cairn.condition.fatigued", "modified_cairn.condition.fatigued_ends")
def refresh(play: Play, creature: Creature) -> Creature:
    """End Fatigue, unless the creature is Deprived."""
    if not has(creature, "fatigued"):
        return creature
    if creature.deprived:
        play.tell("fatigue.stays", creature.name, why="modified_cairn.recover.short_rest")
        return creature
    play.tell("fatigue.ends", creature.name, why="modified_cairn.condition.fatigued_ends")
    return shed(creature, "fatigued")


def food(creature: Creature) -> Item | None:
    """The creature's first Ration; None without any."""
    return next((item for item in creature.items if item.ref == RATIONS and item.count), None)


@rule("modified_cairn.action.eat", "modified_cairn.item.rations", "modified_cairn.condition.deprived_ends")
def fed(play: Play, creature: Creature, clock: int) -> Creature:
    """Eat one use of Rations: the clock of hunger begins anew, and being Deprived by hunger ends."""
    ration = food(creature)
    if ration is None:
        return creature
    left = mark(ration)
    creature = without(creature, ration.id) if left is None else with_item(creature, left)
    play.tell("eats", creature.name, why="modified_cairn.action.eat")
    return relieve(play, replace(creature, fed=clock), HUNGER)


def watered(play: Play, creature: Creature, clock: int) -> Creature:
    """The creature after drinking: the clock of thirst begins anew, and being Deprived by thirst ends."""
    return relieve(play, replace(creature, drank=clock), THIRST)


@rule("modified_cairn.action.eat")
def eat(play: Play, state: State, who: str) -> State:
    """Eat of one's own Rations."""
    return put(state, fed(play, find(state, who), state.clock))


def _nothing_to_eat(state: State, who: str) -> Refusal | None:
    why: RuleId = "modified_cairn.action.eat"
    creature = find(state, who)
    if food(creature) is None:
        return Refusal("no_food", (creature.name,), why)
    return Refusal("not_hungry", (creature.name,), why) if creature.fed == state.clock else None


DEEDS: tuple[Deed[State], ...] = (
    Deed("eat", eat, "modified_cairn.action.eat", cost="ration", shown=at_ease, refuse=_nothing_to_eat, group="rest"),
)
