"""A question before time passes that would kill somebody: whoever acts is told who would die, and may stop.

A game says who would not survive an amount of time and what would save them (`Threat`), and how long its actions take.
The question, `deadly_time`, is the same in every game and is asked before anything happens: whoever stops has done
nothing, and no time has passed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.shared.view_parts import Named, time_text
from tallow.games.view import Block, Stat, Tag, Tags
from tallow.play import REFEREE, Choice, Play, RuleId, Seat

P = TypeVar("P", bound=Named)
S = TypeVar("S")

STOP, GO_ON = "stop", "go_on"
NOTHING = "help.nothing"
"""What helps if nobody here can do anything."""

Takes: TypeAlias = Callable[[S, str], int]
"""How long an action takes if this character does it now, in the game's unit of time; 0 if no time passes."""


class Threat(Struct, frozen=True):
    """Somebody who will or may not survive some time.

    `left` is the time that they have left ("50 min"), `certain` whether they die without help, `helps` are codes of
    what would save them and is available.
    """

    who: str
    name: str
    left: str
    certain: bool = True
    helps: tuple[str, ...] = ()


def threats_within(
    people: Iterable[P],
    clock: int,
    time: int,
    ends: Callable[[P], int],
    helps: Callable[[P], tuple[str, ...]],
    units: Sequence[tuple[int, str]],
) -> tuple[Threat, ...]:
    """Those who die within this time, where `ends` is the moment of it on the clock, 0 for none."""
    found = []
    for one in people:
        end = ends(one)
        if end and end <= clock + time:
            found.append(Threat(one.id, one.name, time_text(max(0, end - clock), units), helps=helps(one)))
    return tuple(found)


def accepts_risk(play: Play, by: Seat, threats: tuple[Threat, ...], why: RuleId) -> bool:
    """Ask whether to let time pass of which these would die, and tell everybody; True if there are none."""
    if not threats:
        return True
    for one in threats:
        code = "deadly_time.dies" if one.certain else "deadly_time.may_die"
        play.tell(code, one.name, one.left, one.helps or (NOTHING,), why=why)
    helps = tuple(dict.fromkeys([way for one in threats for way in one.helps])) or (NOTHING,)
    those = tuple([f"{one.name} ({one.left})" for one in threats])
    if play.choose(by, "deadly_time", (STOP, GO_ON), those, helps, why=why) == GO_ON:
        play.tell("deadly_time.goes_on", tuple([one.name for one in threats]), why=why)
        return True
    play.tell("deadly_time.stops", why=why)
    return False


def asking_first(
    deeds: Iterable[Deed[S]],
    takes: Mapping[str, Takes[S]],
    threats: Callable[[S, int], tuple[Threat, ...]],
    seat: Callable[[S, str], Seat],
    why: RuleId,
) -> tuple[Deed[S], ...]:
    """These deeds, where those in `takes` first ask whoever acts if somebody would die of the time they take."""

    def asked(deed: Deed[S], time: Takes[S]) -> Deed[S]:
        def do(play: Play, state: S, who: str) -> S:
            by = seat(state, who) if who else REFEREE
            long = time(state, who)
            return deed.do(play, state, who) if accepts_risk(play, by, threats(state, long), why) else state

        return replace(deed, do=do)

    listed = tuple(deeds)
    if unknown := sorted(set(takes) - {deed.name for deed in listed}):
        raise ValueError(f"no deeds, though they are said to take time: {', '.join(unknown)}")
    return tuple([asked(deed, takes[deed.name]) if deed.name in takes else deed for deed in listed])


def takes_always(time: int) -> Takes[Any]:
    """The `Takes` of an action that always takes the same time."""
    return lambda _state, _who: time


def without_help(choice: Choice) -> str:
    """A bot's answer: stop while somebody can help, otherwise go on."""
    return GO_ON if choice.facts[1] == (NOTHING,) else STOP


def last_hours(label: str, left: int, helps: tuple[str, ...], why: RuleId) -> tuple[Block, ...]:
    """The blocks at the top of a dying character's sheet: the time left, and what would save them."""
    return (Stat(label, max(0, left), why=why), Tags("what_helps", tuple([Tag(way) for way in helps or (NOTHING,)])))
