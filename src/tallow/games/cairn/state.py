"""Everything that a table of Cairn remembers, as frozen values. Derived numbers are functions, in their chapters."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.cairn.settings import Settings
from tallow.games.cairn.uses import SPENT, Spent
from tallow.mechanics.two_sides import everyone, side_of
from tallow.play import REFEREE, RuleId, Seat

Ability: TypeAlias = Literal["STR", "DEX", "WIL"]
Phase: TypeAlias = Literal[
    "creation", "town", "explore", "encounter", "fight", "camp", "dungeon", "wilderness", "downtime"
]
Side: TypeAlias = Literal["party", "foes"]
SIDES: tuple[Side, ...] = ("party", "foes")

ABILITIES: tuple[Ability, ...] = ("STR", "DEX", "WIL")
SCORE = {"STR": "strength", "DEX": "dexterity", "WIL": "willpower"}

ROUND = 10
MINUTE = 60
TURN = 10 * MINUTE
HOUR = 60 * MINUTE
WATCH = 8 * HOUR
DAY = 24 * HOUR


class Item(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A thing: what it is by its entry or its own numbers, how much of it is left, and where it is.

    `place` is "pack", "hands" or "worn", "beside" for a beast or a cart left standing, or the id of what carries it.
    `sealed` is the effect that holds it out of time.
    """

    id: str
    name: str
    ref: RuleId = ""
    slots: int = 1
    damage: str = ""
    blast: bool = False
    range: Literal["melee", "ranged"] = "melee"
    hands: int = 1
    armor: int = 0
    bonus: bool = False
    uses: int = 0
    charges: int = 0
    charges_max: int = 0
    recharge: str = ""
    heals: str = ""
    save: str = ""
    value_gp: int = 0
    effect: str = ""
    spell: RuleId = ""
    oddity: str = ""
    room: int = 0
    qualities: tuple[str, ...] = ()
    place: str = "pack"
    lit: bool = False
    recharged: int = 0
    sealed: str = ""


class Attack(Struct, frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """One way to attack: the dice of which the highest counts, and what comes with it.

    `items` are the ids of the weapons that it is made with, none for a creature's own.
    """

    name: str
    dice: tuple[int, ...]
    blast: bool = False
    ignores_armor: bool = False
    ranged: bool = False
    items: tuple[str, ...] = ()
    qualities: tuple[str, ...] = ()


class Cause(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A vital need unmet since a moment of the clock; `counted` days of Fatigue have come of it."""

    name: str
    since: int
    counted: int = 0


class Scar(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A scar: its entry, what was rolled for its place, and whether its gain is still to be rolled."""

    of: RuleId
    part: str = ""
    open: bool = False
    since: int = 0


class Life(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Who a character is: `boons`, `bonds` and omens are ids of rows, `chosen` what was chosen with a boon."""

    background: RuleId = ""
    boons: tuple[str, ...] = ()
    traits: tuple[tuple[str, str], ...] = ()
    bonds: tuple[str, ...] = ()
    omen: str = ""
    private_omen: str = ""
    age: int = 0
    notes: str = ""
    chosen: tuple[tuple[str, str], ...] = ()


class Pay(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a hireling is owed: so much a day, or a share; a beast or ally has an employer and is owed nothing.

    `paid_until` is a moment of the clock; `brought` are the ids of its own things.
    """

    employer: str
    gp_a_day: int = 0
    share: bool = False
    paid_until: int = 0
    brought: tuple[str, ...] = ()


class Creature(Struct, frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """A character, hireling, beast or monster. `seat` answers for it; `of` is the entry that it is made from.

    `armor` and `attacks` are its own, without what it wears and wields; `burden` is slots filled by no item. `at` is
    where it stands, in feet along a line; `dies_at` when a dying creature dies, or one that lies as dead wakes;
    `special`: its entry bends the rules of attacks; `spent` is what it has used up or had, for the day or for good;
    `host` is the one whom it is bound to, `rides` the beast that it sits on. `cp` is what it has below a gold piece, in
    copper; `was` its own HP, maximum HP, STR, maximum STR, DEX and maximum DEX while it is in another shape.
    """

    id: str
    name: str
    kind: Literal["pc", "hireling", "monster"]
    hp: int
    hp_max: int
    strength: int
    strength_max: int
    dexterity: int
    dexterity_max: int
    willpower: int
    willpower_max: int
    armor: int = 0
    attacks: tuple[Attack, ...] = ()
    seat: Seat = REFEREE
    of: RuleId = ""
    detachment: bool = False
    items: tuple[Item, ...] = ()
    gp: int = 0
    cp: int = 0
    fatigue: int = 0
    burden: int = 0
    conditions: tuple[str, ...] = ()
    deprived: tuple[Cause, ...] = ()
    scars: tuple[Scar, ...] = ()
    dies_at: int = 0
    at: int = 0
    heads: int = 0
    special: bool = False
    life: Life = Life()
    pay: Pay | None = None
    spent: Spent = ()
    was: tuple[int, ...] = ()
    host: str = ""
    rides: str = ""


World: TypeAlias = Literal[
    "craving", "dampened", "dark", "fire", "ice", "light", "lure", "silence", "summoned", "swapped",
    "alarm", "cover", "deprives", "regrows", "sealed", "shelter", "water", "way_out", "wearies",
]  # fmt: skip
"""What an effect does to the world, or to those under it other than by a condition."""


class Hazard(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What an effect does to whoever meets it, unless they save: "harm" (its dice), "held" or "fall"."""

    what: Literal["harm", "held", "fall"]
    save: Ability | Literal[""] = ""


class Effect(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A spell or power that goes on: upon whom, by whom, until when (0: until something ends it).

    `conditions` are what those under it are in. `save` is made at each of their turns to be free of it; `until` is what
    ends it besides; `lasting`: it goes on without who made it; `was` is put back when it ends. `dice` are those of its
    hazards. Of a monster: `each` is the ability (or HP) that loses the `dice` every round, `steps` how far it has come
    where it comes step by step, and `then` what comes when its time is over. `wants` is the id of a thing that those
    under it must have, `hates` are those whom they want destroyed.
    """

    id: str
    of: RuleId
    name: str
    by: str
    on: tuple[str, ...] = ()
    ends: int = 0
    conditions: tuple[str, ...] = ()
    save: Ability | Literal[""] = ""
    until: tuple[str, ...] = ()
    lasting: bool = False
    dice: str = ""
    was: str = ""
    each: Ability | Literal["HP", ""] = ""
    then: str = ""
    world: tuple[World, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    steps: int = 0
    wants: str = ""
    hates: tuple[str, ...] = ()


Target: TypeAlias = str | tuple[str, str]
"""What a working is aimed at: the id of a creature, or those of a thing's bearer and of the thing."""


class Declaration(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What somebody will do when their side acts; an attack has its name in `detail`, and the ids of its `weapons`."""

    who: str
    move: str
    target: str = ""
    weapons: tuple[str, ...] = ()
    item: str = ""
    detail: str = ""
    targets: tuple[Target, ...] = ()


MarkKind: TypeAlias = Literal[
    "impaired", "enhanced", "blast", "impossible", "helpless", "sheltered", "still", "unmoving"
]


class Mark(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The referee's word on attacks of one creature, or on attacks upon it."""

    who: str
    kind: MarkKind


class Fight(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A fight: whose turn it is, who may act in it, what is declared, and what morale has seen.

    `opened`: the foes have had a turn. `facing` are those who look a creature with a gaze in the eye, each with it.
    """

    round: int = 1
    side: Side = "party"
    acting: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    unaware: tuple[str, ...] = ()
    declared: tuple[Declaration, ...] = ()
    marks: tuple[Mark, ...] = ()
    moved: tuple[str, ...] = ()
    facing: tuple[tuple[str, str], ...] = ()
    foes_at_start: int = 0
    checked: tuple[str, ...] = ()
    leader: str = ""
    refuge: bool = True
    opened: bool = False
    back_to: Phase = "explore"


Ending: TypeAlias = Literal["foes_down", "foes_fled", "party_down", "party_fled", "called_off"]


class Ended(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """How the last fight ended."""

    how: Ending
    rounds: int

    @property
    def won(self) -> bool:
        """Whether the party has won it."""
        return self.how in ("foes_down", "foes_fled")


class Dungeon(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A dangerous place: the cycle, who does what in it and who moves, and what may bring an event.

    `lit`: it has light of its own where the party is.
    """

    cycle: int = 1
    declared: tuple[tuple[str, str], ...] = ()
    moving: tuple[str, ...] = ()
    cycles_here: int = 0
    triggers: tuple[str, ...] = ()
    name: str = ""
    lit: bool = False


class Journey(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The way between two points: what it costs in watches, how far the party is, and how it goes.

    `region` is what the land itself adds or what mounts and guides take off; `signs` a map or other signs that lower
    the chance of getting lost; `borne` the day whose weather the travellers have had.
    """

    path: str = "trail"
    distance: str = "short"
    terrain: str = "easy"
    region: int = 0
    signs: int = 0
    borne: int = -1
    watches_done: int = 0
    extra: int = 0
    lost: bool = False
    declared: tuple[tuple[str, str], ...] = ()


class State(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A table of Cairn."""

    settings: Settings = Settings()
    phase: Phase = "creation"
    clock: int = 8 * HOUR
    party: tuple[Creature, ...] = ()
    foes: tuple[Creature, ...] = ()
    fight: Fight | None = None
    ended: Ended | None = None
    dungeon: Dungeon | None = None
    journey: Journey | None = None
    ground: tuple[Item, ...] = ()
    effects: tuple[Effect, ...] = ()
    season: Literal["spring", "summer", "fall", "winter"] = "spring"
    weather: str = "fair"
    weather_day: int = -1
    milestones: tuple[tuple[str, str, int, int], ...] = ()
    downtime_taken: tuple[str, ...] = ()
    omen: str = ""
    notes: str = ""
    serial: int = 0


def unhurt(
    id_: str,
    name: str,
    kind: Literal["pc", "hireling", "monster"],
    hp: int,
    strength: int,
    dexterity: int,
    willpower: int,
) -> Creature:
    """Somebody new: every number at its maximum."""
    return Creature(id_, name, kind, hp, hp, strength, strength, dexterity, dexterity, willpower, willpower)


def score(creature: Creature, ability: Ability) -> int:
    """The current score of an ability."""
    if ability == "STR":
        return creature.strength
    return creature.dexterity if ability == "DEX" else creature.willpower


def score_max(creature: Creature, ability: Ability) -> int:
    """The maximum of an ability."""
    found: int = getattr(creature, SCORE[ability] + "_max")
    return found


OUT = frozenset(
    (
        "dead", "fled", "routed", "critical", "stable", "mortal", "gone",
        "petrified", "frozen", "banished", "carried_off",
    )
)  # fmt: skip
"""Conditions in which a creature takes no more part in a fight."""

HELD = frozenset(
    (
        "paralysed", "delirious", "collapsed", "asleep", "unconscious", "petrified", "held", "stunned", "away",
        "entranced", "commanded", "incapacitated", "object", "domed", "befuddled", "hypnotised", "engulfed",
    )
)  # fmt: skip
"""Conditions in which a creature is there but cannot act."""


def up(creature: Creature) -> bool:
    """Whether a creature still takes part in a fight."""
    return not creature.conditions or OUT.isdisjoint(creature.conditions)


def fighting(creatures: Sequence[Creature]) -> list[Creature]:
    """Those of them who still take part in a fight."""
    return [one for one in creatures if not one.conditions or OUT.isdisjoint(one.conditions)]


def able(creature: Creature) -> bool:
    """Whether a creature can act."""
    return not creature.conditions or (OUT.isdisjoint(creature.conditions) and HELD.isdisjoint(creature.conditions))


def alive(creature: Creature) -> bool:
    """Whether a creature lives and is with the others."""
    return "dead" not in creature.conditions and "gone" not in creature.conditions


def use_today(creature: Creature, what: str) -> Creature:
    """The creature, having used something once more that counts by the day."""
    return replace(creature, spent=(*creature.spent, SPENT.mark("day", what)))


def used_today(creature: Creature, what: str) -> int:
    """How often somebody has used something since dawn."""
    return creature.spent.count(SPENT.mark("day", what))


def speaker(state: State) -> Seat:
    """Who answers for the party where it decides as one: the first of its characters that can."""
    for one in state.party:
        if one.kind == "pc" and able(one):
            return one.seat
    return REFEREE


def opponents(state: State, side: Side) -> tuple[Creature, ...]:
    """Those on the other side who still take part and are there."""
    others = state.foes if side == "party" else state.party
    return tuple([c for c in others if not c.conditions or (up(c) and "away" not in c.conditions)])


UNSEEN = OUT | {"away", "invisible"}
"""Conditions in which nobody of the other side can attack a creature."""


def in_sight(state: State, side: Side) -> list[Creature]:
    """Those on the other side whom this one can attack and see."""
    others = state.foes if side == "party" else state.party
    return [one for one in others if not one.conditions or UNSEEN.isdisjoint(one.conditions)]


def plain(creature: Creature) -> bool:
    """Whether nothing about a creature bends the rules of attacks: no condition, scar or boon, no odd entry."""
    return not (creature.conditions or creature.special or creature.scars or creature.detachment or creature.life.boons)


RULED = frozenset(("enthralled", "possessed"))
"""Conditions in which a creature fights for whoever rules it."""


HARMLESS = frozenset(("pacified", "phobic", "netted"))
"""Conditions in which a creature attacks nobody."""


def enemies(state: State, creature: Creature) -> tuple[Creature, ...]:
    """Whom somebody can attack and see: the other side, or for one under another's will their own."""
    side = side_of(state, creature.id)
    if not creature.conditions:
        return tuple([c for c in opponents(state, side) if not c.conditions or "invisible" not in c.conditions])
    if not HARMLESS.isdisjoint(creature.conditions):
        return ()
    if "frenzied" in creature.conditions:
        return nearest(state, creature)
    if RULED.isdisjoint(creature.conditions):
        others = opponents(state, side)
    else:
        others = opponents(state, "foes" if side == "party" else "party")
    if not DRIVEN.isdisjoint(creature.conditions):
        driven = _driven_at(state, creature)
        if driven is not None:
            return driven
    friends = [e.by for e in state.effects if "charmed" in e.conditions and creature.id in e.on]
    hidden = [c.id for c in others if "invisible" in c.conditions]
    return tuple([c for c in others if c.id not in (creature.id, *friends, *hidden)])


DRIVEN = frozenset(("greedy", "hating"))
"""Conditions in which a creature goes for somebody before all others; the effect names whom or what."""


def _driven_at(state: State, creature: Creature) -> tuple[Creature, ...] | None:
    """Whom hatred or greed makes a creature attack: the hated, or who bears what it must have; None if nobody more.

    While a wanted thing lies about or is out of sight it attacks nobody.
    """
    there = [c for c in everyone(state) if c.id != creature.id and up(c) and "invisible" not in c.conditions]
    for effect in state.effects:
        if creature.id not in effect.on:
            continue
        hated = [c for c in there if c.id in effect.hates]
        if hated:
            return tuple(hated)
        if effect.wants and all(item.id != effect.wants for item in creature.items):
            return tuple([c for c in there if any(item.id == effect.wants for item in c.items)])
    return None


def nearest(state: State, creature: Creature) -> tuple[Creature, ...]:
    """Whoever is nearest, friend or foe."""
    others = [c for c in everyone(state) if c.id != creature.id and up(c) and "invisible" not in c.conditions]
    least = min((abs(c.at - creature.at) for c in others), default=0)
    return tuple(c for c in others if abs(c.at - creature.at) == least)
