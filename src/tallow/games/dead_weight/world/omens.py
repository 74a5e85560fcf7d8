"""Omens: the party's tracker, and the table for a full one."""

from msgspec.structs import replace

from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.gear.inventory import roles, with_item, without
from tallow.games.dead_weight.state import Item, Omens, State, adventurer, alive, put, speaker
from tallow.games.dead_weight.world.decay import decays, equipped, ruin
from tallow.games.dead_weight.world.trackers import who_see_omens
from tallow.play import REFEREE, Play, rule

TABLE = "dead_weight.table.omens"
DISCARDED = {1: "dead_weight.item.water", 4: "dead_weight.item.ration", 5: "dead_weight.item.torch"}
MAGICAL = ("magic", "scroll")
HALLOWED = ("grimoire", "holy_symbol")


@rule("dead_weight.omens.size", "dead_weight.tracker.omens", "dead_weight.doom.trackers")
def new_omens(play: Play, state: State) -> State:
    """A new tracker of 2d6 steps; points beyond the size of the last one are carried over."""
    over = max(0, state.omens.filled - state.omens.size) if state.omens.size else state.omens.filled
    size = sum(play.roll(2, by=REFEREE, why="dead_weight.omens.size", hidden=True))
    play.tell("omens.new", size, over, why="dead_weight.omens.size", seen_by=who_see_omens(state))
    return replace(state, omens=Omens(size, over))


@rule("dead_weight.omens.size", "dead_weight.omens.location", "dead_weight.omens.cannot_pay")
def omens(play: Play, state: State) -> State:
    """While the tracker is full: an omen, a second one if it could not be paid in full, and a new tracker."""
    while state.omens.size and state.omens.filled >= state.omens.size:
        play.tell("omens.full", why="dead_weight.omens.size")
        state, met = omen(play, state)
        if not met:
            play.tell("omens.unmet", why="dead_weight.omens.cannot_pay")
            state, _ = omen(play, state)
        state = new_omens(play, state)
    return state


@rule("dead_weight.table.omens")
def omen(play: Play, state: State) -> tuple[State, bool]:
    """One roll on the table, and whether the party could pay its whole cost."""
    (row,) = play.roll(1, by=REFEREE, why=TABLE)
    play.tell("omen", tables()[TABLE].row(row).name, why=TABLE)
    if row == 3:
        for one in state.party:
            state = decays(play, decays(play, state, one.id), one.id)
        return state, True
    if row == 6:
        return _magic(play, state)
    (due,) = play.roll(1, 4, by=REFEREE, why=TABLE)
    play.tell("omen.due", due, why=TABLE)
    for left in range(due, 0, -1):
        held = tuple(
            (one.id, item)
            for one in state.party
            if alive(one)
            for item in (equipped(one) if row == 2 else one.items)
            if row == 2 or item.ref == DISCARDED[row]
        )
        if not held:
            return state, False
        state = _give_up(play, state, held, left, whole=row == 2)
    return state, True


def _give_up(play: Play, state: State, held: tuple[tuple[str, Item], ...], left: int, *, whole: bool) -> State:
    """One of these things, as the party chooses, breaks or loses a piece."""
    which = play.choose(speaker(state), "omen_takes", tuple(item.id for _, item in held), left, why=TABLE)
    who, item = next((who, item) for who, item in held if item.id == which)
    if whole:
        return ruin(play, state, who, item)
    one = adventurer(state, who)
    play.tell("item.lost", one.name, item.name, why=TABLE)
    if item.count > 1:
        return put(state, with_item(one, replace(item, count=item.count - 1)))
    return put(state, without(one, which))


@rule("dead_weight.table.omens", "dead_weight.item.magical_item_or_scroll")
def _magic(play: Play, state: State) -> tuple[State, bool]:
    """A magic item or scroll is lost; a grimoire or holy symbol only if there is no other, and the GM agrees."""
    held = _with_roles(state, MAGICAL)
    if not held:
        held = _with_roles(state, HALLOWED)
        if not held or play.choose(REFEREE, "omen_hallowed", ("no", "yes"), why=TABLE) == "no":
            return state, False
    return _give_up(play, state, held, 1, whole=False), True


def _with_roles(state: State, wanted: tuple[str, ...]) -> tuple[tuple[str, Item], ...]:
    return tuple(
        (one.id, item)
        for one in state.party
        if alive(one)
        for item in one.items
        if any(role in wanted for role in roles(item))
    )
