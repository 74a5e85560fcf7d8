"""Light: torches, lanterns and candles; a use for each lighting; going out; and the dark."""

from msgspec.structs import replace

from tallow.games.cairn.combat.manoeuvre import Manoeuvre
from tallow.games.cairn.entries import Light, things
from tallow.games.cairn.folk import named_gear
from tallow.games.cairn.gear.inventory import find_item, hands, hold, with_item, without
from tallow.games.cairn.harm.deprivation import at_leisure
from tallow.games.cairn.magic.effects import in_world
from tallow.games.cairn.state import Creature, Declaration, Item, State, able, alive
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import has
from tallow.mechanics.memory import cached_by_identity, cached_for_latest
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import Play, RuleId, rule

TORCH: RuleId = "cairn.item.torch"
LANTERN: RuleId = "cairn.item.lantern"
OIL: RuleId = "cairn.item.oil"
LIT_PLACES = ("hands", "worn")


def light_of(item: Item) -> Light:
    """How a thing gives light, or "" if it gives none."""
    entry = things().get(item.ref) or named_gear().get(item.name)
    return entry.light if entry is not None else ""


def uses_up(item: Item) -> bool:
    """Whether lighting a thing costs one of its uses; a snail or a glowing mace has as much light as one likes."""
    entry = things().get(item.ref) or named_gear().get(item.name)
    return entry is not None and entry.uses > 0


def oil(creature: Creature) -> Item | None:
    """A can with oil left in it."""
    return next((item for item in creature.items if item.ref == OIL and item.uses), None)


@rule("cairn.dungeon.light", "cairn.item.torch", "cairn.item.lantern", "cairn.item.oil")
@cached_by_identity(2_000)
def lightable(creature: Creature) -> tuple[str, ...]:
    """What somebody could light now: a torch with a use left, a lantern while there is oil, what glows by itself."""
    return tuple(item.id for item in creature.items if light_of(item) and not item.lit and _can_burn(creature, item))


def _can_burn(creature: Creature, item: Item) -> bool:
    if item.ref == LANTERN:
        return oil(creature) is not None
    return item.uses > 0 or not uses_up(item)


@rule("cairn.dungeon.light")
def light_up(play: Play, creature: Creature, item: str) -> Creature:
    """Light a thing, at the cost of a use of it or of the oil; it is held, unless it is worn."""
    thing = find_item(creature, item)
    fuel = oil(creature) if thing.ref == LANTERN else thing if uses_up(thing) else None
    if fuel is not None:
        creature = with_item(creature, replace(fuel, uses=fuel.uses - 1))
    if thing.place != "worn":
        creature = hold(play, creature, item)
    if fuel is not None:
        play.tell("light", creature.name, thing.name, fuel.uses - 1, why="cairn.dungeon.light")
    else:
        play.tell("light.glows", creature.name, thing.name, why="cairn.dungeon.light")
    return with_item(creature, replace(find_item(creature, item), lit=True))


@rule("cairn.dungeon.light")
def goes_out(play: Play, creature: Creature, item: str) -> Creature:
    """A light goes out; a torch without a use left is spent."""
    thing = find_item(creature, item)
    spent = uses_up(thing) and thing.uses == 0 and thing.place != "worn"
    play.tell("light.spent" if spent else "light.out", creature.name, thing.name, why="cairn.dungeon.light")
    return without(creature, item) if spent else with_item(creature, replace(thing, lit=False))


@cached_by_identity(2_000)
def burning(creature: Creature) -> tuple[str, ...]:
    """The lights that somebody carries and that burn."""
    return tuple(item.id for item in creature.items if item.lit and item.place in LIT_PLACES)


def lights(state: State) -> tuple[tuple[str, str], ...]:
    """Every light of the party that burns: who has it, and which it is."""
    found, plain = _carried(state.party)
    return found if len(plain) == len(found) or suffering(state) else plain


@cached_for_latest
def _carried(party: tuple[Creature, ...]) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """The lights that somebody of a party carries and that burn, and those of them that are no wisp lanterns."""
    found = tuple([(one, item) for one in party if alive(one) for item in burning(one)])
    plain = tuple([(one.id, item) for one, item in found if light_of(find_item(one, item)) != "wisp"])
    return tuple([(one.id, item) for one, item in found]), plain


@rule("cairn.table.greenwise_2")
def suffering(state: State) -> bool:
    """Whether there is pain or fear nearby, on which a wisp lantern feeds: a fight, somebody hurt or in a panic."""
    if state.fight is not None:
        return True
    there = [one for one in everyone(state) if alive(one)]
    return any(one.hp < one.hp_max or one.strength < one.strength_max or has(one, "panicked") for one in there)


@rule("cairn.dungeon.light", "cairn.dungeon.dark", "cairn.wild.light")
def dark(state: State) -> bool:
    """Whether the party is without light in a place that has none of its own."""
    if state.dungeon is None or state.dungeon.lit or state.phase == "town":
        return False
    return not lights(state) and not in_world(state, "light")


@rule("cairn.item.torch", "cairn.item.lantern")
def flame(state: State) -> bool:
    """Whether the party carries a light that burns in the open, as torches and candles do and lanterns do not."""
    return any(light_of(find_item(find(state, who), item)) == "flame" for who, item in lights(state))


@rule("cairn.action.light")
def nothing_to_light(state: State, creature: Creature) -> Refusal | None:
    """Why nothing can be lit."""
    if not hands(creature) and not any(find_item(creature, item).place == "worn" for item in lightable(creature)):
        return Refusal("no_hands", (creature.name,), "cairn.inventory.hands")
    return None if lightable(creature) else Refusal("nothing_to_light", (creature.name,), "cairn.action.light")


@rule("cairn.action.light")
def pick_light(play: Play, state: State, creature: Creature) -> Declaration:
    """What to light."""
    item = play.choose(creature.seat, "light_what", lightable(creature), creature.name, why="cairn.action.light")
    return Declaration(creature.id, "light", item=item)


@rule("cairn.action.light")
def lit(play: Play, state: State, made: Declaration) -> State:
    """It burns."""
    creature = find(state, made.who)
    return put(state, light_up(play, creature, made.item)) if made.item in lightable(creature) else state


LIGHT = Manoeuvre(nothing_to_light, pick_light, lit, "cairn.action.light", who=("pc", "hireling"), rank=1)


def _light(play: Play, state: State, who: str) -> State:
    return lit(play, state, pick_light(play, state, find(state, who)))


def _put_out(play: Play, state: State, who: str) -> State:
    creature = find(state, who)
    item = play.choose(creature.seat, "put_out_what", burning(creature), creature.name, why="cairn.dungeon.light")
    return put(state, goes_out(play, creature, item))


def _refuse_light(state: State, who: str) -> Refusal | None:
    creature = find(state, who)
    if not able(creature):
        return Refusal("cannot_act", (creature.name,), "cairn.action.light")
    return nothing_to_light(state, creature)


def _has_light(state: State, who: str) -> bool:
    return at_leisure(state, who) and any(light_of(item) and not item.lit for item in find(state, who).items)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "light_up",
        _light,
        "cairn.action.light",
        cost="action",
        shown=lambda state, who: _has_light(state, who) and state.phase != "dungeon",
        refuse=_refuse_light,
        group="rest",
        rank=1,
    ),
    Deed(
        "put_out",
        _put_out,
        "cairn.dungeon.light",
        cost="none",
        shown=lambda state, who: at_leisure(state, who) and bool(burning(find(state, who))),
        group="rest",
        rank=1,
    ),
)
