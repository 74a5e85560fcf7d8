"""The state of a table of Modified Cairn, as frozen values. Derived numbers are functions elsewhere."""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.uses import Marked, Spent
from tallow.play import REFEREE, RuleId, Seat, rule

Quality: TypeAlias = Literal["VIG", "CLA", "SPI"]
Lasting: TypeAlias = Literal["", "hold", "each", "stone", "exposed", "deprived", "doom", "smoke", "crave"]
"""What an effect does as long as it goes on; see `Effect`."""

Phase: TypeAlias = Literal["creation", "town", "free", "combat", "dungeon", "journey"]
Side: TypeAlias = Literal["party", "foes", "third_side", "fourth_side"]
Band: TypeAlias = Literal["engaged", "nearby", "far", "distant"]
Region: TypeAlias = Literal["hands", "body", "pack", "overflow"]
Size: TypeAlias = Literal["normal", "bulky", "petty"]
Ending: TypeAlias = Literal["foes_down", "foes_fled", "party_down", "party_fled", "called_off"]

QUALITIES: tuple[Quality, ...] = ("VIG", "CLA", "SPI")
FIELD: dict[Quality, str] = {"VIG": "vigour", "CLA": "clarity", "SPI": "spirit"}
BANDS: tuple[Band, ...] = ("engaged", "nearby", "far", "distant")
SIDES: tuple[Side, ...] = ("party", "foes", "third_side", "fourth_side")

ENHANCED = 8
"""The usual bonus die of an attack that is Enhanced."""

ROUND = 10
MINUTE = 60
CYCLE = 10 * MINUTE
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Item(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A thing: what it is by its entry or its own numbers, where it is, and how much of it is left.

    `place` is a region, or the id of the transport that carries it. `count` petty pieces are kept together; as a bundle
    they fill slots. `dots` of `uses` are marked. `dice` are attack dice; `kind` is the class of a weapon ("light",
    "balanced", "great", "sling", "javelin", "bow", "crossbow", "bomb" for what is thrown and then gone) or "shield",
    "armour", "extra" for a helmet, "rune", "scroll", "relic". `qualities` of weapons: "cramped", "thrown", "reload".
    """

    id: str
    name: str
    ref: RuleId = ""
    size: Size = "normal"
    place: str = "pack"
    kind: str = ""
    dice: tuple[int, ...] = ()
    ranged: bool = False
    reach: bool = False
    blast: bool = False
    armor: int = 0
    uses: int = 0
    dots: int = 0
    count: int = 1
    bundle: int = 0
    runes: tuple[str, ...] = ()
    recharge: str = ""
    tapped: bool = False
    loaded: bool = True
    lit: bool = False
    burned: int = 0
    price: int = 0
    effect: str = ""
    qualities: tuple[str, ...] = ()


class Attack(Struct, frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """One way to attack: the dice that are rolled together, and what comes with them.

    `quality` is what it lowers beyond Guard; `items` are the things that it is made with.
    """

    name: str
    dice: tuple[int, ...]
    ranged: bool = False
    reach: bool = False
    blast: bool = False
    ignores_armor: bool = False
    quality: Quality = "VIG"
    physical: bool = True
    items: tuple[str, ...] = ()
    qualities: tuple[str, ...] = ()


class Scar(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A Scar: its entry, what was rolled for its place, and whether its gain is still to come."""

    of: RuleId
    part: str = ""
    open: bool = False
    since: int = 0


class Life(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A character's history and person, apart from numbers; `sworn` is the type of weapon that a vow is about."""

    background: RuleId = ""
    skills: tuple[str, ...] = ()
    history: tuple[str, ...] = ()
    traits: tuple[tuple[str, str], ...] = ()
    bonds: tuple[str, ...] = ()
    omen: str = ""
    age: int = 0
    notes: str = ""
    sworn: str = ""


class Wealth(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Coins: Copper Shavings, Silver Guilders and Golden Marks."""

    copper: int = 0
    silver: int = 0
    gold: int = 0


class Pay(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a hireling was paid: by whom, how much a day, until when."""

    employer: str
    price_day: int = 0
    paid_until: int = 0


class Creature(Struct, frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """A character, companion or opponent. `seat` answers for it; `of` is the entry that it is made from.

    `armor` and `attacks` are its own, without what it wears and holds. `exposed` and `deprived` name the sources of
    these Conditions, apart from overload; `strained` is when the next day of being Deprived counts. `states` are codes
    such as "wounded", "dead", "fled", "stopped"; `marks` are states that are about something: which weapons are
    Impaired by a Gambit, which kinds a ward keeps off. `heads` are what a many-headed creature has left. `fed`, `drank`
    and `slept` are moments of the clock. `side` is whom it fights with, if not those it is listed among. `was`: Guard,
    VIG and CLA with their maxima while in another shape.
    """

    id: str
    name: str
    kind: Literal["pc", "hireling", "monster"]
    vigour: int = 10
    vigour_max: int = 10
    clarity: int = 10
    clarity_max: int = 10
    spirit: int = 10
    spirit_max: int = 10
    guard: int = 0
    guard_max: int = 0
    armor: int = 0
    attacks: tuple[Attack, ...] = ()
    seat: Seat = REFEREE
    of: RuleId = ""
    items: tuple[Item, ...] = ()
    strain: tuple[Region, ...] = ()
    states: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()
    deprived: tuple[tuple[str, int], ...] = ()
    scars: tuple[Scar, ...] = ()
    detachment: bool = False
    feats: bool = False
    mounted: str = ""
    dies_at: int = 0
    fed: int = 0
    drank: int = 0
    slept: int = 0
    strained: int = 0
    life: Life = Life()
    wealth: Wealth = Wealth()
    pay: Pay | None = None
    spent: Spent = ()
    marks: Marked = ()
    revealed: bool = False
    heads: int = 0
    side: Side | Literal[""] = ""
    was: tuple[int, ...] = ()


class Transport(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A cart, wagon or beast that carries things; `of` is its entry, `keeper` whose it is."""

    id: str
    name: str
    of: RuleId = ""
    slots: int = 0
    keeper: str = ""
    items: tuple[Item, ...] = ()


class Casting(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What magic is to do, and at what price.

    `kind` is the end of a `magic_effect` id, "gambit", or "known" for what the Runeskelf `of` this id is known for;
    `sides` is its die with a `bonus` die beside it. Of so much `effort` the partner has `lent` some. `save` is asked of
    the caster against a backfire; `denied`: a Gambit allows no Save.
    """

    item: str
    kind: str
    intent: str = ""
    targets: tuple[str, ...] = ()
    sides: int = 0
    bonus: int = 0
    quality: Quality = "VIG"
    physical: bool = True
    effort: int = 0
    lent: int = 0
    partner: str = ""
    save: Literal["", "CLA", "SPI"] = ""
    gambit: str = ""
    denied: bool = False
    of: RuleId = ""


class Declaration(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What somebody will do in their side's turn: a Move, before or after, and an Action.

    The Move is of so many `bands` with regard to one creature; `alone`: others who are Engaged stay so; `led` is taken
    along. An attack has its name in `detail`, the ids of its `weapons`, and is `ranged` if they are shot or thrown.
    """

    who: str
    action: str = "pass"
    move: Literal["", "before", "after"] = ""
    towards: str = ""
    closer: bool = True
    bands: int = 1
    alone: bool = False
    led: str = ""
    target: str = ""
    weapons: tuple[str, ...] = ()
    ranged: bool = False
    frenzy: Literal["", "bonus", "blast", "mark"] = ""
    item: str = ""
    other: str = ""
    detail: str = ""
    casting: Casting | None = None


class Mark(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The GM's change to an attack before the dice: Impaired, a bonus die or a Blast, or a defenceless creature."""

    who: str
    kind: Literal["impaired", "enhanced", "blast", "defenceless"]
    sides: int = ENHANCED


class Passing(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Who is in which state for how many more turns or rounds, in whose turn it began, and what it is about, if any."""

    who: str
    state: str
    left: int
    side: Side
    what: str = ""


class Combat(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A fight: the round, whose turn it is, who may act, and what has been declared.

    `sides` act in this order. `bands` has the distance of any two that are not Nearby, each pair once, in the order of
    their ids. `tied` began this turn Engaged with an enemy. `shot` are ranged weapons used. `surprised` sides have no
    turn in round 1. `planned` are Moves of those who have still to say what else they do. `lasting` are
    states that end after some turns or rounds. `truce`: they talk when the turn is over.
    `later` are free swaps that follow the Action: who, what in hand, what on the body.
    """

    round: int = 1
    sides: tuple[Side, ...] = ("party", "foes")
    side: Side = "party"
    acting: tuple[str, ...] = ()
    declared: tuple[Declaration, ...] = ()
    planned: tuple[Declaration, ...] = ()
    bands: tuple[tuple[str, str, Band], ...] = ()
    marks: tuple[Mark, ...] = ()
    surprised: tuple[Side, ...] = ()
    tied: tuple[str, ...] = ()
    shot: tuple[str, ...] = ()
    swapped: tuple[str, ...] = ()
    later: tuple[tuple[str, str, str], ...] = ()
    confined: bool = False
    dark: bool = False
    leader: str = ""
    lasting: tuple[Passing, ...] = ()
    truce: bool = False
    back_to: Phase = "free"


class Ended(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """How the last fight ended."""

    how: Ending
    rounds: int


class Foretold(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An encounter that a sign foretold at a depth: the row of its table, and how many."""

    depth: str
    row: str
    number: int


class Dungeon(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A dungeon: its Cycle and the step of it, the Event Die, what is declared, and where the light falls.

    `foretold` are encounters of which there was a sign. `quiet` counts Cycles of lying low, `lingering` those in one
    unsafe place. `since` is when the Cycle began. `met` is what is known of those just met: how far, who is surprised.
    `peopled`: an adventure, or a plan, says who comes, and no table of encounters is rolled on. `confined`: where the
    party is, there is no room for Great Weapons and the like. `passing`: its last Cycle was spent on known ground.
    """

    name: str = ""
    cycle: int = 1
    step: Literal["describe", "declare", "resolve", "event", "upkeep"] = "declare"
    die: int = 12
    stepped: bool = False
    declared: tuple[tuple[str, str], ...] = ()
    triggers: tuple[str, ...] = ()
    safe: bool = False
    lit: bool = False
    depth: Literal["shallow", "middle", "deep"] = "shallow"
    foretold: tuple[Foretold, ...] = ()
    quiet: int = 0
    order: tuple[str, ...] = ()
    ahead: tuple[str, ...] = ()
    lingering: int = 0
    since: int = 0
    met: tuple[str, ...] = ()
    peopled: bool = False
    confined: bool = False
    passing: bool = False


class Journey(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A way through the wild: `watches` are spent, `extra` lost on the way; `day` is that of the weather, `camped` when
    the last camp ended, or the last day without one.
    """

    distance: str = "short"
    path: str = "trail"
    terrain: str = "easy"
    season: str = "spring"
    weather: str = "Fair"
    watches: int = 0
    extra: int = 0
    lost: bool = False
    day: int = 0
    camped: int = 0


class Effect(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Magic or a power that goes on: what it is, by whom, upon whom, until when (0: until something ends it).

    `does` is what it does meanwhile: it holds those upon whom it lies in a `state` (about `what`, if anything), costs
    them `dice` of VIG each turn, turns them to stone in so many `steps`, leaves them Exposed or Deprived, kills them at
    its end, makes them crave another dose, or fills the place with smoke. `save` ends it at the end of a turn or of a
    day; `rounds`, if any, are left of it. At its end those under it take the Strain that it `wearies` by, or are
    Deprived if it `deprives`.
    """

    id: str
    of: str
    by: str = ""
    on: tuple[str, ...] = ()
    ends: int = 0
    save: Quality | Literal[""] = ""
    does: Lasting = ""
    state: str = ""
    dice: str = ""
    steps: int = 0
    rounds: int = 0
    wearies: int = 0
    deprives: bool = False
    what: str = ""


class State(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A table of Modified Cairn."""

    settings: Settings = Settings()
    phase: Phase = "creation"
    clock: int = 8 * HOUR
    party: tuple[Creature, ...] = ()
    foes: tuple[Creature, ...] = ()
    combat: Combat | None = None
    ended: Ended | None = None
    dungeon: Dungeon | None = None
    journey: Journey | None = None
    transports: tuple[Transport, ...] = ()
    ground: tuple[Item, ...] = ()
    effects: tuple[Effect, ...] = ()
    notes: str = ""
    serial: int = 0


def quality(creature: Creature, which: Quality) -> int:
    """The current score of a Quality."""
    if which == "VIG":
        return creature.vigour
    return creature.clarity if which == "CLA" else creature.spirit


def quality_max(creature: Creature, which: Quality) -> int:
    """The maximum of a Quality."""
    if which == "VIG":
        return creature.vigour_max
    return creature.clarity_max if which == "CLA" else creature.spirit_max


def with_quality(creature: Creature, which: Quality, score: int) -> Creature:
    """The creature with another current score of a Quality, never below 0."""
    return replace(creature, **{FIELD[which]: max(0, score)})


def has(creature: Creature, state: str) -> bool:
    """Whether a creature is in this state."""
    return state in creature.states


def gain(creature: Creature, *states: str) -> Creature:
    """The creature with these states added."""
    new = tuple(state for state in states if state not in creature.states)
    return replace(creature, states=creature.states + new) if new else creature


def shed(creature: Creature, *states: str) -> Creature:
    """The creature without these states."""
    left = tuple([state for state in creature.states if state not in states])
    return replace(creature, states=left) if len(left) < len(creature.states) else creature


OUT = frozenset(("dead", "fled", "routed", "gone", "away", "critically_wounded", "out_of_action", "destroyed"))
"""States in which a creature takes no more part in a fight."""

HELPLESS = frozenset(("unresponsive", "hopeless", "held", "asleep", "paralysed", "stone", "charmed", "possessed"))
"""States in which a creature is there but cannot act."""


def up(creature: Creature) -> bool:
    """Whether a creature still takes part in a fight."""
    return not creature.states or OUT.isdisjoint(creature.states)


def able(creature: Creature) -> bool:
    """Whether a creature can act."""
    return not creature.states or (OUT.isdisjoint(creature.states) and HELPLESS.isdisjoint(creature.states))


LOST = frozenset(("unresponsive", "hopeless", "stone"))
"""States in which a creature will not fight again as long as the fight lasts."""


@rule("modified_cairn.combat.new_round")
def fights(creature: Creature) -> bool:
    """Whether a creature can fight, or may again in this fight; a former mount only if trained."""
    if not creature.states:
        return True
    trained = "mount" not in creature.states or "war_trained" in creature.states
    return trained and up(creature) and LOST.isdisjoint(creature.states)


def alive(creature: Creature) -> bool:
    """Whether a creature is alive and with the others."""
    return not creature.states or not {"dead", "gone", "destroyed"}.intersection(creature.states)


def side_of(state: State, who: str) -> Side:
    """The side of a creature: that of the list it is in, unless `side` names another."""
    for one in state.party:
        if one.id == who:
            return one.side or "party"
    return next((one.side or "foes" for one in state.foes if one.id == who), "foes")


def members(state: State, side: Side) -> tuple[Creature, ...]:
    """All on one side."""
    listed = [one for one in state.party if (one.side or "party") == side]
    return tuple(listed + [one for one in state.foes if (one.side or "foes") == side])


def opponents(state: State, side: Side) -> tuple[Creature, ...]:
    """All on other sides who still take part."""
    listed = [one for one in state.party if (one.side or "party") != side and up(one)]
    return tuple(listed + [one for one in state.foes if (one.side or "foes") != side and up(one)])


def undeclared(state: State) -> tuple[str, ...]:
    """The ids of those on the acting side who have not declared."""
    if state.combat is None or not state.combat.declared:
        return state.combat.acting if state.combat else ()
    said = [made.who for made in state.combat.declared]
    return tuple([who for who in state.combat.acting if who not in said])
