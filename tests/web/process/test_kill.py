"""Servers, workers and databases are killed under load; every table stands exactly where its people left it.

`python -m scripts.faults` does the same for as long as one likes.
"""

from collections.abc import Callable
from pathlib import Path

from scripts.faults import MOST, Endurance


def test_every_table_in_a_file_stands_where_its_people_left_it(tmp_path: Path) -> None:
    run = Endurance(tmp_path)
    assert run.endure(5) > 5 * MOST // 4
    assert run.faults == ["server"] * 5


def test_every_table_in_postgresql_stands_where_its_people_left_it(
    tmp_path: Path, postgresql: Callable[[], str]
) -> None:
    run = Endurance(tmp_path, postgresql())
    assert run.endure(4) > 4 * MOST // 4
    assert run.faults == ["server", "worker", "backend", "server"]
