"""Other shapes: the werewolf's and the wolf of Canaas, and back again."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import CANAAS, WEREWOLF, has_boon
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.handling import member
from tallow.games.cairn.monsters.bestiary import natural
from tallow.games.cairn.state import Creature, State, able
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.tables import entry_of
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, rule

SHAPES = {WEREWOLF: "cairn.monster.werewolf", CANAAS: "cairn.monster.wolf"}
"""The monster whose shape a boon gives."""

CHAIN = "Quicksilver chain"


@rule("cairn.table.fieldwarden_1", "cairn.table.hexenbane_1")
def in_other_shape(creature: Creature, boon: str) -> Creature:
    """The creature as a wolf: a werewolf has the monster's numbers but its own WIL, one of Canaas only the bite."""
    entry = monsters()[SHAPES[boon]]
    own_numbers = (
        creature.hp, creature.hp_max, creature.strength, creature.strength_max, creature.dexterity,
        creature.dexterity_max,
    )  # fmt: skip
    creature = replace(creature, was=own_numbers, attacks=natural(entry.attacks))
    if boon == CANAAS:
        return creature
    return replace(
        creature,
        hp=entry.hp,
        hp_max=entry.hp,
        strength=entry.strength,
        strength_max=entry.strength,
        dexterity=entry.dexterity,
        dexterity_max=entry.dexterity,
        of=entry.id,
        special=True,
    )


@rule("cairn.table.fieldwarden_1", "cairn.table.hexenbane_1")
def in_own_shape(creature: Creature) -> Creature:
    """The creature as itself again: what was lost in the other shape is lost in this one."""
    hp, hp_max, strength, strength_max, dexterity, dexterity_max = creature.was
    entry = monsters().get(creature.of)
    began = (entry.hp, entry.strength, entry.dexterity) if entry else (hp, strength, dexterity)
    return replace(
        creature,
        hp=max(0, hp - (began[0] - creature.hp)),
        hp_max=hp_max,
        strength=max(1, strength - (began[1] - creature.strength)),
        strength_max=strength_max,
        dexterity=max(0, dexterity - (began[2] - creature.dexterity)),
        dexterity_max=dexterity_max,
        attacks=(),
        of="",
        special=False,
        was=(),
    )


def become_wolf(boon: str) -> Callable[[Play, State, str], State]:
    """The rule by which somebody with this boon takes the other shape."""

    def become(play: Play, state: State, who: str) -> State:
        creature = in_other_shape(find(state, who), boon)
        play.tell("shape.taken", creature.name, SHAPES[boon], why=entry_of(boon))
        return put(state, creature)

    return become


@rule("cairn.table.fieldwarden_1", "cairn.table.hexenbane_1")
def turn_back(play: Play, state: State, who: str) -> State:
    """Somebody takes their own shape again: a werewolf with a WIL save, one of Canaas by the chain."""
    creature = find(state, who)
    if has_boon(creature, WEREWOLF) and not save(play, creature, "WIL", "cairn.table.fieldwarden_1"):
        play.tell("shape.kept", creature.name, why="cairn.table.fieldwarden_1")
        return state
    play.tell("shape.back", creature.name, why="cairn.table.fieldwarden_1")
    return put(state, in_own_shape(creature))


def _changed(state: State, who: str) -> bool:
    one = member(state, who)
    return state.fight is None and one is not None and able(one) and bool(one.was)


def _no_chain(state: State, who: str) -> Refusal | None:
    creature = find(state, who)
    if has_boon(creature, CANAAS) and not any(item.name == CHAIN for item in creature.items):
        return Refusal("no_chain", (creature.name,), "cairn.table.hexenbane_1")
    return None


DEEDS: tuple[Deed[State], ...] = (
    Deed("turn_back", turn_back, "cairn.table.fieldwarden_1", shown=_changed, refuse=_no_chain, group="magic", rank=1),
)
