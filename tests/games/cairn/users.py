"""Things of the price list and of backgrounds, and somebody who uses them, for the tests of things."""

from msgspec.structs import replace

from tallow.games.cairn.entries import tables
from tallow.games.cairn.folk import backgrounds
from tallow.games.cairn.gear.things import from_gear, from_ref
from tallow.games.cairn.gear.uses import use, working_of
from tallow.games.cairn.magic.workings import aim
from tallow.mechanics.two_sides import find, put
from tests.games.cairn.casters import Told, table

GEAR = {
    gear.name: gear
    for listed in (
        *(background.gear for background in backgrounds().values()),
        *(row.gives for each in tables().values() for row in each.rows),
    )
    for gear in listed
}


def item(name, id_="it"):
    return from_ref(f"cairn.item.{name}", id_) if name.islower() else from_gear(GEAR[name], id_)


def using(state, play=None):
    play = play or Told(d20=20)
    thing = next(i for i in find(state, "mage").items if i.id == "it")
    return use(play, state, "mage", "it", aim(play, state, "mage", working_of(thing)))


def used(name, play=None, **changes):
    return using(table(item(name), **changes), play)


def left(state):
    return next((i for i in find(state, "mage").items if i.id == "it"), None)


def hurt(state, who="mage", **changes):
    return put(state, replace(find(state, who), **changes))
