"""Creation: Qualities, a Background with its tables or kit, Guard, coins, and every thing in its slot."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.modified_cairn.checks.tables import look, total
from tallow.games.modified_cairn.entries import Given, Row, rows, tables
from tallow.games.modified_cairn.folk import Background, backgrounds, monsters
from tallow.games.modified_cairn.gear.inventory import equipped
from tallow.games.modified_cairn.gear.materials import weapon_types
from tallow.games.modified_cairn.gear.slots import overloaded
from tallow.games.modified_cairn.gear.things import from_gear, made
from tallow.games.modified_cairn.gear.wealth import earn
from tallow.games.modified_cairn.goods import things as listed_things
from tallow.games.modified_cairn.goods import transports, weapon_classes, weapons
from tallow.games.modified_cairn.magic.runes import random_shard
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Creature, Item, Life, Wealth
from tallow.mechanics.tables import row_id
from tallow.play import REFEREE, Play, RuleId, Seat, rule

PLAYER: Seat = "player"
ROLL, ANOTHER, KEEP, ENOUGH = "roll", "another", "keep", "enough"
LISTS = {"second_edition": 20, "barebones": 100, "package": 4}
SWAPS = {"VIG_CLA": (0, 1), "VIG_SPI": (0, 2), "CLA_SPI": (1, 2)}
TRAITS = ("physique", "skin", "hair", "face", "speech", "clothing", "virtue", "vice")
GEAR: RuleId = "modified_cairn.table.gear"
BOND: RuleId = "modified_cairn.table.bond"
OMEN: RuleId = "modified_cairn.table.omen"
OWN_GEAR = 3
"""How many things a Background in the player's own words brings, as those of Barebones do."""


class Start(Struct, frozen=True):
    """What Background, tables and kit have given so far. Beasts, carts and companions follow from `history` later."""

    items: tuple[Item, ...] = ()
    history: tuple[str, ...] = ()
    bonds: tuple[str, ...] = ()
    omen: str = ""
    coins: int = 0
    guard: tuple[str, ...] = ("1d6",)
    sworn: str = ""


@rule(
    "modified_cairn.phase.creation",
    "modified_cairn.sheet.fields",
    "modified_cairn.background.one_each",
    "modified_cairn.setting.life_details",
)
def create(play: Play, settings: Settings, seat: Seat = PLAYER, taken: tuple[str, ...] = ()) -> Creature:
    """Make a new character for this seat; `taken` are the bonds that the party has already."""
    vigour, clarity, spirit = qualities(play, settings, seat)
    past = background(play, seat)
    name = named(play, seat, past)
    start = brought(play, seat, past)
    traits, age = (rolled_traits(play, seat), rolled_age(play, seat)) if settings.life_details else ((), 0)
    if settings.life_details:
        start = bond(play, seat, start, taken)
    guard = rolled_guard(play, seat, start)
    coins = start.coins + (total(play, past.coins, seat, "modified_cairn.background.gear") if past.coins else 0)
    creature = Creature(
        "pc",
        name,
        "pc",
        vigour,
        vigour,
        clarity,
        clarity,
        spirit,
        spirit,
        guard,
        guard,
        seat=seat,
        items=start.items,
        feats=True,
        wealth=earn(Wealth(), coins, settings),
        life=Life(
            background=past.id,
            skills=past.skills,
            history=start.history,
            traits=traits,
            bonds=start.bonds,
            omen=start.omen,
            age=age,
            sworn=start.sworn,
        ),
    )
    creature = equipped(creature)
    if overloaded(creature):
        play.tell("overloaded", creature.name, why="modified_cairn.inventory.overload")
    return creature


@rule(
    "modified_cairn.creation.roll_qualities",
    "modified_cairn.action.roll_qualities",
    "modified_cairn.setting.swap_two",
    "modified_cairn.quality.everyone",
    "modified_cairn.quality.range",
    "modified_cairn.quality.vigour",
    "modified_cairn.quality.clarity",
    "modified_cairn.quality.spirit",
)
def qualities(play: Play, settings: Settings, seat: Seat) -> tuple[int, int, int]:
    """Roll 3d6 each for VIG, CLA and SPI in this order; the player may swap two where the table allows it."""
    why: RuleId = "modified_cairn.creation.roll_qualities"
    scores = [sum(play.roll(3, 6, by=seat, why=why)) for _ in range(3)]
    if settings.swap_two:
        swap = play.choose(seat, "swap", (KEEP, *SWAPS), *scores, why="modified_cairn.setting.swap_two")
        if swap != KEEP:
            one, other = SWAPS[swap]
            scores[one], scores[other] = scores[other], scores[one]
    play.tell("creation.qualities", *scores, why=why)
    return scores[0], scores[1], scores[2]


@rule("modified_cairn.creation.roll_guard", "modified_cairn.action.roll_guard")
def rolled_guard(play: Play, seat: Seat, start: Start) -> int:
    """Roll 1d6 for Guard, and the further dice that the Background's rows add."""
    return sum([total(play, dice, seat, "modified_cairn.creation.roll_guard") for dice in start.guard])


@rule(
    "modified_cairn.background.lists",
    "modified_cairn.background.pick",
    "modified_cairn.background.skills",
    "modified_cairn.front.companion_data",
    "modified_cairn.action.choose_background",
    "modified_cairn.table.backgrounds",
)
def background(play: Play, seat: Seat) -> Background:
    """Choose a Background: rolled on one of the three lists, picked from one, or written with the GM's consent."""
    why: RuleId = "modified_cairn.background.pick"
    there = {one.list for one in backgrounds().values()}
    ways: list[Any] = [(how, name) for how in (ROLL, "pick") for name in LISTS if name in there]
    while True:
        way: Any = play.choose(seat, "background", (*ways, "write"), why=why)
        if way == "write":
            written = _written(play, seat)
            if written is None:
                continue
            return written
        how, name = way
        of_list = [one for one in backgrounds().values() if one.list == name]
        if how == ROLL:
            (face,) = play.roll(1, LISTS[name], by=seat, why="modified_cairn.background.lists")
            chosen = next(one for one in of_list if one.roll == face)
        else:
            chosen = backgrounds()[play.choose(seat, "which_background", tuple([one.id for one in of_list]), why=why)]
        play.tell("creation.background", chosen.id, why=why)
        return chosen


def _written(play: Play, seat: Seat) -> Background | None:
    """A Background in the player's own words; None if the GM refuses. The GM says whether it brings coins."""
    why: RuleId = "modified_cairn.background.pick"
    name = play.write(seat, "own_background", why=why).strip()[:60] or "Wanderer"
    skills = play.write(seat, "own_skills", name, why=why).strip()[:200]
    gear: list[Given] = []
    options = tuple([row.ref for row in tables()[GEAR].rows if row.ref in listed_things()])
    while len(gear) < OWN_GEAR:
        ref = play.choose(seat, "own_gear", (*options, ENOUGH), name, OWN_GEAR - len(gear), why=why)
        if ref == ENOUGH:
            break
        gear.append(Given(listed_things()[ref].name, ref))
    facts = (name, skills, tuple([line.name for line in gear]))
    said = play.choose(REFEREE, "consent", ("agree", "agree_coins", "refuse"), *facts, why=why)
    if said == "refuse":
        play.tell("creation.refused", name, why=why)
        return None
    play.tell("creation.background", name, why=why)
    coins = "3d6" if said == "agree_coins" else ""
    known = tuple([skill.strip() for skill in skills.split(",") if skill.strip()])
    return Background(name, name, "package", 0, known, coins, tuple(gear), "")


@rule("modified_cairn.background.one_each")
def named(play: Play, seat: Seat, past: Background) -> str:
    """Choose a name: one of the Background's ten, a random one where it has none, or the player's own."""
    why: RuleId = "modified_cairn.background.one_each"
    anybody = [one for one in backgrounds().values() if one.list == "second_edition"]
    options = (ROLL, *past.names, ANOTHER) if past.names or anybody else (ANOTHER,)
    name: str = play.choose(seat, "name", options, why=why)
    if name == ANOTHER:
        listed = (*past.names, *[name for one in anybody[:1] for name in one.names], past.name)
        return play.write(seat, "name", why=why).strip()[:60] or listed[0]
    if name == ROLL:
        names = past.names or anybody[play.roll(1, len(anybody), by=seat, why=why)[0] - 1].names
        return names[play.roll(1, len(names), by=seat, why=why)[0] - 1]
    return name


@rule(
    "modified_cairn.background.gear",
    "modified_cairn.background.oddities",
    "modified_cairn.creation.barebones_kit",
    "modified_cairn.action.roll_background_tables",
    "modified_cairn.action.roll_barebones_kit",
)
def brought(play: Play, seat: Seat, past: Background) -> Start:
    """Add the Background's gear and a row of each of its tables, or the rest of the Barebones kit."""
    start = Start()
    for line in past.gear:
        start = given(play, seat, start, line)
    for table in past.tables:
        start = told(play, seat, start, table) if table in {OMEN, BOND} else rolled(play, seat, start, table)
    if past.list == "barebones":
        start = kit(play, seat, start)
    return start


@rule("modified_cairn.creation.barebones_kit", "modified_cairn.table.start_armour", "modified_cairn.table.start_weapon")
def kit(play: Play, seat: Seat, start: Start) -> Start:
    """Add Rations and a Torch, then what is rolled for armour, for a weapon and for gear."""
    for ref in ("modified_cairn.item.rations", "modified_cairn.item.torch"):
        start = given(play, seat, start, Given(listed_things()[ref].name, ref))
    armour = look(play, "modified_cairn.table.start_armour", seat)
    if armour.ref == GEAR:
        start = random_gear(play, seat, start)
    else:
        start = given(play, seat, start, Given(armour.name, armour.ref))
    weapon = look(play, "modified_cairn.table.start_weapon", seat)
    ref = weapon.ref
    if ref in weapon_classes():
        grade = weapon_classes()[ref].name
        options = tuple([arm.id for arm in weapons().values() if arm.class_ == grade and arm.use == "melee"])
        ref = play.choose(seat, "weapon_of_choice", options, ref, why="modified_cairn.table.start_weapon")
    start = given(play, seat, start, Given(weapons()[ref].name, ref))
    return random_gear(play, seat, start)


@rule("modified_cairn.table.gear", "modified_cairn.creation.barebones_kit")
def random_gear(play: Play, seat: Seat, start: Start) -> Start:
    """Add one roll on the table of gear; the player may roll again for what they already have."""
    while True:
        row = look(play, GEAR, seat)
        if not any(item.ref == row.ref for item in start.items):
            break
        again = play.choose(seat, "double_gear", (ROLL, KEEP), row.name, why="modified_cairn.creation.barebones_kit")
        if again == KEEP:
            break
    play.tell("creation.row", GEAR, row.name, why=GEAR)
    return given(play, seat, start, Given(row.name, row.ref), row_id(GEAR, row))


@rule("modified_cairn.background.gear", "modified_cairn.convert.spellbooks")
def given(play: Play, seat: Seat, start: Start, line: Given, rolled_on: str = "") -> Start:
    """Add one line of gear: a thing, a roll on a table, a random Runeskelf, or a beast, cart or companion."""
    id_ = f"i{len(start.items) + 1}"
    if line.of == GEAR:
        return random_gear(play, seat, start)
    if comes_along(line):
        return replace(start, history=(*start.history, rolled_on)) if rolled_on else start
    if line.of == "modified_cairn.item.random_runeskelf":
        item = random_shard(play, seat, id_)
    elif line.of == "modified_cairn.item.scroll":
        item = random_shard(play, seat, id_, scroll=True)
    else:
        item = from_gear(line, id_)
    return replace(start, items=(*start.items, item))


def comes_along(line: Given) -> bool:
    """Whether a line of gear is a beast, cart or companion rather than a thing to carry."""
    return line.of in transports() or (line.of in monsters() and line.uses is None)


@rule("modified_cairn.background.oddities", "modified_cairn.action.roll_background_tables")
def rolled(play: Play, seat: Seat, start: Start, table: RuleId) -> Start:
    """Roll a row of one of the Background's tables, and add all that it gives."""
    row = look(play, table, seat)
    play.tell("creation.row", table, row.name, why=table)
    return taken_from(play, seat, replace(start, history=(*start.history, row_id(table, row))), row)


@rule("modified_cairn.background.oddities", "modified_cairn.creation.details")
def taken_from(play: Play, seat: Seat, start: Start, row: Row) -> Start:
    """Add what a row gives: things, coins, dice of Guard, chosen things, the subject of a vow, an omen or a bond."""
    for line in row.gives:
        first = len(start.items)
        start = given(play, seat, start, line)
        if len(start.items) > first and not start.items[-1].effect:
            items = (*start.items[:-1], replace(start.items[-1], effect=row.effect))
            start = replace(start, items=items)
    if row.wares:
        ref = play.choose(seat, "ware", wares(row.wares), row.name, row.wares, why="modified_cairn.background.oddities")
        start = replace(start, items=(*start.items, made(ref, f"i{len(start.items) + 1}")))
    if row.goods:
        start = stocked(play, seat, start, row)
    if row.choice:
        why: RuleId = "modified_cairn.background.oddities"
        start = replace(start, sworn=play.choose(seat, row.choice, weapon_types(), row.name, why=why))
    if row.max_gd:
        start = replace(start, guard=(*start.guard, row.max_gd))
    if row.coins:
        start = replace(start, coins=start.coins + int(row.coins))
    return told(play, seat, start, row.rolls) if row.rolls else start


@rule("modified_cairn.creation.details")
def told(play: Play, seat: Seat, start: Start, table: RuleId) -> Start:
    """Add an omen or a bond that a Background grants, whether or not the table rolls life details."""
    if table == OMEN:
        return replace(start, omen=omen(play, seat, secret=True))
    return bond(play, seat, start)


@rule("modified_cairn.background.oddities", "modified_cairn.table.kettlewright_1")
def stocked(play: Play, seat: Seat, start: Start, row: Row) -> Start:
    """Let the player choose things of the gear list, one after another, up to the total value that the row names."""
    left = row.goods
    while affordable := wares(left):
        options = (*affordable, ENOUGH)
        ref = play.choose(seat, "goods", options, row.name, left, why="modified_cairn.background.oddities")
        if ref == ENOUGH:
            break
        left -= listed_things()[ref].price
        start = replace(start, items=(*start.items, made(ref, f"i{len(start.items) + 1}")))
    return start


def wares(most: int) -> tuple[RuleId, ...]:
    """The things of the gear list that cost at most this much."""
    refs = [row.ref for row in tables()[GEAR].rows if row.ref in listed_things()]
    return tuple([ref for ref in refs if 0 < listed_things()[ref].price <= most])


@rule("modified_cairn.creation.details", "modified_cairn.action.roll_details")
def rolled_traits(play: Play, seat: Seat) -> tuple[tuple[str, str], ...]:
    """Roll one of ten entries for each of eight traits; gives (trait, entry) pairs."""
    found = []
    for trait in TRAITS:
        row = look(play, f"modified_cairn.table.trait_{trait}", seat)
        play.tell(
            "creation.row", f"modified_cairn.table.trait_{trait}", row.name, why="modified_cairn.creation.details"
        )
        found.append((trait, row.name))
    return tuple(found)


@rule("modified_cairn.creation.details")
def rolled_age(play: Play, seat: Seat) -> int:
    """2d20 + 10 years."""
    return 10 + sum(play.roll(2, 20, by=seat, why="modified_cairn.creation.details"))


@rule("modified_cairn.creation.details", "modified_cairn.table.bond")
def bond(play: Play, seat: Seat, start: Start, taken: tuple[str, ...] = ()) -> Start:
    """Roll a bond that nobody in the party has yet, and add what it gives."""
    while True:
        row = look(play, BOND, seat)
        found = row_id(BOND, row)
        if found not in start.bonds and (found not in taken or len(set(taken)) >= len(tables()[BOND].rows)):
            break
        play.tell("creation.bond_again", row.name, why=BOND)
    play.tell("creation.bond", row.name, row.effect, why=BOND)
    return taken_from(play, seat, replace(start, bonds=(*start.bonds, found)), row)


@rule("modified_cairn.creation.details", "modified_cairn.table.omen")
def omen(play: Play, seat: Seat, *, secret: bool = False) -> str:
    """Roll an omen and return it; it is read to the table, or with `secret` known to its player and the GM only."""
    row = look(play, OMEN, seat, hidden=secret)
    if secret:
        play.tell("creation.private_omen", row.name, row.effect, why=OMEN, seen_by=(seat, REFEREE))
    else:
        play.tell("creation.omen", row.name, row.effect, why=OMEN)
    return row_id(OMEN, row)


@rule("modified_cairn.background.oddities", "modified_cairn.inventory.more_capacity")
def retinue(creature: Creature) -> tuple[Given, ...]:
    """The beasts, carts and companions that the character's history brings to the table."""
    past = backgrounds().get(creature.life.background)
    lines = list(past.gear if past else ())
    for past_row in creature.life.history:
        row = rows().get(past_row)
        lines += (Given(row.name, row.ref),) if row and past_row.startswith(GEAR) else row.gives if row else ()
    return tuple([line for line in lines if comes_along(line)])
