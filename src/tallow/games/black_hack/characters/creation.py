"""Creation, steps A to D: attributes, a swap, a class with its kit and keepsake, a Background."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.characters.levels import book, class_of, gained, texts
from tallow.games.black_hack.characters.names import NAMES
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.entries import Kit, callings, kits, pasts, tables
from tallow.games.black_hack.gear.found import wonder
from tallow.games.black_hack.gear.things import SHIELDS, made, named_weapons, odd
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import ATTRIBUTES, FIELD, MARKS, Attribute, Character, Item, Magic, score
from tallow.mechanics import SUM, Expression, parse, total
from tallow.play import Play, RuleId, Seat, rule

PLAYER: Seat = "player"
ROLL, ANOTHER, KEEP = "roll", "another", "keep"
SET, TOO_HIGH = 7, 14
SUITS: dict[str, Attribute] = {"warrior": "STR", "thief": "DEX", "cleric": "WIS", "wizard": "INT"}
"""The attribute that each class relies on most."""

DEVICES = ("raven", "hart", "tower", "sun", "serpent", "ship")
DISGUISES = ("beggar", "pilgrim", "merchant", "guard", "noble", "servant")
SHIELD: RuleId = "black_hack.armour.shield"
DISGUISE: RuleId = "black_hack.item.disguise"
CREATION: RuleId = "black_hack.phase.creation"
BACKGROUND: RuleId = "black_hack.creation.background"
INSPIRATION: RuleId = "black_hack.table.inspiration"
COUNTERFEIT = MARKS.mark("counterfeit")
BODY = {"cloth": "cloth", "leather": "leather", "mail": "chain_mail", "plate": "plate_and_mail"}
"""The entry of each kind of body armour."""


@rule("black_hack.phase.creation", "black_hack.creation.steps", "black_hack.setting.luck")
def create(play: Play, settings: Settings, seat: Seat = PLAYER, level: int = 1) -> Character:
    """A new character of this seat: the four steps in order, then a name, then each Level above the first."""
    one = Character("pc", "", seat=seat, luck=settings.luck)
    one = swapped(play, attributes(play, one))
    one = take_up(play, one)
    one = starting_hp(play, one)
    one = equipped(fitted(play, one, settings))
    one = studied(play, kept(play, one))
    one = grown_up(play, one)
    one = replace(one, name=named(play, seat))
    play.tell("creation.made", one.name, one.life.calling, one.hp, why=CREATION)
    for _ in range(level - 1):
        one = gained(play, one, settings)
    return memorised(play, replace(one, hp=one.hp_max))


@rule(
    "black_hack.creation.roll",
    "black_hack.creation.fourteen",
    "black_hack.creation.six_attributes",
    "black_hack.attribute.strength",
    "black_hack.attribute.dexterity",
    "black_hack.attribute.constitution",
    "black_hack.attribute.intelligence",
    "black_hack.attribute.wisdom",
    "black_hack.attribute.charisma",
)
def attributes(play: Play, one: Character) -> Character:
    """3d6 for each attribute in order; after a roll of 14 or more the next is 7."""
    scores: dict[str, int] = {}
    high = False
    for attribute in ATTRIBUTES:
        why: RuleId = f"black_hack.attribute.{FIELD[attribute]}"
        scores[FIELD[attribute]], high = rolled(play, high, one.seat, why)
        play.tell("creation.attribute", why, scores[FIELD[attribute]], why="black_hack.creation.roll")
    return replace(one, **scores)


@rule("black_hack.creation.roll", "black_hack.creation.fourteen")
def rolled(play: Play, high: bool, by: Seat, why: RuleId = "black_hack.creation.roll") -> tuple[int, bool]:
    """One attribute, 3d6 or 7 after a high roll, and whether it was rolled high itself."""
    if high:
        return SET, False
    value = sum(play.roll(3, 6, by=by, why=why))
    return value, value >= TOO_HIGH


@cache
def _swaps() -> tuple[Any, ...]:
    return tuple([("swap", a, b) for at, a in enumerate(ATTRIBUTES) for b in ATTRIBUTES[at + 1 :]])


@rule("black_hack.creation.swap")
def swapped(play: Play, one: Character) -> Character:
    """The character, with two attributes swapped if the player wants, once."""
    now = tuple([score(one, attribute) for attribute in ATTRIBUTES])
    how = play.choose(one.seat, "swap", (KEEP, *_swaps()), *now, why="black_hack.creation.swap")
    if how == KEEP:
        return one
    _, a, b = how
    play.tell("creation.swapped", a, b, why="black_hack.creation.swap")
    return replace(one, **{FIELD[a]: score(one, b), FIELD[b]: score(one, a)})


@rule("black_hack.creation.class", "black_hack.creation.class_sets", "black_hack.creation.level_one")
def take_up(play: Play, one: Character) -> Character:
    """Choose one of four classes; the one that suits the attributes best is listed first."""
    listed = sorted(callings(), key=lambda name: -score(one, SUITS[name]))
    options = tuple([callings()[name].id for name in listed])
    which = play.choose(one.seat, "class", options, why="black_hack.creation.class")
    return replace(one, level=1, life=replace(one.life, calling=which))


@rule(
    "black_hack.creation.class_sets",
    "black_hack.hp.character_dice",
    "black_hack.hp.max",
    "black_hack.hp.dice_count",
    "black_hack.hd.level",
)
def starting_hp(play: Play, one: Character) -> Character:
    """Roll the starting HP of the class, which are also the maximum."""
    hp = total(play, _dice(class_of(one).hp), one.seat, "black_hack.hp.character_dice")
    play.tell("creation.hp", one.life.calling, hp, why="black_hack.hp.character_dice")
    return replace(one, hp=hp, hp_max=hp)


@cache
def _dice(text: str) -> Expression:
    return parse(text, SUM)


@rule(
    "black_hack.warrior.kit_choice",
    "black_hack.thief.kit_choice",
    "black_hack.cleric.kit_choice",
    "black_hack.wizard.kit_choice",
    "black_hack.ability.wizard_arcane_fortune",
    "black_hack.setting.cleric_a_coins",
    "black_hack.kit.thief_a",
)
def fitted(play: Play, one: Character, settings: Settings) -> Character:
    """Give what everybody of the class has, a magic item to a Wizard with 1 HP, and kit A or B with its coins."""
    class_ = calling(one)
    items = list(_always(play, one, settings))
    if class_ == "wizard" and one.hp == 1:
        why: RuleId = "black_hack.ability.wizard_arcane_fortune"
        item = wonder(play, one.seat, "i0", settings)
        play.tell("creation.fortune", item.ref, why=why)
        items.append(item)
    mine = [kit for kit in kits().values() if kit.calling == class_]
    which = play.choose(one.seat, "kit", tuple([kit.id for kit in mine]), why=f"black_hack.{class_}.kit_choice")
    kit = kits()[which]
    dice = settings.cleric_a_coins if which == "black_hack.kit.cleric_a" else kit.coins
    items += _things(play, one.seat, kit, settings)
    coins = total(play, _dice(dice), one.seat, which) if dice != "0" else 0
    if which == "black_hack.kit.thief_a":
        items.append(Item("", "counterfeit coins", counts=0, value=coins, marks=(COUNTERFEIT,)))
        coins = 0
    numbered = tuple([replace(item, id=f"i{at + 1}") for at, item in enumerate(items)])
    play.tell("creation.kit", which, coins, why=which)
    return replace(one, items=numbered, coins=coins, life=replace(one.life, kit=which))


@rule(
    "black_hack.warrior.decorative_shield",
    "black_hack.thief.disguise",
    "black_hack.cleric.prayer_book",
    "black_hack.wizard.spellbook",
)
def _always(play: Play, one: Character, settings: Settings) -> tuple[Item, ...]:
    """What everybody of a class owns: a Decorative Shield, a Disguise, a Prayer Book, a Spellbook."""
    class_ = calling(one)
    if class_ == "warrior":
        device = _own(play, one.seat, "device", DEVICES, "black_hack.warrior.decorative_shield")
        return (replace(made(SHIELD, "i0", settings), name="Decorative Shield", marks=(MARKS.mark("device", device),)),)
    if class_ == "thief":
        guise = _own(play, one.seat, "disguise", DISGUISES, "black_hack.thief.disguise")
        return (replace(made(DISGUISE, "i0", settings), marks=(MARKS.mark("disguise", guise),)),)
    return (Item("i0", "Prayer Book" if class_ == "cleric" else "Spellbook", marks=(MARKS.mark("own_book"),)),)


def _own(play: Play, seat: Seat, what: str, options: tuple[str, ...], why: RuleId) -> str:
    """One of several options, or a text of the player's own."""
    picked: str = play.choose(seat, what, (*options, ANOTHER), why=why)
    return play.write(seat, what, why=why).strip()[:60] or options[0] if picked == ANOTHER else picked


@rule("black_hack.weapon.one_handed", "black_hack.weapon.two_handed", "black_hack.armour.pool")
def _things(play: Play, seat: Seat, kit: Kit, settings: Settings) -> list[Item]:
    """The things of a kit: armour by its name and kind, weapons that the player names, and the rest."""
    body = made(f"black_hack.armour.{BODY[kit.armour_kind]}", "i0", settings)
    items = [replace(body, name=kit.armour, av=kit.av, dice=("whole",) * kit.av)]
    for ref in kit.weapons:
        arm = play.choose(seat, "which_weapon", named_weapons(ref), ref, why=kit.id)
        items.append(made(arm, "i0", settings))
    rest = [made(name, "i0", settings) if name.startswith("black_hack.") else odd(name, "i0") for name in kit.items]
    return items + rest


@rule("black_hack.armour.shield_helmet", "black_hack.armour.no_stack")
def equipped(one: Character) -> Character:
    """The character with armour and helmet on, a weapon in hand, and a shield or second weapon in a free hand."""
    items = []
    free = 2
    arms = [item for item in one.items if item.mode]
    shields = [item for item in one.items if item.kind in SHIELDS]
    order = arms[:1] + shields[::-1] + arms[1:]
    held: list[Item] = []
    for item in order:
        if item.hands <= free and not (item in shields and any(other in shields for other in held)):
            free -= item.hands
            held.append(item)
    for item in one.items:
        worn = item.av > 0 or item.kind == "helmet"
        items.append(replace(item, place="worn" if worn else "hands" if item in held else item.place))
    return replace(one, items=tuple(items))


@rule("black_hack.creation.keepsake")
def kept(play: Play, one: Character) -> Character:
    """Give a keepsake, rolled or chosen; it has no effect and no weight."""
    table = tables()[class_of(one).keepsake]
    listed = tuple([row.effect for row in table.rows])
    picked: str = play.choose(one.seat, "keepsake", (ROLL, *listed), why="black_hack.creation.keepsake")
    if picked == ROLL:
        picked = table.row(play.roll(1, 6, by=one.seat, why=table.id)[0]).effect
    play.tell("creation.keepsake", picked, why=table.id)
    return replace(one, life=replace(one.life, keepsake=picked))


@rule("black_hack.cleric.prayer_book", "black_hack.wizard.spellbook")
def studied(play: Play, one: Character) -> Character:
    """Write 1d4+2 spells or prayers of levels 1 and 2 into the character's book."""
    own = book(one)
    if own is None:
        return one
    why: RuleId = f"black_hack.{'wizard.spellbook' if calling(one) == 'wizard' else 'cleric.prayer_book'}"
    listed = [ref for ref, level in texts(one).items() if level <= 2]
    written: tuple[RuleId, ...] = ()
    for left in range(play.roll(1, 4, by=one.seat, why=why)[0] + 2, 0, -1):
        options = tuple([("of_level", ref, texts(one)[ref]) for ref in listed if ref not in written])
        written = (*written, play.choose(one.seat, "first_spells", options, left, why=why)[1])
    play.tell("creation.book", own.name, written, why=why)
    return replace(one, items=tuple([replace(item, spells=written) if item is own else item for item in one.items]))


@rule("black_hack.magic.memorise", "black_hack.magic.memorise_level")
def memorised(play: Play, one: Character) -> Character:
    """Memorise a first selection from the character's book: as many as Levels, and of no higher level."""
    own = book(one)
    castable = tuple([ref for ref in own.spells if texts(one)[ref] <= one.level]) if own is not None else ()
    chosen: tuple[RuleId, ...] = castable if len(castable) <= one.level else ()
    while len(chosen) < min(one.level, len(castable)):
        options = tuple([ref for ref in castable if ref not in chosen])
        left = one.level - len(chosen)
        ref = play.choose(one.seat, "first_memorised", options, left, why="black_hack.magic.memorise")
        chosen = (*chosen, ref)
    return replace(one, magic=Magic(memorised=chosen))


@rule("black_hack.creation.background", "black_hack.background.sentence", "black_hack.background.skill")
def grown_up(play: Play, one: Character) -> Character:
    """Choose one Background: from the book, by inspiration, or written by the player."""
    background = past(play, one.seat, BACKGROUND)
    play.tell("creation.background", background, why=BACKGROUND)
    return replace(one, life=replace(one.life, backgrounds=(background,)))


def past(play: Play, seat: Seat, why: RuleId, keep: tuple[str, ...] = ()) -> str:
    """A Background of the player's choice; `keep` are options listed before all others."""
    picked: str = play.choose(seat, "new_background", (*keep, ROLL, *pasts(), ANOTHER), why=why)
    if picked == ANOTHER:
        picked = play.write(seat, "new_background", why=why).strip()[:200].rstrip(".。")
    if picked in (ROLL, ""):
        return tables()[INSPIRATION].row(play.roll(1, 12, by=seat, why=INSPIRATION)[0]).effect
    return picked


def named(play: Play, seat: Seat) -> str:
    """A name: rolled, from a list, or the player's own."""
    picked = play.choose(seat, "name", (ROLL, *NAMES, ANOTHER), why=CREATION)
    if picked == ANOTHER:
        picked = play.write(seat, "name", why=CREATION).strip()[:60] or ROLL
    return NAMES[play.roll(1, len(NAMES), by=seat, why=CREATION)[0] - 1] if picked == ROLL else picked
