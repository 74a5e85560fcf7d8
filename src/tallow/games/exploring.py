"""Exploring: what a place to explore needs of a game, as one record of functions.

A game with this chapter can be played with an adventure (`tallow.adventures`). Whatever costs time, light or luck is
done by the game's own rules; the adventure says what is there. `docs/adventures.md` goes through all of it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct, field

from tallow.games.deeds import Refusal
from tallow.mechanics.roster import roster
from tallow.play import Play, RuleId, Seat

S = TypeVar("S")

Verb: TypeAlias = Literal["go", "search", "listen", "open", "use", "rest", "light", "wait"]
"""What a party spends a turn on."""

Attitude: TypeAlias = Literal["hostile", "wary", "open", "friendly"]
"""How those who are met take it: they attack, let nobody pass, listen, or help."""

How: TypeAlias = Literal["force", "pick"]
"""How an exit is opened that will not open: with strength or with tools."""


class Explorer(Struct, frozen=True, gc=False):
    """Somebody of the party who lives. `able`: can act now."""

    id: str
    name: str
    seat: Seat
    able: bool


class Goods(Struct, frozen=True, gc=False):
    """Something to be given: coins, goods of the game by name (`like`), or a thing of its own; `plain` ones are
    what shops have.
    """

    name: str
    like: str = ""
    coins: int = 0
    worth: int = 0
    size: int = 1
    plain: bool = False


class Fought(Struct, frozen=True, gc=False):
    """How a fight has ended: `won` (those who were met are beaten or gone), `fled` (the party is), `lost`, or `talks`.

    `left` are those of the foes who still stand, as a list that `meet` reads, "" for nobody.
    """

    how: Literal["won", "fled", "lost", "talks"]
    left: str = ""


NOT_WON: Mapping[str, Literal["fled", "lost", "talks"]] = {
    "party_down": "lost",
    "party_fled": "fled",
    "called_off": "talks",
}
"""The outcome for each ending of a fight that a party has not won, by the codes that most games have for it."""


def left_of(who: str, standing: Sequence[bool]) -> str:
    """A list such as `Goblin x3; Wolf` without the fallen; `standing` says of each, in their order, who has not."""
    at, left = 0, []
    for part in roster(who, "somebody"):
        many = sum(standing[at : at + part.number])
        at += part.number
        if many:
            left.append(f"{part.text} x{many}" if many > 1 else part.text)
    return "; ".join(left)


def standing_of(who: str, made: Callable[[str], Sequence[object]], up: Iterable[bool]) -> list[bool]:
    """Of each whom a list names, whether they still stand; `up` says it of the creatures made of the list, in order.

    `made` makes the creatures of one part of the list. Where several are one detachment they stand or fall together.
    """
    standing: list[bool] = []
    fates = iter(up)
    for part in roster(who, "somebody"):
        own = [next(fates, False) for _ in made(f"{part.text} x{part.number}")]
        standing += own if len(own) == part.number else [any(own)] * part.number
    return standing


def as_it_is(state: S, *_: object) -> S:
    """For what makes no difference in a game."""
    return state


def no_matter(play: Play, state: S) -> S:
    """The same, for what could be told of."""
    return state


def always(play: Play, state: S, verb: Verb, who: str) -> tuple[S, bool]:
    """For games in which whoever looks or listens notices what is there."""
    return state, True


class Exploring(Struct, Generic[S], frozen=True):
    """How a game does the dozen things that an adventure needs.

    The party. `people` are those of it who live. `away(state)` says why they cannot set out now. `begin` has them at
    the door of a dangerous place of that name, `home` back in town. `there`: the game has them in such a place. `left`
    is what becomes of them where nobody can act. `seated` gives somebody to another seat.

    Time and light. `turn(play, state, verb, who, known)` is one turn of the game's own measure, spent on that by `who`
    while the others help or keep watch; "" for all of them alike. `known` is what the place answers to the questions
    that the rules would put to a referee: for "go" `new` or `known` ground, for "search" `found`, `nothing` or
    `goes_on`, for "listen" `life`, `hazard` or `nothing`. `refuse` says why a turn cannot be spent so, `goes_on` asks a
    seat first if somebody would die of it. `instant` are verbs that take no turn after all. `level`: the party is about
    to go to a level of the place that it does not know. `noise`: something loud was heard. `shine`: the room has light
    of its own, or none. `confine`: it is cramped, or not. `dark`: the party sees nothing. `flame`: it carries a bare
    flame. `weary`: somebody would gain by a rest.

    Meetings. `busy`: a fight goes on. `comes`: the game's own dice have somebody come upon them. `meet` has these
    before them, from a list such as `Goblin x2`. `attitude(play, state, who)` is how those of the list take it, and who
    they are then, for some call for more. `fight` begins one, with foes who are `unaware` or not. `fought(state, who)`
    is how the last fight ended, against those of this list, None where none has; `left_of` helps with it. `part` ends
    the meeting. `avoided(play, state, who)`: those of the list no longer stand in the way, though nobody has beaten
    them, in games that make something of it.

    Trying. `save(play, state, who, score, stake)` is somebody's try at something, `avoid` the same where something is
    done to them, for games that make a difference. `harm(play, state, who, dice, score)` falls on that score, "" for
    the game's own way; `harms` are the scores that it can fall on. `afflict(play, state, who, name)` puts somebody
    under one of the game's `conditions`. `snuff` puts out all lights that the party carries. `springs`: an unwary
    passer sets off a trap. `ways(state, who, stands)` is how somebody can try an exit that is stuck, locked or barred,
    `open` the try with its turn (`score` "" is the game's own). `attempt` is an idea of one's own; open dice decide.
    `notices(play, state, verb, who)`: a "search" of all, or somebody who does "listen", notices what there may be.
    Whatever is tried gives the state after it, and whether it came off.

    Things. `give` to somebody or whoever has room: the id under which the party has it, "" where nobody has room.
    `held(state, id)`: they still have it. `has(state, name)` is the id of such goods, `take` takes one of them away.
    `fetch` is told the id of goods that are put to use, in games where a party can have what it has not packed.
    `reward(play, state, each, xp)` is what an end is worth.

    For documents. `creatures` and `goods` raise what is wrong with a list or a name. `scores` are the names of what can
    be saved with, `counts_xp` whether the game counts experience. `signals` are what the codes that rules tell mean to
    clocks. `replaced` are deeds of the game that exploring stands for while the party is in the place,
    `replaced_in_town` those that setting out stands for. `urgent` are deeds that had better be done first where they
    can be, such as aid for the dying. `whys` are the rules by which each deed of exploring goes, `costs` what it costs,
    in codes of the game's words.
    """

    people: Callable[[S], tuple[Explorer, ...]]
    away: Callable[[S], Refusal | None]
    begin: Callable[[Play, S, str], S]
    home: Callable[[Play, S], S]
    there: Callable[[S], bool]
    left: Callable[[Play, S], S]
    seated: Callable[[S, str, Seat], S]
    turn: Callable[[Play, S, Verb, str, str], S]
    refuse: Callable[[S, Verb], Refusal | None]
    goes_on: Callable[[Play, S, Seat], bool]
    noise: Callable[[S], S]
    shine: Callable[[S, bool], S]
    dark: Callable[[S], bool]
    flame: Callable[[S], bool]
    weary: Callable[[S], bool]
    busy: Callable[[S], bool]
    comes: Callable[[S], bool]
    meet: Callable[[Play, S, str], S]
    attitude: Callable[[Play, S, str], tuple[S, Attitude, str]]
    fight: Callable[[Play, S, bool], S]
    fought: Callable[[S, str], Fought | None]
    part: Callable[[Play, S], S]
    save: Callable[[Play, S, str, str, str], tuple[S, bool]]
    harm: Callable[[Play, S, str, str, str], S]
    springs: Callable[[Play, S, str], tuple[S, bool]]
    ways: Callable[[S, str, str], tuple[How, ...]]
    open: Callable[[Play, S, str, How, str], tuple[S, bool]]
    attempt: Callable[[Play, S, str], tuple[S, bool]]
    give: Callable[[Play, S, str, Goods], tuple[S, str]]
    held: Callable[[S, str], bool]
    has: Callable[[S, str], str]
    take: Callable[[Play, S, str], S]
    reward: Callable[[Play, S, int, int], S]
    creatures: Callable[[str], None]
    goods: Callable[[str], None]
    scores: tuple[str, ...]
    signals: Mapping[str, str]
    replaced: tuple[str, ...]
    urgent: tuple[str, ...]
    whys: Mapping[str, RuleId]
    costs: Mapping[str, str] = field(default_factory=dict)
    counts_xp: bool = False
    instant: tuple[Verb, ...] = ()
    level: Callable[[Play, S], S] = no_matter
    notices: Callable[[Play, S, Verb, str], tuple[S, bool]] = always
    confine: Callable[[S, bool], S] = as_it_is
    avoid: Callable[[Play, S, str, str, str], tuple[S, bool]] | None = None
    harms: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    afflict: Callable[[Play, S, str, str], S] | None = None
    snuff: Callable[[Play, S], S] | None = None
    avoided: Callable[[Play, S, str], S] | None = None
    fetch: Callable[[Play, S, str], S] | None = None
    replaced_in_town: tuple[str, ...] = ()
