"""Enemies: from the bestiary by name, by Hit Dice alone, or as somebody with a class; and fights for the simulator."""

import re
from collections.abc import Callable
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.vanilla.content import (
    FIGHTER,
    MAGIC_USER,
    SHIELD,
    Grown,
    Monster,
    armour,
    callings,
    helpers,
    monsters,
    spells,
    weapons,
)
from tallow.games.vanilla.rolls import dice
from tallow.games.vanilla.state import Creature, Item, Known, Life
from tallow.mechanics.near import Malformed, Unknown, nearest
from tallow.mechanics.roster import Part, numbered, roster
from tallow.play import REFEREE, Play, RuleId, rule

APART = 30
"""How far two sides are apart in feet where nobody says."""

MOST = 100
ELEMENTS = ("fire", "water", "air", "earth")
"""What elementals are of."""

BOOK: tuple[str, ...] = (
    "sleep",
    "cure_cause_light_wounds",
    "web",
    "hold_person",
    "fireball",
    "bless_curse",
    "lightning_bolt",
    "charm",
    "confusion",
    "invisibility",
    "hold_creature",
    "dispel_magic",
)
"""What the spellbook of somebody who was not rolled holds, the first first."""


@cache
def by_name() -> dict[str, RuleId]:
    """The bestiary by name, whatever the case."""
    return {monster.name.casefold(): monster.id for monster in monsters().values()}


def lookup(name: str) -> Monster:
    """The enemy of that name, or `Unknown` with the nearest."""
    found = by_name().get(name.strip().casefold())
    if found is None:
        names = [*[monster.name for monster in monsters().values()], "Fighter", "Magic-User"]
        raise Unknown("creature", name.strip(), nearest(name.strip(), names), "Grit and Flesh")
    return monsters()[found]


# ---------------------------------------------------------------- numbers


@rule("vanilla.monster.grit")
def usual(text: str) -> int:
    """What dice come to where nobody rolls: their mean, rounded down."""
    n, sides, plus, times = dice(text)
    return (n * (sides + 1) // 2 + plus) * times


@rule(
    "vanilla.monster.grit",
    "vanilla.monster.av",
    "vanilla.monster.st",
    "vanilla.monster.ac",
    "vanilla.monster.attacks",
    "vanilla.xp.monsters",
)
def of_hd(hd: int) -> Grown:
    """The numbers that follow from Hit Dice alone."""
    return Grown(
        hd,
        av=min(19, 10 + hd),
        st=min(19, 5 + hd),
        grit=f"{hd}d6" if hd else "0",
        flesh=f"1d6+{hd}" if hd else "1d6",
        attacks=min(4, 1 + hd // 5),
        xp=50 * hd,
    )


def natural_ac(hd: int) -> int:
    """The AC of one that is not listed."""
    return min(9, 2 + hd // 2)


@rule("vanilla.monster.variable_hd")
def grown(monster: Monster, hd: int = 0) -> Grown:
    """An enemy's numbers, those of the Hit Dice given where its are rolled; of the lowest if none are given."""
    listed = next((line for line in monster.by_hd if line.hd == hd), None)
    if listed is not None:
        return listed
    if hd and hd != monster.hd:
        return of_hd(hd)
    return Grown(monster.hd, monster.av, monster.st, monster.grit, monster.flesh, monster.attacks, monster.xp)


# ---------------------------------------------------------------- one of them


def _made(monster: Monster, line: Grown, grit: int, flesh: int, id_: str, name: str, at: int) -> Creature:
    return Creature(
        id=id_,
        name=name or monster.name,
        kind="enemy",
        level=line.hd,
        av=line.av,
        st=line.st,
        ac=monster.ac,
        grit=grit,
        grit_max=grit,
        flesh=max(1, flesh),
        flesh_max=max(1, flesh),
        damage=monster.damage,
        attacks=0 if monster.special("ambush") else line.attacks,
        free_attacks=monster.free_attacks,
        of=monster.id,
        at=at,
        worn=monster.armour == "worn",
    )


def spawn(monster: Monster, id: str, name: str = "", *, at: int = APART, hd: int = 0) -> Creature:  # noqa: A002
    """One of the bestiary with the numbers that it usually has; nothing is rolled."""
    line = grown(monster, hd)
    one = _made(monster, line, usual(line.grit), usual(line.flesh), id, name, at)
    knows = monster.special("spells") is not None
    return replace(one, book=typical_book(line.hd // 2)) if knows else one


@rule("vanilla.monster.grit", "vanilla.monster.variable_hd", "vanilla.monster.dragon_spells", "vanilla.free.npc")
def rolled_up(
    play: Play,
    monster: Monster,
    id: str,  # noqa: A002
    name: str = "",
    *,
    at: int = APART,
    hd: int = 0,
) -> Creature:
    """One of the bestiary as it is met: its Hit Dice, Grit and Flesh, its kind and its spells are rolled, unseen."""
    if not hd and not monster.hd_dice.isdigit():
        hd = _hidden(play, monster.hd_dice, "vanilla.monster.variable_hd")
    line = grown(monster, hd)
    grit = _hidden(play, line.grit, "vanilla.monster.grit")
    one = _made(monster, line, grit, _hidden(play, line.flesh, "vanilla.monster.grit"), id, name, at)
    for special in monster.specials:
        if special.type == "variant" and lucky(play, special.chance, monster.id):
            one = replace(one, marks=(*one.marks, special.name), name=f"{one.name} ({special.name})")
        elif special.type == "spells":
            one = replace(one, book=drawn_book(play, line.hd // 2, "vanilla.monster.dragon_spells"))
        elif special.type == "element":
            one = of_element(one, ELEMENTS[_hidden(play, f"1d{len(ELEMENTS)}", monster.id) - 1])
    return one


@rule("vanilla.monster.elemental")
def of_element(one: Creature, element: str) -> Creature:
    """An elemental of fire, water, air or earth."""
    marks = tuple([mark for mark in one.marks if not mark.startswith("element:")])
    return replace(one, marks=(*marks, f"element:{element}"), name=f"{one.name.partition(' (')[0]} ({element})")


def _hidden(play: Play, text: str, why: RuleId) -> int:
    n, sides, plus, times = dice(text)
    return (sum(play.roll(n, sides, by=REFEREE, why=why, hidden=True) if n else ()) + plus) * times


def lucky(play: Play, chance: str, why: RuleId) -> bool:
    """Whether a chance such as 1/6 comes up, rolled on a die of so many sides by the GM, unseen."""
    part, _, sides = chance.partition("/")
    if not sides:
        return True
    (face,) = play.roll(1, int(sides), by=REFEREE, why=why, hidden=True)
    return face <= int(part)


def drawn_book(play: Play, number: int, why: RuleId) -> tuple[Known, ...]:
    """So many different random spells."""
    drawn: list[RuleId] = []
    while len(drawn) < min(number, len(spells())):
        level, face = _hidden(play, "1d6", why), 0
        if level < 6:
            face = _hidden(play, "1d12", why)
            spell = next(s.id for s in spells().values() if s.level == level and s.roll == face)
            if spell not in drawn:
                drawn.append(spell)
    return tuple(Known(spell) for spell in drawn)


@rule("vanilla.monster.ac", "vanilla.monster.av", "vanilla.monster.st", "vanilla.monster.attacks")
def unlisted(hd: int, id: str, name: str = "", *, ac: int = -1, at: int = APART) -> Creature:  # noqa: A002
    """An enemy of whom nothing is known but Hit Dice, and perhaps AC."""
    line = of_hd(hd)
    grit, flesh = usual(line.grit), max(1, usual(line.flesh))
    return Creature(
        id=id,
        name=name or f"HD {hd}",
        kind="enemy",
        level=hd,
        av=line.av,
        st=line.st,
        ac=natural_ac(hd) if ac < 0 else ac,
        grit=grit,
        grit_max=grit,
        flesh=flesh,
        flesh_max=flesh,
        attacks=line.attacks,
        free_attacks=2,
        at=at,
    )


# ---------------------------------------------------------------- leaders


@rule("vanilla.class.leader", "vanilla.free.npc")
def leader(play: Play | None, monster: Monster, id: str, level: int, *, at: int = APART) -> Creature:  # noqa: A002
    """The leader of a group: of its own kind with other Hit Dice, or a Fighter or Magic-User of some level."""
    special = monster.special("leader")
    as_ = special.as_ if special is not None else "hd"
    name = f"{monster.name} leader"
    if as_ == "hd":
        if play is None:
            return spawn(monster, id, name, at=at, hd=level)
        return rolled_up(play, monster, id, name, at=at, hd=level)
    line = callings()[as_].at(level)
    books = callings()[as_].casts
    book = drawn_book(play, line.spells, "vanilla.class.leader") if books and play is not None else ()
    return Creature(
        id=id,
        name=name,
        kind="enemy",
        level=line.level,
        av=line.av,
        st=line.st,
        ac=max(monster.ac, 0 if books else 3),
        grit=line.grit,
        grit_max=line.grit,
        flesh=line.flesh,
        flesh_max=line.flesh,
        damage=monster.damage,
        free_attacks=2,
        of=as_,
        at=at,
        worn=True,
        marks=(f"kin:{monster.id}",),
        book=book or (typical_book(line.spells) if books else ()),
    )


def typical_book(number: int) -> tuple[Known, ...]:
    """A spellbook that was not rolled."""
    return tuple(Known(f"vanilla.spell.{name}") for name in BOOK[:number])


# ---------------------------------------------------------------- characters that were not rolled


@rule("vanilla.class.fighter", "vanilla.class.magic_user", "vanilla.free.fighter", "vanilla.free.magic_user")
def classed(calling: RuleId, level: int, id: str, name: str = "", *, at: int = 0) -> Creature:  # noqa: A002
    """A character of a class and level with its usual gear, for fights that nobody made characters for."""
    entry = callings()[calling]
    line = entry.at(level)
    fights = calling == FIGHTER
    items = [_weapon("medium_melee", f"{id}-melee", "hands")]
    if fights:
        items += [_weapon("large_melee", f"{id}-large"), _weapon("medium_ranged", f"{id}-bow")]
        items += [_piece("vanilla.armour.light", f"{id}-armour", "worn"), _piece(SHIELD, f"{id}-shield", "hands")]
    return Creature(
        id=id,
        name=name or entry.name,
        kind="pc",
        level=line.level,
        av=line.av,
        st=line.st,
        grit=line.grit,
        grit_max=line.grit,
        flesh=line.flesh,
        flesh_max=line.flesh,
        free_attacks=line.level if entry.free_attacks == "level" else 1,
        of=calling,
        items=tuple(items),
        bubbles_max=5,
        book=typical_book(line.spells) if entry.casts else (),
        life=Life(attributes=(10,) * 6, xp=line.xp),
        at=at,
    )


def _weapon(name: str, id_: str, place: str = "pack") -> Item:
    weapon = weapons()[f"vanilla.weapon.{name}"]
    return Item(id_, weapon.name, weapon.id, place=place, slots=weapon.slots)


def _piece(ref: RuleId, id_: str, place: str) -> Item:
    piece = armour()[ref]
    return Item(id_, piece.name, ref, place=place, ac=piece.ac, ac_start=piece.ac, slots=piece.slots)


# ---------------------------------------------------------------- by name


NAMED = "somebody: fighter 1, magic-user 1, or a name of the bestiary such as Orc x3"


class Line(Struct, frozen=True):
    """One part of a list of creatures: what each is called, how many, and how one is made."""

    name: str
    number: int
    one: Callable[[str], Creature]


_CLASS = re.compile(r"(fighter|magic[- ]?user)(?:\s+(\d{1,2}))?$", re.IGNORECASE)
_HD = re.compile(r"hd\s*(\d{1,2})(?:\s+ac\s*(\d{1,2}))?$", re.IGNORECASE)


def lines(spec: str) -> tuple[Line, ...]:
    """The parts of a list: `Orc x4, fighter 1; HD 3 AC 5 x2`."""
    return tuple([_line(spec, part) for part in roster(spec, NAMED, between=",;", most=MOST)])


def _line(spec: str, part: Part) -> Line:
    what, number = part.text, part.number
    if found := _CLASS.match(what):
        level = int(found[2] or 1)
        if not 1 <= level <= 10:
            raise Malformed(spec, part.at + found.start(2), "a level from 1 to 10")
        calling = FIGHTER if found[1].casefold() == "fighter" else MAGIC_USER
        return Line(callings()[calling].name, number, lambda id_: classed(calling, level, id_))
    if found := _HD.match(what):
        hd, ac = int(found[1]), int(found[2]) if found[2] else -1
        return Line(f"HD {hd}", number, lambda id_: unlisted(hd, id_, ac=ac))
    if kind := next((one for one in helpers().values() if one.name.casefold() == what.casefold()), None):
        return Line(kind.name, number, lambda id_: hand(kind.id, id_))
    monster = lookup(what)
    return Line(monster.name, number, lambda id_: spawn(monster, id_))


def hand(kind: RuleId, id: str) -> Creature:  # noqa: A002
    """A Helper with the numbers and the gear that its kind usually has."""
    entry = helpers()[kind]
    grit, flesh = usual(entry.grit), max(1, usual(entry.flesh))
    armed = "fight" in entry.tasks
    items = (_weapon("medium_melee", f"{id}-melee", "hands"), _weapon("small_ranged", f"{id}-sling"))
    return Creature(
        id=id,
        name=entry.name,
        kind="helper",
        level=entry.hd,
        av=entry.av,
        st=entry.st,
        grit=grit,
        grit_max=grit,
        flesh=flesh,
        flesh_max=flesh,
        free_attacks=entry.free_attacks,
        of=kind,
        items=(*items, _piece("vanilla.armour.light", f"{id}-armour", "worn")) if armed else (),
    )


def several(spec: str, prefix: str) -> tuple[Creature, ...]:
    """The creatures of a list such as `Goblin x4, Dire Wolf; fighter 2`, each with an id and a name of its own."""
    each = [line for line in lines(spec) for _ in range(line.number)]
    names = numbered([line.name for line in each])
    made = [line.one(f"{prefix}{at}") for at, line in enumerate(each, 1)]
    return tuple([replace(one, name=name) for one, name in zip(made, names, strict=True)])
