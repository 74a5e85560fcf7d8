"""Stocking a place: what a generator of adventures draws from a game, by the tables of its book where it has any."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias, TypeVar

from msgspec import Struct

from tallow.games.exploring import Goods
from tallow.play import REFEREE, Play, RuleId

Score: TypeAlias = Literal["body", "nimble", "mind"]
"""What a danger tries, in any game."""

Valuable: TypeAlias = tuple[str, int, int]
"""A thing with a price and no other use: its name, its price and its slots."""

T = TypeVar("T")


class Stocking(Struct, frozen=True):
    """What is found in a dangerous place that is fit for new characters.

    `creatures(play)` is a name of the bestiary and how many of them there are, `mighty` names those whom new characters
    had better let be. `person(name)` is somebody without any taste for fighting, as a list that adventures read.
    `treasure(play)` is one find. `food` is goods that anybody hungry takes. `supplies` are what a large place uses up,
    the scarcest first, in games where what new characters own does not last for one trip. `scores` are the game's own
    for each kind of danger, `harm` its dice for a small and for a grave one. `pay` is what a village offers to each, in
    `coin`, and `xp` what the whole is worth in a game that counts experience.
    """

    creatures: Callable[[Play], tuple[str, int]]
    mighty: tuple[str, ...]
    person: Callable[[str], str]
    treasure: Callable[[Play], Goods]
    food: str
    scores: Mapping[Score, str]
    harm: tuple[str, str]
    pay: int
    coin: str
    xp: int = 0
    supplies: tuple[Goods, ...] = ()


def drawn(play: Play, why: RuleId, of: Sequence[T]) -> T:
    """One of these, each as likely as the others."""
    return of[play.roll(1, len(of), by=REFEREE, why=why)[0] - 1]


def valuable(play: Play, why: RuleId, of: Sequence[Valuable]) -> Goods:
    """One of these things, each as likely as the others."""
    name, worth, size = drawn(play, why, of)
    return Goods(name, worth=worth, size=size)
