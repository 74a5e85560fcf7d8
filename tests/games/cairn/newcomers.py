"""Characters and tables to begin with, for tests of creation, things, the market and hirelings."""

from msgspec.structs import replace

from tallow.games.cairn.entries import Gear, tables
from tallow.games.cairn.folk import backgrounds, roles
from tallow.games.cairn.gear.things import from_gear, worn
from tallow.games.cairn.record import DEEDS
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Creature, Item, Life, State
from tallow.mechanics.tables import row_id
from tests.games.playing import perform, refusal_code

SETTINGS = Settings()


def rolled_row(boon):
    """The id of a row by the number that is rolled for it, such as `cairn.table.bond:3`."""
    table, on = boon.split(":")[:2]
    return row_id(table, tables()[table].row(int(on)))


def somebody(id_="pc1", *items, boons=(), bonds=(), kind="pc", seat="anna", **changes):
    base = Creature(id_, id_.capitalize(), kind, 4, 4, 10, 10, 10, 10, 10, 10, seat=seat, items=items)
    chosen = tuple((rolled_row(f"cairn.table.{boon}"), boon.split(":")[2]) for boon in boons if boon.count(":") > 1)
    boons = tuple(rolled_row(f"cairn.table.{boon}") for boon in boons)
    bonds = tuple(rolled_row(f"cairn.table.bond:{bond}") for bond in bonds)
    return replace(base, life=Life(boons=boons, bonds=bonds, chosen=chosen), **changes)


def thing(id_, slots=1, **fields):
    return Item(id_, fields.pop("name", id_.capitalize()), slots=slots, **fields)


def things(number, slots=1):
    return tuple(thing(f"thing{at}", slots) for at in range(number))


def table(*people, **changes):
    return State(**{"phase": "town", "party": people, **changes})


def act(state, name, who, *script):
    """Do a deed by a script that must fit it exactly; gives the state after it and the play."""
    return perform(DEEDS, state, name, who, *script)


def refused(state, name, who):
    """The code with which a deed is refused."""
    return refusal_code(DEEDS, state, name, who)


def one(state, who):
    return next(creature for creature in state.party if creature.id == who)


def item(creature, name):
    return next(i for i in creature.items if i.name == name)


def gear_lines():
    """Every line of gear of backgrounds, hirelings and tables."""
    for origin in backgrounds().values():
        yield from origin.gear
    for role in roles().values():
        yield from role.gear
    for listed in tables().values():
        for row in listed.rows:
            yield from row.gives


def described(gear: Gear) -> str:
    """A line of gear as the thing that it becomes, put where it belongs: one line of gear.txt."""
    made = worn(from_gear(gear, ""))
    parts = [
        made.name,
        f"{made.slots} slots",
        f"{made.hands} hands",
        f"{made.damage} {made.range}{' blast' if made.blast else ''}" if made.damage else "",
        f"{'+' if made.bonus else ''}{made.armor} armor" if made.armor else "",
        f"{made.uses} uses" if made.uses else "",
        f"{made.charges} charges" if made.charges else "",
        f"heals {made.heals}" if made.heals else "",
        f"{made.save} save" if made.save else "",
        f"{made.value_gp} gp" if made.value_gp else "",
        f"room {made.room}" if made.room else "",
        made.spell,
        "/".join(made.qualities),
        made.place if made.place != "pack" else "",
    ]
    return ", ".join(part for part in parts if part)
