"""Using things: potions, minor magic, levers and whatever else only the GM knows the effect of."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.combat.acting import go_deed
from tallow.games.vanilla.entries import MINOR_ITEM, enchantments, things
from tallow.games.vanilla.gear.inventory import item_of, without
from tallow.games.vanilla.state import Creature, Item, State, alive
from tallow.mechanics.conditions import has, shed
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

USE: RuleId = "vanilla.action.use"
POTION: RuleId = "vanilla.item.potion"
SOMETHING = "something"


# ---------------------------------------------------------------- anything


@rule("vanilla.action.use", "vanilla.item.potion", "vanilla.table.minor_item")
def use(play: Play, state: State, who: str) -> State:
    """A thing is used, with what its entry says of it before the GM, who tells what comes of it."""
    one = find(state, who)
    which = play.choose(one.seat, "use_what", (*_usable(one), SOMETHING), one.name, why=USE)
    if which == SOMETHING:
        named = play.write(one.seat, "use_what", one.name, why=USE).strip()[:60]
        what, says = named or "something", ""
    else:
        item = item_of(one, which)
        what, says = item.name, effect_of(item.power, item.ref)
        state = put(state, _used(one, which))
    play.tell("uses", one.name, what, why=USE)
    happens = play.write(REFEREE, "use_does", one.name, what, says, why=USE).strip()
    if happens:
        play.tell("described", happens, why=USE)
    return state


def effect_of(power: str, ref: RuleId) -> str:
    """What the entry of a thing says that it does."""
    row = enchantments().get(power)
    return row.effect if row is not None else things()[ref].effect if ref in things() else ""


def _usable(one: Creature) -> tuple[Any, ...]:
    """Potions and minor magic at hand; what has a deed of its own is not among them."""
    return tuple([item.id for item in one.items if item.ref == POTION or (item.ref == MINOR_ITEM and not _heals(item))])


def _used(one: Creature, which: str) -> Creature:
    """A potion is drunk, and some magic is plain after its one use."""
    item = item_of(one, which)
    row = enchantments().get(item.power)
    return without(one, which) if item.ref == POTION or (row is not None and row.once) else one


# ---------------------------------------------------------------- salve


@rule("vanilla.table.minor_item", "vanilla.action.use")
def apply_salve(play: Play, state: State, who: str) -> State:
    """A flask of salve heals 1d6 Flesh, once."""
    one = find(state, who)
    whom = play.choose(one.seat, "salve", _hurt(state, one), one.name, why=MINOR_ITEM)
    flask = next(item for item in one.items if _heals(item))
    state = put(state, without(one, flask.id))
    hurt = find(state, whom)
    points = rolled(play, _heals(flask), one.seat, MINOR_ITEM) if not has(hurt, "mummy_rot") else 0
    flesh = min(hurt.flesh_max, hurt.flesh + points)
    play.tell("heals", hurt.name, flesh - hurt.flesh, why=MINOR_ITEM)
    awake = replace(shed(hurt, "out", "unaware"), wakes=0) if has(hurt, "out") and points else hurt
    return put(state, replace(awake, flesh=flesh))


def _heals(item: Item) -> str:
    """The dice of Flesh that a magic thing gives back, "" for none."""
    row = enchantments().get(item.power)
    return row.heals if row is not None else ""


def _hurt(state: State, one: Creature) -> tuple[str, ...]:
    near = [other for other in everyone(state) if alive(other) and abs(other.at - one.at) <= 5]
    return tuple([other.id for other in near if other.flesh < other.flesh_max])


def _salve(state: State, who: str) -> bool:
    one = find(state, who)
    return any(_heals(item) for item in one.items) and bool(_hurt(state, one))


def _about(state: State, who: str) -> bool:
    return state.phase != "creation" and any(one.id == who for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    go_deed("use", "action", use, USE, shown=_about, outside=True, group="things", rank=-1),
    go_deed("salve", "action", apply_salve, MINOR_ITEM, shown=_salve, outside=True, group="things", rank=-1),
)
