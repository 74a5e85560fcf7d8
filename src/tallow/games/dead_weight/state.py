"""The stored state of a table of Dead Weight, as frozen values. Derived numbers are functions in other modules.

Skills, traits, afflictions, conditions and traumas are kept by their short names: `bash` is `dead_weight.skill.bash`.
"""

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.uses import Carried, Spent, Used
from tallow.mechanics.ids import by_id, swapped
from tallow.play import REFEREE, RuleId, Seat

Attribute: TypeAlias = Literal["STR", "DEX", "INT", "PRE"]
Phase: TypeAlias = Literal["creation", "exploration", "combat", "camp", "interlude"]
Side: TypeAlias = Literal["party", "enemies"]
Unit: TypeAlias = Literal["round", "turn", "combat", "expedition", ""]  # of the time of an effect
Ending: TypeAlias = Literal[  # of a fight
    "enemies_down", "enemies_surrendered", "enemies_fled", "party_down", "party_surrendered", "party_fled",
    "both_retreated", "called_off",
]  # fmt: skip
Square: TypeAlias = tuple[int, int]  # of the battle chart, by column and row from the top left

ATTRIBUTES: tuple[Attribute, ...] = ("STR", "DEX", "INT", "PRE")
FIELD: dict[Attribute, str] = {"STR": "strength", "DEX": "dexterity", "INT": "intelligence", "PRE": "presence"}
OFF_CHART: Square = (-1, -1)
"""Where those stand who are not on the battle chart."""


class Score(Struct, frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """One attribute: its score and proficiency, its fatigue and wounds, and its lessons."""

    score: int = 1
    proficiency: int = 0
    fatigue: int = 0
    wounds: int = 0
    lessons: int = 0


class Item(Struct, frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """A thing, by the entry that it is (`ref`, "" for what only the referee knows), and what has become of it.

    `place` is where it is: "right", "left" or "both" (equipped in a hand or in both), "worn", "right_carried",
    "left_carried", "torso", "belt", "liquid", "back", "small_1", "small_2", "mule", "pocket", or "notes" for very small
    things. `slots` is what it takes by itself; each of the `awkward` characteristics takes one more. `count` pieces are
    one stack; `usage` is the usage die that is left (0: none). `ap` is the armour points it still has; `marks` say what
    was done to it, such as "ashes" or "poison".
    """

    id: str
    name: str
    ref: RuleId = ""
    place: str = "back"
    slots: int = 1
    awkward: tuple[str, ...] = ()
    count: int = 1
    usage: int = 0
    ap: int = 0
    broken: bool = False
    lit: bool = False
    loaded: bool = False
    marks: tuple[str, ...] = ()
    value: int = 0


class Life(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Who an adventurer is: the life path, the class, and what was learned on the way.

    `lessened` are the traumas that took a point, each with the attribute that it was taken from.
    """

    infancy: RuleId = ""
    career: RuleId = ""
    tragedy: RuleId = ""
    burden: RuleId = ""
    calling: RuleId = ""
    kit: RuleId = ""
    school: str = ""
    god: str = ""
    skills: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    traumas: tuple[str, ...] = ()
    lessened: tuple[tuple[str, Attribute], ...] = ()
    level: int = 1
    insight: int = 0
    earned: int = 0
    free_reroll: bool = True
    notes: str = ""


class Magic(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Spells and prayers: known, memorized and exhausted, by their entries.

    `ready` are the memorized prayers. `well`: the next spell is an automatic success. `pleaded`: the desperate plea of
    this expedition is spent. `angered`: the god answers nothing until a sacrifice is made. `fate` are dice woven and
    not yet used.
    """

    spells: tuple[RuleId, ...] = ()
    memorized: tuple[RuleId, ...] = ()
    prayers: tuple[RuleId, ...] = ()
    ready: tuple[RuleId, ...] = ()
    exhausted: tuple[RuleId, ...] = ()
    well: bool = False
    pleaded: bool = False
    angered: bool = False
    fate: tuple[int, ...] = ()


class Purse(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Coins; false ones are counted apart."""

    silver: int = 0
    gold: int = 0
    counterfeit: int = 0


class Adventurer(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A player character. `seat` answers for it.

    `stun`, `shield` and `dodge` are tokens; `late` of the dodge tokens were placed in this round's slow turn. `mortal`
    counts the mortal wounds of this expedition; `faint` the turns that a fainted one still lies. `spent` is what has
    been used up, each with what brings it back.
    """

    id: str
    name: str
    strength: Score = Score()
    dexterity: Score = Score()
    intelligence: Score = Score()
    presence: Score = Score()
    seat: Seat = REFEREE
    stun: int = 0
    shield: int = 0
    dodge: int = 0
    late: int = 0
    at: Square = OFF_CHART
    facing: int = 0
    afflictions: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    containers: tuple[str, ...] = ("belt", "canteen", "bag")
    life: Life = Life()
    magic: Magic = Magic()
    purse: Purse = Purse()
    mortal: int = 0
    faint: int = 0
    spent: Spent = ()


class Enemy(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An enemy, or an ally without attributes, by its sheet.

    `taken` are the wounds that it has, `wounds` those that it withstands. `seat` acts for it: the referee, or the
    player of its `owner`. `pains` counts the spells of Pain upon it. `disarmed` are the actions of its sheet that it
    has lost with what it did them with.
    """

    id: str
    name: str
    of: RuleId = ""
    level: int = 1
    wounds: int = 1
    armour: int = 0
    resistance: int = 0
    movement: int = 3
    actions: int = 2
    sheet: tuple[RuleId, ...] = ()
    traits: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    taken: int = 0
    stun: int = 0
    shield: int = 0
    dodge: int = 0
    bleeding: bool = False
    pains: int = 0
    at: Square = OFF_CHART
    facing: int = 0
    conditions: tuple[str, ...] = ()
    spent: Spent = ()
    seat: Seat = REFEREE
    owner: str = ""
    revealed: bool = False
    disarmed: tuple[RuleId, ...] = ()


Creature: TypeAlias = Adventurer | Enemy


class Effect(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A lasting spell, prayer or other effect: what it is, by whom, on whom, and for how long.

    `unit` is what its time is counted in: combat or exploration turns, or "combat", "expedition" and "" for what lasts
    until the fight or the expedition is over, or something ends it. `detail` is a name of something else. `lifted` is
    fatigue that comes back when it ends. Who channels it stays where they `stood` and gets no more wounds (`wounded`).
    """

    id: str
    of: RuleId
    by: str = ""
    on: tuple[str, ...] = ()
    left: int = 0
    unit: Unit = "combat"
    detail: str = ""
    squares: tuple[Square, ...] = ()
    lifted: tuple[tuple[Attribute, int], ...] = ()
    stood: Square = OFF_CHART
    wounded: int = 0


class Combat(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A fight: the step of the round, who has still to act in it, and whose turn it is with how many actions left.

    `fast` act before the enemies. `helping` are those helped in their next turn, each with who helps. `unaware` have
    not noticed the other side. `used` is what can be done once in a combat. `broken` are sides whose morale die is put
    away; enemies who all ignore morale have none (`enemy_morale` is None). `back_to` is where the party is afterwards.
    `joins` is the monster of which one more comes each round.
    """

    round: int = 1
    step: Literal["setup", "fast", "enemies", "slow"] = "setup"
    fast: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    turn: str = ""
    actions: int = 0
    done: tuple[str, ...] = ()
    morale: int = 0
    enemy_morale: int | None = None
    broken: tuple[Side, ...] = ()
    helping: tuple[tuple[str, str], ...] = ()
    unaware: tuple[str, ...] = ()
    used: Used = ()
    width: int = 12
    height: int = 8
    vantage: Square | None = None
    walls: tuple[Square, ...] = ()
    surprised: bool = False
    kills: int = 0
    back_to: Literal["exploration", "camp", "interlude"] = "exploration"
    joins: RuleId = ""


class Ended(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """How the last fight ended. `left` are the kinds of the enemies who still lived, by entry or by name."""

    how: Ending
    rounds: int
    kills: int = 0
    left: tuple[str, ...] = ()

    @property
    def won(self) -> bool:
        """Whether the party has won it."""
        return self.how in ("enemies_down", "enemies_surrendered", "enemies_fled")


class Corpse(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A dead body: whose it was, where it lies, and what may become of it."""

    id: str
    name: str
    of: RuleId = ""
    at: Square = OFF_CHART
    human: bool = False
    eaten: bool = False
    toothless: bool = False
    bound: bool = False


class Trap(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A trap: the room that it is in ("" for anywhere here), what it does, its wounds, and whether the party knows."""

    id: str
    text: str
    room: str = ""
    wounds: int = 0
    known: bool = False


class Location(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A dungeon or site with its own doom tracker. `size` 0 means no maximum is set.

    `told` are the events that the GM has been alerted to, 0 for the maximum; `played` those that were played. `room` is
    the number of the adventure's room where the party is, "" outside. `known` is the doom at which each veteran last
    tried to sense it, well or not. `met` are rooms whose enemies have been fought, `taken` what was found: a room and
    the name of it there. `been` are rooms where the party was, the last at the end. `left` are things, and `bodies`
    the dead, that lie in a room where the party is not. `stay` counts the turns in the present room; `stirred` are
    rooms whose hazard nobody can pass first any more, `safe` those where it is over. `ways` are hidden exits that the
    party knows: a room and the number of the one that they lead to. `peopled`: the document of an adventure says whom
    the party meets here, and what doom brings. `comes` says that somebody has come upon the party's camp.
    """

    id: str
    name: str
    doom: int = 0
    size: int = 0
    events: tuple[tuple[int, str], ...] = ()
    told: tuple[int, ...] = ()
    played: tuple[int, ...] = ()
    adventure: RuleId = ""
    room: str = ""
    known: tuple[tuple[str, int], ...] = ()
    traps: tuple[Trap, ...] = ()
    met: tuple[str, ...] = ()
    taken: tuple[tuple[str, str], ...] = ()
    been: tuple[str, ...] = ()
    left: tuple[tuple[str, Item], ...] = ()
    bodies: tuple[tuple[str, Corpse], ...] = ()
    dark: bool = False
    stay: int = 0
    stirred: tuple[str, ...] = ()
    safe: tuple[str, ...] = ()
    ways: tuple[tuple[str, int], ...] = ()
    peopled: bool = False
    comes: Literal["", "ambush", "surprise"] = ""


class Omens(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The omens tracker of the party."""

    size: int = 0
    filled: int = 0


class Camp(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A camp: its step, the actions left, how it was set, and what adds to or takes from the ambush roll."""

    step: Literal["setup", "actions", "ambush", "break"] = "setup"
    actions: int = 0
    fire: bool = False
    long_rest: bool = False
    supplies: int = 0
    exposed: bool = False
    more_dice: int = 0
    lookouts: int = 0
    done: tuple[str, ...] = ()


class Settlement(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A place to spend the interlude: its size and its doom."""

    name: str = "Trinta"
    size: int = 3
    doom: int = 0


class Interlude(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The time between expeditions: where, the day and its step, who has announced what, and who is done with it.

    `running` is what goes on in the settlement and for how many days still, 0 for as long as the party stays.
    """

    settlement: str = "Trinta"
    day: int = 0
    step: Literal["event", "actions", "hunger", "sleep"] = "sleep"
    announced: tuple[tuple[str, str], ...] = ()
    done: tuple[str, ...] = ()
    running: tuple[tuple[str, int], ...] = ()


class Market(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What is known of the market: prices as rolled, which last until the party sets out, and what is there today."""

    prices: tuple[tuple[RuleId, int], ...] = ()
    stock: tuple[tuple[RuleId, bool], ...] = ()


class State(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A table of Dead Weight.

    `turns` counts exploration turns; `camps` the camps of this expedition, `expeditions` those begun. `allies` are pets
    and whoever else fights for the party without being an adventurer. `ground` are things that lie where the party is,
    and `carries` effects that wait for the next combat. `guild` are those who have retired.
    """

    settings: Settings = Settings()
    phase: Phase = "creation"
    party: tuple[Adventurer, ...] = ()
    enemies: tuple[Enemy, ...] = ()
    allies: tuple[Enemy, ...] = ()
    combat: Combat | None = None
    ended: Ended | None = None
    camp: Camp | None = None
    interlude: Interlude | None = None
    market: Market = Market()
    locations: tuple[Location, ...] = ()
    here: str = ""
    settlements: tuple[Settlement, ...] = ()
    decay: int = 0
    omens: Omens = Omens()
    turns: int = 0
    camps: int = 0
    expeditions: int = 0
    session: bool = True
    effects: tuple[Effect, ...] = ()
    carries: Carried = ()
    ground: tuple[Item, ...] = ()
    corpses: tuple[Corpse, ...] = ()
    guild: tuple[str, ...] = ()
    guild_bonus: str = ""
    guild_share: int = 0
    treasure: int = 0
    notes: str = ""
    serial: int = 0


def everyone(state: State) -> tuple[Creature, ...]:
    """The adventurers, their allies, and their enemies."""
    return state.party + state.allies + state.enemies


def adventurer(state: State, who: str) -> Adventurer:
    """The adventurer of that id."""
    return by_id(state.party, who)


def enemy(state: State, who: str) -> Enemy:
    """The enemy or ally of that id."""
    return by_id(state.enemies + state.allies, who)


def find(state: State, who: str) -> Creature:
    """The adventurer, ally or enemy of that id."""
    for one in state.party:
        if one.id == who:
            return one
    return enemy(state, who)


def put(state: State, one: Creature) -> State:
    """The state with this creature in place of the one of the same id."""
    if isinstance(one, Adventurer):
        return replace(state, party=swapped(state.party, one))
    if state.allies and any(old.id == one.id for old in state.allies):
        return replace(state, allies=swapped(state.allies, one))
    return replace(state, enemies=swapped(state.enemies, one))


def score(one: Adventurer, attribute: Attribute) -> Score:
    """An attribute with its fatigue, wounds and lessons."""
    found: Score = getattr(one, FIELD[attribute])
    return found


def scores(one: Adventurer) -> tuple[Score, ...]:
    """All four attributes, in their order."""
    return one.strength, one.dexterity, one.intelligence, one.presence


def with_score(one: Adventurer, attribute: Attribute, new: Score) -> Adventurer:
    """The adventurer with this attribute changed."""
    return replace(one, **{FIELD[attribute]: new})


def skilled(one: Adventurer, *skills: str) -> bool:
    """Whether an adventurer has one of these skills."""
    return any(skill in one.life.skills for skill in skills)


OUT = frozenset(("dead", "left", "retired"))
"""Conditions in which somebody takes no more part."""

DOWN = frozenset(("mortally_wounded", "fainted", "paralysed", "asleep", "imprisoned"))
"""Conditions in which somebody is there but cannot act."""


def alive(one: Creature) -> bool:
    """Whether somebody is alive and still with the party or its enemies."""
    return not one.conditions or OUT.isdisjoint(one.conditions)


def able(one: Creature) -> bool:
    """Whether somebody can act."""
    return not one.conditions or (OUT.isdisjoint(one.conditions) and DOWN.isdisjoint(one.conditions))


def under(state: State, who: str, of: RuleId) -> bool:
    """Whether somebody is under this effect."""
    for effect in state.effects:  # noqa: SIM110  (asked often; a generator takes twice as long)
        if effect.of == of and who in effect.on:
            return True
    return False


def speaker(state: State) -> Seat:
    """The seat that answers for the party as a whole: that of the first adventurer who can act."""
    return next((one.seat for one in state.party if able(one)), REFEREE)


def here(state: State) -> Location | None:
    """The location where the party is."""
    found = [place for place in state.locations if place.id == state.here]
    return found[0] if found else None


def put_location(state: State, place: Location) -> State:
    """The state with this location in place of the one of the same id."""
    return replace(state, locations=swapped(state.locations, place))
