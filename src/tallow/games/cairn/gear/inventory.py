"""Inventory: ten slots, petty and bulky things, coins, hands, armour worn, Fatigue, and what a full pack does."""

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import ABSORBED, RHYME_CURSE, absorbs, has_boon, natural_armor
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Cause, Creature, Item, State
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

SLOTS = 10
BACKPACK = 6
OWN = ("pack", "hands", "worn")
FULL = "full_inventory"
NO_BACKPACK = "no_backpack"
SWIFT, FAST = "swift_mount", "fast_mount"
PURSE = "coins"
"""Coins among things to choose from; an id of no thing."""

COINS: RuleId = "cairn.item.coins"
BURIAL_WAGON, DONKEY = "Burial wagon", "Donkey"


@rule("cairn.inventory.coins", "cairn.item.coins")
def coin_slots(gp: int, settings: Settings) -> int:
    """The slots that coins of this worth fill."""
    return gp // 100 if settings.coin_slots == "per_100" else min(1, gp // 100)


@rule(
    "cairn.inventory.one_slot",
    "cairn.inventory.petty",
    "cairn.inventory.bulky",
    "cairn.fatigue.slot",
    "cairn.inventory.transport",
)
def slots_used(creature: Creature, settings: Settings) -> int:
    """How many of a creature's own slots are filled."""
    things = sum(item.slots for item in creature.items if item.place in OWN)
    return things + creature.fatigue + creature.burden + coin_slots(creature.gp, settings)


@rule("cairn.inventory.ten", "cairn.inventory.hands", "cairn.hireling.play")
def slots(creature: Creature) -> int:
    """How many slots a creature has of its own: ten, and six fewer without a backpack."""
    return SLOTS - BACKPACK if has(creature, NO_BACKPACK) else SLOTS


@rule("cairn.inventory.ten")
def free_slots(creature: Creature, settings: Settings) -> int:
    """How many slots are left."""
    return slots(creature) - slots_used(creature, settings)


@rule("cairn.inventory.full", "cairn.inventory.hands")
def full(creature: Creature, settings: Settings) -> bool:
    """Whether every slot is filled."""
    return free_slots(creature, settings) <= 0


@rule("cairn.inventory.ten", "cairn.inventory.coins")
def fits(creature: Creature, item: Item, settings: Settings) -> bool:
    """Whether a thing more can be carried; a beast or cart beside its owner fills nothing."""
    return item.place == "beside" or item.slots <= free_slots(creature, settings)


@rule("cairn.armor.cap", "cairn.armor.shield")
def armor(creature: Creature) -> int:
    """The Armor of a creature: its own, the best suit it wears, and what adds to it while held or worn; at most 3."""
    hardened = 1 if creature.conditions and has(creature, "armored") else 0
    if not creature.items or creature.was:
        return min(3, creature.armor + hardened)
    suit, added, shields = natural_armor(creature), 0, 0
    for item in creature.items:
        if not item.armor or item.place not in {"worn", "hands"}:
            continue
        if not item.bonus:
            suit = max(suit, item.armor)
        elif item.place == "hands":
            shields = max(shields, item.armor)
        else:
            added += item.armor
    return min(3, suit + added + shields + hardened)


@rule("cairn.inventory.full", "cairn.condition.overburdened")
def load(play: Play, creature: Creature, settings: Settings, clock: int) -> Creature:
    """After any change of load: ten filled slots bring HP to 0, or deprive, until one is free."""
    creature = _thesaurus(creature, clock)
    filled = full(creature, settings)
    if settings.full_inventory == "deprived":
        held = any(cause.name == FULL for cause in creature.deprived)
        if filled and not held:
            play.tell("load.deprived", creature.name, why="cairn.inventory.full")
            return replace(creature, deprived=(*creature.deprived, Cause(FULL, clock)))
        if held and not filled:
            return replace(creature, deprived=tuple(c for c in creature.deprived if c.name != FULL))
        return creature
    if filled and creature.hp:
        play.tell("load.full", creature.name, why="cairn.condition.overburdened")
        return replace(creature, hp=0)
    return creature


@rule("cairn.table.jongleur_1")
def _thesaurus(creature: Creature, clock: int) -> Creature:
    """Who can only speak in rhyme is deprived while the thesaurus is not at hand."""
    if not creature.life.boons or not has_boon(creature, RHYME_CURSE):
        return creature
    left = tuple(cause for cause in creature.deprived if cause.name != "thesaurus")
    if any(item.name == "Thesaurus" for item in creature.items):
        return replace(creature, deprived=left)
    return creature if left != creature.deprived else replace(creature, deprived=(*left, Cause("thesaurus", clock)))


@rule("cairn.fatigue.no_room", "cairn.fatigue.all_slots", "cairn.condition.fatigue", "cairn.fatigue.sources")
def tire(play: Play, state: State, who: str, amount: int = 1, why: RuleId = "cairn.fatigue.sources") -> State:
    """Fatigue fills slots; without room something is dropped, and with ten Fatigue the bearer collapses."""
    for _ in range(amount):
        creature = find(state, who)
        if absorbs(creature):
            play.tell("fatigue.absorbed", creature.name, why="cairn.table.bond")
            state = put(state, replace(creature, spent=(*creature.spent, ABSORBED)))
            continue
        if creature.fatigue >= SLOTS:
            play.tell("fatigue.collapse", creature.name, why="cairn.fatigue.all_slots")
            return put(state, gain(creature, "collapsed"))
        state = make_room(play, state, who)
        creature = find(state, who)
        play.tell("fatigue.added", creature.name, creature.fatigue + 1, why=why)
        state = put(state, replace(creature, fatigue=creature.fatigue + 1))
    return put(state, load(play, find(state, who), state.settings, state.clock))


@rule("cairn.fatigue.no_room")
def make_room(play: Play, state: State, who: str, *, keep: str = "") -> State:
    """Something else than `keep` is put down, or coins are, until a slot is free for Fatigue."""
    creature = find(state, who)
    while free_slots(creature, state.settings) < 1:
        options = tuple(id_ for id_ in droppable(creature, state.settings) if id_ != keep)
        if not options:
            break
        which = play.choose(creature.seat, "drop_for_fatigue", options, creature.name, why="cairn.fatigue.no_room")
        if which == PURSE:
            gp = coins_for_a_slot(creature, state.settings)
            play.tell("coins.dropped", creature.name, gp, why="cairn.fatigue.no_room")
            creature, state = replace(creature, gp=creature.gp - gp), leave_coins(state, gp)
            continue
        thing = find_item(creature, which)
        play.tell("item.dropped", creature.name, thing.name, why="cairn.fatigue.no_room")
        if thing.room:
            creature = with_item(creature, put_away(thing))
        else:
            creature, left = parted(creature, which)
            state = replace(state, ground=state.ground + left)
    return put(state, creature)


def droppable(creature: Creature, settings: Settings) -> tuple[str, ...]:
    """The things that would free a slot, and coins where they fill one."""
    things = [item.id for item in creature.items if item.slots and item.place in OWN]
    return (*things, PURSE) if coin_slots(creature.gp, settings) else tuple(things)


@rule("cairn.inventory.coins")
def coins_for_a_slot(creature: Creature, settings: Settings) -> int:
    """How many gold pieces somebody must put down so that their coins fill one slot less."""
    return creature.gp % 100 + 1 if settings.coin_slots == "per_100" else creature.gp - 99


def leave_coins(state: State, gp: int) -> State:
    """So many gold pieces lie on the ground."""
    if not gp:
        return state
    state, id_ = serial(state, "i")
    return replace(state, ground=(*state.ground, Item(id_, PURSE, COINS, slots=0, value_gp=gp)))


def without(creature: Creature, item: str) -> Creature:
    """The creature without one of its things, and without what was loaded on that."""
    return replace(creature, items=tuple(i for i in creature.items if item not in {i.id, i.place}))


@rule("cairn.inventory.ten", "cairn.inventory.full")
def receive(play: Play, state: State, who: str, item: Item) -> State:
    """A thing comes to somebody, and lies on the ground if it does not fit; of monsters no slots are counted."""
    bearer = find(state, who)
    if bearer.kind == "monster":
        return put(state, with_item(bearer, item))
    if not fits(bearer, item, state.settings):
        return replace(state, ground=(*state.ground, put_away(item)))
    return put(state, load(play, with_item(bearer, item), state.settings, state.clock))


@rule("cairn.spell.astral_prison")
def sealed(item: Item) -> bool:
    """Whether a thing is held out of time, so that nobody can use it."""
    return bool(item.sealed)


def holding(creature: Creature) -> tuple[Item, ...]:
    """What is in the hands."""
    return tuple(item for item in creature.items if item.place == "hands")


def find_item(creature: Creature, item: str) -> Item:
    """One of a creature's things."""
    for carried in creature.items:
        if carried.id == item:
            return carried
    raise KeyError(item)


def with_item(creature: Creature, item: Item) -> Creature:
    """The creature with this thing, in place of the one of the same id or besides."""
    if any(i.id == item.id for i in creature.items):
        return replace(creature, items=tuple(item if i.id == item.id else i for i in creature.items))
    return replace(creature, items=(*creature.items, item))


@rule("cairn.scar.sundered", "cairn.scar.broken_limb")
def hands(creature: Creature) -> int:
    """How many hands can hold something."""
    lost = sum(1 for s in creature.scars if s.of == "cairn.scar.sundered" and s.part in {"hand", "arm"})
    lost += sum(1 for s in creature.scars if s.part == "Arm" and (s.open or s.of == "cairn.table.lost_part"))
    if not creature.conditions:
        return max(0, 2 - lost)
    if has(creature, "handless") or has(creature, "netted"):
        return 0
    return max(0, 2 - lost) + has(creature, "multiarm") + has(creature, "multiarm_2")


@rule("cairn.inventory.hands", "cairn.inventory.swap")
def take_in_hand(creature: Creature, item: str) -> Creature:
    """Take something in hand, putting away what the hands no longer hold, oldest first."""
    wanted = find_item(creature, item)
    need = wanted.hands
    kept: list[str] = []
    room = hands(creature) - need
    for held in reversed(holding(creature)):
        if held.id != item and held.hands <= room:
            kept.append(held.id)
            room -= held.hands
    items = tuple(
        replace(i, place="hands") if i.id == item else put_away(i) if i.place == "hands" and i.id not in kept else i
        for i in creature.items
    )
    return replace(creature, items=items)


@rule("cairn.inventory.hands", "cairn.dungeon.light")
def hold(play: Play, creature: Creature, item: str) -> Creature:
    """Take something in hand, and say which light goes out because it is put away for it."""
    held = take_in_hand(creature, item)
    tell_lights_out(play, creature, held)
    return held


@rule("cairn.dungeon.light")
def tell_lights_out(play: Play, before: Creature, after: Creature) -> None:
    """Say which lights somebody no longer holds burning."""
    lit = {item.id for item in after.items if item.lit}
    for item in before.items:
        if item.lit and item.id not in lit:
            play.tell("light.out", before.name, item.name, why="cairn.dungeon.light")


@rule("cairn.inventory.swap", "cairn.item.cart")
def put_away(item: Item) -> Item:
    """A thing out of the hands and into the pack, no longer burning; a cart is left standing."""
    return replace(item, place="beside" if item.room else "pack", lit=False)


@rule("cairn.inventory.transport")
def room_left(creature: Creature, carrier: str, room: int) -> int:
    """How many slots a beast or cart still has for its owner's things."""
    return room - sum(item.slots for item in creature.items if item.place == carrier)


@rule("cairn.inventory.transport", "cairn.item.cart", "cairn.item.horse", "cairn.item.mule", "cairn.item.wagon")
def carriers(creature: Creature) -> tuple[tuple[str, int], ...]:
    """A creature's carts and beasts among its things, each with its room; a donkey before a wagon has 2 more."""
    pulls = any(item.name == BURIAL_WAGON for item in creature.items)
    return tuple(
        (item.id, item.room + (2 if pulls and item.name == DONKEY else 0)) for item in creature.items if item.room
    )


def spend(creature: Creature, item: str) -> Creature:
    """One use or charge less of a thing; what has had its last use is gone."""
    thing = find_item(creature, item)
    if thing.charges_max:
        return with_item(creature, replace(thing, charges=max(0, thing.charges - 1)))
    if thing.uses > 1:
        return with_item(creature, replace(thing, uses=thing.uses - 1))
    return without(creature, item) if thing.uses else creature


def parted(creature: Creature, which: str) -> tuple[Creature, tuple[Item, ...]]:
    """A creature without one of its things, and that thing, put away, with what is on it."""
    loaded = tuple(item for item in creature.items if item.place == which)
    thing = put_away(find_item(creature, which))
    if "limb" in thing.qualities:
        thing = replace(thing, slots=2)
    kept = tuple(item for item in creature.items if which not in {item.id, item.place})
    creature = replace(creature, items=kept)
    if creature.rides == which:
        creature = shed(replace(creature, rides=""), SWIFT, FAST)
    return creature, (thing, *loaded)
