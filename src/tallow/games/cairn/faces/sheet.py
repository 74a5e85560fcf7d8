"""A character's sheet: numbers first, then what is carried, then what has happened to them and who they are."""

from collections.abc import Iterator

from tallow.games.cairn.combat.attacks import attacks
from tallow.games.cairn.entries import BOOK, relics, rows, scars, spells, things
from tallow.games.cairn.folk import backgrounds
from tallow.games.cairn.gear.inventory import FULL, OWN, armor, coin_slots, full, slots, slots_used
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import HELD, OUT, Attack, Creature, Item, Life, Scar
from tallow.games.shared.view_parts import entry_name, panel_of
from tallow.games.view import Block, Line, Lines, Look, Panel, Slot, Slots, Stat, Tag, Tags, Text, Track, View
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.tables import entry_of
from tallow.play import RuleId

REMINDERS: dict[str, tuple[RuleId, ...]] = {
    "saves": ("cairn.save.roll", "cairn.save.pass", "cairn.save.one", "cairn.save.twenty"),
    "your_turn": ("cairn.combat.first_round", "cairn.combat.turn"),
    "attacks": ("cairn.combat.auto_hit", "cairn.combat.multiple", "cairn.combat.impaired", "cairn.combat.enhanced"),
    "harm": ("cairn.combat.damage", "cairn.scar.trigger", "cairn.critical.save", "cairn.critical.pc"),
    "rest": ("cairn.heal.rest", "cairn.fatigue.lasts", "cairn.heal.ability"),
    "slots": ("cairn.inventory.full", "cairn.fatigue.slot"),
    "deprivation": ("cairn.deprived.no_hp", "cairn.deprived.no_ability", "cairn.deprived.fatigue"),
    "magic": ("cairn.cast.how", "cairn.cast.fatigue", "cairn.magic.scroll_once"),
}
"""The rules that a player forgets, by the label that they stand under."""

DEFAULTS = Settings()

BAD = (
    OUT | HELD | {"panicked", "impaired", "foamed", "hamstrung", "deaf", "doomed", "blind", "cursed", "deprived", FULL}
)

PLACES = ("hands", "worn", "pack")
_TEN = "cairn.inventory.ten"

_WHY: dict[str, RuleId] = {
    "collapsed": "cairn.fatigue.all_slots",
    "dead": "cairn.loss.str_zero",
    "fled": "cairn.combat.retreat",
    "mortal": "cairn.scar.mortal_wound",
    "routed": "cairn.detachment.critical",
    "stable": "cairn.critical.aid",
    FULL: "cairn.condition.overburdened",
}


def sheet(creature: Creature, settings: Settings = DEFAULTS) -> View:
    """Everything on a character's sheet."""
    return View((panel(creature, settings),))


MORTAL = ("dead", "critical", "mortal")
"""Conditions that are shown before all others."""


@cached_by_identity(2_000)
def panel(creature: Creature, settings: Settings = DEFAULTS) -> Panel:
    """The sheet as one panel."""
    life = creature.life
    blocks: list[Block] = [
        Stat("hp", creature.hp, creature.hp_max, "cairn.combat.damage"),
        Track("hp", creature.hp, creature.hp_max, "cairn.combat.damage"),
        Stat("armor", armor(creature), why="cairn.armor.subtract"),
        *abilities(creature),
        Stat("gp", creature.gp, why="cairn.inventory.coins"),
        *([Stat("cp", creature.cp, why="cairn.market.coins")] if creature.cp else []),
        Tags("conditions", conditions(creature, settings)),
        Tags("deprived_by", tuple(Tag(cause.name, why=_cause(cause.name), bad=True) for cause in creature.deprived)),
        Lines("attacks", tuple(Line(a.name, attack_text(a), _item_ref(creature, a)) for a in attacks(creature))),
        Slots("slots", carried(creature, settings), slots_used(creature, settings), slots(creature), _TEN, PLACES),
        *_transport(creature),
        Lines("spells", tuple(_spells(creature))),
        Lines("powers", tuple(_powers(creature))),
        Lines("open_scars", tuple(Line(s.of, _waits_for(s), s.of) for s in creature.scars if s.open)),
        Lines("scars", tuple(Line(s.of, s.part, s.of) for s in creature.scars if not s.open)),
        *_life(life),
        *_pay(creature),
        Text("notes", life.notes),
    ]
    subtitle = entry_name(BOOK, life.background) or entry_name(BOOK, creature.of)
    return panel_of(creature.id, creature.name, "sheet", blocks, subtitle, creature.seat)


def abilities(creature: Creature) -> tuple[Stat, ...]:
    """STR, DEX and WIL with their maxima."""
    return (
        Stat("str", creature.strength, creature.strength_max, "cairn.ability.current"),
        Stat("dex", creature.dexterity, creature.dexterity_max, "cairn.ability.current"),
        Stat("wil", creature.willpower, creature.willpower_max, "cairn.ability.current"),
    )


def conditions(creature: Creature, settings: Settings = DEFAULTS) -> tuple[Tag, ...]:
    """The creature's conditions, each with its entry."""
    found = list(creature.conditions)
    if creature.deprived:
        found.append("deprived")
    if full(creature, settings):
        found.append(FULL)
    found.sort(key=lambda code: code not in MORTAL)
    tags = [Tag(code, "", _condition(code), code in BAD) for code in found]
    if creature.rides:
        tags.append(Tag("rides", _named(creature, creature.rides), _condition("rides")))
    return tuple(tags)


def _named(creature: Creature, item: str) -> str:
    """The name of one of its things, such as the horse that it rides."""
    return next((carried.name for carried in creature.items if carried.id == item), "")


def _condition(code: str) -> RuleId:
    if code in _WHY:
        return _WHY[code]
    entry = f"cairn.condition.{code}"
    return entry if entry in BOOK.entries() else ""


def _cause(name: str) -> RuleId:
    """A cause of deprivation is a scar, a full inventory or a need."""
    return name if name in BOOK.entries() else "cairn.inventory.full" if name == FULL else "cairn.deprived.state"


def _waits_for(scar: Scar) -> str:
    """Where it struck, and what its gain waits for."""
    until = next((entry.until for entry in scars().values() if entry.id == scar.of), "")
    return ": ".join(part for part in (scar.part, until) if part)


def carried(creature: Creature, settings: Settings = DEFAULTS) -> tuple[Slot, ...]:
    """What fills a creature's own slots: in the hands, worn, in the pack, then coins, burdens and Fatigue."""
    own = sorted((item for item in creature.items if item.place in OWN), key=lambda item: PLACES.index(item.place))
    weights = (
        ("coins", coin_slots(creature.gp, settings)),
        ("burden", creature.burden),
        ("fatigue", creature.fatigue),
    )
    burdens = [Slot(f"{code}{at + 1}", code, kind="burden") for code, many in weights for at in range(many)]
    return (*(slot(item) for item in own), *burdens)


@cached_by_identity(10_000)
def slot(item: Item) -> Slot:
    """A thing as it is drawn in its place."""
    return Slot(
        item.id,
        item.name,
        item.slots,
        _kind(item),
        item.place,
        detail(item),
        item.charges or item.uses,
        item.charges_max or max(_uses_when_full(item.ref), item.uses),
    )


def _kind(item: Item) -> Look:
    if item.spell or "magic" in item.qualities:
        return "magic"
    if item.damage:
        return "weapon"
    return "armour" if item.armor else "thing"


def detail(item: Item) -> str:
    """The numbers of a thing."""
    parts = [
        entry_name(BOOK, item.ref) if item.spell else "",
        item.damage + (" blast" if item.blast else ""),
        f"{'+' if item.bonus else ''}{item.armor} Armor" if item.armor else "",
        item.heals,
        f"{item.save} save" if item.save else "",
        f"{item.value_gp} gp" if item.value_gp else "",
        f"+{item.room}" if item.room else "",
    ]
    return ", ".join(part for part in parts if part)


def _uses_when_full(ref: RuleId) -> int:
    entry = things().get(ref) or relics().get(ref)
    return entry.uses if entry else 0


def _transport(creature: Creature) -> Iterator[Slots]:
    """A block for each of their beasts and carts, under its own name, and one for what others' beasts bear."""
    for carrier in creature.items:
        if carrier.room:
            load = tuple(slot(item) for item in creature.items if item.place == carrier.id)
            used = sum(thing.size for thing in load)
            yield Slots(carrier.name, load, used, carrier.room, "cairn.inventory.transport")
    near = {*OWN, "beside", *(item.id for item in creature.items)}
    borne = tuple(slot(item) for item in creature.items if item.place not in near)
    if borne:
        used = sum(thing.size for thing in borne)
        yield Slots("on_a_beast", borne, used, used, "cairn.inventory.transport")


def _spells(creature: Creature) -> Iterator[Line]:
    for item in creature.items:
        if item.spell:
            spell = spells()[item.spell]
            oddity = f" ({item.oddity})" if item.oddity else ""
            yield Line(item.name, f"{spell.effect}{oddity}", item.spell)


def _powers(creature: Creature) -> Iterator[Line]:
    for item in creature.items:
        if item.effect and not item.spell:
            recharge = f" ({item.recharge})" if item.recharge else ""
            yield Line(item.name, f"{item.effect}{recharge}", item.ref)


def attack_text(attack: Attack) -> str:
    """The dice of an attack, and what comes with it."""
    sides = " + ".join(f"d{die}" for die in attack.dice)
    flags = (("blast", attack.blast), ("ranged", attack.ranged), ("ignores Armor", attack.ignores_armor))
    return ", ".join((sides, *(flag for flag, given in flags if given)))


def _item_ref(creature: Creature, attack: Attack) -> RuleId:
    return next((item.ref for item in creature.items if (item.id,) == attack.items), "")


def _life(life: Life) -> Iterator[Block]:
    if life.background in backgrounds():
        yield Lines("background", (Line(life.background, backgrounds()[life.background].effect, life.background),))
    yield Lines("gifts", tuple(row_line(boon, dict(life.chosen).get(boon, "")) for boon in life.boons))
    yield Lines("bonds", tuple(row_line(bond) for bond in life.bonds))
    yield Text("omen", row_text(life.omen))
    yield Text("private_omen", row_text(life.private_omen))
    yield Tags("traits", tuple(Tag(kind, value) for kind, value in life.traits))
    if life.age:
        yield Stat("age", life.age, why="cairn.creation.age")


def row_line(id_: str, chosen: str = "") -> Line:
    """The row with this id, and what was chosen with it; any other text as it is."""
    row = rows().get(id_)
    if row is None:
        return Line("", id_)
    effect = "" if row.only_gives else row.effect
    return Line(row.name, f"{effect} ({chosen})" if chosen else effect, entry_of(id_))


def row_text(id_: str, chosen: str = "") -> str:
    """The same as one text."""
    line = row_line(id_, chosen)
    return ": ".join(part for part in (line.name, line.text) if part)


def _pay(creature: Creature) -> Iterator[Block]:
    if creature.pay is None:
        return
    if creature.pay.share:
        yield Tags("pay", (Tag("share", why="cairn.hireling.share"),))
    else:
        yield Stat("pay", creature.pay.gp_a_day, why="cairn.hireling.cost")
