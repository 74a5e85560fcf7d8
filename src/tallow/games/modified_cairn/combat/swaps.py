"""Swaps in a fight: exchanging things between hands, Body and Pack, giving them to an ally, picking them up."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Refusal
from tallow.games.modified_cairn.characters.boons import bars
from tallow.games.modified_cairn.combat.bands import beside, fight
from tallow.games.modified_cairn.combat.manoeuvre import Manoeuvre, simply
from tallow.games.modified_cairn.gear.inventory import burning, item_of, without
from tallow.games.modified_cairn.gear.slots import ROOM, filled, fits, room, settle, stow
from tallow.games.modified_cairn.state import Creature, Declaration, Item, Region, State, able, side_of
from tallow.games.modified_cairn.world.darkness import PLACES, shade
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, rule

READY: tuple[Region, ...] = ("hands", "body")
"""The regions of what can be used straight away."""


def placed(creature: Creature, places: dict[str, str]) -> Creature:
    """The creature with some of its things in other places; a light goes out where it cannot burn."""
    items = [_put(item, places[item.id]) if item.id in places else item for item in creature.items]
    return replace(creature, items=tuple(items))


def _put(item: Item, place: str) -> Item:
    return replace(item, place=place, lit=item.lit and place in PLACES.get(item.ref, ()))


def _roomy(creature: Creature) -> bool:
    """Whether no region has more things than it has slots for, and the Body nothing that it cannot wear."""
    worn = [item for item in creature.items if item.place == "body"]
    if any(bars(creature, item) for item in worn):
        return False
    return all(filled(creature, region) <= room(creature, region) for region in ROOM)


def _named(creature: Creature, which: str) -> str:
    return item_of(creature, which).name if which else "nothing"


@rule("modified_cairn.turn.free_swap", "modified_cairn.action.free_swap")
def exchanges(creature: Creature) -> list[tuple[str, str]]:
    """What one hand and the Body can exchange, as (in hand, on the Body), "" for an empty slot; nothing Bulky."""
    held = [item.id for item in creature.items if item.place == "hands" and item.size != "bulky"]
    worn = [item.id for item in creature.items if item.place == "body" and item.size != "bulky"]
    pairs = [(hand, body) for body in (*worn, "") for hand in ("", *held) if hand or body]
    found = []
    for hand, body in pairs:
        places = {which: place for which, place in ((hand, "body"), (body, "hands")) if which}
        if _roomy(placed(creature, places)):
            found.append((hand, body))
    return found


@rule("modified_cairn.turn.free_swap", "modified_cairn.setting.free_swaps")
def no_free_swap(state: State, who: str) -> Refusal | None:
    """Why no free swap is possible: it was used this turn, or nothing fits."""
    if state.settings.free_swaps == "one" and who in fight(state).swapped:
        return Refusal("swapped", (find(state, who).name,), "modified_cairn.turn.free_swap")
    if not exchanges(find(state, who)):
        return Refusal("nothing_to_swap", (find(state, who).name,), "modified_cairn.turn.free_swap")
    return None


@rule("modified_cairn.turn.free_swap", "modified_cairn.action.free_swap", "modified_cairn.armour.don")
def free_swap(play: Play, state: State, who: str) -> State:
    """Exchange one thing in hand with one on the Body, before the Action."""
    return _swapped(play, _noted(state, who), who, *_pair(play, find(state, who)))


@rule("modified_cairn.turn.free_swap", "modified_cairn.action.free_swap")
def swap_after(play: Play, state: State, who: str) -> State:
    """Plan a free swap for after the Action, such as taking a shield after a shot."""
    hand, body = _pair(play, find(state, who))
    play.tell("swap_later", find(state, who).name, why="modified_cairn.turn.free_swap")
    state = _noted(state, who)
    combat = fight(state)
    return replace(state, combat=replace(combat, later=(*combat.later, (who, hand, body))))


@rule("modified_cairn.turn.free_swap")
def swaps_follow(play: Play, state: State) -> State:
    """Make the swaps planned for after the Action, as far as they are still possible."""
    here = {one.id for one in (*state.party, *state.foes)}
    for who, hand, body in fight(state).later:
        if who in here and able(find(state, who)) and (hand, body) in exchanges(find(state, who)):
            state = _swapped(play, state, who, hand, body)
    return replace(state, combat=replace(fight(state), later=()))


def _pair(play: Play, creature: Creature) -> tuple[str, str]:
    """Ask which thing in hand and which on the Body to exchange."""
    pairs = exchanges(creature)
    options: list[Any] = [
        ("swap", *pair) if all(pair) else ("draw", pair[1]) if pair[1] else ("sheathe", pair[0]) for pair in pairs
    ]
    why = "modified_cairn.turn.free_swap"
    return pairs[options.index(play.choose(creature.seat, "free_swap", options, creature.name, why=why))]


def _swapped(play: Play, state: State, who: str, hand: str, body: str) -> State:
    creature, why = find(state, who), "modified_cairn.turn.free_swap"
    play.tell("swapped", creature.name, _named(creature, hand), _named(creature, body), why=why)
    places = {which: place for which, place in ((hand, "body"), (body, "hands")) if which}
    return shade(put(state, settle(placed(creature, places))))


def _noted(state: State, who: str) -> State:
    """The state with this turn's free swap of a creature used."""
    combat = fight(state)
    return replace(state, combat=replace(combat, swapped=(*combat.swapped, who)))


def _rearranged(creature: Creature) -> Creature:
    places = {item.id: "body" if item.place == "hands" else "hands" for item in creature.items if item.place in READY}
    return placed(creature, places)


@rule("modified_cairn.action.rearrange")
def _cannot_rearrange(_state: State, creature: Creature) -> Refusal | None:
    if not any(item.place in READY for item in creature.items) or not _roomy(_rearranged(creature)):
        return Refusal("nothing_to_swap", (creature.name,), "modified_cairn.action.rearrange")
    return None


@rule("modified_cairn.action.rearrange")
def _rearrange(play: Play, state: State, made: Declaration) -> State:
    """Exchange the things in both hands with those on the Body, Bulky things included."""
    creature = find(state, made.who)
    if _cannot_rearrange(state, creature):
        return state
    play.tell("rearranged", creature.name, why="modified_cairn.action.rearrange")
    return shade(put(state, settle(_rearranged(creature))))


@rule("modified_cairn.action.pack_swap", "modified_cairn.inventory.pack_time")
def pack_exchanges(creature: Creature) -> list[tuple[str, str, str]]:
    """Possible exchanges with the Pack: (out of the Pack, into it, where the first goes), "" for an empty slot."""
    packed = [item for item in creature.items if item.place in ("pack", "overflow")]
    ready = [item for item in creature.items if item.place in READY]
    found: list[tuple[str, str, str]] = []
    for out in packed:
        found += [(out.id, "", place) for place in READY if fits(creature, out, place)]
        exchanged = [into for into in ready if _roomy(placed(creature, {out.id: into.place, into.id: "pack"}))]
        found += [(out.id, into.id, into.place) for into in exchanged]
    found += [("", item.id, "pack") for item in ready if fits(creature, item, "pack")]
    return found


def _cannot_pack(_state: State, creature: Creature) -> Refusal | None:
    if pack_exchanges(creature):
        return None
    return Refusal("nothing_to_swap", (creature.name,), "modified_cairn.action.pack_swap")


def _say_pack(play: Play, state: State, creature: Creature) -> Declaration:
    """Ask which thing to take out of the Pack, then what makes room for it."""
    found = pack_exchanges(creature)
    why = "modified_cairn.action.pack_swap"
    first = tuple(dict.fromkeys([out or "nothing" for out, _, _ in found]))
    out = play.choose(creature.seat, "out_of_pack", first, creature.name, why=why)
    ways: list[Any] = [
        ("into", into, place) if into else ("free", place) for o, into, place in found if (o or "nothing") == out
    ]
    way = play.choose(creature.seat, "into_pack", tuple(ways), creature.name, why=why)
    into, place = (way[1], way[2]) if way[0] == "into" else ("", way[1])
    return Declaration(creature.id, "pack_swap", item="" if out == "nothing" else out, other=into, detail=place)


@rule("modified_cairn.action.pack_swap")
def _pack_swap(play: Play, state: State, made: Declaration) -> State:
    """Exchange a thing in hand or on the Body with one in the Pack."""
    creature = find(state, made.who)
    if (made.item, made.other, made.detail) not in pack_exchanges(creature):
        return state
    places = {which: place for which, place in ((made.item, made.detail), (made.other, "pack")) if which}
    play.tell(
        "swapped",
        creature.name,
        _named(creature, made.other),
        _named(creature, made.item),
        why="modified_cairn.action.pack_swap",
    )
    return shade(put(state, settle(placed(creature, places))))


def _allies(state: State, creature: Creature) -> tuple[str, ...]:
    side = side_of(state, creature.id)
    return tuple([one for one in beside(state, creature.id) if side_of(state, one) == side and able(find(state, one))])


def _givable(creature: Creature) -> tuple[str, ...]:
    return tuple([item.id for item in creature.items if item.place in READY])


def _cannot_give(state: State, creature: Creature) -> Refusal | None:
    if not _givable(creature):
        return Refusal("nothing_to_give", (creature.name,), "modified_cairn.action.give_item")
    if not _allies(state, creature):
        return Refusal("no_ally", (creature.name,), "modified_cairn.action.give_item")
    return None


def _say_gift(play: Play, state: State, creature: Creature) -> Declaration:
    why = "modified_cairn.action.give_item"
    whom = play.choose(creature.seat, "give_whom", _allies(state, creature), creature.name, why=why)
    what = play.choose(creature.seat, "give_what", _givable(creature), creature.name, why=why)
    return Declaration(creature.id, "give_item", target=whom, item=what)


@rule("modified_cairn.action.give_item")
def _give(play: Play, state: State, made: Declaration) -> State:
    """Give a thing to an ally: into an empty hand, else wherever there is room, or into overflow."""
    giver, ally = find(state, made.who), find(state, made.target)
    if made.item not in _givable(giver):
        return state
    thing = item_of(giver, made.item)
    giver = settle(without(giver, thing.id))
    play.tell("given", giver.name, thing.name, ally.name, why="modified_cairn.action.give_item")
    return shade(put(state, giver, burning(stow(ally, thing, ("hands", "body", "pack")), thing.id)))


def _takeable(state: State, creature: Creature) -> tuple[str, ...]:
    return tuple([item.id for item in state.ground if fits(creature, item, "hands")])


def _cannot_grab(state: State, creature: Creature) -> Refusal | None:
    if not state.ground:
        return Refusal("nothing_there", (), "modified_cairn.action.pick_up")
    if not _takeable(state, creature):
        return Refusal("hands_full", (creature.name,), "modified_cairn.action.pick_up")
    return None


def _say_grab(play: Play, state: State, creature: Creature) -> Declaration:
    why = "modified_cairn.action.pick_up"
    what = play.choose(creature.seat, "grab_what", _takeable(state, creature), creature.name, why=why)
    return Declaration(creature.id, "grab", item=what)


@rule("modified_cairn.action.pick_up", "modified_cairn.inventory.drop")
def _grab(play: Play, state: State, made: Declaration) -> State:
    """Pick up something from the ground into an empty hand."""
    creature = find(state, made.who)
    if made.item not in _takeable(state, creature):
        return state
    thing = next(item for item in state.ground if item.id == made.item)
    play.tell("grabbed", creature.name, thing.name, why="modified_cairn.action.pick_up")
    state = replace(state, ground=tuple([item for item in state.ground if item.id != thing.id]))
    return put(state, stow(creature, thing, ("hands",)))


def _carries(_state: State, creature: Creature) -> bool:
    return bool(creature.items)


SWAPS = {
    "rearrange": Manoeuvre(
        _cannot_rearrange, simply("rearrange"), _rearrange, "modified_cairn.action.rearrange", shown=_carries
    ),
    "pack_swap": Manoeuvre(_cannot_pack, _say_pack, _pack_swap, "modified_cairn.action.pack_swap", shown=_carries),
    "give_item": Manoeuvre(_cannot_give, _say_gift, _give, "modified_cairn.action.give_item", shown=_carries),
    "grab": Manoeuvre(
        _cannot_grab, _say_grab, _grab, "modified_cairn.action.pick_up", shown=lambda state, _: bool(state.ground)
    ),
}
