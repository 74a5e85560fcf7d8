"""Who is near whom in a fight, seen from one creature: the block that faces draw at a glance."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from tallow.games.shared.view_parts import Named
from tallow.games.view import Band, Bands, Standing, Tag, Tags
from tallow.play import REFEREE, Seat

P = TypeVar("P", bound=Named)

Apart = Callable[[P, P], tuple[int, str, int]]
"""How far two are apart: a number to sort by, the label of the band, and a number before it, 0 for none."""


def viewpoint(party: Sequence[P], seat: Seat, seat_of: Callable[[P], Seat], due: Collection[str]) -> P | None:
    """Whose distances a seat is shown: of its own the one who is to act, else the first; for the referee of all."""
    mine = [one for one in party if seat in {seat_of(one), REFEREE}] or list(party)
    return next((one for one in mine if one.id in due), mine[0] if mine else None)


def nearness(
    one: P | None,
    others: Iterable[P],
    apart: Apart[P],
    *,
    party: Collection[str],
    due: Collection[str],
    down: Callable[[P], bool],
) -> tuple[Bands, ...]:
    """The bands around somebody, the nearest first, each with who is in it; nothing without anybody else."""
    if one is None:
        return ()
    found: dict[tuple[int, str, int], list[Standing]] = {}
    for other in others:
        if other.id != one.id:
            stands = Standing(
                other.id, other.name, "party" if other.id in party else "foes", other.id in due, down(other)
            )
            found.setdefault(apart(one, other), []).append(stands)
    rows = [Band(label, tuple(found[far, label, number]), number) for far, label, number in sorted(found)]
    return (Bands("nearness", one.name, tuple(rows)),) if rows else ()


def in_feet(reach: int) -> Callable[[int], tuple[int, str, int]]:
    """How far apart those are who stand so many feet from each other; within `reach` they are beside each other."""

    def band(feet: int) -> tuple[int, str, int]:
        return (0, "beside", 0) if feet <= reach else (feet, "feet", feet)

    return band


def distances(party: Sequence[P], feet: Callable[[P], int]) -> tuple[Tags, ...]:
    """How many feet somebody is away from each of the party, the nearest first; equal ones together."""
    far: dict[int, list[str]] = {}
    for one in sorted(party, key=feet):
        far.setdefault(feet(one), []).append(one.name)
    if len(far) == 1 and len(party) > 1:
        return (Tags("distances", tuple([Tag("party", f"{many} ft") for many in far])),)
    return (Tags("distances", tuple([Tag(", ".join(names), f"{many} ft") for many, names in far.items()])),)
