"""What bots do between fights: while exploring, in camp and in a settlement.

Everything is decided from the state alone, without dice. Each function yields wishes (the name of a deed and who
does it) in order of preference; a wish that is not allowed now is skipped.
"""

from collections.abc import Callable, Iterator

from tallow.games.dead_weight.camp import camping as camp
from tallow.games.dead_weight.camp import cooking, tending
from tallow.games.dead_weight.camp.ambush import ambush_dice
from tallow.games.dead_weight.characters import joining, progress
from tallow.games.dead_weight.characters.attributes import available, wounds_of
from tallow.games.dead_weight.characters.progress import improvements
from tallow.games.dead_weight.characters.seats import SEATING, seats
from tallow.games.dead_weight.gear import handling, items, market
from tallow.games.dead_weight.gear.inventory import SPOILED, limit, load
from tallow.games.dead_weight.gear.light import in_dark
from tallow.games.dead_weight.gear.uses import LIGHTS
from tallow.games.dead_weight.harm import stabilize
from tallow.games.dead_weight.magic import casting, memorizing
from tallow.games.dead_weight.monsters import encounters
from tallow.games.dead_weight.referee import controls
from tallow.games.dead_weight.state import Adventurer, Location, State, able, alive, here
from tallow.games.dead_weight.town import interlude, nights
from tallow.games.dead_weight.world import adventure, exploration, phases
from tallow.games.dead_weight.world.exploring import dice_of, fatigue_of, winded
from tallow.games.dead_weight.world.places import room_of
from tallow.games.deeds import Action, Deed
from tallow.play import Seat

CHAPTERS = (
    adventure, camp, casting, cooking, encounters, exploration, handling, interlude, items, joining, market, nights,
    phases, progress, controls, stabilize, tending,
)  # fmt: skip
DEEDS: dict[str, Deed[State]] = {deed.name: deed for chapter in CHAPTERS for deed in chapter.DEEDS}

LARDER = 3
"""The number of rations up to which each adventurer buys them."""

LONG_STAY = 10
"""The day of a stay from which on they set out, well or not."""

FAR = 20
"""The turns after which they go on to no other room."""

COMPANY = 4
"""The number of adventurers who set out together."""


def onward(state: State, seat: Seat) -> Action:
    """The next action of a seat: for its own adventurers, else for others; if no wish is allowed, one of the GM's."""
    if state.phase == "creation":
        return Action("begin_expedition" if len(state.party) >= COMPANY else "new_player")
    for player in seats(state) if state.phase == "interlude" else ():
        if lost := SEATING.lost(state, player):
            return Action("make_character", lost.id)
    everybody = [one for one in state.party if able(one)]
    mine = [one for one in everybody if one.seat == seat]
    for some in (mine, everybody):
        for name, who in PHASES[state.phase](state, some):
            if can(state, name, who):
                return Action(name, who)
    return Action({"exploration": "let_turns_pass", "interlude": "wait_no_longer"}.get(state.phase, "session"))


def can(state: State, name: str, who: str) -> bool:
    """Whether somebody may do this deed now."""
    deed = DEEDS[name]
    return (deed.shown is None or deed.shown(state, who)) and (deed.refuse is None or not deed.refuse(state, who))


Wishes = Iterator[tuple[str, str]]
"""Deeds by name, and by whom, the most pressing first."""


def _exploring(state: State, mine: list[Adventurer]) -> Wishes:
    """Doom events and the room's enemies; then first aid, light, breath, camp; then loot and new rooms, or the exit."""
    place = here(state)
    yield "play_doom", ""
    if encounters.listed(state):
        yield "start_fight", ""
    yield from helping(state, mine)
    for one in mine:
        if in_dark(state, one.id) and any(item.ref in LIGHTS and item.usage for item in one.items):
            yield "use_item", one.id
            yield "use_slow_item", one.id
    for one in mine[:1]:
        if winded(state):
            yield "catch_breath_all", one.id
        if any(worn_out(other) for other in state.party if alive(other)):
            yield from _camp(state, one)
            yield "exit", one.id
        if place is not None and _hoard(place):
            yield "loot", one.id
    for one in mine:
        if load(one) < limit(one):
            yield "take_up", one.id
    for one in mine[:1]:
        if place is not None and state.turns < FAR:
            yield "move_on", one.id
        yield "exit", one.id


def helping(state: State, mine: list[Adventurer]) -> Wishes:
    """Stabilize those who are down; without supplies only with 2 or more INT dice, unless somebody is dying."""
    for one in mine:
        yield "stabilize", one.id
    urgent = any("dying" in one.conditions for one in state.party)
    for one in sorted(mine, key=lambda one: -available(one, "INT")):
        if urgent or available(one, "INT") > 1:
            yield "improvise_first_aid", one.id


def caring(state: State, mine: list[Adventurer], *, supplied: bool) -> Wishes:
    """What a party in a place does before it goes on: stabilize those who are down, and camp if anybody is worn out.

    Each camp but the first needs a supply.
    """
    yield from helping(state, mine)
    for one in mine[:1] if any(worn_out(other) for other in state.party if alive(other)) else []:
        yield from _camp(state, one, supplied=supplied)


def _camp(state: State, one: Adventurer, *, supplied: bool = False) -> Wishes:
    if supplied or not state.camps:
        yield "set_up_camp", one.id


def worn_out(one: Adventurer) -> bool:
    """Whether somebody has more wounds than dice left, or suffers from three things at once."""
    return wounds_of(one) > dice_of(one) or len(one.afflictions) > 2


def _hoard(place: Location) -> bool:
    """Whether the room where the party is has listed loot that has not been taken."""
    room = room_of(place)
    return room is not None and any((place.room, loot.name) not in place.taken for loot in room.loot)


def camping(state: State, mine: list[Adventurer]) -> Wishes:
    """Actions without a cost first; then cook, tend, sleep, rest, memorize, keep a lookout; then end the camp."""
    yield "ambush_roll", ""
    for one in mine:
        yield "stabilize", one.id
        if available(one, "INT"):
            yield "surgery", one.id
        yield "repair_armour", one.id
    for one in mine[:1]:
        yield "cook", one.id
        yield "tend_wounds", one.id
        party = [other for other in state.party if alive(other)]
        if any("sleepy" in other.afflictions for other in party):
            yield "sleep", one.id
        if any(fatigue_of(other) or other.magic.exhausted or "shaken" in other.afflictions for other in party):
            yield "rest", one.id
        if any(_has_room(other) for other in party):
            yield "memorize", one.id
        if state.camp is not None and ambush_dice(state.camp, state.camps):
            yield "lookout", one.id
        yield "end_camp", one.id


def _has_room(one: Adventurer) -> bool:
    """Whether somebody can memorize another spell: INT score to spare, and a spell that can be learned."""
    return len(one.magic.memorized) < min(one.intelligence.score, len(memorizing.learnable(one)))


def _staying(state: State, mine: list[Adventurer]) -> Wishes:
    """Spend lessons and insight; buy rations; leave once all are well; else sleep, tend wounds, shop or rest."""
    for one in mine:
        yield "raise_attribute", one.id
        if any(kind != "move" for kind in improvements(state, one)):
            yield "spend_insight", one.id
    for one in mine:
        if _rations(one) < LARDER:
            yield "buy", one.id
    stay = state.interlude
    well = not any(wounds_of(one) or fatigue_of(one) for one in state.party if alive(one))
    if well or state.settings.interlude_mode == "simple" or (stay is not None and stay.day >= LONG_STAY):
        for one in mine[:1]:
            yield "interlude_return", one.id
    for one in mine:
        yield "interlude_sleep", one.id
        if wounds_of(one):
            yield "interlude_tend", one.id
        if _rations(one) < LARDER and any(True for _ in market.within(state, one)):
            yield "interlude_shop", one.id
        yield "interlude_rest", one.id
    for one in mine[:1]:
        yield "end_day", one.id


def _rations(one: Adventurer) -> int:
    return sum([item.count for item in one.items if item.ref == market.RATION and SPOILED not in item.marks])


PHASES: dict[str, Callable[[State, list[Adventurer]], Wishes]] = {
    "exploration": _exploring,
    "camp": camping,
    "interlude": _staying,
}
