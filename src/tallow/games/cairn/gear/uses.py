"""Things in use: what a thing does when somebody uses it, and how its uses and charges run down."""

import re
from functools import cache
from typing import Literal

from msgspec import Struct, convert
from msgspec.structs import replace

from tallow.games.cairn.characters.boons import plays_music
from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.combat.manoeuvre import Manoeuvre
from tallow.games.cairn.entries import things
from tallow.games.cairn.folk import named_gear
from tallow.games.cairn.gear.inventory import OWN, find_item, hands, hold, sealed, spend, without
from tallow.games.cairn.harm.deprivation import deprive
from tallow.games.cairn.magic.does import read_all
from tallow.games.cairn.magic.effects import begin, lapse
from tallow.games.cairn.magic.spells import span
from tallow.games.cairn.magic.working_effects import recover, work
from tallow.games.cairn.magic.workings import (
    OTHER,
    Working,
    aim,
    bearer_of,
    fiction,
    has_still,
)
from tallow.games.cairn.state import (
    DAY,
    ROUND,
    Ability,
    Creature,
    Declaration,
    Effect,
    Item,
    State,
    Target,
    able,
    alive,
    score_max,
)
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, rule

ELSEWHERE = frozenset(
    (
        *(f"cairn.item.{name}" for name in ("rations", "torch", "lantern", "oil", "bandages", "animal_feed", "coins")),
        *(f"cairn.item.{name}" for name in ("simple_meal", "fine_meal")),
        *("Wyrmbone whetstone", "Blood pail", "Everbloom band", "Candle"),
    )
)
"""Things with an action of their own: eating, lighting, aid, what boons bring."""

FIDDLE = "Black rose fiddle"
"""An instrument that only those who have learned to play can use."""

LEFT = frozenset(("let_go", "sprung"))
"""What ends that for which a thing without uses is left where it is, as a net or a trap."""

_HEALS = re.compile(r"(?P<dice>all|\d{1,2}|\d?d[1-9]\d?) (?P<ability>STR|DEX|WIL)(?P<limit>.*)")


class Healing(Struct, frozen=True, gc=False):
    """What a thing heals: dice or "all" of an ability, with a `limit` in words that the referee applies."""

    dice: str
    ability: Ability
    limit: str


@cache
def read_healing(heals: str) -> Healing | None:
    """What `1d4 STR` says, or `all WIL` with a limit in words behind it; None for other words of a document."""
    found = _HEALS.fullmatch(heals)
    return convert(found.groupdict(), Healing) if found is not None else None


@rule("cairn.relic.charges")
def left(item: Item) -> bool:
    """Whether a thing has a charge, or needs none."""
    return not item.charges_max or item.charges > 0


@cached_by_identity(2_000)
@rule("cairn.action.use_item", "cairn.inventory.hands")
def usable(creature: Creature) -> tuple[Item, ...]:
    """The things that somebody could use: not weapons, armour, books or relics, which have actions of their own."""
    return tuple(
        item
        for item in creature.items
        if item.place in OWN
        and not item.damage
        and not item.armor
        and not sealed(item)
        and not _passive(item)
        and not item.spell
        and not item.room
        and not item.ref.startswith("cairn.relic.")
        and item.ref not in ELSEWHERE
        and item.name not in ELSEWHERE
        and (item.effect or item.heals or item.uses or item.charges_max)
        and left(item)
        and item.hands <= hands(creature)
        and (item.name != FIDDLE or plays_music(creature))
    )


def _passive(item: Item) -> bool:
    """Whether a thing works without being used, or gives light, which has an action of its own."""
    line = named_gear().get(item.name)
    return not item.ref and line is not None and bool(line.passive or line.light)


@rule("cairn.action.use_item")
def cannot_use(_state: State, creature: Creature) -> Refusal | None:
    """Why somebody has nothing to use."""
    if not able(creature):
        return Refusal("not_able", (creature.name,), "cairn.action.use_item")
    return None if usable(creature) else Refusal("nothing_to_use", (creature.name,), "cairn.action.use_item")


def working_of(item: Item) -> Working:
    """The working that a thing is: what its entry or its line of gear says that it does."""
    entry = things().get(item.ref) or named_gear().get(item.name)
    if entry is None or item.heals:
        return Working(
            _of(item), item.name, "creatures" if item.heals else "place", text=item.effect, kinds=("mundane",)
        )
    seconds, until = span(entry.duration)
    does = read_all(entry.does)
    return Working(
        _of(item),
        item.name,
        entry.aims,
        within=entry.within,
        seconds=seconds,
        until=until,
        save="" if not does or all(one.save for one in does) else entry.save,
        dice=entry.dice,
        does=does,
        kinds=("mundane", *entry.kinds),
        text=item.effect,
    )


def _of(item: Item) -> str:
    return item.ref or "cairn.action.use_item"


@rule("cairn.action.use_item", "cairn.item.fire_oil", "cairn.item.caltrops", "cairn.item.net", "cairn.item.sedative")
def use(play: Play, state: State, who: str, which: str, targets: tuple[Target, ...]) -> State:
    """A thing does what it does, and is used up by as much."""
    creature = find(state, who)
    item = find_item(creature, which)
    working = working_of(item)
    state = put(state, spend(hold(play, creature, which) if item.hands else creature, which))
    if working.until in LEFT and item.uses == 0 and not item.charges_max:
        state = _leave_it(state, who, item, working)
    if item.heals:
        return heal(play, state, working, item.heals, targets)
    state = _one_eyed(play, state, who, working)
    state = work(play, state, who, working, targets)
    line = named_gear().get(item.name)
    return _dosed(play, state, who, working) if line is not None and line.craves else state


def _leave_it(state: State, who: str, item: Item, working: Working) -> State:
    """A net thrown or a trap set is no longer carried."""
    state = put(state, without(find(state, who), item.id))
    if working.until == "sprung":
        return state
    return replace(state, ground=(*state.ground, replace(item, place="pack")))


@rule("cairn.ability.current", "cairn.deprived.no_ability")
def heal(play: Play, state: State, working: Working, heals: str, targets: tuple[Target, ...]) -> State:
    """So many points of an ability, or all of them; some only what was lost in one way, which the referee knows."""
    healing = read_healing(heals)
    if healing is None:
        fiction(play, working, heals)
        return state
    ability = healing.ability
    for who in map(bearer_of, targets):
        if who == OTHER:
            fiction(play, working, heals)
            continue
        one = find(state, who)
        if one.deprived:
            play.tell("heal.deprived", one.name, why="cairn.deprived.no_ability")
            continue
        if healing.limit:
            most = score_max(one, ability)
            points = play.choose(REFEREE, "heal_how_much", range(most + 1), one.name, heals, why=working.of)
        else:
            points = (
                score_max(one, ability) if healing.dice == "all" else rolled(play, healing.dice, one.seat, working.of)
            )
        state = put(state, recover(play, one, ability, points, working))
    return state


@rule("cairn.table.hexenbane_1", "cairn.deprived.state")
def _one_eyed(play: Play, state: State, who: str, working: Working) -> State:
    """Whoever looks through voidglass is deprived while that eye is blind."""
    if all((does.kind, does.what) != ("world", "deprives") for does in working.does):
        return state
    return put(state, deprive(play, find(state, who), working.name, state.clock))


@rule("cairn.table.barber_surgeon_2")
def _dosed(play: Play, state: State, who: str, working: Working) -> State:
    """What makes its user crave asks for another dose within the day."""
    name = f"{working.name} (craving)"
    craving = Effect("", "cairn.table.barber_surgeon_2", name, who, (who,), state.clock + DAY, world=("craving",))
    return begin(state, craving)


@rule("cairn.action.use_item")
def purpose(state: State, item: Item) -> Literal["", "heals", "harms"]:
    """What using a thing would be good for now: STR for somebody who has lost half, harm or hindrance to foes."""
    if item.heals:
        healing = read_healing(item.heals)
        whole = healing is not None and healing.ability == "STR" and not healing.limit
        return "heals" if whole and any(_half_dead(one) for one in state.party if alive(one)) else ""
    return "harms" if state.fight is not None and _hostile(item) else ""


@cached_by_identity(2_000)
def _hostile(item: Item) -> bool:
    """Whether a thing harms or hinders foes of any kind."""
    working = working_of(item)
    narrow = any(does.kind in {"fits", "harm_plants"} for does in working.does)
    return working.harmful and working.aims in {"creatures", "foes"} and not narrow


@cached_by_identity(2_000)
def harmful(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Those of these things that harm or hinder foes of any kind."""
    return tuple(filter(_hostile, items))


ORDER = ("harms", "heals", "")
"""The purposes of things in the order in which they are offered."""


def _half_dead(creature: Creature) -> bool:
    return 2 * creature.strength <= creature.strength_max


@rule("cairn.action.use_item")
def declare(play: Play, state: State, creature: Creature) -> Declaration:
    """What to use, and upon whom."""
    things = sorted(usable(creature), key=lambda item: ORDER.index(purpose(state, item)))
    options = tuple(item.id for item in things)
    which = play.choose(creature.seat, "use_what", options, creature.name, why="cairn.action.use_item")
    targets = aim(play, state, creature.id, working_of(find_item(creature, which)))
    return Declaration(creature.id, "use_item", item=which, targets=targets)


def resolve(play: Play, state: State, made: Declaration) -> State:
    """What was declared happens."""
    if not has_still(play, state, made.who, made.item):
        return state
    return lapse(play, use(play, state, made.who, made.item, made.targets))


USE_ITEM = Manoeuvre(cannot_use, declare, resolve, "cairn.action.use_item", who=("pc", "hireling"))


def _use(play: Play, state: State, who: str) -> State:
    return pass_time(play, resolve(play, state, declare(play, state, find(state, who))), ROUND)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "employ_item",
        _use,
        "cairn.action.use_item",
        cost="action",
        shown=lambda state, who: state.fight is None and bool(usable(find(state, who))),
        refuse=lambda state, who: cannot_use(state, find(state, who)),
        group="slots",
        rank=-2,
    ),
)
