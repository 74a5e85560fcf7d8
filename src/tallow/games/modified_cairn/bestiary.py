"""Creatures: of the bestiary by name, or of a stat line such as `12 VIG, 10 SPI, 4 GD, 1 Armor, longsword (d8)`."""

import re
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from tallow.games.modified_cairn.folk import Blow, Monster, monsters
from tallow.games.modified_cairn.state import SIDES, Attack, Creature, Quality, gain
from tallow.mechanics.near import Malformed, Unknown, nearest
from tallow.mechanics.roster import Part, numbered, roster
from tallow.play import REFEREE, RuleId, Seat, rule

RANGED = ("bow", "sling", "spit", "squirt", "breath", "rocks", "dart", "spike", "clods", "spray")
"""Words by which an attack in a stat line is ranged without saying so."""


@cache
def by_name() -> dict[str, RuleId]:
    """The bestiary by name, whatever the case."""
    return {monster.name.casefold(): monster.id for monster in monsters().values()}


def lookup(name: str) -> Monster:
    """The monster of that name, or `Unknown` with the nearest."""
    found = by_name().get(name.strip().casefold())
    if found is None:
        names = [monster.name for monster in monsters().values()]
        raise Unknown("monster", name.strip(), nearest(name.strip(), names), "Modified Cairn")
    return monsters()[found]


@cache
def dice(notation: str) -> tuple[int, ...]:
    """The sides of the dice in a notation such as `d8+d6`, smallest first."""
    parts = [part.partition("d") for part in notation.split("+") if part]
    return tuple(sorted(int(sides) for number, _, sides in parts for _ in range(int(number or 1))))


def natural(blows: tuple[Blow, ...]) -> tuple[Attack, ...]:
    """Attacks as an entry lists them."""
    return tuple(
        Attack(
            one.name, dice(one.dice), one.use == "ranged", one.reach, one.blast, one.ignores_armour, qualities=one.kinds
        )
        for one in blows
    )


@rule("modified_cairn.enemy.stat_block", "modified_cairn.quality.everyone", "modified_cairn.convert.scores")
def spawn(monster: Monster, id: str, name: str = "", *, seat: Seat = REFEREE) -> Creature:  # noqa: A002
    """One creature of the bestiary, unhurt; what bends the rules for it all the time is a state of it."""
    flags = {
        "fearless": monster.fearless,
        "fights_on": monster.fights_on,
        "immobile": monster.immobile,
        "raging": monster.first_attack,
        f"heads:{monster.heads}": monster.heads > 0,
    }
    return Creature(
        id=id,
        name=name or monster.name,
        kind="monster",
        vigour=monster.vig,
        vigour_max=monster.vig,
        clarity=monster.cla,
        clarity_max=monster.cla,
        spirit=monster.spi,
        spirit_max=monster.spi,
        guard=monster.gd,
        guard_max=monster.gd,
        armor=monster.armour,
        attacks=natural(monster.attacks),
        seat=seat,
        of=monster.id,
        detachment=monster.detachment,
        feats=monster.feats,
        states=tuple(flag for flag, holds in flags.items() if holds),
    )


@rule("modified_cairn.monster.bandit", "modified_cairn.unit.detachment")
def band(monster: Monster, number: int, ids: Sequence[str]) -> tuple[Creature, ...]:
    """So many of a kind met together: one by one, or where the entry says so one Detachment, with its leader."""
    if not monster.detachment_from or number < monster.detachment_from:
        names = [f"{monster.name} {n + 1}" if number > 1 else monster.name for n in range(number)]
        return tuple(spawn(monster, id_, name) for id_, name in zip(ids, names, strict=False))
    whole = replace(spawn(monster, ids[0], f"{monster.name} x{number}"), detachment=True)
    return (whole, leader(monster, ids[1])) if monster.leader else (whole,)


@rule("modified_cairn.monster.bandit", "modified_cairn.detachment.leader")
def leader(monster: Monster, id: str) -> Creature:  # noqa: A002
    """The one who leads a band, with numbers of its own where the entry has them."""
    one = gain(spawn(monster, id, f"{monster.name} leader"), "leader")
    led = monster.leader
    if led is None:
        return one
    return replace(one, armor=led.armour, spirit=led.spi, spirit_max=led.spi, attacks=natural(led.attacks))


# ---------------------------------------------------------------- stat lines

_NUMBER = r"(\d{1,9})\s*(GD|Armou?r|VIG|CLA|SPI)\b"
_PART = re.compile(rf"\s*(?:{_NUMBER}|(detachment|feats)|([^,()]+?)\s*\(([^)]*)\))\s*", re.IGNORECASE)
_STATLINE = re.compile(rf"{_NUMBER}|\(", re.IGNORECASE)
_DAMAGE = re.compile(r"[1-9]?d(4|6|8|10|12|20)(\+[1-9]?d(4|6|8|10|12|20))*$")
_NOTES = ("blast", "reach", "ranged", "ignores armor", "cla", "spi")
LIMITS = {"gd": (0, 99), "armor": (0, 9), "vig": (1, 99), "cla": (0, 99), "spi": (0, 99)}


@rule("modified_cairn.action.ref_stat_block", "modified_cairn.enemy.stat_block", "modified_cairn.quality.everyone")
def statline(line: str, id: str, name: str = "") -> Creature:  # noqa: A002
    """A creature from a stat line; Qualities that it does not mention are 10, Guard 3, Armor 0."""
    numbers = {"gd": 3, "armor": 0, "vig": 10, "cla": 10, "spi": 10}
    attacks: list[Attack] = []
    said: list[str] = []
    at = 0
    if ":" in line.split(",", maxsplit=1)[0]:
        name, _, _ = line.partition(":")
        at = len(name) + 1
    while at < len(line) or at == 0:
        part = _PART.match(line, at)
        if part is None:
            at += len(line[at:]) - len(line[at:].lstrip())
            raise Malformed(line, at, "a value such as 4 GD, 1 Armor or 11 VIG, or an attack such as longsword (d8)")
        value, what, flag, attack, notes = part.groups()
        key = (what or flag or "").casefold().replace("our", "or")
        if key:
            if key in said:
                raise Malformed(line, part.start(2 if what else 3), f"{what or flag} only once")
            said.append(key)
        if what:
            numbers[key] = int(value)
        elif not flag:
            attacks.append(_attack(line, part.start(5), attack, notes))
        at = part.end()
        if at < len(line) and line[at] not in ",;":
            raise Malformed(line, at, "a comma")
        at += 1
    for key, (low, high) in LIMITS.items():
        if not low <= numbers[key] <= high:
            place = next(each for each in _STATLINE.finditer(line) if (each[2] or "").casefold().startswith(key[:3]))
            raise Malformed(line, place.start(), f"from {low} to {high} {place[2]}")
    gd, armor, vig, cla, spi = numbers.values()
    return Creature(
        id=id,
        name=name.strip() or id,
        kind="monster",
        vigour=vig,
        vigour_max=vig,
        clarity=cla,
        clarity_max=cla,
        spirit=spi,
        spirit_max=spi,
        guard=gd,
        guard_max=gd,
        armor=armor,
        attacks=tuple(attacks),
        detachment="detachment" in said,
        feats="feats" in said,
    )


@rule("modified_cairn.armour.physical_only", "modified_cairn.quality.loss_by_cause")
def _attack(line: str, at: int, name: str, notes: str) -> Attack:
    """An attack of a stat line; one upon CLA or SPI is not physical, so that Armor is of no use against it."""
    words = [word.strip() for word in notes.split(",")]
    if not _DAMAGE.match(words[0]):
        raise Malformed(line, at, "the dice of the attack, such as d6 or d8+d8")
    extra = [word.casefold().replace("armour", "armor") for word in words[1:]]
    for word in extra:
        if word not in _NOTES:
            raise Malformed(line, at, f"blast, reach, ranged, ignores armor, CLA or SPI after the dice, not {word}")
    ranged = "ranged" in extra or any(word in name.casefold() for word in RANGED)
    which: Quality = "CLA" if "cla" in extra else "SPI" if "spi" in extra else "VIG"
    return Attack(
        name.strip(),
        dice(words[0]),
        ranged,
        "reach" in extra,
        "blast" in extra,
        "ignores armor" in extra,
        which,
        physical=which == "VIG",
    )


def write_statline(creature: Creature) -> str:
    """The stat line of a creature."""
    parts = [f"{creature.vigour_max} VIG", f"{creature.clarity_max} CLA", f"{creature.spirit_max} SPI"]
    parts.append(f"{creature.guard_max} GD")
    if creature.armor:
        parts.append(f"{creature.armor} Armor")
    for attack in creature.attacks:
        notes = ["+".join(f"d{sides}" for sides in attack.dice)]
        notes += ["blast"] if attack.blast else []
        notes += ["reach"] if attack.reach else []
        notes += ["ignores armor"] if attack.ignores_armor else []
        notes += [attack.quality] if attack.quality != "VIG" else []
        if attack.ranged and not any(word in attack.name.casefold() for word in RANGED):
            notes.append("ranged")
        parts.append(f"{attack.name} ({', '.join(notes)})")
    parts += ["detachment"] if creature.detachment else []
    parts += ["feats"] if creature.feats else []
    return ", ".join(parts)


def several(spec: str, prefix: str, *, together: bool = False, after: int = 0) -> tuple[Creature, ...]:
    """The creatures that `Goblin x4; 16 VIG, 6 GD, club (d10) x2` says, each with an id and a name of its own.

    `together`: those whose entry says that so many are one Detachment are one. Ids are numbered `after` so many others.
    """
    made: list[Creature] = []
    for part in roster(spec, "somebody: a monster's name or a stat line"):
        ids = [f"{prefix}{after + len(made) + at + 1}" for at in range(max(2, part.number))]
        made += listed(part, ids, prefix, together=together)
    return tuple(made)


def listed(part: Part, ids: Sequence[str], prefix: str, *, together: bool = False) -> tuple[Creature, ...]:
    """The creatures of one part of a list."""
    line = bool(_STATLINE.search(part.text))
    if together and not line:
        return band(lookup(part.text), part.number, ids)
    made = [statline(part.text, id_) if line else spawn(lookup(part.text), id_) for id_ in ids[: part.number]]
    base = made[0].name if made[0].name != ids[0] else prefix.capitalize()
    return tuple(replace(one, name=name) for one, name in zip(made, numbered([base] * part.number), strict=True))


@rule("modified_cairn.combat.side_turn")
def opposed(spec: str) -> tuple[Creature, ...]:
    """The foes that `Goblin x4 | Wolf x2` says: two sides against the party and each other."""
    camps, opposing = spec.split("|"), SIDES[1:]
    if len(camps) > len(opposing):
        raise Malformed(spec, spec.rindex("|"), f"at most {len(opposing)} sides against the party")
    made: list[Creature] = []
    for side, camp in zip(opposing, camps, strict=False):
        if not camp.strip() and len(camps) > 1:
            raise Malformed(spec, sum([len(one) + 1 for one in camps[: camps.index(camp)]]), "somebody on each side")
        new = several(camp, "foe", together=True, after=len(made))
        made += new if side == "foes" else [replace(one, side=side) for one in new]
    return tuple(made)
