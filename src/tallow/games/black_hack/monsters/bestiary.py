"""The bestiary: foes by name or by Hit Dice alone, each with an id, a name and HP of its own."""

import re
from functools import cache
from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.entries import Line, Monster, monsters, tables
from tallow.games.black_hack.state import MARKS, Creature, State
from tallow.mechanics.amounts import roll_secretly
from tallow.mechanics.ids import serial
from tallow.mechanics.names import with_one_more
from tallow.mechanics.roster import everybody, roster
from tallow.mechanics.suggestions import Malformed, by_name, find_by_name
from tallow.play import REFEREE, Play, RuleId, Seat, rule

BY_HD: RuleId = "black_hack.monster.by_hd"
FORM: RuleId = "black_hack.bestiary.form"
HP: RuleId = "black_hack.hp.npc_d8"
ELEMENTALS: RuleId = "black_hack.table.elementals"
MOST = 40
"""How many of a kind can be met at once, at most."""

MOST_HD = 30
NAMELESS = "Foe"
"""The name of a foe of whom only the Hit Dice were given."""


def _named() -> tuple[Monster, ...]:
    """The monsters of the bestiary without those that are Hit Dice alone, which have no name."""
    return tuple([monster for monster in monsters().values() if monster.id != BY_HD])


@rule("black_hack.bestiary.form")
def lookup(name: str) -> Monster:
    """The monster of that name; raises `Unknown` with the nearest name."""
    return find_by_name(name, _named(), "monster", "The Black Hack")


@rule("black_hack.bestiary.form", "black_hack.monster.by_hd", "black_hack.creature.npcs", "black_hack.hd.level")
def spawn(
    ref: RuleId,
    id: str,  # noqa: A002
    name: str = "",
    *,
    hd: int = 0,
    seat: Seat = REFEREE,
    commander: str = "",
) -> Creature:
    """One of the bestiary whose HP are still to be rolled: `hd` where its entry leaves that open, or to change it.

    People are NPCs, who are Out of Action at 0 HP; all others are Monsters.
    """
    entry = monsters()[ref]
    return Creature(
        id=id,
        name=name or (NAMELESS if ref == BY_HD else entry.name),
        of=ref,
        hd=hd or entry.hd,
        hp=0,
        hp_max=0,
        person="npc" in entry.tags,
        tags=entry.tags,
        seat=seat,
        group=ref,
        commander=commander,
    )


@rule("black_hack.hp.npc_d8", "black_hack.hp.dice_count", "black_hack.hp.max", "black_hack.hd.level")
def readied(play: Play, one: Creature) -> Creature:
    """A foe with its HP rolled, in secret, which are its maximum: a d8 for each Hit Die, unless its entry says less.

    Hit Dice that its entry leaves to chance are rolled first.
    """
    if one.hp_max:
        return one
    entry = monsters()[one.of or BY_HD]
    hd = one.hd or roll_secretly(play, entry.hd_dice, FORM)
    own = entry.hp if entry.hd == hd else ""
    hp = roll_secretly(play, own or f"{hd}d8", HP)
    return replace(one, hd=hd, hp=hp, hp_max=hp)


@cache
@rule("black_hack.bestiary.form", "black_hack.hd.level")
def listed(refs: tuple[RuleId, ...]) -> tuple[Any, ...]:
    """Monsters as options, each with its Hit Dice as a number or dice; "any" if somebody has to give them."""
    known = [monsters()[ref] for ref in refs]
    dice = {monster.id: monster.hd_dice if not open_hd(monster.id) else "any" for monster in known}
    return tuple([("of_hd", monster.id, monster.hd or dice[monster.id]) for monster in known])


@cache
def open_hd(ref: RuleId) -> bool:
    """Whether somebody has to say how many Hit Dice a monster has."""
    entry = monsters()[ref]
    return entry.open_hd


@rule("black_hack.bestiary.form", "black_hack.attack.npc", "black_hack.table.elementals")
def lines(one: Creature) -> tuple[Line, ...]:
    """The attacks of a foe's entry, without used-up breath; an elemental's size says on how many targets."""
    entry = monsters().get(one.of)
    if entry is None:
        return monsters()[BY_HD].attacks
    if entry.by_size and "elemental" in one.tags:
        targets = tables()[ELEMENTALS].row(one.hd).targets
        return tuple([replace(line, targets=str(targets)) for line in entry.attacks])
    if MARKS.mark("breath", 0) in one.spent:
        return tuple([line for line in entry.attacks if not line.breath])
    return entry.attacks


@rule("black_hack.bestiary.form", "black_hack.hp.npc_d8")
def arrive(
    play: Play,
    state: State,
    ref: RuleId,
    number: int = 1,
    *,
    hd: int = 0,
    name: str = "",
) -> State:
    """So many of a kind join the foes, each with an id and HP of its own."""
    for _ in range(number):
        state, id_ = serial(state, "foe")
        state = enlist(state, readied(play, spawn(ref, id_, name, hd=hd or int(open_hd(ref)))))
    return state


def enlist(state: State, one: Creature) -> State:
    """A foe joins; where others have its name, all are numbered."""
    return replace(state, foes=with_one_more(state.foes, one))


_HD = re.compile(r"(?:^|(?<=\s))(?:HD\s*(\d+)|(\d+)\s*HD)$", re.IGNORECASE)


@rule("black_hack.monster.by_hd", "black_hack.bestiary.form", "black_hack.hd.level")
def described(text: str, id: str) -> Creature:  # noqa: A002
    """One foe as `Ogre`, `HD 2`, `Fire Elemental HD 4` or `Captain HD 4` has it; HP are still to be rolled."""
    found = _HD.search(text)
    if found is None:
        entry = lookup(text)
        if open_hd(entry.id):
            raise Malformed(text, len(text), "its Hit Dice, such as HD 4")
        return spawn(entry.id, id)
    hd = int((found[1] or found[2])[:4])
    if not 0 <= hd <= MOST_HD:
        raise Malformed(text, found.start(1 if found[1] else 2), f"from 0 to {MOST_HD} Hit Dice")
    name = text[: found.start()].strip().rstrip(",:")
    if (known := by_name(name, _named())) is not None:
        return spawn(known.id, id, hd=max(1, hd))
    return replace(spawn(BY_HD, id, name or NAMELESS, hd=max(1, hd)), group=name.casefold() or f"hd{hd}")


def several(spec: str, prefix: str = "foe") -> tuple[Creature, ...]:
    """The foes of a text such as `Goblin x4; HD 2 x3; Captain HD 4`."""
    parts = roster(spec, "somebody: a monster's name, or Hit Dice such as HD 2", between=",;", most=MOST)
    return everybody(parts, lambda part, id_: described(part.text, id_), prefix)
