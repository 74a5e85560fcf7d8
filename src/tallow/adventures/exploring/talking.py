"""Meetings: what is said to those who are met, gifts, and what comes of a meeting."""

from typing import TypeVar

from msgspec.structs import replace

from tallow.adventures.documents.document import Group
from tallow.adventures.exploring.handling import at_hand, carry_out, spent, usable
from tallow.adventures.exploring.together import AT, agreed, at
from tallow.adventures.happening import enter, first, go_home, happen, inside, met, placed, say, tell
from tallow.adventures.standing import Explored, Place, Standing, added
from tallow.play import Option, Play, Seat

S = TypeVar("S")

GREET, GIVE = "greet", "give"


def speak(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """With those who are met, or with somebody who is there: greet them, give what they want, or say something."""
    if not state.place.meeting:
        there = place.groups_here(state.place)
        chosen = play.choose(seat, "place.whom", at(there), why=place.why("speak"))
        state = _approach(place, play, state, chosen[1:])
        if place.band(state.place, chosen[1:]).temper == "hostile":
            return state
    group = place.groups[state.place.meeting]
    known = lines(place, state, group)
    said = play.choose(seat, "place.say", known, group.name, why=place.why("speak"))
    if said == GREET:
        return _greeted(place, play, state, group)
    if isinstance(said, tuple):
        return _bought(place, play, state, group, said[1].removeprefix(AT))
    name = str(said)[1:]
    return carry_out(place, play, state, seat, name, dict(usable(place, state, group.id, group.talk))[name])


def _approach(place: Place[S], play: Play, state: Explored[S], group: str) -> Explored[S]:
    band = place.band(state.place, group)
    if band.temper == "asleep":
        state = replace(state, place=place.with_band(state.place, replace(band, temper="reaction")))
    return met(place, play, state, group)


def lines(place: Place[S], state: Explored[S], group: Group) -> tuple[Option, ...]:
    """What can be said to a group: a greeting, gifts that it wants, and what the document has."""
    wanted = [one for one in group.wants if at_hand(place, state, one)]
    gifts = [(GIVE, AT + one if one in place.things else one) for one in wanted]
    friend = place.band(state.place, group.id).temper == "friendly"
    talk = [AT + name for name, _ in usable(place, state, group.id, group.talk)]
    return (GREET, *talk, *(() if friend else gifts))


def greeted(standing: Standing, group: str) -> bool:
    """Whether somebody has greeted a group already, and heard what it says to that."""
    return f"greeted:{group}" in standing.done


def _greeted(place: Place[S], play: Play, state: Explored[S], group: Group) -> Explored[S]:
    temper = place.band(state.place, group.id).temper
    said = group.tells if temper == "friendly" and group.tells else group.greets
    if not said:
        tell(play, "says_nothing", group.name)
    say(play, said)
    return placed(state, done=added(state.place.done, f"greeted:{group.id}"))


def _bought(place: Place[S], play: Play, state: Explored[S], group: Group, wanted: str) -> Explored[S]:
    state = spent(place, play, state, wanted)
    band = replace(place.band(state.place, group.id), temper="friendly")
    state = replace(state, place=place.with_band(state.place, band))
    tell(play, "takes_gift", group.name)
    say(play, group.tells)
    state = placed(state, done=added(state.place.done, f"greeted:{group.id}"))
    return happen(place, play, state, group.bought, first(place, state))


def attack(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """Those who are met, or somebody who is there; those asleep are taken unaware."""
    there = [place.groups[state.place.meeting]] if state.place.meeting else place.groups_here(state.place)
    chosen = play.choose(seat, "place.attack_whom", at(there), why=place.why("attack"))[1:]
    if not agreed(place, play, state, seat, "attack", place.groups[chosen].name):
        return state
    band = place.band(state.place, chosen)
    state = replace(state, place=place.with_band(state.place, replace(band, temper="hostile")))
    if not state.place.meeting:
        state = met(place, play, state, chosen)
    unaware = band.temper == "asleep"
    return inside(place, play, state, lambda within, game: place.chapter.fight(within, game, unaware))


def withdraw(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """Back to where the party came from, before it comes to blows."""
    if not agreed(place, play, state, seat, "withdraw"):
        return state
    state = inside(place, play, placed(state, meeting=""), place.chapter.part)
    came = state.place.came
    if not came or came == state.place.room:
        return go_home(place, play, state)
    state = enter(place, play, state, came)
    return placed(state, came=came)


def let_be(place: Place[S], play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
    """They go about their business, and so does the party."""
    state = inside(place, play, state, place.chapter.part)
    return placed(state, meeting="")
