"""Creatures: from the bestiary by name, or from a stat line such as `4 HP, 1 Armor, 8 STR, 14 DEX, spear (d6)`."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from tallow.games.cairn.folk import Monster, MonsterAttack, monsters
from tallow.games.cairn.gear.things import from_ref, spellbook
from tallow.games.cairn.state import Attack, Creature, Item, State, unhurt
from tallow.games.cairn.uses import SPENT
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.ids import serial
from tallow.mechanics.names import with_numbers
from tallow.mechanics.roster import roster
from tallow.mechanics.statline import Form, Number, dice, is_line, read
from tallow.mechanics.suggestions import find_by_name
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, Seat, rule

ARMED = SPENT.mark("armed")
"""In `spent`: has been given what it fights with."""

_SPECIAL = (
    "immune", "harmed_by", "heals_by", "hard", "weak", "resists", "pack_enhanced", "ignores_non_metal_armour",
    "straight_to_str", "critical_dice", "aftermath", "heals_hp", "death_blast", "powers", "spells", "host_loses",
    "splits", "caster_save", "water_str",
)  # fmt: skip


def lookup(name: str) -> Monster:
    """The monster of that name, or `Unknown` with the nearest."""
    return find_by_name(name, monsters().values(), "monster", "Cairn")


@rule("cairn.monster.list", "cairn.monster.attacks", "cairn.detachment.one")
def spawn(
    monster: Monster,
    id_: str,
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
    like = host if host is not None and monster.copies_host else None
    made = Creature(
        id=id_,
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


def leader(monster: Monster, id_: str, *, at: int = 10) -> Creature:
    """The one who leads a band; a kind whose entry has no leader has one of its own number."""
    one = spawn(monster, id_, f"{monster.name} leader", at=at)
    if monster.leader:
        led = monster.leader
        one = replace(one, armor=led.armor, willpower=led.wil, willpower_max=led.wil, attacks=natural(led.attacks))
    return gain(one, "leader")


@rule("cairn.monster.casting", "cairn.monster.berserker")
def armed(play: Play, state: State, who: str) -> State:
    """Give a creature that comes to a fight its weapons and books, and its rage for the first attack."""
    state = stock(play, state, who)
    creature = find(state, who)
    monster = monsters().get(creature.of)
    if monster is not None and any(power.trigger == "first_attack" for power in monster.powers):
        return put(state, gain(creature, "raging"))
    return state


@rule("cairn.monster.attacks")
def equipped(creature: Creature) -> Creature:
    """The creature with what it fights with in hand, as things that can be dropped, taken and sold; once."""
    monster = monsters().get(creature.of)
    if monster is None or ARMED in creature.spent or creature.was:
        return creature
    own, arms = _arms(creature.of, creature.id, has(creature, "leader"))
    if not arms:
        return creature
    return replace(creature, attacks=own, items=(*creature.items, *arms), spent=(*creature.spent, ARMED))


@lru_cache(1_000)
def _arms(monster: RuleId, who: str, led: bool) -> tuple[tuple[Attack, ...], tuple[Item, ...]]:
    """The attacks of a creature with this id, bound to the weapons that they are made with, and those weapons."""
    entry = monsters()[monster]
    listed = entry.leader.attacks if entry.leader and led else entry.attacks
    arms = {at: weapon_of(attack, f"{who}.{at}") for at, attack in enumerate(listed) if attack.arms}
    own = [replace(a, items=(arms[at].id,)) if at in arms else a for at, a in enumerate(natural(listed))]
    return tuple(own), tuple(arms.values())


def weapon_of(attack: MonsterAttack, id_: str) -> Item:
    """The thing that a monster's attack is made with: a weapon of its class, with the attack's name and dice."""
    made = from_ref(attack.arms, id_, name=attack.name.capitalize())
    return replace(made, damage=attack.damage, place="hands", qualities=attack.qualities)


@rule("cairn.monster.casting", "cairn.monster.attacks")
def stock(play: Play, state: State, who: str) -> State:
    """Give a creature of the bestiary its weapons, and a caster its books: all, or some, drawn or picked."""
    state = put(state, equipped(find(state, who)))
    creature = find(state, who)
    monster = monsters().get(creature.of)
    if monster is None or monster.cast != "books" or SPENT.any(creature.spent, "books"):
        return state
    left = list(monster.spells)
    many = monster.books or len(left)
    if monster.books_up_to:
        many = play.choose(REFEREE, "how_many_books", range(many, 0, -1), creature.name, why=monster.id)
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
    return put(state, replace(creature, items=tuple(items), spent=(*creature.spent, SPENT.mark("books"))))


FORM = Form(
    {
        "HP": Number(3, 0, 999),
        "Armor": Number(0, 0, 3),
        "STR": Number(10, 1, 99),
        "DEX": Number(10, 0, 99),
        "WIL": Number(10, 0, 99),
    },
    flags=("detachment",),
    notes=("blast", "bulky", "ranged", "ignores armor"),
    such_as="a value such as 4 HP, 1 Armor or 11 STR, or an attack such as sword (d8)",
)


def statline(line: str, id_: str, name: str = "") -> Creature:
    """A creature from a stat line; abilities that it does not mention are 10, HP 3, Armor 0."""
    said = read(FORM, line)
    hp, armor, strength, dexterity, willpower = said.numbers.values()
    made = unhurt(id_, said.name or name or id_, "monster", hp, strength, dexterity, willpower)
    attacks = tuple(
        Attack(one.name, one.dice, "blast" in one.notes, "ignores armor" in one.notes, "ranged" in one.notes)
        for one in said.attacks
    )
    return replace(made, armor=armor, attacks=attacks, detachment="detachment" in said.flags)


def described(text: str, id_: str, name: str = "") -> Creature:
    """One creature, of a stat line or of the bestiary."""
    return statline(text, id_, name) if is_line(FORM, text) else spawn(lookup(text), id_)


def several(spec: str, prefix: str) -> tuple[Creature, ...]:
    """The creatures that `Goblin x4; 6 HP, 14 STR, club (d8) x2` says, each with an id and a name of its own.

    Those whose entry says that so many are one detachment are one.
    """
    made: list[Creature] = []
    for part in roster(spec, "somebody: a monster's name or a stat line"):
        ids = [f"{prefix}{len(made) + at + 1}" for at in range(max(2, part.number))]
        if is_line(FORM, part.text):
            made += [statline(part.text, id_, prefix.capitalize()) for id_ in ids[: part.number]]
        else:
            made += band(lookup(part.text), part.number, ids)
    return with_numbers(made)
