"""Deprivation: vital needs unmet, each a cause with its beginning; food and sleep; the Fatigue of each day of it."""

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import eats_nothing
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.inventory import spend, tire
from tallow.games.cairn.state import DAY, Cause, Creature, Item, State, alive
from tallow.games.cairn.uses import SPENT, Use
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.marks import Mark
from tallow.mechanics.memory import cached_for_latest
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

FOOD, SLEEP = "food", "sleep"
NEEDS = (FOOD, "water", SLEEP, "warmth", "air", "peace")
"""What the referee can say is missing."""

MEALS: tuple[RuleId, ...] = ("cairn.item.rations", "cairn.item.simple_meal", "cairn.item.fine_meal")
FEED: RuleId = "cairn.item.animal_feed"
BEASTS: tuple[RuleId, ...] = ("cairn.item.horse", "cairn.item.mule")
DRINKS: tuple[RuleId, ...] = ("cairn.item.waterskin", "cairn.item.containers", *MEALS)

FED, SLEPT, CAMPED = SPENT.mark("day", "fed"), SPENT.mark("day", "slept"), SPENT.mark("day", "camped")
"""Marks of what somebody has had since dawn."""


@rule("cairn.deprived.state", "cairn.condition.deprived", "cairn.action.warden_deprive")
def deprive(play: Play, creature: Creature, need: str, clock: int) -> Creature:
    """A vital need is unmet from now on."""
    if lacks(creature, need):
        return creature
    play.tell("deprived", creature.name, need, why="cairn.deprived.state")
    return replace(creature, deprived=(*creature.deprived, Cause(need, clock)))


@rule("cairn.deprived.state", "cairn.condition.deprived", "cairn.action.warden_deprive")
def relieve(play: Play, creature: Creature, *needs: str) -> Creature:
    """These needs are met; without any left nobody is deprived."""
    left = tuple(cause for cause in creature.deprived if cause.name not in needs)
    if left == creature.deprived:
        return creature
    play.tell("deprived.still" if left else "deprived.ends", creature.name, why="cairn.deprived.state")
    return replace(creature, deprived=left)


@rule("cairn.deprived.fatigue")
def next_day(creature: Creature) -> int:
    """When the next Fatigue of deprivation falls due: each full day since the oldest cause."""
    oldest = min(creature.deprived, key=lambda cause: cause.since)
    return oldest.since + (oldest.counted + 1) * DAY


@rule("cairn.deprived.fatigue")
def day_of_want(play: Play, state: State, creature: Creature) -> State:
    """A day of deprivation is full: one Fatigue, however many causes there are."""
    counted = tuple(replace(cause, counted=cause.counted + 1) for cause in creature.deprived)
    state = put(state, replace(creature, deprived=counted))
    return tire(play, state, creature.id, why="cairn.deprived.fatigue")


def marked(creature: Creature, mark: Mark[Use]) -> Creature:
    """The creature with a mark of the day."""
    return creature if mark in creature.spent else replace(creature, spent=(*creature.spent, mark))


def people(state: State) -> tuple[Creature, ...]:
    """Those of the party who live, eat and sleep: characters and hirelings."""
    return _living(state.party)


@cached_for_latest
def _living(party: tuple[Creature, ...]) -> tuple[Creature, ...]:
    return tuple([one for one in party if one.kind != "monster" and alive(one)])


@rule("cairn.deprived.state", "cairn.wild.no_camp")
def unmet(play: Play, state: State) -> State:
    """At dawn: who has not eaten since the last, or not slept; on a journey whoever made no camp pays at once."""
    for who in [one.id for one in people(state)]:
        for mark, need in ((FED, FOOD), (SLEPT, SLEEP)):
            one = find(state, who)
            if mark in one.spent or (need == FOOD and eats_nothing(one)):
                continue
            if need == SLEEP and state.journey is not None and CAMPED not in one.spent:
                state = _no_camp(play, state, one)
            elif not lacks(one, need) and _confirmed(play, one, need):
                state = put(state, deprive(play, one, need, state.clock))
    return state


def lacks(creature: Creature, need: str) -> bool:
    """Whether this need of somebody is unmet."""
    return any(cause.name == need for cause in creature.deprived)


def _confirmed(play: Play, creature: Creature, need: str) -> bool:
    asked = play.choose(REFEREE, "deprive", ("yes", "no"), creature.name, need, why="cairn.deprived.state")
    return asked == "yes"


@rule("cairn.wild.no_camp")
def _no_camp(play: Play, state: State, creature: Creature) -> State:
    """A day on the road without a camp: a Fatigue at once, and deprived of sleep until the next."""
    play.tell("no_camp", creature.name, why="cairn.wild.no_camp")
    state = tire(play, state, creature.id, why="cairn.wild.no_camp")
    return put(state, deprive(play, find(state, creature.id), SLEEP, state.clock))


def _first(creature: Creature, *refs: RuleId) -> Item | None:
    return next((item for item in creature.items if item.ref in refs and item.uses), None)


def larder(state: State, who: str) -> Creature | None:
    """Whose food somebody eats: their own, or of what the others carry."""
    for one in (find(state, who), *state.party):
        if alive(one) and _first(one, *MEALS):
            return one
    return None


@rule("cairn.action.eat", "cairn.item.rations", "cairn.item.simple_meal", "cairn.item.fine_meal")
def eat(play: Play, state: State, who: str) -> State:
    """One use of rations, or a meal, feeds somebody for a day."""
    creature = find(state, who)
    owner = larder(state, who)
    meal = _first(owner, *MEALS) if owner else None
    if owner is None or meal is None:
        return state
    state = put(state, spend(owner, meal.id))
    left = max(0, meal.uses - 1)
    if owner.id == who:
        play.tell("eat.own", creature.name, meal.name, left, why="cairn.action.eat")
    else:
        play.tell("eat", creature.name, meal.name, owner.name, left, why="cairn.action.eat")
    return fed(play, state, who)


def lose_ration(play: Play, state: State) -> State:
    """A use of somebody's rations is lost."""
    owner = next((one for one in state.party if alive(one) and _first(one, *MEALS)), None)
    meal = _first(owner, *MEALS) if owner else None
    if owner is None or meal is None:
        return state
    play.tell("ration.lost", owner.name, meal.name, why="cairn.table.wilderness_event")
    return put(state, spend(owner, meal.id))


def fed(play: Play, state: State, who: str) -> State:
    """Somebody has eaten: no more hunger, and none for a day."""
    return put(state, relieve(play, marked(find(state, who), FED), FOOD))


@rule("cairn.wild.camp", "cairn.item.animal_feed")
def feed_beasts(play: Play, state: State) -> State:
    """Each mount of the party eats one use of feed, while there is any."""
    hungry = sum(1 for one in state.party for item in one.items if item.ref in BEASTS)
    hungry += sum(1 for one in state.party if one.kind == "monster" and alive(one) and _mount(one))
    for at in range(hungry):
        owner = next((one for one in state.party if alive(one) and _first(one, FEED)), None)
        feed = _first(owner, FEED) if owner else None
        if owner is None or feed is None:
            play.tell("feed.none", hungry - at, why="cairn.wild.camp")
            return state
        state = put(state, spend(owner, feed.id))
    if hungry:
        play.tell("feed", hungry, why="cairn.wild.camp")
    return state


def _mount(creature: Creature) -> bool:
    entry = monsters().get(creature.of)
    return entry is not None and entry.slots > 0


def _nothing_to_eat(state: State, who: str) -> Refusal | None:
    creature = find(state, who)
    if creature.dies_at or not alive(creature):
        return Refusal("cannot_act", (creature.name,), "cairn.action.eat")
    if FED in creature.spent and not lacks(creature, FOOD):
        return Refusal("fed", (creature.name,), "cairn.action.eat")
    if larder(state, who) is None:
        return Refusal("no_food", (creature.name,), "cairn.action.eat")
    return None


def at_leisure(state: State, who: str) -> bool:
    """Whether this is a character or hireling of the party, and no fight goes on."""
    if state.fight is None:
        for one in state.party:
            if one.id == who:
                return one.kind != "monster"
    return False


DEEDS: tuple[Deed[State], ...] = (
    Deed("eat", eat, "cairn.action.eat", cost="ration", shown=at_leisure, refuse=_nothing_to_eat, group="rest"),
)
