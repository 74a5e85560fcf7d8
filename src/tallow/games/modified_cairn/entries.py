"""The game's content as typed values, a struct for each kind; the head of rulebook.toml explains the fields.

Things that can be had are in goods.py; Backgrounds, hirelings and monsters are in folk.py.
"""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct, field

from tallow.games.modified_cairn.state import Quality
from tallow.games.rulebook import Rulebook
from tallow.mechanics.tables import Table as AnyTable
from tallow.mechanics.tables import rows_by_id
from tallow.play import RuleId

BOOK = Rulebook(__package__)


class Works(Struct, frozen=True, forbid_unknown_fields=True):
    """What magic or an uncommon thing does when it is used, as far as rules carry it out.

    `aims` is upon whom: the user, `one`, all others Engaged or Nearby (`near`), with the user (`all`), enemies among
    them (`foes`), those whom the GM names (`some`), or a place. Whoever fails the `save`, if there is one, suffers
    `harm` straight to VIG, `falls` so hard, is driven `push` bands away, and is in the state that it `brings` as long
    as it `lasts`, or until a Save each turn sets them `free`. `heals` so much lost VIG, or of the Quality `heals_in`,
    `daily` if once a day for each; it `cures` these states. `only`: upon creatures of this kind; `fits`: upon those of
    whom the GM says that it is meant for them. `place` is what the place is meanwhile; `strewn`: it waits there for
    whoever comes upon it. `noise` is heard far off; `sound` spares the deaf, `foul` whoever smells nothing. `does` is a
    rule of that name; `creature` is what it calls up, `strain` is what the user takes of it, `wearies` what those under
    it take when it ends; `deprives`: then it leaves them Deprived for an hour. Who `craves` it makes this Save a day
    after it or is Deprived until the next dose. `keeps_off` are the kinds that a ward is against, else chosen. Without
    any of these it is in force as long as it `lasts`, if "good" until its maker or the GM ends it, and the GM says what
    it changes.
    """

    aims: Literal["self", "one", "near", "all", "foes", "some", "place"] = "place"
    save: Quality | Literal[""] = ""
    harm: str = ""
    falls: str = ""
    push: int = 0
    brings: str = ""
    lasts: str = ""
    free: Quality | Literal[""] = ""
    heals: str = ""
    heals_in: Quality = "VIG"
    daily: bool = False
    cures: tuple[str, ...] = ()
    fits: bool = False
    only: Literal["", "plants"] = ""
    place: Literal["", "lit", "night", "smoke", "silent", "magicless", "dampened", "sheltered"] = ""
    strewn: bool = False
    noise: bool = False
    sound: bool = False
    foul: bool = False
    does: Literal[
        "", "weather", "filch", "push_or_pull", "servant", "swap", "snuff", "teleport", "ward", "false_coins",
        "trade_wounds", "absorb", "catch", "dissolve", "hone", "mend", "rekindle", "repair", "shrink", "slay",
    ] = ""  # fmt: skip
    creature: RuleId = ""
    keeps_off: tuple[RuleId, ...] = ()
    strain: int = 0
    wearies: int = 0
    deprives: bool = False
    craves: Quality | Literal[""] = ""

    @property
    def acts(self) -> bool:
        """Whether a rule carries it out, at once or when it ends."""
        return self.at_once or bool(self.wearies or self.deprives or self.craves)

    @property
    def at_once(self) -> bool:
        """Whether a rule does something as soon as it is used."""
        done = (
            self.harm,
            self.falls,
            self.push,
            self.brings,
            self.heals,
            self.cures,
            self.place,
            self.strewn,
            self.noise,
            self.does,
        )
        return any(done)


class Given(Struct, frozen=True):
    """A line of gear: values given beside `of` override those of the entry that it names.

    `gd` is the Guard of a horse. `works` is what it does when used, `recharge` what renews its uses; `qualities` are
    what rules know of a weapon; what is `as` a helmet and not worn on the `head` sits elsewhere on the body.
    """

    name: str
    of: RuleId = field(default="", name="as")
    size: str = ""
    uses: int | None = None
    dice: str = ""
    blast: bool = False
    armour: int | None = None
    price: int | None = None
    slots_added: int = 0
    gd: int = 0
    works: Works | None = None
    recharge: str = ""
    qualities: tuple[str, ...] = ()
    head: bool = True


class MagicEffect(Struct, frozen=True):
    """An effect that a Runeskelf can be asked for, with its numbers."""

    id: RuleId
    name: str
    dice: str
    blast: bool
    bands: tuple[str, ...]
    save: str
    guard: bool
    armour: bool
    effort: int
    effect: str


class Scar(Struct, frozen=True):
    """A row of the Scars: its immediate effect, and what its recovery gains."""

    id: RuleId
    gd_lost: int
    name: str
    sub_table: RuleId
    condition: str
    when: str
    roll: str
    mode: Literal["replace_if_higher", "replace", "add", "save_then_add", "none"]
    raises: str
    save: str
    out_of_action: bool
    effect: str


class Activity(Struct, frozen=True):
    """Something that a character can do in a Cycle."""

    id: RuleId
    name: str
    effect: str


class Trigger(Struct, frozen=True):
    """An event that calls for a roll of the Event Die."""

    id: RuleId
    name: str
    effect: str


class Row(Struct, frozen=True):
    """A row of a table; which of the later fields there are depends on the table.

    `wares`: one thing worth so much at most; `goods`: things worth so much in all; `choice`: what is chosen with it.
    `code` is what rules know the row by; `words` are those that names are searched for. `works` is what can be called
    upon by whoever has it in their history. Of treasure: so many `coins_of` a metal as `value` says, `times` over;
    `dice` to strike with.
    """

    on: str
    name: str
    effect: str = ""
    ref: RuleId = ""
    first: str = ""
    second: str = ""
    gives: tuple[Given, ...] = ()
    coins: str = ""
    max_gd: str = ""
    rolls: RuleId = ""
    number: str = ""
    slots: int = 0
    value: str = ""
    wares: int = 0
    goods: int = 0
    choice: Literal["", "weapon_type"] = ""
    code: str = ""
    words: tuple[str, ...] = ()
    coins_of: Literal["", "copper", "silver", "gold"] = ""
    times: int = 1
    dice: str = ""
    mirror: bool = False
    works: Works | None = None


class Table(AnyTable[Row], frozen=True):
    """A table to roll or look up on; `dice` "d66" is two d6 read as tens and units, "d6,d6" two dice read separately.

    `ritual` of a list of rune words is the table of the rituals that recharge such a rune.
    """

    kind: Literal["engine", "referee", "flavour"]
    ritual: RuleId = ""


@cache
def magic_effects() -> Mapping[RuleId, MagicEffect]:
    """The effects that magic can be asked for, by id."""
    return BOOK.load("magic_effect", MagicEffect)


@cache
def scars() -> Mapping[int, Scar]:
    """The Scars, by the Guard lost."""
    return {scar.gd_lost: scar for scar in BOOK.load("scar", Scar).values()}


@cache
def activities() -> Mapping[RuleId, Activity]:
    """The activities of a Cycle, by id."""
    return BOOK.load("activity", Activity)


@cache
def triggers() -> Mapping[RuleId, Trigger]:
    """What calls for the Event Die, by id."""
    return BOOK.load("trigger", Trigger)


@cache
def tables() -> Mapping[RuleId, Table]:
    """Every table, by id."""
    return BOOK.load("table", Table)


@cache
def rows() -> Mapping[str, Row]:
    """Every row of every table, by its id."""
    return rows_by_id(tables())
