"""The adventure: its doom events when the GM plays them, its rumours, and the ambush in camp."""

from msgspec.structs import replace

from tallow.games.dead_weight.camp.ambush import Night, ambush_dice, ambushed
from tallow.games.dead_weight.camp.camping import break_camp, the_camp
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.rerolls import Rerolls
from tallow.games.dead_weight.combat.rounds import begin
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.entries.places import DoomEvent, adventures
from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.gear.inventory import shield_in_hand, shield_tokens
from tallow.games.dead_weight.gear.lighting import lights_out
from tallow.games.dead_weight.harm.afflictions import afflict
from tallow.games.dead_weight.harm.wounds import Hit, suffer
from tallow.games.dead_weight.monsters.bestiary import arrive
from tallow.games.dead_weight.monsters.encounters import gather, wandering
from tallow.games.dead_weight.state import (
    Attribute,
    Location,
    State,
    able,
    adventurer,
    alive,
    here,
    put_location,
    score,
)
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, rule

MAUSOLEUM = "dead_weight.adventure.mausoleum"
EVENTS = "dead_weight.doom.events"


@rule("dead_weight.doom.events", "dead_weight.doom.maximum", "dead_weight.adventure.mausoleum")
def play_doom(play: Play, state: State, _: str) -> State:
    """Play an event that doom has reached: apply its rules, and tell the GM its text."""
    place = here(state)
    if place is None:
        return state
    at = play.choose(REFEREE, "doom_which", due(state), place.name, why=EVENTS)
    text = dict(place.events)[at]
    state = put_location(state, replace(place, played=(*place.played, at)))
    play.tell("doom.plays", at, text, why=EVENTS, seen_by=(REFEREE,))
    event = _event(place, at)
    return _apply_event(play, state, here(state) or place, event) if event else state


def due(state: State) -> tuple[int, ...]:
    """The numbers of doom events here that were reached and not played yet; none if a document plays them."""
    place = here(state)
    if place is None or place.peopled:
        return ()
    return tuple(sorted({at for at, _ in place.events if at in place.told and at not in place.played}))


def _event(place: Location, at: int) -> DoomEvent | None:
    """The event of the adventure at a number of doom; None for one of the GM's own."""
    listed = adventures()[place.adventure].doom_events if place.adventure else ()
    return next((event for event in listed if event.at == at), None)


def _apply_event(play: Play, state: State, place: Location, event: DoomEvent) -> State:
    """Apply what an event of an adventure does by rule: drained rooms, lights, afflictions, an attack, a fight."""
    if event.drains:
        state = put_location(state, replace(place, safe=(*place.safe, *(str(room) for room in event.drains))))
    if event.lights_out:
        state = lights_out(play, state)
    if event.afflicts:
        for one in state.party:
            state = afflict(play, state, one.id, event.afflicts, EVENTS)
    if event.attack is not None:
        state = _attack_all(play, state, event.attack)
    return _fight(play, state, event) if event.fight else state


def _fight(play: Play, state: State, event: DoomEvent) -> State:
    """A fight with the enemies of an event, in the open or by surprise as the GM says."""
    if not any(able(one) for one in state.party):
        return state
    for some in event.fight:
        state = arrive(state, some.ref, some.count)
    how = play.choose(REFEREE, "fight_how", ("open", "surprised", "upper_hand"), why=EVENTS)
    return begin(play, state, upper_hand=how == "upper_hand", surprised=how == "surprised", joins=event.joins)


def _attack_all(play: Play, state: State, attack: Attack) -> State:
    """Attack everybody able who does not take cover; held shields give their tokens."""
    for one in state.party:
        if not able(one):
            continue
        how = play.choose(REFEREE, "ceiling", ("hit", "cover"), one.name, why=EVENTS)
        if how == "cover":
            continue
        state, safe = warded_off(play, state, one.id, attack.attribute, EVENTS)
        if not safe:
            state, _ = suffer(play, state, one.id, Hit(attack.wounds), EVENTS)
    return state


@rule("dead_weight.doom.events", "dead_weight.token.shield")
def warded_off(play: Play, state: State, who: str, attribute: Attribute, why: RuleId) -> tuple[State, bool]:
    """Whether somebody avoids an attack outside a fight: a check, with the tokens of a held shield."""
    shield = shield_in_hand(adventurer(state, who))
    tokens = Rerolls(shields=shield_tokens(shield) if shield else 0)
    state, reading = attempt(play, state, who, attribute, why, check=True, tokens=tokens)
    return state, reading.success


@rule("dead_weight.table.rumours_mausoleum", "dead_weight.adventure.mausoleum")
def rumours(play: Play, state: State, __: str) -> State:
    """Each adventurer hears a rumour, two with a PRE score of 2 or more; no rumour twice."""
    of = tables()[adventures()[MAUSOLEUM].rumours]
    heard: set[int] = set()
    for one in state.party:
        if not alive(one):
            continue
        for _ in range(2 if score(one, "PRE").score >= 2 else 1):
            if len(heard) == len(of.rows):
                return state
            while (face := sum(play.roll(2, by=one.seat, why=of.id))) in heard:
                pass
            heard.add(face)
            row = of.row(face)
            play.tell("rumour", one.name, row.name, row.effect, why=of.id, seen_by=(REFEREE, one.seat))
    return state


@rule("dead_weight.action.gm_ambush_roll", "dead_weight.phase.camp_ambush", "dead_weight.camp.ambush_roll")
def ambush(play: Play, state: State, _: str) -> State:
    """The GM rolls the ambush dice: a quiet night and camp is broken, or wandering monsters come."""
    state, came = night(play, state)
    place = here(state)
    if came == "quiet":
        return state
    if place is not None and place.peopled:
        return put_location(state, replace(place, comes=came))
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
    """The ambush roll and its result: camp is broken after a quiet night, or once the fight is over."""
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
    Deed(
        "end_camp",
        end_camp,
        "dead_weight.phase.camp_ambush",
        cost="free",
        shown=_in_camp,
        refuse=_cannot_end,
        group="camp",
        rank=1,
    ),
    Deed("ambush_roll", ambush, "dead_weight.action.gm_ambush_roll", by="referee", shown=_ambush_due, group="where"),
    Deed(
        "play_doom",
        play_doom,
        EVENTS,
        by="referee",
        shown=lambda state, _: state.combat is None and state.phase == "exploration" and bool(due(state)),
        group="dangers",
    ),
    Deed("rumours", rumours, adventures()[MAUSOLEUM].rumours, by="referee", shown=_told_rumours, group="where"),
)
