"""Relics: things with a power. Using one costs no Fatigue; charges can be restored, uses cannot."""

from functools import cache

from msgspec.structs import replace

from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.manoeuvre import Manoeuvre
from tallow.games.cairn.entries import relics
from tallow.games.cairn.gear.inventory import OWN, find_item, hands, hold, receive, sealed, spend, with_item, without
from tallow.games.cairn.gear.things import from_ref, worn
from tallow.games.cairn.gear.uses import left
from tallow.games.cairn.harm.perils import goes_on
from tallow.games.cairn.magic.does import read_all
from tallow.games.cairn.magic.effects import in_world, lapse
from tallow.games.cairn.magic.spells import span
from tallow.games.cairn.magic.spells import working as spell_working
from tallow.games.cairn.magic.working_effects import work
from tallow.games.cairn.magic.workings import Working, aim, has_still
from tallow.games.cairn.state import (
    HOUR,
    ROUND,
    Cause,
    Creature,
    Declaration,
    Item,
    State,
    Target,
    able,
    alive,
    use_today,
    used_today,
)
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, Seat, Stake, rule

BELL, BAR, GRIP, MAP = (
    f"cairn.relic.{name}" for name in ("harbingers_bell", "wonder_bar", "veilsilk_grip", "bloodmap")
)
FINGERS = 5


@cache
@rule("cairn.relic.what")
def working(relic: RuleId) -> Working:
    """The working of a relic, read from its entry."""
    entry = relics()[relic]
    does = read_all(entry.does)
    for one in does:
        if one.kind == "spell":
            return replace(spell_working(one.what), of=entry.id, name=entry.name, text=entry.effect)
    seconds, until = (0, "") if entry.hours else span(entry.duration)
    return Working(
        entry.id,
        entry.name,
        entry.aims,
        within=entry.within,
        seconds=seconds,
        hours=entry.hours,
        until=until,
        save=entry.save,
        dice=entry.dice,
        does=does,
        kinds=("magic", *entry.kinds),
        text=entry.effect,
    )


@rule("cairn.relic.what", "cairn.relic.charges")
def usable(creature: Creature) -> tuple[Item, ...]:
    """The relics that somebody could use; those that are only worn or wielded need no using."""
    return tuple(
        item
        for item in creature.items
        if item.ref.startswith("cairn.relic.")
        and item.place in OWN
        and left(item)
        and (item.place == "worn" or hands(creature) > 0)
        and not relics()[item.ref].passive
        and not sealed(item)
        and (relics()[item.ref].does or not (item.damage or item.armor))
    )


@rule("cairn.action.use_relic", "cairn.relic.charges", "cairn.relic.what")
def cannot_use(state: State, creature: Creature) -> Refusal | None:
    """Why somebody cannot use a relic."""
    if not able(creature):
        return Refusal("not_able", (creature.name,), "cairn.action.use_relic")
    if in_world(state, "silence"):
        return Refusal("no_magic", (creature.name,), "cairn.relic.staff_of_silence")
    return None if usable(creature) else Refusal("no_relic", (creature.name,), "cairn.relic.charges")


@rule("cairn.relic.what", "cairn.relic.charges", "cairn.action.use_relic")
def use(play: Play, state: State, who: str, which: str, upon: tuple[Target, ...]) -> State:
    """Use a relic: spend a charge or a use, then apply its working; it costs no Fatigue."""
    creature = find(state, who)
    item = find_item(creature, which)
    held = creature if item.place == "worn" else hold(play, creature, which)
    state = work(play, put(state, spend(held, which)), who, working(item.ref), upon)
    return lapse(play, state)


@rule("cairn.action.use_relic")
def declare(play: Play, state: State, creature: Creature) -> Declaration:
    """Declare which relic to use, and upon whom."""
    options = tuple(item.id for item in usable(creature))
    which = play.choose(creature.seat, "use_which_relic", options, creature.name, why="cairn.action.use_relic")
    targets = aim(play, state, creature.id, working(find_item(creature, which).ref))
    return Declaration(creature.id, "use_relic", item=which, targets=targets)


def resolve(play: Play, state: State, made: Declaration) -> State:
    """Use the declared relic, if its user still has it."""
    if not has_still(play, state, made.who, made.item):
        return state
    return use(play, state, made.who, made.item, made.targets)


USE_RELIC = Manoeuvre(cannot_use, declare, resolve, "cairn.action.use_relic", who=("pc", "hireling"))


def _use(play: Play, state: State, who: str) -> State:
    return pass_time(play, resolve(play, state, declare(play, state, find(state, who))), ROUND)


def empty(state: State) -> tuple[tuple[str, str], ...]:
    """The things that lack charges and can be recharged: ids of the bearer and of the thing."""
    return tuple(
        (one.id, item.id)
        for one in state.party
        if alive(one)
        for item in one.items
        if item.charges < item.charges_max
        and "reload" not in item.qualities
        and not (item.ref == GRIP and item.recharged >= FINGERS)
    )


@rule(
    "cairn.relic.charges",
    "cairn.relic.harbingers_bell",
    "cairn.relic.wonder_bar",
    "cairn.relic.veilsilk_grip",
    "cairn.relic.bloodmap",
)
def recharge(play: Play, state: State, who: str, which: str) -> State:
    """Recharge a relic whose condition is met; the bell may break, the bar takes an hour and a save, the map costs."""
    bearer = find(state, who)
    item = find_item(bearer, which)
    if item.ref == BELL:
        (face,) = play.roll(1, 6, by=bearer.seat, why=item.ref, stake=Stake(3, above=True, who=who))
        if face <= 2:
            play.tell("relic.broken", bearer.name, item.name, why=item.ref)
            return put(state, without(bearer, which))
    if item.ref == BAR:
        if not goes_on(play, state, REFEREE, HOUR):
            return state
        state = pass_time(play, put(state, use_today(bearer, BAR)), HOUR)
        bearer = find(state, who)
        if not save(play, bearer, "WIL", BAR):
            return state
    if item.ref == MAP:
        bearer = replace(bearer, deprived=(*bearer.deprived, Cause(MAP, state.clock)))
    play.tell("relic.recharged", item.name, item.charges_max, why="cairn.relic.charges")
    full = replace(item, charges=item.charges_max, recharged=item.recharged + 1)
    return put(state, with_item(bearer, full))


def _recharge(play: Play, state: State, _: str) -> State:
    who, which = play.choose(REFEREE, "recharge_what", _ready(state), why="cairn.relic.charges")
    return recharge(play, state, who, which)


def _ready(state: State) -> tuple[tuple[str, str], ...]:
    """What can be recharged today: the Wonder Bar takes one try a day."""
    return tuple(
        (who, which)
        for who, which in empty(state)
        if not (find_item(find(state, who), which).ref == BAR and used_today(find(state, who), BAR))
    )


@rule("cairn.relic.random")
def random_relic(play: Play, by: Seat) -> RuleId:
    """A relic by 1d100, halved and rounded up."""
    (face,) = play.roll(1, 100, by=by, why="cairn.relic.random")
    return next(relic.id for relic in relics().values() if relic.roll == (face + 1) // 2)


def _find_relic(play: Play, state: State, _: str) -> State:
    """Somebody finds a relic, drawn at random or named."""
    why = "cairn.relic.random"
    who = play.choose(REFEREE, "give_to", tuple(one.id for one in state.party if alive(one)), why=why)
    which = play.choose(REFEREE, "which_relic", ("random", *relics()), why=why)
    if which == "random":
        which = random_relic(play, REFEREE)
    state, id_ = serial(state, "i")
    found, finder = worn(from_ref(which, id_)), find(state, who)
    play.tell("found", finder.name, found.name, "relic", why=why)
    return receive(play, state, who, found)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "activate_relic",
        _use,
        "cairn.action.use_relic",
        cost="action",
        shown=lambda state, who: state.fight is None and _has_relic(find(state, who)),
        refuse=lambda state, who: cannot_use(state, find(state, who)),
        group="magic",
    ),
    Deed(
        "recharge",
        _recharge,
        "cairn.relic.charges",
        by="referee",
        shown=lambda state, _: bool(_ready(state)),
        group="magic",
    ),
    Deed(
        "find_relic",
        _find_relic,
        "cairn.relic.random",
        by="referee",
        shown=lambda state, _: any(alive(one) for one in state.party),
        group="giving",
    ),
)


def _has_relic(creature: Creature) -> bool:
    return any(item.ref.startswith("cairn.relic.") for item in creature.items)
