"""What happens: effects carried out, clocks moved on, and all that follows by itself."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from tallow.adventures.conditions import carried, hold, seen_now
from tallow.adventures.documents import effects as h
from tallow.adventures.documents.document import Hidden
from tallow.adventures.standing import HOME, LOST, Explored, Place, Standing, Temper, added, set_in
from tallow.adventures.ways import way_out
from tallow.games.exploring import Fought, Goods
from tallow.play import EVERYONE, Audience, Fact, Play, RuleId, Through

S = TypeVar("S")

NOBODY = ("nobody_comes", "nobody_there", "nobody_near", "nobody_now")
"""What is told by turns where the game has somebody come, and nobody of the place is left to."""

LONG = 50
"""So often in a row something may follow by itself."""


class Inside(Through):
    """The game's own rules, played inside an adventure: what they tell may be a signal for its clocks."""

    def __init__(self, play: Play, place: Place[S], standing: Standing) -> None:
        super().__init__(play)
        self._signals = place.chapter.signals
        self._standing = standing
        self.heard: list[str] = []

    def lifted(self, state: S) -> Explored[S]:
        return Explored(state, self._standing)

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        if code in self._signals:
            self.heard.append(self._signals[code])
        self.play.tell(code, *facts, why=why, seen_by=seen_by)


def inside(place: Place[S], play: Play, state: Explored[S], do: Callable[[Play, S], S]) -> Explored[S]:
    """Have the game do something, and its clocks hear of it."""
    return tried(place, play, state, lambda within, game: (do(within, game), True))[0]


def tried(
    place: Place[S], play: Play, state: Explored[S], do: Callable[[Play, S], tuple[S, bool]]
) -> tuple[Explored[S], bool]:
    """Have the game try something, and its clocks hear of it; whether it came off."""
    within = Inside(play, place, state.place)
    game, passed = do(within, state.game)
    state = replace(state, game=game)
    for signal in within.heard:
        state = signalled(place, play, state, signal)
    return state, passed


def saved(
    place: Place[S], play: Play, state: Explored[S], who: str, score: str, at_stake: str
) -> tuple[Explored[S], bool]:
    """Whether somebody succeeds in what they try, by the game's own rule."""
    return tried(place, play, state, lambda within, game: place.chapter.save(within, game, who, score, at_stake))


def avoided(
    place: Place[S], play: Play, state: Explored[S], who: str, score: str, at_stake: str
) -> tuple[Explored[S], bool]:
    """Whether somebody avoids what is done to them; nobody does without a score for it."""
    if not score:
        return state, False
    avoid = place.chapter.avoid or place.chapter.save
    return tried(place, play, state, lambda within, game: avoid(within, game, who, score, at_stake))


def tell(play: Play, code: str, *facts: Fact) -> None:
    """Something of the place, for everybody."""
    play.tell(f"place.{code}", *facts, why="")


def say(play: Play, text: str) -> None:
    """Prose of the document, where there is any."""
    if text:
        tell(play, "told", text)


def stake(text: str) -> str:
    """What is at stake, as a part of a sentence that has its own full stop."""
    return text.rstrip(".。")


def placed(state: Explored[S], **changes: object) -> Explored[S]:
    """The state with another standing of the adventure."""
    return replace(state, place=replace(state.place, **changes))


def happen(place: Place[S], play: Play, state: Explored[S], effects: Iterable[h.Effect], who: str) -> Explored[S]:
    """Carry these out, one after another, for what `who` has done."""
    for effect in effects:
        state = _does(place, play, state, effect, who)
    return state


def _does(place: Place[S], play: Play, state: Explored[S], effect: h.Effect, who: str) -> Explored[S]:
    standing = state.place
    match effect:
        case h.Tell():
            tell(play, "told", effect.text)
        case h.Open():
            return opened(place, play, state, effect.exit)
        case h.Shut():
            return placed(state, stands=set_in(standing.stands, effect.exit, effect.stands))
        case h.Reveal():
            return revealed(place, play, state, effect.what)
        case h.Mark():
            return placed(state, marks=added(standing.marks, effect.mark))
        case h.Unmark():
            return placed(state, marks=tuple([one for one in standing.marks if one != effect.mark]))
        case h.Light() | h.Darken():
            return lit(place, state, effect.room, isinstance(effect, h.Light))
        case h.Give():
            return given(place, play, state, effect.thing, who)
        case h.Take():
            return parted(place, play, state, effect.thing)
        case h.Harm() | h.Afflict():
            return harmed(place, play, state, effect, who)
        case h.Snuff():
            snuff = place.chapter.snuff
            return state if snuff is None else inside(place, play, state, snuff)
        case h.Advance():
            for _ in range(effect.steps):
                state = advanced(place, play, state, effect.clock)
        case h.Noise():
            state = replace(state, game=place.chapter.noise(state.game))
            return signalled(place, play, state, "noise")
        case h.Finish():
            return ended(place, play, state, effect.end)
        case h.Wake() | h.Calm() | h.Bring() | h.Send() | h.Remove():
            return _moved(place, state, effect)
    return state


def _moved(place: Place[S], state: Explored[S], effect: h.Wake | h.Calm | h.Bring | h.Send | h.Remove) -> Explored[S]:
    """A group is somewhere else, or otherwise minded; one that is gone stays so."""
    standing = state.place
    band = place.band(standing, effect.group)
    if band.temper == "gone":
        return state
    match effect:
        case h.Wake():
            band = replace(band, temper="hostile")
            state = placed(state, found=added(standing.found, effect.group))
        case h.Calm():
            band = replace(band, temper="friendly")
        case h.Bring():
            band = replace(band, room=standing.room)
            state = placed(state, found=added(standing.found, effect.group))
        case h.Send():
            band = replace(band, room=effect.room)
        case h.Remove():
            band = replace(band, temper="gone")
    return replace(state, place=place.with_band(state.place, band))


def opened(place: Place[S], play: Play, state: Explored[S], exit_: str) -> Explored[S]:
    """An exit stands open, and is known."""
    standing = state.place
    found = added(standing.found, exit_)
    return placed(state, stands=set_in(standing.stands, exit_, "open"), found=found)


def revealed(place: Place[S], play: Play, state: Explored[S], what: str) -> Explored[S]:
    """Something hidden is found; where it is before the party's eyes, they are told of it: not in the dark."""
    standing = state.place
    if what in standing.found:
        return state
    state = placed(state, found=added(standing.found, what))
    if what in place.traps:
        trap = place.traps[what]
        tell(play, "found_trap", trap.name)
        say(play, "" if standing.room in standing.seen and _plain(place, standing, trap.on) else trap.clue)
    elif what in place.exits and place.exits[what] in place.exits_of(standing.room):
        tell(play, "found_exit", place.said(place.exits[what], standing.room))
    elif standing.room not in standing.seen and place.dark(state):
        return state
    elif what in place.things and place.lies(standing, place.things[what]) == standing.room:
        tell(play, "found_thing", place.things[what].name)
        say(play, place.things[what].text)
    elif what in place.features and place.features[what].room == standing.room:
        tell(play, "found_feature", place.features[what].name)
    elif what in place.groups and place.band(standing, what).room == standing.room:
        say(play, place.groups[what].seen)
    return state


def _plain(place: Place[S], standing: Standing, on: str) -> bool:
    """Whether what gives away a trap on something was told when the party saw where it is."""
    parts: dict[str, Hidden] = {**place.exits, **place.things}
    return on not in parts or parts[on].found == "seen"


def lit(place: Place[S], state: Explored[S], room: str, light: bool) -> Explored[S]:
    """A room has light of its own, or has none any more."""
    state = placed(state, lights=set_in(state.place.lights, room, light))
    if room != state.place.room:
        return state
    return replace(state, game=place.chapter.shine(state.game, light))


_LEFT = "left:"


def left_lying(standing: Standing, thing: str) -> bool:
    """Whether nobody had room for a thing when the party tried to take it."""
    return _LEFT + thing in standing.done


def given(place: Place[S], play: Play, state: Explored[S], thing: str, who: str) -> Explored[S]:
    """The party has a thing; if nobody has room for it, it lies where they are."""
    part = place.things[thing]
    if thing in dict(state.place.taken):
        return state
    goods = Goods(part.name, part.like or "", part.coins, part.worth, part.size)
    game, id_ = place.chapter.give(Inside(play, place, state.place), state.game, who, goods)
    if not id_:
        tell(play, "no_room", part.name)
        return placed(state, done=added(state.place.done, _LEFT + thing))
    state = placed(replace(state, game=game), taken=set_in(state.place.taken, thing, id_))
    return happen(place, play, state, part.taken, who)


def parted(place: Place[S], play: Play, state: Explored[S], thing: str) -> Explored[S]:
    """A thing of the document leaves the party."""
    if not carried(place, state, thing):
        return state
    id_ = dict(state.place.taken)[thing]
    return inside(place, play, state, lambda within, game: place.chapter.take(within, game, id_))


def harmed(place: Place[S], play: Play, state: Explored[S], effect: h.Harm | h.Afflict, who: str) -> Explored[S]:
    """Harm, or a condition, for those whom it concerns and who do not avoid it."""
    say(play, effect.text)
    for one in concerned(effect.whom, [other.id for other in place.people(state)], who):
        if not any(other.id == one for other in place.people(state)):
            continue
        state, avoids = avoided(place, play, state, one, effect.save, stake(effect.text))
        if not avoids:
            state = inside(place, play, state, partial(_hurt, place, one, effect))
    return state


def concerned(whom: h.Whom, people: Iterable[str], who: str) -> list[str]:
    """Those of some whom something concerns that `who` has done."""
    return [one for one in people if whom == "each" or (one == who) == (whom == "one")]


def _hurt(place: Place[S], who: str, effect: h.Harm | h.Afflict, play: Play, game: S) -> S:
    chapter = place.chapter
    if isinstance(effect, h.Harm):
        return chapter.harm(play, game, who, effect.dice, effect.score)
    return game if chapter.afflict is None else chapter.afflict(play, game, who, effect.condition)


def signalled(place: Place[S], play: Play, state: Explored[S], signal: str) -> Explored[S]:
    """Clocks that go by this signal move on."""
    for clock in place.document.clock:
        if signal in clock.on and state.place.room:
            state = advanced(place, play, state, clock.id)
    return state


def advanced(place: Place[S], play: Play, state: Explored[S], clock: str) -> Explored[S]:
    """A clock moves on by a step, if it has one left and its conditions hold."""
    part, at = place.clocks[clock], dict(state.place.clocks).get(clock, 0)
    at = at % len(part.step) if part.again else at
    if at >= len(part.step) or not hold(place, state, part.when):
        return state
    state = placed(state, clocks=set_in(state.place.clocks, clock, at + 1))
    step = part.step[at]
    say(play, step.text)
    return happen(place, play, state, step.does, first(place, state))


def first(place: Place[S], state: Explored[S]) -> str:
    """Whom something concerns that nobody in particular has done."""
    able = place.able(state) or place.people(state)
    return able[0].id if able else ""


def enter(place: Place[S], play: Play, state: Explored[S], room: str) -> Explored[S]:
    """The party comes into a room; what it sees there follows."""
    standing = state.place
    state = placed(state, room=room, came=standing.room, searched=standing.searched)
    if room in standing.seen:
        tell(play, "back", place.rooms[room].name)
    game = place.chapter.shine(state.game, place.lit(state.place, room))
    return replace(state, game=place.chapter.confine(game, place.rooms[room].cramped))


def go_home(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """The party leaves the place and is back in town, where it may have come to an end."""
    state = inside(place, play, placed(state, room=HOME, came=HOME, meeting=""), place.chapter.home)
    if not place.people(state):
        tell(play, "lost")
        return placed(state, ended=LOST)
    for end in place.document.end:
        if end.at == "home" and end.when and hold(place, state, end.when) and not state.place.ended:
            return ended(place, play, state, end.id)
    return state


def ended(place: Place[S], play: Play, state: Explored[S], end: str) -> Explored[S]:
    """The adventure is over: what is said then, what it is worth, and the way home."""
    if state.place.ended:
        return state
    part = place.ends[end]
    state = placed(state, ended=end)
    if state.place.room:
        if place.chapter.busy(state.game) or state.place.meeting:
            state = inside(place, play, state, place.chapter.part)
        state = inside(place, play, placed(state, room=HOME, came=HOME, meeting=""), place.chapter.home)
    play.tell("place.ended", part.title, part.text, why="")
    worth = part.worth
    return inside(place, play, state, lambda within, game: place.chapter.reward(within, game, worth.each, worth.xp))


def settle(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """All that follows by itself, until somebody has something to decide."""
    for _ in range(LONG):
        after = _next(place, play, state)
        if after is state:
            return state
        state = after
    return state


def _next(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """The next thing that follows; the very same state where nothing does."""
    chapter, standing = place.chapter, state.place
    if not standing.room:
        return state
    if chapter.busy(state.game):
        lit_up = standing.room not in standing.seen and not place.dark(state)
        return _seen(place, play, state) if lit_up else state
    if not chapter.there(state.game):
        return placed(state, room=HOME, came=HOME, meeting="")
    if standing.meeting:
        band = place.band(standing, standing.meeting)
        fought = chapter.fought(state.game, band.who)
        if fought is not None:
            return _after_fight(place, play, state, fought)
        if band.temper == "gone" or band.room != standing.room:
            return inside(place, play, placed(state, meeting=""), chapter.part)
    if not place.able(state):
        return _nobody_left(place, play, state)
    if chapter.avoided is not None and (group := _out_of_the_way(place, standing)):
        return _avoided(place, play, state, group, chapter.avoided)
    for end in place.ends_at_once:
        if hold(place, state, end.when):
            return ended(place, play, state, end.id)
    if standing.room not in standing.seen and not place.dark(state):
        return _seen(place, play, state)
    if not standing.meeting:
        return _met(place, play, state)
    if place.band(standing, standing.meeting).temper == "hostile":
        return inside(place, play, state, lambda within, game: chapter.fight(within, game, False))
    return state


_PAST = "past:"


def _out_of_the_way(place: Place[S], standing: Standing) -> str:
    """A group, met or seen, that no longer stands in the party's way, and that nobody has heard so of; "" for none."""
    for band in standing.bands:
        known = band.id in standing.done or band.room in standing.seen
        if band.temper in {"friendly", "gone"} and known and _PAST + band.id not in standing.done:
            return band.id
    return ""


def _avoided(
    place: Place[S], play: Play, state: Explored[S], group: str, avoided: Callable[[Play, S, str], S]
) -> Explored[S]:
    """A group was won over, or sent off without a fight; those who meant well from the beginning are no matter."""
    standing = state.place
    state = placed(state, done=added(standing.done, _PAST + group))
    if place.groups[group].mood == "friendly":
        return state
    return inside(place, play, state, lambda within, game: avoided(within, game, place.band(standing, group).who))


def _seen(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """The party sees a room for the first time: what anybody sees, who is there, and what gives a trap away."""
    standing = state.place
    room = place.rooms[standing.room]
    play.tell("place.room", room.name, seen_now(place, state, room), why="")
    exits = place.ways(standing)
    for on in (room.id, *[one.id for one in exits], *[one.id for one in place.things_here(standing)]):
        for trap in place.traps_on(standing, on):
            say(play, trap.clue if trap.id not in standing.found else "")
    for group in place.groups_here(standing):
        say(play, group.seen)
    return placed(state, seen=added(standing.seen, room.id))


def _met(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """Somebody comes upon the party, or is there and cannot be overlooked."""
    standing = state.place
    if place.chapter.comes(state.game):
        roaming = [one for one in place.document.group if one.roams and place.at_large(standing, one.id)]
        if not roaming:
            tell(play, NOBODY[standing.turns % len(NOBODY)])
            return inside(place, play, state, place.chapter.part)
        state = happen(place, play, state, (h.Bring(roaming[0].id),), "")
        tell(play, "comes", roaming[0].name)
        say(play, roaming[0].seen)
        return met(place, play, state, roaming[0].id)
    here = place.groups_here(standing)
    for group in here:
        if place.band(standing, group.id).temper == "hostile":
            return met(place, play, state, group.id)
    for group in here:
        band = place.band(standing, group.id)
        unmet = band.temper == "reaction" or (band.temper in {"wary", "friendly"} and group.id not in standing.done)
        if unmet and not place.dark(state):
            return met(place, play, state, group.id)
    return state


def met(place: Place[S], play: Play, state: Explored[S], group: str) -> Explored[S]:
    """A group is before the party; if the document leaves it to the dice, they say how it takes that."""
    state = placed(state, meeting=group, done=added(state.place.done, group))
    band = place.band(state.place, group)
    state = inside(place, play, state, lambda within, game: place.chapter.meet(within, game, band.who))
    if band.temper != "reaction":
        return state
    game, taken, who = place.chapter.attitude(Inside(play, place, state.place), state.game, band.who)
    state = replace(state, game=game)
    tell(play, f"takes_{taken}", place.groups[group].name)
    if who != band.who:
        state = inside(place, play, state, lambda within, game: place.chapter.meet(within, game, who))
    return replace(state, place=place.with_band(state.place, replace(band, temper=taken, who=who)))


def _after_fight(place: Place[S], play: Play, state: Explored[S], fought: Fought) -> Explored[S]:
    """A fight is over: those who were met are gone, or still there, and the party has run.

    It runs towards a way out that it knows of, else back where it came from.
    """
    standing = state.place
    group = standing.meeting
    band = place.band(standing, group)
    came, room = standing.came, standing.room
    won = fought.how == "won"
    temper: Temper = "gone" if won else "open" if fought.how == "talks" else "hostile"
    band = replace(band, temper=temper, who=fought.left or band.who)
    state = replace(state, place=place.with_band(replace(standing, meeting=""), band))
    state = inside(place, play, state, place.chapter.part)
    if won:
        if place.chapter.avoided is not None:
            state = placed(state, done=added(state.place.done, _PAST + group))
        return happen(place, play, state, place.groups[group].beaten, first(place, state))
    if fought.how == "talks":
        tell(play, "takes_open", place.groups[group].name)
    if fought.how in {"lost", "talks"} or not place.able(state):
        return state
    if not came or came == room or place.leads_out(room):
        tell(play, "fled_home")
        return go_home(place, play, state)
    out = way_out(place, state)
    to = came if out is None else place.beyond(out, room)
    if to in standing.seen:
        tell(play, "fled", place.rooms[to].name)
    else:
        tell(play, "fled_in_the_dark")
    return enter(place, play, placed(state, room=HOME), to)


def _nobody_left(place: Place[S], play: Play, state: Explored[S]) -> Explored[S]:
    """Nobody can act: time passes, and if that helps nobody, this is where it ends."""
    if state.place.meeting:
        state = inside(place, play, placed(state, meeting=""), place.chapter.part)
    state = inside(place, play, state, place.chapter.left)
    if place.able(state):
        return state
    tell(play, "lost")
    return inside(place, play, placed(state, room=HOME, came=HOME, ended=LOST), place.chapter.home)
