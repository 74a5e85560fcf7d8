"""A character's sheet: numbers, then hands, Body and Pack, then history and personal details."""

from collections.abc import Iterator

from tallow.games.modified_cairn.combat.attacks import ways
from tallow.games.modified_cairn.entries import BOOK, rows, scars
from tallow.games.modified_cairn.gear.slots import ROOM, armor, exposed, filled, overloaded, slots
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import OUT, Attack, Creature, Item, Life, Region, Scar, Transport, alive
from tallow.games.shared.view_parts import entry_name, panel_of
from tallow.games.view import Block, Line, Lines, Look, Panel, Slot, Slots, Stat, Tag, Tags, Text, Track, View
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.tables import entry_of
from tallow.play import RuleId, rule

REMINDERS: dict[str, tuple[RuleId, ...]] = {
    "saves": ("modified_cairn.save.roll", "modified_cairn.feat.save_after"),
    "your_turn": ("modified_cairn.turn.first_round_save", "modified_cairn.turn.move_and_action"),
    "attacks": (
        "modified_cairn.dice.highest",
        "modified_cairn.attack.dual_wield",
        "modified_cairn.attack.ranged_not_engaged",
    ),
    "gambits": (
        "modified_cairn.gambit.cost",
        "modified_cairn.gambit.strong",
        "modified_cairn.gambit.save",
        "modified_cairn.gambit.bolster",
        "modified_cairn.gambit.move",
        "modified_cairn.gambit.repel",
        "modified_cairn.gambit.stop",
        "modified_cairn.gambit.impair",
        "modified_cairn.gambit.expose",
        "modified_cairn.gambit.dismount",
    ),
    "feats": ("modified_cairn.feat.frenzy", "modified_cairn.feat.focus", "modified_cairn.feat.fend"),
    "hurt": ("modified_cairn.hurt.guard", "modified_cairn.hurt.exact_zero", "modified_cairn.hurt.vig_save"),
    "conditions": (
        "modified_cairn.condition.exposed_guard_zero",
        "modified_cairn.condition.fatigued_no_feats",
        "modified_cairn.condition.deprived_no_guard",
        "modified_cairn.condition.strain_slot",
    ),
    "rest": ("modified_cairn.recover.breath", "modified_cairn.condition.fatigued_ends"),
    "magic": ("modified_cairn.channel.freedom", "modified_cairn.effort.slots", "modified_cairn.effort.tapped_out"),
}
"""Rules of which the sheet reminds players, by the label beside which they are shown."""

DEFAULTS = Settings()

BAD = OUT | {
    "unresponsive", "hopeless", "held", "asleep", "paralysed", "wounded", "fatigued", "stopped", "impaired",
    "armorless", "bashed", "doomed", "exposed", "deprived", "mortally_wounded",
}  # fmt: skip

MORTAL = ("dead", "critically_wounded", "mortally_wounded")
"""States that are shown before all others."""

_REGION: dict[Region, RuleId] = {
    "hands": "modified_cairn.region.hands",
    "body": "modified_cairn.region.body",
    "pack": "modified_cairn.region.pack",
}


@rule("modified_cairn.sheet.fields")
def sheet(creature: Creature, settings: Settings = DEFAULTS) -> View:
    """Everything on a character's sheet."""
    return View((panel(creature, settings),))


@cached_by_identity(2_000)
def panel(
    creature: Creature, settings: Settings = DEFAULTS, carriers: tuple[Transport, ...] = (), mine: bool = True
) -> Panel:
    """The sheet as one panel, with the owner's transports; `mine`: the viewer may see omen and notes."""
    life = creature.life
    blocks: list[Block] = [
        *guard(creature),
        Stat("armor", armor(creature, settings), why="modified_cairn.armour.deduct"),
        *qualities(creature),
        *_wealth(creature),
        Tags("conditions", conditions(creature)),
        Tags("exposed_by", tuple(Tag(source, why=_source(source), bad=True) for source in _exposed_by(creature))),
        Tags("deprived_by", tuple(Tag(name, why=_source(name), bad=True) for name, _ in creature.deprived)),
        Lines("attacks", tuple(Line(way.name, attack_text(way)) for way in ways(creature))),
        *carried(creature),
        *(transport(one) for one in carriers),
        Lines("runes", tuple(_runes(creature))),
        Lines("powers", tuple(_powers(creature))),
        Lines("open_scars", tuple(Line(one.of, _waits_for(one), one.of) for one in creature.scars if one.open)),
        Lines("scars", tuple(Line(one.of, one.part, one.of) for one in creature.scars if not one.open)),
        *_life(life, mine),
        *_pay(creature),
        *([Text("notes", life.notes)] if mine else []),
    ]
    subtitle = entry_name(BOOK, life.background) or entry_name(BOOK, creature.of)
    return panel_of(creature.id, creature.name, "sheet", blocks, subtitle, creature.seat)


def guard(creature: Creature) -> tuple[Block, ...]:
    """Guard as a number and as a row of shapes; while Exposed it is shown as not counting."""
    why = "modified_cairn.condition.exposed_guard_zero" if exposed(creature) else "modified_cairn.guard.absorbs"
    return (
        Stat("guard", creature.guard, creature.guard_max, why),
        Track("guard", creature.guard, creature.guard_max, why),
    )


def qualities(creature: Creature) -> tuple[Stat, ...]:
    """VIG, CLA and SPI with their maxima."""
    return (
        Stat("vig", creature.vigour, creature.vigour_max, "modified_cairn.quality.vigour"),
        Stat("cla", creature.clarity, creature.clarity_max, "modified_cairn.quality.clarity"),
        Stat("spi", creature.spirit, creature.spirit_max, "modified_cairn.quality.spirit"),
    )


def _wealth(creature: Creature) -> Iterator[Stat]:
    """Coins, the most valuable first; a single line if there are none."""
    coins = creature.wealth
    if coins.gold or not (coins.silver or coins.copper):
        yield Stat("gold", coins.gold, why="modified_cairn.coin.gold")
    if coins.silver:
        yield Stat("silver", coins.silver, why="modified_cairn.coin.silver")
    if coins.copper:
        yield Stat("copper", coins.copper, why="modified_cairn.coin.copper")


@rule("modified_cairn.condition.four")
def conditions(creature: Creature) -> tuple[Tag, ...]:
    """The creature's Conditions and states, each with its entry; Strain is shown in the slots instead."""
    found = [*creature.states]
    if creature.deprived:
        found.insert(0, "deprived")
    if exposed(creature):
        found.insert(0, "exposed")
    found.sort(key=lambda code: code not in MORTAL)
    tags = [Tag(code, why=_entry_of(code), bad=code in BAD) for code in found]
    tags += [
        Tag(mark.kind, _named(creature, str(mark.about[0])), _entry_of(mark.kind), mark.kind in BAD)
        for mark in creature.marks
    ]
    if creature.heads:
        tags.append(Tag("heads", str(creature.heads), _entry_of("heads"), "heads" in BAD))
    return tuple(tags)


def _exposed_by(creature: Creature) -> tuple[str, ...]:
    """The reasons why a creature is Exposed, apart from states that are shown by themselves."""
    return (*creature.exposed, *(("overloaded",) if overloaded(creature) else ()))


def _named(creature: Creature, what: str) -> str:
    """The name of the creature's thing with this id; else the given text."""
    return next((item.name for item in creature.items if item.id == what), what)


def _entry_of(code: str) -> RuleId:
    for kind in ("condition", "state"):
        if (entry := f"modified_cairn.{kind}.{code}") in BOOK.entries():
            return entry
    return ""


def _source(name: str) -> RuleId:
    """The entry of a Condition's source, which may be a Scar."""
    if name == "overloaded":
        return "modified_cairn.inventory.overload"
    return name if name in BOOK.entries() else ""


def _waits_for(scar: Scar) -> str:
    """Where a Scar struck, and what its recovery waits for."""
    until = next((entry.when for entry in scars().values() if entry.id == scar.of), "")
    return ": ".join(part for part in (scar.part, until) if part)


@rule("modified_cairn.inventory.ten_slots", "modified_cairn.sheet.fields")
def carried(creature: Creature) -> Iterator[Slots]:
    """Hands, Body and Pack, each with its things and its Strain; overflow comes last."""
    for region, room in ROOM.items():
        yield Slots(region, _within(creature, region), filled(creature, region), room, _REGION[region], (region,))
    over = _within(creature, "overflow")
    if over:
        used = sum(thing.size for thing in over)
        yield Slots("overflow", over, used, 0, "modified_cairn.inventory.overload", ("overflow",))


def _within(creature: Creature, region: Region) -> tuple[Slot, ...]:
    things = [slot(item) for item in creature.items if item.place == region]
    strain = [
        Slot(f"strain{at}", "strain", kind="burden", place=region)
        for at, where in enumerate(creature.strain, 1)
        if where == region
    ]
    return (*things, *strain)


@cached_by_identity(10_000)
def slot(item: Item) -> Slot:
    """A thing as drawn in its slot; open dots are uses left."""
    return Slot(
        item.id,
        item.name,
        slots(item),
        _kind(item),
        item.place,
        detail(item),
        item.count if item.bundle else max(0, item.uses - item.dots),
        max(item.count, item.bundle) if item.bundle else item.uses,
    )


def _kind(item: Item) -> Look:
    if item.runes or item.kind in {"rune", "scroll", "relic"}:
        return "magic"
    if item.armor:
        return "armour"
    return "weapon" if item.dice else "thing"


def detail(item: Item) -> str:
    """The numbers of a thing, and its condition."""
    parts = [
        " ".join(item.runes) if item.runes and " ".join(item.runes) != item.name else "",
        _dice_text(item.dice),
        "reach" if item.reach else "",
        "ranged" if item.ranged else "",
        "blast" if item.blast else "",
        f"+{item.armor} Armor" if item.armor else "",
        f"×{item.count}" if item.count > 1 and not item.bundle else "",
        "tapped out" if item.tapped else "",
        "unloaded" if not item.loaded else "",
        "lit" if item.lit else "",
    ]
    return ", ".join(part for part in parts if part)


def transport(carrier: Transport) -> Slots:
    """A cart or beast under its own name, with what it carries."""
    load = tuple(slot(item) for item in carrier.items)
    used = sum(thing.size for thing in load)
    return Slots(carrier.name, load, used, carrier.slots, "modified_cairn.inventory.more_capacity")


def _runes(creature: Creature) -> Iterator[Line]:
    """Each Runeskelf with its runes and, if it has an entry, their known effect."""
    for item in creature.items:
        if item.runes:
            entry = BOOK.entries().get(item.ref)
            reading = entry.text if entry else item.effect
            runes = " ".join(item.runes)
            text = ": ".join(part for part in ("" if reading and runes == item.name else runes, reading) if part)
            yield Line(item.name, f"{text} (tapped out)" if item.tapped else text, item.ref)


def _powers(creature: Creature) -> Iterator[Line]:
    for item in creature.items:
        if item.effect and not item.runes:
            yield Line(item.name, item.effect, item.ref)


def _dice_text(dice: tuple[int, ...]) -> str:
    """`d6 + d8`."""
    return " + ".join(f"d{sides}" for sides in dice)


def attack_text(attack: Attack) -> str:
    """The dice of an attack, and its special properties."""
    flags = (
        ("blast", attack.blast),
        ("ranged", attack.ranged),
        ("reach", attack.reach),
        ("ignores Armor", attack.ignores_armor),
        (attack.quality, attack.quality != "VIG"),
    )
    return ", ".join((_dice_text(attack.dice), *(flag for flag, given in flags if given)))


def _life(life: Life, mine: bool) -> Iterator[Block]:
    if life.background in BOOK.entries():
        entry = BOOK.entries()[life.background]
        yield Lines("background", (Line(entry.id, entry.text, entry.id),))
    yield Tags("skills", tuple(Tag(skill, why="modified_cairn.background.skills") for skill in life.skills))
    yield Lines("history", tuple(row_line(part) for part in life.history))
    yield Lines("bonds", tuple(row_line(bond) for bond in life.bonds))
    yield Lines("omen", (row_line(life.omen),) if life.omen and mine else ())
    yield Tags("traits", tuple(Tag(kind, value) for kind, value in life.traits))
    if life.age:
        yield Stat("age", life.age, why="modified_cairn.creation.details")


def row_line(code: str) -> Line:
    """A line for the row that `<table>:<row>` names; any other text unchanged."""
    row = rows().get(code)
    return Line(row.name, row.effect, entry_of(code)) if row else Line("", code)


def _pay(creature: Creature) -> Iterator[Block]:
    if creature.pay is not None and alive(creature):
        yield Stat("pay", creature.pay.price_day, why="modified_cairn.hireling.terms")
