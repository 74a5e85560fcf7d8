"""What people see: keepers with their Light, shades with their Gloom."""

from typing import Literal

from tallow.games.view import Panel, Stat, Tag, Tags, Track, View
from tallow.play import Seat
from wick.state import FULL, Keeper, State


def panel(one: Keeper, kind: Literal["sheet", "card"]) -> Panel:
    """A keeper's sheet, or the card that others see."""
    dark = not one.light
    tags = (Tag("lost" if one.lost else "dark", why="wick.end.dark", bad=True),) if dark or one.lost else ()
    blocks = (
        Track("light", one.light, FULL, "wick.keeper.light"),
        Stat("nerve", one.nerve, why="wick.keeper.scores"),
        Stat("craft", one.craft, why="wick.keeper.scores"),
        *((Tags("signs", tags),) if tags else ()),
    )
    return Panel(one.id, one.name, kind, blocks, seat=one.seat)


def view(state: State, seat: Seat) -> View:
    """One's own keeper as a sheet, the others as cards, and the shades in the room."""
    keepers = [panel(one, "sheet" if one.seat == seat else "card") for one in state.party]
    shades = [Panel(o.id, o.name, "card", (Track("gloom", o.gloom, 6, o.of),)) for o in state.shades]
    room = [Panel("room", "", "scene", (Stat("round", state.round, why="wick.round.turns"),))] if state.round else []
    return View((*room, *keepers, *shades))


def sheet(one: Keeper) -> View:
    """A keeper's sheet by itself."""
    return View((panel(one, "sheet"),))


def name(state: State, id_: str) -> str:
    """What somebody is called."""
    names = {one.id: one.name for one in state.party} | {shade.id: shade.name for shade in state.shades}
    return names.get(id_, id_)
