"""Time that would kill somebody: whoever is about to let it pass is told who dies of it, and may leave it.

A game says who would not live through so much time, and what would save them (`Threat`); which of its deeds take how
long; and what its rule is called. All else is the same at every table: one question, `deadly_time`, before anything
happens. Whoever stops has done nothing, and no time has passed.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.game import Deed
from tallow.games.view import Block, Stat, Tag, Tags
from tallow.play import REFEREE, Choice, Play, RuleId, Seat

S = TypeVar("S")

STOP, GO_ON = "stop", "go_on"
NOTHING = "help.nothing"
"""What helps where nobody here can do anything."""

Takes: TypeAlias = Callable[[S, str], int]
"""How long a deed takes if somebody does it now, in the game's own unit; 0 where no time passes yet."""


class Threat(Struct, frozen=True):
    """Somebody who would not live through some time, or might not.

    `left` is the time that they have in words of numbers and units ("50 min"), `certain` whether nothing but help saves
    them, `helps` codes of what would, of what there is here.
    """

    who: str
    name: str
    left: str
    certain: bool = True
    helps: tuple[str, ...] = ()


def risked(play: Play, by: Seat, threats: tuple[Threat, ...], why: RuleId) -> bool:
    """Whether somebody lets time pass of which these would die; everybody hears of it. Without any it just passes."""
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
    """These deeds, of which those that take time ask beforehand whoever does them, if anybody would die of it."""

    def asked(deed: Deed[S], time: Takes[S]) -> Deed[S]:
        def do(play: Play, state: S, who: str) -> S:
            by = seat(state, who) if who else REFEREE
            long = time(state, who)
            return deed.do(play, state, who) if risked(play, by, threats(state, long), why) else state

        return replace(deed, do=do)

    listed = tuple(deeds)
    if unknown := sorted(set(takes) - {deed.name for deed in listed}):
        raise ValueError(f"no deeds, though they are said to take time: {', '.join(unknown)}")
    return tuple([asked(deed, takes[deed.name]) if deed.name in takes else deed for deed in listed])


def always(time: int) -> Takes[Any]:
    """A deed that takes the same time whoever does it."""
    return lambda _state, _who: time


def without_help(choice: Choice) -> str:
    """What a bot says: it stops while anybody can help, and goes on where nobody can."""
    return GO_ON if choice.facts[1] == (NOTHING,) else STOP


def last_hours(label: str, left: int, helps: tuple[str, ...], why: RuleId) -> tuple[Block, ...]:
    """What stands first on the sheet of somebody who is dying: how long they have, and what would save them."""
    return (Stat(label, max(0, left), why=why), Tags("what_helps", tuple([Tag(way) for way in helps or (NOTHING,)])))
