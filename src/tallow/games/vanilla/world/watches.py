"""Watches of six hours outside dungeons: travelling, exploring a hex, camping, visiting; and a night's sleep."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.entries import MAGIC_USER
from tallow.games.vanilla.gear.caches import come_back, leave, ways_back
from tallow.games.vanilla.gear.inventory import item_of, with_corruption, with_item
from tallow.games.vanilla.harm.damage import regain, wounded
from tallow.games.vanilla.magic.lasting import lose_concentration
from tallow.games.vanilla.monsters import encounters
from tallow.games.vanilla.monsters.encounters import met
from tallow.games.vanilla.state import DAY, NIGHT, TERRAINS, TURN, WATCH, Creature, State, alive
from tallow.games.vanilla.world.time import elapse
from tallow.games.vanilla.world.turns import exploring
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

TRAVEL: RuleId = "vanilla.action.travel"
EXPLORE: RuleId = "vanilla.action.explore_hex"
CAMP: RuleId = "vanilla.action.camp"
SLEEP: RuleId = "vanilla.action.sleep"
HEX: RuleId = "vanilla.time.hex"
TOWN: RuleId = "vanilla.time.watch_town"
SAFE: RuleId = "vanilla.corrupt.purify"


@rule("vanilla.action.travel", "vanilla.time.watch_wild", "vanilla.time.hex", "vanilla.phase.watch")
def travel(play: Play, state: State, who: str) -> State:
    """Travel for a Watch to the next hex, unless there is an encounter; the GM says which terrain it has."""
    play.tell("travels", find(state, who).name, why=TRAVEL)
    state = elapse(play, at_ease(play, state), WATCH)
    if state.phase == "encounter":
        return state
    back = ways_back(state, "wilds")
    ground = play.choose(REFEREE, "next_hex", (*_first(state.terrain), *back), why=HEX)
    state = leave(play, state)
    state = come_back(state, back[ground]) if ground in back else replace(state, terrain=ground)
    play.tell("hex", state.terrain, why=HEX)
    return state


def _first(terrain: str) -> tuple[str, ...]:
    """The terrains, the current one first."""
    return (terrain, *(other for other in TERRAINS if other != terrain))


@rule("vanilla.action.explore_hex", "vanilla.time.watch_wild", "vanilla.phase.watch")
def explore_hex(play: Play, state: State, who: str) -> State:
    """Explore a hex for a Watch; the GM tells what is there."""
    play.tell("explores", find(state, who).name, why=EXPLORE)
    state = elapse(play, at_ease(play, state), WATCH)
    if state.phase == "encounter":
        return state
    text = play.write(REFEREE, "hex_holds", why=EXPLORE).strip()
    if text:
        play.tell("described", text, why=EXPLORE)
    return state


@rule("vanilla.action.camp", "vanilla.time.watch_sleep", "vanilla.time.watch_wild", "vanilla.phase.watch")
def camp(play: Play, state: State, who: str) -> State:
    """Camp for a night of two Watches, or for one, which restores Grit but is not enough sleep to purify a spell."""
    one = find(state, who)
    how_long = play.choose(one.seat, "camp_how_long", ("night", "one_watch"), one.name, why=CAMP)
    return slumber(play, state, 2 * WATCH if how_long == "night" else WATCH)


@rule("vanilla.spell.durations")
def at_ease(play: Play, state: State) -> State:
    """The state without spells kept up by concentration, which travel and sleep end."""
    for one in state.party if state.effects else ():
        state = lose_concentration(play, state, one.id)
    return state


@rule("vanilla.action.sleep", "vanilla.heal.night", "vanilla.time.watch_sleep")
def sleep(play: Play, state: State, who: str) -> State:
    """Sleep for eight hours, in the wilds for two Watches, unless interrupted."""
    play.tell("sleeps", find(state, who).name, why=SLEEP)
    return slumber(play, state, 2 * WATCH if state.place == "wilds" else NIGHT)


@rule("vanilla.heal.night", "vanilla.heal.interrupted", "vanilla.corrupt.purify", "vanilla.time.watch_sleep")
def slumber(play: Play, state: State, minutes: int) -> State:
    """Rest for hours, unless an encounter interrupts it: regain Grit, and after eight safe hours purify a spell."""
    began = state.clock
    state = elapse(play, at_ease(play, state), minutes)
    if state.phase == "encounter":
        play.tell("sleep.broken", why="vanilla.heal.interrupted")
        return recovered(play, state, state.clock - began - TURN)
    state = recovered(play, state, minutes)
    return purified(play, state) if minutes >= NIGHT else state


@rule("vanilla.heal.night", "vanilla.heal.rest", "vanilla.heal.blocked")
def recovered(play: Play, state: State, minutes: int) -> State:
    """Restore Grit for this many minutes of rest; nothing is rolled where it is certain to be full."""
    rests = max(0, minutes) // TURN
    for one in state.party:
        if not alive(one) or wounded(one) or one.grit >= one.grit_max or not rests:
            continue
        lacking = one.grit_max - one.grit
        healed = lacking if rests >= lacking else rolled(play, f"{rests}d6", one.seat, "vanilla.heal.rest")
        better = regain(one, healed)
        play.tell("rested", one.name, better.grit - one.grit, better.grit, why="vanilla.heal.night")
        state = put(state, better)
    return state


@rule("vanilla.corrupt.purify")
def purified(play: Play, state: State) -> State:
    """Each caster with Corrupted spells purifies one, if the GM finds the place safe enough."""
    casters = [one for one in state.party if alive(one) and spoilt(one) and not purified_today(state, one)]
    if not casters or play.choose(REFEREE, "safe_enough", ("yes", "no"), why=SAFE) == "no":
        return state
    for one in casters:
        state = purify(play, state, one.id)
    return state


@rule("vanilla.corrupt.where")
def spoilt(one: Creature) -> tuple[Any, ...]:
    """The Corrupted spells that a creature has, in its own book and in found books."""
    own: list[Any] = [known.spell for known in one.book if known.corrupted]
    for item in one.items if one.of == MAGIC_USER else ():
        own += [("found", known.spell, item.id) for known in item.book if known.corrupted]
    return tuple(own)


@rule("vanilla.setting.purify_again")
def purified_today(state: State, one: Creature) -> bool:
    """Whether a creature has purified a spell in the last 24 hours, and by the setting cannot purify another."""
    return state.settings.purify_again == "daily" and one.purified >= 0 and state.clock - one.purified < DAY


@rule("vanilla.corrupt.purify", "vanilla.corrupt.where")
def purify(play: Play, state: State, who: str) -> State:
    """Purify one Corrupted spell of a creature's book."""
    one = find(state, who)
    which = play.choose(one.seat, "purify", spoilt(one), one.name, why=SAFE)
    spell, book = (which[1], which[2]) if isinstance(which, tuple) else (which, "")
    play.tell("purified", one.name, spell, why=SAFE)
    if book:
        found = item_of(one, book)
        one = with_item(one, replace(found, book=with_corruption(found.book, spell, corrupted=False)))
    else:
        one = replace(one, book=with_corruption(one.book, spell, corrupted=False))
    return put(state, replace(one, purified=state.clock))


@rule("vanilla.time.watch_town", "vanilla.time.watch", "vanilla.phase.watch")
def visit(play: Play, state: State, who: str) -> State:
    """The party spends a Watch in town, with somebody or at some place; there may be an encounter."""
    one = find(state, who)
    where = play.write(one.seat, "visit_where", one.name, why=TOWN).strip()
    play.tell("visits", one.name, where or "here", why=TOWN)
    state = elapse(play, state, WATCH)
    return encounters.meet(play, state) if met(play, state) else state


def _in_wilds(state: State, who: str) -> bool:
    return exploring(state, who) and state.place == "wilds"


def _in_town(state: State, who: str) -> bool:
    return exploring(state, who) and state.place == "settlement"


def _awake(state: State, _: str) -> Refusal | None:
    """Why the party cannot travel or sleep: somebody is busy with something that takes a Turn."""
    return Refusal("turn_begun", (), "vanilla.time.turn") if state.busy else None


DEEDS: tuple[Deed[State], ...] = (
    Deed("travel", travel, TRAVEL, cost="watch", shown=_in_wilds, refuse=_awake, group="watches"),
    Deed("explore_hex", explore_hex, EXPLORE, cost="watch", shown=_in_wilds, refuse=_awake, group="watches"),
    Deed("camp", camp, CAMP, cost="watch", shown=_in_wilds, refuse=_awake, group="watches"),
    Deed("sleep", sleep, SLEEP, cost="night", shown=exploring, refuse=_awake, group="watches"),
    Deed("visit", visit, TOWN, cost="watch", shown=_in_town, refuse=_awake, group="watches"),
)
