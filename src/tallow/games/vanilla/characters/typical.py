"""Typical characters and Helpers, with average numbers and usual gear, where no player made them."""

from tallow.games.game import Archetypes
from tallow.games.vanilla.entries import FIGHTER, SHIELD, armour, callings, helpers, weapons
from tallow.games.vanilla.state import Creature, Item, Known, Life
from tallow.mechanics.amounts import parse_amount
from tallow.play import RuleId, rule

ARCHETYPES = Archetypes(
    party=lambda level: f"fighter {level} x2; magic-user {level} x2",
    foe="Goblin",
    levels=10,
)
"""Two of each class: the game has no thief or healer, whose tasks anybody may do."""

BOOK = (
    "sleep", "cure_cause_light_wounds", "web", "hold_person", "fireball", "bless_curse", "lightning_bolt", "charm",
    "confusion", "invisibility", "hold_creature", "dispel_magic",
)  # fmt: skip
"""What the spellbook of somebody who was not rolled holds, the first first."""


@rule("vanilla.monster.grit")
def usual(text: str) -> int:
    """The mean of dice in a text, rounded down."""
    n, sides, plus, times = parse_amount(text)
    return (n * (sides + 1) // 2 + plus) * times


def typical_book(number: int) -> tuple[Known, ...]:
    """A spellbook with this many fixed spells."""
    return tuple(Known(f"vanilla.spell.{name}") for name in BOOK[:number])


@rule("vanilla.class.fighter", "vanilla.class.magic_user", "vanilla.free.fighter", "vanilla.free.magic_user")
def classed(calling: RuleId, level: int, id_: str, name: str = "", *, at: int = 0) -> Creature:
    """A character of a class and level with average numbers and usual gear."""
    entry = callings()[calling]
    line = entry.at(level)
    fights = calling == FIGHTER
    items = [_weapon("medium_melee", f"{id_}-melee", "hands")]
    if fights:
        items += [_weapon("large_melee", f"{id_}-large"), _weapon("medium_ranged", f"{id_}-bow")]
        items += [_piece("vanilla.armour.light", f"{id_}-armour", "worn"), _piece(SHIELD, f"{id_}-shield", "hands")]
    return Creature(
        id=id_,
        name=name or entry.name,
        kind="pc",
        level=line.level,
        av=line.av,
        st=line.st,
        grit=line.grit,
        grit_max=line.grit,
        flesh=line.flesh,
        flesh_max=line.flesh,
        of=calling,
        items=tuple(items),
        bubbles_max=5,
        book=typical_book(line.spells) if entry.casts else (),
        life=Life(attributes=(10,) * 6, xp=line.xp),
        at=at,
    )


def hand(kind: RuleId, id_: str) -> Creature:
    """A Helper of a kind with average numbers and usual gear."""
    entry = helpers()[kind]
    grit, flesh = usual(entry.grit), max(1, usual(entry.flesh))
    armed = "fight" in entry.tasks
    items = (_weapon("medium_melee", f"{id_}-melee", "hands"), _weapon("small_ranged", f"{id_}-sling"))
    return Creature(
        id=id_,
        name=entry.name,
        kind="helper",
        level=entry.hd,
        av=entry.av,
        st=entry.st,
        grit=grit,
        grit_max=grit,
        flesh=flesh,
        flesh_max=flesh,
        of=kind,
        items=(*items, _piece("vanilla.armour.light", f"{id_}-armour", "worn")) if armed else (),
    )


def _weapon(name: str, id_: str, place: str = "pack") -> Item:
    weapon = weapons()[f"vanilla.weapon.{name}"]
    return Item(id_, weapon.name, weapon.id, place=place, slots=weapon.slots)


def _piece(ref: RuleId, id_: str, place: str) -> Item:
    piece = armour()[ref]
    return Item(id_, piece.name, ref, place=place, ac=piece.ac, ac_start=piece.ac, slots=piece.slots)
