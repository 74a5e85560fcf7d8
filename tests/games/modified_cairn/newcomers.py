"""People with a few things, a table for them, and actions played from a script."""

from msgspec.structs import replace

from tallow.games.modified_cairn.gear.inventory import item_of
from tallow.games.modified_cairn.gear.things import made
from tallow.games.modified_cairn.record import DEEDS
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Creature, Item, State, Wealth
from tallow.mechanics.two_sides import find
from tests.games.playing import perform, refusal_code

SETTINGS = Settings()
SEAT = "anna"


def thing(name, place="pack", id="", **fields):  # noqa: A002
    """A thing of the lists by the end of its id, such as `weapon.dagger`."""
    return replace(made(f"modified_cairn.{name}", id or name.rpartition(".")[2]), place=place, **fields)


def odd(id, size="normal", place="pack", **fields):  # noqa: A002
    """A thing of no list."""
    return Item(id, id.capitalize(), size=size, place=place, **fields)


def somebody(id="pc", *items, gold=0, **fields):  # noqa: A002
    """A character with these things."""
    plain = Creature(id, id.capitalize(), "pc", guard=4, guard_max=4, seat=SEAT, items=items, wealth=Wealth(gold=gold))
    return replace(plain, **fields)


def table(*party, phase="town", **fields):
    """A table with this party."""
    return State(party=party, phase=phase, **fields)


def act(state, name, who, *script):
    """An action and its answers."""
    return perform(DEEDS, state, name, who, *script)


def refused(state, name, who=""):
    """The code with which an action is refused."""
    return refusal_code(DEEDS, state, name, who)


def where(state, who, which):
    """Where somebody has a thing."""
    return item_of(find(state, who), which).place
