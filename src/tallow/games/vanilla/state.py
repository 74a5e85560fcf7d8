"""The state of a table of Grit and Flesh, as frozen values. Derived numbers are functions elsewhere."""

from typing import Literal, TypeAlias

from msgspec import Struct

from tallow.games.vanilla.settings import Settings
from tallow.mechanics.marks import Mark, Marks
from tallow.mechanics.two_sides import side_of
from tallow.play import REFEREE, RuleId, Seat

Attribute: TypeAlias = Literal["Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma"]
Phase: TypeAlias = Literal["creation", "settlement", "explore", "encounter", "combat"]
Place: TypeAlias = Literal["dungeon", "wilds", "settlement"]
Side: TypeAlias = Literal["party", "foes"]
SIDES: tuple[Side, ...] = ("party", "foes")
TERRAINS = ("grassland", "forest", "mountains", "swamp", "desert", "jungle", "rivers_sea", "villages")
"""The grounds that have a table of encounters."""

ATTRIBUTES: tuple[Attribute, ...] = (
    "Strength",
    "Dexterity",
    "Constitution",
    "Intelligence",
    "Wisdom",
    "Charisma",
)

MarkKind: TypeAlias = Literal[
    "grappled", "latched", "swallowed", "flesh", "shape", "kin", "element", "xp", "died", "hurt",
]  # fmt: skip
"""Kinds of marks of a creature that are about something: who holds it, what it is, when it was hurt."""

MARKS: Marks[MarkKind] = Marks()

ROUND = 1
TURN = 10
HOUR = 60
WATCH = 6 * HOUR
NIGHT = 8 * HOUR
DAY = 24 * HOUR
WEEK = 7 * DAY
"""The clock counts minutes."""


class Known(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A spell in a spellbook, and whether it is Corrupted."""

    spell: RuleId
    corrupted: bool = False


class Item(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A thing that fills slots or is held: a weapon, armour, treasure, a scroll, a light, or gear from a bubble.

    `place` is "pack", "hands", "worn" or "smith", where it is `back` at that minute. Armour has its current `ac` and
    what it started with; a ranged weapon is `loaded` and may be `empty` of ammunition. `power` names its row on a table
    of magic arms. `burns` is what is left of a light's number; `worth` is in gp, and `counted` once XP came of it. `at`
    is where it lies in a fight, `count` how many candles, torches or pints of oil it is. `spell` is that of a scroll or
    potion, `book` what a found spellbook holds.
    """

    id: str
    name: str
    ref: RuleId = ""
    place: str = "pack"
    ac: int = 0
    ac_start: int = 0
    loaded: bool = True
    empty: bool = False
    lit: bool = False
    burns: int = 0
    spell: RuleId = ""
    worth: int = 0
    slots: int = 0
    studied: int = 0
    magic: bool = False
    power: str = ""
    counted: bool = False
    back: int = 0
    at: int = 0
    count: int = 1
    book: tuple[Known, ...] = ()


class Pay(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a Helper was hired for: by whom, for how much a week, until when."""

    employer: str
    wage: int
    paid_until: int
    task: str = ""


class Life(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A character's attributes, vocations (the second is an Extra), Extra and experience."""

    attributes: tuple[int, ...] = ()
    vocations: tuple[str, ...] = ()
    extra: str = ""
    xp: int = 0
    spells_gained: tuple[RuleId, ...] = ()
    notes: str = ""


class Creature(Struct, frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """A character, Helper or enemy. `seat` answers for it; `of` is its class, kind of Helper or entry of the bestiary.

    `level` is the level of a class, or Hit Dice. `av`, `st` and the maxima are those of the table or of its entry; `ac`
    is natural. `at` is where it stands, in feet along a line. `conditions` are codes such as "out", "dead", "prone",
    "held", "held_fast", "unaware", "fled", "stone", "feinting". `wakes` is the Round or minute at which one who is out
    wakes. `bubbles` are Gear Bubbles filled. `hurt`: damage was taken this Round; `frees` Free Attacks were made in it.
    `traits` are what it has of its own, such as "leader", "no_xp" or a variant of its entry; `marks` what it has to do
    with others and what is remembered of it.
    """

    id: str
    name: str
    kind: Literal["pc", "helper", "enemy"]
    level: int = 1
    av: int = 10
    st: int = 5
    ac: int = 0
    grit: int = 0
    grit_max: int = 0
    flesh: int = 1
    flesh_max: int = 1
    damage: str = "1d6"
    attacks: int = 1
    seat: Seat = REFEREE
    of: RuleId = ""
    items: tuple[Item, ...] = ()
    gear: tuple[str, ...] = ()
    coins: int = 0
    gems: int = 0
    bubbles: int = 0
    bubbles_max: int = 0
    slots: int = 10
    book: tuple[Known, ...] = ()
    conditions: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    marks: tuple[Mark[MarkKind], ...] = ()
    at: int = 0
    wakes: int = 0
    hurt: bool = False
    frees: int = 0
    moved: bool = False
    cast: bool = False
    worn: bool = False
    spent: tuple[str, ...] = ()
    life: Life = Life()
    pay: Pay | None = None
    purified: int = -1
    revealed: bool = False


class Shape(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a creature in another shape has of its own; `places` are those of its things outside the pack."""

    av: int
    st: int
    ac: int
    attacks: int
    worn: bool
    damage: str
    places: tuple[tuple[str, str], ...] = ()


class Effect(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A spell or power that goes on: what it is, by whom, upon whom, until which minute (0: something ends it).

    `mode` is what it does, such as "asleep" or "latched"; `level` that of the spell, by which it is dispelled. `at`
    is where it lies and `amount` how much of it there is. `monster` is the entry of what comes, or of the shape that
    somebody is in; `own_shape` and `stopped`, another effect, come back when it ends.
    """

    id: str
    of: RuleId
    by: str = ""
    on: tuple[str, ...] = ()
    mode: str = ""
    ends: int = 0
    until: Literal["", "dispelled", "concentration", "touched", "dawn"] = ""
    amount: int = 0
    level: int = 1
    at: int = 0
    monster: RuleId = ""
    own_shape: Shape | None = None
    stopped: "Effect | None" = None


class Combat(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A fight: the Round, whose go it is, who has still to go, and what is left of the go that has begun.

    `first` is the side that won the d6. `feints` are those who attack twice this Round, each with whom they feinted.
    `lost` counts the foes fallen this Round, for morale. `surprised` sides have no goes in the first Round. `stung`:
    whoever's go it is was damaged by a Free Attack upon the deed just declared. `advantage` are those whose next attack
    the GM has granted one. `began` is the clock at the start, `back_to` the phase afterwards. `plain`: the whole side
    strikes as one, for damage and no tricks.
    """

    round: int = 1
    first: Side = "party"
    side: Side = "party"
    due: tuple[str, ...] = ()
    turn: str = ""
    move: bool = False
    action: bool = False
    feints: tuple[tuple[str, str], ...] = ()
    new_feints: tuple[tuple[str, str], ...] = ()
    surprised: tuple[Side, ...] = ()
    advantage: tuple[str, ...] = ()
    stung: bool = False
    lost: int = 0
    began: int = 0
    back_to: Phase = "explore"
    plain: bool = False


class Ended(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """How the last fight ended, with those of the party who were out, and the foes who were dead or had fled.

    `kinds` are those of the foes, whose hoard is found afterwards.
    """

    how: Literal["foes_down", "foes_fled", "party_down", "party_fled", "called_off"]
    rounds: int
    out: int = 0
    dead: int = 0
    fled: int = 0
    kinds: tuple[RuleId, ...] = ()

    @property
    def won(self) -> bool:
        """Whether the party has won it."""
        return self.how in ("foes_down", "foes_fled")


class Cache(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What was left behind at a place: things and coins, and how many of these gp were found in the wilds."""

    id: str
    place: Place
    depth: int
    terrain: str
    things: tuple[Item, ...]
    coins: int = 0
    found: int = 0


class State(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A table of Grit and Flesh.

    `place` is where the party is: a settlement, a dungeon, counted in Turns, or the open, counted in Watches. `brought`
    is gold found in the wilds and not yet counted as XP; `overcome` the Hit Dice of monsters whose XP are to come;
    `caches` what was left behind. `die` is the size of the encounter die, `dark` whether nothing but what the party
    carries gives light, `busy` what characters have done with this Turn. `peopled`: the document of an adventure says
    who is met where the party is. `loud`: something was heard, so that the next encounter die is that of a busy place.
    """

    settings: Settings = Settings()
    phase: Phase = "creation"
    clock: int = 8 * HOUR
    party: tuple[Creature, ...] = ()
    foes: tuple[Creature, ...] = ()
    combat: Combat | None = None
    ended: Ended | None = None
    effects: tuple[Effect, ...] = ()
    place: Place = "settlement"
    depth: int = 1
    terrain: str = "grassland"
    die: Literal["usual", "empty", "busy"] = "usual"
    dark: bool = False
    busy: tuple[tuple[str, str], ...] = ()
    surgeon: bool = True
    surgeon_gp: int = 50
    ground: tuple[Item, ...] = ()
    ground_coins: int = 0
    caches: tuple[Cache, ...] = ()
    brought: int = 0
    overcome: tuple[int, ...] = ()
    notes: str = ""
    serial: int = 0
    peopled: bool = False
    loud: bool = False


GONE = frozenset(("dead", "fled", "gone", "stone"))
"""Conditions in which a creature takes no more part."""

IDLE = frozenset(("out", "held_fast", "asleep", "paralysed"))
"""Conditions in which a creature is there but cannot act."""


def alive(creature: Creature) -> bool:
    """Whether a creature is alive and with the others."""
    return not creature.conditions or GONE.isdisjoint(creature.conditions)


def up(creature: Creature) -> bool:
    """Whether a creature still takes part in a fight."""
    return not creature.conditions or (GONE.isdisjoint(creature.conditions) and "out" not in creature.conditions)


def able(creature: Creature) -> bool:
    """Whether a creature can act."""
    return not creature.conditions or (GONE.isdisjoint(creature.conditions) and IDLE.isdisjoint(creature.conditions))


def opponents(state: State, who: str) -> tuple[Creature, ...]:
    """All on the other side who still take part."""
    others = state.foes if side_of(state, who) == "party" else state.party
    return tuple([one for one in others if not one.conditions or up(one)])
