"""Creatures: from the bestiary by name, or from a stat line such as `4 HP, 1 Armor, 8 STR, 14 DEX, spear (d6)`."""

import re
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from tallow.games.cairn.attacks import dice
from tallow.games.cairn.content import Monster, MonsterAttack, monsters
from tallow.games.cairn.state import Attack, Creature, State, find, gain, put, serial, unhurt
from tallow.games.cairn.things import spellbook
from tallow.mechanics.near import Malformed, Unknown, nearest
from tallow.mechanics.roster import Part, numbered, roster
from tallow.play import REFEREE, Play, RuleId, Seat, rule

RANGED = ("bow", "sling", "spit", "squirt", "breath", "rocks", "dart", "spike", "clods", "spray")
"""Words by which an attack in a stat line is ranged without saying so."""

_SPECIAL = (
    "immune", "harmed_by", "heals_by", "hard", "weak", "resists", "pack_enhanced", "ignores", "straight_to",
    "critical_dice", "aftermath", "heals_hp", "death_blast", "powers", "spells", "host_loses", "splits", "caster_save",
    "water_str",
)  # fmt: skip


@cache
def by_name() -> dict[str, RuleId]:
    """The bestiary by name, whatever the case, singular or as printed."""
    return {monster.name.casefold(): monster.id for monster in monsters().values()}


def lookup(name: str) -> Monster:
    """The monster of that name, or `Unknown` with the nearest."""
    found = by_name().get(name.strip().casefold())
    if found is None:
        names = [monster.name for monster in monsters().values()]
        raise Unknown("monster", name.strip(), nearest(name.strip(), names), "Cairn")
    return monsters()[found]


@rule("cairn.monster.list", "cairn.monster.attacks", "cairn.detachment.one")
def spawn(
    monster: Monster,
    id: str,  # noqa: A002
    name: str = "",
    *,
    seat: Seat = REFEREE,
    at: int = 10,
    host: Creature | None = None,
) -> Creature:
    """One creature of the bestiary; `host` is the one whom it is bound to, and whose numbers some of them copy."""
    conditions = []
    if monster.morale == "fearless":
        conditions.append("fearless")
    if monster.fights_on:
        conditions.append("fights_on")
    if monster.immobile:
        conditions.append("immobile")
    like = host if host is not None and monster.copies else None
    made = Creature(
        id=id,
        name=name or monster.name,
        kind="monster",
        hp=like.hp if like else monster.hp,
        hp_max=like.hp_max if like else monster.hp,
        strength=like.strength if like else monster.strength,
        strength_max=like.strength_max if like else monster.strength,
        dexterity=like.dexterity if like else monster.dexterity,
        dexterity_max=like.dexterity_max if like else monster.dexterity,
        willpower=like.willpower if like else monster.willpower,
        willpower_max=like.willpower_max if like else monster.willpower,
        armor=monster.armor,
        attacks=natural(monster.attacks),
        seat=seat,
        of=monster.id,
        detachment=monster.detachment,
        conditions=tuple(conditions),
        at=at,
        heads=monster.heads,
        special=any(getattr(monster, field) for field in _SPECIAL),
    )
    return replace(made, host=host.id) if host else made


def natural(attacks: tuple[MonsterAttack, ...]) -> tuple[Attack, ...]:
    """Attacks as an entry lists them."""
    return tuple(
        Attack(a.name, dice(a.damage), a.blast, a.ignores_armor, a.ranged, qualities=a.qualities) for a in attacks
    )


@rule("cairn.detachment.one", "cairn.morale.leader", "cairn.monster.bandit")
def band(monster: Monster, number: int, ids: Sequence[str], *, at: int = 10) -> tuple[Creature, ...]:
    """So many of a kind met together: one by one, or where the entry says so one detachment, with its leader."""
    if not monster.detachment_from or number < monster.detachment_from:
        names = [f"{monster.name} {n + 1}" if number > 1 else monster.name for n in range(number)]
        return tuple(spawn(monster, id_, name, at=at) for id_, name in zip(ids, names, strict=False))
    whole = replace(spawn(monster, ids[0], f"{monster.name} x{number}", at=at), detachment=True)
    return (whole, leader(monster, ids[1], at=at)) if monster.leader else (whole,)


def leader(monster: Monster, id: str, *, at: int = 10) -> Creature:  # noqa: A002
    """The one who leads a band; a kind whose entry has no leader has one of its own number."""
    one = spawn(monster, id, f"{monster.name} leader", at=at)
    if monster.leader:
        led = monster.leader
        one = replace(one, armor=led.armor, willpower=led.wil, willpower_max=led.wil, attacks=natural(led.attacks))
    return gain(one, "leader")


@rule("cairn.monster.casting", "cairn.monster.berserker")
def armed(play: Play, state: State, who: str) -> State:
    """One of the bestiary comes to a fight: with its books, and with its rage for the first attack."""
    state = stock(play, state, who)
    creature = find(state, who)
    monster = monsters().get(creature.of)
    if monster is not None and any(power.trigger == "first_attack" for power in monster.powers):
        return put(state, gain(creature, "raging"))
    return state


@rule("cairn.monster.casting")
def stock(play: Play, state: State, who: str) -> State:
    """The books that a caster of the bestiary carries: all it is said to have, or so many of them, drawn or chosen."""
    creature = find(state, who)
    monster = monsters().get(creature.of)
    if monster is None or not monster.cast.startswith("books") or "books" in creature.spent:
        return state
    left = list(monster.spells)
    words = monster.cast.replace(",", "").split()
    many = int(words[-3]) if len(words) > 1 else len(left)
    if "up" in words:
        many = play.choose(REFEREE, "how_many_books", tuple(range(many, 0, -1)), creature.name, why=monster.id)
    drawn: list[RuleId] = left if many == len(left) else []
    how = play.choose(REFEREE, "books", ("draw", "choose"), creature.name, why=monster.id) if not drawn else ""
    while len(drawn) < many:
        if how == "draw":
            (face,) = play.roll(1, len(left), by=REFEREE, why="cairn.monster.casting", hidden=True)
            drawn.append(left.pop(face - 1))
        else:
            drawn.append(play.choose(REFEREE, "which_book", tuple(left), creature.name, why=monster.id))
            left.remove(drawn[-1])
    items = list(creature.items)
    for spell in drawn:
        state, id_ = serial(state, "i")
        items.append(spellbook(spell, id_))
    return put(state, replace(creature, items=tuple(items), spent=(*creature.spent, "books")))


# ---------------------------------------------------------------- stat lines

_NUMBER = r"(\d{1,9})\s*(HP|Armou?r|STR|DEX|WIL)\b"
_PART = re.compile(rf"\s*(?:{_NUMBER}|(detachment)|([^,()]+?)\s*\(([^)]*)\))\s*", re.IGNORECASE)
_STATLINE = re.compile(rf"{_NUMBER}|\(", re.IGNORECASE)
_DAMAGE = re.compile(r"[1-9]?d(4|6|8|10|12|20)(\+[1-9]?d(4|6|8|10|12|20))*$")
LIMITS = {"hp": (0, 999), "armor": (0, 3), "str": (1, 99), "dex": (0, 99), "wil": (0, 99)}


def statline(line: str, id: str, name: str = "") -> Creature:  # noqa: A002
    """A creature from a stat line; abilities that it does not mention are 10, HP 3, Armor 0."""
    numbers = {"hp": 3, "armor": 0, "str": 10, "dex": 10, "wil": 10}
    attacks: list[Attack] = []
    said: set[str] = set()
    detachment, at = False, 0
    if ":" in line.split(",", maxsplit=1)[0]:
        name, _, _ = line.partition(":")
        at = len(name) + 1
    while at < len(line) or at == 0:
        part = _PART.match(line, at)
        if part is None:
            at += len(line[at:]) - len(line[at:].lstrip())
            raise Malformed(line, at, "a value such as 4 HP, 1 Armor or 11 STR, or an attack such as sword (d8)")
        value, what, swarm, attack, notes = part.groups()
        if what:
            key = what.casefold().replace("our", "or")
            if key in said:
                raise Malformed(line, part.start(1), f"{what} only once")
            said.add(key)
            numbers[key] = int(value)
        elif swarm:
            detachment = True
        else:
            attacks.append(_attack(line, part.start(5), attack, notes))
        at = part.end()
        if at < len(line) and line[at] not in ",;":
            raise Malformed(line, at, "a comma")
        at += 1
    for key, (low, high) in LIMITS.items():
        if not low <= numbers[key] <= high:
            place = next(each for each in _STATLINE.finditer(line) if (each[2] or "").casefold().startswith(key[:3]))
            raise Malformed(line, place.start(), f"from {low} to {high} {place[2]}")
    read = unhurt(id, name.strip() or id, "monster", *(numbers[key] for key in ("hp", "str", "dex", "wil")))
    return replace(read, armor=numbers["armor"], attacks=tuple(attacks), detachment=detachment)


def _attack(line: str, at: int, name: str, notes: str) -> Attack:
    words = [word.strip() for word in notes.split(",")]
    if not _DAMAGE.match(words[0]):
        raise Malformed(line, at, "the dice of the attack, such as d6 or d8+d8")
    extra = {word.casefold() for word in words[1:]}
    for word in extra - {"blast", "bulky", "ranged", "ignores armor"}:
        raise Malformed(line, at, f"blast, bulky, ranged or ignores armor after the dice, not {word}")
    ranged = "ranged" in extra or any(word in name.casefold() for word in RANGED)
    return Attack(name.strip(), dice(words[0]), "blast" in extra, "ignores armor" in extra, ranged)


def write_statline(creature: Creature) -> str:
    """The stat line of a creature."""
    parts = [f"{creature.hp_max} HP"]
    if creature.armor:
        parts.append(f"{creature.armor} Armor")
    parts += [f"{creature.strength_max} STR", f"{creature.dexterity_max} DEX", f"{creature.willpower_max} WIL"]
    for attack in creature.attacks:
        notes = ["+".join(f"d{sides}" for sides in attack.dice)]
        notes += ["blast"] if attack.blast else []
        notes += ["ignores armor"] if attack.ignores_armor else []
        if attack.ranged and not any(word in attack.name.casefold() for word in RANGED):
            notes.append("ranged")
        parts.append(f"{attack.name} ({', '.join(notes)})")
    if creature.detachment:
        parts.append("detachment")
    return ", ".join(parts)


def several(spec: str, prefix: str, *, together: bool = False) -> tuple[Creature, ...]:
    """The creatures that `Goblin x4; 6 HP, 14 STR, club (d8) x2` says, each with an id and a name of its own.

    `together`: those whose entry says that so many are one detachment are one.
    """
    made: list[Creature] = []
    for part in roster(spec, "somebody: a monster's name or a stat line"):
        ids = [f"{prefix}{len(made) + at + 1}" for at in range(max(2, part.number))]
        made += listed(part, ids, prefix, together=together)
    return tuple(made)


def listed(part: Part, ids: Sequence[str], prefix: str, *, together: bool = False) -> tuple[Creature, ...]:
    """The creatures of one part of a list."""
    line = bool(_STATLINE.search(part.text))
    if not line and together:
        return band(lookup(part.text), part.number, ids)
    made = [statline(part.text, id_) if line else spawn(lookup(part.text), id_) for id_ in ids[: part.number]]
    base = made[0].name if made[0].name != ids[0] else prefix.capitalize()
    return tuple(replace(one, name=name) for one, name in zip(made, numbered([base] * part.number), strict=True))
