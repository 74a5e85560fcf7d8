"""Advantage and Disadvantage: a roll is made twice, and the player or the GM chooses one result."""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec.structs import replace

from tallow.games.black_hack.settings import Settings
from tallow.play import REFEREE, Play, Seat, Stake, rule

Edge: TypeAlias = Literal["", "advantage", "disadvantage"]
R = TypeVar("R")


@rule("black_hack.adv.net", "black_hack.setting.advantage_net")
def net(advantages: int, disadvantages: int, settings: Settings) -> Edge:
    """The edge from several of either kind: they do not add up, and one of each cancel out."""
    if settings.advantage_net == "count":
        return "advantage" if advantages > disadvantages else "disadvantage" if disadvantages > advantages else ""
    if advantages and disadvantages:
        return ""
    return "advantage" if advantages else "disadvantage" if disadvantages else ""


def doubled(stake: Stake, edge: Edge, before: bool | None) -> Stake:
    """The stake of one of two rolls with an edge; `before` is whether the first passed, None for the first itself.

    If the first roll has decided the result, the second has nothing to reach.
    """
    if not edge:
        return stake
    if before is None:
        return replace(stake, twice="better" if edge == "advantage" else "worse")
    return stake if before != (edge == "advantage") else Stake(means=stake.means)


@rule(
    "black_hack.adv.roll_twice",
    "black_hack.adv.player_chooses",
    "black_hack.adv.gm_chooses",
    "black_hack.adv.any_roll",
    "black_hack.setting.gm_choice",
    "black_hack.action.choose_result",
    "black_hack.action.gm_choose_result",
)
def edged(
    play: Play,
    roll: Callable[[R | None], R],
    edge: Edge,
    by: Seat,
    worth: Callable[[R], Any],
    shown: Callable[[R], Any],
    matter: Callable[[R], Any] | None = None,
    *,
    ask_gm: bool = True,
) -> R:
    """A whole roll, made twice with an edge; `worth` ranks results for the roller, `shown` names them as options.

    `roll(before)` makes it; `before` is the first of two, None for the first itself.

    The better choice is offered first, and nothing is asked if both are the same in all that can matter.
    """
    first = roll(None)
    if not edge:
        return first
    second = roll(first)
    better, worse = (first, second) if worth(first) >= worth(second) else (second, first)
    if (matter or shown)(better) == (matter or shown)(worse):
        return better if edge == "advantage" else worse
    if edge == "advantage":
        picked = play.choose(by, "choose_result", (shown(better), shown(worse)), why="black_hack.adv.player_chooses")
        return better if picked == shown(better) else worse
    if not ask_gm:
        return worse
    picked = play.choose(REFEREE, "choose_result", (shown(worse), shown(better)), why="black_hack.adv.gm_chooses")
    return worse if picked == shown(worse) else better
