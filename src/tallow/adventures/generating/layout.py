"""The ground plan of a generated place: rooms on a grid, how they are joined, and what each is for.

Rooms stand on the cells of a grid and are joined to their neighbours, so no two overlap and no ways cross. The way to
the goal leads through a lock; its key lies on the near side, and a second, hidden way leads round it.
"""

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from msgspec import Struct

Cell: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[int, int]
"""Two rooms by their places in the list, the one nearer to the entrance first."""

PITCH = (7, 5)
"""The width and height of a cell, in squares of the map."""

DEEPEST = 9
MANY = 12
"""A place with more rooms than this has a column more, and is too wide for a narrow terminal."""

TRIES = 400


class Layout(Struct, frozen=True):
    """Rooms from the entrance on, each with its cell; by index: what they are for, and the ways between them.

    `tree` joins all of them, `locked` and `sealed` among them: the way to the goal and that to the vault. `around` is
    the way round the lock, `loops` are more ways. `near` are the rooms on this side of the lock.
    """

    cells: tuple[Cell, ...]
    tree: tuple[Edge, ...]
    locked: Edge
    sealed: Edge
    around: Edge
    loops: tuple[Edge, ...]
    near: tuple[int, ...]
    goal: int
    vault: int
    lair: int

    @property
    def puzzle(self) -> int:
        """The room before the vault."""
        return self.sealed[0]

    @property
    def others(self) -> tuple[int, ...]:
        """Rooms without a purpose of their own."""
        return tuple([at for at in range(1, len(self.cells)) if at not in {self.goal, self.vault, self.lair}])


def lay_out(rooms: int, random: Random) -> Layout:
    """A ground plan of so many rooms; ValueError where chance finds none."""
    for _ in range(TRIES):
        found = _tried(rooms, random)
        if found is not None:
            return found
    raise ValueError(f"no ground plan of {rooms} rooms was found")


def _tried(rooms: int, random: Random) -> Layout | None:
    columns = 3 if rooms <= MANY else 4
    cells: list[Cell] = [(random.randrange(columns), 0)]
    tree: list[Edge] = []
    while len(cells) < rooms:
        from_ = len(cells) - 1 if random.random() < 0.55 else random.randrange(len(cells))
        free = [cell for cell in _around(cells[from_], columns) if cell not in cells]
        if free:
            cells.append(random.choice(free))
            tree.append((from_, len(cells) - 1))
    order = _outwards(len(cells), tree)
    place = {old: new for new, old in enumerate(order)}
    cells = [cells[old] for old in order]
    tree = sorted((min(place[a], place[b]), max(place[a], place[b])) for a, b in tree)
    return _assigned(tuple(cells), tree, columns, random)


def _around(cell: Cell, columns: int) -> Iterator[Cell]:
    x, y = cell
    for to_x, to_y in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        if 0 <= to_x < columns and 0 <= to_y < DEEPEST:
            yield to_x, to_y


def _outwards(rooms: int, tree: list[Edge]) -> list[int]:
    """The rooms in the order of their distance from the first."""
    order, near = [0], {0}
    for at in order:
        for one, other in tree:
            beyond = other if one == at else one if other == at else None
            if beyond is not None and beyond not in near:
                near.add(beyond)
                order.append(beyond)
    return order if len(order) == rooms else []


def reached(edges: list[Edge], start: int = 0) -> set[int]:
    """The rooms that these ways lead to."""
    found, new = set[int](), {start}
    while new:
        found |= new
        new = {b if a in found else a for a, b in edges if (a in found) != (b in found)}
    return found


def _assigned(cells: tuple[Cell, ...], tree: list[Edge], columns: int, random: Random) -> Layout | None:
    """What each room is for, if this plan has room for all of it."""
    goal = len(cells) - 1
    leaves = [at for at in range(1, goal) if sum(at in edge for edge in tree) == 1]
    path = _path(tree, goal)
    if not leaves or len(path) < 3:
        return None
    vault = random.choice(leaves)
    (sealed,) = (edge for edge in tree if vault in edge)
    locked = random.choice(path[len(path) // 2 :])
    near = reached([edge for edge in tree if edge not in {locked, sealed}])
    spare = _spare(cells, tree, columns, vault)
    around = [edge for edge in spare if (edge[0] in near) != (edge[1] in near)]
    halls = [at for at in near if at not in {0, vault}]
    if not around or len(halls) < 2:
        return None
    round_ = random.choice(around)
    rest = [edge for edge in spare if (edge[0] in near) == (edge[1] in near)]
    loops = tuple(random.sample(rest, min(len(rest), len(cells) // 6)))
    passed = {vault, sealed[0], *round_, *[at for edge in path for at in edge]}
    lairs = [at for at in leaves if at != vault] or [at for at in range(1, goal) if at not in passed]
    if not lairs:
        return None
    return Layout(
        cells, tuple(tree), locked, sealed, round_, loops, tuple(sorted(near)), goal, vault, random.choice(lairs)
    )


def _path(tree: list[Edge], goal: int) -> list[Edge]:
    """The ways from the entrance to the goal."""
    found: list[Edge] = []
    while goal:
        (edge,) = (edge for edge in tree if edge[1] == goal)
        found.append(edge)
        goal = edge[0]
    return found[::-1]


def _spare(cells: tuple[Cell, ...], tree: list[Edge], columns: int, vault: int) -> list[Edge]:
    """Neighbours that nothing joins yet; the vault has one way only."""
    at = {cell: number for number, cell in enumerate(cells)}
    found = []
    for number, cell in enumerate(cells):
        for beside in _around(cell, columns):
            edge = (number, at.get(beside, -1))
            if edge[0] < edge[1] and edge not in tree and vault not in edge:
                found.append(edge)
    return found
