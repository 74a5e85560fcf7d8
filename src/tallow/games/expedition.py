"""Expeditions for the simulator: what a party does from room to room."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from tallow.games.deeds import Action
from tallow.mechanics.roster import roster
from tallow.mechanics.suggestions import Malformed, Named, find_by_name
from tallow.play import Option, Play, Seat

S = TypeVar("S")
N = TypeVar("N", bound=Named)


class Expedition(Struct, Generic[S], frozen=True):
    """How a game runs an expedition. Everything the party does, it does by the game's own actions.

    - `begin(party, pack, settings)`: the state in which a party sets out, given as `fight` reads it, with what they
      take along; `of(state, pack)` is the same for the party of a table.
    - `turn`: one turn of travel, in the game's unit of time, with what they do by themselves: help the dying, light,
      food. `rest`: the rest that they take where they have won. `ready`: what they do before they set out and after
      each fight.
    - `met`: whether there is a random encounter. `meet(state, foes)`: the party meets these foes, "" for nobody.
    - `able`: whether anybody can go on. `worn`: whether they should turn back. `left`: what becomes of them if nobody
      can go on. `worn_away`: the same as `worn` in the place of an adventure, where the way out that they know takes at
      least so many turns; `worn` if it is not given.
    - `counts`: the numbers that a simulation averages, `turns` among them. `known`: answers that are settled on the way
      home, over known ground. `pack`: what a party of names or stat lines takes along by default: light.
    - `urgent`: what a seat had better do first in the place of an adventure, besides the `urgent` deeds of exploring.
    """

    begin: Callable[[str, str, Any], S]
    turn: Callable[[Play, S], S]
    rest: Callable[[Play, S], S]
    met: Callable[[S], bool]
    meet: Callable[[S, str], S]
    able: Callable[[S], bool]
    worn: Callable[[S], bool]
    left: Callable[[Play, S], S]
    counts: Callable[[S], Mapping[str, float]]
    of: Callable[[S, str], S]
    ready: Callable[[Play, S], S] | None = None
    known: Mapping[str, Option] = field(default_factory=dict)
    pack: str = ""
    urgent: Callable[[S, Seat], Action | None] | None = None
    worn_away: Callable[[S, int], bool] | None = None


def hand_out(
    state: S, pack: str, goods: Iterable[N], people: int, given: Callable[[S, N, int], S | None], title: str
) -> S:
    """The state with the things of a list (`Torch x2; Rope`) handed out one by one to `people` characters in turn.

    `given(state, thing, index)` gives a thing to the character at that index; it returns None if it does not fit.
    """
    listed, at = tuple(goods), 0
    for part in roster(pack, "a thing such as Torch x2") if pack.strip() else ():
        thing = find_by_name(part.text, listed, "thing", title)
        for _ in range(part.number):
            for turn in range(at, at + people):
                carried = given(state, thing, turn % people)
                if carried is not None:
                    state, at = carried, turn + 1
                    break
            else:
                raise Malformed(pack, part.at, "less than that: nobody has room for it")
    return state
