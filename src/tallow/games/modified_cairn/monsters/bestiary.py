"""Making creatures: from the bestiary, or from a stat line (`12 VIG, 10 SPI, 4 GD, 1 Armor, longsword (d8)`)."""

from collections.abc import Sequence

from msgspec.structs import replace

from tallow.games.modified_cairn.folk import Blow, Monster, monsters
from tallow.games.modified_cairn.state import SIDES, Attack, Creature, Quality, gain
from tallow.mechanics.names import with_numbers
from tallow.mechanics.roster import roster
from tallow.mechanics.statline import Form, Listed, Number, dice, is_line, read
from tallow.mechanics.suggestions import Malformed, find_by_name
from tallow.play import REFEREE, Seat, rule


def lookup(name: str) -> Monster:
    """The monster of that name; raises `Unknown` with the nearest names."""
    return find_by_name(name, monsters().values(), "monster", "Modified Cairn")


def attacks_of(blows: tuple[Blow, ...]) -> tuple[Attack, ...]:
    """The attacks that an entry lists."""
    return tuple(
        Attack(
            one.name, dice(one.dice), one.use == "ranged", one.reach, one.blast, one.ignores_armour, qualities=one.kinds
        )
        for one in blows
    )


@rule("modified_cairn.enemy.stat_block", "modified_cairn.quality.everyone", "modified_cairn.convert.scores")
def spawn(monster: Monster, id: str, name: str = "", *, seat: Seat = REFEREE) -> Creature:  # noqa: A002
    """One unhurt creature of the bestiary; special rules that always apply are among its states."""
    flags = {
        "fearless": monster.fearless,
        "fights_on": monster.fights_on,
        "immobile": monster.immobile,
        "raging": monster.first_attack,
    }
    return Creature(
        id=id,
        name=name or monster.name,
        kind="monster",
        heads=monster.heads,
        vigour=monster.vig,
        vigour_max=monster.vig,
        clarity=monster.cla,
        clarity_max=monster.cla,
        spirit=monster.spi,
        spirit_max=monster.spi,
        guard=monster.gd,
        guard_max=monster.gd,
        armor=monster.armour,
        attacks=attacks_of(monster.attacks),
        seat=seat,
        of=monster.id,
        detachment=monster.detachment,
        feats=monster.feats,
        states=tuple(flag for flag, holds in flags.items() if holds),
    )


@rule("modified_cairn.monster.bandit", "modified_cairn.unit.detachment")
def band(monster: Monster, number: int, ids: Sequence[str]) -> tuple[Creature, ...]:
    """Several creatures of a kind: separate, or one Detachment where the entry says so, with a leader if it has one."""
    if not monster.detachment_from or number < monster.detachment_from:
        names = [f"{monster.name} {n + 1}" if number > 1 else monster.name for n in range(number)]
        return tuple(spawn(monster, id_, name) for id_, name in zip(ids, names, strict=False))
    whole = replace(spawn(monster, ids[0], f"{monster.name} x{number}"), detachment=True)
    return (whole, leader(monster, ids[1])) if monster.leader else (whole,)


@rule("modified_cairn.monster.bandit", "modified_cairn.detachment.leader")
def leader(monster: Monster, id: str) -> Creature:  # noqa: A002
    """The leader of a band, with the entry's numbers for it."""
    one = gain(spawn(monster, id, f"{monster.name} leader"), "leader")
    led = monster.leader
    if led is None:
        return one
    return replace(one, armor=led.armour, spirit=led.spi, spirit_max=led.spi, attacks=attacks_of(led.attacks))


FORM = Form(
    {
        "VIG": Number(10, 1, 99),
        "CLA": Number(10, 0, 99),
        "SPI": Number(10, 0, 99),
        "GD": Number(3, 0, 99),
        "Armor": Number(0, 0, 9),
    },
    flags=("detachment", "feats"),
    notes=("blast", "reach", "ranged", "ignores armor", "CLA", "SPI"),
    such_as="a value such as 4 GD, 1 Armor or 11 VIG, or an attack such as longsword (d8)",
)


@rule("modified_cairn.action.ref_stat_block", "modified_cairn.enemy.stat_block", "modified_cairn.quality.everyone")
def statline(line: str, id: str, name: str = "") -> Creature:  # noqa: A002
    """A creature from a stat line; Qualities not given are 10, Guard 3, Armor 0."""
    said = read(FORM, line)
    vig, cla, spi, gd, armor = said.numbers.values()
    return Creature(
        id=id,
        name=said.name or name or id,
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
        attacks=tuple([_attack(one) for one in said.attacks]),
        detachment="detachment" in said.flags,
        feats="feats" in said.flags,
    )


@rule("modified_cairn.armour.physical_only", "modified_cairn.quality.loss_by_cause")
def _attack(one: Listed) -> Attack:
    """An attack of a stat line; one against CLA or SPI is not physical, so Armor does not count."""
    which: Quality = "CLA" if "CLA" in one.notes else "SPI" if "SPI" in one.notes else "VIG"
    return Attack(
        one.name,
        one.dice,
        "ranged" in one.notes,
        "reach" in one.notes,
        "blast" in one.notes,
        "ignores armor" in one.notes,
        which,
        physical=which == "VIG",
    )


def described(text: str, id: str, name: str = "") -> Creature:  # noqa: A002
    """One creature, from a stat line or of the bestiary."""
    return statline(text, id, name) if is_line(FORM, text) else spawn(lookup(text), id)


def several(spec: str, prefix: str, *, after: int = 0) -> tuple[Creature, ...]:
    """The creatures of a text such as `Goblin x4; 16 VIG, 6 GD, club (d10) x2`, each with its own id and name.

    A number that the entry makes a Detachment is one creature. Ids are numbered from `after` on.
    """
    made: list[Creature] = []
    for part in roster(spec, "somebody: a monster's name or a stat line"):
        ids = [f"{prefix}{after + len(made) + at + 1}" for at in range(max(2, part.number))]
        if is_line(FORM, part.text):
            made += [statline(part.text, id_, prefix.capitalize()) for id_ in ids[: part.number]]
        else:
            made += band(lookup(part.text), part.number, ids)
    return with_numbers(made)


@rule("modified_cairn.combat.side_turn")
def opposed(spec: str) -> tuple[Creature, ...]:
    """The foes of a text such as `Goblin x4 | Wolf x2`: two sides that oppose the party and each other."""
    camps, opposing = spec.split("|"), SIDES[1:]
    if len(camps) > len(opposing):
        raise Malformed(spec, spec.rindex("|"), f"at most {len(opposing)} sides against the party")
    made: list[Creature] = []
    for side, camp in zip(opposing, camps, strict=False):
        if not camp.strip() and len(camps) > 1:
            raise Malformed(spec, sum([len(one) + 1 for one in camps[: camps.index(camp)]]), "somebody on each side")
        new = several(camp, "foe", after=len(made))
        made += new if side == "foes" else [replace(one, side=side) for one in new]
    return tuple(made)
