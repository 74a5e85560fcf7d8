"""A character's sheet: numbers, then things and bubbles, then spells and personal details."""

from collections.abc import Iterator

from msgspec.structs import replace

from tallow.games.shared.view_parts import entry_name, known_to, panel_of, time_text
from tallow.games.vanilla.checks.saves import extra_of
from tallow.games.vanilla.combat.armour import ac_of
from tallow.games.vanilla.combat.free_attacks import allowed
from tallow.games.vanilla.entries import BOOK, UNARMED, armour, callings, enchantments, spells, tables, weapons
from tallow.games.vanilla.gear.inventory import coin_slots, gems_of, slots_of, used
from tallow.games.vanilla.gear.light import LIGHTS
from tallow.games.vanilla.gear.weapons import Way, class_damage, dual, melee_ways, ranged_ways
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import ATTRIBUTES, DAY, GONE, HOUR, TURN, Creature, Effect, Item, State
from tallow.games.view import Block, Boxes, Line, Lines, Look, Panel, Slot, Slots, Stat, Tag, Tags, Text, Track, View
from tallow.mechanics.memory import cached_by_identity
from tallow.play import RuleId, rule

REMINDERS: dict[str, tuple[RuleId, ...]] = {
    "checks": ("vanilla.check.neither", "vanilla.check.either", "vanilla.check.both", "vanilla.save.roll"),
    "your_go": ("vanilla.combat.even", "vanilla.combat.go", "vanilla.free.trigger"),
    "attacks": (
        "vanilla.melee.hit",
        "vanilla.melee.critical",
        "vanilla.special.advantage",
        "vanilla.special.trick",
        "vanilla.ranged.long",
        "vanilla.ranged.ammo",
    ),
    "armour": ("vanilla.wear.trigger", "vanilla.wear.broken"),
    "harm": ("vanilla.damage.grit_first", "vanilla.damage.overflow", "vanilla.damage.death_save"),
    "healing": ("vanilla.heal.rest", "vanilla.heal.blocked", "vanilla.heal.surgeon_cost"),
    "magic": (
        "vanilla.magic.no_move",
        "vanilla.magic.damaged",
        "vanilla.cast.control",
        "vanilla.cast.book_fail_mark",
        "vanilla.cast.ritual_time",
    ),
    "gear": ("vanilla.bubble.fill", "vanilla.carry.weapons", "vanilla.carry.coins"),
}
"""Rules of which the sheet reminds players, by the label beside which they are shown."""

DEFAULTS = Settings()

SPANS = ((DAY, "d"), (HOUR, "h"), (TURN, "Turn|Turns"), (1, "min"))
"""Units of time, the greatest first."""

BAD = GONE | {
    "out", "prone", "held", "held_fast", "asleep", "paralysed", "unaware", "fleeing", "charmed", "confused", "mute",
}  # fmt: skip

_PLACE: dict[str, RuleId] = {
    "hands": "vanilla.carry.hands",
    "worn": "vanilla.armour.sum",
    "pack": "vanilla.carry.slots",
}


@rule("vanilla.creation.steps")
def sheet(creature: Creature, settings: Settings = DEFAULTS) -> View:
    """Everything on a character's sheet."""
    return View((panel(creature, State(settings=settings)),))


def panel(creature: Creature, state: State, mine: bool = True) -> Panel:
    """The sheet as one panel; `mine`: the viewer may see the notes."""
    drawn = _drawn(creature, ac_of(state, creature), state.settings, mine)
    upon = [effect for effect in state.effects if creature.id in effect.on and known_to(state.party, effect)]
    if not upon:
        return drawn
    return replace(drawn, blocks=(*drawn.blocks, Lines("effects", tuple([_going_on(state, one) for one in upon]))))


@rule("vanilla.spell.durations")
def _going_on(state: State, effect: Effect) -> Line:
    """An effect on the creature, with the time that is left."""
    left = time_text(effect.ends - state.clock, SPANS) if effect.ends else ""
    return Line(entry_name(BOOK, effect.of), left, effect.of if effect.of in BOOK.entries() else "")


@cached_by_identity(2_000)
def _drawn(creature: Creature, ac: int, settings: Settings, mine: bool) -> Panel:
    state, life = State(settings=settings), creature.life
    blocks: list[Block] = [
        *grit_and_flesh(creature),
        *fighting(creature, ac),
        *(Stat(name.casefold(), score, why="vanilla.creation.attributes") for name, score in _attributes(creature)),
        Stat("free_attacks", allowed(creature), why="vanilla.free.trigger"),
        *_experience(creature),
        Tags("conditions", conditions(creature)),
        Lines("attacks", tuple(attacks(state, creature))),
        *carried(state, creature),
        *_purse(creature),
        *([bubbles(creature)] if creature.bubbles_max else []),
        Lines("gear", tuple(Line(name, "", "vanilla.carry.gear") for name in creature.gear)),
        Lines("spellbook", tuple(_spellbook(creature))),
        *_life(creature),
        *_pay(creature),
        *([Text("notes", life.notes)] if mine else []),
    ]
    return panel_of(creature.id, creature.name, "sheet", blocks, entry_name(BOOK, creature.of), creature.seat)


@rule("vanilla.damage.grit_first", "vanilla.damage.flesh_after")
def grit_and_flesh(creature: Creature) -> tuple[Block, ...]:
    """Grit and Flesh, each as a number and as a row of shapes."""
    return (
        Stat("grit", creature.grit, creature.grit_max, "vanilla.damage.grit_first"),
        Track("grit", creature.grit, creature.grit_max, "vanilla.damage.grit_first"),
        Stat("flesh", creature.flesh, creature.flesh_max, "vanilla.damage.flesh_after"),
        Track("flesh", creature.flesh, creature.flesh_max, "vanilla.damage.flesh_after"),
    )


def fighting(creature: Creature, ac: int) -> tuple[Stat, ...]:
    """AV, AC and ST."""
    return (
        Stat("av", creature.av, why="vanilla.melee.hit"),
        Stat("ac", ac, why="vanilla.armour.sum"),
        Stat("st", creature.st, why="vanilla.save.roll"),
    )


def _attributes(creature: Creature) -> tuple[tuple[str, int], ...]:
    return tuple(zip(ATTRIBUTES, creature.life.attributes, strict=False))


@rule("vanilla.xp.level")
def _experience(creature: Creature) -> Iterator[Block]:
    """Level, and XP with the XP for the next level."""
    calling = callings().get(creature.of) if creature.kind == "pc" else None
    if calling is None:
        return
    yield Stat("level", creature.level, why=creature.of)
    yield Stat("xp", creature.life.xp, why="vanilla.xp.level")
    if creature.level < len(calling.levels):
        yield Text("next_level", f"{calling.at(creature.level + 1).xp} XP")


def conditions(creature: Creature) -> tuple[Tag, ...]:
    """The creature's conditions."""
    return tuple(Tag(code, bad=code in BAD) for code in creature.conditions)


@rule("vanilla.weapon.dual", "vanilla.class.fighter_damage", "vanilla.table.extra")
def attacks(state: State, creature: Creature) -> Iterator[Line]:
    """Each ready way to attack, with its own AV and damage."""
    extra = extra_of(creature)
    aimed = extra.av if extra is not None and extra.mode == "ranged" else 0
    for way in sorted((*melee_ways(creature), *ranged_ways(creature)), key=lambda way: way.weapon == UNARMED):
        av = creature.av + way.av + (dual(creature) if way.mode == "melee" else aimed)
        plus = way.bonus + class_damage(state, creature, way)
        yield Line(_way_name(creature, way), f"AV {av}, {_damage(way.damage, plus)}{_reach(way)}", way.weapon)


def _way_name(creature: Creature, way: Way) -> str:
    item = next((item.name for item in creature.items if item.id == way.option), "")
    return item or (way.weapon or way.option)


def _damage(text: str, plus: int) -> str:
    if not plus:
        return text
    dice, sign, number = text.partition("-") if "-" in text else text.partition("+")
    total = plus + (int(number or 0) if sign != "-" else -int(number))
    return f"{dice}{total:+}" if total else dice


def _reach(way: Way) -> str:
    ac = f", enemy AC {way.enemy_ac}" if way.enemy_ac else ""
    return ac if way.mode == "melee" else f"{ac}, {way.far}/{way.most} ft"


@rule("vanilla.carry.slots", "vanilla.carry.hands", "vanilla.carry.what")
def carried(state: State, creature: Creature) -> Iterator[Slots]:
    """All that fills slots, in hand, worn or packed, including the purse; lights and scrolls fill none."""
    things = [slot(state, item) for item in creature.items if item.place in _PLACE]
    if purse := coin_slots(creature):
        things.append(Slot("purse", "coins_gems", purse, "burden", "pack", str(creature.coins + gems_of(creature))))
    why = "vanilla.carry.slots"
    yield Slots("slots", tuple(things), used(state, creature), creature.slots, why, tuple(_PLACE))
    away = tuple([slot(state, item) for item in creature.items if item.place == "smith"])
    if away:
        yield Slots("smith", away, 0, 0, "vanilla.wear.repair_cost")


def slot(state: State, item: Item) -> Slot:
    """A thing as drawn in its slot."""
    return Slot(
        item.id,
        item.name,
        slots_of(item, state.settings),
        _kind(item),
        item.place,
        detail(item),
        item.burns if item.ref in LIGHTS else 0,
    )


def _kind(item: Item) -> Look:
    if item.magic or item.spell or item.book:
        return "magic"
    if item.ref in armour():
        return "armour"
    return "weapon" if item.ref in weapons() else "thing"


def detail(item: Item) -> str:
    """The numbers of a thing, and its condition."""
    weapon = weapons().get(item.ref)
    parts = [
        weapon.damage if weapon is not None else "",
        f"AC {item.ac}/{item.ac_start}" if item.ac_start else "",
        "broken" if item.ac_start and not item.ac else "",
        f"worth {item.worth} gp" if item.worth else "",
        f"×{item.count}" if item.count > 1 else "",
        "unloaded" if not item.loaded else "",
        "out of ammunition" if item.empty else "",
        "lit" if item.lit else "",
        _power(item),
    ]
    return ", ".join(part for part in parts if part)


def _power(item: Item) -> str:
    """The effect of a magic weapon or magic armour."""
    row = enchantments().get(item.power) if item.ref in weapons() or item.ref in armour() else None
    return row.effect if row is not None else ""


def _purse(creature: Creature) -> Iterator[Stat]:
    yield Stat("coins", creature.coins, why="vanilla.carry.coins")
    if gems_of(creature):
        yield Stat("gems", gems_of(creature), why="vanilla.carry.coins")


@rule("vanilla.bubble.count")
def bubbles(creature: Creature) -> Boxes:
    """Gear Bubbles; filled ones are crossed out."""
    return Boxes("bubbles", creature.bubbles_max, slashed=creature.bubbles, why="vanilla.bubble.count")


@rule("vanilla.item.spellbook", "vanilla.cast.book_fail_mark")
def _spellbook(creature: Creature) -> Iterator[Line]:
    """The spells of the book with their levels, and which are Corrupted."""
    for known in creature.book:
        spell = spells()[known.spell]
        mark = ", Corrupted" if known.corrupted else ""
        yield Line(known.spell, f"(level {spell.level}{mark}) {spell.effect}", known.spell)


def _life(creature: Creature) -> Iterator[Block]:
    life = creature.life
    rows = {row.name: row.effect for row in tables()["vanilla.table.vocation"].rows}
    vocations = tuple(Line(name, rows.get(name, ""), "vanilla.creation.vocation") for name in life.vocations)
    yield Lines("vocation", vocations)
    extra = next((row.effect for row in tables()["vanilla.table.extra"].rows if row.name == life.extra), "")
    yield Lines("extra", (Line(life.extra, extra, "vanilla.creation.extra"),) if life.extra else ())


def _pay(creature: Creature) -> Iterator[Block]:
    if creature.pay is not None:
        yield Stat("wage", creature.pay.wage, why="vanilla.helper.pay")
        yield Text("task", creature.pay.task)
