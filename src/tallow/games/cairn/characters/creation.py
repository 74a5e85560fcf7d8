"""Creation: a character step by step, from the background to the last slot."""

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.cairn.characters.boons import METAL_FOOT, STONE_HEART
from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.entries import Gear, Row, rows, tables
from tallow.games.cairn.folk import Background, backgrounds
from tallow.games.cairn.gear.inventory import OWN, carriers, full, hands, holding, room_left, take_in_hand, with_item
from tallow.games.cairn.gear.market import as_wanted, goods, price, repelling
from tallow.games.cairn.gear.things import from_gear, scroll, wearable, worn
from tallow.games.cairn.gear.weapon_names import weapon_types
from tallow.games.cairn.magic.spells import bound, random_spell
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Attack, Creature, Item, Life, unhurt
from tallow.mechanics.names import distinct
from tallow.mechanics.tables import row_id
from tallow.play import REFEREE, Play, RuleId, Seat, rule

PLAYER: Seat = "player"
ROLL, ANOTHER, ENOUGH, KEEP = "roll", "another", "enough", "keep"
TRAITS = ("physique", "skin", "hair", "face", "speech", "clothing", "virtue", "vice")
SWAPS = {"STR_DEX": (0, 1), "STR_WIL": (0, 2), "DEX_WIL": (1, 2)}
BOND, OMEN, BACKGROUND = "cairn.table.bond", "cairn.table.omen", "cairn.table.background"
QUICK = (
    "cairn.table.starting_armour",
    "cairn.table.starting_helmet",
    "cairn.table.starting_weapon",
    "cairn.table.starting_find",
)


class Start(Struct, frozen=True):
    """What gear lines and rows have given so far."""

    items: tuple[Item, ...] = ()
    boons: tuple[str, ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()
    gp: int = 0
    hp_dice: tuple[str, ...] = ("1d6",)
    extra_bonds: int = 0
    private_omen: bool = False


@rule("cairn.creation.steps", "cairn.setting.creation_mode", "cairn.creation.start_common")
def create(play: Play, settings: Settings, seat: Seat = PLAYER, taken: tuple[str, ...] = ()) -> Creature:
    """A new character of this seat; `taken` are the bonds that the party has already."""
    start = Start()
    origin = background(play, seat) if settings.creation_mode == "background" else None
    name = named(play, seat, origin)
    if origin is not None:
        start = Start(extra_bonds=origin.extra_bonds, private_omen=origin.private_omen)
        for gear in origin.gear:
            start = given(play, settings, seat, start, gear)
        for table in origin.tables:
            start = past(play, settings, seat, start, table)
    strength, dexterity, willpower = abilities(play, seat)
    hp = sum(rolled(play, notation, seat, "cairn.creation.hp") for notation in start.hp_dice)
    if origin is None:
        start = quick_gear(play, settings, seat, start)
    gp = rolled(play, origin.gp if origin else "3d6", seat, "cairn.creation.start_common")
    traits = rolled_traits(play, seat)
    bonds = rolled_bonds(play, seat, 1 + start.extra_bonds, taken)
    for bond in bonds:
        start = taken_from(play, settings, seat, start, rows()[bond])
    age = rolled_age(play, seat)
    creature = replace(
        unhurt("pc", name, "pc", hp, strength, dexterity, willpower),
        seat=seat,
        attacks=(Attack("kick", (6,)),) if METAL_FOOT in start.boons else (),
        items=start.items,
        gp=gp + start.gp,
        burden=sum(rows()[bond].slots_taken for bond in bonds),
        conditions=("stone_heart",) if STONE_HEART in bonds else (),
        life=Life(
            background=origin.id if origin else "",
            boons=start.boons,
            traits=traits,
            bonds=bonds,
            private_omen=omen(play, seat, secret=True) if start.private_omen else "",
            age=age,
            chosen=start.chosen,
        ),
    )
    return slots_check(play, equipped(creature), settings)


@rule("cairn.creation.background", "cairn.table.background")
def background(play: Play, seat: Seat) -> Background:
    """One of the twenty, rolled or chosen."""
    which = play.choose(seat, "background", (ROLL, *backgrounds()), why="cairn.creation.background")
    if which == ROLL:
        which = tables()[BACKGROUND].row(rolled(play, "1d20", seat, BACKGROUND)).effect
    play.tell("creation.background", which, why="cairn.creation.background")
    return backgrounds()[which]


@rule("cairn.creation.background", "cairn.hireling.flesh_out")
def named(play: Play, seat: Seat, origin: Background | None) -> str:
    """A name: one of the background's ten, or of anybody's without one; or another, which somebody writes."""
    why = "cairn.creation.background"
    listed = origin.names if origin else tuple(name for one in backgrounds().values() for name in one.names)
    name = play.choose(seat, "name", (ROLL, *listed, ANOTHER), origin.id if origin else "", why=why)
    if name == ANOTHER:
        return play.write(seat, "name", why=why).strip()[:60] or listed[0]
    if name == ROLL:
        first = 0 if origin else 10 * (rolled(play, "1d20", seat, why) - 1)
        return listed[first + rolled(play, "1d10", seat, why) - 1]
    return name


@rule("cairn.creation.background", "cairn.spell.random", "cairn.magic.spellbook_found")
def given(play: Play, settings: Settings, seat: Seat, start: Start, gear: Gear) -> Start:
    """A line of gear becomes a thing: a book has its oddity, a book or scroll of no spell yet a random one."""
    item = from_gear(gear, f"i{len(start.items) + 1}")
    if item.ref == "cairn.item.scroll" and not item.spell:
        item = scroll(random_spell(play, seat), item.id)
    elif item.ref == "cairn.item.spellbook":
        spell, effect = item.spell or random_spell(play, seat), item.effect if item.spell else ""
        item = replace(bound(play, settings, spell, item.id), effect=effect)
    else:
        item = repelling(play, item, seat)
    return replace(start, items=(*start.items, item))


@rule("cairn.creation.background")
def past(play: Play, settings: Settings, seat: Seat, start: Start, table: RuleId) -> Start:
    """One roll on a table of the background, and all that its row gives."""
    row = tables()[table].row(rolled(play, "1d6", seat, table))
    boon = row_id(table, row)
    play.tell("creation.row", table, row.name, why=table)
    start = replace(start, boons=(*start.boons, boon))
    if row.choice == "weapon_type":
        chosen = play.choose(seat, "weapon_type", weapon_types(), row.name, why=table)
        start = replace(start, chosen=(*start.chosen, (boon, chosen)))
    return taken_from(play, settings, seat, start, row)


@rule("cairn.creation.background", "cairn.creation.bond", "cairn.creation.gear")
def taken_from(play: Play, settings: Settings, seat: Seat, start: Start, row: Row) -> Start:
    """What a row gives: things, one of them, or goods of a worth where it says so; coins, HP, bonds, an omen."""
    lines = row.gives
    if row.choice == "gear":
        which = play.choose(seat, "one_of", tuple(g.name for g in lines), row.name, why="cairn.creation.gear")
        lines = tuple(gear for gear in lines if gear.name == which)
    for gear in lines:
        start = given(play, settings, seat, start, gear)
    if row.gear_gp or row.one_item_gp:
        start = shopping(play, settings, seat, start, row.gear_gp or row.one_item_gp, once=bool(row.one_item_gp))
    return replace(
        start,
        gp=start.gp + row.gp,
        hp_dice=(*start.hp_dice, row.max_hp_bonus) if row.max_hp_bonus else start.hp_dice,
        extra_bonds=start.extra_bonds + row.extra_bonds,
        private_omen=start.private_omen or row.private_omen,
    )


@rule("cairn.table.kettlewright_1", "cairn.table.rill_runner_2")
def shopping(play: Play, settings: Settings, seat: Seat, start: Start, gp: int, *, once: bool) -> Start:
    """Goods of the price list up to a worth, one after another or just one."""
    while options := tuple(ref for ref in goods(settings) if price(ref, settings) <= gp):
        ref = play.choose(seat, "gear_of_choice", (*options, ENOUGH), gp, why="cairn.creation.background")
        if ref == ENOUGH:
            break
        start = replace(start, items=(*start.items, as_wanted(play, ref, f"i{len(start.items) + 1}", seat)))
        gp = 0 if once else gp - price(ref, settings)
    return start


@rule("cairn.creation.gear")
def quick_gear(play: Play, settings: Settings, seat: Seat, start: Start) -> Start:
    """The quick way: rations, a torch, and a roll each for armour, helmet and shield, weapon, and a find."""
    for gear in (Gear("Rations", ref="cairn.item.rations"), Gear("Torch", ref="cairn.item.torch")):
        start = given(play, settings, seat, start, gear)
    for table in QUICK:
        row = tables()[table].row(rolled(play, "1d20", seat, table))
        play.tell("creation.row", table, row.name, why=table)
        start = taken_from(play, settings, seat, start, row)
    return start


@rule("cairn.creation.abilities", "cairn.creation.swap")
def abilities(play: Play, seat: Seat) -> tuple[int, int, int]:
    """3d6 each for STR, DEX and WIL in this order, of which two may change places."""
    scores = [rolled(play, "3d6", seat, "cairn.creation.abilities") for _ in range(3)]
    swap = play.choose(seat, "swap", (KEEP, *SWAPS), *scores, why="cairn.creation.swap")
    if swap != KEEP:
        one, other = SWAPS[swap]
        scores[one], scores[other] = scores[other], scores[one]
    return scores[0], scores[1], scores[2]


@rule("cairn.creation.age")
def rolled_age(play: Play, seat: Seat) -> int:
    """2d20 + 10 years."""
    return rolled(play, "2d20", seat, "cairn.creation.age") + 10


@rule("cairn.creation.traits", "cairn.hireling.flesh_out")
def rolled_traits(play: Play, seat: Seat) -> tuple[tuple[str, str], ...]:
    """One of ten for each of eight traits."""
    traits = []
    for trait in TRAITS:
        table = tables()[f"cairn.table.trait_{trait}"]
        row = table.row(rolled(play, table.dice, seat, table.id))
        play.tell("creation.row", table.id, row.name, why="cairn.creation.traits")
        traits.append((trait, row.name))
    return tuple(traits)


@rule("cairn.creation.bond", "cairn.table.bond")
def rolled_bonds(play: Play, seat: Seat, number: int, taken: tuple[str, ...]) -> tuple[str, ...]:
    """Bonds that nobody else of the party has, each row once."""
    bonds: tuple[str, ...] = ()
    while len(bonds) < number:
        row = tables()[BOND].row(rolled(play, "1d20", seat, BOND))
        bond = row_id(BOND, row)
        if bond in bonds or (bond in taken and len(set(taken)) + len(bonds) < len(tables()[BOND].rows)):
            play.tell("creation.bond_again", row.name, why="cairn.creation.bond")
            continue
        play.tell("creation.bond", row.name, why=BOND)
        bonds = (*bonds, bond)
    return bonds


@rule("cairn.creation.omen", "cairn.table.omen")
def omen(play: Play, seat: Seat, *, secret: bool = False) -> str:
    """An omen: read to the table, or kept to oneself."""
    (face,) = play.roll(1, 20, by=seat, why="cairn.creation.omen", hidden=secret)
    row = tables()[OMEN].row(face)
    if secret:
        play.tell("creation.private_omen", row.name, row.effect, why=OMEN, seen_by=(seat, REFEREE))
    else:
        play.tell("creation.omen", row.name, row.effect, why=OMEN)
    return row_id(OMEN, row)


@rule("cairn.inventory.hands", "cairn.armor.shield")
def equipped(creature: Creature) -> Creature:
    """Armour on, only the best of several suits; a cart in the hands, or a shield, and a weapon as far as hands go."""
    suits = [item for item in creature.items if item.armor and not item.bonus and wearable(item)]
    best = max(suits, key=lambda item: item.armor).id if suits else ""
    items = tuple(item if item in suits and item.id != best else worn(item) for item in creature.items)
    creature = replace(creature, items=items)
    carts = [item for item in creature.items if item.room and item.slots]
    for item in (*carts, *(i for i in creature.items if i.damage and i.place == "pack")):
        if item.hands <= hands(creature) - sum(held.hands for held in holding(creature)):
            return take_in_hand(creature, item.id)
    return creature


@rule("cairn.creation.slots_check", "cairn.inventory.transport")
def slots_check(play: Play, creature: Creature, settings: Settings) -> Creature:
    """With all ten slots filled something goes onto a beast or cart of one's own, or else stays behind."""
    while full(creature, settings):
        filling = [item for item in creature.items if item.slots and item.place in OWN]
        names = tuple(distinct([item.name for item in filling]))
        which = play.choose(creature.seat, "leave_behind", names, creature.name, why="cairn.creation.slots_check")
        item = filling[names.index(which)]
        onto = next((id_ for id_, room in carriers(creature) if room_left(creature, id_, room) >= item.slots), "")
        if onto and not item.room:
            creature = with_item(creature, replace(item, place=onto))
            play.tell("creation.loaded", creature.name, item.name, why="cairn.inventory.transport")
        else:
            creature = replace(creature, items=tuple(i for i in creature.items if item.id not in {i.id, i.place}))
            play.tell("creation.left", creature.name, item.name, why="cairn.creation.slots_check")
    return creature
