"""Making enemies: from the bestiary, by Hit Dice alone, or with a class."""

import re

from msgspec.structs import replace

from tallow.games.vanilla.characters.typical import classed, hand, typical_book, usual
from tallow.games.vanilla.entries import FIGHTER, MAGIC_USER, Grown, Monster, callings, helpers, monsters, spells
from tallow.games.vanilla.magic.random_spells import SIX, spell_at
from tallow.games.vanilla.monsters.arms import USUAL, arms, kit
from tallow.games.vanilla.state import MARKS, Creature, Known
from tallow.mechanics.amounts import roll_secretly
from tallow.mechanics.roster import Part, everybody, roster
from tallow.mechanics.suggestions import Malformed, by_name, find_by_name
from tallow.play import REFEREE, Play, RuleId, Stake, rule

APART = 30
"""The distance between two sides in feet where none is given."""

MOST = 100
FIGHTERS_AC = 3
"""The AC of a leader with the class of a Fighter, at the least."""

ELEMENTS = ("fire", "water", "air", "earth")
"""The elements of elementals."""


def lookup(name: str) -> Monster:
    """The enemy of that name; raises `Unknown` with the nearest names."""
    return find_by_name(name, monsters().values(), "creature", "Grit and Flesh", also=("Fighter", "Magic-User"))


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
    """The natural AC of an enemy that is not listed."""
    return min(9, 2 + hd // 2)


@rule("vanilla.monster.variable_hd")
def grown(monster: Monster, hd: int = 0) -> Grown:
    """An enemy's numbers; if its Hit Dice are rolled, those for `hd`, or for the lowest if none are given."""
    listed = next((line for line in monster.by_hd if line.hd == hd), None)
    if listed is not None:
        return listed
    if hd and hd != monster.hd:
        return of_hd(hd)
    return Grown(monster.hd, monster.av, monster.st, monster.grit, monster.flesh, monster.attacks, monster.xp)


def _made(monster: Monster, line: Grown, grit: int, flesh: int, id_: str, name: str, at: int) -> Creature:
    return Creature(
        id=id_,
        name=name or monster.name,
        kind="enemy",
        level=line.hd,
        av=line.av,
        st=line.st,
        ac=0 if monster.armour == "worn" else monster.ac,
        grit=grit,
        grit_max=grit,
        flesh=max(1, flesh),
        flesh_max=max(1, flesh),
        damage=monster.damage,
        attacks=0 if monster.special("ambush") else line.attacks,
        of=monster.id,
        at=at,
        items=arms(monster, id_),
    )


def spawn(monster: Monster, id_: str, name: str = "", *, at: int = APART, hd: int = 0) -> Creature:
    """A creature of the bestiary with average numbers; nothing is rolled."""
    line = grown(monster, hd)
    one = _made(monster, line, usual(line.grit), usual(line.flesh), id_, name, at)
    knows = monster.special("spells") is not None
    return replace(one, book=typical_book(line.hd // 2)) if knows else one


@rule("vanilla.monster.grit", "vanilla.monster.variable_hd", "vanilla.monster.dragon_spells", "vanilla.free.npc")
def rolled_up(
    play: Play,
    monster: Monster,
    id_: str,
    name: str = "",
    *,
    at: int = APART,
    hd: int = 0,
) -> Creature:
    """A creature of the bestiary with Hit Dice, Grit, Flesh, variant and spells rolled in secret."""
    if not hd and not monster.hd_dice.isdigit():
        hd = roll_secretly(play, monster.hd_dice, "vanilla.monster.variable_hd")
    line = grown(monster, hd)
    grit = roll_secretly(play, line.grit, "vanilla.monster.grit")
    one = _made(monster, line, grit, roll_secretly(play, line.flesh, "vanilla.monster.grit"), id_, name, at)
    for special in monster.specials:
        if special.type == "variant" and lucky(play, special.chance, monster.id):
            one = replace(one, traits=(*one.traits, special.name), name=f"{one.name} ({special.name})")
        elif special.type == "spells":
            one = replace(one, book=drawn_book(play, line.hd // 2, "vanilla.monster.dragon_spells"))
        elif special.type == "element":
            one = of_element(one, ELEMENTS[roll_secretly(play, f"1d{len(ELEMENTS)}", monster.id) - 1])
    return one


@rule("vanilla.monster.elemental")
def of_element(one: Creature, element: str) -> Creature:
    """The creature as an elemental of fire, water, air or earth."""
    name = f"{one.name.partition(' (')[0]} ({element})"
    return replace(one, marks=MARKS.instead(one.marks, "element", element), name=name)


def lucky(play: Play, chance: str, why: RuleId) -> bool:
    """Whether a chance such as 1/6 comes up, rolled by the GM in secret on a die of that many sides."""
    part, _, sides = chance.partition("/")
    if not sides:
        return True
    (face,) = play.roll(1, int(sides), by=REFEREE, why=why, hidden=True, stake=Stake(int(part), means="lucky"))
    return face <= int(part)


def drawn_book(play: Play, number: int, why: RuleId) -> tuple[Known, ...]:
    """Draw this many different random spells in secret; a 6 for the level is rerolled."""
    drawn: list[RuleId] = []
    while len(drawn) < min(number, len(spells())):
        level = roll_secretly(play, "1d6", why)
        if level == SIX:
            continue
        spell = spell_at(level, roll_secretly(play, "1d12", why))
        if spell not in drawn:
            drawn.append(spell)
    return tuple(Known(spell) for spell in drawn)


@rule("vanilla.monster.ac", "vanilla.monster.av", "vanilla.monster.st", "vanilla.monster.attacks")
def unlisted(hd: int, id_: str, name: str = "", *, ac: int = -1, at: int = APART) -> Creature:
    """An enemy with given Hit Dice, and perhaps AC, but no entry."""
    line = of_hd(hd)
    grit, flesh = usual(line.grit), max(1, usual(line.flesh))
    return Creature(
        id=id_,
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
        at=at,
    )


@rule("vanilla.free.npc")
def opposed(one: Creature) -> Creature:
    """The character as an enemy: 2 Free Attacks each Round, whatever its class."""
    return one if one.kind == "enemy" else replace(one, kind="enemy")


@rule("vanilla.class.leader", "vanilla.free.npc", "vanilla.monster.arms")
def leader(play: Play, monster: Monster, id_: str, level: int, *, at: int = APART) -> Creature:
    """The leader of a group: of its own kind with other Hit Dice, or a Fighter or Magic-User of a level."""
    special = monster.special("leader")
    as_ = special.as_ if special is not None else "hd"
    name = f"{monster.name} leader"
    if as_ == "hd":
        return rolled_up(play, monster, id_, name, at=at, hd=level)
    line = callings()[as_].at(level)
    books = callings()[as_].casts
    return Creature(
        id=id_,
        name=name,
        kind="enemy",
        level=line.level,
        av=line.av,
        st=line.st,
        grit=line.grit,
        grit_max=line.grit,
        flesh=line.flesh,
        flesh_max=line.flesh,
        damage=monster.damage,
        of=as_,
        at=at,
        items=kit((USUAL,), max(monster.ac, 0 if books else FIGHTERS_AC), id_),
        marks=(MARKS.mark("kin", monster.id),),
        book=drawn_book(play, line.spells, "vanilla.class.leader") if books else (),
    )


NAMED = "somebody: fighter 1, magic-user 1, or a name of the bestiary such as Orc x3"


_CLASS = re.compile(r"(fighter|magic[- ]?user)(?:\s+(\d{1,2}))?$", re.IGNORECASE)
_HD = re.compile(r"(?:(.+?)\s+)?hd\s*(\d{1,2})(?:\s+ac\s*(\d{1,2}))?$", re.IGNORECASE)


def parts(spec: str) -> tuple[Part, ...]:
    """The parts of a list such as `Orc x4, fighter 1; HD 3 AC 5 x2; Osk HD 2`."""
    return roster(spec, NAMED, between=",;", most=MOST)


def described(spec: str, part: Part, id_: str) -> Creature:
    """One creature of a part of a list: with a class, by Hit Dice, a Helper, or of the bestiary."""
    if found := _CLASS.match(part.text):
        level = int(found[2] or 1)
        if not 1 <= level <= 10:
            raise Malformed(spec, part.at + found.start(2), "a level from 1 to 10")
        return classed(FIGHTER if found[1].casefold() == "fighter" else MAGIC_USER, level, id_)
    if found := _HD.match(part.text):
        return unlisted(int(found[2]), id_, found[1] or "", ac=int(found[3] or -1))
    if kind := by_name(part.text, helpers().values()):
        return hand(kind.id, id_)
    return spawn(lookup(part.text), id_)


def several(spec: str, prefix: str) -> tuple[Creature, ...]:
    """The creatures of a list such as `Goblin x4, Dire Wolf; fighter 2`, each with its own id and name."""
    return everybody(parts(spec), lambda part, id_: described(spec, part, id_), prefix)
