"""Expeditions: how a party fares in a dangerous place from room to room, for the simulator."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from tallow.mechanics.roster import roster
from tallow.mechanics.suggestions import Malformed, Named, sought
from tallow.play import Option, Play

S = TypeVar("S")
N = TypeVar("N", bound=Named)


class Expedition(Struct, Generic[S], frozen=True):
    """A party on its way. Whatever it does there, it does by the game's own deeds.

    `begin` reads a party as `Game.fight` does, and what they carry besides, and has them at the door; `of` does so with
    the party of a table as it stands, whatever else goes on there. `turn` is one turn of the way, the game's own
    measure of time, with what they do on it unbidden: aid for the dying, light, food. `rest` is the rest that they take
    where they have won. `met`: somebody has come upon them. `meet` has these foes before them, or with "" nobody any
    more. `able`: somebody can go on. `worn`: they had better turn back. `left` is what becomes of them where nobody can
    go on. `counts` are the numbers of it that a simulation averages, `turns` among them. `ready` is what they do at
    once, before they set out and after each fight. `known` are answers that are settled on the way home, over ground
    that they know. `pack` is what people of names or stat lines take along unless something else is said: light.
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


def packed(
    state: S, pack: str, goods: Iterable[N], people: int, given: Callable[[S, N, int], S | None], title: str
) -> S:
    """The state with the things of a list (`Torch x2; Rope`) handed out one by one to so many people in turn.

    `given` is the state with a thing in the pack of the one at that place, or None if it does not fit there.
    """
    listed, at = tuple(goods), 0
    for part in roster(pack, "a thing such as Torch x2") if pack.strip() else ():
        thing = sought(part.text, listed, "thing", title)
        for _ in range(part.number):
            for turn in range(at, at + people):
                carried = given(state, thing, turn % people)
                if carried is not None:
                    state, at = carried, turn + 1
                    break
            else:
                raise Malformed(pack, part.at, "less than that: nobody has room for it")
    return state
