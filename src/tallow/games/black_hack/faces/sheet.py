"""A character's sheet: attributes, HP and Armour Dice first, then what sways tests, things, magic and biography."""

from collections.abc import Iterator

from tallow.games.black_hack.characters.levels import damage_pool
from tallow.games.black_hack.checks.attribute_tests import used_backgrounds
from tallow.games.black_hack.checks.sways import calling, encumbered
from tallow.games.black_hack.combat.armour import foreign, helmet, mails, shield, worn
from tallow.games.black_hack.entries import BOOK, callings, prayers, spells
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.gear.things import called
from tallow.games.black_hack.gear.weapons import damage_dice, held, listed, wields_large
from tallow.games.black_hack.state import (
    ATTRIBUTES,
    DOWN,
    FIELD,
    MARKS,
    OUT,
    Being,
    Character,
    Effect,
    Item,
    MarkKind,
    State,
    score,
)
from tallow.games.shared.view_parts import panel_of
from tallow.games.view import Block, Boxes, Line, Lines, Look, Panel, Slot, Slots, Stat, Tag, Tags, Text, View
from tallow.mechanics.memory import cached_by_identity
from tallow.play import RuleId, rule

ABILITY = "black_hack.ability."

REMINDERS: dict[str, tuple[RuleId, ...]] = {
    "tests": ("black_hack.test.roll_below", "black_hack.test.additions", "black_hack.foe.powerful"),
    "edges": ("black_hack.adv.roll_twice", "black_hack.adv.player_chooses", "black_hack.adv.net"),
    "your_turn": (
        "black_hack.init.each_moment",
        "black_hack.turn.move_and_action",
        "black_hack.turn.extra_move",
        "black_hack.move.one_step",
    ),
    "attacks": ("black_hack.attack.melee_str", "black_hack.attack.ranged_dex", "black_hack.critical.attack"),
    "defence": (
        "black_hack.defend.trigger",
        "black_hack.critical.defend",
        "black_hack.armour.break_to_ignore",
        "black_hack.large.defend",
    ),
    "when_hurt": ("black_hack.damage.zero_character", "black_hack.oofa.when_roll", "black_hack.heal.oofa"),
    "usage": ("black_hack.usage.downgrade", "black_hack.usage.expended", "black_hack.usage.ammunition"),
    "rest": ("black_hack.rest.hour_armour", "black_hack.rest.hour_heal", "black_hack.rest.day_heal"),
    "magic": ("black_hack.magic.cast", "black_hack.magic.retain_test", "black_hack.magic.read_in_minutes"),
    "levels": ("black_hack.xp.to_level", "black_hack.carouse.cost", "black_hack.background.once"),
}
"""The rules that a player forgets, by the label that they stand under."""

ABILITIES: dict[str, tuple[str, ...]] = {
    "warrior": ("black_hack.action.dealer_of_death", f"{ABILITY}warrior_shield_bash", f"{ABILITY}warrior_self_reliant"),
    "thief": (
        "roguish_talents",
        f"{ABILITY}thief_nimble_expertise",
        f"{ABILITY}thief_sneak_attack",
        f"{ABILITY}thief_a_dagger_for_every_occasion",
        f"{ABILITY}thief_deep_and_murky_past",
    ),
    "cleric": (
        f"{ABILITY}cleric_banish_undead",
        f"{ABILITY}cleric_divine_fortification",
        f"{ABILITY}cleric_invoking_prayers",
    ),
    "wizard": (f"{ABILITY}wizard_casting_spells", f"{ABILITY}wizard_arcane_fortune"),
}
"""What a class can do, as a sheet lists it."""

QUIET: tuple[MarkKind, ...] = ("by", "last", "clings", "hurt_by", "died")
"""Kinds of marks of somebody that nobody sees."""

SHOWN: tuple[MarkKind, ...] = ("device", "disguise")
"""Kinds of marks of a thing that everybody sees: what is on a shield, and whom a disguise makes of one."""

BAD = OUT | DOWN | {
    "disfavoured", "stressed", "hungry", "fumbling", "marked", "panic", "rooted", "shocked", "lycanthropy", "diseased",
    "cursed", "rotting", "petrifying", "lured", "must_roll", "doomed", "clinging", "wild", "moonstruck", "feebleminded",
}  # fmt: skip


def sheet(one: Character) -> View:
    """A character on their own."""
    return View((panel(State(party=(one,)), one),))


@rule("black_hack.creation.six_attributes", "black_hack.armour.pool")
def panel(state: State, one: Character, mine: bool = True) -> Panel:
    """The whole sheet; `mine`: with the notes and secrets that only the owner sees."""
    effects = tuple([effect for effect in state.effects if one.id in effect.on])
    return _drawn(one, effects, sways(state, one), mine)


@cached_by_identity(2_000)
def _drawn(one: Character, effects: tuple[Effect, ...], lines: tuple[Line, ...], mine: bool) -> Panel:
    state = State(party=(one,), effects=effects)
    blocks: list[Block] = [
        *_numbers(one),
        *armour_dice(state, one),
        Tags("conditions", conditions(one)),
        Lines("sways", lines),
        Lines("attacks", tuple(attacks(one))),
        Lines("abilities", _abilities(one)),
        *_magic(one),
        carried(one),
        *_life(one, mine),
    ]
    kind = callings().get(calling(one))
    return panel_of(one.id, one.name, "sheet", blocks, kind.name if kind is not None else "", one.seat)


def attributes(one: Character) -> Iterator[Stat]:
    """The six attributes as they are tested."""
    for attribute in ATTRIBUTES:
        yield Stat(FIELD[attribute], score(one, attribute), why=f"black_hack.attribute.{FIELD[attribute]}")


@rule("black_hack.hd.level", "black_hack.hp.max")
def _numbers(one: Character) -> Iterator[Block]:
    """HP, Level, Experiences not yet shared, the six attributes, a Warrior's Damage Dice, Luck, coins and debt."""
    yield Stat("hp", one.hp, one.hp_max, "black_hack.hp.max")
    yield Stat("level", one.level, why="black_hack.hd.level")
    yield Stat("experiences", len(one.life.experiences), why="black_hack.xp.to_level")
    yield from attributes(one)
    if pool := damage_pool(one):
        yield Stat("damage_dice", pool, why="black_hack.ability.warrior_damage_pool")
    if one.luck:
        yield Stat("luck", one.luck, why="black_hack.option.luck")
    yield Stat("coins", one.coins, why="black_hack.coin.unit")
    if one.life.debt:
        yield Stat("debt", one.life.debt, why="black_hack.carouse.debt")


@rule("black_hack.armour.pool", "black_hack.armour.shield_helmet", "black_hack.armour.no_stack")
def armour_dice(state: State, one: Character) -> Iterator[Boxes]:
    """The Armour Dice, piece by piece: open ones can be broken, slashed ones are Broken, crossed ones gone for good."""
    pieces = (("armour", worn(one)), ("shield", shield(one)), ("helmet", helmet(one)))
    for label, piece in pieces:
        if piece is not None and piece.dice:
            yield _boxes(label, piece.dice, piece.av or None)
    for effect in mails(state, one.id):
        yield _boxes("magic_mail", effect.dice, None)


def _boxes(label: str, dice: tuple[str, ...], av: int | None) -> Boxes:
    return Boxes(
        label, len(dice), dice.count("gone"), dice.count("broken"), av, why="black_hack.armour.break_to_ignore"
    )


def conditions(one: Being) -> tuple[Tag, ...]:
    """Somebody's conditions, hindrances with the test that ends them, and Ongoing Damage."""
    names = [*one.conditions, *[mark.kind for mark in MARKS.without(one.marks, *QUIET)]]
    tags = [Tag(name, bad=name in BAD) for name in names]
    for hindrance in one.hindrances:
        ends = str(hindrance.left) if hindrance.left else "" if hindrance.by else hindrance.ends
        tags.append(Tag(hindrance.name, ends, f"black_hack.hindrance.{hindrance.name}", bad=True))
    if one.ongoing:
        tags.append(Tag("ongoing", one.ongoing, "black_hack.ongoing.loss", bad=True))
    return tuple(tags)


@rule("black_hack.test.additions", "black_hack.armour.proficiency", "black_hack.inventory.encumbered")
def sways(state: State, one: Character) -> tuple[Line, ...]:
    """Everything that is added to somebody's tests now, one line each."""
    found = []
    if added := foreign(one):
        found.append(Line("foreign_armour", f"+{added}", "black_hack.armour.proficiency"))
    if wields_large(one):
        found.append(Line("large_weapon", "+1d4", "black_hack.large.test"))
    if encumbered(one):
        found.append(Line("encumbered", "disadvantage", "black_hack.inventory.encumbered"))
    if state.dark and in_the_dark(state, one):
        found.append(Line("dark", "disadvantage", "black_hack.light.darkness"))
    strange = [item.name for item in held(one) if not listed(one, item.tags)]
    return (*found, *(Line("unlisted_weapon", name, "black_hack.creation.class_sets") for name in strange))


def attacks(one: Character) -> Iterator[Line]:
    """Somebody's attacks: the attribute, and the damage of the class."""
    arms = held(one)
    for item in arms:
        attribute = {"melee": "STR", "ranged": "DEX"}.get(item.mode, "STR/DEX")
        yield Line(called(item), f"{attribute} · {damage_said(one, armed=True, large=item.large)}", item.ref)
    if not arms:
        yield Line("black_hack.weapon.unarmed", f"STR · {damage_said(one, armed=False, large=False)}")


def _abilities(one: Character) -> tuple[Line, ...]:
    """The abilities of the class with what they do; talents link to the first of them."""
    entries = BOOK.entries()
    ids = [
        (code, code if "." in code else f"{ABILITY}thief_talent_delicate") for code in ABILITIES.get(calling(one), ())
    ]
    return tuple([Line(code, entries[why].text, why) for code, why in ids])


def damage_said(one: Character, *, armed: bool, large: bool) -> str:
    """The dice that somebody rolls for damage, by their class, armed or not; a large weapon adds one."""
    many, sides, points = damage_dice(one, armed, one.level)
    parts = [f"{many}d{sides}" if many else "", str(points) if points else "", "1d4" if large else ""]
    return "+".join(part for part in parts if part)


@rule("black_hack.inventory.capacity", "black_hack.inventory.encumbered")
def carried(one: Character) -> Slots:
    """Everything carried; the number of slots is the STR."""
    slots = tuple(slot(item) for item in one.items)
    used = sum([item.counts for item in one.items])
    return Slots("items", slots, used, one.strength, "black_hack.inventory.capacity", ("hands", "worn", "pack"))


@cached_by_identity(10_000)
def slot(item: Item) -> Slot:
    """A thing as shown in its slot."""
    return Slot(item.id, titled(item), item.counts, _kind(item), item.place, detail(item))


def _kind(item: Item) -> Look:
    if item.spells or item.ref.startswith("black_hack.magic_item."):
        return "magic"
    if item.av or item.dice:
        return "armour"
    return "weapon" if item.mode else "thing"


def titled(item: Item) -> str:
    """The name of a thing when shown on its own."""
    return item.name[:1].upper() + item.name[1:]


def detail(item: Item) -> str:
    """The numbers of a thing."""
    parts = [f"AV {item.av}" if item.av else "", f"Ud{item.usage}" if item.usage else "", "☼" if item.lit else ""]
    parts.append(f"{item.value}" if item.value else "")
    parts += [about for kind in SHOWN for about in MARKS.about(item.marks, kind)]
    return ", ".join(part for part in parts if part)


@rule("black_hack.magic.memorise", "black_hack.magic.retain_dis")
def _magic(one: Character) -> Iterator[Lines]:
    """Memorised spells, those cast in this session, and those in books and on scrolls, each with its level."""
    yield Lines("memorised", tuple(_spell(ref) for ref in one.magic.memorised))
    yield Lines("cast_this_session", tuple(_spell(ref) for ref in dict.fromkeys(one.magic.cast)))
    written = dict.fromkeys([ref for item in one.items for ref in item.spells])
    yield Lines("written", tuple(_spell(ref) for ref in written))


def _spell(ref: RuleId) -> Line:
    level = spells()[ref].level if ref in spells() else prayers()[ref].level
    return Line(ref, str(level), ref)


def _life(one: Character, mine: bool) -> Iterator[Block]:
    life = one.life
    used = used_backgrounds(one)
    pasts = tuple(Line(own, "used" if own in used else "", "black_hack.background.once") for own in life.backgrounds)
    yield Lines("backgrounds", pasts)
    yield Lines("stories", tuple(Line("", story, "black_hack.xp.abstract") for story in life.experiences if story))
    own = life.keepsake[:1].upper() + life.keepsake[1:]
    yield Lines("keepsake", (Line("", own, "black_hack.creation.keepsake"),) if own else ())
    yield Text("concept", life.concept)
    if mine:
        yield Text("notes", life.notes)
