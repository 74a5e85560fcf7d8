"""The adventure: what its doom brings when the GM plays it, its rumours, and the ambush in camp."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.dead_weight.camp.ambush import Night, ambush_dice, ambushed
from tallow.games.dead_weight.camp.camping import break_camp, the_camp
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.rerolls import Rerolls
from tallow.games.dead_weight.combat.rounds import begin
from tallow.games.dead_weight.entries import tables
from tallow.games.dead_weight.gear.inventory import shield_in_hand, shield_tokens
from tallow.games.dead_weight.harm.afflictions import afflict
from tallow.games.dead_weight.harm.wounds import Hit, suffer
from tallow.games.dead_weight.monsters.bestiary import arrive
from tallow.games.dead_weight.monsters.encounters import gather, wandering
from tallow.games.dead_weight.state import State, able, alive, here, put, put_location, score
from tallow.games.game import Deed, Refusal
from tallow.play import REFEREE, Play, rule

MAUSOLEUM = "dead_weight.adventure.mausoleum"
RUMOURS = "dead_weight.table.rumours_mausoleum"
EVENTS = "dead_weight.doom.events"


# ---------------------------------------------------------------- doom


@rule("dead_weight.doom.events", "dead_weight.doom.maximum", "dead_weight.adventure.mausoleum")
def play_doom(play: Play, state: State, _: str) -> State:
    """The GM plays an event that doom has brought: what can be worked out is, the rest is told to the GM."""
    place = here(state)
    if place is None:
        return state
    at = play.choose(REFEREE, "doom_which", due(state), place.name, why=EVENTS)
    text = dict(place.events)[at]
    state = put_location(state, replace(place, played=(*place.played, at)))
    play.tell("doom.plays", at, text, why=EVENTS, seen_by=(REFEREE,))
    happens = MAUSOLEUM_DOOM.get(at) if place.adventure == MAUSOLEUM else None
    return happens(play, state) if happens else state


def due(state: State) -> tuple[int, ...]:
    """The events of this place that were reached and are not played yet."""
    place = here(state)
    if place is None:
        return ()
    return tuple(sorted({at for at, _ in place.events if at in place.told and at not in place.played}))


def _fight(*foes: tuple[str, int]) -> Callable[[Play, State], State]:
    """A fight with these, in the open or by surprise as the GM says."""

    def happens(play: Play, state: State) -> State:
        if not any(able(one) for one in state.party):
            return state
        for monster, number in foes:
            state = arrive(state, f"dead_weight.monster.{monster}", number)
        how = play.choose(REFEREE, "fight_how", ("open", "surprised", "upper_hand"), why=EVENTS)
        return begin(play, state, upper_hand=how == "upper_hand", surprised=how == "surprised")

    return happens


def _tremor(play: Play, state: State) -> State:
    """The flooded room drains, toxic water and all, and dire spiders roam the halls."""
    place = here(state)
    if place is not None:
        state = put_location(state, replace(place, traps=tuple(trap for trap in place.traps if trap.room != "5")))
    return _fight(("dire_spider", 4))(play, state)


def _ghosts(play: Play, state: State) -> State:
    """A wind puts out all lights, and everybody is shaken."""
    play.tell("lights_out", why=EVENTS)
    for one in state.party:
        dark = tuple(replace(item, lit=False) if item.lit else item for item in one.items)
        state = afflict(play, put(state, replace(one, items=dark)), one.id, "shaken", EVENTS)
    return state


def _ceiling(play: Play, state: State) -> State:
    """The ceiling falls: an attack of STR 2 on all who do not take cover; raised shields give their tokens."""
    for one in state.party:
        if not able(one):
            continue
        how = play.choose(REFEREE, "ceiling", ("hit", "cover"), one.name, why=EVENTS)
        if how == "cover":
            continue
        shield = shield_in_hand(one)
        tokens = Rerolls(shields=shield_tokens(shield) if shield else 0)
        state, reading = attempt(play, state, one.id, "STR", EVENTS, check=True, tokens=tokens)
        if not reading.success:
            state, _ = suffer(play, state, one.id, Hit(2), EVENTS)
    return state


MAUSOLEUM_DOOM: dict[int, Callable[[Play, State], State]] = {
    2: _fight(("goblin_scrapper", 3), ("hobgoblin", 1)),
    4: _tremor,
    6: _ghosts,
    8: _ceiling,
    10: _fight(("giant_spider", 1)),
}
"""What each event of the Mausoleum does, as far as a program can say."""


# ---------------------------------------------------------------- rumours


@rule("dead_weight.table.rumours_mausoleum", "dead_weight.adventure.mausoleum")
def rumours(play: Play, state: State, __: str) -> State:
    """Each adventurer hears a rumour, two with a PRE score of 2 or more; no rumour twice."""
    heard: set[int] = set()
    for one in state.party:
        if not alive(one):
            continue
        for _ in range(2 if score(one, "PRE").score >= 2 else 1):
            if len(heard) == len(tables()[RUMOURS].rows):
                return state
            while (face := sum(play.roll(2, by=one.seat, why=RUMOURS))) in heard:
                pass
            heard.add(face)
            row = tables()[RUMOURS].row(face)
            play.tell("rumour", one.name, row.name, row.effect, why=RUMOURS, seen_by=(REFEREE, one.seat))
    return state


# ---------------------------------------------------------------- the ambush


@rule("dead_weight.action.gm_ambush_roll", "dead_weight.phase.camp_ambush", "dead_weight.camp.ambush_roll")
def ambush(play: Play, state: State, _: str) -> State:
    """The GM rolls the ambush dice: a quiet night and camp is broken, or wandering monsters come."""
    state, came = night(play, state)
    if came == "quiet":
        return state
    foes = wandering(play, state)
    for some in foes:
        state = arrive(state, some.ref, some.count)
    if not foes:
        state = gather(play, state)
    if not state.enemies or not any(able(one) for one in state.party):
        return replace(state, enemies=())
    return begin(play, state, surprised=came == "surprise", back_to="camp")


@rule("dead_weight.camp.ambush_roll", "dead_weight.phase.camp_ambush")
def night(play: Play, state: State) -> tuple[State, Night]:
    """The ambush roll, and what it brings: camp is broken after a quiet night, and once a fight is over."""
    dice = ambush_dice(the_camp(state), state.camps)
    came = ambushed(play, dice)
    play.tell(f"ambush.{came}", dice, why="dead_weight.camp.ambush_roll")
    if came == "quiet":
        return break_camp(play, state), came
    return replace(state, camp=replace(the_camp(state), step="break")), came


@rule("dead_weight.phase.camp_actions", "dead_weight.phase.camp_ambush")
def end_camp(play: Play, state: State, _: str) -> State:
    """The party is done with its camp actions; with no ambush dice camp is broken at once, else the GM rolls."""
    camp = the_camp(state)
    if ambush_dice(camp, state.camps):
        play.tell("camp.done", camp.actions, why="dead_weight.phase.camp_ambush")
        return replace(state, camp=replace(camp, step="ambush", actions=0))
    return break_camp(play, state)


def _in_camp(state: State, who: str) -> bool:
    camp = state.camp
    return state.phase == "camp" and state.combat is None and camp is not None and camp.step == "actions"


def _cannot_end(state: State, who: str) -> Refusal | None:
    one = next((one for one in state.party if one.id == who), None)
    if one is None or not able(one):
        return Refusal("cannot_act", (one.name if one else who,), "dead_weight.phase.camp_actions")
    return None


def _ambush_due(state: State, _: str) -> bool:
    return state.phase == "camp" and state.combat is None and state.camp is not None and state.camp.step == "ambush"


def _told_rumours(state: State, _: str) -> bool:
    return state.combat is None and state.phase in {"creation", "interlude", "exploration"} and bool(state.party)


DEEDS: tuple[Deed[State], ...] = (
    Deed("end_camp", end_camp, "dead_weight.phase.camp_ambush", cost="free", shown=_in_camp, refuse=_cannot_end),
    Deed("ambush_roll", ambush, "dead_weight.action.gm_ambush_roll", by="referee", shown=_ambush_due),
    Deed(
        "play_doom",
        play_doom,
        EVENTS,
        by="referee",
        shown=lambda state, _: state.combat is None and state.phase == "exploration" and bool(due(state)),
    ),
    Deed("rumours", rumours, RUMOURS, by="referee", shown=_told_rumours),
)
