"""Relics: their effects as far as they have numbers, their dots, and random relics."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.characters.boons import senses
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.checks.tables import called
from tallow.games.modified_cairn.combat.manoeuvre import Manoeuvre
from tallow.games.modified_cairn.gear.inventory import at_ease, item_of, mark, spent, with_item, without
from tallow.games.modified_cairn.gear.slots import settle
from tallow.games.modified_cairn.gear.things import fresh
from tallow.games.modified_cairn.goods import relics
from tallow.games.modified_cairn.harm.conditions import provided, relieve
from tallow.games.modified_cairn.magic.effects import begin
from tallow.games.modified_cairn.magic.places import MAGICLESS, in_place
from tallow.games.modified_cairn.magic.runes import bestow
from tallow.games.modified_cairn.magic.workings import aim, work
from tallow.games.modified_cairn.state import (
    CYCLE,
    Attack,
    Creature,
    Declaration,
    Effect,
    Item,
    Side,
    State,
    able,
    has,
    shed,
)
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

USE: RuleId = "modified_cairn.action.use_relic"
PREFIX = "modified_cairn.relic."

SURPRISE: RuleId = "modified_cairn.turn.surprise"
BELL: RuleId = f"{PREFIX}harbingers_bell"
SPONGES: RuleId = f"{PREFIX}sponge_army"
TOOTH = "Warning Tooth"
"""The thing of a Prowler that hums when something stalks whoever wears it."""

PASSIVE = frozenset(f"{PREFIX}{name}" for name in ("harbingers_bell", "roc_feather", "parliaments_promise"))
"""Relics that act by themselves while somebody has them."""

SERVANTS: dict[str, Creature] = {
    "homunculus_nail": Creature("", "Homunculus", "monster", 4, 4, 13, 13, 5, 5, 3, 3),
    "jar_of_ants": Creature(
        "", "Ants", "monster", 2, 2, 10, 10, 1, 1, 6, 6, attacks=(Attack("bites", (10,)),), detachment=True
    ),
    "sponge_army": Creature(
        "", "Sponge Army", "monster", 6, 6, 13, 13, 5, 5, 8, 8, attacks=(Attack("fists", (6,)),), detachment=True
    ),
}
"""What some relics call up."""


@rule("modified_cairn.relic.use", "modified_cairn.convert.charges")
def usable(creature: Creature) -> tuple[Item, ...]:
    """The relics that a creature carries, apart from what overflows, with a use or charge left, or that need none."""
    carried = [item for item in creature.items if item.ref.startswith(PREFIX) and item.place != "overflow"]
    return tuple([item for item in carried if not spent(item)])


@rule("modified_cairn.relic.use", "modified_cairn.action.use_relic")
def use(play: Play, state: State, who: str, which: str) -> State:
    """Use a relic: mark a dot if it counts them, and do what it is known for."""
    user = find(state, who)
    relic = item_of(user, which)
    entry = relics()[relic.ref]
    play.tell("relic.used", user.name, relic.name, entry.effect, why=relic.ref)
    if relic.uses:
        left = mark(relic)
        gone = left is None or (spent(left) and not relic.recharge)
        state = put(state, settle(without(user, which)) if left is None or gone else with_item(user, left))
    if (own := _WORKS.get(relic.ref.removeprefix(PREFIX))) is not None:
        return own(play, state, who, relic)
    if entry.works is None:
        return state
    return work(play, state, who, relic.ref, entry.works, aim(play, state, who, relic.ref, entry.works))


@rule("modified_cairn.relic.nightstone")
def _nightstone(play: Play, state: State, who: str, relic: Item) -> State:
    """Remove all Strain, and end being Deprived."""
    one = settle(replace(find(state, who), strain=()))
    return put(state, relieve(play, one, *[name for name, _ in one.deprived]))


@rule("modified_cairn.relic.leycap")
def _leycap(play: Play, state: State, who: str, relic: Item) -> State:
    """Remove one Strain, one that overflows first; after a failed SPI Save the table is told of the craving."""
    one = find(state, who)
    ordered = sorted(one.strain, key=lambda region: region != "overflow")
    state = put(state, settle(replace(one, strain=tuple(ordered[1:]))))
    if not save(play, find(state, who), "SPI", relic.ref):
        play.tell("relic.craving", one.name, why=relic.ref)
    return state


@rule("modified_cairn.relic.phoenix_ash")
def _phoenix_ash(play: Play, state: State, who: str, relic: Item) -> State:
    """The user picks somebody dead of the party, who lives again with 1 or more in each Quality."""
    dead = tuple([one.id for one in state.party if has(one, "dead")])
    if not dead:
        return state
    whom = find(state, play.choose(find(state, who).seat, "raise_whom", dead, why=relic.ref))
    play.tell("relic.raised", whom.name, why=relic.ref)
    scores = {name: max(1, getattr(whom, name)) for name in ("vigour", "clarity", "spirit")}
    risen = shed(whom, "dead", "unresponsive", "hopeless", "out_of_action")
    return put(state, provided(replace(risen, **scores, dies_at=0), state.clock))


@rule("modified_cairn.relic.homunculus_nail", "modified_cairn.relic.jar_of_ants", "modified_cairn.relic.sponge_army")
def _servant(play: Play, state: State, who: str, relic: Item) -> State:
    """A creature joins the party and obeys the relic's user; sponges fall apart after ten minutes."""
    state, id_ = serial(state, "c")
    made = SERVANTS[relic.ref.removeprefix(PREFIX)]
    others = sum([one.of == relic.ref for one in state.party])
    name = f"{made.name} ({others + 1})" if others else made.name
    play.tell("relic.servant", name, why=relic.ref)
    servant = replace(made, id=id_, name=name, seat=find(state, who).seat, of=relic.ref)
    state = replace(state, party=(*state.party, servant))
    if relic.ref != SPONGES:
        return state
    return begin(state, Effect("", relic.ref, who, (id_,), state.clock + CYCLE, does="doom"))


_WORKS: dict[str, Callable[[Play, State, str, Item], State]] = {
    "nightstone": _nightstone,
    "leycap": _leycap,
    "phoenix_ash": _phoenix_ash,
    **dict.fromkeys(SERVANTS, _servant),
}


def has_rule(relic: RuleId) -> bool:
    """Whether a relic has a rule of its own."""
    return relic.removeprefix(PREFIX) in _WORKS


@rule(
    "modified_cairn.relic.harbingers_bell",
    "modified_cairn.table.prowler_1",
    "modified_cairn.table.beast_handler_2",
    "modified_cairn.table.outrider_2",
    "modified_cairn.turn.surprise",
)
def forewarned(play: Play, state: State, surprised: tuple[Side, ...]) -> tuple[State, tuple[Side, ...]]:
    """The sides that are surprised after all.

    The party is not if a tooth hums, if somebody, or a horse, senses those who lie in wait, which the GM confirms, or
    if a bell with a charge rings first.
    """
    if "party" not in surprised:
        return state, surprised
    left_over = tuple([side for side in surprised if side != "party"])
    for one in state.party:
        if able(one) and any(item.name == TOOTH for item in one.items):
            play.tell("tooth_hums", one.name, TOOTH, why="modified_cairn.table.prowler_1")
            return state, left_over
        what = senses(state, one) if able(one) else ""
        if what and play.choose(REFEREE, "sensed", ("yes", "no"), one.name, called(what), why=SURPRISE) == "yes":
            play.tell("sensed", one.name, why=SURPRISE)
            return state, left_over
    for one in state.party:
        for item in usable(one) if able(one) else ():
            if item.ref == BELL and (left := mark(item)) is not None:
                play.tell("relic.rings", one.name, item.name, why=BELL)
                return put(state, with_item(one, left)), left_over
    return state, surprised


@rule("modified_cairn.relic.use")
def random_relic(play: Play) -> RuleId:
    """Roll a relic: the one whose number is a d100, halved and rounded up."""
    (face,) = play.roll(1, 100, by=REFEREE, why="modified_cairn.relic.use")
    return next(entry.id for entry in relics().values() if entry.roll == (face + 1) // 2)


@rule("modified_cairn.relic.use")
def make_relic(play: Play, state: State, _: str) -> State:
    """The GM brings a relic into play, rolled or picked."""
    picked = play.choose(REFEREE, "make_relic", ("roll", *relics()), why="modified_cairn.relic.use")
    state, item = fresh(state, random_relic(play) if picked == "roll" else picked)
    return bestow(play, state, item, "modified_cairn.relic.use")


def _which(play: Play, creature: Creature) -> str:
    options = tuple([item.id for item in usable(creature)])
    return play.choose(creature.seat, "which_relic", options, creature.name, why=USE)


@rule("modified_cairn.relic.staff_of_silence")
def no_relic(state: State, creature: Creature) -> Refusal | None:
    """Why a creature cannot use a relic: none with a use left, or a place without magic."""
    if in_place(state, MAGICLESS):
        return Refusal("magicless", (), "modified_cairn.relic.staff_of_silence")
    return None if usable(creature) else Refusal("no_charge", (creature.name,), "modified_cairn.relic.use")


def _bears(_state: State, creature: Creature) -> bool:
    return any(item.ref.startswith(PREFIX) for item in creature.items)


def _declare(play: Play, _state: State, creature: Creature) -> Declaration:
    return Declaration(creature.id, "use_relic", item=_which(play, creature))


def _resolve(play: Play, state: State, made: Declaration) -> State:
    user = find(state, made.who)
    there = able(user) and any(item.id == made.item for item in usable(user))
    return use(play, state, made.who, made.item) if there else state


USE_RELIC = Manoeuvre(no_relic, _declare, _resolve, USE, first=True, shown=_bears, rank=-1)


@rule("modified_cairn.action.use_relic")
def use_relic(play: Play, state: State, who: str) -> State:
    """Use a relic outside a fight."""
    return use(play, state, who, _which(play, find(state, who)))


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "use_relic_calmly",
        use_relic,
        USE,
        shown=lambda state, who: at_ease(state, who) and _bears(state, find(state, who)),
        refuse=lambda state, who: no_relic(state, find(state, who)),
        group="magic",
    ),
    Deed("make_relic", make_relic, "modified_cairn.relic.use", by="referee", group="magic"),
)
