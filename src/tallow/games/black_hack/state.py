"""The stored state of a table of The Black Hack, as frozen values. Derived numbers are functions in other modules."""

from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.black_hack.settings import Settings
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.ids import by_id, swapped
from tallow.mechanics.marks import Mark, Marks
from tallow.play import REFEREE, RuleId, Seat

Attribute: TypeAlias = Literal["STR", "DEX", "CON", "INT", "WIS", "CHA"]
Phase: TypeAlias = Literal["creation", "exploration", "combat", "downtime", "travel"]
Unit: TypeAlias = Literal["moments", "minutes", "hours", "days"]
Band: TypeAlias = Literal["close", "nearby", "faraway", "distant"]
Die: TypeAlias = Literal["whole", "broken", "gone"]
"""An Armour Die: in the pool, Broken, or permanently Broken."""

MarkKind: TypeAlias = Literal[
    "moment", "came", "fell", "averted", "blood_up", "overawed", "trapped_ground",
    "carried", "clings", "last", "by", "copying", "hurt_by", "lured", "died",
    "session", "day", "power", "spell", "knows", "breath", "rose", "shield", "blink", "garlic", "looted",
    "device", "disguise", "reading", "learned", "owner", "own_book", "melting", "venom", "counterfeit",
]  # fmt: skip
"""Kinds of marks, a line each: in `Combat.used`, of a character or creature, in `spent`, on things.

Of what is used up the kind says what brings it back: a "moment", a "session", a "day".
"""

MARKS: Marks[MarkKind] = Marks()
ATTRIBUTES: tuple[Attribute, ...] = ("STR", "DEX", "CON", "INT", "WIS", "CHA")
FIELD: dict[Attribute, str] = {
    "STR": "strength",
    "DEX": "dexterity",
    "CON": "constitution",
    "INT": "intelligence",
    "WIS": "wisdom",
    "CHA": "charisma",
}
Span: TypeAlias = Literal["moments", "minutes", "day", "session", ""]
"""The unit in which something lasts; "": until something ends it."""

BANDS: tuple[Band, ...] = ("close", "nearby", "faraway", "distant")


class Item(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A thing, by the entry that it is (`ref`, "" for what only the GM knows).

    `place` is "pack", "hands" or "worn". `usage` is the usage die that is left (0: none); `lit` says that a light
    burns. A piece of armour has its value (`av`), the kind that classes go by (`kind`), and the state of each of its
    dice. A weapon has `tags` that classes go by, `hands`, and `large`; a book or scroll has `spells`. `counts` is how
    many items it is against the limit.
    """

    id: str
    name: str
    ref: RuleId = ""
    place: str = "pack"
    counts: int = 1
    usage: int = 0
    lit: bool = False
    av: int = 0
    kind: str = ""
    dice: tuple[Die, ...] = ()
    hands: int = 1
    large: bool = False
    mode: str = ""
    tags: tuple[str, ...] = ()
    spells: tuple[RuleId, ...] = ()
    marks: tuple[Mark[MarkKind], ...] = ()
    value: int = 0


class Hindrance(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Something that hinders a creature until a test ends it: weakened, distracted, stuck or paralysed.

    `ends` is the attribute that is tested; `by` is who tests for an opponent, "" for a character's own test. Where it
    is the id of an effect, "disease" or "curse", no test ends it, but the end of that. `left` Moments are fixed instead
    where it is above 0. `action`: trying to end it costs the action. `evil` and `poison`: what it comes from.
    """

    name: str
    ends: Attribute = "CON"
    by: str = ""
    left: int = 0
    hd: int = 0
    action: bool = False
    evil: bool = False
    poison: bool = False


class Magic(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Spells or prayers in mind, those cast this session, and whether the Hour of study of this Day is spent."""

    memorised: tuple[RuleId, ...] = ()
    cast: tuple[RuleId, ...] = ()
    studied: bool = False


class Gain(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a Level brought, so that it can be undone and redone: the attributes that rose, and the Hit Die."""

    attributes: tuple[Attribute, ...]
    hp: int


class Life(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Who a character is, and what they have lived through.

    `experiences` are those not yet shared, each with its note; `tales` were told over drinks. `gains` are what each
    Level brought, the last one last, and `drained` those that were lost. `bruises` are maximum HP lost for a session.
    """

    calling: str = ""
    kit: str = ""
    concept: str = ""
    backgrounds: tuple[str, ...] = ()
    keepsake: str = ""
    experiences: tuple[str, ...] = ()
    tales: tuple[str, ...] = ()
    gains: tuple[Gain, ...] = ()
    drained: tuple[Gain, ...] = ()
    debt: int = 0
    creditor: str = ""
    bruises: int = 0
    notes: str = ""


class Character(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A character. `seat` answers for it; its Level is its number of Hit Dice.

    `pool` is what a Warrior still has of this Turn's Damage Dice. `ongoing` is the attribute that ends Ongoing Damage,
    "" for none. `conditions` are codes such as "out_of_action", "dead", "lost", "asleep", "stone", "rolled" (who has
    rolled on the table this time); `marks` are of the same kind, but about somebody or something. `spent` is what has
    been used up, each with what brings it back.
    """

    id: str
    name: str
    strength: int = 10
    dexterity: int = 10
    constitution: int = 10
    intelligence: int = 10
    wisdom: int = 10
    charisma: int = 10
    hp: int = 1
    hp_max: int = 1
    level: int = 1
    seat: Seat = REFEREE
    items: tuple[Item, ...] = ()
    coins: int = 0
    luck: int = 0
    pool: int = 0
    hindrances: tuple[Hindrance, ...] = ()
    ongoing: str = ""
    conditions: tuple[str, ...] = ()
    marks: tuple[Mark[MarkKind], ...] = ()
    magic: Magic = Magic()
    life: Life = Life()
    spent: tuple[Mark[MarkKind], ...] = ()


class Creature(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An NPC or Monster, by its entry or by Hit Dice alone. A `person` at 0 HP is Out of Action, a Monster gone.

    `commander` is the character whom a servant obeys. `ongoing_by` keeps Ongoing Damage going by a test of theirs.
    `banished` counts the Moments that it still flees; `group` tells which stand or fall together in Morale.
    """

    id: str
    name: str
    of: RuleId = ""
    hd: int = 1
    hp: int = 1
    hp_max: int = 1
    person: bool = False
    tags: tuple[str, ...] = ()
    seat: Seat = REFEREE
    group: str = ""
    commander: str = ""
    hindrances: tuple[Hindrance, ...] = ()
    ongoing: str = ""
    ongoing_by: str = ""
    banished: int = 0
    banished_by: str = ""
    conditions: tuple[str, ...] = ()
    marks: tuple[Mark[MarkKind], ...] = ()
    spent: tuple[Mark[MarkKind], ...] = ()
    coins: int = 0
    revealed: bool = False


Being: TypeAlias = Character | Creature
AnyBeing = TypeVar("AnyBeing", bound=Being)


class Effect(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A spell, prayer or other thing that goes on: what it is, by whom, upon whom, and for how long.

    `die` is its usage die, rolled once per Turn of `unit`; without one it lasts until something ends it, for the
    session, for a Day, or for `left` Turns of its unit. `dice` are armour dice or other dice that it holds. Meanwhile
    an `attribute` has so many `points` more, or fewer. `detail` is a word or text more, such as an order or an element.
    """

    id: str
    of: RuleId
    by: str = ""
    on: tuple[str, ...] = ()
    die: int = 0
    left: int = 0
    unit: Span = ""
    dice: tuple[Die, ...] = ()
    detail: str = ""
    attribute: Attribute | Literal[""] = ""
    points: int = 0


class Combat(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A fight: the Moment, its step, who has still to act in it, and whose Turn it is with what is left of it.

    `early` passed the Initiative test. `bands` has the distance of any two that are not Nearby, each pair once, in the
    order of their ids. `shot` is whose ammunition was used, each with the id of it. `started` is how many of each group
    there were; `tested` are groups whose Morale was tested, and `fleeing` those who failed.
    """

    moment: int = 1
    step: Literal["early", "opponents", "late"] = "early"
    early: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    turn: str = ""
    move: bool = False
    action: bool = False
    bands: tuple[tuple[str, str, Band], ...] = ()
    shot: tuple[tuple[str, str], ...] = ()
    started: tuple[tuple[str, int], ...] = ()
    tested: tuple[str, ...] = ()
    fleeing: tuple[str, ...] = ()
    unaware: tuple[str, ...] = ()
    surprised: tuple[str, ...] = ()
    used: tuple[Mark[MarkKind], ...] = ()
    back_to: Phase = "exploration"


class Ended(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """How the last fight ended, and how many who had been Out of Action live on."""

    how: Literal["foes_down", "foes_fled", "party_down", "party_fled", "called_off"]
    moments: int
    survived: int = 0

    @property
    def won(self) -> bool:
        """Whether the party has won it."""
        return self.how in ("foes_down", "foes_fled")


class Call(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Reinforcements that somebody called for: so many of a kind, by what they are called, with Hit Dice if open."""

    of: RuleId
    name: str
    hd: int
    number: int


class Price(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What something costs today: goods of the lists, or goods by a name of their own; `text` is what a scroll says.

    Without anything, it is the price of a repair at this `rarity`.
    """

    coins: int
    of: str = ""
    text: RuleId = ""
    rarity: str = ""


class State(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A table of The Black Hack.

    `turns` counts Turns of Minutes, `linger` those in one dangerous place, and `encounter` those since the last roll.
    `prices` hold for the Day. `acted` are those who have acted in this Turn outside combat, `shopping` those of them
    who do so at the market, where they can go on buying and selling. `comes`: an Encounter Roll
    has somebody come upon the party in a place that says who that is. `called` are reinforcements that have not come.
    """

    settings: Settings = Settings()
    phase: Phase = "creation"
    unit: Unit = "minutes"
    party: tuple[Character, ...] = ()
    foes: tuple[Creature, ...] = ()
    allies: tuple[Creature, ...] = ()
    combat: Combat | None = None
    ended: Ended | None = None
    effects: tuple[Effect, ...] = ()
    acted: tuple[str, ...] = ()
    turns: int = 0
    linger: int = 0
    encounter: int = 0
    day: int = 1
    session: int = 0
    dangerous: bool = False
    dark: bool = False
    prices: tuple[Price, ...] = ()
    ground: tuple[Item, ...] = ()
    notes: str = ""
    serial: int = 0
    comes: bool = False
    called: tuple[Call, ...] = ()
    shopping: tuple[str, ...] = ()


def everyone(state: State) -> tuple[Being, ...]:
    """The characters, those who are with them, and their foes."""
    return state.party + state.allies + state.foes


def character(state: State, who: str) -> Character:
    """The character of that id."""
    return by_id(state.party, who)


def creature(state: State, who: str) -> Creature:
    """The NPC or Monster of that id."""
    return by_id(state.foes + state.allies, who)


def find(state: State, who: str) -> Being:
    """Whoever has that id."""
    for side in (state.party, state.foes, state.allies):
        for one in side:
            if one.id == who:
                return one
    raise KeyError(who)


def put(state: State, one: Being) -> State:
    """The state with this being in place of the one of the same id."""
    if isinstance(one, Character):
        return replace(state, party=swapped(state.party, one))
    if any(old.id == one.id for old in state.foes):
        return replace(state, foes=swapped(state.foes, one))
    return replace(state, allies=swapped(state.allies, one))


def score(one: Character, attribute: Attribute) -> int:
    """The current value of an attribute."""
    found: int = getattr(one, FIELD[attribute])
    return found


def with_score(one: Character, attribute: Attribute, value: int) -> Character:
    """The character with another value of an attribute, never below 1."""
    return replace(one, **{FIELD[attribute]: max(1, value)})


def hindered(one: Being, name: str) -> bool:
    """Whether this hindrance holds somebody."""
    return any(hindrance.name == name for hindrance in one.hindrances)


def dead(state: State, one: AnyBeing) -> AnyBeing:
    """The being, dead as of today."""
    return with_marks(gain(one, "dead"), MARKS.mark("died", state.day))


def with_marks(one: AnyBeing, *marks: Mark[MarkKind]) -> AnyBeing:
    """Somebody with these marks added, each at most once."""
    return replace(one, marks=tuple(dict.fromkeys([*one.marks, *marks])))


def without_marks(one: AnyBeing, *marks: Mark[MarkKind]) -> AnyBeing:
    """Somebody without these marks."""
    if not one.marks:
        return one
    left = tuple([mark for mark in one.marks if mark not in marks])
    return replace(one, marks=left) if len(left) < len(one.marks) else one


OUT = frozenset(("dead", "lost", "gone", "fled", "removed"))
"""Conditions in which somebody takes no more part."""

DOWN = frozenset(("out_of_action", "asleep", "stone", "frozen"))
"""Conditions in which somebody is there but cannot act."""


def alive(one: Being) -> bool:
    """Whether somebody is still present, able to act or not."""
    return not one.conditions or OUT.isdisjoint(one.conditions)


def able(one: Being) -> bool:
    """Whether somebody can take a Turn; hindrances may leave little of it."""
    return not one.conditions or (OUT.isdisjoint(one.conditions) and DOWN.isdisjoint(one.conditions))


def looks(one: Creature) -> str:
    """The state of a foe as anyone can see it, and no more."""
    if has(one, "fled"):
        return "fled"
    if not alive(one) or has(one, "out_of_action"):
        return "down"
    if one.hp * 2 <= one.hp_max:
        return "bloodied"
    return "hurt" if one.hp < one.hp_max else "unhurt"


SEEMS = {"bloodied": 0, "hurt": 1, "unhurt": 2, "down": 3, "fled": 4}
"""Foes by how they look, those first who look worst and still stand."""
