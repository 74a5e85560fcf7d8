"""Settlements: where the party stays between expeditions, their size, and the effects of their ill will."""

from msgspec.structs import replace

from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.state import Interlude, Settlement, State
from tallow.games.deeds import Deed
from tallow.play import REFEREE, Play, rule

SIZE = "dead_weight.table.settlement_size"
KNOWN = {"Trinta": 3, "Luna": 3, "Yoros": 5, "Kumar Port": 5, "Steinsburg": 4, "Brutburg": 4, "Cefit": 2}
"""The places of the island that people live in, with their sizes."""

DEARER, INN_DEARER, SHUNNED, NO_INN, OUTCAST, BOYCOTT, HUNTED = 1, 2, 3, 4, 5, 6, 7
"""The numbers of the settlement's doom at which something changes."""

HARVEST, SURPLUS = "bad_harvest", "good_harvest"
CROWDED, DESERTED = "overcrowded", "empty_streets"
INVESTOR, ROOM = "naive_investor", "guest_room"
"""What can go on in a settlement."""


@rule("dead_weight.table.settlement_size")
def settled_in(state: State, name: str, size: int = 0) -> State:
    """The state with the party in a settlement; a new one begins without doom, at the given or known size."""
    stay = state.interlude or Interlude()
    if not any(town.name == name for town in state.settlements):
        town = Settlement(name, size or KNOWN.get(name, Settlement().size))
        state = replace(state, settlements=(*state.settlements, town))
    return replace(state, interlude=replace(stay, settlement=name))


def town(state: State) -> Settlement:
    """The settlement where the party is."""
    name = state.interlude.settlement if state.interlude else ""
    return next((place for place in state.settlements if place.name == name), Settlement())


def runs(state: State, code: str) -> bool:
    """Whether this event goes on in the settlement now."""
    return state.interlude is not None and any(running == code for running, _ in state.interlude.running)


def begin(state: State, code: str, days: int, instead: str = "") -> State:
    """An event goes on for this many days, or longer if it already does; the event `instead` ends."""
    stay = state.interlude
    if stay is None:
        return state
    left = dict(stay.running)
    left.pop(instead, None)
    left[code] = max(days, left.get(code, 0))
    return replace(state, interlude=replace(stay, running=tuple(left.items())))


@rule("dead_weight.interlude.days")
def next_day(stay: Interlude) -> Interlude:
    """A new day: events have one day less to go, and nobody has announced anything."""
    running = tuple((code, max(0, days - 1)) for code, days in stay.running if days != 1)
    return replace(stay, day=stay.day + 1, announced=(), done=(), running=running)


@rule("dead_weight.interlude.settlement_doom", "dead_weight.table.settlement_doom")
def surcharge(doom: int) -> int:
    """How much more all goods cost: one silver at doom 1, one more at 3, one more at 5."""
    return sum(doom >= at for at in (DEARER, SHUNNED, OUTCAST))


@rule("dead_weight.interlude.settlement_doom", "dead_weight.table.settlement_doom")
def sells(doom: int, rarity: str) -> bool:
    """Whether goods of a rarity are sold to the party: up to uncommon at doom 3, up to common at 5, none at 6."""
    if doom >= BOYCOTT:
        return False
    if doom >= OUTCAST:
        return rarity in {"free", "common"}
    return doom < SHUNNED or rarity in {"free", "common", "uncommon"}


@rule("dead_weight.interlude.settlement_doom", "dead_weight.table.settlement_doom")
def serves(state: State) -> bool:
    """Whether surgeons, witch doctors and entertainers serve the party."""
    return town(state).doom < BOYCOTT


@rule("dead_weight.table.sleep_inn", "dead_weight.table.settlement_doom", "dead_weight.table.opportunity")
def inn(state: State) -> int | None:
    """The price of a night at the inn for each; None in small places, and where the party is not welcome."""
    place = town(state)
    if place.size < 3 or place.doom >= NO_INN:
        return None
    cost = 2 if place.doom >= INN_DEARER else 1
    if runs(state, CROWDED):
        return cost * 2
    return -(-cost // 2) if runs(state, DESERTED) else cost


@rule("dead_weight.table.settlement_size")
def change_settlement(play: Play, state: State, _: str) -> State:
    """The GM says in which settlement the party is: one of the island, or another of some size."""
    known = tuple(("town", name, size) for name, size in KNOWN.items())
    _, name, size = play.choose(REFEREE, "settlement", (*known, ("another", "", 0)), why=SIZE)
    if not name:
        name = play.write(REFEREE, "settlement_name", why=SIZE).strip()[:60] or Settlement().name
        if not any(place.name == name for place in state.settlements):
            sizes = tuple(("size", int(row.on), row.name) for row in tables()[SIZE].rows)
            size = play.choose(REFEREE, "settlement_size", sizes, name, why=SIZE)[1]
    play.tell("settlement", name, why=SIZE)
    return replace(settled_in(state, name, size), market=replace(state.market, stock=()))


@rule("dead_weight.table.sleep_house")
def guest_room(play: Play, state: State, _: str) -> State:
    """The GM says whether the party has a room or house of its own to sleep in."""
    stay = state.interlude
    if stay is None:
        return state
    had = runs(state, ROOM)
    play.tell("guest_room.gone" if had else "guest_room", stay.settlement, why="dead_weight.table.sleep_house")
    running = tuple(pair for pair in stay.running if pair[0] != ROOM)
    return replace(state, interlude=replace(stay, running=running if had else (*running, (ROOM, 0))))


def staying(state: State, _: str) -> bool:
    """Whether the party is in a settlement, and in no fight."""
    return state.phase == "interlude" and state.interlude is not None and state.combat is None


def _with_nights(state: State, who: str) -> bool:
    return staying(state, who) and state.settings.interlude_mode == "days"


DEEDS: tuple[Deed[State], ...] = (
    Deed("change_settlement", change_settlement, SIZE, by="referee", shown=staying, group="interlude", rank=-1),
    Deed(
        "guest_room",
        guest_room,
        "dead_weight.table.sleep_house",
        by="referee",
        shown=_with_nights,
        group="interlude",
        rank=-1,
    ),
)
