"""Weapons that want seeing to: blades to be whetted, and guns to be reloaded."""

from msgspec.structs import replace

from tallow.games.cairn.combat.manoeuvre import Manoeuvre, simply
from tallow.games.cairn.gear.handling import at_ease
from tallow.games.cairn.gear.inventory import with_item
from tallow.games.cairn.state import MINUTE, Creature, Declaration, State
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, rule

WHETSTONE = "Wyrmbone whetstone"


def _blunt(creature: Creature) -> tuple[str, ...]:
    """The ids of melee weapons that are not whetted."""
    return tuple(i.id for i in creature.items if i.damage and i.range == "melee" and "whetted" not in i.qualities)


@rule("cairn.table.outrider_1")
def whet(play: Play, state: State, who: str) -> State:
    """Half an hour at the whetstone: that weapon's attacks are enhanced until it has dealt STR damage."""
    why = "cairn.table.outrider_1"
    creature = find(state, who)
    which = play.choose(creature.seat, "whet_what", _blunt(creature), creature.name, why=why)
    state = pass_time(play, state, 30 * MINUTE)
    creature = find(state, who)
    weapon = next(item for item in creature.items if item.id == which)
    play.tell("whetted", creature.name, weapon.name, why=why)
    return put(state, with_item(creature, replace(weapon, qualities=(*weapon.qualities, "whetted"))))


def _has_whetstone(state: State, who: str) -> bool:
    return at_ease(state, who) and any(item.name == WHETSTONE for item in find(state, who).items)


def _nothing_to_whet(state: State, who: str) -> Refusal | None:
    creature = find(state, who)
    return None if _blunt(creature) else Refusal("nothing_to_whet", (creature.name,), "cairn.table.outrider_1")


@rule("cairn.table.aurifex_1")
def nothing_to_reload(_: State, creature: Creature) -> Refusal | None:
    """Why there is nothing to reload."""
    if any("reload" in item.qualities and not item.charges for item in creature.items):
        return None
    return Refusal("nothing_to_reload", (creature.name,), "cairn.table.aurifex_1")


@rule("cairn.table.aurifex_1")
def reload(play: Play, state: State, made: Declaration) -> State:
    """A round of reloading, and the gun can be fired again."""
    creature = find(state, made.who)
    play.tell("reloaded", creature.name, why="cairn.table.aurifex_1")
    items = tuple(replace(i, charges=i.charges_max) if "reload" in i.qualities else i for i in creature.items)
    return put(state, replace(creature, items=items))


RELOAD = Manoeuvre(nothing_to_reload, simply("reload"), reload, "cairn.table.aurifex_1", who=("pc", "hireling"), rank=1)


def _unloaded(state: State, who: str) -> bool:
    return at_ease(state, who) and nothing_to_reload(state, find(state, who)) is None


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "whet",
        whet,
        "cairn.table.outrider_1",
        cost="half_an_hour",
        shown=_has_whetstone,
        refuse=_nothing_to_whet,
        group="slots",
        rank=1,
    ),
    Deed(
        "reload_gun",
        lambda play, state, who: reload(play, state, Declaration(who, "reload")),
        "cairn.table.aurifex_1",
        shown=_unloaded,
        group="slots",
    ),
)
