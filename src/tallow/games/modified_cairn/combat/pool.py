"""The pool: a side's attack dice against one target, what is spent on Gambits, what is Fended off, what counts.

Each attacker's dice are kept apart, for only their owner may spend them. After the last Gambit the single highest die
that is left counts.
"""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.modified_cairn.checks.saves import passes
from tallow.play import REFEREE, Fact, Play, Pool, RuleId, Seat, Stake, rule

CHEAP, STRONG = 4, 8
"""The least face that buys a Gambit, and the least that buys a stronger one."""

FREE = ("bolster", "move", "something_else")
"""Gambits that several attackers may choose against one target; improvised ones must differ, as the GM decides."""

UNRESISTED = ("bolster", "move")
"""Gambits that allow no Save."""


class Thrown(Struct, frozen=True, gc=False, cache_hash=True):
    """One attacker's thrown dice. `focus`: one Gambit may be bought without a die."""

    who: str
    seat: Seat
    faces: Pool
    melee: bool = True
    focus: bool = False
    name: str = ""


class Gambit(Struct, frozen=True, gc=False, cache_hash=True):
    """A Gambit bought with a die, or by Focus (`die` 0); a strong die may deny the Save or increase the effect.

    `detail` is what the GM has agreed to for an improvised Gambit.
    """

    who: str
    name: str
    die: int = 0
    extra: Literal["", "no_save", "greater"] = ""
    detail: str = ""


@rule(
    "modified_cairn.attack.no_to_hit",
    "modified_cairn.dice.pool",
    "modified_cairn.dice.example_yan",
    "modified_cairn.dice.example_yokel",
    "modified_cairn.turn.roll_together",
)
def throw(
    play: Play,
    dice: tuple[int, ...],
    by: Seat,
    why: RuleId = "modified_cairn.dice.pool",
    stake: Stake | None = None,
) -> Pool:
    """Throw one attacker's dice together; `stake` is the face from which a die does more than reduce Guard."""
    if len(dice) == 1:
        return play.roll(1, dice[0], by=by, why=why, stake=stake)
    faces: tuple[int, ...] = ()
    for sides in sorted(set(dice)):
        faces += play.roll(dice.count(sides), sides, by=by, why=why, stake=stake)
    return tuple(sorted(faces))


@rule(
    "modified_cairn.gambit.what",
    "modified_cairn.gambit.timing",
    "modified_cairn.gambit.cost",
    "modified_cairn.gambit.strong",
    "modified_cairn.gambit.melee_only",
    "modified_cairn.gambit.no_duplicates",
    "modified_cairn.gambit.same_target",
    "modified_cairn.gambit.example_setup",
    "modified_cairn.gambit.example_spend",
    "modified_cairn.gambit.example_alternatives",
    "modified_cairn.modifier.enhanced_gambit",
    "modified_cairn.dice.spend",
    "modified_cairn.feat.focus",
)
def spend(
    play: Play, thrown: tuple[Thrown, ...], bought: tuple[Gambit, ...], names: tuple[str, ...], at: int
) -> tuple[tuple[Thrown, ...], tuple[Gambit, ...]]:
    """Let each attacker spend own dice of 4 or more on Gambits, none twice; gives the dice left and the Gambits."""
    while at < len(thrown):
        one = thrown[at]
        way: Any = "done"
        if ways := _ways(one, bought, names):
            facts = (one.name or one.who, tuple([t.faces for t in thrown]), tuple([g.name for g in bought]))
            way = play.choose(one.seat, "gambit", ("done", *ways), *facts, why="modified_cairn.gambit.timing")
        if way == "done":
            at += 1
            continue
        after, gambit = _paid(one, way)
        if gambit.name == "something_else":
            effect = _agreed(play, one)
            if not effect:
                left = tuple([name for name in names if name != "something_else"])
                return play.call(spend, thrown, bought, left, at)
            gambit = replace(gambit, detail=effect)
        changed = (*thrown[:at], after, *thrown[at + 1 :])
        return play.call(spend, changed, (*bought, gambit), names, at)
    return thrown, bought


def _ways(one: Thrown, bought: Sequence[Gambit], names: tuple[str, ...]) -> list[Any]:
    """What an attacker can buy: each Gambit not yet bought, with each die that pays for it, or with Focus.

    An option is `(name, face)`, with a strong die also `("no_save", name, face)` or `("greater", name, face)`.
    """
    if not one.melee and not one.focus:
        return []
    taken = [gambit.name for gambit in bought if gambit.name not in FREE]
    ways: list[Any] = []
    for name in names:
        if name in taken:
            continue
        for face in dict.fromkeys(one.faces) if one.melee else ():
            if face >= CHEAP:
                ways.append((name, face))
            if face >= STRONG:
                ways += [("no_save", name, face)] if name not in UNRESISTED else []
                ways += [("greater", name, face)] if name != "bolster" else []
        if one.focus:
            ways.append(("focus", name))
    return ways


@rule(
    "modified_cairn.gambit.something_else",
    "modified_cairn.gambit.never_ends_fight",
    "modified_cairn.action.ref_gambit_effect",
)
def _agreed(play: Play, one: Thrown) -> str:
    """What an improvised Gambit does, agreed with the GM before the die is paid; "" if player or GM declines."""
    why = "modified_cairn.gambit.something_else"
    wish = play.write(one.seat, "gambit_wish", one.name, why=why)
    effect = play.write(REFEREE, "gambit_effect", one.name, wish, why="modified_cairn.gambit.never_ends_fight")
    if not effect or play.choose(one.seat, "gambit_pay", ("pay", "keep"), effect, why=why) == "keep":
        return ""
    return effect


def _paid(one: Thrown, way: Any) -> tuple[Thrown, Gambit]:
    """An attacker's dice after a Gambit is bought, and the Gambit."""
    if way[0] == "focus":
        return replace(one, focus=False), Gambit(one.who, way[1])
    name, face = way[-2:]
    at = one.faces.index(face)
    left = one.faces[:at] + one.faces[at + 1 :]
    return replace(one, faces=left), Gambit(one.who, name, face, way[0] if len(way) > 2 else "")


@rule("modified_cairn.gambit.save", "modified_cairn.gambit.deny_save", "modified_cairn.gambit.one_save")
def resisted(play: Play, bought: tuple[Gambit, ...], vigour: int, by: Seat, waived: bool = False) -> tuple[Gambit, ...]:
    """The Gambits that work: the target makes one VIG Save against all of an attacker's that allow it.

    `waived`: the target makes no Save.
    """
    works: list[Gambit] = []
    shaken: dict[str, bool] = {}
    for gambit in bought:
        if waived or gambit.name in UNRESISTED or gambit.extra == "no_save":
            works.append(gambit)
            continue
        if gambit.who not in shaken:
            shaken[gambit.who] = not play.call(passes, vigour, by, "modified_cairn.gambit.save", "VIG")
        if shaken[gambit.who]:
            works.append(gambit)
    return tuple(works)


@rule("modified_cairn.feat.fend", "modified_cairn.hurt.fend", "modified_cairn.hurt.see_dice")
def fended(
    play: Play, thrown: tuple[Thrown, ...], by: Seat, name: str, fender: str = "", dealt: int = 0, *facts: Fact
) -> tuple[Thrown, ...] | None:
    """The dice against `name` after a fender discards one; None if the fender declines.

    The fender knows the dice, what was bought with others, and the damage before Armor; `facts` are further facts for
    the odds.
    """
    faces = sorted([face for one in thrown for face in one.faces], reverse=True)
    if not faces:
        return None
    options: tuple[Any, ...] = ("no", *dict.fromkeys(faces))
    known = (name, tuple(faces), fender, dealt, *facts)
    which: Any = play.choose(by, "fend", options, *known, why="modified_cairn.feat.fend")
    return None if which == "no" else without_die(thrown, which)


def without_die(thrown: tuple[Thrown, ...], face: int) -> tuple[Thrown, ...]:
    """The dice of several attackers with one die of this face removed."""
    for at, one in enumerate(thrown):
        if face in one.faces:
            place = one.faces.index(face)
            left = replace(one, faces=one.faces[:place] + one.faces[place + 1 :])
            return (*thrown[:at], left, *thrown[at + 1 :])
    return thrown


@rule(
    "modified_cairn.dice.highest",
    "modified_cairn.gambit.example_damage",
    "modified_cairn.gambit.bolster",
    "modified_cairn.hurt.armour",
    "modified_cairn.armour.deduct",
)
def damage(thrown: tuple[Thrown, ...], works: tuple[Gambit, ...], armor: int) -> int:
    """The damage: the highest die and 1 for each Bolster, less Armor; 0 without a die."""
    highest = max([face for one in thrown for face in one.faces], default=0)
    if not highest or not works:
        return max(0, highest - armor)
    if any(gambit.name == "expose" for gambit in works):
        armor = 0
    return max(0, highest + sum([gambit.name == "bolster" for gambit in works]) - armor)


def holders(thrown: tuple[Thrown, ...]) -> tuple[str, ...]:
    """The ids of those whose die is the highest that is left: several if equal, none without dice."""
    highest = max([face for one in thrown for face in one.faces], default=0)
    return tuple([one.who for one in thrown if one.faces and one.faces[-1] == highest])
