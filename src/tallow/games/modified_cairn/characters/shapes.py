"""The shape of a wolf: taken once a day, ended by a Save, or with a chain of quicksilver in hand."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.characters.boons import CANAAS, WEREWOLF
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.gear.inventory import at_ease
from tallow.games.modified_cairn.monsters.bestiary import spawn
from tallow.games.modified_cairn.state import Creature, State
from tallow.games.modified_cairn.uses import SPENT
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

WHY: RuleId = "modified_cairn.table.fieldwarden_1"
WOLF: RuleId = "modified_cairn.monster.werewolf"
CHANGED = SPENT.mark("day", "werewolf")
CHAIN = "Quicksilver Chain"
"""What the Canaas change back by."""


@rule("modified_cairn.table.fieldwarden_1")
def as_wolf(creature: Creature) -> Creature:
    """The creature as a werewolf: the monster's Guard, VIG, CLA and attacks, and its own SPI."""
    wolf = spawn(monsters()[WOLF], creature.id)
    own = (
        creature.guard, creature.guard_max, creature.vigour, creature.vigour_max, creature.clarity,
        creature.clarity_max,
    )  # fmt: skip
    return replace(
        creature,
        was=own,
        of=WOLF,
        guard=wolf.guard,
        guard_max=wolf.guard_max,
        vigour=wolf.vigour,
        vigour_max=wolf.vigour_max,
        clarity=wolf.clarity,
        clarity_max=wolf.clarity_max,
        attacks=wolf.attacks,
    )


@rule("modified_cairn.table.fieldwarden_1")
def as_before(creature: Creature) -> Creature:
    """The creature in its own shape again; what the wolf lost it loses too, but it keeps at least 1 VIG."""
    guard, guard_max, vigour, vigour_max, clarity, clarity_max = creature.was
    return replace(
        creature,
        was=(),
        of="",
        guard=max(0, guard - (creature.guard_max - creature.guard)),
        guard_max=guard_max,
        vigour=max(1, vigour - (creature.vigour_max - creature.vigour)),
        vigour_max=vigour_max,
        clarity=max(0, clarity - (creature.clarity_max - creature.clarity)),
        clarity_max=clarity_max,
        attacks=(),
    )


@rule("modified_cairn.table.fieldwarden_1")
def become_wolf(play: Play, state: State, who: str) -> State:
    """Take the wolf's shape; it is then used up for the day."""
    one = find(state, who)
    play.tell("shape.taken", one.name, WOLF, why=WHY)
    return put(state, replace(as_wolf(one), spent=(*one.spent, CHANGED)))


@rule("modified_cairn.table.fieldwarden_1")
def turn_back(play: Play, state: State, who: str) -> State:
    """Take one's own shape again: by the chain, or else it takes a SPI Save."""
    one = find(state, who)
    chained = CANAAS in one.life.history
    if not chained and not save(play, one, "SPI", WHY):
        play.tell("shape.kept", one.name, why=WHY)
        return state
    play.tell("shape.back", one.name, why=WHY)
    return put(state, as_before(one))


def _could_change(state: State, who: str) -> bool:
    if not at_ease(state, who):
        return False
    one = find(state, who)
    return not one.was and (WEREWOLF in one.life.history or CANAAS in one.life.history)


def _has_changed(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    return Refusal("once_a_day", (one.name,), WHY) if CHANGED in one.spent else None


@rule("modified_cairn.table.hexenbane_1")
def _no_chain(state: State, who: str) -> Refusal | None:
    """Why one of the Canaas cannot change back: the chain is gone."""
    one = find(state, who)
    bound = CANAAS in one.life.history and not any(item.name == CHAIN for item in one.items)
    return Refusal("no_chain", (one.name, CHAIN), "modified_cairn.table.hexenbane_1") if bound else None


def _changed(state: State, who: str) -> bool:
    return at_ease(state, who) and bool(find(state, who).was)


DEEDS: tuple[Deed[State], ...] = (
    Deed("become_wolf", become_wolf, WHY, shown=_could_change, refuse=_has_changed, group="magic"),
    Deed("turn_back", turn_back, WHY, shown=_changed, refuse=_no_chain, group="magic"),
)
