"""Making a character: class, attributes and a reroll, vocation, Extra, gear, gold, spellbook."""

from typing import Any

from msgspec.structs import replace

from tallow.games.vanilla.characters.levels import at_level, gain_level
from tallow.games.vanilla.characters.names import NAMES
from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.entries import FIGHTER, MAGIC_USER, SHIELD, Row, callings, tables, weapons
from tallow.games.vanilla.gear.inventory import made, used
from tallow.games.vanilla.gear.weapons import hands_of
from tallow.games.vanilla.magic.random_spells import learned
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import ATTRIBUTES, Attribute, Creature, Item, Known, State
from tallow.play import Play, RuleId, Seat, rule

PLAYER: Seat = "player"
STEPS: RuleId = "vanilla.creation.steps"
KEEP, ROLL, ANOTHER = "keep", "roll", "another"
SIZES = ("medium", "large", "small")
BUBBLES = 5
SPELLS = 3
"""How many spells a first book holds."""

HIGHEST = 18
"""The most that an attribute can start with."""


@rule("vanilla.creation.steps", "vanilla.phase.creation", "vanilla.bubble.count", "vanilla.carry.slots")
def create(play: Play, settings: Settings, seat: Seat = PLAYER, level: int = 1) -> Creature:
    """Make a new character for this seat, step by step; levels above the first are gained one by one."""
    ref = play.choose(seat, "class", (FIGHTER, MAGIC_USER), why=STEPS)
    one = at_level(Creature("pc", "", "pc", seat=seat, of=ref, bubbles_max=BUBBLES), 1)
    one = replace(one, grit=one.grit_max, flesh=one.flesh_max)
    one = rerolled(play, attributes(play, one), settings)
    one = extra(play, vocation(play, one))
    one = left_behind(play, equipped(geared(play, one), settings), settings)
    one = gold(play, one)
    if ref == MAGIC_USER:
        one = spellbook(play, one)
    one = replace(one, name=named(play, seat))
    for _ in range(level - 1):
        one = gain_level(play, one, settings)
    one = replace(one, life=replace(one.life, xp=callings()[ref].at(level).xp))
    play.tell("creation.made", one.name, ref, one.level, why=STEPS)
    return one


@rule("vanilla.creation.attributes")
def attributes(play: Play, one: Creature) -> Creature:
    """2d6+3 for each of the six attributes, in order."""
    scores = []
    for attribute in ATTRIBUTES:
        scores.append(roll_score(play, one.seat))
        play.tell("creation.attribute", attribute, scores[-1], why="vanilla.creation.attributes")
    return replace(one, life=replace(one.life, attributes=tuple(scores)))


@rule("vanilla.creation.attributes")
def roll_score(play: Play, seat: Seat) -> int:
    """One attribute: 5 to 15."""
    return sum(play.roll(2, 6, by=seat, why="vanilla.creation.attributes")) + 3


@rule("vanilla.creation.reroll", "vanilla.setting.creation_reroll")
def rerolled(play: Play, one: Creature, settings: Settings) -> Creature:
    """Offer to reroll one of the class's three attributes, or by the setting each of them once; the new roll counts."""
    why: RuleId = "vanilla.creation.reroll"
    left = list(callings()[one.of].reroll)
    while left:
        ordered = sorted(left, key=lambda attribute: one.life.attributes[ATTRIBUTES.index(attribute)])
        low = one.life.attributes[ATTRIBUTES.index(ordered[0])]
        options = (*ordered, KEEP) if low < 10 else (KEEP, *ordered)
        picked = play.choose(one.seat, "reroll", options, *one.life.attributes, why=why)
        if picked == KEEP:
            return one
        score = roll_score(play, one.seat)
        play.tell("creation.rerolled", picked, score, why=why)
        one = with_attribute(one, picked, score)
        left = [other for other in left if other != picked] if settings.creation_reroll == "each" else []
    return one


def with_attribute(one: Creature, attribute: Attribute | str, score: int) -> Creature:
    """The character with this attribute set."""
    at = [str(other) for other in ATTRIBUTES].index(attribute)
    scores = (*one.life.attributes[:at], score, *one.life.attributes[at + 1 :])
    return replace(one, life=replace(one.life, attributes=scores))


@rule("vanilla.creation.vocation", "vanilla.table.vocation", "vanilla.creation.skills")
def vocation(play: Play, one: Creature) -> Creature:
    """Roll the character's former vocation, which gives skill."""
    row = _on(play, one.seat, "vanilla.table.vocation")
    play.tell("creation.vocation", row.name, row.effect, why="vanilla.creation.vocation")
    return replace(one, life=replace(one.life, vocations=(row.name,)))


def _on(play: Play, seat: Seat, table: RuleId) -> Row:
    return tables()[table].row(rolled(play, tables()[table].dice, seat, table))


@rule("vanilla.creation.extra", "vanilla.table.extra", "vanilla.carry.slots", "vanilla.bubble.count")
def extra(play: Play, one: Creature) -> Creature:
    """Roll an Extra: a higher attribute, a bonus on Saves or shots, more slots or a bubble, or a second vocation."""
    row = _on(play, one.seat, "vanilla.table.extra")
    play.tell("creation.extra", row.name, row.effect, why="vanilla.creation.extra")
    one = replace(one, life=replace(one.life, extra=row.name))
    if row.attribute:
        score = one.life.attributes[ATTRIBUTES.index(row.attribute)]
        score = min(HIGHEST, score + rolled(play, row.dice, one.seat, "vanilla.creation.extra"))
        play.tell("creation.raised", row.attribute, score, why="vanilla.creation.extra")
        return with_attribute(one, row.attribute, score)
    if row.vocations:
        return _second_vocation(play, one)
    return replace(one, slots=one.slots + row.slots, bubbles_max=one.bubbles_max + row.bubbles)


def _second_vocation(play: Play, one: Creature) -> Creature:
    """Roll a second vocation, again if it is the same."""
    had = one.life.vocations
    row = _on(play, one.seat, "vanilla.table.vocation")
    while row.name in had:
        row = _on(play, one.seat, "vanilla.table.vocation")
    play.tell("creation.vocation", row.name, row.effect, why="vanilla.creation.vocation")
    return replace(one, life=replace(one.life, vocations=(*had, row.name)))


@rule("vanilla.creation.steps", "vanilla.class.fighter", "vanilla.class.magic_user", "vanilla.item.prices")
def geared(play: Play, one: Creature) -> Creature:
    """Give the gear of the class; the player chooses the sizes of weapons."""
    if one.of == MAGIC_USER:
        options = tuple([ref for ref, weapon in weapons().items() if weapon.size != "none"])
        ordered = ("vanilla.weapon.medium_melee", *[ref for ref in options if ref != "vanilla.weapon.medium_melee"])
        refs: tuple[RuleId, ...] = (play.choose(one.seat, "first_weapon", ordered, why=STEPS),)
    else:
        pairs: tuple[Any, ...] = tuple([("pair", a, b) for at, a in enumerate(SIZES) for b in SIZES[at:]])
        _, a, b = play.choose(one.seat, "melee_weapons", pairs, why=STEPS)
        bows = tuple([f"vanilla.weapon.{size}_ranged" for size in SIZES])
        ranged = play.choose(one.seat, "ranged_weapon", bows, why=STEPS)
        refs = (f"vanilla.weapon.{a}_melee", f"vanilla.weapon.{b}_melee", ranged, "vanilla.armour.light", SHIELD)
    return replace(one, items=tuple([made(ref, f"i{at + 1}") for at, ref in enumerate(refs)]))


@rule("vanilla.carry.hands", "vanilla.weapon.start_ready")
def equipped(one: Creature, settings: Settings) -> Creature:
    """The character with armour worn, the first weapon in hand, and a shield or another weapon in a free hand."""
    from_hands: list[str] = []
    free = 2
    order = [item for item in one.items if item.ref in weapons()][:1]
    order += [item for item in one.items if item.ref == SHIELD]
    order += [item for item in one.items if item.ref in weapons() and weapons()[item.ref].mode == "melee"]
    for item in order:
        hands = hands_of(item, settings)
        if item.id not in from_hands and hands <= free:
            free -= hands
            from_hands.append(item.id)
    items = [replace(item, place=_place(item, item.id in from_hands)) for item in one.items]
    return replace(one, items=tuple(items))


def _place(item: Item, in_hands: bool) -> str:
    if item.ac_start and item.ref != SHIELD:
        return "worn"
    return "hands" if in_hands else "pack"


@rule("vanilla.creation.starting_slots", "vanilla.carry.full")
def left_behind(play: Play, one: Creature, settings: Settings) -> Creature:
    """Leave behind gear beyond the slots, which the player chooses."""
    while used(State(settings=settings), one) > one.slots:
        options = tuple([item.id for item in one.items][::-1])
        gone = play.choose(one.seat, "leave_behind", options, why="vanilla.creation.starting_slots")
        one = replace(one, items=tuple([item for item in one.items if item.id != gone]))
    return one


@rule("vanilla.creation.gold")
def gold(play: Play, one: Creature) -> Creature:
    """Starting money: 3d6 x 5 gp."""
    coins = rolled(play, "3d6 x 5", one.seat, "vanilla.creation.gold")
    play.tell("creation.gold", coins, why="vanilla.creation.gold")
    return replace(one, coins=coins)


@rule("vanilla.creation.spellbook", "vanilla.item.spellbook")
def spellbook(play: Play, one: Creature) -> Creature:
    """Make the first spellbook, with 3 different random spells."""
    known: tuple[RuleId, ...] = ()
    while len(known) < SPELLS:
        known = (*known, learned(play, one.seat, known, "vanilla.creation.spellbook"))
        play.tell("creation.spell", known[-1], why="vanilla.creation.spellbook")
    return replace(one, book=tuple([Known(ref) for ref in known]))


def named(play: Play, seat: Seat) -> str:
    """Choose a name: random, of a list, or the player's own."""
    picked = play.choose(seat, "name", (ROLL, *NAMES, ANOTHER), why=STEPS)
    if picked == ANOTHER:
        picked = play.write(seat, "name", why=STEPS).strip()[:60] or ROLL
    return by_chance(play, seat) if picked == ROLL else picked


def by_chance(play: Play, seat: Seat) -> str:
    """Roll a name of the list: one d6 for the row, one for the name."""
    (row,) = play.roll(1, 6, by=seat, why=STEPS)
    (at,) = play.roll(1, 6, by=seat, why=STEPS)
    return NAMES[6 * (row - 1) + at - 1]
